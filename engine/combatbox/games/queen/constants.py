"""The `constants` of Queen of the Skies' game.yaml, with their types.

The loader checks game.yaml against these classes. Comments in game.yaml explain the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import Annotated, Literal

from combatbox.bomber import constants as shared
from combatbox.bomber.constants import (
    MANY,
    Count,
    Names,
    OrNone,
    Station,
    TableId,
    Wing,
)
from combatbox.bomber.enums import Compartment, FighterType, FlakName, MountedGun, PartName, Position, TankName, Terrain
from combatbox.bomber.state import State
from combatbox.core.annotations import AllKeys, Max, Min, OfConditions, OneOf, frozen
from combatbox.core.flight import GameFlight
from combatbox.core.narration import GameNarrationContext
from combatbox.core.tables import GameRulebook

Zone = Annotated[int, Min(1), Max(MANY)]
OneTerrain = Annotated[str, OneOf("terrains")]
Fate = Literal[
    "killed", "went_down", "died_of_wounds", "lost_at_sea", "invalided", "captured", "sent_home", "returned", "rescued"
]
FitAgain = Literal["", "recovers", "returned", "rescued", "bailed_out"]
Tank = Literal["port_outboard", "port_inboard", "starboard_inboard", "starboard_outboard"]


@frozen
class Job(shared.JobFacts):
    """A man's place in the crew: his rank, compartment and code."""

    rank: str
    compartment: Compartment
    code: str
    locked_by: PartName = ""


@frozen
class CompartmentFacts(shared.CompartmentFacts):
    """A compartment of the bomber.

    In game.yaml each compartment is listed between the compartments that adjoin it.
    """

    table: TableId
    stations: list[Station]
    neighbours: None = field(init=False, default=None)


@frozen
class TankFacts:
    """A fuel tank: its wing, and its place in the wing.

    Attributes:
        side: the wing of the tank.
        place: the place of the tank in the wing.
    """

    side: Wing
    place: TankName


@frozen
class GunFacts(shared.GunFacts):
    """A gun position.

    Attributes:
        twin: True if it is a twin gun.
        compartment: the compartment of the gun.
        at_home: the men who are trained on the gun and fire it without a penalty.
        aces: the men whose ace bonus applies at the gun.
    """

    bursts: Count
    twin: bool
    compartment: Compartment
    stations: Annotated[list[Station], Min(1)]
    at_home: Annotated[list[Station], Min(1)]
    aces: list[Station]
    silenced_by: PartName = ""
    laid_with: str = field(init=False, default="")

    def men_at_home(self) -> list[Station]:
        """Return the men who are trained on the gun and fire it without a penalty."""
        return self.at_home

    def men_as_aces(self) -> list[Station]:
        """Return the men whose ace bonus applies at the gun."""
        return self.aces


@frozen
class SidePosition(shared.PositionFacts):
    """A position from which fighters attack the bomber from one side.

    Attributes:
        passing: True if a passing shot can be fired at a fighter in the position.
        spray: True if a gun can spray the position.
        cover: True if fighter cover can drive off a fighter in the position.
    """

    shells: Literal["side"]
    areas: Literal["side_high", "side_level", "side_low"]
    side: Wing
    passing: bool
    spray: bool
    cover: bool
    aim: str = field(init=False, default="")


@frozen
class OtherPosition(shared.PositionFacts):
    """A position ahead, astern, above or below the bomber.

    Attributes:
        passing: True if a passing shot can be fired at a fighter in the position.
        spray: True if a gun can spray the position.
        cover: True if fighter cover can drive off a fighter in the position.
    """

    shells: Literal["front", "rear", "vertical_dive", "vertical_climb"]
    areas: Literal[
        "front_high",
        "front_level",
        "front_low",
        "rear_high",
        "rear_level",
        "rear_low",
        "vertical_dive",
        "vertical_climb",
    ]
    passing: bool
    spray: bool
    cover: bool
    aim: str = field(init=False, default="")
    side: Literal[""] = field(init=False, default="")


@frozen
class OneEngineZones:
    """The range of a bomber on its last engine, in zones.

    Attributes:
        as_it_is: the range if nothing is thrown out.
        thrown_out: the range after everything has been thrown out.
    """

    as_it_is: OrNone
    thrown_out: OrNone


@frozen
class FlakRolls:
    """The numbers of flak rolls: over the target, and for light flak.

    Attributes:
        target: the number of rolls over the target.
        low: the number of rolls for light flak at low altitude.
    """

    target: Count
    low: Count


@frozen
class Subjects:
    """The man, gun and fighter that a roll outside a mission concerns by default.

    The table roller and the exact odds use them unless a table names others.

    Attributes:
        man: the man.
        gun: the gun.
        fighter: the type of fighter.
    """

    man: Station = "pilot"
    gun: MountedGun = "top_turret"
    fighter: FighterType = "me109"


@dataclass(frozen=True, eq=False, kw_only=True)
class Constants(shared.BomberConstants):
    """All constants of the game.

    Attributes:
        target_tables: the tables of targets, with the number of the last mission of the campaign that uses each.
        men_in_nose: the number of men for whom the nose has space.
        nose_guns_at_once: the number of guns in the nose that can fire at once.
        cheek_guns_at_once: the number of cheek guns that can fire at once.
        burst_per_shot: the number of bursts that a shot uses up.
        bursts_passed_in: the number of bursts that one gun hands to another at a time.
        passing_gun: the gun that can fire a passing shot.
        covers: the strengths of fighter cover, the weakest first.
        one_engine_zones: the range of the plane on its last engine.
        tanks: the fuel tanks of the plane.
        extinguishers_at: the compartment in which the hand-held fire extinguishers are kept.
        wing_root_hits: the number of hits on a wing root that takes the wing off.
        tailplane_root_hits: the number of hits on a tailplane root that takes the tailplane off.
        rudder_hits: the number of hits that puts the rudder out.
        window_hits: the number of hits that puts the windows out.
        windows_heat: the stations of the men who are cold when the windows are out.
        cable_hits: the number of hits that puts the control cables out.
        zone_miles: the length of a zone in miles, which only texts name.
        cover_zones: the zones in which fighters can cover the bombers.
        heat_free_zones: the number of zones without heat before men suffer frostbite.
        flak_rolls: the numbers of flak rolls.
        low_flak: the strength of the flak that fires at a bomber at low altitude.
        low_flak_over: the terrains over which this flak fires.
        prison_terrain: the terrains over which a man who bails out is captured.
        nose: the compartment whose guns share the limit `nose_guns_at_once`.
        cheek_guns: the guns in the nose that share the limit `cheek_guns_at_once`.
        attacks_of: the maximum number of attacks in a wave for some types of fighters; all others have `attacks`.
        subjects: what a roll outside a mission concerns by default.
        periods: for each period of a campaign, by name, the number of its last mission.
        tours: the lengths of a tour of duty for each option of the ruling `tour_length`. If an option has none, a man
            goes home after `missions` missions.
        credits: the targets whose missions count more than once toward a tour of duty; of the parts of a campaign, the
            first that has not ended applies.
        airfields: the terrains with an airfield on which a bomber that cannot reach its base lands as at home.
    """

    target_tables: Annotated[dict[TableId, Count], Min(1)]
    fates: Annotated[dict[Fate, str], AllKeys()]
    fit_again: list[FitAgain]
    crew: Annotated[dict[Station, Job], AllKeys()]
    compartments: Annotated[dict[Compartment, CompartmentFacts], AllKeys()]
    men_in_nose: Count
    guns: Annotated[dict[MountedGun, GunFacts], AllKeys()]
    nose_guns_at_once: Count
    cheek_guns_at_once: Count
    burst_per_shot: Count
    burst_per_spray: Count
    bursts_passed_in: Count
    passing_gun: MountedGun
    positions: Annotated[dict[Position, SidePosition | OtherPosition], AllKeys()]
    fighters: Names
    covers: Names
    lasting_events: Names
    rolled_for_each: dict[TableId, Literal["gun", "wing"]]
    one_engine_zones: OneEngineZones
    tanks: Annotated[dict[Tank, TankFacts], Min(4)]
    further_tanks: list[Literal["second", "third"]]
    extinguishers_at: Compartment
    wing_root_hits: Count
    tailplane_root_hits: Count
    rudder_hits: Count
    window_hits: Count
    windows_heat: list[Station]
    cable_hits: Count
    zone_miles: Count
    home_zone: Zone
    cover_zones: list[Zone]
    heat_free_zones: OrNone
    dive_zones: OrNone
    flak_rolls: FlakRolls
    low_flak: FlakName
    low_flak_over: list[Terrain]
    prison_terrain: list[OneTerrain]
    terrains: Annotated[dict[str, str], Min(1)]
    water: OneTerrain
    landing_tables: list[TableId]
    damage_modifiers: dict[Annotated[str, OfConditions()], Literal["", "radio_out"]]
    nose: Compartment = "nose"
    cheek_guns: list[MountedGun] = field(default_factory=lambda: ["port_cheek", "starboard_cheek"])
    attacks_of: dict[FighterType, Count] = field(default_factory=dict)
    subjects: Subjects = field(default_factory=Subjects)
    periods: dict[str, Count] = field(default_factory=dict)
    tours: dict[str, list[shared.Tour]] = field(default_factory=dict)
    credits: list[shared.Credit] = field(default_factory=list)
    airfields: list[OneTerrain] = field(default_factory=list)

    def attacks_by(self, fighter: str) -> int:
        """Return the maximum number of attacks that a type of fighter makes in a wave."""
        return self.attacks_of.get(fighter, self.attacks)

    def period(self, mission: int) -> str:
        """Return the name of the period in which a mission lies; empty if there are no periods."""
        periods = sorted(self.periods.items(), key=itemgetter(1))
        return next((name for name, last in periods if mission <= last), periods[-1][0] if periods else "")

    def guns_in(self, compartment: str) -> list[MountedGun]:
        """Return the guns in a compartment."""
        return [gun for gun, facts in self.guns.items() if facts.compartment == compartment]

    def extinguishers_in(self, compartment: str) -> int:
        """Return the number of extinguishers in a compartment."""
        return self.hand_extinguishers if compartment == self.extinguishers_at else 0

    def tanks_in(self, wing: Wing) -> list[TankName]:
        """Return the places of the tanks in a wing."""
        return [facts.place for facts in self.tanks.values() if facts.side == wing]


class Rulings(shared.BomberRulings):
    """The chosen options of the rulings that the code reads, by key."""

    cover_after_turning: Literal["once", "again"]  # Q-R07
    wave_rolls: Literal["at_once", "as_they_come"]  # Q-R16
    second_turn: Literal["at_once", "next_zone"]  # Q-R79
    stuck_doors: Literal["stay", "salvo"]  # Q-R20
    frostbite_rolls: Literal["per_zone", "per_turn"]  # Q-R26
    oxygen_descent: Literal["next_turn", "next_zone"]  # Q-R28
    divers: Literal["both", "either"]  # Q-R39
    abort: Literal["any_fire", "fighters_only", "leaves_formation", "both"]  # Q-R41
    uncounted_loss: Literal["flown_again", "loss_counts"]  # Q-R83
    spray_fire: Literal["off", "on"]  # Q-X1
    two_player: Literal["off", "on"]  # Q-X4


QueenFlight = GameFlight[State, Constants, Rulings]
QueenRulebook = GameRulebook[Constants, Rulings]
QueenNarration = GameNarrationContext[Constants]
