"""What the search finds beside pages and headings: every rule, at the paragraph that states it."""

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
            title = f"{rule.id} {rule.title}"
            yield {"location": places.rule(book, rule.id), "title": title, "text": text, "id": rule.id}


def table_ids(book: Book, places: Places) -> dict[str, str]:
    """The id of each table by the page that shows it."""
    return {places.table(book, key): key for key in book.tables}


def with_entries(index: str, entries: Iterable[Mapping[str, str]], ids: Mapping[str, str]) -> str:
    """The search index (JSON) with more entries; each stands behind the page it is on, as the theme wants it.

    ids: what pages are about, by path. Words of an id count for more than words of a title, so that T-109 is not
    lost among the Me 109s.
    """
    data = json.loads(index)
    more: dict[str, list[Mapping[str, str]]] = {}
    for entry in entries:
        more.setdefault(entry["location"].partition("#")[0], []).append(entry)
    docs = []
    for doc in data["docs"]:
        docs.append({**doc, "id": ids[doc["location"]]} if doc["location"] in ids else doc)
        docs += more.pop(doc["location"], [])
    fields = {**data["config"]["fields"], "id": {"boost": 3000.0}}
    config = {**data["config"], "fields": fields}
    return json.dumps({**data, "config": config, "docs": docs}, ensure_ascii=False, separators=(",", ":"))
