"""When modifiers of the tables of a B-29's way count, and the numbers that they read."""

from __future__ import annotations

from typing import ClassVar, Literal

from combatbox.bomber.conditions.crew import veteran
from combatbox.bomber.conditions.plain import Plain
from combatbox.bomber.terms import City, Station
from combatbox.core.effects import Condition, Quantity, Say
from combatbox.core.records import dataclass
from combatbox.core.wording import listed
from combatbox.games.superfort.state import BAYS, SuperfortFlight

# ---- the mission


@dataclass(frozen=True, slots=True)
class BombedOut(Condition):
    """Every box of that city is gone from the Target Damage Sheet."""

    name: ClassVar[str] = "bombed_out"
    noted: ClassVar[bool] = True
    city: City

    def words(self, say: Say) -> str:
        return f"if {say(self.city)} is bombed out"

    def holds(self, flight: SuperfortFlight) -> bool:
        return is_bombed_out(flight, self.city)


def is_bombed_out(flight: SuperfortFlight, city: str) -> bool:
    """Whether no box of a city is left for urban area missions."""
    tour, const = flight.state.tour, flight.const
    if tour is None:
        return False
    boxes: int = const["boxes_of"].get(city, const["other_boxes"])
    return tour.burned.get(city, 0) >= boxes


# ---- the crew


@dataclass(frozen=True, slots=True)
class Novice(Condition):
    """One of these men has few credited missions behind him."""

    name: ClassVar[str] = "novice"
    men: tuple[Station, ...]

    def words(self, say: Say) -> str:
        return f"novice {listed([say(man) for man in self.men])}"

    def holds(self, flight: SuperfortFlight) -> bool:
        men, most = flight.state.men, flight.const["novice"]
        return any(men[man].fit and men[man].missions - 1 <= most for man in self.men)


@dataclass(frozen=True, slots=True)
class PilotFlies(Condition):
    """A pilot is at the controls, and he is a novice or a veteran."""

    name: ClassVar[str] = "pilot_flies"
    what: Literal["novice", "veteran"]

    def words(self, say: Say) -> str:
        return f"the pilot who flies is a {self.what}"

    def brief(self, say: Say) -> str:
        return f"{self.what} pilot"

    def holds(self, flight: SuperfortFlight) -> bool:
        state = flight.state
        if state.pilot_at_controls not in flight.const["pilots"]:
            return False
        man = state.men[state.pilot_at_controls]
        if self.what == "veteran":
            return veteran(flight, man)
        return bool(man.missions - 1 <= flight.const["novice"])


@dataclass(frozen=True, slots=True)
class StrangerAtControls(Condition):
    """The flight engineer flies, or anyone else who is no pilot."""

    name: ClassVar[str] = "flies"
    who: Literal["engineer", "other"]

    def words(self, say: Say) -> str:
        return "the flight engineer flies" if self.who == "engineer" else "somebody else flies"

    def holds(self, flight: SuperfortFlight) -> bool:
        at, const = flight.state.pilot_at_controls, flight.const
        if at in const["pilots"]:
            return False
        return bool((at == const["stand_in_pilot"]) == (self.who == "engineer"))


@dataclass(frozen=True, slots=True)
class AtHisPost(Condition):
    """A man of that place's own is fit and at it."""

    name: ClassVar[str] = "at_post"
    station: Station

    def words(self, say: Say) -> str:
        return f"the {say(self.station)} at his post"

    def holds(self, flight: SuperfortFlight) -> bool:
        return at_post(flight, self.station)


def at_post(flight: SuperfortFlight, station: str) -> bool:
    """Whether the man of a place is there, fit, not frostbitten, and at no other task this turn."""
    man = flight.state.men[station]
    return man.fit and not man.frostbitten and man.station == station and not flight.state.is_busy(station)


@dataclass(frozen=True, slots=True)
class StandIn(Condition):
    """Somebody else does a man's duty at his place."""

    name: ClassVar[str] = "stand_in"
    station: Station

    def words(self, say: Say) -> str:
        return f"somebody else in the {say(self.station)}'s place"

    def holds(self, flight: SuperfortFlight) -> bool:
        man = flight.state.at(self.station)
        return man is not None and man.role != self.station and man.fit and not flight.state.is_busy(man.role)


@dataclass(frozen=True, slots=True)
class Unmanned(Condition):
    """Nobody fit is at that place, or he is at another task this turn."""

    name: ClassVar[str] = "unmanned"
    station: Station

    def words(self, say: Say) -> str:
        return f"nobody fit and free in the {say(self.station)}'s place"

    def holds(self, flight: SuperfortFlight) -> bool:
        man = flight.state.at(self.station)
        return man is None or not man.fit or man.frostbitten or flight.state.is_busy(man.role)


# ---- in the air


@dataclass(frozen=True, slots=True)
class NaturalIs(Condition):
    """The dice show that, before modifiers."""

    name: ClassVar[str] = "natural"
    roll: int

    def words(self, say: Say) -> str:
        return f"natural {self.roll}"

    def holds(self, flight: SuperfortFlight) -> bool:
        return flight.natural == self.roll


@dataclass(frozen=True, slots=True)
class BayDry(Condition):
    """No box is left in a bay."""

    name: ClassVar[str] = "bay_dry"
    bay: Literal["fwd", "aft"]

    def words(self, say: Say) -> str:
        return f"no box left in the {say(f'{self.bay}_bay')}"

    def holds(self, flight: SuperfortFlight) -> bool:
        return not flight.state.fuel.in_bay(self.bay)


# ---- over the target


# ---- coming down


@dataclass(frozen=True, slots=True)
class LaidIn(Condition):
    """What is below where the bomber comes down, as it counts then: Okinawa is enemy ground on the early missions."""

    name: ClassVar[str] = "ground"
    ground: Literal["enemy", "okinawa", "home"]

    def words(self, say: Say) -> str:
        return {"enemy": "in Japan", "okinawa": "on Okinawa", "home": "in the Marianas or on Iwo Jima"}[self.ground]

    def holds(self, flight: SuperfortFlight) -> bool:
        return ground(flight) == self.ground


def ground(flight: SuperfortFlight) -> str:
    """`enemy`, `okinawa`, `home` or `sea`, by the letter on which the bomber comes down."""
    letter = flight.state.outcome.down_terrain
    if letter == "J" or (letter == "O" and flight.state.sortie.early):
        return "enemy"
    return {"O": "okinawa", "W": "sea"}.get(letter, "home")


@dataclass(frozen=True, slots=True)
class LandsByNight(Plain):
    """It comes down by night; at dusk at Iwo Jima does not count."""

    name: ClassVar[str] = "comes_down_by_night"
    said: ClassVar[str] = "night"

    def holds(self, flight: SuperfortFlight) -> bool:
        return by_night(flight)


def by_night(flight: SuperfortFlight) -> bool:
    """Whether it is dark where the bomber comes down: on the way home by the landing time, before by that of the mission."""
    state = flight.state
    if state.outcome.down_terrain == "I":
        return False
    if state.homeward and state.track.zone < flight.const["fighter_zones"]["first"]:
        return state.sortie.landing_time == "night"
    if state.track.zone <= 1:
        return state.sortie.takeoff == "night"
    return state.night


@dataclass(frozen=True, slots=True)
class LoadAboard(Plain):
    """Bombs aboard, or fuel in auxiliary tanks, while another modifier of the landing is below nought."""

    name: ClassVar[str] = "load_aboard"
    said: ClassVar[str] = "bombs aboard, or fuel in auxiliary tanks, and any other minus modifier above"

    def brief(self, say: Say) -> str:
        return "bombs or fuel in the bays"

    def holds(self, flight: SuperfortFlight) -> bool:
        state = flight.state
        if not state.plane.bombs_aboard and not any(state.fuel.in_bay(bay) for bay in BAYS):
            return False
        table = flight.table("landing.land")
        return any(
            isinstance(one.add, int)
            and one.add < 0
            and one.when
            and one.when.name != self.name
            and one.when.holds(flight)
            for one in table.modifiers
        )


# ---- numbers


@dataclass(frozen=True, slots=True)
class Weight(Quantity):
    """Less the number of armed guns, or of gunners aboard."""

    name: ClassVar[str] = "less"
    what: Literal["guns", "gunners"]

    def words(self, say: Say) -> str:
        return "less the number of armed guns" if self.what == "guns" else "less the number of gunners aboard"

    def brief(self, say: Say) -> str:
        return "for the armed guns" if self.what == "guns" else "for the gunners aboard"

    def amount(self, flight: SuperfortFlight) -> int:
        state = flight.state
        if self.what == "guns":
            return -len([gun for gun in state.guns.values() if not gun.thrown_out])
        return -len(
            [role for role, job in flight.const["crew"].items() if job.get("gunner") and state.men[role].aboard]
        )


@dataclass(frozen=True, slots=True)
class ZonesAstray(Quantity):
    """Zones off course on end, beyond the first."""

    name: ClassVar[str] = "zones_astray"

    def words(self, say: Say) -> str:
        return "+1 for each zone running off course beyond the first"

    def brief(self, say: Say) -> str:
        return "for further zones off course"

    def amount(self, flight: SuperfortFlight) -> int:
        return max(flight.state.navigation.off_zones - 1, 0)
