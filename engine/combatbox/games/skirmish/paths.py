"""Moves of aircraft: a straight leg, one turn, and another straight leg (G7).

The module checks moves, computes where they lead, and reads them from text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from combatbox.core.annotations import frozen
from combatbox.core.errors import IllegalChoice
from combatbox.core.tabletop import Reach
from combatbox.games.skirmish.effects import inches
from combatbox.games.skirmish.geometry import INCH, ahead
from combatbox.games.skirmish.parameters import Measures
from combatbox.games.skirmish.state import Plane

_TYPED = re.compile(r"(\d{1,2}(?:\.\d{1,3})?)(?:\s+([lr])\s*(\d{1,3})(?:\s+(\d{1,2}(?:\.\d{1,3})?))?)?", re.IGNORECASE)


@frozen
class Path:
    """A move, in thousandths of an inch and degrees.

    Attributes:
        first: the length of the first leg.
        pivot: the turn; a negative turn is to the left.
        second: the length of the second leg.
    """

    first: int
    pivot: int = 0
    second: int = 0

    @property
    def total(self) -> int:
        """The length of the whole move."""
        return self.first + self.second

    @property
    def words(self) -> str:
        """The text of the move in the format that players type: `6 L40 8`, `14`."""
        if not self.pivot:
            return inches(self.first)
        return f"{inches(self.first)} {'L' if self.pivot < 0 else 'R'}{abs(self.pivot)} {inches(self.second)}"

    @property
    def in_words(self) -> str:
        """The move in words: `15 degrees left after 3 inches, then 11 inches`."""
        if not self.pivot:
            return f"straight on, {of_inches(self.total)}"
        side = "left" if self.pivot < 0 else "right"
        turn = f"{abs(self.pivot)} degrees {side} after {of_inches(self.first)}"
        return f"{turn}, then {of_inches(self.second)}" if self.second else f"{turn}, at the end"

    def at(self, x: int, y: int, heading: int, flown: int) -> tuple[int, int, int]:
        """Return the position and heading after part of the move.

        The aircraft turns when the second leg begins, or at the end if there is no second leg (S-A33).

        Args:
            x: the start, across the table.
            y: the start, along the table.
            heading: the heading at the start.
            flown: the length flown so far.
        """
        if flown < self.first or (flown == self.first and (self.second or not self.pivot)):
            return *ahead(x, y, heading, flown), heading
        x, y = ahead(x, y, heading, self.first)
        heading = (heading + self.pivot) % 360
        return *ahead(x, y, heading, flown - self.first), heading


def of_inches(thousandths: int) -> str:
    """Format a length in thousandths of an inch with its unit: `1 inch`, `6.25 inches`."""
    return f"{inches(thousandths)} inch{'' if thousandths == INCH else 'es'}"


def reaches(m: Measures, start: tuple[int, int, int], path: Path, flown: int) -> bool:
    """Return True if an aircraft is still on the table after part of a path.

    The legs are straight and the table is convex, so it suffices to test the turning point and the end.

    Args:
        m: the measures of the game.
        start: the position and heading at the start.
        path: the path.
        flown: the length flown.
    """
    if flown > path.first and not m.on_table(*ahead(*start, path.first)):
        return False
    x, y, _ = path.at(*start, flown)
    return m.on_table(x, y)


def stays(m: Measures, plane: Plane, path: Path) -> bool:
    """Return True if an aircraft is still on the table at the end of a path."""
    return reaches(m, plane.place, path, path.total)


def fault(m: Measures, plane: Plane, path: Path, length: int) -> str:
    """Return a message with the error in a move; empty if it is legal (S-610 to S-615, G7).

    Args:
        m: the measures of the game.
        plane: the aircraft.
        path: the move.
        length: the required length of the move.
    """
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


def input_format(m: Measures, plane: Plane, length: int) -> str:
    """Return a description of how to type a move, with legal examples for this aircraft.

    Args:
        m: the measures of the game.
        plane: the aircraft.
        length: the length of the move.
    """
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
    """Return the area that an aircraft can reach in a move of this length."""
    moves = m.moves[plane.type]
    straight, latest = moves.straight * INCH, m.latest(plane.type, length)
    turn = moves.turn if straight < length and straight <= latest else 0
    return Reach(plane.key, plane.place, length, min(length, straight), turn, INCH, latest)


def parse_move(text: str, length: int = 0) -> Path:
    """Parse the text of a move, legal or not.

    Args:
        text: the move as it is typed.
        length: the length of the whole move, from which the second leg is computed if the text omits it.

    Raises:
        IllegalChoice: the text is not a move.
    """
    typed = _TYPED.fullmatch(text.strip())
    if not typed:
        raise IllegalChoice(
            f"{text[:40]!r}: is not a move; write LEG, TURN, LEG, such as 6 L40 8, or one leg straight on."
        )
    first = units(typed[1])
    if typed[2] is None:
        return Path(first)
    pivot = int(typed[3]) * (-1 if typed[2] in "lL" else 1)
    second = length - first if typed[4] is None else units(typed[4])
    return Path(first, pivot, second) if pivot else Path(first + second)


def read_path(text: str, m: Measures, plane: Plane, length: int) -> Path:
    """Parse the text of a move and check that it is legal.

    Args:
        text: the move as it is typed; the second leg may be omitted.
        m: the measures of the game.
        plane: the aircraft.
        length: the required length of the move.

    Raises:
        IllegalChoice: the text is not a move, or the move is not legal.
    """
    path = parse_move(text, length)
    problem = fault(m, plane, path, length)
    if problem:
        raise IllegalChoice(f"{text[:40]!r}: {problem}")
    return path


def units(text: str) -> int:
    """Convert inches with at most three decimals to thousandths of an inch."""
    whole_inches, _, decimals = text.partition(".")
    return int(whole_inches) * INCH + int(decimals.ljust(3, "0") or 0)


def any_path(m: Measures, plane: Plane, length: int, chance: Callable[[], float]) -> Path:
    """Return a random legal move.

    One move in four is straight; the others turn by a random angle after a random length.

    Args:
        m: the measures of the game.
        plane: the aircraft.
        length: the length of the move.
        chance: a function that returns random numbers of at least 0 and below 1.
    """
    moves = m.moves[plane.type]
    shortest = moves.straight * INCH
    latest = m.last_leg(plane.type, length)
    if latest < shortest or chance() < 0.25:
        return Path(length)
    first = shortest + int(chance() * (latest + 1 - shortest))
    pivot = int(chance() * (2 * moves.turn + 1)) - moves.turn
    if pivot == -180:
        pivot = 180  # the same turn
    return Path(first, pivot, length - first) if pivot else Path(length)
