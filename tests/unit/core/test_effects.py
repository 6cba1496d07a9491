"""Codes of effects and conditions, and the vocabulary of a game."""

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from combatbox.core.effects import Effect, effect
from combatbox.core.errors import CombatBoxError
from combatbox.core.game import vocabulary_index
from combatbox.games import GAMES
from combatbox.games.twentyfive.effects import crew_all_out, fighter_hit, guns_bear, hit


def test_a_code_is_the_name_and_the_parameters_in_declared_order():
    assert hit.bind().code == "hit"
    assert fighter_hit.bind("pilot", "no_fire", "centre").code == "fighter_hit pilot no_fire centre"
    assert guns_bear.bind(("tail", "belly")).code == "bear tail belly"
    assert crew_all_out.bind(("pilot", "copilot")).code == "crew_all_out pilot copilot"
    assert [effect.code for effect in (hit.bind(), guns_bear.bind(("nose",)))] == ["hit", "bear nose"]


def test_a_parameter_that_is_none_is_left_out_of_the_code():
    @effect("maybe")
    def maybe(flight, what: str | None = None, number: int = 0):
        """Perhaps."""

    assert maybe.bind().code == "maybe 0"
    assert maybe.bind("x", 2).code == maybe.bind(number=2, what="x").code == "maybe x 2"


def test_a_word_without_a_wording_is_named_with_its_module():
    @effect("mute")
    def mute(flight):
        """Says nothing."""

    with pytest.raises(CombatBoxError, match=r"test_effects\..*mute: has no wording; pass `words` to its decorator"):
        mute.bind().words(str)


def test_arguments_that_are_none_of_the_word_or_lacking_are_refused():
    with pytest.raises(CombatBoxError, match=r"fighter_hit: takes cause, fires, mark \(got {'cause': 'pilot'}"):
        fighter_hit.bind("pilot")
    with pytest.raises(CombatBoxError, match=r"hit: takes no parameters \(got {'number': 1}"):
        hit.bind(number=1)
    with pytest.raises(ValueError, match="longer"):
        hit.bind(1)


def test_a_class_of_a_plug_in_is_refused_with_the_form_that_words_have():
    @dataclass(frozen=True, slots=True)
    class Burns(Effect):
        name: ClassVar[str] = "burns"

        def apply(self, flight):
            flight.state.burning = True

    wanted = r"Burns'>: not a word of a vocabulary; declare a function with @effect, @condition or @quantity"
    with pytest.raises(CombatBoxError, match=wanted):
        vocabulary_index(Burns)
    with pytest.raises(CombatBoxError, match=wanted):
        replace(GAMES["twentyfive"], effects={"burns": Burns})


def test_equal_arguments_make_equal_effects():
    assert guns_bear.bind(("nose",)) == guns_bear.bind(("nose",)) != guns_bear.bind(("tail",))
    assert len({hit.bind(), hit.bind(), guns_bear.bind(("nose",))}) == 2
    assert guns_bear.bind(("nose",)).is_a(guns_bear)
    assert not hit.bind().is_a(guns_bear)


def test_a_wording_is_a_phrase_or_a_function_of_the_parameters():
    @effect(
        "rings",
        words="{times} {=side} bells",
        short_words=lambda say, side, **_: f"{side} bells",
        leads_to=lambda times, **_: f"BELL-{times}",
    )
    def rings(flight, times: int, side: str):
        """Bells ring."""

    one = rings.bind(2, "port")
    say = {"2": "two", "port": "left"}.get
    assert (one.words(say), one.short_words(say), one.in_prose(say)) == (
        "two port bells",
        "port bells",
        "two port bells",
    )
    assert one.leads_to() == ("BELL-2",)


def test_an_effect_leads_nowhere_unless_it_says_so():
    assert hit.bind().leads_to() == ()


def test_two_words_of_one_name_are_refused():
    with pytest.raises(CombatBoxError, match="'hit': two words of the vocabulary have this name"):
        vocabulary_index(hit, hit)


@pytest.mark.parametrize("word", [*GAMES["twentyfive"].effects.values(), *GAMES["twentyfive"].conditions.values()])
def test_every_word_has_a_name_of_its_own_a_wording_and_a_docstring(word):
    assert word.name
    assert word.name.replace("_", "").isalpha()
    assert word.words is not None
    assert word.function.__doc__
