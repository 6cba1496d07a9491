"""What the search says of a table."""

from combatbox.library.load import load
from combatbox.web.search import rule_sections, table_entries
from combatbox.web.views import Places, Views


def told(key):
    book = load("queen")
    views = Views(book, Places(), "queen/index.html")
    return next(iter(table_entries(book, f"queen/tables/{key}.html", views.table(book.tables[key])))).text


def test_a_table_is_introduced_by_its_use_and_its_dice():
    assert told("B-4").startswith("Buff card: after M-3. 2D6 per fighter that hits. 12 / 1:30 / 10:30. ")


def test_the_heading_of_a_single_column_is_no_word_to_find():
    assert told("G-1") == "Green card: before missions 1 to 5 of the campaign. 1D6"


def test_a_rule_is_found_by_the_headings_above_it():
    mark = '<span class="cb-rule" id="{0}"><a>x</a></span>'
    html = (
        '<h1 id="t">9. Heat</h1>' + mark.format("q1") + '<h2 id="o">Oxygen<a class="headerlink" href="#o">#</a></h2>'
        + mark.format("q2") + '<h2 id="c">Cold</h2>' + mark.format("q3")
    )  # fmt: skip
    assert rule_sections(html) == {"q1": "9. Heat", "q2": "9. Heat Oxygen", "q3": "9. Heat Cold"}
