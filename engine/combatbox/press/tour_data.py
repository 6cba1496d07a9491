"""The contents of a tour book, as a game's provider makes them from a log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combatbox.core.events import Event, Header
    from combatbox.press.provider import SheetContext

Zone = tuple[str, int]
"""A leg, `out` or `back`, and the number of a zone."""


@dataclass(frozen=True, slots=True)
class Route:
    """The way of a mission on the map.

    target: its key in the gazetteer. fought: the zones with fighters. lost: where the bomber went down; None if it landed.
    landed: the key of another place on the map where it landed; empty for the base.
    """

    target: str
    fought: tuple[Zone, ...] = ()
    lost: Zone | None = None
    landed: str = ""


@dataclass(frozen=True, slots=True)
class MissionEntry:
    """A mission in the book.

    bomber: its name, and what number this mission is for it. day: the sentence of the day. facts: labels and words beside the
    pictures. records: what became of men and bombers. hits: how often each spot of the drawing was hit. crossed: the parts of the
    drawing that were put out. route: its way, for games with a map.
    """

    number: int
    title: str
    bomber: str
    day: str
    facts: tuple[tuple[str, str], ...] = ()
    records: tuple[str, ...] = ()
    hits: Mapping[tuple[float, float], int] = field(default_factory=dict)
    crossed: tuple[str, ...] = ()
    route: Route | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A line of the closing statistics: a figure of the tour, and the same of the stored odds (empty if there is none)."""

    label: str
    tour: str
    stored: str = ""


@dataclass(frozen=True, slots=True)
class Tour:
    """A tour as a book.

    title: the name of the bomber. result: how the tour ended. crew: station and name of each man of the first mission. bombers:
    the bombers, with their missions. honours: the heads and lines of the roll of honour. closing: the statistics. about_odds: what
    the stored odds are of; empty if there are none for these tables.
    """

    title: str
    result: str
    crew: Sequence[tuple[str, str]]
    bombers: Sequence[str]
    missions: Sequence[MissionEntry]
    honours: tuple[Sequence[str], Sequence[Sequence[str]]]
    closing: Sequence[Comparison]
    about_odds: str = ""


TourReader = Callable[["SheetContext", "Sequence[Event]", "Header"], Tour]
"""Reads a tour from the events of its log."""


def share(count: int, of: int) -> str:
    """Return a count with its share: `13 of 25 (52%)`."""
    return f"{count} of {of} ({count / of:.0%})" if of else "none"
