"""Which of the rules that a beginner may leave out are in force."""

from __future__ import annotations

from combatbox.games.superfort.constants import Rulings, Switch
from combatbox.games.superfort.state import State, SuperfortFlight


def plays(flight: SuperfortFlight, switch: Switch) -> bool:
    """Whether the rules with that switch are in force: in the full game, unless they are switched off."""
    return flight.ruled["game"] == "full" and flight.ruled[switch] == "on"


def is_early(ruled: Rulings, state: State, last: int) -> bool:
    """Whether the mission is played as one of the early ones, up to number `last`, with all that goes with it.

    So are all missions where the later targets are left out, and the free mission to Truk.
    """
    later = ruled["game"] == "full" and ruled["later_targets"] == "on"
    return state.orders.mission <= last or not later or goes_to_truk(ruled, state)


def goes_to_truk(ruled: Rulings, state: State) -> bool:
    """Whether the free mission to Truk is next: once in a tour, before its first mission."""
    return ruled["truk"] == "on" and not (state.tour and state.tour.shaken_down)
