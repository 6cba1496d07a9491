"""The `constants` of B-29 Superfortress' game.yaml, with their types."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from combatbox.bomber import constants as shared
from combatbox.bomber.constants import (
    MANY,
    Count,
    Names,
    OrNone,
    Span,
    Station,
    TableId,
)
from combatbox.bomber.enums import City, Compartment, MountedGun, PartName, Position, TargetType
from combatbox.core.annotations import AllKeys, Max, Min, OneOf, frozen

Zone = Annotated[int, Min(0), Max(MANY)]
Sight = Annotated[str, OneOf("sights")]
Fate = Literal[
    "killed",
    "went_down",
    "died_of_wounds",
    "lost_at_sea",
    "invalided",
    "captured",
    "captured_at_sea",
    "died_in_camp",
    "sent_home",
    "returned",
    "rescued",
    "stood_down",
]


@frozen
class Job(shared.JobFacts):
    """A man's place in the crew.

    Attributes:
        gunner: True if the man is a gunner, who may stay behind on a Night mission.
        sight: the sight at the man's station, empty if there is none.
    """

    rank: str
    compartment: Compartment
    code: str
    gunner: bool = False
    sight: str = ""
    locked_by: str = ""


@frozen
class Duties(shared.Duties):
    """The stations of the men who have special duties.

    Attributes:
        radar: the station of the radar operator.
        engineer: the station of the flight engineer.
    """

    radar: Station
    engineer: Station


@frozen
class CompartmentFacts(shared.CompartmentFacts):
    """A compartment, as a node of the graph of compartments.

    Attributes:
        room: the number of men for whom the compartment has space.
        pressurized: true if the compartment is under pressure.
        extinguishers: the number of extinguishers stowed there.
        tries: the number of attempts to fight a fire there.
        bail_out_at_once: true if men in the compartment can bail out at once.
    """

    table: TableId
    stations: list[Station]
    room: Count
    pressurized: bool
    neighbours: list[Compartment]
    extinguishers: OrNone
    tries: Count
    bail_out_at_once: bool


@frozen
class OwnColumns:
    """Columns of the to-hit table that apply to one gun only.

    Attributes:
        rear: the column against fighters from the rear.
    """

    rear: Literal["rear"]


@frozen
class GunFacts(shared.GunFacts):
    """A turret, or guns in the tail.

    Attributes:
        code: the letters that stand for the gun on boards and pictures.
        primary: the men whose sights are the first choice to control the gun.
        secondary: the men whose sights are the second choice.
        remote: true if the gun is aimed through a sight elsewhere.
        early_only: true if the gun is there on the early missions only.
        laid_with: the gun whose target and gunner this gun shares.
        aims: the columns of the to-hit table that only this gun uses, if there are any.
    """

    code: str
    bursts: OrNone
    primary: list[Station]
    secondary: list[Station]
    remote: bool
    early_only: bool = False
    silenced_by: PartName = ""
    laid_with: MountedGun = ""
    aims: OwnColumns | None = None
    stations: tuple[str, ...] = field(init=False, default=())

    def column_against(self, position: shared.PositionFacts) -> str:
        """Return the gun's column of the to-hit table against a fighter at a position."""
        return self.aims.rear if self.aims and position.shells == "rear" else position.aim

    def men_at_home(self) -> list[Station]:
        """Return the men who are trained on the gun and fire it without a penalty."""
        return self.primary

    def men_as_aces(self) -> list[Station]:
        """Return the men whose ace bonus applies at the gun."""
        return self.primary


@frozen
class PositionFacts(shared.PositionFacts):
    """A position from which fighters attack, with the columns to use in three tables."""

    shells: Literal["front", "side", "rear", "vertical_dive", "vertical_climb"]
    areas: str
    aim: Literal["front", "side"]
    side: Literal["", "port", "starboard"] = ""


@frozen
class FighterFacts:
    """A type of fighter.

    Attributes:
        group: the class of its armament.
        armour: the class of its protection against damage.
        night: the condition under which it returns for another attack at night.
    """

    group: Literal["light", "medium", "heavy", "twin"]
    armour: Literal["none", "some", "thick"] = "some"
    night: Literal["never", "always", "engine_out"] = "never"


@frozen
class FuelCosts:
    """The boxes of fuel that each purpose costs.

    Attributes:
        loaded: the cost of entering a zone with bombs aboard.
        light: the cost of entering a zone without bombs.
        climb: the cost of climbing one band.
        turn_round: the cost of turning for home.
        rejoin: the cost of rejoining the formation.
        correction: the cost of correcting the course.
    """

    loaded: Count
    light: Count
    climb: Count
    turn_round: Count
    rejoin: Count
    correction: Count


@frozen
class AbortFor:
    """The parts and men whose loss allows an abort.

    Attributes:
        parts: the parts.
        men: the stations of the men.
    """

    parts: list[PartName]
    men: list[Station]


@frozen
class FreeTarget:
    """The target of the optional mission to Truk.

    Attributes:
        city: the name of the target.
        type: the type of the target.
    """

    city: City
    type: TargetType


@dataclass(frozen=True, eq=False, kw_only=True)
class Constants(shared.BomberConstants):
    """All constants of the game.

    Attributes:
        early_missions: the number of the last early mission.
        night_at_most: the highest roll of two dice that makes a later mission a Night mission.
        novice: the highest number of credited missions with which a man is a novice.
        tunnel: the compartments that the pressurized tunnel joins.
        sights: the sights, with the stations of the men who are at home at each.
        lower_turrets: the turrets that can fire at a searchlight.
        inboard: the numbers of the inboard engines; without both of them there is no pressure.
        cold_free_turns: the number of turns without pressure before men freeze, beyond the turn in which it was lost.
        wing_root_hits: the number of hits on a wing root that takes the wing off.
        tailplane_root_hits: the number of hits on the tailplane root that takes the tailplane off.
        rudder_hits: the number of hits that puts the rudder out.
        cable_hits: the number of hits that puts the control cables out.
        computer_hits: the number of hits that puts the fire control computer out.
        cylinder_hits: the number of hits that puts the oxygen cylinders out.
        abort_for: the parts and men whose loss allows an abort.
        iwo_zone: the zone of Iwo Jima.
        truk: the target of the optional mission to Truk.
        far_zone: the zone from which on a target at low altitude takes another tank.
        fighter_zones: the zones in which fighters attack.
        assembly: the zone of assembly on the early missions, and on later ones by day.
        escort_zones: the zones from which on an escort is met, to Iwo Jima and to Japan.
        bands: the bands of altitude, the lowest first.
        internal_boxes: the boxes of fuel in the wings.
        bay_boxes: the boxes of fuel in a tank in the bomb bay.
        costs: the boxes of fuel that each purpose costs.
        reserve: the boxes of fuel that a careful commander wants left over.
        flak_rolls: the number of flak rolls.
        city_tables: the table of targets for each type.
        escorts: the types of fighters that escort the bombers.
        escort_columns: the last mission of each column of the table of escorts, on later missions.
        boxes_of: the boxes of each large city on the sheet of target damage.
        other_boxes: the boxes of every other city.
    """

    early_missions: Count
    night_at_most: Count
    novice: Count
    fates: Annotated[dict[Fate, str], AllKeys()]
    fit_again: list[str]
    crew: Annotated[dict[Station, Job], AllKeys()]
    duties: Duties
    compartments: Annotated[dict[Compartment, CompartmentFacts], AllKeys()]
    tunnel: Annotated[list[Compartment], Min(2)]
    sights: dict[str, list[Station]]
    guns: Annotated[dict[MountedGun, GunFacts], AllKeys()]
    lower_turrets: list[MountedGun]
    positions: Annotated[dict[Position, PositionFacts], AllKeys()]
    fighters: dict[str, FighterFacts]
    inboard: list[Literal[1, 2, 3, 4]]
    cold_free_turns: OrNone
    wing_root_hits: Count
    tailplane_root_hits: Count
    rudder_hits: Count
    cable_hits: Count
    computer_hits: Count
    cylinder_hits: Count
    landing_tables: Annotated[list[TableId], Min(2)]
    abort_for: AbortFor
    lasting_events: list[str]
    rolled_for_each: dict[TableId, str]
    home_zone: Zone
    iwo_zone: Zone
    truk: FreeTarget
    far_zone: Zone
    fighter_zones: Span
    assembly: Span
    escort_zones: Span
    bands: Names
    internal_boxes: Count
    bay_boxes: Count
    costs: FuelCosts
    reserve: OrNone
    flak_rolls: Count
    city_tables: dict[str, TableId]
    escorts: Names
    escort_columns: dict[Literal["spring", "summer", "late"], Count]
    terrains: Annotated[dict[Literal["W", "J", "O", "I", "B"], str], AllKeys()]
    water: Literal["W"]
    boxes_of: dict[str, Count]
    other_boxes: Count
    burst_per_spray: int = field(init=False, default=0)
    dive_zones: int = field(init=False, default=0)
    further_tanks: tuple[str, ...] = field(init=False, default=())
    damage_modifiers: dict[str, str] = field(init=False, default_factory=dict)
    tours: dict[str, list[shared.Tour]] = field(init=False, default_factory=dict)
    credits: list[shared.Credit] = field(init=False, default_factory=list)

    def extinguishers_in(self, compartment: str) -> int:
        """Return the number of extinguishers in a compartment."""
        return {name: facts.extinguishers for name, facts in self.compartments.items()}[compartment]

    def class_of(self, fighter: str) -> str:
        """Return the armament class of a type of fighter."""
        return self.fighters[fighter].group


Switch = Literal[
    "evasion",
    "fuel",
    "navigation",
    "night",
    "random_events",
    "second_flak",
    "take_off",
    "thermals",
    "urban_damage",
]
"""Keys of the rulings by which beginners can leave out rules."""


class Rulings(shared.BomberRulings):
    """The chosen options of the rulings that the code reads, by key."""

    game: Literal["full", "beginner"]  # A1
    later_targets: Literal["on", "off"]  # A1a
    take_off: Literal["on", "off"]  # A1b
    night: Literal["on", "off"]  # A1j
    urban_damage: Literal["on", "off"]  # A1i
    fuel: Literal["on", "off"]  # A1c
    navigation: Literal["on", "off"]  # A1d
    second_flak: Literal["on", "off"]  # A1g
    thermals: Literal["on", "off"]  # A1h
    evasion: Literal["on", "off"]  # A1f
    truk: Literal["off", "on"]  # A2
    two_night_fighters: Literal["settled", "none_spotted"]  # A23
    fuel_margin: Literal["exact", "reserve"]  # A71
    slow_turning: Literal["at_once", "after_both"]  # A72
    flak_without_run: Literal["always", "after_run"]  # A73
    never_joined: Literal["may", "joined_only"]  # A74
