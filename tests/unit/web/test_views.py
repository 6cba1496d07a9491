"""What the page templates are handed: odds by column, links in cells, heads, tables led to, corrections."""

import pytest

from combatbox.core.enumeration import format_chance_briefly
from combatbox.library.load import load
from combatbox.odds.exact_odds import chances
from combatbox.web.pages import table_cards, table_groups
from combatbox.web.views import Places, Views, stencil

WIDE = """\
id: D-WIDE
shape: columns
dice: 1d6
columns: {left: Left, right: Right}
rows:
  - {roll: 1, cells: [[{mark: low}], [{mark: high}]]}
  - {roll: 2-3, cells: [[{mark: low}], [{mark: low}]]}
  - roll: 4
    cells:
      - {then: {dice: 1d6, rows: [{roll: 1-2, effects: [{mark: low}]}, {roll: 3-6, effects: [ring]}]}}
      - [ring]
  - {roll: 5-6, cells: [[ring], [{mark: high}]]}
"""

GUN = """\
id: D-GUN
shape: to_hit
dice: 1d6
columns: {near: Near, far: Far}
hit: [ring]
miss: [{mark: miss}]
rows:
  - {key: still, hits: [5-6, 6]}
  - {key: moving, hits: [6, null]}
"""

CHART = """\
id: D-CHART
shape: chart
head: Weather
rows:
  - {key: fair, effects: [{roll_on: D-ONE}]}
  - {key: foul, effects: [ring, {roll_on: D-CHART}]}
notes: ["See D-ONE, not D-ONE-MORE, nor D-CHART; ruling D-A1."]
"""


@pytest.fixture
def seen(drill):
    """The view of a table of the drill, for its own page."""

    def view(text, name="d-table"):
        drill.table(text, name)
        book = drill.load()
        table = book.tables[text.partition("\n")[0].removeprefix("id: ")]
        return Views(book, Places(), f"drill/tables/{table.id.lower()}.html").table(table)

    return view


def test_a_row_across_columns_has_the_chance_of_its_roll(seen):
    rows = seen(WIDE).rows
    assert [(row.seen.roll, row.odds.chance) for row in rows] == [
        ("1", "1 in 6"),
        ("2–3", "1 in 3"),
        ("4", "1 in 6"),
        ("1–2", "1 in 18"),
        ("3–6", "1 in 9"),
        ("5–6", "1 in 3"),
    ]


def test_the_outcomes_of_a_column_add_up_with_their_second_dice(seen):
    table = seen(WIDE)
    assert [(words, [cell and cell.chance for cell in cells]) for words, cells in table.outcomes] == [
        ("Mark low", ["5 in 9", "1 in 3"]),
        ("The alarm rings", ["4 in 9", "1 in 6"]),
        ("Mark high", [None, "1 in 2"]),
    ]
    assert table.headings == ["Left", "Right"]
    assert not table.wide


def test_columns_without_a_shared_outcome_need_no_table_of_odds(seen):
    text = "id: D-T\nshape: columns\ndice: 1d6\ncolumns: {left: L}\nrows:\n"
    text += "  - {roll: 1-2, cells: [[ring]]}\n  - {roll: 3-6, cells: [[{mark: low}]]}\n"
    assert seen(text).outcomes == []


def test_hits_have_their_chance_once_for_each_set_of_rolls(seen):
    table = seen(GUN)
    assert [(words, odds.chance) for words, odds in table.hit_odds] == [("6", "1 in 6"), ("5–6", "1 in 3")]
    assert [row.seen.cells for row in table.rows] == [("5–6", "6"), ("6", "–")]
    assert {row.odds for row in table.rows} == {None}


def test_tables_and_rulings_that_a_text_names_are_links_but_not_the_page_itself(seen):
    table = seen(CHART)
    assert table.columns == ["Weather", "Result"]
    assert table.rows[0].seen.cells[0] == (
        'Roll on <a class="cb-ref" href="d-one.html" data-cb-ref="drill/D-ONE">One</a>'
    )
    assert table.rows[1].seen.cells[0] == "The alarm rings; roll on D-CHART"
    assert table.notes[0].count("<a ") == 2
    assert 'href="../rulings.html#d-a1"' in table.notes[0]
    assert [ref.id for ref in table.leads_to] == ["D-ONE"]


def test_a_table_shows_the_rulings_that_it_cites_and_that_cite_it(seen, drill):
    cites = "id: D-T\ndice: 1d6\nfloors: [{natural: 6, net: 6, source: ruling D-A1}]\nclamp: [1, 6]\n"
    assert [ref.id for ref in seen(f"{cites}rows: [{{roll: 1-6, effects: [ring]}}]\n").rulings] == ["D-A1"]
    plain = "id: D-U\ndice: 1d6\nrows: [{roll: 1-6, effects: [ring]}]\n"
    assert seen(plain, "d-u").rulings == []
    drill.edit("rulings", "question: Is the drill gentle?", "sources: [D-U note a]\n    question: Is the drill gentle?")
    assert [ref.id for ref in seen(plain, "d-u").rulings] == ["D-A1"]


def test_the_words_of_a_text_are_escaped(drill):
    views = Views(drill.load(), Places(), "drill/index.html")
    assert views.with_links("<b> & D-ONE").startswith("&lt;b&gt; &amp; <a ")


def test_what_comes_without_a_roll_leads_on_too(seen):
    table = seen(
        "id: D-T\ndice: 1d6\nforced: [{when: alarmed, effects: [{roll_on: D-ONE}], source: x}]\n"
        "rows: [{roll: 1-6, effects: [ring]}]\n"
    )
    assert [ref.id for ref in table.leads_to] == ["D-ONE"]
    (case,) = table.modifiers
    assert not case.seen.adds
    assert case.seen.words == "The alarm has rung"
    assert case.seen.amount.startswith('no roll, roll on <a class="cb-ref" href="d-one.html"')


def test_a_correction_of_a_nested_row_names_every_roll_on_the_way(seen):
    text = "id: D-T\ndice: 1d6\nrows:\n  - roll: 1-3\n    then: {dice: 1d6, rows: [{roll: 1-6, effects: [ring]}]}\n"
    text += "  - {roll: 4-6, effects: [ring]}\ncorrected: [{row: 1-3/1-6, was: silence, by: erratum 9}]\n"
    ((_, correction),) = seen(text).errata
    assert (correction.name, correction.now) == ("1–3, then 1–6", "The alarm rings")


def test_a_named_chance_stands_with_the_table_it_begins_with_and_nowhere_else():
    book = load("queen")
    values = chances(book)
    pages = Views(book, Places(), "queen/index.html")
    shown = {table.id: pages.table(table).chances for table in book.tables.values()}
    for chance in book.chances.values():
        text = dict(shown[chance.table])
        assert text[chance.words] == (format_chance_briefly(values[chance.id]), float(values[chance.id]) * 100)
    assert sum(len(items) for items in shown.values()) == len(book.chances)
    assert shown["B-1"] == []


@pytest.mark.parametrize("game", ["queen", "twentyfive"])
def test_the_index_has_every_table_by_use_and_where_there_are_cards_by_card(game):
    book = load(game)
    by_use = [key for _, keys in table_groups(book) for key in keys]
    assert sorted(by_use) == sorted(book.tables)
    cards = table_cards(book)
    assert bool(cards) == any(table.info.card for table in book.tables.values())
    if cards:
        assert sorted(key for _, keys in cards for key in keys) == sorted(book.tables)
        for title, keys in cards:
            for key in keys:
                assert title in (book.tables[key].info.card, "Under another ruling", "On no card")


def test_a_stencil_bridges_letters_that_can_bear_it():
    assert stencil("BL-1") == "<span>B</span>L-1"
    assert stencil("a<") == "a&lt;"


def test_an_option_of_a_ruling_names_the_table_that_it_reads():
    book = load("twentyfive")
    shown = Views(book, Places(), "twentyfive/rulings.html").ruling(book.rulings["T-A03"])
    assert [(one.is_default, [ref.id for ref in one.tables]) for one in shown.options] == [
        (True, ["T-TAB-FLAK-DAMAGE"]), (False, ["T-TAB-FLAK-DAMAGE-INTRO"])]  # fmt: skip
    shown = Views(book, Places(), "twentyfive/rulings.html").ruling(book.rulings["T-A06"])
    assert [one.tables for one in shown.options] == [[], []]  # it replaces none


def test_rows_named_by_group_and_member_show_where_a_group_begins():
    book = load("queen")
    views = Views(book, Places(), "queen/tables/m-1.html")
    begun = [row.seen.roll for row in views.table(book.tables["M-1"]).rows if row.begins_group]
    assert begun[:2] == ["12 Level, top turret", "12 Low, ball turret"]
    assert not any(row.begins_group for key in ("M-3", "R-8-0") for row in views.table(book.tables[key]).rows)


@pytest.mark.parametrize(
    ("game", "name", "code", "label"),
    [("queen", "P-1", "P-1", "P-1"), ("queen", "BL-4-SURVIVAL", "", "Survival of a serious wound"), ("twentyfive", "T-TAB-FLAK-HIT", "", "Flak hit")],
)  # fmt: skip
def test_a_table_is_called_by_its_code_where_the_printed_game_has_one_and_else_by_its_title(game, name, code, label):
    book = load(game)
    views = Views(book, Places(), f"{game}/index.html")
    link = views.table_ref(name)
    assert (link.id, link.code, link.label) == (name, code, label)
    assert views.table(book.tables[name]).link.label == label
    row = next(row for row in book.rows().values() if row.table == name)
    assert views.row_ref(row.id).label == label + row.id.removeprefix(name)


def test_rulings_stand_by_the_chapter_of_their_first_rule():
    book = load("twentyfive")
    places = Places(titles={"b.html": "B", "a.html": "A"}, orders={"b.html": 1, "a.html": 2})
    first, second = [ruling for ruling in book.rulings.values() if ruling.rules][:2]
    places.rules = {f"twentyfive/{first.rules[0]}": "a.html", f"twentyfive/{second.rules[0]}": "b.html"}
    chapters = Views(book, places, "twentyfive/rulings.html").rulings()
    assert [title for title, _ in chapters] == ["B", "A", "In no chapter"]
    assert second.id in [ruling.link.id for ruling in chapters[0][1]]
    assert sum(len(rulings) for _, rulings in chapters) == len(book.rulings)
