"""Errors name a near name, keep their exit codes, and arrive from worker processes as they were raised."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from combatbox.cli import COMMANDS
from combatbox.core.errors import CombatBoxError, DataError, Problem, ReplayMismatch, UnknownName, suggest
from combatbox.press.errors import PapersFailed

RAISED = [
    CombatBoxError("file: is wrong; correct it"),
    DataError([Problem("tables/a.yaml", 3, "unknown key 'x'")]),
    UnknownName("table", "wnig", ["wing"]),
    ReplayMismatch("step 1", "a hit", "a miss"),
    PapersFailed({"tables-a4.pdf": "a cell is too long"}, [Path("cards-a4.pdf")]),
]


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_an_error_is_pickled_with_its_message_and_attributes(error: CombatBoxError) -> None:
    received = pickle.loads(pickle.dumps(error))
    assert (type(received), str(received), received.exit_code) == (type(error), str(error), error.exit_code)
    assert vars(received) == vars(error)


def test_an_unknown_name_is_known_to_who_catches_the_error() -> None:
    assert UnknownName("table", "wnig", ["wing"]).name == "wnig"


def test_the_nearest_known_names_are_offered_or_all_of_a_short_list():
    assert suggest("wnig", ["wing", "tail"]) == "; did you mean wing?"
    assert suggest("xyz", ["b", "a"]) == "; known: a, b"
    assert suggest("xyz", [str(n) + "----" for n in range(13)]) == ""
    assert suggest("xyz", []) == ""


def misspelt(name: str) -> list[str]:
    """Return a name with two letters swapped, with one left out and with one doubled, at each place."""
    ends = [(name[:at], name[at:]) for at in range(len(name))]
    swapped = [head + tail[1] + tail[0] + tail[2:] for head, tail in ends if len(tail) > 1 and tail[0] != tail[1]]
    return [*swapped, *(head + tail[1:] for head, tail in ends), *(head + tail[0] + tail for head, tail in ends)]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_misspelt_name_gets_its_proposal(command: str) -> None:
    missed = [typed for typed in misspelt(command) if typed not in COMMANDS and command not in suggest(typed, COMMANDS)]
    assert missed == []


@pytest.mark.parametrize("stranger", ["nosuch", "nothing", "banana", "zeppelin", "foo", "something", "elephant"])
def test_a_name_that_resembles_nothing_gets_no_proposal(stranger: str) -> None:
    assert suggest(stranger, COMMANDS) == ""


def test_a_data_error_holds_every_problem_once_in_order_of_file_and_line():
    error = DataError([Problem("b", 1, "x"), Problem("a", 10, "y"), Problem("a", 9, "z"), Problem("a", 9, "z")])
    assert str(error) == "a:9: z\na:10: y\nb:1: x"
    assert len(error.problems) == 3


def test_errors_know_their_exit_code():
    assert CombatBoxError("x").exit_code == 2
    assert ReplayMismatch("step 1", "a", "b").exit_code == 1
    assert str(ReplayMismatch("step 1", "a", "b")) == "step 1: expected a; got b"
