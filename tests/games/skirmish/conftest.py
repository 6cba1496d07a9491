"""A table top to set aircraft on, games flown with dice and moves in hand, and a search that tries every path."""

import sys
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

import pytest

from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.games.skirmish.flow import chosen_path
from combatbox.games.skirmish.line_of_fire import can_fire, dead_ahead, guns_on
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.paths import Path, stays
from combatbox.games.skirmish.search import Plan, closest, turns
from combatbox.games.skirmish.state import Plane
from combatbox.library.load import load

from .tabletop import INCH, Rig, aircraft

sys.path.append(str(FilePath(__file__).parent))  # where `fuzzing` finds the referee, for `tests/fuzz.py` too


def bomber(x: float, y: float, heading: int = 0, key: str = "leader", damage: int = 0) -> Plane:
    return aircraft(key, x, y, heading, damage)


def german(x: float, y: float, heading: int = 0, damage: int = 0) -> Plane:
    return aircraft("german1", x, y, heading, damage)


def escort(x: float, y: float, heading: int = 0) -> Plane:
    return aircraft("escort1", x, y, heading)


@pytest.fixture(scope="session")
def book():
    return load("skirmish")


@pytest.fixture
def table():
    """A flight with these aircraft on the table and these dice to throw, by table; it is logged."""

    def go(*planes: Plane, dice: Any = (), rulings: dict[str, str] | None = None):
        rig = Rig(dict(dice), {}, rulings=rulings)
        rig.state.planes = {plane.key: plane for plane in planes}
        return rig.flight, measures(rig.flight.book)

    return go


@pytest.fixture
def m(book):
    return measures(book.rulebook())


# ---- every path


def every_path(plane: Plane, length: int, m: Any, steps: Any) -> Iterator[Path]:
    yield Path(length)
    for first in range(m.moves["fighter"].straight * INCH, m.last_leg("fighter", length) + 1, steps.leg):
        for turn in turns(steps.pivot, 180):
            yield Path(first, turn, length - first)


def brute(m: Any, plane: Plane, length: int, bombers: list[Plane], steps: Any) -> Plan:
    """The ruling S-A10 as it is written: all paths, all stops, the least of them."""
    paths = [path for path in every_path(plane, length, m, steps) if stays(m, plane, path)]
    ranked = sorted(bombers, key=lambda b: ((b.x - plane.x) ** 2 + (b.y - plane.y) ** 2, -b.damage))
    for target in ranked if m.ruled["german_targets"] == "any" else ranked[:1]:
        plan = brute_at(m, plane, length, target, bombers, paths, steps)
        if plan is not None:
            return plan
    target = closest(plane, bombers)

    def near(path: Path) -> Any:
        x, y, _ = path.at(plane.x, plane.y, plane.heading, path.total)
        return (target.x - x) ** 2 + (target.y - y) ** 2, abs(path.pivot), path.pivot > 0, path.first

    return Plan(min(paths, key=near)) if paths else Plan(Path(length))


def brute_at(
    m: Any, plane: Plane, length: int, target: Plane, bombers: list[Plane], paths: list[Path], steps: Any
) -> Plan | None:
    """The best plan against one target."""
    best: tuple[Any, Plan] | None = None
    for path in paths:
        for stop in range(0, length + 1, steps.stop):
            x, y, heading = path.at(plane.x, plane.y, plane.heading, stop)
            if not can_fire(m, x, y, heading, target):
                continue
            ahead = dead_ahead(m, x, y, heading, target)
            guns = guns_on(m, bombers, x, y)
            if m.ruled["guns_at_end"] == "yes" and stop < length:
                guns += guns_on(m, bombers, *path.at(*plane.place, length)[:2])
            key = (not ahead, guns, stop, abs(path.pivot), path.pivot > 0, path.first if path.pivot else 0)
            if best is None or key < best[0]:
                best = key, Plan(path, stop, target.key, ahead, guns)
    return best[1] if best is not None else None


def game_of(book: Any, seed: str, scenario: int, player: Any, **rulings: str) -> tuple[Any, Journal]:
    """A whole game, logged."""
    journal = Journal()
    state = fly(
        book.game, book.rulebook(rulings), SeededDice(seed), setup=Setup(scenario), player=player, journal=journal
    )
    return state, journal


def move_decision(*args: Any) -> Any:
    """The question about an aircraft's move."""
    return next(chosen_path(*args))
