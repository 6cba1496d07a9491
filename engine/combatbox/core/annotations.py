"""What a declaration of data says beyond its type: `Annotated[int, Least(1)]`, `Annotated[str, OfTable()]`.

Games declare with these and dataclasses what `game.yaml`, the names of a set-up and the parameters of their vocabulary
hold; `play.dataclass_validation` checks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Min:
    """A number that is at least this; a list of so many items or more."""

    least: int


@dataclass(frozen=True)
class Max:
    """A number that is at most this, so that nothing is done a million times."""

    most: int


@dataclass(frozen=True)
class AllKeys:
    """A mapping that has each key that its type allows."""


@dataclass(frozen=True)
class OfTable:
    """The id of a table of the game."""


@dataclass(frozen=True)
class OfConstant:
    """The name of a constant of `game.yaml` that is of this kind: a number, a list."""

    kind: type

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """The names of such constants in the game with these."""
        return tuple(name for name, value in constants.items() if type(value) is self.kind)


@dataclass(frozen=True)
class OfConditions:
    """A condition of the game's vocabulary."""


@dataclass(frozen=True)
class OneOf:
    """The words that a parameter may be, where the game's data lists them: the keys or the items of a constant.

    constant: its name among the constants of `game.yaml`. also: further words, beside those of the list.
    """

    constant: str
    also: tuple[str, ...] = ()

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """The words in the game with these constants; those in `also` alone where it has no such list."""
        listed = constants.get(self.constant, ())
        return (*(str(word) for word in (listed if isinstance(listed, (Mapping, list)) else ())), *self.also)
