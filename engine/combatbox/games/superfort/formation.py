"""Formation and escort (4.8), from the assembly to the break-up."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort import doctrine, engines, fuel
from combatbox.games.superfort.navigation import leads_all
from combatbox.games.superfort.state import SuperfortFlight, assembly_zone, bands_to_climb


def at_mission_altitude(flight: SuperfortFlight) -> bool:
    """Return True if the bomber flies at the altitude of its mission."""
    return flight.state.track.altitude == flight.state.sortie.band


def break_up(flight: SuperfortFlight) -> None:
    """Disband the formation on the way home, in the zone where it assembled."""
    state = flight.state
    if state.homeward and not state.company.broke_up and state.track.zone <= assembly_zone(flight):
        if state.in_formation:
            flight.fact("formation.breaks_up", zone=state.track.zone)
        state.company.broke_up = True
        state.track.out_of_formation = True
        state.company.escort_met = False


def assemble(flight: SuperfortFlight) -> None:
    """On the way out by day, roll to join the formation in the assembly zone.

    The bomber must be on time, at mission altitude and as fast as the other bombers.
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
    """Return True if a lone bomber can rejoin the formation before the target zone."""
    state = flight.state
    if (
        state.engines_out()
        or state.company.gasping
        or state.plane.broken("burst_inside")
        or not _has_formation_to_join(flight)
    ):
        return False
    return state.track.zone + max(bands_to_climb(flight) + 1, 1) < state.orders.target_zone


def _has_formation_to_join(flight: SuperfortFlight) -> bool:
    """Return True if there is a formation to which the bomber can return.

    There is none after it missed the assembly. One option of A74 also requires that the bomber has been in the
    formation.
    """
    company = flight.state.company
    return not company.off_time and (company.assembled or flight.ruled["never_joined"] == "may")


def may_rejoin(flight: SuperfortFlight) -> bool:
    """Return True if the bomber may rejoin the formation now.

    This is possible by day, where the formation flies and at its altitude, if every engine runs and there is enough
    fuel. Rejoining is not possible if the bomber missed the assembly or left the formation for lack of oxygen.
    """
    state = flight.state
    company = state.company
    if (
        not state.alone
        or state.track.aborting
        or company.broke_up
        or company.gasping
        or not _has_formation_to_join(flight)
    ):
        return False
    if state.track.zone <= assembly_zone(flight) or state.plane.broken("burst_inside"):
        return False
    can_pay = fuel.can_pay(flight, flight.const.costs.rejoin)
    return can_pay and not state.engines_out() and at_mission_altitude(flight)


def rejoin(flight: SuperfortFlight) -> Flow[None]:
    """Ask whether a bomber that fell out rejoins the formation.

    A bomber that rejoins becomes the tail bomber and uses fuel (`costs.rejoin`).
    """
    if not may_rejoin(flight):
        return
    answer = yield flight.ask("formation.rejoin", ("rejoin", "stay_out"), doctrine.rejoin(flight))
    if answer == "rejoin":
        yield from fuel.pay(flight, flight.const.costs.rejoin, "rejoin")
        flight.fact("formation.rejoins")
        flight.state.track.out_of_formation = False
        flight.state.orders.formation = "tail"
        flight.state.navigation.course = ""  # the formation navigates from now on


def end_escort(flight: SuperfortFlight) -> None:
    """End the escort of a bomber that has left the formation."""
    if flight.state.track.out_of_formation:
        flight.state.company.escort_met = False


# ---- the escort


def escort_zone(flight: SuperfortFlight) -> int:
    """Return the first zone in which an escort can be met."""
    zones = flight.const.escort_zones
    near = flight.state.orders.target_zone < flight.const.fighter_zones.first
    return zones.first if near else zones.last


def meet(flight: SuperfortFlight) -> None:
    """Roll for the rendezvous with the escort, or let the escort leave outside its zones."""
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
