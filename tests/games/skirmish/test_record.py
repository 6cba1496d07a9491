"""The battle log that a game leaves: every throw of two sides with what it did, every section, every aircraft (S-206)."""

from __future__ import annotations

import pytest
from tests.games.skirmish.keyed import keyed

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.games.skirmish.record import BOMB, COMBAT, ENTRY, FLAK

OPPOSED = (COMBAT, FLAK, BOMB)


@pytest.fixture(scope="module", params=[("first", 1), ("second", 2), ("third", 3)], ids=lambda param: param[0])
def game(book, request):
    """A game with its log and its filled form."""
    seed, scenario = request.param
    journal, form = flown(book, f"record/{seed}", scenario)
    return journal, form


def flown(book, seed, scenario, **rulings):
    rules = book.rulebook(rulings)
    journal = Journal({"rulings": rules.rulings})
    fly(book.game, rules, SeededDice(seed), setup=Setup(scenario), player=DefaultPlayer(), journal=journal)
    return journal, book.game.forms(journal.events, journal.header, rules)


@pytest.mark.rule("S-206", "S-629", "S-704", "S-706")
def test_every_throw_of_two_sides_is_a_shot_with_its_dice_and_what_it_gives(game):
    journal, form = game
    rolls = [event for event in journal.events if event["kind"] == "roll" and event["table"] in OPPOSED]
    shots = [shot for turn in form["turns"] for shot in turn["shots"]]
    assert [shot["dice"] for shot in shots] == [list(event["dice"]) for event in rolls]
    assert len(shots) > 5
    for shot, event in zip(shots, rolls, strict=True):
        wins = event["row"].split("/")[1].split("@")[0]
        says = keyed(event["table"]).cells[(wins,), ""]
        assert shot["gives"] == (0 if says == "no_effect" else int(says.split()[-1]))
        if event["table"] == COMBAT:
            assert event["who"] == f"{' '.join(filter(None, (shot['fires'], shot['gun'])))} at {shot['at']}"
        else:
            assert event["who"] == (shot["at"] if event["table"] == FLAK else shot["fires"])


@pytest.mark.rule("S-206", "S-627", "S-628")
def test_the_shot_that_destroyed_an_aircraft_is_down_and_no_other(book):
    """The last one before it fell that did it damage, also where it was hit twice in that turn."""
    twice = 0
    for seed in range(12):
        journal, form = flown(book, f"down/{seed}", 2)
        wanted, hit = [], {}
        rolls = [event for event in journal.events if event["kind"] == "roll" and event["table"] in OPPOSED]
        number = {event["n"]: at for at, event in enumerate(rolls)}
        for event in journal.events:
            if event["kind"] == "phase" and event["name"] == "turn":
                hit = {}
            elif event["n"] in number and event["gives"] and event["table"] != BOMB:
                hit.setdefault(event["who"].split(" at ")[-1], []).append(number[event["n"]])
            elif event["kind"] == "fact" and event["name"] == "destroyed":
                twice += len(hit[event["who"]]) > 1
                wanted.append(hit[event["who"]][-1])
        shots = [shot for turn in form["turns"] for shot in turn["shots"]]
        assert [at for at, shot in enumerate(shots) if shot["down"]] == sorted(wanted)
    assert twice


@pytest.mark.rule("S-206", "S-511", "S-513")
def test_a_section_has_its_dice_and_the_turn_in_which_it_came(book, game):
    journal, form = game
    enters = [event for event in journal.events if event["kind"] == "fact" and event["name"] == "enters"]
    came = [section for wave in form["sections"] for section in wave.values() if "turn" in section]
    assert len(came) == len(enters)
    assert sorted(section["altitude"] for section in came) == sorted(event["data"]["altitude"] for event in enters)
    for section in came:
        entry = book.tables["S-TAB-ENTRY"].lookups[""][sum(section["hour_dice"])]
        assert entry.effects[0]["hour"] in {event["data"]["hour"] for event in enters}
        arrival = [book.tables["S-TAB-ARRIVAL"].lookups[""][die].codes() for die in section["thrown"]]
        assert arrival == [*[["not_yet"]] * (len(arrival) - 1), ["arrives"]]


@pytest.mark.rule("S-A06")
def test_sections_that_one_die_brings_have_their_dice_of_the_hour_too(book):
    journal, form = flown(book, "together", 1, arrival="together")
    thrown = {e["who"]: list(e["dice"]) for e in journal.events if e["kind"] == "roll" and e["table"] == ENTRY}
    assert thrown
    assert {
        key: section["hour_dice"] for wave in form["sections"] for key, section in wave.items() if "turn" in section
    } == thrown


@pytest.mark.rule("S-A09")
@pytest.mark.parametrize("scenario", [2, 3])
def test_escorts_that_throw_for_their_altitude_have_a_line_in_each_wave_that_they_fly_in(book, scenario):
    journal, form = flown(book, "escorts", scenario, altitude="escorts_too")
    thrown = [e for e in journal.events if e["kind"] == "roll" and e["who"] == "escorts"]
    lines = [wave["escorts"] for wave in form["sections"] if "escorts" in wave]
    assert [line["altitude_die"] for line in lines] == [e["dice"][0] for e in thrown]
    assert [[f"altitude {line['altitude']}"] for line in lines] == [
        [code.rsplit(" ", 1)[0] for code in e["gives"]] for e in thrown
    ]
    assert len(lines) == sum("escort1" in wave for wave in form["waves"])


def test_who_is_gone_has_the_turn_in_which_it_went(game):
    journal, form = game
    turn, gone = 0, []
    for event in journal.events:
        if event["kind"] == "phase" and event["name"] == "turn":
            turn = event["data"]["number"]
        elif event["kind"] == "fact" and event["name"] in ("destroyed", "exits"):
            gone.append((event["who"], turn, "destroyed" if event["name"] == "destroyed" else "exited"))
    lines = [
        (key, plane["turn"], plane["out"]) for wave in form["waves"] for key, plane in wave.items() if "turn" in plane
    ]
    assert sorted(lines) == sorted(gone)
