"""Conditions on the course of a mission: weather, formation, events."""

from __future__ import annotations

from typing import Literal

from combatbox.bomber.enums import BomberFlight, LastingEvent
from combatbox.bomber.state import keeps_formation
from combatbox.core.effects import condition

# ---- weather, formation, events


@condition("place_in", words=lambda say, what, places: f"{' or '.join(places)} in the {what}")
def place_in(
    flight: BomberFlight,
    what: Literal["formation", "squadron"],
    places: tuple[Literal["lead", "high", "middle", "low", "tail"], ...],
) -> bool:
    """Return True if the place of the bomber in its squadron, or of the squadron in its group, is one of these.

    Args:
        flight: the flight.
        what: `formation` for the bomber's place in the squadron, `squadron` for the squadron's place in the group.
        places: the places.
    """
    orders = flight.state.orders
    return (orders.formation if what == "formation" else orders.squadron) in places


@condition("event_lasts", words="{event}")
def lasting(flight: BomberFlight, event: LastingEvent) -> bool:
    """Return True if a lasting event is in force."""
    return flight.state.chance.lasting[event]


@condition("in_formation", words="in formation")
def in_formation(flight: BomberFlight) -> bool:
    """Return True if the bomber is in formation at this moment."""
    return keeps_formation(flight.state.track)


@condition("event_happened", words="if it happened before")
def event_happened(flight: BomberFlight, event: LastingEvent) -> bool:
    """Return True if an event that can happen only once has happened."""
    return event in flight.state.chance.events


@condition(
    "ruled", words="under the option “{option}” of {=ruling}", ruling_condition=lambda ruling, option: (ruling, option)
)
def ruled(flight: BomberFlight, ruling: str, option: str) -> bool:
    """Return True if this option of a ruling is in force."""
    return flight.rulings.get(ruling) == option
