"""The tables of play as cards: a table a card, on the smallest card that holds it whole in type one can read.

Behind a table is the one that is looked up next, or the rest of it where no card holds it on one side. Small tables that belong
together may share a side. Cards come in four sizes; which tables share a card, and of what size it is, is weighed over a whole
section by the paper that it takes. On a stock that was asked for, a table takes as many sides as it needs.

The last card says from which tables the deck was made: cut cards leave the foot of their sheet behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NoReturn

from combatbox.core.table_views import TableView
from combatbox.library.table_names import code
from combatbox.press import cards, fonts, text
from combatbox.press.cards import Card, Draw, Stock
from combatbox.press.catalogue import Catalogue, Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import MM, RULE, Paper
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.table_flowable import SetView, TableStyle, ViewKey, by_columns, by_rows, set_view
from combatbox.press.text import Line

_EDGE = 4 * MM  # a cutter is never exact: nothing comes nearer to it
_BAND = 5.5 * MM
_ABOUT = "About these cards"
_FOOT = 4 * MM
_HANDY = 3  # cards on a sheet, below which they are too large for a hand
_BELOW = 2 * MM  # below a table that shares its side
_EASY, _MOST = 4, 9  # lines in a cell that a reader takes in at a glance, and that are borne
_TOGETHER = 3  # tables on a side, at the most
# What it costs, in sheets: a card larger than the hand, a shared side, a table cut in two, smaller type, a line of a cell.
_LARGE, _SHARED, _CUT, _SMALLER, _LINE = 0.1, 0.04, 0.5, 0.004, 0.01

LOOKS = (
    TableStyle(title="card-heading", level=1, table="large-table", head="large-head", source="code"),
    TableStyle(title="card-heading", level=1, table="card-table", head="card-head", source="code", pad=1.2),
    TableStyle(title="subheading", level=1, table="dense", head="dense-head", note="aid-note", source="code", pad=0.8, pad_x=2.5),
    TableStyle(
        title="subheading", level=1, meta="fine-meta", table="fine", head="fine-head", note="fine-note",
        source="code", pad=0.5, pad_x=2,
    ),
    TableStyle(
        title="subheading", level=1, meta="fine-meta", table="fine", head="fine-head", note="fine-note",
        source="code", pad=0.0, pad_x=2,
    ),
)  # fmt: skip

Side = tuple[SetView, ...]
"""What stands on one side of a card, from the top down."""


@dataclass(frozen=True, slots=True)
class CardFaces:
    """A card laid out: its stock, its section, what stands before and behind; nothing behind, where nothing is left."""

    stock: Stock
    section: str
    front: Side
    back: Side = ()


@dataclass(frozen=True, slots=True)
class Size:
    """A stock, and how many of it a sheet gives."""

    stock: Stock
    on_sheet: int


def sizes(paper: Paper, stock: str = "") -> tuple[Size, ...]:
    """The stock that was asked for, or the sizes to choose from, standing and lying."""
    if stock:
        found = [cards.stock(stock, paper.name)]
    else:
        standing = [cards.stock(name, paper.name) for name in ("poker", "jumbo", "half-page")]
        found = [way for one in standing for way in (one, one.lying())]
    return tuple(Size(one, len(cards.grid(paper, cards.best(paper, one)).slots)) for one in found)


def lay_out(sections: Sequence[Section], choice: Sequence[Size]) -> list[CardFaces]:
    """Set the tables of each section on cards. Raises PressError naming table and cell that fit none."""
    return [card for section in sections for card in _cheapest(section, tuple(choice))]


def draw(document: Document, catalogue: Catalogue, title: str, laid: Sequence[CardFaces]) -> None:
    """Print the deck, fronts and backs: full sheets of each size, then what is left of them, several sizes to a sheet."""
    small = laid[0].stock
    shown = [view.view.id for card in laid for view in (*card.front, *card.back)]
    told = Card(_ABOUT, _colophon(len(laid) + 1, catalogue.title, codes=any(map(code, shown))))
    by_size: dict[Stock, list[Card]] = {small: []}
    for number, card in enumerate(laid, start=1):
        by_size.setdefault(card.stock, []).append(_card(card, number))
    by_size[small].append(told)
    full, left = _full_sheets(document, by_size)
    for number, (stock, found) in enumerate(full.items()):
        name = f"{title}, {stock.title}" if len(by_size) > 1 else title
        cards.impose(document, found, cards.best(document.paper, stock), title=name, level=min(number, 1))
    for number, sets in enumerate(left, start=len(full)):
        sizes = " and ".join(stock.title for _, stock in sets)
        cards.impose_sets(
            document, sets, title=f"{title}, {sizes}" if len(by_size) > 1 else title, level=min(number, 1)
        )


def _full_sheets(
    document: Document, by_size: Mapping[Stock, Sequence[Card]]
) -> tuple[dict[Stock, Sequence[Card]], list[list[tuple[Sequence[Card], Stock]]]]:
    """The cards of each size that fill sheets of their own, and sets of others that share a sheet."""
    full: dict[Stock, Sequence[Card]] = {}
    left: list[list[tuple[Sequence[Card], Stock]]] = []
    for stock, found in sorted(by_size.items(), key=lambda one: -one[0].height):
        held = len(cards.grid(document.paper, cards.best(document.paper, stock)).slots)
        whole = len(found) if stock.columns or document.singly else len(found) // held * held
        full |= {stock: found[:whole]} if whole else {}
        rest = found[whole:]
        if rest:
            room = next((sets for sets in left if _share(document, [*sets, (rest, stock)])), None)
            left = left if room else [*left, []]
            (room if room is not None else left[-1]).append((rest, stock))
    return {stock: full[stock] for stock in by_size if stock in full}, left


def _share(document: Document, sets: Sequence[tuple[Sequence[Card], Stock]]) -> bool:
    """Whether one sheet holds these cards of several sizes."""
    return cards.on_one_sheet(document.paper, [(stock, len(found)) for found, stock in sets]) is not None


def _card(card: CardFaces, number: int) -> Card:
    named = ", ".join(dict.fromkeys(f"{view.view.title} {view.view.id}" for view in (*card.front, *card.back)))
    back = _side(card.back, card.section, f"{number} back") if card.back else None
    return Card(named, _side(card.front, card.section, str(number)), back)


# Laying out


def _cheapest(section: Section, choice: tuple[Size, ...]) -> list[CardFaces]:
    """The cards of a section that take least paper."""
    # where a table was read the sheets say; a card says of each that is rebuilt that it is
    views = [replace(view, source=()) for view in section.tables]
    best: list[tuple[float, list[CardFaces]]] = [(0.0, [])]
    ways_of = _Ways(section.title, views, choice)
    for stop in range(1, len(views) + 1):
        ways = (
            (best[start][0] + cost, [*best[start][1], *made])
            for start in range(max(0, stop - 2 * _TOGETHER), stop)
            for cost, made in ways_of(start, stop)
        )
        best.append(min(ways, key=lambda way: way[0], default=(0.0, [])))
        if not best[-1][1]:
            best[-1] = _by_parts(section.title, views[stop - 1], choice, best[stop - 1])
    return best[-1][1]


class _Ways:
    """The ways to set neighbours of a section on one card. What stands on a side is asked for again and again: it is set once."""

    def __init__(self, section: str, views: Sequence[TableView], choice: tuple[Size, ...]) -> None:
        self.section, self.views, self.choice = section, views, choice
        self._sides: dict[tuple[int, int, int], Side | None] = {}

    def __call__(self, start: int, stop: int) -> Iterator[tuple[float, list[CardFaces]]]:
        """Every way to set the tables from one to before another on one card, with what it costs."""
        for number, size in enumerate(self.choice):
            stock, share = size.stock, 1 / size.on_sheet + _LARGE * (size.on_sheet < _HANDY)
            whole = self._side(start, stop, number)
            for at in range(start + 1, stop + 1) if stock.backed else (stop,):
                front, back = (
                    (whole, ()) if at == stop else (self._side(start, at, number), self._side(at, stop, number))
                )
                if front is not None and back is not None:
                    yield share + _care(front) + _care(back), [CardFaces(stock, self.section, front, back)]
            if stop - start == 1 and stock.backed and whole is None:  # what stands whole on a side is not cut
                parts = _parts(self.views[start], stock)
                if parts and len(parts) == 2:
                    yield share + _CUT + sum(map(_care, parts)), [CardFaces(stock, self.section, *parts)]

    def _side(self, start: int, stop: int, number: int) -> Side | None:
        """The tables from one to before another on a side of the stock of a number."""
        key = (start, stop, number)
        if key not in self._sides:
            self._sides[key] = _set(self.views[start:stop], self.choice[number].stock)
        return self._sides[key]


def _care(side: Side) -> float:
    """What a side costs beside its paper."""
    lines = sum(max(0, view.most_lines - _EASY) for view in side if len(view.view.headings) > 1)
    return (
        _SHARED * max(len(side) - 1, 0) + _LINE * lines + sum(_SMALLER * LOOKS.index(view.looks) for view in side[:1])
    )


def _by_parts(
    section: str, view: TableView, choice: Sequence[Size], before: tuple[float, list[CardFaces]]
) -> tuple[float, list[CardFaces]]:
    """A table on as many sides of the largest stock as it needs."""
    size = max(choice, key=lambda one: (one.stock.width * one.stock.height, one.stock.width))
    stock = size.stock
    parts = _parts(view, stock)
    if parts is None:
        _refuse(view, stock)
    step = 2 if stock.backed else 1
    made = [CardFaces(stock, section, *parts[at : at + step]) for at in range(0, len(parts), step)]
    return before[0] + len(made) / size.on_sheet, [*before[1], *made]


def _room(stock: Stock) -> tuple[float, float]:
    return stock.width - 2 * _EDGE, stock.height - 2 * _EDGE - _BAND - _FOOT


@cache
def _alone(shown: ViewKey, stock: Stock, looks: TableStyle) -> SetView | None:
    """A table whole on a side, in one type; None if it is too large."""
    view = shown.view
    width, height = _room(stock)
    try:
        found = set_view(view, width, looks)
    except PressError:
        return None
    easy = len(view.headings) == 1 or found.most_lines <= _MOST
    return found if easy and found.height <= height + 0.01 else None


def _set(views: Sequence[TableView], stock: Stock) -> Side | None:
    """Tables one below the other on a side, in the largest type that does; None if none does."""
    if len(views) > _TOGETHER:
        return None
    for looks in LOOKS if views else ():
        side: list[SetView] = []
        for view in views:
            found = _alone(ViewKey(view), stock, looks)
            if found is None:
                break
            side.append(found)
        high = sum(view.height for view in side) + _BELOW * (len(side) - 1)
        if len(side) == len(views) and high <= _room(stock)[1] + 0.01:
            return tuple(side)
    return None if views else ()


@cache
def _parts(view: TableView, stock: Stock) -> list[Side] | None:
    """The fewest sides of a table that fits no side whole, in the largest type that needs no more; None if it cannot be."""
    width, height = _room(stock)
    found: list[Side] | None = None
    for looks in LOOKS:
        try:
            cut = (one for part in by_columns(view, width, looks) for one in by_rows(part, width, height, looks))
            parts: list[Side] = [(one,) for one in cut]
        except PressError:
            continue
        found = parts if found is None or len(parts) < len(found) else found
    return found


def _refuse(view: TableView, stock: Stock) -> NoReturn:
    """Raise what is said of a table that cannot be set."""
    width, height = _room(stock)
    try:
        for part in by_columns(view, width, LOOKS[-1]):
            by_rows(part, width, height, LOOKS[-1])
    except PressError as error:
        raise PressError(f"{error} on a {stock.name} card: take a larger one (--cards)") from None
    raise PressError(f"{view.id}: it fits no {stock.name} card: take a larger one (--cards)")


# Drawing


def _side(side: Side, section: str, number: str) -> Draw:
    def draw_it(surface: Surface) -> None:
        inside = Box(0, 0, surface.width, surface.height).inset(_EDGE)
        _draw_band(surface, inside, section)
        room = Box(inside.x, inside.y + _BAND, inside.width, inside.height - _BAND - _FOOT)
        for view in side:
            view.draw(surface, room)
            room = room.below(view.height + _BELOW)
        _draw_foot(surface, inside, number)

    return draw_it


def _colophon(count: int, game: str, *, codes: bool) -> Draw:
    """The card that tells what the others are, and what the codes beside names mean if any has one."""

    def draw_it(surface: Surface) -> None:
        imprint = surface.document.imprint
        inside = Box(0, 0, surface.width, surface.height).inset(_EDGE)
        _draw_band(surface, inside, _ABOUT)
        look, small = style_of("card-heading"), style_of("fine-note")
        box = inside.below(_BAND)
        box = box.below(surface.paragraph(game, box, look, place=_ABOUT, tag="H1", marked=False) + 1 * MM)
        told = [
            f"{count} cards in the order of play, numbered at the foot. Behind a table is the one that comes next.",
            *(["Small beside a name is the code that the table has in the printed game."] if codes else []),
            *imprint.parts(),
            *(["Accessible web edition:"] if imprint.web else []),
        ]
        with surface.canvas.element("L"):
            for words in told:
                with surface.canvas.element("LI"):
                    box = box.below(surface.paragraph(words, box, small, place=_ABOUT, tag="LBody", marked=False))
        if imprint.web:
            with surface.canvas.content("P"):
                surface.lines(_broken(imprint.web, box.width), box, small)

    return draw_it


def _broken(address: str, width: float) -> list[Line]:
    """A web address in as many lines as it needs, broken after its strokes if need be."""
    look = style_of("fine-note")
    lines: list[str] = [""]
    for part in re.split(r"(?<=[/ ])", address):
        if lines[-1] and fonts.width(lines[-1] + part, look.font, look.size) > width:
            lines.append("")
        lines[-1] += part
    return [text.plain(line, look) for line in lines]


def _draw_band(surface: Surface, box: Box, section: str) -> None:
    look = style_of("card-band")
    surface.text(section.upper(), box.top(look.leading), look, place=f"section '{section}'", tag="P")
    y = box.y + look.leading + 1
    surface.line(box.x, y, box.right, y, weight=RULE, colour="accent")


def _draw_foot(surface: Surface, box: Box, number: str) -> None:
    look = style_of("footer")
    words = f"{surface.document.imprint.product} · tables {surface.document.imprint.digest[:8]}"
    with surface.canvas.artifact("Pagination"):
        surface.put(words, box.x, box.bottom, look)
        surface.put(number, box.right - fonts.width(number, look.font, look.size), box.bottom, look)
