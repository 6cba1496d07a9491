"""The first page of a bundle: what is in it, from which tables it was made, and where each part begins."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.library.book import Book
from combatbox.press import art, text
from combatbox.press.catalogue import Catalogue, Product
from combatbox.press.chapters import draw_entry
from combatbox.press.document import Document
from combatbox.press.geometry import Box
from combatbox.press.style import HEAVY, MM
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

_USE = ("booklet", "summary", "page", "counters", "sheet", "aids", "cards", "tables")
"""The kinds of papers in the order in which a player comes to need them."""

_LEAST_ART = 40 * MM  # below that a drawing is no ornament


def parts_of(products: Sequence[Product]) -> list[Product]:
    """What a bundle has, all on one size of paper, in the order of use: what is read, what is cut out, what lies on the table,
    what is looked up. Of rules to read and rules to fold it has those to fold."""
    folded = {product.chapters for product in products if product.imposed}
    parts = [one for one in products if one.kind != "booklet" or one.imposed or one.chapters not in folded]
    return sorted(parts, key=lambda one: _USE.index(one.kind))


def begins(counts: Sequence[tuple[Product, int]]) -> list[tuple[Product, int]]:
    """On which page each product begins, by how many pages each has: on the front of a sheet, so that on paper printed on both
    sides nothing stands behind what is used beside it."""
    page, found = 2, []
    for product, count in counts:
        page += int(page % 2 == 0)
        found.append((product, page))
        page += count
    return found


def draw_blank(document: Document) -> None:
    """A page that is left empty so that what comes next is a front."""
    with document.page() as surface:
        words = (
            "Left blank, so that each paper begins on a sheet of its own. Printing on one side? Leave this page out."
        )
        surface.text(words, surface.body, style_of("note").aligned("centre"), place="blank page")


def draw_contents(document: Document, book: Book, catalogue: Catalogue, parts: Sequence[tuple[Product, int]]) -> None:
    """Draw the contents page, on which each product leads to its pages; `parts` says on which page each begins."""
    with document.page(bookmark="Contents") as surface:
        box = surface.body
        box = _draw_title(surface, box, catalogue)
        room = Box(box.x, box.y + 4 * MM, min(box.width, 125 * MM), box.height - 4 * MM)
        intro = surface.paragraph(book.meta.summary, room, style_of("text"), place="summary", marked=False)
        box = box.below(intro + 12 * MM)
        with surface.canvas.element("TOC"):
            gap = _gap(surface, box, parts, catalogue.credits)
            for product, page in parts:
                box = _draw_entry(surface, box, product, page).below(gap)
        room = box.below(6 * MM)
        room = room.top(max(room.height - 12 * MM, 0.0))
        if catalogue.cover and room.height > _LEAST_ART:
            art.draw(surface, catalogue.cover, room, alt="none", stations=False, colour="accent")
        look = style_of("note")
        surface.paragraph(catalogue.credits, surface.body, look, place="credits", valign="bottom", marked=False)


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


def _gap(surface: Surface, box: Box, parts: Sequence[tuple[Product, int]], foot: str) -> float:
    """The room below an entry: less where there are many, so that all stand on the page above its foot."""
    look, small = style_of("contents"), style_of("note")
    below = [foot, *(_about(surface, part) for part, _ in parts)]
    lines = sum(len(text.wrap(text.plain(words, small), box.width, small, "contents")) for words in below if words)
    return max(0.0, min(3 * MM, (box.height - len(parts) * look.leading - lines * small.leading) / len(parts)))


def _about(surface: Surface, product: Product) -> str:
    return product.about.replace("{edge}", surface.document.duplex)


def _draw_entry(surface: Surface, box: Box, product: Product, page: int) -> Box:
    """Title and page number with dots between them, and what it is below."""
    look, small = style_of("contents"), style_of("note")
    draw_entry(surface, box.top(look.leading), product.title, page, target=product.name, look="contents")
    box = box.below(look.leading)
    if product.about:
        box = box.below(surface.paragraph(_about(surface, product), box, small, place="contents", marked=False))
    return box
