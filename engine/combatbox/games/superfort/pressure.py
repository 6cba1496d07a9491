"""Pressure, oxygen and cold (4.2, 7.3, 7.4)."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort.state import SuperfortFlight


def turn(flight: SuperfortFlight) -> Flow[None]:
    """The second step of a turn: pressure, crew moves, frostbite and oxygen checks."""
    return
    yield
