"""Before the mission (section 2): the target and its route, the bomber's place, guns, gunners, escort, tanks and times."""

from __future__ import annotations

from combatbox.games.superfort import fuel
from combatbox.games.superfort.conditions import is_bombed_out
from combatbox.games.superfort.optional_rules import goes_to_truk, plays
from combatbox.games.superfort.state import SuperfortFlight


def brief(flight: SuperfortFlight) -> None:
    """All that is settled before take-off."""
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
    """From one table on the early missions; later day or night, type, altitude and city one after another.

    The free mission to Truk, where it is played, comes first, and once in a tour.
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
    """Missions from the eleventh on, step by step."""
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
    """Whether the target lies in Japan, and not at Iwo Jima or Truk."""
    return bool(flight.state.orders.target_zone >= flight.const.fighter_zones.first)


def escort_column(flight: SuperfortFlight) -> str:
    """The column of T2-8."""
    state = flight.state
    if state.sortie.early:
        return "early" if to_japan(flight) else "near"
    columns = flight.const.escort_columns
    return next((name for name, until in columns.items() if state.orders.mission <= until), "late")


def times_column(flight: SuperfortFlight) -> str:
    """The column of T3-1."""
    if flight.state.night:
        return "night"
    if not to_japan(flight):
        return "near"
    return "early" if flight.state.sortie.early else "late"
