"""The tour: thirty-five missions, whoever flies them, and what the two sides have won (section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.bomber import campaign
from combatbox.bomber.campaign import Kit
from combatbox.core.decisions import Flow
from combatbox.games.superfort.flow import fly_mission
from combatbox.games.superfort.setup import Names, new_state
from combatbox.games.superfort.state import Campaign, State, SuperfortFlight

KIT = Kit(new_state, Names, Campaign, ("american", "japanese", "draw"))
"""What the shared tour needs of this game."""


def fly_tour(flight: SuperfortFlight) -> Flow[None]:
    """Mission after mission until thirty-five are credited, or the player stands down for now."""
    yield from campaign.begin(flight, KIT)
    yield from missions(flight)


def onward(flight: SuperfortFlight) -> Flow[None]:
    """A tour gone on with between two missions."""
    yield from campaign.next_mission(flight, KIT)
    yield from missions(flight)


def missions(flight: SuperfortFlight) -> Flow[None]:
    """The missions of a tour from one that is about to begin."""
    while True:
        yield from fly_mission(flight)
        campaign.close_books(flight)
        if flight.state.completed >= flight.const["missions"]:
            campaign.finish(flight)
            return
        answer = yield flight.ask("campaign.fly_on", ("fly_on", "stand_down"), "fly_on")
        if answer == "stand_down":
            flight.fact("campaign.stand_down", completed=flight.state.completed)
            return
        yield from campaign.next_mission(flight, KIT)


def summary(state: State) -> Mapping[str, Any]:
    """How a tour stands or ended, with the boxes that its cities have lost."""
    assert isinstance(state.campaign, Campaign)
    return {**campaign.summary(state, KIT), "burned": dict(state.campaign.burned)}
