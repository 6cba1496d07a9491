"""The odds of a game on a terminal: the charts and sheets of its odds page, with a line for each bar or row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from combatbox.core.statistics import Bar, Chart, Sheet, Words, count, format_interval, number
from combatbox.odds.report import Odds, groups_of
from combatbox.play.book import Book


def report(book: Book, odds: Odds) -> Iterator[str]:
    """Yield the odds as lines of text.

    The first lines are the probabilities of surviving a mission and of completing a tour.
    """
    for key in ("mission_survival", "tour_completion"):
        if key in odds:
            yield _share(key.replace("_", " "), odds[key])
    for group in groups_of(book, odds):
        for part in group.parts:
            yield ""
            yield from _chart(part) if isinstance(part, Chart) else _sheet(part)
    figures = book.game.figures
    flown = figures.flown(book.const, odds.get("figures", {})) if figures else ""
    if flown:
        yield ""
        yield f"{flown}."


def _share(name: str, share: Mapping[str, float | None]) -> str:
    exact = f"  exactly {share['exact']:.4%}" if share["exact"] is not None else ""
    return f"{name:<28} {share['value']:8.2%}  ({share['low']:.2%} to {share['high']:.2%}){exact}"


def fine(value: float) -> str:
    """Format a share with two decimals: `0.53%`."""
    return f"{value:.2%}"


KINDS: dict[str, Words] = {"share": fine, "number": number, "count": count}
"""The functions that format the values of a column, by its kind."""

LABEL = 28
"""The minimum width of the label of a line, in characters."""


def _chart(chart: Chart) -> Iterator[str]:
    yield f"{chart.title}. {chart.about}"
    words = fine if chart.shares else number
    for bar in chart.bars:
        yield _row(bar.label, [_cell(bar, words)])


def _cell(bar: Bar, words: Words) -> str:
    between = f"  ({format_interval(bar, words)})" if bar.high > bar.low else ""
    return f"{words(bar.value):>8}{between}"


def _sheet(sheet: Sheet) -> Iterator[str]:
    """Yield a row for each label, with the values under their headings."""
    yield f"{sheet.title}."
    columns = [
        [column.heading, *("-" if bar is None else KINDS[column.kind](bar.value) for bar in column.bars)]
        for column in sheet.columns
    ]
    widths = [max(map(len, cells)) for cells in columns]
    for index, label in enumerate((sheet.heading, *sheet.labels)):
        yield _row(label, [cells[index].rjust(width) for cells, width in zip(columns, widths, strict=True)])


def _row(label: str, cells: Sequence[str]) -> str:
    return f"  {label:<{LABEL}}  {'  '.join(cells)}".rstrip()
