"""What a player sees: every decision of any legal play has a picture, a question and an option in words each."""

from __future__ import annotations

import random
import re
from collections import Counter
from copy import deepcopy

import pytest
from rig import ACE, Rig

from combatbox.bomber.gunnery import Shot, chance_to_hit, fields_of, shoot
from combatbox.core.change_tracking import set_at_path, snapshot
from combatbox.core.game import Setup
from combatbox.play.narrate import narration_context
from combatbox.play.session import Session


def at_decision(book, seed, number, mission=12, rulings=None):
    session = Session(book, seed=seed, setup=Setup(mission), rulings=rulings or {})
    session.advance()
    while len(session.answers) < number:
        session.answer(session.decision.default)
    return session


def standing_out(book, session):
    """The pieces of the picture by their style."""
    found = {}
    for line in book.game.board.picture(session.flight, narration_context(book)):
        for piece in line.pieces:
            found.setdefault(piece.style, set()).add(piece.text)
    return found


@pytest.mark.stored
def test_every_decision_is_shown_in_words_and_changes_nothing(book):
    words, board, chance, seen = narration_context(book), book.game.board, random.Random("board"), Counter()
    options = {f"Q-X{n}": "on" for n in (1, 2, 3, 4)}
    for number in range(12):
        session = Session(
            book, seed=f"board/{number}", setup=Setup(2 * number + 1), rulings=options if number % 2 else {}
        )
        while decision := session.advance():
            before = deepcopy(session.flight.state)
            lines = board.picture(session.flight, words)
            said = [board.option(decision, option, session.flight, words) for option in decision.options]
            asked = board.question(decision, session.flight, words)
            assert session.flight.state == before
            assert all(len(line) <= 80 for line in lines), max(lines, key=len)
            assert len(set(said)) == len(said), said
            assert not any("_" in text for text in (*said, asked)), (said, asked)
            assert asked.endswith("?")
            seen[decision.kind] += 1
            steady = decision.kind in ("abort", "move") and chance.random() < 0.8
            session.answer(decision.options[0] if steady else chance.choice(decision.options))
        board.picture(session.flight, words)
    assert {"aim", "abort", "drive_off", "move", "move_to", "position", "evade"} <= set(seen)


@pytest.mark.stored
def test_the_picture_shows_place_attackers_and_guns(book):
    session = at_decision(book, "5", 0)
    text = "\n".join(map(str, book.game.board.picture(session.flight, narration_context(book))))
    assert "England 1 - >2> - 3" in text
    assert ">2>" in standing_out(book, session)["good"]
    assert "f1 Me 109 12 Low" in standing_out(book, session)["enemy"]
    assert "f1 Me 109 12 Low" in text
    assert re.search(r"9 o'clock.*\nf4 Me 109 High", text)
    assert "ball turret 20" in text
    assert "Na" in text


def test_every_position_of_attack_has_its_place_on_the_picture(book):
    assert set(book.drawing.positions) == set(book.meta.constants["positions"])


def test_wounds_damage_and_empty_guns_are_marked(book):
    session = at_decision(book, "5", 0)
    state = session.flight.state
    state.men["navigator"].serious = True
    state.men["pilot"].light = 1
    state.guns["tail"].bursts = 0
    state.guns["nose"].out = True
    state.engines[2].out = True
    state.plane.parts["radio_out"] = True
    state.track.out_of_formation = True
    text = "\n".join(map(str, book.game.board.picture(session.flight, narration_context(book))))
    for shown in ("Na!", "Pi'", "tail EMPTY", "nose OUT", "X", "radio out", "OUT OF FORMATION", "SERIOUSLY WOUNDED"):
        assert shown in text, shown
    out = standing_out(book, session)
    assert {"Na!", "EMPTY", "OUT", "X", "OUT OF FORMATION", "SERIOUSLY WOUNDED"} <= out["bad"]
    assert {"Pi'", "light wound"} <= out["warn"]


@pytest.mark.stored
@pytest.mark.parametrize(
    ("spoilt", "shown"),
    [
        ({}, "hits 1 in 6"),
        ({"plane.parts.intercom_out": True}, "hits 1 in 6 (intercom out)"),
        ({"men.bombardier.kills": ACE}, "hits 2 in 6 (ace)"),
        ({"men.bombardier.light": 2}, "hits 1 in 6 (gunner with two light wounds)"),
    ],
)
def test_a_shot_has_its_true_odds_with_what_makes_them(book, spoilt, shown):
    session = at_decision(book, "5", 1)  # after the waist gunners
    for path, value in spoilt.items():
        set_at_path(session.flight.state, path, value)
    said = book.game.board.option(session.decision, "f1", session.flight, narration_context(book))
    assert said == f"f1 Me 109 12 Low: {shown}"


STATES = [
    {},
    {"men.tail_gunner.kills": ACE},
    {"men.tail_gunner.kills": ACE, "men.tail_gunner.light": 1},
    {"men.tail_gunner.light": 2},
    {"men.tail_gunner.frostbitten": True},
    {"men.tail_gunner.ace_for_a_day": True},
    {"plane.parts.intercom_out": True},
    {"battle.waves.0.evading": True},
    {"battle.waves.0.fighters.0.status": "green"},
    {"battle.waves.0.fighters.0.status": "ace", "men.tail_gunner.kills": ACE},
]


@pytest.mark.rule("Q9.2-1", "Q-R32")
@pytest.mark.parametrize("passing", [False, True])
@pytest.mark.parametrize("spoilt", STATES, ids=str)
def test_the_odds_that_a_shot_is_given_are_those_of_its_dice(book, spoilt, passing):
    hits, given = 0, set()
    for face in range(1, 7):
        rig = Rig(book, {"M-1": [face], "M-1-HARD": [face]}, {}, rulings={"Q-X3": "on"}).wave(("me109", "6_high"))
        for path, value in spoilt.items():
            set_at_path(rig.state, path, value)
        bearing = next(b for b in fields_of(rig.flight).bearings["6_high", "me109"] if b.gun == "tail")
        shot = Shot("tail", "tail_gunner", 0, bearing.column, passing=passing)
        before = snapshot(rig.state)
        given.add(chance_to_hit(rig.flight, shot).faces)
        assert snapshot(rig.state) == before
        rig.state.hand.passing_shot = passing
        hits += shoot(rig.flight, shot)
    assert given == {hits}


@pytest.mark.stored
def test_auto_decides_the_rest_of_a_wave_then_of_a_zone(book):
    session = at_decision(book, "5", 0)
    assert session.auto_play_span() > 1
    assert not session.flight.state.battle.under_attack
    zone = session.flight.state.track.zone
    session.auto_play_span("zone")
    assert session.flight.state.track.zone > zone
    session.undo()
    assert session.flight.state.track.zone == zone


@pytest.mark.parametrize(
    ("kind", "option", "said"),
    [
        ("come_down", "land france", "crash-land in France"),
        ("come_down", "ditch sea", "ditch in the sea"),
        ("come_down", "bail_out netherlands", "bail out over the Netherlands"),
        ("bail_out_over", "germany", "over Germany"),
        ("retire", "fly_on", "fly on with it"),
        ("fly_on", "fly_on", "fly the next mission"),
        ("pass_bursts", "4 from tail to top_turret", "4 of the 23 bursts of the tail guns to the top turret guns"),
        ("fight_fire", "ball_gunner", "ball gunner (waist)"),
        ("first_gun", "tail", "tail guns"),
    ],
)
def test_options_are_described_in_plain_words(book, kind, option, said):
    session = at_decision(book, "5", 0)
    name = next(name for name, place in book.places.items() if place.called == kind and place.question)
    options = book.options()[kind]
    decision = book.places[name].decision(tuple(one for one in options if one == option), option)
    assert book.game.board.option(decision, option, session.flight, narration_context(book)) == said


def test_whose_hit_counts_first_is_asked_with_the_fighter_it_is_about(book):
    flight = Rig(book, {}, {}).wave(("me109", "12_low")).flight
    decision = flight.ask("guns.first_gun", ("tail", "top_turret"), "tail", "f1")
    asked = book.game.board.question(decision, flight, narration_context(book))
    assert asked == "F1 Me 109 12 Low: several guns hit it. Whose hit counts first?"


def test_hand_extinguishers_are_reported_once_one_of_the_bombers_own_number_is_used(book):
    session = at_decision(book, "5", 0)
    account = session.flight.state.plane.extinguishers

    def text():
        return "\n".join(map(str, book.game.board.picture(session.flight, narration_context(book))))

    assert account == book.meta.constants["hand_extinguishers"]
    assert "extinguishers left" not in text()
    session.flight.state.plane.extinguishers -= 1
    assert f"{account - 1} hand extinguishers left" in text()
