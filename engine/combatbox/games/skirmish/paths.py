"""A move: a straight leg, one pivot on the spot, a straight leg (G7). What is legal, where it leads, and how it is typed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from combatbox.core.errors import IllegalChoice
from combatbox.core.tabletop import Reach
from combatbox.games.skirmish.effects import inches
from combatbox.games.skirmish.geometry import INCH, ahead
from combatbox.games.skirmish.parameters import Measures
from combatbox.games.skirmish.state import Plane

_TYPED = re.compile(r"(\d{1,2}(?:\.\d{1,3})?)(?:\s+([lr])\s*(\d{1,3})(?:\s+(\d{1,2}(?:\.\d{1,3})?))?)?", re.IGNORECASE)


@dataclass(frozen=True)
class Path:
    """First leg, turn (to the left below nothing) and second leg, in thousandths of an inch and degrees."""

    first: int
    pivot: int = 0
    second: int = 0

    @property
    def total(self) -> int:
        """How far it goes."""
        return self.first + self.second

    @property
    def words(self) -> str:
        """As it is typed: `6 L40 8`, `14`."""
        if not self.pivot:
            return inches(self.first)
        return f"{inches(self.first)} {'L' if self.pivot < 0 else 'R'}{abs(self.pivot)} {inches(self.second)}"

    def at(self, x: int, y: int, heading: int, flown: int) -> tuple[int, int, int]:
        """Place and heading once so much of it is flown.

        The turn is made as the second leg begins, or at the end of a move that has none after it (S-A33).
        """
        if flown < self.first or (flown == self.first and (self.second or not self.pivot)):
            return *ahead(x, y, heading, flown), heading
        x, y = ahead(x, y, heading, self.first)
        heading = (heading + self.pivot) % 360
        return *ahead(x, y, heading, flown - self.first), heading


def reaches(m: Measures, start: tuple[int, int, int], path: Path, flown: int) -> bool:
    """Whether an aircraft has not left the table when it has flown so much of a path; legs are straight, the table has no dents."""
    if flown > path.first and not m.on_table(*ahead(*start, path.first)):
        return False
    x, y, _ = path.at(*start, flown)
    return m.on_table(x, y)


def stays(m: Measures, plane: Plane, path: Path) -> bool:
    """Whether an aircraft is still on the table when it has flown all of a path."""
    return reaches(m, plane.place, path, path.total)


def fault(m: Measures, plane: Plane, path: Path, length: int) -> str:
    """What is wrong with a move of so many thousandths; nothing where it is legal (S-610 to S-615, G7)."""
    moves = m.moves[plane.type]
    if path.total != length:
        return f"it flies {inches(path.total)} inches; the whole move is {inches(length)}"
    if not path.pivot:
        return ""
    if path.first < moves.straight * INCH:
        return f"it turns after {inches(path.first)} inches; {moves.straight} are flown straight first"
    if abs(path.pivot) > moves.turn:
        return f"it turns by {abs(path.pivot)} degrees; {moves.turn} are the most"
    latest = m.latest(plane.type, length)
    if path.first > latest:
        return f"it turns after {inches(path.first)} inches; here it may turn after {inches(latest)} at the latest"
    return ""


def form(m: Measures, plane: Plane, length: int) -> str:
    """How a move of so many thousandths is typed, with moves as examples that this aircraft may make."""
    straight = m.moves[plane.type].straight * INCH
    plain = f"{inches(length)} flies straight"
    if length <= straight or m.latest(plane.type, length) < straight:
        return f"a move as one LEG in inches, for it is too short for a turn: {plain}"
    first, second = inches(straight), inches(length - straight)
    return (
        f"a move as LEG, TURN, LEG in inches and degrees: {first} L40 {second} flies {first}, turns left by 40 and flies "
        f"{second}; {plain}"
    )


def reach_of(m: Measures, plane: Plane, length: int) -> Reach:
    """Where an aircraft may come in a move of so many thousandths."""
    moves = m.moves[plane.type]
    straight, latest = moves.straight * INCH, m.latest(plane.type, length)
    turn = moves.turn if straight < length and straight <= latest else 0
    return Reach(plane.key, plane.place, length, min(length, straight), turn, INCH, latest)


def path_of(text: str, length: int = 0) -> Path:
    """A move from its words, legal or not. The last leg may be left out of one of that length. Raises IllegalChoice."""
    typed = _TYPED.fullmatch(text.strip())
    if not typed:
        raise IllegalChoice(f"{text[:40]!r} is no move; write LEG, TURN, LEG, such as 6 L40 8, or one leg straight on")
    first = units(typed[1])
    if typed[2] is None:
        return Path(first)
    pivot = int(typed[3]) * (-1 if typed[2] in "lL" else 1)
    second = length - first if typed[4] is None else units(typed[4])
    return Path(first, pivot, second) if pivot else Path(first + second)


def read_path(text: str, m: Measures, plane: Plane, length: int) -> Path:
    """A move as it is typed. The last leg may be left out. Raises IllegalChoice."""
    path = path_of(text, length)
    wrong = fault(m, plane, path, length)
    if wrong:
        raise IllegalChoice(f"{text[:40]!r}: {wrong}")
    return path


def units(text: str) -> int:
    """Thousandths of an inch from inches as they are typed, with three decimals at most."""
    whole, _, part = text.partition(".")
    return int(whole) * INCH + int(part.ljust(3, "0") or 0)


def any_path(m: Measures, plane: Plane, length: int, chance: Callable[[], float]) -> Path:
    """Any legal move, by chance: straight on one time in four, or turning after any length by any angle."""
    moves = m.moves[plane.type]
    least = moves.straight * INCH
    latest = m.last_leg(plane.type, length)
    if latest < least or chance() < 0.25:
        return Path(length)
    first = least + int(chance() * (latest + 1 - least))
    pivot = int(chance() * (2 * moves.turn + 1)) - moves.turn
    if pivot == -180:
        pivot = 180  # the same turn
    return Path(first, pivot, length - first) if pivot else Path(length)
