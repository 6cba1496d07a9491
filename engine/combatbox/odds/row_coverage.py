"""Where each printed line of the tables comes up: in an example, or in a mission that is kept for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from combatbox.core.dice import SeededDice
from combatbox.core.errors import DataError
from combatbox.core.events import Event, Journal
from combatbox.core.game import Setup, fly
from combatbox.core.tables import Row, Rulebook
from combatbox.library.book import Book
from combatbox.library.replay import read_script, replay_script
from combatbox.library.row_examples import read_sightings
from combatbox.library.schema import SightingModel, SightingsModel
from combatbox.library.seeds import read_seeds
from combatbox.odds.exact_odds import Noted
from combatbox.odds.example_search import Found, Search, fly_command, quoted
from combatbox.play.batch import player_of
from combatbox.play.log_validation import setup_of
from combatbox.play.printed_rows import printed_lines, shown

# ---- flying


class RowCoverageJournal(Journal):
    """A journal that notes which lines and tables came up, and how many events there were."""

    def __init__(self, rows: Mapping[str, Row]) -> None:
        super().__init__()
        self._rows = rows
        self.lines: set[str] = set()
        self.named: set[str] = set()
        self.count = 0

    def watch(self, state: Any) -> None:
        """States are of no interest."""

    def flush_changes(self) -> None:
        """Nor are their changes."""

    def add(self, event: Event) -> None:
        """Note the line of a roll or of a chart."""
        self.count += 1
        if "row" in event:
            self.lines.update(line for line, _ in shown(self._rows, (event,)))
            self.named.add(self._rows[event["row"]].table)


@dataclass(frozen=True, slots=True)
class PlayVariant:
    """A way to fly: which run, who decides, and the one ruling that differs from our defaults, if any."""

    run: str = "mission"
    player: str = "doctrine"
    rulings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """One flight of the search."""

    way: PlayVariant
    mission: int
    seed: str

    @property
    def plainness(self) -> tuple[bool, int, bool]:
        """Small for what a reader would fly of himself."""
        return self.way.run != "mission", len(self.way.rulings), self.way.player != "doctrine"


@dataclass(frozen=True, slots=True)
class Flown:
    """What a flight showed: printed lines, tables that the log names and tables that were asked for."""

    lines: frozenset[str]
    named: frozenset[str]
    asked: frozenset[str] = frozenset()
    events: int = 0


def begins(book: Book, run: str, mission: int, seed: str) -> Setup[Any]:
    """What the command line sets up for such a flight: a tour is given its names by the seed."""
    if run == "tour":
        return setup_of(book, 1, {"roster": seed} if "rosters" in book.meta.constants else {})
    return Setup(mission)


Rulebooks = dict[tuple[tuple[str, str], ...], Rulebook]
"""The rulebook of each set of rulings that was flown under: to make one costs a fifth of a mission."""


def look(book: Book, flight: Attempt, made: Rulebooks | None = None) -> Flown:
    """Fly it and note what it shows. made: rulebooks of this book, for whoever looks at many flights."""
    rulebooks = {} if made is None else made
    rulebook = rulebooks.get(flight.way.rulings)
    if rulebook is None:
        rulebook = rulebooks[flight.way.rulings] = book.rulebook(dict(flight.way.rulings))
    tables = Noted(rulebook.tables)
    journal = RowCoverageJournal(book.rows())
    fly(book.game, replace(rulebook, tables=tables), SeededDice(flight.seed), run=flight.way.run,
        setup=begins(book, flight.way.run, flight.mission, flight.seed),
        player=player_of(flight.way.player, flight.seed), journal=journal)  # fmt: skip
    # by its own id: a ruling may have put another table in the place of the one that was asked for
    asked = frozenset(rulebook.tables[key].id for key in tables.read if key in rulebook.tables)
    return Flown(frozenset(journal.lines), frozenset(journal.named), asked, journal.count)


def try_of(kept: SightingModel) -> Attempt:
    """The flight of a mission that is kept."""
    return Attempt(PlayVariant(kept.run, kept.player, tuple(kept.rulings.items())), kept.mission, kept.seed)


def command(book: Book, kept: SightingModel, row: str = "") -> str:
    """The command that tells the flight, or what of it leads to a row."""
    if kept.run == "mission":
        search = Search(book.key, (), kept.mission, rulings=kept.rulings, player=kept.player)
        return fly_command(search, Found(kept.seed, 0, 0), row)
    rulings = "".join(f" --ruling {key}={option}" for key, option in kept.rulings.items())
    return f"combatbox campaign {book.key} --seed {kept.seed}{rulings}{f' --row {quoted(row)}' if row else ''}"


# ---- what is known


def example_flights(book: Book) -> list[Flown]:
    """What each replayed example of a book shows. Raises what a script raises that does not fit."""
    told = [replay_script(book, read_script(path)).journal.events for path in book.scripts.values()]
    flights = [seen_in(book, events) for events in told]
    for item in read_seeds(book):
        if item.seed:
            way = PlayVariant("mission", item.player, tuple(item.rulings.items()))
            flights.append(look(book, Attempt(way, item.mission, item.seed)))
    return flights


def seen_in(book: Book, events: Iterable[Event]) -> Flown:
    """What a log shows; it does not tell which tables were only read."""
    journal = RowCoverageJournal(book.rows())
    for event in events:
        journal.add(event)
    return Flown(frozenset(journal.lines), frozenset(journal.named), events=journal.count)


@dataclass(frozen=True)
class Faults:
    """What is wrong with the missions that are kept, in words; nothing when all is well."""

    told: list[str] = field(default_factory=list)
    broken: DataError | None = None

    def __bool__(self) -> bool:
        return bool(self.told) or self.broken is not None


def faults(book: Book, examples: Sequence[Flown]) -> Faults:
    """Whether every printed line is accounted for: in an example, in a mission that is kept, or as what it is.

    examples: what they show.
    """
    try:
        model = read_sightings(book)
    except DataError as error:
        return Faults(broken=error)
    if model is None:
        return Faults(["is missing"])
    kept = [look(book, try_of(item)) for item in model.missions]
    return Faults([*_lacking(model, kept), *_unaccounted(book, model, examples, kept)])


def _lacking(model: SightingsModel, kept: Sequence[Flown]) -> Iterator[str]:
    for item, flown in zip(model.missions, kept, strict=True):
        lacks = [line for line in item.lines if line not in flown.lines]
        if lacks:
            yield f"seed {item.seed!r}, mission {item.mission}, does not show {', '.join(lacks)}"


def _unaccounted(book: Book, model: SightingsModel, examples: Sequence[Flown], kept: Sequence[Flown]) -> Iterator[str]:
    """Lines that are nowhere, and what the file says of lines and tables that the flights belie."""
    flights = [*examples, *kept]
    lines = frozenset[str]().union(*(flown.lines for flown in flights))
    named = frozenset[str]().union(*(flown.named for flown in flights))
    asked = frozenset[str]().union(*(flown.asked for flown in flights))
    listed = {line for item in model.missions for line in item.lines}.union(*(flown.lines for flown in examples))
    idle = {*model.read, *model.unused}
    for line, table in printed_lines(book).items():
        if line not in listed and line not in model.missing and table not in idle:
            yield f"{line} is in no example and in no mission kept here"
    yield from (f"{line} is listed as missing, and comes up" for line in model.missing if line in lines)
    yield from (f"table {table} is listed as never named, and a log names it" for table in idle & named)
    yield from (f"table {table} is listed as read, and is not" for table in model.read if table not in asked)
    yield from (f"table {table} is listed as unused, and is read" for table in model.unused if table in asked)


def quiet(book: Book, named: Collection[str]) -> list[str]:
    """The charts that no log names: nothing is thrown on them, no row leads to them, no ruling puts them into play."""
    return [
        key
        for key, table in book.tables.items()
        if key not in named and not table.notation.count and not book.senders(table) and key not in book.variants
    ]
