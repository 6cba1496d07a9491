"""Advice by many hands: the flights of an adviser shared out over processes, or over any executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

from combatbox.odds.crew import Crew
from combatbox.odds.flying import book_of
from combatbox.odds.pool import processes
from combatbox.play.advise import Advice, Adviser, Outcome
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

    def __str__(self) -> str:
        """As it is told of."""
        return f"flights {self.start} to {self.stop - 1} of the adviser"


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
    crew = Crew(lambda: executor or processes(jobs), 2 * max(jobs, 1), fly_piece, lent=executor is not None)
    flown: dict[int, dict[str, list[Outcome]]] = {}
    try:
        for done, (piece, outcomes) in enumerate(crew.fly(iter(pieces)), 1):
            flown[piece.start] = outcomes
            if progress:
                progress(min(done * PIECE, flights))
    finally:
        crew.dismiss()
    for _, outcomes in sorted(flown.items(), key=itemgetter(0)):
        for option, ends in outcomes.items():
            adviser.outcomes[option] += ends
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
