"""What must hold of every fight, hit and move in random legal play (`fight_invariants`) is seen to fail."""

from __future__ import annotations

import pytest
from fight_invariants import check, check_event


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("too many men", lambda state: state.rooms.update(dict.fromkeys(("cfc", "navigator", "engineer"), "tail"))),
        ("lost for good", lambda state: setattr(state.pressure, "pressure_lost", True)),
        ("is held by", lambda state: setattr(state.men["cfc"], "station", "pilot")),
        ("used twice", lambda state: state.cabins.bottles.update(waist=-1)),
    ],
)
def test_the_invariants_find_what_is_wrong(b29, what, change):
    r = b29()
    check(r.state, r.flight.book)
    change(r.state)
    with pytest.raises(AssertionError, match=what):
        check(r.state, r.flight.book)


@pytest.mark.parametrize(
    ("gun", "man", "place", "what"),
    [
        ("tail", "bombardier", "6_level", "by bombardier"), ("fwd_upper", "pilot", "12_high", "no sight"),
        ("aft_upper", "left_gunner", "3_high", "by left_gunner"), ("tail_cannon", "tail_gunner", "6_level", "not armed"),
    ],
)  # fmt: skip
def test_the_invariants_find_a_turret_fired_without_its_sight(b29, gun, man, place, what):
    r = b29().wave(("zeke", place))
    r.state.hand.man, r.state.hand.fighter = man, 0
    with pytest.raises(AssertionError, match=what):
        check_event(r.state, {"place": "guns.fire", "who": gun, "kind": "roll"}, r.flight.book)
