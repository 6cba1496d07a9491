"""Compiled tables: pure look-ups."""

import pytest

from combatbox.core.errors import UnknownName

CLAMPED = """\
id: D-CLAMP
dice: 1d6
clamp: [-1, 8]
modifiers:
  - {when: alarmed, add: -3}
rows:
  - {roll: -1-0, effects: [{mark: bottom}]}
  - {roll: 1-6, effects: [{mark: middle}]}
  - {roll: 7-8, effects: [{mark: top}]}
"""

COLUMNS = """\
id: D-COL
shape: columns
dice: 2d6
columns: {near: Near, far: Far}
cell: mark
rows:
  - {roll: 2-7, cells: [a, b]}
  - {roll: 8-12, area: Tail, cells: [c, "-"]}
"""

CHART = """\
id: D-CHART
shape: chart
keys: 0-3
columns: {day: By day, night: By night}
cell: mark
rows:
  - {key: 0-2, cells: [sun, moon]}
  - {key: 3, cells: [fog, null]}
"""

TO_HIT = """\
id: D-HIT
shape: to_hit
dice: 1d6
columns: {high: High, low: Low}
hit: [{mark: hit}]
miss: []
rows:
  - {key: nose, hits: [6, 5-6]}
  - {key: tail, hits: [null, "2, 4, 6"]}
"""


@pytest.mark.parametrize(
    ("net", "row"),
    [
        (-99, "-1-0"),
        (-2, "-1-0"),
        (-1, "-1-0"),
        (0, "-1-0"),
        (1, "1-6"),
        (6, "1-6"),
        (7, "7-8"),
        (9, "7-8"),
        (99, "7-8"),
    ],
)
def test_a_net_roll_beyond_the_table_is_read_as_the_nearest_row(drill, net, row):
    drill.table(CLAMPED)
    assert drill.load().tables["D-CLAMP"].at(net).id == f"D-CLAMP/{row}"


def test_a_table_with_columns_gives_the_cell_of_roll_and_column(drill):
    drill.table(COLUMNS)
    table = drill.load().tables["D-COL"]
    assert table.at(7, "near").effects[0].code == "mark a"
    assert table.at(8, "near").effects[0].code == "mark c"
    assert table.at(2, "far").id == "D-COL/2-7@far"
    assert table.at(12, "far").effects == ()
    assert table.at(12, "far").area == "Tail"


def test_an_unknown_column_is_refused_with_the_nearest_name(drill):
    drill.table(COLUMNS)
    with pytest.raises(UnknownName, match="unknown column of D-COL 'nera'; did you mean near"):
        drill.load().tables["D-COL"].at(7, "nera")


def test_a_table_without_columns_has_no_column_to_ask_for(drill):
    with pytest.raises(UnknownName, match="column of D-ONE"):
        drill.load().tables["D-ONE"].at(1, "near")


def test_a_chart_is_found_by_its_key_and_each_key_of_a_range(drill):
    drill.table(CHART)
    table = drill.load().tables["D-CHART"]
    assert [table.find(str(n)).id for n in range(4)] == ["D-CHART/0-2"] * 3 + ["D-CHART/3"]
    assert table.find("0-2@night").effects[0].code == "mark moon"


def test_an_unknown_key_of_a_chart_is_refused(drill):
    drill.table(CHART)
    table = drill.load().tables["D-CHART"]
    with pytest.raises(UnknownName, match="unknown row of D-CHART '4'"):
        table.find("4")
    with pytest.raises(UnknownName):
        table.find("3@night")  # an empty cell is no row


def test_a_to_hit_table_is_looked_up_by_row_and_column(drill):
    drill.table(TO_HIT)
    table = drill.load().tables["D-HIT"]
    hits = {key: [roll for roll in range(1, 7) if table.at(roll, key).id.endswith("/hit")] for key in table.lookups}
    assert hits == {"nose@high": [6], "nose@low": [5, 6], "tail@high": [], "tail@low": [2, 4, 6]}
    assert table.at(5, "nose@high").effects == ()
    assert table.at(6, "nose@high").effects[0].code == "mark hit"


def test_walking_a_table_gives_nested_rows_after_their_parent(drill):
    drill.table(
        """\
id: D-NEST
dice: 1d6
rows:
  - roll: 1-5
    then:
      dice: 1d6
      rows:
        - {roll: 1-3}
        - {roll: 4-6, then: {dice: 1d6, rows: [{roll: 1-6, effects: [ring]}]}}
  - {roll: 6}
"""
    )
    assert [row.id for row in drill.load().tables["D-NEST"].walk()] == [
        "D-NEST/1-5",
        "D-NEST/1-5/1-3",
        "D-NEST/1-5/4-6",
        "D-NEST/1-5/4-6/1-6",
        "D-NEST/6",
    ]
