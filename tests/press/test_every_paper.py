"""Whatever is chosen at the counter - paper, card stock, ink - every cell of every table stands on it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfReader

from combatbox.cli.make import STOCKS
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.press import cards, deck
from combatbox.press.errors import PressError
from combatbox.press.job import Job
from combatbox.press.shop import Shop, open_shop, print_game, print_run
from combatbox.press.style import PAPERS, Ink
from combatbox.verify import paper as verify
from combatbox.verify.plain import PlainTable, read_book

WEB = "https://an-author.github.io/combat-box/solitaire/bomber/games/"


@cache
def book(game: str) -> Book:
    return load(game)


@cache
def plain(game: str) -> dict[str, PlainTable]:
    return read_book(book(game))


def shop(game: str, **job: object) -> Shop:
    return open_shop(book(game), web=WEB, job=Job(**job))  # type: ignore[arg-type]


def printed(shop: Shop, kind: str, paper: str, folder: Path) -> Path:
    """The first product of a kind."""
    product = next(one for one in shop.products if one.kind == kind)
    with shop.document(product.title, paper, fillable=True) as document:
        shop.draw(product, document)
    path = folder / f"{product.name}-{paper}.pdf"
    document.write(path)
    return path


def missing(game: str, path: Path) -> list[str]:
    """What a paper with every table lacks of them."""
    sheet = verify.read_sheet(path, path.parent)
    assert sheet.whole
    parts = verify.segments(sheet.text, list(plain(game).values()))
    return [name for name in plain(game) if name not in parts] + [
        str(finding)
        for name, text in parts.items()
        for finding in verify.table_findings(plain(game)[name], book(game), sheet.name, text)
    ]


# Each stock, the papers taking turns; for the large game the smallest card and the sheet without a margin.
DECKS = [("twentyfive", stock, ("a4", "letter")[number % 2]) for number, stock in enumerate(STOCKS)]
DECKS += [("queen", "business-10up", "letter"), ("queen", "poker-9up", "letter")]


@pytest.mark.parametrize(("game", "stock", "paper"), DECKS)
def test_cards_of_every_stock_have_every_cell(game: str, stock: str, paper: str, tmp_path: Path) -> None:
    path = printed(shop(game, stock=stock), "cards", paper, tmp_path)
    assert missing(game, path) == []
    last = " ".join(PdfReader(path).pages[-2].extract_text().split())
    assert f"tables {book(game).digest[:8]}" in last
    assert "ccessible web edition: " in last
    assert WEB in last.replace("/ ", "/")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("stock", STOCKS)
def test_every_table_fits_every_stock(paper: str, stock: str) -> None:
    for view, _, parts in deck.lay_out(shop("queen")._sections(), cards.stock(stock, paper)):
        assert parts, view.id


@pytest.mark.parametrize("game", ["twentyfive", "queen", "skirmish"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", ["tables", "folded"])
def test_tables_and_reference_have_every_cell(game: str, kind: str, paper: str, tmp_path: Path) -> None:
    assert missing(game, printed(shop(game), kind, paper, tmp_path)) == []


@pytest.mark.parametrize("kind", ["tables", "folded", "cards"])
def test_sparing_and_grey_ink_leave_no_word_out(kind: str, tmp_path: Path) -> None:
    saver = shop("twentyfive", ink=Ink("saver", colour=False), duplex="short")
    assert missing("twentyfive", printed(saver, kind, "letter", tmp_path)) == []


def test_a_missing_cell_is_found(tmp_path: Path) -> None:
    path = printed(shop("twentyfive"), "folded", "a4", tmp_path)
    sheet = verify.read_sheet(path, tmp_path)
    table = plain("twentyfive")["T-TAB-WING"]
    text = verify.segments(sheet.text, list(plain("twentyfive").values()))[table.id]
    assert not list(verify.table_findings(table, book("twentyfive"), sheet.name, text))
    assert list(verify.table_findings(table, book("twentyfive"), sheet.name, re.sub("Two engines", "", text)))


def test_a_card_too_small_for_a_table_is_one_line_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(PressError, match=r"^G-1.* on a counter card: take a larger one \(--cards\)$"):
        print_game(book("queen"), tmp_path, "a4", job=Job(stock="counter"))
    assert not list(tmp_path.iterdir())


def test_one_open_shop_prints_the_same_as_one_for_each_paper(tmp_path: Path) -> None:
    together = print_run(open_shop(book("twentyfive")), tmp_path / "both", ["a4", "letter"])
    apart = [path for paper in PAPERS for path in print_game(book("twentyfive"), tmp_path / "each", paper)]
    assert [path.name for path in together] == [path.name for path in apart]
    assert [path.read_bytes() for path in together] == [path.read_bytes() for path in apart]
