"""The game's prose on paper: the rules as a booklet, a summary of them, one page of anything.

A booklet's pages are half a sheet. They come one after the other, for reading, or imposed on sheets that are
folded into a booklet. Ids of rules stand in the margin; tables are named and not repeated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest

from combatbox.drawing.shapes import Drawing, Figure
from combatbox.library.book import Book
from combatbox.library.table_names import code
from combatbox.press import art, booklet, chapter_figures, flowables, fonts, tables
from combatbox.press.catalogue import Catalogue, Product
from combatbox.press.document import FOOT, Document
from combatbox.press.drawings import crowded
from combatbox.press.errors import PressError
from combatbox.press.figure import Figure as DrawnFigure
from combatbox.press.geometry import Box, shares
from combatbox.press.headings import TITLE, draw_title
from combatbox.press.map import MAP, draw_seen, scene
from combatbox.press.map_data import Atlas, atlases, read_atlas
from combatbox.press.rulers import sideways
from combatbox.press.style import HAIR, MARGIN, MM, RULE, THIN, Paper, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tagging import TABLE, Element
from combatbox.prose import chapters as prose
from combatbox.prose.chapters import Chapter, Span, Words

_EDGE = 12 * MM
_MARGIN = 12 * MM  # for ids, at the left of the text
_HEAD, _FOOT = 7 * MM, 6 * MM
_BOOK = 0.95  # the size of a booklet's type, to our usual one
_LARGEST, _SMALLEST, _STEP = 2.0, 0.72, 0.02  # of the type on a page that holds everything
_READABLE = 0.86  # the least of it where there may be more pages
_GAP = 8 * MM
_RULED = 8 * MM  # between lines to write on
_WORTH = 1.2  # how many times as large a map must be for the page to be turned
_SMALLER = (1.0, 0.98, 0.96, 0.94, 0.92, 0.9)  # sizes of a map that are tried until its names stand clear
_BELOW = 2 * MM  # below a picture
_LEAST = 40  # letters of a sentence that can stand alone
_NUMBER = re.compile(r"(?<![\w.-])[+−]?\d")  # in an id it is none
_SENTENCE = re.compile(r"[.!?](?=\s+[A-Z“(])")


@dataclass(frozen=True, slots=True)
class Matter:
    """Makes running matter of chapters.

    pictures: by name, the drawings of the press that prose may show. links: what the words lead to, in a booklet.
    """

    pictures: Mapping[str, flowables.Picture] = field(default_factory=dict)
    links: Links | None = None

    def of(self, chapter: Chapter, level: int = 1) -> list[flowables.Block]:
        """A chapter, its title a heading of that level."""
        opening = flowables.Heading(chapter.title, level, anchors=self._at(chapter.name))
        return [opening, *self._blocks(chapter.blocks, level, chapter.name)]

    def _blocks(self, found: Sequence[prose.Block], level: int, page: str) -> Iterator[flowables.Block]:
        for block in found:
            match block:
                case prose.Heading():
                    anchors = self._at(f"{page}#{block.anchor}") if block.anchor else ()
                    yield flowables.Heading(block.words, min(level + block.level - 1, 3), anchors=anchors)
                case prose.Text():
                    words = self._led(block.words)
                    yield flowables.Paragraph(words, margin=block.rules, anchors=self._at(*block.rules))
                case prose.Listing():
                    yield self._listing(block, level, page)
                case prose.Grid():
                    columns = [tables.Column(head) for head in block.heads]
                    yield flowables.Flowable(
                        tables.Table(columns, block.rows, pad=tables.TIGHT), f"table '{block.heads[0]}'"
                    )
                case prose.Step():
                    yield flowables.Paragraph((Span(f"{block.title}  ", "bold"), *self._led(block.words)), "aside")
                case prose.NarratedStep():
                    yield self._told(block)
                case prose.Footnote():
                    yield flowables.Paragraph(self._led(block.words), "note")
                case prose.Term():
                    yield flowables.Paragraph((Span(block.term, "bold"), Span("  "), *self._led(block.words)))
                case _:
                    yield from self._called(block)

    def _called(self, block: prose.Block) -> Iterator[flowables.Block]:
        """What a page only calls: a table, a ruling, a figure or a drawing."""
        match block:
            case prose.TableHere():
                called = f"{block.id} · {block.title}" if code(block.id) else block.called
                words = (Span(f"Table {called}", to=f"{TABLE}{block.id}" if self.links else ""),)
                yield flowables.Paragraph(words, "pointer", anchors=self._at(block.id))
            case prose.RulingHere():
                yield flowables.Paragraph(self._led(_ruling(block)), "aside", barred=True, anchors=self._at(block.id))
            case prose.FigureHere():
                yield from _figure(block.drawn)
            case prose.DrawingHere():
                if block.name in self.pictures:
                    yield self.pictures[block.name]

    def _listing(self, block: prose.Listing, level: int, page: str) -> flowables.Bullets:
        points = [
            flowables.Point(
                self._led(item.words), item.rules, tuple(self._blocks(item.below, level, page)), self._at(*item.rules)
            )
            for item in block.items
        ]
        return flowables.Bullets(points, numbered=block.numbered)

    def _told(self, line: prose.NarratedStep) -> flowables.Paragraph:
        """A line of a mission: beside it the code of its table, or behind it the name where that has no code."""
        to = self.links.target(line.table) if self.links else ""
        if not line.table or code(line.table):
            return flowables.Paragraph((Span(line.words),), "told", margin=(line.table,) if line.table else (), to=to)
        return flowables.Paragraph((Span(f"{line.words} · "), Span(line.called, to=to)), "told")

    def _at(self, *names: str) -> tuple[str, ...]:
        return tuple(_place(name) for name in names if name) if self.links else ()

    def _led(self, words: Words) -> Words:
        return self.links.led(words) if self.links else tuple(replace(span, to="") for span in words)


def pictures(book: Book, figures: Iterable[DrawnFigure], paper: Paper) -> dict[str, flowables.Picture]:
    """What the press draws for the pages of a game, as it stands in a booklet on that paper: figures of its sheets, and maps."""
    leaf = leaf_of(paper)
    maps = {MAP if name == "map" else name: _map(read_atlas(book, name), leaf) for name in atlases(book)}
    found = {name: picture for name, picture in maps.items() if picture}
    return found | {figure.name: _drawn(figure, leaf) for figure in figures}


def _map(atlas: Atlas, leaf: BookletPage) -> flowables.Picture | None:
    """A map as large as a page, turned if it is much larger so; a little smaller, or the other way about, where its names then stand
    clear of each other. None if they never do."""
    width, height, frame = leaf.whole, leaf.text.height, atlas.frame
    upright, turned = (min(x / frame.width, y / frame.height) for x, y in ((width, height), (height, width)))
    ways = [(False, width, height - _BELOW), (True, height, width)]
    for lies, wide, high in ways[::-1] if turned > upright * _WORTH else ways:
        for part in _SMALLER:
            size = wide * part, high * part
            seen = scene(atlas, *size)
            if not crowded(seen):
                used = min((seen.width if lies else seen.height) + _BELOW, height)
                return flowables.Picture(_laid(seen, size, lies=lies), used, floats=True)
    return None


def _laid(seen: Drawing, size: tuple[float, float], *, lies: bool) -> Callable[[Surface, Box], None]:
    """What draws a map of a size over the whole width of a page, on its side if it `lies`."""

    def draw_it(surface: Surface, box: Box) -> None:
        if not lies:
            draw_seen(surface, Box(_EDGE, box.y, *size), seen)
            return
        with sideways(surface, Box(_EDGE, box.y, size[1], size[0])) as turned:
            draw_seen(turned, Box(0, 0, *size), seen)

    return draw_it


def _drawn(figure: DrawnFigure, leaf: BookletPage) -> flowables.Picture:
    """A figure over the whole width, margin and all."""
    high = leaf.whole * figure.height / figure.width
    return flowables.Picture(
        lambda surface, box: figure.draw(surface, Box(_EDGE, box.y, leaf.whole, high)),
        high + 2 * MM,
        f"{figure.title}. {figure.about}",
        floats=True,
    )


def _place(name: str) -> str:
    """The name of a place of a booklet in its file, where papers have names of their own."""
    return f"to {name}"


class Links:
    """What the words of a booklet lead to: chapters, their headings, rules, rulings and tables, by their names.

    A table that no chapter shows is on its page among the tables, in this file or in that beside it.
    """

    def __init__(self, chapters: Sequence[Chapter], ids: Collection[str], tables: Collection[str]) -> None:
        self.places, self.tables = set(_places(chapters)), tables
        named = sorted(self.places.intersection(ids) | set(tables), key=len, reverse=True)
        self._named = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, named)) or '(?!)'})(?![\w-]|\.\d)")

    def target(self, name: str) -> str:
        """Where a name leads; nothing for what the booklet has not."""
        if name in self.places:
            return _place(name)
        return f"{TABLE}{name}" if name in self.tables else ""

    def led(self, words: Words) -> Words:
        """Words of which those lead somewhere that were links on the site, and every id."""
        found: list[Span] = []
        for span in words:
            if target := self.target(span.to):
                found.append(replace(span, to=target))
                continue
            for number, part in enumerate(self._named.split(span.text)):  # each second part is an id
                found += [Span(part, span.how, self.target(part) if number % 2 else "")] if part else []
        return tuple(found)


def _places(chapters: Sequence[Chapter]) -> Iterator[str]:
    for chapter in chapters:
        yield chapter.name
        for block in prose.all_blocks(chapter.blocks):
            match block:
                case prose.Heading():
                    yield f"{chapter.name}#{block.anchor}"
                case prose.Text() | prose.Item():
                    yield from block.rules
                case prose.TableHere() | prose.RulingHere():
                    yield block.id


def _figure(drawn: Figure) -> Iterator[flowables.Block]:
    """A figure of the game's geometry, and what it shows below it."""
    told = f"{drawn.title}. {drawn.text}"
    high = chapter_figures.height_of(drawn)
    yield flowables.Picture(
        lambda surface, box: chapter_figures.draw_figure(surface, box, drawn), high, told, held=True, floats=True
    )
    yield flowables.Paragraph((Span(f"{drawn.title}. ", "bold"), Span(drawn.text)), "note", floats=True)


def _ruling(block: prose.RulingHere) -> Words:
    answer = block.answer if block.answer.endswith((".", "!", "?")) else f"{block.answer}."
    why = f" {block.why}" if block.why else ""
    return Span(f"Ruling {block.id}: {block.question} "), Span(answer, "bold"), Span(why)


# The booklet


@dataclass(frozen=True, slots=True)
class BookletPage:
    """The measures of a booklet's page: half a sheet on its side."""

    width: float
    height: float

    @property
    def whole(self) -> float:
        """The width of what lies over the margin as well."""
        return self.width - 2 * _EDGE

    @property
    def text(self) -> Box:
        left = _EDGE + _MARGIN
        return Box(left, _EDGE + _HEAD, self.width - left - _EDGE, self.height - 2 * _EDGE - _HEAD - _FOOT)


def leaf_of(paper: Paper) -> BookletPage:
    """The page of a booklet on that paper."""
    long, short = paper.size(landscape=True)
    return BookletPage(long / 2, short)


def draw_booklet(
    document: Document, catalogue: Catalogue, product: Product, chapters: Sequence[Chapter], matter: Matter
) -> None:
    """Print chapters as a booklet, with a cover and a contents page."""
    leaf = leaf_of(document.paper)
    first = 1 if product.imposed else document.pages + 1
    pages = _Pages(document, catalogue, product, chapters, matter, leaf, first=first, bookmarks=not product.imposed)
    if product.imposed:
        booklet.impose(document, pages.folded(), bookmark=product.title)
        return
    for number, draw in enumerate(pages.draws):
        bookmark = None if number else product.title
        with document.page(size=(leaf.width, leaf.height), margin=0, bookmark=bookmark, foot=False) as surface:
            draw(surface)


class _Pages:
    """The pages of a booklet, ready to be drawn in any order; those imposed, of which no tabulator could find the order, have
    neither links nor bookmarks."""

    def __init__(
        self,
        document: Document,
        catalogue: Catalogue,
        product: Product,
        chapters: Sequence[Chapter],
        matter: Matter,
        leaf: BookletPage,
        *,
        first: int,
        bookmarks: bool,
    ) -> None:
        self.document, self.catalogue, self.product, self.leaf = document, catalogue, product, leaf
        self.first, self.matter, self.bookmarks = first, matter, bookmarks
        canvas = document.canvas
        self._cover, self._contents, body = (
            canvas.plan("Sect", title=name) for name in ("Cover", "Contents", product.title)
        )
        with canvas.at(body):
            pieces = [self._opened(chapter) for chapter in chapters]
        self._frames = flowables.paginate([piece for found in pieces for piece in found], leaf.text.height)
        firsts = {id(found[0].draw): number for number, found in enumerate(pieces)}
        self._starts = {
            firsts[id(piece.draw)]: page
            for page, frame in enumerate(self._frames)
            for piece in frame
            if id(piece.draw) in firsts
        }
        self._titles = [(chapter.title, _place(chapter.name) if matter.links else "") for chapter in chapters]
        self._heads = running_heads(self._frames)
        self.draws = [
            self._draw_cover,
            self._draw_contents,
            *(self._text(number) for number in range(len(self._frames))),
        ]

    def folded(self) -> list[booklet.Draw | None]:
        """The pages as they are folded: what is left of the last sheet has room for notes, and a back to the cover."""
        spare = -len(self.draws) % 4
        notes = [self._draw_notes] * (spare - 1)
        return [*self.draws, *notes, *([self._draw_back] if spare else [])]

    def _opened(self, chapter: Chapter) -> list[flowables.FlowFragment]:
        matter = self.matter.of(chapter)
        if not self.bookmarks:
            matter = [_unmarked(block) for block in matter]
        return flowables.cut_blocks(self.document, matter, self.leaf.text.width, scale=_BOOK, margin=_MARGIN, level=1)

    def _text(self, index: int) -> booklet.Draw:
        number = self.first + 2 + index

        def draw_it(surface: Surface) -> None:
            flowables.draw(surface, self.leaf.text, self._frames[index])
            self._draw_frame(surface, number, self._heads[index])

        return draw_it

    def _draw_frame(self, surface: Surface, number: int, head: Head) -> None:
        """The chapters of a page at its outer side, the sections at its inner one; its number below."""
        leaf, look = self.leaf, style_of("footer")
        right_hand = (number - self.first) % 2 == 0
        line, room = _EDGE + 3 * MM, leaf.width - 2 * _EDGE
        wide = fonts.width(head.chapters, look.font, look.size)
        with surface.canvas.artifact("Pagination"):
            for words, baseline, outer in (
                (head.chapters, line - 1.4 * MM, True),
                (_within(head.sections, room - wide - 6 * MM, look), line - 1.4 * MM, False),
                (str(number), leaf.height - _EDGE, True),
            ):
                at_right = leaf.width - _EDGE - fonts.width(words, look.font, look.size)
                surface.put(words, at_right if right_hand == outer else _EDGE, baseline, look)
        if head.chapters or head.sections:
            surface.line(_EDGE, line, leaf.width - _EDGE, line, weight=THIN, colour="faint")

    def _draw_notes(self, surface: Surface) -> None:
        """A page to write on."""
        box = Box(0, 0, self.leaf.width, self.leaf.height).inset(_EDGE)
        head = style_of("heading")
        surface.text("Notes", box.top(head.leading), head, place="notes", tag="P")
        y = box.y + head.leading + _RULED
        while y <= box.bottom:
            surface.line(box.x, y, box.right, y, weight=HAIR, colour="faint")
            y += _RULED

    def _draw_back(self, surface: Surface) -> None:
        """The back of the cover: the emblem alone."""
        middle = self.leaf.width / 2
        side = 20 * MM
        box = Box(middle - side / 2, self.leaf.height * 0.42 - side / 2, side, side)
        art.draw(surface, "emblem", box, alt="none", colour="accent")

    def _draw_cover(self, surface: Surface) -> None:
        leaf, catalogue = self.leaf, self.catalogue
        box = Box(0, 0, leaf.width, leaf.height).inset(_EDGE)
        over, head, under = style_of("overline"), style_of("cover"), style_of("note")
        with surface.canvas.at(self._cover):
            art.draw(surface, "emblem", box.top(24 * MM), alt="none", align="left", colour="accent")
            words = box.below(30 * MM)
            if catalogue.subtitle:
                surface.text(catalogue.subtitle.upper(), words.top(over.leading), over, place="subtitle", tag="P")
            height = surface.paragraph(
                catalogue.title, words.below(over.leading + 3), head.sized(24), place="title", tag="H1", marked=False
            )
            words = words.below(over.leading + 3 + height + 2 * MM)
            surface.line(box.x, words.y, box.right, words.y, weight=RULE, colour="accent")
            name = self.product.cover or self.product.title
            surface.text(name, words.below(3 * MM).top(8 * MM), style_of("heading"), place="title", tag="P")
            imprint = surface.document.imprint
            edition = f" · accessible web edition: {imprint.web}" if imprint.web else ""
            told = f"{catalogue.credits}\n{imprint.foot()}{edition}"
            note = under.sized(7.5)
            art_box = words.below(14 * MM)
            if catalogue.cover:
                room = art_box.top(art_box.height - 22 * MM)
                art.draw(surface, catalogue.cover, room, alt="none", stations=False, colour="accent")
            surface.paragraph(told, box, note, place="imprint", valign="bottom", marked=False)

    def _draw_contents(self, surface: Surface) -> None:
        leaf = self.leaf
        box = Box(0, 0, leaf.width, leaf.height).inset(_EDGE)
        head = style_of("heading")
        line = min(13 * MM, (box.height - 16 * MM) / max(len(self._titles), 1))
        with surface.canvas.at(self._contents):
            surface.text("Contents", box.top(head.leading), head, place="contents", tag="H1")
            box = box.below(head.leading + 4 * MM)
            with surface.canvas.element("TOC"):
                for number, (title, target) in enumerate(self._titles):
                    page = self.first + 2 + self._starts[number]
                    draw_entry(surface, box.top(line), title, page, target=target)
                    box = box.below(line)


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above a page: the chapters on it, and its sections from the first to the last."""

    chapters: str
    sections: tuple[str, ...]


def running_heads(frames: Sequence[Sequence[flowables.FlowFragment]]) -> list[Head]:
    """The heads of pages. Where a page opens with a title, that and what stands above it is not said again."""
    heads, chapter, section = [], "", ""
    for frame in frames:
        opened = [piece.opens for piece in frame if piece.opens and piece.opens.level < 3]
        top = frame[0].opens
        chapters = [] if top and top.level == 1 else [chapter]
        sections = [] if top or not section else [section]
        for heading in opened:
            if heading.level == 1:
                chapter, section = heading.words, ""
                chapters += [] if heading is top else [chapter]
            else:
                section = heading.words
                sections += [] if heading is top else [section]
        heads.append(Head(" · ".join(chapters), (sections[0], sections[-1]) if len(sections) > 1 else tuple(sections)))
    return heads


def _within(sections: Sequence[str], room: float, look: TextStyle) -> str:
    """The first section of a page and its last if there is room for both, else the last or, without room for that, nothing."""
    for said in (" – ".join(sections), *sections[-1:]):
        if fonts.width(said, look.font, look.size) <= room:
            return said
    return ""


def _unmarked(block: flowables.Block) -> flowables.Block:
    return replace(block, bookmark=False) if isinstance(block, flowables.Heading) else block


def draw_entry(surface: Surface, box: Box, title: str, page: int, *, target: str, look: str = "entry") -> None:
    """A line of a contents page: title, dots and the page's number, a link to a named place if there is one."""
    style, number = style_of(look), str(page)
    wide = fonts.width(number, style.font, style.size)
    with surface.canvas.element("TOCI"):
        fitted = surface.text(title, box.columns([box.width - wide - 6 * MM])[0], style, place="contents", tag="P")
        start = box.x + fonts.width(title, fitted.font, fitted.size) + 2 * MM
        y = surface.height - box.centre[1] - fonts.cap_height(style.font, style.size) / 2
        with surface.pen(0.6, "faint", [0.6, 3]) as raw:
            raw.line(start, y, box.right - wide - 2 * MM, y)
        at = Box(box.right - wide, box.y, wide + 1, box.height)
        if target:
            surface.leads(number, at, style, target, f"{title}, page {number}", area=box)
        else:
            surface.text(number, at, style, place="contents", tag="P")


# One page


def draw_page(
    document: Document, title: str, found: Sequence[flowables.Block], *, columns: int, landscape: bool
) -> None:
    """Everything on one page, in the largest type that leaves room for it.

    Raises PressError when it does not fit in the smallest.
    """
    frames = _Frames(document, found, columns, landscape=landscape)
    scale = frames.largest(1, _SMALLEST)
    if not scale:
        size = style_of("text").size * _SMALLEST
        raise PressError(f"{title}: it does not fit on one page of {document.paper.name} even in type of {size:.1f} pt")
    frames.draw(title, scale, 1)


def draw_pages(
    document: Document, title: str, found: Sequence[flowables.Block], *, columns: int, landscape: bool
) -> None:
    """Everything on as few pages as it takes in readable type, in the largest that takes no more."""
    frames = _Frames(document, found, columns, landscape=landscape)
    pages = frames.pages(_READABLE)
    frames.draw(title, frames.largest(pages, _READABLE), pages)


class _Frames:
    """Running matter in columns under the title of a page."""

    def __init__(self, document: Document, found: Sequence[flowables.Block], columns: int, *, landscape: bool) -> None:
        self.document, self.found, self.columns, self.landscape = document, found, columns, landscape
        self.margin = 10 * MM if any(_noted(block) for block in found) else 0.0
        width, height = document.paper.size(landscape=landscape)
        self.width = shares(width - 2 * MARGIN, [1] * columns, _GAP)[0] - self.margin
        self.height = height - 2 * MARGIN - FOOT - TITLE

    def pages(self, scale: float) -> int:
        """How many pages it takes at a scale."""
        frames = flowables.paginate(self._tried(scale), self.height)
        return -(-len(frames) // self.columns)

    def largest(self, pages: int, least: float) -> float:
        """The largest scale, no smaller than the least, at which it takes no more pages than these; 0 if there is none."""
        low, high = -1, round((_LARGEST - least) / _STEP)
        while low < high:
            middle = (low + high + 1) // 2
            if self._fits(self._tried(least + middle * _STEP), self.height, pages):
                low = middle
            else:
                high = middle - 1
        return least + low * _STEP if low >= 0 else 0.0

    def draw(self, title: str, scale: float, pages: int) -> None:
        """Draw it in columns of one length."""
        frames: list[list[flowables.FlowFragment]] = []
        for number in range(pages):
            with self.document.page(landscape=self.landscape, bookmark=None if number else title) as surface:
                room = draw_title(surface, title, again=number > 0)
                frames = frames or self._dealt(scale, pages)  # a screen reader finds them after the title
                boxes = room.columns([self.width + self.margin] * self.columns, _GAP)
                for box, frame in zip(boxes, frames[number * self.columns :], strict=False):
                    flowables.draw(surface, Box(box.x + self.margin, box.y, self.width, box.height), frame)

    def _dealt(self, scale: float, pages: int) -> list[list[flowables.FlowFragment]]:
        pieces = flowables.cut_blocks(self.document, self.found, self.width, scale=scale, margin=self.margin, level=1)
        return flowables.paginate(pieces, self._least(pieces, pages))

    def _tried(self, scale: float) -> list[flowables.FlowFragment]:
        with self.document.canvas.at(Element("Sect")):  # a trial, of which nothing stays
            return flowables.cut_blocks(self.document, self.found, self.width, scale=scale, margin=self.margin)

    def _fits(self, pieces: Sequence[flowables.FlowFragment], height: float, pages: int) -> bool:
        try:
            return len(flowables.paginate(pieces, height)) <= self.columns * pages
        except PressError:
            return False

    def _least(self, pieces: Sequence[flowables.FlowFragment], pages: int) -> float:
        """The least height of columns that holds all pieces: columns of one length."""
        low, high = 0.0, self.height
        while high - low > 1:
            middle = (low + high) / 2
            low, high = (low, middle) if self._fits(pieces, middle, pages) else (middle, high)
        return high


def _noted(block: flowables.Block) -> bool:
    return bool(isinstance(block, flowables.Paragraph) and block.margin)


# The summary


def summary(chapters: Sequence[Chapter]) -> list[flowables.Block]:
    """What each rule says in a sentence, and its further sentences with numbers, below the titles of the chapters; last what
    daggers stand for."""
    found: list[flowables.Block] = []
    for chapter in chapters:
        rules = [
            flowables.Paragraph(in_brief(words), margin=prose.rules_of(words)) for words in statements(chapter.blocks)
        ]
        if rules:
            found += [flowables.Heading(chapter.title, 2, bookmark=False), *rules]
    words = [span for block in found if isinstance(block, flowables.Paragraph) for span in block.words]
    if any(prose.DAGGER in span.text for span in words if isinstance(span, Span)):
        found.append(
            flowables.Paragraph((Span(f"{prose.DAGGER} With your tables: see the rule in the booklet."),), "note")
        )
    return found


def statements(found: Sequence[prose.Block]) -> Iterator[Words]:
    """The words of each rule mark, up to the next one; what they announce is run in."""
    for block, after in zip_longest(found, found[1:]):
        if isinstance(block, prose.Text):
            *most, last = _by_mark(block.words) or [()]
            yield from most
            if last:
                yield (*last, *_run_in(after)) if last[-1].text.endswith(":") else last
        elif isinstance(block, prose.Listing):
            for item in block.items:
                yield from statements([prose.Text(item.words), *item.below])


def _by_mark(words: Words) -> list[Words]:
    """The words of a paragraph that states rules, divided where a statement begins."""
    starts = [number for number, span in enumerate(words) if span.rules]
    bounds = [0, *starts[1:], len(words)] if starts else []
    return [words[start:end] for start, end in pairwise(bounds)]


def _run_in(block: prose.Block | None) -> Iterator[Span]:
    """What a sentence announces, as words after it: points that state no rules of their own, a small table, the name of a table."""
    match block:
        case prose.Listing():
            yield from _joined([item.words for item in block.items if not item.rules])
        case prose.Grid():
            yield from _joined([(Span(f"{first}: {', '.join(rest)}"),) for first, *rest in block.rows])
        case prose.TableHere():
            called = f"“{block.title}”, {block.id}" if code(block.id) else block.called
            yield Span(f" see {called}.")


def _joined(parts: Sequence[Words]) -> Iterator[Span]:
    """Parts of a sentence after its colon, with semicolons between those that have no mark of their own."""
    for number, words in enumerate(parts):
        ends = words[-1].text.endswith((",", ";", ".", " or", " and"))
        mark = "" if ends else "." if number == len(parts) - 1 else ";"
        yield from (Span(" "), *words, *([Span(mark)] if mark else []))


def in_brief(words: Words) -> Words:
    """The first sentence that says something, a short one with the next, and every later one with a number."""
    whole = "".join(span.text for span in words)
    ends = [match.end() for match in _SENTENCE.finditer(whole)]
    bounds = list(pairwise([0, *ends, len(whole)]))
    first = next((end for _, end in bounds if end >= _LEAST), len(whole))
    kept = [(0, first), *(part for part in bounds if part[0] >= first and _NUMBER.search(whole[slice(*part)]))]
    return tuple(span for start, end in kept for span in _between(words, start, end))


def _between(words: Words, start: int, end: int) -> Iterator[Span]:
    """The words from one letter up to another, which lead nowhere."""
    at = 0
    for span in words:
        if text := span.text[max(start - at, 0) : max(end - at, 0)]:
            yield Span(text, span.how)
        at += len(span.text)
