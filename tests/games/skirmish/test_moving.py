"""Moving: lengths, legs and turns, what damage forbids, stopping, leaving the table, the formation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatbox.core.errors import IllegalChoice
from combatbox.games.skirmish.effects import engine_hits
from combatbox.games.skirmish.flow import bombers_move, section_moves, turn
from combatbox.games.skirmish.line_of_fire import can_fire
from combatbox.games.skirmish.moves import fly_fighter
from combatbox.games.skirmish.paths import Path, any_path, fault, read_path
from combatbox.games.skirmish.state import TO_TARGET, Section, Shot
from combatbox.library.load import load

from .conftest import INCH, Answers, bomber, diamond, escort, facts, german, move_decision, rolls


@pytest.mark.rule("S-602", "S-612", "S-614")
@pytest.mark.parametrize(
    ("plane", "inches"),
    [(german(0, 0, damage=d), n) for d, n in ((0, 14), (1, 12))]
    + [(bomber(0, 0, damage=d), n) for d, n in ((0, 10), (1, 8), (2, 6), (3, 4), (4, 2))],
)
def test_a_move_is_as_long_as_damage_leaves_it(book, m, plane, inches):
    assert m.allowance(plane) == inches * INCH
    flies = book.tables["S-TAB-MOVE-DAMAGE"].keys[f"{plane.type} {plane.damage}"].effects[0]
    assert flies.parameters() == (inches,)


@pytest.mark.rule("S-610", "S-611", "S-613", "S-615")
@pytest.mark.parametrize(
    ("plane", "path", "wrong"),
    [
        (german(0, 0), Path(6000, 180, 8000), ""),
        (german(0, 0), Path(5999, 5, 8001), "straight first"),
        (german(0, 0), Path(13000), "whole move"),
        (german(0, 0), Path(14000, 5, 0), ""),
        (bomber(0, 0), Path(3000, -90, 7000), ""),
        (bomber(0, 0), Path(3000, 91, 7000), "90 are the most"),
        (bomber(0, 0), Path(2900, 10, 7100), "straight first"),
        (bomber(0, 0, damage=4), Path(1000, 10, 1000), "straight first"),
    ],
)
def test_legs_and_turns(m, plane, path, wrong):
    assert wrong in fault(m, plane, path, m.allowance(plane))
    assert bool(fault(m, plane, path, m.allowance(plane))) == bool(wrong)


def test_a_move_is_typed_as_legs_and_a_turn(m):
    plane = german(10, 10)
    assert read_path("6 l40 8", m, plane, 14000) == Path(6000, -40, 8000)
    assert read_path("7.25 R 90", m, plane, 14000) == Path(7250, 90, 6750)
    assert read_path("14", m, plane, 14000) == Path(14000)
    for text in ("", "fast", "6 L40 9", "5 L40 9", "14 L0", "6 L400 8"):
        if text != "14 L0":
            with pytest.raises(IllegalChoice):
                read_path(text, m, plane, 14000)
    assert read_path("14 L0 0", m, plane, 14000) == Path(14000)


BOOK = load("skirmish")


@given(st.integers(0, 4), st.randoms(use_true_random=False))
def test_no_move_by_chance_breaks_a_rule(damage, chance):
    from combatbox.games.skirmish.parameters import measures

    m = measures(BOOK.rulebook())
    for plane in (bomber(30, 30, damage=damage), german(30, 30, damage=min(damage, 1))):
        length = m.allowance(plane)
        path = any_path(m, plane, length, chance.random)
        assert not fault(m, plane, path, length)
        assert read_path(path.words, m, plane, length) == path


@pytest.mark.rule("S-616", "S-617", "S-642", "S-A25")
def test_a_fighter_marks_its_end_stops_to_fire_and_flies_on(table):
    plane, target = german(30, 50, 180), bomber(30, 40)
    flight, m = table(plane, target, dice=(3, 3, 1, 6, 1, 6))
    fly_fighter(flight, m, plane, Path(14000), 5000, target)
    assert facts(flight)[:2] == ["move", "attack"]
    marked = next(e for e in flight.journal.events if e.get("name") == "move")
    assert (marked["data"]["x"], marked["data"]["y"]) == ("30", "36")
    assert (plane.x, plane.y, plane.left) == (30000, 36000, 0)
    assert rolls(flight) == [
        ("german1 at leader", "S-TAB-COMBAT", "fighter_ahead"),
        ("leader nose at german1", "S-TAB-COMBAT", "gun"),
        ("leader tail at german1", "S-TAB-COMBAT", "gun"),
    ]


@pytest.mark.rule("S-618", "S-A11")
def test_damage_at_the_stop_cuts_the_rest_of_the_move(table):
    plane, target = german(30, 50, 180), bomber(30, 40)
    flight, m = table(plane, target, dice=(3, 3, 3, 1, 1, 6))
    fly_fighter(flight, m, plane, Path(14000), 5000, target)
    assert plane.damage == 1
    assert plane.y == 50000 - 14000 + 2000


@pytest.mark.rule("S-618")
def test_the_rest_of_a_move_is_never_less_than_nothing(table):
    plane, target = german(30, 55, 180), bomber(30, 40)
    flight, m = table(plane, target, dice=(3, 3, 3, 1))
    fly_fighter(flight, m, plane, Path(14000), 13000, target)
    assert plane.damage == 1
    assert plane.y == 42000  # where it stopped; one inch was left and two are lost


@pytest.mark.rule("S-615")
def test_what_crosses_an_edge_is_gone(table):
    plane = german(30, 105)
    flight, m = table(plane, *diamond())
    fly_fighter(flight, m, plane, Path(14000), -1, None)
    assert plane.out == "exited"
    assert facts(flight)[-1] == "exits"


@pytest.mark.rule("S-303", "S-508", "S-A08")
def test_the_formation_makes_one_move_and_a_straggler_its_own(table):
    planes = diamond(30, 40)
    planes[0].damage = 2
    player = Answers(move=["6", "4 R30 6"])
    flight, m = table(*planes, player=player)
    flight.run(bombers_move(flight, m))
    leader, left, right, last = planes
    assert [d.who for d in player.asked] == ["leader", "formation"]
    assert (leader.y, leader.heading) == (46000, 0)
    assert {left.heading, right.heading, last.heading} == {30}
    assert left.x - 25800 == right.x - 34200 == last.x - 30000 > 0


@pytest.mark.rule("S-303", "S-A08")
def test_a_free_formation_asks_for_every_bomber(table):
    player = Answers()
    flight, m = table(*diamond(30, 40), german(5, 100), player=player, rulings={"formation": "free"})
    flight.run(bombers_move(flight, m))
    assert [d.who for d in player.asked] == ["leader", "left", "right", "last"]


@pytest.mark.rule("S-302", "S-512", "S-515", "S-516", "S-A07", "S-A09")
@pytest.mark.parametrize(("extra", "length"), [(6, 20), (0, 14), (-6, 8)])
def test_a_section_enters_side_by_side_and_altitude_counts_once(table, extra, length):
    one, two = german(0, 60, 90, "german1"), german(0, 62, 90, "german2")
    flight, m = table(one, two, *diamond())
    section = Section(["german1", "german2"], True, 9, "level", extra, entering=True)
    flight.state.sections = [section]
    flight.run(section_moves(flight, m, section))
    moves = [e["data"]["path"] for e in flight.journal.events if e.get("name") == "move"]
    assert moves[0] == moves[1]
    assert sum(float(part) for part in moves[0].split() if part[0].isdigit()) == length
    assert not section.entering
    flight.run(section_moves(flight, m, section))
    later = [e["data"]["path"] for e in flight.journal.events if e.get("name") == "move"][2:]
    assert all(sum(float(part) for part in path.split() if part[0].isdigit()) == 14 for path in later)


@pytest.mark.rule("S-615", "S-616", "S-622")
def test_nobody_stops_to_fire_on_a_way_that_has_left_the_table(table):
    """The first leg crosses the edge, the second comes back: the fighter is gone where it crossed."""
    from combatbox.games.skirmish.doctrine import best_stops, stops_on, targets_at
    from combatbox.games.skirmish.flow import stop_to_fire

    plane, target, path = german(57, 60, 90), bomber(54.5, 65, 300), Path(6000, -150, 8000)
    flight, m = table(plane, target, rulings={"german_policy": "player"})
    assert m.on_table(*path.at(*plane.place, 12000)[:2])
    assert can_fire(m, *path.at(*plane.place, 12000), target)
    assert targets_at(m, plane, [target], path, 12000) == []
    assert {stop for stop, _ in stops_on(m, flight.state, plane, path)} <= set(range(0, 3001))
    assert all(stop <= 3000 for stop, _ in best_stops(m, flight.state, plane, path, 99))
    assert flight.run(stop_to_fire(flight, m, plane, path, "germans", None)) == (-1, None)


@pytest.mark.rule("S-302", "S-512", "S-601", "S-A07")
def test_the_second_of_a_section_parts_where_the_same_path_would_leave_the_table(table):
    one, two = german(30, 0, 0, "german1"), german(57, 0, 0, "german2")
    flight, m = table(one, two, *diamond(50, 30))
    section = Section(["german1", "german2"], True, 6, "level", 0, entering=True)
    flight.run(section_moves(flight, m, section))
    first, second = [e["data"]["path"] for e in flight.journal.events if e.get("name") == "move"]
    assert first != second
    assert not one.out
    assert not two.out


@pytest.mark.rule("S-601", "S-A10")
def test_the_second_of_a_section_fires_at_the_bomber_closest_to_it(table):
    from combatbox.games.skirmish.doctrine import stop_as_ordered

    near, far = bomber(30, 40, key="last"), bomber(33, 46, key="leader")
    plane, path = german(31, 30), Path(14000)
    flight, m = table(near, far, plane)
    stop, target = stop_as_ordered(m, flight.state, plane, path)
    assert target is near
    assert 0 <= stop <= 14000
    flight, m = table(far, plane)
    assert stop_as_ordered(m, flight.state, plane, path)[1] is far
    flight, m = table(bomber(50, 90), plane)
    assert stop_as_ordered(m, flight.state, plane, path) == (-1, None)


@pytest.mark.rule("S-302", "S-616", "S-A10")
def test_a_second_player_says_where_each_fighter_of_a_section_stops(table):
    one, two = german(29, 52, 180, "german1"), german(31, 52, 180, "german2")
    player = Answers(move=["14"], stop_and_fire=["fly_on", "fly_on"])
    flight, m = table(one, two, *diamond(30, 40), dice=[1, 6] * 30, player=player, rulings={"german_policy": "player"})
    section = Section(["german1", "german2"], True, 12, "level", 0, entering=True)
    flight.run(section_moves(flight, m, section))
    assert [d.kind for d in player.asked] == ["move", "stop_and_fire", "stop_and_fire"]
    assert not [who for who, _, _ in rolls(flight) if who.startswith("german")]


def test_three_moves_are_offered_and_any_legal_one_may_be_typed(table):
    from combatbox.core.decisions import check_choice
    from combatbox.games.skirmish.doctrine import escort_plans

    plane = escort(20, 20)
    flight, m = table(plane, german(28, 34, 180), *diamond())
    plans = escort_plans(m, flight.state, plane, 3)
    decision = move_decision(flight, m, plane, 14000, [plan.path for plan in plans], "escorts")
    assert 2 <= len(decision.options) <= 3
    assert check_choice(decision, "6.5 l33") == "6.5 L33 7.5"
    with pytest.raises(IllegalChoice, match="straight first"):
        check_choice(decision, "2 L33 12")


# ---- the other readings


@pytest.mark.rule("S-612", "S-618", "S-A11")
@pytest.mark.parametrize(("option", "flies", "ends"), [("both", 12, 38), ("this_move", 14, 38), ("later", 12, 36)])
def test_which_move_damage_shortens(table, option, flies, ends):
    plane, target = german(30, 50, 180), bomber(30, 40)
    flight, m = table(plane, target, dice=(3, 3, 3, 1, 1, 6), rulings={"mid_move": option})
    fly_fighter(flight, m, plane, Path(14000), 5000, target)
    assert plane.damage == 1
    assert (m.allowance(plane), plane.y) == (flies * INCH, ends * INCH)


@pytest.mark.rule("S-302", "S-A07")
@pytest.mark.parametrize(("option", "alike"), [("after_entry", True), ("at_once", False)])
def test_whether_a_section_may_part_as_it_enters(table, option, alike):
    one, two = german(29, 62, 180, "german1"), german(31, 62, 180, "german2")
    flight, m = table(one, two, *diamond(), rulings={"splitting": option}, dice=[1, 6] * 20)
    bombers = [bomber(18, 44, key="left"), bomber(42, 44, key="right")]
    flight.state.planes = {plane.key: plane for plane in (one, two, *bombers)}
    flight.run(section_moves(flight, m, Section(["german1", "german2"], True, 12, "level", 0, entering=True)))
    first, second = [e["data"]["path"] for e in flight.journal.events if e.get("name") == "move"]
    assert (first == second) == alike


@pytest.mark.rule("S-509", "S-A05")
@pytest.mark.parametrize(
    ("option", "movers"), [("sides", ["escort1", "leader"]), ("bombers_first", ["leader", "escort1"])]
)
def test_bombers_may_move_before_escorts(table, option, movers):
    from combatbox.games.skirmish.flow import turn

    flight, _ = table(bomber(30, 40), escort(10, 20), rulings={"order": option})
    flight.run(turn(flight))
    assert [e["who"] for e in flight.journal.events if e.get("name") == "move"] == movers


@pytest.mark.rule("S-610", "S-613", "S-615")
@pytest.mark.parametrize(
    "plane", [german(30, 60), german(30, 60, damage=1), *(bomber(30, 60, damage=n) for n in range(5))]
)
def test_a_question_shows_moves_that_the_aircraft_may_make(m, plane):
    import re

    from combatbox.games.skirmish.paths import input_format, read_path

    length = m.allowance(plane)
    account = input_format(m, plane, length).partition(": ")[2]
    shown = [" ".join(found) for found in re.findall(r"(?:^|; )([\d.]+)((?: L\d+ [\d.]+)?) flies", account)]
    assert len(shown) == (1 if length <= m.moves[plane.type].straight * INCH else 2)
    for text in shown:
        assert read_path(" ".join(text.split()), m, plane, length).total == length


# ---- no German is left or due


def flying_on(table, *planes, moves, bombs=(), due=False, dice=()):
    """The questions that the Americans are asked in three turns."""
    player = Answers(move=moves, bomb=list(bombs))
    flight, m = table(*planes, player=player, dice=dice)
    flight.state.sections = [Section(["german1"], arrived=not due)]
    for _ in range(3):
        flight.run(bombers_move(flight, m))
    return flight, [(d.kind, d.default) for d in player.asked]


@pytest.mark.parametrize(("planes", "due"), [([german(5, 100)], False), ([], True)], ids=["one is left", "one is due"])
def test_while_a_german_is_left_or_due_the_bombers_are_asked_for_every_move(table, planes, due):
    _, asked = flying_on(table, *diamond(30, 40), *planes, moves=[], due=due)
    assert len(asked) == 3
    assert (("move", TO_TARGET) in asked) is False


def test_without_germans_the_bombers_fly_on_to_the_target_unasked(table):
    flight, asked = flying_on(table, *diamond(30, 40), moves=[])
    assert asked == [("move", TO_TARGET)]
    other, often = flying_on(table, *diamond(30, 40), moves=["10", "10", "10"])
    assert often == asked * 3, "who moves them by hand is asked on"
    assert [p.place for p in flight.state.bombers] == [p.place for p in other.state.bombers]


def test_who_holds_the_bombs_over_the_target_is_asked_again(table):
    _, asked = flying_on(table, bomber(30, 92), bomber(10, 40, 270, key="left"), moves=[], bombs=["hold"] * 3)
    assert asked[:3] == [("move", TO_TARGET), ("bomb", "bomb"), ("move", TO_TARGET)]


def test_who_is_hit_on_the_way_is_asked_again(table):
    flight, _ = flying_on(table, *diamond(30, 20), moves=[])
    assert flight.state.to_target
    flight.state.shot = Shot("german1", "leader")
    engine_hits.function(flight, engines=1)
    assert not flight.state.to_target


def test_the_escorts_fly_on_with_the_bombers(table):
    player = Answers()
    flight, _ = table(*diamond(30, 40), escort(20, 50), player=player)
    flight.state.sections = []
    flight.run(turn(flight))
    assert [(d.kind, d.who) for d in player.asked] == [("move", "escorts")]
