"""Codes of effects and conditions, and the vocabulary of a game."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from combatbox.core.effects import Coded, Condition, Effect, Quantity
from combatbox.core.errors import CombatBoxError, DataError, Departure, Problem, suggest
from combatbox.core.game import by_name
from combatbox.core.tables import codes
from combatbox.games.twentyfive.parts import CONDITIONS, EFFECTS, CrewAllOut, FighterHit, GunsBear, Hit


def test_a_code_is_the_name_and_the_parameters_in_declared_order():
    assert Hit().code == "hit"
    assert FighterHit("pilot", "no_fire", "centre").code == "fighter_hit pilot no_fire centre"
    assert GunsBear(("tail", "belly")).code == "bear tail belly"
    assert CrewAllOut(("pilot", "copilot")).code == "crew_all_out pilot copilot"
    assert codes((Hit(), GunsBear(("nose",)))) == ["hit", "bear nose"]


def test_a_parameter_that_is_none_is_left_out_of_the_code():
    @dataclass(frozen=True, slots=True)
    class Maybe(Effect):
        name: ClassVar[str] = "maybe"
        what: str | None = None
        number: int = 0

    assert Maybe().code == "maybe 0"
    assert Maybe("x", 2).code == "maybe x 2"


@pytest.mark.parametrize("base", [Effect, Condition, Quantity])
def test_the_base_classes_do_nothing_of_their_own(base):
    with pytest.raises(CombatBoxError, match=f"{base.__name__} has no method `words`; write one"):
        base().words(str)
    method = {Effect: "apply", Condition: "holds", Quantity: "amount"}[base]
    with pytest.raises(CombatBoxError, match=f"has no method `{method}`; write one"):
        getattr(base(), method)(None)


def test_an_effect_leads_nowhere_unless_it_says_so():
    assert Hit().leads() == ()


def test_two_words_of_one_name_are_refused():
    with pytest.raises(CombatBoxError, match="two words of the vocabulary are called 'hit'"):
        by_name(Hit, Hit)


@pytest.mark.parametrize("cls", [*EFFECTS.values(), *CONDITIONS.values()])
def test_every_word_has_a_name_of_its_own_a_wording_and_a_docstring(cls):
    assert cls.name
    assert cls.name.replace("_", "").isalpha()
    assert cls.words is not Coded.words
    assert cls.__doc__


def test_the_nearest_known_names_are_offered_or_all_of_a_short_list():
    assert suggest("wnig", ["wing", "tail"]) == "; did you mean wing?"
    assert suggest("xyz", ["b", "a"]) == "; known: a, b"
    assert suggest("xyz", [str(n) + "----" for n in range(13)]) == ""
    assert suggest("xyz", []) == ""


def test_a_data_error_holds_every_problem_once_in_order_of_file_and_line():
    error = DataError([Problem("b", 1, "x"), Problem("a", 10, "y"), Problem("a", 9, "z"), Problem("a", 9, "z")])
    assert str(error) == "a:9: z\na:10: y\nb:1: x"
    assert len(error.problems) == 3


def test_errors_know_their_exit_code():
    assert CombatBoxError("x").exit_code == 2
    assert Departure("step 1", "a", "b").exit_code == 1
    assert str(Departure("step 1", "a", "b")) == "step 1: expected a; got b"
