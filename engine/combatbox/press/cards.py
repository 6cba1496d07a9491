"""Cards and counters on sheets: a centred grid, backs that match their fronts, and cutting lines.

Turning a sheet over the side edge of its pages mirrors the columns. Turning it over the top edge mirrors the rows, and
every card is upside down. Which of these edges is the long one depends on the orientation of the sheet (see
`Document.has_upside_down_backs`). Because the grid is centred, the mirrored places match exactly.

A document with bleed has no sheets: each side of a card is a separate page, as print shops want it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from combatbox.core.annotations import frozen
from combatbox.press import text
from combatbox.press.document import Document
from combatbox.press.errors import PressError, known
from combatbox.press.style import HAIR, MM, SAFE_MARGIN, Box, Paper, looks, style
from combatbox.press.surface import Surface

Draw = Callable[[Surface], None]
T = TypeVar("T")
_OVERRUN, _SHORT = 4 * MM, 2 * MM  # the length of cutting lines beyond the grid, usually and where space is scarce
_LOW, _FOOT = 7.5 * MM, 10.4 * MM  # the foot below the grid, where there is space: its place, its end with air above
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


Sets = Sequence[tuple[Stock, Sequence[T]]]
"""Cards, or what stands for them, by their stock."""


def _measured(name: str, stock: Stock, unit: float) -> Stock:
    """Return a stock of `templates/print.yaml` with its name, and with lengths in points instead of a unit."""
    return replace(stock, name=name, width=stock.width * unit, height=stock.height * unit, gap=stock.gap * unit)


STOCKS = {name: _measured(name, stock, MM) for name, stock in looks("cut", dict[str, Stock]).items()}

# Always centred on its sheet.
SHEETS = {
    name: {paper: _measured(name, stock, _UNITS[paper]) for paper, stock in by_paper.items()}
    for name, by_paper in looks("sold", dict[str, dict[str, Stock]]).items()
}


def stock(name: str, paper: str = "a4") -> Stock:
    """Return a stock by its name; the size of ready-cut stock depends on the paper.

    Raises:
        PressError: there is no such stock.
    """
    return known("card stock", name, {**STOCKS, **{sold: sizes[paper] for sold, sizes in SHEETS.items()}})


@frozen
class Card:
    """A card: its title, and the functions that draw its front and back."""

    title: str
    front: Draw
    back: Draw | None = None

    @property
    def sides(self) -> tuple[tuple[str, Draw | None], ...]:
        """The title and the function of the front, and those of the back."""
        return (self.title, self.front), (f"{self.title}, back", self.back)


@frozen
class Grid:
    """The places of the cards on a sheet (`slots`), row by row from the top left, and the size of the sheet."""

    columns: int
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


def grid(paper: Paper, stock: Stock, *, landscape: bool = False, columns: int = 0) -> Grid:
    """Return a grid that is centred on the sheet.

    It has as many places as fit between the margins, or as many as a sheet of ready-cut stock has.

    Args:
        paper: the size of the paper.
        stock: the size of the cards.
        landscape: True for a sheet in landscape orientation.
        columns: the number of columns; 0 for as many as fit.

    Raises:
        PressError: not even one card fits.
    """
    width, height = paper.size(landscape=landscape)
    across = stock.width + stock.gap
    columns = stock.columns or columns or int((width - 2 * SAFE_MARGIN + stock.gap + 0.01) // across)
    rows = stock.rows or int((height - 2 * SAFE_MARGIN + 0.01) // stock.height)
    if columns < 1 or rows < 1:
        raise PressError(
            f"a {stock.name} card does not fit on {paper.name} paper within its margins; "
            "choose a smaller size, such as --cards jumbo, or leave --fold-over out"
        )
    left = (width - columns * across + stock.gap) / 2
    top = (height - rows * stock.height) / 2
    slots = tuple(
        Box(left + column * across, top + row * stock.height, stock.width, stock.height)
        for row in range(rows)
        for column in range(columns)
    )
    return Grid(columns, slots, (width, height))


def best(paper: Paper, stock: Stock) -> Grid:
    """Return the grid in the orientation that holds more cards; ready-cut stock has a fixed orientation."""
    ways = (stock.landscape,) if stock.columns else (False, True)
    return max((grid(paper, stock, landscape=way) for way in ways), key=lambda one: len(one.slots))


def stacked(paper: Paper, sets: Sets[T], *, landscape: bool = False) -> list[Grid] | None:
    """Return a grid for the cards of each stock, one below the other on a sheet; None if they do not fit."""
    grids, y = [], SAFE_MARGIN
    for stock, cards in sets:
        count = len(cards)
        rows = -(-count // grid(paper, stock, landscape=landscape).columns)
        # as few columns as that number of rows needs
        even = grid(paper, stock, landscape=landscape, columns=-(-count // rows))
        if len(even.slots) < count:
            return None
        down = y - even.bounds.y
        grids.append(replace(even, slots=tuple(slot.moved(0, down) for slot in even.slots[:count])))
        y = grids[-1].bounds.bottom + _GAP
    return grids if y - _GAP <= paper.size(landscape=landscape)[1] - SAFE_MARGIN else None


def on_one_sheet(paper: Paper, sets: Sets[T]) -> list[Grid] | None:
    """Return the grids that place several sets of cards on one sheet, one set below the other.

    The orientation of the sheet is the one in which the cards cover more of its height. The result is None if the cards
    fit in neither orientation.
    """
    options = [grids for landscape in (False, True) if (grids := stacked(paper, sets, landscape=landscape))]
    return max(options, key=lambda grids: grids[-1].bounds.bottom / grids[-1].page[1], default=None)


def impose(document: Document, sets: Sets[Card], *, title: str, about: str = "") -> None:
    """Print cards; each sheet of fronts is followed by the sheet of its backs.

    Cards of several sizes are on one sheet if they fit, otherwise on full sheets and sheets with the rest. If any card
    has a back, a sheet without backs is followed by an empty page: a printer that prints both sides would otherwise
    print the next fronts on its back. In a document for a print shop, each side of each card has a separate page.

    Args:
        document: the document to print into.
        sets: the cards, in order, by their stock.
        title: the title in the outline.
        about: a text below the fronts, if there is space for it.
    """
    backed = any(card.back for _, cards in sets for card in cards)
    if backed and document.fold_over:
        backed, sets = False, [_folded(stock, cards) for stock, cards in sets]
    if document.singly:
        for stock, cards in sets:
            _print_single(document, cards, stock, f"{title}, {stock.title}" if len(sets) > 1 else title)
        return
    for name, blocks in sheets(document.paper, sets, title):
        _draw_sheet(document, blocks, name, about, backed)


def sheets(paper: Paper, sets: Sets[T], title: str = "") -> Iterator[tuple[str, list[tuple[Sequence[T], Grid]]]]:
    """Yield the name of each sheet of fronts that cards take, and the cards on it in their grids."""
    if len(sets) == 1:
        ((stock, cards),) = sets
        slots = best(paper, stock)
        parts = [cards[start : start + len(slots.slots)] for start in range(0, len(cards), len(slots.slots))]
        for number, part in enumerate(parts, start=1):
            yield f"{title}, sheet {number} of {len(parts)}" if len(parts) > 1 else title, [(part, slots)]
    elif grids := on_one_sheet(paper, sets):
        yield title, [(cards, slots) for (_, cards), slots in zip(sets, grids, strict=True)]
    else:
        for group in _divided(paper, sets):
            yield from sheets(paper, group, f"{title}, {' and '.join(stock.title for stock, _ in group)}")


def _divided(paper: Paper, sets: Sets[T]) -> list[list[tuple[Stock, Sequence[T]]]]:
    """Return the cards of each size that fill whole sheets, and sets of remaining cards that share a sheet."""

    def filling(stock: Stock, cards: Sequence[T]) -> int:
        """Return how many cards fill whole sheets; ready-cut stock never shares a sheet."""
        return len(cards) - (0 if stock.columns else len(cards) % len(best(paper, stock).slots))

    full = [[(stock, cards[:count])] for stock, cards in sets if (count := filling(stock, cards))]
    left: list[list[tuple[Stock, Sequence[T]]]] = []
    for stock, cards in sorted(sets, key=lambda pair: -pair[0].height):
        if rest := cards[filling(stock, cards) :]:
            shared = next((some for some in left if on_one_sheet(paper, [*some, (stock, rest)])), None)
            if shared is None:
                left.append(shared := [])
            shared.append((stock, rest))
    return [*full, *left]


def _folded(stock: Stock, cards: Sequence[Card]) -> tuple[Stock, list[Card]]:
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
            halves = surface.whole.split(2)
            for half, (_, side) in zip(halves, card.sides, strict=True):
                if side:
                    with surface.placed(half) as part:
                        side(part)
            for dot in range(round(stock.height / _DOT / 2)):
                surface.edge(halves[1].below((2 * dot + 0.5) * _DOT).top(_DOT), "left", weight=HAIR, colour="faint")

        return Card(card.title, draw)

    return replace(stock, name=f"folded {stock.name}", width=2 * stock.width), [unfold(card) for card in cards]


def _draw_sheet(
    document: Document, blocks: Sequence[tuple[Sequence[Card], Grid]], name: str, about: str, backed: bool
) -> None:
    """Draw a sheet of fronts and, if the print run is `backed`, the page with their backs, which may be empty."""
    cards, slots = blocks[-1]
    landscape = slots.page[0] > slots.page[1]
    with document.page(landscape=landscape, bookmark=name, foot=False) as page:
        used = slots.slots[len(cards) - 1] if about else slots.bounds
        if about:
            left, top = min(slots.bounds.x for _, slots in blocks), blocks[0][1].bounds.y
            _draw_heading(page, Box(left, top, page.width - 2 * left, used.bottom - top), name, about)
        overrun = page.height - used.bottom - _FOOT
        longest = _GAP / 2 - 0.5 * MM if len(blocks) > 1 else _OVERRUN
        for cards, slots in blocks:
            _draw_side(page, [(*card.sides[0], place) for card, place in zip(cards, slots.slots, strict=False)])
            _draw_cuts(
                page,
                slots.slots[: len(cards)],
                min(overrun if overrun >= _SHORT else _SHORT if about else _OVERRUN, longest),
            )
        if overrun >= _SHORT:
            document.draw_foot(page, _LOW)
    if backed:
        upside_down = document.has_upside_down_backs(landscape=landscape)
        backs = [
            (*card.sides[1], slots.behind(index, upside_down=upside_down).moved(*document.shift))
            for cards, slots in blocks
            for index, card in enumerate(cards)
        ]
        with document.page(landscape=landscape, foot=False) as page:
            _draw_side(page, backs, back=True, upside_down=upside_down)


def draw_test(document: Document) -> None:
    """Draw a sheet that shows how far a printer moves backs: a cross on the front, and scales on the back."""
    with document.page(bookmark="Front", foot=False) as page:
        middle = Box(page.width / 2, page.height / 2, 0, 0)
        page.text("Do backs meet their fronts?", page.body.top(10 * MM), style("title"), tag="H1")
        page.paragraph(_TEST, page.body.below(12 * MM), style("text"))
        page.edge(middle.inset(-_CROSS, 0), "top")
        page.edge(middle.inset(0, -_CROSS), "left")
    with document.page(bookmark="Back", foot=False) as page:
        for number in range(-_REACH, _REACH + 1):
            below, beside = middle.moved(number * MM, _SCALE), middle.moved(_SCALE, number * MM)
            long = 1.5 * MM if number % 5 else 3 * MM
            page.edge(replace(below, height=long), "left")
            page.edge(replace(beside, width=long), "top")
            for place in (below.moved(0, 6 * MM), beside.moved(7 * MM, 0)) if number % 5 == 0 else ():
                page.text(str(number), place.inset(-3 * MM, -2 * MM), style("number"))


def _print_single(document: Document, cards: Sequence[Card], stock: Stock, title: str) -> None:
    """Print cards for a print shop, each front followed by its back."""
    first = document.cut[-1][0] + 1 if document.cut else 1
    bookmark: str | None = title
    for number, card in enumerate(cards, start=first):
        for words, draw in card.sides:
            if draw:
                document.cut.append((number, words))
                with (
                    document.page(size=(stock.width, stock.height), margin=0.0, bookmark=bookmark, foot=False) as page,
                    page.canvas.element("Sect", title=words),
                ):
                    draw(page)
                bookmark = None


def _draw_side(
    page: Surface, sides: Sequence[tuple[str, Draw | None, Box]], *, back: bool = False, upside_down: bool = False
) -> None:
    """Draw one side of a sheet; backs extend beyond the outer edges of their places."""
    taken = [place for _, draw, place in sides if draw]
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


def _draw_heading(page: Surface, cards: Box, name: str, about: str) -> None:
    """Draw the title of the sheet, and the text about its use, below the last row of cards.

    Where there is no space below, one line above the first row has both.
    """
    heading, note, line = style("heading"), style("note"), style("footer")
    box = replace(cards, y=cards.bottom + _OVERRUN + 3 * MM, height=heading.leading)
    high = len(text.wrap(about, box.width, note, name)) * note.leading
    if page.height - box.bottom >= _FOOT + high:
        page.text(name, box, heading, place=name, tag="H1")
        page.paragraph(about, replace(box, y=box.bottom + 1 * MM, height=high), note, place=name)
    else:
        y = min(_LOW, cards.y - _SHORT - line.size)
        above = Box(box.x, y, page.width - box.x - SAFE_MARGIN, line.size)
        page.text(f"{name}. {about}", above, line, place=name, tag="H1")


def _draw_cuts(page: Surface, cards: Sequence[Box], overrun: float) -> None:
    """Draw cutting lines across the whole sheet, so that the first cut does not remove the marks for the second."""
    across = sorted({round(edge, 3) for card in cards for edge in (card.x, card.right)})
    down = sorted({round(edge, 3) for card in cards for edge in (card.y, card.bottom)})
    for x in across:
        page.line(x, down[0] - overrun, x, down[-1] + overrun, weight=HAIR, colour="faint")
    for y in down:
        page.line(across[0] - overrun, y, across[-1] + overrun, y, weight=HAIR, colour="faint")
