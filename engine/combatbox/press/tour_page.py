"""The tour book as plain data for a page: the contents of the printed book, with drawings as SVG.

It needs only a compiled book and the sheets of the game as JSON (`shop.sheet_set`), as `charts` does, so that the engine
in a browser can make it, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from combatbox.core.events import Journal
from combatbox.core.tables import Rulebook
from combatbox.play.medals import Medal
from combatbox.press import art, charts
from combatbox.press import map as maps
from combatbox.press.crew_wall import NARROW, WIDE, award_rows, motifs, printable, wall_drawing
from combatbox.press.drawings import write_svg
from combatbox.press.errors import PressError, known
from combatbox.press.map_data import Atlas, parse_atlas
from combatbox.press.style import Box
from combatbox.press.tour_data import MissionEntry, Tour, TourOdds

if TYPE_CHECKING:
    from combatbox.play.book import Book

WALLS = {"wide": WIDE, "narrow": NARROW}
"""The arrangements of the wall, with the number of portraits side by side."""

_MAP_WIDTH, _MAP_HEIGHT = 200.0, 150.0  # points; labels are legible where a page shows the map at this size or larger


def wall_page(
    book: Book, rules: Rulebook, journal: Journal, sheets: str, motif: str = "", lettering: str = ""
) -> dict[str, Any]:
    """Return the wall of the crew of a tour.

    Args:
        book: the book of the game.
        rules: the rulebook of the log.
        journal: the log of the tour.
        sheets: the sheets of the game as JSON, from `shop.sheet_set`.
        motif: the motif of the nose art; empty for the one that follows from the bomber's name.
        lettering: the words beside it; empty for the bomber's name.

    Returns:
        `title`, `motif`, `motifs` (all names), `lettering`, the SVG of the wall `wide` and `narrow`, and `awards`: rows of
        man, medal and what he earned it for.

    Raises:
        CombatBoxError: no mission is in the record yet, the game has no crews, or there is no such motif.
    """
    with charts.reported_to_player():
        tour, _facts = _read(book, rules, journal, sheets)
        if tour.wall is None:
            raise PressError("this game has no crews")
        wall = replace(
            tour.wall, motif=motif or tour.wall.motif, lettering=" ".join(lettering.split()) or tour.wall.lettering
        )
        known("motif", wall.motif, dict.fromkeys(motifs()))
        return {
            "title": wall.bomber,
            "motif": wall.motif,
            "motifs": motifs(),
            "lettering": wall.lettering,
            "awards": award_rows(wall),
            **{
                name: write_svg(wall_drawing(printable(wall), columns), f"wall-{name}")
                for name, columns in WALLS.items()
            },
        }


def tour_page(book: Book, rules: Rulebook, journal: Journal, sheets: str) -> dict[str, Any]:
    """Return the book of a tour.

    Args:
        book: the book of the game.
        rules: the rulebook of the log.
        journal: the log of the tour.
        sheets: the sheets of the game as JSON, from `shop.sheet_set`.

    Returns:
        The fields of `Tour`, its `length` and `note_on_odds`, and the rows of `award_rows` as `awards`. `plane` is the drawing
        of the bomber: its name and size. Each mission has, besides the fields of `MissionEntry`, the hits as [x, y, count]
        and the crosses as [x, y, radius] on this drawing, their description `damage`, and `map`, which is SVG or empty.

    Raises:
        CombatBoxError: no mission is in the record yet, or the tables lack something that the book needs.
    """
    with charts.reported_to_player():
        tour, facts = _read(book, rules, journal, sheets)
        atlas = parse_atlas(facts["atlas"]) if facts["atlas"] else None
        plane = art.load(facts["cover"])
        return {
            **asdict(tour),
            "length": tour.length,
            "note_on_odds": tour.note_on_odds,
            "awards": award_rows(tour.wall) if tour.wall else [],
            "plane": {"art": plane.name, "width": plane.width, "height": plane.height},
            "missions": [_mission(entry, plane.name, atlas) for entry in tour.missions],
        }


def _read(book: Book, rules: Rulebook, journal: Journal, sheets: str) -> tuple[Tour, Mapping[str, Any]]:
    """Return the contents of the book of a tour, and the data of the game's sheets."""
    facts, provider, context = charts.read_sheet_set(book, rules, sheets)
    if provider.tour is None:
        raise PressError("this game has no tour book")
    odds = TourOdds(**facts["odds"])
    fitting = odds if odds.digest == book.digest else TourOdds()
    medals = [Medal(**medal) for medal in facts["medals"]]
    tour = provider.tour(replace(context, odds=fitting, medals=medals), journal.events, journal.header)
    if not tour.missions:
        raise PressError("the tour has no finished mission yet")
    return tour, facts


def _mission(entry: MissionEntry, plane: str, atlas: Atlas | None) -> Mapping[str, Any]:
    """Return a mission as plain data."""
    drawing = art.load(plane)
    placed = art.place(plane, Box(0, 0, drawing.width, drawing.height))
    circles = [placed.anchor(part) for part in entry.crossed]
    return {
        **asdict(entry),
        "hits": [[*placed.spot(x, y), count] for (x, y), count in entry.hits.items()],
        "crossed": [[*circle.centre, circle.width / 2] for circle in circles],
        "damage": entry.damage,
        "map": _map(entry, atlas),
    }


def _map(entry: MissionEntry, atlas: Atlas | None) -> str:
    """Return the map with the route of a mission as SVG; empty without a map or a target on it."""
    seen = maps.route_scene(atlas, entry.route, _MAP_WIDTH, _MAP_HEIGHT) if atlas and entry.route else None
    return write_svg(seen, f"route-{entry.number}", kind=maps.MAP, framed=True) if seen else ""
