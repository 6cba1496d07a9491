"""Events that concern the whole bomber.

The bomber leaves its formation, may not evade, drops its bombs, or stops engines that have lost their oil.
"""

from __future__ import annotations

from combatbox.bomber.effects.damage import stop_engine
from combatbox.bomber.enums import BomberFlight
from combatbox.bomber.state import State
from combatbox.core.decisions import Flow


def leave_formation(flight: BomberFlight, place: str, shot_out: bool = False) -> None:
    """Make the bomber leave its formation for the rest of the mission.

    Args:
        flight: the flight.
        place: the place in the order of play under which this is logged.
        shot_out: True if enemy fire contributed to the loss of the formation.
    """
    state = flight.state
    if not state.track.out_of_formation:
        flight.fact(place)
        state.track.out_of_formation, state.track.shot_out = True, state.track.shot_out or shot_out


def engine_shot_out(state: State) -> bool:
    """Return True if an engine is out for any reason other than a random event."""
    return any(engine.out and engine.number != state.chance.failed_engine for engine in state.engines)


def stop_for_oil(flight: BomberFlight) -> None:
    """Stop and feather the engines that have lost their oil.

    This is called when the bomber leaves a zone.
    """
    state = flight.state
    for engine in state.engines:
        if engine.stop_by and engine.stop_by <= state.track.zones_entered:
            if engine.out:  # an event stopped it, and cannot restart it any more
                state.chance.failed_engine = 0
            else:
                flight.fact("engines.engine_stopped", f"engine {engine.number}")
                engine.feathered = True
            stop_engine(engine)


def jettison_bombs(flight: BomberFlight, place: str) -> None:
    """Jettison the bombs, and log this under a place in the order of play."""
    flight.fact(place)
    flight.state.plane.bombs_aboard = False


def evasion_is_forbidden(flight: BomberFlight) -> bool:
    """Return True if the bomber may not take evasive action now.

    It may not if a row of the table of reasons against evasive action applies.
    """
    return any(
        row.when is not None
        and any(effect.name == "no_evasive_action" for effect in row.effects)
        and row.when.holds(flight)
        for row in flight.table("wave.evasion_barred").rows
    )


def lose_pace(flight: BomberFlight, can_drop: bool) -> Flow[None]:
    """Resolve the loss of an engine in formation: the bomber drops its bombs or falls behind.

    Args:
        flight: the flight.
        can_drop: True if the bombs can be dropped; otherwise the bomber leaves the formation.
    """
    answer = "keep"
    if can_drop:
        answer = yield flight.ask("engines.heavy", ("jettison", "keep"), "jettison")
    if answer == "jettison":
        jettison_bombs(flight, "engines.lightened")
    else:
        leave_formation(flight, "engines.falls_behind", engine_shot_out(flight.state))
