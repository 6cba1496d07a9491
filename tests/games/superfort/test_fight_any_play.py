"""Random legal play under dice that bring fights: what must hold of every fight, hit and move (`fight_invariants`)."""

from __future__ import annotations

import pytest
from fight_invariants import LEANS, WORSE, check, check_event

from combatbox_dev.fuzz import PLAYERS, Fuzz, any_rulings, play

RUNS = 40


class Watching:
    """Looks at the state and at what is done with every event."""

    def __init__(self, book, doctrine):
        self.book = book

    def __call__(self, state, event):
        check(state, self.book)
        check_event(state, event, self.book)


def fuzz(book):
    """Missions in which much is shot at: every other one under any rulings."""
    rulings = lambda book, number: any_rulings(book, number) if number % 2 else {}  # noqa: E731
    return Fuzz(book, word="b29fight", rulings=rulings, worse=WORSE, leans=LEANS, watch=Watching)


@pytest.mark.sample(1)
@pytest.mark.parametrize("player", PLAYERS)
def test_any_legal_play_of_a_fight_keeps_to_the_rules(book, player):
    piece = play(fuzz(book), 0, RUNS, player=player)
    assert piece.faults == {}
    if player == "any":
        assert {"aim", "evade", "move", "give_up_pressure", "order", "fight_fire", "carry_to"} <= set(piece.asked)


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
