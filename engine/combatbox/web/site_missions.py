"""The example missions of all games, replayed once for all pages that show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment

from combatbox.core.scene import Scene
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.schema import SightingsModel
from combatbox.library.stored_examples import read_sightings
from combatbox.web import art, examples, row_occurrences, stills
from combatbox.web.replays import ReplayViews
from combatbox.web.site_files import Page
from combatbox.web.views import Places, Views


@dataclass(frozen=True, slots=True)
class MissionInputs:
    """The inputs of a game's missions: the digests of its tables and of the templates."""

    tables: str
    templates: str


@dataclass(slots=True)
class SiteMissions:
    """The example missions of each game, their accounts, and the data that pages show about them, by game.

    Attributes:
        accounts: the accounts, by game and mission.
        pages: the pages of the missions, by game.
        inputs: the inputs of each game's missions, while the site is served.
    """

    books: Mapping[str, Book]
    places: Places
    env: Environment
    replayed: dict[str, list[examples.Mission]] = field(default_factory=dict)
    accounts: dict[str, SimpleNamespace] = field(default_factory=dict)
    rolled: dict[str, row_occurrences.Steps] = field(default_factory=dict)
    stored: dict[str, SightingsModel | None] = field(default_factory=dict)
    stills: dict[str, str] = field(default_factory=dict)
    pages: dict[str, list[Page]] = field(default_factory=dict)
    inputs: dict[str, MissionInputs] = field(default_factory=dict)

    def forget(self, key: str) -> None:
        """Remove a game from all caches."""
        for cached in (self.replayed, self.rolled, self.stored, self.stills, self.pages):
            cached.pop(key, None)
        self.accounts = {name: account for name, account in self.accounts.items() if not name.startswith(f"{key}/")}

    def of(self, book: Book) -> list[examples.Mission]:
        """Return every example mission of a book, replayed once for all pages."""
        if book.key not in self.replayed:
            self.replayed[book.key] = examples.missions(book)
        return self.replayed[book.key]

    def account(self, book: Book, mission: examples.Mission) -> SimpleNamespace:
        """Return the data of a mission's page, built once, because the pages of tables also link to its steps."""
        key = f"{book.key}/{mission.name}"
        if key not in self.accounts:
            views = Views(mission.under or book, self.places, f"{book.key}/examples/{mission.name}.html")
            self.accounts[key] = ReplayViews(views).replay(mission.flown)
            self.accounts[key].overtaken = mission.why
        return self.accounts[key]

    def scene(self, book: Book, mission: examples.Mission) -> Scene | None:
        """Return the scene of a mission for the replay player; None if the game has no scenes."""
        player = self.account(book, mission).player
        return player.scene if player else None

    def busiest_mission(self, book: Book) -> examples.Mission | None:
        """Return the mission with the busiest moment; None if the game has no missions."""
        missions = self.of(book)
        return max(missions, key=lambda mission: stills.busy(self.scene(book, mission)), default=None)

    def still(self, book: Book) -> str:
        """Return a still of a game's busiest mission as HTML.

        A game without scenes is shown by the drawing that has its key as name; without one the result is empty.
        """
        if book.key not in self.stills:
            mission = self.busiest_mission(book)
            still = stills.still(self.scene(book, mission)) if mission else None
            macros: Any = self.env.get_template("_still.html.j2").module
            title = f"A moment of “{mission.flown.title}” seen from above" if mission else ""
            drawn = macros.still(still, f"still-{book.key}", title) if still else self._drawing(macros, book)
            self.stills[book.key] = str(drawn).strip()
        return self.stills[book.key]

    def _drawing(self, macros: Any, book: Book) -> str:
        """Return the drawing named like the game as HTML; empty if there is none."""
        if book.key not in paths.drawings():
            return ""
        drawn = macros.drawing(art.sheet(book.key), art.styles(book.key), art.embed_drawing(book.key), book.meta.title)
        return " ".join(str(drawn).split())

    def row_steps(self, book: Book) -> row_occurrences.Steps:
        """Return, for each row of a book's tables, the first step of a mission in which the row occurs."""
        if book.key not in self.rolled:
            self.rolled[book.key] = row_occurrences.steps(
                book, [(m, self.account(book, m)) for m in self.of(book) if not m.under]
            )
        return self.rolled[book.key]

    def stored_missions(self, book: Book) -> SightingsModel | None:
        """Return the stored missions for rows without a replay."""
        if book.key not in self.stored:
            self.stored[book.key] = read_sightings(book, fitting=True)
        return self.stored[book.key]

    def borrow(self, earlier: SiteMissions, *, fitting: bool) -> set[str]:
        """Show the missions of an earlier build, so that other changes are visible before missions are replayed.

        Args:
            earlier: the missions of the earlier build.
            fitting: True to use only missions with unchanged inputs.

        Returns:
            The games whose missions are outdated and have to be replayed.
        """
        available = self.books.keys() & earlier.pages.keys()
        borrowed = {key for key in available if not fitting or self.inputs.get(key) == earlier.inputs.get(key)}
        outdated = {key for key in borrowed if self.inputs[key].tables != earlier.inputs[key].tables}
        for key in borrowed:
            self.replayed[key], self.rolled[key], self.pages[key] = (
                earlier.replayed[key], earlier.row_steps(earlier.books[key]), earlier.pages[key])  # fmt: skip
        self.inputs.update({key: earlier.inputs[key] for key in borrowed})
        self.accounts = {name: account for name, account in earlier.accounts.items() if name.split("/")[0] in borrowed}
        return outdated
