"""Advice by many hands: the flights of an adviser shared out over processes, or over any executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise

from combatbox.odds.flying import book_of
from combatbox.odds.pool import processes
from combatbox.play.advise import Advice, Adviser, Outcome
from combatbox.play.session import NoDice, Session, resume, save_of

PIECE = 50
"""So many flights of each option are handed out at a time."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, as plain data: the save of a game that waits at the decision, and where its tables are."""

    game: str
    overlay: str
    save: str


def advise(
    session: Session,
    flights: int,
    jobs: int = 1,
    overlay: str = "",
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
) -> Advice:
    """What would come of each option of the decision at which a session waits, each flown `flights` times.

    overlay: the folder of house rules that the session is played with, resolved. executor: flies instead of `jobs`
    processes and is left open; the advice is the same whoever flies. progress: told how many flights are done.
    Raises CombatBoxError as Adviser does.
    """
    adviser = Adviser(session)
    cuts = [*range(0, flights, PIECE), flights]
    pieces = list(pairwise(cuts))
    if executor is None and (jobs <= 1 or len(pieces) == 1):
        for start, stop in pieces:
            adviser.fly(stop - start)
            if progress:
                progress(stop)
        return adviser.advice()
    own = processes(jobs) if executor is None else None
    pool = executor or own
    assert pool is not None
    question = Question(session.book.key, overlay, session.saved())
    try:
        flying = [pool.submit(fly_piece, question, start, stop) for start, stop in pieces]
        for (_, stop), piece in zip(pieces, flying, strict=True):
            for option, outcomes in piece.result().items():
                adviser.outcomes[option] += outcomes
            if progress:
                progress(stop)
    finally:
        if own:
            own.shutdown(cancel_futures=True)
    return adviser.advice()


_asked: dict[Question, Session] = {}


def fly_piece(question: Question, start: int, stop: int) -> dict[str, list[Outcome]]:
    """Flights `start` to `stop` of each option, in whatever process this is."""
    if question not in _asked:
        _asked.clear()
        session = resume(book_of(question.game, question.overlay), save_of(question.save, "the question"), NoDice())
        session.advance()
        _asked[question] = session
    adviser = Adviser(_asked[question])
    adviser.fly(stop - start, start)
    return adviser.outcomes
