"""The tour of thirty-five missions, and the victories of the two sides (section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.bomber import campaign
from combatbox.bomber.campaign import TourHooks
from combatbox.games.superfort.setup import Names, new_state
from combatbox.games.superfort.state import Campaign, State

HOOKS = TourHooks(new_state, Names, Campaign, ("american", "japanese", "draw"), retires=False)
"""The functions and types of this game that the shared campaign code uses."""


def summary(state: State) -> Mapping[str, Any]:  # JSON
    """Return the standing or the result of a tour as JSON.

    It includes the number of boxes of each city that have burned.
    """
    assert state.tour is not None
    return {**campaign.summary(state, HOOKS), "burned": dict(state.tour.burned)}
