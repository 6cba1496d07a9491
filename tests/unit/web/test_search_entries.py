"""What the search says of a table."""

from combatbox.library.load import load
from combatbox.web.search import table_entries
from combatbox.web.views import Places, Views


def told(key):
    book = load("queen")
    views = Views(book, Places(), "queen/index.html")
    return next(iter(table_entries(book, f"queen/tables/{key}.html", views.table(book.tables[key])))).text


def test_a_table_is_introduced_by_its_use_and_its_dice():
    assert told("B-4").startswith("Buff card: after M-3. 2D6 per fighter that hits. 12 / 1:30 / 10:30. ")


def test_the_heading_of_a_single_column_is_no_word_to_find():
    assert told("G-1") == "Green card: before missions 1 to 5 of the campaign. 1D6"
