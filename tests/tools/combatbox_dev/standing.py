"""Resumes a recorded flight in its middle, for tests.

flight = at(load("queen"), "miss-cue", event=57, dice=ListedDice([6, 1]))
flight.roll_on("M-1", "tail")
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from combatbox.core.decisions import DefaultPlayer, Player
from combatbox.core.dice import Dice, ListedDice
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Header, Journal
from combatbox.core.flight import Flight
from combatbox.library.book import Book
from combatbox.library.replay import read_script, replay_script
from combatbox.play.logs import Log
from combatbox.play.replay import LoggedInputs


class _Arrived(BaseException):
    """Raised where the flight is to be resumed; no flow catches a BaseException."""


class _Stopping(Journal):
    """A journal that raises `_Arrived` after event `last`, until `last` is None."""

    def __init__(self, header: Header, last: int) -> None:
        super().__init__(header)
        self.last: int | None = last

    def add(self, event: Event) -> None:
        """Log an event, or raise `_Arrived`."""
        if self.last is not None and len(self.events) == self.last:
            self.flush_changes()
            raise _Arrived
        super().add(event)


def at(
    book: Book, flown: str | Log, event: int, *, dice: Dice | None = None, player: Player | None = None
) -> Flight[Any]:
    """Return a flight that continues after an event of a recorded one, with other dice and another player.

    Local variables of the flow are lost, so the test itself calls what comes next. The journal continues.

    Args:
        book: the book of the game.
        flown: the name of a worked example, or a log.
        event: the number of the event.
        dice: the dice from there on; None if nothing is thrown.
        player: the player from there on; None for one who takes the defaults.

    Raises:
        UnknownName: the book has no such example.
        CombatBoxError: the flight has no such event.
    """
    log = _log(book, flown) if isinstance(flown, str) else flown
    if not 1 <= event <= len(log.events):
        raise CombatBoxError(f"event {event}: the flight has events 1 to {len(log.events)}")
    rulebook = book.rulebook(log.header["rulings"])
    setup = book.setup(log.header["setup"]["mission"], log.header["setup"]["names"])
    journal = _Stopping(log.header, event)
    stored = LoggedInputs(log.events, journal)
    flight: Flight[Any] = Flight(rulebook, stored, book.game.new_state(rulebook, setup), stored, journal)
    with suppress(_Arrived):
        flight.run(book.game.runs[log.header["run"]](flight))
    journal.last = None
    flight.dice, flight.player = dice or ListedDice([]), player or DefaultPlayer()
    return flight


def _log(book: Book, name: str) -> Log:
    """Return the log of a worked example."""
    if name not in book.scripts:
        raise UnknownName(f"worked example of {book.key}", name, book.scripts)
    replay = replay_script(book, read_script(book.scripts[name]))
    return Log(replay.journal.header, replay.journal.events, replay.summary)
