"""The tables of play as cards, each on the smallest card that holds it in readable type.

The back of a card has the next table, or the rest of a table that is too large for one side. Small adjacent tables may
share a side. Cards have several sizes; tables and sizes are chosen for a whole section so that it takes the least
paper. If the user has chosen a stock, all cards are printed on it, and a table takes as many sides as it needs. A deck
has one size of type: the largest of those that need the fewest sheets.

Each card has the digest of the tables from which it was made, because cutting removes the foot of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TypeVar

from combatbox.core.annotations import frozen
from combatbox.core.table_views import TableView
from combatbox.press import cards
from combatbox.press.cards import Card, Draw, Stock
from combatbox.press.catalogue import Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.flowables import cheapest
from combatbox.press.style import MM, RULE, Box, Paper
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tables import SetView, TableStyle, by_columns, by_rows, set_view, styles_of
from combatbox.press.tagging import TABLES_DIGEST

_EDGE = 4 * MM  # the margin of a card, since cuts are not exact
_BAND = 5.5 * MM
_FOOT = 4 * MM
_HANDY = 3  # cards with fewer on a sheet are too large for a hand
_BELOW = 2 * MM  # space below a table that shares its side
_EASY, _MOST = 4, 9  # lines in a cell: easy to read, and the most allowed
_TOGETHER = 3  # the most tables on a side
# Costs in sheets: a card too large for a hand, a shared side, a table cut in two, a line of a cell.
_LARGE, _SHARED, _CUT, _LINE = 0.1, 0.04, 0.5, 0.01

LOOKS = styles_of("cards")
T = TypeVar("T")

Side = tuple[SetView, ...]
"""The tables on one side of a card, from the top down."""


@frozen
class CardFaces:
    """A card with its stock, the section of its tables, and the tables on its front and back, which may be empty."""

    stock: Stock
    section: str
    front: Side
    back: Side = ()


def stocks(paper: Paper, name: str = "") -> tuple[Stock, ...]:
    """Return the stock with this name or, without a name, the stocks of plain card, upright and lying."""
    if name:
        return (cards.stock(name, paper.name),)
    upright = [cards.stock(plain, paper.name) for plain in ("poker", "jumbo", "half-page")]
    return tuple(way for size in upright for way in (size, size.lying()))


def lay_out(paper: Paper, sections: Sequence[Section], choice: Sequence[Stock]) -> list[CardFaces]:
    """Arrange the tables of each section on cards, in the tightest type only if no other fits.

    Args:
        paper: the size of the paper.
        sections: the sections with the tables.
        choice: the stocks to choose from, the largest last.

    Raises:
        PressError: a table fits on no card; the message names table and cell.
    """
    costs = {stock: _cost(len(cards.best(paper, stock).slots)) for stock in choice}

    def deck(looks: TableStyle) -> list[CardFaces]:
        return [card for section in sections for card in _cheapest(section, costs, looks)]

    *usual, tight = LOOKS
    decks = list[list[CardFaces]]()
    for looks in usual:
        with suppress(PressError):
            decks.append(deck(looks))
    return min(decks or [deck(tight)], key=lambda deck: _paper(paper, deck))


def _cost(count: int) -> float:
    """Return the cost in sheets of a card of which a sheet has this many; one too large for a hand costs more."""
    return 1 / count + _LARGE * (count < _HANDY)


def _paper(paper: Paper, deck: Sequence[CardFaces]) -> tuple[int, int]:
    """Return how many sheets a deck takes, and how many tables and parts of tables are on its sides."""
    sheets = cards.sheets(paper, _by_size([(card.stock, card) for card in deck]))
    return sum(1 for _ in sheets), sum(len(card.front) + len(card.back) for card in deck)


def draw(document: Document, title: str, laid: Sequence[CardFaces]) -> None:
    """Draw the deck with fronts and backs.

    Full sheets of each size come first, followed by sheets with the remaining cards of several sizes. `laid` contains
    the cards, as `lay_out` returns them.
    """
    drawn = [(card.stock, _card(card, number)) for number, card in enumerate(laid, start=1)]
    cards.impose(document, _by_size(drawn), title=title)


def _by_size(deck: Sequence[tuple[Stock, T]]) -> list[tuple[Stock, list[T]]]:
    by_size: dict[Stock, list[T]] = {}
    for stock, card in deck:
        by_size.setdefault(stock, []).append(card)
    return list(by_size.items())


def _card(card: CardFaces, number: int) -> Card:
    titles = ", ".join(dict.fromkeys(f"{view.view.title} {view.view.id}" for view in (*card.front, *card.back)))
    back = _side(card.back, card.section, f"{number} back") if card.back else None
    return Card(titles, _side(card.front, card.section, str(number)), back)


# Laying out


def _cheapest(section: Section, costs: Mapping[Stock, float], looks: TableStyle) -> list[CardFaces]:
    """Return the cards for a section that take the least paper, by the cost of a card of each stock."""
    # sources are printed on the sheets of tables; a card only marks rebuilt tables
    views = [replace(view, source=()) for view in section.tables]

    @cache
    def side(start: int, stop: int, stock: Stock) -> Side | None:
        return _set(views[start:stop], stock, looks)

    def ways(start: int) -> Iterator[tuple[int, float, list[CardFaces]]]:
        """Yield each way to print the next tables on a card, and to print the next one in parts on several."""
        for stock, sheets in costs.items():
            for stop in range(start + 1, min(start + 2 * _TOGETHER, len(views)) + 1):
                for at in range(start + 1, stop + 1) if stock.backed else (stop,):
                    front, back = side(start, at, stock), side(at, stop, stock)
                    if front is not None and back is not None:
                        faces = [CardFaces(stock, section.title, front, back)]
                        yield stop, sheets + _care(front) + _care(back), faces
            if side(start, start + 1, stock) is None:  # what fits is not cut
                with suppress(PressError):
                    parts, step = _parts(views[start], stock, looks), 2 if stock.backed else 1
                    faces = [
                        CardFaces(stock, section.title, *parts[at : at + step]) for at in range(0, len(parts), step)
                    ]
                    cost = len(faces) * sheets + _CUT * (len(parts) - 1)
                    yield start + 1, cost + sum(map(_care, parts)), faces

    found = cheapest(len(views), ways)
    for view in views if not found else ():
        _parts(view, [*costs][-1], looks)  # the first that fits no card is an error
    return found


def _care(side: Side) -> float:
    """Return the cost of a side apart from its paper: of sharing it, and of long cells."""
    lines = sum(max(0, view.most_lines - _EASY) for view in side if len(view.view.headings) > 1)
    return _SHARED * max(len(side) - 1, 0) + _LINE * lines


def _area(stock: Stock) -> tuple[float, float]:
    """Return the width and height of the space for tables on a card."""
    return stock.width - 2 * _EDGE, stock.height - 2 * _EDGE - _BAND - _FOOT


def _set(views: Sequence[TableView], stock: Stock, looks: TableStyle) -> Side | None:
    """Lay out tables one below the other on a side; return None if they do not fit."""
    width, height = _area(stock)
    if len(views) <= _TOGETHER:
        with suppress(PressError):
            side = tuple(set_view(view, width, looks) for view in views)
            readable = all(len(view.view.headings) == 1 or view.most_lines <= _MOST for view in side)
            if readable and sum(view.height + _BELOW for view in side) - _BELOW <= height + 0.01:
                return side
    return None


@cache
def _parts(view: TableView, stock: Stock, looks: TableStyle) -> list[Side]:
    """Divide a table between as few sides as possible.

    Raises:
        PressError: the table cannot be divided.
    """
    width, height = _area(stock)
    try:
        columns = by_columns(view, width, looks)
        return [(rows,) for part in columns for rows in by_rows(part, width, height, looks)]
    except PressError as error:
        raise PressError(f"{error} on a {stock.name} card; choose a larger one (--cards)") from None


# Drawing


def _side(side: Side, section: str, number: str) -> Draw:
    def draw_it(surface: Surface) -> None:
        inside = surface.whole.inset(_EDGE)
        left = _draw_band(surface, inside, section)
        for view in side:
            view.draw(surface, left)
            left = left.below(view.height + _BELOW)
        _draw_foot(surface, inside, number)

    return draw_it


def _draw_band(surface: Surface, box: Box, section: str) -> Box:
    """Draw the name of a section at the top of a card, and return the space below it."""
    below = surface.heading(section.upper(), box, style_of("card-band"), place=f"section '{section}'")
    surface.edge(below.below(1), "top", weight=RULE, colour="accent")
    return box.below(_BAND)


def _draw_foot(surface: Surface, box: Box, number: str) -> None:
    look = style_of("key")
    words = f"{surface.document.imprint.product} · tables {TABLES_DIGEST}"
    with surface.canvas.artifact("Pagination"):
        surface.put(words, box.x, box.bottom, look)
        surface.put(number, box.right - look.width(number), box.bottom, look)
