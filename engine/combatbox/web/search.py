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
            number = rule.id.rpartition("-")[2]
            title = f"{rule.id} {rule.title}"
            yield {"location": places.rule(book, rule.id), "title": title, "text": text, "number": number}


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
    # a number counts for more than a title: T-109 is not to be lost among the Me 109s
    fields = {**data["config"]["fields"], "number": {"boost": 3000.0}}
    return json.dumps(
        {**data, "config": {**data["config"], "fields": fields}, "docs": docs},
        ensure_ascii=False,
        separators=(",", ":"),
    )
