"""The contents of a tour book, which a game's provider makes from a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from combatbox.core.annotations import frozen

if TYPE_CHECKING:
    from combatbox.library.book import Book  # the engine in a browser has only a compiled book

TOUR = "a completed tour"
"""The name of the odds of whole tours, in addition to the names of events."""

Zone = tuple[str, int]
"""A zone on a leg of the flight: the leg, `out` or `back`, and the number of the zone."""


@frozen
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


@frozen
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
        note: the player's own note on the mission.
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
    note: str = ""

    @property
    def damage(self) -> str:
        """A description of the drawing of the bomber."""
        return f"The bomber with {sum(self.hits.values())} hits, and {len(self.crossed)} men and engines out"


@frozen
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


@frozen
class ManOnWall:
    """A man on the wall of the crew.

    Attributes:
        face: the number of his portrait.
        record: his missions and the fighters that he shot down.
        fate: what became of him; empty while he flies with the crew.
        is_dead: True if he died.
        is_present: True if he was at his station on the last mission.
        medals: the titles of his medals.
        ribbons: the ribbons on his chest: the name of each medal and the colours of its ribbon.
        awards: each medal with what it was awarded for.
    """

    name: str
    rank: str
    station: str
    face: int
    record: str
    fate: str
    is_dead: bool
    is_present: bool
    medals: Sequence[str] = ()
    ribbons: Sequence[tuple[str, Sequence[str]]] = ()
    awards: Sequence[tuple[str, str]] = ()

    @property
    def title(self) -> str:
        """His rank, name and station."""
        return f"{self.rank} {self.name}, {self.station}".strip()


@frozen
class Wall:
    """The wall of a crew.

    Attributes:
        bomber: the name of the last bomber.
        motif: the motif of her nose art.
        lettering: the words beside it.
        marks: the number of her missions.
        kills: the number of fighters that her gunners shot down.
        men: all men of the tour, in the order in which they joined.
    """

    bomber: str
    motif: str
    lettering: str
    marks: int
    kills: int
    men: Sequence[ManOnWall]


@frozen
class Tour:
    """A tour as the contents of a book.

    Attributes:
        title: the name of the bomber.
        result: a sentence about how the tour ended.
        crew: the station and name of each man on the first mission.
        bombers: the bombers, with their missions.
        honours: the headings and the lines of the roll of honour, each of which begins with the name of a man.
        closing: the statistics.
        about_odds: a description of the stored odds; empty if there are none for these tables.
        wall: the wall of the crew; None for a game without crews.
        notes: the names of men, each with the player's own note on him.
    """

    title: str
    result: str
    crew: Sequence[tuple[str, str]]
    bombers: Sequence[str]
    missions: Sequence[MissionEntry]
    honours: tuple[Sequence[str], Sequence[Sequence[str]]]
    closing: Sequence[Comparison]
    about_odds: str = ""
    wall: Wall | None = None
    notes: Sequence[tuple[str, str]] = ()

    @property
    def length(self) -> str:
        """The number of missions in words."""
        count = len(self.missions)
        return f"A tour of {count} missions" if count > 1 else "A tour of one mission"

    @property
    def note_on_odds(self) -> str:
        """The note below the closing statistics; empty if they are not compared with odds."""
        return f"Odds: shares of {self.about_odds}" if any(line.stored for line in self.closing) else ""


def with_percentage(count: int, of: int) -> str:
    """Return a count with its percentage: `13 of 25 (52%)`."""
    return f"{count} of {of} ({count / of:.0%})" if of else "none"


@frozen
class TourOdds:
    """The stored odds with which a tour is compared.

    Attributes:
        digest: the digest of the tables with which they were simulated; empty if there are none.
        about: a description of the odds.
        shares: the share of missions with each event, and of tours that were completed (`TOUR`).
    """

    digest: str = ""
    about: str = ""
    shares: Mapping[str, float] = field(default_factory=dict)

    def percentage(self, name: str, digits: int = 0) -> str:
        """Return the share of an event, or of `TOUR`, as a percentage; empty if the odds lack it."""
        return f"{self.shares[name]:.{digits}%}" if name in self.shares else ""


def tour_odds(book: Book) -> TourOdds:
    """Return the stored odds for the tables of a book; empty odds if there are none."""
    from combatbox.odds.stored_odds import fitting_odds  # a browser gets them with the sheets of the game

    stored = fitting_odds(book)
    if stored is None:
        return TourOdds()
    figures = {**stored.found.get("events", {}), TOUR: stored.found.get("tour_completion") or {}}
    shares = {name: float(figure["value"]) for name, figure in figures.items() if "value" in figure}
    return TourOdds(book.digest, f"{stored.order.missions:,} missions. {stored.text}", shares)
