"""The tour: thirty-five missions, whoever flies them, and what the two sides have won (section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.bomber import campaign
from combatbox.bomber.campaign import TourHooks
from combatbox.games.superfort.setup import Names, new_state
from combatbox.games.superfort.state import Campaign, State

KIT = TourHooks(new_state, Names, Campaign, ("american", "japanese", "draw"), retires=False)
"""What the shared tour needs of this game."""


def summary(state: State) -> Mapping[str, Any]:
    """How a tour stands or ended, with the boxes that its cities have lost."""
    assert state.tour is not None
    return {**campaign.summary(state, KIT), "burned": dict(state.tour.burned)}
