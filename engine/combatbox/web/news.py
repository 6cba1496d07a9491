"""The page of each game on what differs from print, and the page *What is new* with its feed.

They are made from the changelog, the publisher's errata, and the corrections of each game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from textwrap import shorten
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

import markdown
from markupsafe import Markup

from combatbox import __version__
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.folders import CHANGES
from combatbox.library.load import meta_of
from combatbox.library.source_dates import day_in_words
from combatbox.prose.sentences import sentences_of
from combatbox.web.page_templates import render
from combatbox.web.search import text_of_html
from combatbox.web.views import Link, Places, Views, html_path

PAGE = "about/new.md"
FEED = "about/new.xml"
_PAGE_FROM_FEED = html_path(PAGE).rpartition("/")[2]

_RELEASE = re.compile(r"^## +(?P<version>\S+)(?: +- +(?P<date>\d{4}-\d\d-\d\d))? *\n", re.MULTILINE)
_TITLE = 80
"""The maximum number of characters of a correction in the title of its entry."""
_EARLIEST = "2026-01-01"
"""The date of the feed while no entry has a date, because Atom requires one."""


class Release(NamedTuple):
    """A version in the changelog.

    Attributes:
        version: the version number.
        date: the date; empty for changes that are not released.
        text: the changes, as Markdown.
    """

    version: str
    date: str
    text: str

    @property
    def anchor(self) -> str:
        """The id of the version's heading on the page of news."""
        return "v" + re.sub(r"[^0-9a-z]+", "-", self.version.lower())

    @property
    def title(self) -> str:
        """The heading of the version: its number and date."""
        return f"{self.version}, {day_in_words(self.date)}" if self.date else self.version


def releases() -> tuple[Release, ...]:
    """Return the versions in the changelog, beginning with the latest; empty if there is no changelog."""
    path = paths.root() / "CHANGELOG.md"
    if not path.is_file():
        return ()
    _, *parts = _RELEASE.split(path.read_text(encoding="utf-8"))
    made = [Release(*each) for each in zip(parts[::3], [date or "" for date in parts[1::3]], parts[2::3], strict=True)]
    return tuple(release for release in made if release.text.strip())


def released() -> str:
    """Return the date on which the current version of this program was released; empty if it is not released."""
    return next((each.date for each in releases() if each.version == __version__), "")


def errata(book: Book, views: Views) -> dict[str, Any]:
    """Return the data of the page on what differs from the printed rules.

    Returns:
        A dict. `parent`: the title of the printed game on which a variant is based; empty for any other game. `errata`:
        the publisher's errata, each as the rule, its link, its sentences and the links to its tables. `tables`: the
        tables with corrected values. `rulings`: those that change play. `changes`: see `changes`.
    """
    rules = {key: rule for key, rule in book.rules.items() if rule.erratum}
    texts = sentences_of(book, rules, book.chosen({})) if rules else {}
    own = [ruling for ruling in book.rulings.values() if len(ruling.options) > 1 and ruling.id not in book.optional]
    return {
        "parent": meta_of(book.meta.like).title if book.meta.like else "",
        "errata": [
            (rule, views.rule_ref(key), [*map(views.with_links, texts[key])], [*map(views.table_ref, rule.tables)])
            for key, rule in rules.items()
        ],
        "tables": [table for table in map(views.table, book.tables.values()) if table.errata],
        "changes": changes(book, views),
        "rulings": [*map(views.ruling, own)],
    }


Change = tuple[str, Markup, list[Link]]
"""The date and the words of a correction of our own mistakes, and the links to its rules and rows."""


def changes(book: Book, views: Views) -> list[Change]:
    """Return the corrections of our own mistakes, beginning with the latest."""
    return [
        (
            change.date,
            views.with_links(change.words),
            [*map(views.rule_ref, change.rules), *map(views.row_ref, change.rows)],
        )
        for change in sorted(book.changes, key=lambda change: change.date, reverse=True)
    ]


def page(books: Mapping[str, Book], places: Places) -> dict[str, Any]:
    """Return the data of the page of news: the releases, the address of the feed, and the corrections of each game."""
    return {"releases": releases(), "games": _corrected(books, places), "feed": FEED.rpartition("/")[2]}


def _corrected(books: Mapping[str, Book], places: Places) -> list[tuple[Book, str, list[Change]]]:
    """Return each game with corrections, with their address and the corrections."""
    games = []
    for book in books.values():
        if book.variant_folder and not (book.variant_folder / CHANGES).is_file():
            continue  # its corrections are those of its game
        views = Views(book, places, html_path(PAGE))
        if found := changes(book, views):
            games.append((book, views.url(f"{book.key}/errata.html#ours"), found))
    return games


class _Entry(NamedTuple):
    """An entry of the feed.

    Attributes:
        key: the text from which the id of the entry is derived.
        url: the address, relative to the feed.
    """

    key: str
    title: str
    date: str
    url: str
    html: str


def _entries(books: Mapping[str, Book], places: Places) -> Iterable[_Entry]:
    """Yield the entries of the feed: released versions, and corrections."""
    for release in releases():
        if release.date:
            html = markdown.markdown(release.text)
            url = f"{_PAGE_FROM_FEED}#{release.anchor}"
            yield _Entry(release.version, f"Combat Box {release.version}", release.date, url, html)
    for book, url, corrections in _corrected(books, places):
        for date, words, _links in corrections:
            text = text_of_html(words)
            title = f"{book.meta.title}: {shorten(text, _TITLE, placeholder=' …')}"
            yield _Entry(f"{book.key} {date} {text}", title, date, url, f"<p>{words}</p>")


def feed(books: Mapping[str, Book], places: Places, base: str) -> str:
    """Return the Atom feed, with the latest entries first.

    Args:
        books: the games of the site.
        places: the locations of rules and rulings on the site.
        base: the address of the site; empty if it is unknown, so that links are relative to the feed.
    """
    entries = sorted(_entries(books, places), key=lambda entry: entry.date, reverse=True)
    return (
        render(
            "feed.xml.j2",
            id=_urn("combatbox"),
            base=f"{base.rstrip('/')}/{FEED}" if base else "",
            own=FEED.rpartition("/")[2],
            page=_PAGE_FROM_FEED,
            updated=entries[0].date if entries else _EARLIEST,
            entries=[(_urn(f"combatbox {entry.key}"), entry) for entry in entries],
        )
        + "\n"
    )


def _urn(name: str) -> str:
    return uuid5(NAMESPACE_URL, name).urn
