"""Dice that somebody throws on a table of his own, where nobody can be kept waiting: play stops, and goes on with the faces."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from combatbox.core.dice import BY_HAND, SeededDice, check_faces, describe_dice, seed_from_header
from combatbox.core.errors import DiceError

_FOR, _ELSE = f"{BY_HAND}, for ", "; else "
"""How a log tells of mixed dice: the tables that are by hand, and the seed of the others."""


@dataclass(frozen=True)
class Throw:
    """Dice that are to be thrown: how many, for which table, and for whom."""

    count: int
    table: str
    who: str


class Wanted(BaseException):
    """A throw by hand, in the middle of a roll: the flight ends here and is flown again with the faces."""

    def __init__(self, throw: Throw) -> None:
        self.throw = throw
        super().__init__(throw.table)


class EnteredDice:
    """Dice by hand: of all tables, or `mixed`, of some, while a seed throws for the others.

    The seed goes on by every die that falls, whoever throws it: so what it throws does not hang on which tables are by hand.
    """

    def __init__(self, tables: Collection[str] = (), seed: str | None = None) -> None:
        self.tables, self.seed = tuple(sorted(tables)), seed
        self._given: tuple[int, ...] = ()
        self._seeded: SeededDice | None = None

    @property
    def told(self) -> str:
        """Where the dice come from, as a log says it."""
        return BY_HAND if self.seed is None else f"{_FOR}{' '.join(self.tables)}{_ELSE}{describe_dice(self.seed)}"

    @classmethod
    def of(cls, told: str) -> EnteredDice:
        """The dice that a log or a save tells; all by hand where it tells no seed in our words."""
        head, _parted, rest = told.partition(_ELSE)
        seed = seed_from_header(rest)
        return cls(head.removeprefix(_FOR).split(), seed) if seed is not None and head.startswith(_FOR) else cls()

    def after(self, thrown: int) -> EnteredDice:
        """These dice where so many have fallen before."""
        if self.seed is not None:
            self._seeded = SeededDice(self.seed)
            if thrown:
                self._seeded.throw(thrown, "resumed", "")
        return self

    def by_hand(self, table: str) -> bool:
        """Somebody throws for this table."""
        return self.seed is None or table in self.tables

    def give(self, throw: Throw, faces: Sequence[int]) -> None:
        """The faces of a throw that waits. Raises DiceError for faces that cannot be, too many or too few."""
        checked = check_faces(faces)
        if len(checked) != throw.count:
            raise DiceError(f"{len(checked)} faces; {throw.count} dice are thrown for {throw.table}")
        self._given = tuple(checked)

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """As they were given, or as the seed has it. Raises Wanted where somebody is to throw."""
        if not self.by_hand(table):
            assert self._seeded
            return self._seeded.throw(count, table, who)
        if not self._given:
            raise Wanted(Throw(count, table, who))
        faces, self._given = self._given, ()
        if self._seeded:
            self._seeded.throw(count, table, who)
        return faces
