"""Hits on a section and the consequences of damage (section 7)."""

from __future__ import annotations

from combatbox.bomber import aircraft, crew, shells
from combatbox.bomber.enums import FlightOver
from combatbox.core.decisions import Flow
from combatbox.games.superfort import crew_moves, engines, fires, pressure
from combatbox.games.superfort.state import SuperfortFlight


def strike(flight: SuperfortFlight, section: str) -> None:
    """Roll for one hit on a section, such as `nose` or `port_wing`, on its damage table."""
    shells.strike(flight, section, "damage.section")


def settle(flight: SuperfortFlight) -> Flow[None]:
    """Resolve the consequences of a hit or an event: fires, engines, pilot, bailing out.

    During a fight, the consequences of engines that are out and the consequences for the formation are deferred until
    the fight is over.

    Raises:
        FlightOver: the bomber is lost, or the crew must bail out.
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
        pressure.let_out_if_lost(flight)
        return
    if state.track.leaves_formation:
        state.track.leaves_formation = False
        if not state.night:
            aircraft.leave_formation(flight, "formation.lost")
    yield from engines.settle_engines(flight)


def hold_steady(flight: SuperfortFlight) -> None:
    """End evasive action if damage rules it out (A68).

    The evasive action then no longer spoils the aim of either side.
    """
    clash = flight.state.clash
    if clash.evading and aircraft.evasion_is_forbidden(flight):
        flight.fact("wave.evasion_ends")
        clash.evading = clash.aim_spoiled = False
