"""The one path from dice to row to effects, and what it logs."""

import pytest

from combatbox.core.decisions import DefaultPlayer, ListedPlayer
from combatbox.core.dice import ListedDice
from combatbox.core.errors import DiceError, IllegalChoice, UnknownName
from combatbox.core.events import Journal, answers_of, faces_of
from combatbox.core.game import fly
from combatbox.core.log_state import state_after

MODIFIED = """\
id: D-MOD
dice: 1d6
clamp: [0, 9]
modifiers:
  - {when: alarmed, add: 2, source: D-1}
  - {when: {hotter_than: 5}, add: -4}
  - {add: {heat_times: 1}}
  - {when: {hotter_than: 100}, add: {heat_times: 2}}
  - {add: 1}
rows:
  - {roll: 0-3, effects: [{mark: low}]}
  - {roll: 4-8, effects: [{mark: high}, {heat: 3}]}
  - {roll: 9, effects: [ring]}
"""

NESTED = """\
id: D-NEST
dice: 2d6
rows:
  - {roll: 2-11, effects: [{mark: outer}]}
  - roll: 12
    effects: [{mark: outer}]
    then:
      dice: 1d6
      rows:
        - {roll: 1-5, effects: [{mark: inner}]}
        - {roll: 6, effects: [{mark: inner}, {roll_on: D-ONE}]}
"""

CHART = """\
id: D-CHART
shape: chart
rows:
  - {key: hot, when: {hotter_than: 5}, effects: [{mark: hot}]}
  - {key: alarmed, when: alarmed, effects: [{mark: rung}]}
  - {key: plain, effects: [{mark: plain}]}
"""


def rolls(flight):
    return [event for event in flight.journal.events if event["kind"] == "roll"]


def test_a_roll_goes_from_dice_to_row_to_effects_and_is_logged(drill):
    flight = drill.flight([5])
    row = flight.roll_on("D-ONE", "crew", rule="D-1")
    assert row.id == "D-ONE/4-6"
    assert flight.state.marks == ["high"]
    assert flight.journal.events == [
        {
            "n": 1,
            "kind": "roll",
            "place": "",
            "rule": "D-1",
            "table": "D-ONE",
            "column": "",
            "who": "crew",
            "dice": [5],
            "natural": 5,
            "modifiers": [],
            "net": 5,
            "row": "D-ONE/4-6",
            "gives": ["mark high"],
            "changes": [],
        }
    ]


def test_modifiers_count_only_while_their_condition_holds(drill):
    drill.table(MODIFIED)
    flight = drill.flight([3, 3])
    flight.roll_on("D-MOD")
    assert rolls(flight)[0]["modifiers"] == [("heat_times 1", 0), ("always", 1)]
    assert rolls(flight)[0]["net"] == 4
    flight.state.alarm = True
    flight.roll_on("D-MOD")
    assert rolls(flight)[1]["modifiers"] == [("alarmed", 2), ("heat_times 1", 3), ("always", 1)]
    assert (rolls(flight)[1]["natural"], rolls(flight)[1]["net"]) == (3, 9)


def test_a_quantity_takes_its_amount_from_the_flight_at_that_moment(drill):
    drill.table(MODIFIED)
    flight = drill.flight([1])
    flight.state.heat = 7
    assert flight.modifiers(flight.tables["D-MOD"]) == [("hotter_than 5", -4), ("heat_times 1", 7), ("always", 1)]
    assert flight.roll_on("D-MOD").id == "D-MOD/4-8"


def test_modifiers_are_logged_as_they_stood_before_the_effects_of_the_row(drill):
    drill.table(MODIFIED)
    flight = drill.flight([4])
    flight.roll_on("D-MOD")  # net 5 heats by 3, which must not show in the log of this roll
    assert flight.state.heat == 3
    assert rolls(flight)[0]["modifiers"] == [("heat_times 1", 0), ("always", 1)]


def test_a_conditional_quantity_counts_by_its_condition(drill):
    drill.table(MODIFIED)
    flight = drill.flight([1])
    flight.state.heat = 101
    codes = [code for code, _ in flight.modifiers(flight.tables["D-MOD"])]
    assert codes == ["hotter_than 5", "heat_times 1", "heat_times 2", "always"]


def test_a_net_roll_beyond_the_table_is_logged_as_it_was_and_read_as_the_nearest(drill):
    drill.table(MODIFIED)
    flight = drill.flight([6])
    flight.state.heat = 50
    flight.roll_on("D-MOD")
    assert (rolls(flight)[0]["net"], rolls(flight)[0]["row"]) == (53, "D-MOD/9")


def test_a_nested_roll_follows_its_row_and_has_its_own_event(drill):
    drill.table(NESTED)
    flight = drill.flight([6, 6, 2])
    row = flight.roll_on("D-NEST", "crew", rule="D-1")
    assert row.id == "D-NEST/12/1-5"
    assert flight.state.marks == ["outer", "inner"]
    assert [(e["table"], e["row"], e["dice"], e["who"], e["rule"]) for e in rolls(flight)] == [
        ("D-NEST", "D-NEST/12", [6, 6], "crew", "D-1"),
        ("D-NEST/12", "D-NEST/12/1-5", [2], "crew", "D-1"),
    ]


def test_an_effect_can_roll_on_another_table(drill):
    drill.table(NESTED)
    flight = drill.flight([6, 6, 6, 1])
    flight.roll_on("D-NEST")
    assert [e["table"] for e in rolls(flight)] == ["D-NEST", "D-NEST/12", "D-ONE"]
    assert flight.state.marks == ["outer", "inner", "low"]


def test_several_dice_can_be_added_up_for_one_roll(drill):
    drill.edit("d-one", "dice: 1d6", "dice: 1d6\ntotals_of: 3\nclamp: [1, 6]")
    flight = drill.flight([1, 2, 5])
    flight.roll_on("D-ONE", count=3)
    assert (rolls(flight)[0]["dice"], rolls(flight)[0]["natural"]) == ([1, 2, 5], 8)
    assert flight.state.marks == ["high"]


def test_a_column_is_logged(drill):
    drill.table(
        "id: D-COL\nshape: columns\ndice: 1d6\ncolumns: {a: A, b: B}\ncell: heat\nrows:\n"
        "  - {roll: 1-6, cells: [1, 20]}\n"
    )
    flight = drill.flight([4])
    flight.roll_on("D-COL", column="b")
    assert flight.state.heat == 20
    assert (rolls(flight)[0]["column"], rolls(flight)[0]["row"]) == ("b", "D-COL/1-6@b")


def test_a_to_hit_table_is_rolled_on_by_row_and_column(drill):
    drill.table(
        "id: D-HIT\nshape: to_hit\ndice: 1d6\nclamp: [0, 6]\nmodifiers:\n  - {when: alarmed, add: -1}\n"
        "columns: {high: High}\nhit: [{mark: hit}]\nmiss: [{mark: miss}]\nrows:\n  - {key: nose, hits: [5-6]}\n"
    )
    flight = drill.flight([5, 5])
    flight.roll_on("D-HIT", column="nose@high")
    flight.state.alarm = True
    flight.roll_on("D-HIT", column="nose@high")
    assert flight.state.marks == ["hit", "miss"]


def test_a_key_of_a_chart_is_looked_up_applied_and_logged(drill):
    drill.table(CHART)
    flight = drill.flight()
    assert flight.look_up("drill.chart", "plain", "crew", table="D-CHART").id == "D-CHART/plain"
    assert flight.state.marks == ["plain"]
    event = flight.journal.events[0]
    assert (event["kind"], event["rule"], event["who"], event["row"]) == ("consult", "D-1", "crew", "D-CHART/plain")
    assert event["gives"] == ["mark plain"]


def test_consulting_a_chart_applies_the_first_row_whose_condition_holds_and_no_other(drill):
    drill.table(CHART)
    flight = drill.flight()
    flight.state.heat, flight.state.alarm = 9, True
    assert flight.consult("drill.chart", table="D-CHART").key == "hot"
    assert flight.state.marks == ["hot"]
    flight.state.heat = 0
    assert flight.consult("drill.chart", table="D-CHART").key == "alarmed"
    assert flight.state.marks == ["hot", "rung"]


def test_consulting_a_chart_of_which_no_condition_holds_does_and_logs_nothing(drill):
    drill.table(CHART)
    flight = drill.flight()
    assert flight.consult("drill.chart", table="D-CHART") is None  # a row without a condition is for look-ups
    assert flight.state.marks == []
    assert flight.journal.events == []


def test_a_table_that_is_not_there_is_named_with_the_nearest(drill):
    flight = drill.flight([1])
    with pytest.raises(UnknownName, match="unknown table 'D-OEN'; did you mean D-ONE"):
        flight.roll_on("D-OEN", "x")


@pytest.mark.parametrize("call", ["roll", "consult", "look_up", "phase", "fact", "step", "ask"])
def test_a_place_that_is_not_in_the_order_of_play_is_named_with_the_nearest(drill, call):
    flight = drill.flight([1])
    with pytest.raises(UnknownName, match="unknown place in the order of play 'drill.strat'; did you mean drill.start"):
        list(getattr(flight, call)("drill.strat", "x", *(["x"] if call == "ask" else [])))


def test_without_a_journal_the_same_happens_and_nothing_is_logged(drill):
    drill.table(NESTED)
    logged, silent = drill.flight([6, 6, 2]), drill.flight([6, 6, 2], log=False)
    for flight in (logged, silent):
        flight.phase("drill.start")
        flight.roll_on("D-NEST")
        flight.fact("drill.rested")
    assert silent.journal is None
    assert silent.state == logged.state


def test_phases_and_facts_are_logged_with_their_data(drill):
    flight = drill.flight()
    flight.phase("drill.start", "crew", letter="A")
    flight.fact("drill.rested", hours=2)
    for event in flight.journal.events:
        event.pop("changes")
    assert flight.journal.events == [
        {
            "n": 1,
            "kind": "phase",
            "name": "drill",
            "place": "drill.start",
            "rule": "D-1",
            "who": "crew",
            "data": {"letter": "A"},
        },
        {
            "n": 2,
            "kind": "fact",
            "name": "rested",
            "place": "drill.rested",
            "rule": "D-1",
            "who": "",
            "data": {"hours": 2},
        },
    ]


# ---- decisions


@pytest.fixture
def two_rolls(drill):
    drill.edit("game", "order: [D-ONE]", "order: [D-ONE, D-ONE]")
    return drill


def flown(drill, drill_game, player, faces):
    journal = Journal()
    state = fly(drill_game, drill.load().rulebook(), ListedDice(faces), player=player, journal=journal)
    return state, journal


def test_a_decision_is_put_to_the_player_and_the_answer_logged(two_rolls, drill_game):
    state, journal = flown(two_rolls, drill_game, ListedPlayer([("go_on", "rest")]), [1])
    assert state.marks == ["low"]
    assert [e for e in journal.events if e["kind"] == "choice"] == [
        {
            "n": 3,
            "kind": "choice",
            "place": "drill.go_on",
            "rule": "D-1",
            "decision": "go_on",
            "who": "crew",
            "options": ["go_on", "rest"],
            "taken": "rest",
            "changes": [],
        }
    ]
    assert answers_of(journal.events) == [("go_on", "rest")]
    assert faces_of(journal.events) == [1]


def test_the_default_player_takes_the_default(two_rolls, drill_game):
    state, journal = flown(two_rolls, drill_game, DefaultPlayer(), [1, 6])
    assert state.marks == ["low", "high"]
    assert faces_of(journal.events) == [1, 6]
    assert state_after(journal.events)["marks"] == ["low", "high"]


def test_an_answer_that_is_no_option_is_refused(two_rolls, drill_game):
    with pytest.raises(IllegalChoice, match=r"'go' is not an option of 'go_on' \(D-1\); known: go_on, rest"):
        flown(two_rolls, drill_game, ListedPlayer([("go_on", "go")]), [1])


def test_a_decision_that_nobody_is_there_to_take_is_refused(two_rolls, drill_game):
    with pytest.raises(IllegalChoice, match=r"the flight has no player to decide 'go_on' \(D-1\)"):
        flown(two_rolls, drill_game, None, [1])


def test_dice_that_run_out_stop_the_flight(two_rolls, drill_game):
    with pytest.raises(DiceError, match=r"the dice ran out: D-ONE \(crew\)"):
        flown(two_rolls, drill_game, DefaultPlayer(), [1])


def test_a_run_the_game_does_not_have_is_refused(drill, drill_game):
    with pytest.raises(UnknownName, match="unknown run of drill 'misson'; did you mean mission"):
        fly(drill_game, drill.load().rulebook(), ListedDice([1]), run="misson")
