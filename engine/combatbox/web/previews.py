"""The previews of tables, rules and rulings that pages show at links."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from markupsafe import Markup

from combatbox.library.book import Book
from combatbox.web.site import Site
from combatbox.web.site_files import compact_json
from combatbox.web.views import Views

PARTS = 16
"""The number of scripts among which the previews of a game are divided; `previews.js` contains the same number."""


def part_of(key: str) -> int:
    """Return the number of the script with the preview of a table, rule or ruling."""
    return sum(map(ord, key)) % PARTS


def previews(site: Site, book: Book, rule_html: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the file name and content of each script that holds previews of a game's tables, rules and rulings.

    Previews are distributed over scripts by `part_of`, so that a page need not fetch all previews to show one.
    """
    views = Views(book, site.places, f"{book.key}/index.html")
    html_by_id = {}
    template = site.env.get_template("preview.html.j2")
    for table in book.tables.values():
        html_by_id[table.id] = template.render(kind="table", item=views.table(table, chances=False), html="")
    for ruling in book.rulings.values():
        html_by_id[ruling.id] = template.render(kind="ruling", item=views.ruling(ruling), html="")
    for rule_id in book.rules:
        html = Markup(rule_html.get(rule_id, book.rules[rule_id].title))  # our own built page
        html_by_id[rule_id] = template.render(kind="rule", item=views.rule_ref(rule_id), html=html)
    for part in range(PARTS):
        name = f"{book.key}-{part}"
        html_of_part = {key: html for key, html in html_by_id.items() if part_of(key) == part}
        yield name, f"(window.cbPreviews=window.cbPreviews||{{}})[{json.dumps(name)}]={compact_json(html_of_part)};"


_MARK = re.compile(r'<span class="cb-rule" id="([^"]+)">.*?</span>', re.DOTALL)
_FLAG = re.compile(r'\s*<span class="cb-optional">.*?</span>\s*', re.DOTALL)


def rule_paragraphs(html: str) -> dict[str, str]:
    """Return the text of each rule, by anchor: the rest of its paragraph or list item, up to the next rule.

    Rules whose anchors are adjacent share the text after the last of these anchors.
    """
    parts: dict[str, str] = {}
    for block in re.findall(r"<p>(?:(?!</p>).)*?</p>|<li>(?:(?!</li>).)*?</li>", html, re.DOTALL):
        _, *marked = _MARK.split(re.sub(r"</?(?:p|li)>", "", block))
        shared = ""
        for name, text in reversed(list(zip(marked[::2], marked[1::2], strict=True))):
            part = text if _FLAG.sub("", text).strip() else f"{text.strip()} {shared.strip()}"
            shared = _FLAG.sub("", part)
            parts[name] = f"<p>{part.strip()}</p>" if block.startswith("<p>") else part.strip()
    return parts
