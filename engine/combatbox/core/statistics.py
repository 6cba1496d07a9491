"""What a game adds to its odds: counts taken of each run, and shares, means and chains worked out from them.

A game says what it counts and what follows; how far a figure can be trusted (its interval) is for `odds` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Any

from combatbox.core.tables import Rulebook

Mark = tuple[str | int, ...]
"""What is counted: `("mission", 7, "lost")`. A number that varies stands last: `("mission", 7, "men_lost", 3)`."""


@dataclass(frozen=True)
class Share:
    """So many of so many."""

    hits: int
    of: int


@dataclass(frozen=True)
class Mean:
    """The mean of numbers, each with how often it came."""

    counts: Mapping[int, int]


@dataclass(frozen=True)
class Chain:
    """The chance that all of these come true, one after the other; each was counted apart from the others."""

    shares: tuple[Share, ...]


def mean_of(counted: Mapping[Mark, int], *scopes: Mark) -> Mean:
    """The mean of the numbers that stand behind these scopes in what was counted: `("mission", 7, "men_lost")`."""
    sizes = {len(scope) + 1 for scope in scopes}
    counts: dict[int, int] = {}
    for mark, times in counted.items():
        if len(mark) in sizes and mark[:-1] in scopes:
            counts[int(mark[-1])] = counts.get(int(mark[-1]), 0) + times
    return Mean(counts)


Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution, for intervals of 95 %."""

Z99 = 2.5758293035489004
"""The 99.5 % point, for what is called a difference beyond chance."""


@dataclass(frozen=True)
class Estimate:
    """A share of runs with its 95 % interval (Wilson), and the exact value where one is known."""

    value: float
    low: float
    high: float
    exact: float | None = None

    def to_json(self) -> dict[str, float | None]:
        """As plain data."""
        return {"value": self.value, "low": self.low, "high": self.high, "exact": self.exact}

    def power(self, times: int) -> Estimate:
        """The chance to succeed `times` times in a row, when each time is independent of the others."""
        exact = None if self.exact is None else self.exact**times
        return Estimate(self.value**times, self.low**times, self.high**times, exact)


def estimate(hits: int, runs: int) -> Estimate:
    """The share `hits` of `runs` with its Wilson interval."""
    share = hits / runs
    middle = (share + Z95 * Z95 / (2 * runs)) / (1 + Z95 * Z95 / runs)
    half = Z95 * sqrt(share * (1 - share) / runs + Z95 * Z95 / (4 * runs * runs)) / (1 + Z95 * Z95 / runs)
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def mean(numbers: Mean) -> Estimate:
    """A mean with its 95 % interval by the normal distribution; the bounds stay within the numbers seen."""
    runs = sum(numbers.counts.values())
    total = sum(value * times for value, times in numbers.counts.items())
    squares = sum(value * value * times for value, times in numbers.counts.items())
    middle, spread = total / runs, (squares * runs - total * total) / (runs * runs)  # whole numbers: in any order
    half = Z95 * sqrt(spread / runs)
    return Estimate(middle, max(min(numbers.counts), middle - half), min(max(numbers.counts), middle + half))


def margin(ours: Mapping[str, float], theirs: Mapping[str, float]) -> tuple[float, float, float]:
    """The difference of two shares that were found apart, with its 95% interval by their own (Newcombe)."""
    value = ours["value"] - theirs["value"]
    below = hypot(ours["value"] - ours["low"], theirs["high"] - theirs["value"])
    above = hypot(ours["high"] - ours["value"], theirs["value"] - theirs["low"])
    return value, value - below, value + above


@dataclass(frozen=True)
class Measure:
    """A number in which the end of a mission is good or bad, for an adviser to count.

    key: for data. title: as it is shown. of: the number in a state at the end, 0 or 1 where it is a `share` of missions.
    good: +1 where more is better, -1 where less is. unit: what stands behind the number.
    """

    key: str
    title: str
    of: Callable[[Any], int]
    share: bool = True
    good: int = 1
    unit: str = ""


# ---- as they are shown


@dataclass(frozen=True)
class Bar:
    """One bar: a share or number with its interval (none where low is high). of: how many it is taken from."""

    label: str
    value: float
    low: float
    high: float
    of: int = 0


def bar(label: str, figure: Mapping[str, float], of: int = 0) -> Bar:
    """A bar of an estimate as plain data; an exact value has no interval."""
    exact = figure.get("exact")
    if exact is not None:
        return Bar(label, exact, exact, exact, of)
    return Bar(label, figure["value"], figure["low"], figure["high"], of)


Words = Callable[[float], str]


def share(value: float) -> str:
    """A share as text: `81.1%`."""
    return f"{value * 100:.1f}%"


def number(value: float) -> str:
    """A number as text: `1.25`."""
    return f"{value:.2f}"


def count(value: float) -> str:
    """A whole number as text: `12,000`."""
    return f"{value:,.0f}"


def between_of(bar: Bar, words: Words = share) -> str:
    """The interval as text: `7.9% to 12.6%`."""
    return f"{words(bar.low)} to {words(bar.high)}"


@dataclass(frozen=True)
class Chart:
    """Bars with a title. key: an id that is unique on the page. about: what the bars show, in a sentence.

    shares: they are shares, else numbers. heading: of the column of labels. of: what they are counted of.
    """

    key: str
    title: str
    about: str
    bars: Sequence[Bar]
    shares: bool = True
    heading: str = ""
    of: str = "Missions"


@dataclass(frozen=True)
class Column:
    """A column of a sheet of figures: its heading, a bar for each row (None where nothing was counted).

    kind: how its values are written: `share`, `number` or `count`.
    """

    heading: str
    bars: Sequence[Bar | None]
    kind: str = "share"


@dataclass(frozen=True)
class Sheet:
    """Several figures of the same things side by side, each row with its label."""

    key: str
    title: str
    heading: str
    labels: Sequence[str]
    columns: Sequence[Column]


@dataclass(frozen=True)
class Group:
    """Charts and sheets under a title, with a sentence about them."""

    title: str
    parts: Sequence[Chart | Sheet]
    text: str = ""


@dataclass(frozen=True)
class Compared:
    """What of the tally is set beside that of another player or ruling.

    event: its word in the tally. title, about: of the chart. said: what happens, as the subject and verb of a sentence.
    """

    key: str
    event: str
    title: str
    about: str
    said: str


Shown = Callable[[Any, Callable[[str], str], Mapping[str, Any]], Sequence[Group]]
"""From the constants, the game's way of saying and the figures as plain data (an Estimate as its value, low, high and
exact) to what is shown."""


@dataclass(frozen=True)
class Figures:
    """What a game counts beyond its tally, and how it is shown.

    setup: what names a mission of that number is flown with, for a crew as far on as the campaign. count: the marks
    of one run, a mission or a whole tour. work_out: the figures, as nested mappings of Share, Mean, Chain and plain
    data; of them `tour_completion` (a Chain or Share, where it can be told) stands for the chance to finish a tour,
    and `tour_method` says what it means.

    before, after: what is shown before how missions end, and after it. flown: a sentence on whole tours that were
    flown, none for none. apart: words of the tally that these tell, so that the list of how missions end does not.
    compared: what other players and rulings are compared by.
    """

    setup: Callable[[Rulebook, int], Any]
    count: Callable[[Rulebook, Any], Iterable[Mark]]
    work_out: Callable[[Rulebook, Mapping[Mark, int]], dict[str, Any]]
    before: Shown
    after: Shown
    flown: Callable[[Any, Mapping[str, Any]], str]
    apart: Callable[[Any], Collection[str]]
    compared: tuple[Compared, ...] = ()


@dataclass(frozen=True)
class Follower:
    """How a game follows a single roll to its end for exact odds; without one a roll ends with its last nested row.

    first: the roll itself on a table, in a column; then: each step after it; both True while there is another step.
    rest: a state without all that cannot matter any more, so that states that go on alike become equal. facts: what a
    state shows, as codes.
    """

    first: Callable[[Any, str, str], bool]
    then: Callable[[Any], bool]
    rest: Callable[[Any], Any]
    facts: Callable[[Any], Iterable[str]]
