"""Which of the rules that a beginner may leave out are in force."""

from __future__ import annotations

from combatbox.games.superfort.state import SuperfortFlight


def plays(flight: SuperfortFlight, switch: str) -> bool:
    """Whether the rules with that switch are in force: in the full game, unless they are switched off."""
    return flight.ruled["game"] == "full" and flight.ruled[switch] == "on"
