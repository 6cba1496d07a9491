"""The state of a B-29's mission: that of any bomber, and its own records.

Its own are fuel in boxes, courses and pressure, for instance.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from combatbox.bomber import careers
from combatbox.bomber import state as bomber
from combatbox.core.events import INLINE
from combatbox.core.flight import GameFlight
from combatbox.core.narration import GameNarrationContext
from combatbox.core.roll_context import FACT
from combatbox.core.tables import GameRulebook
from combatbox.games.superfort.constants import Constants, Rulings

BAYS = ("fwd", "aft")
"""The two bomb bays, each with its bombs and its auxiliary tanks."""


@dataclass
class Fuel:
    """Boxes of fuel.

    Left are `boxes_at_start - boxes_used - boxes_lost + boxes_restored`.

    Attributes:
        internal: boxes left in the plane; `fwd_boxes` and `aft_boxes` those in the tanks of each bay.
        boxes_used: boxes paid for flying; `boxes_lost` are gone otherwise, `boxes_restored` were given back.
        tanks_carried: bays with tanks.
        tanks_dropped: bays whose tanks are gone.
        tanks_shut: bays whose boxes cannot be used.
        aux_zone: count of zones entered when an auxiliary box was last paid.
        wing_leak: a wing tank loses a box in each zone entered.
        last_drops: successes on T4-1.
    """

    internal: int = 0
    fwd_boxes: int = 0
    aft_boxes: int = 0
    boxes_at_start: int = 0
    boxes_used: int = 0
    boxes_lost: int = 0
    boxes_restored: int = 0
    tanks_carried: list[str] = field(default_factory=list)
    tanks_dropped: list[str] = field(default_factory=list)
    tanks_shut: list[str] = field(default_factory=list)
    aux_zone: int = -1
    wing_leak: bool = False
    last_drops: int = 0

    @property
    def boxes(self) -> int:
        """All boxes left aboard, including those that cannot be used."""
        return self.internal + self.fwd_boxes + self.aft_boxes

    def in_bay(self, bay: str) -> int:
        """Return the boxes left in the tanks of a bay."""
        return self.fwd_boxes if bay == "fwd" else self.aft_boxes

    @property
    def usable(self) -> int:
        """The boxes that can still be burned."""
        return self.internal + sum([self.in_bay(bay) for bay in BAYS if bay not in self.tanks_shut])


@dataclass
class Sortie:
    """The orders of a B-29's briefing.

    Attributes:
        time: `day` or `night`; `takeoff` and `landing_time` likewise.
        band: altitude of the mission, as `Track.altitude`.
        site: the works or field that is the target, where it is more than its city.
        great_city: it came up on T2-2C.
        searchlights: the city has some.
        flak_add: its column of T2-9.
        briefed: the resistance expected.
        escort: type of the escort to meet, empty for none.
        truk: the free mission.
        early: a mission before Iwo Jima is American.
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
        assembled: the bomber was in the formation once.
        broke_up: the formation has ended homeward.
        off_time: the bomber missed the assembly.
        gasping: it went low for want of oxygen.
        escort_met: friendly fighters fly along.
        rendezvous: tries made to meet them.
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
        marker: sum of T4-4 to T4-7.
        off_zones: zones off course in a row.
        compass: what weather adds to T4-8 in this zone.
        strayed: how often it was off course on this mission.
        checked_in: count of zones entered at the last check.
        weather_in: count of zones entered at the last roll for the weather.
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
    """Altitude lost through engines that are out.

    Attributes:
        sank_in: the turn in which they last cost a band.
    """

    sank_in: int = 0


@dataclass
class Pressure:
    """Pressure in the cabins. Turns are 0 for none.

    Attributes:
        pressurized: the cabins hold pressure now.
        pressure_lost: it is lost for good, throughout.
        given_up: it was let out on purpose.
        compromised: cabins that hold none, each with the turn since which men are without it at altitude.
        thin_since: the same turn for the whole plane.
        repressurized: turn in which pressure was last restored.
        air_checked: turn of the last check of air.
        tunnel_pierced: nobody gets through the tunnel under pressure.
        cabin: the compartment of the present roll.
    """

    pressurized: bool = False
    pressure_lost: bool = False
    compromised: dict[str, int] = field(default_factory=dict)
    given_up: bool = False
    repressurized: int = 0
    thin_since: int = 0
    air_checked: int = 0
    tunnel_pierced: bool = False
    cabin: str = ""


@dataclass
class Cabins:
    """The actions of men in the compartments.

    Attributes:
        bottles: extinguishers left in each compartment.
        burning: compartments with a fire that was not put out, each with the count of zones entered at which the crew
            must leave.
        moved: men who moved, carried or were carried this turn.
        fought: men who fought a fire this turn, each with where it burned.
        carried: men who carried a casualty this turn.
    """

    bottles: dict[str, int] = field(default_factory=dict)
    burning: dict[str, int] = field(default_factory=dict)
    moved: list[str] = field(default_factory=list)
    fought: dict[str, str] = field(default_factory=dict)
    carried: list[str] = field(default_factory=list)


@dataclass
class Clash:
    """The combat of this turn.

    Attributes:
        ahead: fighters may still come in this turn.
        resistance: `none`, `light`, `moderate` or `heavy`.
        searchlit: searchlights hold the bomber now; `evading`: it evades now.
        aim_spoiled: evasive action spoils the gunners' aim.
        attack_round: round of attacks, from 1.
        clocks: clock positions of fighters whose angle is not rolled yet.
        air_bomb: the first of them drops a bomb.
        cabin_fires: who fires without the intercom.
        at_light: guns, and then men, that fired at a searchlight.
    """

    ahead: bool = False
    resistance: str = field(default="", metadata={FACT: "resistance"})
    searchlit: bool = False
    evading: bool = False
    aim_spoiled: bool = False
    attack_round: int = 0
    clocks: list[str] = field(default_factory=list)
    air_bomb: bool = False
    cabin_fires: str = ""
    at_light: list[str] = field(default_factory=list)


@dataclass
class OverTarget:
    """Events over the target.

    Attributes:
        visibility: `clear`, `partly` or `obscured`.
        flak_time: `after` for the flak on the way out.
        turned: the bomber has come to the target, so the way home begins there.
    """

    visibility: str = field(default="", metadata={FACT: "visibility"})
    flak_time: str = ""
    turned: bool = False


@dataclass
class Counted:
    """Counts for the odds besides the outcome.

    Attributes:
        checks: checks of the course.
        attacks: attacks that fighters made.
    """

    checks: int = 0
    attacks: int = 0


@dataclass
class Ending:
    """The end of the bomber's flight.

    Attributes:
        sea: `calm`, `moderate`, `rough` or `very_rough`.
        ditched: `good`, `hard` or `broken`.
        parachuted: men are in the sea by parachute.
        scrubbed: the take-off was given up.
        causes: damage by the enemy that makes an abort count.
        moment: the step of play that can bring her down now.
        lost_to: what brought her down.
    """

    sea: str = field(default="", metadata={FACT: "sea"})
    ditched: str = ""
    parachuted: bool = False
    scrubbed: bool = False
    out_of_fuel: bool = False
    off_runway: bool = False
    to_iwo: bool = False
    causes: list[str] = field(default_factory=list)
    moment: str = ""
    lost_to: str = ""


@dataclass
class Campaign(careers.Campaign):
    """A tour.

    Attributes:
        american: victories of the player's side.
        japanese: victories of the other side.
        burned: boxes crossed off on the Target Damage Sheet, by city.
        shaken_down: the free mission to Truk has been flown.
    """

    american: int = 0
    japanese: int = 0
    burned: dict[str, int] = field(default_factory=dict)
    shaken_down: bool = False


@dataclass
class State(bomber.State):
    """Everything that can change while a B-29 flies."""

    fuel: Fuel = field(default_factory=Fuel, metadata=INLINE)
    sortie: Sortie = field(default_factory=Sortie, metadata=INLINE)
    company: Company = field(default_factory=Company, metadata=INLINE)
    navigation: Navigation = field(default_factory=Navigation, metadata=INLINE)
    descent: Descent = field(default_factory=Descent, metadata=INLINE)
    pressure: Pressure = field(default_factory=Pressure, metadata=INLINE)
    cabins: Cabins = field(default_factory=Cabins, metadata=INLINE)
    clash: Clash = field(default_factory=Clash, metadata=INLINE)
    over_target: OverTarget = field(default_factory=OverTarget, metadata=INLINE)
    ending: Ending = field(default_factory=Ending, metadata=INLINE)
    counted: Counted = field(default_factory=Counted, metadata=INLINE)
    campaign: Campaign | None = None

    @property
    def tour(self) -> Campaign | None:
        """The campaign, if the mission is part of one."""
        return self.campaign

    @property
    def night(self) -> bool:
        """True on a Night mission."""
        return self.sortie.time == "night"

    @property
    def alone(self) -> bool:
        """True if Out of Formation, a state of Day missions only."""
        return not self.night and self.track.out_of_formation

    def doors_stuck(self, bay: str) -> bool:
        """Return True if the doors of a bay do not open, by themselves or their controls."""
        return self.plane.broken(f"{bay}_doors_out") or self.plane.broken("door_controls_out")

    @property
    def all_doors_stuck(self) -> bool:
        """True if no bay can be opened."""
        return all(self.doors_stuck(bay) for bay in BAYS)

    def is_busy(self, role: str) -> bool:
        """Return True if a man fought a fire or carried a casualty this turn (7.5, 7.6 A).

        He does nothing else in it.
        """
        return role in self.cabins.fought or role in self.cabins.carried

    @property
    def homeward(self) -> bool:
        """True if the bomber heads for home."""
        return self.track.leg == "back"


SuperfortFlight = GameFlight[State, Constants, Rulings]
SuperfortRulebook = GameRulebook[Constants, Rulings]
SuperfortNarration = GameNarrationContext[Constants]
