"""The example missions of all games, replayed once for all pages that show them, and their stills.

A still is one frame of a replay as SVG without a script, for the home page and the overviews.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from combatbox.core.scene import Frame, Plane, Scene
from combatbox.core.tabletop import Sight, TableTop
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.row_examples import read_sightings
from combatbox.library.schema import SightingsModel
from combatbox.play import scene_layout
from combatbox.play.frames import Box, frame_data
from combatbox.web import art, examples, row_occurrences, tabletop
from combatbox.web.replays import Account, ReplayViews
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
    accounts: dict[str, Account] = field(default_factory=dict)
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

    def account(self, book: Book, mission: examples.Mission) -> Account:
        """Return the data of a mission's page, built once, because the pages of tables also link to its steps."""
        key = f"{book.key}/{mission.name}"
        if key not in self.accounts:
            views = Views(mission.under or book, self.places, f"{book.key}/examples/{mission.name}.html")
            self.accounts[key] = ReplayViews(views).replay(mission.flown)
        return self.accounts[key]

    def scene(self, book: Book, mission: examples.Mission) -> Scene | None:
        """Return the scene of a mission for the replay player; None if the game has no scenes."""
        player = self.account(book, mission).player
        return player.scene if player else None

    def busiest_mission(self, book: Book) -> examples.Mission | None:
        """Return the mission with the busiest moment; None if the game has no missions."""
        missions = self.of(book)
        return max(missions, key=lambda mission: busy(self.scene(book, mission)), default=None)

    def still(self, book: Book) -> str:
        """Return a still of a game's busiest mission as HTML.

        A game without scenes is shown by the drawing that has its key as name; without one the result is empty.
        """
        if book.key not in self.stills:
            mission = self.busiest_mission(book)
            seen = still(self.scene(book, mission)) if mission else None
            macros: Any = self.env.get_template("_still.html.j2").module
            title = f"A moment of “{mission.flown.title}” seen from above" if mission else ""
            drawn = macros.still(seen, f"still-{book.key}", title) if seen else self._drawing(macros, book)
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
                earlier.replayed[key],
                earlier.row_steps(earlier.books[key]),
                earlier.pages[key],
            )
        self.inputs.update({key: earlier.inputs[key] for key in borrowed})
        self.accounts = {name: account for name, account in earlier.accounts.items() if name.split("/")[0] in borrowed}
        return outdated


# ---- stills


STEP = (0.58, 0.42)
"""The distance between the aircraft of a formation, in widths and heights of a drawing."""


def busy(scene: Scene | None) -> int:
    """Return how busy the busiest moment of a mission is: the number of fighters or, on a tabletop, of shots."""
    if scene is None:
        return 0
    if scene.top:
        return max(map(_shots, _turns(scene.frames)), default=0)
    return max((len(frame.attackers) for frame in scene.frames), default=0)


class TableStill(NamedTuple):
    """A tabletop with the events of a turn, and the drawings of its models."""

    plate: tabletop.Plate
    board: dict[str, Any]
    shapes: dict[str, Markup]


class AirStill(NamedTuple):
    """Aircraft in the air with the fighters around them.

    Attributes:
        box: the `viewBox`.
        size: the width and height of each aircraft.
        planes: each aircraft with its position, its drawing, and the type, position and heading of each fighter.
        fighters: the outlines of the fighters, by type.
    """

    box: str
    size: tuple[float, float]
    planes: list[tuple[Plane, float, float, Markup, list[list[Any]]]]
    fighters: dict[str, Markup]
    style: Markup


def still(scene: Scene | None) -> TableStill | AirStill | None:
    """Return the frame of a mission with the most fighters or shots, for `_still.html.j2`; None if there is none."""
    if scene is None or not scene.frames:
        return None
    if scene.top:
        return _table(scene.top, scene.frames)
    return _air(scene) if scene.planes else None


def _table(top: TableTop, frames: Iterable[Frame]) -> TableStill | None:
    """Return a tabletop with the events of the turn in which the most shots were fired."""
    plate = tabletop.plate(top, max(_turns(frames), key=_shots))
    return plate and TableStill(
        plate, scene_layout.board(top), tabletop.shapes(model.art for model, *_ in plate.models)
    )


def _shots(turn: Iterable[Sight]) -> int:
    return sum(len(sight.aims) for sight in turn)


def _turns(frames: Iterable[Frame]) -> Iterator[list[Sight]]:
    """Yield the views of the tabletop between two stops of the track, turn by turn."""
    for _stop, turn in groupby(frames, key=lambda frame: frame.stop):
        yield [frame.sight for frame in turn]


def _air(scene: Scene) -> AirStill:
    """Return the aircraft in the air at the moment with the most fighters around them."""
    number = max(range(1, len(scene.frames) + 1), key=lambda n: (len(scene.frames[n - 1].attackers), -n))
    attackers: list[list[Any]] = [*frame_data(scene, number)["f"].values()]
    box, middle = Box(scene.planes[0].art.around), (len(scene.planes) - 1) / 2
    wide, high = box.right - box.left, box.bottom - box.top
    planes = [
        (
            plane,
            STEP[0] * wide * place,
            STEP[1] * high * abs(place - middle),
            _drawn(plane, alone=len(scene.planes) == 1),
            [[fighter[0], *fighter[2:5]] for fighter in attackers if fighter[1] == plane.key],
        )
        for place, plane in enumerate(scene.planes)
    ]
    right, bottom = max(x for _, x, *_rest in planes), max(y for _, _x, y, *_rest in planes)
    return AirStill(
        f"0 0 {right + wide:g} {bottom + high:g}",
        (wide, high),
        planes,
        {
            name: art.outline(f"{name}{art.OUTLINE}")
            for name, *_ in (fighter for plane in planes for fighter in plane[4])
        },
        art.styles(*(plane.art.plan for plane in scene.planes)),
    )


def _drawn(plane: Plane, *, alone: bool) -> Markup:
    """Return the drawing of an aircraft from above; in a formation only its outline."""
    if alone:
        return art.embed_drawing(plane.art.plan) + art.embed_drawing(plane.art.plan_marks)
    return art.outline(plane.art.plan)
