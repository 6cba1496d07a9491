"""The sequence of play of B-29 Superfortress, in the order of its sections. It holds no outcome: tables do."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort import combat
from combatbox.games.superfort.state import SuperfortFlight


def fly_mission(flight: SuperfortFlight) -> Flow[None]:
    """One mission, from the briefing to whose victory it was."""
    state = flight.state
    flight.phase("mission.start", state.bomber, number=state.orders.mission, of=flight.const["missions"])
    yield from flight.step("turn.combat", combat.fight)
