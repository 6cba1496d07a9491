"""Effects on the bomber: parts that break, guns, hits that are counted."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from combatbox.bomber.parts import limit
from combatbox.bomber.state import SIDES, State
from combatbox.bomber.terms import BomberFlight, GunName, PartName, Side, SidePart, Station
from combatbox.core.declared import OfConstant
from combatbox.core.effects import Effect, Say
from combatbox.core.records import dataclass


def order_bail_out(flight: BomberFlight, table: str) -> None:
    """The crew must bail out now. An uncontrolled plane is never undone by a controlled one."""
    due = flight.state.due
    if due.bail_out != flight.const["bail_out_uncontrolled"]:
        due.bail_out = table


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


# ---- parts


@dataclass(frozen=True, slots=True)
class PartOut(Effect):
    """A part of the plane is out; hitting it again changes nothing."""

    name: ClassVar[str] = "part_out"
    part: PartName

    def words(self, say: Say) -> str:
        return say(self.part)

    def names_area(self) -> bool:
        return True

    def apply(self, flight: BomberFlight) -> None:
        flight.state.plane.parts[self.part] = True


@dataclass(frozen=True, slots=True)
class SideOut(Effect):
    """A part that each side has is out on one side."""

    name: ClassVar[str] = "side_out"
    part: SidePart
    side: Side

    def words(self, say: Say) -> str:
        return f"{say(self.side)} {say(self.part)}".strip()

    def names_area(self) -> bool:
        return True

    def apply(self, flight: BomberFlight) -> None:
        flight.state.plane.parts[f"{the_side(flight.state, self.side)}_{self.part}"] = True


@dataclass(frozen=True, slots=True)
class PartHit(Effect):
    """A hit on a part, counted; what it does at the number, conditions ask (`part_worn`)."""

    name: ClassVar[str] = "part_hit"
    part: PartName

    def words(self, say: Say) -> str:
        return f"one hit: {say(self.part)}"

    def names_area(self) -> bool:
        return True

    def apply(self, flight: BomberFlight) -> None:
        flight.state.plane.parts[self.part] += 1


@dataclass(frozen=True, slots=True)
class RootHit(Effect):
    """A hit on what holds a part, counted on each side alone; at the number it comes off there.

    lost: whether one of them off, or only both, leave a plane that cannot be controlled.
    """

    name: ClassVar[str] = "root_hit"
    root: SidePart
    off: SidePart
    lost: Literal["one", "both"]
    side: Side

    def words(self, say: Say) -> str:
        return f"one hit: {say(self.side)} {say(self.root)}"

    def names_area(self) -> bool:
        return True

    def apply(self, flight: BomberFlight) -> None:
        state, parts = flight.state, flight.state.plane.parts
        side = the_side(state, self.side)
        parts[f"{side}_{self.root}"] += 1
        if parts[f"{side}_{self.root}"] >= limit(flight.const, self.root):
            parts[f"{side}_{self.off}"] = True
            if self.lost == "one" or all(parts[f"{each}_{self.off}"] for each in SIDES):
                order_bail_out(flight, flight.const["bail_out_uncontrolled"])


@dataclass(frozen=True, slots=True)
class HeatAtLimit(Effect):
    """Stations lose their heat with the very hit that brings a counted part to its number, and never again by it."""

    name: ClassVar[str] = "heat_at_limit"
    part: PartName
    stations: Annotated[str, OfConstant(list)]

    def words(self, say: Say) -> str:
        return ""

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        if state.plane.parts[self.part] == limit(flight.const, self.part):
            for station in flight.const[self.stations]:
                lose_heat(state, station)


@dataclass(frozen=True, slots=True)
class ManTrapped(Effect):
    """Whoever is at that station cannot get out of it."""

    name: ClassVar[str] = "man_trapped"
    station: Station

    def words(self, say: Say) -> str:
        return f"{say(self.station)} trapped"

    def apply(self, flight: BomberFlight) -> None:
        man = flight.state.at(self.station)
        if man:
            man.trapped = True


# ---- guns


@dataclass(frozen=True, slots=True)
class GunOut(Effect):
    """A gun or the guns of a mount are out for the mission; their bursts can still be passed on."""

    name: ClassVar[str] = "gun_out"
    gun: GunName

    def words(self, say: Say) -> str:
        return "the gun is out for good" if self.gun == "this" else f"{say(f'gun_{self.gun}')} out"

    def names_area(self) -> bool:
        return True

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
