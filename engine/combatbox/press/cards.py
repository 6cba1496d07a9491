"""Cards and counters on sheets: a centred grid, backs that meet their fronts, and lines to cut along.

Turning an upright sheet over its long edge mirrors the columns, over its short edge the rows (and every
card stands on its head); of a sheet on its side it is the other way round, which `best` knows. Because the grid is centred, mirrored slots meet exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import HAIR, MM, SAFE_MARGIN, Paper
from combatbox.press.surface import Surface

Flip = Literal["long", "short"]
Draw = Callable[[Surface], None]
_OVERRUN = 4 * MM  # how far cutting lines reach beyond the grid


@dataclass(frozen=True, slots=True)
class Stock:
    """A size of card or counter, in points."""

    name: str
    width: float
    height: float


STOCKS = {
    stock.name: stock
    for stock in (
        Stock("poker", 63 * MM, 88 * MM),
        Stock("bridge", 57 * MM, 88 * MM),
        Stock("mini", 44 * MM, 67 * MM),
        Stock("tarot", 70 * MM, 120 * MM),
        Stock("counter", 15 * MM, 15 * MM),
        Stock("half-inch counter", 12.7 * MM, 12.7 * MM),
        Stock("large counter", 25 * MM, 25 * MM),
        Stock("fighter", 26 * MM, 26 * MM),
    )
}


def stock(name: str) -> Stock:
    try:
        return STOCKS[name]
    except KeyError:
        raise PressError(f"card stock '{name}' is unknown; there are {', '.join(STOCKS)}") from None


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
    gutter: float

    @property
    def bounds(self) -> Box:
        first, last = self.slots[0], self.slots[-1]
        return Box(first.x, first.y, last.right - first.x, last.bottom - first.y)

    def behind(self, index: int, flip: Flip) -> int:
        """The slot on the back of the sheet that lies behind a slot of the front."""
        row, column = divmod(index, self.columns)
        if flip == "long":
            return row * self.columns + self.columns - 1 - column
        return (self.rows - 1 - row) * self.columns + column


@dataclass(frozen=True, slots=True)
class Setting:
    """How cards lie on their sheets. `bleed` of each card needs a gutter of twice that."""

    stock: Stock
    landscape: bool = False
    margin: float = SAFE_MARGIN
    gutter: float = 0.0
    flip: Flip = "long"


def grid(paper: Paper, setting: Setting) -> Grid:
    """As many slots as fit between the margins, centred on the sheet."""
    width, height = paper.size(landscape=setting.landscape)
    card, gutter, margin = setting.stock, setting.gutter, setting.margin
    columns = int((width - 2 * margin + gutter + 0.01) // (card.width + gutter))
    rows = int((height - 2 * margin + gutter + 0.01) // (card.height + gutter))
    if columns < 1 or rows < 1:
        raise PressError(f"a {card.name} card does not fit on {paper.name} paper within its margins")
    left = (width - columns * card.width - (columns - 1) * gutter) / 2
    top = (height - rows * card.height - (rows - 1) * gutter) / 2
    slots = tuple(
        Box(left + column * (card.width + gutter), top + row * (card.height + gutter), card.width, card.height)
        for row in range(rows)
        for column in range(columns)
    )
    return Grid(columns, rows, slots, gutter)


def best(paper: Paper, stock: Stock) -> Setting:
    """Upright or on its side, whichever holds more cards, for sheets that are turned over the long edge."""
    return max(
        (Setting(stock), Setting(stock, landscape=True, flip="short")),
        key=lambda setting: len(grid(paper, setting).slots),
    )


def impose(document: Document, cards: Sequence[Card], setting: Setting, *, title: str) -> int:
    """Print cards, each sheet of fronts followed by its sheet of backs; the number of sheets."""
    slots = grid(document.paper, setting)
    batch = len(slots.slots)
    sheets = [cards[start : start + batch] for start in range(0, len(cards), batch)]
    for number, sheet in enumerate(sheets, start=1):
        fronts: list[tuple[str, Draw | None]] = [(card.title, card.front) for card in sheet]
        name = f"{title}, sheet {number} of {len(sheets)}"
        with document.page(landscape=setting.landscape, bookmark=name, foot=False) as page:
            _draw_side(page, fronts, slots, None)
            _draw_cuts(page, slots, len(sheet))
        if any(card.back for card in sheet):
            backs = [(f"{card.title}, back", card.back) for card in sheet]
            with document.page(landscape=setting.landscape, foot=False) as page:
                _draw_side(page, backs, slots, setting.flip)
    return len(sheets)


def _draw_side(page: Surface, sides: Sequence[tuple[str, Draw | None]], slots: Grid, flip: Flip | None) -> None:
    """One side of a sheet; `flip` says that it is the back, and how the sheet is turned."""
    for index, (title, draw) in enumerate(sides):
        if draw is None:
            continue
        slot = slots.slots[slots.behind(index, flip) if flip else index]
        section = page.canvas.plan("Sect", title=title)
        with page.canvas.at(section), page.placed(slot, turned=flip == "short") as card:
            draw(card)


def _draw_cuts(page: Surface, slots: Grid, used: int) -> None:
    """Hairlines right across all that is to be cut: the marks for the second cut survive the first."""
    cards = slots.slots[:used]
    right, bottom = max(card.right for card in cards), cards[-1].bottom
    left, top = cards[0].x, cards[0].y
    for x in sorted({round(edge, 3) for slot in cards for edge in (slot.x, slot.right)}):
        page.line(x, top - _OVERRUN, x, bottom + _OVERRUN, weight=HAIR, colour="faint")
    for y in sorted({round(edge, 3) for slot in cards for edge in (slot.y, slot.bottom)}):
        page.line(left - _OVERRUN, y, right + _OVERRUN, y, weight=HAIR, colour="faint")
