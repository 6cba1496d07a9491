"""The state of a B-29's mission: that of any bomber, and what only a B-29 has: fuel in boxes, courses, pressure."""

from __future__ import annotations

from dataclasses import dataclass, field

from combatbox.bomber import careers
from combatbox.bomber import state as bomber
from combatbox.core.events import INLINE
from combatbox.core.flight import GameFlight
from combatbox.core.roll_context import FACT
from combatbox.core.tables import GameRulebook
from combatbox.games.superfort.constants import Constants, Rulings

BAYS = ("fwd", "aft")
"""The two bomb bays, each with its bombs and its auxiliary tanks."""


@dataclass
class Fuel:
    """Boxes of fuel. internal, fwd_boxes, aft_boxes: those left in the plane and in the tanks of each bay.

    boxes_at_start - boxes_used - boxes_lost + boxes_restored are left: paid for flying, gone otherwise, given back.
    tanks_carried: bays with tanks; tanks_dropped: those whose tanks are gone; tanks_shut: bays whose boxes cannot be used. aux_zone: the count of zones
    entered when an auxiliary box was last paid. wing_leak: a tank leaks in each zone entered. last_drops: successes on
    T4-1.
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
        """All boxes left aboard, those that cannot be used too."""
        return self.internal + self.fwd_boxes + self.aft_boxes

    def in_bay(self, bay: str) -> int:
        """The boxes left in the tanks of a bay."""
        return self.fwd_boxes if bay == "fwd" else self.aft_boxes

    @property
    def usable(self) -> int:
        """The boxes that can still be burned."""
        return self.internal + sum([self.in_bay(bay) for bay in BAYS if bay not in self.tanks_shut])


@dataclass
class Sortie:
    """What the briefing of a B-29 adds. time, takeoff, landing_time: `day` or `night`; band: of the mission, as `altitude`.

    site: the name of the works or the field that is the target, where it is more than its city. great_city: it came up
    on T2-2C. searchlights: the city has some. flak_add: its column of T2-9. briefed: the resistance expected. escort:
    the type that is to be met, empty for none. truk: the free mission. early:
    one of the missions before Iwo Jima is American.
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
    """The formation and the escort. assembled: the bomber was in it once; broke_up: it has ended homeward.

    off_time: it missed the assembly. gasping: it went low for want of oxygen. escort_met: friendly fighters fly along; rendezvous: tries made. stepped_down: it
    rejoined, as tail bomber.
    """

    assembled: bool = False
    broke_up: bool = False
    off_time: bool = False
    gasping: bool = False
    escort_met: bool = False
    rendezvous: int = 0


@dataclass
class Navigation:
    """course: `on`, `off` or empty before the first check. marker: the sum of T4-4 to T4-7. off_zones: zones off course on end.

    compass: what weather adds to T4-8 in this zone. strayed: how often it was off course on this mission. checked_in: the
    count of zones entered at the last check; weather_in: the same at the last roll for the weather.
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
    """sank_in: the turn in which engines that are out last cost a band of altitude."""

    sank_in: int = 0


@dataclass
class Pressure:
    """pressurized: the cabins hold pressure now. pressure_lost: for good, throughout. given_up: on purpose.

    compromised: cabins that hold none, each with the turn since which men are without it up there, 0 for none. thin_since:
    the same for the whole plane. repressurized, air_checked: the turn of the last one of each. tunnel_pierced: no way
    through it under pressure. cabin: the compartment in hand.
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
    """bottles: extinguishers left in each compartment. burning: compartments whose fire was not put out, and the count of
    zones entered at which the crew must leave. moved: men who have moved, carried or been carried this turn. fought: those
    who have fought a fire in it, each with where it burned. carried: those who have carried a casualty in it."""

    bottles: dict[str, int] = field(default_factory=dict)
    burning: dict[str, int] = field(default_factory=dict)
    moved: list[str] = field(default_factory=list)
    fought: dict[str, str] = field(default_factory=dict)
    carried: list[str] = field(default_factory=list)


@dataclass
class Clash:
    """The combat of this turn. resistance: none, light, moderate, heavy. searchlit, evading: as they stand now.

    aim_spoiled: evasive action throws the gunners about. attack_round: of attacks, from 1. clocks: where fighters whose
    angle is not rolled yet come from. air_bomb: the first of them bombs. cabin_fires: who fires without the intercom. at_light:
    guns, and then men, that fired at a searchlight.
    ahead: fighters may come in this turn and have not yet.
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
    """Over the target. visibility: clear, partly, obscured. flak_time: `after` once it is the flak on the way out.

    turned: she has come to it, so that the way home begins there.
    """

    visibility: str = field(default="", metadata={FACT: "visibility"})
    flak_time: str = ""
    turned: bool = False


@dataclass
class Counted:
    """What the odds count beyond how the mission ended. checks: of the course; attacks: that fighters made."""

    checks: int = 0
    attacks: int = 0


@dataclass
class Ending:
    """How it came down. sea: calm, moderate, rough, very_rough; ditched: good, hard, broken. over: what lies below.

    parachuted: men are in the sea by parachute. scrubbed: the take-off was given up. causes: what the
    enemy brought about that makes an abort count. moment: what is being played that may bring her down; lost_to: what did.
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
    """A tour. american, japanese: wins of each side. burned: boxes crossed off on the Target Damage Sheet, by city.

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
        """Whether it is a Night mission."""
        return self.sortie.time == "night"

    @property
    def alone(self) -> bool:
        """Out of Formation, which is a state of Day missions only."""
        return not self.night and self.track.out_of_formation

    def doors_stuck(self, bay: str) -> bool:
        """Whether the doors of a bay do not open: they themselves, or the controls of both."""
        return self.plane.broken(f"{bay}_doors_out") or self.plane.broken("door_controls_out")

    @property
    def all_doors_stuck(self) -> bool:
        """Whether no bay can be opened."""
        return all(self.doors_stuck(bay) for bay in BAYS)

    def is_busy(self, role: str) -> bool:
        """Whether a man fights a fire or has carried a casualty this turn: he does nothing else in it (7.5, 7.6 A)."""
        return role in self.cabins.fought or role in self.cabins.carried

    @property
    def homeward(self) -> bool:
        """Whether it heads for home."""
        return self.track.leg == "back"


SuperfortFlight = GameFlight[State, Constants, Rulings]
SuperfortRulebook = GameRulebook[Constants, Rulings]
