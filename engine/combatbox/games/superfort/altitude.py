"""Climbing and descending (4.1)."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort import doctrine, engines, fuel, pressure
from combatbox.games.superfort.state import SuperfortFlight

STEPS = {"stay": 0, "climb": 1, "descend": -1, "dive": -2}
"""How many bands each choice goes up."""


def change(flight: SuperfortFlight) -> Flow[int]:
    """At the start of a turn the bomber may change its altitude, or must; gives back the boxes that it costs."""
    if flight.state.engines_out() >= flight.const.engines_out_slow:
        yield from _sink(flight)
        return 0
    choices = legal(flight)
    if len(choices) < 2:
        return 0
    default = doctrine.altitude(flight, choices)
    if default == "stay" and flight.unwatched:
        return 0
    answer = yield flight.ask("zone.altitude", choices, default)
    steps = STEPS[str(answer)]
    if steps:
        move(flight, steps, "chosen")
    return fuel.climb_cost(flight, max(steps, 0))


def _sink(flight: SuperfortFlight) -> Flow[None]:
    """On two engines or fewer the bomber goes down a band, or two of them where it may."""
    if not engines.must_sink(flight):
        return
    answer = "descend"
    if band(flight) > 1 and not flight.unwatched:
        answer = str((yield flight.ask("zone.altitude", ("descend", "dive"), "descend")))
    engines.sink(flight)
    if answer == "dive":
        move(flight, -1, "chosen")


def band(flight: SuperfortFlight) -> int:
    """The number of the band where the bomber flies, from nought."""
    bands: list[str] = flight.const.bands
    return bands.index(flight.state.track.altitude)


def legal(flight: SuperfortFlight) -> tuple[str, ...]:
    """What may be chosen: nothing in formation, no climb with an engine out and bombs, or low down for oxygen."""
    state = flight.state
    here, top = band(flight), len(flight.const.bands) - 1
    if state.in_formation or (state.track.zone <= 1 and not state.homeward):
        return ("stay",)
    found = ["stay"]
    if here < top and may_climb(flight):
        found.append("climb")
    if here > 0:
        found.append("descend")
    if here > 1:
        found.append("dive")
    return tuple(found)


def may_climb(flight: SuperfortFlight) -> bool:
    """Engines, air and fuel allow a climb, and no wounded man would be left outside the cabins under pressure (A70)."""
    if not engines.may_climb(flight) or pressure.must_stay_low(flight):
        return False
    if not pressure.high(flight) and pressure.can_hold(flight) and pressure.wounded_outside(flight):
        return False
    needed = fuel.zone_cost(flight) + fuel.climb_cost(flight, 1)
    return not fuel.counted(flight) or flight.state.fuel.usable >= needed


def move(flight: SuperfortFlight, steps: int, why: str) -> None:
    """So many bands up or down."""
    bands = flight.const.bands
    to = bands[max(min(band(flight) + steps, len(bands) - 1), 0)]
    flight.fact("zone.climbs" if steps > 0 else "zone.descends", why, to=to)
    flight.state.track.altitude = to


def go_in(flight: SuperfortFlight) -> None:
    """Down to low altitude for a landing; the cabins lose their pressure on the way."""
    while band(flight):
        move(flight, -2, "landing")
    pressure.follow_altitude(flight)
