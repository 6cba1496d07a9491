"""The page "Start here" of every game: what to print, where it is, and the six rules of a first mission."""

from __future__ import annotations

import re
from functools import cache

import pytest
from pypdf import PdfReader

from combatbox.library.load import load
from combatbox.press.catalogue import HEADINGS, Product, read_catalogue

from . import built
from .texts import in_one_line, texts

GAMES = ("queen", "skirmish", "superfort", "twentyfive", "b24d", "foggia", "b17g")
PAPERS = ("a4", "letter")
each = pytest.mark.parametrize(("game", "paper"), [(game, paper) for game in GAMES for paper in PAPERS])


@cache
def products(game: str) -> dict[str, Product]:
    return {product.name: product for product in read_catalogue(load(game)).products}


@cache
def pages_of(game: str, name: str, paper: str) -> int:
    return len(PdfReader(built.blank(game, name, paper)).pages)


@each
def test_it_is_one_page_with_six_rules(game: str, paper: str) -> None:
    (page,) = texts(built.blank(game, "start-here", paper))
    rules = page[page.index("Six rules") :]
    assert re.findall(r"^(\d)\. ", rules, re.MULTILINE) == list("123456")
    assert "{{" not in page


@each
def test_it_says_how_many_sheets_each_paper_takes(game: str, paper: str) -> None:
    (page,) = texts(built.blank(game, "start-here", paper))
    words, total = in_one_line(page), 0
    for first in products(game)["start-here"].prints:
        product, pages = products(game)[first.name], pages_of(game, first.name, paper)
        sheets = -(-pages // 2) if product.duplex else pages
        total += sheets
        sides = "both sides" if product.duplex else "one side"
        assert f"{product.title} {first.name}-{paper}.pdf {sheets} {first.stock}, {sides}" in words
    assert f"Print {total} sheets" in words


@pytest.mark.parametrize("game", GAMES)
def test_it_prints_the_aids_that_its_rules_mention(game: str) -> None:
    (page,) = texts(built.blank(game, "start-here", "a4"))
    names = [first.name for first in products(game)["start-here"].prints]
    assert "player-aids" in names or not re.search(r"\bon aid \d", page)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("twentyfive", "twentyfive-bundle"),
        ("skirmish", "skirmish-bundle"),
        *((game, "first-mission") for game in GAMES),
    ],
)
def test_it_is_the_first_page_of_a_file_of_many_and_names_its_pages(game: str, name: str) -> None:
    path = built.papers(game, "a4")[name] if "bundle" in name else built.blank(game, name, "a4")
    first, *rest = (in_one_line(text) for text in texts(path))
    assert first.startswith("Start here")
    for paper in products(game)["start-here"].prints:
        title = products(game)[paper.name].title
        found = re.search(rf"{re.escape(title)} pages? (\d+)(?:–(\d+))? ", first)
        assert found, title
        begin, end = int(found[1]), int(found[2] or found[1])
        assert end - begin + 1 == pages_of(game, paper.name, "a4")
        assert begin % 2 == 1, "a front"
        assert rest[begin - 2].startswith(
            texts(built.blank(game, paper.name, "a4"))[0].split("\r")[0].split("\n")[0][:20]
        )


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_papers_is_short_and_begins_with_a_first_mission(game: str) -> None:
    found = [product for product in products(game).values() if product.heading != "none" and product.kind != "tour"]
    assert len(found) + 1 <= 16, "the file of everything is listed, too"
    assert {product.heading for product in found} <= set(HEADINGS)
    assert next(product.name for product in found if product.heading == HEADINGS[0]) == "first-mission"


@pytest.mark.parametrize("game", GAMES)
def test_every_paper_is_listed_alone_in_a_set_or_as_large_print(game: str) -> None:
    known = products(game)
    listed = {name for name, product in known.items() if product.heading != "none"}
    held = {part for name in listed for part in known[name].parts}
    left = {name for name, product in known.items() if product.kind not in ("tour", "large", "booklet")}
    assert left <= listed | held
