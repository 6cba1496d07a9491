"""The combat of one turn (section 5)."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort.state import SuperfortFlight


def fight(flight: SuperfortFlight) -> Flow[None]:
    """Resistance, attackers, both sides' fire and what comes of it, for this turn."""
    return
    yield
