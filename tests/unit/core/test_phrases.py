"""Wording that stands in data: its places, how they are said, and what is refused when it is read."""

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.core.phrases import anchor, join_words, phrase, signed, span

CONSTANTS = {"hits": 3, "wounds": {"dead": 4}, "guns": ["nose"], "twin": True, "home": "zone_1"}
WORDS = {"low_altitude": "10,000 feet", "this": ""}
SAID = {**WORDS, "3": "three", "4": "four", "2": "two", "zone_1": "England"}


def said(text, **given):
    return phrase(text, list(given), CONSTANTS, WORDS).said(lambda word: SAID.get(word, word), given)


@pytest.mark.parametrize(
    ("text", "given", "wanted"),
    [
        ("fuel fire, not to be fought", {}, "fuel fire, not to be fought"),
        ("{side} flap out", {"side": "port"}, "port flap out"),
        ("{side} flap out", {"side": "this"}, "flap out"),
        ("the {side} wing", {"side": "this"}, "the wing"),
        ("{number} waves", {"number": 2}, "two waves"),
        ("missions 1–{=number}", {"number": 2}, "missions 1–2"),
        ("flak {+add}", {"add": -2}, "flak −2"),
        ("{+add} here, {+hits} there", {"add": 0}, "0 here, 3 there"),
        ("{hits} hits of {wounds.dead}", {}, "three hits of four"),
        ("{=hits} hits", {}, "3 hits"),
        ("over {home}", {}, "over England"),
        ("at {say.low_altitude}", {}, "at 10,000 feet"),
        ("{men} down", {"men": ("pilot", "copilot")}, "pilot, copilot down"),
        ("{&men} down", {"men": ("pilot", "copilot", "bombardier")}, "pilot, copilot and bombardier down"),
        ("{&men} down", {"men": ("pilot",)}, "pilot down"),
        ("{{side}} {{}}", {}, "{side} {}"),
        ("{side}", {"side": "{hits}"}, "{hits}"),
    ],
)
def test_a_place_says_a_parameter_a_constant_or_a_word(text, given, wanted):
    assert said(text, **given) == wanted


def test_a_parameter_stands_before_a_constant_of_its_name():
    assert said("{hits}", hits="port") == "port"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{hist} hits", "{hist} is neither a parameter nor a number or word of game.yaml; did you mean hits?"),
        ("{sidee} flap", "{sidee} is neither a parameter nor a number or word of game.yaml; did you mean side?"),
        ("{wounds} wounds", "{wounds} is neither a parameter nor a number or word of game.yaml"),
        ("{wounds.lost}", "{wounds.lost} is neither a parameter nor a number or word of game.yaml"),
        ("{guns}", "{guns} is neither a parameter nor a number or word of game.yaml"),
        ("{twin}", "{twin} is neither a parameter nor a number or word of game.yaml"),
        ("{say.low_altitud}", "'low_altitud' is not a word of game.yaml; did you mean low_altitude?"),
        ("a { brace", "'a { brace': has a single {; write {{ for the brace itself"),
        ("a } brace", "'a } brace': has a single }; write }} for the brace itself"),
        ("{side!r}", "'{side!r}': has a single {; write {{ for the brace itself"),
        ("{side.__class__}", "{side.__class__} is neither a parameter nor a number or word of game.yaml"),
        ("{}", "'{}': has a single {; write {{ for the brace itself"),
    ],
)
def test_what_is_no_place_is_refused_in_one_line(text, problem):
    with pytest.raises(CombatBoxError) as caught:
        phrase(text, ["side"], CONSTANTS, WORDS)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rolls", "text"),
    [
        ((7,), "7"),
        ((7, 8, 9), "7–9"),
        ((3, 9, 11), "3, 9, 11"),
        ((9, 3, 10), "3, 9–10"),
        ((-3,), "−3"),
        ((-3, -2, -1, 0), "−3 to 0"),
        ((-1, 0, 1), "−1 to 1"),
        ((0, 1), "0–1"),
        ((), ""),
    ],
)
def test_rolls_are_printed_with_en_dashes_and_minus_signs(rolls, text):
    assert span(rolls) == text


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_several_things_are_listed_with_an_and_before_the_last(items, text):
    assert join_words(items) == text


@pytest.mark.parametrize(("value", "text"), [(1, "+1"), (-3, "−3"), (0, "0"), (11, "+11")])
def test_a_modifier_is_printed_with_its_sign(value, text):
    assert signed(value) == text


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("P-1/10/1-3", "p-1-10-1-3"),
        ("B-4/2@12_high", "b-4-2-12-high"),
        ("G-9/-3", "g-9-minus-3"),
        ("T/front left_wing", "t-front-left-wing"),
        ("T/3,9,11", "t-3-9-11"),
    ],
)
def test_an_anchor_is_lower_case_letters_digits_and_hyphens(row, found):
    assert anchor(row) == found
