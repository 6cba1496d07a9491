"""The page "Start here": what to print for a first mission, how to cut it, and the rules that it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from combatbox.core.phrases import number_word
from combatbox.core.table_views import capital
from combatbox.press import flowables, tables
from combatbox.press.catalogue import FirstPrint, Product

if TYPE_CHECKING:
    from combatbox.prose.chapters import Words

_ACTUAL = "Print at actual size (100 %), never fitted to the page: cards meet their backs, and lengths are true."
_BOTH = "Where it says both sides, let the printer turn the paper over its {edge} edge."
_CARD = "Card is paper of 160 to 250 g/m². Cut it with a knife along a steel ruler, the long lines first."


@dataclass(frozen=True, slots=True)
class FirstPaper:
    """A product to print for a first mission, with its number of pages.

    Attributes:
        pages: the number of pages of one copy.
        where: the file of the product, or its pages in the bundle.
    """

    first: FirstPrint
    product: Product
    pages: int
    where: str

    @property
    def sheets(self) -> int:
        """The number of sheets of paper for all copies."""
        return self.first.copies * (-(-self.pages // 2) if self.product.duplex else self.pages)


def matter(product: Product, papers: Sequence[FirstPaper], rules: Sequence[Words], edge: str) -> list[flowables.Block]:
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
        flowables.Paragraph(product.needs),
        flowables.Heading(f"Print {sheets} {'sheet' if sheets == 1 else 'sheets'}", 2, bookmark=False),
        tables.Flowable(tables.Table(columns, rows, style="large-table", head_style="large-head"), "what to print"),
        flowables.Bullets(list(_how(papers, edge))),
        flowables.Heading(f"{capital(number_word(len(rules)))} rules for a first mission", 2, bookmark=False),
        flowables.Bullets([flowables.Point(_unlinked(rule)) for rule in rules], numbered=True),
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
