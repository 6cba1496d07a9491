"""Conditions of the charts that stand in the rules: victory, aborting, evasive action."""

from __future__ import annotations

from typing import ClassVar

from combatbox.bomber.conditions.plain import Plain
from combatbox.bomber.terms import BomberFlight
from combatbox.core.effects import Condition, Say
from combatbox.core.records import dataclass


@dataclass(frozen=True, slots=True)
class PlaneLost(Plain):
    """The bomber flies no more: destroyed, down where its side cannot fetch it, or beyond repair."""

    name: ClassVar[str] = "plane_lost"
    said: ClassVar[str] = "plane destroyed, down elsewhere than at home, or beyond repair"

    def holds(self, flight: BomberFlight) -> bool:
        return is_lost(flight)


def is_lost(flight: BomberFlight) -> bool:
    """Whether the bomber flies no more."""
    state, const = flight.state, flight.const
    if state.due.lost or state.plane.broken("burst_inside") or state.plane.fate in const["beyond_repair"]:
        return True
    return state.outcome.landed not in const["safe_landings"]


@dataclass(frozen=True, slots=True)
class BombsOnTarget(Plain):
    """The bombs were dropped on target."""

    name: ClassVar[str] = "bombs_on_target"
    said: ClassVar[str] = "bombs on target, plane home and not beyond repair"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.outcome.bombs_dropped and flight.state.outcome.aim_result == "on_target"


@dataclass(frozen=True, slots=True)
class Otherwise(Plain):
    """Always true: the last row of a chart."""

    name: ClassVar[str] = "otherwise"
    said: ClassVar[str] = "otherwise"
    always: ClassVar[bool] = True

    def holds(self, flight: BomberFlight) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class SomeoneCold(Plain):
    """A living man sits at a station whose heat is out."""

    name: ClassVar[str] = "someone_cold"
    said: ClassVar[str] = "heat out for a man"

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        cold = state.supply.heat_out
        return bool(cold) and any(state.at(station) for station in cold)


def oxygen_out(flight: BomberFlight, station: str) -> bool:
    """The oxygen of a station is out."""
    state = flight.state
    if state.plane.parts.get("oxygen_system_out"):
        return True
    hits: int = flight.const["oxygen_hits"]
    return state.supply.oxygen_hits.get(station, 0) >= hits


def stations_without(flight: BomberFlight) -> list[str]:
    """The stations whose own oxygen is out, while that of the plane as a whole is not."""
    struck = flight.state.supply.oxygen_hits
    if not struck:
        return []
    most: int = flight.const["oxygen_hits"]
    return [station for station, hits in struck.items() if hits >= most]


@dataclass(frozen=True, slots=True)
class SomeoneWithoutOxygen(Plain):
    """A living man sits at a station whose oxygen is out."""

    name: ClassVar[str] = "someone_without_oxygen"
    said: ClassVar[str] = "oxygen out for a man"

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        if state.plane.broken("oxygen_system_out"):
            return any(state.stations.values())
        out = stations_without(flight)
        return bool(out) and any(state.stations.get(station) for station in out)


@dataclass(frozen=True, slots=True)
class FuelTooShort(Plain):
    """Fuel leaks so that target and return are out of reach, at the speed the bomber has."""

    name: ClassVar[str] = "fuel_too_short"
    said: ClassVar[str] = "fuel leak that leaves too little for target and return"

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        if not state.supply.fuel_turn and not state.supply.fuel_zone:
            return False
        home = flight.const["home_zone"]
        zones = max(state.orders.target_zone - state.track.zone, 0) + state.orders.target_zone - home
        turns = zones * (flight.const["turns_in_zone"] if state.track.two_turns else 1) + 1
        left = state.supply.fuel_turn - state.track.turn if state.supply.fuel_turn else turns
        return left < turns or (
            state.supply.fuel_zone > 0 and state.supply.fuel_zone - state.track.zones_entered < zones
        )


@dataclass(frozen=True, slots=True)
class StrangerFlies(Plain):
    """Anyone but a pilot flies the plane."""

    name: ClassVar[str] = "stranger_flies"
    said: ClassVar[str] = "neither pilot at the controls"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.pilot_at_controls not in flight.const["pilots"]


@dataclass(frozen=True, slots=True)
class TooMuchDamage(Condition):
    """So many separate negative landing modifiers from damage, or a total so bad (Q-R40)."""

    name: ClassVar[str] = "landing_modifiers_at_least"
    number: int

    def words(self, say: Say) -> str:
        return f"{say(str(self.number))} or more negative landing modifiers from damage to the plane"

    def holds(self, flight: BomberFlight) -> bool:
        adds = damage_modifiers(flight)
        if flight.ruled.get("evasion_limit") == "total":
            return -sum(adds) >= self.number
        return len(adds) >= self.number


def damage_modifiers(flight: BomberFlight) -> list[int]:
    """The negative landing modifiers that stem from damage to the plane, as the tables of landings have them.

    A modifier that may also have another cause (a radio without its operator) counts while its part is broken.
    """
    found: dict[str, int] = {}
    for table in flight.const["landing_tables"]:
        for name, add in landing_damage(flight, table).items():
            found[name] = min(add, found.get(name, 0))
    return [add for add in found.values() if add < 0]


def landing_damage(flight: BomberFlight, table: str) -> dict[str, int]:
    """The modifiers of one landing table that stem from damage to the plane, by the condition that holds."""
    counted = flight.const["damage_modifiers"]
    found: dict[str, int] = {}
    for modifier in flight.tables[table].modifiers:
        condition, add = modifier.when, modifier.add
        if not condition or not isinstance(add, int) or condition.name not in counted:
            continue
        part = counted[condition.name]
        if condition.holds(flight) and (not part or flight.state.plane.broken(part)):
            found[condition.name] = add
    return found
