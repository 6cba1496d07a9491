"""A session: decision by decision, with undo, saved as its dice and choices."""

import json
import random

import pytest
from tests.flights import flown

from combatbox.core.decisions import Decision
from combatbox.core.dice import EnteredDice, SeededDice
from combatbox.core.errors import CombatBoxError, IllegalChoice, LogError, ReplayMismatch, UnknownName
from combatbox.core.game import Setup
from combatbox.library.load import load
from combatbox.library.player_files import read_log, read_save
from combatbox.play.replay import replay_log
from combatbox.play.saves import resume
from combatbox.play.session import Session


@pytest.fixture
def book(drill):
    drill.edit("game", "order: [D-ONE]", "order: [D-ONE, D-ONE, D-ONE, D-ONE]")
    return drill.load()


@pytest.fixture(scope="module")
def queen():
    return load("queen")


def to_end(session, choose=lambda decision: decision.default):
    while decision := session.advance():
        session.answer(choose(decision))
    return session


def test_it_goes_from_decision_to_decision_to_the_end(book):
    session = Session(book, seed="1")
    assert isinstance(session.advance(), Decision)
    assert session.decision.kind == "go_on"
    assert session.advance() is session.decision
    session.answer("go_on")
    session.answer("rest")
    assert session.over
    assert session.decision is None
    assert session.advance() is None
    assert [a.taken for a in session.answers] == ["go_on", "rest"]


def test_its_journal_is_that_of_a_flight_in_one_go(book):
    session = to_end(Session(book, seed="7"))
    journal = flown(book, "7")
    assert (session.journal.header, session.journal.events) == (journal.header, journal.events)


def test_an_answer_that_is_no_option_changes_nothing(book):
    session = Session(book, seed="1")
    session.advance()
    with pytest.raises(IllegalChoice, match="did you mean go_on"):
        session.answer("go on")
    assert session.answers == []
    assert session.decision is not None


def test_without_a_decision_there_is_nothing_to_answer(book):
    session = to_end(Session(book, seed="1"))
    with pytest.raises(IllegalChoice, match="no decision"):
        session.answer("rest")


def test_undo_goes_back_one_step_and_the_dice_fall_as_they_did(book):
    session = Session(book, seed="3")
    session.advance()
    before = session.to_json(), session.decision
    session.answer("go_on")
    assert session.undo()
    assert (session.to_json()["faces"], session.to_json()["answers"]) == (before[0]["faces"], before[0]["answers"])
    assert session.decision == before[1]
    assert session.header["undone"] == 1
    assert not session.undo()
    to_end(session)
    assert session.undo()
    assert not session.over


def test_a_log_of_a_run_with_undone_steps_flies_again(book, tmp_path):
    session = Session(book, seed="3")
    session.advance()
    session.answer("rest")
    session.undo()
    to_end(session)
    path = tmp_path / "log.jsonl"
    path.write_text(session.log(), encoding="utf-8")
    log = read_log(path)
    assert log.header["undone"] == 1
    assert replay_log(book, log).journal.events == session.journal.events


def test_the_log_is_written_at_the_end_alone(book, tmp_path):
    session = Session(book, seed="3")
    session.advance()
    with pytest.raises(CombatBoxError, match="not over"):
        session.log()


def test_auto_is_one_step_to_undo(book):
    session = Session(book, seed="3")
    session.advance()
    session.answer("go_on")
    assert session.auto_play_span() == 2
    assert session.over
    session.undo()
    assert [a.taken for a in session.answers] == ["go_on"]
    with pytest.raises(UnknownName, match="phase"):
        session.auto_play_span("wave")


def test_at_every_decision_of_a_whole_mission_a_save_goes_on_the_same(queen, tmp_path):
    path = tmp_path / "game.save"
    chance = random.Random("saves")
    session = Session(queen, seed="12", setup=queen.setup(9, {"rabbits_feet": 1}), rulings={"Q-X1": "on"})
    session.advance()
    middle = 0
    while session.decision:
        middle += session.decision.kind == "rabbits_foot"
        if len(session.answers) % 9 == 0:
            path.write_text(session.saved(), encoding="utf-8")
            other = resume(queen, read_save(path))
            other.advance()
            assert other.decision == session.decision
            assert other.journal.events == session.journal.events
            assert other.flight.state == session.flight.state
        session.answer(chance.choice(session.decision.options) if middle < 40 else session.decision.default)
    assert middle


def test_a_decision_in_the_middle_of_a_roll_can_be_undone(queen):
    session = Session(queen, seed="1", setup=queen.setup(1, {"rabbits_feet": 1}))
    assert session.advance().kind == "rabbits_foot"
    events = list(session.journal.events)
    session.answer("again")
    session.undo()
    assert session.decision.kind == "rabbits_foot"
    assert session.journal.events == events


def manual(faces):
    typed = iter(faces)
    return EnteredDice(ask=lambda wanted: [int(next(typed)) for _ in range(wanted.count)])


def test_real_dice_are_reused_and_those_after_an_undone_choice_are_thrown_again(book):
    session = Session(book, dice=manual(["1", "2", "6", "6", "6"]))
    session.advance()
    session.answer("go_on")
    assert session.faces == [1, 2]
    session.undo()
    assert session.faces == [1]
    session.answer("go_on")
    assert session.faces == [1, 6]
    assert session.header["dice"] == "manual"


def test_what_was_undone_is_restored_until_something_is_decided(book):
    session = Session(book, seed="3")
    session.advance()
    session.answer("go_on")
    before = (list(session.answers), list(session.faces), session.journal.events, session.decision)
    assert session.undo()
    assert session.redoable
    session.redo()
    assert (session.answers, session.faces, session.journal.events, session.decision) == before
    assert not session.redoable
    assert session.undo()
    session.answer("go_on")
    assert not session.redoable


def test_a_throw_that_is_broken_off_loses_nothing(book, tmp_path):
    session = Session(book, dice=manual(["1"]))
    session.advance()
    with pytest.raises((StopIteration, RuntimeError)):
        session.answer("go_on")
    (tmp_path / "game.save").write_text(session.saved(), encoding="utf-8")
    other = resume(book, read_save(tmp_path / "game.save"), manual(["4", "5", "6"]))
    other.advance()
    assert other.faces == [1, 4]
    to_end(other)
    assert other.over


def test_either_a_seed_or_dice(book):
    with pytest.raises(CombatBoxError, match="exactly one of"):
        Session(book)
    with pytest.raises(CombatBoxError, match="exactly one of"):
        Session(book, seed="1", dice=SeededDice("1"))
    with pytest.raises(UnknownName, match="run of drill"):
        Session(book, seed="1", run="tour")


def bent(session, path, change):
    path.write_text(session.saved(), encoding="utf-8")
    body = json.loads(path.read_text())
    change(body)
    path.write_text(json.dumps(body))
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda b: b.update(format=9), "format 9"),
        (lambda b: b["faces"].append(6), "edited"),
        (lambda b: b.update(kind="log"), "is not the save of a game in progress"),
        (lambda b: b.pop("h"), "edited"),
    ],
)
def test_a_save_that_is_not_as_it_was_written_is_refused(book, tmp_path, change, message):
    session = Session(book, seed="5")
    session.advance()
    with pytest.raises(LogError, match=message):
        read_save(bent(session, tmp_path / "game.save", change))


def test_a_file_that_is_no_save_is_refused(tmp_path):
    path = tmp_path / "game.save"
    path.write_text('{"kind": "save", "fo')
    with pytest.raises(LogError, match="cut short"):
        read_save(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(LogError, match="is not UTF-8 text"):
        read_save(path)


def test_a_save_of_tables_that_have_changed_says_so(book, drill, tmp_path):
    session = Session(book, seed="5")
    session.advance()
    session.answer("go_on")
    session.answer("go_on")
    (tmp_path / "game.save").write_text(session.saved(), encoding="utf-8")
    drill.edit("game", "order: [D-ONE, D-ONE, D-ONE, D-ONE]", "order: [D-ONE, D-ONE]")
    changed = drill.load()
    with pytest.raises(ReplayMismatch, match="tables have changed"):
        resume(changed, read_save(tmp_path / "game.save")).advance()
    with pytest.raises(LogError, match="is of drill"):
        resume(load("twentyfive"), read_save(tmp_path / "game.save"))


def test_a_save_names_the_place_of_every_answer_and_of_the_decision_that_waits(queen):
    session = Session(queen, seed="12", setup=Setup(12))
    session.advance()
    while len(session.answers) < 5:
        session.answer(session.decision.default)
    save = session.to_json()
    places = [answer[4] for answer in save["answers"]]
    assert [queen.places[place].called for place in places] == [answer[0] for answer in save["answers"]]
    assert save["at"] == session.decision.place
    older = {**save, "answers": [answer[:4] for answer in save["answers"]]}
    assert resume(queen, older).advance() == session.decision


def test_a_save_that_no_longer_fits_names_the_place_on_either_side(queen):
    session = Session(queen, seed="12", setup=Setup(12))
    session.advance()
    session.answer(session.decision.default)
    save = session.to_json()
    save["answers"][0][0] = "evade"
    with pytest.raises(ReplayMismatch, match=f"a choice of evade, at {save['answers'][0][4]}"):
        resume(queen, save).advance()
