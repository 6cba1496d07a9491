"""The tables of a game on pages: either all tables with their sources, or player aids with a page for each phase.

A table that fits a page is never cut. A table that is too wide for one column spans several columns; if it is too wide
for the page, it gets a landscape page. The type is as large as possible without additional pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from combatbox.core.table_views import TableView
from combatbox.press.catalogue import Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.headings import LOW_TITLE, SECTION, TITLE, draw_section, draw_title
from combatbox.press.page_packing import Item, PackedPage, PageFrame, deal
from combatbox.press.style import MARGIN, MM, Paper
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.table_flowable import SetView, TableStyle, by_columns, by_rows, set_view, styles_of

ABOUT_CODES = "Small beside a name is the code that the printed game, our site and our commands have for the table."
_FOOT = 5 * MM
_EASY, _MOST = (
    3,
    6,
)  # lines in a cell that are easy to read, and that are accepted where there is no more width

_EMS = 15.5  # the least width of a column in ems: in a narrower one most cells break


class Kind(NamedTuple):
    """The format of a product's pages.

    Attributes:
        looks: the table styles to try.
        upright, turned: the numbers of columns of portrait and landscape pages.
        title: the height of the product's title.
        led: True if the names of sections are printed above their first tables.
        again: the style of the product's title on later pages.
    """

    looks: tuple[TableStyle, ...]
    upright: tuple[int, ...]
    turned: tuple[int, ...]
    margin: float
    gap: float
    below: float
    title: float
    led: bool
    again: str = "heading"


TABLES = Kind(styles_of("tables"), (2,), (3,), MARGIN, 6 * MM, 3.5 * MM, TITLE, led=True)
AIDS = Kind(
    styles_of("aids"),
    (2, 3, 4),
    (3, 4),
    8 * MM,
    3.5 * MM,
    2 * MM,
    LOW_TITLE,
    led=False,
)
LARGE_AIDS = Kind(styles_of("large-aids"), (1, 2), (2,), MARGIN, 6 * MM, 5 * MM, TITLE, led=False, again="print-name")


@dataclass(frozen=True, slots=True)
class Piece:
    """A table to place on a page, which can have the name of its section above it (`opens`)."""

    view: SetView
    opens: str = ""

    @property
    def height(self) -> float:
        """The height of the table and of the section's name, in points."""
        return self.view.height + (SECTION if self.opens else 0.0)

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw the table at the top of a box."""
        if self.opens:
            draw_section(surface, box, self.opens)
            box = box.below(SECTION)
        self.view.draw(surface, box)


Page = PackedPage[Piece]
Face = tuple[str, list[Page]]
"""A player aid: its title and its page, or several pages if its tables do not fit on one."""


def lay_out(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Page]:
    """Distribute the tables of sections over pages, in the largest type that needs no additional page.

    Args:
        paper: the size of the pages.
        sections: the sections of the product.
        kind: the format of the pages.

    Raises:
        PressError: a table fits on no page; the message names the table and the cell.
    """
    best: list[Page] = []
    for looks in reversed(kind.looks):  # smallest first, until one needs more pages
        pages = _dealt(paper, sections, kind, looks)
        if best and (not pages or len(pages) > len(best)):
            break
        best = pages or best
    if best:
        return best
    return _dealt(paper, _cut(paper, sections, kind), kind, kind.looks[-1]) or _refuse(paper, sections, kind)


def faces(paper: Paper, sections: Sequence[Section], kind: Kind = AIDS) -> list[Face]:
    """Return the player aids, one for each phase of play.

    All pages have the same type, and either all are portrait or all are landscape, depending on which allows larger
    type.
    """
    options = [_alike(paper, sections, kind._replace(turned=())), _alike(paper, sections, kind._replace(upright=()))]
    return min(options, key=lambda option: (sum(len(pages) for _, pages in option), -_size(option[0])))


def _alike(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Face]:
    """Return the pages of each phase in the largest type in which none of them needs an additional page."""
    best = [(face.title, lay_out(paper, [face], kind._replace(looks=kind.looks[-1:]))) for face in sections]
    for looks in reversed(kind.looks[:-1]):
        larger: list[Face] = []
        for face, (title, pages) in zip(sections, best, strict=True):
            laid = _dealt(paper, [face], kind, looks)
            if not laid or len(laid) > len(pages):
                return best
            larger.append((title, laid))
        best = larger
    return best


def printing_order(found: Sequence[Face]) -> list[Face]:
    """Return player aids in printing order: the first half of the phases on fronts, the second half on backs.

    Therefore two aids that are used together are never on the two sides of one sheet. If an aid needs several pages,
    the order does not change.
    """
    if any(len(pages) > 1 for _, pages in found):
        return list(found)
    half = -(-len(found) // 2)
    return [face for pair in zip_longest(found[:half], found[half:]) for face in pair if face]


def _size(face: Face) -> float:
    """Return the type size of player aids plus the space between rows, by which layouts are compared."""
    looks = face[1][0].placed[0][0].view.looks
    return style_of(looks.table).size + looks.pad


def _beds(paper: Paper, kind: Kind) -> list[PageFrame]:
    beds = []
    for landscape, columns in ((False, kind.upright), (True, kind.turned)):
        width, height = paper.size(landscape=landscape)
        free = height - 2 * kind.margin - _FOOT - kind.title
        beds += [PageFrame(width - 2 * kind.margin, free, count, kind.gap, kind.below) for count in columns]
    return beds


def _dealt(paper: Paper, sections: Sequence[Section], kind: Kind, looks: TableStyle) -> list[Page] | None:
    views = [(view, section, view is section.tables[0]) for section in sections for view in section.tables]

    def made(bed: PageFrame, place: int) -> Item[Piece] | None:
        view, section, first = views[place]
        return _item(view, section.title, bed, looks, first and kind.led)

    size = style_of(looks.table).size
    return deal(len(views), [bed for bed in _beds(paper, kind) if bed.across(1) >= _EMS * size], made)


def _item(view: TableView, section: str, bed: PageFrame, looks: TableStyle, opens: bool) -> Item[Piece] | None:
    """Lay out a table across as few columns as keep it readable; return None if it is then higher than the page.

    What follows a table that fills a page, its modifiers and notes, goes across all columns, so that it is placed first
    on the next page.
    """
    rest = bool(view.modifiers and not view.rows)
    for span in range(bed.columns if rest else 1, bed.columns + 1):
        try:
            set_table = set_view(view, bed.across(span), looks)
        except PressError:
            continue
        piece = Piece(set_table, section if opens else "")
        most = _MOST if span == bed.columns else _EASY
        if piece.height <= bed.height and (len(view.headings) == 1 or set_table.most_lines <= most):
            return Item(piece, span, piece.height, section, opens)
    return None


def _cut(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Section]:
    """Return the sections, with tables that fit no page cut into parts."""
    beds, looks = _beds(paper, kind), replace(kind.looks[-1], bare=False)
    # A part has the name of its section above it, or its dice again below its name.
    above = SECTION if kind.led else 2 * style_of(looks.meta).leading

    def parts(section: Section, view: TableView) -> Iterator[TableView]:
        opens = kind.led and view is section.tables[0]
        if any(_item(view, section.title, bed, looks, opens) for bed in beds):
            yield view
            return
        bed = beds[-1]
        for part in by_columns(view, bed.width, looks, most_lines=_EASY):
            yield from (one.view for one in by_rows(part, bed.width, bed.height - above, looks))

    return [
        replace(section, tables=tuple(p for view in section.tables for p in parts(section, view)))
        for section in sections
    ]


def _refuse(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Page]:
    """Raise the error that laying out the first table that fits on no page causes."""
    bed = _beds(paper, kind)[-1]
    for section in sections:
        for view in section.tables:
            set_view(view, bed.width, kind.looks[-1])
    raise PressError(f"{sections[0].title}: the tables fit no page")


def draw(
    document: Document, title: str, pages: Sequence[Page], kind: Kind, *, subtitle: str = "", part_of: str | None = None
) -> None:
    """Draw the pages of a reference.

    In the document with all tables, links can point to each table by its id: `tables-a4.pdf#nameddest=P-1`.

    Args:
        document: the document to draw into.
        title: the title of the product.
        pages: the pages, as `lay_out` returns them.
        kind: the format of the pages.
        subtitle: a note beside the title of the first page.
        part_of: the title of a set of player aids if the pages are its first side; empty for a further side; None if
            the pages are not player aids.
    """
    for number, page in enumerate(pages):
        landscape = page.bed.width > document.paper.width - 2 * kind.margin + 1
        bookmark = (part_of or title) if part_of is None or part_of else None
        with document.page(landscape=landscape, margin=kind.margin, bookmark=None if number else bookmark) as surface:
            if part_of is not None and not number:
                document.bookmark(title, 1)
            draw_title(surface, title, again=kind.again if number else "", subtitle=subtitle, height=kind.title)
            for piece, box in page.placed:
                if part_of is None:
                    document.canvas.name_page(piece.view.view.id)
                piece.draw(
                    surface, Box(surface.body.x + box.x, surface.body.y + kind.title + box.y, box.width, box.height)
                )
