"""Words for a field of the state (`bomber.vocabulary`): only fields that there are, of the kind that the word can keep."""

from __future__ import annotations

import pytest

from combatbox.bomber import state as bomber
from combatbox.bomber import vocabulary
from combatbox.core.errors import CombatBoxError
from combatbox.games.superfort.state import State
from combatbox.library.vocabulary import build


def made(book, what, spec):
    words = {
        "effect": book.vocabulary.effects,
        "condition": book.vocabulary.conditions,
        "quantity": book.vocabulary.quantities,
    }
    return build(what, spec, words[what], book.meta.constants)  # fmt: skip


def test_a_field_is_one_of_the_games_own_state_and_of_the_kind_that_the_word_keeps():
    own, shared = vocabulary.FieldOf("", (), State), vocabulary.FieldOf("", (), bomber.State)
    assert {"ending.sea", "track.weather", "plane.fate"} <= set(own.words({}))
    assert "ending.sea" not in shared.words({})
    assert "sortie.flak_add" not in own.words({})
    assert "sortie.flak_add" in vocabulary.FieldOf("", (), State, int).words({})
    assert "plane.bombs_aboard" in vocabulary.FieldOf("", (), State, bool).words({})


@pytest.mark.parametrize(
    ("what", "spec", "problem"),
    [
        ("effect", {"keeps": {"field": "ending.see", "value": "calm"}}, "did you mean ending.sea or"),
        ("effect", {"is_now": {"field": "ending.sea"}}, "field: 'ending.sea' is not a known word"),
        (
            "effect",
            {"adds": {"field": "navigation.compass", "add": "more"}},
            r"effect adds: add: must be a whole number \(got 'more'\)",
        ),
        ("effect", {"sea": "stormy"}, "is not a known word; known: calm, moderate, rough, very_rough"),
        ("effect", {"fog": "thick"}, "is not a known word; known: good, poor, bad"),
    ],
)
def test_a_field_or_a_value_that_there_is_not_is_refused(book, what, spec, problem):
    with pytest.raises(CombatBoxError, match=problem):
        made(book, what, spec)


def test_rows_keep_and_modifiers_ask(book, b29):
    flight = b29().flight
    asked = {
        "rough": made(book, "condition", {"is": {"field": "ending.sea", "value": "rough"}}),
        "ditched off the runway": made(book, "condition", {"is_so": "ending.off_runway"}),
        "far": made(book, "condition", {"at_least": {"field": "orders.target_zone", "number": 13}}),
        "near": made(book, "condition", {"between": {"field": "orders.target_zone", "first": 1, "last": 12}}),
    }

    def holding():
        return {name for name, one in asked.items() if one.holds(flight)}

    flight.state.orders.target_zone = 12
    assert holding() == {"near"}
    for spec in ({"sea": "rough"}, "off_the_runway", {"target_zone": 13}, {"compass": -2}, {"compass": -1}):
        made(book, "effect", spec).apply(flight)
    assert holding() == {"rough", "ditched off the runway", "far"}
    assert made(book, "quantity", "compass_add").amount(flight) == -3
    assert made(book, "quantity", {"number_of": {"field": "navigation.compass", "times": -1}}).amount(flight) == 3
    made(book, "effect", {"is_now": {"field": "ending.off_runway", "so": False}}).apply(flight)
    assert holding() == {"rough", "far"}
