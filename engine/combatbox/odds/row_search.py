"""The search for missions that show rows of tables, and the check of those that are stored.

For the rows that no example shows the search proceeds in rounds. First, missions of every play variant (rulings and
player) are simulated. The rows that occur in them show which variants come close to the missing rows, and later rounds
use these variants. Finally, a small set of missions is selected that together contain all rows that were found. The
result depends only on the tables, the examples and the maximum number of missions, not on the number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from random import Random

from combatbox.core.annotations import frozen
from combatbox.core.dice import SeededDice
from combatbox.core.events import Event
from combatbox.core.game import fly
from combatbox.library.book import Book, Noted
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script
from combatbox.library.schema import SeedModel, SightingModel, SightingsModel
from combatbox.library.stored_examples import read_seeds, read_sightings
from combatbox.odds.example_search import LightJournal
from combatbox.odds.process_pool import run_batches
from combatbox.play.batch import player_of
from combatbox.play.narrate import lines_in_log, printed_lines


@frozen
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


def _all(flights: Iterable[RunCoverage], what: str) -> frozenset[str]:
    """Return the rows or tables of all runs: `lines`, `named` or `asked`."""
    return frozenset[str]().union(*(getattr(flown, what) for flown in flights))


def run_attempt(book: Book, flight: SeedModel | SightingModel) -> RunCoverage:
    """Simulate a mission or tour, of the search or of an example, and return its coverage.

    The set-up is that of the command line, where the seed of a tour determines the names of the crew.
    """
    rulebook = book.rulebook(flight.rulings)
    asked: set[str] = set()  # a table's own id, because a ruling may have replaced the table that was asked for
    tables = Noted(rulebook.tables, lambda table: asked.add(table.id))
    run = flight.run if isinstance(flight, SightingModel) else "mission"
    journal, has_roster = LightJournal(), run == "tour" and "rosters" in book.meta.constants
    fly(
        book.game,
        replace(rulebook, tables=tables),
        SeededDice(flight.seed),
        run=run,
        setup=book.setup(flight.mission, {"roster": flight.seed} if has_roster else {}),
        player=player_of(flight.player, flight.seed),
        journal=journal,
    )
    return seen_in(book, journal.events, asked)


# ---- examples and stored missions


def example_flights(book: Book) -> list[RunCoverage]:
    """Replay the examples of a book and return the coverage of each.

    Raises:
        ReplayMismatch: a replay differs from its script.
    """
    logs = [replay_script(book, read_script(path)).journal.events for path in book.scripts.values()]
    examples = [run_attempt(book, example) for example in read_seeds(book) if example.seed]
    return [*(seen_in(book, events) for events in logs), *examples]


def seen_in(book: Book, events: Sequence[Event], asked: Iterable[str] = ()) -> RunCoverage:
    """Return the coverage of a log.

    Args:
        book: the book of the game.
        events: the events of the log.
        asked: the ids of the tables that the code accessed, which a log does not show.
    """
    rows = book.rows()
    lines = frozenset(line for line, _ in lines_in_log(rows, events))
    named = frozenset(rows[event["row"]].table for event in events if "row" in event)
    return RunCoverage(lines, named, frozenset(asked), len(events))


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
    shown_by_stored = [run_attempt(book, item) for item in model.missions]
    lacking = [
        f"seed {item.seed!r}, mission {item.mission}, does not show {', '.join(missing)}"
        for item, flown in zip(model.missions, shown_by_stored, strict=True)
        if (missing := [line for line in item.lines if line not in flown.lines])
    ]
    return [*lacking, *_unaccounted(book, model, examples, shown_by_stored)]


def _unaccounted(
    book: Book, model: SightingsModel, examples: Sequence[RunCoverage], shown_by_stored: Sequence[RunCoverage]
) -> Iterator[str]:
    """Yield a problem for each row that `rows.yaml` does not account for, and for each wrong entry in its lists."""
    flights = [*examples, *shown_by_stored]
    lines = _all(flights, "lines")
    named = _all(flights, "named")
    asked = _all(flights, "asked")
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


# ---- the search for rows

TRIES = 10_000
"""Maximum number of simulated missions."""

SWEEP = 10
"""Number of missions of each way to play in the first round, which flies as many with the default rulings between them."""

ROUND = 250
"""Number of missions in each later round."""

BATCH = 25
"""Number of missions in a batch of a round."""

Seen = tuple[SightingModel, RunCoverage]


def ways(book: Book) -> list[SightingModel]:
    """Return every way to play that is simulated, as a mission without a seed, beginning with the default rulings.

    The default rulings are followed by each non-default option of each ruling, one at a time. Each set of rulings is
    used once with the player that follows the doctrine, and once with the random player. Tours come last, with the
    defaults.
    """
    rulings_sets: list[dict[str, str]] = [{}]
    for ruling in book.rulings.values():
        rulings_sets += [{ruling.id: option} for option in ruling.options if option != ruling.default]
    plain = [SightingModel(rulings=rulings, seed="", lines=[]) for rulings in rulings_sets]
    missions = [way for mission in plain for way in (mission, replace(mission, player="random"))]
    return [*missions, replace(missions[0], run="tour")] if "tour" in book.game.runs else missions


class CoverageSearch:
    """The missions and tours flown by a search, and the rows that are still missing.

    Args:
        book: the book of the game.
        wanted: the ids of the rows to find.
        tries: the maximum number of missions; a tour counts as the number of its missions.
        named: the ids of tables that are known to occur in logs.
    """

    def __init__(self, book: Book, wanted: Iterable[str], tries: int, named: Iterable[str] = ()) -> None:
        self.book, self.left = book, tries
        self.lines = printed_lines(book)
        self.aim = frozenset(wanted)
        self.missing = set(self.aim)
        self.named = set(named)
        self.ways = ways(book)
        self.prices = [book.missions if way.run == "tour" else 1 for way in self.ways]
        self.flights: list[Seen] = []
        self._flown: Counter[int] = Counter()
        self._near = [Counter[str]() for _ in self.ways]
        """For each way to play, the number of its runs that reached each table."""

    def take(self, way: int, flight: SightingModel, flown: RunCoverage) -> None:
        """Record a run that was played one of the ways, and the wanted rows that it reached."""
        self._flown[way] += self.prices[way]
        self._near[way].update(flown.named)
        self.named |= flown.named
        self.missing -= flown.lines
        self.flights.append((flight, replace(flown, lines=flown.lines & self.aim)))

    def unseen(self) -> list[str]:
        """Return the wanted rows that have not been reached yet, except those of charts that occur in no log."""
        idle = set(unnamed_charts(self.book, self.named))
        return [line for line, table in self.lines.items() if line in self.missing and table not in idle]

    def round(self) -> list[tuple[int, SightingModel]]:
        """Return the next runs, each with its way to play; empty if all rows were found or the limit is reached.

        In the first round each way is used equally often; in later ones they are those nearest to the missing rows.
        """
        targets = self.unseen()
        if self.flights:
            plan = [self.nearest(self.lines[targets[n % len(targets)]], n) for n in range(ROUND if targets else 0)]
        else:
            missions = [way for way, price in enumerate(self.prices) if price == 1] * SWEEP
            tours = [way for way in range(len(self.ways)) if way not in missions]
            plan = [*tours, *(each for way in missions for each in (0, way))] if targets else []
        flights: list[tuple[int, SightingModel]] = []
        for way in plan:
            if self.prices[way] <= self.left:
                self.left -= self.prices[way]
                seed = f"rows/{len(self.flights) + len(flights)}"
                is_tour = self.ways[way].run == "tour"
                mission = 1 if is_tour else 1 + int(Random(f"{seed}/mission").random() * self.book.missions)
                flights.append((way, replace(self.ways[way], mission=mission, seed=seed)))
        return flights

    def nearest(self, table: str, turn: int) -> int:
        """Return the way to play next in search of a row of a table.

        It is the first way that reaches the table at least half as often per mission as the best one. If none has
        reached the table yet, the ways take turns.
        """
        rates = [near[table] / max(self._flown[way], 1) for way, near in enumerate(self._near)]
        best = max(rates)
        return next(way for way, rate in enumerate(rates) if 2 * rate >= best) if best else turn % len(rates)

    def run(
        self, jobs: int = 1, progress: Callable[[int], None] | None = None, executor: Executor | None = None
    ) -> None:
        """Search until all rows have been found or the maximum number of missions is reached.

        Args:
            jobs: the number of processes.
            progress: a function that is called with the number of missions completed.
            executor: the executor to use instead of processes; it is not shut down.
        """
        while flights := self.round():
            batches = [flights[start : start + BATCH] for start in range(0, len(flights), BATCH)]
            for batch, shown in run_batches(batches, partial(run_batch, self.book.key), jobs, executor):
                for (way, flight), seen in zip(batch, shown, strict=True):
                    self.take(way, flight, seen)
                if progress:
                    progress(self._flown.total())


def run_batch(game: str, flights: Sequence[tuple[int, SightingModel]]) -> list[RunCoverage]:
    """Simulate the runs of a batch and return the coverage of each."""
    book = load(game)
    return [run_attempt(book, flight) for _, flight in flights]


def plainness(flight: SightingModel) -> tuple[bool, int, bool]:
    """Return a sort key that is lower for runs with fewer non-default settings, which readers prefer."""
    return flight.run == "tour", len(flight.rulings), flight.player != "doctrine"


def covering_runs(flights: Iterable[Seen], wanted: Iterable[str]) -> Iterator[tuple[SightingModel, frozenset[str]]]:
    """Select a small set of runs that together contain every wanted row that occurs in any run.

    Missions are selected before tours, which are used only for rows that occur in no mission. In each group, the run
    that adds the most rows is selected next. Among runs that add equally many, it is the one with the fewest
    non-default settings, and then the one with the fewest events.

    Args:
        flights: the runs and their coverage.
        wanted: the wanted rows.

    Yields:
        A selected run, with the rows for which it was selected.
    """
    pool, missing = list(flights), frozenset(wanted)
    for run in ("mission", "tour"):
        while candidates := [seen for seen in pool if seen[0].run == run and seen[1].lines & missing]:
            flight, flown = min(
                candidates, key=lambda seen: (-len(seen[1].lines & missing), plainness(seen[0]), seen[1].events)
            )
            yield flight, flown.lines & missing
            missing -= flown.lines


def _still_shown(flown: Sequence[Seen], known: frozenset[str]) -> Iterator[tuple[SightingModel, frozenset[str]]]:
    """Yield the stored missions that show rows, with their own rows and those that another mission no longer shows."""
    shown = [seen.lines.intersection(item.lines) for item, seen in flown]
    taken = known.union(*shown)
    for lines, (item, seen) in zip(shown, flown, strict=True):
        assigned = lines.difference(known) | (seen.lines - taken)
        taken |= assigned
        if assigned:
            yield item, assigned


def renew_rows(
    book: Book,
    examples: Sequence[RunCoverage],
    tries: int = TRIES,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
    stored: SightingsModel | None = None,
) -> SightingsModel:
    """Search for missions with rows that are missing from all examples; return the new data of `rows.yaml`.

    Stored missions stay for the rows that they still show. Only rows that none of them shows any more are searched for.

    Args:
        book: the book of the game.
        examples: the coverage of the examples.
        tries: the maximum number of missions.
        jobs: the number of processes.
        progress: a function that is called with the number of missions completed.
        executor: the executor to use instead of processes; it is not shut down.
        stored: the present data of `rows.yaml`; None to search for all rows.
    """
    lines = printed_lines(book)
    stored = stored or SightingsModel(flown=1, missions=[])
    flown = [(item, run_attempt(book, item)) for item in stored.missions]
    known = _all(examples, "lines")
    flights = [*examples, *(seen for _, seen in flown)]
    shown = _all(flights, "lines")
    absent = {*stored.missing} - shown
    wanted = [line for line in lines if line not in shown | absent]
    search = CoverageSearch(book, wanted, tries, _all(flights, "named"))
    search.run(jobs, progress, executor)
    selected = [*_still_shown(flown, known), *covering_runs(search.flights, wanted)]
    asked = _all([*examples, *(run_attempt(book, flight) for flight, _ in selected)], "asked")
    idle = unnamed_charts(book, search.named)
    return SightingsModel(
        flown=max(tries - search.left, stored.flown),
        missions=[replace(flight, lines=[line for line in lines if line in own]) for flight, own in selected],
        missing=[line for line in lines if line in absent.union(search.unseen()) and lines[line] not in idle],
        read=[key for key in idle if key in asked],
        unused=[key for key in idle if key not in asked],
    )
