"""`vocabulary.yaml`: words of a game's tables that data makes of what its code can do."""

from __future__ import annotations

import pytest

from combatbox.core.effects import condition
from combatbox.core.tables import codes

WORDS = """\
effects:
  bell: {does: ring, words: "the bell, {missions} times"}
  whitewash: {does: {paint: {colour: blue}}, words: "a coat of {say.blue}"}
  coloured: {does: {paint: {coats: 2}}, words: "two coats of {colour}"}
  stir: {does: [{mark: stirred}, {heat: 2}, bell], words: stirred, brief: quick}
  on_to_soft: {does: {roll_on: D-SOFT}, ends: true}
  heat: {does: heat, words: "{degrees} degrees"}
conditions:
  hot: {holds: {hotter_than: 5}, words: hot}
  calm: {unless: [alarmed], words: calm}
  warm: {holds: hot, unless: [{hotter_than: 9}], words: "over 5 and no more than 9", brief: warm}
  either: {any: [[calm, {hotter_than: 3}], warm], words: either}
  over: {holds: {hotter_than: {}}, words: "over {=degrees}"}
quantities:
  heat_twice: {counts: {heat_times: 2}, words: twice the heat}
"""
TABLE = """\
id: D-WORDS
dice: 1d6
clamp: [-9, 99]
modifiers:
  - {when: warm, add: 1}
  - {when: {over: 20}, add: {heat_times: 1}}
  - {add: heat_twice, when: alarmed}
rows:
  - {roll: -9--1, effects: [{coloured: red}, {heat: 3}]}
  - {roll: 0-99, effects: [stir, on_to_soft, whitewash]}
"""


@pytest.fixture
def worded(drill):
    drill.write("vocabulary", WORDS)
    drill.table(TABLE, "d-words")
    return drill


def condition_of(book, name, **given):
    return book.vocabulary.conditions[name].make(given)


def test_tables_use_the_words_of_data_by_name_and_logs_name_them(worded):
    book = worded.load()
    assert codes(book.tables["D-WORDS"].at(0).effects) == ["stir", "on_to_soft", "whitewash"]
    assert codes(book.tables["D-WORDS"].at(-5).effects) == ["coloured red", "heat 3"]
    assert [m.when.code for m in book.tables["D-WORDS"].modifiers] == ["warm", "over 20", "alarmed"]
    assert book.tables["D-WORDS"].modifiers[2].add.code == "heat_twice"


def test_a_word_of_data_does_all_that_it_is_made_of_in_order(worded):
    flight = worded.flight([4, 2])
    flight.roll_on("D-WORDS")
    state = flight.state
    assert (state.marks, state.heat, state.alarm, state.notes) == (["stirred", "soft"], 2, True, {"blue": 1})
    assert [event["gives"] for event in flight.journal.events] == [["stir", "on_to_soft", "whitewash"], ["mark soft"]]


def test_the_words_are_those_of_the_data_with_parameters_constants_and_words(worded):
    book = worded.load()
    cold, rest = (book.tables["D-WORDS"].at(net).effects for net in (-5, 0))
    assert [effect.words(book.say) for effect in (*cold, *rest)] == [
        "two coats of red", "three degrees", "stirred", "roll on D-SOFT", "a coat of sky blue",
    ]  # fmt: skip
    assert [effect.short_words(book.say) for effect in rest] == ["quick", "roll on D-SOFT", "a coat of sky blue"]
    assert book.vocabulary.effects["bell"].make({}).words(book.say) == "the bell, three times"
    modifiers = book.modifiers()
    assert {code: thing.short_words(book.say) for code, thing in modifiers.items()} == {
        "warm": "warm", "over 20": "over 20", "heat_times 1": "1 times the heat", "heat_twice": "twice the heat",
        "alarmed": "the alarm has rung",
    }  # fmt: skip


def test_a_word_leads_and_ends_as_what_it_is_made_of_unless_it_says_more(worded):
    book = worded.load()
    assert book.leads_of(book.tables["D-WORDS"].at(0)) == ["D-SOFT"]
    stir, on, _white = book.tables["D-WORDS"].at(0).effects
    assert (stir.stops_sequence(), on.stops_sequence()) == (False, True)


@pytest.mark.parametrize(
    ("heat", "alarm", "holding"),
    [
        (2, False, {"calm"}), (4, False, {"calm", "either"}), (4, True, set()), (7, True, {"hot", "warm", "either"}),
        (12, True, {"hot"}), (12, False, {"hot", "calm", "either"}),
    ],
)  # fmt: skip
def test_conditions_hold_all_together_in_one_of_several_ways_and_unless_others_do(worded, heat, alarm, holding):
    book, flight = worded.load(), worded.flight()
    flight.state.heat, flight.state.alarm = heat, alarm
    names = ("hot", "calm", "warm", "either")
    assert {name for name in names if condition_of(book, name).holds(flight)} == holding


def test_modifiers_count_alike_with_and_without_a_log(worded):
    for heat, alarm in ((7, False), (25, True), (0, True)):
        nets = []
        for log in (True, False):
            flight = worded.flight([4, 2], log=log)
            flight.state.heat, flight.state.alarm = heat, alarm
            nets.append(flight.modified(flight.tables["D-WORDS"]))
        assert nets[0] == nets[1] == {7: 1, 25: 75, 0: 0}[heat]


@condition("asks", words="asks", ruling_condition=lambda ruling, option: (ruling, option))
def asks(flight, ruling: str, option: str):
    """Asks a ruling alone."""
    return flight.rulings[ruling] == option


def test_a_condition_under_a_ruling_is_not_asked_where_it_cannot_hold(worded, drill_game, monkeypatch):
    monkeypatch.setitem(drill_game.conditions, "asks", asks)
    worded.write(
        "vocabulary",
        WORDS.replace(
            "quantities:",
            '  gently: {holds: [hot, {asks: {ruling: D-A1, option: "yes"}}], words: gently}\nquantities:',
        ),
    )
    worded.edit("d-words", "{when: warm, add: 1}", "{when: gently, add: 1}")
    book = worded.load()
    assert condition_of(book, "gently").requires_ruling() == ("D-A1", "yes")
    assert condition_of(book, "gently").ruling_condition() is None
    assert book.vocabulary.rulings() == {"D-A1"}
    asked = [
        [modifier.called for modifier in book.rulebook(choice).tables["D-WORDS"].counting]
        for choice in ({"gentle": "yes"}, {})
    ]
    assert ["gently" in codes for codes in asked] == [True, False]


def test_rulings_are_in_force_by_id_and_by_key(drill):
    flight = drill.flight(rulings={"gentle": "yes"})
    assert (flight.rulings, flight.ruled) == ({"D-A1": "yes"}, {"gentle": "yes"})


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("does: ring,", "does: rinng,", "vocabulary.yaml:2: effect bell: unknown effect 'rinng'; did you mean ring?"),
        ("colour: blue", "colour: green", "vocabulary.yaml:3: effect whitewash: paint: colour: 'green' is not a known word; known: red, blue"),
        ("colour: blue", "color: blue", "vocabulary.yaml:3: effect whitewash: effect paint has no parameter 'color'; did you mean colour?"),
        ("{colour}", "{color}", "vocabulary.yaml:4: effect coloured: {color} is neither a parameter nor a number or word of game.yaml; did you mean colour?"),
        ("words: calm", "words: calm: no", "vocabulary.yaml:10: is not YAML"),
        ("holds: hot,", "holds: either,", "vocabulary.yaml:11: condition warm: unknown condition 'either'; known: alarmed, calm"),
        ("holds: {hotter_than: 5}, words: hot", "words: hot", "vocabulary.yaml:9: condition hot: has no components; add `holds`"),
        ("brief: quick", "breif: quick", "vocabulary.yaml:5: effects.stir.breif: unknown key; did you mean brief?"),
        ("{does: ring,", "{", "vocabulary.yaml:2: effects.bell.does: is missing; add it"),
        ("  bell:", "  Bell:", "vocabulary.yaml:2: effects.Bell: 'Bell' does not match "),
    ],
)  # fmt: skip
def test_a_fault_of_the_vocabulary_is_reported_with_its_line(worded, old, new, problem):
    worded.edit("vocabulary", old, new)
    (found,) = worded.problems()  # and no table tells it again
    assert found.startswith(problem)


MARKS = """\
effects:
  marked: {does: mark, takes: [soft, hard], words: "{word} mark"}
  placed: {does: mark, takes: order, words: "mark of {=word}"}
"""


def test_a_word_of_data_takes_no_other_words_than_it_says(drill):
    drill.write("vocabulary", MARKS)
    drill.table(
        "id: D-MARKS\ndice: 1d6\nrows:\n  - {roll: 1-6, effects: [{marked: soft}, {placed: D-ONE}]}\n", "d-marks"
    )
    book = drill.load()
    row = book.tables["D-MARKS"].at(1)
    assert codes(row.effects) == ["marked soft", "placed D-ONE"]
    assert [effect.words(book.say) for effect in row.effects] == ["soft mark", "mark of D-ONE"]
    drill.edit("d-marks", "soft", "sft")
    drill.edit("d-marks", "D-ONE", "D-TWO")
    (soft, one) = drill.problems()
    assert "effect marked: word: 'sft' is not a known word; known: soft, hard" in soft
    assert "effect placed: word: 'D-TWO' is not a known word; known: D-ONE" in one


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("takes: order", "takes: ordr", "unknown list of game.yaml 'ordr'; did you mean order?"),
        ("takes: order", "takes: missions", "unknown list of game.yaml 'missions'"),
        ("does: mark, takes: [soft, hard]", "does: {mark: soft}, takes: [soft, hard]", "`takes` needs exactly one parameter; it has none"),
        ("does: mark, takes: [soft, hard]", "does: [mark, heat], takes: [soft]", "`takes` needs exactly one parameter; it has word, degrees"),
    ],
)  # fmt: skip
def test_what_a_word_takes_is_one_parameter_and_a_list(drill, old, new, problem):
    drill.write("vocabulary", MARKS.replace(old, new))
    (found,) = drill.problems()
    assert problem in found


def test_the_vocabulary_is_part_of_what_logs_are_held_against(worded):
    before = worded.load().digest
    worded.edit("vocabulary", "{heat: 2}", "{heat: 4}")
    assert worded.load().digest != before


def test_an_overlay_may_bring_another_vocabulary(worded):
    worded.over("vocabulary", WORDS.replace("words: stirred", "words: well stirred"))
    worded.over("d-one", (worded.base / "drill" / "d-one.yaml").read_text())
    assert worded.load(overlay=True).tables["D-WORDS"].at(0).effects[0].words(str) == "well stirred"


def test_a_game_without_the_file_has_the_words_of_its_code_alone(drill, drill_game):
    vocabulary = drill.load().vocabulary
    assert set(vocabulary.effects) == set(drill_game.effects)
    assert (vocabulary.made(), vocabulary.hidden) == ({}, {})


def test_rules_name_words_of_data_by_their_kind(worded):
    made = worded.load().vocabulary.made()
    assert {"vocabulary.effects.stir", "vocabulary.conditions.warm", "vocabulary.quantities.heat_twice"} < set(made)
    assert "vocabulary.effects.ring" not in made
