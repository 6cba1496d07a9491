"""The coverage of printed table rows by examples and stored missions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from combatbox.core.dice import SeededDice
from combatbox.core.events import Event
from combatbox.core.game import Setup, fly
from combatbox.core.tables import Row, Rulebook
from combatbox.library.book import Book
from combatbox.library.replay import read_script, replay_script
from combatbox.library.row_examples import read_sightings
from combatbox.library.schema import SightingModel, SightingsModel
from combatbox.library.seeds import read_seeds
from combatbox.odds.exact_odds import RecordingTables
from combatbox.odds.example_search import Found, LightJournal, Search, fly_command, quoted
from combatbox.play.batch import player_of
from combatbox.play.log_validation import setup_of
from combatbox.play.printed_rows import lines_in_log, printed_lines

# ---- simulation


class RowCoverageJournal(LightJournal):
    """A journal that records only the rows and tables that were reached, and the number of events."""

    def __init__(self, rows: Mapping[str, Row]) -> None:
        super().__init__()
        self._rows = rows
        self.lines: set[str] = set()
        self.named: set[str] = set()
        self.count = 0

    def add(self, event: Event) -> None:
        """Count an event; if the event is about a row, record the row and its table."""
        self.count += 1
        if "row" in event:
            self.lines.update(line for line, _ in lines_in_log(self._rows, (event,)))
            self.named.add(self._rows[event["row"]].table)


@dataclass(frozen=True, slots=True)
class PlayVariant:
    """The settings of a run: mission or tour, the player, and the non-default rulings."""

    run: str = "mission"
    player: str = "doctrine"
    rulings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """One mission or tour of the search, with its play variant and its seed."""

    way: PlayVariant
    mission: int
    seed: str

    @property
    def plainness(self) -> tuple[bool, int, bool]:
        """A sort key that is lower for runs with fewer non-default settings, which readers prefer."""
        return self.way.run != "mission", len(self.way.rulings), self.way.player != "doctrine"


@dataclass(frozen=True, slots=True)
class RunCoverage:
    """The table rows that occurred in a run.

    Attributes:
        lines: the ids of the printed rows that were reached.
        named: the ids of the tables that occur in the log of the run.
        asked: the ids of all tables that the code accessed, including those that left no event in the log.
        events: the number of events in the log.
    """

    lines: frozenset[str]
    named: frozenset[str]
    asked: frozenset[str] = frozenset()
    events: int = 0


def setup_for(book: Book, run: str, mission: int, seed: str) -> Setup[Any]:
    """Return the set-up that the command line would use; in a tour, the seed determines the names of the crew."""
    if run == "tour":
        return setup_of(book, 1, {"roster": seed} if "rosters" in book.meta.constants else {})
    return Setup(mission)


Rulebooks = dict[tuple[tuple[str, str], ...], Rulebook]
"""Rulebooks cached by their rulings, because creating a rulebook takes a fifth of the time of a mission."""


def run_attempt(book: Book, flight: Attempt, cache: Rulebooks | None = None) -> RunCoverage:
    """Simulate an attempt and return its coverage.

    Args:
        book: the book.
        flight: the attempt.
        cache: a cache of this book's rulebooks that many attempts share; None to create a new rulebook.
    """
    rulebooks = {} if cache is None else cache
    rulebook = rulebooks.get(flight.way.rulings)
    if rulebook is None:
        rulebook = rulebooks[flight.way.rulings] = book.rulebook(dict(flight.way.rulings))
    tables = RecordingTables(rulebook.tables)
    journal = RowCoverageJournal(book.rows())
    fly(book.game, replace(rulebook, tables=tables), SeededDice(flight.seed), run=flight.way.run,
        setup=setup_for(book, flight.way.run, flight.mission, flight.seed),
        player=player_of(flight.way.player, flight.seed), journal=journal)  # fmt: skip
    # by the table's own id, because a ruling may have replaced the table that was asked for
    asked = frozenset(rulebook.tables[key].id for key in tables.read if key in rulebook.tables)
    return RunCoverage(frozenset(journal.lines), frozenset(journal.named), asked, journal.count)


def attempt_of(stored: SightingModel) -> Attempt:
    """Return the attempt that a stored mission describes."""
    return Attempt(PlayVariant(stored.run, stored.player, tuple(stored.rulings.items())), stored.mission, stored.seed)


def command(book: Book, stored: SightingModel, row: str = "") -> str:
    """Return the command that narrates a stored mission.

    Args:
        book: the book.
        stored: the mission.
        row: the id of a row, to narrate only the part that leads to it; empty for everything.
    """
    if stored.run == "mission":
        search = Search(book.key, (), stored.mission, rulings=stored.rulings, player=stored.player)
        return fly_command(search, Found(stored.seed, 0, 0), row)
    rulings = "".join(f" --ruling {key}={option}" for key, option in stored.rulings.items())
    return f"combatbox campaign {book.key} --seed {stored.seed}{rulings}{f' --row {quoted(row)}' if row else ''}"


# ---- examples and stored missions


def example_flights(book: Book) -> list[RunCoverage]:
    """Replay the examples of a book and return the coverage of each.

    Raises:
        ReplayMismatch: a replay differs from its script.
    """
    logs = [replay_script(book, read_script(path)).journal.events for path in book.scripts.values()]
    flights = [seen_in(book, events) for events in logs]
    for item in read_seeds(book):
        if item.seed:
            way = PlayVariant("mission", item.player, tuple(item.rulings.items()))
            flights.append(run_attempt(book, Attempt(way, item.mission, item.seed)))
    return flights


def seen_in(book: Book, events: Iterable[Event]) -> RunCoverage:
    """Return the coverage of a log; its `asked` is empty, because a log does not show which tables were accessed."""
    journal = RowCoverageJournal(book.rows())
    for event in events:
        journal.add(event)
    return RunCoverage(frozenset(journal.lines), frozenset(journal.named), events=journal.count)


def faults(book: Book, examples: Sequence[RunCoverage]) -> list[str]:
    """Return the problems of the stored missions in `rows.yaml`.

    Every printed row must occur in a mission or example, or be listed as missing.

    Args:
        book: the book.
        examples: the coverage of the examples.

    Raises:
        DataError: `rows.yaml` cannot be read.
    """
    model = read_sightings(book)
    if model is None:
        return ["is missing"]
    shown_by_stored = [run_attempt(book, attempt_of(item)) for item in model.missions]
    return [*_lacking(model, shown_by_stored), *_unaccounted(book, model, examples, shown_by_stored)]


def _lacking(model: SightingsModel, shown_by_stored: Sequence[RunCoverage]) -> Iterator[str]:
    for item, flown in zip(model.missions, shown_by_stored, strict=True):
        missing = [line for line in item.lines if line not in flown.lines]
        if missing:
            yield f"seed {item.seed!r}, mission {item.mission}, does not show {', '.join(missing)}"


def _unaccounted(
    book: Book, model: SightingsModel, examples: Sequence[RunCoverage], shown_by_stored: Sequence[RunCoverage]
) -> Iterator[str]:
    """Yield a problem for each row that `rows.yaml` does not account for, and for each wrong entry in its lists."""
    flights = [*examples, *shown_by_stored]
    lines = frozenset[str]().union(*(flown.lines for flown in flights))
    named = frozenset[str]().union(*(flown.named for flown in flights))
    asked = frozenset[str]().union(*(flown.asked for flown in flights))
    listed = {line for item in model.missions for line in item.lines}.union(*(flown.lines for flown in examples))
    idle = {*model.read, *model.unused}
    for line, table in printed_lines(book).items():
        if line not in listed and line not in model.missing and table not in idle:
            yield f"{line} is neither in an example nor in a mission of this file"
    yield from (f"{line} is listed as missing but comes up" for line in model.missing if line in lines)
    yield from (f"table {table} is listed as never named, but a log names it" for table in idle & named)
    yield from (f"table {table} is listed as read, but is not" for table in model.read if table not in asked)
    yield from (f"table {table} is listed as unused, but is read" for table in model.unused if table in asked)


def unnamed_charts(book: Book, named: Collection[str]) -> list[str]:
    """Return the charts that no log mentions, to which no table leads, and that replace no other table.

    A chart is a table without dice.

    Args:
        book: the book of the game.
        named: the ids of the tables that occur in logs.
    """
    return [
        key
        for key, table in book.tables.items()
        if key not in named and not table.notation.count and not book.senders(table) and key not in book.variants
    ]
