"""Pieces of work shared out over processes of our own or any executor. A worker that is lost costs what it was at, not the run."""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager

from combatbox.core.errors import CombatBoxError
from combatbox.odds.flying import Piece, fly_piece
from combatbox.play.flown import Counts

TRIES = 3
"""So often a piece is flown before it is given up, and the run with it."""


class Crew:
    """Workers that fly pieces.

    hire: makes an executor, and another when its processes are lost. lent: the executor is left open, and cannot be
    replaced. ahead: how many pieces are kept under way.
    """

    def __init__(self, hire: Callable[[], Executor], ahead: int, *, lent: bool) -> None:
        self._hire, self._ahead, self._lent = hire, ahead, lent
        self._executor = hire()
        self._again: deque[Piece] = deque()
        self._failures: Counter[tuple[str, int]] = Counter()

    def fly(self, pieces: Iterator[Piece]) -> Iterator[tuple[Piece, Counts]]:
        """The pieces with what was counted in each, in the order in which they are done.

        Raises CombatBoxError for a piece that failed `TRIES` times, and whatever CombatBoxError the flying itself raises.
        """
        flying: dict[Future[Counts], Piece] = {}
        try:
            while self._send(pieces, flying):
                done, _ = wait(flying, return_when=FIRST_COMPLETED)
                for future in done:
                    piece = flying.pop(future)
                    try:
                        counts = future.result()
                    except CombatBoxError:
                        raise  # would be the same anywhere
                    except (Exception, CancelledError) as error:
                        self._lost(piece, error)
                    else:
                        yield piece, counts
        finally:
            for future in flying:
                future.cancel()

    def dismiss(self) -> None:
        """Wait for what is being flown and end the processes, if they are our own."""
        if not self._lent:
            self._executor.shutdown(cancel_futures=True)

    def _send(self, pieces: Iterator[Piece], flying: dict[Future[Counts], Piece]) -> bool:
        """Keep as many pieces under way as should be, those first that were lost; False where none is."""
        while len(flying) < self._ahead:
            piece = self._again.popleft() if self._again else next(pieces, None)
            if piece is None:
                break
            with _interrupts_held_back():
                flying[self._submitted(piece)] = piece
        return bool(flying)

    def _submitted(self, piece: Piece) -> Future[Counts]:
        try:
            return self._executor.submit(fly_piece, piece)
        except BrokenExecutor as error:
            if self._lent:
                raise CombatBoxError(f"the executor has lost its workers and takes no more: {error}") from error
            self._executor.shutdown(cancel_futures=True)
            self._executor = self._hire()
            return self._executor.submit(fly_piece, piece)

    def _lost(self, piece: Piece, error: BaseException) -> None:
        """Have a piece flown again that came to nothing."""
        key = piece.order.run, piece.start
        self._failures[key] += 1
        if self._failures[key] == TRIES:
            why = f"{type(error).__name__} {error}".strip()
            runs = f"{piece.order.run}s {piece.start} to {piece.stop - 1}"
            raise CombatBoxError(f"{runs} of seed {piece.order.seed} failed {TRIES} times, last by {why}") from error
        self._again.append(piece)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes that start in here never hear Ctrl-C: the one that started them does, and ends them in good order."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
