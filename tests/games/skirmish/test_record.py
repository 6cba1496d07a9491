"""The battle log that a game leaves: every throw of two sides with what it did, every section, every aircraft (S-206)."""

from __future__ import annotations

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.games.skirmish.record import BOMB, COMBAT, FLAK

OPPOSED = (COMBAT, FLAK, BOMB)


@pytest.fixture(scope="module", params=[("first", 1), ("second", 2), ("third", 3)], ids=lambda param: param[0])
def game(book, request):
    """A game with its log and its filled form."""
    seed, scenario = request.param
    rules = book.rulebook()
    journal = Journal({"rulings": rules.rulings})
    state = fly(
        book.game, rules, SeededDice(f"record/{seed}"), setup=Setup(scenario), player=DefaultPlayer(), journal=journal
    )
    return state, journal, book.game.forms(journal.events, journal.header, rules)


@pytest.mark.rule("S-206", "S-629", "S-704", "S-706")
def test_every_throw_of_two_sides_is_a_shot_with_its_dice_and_what_it_gives(game):
    _, journal, form = game
    rolls = [event for event in journal.events if event["kind"] == "roll" and event["table"] in OPPOSED]
    shots = [shot for turn in form["turns"] for shot in turn["shots"]]
    assert [shot["dice"] for shot in shots] == [list(event["dice"]) for event in rolls]
    assert len(shots) > 5
    for shot, event in zip(shots, rolls, strict=True):
        wins = event["row"].split("/")[1].split("@")[0]
        assert shot["gives"] == {"no": 0, "more": 1, "double": 2}[wins]
        if event["table"] == COMBAT:
            assert event["who"] == f"{' '.join(filter(None, (shot['fires'], shot['gun'])))} at {shot['at']}"
        else:
            assert event["who"] == (shot["at"] if event["table"] == FLAK else shot["fires"])


@pytest.mark.rule("S-206", "S-627", "S-628")
def test_a_shot_is_down_for_each_aircraft_destroyed(game):
    _, journal, form = game
    fallen = [event["who"] for event in journal.events if event["kind"] == "fact" and event["name"] == "destroyed"]
    down = [shot["at"] for turn in form["turns"] for shot in turn["shots"] if shot["down"]]
    assert sorted(down) == sorted(fallen)
    gone = [key for wave in form["waves"] for key, plane in wave.items() if plane.get("out") == "destroyed"]
    assert sorted(gone) == sorted(fallen)


@pytest.mark.rule("S-206", "S-511", "S-513")
def test_a_section_has_its_dice_and_the_turn_in_which_it_came(game):
    _, journal, form = game
    enters = [event for event in journal.events if event["kind"] == "fact" and event["name"] == "enters"]
    came = [section for wave in form["sections"] for section in wave.values() if "turn" in section]
    assert len(came) == len(enters)
    assert sorted(section["altitude"] for section in came) == sorted(event["data"]["altitude"] for event in enters)
    for section in came:
        assert sum(section["hour_dice"]) in {event["data"]["hour"] for event in enters}
        assert section["thrown"][-1] % 2 == 0
        assert all(die % 2 for die in section["thrown"][:-1])


def test_the_last_wave_stands_as_the_state_has_it(game):
    state, _, form = game
    assert (form["hits"], form["result"], len(form["turns"])) == (state.hits, state.result, state.turn)
    for key, plane in state.planes.items():
        line = form["waves"][-1][key]
        assert (line.get("damage", 0), line.get("bombed", False)) == (plane.damage, plane.bombed)
