"""A tour is laid aside and gone on with between two missions: what is closed is a fact, and the open mission has its trail."""

import json
from dataclasses import asdict, replace
from functools import cache

import pytest

from combatbox.core.errors import LogError
from combatbox.core.events import Journal, snapshot
from combatbox.games import GAMES
from combatbox.library.export import book_text
from combatbox.library.load import load
from combatbox.play import session as sessions
from combatbox.play.book_codec import parse_book
from combatbox.play.canonical_json import canonical_json, digest
from combatbox.play.checkpoint import (
    SIGNS,
    check_state,
    fingerprints,
    first_difference,
    pack_events,
    parse_state,
    schema_fingerprint,
    unpack_events,
)
from combatbox.play.controller import GameController
from combatbox.play.dataclass_validation import build_declared
from combatbox.play.narrate import Teller, narration_context
from combatbox.play.saves import parse_save, resume
from combatbox.play.session import BookChanged, Session

TOURS = [key for key in GAMES if GAMES[key].tours]
SEEDS = {"queen": "2", "superfort": "2", "twentyfive": "5"}


def begin(key):
    book = load(key)
    setup = book.setup(1, {"roster": "5"} if "rosters" in book.constants else {})
    session = Session(book, run="tour", setup=setup, seed=SEEDS[key])
    session.advance()
    return session


def flown(session, missions, then=lambda session: session):
    """Play until a number of missions are closed and some events of the next are flown; call `then` at every answer."""
    while not session.over and session.mission <= missions:
        session.answer(session.decision.default)
        session = then(session)
    return session


def stood_down(session):
    while not session.over:
        options = session.decision.options
        session.answer("stand_down" if "stand_down" in options else session.decision.default)
    return session


def reloaded(session):
    if session.over:
        return session
    again = resume(session.book, parse_save(session.saved(), "the save"))
    again.advance()
    return again


@cache
def save_in_the_third(key):
    """The text of a save in the third mission of a tour, a few decisions into it where it has any, and its session."""
    session = flown(begin(key), 2)
    for _ in range(4):
        if "stand_down" not in session.decision.options:
            session.answer(session.decision.default)
    return session.saved()


def saved(key):
    return parse_save(save_in_the_third(key), "the save")


@pytest.mark.parametrize("key", TOURS)
def test_a_tour_that_is_saved_and_gone_on_with_has_the_same_log(key):
    whole = stood_down(flown(begin(key), 2))
    step = []

    def now_and_then(session):
        step.append(1)
        return reloaded(session) if len(step) % 9 == 0 or "stand_down" in session.decision.options else session

    parts = stood_down(flown(begin(key), 2, now_and_then))
    assert parts.log() == whole.log()


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", TOURS)
def test_undo_and_resume_fly_no_more_than_one_mission(key, monkeypatch):
    session = stood_down(flown(begin(key), 2))
    missions = [session.closed[0].events, session.closed[1].events - session.closed[0].events]
    most = max(*missions, len(session.journal.events) - session.closed[1].events) + 1
    save, added = saved(key), []
    real = Journal.add
    monkeypatch.setattr(Journal, "add", lambda journal, event: (added.append(event), real(journal, event))[1])
    steps = 0
    while session.undo():
        assert len(added) <= most
        steps += 1
        added.clear()
    assert steps > 2
    assert session.closed == []
    again = resume(load(key), save)
    again.advance()
    assert 0 < len(added) <= most


@pytest.mark.parametrize("key", TOURS)
def test_a_save_holds_the_state_between_missions_and_of_the_open_one_dice_and_choices(key):
    save = saved(key)
    session = resume(load(key), save)
    session.advance()
    assert session.base.missions == 2
    assert save["closed"]["missions"] == 2
    events = session.journal.events[session.base.events :]
    assert len(save["faces"]) == sum(len(event["dice"]) for event in events if event["kind"] == "roll")
    assert len(save["answers"]) == sum(event["kind"] == "choice" for event in events)
    assert len(save["trail"]) == SIGNS * len(events)


@pytest.mark.parametrize("key", TOURS)
def test_a_state_between_missions_comes_back_as_it_was(key):
    session = flown(begin(key), 2)
    tour, state = session.tour, session.flight.state
    data = asdict(state)
    check_state(tour, data)
    assert list(snapshot(build_declared(tour.state, data)).items()) == list(snapshot(state).items())
    with pytest.raises(LogError, match="another version of the game.*: no_such_part"):
        check_state(tour, {**data, "no_such_part": 1})


def test_the_form_of_a_state_tells_one_from_another():
    forms = {schema_fingerprint(GAMES[key].tours["tour"].state) for key in TOURS}
    assert len(forms) == len(TOURS)


# ---- the tables have moved on


def bent(key, row):
    """The book of a game in which a row does what another row of its table does."""
    data = json.loads(book_text(load(key)))
    table = row.split("/")[0]
    entry = next(one for one in data["rows"] if one["id"] == row)
    other = next(
        one for one in data["rows"] if one["id"].split("/")[0] == table and one.get("effects", []) != entry.get("effects", [])
    )  # fmt: skip
    entry["effects"] = other.get("effects", [])
    return parse_book(json.dumps({**data, "digest": "0" * 16}))


def a_row_of(key, session, index=0):
    """A row that changed something in the open mission, that of its first such roll or of a later one."""
    events = session.journal.events[session.base.events :]
    rows = [event["row"] for event in events if event["kind"] == "roll" and event["gives"] and "@" not in event["row"]]
    return rows[index]


def test_a_row_that_a_closed_mission_came_to_may_change():
    session = resume(load("queen"), saved("queen"))
    session.advance()
    now = {event.get("row") for event in session.journal.events[session.base.events :]}
    past = [event for event in session.journal.events[: session.base.events] if event["kind"] == "roll"]
    row = next(event["row"] for event in past if event["row"].count("/") == 1 and "@" not in event["row"] and event["row"] not in now and event["gives"] and len(event["changes"]) > 0)  # fmt: skip
    again = resume(bent("queen", row), saved("queen"))
    assert again.advance() == session.decision
    assert again.journal.events[: again.base.events] == session.journal.events[: session.base.events]


def moved(key="queen"):
    session = resume(load(key), saved(key))
    session.advance()
    row = next(
        event["row"] for event in session.journal.events[session.base.events :]
        if event["kind"] == "roll" and event["row"].count("/") == 1 and "@" not in event["row"] and event["changes"]
    )  # fmt: skip
    book = bent(key, row)
    again = resume(book, saved(key))
    with pytest.raises(BookChanged) as error:
        again.advance()
    return session, row, book, again, error.value


def test_where_the_open_mission_goes_another_way_its_mission_place_and_row_are_reported():
    session, row, book, _, error = moved()
    event = session.journal.events[error.event - 1]
    assert (error.mission, error.place, error.row) == (3, event["place"], row)
    assert (error.began, error.now) == (session.book.digest, book.digest)
    assert f"mission 3, at {event['place']}, {row}, event {error.event} (the tables have changed" in str(error)


def test_a_mission_is_flown_on_from_where_the_books_part():
    session, _, book, again, error = moved()
    assert again.resume_from(error) is not None
    stored = error.event - 1
    assert again.journal.events[:stored] == session.journal.events[:stored] or stored == again.base.events
    assert len(again.answers) <= len(session.answers)
    assert again.header["books"] == [(error.event, book.digest)]
    assert again.header["digest"] == session.book.digest
    stood_down(again)
    assert reloaded(again).over


def test_a_mission_that_is_finished_under_its_old_book_is_told_in_the_words_of_that_book():
    _, _, book, _, _ = moved()
    silent = replace(book, places={name: replace(place, says=()) for name, place in book.places.items()})
    desk, text = GameController(silent), save_in_the_third("queen")
    with pytest.raises(BookChanged):
        desk.load(text)
    told = desk.finish_under(book_text(load("queen")))["lines"]
    assert told == GameController(load("queen")).load(text)["lines"]
    assert told != Teller(silent, narration_context(silent)).fresh(desk.session.journal.events)


def test_a_mission_is_finished_under_the_book_it_began_with_and_the_next_is_flown_by_the_new_one():
    session, _, book, _, _ = moved()
    old = resume(session.book, saved("queen"))
    old.successor = book
    old.advance()
    first = old.base.events
    flown(old, 3)
    assert old.book is book
    other = flown(resumed(session), 3)
    closing = old.base.events
    assert old.journal.events[first : closing - 1] == other.journal.events[first : closing - 1]
    assert old.header["books"] == [(closing + 1, book.digest)]
    again = reloaded(old)
    assert again.header == old.header
    assert again.decision == old.decision


def resumed(session):
    again = resume(session.book, saved(session.book.key))
    again.advance()
    return again


def test_where_tables_are_the_same_and_the_game_goes_another_way_the_program_has_changed():
    session, _, book, _, _ = moved()
    again = resume(replace(book, digest=session.book.digest), saved("queen"))
    with pytest.raises(BookChanged, match="the program has changed"):
        again.advance()


# ---- files


def test_a_save_of_the_first_format_is_flown_from_its_start():
    session = flown(begin("twentyfive"), 2)
    old = {
        "kind": "save", "format": 1, "header": session.header, "faces": session.faces,
        "answers": [[a.kind, a.taken, a.faces, a.step, a.place] for a in session.answers], "at": session.decision.place,
    }  # fmt: skip
    again = resume(session.book, parse_save(canonical_json({**old, "h": digest(old)}), "old.save"))
    assert again.advance() == session.decision
    assert again.journal.events == session.journal.events
    assert again.closed == session.closed


def forged(change):
    body = {**saved("queen"), "kind": "save", "format": 2}
    body["closed"] = {**body["closed"], **change}
    return parse_save(canonical_json({**body, "h": digest(body)}), "the save")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"state": "[]"}, "it is not a JSON object"),
        ({"state": "{"}, "it is not valid JSON"),
        ({"state": '{"men": 1}', "form": "0"}, "of another version of the game"),
        ({"records": ["!"]}, "record of a finished mission cannot be read"),
        ({"records": [pack_events([])]}, "record of a finished mission cannot be read"),
        ({"records": []}, "event 1: its number is"),
    ],
)
def test_a_forged_record_is_refused_in_one_line(change, said):
    with pytest.raises(LogError, match=said) as error:
        resume(load("queen"), forged(change))
    assert "\n" not in str(error.value)


def test_a_record_is_unpacked_as_it_was_packed():
    events = stood_down(begin("twentyfive")).journal.events
    assert unpack_events(pack_events(events), 1) == events
    with pytest.raises(LogError, match="event 2: its number is 1"):
        unpack_events(pack_events(events), 2)


def test_a_trail_knows_the_first_event_that_differs():
    events = stood_down(begin("twentyfive")).journal.events
    left = fingerprints(events)
    assert first_difference(left, events) is None
    other = [*events[:7], {**events[7], "changes": [("x", 1, 2)]}, *events[8:]]
    assert first_difference(left, other) == 7
    assert first_difference(left, events[:5]) == 5
    assert (
        first_difference(left, [*events[:7], {**events[7], "rule": "another", "place": "another"}, *events[8:]]) is None
    )


def test_a_state_is_saved_in_its_order():
    state = {"b": 1, "a": {"d": 1, "c": 2}}
    assert list(parse_state(sessions.compact_json(state))["a"]) == ["d", "c"]
