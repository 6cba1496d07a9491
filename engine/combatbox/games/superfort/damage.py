"""Damage by its tables (section 7): a hit in a section, and what follows from it."""

from __future__ import annotations

from combatbox.bomber import aircraft, crew
from combatbox.bomber.decision_options import FlightOver
from combatbox.bomber.enums import WINGS, table_of
from combatbox.core.decisions import Flow
from combatbox.games.superfort import crew_moves, engines, fires, pressure
from combatbox.games.superfort.state import SuperfortFlight


def strike(flight: SuperfortFlight, section: str) -> None:
    """One hit in a section, `nose` or `port_wing`, on the table of that section."""
    flight.state.hand.side = WINGS.get(section, flight.state.hand.side)
    flight.roll("damage.section", section, table=table_of(flight.const, section))


def settle(flight: SuperfortFlight) -> Flow[None]:
    """What a hit or an event leaves to be settled: fires, the loss of engines, who flies, an order to bail out.

    In a fight the formation is kept to its end, and so is what engines out bring about. Raises Down when the flight is over.
    """
    state = flight.state
    if state.due.fires and not state.due.lost and not state.due.bail_out:
        yield from fires.fight(flight)
    if state.due.lost or state.due.bail_out:
        raise FlightOver
    if not state.men[state.pilot_at_controls].fit:
        yield from crew.man_the_controls(flight, crew_moves.take_seat)
    hold_steady(flight)
    if state.battle.under_attack:
        engines.none_left(flight)
        pressure.no_more(flight)
        return
    if state.track.leaves_formation:
        state.track.leaves_formation = False
        if not state.night:
            aircraft.leave_formation(flight, "formation.lost")
    yield from engines.settle(flight)


def hold_steady(flight: SuperfortFlight) -> None:
    """Evasive action ends with the damage that bars it: from then on both sides aim as at any other bomber (A68)."""
    clash = flight.state.clash
    if clash.evading and aircraft.forbidden(flight):
        flight.fact("wave.evasion_ends")
        clash.evading = clash.aim_spoiled = False
