"""The tables of a game on pages: all of them with their sources, or a phase of play a page as player aids.

No table is cut that fits a page; one too wide for a column takes the width of several, one too wide for the page a page that
is turned. Type is as large as costs no page more.
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
from combatbox.press.table_flowable import SetView, TableStyle, by_columns, by_rows, set_view
from combatbox.press.tables import TIGHT

ABOUT_CODES = "Small beside a name is the code that the printed game, our site and our commands have for the table."
_FOOT = 5 * MM
_EASY, _MOST = (
    3,
    6,
)  # lines in a cell that a reader takes in at a glance, and that are borne where there is no more width

_EMS = 15.5  # the width of a column, to the size of its type: in a narrower one most cells break
_BASE = TableStyle(ids=True)
_DENSE = TableStyle(ids=True, table="dense", head="dense-head", note="aid-note", source="code", pad=1.0, pad_x=2.2)
_LARGE = TableStyle(level=2, table="panel-table", head="panel-head", source=None, pad=1.0, pad_x=2.5, bare=True)
_SMALL = TableStyle(
    level=2,
    table="dense",
    head="dense-head",
    meta="aid-note",
    note="aid-note",
    source=None,
    pad=TIGHT,
    pad_x=2.2,
    bare=True,
)
_CLOSE = replace(
    _SMALL, title="close-name", table="close", head="close-head", meta="close-note", note="close-note", pad=TIGHT / 3
)
_LARGEST = TableStyle(title="card-heading", level=2, table="large-table", head="large-head", source=None, pad=2.0)
_HUGE = TableStyle(title="heading", level=2, table="huge-table", head="huge-head", source=None, pad=3.0)
_LARGER = TableStyle(title="card-heading", level=2, table="card-table", head="card-head", source=None, bare=True)


class Kind(NamedTuple):
    """How a product's pages are made: the types to try, the columns of an upright and of a turned page, and measures.

    title: the height of its title. led: whether the names of sections stand above their first tables.
    """

    looks: tuple[TableStyle, ...]
    upright: tuple[int, ...]
    turned: tuple[int, ...]
    margin: float
    gap: float
    below: float
    title: float
    led: bool


TABLES = Kind((_BASE, _DENSE), (2,), (3,), MARGIN, 6 * MM, 3.5 * MM, TITLE, led=True)
AIDS = Kind(
    (_HUGE, _LARGEST, _LARGER, _LARGE, _SMALL, _CLOSE),
    (2, 3, 4),
    (3, 4),
    8 * MM,
    3.5 * MM,
    2 * MM,
    LOW_TITLE,
    led=False,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A table, perhaps below the name of the section that it opens."""

    view: SetView
    opens: str = ""

    @property
    def height(self) -> float:
        return self.view.height + (SECTION if self.opens else 0.0)

    def draw(self, surface: Surface, box: Box) -> None:
        if self.opens:
            draw_section(surface, box, self.opens)
            box = box.below(SECTION)
        self.view.draw(surface, box)


Page = PackedPage[Piece]
Face = tuple[str, list[Page]]
"""A page of player aids, more of them if it overflows, with its title."""


def lay_out(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Page]:
    """Deal the tables of sections onto pages, in the largest type that takes no more pages than the smallest.

    Raises PressError naming the table and cell that fit nowhere.
    """
    best: list[Page] = []
    for looks in reversed(kind.looks):  # from the smallest on, until one takes more pages
        pages = _dealt(paper, sections, kind, looks)
        if best and (not pages or len(pages) > len(best)):
            break
        best = pages or best
    if best:
        return best
    return _dealt(paper, _cut(paper, sections, kind), kind, kind.looks[-1]) or _refuse(paper, sections, kind)


def faces(paper: Paper, found: Sequence[Section], kind: Kind = AIDS) -> list[Face]:
    """A page for each phase of play, all of them standing alike: as most of them have larger type."""
    ways = [
        [(face.title, lay_out(paper, [face], replaced)) for face in found]
        for replaced in (kind._replace(upright=()), kind._replace(turned=()))
    ]
    return min(ways, key=lambda way: (sum(len(pages) for _, pages in way), -sum(map(_size, way))))


def dealt(found: Sequence[Face]) -> list[Face]:
    """Faces as they lie on sheets: the first half of play on fronts, the second on backs, so that what is used together is never
    back to back. They stand in order where one of them takes more than a page."""
    if any(len(pages) > 1 for _, pages in found):
        return list(found)
    half = -(-len(found) // 2)
    return [face for pair in zip_longest(found[:half], found[half:]) for face in pair if face]


def _size(face: Face) -> float:
    """How large the type of a face is, with the air between its rows."""
    looks = face[1][0].placed[0][0].view.looks
    return style_of(looks.table).size + looks.pad


def _beds(paper: Paper, kind: Kind) -> list[PageFrame]:
    beds = []
    for landscape, columns in ((False, kind.upright), (True, kind.turned)):
        width, height = paper.size(landscape=landscape)
        room = height - 2 * kind.margin - _FOOT - kind.title
        beds += [PageFrame(width - 2 * kind.margin, room, count, kind.gap, kind.below) for count in columns]
    return beds


def _dealt(paper: Paper, sections: Sequence[Section], kind: Kind, looks: TableStyle) -> list[Page] | None:
    views = [(view, section, view is section.tables[0]) for section in sections for view in section.tables]

    def made(bed: PageFrame, place: int) -> Item[Piece] | None:
        view, section, first = views[place]
        return _item(view, section.title, bed, looks, first and kind.led)

    size = style_of(looks.table).size
    return deal(len(views), [bed for bed in _beds(paper, kind) if bed.across(1) >= _EMS * size], made)


def _item(view: TableView, section: str, bed: PageFrame, looks: TableStyle, opens: bool) -> Item[Piece] | None:
    """A table in the fewest columns in which its cells are taken in at a glance and it is no higher than the page."""
    for span in range(1, bed.columns + 1):
        try:
            found = set_view(view, bed.across(span), looks)
        except PressError:
            continue
        piece = Piece(found, section if opens else "")
        most = _MOST if span == bed.columns else _EASY
        if piece.height <= bed.height and (len(view.headings) == 1 or found.most_lines <= most):
            return Item(piece, span, piece.height, section)
    return None


def _cut(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Section]:
    """The sections with those tables cut that no page holds whole, the first of each below the section's name."""
    beds, looks = _beds(paper, kind), replace(kind.looks[-1], bare=False)

    def parts(section: Section, view: TableView) -> Iterator[TableView]:
        opens = kind.led and view is section.tables[0]
        if any(_item(view, section.title, bed, looks, opens) for bed in beds):
            yield view
            return
        bed = beds[-1]
        for part in by_columns(view, bed.width, looks, most_lines=_EASY):
            yield from (one.view for one in by_rows(part, bed.width, bed.height - SECTION, looks))

    return [
        replace(section, tables=tuple(p for view in section.tables for p in parts(section, view)))
        for section in sections
    ]


def _refuse(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Page]:
    """Set the first table that fits nowhere once more, for what is said of it."""
    bed = _beds(paper, kind)[-1]
    for section in sections:
        for view in section.tables:
            set_view(view, bed.width, kind.looks[-1])
    raise PressError(f"{sections[0].title}: its tables fit no page")


def draw(
    document: Document, title: str, pages: Sequence[Page], kind: Kind, *, told: str = "", part_of: str | None = None
) -> None:
    """Draw the pages. Where all tables are, a link finds each by its id: `tables-a4.pdf#nameddest=P-1`.

    told: what the first page says beside its title. part_of: for a face among several, the name of them all if it is the first.
    """
    for number, page in enumerate(pages):
        landscape = page.bed.width > document.paper.width - 2 * kind.margin + 1
        bookmark = (part_of or title) if part_of is None or part_of else None
        with document.page(landscape=landscape, margin=kind.margin, bookmark=None if number else bookmark) as surface:
            if part_of is not None and not number:
                document.bookmark(title, 1)
            draw_title(surface, title, again=number > 0, told=told, height=kind.title)
            for piece, box in page.placed:
                if part_of is None:
                    document.canvas.name_page(piece.view.view.id)
                piece.draw(
                    surface, Box(surface.body.x + box.x, surface.body.y + kind.title + box.y, box.width, box.height)
                )
