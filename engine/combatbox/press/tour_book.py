"""The tour book: a booklet about one tour, on pages of half a sheet, for reading or folding.

It prints the description that the game's provider makes from a log (`Tour`), and that `tour_page` shows as a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from combatbox.core.shapes import Drawing
from combatbox.press import art, drawings, flowables, tables
from combatbox.press import map as maps
from combatbox.press.catalogue import Catalogue, Product
from combatbox.press.chapters import draw_leaves, leaf_of
from combatbox.press.crew_wall import award_rows, page_drawings, printable
from combatbox.press.document import Document
from combatbox.press.flowables import Block, DrawPage, Flow, FlowFragment, Heading, Paragraph, Picture, impose, paginate
from combatbox.press.map_data import Atlas
from combatbox.press.style import MM, RULE, Box
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tour_data import MissionEntry, Tour
from combatbox.prose.chapters import Span, Words

_EDGE = 12 * MM
_FOOT = 6 * MM  # the number of the page
_GAP = 4 * MM
_MAP = 0.44  # of the width
_PICTURES = 44 * MM  # the height of the map and the drawing of a mission
_COVER = 90 * MM  # the height of the picture on the cover


def draw_book(document: Document, catalogue: Catalogue, product: Product, tour: Tour, atlas: Atlas | None) -> None:
    """Draw the book of a tour.

    Args:
        document: the document to draw into.
        catalogue: the catalogue of the game.
        product: the options of the book; an imposed book is arranged on sheets for folding.
        tour: the contents.
        atlas: the game's map; None if the game has none.
    """
    whole = leaf_of(document.paper).inside
    body = whole.top(whole.height - _FOOT)
    frames: list[list[FlowFragment]] = []
    for part in _parts(document, catalogue, printable(tour), atlas, body):
        with document.canvas.at(document.canvas.plan("Sect")):
            cut = [Flow(document, 0.95, outlined=False).cut(blocks, body.width) for blocks in part]
        fragments = [fragment for group in cut for fragment in _together(group, body.height)]
        frames += paginate(fragments, body.height)
    pages = [_page(frame, number, body) for number, frame in enumerate(frames, start=1)]
    if product.imposed:
        impose(document, pages, bookmark=product.title)
    else:
        draw_leaves(document, pages, tour.title)


def _together(group: Sequence[FlowFragment], height: float) -> Sequence[FlowFragment]:
    """Return fragments that stay on one page, if they fit one."""
    if sum(fragment.before + fragment.height for fragment in group) > height:
        return group
    return [*(replace(fragment, held=True) for fragment in group[:-1]), *group[-1:]]


def _page(frame: Sequence[FlowFragment], number: int, body: Box) -> DrawPage:
    """Return a function that draws a page and, except on the cover, its number."""

    def draw_it(surface: Surface) -> None:
        flowables.draw(surface, body, frame)
        if number > 1:
            with surface.canvas.artifact("Pagination"):
                surface.put(str(number), body.centre[0], body.bottom + _FOOT, style_of("footer"))

    return draw_it


def _parts(
    document: Document, catalogue: Catalogue, tour: Tour, atlas: Atlas | None, body: Box
) -> Iterator[Sequence[Sequence[Block]]]:
    """Yield the parts of the book, each of which begins a page, as blocks that stay together."""
    yield [list(_cover(document, catalogue, tour))]
    if tour.crew or tour.bombers:
        yield [list(_crew(tour))]
    walls = page_drawings(tour.wall) if tour.wall else ()
    missions = (list(_mission(catalogue, entry, atlas)) for entry in tour.missions)
    yield [*([_wall(document, wall, body)] for wall in walls), *missions]  # missions begin below the last men
    yield list(_honours(tour))


def _cover(document: Document, catalogue: Catalogue, tour: Tour) -> Iterator[Block]:
    def draw(surface: Surface, box: Box) -> None:
        art.draw(surface, catalogue.cover or "emblem", box, alt="none", colour="accent")

    yield Paragraph(catalogue.title.upper(), "overline")
    yield Heading(tour.title, 1)
    yield Paragraph(tour.length, "subheading")
    if tour.result:
        yield Paragraph(_as_is(tour.result), "note")
    yield Picture(draw, _COVER)
    yield Paragraph(_as_is(catalogue.credits), "note")
    yield Paragraph(_as_is(document.imprint.foot()), "note")


def _crew(tour: Tour) -> Iterator[Block]:
    if tour.crew:
        yield Heading("The crew", 2)
        yield tables.Table(tables.columns("", ""), tour.crew, place="crew")
    if tour.bombers:
        yield Heading("The bombers" if len(tour.bombers) > 1 else "The bomber", 2)
        yield from (Paragraph(_as_is(line)) for line in tour.bombers)


def _wall(document: Document, wall: Drawing, body: Box) -> Picture:
    """Return the wall of the crew as a picture, as large as fits a page."""
    scale = min(body.width / wall.width, body.height / wall.height)

    def draw(surface: Surface, box: Box) -> None:
        surface.raw.saveState()
        surface.raw.translate(box.aligned(wall.width * scale).x, surface.height - box.y)
        surface.raw.scale(scale, scale)
        drawings.draw(Surface(document, wall.width, 0), Box(0, 0, wall.width, wall.height), wall)
        surface.raw.restoreState()

    return Picture(draw, wall.height * scale, f"{wall.title}. {wall.description}")


def _mission(catalogue: Catalogue, entry: MissionEntry, atlas: Atlas | None) -> Iterator[Block]:
    """Yield a mission: its title, the sentence of the day, pictures, facts and records."""
    yield Heading(f"{entry.number}  {entry.title}", 2)
    yield Paragraph(_as_is(entry.bomber), "meta")
    yield Paragraph(_as_is(entry.day), "note")
    if entry.note:
        yield Paragraph(_as_is(entry.note))
    yield _pictures(catalogue.cover, entry, atlas)
    spans = [span for label, words in entry.facts for span in (Span(label, "bold"), Span(f" {words}.  "))]
    yield Paragraph(tuple(spans), "dense")
    if entry.records:
        yield Paragraph(_as_is(" ".join(entry.records)), "dense")


def _pictures(plane: str, entry: MissionEntry, atlas: Atlas | None) -> Picture:
    """Return the map with the route, if there is one, beside the bomber with its damage."""

    def draw(surface: Surface, box: Box) -> None:
        if atlas and entry.route:
            at, box = box.columns([box.width * _MAP, box.width * (1 - _MAP) - _GAP], _GAP)
            if seen := maps.route_scene(atlas, entry.route, at.width, at.height):
                drawings.draw(surface, at, seen)
                surface.box(at.top(seen.height).start(seen.width), weight=RULE)
        placed = art.draw(surface, plane, box, alt="none", stations=True)
        for part in entry.crossed:
            surface.crossed(placed.anchor(part).inset(-1.5), colour="alarm")
        for (x, y), count in entry.hits.items():
            at_x, at_y = placed.spot(x, y)
            surface.circle(at_x, at_y, 4.6, weight=None, fill="alarm")
            surface.put(str(count), at_x - 2.1 * len(str(count)), at_y + 2.7, style_of("map-zone"))

    seen = maps.route_scene(atlas, entry.route, _PICTURES, _PICTURES) if atlas and entry.route else None
    return Picture(draw, _PICTURES, f"{seen.title}. {seen.description} {entry.damage}" if seen else entry.damage)


def _honours(tour: Tour) -> Iterator[Sequence[Block]]:
    """Yield the roll of honour, the closing statistics and the decorations, each as blocks that stay together."""
    heads, lines = tour.honours
    if lines:
        yield Heading("Roll of honour", 2), tables.dense(tables.columns(*heads), lines, "roll of honour")
    if tour.notes:
        yield Heading("Notes", 2), tables.Table(tables.columns("", ""), tour.notes, place="notes")
    note = tour.note_on_odds
    columns = tables.columns("", "This tour", "Odds")[: 3 if note else 2]
    rows = [(line.label, line.tour, line.stored or "–")[: len(columns)] for line in tour.closing]
    figures = tables.Table(columns, rows, pad=tables.TIGHT, place="figures")
    after = [Paragraph(_as_is(note), "note")] if note else []
    yield Heading("The tour in figures", 2), figures, *after
    if tour.wall and (awards := award_rows(tour.wall)):
        columns = tables.columns("Name", "Award", "For")
        yield Heading("Decorations", 2), tables.dense(columns, awards, "decorations")


def _as_is(words: str) -> Words:
    """Return a text without marks of emphasis: what players write may hold asterisks."""
    return (Span(words),)
