"""The state of a B-29 and its crew at the start of a mission, from `game.yaml`, and its tour (section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.bomber import campaign
from combatbox.bomber import setup as bomber
from combatbox.bomber.campaign import TourHooks
from combatbox.core.annotations import frozen
from combatbox.core.game import Setup
from combatbox.games.superfort.state import Campaign, State, SuperfortRulebook, is_early


@frozen
class Names(bomber.Names):
    """The names and counts in a `Setup` of this game; the field `campaign` holds this game's `Campaign`."""

    campaign: Campaign | None = None


def new_state(book: SuperfortRulebook, setup: Setup[Any]) -> State:  # Any: `Names` of a bomber, too
    """Return the state before a mission: the B-29 is at its base, undamaged, with an unhurt crew."""
    const = book.constants
    state: State = bomber.equipped(State(), book, setup)
    names = setup.names
    if names is not None and names.campaign is None and names.roster is not None:
        state.campaign = Campaign(names.roster)
    state.sortie.early = is_early(book.ruled, state, const.early_missions)
    state.track.altitude = const.bands[0]
    state.track.out_of_formation = True
    state.fuel.internal = const.internal_boxes
    for name, gun in const.guns.items():
        state.guns[name].thrown_out = gun.early_only and not state.sortie.early
    state.rooms = {role: job.compartment for role, job in const.crew.items()}
    state.cabins.bottles = {
        name: compartment.extinguishers for name, compartment in const.compartments.items() if compartment.extinguishers
    }
    return state


HOOKS = TourHooks(new_state, Names, Campaign, ("american", "japanese", "draw"), retires=False)
"""The functions and types of this game that the shared campaign code uses."""


def tour_summary(state: State) -> Mapping[str, Any]:  # JSON
    """Return the standing or the result of a tour as JSON.

    It includes the number of boxes of each city that have burned.
    """
    assert state.tour is not None
    return {**campaign.campaign_summary(state, HOOKS), "burned": dict(state.tour.burned)}
