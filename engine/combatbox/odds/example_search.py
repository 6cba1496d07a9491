"""The search for missions that show something: highlights, or rows of tables.

For highlights one seed is tried after another. For the rows that no example shows the search proceeds in rounds. First,
missions of every play variant (rulings and player) are simulated. The rows that occur in them show which variants come
close to the missing rows, and later rounds use these variants. Finally, a small set of missions is selected that
together contain all rows that were found. The result depends only on the tables, the examples and the maximum number of
missions, not on the number of processes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.board import Highlight, closest_highlights, normalize_name
from combatbox.core.dice import SeededDice, describe_dice
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Journal
from combatbox.core.game import Setup, fly
from combatbox.core.log_state import Account
from combatbox.library.book import Book, Noted
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script
from combatbox.library.schema import SeedModel, SightingModel, SightingsModel
from combatbox.library.stored_examples import read_seeds, read_sightings
from combatbox.odds.process_pool import simulate
from combatbox.play.batch import player_of
from combatbox.play.log_validation import setup_of
from combatbox.play.narrate import lines_in_log, printed_lines
from combatbox.play.replay import header

PIECE = 100
"""Number of seeds in a batch."""


@frozen
class HighlightQuery:
    """A highlight that must, or must not, occur in a mission.

    Attributes:
        happening: the highlight.
        there: True if the highlight must occur, False if it must not.
    """

    happening: Highlight
    there: bool = True

    @property
    def name(self) -> str:
        """The query as a user would type it."""
        return self.happening.name if self.there else f"no {self.happening.name}"

    def matches(self, account: Account) -> bool:
        """Return True if a mission satisfies the query."""
        return self.happening.shows(account) is self.there


@frozen
class Search:
    """The options of a search.

    The dice of attempt number i have the seed `SEED/i`, as in the simulation of odds.

    Attributes:
        names: the highlights that must occur; those that must not occur are preceded by `no`.
        tries: the maximum number of attempts.
        rows: the ids of printed table rows that must be reached.
    """

    game: str
    names: tuple[str, ...]
    mission: int = 1
    seed: str = "1"
    tries: int = 5_000
    rulings: Mapping[str, str] = {}
    overlay: str = ""
    player: str = "doctrine"
    rows: tuple[str, ...] = ()
    run: str = "mission"


@frozen
class Found:
    """A mission that matches a search.

    Attributes:
        seed: the seed of the mission.
        tried: the number of the attempt, from 1.
        events: the number of events in its log.
    """

    seed: str
    tried: int
    events: int


@frozen
class Finding:
    """The result of a search: the matching missions in order, and the number of attempts."""

    found: tuple[Found, ...]
    tried: int

    @property
    def best(self) -> Found:
        """The shortest matching mission."""
        return min(self.found, key=lambda found: (found.events, found.tried))


class LightJournal(Journal):
    """A journal that does not record state changes, because highlights do not need them."""

    def watch(self, state: Any) -> None:
        """Store the state without tracking its changes."""
        self._state = state

    def add(self, event: Event) -> None:
        """Append an event without recording state changes."""
        self.events.append(event)

    def flush_changes(self) -> None:
        """Do nothing, because no changes are tracked."""


def parse_queries(book: Book, names: Iterable[str]) -> list[HighlightQuery]:
    """Parse highlight queries, ignoring empty ones.

    Raises:
        CombatBoxError: a query matches no highlight or several; the message lists the nearest.
    """
    return [parse_query(book, name) for name in names if name.strip()]


def parse_query(book: Book, text: str) -> HighlightQuery:
    """Parse a highlight query.

    `no`, `not` or `without` before the highlight negates the query.

    Raises:
        CombatBoxError: the query matches no highlight or several; the message lists the nearest.
    """
    known = book.game.pages.happenings
    if not known:
        raise CombatBoxError(f"{book.meta.title} has no highlights to search for")
    names = [name for h in known.values() for name in (h.name, *h.also)]
    first, _, rest = normalize_name(text).partition(" ")
    if first in ("no", "not", "without") and rest and normalize_name(text) not in map(normalize_name, names):
        return HighlightQuery(parse_query(book, rest).happening, there=False)
    happenings = closest_highlights(text, known)
    if len(happenings) == 1:
        return HighlightQuery(happenings[0])
    if happenings:
        raise CombatBoxError(
            f"{text.strip()!r} may be {' or '.join(repr(h.name) for h in happenings)}; name one of them"
        )
    near = UnknownName(f"happening of {book.key}", text.strip(), names)
    raise CombatBoxError(f"{near}\nknown: {', '.join(known)}")


def simulate_mission(
    book: Book, search: Search, seed: str, journal: Journal | None = None
) -> tuple[Journal, dict[str, Any]]:
    """Simulate a mission with the options of a search.

    Args:
        book: the book.
        search: the search.
        seed: the seed of the dice.
        journal: the journal that records the events; by default a new journal that also records state changes.

    Returns:
        The journal and the summary.
    """
    rulebook = book.rulebook(search.rulings)
    setup: Setup[Any] = Setup(search.mission)
    log = journal or Journal(header(book, "mission", rulebook.rulings, setup, describe_dice(seed)))
    player = player_of(search.player, seed)
    state = fly(book.game, rulebook, SeededDice(seed), setup=setup, player=player, journal=log)
    return log, book.game.summary(state)


def command(game: str, played: Search | SightingModel, seed: str, row: str = "") -> str:
    """Return the command that narrates a mission or tour.

    Args:
        game: the key of the game.
        played: the search or the stored mission, which has the mission, the rulings and the player.
        seed: the seed of the dice.
        row: the id of a row, to narrate only the part that leads to it; empty for everything.
    """
    mission = f"fly {game} --seed {seed} --mission {played.mission}"
    what = mission if played.run == "mission" else f"campaign {game} --seed {seed}"
    chosen = "".join(f" --ruling {key}={option}" for key, option in played.rulings.items())
    named = f" --player {played.player}" if played.player != "doctrine" else ""
    return f"combatbox {what}{chosen}{named}{f' --row {quoted(row)}' if row else ''}"


def quoted(word: str) -> str:
    """Return a word of a command, in quotation marks if it has characters that are special in a shell."""
    return word if re.fullmatch(r"[\w./,=-]+", word) else f'"{word}"'


def search_of(book: Book, example: SeedModel, tries: int = 5_000) -> Search:
    """Return the search that finds a seed for a stored example; the search uses the example's id as its seed."""
    overlay = str(book.tables_option or "")
    return Search(
        book.key, tuple(example.shows), example.mission, example.id, tries, example.rulings, overlay, example.player
    )


def missing_highlights(book: Book, example: SeedModel) -> list[str]:
    """Return the highlights that an example lists but that do not occur in its mission.

    Raises:
        CombatBoxError: the example names an unknown highlight.
    """
    journal, summary = simulate_mission(book, search_of(book, example), example.seed, LightJournal())
    account = Account(journal.events, summary, book.rows())
    return [wish.name for wish in parse_queries(book, example.shows) if not wish.matches(account)]


def stale_examples(book: Book) -> dict[str, str]:
    """Return the examples that an overlay invalidates, by name, each with the reason.

    An example is invalid if it is a worked example that no longer matches its script, or a stored mission without a
    highlight that it should have. The result is empty if there is no overlay.
    """
    reasons: dict[str, str] = {}
    for name, path in book.scripts.items() if book.overlay else ():
        try:
            replay_script(book, read_script(path))
        except CombatBoxError as error:
            reasons[name] = str(error)
    for example in read_seeds(book) if book.overlay else ():
        try:
            missing = missing_highlights(book, example)
        except CombatBoxError as error:
            missing = [str(error)]
        if missing:
            reasons[example.id] = f"does not show: {', '.join(missing)}"
    return reasons


def try_piece(search: Search, tries: range) -> list[Found]:
    """Simulate the attempts with the given numbers, and return the missions that match the search."""
    book = load(search.game, Path(search.overlay) if search.overlay else None)
    wanted = parse_queries(book, search.names)
    lines, rows = frozenset(search.rows), book.rows()
    matches: list[Found] = []
    for number in tries:
        seed = f"{search.seed}/{number}"
        journal, summary = simulate_mission(book, search, seed, LightJournal())
        if lines and not lines.issubset(line for line, _ in lines_in_log(rows, journal.events)):
            continue
        account = Account(journal.events, summary, rows)
        if all(wish.matches(account) for wish in wanted):
            matches.append(Found(seed, number + 1, len(journal.events)))
    return matches


def find(
    search: Search,
    wanted: int = 1,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Finding:
    """Try seeds in order until `wanted` missions match or the limit is reached.

    The result does not depend on the number of processes.

    Args:
        search: the search.
        wanted: the number of missions to find.
        jobs: the number of processes.
        progress: a function that is called with the number of attempts made and the maximum.
        executor: the executor to use instead of processes; it is not shut down.

    Raises:
        CombatBoxError: the maximum number of attempts is below 1.
    """
    if search.tries < 1:
        raise CombatBoxError(f"--tries {search.tries}: must be at least 1")
    shown: list[Found] = []
    done = 0
    for batch, showing in _tried(search, jobs, executor):
        shown += showing
        done = batch.stop
        if progress:
            progress(done, search.tries)
        if len(shown) >= wanted:
            break
    matches = tuple(shown[:wanted])
    return Finding(matches, matches[-1].tried if len(matches) == wanted else done)


def _tried(search: Search, jobs: int, executor: Executor | None) -> Iterator[tuple[range, list[Found]]]:
    """Yield batches of attempts, each with the missions that match the search.

    The first batch runs in this process, so that frequent highlights are found quickly.
    """
    batches = [range(start, min(start + PIECE, search.tries)) for start in range(0, search.tries, PIECE)]
    yield batches[0], try_piece(search, batches[0])
    if rest := batches[1:]:
        yield from simulate(rest, partial(try_piece, search), jobs, executor)


# ---- rows: one attempt after another


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
        setup=setup_of(book, flight.mission, {"roster": flight.seed} if has_roster else {}),
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
            for batch, shown in simulate(batches, partial(run_batch, self.book.key), jobs, executor):
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


def cover(flights: Iterable[Seen], wanted: Iterable[str]) -> Iterator[tuple[SightingModel, frozenset[str]]]:
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
    selected = [*_still_shown(flown, known), *cover(search.flights, wanted)]
    asked = _all([*examples, *(run_attempt(book, flight) for flight, _ in selected)], "asked")
    idle = unnamed_charts(book, search.named)
    return SightingsModel(
        flown=max(tries - search.left, stored.flown),
        missions=[replace(flight, lines=[line for line in lines if line in own]) for flight, own in selected],
        missing=[line for line in lines if line in absent.union(search.unseen()) and lines[line] not in idle],
        read=[key for key in idle if key in asked],
        unused=[key for key in idle if key not in asked],
    )
