"""What must hold of the way of a B-29, whatever is decided: looked at with every event, and when it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from combatbox.core.events import Event
from combatbox.core.tables import Rulebook
from combatbox.games.superfort.state import BAYS

WORSE: Mapping[str, tuple[int, ...]] = {
    "T4-2": (1, 1), "T4-8": (1, 1), "R4-6": (6, 6), "T4-1": (1,), "T4-10": (1, 1), "T6-3": (6, 6), "T8-1": (1, 1),
    "T8-3": (1, 2), "T3-2": (1, 1), "T4-9": (1, 1), "R4-8": (1, 1), "T4-3": (6, 6), "T6-8": (6,), "T8-6": (3,),
}  # fmt: skip
"""Dice that make a hard way, by table."""


def check(state: Any, book: Rulebook) -> None:
    """The state between two events: fuel accounted for to the last box, the bomber where it can be."""
    fuel, const = state.fuel, book.constants
    assert min(fuel.internal, fuel.fwd_boxes, fuel.aft_boxes) >= 0, fuel
    assert fuel.internal <= const.internal_boxes, fuel
    assert max(fuel.fwd_boxes, fuel.aft_boxes) <= const.bay_boxes, fuel
    if fuel.boxes_at_start:
        left = fuel.boxes_at_start - fuel.boxes_used - fuel.boxes_lost + fuel.boxes_restored
        assert left == fuel.boxes <= fuel.boxes_at_start, fuel
    for bay in fuel.tanks_dropped:
        assert not fuel.in_bay(bay), f"fuel in tanks that are gone: {fuel}"
    zones = const.fighter_zones.last
    assert 0 <= state.track.zone <= max(state.orders.target_zone, 0) <= zones, state.track


def check_event(state: Any, event: Event, book: Rulebook) -> None:
    """What is done on the way: each thing where and when it may be."""
    place, const = event["place"], book.constants
    if not state.night and state.in_formation and place != "formation.lost":
        assert state.track.altitude == state.sortie.band, (
            f"in formation at {state.track.altitude}, not {state.sortie.band}"
        )
        assert not state.track.aborting, "aborting, and in formation"
    if place in ("formation.roll", "escort.rendezvous", "briefing.escort"):
        assert not state.night, f"{place} at night"
    if place == "formation.roll":
        zone = const.assembly.first if state.sortie.early else const.assembly.last
        assert state.track.zone == zone
        assert state.track.altitude == state.sortie.band
    elif place == "fuel.last_drops" and event["kind"] == "roll":
        assert not state.fuel.usable, "the last drops, and boxes left"
    elif place == "zone.weather":
        assert state.track.zone > 0, "weather in the base square"
    elif place == "landing.fog":
        assert state.track.zone == const.iwo_zone
        assert not state.sortie.early
    elif place == "down.boat":
        assert state.track.zone >= const.fighter_zones.first
    elif place == "target.thermals":
        assert state.sortie.great_city
        assert state.track.altitude == const.bands[0]


def check_end(state: Any, events: list[Event], const: Any) -> None:
    """A mission is over: a result, a fate for everyone who is not at home, and one turn for each entered zone at least."""
    assert state.outcome.result in ("american", "japanese", "draw"), state.outcome
    if state.outcome.result == "american":
        assert state.outcome.landed in ("base", "iwo", "okinawa")
        assert state.outcome.aim_result == "on_target"
    if state.ending.scrubbed:
        assert not state.outcome.counts
        assert not state.outcome.landed
    elif state.outcome.result == "japanese":
        assert state.ending.lost_to or state.plane.broken("burst_inside"), "lost, and nobody knows to what"
    for man in state.men.values():
        gone = state.outcome.landed in ("abandoned", "sea", "japan", "lost")
        assert man.fate or not gone, f"{man.role} was left aboard a bomber that is gone"
        assert not (man.dead and man.fate in ("rescued", "returned", "captured")), man
    flown = [event for event in events if event["kind"] == "phase" and event["place"] == "zone.turn"]
    assert state.track.turn == len(flown)
    used = Counter(event["data"]["bottle"] for event in events if event["place"] == "fire.fights_fire")
    start = {name: facts.extinguishers for name, facts in const.compartments.items() if facts.extinguishers}
    assert state.cabins.bottles == {name: start[name] - used[name] for name in start}, used
    zones = [[*turns] for _zone, turns in groupby(flown, key=lambda event: event["data"]["zone"])]
    searches = sum(event["place"] == "fuel.paid" and event["who"] in ("search", "initial_point") for event in events)
    for turns in zones if fuel_counts(events) else ():
        most = const.turns_in_zone * (1 + any(event["data"]["turning"] for event in turns)) + searches
        assert len(turns) <= most, f"{len(turns)} turns from turn {turns[0]['data']['turn']} on in one zone"
    loads = [old and not new for event in events for path, old, new in event["changes"] if path == "plane.bombs_aboard"]
    assert loads in ([None], [None, True]), "the bombs are aboard again"


def fuel_counts(events: list[Event]) -> bool:
    """Boxes of fuel are paid for."""
    return any(event["place"] == "fuel.paid" for event in events)


def fuel_is_paid(events: list[Event], book: Rulebook) -> None:
    """Each zone, climb and turn is paid as far as its boxes reach, and with none left the last drops are rolled for (4.3)."""
    costs, state, paid_in, climbs, drops = book.constants.costs, dict[str, Any](), -1, 0, True
    for event in events if fuel_counts(events) else ():
        where, place = f"event {event['n']}", event["place"]
        internal = state.get("internal", 0)
        bays = [bay for bay in BAYS if state.get(f"{bay}_boxes") and bay not in state["tanks_shut"]]
        if place == "zone.turn" and event["kind"] == "phase":
            stays = event["data"]["zone"] == state.get("zone", 0) and not event["data"]["turning"]
            assert internal or bays or drops or stays, f"{where}: on with dry tanks, and no roll"
            climbs, drops = 0, False
        elif place == "zone.climbs":
            climbs += 1
        elif place == "fuel.last_drops":
            drops = True
        elif place == "fuel.paid" and event["kind"] == "fact":
            loaded = costs.loaded if state["plane.bombs_aboard"] else costs.light
            due = {
                "zone": loaded, "turning": loaded, "initial_point": costs.loaded, "search": costs.light,
                "burst": costs.light, "climb": 0, "rejoin": costs.rejoin,
            }[event["who"]] + climbs * costs.climb * (event["who"] != "rejoin")  # fmt: skip
            assert not event["data"]["bay"] or paid_in != state["zones_entered"], f"{where}: a second auxiliary box"
            able = internal + bool(bays and paid_in != state["zones_entered"])
            assert event["data"]["due"] == min(due, able), f"{where}: {event['data']} of {due} due, {able} at hand"
            if event["who"] in ("climb", "rejoin") or climbs:
                assert due <= able, f"{where}: {due} due by choice, {able} at hand"
            paid_in = state["zones_entered"] if event["data"]["bay"] else paid_in
        for path, _old, new in event["changes"]:
            state[path] = new
