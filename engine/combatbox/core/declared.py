"""What a declaration of data says beyond its type: `Annotated[int, Least(1)]`, `Annotated[str, OfTable()]`.

Games declare with these and dataclasses what `game.yaml` and names of a set-up hold; `library.declared` checks it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Least:
    """A number that is at least this; a list of so many items or more."""

    least: int


@dataclass(frozen=True, slots=True)
class Most:
    """A number that is at most this, so that nothing is done a million times."""

    most: int


@dataclass(frozen=True, slots=True)
class Every:
    """A mapping that has each key that its type allows."""


@dataclass(frozen=True, slots=True)
class OfTable:
    """The id of a table of the game."""


@dataclass(frozen=True, slots=True)
class OfConditions:
    """A condition of the game's vocabulary."""
