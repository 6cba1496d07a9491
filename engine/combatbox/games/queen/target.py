"""The steps over the target: flak and the bomb run (5.2 d)."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.queen import hazards
from combatbox.games.queen.constants import QueenFlight


def flak_over_target(flight: QueenFlight) -> Flow[None]:
    """Roll the amount of flak on O-2, then resolve the flak."""
    state = flight.state
    flight.phase("flak.start")
    flight.roll("flak.amount")
    if state.battle.flak in flight.table("flak.to_hit").columns:
        yield from hazards.under_flak(flight, state.battle.flak, flight.const.flak_rolls.target, "target")


def bomb_run(flight: QueenFlight) -> None:
    """Roll for aim and accuracy, and drop the bombs.

    If no bombs are aboard or the bomb bay doors are stuck, there is no bomb run.
    """
    state = flight.state
    if not state.plane.bombs_aboard or state.plane.broken("bomb_doors_out"):
        flight.fact("bombs.no_bomb_run", aboard=state.plane.bombs_aboard)
        return
    flight.phase("bombs.bomb_run")
    bombardier = flight.const.duties.bombardier
    flight.roll("bombs.aim", bombardier)
    flight.roll("bombs.accuracy", bombardier, state.outcome.aim_result)
    flight.fact("bombs.bombs_away")
    state.outcome.bombs_dropped, state.plane.bombs_aboard = True, False
