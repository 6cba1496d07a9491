"""The constants that shared code reads, and types for those of the games.

The classes without a decorator state what shared code reads. Each game declares all its constants as dataclasses in its
own `constants.py`, against which the loader checks `game.yaml`. Its classes inherit from those here, so a type checker
finds what a game lacks or declares with another type.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

from combatbox.core.annotations import Max, Min, OfConstant, OfTable

MANY = 1000
"""An upper limit for counts; anything drawn or rolled this often still ends."""

Count = Annotated[int, Min(1), Max(MANY)]
OrNone = Annotated[int, Min(0), Max(MANY)]
TableId = Annotated[str, OfTable()]
Names = Annotated[list[str], Min(1)]
Wing = Literal["port", "starboard"]


@dataclass(frozen=True)
class Span:
    """A range of numbers, both included."""

    first: Count
    last: Count


@dataclass(frozen=True)
class BomberName:
    """The name of a bomber that nobody has named."""

    bomber: str


@dataclass(frozen=True)
class Rosters:
    """Names to give out in a campaign."""

    bombers: Names
    first: Names
    last: Names


@dataclass(frozen=True)
class LightWounds:
    """Numbers of light wounds that handicap, count as a serious one, and kill."""

    handicap: Count
    serious: Count
    dead: Count


@dataclass(frozen=True)
class PartFacts:
    """The entry of a part in game.yaml.

    Attributes:
        words: its name on boards, notes and records, if different.
        sides: each side has one.
        limit: the constant with the number of hits that puts it out; without one a single hit does.
        seen: when attackers can see that it is broken.
    """

    words: str = ""
    sides: bool = False
    limit: Annotated[str, OfConstant(int)] = ""
    seen: Literal["never", "at_limit", "always"] = "never"


class JobFacts:
    """A man's place in the crew.

    Attributes:
        locked_by: the part that shuts him in or out while it is out; empty for none.
    """

    __slots__ = ()
    rank: str
    compartment: str
    code: str
    locked_by: str


class DutyFacts:
    """The stations of men with duties of their own."""

    __slots__ = ()
    bombardier: str
    navigator: str
    radio: str


class CompartmentFacts:
    """A compartment.

    Attributes:
        neighbours: the compartments next to it; None where the compartments lie in a row.
    """

    __slots__ = ()
    table: str
    stations: Sequence[str]
    neighbours: Sequence[str] | None


class GunFacts:
    """A gun or turret.

    Attributes:
        stations: stations of the men who fire it; empty for a gun that is aimed by a sight.
        silenced_by: the part that silences it while it is out; empty for none.
        laid_with: the gun that picks its target; empty for none.
    """

    __slots__ = ()
    bursts: int
    stations: Sequence[str]
    silenced_by: str
    laid_with: str

    def column_against(self, position: PositionFacts) -> str:
        """Return the gun's to-hit column against a position."""
        return position.aim

    def men_at_home(self) -> Sequence[str]:
        """Return the men who are at home at the gun."""
        raise NotImplementedError

    def men_as_aces(self) -> Sequence[str]:
        """Return the men whose ace bonus counts at the gun."""
        raise NotImplementedError


class PositionFacts:
    """A position from which fighters attack.

    Attributes:
        shells: its column of the table of shells.
        areas: its column of the table of areas.
        aim: the to-hit column of the guns that bear on it by a chart; empty in a game without one.
        side: the wing on that side, if any.
    """

    __slots__ = ()
    shells: str
    areas: str
    aim: str
    side: Literal["", "port", "starboard"]


class BomberConstants:
    """The constants that shared code reads."""

    __slots__ = ()
    missions: int
    veteran: Span
    ace_kills: int
    fates: Mapping[Any, str]  # Any: each game lists its own fates
    sides: Sequence[str]
    safe_landings: Sequence[str]
    fit_again: Sequence[str]
    beyond_repair: Sequence[str]
    names: BomberName
    rosters: Rosters
    crew: Mapping[str, JobFacts]
    pilots: Sequence[str]
    duties: DutyFacts
    stand_in_pilot: str
    least_needed: Sequence[str]
    compartments: Mapping[str, CompartmentFacts]
    wing_table: str
    light_wounds: LightWounds
    guns: Mapping[str, GunFacts]
    positions: Mapping[str, PositionFacts]
    fighters: Collection[str]
    attacks: int
    lasting_events: Sequence[str]
    rolled_for_each: Mapping[str, str]
    parts: Mapping[str, PartFacts]
    engines: Mapping[Wing, Sequence[int]]
    engine_charges: int
    engines_out_slow: int
    further_tanks: Sequence[str]
    oxygen_hits: int
    bail_out_controlled: str
    bail_out_uncontrolled: str
    hand_extinguishers: int
    fire_tries: int
    home_zone: int
    turns_in_zone: int
    dive_zones: int
    burst_per_spray: int
    weathers: Sequence[str]
    flaks: Sequence[str]
    target_types: Sequence[str]
    cities: Sequence[str]
    terrains: Mapping[Any, str]  # Any: each game lists its own letters
    water: str
    landing_tables: Sequence[str]
    damage_modifiers: Mapping[str, str]

    def class_of(self, fighter: str) -> str:
        """Return the class of a fighter by its armament; empty in a game without classes."""
        return ""

    def attacks_by(self, fighter: str) -> int:
        """Return the most attacks that a type of fighter makes in a wave."""
        return self.attacks

    def terrain(self, letter: str) -> str:
        """Return the terrain of a letter."""
        return self.terrains[letter]

    def number(self, name: str) -> int:
        """Return a number by the name that the game's data give (`OfConstant`)."""
        value: int = getattr(self, name)
        return value

    def listed(self, name: str) -> Sequence[str]:
        """Return a list by the name that the game's data give (`OfConstant`)."""
        value: Sequence[str] = getattr(self, name)
        return value


class BomberRulings(TypedDict, total=False):
    """The options of rulings that shared code reads, by key.

    No game needs all of them.
    """

    burst_inside: Literal["fire", "no_fire"]  # Q-R63
    derived_fboa: Literal["rolled_only", "derived_too"]  # Q-R12
    evasion_limit: Literal["count", "total"]  # Q-R40
    every_result: Literal["rolled"]  # A25
    pilot_status: Literal["off", "on"]  # Q-X3
    random_events: Literal["off", "on"]  # Q-X2, A1e
    shells_after_bail_out: Literal["at_once", "all_strike"]  # Q-R82
    wounded_ace: Literal["any_wound", "second_wound"]  # Q-R31
