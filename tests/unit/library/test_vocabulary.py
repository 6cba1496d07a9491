"""A word of the vocabulary is made without pydantic where its parameters are plain: the same, and never more, than with it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from combatbox.games import GAMES
from combatbox.library.vocabulary import _checks, _made, adapter

WORDS = [
    pytest.param(cls, id=f"{key} {name}")
    for key, game in GAMES.items()
    for vocabulary in (game.effects, game.conditions, game.quantities)
    for name, cls in vocabulary.items()
]
SEVERAL = [param.values[0] for param in WORDS if param.values[0].__dataclass_fields__]
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 9), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=3),
    st.lists(st.sampled_from(["pilot", "left_waist", 1, None]), max_size=2), st.dictionaries(st.text(max_size=2), st.none(), max_size=1),
)  # fmt: skip


def as_pydantic_has_it(cls, parameters):
    try:
        return adapter(cls).validate_json(json.dumps(parameters), strict=True)
    except ValidationError:
        return None


@pytest.mark.parametrize("cls", WORDS)
def test_a_word_without_its_parameters_is_made_by_both_or_by_neither(cls):
    if _checks(cls) is not None:
        assert _made(cls, {}) == as_pydantic_has_it(cls, {})


@given(st.data())
def test_whatever_is_given_is_taken_only_as_pydantic_takes_it(data):
    cls = data.draw(st.sampled_from(SEVERAL))
    words = adapter(cls).json_schema()
    known = [word for part in (words, *words.get("properties", {}).values()) for word in part.get("enum", [])]
    value = ODD | st.sampled_from(known) if known else ODD
    parameters = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(words["properties"], value)))
    made = _made(cls, parameters)
    assert made is None or made == as_pydantic_has_it(cls, parameters)


def test_nearly_every_word_is_made_so() -> None:
    """Else the start of every command would pay for an adapter a word."""
    slow = [param.id for param in WORDS if _checks(param.values[0]) is None]
    assert slow == ["queen per_cent"]
