"""The example missions of all games, replayed once for all pages that show them, and their stills.

A still is one frame of a replay as SVG without a script, for the home page and the overviews.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from combatbox.core.annotations import frozen
from combatbox.core.scene import Plane, Scene
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.schema import SightingsModel
from combatbox.library.stored_examples import read_sightings
from combatbox.play.frames import Box, changes, frame_data
from combatbox.web import examples, row_occurrences, tabletop
from combatbox.web.examples import Mission
from combatbox.web.page_templates import macros
from combatbox.web.replays import Account, Player, ReplayViews
from combatbox.web.site_files import Page, json_in_page
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
        seen, drawn = still(self.account(mission).player) if mission else None, macros("_still.html.j2")
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


def busy(scene: Scene | None) -> tuple[int, int]:
    """Return how busy the busiest wave of a mission is: the fighters at once and the shots; on a tabletop, the shots."""
    return _rank(scene, wave(scene)) if scene and scene.frames else (0, 0)


def wave(scene: Scene) -> list[int]:
    """Return the numbers of the events of the busiest wave or, on a tabletop, of the busiest turn."""
    frames = scene.frames
    stretches = groupby(
        range(1, len(frames) + 1),
        lambda number: frames[number - 1].stop if scene.top else bool(frames[number - 1].attackers),
    )
    return max((list(numbers) for _, numbers in stretches), key=partial(_rank, scene))


def _rank(scene: Scene, numbers: Iterable[int]) -> tuple[int, int]:
    shown = [scene.frames[number - 1] for number in numbers]
    shots = sum(len(frame.sight.aims if scene.top else frame.shots) for frame in shown)
    return max(len(frame.attackers) for frame in shown), shots


DRAWN, STEPS = "pehfskmwa", 32
"""The keys of a frame (`play.frames`) that a still has drawings for, and the most steps of a still in motion."""


def motion(scene: Scene) -> Markup:
    """Return the busiest wave as frames for the script that moves a still, without steps in which nothing moves."""
    steps = ({key: new for key, new in step.items() if key in DRAWN} for step in changes(scene, wave(scene)))
    return json_in_page([step for step in steps if step][:STEPS])


class Still(NamedTuple):
    """A moment of a mission.

    Attributes:
        player: the player of the mission, which has the drawings.
        box: the `viewBox`.
        size: the width and height of each aircraft in the air.
        planes: each aircraft with its position, and the type, position and heading of each fighter.
        plate: the events of a turn on a tabletop.
    """

    player: Player
    box: str
    size: tuple[float, float] = (0, 0)
    planes: Sequence[tuple[Plane, float, float, list[list[Any]]]] = ()
    plate: tabletop.Plate | None = None


def still(player: Player | None) -> Still | None:
    """Return the moment of a mission with the most fighters or shots, for `_still.html.j2`; None if there is none."""
    if player is None or not player.scene.frames:
        return None
    scene = player.scene
    if not scene.top:
        return _air(player) if scene.planes else None
    plate = tabletop.plate(scene.top, [scene.frames[number - 1].sight for number in wave(scene)])
    return Still(player, plate.box, plate=plate) if plate else None


def _air(player: Player) -> Still:
    """Return the aircraft in the air at the moment with the most fighters around them."""
    scene = player.scene
    number = max(wave(scene), key=lambda number: len(scene.frames[number - 1].attackers))
    attackers: list[list[Any]] = [*frame_data(scene, number)["f"].values()]
    box, last = Box(scene.planes[0].art.around), len(scene.planes) - 1
    wide, high = box.right - box.left, box.bottom - box.top
    planes = [
        (
            plane,
            STEP[0] * wide * place,
            STEP[1] * high * abs(place - last / 2),
            [[fighter[0], *fighter[2:5]] for fighter in attackers if fighter[1] == plane.key],
        )
        for place, plane in enumerate(scene.planes)
    ]
    all_wide, all_high = wide * (1 + STEP[0] * last), high * (1 + STEP[1] * last / 2)
    return Still(player, f"0 0 {all_wide:g} {all_high:g}", (wide, high), planes)
