"""Flights: a few missions of every run are flown and told, so that an error in a game's code is a finding with its file."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path

from combatbox.core.decisions import DefaultPlayer, Player, RandomPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.play.narrate import narrate
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, checked

SEEDS = 5


def check(room: VerifyContext) -> Check:
    """Fly the first missions of every game by its default answers, then by any legal ones."""
    findings: list[Finding] = []
    flown = 0
    for book in room.books.values():
        for number in range(SEEDS) if "mission" in book.game.runs else ():
            fault = next(_fault(book, number), None)
            flown += 1
            if fault:
                findings.append(fault)
                break  # the next seed is likely to say the same
    if not flown:
        return Check("flights", not_run="no game here has missions yet")
    return checked("flights", findings, (flown, "mission"))


def _fault(book: Book, number: int) -> Iterator[Finding]:
    """What stops a mission or its account, if anything does: the place in the game's own code, or else where it was raised."""
    seed = f"verify/{number}"
    player: Player = RandomPlayer(seed) if number else DefaultPlayer()
    try:
        _fly(book, seed, player)
    except Exception as error:  # whatever the code of a game raises
        yield Finding(place_of(error, paths.code(book.house)), f"{_said(error)} (mission 1, seed {seed!r})")


def _fly(book: Book, seed: str, player: Player) -> None:
    journal = Journal()
    fly(book.game, book.rulebook(), SeededDice(seed), setup=Setup(), player=player, journal=journal)
    for _ in narrate(book, journal.events):
        pass


def place_of(error: BaseException, folder: Path) -> str:
    """The innermost line of a folder's code that led to an error: `flow.py:12 fly_mission`."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    frame = (own or frames)[-1]
    return f"{paths.shown(Path(frame.filename))}:{frame.lineno} {frame.name}"


def _said(error: Exception) -> str:
    if isinstance(error, CombatBoxError):
        return str(error)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
