"""Sentences of the account that stand in data: which of a place's fits, how its gaps are filled, and what is refused."""

import pytest

from combatbox.core.decisions import Place, Sentence
from combatbox.core.effects import effect
from combatbox.core.errors import CombatBoxError
from combatbox.core.log_state import LogState
from combatbox.core.narration import NarrationContext, render_sentences
from combatbox.core.phrases import parts_of
from combatbox.core.tables import Row

CHANGES = [("guns.tail.out", False, True)]
SAID = {"1": "one", "2": "two", "gun_tail": "tail guns", "fwd": "forward", "": ""}


@effect("rated", words="Good")
def rated(flight):
    """A rating."""


ROWS = {"R/1": Row("R/1", (), "", "", (rated.bind(),), table="R", line="R/1")}


def lines(
    *says, kind="fact", who="tail", state=None, chosen=None, taken="", table="R", rule="D1", told="", colours=(), **data
):
    place = Place(
        "drill.here", "here", table=table, says=says, chosen=chosen or {}, told=told, depth=2, colours=colours
    )
    words = NarrationContext(
        ROWS, {}, lambda word: SAID.get(word, word), {"tubes": {"left": "red"}}, {place.name: place}
    )
    event = {
        "kind": kind,
        "place": place.name,
        "who": who,
        "data": data,
        "taken": taken,
        "rule": rule,
        "changes": CHANGES,
    }
    if kind in ("consult", "roll"):
        event |= {"row": "R/1", "table": "R", "dice": [3, 4], "natural": 7, "net": 6, "modifiers": [("cold", -1)]}
    return render_sentences(event, state or {}, words)


def rendered(*says, **more):
    found = lines(*says, **more)
    return found if found is None else [(line.depth, line.text) for line in found]


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
    assert rendered(Sentence("they come again"), kind="consult", **chart) is None


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
    found = rendered(
        Sentence("fits", given), Sentence("else"), bays=["fwd", "aft"], zone=12, state={"target": 12, "home": 0}
    )
    assert found == [(2, "Fits" if fits else "Else")]


def test_a_place_that_says_nothing_here_leaves_it_to_the_game():
    assert (
        rendered() is rendered(Sentence("x"), kind="roll", rule="") is rendered(Sentence("x", {"who": "nose"})) is None
    )
    assert rendered(Sentence("")) == []  # no line instead of the game's own


def test_before_the_sentence_of_a_roll_stand_its_name_and_its_dice():
    (line,) = lines(Sentence("{=result} of {=const.tubes.[side]}"), kind="roll", told="{who} gun", state={"side": "left"},
                    colours=["const.tubes.[side]"])  # fmt: skip
    assert line.shown == "Tail gun: [3, 4] = 6: Good of red"
    assert line.colours == ("red",)


def test_a_sentence_asks_for_what_the_event_has_changed_and_what_was_before():
    state = LogState({"guns.tail.out": False})
    state.take({"kind": "fact", "rule": "", "changes": CHANGES})
    wanted = {
        "changed.guns.*.out": True,
        "before.guns.*.out": False,
        "state.guns.*.out": True,
        "changed.guns.nose.out": "",
    }
    assert rendered(Sentence("the {who} gun is hit", wanted), state=state) == [(2, "The tail gun is hit")]


def test_a_choice_has_the_sentence_of_its_option():
    chosen = {"stay": "She stays.", "go": ""}
    assert rendered(kind="choice", taken="stay", chosen=chosen) == [(2, "She stays.")]
    assert rendered(kind="choice", taken="go", chosen=chosen) == []
    assert rendered(kind="choice", taken="wait", chosen=chosen) is None


def test_what_an_event_does_not_have_is_an_error_that_names_the_place():
    with pytest.raises(CombatBoxError, match=r"drill.here: has no value 'bay'; use one of who, left"):
        rendered(Sentence("{bay}"), left=1)


@pytest.mark.parametrize("line", ["a { b", "a } b", "{Who}", "{a b}", "{who|box}"])
def test_a_brace_that_is_part_of_no_gap_is_refused(line):
    with pytest.raises(CombatBoxError, match="has a single"):
        parts_of(line)
    assert parts_of("no gap") == ("no gap",)
