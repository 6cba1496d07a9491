"""The figures of the chapters agree with the rules that the game is played by, and every one of them is shown."""

import random

import pytest
from tests.games.figures import called_for, in_order, stretches

from combatbox.core.shapes import Area, Line, Placed
from combatbox.games.skirmish.drawings import AGAIN, TURN, drawings
from combatbox.games.skirmish.geometry import INCH, distance
from combatbox.games.skirmish.line_of_fire import bearing_guns, dead_ahead, dead_astern, hits_bomber, hits_fighter
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.paths import Path, fault
from combatbox.games.skirmish.state import Plane
from combatbox.library.load import load

BOOK = load("skirmish")
DRAWN = drawings(BOOK.rulebook(), BOOK.say)
NEAR = 90
"""So near to an edge, in thousandths of an inch, a straight line between two corners may be on the other side of it."""


def within(corners, x, y):
    """Whether a place lies in an outline: a line to the right crosses it an odd number of times."""
    odd = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def areas(name, look):
    return [item.corners for item in DRAWN[name].items if isinstance(item, Area) and item.look == look]


def agrees(shapes, rule, window, count=1500):
    """Every place of a window away from edges is in a shape if, and only if, the rule holds there; gives back how many were in."""
    chance, held = random.Random("figures"), 0
    left, right, near, far = window
    for _ in range(count):
        x, y = chance.randint(left, right), chance.randint(near, far)
        about = {rule(x + dx, y + dy) for dx in (-NEAR, 0, NEAR) for dy in (-NEAR, 0, NEAR)}
        if len(about) == 1:
            held += rule(x, y)
            assert any(within(shape, x, y) for shape in shapes) == rule(x, y), (x, y)
    return held


M = measures(BOOK.rulebook())
BOMBER = Plane("leader", "american", "bomber", 0, 0, 0)
ROUND = (-6500, 6500, -6500, 6500)


@pytest.mark.rule("S-638")
def test_the_figure_of_the_guns_is_what_the_guns_cover():
    assert agrees(areas("guns", "reach"), lambda x, y: bool(bearing_guns(M, BOMBER, x, y)), ROUND) > 100


@pytest.mark.rule("S-808")
def test_the_figure_of_the_turret_is_what_the_guns_cover_with_it():
    option = BOOK.rulebook({"S-X1": "on"})
    full = measures(option)
    assert agrees(areas("turret", "reach"), lambda x, y: bool(bearing_guns(full, BOMBER, x, y)), ROUND) > 200
    measures(BOOK.rulebook())


@pytest.mark.rule("S-622")
def test_the_figure_of_reach_is_where_a_fighter_can_fire():
    shapes = areas("reach", "reach")
    assert agrees(shapes, lambda x, y: hits_bomber(M, x, y, 90, BOMBER), (-6500, 2500, -6500, 6500)) > 50
    other = [item for item in DRAWN["reach"].items if isinstance(item, Placed)][2]
    target = lambda x, y: Plane("", "", "fighter", x, y)  # noqa: E731
    window = (other.x + 200, other.x + 5000, -5000, 5000)
    assert agrees(shapes, lambda x, y: hits_fighter(M, other.x, other.y, 90, target(x, y)), window) > 50


@pytest.mark.rule("S-624")
@pytest.mark.rule("S-625")
def test_the_figure_of_dead_ahead_and_astern_is_where_the_point_counts():
    for rule, heading, look in ((dead_ahead, 180, "ahead"), (dead_astern, 0, "astern")):
        counts = lambda x, y, rule=rule, heading=heading: (  # noqa: E731
            rule(M, x, y, heading, BOMBER) and hits_bomber(M, x, y, heading, BOMBER)
        )
        assert agrees(areas("head-on", look), counts, (-2500, 2500, -6500, 6500)) > 30


def test_a_figure_follows_the_ruling_in_force():
    wide = drawings(BOOK.rulebook({"S-A12": "30"}), BOOK.say)["head-on"]
    broad = [max(x for x, _ in item.corners) for item in wide.items if isinstance(item, Area)]
    narrow = [max(x for x, _ in item.corners) for item in DRAWN["head-on"].items if isinstance(item, Area)]
    assert min(broad) > 1.5 * max(narrow)
    assert "30 degrees" in wide.text
    assert "15 degrees" in DRAWN["head-on"].text


@pytest.mark.rule("S-610")
@pytest.mark.rule("S-613")
@pytest.mark.parametrize(("name", "kind"), [("fighter-move", "fighter"), ("bomber-move", "bomber")])
def test_the_moves_in_the_figures_are_legal_and_no_wider_ones_are_left_out(name, kind):
    plane = Plane("p", "", kind)
    length = M.allowance(plane)
    way = next(item for item in DRAWN[name].items if isinstance(item, Line) and item.look == "way")
    flown = [distance(b[0] - a[0], b[1] - a[1]) for a, b in zip(way.spots, way.spots[1:], strict=False)]
    assert abs(sum(flown) - length) <= 2
    assert flown[0] == M.moves[kind].straight * INCH
    widest = max(
        x for item in DRAWN[name].items if isinstance(item, Line) and item.look == "limit" for x, _ in item.spots
    )
    least = M.moves[kind].straight * INCH
    legal = [Path(least, turn, length - least) for turn in range(-180, 181) if turn]
    assert widest == max(p.at(0, 0, 0, length)[0] for p in legal if not fault(M, plane, p, length))


@pytest.mark.rule("S-612")
@pytest.mark.rule("S-614")
def test_the_figure_of_damage_has_every_length_of_the_table():
    figure = DRAWN["damage"]
    flown = [item.spots[1][1] for item in figure.items if isinstance(item, Line)]
    smoke = [item.smoke for item in figure.items if isinstance(item, Placed) and item.ghost]
    table = {row.key: row.effects[0].parameters()[0] * INCH for row in BOOK.tables["S-TAB-MOVE-DAMAGE"].rows}
    assert sorted(flown) == sorted(table.values())
    assert smoke == [*range(M.toughness["bomber"] + 1), *range(M.toughness["fighter"] + 1)]


@pytest.mark.rule("S-616")
def test_the_fighter_that_stops_in_the_figure_can_fire_there():
    placed = {item.label: item for item in DRAWN["stop"].items if isinstance(item, Placed) and item.label}
    bomber = next(item for item in DRAWN["stop"].items if isinstance(item, Placed) and item.model.group == "ours")
    there = placed["stop"]
    assert hits_bomber(M, there.x, there.y, there.heading, Plane("", "", "bomber", bomber.x, bomber.y, bomber.heading))
    short, end = placed["if hit"], placed["marker"]
    assert abs(distance(end.x - short.x, end.y - short.y) - M.moves["fighter"].loss * INCH) <= 2


def test_every_figure_stands_in_a_chapter_and_no_chapter_asks_for_another():
    assert called_for("skirmish") == sorted(DRAWN)


def test_no_figure_draws_beyond_its_own_part_of_the_table_what_it_names():
    for name, figure in DRAWN.items():
        for item in figure.items:
            if isinstance(item, Placed):
                assert figure.left <= item.x <= figure.right, name
                assert figure.near <= item.y <= figure.far, name


@pytest.mark.rule("S-509")
def test_a_turn_is_rolled_in_the_order_of_its_figure_and_the_next_begins_where_it_says():
    """Guns answer whoever attacks, and fire where a bomber's move ends: they come when their bomber does."""
    once = [place for place in TURN[: TURN.index("flak.bomber")] if place != "fire.gun"]
    came, first = set(), set()
    seeds = (f"x{seed}" for seed in range(4))
    for turn in stretches(BOOK, seeds, TURN, mission=1, begins="turn.start"):
        assert in_order([place for place in turn if place != "fire.gun"], once)
        came.update(turn)
        first.update(turn[:1])
    assert came == set(TURN)
    assert (TURN[-1], TURN[0]) == AGAIN
    assert AGAIN[1] in first
