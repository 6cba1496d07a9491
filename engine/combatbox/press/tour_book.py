"""The tour book: a booklet about one tour, on pages of half a sheet, for reading or folding.

Its contents are a `Tour`, which the game's provider makes from a log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from combatbox.core.shapes import Drawing
from combatbox.press import art, booklet, drawings, flowables, tables, text
from combatbox.press import map as maps
from combatbox.press.catalogue import Catalogue, Product
from combatbox.press.chapters import BookletPage, leaf_of
from combatbox.press.crew_wall import award_rows, page_drawings, printable
from combatbox.press.document import Document
from combatbox.press.geometry import Box
from combatbox.press.map_data import Atlas
from combatbox.press.style import BOLD, MM, RULE, THIN, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tagging import Element
from combatbox.press.tour_data import MissionEntry, Tour

_EDGE = 12 * MM
_FOOT = 6 * MM
_BETWEEN = 8 * MM  # the two missions of a page
_HEAD = 8.5 * MM  # the title of a mission
_LEAST = 34 * MM  # the pictures
_GAP = 4 * MM
_PARAGRAPH = 1.4 * MM  # above a paragraph below the pictures
_BOLD = "narrow-bold"
_MAP = 0.44  # of the width
_HIGHEST = 52 * MM  # the pictures
_SIZES = (8.5, 8.0, 7.5, 7.0)  # of the words of a mission, tried until they fit


def draw_book(document: Document, catalogue: Catalogue, product: Product, tour: Tour, atlas: Atlas | None) -> None:
    """Draw the book of a tour.

    Args:
        document: the document to draw into.
        catalogue: the catalogue of the game.
        product: the options of the book; an imposed book is arranged on sheets for folding.
        tour: the contents.
        atlas: the game's map; None if the game has none.
    """
    book = _Book(document, catalogue, printable(tour), atlas, leaf_of(document.paper))
    draws = list(book.pages())
    if product.imposed:
        booklet.impose(document, draws, bookmark=product.title)
        return
    for number, draw in enumerate(draws):
        size = (book.leaf.width, book.leaf.height)
        with document.page(size=size, margin=0, bookmark=None if number else tour.title, foot=False) as surface:
            draw(surface)


@dataclass(frozen=True, slots=True)
class _SetEntry:
    """A mission whose texts are laid out.

    Attributes:
        entry: the contents of the mission.
        look: the text style of the paragraphs below the pictures.
        day: the lines of the sentence of the day.
        below: the lines of the paragraphs below the pictures.
        height: the minimum height of the mission on a page.
    """

    entry: MissionEntry
    look: TextStyle
    day: Sequence[text.Line]
    below: Sequence[Sequence[text.Line]]
    height: float


@dataclass(frozen=True, slots=True)
class _Book:
    document: Document
    catalogue: Catalogue
    tour: Tour
    atlas: Atlas | None
    leaf: BookletPage

    @property
    def body(self) -> Box:
        """The part of a page inside its margins and above its number."""
        box = Box(0, 0, self.leaf.width, self.leaf.height).inset(_EDGE)
        return box.top(box.height - _FOOT)

    def pages(self) -> Iterator[booklet.Draw]:
        """Yield the functions that draw the pages, in reading order."""
        crew: list[booklet.Draw] = [self._draw_crew] if self.tour.crew or self.tour.bombers else []
        crew += [self._wall_page(drawn) for drawn in page_drawings(self.tour.wall)] if self.tour.wall else []
        drawn = [(draw, self.document.canvas.plan("Sect")) for draw in (self._draw_cover, *crew, *self._missions())]
        flowing = [(draw, None) for draw in self._flowing()]
        for number, (draw, section) in enumerate([*drawn, *flowing], start=1):
            yield self._numbered(draw, number, section)

    def _numbered(self, draw: booklet.Draw, number: int, section: Element | None) -> booklet.Draw:
        """Return a function that draws a page inside its section and, except on the cover, its page number."""

        def draw_it(surface: Surface) -> None:
            with self.document.canvas.at(section) if section else nullcontext():
                draw(surface)
            if number == 1:
                return
            look = style_of("footer")
            with surface.canvas.artifact("Pagination"):
                surface.put(str(number), self.leaf.width / 2, self.leaf.height - _EDGE, look)

        return draw_it

    # Cover and crew

    def _draw_cover(self, surface: Surface) -> None:
        box = Box(0, 0, self.leaf.width, self.leaf.height).inset(_EDGE)
        over, head = style_of("overline"), style_of("cover").sized(26)
        art.draw(surface, "emblem", box.top(20 * MM), alt="none", align="left", colour="accent")
        box = box.below(26 * MM)
        surface.text(self.catalogue.title.upper(), box.top(over.leading), over, place="title", tag="P")
        height = surface.paragraph(
            self.tour.title, box.below(over.leading + 3), head, place="title", tag="H1", marked=False
        )
        box = box.below(over.leading + 3 + height + 2 * MM)
        surface.line(box.x, box.y, box.right, box.y, weight=RULE, colour="accent")
        surface.text(self.tour.length, box.below(3 * MM).top(8 * MM), style_of("heading"), place="title", tag="P")
        box = box.below(12 * MM)
        note = style_of("note")
        if self.tour.result:
            box = box.below(surface.paragraph(self.tour.result, box, note.sized(10), place="result", marked=False))
        imprint = f"{self.catalogue.credits}\n{surface.document.imprint.foot()}"
        if self.catalogue.cover:
            art.draw(
                surface,
                self.catalogue.cover,
                box.top(box.height - 20 * MM),
                alt="none",
                stations=False,
                colour="accent",
            )
        surface.paragraph(imprint, box, note.sized(7.5), place="imprint", valign="bottom", marked=False)

    def _draw_crew(self, surface: Surface) -> None:
        box, head = self.body, style_of("title").sized(16)
        if self.tour.crew:
            surface.text("The crew", box.top(head.leading), head, place="crew", tag="H2")
            columns = [tables.Column("Station", header=True), tables.Column("Name")]
            crew = tables.Table(columns, self.tour.crew, headless=True)
            height = tables.set_table(crew, box.width, place="crew").draw(surface, box.below(head.leading + 2 * MM))
            box = box.below(head.leading + 2 * MM + height + 8 * MM)
        if self.tour.bombers:
            surface.text(
                "The bombers" if len(self.tour.bombers) > 1 else "The bomber",
                box.top(head.leading),
                head,
                place="bombers",
                tag="H2",
            )
            box = box.below(head.leading + 2 * MM)
            for line in self.tour.bombers:
                box = box.below(surface.paragraph(line, box, style_of("text"), place="bombers", marked=False))

    def _wall_page(self, wall: Drawing) -> booklet.Draw:
        """Return a function that draws a page of the wall of the crew, as large as fits."""

        def draw_it(surface: Surface) -> None:
            box = self.body
            scale = min(box.width / wall.width, box.height / wall.height)
            with surface.figure(f"{wall.title}. {wall.description}"):
                surface.raw.saveState()
                surface.raw.translate(box.x + (box.width - wall.width * scale) / 2, surface.height - box.y)
                surface.raw.scale(scale, scale)
                drawings.draw(Surface(self.document, wall.width, 0), Box(0, 0, wall.width, wall.height), wall)
                surface.raw.restoreState()

        return draw_it

    # Missions

    def _missions(self) -> Iterator[booklet.Draw]:
        """Yield the functions that draw pages of two missions, or of one that needs a whole page."""
        half = (self.body.height - _BETWEEN) / 2
        waiting: list[_SetEntry] = []
        for entry in self.tour.missions:
            mission = self._set(entry, half)
            if waiting and (mission.height > half or len(waiting) == 2):
                yield self._page(waiting)
                waiting = []
            if mission.height > half:
                yield self._page([mission])
            else:
                waiting.append(mission)
        if waiting:
            yield self._page(waiting)

    def _set(self, entry: MissionEntry, height: float) -> _SetEntry:
        """Lay out a mission in the largest type that fits a height, or in the smallest if none fits."""
        ways = (self._set_in(entry, size) for size in _SIZES)
        return next((way for way in ways if way.height <= height), None) or self._set_in(entry, _SIZES[-1])

    def _set_in(self, entry: MissionEntry, size: float) -> _SetEntry:
        wide = self.body.width
        look = style_of("dense").sized(size)
        day_look = style_of("note").sized(10.5)
        day = text.wrap(text.plain(entry.day, day_look), wide, day_look, "day")
        runs = [
            run
            for label, words in entry.facts
            for run in (text.Run(f"{label} ", _BOLD), *text.plain(f"{words}.  ", look))
        ]
        below = [text.wrap(runs, wide, look, "facts")]
        if entry.records:
            below.append(text.wrap(text.plain(" ".join(entry.records), look), wide, look, "records"))
        height = _HEAD + len(day) * day_look.leading + 1 * MM + _LEAST + _height(below, look)
        return _SetEntry(entry, look, day, below, height)

    def _page(self, entries: Sequence[_SetEntry]) -> booklet.Draw:
        def draw_it(surface: Surface) -> None:
            half = (self.body.height - _BETWEEN) / 2
            for number, mission in enumerate(entries):
                box = self.body if mission.height > half else self.body.below(number * (half + _BETWEEN)).top(half)
                self._draw_entry(surface, box, mission)

        return draw_it

    def _draw_entry(self, surface: Surface, box: Box, mission: _SetEntry) -> None:
        """Draw a mission: its title, the sentence of the day, pictures, facts and records."""
        entry, look = mission.entry, mission.look
        self._draw_head(surface, box.top(_HEAD), entry)
        day_look = style_of("note").sized(10.5)
        box = box.below(_HEAD)
        with surface.canvas.content("P"):
            surface.lines(mission.day, box, day_look)
        box = box.below(len(mission.day) * day_look.leading + 1 * MM)
        box = box.below(self._draw_pictures(surface, box.top(box.height - _height(mission.below, look)), entry))
        for lines in mission.below:
            box = box.below(_PARAGRAPH)
            with surface.canvas.content("P"):
                surface.lines(lines, box, look)
            box = box.below(len(lines) * look.leading)

    def _draw_head(self, surface: Surface, box: Box, entry: MissionEntry) -> None:
        head, small = style_of("heading"), style_of("code").aligned("right")
        left, right = box.columns([box.width * 0.62, box.width * 0.38])
        line = box.height - 2 * MM
        surface.text(f"{entry.number}  {entry.title}", left.top(line), head, place="mission", tag="H2")
        surface.text(entry.bomber, right.top(line), small, place="mission", tag="P", valign="bottom")
        surface.line(box.x, box.y + line + 0.7 * MM, box.right, box.y + line + 0.7 * MM, weight=THIN, colour="accent")

    def _draw_pictures(self, surface: Surface, box: Box, entry: MissionEntry) -> float:
        """Draw the map and the drawing side by side, and return their height."""
        box = box.top(min(box.height, _HIGHEST))
        if self.atlas and entry.route:
            at, box = box.columns([box.width * _MAP, box.width * (1 - _MAP) - _GAP], _GAP)
            seen = maps.route_scene(self.atlas, entry.route, at.width, at.height)
            if seen:
                maps.draw_seen(surface, at, seen)
        self._draw_plane(surface, box, entry)
        return box.height

    def _draw_plane(self, surface: Surface, box: Box, entry: MissionEntry) -> None:
        """Draw the bomber with its damage: numbers of shell hits in red, men and engines crossed out."""
        is_marked = bool(entry.hits or entry.crossed)
        placed = art.draw(surface, self.catalogue.cover, box, alt=entry.damage if is_marked else None)
        with surface.figure(entry.damage):
            for part in entry.crossed:
                surface.crossed(placed.anchor(part).inset(-1.5), weight=BOLD, colour="alarm")
            for (x, y), count in entry.hits.items():
                at_x, at_y = placed.spot(x, y)
                surface.circle(at_x, at_y, 4.6, weight=None, fill="alarm")
                number = style_of("map-zone")
                surface.put(str(count), at_x - 2.1 * len(str(count)), at_y + 2.7, number)

    # Roll of honour and statistics

    def _flowing(self) -> Iterator[booklet.Draw]:
        """Yield the functions that draw the pages with the roll of honour and the closing statistics."""
        with self.document.canvas.at(self.document.canvas.plan("Sect")):
            pieces = flowables.cut_blocks(self.document, list(self._matter()), self.body.width, scale=0.95, level=1)
        for frame in flowables.paginate(pieces, self.body.height):
            yield self._frame(frame)

    def _frame(self, frame: Sequence[flowables.FlowFragment]) -> booklet.Draw:
        return lambda surface: flowables.draw(surface, self.body, frame)

    def _matter(self) -> Iterator[flowables.Block]:
        heads, lines = self.tour.honours
        if lines:
            columns = [tables.Column(head, header=not number) for number, head in enumerate(heads)]
            yield flowables.Heading("Roll of honour", 2, bookmark=False)
            yield flowables.Flowable(
                tables.Table(columns, lines, style="dense", head_style="dense-head", pad=tables.TIGHT), "roll of honour"
            )
        yield flowables.Heading("The tour in figures", 2, bookmark=False)
        note = self.tour.note_on_odds
        columns = [
            tables.Column("", header=True),
            tables.Column("This tour"),
            *([tables.Column("Odds")] if note else []),
        ]
        rows = [(line.label, line.tour, *([line.stored or "–"] if note else [])) for line in self.tour.closing]
        yield flowables.Flowable(tables.Table(columns, rows, pad=tables.TIGHT), "figures")
        if note:
            yield flowables.Paragraph(note, "note")
        if self.tour.wall and (awards := award_rows(self.tour.wall)):
            columns = [tables.Column("Name", header=True), tables.Column("Award"), tables.Column("For")]
            yield flowables.Heading("Decorations", 2, bookmark=False)
            yield flowables.Flowable(
                tables.Table(columns, awards, style="dense", head_style="dense-head", pad=tables.TIGHT), "decorations"
            )


def _height(paragraphs: Sequence[Sequence[text.Line]], look: TextStyle) -> float:
    """Return the height of paragraphs, including the space above each of them."""
    return sum(_PARAGRAPH + len(lines) * look.leading for lines in paragraphs)
