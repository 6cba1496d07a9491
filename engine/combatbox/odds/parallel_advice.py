"""The flights of an adviser, shared out over processes or any executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise

from combatbox.odds.process_pool import simulate
from combatbox.odds.worker import book_of
from combatbox.play.adviser import Advice, Adviser, Outcome
from combatbox.play.saves import resume, save_of
from combatbox.play.session import NoDice, Session

PIECE = 50
"""So many flights of each option are handed out at a time."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, as plain data: the save of a game that waits at the decision, and where its tables are."""

    game: str
    overlay: str
    save: str


@dataclass(frozen=True, slots=True)
class Piece:
    """Flights `start` to `stop` of each option."""

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
    """What would come of each option of the decision at which a session waits, each flown `flights` times.

    overlay: the folder of house rules that the session is played with, resolved. executor: flies instead of `jobs`
    processes and is left open; the advice is the same whoever flies. progress: told how many flights are done.
    Raises CombatBoxError as Adviser does.
    """
    adviser = Adviser(session)
    question = Question(session.book.key, overlay, session.saved())
    pieces = [Piece(question, start, stop) for start, stop in pairwise([*range(0, flights, PIECE), flights])]
    if executor is None and (jobs <= 1 or len(pieces) == 1):
        for piece in pieces:
            adviser.fly(piece.stop - piece.start)
            if progress:
                progress(piece.stop)
        return adviser.advice()
    for piece, outcomes in simulate(pieces, fly_piece, jobs, executor):
        for option, ends in outcomes.items():
            adviser.outcomes[option] += ends
        if progress:
            progress(piece.stop)
    return adviser.advice()


_asked: dict[Question, Session] = {}


def fly_piece(piece: Piece) -> dict[str, list[Outcome]]:
    """Fly each option in the flights of a piece, in whatever process this is."""
    question = piece.question
    if question not in _asked:
        _asked.clear()
        session = resume(book_of(question.game, question.overlay), save_of(question.save, "the question"), NoDice())
        session.advance()
        _asked[question] = session
    adviser = Adviser(_asked[question])
    adviser.fly(piece.stop - piece.start, piece.start)
    return adviser.outcomes
