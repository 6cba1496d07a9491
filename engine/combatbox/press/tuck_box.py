"""Tuck boxes for a deck of cards: a net to cut and fold for each size of card.

A box is as wide and high as its cards with some air, and as deep as their number and the thickness of the card require.
A net that is too wide for the paper is divided into a back and a front, each on a page, which are glued together.

    tab | back | side | front | side       with flaps above and below (`box` of `templates/print.yaml`)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from combatbox.core.annotations import frozen
from combatbox.library.book import code
from combatbox.press import art
from combatbox.press.cards import Stock
from combatbox.press.deck import CardFaces
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.flowables import LOW_TITLE, draw_title
from combatbox.press.style import MM, SAFE_MARGIN, Box, looks
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

_AIR = 1.5 * MM  # more than a card in width and height
_SLACK = 1.0 * MM  # more than the cards in depth
_LEAST = 4.0 * MM  # the depth below which a box cannot be folded
_TAB = 11.0 * MM  # what is glued
_TUCK = 13.0 * MM  # the part of a lid that is pushed into the box
_SLANT = 2.5 * MM  # flaps are narrower at their ends
_WORDS = 11.0 * MM  # the instructions below a net
_NOTCH = 8.0 * MM  # the radius of the thumb notch
_PANELS: dict[str, dict[str, list[str]]] = looks("box", dict[str, dict[str, list[str]]])
_TERM = re.compile(r"(?P<sign>[+-]?)(?P<count>[0-9.]*)(?P<length>[a-z]?)")


@frozen
class Contents:
    """The cards for one box.

    Attributes:
        width, height: their width and height in points.
        size: the name of their size.
        tables: the codes or titles of the tables on them.
    """

    width: float
    height: float
    cards: int
    size: str
    tables: str = ""


@frozen
class Net:
    """A net, or a half of one.

    Attributes:
        width, height, depth: the inside of the box, in points.
        panels: the panels after the tab, from left to right.
    """

    width: float
    height: float
    depth: float
    panels: tuple[str, ...]

    @property
    def across(self) -> float:
        """The width of the net in points."""
        return _TAB + sum(self.wide(panel) for panel in self.panels)

    @property
    def down(self) -> float:
        """The height of the net in points, with its flaps."""
        return self.height + 2 * (self.depth + _TUCK)

    def wide(self, panel: str) -> float:
        """Return the width of a panel."""
        return self.depth if panel == "side" else self.width


def contents(laid: Sequence[CardFaces]) -> list[Contents]:
    """Return what each box of a deck holds, by size of card."""
    boxes: dict[Stock, list[CardFaces]] = {}
    for card in laid:
        upright = card.stock.lying() if card.stock.width > card.stock.height else card.stock
        boxes.setdefault(upright, []).append(card)
    return [
        Contents(stock.width, stock.height, len(cards), stock.name, _tables(cards)) for stock, cards in boxes.items()
    ]


def _tables(cards: Sequence[CardFaces]) -> str:
    views = (one.view for card in cards for one in (*card.front, *card.back))
    return "; ".join(dict.fromkeys(code(view.id) or view.title for view in views))


def net_of(cards: Contents, thickness: float) -> Net:
    """Return the net of the box for some cards; `thickness` is that of a card, in millimetres."""
    depth = max(cards.cards * thickness * MM + _SLACK, _LEAST)
    return Net(cards.width + _AIR, cards.height + _AIR, depth, ("back", "side", "front", "side"))


def draw(document: Document, title: str, game: str, cover: str, boxes: Sequence[Contents], thickness: float) -> None:
    """Draw the boxes of a deck, each on a page or two.

    Args:
        document: the document to draw into.
        title: the title of the product.
        game: the name of the game.
        cover: the drawing on the front of a box; empty for none.
        boxes: what each box holds.
        thickness: the thickness of a card, in millimetres.

    Raises:
        PressError: a box does not fit on the paper even in two parts.
    """
    for cards in boxes:
        net = net_of(cards, thickness)
        for number, (part, landscape) in enumerate(_pages(document, net)):
            name = f"{title}, {cards.size} size" if len(boxes) > 1 else title
            name += f", part {number + 1}" if len(part.panels) < len(net.panels) else ""
            with document.page(landscape=landscape, margin=SAFE_MARGIN, bookmark=name) as surface:
                body = draw_title(surface, name, height=LOW_TITLE)
                _draw_net(surface, body, part, game, cover, cards.tables)
                words = body.foot(_WORDS)
                surface.paragraph(_instructions(cards, net, part, thickness), words, style_of("key"), place=name)


def _pages(document: Document, net: Net) -> Iterator[tuple[Net, bool]]:
    """Yield the net, or its two halves, and whether its page is landscape."""
    halves = (replace(net, panels=net.panels[:2]), replace(net, panels=net.panels[2:]))
    for parts in ((net,), halves):
        for landscape in (False, True):
            wide, high = document.paper.size(landscape=landscape)
            room = wide - 2 * SAFE_MARGIN, high - 2 * SAFE_MARGIN - LOW_TITLE - _WORDS - 5 * MM
            if parts[0].across <= room[0] and parts[0].down <= room[1]:
                yield from ((part, landscape) for part in parts)
                return
    raise PressError(
        f"a box of {net.width / MM:.0f} by {net.height / MM:.0f} mm does not fit on {document.paper.name} paper; "
        "choose smaller cards (--cards)"
    )


def _instructions(cards: Contents, net: Net, part: Net, thickness: float) -> str:
    parts = " Glue each tab to the free side of the other part." if part.panels != net.panels else ""
    return (
        f"For **{cards.cards} cards** of {cards.width / MM:.0f} by {cards.height / MM:.0f} mm, each {thickness:g} mm thick: "
        f"{net.depth / MM:.1f} mm deep. Print on card at actual size. Cut along the full lines, score and fold at the "
        f"dashes, glue the tab inside the far side.{parts} Close the small flaps first, then the lids."
    )


# Drawing


def _draw_net(surface: Surface, body: Box, net: Net, game: str, cover: str, tables: str) -> None:
    """Draw a net in the middle of a page, with the cover on its front, and what it holds on its back."""
    across = body.below(net.depth + _TUCK).aligned(net.across).top(net.height)
    places = across.columns([_TAB, *map(net.wide, net.panels)])
    inside = f"{net.width / MM:.0f} by {net.height / MM:.0f} by {net.depth / MM:.1f} mm"
    with surface.figure(f"The net of a box, {inside} inside: full lines to cut, dashed lines to fold"):
        surface.put_at("glue", *places[0].centre, style_of("corner", "centre"))
        for panel, place in zip(("tab", *net.panels), places, strict=True):
            _draw_panel(surface, place, panel, net.depth)
            if panel == "front" and cover:
                picture = place.below(place.height * 0.2).top(place.height * 0.4).inset(4 * MM, 0)
                art.draw(surface, cover, picture, alt="none", colour="accent")
        surface.edge(places[-1], "right")
    if "front" in net.panels:
        front = places[net.panels.index("front") + 1]
        title = front.below(net.height * 0.62).top(net.height * 0.2).inset(3 * MM, 0)
        surface.paragraph(game, title, style_of("card-title"), place="tuck box", marked=False)
    if "back" in net.panels:
        back = places[net.panels.index("back") + 1].inset(5 * MM)
        surface.paragraph(tables, back, style_of("key"), place="tuck box", marked=False)


def _draw_panel(surface: Surface, panel: Box, name: str, depth: float) -> None:
    """Draw the lines of a panel and its flaps, to cut and to fold."""
    lengths = {
        "w": panel.width,
        "h": panel.height,
        "d": depth,
        "t": _TUCK,
        "s": _SLANT,
        "f": min(_TUCK, depth + _TUCK / 2),
        "k": min(_SLANT, panel.width / 4),
        "r": min(_NOTCH, panel.width / 5),
    }
    for kind, lines in _PANELS[name].items():
        for line in lines:
            pairs = (point.split() for point in line.split(","))
            points = [(panel.x + _length(x, lengths), panel.y + _length(y, lengths)) for x, y in pairs]
            if kind == "cut":
                surface.polyline(points)
            else:
                surface.dashed(*points, dash=(3, 2))


def _length(sum_of: str, lengths: Mapping[str, float]) -> float:
    """Return a sum of lengths by their letters, such as `h+d` or `.5w-r`."""
    terms = (match for match in _TERM.finditer(sum_of) if match["count"] or match["length"])
    return sum(
        float(f"{term['sign']}{term['count'] or 1}") * (lengths[term["length"]] if term["length"] else 0.0)
        for term in terms
    )
