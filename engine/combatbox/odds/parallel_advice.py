"""Distribution of the missions that the adviser simulates, to processes or any other executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from itertools import pairwise

from combatbox.core.annotations import frozen
from combatbox.odds.process_pool import simulate
from combatbox.odds.worker import book_of
from combatbox.play.adviser import Advice, Adviser, Outcome
from combatbox.play.saves import parse_save, resume
from combatbox.play.session import Session

PIECE = 50
"""Number of missions in a batch for each option of the decision."""


@frozen
class Question:
    """The decision for which advice is requested, as plain data.

    Attributes:
        game: the key of the game.
        overlay: the folder of house rules; empty if there is none.
        save: the game, saved at the open decision.
    """

    game: str
    overlay: str
    save: str


@frozen
class AdviceBatch:
    """The missions from number `start` up to but not including `stop`, which are simulated for each option."""

    question: Question
    start: int
    stop: int


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
    question = Question(session.book.key, overlay, session.saved())
    batches = [AdviceBatch(question, start, stop) for start, stop in pairwise([*range(0, flights, PIECE), flights])]
    alone = executor is None and (jobs <= 1 or len(batches) == 1)

    def fly(batch: AdviceBatch) -> dict[str, list[Outcome]]:
        adviser.fly(batch.stop - batch.start)
        return {}

    for batch, outcomes in simulate(batches, fly) if alone else simulate(batches, simulate_options, jobs, executor):
        for option, results in outcomes.items():
            adviser.outcomes[option] += results
        if progress:
            progress(batch.stop)
        if not adviser.next_look:
            break
    return adviser.advice()


_sessions: dict[Question, Session] = {}


def simulate_options(piece: AdviceBatch) -> dict[str, list[Outcome]]:
    """Simulate the missions of a batch with each option, and return the outcomes of each option."""
    question = piece.question
    if question not in _sessions:
        _sessions.clear()
        session = resume(book_of(question.game, question.overlay), parse_save(question.save, "the question"))
        session.advance()
        _sessions[question] = session
    adviser = Adviser(_sessions[question])
    adviser.fly(piece.stop - piece.start, piece.start)
    return adviser.outcomes
