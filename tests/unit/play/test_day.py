"""Missions of the day: the same enemy for everybody, points, par, and what a result says."""

from functools import cache

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES
from combatbox.library.load import load as loaded
from combatbox.play.controller import GameController
from combatbox.play.day import FLIGHTS, Par, begun_day, points, result, scoring
from combatbox.play.saves import parse_save, resume

load = cache(loaded)
DAYS = ("2026-12-01", "2026-12-02", "2026-12-03", "2027-02-28")
COUNTED = [key for key in GAMES if load(key).day]


def flown(key, day, choose=lambda decision: decision.default):
    session = begun_day(load(key), day)
    session.advance()
    while session.decision:
        session.answer(choose(session.decision))
    return session


def throws(session, tables):
    """The faces that were thrown on each of some tables, in order."""
    rolls = [event for event in session.journal.events if event["kind"] == "roll"]
    return {table: [event["dice"] for event in rolls if event["table"] == table] for table in tables}


def test_every_bomber_game_has_a_mission_of_the_day_and_only_those():
    assert [key for key in GAMES if not load(key).game.scenarios] == COUNTED


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("key", COUNTED)
def test_other_decisions_meet_the_same_dice_on_every_table(key, day):
    usual, other = flown(key, day), flown(key, day, lambda decision: decision.options[-1])
    tables = {event["table"] for event in usual.journal.events if event["kind"] == "roll"}
    for table, faces in throws(usual, tables).items():
        short, long = sorted((faces, throws(other, [table])[table]), key=len)
        assert [*long][: len(short)] == [*short], table


def test_days_differ():
    assert len({tuple(flown("queen", day).faces) for day in DAYS}) == len(DAYS)


@pytest.mark.parametrize("key", COUNTED)
def test_a_mission_is_resumed_from_a_save_at_any_decision_and_ends_the_same(key):
    whole = flown(key, DAYS[0])
    session = begun_day(load(key), DAYS[0])
    session.advance()
    while session.decision:
        session.answer(session.decision.default)
        session = resume(load(key), parse_save(session.saved(), "a save"))
        session.advance()
    assert session.journal.events == whole.journal.events


def test_a_step_taken_back_and_taken_again_ends_the_same_and_the_result_tells_it():
    whole = flown("queen", DAYS[0])
    before = result(whole)
    events = [*whole.journal.events]
    whole.undo("mission")
    whole.auto(lambda session: True)
    assert whole.journal.events == events
    assert result(whole)["lines"][:3] == before["lines"][:3]
    assert result(whole)["lines"][3] != before["lines"][3]
    assert f"{whole.undone} steps taken back" in result(whole)["lines"][3]


def test_one_step_taken_back_is_told_in_the_singular():
    session = flown("queen", DAYS[0])
    session.undo()
    session.auto(lambda session: True)
    assert result(session)["lines"][3].endswith(" points, 1 step taken back")


def test_a_date_before_the_year_1000_is_told_without_a_zero():
    assert result(flown("twentyfive", "0943-01-31"))["lines"][0].endswith(", 31 January 943")


@pytest.mark.parametrize("key", COUNTED)
def test_what_gives_points_and_what_par_is_are_told_by_the_data_of_the_table(key):
    book = load(key)
    told = scoring(book)
    assert result(flown(key, DAYS[0]))["about"] == told
    for measure in book.game.measures + book.game.scored:
        points_of_one = f"{measure.title} {book.day.points[measure.key]:g}".replace("-", "−")
        assert points_of_one + ("" if measure.share else f" for each{measure.unit}") in told
    assert f"average of {FLIGHTS:,} " in told
    assert "other dice for " in told
    # where nothing is decided, nothing may be promised about decisions
    assert ("usual decisions" in told) == (key != "twentyfive")
    assert ("Nothing is decided: everybody sees the same mission" in told) == (key == "twentyfive")


@pytest.mark.parametrize("key", COUNTED)
def test_points_are_the_measures_weighted_by_the_table(key):
    session = flown(key, DAYS[3])
    book, state = load(key), session.flight.state
    weights = load(key).day.points
    measures = {measure.key: measure.of(state) for measure in book.game.measures + book.game.scored}
    assert weights.keys() <= measures.keys()
    assert points(book, state) == round(sum(weight * measures[name] for name, weight in weights.items()))
    told = result(session)
    assert told["day"] == DAYS[3]
    assert told["points"] == points(book, state)
    assert len(told["lines"]) == 4
    assert all(f"{name.title}: " in told["lines"][2] for name in book.game.measures + book.game.scored)


def test_par_is_the_mean_of_flights_that_differ_only_in_the_dice_of_the_players_guns():
    session = flown("queen", DAYS[0])
    par = Par(session)
    par.fly(40)
    par.fly(10)
    told = par.to_json()
    assert told == {"par": round(sum(par.points) / 50), "flights": 50, "of": FLIGHTS}
    assert len(set(par.points)) > 1
    again = Par(flown("queen", DAYS[0], lambda decision: decision.options[-1]))
    again.fly(50)
    assert again.points == par.points  # par does not depend on what the player decided
    with pytest.raises(CombatBoxError, match="flights"):
        par.fly(0)


def test_par_stands_after_the_last_flight():
    par = Par(flown("twentyfive", DAYS[0]))
    par.fly(FLIGHTS)
    par.fly(FLIGHTS)
    assert par.to_json()["flights"] == FLIGHTS


def test_a_date_has_one_seed_however_it_is_written():
    assert begun_day(load("queen"), "20261201").seed == begun_day(load("queen"), DAYS[0]).seed


@pytest.mark.parametrize("day", ["", "tomorrow", "2026-02-30", "x" * 900])
def test_a_text_that_is_no_date_is_refused_by_a_sentence(day):
    desk = GameController(load("queen"))
    desk.begin(seed="1")
    with pytest.raises(CombatBoxError, match=r"is not a date; write it as 2026-12-01"):
        desk.begin_day(day)
    assert desk.session.seed == "1"


def test_a_game_of_scenarios_has_no_mission_of_the_day_and_no_par():
    desk = GameController(load("skirmish"))
    with pytest.raises(CombatBoxError, match="has no mission of the day"):
        desk.begin_day(DAYS[0])
    desk.begin(seed="1")
    with pytest.raises(CombatBoxError, match="this is not a mission of the day"):
        desk.par(1)


def test_a_result_is_told_at_the_end_of_a_mission_of_the_day_alone_and_to_whom_it_is_shared():
    desk = GameController(load("queen"))
    seen = desk.begin_day(DAYS[1])
    assert seen["result"] is None
    seen = desk.auto(stretch="mission")
    assert seen["over"]
    assert seen["result"] == result(desk.session)
    assert not seen["can"]["tour"]
    shared = desk.share()
    other = GameController(load("queen"))
    assert other.open_share(shared)["result"] == seen["result"]
    assert other.par(20) == desk.par(20)
    desk.begin(seed="1")
    assert desk.auto(stretch="mission")["result"] is None


def test_a_tour_may_have_a_seed_that_begins_like_a_day():
    desk = GameController(load("twentyfive"))
    desk.begin(seed=f"day {DAYS[0]}", run="tour")
    desk.auto(stretch="tour")
    assert desk.seen()["over"]
    assert desk.seen()["result"] is None


@pytest.mark.parametrize(
    "begun",
    [
        {"seed": "day one"},
        {"seed": "day "},
        {"seed": "day 20261201"},
        {"seed": "2026-12-01"},
        {"seed": "day 2026-12-01", "mission": 25},
        {"seed": "day 2026-12-01", "mission": 2, "rulings": {"Q-X1": "on"}},
    ],
)
def test_a_mission_that_is_not_that_of_everybody_has_no_result_and_no_par(begun):
    desk = GameController(load("queen"))
    desk.begin(**begun)
    seen = desk.auto(stretch="mission")
    assert seen["over"]
    assert seen["result"] is None
    with pytest.raises(CombatBoxError, match="this is not a mission of the day"):
        desk.par(1)


def test_the_mission_of_a_day_may_be_begun_by_its_seed_and_number_as_in_the_terminal():
    desk = GameController(load("queen"))
    usual = flown("queen", DAYS[0])
    desk.begin(seed=usual.seed, mission=usual.setup.mission)
    assert desk.auto(stretch="mission")["result"] == result(usual)
