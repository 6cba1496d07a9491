"""Cards and counters on sheets: a centred grid, backs that meet their fronts, and lines to cut along.

Turning a sheet over the edge at the side of its pages mirrors the columns; over the edge at their top it
mirrors the rows, and every card stands on its head. Which of the two the long edge is depends on how the
sheet stands: `Document.turns_upside_down` knows. Because the grid is centred, mirrored slots meet exactly.

In a document with bleed there are no sheets: each side is a page of its own, as print shops want it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import HAIR, MM, SAFE_MARGIN, Paper, style
from combatbox.press.surface import Surface

Draw = Callable[[Surface], None]
_OVERRUN, _SHORT = 4 * MM, 2 * MM  # how far cutting lines reach beyond the grid, and where room is scarce
_LINE, _LOW = 2.9 * MM, 7.5 * MM  # the foot below the grid, where there is room: its height with air above, its place
_OVERHANG = 1.5 * MM  # by which backs reach beyond the cut where no other lies: printers turn sheets that much askew
_INCH = 72.0


@dataclass(frozen=True, slots=True)
class Stock:
    """A size of card or counter, in points.

    Cut from plain card, as many stand on a sheet as fit. Sheets that come cut or scored have `columns` and
    `rows`, with a `gap` between the columns.
    """

    name: str
    width: float
    height: float
    columns: int = 0
    rows: int = 0
    gap: float = 0.0
    landscape: bool = False
    backed: bool = True

    @property
    def title(self) -> str:
        """What it is called where several sizes are printed."""
        return f"{self.name} size{', lying' if self.width > self.height else ''}"

    def lying(self) -> Stock:
        """The same on its side."""
        return replace(self, width=self.height, height=self.width)


STOCKS = {
    stock.name: stock
    for stock in (
        Stock("poker", 63 * MM, 88 * MM),
        Stock("bridge", 57 * MM, 88 * MM),
        Stock("mini", 44 * MM, 67 * MM),
        Stock("tarot", 70 * MM, 120 * MM),
        Stock("jumbo", 89 * MM, 127 * MM),
        Stock("counter", 15 * MM, 15 * MM),
        Stock("half-inch counter", 12.7 * MM, 12.7 * MM),
        Stock("large counter", 25 * MM, 25 * MM),
        Stock("fighter", 26 * MM, 26 * MM),
    )
}

# Card stock that is sold in sheets, already cut or scored; always centred on its sheet.
SHEETS: Mapping[str, Mapping[str, Stock]] = {
    "half-page": {
        "a4": Stock("half-page", 138 * MM, 190 * MM),
        "letter": Stock("half-page", 5.1 * _INCH, 7.7 * _INCH),
    },
    "poker-9up": {
        "a4": Stock("poker-9up", 63 * MM, 88 * MM, 3, 3),
        "letter": Stock("poker-9up", 2.5 * _INCH, 3.5 * _INCH, 3, 3),
    },
    "poker-8up": {
        "a4": Stock("poker-8up", 63 * MM, 88 * MM, 4, 2, landscape=True),
        "letter": Stock("poker-8up", 2.5 * _INCH, 3.5 * _INCH, 4, 2, landscape=True),
    },
    "tarot-4up": {
        "a4": Stock("tarot-4up", 70 * MM, 120 * MM, 2, 2),
        "letter": Stock("tarot-4up", 2.75 * _INCH, 4.75 * _INCH, 2, 2),
    },
    "business-10up": {
        "a4": Stock("business-10up", 85 * MM, 54 * MM, 2, 5),
        "letter": Stock("business-10up", 3.5 * _INCH, 2 * _INCH, 2, 5),
    },
    "label": {
        "a4": Stock("label", 99.1 * MM, 67.7 * MM, 2, 4, gap=2.5 * MM, backed=False),
        "letter": Stock("label", 4 * _INCH, 2 * _INCH, 2, 5, gap=0.1875 * _INCH, backed=False),
    },
}


def stock(name: str, paper: str = "a4") -> Stock:
    """A stock by its name; sheets of cut stock have their measures from the paper."""
    if name in SHEETS:
        return SHEETS[name][paper]
    try:
        return STOCKS[name]
    except KeyError:
        raise PressError(f"card stock '{name}' is unknown; there are {', '.join((*STOCKS, *SHEETS))}") from None


@dataclass(frozen=True, slots=True)
class Card:
    """A card: what is on its front, what is on its back, and what it is called."""

    title: str
    front: Draw
    back: Draw | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """The slots of a sheet, row by row from the top left."""

    columns: int
    rows: int
    slots: tuple[Box, ...]

    @property
    def bounds(self) -> Box:
        first, last = self.slots[0], self.slots[-1]
        return Box(first.x, first.y, last.right - first.x, last.bottom - first.y)

    def overhang(self, at: int, taken: Collection[int]) -> Box:
        """How far a back may reach: beyond its slot on each side where no other is."""
        (row, column), slot = divmod(at, self.columns), self.slots[at]
        left = 0.0 if column and at - 1 in taken else _OVERHANG
        right = 0.0 if column + 1 < self.columns and at + 1 in taken else _OVERHANG
        top = 0.0 if row and at - self.columns in taken else _OVERHANG
        bottom = 0.0 if at + self.columns in taken else _OVERHANG
        return Box(slot.x - left, slot.y - top, slot.width + left + right, slot.height + top + bottom)

    def behind(self, index: int, *, upside_down: bool) -> int:
        """The slot on the back of the sheet that lies behind a slot of the front."""
        row, column = divmod(index, self.columns)
        if upside_down:
            return (self.rows - 1 - row) * self.columns + column
        return row * self.columns + self.columns - 1 - column


@dataclass(frozen=True, slots=True)
class Setting:
    """How cards lie on their sheets: in as many columns as fit, or in so many."""

    stock: Stock
    landscape: bool = False
    margin: float = SAFE_MARGIN
    gutter: float = 0.0
    columns: int = 0


def grid(paper: Paper, setting: Setting) -> Grid:
    """As many slots as fit between the margins, or as cut stock has, centred on the sheet."""
    width, height = paper.size(landscape=setting.landscape)
    card, margin = setting.stock, setting.margin
    across, down = setting.gutter + card.gap, setting.gutter
    columns = card.columns or setting.columns or int((width - 2 * margin + across + 0.01) // (card.width + across))
    rows = card.rows or int((height - 2 * margin + down + 0.01) // (card.height + down))
    if columns < 1 or rows < 1:
        raise PressError(f"a {card.name} card does not fit on {paper.name} paper within its margins")
    left = (width - columns * card.width - (columns - 1) * across) / 2
    top = (height - rows * card.height - (rows - 1) * down) / 2
    slots = tuple(
        Box(left + column * (card.width + across), top + row * (card.height + down), card.width, card.height)
        for row in range(rows)
        for column in range(columns)
    )
    return Grid(columns, rows, slots)


def best(paper: Paper, stock: Stock) -> Setting:
    """Upright or on its side, whichever holds more cards; cut stock stands as it was cut."""
    if stock.columns:
        return Setting(stock, landscape=stock.landscape)
    return max(
        (Setting(stock), Setting(stock, landscape=True)),
        key=lambda setting: len(grid(paper, setting).slots),
    )


def squared(paper: Paper, stock: Stock, count: int) -> Setting:
    """The best setting, in fewer columns if so many cards then fill a sheet's rows to the last: fewer cuts, no odd end."""
    setting = best(paper, stock)
    slots = grid(paper, setting)
    if stock.columns or count > len(slots.slots):
        return setting
    even = [n for n in range(slots.columns, slots.columns // 2, -1) if count % n == 0 and count // n <= slots.rows]
    return replace(setting, columns=even[0]) if even else setting


def impose(
    document: Document, cards: Sequence[Card], setting: Setting, *, title: str, about: str = "", level: int = 0
) -> int:
    """Print cards, each sheet of fronts followed by its sheet of backs; the number of sheets.

    With something to say `about` them there is a heading below the fronts that leave room for one. In a document that is
    made singly each side of each card has a page of its own.
    """
    if document.singly:
        return _singly(document, cards, setting.stock, title, level)
    slots = grid(document.paper, setting)
    batch = len(slots.slots)
    sheets = [cards[start : start + batch] for start in range(0, len(cards), batch)]
    for number, sheet in enumerate(sheets, start=1):
        fronts: list[tuple[str, Draw | None]] = [(card.title, card.front) for card in sheet]
        name = f"{title}, sheet {number} of {len(sheets)}" if len(sheets) > 1 else title
        with document.page(landscape=setting.landscape, bookmark=name, level=level, foot=False) as page:
            used = slots.slots[len(sheet) - 1] if about else slots.bounds
            if about:
                below = Box(slots.bounds.x, used.bottom, slots.bounds.width, page.height)
                _draw_heading(page, below, name, about)
            _draw_side(page, fronts, slots)
            overrun = min(_OVERRUN, page.height - used.bottom - _LINE - _LOW)
            _draw_cuts(page, slots, len(sheet), overrun if overrun >= _SHORT else _OVERRUN)
            if overrun >= _SHORT:
                document.draw_foot(page, _LOW)
        if any(card.back for card in sheet):
            backs = [(f"{card.title}, back", card.back) for card in sheet]
            upside_down = document.turns_upside_down(landscape=setting.landscape)
            with document.page(landscape=setting.landscape, foot=False) as page:
                _draw_side(page, backs, slots, back=True, upside_down=upside_down)
    return len(sheets)


def _singly(document: Document, cards: Sequence[Card], stock: Stock, title: str, level: int) -> int:
    """Cards for a print shop, front and back by turns; the number of cards."""
    first = document.cut[-1][0] + 1 if document.cut else 1
    sides = [
        (number, words, draw)
        for number, card in enumerate(cards, start=first)
        for words, draw in ((card.title, card.front), (f"{card.title}, back", card.back))
    ]
    bookmark: str | None = title
    for number, words, draw in sides:
        if draw is None:
            continue
        document.cut.append((number, words))
        size = stock.width, stock.height
        with (
            document.page(size=size, margin=0.0, bookmark=bookmark, level=level, foot=False) as page,
            page.canvas.element("Sect", title=words),
        ):
            draw(page)
        bookmark = None
    return len(cards)


def _draw_side(
    page: Surface,
    sides: Sequence[tuple[str, Draw | None]],
    slots: Grid,
    *,
    back: bool = False,
    upside_down: bool = False,
) -> None:
    """One side of a sheet; backs overhang its outer edges."""
    taken = {slots.behind(index, upside_down=upside_down) for index, (_, draw) in enumerate(sides) if back and draw}
    for index, (title, draw) in enumerate(sides):
        if draw is None:
            continue
        at = slots.behind(index, upside_down=upside_down) if back else index
        slot, section = slots.slots[at], page.canvas.plan("Sect", title=title)
        within = slots.overhang(at, taken) if back else None
        with (
            page.canvas.at(section),
            page.placed(slot, turned=upside_down, within=within, bleed=_OVERHANG if back else 0.0) as card,
        ):
            draw(card)


def _draw_heading(page: Surface, below: Box, name: str, about: str) -> None:
    """What the sheet is and how it is used, below its last row."""
    heading, note = style("heading"), style("note")
    box = Box(below.x, below.y + _OVERRUN + 3 * MM, below.width, heading.leading)
    if page.height - box.bottom >= _LINE + _LOW + 2 * note.leading:
        page.text(name, box, heading, place=name, tag="H1")
        page.paragraph(about, Box(box.x, box.bottom + 1 * MM, box.width, 2 * note.leading), note, place=name)


def _draw_cuts(page: Surface, slots: Grid, used: int, overrun: float) -> None:
    """Hairlines right across all that is to be cut: the marks for the second cut survive the first."""
    cards = slots.slots[:used]
    right, bottom = max(card.right for card in cards), cards[-1].bottom
    left, top = cards[0].x, cards[0].y
    for x in sorted({round(edge, 3) for slot in cards for edge in (slot.x, slot.right)}):
        page.line(x, top - overrun, x, bottom + overrun, weight=HAIR, colour="faint")
    for y in sorted({round(edge, 3) for slot in cards for edge in (slot.y, slot.bottom)}):
        page.line(left - overrun, y, right + overrun, y, weight=HAIR, colour="faint")
