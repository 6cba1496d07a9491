"""Dice: the notations that tables use, and the sources of dice for a flight.

All dice are six-sided. Each throw names its table and the man or gun it is for, so that a script can check that the
right roll is requested and a person at the table knows which dice to throw. With `EnteredDice` play pauses until the
player enters the faces.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, Final, Protocol

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError, DiceError

SIDES: Final = 6
FACES: Final = range(1, SIDES + 1)


@frozen
class Notation:
    """The number of dice in a throw, and how they are read.

    Attributes:
        text: the notation as in the tables: `2d6`.
        count: the number of dice, 0 for none.
        reading: `sum`; `digits` (first die tens, second die ones: 11 to 66); `highest` (the position, from 1, of the
            single highest die, 0 for a tie); `opposed` (a die for each of two sides, read as two digits: 53 is a five
            against a three); or `none` for a chart, for which no dice are rolled.

    Example:
        >>> dice = notation("2d6")
        >>> dice.words
        '2D6'
        >>> dice.read((3, 4))
        7
        >>> dice.weights()[7]
        6
    """

    text: str
    count: int
    reading: str

    def read(self, faces: Sequence[int]) -> int:
        """Return the natural roll of some faces.

        If there are more faces than `count`, `sum` and `highest` use all of them, and `digits` uses the first two.
        """
        if self.reading == "sum":
            return sum(faces)
        if self.reading in ("digits", "opposed"):
            return faces[0] * 10 + faces[1]
        top = max(faces)
        return 0 if faces.count(top) > 1 else faces.index(top) + 1

    def weights(self) -> Mapping[int, int]:
        """Return the number of equally likely throws that result in each natural roll."""
        return _weights(self)

    def rolls(self) -> tuple[int, ...]:
        """Return every possible natural roll, ascending; empty for a chart."""
        return tuple(self.weights()) if self.count else ()

    @property
    def words(self) -> str:
        """The notation as players write it: 1D6, 2D6, D66."""
        if self.reading == "opposed":
            return "1D6 for each side"
        return self.text.upper().replace("-HIGHEST", ", highest") if self.count else "no dice"


@cache
def _weights(notation: Notation) -> Mapping[int, int]:
    dice = notation.count
    if notation.reading == "none":
        return {}
    if notation.reading in ("digits", "opposed"):
        return {notation.read(faces): 1 for faces in product(FACES, repeat=dice)}
    if notation.reading == "highest":
        alone = sum((top - 1) ** (dice - 1) for top in FACES)
        return {0: SIDES**dice - dice * alone} | dict.fromkeys(range(1, dice + 1), alone)
    ways = {0: 1}
    for _ in range(dice):
        ways = {
            total: sum(ways.get(total - face, 0) for face in FACES)
            for total in range(min(ways) + 1, max(ways) + SIDES + 1)
        }
    return ways


@cache
def throw_readings(notation: Notation) -> tuple[int, ...]:
    """Return the natural roll of every possible throw, in the order of `all_throws`."""
    return tuple([notation.read(faces) for faces in all_throws(notation.count)])


_SEEDED = "seed "
THEN = ", then "
"""The separator between the sources of a tour's dice, in the header of its log."""

BY_HAND = "manual"
"""The text in a log's header for real dice."""


def describe_dice(seed: str) -> str:
    """Return the text that records dice with this seed in the header of a log."""
    return f"{_SEEDED}{seed}"


def seed_from_header(dice: str) -> str | None:
    """Return the seed of the dice from their text in the header of a log.

    Returns:
        The seed, or None for dice that were entered and for a tour that was continued with other dice.
    """
    return dice.removeprefix(_SEEDED) if dice.startswith(_SEEDED) and THEN not in dice else None


_NOTATION = re.compile(
    r"(?:(?P<opposed>1d6-opposed)|(?P<count>[1-9])d6(?P<highest>-highest)?|(?P<digits>d66)|(?P<none>none))\Z"
)


def notation(text: str) -> Notation:
    """Parse a notation: `1d6` to `9d6`, `d66`, `3d6-highest`, `1d6-opposed`, `none`.

    Raises:
        DiceError: the text is not a dice notation.

    Example:
        >>> notation("d66").read((5, 3))
        53
        >>> notation("3d6-highest").read((2, 6, 1))
        2
    """
    match = _NOTATION.match(text)
    if not match:
        raise DiceError(f"{text!r} is not a dice notation; write 1d6, 2d6, 3d6, d66, 3d6-highest, 1d6-opposed or none")
    if match["none"]:
        return Notation(text, 0, "none")
    if match["digits"] or match["opposed"]:
        return Notation(text, 2, "digits" if match["digits"] else "opposed")
    return Notation(text, int(match["count"]), "highest" if match["highest"] else "sum")


class Dice(Protocol):
    """A source of dice."""

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Throw dice and return `count` faces, each 1 to 6.

        Args:
            count: the number of dice.
            table: the id of the table that the throw is for.
            who: the man, gun or fighter that the throw is for; empty if it is for nobody in particular.
        """


THROWS: Final = ((), tuple(product(FACES, repeat=1)), tuple(product(FACES, repeat=2)))
"""All throws of no die, of one die and of two dice, in the order of `all_throws`; computed once."""


class SeededDice:
    """Dice from a seed: the same faces on every Python version and platform.

    Only `random.Random(str).random()` is used; Python guarantees its sequence, and it does not depend on hash
    randomisation or word size.

    Attributes:
        chance: a function that returns the next number of the sequence, at least 0 and less than 1. Callers that do not
            need faces use `int(chance() * SIDES)`, which is a die from 0 to 5.
        seed: the seed as text.

    Example:
        >>> SeededDice("1943").throw(2, "B-1", "")
        (6, 6)
    """

    __slots__ = ("chance", "seed")

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        try:
            self.chance: Callable[[], float] = random.Random(self.seed).random
        except UnicodeEncodeError:
            raise DiceError(f"seed {self.seed!r}: has bytes that are not UTF-8; write letters and digits") from None

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the next `count` faces of the seed's sequence."""
        roll = self.chance
        if count == 1:
            return THROWS[1][int(roll() * SIDES)]
        if count == 2:
            return THROWS[2][int(roll() * SIDES) * SIDES + int(roll() * SIDES)]
        return tuple([int(roll() * SIDES) + 1 for _ in range(count)])


class TableDice:
    """Dice of which each table has a sequence of its own.

    However often the dice of one table are thrown, those of all others stay the same.

    Args:
        seed_of: a function that returns the seed of a table's sequence from the id of the table.
    """

    __slots__ = ("_seed_of", "_sequences")

    def __init__(self, seed_of: Callable[[str], str]) -> None:
        self._seed_of = seed_of
        self._sequences: dict[str, SeededDice] = {}

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the next `count` faces of the table's sequence."""
        dice = self._sequences.get(table)
        if dice is None:
            dice = self._sequences[table] = SeededDice(self._seed_of(table))
        return dice.throw(count, table, who)


DAY = "day "
"""The beginning of the seed of a mission of the day: `day 2026-12-01`."""


def day_dice(seed: str, others: Collection[str] = (), flight: str = "") -> TableDice:
    """Return the dice of a mission of the day.

    Args:
        seed: the seed, which begins with `DAY`.
        others: the ids of tables whose dice are those of one flight alone.
        flight: the name of this flight.
    """
    return TableDice(lambda table: f"{seed}, {table}{flight if table in others else ''}")


class ListedDice:
    """Dice that return the faces in a list, in order.

    Example:
        >>> ListedDice([6, 1]).throw(2, "B-1", "")
        (6, 1)
    """

    __slots__ = ("_faces", "_next")

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = check_faces(faces)
        self._next = 0

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the next `count` faces of the list.

        Raises:
            DiceError: the list has too few faces left; the message names the throw.
        """
        end = self._next + count
        if end > len(self._faces):
            raise DiceError(
                f"the dice ran out: {table}{f' ({who})' if who else ''} needs {count} more, "
                f"{len(self._faces) - self._next} left of {len(self._faces)}"
            )
        faces = self._faces[self._next : end]
        self._next = end
        return faces

    def finish(self) -> None:
        """Check that all faces of the list were used.

        Raises:
            DiceError: some faces were not used.
        """
        unused = len(self._faces) - self._next
        if unused:
            raise DiceError(f"{unused} dice left over after throw {self._next}: {list(self._faces[self._next :])}")


class ResumedDice:
    """Dice that return the faces of a log first, then throw other dice.

    Args:
        faces: the recorded faces.
        then: the dice to throw when the recorded faces are used up.
    """

    __slots__ = ("_left", "_listed", "_then")

    def __init__(self, faces: Sequence[int], then: Dice) -> None:
        self._listed = ListedDice(faces)
        self._left = len(faces)
        self._then = then

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the next recorded faces, or a new throw once the recorded faces are used up."""
        if self._left <= 0:
            return self._then.throw(count, table, who)
        self._left -= count
        return self._listed.throw(count, table, who)


class DiceExhausted(Exception):
    """Raised by `PrefixDice` when its throws are used up.

    To enumerate all throws, the caller then tries each possible next throw.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(count)


class PrefixDice:
    """Dice that return a given sequence of throws, the prefix; used to enumerate all possible throws.

    When the prefix is used up, `DiceExhausted` is raised.
    """

    __slots__ = ("_next", "_throws")

    def __init__(self, throws: Sequence[tuple[int, ...]]) -> None:
        self._throws = throws
        self._next = 0

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the next throw of the prefix.

        Raises:
            DiceExhausted: the prefix is used up.
        """
        if self._next == len(self._throws):
            raise DiceExhausted(count)
        faces = self._throws[self._next]
        self._next += 1
        return faces


MOST_THROWS = 1000
"""The maximum number of repeated throws; the rows of house rules could repeat a roll for ever."""


def throws_again(problem: str) -> Iterator[int]:
    """Yield once for each repeated throw, and raise an error after `MOST_THROWS`.

    Args:
        problem: the message of the error, with the remedy.

    Yields:
        The number of throws so far, from 0.

    Raises:
        CombatBoxError: the dice still have to be thrown again after `MOST_THROWS` throws.
    """
    yield from range(MOST_THROWS)
    raise CombatBoxError(problem)


def all_throws(count: int) -> Iterator[tuple[int, ...]]:
    """Return all possible throws of `count` dice, each equally likely."""
    return product(FACES, repeat=count)


def dice_for_total(total: int) -> tuple[int, int]:
    """Return two faces with the given total and the smallest possible difference.

    It is used for sources that state only the total of a throw.

    Raises:
        DiceError: two dice cannot make this total.

    Example:
        >>> dice_for_total(7)
        (3, 4)
    """
    if not 2 <= total <= 2 * SIDES:
        raise DiceError(f"two dice cannot total {total}; the total must be 2 to 12")
    return total // 2, total - total // 2


def check_faces(faces: Sequence[Any]) -> tuple[int, ...]:
    """Return the faces of dice as a tuple if all of them are valid.

    Raises:
        DiceError: a value is not a whole number from 1 to 6.
    """
    for face in faces:
        if type(face) is not int or face not in FACES:
            raise DiceError(f"{face!r} is not a face of a die; a face is 1 to 6")
    return tuple(faces)


def parse_faces(text: str) -> tuple[int, ...]:
    """Parse faces typed by a person: `3,4`, `3 4` or `34`.

    Raises:
        DiceError: the text is empty, or contains anything but faces from 1 to 6.

    Example:
        >>> parse_faces("6 1")
        (6, 1)
    """
    marks = re.findall(r"[^\s,;]", text)
    if not marks or any(mark not in "123456" for mark in marks):
        typed = text.strip()
        shown = typed if len(typed) <= 40 else f"{typed[:40]}..."
        raise DiceError(f"{shown!r} is not a throw; type faces 1 to 6, for example 3,4")
    return tuple(int(mark) for mark in marks)


_TABLES_PREFIX, _SEED_PREFIX = f"{BY_HAND}, for ", "; else "
"""The texts in a log's header for mixed dice: the tables whose dice are entered, and the seed of the others."""


@frozen
class Throw:
    """Dice to be thrown: their number, the table that they are for, and the man or player who throws."""

    count: int
    table: str
    who: str


class Wanted(BaseException):
    """Raised in the middle of a roll to ask for real dice; the flight is replayed later with their faces.

    It is not a subclass of Exception, so that a game rule that handles errors cannot catch it.
    """

    def __init__(self, throw: Throw) -> None:
        self.throw = throw
        super().__init__(throw.table)


Ask = Callable[[Throw], Sequence[int]]
"""Asks the player for the faces of a throw."""


def seeded_after(seed: str, thrown: int) -> SeededDice:
    """Return the dice of a seed after this number of them has been thrown."""
    dice = SeededDice(seed)
    for _ in range(thrown):
        dice.chance()
    return dice


class EnteredDice:
    """Dice whose faces the player enters, for all tables or only for chosen ones.

    For the other tables, the faces come from a seed. The seed also advances by one die for each entered die, so its
    faces are the same whichever tables are chosen.

    Args:
        tables: the ids of the tables for which the player throws; without a seed, it is all of them.
        seed: the seed of the dice for the other tables.
        ask: a function that asks the player for the faces of a throw; without one, the game pauses for each throw.
    """

    def __init__(self, tables: Collection[str] = (), seed: str | None = None, ask: Ask | None = None) -> None:
        self.tables, self.seed, self.ask = tuple(sorted(tables)), seed, ask
        self._entered: tuple[int, ...] = ()
        self._seeded: SeededDice | None = None

    @property
    def description(self) -> str:
        """The description of the dice in a log's header."""
        return (
            BY_HAND
            if self.seed is None
            else f"{_TABLES_PREFIX}{' '.join(self.tables)}{_SEED_PREFIX}{describe_dice(self.seed)}"
        )

    @classmethod
    def of(cls, description: str, ask: Ask | None = None) -> EnteredDice:
        """Return the dice that a log header describes.

        If the description has no seed, all dice are entered.
        """
        head, _separator, rest = description.partition(_SEED_PREFIX)
        seed = seed_from_header(rest)
        return (
            cls(head.removeprefix(_TABLES_PREFIX).split(), seed, ask)
            if seed is not None and head.startswith(_TABLES_PREFIX)
            else cls(ask=ask)
        )

    def after(self, thrown: int) -> EnteredDice:
        """Skip the dice of the seed that have already been thrown, and return this object."""
        if self.seed is not None:
            self._seeded = seeded_after(self.seed, thrown)
        return self

    def by_hand(self, table: str) -> bool:
        """Return True if the player throws for this table."""
        return self.seed is None or table in self.tables

    def pauses(self, table: str) -> bool:
        """Return True if the game pauses until the player has thrown for this table."""
        return self.ask is None and self.by_hand(table)

    def give(self, throw: Throw, faces: Sequence[int]) -> None:
        """Enter the faces of a throw.

        Raises:
            DiceError: a face is not valid, or the number of faces is wrong.
        """
        checked = check_faces(faces)
        if len(checked) != throw.count:
            raise DiceError(f"{throw.table} takes {throw.count} dice (got {len(checked)} faces)")
        self._entered = tuple(checked)

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the faces that the player has entered or, for a table of the seed, the faces that the seed throws.

        Raises:
            Wanted: the player has to throw.
        """
        if not self.by_hand(table):
            assert self._seeded
            return self._seeded.throw(count, table, who)
        wanted = Throw(count, table, who)
        if self.ask:
            self._entered = tuple(self.ask(wanted))
        if not self._entered:
            raise Wanted(wanted)
        faces, self._entered = self._entered, ()
        if self._seeded:
            self._seeded.throw(count, table, who)
        return faces
