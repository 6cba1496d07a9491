"""The example missions of all games, replayed once for all pages that show them, and their stills.

A still is one frame of a replay as SVG without a script, for the home page and the overviews.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from combatbox.core.annotations import frozen
from combatbox.core.scene import Frame, Plane, Scene
from combatbox.core.tabletop import Sight, TableTop
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.schema import SightingsModel
from combatbox.library.stored_examples import read_sightings
from combatbox.play import scene_layout
from combatbox.play.frames import Box, frame_data
from combatbox.web import art, examples, row_occurrences, tabletop
from combatbox.web.examples import Mission
from combatbox.web.page_templates import macros
from combatbox.web.replays import Account, ReplayViews
from combatbox.web.site_files import Page
from combatbox.web.views import Places, Views


@frozen
class MissionInputs:
    """The inputs of a game's missions: the digests of its tables and of the templates."""

    tables: str
    templates: str


class GameMissions:
    """The example missions of a game, replayed once for all pages that show them; each part is computed when it is read.

    Attributes:
        accounts: the accounts of the missions, by name.
        pages: the pages of the missions; empty until they are built.
    """

    def __init__(self, book: Book, places: Places) -> None:
        self.book, self.places = book, places
        self.accounts: dict[str, Account] = {}
        self.pages: list[Page] = []

    @cached_property
    def replayed(self) -> list[Mission]:
        """Every example mission."""
        return examples.missions(self.book)

    def account(self, mission: Mission) -> Account:
        """Return the account of a mission, built once, because the pages of tables also link to its steps."""
        if mission.name not in self.accounts:
            path = f"{self.book.key}/examples/{mission.name}.html"
            views = Views(mission.under or self.book, self.places, path)
            self.accounts[mission.name] = ReplayViews(views).replay(mission.flown)
        return self.accounts[mission.name]

    def scene(self, mission: Mission) -> Scene | None:
        """Return the scene of a mission for the replay player; None if the game has no scenes."""
        player = self.account(mission).player
        return player.scene if player else None

    @property
    def busiest(self) -> Mission | None:
        """The mission with the busiest moment; None if the game has no missions."""
        return max(self.replayed, key=lambda mission: busy(self.scene(mission)), default=None)

    @cached_property
    def still(self) -> str:
        """A still of the busiest mission as HTML.

        A game without scenes is shown by the drawing that has its key as name; without one the still is empty.
        """
        mission, key = self.busiest, self.book.key
        seen, drawn = still(self.scene(mission)) if mission else None, macros("_still.html.j2")
        if mission and seen:
            title = f"A moment of “{mission.flown.title}” seen from above"
            return str(drawn.still(seen, f"still-{key}", title)).strip()
        return " ".join(str(drawn.drawing(key, self.book.meta.title)).split()) if key in paths.drawings() else ""

    @cached_property
    def row_steps(self) -> row_occurrences.Steps:
        """For each row of the tables, the first step of a mission in which the row occurs."""
        accounts = [(mission, self.account(mission)) for mission in self.replayed if not mission.under]
        return row_occurrences.steps(self.book, accounts)

    @cached_property
    def stored(self) -> SightingsModel | None:
        """The stored missions for rows without a replay."""
        return read_sightings(self.book, fitting=True)

    def borrow(self, earlier: GameMissions) -> None:
        """Show the missions of an earlier build."""
        self.replayed, self.row_steps = earlier.replayed, earlier.row_steps
        self.pages, self.accounts = earlier.pages, earlier.accounts


@dataclass(slots=True)
class SiteMissions:
    """The example missions of all games.

    Attributes:
        games: the missions, by game.
        inputs: the inputs of each game's missions, while the site is served.
    """

    places: Places
    games: dict[str, GameMissions] = field(default_factory=dict)
    inputs: dict[str, MissionInputs] = field(default_factory=dict)

    def of(self, book: Book) -> GameMissions:
        """Return the missions of a game."""
        return self.games.setdefault(book.key, GameMissions(book, self.places))

    def borrow(self, books: Mapping[str, Book], earlier: SiteMissions, *, fitting: bool) -> set[str]:
        """Show the missions of an earlier build, so that other changes are visible before missions are replayed.

        Args:
            books: the books of the site, by key.
            earlier: the missions of the earlier build.
            fitting: True to use only missions with unchanged inputs.

        Returns:
            The games whose missions are outdated and have to be replayed.
        """
        available = {key for key, missions in earlier.games.items() if key in books and missions.pages}
        borrowed = {key for key in available if not fitting or self.inputs.get(key) == earlier.inputs.get(key)}
        outdated = {key for key in borrowed if self.inputs[key].tables != earlier.inputs[key].tables}
        for key in borrowed:
            self.of(books[key]).borrow(earlier.games[key])
        self.inputs.update({key: earlier.inputs[key] for key in borrowed})
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
    """A tabletop with the events of a turn, and the names of the drawings of its models."""

    plate: tabletop.Plate
    board: dict[str, Any]
    arts: list[str]


class AirStill(NamedTuple):
    """Aircraft in the air with the fighters around them.

    Attributes:
        box: the `viewBox`.
        size: the width and height of each aircraft.
        planes: each aircraft with its position, and the type, position and heading of each fighter.
        plans: the names of the drawings of the aircraft.
        fighters: the types of the fighters, each once.
    """

    box: str
    size: tuple[float, float]
    planes: list[tuple[Plane, float, float, list[list[Any]]]]
    plans: list[str]
    fighters: list[str]


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
    if plate is None:
        return None
    return TableStill(plate, scene_layout.board(top), art.once(model.art for model, *_rest in plate.models))


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
            [[fighter[0], *fighter[2:5]] for fighter in attackers if fighter[1] == plane.key],
        )
        for place, plane in enumerate(scene.planes)
    ]
    right, bottom = max(x for _, x, _y, _fighters in planes), max(y for _, _x, y, _fighters in planes)
    return AirStill(
        f"0 0 {right + wide:g} {bottom + high:g}",
        (wide, high),
        planes,
        [plane.art.plan for plane in scene.planes],
        art.once(fighter[0] for *_rest, fighters in planes for fighter in fighters),
    )
