"""Distribution of the missions that the adviser simulates, to processes or any other executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from itertools import pairwise

from combatbox.odds.process_pool import run_batches
from combatbox.odds.worker import book_of
from combatbox.play.adviser import Advice, Adviser, Outcome
from combatbox.play.saves import parse_save, resume
from combatbox.play.session import Session

PIECE = 50
"""Number of missions in a batch for each option of the decision."""


def advise(
    session: Session,
    flights: int,
    jobs: int = 1,
    overlay: str = "",
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
) -> Advice:
    """Simulate what follows from each option of the open decision in a session, and return the advice.

    The result does not depend on how the work is distributed.

    Args:
        session: the session.
        flights: the largest number of missions for each option; fewer are simulated if they suffice.
        jobs: the number of processes.
        overlay: the absolute path of the folder of house rules that the session uses; empty if there is none.
        progress: a function that is called with the number of missions completed for each option.
        executor: the executor to use instead of processes; it is not shut down.

    Raises:
        CombatBoxError: no decision is open, or it cannot affect any of the game's measures.
    """
    adviser = Adviser(session, flights)
    batches = [range(start, stop) for start, stop in pairwise([*range(0, flights, PIECE), flights])]
    simulated = partial(simulate_options, session)
    if executor or (jobs > 1 and len(batches) > 1):
        simulated = partial(simulate_saved, session.book.key, overlay, session.saved())
    else:
        jobs = 1
    for batch, outcomes in run_batches(batches, simulated, jobs, executor):
        for option, results in outcomes.items():
            adviser.outcomes[option] += results
        if progress:
            progress(batch.stop)
        if not adviser.next_look:
            break
    return adviser.advice()


_sessions: dict[str, Session] = {}
"""The session at the decision that was advised on last, by the text of its save."""


def simulate_saved(game: str, overlay: str, save: str, batch: range) -> dict[str, list[Outcome]]:
    """Simulate the missions of a batch with each option of the open decision in a save.

    Args:
        game: the key of the game.
        overlay: the folder of house rules; empty if there is none.
        save: the game, saved at the open decision.
        batch: the numbers of the missions.
    """
    if save not in _sessions:
        _sessions.clear()
        _sessions[save] = resume(book_of(game, overlay), parse_save(save, "the question"))
        _sessions[save].advance()
    return simulate_options(_sessions[save], batch)


def simulate_options(session: Session, batch: range) -> dict[str, list[Outcome]]:
    """Simulate the missions of a batch with each option, and return the outcomes of each option."""
    adviser = Adviser(session)
    adviser.fly(len(batch), batch.start)
    return adviser.outcomes
