"""Printed pages: no heading is the last line of a sheet."""

from __future__ import annotations

import pypdfium2
import pytest
from playwright.sync_api import Page

from .conftest import Opener

pytestmark = pytest.mark.browser

KINDS = (
    "index.html", "authors/commands.html", "authors/your-game.html", "queen/rules/8-engines.html", "superfort/rules/15-damage.html",
    "queen/tables/bl-1.html", "twentyfive/glossary.html", "twentyfive/tables/index.html", "twentyfive/rulings.html",
    "superfort/errata.html", "twentyfive/odds.html", "twentyfive/places.html", "twentyfive/downloads.html",
    "skirmish/examples/first-game.html", "queen/examples/quiet-mission.html",
)  # fmt: skip
"""A page of each kind, the longer ones among them."""

TITLES = """() => [...document.querySelectorAll("h1,h2,h3,h4,.cb-plate__title,.cb-player__title,.cb-player__sub,thead tr")]
    .filter(title => title.offsetParent !== null).map(title => title.innerText)"""


def close(text: str) -> str:
    """Return a text without blanks, capitals and link symbols, in which a PDF may differ."""
    return "".join(text.split()).rstrip("#").lower()


def orphans(page: Page, paper: str) -> list[str]:
    """Return the headings that are the last words of a sheet, except of the last sheet."""
    titles = {close(text) for text in page.evaluate(TITLES)} - {""}
    document = pypdfium2.PdfDocument(page.pdf(format=paper, prefer_css_page_size=True))
    try:
        lines = [lowest(document[number].get_textpage()) for number in range(len(document) - 1)]
    finally:
        document.close()
    return [line for line in lines if close(line) in titles]


def lowest(words: pypdfium2.PdfTextPage) -> str:
    """Return the last line of a sheet."""
    boxes = [words.get_rect(number) for number in range(words.count_rects())]
    middle = min(((box[1] + box[3]) / 2 for box in boxes), default=0.0)
    return " ".join(words.get_text_bounded(*box) for box in sorted(boxes) if abs((box[1] + box[3]) / 2 - middle) < 5)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("path", "paper"), [*((path, "A4") for path in KINDS), *((path, "Letter") for path in KINDS[::4])]
)
def test_no_title_is_left_at_the_foot_of_a_sheet_on_a_page_of_any_kind(visit: Opener, path: str, paper: str) -> None:
    page = visit(path).page
    page.emulate_media(media="print")
    assert orphans(page, paper) == []


def test_a_title_at_the_foot_of_a_sheet_is_found(visit: Opener) -> None:
    page = visit(KINDS[0]).page
    html = "<style>@page{size:A4;margin:0}</style><div style='height:285mm'>Above</div><h2 style='margin:0;font:5mm serif%s'>A title</h2><p style='height:60mm;margin:0;break-inside:avoid'>Below"
    page.set_content(html % "")
    assert [close(title) for title in orphans(page, "A4")] == ["atitle"]
    page.set_content(html % ";break-after:avoid")
    assert orphans(page, "A4") == []


# ---- long tables


def sheets(page: Page) -> list[str]:
    """Return the text of each printed sheet of a page."""
    document = pypdfium2.PdfDocument(page.pdf(format="A4", prefer_css_page_size=True))
    try:
        return [document[number].get_textpage().get_text_bounded() for number in range(len(document))]
    finally:
        document.close()


def test_a_long_table_begins_on_the_first_sheet_and_repeats_its_heads(visit: Opener) -> None:
    page = visit("superfort/tables/t2-9.html").page
    page.emulate_media(media="print")
    rows = page.eval_on_selector_all(".cb-table tbody th", "heads => heads.map(head => head.innerText.trim())")
    head = close(page.locator(".cb-table thead th").nth(1).inner_text())
    texts = [close(text) for text in sheets(page)]
    assert close(rows[4]) in texts[0]
    assert close(rows[-1]) not in texts[0]
    assert head in texts[0]
    assert head in texts[1]
