"""The log as the only account: changes fold to the state, and nothing of the state is missing from it."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal, answers_of, faces_of, snapshot
from combatbox.core.game import Setup, fly
from combatbox.core.log_state import state_after


@dataclass
class Inner:
    value: int = 0


@dataclass
class Outer:
    name: str = "n"
    flag: bool = False
    maybe: str | None = None
    words: list[str] = field(default_factory=list)
    inners: list[Inner] = field(default_factory=list)
    by_key: dict[str, Inner] = field(default_factory=dict)


def test_a_snapshot_is_flat_and_in_the_order_of_the_fields():
    thing = Outer("x", True, None, ["a", "b"], [Inner(1), Inner(2)], {"k": Inner(3)})
    assert list(snapshot(thing).items()) == [
        ("name", "x"),
        ("flag", True),
        ("words", ["a", "b"]),
        ("inners.0.value", 1),
        ("inners.1.value", 2),
        ("by_key.k.value", 3),
    ]


def test_a_snapshot_does_not_change_with_the_state_it_was_taken_of():
    thing = Outer(words=["a"])
    taken = snapshot(thing)
    thing.words.append("b")
    assert taken["words"] == ["a"]


def test_what_is_none_is_not_there():
    assert "maybe" not in snapshot(Outer())
    assert snapshot(Outer(maybe="yes"))["maybe"] == "yes"


def test_the_first_state_is_credited_to_the_first_event_and_each_change_to_the_event_before_it():
    journal, thing = Journal(), Outer()
    journal.watch(thing)
    journal.log("phase", "", "", name="one", who="", data={})
    journal.log("phase", "", "", name="two", who="", data={})
    thing.flag = True
    journal.log("phase", "", "", name="three", who="", data={})
    thing.words.append("a")
    journal.flush_changes()
    assert journal.events[0]["changes"] == [("name", None, "n"), ("flag", None, False), ("words", None, []),
                                            ("inners", None, [])]  # fmt: skip
    assert journal.events[1]["changes"] == [("flag", False, True)]
    assert journal.events[2]["changes"] == [("words", [], ["a"])]


def test_a_change_back_and_forth_between_two_events_is_no_change():
    journal, thing = Journal(), Outer()
    journal.watch(thing)
    journal.log("phase", "", "", name="", who="", data={})
    journal.flush_changes()
    before = list(journal.events[0]["changes"])
    thing.flag = True
    thing.flag = False
    journal.flush_changes()
    assert journal.events[0]["changes"] == before


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["name", "flag", "maybe", "words", "inners", "by_key"]),
            st.integers(0, 3),
            st.booleans(),
        ),
        max_size=30,
    )
)
def test_changes_fold_to_the_state_whatever_is_done_to_it(steps):
    journal, thing = Journal(), Outer()
    journal.watch(thing)
    journal.log("phase", "", "", name="", who="", data={})
    for name, number, text in steps:
        value = {
            "name": str(number),
            "flag": number > 1,
            "maybe": None if number == 0 else str(number),
            "words": ["w"] * number,
            "inners": [Inner(i) for i in range(number)],
            "by_key": {str(i): Inner(number) for i in range(number)},
        }[name]
        setattr(thing, name, value)
        if text:
            journal.log("phase", "", "", name="", who="", data={})
    journal.flush_changes()
    assert state_after(journal.events) == snapshot(thing)


def test_the_state_after_some_events_is_that_of_those_events_alone():
    journal, thing = Journal(), Outer()
    journal.watch(thing)
    for number in range(4):
        journal.log("phase", "", "", name="", who="", data={})
        thing.name = str(number)
    journal.flush_changes()
    assert [state_after(journal.events, upto)["name"] for upto in (1, 2, 3, 4)] == ["0", "1", "2", "3"]
    assert state_after(journal.events, 0) == {}


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), run=st.sampled_from(["mission", "tour"]), mission=st.integers(1, 25))
def test_changes_of_a_flown_log_fold_to_the_final_state(twentyfive, seed, run, mission):
    journal = Journal()
    state = fly(twentyfive.game, twentyfive.rulebook(), SeededDice(seed), run=run, setup=Setup(mission),
                player=DefaultPlayer(), journal=journal)  # fmt: skip
    assert state_after(journal.events) == snapshot(state)
    assert [event["n"] for event in journal.events] == list(range(1, len(journal.events) + 1))


def test_faces_and_answers_are_read_back_from_events(twentyfive):
    journal = Journal()
    fly(twentyfive.game, twentyfive.rulebook(), SeededDice(9), run="tour", player=DefaultPlayer(), journal=journal)
    faces = faces_of(journal.events)
    assert tuple(faces) == SeededDice(9).throw(len(faces), "", "")
    assert set(answers_of(journal.events)) == {("fly_on", "fly_on")}


@pytest.mark.parametrize("value", [{}, {"a": 1}])
def test_a_header_is_copied(value):
    journal = Journal(value)
    journal.header["b"] = 2
    assert "b" not in value
