"""Navigation (4.5): the four rolls that determine the course, and its consequences."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort import doctrine
from combatbox.games.superfort.state import SuperfortFlight, plays

OFF_COURSE = "off_course"
"""The name of the cause "off course", which makes an abort count."""

METHODS = ("course.pilotage", "course.reckoning", "course.stars", "course.radio")
"""The places in the order of play of the four rolls of navigation."""


def is_checked(flight: SuperfortFlight) -> bool:
    """Return True if the bomber navigates for itself.

    It navigates for itself out of formation, and as the lead bomber of the Middle squadron.
    """
    return plays(flight, "navigation") and (not flight.state.in_formation or leads_all(flight))


def astray(flight: SuperfortFlight) -> bool:
    """Return True if the bomber navigates for itself and is off course.

    Such a bomber does not find the initial point or an airfield.
    """
    return flight.state.navigation.course == "off" and is_checked(flight)


def leads_all(flight: SuperfortFlight) -> bool:
    """Return True if the bomber navigates for the whole formation."""
    orders = flight.state.orders
    return orders.formation == "lead" and orders.squadron == "middle"


def check(flight: SuperfortFlight, *, again: bool = False, corrected: bool = True) -> None:
    """Roll for the course in this zone.

    Args:
        flight: the flight.
        again: True if the course was checked in this zone before.
        corrected: True if returning to the course may cost fuel.
    """
    state = flight.state
    course = state.navigation
    first = not course.course  # without a check in the zone before, no run of zones continues
    flight.phase("zone.course")
    course.marker = 0
    state.counted.checks += 1
    for place in METHODS:
        flight.roll(place, "navigator")
    flight.roll("course.determined", "navigator")
    course.checked_in = state.track.zones_entered
    if course.course == "off":
        course.off_zones = 1 if first else course.off_zones + (0 if again else 1)
        course.strayed += 1
        note_cause(flight)
    else:
        if course.off_zones and corrected:
            flight.roll("course.correction")
        course.off_zones = 0


def note_cause(flight: SuperfortFlight) -> None:
    """Record that the bomber is off course in the target zone, which makes an abort count (4.7 D)."""
    state = flight.state
    if state.in_target_zone_out and OFF_COURSE not in state.ending.causes:
        state.ending.causes.append(OFF_COURSE)


def seek_initial_point(flight: SuperfortFlight) -> Flow[bool]:
    """If the bomber is off course at the target, ask whether to look for the initial point.

    Returns:
        True if the player looks for the initial point again.
    """
    answer = yield flight.ask("course.initial_point", ("again", "give_up"), doctrine.initial_point(flight))
    return answer == "again"
