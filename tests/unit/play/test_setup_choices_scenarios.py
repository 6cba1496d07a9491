"""The table of a scenario as a page shows it, and the numbers that its tape measures with."""

from __future__ import annotations

import json

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.games.skirmish.deploy import usual_places
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.widgets import aim
from combatbox.library.load import load
from combatbox.library.scenarios import read_scenario
from combatbox.play.controller import GameController
from combatbox.play.rpc import RpcDispatcher

VALUES = {
    "bomber": 10,
    "turret": 2,
    "escort": 3,
    "german": -4,
    "damage": -2,
    "foot": 1,
    "hit": 10,
    "spread": 12,
    "tie": 2,
}


def test_the_models_stand_where_they_are_offered_first_and_no_german_has_come() -> None:
    book = load("skirmish")
    scenario = {"title": "Two", "forces": {"bombers": 2, "escorts": 3, "germans": 9}, "hits": 4,
                "table": {"width": 48, "length": 72}}  # fmt: skip
    table = GameController(book).set_up(scenario)
    rulebook = book.rulebook({}, scenario)
    m = measures(rulebook)
    bombers = usual_places(m, rulebook.constants, "bombers")[0][:2]
    escorts = usual_places(m, rulebook.constants, "escorts")[0]
    keys = ["leader", "left", "escort1", "escort2", "escort3"]
    expected = dict(zip(keys, [[*place, 0, 0, "", ""] for place in (*bombers, *escorts)], strict=True))
    assert table["models"] == expected
    assert (table["top"]["far"], table["top"]["unit"]) == (72_000, 72.0)
    assert table["points"] == {}


def test_points_come_from_the_values_that_the_page_has() -> None:
    book = load("skirmish")
    scenario = read_scenario(book, "low-fuel")
    points = GameController(book).set_up(scenario, VALUES)["points"]
    assert points == book.scenario_points(scenario, VALUES)
    assert points["americans"] > 0


@pytest.mark.parametrize(("change", "words"), [
    ({"hits": 0}, "scenario: hits: must be at least 1 (got 0)"),
    ({"rules": {"turrets": "on"}}, "scenario: rules.turrets: "),
    ({"table": {"width": 36, "length": 48}, "forces": {"bombers": 4, "escorts": 8, "germans": 2}}, "scenario: "),
])  # fmt: skip
def test_a_scenario_that_cannot_be_played_is_refused_in_one_line(change: dict[str, object], words: str) -> None:
    scenario = {"title": "A", "forces": {"bombers": 4, "escorts": 0, "germans": 2}, "hits": 3} | change
    with pytest.raises(CombatBoxError) as refused:
        GameController(load("skirmish")).set_up(scenario)
    assert str(refused.value).startswith(words)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("values", [{"bomber": 10}, VALUES | {"spread": 0}, VALUES | {"hit": "x"}])
def test_values_that_are_not_those_of_the_parts_are_refused(values: dict[str, object]) -> None:
    dispatcher = RpcDispatcher()
    dispatcher.controller = GameController(load("skirmish"))
    scenario = {"title": "A", "forces": {"bombers": 4, "escorts": 0, "germans": 2}, "hits": 3}
    request = {"method": "set_up", "args": {"scenario": scenario, "values": values}}
    assert json.loads(dispatcher.answer(json.dumps(request)))["error"]["message"].startswith("values: ")


def test_a_scenario_of_the_players_own_is_the_first_mission() -> None:
    scenario = {"title": "A", "forces": {"bombers": 4, "escorts": 0, "germans": 2}, "hits": 3}
    with pytest.raises(CombatBoxError, match="mission 3: a scenario of the players' own counts as mission 1"):
        GameController(load("skirmish")).begin(seed="1", mission=3, scenario=scenario)


def test_a_game_without_scenarios_says_so_and_an_argument_of_another_type_is_refused() -> None:
    with pytest.raises(CombatBoxError, match="has no scenarios"):
        GameController(load("queen")).set_up({})
    dispatcher = RpcDispatcher()
    dispatcher.controller = GameController(load("skirmish"))
    answer = json.loads(dispatcher.answer(json.dumps({"method": "set_up", "args": {"scenario": []}})))
    assert answer["error"]["kind"] == "refused"


@pytest.mark.parametrize("rulings", [{}, {"turret": "on", "model_size": "small", "seen_from": "centre"}])
def test_the_tape_measures_with_the_numbers_in_force(rulings: dict[str, str]) -> None:
    book = load("skirmish")
    controller = GameController(book)
    controller.begin(seed="1", rulings=rulings)
    drawn = controller.drawn()
    assert drawn
    fire = drawn["stage"]["top"]["fire"]
    rulebook, words = book.rulebook(rulings), fire.pop("words")
    m = measures(rulebook)
    widget = aim(rulebook)
    assert [gun[0] for gun in fire["guns"]] == list(m.gun_names) == list(words)
    assert words["tail"] == book.say("tail")
    if rulings:  # The widget has a turret in any case.
        assert fire == {key: widget[key] for key in fire}
    else:
        alike = fire.keys() - {"guns", "volleys"}
        assert {key: fire[key] for key in alike} == {key: widget[key] for key in alike}
        assert fire["volleys"] == m.volleys


def test_two_escorts_are_not_offered_the_same_places_twice() -> None:
    constants = (
        load("skirmish")
        .rulebook({}, {"title": "A", "forces": {"bombers": 4, "escorts": 2, "germans": 2}, "hits": 3})
        .constants
    )
    assert len(set(constants.deploy.escorts)) == len(constants.deploy.escorts)
