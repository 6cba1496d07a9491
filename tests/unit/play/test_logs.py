"""Logs in a front end: a mission at its end, a suspended tour in its next mission, and any other log to be read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from combatbox.api import fly
from combatbox.cli.flight_commands import StopAfter
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.errors import LogError
from combatbox.library.load import load
from combatbox.play.controller import GameController
from combatbox.play.logs import Log, log_text
from combatbox.play.rpc import RpcDispatcher
from combatbox.play.saves import resume, save_of_log
from combatbox.play.session import LoggedRun

GAMES = ("twentyfive", "queen", "superfort", "skirmish")


def other_tables(log: Log) -> Log:
    """Return a log whose first roll fell differently, as one that was flown with other tables."""
    events = [{**event} for event in log.events]
    roll = next(event for event in events if event["kind"] == "roll")
    roll["dice"] = [7 - face for face in roll["dice"]]
    return replace(log, events=events)


def suspended(game: str) -> Log:
    """Return the log of a tour that was suspended after a mission or two."""
    logs = (fly(load(game), seed=seed, run="tour", player=StopAfter(2, DefaultPlayer())) for seed in range(50))
    return next(log for log in logs if log.closed)


@pytest.mark.parametrize("game", GAMES)
def test_the_log_of_a_mission_opens_at_its_end_and_can_be_taken_back(game):
    log = fly(load(game), seed="4")
    controller = GameController(load(game))
    seen = controller.load(log_text(log))
    assert seen["over"]
    assert not isinstance(controller.session, LoggedRun)
    assert controller.log() == log_text(log)
    if log.header["game"] != "twentyfive":
        assert seen["can"]["undo"]
        assert not controller.undo()["over"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", ["twentyfive", "queen", "superfort", "b24d"])
def test_a_suspended_tour_goes_on_and_its_save_too(game):
    log = suspended(game)
    book = load(game)
    controller = GameController(book)
    seen = controller.load(log_text(log))
    assert seen["answers"] == 0
    assert controller.session.mission == log.summary["missions_completed"] + 1 or game == "superfort"
    again = GameController(book)
    again.load(controller.save())
    assert again.session.journal.events == controller.session.journal.events
    whole = fly(book, seed=log.header["dice"].removeprefix("seed "), run="tour")
    session = resume(book, save_of_log(book, log))
    while decision := session.advance():
        session.answer(decision.default)
    assert log_text(session.finished()) == log_text(whole)


@pytest.mark.parametrize("run", ["mission", pytest.param("tour", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("game", GAMES)
def test_a_log_that_is_not_replayed_to_the_same_events_can_be_read_and_not_played(game, run):
    book = load(game)
    if run not in book.game.runs:
        pytest.skip("the game has no tours")
    log = other_tables(fly(book, seed="4", run=run))
    controller = GameController(book)
    seen = controller.load(log_text(log))
    assert isinstance(controller.session, LoggedRun)
    assert (seen["over"], seen["can"]["undo"], seen["summary"]) == (True, [], log.summary)
    assert all(line["answers"] is None for line in seen["account"])
    assert controller.drawn()["frames"]
    assert controller.record()
    assert controller.picture() == []
    assert controller.save() == controller.log() == log_text(log)
    assert controller.load(controller.save())["account"] == seen["account"]
    again = controller.begin_again("5")
    assert again["asked"] or again["over"]


def test_a_log_with_contradicting_events_is_refused_in_a_sentence():
    log = fly(load("queen"), seed="4")
    events = [{**event, "changes": []} for event in log.events if event["kind"] != "phase"]
    events = [{**event, "n": number} for number, event in enumerate(events, 1)]
    controller = GameController(load("queen"))
    with pytest.raises(LogError, match="cannot be shown"):
        controller.load(log_text(replace(log, events=events)))


def test_a_log_whose_record_contradicts_itself_can_be_read_and_each_request_is_answered():
    dispatcher = RpcDispatcher()
    dispatcher.controller = controller = GameController(load("superfort"))
    log = suspended("superfort")
    events = [event for event in log.events if ("bomber_missions", 1, 2) not in event["changes"]]
    assert len(events) < len(log.events)
    assert controller.load(log_text(replace(log, events=events, closed=None)))["over"]
    assert isinstance(controller.session, LoggedRun)
    said = json.loads(dispatcher.answer(json.dumps({"method": "tour", "args": {}})))
    assert said["error"]["kind"] == "log"
    assert said["error"]["message"].startswith("the events of the log cannot be shown: ")


def test_a_log_of_another_game_is_refused():
    with pytest.raises(LogError, match="the log is of twentyfive, not of queen"):
        GameController(load("queen")).load(log_text(fly(load("twentyfive"), seed="1")))
