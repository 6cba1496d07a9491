"""The first pages of a print run: "Start here", and the contents page of a bundle.

"Start here" says what to print for a first mission, how to cut it, and the rules that it needs. The contents page has
the title, a summary of the game, the products with their pages, and the credits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from combatbox.core.annotations import frozen
from combatbox.core.phrases import number_word, plural
from combatbox.core.table_views import capital
from combatbox.library.book import Book
from combatbox.press import art, tables
from combatbox.press.catalogue import Catalogue, FirstPrint, Product
from combatbox.press.chapters import draw_entry
from combatbox.press.document import Document
from combatbox.press.flowables import Block, Bullets, Heading, Paragraph, Point, draw_title
from combatbox.press.style import MM
from combatbox.press.style import style as style_of

if TYPE_CHECKING:
    from combatbox.prose.chapters import Words

_ORDER_OF_USE = ("start", "booklet", "summary", "page", "counters", "sheet", "aids", "cards", "box", "tables")
"""The kinds of products, in the order in which a player needs them."""

_LEAST_ART = 40 * MM  # smaller drawings are left out


def bundled_products(products: Sequence[Product]) -> list[Product]:
    """Return the products of a bundle in the order in which players use them: all except sets and large print."""
    parts = [product for product in products if product.kind in _ORDER_OF_USE]
    return sorted(parts, key=lambda one: _ORDER_OF_USE.index(one.kind))


def pages_in(product: Product, pages: int) -> int:
    """Return the number of pages of a product in a bundle.

    In a bundle, a booklet for reading has two pages on each side.

    Args:
        product: the product.
        pages: the number of pages in the separate file of the product.
    """
    return pages // 2 + 1 if product.kind == "booklet" and not product.imposed else pages


def begins(counts: Sequence[tuple[Product, int]], after: int) -> list[tuple[Product, int]]:
    """Return each product with the number of its first page, which is always on the front of a sheet.

    No sheet therefore has pages of two products, so that each product can be used separately.

    Args:
        counts: the number of pages of each product.
        after: the number of pages before the first product.
    """
    page, pages = after + 1, []
    for product, count in counts:
        page += int(page % 2 == 0)
        pages.append((product, page))
        page += count
    return pages


def draw_blank(document: Document) -> None:
    """Draw a page that has only a remark, so that the next page is on the front of a sheet."""
    with document.page() as surface:
        words = (
            "Left blank, so that each paper begins on a sheet of its own. Printing on one side? Leave this page out."
        )
        surface.text(words, surface.body, style_of("note", "centre"), place="blank page")


def draw_contents(document: Document, book: Book, catalogue: Catalogue, parts: Sequence[tuple[Product, int]]) -> None:
    """Draw the contents page, with a link to each product.

    Args:
        document: the document to draw into.
        book: the book of the game.
        catalogue: the catalogue of the game.
        parts: the products, with their first pages.
    """
    with document.page(bookmark="Contents") as surface:
        box = draw_title(surface, "Contents", subtitle=catalogue.subtitle)
        intro_box = box.start(min(box.width, 125 * MM))
        intro = surface.paragraph(book.meta.summary, intro_box, style_of("text"), place="summary", marked=False)
        box = box.below(intro + 8 * MM)
        with surface.canvas.element("TOC"):
            look = style_of("contents")
            pitch = min(look.leading + 3 * MM, box.height / (len(parts) + 2))
            for product, page in parts:
                draw_entry(surface, box.top(look.leading), product.title, page, look, target=product.name)
                box = box.below(pitch)
        left = box.below(6 * MM)
        left = left.top(max(left.height - 12 * MM, 0.0))
        if catalogue.cover and left.height > _LEAST_ART:
            art.draw(surface, catalogue.cover, left, alt="none", colour="accent")
        surface.paragraph(
            catalogue.credits, surface.body, style_of("note"), place="credits", valign="bottom", marked=False
        )


# ---- "Start here"


_ACTUAL = "Print at actual size (100 %), never fitted to the page: cards meet their backs, and lengths are true."
_BOTH = "Where it says both sides, let the printer turn the paper over its {edge} edge."
_CARD = "Card is paper of 160 to 250 g/m². Cut it with a knife along a steel ruler, the long lines first."


@frozen
class FirstPaper:
    """A product to print for a first mission, with its number of pages.

    Attributes:
        pages: the number of pages.
        where: the file of the product, or its pages in the bundle.
    """

    first: FirstPrint
    product: Product
    pages: int
    where: str

    @property
    def sheets(self) -> int:
        """The number of sheets of paper."""
        return -(-self.pages // 2) if self.product.duplex else self.pages


def first_matter(product: Product, papers: Sequence[FirstPaper], rules: Sequence[Words], edge: str) -> list[Block]:
    """Return the blocks of the page "Start here".

    Args:
        product: the page "Start here" as a product, with its text about what is needed besides paper.
        papers: the products to print.
        rules: the rules of a first mission.
        edge: the edge over which two-sided sheets are turned.
    """
    sheets = sum(paper.sheets for paper in papers)
    columns = [tables.Column(head) for head in ("Print", "Where", "Sheets", "On", "Then")]
    rows = [
        (paper.product.title, paper.where, str(paper.sheets), _on(paper), paper.first.then or "–") for paper in papers
    ]
    return [
        Paragraph(product.needs),
        Heading(f"Print {plural(sheets, 'sheet')}", 2, bookmark=False),
        tables.Table(columns, rows, "large-table", place="what to print"),
        Bullets([Point(words) for words in _how(papers, edge)]),
        Heading(f"{capital(number_word(len(rules)))} rules for a first mission", 2, bookmark=False),
        Bullets([Point(_unlinked(rule)) for rule in rules], numbered=True),
    ]


def _unlinked(words: Words) -> Words:
    """Return words without links, because their targets may be in another file."""
    return tuple(replace(span, to="") for span in words)


def _on(paper: FirstPaper) -> str:
    return f"{paper.first.stock}, {'both sides' if paper.product.duplex else 'one side'}"


def _how(papers: Sequence[FirstPaper], edge: str) -> Iterator[str]:
    """Yield instructions for printing and cutting, only those that these products need."""
    yield _ACTUAL
    if any(paper.product.duplex for paper in papers):
        yield _BOTH.format(edge=edge)
    if any(paper.first.stock == "card" for paper in papers):
        yield _CARD
