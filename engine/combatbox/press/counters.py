"""Counters and small cards as data: `templates/sheets/<game>/NAME.yaml`, cut from sheets with matching backs.

    stock: counter                          # a size of card that the player cuts (`templates/print.yaml`)
    counters:
      - group: Wounds
        count: "{count.men}"                # the number of counters, by default 1; names as in layouts
        front: {sign: wound, text: Light wound, colour: alarm}
        back: {sign: wound, text: Two light wounds, colour: alarm}    # the front by default
      - group: Crew
        over: crew                          # one for each item of a list
        as: man
        front: {sign: man, text: "{man.title}", ground: tint}

    and: {stock: type, counters: [...]}     # counters of another size, on the same sheet if they fit

A face has a `sign` (the drawing `sign-NAME.svg` in `templates/art`) or any other `art`, its `text`, and `notes`, the
name of a list of further lines; `ground` and `colour` are names of colours in the palette. `part` is the name of the
item in the game's state that the counter represents; it is not printed, and a test compares it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from combatbox.core.annotations import Among, Key, frozen
from combatbox.library.book import Book
from combatbox.library.dataclass_schema import Schema
from combatbox.press import art, cards, text
from combatbox.press.blocks import Colour
from combatbox.press.cards import Card, Draw
from combatbox.press.document import Document
from combatbox.press.errors import PressError, located
from combatbox.press.sheet_files import read_sheet
from combatbox.press.style import MM, Box, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.yaml_source import PlacedText, Template, look_up, read_model

_PAD = 1.0 * MM  # between contents and edge, since cutting is not exact
_LARGE = 20 * MM  # from this width on words are larger, and above the drawing, to be visible in a fan of cards
_SHEET = 40 * MM  # from this width on there are notes beside a drawing
_WIDE = 70 * MM  # from this width on they are larger still
_SMALL = "counter"
_LINES = {False: 2, True: 1}  # the most lines of words beside a drawing, by `large`


@frozen
class Face:
    """One side of a counter as its file defines it, before placeholders are filled in.

    Attributes:
        text: the text on this side.
        sign: the drawing `sign-NAME.svg`, by NAME.
        art: another drawing, by the name of its file without `.svg`.
        notes: the name of a list of further lines.
        ground: the colour of the ground, one of the palette.
        colour: the colour of text and drawing, one of the palette.
    """

    text: Template
    sign: Template | None = None
    art: Template | None = None
    notes: PlacedText | None = None
    ground: Colour = "paper"
    colour: Colour = "ink"

    def fill(self, scope: dict[str, Any]) -> Side:
        """Return the side as it is printed: each placeholder is replaced by its value from a scope."""
        notes = look_up(self.notes.words, scope, self.notes.place) if self.notes else ()
        drawing = ""
        if named := self.sign or self.art:
            drawing = f"{'sign-' if self.sign else ''}{named.fill(scope)}"
            with located(named.place):
                art.load(drawing)
        return Side(drawing, self.text.fill(scope), tuple(notes), self.ground, self.colour)


@frozen
class CounterKind:
    """Counters of the same kind as their file defines them: a number of copies, or one for each item of a list.

    Attributes:
        group: the name of the group of counters.
        front: the front.
        back: the back; by default the same as the front.
        count: the number of copies, by default 1.
        over: the list with an item for each counter.
        item: the name by which texts refer to an item of the list.
        parts: the names of the items in the game's state that the counter represents; they are not printed.
    """

    group: str
    front: Face
    back: Face | None = None
    count: Template | None = None
    over: PlacedText | None = None
    item: Annotated[str, Key("as")] = "n"
    parts: Annotated[tuple[str, ...], Key("part")] = ()

    def counters(self, scope: dict[str, Any]) -> Iterator[Counter]:
        """Yield the counters, with the values of a scope filled in."""
        scopes = [{**scope, self.item: item} for item in _items(self.over, scope)] if self.over else [scope]
        for inner in scopes:
            back = (self.back or self.front).fill(inner)
            for _ in range(_number(self.count, inner)):
                yield Counter(self.group, self.front.fill(inner), back, self.front.text.place, self.parts)


@frozen
class CountersFile:
    """The contents of a file of counters; see the description of this module.

    Attributes:
        stock: the size of card that the player cuts.
        counters: the kinds of counters in their order.
        other: counters of another size, on the same sheet if they fit.
    """

    schema: ClassVar[Schema] = {"$ref": "#"}

    stock: Annotated[str, Among(tuple(cards.STOCKS))]
    counters: tuple[CounterKind, ...]
    other: Annotated[CountersFile | None, Key("and")] = None

    def sheet(self, scope: dict[str, Any]) -> Sheet:
        """Return the counters, with the values of a scope filled in."""
        counters = tuple(counter for kind in self.counters for counter in kind.counters(scope))
        return Sheet(self.stock, counters, self.other.sheet(scope) if self.other else None)


@frozen
class Side:
    """One side of a counter as it is printed."""

    art: str
    text: str
    notes: tuple[str, ...]
    ground: str
    colour: str


@frozen
class Counter:
    """A counter with both sides.

    Attributes:
        place: the file and line of its text.
        parts: the names of the items in the game's state that the counter represents.
    """

    group: str
    front: Side
    back: Side
    place: str
    parts: tuple[str, ...] = ()


@frozen
class Sheet:
    """The counters of a file that are printed on the same stock, in order.

    Attributes:
        stock: the name of the stock (`press.cards`).
        other: the sheet with the counters of another stock in the same file; None if there are no others.
    """

    stock: str
    counters: tuple[Counter, ...]
    other: Sheet | None = None

    def sets(self) -> list[Sheet]:
        """Return this sheet and the sheets of the other stocks in the file."""
        return [self, *(self.other.sets() if self.other else [])]


def read(book: Book, name: str, names: Mapping[str, Any]) -> Sheet:
    """Read the counters of a game.

    Args:
        book: the book of the game.
        name: the name of the file.
        names: the values to which templates may refer, by name.

    Raises:
        PressError: the file is missing or not valid; the message names file and line.
    """
    return read_model(read_sheet(book, name), CountersFile).sheet(dict(names))


def draw(document: Document, title: str, sheet: Sheet, size: str = "") -> None:
    """Print counters on sheets, fronts and backs; counters that fill less than half of a sheet are repeated.

    Args:
        document: the document to draw into.
        title: the title of the counters.
        sheet: the counters.
        size: the size of small counters (`counter-SIZE` among the stocks); empty for that of their file.
    """
    stocks = {_SMALL: f"{_SMALL}-{size}"} if size else {}
    sets = [
        (cards.stock(stocks.get(part.stock, part.stock)), [_card(counter) for counter in part.counters])
        for part in sheet.sets()
    ]
    if len(sets) == 1 and not document.singly:
        ((stock, deck),) = sets
        sets = [(stock, deck * max(1, len(cards.best(document.paper, stock).slots) // len(deck)))]
    sizes = [f"{len(deck)} of {stock.width / MM:g} by {stock.height / MM:g} mm" for stock, deck in sets]
    backs = (
        "Their backs are beside them: cut out each pair, fold it, and glue it together."
        if document.fold_over
        else f"The next page has their backs: print on both sides, turned over the {document.duplex} edge."
    )
    about = f"To cut out: {' and '.join(sizes)}. {backs}"
    cards.impose(document, sets, title=title, about=about)


# ---- reading


def _items(over: PlacedText, scope: dict[str, Any]) -> Sequence[Any]:
    items = look_up(over.words, scope, over.place)
    if not isinstance(items, (list, tuple)):
        over.fail(f"'{over.words}' is not a list")
    return items


def _number(count: Template | None, scope: dict[str, Any]) -> int:
    if count is None:
        return 1
    words = count.fill(scope)
    if not words.isdecimal() or not int(words):
        raise PressError(f"{count.place}: expected a number of counters, found '{words}'")
    return int(words)


# ---- drawing


def _card(counter: Counter) -> Card:
    title = f"{counter.group}: {' '.join(counter.front.text.split())}"
    place = f"{counter.place}: {title}"
    return Card(title, _drawn(counter.front, place), _drawn(counter.back, place))


def _drawn(side: Side, place: str) -> Draw:
    def draw_it(surface: Surface) -> None:
        box = surface.whole
        surface.ground(side.ground)
        inner = box.inset(_PAD)
        look = style_of("counter-large" if box.width >= _LARGE else "counter")
        if box.width >= _SHEET:
            _draw_data(surface, inner.inset(_PAD), side, place)
        elif side.notes:
            _draw_notes(surface, inner, side, look, place)
        elif side.art:
            _draw_sign(surface, inner, side, look, place)
        else:
            _draw_words(surface, inner, side.text, look, place)

    return draw_it


def _draw_sign(surface: Surface, box: Box, side: Side, look: TextStyle, place: str) -> None:
    """Draw words and a drawing, which has the same size on all counters of a sheet."""
    large = box.width + 2 * _PAD >= _LARGE
    high = _LINES[large] * look.leading
    picture, words = box.top(box.height - high - 0.4 * MM), box.foot(high)
    if large:
        picture, words = box.below(high + 0.4 * MM), box.top(high)
    art.draw(surface, side.art, picture, alt="none", colour=side.colour)
    _draw_words(surface, words, side.text, _fitted(side.text, box.width, look, _LINES[large], place), place)


def _fitted(words: str, width: float, look: TextStyle, most: int, place: str) -> TextStyle:
    """Return the style in the largest size in which words take at most some lines.

    Raises:
        PressError: they take more even in the smallest size.
    """
    for smaller in text.shrinking(look):
        with suppress(PressError):
            if len(text.wrap(words, width, smaller, place)) <= most:
                return smaller
    raise PressError(f"{place}: {words!r} does not fit; there is space for {most} lines of {width / MM:.0f} mm")


def _draw_notes(surface: Surface, box: Box, side: Side, look: TextStyle, place: str) -> None:
    """Draw a heading, with further lines below it."""
    note = style_of("counter-note")
    surface.paragraph(side.text, box.top(look.leading), look, place=place, marked=False)
    _draw_lines(surface, box.below(look.leading + 0.6 * MM), side.notes, note, f"{place}, back")


def _draw_data(surface: Surface, box: Box, side: Side, place: str) -> None:
    """Draw a heading with lines below it, and a drawing beside them; on a tall card the drawing is above them."""
    look, note = (style_of(f"{name}-large" if box.width > _WIDE else name) for name in ("data-head", "data-note"))
    surface.paragraph(side.text, box.top(look.leading), look, place=place, marked=False)
    rest = box.below(look.leading + 1 * MM)
    if side.art:
        high = box.height > box.width
        picture = rest.top(box.height * 0.28) if high else box.end(17 * MM).top(17 * MM)
        art.draw(surface, side.art, picture, alt="none", colour=side.colour)
        rest = rest.below(picture.height + 2 * MM) if high else replace(rest, width=rest.width - 18 * MM)
    _draw_lines(surface, rest, side.notes, note, place)


def _draw_lines(surface: Surface, box: Box, lines: Sequence[str], look: TextStyle, place: str) -> None:
    for words in lines:
        box = box.below(surface.paragraph(words, box, look, place=place) + 0.6 * MM)


def _draw_words(surface: Surface, box: Box, words: str, look: TextStyle, place: str) -> None:
    surface.paragraph(words, box, look, place=place, valign="middle", marked=False)
