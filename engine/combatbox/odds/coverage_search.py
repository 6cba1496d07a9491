"""The search for missions that show the lines which no example shows.

It goes in rounds. Missions of every way to fly (the rulings, the player) are flown first; what they showed tells under which
way the lines still wanted are near, and the next rounds are flown there. A few of the missions that showed something are
then picked to show it all. The result depends on the tables, the examples and the bound alone, not on how many processes
look.
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
from combatbox.odds.row_coverage import Attempt, Flown, PlayVariant, Rulebooks, look, quiet
from combatbox.play.printed_rows import printed_lines

TRIES = 10_000
"""How many missions are flown at most to find the lines."""

SWEEP = 10
"""How many missions of each way are flown before the search follows what they showed."""

ROUND = 250
"""How many missions a round of the search flies."""

PIECE = 25
"""How many of them a process flies at a time."""


def ways(book: Book) -> list[PlayVariant]:
    """Every way to fly that is tried, the plainest first: our rulings, then each other option of each, with each player."""
    chosen: list[tuple[tuple[str, str], ...]] = [()]
    for ruling in book.rulings.values():
        chosen += [((ruling.id, option),) for option in ruling.options if option != ruling.default]
    missions = [PlayVariant("mission", player, rulings) for rulings in chosen for player in ("doctrine", "random")]
    return [*missions, PlayVariant("tour")] if "tour" in book.game.runs else missions


Progress = Callable[[int], None]


class CoverageSearch:
    """The flights of a search so far, and what is still wanted.

    named: the tables that a log is known to name.
    """

    def __init__(self, book: Book, wanted: Iterable[str], tries: int, named: Iterable[str] = ()) -> None:
        self.book, self.tries = book, tries
        self.lines = printed_lines(book)
        self.aim = set(wanted)
        self.seen: set[str] = set()
        self.ways = ways(book)
        self._above = {within.line: row.line for row in book.rows().values() if row.then for within in row.then.rows}
        """By line of a second die the line that it belongs to."""
        self.flights: list[tuple[Attempt, Flown]] = []
        self.named = set(named)
        self.missions = 0
        """How many were flown; a tour counts for all its missions."""
        self._turn = 0
        self._flown: Counter[PlayVariant] = Counter()
        self._in_missions: set[str] = set(named)
        self._near: dict[PlayVariant, Counter[str]] = defaultdict(Counter)

    @property
    def last(self) -> int:
        """How many missions a tour has."""
        return self.book.missions

    def price(self, way: PlayVariant) -> int:
        """How many missions a flight counts for."""
        return self.last if way.run == "tour" else 1

    def take(self, flight: Attempt, flown: Flown) -> None:
        """Note a flight; of what it showed only what helps is kept."""
        self.missions += self.price(flight.way)
        self._flown[flight.way] += 1
        self._near[flight.way].update([*flown.named, *flown.lines])
        self.named |= flown.named
        self.seen |= flown.lines & self.aim
        if flight.way.run == "mission":
            self._in_missions |= flown.named | flown.lines
        self.flights.append((flight, replace(flown, lines=flown.lines & self.aim)))

    def unseen(self) -> list[str]:
        """The lines that have not come up, but for those of charts that no log has named so far."""
        idle = set(quiet(self.book, self.named))
        return [line for line, table in self.lines.items() if line in self.aim - self.seen and table not in idle]

    def targets(self) -> list[str]:
        """The same, and with them what came up in a tour alone while its table does in missions: those are shorter."""
        unseen = set(self.unseen())
        in_tours = {line for line in self.seen - self._in_missions if self.lines[line] in self._in_missions}
        return [line for line in self.lines if line in unseen or line in in_tours]

    def round(self) -> list[Attempt]:
        """What to fly next; nothing when all is found, or as much was flown as may be."""
        if not self.flights:
            plan = [way for _ in range(SWEEP) for way in self.ways if way.run == "mission"]
            plan = [*(way for way in self.ways if way.run == "tour"), *plan] if self.aim else []
            return list(self._within(plan, self.tries))
        chased = self.targets()
        plan = [self.nearest(chased[number % len(chased)]) for number in range(ROUND if chased else 0)]
        return list(self._within(plan, min(ROUND, self.tries - self.missions)))

    def _within(self, plan: Iterable[PlayVariant], bound: int) -> Iterator[Attempt]:
        """The flights of a plan, as many as the bound allows."""
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
        """The way under which missions come nearest to a line: to the row that it is a second die of, or to its table.

        The plainest is taken while it may yet turn out half as good as the best, then the plainest that is; while none
        comes near, all are taken in turn.
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
        """How often something came up, for each mission flown."""
        return times / (self.price(way) * max(self._flown[way], 1))

    def _in_play(self, table: str) -> list[PlayVariant]:
        """The ways under which a table is in play: all, or those with the ruling that puts it in the place of another."""
        option = {
            (ruling.id, name)
            for ruling in self.book.rulings.values()
            for name, chosen in ruling.options.items()
            if table in chosen.replaces.values()
        }
        return [way for way in self.ways if not option or option & set(way.rulings)]

    def _around(self, line: str) -> Iterator[str]:
        """The rows that a line stands under, the nearest first, and its table."""
        above = self._above.get(line)
        while above:
            yield above
            above = self._above.get(above)
        yield self.lines[line]


def hunt(
    sought: CoverageSearch, jobs: int = 1, progress: Progress | None = None, executor: Executor | None = None
) -> CoverageSearch:
    """Look for lines until all came up or as many missions were flown as may be."""
    while flights := sought.round():
        pieces = [
            Round(sought.book.key, tuple(flights[start : start + PIECE])) for start in range(0, len(flights), PIECE)
        ]
        for piece, flown in simulate(pieces, look_piece, jobs, executor):
            for flight, seen in zip(piece.flights, flown, strict=True):
                sought.take(flight, seen)
            if progress:
                progress(min(sought.missions, sought.tries))
    return sought


@dataclass(frozen=True, slots=True)
class Round:
    """A piece of a round: the flights of a game that one process flies at a time."""

    game: str
    flights: tuple[Attempt, ...]


_made: dict[str, Rulebooks] = {}
"""By digest of their book the rulebooks that this process has flown by so far."""


def look_piece(piece: Round) -> list[Flown]:
    """What each flight of a piece shows."""
    book = load(piece.game)
    made = _made.setdefault(book.digest, {})
    return [look(book, flight, made) for flight in piece.flights]


def cover(flights: Iterable[tuple[Attempt, Flown]], wanted: Iterable[str]) -> list[tuple[Attempt, frozenset[str]]]:
    """Few flights that show all that any of them shows of the wanted lines, each with the lines it is kept for.

    Missions are picked before tours, which are for what no mission shows; then the flight that adds most, of such the
    plainest, of such the shortest.
    """
    pool = list(flights)
    kept: list[tuple[Attempt, frozenset[str]]] = []
    left = frozenset(wanted)
    for tours in (False, True):
        mine = [(flight, flown) for flight, flown in pool if (flight.way.run == "tour") is tours]
        kept += _thinned(_greedy(mine, left))
        left = left.difference(*(lines for _, lines in kept))
    return kept


def _greedy(pool: list[tuple[Attempt, Flown]], wanted: frozenset[str]) -> list[tuple[Attempt, frozenset[str]]]:
    """Flights in the order in which they are picked, each with all that it shows of what is wanted."""
    picked: list[tuple[Attempt, frozenset[str]]] = []
    left = wanted
    while left and pool:
        flight, flown = min(pool, key=lambda item: (-len(item[1].lines & left), item[0].plainness, item[1].events))
        if not flown.lines & left:
            break
        picked.append((flight, flown.lines & wanted))
        left -= flown.lines
    return picked


def _thinned(picked: Sequence[tuple[Attempt, frozenset[str]]]) -> list[tuple[Attempt, frozenset[str]]]:
    """Without flights whose lines the others show as well; a line that several show is kept with the first."""
    kept = list(picked)
    for item in reversed(picked):
        others = frozenset[str]().union(*(lines for flight, lines in kept if flight is not item[0]))
        if item[1] <= others:
            kept.remove(item)
    met: set[str] = set()
    thinned = []
    for flight, lines in kept:
        thinned.append((flight, lines - met))
        met |= lines
    return thinned


def renewed(
    book: Book,
    examples: Sequence[Flown],
    tries: int = TRIES,
    jobs: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> SightingsModel:
    """The file made anew: missions for the lines that no example shows, and what is to be said of the others."""
    lines = printed_lines(book)
    known = frozenset[str]().union(*(flown.lines for flown in examples))
    named = frozenset[str]().union(*(flown.named for flown in examples))
    wanted = [line for line in lines if line not in known]
    hunted = hunt(CoverageSearch(book, wanted, tries, named), jobs, progress, executor)
    picked = cover(hunted.flights, wanted)
    asked = frozenset[str]().union(
        *(flown.asked for flown in [*examples, *(look(book, flight) for flight, _ in picked)])
    )
    idle = quiet(book, hunted.named)
    missions = [
        SightingModel(
            run="tour" if flight.way.run == "tour" else "mission",
            mission=flight.mission,
            player="random" if flight.way.player == "random" else "doctrine",
            rulings=dict(flight.way.rulings),
            seed=flight.seed,
            lines=[line for line in lines if line in shown_lines],
        )
        for flight, shown_lines in picked
    ]
    return SightingsModel(
        flown=max(hunted.missions, 1),
        missions=missions,
        missing=hunted.unseen(),
        read=[key for key in idle if key in asked],
        unused=[key for key in idle if key not in asked],
    )
