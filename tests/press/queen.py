"""What the tests of the record sheets of Queen of the Skies share: the book, flown missions, and their PDFs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tests import flights

from combatbox.core.events import Journal
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script

from . import built

SHEETS = ("mission-chart", "composite-record", "career-log")
BOARDS = ("strategic-board", "battle-board", "crew-board")
CUT = ("fighter-cards", "counters")
MISSIONS = ("miss-cue", "17/18", "13/14", "292/18", "44/20")
"""Miss Cue; lost over the target; down in the sea; full of holes and notes; out of Bremen on one engine."""
SHORT = ("tour 12/4", "tour 3/4")
RECORDS = SHEETS[1:]
"""What a whole tour is looked at on: to draw and to read its 25 charts takes longest, and those of a short one prove as much."""


@cache
def book() -> Book:
    return load("queen")


@cache
def miss_cue() -> Journal:
    return replay_script(book(), read_script(book().scripts["miss-cue"])).journal


def flown(seed: str, **about: Any) -> Journal:
    """A seeded flight with its log; of a tour, until so many missions are completed."""
    return flights.flown(book(), seed, **about)


@cache
def log(name: str) -> Journal:
    """Miss Cue, or `seed/mission`, or `tour seed`, or `tour seed/missions` for the first missions of one."""
    if name == "miss-cue":
        return miss_cue()
    if name.startswith("tour "):
        seed, _, until = name.removeprefix("tour ").partition("/")
        return flown(seed, run="tour", until=int(until or 0))
    seed, _, mission = name.partition("/")
    return flown(seed, mission=int(mission), names={"bomber": "Bad Penny"})


def blank(product: str, paper: str) -> Path:
    """A blank sheet."""
    return built.blank("queen", product, paper)


@cache
def filled(name: str, paper: str, only: tuple[str, ...] = ()) -> dict[str, Path]:
    """The filled sheets of a log, by product; all of them, or only some."""
    return built.filled("queen", name, lambda: log(name), paper, only)
