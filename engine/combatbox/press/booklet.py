"""A booklet with two pages on each side of a sheet: either in the order for folding or in reading order.

Pages of a folded booklet are drawn in sheet order but read in page order, so each page gets its place in the structure
tree before the first one is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from combatbox.press.document import Document
from combatbox.press.geometry import Box
from combatbox.press.surface import Surface

Draw = Callable[[Surface], None]


def order(pages: int) -> list[tuple[int | None, int | None]]:
    """Return the left and right page on each side of the sheets: front, back, front, and so on.

    Pages are numbered from 0; None is a blank page.
    """
    full = -(-pages // 4) * 4
    sides: list[tuple[int | None, int | None]] = []
    for sheet in range(full // 4):
        outer, inner = full - 1 - 2 * sheet, 2 * sheet
        sides += [_present(outer, inner, pages), _present(inner + 1, outer - 1, pages)]
    return sides


def impose(document: Document, pages: Sequence[Draw | None], *, bookmark: str | None = None) -> int:
    """Print pages as a booklet, and return the number of sides.

    If sheets are turned over the short edge, all sides are upright; if they are turned over the long edge, the backs
    are upside down.

    Args:
        document: the document to print into.
        pages: the functions that draw the pages; None for a blank page.
        bookmark: the title of the booklet in the outline.
    """
    sections = [document.canvas.plan("Sect") if page else None for page in pages]
    sides = order(len(pages))
    turned = document.has_upside_down_backs(landscape=True)
    for index, side in enumerate(sides):
        with document.page(landscape=True, foot=False, bookmark=None if index else bookmark) as sheet:
            halves = Box(0, 0, sheet.width, sheet.height).columns([sheet.width / 2] * 2)
            back = turned and index % 2 == 1
            for number, half in zip(side, halves[::-1] if back else halves, strict=True):
                draw, section = (None, None) if number is None else (pages[number], sections[number])
                if draw and section:
                    with document.canvas.at(section), sheet.placed(half, turned=back) as page:
                        draw(page)
    return len(sides)


def spread(document: Document, pages: Sequence[Draw], *, bookmark: str | None = None) -> int:
    """Print pages in reading order, as an open book shows them, and return the number of sides.

    Args:
        document: the document to print into.
        pages: the functions that draw the pages; the first page is a right-hand page.
        bookmark: the title of the booklet in the outline.
    """
    sides = [pages[max(number, 0) : number + 2] for number in range(-1, len(pages), 2)]
    for index, side in enumerate(sides):
        with document.page(landscape=True, foot=False, bookmark=None if index else bookmark) as sheet:
            halves = Box(0, 0, sheet.width, sheet.height).columns([sheet.width / 2] * 2)
            for draw, half in zip(side, halves if index else halves[1:], strict=False):
                with sheet.placed(half) as page:
                    draw(page)
    return len(sides)


def _present(left: int, right: int, pages: int) -> tuple[int | None, int | None]:
    return (left if left < pages else None), (right if right < pages else None)
