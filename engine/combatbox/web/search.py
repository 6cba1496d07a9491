"""What the search finds beside pages and headings: every rule at its paragraph, and whatever has an id by that id."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combatbox.library.book import Book
    from combatbox.web.views import Places


def rule_entries(book: Book, places: Places, texts: Mapping[str, str]) -> Iterable[dict[str, str]]:
    """An entry of the search index for each rule that a chapter states. texts: its paragraph as HTML, by id."""
    for rule in book.rules.values():
        if rule.id in texts:
            plain = unescape(re.sub(r"<[^>]+>", "", texts[rule.id]))
            text = " ".join(plain.split())
            yield {"location": places.rule(book, rule.id), "title": f"{rule.id} {rule.title}", "text": text}


def with_entries(index: str, entries: Iterable[Mapping[str, str]]) -> str:
    """The search index (JSON) with more entries; each stands behind the page it is on, as the theme wants it."""
    data = json.loads(index)
    more: dict[str, list[Mapping[str, str]]] = {}
    for entry in entries:
        more.setdefault(entry["location"].partition("#")[0], []).append(entry)
    docs = []
    for doc in data["docs"]:
        docs.append(doc)
        docs += more.pop(doc["location"], [])
    return json.dumps({**data, "docs": docs}, ensure_ascii=False, separators=(",", ":"))


def ids_script(books: Iterable[Book], places: Places) -> str:
    """The script by which the search box knows ids: in lower case, each with address, title and game.

    The theme's search knows words alone, and would find P-1 wherever a word begins with a 1.
    """
    found: dict[str, list[tuple[str, str, str]]] = {}
    for book in books:
        named = [
            *((key, table.title, places.table(book, key)) for key, table in book.tables.items()),
            *((key, rule.title, places.rule(book, key)) for key, rule in book.rules.items()),
            *((key, ruling.question, places.ruling(book, key)) for key, ruling in book.rulings.items()),
        ]
        for key, title, place in named:
            found.setdefault(key.lower(), []).append((place, f"{key} {title}", book.meta.title))
    return f"window.cbIds={json.dumps(found, ensure_ascii=False, separators=(',', ':'))};"
