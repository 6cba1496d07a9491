"""Whatever is chosen at the counter - paper, card stock, ink - every cell of every table stands on it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from pypdf import PdfReader
from tests.flights import book_of as book

from combatbox.cli.build_commands import STOCKS
from combatbox.press import deck
from combatbox.press.errors import PressError
from combatbox.press.print_run import print_game, print_run
from combatbox.press.shop import PrintOptions, Shop, open_shop
from combatbox.press.style import PAPERS, Edge, Ink
from combatbox.verify.independent_reader import PlainTable, read_book
from combatbox_dev import paper as verify

from . import built
from .conftest import tree
from .texts import in_one_line, tables_digest, texts

WEB = "https://an-author.github.io/combat-box/solitaire/bomber/games/"


@cache
def plain(game: str) -> dict[str, PlainTable]:
    return read_book(book(game))


def shop(game: str, **job: object) -> Shop:
    return open_shop(book(game), web=WEB, job=PrintOptions(**job))  # type: ignore[arg-type]


def printed(shop: Shop, kind: str, paper: str, folder: Path) -> Path:
    """The first product of a kind."""
    product = next(one for one in shop.products if one.kind == kind)
    path = folder / f"{product.name}-{paper}.pdf"
    path.write_bytes(built.drawn(shop, product.name, paper))
    return path


def missing(game: str, path: Path, wanted: set[str] | None = None) -> list[str]:
    """What a paper lacks of the tables that it should have: of every table, unless some are named."""
    sheet = verify.read_sheet(path, path.parent, plain(game))
    return sorted((wanted or set(plain(game))) - sheet.tables.keys()) + [
        str(finding)
        for name, printed in sheet.tables.items()
        for finding in verify.table_findings(plain(game)[name], book(game), sheet.name, printed)
    ]


def played(shop: Shop, kind: str = "cards") -> set[str]:
    """The tables that one plays from: those in force, without those of the sheets themselves."""
    product = next(one for one in shop.products if one.kind == kind)
    sections = shop.catalogue.sections(shop.book, shop.context.rules)
    if kind == "aids":
        sections = shop.catalogue.faces(shop.book, shop.context.rules, product)
    return {view.id for section in sections for view in section.tables} - {*product.leaving}


# Each stock, the papers taking turns; for the large game the smallest card and the sheet without a margin.
DECKS = [("twentyfive", stock, ("a4", "letter")[number % 2]) for number, stock in enumerate(STOCKS)]
DECKS += [("queen", "business-10up", "letter"), ("queen", "poker-9up", "letter")]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("game", "stock", "paper"), DECKS)
def test_cards_of_every_stock_have_every_cell(game: str, stock: str, paper: str, tmp_path: Path) -> None:
    path = printed(shop(game, stock=stock), "cards", paper, tmp_path)
    assert missing(game, path, played(shop(game))) == []
    assert f"tables {tables_digest(path)[:8]}" in in_one_line(*texts(path, 0))


SIZES = ["", *STOCKS]


@pytest.mark.sample(3)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("stock", SIZES)
@pytest.mark.parametrize("game", ["twentyfive", "queen", "superfort", "skirmish", "b17g", "b24d", "foggia"])
def test_each_back_of_a_deck_is_on_the_page_after_its_front(game: str, stock: str, paper: str, tmp_path: Path) -> None:
    check_backs(game, stock, paper, tmp_path)


def test_a_card_that_takes_a_sheet_of_its_own_does_not_move_the_backs_of_the_next_sheets(tmp_path: Path) -> None:
    check_backs("foggia", "", "letter", tmp_path)


def check_backs(game: str, stock: str, paper: str, folder: Path) -> None:
    """Check that a deck has fronts on odd pages and their backs on even ones, or that it says why it has none."""
    for duplex in get_args(Edge):
        try:
            path = printed(shop(game, stock=stock, duplex=duplex), "cards", paper, folder)
        except PressError as error:
            if "choose a larger one (--cards)" not in str(error):
                raise
            continue
        pages = [Counter(titles) for titles in titles_by_page(PdfReader(path))]
        if not any(title.endswith(", back") for titles in pages for title in titles):
            assert all(pages), "cards printed on one side have no page of backs"
            continue
        assert len(pages) % 2 == 0
        for fronts, backs in zip(pages[::2], pages[1::2], strict=True):
            assert fronts
            assert backs <= Counter(f"{title}, back" for title in fronts.elements())


def titles_by_page(pdf: PdfReader) -> list[list[str]]:
    """Return the titles of the cards on each page."""
    numbers = {page.indirect_reference.idnum: number for number, page in enumerate(pdf.pages)}
    titles: list[list[str]] = [[] for _ in numbers]
    (root,) = pdf.trailer["/Root"]["/StructTreeRoot"]["/K"]
    for kid in root.get_object()["/K"]:
        card = kid.get_object()
        if isinstance(card, dict) and card.get("/S") == "/Sect":
            titles[numbers[page_of(card).idnum]].append(str(card["/T"]))
    return titles


def page_of(element: Any) -> Any:
    """Return the reference to the page of the first words in an element."""
    if "/Pg" in element:
        return element.raw_get("/Pg")
    kids = (kid.get_object() for kid in element["/K"])
    return next(page_of(kid) for kid in kids if isinstance(kid, dict))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", ["queen", "superfort", "skirmish", "b17g", "b24d", "foggia"])
def test_counters_have_a_title_and_say_how_they_are_printed(game: str, paper: str, tmp_path: Path) -> None:
    opened = shop(game)
    for product in (product for product in opened.products if product.kind == "counters"):
        pdf = built.drawn(opened, product.name, paper)
        assert "print on both sides, turned over the long edge" in in_one_line(" ".join(texts(pdf))), product.name
        assert "H1" in {kind for kind, _ in tree(pdf)}, product.name


# The fourth pair, business cards on Letter, is printed above.
@pytest.mark.sample(1)
@pytest.mark.parametrize(("stock", "paper"), [("business-10up", "a4"), ("label", "a4"), ("label", "letter")])
def test_every_table_fits_the_smallest_stock(stock: str, paper: str) -> None:
    laid = deck.lay_out(PAPERS[paper], shop("queen")._sections(), deck.stocks(PAPERS[paper], stock))
    assert {view.view.id for card in laid for view in (*card.front, *card.back)} == played(shop("queen"))
    assert stock != "label" or not any(card.back for card in laid), "behind a label is glue"


@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "paper"), [("twentyfive", "a4"), ("queen", "letter"), ("skirmish", "a4")])
@pytest.mark.parametrize("kind", ["tables", "aids", "cards"])
def test_tables_aids_and_cards_have_every_cell(game: str, kind: str, paper: str) -> None:
    wanted = None if kind == "tables" else played(shop(game), kind)
    name = next(one.name for one in shop(game).products if one.kind == kind)
    assert missing(game, built.blank(game, name, paper), wanted) == []


@pytest.mark.parametrize("kind", ["tables", "aids", "cards"])
def test_sparing_and_grey_ink_leave_no_word_out(kind: str, tmp_path: Path) -> None:
    saver = shop("twentyfive", ink=Ink("saver", colour=False), duplex="short")
    wanted = None if kind == "tables" else played(saver, kind)
    assert missing("twentyfive", printed(saver, kind, "letter", tmp_path), wanted) == []


def test_another_ruling_puts_its_table_in_the_place_of_the_usual_one() -> None:
    usual, other = shop("twentyfive"), open_shop(book("twentyfive"), {"T-A03": "intro"})
    assert played(other) - played(usual) == {"T-TAB-FLAK-DAMAGE-INTRO"}
    assert played(usual) - played(other) == {"T-TAB-FLAK-DAMAGE"}
    assert not played(usual) & book("twentyfive").variants.keys()


def test_a_missing_cell_is_found() -> None:
    path = built.blank("queen", "table-cards", "a4")
    sheet = verify.read_sheet(path, path.parent, plain("queen"))
    for name, there, otherwise in (
        ("BL-1", "Aileron out", "Aileron"),  # a row as it stands in the file
        ("B-3", "16, 26, 36", "16, 26"),  # rolls of one result
        ("B-3", "16, 26, 36", "16, 26, 36, 45"),  # and one of another
        ("M-3", "3, 9: High", "3: High"),  # positions of one need
        ("O-3", "2–3, 5, 7", "2–3, 7"),  # a strip
    ):
        printed = sheet.tables[name]
        assert not list(verify.table_findings(plain("queen")[name], book("queen"), sheet.name, printed)), name
        lines = [
            replace(line, cells=tuple(cell.replace(there, otherwise) for cell in line.cells)) for line in printed.lines
        ]
        bent = replace(printed, lines=tuple(lines))
        assert bent != printed, name
        assert list(verify.table_findings(plain("queen")[name], book("queen"), sheet.name, bent)), name


def test_a_card_too_small_for_a_table_is_one_line_and_the_other_papers_are_written(tmp_path: Path) -> None:
    text = r"^table-cards-a4.pdf: not made: G-1.* on a counter card; choose a larger one \(--cards\)$"
    with pytest.raises(PressError, match=text) as failed:
        print_game(
            book("queen"), tmp_path, "a4", job=PrintOptions(stock="counter", only=("composite-record", "table-cards"))
        )
    assert failed.value.exit_code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["composite-record-a4.pdf"]


@pytest.mark.thorough
def test_a_shop_that_has_printed_one_paper_prints_the_next_as_a_new_one_does(tmp_path: Path) -> None:
    """The build prints both papers from one open shop."""
    together = (
        built.folder("twentyfive")
        or print_run(open_shop(book("twentyfive")), tmp_path / "both", list(PAPERS))[0].parent
    )
    for path in print_game(book("twentyfive"), tmp_path / "each", "letter"):
        assert path.read_bytes() == (together / path.name).read_bytes(), path.name
