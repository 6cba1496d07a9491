"""Notes about the content of pages, recorded while the pages are built, previews at links, and the dates of pages.

The notes are the texts of rules for previews, and the entries of the search index.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from markupsafe import Markup

from combatbox.core.phrases import anchor
from combatbox.library.book import Book
from combatbox.library.source_dates import Dates
from combatbox.play.canonical_json import compact_json
from combatbox.web.game_parts import Answer
from combatbox.web.page_templates import render
from combatbox.web.search import (
    Asking,
    Entry,
    StatedRule,
    page_entries,
    part_entries,
    rule_entries,
    ruling_entries,
    script,
    stated_rules,
    table_entries,
)
from combatbox.web.site import Site
from combatbox.web.site_files import Page
from combatbox.web.views import Views


@dataclass(slots=True)
class Notes:
    """The notes on a page, for previews and the search index.

    Attributes:
        rules: the HTML of each rule that the page states, by `game/anchor`.
        stated: each of these rules as text, by `game/anchor`.
        entries: the entries of the page in the search index.
    """

    rules: dict[str, str] = field(default_factory=dict)
    stated: dict[str, StatedRule] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)


@dataclass(slots=True)
class PageNotes:
    """The notes on all pages of a site, by path."""

    site: Site
    of: dict[str, Notes] = field(default_factory=dict)

    def record(self, path: str, url: str, title: str, html: str, *, generated: bool) -> None:
        """Add a page to the search index; tables and rulings are left out, because their entries come from the books.

        Args:
            path: the path of the page's source.
            url: the address of the page.
            title: the title of the page.
            html: the content of the page.
            generated: True if the page was generated from data, False if it was written by hand.
        """
        notes = self.of[path] = Notes()
        book = self.site.book_of(path)
        game = book.key if book else ""
        folder = path.removesuffix("/index.md").rpartition("/")[0]
        if folder == f"{game}/tables":
            return
        entries = list(page_entries(game, url, title, html))
        if generated and not path.endswith("/downloads.md"):
            entries = entries[:1]
        if folder == f"{game}/examples":
            entries = [replace(entry, kind="Mission") for entry in entries]
        notes.entries = entries
        if path.endswith(("/glossary.md", "/downloads.md")):
            notes.entries += part_entries(game, url, html)
        notes.stated = {f"{game}/{name}": rule for name, rule in stated_rules(html).items()}

    def record_rules(self, path: str, html: str) -> None:
        """Record the paragraphs of rules on a hand-written page, for previews."""
        for name, text in rule_paragraphs(html).items():
            self.of[path].rules[f"{path.split('/', maxsplit=1)[0]}/{name}"] = text

    def previews(self) -> Iterator[tuple[str, str]]:
        """Yield the file name and content of each script that holds previews of rules."""
        rules = {name: text for notes in self.of.values() for name, text in notes.rules.items()}
        for book in self.site.books.values():
            texts = {rule: rules.get(f"{book.key}/{anchor(rule)}", "") for rule in book.rules}
            yield from previews(self.site, book, {rule: text for rule, text in texts.items() if text})

    def search_index(self, prose: Path) -> str:
        """Return the script with the search index.

        Args:
            prose: the folder of the hand-written pages, which has the synonyms and questions for the search.

        Raises:
            DataError: a file of synonyms or questions is not valid.
        """
        entries = [entry for book in self.site.books.values() for entry in self._entries_of(book)]
        entries += [entry for _, notes in sorted(self.of.items()) for entry in notes.entries]
        return script(entries, self.site.books, Asking.read(prose, self.site.books, entries))

    def _entries_of(self, book: Book) -> Iterable[Entry]:
        """Yield the search entries of a game's rules, rulings and tables."""
        stated = {name: rule for notes in self.of.values() for name, rule in notes.stated.items()}
        places, views = self.site.places, Views(book, self.site.places, "index.html")
        yield from rule_entries(book, places, stated)
        yield from ruling_entries(book, places)
        for table in book.tables.values():
            yield from table_entries(views.table(table), places)


# ---- previews: the tables, rules and rulings that pages show at links

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
    preview = partial(render, "preview.html.j2")
    for table in book.tables.values():
        html_by_id[table.id] = preview(kind="table", item=views.table(table), html="")
    for ruling in book.rulings.values():
        html_by_id[ruling.id] = preview(kind="ruling", item=views.ruling(ruling), html="")
    for rule_id in book.rules:
        html = Markup(rule_html.get(rule_id, book.rules[rule_id].title))  # our own built page
        html_by_id[rule_id] = preview(kind="rule", item=views.rule_ref(rule_id), html=html)
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


# ---- dates


@dataclass(slots=True)
class PageDates:
    """The dates on which the sources of pages last changed, from the version history.

    Attributes:
        site: the site.
        answers: the hand-written pages, by path; each lists its sources.
        pages: the generated pages, by path; each lists its sources.
        dates: the dates on which the files last changed.
    """

    site: Site
    answers: Mapping[str, Answer] = field(default_factory=dict)
    pages: Mapping[str, Page] = field(default_factory=dict)
    dates: Dates = field(default_factory=Dates)

    def changed_on(self, path: str) -> str:
        """Return the date of the last change to a page's sources; empty if unknown, as for an overlay."""
        book = self.site.book_of(path)
        if book and book.overlay:
            return ""
        folder = f"tables/{book.key}" if book else ""
        if path in self.pages:
            names = [f"{folder}/{name}" for name in self.pages[path].made_of] or [folder]
            return self.dates.latest(names) if book else ""
        if path not in self.answers:
            return ""
        return self.dates.latest([f"site/{path}", *(f"{folder}/{name}" for name in self.answers[path].made_of if book)])
