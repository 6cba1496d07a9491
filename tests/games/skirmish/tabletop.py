"""A table top rigged for a test: aircraft at their places, dice by table, answers by decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tests.games.scripted import Answers, ScriptedFlight, TableDice

from combatbox.core.events import Journal, set_at_path
from combatbox.core.game import Setup
from combatbox.games.skirmish import deploy, doctrine, flow, guns, line_of_fire, moves, paths
from combatbox.games.skirmish.geometry import offset
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.state import BOMBERS, Plane, Section
from combatbox.library.load import load

INCH = 1000
MISS = "miss"
"""The result of a throw in a case that gives nothing: the row has no effect."""


def aircraft(key: str, x: float, y: float, heading: int = 0, damage: int = 0) -> Plane:
    """An aircraft at a place in inches; its key says which: `leader`, `escort1`, `german1`."""
    side = "german" if key.startswith("german") else "american"
    kind = "bomber" if key in BOMBERS else "fighter"
    return Plane(key, side, kind, round(x * INCH), round(y * INCH), heading, damage)


def diamond(x: float = 30, y: float = 16, heading: int = 0) -> list[Plane]:
    """The usual diamond."""
    found = []
    for key, (forward, right) in zip(BOMBERS, [(0, 0), (-3600, -4200), (-3600, 4200), (-7200, 0)], strict=True):
        plane = aircraft(key, x, y, heading)
        dx, dy = offset(heading, forward, right)
        plane.x, plane.y = plane.x + dx, plane.y + dy
        found.append(plane)
    return found


class Move(NamedTuple):
    """A move of an aircraft: who makes it, along which path, and where the marker at its end stands, in inches."""

    who: str
    path: str
    marker: tuple[str, str]

    @property
    def inches(self) -> int:
        """The length of the path."""
        return paths.parse_move(self.path).total // INCH


class Rig:
    """A flight with aircraft on the table; it is logged."""

    def __init__(
        self,
        dice: Mapping[str, Iterable[int | str]],
        answers: Mapping[str, Any],
        *,
        scenario: int = 2,
        rulings: Mapping[str, str] | None = None,
        formation: Sequence[int] = (),
        planes: Mapping[str, Sequence[Any]] | None = None,
        sections: Iterable[Sequence[str]] = (),
        **values: Any,
    ) -> None:
        rulebook = load("skirmish").rulebook(dict(rulings or {}))
        self.dice = TableDice({table: [die if die != MISS else "" for die in many] for table, many in dice.items()})
        self.player, self.journal = Answers(answers), Journal()
        self.state = deploy.new_state(rulebook, Setup(scenario))
        found = [
            *(diamond(*formation) if formation else ()),
            *(aircraft(key, *at) for key, at in (planes or {}).items()),
        ]
        self.state.planes = {plane.key: plane for plane in found}
        self.state.sections = [Section(list(keys), arrived=True) for keys in sections]
        self.flight = ScriptedFlight(rulebook, self.dice, self.state, self.player, self.journal)
        for path, value in values.items():
            set_at_path(self.state, path, value)

    def facts(self) -> list[str]:
        """The names of all facts, in order."""
        return [event["name"] for event in self.journal.events if event["kind"] == "fact"]

    def moves(self) -> list[Move]:
        """All moves, in order."""
        return [
            Move(event["who"], event["data"]["path"], (event["data"]["x"], event["data"]["y"]))
            for event in self.journal.events
            if event["kind"] == "fact" and event["name"] == "move"
        ]

    def alike(self) -> bool:
        """Whether all moves were along the same path."""
        return len({move.path for move in self.moves()}) == 1

    def columns(self) -> list[str]:
        """The columns of all rolls, in order."""
        return [event["column"] for event in self.journal.events if event["kind"] == "roll"]


def rigged(dice: Any, answers: Mapping[str, Any], setup: Mapping[str, Any]) -> Rig:
    """Return the rig of a case."""
    return Rig(dice, answers, **setup)


VIEWS: dict[str, Callable[[Rig], Any]] = {
    view.__name__: view for view in (Rig.facts, Rig.moves, Rig.alike, Rig.columns)
}
"""What a case may name beside the state."""


def with_aircraft(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function as an action: it is given the measures, aircraft for their keys, and paths for their words."""

    def act(flight: Any, *args: Any, **more: Any) -> Any:
        return function(flight, measures(flight.book), *(named(flight, arg) for arg in args), **more)

    return act


def named(flight: Any, arg: Any) -> Any:
    """Return the aircraft or the path that a text stands for, and everything else as it is."""
    if not isinstance(arg, str):
        return arg
    return paths.parse_move(arg) if arg[:1].isdigit() else flight.state.planes.get(arg, arg)


def from_its_place(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a question about a line of fire as an action: it is asked for an aircraft where it is."""
    return with_aircraft(lambda _, m, plane, target: function(m, *plane.place, target))


def at_inches(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a question about a bomber's guns as an action: it is asked for a place in inches."""
    return with_aircraft(lambda _, m, bomber, x, y: function(m, bomber, round(x * INCH), round(y * INCH)))


def fly_fighter(
    flight: Any, m: Any, plane: Plane, path: paths.Path, stop: int = -1, target: Plane | None = None
) -> None:
    """Fly the move of a fighter; without a stop, it flies on."""
    moves.fly_fighter(flight, m, plane, path, stop, target)


def fault(_: Any, m: Any, plane: Plane, path: paths.Path) -> str:
    """Return what is wrong with a move of the length that the aircraft has now."""
    return paths.fault(m, plane, path, m.allowance(plane))


def is_legal(flight: Any, m: Any, plane: Plane, path: paths.Path) -> bool:
    """Return True if an aircraft may make a move."""
    return not fault(flight, m, plane, path)


ACTIONS: dict[str, Callable[..., Any]] = (
    {
        function.__name__: function
        for function in (
            deploy.allot_waves,
            deploy.arrivals,
            deploy.rank_one,
            deploy.start_wave,
            flow.turn,
            flow.wave_over,
        )
    }
    | {
        function.__name__: with_aircraft(function)
        for function in (
            moves.attack,
            moves.fall,
            moves.flak,
            fault,
            flow.bombers_move,
            flow.section_moves,
            fly_fighter,
            is_legal,
            moves.come_back,
            moves.fly_bomber,
        )
    }
    | {
        "can_fire": from_its_place(line_of_fire.can_fire),
        "dead_ahead": from_its_place(line_of_fire.dead_ahead),
        "dead_astern": from_its_place(line_of_fire.dead_astern),
        "bearing_guns": at_inches(line_of_fire.bearing_guns),
        "volley_guns": at_inches(line_of_fire.volley_guns),
        "allowance": with_aircraft(lambda _, m, plane: m.allowance(plane) // INCH),
        "over_target": with_aircraft(lambda _, m, plane, path: doctrine.over_target(m, plane, path)),
        "firing_guns": lambda _, bear: guns.firing_guns(bear),
        "abreast": lambda flight, x, y: deploy.abreast(measures(flight.book), x, y),
        "bomber_fault": lambda flight, text: deploy.bomber_fault(measures(flight.book), deploy.places_of(text)),
        "escort_fault": lambda flight, text: deploy.escort_fault(measures(flight.book), deploy.places_of(text)),
    }
)
"""The parts of the sequence of play, and the questions about lines of fire and moves, that a case may name."""
