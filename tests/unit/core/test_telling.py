"""Sentences of the account that stand in data: which of a place's fits, how its gaps are filled, and what is refused."""

import pytest

from combatbox.core.effects import effect
from combatbox.core.errors import CombatBoxError
from combatbox.core.narration import NarrationContext
from combatbox.core.narration_templates import parts_of, render_sentences
from combatbox.core.places import Place, Sentence
from combatbox.core.tables import Row

SAID = {"1": "one", "2": "two", "gun_tail": "tail guns", "fwd": "forward", "": ""}


@effect("rated", words="Good")
def rated(flight):
    """A rating."""


ROWS = {"R/1": Row("R/1", (), "", "", (rated.bind(),), table="R", line="R/1")}


def rendered(*says, kind="fact", who="tail", state=None, chosen=None, taken="", table="R", rule="D1", **data):
    place = Place("drill.here", "here", table=table, says=says, chosen=chosen or {}, depth=2)
    words = NarrationContext(ROWS, {}, lambda word: SAID.get(word, word), {}, {place.name: place})
    event = {"kind": kind, "place": place.name, "who": who, "data": data, "taken": taken, "row": "R/1", "rule": rule}
    return list(render_sentences(event, state or {}, words))


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("the {who} gunner", "The tail gunner"),
        ("{gun_.who} fire", "Tail guns fire"),
        ("{due|box|boxes} burnt; {=left} left", "Two boxes burnt; 1 left"),
        ("{left|box|boxes} and {=due|box|boxes}", "One box and 2 boxes"),
        ("tanks in the {bays} bays", "Tanks in the forward and aft bays"),
        ("{state.city} at {=state.men.*.name}", "Tokyo at Ann"),
        ("nothing{state.lacking}", "Nothing"),
    ],
)
def test_a_gap_is_filled_from_the_event_or_the_state(line, wanted):
    state = {"city": "Tokyo", "men.tail.name": "Ann"}
    assert rendered(Sentence(line), state=state, due=2, left=1, bays=["fwd", "aft"]) == [(2, wanted)]


def test_a_chart_says_its_row():
    assert rendered(Sentence("it rates as {row}"), kind="consult") == [(2, "It rates as good")]


@pytest.mark.parametrize("chart", [{"rule": ""}, {"table": ""}])
def test_a_chart_that_a_row_has_led_to_is_not_described_in_the_words_of_the_place(chart):
    assert rendered(Sentence("they come again"), kind="consult", **chart) == []


@pytest.mark.parametrize(
    ("given", "fits"),
    [
        ({"who": "tail"}, True),
        ({"who": ["nose", "tail"]}, True),
        ({"who": "nose"}, False),
        ({"bays": "fwd aft"}, True),
        ({"bays": ""}, False),
        ({"zone": "{state.target}"}, True),
        ({"zone": "{state.home}"}, False),
        ({"state.lacking": ""}, True),
        ({"who": "tail", "zone": 9}, False),
    ],
)
def test_the_first_sentence_that_fits_is_reported(given, fits):
    lines = rendered(
        Sentence("fits", given), Sentence("else"), bays=["fwd", "aft"], zone=12, state={"target": 12, "home": 0}
    )
    assert lines == [(2, "Fits" if fits else "Else")]


def test_a_place_that_says_nothing_here_leaves_it_to_the_game():
    assert rendered() == rendered(Sentence("x"), kind="roll") == rendered(Sentence("x", {"who": "nose"})) == []
    assert rendered(Sentence("")) == [(2, "")]  # an empty text instead of the game's own line


def test_a_choice_has_the_sentence_of_its_option():
    chosen = {"stay": "She stays.", "go": ""}
    assert rendered(kind="choice", taken="stay", chosen=chosen) == [(2, "She stays.")]
    assert rendered(kind="choice", taken="go", chosen=chosen) == [(2, "")]
    assert rendered(kind="choice", taken="wait", chosen=chosen) == []


def test_what_an_event_does_not_have_is_an_error_that_names_the_place():
    with pytest.raises(CombatBoxError, match=r"drill.here: has no value 'bay'; use one of who, left"):
        rendered(Sentence("{bay}"), left=1)


@pytest.mark.parametrize("line", ["a { b", "a } b", "{Who}", "{a b}", "{who|box}"])
def test_a_brace_that_is_part_of_no_gap_is_refused(line):
    with pytest.raises(CombatBoxError, match="a brace is not part of a placeholder"):
        parts_of(line)
    assert parts_of("no gap") == ("no gap",)
