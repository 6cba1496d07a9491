"""The state that a log's events leave behind, and as it was before the last of them."""

from __future__ import annotations

from combatbox.core.log_state import LogState, changes_of, tree


def event(*changes):
    return {"n": 1, "kind": "phase", "name": "", "place": "", "rule": "", "who": "", "data": {}, "changes": [*changes]}


def test_an_event_changes_the_state_and_leaves_the_one_before_as_it_was():
    state = LogState({"turn": 1, "men.pilot.kills": 2})
    state.take(event(("turn", 1, 2), ("men.pilot.kills", 2, None), ("leg", None, "out")))
    assert state == {"turn": 2, "leg": "out"}
    assert state.before == {"turn": 1, "men.pilot.kills": 2}
    state.take(event())
    assert state.before == state == {"turn": 2, "leg": "out"}


def test_a_field_of_the_state_is_a_tree_of_what_it_holds():
    state = {
        "men.pilot.kills": 2,
        "men.pilot.name": "Roy",
        "men.tail.kills": 0,
        "mention": 1,
        "waves.0.fighters.1.type": "me109",
    }
    assert tree(state, "men") == {"pilot": {"kills": 2, "name": "Roy"}, "tail": {"kills": 0}}
    assert tree(state, "waves") == {"0": {"fighters": {"1": {"type": "me109"}}}}
    assert tree(state, "guns") == {}


def test_a_change_is_read_as_the_steps_of_its_path():
    assert list(changes_of(event(("men.pilot.kills", 0, 1)))) == [(("men", "pilot", "kills"), 0, 1)]
