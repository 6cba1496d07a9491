"""Charts as SVG: bars with intervals, a title, a description, and a table of the values.

The template `_charts.html.j2` draws them. Colours come from CSS classes of the page. Horizontal lengths are
percentages, so that the size of text does not change on a phone. For the same reason a bar is below its label, not
beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, log10
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from combatbox.core.statistics import Bar, Chart, Sheet, Words, count, format_interval, number, share
from combatbox.web.site import page_macros

ROW = 31
HEAD = 24
LABEL = 14
"""The distance from the top of a row to the base line of its label; all three lengths are in pixels."""

MARKS = 5
"""The maximum number of marks on an axis besides 0."""

ACROSS, DOWN, CELL = 20, 5, 24
"""The picture of a hundred symbols: the number of symbols in a row, the number of rows, and the size of one symbol."""


WORDS: Mapping[str, Words] = {"share": share, "number": number, "count": count}
"""The functions that format values, by the kind of the value."""


def drawn(part: Chart | Sheet) -> Markup:
    """Return a chart, or a sheet (a table of statistics), as HTML."""
    return chart(part) if isinstance(part, Chart) else sheet(part)


def chart(data: Chart) -> Markup:
    """Return a bar chart as HTML, with its numbers in a collapsible table below it."""
    words = share if data.shares else number
    marks = scale(max((bar.high for bar in data.bars), default=0.0), shares=data.shares)
    bars = [
        {
            "label": bar.label,
            "of": bar.of,
            "y": HEAD + index * ROW + LABEL,
            "width": _along(bar.value, marks[-1]),
            "low": _along(bar.low, marks[-1]),
            "high": _along(bar.high, marks[-1]),
            **_figure(bar, words),
        }
        for index, bar in enumerate(data.bars)
    ]
    ticks = [(f"{100 * value / marks[-1]:g}%", tick(value, words)) for value in marks]
    return _drawn("chart", data, bars, ticks, HEAD, HEAD + ROW * len(bars))


def _drawn(name: str, *arguments: Any) -> Markup:
    return Markup(getattr(page_macros("_charts.html.j2"), name)(*arguments))  # our own template


def sheet(data: Sheet) -> Markup:
    """Return the HTML of a collapsible table with several statistics of the same items, for use below their charts."""
    columns = [
        SimpleNamespace(
            heading=column.heading,
            cells=[_figure(bar, WORDS[column.kind]) if bar else {"value": "-"} for bar in column.bars],
        )
        for column in data.columns
    ]
    return _drawn("sheet", data, columns)


def hundred(number: int, about: str, sign: str) -> Markup:
    """Return a picture of a hundred symbols, of which the first `number` are filled.

    Args:
        number: the number of filled symbols, 0 to 100.
        about: the meaning of the filled symbols, for screen readers.
        sign: the SVG shapes of one symbol, 24 units wide and high.
    """
    full, rest = divmod(number, ACROSS)
    areas = [("in", 0, 0, ACROSS, full), ("in", 0, full, rest, 1)]
    areas += [("out", rest, full, ACROSS - rest, 1), ("out", 0, full + 1, ACROSS, DOWN - full - 1)]
    seen = [area for area in areas if area[3] > 0 and area[4] > 0 and area[2] < DOWN]
    return _drawn("hundred", seen, about, Markup(sign), CELL, ACROSS * CELL, DOWN * CELL)


def scale(most: float, *, shares: bool) -> list[float]:
    """Return the values to mark on an axis: 0, and at most five round steps up to `most` or just beyond it."""
    most = max(most, 0.05 if shares else 1.0)
    power = 10.0 ** floor(log10(most / MARKS))
    step = next(size * power for size in (1, 2, 5, 10) if most <= size * power * MARKS)
    return [round(step * number, 10) for number in range(max(1, ceil(round(most / step, 6))) + 1)]


def tick(value: float, words: Words) -> str:
    """Return the label of a mark on the axis, without needless decimals: `25%`."""
    text = words(value)
    return text.replace(".0%", "%") if text.endswith("%") else text.rstrip("0").rstrip(".") or "0"


def _figure(bar: Bar, words: Words) -> dict[str, str]:
    """Return the value of a bar and its interval as texts; the interval is empty for an exact value."""
    return {"value": words(bar.value), "interval": format_interval(bar, words) if bar.high > bar.low else ""}


def _along(value: float, most: float) -> str:
    """Return the position of a value on the axis, as a percentage of the width."""
    return f"{100 * min(value / most, 1.0) if most else 0.0:.2f}%"
