"""The counts of a simulation, from which the engine makes odds."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

from combatbox.library.load import load
from combatbox.odds import simulation
from combatbox.odds.checkpoint import Checkpoint
from combatbox.play.batch import Counts, SimulationRequest


def fly_many(
    order: SimulationRequest,
    jobs: int = 1,
    progress: simulation.Progress | None = None,
    executor: Executor | None = None,
) -> Counts:
    """Simulate a request and return its counts, which do not depend on how the work is distributed."""
    book = load(order.game, Path(order.overlay) if order.overlay else None)
    checkpoint = Checkpoint(book, order)
    simulation._fly(book, [order], checkpoint, jobs, progress, executor)
    return checkpoint.flown[order.run].counts
