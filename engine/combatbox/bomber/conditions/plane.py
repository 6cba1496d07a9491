"""Conditions on the bomber: what makes a landing worse, engines and fires."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from combatbox.bomber.conditions.crew import veteran
from combatbox.bomber.conditions.plain import Plain, PlaneIs
from combatbox.bomber.state import SIDES
from combatbox.bomber.terms import BomberFlight
from combatbox.core.effects import Condition, Say

# ---- landing


@dataclass(frozen=True, slots=True)
class LandingGearIsOut(PlaneIs):
    """The landing gear is out, from whatever cause."""

    name: ClassVar[str] = "landing_gear_out"
    said: ClassVar[str] = "landing gear out"


@dataclass(frozen=True, slots=True)
class PortBrakeOut(PlaneIs):
    """The port brake is out."""

    name: ClassVar[str] = "port_brake_out"
    said: ClassVar[str] = "port brake out"


@dataclass(frozen=True, slots=True)
class StarboardBrakeOut(Plain):
    """The starboard brake is out; under the other ruling it counts only if the port one does not (Q-R47)."""

    name: ClassVar[str] = "starboard_brake_out"
    said: ClassVar[str] = "starboard brake out"

    def holds(self, flight: BomberFlight) -> bool:
        plane = flight.state.plane
        return plane.starboard_brake_out and not (plane.port_brake_out and flight.rulings["Q-R47"] == "one")


@dataclass(frozen=True, slots=True)
class TailwheelIsOut(PlaneIs):
    """The tailwheel is damaged."""

    name: ClassVar[str] = "tailwheel_out"
    said: ClassVar[str] = "tailwheel damaged"


@dataclass(frozen=True, slots=True)
class WindowsOut(Plain):
    """The windows have taken their number of hits."""

    name: ClassVar[str] = "windows_out"
    said: ClassVar[str] = "windows out"

    def holds(self, flight: BomberFlight) -> bool:
        hits: int = flight.const["window_hits"]
        return flight.state.plane.window_hits >= hits


@dataclass(frozen=True, slots=True)
class ControlCablesOut(Plain):
    """The control cables have taken their number of hits."""

    name: ClassVar[str] = "control_cables_out"
    said: ClassVar[str] = "control cables out"

    def holds(self, flight: BomberFlight) -> bool:
        hits: int = flight.const["cable_hits"]
        return flight.state.plane.cable_hits >= hits


@dataclass(frozen=True, slots=True)
class SurfacesOut(Plain):
    """Both parts of a system are out, or its controls; one modifier however it came about (Q-R48)."""

    part: ClassVar[str] = ""

    def holds(self, flight: BomberFlight) -> bool:
        plane = flight.state.plane
        if getattr(plane, f"{self.part}_controls_out"):
            return True
        return all(getattr(plane, f"{side}_{self.part}_out") for side in SIDES)


@dataclass(frozen=True, slots=True)
class FlapsOut(SurfacesOut):
    """Both flaps, or their controls."""

    name: ClassVar[str] = "flaps_out"
    said: ClassVar[str] = "both flaps out, or their controls"
    part: ClassVar[str] = "flap"


@dataclass(frozen=True, slots=True)
class AileronsOut(SurfacesOut):
    """Both ailerons, or their controls."""

    name: ClassVar[str] = "ailerons_out"
    said: ClassVar[str] = "both ailerons out, or their controls"
    part: ClassVar[str] = "aileron"


@dataclass(frozen=True, slots=True)
class ElevatorsOut(SurfacesOut):
    """Both elevators, or their controls."""

    name: ClassVar[str] = "elevators_out"
    said: ClassVar[str] = "both elevators out, or their controls"
    part: ClassVar[str] = "elevator"


@dataclass(frozen=True, slots=True)
class RudderOut(Plain):
    """The rudder has taken its number of hits, or its controls are out."""

    name: ClassVar[str] = "rudder_out"
    said: ClassVar[str] = "rudder out, or its controls"

    def holds(self, flight: BomberFlight) -> bool:
        plane = flight.state.plane
        hits: int = flight.const["rudder_hits"]
        return plane.rudder_controls_out or plane.rudder_hits >= hits


@dataclass(frozen=True, slots=True)
class TailplaneOff(Plain):
    """A tailplane is off."""

    name: ClassVar[str] = "tailplane_off"
    said: ClassVar[str] = "a tailplane off"

    def holds(self, flight: BomberFlight) -> bool:
        plane = flight.state.plane
        return plane.port_tailplane_off or plane.starboard_tailplane_off


@dataclass(frozen=True, slots=True)
class BurstWasInside(PlaneIs):
    """A burst inside the plane was survived."""

    name: ClassVar[str] = "burst_inside"
    said: ClassVar[str] = "flak burst inside the plane"


@dataclass(frozen=True, slots=True)
class OneEngine(Plain):
    """One engine runs."""

    name: ClassVar[str] = "one_engine"
    said: ClassVar[str] = "only one engine running"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.engines_running() == 1


@dataclass(frozen=True, slots=True)
class NoEngines(Plain):
    """No engine runs."""

    name: ClassVar[str] = "no_engines"
    said: ClassVar[str] = "no engine running"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.engines_running() == 0


@dataclass(frozen=True, slots=True)
class OutsideEngland(Plain):
    """The plane comes down elsewhere than in England."""

    name: ClassVar[str] = "outside_england"
    said: ClassVar[str] = "on land outside England"

    def holds(self, flight: BomberFlight) -> bool:
        home: int = flight.const["home_zone"]
        return flight.state.track.zone != home


@dataclass(frozen=True, slots=True)
class NoPilot(Plain):
    """Neither pilot is fit."""

    name: ClassVar[str] = "no_pilot"
    said: ClassVar[str] = "neither pilot fit"

    def holds(self, flight: BomberFlight) -> bool:
        men = flight.state.men
        return not men["pilot"].fit and not men["copilot"].fit


@dataclass(frozen=True, slots=True)
class PilotVeteran(Condition):
    """A pilot is on one of his experienced missions and not handicapped; two help no more than one (Q-R54)."""

    name: ClassVar[str] = "pilot_veteran"

    def words(self, say: Say) -> str:
        return "veteran pilot or copilot with fewer than two light wounds"

    def holds(self, flight: BomberFlight) -> bool:
        men = flight.state.men
        return veteran(flight, men["pilot"]) or veteran(flight, men["copilot"])


@dataclass(frozen=True, slots=True)
class RaftsAreOut(Plain):
    """The rafts are unusable, and the rulebook's own correction counts (Q-R02)."""

    name: ClassVar[str] = "rafts_out"
    said: ClassVar[str] = "rubber rafts unusable"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.plane.rafts_out and flight.rulings["Q-R02"] != "card"


@dataclass(frozen=True, slots=True)
class RaftsAsPrinted(Plain):
    """The rafts are unusable, and the number printed on the card counts (Q-R02)."""

    name: ClassVar[str] = "rafts_out_as_printed"
    said: ClassVar[str] = "rubber rafts unusable, under the other option of Q-R02"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.plane.rafts_out and flight.rulings["Q-R02"] == "card"


@dataclass(frozen=True, slots=True)
class RadioOutAlone(Plain):
    """Out of formation without a working radio."""

    name: ClassVar[str] = "radio_out_alone"
    said: ClassVar[str] = "out of formation with the radio not working"

    def holds(self, flight: BomberFlight) -> bool:
        return not flight.state.in_formation and not flight.state.radio_works


@dataclass(frozen=True, slots=True)
class NetAtMost(Condition):
    """The net roll is this or less, and no natural roll stood against it (Q-R50)."""

    name: ClassVar[str] = "net_at_most"
    net: int

    def words(self, say: Say) -> str:
        return f"net roll {self.net} or less"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.net <= self.net and not flight.floored

    def of_roll(self) -> Mapping[str, int]:
        return {"net_at_most": self.net}


# ---- engines and fires


@dataclass(frozen=True, slots=True)
class EngineDead(Plain):
    """The engine was out before this hit (Q-R60)."""

    name: ClassVar[str] = "engine_dead"
    said: ClassVar[str] = "engine already out"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.hand.engine_dead


@dataclass(frozen=True, slots=True)
class FeatheringSystemIsOut(PlaneIs):
    """The feathering system is out."""

    name: ClassVar[str] = "feathering_system_out"
    said: ClassVar[str] = "feathering system out"


@dataclass(frozen=True, slots=True)
class EngineExtinguishersAreOut(PlaneIs):
    """The engine extinguishers are out."""

    name: ClassVar[str] = "engine_extinguishers_out"
    said: ClassVar[str] = "engine extinguishers out"


@dataclass(frozen=True, slots=True)
class NoChargeLeft(Plain):
    """The burning engine has no charge left."""

    name: ClassVar[str] = "no_charge_left"
    said: ClassVar[str] = "no charge left in this engine"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.engines[flight.state.hand.engine - 1].charges <= 0


@dataclass(frozen=True, slots=True)
class NoTryLeft(Condition):
    """All tries at this fire are made, or no extinguisher is left (Q-R04)."""

    name: ClassVar[str] = "no_try_left"

    def words(self, say: Say) -> str:
        return "every try at this fire made, or no extinguisher left"

    def holds(self, flight: BomberFlight) -> bool:
        tries: int = flight.const["fire_tries"]
        return flight.state.hand.fire_tries >= tries or flight.state.plane.extinguishers <= 0
