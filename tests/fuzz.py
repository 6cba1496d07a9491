"""Random legal play of a game, for any number of decisions.

Run `make test-fuzz`, or

    python tests/fuzz.py queen --decisions 1000000 --jobs 2 [--start 0]
    python tests/fuzz.py foggia --decisions 200000

The number of a run is its seed. Every run is checked at every event, and one of seven is replayed from its log (`--again 1`: each).
Repeat run N alone with `--player P --start N --runs 1`. All players of `combatbox_dev.fuzz` take turns, among them the engine's own
doctrine, with further checks. The checks of a game are `fuzz` in `fuzzing.py` among its tests; a game without it has the checks of all games
(`combatbox_dev.fuzz`). The exit code is 1 if a check fails.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from functools import cache
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox_dev.fuzz import PLAYERS, Fuzz, Piece, play

CHUNK = 50
AGAIN = 7
"""One in this number of runs is flown again; no divisor is shared with what game tests deal out by number (scenarios, fair dice)."""


@cache
def fuzz_of(key: str) -> Fuzz:
    """Return the fuzzing of a game, with the checks of its own tests where it has some."""
    plug_ins = paths.plug_ins()
    book = load(key)
    folder = plug_ins[key] / "tests" if key in plug_ins else Path(__file__).parent / "games" / (book.meta.like or key)
    if not (folder / "fuzzing.py").is_file():
        return Fuzz(book)
    sys.path.insert(0, str(folder))
    own: Fuzz = import_module("fuzzing").fuzz(book)
    return own


def chunk(key: str, start: int, stop: int, player: str, again: int) -> tuple[str, Piece]:
    """Play one batch in a process of its own."""
    return player, play(fuzz_of(key), start, stop, player=player, again=again)


def main() -> int:
    """Play until enough decisions are made, and report the progress."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game", choices=[*GAMES, *variants()], nargs="?", default="queen")
    words.add_argument(
        "--decisions", type=int, default=1_000_000, help="stop after this many decisions, or this many runs"
    )
    words.add_argument("--runs", type=int, default=0, help="fly this number of runs instead")
    words.add_argument("--start", type=int, default=0, help="number of the first run")
    words.add_argument("--player", choices=PLAYERS, help="one player for all runs; by default they take turns")
    words.add_argument("--again", type=int, default=AGAIN, help="fly one in this number of runs again from its log")
    words.add_argument("--jobs", type=int, default=1)
    order = words.parse_args()
    began, reported = perf_counter(), perf_counter()
    total = Piece()
    with ProcessPoolExecutor(order.jobs, mp_context=get_context("spawn")) as pool:
        number, running = order.start, set()
        last = order.start + order.runs if order.runs else None
        while True:
            while len(running) < 2 * order.jobs and (
                number < last if last is not None else max(total.decisions, total.runs) < order.decisions
            ):
                stop = min(number + CHUNK, last) if last is not None else number + CHUNK
                player = order.player or [*PLAYERS][number // CHUNK % len(PLAYERS)]
                running.add(pool.submit(chunk, order.game, number, stop, player, order.again))
                number = stop
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                player, piece = future.result()
                for run, fault in piece.faults.items():
                    print(f"--player {player} --start {run}: {fault}", flush=True)
                total.add(piece)
            if perf_counter() - reported > 30:
                reported = perf_counter()
                print(line(total, perf_counter() - began), flush=True)
    print(line(total, perf_counter() - began))
    print("asked: " + ", ".join(f"{kind} {n:,}" for kind, n in total.asked.most_common()))
    print("ended: " + ", ".join(f"{how} {n:,}" for how, n in total.ends.most_common()))
    return 1 if total.faults else 0


def line(piece: Piece, seconds: float) -> str:
    """Format the progress."""
    return (
        f"{piece.decisions:,} decisions in {piece.runs:,} runs, {piece.decisions / seconds:,.0f} a second, "
        f"{len(piece.faults)} faults"
    )


if __name__ == "__main__":
    sys.exit(main())
