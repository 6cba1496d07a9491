"""What a journal tells of a state is what a plain reading of all of it finds, whatever is done to the state."""

from __future__ import annotations

import json
import random
from collections import OrderedDict
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, is_dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatbox.core.change_tracking import StateTracker, inline
from combatbox.core.events import Journal, snapshot
from combatbox_dev.fuzz import Plainly


@dataclass
class Leaf:
    number: int = 0
    text: str | None = None
    words: list[str] = field(default_factory=list)


@dataclass
class Twig(Leaf):
    """A subclass, as one game's state is of another's."""

    more: float = 0.5
    tip: Leaf | None = None


@dataclass
class Side:
    """A record that a log does not name, with a mapping that it does not name either."""

    hits: int = 0
    shells: list[str] = field(default_factory=list)
    parts: dict[str, int] = inline(dict)


@dataclass(eq=False, slots=True)
class Loose:
    """A record with slots, so without a dictionary of its fields."""

    level: int = 0
    marks: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A record whose fields cannot be set."""

    here: int = 0
    marks: list[str] = field(default_factory=list)


@dataclass
class State:
    first: int = 0
    maybe: str | None = None
    leaf: Leaf = field(default_factory=Leaf)
    side: Side = inline(Side)
    words: list[str] = field(default_factory=list)
    table: dict[str, Any] = field(default_factory=dict)
    leaves: list[Any] = field(default_factory=list)
    named: dict[str, Any] = field(default_factory=dict)
    loose: Loose = field(default_factory=Loose)
    anything: Any = None
    last: bool = False


def _records(state: State) -> list[Any]:
    """Every record that can be come by, each once."""
    found: dict[int, Any] = {}
    waiting: list[Any] = [state]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, dict):
            waiting += thing.values()
        elif isinstance(thing, (list, tuple)):
            waiting += thing
        elif is_dataclass(thing) and id(thing) not in found:
            found[id(thing)] = thing
            waiting += [getattr(thing, name) for name in thing.__dataclass_fields__]
    return list(found.values())


class _Mess:
    """Does things to a state that a game might do, and some that none would unless it is `tame`."""

    def __init__(self, seed: int, *, tame: bool) -> None:
        self.chance = random.Random(seed)
        self.made = 0
        self.left_alone = {"side", "parts"} | ({"loose", "anything"} if tame else set())
        self.tame = tame

    def any_leaf(self, state: State) -> Leaf:
        """A new leaf, one that stands somewhere, or one that is equal to it."""
        standing = [record for record in _records(state) if type(record) in (Leaf, Twig)]
        kind = self.chance.random()
        if kind < 0.4 or not standing:
            tip = Leaf(7) if self.chance.random() < 0.5 else None
            of_kind = Twig if kind < 0.2 else Leaf
            return of_kind(self.chance.randrange(3), tip=tip) if kind < 0.2 else of_kind(self.chance.randrange(3))
        leaf = self.chance.choice(standing)
        return leaf if kind < 0.7 else deepcopy(leaf)

    def any_words(self, state: State) -> list[str]:
        """A new list, or one that stands somewhere else too."""
        lists = [
            getattr(record, name)
            for record in _records(state)
            for name in ("words", "shells", "marks")
            if hasattr(record, name)
        ]
        return (
            self.chance.choice(lists)
            if self.chance.random() < 0.3
            else [self.word() for _ in range(self.chance.randrange(3))]
        )

    def any_named(self, state: State) -> dict[str, Any]:
        """A new dictionary, or the one that stands there; either can be followed."""
        named = {self.word(): self.any_leaf(state) for _ in range(3)}
        return self.chance.choice([named, state.named])

    def word(self) -> str:
        return self.chance.choice("abc")

    def any_thing(self, state: State) -> Any:
        """What no game has in its state."""
        return self.chance.choice([
            state.named, None, 1, "a", 2.5, (), ("a", 1), (1.5, None), [[1], ["b"]], {"k": ["v"]}, OrderedDict(o=1), Loose(), Fixed(1),
            (Leaf(), Leaf(1)), [Fixed()], [Loose(), Leaf()], self.any_leaf(state), {"deep": {"deeper": self.any_leaf(state)}},
        ])  # fmt: skip

    def step(self, state: State) -> None:
        """One change of one thing."""
        self.chance.choice(
            (self.set_a_field, self.set_a_field, self.set_a_field, self.change_a_list, self.change_a_dict)
        )(state)

    def set_a_field(self, state: State) -> None:
        record = self.chance.choice([record for record in _records(state) if not isinstance(record, Fixed)])
        name = self.chance.choice([name for name in record.__dataclass_fields__ if name not in self.left_alone])
        make: dict[str, Callable[[State], Any]] = {
            "first": self._number, "hits": self._number, "number": self._number, "level": self._number,
            "more": lambda _: self.chance.choice([0.5, 1.5]), "last": lambda _: self.chance.random() < 0.5,
            "maybe": self._maybe, "text": self._maybe, "leaf": self.any_leaf, "tip": lambda _: self.chance.choice([None, Leaf(2)]),
            "words": self.any_words, "shells": self.any_words, "marks": self.any_words,
            "table": lambda _: {self.word(): 1}, "loose": lambda _: Loose(self.chance.randrange(3)),
            "leaves": lambda s: [self.any_leaf(s) for _ in range(self.chance.randrange(4))],
            "named": self.any_named, "anything": self.any_thing,
        }  # fmt: skip
        setattr(record, name, make[name](state))

    def _number(self, _: State) -> int:
        return self.chance.randrange(3)

    def _maybe(self, _: State) -> str | None:
        return self.chance.choice([None, "a", "b"])

    def change_a_list(self, state: State) -> None:
        if self.chance.random() < 0.5:
            things, make = state.leaves, lambda: self.any_leaf(state)
        else:
            record = self.chance.choice([r for r in _records(state) if hasattr(r, "words") or hasattr(r, "marks")])
            things, make = getattr(record, "words", None) if hasattr(record, "words") else record.marks, self.word
        match self.chance.randrange(11) if things else 0:
            case 0:
                things.append(make())
            case 6:
                things.extend([make(), make()])
            case 7:
                things.remove(things[-1])
            case 8:
                things += [make()]
            case 9:
                things *= 2
            case 10:
                things.sort(key=repr)
            case 1:
                things.pop(self.chance.randrange(len(things)))
            case 2:
                things[self.chance.randrange(len(things))] = make()
            case 3:
                things.insert(0, make())
            case 4:
                things.reverse()
            case _:
                things.clear()

    def change_a_dict(self, state: State) -> None:
        things, make = self.chance.choice([
            (state.side.parts, lambda: self.chance.randrange(3)), (state.table, lambda: self._number(state) if self.tame else self.any_thing(state)),
            (state.named, lambda: self.any_leaf(state)),
        ])  # fmt: skip
        kind = self.chance.random()
        if kind < 0.2:
            self.change_at_once(things, make)
        elif things and self.chance.random() < 0.3:
            del things[self.chance.choice(list(things))]
        elif things and self.chance.random() < 0.4:
            things[self.chance.choice(list(things))] = make()
        elif self.chance.random() < 0.1:
            things.clear()
        else:
            self.made += 1
            things[f"k{self.made}"] = make()

    def change_at_once(self, things: dict[str, Any], make: Callable[[], Any]) -> None:
        """A change in one of the further ways that a dictionary has."""
        self.made += 1
        key, made = f"k{self.made}", make()
        match self.chance.randrange(5):
            case 0:
                things.update({key: made})
            case 1:
                things.setdefault(key, made)
            case 2:
                things |= {key: made}
            case 3:
                things.pop(key, None)
            case _:
                if things:
                    things.popitem()


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 60), st.floats(0.1, 1), st.booleans())
def test_whatever_is_done_to_a_state_is_reported_as_a_plain_reading_finds_it(
    seed: int, steps: int, often: float, tame: bool
) -> None:
    state, mess, plain = State(), _Mess(seed, tame=tame), Plainly()
    if tame:
        state.loose = None  # type: ignore[assignment]  # what is read whole at every look keeps from the short ways
    tracker = StateTracker(state)
    for _ in range(steps):
        mess.step(state)
        if mess.chance.random() < often:
            found = plain.changes(state)
            assert json.dumps(list(tracker.changes()), default=list) == json.dumps(found, default=list)
    assert list(tracker.changes()) == plain.changes(state)
    assert list(tracker.changes()) == []
    assert tracker.last_read() == snapshot(state)


def _reported(state: Any, *changes: Callable[[], Any]) -> list[list[Any]]:
    """The reported changes, without those of the first look."""
    tracker = StateTracker(state)
    tracker.changes()
    text = []
    for change in changes:
        change()
        text.append(list(tracker.changes()))
    return text


def test_a_field_that_is_empty_can_be_set_in_a_tracked_record_as_in_any():
    state = State(leaf=Leaf(1))

    def emptied_and_set() -> None:
        del state.leaf.number
        state.leaf.number = 2

    assert _reported(state, emptied_and_set) == [[("leaf.number", 1, 2)]]


def test_keys_that_only_change_places_are_no_change():
    state = State(table={"a": 1, "b": 2})

    def moved() -> None:
        state.table["a"] = state.table.pop("a")

    assert _reported(state, moved, lambda: state.table.update(a=5, b=6)) == [
        [],
        [("table.b", 2, 6), ("table.a", 1, 5)],
    ]


def test_changes_of_a_record_that_has_left_the_state_are_not_reported():
    leaf = Leaf()
    state = State(leaf=leaf)
    text = _reported(state, lambda: setattr(state, "leaf", Leaf(1)), lambda: setattr(leaf, "number", 9))
    assert text == [[("leaf.number", 0, 1)], []]


def test_two_journals_may_follow_one_state():
    state = State(leaf=Leaf())
    journals = [Journal(), Journal()]
    for journal in journals:
        journal.watch(state)
        journal.log("phase", "", "", name="", who="", data={})
    for number in range(3):
        state.leaf.number, state.first = number, number
        state.leaves.append(Leaf(number))
        for journal in journals:
            journal.log("phase", "", "", name="", who="", data={})
    assert journals[0].events == journals[1].events
    assert journals[0].events[1]["changes"][:2] == [("first", 0, 1), ("leaf.number", 0, 1)]


def test_a_journal_that_goes_over_to_another_state_reports_the_difference():
    journal = Journal()
    state = State(first=1, maybe="a")
    journal.watch(state)
    journal.log("phase", "", "", name="one", who="", data={})
    journal.flush_changes()
    state.first = 7  # which no event reports
    journal.watch(State(first=2))
    journal.log("phase", "", "", name="two", who="", data={})
    assert journal.events[0]["changes"][-2:] == [("first", 1, 2), ("maybe", "a", None)]


@pytest.mark.parametrize("thing", [{"a": 1}, [1], State])
def test_what_is_no_dataclass_is_no_state(thing: Any):
    with pytest.raises(TypeError, match="the state must be a dataclass instance"):
        Journal().watch(thing)
