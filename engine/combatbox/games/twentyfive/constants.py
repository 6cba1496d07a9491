"""What 25 and Out needs of `constants` in its `game.yaml`: each of them here, with its type.

The loader holds the file against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from combatbox.core.declared import Every, Least, Most, OfTable
from combatbox.games.twentyfive.parts import Gun, Place, Station

MANY = 1000
"""More than any count of these games; what is drawn or rolled so often still ends."""

Count = Annotated[int, Least(1), Most(MANY)]
TableId = Annotated[str, OfTable()]


@dataclass(frozen=True)
class Names:
    own: str
    wingmen: Annotated[list[str], Least(2)]


@dataclass(frozen=True)
class ApproachColours:
    target: str
    direction: str
    area: str


@dataclass(frozen=True)
class Constants:
    """All of them, in the order of the file."""

    missions: Count
    bombers: Count
    fighters: Count
    passes: Annotated[list[str], Least(1)]
    fire_dice: Count
    engines: Count
    engines_per_wing: Count
    target_tables: Annotated[list[TableId], Least(3)]
    names: Names
    places: Annotated[list[Place], Least(3)]
    colours: Annotated[dict[Place, str], Every()]
    approach_colours: ApproachColours
    stations: Annotated[list[Station], Least(1)]
    gunners: Annotated[dict[Gun, list[Station]], Every()]
