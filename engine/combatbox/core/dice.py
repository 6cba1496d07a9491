"""Dice: the notations tables use, and the kinds of dice a flight can be handed.

All dice are six-sided. Whoever throws says for which table and for whom, so that a script can check that
the right roll is asked for and a person at the table knows which dice to throw.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final, Protocol

from combatbox.core.errors import DiceError

SIDES: Final = 6
FACES: Final = range(1, SIDES + 1)


@dataclass(frozen=True)
class Notation:
    """How many dice are thrown and how they are read.

    `reading` is `sum`; `digits` (first die tens, second die ones: 11 to 66); `highest` (the place, from 1,
    of the single highest die, 0 for a tie); `opposed` (a die for each of two sides, read as two digits: 53 is a five
    against a three); or `none` for a chart that is not rolled on.
    """

    text: str
    count: int
    reading: str

    def read(self, faces: Sequence[int]) -> int:
        """The natural roll that these faces show. More faces than `count` are read alike (summed)."""
        if self.reading == "sum":
            return sum(faces)
        if self.reading in ("digits", "opposed"):
            return faces[0] * 10 + faces[1]
        top = max(faces)
        return 0 if faces.count(top) > 1 else faces.index(top) + 1

    def weights(self, count: int | None = None) -> Mapping[int, int]:
        """Each natural roll with the number of equally likely ways to throw it (of 6 ** dice)."""
        return _weights(self, count or self.count)

    def rolls(self) -> tuple[int, ...]:
        """Every natural roll there is, ascending. Empty for a chart."""
        return tuple(self.weights()) if self.count else ()

    @property
    def words(self) -> str:
        """The notation as the games' players write it: 1D6, 2D6, D66."""
        if self.reading == "opposed":
            return "1D6 for each side"
        return self.text.upper().replace("-HIGHEST", ", highest") if self.count else "no dice"


@cache
def _weights(notation: Notation, dice: int) -> Mapping[int, int]:
    if notation.reading == "none":
        return {}
    if notation.reading in ("digits", "opposed"):
        return {notation.read(faces): 1 for faces in product(FACES, repeat=dice)}
    if notation.reading == "highest":
        alone = sum((top - 1) ** (dice - 1) for top in FACES)
        return {0: SIDES**dice - dice * alone} | dict.fromkeys(range(1, dice + 1), alone)
    found = {0: 1}
    for _ in range(dice):
        found = {
            total: sum(found.get(total - face, 0) for face in FACES)
            for total in range(min(found) + 1, max(found) + SIDES + 1)
        }
    return found


@cache
def throw_readings(notation: Notation) -> tuple[int, ...]:
    """What every throw of a notation is read as, in the order of `all_throws`."""
    return tuple([notation.read(faces) for faces in all_throws(notation.count)])


_SEEDED = "seed "
BY_HAND = "manual"
"""How a log tells of real dice."""


def describe_dice(seed: str) -> str:
    """How a log tells of the dice of a seed."""
    return f"{_SEEDED}{seed}"


def seed_from_header(dice: str) -> str | None:
    """The seed that a log's dice are of; None where they were thrown by hand."""
    return dice.removeprefix(_SEEDED) if dice.startswith(_SEEDED) else None


_NOTATION = re.compile(
    r"(?:(?P<opposed>1d6-opposed)|(?P<count>[1-9])d6(?P<highest>-highest)?|(?P<digits>d66)|(?P<none>none))\Z"
)


@cache
def notation(text: str) -> Notation:
    """Read a dice notation: `1d6` to `9d6`, `d66`, `3d6-highest`, `1d6-opposed`, `none`.

    Raises DiceError for anything else.
    """
    found = _NOTATION.match(text)
    if not found:
        raise DiceError(f"{text!r} is no dice notation; write 1d6, 2d6, 3d6, d66, 3d6-highest, 1d6-opposed or none")
    if found["none"]:
        return Notation(text, 0, "none")
    if found["digits"] or found["opposed"]:
        return Notation(text, 2, "digits" if found["digits"] else "opposed")
    return Notation(text, int(found["count"]), "highest" if found["highest"] else "sum")


class Dice(Protocol):
    """Where faces come from. `table` and `who` say what the throw is for."""

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """`count` faces, each 1 to 6."""


THROWS: Final = ((), tuple(product(FACES, repeat=1)), tuple(product(FACES, repeat=2)))
"""The throws of no die, of one and of two, in the order of `all_throws`, made once."""


class SeededDice:
    """Dice from a seed: the same faces on every Python version and platform.

    Only `random.Random(str).random()` is used; its sequence is promised by Python and does not depend on
    hash randomisation or word size.

    chance: the next number of the sequence. A die is `int(chance() * SIDES)` of it, from 0, to whoever has no use for faces.
    """

    __slots__ = ("chance", "seed")

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        self.chance: Callable[[], float] = random.Random(self.seed).random

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """The next `count` faces of the seed's sequence."""
        roll = self.chance
        if count == 1:
            return THROWS[1][int(roll() * SIDES)]
        if count == 2:
            return THROWS[2][int(roll() * SIDES) * SIDES + int(roll() * SIDES)]
        return tuple([int(roll() * SIDES) + 1 for _ in range(count)])


class ListedDice:
    """Faces from a list, in order. Running out raises DiceError naming the throw; so does `finish` on rest."""

    __slots__ = ("_faces", "_next")

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = check_faces(faces)
        self._next = 0

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """The next `count` faces of the list."""
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
        """Raise DiceError when faces are left over."""
        left = len(self._faces) - self._next
        if left:
            raise DiceError(f"{left} dice left over after throw {self._next}: {list(self._faces[self._next :])}")


class ManualDice:
    """A person throws real dice and types them in; `ask` shows a prompt and gives back what was typed.

    throws: who throws on a table, for the prompt; nothing where nobody needs to be told.
    """

    __slots__ = ("_ask", "_tell", "_throws")

    def __init__(
        self, ask: Callable[[str], str], tell: Callable[[str], None], throws: Callable[[str], str] = lambda table: ""
    ) -> None:
        self._ask, self._tell, self._throws = ask, tell, throws

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Ask until `count` faces are typed; a slip is explained and asked for again."""
        person = self._throws(table)
        what = f"{table}{f', {who}' if who else ''}: throw {count} {'die' if count == 1 else 'dice'}: "
        prompt = f"{person}, {what}" if person else what
        while True:
            try:
                faces = parse_faces(self._ask(prompt))
                if len(faces) == count:
                    return faces
                self._tell(f"that is {len(faces)} dice; {count} wanted")
            except DiceError as error:
                self._tell(str(error))


class DiceExhausted(Exception):
    """Raised by PrefixDice when its faces are used up: the enumeration branches here."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(count)


class PrefixDice:
    """Dice for enumeration: the given throws, then NeedMoreDice."""

    __slots__ = ("_next", "_throws")

    def __init__(self, throws: Sequence[tuple[int, ...]]) -> None:
        self._throws = throws
        self._next = 0

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """The next given throw, or NeedMoreDice when there is none."""
        if self._next == len(self._throws):
            raise DiceExhausted(count)
        faces = self._throws[self._next]
        self._next += 1
        return faces


def all_throws(count: int) -> Iterator[tuple[int, ...]]:
    """Every way `count` dice can fall, each equally likely."""
    return product(FACES, repeat=count)


def dice_for_total(total: int) -> tuple[int, int]:
    """Two faces that make a total of which the source tells the sum alone: the pair nearest to equal.

    Raises DiceError when two dice cannot make it.
    """
    if not 2 <= total <= 2 * SIDES:
        raise DiceError(f"two dice cannot total {total}; 2 to 12 can")
    return total // 2, total - total // 2


def check_faces(faces: Sequence[Any]) -> tuple[int, ...]:
    """The same faces as a tuple; DiceError if one is not a face of a die, be it what it may."""
    for face in faces:
        if type(face) is not int or face not in FACES:
            raise DiceError(f"{face!r} is no face of a die; 1 to 6 are")
    return tuple(faces)


def parse_faces(text: str) -> tuple[int, ...]:
    """Faces typed by a person: `3,4`, `3 4` or `34`. Raises DiceError for anything but 1 to 6."""
    marks = re.findall(r"[^\s,;]", text)
    if not marks or any(mark not in "123456" for mark in marks):
        typed = text.strip()
        shown = typed if len(typed) <= 40 else f"{typed[:40]}..."
        raise DiceError(f"{shown!r} is no throw; type faces 1 to 6, for example 3,4")
    return tuple(int(mark) for mark in marks)
