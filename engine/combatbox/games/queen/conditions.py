"""Conditions: named questions to the state. They switch modifiers, rows of charts and results without a roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from combatbox.core.effects import Condition, Quantity, Say
from combatbox.core.rules import rule
from combatbox.games.queen.state import SIDES, Man
from combatbox.games.queen.terms import FighterType, Queen, Terrain


@dataclass(frozen=True, slots=True)
class Plain(Condition):
    """A condition without parameters; `said` is its wording."""

    said: ClassVar[str] = ""

    def words(self, say: Say) -> str:
        return self.said


@dataclass(frozen=True, slots=True)
class PlaneIs(Plain):
    """One system of the plane is out."""

    flag: ClassVar[str] = ""

    def holds(self, flight: Queen) -> bool:
        out: bool = getattr(flight.state.plane, self.flag or self.name)
        return out


# ---- weather, formation, events


@rule("Q-O1a", "Q-O1b", "Q-O1c", "Q5.2d-2", "Q-B2a")
@dataclass(frozen=True, slots=True)
class WeatherPoor(Plain):
    """Poor weather where the roll is made."""

    name: ClassVar[str] = "weather_poor"
    said: ClassVar[str] = "poor weather"

    def holds(self, flight: Queen) -> bool:
        return flight.state.weather == "poor"


@rule("Q-O1a", "Q-O1b", "Q-O1c", "Q5.2d-2", "Q-B2a")
@dataclass(frozen=True, slots=True)
class WeatherBad(Plain):
    """Bad weather where the roll is made."""

    name: ClassVar[str] = "weather_bad"
    said: ClassVar[str] = "bad weather"

    def holds(self, flight: Queen) -> bool:
        return flight.state.weather == "bad"


@rule("Q-G3star", "Q-E06", "Q-E25")
@dataclass(frozen=True, slots=True)
class IncreasedFlak(Plain):
    """The target has more flak than others."""

    name: ClassVar[str] = "increased_flak"
    said: ClassVar[str] = "target with more flak (G-3)"

    def holds(self, flight: Queen) -> bool:
        return flight.state.increased_flak


@rule("Q5.1d-2", "Q13.1b-1", "Q-MC4")
@dataclass(frozen=True, slots=True)
class SquadronMiddle(Plain):
    """In formation in the middle squadron."""

    name: ClassVar[str] = "squadron_middle"
    said: ClassVar[str] = "middle squadron, in formation"

    def holds(self, flight: Queen) -> bool:
        return flight.state.squadron == "middle" and flight.state.in_formation


@rule("Q5.1d-2", "Q13.1b-1", "Q-MC4")
@dataclass(frozen=True, slots=True)
class SquadronLow(Plain):
    """In formation in the low squadron."""

    name: ClassVar[str] = "squadron_low"
    said: ClassVar[str] = "low squadron, in formation"

    def holds(self, flight: Queen) -> bool:
        return flight.state.squadron == "low" and flight.state.in_formation


@rule("Q-B7i")
@dataclass(frozen=True, slots=True)
class LooseFormationNow(Plain):
    """The event of a loose formation happened."""

    name: ClassVar[str] = "loose_formation"
    said: ClassVar[str] = "loose formation (B-7)"

    def holds(self, flight: Queen) -> bool:
        return flight.state.loose_formation


@rule("Q-B7i")
@dataclass(frozen=True, slots=True)
class TightFormationNow(Plain):
    """The event of a tight formation happened."""

    name: ClassVar[str] = "tight_formation"
    said: ClassVar[str] = "tight formation (B-7)"

    def holds(self, flight: Queen) -> bool:
        return flight.state.tight_formation


@rule("Q-B7b")
@dataclass(frozen=True, slots=True)
class AggressiveFriendsNow(Plain):
    """The event of aggressive little friends happened."""

    name: ClassVar[str] = "aggressive_friends"
    said: ClassVar[str] = "aggressive little friends (B-7)"

    def holds(self, flight: Queen) -> bool:
        return flight.state.aggressive_friends


@dataclass(frozen=True, slots=True)
class IsOutOfFormation(Plain):
    """Out of formation at this moment."""

    name: ClassVar[str] = "out_of_formation"
    said: ClassVar[str] = "out of formation"

    def holds(self, flight: Queen) -> bool:
        return not flight.state.in_formation


@dataclass(frozen=True, slots=True)
class InFormation(Plain):
    """In formation at this moment."""

    name: ClassVar[str] = "in_formation"
    said: ClassVar[str] = "in formation"

    def holds(self, flight: Queen) -> bool:
        return flight.state.in_formation


@rule("Q-B7h")
@dataclass(frozen=True, slots=True)
class CasualtiesMeanNothing(Plain):
    """Formation casualties change nothing: already lead or tail, or out of formation."""

    name: ClassVar[str] = "lead_tail_or_out"
    said: ClassVar[str] = "if lead or tail bomber already, or out of formation"

    def holds(self, flight: Queen) -> bool:
        state = flight.state
        return state.formation in ("lead", "tail") or not state.in_formation


@rule("Q-B7b")
@dataclass(frozen=True, slots=True)
class EventHappened(Condition):
    """An event that happens once a mission has happened."""

    name: ClassVar[str] = "event_happened"
    event: Literal["loose_formation", "tight_formation", "aggressive_friends"]

    def words(self, say: Say) -> str:
        return "if it happened before"

    def holds(self, flight: Queen) -> bool:
        return self.event in flight.state.events


@rule("Q-B7e")
@dataclass(frozen=True, slots=True)
class LowAltitude(Plain):
    """Down at the lower altitude."""

    name: ClassVar[str] = "low_altitude"

    def words(self, say: Say) -> str:
        return f"if at {say('low_altitude')}"

    def holds(self, flight: Queen) -> bool:
        return flight.state.altitude == "low"


@rule("Q-B7a")
@dataclass(frozen=True, slots=True)
class EngineFailedByEvent(Plain):
    """An engine that an event stopped still stands."""

    name: ClassVar[str] = "engine_failed_by_event"
    said: ClassVar[str] = "an engine failed by this event before"

    def holds(self, flight: Queen) -> bool:
        return flight.state.failed_engine > 0


@rule("Q5.2b-2", "Q-G5star", "Q5.1d-3")
@dataclass(frozen=True, slots=True)
class MissionAtMost(Condition):
    """The mission's number in the campaign is at most this."""

    name: ClassVar[str] = "mission_at_most"
    number: int

    def words(self, say: Say) -> str:
        return f"missions 1–{self.number}"

    def holds(self, flight: Queen) -> bool:
        return flight.state.mission <= self.number


@dataclass(frozen=True, slots=True)
class Ruled(Condition):
    """That option of a ruling is in force."""

    name: ClassVar[str] = "ruled"
    ruling: str
    option: str

    def words(self, say: Say) -> str:
        return f"under ruling {self.ruling}, {say(self.option)}"

    def holds(self, flight: Queen) -> bool:
        return flight.rulings.get(self.ruling) == self.option


# ---- bomb run


def veteran(flight: Queen, man: Man) -> bool:
    """Fit, not handicapped by wounds, and on one of his experienced missions."""
    years = flight.const["veteran"]
    return (
        man.fit
        and man.light < flight.const["light_wounds"]["handicap"]
        and years["first"] <= man.missions <= years["last"]
    )


@rule("Q-O6a", "Q-BL4a-2")
@dataclass(frozen=True, slots=True)
class BombardierVeteran(Condition):
    """The bombardier is on one of his experienced missions and not handicapped."""

    name: ClassVar[str] = "bombardier_veteran"

    def words(self, say: Say) -> str:
        return "veteran bombardier with fewer than two light wounds"

    def holds(self, flight: Queen) -> bool:
        return veteran(flight, flight.state.men["bombardier"])


@rule("Q-BL4a-2")
@dataclass(frozen=True, slots=True)
class BombardierTwoLightWounds(Plain):
    """The bombardier is handicapped by light wounds."""

    name: ClassVar[str] = "bombardier_two_light_wounds"
    said: ClassVar[str] = "bombardier with two light wounds"

    def holds(self, flight: Queen) -> bool:
        man = flight.state.men["bombardier"]
        return man.fit and man.light >= flight.const["light_wounds"]["handicap"]


@rule("Q-O6c")
@dataclass(frozen=True, slots=True)
class BombardierUnfit(Plain):
    """The bombardier himself is dead or seriously wounded (Q-R42)."""

    name: ClassVar[str] = "bombardier_unfit"
    said: ClassVar[str] = "bombardier dead or seriously wounded"

    def holds(self, flight: Queen) -> bool:
        return not flight.state.men["bombardier"].fit


@rule("Q-O6b")
@dataclass(frozen=True, slots=True)
class HitByFlak(Plain):
    """Flak over the target hit the plane, once or more."""

    name: ClassVar[str] = "hit_by_flak"
    said: ClassVar[str] = "hit by flak over the target, once or more"

    def holds(self, flight: Queen) -> bool:
        return flight.state.hit_by_flak


@rule("Q-P1.10b", "Q-P3.2")
@dataclass(frozen=True, slots=True)
class BombsByHand(Plain):
    """Bomb controls or release out, or both."""

    name: ClassVar[str] = "bombs_by_hand"
    said: ClassVar[str] = "bomb controls or release out, or both"

    def holds(self, flight: Queen) -> bool:
        plane = flight.state.plane
        return plane.bomb_controls_out or plane.bomb_release_out


@rule("Q-BL2a", "Q-P6.3")
@dataclass(frozen=True, slots=True)
class AutopilotIsOut(PlaneIs):
    """The autopilot is out."""

    name: ClassVar[str] = "autopilot_out"
    said: ClassVar[str] = "autopilot out"


@rule("Q-BL2a")
@dataclass(frozen=True, slots=True)
class AutopilotAndIntercomOut(Plain):
    """The autopilot and the intercom are out."""

    name: ClassVar[str] = "autopilot_and_intercom_out"
    said: ClassVar[str] = "autopilot and intercom out"

    def holds(self, flight: Queen) -> bool:
        return flight.state.plane.autopilot_out and flight.state.plane.intercom_out


@rule("Q-P1.2")
@dataclass(frozen=True, slots=True)
class NordenSightIsOut(PlaneIs):
    """The Norden sight is out."""

    name: ClassVar[str] = "norden_sight_out"
    said: ClassVar[str] = "Norden sight out"


@rule("Q-P3.5")
@dataclass(frozen=True, slots=True)
class BombDoorsAreOut(PlaneIs):
    """The bomb bay doors are out."""

    name: ClassVar[str] = "bomb_doors_out"
    said: ClassVar[str] = "bomb bay doors out"


@rule("Q-BL2b")
@dataclass(frozen=True, slots=True)
class IntercomIsOut(PlaneIs):
    """The intercom is out."""

    name: ClassVar[str] = "intercom_out"
    said: ClassVar[str] = "intercom out"


@rule("Q-P3.3", "Q-G10e")
@dataclass(frozen=True, slots=True)
class NoBombs(Plain):
    """The bombs are no longer aboard."""

    name: ClassVar[str] = "no_bombs"
    said: ClassVar[str] = "bombs no longer aboard"

    def holds(self, flight: Queen) -> bool:
        return not flight.state.plane.bombs_aboard


# ---- landing


@rule("Q-BL1i", "Q-BL2.3")
@dataclass(frozen=True, slots=True)
class LandingGearIsOut(PlaneIs):
    """The landing gear is out, from whatever cause."""

    name: ClassVar[str] = "landing_gear_out"
    said: ClassVar[str] = "landing gear out"


@rule("Q-BL1h")
@dataclass(frozen=True, slots=True)
class PortBrakeOut(PlaneIs):
    """The port brake is out."""

    name: ClassVar[str] = "port_brake_out"
    said: ClassVar[str] = "port brake out"


@rule("Q-BL1h")
@dataclass(frozen=True, slots=True)
class StarboardBrakeOut(Plain):
    """The starboard brake is out; under the other ruling it counts only if the port one does not (Q-R47)."""

    name: ClassVar[str] = "starboard_brake_out"
    said: ClassVar[str] = "starboard brake out"

    def holds(self, flight: Queen) -> bool:
        plane = flight.state.plane
        return plane.starboard_brake_out and not (plane.port_brake_out and flight.rulings.get("Q-R47") == "one")


@rule("Q-P6.3")
@dataclass(frozen=True, slots=True)
class TailwheelIsOut(PlaneIs):
    """The tailwheel is damaged."""

    name: ClassVar[str] = "tailwheel_out"
    said: ClassVar[str] = "tailwheel damaged"


@rule("Q-P2.11")
@dataclass(frozen=True, slots=True)
class WindowsOut(Plain):
    """The windows have taken their number of hits."""

    name: ClassVar[str] = "windows_out"
    said: ClassVar[str] = "windows out"

    def holds(self, flight: Queen) -> bool:
        hits: int = flight.const["window_hits"]
        return flight.state.plane.window_hits >= hits


@rule("Q-P2.12", "Q15.2c")
@dataclass(frozen=True, slots=True)
class ControlCablesOut(Plain):
    """The control cables have taken their number of hits."""

    name: ClassVar[str] = "control_cables_out"
    said: ClassVar[str] = "control cables out"

    def holds(self, flight: Queen) -> bool:
        hits: int = flight.const["cable_hits"]
        return flight.state.plane.cable_hits >= hits


@rule("Q-BL1b", "Q-BL2d")
@dataclass(frozen=True, slots=True)
class SurfacesOut(Plain):
    """Both parts of a system are out, or its controls; one modifier however it came about (Q-R48)."""

    part: ClassVar[str] = ""

    def holds(self, flight: Queen) -> bool:
        plane = flight.state.plane
        if getattr(plane, f"{self.part}_controls_out"):
            return True
        return all(getattr(plane, f"{side}_{self.part}_out") for side in SIDES)


@rule("Q-BL1b", "Q-BL2d")
@dataclass(frozen=True, slots=True)
class FlapsOut(SurfacesOut):
    """Both flaps, or their controls."""

    name: ClassVar[str] = "flaps_out"
    said: ClassVar[str] = "both flaps out, or their controls"
    part: ClassVar[str] = "flap"


@rule("Q-BL1b", "Q-BL2d")
@dataclass(frozen=True, slots=True)
class AileronsOut(SurfacesOut):
    """Both ailerons, or their controls."""

    name: ClassVar[str] = "ailerons_out"
    said: ClassVar[str] = "both ailerons out, or their controls"
    part: ClassVar[str] = "aileron"


@rule("Q-P6b", "Q-BL2d")
@dataclass(frozen=True, slots=True)
class ElevatorsOut(SurfacesOut):
    """Both elevators, or their controls."""

    name: ClassVar[str] = "elevators_out"
    said: ClassVar[str] = "both elevators out, or their controls"
    part: ClassVar[str] = "elevator"


@rule("Q-P6.7", "Q-BL2d")
@dataclass(frozen=True, slots=True)
class RudderOut(Plain):
    """The rudder has taken its number of hits, or its controls are out."""

    name: ClassVar[str] = "rudder_out"
    said: ClassVar[str] = "rudder out, or its controls"

    def holds(self, flight: Queen) -> bool:
        plane = flight.state.plane
        hits: int = flight.const["rudder_hits"]
        return plane.rudder_controls_out or plane.rudder_hits >= hits


@rule("Q-P6c")
@dataclass(frozen=True, slots=True)
class TailplaneOff(Plain):
    """A tailplane is off."""

    name: ClassVar[str] = "tailplane_off"
    said: ClassVar[str] = "a tailplane off"

    def holds(self, flight: Queen) -> bool:
        plane = flight.state.plane
        return plane.port_tailplane_off or plane.starboard_tailplane_off


@rule("Q19.2d-4", "Q15.2f")
@dataclass(frozen=True, slots=True)
class BurstWasInside(PlaneIs):
    """A burst inside the plane was survived."""

    name: ClassVar[str] = "burst_inside"
    said: ClassVar[str] = "flak burst inside the plane"


@rule("Q10.3-3", "Q-G10h", "Q-E12")
@dataclass(frozen=True, slots=True)
class OneEngine(Plain):
    """One engine runs."""

    name: ClassVar[str] = "one_engine"
    said: ClassVar[str] = "only one engine running"

    def holds(self, flight: Queen) -> bool:
        return flight.state.engines_running() == 1


@rule("Q10.4-2", "Q-G10i")
@dataclass(frozen=True, slots=True)
class NoEngines(Plain):
    """No engine runs."""

    name: ClassVar[str] = "no_engines"
    said: ClassVar[str] = "no engine running"

    def holds(self, flight: Queen) -> bool:
        return flight.state.engines_running() == 0


@rule("Q-G10j", "Q16.3-1", "Q16.2-1")
@dataclass(frozen=True, slots=True)
class OutsideEngland(Plain):
    """The plane comes down elsewhere than in England."""

    name: ClassVar[str] = "outside_england"
    said: ClassVar[str] = "on land outside England"

    def holds(self, flight: Queen) -> bool:
        home: int = flight.const["home_zone"]
        return flight.state.zone != home


@rule("Q-G10f", "Q14.2c")
@dataclass(frozen=True, slots=True)
class NoPilot(Plain):
    """Neither pilot is fit."""

    name: ClassVar[str] = "no_pilot"
    said: ClassVar[str] = "neither pilot fit"

    def holds(self, flight: Queen) -> bool:
        men = flight.state.men
        return not men["pilot"].fit and not men["copilot"].fit


@rule("Q-G10b", "Q-BL4a-2")
@dataclass(frozen=True, slots=True)
class PilotVeteran(Condition):
    """A pilot is on one of his experienced missions and not handicapped; two help no more than one (Q-R54)."""

    name: ClassVar[str] = "pilot_veteran"

    def words(self, say: Say) -> str:
        return "veteran pilot or copilot with fewer than two light wounds"

    def holds(self, flight: Queen) -> bool:
        men = flight.state.men
        return veteran(flight, men["pilot"]) or veteran(flight, men["copilot"])


@rule("Q-P3.4", "Q-RE3")
@dataclass(frozen=True, slots=True)
class RaftsAreOut(Plain):
    """The rafts are unusable, and the rulebook's own correction counts (Q-R02)."""

    name: ClassVar[str] = "rafts_out"
    said: ClassVar[str] = "rubber rafts unusable"

    def holds(self, flight: Queen) -> bool:
        return flight.state.plane.rafts_out and flight.rulings.get("Q-R02") != "card"


@rule("Q-P3.4")
@dataclass(frozen=True, slots=True)
class RaftsAsPrinted(Plain):
    """The rafts are unusable, and the number printed on the card counts (Q-R02)."""

    name: ClassVar[str] = "rafts_out_as_printed"
    said: ClassVar[str] = "rubber rafts unusable, under the other option of Q-R02"

    def holds(self, flight: Queen) -> bool:
        return flight.state.plane.rafts_out and flight.rulings.get("Q-R02") == "card"


@rule("Q-P4.4", "Q-G10g", "Q-G8b", "Q-E27", "Q-E34")
@dataclass(frozen=True, slots=True)
class RadioOutAlone(Plain):
    """Out of formation without a working radio."""

    name: ClassVar[str] = "radio_out_alone"
    said: ClassVar[str] = "out of formation with the radio not working"

    def holds(self, flight: Queen) -> bool:
        return not flight.state.in_formation and not flight.state.radio_works


@rule("Q-G10e")
@dataclass(frozen=True, slots=True)
class NetAtMost(Condition):
    """The net roll is this or less, and no natural roll stood against it (Q-R50)."""

    name: ClassVar[str] = "net_at_most"
    net: int

    def words(self, say: Say) -> str:
        return f"net roll {self.net} or less"

    def holds(self, flight: Queen) -> bool:
        return flight.net <= self.net and not flight.floored


# ---- the man in hand


@rule("Q11.0-6")
@dataclass(frozen=True, slots=True)
class Frostbitten(Plain):
    """The man the roll is made for is frostbitten."""

    name: ClassVar[str] = "frostbitten"
    said: ClassVar[str] = "frostbitten"

    def holds(self, flight: Queen) -> bool:
        return flight.state.gunner.frostbitten


@rule("Q-BL4a-2")
@dataclass(frozen=True, slots=True)
class TwoLightWounds(Plain):
    """Handicapped by light wounds; under the other ruling one is enough when bailing out (Q-R55)."""

    name: ClassVar[str] = "two_light_wounds"
    said: ClassVar[str] = "two light wounds"

    def holds(self, flight: Queen) -> bool:
        least = 1 if flight.rulings.get("Q-R55") == "all_tables" else flight.const["light_wounds"]["handicap"]
        return flight.state.gunner.light >= least


@rule("Q-E37")
@dataclass(frozen=True, slots=True)
class LightlyWounded(Plain):
    """One light wound or more."""

    name: ClassVar[str] = "lightly_wounded"
    said: ClassVar[str] = "lightly wounded"

    def holds(self, flight: Queen) -> bool:
        return flight.state.gunner.light > 0


@rule("Q-G7b", "Q-BL4b-1", "Q-P5c")
@dataclass(frozen=True, slots=True)
class CannotJump(Plain):
    """Seriously wounded, or trapped in the ball turret."""

    name: ClassVar[str] = "cannot_jump"
    said: ClassVar[str] = "seriously wounded, or trapped in the ball turret"

    def holds(self, flight: Queen) -> bool:
        return flight.state.gunner.serious or flight.state.gunner.trapped


@rule("Q-G10d")
@dataclass(frozen=True, slots=True)
class SeriouslyWounded(Plain):
    """Seriously wounded."""

    name: ClassVar[str] = "seriously_wounded"
    said: ClassVar[str] = "seriously wounded"

    def holds(self, flight: Queen) -> bool:
        return flight.state.gunner.serious


@rule("Q-G7c", "Q-G10c")
@dataclass(frozen=True, slots=True)
class DownIn(Condition):
    """The crew comes down over one of these."""

    name: ClassVar[str] = "down_in"
    terrains: tuple[Terrain, ...]

    def words(self, say: Say) -> str:
        return "down in " + " or ".join(say(f"terrain_{letter}") for letter in self.terrains)

    def holds(self, flight: Queen) -> bool:
        return flight.state.down_terrain in self.terrains


# ---- engines and fires


@rule("Q-BL1c", "Q-BL1.9")
@dataclass(frozen=True, slots=True)
class EngineDead(Plain):
    """The engine was out before this hit (Q-R60)."""

    name: ClassVar[str] = "engine_dead"
    said: ClassVar[str] = "engine already out"

    def holds(self, flight: Queen) -> bool:
        return flight.state.engine_dead


@rule("Q-BL2.10")
@dataclass(frozen=True, slots=True)
class FeatheringSystemIsOut(PlaneIs):
    """The feathering system is out."""

    name: ClassVar[str] = "feathering_system_out"
    said: ClassVar[str] = "feathering system out"


@rule("Q-BL2.11")
@dataclass(frozen=True, slots=True)
class EngineExtinguishersAreOut(PlaneIs):
    """The engine extinguishers are out."""

    name: ClassVar[str] = "engine_extinguishers_out"
    said: ClassVar[str] = "engine extinguishers out"


@rule("Q-BL1e-1")
@dataclass(frozen=True, slots=True)
class NoChargeLeft(Plain):
    """The burning engine has no charge left."""

    name: ClassVar[str] = "no_charge_left"
    said: ClassVar[str] = "no charge left in this engine"

    def holds(self, flight: Queen) -> bool:
        return flight.state.engines[flight.state.engine - 1].charges <= 0


@rule("Q12.2-4", "Q12.2-5")
@dataclass(frozen=True, slots=True)
class NoTryLeft(Condition):
    """All tries at this fire are made, or no extinguisher is left (Q-R04)."""

    name: ClassVar[str] = "no_try_left"

    def words(self, say: Say) -> str:
        return "every try at this fire made, or no extinguisher left"

    def holds(self, flight: Queen) -> bool:
        tries: int = flight.const["fire_tries"]
        return flight.state.fire_tries >= tries or flight.state.plane.extinguishers <= 0


# ---- guns and fighters


@rule("Q9.3-1", "Q9.3-2", "Q9.3-3", "Q9.3-4", "Q-M1c", "Q14.2b-1", "Q14.2b-2", "Q-E33")
@dataclass(frozen=True, slots=True)
class AceGunner(Condition):
    """Enough kills, unhurt, not frostbitten, and at a gun where he is at home."""

    name: ClassVar[str] = "ace_gunner"

    def words(self, say: Say) -> str:
        return "ace gunner at his own gun, not wounded or frostbitten"

    def holds(self, flight: Queen) -> bool:
        state = flight.state
        man = state.men[state.man]
        return man.kills >= flight.const["ace_kills"] and keeps_bonus(flight, man) and is_ace_at(flight, man)


def keeps_bonus(flight: Queen, man: Man) -> bool:
    """No wound or frostbite has cost the man his bonus (9.3, Q-R31)."""
    allowed = flight.const["light_wounds"]["handicap"] if flight.rulings.get("Q-R31") == "second_wound" else 1
    return not man.frostbitten and not man.serious and man.light < allowed


def is_ace_at(flight: Queen, man: Man) -> bool:
    """The gun in hand is one at which the man keeps his bonus."""
    return man.role in flight.const["guns"][flight.state.gun]["aces"]


@rule("Q-B7f")
@dataclass(frozen=True, slots=True)
class IsAceForADay(Plain):
    """Made an ace for the day by an event, and no ace in his own right."""

    name: ClassVar[str] = "ace_for_a_day"
    said: ClassVar[str] = "ace for a day (B-7), unless an ace already"

    def holds(self, flight: Queen) -> bool:
        state = flight.state
        man = state.men[state.man]
        return (
            man.ace_for_a_day
            and man.kills < flight.const["ace_kills"]
            and keeps_bonus(flight, man)
            and is_ace_at(flight, man)
        )


@rule("Q20.0-2")
@dataclass(frozen=True, slots=True)
class GreenPilot(Plain):
    """The fighter's pilot is green."""

    name: ClassVar[str] = "green_pilot"
    said: ClassVar[str] = "green fighter pilot"

    def holds(self, flight: Queen) -> bool:
        return flight.state.attacker.status == "green"


@rule("Q20.0-2")
@dataclass(frozen=True, slots=True)
class AcePilot(Plain):
    """The fighter's pilot is an ace."""

    name: ClassVar[str] = "ace_pilot"
    said: ClassVar[str] = "ace fighter pilot"

    def holds(self, flight: Queen) -> bool:
        return flight.state.attacker.status == "ace"


@rule("Q-M2a", "Q-M2b")
@dataclass(frozen=True, slots=True)
class TwinGunNotFw190(Plain):
    """Twin guns at anything but an FW 190."""

    name: ClassVar[str] = "twin_gun_not_fw190"
    said: ClassVar[str] = "twin guns (top turret, ball turret, tail), except at an FW 190"

    def holds(self, flight: Queen) -> bool:
        state = flight.state
        return flight.const["guns"][state.gun]["twin"] and state.attacker.type != "fw190"


@rule("Q-M2b")
@dataclass(frozen=True, slots=True)
class SingleGunFw190(Plain):
    """A single gun at an FW 190."""

    name: ClassVar[str] = "single_gun_fw190"
    said: ClassVar[str] = "single gun at an FW 190"

    def holds(self, flight: Queen) -> bool:
        state = flight.state
        return not flight.const["guns"][state.gun]["twin"] and state.attacker.type == "fw190"


@rule("Q-M3", "Q-E04")
@dataclass(frozen=True, slots=True)
class FcaMarked(Plain):
    """The fighter has taken FCA."""

    name: ClassVar[str] = "fca"
    said: ClassVar[str] = "FCA on the fighter"

    def holds(self, flight: Queen) -> bool:
        return flight.state.attacker.fca > 0


@rule("Q-M3", "Q-E04")
@dataclass(frozen=True, slots=True)
class FboaMarked(Plain):
    """The fighter has taken FBOA."""

    name: ClassVar[str] = "fboa"
    said: ClassVar[str] = "FBOA on the fighter"

    def holds(self, flight: Queen) -> bool:
        return flight.state.attacker.fboa > 0


@rule("Q15.1a", "Q15.1b")
@dataclass(frozen=True, slots=True)
class EvasiveAction(Plain):
    """The bomber evades in this wave."""

    name: ClassVar[str] = "evasive_action"
    said: ClassVar[str] = "evasive action"

    def holds(self, flight: Queen) -> bool:
        return flight.state.wave.evading


@rule("Q10.2-1", "Q10.2-2", "Q10.2-3", "Q15.2b", "Q8.0h-2")
@dataclass(frozen=True, slots=True)
class TwoEnginesOut(Condition):
    """Two engines or more are out."""

    name: ClassVar[str] = "two_engines_out"

    def words(self, say: Say) -> str:
        return "two or more engines out"

    def holds(self, flight: Queen) -> bool:
        few: int = flight.const["engines_out_slow"]
        return flight.state.engines_out() >= few


@rule("Q-B4a")
@dataclass(frozen=True, slots=True)
class FighterIs(Condition):
    """The attacking fighter is of that type."""

    name: ClassVar[str] = "fighter"
    type: FighterType

    def words(self, say: Say) -> str:
        return say(self.type)

    def holds(self, flight: Queen) -> bool:
        return flight.state.attacker.type == self.type


@rule("Q9.2-4")
@dataclass(frozen=True, slots=True)
class PassingShot(Plain):
    """The tail guns fire at a fighter that passes."""

    name: ClassVar[str] = "passing_shot"
    said: ClassVar[str] = "passing shot of the tail guns"

    def holds(self, flight: Queen) -> bool:
        return flight.state.passing_shot


@rule("Q-BL4a-2")
@dataclass(frozen=True, slots=True)
class GunnerTwoLightWounds(Plain):
    """The gunner is handicapped by light wounds."""

    name: ClassVar[str] = "gunner_two_light_wounds"
    said: ClassVar[str] = "gunner with two light wounds"

    def holds(self, flight: Queen) -> bool:
        handicap: int = flight.const["light_wounds"]["handicap"]
        return flight.state.gunner.light >= handicap


@rule("Q11.0-4")
@dataclass(frozen=True, slots=True)
class GunnerFrostbitten(Plain):
    """The gunner is frostbitten."""

    name: ClassVar[str] = "gunner_frostbitten"
    said: ClassVar[str] = "gunner frostbitten"

    def holds(self, flight: Queen) -> bool:
        return flight.state.gunner.frostbitten


@rule("Q14.2b-1", "Q14.2b-2")
@dataclass(frozen=True, slots=True)
class GunnerNotAtHome(Plain):
    """The gunner is at a gun that is not his own, nor one his own is as good as."""

    name: ClassVar[str] = "gunner_not_at_home"
    said: ClassVar[str] = "gunner at a gun not his own"

    def holds(self, flight: Queen) -> bool:
        state = flight.state
        return state.man not in flight.const["guns"][state.gun]["at_home"]


@rule("Q-BL2b")
@dataclass(frozen=True, slots=True)
class TailGunsWithoutIntercom(Plain):
    """The tail guns fire with the intercom out."""

    name: ClassVar[str] = "tail_guns_without_intercom"
    said: ClassVar[str] = "tail guns with the intercom out"

    def holds(self, flight: Queen) -> bool:
        return flight.state.gun == "tail" and flight.state.plane.intercom_out


# ---- charts: victory, aborting, evasive action


@rule("Q7.1-2")
@dataclass(frozen=True, slots=True)
class PlaneLost(Plain):
    """Destroyed, down outside England, or beyond repair."""

    name: ClassVar[str] = "plane_lost"
    said: ClassVar[str] = "plane destroyed, down outside England, or beyond repair"

    def holds(self, flight: Queen) -> bool:
        state = flight.state
        return (
            bool(state.lost)
            or state.landed not in ("", "england")
            or state.plane.burst_inside
            or state.plane.fate in flight.const["beyond_repair"]
        )


@rule("Q7.1-1")
@dataclass(frozen=True, slots=True)
class BombsOnTarget(Plain):
    """The bombs were dropped on target."""

    name: ClassVar[str] = "bombs_on_target"
    said: ClassVar[str] = "bombs on target, plane home and not beyond repair"

    def holds(self, flight: Queen) -> bool:
        return flight.state.bombs_dropped and flight.state.aim_result == "on_target"


@dataclass(frozen=True, slots=True)
class Otherwise(Plain):
    """Always true: the last row of a chart."""

    name: ClassVar[str] = "otherwise"
    said: ClassVar[str] = "otherwise"

    def holds(self, flight: Queen) -> bool:
        return True


@rule("Q8.0d", "Q-E09")
@dataclass(frozen=True, slots=True)
class NavigatorUnfit(Plain):
    """The navigator is dead or seriously wounded, out of formation."""

    name: ClassVar[str] = "navigator_unfit_alone"
    said: ClassVar[str] = "navigator dead or seriously wounded, and out of formation"

    def holds(self, flight: Queen) -> bool:
        return not flight.state.men["navigator"].fit and not flight.state.in_formation


@rule("Q8.0e")
@dataclass(frozen=True, slots=True)
class PilotsUnfitAlone(Plain):
    """Neither pilot is fit, out of formation."""

    name: ClassVar[str] = "no_pilot_alone"
    said: ClassVar[str] = "neither pilot fit, and out of formation"

    def holds(self, flight: Queen) -> bool:
        men = flight.state.men
        return not men["pilot"].fit and not men["copilot"].fit and not flight.state.in_formation


@rule("Q8.0b")
@dataclass(frozen=True, slots=True)
class SomeoneCold(Plain):
    """A living man sits at a station whose heat is out."""

    name: ClassVar[str] = "someone_cold"
    said: ClassVar[str] = "heat out for a man"

    def holds(self, flight: Queen) -> bool:
        state = flight.state
        return any(state.at(station) for station in state.heat_out)


def oxygen_out(flight: Queen, station: str) -> bool:
    """The oxygen of a station is out."""
    state = flight.state
    hits: int = flight.const["oxygen_hits"]
    return state.plane.oxygen_system_out or state.oxygen_hits.get(station, 0) >= hits


@rule("Q8.0g", "Q12.1-2", "Q-BL2c")
@dataclass(frozen=True, slots=True)
class SomeoneWithoutOxygen(Plain):
    """A living man sits at a station whose oxygen is out."""

    name: ClassVar[str] = "someone_without_oxygen"
    said: ClassVar[str] = "oxygen out for a man"

    def holds(self, flight: Queen) -> bool:
        state = flight.state
        return any(state.at(station) and oxygen_out(flight, station) for station in state.stations)


@rule("Q8.0h-1")
@dataclass(frozen=True, slots=True)
class AnEngineOut(Plain):
    """At least one engine is out."""

    name: ClassVar[str] = "an_engine_out"
    said: ClassVar[str] = "an engine out"

    def holds(self, flight: Queen) -> bool:
        return flight.state.engines_out() > 0


@rule("Q-E16")
@dataclass(frozen=True, slots=True)
class FuelTooShort(Plain):
    """Fuel leaks so that target and return are out of reach, at the speed the bomber has."""

    name: ClassVar[str] = "fuel_too_short"
    said: ClassVar[str] = "fuel leak that leaves too little for target and return"

    def holds(self, flight: Queen) -> bool:
        state = flight.state
        if not state.fuel_turn and not state.fuel_zone:
            return False
        home = flight.const["home_zone"]
        zones = max(state.target_zone - state.zone, 0) + state.target_zone - home
        turns = zones * (flight.const["turns_in_zone"] if state.two_turns else 1) + 1
        left = state.fuel_turn - state.turn if state.fuel_turn else turns
        return left < turns or (state.fuel_zone > 0 and state.fuel_zone - state.zones_entered < zones)


@rule("Q15.2e")
@dataclass(frozen=True, slots=True)
class StrangerFlies(Plain):
    """Anyone but a pilot flies the plane."""

    name: ClassVar[str] = "stranger_flies"
    said: ClassVar[str] = "neither pilot at the controls"

    def holds(self, flight: Queen) -> bool:
        return flight.state.pilot_at_controls not in flight.const["pilots"]


@rule("Q15.2d")
@dataclass(frozen=True, slots=True)
class TooMuchDamage(Condition):
    """So many separate negative landing modifiers from damage, or a total so bad (Q-R40)."""

    name: ClassVar[str] = "landing_modifiers_at_least"
    number: int

    def words(self, say: Say) -> str:
        return f"{say(str(self.number))} or more negative landing modifiers from damage to the plane"

    def holds(self, flight: Queen) -> bool:
        adds = damage_modifiers(flight)
        if flight.rulings.get("Q-R40") == "total":
            return -sum(adds) >= self.number
        return len(adds) >= self.number


def damage_modifiers(flight: Queen) -> list[int]:
    """The negative landing modifiers that stem from damage to the plane, as G-9 and G-10 have them."""
    counted = flight.const["damage_modifiers"]
    found: dict[str, int] = {}
    for table in flight.const["landing_tables"]:
        for modifier in flight.tables[table].modifiers:
            condition, add = modifier.when, modifier.add
            if condition and condition.name in counted and isinstance(add, int) and condition.holds(flight):
                found[condition.name] = min(add, found.get(condition.name, 0))
    return [add for add in found.values() if add < 0]


# ---- quantities


@rule("Q5.1e-1", "Q5.1e-2", "Q-G11a", "Q-E35", "Q-MC5")
@dataclass(frozen=True, slots=True)
class ZoneModifier(Quantity):
    """What G-11 gives for this zone on the route to the target."""

    name: ClassVar[str] = "zone_modifier"

    def words(self, say: Say) -> str:
        return "zone modifier of the route (G-11)"

    def amount(self, flight: Queen) -> int:
        return flight.state.zone_modifier


@rule("Q-E04")
@dataclass(frozen=True, slots=True)
class FcaMarkers(Quantity):
    """How many FCA the fighter has taken."""

    name: ClassVar[str] = "fca_markers"

    def words(self, say: Say) -> str:
        return "each"

    def amount(self, flight: Queen) -> int:
        return flight.state.attacker.fca


@rule("Q-E04")
@dataclass(frozen=True, slots=True)
class FboaMarkers(Quantity):
    """How many FBOA the fighter has taken."""

    name: ClassVar[str] = "fboa_markers"

    def words(self, say: Say) -> str:
        return "each"

    def amount(self, flight: Queen) -> int:
        return flight.state.attacker.fboa


@rule("Q-G9")
@dataclass(frozen=True, slots=True)
class CrashWounds(Quantity):
    """What a crash landing adds to each man's wound roll."""

    name: ClassVar[str] = "crash_wounds"

    def words(self, say: Say) -> str:
        return "added by the result of G-9 that asks for the roll"

    def amount(self, flight: Queen) -> int:
        return flight.state.wound_add
