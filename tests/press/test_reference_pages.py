"""Whole pages and cards as a player sees them: tables whole, none split that fits, no notes alone, little white, type one can read."""

from __future__ import annotations

import re
from collections import Counter
from copy import copy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from combatbox.library.book import code
from combatbox.library.load import load
from combatbox.press import deck, reference
from combatbox.press.catalogue import Product, Section
from combatbox.press.deck import CardFaces
from combatbox.press.fonts import quoted
from combatbox.press.shop import Shop, open_shop
from combatbox.press.style import PAPERS
from combatbox.press.style import style as style_of
from combatbox.press.tables import SetView, source_words

from .conftest import read

GAMES = ("twentyfive", "queen", "superfort", "skirmish")
every_one = pytest.mark.parametrize(("game", "paper"), [(game, paper) for game in GAMES for paper in PAPERS])


@cache
def shop(game: str) -> Shop:
    return open_shop(load(game))


@cache
def cards(game: str, paper: str) -> list[CardFaces]:
    (product,) = [one for one in shop(game).products if one.kind == "cards"]
    return shop(game)._laid_cards(product, PAPERS[paper])


def phases(opened: Shop, product: Product) -> list[Section]:
    """The faces that have tables, and no rules to stand beside the index."""
    faces = opened.catalogue.faces(opened.book, opened.context.rules, product)
    return [face for face in faces if face.tables[0].id]


@cache
def aids(game: str, paper: str) -> list[tuple[str, list[reference.Page]]]:
    (product,) = [one for one in shop(game).products if one.kind == "aids"]
    return reference.faces(PAPERS[paper], phases(shop(game), product))


@cache
def pages(game: str, paper: str) -> list[reference.Page]:
    return reference.lay_out(PAPERS[paper], shop(game)._sections(every=True), reference.TABLES)


def on_pages(found: list[reference.Page]) -> list[SetView]:
    return [piece.view for page in found for piece, _ in page.placed]


def on_faces(game: str, paper: str) -> list[SetView]:
    return [view for _, found in aids(game, paper) for view in on_pages(found)]


def on_cards(game: str, paper: str) -> list[SetView]:
    return [view for card in cards(game, paper) for view in (*card.front, *card.back)]


def split(views: list[SetView]) -> set[str]:
    """Tables that stand in several parts."""
    return {name for name, count in Counter(view.view.id for view in views).items() if count > 1}


def notes_alone(views: list[SetView]) -> set[str]:
    """Tables whose notes are apart from their rows; rules in a few words, which have no id, are only notes."""
    return {view.view.id for view in views if view.view.id and not view.rows}


def blank(found: list[reference.Page]) -> list[int]:
    """Pages of which more than a third is white."""
    return [number for number, page in enumerate(found, start=1) if page.white > 0.36]


def small(views: list[SetView], least: float) -> set[str]:
    """Tables with type below a size."""
    names = {view.view.id: (one.title, one.meta, one.table, one.note) for view in views for one in [view.looks]}
    return {table for table, looks in names.items() if min(style_of(look).size for look in looks) < least}


def empty_columns(views: list[SetView]) -> set[tuple[str, str]]:
    """Return the columns that are empty on their side of a card; a short list read across may have one row to a column."""
    return {
        (view.view.id, column.head)
        for view in views
        if view.rows
        for number, column in enumerate(view.rows.table.columns)
        if (column.head or len(view.rows.table.columns) < 4)
        and not any(row[number].strip("–- ") for row in view.rows.table.rows)
    }


def narrow(views: list[SetView]) -> set[str]:
    """Tables in columns of less than fifteen times the size of their type."""
    return {view.view.id for view in views if view.width < 15 * style_of(view.looks.table).size}


def cut_without_need(game: str, paper: str) -> set[str]:
    """Return the tables that take two sides of a card though one side of some stock would hold them."""
    tables = {view.id: replace(view, source=()) for section in shop(game)._sections() for view in section.tables}
    return {
        name
        for name in split(on_cards(game, paper))
        if any(deck._set([tables[name]], stock, on_cards(game, paper)[0].looks) for stock in deck.stocks(PAPERS[paper]))
    }


def split_without_need(views: list[SetView], paper: str) -> set[str]:
    """Return the tables that are split although their parts together are no higher than a sheet.

    The rules of a face have no id; several faces may have rules.
    """
    height = PAPERS[paper].height
    tables = split(views) - {""}
    return {name for name in tables if sum(view.height for view in views if view.view.id == name) <= height}


# What a deck, the aids and the pages keep to is asked of each where it is laid out: to lay it out is nearly all that it costs.


@pytest.mark.sample(2)
@every_one
def test_a_deck_has_each_table_on_one_side_of_one_card_no_notes_alone_and_type_of_eight_points(
    game: str, paper: str
) -> None:
    tables = Counter(view.view.id for view in on_cards(game, paper))
    assert not cut_without_need(game, paper)
    assert max(tables.values()) <= 3, "the longest table of superfort takes three sides"
    assert len(cards(game, paper)) <= (len(tables) + 1) // 2, "a card has two tables or more, on the average"
    assert sum(not card.back for card in cards(game, paper)) <= len(shop(game)._sections())
    assert not notes_alone(on_cards(game, paper))
    assert not small(on_cards(game, paper), 8.0)
    assert len({view.looks for view in on_cards(game, paper)}) == 1, "one size of type"
    assert not empty_columns(on_cards(game, paper))
    apart = {view.view.id for view in on_cards(game, paper) if view.modifiers}
    assert apart <= split(on_cards(game, paper)), "modifiers run in"


@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_no_card_has_the_id_of_a_ruling_or_a_note_that_only_counts_errata(game: str) -> None:
    rulings = re.compile(rf"(?<![\w-])(?:{'|'.join(load(game).rulings)})(?![\w-])")
    for section in shop(game)._sections():
        for view in section.tables:
            words = " ".join((view.used, *view.notes, *(cell for row in view.rows for cell in row.cells)))
            assert not rulings.search(words), (view.id, words)
            assert "than printed" not in words, view.id


@pytest.mark.sample(2)
@every_one
def test_aids_have_a_phase_on_a_page_with_no_table_split_no_notes_alone_no_third_white_and_type_of_eight_points(
    game: str, paper: str
) -> None:
    laid, views = aids(game, paper), on_faces(game, paper)
    assert [len(found) for _, found in laid] == [1] * len(laid)
    assert not split_without_need(views, paper)
    assert not notes_alone(views)
    assert not blank([page for _, found in laid for page in found])
    assert not small(views, 8.0)
    assert not narrow(views)


@pytest.mark.parametrize("paper", PAPERS)
def test_each_aid_of_queen_has_type_as_large_as_its_own_page_allows(paper: str) -> None:
    sizes = [style_of(found[0].items[0].view.looks.table).size for _, found in aids("queen", paper)]
    assert min(sizes) >= 9
    assert sum(size >= 10 for size in sizes) >= 5


def test_large_print_grows_on_pages_with_few_tables() -> None:
    opened = shop("queen")
    (product,) = [one for one in opened.products if one.kind == "aids"]
    sections = phases(opened, product)
    laid = [page for _, found in reference.faces(PAPERS["a4"], sections, reference.LARGE_AIDS) for page in found]
    assert len(laid) == 35
    assert sum(page.white > 0.39 for page in laid) <= 2
    assert min(style_of(page.items[0].view.looks.table).size for page in laid) == 14


def test_tables_of_one_question_stand_on_one_aid_of_foggia_in_the_order_of_months() -> None:
    opened = open_shop(load("foggia"))
    (product,) = [one for one in opened.products if one.kind == "aids"]
    sections = phases(opened, product)
    for question in ("G-5", "B-3"):
        faces = [[view.id for view in section.tables if view.id.startswith(question)] for section in sections]
        (ids,) = filter(None, faces)
        assert len(ids) >= 3
    read = [
        item.view.view.id
        for page in reference.lay_out(PAPERS["a4"], [sections[1]], reference.AIDS)
        for item in page.items
    ]
    assert [name for name in read if name.startswith("G-5")] == ["G-5", "G-5-MAY", "G-5-JULY"]


@every_one
def test_pages_of_tables_split_none_that_a_page_holds_have_no_notes_alone_and_no_third_white(
    game: str, paper: str
) -> None:
    laid = pages(game, paper)
    assert sum(page.white for page in laid) <= 0.2 * len(laid)
    assert not split_without_need(on_pages(laid), paper)
    for name in split(on_pages(laid)):
        sides = [page for page in laid if name in {piece.view.view.id for piece, _ in page.placed}]
        assert len(sides) <= 2, name
    assert not notes_alone(on_pages(laid))
    assert not blank(laid[:-1])


def misfiled(found: list[reference.Page], sections: dict[str, str]) -> list[str]:
    """Return the tables that a reader meets under the heading of another section, by the sections of tables."""
    wrong = []
    for page in found:
        heading, headed = "", {item.section for item, _ in page.placed if item.opens}
        bands = [box.y for _, box in page.placed if box.width > page.frame.across(1) + 1]
        for item, _ in sorted(page.placed, key=lambda one: (sum(y <= one[1].y for y in bands), one[1].x, one[1].y)):
            heading, own = item.section if item.opens else heading, sections[item.view.view.id]
            if own != heading and (heading or own in headed):
                wrong.append(item.view.view.id)
    return wrong


@every_one
def test_tables_stand_under_the_heading_of_their_section(game: str, paper: str) -> None:
    sections = {view.id: section.title for section in shop(game)._sections(every=True) for view in section.tables}
    assert not misfiled(pages(game, paper), sections)


def changed(view: SetView, **fields: Any) -> SetView:
    other = copy(view)
    vars(other).update(fields)
    return other


def test_what_breaks_a_limit_is_found() -> None:
    views, page = on_faces("twentyfive", "a4"), aids("twentyfive", "a4")[0][1][0]
    table = views[0].view.id
    assert split([*views, views[0]]) == split_without_need([*views, views[0]], "a4") == {table}
    assert notes_alone([changed(views[0], rows=None), *views[1:]]) == {table}
    assert blank([page, replace(page, items=page.items[:1])]) == [2]
    fine = changed(views[0], looks=replace(views[0].looks, note="source"))
    assert small([fine, *views[1:]], 8.0) == {table}
    assert narrow([changed(views[0], width=90.0), *views[1:]]) == {table}
    assert not split(views)
    assert not small(views, 8.0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_what_stands_beside_a_name_is_a_code_that_is_printed(game: str) -> None:
    for section in shop(game)._sections():
        for view in section.tables:
            text = " ".join((view.used, *view.notes, *(cell for row in view.rows for cell in row.cells)))
            ours = [
                name for name in load(game).tables if "-TAB-" in name or (name.count("-") > 1 and name[-3:].isalpha())
            ]
            assert not [name for name in ours if name in text.split()], (view.id, text)


def test_a_source_names_no_kind_twice_and_no_erratum_as_an_erratum() -> None:
    text = {view.id: source_words(view) for section in shop("queen")._sections() for view in section.tables}
    assert text["G-3"] == "Rulebook: G-3; errata 6 and 25"
    assert text["B-2"] == "Rulebook: B-2; 5.1, 18.0 notes i and j; erratum 35"
    assert text["G-9-GEAR"] == "Erratum 26"
    assert not [words for words in text.values() if "Erratum: " in words or words.count("Rulebook: ") > 1]


@pytest.mark.parametrize(
    ("game", "most"), [("queen", {"a4": 12, "letter": 13}), ("superfort", {"a4": 19, "letter": 20})]
)
def test_the_index_of_tables_takes_no_page_more_and_says_where_each_begins(game: str, most: dict[str, int]) -> None:
    (product,) = [one for one in shop(game).products if one.kind == "tables"]
    for paper, limit in most.items():
        with shop(game).document(product.title, paper, fillable=False) as document:
            shop(game).draw(product, document)
        texts = [" ".join(page.extract_text().split()) for page in read(document.pdf()).pages]
        assert len(texts) <= limit
        index = texts[-1].partition("Which table stands where")[2]
        for view in (view for section in shop(game)._sections(every=True) for view in section.tables):
            title = quoted(view.title)
            name = f"{code(view.id)} {title}".strip()
            found = re.search(rf"(?:^|[·)\d] |aid ){re.escape(name)} (\d+)\b", index)
            assert found, name
            page = next(number for number, text in enumerate(texts, start=1) if f"{title} {view.id}" in text)
            assert int(found[1]) == page, name
