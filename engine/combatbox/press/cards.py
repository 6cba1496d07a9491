"""Cards and counters on sheets: a centred grid, backs that match their fronts, and cutting lines.

Turning a sheet over the side edge of its pages mirrors the columns. Turning it over the top edge mirrors the rows, and
every card is upside down. Which of these edges is the long one depends on the orientation of the sheet (see
`Document.has_upside_down_backs`). Because the grid is centred, the mirrored places match exactly.

A document with bleed has no sheets: each side of a card is a separate page, as print shops want it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from combatbox.core.annotations import frozen
from combatbox.press import text
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.style import HAIR, MM, SAFE_MARGIN, Box, Paper, looks, style
from combatbox.press.surface import Surface

Draw = Callable[[Surface], None]
T = TypeVar("T")
_OVERRUN, _SHORT = 4 * MM, 2 * MM  # the length of cutting lines beyond the grid, usually and where space is scarce
_LINE, _LOW = 2.9 * MM, 7.5 * MM  # the foot below the grid, where there is space: its height with air above, its place
_GAP = 7 * MM  # between cards of different sizes on a sheet: space for the ends of cutting lines
_OVERHANG = 1.5 * MM  # the overhang of backs beyond the cut where there is no other card: printers turn sheets that far
_DOT = 1 * MM
# The test of backs: half the cross, the place of the scales, and their millimetres.
_CROSS, _SCALE, _REACH = 60 * MM, 30 * MM, 10
_UNITS = {"a4": MM, "letter": 72.0}  # of the lengths of ready-cut stock


_TEST = (
    "Print this sheet on both sides at actual size, and hold it against the light with the back towards you. Read where the upright "
    "line of the cross meets the scale below, and where the other line meets the scale at the right. Give the two numbers to "
    "the command: if they are 1.5 and -1, print with --shift-back 1.5,-1."
)


@frozen
class Stock:
    """A size of card or counter, in points.

    A sheet of plain card is cut by the player into as many cards as fit on it. A sheet that is sold cut or scored has a
    fixed number of `columns` and `rows`, with a `gap` between the columns.
    """

    width: float
    height: float
    columns: int = 0
    rows: int = 0
    gap: float = 0.0
    landscape: bool = False
    backed: bool = True
    name: str = ""

    @property
    def title(self) -> str:
        """The name of the size, for print runs with several sizes."""
        return f"{self.name} size{', lying' if self.width > self.height else ''}"

    def lying(self) -> Stock:
        """Return the same stock with width and height exchanged."""
        return replace(self, width=self.height, height=self.width)


def _measured(name: str, stock: Stock, unit: float) -> Stock:
    """Return a stock of `templates/print.yaml` with its name, and with lengths in points instead of a unit."""
    return replace(stock, name=name, width=stock.width * unit, height=stock.height * unit, gap=stock.gap * unit)


_CUT: dict[str, Stock] = looks("cut", dict[str, Stock])
_SOLD: dict[str, dict[str, Stock]] = looks("sold", dict[str, dict[str, Stock]])

STOCKS = {name: _measured(name, stock, MM) for name, stock in _CUT.items()}

# Always centred on its sheet.
SHEETS = {
    name: {paper: _measured(name, stock, _UNITS[paper]) for paper, stock in by_paper.items()}
    for name, by_paper in _SOLD.items()
}


def stock(name: str, paper: str = "a4") -> Stock:
    """Return a stock by its name; the size of ready-cut stock depends on the paper.

    Raises:
        PressError: there is no such stock.
    """
    if name in SHEETS:
        return SHEETS[name][paper]
    try:
        return STOCKS[name]
    except KeyError:
        raise PressError(f"unknown card stock '{name}'; known: {', '.join((*STOCKS, *SHEETS))}") from None


@frozen
class Card:
    """A card: its title, and the functions that draw its front and back."""

    title: str
    front: Draw
    back: Draw | None = None


@frozen
class Grid:
    """The places of the cards on a sheet (`slots`), row by row from the top left, and the size of the sheet."""

    columns: int
    rows: int
    slots: tuple[Box, ...]
    page: tuple[float, float]

    @property
    def bounds(self) -> Box:
        """The box around all places of the grid."""
        first, last = self.slots[0], self.slots[-1]
        return Box(first.x, first.y, last.right - first.x, last.bottom - first.y)

    def behind(self, index: int, *, upside_down: bool) -> Box:
        """Return the place on the back of the sheet that is exactly behind a place on the front."""
        slot, (width, height) = self.slots[index], self.page
        if upside_down:
            return replace(slot, y=height - slot.bottom)
        return replace(slot, x=width - slot.right)


def overhang(place: Box, taken: Collection[Box]) -> Box:
    """Return the area to print for the back of a card: its place, extended beyond each edge that has no neighbour."""

    def free(dx: int, dy: int) -> float:
        """Return the overhang in a direction; 0 if a neighbour is nearer than two overhangs there."""
        near = place.inset(abs(dy), abs(dx)).moved(2 * _OVERHANG * dx, 2 * _OVERHANG * dy)
        return 0.0 if any(near.meets(other) for other in taken if other != place) else _OVERHANG

    left, right, top, bottom = free(-1, 0), free(1, 0), free(0, -1), free(0, 1)
    return Box(place.x - left, place.y - top, place.width + left + right, place.height + top + bottom)


@frozen
class Setting:
    """The arrangement of cards on a sheet.

    Attributes:
        columns: the number of columns; 0 for as many as fit.
    """

    stock: Stock
    landscape: bool = False
    columns: int = 0


def grid(paper: Paper, setting: Setting) -> Grid:
    """Return a grid that is centred on the sheet.

    It has as many places as fit between the margins, or as many as a sheet of ready-cut stock has.

    Raises:
        PressError: not even one card fits.
    """
    width, height = paper.size(landscape=setting.landscape)
    card, across = setting.stock, setting.stock.width + setting.stock.gap
    room = width - 2 * SAFE_MARGIN + card.gap + 0.01
    columns = card.columns or setting.columns or int(room // across)
    rows = card.rows or int((height - 2 * SAFE_MARGIN + 0.01) // card.height)
    if columns < 1 or rows < 1:
        raise PressError(f"a {card.name} card does not fit on {paper.name} paper within its margins")
    left = (width - columns * card.width - (columns - 1) * card.gap) / 2
    top = (height - rows * card.height) / 2
    slots = tuple(
        Box(left + column * across, top + row * card.height, card.width, card.height)
        for row in range(rows)
        for column in range(columns)
    )
    return Grid(columns, rows, slots, (width, height))


def stacked(paper: Paper, sets: Sequence[tuple[Stock, int]], *, landscape: bool = False) -> list[Grid] | None:
    """Return a grid for the cards of each stock, one below the other on a sheet; None if they do not fit."""
    grids, y = [], SAFE_MARGIN
    _, height = paper.size(landscape=landscape)
    for stock, count in sets:
        setting = Setting(stock, landscape=landscape)
        full = grid(paper, setting)
        rows = -(-count // full.columns)
        even = grid(paper, replace(setting, columns=-(-count // rows)))  # as few columns as that number of rows needs
        if len(even.slots) < count:
            return None
        first = even.slots[0].y
        slots = tuple(replace(slot, y=slot.y - first + y) for slot in even.slots[:count])
        grids.append(Grid(even.columns, rows, slots, full.page))
        y = slots[-1].bottom + _GAP
    return grids if y - _GAP <= height - SAFE_MARGIN else None


def on_one_sheet(paper: Paper, sets: Sequence[tuple[Stock, int]]) -> list[Grid] | None:
    """Return the grids that place several sets of cards on one sheet, one set below the other.

    The orientation of the sheet is the one in which the cards cover more of its height. The result is None if the cards
    fit in neither orientation.

    Args:
        paper: the size of the paper.
        sets: the stock and the number of cards of each set.
    """
    options = [grids for landscape in (False, True) if (grids := stacked(paper, sets, landscape=landscape))]
    return max(options, key=lambda grids: grids[-1].bounds.bottom / grids[-1].page[1], default=None)


def best(paper: Paper, stock: Stock) -> Setting:
    """Return the arrangement in the orientation that holds more cards; ready-cut stock has a fixed orientation."""
    if stock.columns:
        return Setting(stock, landscape=stock.landscape)
    return max(
        (Setting(stock), Setting(stock, landscape=True)),
        key=lambda setting: len(grid(paper, setting).slots),
    )


def impose(
    document: Document,
    cards: Sequence[Card],
    setting: Setting,
    *,
    title: str,
    about: str = "",
    backed: bool = False,
) -> None:
    """Print cards; each sheet of fronts is followed by the sheet of its backs.

    In a document for a print shop, each side of each card has a separate page.

    Args:
        document: the document to print into.
        cards: the cards, in order.
        setting: the arrangement on the sheets.
        title: the title in the outline.
        about: a text below the fronts, if there is space for it.
        backed: True if a sheet without backs has an empty one, because others of the print run have backs: a printer
            that prints both sides would otherwise print the next fronts on its back.
    """
    if document.singly:
        _print_single(document, cards, setting.stock, title)
        return
    slots = grid(document.paper, setting)
    batch = len(slots.slots)
    backed = backed or _have_backs(cards)
    sheets = [cards[start : start + batch] for start in range(0, len(cards), batch)]
    for number, sheet in enumerate(sheets, start=1):
        name = f"{title}, sheet {number} of {len(sheets)}" if len(sheets) > 1 else title
        _draw_sheet(document, [(sheet, slots)], setting.landscape, name, about, backed)


def impose_sets(
    document: Document,
    sets: Sequence[tuple[Sequence[Card], Stock]],
    *,
    title: str,
    about: str = "",
    backed: bool = False,
) -> None:
    """Print cards of several sizes, on one sheet if they fit, otherwise on full sheets and sheets with the rest.

    The arguments are those of `impose`.
    """
    backed = backed or any(_have_backs(cards) for cards, _ in sets)
    if backed and document.fold_over:
        backed, sets = False, [_folded(cards, stock) for cards, stock in sets]
    if len(sets) == 1:
        ((cards, stock),) = sets
        impose(document, cards, best(document.paper, stock), title=title, about=about, backed=backed)
        return
    grids = on_one_sheet(document.paper, [(stock, len(cards)) for cards, stock in sets])
    if grids and not document.singly:
        blocks = [(cards, slots) for (cards, _), slots in zip(sets, grids, strict=True)]
        width, height = grids[0].page
        _draw_sheet(document, blocks, width > height, title, about, backed)
        return
    full, left = full_sheets(document.paper, {stock: cards for cards, stock in sets}, singly=document.singly)
    for part in [*([(cards, stock)] for stock, cards in full.items()), *left]:
        name = f"{title}, {' and '.join(stock.title for _, stock in part)}"
        impose_sets(document, part, title=name, about=about, backed=backed)


def _folded(cards: Sequence[Card], stock: Stock) -> tuple[list[Card], Stock]:
    """Return cards with their backs beside them, to be folded along a dotted line, and the stock that they need.

    Raises:
        PressError: the stock is sold ready cut.
    """
    if stock.columns:
        raise PressError(
            f"{stock.name}: cards that are sold cut cannot be folded over; choose another size or leave --fold-over out"
        )

    def unfold(card: Card) -> Card:
        def draw(surface: Surface) -> None:
            halves = surface.whole.columns([stock.width] * 2)
            for half, side in zip(halves, (card.front, card.back), strict=True):
                if side:
                    with surface.placed(half) as part:
                        side(part)
            dots = round(stock.height / _DOT / 2)
            for dot in range(dots):
                surface.edge(halves[1].below((2 * dot + 0.5) * _DOT).top(_DOT), "left", weight=HAIR, colour="faint")

        return Card(card.title, draw)

    return [unfold(card) for card in cards], replace(stock, width=2 * stock.width)


def _have_backs(cards: Sequence[Card]) -> bool:
    return any(card.back for card in cards)


def sheets(paper: Paper, by_size: Mapping[Stock, Sequence[T]]) -> int:
    """Return the number of sheets that cards of several sizes take."""
    full, left = full_sheets(paper, by_size)
    counts = [-(-len(cards) // len(grid(paper, best(paper, stock)).slots)) for stock, cards in full.items()]
    return len(left) + sum(counts)


def full_sheets(
    paper: Paper, by_size: Mapping[Stock, Sequence[T]], *, singly: bool = False
) -> tuple[dict[Stock, Sequence[T]], list[list[tuple[Sequence[T], Stock]]]]:
    """Return the cards of each size that fill whole sheets, and sets of remaining cards that share a sheet."""
    full: dict[Stock, Sequence[T]] = {}
    left: list[list[tuple[Sequence[T], Stock]]] = []
    for stock, of_size in sorted(by_size.items(), key=lambda pair: -pair[0].height):
        on_sheet = len(grid(paper, best(paper, stock)).slots)
        count = len(of_size) if stock.columns or singly else len(of_size) // on_sheet * on_sheet
        full |= {stock: of_size[:count]} if count else {}
        rest = of_size[count:]
        if rest:
            shared = next((sets for sets in left if _share(paper, [*sets, (rest, stock)])), None)
            left = left if shared else [*left, []]
            (shared if shared is not None else left[-1]).append((rest, stock))
    return {stock: full[stock] for stock in by_size if stock in full}, left


def _share(paper: Paper, sets: Sequence[tuple[Sequence[T], Stock]]) -> bool:
    """Return True if these cards of several sizes fit on one sheet."""
    return on_one_sheet(paper, [(stock, len(of_size)) for of_size, stock in sets]) is not None


def _draw_sheet(
    document: Document,
    blocks: Sequence[tuple[Sequence[Card], Grid]],
    landscape: bool,
    name: str,
    about: str,
    backed: bool,
) -> None:
    """Draw a sheet of fronts and, if the print run is `backed`, the page with their backs, which may be empty."""
    with document.page(landscape=landscape, bookmark=name, foot=False) as page:
        cards, slots = blocks[-1]
        used = slots.slots[len(cards) - 1] if about else slots.bounds
        if about:
            left = min(slots.bounds.x for _, slots in blocks)
            below = Box(left, used.bottom, page.width - 2 * left, page.height)
            _draw_heading(page, below, name, about)
        overrun = min(_OVERRUN, page.height - used.bottom - _LINE - _LOW)
        between = [_GAP / 2 - 0.5 * MM] if len(blocks) > 1 else []
        for cards, slots in blocks:
            _draw_side(page, [(card.title, card.front, place) for card, place in zip(cards, slots.slots, strict=False)])
            _draw_cuts(page, slots, len(cards), min([overrun if overrun >= _SHORT else _OVERRUN, *between]))
        if overrun >= _SHORT:
            document.draw_foot(page, _LOW)
    if backed:
        upside_down = document.has_upside_down_backs(landscape=landscape)
        backs = [
            (f"{card.title}, back", card.back, slots.behind(index, upside_down=upside_down).moved(*document.shift))
            for cards, slots in blocks
            for index, card in enumerate(cards)
        ]
        with document.page(landscape=landscape, foot=False) as page:
            _draw_side(page, backs, back=True, upside_down=upside_down)


def draw_test(document: Document) -> None:
    """Draw a sheet that shows how far a printer moves backs: a cross on the front, and scales on the back."""
    with document.page(bookmark="Front", foot=False) as page:
        x, y = page.width / 2, page.height / 2
        page.text("Do backs meet their fronts?", page.body.top(10 * MM), style("title"), tag="H1")
        page.paragraph(_TEST, page.body.below(12 * MM), style("text"))
        page.line(x - _CROSS, y, x + _CROSS, y)
        page.line(x, y - _CROSS, x, y + _CROSS)
    with document.page(bookmark="Back", foot=False) as page:
        for number in range(-_REACH, _REACH + 1):
            at, long = number * MM, 1.5 * MM if number % 5 else 3 * MM
            page.line(x + at, y + _SCALE, x + at, y + _SCALE + long)
            page.line(x + _SCALE, y + at, x + _SCALE + long, y + at)
            if number % 5 == 0:
                label = Box(x - 3 * MM, y - 2 * MM, 6 * MM, 4 * MM)
                for place in (label.moved(at, _SCALE + 6 * MM), label.moved(_SCALE + 7 * MM, at)):
                    page.text(str(number), place, style("number"))


def _print_single(document: Document, cards: Sequence[Card], stock: Stock, title: str) -> None:
    """Print cards for a print shop, each front followed by its back."""
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
            document.page(size=size, margin=0.0, bookmark=bookmark, foot=False) as page,
            page.canvas.element("Sect", title=words),
        ):
            draw(page)
        bookmark = None


def _draw_side(
    page: Surface, sides: Sequence[tuple[str, Draw | None, Box]], *, back: bool = False, upside_down: bool = False
) -> None:
    """Draw one side of a sheet; backs extend beyond the outer edges of their places."""
    taken = [place for _, draw, place in sides if back and draw]
    for title, draw, place in sides:
        if draw is None:
            continue
        section = page.canvas.plan("Sect", title=title)
        within = overhang(place, taken) if back else None
        with (
            page.canvas.at(section),
            page.placed(place, turned=upside_down, within=within, bleed=_OVERHANG if back else 0.0) as card,
        ):
            draw(card)


def _draw_heading(page: Surface, below: Box, name: str, about: str) -> None:
    """Draw the title of the sheet, and the text about its use, below the last row of cards."""
    heading, note = style("heading"), style("note")
    box = below.below(_OVERRUN + 3 * MM).top(heading.leading)
    high = len(text.wrap(about, box.width, note, name)) * note.leading
    if page.height - box.bottom >= _LINE + _LOW + high:
        page.text(name, box, heading, place=name, tag="H1")
        page.paragraph(about, Box(box.x, box.bottom + 1 * MM, box.width, high), note, place=name)


def _draw_cuts(page: Surface, slots: Grid, used: int, overrun: float) -> None:
    """Draw cutting lines across the whole sheet, so that the first cut does not remove the marks for the second."""
    cards = slots.slots[:used]
    right, bottom = max(card.right for card in cards), cards[-1].bottom
    left, top = cards[0].x, cards[0].y
    for x in sorted({round(edge, 3) for slot in cards for edge in (slot.x, slot.right)}):
        page.line(x, top - overrun, x, bottom + overrun, weight=HAIR, colour="faint")
    for y in sorted({round(edge, 3) for slot in cards for edge in (slot.y, slot.bottom)}):
        page.line(left - overrun, y, right + overrun, y, weight=HAIR, colour="faint")
