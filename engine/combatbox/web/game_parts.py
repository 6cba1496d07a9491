"""The parts of the site that belong to one game. They are built, or taken from an earlier build.

An earlier build is in the build cache, or in the state of `mkdocs serve --dirty`, which also determines the pages that
need not be built again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError, DataError
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.build_cache import BuildCache, game_sources
from combatbox.library.load import base_book
from combatbox.prose.pages import front_matter
from combatbox.web import data_files
from combatbox.web.pages import other_inputs, own_pages
from combatbox.web.site import Site
from combatbox.web.site_files import Page
from combatbox.web.written_pages import replace_calls


@frozen
class Answer:
    """A hand-written page in which each function call is replaced by its result.

    Attributes:
        text: the Markdown of the page.
        slots: the HTML for the placeholders in the text.
        made_of: the files of the game from which the page cites values.
    """

    text: str
    slots: list[str]
    made_of: list[str]


def answer(site: Site, path: str, text: str) -> Answer:
    """Return a hand-written page without front matter, with the results in place of its function calls.

    Args:
        site: the site to which the page belongs.
        path: the path of the page.
        text: the text of the whole file.

    Raises:
        CombatBoxError: the front matter or a call is not valid.
    """
    slots: list[str] = []
    try:
        _, body = front_matter(text, f"site/{path}")
        answered = replace_calls(site, path, body, slots, text.count("\n") - body.count("\n"))
    except DataError as error:  # a table that the page cites may be the cause, so this is not the last word
        raise CombatBoxError(str(error)) from error
    return Answer(answered, slots, sorted(site.values_of.get(path, ())))


@frozen
class GameParts:
    """The parts of the site that belong to one game.

    Attributes:
        answers: the hand-written pages, by path.
        pages: the pages generated from data.
        data: the data files, as pairs of path and text.
        still: a still picture of a mission, as HTML.
    """

    answers: dict[str, Answer]
    pages: list[Page]
    data: list[tuple[str, str]]
    still: str = ""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> GameParts:
        """Build the parts from their JSON form."""
        answers = {path: Answer(**answer) for path, answer in data["answers"].items()}
        pages = [Page(**page) for page in data["pages"]]
        return cls(answers, pages, [(path, text) for path, text in data["data"]], data["still"])


@dataclass(slots=True)
class DevServerState:
    """The state that the development server preserves from one build to the next.

    Attributes:
        last: the fingerprint of each page in the last successful build, by path.
        now: the fingerprint of each page in the current build, by path.
        digests: the digest of each game's sources, by game, computed before the sources are read.
        built: for each game, the fingerprint of its inputs and the parts of the site that were built from them.
        outdated: the games whose missions have to be replayed.
        needs_replay: True if there were outdated games in the last successful build.
    """

    last: dict[str, str] = field(default_factory=dict)
    now: dict[str, str] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    built: dict[str, tuple[str, GameParts]] = field(default_factory=dict)
    outdated: set[str] = field(default_factory=set)
    needs_replay: bool = False

    def begin(self, pages: Mapping[str, str], common: str) -> set[str]:
        """Begin a build, and return the paths of unchanged pages.

        Args:
            pages: the texts of the pages, by path.
            common: the content that all pages share, such as the navigation.
        """
        shared = f"{common}\n{theme()}"
        self.now = {path: sha256(f"{shared}\n{text}".encode()).hexdigest() for path, text in pages.items()}
        return {path for path, digest in self.now.items() if self.last.get(path) == digest}

    def parts(self, key: str, fingerprint: str, build: Callable[[], GameParts]) -> GameParts:
        """Return the parts of the site that belong to a game.

        They are built if their inputs have changed, or if the missions of the game are outdated.
        """
        earlier, parts = self.built.get(key, ("", None))
        if parts is None or earlier != fingerprint or key in self.outdated:
            parts = build()
            self.built[key] = ("" if key in self.outdated else fingerprint, parts)
        return parts

    def done(self) -> None:
        """Finish a successful build.

        It is not called after a failed build, so the pages of such a build are built again.
        """
        self.last = self.now


def theme() -> str:
    """Return a fingerprint of the theme's templates: their names and modification times."""
    files: list[Path] = sorted((paths.templates() / "theme").rglob("*.html"))
    return " ".join(f"{path.name}:{path.stat().st_mtime_ns}" for path in files)


@dataclass(slots=True)
class PartsBuilder:
    """A builder of the parts of each game.

    Attributes:
        cache: the folder of the build cache; None to build everything.
        overlay: the folder of the user's own tables.
        served: the last build of the development server, if the site is served.
        failures: messages about games whose overlay could not be shown.
    """

    site: Site
    cache: Path | None = None
    overlay: Path | None = None
    served: DevServerState | None = None
    failures: list[str] = field(default_factory=list)

    def all_parts(self, prose: Mapping[str, str]) -> dict[str, GameParts]:
        """Return the parts of each game, by key.

        If a game's pages fail under an overlay, the game is shown with its own tables; a variant is left out of the
        site.

        Args:
            prose: the hand-written pages, by path.
        """
        parts: dict[str, GameParts] = {}
        books = self.site.books
        for key, book in list(books.items()):
            try:
                parts[key] = self.parts(book, prose)
            except Exception as error:
                if book.overlay is None or self.served:
                    raise
                words = str(error) if isinstance(error, CombatBoxError) else repr(error)
                if book.meta.like:
                    del books[key]
                    self.failures.append(f"{key}: left out of the site: {words}")
                else:
                    books[key] = base_book(book)
                    self.site.forget(key)
                    parts[key] = self.parts(books[key], prose)
                    self.failures.append(f"{key}: shown on the site with the game's own tables: {words}")
        return parts

    def parts(self, book: Book, prose: Mapping[str, str]) -> GameParts:
        """Return the parts of the site that belong to one game, built or taken from the cache of an earlier build.

        Args:
            book: the book of the game.
            prose: the hand-written pages of all games, by path.
        """
        own = {path: text for path, text in prose.items() if path.startswith(f"{book.key}/")}
        if not self.cache and not self.served:
            return self._build(book, own)
        beside = json.dumps(other_inputs(self.site, book, own), default=str)
        if self.served:
            fingerprint = f"{self.served.digests[book.key]} {beside}"
            return self.served.parts(book.key, fingerprint, lambda: self._build(book, own))
        return self._cached(book, own, beside)

    def _build(self, book: Book, own: Mapping[str, str]) -> GameParts:
        answers = {path: answer(self.site, path, text) for path, text in own.items()}
        pages, data = list(own_pages(self.site, book)), list(data_files.own_data(self.site, book))
        return GameParts(answers, pages, data, self.site.missions.of(book).still)

    def _cached(self, book: Book, own: Mapping[str, str], beside: str) -> GameParts:
        sources = game_sources(book.key, self.overlay, f"tables {book.digest}", beside, base_game=book.base_game)
        body = BuildCache(self.cache).make(
            f"{book.key}-pages", sources, lambda: json.dumps(asdict(self._build(book, own))).encode()
        )
        return GameParts.read(json.loads(body))
