"""A PDF document under construction: its pages, bookmarks, fields and running foot.

    with Document(imprint, paper=PAPERS["a4"]) as document:
        with document.page(bookmark="Mission sheet") as page:
            page.text("Hello", page.body.top(20), style("title"), tag="H1")
    data = document.pdf()

`page` yields a `Surface`. In a document with a `bleed`, for a print shop, the size of a page is its trim size; the
sheet around it is larger and has crop marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

from combatbox import __version__
from combatbox.core.tables import Rulebook
from combatbox.press import fonts, text
from combatbox.press.forms import PdfFile
from combatbox.press.style import HAIR, MARGIN, MM, PAPERS, Box, Edge, Ink, Paper, style
from combatbox.press.surface import Surface
from combatbox.press.tagging import TABLES_DIGEST, Imprint

if TYPE_CHECKING:
    from combatbox.play.book import Book

_SLUG = 8 * MM  # the border outside the bleed with the crop marks
_MARK = 4.5 * MM
_SLUG_INSET = 0.4 * MM  # of the text below the marks from the edges of the sheet
FOOT = 5 * MM  # from the baseline of the foot to the body
_MOST_RULINGS = 4  # rulings printed in the foot of a page; the others are counted
_LEGEND = " · accessible web edition: "


class Document(PdfFile):
    """One PDF file.

    Attributes:
        bleed: the bleed in points; 0 for home printing.
        shift: how far the backs of cards are moved to the right and down, in points.
        fold_over: True if cards have their backs beside them, to be folded.
        singly: True if each side of a card has a separate page.
        cut: for each page with one side of a card, the number and title of this card.
    """

    def __init__(
        self,
        imprint: Imprint,
        *,
        paper: Paper = PAPERS["a4"],
        ink: Ink | None = None,
        fillable: bool = True,
        editable: bool = False,
        duplex: Edge = "long",
        bleed: float = 0.0,
        scale: float = 1.0,
        shift: tuple[float, float] = (0.0, 0.0),
        fold_over: bool = False,
    ) -> None:
        super().__init__(imprint, ink or Ink(), fillable=fillable, editable=editable, duplex=duplex, scale=scale)
        self.paper = paper
        self.bleed = bleed
        self.shift = shift
        self.fold_over = fold_over
        self.pages = 0
        self.singly = bool(bleed)
        self.cut: list[tuple[int, str]] = []
        self._anchor = ""
        self._pdf: bytes | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.form.finish()
            self._pdf = self.canvas.save()

    def pdf(self) -> bytes:
        """Return the finished file.

        Raises:
            RuntimeError: the `with` block has not ended.
        """
        if self._pdf is None:
            raise RuntimeError("the document is not finished: leave its `with` block first")
        return self._pdf

    @contextmanager
    def page(
        self,
        *,
        landscape: bool = False,
        size: tuple[float, float] | None = None,
        margin: float = MARGIN,
        bookmark: str | None = None,
        foot: bool = True,
    ) -> Iterator[Surface]:
        """Yield a new page, which is finished when the block ends.

        Args:
            landscape: True for a page in landscape orientation.
            size: the trim size in points, if it is not that of the paper.
            margin: the margin around the body.
            bookmark: the title in the outline; None for no entry.
            foot: True to draw the running foot.
        """
        width, height = size or self.paper.size(landscape=landscape)
        bleed = self.bleed
        border = bleed + _SLUG if bleed else 0.0
        self._set_boxes(width * self.scale, height * self.scale, bleed, border)
        self.pages += 1
        if self._anchor:
            self.anchor(self._anchor)
            self._anchor = ""
        if bookmark:
            self.bookmark(bookmark)
        raw = self.canvas.raw
        raw.saveState()
        raw.translate(border, border)
        if self.scale != 1:
            raw.scale(self.scale, self.scale)
        surface = Surface(self, width, height, margin=margin, foot=FOOT if foot else 0.0, bleed=bleed)
        yield surface
        if foot:
            self.draw_foot(surface, margin)
        if bleed:
            self._draw_crop_marks(surface, bleed)
            if not foot:
                self._draw_slug(surface, border)
        raw.restoreState()
        self.canvas.end_page()

    def anchor_next(self, name: str) -> None:
        """Make the next page the target of links with this name."""
        self._anchor = name

    def has_upside_down_backs(self, *, landscape: bool) -> bool:
        """Return True if the backs of sheets must be upside down.

        This is so if the sheet is turned over the top edge of its pages. Turning it over the side edge only swaps left
        and right.
        """
        return (self.duplex == "short") != landscape

    def _set_boxes(self, width: float, height: float, bleed: float, border: float) -> None:
        raw = self.canvas.raw
        raw.setPageSize((width + 2 * border, height + 2 * border))
        raw.setTrimBox((border, border, border + width, border + height))
        inner = border - bleed
        raw.setBleedBox((inner, inner, border + width + bleed, border + height + bleed))

    def draw_foot(self, surface: Surface, margin: float) -> None:
        """Draw the imprint at the left and the page number at the right.

        Only the foot of the first page is in the structure tree, so that screen readers read it once.
        """
        y, right = surface.height - margin, surface.width - margin
        web, number = self.imprint.web, str(self.pages)
        words = self.imprint.foot() + (_LEGEND if web else "")
        look = text.fit(words + web, right - margin - 8 * MM, style("footer"), "foot")
        after = margin + look.width(words)
        is_link = web.startswith(("http://", "https://"))
        if self.pages == 1:
            with self.canvas.element("P"):
                with self.canvas.mark():
                    surface.put(words if is_link else words + web, margin, y, look)
                if is_link:
                    low = fonts.descent(look.font, look.size)
                    surface.link(web, after, y, look, web, Box(after, y - look.size, look.width(web), look.size + low))
        else:
            with self.canvas.artifact("Pagination"):
                surface.put(words + web, margin, y, look)
        with self.canvas.artifact("Pagination"):
            surface.put(number, right - look.width(number), y, look)

    def _draw_slug(self, surface: Surface, border: float) -> None:
        """Draw version, digest and page number below the crop marks, on pages that have no foot."""
        imprint, look = self.imprint, style("slug")
        words = f"{imprint.product} {imprint.version} · tables {TABLES_DIGEST} · {self.pages}"
        with self.canvas.artifact("Pagination"):
            surface.put(words, _SLUG_INSET - border, surface.height + border - _SLUG_INSET, look)

    def _draw_crop_marks(self, surface: Surface, bleed: float) -> None:
        """Draw two hairlines at each corner of the trim, outside the bleed."""
        near, far = bleed + 1 * MM, bleed + 1 * MM + _MARK
        for x, outward_x in ((0.0, -1), (surface.width, 1)):
            for y, outward_y in ((0.0, -1), (surface.height, 1)):
                surface.line(x + outward_x * near, y, x + outward_x * far, y, weight=HAIR)
                surface.line(x, y + outward_y * near, x, y + outward_y * far, weight=HAIR)


def imprint(digest: Callable[[], str], game: str, title: str, remarks: Iterable[str], web: str) -> Imprint:
    """Return the imprint of a printed product.

    Args:
        digest: returns the digest of the tables that the product has read, once it is drawn.
        game: the name of the game.
        title: the title of the product.
        remarks: remarks for the foot of pages; empty ones are left out.
        web: the address of the web edition.
    """
    subject, remark = f"{title} for {game}, an unofficial companion", " · ".join(filter(None, remarks))
    return Imprint(game, title, subject, __version__, digest, web, remark=remark)


def rebuilt_remark(book: Book) -> str:
    """Return the remark that a game has rebuilt tables; empty if all of its tables are transcribed."""
    return "tables rebuilt by us" if book.rebuilt else ""


def rulings_remark(book: Book, rules: Rulebook) -> str:
    """Return a remark with the rulings that differ from the defaults."""
    defaults = book.chosen({})
    changed = [f"{key}={option}" for key, option in rules.rulings.items() if defaults[key] != option]
    more = f" and {len(changed) - _MOST_RULINGS} more" if len(changed) > _MOST_RULINGS else ""
    return f"rulings {', '.join(changed[:_MOST_RULINGS])}{more}" if changed else ""
