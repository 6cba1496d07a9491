"""Speed, measured the same way by anyone: `make bench`. Figures, no verdicts."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import fly
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.load import load

SECONDS = 2.0


def main() -> None:
    """Measure and print, one line a figure; `--json` for one document."""
    figures: dict[str, float] = {"start-up: combatbox --version, ms": startup() * 1000}
    for key in GAMES:
        began = perf_counter()
        book = load(key)
        figures[f"{key}: load and compile tables, ms"] = (perf_counter() - began) * 1000
        if book.game.runs:
            figures[f"{key}: missions a second, no log"] = missions(book, log=False)
            figures[f"{key}: missions a second, logged"] = missions(book, log=True)
            figures[f"{key}: tours a second, no log"] = tours(book)
        figures[f"{key}: PDF pages a second"], figures[f"{key}: whole print run, s"] = printing(book)
    if "--json" in sys.argv:
        print(json.dumps(figures, indent=2))
        return
    for name, figure in figures.items():
        print(f"{name:<48} {figure:10.1f}")


def startup() -> float:
    """Seconds until the command has said its version (median of three)."""
    times = []
    for _ in range(3):
        began = perf_counter()
        subprocess.run([sys.executable, "-m", "combatbox", "--version"], check=True, capture_output=True)
        times.append(perf_counter() - began)
    return sorted(times)[1]


def missions(book: Book, *, log: bool) -> float:
    """Missions flown in a second on one core."""
    rulebook = book.rulebook()
    done = 0
    began = perf_counter()
    while perf_counter() - began < SECONDS:
        for _ in range(20):
            dice = SeededDice(f"bench/{done}")
            fly(book.game, rulebook, dice, player=DefaultPlayer(), journal=Journal({}) if log else None)
            done += 1
    return done / (perf_counter() - began)


def tours(book: Book) -> float:
    """Whole tours flown in a second on one core, without a log."""
    rulebook = book.rulebook()
    done = 0
    began = perf_counter()
    while perf_counter() - began < SECONDS:
        fly(book.game, rulebook, SeededDice(f"bench/{done}"), run="tour", player=DefaultPlayer())
        done += 1
    return done / (perf_counter() - began)


def printing(book: Book) -> tuple[float, float]:
    """PDF pages a second, and seconds for a game's whole print run on A4."""
    from pypdf import PdfReader

    from combatbox.press.shop import print_game

    with tempfile.TemporaryDirectory() as folder:
        began = perf_counter()
        made = print_game(book, Path(folder), "a4")
        seconds = perf_counter() - began
        pages = sum(len(PdfReader(path).pages) for path in made)
    return pages / seconds, seconds


if __name__ == "__main__":
    main()
