"""The second step of a turn: pressure, crew moves, air and cold (4.0, 4.2, 7.3, 7.4)."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort import combat_doctrine, crew_moves, fires, pressure
from combatbox.games.superfort.state import SuperfortFlight


def turn(flight: SuperfortFlight) -> Flow[None]:
    """Adjust the pressure to the altitude, then resolve fires, moves, oxygen and cold.

    Raises:
        FlightOver: the crew leaves the bomber because a fire was not put out.
    """
    pressure.follow_altitude(flight)
    fires.leave_burning_plane(flight)
    crew_moves.begin(flight)
    yield from pressure.restore(flight)
    yield from crew_moves.moves(flight)
    yield from share_oxygen(flight)
    pressure.descend_for_oxygen(flight)
    yield from cold(flight)
    pressure.check_air(flight)


def share_oxygen(flight: SuperfortFlight) -> Flow[None]:
    """Ask whether a man without oxygen takes the station of a dead man (7.4A)."""
    men = pressure.without_air(flight)
    if not men or not pressure.high(flight) or flight.state.plane.broken("oxygen_system_out"):
        return
    for man in men if not pressure.all_under_pressure(flight) else ():
        free = crew_moves.places_with_air(flight, man)
        if free:
            answer = yield flight.ask("crew.oxygen", (*free, "stay"), free[0], man.role)
            if answer != "stay":
                crew_moves.take_place(flight, man, str(answer))


def cold(flight: SuperfortFlight) -> Flow[None]:
    """Roll for frostbite, or descend, if men are without pressure at altitude (7.3).

    In the first turn without pressure, no roll is made.
    """
    state = flight.state
    grace = flight.const.cold_free_turns
    if not pressure.high(flight):
        return
    free_until = state.pressure.thin_since + grace
    throughout = not state.pressure.pressurized and state.pressure.thin_since > 0 and state.track.turn > free_until
    leaking = [c for c, since in state.pressure.compromised.items() if since and state.track.turn > since + grace]
    freezing = [man for man in state.aboard if state.rooms[man.role] in leaking and not man.frostbitten]
    if throughout and all(man.frostbitten for man in state.aboard):
        throughout = False
    if not freezing and not throughout:
        return
    at_risk = sum(not man.frostbitten for man in state.aboard) if throughout else len(freezing)
    answer = yield flight.ask("cold.stay", ("stay", "descend"), combat_doctrine.cold(flight, at_risk))
    if answer == "descend":
        pressure.go_low(flight, "cold.descends")
        return
    pressure.freeze(flight, freezing)
    if throughout:
        flight.roll("cold.throughout", column=f"{state.track.altitude}@hits")
