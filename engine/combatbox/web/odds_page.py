"""The page of a game's stored odds, and its charts.

It has the results of missions, further statistics of the game, and the effects of the player's choices and of rulings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from combatbox.core.phrases import join_words
from combatbox.core.statistics import (
    Bar,
    Chart,
    ComparedEvent,
    Group,
    Sheet,
    Words,
    bar,
    count,
    fine_share,
    format_interval,
    margin,
    number,
    share,
)
from combatbox.core.table_views import capital
from combatbox.library.book import Book
from combatbox.odds.report import beside, groups_of, read_beside
from combatbox.odds.stored_odds import Stored, is_stale, stored_for
from combatbox.play.batch import SURVIVED, event_words
from combatbox.play.setup_choices import setup_choices
from combatbox.web import art
from combatbox.web.page_templates import macros
from combatbox.web.site_files import json_in_page

Found = Mapping[str, Any]


def page(book: Book) -> dict[str, Any] | None:
    """Return the data of a game's page of odds; None if no odds are stored."""
    stored = [item for item in stored_for(book) if item.found]
    if not stored:
        return None
    first = stored[0]
    groups = [*groups_of(book, first.found), *_compared(book, stored)]
    survived, model = _of_hundred(first), read_beside(book.key)
    return {
        "first": first,
        "stale": [item.title for item in stored if is_stale(book, item)],
        "opening": _opening(book, stored),
        "picture": hundred(survived, f"In {survived} of 100 missions {book.game.survives}", art.sign("sign-bomber")),
        "survives": book.game.survives,
        "orders": [(item, command(item)) for item in stored],
        "groups": [(one, [drawn(part) for part in one.parts]) for one in groups],
        "tour": _tour(book, first.found),
        "beside": beside(model, first.found.get("figures", {})) if model else None,
    }


def _opening(book: Book, stored: list[Stored]) -> list[str]:
    """Return the most important figures in sentences: success, other frequent events, and the largest effect."""
    first = stored[0]
    sentences = [f"In {_of_hundred(first)} of 100 missions {book.game.survives}."]
    tour = first.found.get("tour_completion")
    if tour:
        chance = bar("", tour).value
        if chance:
            sentences.append(f"Of tours of {book.missions} missions, 1 in {max(1, round(1 / chance)):,} is finished.")
    else:
        others = [(key, figure["value"]) for key, figure in first.found["events"].items() if key != SURVIVED]
        often = sorted(others, key=lambda one: -one[1])[:2]
        said = join_words([f"{_small(event_words(book, key))} in {value * 100:.0f}" for key, value in often])
        sentences.append(f"You will also see {said}." if said else "")
    changed = [item for item in stored[1:] if item.order.player == first.order.player]
    if changed:
        most = max(changed, key=lambda item: abs(_of_hundred(item) - _of_hundred(first)))
        sentences.append(
            f"Of the other ways to play, counted below, “{most.title}” changes this most: {_of_hundred(most)} of 100."
        )
    return [sentence for sentence in sentences if sentence]


def _of_hundred(item: Stored) -> int:
    """Return the number of missions out of a hundred that are survived."""
    return round(100 * bar("", item.found["mission_survival"]).value)


def _small(words: str) -> str:
    """Return a text with a lower-case first letter, for the middle of a sentence."""
    return words[:1].lower() + words[1:]


def command(item: Stored) -> str:
    """Return the command that repeats a stored simulation."""
    order = item.order
    options = [
        ("missions", order.missions),
        ("seed", order.seed),
        ("mission", order.mission),
        ("player", order.player if order.player != "doctrine" else ""),
        *(("sensible", kind) for kind in order.sensible),
        *(("always", f"{kind}={option}") for kind, option in order.always.items()),
        *(("ruling", f"{key}={option}") for key, option in order.rulings.items()),
        ("tours", order.tours),
        ("tables", Path(order.overlay or "").name),
    ]
    return " ".join([f"combatbox odds {order.game}", *(f"--{name} {value}" for name, value in options if value)])


class TourOdds(NamedTuple):
    """The probability of finishing a tour with its interval (empty for an exact value), and the results of campaigns."""

    value: str
    between: str
    method: str
    flown: str


def _tour(book: Book, figured: Found) -> TourOdds | None:
    """Return the odds of a tour; None if the game has no tours."""
    if "tour_completion" not in figured:
        return None
    figure, figures = bar("", figured["tour_completion"]), book.game.figures
    flown = figures.flown(book.const, figured.get("figures", {})) if figures else ""
    between = format_interval(figure, fine_share) if figure.low < figure.high else ""  # without: an exact value
    return TourOdds(fine_share(figure.value), between, figured["tour_method"], flown)


# ---- comparisons


def _compared(book: Book, stored: list[Stored]) -> list[Group]:
    if len(stored) < 2:
        return []
    words, figures = book.game.survives, book.game.figures
    survival = ComparedEvent("compare-home", SURVIVED, capital(words), f"Share of missions in which {words}.", words)
    asked = (survival, *(figures.compared if figures else ()))
    both = [one for one in asked if all(_figure_of(item, one) for item in stored)]
    charts = [
        Chart(
            one.key,
            one.title,
            one.about,
            [bar(item.title, _figure_of(item, one) or {}, item.order.missions) for item in stored],
            heading="Flown",
        )
        for one in both
    ]
    text = "Everything else is as it was: the same seed, so largely the same dice until the first difference."
    chance = next((item for item in stored if item.order.player == "random"), None)
    if chance:
        text += f" {_margins(asked, stored[0], chance)}"
    return [Group("What another player or ruling changes", charts, text)]


def _figure_of(item: Stored, one: ComparedEvent) -> Mapping[str, float] | None:
    """Return the stored share of an event; for survival, the exact probability if it is known."""
    figure: Mapping[str, float] | None = item.found["events"].get(one.event)
    return item.found["mission_survival"] if one.event == SURVIVED else figure


def _margins(asked: Sequence[ComparedEvent], doctrine: Stored, chance: Stored) -> str:
    """Return a sentence about how much better the doctrine is than random legal choices, for events that both have."""
    pairs = [(one, _figure_of(doctrine, one), _figure_of(chance, one)) for one in asked]
    differences = [f"{one.said} {_more(ours, theirs)}" for one, ours, theirs in pairs if ours and theirs]
    return f"Of a hundred missions with the usual answers, beside a hundred “{chance.title.lower()}” (as described below): {join_words(differences)}."


def _more(ours: Mapping[str, float], theirs: Mapping[str, float]) -> str:
    """Return the text of a difference with its 95% interval: `in 7.5 more (6.1 to 8.8)`."""
    value, low, high = margin(ours, theirs)
    points = f"in {abs(value) * 100:.1f} {'more' if value >= 0 else 'fewer'}"
    low, high = sorted((abs(low), abs(high))) if low * high > 0 else (low, high)
    return f"{points} ({low * 100:.1f} to {high * 100:.1f})"


# ---- simulated by the reader


MOST_OPTIONS = 8
"""The maximum number of options of a decision with standing orders. Decisions with more options name men or fighters,
so no standing order fits all decisions of the kind.
"""


def live(book: Book) -> dict[str, Any]:
    """Return the settings for a simulation that the reader starts on the page, and stored odds to compare with."""
    asked = setup_choices(book)
    stored = next(item for item in stored_for(book) if item.found)
    missions = stored.order.missions
    events = {word: round(figure["value"] * missions) for word, figure in stored.found["events"].items()}
    return {
        "missions": asked["titles"] or [f"Mission {number}" for number in range(1, book.missions + 1)],
        "rulings": asked["rulings"],
        "orders": list(_orders(book)),
        "stored": stored,
        "data": json_in_page({"game": book.key, "beside": {"missions": missions, "events": events}}),
    }


def _orders(book: Book) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield kinds of decision for which a standing order always fits: those with few options, all with wording.

    Yields:
        The kind, a question, and the wording of each option.
    """
    for kind, options in sorted(book.options().items()):
        asked = [place for place in book.places.values() if place.question and place.called == kind]
        words = {option: text for place in asked for option, text in place.options.items()}
        is_few = 2 <= len(options) <= MOST_OPTIONS and set(options) <= set(words)
        if asked and is_few and kind not in book.game.board.between:
            yield kind, asked[0].question, {option: words[option] for option in options}


# ---- charts as SVG: bars with intervals, a title, a description, and a table of the values
#
# The template `_charts.html.j2` draws them. Colours come from CSS classes of the page. Horizontal lengths are
# percentages, so that the size of text does not change on a phone. For the same reason a bar is below its label, not
# beside it.

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


class DrawnBar(NamedTuple):
    """A bar with its value and interval as texts; the interval is empty for an exact value.

    Attributes:
        y: the base line of its label.
        width: its length, and `low` and `high` the ends of its interval, as percentages of the width.
    """

    bar: Bar
    value: str
    interval: str
    y: int
    width: str
    low: str
    high: str


def chart(data: Chart) -> Markup:
    """Return a bar chart as HTML, with its numbers in a collapsible table below it."""
    words = share if data.shares else number
    marks = scale(max((bar.high for bar in data.bars), default=0.0), shares=data.shares)
    bars = [
        DrawnBar(
            bar,
            *_figure(bar, words),
            HEAD + index * ROW + LABEL,
            *(_along(value, marks[-1]) for value in (bar.value, bar.low, bar.high)),
        )
        for index, bar in enumerate(data.bars)
    ]
    ticks = [(f"{100 * value / marks[-1]:g}%", tick(value, words)) for value in marks]
    return _drawn("chart", data, bars, ticks, HEAD, HEAD + ROW * len(bars))


def _drawn(name: str, *arguments: Any) -> Markup:
    return Markup(getattr(macros("_charts.html.j2"), name)(*arguments))  # our own template


def sheet(data: Sheet) -> Markup:
    """Return the HTML of a collapsible table with several statistics of the same items, for use below their charts."""
    columns = [
        [_figure(bar, WORDS[column.kind]) if bar else ("-", "") for bar in column.bars] for column in data.columns
    ]
    return _drawn("sheet", data, columns)


def hundred(filled: int, about: str, sign: str) -> Markup:
    """Return a picture of a hundred symbols, of which the first `filled` are filled.

    Args:
        filled: the number of filled symbols, 0 to 100.
        about: the meaning of the filled symbols, for screen readers.
        sign: the SVG shapes of one symbol, 24 units wide and high.
    """
    full, rest = divmod(filled, ACROSS)
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


def _figure(bar: Bar, words: Words) -> tuple[str, str]:
    """Return the value of a bar and its interval as texts; the interval is empty for an exact value."""
    return words(bar.value), format_interval(bar, words) if bar.high > bar.low else ""


def _along(value: float, most: float) -> str:
    """Return the position of a value on the axis, as a percentage of the width."""
    return f"{100 * min(value / most, 1.0) if most else 0.0:.2f}%"
