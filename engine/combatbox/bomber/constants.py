"""What constants of every bomber game are made of: the kinds that a game's own `constants.py` declares its names by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from combatbox.core.declared import Least, Most, OfTable

MANY = 1000
"""More than any count of these games; what is drawn or rolled so often still ends."""

Count = Annotated[int, Least(1), Most(MANY)]
OrNone = Annotated[int, Least(0), Most(MANY)]
TableId = Annotated[str, OfTable()]
Names = Annotated[list[str], Least(1)]
Wing = Literal["port", "starboard"]


@dataclass(frozen=True)
class Span:
    """From one number to another."""

    first: Count
    last: Count


@dataclass(frozen=True)
class BomberName:
    """What a bomber is called that nobody has named."""

    bomber: str


@dataclass(frozen=True)
class Rosters:
    """Names to give out in a tour."""

    bombers: Names
    first: Names
    last: Names


@dataclass(frozen=True)
class LightWounds:
    """How many light wounds are a handicap, as bad as a serious one, and the end of a man."""

    handicap: Count
    serious: Count
    dead: Count
