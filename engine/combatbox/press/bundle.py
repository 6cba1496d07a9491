"""The first page of a bundle: what is in it, from which tables it was made, and where each part begins."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.library.book import Book
from combatbox.press import art, fonts
from combatbox.press.catalogue import Catalogue, Product
from combatbox.press.document import Document
from combatbox.press.geometry import Box
from combatbox.press.style import HEAVY, MM
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

_CREDITS = "{title} was designed by {designer}. This is an unofficial companion in our own words and drawings."


def draw_contents(
    document: Document, book: Book, catalogue: Catalogue, products: Sequence[Product], pages: Sequence[int]
) -> None:
    """Draw the contents page; `pages` says how many pages each product has."""
    with document.page(bookmark="Contents") as surface:
        box = surface.body
        box = _draw_title(surface, box, catalogue)
        room = Box(box.x, box.y + 4 * MM, min(box.width, 125 * MM), box.height - 4 * MM)
        intro = surface.paragraph(book.meta.summary, room, style_of("text"), place="summary", marked=False)
        box = box.below(intro + 12 * MM)
        page = 2
        with surface.canvas.element("TOC"):
            for product, count in zip(products, pages, strict=True):
                box = _draw_entry(surface, box, product.title, product.about, page)
                page += count
        if catalogue.cover:
            room = box.below(8 * MM)
            room = room.top(max(room.height - 12 * MM, 0.0))
            art.draw(surface, catalogue.cover, room, alt="none", stations=False, colour="accent")
        look = style_of("note")
        words = _CREDITS.format(title=catalogue.title, designer=book.meta.designer)
        surface.paragraph(words, surface.body, look, place="credits", valign="bottom", marked=False)


def _draw_title(surface: Surface, box: Box, catalogue: Catalogue) -> Box:
    side = 30 * MM
    art.draw(surface, "emblem", box.top(side), alt="none", align="left")
    words = Box(box.x + side + 6 * MM, box.y + 5 * MM, box.width - side - 6 * MM, side)
    title, under = style_of("cover"), style_of("overline")
    if catalogue.subtitle:
        surface.text(catalogue.subtitle.upper(), words.top(under.leading), under, place="subtitle", tag="P")
    surface.text(catalogue.title, words.below(under.leading + 3).top(title.leading), title, place="title", tag="H1")
    box = box.below(side + 4 * MM)
    surface.line(box.x, box.y, box.right, box.y, weight=HEAVY)
    return box


def _draw_entry(surface: Surface, box: Box, title: str, about: str, page: int) -> Box:
    """Title and page number with dots between them, and what it is below."""
    look, small = style_of("contents"), style_of("note")
    number = str(page)
    right = box.right - fonts.width(number, look.font, look.size)
    with surface.canvas.element("TOCI"):
        surface.text(title, box.top(look.leading), look, place="contents", tag="P")
        start, y = box.x + fonts.width(title, look.font, look.size) + 2 * MM, box.y + look.leading * 0.66
        with surface.pen(0.6, "faint", [0.6, 3]) as raw:
            raw.line(start, surface.height - y, right - 2 * MM, surface.height - y)
        line = Box(right, box.y, box.right - right + 1, look.leading)
        surface.text(number, line, look, place="contents", tag="P")
        box = box.below(look.leading)
        if about:
            surface.text(about, box.top(small.leading), small, place="contents", tag="P")
            box = box.below(small.leading)
    return box.below(4 * MM)
