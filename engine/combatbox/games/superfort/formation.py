"""Formation and escort (4.8): from assembly and rendezvous to the break-up."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort import doctrine, engines, fuel
from combatbox.games.superfort.navigation import leads_all
from combatbox.games.superfort.state import SuperfortFlight


def assembly_zone(flight: SuperfortFlight) -> int:
    """Return the zone where the formation assembles and breaks up."""
    zones = flight.const.assembly
    return int(zones.first if flight.state.sortie.early else zones.last)


def at_mission_altitude(flight: SuperfortFlight) -> bool:
    """Return True if the bomber flies at the altitude of the formation."""
    return flight.state.track.altitude == flight.state.sortie.band


def break_up(flight: SuperfortFlight) -> None:
    """End the formation homeward, in the zone where it assembled."""
    state = flight.state
    if state.homeward and not state.company.broke_up and state.track.zone <= assembly_zone(flight):
        if state.in_formation:
            flight.fact("formation.breaks_up", zone=state.track.zone)
        state.company.broke_up = True
        state.track.out_of_formation = True
        state.company.escort_met = False


def assemble(flight: SuperfortFlight) -> None:
    """Roll to join the formation in the zone of assembly, by day, outward.

    The bomber must be in time, at mission altitude and as fast as the others.
    """
    state = flight.state
    if state.night or state.homeward or state.track.aborting or state.track.zone != assembly_zone(flight):
        return
    if state.navigation.course == "off":
        row = flight.roll("course.in_time")
        if any(effect.name == "too_late" for effect in row.effects):
            state.company.off_time = True
    if state.company.off_time or not at_mission_altitude(flight) or engines.slow(flight):
        return
    flight.phase("zone.assembly")
    flight.roll("formation.roll")


def can_still_rejoin(flight: SuperfortFlight) -> bool:
    """Return True if a bomber alone can be back in formation before the target's zone."""
    state, bands = flight.state, flight.const.bands
    if state.engines_out() or state.company.gasping or state.plane.broken("burst_inside") or not _knows_the_way(flight):
        return False
    climb = max(bands.index(state.sortie.band) - bands.index(state.track.altitude), 0)
    return bool(state.track.zone + max(climb + 1, 1) < state.orders.target_zone)


def _knows_the_way(flight: SuperfortFlight) -> bool:
    """Return True if there is a formation to come back to.

    Not after missing the rally point; under one ruling only for a bomber that was in it (A74).
    """
    company = flight.state.company
    return not company.off_time and (company.assembled or flight.ruled["never_joined"] == "may")


def may_rejoin(flight: SuperfortFlight) -> bool:
    """Return True if the bomber may rejoin the formation.

    By day, where the formation flies, at its altitude, with every engine and the box that it costs, unless it missed
    the assembly or left for want of oxygen.
    """
    state = flight.state
    company = state.company
    if not state.alone or state.track.aborting or company.broke_up or company.gasping or not _knows_the_way(flight):
        return False
    if state.track.zone <= assembly_zone(flight) or state.plane.broken("burst_inside"):
        return False
    can_pay = not fuel.counted(flight) or state.fuel.usable >= flight.const.costs.rejoin
    return can_pay and not state.engines_out() and at_mission_altitude(flight)


def rejoin(flight: SuperfortFlight) -> Flow[None]:
    """Let a bomber that fell out come back, for a box of fuel and as tail bomber."""
    if not may_rejoin(flight):
        return
    answer = yield flight.ask("formation.rejoin", ("rejoin", "stay_out"), doctrine.rejoin(flight))
    if answer == "rejoin":
        yield from fuel.pay(flight, flight.const.costs.rejoin, "rejoin")
        flight.fact("formation.rejoins")
        flight.state.track.out_of_formation = False
        flight.state.orders.formation = "tail"
        flight.state.navigation.course = ""  # the formation navigates from now on


def settle(flight: SuperfortFlight) -> None:
    """End the escort of a bomber that has fallen out of formation."""
    if flight.state.track.out_of_formation:
        flight.state.company.escort_met = False


# ---- the escort


def escort_zone(flight: SuperfortFlight) -> int:
    """Return the first zone in which an escort is met."""
    zones = flight.const.escort_zones
    near = flight.state.orders.target_zone < flight.const.fighter_zones.first
    return int(zones.first if near else zones.last)


def meet(flight: SuperfortFlight) -> None:
    """Roll for the rendezvous with the escort; beyond its zones the escort leaves."""
    state = flight.state
    company = state.company
    if company.escort_met and state.track.zone < escort_zone(flight):
        flight.fact("escort.leaves", type=state.sortie.escort)
        company.escort_met = False
    if not state.sortie.escort or company.escort_met or not state.in_formation:
        return
    if state.track.zone < escort_zone(flight) or (leads_all(flight) and state.navigation.course == "off"):
        return
    if state.homeward and not state.clash.ahead:
        return
    company.rendezvous += 1
    flight.roll("escort.rendezvous")
