"""The figures of 25 and Out say what its tables say, and a pass is rolled in the order of its figure."""

from itertools import pairwise

import pytest
from tests.games import figures
from tests.wing import ONE_SHOWN, TWO_SHOWN

from combatbox.core.dice import ListedDice, SeededDice
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.phrases import span
from combatbox.core.shapes import Area, Label, Line, Placed
from combatbox.games.twentyfive import drawings as drawn
from combatbox.games.twentyfive.flow import flak_barrage, new_state, take_position, take_rank
from combatbox.library.load import load

BOOK = load("twentyfive")
FIGURES = BOOK.game.pages.drawings(BOOK.rulebook(), BOOK.say)


def of(name, kind):
    return figures.of(FIGURES[name], kind)


def labels(name):
    return [item.text for item in of(name, Label)]


def test_every_figure_stands_in_a_chapter_and_nothing_of_it_outside_of_it():
    assert figures.called_for("twentyfive") == sorted(FIGURES)
    for name, figure in FIGURES.items():
        inside = (figure.left <= x <= figure.right and figure.near <= y <= figure.far for x, y in figures.spots(figure))
        assert all(inside), name


@pytest.mark.rule("T-304")
@pytest.mark.rule("T-305")
def test_the_approach_has_a_fighter_ahead_and_astern_of_each_part_and_the_dice_that_send_it_there():
    _bomber, *fighters = of("approach", Placed)
    assert sorted({one.x for one in fighters if one.y > 0}) == sorted({one.x for one in fighters if one.y < 0})
    assert len(fighters) == 6
    assert {one.heading for one in fighters if one.y > 0} == {180}
    assert {one.heading for one in fighters if one.y < 0} == {0}
    for row in BOOK.tables["T-TAB-DIRECTION"].rows:
        side = row.effects[0]["side"]
        assert f"white {span(row.rolls)}: from the {side}" in labels("approach")
    for row in BOOK.tables["T-TAB-AREA"].rows:
        assert f"{BOOK.say(row.effects[0]['area'])}: red {span(row.rolls)}" in labels("approach")


@pytest.mark.rule("T-403")
def test_each_picture_of_the_guns_has_the_guns_of_its_rows_and_a_line_from_each():
    bombers = [one for one in of("guns", Placed) if one.model.group == "ours"]
    fighters = [one for one in of("guns", Placed) if one.model.group == "enemy"]
    rows = BOOK.tables["T-TAB-GUNS"].rows
    assert len(fighters) == len(rows)
    assert len(of("guns", Line)) == sum(len(row.effects[0]["guns"]) for row in rows)
    seen = set()
    for fighter in fighters:
        target = min(bombers, key=lambda one: (one.x - fighter.x) ** 2 + (one.y - fighter.y) ** 2)
        direction = "front" if fighter.y > target.y else "rear"
        area = {-1: "left_wing", 0: "fuselage", 1: "right_wing"}[(fighter.x > target.x) - (fighter.x < target.x)]
        guns = next(row for row in rows if row.key == f"{direction} {area}").effects[0]["guns"]
        below = [item for item in of("guns", Label) if item.x == target.x and target.y - 200 < item.y < target.y]
        assert [item.text.lower() for item in below] == [BOOK.say(gun) for gun in guns]
        seen.add((direction, area))
    assert len(seen) == len(rows)


@pytest.mark.rule("T-505")
@pytest.mark.rule("T-506")
def test_a_burst_strikes_whom_the_lists_name_from_either_side():
    for table, side in ((drawn.FRONT, "start"), (drawn.REAR, "end")):
        account = {item.text for item in of("burst", Label) if item.side == side and item.text[0].isdigit()}
        rows = BOOK.tables[table].rows
        assert account == {f"{span(row.rolls)}  {BOOK.say(row.effects[0]['station'])}" for row in rows}
    assert f"{ONE_SHOWN} one engine out, {TWO_SHOWN} two engines out" in labels("burst")


@pytest.mark.rule("T-302")
def test_a_pass_is_rolled_in_the_order_of_its_figure_and_the_next_fighter_begins_where_it_says():
    order, longest = drawn.ATTACK, set()
    for rolled in figures.stretches(BOOK, (f"figure/{seed}" for seed in range(40)), order, mission=1):
        for before, place in pairwise(rolled):
            assert order.index(place) >= order.index(before) or place == drawn.AGAIN[1]
        longest.update(rolled)
    assert longest == {place for place in order if place not in ("guns.bearing", "pass.loss")}, "those are only read"


@pytest.mark.rule("T-103")
@pytest.mark.rule("T-703")
def test_the_missions_of_a_tour_change_their_colour_where_the_rank_changes():
    squares = [area.look for area in of("tour", Area)][: BOOK.const.missions]
    flight = Flight(BOOK.rulebook(), SeededDice("figure"), new_state(BOOK.rulebook(), Setup()))
    ranks = []
    for mission in range(1, BOOK.const.missions + 1):
        flight.state.completed = mission
        take_rank(flight)
        ranks.append(flight.state.rank)
    assert [a != b for a, b in pairwise(squares)] == [a != b for a, b in pairwise(ranks)]
    assert labels("tour")[:3] == ["1", "2", "3"]
    assert labels("tour")[-1] == f"Major with mission {BOOK.const.missions}; the tour is won"


@pytest.mark.keyed
@pytest.mark.rule("T-107", "T-108")
@pytest.mark.parametrize("place", BOOK.const.places)
def test_the_element_has_each_place_with_the_die_that_gives_it(place):
    bombers = sorted(of("element", Placed), key=lambda one: one.x)
    assert [one.x for one in bombers] == [-190, 0, 190]
    number = BOOK.const.places.index(place)
    dice = [6 if at == number else 1 + at for at in range(3)]
    flight = Flight(BOOK.rulebook(), ListedDice(dice), new_state(BOOK.rulebook(), Setup()))
    take_position(flight)
    assert flight.state.position == place
    there = [item.text for item in of("element", Label) if item.x == bombers[number].x]
    assert there == [BOOK.const.colours[place], BOOK.say(place)]


@pytest.mark.rule("T-604", "T-605")
@pytest.mark.parametrize("out", [0, 1, 2])
@pytest.mark.parametrize("die", range(1, 7))
def test_the_coloured_dice_of_the_flak_bring_a_bomber_down(out, die):
    boxes = sorted(of("flak", Area), key=lambda area: (-area.corners[0][1], area.corners[0][0]))
    assert len(boxes) == 18
    flight = Flight(BOOK.rulebook(), ListedDice([6, 1, 1, die]), new_state(BOOK.rulebook(), Setup()))
    flight.state.position = "centre"
    flight.state.bombers["left"].flak_out = out
    flak_barrage(flight)
    assert flight.state.bombers["left"].lost == (boxes[out * 6 + die - 1].look == "ahead")


@pytest.mark.rule("T-101", "T-106")
def test_a_tour_rolls_its_missions_in_the_order_of_its_figure_and_repeats_from_the_arrow():
    order, back = drawn.MISSION, set()
    titles = [BOOK.tables[BOOK.rulebook().places[place].table].title for place in order]
    assert labels("missions")[::2] == titles
    for rolled in figures.stretches(BOOK, (f"tour/{seed}" for seed in range(12)), order, mission=1):
        first = list(dict.fromkeys(rolled))
        assert first == [place for place in order if place in first]
        back.add(rolled[0])
    assert back == {drawn.NEXT[1]}
    assert drawn.NEXT[0] == order[-1]


@pytest.mark.rule("T-904")
def test_the_circles_are_one_for_each_man_engine_and_mark_of_a_fighter():
    middles = [
        tuple(sum(spot[side] for spot in area.corners) / len(area.corners) for side in (0, 1))
        for area in of("circles", Area)
    ]
    const = BOOK.const
    men, fighters = (
        [at for at in middles if at[1] > -160],
        sorted((at for at in middles if at[1] < -160), key=lambda at: -at[1]),
    )
    assert len(men) == len(const.stations) + const.engines
    by_name = {
        next(item.text for item in of("circles", Label) if item.y == line.spots[0][1]): line.spots[1]
        for line in of("circles", Line)[: len(const.stations)]
        if line.spots[0][0] < 0
    }
    assert by_name["bombardier"][1] > by_name["pilot"][1] > by_name["belly gunner"][1] > by_name["left gunner"][1]
    marks = {
        effect["mark"]: effect["cause"] for row in BOOK.tables["T-TAB-FIGHTER-EFFECT"].rows for effect in row.effects
    }
    assert len(fighters) == len(marks)
    for (_, y), mark in zip(fighters, ("top", "centre", "bottom"), strict=True):
        (words,) = [item.text for item in of("circles", Label) if abs(item.y - y) < 1]
        assert words == BOOK.say(f"fighter_{marks[mark]}")
