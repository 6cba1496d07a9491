"""What a game adds to its odds: counts taken of each run, and shares, means and chains worked out from them.

A game says what it counts and what follows; how far a figure can be trusted (its interval) is for `odds` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from combatbox.core.tables import Rulebook

Mark = tuple[str | int, ...]
"""What is counted: `("mission", 7, "lost")`. A number that varies stands last: `("mission", 7, "men_lost", 3)`."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    hits: int
    of: int


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of numbers, each with how often it came."""

    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Chain:
    """The chance that all of these come true, one after the other; each was counted apart from the others."""

    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """What a game counts beyond its tally.

    setup: what names a mission of that number is flown with, for a crew as far on as the campaign. count: the marks
    of one run, a mission or a whole tour. work_out: the figures, as nested mappings of Share, Mean, Chain and plain
    data; of them `tour_completion` (a Chain or Share, where it can be told) stands for the chance to finish a tour,
    and `tour_method` says what it means.
    """

    setup: Callable[[Rulebook, int], Mapping[str, Any]]
    count: Callable[[Rulebook, Any], Iterable[Mark]]
    work_out: Callable[[Rulebook, Mapping[Mark, int]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
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
