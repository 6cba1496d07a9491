"""A game's statistics: the counts of each run, the figures computed from them, and the charts that show the figures.

The module has three parts: what is counted (`Share`, `Mean`, `Chain`) and estimated from it, with confidence intervals;
what is shown (`Bar`, `Chart`, `Sheet`, `Group`), which knows no counts; and what a game declares (`Figures` and others).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from math import hypot, sqrt
from typing import Annotated, Any

from combatbox.core.annotations import Min, frozen
from combatbox.core.tables import Rulebook

# ---- what is counted


Mark = tuple[str | int, ...]
"""The key of a count: `("mission", 7, "lost")`. A variable number comes last: `("mission", 7, "men_lost", 3)`."""


@frozen
class Share:
    """A share: the number of runs (`hits`) out of all runs (`of`) in which something occurred."""

    hits: int
    of: int


@frozen
class Mean:
    """The mean of a set of numbers, stored as a count for each number."""

    counts: Mapping[int, int]


@frozen
class Chain:
    """The probability that several independent events all occur, as the shares of the single events."""

    shares: tuple[Share, ...]


def mean_of(counted: Mapping[Mark, int], *scopes: Mark) -> Mean:
    """Return the mean of the numbers that were counted under these keys.

    A statistics key is a tuple whose last item is the number counted, such as `("mission", 7, "men_lost", 2)`.

    Args:
        counted: the count of each statistics key.
        scopes: the keys to include, each without its last item: `("mission", 7, "men_lost")`.

    Example:
        >>> mean_of({("men_lost", 0): 9, ("men_lost", 2): 1}, ("men_lost",)).counts
        {0: 9, 2: 1}
    """
    sizes = {len(scope) + 1 for scope in scopes}
    counts: dict[int, int] = {}
    for mark, times in counted.items():
        if len(mark) in sizes and mark[:-1] in scopes:
            counts[int(mark[-1])] = counts.get(int(mark[-1]), 0) + times
    return Mean(counts)


Z95 = 1.959963984540054
"""The 97.5th percentile of the normal distribution, for 95 % intervals."""


@frozen
class Estimate:
    """A share or mean with its 95 % interval, and the exact value if it is known."""

    value: float
    low: float
    high: float
    exact: float | None = None

    def to_json(self) -> dict[str, float | None]:
        """Return the estimate as plain data for JSON."""
        return asdict(self)

    def power(self, times: int) -> Estimate:
        """Return the probability of `times` independent successes in a row."""
        exact = None if self.exact is None else self.exact**times
        return Estimate(self.value**times, self.low**times, self.high**times, exact)


def estimate(hits: int, runs: int) -> Estimate:
    """Return the share `hits` out of `runs`, with its Wilson interval.

    Example:
        >>> found = estimate(30, 100)
        >>> f"{found.value:.0%}, from {found.low:.1%} to {found.high:.1%}"
        '30%, from 21.9% to 39.6%'
    """
    share = hits / runs
    middle = (share + Z95 * Z95 / (2 * runs)) / (1 + Z95 * Z95 / runs)
    half = Z95 * sqrt(share * (1 - share) / runs + Z95 * Z95 / (4 * runs * runs)) / (1 + Z95 * Z95 / runs)
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def mean(numbers: Mean) -> Estimate:
    """Return a mean with its 95 % interval, using the normal distribution.

    The bounds are limited to the range of the numbers counted.
    """
    runs = sum(numbers.counts.values())
    total = sum(value * times for value, times in numbers.counts.items())
    squares = sum(value * value * times for value, times in numbers.counts.items())
    middle, spread = (
        total / runs,
        (squares * runs - total * total) / (runs * runs),
    )  # whole numbers, so that their order has no effect
    half = Z95 * sqrt(spread / runs)
    return Estimate(middle, max(min(numbers.counts), middle - half), min(max(numbers.counts), middle + half))


def margin(ours: Mapping[str, float], theirs: Mapping[str, float]) -> tuple[float, float, float]:
    """Return the difference of two independent shares with its 95 % interval.

    This is Newcombe's interval.

    Args:
        ours: an estimate as plain data.
        theirs: the estimate to subtract.

    Returns:
        The difference, its lower bound and its upper bound.
    """
    value = ours["value"] - theirs["value"]
    below = hypot(ours["value"] - ours["low"], theirs["high"] - theirs["value"])
    above = hypot(ours["high"] - ours["value"], theirs["value"] - theirs["low"])
    return value, value - below, value + above


# ---- what is shown


@frozen
class Bar:
    """One bar of a chart: a share or number with its interval.

    Attributes:
        low: the lower bound; equal to `high` for a value without an interval.
        of: the number of runs on which the value is based.
    """

    label: str
    value: float
    low: float
    high: float
    of: int = 0


def bar(label: str, figure: Mapping[str, float], of: int = 0) -> Bar:
    """Return the bar of a chart for an estimate in the form of plain data.

    An exact value has no interval.

    Args:
        label: the label of the bar.
        figure: the estimate.
        of: the number of runs on which the estimate is based.
    """
    exact = figure.get("exact")
    if exact is not None:
        return Bar(label, exact, exact, exact, of)
    return Bar(label, figure["value"], figure["low"], figure["high"], of)


Words = Callable[[float], str]


def share(value: float | Fraction) -> str:
    """Format a share or a probability as a percentage: `81.1%`."""
    return f"{float(value) * 100:.1f}%"


def fine_share(value: float) -> str:
    """Format a small share with two decimals: `0.53%`."""
    return f"{value:.2%}"


def number(value: float) -> str:
    """Format a number with two decimals: `1.25`."""
    return f"{value:.2f}"


def count(value: float) -> str:
    """Format a whole number with separators: `12,000`."""
    return f"{value:,.0f}"


def format_interval(bar: Bar, words: Words = share) -> str:
    """Format the interval of a bar: `7.9% to 12.6%`."""
    return f"{words(bar.low)} to {words(bar.high)}"


@frozen
class Chart:
    """Bars with a title.

    Attributes:
        key: an id that is unique on the page.
        about: a sentence that describes what the bars show.
        shares: True if the values are shares, False if they are numbers.
        heading: the heading of the column of labels.
        of: the noun for the items that are counted.
    """

    key: str
    title: str
    about: str
    bars: Sequence[Bar]
    shares: bool = True
    heading: str = ""
    of: str = "Missions"


@frozen
class Column:
    """A column of a sheet of figures.

    Attributes:
        bars: one bar for each row; None where nothing was counted.
        kind: the format of the values: `share`, `number` or `count`.
    """

    heading: str
    bars: Sequence[Bar | None]
    kind: str = "share"


@frozen
class Sheet:
    """A table of figures, with several columns and a labelled row for each subject."""

    key: str
    title: str
    heading: str
    labels: Sequence[str]
    columns: Sequence[Column]


def sheet_of(
    key: str,
    title: str,
    labels: Mapping[str, str],
    scopes: Mapping[str, Any],
    columns: Iterable[tuple[str, str, str]],
    of: tuple[str, str],
) -> Sheet:
    """Return the sheet of all figures, with a row for each scope, such as a mission.

    Args:
        key: an id that is unique on the page.
        title: the heading of the labels, and the title after `All figures`: `Mission: mission by mission`.
        labels: the label of each scope.
        scopes: the figures of each scope, as plain data.
        columns: the name, the heading and the kind of each figure to show.
        of: the name and the heading of the number of runs in a scope.
    """
    parts = [scopes[name] for name in labels]
    shown = [
        Column(words, [bar("", part[name]) if part[name] else None for part in parts], kind)
        for name, words, kind in columns
    ]
    runs = Column(of[1], [Bar("", part[of[0]], 0, 0) for part in parts], "count")
    heading, _, each = title.partition(": ")
    return Sheet(key, f"All figures, {each}", heading, list(labels.values()), [*shown, runs])


@frozen
class Group:
    """Charts and sheets under a common title, with a sentence about them."""

    title: str
    parts: Sequence[Chart | Sheet]
    text: str = ""


# ---- what a game declares


@frozen
class Measure:
    """A number at the end of a mission that the adviser compares.

    Attributes:
        key: the name of the measure in data.
        title: the label.
        of: a function that returns the number from a final state; 0 or 1 for a `share`.
        share: True if the measure is a share of missions.
        good: +1 if a higher number is better, -1 if a lower one is.
        unit: the text after the number.
    """

    key: str
    title: str
    of: Callable[[Any], int]
    share: bool = True
    good: int = 1
    unit: str = ""


@frozen
class DayScore:
    """How the points of a mission of the day are counted, and what differs between the flights of its par.

    Attributes:
        guns: the tables on which the player's guns fire; their dice differ from flight to flight.
        points: the points for one of each measure that the code of the game declares: `men_lost: -10`.
    """

    guns: Annotated[list[str], Min(1)]
    points: dict[str, float]


@frozen
class ComparedEvent:
    """A tally key by which players and rulings are compared.

    Attributes:
        event: the tally key.
        title: the title of the chart.
        about: a description of the chart.
        said: a description of the event, as the subject and verb of a sentence.
    """

    key: str
    event: str
    title: str
    about: str
    said: str


Shown = Callable[[Any, Callable[[str], str], Mapping[str, Any]], Sequence[Group]]
"""Returns the charts and sheets to show.

Its arguments are the constants, a function that translates terms of the data into English, and the figures as plain
data (an Estimate as its value, low, high and exact).
"""


@frozen
class Figures:
    """A game's counts in addition to its tally, and their presentation.

    Attributes:
        setup: a function that returns the names for the mission with this number, with a crew that has the usual
            experience at this point in a tour.
        count: a function that returns a statistics key for each outcome that counts in one run, which is a mission or a
            whole tour.
        work_out: a function that returns the figures, as nested mappings of Share, Mean, Chain and plain data. The key
            `tour_completion` (a Chain or Share, if it can be computed) is the probability of finishing a tour, and
            `tour_method` explains it.
        before: a function that returns the charts and sheets to show before the list of how missions end.
        after: a function that returns the charts and sheets to show after that list.
        flown: a function that returns a sentence about the whole tours that were simulated; empty if there were none.
        apart: a function that returns the tally keys that these figures cover; the list of how missions end omits them.
        compared: the tally keys by which other players and rulings are compared.
    """

    setup: Callable[[Rulebook, int], Any]
    count: Callable[[Rulebook, Any], Iterable[Mark]]
    work_out: Callable[[Rulebook, Mapping[Mark, int]], dict[str, Any]]
    before: Shown
    after: Shown = lambda _const, _say, _figures: ()
    flown: Callable[[Any, Mapping[str, Any]], str] = lambda _const, _figures: ""
    apart: Callable[[Any], Collection[str]] = lambda _const: ()
    compared: tuple[ComparedEvent, ...] = ()


@frozen
class Follower:
    """A game's functions that follow a roll to its end, for exact odds.

    Without a follower, a roll ends with its last nested row.

    Attributes:
        first: a function that makes the roll on a table, in a column, and returns True if another step follows.
        then: a function that makes the next step, and returns True if another step follows.
        rest: a function that returns a copy of a state without everything that can no longer matter. States with equal
            futures are then equal.
        facts: a function that returns the outcome that a state shows, as codes.
    """

    first: Callable[[Any, str, str], bool]
    then: Callable[[Any], bool]
    rest: Callable[[Any], Any]
    facts: Callable[[Any], Iterable[str]]
