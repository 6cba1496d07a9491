"""A game on two devices: each goes on from the other's link, and an older link or another course is refused with the reason."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from combatbox.library.load import load as loaded
from combatbox.play.controller import GameController
from combatbox.play.saves import StaleHandover

load = cache(loaded)
BOTH = {"skirmish": {"german_policy": "player"}, "queen": {"two_player": "on"}}
SIDES = {
    "skirmish": ["player of the Americans", "player of the Germans"],
    "queen": ["bomber's player", "German player"],
}


def of_a_side(desk: GameController, seen: dict[str, Any]) -> dict[str, Any]:
    """Play a side's turn by the defaults."""
    whose = seen["turn"]
    while seen["turn"] == whose:
        seen = desk.answer(seen["asked"]["default"])
    return seen


@pytest.mark.parametrize("key", BOTH)
def test_a_game_goes_to_and_fro_and_names_whose_turn_it_is(key):
    one, other = GameController(load(key)), GameController(load(key))
    seen = one.begin(seed="13", mission=2, rulings=BOTH[key])
    whose, own_save = [seen["turn"]], {one: one.save(), other: ""}
    for _ in range(6):
        seen = of_a_side(one, seen)
        if seen["over"]:
            break
        own_save[one] = one.save()
        one, other = other, one
        seen = one.take_over(other.share(), own_save[one])
        whose.append(seen["turn"])
        assert one.session.journal.events == other.session.journal.events
        own_save[one] = one.save()
    assert len(whose) > 2
    assert whose == [SIDES[key][n % 2] for n in range(len(whose))]


@pytest.mark.parametrize("key", BOTH)
def test_an_older_link_and_another_course_are_refused_with_the_reason(key):
    desk = GameController(load(key))
    seen = desk.begin(seed="13", mission=2, rulings=BOTH[key])
    seen = of_a_side(desk, seen)
    link, then = desk.share(), desk.save()
    assert desk.take_over(link, then)["turn"] == SIDES[key][1], "the same state is no older one"
    seen = of_a_side(desk, seen)
    with pytest.raises(StaleHandover, match="the link is stale: the game on this device is .* decisions? ahead"):
        desk.take_over(link, desk.save())
    own_save = desk.save()
    desk.back_to(0)
    seen = desk.answer(desk.seen()["asked"]["options"][-1]["text"])
    of_a_side(desk, seen)
    with pytest.raises(StaleHandover, match="differ at decision 1; remove the game here"):
        desk.take_over(desk.share(), own_save)
    desk.begin(seed="14", mission=2, rulings=BOTH[key])
    with pytest.raises(StaleHandover, match="belongs to another game"):
        desk.take_over(desk.share(), own_save)


def test_dice_by_hand_are_compared_too():
    desk = GameController(load("skirmish"))
    seen = desk.begin(seed="", dice="own", rulings=BOTH["skirmish"])

    def throw(face: int) -> dict[str, Any]:
        seen = desk.seen()
        while not seen["dice"]:
            seen = desk.answer(seen["asked"]["default"])
        return desk.throw([face] * seen["dice"]["count"])

    throw(3)
    own_save = desk.save()
    desk.undo()
    throw(4)
    with pytest.raises(StaleHandover, match="differ in the entered dice"):
        desk.take_over(desk.share(), own_save)
    assert seen


def test_a_tour_goes_on_from_its_last_checkpoint():
    one, other = GameController(load("queen")), GameController(load("queen"))
    seen = one.begin(seed="9", run="tour", rulings=BOTH["queen"])
    while one.session.mission < 2:
        seen = one.answer(seen["asked"]["default"])
    own_save = one.save()
    one.load(own_save)
    other.take_over(one.share(), "")
    for _ in range(3):
        other.answer(other.seen()["asked"]["default"])
    one.take_over(other.share(), own_save)
    assert one.session.journal.events == other.session.journal.events


@pytest.mark.parametrize(
    ("rulings", "turns"),
    [({}, {""}), ({"solo": "germans"}, {""}), ({"german_policy": "player"}, set(SIDES["skirmish"]))],
)
def test_where_one_person_plays_nobody_takes_turns_and_nothing_is_hidden(rulings, turns):
    desk = GameController(load("skirmish"))
    seen, met = desk.begin(seed="11", rulings=rulings), set()
    while not seen["over"] and seen["answers"] < 25:
        met.add(seen["turn"])
        drawn = desk.drawn(seen["events"])
        assert drawn
        assert seen["across"] == ""
        if seen["asked"]["open"] and "inches" in seen["asked"]["question"]:
            assert drawn["touched"]["reach"], "a move can be dragged from either seat"
        assert seen["asked"]["advised"]
        seen = desk.answer(seen["asked"]["default"])
    assert met == turns


def test_seats_are_choices_of_rulings():
    for key in ("queen", "skirmish", "superfort", "twentyfive"):
        described = GameController(load(key)).describe()
        seats = [seat["key"] for seat in described["seats"]]
        assert seats == {"queen": ["bomber", "both"], "skirmish": ["americans", "germans", "both"]}.get(key, [])
        for seat in described["seats"]:
            for ruling, option in seat["rulings"].items():
                assert option in described["rulings"][ruling]["options"]
        if seats:
            defaults = {name: ruling["default"] for name, ruling in described["rulings"].items()}
            assert described["seats"][0]["rulings"].items() <= defaults.items()
