"""Pieces of work shared out over processes of our own or any executor. A worker that is lost costs what it was at, not the run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from typing import Generic, TypeVar

from combatbox.core.errors import CombatBoxError
from combatbox.odds.pool import processes

P = TypeVar("P")
R = TypeVar("R")

TRIES = 3
"""So often a piece is flown before it is given up, and the run with it."""


class Crew(Generic[P, R]):
    """Workers that fly pieces.

    hire: makes an executor, and another when its processes are lost. ahead: how many pieces are kept under way. flies: flies
    one, wherever it is called; a piece says as text what it is. lent: the executor is left open, and cannot be replaced.
    """

    def __init__(self, hire: Callable[[], Executor], ahead: int, flies: Callable[[P], R], *, lent: bool) -> None:
        self._hire, self._ahead, self._flies, self._lent = hire, ahead, flies, lent
        self._executor = hire()
        self._again: deque[tuple[P, int]] = deque()
        """Pieces that were lost, each with how often."""

    def fly(self, pieces: Iterator[P]) -> Iterator[tuple[P, R]]:
        """The pieces with what came of each, in the order in which they are done.

        Raises CombatBoxError for a piece that failed `TRIES` times, and whatever CombatBoxError the flying itself raises.
        """
        flying: dict[Future[R], tuple[P, int]] = {}
        try:
            while self._send(pieces, flying):
                done, _ = wait(flying, return_when=FIRST_COMPLETED)
                for future in done:
                    piece, failures = flying.pop(future)
                    try:
                        flown = future.result()
                    except CombatBoxError:
                        raise  # would be the same anywhere
                    except (Exception, CancelledError) as error:
                        self._lost(piece, failures + 1, error)
                    else:
                        yield piece, flown
        finally:
            for future in flying:
                future.cancel()

    def dismiss(self) -> None:
        """Wait for what is being flown and end the processes, if they are our own."""
        if not self._lent:
            self._executor.shutdown(cancel_futures=True)

    def _send(self, pieces: Iterator[P], flying: dict[Future[R], tuple[P, int]]) -> bool:
        """Keep as many pieces under way as should be, those first that were lost; False where none is."""
        fresh = ((piece, 0) for piece in pieces)
        while len(flying) < self._ahead:
            sent = self._again.popleft() if self._again else next(fresh, None)
            if sent is None:
                break
            flying[self._submitted(sent[0])] = sent
        return bool(flying)

    def _submitted(self, piece: P) -> Future[R]:
        try:
            return self._executor.submit(self._flies, piece)
        except BrokenExecutor as error:
            if self._lent:
                raise CombatBoxError(f"the executor has lost its workers and takes no more: {error}") from error
            self._executor.shutdown(cancel_futures=True)
            self._executor = self._hire()
            return self._executor.submit(self._flies, piece)

    def _lost(self, piece: P, failures: int, error: BaseException) -> None:
        """Have a piece flown again that came to nothing."""
        if failures == TRIES:
            why = f"{type(error).__name__} {error}".strip()
            raise CombatBoxError(f"{piece} failed {TRIES} times, last by {why}") from error
        self._again.append((piece, failures))


def flown_in_order(
    pieces: Iterable[P], flies: Callable[[P], R], jobs: int = 1, executor: Executor | None = None
) -> Iterator[tuple[P, R]]:
    """The pieces with what came of each, in their own order, however many fly them: here, by processes of our own, or by
    the workers of an executor, which is left open. Raises what `Crew.fly` raises."""
    if executor is None and jobs <= 1:
        yield from ((piece, flies(piece)) for piece in pieces)
        return
    lent = executor is not None
    crew = Crew(lambda: executor or processes(jobs), 2 * max(jobs, 1), flies, lent=lent)
    early: dict[P, R] = {}
    awaited: deque[P] = deque()
    try:
        for piece, flown in crew.fly(_noted(pieces, awaited)):
            early[piece] = flown
            while awaited and awaited[0] in early:
                first = awaited.popleft()
                yield first, early.pop(first)
    finally:
        crew.dismiss()


def _noted(pieces: Iterable[P], awaited: deque[P]) -> Iterator[P]:
    """The pieces, each noted as it is sent."""
    for piece in pieces:
        awaited.append(piece)
        yield piece
