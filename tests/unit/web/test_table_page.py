"""The controls of the roller: every box to tick says something else."""

import pytest

from combatbox.library.export import table_json
from combatbox.library.load import load
from combatbox.web.table_page import RollerState, roller, table_rows
from combatbox.web.views import Places, Views


def boxes(book, key):
    views = Views(book, Places(), f"{book.key}/tables/{key.lower()}.html")
    text = views.table(book.tables[key])
    made = roller(RollerState(book), text)
    asked = [words for _, words in made.asks] if made else []
    return asked + [f"{item.seen.amount} {item.seen.words}" for item in text.modifiers if item.when]


@pytest.mark.parametrize("game", ["queen", "twentyfive"])
def test_no_two_boxes_of_a_table_read_alike(game):
    book = load(game)
    for key in book.tables:
        found = boxes(book, key)
        assert len(set(found)) == len(found), key


def test_a_question_that_several_rows_ask_in_the_same_words_names_the_row():
    asked = boxes(load("queen"), "B-7")
    assert "Loose formation: if it happened before" in asked
    assert "Tight formation: if it happened before" in asked  # two rows of that name ask it once
    assert "If at 10,000 feet" in asked


@pytest.mark.parametrize("key", ["T7-10-WHICH", "R4-2-WHO", "T4-9", "T3-2-EMERGENCY"])
def test_what_always_holds_is_no_box_and_the_roll_is_made_again_by_itself(key):
    book = load("superfort")
    table = book.tables[key]
    (again,) = {condition.code for row in table_rows(table) for condition in row.again if condition.always}
    assert "Otherwise" not in boxes(book, key)
    assert table_json(book, table, dict.fromkeys(book.chances, 0))["conditions"][again]["always"]
