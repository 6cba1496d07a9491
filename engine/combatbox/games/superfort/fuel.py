"""Fuel, box by box (4.3)."""

from __future__ import annotations

from combatbox.bomber.decision_options import FlightOver
from combatbox.core.decisions import Flow
from combatbox.core.effects import WordFormatter
from combatbox.games.superfort.optional_rules import plays
from combatbox.games.superfort.state import BAYS, Fuel, SuperfortFlight


def counted(flight: SuperfortFlight) -> bool:
    """Whether boxes are counted in this game."""
    return plays(flight, "fuel")


def boxes(number: int, say: WordFormatter) -> str:
    """`one box`, `two boxes`."""
    return f"{say(str(number))} box{'' if number == 1 else 'es'}"


# ---- what is gone or given back

PLACES = ("internal", *BAYS[::-1])
"""Where boxes are, in the order in which they are lost."""


def held(fuel: Fuel, place: str) -> int:
    """The boxes in a bay, or `internal`."""
    return fuel.internal if place == "internal" else fuel.in_bay(place)


def take(fuel: Fuel, place: str, number: int = 1) -> None:
    """So many boxes fewer there; more, with a number below nought."""
    if place == "internal":
        fuel.internal -= number
    elif place == "fwd":
        fuel.fwd_boxes -= number
    else:
        fuel.aft_boxes -= number


def lose(flight: SuperfortFlight, number: int) -> None:
    """Boxes are gone otherwise than by flying: internal ones first, then those of the bays (A46)."""
    if not counted(flight):
        return
    fuel = flight.state.fuel
    for _ in range(number):
        place = next((place for place in PLACES if held(fuel, place)), "")
        if not place:
            return
        take(fuel, place)
        fuel.boxes_lost += 1


def lose_bay(flight: SuperfortFlight, bay: str) -> None:
    """All that is left in the tanks of a bay is gone."""
    fuel = flight.state.fuel
    number = fuel.in_bay(bay)
    fuel.boxes_lost += number
    take(fuel, bay, number)


def restore(flight: SuperfortFlight, number: int) -> None:
    """Boxes are given back: internal ones, else those of a bay still carried; never above what the mission began with."""
    if not counted(flight):
        return
    fuel = flight.state.fuel
    for _ in range(number):
        place = next((place for place in PLACES if _has_room(flight, place)), "")
        if not place or fuel.boxes >= fuel.boxes_at_start:
            return
        take(fuel, place, -1)
        fuel.boxes_restored += 1


def _has_room(flight: SuperfortFlight, place: str) -> bool:
    """Whether another box goes in there: tanks that are carried still, and not full."""
    fuel, const = flight.state.fuel, flight.const
    if place == "internal":
        return bool(fuel.internal < const.internal_boxes)
    there = place in fuel.tanks_carried and place not in fuel.tanks_dropped
    return bool(there and fuel.in_bay(place) < const.bay_boxes)


# ---- paying


def pay(flight: SuperfortFlight, due: int, why: str) -> Flow[None]:
    """So many boxes for flying: at most one in a zone from a bay, by the player's choice; as many as there are (A45)."""
    if not counted(flight) or not due:
        return
    fuel = flight.state.fuel
    bay = yield from _from_bay(flight)
    paid = min(due, fuel.internal + (1 if bay else 0))
    flight.fact("fuel.paid", why, due=paid, bay=bay, left=fuel.boxes - paid)
    if bay:
        fuel.aux_zone = flight.state.track.zones_entered
        take(fuel, bay)
    fuel.internal -= paid - (1 if bay else 0)
    fuel.boxes_used += paid


def _from_bay(flight: SuperfortFlight) -> Flow[str]:
    """The bay whose tanks pay one of the boxes due, empty for none."""
    fuel = flight.state.fuel
    if fuel.aux_zone == flight.state.track.zones_entered:
        return ""
    open_bays = [bay for bay in BAYS[::-1] if fuel.in_bay(bay) and bay not in fuel.tanks_shut]
    if not open_bays:
        return ""
    answer = yield flight.ask("fuel.box", (*open_bays, "internal"), open_bays[0])
    return "" if answer == "internal" else str(answer)


def climb_cost(flight: SuperfortFlight, bands: int) -> int:
    """The boxes for climbing so many bands."""
    cost: int = flight.const.costs.climb
    return cost * bands


def zone_cost(flight: SuperfortFlight) -> int:
    """The boxes for entering a zone: more with bombs aboard, and one for a leaking tank."""
    state, costs = flight.state, flight.const.costs
    cost: int = costs.loaded if state.plane.bombs_aboard else costs.light
    return cost


def leak(flight: SuperfortFlight) -> None:
    """What a leaking wing tank loses in each zone entered."""
    if flight.state.fuel.wing_leak:
        lose(flight, 1)


def last_drops(flight: SuperfortFlight) -> None:
    """With no usable box left: whether there is just enough to go on. Raises Down if not."""
    state = flight.state
    if not counted(flight) or state.fuel.usable:
        return
    flight.roll("fuel.last_drops", "engineer")
    if state.ending.out_of_fuel:
        raise FlightOver


def weigh(flight: SuperfortFlight) -> None:
    """On leaving the base: the weight of guns and gunners may cost a box each."""
    if counted(flight):
        flight.roll("fuel.guns")
        flight.roll("fuel.gunners")


# ---- how far it reaches


def need_home(flight: SuperfortFlight, zone: int, *, iwo: bool = False) -> int:
    """The boxes from a zone to the base, or to Iwo Jima, without bombs: what is entered on the way, the base being free."""
    to = flight.const.iwo_zone if iwo and zone > flight.const.iwo_zone else 1
    cost: int = flight.const.costs.light * max(zone - to, 0)
    return cost


def enough_to_bomb(flight: SuperfortFlight, in_hand: int = 0) -> bool:
    """Whether the boxes reach to the target and back, to the base or to Iwo Jima where it is friendly, with some in hand."""
    state, costs, bands = flight.state, flight.const.costs, flight.const.bands
    if not counted(flight):
        return True
    target = state.orders.target_zone
    climb = max(bands.index(state.sortie.band) - bands.index(state.track.altitude), 0)
    out = costs.loaded * (target - state.track.zone) + climb * costs.climb
    home = costs.turn_round + need_home(flight, target, iwo=not state.sortie.early)
    leaking = 2 * target - state.track.zone if state.fuel.wing_leak else 0
    return bool(state.fuel.usable >= out + home + leaking + in_hand)


# ---- auxiliary tanks


def load(flight: SuperfortFlight) -> None:
    """The tanks that the mission carries, by its altitude, its target and its guns."""
    state, const = flight.state, flight.const
    bays = carried(flight) if counted(flight) else ()
    flight.fact("fuel.loaded", boxes=state.fuel.internal + const.bay_boxes * len(bays), bays=list(bays))
    state.fuel.tanks_carried = list(bays)
    state.fuel.fwd_boxes = const.bay_boxes if "fwd" in bays else 0
    state.fuel.aft_boxes = const.bay_boxes if "aft" in bays else 0
    state.fuel.boxes_at_start = state.fuel.boxes


def carried(flight: SuperfortFlight) -> tuple[str, ...]:
    """The bays with tanks: none to Iwo Jima or Truk, both by day from medium altitude up, else by guns and distance."""
    state, const = flight.state, flight.const
    if state.orders.target_zone < const.fighter_zones.first:
        return ()
    if state.sortie.band != const.bands[0]:
        return BAYS
    reasons = [all_guns(flight), state.orders.target_zone >= const.far_zone]
    return () if not any(reasons) else BAYS if all(reasons) else ("aft",)


def all_guns(flight: SuperfortFlight) -> bool:
    """All gunners fly, and all guns that the mission may carry."""
    state = flight.state
    gunners = all(state.men[role].aboard for role, job in flight.const.crew.items() if job.gunner)
    early_only = {name for name, gun in flight.const.guns.items() if gun.early_only}
    return gunners and not any(gun.thrown_out for name, gun in state.guns.items() if name not in early_only)


def may_drop(flight: SuperfortFlight) -> list[str]:
    """The bays whose tanks can be dropped: carried, with fuel in them, doors and gear working."""
    state = flight.state
    closed = [bay for bay in BAYS if state.doors_stuck(bay) or state.plane.parts[f"{bay}_release_out"]]
    return [bay for bay in BAYS if state.fuel.in_bay(bay) and bay not in closed]


def drop_tanks(flight: SuperfortFlight, default: str = "keep") -> Flow[None]:
    """The player may drop the tanks of a bay, or of both."""
    bays = may_drop(flight)
    if not bays or (flight.unwatched and default == "keep"):
        return
    options = ("keep", *bays, *(("both",) if len(bays) > 1 else ()))
    answer = yield flight.ask("fuel.drop_tanks", options, default if default in options else "keep")
    for bay in BAYS if answer == "both" else (str(answer),):
        if bay in bays:
            let_go(flight, bay)


def let_go(flight: SuperfortFlight, bay: str) -> None:
    """The tanks of a bay fall away with what is in them."""
    flight.fact("fuel.tanks_fall", bay, boxes=flight.state.fuel.in_bay(bay))
    lose_bay(flight, bay)
    if bay not in flight.state.fuel.tanks_dropped:
        flight.state.fuel.tanks_dropped.append(bay)
