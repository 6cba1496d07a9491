"""The game's prose on paper: the rules as a booklet, a summary of them, one page of anything.

A booklet's pages are half a sheet. They come one after the other, for reading, or imposed on sheets that are
folded into a booklet. Ids of rules stand in the margin; tables are named and not repeated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from combatbox.drawing.shapes import Drawing, Figure
from combatbox.library.book import Book
from combatbox.library.table_names import code
from combatbox.press import art, booklet, chapter_figures, flowables, fonts, tables
from combatbox.press.catalogue import Catalogue, Product
from combatbox.press.document import Document
from combatbox.press.drawings import crowded
from combatbox.press.errors import PressError
from combatbox.press.figure import Figure as DrawnFigure
from combatbox.press.geometry import Box, shares
from combatbox.press.headings import draw_title
from combatbox.press.map import MAP, draw_seen, scene
from combatbox.press.map_data import Atlas, atlases, read_atlas
from combatbox.press.rulers import sideways
from combatbox.press.style import HAIR, MM, RULE, THIN, Paper, TextStyle
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
_GAP = 8 * MM
_RULED = 8 * MM  # between lines to write on
_WORTH = 1.2  # how many times as large a map must be for the page to be turned
_SMALLER = (1.0, 0.98, 0.96, 0.94, 0.92, 0.9)  # sizes of a map that are tried until its names stand clear
_BELOW = 2 * MM  # below a picture
_LEAST = 24  # letters of a sentence that can stand alone
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
                case prose.Otherwise():
                    yield flowables.Paragraph(self._led(block.words), "note")
                case prose.Term():
                    yield flowables.Paragraph((Span(block.term, "bold"), Span("  "), *self._led(block.words)))
                case _:
                    yield from self._called(block)

    def _called(self, block: prose.Block) -> Iterator[flowables.Block]:
        """What a page only calls: a table, a ruling, a figure or a drawing."""
        match block:
            case prose.TableHere():
                words = (Span(f"Table {block.id} · {block.title}", to=f"{TABLE}{block.id}" if self.links else ""),)
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
        return flowables.cut(self.document, matter, self.leaf.text.width, scale=_BOOK, margin=_MARGIN, level=1)

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
            told = f"{catalogue.credits}\n{imprint.foot()} · accessible web edition: {imprint.web}"
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
    with document.page(landscape=landscape, bookmark=title) as surface:
        room = draw_title(surface, title)
        margin = 10 * MM if any(_noted(block) for block in found) else 0.0
        widths = [width - margin for width in shares(room.width, [1] * columns, _GAP)]
        boxes = [
            Box(box.x + margin, box.y, widths[0], box.height)
            for box in room.columns([width + margin for width in widths], _GAP)
        ]
        scale = _best(document, title, found, boxes, margin)
        pieces = flowables.cut(document, found, widths[0], scale=scale, margin=margin, level=1)
        height = _least(pieces, columns, room.height)
        for box, frame in zip(boxes, flowables.paginate(pieces, height), strict=False):
            flowables.draw(surface, box, frame)


def _noted(block: flowables.Block) -> bool:
    return bool(isinstance(block, flowables.Paragraph) and block.margin)


def _best(
    document: Document, title: str, found: Sequence[flowables.Block], boxes: Sequence[Box], margin: float
) -> float:
    """The largest scale at which the blocks fill no more than these boxes."""
    steps = round((_LARGEST - _SMALLEST) / _STEP)
    low, high = -1, steps
    while low < high:
        middle = (low + high + 1) // 2
        scale = _SMALLEST + middle * _STEP
        with document.canvas.at(Element("Sect")):  # a trial, of which nothing stays
            pieces = flowables.cut(document, found, boxes[0].width, scale=scale, margin=margin)
        if _fits(pieces, len(boxes), boxes[0].height):
            low = middle
        else:
            high = middle - 1
    if low < 0:
        size = style_of("text").size * _SMALLEST
        raise PressError(f"{title}: it does not fit on one page of {document.paper.name} even in type of {size:.1f} pt")
    return _SMALLEST + low * _STEP


def _fits(pieces: Sequence[flowables.FlowFragment], columns: int, height: float) -> bool:
    try:
        return len(flowables.paginate(pieces, height)) <= columns
    except PressError:
        return False


def _least(pieces: Sequence[flowables.FlowFragment], columns: int, most: float) -> float:
    """The least height of columns that holds all pieces: columns of one length."""
    low, high = 0.0, most
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _fits(pieces, columns, middle) else (middle, high)
    return high


# The summary


def summary(chapters: Sequence[Chapter]) -> list[flowables.Block]:
    """The first sentence of every paragraph that states a rule, below the titles of the chapters; last what daggers stand for."""
    found: list[flowables.Block] = []
    for chapter in chapters:
        rules = list(_first_sentences(chapter.blocks))
        if rules:
            found += [flowables.Heading(chapter.title, 2, bookmark=False), *rules]
    words = [span for block in found if isinstance(block, flowables.Paragraph) for span in block.words]
    if any(prose.DAGGER in span.text for span in words if isinstance(span, Span)):
        found.append(
            flowables.Paragraph((Span(f"{prose.DAGGER} With your tables: see the rule in the booklet."),), "note")
        )
    return found


def _first_sentences(found: Sequence[prose.Block]) -> Iterator[flowables.Block]:
    for block in found:
        if isinstance(block, prose.Text) and block.rules:
            yield flowables.Paragraph(first_sentence(block.words), margin=block.rules)
        elif isinstance(block, prose.Listing):
            for item in block.items:
                if item.rules:
                    yield flowables.Paragraph(first_sentence(item.words), margin=item.rules)


def first_sentence(words: Words) -> Words:
    """The words up to the end of their first sentence that says something: a short one brings the next along."""
    kept: list[Span] = []
    said = 0
    for number, span in enumerate(words):
        rest = "".join(other.text for other in words[number + 1 :])
        ends = (match.end() for match in _SENTENCE.finditer(span.text + rest[:2]))
        end = next((end for end in ends if said + end >= _LEAST and end <= len(span.text)), None)
        if end is not None:
            return (*kept, Span(span.text[:end], span.how))
        kept.append(replace(span, to=""))
        said += len(span.text)
    return tuple(kept)
