"""The `constants` of 25 and Out's game.yaml, with their types.

The loader checks game.yaml against these classes.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from combatbox.core.annotations import AllKeys, FilledList, Max, Min, OfTable, frozen
from combatbox.core.flight import GameFlight
from combatbox.core.narration import GameNarrationContext
from combatbox.core.tables import GameRulebook
from combatbox.games.twentyfive.state import Place, State

MANY = 1000
"""An upper limit for counts, low enough that a game still ends."""

Gun = Literal["nose", "top_turret", "tail", "belly", "left_waist", "right_waist", "any_waist"]
Station = Literal[
    "bombardier",
    "navigator",
    "pilot",
    "copilot",
    "radioman",
    "top_gunner",
    "tail_gunner",
    "left_gunner",
    "right_gunner",
    "belly_gunner",
]
Count = Annotated[int, Min(1), Max(MANY)]
TableId = Annotated[str, OfTable()]


@frozen
class Names:
    """The default names of the player's bomber and the wingmen.

    Attributes:
        own: the name of the player's bomber.
        wingmen: the names of the wingmen, from left to right.
    """

    own: str
    wingmen: Annotated[list[str], Min(2)]


@frozen
class ApproachColours:
    """The colours of the three dice that are rolled for an approach.

    Attributes:
        target: the colour of the die for the bomber that is attacked.
        direction: the colour of the die for the direction of the attack.
        area: the colour of the die for the area that is hit.
    """

    target: str
    direction: str
    area: str


@frozen
class Constants:
    """All constants of the game, in the order of game.yaml.

    Attributes:
        missions: the number of missions in a tour.
        bombers: the number of bombers in the formation.
        fighters: the number of fighters that attack in a pass.
        passes: the passes of a mission, in the order of play.
        fire_dice: the number of dice that are rolled for a fire.
        engines: the number of engines of a bomber.
        engines_per_wing: the number of engines in each wing.
        target_tables: the tables of targets, one for each part of the tour.
        names: the names of the bombers until they are named.
        places: the places in the formation, from left to right.
        colours: the colour of each bomber's counters, by its place.
        approach_colours: the colours of the dice of an approach.
        stations: the stations of the crew.
        gunners: the stations of the men who can fire each gun.
    """

    missions: Count
    bombers: Count
    fighters: Count
    passes: FilledList
    fire_dice: Count
    engines: Count
    engines_per_wing: Count
    target_tables: Annotated[list[TableId], Min(3)]
    names: Names
    places: Annotated[list[Place], Min(3)]
    colours: Annotated[dict[Place, str], AllKeys()]
    approach_colours: ApproachColours
    stations: Annotated[list[Station], Min(1)]
    gunners: Annotated[dict[Gun, list[Station]], AllKeys()]


class Rulings(TypedDict):
    """The chosen options of the rulings that the code reads, by key."""

    sum_hits: Literal["all", "first_two"]  # T-A06
    dead_wing_rolls: Literal["false", "true"]  # T-A08
    wing_rolls: Literal["per_hit", "one"]  # T-A12
    roll_wingmen_flak: Literal["all", "own_only"]  # T-A23


Twentyfive = GameFlight[State, Constants, Rulings]
TwentyfiveRulebook = GameRulebook[Constants, Rulings]
TwentyfiveNarration = GameNarrationContext[Constants]
