"""The search for missions that contain table rows which are missing from all examples.

The search proceeds in rounds. First, missions of every play variant (rulings and player) are simulated. The rows that
occur in them show which variants come close to the missing rows, and later rounds use these variants. Finally, a small
set of missions is selected that together contain all rows that were found. The result depends only on the tables, the
examples and the maximum number of missions, not on the number of processes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from random import Random

from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.schema import SightingModel, SightingsModel
from combatbox.odds.process_pool import simulate
from combatbox.odds.row_coverage import Attempt, PlayVariant, Rulebooks, RunCoverage, run_attempt, unnamed_charts
from combatbox.play.printed_rows import printed_lines

TRIES = 10_000
"""Maximum number of simulated missions."""

SWEEP = 10
"""Number of missions of each play variant in the first round."""

ROUND = 250
"""Number of missions in each later round."""

PIECE = 25
"""Number of missions in a batch."""


def ways(book: Book) -> list[PlayVariant]:
    """Return every play variant to simulate, beginning with the default rulings.

    The default rulings are followed by each non-default option of each ruling, one at a time. Each set of rulings is
    used once with the player that follows the doctrine, and once with the random player. Tours come last, with the
    defaults.
    """
    rulings_sets: list[tuple[tuple[str, str], ...]] = [()]
    for ruling in book.rulings.values():
        rulings_sets += [((ruling.id, option),) for option in ruling.options if option != ruling.default]
    missions = [
        PlayVariant("mission", player, rulings) for rulings in rulings_sets for player in ("doctrine", "random")
    ]
    return [*missions, PlayVariant("tour")] if "tour" in book.game.runs else missions


Progress = Callable[[int], None]


class CoverageSearch:
    """The attempts made by a search, and the rows that are still missing.

    Args:
        book: the book of the game.
        wanted: the ids of the rows to find.
        tries: the maximum number of missions.
        named: the ids of tables that are known to occur in logs.
    """

    def __init__(self, book: Book, wanted: Iterable[str], tries: int, named: Iterable[str] = ()) -> None:
        self.book, self.tries = book, tries
        self.lines = printed_lines(book)
        self.aim = set(wanted)
        self.seen: set[str] = set()
        self.ways = ways(book)
        self._above = {within.line: row.line for row in book.rows().values() if row.then for within in row.then.rows}
        """For each nested row, the row that contains it."""
        self.flights: list[tuple[Attempt, RunCoverage]] = []
        self.named = set(named)
        self.missions = 0
        """The number of missions simulated so far; a tour counts as the number of its missions."""
        self._turn = 0
        self._flown: Counter[PlayVariant] = Counter()
        self._in_missions: set[str] = set(named)
        self._near: dict[PlayVariant, Counter[str]] = defaultdict(Counter)

    @property
    def last(self) -> int:
        """The number of missions in a tour."""
        return self.book.missions

    def price(self, way: PlayVariant) -> int:
        """Return how many missions a run of this variant counts as: one, or for a tour the number of its missions."""
        return self.last if way.run == "tour" else 1

    def take(self, flight: Attempt, flown: RunCoverage) -> None:
        """Record an attempt and the wanted rows that it reached."""
        self.missions += self.price(flight.way)
        self._flown[flight.way] += 1
        self._near[flight.way].update([*flown.named, *flown.lines])
        self.named |= flown.named
        self.seen |= flown.lines & self.aim
        if flight.way.run == "mission":
            self._in_missions |= flown.named | flown.lines
        self.flights.append((flight, replace(flown, lines=flown.lines & self.aim)))

    def unseen(self) -> list[str]:
        """Return the wanted rows that have not been reached yet, except those of charts that occur in no log."""
        idle = set(unnamed_charts(self.book, self.named))
        return [line for line, table in self.lines.items() if line in self.aim - self.seen and table not in idle]

    def targets(self) -> list[str]:
        """Return the rows to search for.

        These are the rows that have not been reached, and the rows that only tours reached although single missions
        use their table. For the latter a mission is wanted, because it is shorter than a tour.
        """
        unseen = set(self.unseen())
        in_tours = {line for line in self.seen - self._in_missions if self.lines[line] in self._in_missions}
        return [line for line in self.lines if line in unseen or line in in_tours]

    def round(self) -> list[Attempt]:
        """Return the next attempts; empty if all rows were found or the limit is reached."""
        if not self.flights:
            plan = [way for _ in range(SWEEP) for way in self.ways if way.run == "mission"]
            plan = [*(way for way in self.ways if way.run == "tour"), *plan] if self.aim else []
            return list(self._within(plan, self.tries))
        targets = self.targets()
        plan = [self.nearest(targets[number % len(targets)]) for number in range(ROUND if targets else 0)]
        return list(self._within(plan, min(ROUND, self.tries - self.missions)))

    def _within(self, plan: Iterable[PlayVariant], bound: int) -> Iterator[Attempt]:
        """Yield an attempt for each variant of a plan, up to `bound` missions in total."""
        number = len(self.flights)
        for way in plan:
            if self.price(way) > bound:
                continue
            bound -= self.price(way)
            seed = f"rows/{number}"
            yield Attempt(
                way, 1 if way.run == "tour" else 1 + int(Random(f"{seed}/mission").random() * self.last), seed
            )
            number += 1

    def nearest(self, line: str) -> PlayVariant:
        """Return the variant to simulate next in search of a row.

        Only variants whose rulings use the table of the row are considered. They are compared by the share of their
        missions that reach the row that contains the wanted row or, if no mission has reached it, the table. A variant
        qualifies if its share is at least half of the best share. The first variant is returned if it would qualify
        after one more mission that reaches the containing row or the table; otherwise, the first variant that
        qualifies is returned. If no mission has reached the table, each call returns the next variant in turn.
        """
        allowed = self._in_play(self.lines[line])
        for near in self._around(line):
            rates = {way: self._rate(way, self._near[way][near]) for way in allowed if self._flown[way]}
            best = max(rates.values(), default=0)
            if best and 2 * self._rate(allowed[0], self._near[allowed[0]][near] + 1) >= best:
                return allowed[0]
            if best:
                return next(way for way, rate in rates.items() if 2 * rate >= best)
        self._turn += 1
        return allowed[self._turn % len(allowed)]

    def _rate(self, way: PlayVariant, times: int) -> float:
        """Return the frequency per mission of something that occurred `times` times in the runs of a variant."""
        return times / (self.price(way) * max(self._flown[way], 1))

    def _in_play(self, table: str) -> list[PlayVariant]:
        """Return the variants under which a table is used.

        For a table that replaces another one under some option of a ruling, these are the variants with that option;
        for other tables, all variants.
        """
        option = {
            (ruling.id, name)
            for ruling in self.book.rulings.values()
            for name, chosen in ruling.options.items()
            if table in chosen.replaces.values()
        }
        return [way for way in self.ways if not option or option & set(way.rulings)]

    def _around(self, line: str) -> Iterator[str]:
        """Yield the rows that contain a nested row, from the innermost to the outermost, and then its table."""
        above = self._above.get(line)
        while above:
            yield above
            above = self._above.get(above)
        yield self.lines[line]


def run_search(
    search: CoverageSearch, jobs: int = 1, progress: Progress | None = None, executor: Executor | None = None
) -> CoverageSearch:
    """Search until all rows have been found or the maximum number of missions is reached.

    Args:
        search: the search to continue.
        jobs: the number of processes.
        progress: a function that is called with the number of missions completed.
        executor: the executor to use instead of processes; it is not shut down.

    Returns:
        The same search, with its new attempts.
    """
    while flights := search.round():
        batches = [
            Round(search.book.key, tuple(flights[start : start + PIECE])) for start in range(0, len(flights), PIECE)
        ]
        for batch, shown in simulate(batches, run_batch, jobs, executor):
            for flight, seen in zip(batch.flights, shown, strict=True):
                search.take(flight, seen)
            if progress:
                progress(min(search.missions, search.tries))
    return search


@dataclass(frozen=True, slots=True)
class Round:
    """A batch of attempts, which one process simulates in one task."""

    game: str
    flights: tuple[Attempt, ...]


_rulebooks: dict[str, Rulebooks] = {}
"""The rulebooks cached in this process, by the digest of the book to which they belong."""


def run_batch(batch: Round) -> list[RunCoverage]:
    """Simulate the attempts of a batch and return the coverage of each."""
    book = load(batch.game)
    rulebooks = _rulebooks.setdefault(book.digest, {})
    return [run_attempt(book, flight, rulebooks) for flight in batch.flights]


def cover(
    flights: Iterable[tuple[Attempt, RunCoverage]], wanted: Iterable[str]
) -> list[tuple[Attempt, frozenset[str]]]:
    """Select a small set of runs that together contain every wanted row that occurs in any run.

    Missions are selected before tours, which are used only for rows that occur in no mission. In each group, the run
    that adds the most rows is selected next. Among runs that add equally many, it is the one with the fewest
    non-default settings (`Attempt.plainness`), and then the one with the fewest events.

    Args:
        flights: the attempts and their coverage.
        wanted: the wanted rows.

    Returns:
        The selected attempts, each with the rows for which it was selected.
    """
    pool = list(flights)
    selected: list[tuple[Attempt, frozenset[str]]] = []
    missing = frozenset(wanted)
    for tours in (False, True):
        candidates = [(flight, flown) for flight, flown in pool if (flight.way.run == "tour") is tours]
        selected += _thinned(_greedy(candidates, missing))
        missing = missing.difference(*(lines for _, lines in selected))
    return selected


def _greedy(pool: list[tuple[Attempt, RunCoverage]], wanted: frozenset[str]) -> list[tuple[Attempt, frozenset[str]]]:
    """Return attempts in the order of selection, each with the wanted rows that occur in it."""
    selected: list[tuple[Attempt, frozenset[str]]] = []
    missing = wanted
    while missing and pool:
        flight, flown = min(pool, key=lambda item: (-len(item[1].lines & missing), item[0].plainness, item[1].events))
        if not flown.lines & missing:
            break
        selected.append((flight, flown.lines & wanted))
        missing -= flown.lines
    return selected


def _thinned(selected: Sequence[tuple[Attempt, frozenset[str]]]) -> list[tuple[Attempt, frozenset[str]]]:
    """Remove the attempts whose rows all occur in others, and assign each row to one attempt."""
    remaining = list(selected)
    for item in reversed(selected):
        others = frozenset[str]().union(*(lines for flight, lines in remaining if flight is not item[0]))
        if item[1] <= others:
            remaining.remove(item)
    assigned: set[str] = set()
    thinned = []
    for flight, lines in remaining:
        thinned.append((flight, lines - assigned))
        assigned |= lines
    return thinned


def renew_rows(
    book: Book,
    examples: Sequence[RunCoverage],
    tries: int = TRIES,
    jobs: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> SightingsModel:
    """Search again for missions with rows that are missing from all examples; return the new data of `rows.yaml`.

    Args:
        book: the book of the game.
        examples: the coverage of the examples.
        tries: the maximum number of missions.
        jobs: the number of processes.
        progress: a function that is called with the number of missions completed.
        executor: the executor to use instead of processes; it is not shut down.
    """
    lines = printed_lines(book)
    known = frozenset[str]().union(*(flown.lines for flown in examples))
    named = frozenset[str]().union(*(flown.named for flown in examples))
    wanted = [line for line in lines if line not in known]
    search = run_search(CoverageSearch(book, wanted, tries, named), jobs, progress, executor)
    selected = cover(search.flights, wanted)
    asked = frozenset[str]().union(
        *(flown.asked for flown in [*examples, *(run_attempt(book, flight) for flight, _ in selected)])
    )
    idle = unnamed_charts(book, search.named)
    missions = [
        SightingModel(
            run="tour" if flight.way.run == "tour" else "mission",
            mission=flight.mission,
            player="random" if flight.way.player == "random" else "doctrine",
            rulings=dict(flight.way.rulings),
            seed=flight.seed,
            lines=[line for line in lines if line in shown_lines],
        )
        for flight, shown_lines in selected
    ]
    return SightingsModel(
        flown=max(search.missions, 1),
        missions=missions,
        missing=search.unseen(),
        read=[key for key in idle if key in asked],
        unused=[key for key in idle if key not in asked],
    )
