"""Whoever answers decisions."""

import pytest

from combatbox.core.decisions import AskingPlayer, Decision, DefaultPlayer, ListedPlayer, check_choice
from combatbox.core.errors import IllegalChoice

DECISION = Decision("abort", "D-9", "Turn back?", ("yes", "no"), "no", "pilot")


def test_the_default_player_takes_the_default():
    assert DefaultPlayer().choose(DECISION, None) == "no"


def test_a_listed_player_gives_its_answers_in_order():
    player = ListedPlayer([("abort", "yes"), ("abort", "no")])
    assert [player.choose(DECISION, None) for _ in range(2)] == ["yes", "no"]


def test_a_listed_player_that_runs_out_names_the_decision():
    with pytest.raises(IllegalChoice, match=r"no answer left for the decision 'abort' \(D-9\)"):
        ListedPlayer([]).choose(DECISION, None)


def test_a_listed_answer_to_another_kind_of_decision_is_refused():
    with pytest.raises(IllegalChoice, match="an answer to 'route' is given where 'abort' is asked"):
        ListedPlayer([("route", "yes")]).choose(DECISION, None)


def test_a_person_is_asked_until_a_legal_option_is_typed():
    typed, asked, told = iter(["17", "YES "]), [], []
    player = AskingPlayer(lambda prompt: asked.append(prompt) or next(typed), told.append)
    assert player.choose(DECISION, None) == "yes"
    assert asked == ["Turn back? [yes/NO] "] * 2
    assert told == ["'17' is not among the options; known: no, yes"]


def test_a_person_who_types_nothing_takes_the_default():
    assert AskingPlayer(lambda prompt: "  ", print).choose(DECISION, None) == "no"


def test_only_an_option_of_the_decision_is_legal():
    assert check_choice(DECISION, "yes") == "yes"
    with pytest.raises(IllegalChoice, match=r"'yess' is no option of 'abort' \(D-9\); did you mean yes"):
        check_choice(DECISION, "yess")
