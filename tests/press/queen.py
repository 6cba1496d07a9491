"""What the tests of the record sheets of Queen of the Skies share: the book, flown missions, and their PDFs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from combatbox.cli.flight_commands import StopAfter
from combatbox.core.decisions import DefaultPlayer, Player
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import fly
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script
from combatbox.play.log_validation import setup_of
from combatbox.play.replay import header

from . import built

SHEETS = ("mission-chart", "composite-record", "career-log")
RECORDS = SHEETS[1:]
"""What a whole tour is looked at on: to draw and to read its 25 charts takes longest, and those of a short one prove as much."""


@cache
def book() -> Book:
    return load("queen")


@cache
def miss_cue() -> Journal:
    return replay_script(book(), read_script(book().scripts["miss-cue"])).journal


def flown(
    seed: str,
    *,
    run: str = "mission",
    mission: int = 1,
    names: Mapping[str, Any] | None = None,
    until: int = 0,
    player: Player | None = None,
) -> Journal:
    """A seeded flight with its log; of a tour, until so many missions are completed."""
    player = player or DefaultPlayer()
    player = StopAfter(until, player) if until else player
    rulebook, setup = book().rulebook(), setup_of(book(), mission, dict(names or {}))
    journal = Journal(header(book(), run, rulebook.rulings, setup, seed))
    fly(book().game, rulebook, SeededDice(seed), run=run, setup=setup, player=player, journal=journal)
    journal.flush_changes()
    return journal


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


def forms(journal: Journal) -> dict[str, Any]:
    return book().game.forms(journal.events, journal.header, book().rulebook(journal.header["rulings"]))
