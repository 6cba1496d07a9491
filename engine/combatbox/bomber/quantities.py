"""Quantities: numbers from the state, for modifiers whose amount varies during a mission."""

from __future__ import annotations

from typing import Literal

from combatbox.bomber.enums import BomberFlight
from combatbox.core.effects import quantity


@quantity("markers", words="each")
def markers(flight: BomberFlight, marker: Literal["fca", "fboa"]) -> int:
    """Return the number of markers of this kind that the fighter has taken."""
    fighter = flight.state.attacker
    return fighter.fca if marker == "fca" else fighter.fboa


@quantity(
    "crash_wounds",
    words="added by the result of {say.landing.land} that asks for the roll",
    short_words="for the landing",
)
def crash_wounds(flight: BomberFlight) -> int:
    """Return the modifier of each man's wound roll after a crash landing."""
    return flight.state.hand.wound_add
