"""Stored odds: flown from an order, rounded, and proved by flying a part again."""

import json
import shutil

import pytest
from tests.simulated import fly_many

from combatbox.core.errors import CombatBoxError
from combatbox.core.statistics import estimate, margin
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import SIMULATED
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.odds import stored_odds
from combatbox.odds.simulation import odds
from combatbox.odds.stored_odds import faults, is_stale, place, read_stored, round_floats, sample, store, stored_for
from combatbox.play.batch import SimulationRequest
from combatbox.verify.checks import run_checks

ORDERS = [
    {"id": "rules", "title": "By the rules", "text": "x", "missions": 300, "seed": "s"},
    {"id": "five", "title": "On 5", "text": "x", "missions": 200, "seed": "s", "rulings": {"T-A02": "5-6"}},
]


@pytest.fixture
def book(tmp_path, monkeypatch):
    book = load("twentyfive")
    path = tmp_path / "tables" / "twentyfive" / "results" / "odds.json"
    shutil.copytree(paths.tables() / "twentyfive", tmp_path / "tables" / "twentyfive")
    path.write_text(json.dumps({"game": "twentyfive", "orders": ORDERS}))
    monkeypatch.setattr(paths, "tables", lambda: tmp_path / "tables")
    return book


def test_every_order_is_flown_and_stored(book):
    report = []
    path = store(book, progress=lambda done, of: report.append((done, of)))
    assert path == place("twentyfive")
    assert report[-1] == (500, 500)
    first, second = read_stored("twentyfive")
    assert first.digest == book.digests[SIMULATED]
    assert first.found["missions"] == 300
    assert second.found["events"]["attacked"]["value"] > first.found["events"]["attacked"]["value"]
    assert faults(book, first) == faults(book, second) == []
    before = path.read_bytes()
    store(book)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"digest": "', '"digest": "0', "was simulated with tables 0"),
        ('"attacked",', '"attached",', "have other counts"),
    ],
)
def test_what_is_not_as_it_was_flown_is_found_out(book, old, new, fault):
    path = store(book)
    text = path.read_text(encoding="utf-8")
    assert old in text
    place_of = text.index(old) if "digest" in old else text.rindex(old)
    path.write_text(text[:place_of] + new + text[place_of + len(old) :], encoding="utf-8")
    assert any(fault in report for item in read_stored("twentyfive") for report in faults(book, item))
    (check,) = run_checks([book], only=["results"], tables=paths.tables())
    assert check.failed == ("digest" not in old)  # odds of other tables are named, and fail the test below
    assert check.findings[0].command == "combatbox odds twentyfive --store"


def test_orders_that_were_never_flown_are_found_out(book):
    assert len(faults(book, read_stored("twentyfive")[0])) == 2


def test_without_a_file_there_is_nothing(book):
    place("twentyfive").unlink()
    assert read_stored("twentyfive") == []
    with pytest.raises(CombatBoxError, match=r'no requests to simulate; write {"game": "twentyfive", "orders": \['):
        store(book)
    (check,) = run_checks([book], only=["results"], tables=paths.tables())
    assert check.not_run


def test_a_file_of_something_else_is_refused(book):
    place("twentyfive").write_text('{"orders": [{"id": 1}]}')
    with pytest.raises(CombatBoxError, match="is not a file of stored odds"):
        read_stored("twentyfive")


def test_samples_are_listed_in_one_order_and_fractions_rounded():
    listed = sample(SimulationRequest("queen", 3, "s", mission=4))
    assert listed == sorted(listed, key=lambda pair: json.dumps(pair[0]))
    assert ["survived", 3] in listed or any(pair[0] == "survived" for pair in listed)
    assert round_floats({"a": [1 / 3], 2: "x", "n": 7}) == {"a": [0.333333], "2": "x", "n": 7}
    assert stored_odds.SAMPLE == 100


@pytest.mark.parametrize("key", ["queen", "twentyfive"])
def test_more_than_one_order_is_shipped(key):
    """That they hold is proved by `combatbox verify`, which flies a part of each again."""
    assert len(read_stored(key)) > 1


@pytest.mark.parametrize("key", [*GAMES, *variants()])
def test_the_shipped_odds_are_of_the_shipped_tables(key):
    """`combatbox verify` only warns of odds that `combatbox change --quick` left."""
    book = load(key)
    assert [item.id for item in stored_for(book) if item.found and is_stale(book, item)] == []


RUNS = 1_600


@pytest.mark.thorough
def test_the_doctrine_is_better_than_legal_chance_by_a_margin():
    """With the same dice; only whether to turn for home is the doctrine's for both, for who goes home early is safe."""
    doctrine = fly_many(SimulationRequest("queen", RUNS, "margin"))
    chance = fly_many(SimulationRequest("queen", RUNS, "margin", player="random", sensible=("abort",)))

    def of(counted, name):
        return estimate(counted[name], RUNS)

    assert of(doctrine, "survived").low > of(chance, "survived").high
    assert of(doctrine, "survived").value > of(chance, "survived").value + 0.04
    assert of(doctrine, "whole crew fit again").low > of(chance, "whole crew fit again").high
    assert of(doctrine, "on target").value > of(chance, "on target").value + 0.01


def test_a_player_who_decides_everything_by_chance_hits_hardly_a_target():
    doctrine = fly_many(SimulationRequest("queen", 300, "margin"))
    chance = fly_many(SimulationRequest("queen", 300, "margin", player="random"))
    assert estimate(doctrine["on target"], 300).low > 3 * estimate(chance["on target"], 300).high


def test_tours_of_a_player_who_decides_by_chance_are_flown_to_their_end():
    found = odds(load("queen"), SimulationRequest("queen", 200, "tours", player="random", sensible=("abort",)))
    assert found["player"] == "random"
    assert found["figures"]["campaigns"]["campaigns"] == 2


def test_the_stored_chance_to_finish_agrees_with_campaigns_flown_mission_after_mission():
    """One is a product over missions, the other a count of whole campaigns; their intervals must meet."""
    found = read_stored("queen")[0].found
    product, flown = found["tour_completion"], found["figures"]["campaigns"]["first_bomber"]
    assert found["figures"]["campaigns"]["campaigns"] >= 1_000
    assert flown["low"] <= product["high"]
    assert product["low"] <= flown["high"]


def test_the_margin_of_the_doctrine_over_chance_is_that_of_the_stored_results():
    stored = {item.id: item.found for item in read_stored("queen")}
    ours, theirs = stored["doctrine"], stored["random"]
    _, low, _ = margin(ours["mission_survival"], theirs["mission_survival"])
    assert low > 0.05
    _, low, _ = margin(ours["events"]["on target"], theirs["events"]["on target"])
    assert low > 0.01


def test_a_margin_is_no_surer_than_the_shares_it_is_of():
    few, many = estimate(60, 100).to_json(), estimate(6_000, 10_000).to_json()
    other = estimate(5_000, 10_000).to_json()
    for ours in (few, many):
        value, low, high = margin(ours, other)
        assert low < value < high
    assert margin(few, other)[1] < 0.02 < margin(many, other)[1]
    assert margin(other, other)[0] == 0
