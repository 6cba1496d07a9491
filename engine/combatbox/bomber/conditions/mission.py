"""Conditions on the course of a mission: weather, formation, events, the bomb run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from combatbox.bomber.conditions.crew import veteran
from combatbox.bomber.conditions.plain import Plain, PlaneIs
from combatbox.bomber.terms import BomberFlight
from combatbox.core.effects import Condition, Say

# ---- weather, formation, events


@dataclass(frozen=True, slots=True)
class WeatherPoor(Plain):
    """Poor weather where the roll is made."""

    name: ClassVar[str] = "weather_poor"
    said: ClassVar[str] = "poor weather"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.track.weather == "poor"


@dataclass(frozen=True, slots=True)
class WeatherBad(Plain):
    """Bad weather where the roll is made."""

    name: ClassVar[str] = "weather_bad"
    said: ClassVar[str] = "bad weather"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.track.weather == "bad"


@dataclass(frozen=True, slots=True)
class IncreasedFlak(Plain):
    """The target has more flak than others."""

    name: ClassVar[str] = "increased_flak"
    said: ClassVar[str] = "target with more flak (G-3)"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.orders.increased_flak


@dataclass(frozen=True, slots=True)
class SquadronMiddle(Plain):
    """In formation in the middle squadron."""

    name: ClassVar[str] = "squadron_middle"
    said: ClassVar[str] = "middle squadron, in formation"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.orders.squadron == "middle" and flight.state.in_formation


@dataclass(frozen=True, slots=True)
class SquadronLow(Plain):
    """In formation in the low squadron."""

    name: ClassVar[str] = "squadron_low"
    said: ClassVar[str] = "low squadron, in formation"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.orders.squadron == "low" and flight.state.in_formation


@dataclass(frozen=True, slots=True)
class LooseFormationNow(Plain):
    """The event of a loose formation happened."""

    name: ClassVar[str] = "loose_formation"
    said: ClassVar[str] = "loose formation (B-7)"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.chance.loose_formation


@dataclass(frozen=True, slots=True)
class TightFormationNow(Plain):
    """The event of a tight formation happened."""

    name: ClassVar[str] = "tight_formation"
    said: ClassVar[str] = "tight formation (B-7)"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.chance.tight_formation


@dataclass(frozen=True, slots=True)
class AggressiveFriendsNow(Plain):
    """The event of aggressive little friends happened."""

    name: ClassVar[str] = "aggressive_friends"
    said: ClassVar[str] = "aggressive little friends (B-7)"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.chance.aggressive_friends


@dataclass(frozen=True, slots=True)
class IsOutOfFormation(Plain):
    """Out of formation at this moment."""

    name: ClassVar[str] = "out_of_formation"
    said: ClassVar[str] = "out of formation"

    def holds(self, flight: BomberFlight) -> bool:
        return not flight.state.in_formation


@dataclass(frozen=True, slots=True)
class InFormation(Plain):
    """In formation at this moment."""

    name: ClassVar[str] = "in_formation"
    said: ClassVar[str] = "in formation"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.in_formation


@dataclass(frozen=True, slots=True)
class CasualtiesMeanNothing(Plain):
    """Formation casualties change nothing: already lead or tail, or out of formation."""

    name: ClassVar[str] = "lead_tail_or_out"
    said: ClassVar[str] = "if lead or tail bomber already, or out of formation"

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        return state.orders.formation in ("lead", "tail") or not state.in_formation


@dataclass(frozen=True, slots=True)
class EventHappened(Condition):
    """An event that happens once a mission has happened."""

    name: ClassVar[str] = "event_happened"
    event: Literal["loose_formation", "tight_formation", "aggressive_friends"]

    def words(self, say: Say) -> str:
        return "if it happened before"

    def holds(self, flight: BomberFlight) -> bool:
        return self.event in flight.state.chance.events


@dataclass(frozen=True, slots=True)
class LowAltitude(Plain):
    """Down at the lower altitude."""

    name: ClassVar[str] = "low_altitude"

    def words(self, say: Say) -> str:
        return f"if at {say('low_altitude')}"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.track.altitude == "low"


@dataclass(frozen=True, slots=True)
class EngineFailedByEvent(Plain):
    """An engine that an event stopped still stands."""

    name: ClassVar[str] = "engine_failed_by_event"
    said: ClassVar[str] = "an engine failed by this event before"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.chance.failed_engine > 0


@dataclass(frozen=True, slots=True)
class MissionAtMost(Condition):
    """The mission's number in the campaign is at most this."""

    name: ClassVar[str] = "mission_at_most"
    number: int

    def words(self, say: Say) -> str:
        return f"missions 1–{self.number}"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.orders.mission <= self.number


@dataclass(frozen=True, slots=True)
class Ruled(Condition):
    """That option of a ruling is in force."""

    name: ClassVar[str] = "ruled"
    ruling: str
    option: str

    def words(self, say: Say) -> str:
        return f"under the option “{say(self.option)}” of {self.ruling}"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.rulings.get(self.ruling) == self.option

    def of_ruling(self) -> tuple[str, str]:
        return self.ruling, self.option


# ---- bomb run


@dataclass(frozen=True, slots=True)
class BombardierVeteran(Condition):
    """The bombardier is on one of his experienced missions and not handicapped."""

    name: ClassVar[str] = "bombardier_veteran"

    def words(self, say: Say) -> str:
        return "veteran bombardier with fewer than two light wounds"

    def holds(self, flight: BomberFlight) -> bool:
        return veteran(flight, flight.state.men["bombardier"])


@dataclass(frozen=True, slots=True)
class BombardierTwoLightWounds(Plain):
    """The bombardier is handicapped by light wounds."""

    name: ClassVar[str] = "bombardier_two_light_wounds"
    said: ClassVar[str] = "bombardier with two light wounds"

    def holds(self, flight: BomberFlight) -> bool:
        man = flight.state.men["bombardier"]
        return man.fit and man.light >= flight.const["light_wounds"]["handicap"]


@dataclass(frozen=True, slots=True)
class BombardierUnfit(Plain):
    """The bombardier himself is dead or seriously wounded (Q-R42)."""

    name: ClassVar[str] = "bombardier_unfit"
    said: ClassVar[str] = "bombardier dead or seriously wounded"

    def holds(self, flight: BomberFlight) -> bool:
        return not flight.state.men["bombardier"].fit


@dataclass(frozen=True, slots=True)
class HitByFlak(Plain):
    """Flak over the target hit the plane, once or more."""

    name: ClassVar[str] = "hit_by_flak"
    said: ClassVar[str] = "hit by flak over the target, once or more"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.battle.hit_by_flak


@dataclass(frozen=True, slots=True)
class BombsByHand(Plain):
    """Bomb controls or release out, or both."""

    name: ClassVar[str] = "bombs_by_hand"
    said: ClassVar[str] = "bomb controls or release out, or both"

    def holds(self, flight: BomberFlight) -> bool:
        plane = flight.state.plane
        return plane.bomb_controls_out or plane.bomb_release_out


@dataclass(frozen=True, slots=True)
class AutopilotIsOut(PlaneIs):
    """The autopilot is out."""

    name: ClassVar[str] = "autopilot_out"
    said: ClassVar[str] = "autopilot out"


@dataclass(frozen=True, slots=True)
class AutopilotAndIntercomOut(Plain):
    """The autopilot and the intercom are out."""

    name: ClassVar[str] = "autopilot_and_intercom_out"
    said: ClassVar[str] = "autopilot and intercom out"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.plane.autopilot_out and flight.state.plane.intercom_out


@dataclass(frozen=True, slots=True)
class NordenSightIsOut(PlaneIs):
    """The Norden sight is out."""

    name: ClassVar[str] = "norden_sight_out"
    said: ClassVar[str] = "Norden sight out"


@dataclass(frozen=True, slots=True)
class BombDoorsAreOut(PlaneIs):
    """The bomb bay doors are out."""

    name: ClassVar[str] = "bomb_doors_out"
    said: ClassVar[str] = "bomb bay doors out"


@dataclass(frozen=True, slots=True)
class IntercomIsOut(PlaneIs):
    """The intercom is out."""

    name: ClassVar[str] = "intercom_out"
    said: ClassVar[str] = "intercom out"


@dataclass(frozen=True, slots=True)
class NoBombs(Plain):
    """The bombs are no longer aboard."""

    name: ClassVar[str] = "no_bombs"
    said: ClassVar[str] = "bombs no longer aboard"

    def holds(self, flight: BomberFlight) -> bool:
        return not flight.state.plane.bombs_aboard
