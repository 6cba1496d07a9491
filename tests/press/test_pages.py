"""Whole pages as a typographer sees them: none left mostly white, no notes alone, nothing parted that belongs together."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from combatbox.library.load import load
from combatbox.press import deck, folded, reference
from combatbox.press.cards import stock
from combatbox.press.reference import Plan
from combatbox.press.shop import Shop, open_shop
from combatbox.press.style import PAPERS
from combatbox.press.views import SetView, source_words

every_one = pytest.mark.parametrize(
    ("game", "paper"), [(g, p) for g in ("queen", "twentyfive", "skirmish") for p in PAPERS]
)


@cache
def shop(game: str) -> Shop:
    return open_shop(load(game))


@cache
def pages(game: str, paper: str) -> list[reference.Page]:
    return reference.lay_out(PAPERS[paper], shop(game)._sections(), Plan())


def views(game: str, paper: str) -> list[SetView]:
    return [piece for page in pages(game, paper) for block, _ in page.placed for piece in block.pieces[-1:]]


@every_one
def test_no_page_of_tables_but_the_last_is_left_mostly_white(game: str, paper: str) -> None:
    rooms = {turned: reference._room(PAPERS[paper], Plan(), turned) for turned in (False, True)}
    for number, page in enumerate(pages(game, paper)[:-1], start=1):
        used = max(box.bottom for _, box in page.placed) / rooms[page.landscape].height
        assert used >= 0.5, (number, used)


def test_a_wide_table_does_not_leave_the_page_before_it_to_one_small_one() -> None:
    order = [view.view.id for view in views("queen", "a4")]
    (turned,) = [page for page in pages("queen", "a4") if page.landscape]
    assert [block.pieces[-1].view.id for block, _ in turned.placed] == ["B-5"]
    assert order.index("M-3") < order.index("B-5") < order.index("B-4") < order.index("B-6")


def test_tables_of_its_section_fill_the_page_before_one_that_turns_the_paper() -> None:
    found = pages("queen", "letter")
    (at,) = [number for number, page in enumerate(found) if page.landscape]
    before = [block.pieces[-1].view.id for block, _ in found[at - 1].placed]
    assert before == ["M-3", "B-4", "B-6"]
    assert [block.pieces[-1].view.id for block, _ in found[at].placed] == ["B-5"]
    section = next(section for section in shop("queen")._sections() if "B-5" in [view.id for view in section.tables])
    assert {"M-3", "B-4", "B-5", "B-6"} <= {view.id for view in section.tables}


@every_one
def test_a_small_table_is_not_cut(game: str, paper: str) -> None:
    rooms = {turned: reference._room(PAPERS[paper], Plan(), turned) for turned in (False, True)}
    whole = {block.pieces[-1].view.id: 0.0 for page in pages(game, paper) for block, _ in page.placed}
    counts = dict.fromkeys(whole, 0)
    for page in pages(game, paper):
        for block, box in page.placed:
            name = block.pieces[-1].view.id
            whole[name] += box.height / rooms[page.landscape].height
            counts[name] += 1
    assert {name for name, count in counts.items() if count > 1 and whole[name] < 0.33} == set()


@every_one
def test_notes_never_go_on_alone(game: str, paper: str) -> None:
    panels = folded.lay_out(PAPERS[paper], shop(game)._sections(), 3).panels
    seen = [*views(game, paper), *(piece.view for panel in panels for piece in panel.pieces)]
    for one in seen:
        assert one.rows or one.modifiers, one.view.id


def test_notes_go_on_alone_on_no_card_that_has_room_for_rows_beside_them() -> None:
    alone = set()
    for view, _, parts in deck.lay_out(shop("queen")._sections(), stock("poker")):
        last = parts[-1]
        if len(parts) > 1 and not last.rows and not last.modifiers:
            alone.add(view.id)
    assert "P-3" not in alone
    assert "M-2" not in alone
    assert len(alone) < 10, alone  # where the notes fill a card, or rows and notes are too few to part


@every_one
def test_no_table_goes_on_in_the_column_where_it_stands(game: str, paper: str) -> None:
    for page in pages(game, paper):
        stood = [(block.pieces[-1].view.id, round(box.x), block.again) for block, box in page.placed]
        for (name, x, _), (after, below, again) in pairwise(stood):
            assert not (again and after == name and x == below), name


def test_a_source_names_no_kind_twice_and_no_erratum_as_an_erratum() -> None:
    told = {view.id: source_words(view) for section in shop("queen")._sections() for view in section.tables}
    assert told["G-3"] == "Rulebook: G-3; errata 6 and 25"
    assert told["B-2"] == "Rulebook: B-2; 5.1, 18.0 notes i and j; erratum 35"
    assert told["G-9-GEAR"] == "Erratum 26"
    assert not [words for words in told.values() if "Erratum: " in words or words.count("Rulebook: ") > 1]
