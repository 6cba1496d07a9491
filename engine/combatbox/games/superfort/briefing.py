"""The briefing (section 2): target, route, position, guns, escort and times."""

from __future__ import annotations

from combatbox.games.superfort import fuel
from combatbox.games.superfort.conditions import is_bombed_out
from combatbox.games.superfort.state import SuperfortFlight, goes_to_truk, plays


def brief(flight: SuperfortFlight) -> None:
    """Make all rolls that precede the take-off."""
    state = flight.state
    flight.phase("briefing.start")
    find_target(flight)
    flight.look_up("briefing.route", state.orders.city)
    flight.roll("briefing.formation")
    flight.roll("briefing.squadron")
    flight.roll("briefing.resistance")
    if state.night:
        flight.roll("briefing.gunners")
    fuel.load(flight)
    if not state.night:
        flight.roll("briefing.escort", column=escort_column(flight))
    if plays(flight, "take_off"):
        flight.roll("briefing.times", column=times_column(flight))


# ---- the target (2.2)


def find_target(flight: SuperfortFlight) -> None:
    """Determine the target; on early missions a single table determines it.

    The optional mission to Truk has a fixed target.
    """
    state = flight.state
    tour = state.tour
    if goes_to_truk(flight.ruled, state):
        state.sortie.truk = True
        flight.fact("briefing.truk", city=flight.const.truk.city)
        if tour:
            tour.shaken_down = True
        state.orders.city, state.orders.target_type = flight.const.truk.city, flight.const.truk.type
        state.sortie.band = flight.const.bands[-1]
    elif state.sortie.early:
        flight.roll("briefing.target")
    else:
        find_later_target(flight)


def find_later_target(flight: SuperfortFlight) -> None:
    """Roll the time, type, altitude and city of a later mission, one after another."""
    state, const = flight.state, flight.const
    if plays(flight, "night"):
        flight.roll("briefing.time")
    flight.roll("briefing.type", column=state.sortie.time)
    if state.night:
        flight.fact("briefing.low_at_night")
        state.sortie.band = const.bands[0]
    else:
        flight.roll("briefing.band")
    flight.roll("briefing.city", table=const.city_tables[state.orders.target_type])
    if state.orders.target_type == "urban" and state.sortie.great_city and is_bombed_out(flight, state.orders.city):
        flight.fact("briefing.bombed_out", city=state.orders.city)
        state.sortie.great_city = False
        flight.roll("briefing.other_city")


# ---- columns


def to_japan(flight: SuperfortFlight) -> bool:
    """Return True if the target is in Japan, rather than Iwo Jima or Truk."""
    return flight.state.orders.target_zone >= flight.const.fighter_zones.first


def escort_column(flight: SuperfortFlight) -> str:
    """Return the column of T2-8 for the escort."""
    state = flight.state
    if state.sortie.early:
        return "early" if to_japan(flight) else "near"
    columns = flight.const.escort_columns
    return next((name for name, until in columns.items() if state.orders.mission <= until), "late")


def times_column(flight: SuperfortFlight) -> str:
    """Return the column of T3-1 for the times of take-off and landing."""
    if flight.state.night:
        return "night"
    if not to_japan(flight):
        return "near"
    return "early" if flight.state.sortie.early else "late"
