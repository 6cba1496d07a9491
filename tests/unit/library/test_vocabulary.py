"""Words of the vocabulary and their parameters: what is taken, what is refused and how, and the schema that says so."""

from __future__ import annotations

from typing import Annotated, Literal

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatbox.core.annotations import OneOf
from combatbox.core.effects import effect
from combatbox.core.errors import CombatBoxError
from combatbox.core.game import vocabulary_index
from combatbox.games import GAMES
from combatbox.library.load import load
from combatbox.library.vocabulary import build, spec_schema

CONSTANTS = {"guns": {"nose": {}, "tail": {}}, "covers": ["poor", "good"]}


@effect("jam")
def jam(flight, gun: Annotated[str, OneOf("guns", also=("this",))]):
    """A gun jams."""


@effect("many")
def many(
    flight,
    number: int,
    share: int | str,
    covers: tuple[Annotated[str, OneOf("covers")], ...],
    side: Literal["port", "starboard", 1] = "port",
):
    """Something of everything."""


KNOWN = vocabulary_index(jam, many)


def refused(spec):
    with pytest.raises(CombatBoxError) as caught:
        build("effect", spec, KNOWN, CONSTANTS)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_word_of_a_list_is_one_that_the_data_lists():
    assert build("effect", {"jam": "tail"}, KNOWN, CONSTANTS) == jam.bind("tail")
    assert build("effect", {"jam": "this"}, KNOWN, CONSTANTS) == jam.bind("this")
    assert refused({"jam": "nosse"}) == "effect jam: gun: 'nosse' is not a known word; known: nose, tail, this"
    assert refused({"jam": 3}) == "effect jam: gun: must be text (got 3)"
    with pytest.raises(CombatBoxError, match="'tail' is not a known word; known: this"):
        build("effect", {"jam": "tail"}, KNOWN, {})


def test_every_kind_of_parameter_is_taken_and_a_list_becomes_a_tuple():
    spec = {"many": {"number": 2, "share": "88+2d6", "covers": ["poor", "poor"]}}
    assert build("effect", spec, KNOWN, CONSTANTS) == many.bind(2, "88+2d6", ("poor", "poor"), "port")
    assert build("effect", {"many": {**spec["many"], "side": 1}}, KNOWN, CONSTANTS)["side"] == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"number": "2"}, "number: must be a whole number (got '2')"),
        ({"number": True}, "number: must be a whole number (got True)"),
        ({"share": 1.5}, "share: must be a whole number or text (got 1.5)"),
        ({"covers": "poor"}, "covers: must be a list (got 'poor')"),
        ({"covers": ["poor", "bad"]}, "covers: 'bad' is not a known word; known: poor, good"),
        ({"side": True}, "side: must be one of port, starboard, 1 (got True)"),
        ({"sid": "port"}, "has no parameter 'sid'; did you mean side?"),
    ],
)
def test_a_parameter_of_another_type_is_refused_in_one_line(change, said):
    whole = {"number": 2, "share": 1, "covers": ["poor"]}
    assert refused({"many": {**whole, **change}}).endswith(said)


def test_a_parameter_that_is_missing_is_named():
    assert refused({"many": {"number": 2}}) == "effect many: share is missing"
    assert refused("jam") == "effect jam: gun is missing"


BOOKS = {key: load(key) for key in GAMES}


@given(st.data())
def test_the_schema_takes_what_the_loader_takes(data):
    """Every word of every game, with parameters drawn from its schema's own words and from odd things."""
    key = data.draw(st.sampled_from(list(GAMES)))
    constants = BOOKS[key].meta.constants
    known = BOOKS[key].vocabulary.effects
    name = data.draw(st.sampled_from([name for name, word in known.items() if word.parameters]))
    schema = spec_schema({name: known[name]}, constants)
    odd = st.one_of(st.none(), st.integers(-1, 5), st.text(max_size=3), st.sampled_from(["pilot", "this", "nose"]))
    parameters = {each: data.draw(odd | st.lists(odd, max_size=2)) for each in known[name].parameters}
    spec = {name: parameters}
    try:
        build("effect", spec, known, constants)
        taken = True
    except CombatBoxError:
        taken = False
    if taken:
        jsonschema.validate(spec, schema)
