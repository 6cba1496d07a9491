"""The constants that shared code reads, and types for the constants of the games.

Each game declares its constants as dataclasses in its `constants.py`, against which the loader checks `game.yaml`. These
dataclasses inherit from the classes in this module, which list the constants that shared code reads. A type checker finds
constants that a game lacks or declares with another type.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, TypedDict

from combatbox.core.annotations import AllKeys, FilledList, Max, Min, OfConstant, OfTable, OneOf, frozen
from combatbox.core.effects import WordFormatter

MANY = 1000
"""The maximum of a count in the data, so that a loop of this length ends in a reasonable time."""

Count = Annotated[int, Min(1), Max(MANY)]
OrNone = Annotated[int, Min(0), Max(MANY)]
TableId = Annotated[str, OfTable()]
Station = Annotated[str, OneOf("crew")]
Names = FilledList
Wing = Literal["port", "starboard"]
WING_SIDES: tuple[Wing, Wing] = ("port", "starboard")


@frozen
class Span:
    """A range of numbers that includes both ends.

    Attributes:
        first: the first number.
        last: the last number.
    """

    first: Count
    last: Count


@frozen
class Tour:
    """The length of a man's tour of duty during one part of a campaign.

    Attributes:
        until: the number of the last mission in this part of the campaign.
        missions: the number of missions after which a man goes home.
    """

    until: Count
    missions: Count


@frozen
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


@frozen
class BomberName:
    """The default name of a bomber, used until it is named.

    Attributes:
        bomber: the name that a bomber has until a player names it.
    """

    bomber: str


@frozen
class Rosters:
    """The names that are assigned to bombers and men in a campaign.

    Attributes:
        bombers: the names of bombers, in the order in which they are given.
        first: the first names of men.
        last: the last names of men.
    """

    bombers: Names
    first: Names
    last: Names


@frozen
class LightWounds:
    """The numbers of light wounds at which a man is handicapped, is seriously wounded, and dies.

    Attributes:
        handicap: the number of light wounds from which a man is handicapped.
        serious: the number that counts as a serious wound.
        dead: the number that kills a man.
    """

    handicap: Count
    serious: Count
    dead: Count


@frozen
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
        rank: the rank of the man.
        compartment: the compartment of his station.
        code: the letters that stand for the man on boards and pictures, at whatever station he is.
        locked_by: the part that, when it is out, locks the man in or out of his station; empty if there is none.
    """

    __slots__ = ()
    rank: str
    compartment: str
    code: str
    locked_by: str


@frozen
class Duties:
    """The stations of the men who have special duties.

    Attributes:
        bombardier: the station of the bombardier.
        navigator: the station of the navigator.
        radio: the station of the radio operator.
    """

    bombardier: Station
    navigator: Station
    radio: Station


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


@frozen
class PlanePart:
    """One part of a plane that can be damaged, under its full name.

    `Plane.parts` has an entry for each by name; in logs its path is `plane.<part>`. A part is either out or not, or its
    hits are counted up to `limit`. A part that exists on both sides has two entries (`port_flap_out`,
    `starboard_flap_out`).

    Attributes:
        name: the name in `Plane.parts`, including the side if the part exists on both sides.
        kind: the name in game.yaml.
        side: `port`, `starboard` or empty.
        facts: the entry in game.yaml.
        limit: the number of hits that put the part out; 1 if hits are not counted.
    """

    name: str
    kind: str
    side: str
    facts: PartFacts
    limit: int

    @property
    def counted(self) -> bool:
        """True if hits on the part are counted."""
        return bool(self.facts.limit)

    def called(self, say: WordFormatter) -> str:
        """Return the name of the part for players: `intercom out`, `port wing root`."""
        words = self.facts.words
        return f"{self.side} {words}".strip() if words else say(self.name)

    def shows(self, value: int) -> bool:
        """Return True if an attacker can see that the part is damaged.

        Args:
            value: the entry in `Plane.parts`: True or the number of hits.
        """
        seen = self.facts.seen
        return bool(value) and (seen == "always" or (seen == "at_limit" and value >= self.limit))


@dataclass(frozen=True, eq=False, kw_only=True)
class BomberConstants:
    """The constants that shared code reads; a game declares those again whose types are narrower.

    Attributes:
        missions: the number of missions in a tour of duty.
        tours: the lengths of a tour of duty, by option of a ruling.
        credits: the targets whose missions count more than once toward a tour of duty.
        veteran: the missions, by number, on which a man counts as a veteran.
        ace_kills: the number of fighters shot down that makes a man an ace.
        fates: what may become of a man, with the code of each on the composite record.
        sides: the sides that can win a mission: ours, theirs, and neither.
        safe_landings: the places where a bomber that has landed is not lost.
        fit_again: the fates after which a man flies the next mission.
        beyond_repair: the states of a bomber after which it does not fly again.
        names: the names that are used until a player gives others.
        rosters: the names that are assigned in a campaign.
        crew: the men of the crew, by station.
        pilots: the stations of the pilot and the copilot.
        duties: the stations of the men who have special duties.
        stand_in_pilot: the station of the man who must take over first when both pilots are out of action.
        least_needed: the stations in the order in which the default player gives men up, the least needed first.
        compartments: the compartments of the plane, from nose to tail.
        wing_table: the table of damage to the wings.
        light_wounds: the numbers of light wounds that have consequences.
        guns: the guns and turrets of the plane.
        positions: the positions from which fighters attack.
        fighters: the types of fighters.
        attacks: the maximum number of attacks that a fighter makes in a wave.
        lasting_events: the random events whose effect lasts.
        rolled_for_each: the tables that are rolled on once for each gun, wing or man.
        parts: the parts of the plane that can be damaged, in the order of the record; hits on a part with a limit are
            counted.
        engines: the numbers of the engines in each wing.
        engine_charges: the number of charges of the engines' fire extinguishers.
        engines_out_slow: the number of engines out from which the plane drops its bombs and falls behind.
        further_tanks: the rows for the fuel tanks that are hit after the first.
        oxygen_hits: the number of hits that puts out the oxygen of a compartment.
        bail_out_controlled: the table for a bail-out from a plane under control.
        bail_out_uncontrolled: the table for a bail-out from a plane out of control.
        hand_extinguishers: the number of hand-held fire extinguishers.
        fire_tries: the number of attempts to put out a fire.
        home_zone: the zone of the base.
        turns_in_zone: the maximum number of turns that the plane spends in a zone.
        dive_zones: the number of further zones in which a dive has an effect.
        burst_per_spray: the number of bursts that a spray of fire uses up.
        weathers: the kinds of weather, the best first.
        flaks: the strengths of flak, the weakest first.
        target_types: the types of targets.
        cities: the targets.
        terrains: the letters of terrain, with the name of each in decisions.
        water: the letter of the sea.
        landing_tables: the tables of landings, on land and at sea.
        damage_modifiers: the modifiers of a landing that count as damage, with the part from which each must come if it
            matters.
    """

    missions: Count
    tours: Mapping[str, Sequence[Tour]]
    credits: Sequence[Credit]
    veteran: Span
    ace_kills: Count
    fates: Mapping[Any, str]  # Any: each game lists its own fates
    sides: Annotated[list[str], Min(3)]
    safe_landings: list[str]
    fit_again: Sequence[str]
    beyond_repair: list[Literal["irreparable", "wrecked", "destroyed"]]
    names: BomberName
    rosters: Rosters
    crew: Mapping[str, JobFacts]
    pilots: Annotated[list[Station], Min(2)]
    duties: Duties
    stand_in_pilot: Station
    least_needed: list[Station]
    compartments: Mapping[str, CompartmentFacts]
    wing_table: TableId
    light_wounds: LightWounds
    guns: Mapping[str, GunFacts]
    positions: Mapping[str, PositionFacts]
    fighters: Collection[str]
    attacks: Count
    lasting_events: Sequence[str]
    rolled_for_each: Mapping[str, str]
    parts: dict[str, PartFacts]
    engines: Annotated[dict[Wing, Annotated[list[Literal[1, 2, 3, 4]], Min(1)]], AllKeys()]
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

    @cached_property
    def all_parts(self) -> Mapping[str, PlanePart]:
        """The parts of the plane by full name, in the order of the record; every frame of a replay reads them."""
        parts = (
            PlanePart(f"{side}_{kind}" if side else kind, kind, side, facts, self.limit_of(kind))
            for kind, facts in self.parts.items()
            for side in (WING_SIDES if facts.sides else ("",))
        )
        return {part.name: part for part in parts}

    def limit_of(self, kind: str) -> int:
        """Return the number of hits that put a part of this kind out; 1 if its hits are not counted."""
        name = self.parts[kind].limit
        return self.number(name) if name else 1

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


def undamaged_parts(const: BomberConstants) -> dict[str, int]:
    """Return `Plane.parts` for an undamaged plane."""
    return {name: 0 if part.counted else False for name, part in const.all_parts.items()}


def is_out(const: BomberConstants, parts: Mapping[str, int], name: str) -> bool:
    """Return True if a part is out: after one hit, or when it reaches its limit.

    A part that the plane does not have is never out.

    Args:
        const: the game's constants.
        parts: the plane's parts.
        name: the full name of the part.
    """
    return bool(parts.get(name)) and parts[name] >= const.all_parts[name].limit


def silenced(const: BomberConstants, parts: Mapping[str, int], gun: str) -> bool:
    """Return True if a part that is out prevents a gun from firing.

    Args:
        const: the game's constants.
        parts: the plane's parts.
        gun: the name of the gun.
    """
    return is_out(const, parts, const.guns[gun].silenced_by)


def locked(const: BomberConstants, parts: Mapping[str, int]) -> set[str]:
    """Return the stations that nobody can enter or leave because a part is out.

    Args:
        const: the game's constants.
        parts: the plane's parts.
    """
    return {station for station, job in const.crew.items() if parts.get(job.locked_by)}
