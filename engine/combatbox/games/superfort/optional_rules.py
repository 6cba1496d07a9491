"""Functions that check which optional rules are in force."""

from __future__ import annotations

from combatbox.games.superfort.constants import Rulings, Switch
from combatbox.games.superfort.state import State, SuperfortFlight


def plays(flight: SuperfortFlight, switch: Switch) -> bool:
    """Return True if certain optional rules are in force, such as the rules for fuel.

    They are in force if the full game is played and the ruling that activates them has the option `on`.

    Args:
        flight: the flight.
        switch: the key of the ruling that activates the rules.
    """
    return flight.ruled["game"] == "full" and flight.ruled[switch] == "on"


def is_early(ruled: Rulings, state: State, last: int) -> bool:
    """Return True if the mission is played as an early mission.

    If later targets are left out, this applies to all missions; it always applies to the optional mission to Truk.

    Args:
        ruled: the options of the rulings.
        state: the state.
        last: the number of the last early mission in a tour.
    """
    later = ruled["game"] == "full" and ruled["later_targets"] == "on"
    return state.orders.mission <= last or not later or goes_to_truk(ruled, state)


def goes_to_truk(ruled: Rulings, state: State) -> bool:
    """Return True if the optional mission to Truk is next.

    This mission is flown once, before the first mission of a tour.
    """
    return ruled["truk"] == "on" and not (state.tour and state.tour.shaken_down)
