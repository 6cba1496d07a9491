"""Dice that the player throws by hand: play pauses until their faces are entered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from combatbox.core.annotations import frozen
from combatbox.core.dice import BY_HAND, SeededDice, check_faces, describe_dice, seed_from_header
from combatbox.core.errors import DiceError

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
