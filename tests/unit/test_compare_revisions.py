"""The comparison of logs of two states of the code tells every difference but that of order."""

from __future__ import annotations

import pytest
from tests.compare_revisions import differences

CHOICE = {
    "kind": "choice",
    "n": 7,
    "decision": "move",
    "rule": "Q14.1-4",
    "taken": "done",
    "changes": [["a", 0, 1], ["b", 0, 1]],
}


def reported(**now):
    return list(differences([["one", CHOICE]], [["one", {**CHOICE, **now}]]))


def test_another_order_of_changes_is_no_difference():
    assert reported(changes=[["b", 0, 1], ["a", 0, 1]]) == []


@pytest.mark.parametrize(
    "now", [{"taken": "tail_gunner"}, {"changes": [["a", 0, 1]]}, {"rule": "Q14.0-2"}, {"n": 8}, {"mood": "grim"}]
)
def test_anything_else_is_reported(now):
    assert len(reported(**now)) == 1


def test_an_event_more_is_reported_on_either_side():
    assert next(iter(differences([], [["one", CHOICE]]))).startswith("one: an event more now")
    assert next(iter(differences([["one", CHOICE]], []))).startswith("one: an event more then")
