"""The comparison of logs of two states of the code tells what is not listed, and nothing else."""

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


def test_a_new_field_a_better_rule_and_another_order_of_changes_are_no_difference():
    assert reported(place="crew.move", rule="Q14.0-2", changes=[["b", 0, 1], ["a", 0, 1]]) == []


@pytest.mark.parametrize(
    "now", [{"taken": "tail_gunner"}, {"changes": [["a", 0, 1]]}, {"rule": "Q14.0-3"}, {"n": 8}, {"mood": "grim"}]
)
def test_anything_else_is_reported(now):
    assert len(reported(**now)) == 1


def test_an_event_more_is_reported_on_either_side():
    assert next(iter(differences([], [["one", CHOICE]]))).startswith("one: an event more now")
    assert next(iter(differences([["one", CHOICE]], []))).startswith("one: an event more then")


ROLL = {
    "kind": "roll",
    "gives": ["tanks dry"],
    "modifiers": [["came_down ditching", 1]],
    "changes": [["halved", None, 0]],
}


def rolled(**now):
    return list(differences([["one", ROLL]], [["one", {**ROLL, **now}]]))


def test_a_better_name_of_a_code_and_a_field_that_nothing_read_are_no_difference():
    assert rolled(gives=["tanks_dry"], modifiers=[["by_ditching", 1]], changes=[]) == []
    assert len(rolled(gives=["tanks_hold"])) == 1
    assert len(rolled(modifiers=[["by_ditching", 2]])) == 1
    assert len(rolled(changes=[["halved", None, 0], ["turned", None, 1]])) == 1
