"""The contents of a tour book, which a game's provider makes from a log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combatbox.library.book import Book

TOUR = "a completed tour"
"""The name of the odds of whole tours, in addition to the names of events."""

Zone = tuple[str, int]
"""A zone on a leg of the flight: the leg, `out` or `back`, and the number of the zone."""


@dataclass(frozen=True, slots=True)
class Route:
    """The route of a mission on the map.

    Attributes:
        target: the key of the target in the gazetteer.
        fought: the zones in which fighters attacked.
        lost: the zone where the bomber went down; None if it landed.
        landed: the key of the place on the map where the bomber landed; empty for the base.
    """

    target: str
    fought: tuple[Zone, ...] = ()
    lost: Zone | None = None
    landed: str = ""


@dataclass(frozen=True, slots=True)
class MissionEntry:
    """A mission in the tour book.

    Attributes:
        bomber: a text with the name of the bomber, and the number of this mission among the bomber's missions.
        day: a sentence about the day of the mission.
        facts: labels and texts that are printed beside the pictures.
        records: sentences about the fates of men and bombers.
        hits: the number of hits at each position on the drawing of the bomber.
        crossed: the parts of this drawing to cross out.
        route: the route, for games with a map.
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
    """A line of the closing statistics.

    Attributes:
        label: the event or quantity that is compared.
        tour: the value of this event or quantity in the tour, as text.
        stored: its value in the stored odds, as text; empty if the stored odds lack it.
    """

    label: str
    tour: str
    stored: str = ""


@dataclass(frozen=True, slots=True)
class Tour:
    """A tour as the contents of a book.

    Attributes:
        title: the name of the bomber.
        result: a sentence about how the tour ended.
        crew: the station and name of each man on the first mission.
        bombers: the bombers, with their missions.
        honours: the headings and the lines of the roll of honour.
        closing: the statistics.
        about_odds: a description of the stored odds; empty if there are none for these tables.
    """

    title: str
    result: str
    crew: Sequence[tuple[str, str]]
    bombers: Sequence[str]
    missions: Sequence[MissionEntry]
    honours: tuple[Sequence[str], Sequence[Sequence[str]]]
    closing: Sequence[Comparison]
    about_odds: str = ""


def share(count: int, of: int) -> str:
    """Return a count with its percentage: `13 of 25 (52%)`."""
    return f"{count} of {of} ({count / of:.0%})" if of else "none"


def comparable_odds(book: Book) -> tuple[str, Callable[..., str]]:
    """Return a description of the stored odds of a book, and a function that returns one of them as a percentage.

    The function takes the name of an event, or `TOUR`, and the number of digits after the point. Without stored odds
    for these tables, the description is empty, and so is each percentage.
    """
    from combatbox.odds.stored_odds import fitting_odds  # the engine in a browser prints no tour book

    stored = fitting_odds(book)
    figures = {**stored.found.get("events", {}), TOUR: stored.found.get("tour_completion") or {}} if stored else {}

    def odds(name: str, digits: int = 0) -> str:
        figure = figures.get(name, {})
        return f"{figure['value']:.{digits}%}" if "value" in figure else ""

    return f"{stored.order.missions:,} missions. {stored.text}" if stored else "", odds
