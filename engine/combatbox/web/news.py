"""The page *What is new* and its feed, made from the changelog and the corrections of each game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from textwrap import shorten
from types import SimpleNamespace
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import markdown

from combatbox import __version__
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.folders import CHANGES
from combatbox.library.source_dates import in_words
from combatbox.web import errata
from combatbox.web.search import plain
from combatbox.web.site import page_template
from combatbox.web.views import Places, Views, html_path

PAGE = "about/new.md"
FEED = "about/new.xml"
_PAGE_FROM_FEED = html_path(PAGE).rpartition("/")[2]

_RELEASE = re.compile(r"^## +(?P<version>\S+)(?: +- +(?P<date>\d{4}-\d\d-\d\d))? *\n", re.MULTILINE)
_TITLE = 80
"""The maximum number of characters of a correction in the title of its entry."""
_EARLIEST = "2026-01-01"
"""The date of the feed while no entry has a date, because Atom requires one."""


@dataclass(frozen=True, slots=True)
class Release:
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
        return f"{self.version}, {in_words(self.date)}" if self.date else self.version


@cache
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


def page(books: Mapping[str, Book], places: Places) -> dict[str, Any]:
    """Return the data of the page of news.

    Returns:
        A dict with `releases`, and with `games`, each of which has its `changes`. Releases and changes begin with the
        latest entry.
    """
    games = []
    for book in books.values():
        if book.variant_folder and not (book.variant_folder / CHANGES).is_file():
            continue  # its corrections are those of its game
        views = Views(book, places, html_path(PAGE))
        changes = errata.changes(book, views)
        if changes:
            url = views.url(f"{book.key}/errata.html#ours")
            games.append(SimpleNamespace(key=book.key, title=book.meta.title, url=url, changes=changes))
    return {"releases": releases(), "games": games, "feed": FEED.rpartition("/")[2]}


@dataclass(frozen=True, slots=True)
class _Entry:
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
    for game in page(books, places)["games"]:
        for change in game.changes:
            text = plain(str(change.words))
            title = f"{game.title}: {shorten(text, _TITLE, placeholder=' …')}"
            yield _Entry(f"{game.key} {change.date} {text}", title, change.date, game.url, f"<p>{change.words}</p>")


def feed(books: Mapping[str, Book], places: Places, base: str) -> str:
    """Return the Atom feed, with the latest entries first.

    Args:
        books: the games of the site.
        places: the locations of rules and rulings on the site.
        base: the address of the site; empty if it is unknown, so that links are relative to the feed.
    """
    entries = sorted(_entries(books, places), key=lambda entry: entry.date, reverse=True)
    return (
        page_template("feed.xml.j2").render(
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
