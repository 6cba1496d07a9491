"""The check of flights: simulating and narrating a few missions of every game must not raise an error."""

from __future__ import annotations

import traceback
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
from combatbox.verify.findings import Check, Finding, check_result

SEEDS = 5


def check(context: VerifyContext) -> Check:
    """Simulate a few missions of every game: one with the default answers, the others with random ones."""
    findings: list[Finding] = []
    missions = 0
    for book in context.books.values():
        for number in range(SEEDS) if "mission" in book.game.runs else ():
            missions += 1
            if fault := _fault(book, number):
                findings.append(fault)
                break  # the next seed is likely to fail in the same place
    if not missions:
        return Check("flights", not_run="no game has missions yet")
    return check_result("flights", findings, (missions, "mission"))


def _fault(book: Book, number: int) -> Finding | None:
    """Return a finding if an error stops a mission or its narration, with the error's place in the game's code."""
    seed = f"verify/{number}"
    player: Player = RandomPlayer(seed) if number else DefaultPlayer()
    try:
        _fly(book, seed, player)
    except Exception as error:  # the code of a game may raise anything
        return Finding(place_of(error, paths.code(book.base_game)), f"{_message(error)} (mission 1, seed {seed!r})")
    return None


def _fly(book: Book, seed: str, player: Player) -> None:
    journal = Journal()
    fly(book.game, book.rulebook(), SeededDice(seed), setup=Setup(), player=player, journal=journal)
    for _ in narrate(book, journal.events):
        pass


def finding_in_plug_in(error: Exception) -> Finding | None:
    """Return a finding about an error in the code of a plug-in; None for any other error."""
    frames = traceback.extract_tb(error.__traceback__)
    for key in paths.plug_ins():
        folder = paths.code(key)
        if any(Path(frame.filename).is_relative_to(folder) for frame in frames):
            return Finding(place_of(error, folder), _message(error))
    return None


def place_of(error: BaseException, folder: Path) -> str:
    """Return the innermost line of an error's traceback that is in a file of this folder: `flow.py:12 fly_mission`."""
    frames = traceback.extract_tb(error.__traceback__)
    own_frames = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    frame = (own_frames or frames)[-1]
    return f"{paths.display_path(Path(frame.filename))}:{frame.lineno} {frame.name}"


def _message(error: Exception) -> str:
    if isinstance(error, CombatBoxError):
        return str(error)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
