"""Rules that need no more than a look: the start, the order of a mission, the sides of two players."""

from __future__ import annotations

import pytest
from invariants import HarshDice

from combatbox.bomber import aircraft, shells
from combatbox.bomber.setup import Names, new_state
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import notation
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.games.queen import flow


@pytest.mark.rule("Q5.1a-1", "Q5.1a-2", "Q4.2-1", "Q2.3-1", "Q5.1f-1", "Q9.4-1", "Q-RE1", "Q-E02")
def test_the_start_of_a_mission(book):
    state = new_state(book.rulebook(), Setup(3, Names(bomber="Memphis", crew={"pilot": "Ann"})))
    assert (state.bomber, state.men["pilot"].name, state.track.zone, state.track.leg) == ("Memphis", "Ann", 1, "out")
    assert state.stations == {role: role for role in state.men}
    assert len(state.men) == 10
    assert {name: gun.bursts for name, gun in state.guns.items()} == {
        "nose": 15, "port_cheek": 10, "starboard_cheek": 10, "top_turret": 16, "radio_room": 10, "ball_turret": 20,
        "port_waist": 20, "starboard_waist": 20, "tail": 23,
    }  # fmt: skip
    assert state.plane.extinguishers == 5


@pytest.mark.rule("Q3.2-1", "Q3.2-2")
def test_how_dice_are_read(book):
    assert notation("2d6").read((2, 5)) == 7
    assert {table for table, t in book.tables.items() if t.notation.reading == "digits"} == {"B-3", "G-3"}


@pytest.mark.rule("Q2.5-1", "Q4.1-1", "Q4.1-2", "Q-M1b")
def test_every_type_stands_at_every_position(book):
    assert list(book.tables["M-1"].columns) == ["fw190", "me109", "me110"]
    from combatbox.bomber.effects.battle import fighter_comes

    used = {e["position"] for row in book.tables["B-3"].rows for e in row.effects if e.is_a(fighter_comes)}
    assert used <= set(book.meta.constants["positions"])
    assert {"vertical_dive", "vertical_climb"} <= used


@pytest.mark.rule("Q1.0-1", "Q1.0-2", "Q5.1b-2", "Q5.2c-1", "Q5.2e-2", "Q5.2h-1", "Q16.2-1", "Q5.1d-1", "Q16.0-1")
def test_a_mission_goes_through_its_steps_in_order(book):
    journal = Journal()
    fly(book.game, book.rulebook(), HarshDice("steps/8"), setup=Setup(12), player=DefaultPlayer(), journal=journal)
    phases = [event["name"] for event in journal.events if event["kind"] == "phase"]
    assert phases[:3] == ["mission", "briefing", "turn"]
    assert phases[-1] == "debriefing"
    tables = [event["table"] for event in journal.events if event["kind"] == "roll"]
    assert tables[:3] == ["G-3", "G-4", "G-4-SQUADRON"]
    turns = [event["data"] for event in journal.events if event["kind"] == "phase" and event["name"] == "turn"]
    assert [turn["turn"] for turn in turns] == list(range(1, len(turns) + 1))
    assert all(event["decision"] != "position" for event in journal.events if event["kind"] == "choice")


@pytest.mark.rule("Q-B5-1", "Q-E10")
def test_a_superficial_shell_ends_there_and_11_at_6_high_walks(rig, book):
    r = rig({"B-4": ["shells 7"], "B-5": ["no_effect"] * 7}, zone=5).wave(("me109", "6_high"))
    assert shells.locate(r.flight, [0]) == []
    row = book.tables["B-5"].at(11, "rear_high")
    assert row.effects[0].code == "walking_hits nose pilot_compartment bomb_bay radio_room waist tail"


@pytest.mark.rule("Q7.3-1", "Q7.3-5", "Q-R65")
def test_ratings(book):
    survival, bombing = book.tables["R-7-3-SURVIVAL"], book.tables["R-7-3-BOMBING"]
    assert [survival.find(str(n)).effects[0].code for n in (5, 10, 17, 24, 25)] == [
        "rating poor", "rating fair", "rating good", "rating excellent", "rating superb",
    ]  # fmt: skip
    assert [bombing.find(str(n)).effects[0].code for n in (4, 5, 15, 30)] == [
        "rating poor", "rating fair", "rating good", "rating excellent",
    ]  # fmt: skip


@pytest.mark.rule("Q-B7a", "Q-E20", "Q8.0-2")
def test_an_engine_that_an_event_stopped_and_then_burns_is_not_started_by_an_event(rig):
    r = rig(
        {
            "B-7": ["roll_on B-7-ENGINE"],
            "B-7-ENGINE": ["engine_out 3"],
            "BL-1-FEATHERING": ["propeller_feathered this"],
            "BL-1-FIRE": ["fire_out"],
        },
        {"heavy": "jettison"},
        zone=5,
    )
    r.fly(flow.random_event)
    r.state.hand.engine = 3
    r.flight.tables["BL-1-DAMAGE"].at(6).then.at(1).does[0](r.flight)
    assert (r.state.engines[2].out, r.state.chance.failed_engine) == (True, 0)
    assert aircraft.engine_shot_out(r.state)


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_a_mission_that_nobody_watches_ends_as_one_that_is_logged(book, seed):
    """What is not asked unlogged (`Flight.unwatched`) would have changed nothing."""
    rulebook = book.rulebook({"Q-X2": "on"})
    ends = [
        book.game.summary(
            fly(
                book.game,
                rulebook,
                HarshDice(seed),
                setup=Setup(seed % 25 + 1),
                player=DefaultPlayer(),
                journal=journal,
            )
        )
        for journal in (None, Journal())
    ]
    assert ends[0] == ends[1]
