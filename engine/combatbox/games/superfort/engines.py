"""Engines that are out, and their effect on bombs, formation, altitude and range (7.2)."""

from __future__ import annotations

from combatbox.bomber import aircraft
from combatbox.bomber.effects.damage import stop_engine
from combatbox.bomber.enums import FlightOver
from combatbox.bomber.state import Engine
from combatbox.core.decisions import Flow
from combatbox.games.superfort import combat_doctrine, fuel, pressure
from combatbox.games.superfort.state import SuperfortFlight, band

# ---- one engine


def fail(flight: SuperfortFlight, engine: Engine) -> None:
    """Stop an engine and roll for its propeller, unless the engine is already out."""
    if not engine.out:
        stop_engine(engine)
        flight.state.hand.engine, flight.state.hand.engine_dead = engine.number, False
        flight.roll("engines.feather", NAMES[engine.number - 1])


NAMES = tuple(f"engine {number}" for number in range(1, 5))
"""The names of the engines, as they are logged."""


def overheat(flight: SuperfortFlight, engine: Engine) -> None:
    """Ask whether to pay a box of fuel or to shut down and feather an overheated engine.

    An engine that is already out does not overheat. Without a usable box of fuel the engine is shut down.
    """
    if engine.out:
        return
    answer = "box" if flight.state.fuel.usable or not fuel.is_counted(flight) else "shut_down"
    if answer == "box" and fuel.is_counted(flight):
        default = combat_doctrine.overheats(flight)
        answer = flight.decide(flight.ask("engines.overheats", ("box", "shut_down"), default, NAMES[engine.number - 1]))
    if answer == "box":
        fuel.lose(flight, 1)
    else:
        engine.feathered = True
        stop_engine(engine)


# ---- consequences


def settle_engines(flight: SuperfortFlight) -> Flow[None]:
    """After the fighting, resolve the consequences of engines that are out.

    Raises:
        FlightOver: no engine runs.
    """
    state = flight.state
    none_left(flight)
    pressure.let_out_if_lost(flight)
    out = state.engines_out()
    if out >= flight.const.engines_out_slow:
        lighten(flight)
        if not state.night:
            aircraft.leave_formation(flight, "engines.leaves_formation", aircraft.engine_shot_out(state))
        if out != state.due.engines_seen:
            flight.fact("engines.engines_out", number=out)
            reach(flight)
            sink(flight)
    elif out and state.plane.bombs_aboard and state.in_formation and not state.night and not state.in_target_zone_out:
        yield from aircraft.lose_pace(flight, can_drop(flight))
    state.due.engines_seen = out


def none_left(flight: SuperfortFlight) -> None:
    """Check that at least one engine runs, unless the turn's combat is still to come.

    Raises:
        FlightOver: no engine runs.
    """
    if not flight.state.clash.ahead and not flight.state.engines_running():
        flight.fact("engines.no_engine")
        raise FlightOver


def lighten(flight: SuperfortFlight) -> None:
    """Drop the bombs and the auxiliary tanks, unless stuck doors or a broken release prevent it."""
    if flight.state.plane.bombs_aboard and can_drop(flight):
        aircraft.jettison_bombs(flight, "engines.jettisons")
    for bay in fuel.may_drop(flight):
        fuel.let_go(flight, bay)


def can_drop(flight: SuperfortFlight) -> bool:
    """Return True if the bombs are aboard and a bay can be opened."""
    return flight.state.plane.bombs_aboard and not flight.state.all_doors_stuck


# ---- height and distance


def sink(flight: SuperfortFlight) -> None:
    """Lose one band of altitude per turn while two or more engines are out."""
    if must_sink(flight):
        state, below = flight.state, flight.const.bands[band(flight) - 1]
        flight.fact("engines.descends", to=below)
        state.track.altitude, state.descent.sank_in = below, state.track.turn
        pressure.follow_altitude(flight)


def must_sink(flight: SuperfortFlight) -> bool:
    """Return True if the bomber loses a band of altitude now because two or more engines are out."""
    state = flight.state
    few = state.engines_out() >= flight.const.engines_out_slow
    return few and pressure.high(flight) and state.descent.sank_in != state.track.turn


def reach(flight: SuperfortFlight) -> None:
    """Set the number of zones that the last engine can still cover, which depends on the altitude."""
    state = flight.state
    if state.engines_running() == 1:
        flight.fact("engines.range", zones=band(flight))
        state.supply.range_zone = state.track.zones_entered + band(flight)


def fly_on(flight: SuperfortFlight) -> None:
    """After the combat of a turn, check that the last engine can carry the bomber further.

    Raises:
        FlightOver: the range of the last engine is reached.
    """
    state = flight.state
    if state.engines_running() == 1 and state.track.zones_entered >= state.supply.range_zone:
        flight.fact("engines.out_of_range")
        raise FlightOver


def may_climb(flight: SuperfortFlight) -> bool:
    """Return True if all engines run, or if one is out and the bombs are gone."""
    state = flight.state
    out = state.engines_out()
    return not out or (out < flight.const.engines_out_slow and not state.plane.bombs_aboard)


def slow(flight: SuperfortFlight) -> bool:
    """Return True if a zone takes two turns.

    The causes are one engine out with bombs aboard, two or more engines out, a propeller that drags, and a shell burst
    inside the bomber.
    """
    state = flight.state
    dragging = state.plane.broken("burst_inside") or any(engine.unfeathered for engine in state.engines)
    return dragging or state.track.two_turns or not may_climb(flight)


def leave_zone(flight: SuperfortFlight) -> Flow[None]:
    """On leaving a zone, stop the engines that have lost their oil.

    Raises:
        FlightOver: no engine runs, or the range of the last one is reached.
    """
    aircraft.stop_for_oil(flight)
    yield from settle_engines(flight)
    fly_on(flight)
