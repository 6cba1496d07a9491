"""Fuel, counted in boxes (4.3)."""

from __future__ import annotations

from combatbox.bomber.enums import FlightOver
from combatbox.core.decisions import Flow
from combatbox.core.effects import WordFormatter
from combatbox.games.superfort.state import BAYS, TANKS, Fuel, SuperfortFlight, bands_to_climb, plays


def is_counted(flight: SuperfortFlight) -> bool:
    """Return True if boxes of fuel are counted under the rules in force."""
    return plays(flight, "fuel")


def boxes(number: int, say: WordFormatter) -> str:
    """Format a number of boxes of fuel: `one box`, `two boxes`."""
    return f"{say(str(number))} box{'' if number == 1 else 'es'}"


# ---- lost and restored

PLACES = ("internal", *BAYS[::-1])
"""The places that hold boxes of fuel, in the order in which they lose fuel."""


def take(fuel: Fuel, place: str, number: int = 1) -> None:
    """Take boxes of fuel from a place.

    Args:
        fuel: the fuel of the bomber.
        place: a bay, or `internal`.
        number: the number of boxes of fuel; a negative number puts them back.
    """
    setattr(fuel, TANKS[place], getattr(fuel, TANKS[place]) - number)


def lose(flight: SuperfortFlight, number: int) -> None:
    """Lose boxes of fuel for a reason other than flying (A46).

    The internal tanks lose fuel before the tanks in the bays. Tanks that are shut lose none.
    """
    if not is_counted(flight):
        return
    fuel = flight.state.fuel
    for _ in range(number):
        place = next((place for place in PLACES if getattr(fuel, TANKS[place]) and place not in fuel.tanks_shut), "")
        if not place:
            return
        take(fuel, place)
        fuel.boxes_lost += 1


def lose_bay(flight: SuperfortFlight, bay: str) -> None:
    """Lose all boxes of fuel in the tanks of a bay."""
    fuel = flight.state.fuel
    number = fuel.in_bay(bay)
    fuel.boxes_lost += number
    take(fuel, bay, number)


def restore(flight: SuperfortFlight, number: int) -> None:
    """Restore boxes of fuel, first in the internal tanks, then in tanks that a bay still carries.

    The total never exceeds the fuel at the start of the mission.
    """
    if not is_counted(flight):
        return
    fuel = flight.state.fuel
    for _ in range(number):
        place = next((place for place in PLACES if _has_space(flight, place)), "")
        if not place or fuel.boxes >= fuel.boxes_at_start:
            return
        take(fuel, place, -1)
        fuel.boxes_restored += 1


def _has_space(flight: SuperfortFlight, place: str) -> bool:
    """Return True if a place can hold another box of fuel.

    A bay can if its tanks are still carried and not full.
    """
    fuel, const = flight.state.fuel, flight.const
    if place == "internal":
        return fuel.internal < const.internal_boxes
    is_carried = place in fuel.tanks_carried and place not in fuel.tanks_dropped
    return is_carried and fuel.in_bay(place) < const.bay_boxes


# ---- paying


def pay(flight: SuperfortFlight, due: int, why: str) -> Flow[None]:
    """Use up boxes of fuel for flying; if too few can be used in this zone, use up those (A45).

    At most one box per zone may come from a bay tank. The player chooses if the internal tanks can supply all boxes.

    Args:
        flight: the flight.
        due: the number of boxes of fuel to use up.
        why: the reason, for the log.
    """
    if not is_counted(flight) or not due:
        return
    fuel = flight.state.fuel
    bay = yield from _from_bay(flight, due)
    paid = min(due, fuel.internal + (1 if bay else 0))
    flight.fact("fuel.paid", why, due=paid, bay=bay, left=fuel.boxes - paid)
    if bay:
        fuel.aux_zone = flight.state.track.zones_entered
        take(fuel, bay)
    fuel.internal -= paid - (1 if bay else 0)
    fuel.boxes_used += paid


def _from_bay(flight: SuperfortFlight, due: int) -> Flow[str]:
    """Return the bay whose tanks supply one of the boxes of fuel that are due; empty if none does."""
    fuel, options = flight.state.fuel, open_bays(flight)
    if options and fuel.internal >= due:
        options.append("internal")
    if len(options) < 2:
        return "".join(options)
    answer = yield flight.ask("fuel.box", tuple(options), options[0])
    return "" if answer == "internal" else str(answer)


def open_bays(flight: SuperfortFlight) -> list[str]:
    """Return the bays that can supply a box of fuel; there are none if one has supplied a box in this zone."""
    fuel = flight.state.fuel
    if fuel.aux_zone == flight.state.track.zones_entered:
        return []
    return [bay for bay in BAYS[::-1] if fuel.in_bay(bay) and bay not in fuel.tanks_shut]


def can_pay(flight: SuperfortFlight, extra: int) -> bool:
    """Return True if the cost of entering a zone and some extra boxes of fuel can be paid in one zone."""
    in_hand = flight.state.fuel.internal + bool(open_bays(flight))
    return not is_counted(flight) or (in_hand >= zone_cost(flight) + extra)


def zone_cost(flight: SuperfortFlight) -> int:
    """Return the number of boxes of fuel that entering a zone costs; it is higher with bombs aboard."""
    state, costs = flight.state, flight.const.costs
    return costs.loaded if state.plane.bombs_aboard else costs.light


def leak(flight: SuperfortFlight) -> None:
    """Lose a box of fuel on entering a zone, if a wing tank leaks."""
    if flight.state.fuel.wing_leak:
        lose(flight, 1)


def last_drops(flight: SuperfortFlight) -> None:
    """If no usable box of fuel is left, roll to determine if the bomber can fly on.

    Raises:
        FlightOver: the fuel is used up.
    """
    state = flight.state
    if not is_counted(flight) or state.fuel.usable:
        return
    flight.roll("fuel.last_drops", "engineer")
    if state.ending.out_of_fuel:
        raise FlightOver


def weigh(flight: SuperfortFlight) -> None:
    """On leaving the base, roll for the boxes of fuel that the weight of guns and gunners costs."""
    if is_counted(flight):
        flight.roll("fuel.guns")
        flight.roll("fuel.gunners")


# ---- range


def need_home(flight: SuperfortFlight, zone: int, *, iwo: bool = False) -> int:
    """Return the number of boxes of fuel that a bomber without bombs needs from a zone to the base.

    Entering the base costs nothing.

    Args:
        flight: the flight.
        zone: the zone from which the bomber flies home.
        iwo: True if the bomber may land at Iwo Jima instead, if it is on the way.
    """
    to = flight.const.iwo_zone if iwo and zone > flight.const.iwo_zone else 1
    return flight.const.costs.light * max(zone - to, 0)


def enough_to_bomb(flight: SuperfortFlight, in_hand: int = 0) -> bool:
    """Return True if the fuel suffices to reach the target and return.

    The bomber returns to the base, or to Iwo Jima if that is friendly.

    Args:
        flight: the flight.
        in_hand: the number of boxes of fuel to hold in reserve.
    """
    state, costs = flight.state, flight.const.costs
    if not is_counted(flight):
        return True
    target = state.orders.target_zone
    out = costs.loaded * (target - state.track.zone) + max(bands_to_climb(flight), 0) * costs.climb
    home = costs.turn_round + need_home(flight, target, iwo=not state.sortie.early)
    leaking = 2 * target - state.track.zone if state.fuel.wing_leak else 0
    return state.fuel.usable >= out + home + leaking + in_hand


# ---- auxiliary tanks


def load(flight: SuperfortFlight) -> None:
    """Load the auxiliary tanks of the mission, and set the number of boxes of fuel at the start."""
    state, const = flight.state, flight.const
    bays = carried(flight) if is_counted(flight) else ()
    flight.fact("fuel.loaded", boxes=state.fuel.internal + const.bay_boxes * len(bays), bays=list(bays))
    state.fuel.tanks_carried = list(bays)
    state.fuel.fwd_boxes = const.bay_boxes if "fwd" in bays else 0
    state.fuel.aft_boxes = const.bay_boxes if "aft" in bays else 0
    state.fuel.boxes_at_start = state.fuel.boxes


def carried(flight: SuperfortFlight) -> tuple[str, ...]:
    """Return the bays that carry auxiliary tanks.

    On a mission to Iwo Jima or Truk there are none. On a mission at medium altitude or higher both bays carry tanks;
    otherwise guns and distance decide.
    """
    state, const = flight.state, flight.const
    if state.orders.target_zone < const.fighter_zones.first:
        return ()
    if state.sortie.band != const.bands[0]:
        return BAYS
    reasons = [all_guns(flight), state.orders.target_zone >= const.far_zone]
    return () if not any(reasons) else BAYS if all(reasons) else ("aft",)


def all_guns(flight: SuperfortFlight) -> bool:
    """Return True if all gunners fly, with all guns that the mission may carry."""
    state = flight.state
    gunners = all(state.men[role].aboard for role, job in flight.const.crew.items() if job.gunner)
    early_only = {name for name, gun in flight.const.guns.items() if gun.early_only}
    return gunners and not any(gun.thrown_out for name, gun in state.guns.items() if name not in early_only)


def may_drop(flight: SuperfortFlight) -> list[str]:
    """Return the bays whose tanks hold fuel and can be dropped."""
    state = flight.state
    closed = [bay for bay in BAYS if state.doors_stuck(bay) or state.plane.parts[f"{bay}_release_out"]]
    return [bay for bay in BAYS if state.fuel.in_bay(bay) and bay not in closed]


def drop_tanks(flight: SuperfortFlight, default: str = "keep") -> Flow[None]:
    """Let the player drop the tanks of one bay or of both."""
    bays = may_drop(flight)
    if not bays or (flight.unwatched and default == "keep"):
        return
    options = ("keep", *bays, *(("both",) if len(bays) > 1 else ()))
    answer = yield flight.ask("fuel.drop_tanks", options, default if default in options else "keep")
    for bay in BAYS if answer == "both" else (str(answer),):
        if bay in bays:
            let_go(flight, bay)


def let_go(flight: SuperfortFlight, bay: str) -> None:
    """Drop the tanks of a bay with the fuel in them."""
    flight.fact("fuel.tanks_fall", bay, boxes=flight.state.fuel.in_bay(bay))
    lose_bay(flight, bay)
    if bay not in flight.state.fuel.tanks_dropped:
        flight.state.fuel.tanks_dropped.append(bay)
