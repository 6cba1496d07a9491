"""Charts as SVG: bars with intervals, a title, a description, and a table of the values.

The functions are pure, and colours come from CSS classes of the page. Horizontal lengths are percentages, so that the
size of text does not change on a phone. For the same reason a bar is below its label, not beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

from combatbox.core.statistics import Bar, Chart, Sheet, Words, count, format_interval, number, share

ROW = 31
BAR = 9
HEAD = 24
LABEL = 14
"""The distance from the top of a row to the base line of its label; all four lengths are in pixels."""

MARKS = 5
"""The maximum number of marks on an axis besides 0."""

ACROSS, DOWN, CELL = 20, 5, 24
"""The picture of a hundred symbols: the number of symbols in a row, the number of rows, and the size of one symbol."""


WORDS: Mapping[str, Words] = {"share": share, "number": number, "count": count}
"""The functions that format values, by the kind of the value."""


def drawn(part: Chart | Sheet) -> str:
    """Return a chart, or a sheet (a table of statistics), as HTML."""
    return chart(part) if isinstance(part, Chart) else sheet(part)


def chart(data: Chart) -> str:
    """Return a bar chart as HTML, with its numbers in a collapsible table below it."""
    key, title, about, bars, shares = data.key, data.title, data.about, data.bars, data.shares
    words = share if shares else number
    marks = scale(max((bar.high for bar in bars), default=0.0), shares=shares)
    most = marks[-1]
    height = HEAD + ROW * len(bars)
    parts = [
        f'<figure class="cb-chart" id="{key}">',
        f'<svg width="100%" height="{height}" role="img" aria-labelledby="{key}-title {key}-desc">',
        f'<title id="{key}-title">{escape(title)}</title>',
        f'<desc id="{key}-desc">{escape(description(about, bars, words))}</desc>',
        *_axis(marks, height, words),
    ]
    for index, bar in enumerate(bars):
        parts += _bar(bar, HEAD + index * ROW, most, words)
    parts += ["</svg>", *table(bars, words, data.heading, data.of)]
    parts += [
        f"<figcaption>{escape(title)}. {escape(about)}</figcaption>",
        "</figure>",
    ]  # HTML allows a caption only first or last
    return "".join(parts)


def hundred(number: int, about: str, sign: str) -> str:
    """Return a picture of a hundred symbols, of which the first `number` are filled.

    Args:
        number: the number of filled symbols, 0 to 100.
        about: the meaning of the filled symbols, for screen readers.
        sign: the SVG shapes of one symbol, 24 units wide and high.
    """
    parts = [
        f'<svg class="cb-hundred" viewBox="0 0 {ACROSS * CELL} {DOWN * CELL}" role="img" aria-label="{escape(about)}"><defs>'
    ]
    for kind in ("in", "out"):
        parts.append(
            f'<pattern id="hundred-{kind}" width="{CELL}" height="{CELL}" patternUnits="userSpaceOnUse">'
            f'<g class="cb-hundred__{kind}" transform="translate(2 2) scale(.83)">{sign}</g></pattern>'
        )
    parts.append("</defs>")
    full, rest = divmod(number, ACROSS)
    areas = [("in", 0, 0, ACROSS, full), ("in", 0, full, rest, 1)]
    areas += [("out", rest, full, ACROSS - rest, 1), ("out", 0, full + 1, ACROSS, DOWN - full - 1)]
    parts += [
        f'<rect x="{x * CELL}" y="{y * CELL}" width="{wide * CELL}" height="{high * CELL}" fill="url(#hundred-{kind})"/>'
        for kind, x, y, wide, high in areas
        if wide > 0 and high > 0 and y < DOWN
    ]
    return "".join([*parts, "</svg>"])


def scale(most: float, *, shares: bool) -> list[float]:
    """Return the values to mark on an axis: 0, and at most five round steps up to `most` or just beyond it."""
    most = max(most, 0.05 if shares else 1.0)
    power = 10.0 ** floor(log10(most / MARKS))
    step = next(size * power for size in (1, 2, 5, 10) if most <= size * power * MARKS)
    return [round(step * number, 10) for number in range(max(1, ceil(round(most / step, 6))) + 1)]


def description(about: str, bars: Sequence[Bar], words: Words) -> str:
    """Return a description of the chart in words, for screen readers."""
    return f"{about} {'; '.join(f'{bar.label} {words(bar.value)}' for bar in bars)}."


def _axis(marks: Sequence[float], height: int, words: Words) -> list[str]:
    parts = []
    for value in marks:
        x = f"{100 * value / marks[-1]:g}%"
        anchor = "start" if value == 0 else "end" if value == marks[-1] else "middle"
        parts.append(f'<line class="cb-chart__grid" x1="{x}" y1="{HEAD - 6}" x2="{x}" y2="{height}"/>')
        parts.append(
            f'<text class="cb-chart__tick" x="{x}" y="{HEAD - 12}" text-anchor="{anchor}">{tick(value, words)}</text>'
        )
    return parts


def tick(value: float, words: Words) -> str:
    """Return the label of a mark on the axis, without needless decimals: `25%`."""
    text = words(value)
    return text.replace(".0%", "%") if text.endswith("%") else text.rstrip("0").rstrip(".") or "0"


def _bar(bar: Bar, y: float, most: float, words: Words) -> list[str]:
    label, top = y + LABEL, y + LABEL + 4
    parts = [
        f'<text class="cb-chart__label" x="0" y="{label:g}">{escape(bar.label)}</text>',
        f'<text class="cb-chart__value" x="100%" y="{label:g}" text-anchor="end">{words(bar.value)}</text>',
        f'<rect class="cb-chart__bar" x="0" y="{top:g}" width="{_along(bar.value, most)}" height="{BAR}"/>',
    ]
    if bar.high > bar.low:
        low, high, middle = _along(bar.low, most), _along(bar.high, most), top + BAR / 2
        ends = [(low, high, middle, middle), (low, low, middle - 4, middle + 4), (high, high, middle - 4, middle + 4)]
        parts += [
            f'<line class="cb-chart__range" x1="{x1}" x2="{x2}" y1="{y1:g}" y2="{y2:g}"/>' for x1, x2, y1, y2 in ends
        ]
    return parts


def _along(value: float, most: float) -> str:
    """Return the position of a value on the axis, as a percentage of the width."""
    return f"{100 * min(value / most, 1.0) if most else 0.0:.2f}%"


def sheet(data: Sheet) -> str:
    """Return the HTML of a collapsible table with several statistics of the same items, for use below their charts."""
    columns = data.columns
    head = "".join(f'<th scope="col">{escape(column.heading)}</th>' for column in columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(label)}</th>{"".join(_figure(c.bars[row], WORDS[c.kind]) for c in columns)}</tr>'
        for row, label in enumerate(data.labels)
    )
    return (
        f'<details class="cb-figures" id="{data.key}"><summary>{escape(data.title)}</summary><div class="cb-scroll"><table class="cb-index">'
        f'<thead><tr><th scope="col">{escape(data.heading)}</th>{head}</tr></thead><tbody>{rows}</tbody></table></div></details>'
    )


def _figure(bar: Bar | None, words: Words) -> str:
    if bar is None:
        return "<td>-</td>"
    interval = f" <small>{format_interval(bar, words)}</small>" if bar.high > bar.low else ""
    return f"<td>{words(bar.value)}{interval}</td>"


def table(bars: Sequence[Bar], words: Words, heading: str, of: str) -> list[str]:
    """Return a collapsible table with the numbers of a chart, as lines of HTML.

    `of` is the heading of the column with totals.
    """
    counted = any(bar.of for bar in bars)
    head = (
        f'<th scope="col">{escape(heading) or "What"}</th><th scope="col">Value</th><th scope="col">95% interval</th>'
    )
    of_head = f'<th scope="col">{escape(of)}</th>' if counted else ""
    rows = []
    for bar in bars:
        interval = format_interval(bar, words) if bar.high > bar.low else "exact"
        total = f"<td>{bar.of:,}</td>" if counted else ""
        rows.append(
            f'<tr><th scope="row">{escape(bar.label)}</th><td>{words(bar.value)}</td><td>{interval}</td>{total}</tr>'
        )
    return [
        "<details><summary>The figures</summary>",
        f'<div class="cb-scroll"><table class="cb-index"><thead><tr>{head}{of_head}</tr></thead>',
        f"<tbody>{''.join(rows)}</tbody></table></div></details>",
    ]
