"""Odds by flying many missions. No log is kept; mission i has the dice of seed `SEED/i` and can be flown again."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from combatbox.core.decisions import DefaultPlayer, Player, RandomPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.game import Setup, fly
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.odds.survival import exact_survival

CHUNK = 5_000
Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution, for intervals of 95 %."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What to fly: enough to do it in another process, or on another machine, with the same result.

    player: one of `PLAYERS`. sensible: kinds of decision that the doctrine takes even for a random player.
    """

    game: str
    missions: int
    seed: str
    rulings: Mapping[str, str] = field(default_factory=dict)
    mission: int = 1
    overlay: str = ""
    player: str = "doctrine"
    sensible: tuple[str, ...] = ()


PLAYERS = ("doctrine", "random")
"""Who may decide: the doctrine takes every default, the other any legal option."""


def player_of(name: str, seed: str, sensible: tuple[str, ...] = ()) -> Player:
    """A player by name, with a seed of its own beside that of the dice. sensible: kinds the doctrine decides anyway.

    Raises UnknownName.
    """
    if name not in PLAYERS:
        raise UnknownName("player", name, PLAYERS)
    return RandomPlayer(f"{seed}/player", sensible) if name == "random" else DefaultPlayer()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of runs with its 95 % interval (Wilson), and the exact value where one is known."""

    value: float
    low: float
    high: float
    exact: float | None = None

    def to_json(self) -> dict[str, float | None]:
        """As plain data."""
        return {"value": self.value, "low": self.low, "high": self.high, "exact": self.exact}

    def power(self, times: int) -> Estimate:
        """The chance to succeed `times` times in a row, when each time is independent of the others."""
        exact = None if self.exact is None else self.exact**times
        return Estimate(self.value**times, self.low**times, self.high**times, exact)


def estimate(hits: int, runs: int) -> Estimate:
    """The share `hits` of `runs` with its Wilson interval."""
    share = hits / runs
    middle = (share + Z95 * Z95 / (2 * runs)) / (1 + Z95 * Z95 / runs)
    half = Z95 * sqrt(share * (1 - share) / runs + Z95 * Z95 / (4 * runs * runs)) / (1 + Z95 * Z95 / runs)
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


_books: dict[tuple[str, str], Book] = {}


def book_of(game: str, overlay: str) -> Book:
    """The book, loaded once a process."""
    key = (game, overlay)
    if key not in _books:
        _books[key] = load(game, Path(overlay) if overlay else None)
    return _books[key]


def fly_chunk(order: Order, start: int, stop: int) -> Counter[str]:
    """Fly missions `start` to `stop` of an order and count what happened in them."""
    book = book_of(order.game, order.overlay)
    rulebook = book.rulebook(order.rulings)
    setup = Setup(order.mission)
    counted: Counter[str] = Counter()
    for number in range(start, stop):
        seed = f"{order.seed}/{number}"
        player = player_of(order.player, seed, order.sensible)
        state = fly(book.game, rulebook, SeededDice(seed), setup=setup, player=player)
        counted.update(book.game.tally(state))
    return counted


def fly_many(
    order: Order, jobs: int = 1, progress: Progress | None = None, executor: Executor | None = None
) -> Counter[str]:
    """Fly an order in `jobs` processes, or on any executor handed in; the result does not depend on which.

    progress: told how many missions of how many are done. Raises CombatBoxError for a count below 1.
    """
    if order.missions < 1:
        raise CombatBoxError(f"--missions {order.missions}: at least one mission is needed")
    chunks = [(start, min(start + CHUNK, order.missions)) for start in range(0, order.missions, CHUNK)]
    counted: Counter[str] = Counter()
    done = 0
    for (start, stop), part in _results(order, chunks, jobs, executor):
        counted.update(part)
        done += stop - start
        if progress:
            progress(done, order.missions)
    return counted


def _results(
    order: Order, chunks: list[tuple[int, int]], jobs: int, executor: Executor | None
) -> Iterator[tuple[tuple[int, int], Counter[str]]]:
    if executor is None and (jobs <= 1 or len(chunks) == 1):
        for chunk in chunks:
            yield chunk, fly_chunk(order, *chunk)
        return
    own = ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) if executor is None else None
    pool = executor or own
    assert pool is not None
    left = iter(chunks)
    flying: dict[Future[Counter[str]], tuple[int, int]] = {}
    try:
        with _interrupts_held_back():
            for chunk in islice(left, max(jobs, 1) * 2):
                flying[pool.submit(fly_chunk, order, *chunk)] = chunk
        while flying:
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in done:
                yield flying.pop(future), future.result()
                for chunk in islice(left, 1):
                    flying[pool.submit(fly_chunk, order, *chunk)] = chunk
    finally:
        if own:
            own.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes that start in here never hear Ctrl-C: the one that started them does, and ends them in good order."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def odds(
    book: Book, order: Order, jobs: int = 1, progress: Progress | None = None, executor: Executor | None = None
) -> dict[str, Any]:
    """The odds of a game as plain data: survival of a mission, of the tour, and what happens how often."""
    counted = fly_many(order, jobs, progress, executor)
    exact = exact_survival(book.rulebook(order.rulings))
    survival = replace(estimate(counted["survived"], order.missions), exact=exact)
    return {
        "game": book.key,
        "missions": order.missions,
        "seed": order.seed,
        "mission": order.mission,
        "player": order.player,
        "digest": book.digest,
        "rulings": {k: v for k, v in book.chosen(order.rulings).items() if v != book.rulings[k].default},
        "mission_survival": survival.to_json(),
        "tour_completion": survival.power(book.meta.constants["missions"]).to_json(),
        "events": {key: estimate(n, order.missions).to_json() for key, n in sorted(counted.items())},
    }
