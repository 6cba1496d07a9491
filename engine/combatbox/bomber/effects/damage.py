"""Effects on the bomber: systems, guns, control surfaces, counted hits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from combatbox.bomber.state import State
from combatbox.bomber.terms import BomberFlight, GunName, Side
from combatbox.core.effects import Effect, Say


def order_bail_out(state: State, table: str) -> None:
    """The crew must bail out now. An uncontrolled plane (the later table) is never undone by a controlled one."""
    state.due.bail_out = max(state.due.bail_out, table)


def leave_formation(state: State) -> None:
    """Out of formation: at once, or when the wave in progress has been fought to its end (13.0, Q-R17)."""
    state.track.shot_out = state.track.shot_out or not state.chance.in_event
    if state.battle.under_attack:
        state.track.leaves_formation = True
    else:
        state.track.out_of_formation = True


def lose_heat(state: State, station: str) -> None:
    """The heat of a station is out from now on; a second time changes nothing."""
    state.supply.heat_out.setdefault(station, state.track.zones_entered)


def the_side(state: State, side: Side) -> str:
    """The side meant: `this` is the wing that was hit."""
    return state.hand.side if side == "this" else side


def say_side(side: Side, what: str) -> str:
    """`port flap`, or plainly `flap` for the wing that was hit."""
    return what if side == "this" else f"{side} {what}"


# ---- systems


@dataclass(frozen=True, slots=True)
class SystemOut(Effect):
    """A system of the plane is out; hitting it again changes nothing."""

    flag: ClassVar[str] = ""
    said: ClassVar[str] = ""

    def words(self, say: Say) -> str:
        return self.said

    def apply(self, flight: BomberFlight) -> None:
        setattr(flight.state.plane, self.flag or self.name, True)


@dataclass(frozen=True, slots=True)
class NordenSightOut(SystemOut):
    """The bomb run is off target without a roll; the mission may be aborted."""

    name: ClassVar[str] = "norden_sight_out"
    said: ClassVar[str] = "Norden sight out: the bomb run is off target; you may abort"


@dataclass(frozen=True, slots=True)
class NavigatorEquipmentOut(SystemOut):
    """Out of formation, odd-numbered zones take two turns."""

    name: ClassVar[str] = "navigator_equipment_out"
    said: ClassVar[str] = (
        "navigator's equipment out: without the formation, two turns in every odd-numbered zone entered from now on"
    )


@dataclass(frozen=True, slots=True)
class BombControlsOut(SystemOut):
    """Bombs are dropped by hand."""

    name: ClassVar[str] = "bomb_controls_out"
    said: ClassVar[str] = "bomb controls out: bombs are dropped by hand"


@dataclass(frozen=True, slots=True)
class BombReleaseOut(SystemOut):
    """Bombs are dropped by hand."""

    name: ClassVar[str] = "bomb_release_out"
    said: ClassVar[str] = "bomb release out: bombs are dropped by hand"


@dataclass(frozen=True, slots=True)
class BombDoorsOut(SystemOut):
    """The bombs cannot be dropped."""

    name: ClassVar[str] = "bomb_doors_out"
    said: ClassVar[str] = "bomb bay doors out: bombs cannot be dropped; you may abort"


@dataclass(frozen=True, slots=True)
class RaftsOut(SystemOut):
    """No rafts when ditching."""

    name: ClassVar[str] = "rafts_out"
    said: ClassVar[str] = "rubber rafts unusable"


@dataclass(frozen=True, slots=True)
class IntercomOut(SystemOut):
    """Gunners are harder put to it, no passing shots, moves only in safe turns, abort allowed."""

    name: ClassVar[str] = "intercom_out"
    said: ClassVar[str] = "intercom out: harder to hit fighters, no passing shots by the tail guns; you may abort"


@dataclass(frozen=True, slots=True)
class RadioOut(SystemOut):
    """No call for help from the sea."""

    name: ClassVar[str] = "radio_out"
    said: ClassVar[str] = "radio out: no call for help from the sea when out of formation"


@dataclass(frozen=True, slots=True)
class AutopilotOut(SystemOut):
    """A worse bomb run; off target if the intercom is out too."""

    name: ClassVar[str] = "autopilot_out"
    said: ClassVar[str] = "autopilot out"


@dataclass(frozen=True, slots=True)
class TailwheelOut(SystemOut):
    """A worse landing on land."""

    name: ClassVar[str] = "tailwheel_out"
    said: ClassVar[str] = "tailwheel damaged"


@dataclass(frozen=True, slots=True)
class LandingGearOut(SystemOut):
    """A worse landing on land; the same gear whichever table put it out."""

    name: ClassVar[str] = "landing_gear_out"
    said: ClassVar[str] = "landing gear out"


@dataclass(frozen=True, slots=True)
class FlapControlsOut(SystemOut):
    """The flaps cannot be moved."""

    name: ClassVar[str] = "flap_controls_out"
    said: ClassVar[str] = "flap controls out"


@dataclass(frozen=True, slots=True)
class AileronControlsOut(SystemOut):
    """The ailerons cannot be moved."""

    name: ClassVar[str] = "aileron_controls_out"
    said: ClassVar[str] = "aileron controls out"


@dataclass(frozen=True, slots=True)
class ElevatorControlsOut(SystemOut):
    """The elevators cannot be moved."""

    name: ClassVar[str] = "elevator_controls_out"
    said: ClassVar[str] = "elevator controls out"


@dataclass(frozen=True, slots=True)
class RudderControlsOut(SystemOut):
    """The rudder cannot be moved."""

    name: ClassVar[str] = "rudder_controls_out"
    said: ClassVar[str] = "rudder controls out"


@dataclass(frozen=True, slots=True)
class FeatheringSystemOut(SystemOut):
    """A later runaway engine means bailing out."""

    name: ClassVar[str] = "feathering_system_out"
    said: ClassVar[str] = "feathering system out: a later runaway engine means bailing out"


@dataclass(frozen=True, slots=True)
class EngineExtinguishersOut(SystemOut):
    """A later engine fire means bailing out."""

    name: ClassVar[str] = "engine_extinguishers_out"
    said: ClassVar[str] = "engine extinguishers out: a later engine fire means bailing out"


@dataclass(frozen=True, slots=True)
class OxygenSystemOut(SystemOut):
    """Nobody has oxygen; the bomber goes down."""

    name: ClassVar[str] = "oxygen_system_out"

    def words(self, say: Say) -> str:
        return f"all oxygen out: from the next turn out of formation at {say('low_altitude')}"


@dataclass(frozen=True, slots=True)
class ElectricalOut(SystemOut):
    """The electrical system is out."""

    name: ClassVar[str] = "electrical_out"
    said: ClassVar[str] = "electrical system out"


@dataclass(frozen=True, slots=True)
class TurretMechanismOut(SystemOut):
    """The man in the ball turret cannot get out of it, and its guns are silent."""

    name: ClassVar[str] = "turret_mechanism_out"
    said: ClassVar[str] = (
        "turret stuck: guns silent, gunner trapped; he cannot bail out and dies in any landing with the gear out"
    )

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        state.plane.turret_mechanism_out = True
        man = state.at("ball_gunner")
        if man:
            man.trapped = True


# ---- control surfaces and brakes


@dataclass(frozen=True, slots=True)
class SidePartOut(Effect):
    """A part of one side is out."""

    side: Side
    part: ClassVar[str] = ""

    def words(self, say: Say) -> str:
        return f"{say_side(self.side, self.part)} out"

    def apply(self, flight: BomberFlight) -> None:
        setattr(flight.state.plane, f"{the_side(flight.state, self.side)}_{self.part}_out", True)


@dataclass(frozen=True, slots=True)
class FlapOut(SidePartOut):
    """A wing flap."""

    name: ClassVar[str] = "flap_out"
    part: ClassVar[str] = "flap"


@dataclass(frozen=True, slots=True)
class AileronOut(SidePartOut):
    """An aileron."""

    name: ClassVar[str] = "aileron_out"
    part: ClassVar[str] = "aileron"


@dataclass(frozen=True, slots=True)
class ElevatorOut(SidePartOut):
    """An elevator."""

    name: ClassVar[str] = "elevator_out"
    part: ClassVar[str] = "elevator"


@dataclass(frozen=True, slots=True)
class BrakeOut(SidePartOut):
    """A wheel brake."""

    name: ClassVar[str] = "brake_out"
    part: ClassVar[str] = "brake"


# ---- guns


@dataclass(frozen=True, slots=True)
class GunOut(Effect):
    """A gun or the guns of a mount are out for the mission; their bursts can still be passed on."""

    name: ClassVar[str] = "gun_out"
    gun: GunName

    def words(self, say: Say) -> str:
        return "the gun is out for good" if self.gun == "this" else f"{say(f'gun_{self.gun}')} out"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        state.guns[state.hand.gun if self.gun == "this" else self.gun].out = True


@dataclass(frozen=True, slots=True)
class GunJammed(Effect):
    """The gun jams, by spraying or by cold; cold alone is cured by going down."""

    name: ClassVar[str] = "gun_jammed"
    gun: GunName

    def words(self, say: Say) -> str:
        return "the gun jams" if self.gun == "this" else f"{say(f'gun_{self.gun}')} jammed"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        gun = state.guns[state.hand.gun if self.gun == "this" else self.gun]
        if gun.works:
            gun.jammed = "spray" if state.hand.spraying else "cold"


@dataclass(frozen=True, slots=True)
class GunUnjammed(Effect):
    """A jammed gun fires again."""

    name: ClassVar[str] = "gun_unjammed"
    gun: GunName

    def words(self, say: Say) -> str:
        return "the gun works again" if self.gun == "this" else f"{say(f'gun_{self.gun}')} works again"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        state.guns[state.hand.gun if self.gun == "this" else self.gun].jammed = ""


# ---- counted hits


@dataclass(frozen=True, slots=True)
class WindowHit(Effect):
    """Only the hit that makes the number counts: a worse landing, and the pilots' heat is out."""

    name: ClassVar[str] = "window_hit"

    def words(self, say: Say) -> str:
        return "one hit on the windows"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        state.plane.window_hits += 1
        if state.plane.window_hits == flight.const["window_hits"]:
            for station in flight.const["windows_heat"]:
                lose_heat(state, station)


@dataclass(frozen=True, slots=True)
class ControlCableHit(Effect):
    """Counted over the whole plane; at the number no evasive action, a worse landing, bombs off target."""

    name: ClassVar[str] = "control_cable_hit"

    def words(self, say: Say) -> str:
        return "one hit on the control cables"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.plane.cable_hits += 1


@dataclass(frozen=True, slots=True)
class RudderHit(Effect):
    """At the number the rudder is out."""

    name: ClassVar[str] = "rudder_hit"

    def words(self, say: Say) -> str:
        return "one hit on the rudder"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.plane.rudder_hits += 1


@dataclass(frozen=True, slots=True)
class WingRootHit(Effect):
    """Each wing is counted alone; at the number it comes off and the plane cannot be controlled."""

    name: ClassVar[str] = "wing_root_hit"
    side: Side

    def words(self, say: Say) -> str:
        return f"one hit on the {say_side(self.side, 'wing root')}"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        side = the_side(state, self.side)
        hits = getattr(state.plane, f"{side}_root_hits") + 1
        setattr(state.plane, f"{side}_root_hits", hits)
        if hits >= flight.const["wing_root_hits"]:
            setattr(state.plane, f"{side}_wing_off", True)
            order_bail_out(state, flight.const["bail_out_uncontrolled"])


@dataclass(frozen=True, slots=True)
class TailplaneRootHit(Effect):
    """Each side is counted alone; at the number that tailplane is off, and with both off the plane is lost."""

    name: ClassVar[str] = "tailplane_root_hit"
    side: Side

    def words(self, say: Say) -> str:
        return f"one hit on the {say_side(self.side, 'tailplane root')}"

    def apply(self, flight: BomberFlight) -> None:
        state, plane = flight.state, flight.state.plane
        side = the_side(state, self.side)
        hits = getattr(plane, f"{side}_tailplane_hits") + 1
        setattr(plane, f"{side}_tailplane_hits", hits)
        if hits >= flight.const["tailplane_root_hits"]:
            setattr(plane, f"{side}_tailplane_off", True)
            if plane.port_tailplane_off and plane.starboard_tailplane_off:
                order_bail_out(state, flight.const["bail_out_uncontrolled"])


@dataclass(frozen=True, slots=True)
class WingOff(Effect):
    """A wing is torn off."""

    name: ClassVar[str] = "wing_off"
    side: Side

    def words(self, say: Say) -> str:
        return f"the {say_side(self.side, 'wing')} comes off"

    def apply(self, flight: BomberFlight) -> None:
        setattr(flight.state.plane, f"{the_side(flight.state, self.side)}_wing_off", True)
