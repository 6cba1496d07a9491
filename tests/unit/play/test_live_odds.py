"""Odds simulated batch by batch are those of the command, and requests for them are checked against the game."""

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.library.load import _as_played, load
from combatbox.odds.simulation import exact_survival, odds
from combatbox.play.batch import SimulationRequest, event_words
from combatbox.play.canonical_json import digest
from combatbox.play.controller import GameController
from combatbox.play.live_odds import LiveOdds, named_odds


@pytest.mark.parametrize(
    ("order", "piece"),
    [
        (SimulationRequest("queen", 100, "7", {"random_events": "on"}), 30),
        (SimulationRequest("superfort", 25, "7", mission=4, always={"evade": "steady"}), 9),
        (SimulationRequest("skirmish", 2, "7"), 1),
    ],
    ids=lambda value: getattr(value, "game", value),
)
def test_flown_in_pieces_they_are_those_of_the_command(order, piece):
    book = load(order.game)
    flying = LiveOdds(book, order)
    while flying.done < flying.of:
        flying.fly(piece)
    assert flying.odds(exact_survival(book, order.rulings)) == odds(book, order)
    assert flying.to_json()["csv"] == named_odds(book, flying.odds()).csv()


def test_each_event_stands_beside_what_is_known_with_the_difference_and_its_interval():
    desk = GameController(load("twentyfive"))
    known = {"missions": 1000, "events": {"survived": 400, "never seen": 3}}
    desk.odds_begin(missions=300, seed="7", beside=known)
    account = desk.odds_fly(200)
    assert (account["done"], account["of"], account["tour"], account["csv"]) == (200, 300, None, "")
    first = account["bars"][0]
    assert first["key"] == "survived"
    assert first["beside"]["value"] == 0.4
    value, low, high = first["margin"]
    assert value == pytest.approx(first["flown"]["value"] - 0.4)
    assert low < value < high
    assert {bar["key"]: bar["flown"]["value"] for bar in account["bars"]}["never seen"] == 0
    assert desk.odds_fly(200)["tour"]["method"]


@pytest.mark.parametrize(
    "asked",
    [
        {"missions": 0},
        {"missions": 10**7},
        {"mission": 99},
        {"rulings": {"nothing": "of it"}},
        {"always": {"nothing": "of it"}},
        {"beside": {"missions": "many", "events": {}}},
        {"beside": {"missions": 10, "events": {"survived": 11}}},
    ],
    ids=str,
)
def test_what_cannot_be_flown_is_reported_before_anything_is(asked):
    with pytest.raises(CombatBoxError):
        GameController(load("twentyfive")).odds_begin(**{"missions": 10, "seed": "1", **asked})


def test_what_is_counted_has_the_name_that_its_game_gives_it_else_its_own_words():
    book = load("superfort")
    assert event_words(book, "american") == "American victory"
    assert event_words(book, "lost: flak") == "Lost to flak"
    assert event_words(book, "somebody went_down") == "Somebody went down"
    assert book.say("american") == "american", "elsewhere it is a word as it was"


def test_a_name_of_what_is_counted_changes_nothing_that_is_played():
    files = {"game.yaml": {"words": {"a": "b"}}, "rules.yaml": {"rules": []}, "rulings.yaml": {"rulings": []}}
    named = {**files, "game.yaml": {**files["game.yaml"], "tallied": {"american": "American victory"}}}
    assert digest(_as_played(named)) == digest(_as_played(files))
