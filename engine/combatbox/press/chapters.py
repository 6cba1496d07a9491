"""The game's prose on paper: the rules as a booklet, a summary of the rules, or a chapter on one page.

The pages of a booklet are half a sheet large, and either in reading order or arranged on sheets for folding. The ids of
rules are in the margin. A chapter names tables but does not show them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import pairwise, zip_longest

from combatbox.core.annotations import frozen
from combatbox.core.shapes import Drawing, Figure
from combatbox.library.book import Book, code
from combatbox.press import art, chapter_figures, flowables, tables
from combatbox.press.catalogue import Catalogue, Product
from combatbox.press.document import FOOT, Document
from combatbox.press.drawings import Figure as DrawnFigure
from combatbox.press.drawings import crowded
from combatbox.press.errors import PressError
from combatbox.press.flowables import (
    TITLE,
    Block,
    Bullets,
    DrawPage,
    Flow,
    FlowFragment,
    Heading,
    Paragraph,
    Picture,
    Point,
    draw_title,
    impose,
    paginate,
)
from combatbox.press.map import MAP, draw_seen, map_drawing
from combatbox.press.map_data import Atlas, atlases, read_atlas
from combatbox.press.style import HAIR, MARGIN, MM, RULE, Box, Paper, TextStyle, shares, square_around
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tagging import TABLE, Element
from combatbox.prose import chapters as prose
from combatbox.prose.chapters import Chapter, Span, Words

_EDGE = 12 * MM
_MARGIN = 12 * MM  # for rule ids, at the left of the text
_HEAD, _FOOT = 7 * MM, 6 * MM
_BOOK = 0.95  # scale of the type in a booklet
_LARGEST, _SMALLEST, _STEP = 2.0, 0.72, 0.02  # scales of the type on a single page
_READABLE = 0.95  # the least scale if there may be more pages: 9 points
_GAP = 8 * MM
_RULED = 8 * MM  # between lines to write on
_WORTH = 1.2  # how much larger a turned map must be to be turned
_SMALLER = (1.0, 0.98, 0.96, 0.94, 0.92, 0.9)  # scales of a map, tried until its names do not overlap
_BELOW = 2 * MM  # space below a picture
_LEAST = 40  # letters of the shortest sentence that says enough alone
_NUMBER = re.compile(r"(?<![\w.-])[+−]?\d")  # not within an id
_SENTENCE = re.compile(r"[.!?](?=\s+[A-Z“(])")


@frozen
class Matter:
    """A converter of chapters to blocks that flow over pages.

    Attributes:
        pictures: the drawings that prose may show, by name.
        links: the link targets of a booklet; None for no links.
    """

    pictures: Mapping[str, Picture] = field(default_factory=dict)
    links: Links | None = None

    def blocks_of(self, chapter: Chapter) -> list[Block]:
        """Return the blocks of a chapter, whose title is a heading of level 1."""
        opening = Heading(chapter.title, 1, anchors=self._at(chapter.name))
        return [opening, *self._blocks(chapter.blocks, chapter.name)]

    def _blocks(self, blocks: Sequence[prose.Block], page: str) -> Iterator[Block]:
        for block in blocks:
            match block:
                case prose.Heading():
                    anchors = self._at(block.anchor and f"{page}#{block.anchor}")
                    yield Heading(block.words, min(block.level, 3), anchors=anchors)
                case prose.Text():
                    words = self._linked(block.words)
                    yield Paragraph(words, margin=block.rules, anchors=self._at(*block.rules))
                case prose.Listing():
                    yield self._listing(block, page)
                case prose.Grid():
                    columns = [tables.Column(head) for head in block.heads]
                    yield tables.Table(columns, block.rows, pad=tables.TIGHT, place=f"table '{block.heads[0]}'")
                case prose.Step():
                    yield Paragraph((Span(f"{block.title}  ", "bold"), *self._linked(block.words)), "aside")
                case prose.NarratedStep():
                    yield self._narrated(block)
                case prose.Footnote():
                    yield Paragraph(self._linked(block.words), "note")
                case prose.Term():
                    yield Paragraph((Span(block.term, "bold"), Span("  "), *self._linked(block.words)))
                case _:
                    yield from self._reference(block)

    def _reference(self, block: prose.Block) -> Iterator[Block]:
        """Yield the blocks for a table, a ruling, a figure or a drawing to which the prose refers."""
        match block:
            case prose.TableHere():
                name = f"{block.id} · {block.title}" if code(block.id) else block.called
                words = (Span(f"Table {name}", to=f"{TABLE}{block.id}" if self.links else ""),)
                yield Paragraph(words, "pointer", anchors=self._at(block.id))
            case prose.RulingHere():
                yield Paragraph(self._linked(_ruling(block)), "aside", barred=True, anchors=self._at(block.id))
            case prose.FigureHere():
                yield from _figure(block.drawn)
            case prose.DrawingHere():
                if block.name in self.pictures:
                    yield self.pictures[block.name]

    def _listing(self, block: prose.Listing, page: str) -> Bullets:
        points = [
            Point(
                self._linked(item.words),
                item.rules,
                tuple(self._blocks(item.below, page)),
                self._at(*item.rules),
            )
            for item in block.items
        ]
        return Bullets(points, numbered=block.numbered)

    def _narrated(self, line: prose.NarratedStep) -> Paragraph:
        """Return a step of a mission as a paragraph, with its table's code in the margin or name at the end."""
        to = self.links.target(line.table) if self.links else ""
        if not line.table or code(line.table):
            return Paragraph((Span(line.words),), "narration", margin=(line.table,) if line.table else (), to=to)
        return Paragraph((Span(f"{line.words} · "), Span(line.called, to=to)), "narration")

    def _at(self, *names: str) -> tuple[str, ...]:
        return tuple(_place(name) for name in names if name) if self.links else ()

    def _linked(self, words: Words) -> Words:
        return self.links.with_links(words) if self.links else tuple(replace(span, to="") for span in words)


def pictures(book: Book, figures: Iterable[DrawnFigure], paper: Paper) -> dict[str, Picture]:
    """Return the figures and maps of a game by name, as large as a booklet on this paper allows."""
    leaf = leaf_of(paper)
    maps = {MAP if name == "map" else name: _map(read_atlas(book, name), leaf) for name in atlases(book)}
    fitting = {name: picture for name, picture in maps.items() if picture}
    return fitting | {figure.name: _drawn(figure, leaf) for figure in figures}


def _map(atlas: Atlas, leaf: BookletPage) -> Picture | None:
    """Return a map as large as a page; None if its names overlap at every size.

    The map is turned if it is much larger that way. If names overlap, a slightly smaller map or the other orientation
    is tried.
    """
    width, height, frame = leaf.full_width, leaf.text.height, atlas.frame
    upright, on_side = (min(x / frame.width, y / frame.height) for x, y in ((width, height), (height, width)))
    ways = [(False, width, height - _BELOW), (True, height, width)]
    for turned, wide, high in ways[::-1] if on_side > upright * _WORTH else ways:
        for part in _SMALLER:
            size = wide * part, high * part
            seen = map_drawing(atlas, *size)
            if not crowded(seen):
                used = min((seen.width if turned else seen.height) + _BELOW, height)
                return Picture(_map_drawer(seen, size, turned=turned), used, floats=True)
    return None


def _map_drawer(seen: Drawing, size: tuple[float, float], *, turned: bool) -> Callable[[Surface, Box], None]:
    """Return a function that draws a map over the whole width of a page; `turned` draws it on its side."""

    def draw_it(surface: Surface, box: Box) -> None:
        if not turned:
            draw_seen(surface, Box(_EDGE, box.y, *size), seen)
            return
        with surface.turned(_EDGE, box.y, -90, *size) as side:
            draw_seen(side, Box(0, 0, *size), seen)

    return draw_it


def _drawn(figure: DrawnFigure, leaf: BookletPage) -> Picture:
    """Return a figure as a picture over the whole width of a page, including the margin."""
    high = leaf.full_width * figure.height / figure.width
    return Picture(
        lambda surface, box: figure.draw(surface, Box(_EDGE, box.y, leaf.full_width, high)),
        high + 2 * MM,
        f"{figure.title}. {figure.about}",
        floats=True,
    )


def _place(name: str) -> str:
    """Return the name of a link target, with a prefix that distinguishes it from the names of products."""
    return f"to {name}"


class Links:
    """The link targets of a booklet: chapters, headings, rules, rulings and tables, by name.

    A link to a table that no chapter names leads to the printed tables, in this file or in the file of tables.
    """

    def __init__(self, chapters: Sequence[Chapter], ids: Collection[str], tables: Collection[str]) -> None:
        """Collect the targets.

        Args:
            chapters: the chapters of the booklet.
            ids: the ids of rules and rulings, which become links where the text mentions them.
            tables: the ids of the tables that are printed.
        """
        self.places, self.tables = set(_places(chapters)), tables
        named = sorted(self.places.intersection(ids) | set(tables), key=len, reverse=True)
        self._named = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, named)) or '(?!)'})(?![\w-]|\.\d)")

    def target(self, name: str) -> str:
        """Return the link target that has a name; empty if there is no such target."""
        if name in self.places:
            return _place(name)
        return f"{TABLE}{name}" if name in self.tables else ""

    def with_links(self, words: Words) -> Words:
        """Return a text in which each id of a rule, ruling or table becomes a link.

        A link to a page of the site is kept if the target is in the booklet.
        """
        linked: list[Span] = []
        for span in words:
            if target := self.target(span.to):
                linked.append(replace(span, to=target))
                continue
            for number, part in enumerate(self._named.split(span.text)):  # each second part is an id
                linked += [Span(part, span.how, self.target(part) if number % 2 else "")] if part else []
        return tuple(linked)


def _places(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Yield the names of all link targets in some chapters."""
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


def _figure(drawn: Figure) -> Iterator[Block]:
    """Yield a figure and its caption."""
    alt = f"{drawn.title}. {drawn.text}"
    high = chapter_figures.height_of(drawn)
    yield Picture(
        lambda surface, box: chapter_figures.draw_figure(surface, box, drawn), high, alt, held=True, floats=True
    )
    yield Paragraph((Span(f"{drawn.title}. ", "bold"), Span(drawn.text)), "note", floats=True)


def _ruling(block: prose.RulingHere) -> Words:
    answer = block.answer if block.answer.endswith((".", "!", "?")) else f"{block.answer}."
    why = f" {block.why}" if block.why else ""
    return Span(f"Ruling {block.id}: {block.question} "), Span(answer, "bold"), Span(why)


# The booklet


@frozen
class BookletPage:
    """The size of a booklet's page, which is half a sheet in landscape."""

    width: float
    height: float

    @property
    def full_width(self) -> float:
        """The width of the text together with the margin that holds the ids of rules."""
        return self.width - 2 * _EDGE

    @property
    def inside(self) -> Box:
        """The page within its margins."""
        return Box(0, 0, self.width, self.height).inset(_EDGE)

    @property
    def text(self) -> Box:
        """The box of the running text."""
        left = _EDGE + _MARGIN
        return Box(left, _EDGE + _HEAD, self.width - left - _EDGE, self.height - 2 * _EDGE - _HEAD - _FOOT)


def leaf_of(paper: Paper) -> BookletPage:
    """Return the page size of a booklet on this paper."""
    long, short = paper.size(landscape=True)
    return BookletPage(long / 2, short)


def draw_booklet(
    document: Document,
    catalogue: Catalogue,
    product: Product,
    chapters: Sequence[Chapter],
    matter: Matter,
    *,
    paired: bool = False,
) -> None:
    """Draw chapters as a booklet, with a cover and a contents page.

    Args:
        document: the document to draw into.
        catalogue: the catalogue of the game, for the cover.
        product: the options of the booklet; an imposed booklet is arranged on sheets for folding.
        chapters: the chapters, in order.
        matter: the converter of chapters to blocks.
        paired: True to print two pages on each side, so that all pages of the file have the same size.
    """
    first = 1 if product.imposed or paired else document.pages + 1
    pages = _Pages(document, catalogue, product, chapters, matter, first)
    if product.imposed:
        impose(document, pages.folded(), bookmark=product.title)
    elif paired:
        impose(document, pages.draws, bookmark=product.title, folded=False)
    else:
        draw_leaves(document, pages.draws, product.title)


def draw_leaves(document: Document, draws: Sequence[DrawPage], title: str) -> None:
    """Draw each page of a booklet on a page of its own."""
    leaf = leaf_of(document.paper)
    for number, draw in enumerate(draws):
        bookmark = None if number else title
        with document.page(size=(leaf.width, leaf.height), margin=0, bookmark=bookmark, foot=False) as surface:
            draw(surface)


class _Pages:
    """The pages of a booklet, which can be drawn in any order.

    Imposed pages have neither links nor bookmarks, because the Tab key could not follow their order.
    """

    def __init__(
        self,
        document: Document,
        catalogue: Catalogue,
        product: Product,
        chapters: Sequence[Chapter],
        matter: Matter,
        first: int,
    ) -> None:
        self.catalogue, self.product, self.first, self.leaf = catalogue, product, first, leaf_of(document.paper)
        canvas, width = document.canvas, self.leaf.text.width
        flow = Flow(document, _BOOK, _MARGIN, level=1, outlined=not product.imposed)
        self._cover, self._contents, body = (
            canvas.plan("Sect", title=name) for name in ("Cover", "Contents", product.title)
        )
        with canvas.at(body):
            pieces = [flow.cut(matter.blocks_of(chapter), width) for chapter in chapters]
        self._frames = paginate([piece for chapter in pieces for piece in chapter], self.leaf.text.height)
        opened = {piece.opens: page for page, frame in enumerate(self._frames) for piece in frame}
        self._titles = [
            (chapter.title, first + 2 + opened[cut[0].opens], _place(chapter.name) if matter.links else "")
            for chapter, cut in zip(chapters, pieces, strict=True)
        ]
        self._heads = running_heads(self._frames)
        self.draws = [
            self._draw_cover,
            self._draw_contents,
            *(self._text(number) for number in range(len(self._frames))),
        ]

    def folded(self) -> list[DrawPage | None]:
        """Return the pages for folding; empty pages of the last sheet become pages for notes and a back cover."""
        spare = -len(self.draws) % 4
        notes = [self._draw_notes] * (spare - 1)
        return [*self.draws, *notes, *([self._draw_back] if spare else [])]

    def _text(self, index: int) -> DrawPage:
        number = self.first + 2 + index

        def draw_it(surface: Surface) -> None:
            flowables.draw(surface, self.leaf.text, self._frames[index])
            self._draw_frame(surface, number, self._heads[index])

        return draw_it

    def _draw_frame(self, surface: Surface, number: int, head: Head) -> None:
        """Draw the running head, with chapters at the outer and sections at the inner edge, and the page number."""
        leaf, look = self.leaf, style_of("footer")
        right_hand = (number - self.first) % 2 == 0
        line = _EDGE + 3 * MM
        wide = look.width(head.chapters)
        with surface.canvas.artifact("Pagination"):
            for words, baseline, outer in (
                (head.chapters, line - 1.4 * MM, True),
                (_within(head.sections, leaf.width - 2 * _EDGE - wide - 6 * MM, look), line - 1.4 * MM, False),
                (str(number), leaf.height - _EDGE, True),
            ):
                at_right = leaf.width - _EDGE - look.width(words)
                surface.put(words, at_right if right_hand == outer else _EDGE, baseline, look)
        if head.chapters or head.sections:
            surface.line(_EDGE, line, leaf.width - _EDGE, line, colour="faint")

    def _draw_notes(self, surface: Surface) -> None:
        """Draw a page of lines for notes."""
        box = self.leaf.inside
        head = style_of("heading")
        y = surface.heading("Notes", box, head, place="notes").y + _RULED
        while y <= box.bottom:
            surface.line(box.x, y, box.right, y, weight=HAIR, colour="faint")
            y += _RULED

    def _draw_back(self, surface: Surface) -> None:
        """Draw the back cover with the emblem."""
        middle = self.leaf.width / 2
        side = 20 * MM
        box = square_around(middle, self.leaf.height * 0.42, side / 2)
        art.draw(surface, "emblem", box, alt="none", colour="accent")

    def _draw_cover(self, surface: Surface) -> None:
        leaf, catalogue = self.leaf, self.catalogue
        box = leaf.inside
        over, head, under = style_of("overline"), style_of("cover"), style_of("note")
        with surface.canvas.at(self._cover):
            art.draw(surface, "emblem", box.top(24 * MM), alt="none", align="left", colour="accent")
            words = box.below(30 * MM)
            if catalogue.subtitle:
                surface.text(catalogue.subtitle.upper(), words.top(over.leading), over, place="subtitle")
            words, head = words.below(over.leading + 3), head.sized(24)
            height = surface.paragraph(catalogue.title, words, head, place="title", tag="H1", marked=False)
            words = words.below(height + 2 * MM)
            surface.edge(words, "top", weight=RULE, colour="accent")
            name = self.product.cover or self.product.title
            surface.text(name, words.below(3 * MM).top(8 * MM), style_of("heading"), place="title")
            imprint = surface.document.imprint
            edition = f" · accessible web edition: {imprint.web}" if imprint.web else ""
            credits_text = f"{catalogue.credits}\n{imprint.foot()}{edition}"
            note = under.sized(7.5)
            art_box = words.below(14 * MM)
            if catalogue.cover:
                picture = art_box.top(art_box.height - 22 * MM)
                art.draw(surface, catalogue.cover, picture, alt="none", colour="accent")
            surface.paragraph(credits_text, box, note, place="imprint", valign="bottom", marked=False)

    def _draw_contents(self, surface: Surface) -> None:
        leaf = self.leaf
        box = leaf.inside
        head = style_of("heading")
        line = min(13 * MM, (box.height - 16 * MM) / max(len(self._titles), 1))
        with surface.canvas.at(self._contents):
            box = surface.heading("Contents", box, head, place="contents", tag="H1").below(4 * MM)
            with surface.canvas.element("TOC"):
                for title, page, target in self._titles:
                    draw_entry(surface, box.top(line), title, page, style_of("entry"), target=target)
                    box = box.below(line)


@frozen
class Head:
    """The running head of a page: its chapters, and its first and last section."""

    chapters: str
    sections: tuple[str, ...]


def running_heads(frames: Sequence[Sequence[FlowFragment]]) -> list[Head]:
    """Return the running heads of pages; a title at the top of a page is not repeated in its head."""
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


def _within(sections: Sequence[str], width: float, look: TextStyle) -> str:
    """Return the first and last section if both fit into a width, otherwise the last if it fits, otherwise nothing."""
    ways = (" – ".join(sections), *sections[-1:])
    return next((words for words in ways if look.width(words) <= width), "")


def draw_entry(surface: Surface, box: Box, title: str, page: int, style: TextStyle, *, target: str) -> None:
    """Draw a line of a contents page: title, dots and page number.

    Args:
        surface: the surface of the page.
        box: the box of the line.
        title: the title of the chapter or product.
        page: the number of the first page of this chapter or product.
        style: the style of the line.
        target: the name of the link target; empty for no link.
    """
    number = str(page)
    wide = style.width(number)
    with surface.canvas.element("TOCI"):
        fitted = surface.text(title, box.start(box.width - wide - 6 * MM), style, place="contents")
        start = box.x + fitted.width(title) + 2 * MM
        y = surface.height - box.centre[1] - style.cap_height / 2
        with surface.pen(0.6, "faint", [0.6, 3]) as raw:
            raw.line(start, y, box.right - wide - 2 * MM, y)
        at = Box(box.right - wide, box.y, wide + 1, box.height)
        if target:
            baseline = at.centre[1] + style.cap_height / 2
            surface.link(number, at.x, baseline, style, target, box, alt=f"{title}, page {number}")
        else:
            surface.text(number, at, style, place="contents")


# One page


def draw_pages(
    document: Document, title: str, blocks: Sequence[Block], *, columns: int, landscape: bool, single: bool = False
) -> None:
    """Draw blocks in the largest type that fits, on one page or on as few as readable type allows.

    Raises:
        PressError: the blocks do not fit on one page even in the smallest type.
    """
    frames, least = _Frames(document, blocks, columns, landscape=landscape), _SMALLEST if single else _READABLE
    pages = 1 if single else frames.pages(least)
    scale = frames.largest(pages, least)
    if not scale:
        size = style_of("text").size * least
        raise PressError(
            f"{title}: does not fit on one page of {document.paper.name}, even in type of {size:.1f} pt; shorten it"
        )
    frames.draw(title, scale, pages)


class _Frames:
    """A layout of blocks in columns below the title of a page."""

    def __init__(self, document: Document, blocks: Sequence[Block], columns: int, *, landscape: bool) -> None:
        self.document, self.blocks, self.columns, self.landscape = document, blocks, columns, landscape
        self.margin = 10 * MM if any(isinstance(block, Paragraph) and block.margin for block in blocks) else 0.0
        width, height = document.paper.size(landscape=landscape)
        self.width = shares(width - 2 * MARGIN, [1] * columns, _GAP)[0] - self.margin
        self.height = height - 2 * MARGIN - FOOT - TITLE

    def pages(self, scale: float) -> int:
        """Return the number of pages that the blocks need at a scale of the type."""
        frames = paginate(self._tried(scale), self.height)
        return -(-len(frames) // self.columns)

    def largest(self, pages: int, least: float) -> float:
        """Return the largest scale at which the blocks fit on these pages; 0 if there is none.

        Args:
            pages: the maximum number of pages.
            least: the smallest scale to try.
        """
        steps = range(round((_LARGEST - least) / _STEP) + 1)

        def is_large(step: int) -> bool:
            return not self._fits(self._tried(least + step * _STEP), self.height, pages)

        count = bisect_left(steps, True, key=is_large)
        return least + (count - 1) * _STEP if count else 0.0

    def draw(self, title: str, scale: float, pages: int) -> None:
        """Draw the blocks at a scale on a number of pages, in columns of equal length."""
        frames: list[list[FlowFragment]] = []
        for number in range(pages):
            with self.document.page(landscape=self.landscape, bookmark=None if number else title) as surface:
                body = draw_title(surface, title, again="heading" if number else "")
                frames = frames or self._balanced(scale, pages)  # a screen reader finds them after the title
                boxes = body.columns([self.width + self.margin] * self.columns, _GAP)
                for box, frame in zip(boxes, frames[number * self.columns :], strict=False):
                    flowables.draw(surface, box.after(self.margin), frame)

    def _balanced(self, scale: float, pages: int) -> list[list[FlowFragment]]:
        pieces = Flow(self.document, scale, self.margin, level=1).cut(self.blocks, self.width)
        return paginate(pieces, self._least(pieces, pages))

    def _tried(self, scale: float) -> list[FlowFragment]:
        with self.document.canvas.at(Element("Sect")):  # the elements of a trial are discarded
            return Flow(self.document, scale, self.margin).cut(self.blocks, self.width)

    def _fits(self, pieces: Sequence[FlowFragment], height: float, pages: int) -> bool:
        try:
            return len(paginate(pieces, height)) <= self.columns * pages
        except PressError:
            return False

    def _least(self, pieces: Sequence[FlowFragment], pages: int) -> float:
        """Return the minimum height of columns that hold all pieces, so that all columns have the same height."""
        heights: list[float] = [*range(int(self.height)), self.height]
        return heights[
            bisect_left(heights, True, 0, len(heights) - 1, key=lambda high: self._fits(pieces, high, pages))
        ]


# The summary


def rules_summary(chapters: Sequence[Chapter]) -> list[Block]:
    """Return a summary of the rules by chapter, with an explanation of the dagger sign at the end.

    For each rule the summary has the first sentence, and every later sentence that contains a number.
    """
    blocks: list[Block] = []
    for chapter in chapters:
        rules = [Paragraph(in_brief(words), margin=prose.rules_of(words)) for words in statements(chapter.blocks)]
        if rules:
            blocks += [Heading(chapter.title, 2, bookmark=False), *rules]
    words = [span for block in blocks if isinstance(block, Paragraph) for span in block.words]
    if any(prose.DAGGER in span.text for span in words if isinstance(span, Span)):
        blocks.append(Paragraph((Span(f"{prose.DAGGER} With your tables: see the rule in the booklet."),), "note"))
    return blocks


def statements(blocks: Sequence[prose.Block]) -> Iterator[Words]:
    """Yield the text of each rule, up to the beginning of the next rule.

    If the text ends with a colon, the list or table that follows becomes part of it.
    """
    for block, after in zip_longest(blocks, blocks[1:]):
        if isinstance(block, prose.Text):
            *most, last = _by_mark(block.words) or [()]
            yield from most
            if last:
                yield (*last, *_run_in(after)) if last[-1].text.endswith(":") else last
        elif isinstance(block, prose.Listing):
            for item in block.items:
                yield from statements([prose.Text(item.words), *item.below])


def _by_mark(words: Words) -> list[Words]:
    """Split the words of a paragraph at the beginning of each rule."""
    starts = [number for number, span in enumerate(words) if span.rules]
    bounds = [0, *starts[1:], len(words)] if starts else []
    return [words[start:end] for start, end in pairwise(bounds)]


def _run_in(block: prose.Block | None) -> Iterator[Span]:
    """Yield the words of a block that follows a colon.

    The words are the items of a list that state no rules, the rows of a small table, or a table's name.
    """
    match block:
        case prose.Listing():
            yield from _joined([_as_part(item.words) for item in block.items if not item.rules])
        case prose.Grid():
            yield from _joined([(Span(f"{first}: {', '.join(rest)}"),) for first, *rest in block.rows])
        case prose.TableHere():
            name = f"“{block.title}”, {block.id}" if code(block.id) else block.called
            yield Span(f" see {name}.")


def _as_part(words: Words) -> Words:
    """Return an item of a list as part of the sentence before the list: without its own full stop, and in one piece."""
    *most, last = (replace(span, text=_SENTENCE.sub(";", span.text)) for span in words)
    return (*most, replace(last, text=last.text.removesuffix(".")))


def _joined(parts: Sequence[Words]) -> Iterator[Span]:
    """Yield the parts that follow the colon of a sentence, with semicolons where the parts lack punctuation."""
    for number, words in enumerate(parts):
        ends = words[-1].text.endswith((",", ";", ".", " or", " and"))
        mark = "" if ends else "." if number == len(parts) - 1 else ";"
        yield from (Span(" "), *words, *([Span(mark)] if mark else []))


def in_brief(words: Words) -> Words:
    """Return the first sentence of a text, the second if the first is short, and every later sentence with a number.

    The bold name with which a rule begins is part of the sentence that follows it.
    """
    text = "".join(span.text for span in words)
    ends = [match.end() for match in _SENTENCE.finditer(text) if match.end() > _named_to(words)]
    bounds = list(pairwise([0, *ends, len(text)]))
    first = next((end for _, end in bounds if end >= _LEAST), len(text))
    chosen = [(0, first), *(part for part in bounds if part[0] >= first and _NUMBER.search(text[slice(*part)]))]
    return tuple(span for start, end in chosen for span in _between(words, start, end))


def _named_to(words: Words) -> int:
    """Return the end of the bold name with which a text begins, perhaps after an italic mark such as `Optional.`."""
    end = 0
    for span in words:
        end += len(span.text)
        if span.how == "bold":
            return end
        if span.how != "italic" and span.text.strip():
            return 0
    return 0


def _between(words: Words, start: int, end: int) -> Iterator[Span]:
    """Yield the words between two positions in the text, without links."""
    at = 0
    for span in words:
        if text := span.text[max(start - at, 0) : max(end - at, 0)]:
            yield Span(text, span.how)
        at += len(span.text)
