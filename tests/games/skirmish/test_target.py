"""Over the target: where bombs can fall, flak first, a throw for each engine, and who wins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.skirmish.keyed import keyed

from combatbox.games.skirmish.doctrine import ends_over_target, over_target
from combatbox.games.skirmish.flow import bombers_move
from combatbox.games.skirmish.geometry import ahead
from combatbox.games.skirmish.moves import fly_bomber
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.paths import Path, reaches
from combatbox.library.load import load

from .conftest import Answers, bomber, diamond, facts, rolls

M = measures(load("skirmish").rulebook())


@pytest.mark.rule("S-207", "S-501", "S-502", "S-702")
def test_the_target_is_eleven_by_eight_at_the_middle_of_the_far_edge(m):
    left, right, near, far = m.target
    assert (right - left, far - near, far) == (11000, 8000, m.length)
    assert left == m.width - right


@pytest.mark.rule("S-702", "S-A03")
@pytest.mark.parametrize(
    ("y", "length", "over"), [(95, 10, 6600), (91.6, 10, 10000), (91.599, 10, -1), (101.6, 10, 0), (107, 10, -1)]
)
def test_the_whole_fuselage_is_over_the_target(m, y, length, over):
    assert over_target(m, bomber(30, y), Path(length * 1000)) == over


def test_at_the_end_of_a_move_alone(m):
    assert ends_over_target(m, bomber(30, 92).place, Path(10000), 10000)
    assert not ends_over_target(m, bomber(30, 99).place, Path(10000), 10000)


@given(
    st.integers(20_000, 40_000), st.integers(85_000, 108_000), st.integers(0, 359), st.integers(3000, 9000),
    st.integers(-90, 90),
)  # fmt: skip
def test_it_is_the_first_place_on_the_way(x, y, heading, first, pivot):
    plane, path = bomber(x / 1000, y / 1000, heading), Path(first, pivot, 10000 - first) if pivot else Path(10000)
    left, right, near, far = M.target

    def over(flown):
        px, py, way = path.at(plane.x, plane.y, plane.heading, flown)
        ends = (ahead(px, py, way, M.nose), ahead(px, py, way, -M.nose))
        inside = all(left <= ex <= right and near <= ey <= far for ex, ey in ends)
        return inside and reaches(M, plane.place, path, flown)

    found = over_target(M, plane, path)
    assert found == -1 or over(found)
    assert not any(over(flown) for flown in range(0, 10001 if found < 0 else found, 7))


@pytest.mark.rule("S-703", "S-704", "S-706", "S-A02", "S-A04")
def test_flak_first_then_a_pair_of_dice_for_each_engine_left(table):
    plane = bomber(30, 95)
    flight, m = table(plane, dice=(4, 3, 1, 1, 1, 1, 2, 1))  # flak takes an engine; three pairs are left, the last hits
    flight.run(fly_bomber(flight, m, plane, Path(10000)))
    assert [name for _, name, _ in rolls(flight)] == ["S-TAB-AA"] + ["S-TAB-BOMB"] * 3
    assert (plane.damage, plane.bombed, flight.state.hits) == (1, True, 2)


@pytest.mark.rule("S-703", "S-A02")
def test_one_pair_of_dice_under_the_other_reading(table):
    plane = bomber(30, 95)
    flight, m = table(plane, dice=(1, 6, 6, 5), rulings={"bomb_dice": "single"})
    flight.run(fly_bomber(flight, m, plane, Path(10000)))
    assert flight.state.hits == 1


@pytest.mark.rule("S-702", "S-A03")
def test_bombs_fall_where_the_move_ends_under_the_other_reading(table):
    passing, ending = bomber(30, 97), bomber(30, 92)
    flight, m = table(passing, rulings={"bomb_at": "move_end"})
    flight.run(fly_bomber(flight, m, passing, Path(10000)))
    assert not passing.bombed
    flight, m = table(ending, dice=[1, 6] * 5, rulings={"bomb_at": "move_end"})
    flight.run(fly_bomber(flight, m, ending, Path(10000)))
    assert ending.bombed


@pytest.mark.rule("S-704", "S-705", "S-A04")
def test_flak_as_a_bomber_comes_within_reach_under_the_other_reading(table):
    plane = bomber(30, 86)
    flight, m = table(plane, dice=(6, 3), rulings={"aa_bombers": "on_entering_6in"})
    flight.run(fly_bomber(flight, m, plane, Path(10000)))
    assert (f"engine_hits {plane.damage}", plane.y) == (
        keyed("S-TAB-AA").cells[("double",), ""],
        94000,
    )  # what was left of its move is lost
    flight.run(fly_bomber(flight, m, plane, Path(6000)))
    assert len(rolls(flight, "AA")) == 1  # once in the game


@pytest.mark.rule("S-702", "S-A03", "S-A04")
@pytest.mark.parametrize(("y", "bombs"), [(95, True), (97, True), (92.5, False)])
def test_flak_that_shortens_a_move_decides_where_it_ends_and_so_what_is_bombed(table, y, bombs):
    plane = bomber(30, y)
    options = {"bomb_at": "move_end", "aa_bombers": "on_entering_6in"}
    flight, m = table(plane, dice=[4, 3, *[1, 6] * 3], rulings=options)  # one engine, so two inches
    flight.run(fly_bomber(flight, m, plane, Path(10000)))
    assert (plane.y, plane.bombed) == (round(y * 1000) + 8000, bombs)


@pytest.mark.rule("S-702")
def test_bombs_may_be_held_and_dropped_once(table):
    plane = bomber(30, 95)
    flight, m = table(plane, player=Answers(bomb=["hold"]))
    flight.run(fly_bomber(flight, m, plane, Path(7000)))
    assert plane.flies
    assert not plane.bombed


@pytest.mark.rule("S-701", "S-401", "S-707", "S-A23")
def test_several_bombers_bomb_in_a_turn_and_the_last_hit_ends_the_game(table):
    planes = diamond(30, 99)
    flight, m = table(*planes, dice=(1, 6, 6, 1, 1, 6, 1, 6, 1, 6, 1, 6, 6, 1, 1, 6, 1, 6, 1, 6))
    flight.state.needed = 4
    flight.run(bombers_move(flight, m))
    assert [plane.bombed for plane in planes] == [True, True, False, False]
    assert flight.state.result == "american"
    assert facts(flight)[-1] == "won"


@pytest.mark.rule("S-401", "S-706", "S-A23")
def test_no_die_is_thrown_once_the_hits_are_in(table):
    plane = bomber(30, 95)
    flight, m = table(plane, dice=(1, 6, 6, 1))  # flak, and the first of four engines
    flight.state.needed = 2
    flight.run(fly_bomber(flight, m, plane, Path(10000)))
    assert flight.state.result == "american"
    assert [name for _, name, _ in rolls(flight)] == ["S-TAB-AA", "S-TAB-BOMB"]
    assert plane.y == 101600  # the game ends over the target


@pytest.mark.rule("S-615", "S-702")
def test_a_bomber_that_has_left_the_table_bombs_nothing_on_its_way_back(table):
    plane, path = bomber(26, 107, 45), Path(3000, 90, 7000)
    flight, m = table(plane)
    x, y, _ = path.at(*plane.place, 7000)
    assert m.on_table(x, y)  # it would come back
    assert over_target(m, plane, path) == -1
    flight.run(fly_bomber(flight, m, plane, path))
    assert (plane.out, plane.bombed) == ("exited", False)
    assert not rolls(flight)


@pytest.mark.rule("S-705", "S-A04")
def test_flak_finds_no_bomber_that_has_left_the_table(table):
    plane = bomber(12, 107, 75)
    flight, m = table(plane, rulings={"aa_bombers": "on_entering_6in"})
    assert m.in_flak(*Path(10000).at(*plane.place, 9800)[:2])
    flight.run(fly_bomber(flight, m, plane, Path(10000)))
    assert plane.out == "exited"
    assert not rolls(flight)


@pytest.mark.rule("S-402", "S-703")
def test_a_bomber_without_engines_drops_nothing_and_draws_no_flak(table):
    plane = bomber(30, 102, damage=4)
    flight, m = table(plane)
    flight.run(fly_bomber(flight, m, plane, Path(2000)))
    assert not plane.bombed
    assert not rolls(flight)


@pytest.mark.rule("S-703", "S-704", "S-A02")
def test_flak_that_takes_the_last_engine_leaves_nothing_to_drop(table):
    plane = bomber(30, 102, damage=3)
    flight, m = table(plane, dice=(4, 3))
    flight.run(fly_bomber(flight, m, plane, Path(4000)))
    assert (plane.damage, plane.bombed, plane.flies) == (4, True, True)
    assert [name for _, name, _ in rolls(flight)] == ["S-TAB-AA"]


@pytest.mark.rule("S-636", "S-640")
def test_gunners_fire_where_the_bombers_move_ends_and_at_germans_alone(table):
    from .conftest import escort, german

    plane = bomber(30, 40)
    flight, m = table(plane, german(30, 54), escort(34, 50), dice=(1, 6))
    flight.state.alarmed = True
    flight.run(fly_bomber(flight, m, plane, Path(10000)))
    assert [who for who, _, _ in rolls(flight)] == ["leader nose at german1"]


@pytest.mark.rule("S-702", "S-A24")
@pytest.mark.parametrize(("option", "asked"), [("yes", 2), ("no", 1)])
def test_bombs_that_are_held_may_or_may_not_be_dropped_later(table, option, asked):
    plane, player = bomber(30, 99), Answers(bomb=["hold", "hold"])
    flight, m = table(plane, player=player, rulings={"second_run": option})
    for _ in range(2):
        flight.run(fly_bomber(flight, m, plane, Path(4000)))
    assert [d.kind for d in player.asked] == ["bomb"] * asked
