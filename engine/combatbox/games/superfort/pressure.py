"""Pressure, oxygen and cold (4.2, 7.3, 7.4)."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort.state import SuperfortFlight


def turn(flight: SuperfortFlight) -> Flow[None]:
    """The second step of a turn: pressure, crew moves, frostbite and oxygen checks."""
    return
    yield


def may_climb(flight: SuperfortFlight) -> bool:
    """Whether the men's oxygen allows a climb."""
    return True


def leave(flight: SuperfortFlight, *, controlled: bool) -> Flow[None]:
    """Before men leave the plane: pressure is given up, or each cabin that they leave decompresses."""
    return
    yield
