"""The tables of a game as cards: as many for each table as it needs, with a common back.

The last card says from which tables the deck was made: cut cards leave the foot of their sheet behind, and stock that
fills its sheet has none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from combatbox.core.wording import TableView
from combatbox.press import art, cards, fonts, text
from combatbox.press.cards import Card, Draw, Setting, Stock
from combatbox.press.catalogue import Catalogue, Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import MM, RULE, THIN, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.text import Line
from combatbox.press.views import Looks, SetView, by_columns, by_rows

_EDGE = 4 * MM  # a cutter is never exact: nothing but the ground comes nearer to it
_BAND = 5.5 * MM
_ABOUT = "About these cards"
_FOOT = 4 * MM
_CLEAR = 3 * MM  # from the frame on the back to its words

LOOKS = (
    Looks(title="card-heading", level=1, table="large-table", head="large-head"),
    Looks(title="card-heading", level=1, table="card-table", head="card-head"),
    Looks(title="card-heading", level=1, table="dense", head="dense-head"),
    Looks(title="card-heading", level=1, table="fine", head="fine-head"),
)


Laid = Sequence[tuple[TableView, str, list[SetView]]]
"""Tables with the names of their sections, each set on as many cards as it needs."""


def lay_out(sections: Sequence[Section], stock: Stock) -> Laid:
    """Set every table on cards. Raises PressError naming table and cell that fit none."""
    return [(view, section.title, _parts(view, stock)) for section in sections for view in section.tables]


def draw(document: Document, catalogue: Catalogue, title: str, laid: Laid, setting: Setting) -> None:
    """Print the deck, fronts and backs."""
    back = _back(catalogue)
    deck = [card for view, section, parts in laid for card in _cards(view, section, parts, back)]
    deck.append(Card(_ABOUT, _colophon(len(laid), len(deck)), back))
    cards.impose(document, deck, setting, title=title)


def _cards(view: TableView, section: str, parts: Sequence[SetView], back: Draw) -> list[Card]:
    return [
        Card(
            f"{view.title} {view.id}" + (f", card {n} of {len(parts)}" if len(parts) > 1 else ""),
            _front(part, section, f"{n} of {len(parts)}" if len(parts) > 1 else ""),
            back,
        )
        for n, part in enumerate(parts, start=1)
    ]


def _parts(view: TableView, stock: Stock) -> list[SetView]:
    """The fewest cards, in the largest of our types that needs no more."""
    width, height = stock.width - 2 * _EDGE, stock.height - 2 * _EDGE - _BAND - _FOOT
    found: list[SetView] | None = None
    failure: PressError | None = None
    for looks in LOOKS:
        try:
            parts = [one for part in by_columns(view, width, looks) for one in by_rows(part, width, height, looks)]
        except PressError as error:
            failure = error
            continue
        if found is None or len(parts) < len(found):
            found = parts
        if len(parts) == 1:
            break
    if found is None:
        raise PressError(f"{failure} on a {stock.name} card: take a larger one (--cards)")
    return found


def _front(part: SetView, section: str, number: str) -> Draw:
    def draw_it(surface: Surface) -> None:
        whole = Box(0, 0, surface.width, surface.height)
        inside = whole.inset(_EDGE)
        _draw_band(surface, inside, section)
        part.draw(surface, Box(inside.x, inside.y + _BAND, inside.width, inside.height - _BAND - _FOOT))
        _draw_foot(surface, inside, number)

    return draw_it


def _colophon(tables: int, count: int) -> Draw:
    """The card that tells what the others are."""

    def draw_it(surface: Surface) -> None:
        imprint = surface.document.imprint
        inside = Box(0, 0, surface.width, surface.height).inset(_EDGE)
        _draw_band(surface, inside, _ABOUT)
        look, small = style_of("card-heading"), style_of("dense")
        box = inside.below(_BAND)
        box = box.below(surface.paragraph(imprint.game, box, look, place=_ABOUT, tag="H1", marked=False) + 1 * MM)
        told = [f"{tables} tables on {count} cards", *imprint.foot().split(" · "), "Accessible web edition:"]
        with surface.canvas.element("L"):
            for words in told:
                with surface.canvas.element("LI"):
                    box = box.below(surface.paragraph(words, box, small, place=_ABOUT, tag="LBody", marked=False))
        lines = _broken(imprint.web, box.width)
        with surface.canvas.content("P"):
            surface.lines(lines, box, small)

    return draw_it


def _broken(address: str, width: float) -> list[Line]:
    """A web address in as many lines as it needs, broken after its strokes if need be."""
    look = style_of("dense")
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
        if number:
            surface.put(number, box.right - fonts.width(number, look.font, look.size), box.bottom, look)


def _back(catalogue: Catalogue) -> Draw:
    def draw_it(surface: Surface) -> None:
        surface.ground("tint")
        frame = Box(0, 0, surface.width, surface.height).inset(_EDGE - 0.5 * MM)
        emblem, words = _places(surface)
        with surface.stencil("card-back") as new:
            if new:
                surface.box(frame, weight=RULE, colour="accent", radius=2 * MM)
                surface.box(frame.inset(1 * MM), weight=THIN, colour="accent", radius=1.4 * MM)
                art.draw(surface, "emblem", emblem, alt="none", colour="accent")
        title, under = style_of("card-title"), style_of("card-under")
        surface.text(catalogue.title, words.top(title.leading), title, place="back of the cards", tag="P")
        if catalogue.subtitle:
            room = _balanced(catalogue.subtitle, words.below(title.leading), under)
            surface.paragraph(catalogue.subtitle, room, under, place="back of the cards", marked=False)

    return draw_it


def _balanced(words: str, box: Box, look: TextStyle) -> Box:
    """The narrowest box amid this one in which words take no more lines: lines of like length, no word alone."""

    def count(width: float) -> int:
        return len(text.wrap(text.plain(words, look), width, look, "back of the cards"))

    lines, width = count(box.width), box.width
    with suppress(PressError):  # narrower than the longest word
        while count(width - 1) == lines:
            width -= 1
    return Box(box.x + (box.width - width) / 2, box.y, width, box.height)


def _places(surface: Surface) -> tuple[Box, Box]:
    """Where the emblem of a card's back stands, and its title: below it, on a wide card beside it."""
    wide, high = surface.width, surface.height
    title = style_of("card-title").leading + 4 * style_of("card-under").leading
    if wide > high:
        side, gap = 0.5 * high, 3 * MM
        emblem = Box(_EDGE + gap, (high - side) / 2, side, side)
        middle = style_of("card-title").leading + style_of("card-under").leading
        left = emblem.right + gap
        return emblem, Box(left, (high - middle) / 2, wide - left - _EDGE - gap, title)
    side = 0.52 * wide
    emblem = Box((wide - side) / 2, 0.26 * high, side, side)
    return emblem, Box(_EDGE + _CLEAR, emblem.bottom + 5 * MM, wide - 2 * (_EDGE + _CLEAR), title)
