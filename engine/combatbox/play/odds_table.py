"""The odds that a simulation found, with the wording of their events: as rows, CSV, a table of a notebook and a plot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from combatbox.core.statistics import Estimate, bar, format_interval, share
from combatbox.core.table_views import html_table
from combatbox.play.batch import event_words
from combatbox.play.book import Book
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
