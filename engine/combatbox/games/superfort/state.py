"""The state of a B-29's mission, and which optional rules are in force.

It adds fuel boxes, course, pressure and other data to the state of any bomber.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from combatbox.bomber import state as bomber
from combatbox.core.annotations import record
from combatbox.core.change_tracking import inline
from combatbox.core.flight import GameFlight
from combatbox.core.narration import GameNarrationContext
from combatbox.core.roll_context import FACT
from combatbox.core.tables import GameRulebook
from combatbox.games.superfort.constants import Constants, Rulings, Switch

BAYS = ("fwd", "aft")
"""The two bomb bays; each holds bombs and auxiliary tanks."""

TANKS = {"internal": "internal", "fwd": "fwd_boxes", "aft": "aft_boxes"}
"""The places that hold fuel, each with the field of `Fuel` that counts its boxes."""


@record
class Fuel:
    """The boxes of fuel.

    The number of boxes left is `boxes_at_start - boxes_used - boxes_lost + boxes_restored`.

    Attributes:
        internal: the boxes of fuel left in the internal tanks.
        fwd_boxes: the boxes of fuel left in the tanks of the forward bay.
        aft_boxes: the boxes of fuel left in the tanks of the aft bay.
        boxes_used: the boxes of fuel spent on flying.
        boxes_lost: the boxes of fuel lost in other ways.
        boxes_restored: the boxes of fuel restored by events such as a fair wind.
        tanks_carried: the bays that carry tanks.
        tanks_dropped: the bays whose tanks were dropped.
        tanks_shut: the bays whose fuel cannot be used.
        aux_zone: the value of `zones_entered` when fuel from a bay tank was last used.
        wing_leak: True if a leaking wing tank loses a box of fuel whenever the bomber enters a zone.
        last_drops: the number of successful rolls on T4-1.
    """

    internal: int = 0
    fwd_boxes: int = 0
    aft_boxes: int = 0
    boxes_at_start: int = 0
    boxes_used: int = 0
    boxes_lost: int = 0
    boxes_restored: int = 0
    tanks_carried: list[str] = []
    tanks_dropped: list[str] = []
    tanks_shut: list[str] = []
    aux_zone: int = -1
    wing_leak: bool = False
    last_drops: int = 0

    @property
    def boxes(self) -> int:
        """The number of boxes of fuel aboard, including those that cannot be used."""
        return self.internal + self.fwd_boxes + self.aft_boxes

    def in_bay(self, bay: str) -> int:
        """Return the number of boxes of fuel left in the tanks of a bay."""
        return self.fwd_boxes if bay == "fwd" else self.aft_boxes

    @property
    def usable(self) -> int:
        """The number of boxes of fuel that can be used."""
        return self.internal + sum([self.in_bay(bay) for bay in BAYS if bay not in self.tanks_shut])


@dataclass
class Sortie:
    """The orders for a mission that the briefing determines.

    Attributes:
        time: the time of the mission, `day` or `night`.
        band: the altitude at which the mission is to be flown; it has the same values as `Track.altitude`.
        takeoff: the time of take-off, `day` or `night`.
        landing_time: the time of landing, `day` or `night`.
        site: the factory or airfield that is the target; empty if the target is just the city.
        great_city: True if the city was rolled on T2-2C.
        searchlights: True if the city has searchlights.
        flak_add: the modifier of rolls for flak, from the flak column of T2-9.
        briefed: the resistance that the briefing predicts.
        escort: the type of the escort to meet, empty if there is none.
        truk: True on the optional mission to Truk.
        early: True on a mission before Iwo Jima is American.
    """

    time: str = field(default="day", metadata={FACT: "time"})
    band: str = "high"
    takeoff: str = "day"
    landing_time: str = "day"
    site: str = ""
    great_city: bool = False
    searchlights: bool = True
    flak_add: int = 0
    briefed: str = ""
    escort: str = ""
    truk: bool = False
    early: bool = True


@dataclass
class Company:
    """The formation and the escort.

    Attributes:
        assembled: True if the bomber has been in the formation.
        broke_up: True if the formation has disbanded on the way home.
        off_time: True if the bomber missed the assembly.
        gasping: True if the bomber has descended because men lacked oxygen.
        escort_met: True while friendly fighters escort the bomber.
        rendezvous: the number of attempts to meet the escort.
    """

    assembled: bool = False
    broke_up: bool = False
    off_time: bool = False
    gasping: bool = False
    escort_met: bool = False
    rendezvous: int = 0


@dataclass
class Navigation:
    """The course of the bomber.

    Attributes:
        course: `on`, `off`, or empty before the first check.
        marker: the sum of the results of T4-4 to T4-7.
        off_zones: the number of consecutive zones off course.
        compass: the modifier of rolls on T4-8 that is due to the weather in this zone.
        strayed: the number of checks on this mission that found the bomber off course.
        checked_in: the value of `zones_entered` at the last check.
        weather_in: the value of `zones_entered` at the last roll for weather.
    """

    course: str = ""
    marker: int = 0
    off_zones: int = 0
    compass: int = 0
    strayed: int = 0
    checked_in: int = -1
    weather_in: int = -1


@dataclass
class Descent:
    """The altitude lost because engines are out.

    Attributes:
        sank_in: the last turn in which the bomber lost a band of altitude.
    """

    sank_in: int = 0


@record
class Pressure:
    """The pressure in the cabins; 0 stands for "never" in fields that hold a turn.

    Attributes:
        pressurized: True if the cabins are under pressure now.
        pressure_lost: True if all cabins have lost their pressure permanently.
        compromised: the cabins that leak, each with the turn since which its men have been without pressure at
            altitude.
        given_up: True if the pressure was released on purpose.
        repressurized: the turn in which pressure was last restored.
        thin_since: the turn since which the whole plane has been without pressure at altitude.
        air_checked: the turn of the last oxygen check.
        tunnel_pierced: True if nobody can pass the tunnel while the cabins are under pressure.
        cabin: the compartment of the current roll.
    """

    pressurized: bool = False
    pressure_lost: bool = False
    compromised: dict[str, int] = {}
    given_up: bool = False
    repressurized: int = 0
    thin_since: int = 0
    air_checked: int = 0
    tunnel_pierced: bool = False
    cabin: str = ""


@record
class Cabins:
    """The actions of the men in the compartments.

    Attributes:
        bottles: the number of extinguishers left, by compartment.
        burning: the compartments with a fire that was not put out, each with the value of `zones_entered` at which the
            crew must leave.
        moved: the men who moved, carried somebody or were carried this turn.
        fought: the men who fought a fire this turn, each with the compartment of the fire.
        carried: the men who carried a casualty this turn.
    """

    bottles: dict[str, int] = {}
    burning: dict[str, int] = {}
    moved: list[str] = []
    fought: dict[str, str] = {}
    carried: list[str] = []


@record
class Clash:
    """The combat of this turn.

    Attributes:
        ahead: True if fighters can still attack this turn.
        resistance: `none`, `light`, `moderate` or `heavy`.
        searchlit: True while searchlights hold the bomber.
        evading: True while the bomber takes evasive action.
        aim_spoiled: True if evasive action spoils the gunners' aim.
        attack_round: the number of the round of attacks, from 1.
        clocks: the clock positions of fighters whose angle has not been rolled yet.
        air_bomb: True if the first fighter drops a bomb.
        cabin_fires: the cabin whose men fire, if the intercom is out.
        at_light: the guns that have fired at a searchlight.
    """

    ahead: bool = False
    resistance: str = field(default="", metadata={FACT: "resistance"})
    searchlit: bool = False
    evading: bool = False
    aim_spoiled: bool = False
    attack_round: int = 0
    clocks: list[str] = []
    air_bomb: bool = False
    cabin_fires: str = ""
    at_light: list[str] = []


@dataclass
class OverTarget:
    """The state of play over the target.

    Attributes:
        visibility: `clear`, `partly` or `obscured`.
        flak_time: `after` once the flak that follows the bomb run has begun; empty before.
        turned: True once the bomber has reached the target, where the way home begins.
    """

    visibility: str = field(default="", metadata={FACT: "visibility"})
    flak_time: str = ""
    turned: bool = False


@dataclass
class Counted:
    """Counters that are needed only for the odds.

    Attributes:
        checks: the number of course checks.
        attacks: the number of attacks by fighters.
    """

    checks: int = 0
    attacks: int = 0


@record
class Ending:
    """The end of the bomber's flight.

    Attributes:
        sea: `calm`, `moderate`, `rough` or `very_rough`.
        ditched: `good`, `hard` or `broken`.
        parachuted: True if the men in the sea came down by parachute.
        scrubbed: True if the take-off was abandoned.
        causes: damage by the enemy that makes an abort count.
        moment: the step of play that can bring the bomber down now.
        lost_to: the step of play that brought the bomber down.
    """

    sea: str = field(default="", metadata={FACT: "sea"})
    ditched: str = ""
    parachuted: bool = False
    scrubbed: bool = False
    out_of_fuel: bool = False
    off_runway: bool = False
    to_iwo: bool = False
    causes: list[str] = []
    moment: str = ""
    lost_to: str = ""


@record
class Campaign(bomber.Campaign):
    """A tour.

    Attributes:
        american: the number of victories of the player's side.
        japanese: the number of victories of the other side.
        burned: the number of boxes crossed off on the Target Damage Sheet, by city.
        shaken_down: True once the optional mission to Truk has been flown.
    """

    american: int = 0
    japanese: int = 0
    burned: dict[str, int] = {}
    shaken_down: bool = False


@dataclass
class State(bomber.State):
    """The complete state of a B-29's mission."""

    fuel: Fuel = inline(Fuel)
    sortie: Sortie = inline(Sortie)
    company: Company = inline(Company)
    navigation: Navigation = inline(Navigation)
    descent: Descent = inline(Descent)
    pressure: Pressure = inline(Pressure)
    cabins: Cabins = inline(Cabins)
    clash: Clash = inline(Clash)
    over_target: OverTarget = inline(OverTarget)
    ending: Ending = inline(Ending)
    counted: Counted = inline(Counted)
    campaign: Campaign | None = None

    @property
    def tour(self) -> Campaign | None:
        """The campaign, if the mission is part of one."""
        return self.campaign

    @property
    def night(self) -> bool:
        """True if the mission is a Night mission."""
        return self.sortie.time == "night"

    @property
    def alone(self) -> bool:
        """True if the bomber is Out of Formation, which exists on Day missions only."""
        return not self.night and self.track.out_of_formation

    def doors_stuck(self, bay: str) -> bool:
        """Return True if the doors of a bay cannot open, because they or their controls failed."""
        return self.plane.broken(f"{bay}_doors_out") or self.plane.broken("door_controls_out")

    @property
    def all_doors_stuck(self) -> bool:
        """True if no bay can be opened."""
        return all(self.doors_stuck(bay) for bay in BAYS)

    def is_busy(self, role: str) -> bool:
        """Return True if a man fought a fire or carried a casualty this turn (7.5, 7.6 A).

        A busy man can do nothing else in the turn.
        """
        return role in self.cabins.fought or role in self.cabins.carried

    @property
    def homeward(self) -> bool:
        """True if the bomber heads for home."""
        return self.track.leg == "back"


SuperfortFlight = GameFlight[State, Constants, Rulings]
SuperfortRulebook = GameRulebook[Constants, Rulings]
SuperfortNarration = GameNarrationContext[Constants]


def band(flight: SuperfortFlight) -> int:
    """Return the index of the band in which the bomber flies."""
    return flight.const.bands.index(flight.state.track.altitude)


def bands_to_climb(flight: SuperfortFlight) -> int:
    """Return the number of bands up to the altitude of the mission; negative if the bomber flies above it."""
    return flight.const.bands.index(flight.state.sortie.band) - band(flight)


def assembly_zone(flight: SuperfortFlight) -> int:
    """Return the zone in which the formation assembles and disbands."""
    zones = flight.const.assembly
    return zones.first if flight.state.sortie.early else zones.last


# ---- which optional rules are in force


def plays(flight: SuperfortFlight, switch: Switch) -> bool:
    """Return True if certain optional rules are in force, such as the rules for fuel.

    They are in force if the full game is played and the ruling that activates them has the option `on`.

    Args:
        flight: the flight.
        switch: the key of the ruling that activates the rules.
    """
    return flight.ruled["game"] == "full" and flight.ruled[switch] == "on"


def is_early(ruled: Rulings, state: State, last: int) -> bool:
    """Return True if the mission is played as an early mission.

    If later targets are left out, this applies to all missions; it always applies to the optional mission to Truk.

    Args:
        ruled: the options of the rulings.
        state: the state.
        last: the number of the last early mission in a tour.
    """
    later = ruled["game"] == "full" and ruled["later_targets"] == "on"
    return state.orders.mission <= last or not later or goes_to_truk(ruled, state)


def goes_to_truk(ruled: Rulings, state: State) -> bool:
    """Return True if the optional mission to Truk is next.

    This mission is flown once, before the first mission of a tour.
    """
    return ruled["truk"] == "on" and not (state.tour and state.tour.shaken_down)
