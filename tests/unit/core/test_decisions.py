"""Players that answer decisions."""

from copy import copy

import pytest

from combatbox.core.decisions import AskingPlayer, Decision, DefaultPlayer, ListedPlayer, Option, check_choice
from combatbox.core.errors import IllegalChoice

DECISION = Decision("abort", "D-9", "Turn back?", ("yes", "no"), "no", "pilot")


def test_the_default_player_takes_the_default():
    assert DefaultPlayer().choose(DECISION, None) == "no"


def test_a_listed_player_gives_its_answers_in_order():
    player = ListedPlayer([("abort", "yes"), ("abort", "no")])
    assert [player.choose(DECISION, None) for _ in range(2)] == ["yes", "no"]


def test_a_listed_player_that_runs_out_names_the_decision():
    with pytest.raises(IllegalChoice, match=r"no answer is left for the decision 'abort' \(D-9\)"):
        ListedPlayer([]).choose(DECISION, None)


def test_a_listed_answer_to_another_kind_of_decision_is_refused():
    with pytest.raises(IllegalChoice, match="the next answer is for 'route', but the decision is 'abort'"):
        ListedPlayer([("route", "yes")]).choose(DECISION, None)


def test_a_person_is_asked_until_a_legal_option_is_typed():
    typed, asked, text = iter(["17", "YES "]), [], []
    player = AskingPlayer(lambda prompt: asked.append(prompt) or next(typed), text.append)
    assert player.choose(DECISION, None) == "yes"
    assert asked == ["Turn back? [yes/NO] "] * 2
    assert text == ["'17' is not among the options; known: no, yes"]


def test_a_person_who_types_nothing_takes_the_default():
    assert AskingPlayer(lambda prompt: "  ", print).choose(DECISION, None) == "no"


def test_only_an_option_of_the_decision_is_legal():
    assert check_choice(DECISION, "yes") == "yes"
    with pytest.raises(IllegalChoice, match=r"'yess' is not an option of 'abort' \(D-9\); did you mean yes"):
        check_choice(DECISION, "yess")


NAMING = Decision("name_man", "Q17.0-3", "What is his name?", ("Al Jones",), "Al Jones", "pilot", True, ("Lou Kidd",))


def test_where_a_name_is_asked_for_one_of_one_s_own_is_an_answer():
    assert check_choice(NAMING, "Al Jones") == "Al Jones"
    assert check_choice(NAMING, "  Ann   Smith ") == "Ann Smith"
    for name, message in (("Lou Kidd", "already in use"), ("Bell\a", "printable"), ("", "1 to 40")):
        with pytest.raises(IllegalChoice, match=message):
            check_choice(NAMING, name)


def test_a_person_asked_for_a_name_keeps_its_capitals_and_may_take_the_default():
    typed, text = iter(["Lou Kidd\n", "Ann Smith\n", "\n"]), []
    player = AskingPlayer(lambda prompt: next(typed), text.append)
    assert player.choose(NAMING, None) == "Ann Smith"
    assert text == ["'Lou Kidd' is already in use; choose another name"]
    assert player.choose(NAMING, None) == "Al Jones"


@pytest.mark.parametrize(
    ("own", "numbers"),
    [([2, 4, 0], [2, 4, 5]), ([0, 0], [1, 2]), ([3, 3, 0], [1, 2, 3]), ([0, 2], [3, 2])],
    ids=["fighters", "without numbers", "one fighter twice", "hold first"],
)
def test_an_option_has_the_number_of_what_it_names(own, numbers):
    options = tuple(Option(f"{text} {number}", number=number) for text, number in zip("abc", own, strict=False))
    assert Decision("aim", "", "", options, options[0]).numbers == numbers


def test_a_copy_of_an_option_keeps_its_number():
    again = copy(Option("f2", "fighter", 1, number=2))
    assert (again, again.kind, again.args, again.number) == ("f2", "fighter", (1,), 2)
