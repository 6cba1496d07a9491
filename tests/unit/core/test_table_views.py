"""The one place where a row becomes words."""

from combatbox.core.table_views import NO_EFFECT, capital, roll_label, view


def labels(drill, head, rolls, name="d-table"):
    rows = "".join(f'  - {{roll: "{roll}", effects: [ring]}}\n' for roll in rolls)
    drill.table(f"id: D-T\n{head}\nrows:\n{rows}", name)
    table = drill.load().tables["D-T"]
    return [roll_label(table, row, table) for row in table.rows]


PLUS = "modifiers: [{when: alarmed, add: 1}]"


def test_a_table_without_modifiers_is_closed_at_both_ends(drill):
    assert labels(drill, "dice: 2d6", ["2-6", "7", "8-12"]) == ["2–6", "7", "8–12"]


def test_a_modified_table_is_open_at_both_ends(drill):
    assert labels(drill, f"dice: 2d6\nclamp: [2, 12]\n{PLUS}", ["2-6", "7", "8-12"]) == ["6 or less", "7", "8 or more"]
    assert labels(drill, f"dice: 1d6\nclamp: [-3, 6]\n{PLUS}", ["-3", "-2-5", "6"]) == [
        "−3 or less",
        "−2 to 5",
        "6 or more",
    ]


def test_a_table_of_totals_is_open_where_more_dice_reach_beyond_it(drill):
    assert labels(drill, "dice: 1d6\ntotals_of: 3\nclamp: [1, 6]", ["1-4", "5", "6"]) == ["1–4", "5", "6 or more"]


def test_a_clamp_inside_the_dice_is_open_without_modifiers(drill):
    assert labels(drill, "dice: 2d6\nclamp: [4, 10]", ["4-6", "7-9", "10"]) == ["6 or less", "7–9", "10 or more"]


def test_a_row_in_two_parts_is_open_at_its_outer_part_alone(drill):
    assert labels(drill, f"dice: 2d6\nclamp: [2, 12]\n{PLUS}", ["2-3, 12", "4-11"]) == ["3 or less, 12 or more", "4–11"]
    assert labels(drill, f"dice: 2d6\nclamp: [2, 12]\n{PLUS}", ["2, 9, 11", "3-8, 10, 12"]) == [
        "2 or less, 9, 11",
        "3–8, 10, 12 or more",
    ]


def test_a_row_that_covers_every_roll_of_an_open_table_says_any(drill):
    assert labels(drill, f"dice: 1d6\nclamp: [1, 6]\n{PLUS}", ["1-6"]) == ["any"]


def test_a_highest_die_is_named_by_its_place_and_a_tie_as_such(drill):
    assert labels(drill, "dice: 3d6-highest", ["1", "2", "3", "0"]) == ["die 1", "die 2", "die 3", "tie"]


def test_rows_of_a_nested_roll_are_never_open(drill):
    drill.table(
        f"id: D-T\ndice: 2d6\nclamp: [2, 12]\n{PLUS}\nrows:\n"
        "  - {roll: 2-12, then: {dice: 1d6, rows: [{roll: 1-3, effects: [ring]}, {roll: 4-6}]}}\n"
    )
    rows = view(drill.load().tables["D-T"], str).rows
    assert [(row.depth, row.roll) for row in rows] == [(0, "any"), (1, "1–3"), (1, "4–6")]
    assert [row.cells for row in rows] == [("Roll 1D6",), ("The alarm rings",), (NO_EFFECT,)]


def test_words_are_made_from_effects_and_put_into_english_by_the_game(drill):
    book = drill.load()
    row = view(book.tables["D-ONE"], book.say).rows[0]
    assert (row.cells, row.codes, row.anchor) == (("Mark low",), ("mark low",), "d-one-1-3")
    drill.edit("d-one", "{mark: low}", "{mark: blue}, {roll_on: D-SOFT}")
    book = drill.load()
    row = view(book.tables["D-ONE"], book.say).rows[0]
    assert row.cells == ("Mark sky blue; roll on D-SOFT",)
    assert row.codes == ("mark blue; roll_on D-SOFT",)
    assert row.leads == ("D-SOFT",)


def test_a_table_with_columns_has_one_cell_for_each_and_a_dash_for_none(drill):
    drill.table(
        "id: D-T\nshape: columns\ndice: 1d6\ncolumns: {a: Near, b: Far}\ncell: heat\nrows:\n"
        "  - {roll: 1-3, area: Tail, cells: [1, 2]}\n  - {roll: 4-6, cells: [3, null]}\n"
    )
    seen = view(drill.load().tables["D-T"], str)
    assert seen.headings == ("Near", "Far")
    assert seen.areas
    assert [row.cells for row in seen.rows] == [
        ("1 degrees hotter", "2 degrees hotter"),
        ("3 degrees hotter", NO_EFFECT),
    ]
    assert [row.codes for row in seen.rows] == [("heat 1", "heat 2"), ("heat 3", "no_effect")]


def test_a_to_hit_table_prints_the_rolls_that_hit(drill):
    drill.table(
        "id: D-T\nshape: to_hit\ndice: 1d6\ncolumns: {a: High, b: Low, c: Level}\nhit: [ring]\nmiss: []\nrows:\n"
        "  - {key: nose|blue, hits: [6, 4-6, null]}\n"
    )
    book = drill.load()
    seen = view(book.tables["D-T"], book.say)
    assert seen.roll_heading == ""
    assert seen.rows[0].cells == ("6", "4–6", "–")
    assert seen.rows[0].area == "Nose, sky blue"


def test_a_chart_is_headed_by_its_keys_or_its_conditions(drill):
    drill.table(
        "id: D-T\nshape: chart\ncolumns: {a: A}\ncell: mark\nrows:\n"
        "  - {key: left_wing blue, cells: [x]}\n  - {key: 0-11, cells: [null]}\n  - {key: 7, cells: [x]}\n"
        "  - {key: hot, when: {hotter_than: 3}, effects: [ring]}\n  - {key: Saint-Omer, cells: [x]}\n"
        "  - {key: k, area: Given, cells: [x]}\n"
    )
    book = drill.load()
    seen = view(book.tables["D-T"], book.say)
    assert [row.area for row in seen.rows] == [
        "Left wing sky blue", "0–11", "7", "Hotter than 3 degrees", "Saint-Omer", "Given",
    ]  # fmt: skip
    assert [row.cells[0] for row in seen.rows] == ["Mark x", "–", "Mark x", "–", "Mark x", "Mark x"]
    assert seen.roll_heading == ""


def test_modifiers_and_adjustments_are_worded_with_their_amounts(drill):
    drill.table(
        "id: D-T\ndice: 1d6\nclamp: [1, 6]\nmodifiers:\n"
        "  - {when: alarmed, add: 2, source: D-1}\n  - {add: -1}\n  - {add: {heat_times: 2}}\n"
        "  - {when: {hotter_than: 4}, add: {heat_times: 3}}\n"
        "adjusts:\n  - {when: alarmed, times: 3/2, add: -1, source: D-2}\n  - {add: 4}\n"
        "rows: [{roll: 1-6, effects: [ring]}]\n"
    )
    seen = view(drill.load().tables["D-T"], str)
    assert [(m.words, m.amount, m.source) for m in seen.modifiers] == [
        ("The alarm has rung", "+2", "D-1"),
        ("Always", "−1", ""),
        ("2 times the heat", "varies", ""),
        ("Hotter than 4 degrees", "3 times the heat", ""),
        ("The alarm has rung", "result times 3/2, rounded down, −1", "D-2"),
        ("Always", "result +4", ""),
    ]
    assert [m.adds for m in seen.modifiers] == [True, True, False, False, False, False]


def test_anchors_are_unique_in_every_table(twentyfive):
    for table in twentyfive.tables.values():
        anchors = [row.anchor for row in view(table, twentyfive.say).rows]
        assert len(set(anchors)) == len(anchors), table.id


def test_every_cell_of_the_game_is_worded(twentyfive):
    cells = [cell for t in twentyfive.tables.values() for row in view(t, twentyfive.say).rows for cell in row.cells]
    assert len(cells) > 70
    for cell in cells:
        assert cell == cell.strip()
        assert cell[0].isupper()
        assert "_" not in cell
        assert "  " not in cell


def test_a_capital_is_put_first_and_nothing_else_changed():
    assert capital("left wing of B-17") == "Left wing of B-17"
    assert capital("") == ""
