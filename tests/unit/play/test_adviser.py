"""The adviser: what he says is what would happen, and asking changes nothing."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES
from combatbox.library.load import load
from combatbox.odds.parallel_advice import advise
from combatbox.play.adviser import FLIGHTS, LEVEL, LOOKS, SEED, Adviser, session_at
from combatbox.play.controller import GameController
from combatbox.play.logs import parse_log
from combatbox.play.saves import resume
from combatbox.play.session import Session


def waiting(key, answers=3, run="mission", seed="2"):
    """A session that waits at its fourth decision on which something depends."""
    session = Session(load(key), run=run, seed=seed)
    session.advance()
    while len(session.answers) < answers:
        session.answer(session.decision.default)
    return session


def by_hand(session, option, number):
    """The end of a mission that is flown from there decision by decision, with the adviser's dice."""
    again = resume(session.book, session.to_json())
    again.advance()
    again._dice = SeededDice(f"{SEED}/{number}")
    again.seed = None
    again._flow = None
    again.decision = None
    again.advance()
    again.answer(option)
    while again.decision is not None and again.decision.kind not in session.book.game.board.between:
        again.answer(again.decision.default)
    return tuple(int(measure.of(again.flight.state)) for measure in session.book.game.measures)


@pytest.mark.parametrize("key", ["queen", "superfort", "skirmish"])
def test_a_flight_of_the_adviser_is_the_mission_flown_on_from_there_with_those_dice(key):
    session = waiting(key)
    adviser = Adviser(session)
    adviser.fly(2)
    for option, outcomes in adviser.outcomes.items():
        assert outcomes == [by_hand(session, option, number) for number in (0, 1)]


def test_in_a_tour_he_looks_to_the_end_of_the_mission_in_hand():
    session = Session(load("queen"), run="tour", seed="9")
    session.advance()
    while session.mission < 3:
        session.answer(session.decision.default)
    adviser = Adviser(session)
    option = session.decision.default
    assert adviser.flown(option, SeededDice(f"{SEED}/0")) == by_hand(session, option, 0)


def test_asking_leaves_the_game_as_it_is_and_asking_again_gives_the_same():
    session = waiting("queen")
    before = session.saved()
    account = advise(session, 20).to_json()
    assert session.saved() == before
    assert advise(session, 20).to_json() == account


def test_whoever_flies_the_advice_is_the_same():
    session = waiting("queen")
    with ThreadPoolExecutor(2) as pool:
        assert advise(session, 70, executor=pool).to_json() == advise(session, 70).to_json()


def test_a_difference_beyond_chance_is_marked_and_others_are_not():
    session = waiting("queen", answers=0, seed="2")
    assert session.decision.kind == "abort"
    options = {
        str(one.option): {comparison.measure.key: comparison for comparison in one.comparisons}
        for one in advise(session, 60).options
    }
    assert options["abort"]["bombs"].better == -1
    assert options["abort"]["men_lost"].better == 1
    assert all(account.better == 0 for account in options["go_on"].values())


def test_a_decision_of_a_log_is_found_again():
    session = waiting("queen")
    asked, wanted = session.decision, advise(session, 10).to_json()
    while session.decision is not None:
        session.answer(session.decision.default)
    log = parse_log(session.log(), "its log")
    again = session_at(session.book, log, 4)
    assert again.decision == asked
    assert advise(again, 10).to_json() == wanted
    with pytest.raises(CombatBoxError, match="between 1 and"):
        session_at(session.book, log, 1_000)


def test_where_nothing_depends_on_a_choice_he_has_no_word():
    session = Session(load("twentyfive"), run="tour", seed="3")
    session.advance()
    assert session.decision.kind == "fly_on"
    with pytest.raises(CombatBoxError, match="no advice on it"):
        Adviser(session)


@pytest.mark.parametrize("key", ["queen", "superfort"])
def test_on_who_gives_names_he_has_no_word_and_flies_nothing(key, monkeypatch):
    session = Session(load(key), run="tour", seed="3")
    session.advance()
    assert session.decision.kind == "name_crew"
    monkeypatch.setattr(Adviser, "fly", None)
    with pytest.raises(CombatBoxError, match="the result of the mission does not depend on this choice"):
        advise(session, 300)


def test_a_game_that_is_over_asks_nothing():
    session = waiting("queen")
    session.auto_play_span("mission")
    with pytest.raises(CombatBoxError, match="no decision is open"):
        Adviser(session)


def test_at_the_desk_advice_grows_until_the_next_decision():
    desk = GameController(load("queen"))
    desk.begin(seed="2")
    assert desk.advise(5)["flights"] == 5
    assert desk.advise(5)["next_look"] == LOOKS[0]
    grown = desk.advise(LOOKS[0] - 10)
    assert grown["next_look"] == 0, "to abort costs bombs, which is sure at once"
    assert grown == advise(desk.session, FLIGHTS).to_json()
    desk.answer("go_on")
    assert desk.advise(5)["flights"] == 5
    with pytest.raises(CombatBoxError, match="between 1 and"):
        desk.advise(0)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_says_what_its_adviser_counts(key):
    measures = GAMES[key].measures
    assert measures
    assert len({measure.key for measure in measures}) == len(measures)


@pytest.mark.parametrize(
    ("outcomes", "verdict"),
    [
        ([(1, 1, 0, 30)] * 40, "All options are equal: with the same dice every flight ended alike, whichever was taken."),
        (
            [(1, 1, 0, 30)] * 38 + [(0, 0, 10, 0), (1, 1, 0, 20)],
            "No option is clearly better: 2 of 40 flights ended differently, and no more often for the better than chance "
            "would have it.",
        ),
        ([(0, 0, 10, 0)] * 40, ""),
    ],
    ids=["alike", "by chance", "worse"],
)  # fmt: skip
def test_he_says_when_options_are_equal_and_why(outcomes, verdict):
    adviser = Adviser(waiting("queen"), 40)
    for option in adviser.outcomes:
        usual = option == adviser.decision.default
        adviser.outcomes[option] = [(1, 1, 0, 30)] * 40 if usual else list(outcomes)
    advice = adviser.advice()
    assert (advice.verdict, advice.to_json()["verdict"]) == (verdict, verdict)


# ---- how sure a sign is


@pytest.fixture(scope="module")
def flown():
    """A decision with many options, and what flights with one and the same option came to."""
    session = waiting("queen", answers=0, seed="2")
    while len(session.decision.options) < 4:
        session.answer(session.decision.default)
    adviser = Adviser(session)
    return session, [adviser.flown(session.decision.default, SeededDice(f"equal/{number}")) for number in range(400)]


def looked(session, results, number, shift=None):
    """Return advice whose flights are drawn from these results for every option; `shift` changes those of the first."""
    adviser, dice = Adviser(session), Random(f"equal/{number}")
    while stop := adviser.next_look:
        flown = stop - adviser.flights
        for outcomes in adviser.outcomes.values():
            outcomes.extend(dice.choices(results, k=flown))
        if shift:
            other = next(option for option in adviser.outcomes if option != adviser.decision.default)
            adviser.outcomes[other] = [shift(outcome) for outcome in adviser.outcomes[other]]
    return adviser.advice()


def signs(advice):
    return [comparison.better for option in advice.options for comparison in option.comparisons if comparison.better]


@pytest.mark.parametrize("decisions", [30, pytest.param(500, marks=pytest.mark.thorough)])
def test_of_decisions_between_equal_options_one_in_a_hundred_at_most_shows_a_sign(flown, decisions):
    shown = sum(bool(signs(looked(*flown, number))) for number in range(decisions))
    assert shown <= LEVEL * decisions


def test_the_looks_end_when_a_difference_is_sure(flown):
    advice = looked(*flown, 0, lambda outcome: (0, 0, 10, 0))
    assert (advice.flights, advice.next_look) == (LOOKS[0], 0)
    assert set(signs(advice)) == {-1}


def test_the_looks_end_when_all_flights_ended_alike(flown):
    session, results = flown
    assert looked(session, results[:1], 0).flights == LOOKS[0]


def test_what_is_not_sure_is_looked_at_again_up_to_the_last_look(flown):
    assert looked(*flown, 0).flights == LOOKS[-1] == FLIGHTS


def test_between_looks_nothing_is_tested(flown):
    session, results = flown
    adviser = Adviser(session)
    for option in adviser.outcomes:
        adviser.outcomes[option] = [results[0] if option == session.decision.default else (0, 0, 10, 0)] * 299
    assert signs(adviser.advice()) == []
    adviser = Adviser(session, 299)
    for option in adviser.outcomes:
        adviser.outcomes[option] = [results[0] if option == session.decision.default else (0, 0, 10, 0)] * 299
    assert signs(adviser.advice()), "the last look is at the number that the player asked for"
