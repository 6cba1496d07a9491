"""Conditions for charts in the rules: victory, aborting, evasive action."""

from __future__ import annotations

from combatbox.bomber.enums import BomberFlight
from combatbox.core.effects import condition


@condition("plane_lost", words="plane destroyed, down elsewhere than at home, or beyond repair")
def plane_lost(flight: BomberFlight) -> bool:
    """Return True if the bomber will never fly again.

    It is destroyed or beyond repair, or it came down where its side cannot recover it.
    """
    return is_lost(flight)


def is_lost(flight: BomberFlight) -> bool:
    """Return True if the bomber will never fly again."""
    state, const = flight.state, flight.const
    if state.due.lost or state.plane.broken("burst_inside") or state.plane.fate in const.beyond_repair:
        return True
    return state.outcome.landed not in const.safe_landings


@condition("bombs_on_target", words="bombs on target, plane home and not beyond repair")
def bombs_on_target(flight: BomberFlight) -> bool:
    """Return True if the bombs were dropped and hit the target."""
    return flight.state.outcome.bombs_dropped and flight.state.outcome.aim_result == "on_target"


@condition("otherwise", words="otherwise", always=True)
def otherwise(flight: BomberFlight) -> bool:
    """Always return True, for the last row of a chart."""
    return True


@condition("someone_cold", words="heat out for a man")
def someone_cold(flight: BomberFlight) -> bool:
    """Return True if a living man is at a station whose heat is out."""
    state = flight.state
    cold = state.supply.heat_out
    return bool(cold) and any(state.at(station) for station in cold)


def oxygen_out(flight: BomberFlight, station: str) -> bool:
    """Return True if the oxygen of a station is out."""
    state = flight.state
    if state.plane.parts.get("oxygen_system_out"):
        return True
    hits: int = flight.const.oxygen_hits
    return state.supply.oxygen_hits.get(station, 0) >= hits


def stations_without(flight: BomberFlight) -> list[str]:
    """Return the stations whose individual oxygen supply is out.

    The oxygen system of the whole plane is a separate part (`oxygen_system_out`).
    """
    hits_by_station = flight.state.supply.oxygen_hits
    if not hits_by_station:
        return []
    limit: int = flight.const.oxygen_hits
    return [station for station, hits in hits_by_station.items() if hits >= limit]


@condition("someone_without_oxygen", words="oxygen out for a man")
def someone_without_oxygen(flight: BomberFlight) -> bool:
    """Return True if a living man is at a station whose oxygen is out."""
    state = flight.state
    if state.plane.broken("oxygen_system_out"):
        return any(state.stations.values())
    out = stations_without(flight)
    return bool(out) and any(state.stations.get(station) for station in out)


@condition("fuel_too_short", words="fuel leak that leaves too little for target and return")
def fuel_too_short(flight: BomberFlight) -> bool:
    """Return True if a fuel leak puts the target and the return out of reach.

    The calculation assumes the present speed for the whole way, but a bomber that only its bombs slow down is faster on
    the way back.
    """
    state = flight.state
    if not state.supply.fuel_turn and not state.supply.fuel_zone:
        return False
    out = max(state.orders.target_zone - state.track.zone, 0)
    back = state.orders.target_zone - flight.const.home_zone
    zones = out + back
    slow = state.track.two_turns
    heavy = state.plane.bombs_aboard and not state.in_formation and state.engines_out() > 0
    turns_in_zone: int = flight.const.turns_in_zone
    turns = out * (turns_in_zone if slow or heavy else 1) + back * (turns_in_zone if slow else 1) + 1
    left = state.supply.fuel_turn - state.track.turn if state.supply.fuel_turn else turns
    return left < turns or (state.supply.fuel_zone > 0 and state.supply.fuel_zone - state.track.zones_entered < zones)


@condition("stranger_flies", words="neither pilot at the controls")
def stranger_flies(flight: BomberFlight) -> bool:
    """Return True if a man other than the two pilots flies the plane."""
    return flight.state.pilot_at_controls not in flight.const.pilots


@condition("landing_modifiers_at_least", words="{number} or more negative landing modifiers from damage to the plane")
def too_much_damage(flight: BomberFlight, number: int) -> bool:
    """Return True if damage causes at least this number of negative landing modifiers.

    Under one option of Q-R40, the sum of these modifiers is compared with the number instead.
    """
    adds = damage_modifiers(flight)
    if flight.ruled.get("evasion_limit") == "total":
        return -sum(adds) >= number
    return len(adds) >= number


def damage_modifiers(flight: BomberFlight) -> list[int]:
    """Return the negative landing modifiers that are caused by damage to the plane.

    Some modifiers can also have another cause (a radio without its operator). Such a modifier is included only if its
    part of the plane is damaged.
    """
    amounts: dict[str, int] = {}
    for table in flight.const.landing_tables:
        for name, add in landing_damage(flight, table).items():
            amounts[name] = min(add, amounts.get(name, 0))
    return [add for add in amounts.values() if add < 0]


def landing_damage(flight: BomberFlight, table: str) -> dict[str, int]:
    """Return the modifiers of a landing table that are caused by damage.

    The result maps the name of each modifier's condition to the amount of the modifier.
    """
    counted = flight.const.damage_modifiers
    amounts: dict[str, int] = {}
    for modifier in flight.tables[table].modifiers:
        when, add = modifier.when, modifier.add
        if not when or not isinstance(add, int) or when.name not in counted:
            continue
        part = counted[when.name]
        if when.holds(flight) and (not part or flight.state.plane.broken(part)):
            amounts[when.name] = add
    return amounts
