"""The constants that shared code reads, and types for the constants of the games.

Each game declares its constants as dataclasses in its `constants.py`, against which the loader checks `game.yaml`. These
dataclasses inherit from the classes in this module, which list the constants that shared code reads. A type checker finds
constants that a game lacks or declares with another type.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

from combatbox.core.annotations import Max, Min, OfConstant, OfTable, OneOf

MANY = 1000
"""The maximum of a count in the data, so that a loop of this length ends in a reasonable time."""

Count = Annotated[int, Min(1), Max(MANY)]
OrNone = Annotated[int, Min(0), Max(MANY)]
TableId = Annotated[str, OfTable()]
Names = Annotated[list[str], Min(1)]
Wing = Literal["port", "starboard"]


@dataclass(frozen=True)
class Span:
    """A range of numbers that includes both ends."""

    first: Count
    last: Count


@dataclass(frozen=True)
class Tour:
    """The length of a man's tour of duty during one part of a campaign.

    Attributes:
        until: the number of the last mission in this part of the campaign.
        missions: the number of missions after which a man goes home.
    """

    until: Count
    missions: Count


@dataclass(frozen=True)
class Credit:
    """The targets whose missions count more than once toward a tour of duty during one part of a campaign.

    Attributes:
        until: the number of the last mission in this part of the campaign.
        missions: the number of missions that a mission to one of the targets counts as.
        cities: the targets.
    """

    until: Count
    missions: Count
    cities: list[Annotated[str, OneOf("cities")]]


@dataclass(frozen=True)
class BomberName:
    """The default name of a bomber, used until it is named."""

    bomber: str


@dataclass(frozen=True)
class Rosters:
    """The names that are assigned to bombers and men in a campaign."""

    bombers: Names
    first: Names
    last: Names


@dataclass(frozen=True)
class LightWounds:
    """The numbers of light wounds at which a man is handicapped, is seriously wounded, and dies."""

    handicap: Count
    serious: Count
    dead: Count


@dataclass(frozen=True)
class PartFacts:
    """The entry of a part in game.yaml.

    Attributes:
        words: the name on boards, notes and records, if it differs from the wording of the vocabulary term.
        sides: True if the part exists on each side.
        limit: the constant with the number of hits that puts the part out; empty if a single hit puts it out.
        seen: when attackers can see damage to the part: `never`, `at_limit` (once it is out), or `always`.
        at_limit: what the last hit does, as an account says it.
    """

    words: str = ""
    sides: bool = False
    limit: Annotated[str, OfConstant(int)] = ""
    seen: Literal["never", "at_limit", "always"] = "never"
    at_limit: str = "it is out"


class JobFacts:
    """The role of a man in the crew.

    Attributes:
        locked_by: the part that, when it is out, locks the man in or out of his station; empty if there is none.
    """

    __slots__ = ()
    rank: str
    compartment: str
    code: str
    locked_by: str


class DutyFacts:
    """The stations of the men who have special duties."""

    __slots__ = ()
    bombardier: str
    navigator: str
    radio: str


class CompartmentFacts:
    """A compartment of the plane.

    Attributes:
        table: the id of the damage table.
        stations: the stations in the compartment.
        neighbours: the adjacent compartments; None if they are the compartments before and after this one in the data.
    """

    __slots__ = ()
    table: str
    stations: Sequence[str]
    neighbours: Sequence[str] | None


class GunFacts:
    """A gun or turret.

    Attributes:
        bursts: the number of bursts at the start of a mission; 0 if they are not counted.
        stations: the stations of the men who fire the gun; empty for a gun that is aimed through a sight.
        silenced_by: the part that silences the gun when it is out; empty if there is none.
        laid_with: the gun whose target and gunner this gun shares; empty if there is none.
    """

    __slots__ = ()
    bursts: int
    stations: Sequence[str]
    silenced_by: str
    laid_with: str

    def column_against(self, position: PositionFacts) -> str:
        """Return the column of the to-hit table in which the gun fires at a fighter in a position."""
        return position.aim

    def men_at_home(self) -> Sequence[str]:
        """Return the men who are trained on the gun."""
        raise NotImplementedError

    def men_as_aces(self) -> Sequence[str]:
        """Return the men whose ace bonus applies at the gun."""
        raise NotImplementedError


class PositionFacts:
    """A position from which fighters attack.

    Attributes:
        shells: the position's column in the table of shells.
        areas: the position's column in the table of areas.
        aim: the column of the to-hit table for guns that fire at the position. It is empty in a game without a chart of
            the guns that bear on each position.
        side: the wing that faces the position: `port` or `starboard`; empty if neither wing does.
    """

    __slots__ = ()
    shells: str
    areas: str
    aim: str
    side: Literal["", "port", "starboard"]


@dataclass(frozen=True, eq=False, kw_only=True)  # compared by identity, so it can be the key of a cache
class BomberConstants:
    """The constants that shared code reads; a game declares those again whose types are narrower."""

    missions: Count
    tours: Mapping[str, Sequence[Tour]]
    credits: Sequence[Credit]
    veteran: Span
    ace_kills: Count
    fates: Mapping[Any, str]  # Any: each game lists its own fates
    sides: Annotated[list[str], Min(3)]
    safe_landings: list[str]
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
    wing_table: TableId
    light_wounds: LightWounds
    guns: Mapping[str, GunFacts]
    positions: Mapping[str, PositionFacts]
    fighters: Collection[str]
    attacks: Count
    lasting_events: Sequence[str]
    rolled_for_each: Mapping[str, str]
    parts: Mapping[str, PartFacts]
    engines: Mapping[Wing, Sequence[int]]
    engine_charges: OrNone
    engines_out_slow: Count
    further_tanks: Sequence[str]
    oxygen_hits: Count
    bail_out_controlled: TableId
    bail_out_uncontrolled: TableId
    hand_extinguishers: OrNone
    fire_tries: Count
    home_zone: int
    turns_in_zone: Count
    dive_zones: int
    burst_per_spray: int
    weathers: Names
    flaks: Names
    target_types: Names
    cities: Names
    terrains: Mapping[Any, str]  # Any: each game lists its own letters
    water: str
    landing_tables: Sequence[str]
    damage_modifiers: Mapping[str, str]

    @property
    def engine_numbers(self) -> list[int]:
        """The numbers of the engines, from port to starboard."""
        return [number for wing in self.engines.values() for number in wing]

    def guns_in(self, compartment: str) -> Sequence[str]:
        """Return the guns that stand in a compartment; none in a game whose guns are aimed from other compartments."""
        return ()

    def extinguishers_in(self, compartment: str) -> int:
        """Return the number of extinguishers in a compartment."""
        raise NotImplementedError

    def tanks_in(self, wing: Wing) -> Sequence[str]:
        """Return the places of the tanks in a wing; none in a game that does not distinguish tanks."""
        return ()

    def class_of(self, fighter: str) -> str:
        """Return the armament class of a fighter; empty in a game without classes."""
        return ""

    def attacks_by(self, fighter: str) -> int:
        """Return the maximum number of attacks that a type of fighter makes in a wave."""
        return self.attacks

    def terrain(self, letter: str) -> str:
        """Return the terrain that a letter stands for."""
        return self.terrains[letter]

    def number(self, name: str) -> int:
        """Return the value of a numeric constant by its name, for data that refers to the constant (`OfConstant`)."""
        value: int = getattr(self, name)
        return value

    def listed(self, name: str) -> Sequence[str]:
        """Return the value of a list constant by its name, for data that refers to the constant (`OfConstant`)."""
        value: Sequence[str] = getattr(self, name)
        return value


class BomberRulings(TypedDict, total=False):
    """The options of rulings that shared code reads, by key.

    A game may lack some of these rulings.
    """

    burst_inside: Literal["fire", "no_fire"]  # Q-R63
    derived_fboa: Literal["rolled_only", "derived_too"]  # Q-R12
    evasion_limit: Literal["count", "total"]  # Q-R40
    every_result: Literal["rolled"]  # A25
    pilot_status: Literal["off", "on"]  # Q-X3
    random_events: Literal["off", "on"]  # Q-X2, A1e
    shells_after_bail_out: Literal["at_once", "all_strike"]  # Q-R82
    tour_length: Literal["in_force", "thirty", "thirty_five"]  # G-R1
    wounded_ace: Literal["any_wound", "second_wound"]  # Q-R31
