"""Simulated odds as a table for notebooks and plots, and odds that grow while they are simulated, batch by batch.

    simulation = LiveOdds(book, SimulationRequest(book.key, 5_000, "1"), beside)
    while simulation.done < simulation.of:
        simulation.fly(100)
    data = simulation.to_json()

The results so far can be read between two calls of `fly`, so that a page can show them as they grow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from combatbox.core.annotations import Count, Positive, frozen
from combatbox.core.errors import CombatBoxError, check_range
from combatbox.core.statistics import Estimate, bar, estimate, format_interval, margin, share
from combatbox.core.table_views import html_table
from combatbox.play.batch import (
    SURVIVED,
    Counts,
    SimulationRequest,
    check_kinds,
    check_orders,
    event_words,
    fly_runs,
    odds_of,
    tours_of,
)
from combatbox.play.book import Book
from combatbox.play.dataclass_validation import checked
from combatbox.play.tour_report import csv_text


class Svg(str):
    """A drawing as the text of an SVG file, which a notebook shows."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Odds:
    """The odds that a simulation found, each as a share of missions with its 95 % interval.

    Attributes:
        game: the key of the game.
        mission: the number of the simulated mission; 0 for all missions in turn.
        missions: the number of simulated missions.
        seed: the seed of the dice; mission i uses the seed `SEED/i`.
        survival: the share of missions that the bomber survives; in a game of scenarios, the share of scenarios won.
        tour: the probability that one bomber survives the whole tour; None for a game without tours.
        events: the share of missions with each counted event, by its wording: `Bombs dropped`.
    """

    game: str
    mission: int
    missions: int
    seed: str
    survival: Estimate
    tour: Estimate | None
    events: Mapping[str, Estimate]

    def __repr__(self) -> str:
        survival = bar("", self.rows()[0])
        shares = f"{share(survival.value)} survive ({format_interval(survival)})"
        return f"<Odds of {self.game}, {self.missions} missions, seed {self.seed}: {shares}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each share, for a data frame: `event`, `value`, `low`, `high` and `exact`.

        Example:
            >>> import combatbox
            >>> combatbox.simulate("twentyfive", missions=10).rows()[0]["event"]
            'Mission survival'
        """
        tour = {"Tour completion": self.tour} if self.tour else {}
        shares = {"Mission survival": self.survival, **tour, **self.events}
        return [{"event": event, **estimate.to_json()} for event, estimate in shares.items()]

    def csv(self) -> str:
        """Return the rows as CSV for spreadsheets."""
        rows = self.rows()
        return csv_text([rows[0], *(row.values() for row in rows)])

    def _repr_html_(self) -> str:
        bars = [bar(row["event"], row) for row in self.rows()]
        lines = [(each.label, share(each.value), format_interval(each)) for each in bars]
        return html_table(repr(self).strip("<>"), ["Event", "Share", "95 % interval"], lines)

    def plot(self) -> Svg:
        """Return a bar for each share, with its interval, as SVG.

        A notebook shows it; `Path("odds.svg").write_text(odds.plot())` stores it.
        """
        from html import escape  # loads much that play does not need

        rows = self.rows()
        bars = "".join(_drawn_bar(row, ROW * (number + 1)) for number, row in enumerate(rows))
        return Svg(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="700" height="{ROW * (len(rows) + 1)}" role="img" '
            f'font-family="sans-serif" font-size="13" fill="currentColor">'
            f"<title>{escape(repr(self).strip('<>'))}</title>{bars}</svg>"
        )


ROW = 22
"""The height of a bar of a plot with the space around it, in pixels."""

ZERO, FULL = 300, 320
"""Where the bars of a plot begin, and the length of a bar of 100 %, in pixels."""


def _drawn_bar(row: Mapping[str, Any], y: float) -> str:
    from html import escape

    low, value, high = (round(FULL * row[key], 1) for key in ("low", "value", "high"))
    return (
        f'<text x="{ZERO - 8}" y="{y}" text-anchor="end">{escape(row["event"])}</text>'
        f'<rect x="{ZERO}" y="{y - 12}" width="{value}" height="14" fill="#7d9bb0"/>'
        f'<path d="M{ZERO + low} {y - 5}H{ZERO + high}" stroke="currentColor"/>'
        f'<text x="{ZERO + FULL + 8}" y="{y}">{share(row["value"])}</text>'
    )


def named_odds(book: Book, found: Mapping[str, Any]) -> Odds:
    """Return the results of a simulation, which are plain data, with the wording of their events."""
    return Odds(
        book.key,
        found["mission"],
        found["missions"],
        found["seed"],
        Estimate(**found["mission_survival"]),
        Estimate(**found["tour_completion"]) if "tour_completion" in found else None,
        {event_words(book, key): Estimate(**shares) for key, shares in found["events"].items()},
    )


MOST_MISSIONS = 100_000
"""The maximum number of missions of one request on a page."""


@frozen
class KnownOdds:
    """Known odds to compare with: the number of times that each tally key occurred in `missions`."""

    missions: Positive
    events: dict[str, Count]


def parse_known_odds(data: Mapping[str, Any]) -> KnownOdds | None:
    """Parse known odds from plain data; return None if the data is empty.

    Raises:
        CombatBoxError: the data lacks `missions` or `events`, or has an invalid number.
    """
    if not data:
        return None
    known, wrong = checked(KnownOdds, data, ("beside",))
    for where, what in wrong:
        raise CombatBoxError(f"{'.'.join(map(str, where)):.60}: {what}")
    for key, times in known.events.items():
        if times > known.missions:
            raise CombatBoxError(f"beside: {key!r:.60} must be between 0 and {known.missions} (got {times})")
    return cast("KnownOdds", known)


class LiveOdds:
    """A simulation in progress, with the same counts and odds as `combatbox odds`."""

    def __init__(self, book: Book, order: SimulationRequest, beside: KnownOdds | None = None) -> None:
        """Check the request and begin.

        Args:
            book: the book of the game.
            order: the simulation to run.
            beside: known odds to compare with.

        Raises:
            CombatBoxError: the request is not valid.
        """
        check_range("missions", order.missions, 1, MOST_MISSIONS)
        check_range("mission", order.mission, 0, book.missions, more=", 0 for all in turn")
        check_kinds(book, order)
        check_orders(book, order)
        book.rulebook(order.rulings, order.scenario)  # raises for unknown rulings
        self._book, self._order, self._beside = book, order, beside
        self._orders = [each for each in (order, tours_of(book, order)) if each]
        self._flown = {"mission": 0, "tour": 0}
        self._counts = {"mission": Counts(), "tour": Counts()}

    def _missions_of(self, order: SimulationRequest) -> int:
        """Return the number of missions in a run of a request."""
        return self._book.missions if order.run == "tour" else 1

    @property
    def of(self) -> int:
        """The total number of missions to simulate."""
        return sum(order.missions * self._missions_of(order) for order in self._orders)

    @property
    def done(self) -> int:
        """The number of missions simulated so far; a whole tour counts as all of its missions."""
        return sum(self._flown[order.run] * self._missions_of(order) for order in self._orders)

    def fly(self, missions: int) -> None:
        """Simulate about this number of further missions, or at least one tour."""
        for order in self._orders:
            first = self._flown[order.run]
            if first < order.missions:
                last = min(order.missions, first + max(1, missions // self._missions_of(order)))
                self._counts[order.run].update(fly_runs(self._book, order, first, last))
                self._flown[order.run] = last
                return

    def odds(self, exact: float | None = None) -> dict[str, Any]:
        """Return the final odds, which are identical to those of `combatbox odds`.

        Args:
            exact: the exact probability of surviving a mission, if known.

        Raises:
            CombatBoxError: the simulation is not complete.
        """
        if self.done < self.of:
            raise CombatBoxError("the simulation is not complete; call `fly` until `done` reaches `of`")
        return odds_of(self._book, self._order, self._counts["mission"], self._counts["tour"], exact)

    def to_json(self) -> dict[str, Any]:
        """Return the results so far as plain data.

        Returns:
            A dict with these keys:
            `done`: the number of missions simulated so far, including those of whole tours.
            `of`: the number of missions to simulate, including those of whole tours.
            `missions`: the number of single missions simulated so far.
            `bars`: for each event, the share so far, the known share, and their difference with its interval.
            `tour`: the probability of finishing a tour; None until the simulation is complete.
            `csv`: the odds as CSV for spreadsheets; empty until the simulation is complete.
        """
        data: dict[str, Any] = {
            "done": self.done,
            "of": self.of,
            "missions": self._flown["mission"],
            "bars": list(self._bars()) if self._flown["mission"] else [],
            "tour": None,
            "csv": "",
        }
        if self.done == self.of:
            odds = self.odds()
            data["tour"] = {**odds["tour_completion"], "method": odds["tour_method"]} if "tour_method" in odds else None
            data["csv"] = named_odds(self._book, odds).csv()
        return data

    def _bars(self) -> Iterator[dict[str, Any]]:
        book, known_odds, missions = self._book, self._beside, self._flown["mission"]
        counted = self._counts["mission"]
        figures = book.game.figures
        excluded = set(figures.apart(book.const)) - {SURVIVED} if figures else set()
        known_counts = known_odds.events if known_odds else {}
        tally_keys = {SURVIVED, *known_counts, *(key for key in counted if isinstance(key, str))} - excluded
        for word in sorted(tally_keys, key=lambda word: (word != SURVIVED, -known_counts.get(word, 0), word)):
            share: dict[str, Any] = estimate(counted[word], missions).to_json()
            known_share: dict[str, Any] | None = (
                estimate(known_counts.get(word, 0), known_odds.missions).to_json() if known_odds else None
            )
            yield {
                "key": word,
                "words": event_words(book, word),
                "flown": share,
                "beside": known_share,
                "margin": margin(share, known_share) if known_share else None,
            }
