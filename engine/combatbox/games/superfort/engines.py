"""Engines out, and what it costs: bombs, formation, height, and how far the last one carries (7.2)."""

from __future__ import annotations

from combatbox.bomber import aircraft
from combatbox.bomber.decision_options import FlightOver
from combatbox.bomber.effects.engines import stop_engine
from combatbox.bomber.state import Engine
from combatbox.core.decisions import Flow
from combatbox.games.superfort import combat_doctrine, fuel, pressure
from combatbox.games.superfort.state import SuperfortFlight

# ---- one engine


def fail(flight: SuperfortFlight, engine: Engine) -> None:
    """An engine goes out, and its propeller is rolled for; one that is out already is no worse."""
    if not engine.out:
        stop_engine(engine)
        flight.state.hand.engine, flight.state.hand.engine_dead = engine.number, False
        flight.roll("engines.feather", NAMES[engine.number - 1])


NAMES = tuple(f"engine {number}" for number in range(1, 5))
"""What the log calls the engines."""


def overheat(flight: SuperfortFlight, engine: Engine) -> None:
    """A box of fuel, or the engine is shut down with its propeller feathered; one that is out already stays cool."""
    if engine.out:
        return
    answer = "box"
    if fuel.counted(flight):
        default = combat_doctrine.overheats(flight)
        answer = flight.decide(flight.ask("engines.overheats", ("box", "shut_down"), default, NAMES[engine.number - 1]))
    if answer == "box":
        fuel.lose(flight, 1)
    else:
        engine.feathered = True
        stop_engine(engine)


# ---- what follows


def settle(flight: SuperfortFlight) -> Flow[None]:
    """What engines that are out bring about when the fighting is over. Raises Down without one that runs."""
    state = flight.state
    none_left(flight)
    pressure.no_more(flight)
    out = state.engines_out()
    if out >= flight.const.engines_out_slow:
        lighten(flight)
        if not state.night:
            aircraft.leave_formation(flight, "engines.leaves_formation", aircraft.engine_shot_out(state))
        if out != state.due.engines_seen:
            flight.fact("engines.engines_out", number=out)
            reach(flight)
            sink(flight)
    elif out and state.plane.bombs_aboard and state.in_formation and not state.night and not _over_target(flight):
        yield from aircraft.lose_pace(flight, can_drop(flight), combat_doctrine.heavy(flight))
    state.due.engines_seen = out


def none_left(flight: SuperfortFlight) -> None:
    """Without an engine that runs the bomber comes down here, but not before the fight of the turn. Raises Down."""
    if not flight.state.clash.ahead and not flight.state.engines_running():
        flight.fact("engines.no_engine")
        raise FlightOver


def _over_target(flight: SuperfortFlight) -> bool:
    return aircraft.in_target_zone_out(flight.state)


def lighten(flight: SuperfortFlight) -> None:
    """With two engines out or more bombs and auxiliary tanks go, as far as the doors of a bay and its gear let them."""
    if flight.state.plane.bombs_aboard and can_drop(flight):
        aircraft.drop_away(flight, "engines.jettisons")
    for bay in fuel.may_drop(flight):
        fuel.let_go(flight, bay)


def can_drop(flight: SuperfortFlight) -> bool:
    """The bombs are aboard, and the doors of a bay at least open."""
    return flight.state.plane.bombs_aboard and not flight.state.all_doors_stuck


# ---- height and distance


def sink(flight: SuperfortFlight) -> None:
    """With two engines out or more the bomber loses a band: at once, and another with the next turn if it is still high."""
    if must_sink(flight):
        state, bands = flight.state, flight.const.bands
        below = bands[bands.index(state.track.altitude) - 1]
        flight.fact("engines.descends", to=below)
        state.track.altitude, state.descent.sank_in = below, state.track.turn
        pressure.follow_altitude(flight)


def must_sink(flight: SuperfortFlight) -> bool:
    """Whether engines that are out cost a band now: one a turn, however many of them stop in it."""
    state = flight.state
    few = state.engines_out() >= flight.const.engines_out_slow
    return few and pressure.high(flight) and state.descent.sank_in != state.track.turn


def reach(flight: SuperfortFlight) -> None:
    """On the last engine: how many more zones can be entered, by the altitude at which it is the last."""
    state = flight.state
    if state.engines_running() == 1:
        zones = flight.const.bands.index(state.track.altitude)
        flight.fact("engines.range", zones=zones)
        state.supply.range_zone = state.track.zones_entered + zones


def fly_on(flight: SuperfortFlight) -> None:
    """After the fight of a turn: whether the last engine carries the bomber any further, be it to a second turn. Raises Down."""
    state = flight.state
    if state.engines_running() == 1 and state.track.zones_entered >= state.supply.range_zone:
        flight.fact("engines.out_of_range")
        raise FlightOver


def may_climb(flight: SuperfortFlight) -> bool:
    """Whether the engines let the bomber climb: all run, or one is out and the bombs are gone."""
    state = flight.state
    out = state.engines_out()
    return not out or (out < int(flight.const.engines_out_slow) and not state.plane.bombs_aboard)


def slow(flight: SuperfortFlight) -> bool:
    """Whether a zone takes two turns: an engine out and bombs aboard, more engines out, a propeller that drags, a burst inside."""
    state = flight.state
    dragging = state.plane.broken("burst_inside") or any(engine.unfeathered for engine in state.engines)
    return dragging or state.track.two_turns or not may_climb(flight)


def leave_zone(flight: SuperfortFlight) -> Flow[None]:
    """Engines that have leaked their oil are stopped when the zone is left, with what follows. Raises Down."""
    aircraft.stop_for_oil(flight)
    yield from settle(flight)
    fly_on(flight)
