"""Reach, arcs, guns, opposed rolls and what they do."""

from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.skirmish.keyed import keyed, throws

from combatbox.core.enumeration import row_odds
from combatbox.games.skirmish.combat import attack, flak
from combatbox.games.skirmish.effects import values
from combatbox.games.skirmish.geometry import ahead
from combatbox.games.skirmish.guns import firing_guns
from combatbox.games.skirmish.line_of_fire import (
    bearing_guns,
    can_fire,
    dead_ahead,
    dead_astern,
    hits_bomber,
    hits_fighter,
)  # fmt: skip
from combatbox.games.skirmish.moves import fly_fighter
from combatbox.games.skirmish.parameters import Values, measures, numbers_of, stated
from combatbox.games.skirmish.paths import Path
from combatbox.library.load import load

from .conftest import INCH, bomber, diamond, escort, german, rolls

BOOK = load("skirmish")
M = measures(BOOK.rulebook())
PLACE = st.integers(20_000, 40_000)
HEADING = st.integers(0, 359)


@pytest.mark.rule("S-629", "S-630", "S-631", "S-632", "S-635", "S-620", "S-621", "S-624", "S-625")
@pytest.mark.parametrize("column", ["fighter", "fighter_ahead", "gun", "tail_astern", "fighters"])
def test_the_odds_of_an_attack_are_those_of_thirty_six_throws(book, column):
    found = row_odds(book.tables["S-TAB-COMBAT"], column)
    ways = [found[f"S-TAB-COMBAT/{wins}@{column}"] * 36 for wins in ("no", "more", "double")]
    assert ways == list(throws(*keyed("S-TAB-COMBAT").adds[column]))


@pytest.mark.rule("S-704", "S-706", "S-708", "S-A19")
@pytest.mark.parametrize("table_id", ["S-TAB-AA", "S-TAB-BOMB"])
def test_bare_dice_are_even(book, table_id):
    found = row_odds(book.tables[table_id])
    assert [found[f"{table_id}/{wins}"] * 36 for wins in ("no", "more", "double")] == [21, 6, 9]


@pytest.mark.rule("S-703", "S-704", "S-706", "S-A02")
@pytest.mark.parametrize(("engines", "mean"), [(4, 2.222), (3, 1.556), (2, 0.889), (1, 0.389), (0, 0.0)])
def test_the_mean_of_bombs_for_a_bomber_with_so_many_engines(book, engines, mean):
    flak_odds, bomb = row_odds(book.tables["S-TAB-AA"]), row_odds(book.tables["S-TAB-BOMB"])
    a_pair = bomb["S-TAB-BOMB/more"] + 2 * bomb["S-TAB-BOMB/double"]
    lost = {"no": 0, "more": 1, "double": 2}
    left = sum(flak_odds[f"S-TAB-AA/{wins}"] * max(0, engines - n) for wins, n in lost.items())
    assert round(float(left * a_pair), 3) == mean


@pytest.mark.rule("S-620", "S-621", "S-624", "S-625", "S-A13")
def test_the_columns_are_made_of_the_values_and_the_modifiers(book):
    rules = book.rulebook()
    fighter, plane = (Values(*numbers_of(rules, "S-TAB-VALUES", kind, values)) for kind in ("fighter", "bomber"))
    ahead, astern = (stated(rules, "S-TAB-MOD", kind) for kind in ("ahead_bonus", "astern_bonus"))
    assert book.tables["S-TAB-COMBAT"].adds == {
        "fighter": (fighter.offence, plane.defence),
        "fighter_ahead": (fighter.offence + ahead, plane.defence),
        "fighters": (fighter.offence, fighter.defence),
        "gun": (plane.offence, fighter.defence),
        "tail_astern": (plane.offence + astern, fighter.defence),
    }


# ---- reach and arc


@pytest.mark.rule("S-622", "S-A27")
@pytest.mark.parametrize(
    ("x", "y", "heading", "fires"),
    [
        (30, 45.6, 180, True), (30, 45.601, 180, False),  # four inches from the nose
        (34, 40, 270, True), (34.001, 40, 270, False),  # from its flank
        (30, 34.4, 0, True), (30, 34.399, 0, False),  # from its tail
        (34, 40, 315, True), (34, 40, 316, False), (34, 40, 0, False),  # the edge of the fighter's arc
    ],
)  # fmt: skip
def test_a_fighter_fires_four_inches_within_its_arc(m, x, y, heading, fires):
    assert hits_bomber(m, *(round(v * 1000) for v in (x, y)), heading, bomber(30, 40)) == fires


@pytest.mark.rule("S-622")
@pytest.mark.parametrize("heading", range(0, 360, 7))
def test_straight_behind_the_tail_four_inches_are_within_reach_however_the_tail_is_rounded(m, heading):
    leader = bomber(30, 50, heading)
    tail = ahead(leader.x, leader.y, (heading + 180) % 360, m.nose)
    dx, dy = max(
        ((x, y) for x in range(-4000, 4001) for y in {isqrt(4000**2 - x * x), -isqrt(4000**2 - x * x)}),
        key=lambda way: (way[0] + tail[0] - leader.x) ** 2 + (way[1] + tail[1] - leader.y) ** 2,
    )
    assert can_fire(m, tail[0] + dx, tail[1] + dy, heading, leader)


@pytest.mark.rule("S-622", "S-A27")
def test_the_other_reading_asks_for_the_centre_in_the_arc(book):
    centre = measures(book.rulebook({"arc_point": "centre"}))
    place = (32000, 43500, 225)  # towards the nose
    target = bomber(30, 40)
    assert hits_bomber(measures(book.rulebook()), *place, target)
    assert hits_bomber(centre, *place, target)
    place = (32500, 42500, 275)
    assert hits_bomber(measures(book.rulebook()), *place, target) != hits_bomber(centre, *place, target)


@pytest.mark.rule("S-637", "S-638")
@pytest.mark.parametrize(
    ("x", "y", "guns"),
    [
        (30, 45.6, ["nose"]), (30, 45.601, []), (30, 34.4, ["tail"]),
        (34.15, 39.6, ["right_waist"]), (25.85, 39.6, ["left_waist"]), (34.151, 39.6, []),
        (32.8, 44.4, ["nose"]), (32.81, 44.4, []),  # 45 degrees off the nose, and a little more
    ],
)  # fmt: skip
def test_guns_reach_four_inches_from_where_they_stand(m, x, y, guns):
    assert bearing_guns(m, bomber(30, 40), round(x * 1000), round(y * 1000)) == guns


@given(PLACE, PLACE, HEADING, PLACE, PLACE)
def test_nose_and_tail_never_bear_together_with_a_waist(bx, by, heading, x, y):
    """Consequence G10: the cones of a point target do not overlap."""
    guns = set(bearing_guns(M, bomber(bx / 1000, by / 1000, heading), x, y))
    assert not (guns & {"nose", "tail"} and guns & {"left_waist", "right_waist"})


@pytest.mark.rule("S-639", "S-809", "S-A16")
@pytest.mark.parametrize(
    ("bear", "fire"),
    [
        (["nose", "right_waist"], ["nose"]),
        (["right_waist", "left_waist", "tail"], ["right_waist", "left_waist"]),
        (["tail", "top_turret"], ["tail"]),
        (["nose", "top_turret"], ["nose", "top_turret"]),
        (["right_waist", "tail", "top_turret"], ["right_waist", "top_turret"]),
        (["top_turret"], ["top_turret"]),
    ],
)
def test_which_guns_fire_at_one_target(bear, fire):
    assert firing_guns(bear) == fire


@pytest.mark.rule("S-808", "S-810", "S-811")
def test_the_turret_is_a_fifth_gun_that_fires_all_round(book):
    m = measures(book.rulebook({"turret": "on"}))
    assert bearing_guns(m, bomber(30, 40), 32400, 42500) == ["top_turret"]
    assert bearing_guns(measures(book.rulebook()), bomber(30, 40), 32400, 42500) == []


@given(PLACE, PLACE, HEADING, PLACE, PLACE, HEADING)
def test_a_mirrored_table_has_the_mirrored_fire(bx, by, heading, x, y, towards):
    plane, other = bomber(bx / 1000, by / 1000, heading), bomber(60 - bx / 1000, by / 1000, -heading % 360)
    assert hits_bomber(M, x, y, towards, plane) == hits_bomber(M, 60000 - x, y, -towards % 360, other)
    assert dead_ahead(M, x, y, towards, plane) == dead_ahead(M, 60000 - x, y, -towards % 360, other)
    swap = {"left_waist": "right_waist", "right_waist": "left_waist"}
    mirrored = sorted(swap.get(gun, gun) for gun in bearing_guns(M, other, 60000 - x, y))
    assert sorted(bearing_guns(M, plane, x, y)) == mirrored


@pytest.mark.rule("S-624", "S-625", "S-A12")
def test_dead_ahead_and_astern_are_fifteen_degrees_in_place_and_heading(m, book):
    target = bomber(30, 40)
    assert dead_ahead(m, 30000, 45000, 180, target)
    assert dead_ahead(m, 30500, 44000, 195, target)
    assert not dead_ahead(m, 30500, 44000, 196, target)
    assert not dead_ahead(m, 32000, 44000, 180, target)
    assert dead_astern(m, 30000, 36000, 0, target)
    assert not dead_astern(m, 30000, 36000, 180, target)
    assert dead_ahead(measures(book.rulebook({"direct": "30"})), 31000, 44000, 180, target)


@pytest.mark.rule("S-624", "S-625", "S-A30")
@pytest.mark.parametrize(("option", "over"), [("ends", False), ("centre", True)])
def test_a_fighter_over_the_cockpit_is_not_in_front_of_the_nose(book, option, over):
    m, target = measures(book.rulebook({"seen_from": option})), bomber(30, 40)
    assert dead_ahead(m, 30000, 41700, 180, target)
    assert dead_ahead(m, 30000, 41500, 180, target) == over
    assert dead_ahead(m, 30400, 42000, 180, target) == over  # 45 degrees off the nose
    assert dead_astern(m, 30000, 38300, 0, target)
    assert dead_astern(m, 30000, 38500, 0, target) == over
    assert dead_ahead(m, 30000, 40100, 180, german(30, 40))  # a fighter has no length


@given(PLACE, PLACE, HEADING, st.integers(0, 4000), st.integers(-15, 15))
def test_whoever_attacks_from_dead_ahead_looks_into_the_nose_gun(x, y, heading, far, aside):
    plane = bomber(x / 1000, y / 1000, heading)
    nose = ahead(x, y, heading, M.nose)
    px, py = ahead(*nose, (heading + aside) % 360, far)
    if dead_ahead(M, px, py, (heading + 180) % 360, plane) and hits_bomber(M, px, py, (heading + 180) % 360, plane):
        assert "nose" in bearing_guns(M, plane, px, py)


# ---- attacks


@pytest.mark.rule("S-623", "S-633", "S-634", "S-642", "S-A05", "S-A26")
def test_all_who_bear_answer_the_bomber_attacked_first(table):
    leader, left, right, last = diamond(30, 40)
    plane = german(27.9, 36.4, 270)  # between leader and last, on the left
    flight, m = table(leader, left, right, last, plane, dice=[1, 6] * 6)
    assert can_fire(m, plane.x, plane.y, plane.heading, left)
    attack(flight, m, plane, left)
    assert rolls(flight)[0] == ("german1 at left", "S-TAB-COMBAT", "fighter")
    shooters = [who.split()[0] for who, _, _ in rolls(flight)[1:]]
    assert shooters == sorted(shooters, key=["left", "leader", "right", "last"].index)
    assert flight.state.alarmed


@pytest.mark.rule("S-625")
def test_the_tail_gunner_has_a_point_against_one_dead_astern(table):
    plane, target = german(30, 35), bomber(30, 40)
    flight, m = table(target, plane, dice=(1, 6, 1, 6))
    attack(flight, m, plane, target)
    assert rolls(flight)[1] == ("leader tail at german1", "S-TAB-COMBAT", "tail_astern")


@pytest.mark.rule("S-626", "S-634", "S-A14")
@pytest.mark.parametrize(("heading", "answers"), [(180, True), (0, False), (90, False)])
def test_a_fighter_met_head_on_fires_back_and_no_other(table, heading, answers):
    plane, target = escort(30, 40), german(30, 43, heading)
    flight, m = table(plane, target, dice=(1, 6, 1, 6))
    attack(flight, m, plane, target)
    assert [who for who, _, _ in rolls(flight)[1:]] == (["german1 at escort1"] if answers else [])
    assert not target.attacked


@pytest.mark.rule("S-626", "S-628", "S-643", "S-A14")
def test_one_destroyed_head_on_still_fires_back(table):
    plane, target = escort(30, 40), german(30, 43, 180)
    flight, m = table(plane, target, dice=(6, 1, 6, 1))
    attack(flight, m, plane, target)
    assert (plane.out, target.out) == ("destroyed", "destroyed")


@pytest.mark.rule("S-643", "S-627", "S-A17")
def test_a_bomber_shot_down_fires_its_last_volley(table):
    plane, target = german(30, 45, 180), bomber(30, 40, damage=3)
    flight, m = table(target, plane, dice=(6, 1, 6, 1))
    attack(flight, m, plane, target)
    assert target.out == "destroyed"
    assert plane.out == "destroyed"
    assert (flight.state.lost_bombers, flight.state.lost_germans) == (1, 1)


@pytest.mark.rule("S-627", "S-628", "S-A15")
@pytest.mark.parametrize(("plane", "points"), [(bomber(30, 40), 4), (german(30, 40), 1)])
def test_damage_points_that_are_survived(table, plane, points):
    from dataclasses import replace

    from combatbox.games.skirmish.combat import fall

    for damage, falls in ((points, False), (points + 1, True), (points + 2, True)):
        hurt = replace(plane, damage=damage)
        flight, m = table(hurt)
        assert fall(flight, m, hurt) == falls


@pytest.mark.rule("S-644", "S-A18")
@pytest.mark.parametrize(
    ("alarmed", "friendly", "fires"), [(True, "true", True), (False, "true", False), (True, "false", False)]
)
def test_gunners_spare_their_escorts_until_the_first_attack(table, alarmed, friendly, fires):
    plane = escort(30, 46, 180)
    flight, m = table(bomber(30, 38), plane, dice=(1, 6), rulings={"friendly_fire": friendly})
    flight.state.alarmed = alarmed
    fly_fighter(flight, m, plane, Path(4000), -1, None)
    assert bool(rolls(flight)) == fires


@pytest.mark.rule("S-641")
def test_a_gunner_fires_at_one_target_after_the_other(table):
    one, two = german(30, 49, 180, "german1"), german(31, 49, 180, "german2")
    flight, m = table(bomber(30, 40), one, two, dice=[1, 6] * 4)
    for plane in (one, two):
        fly_fighter(flight, m, plane, Path(4000), -1, None)
    assert [who for who, _, _ in rolls(flight)] == ["leader nose at german1", "leader nose at german2"]


@pytest.mark.rule("S-708", "S-705", "S-A04")
@pytest.mark.parametrize(("y", "thrown"), [(94.0, 1), (93.999, 0)])
def test_flak_throws_at_a_fighter_that_stops_within_six_inches(table, y, thrown):
    plane = german(30, y - 10)
    flight, m = table(plane, dice=(1, 6))
    fly_fighter(flight, m, plane, Path(10000), -1, None)
    assert len(rolls(flight, "AA")) == thrown


@pytest.mark.rule("S-704", "S-802")
@pytest.mark.parametrize(("dice", "wins"), [((3, 3), "no"), ((4, 3), "more"), ((6, 3), "double"), ((1, 6), "no")])
def test_flak_with_bare_dice(table, dice, wins):
    plane = bomber(30, 102)
    flight, m = table(plane, dice=dice)
    flak(flight, m, plane, "flak.bomber")
    assert (f"engine_hits {plane.damage}" if plane.damage else "no_effect") == keyed("S-TAB-AA").cells[(wins,), ""]


@pytest.mark.rule("S-622")
def test_fighters_fire_at_fighters_within_reach_and_arc(m):
    assert hits_fighter(m, 30000, 40000, 0, german(30, 44))
    assert not hits_fighter(m, 30000, 40000, 0, german(30, 44.001))
    assert not hits_fighter(m, 30000, 40000, 0, german(32, 41.9))


# ---- the other readings


@pytest.mark.rule("S-625", "S-A13")
@pytest.mark.parametrize(("option", "column"), [("offence", "gun"), ("whenever", "tail_astern")])
def test_the_tail_gunners_point_at_a_stop_without_an_attack(table, option, column):
    plane = german(30, 25)
    flight, m = table(bomber(30, 40), plane, dice=(1, 6), rulings={"tail_bonus": option})
    fly_fighter(flight, m, plane, Path(10000), -1, None)
    assert [c for _, _, c in rolls(flight)] == [column]


@pytest.mark.rule("S-626", "S-A14")
@pytest.mark.parametrize(("option", "out"), [("exception", "destroyed"), ("survivors", "")])
def test_one_destroyed_head_on_may_or_may_not_fire_back(table, option, out):
    plane, target = escort(30, 40), german(30, 43, 180)
    flight, m = table(plane, target, dice=(6, 1, 6, 1), rulings={"head_on": option})
    attack(flight, m, plane, target)
    assert (plane.out, target.out) == (out, "destroyed")


@pytest.mark.rule("S-627", "S-632", "S-A15")
@pytest.mark.parametrize(("option", "damage", "out"), [("points", 5, "destroyed"), ("last_engine", 4, "")])
def test_two_engines_on_a_bomber_with_one_left(table, option, damage, out):
    plane, target = german(30, 45, 180), bomber(30, 40, damage=3)
    flight, m = table(target, plane, dice=(6, 1, 1, 6), rulings={"destroyed": option})
    attack(flight, m, plane, target)
    assert (target.damage, target.out) == (damage, out)


@pytest.mark.rule("S-704", "S-A15")
@pytest.mark.parametrize(("damage", "out"), [(3, ""), (4, "destroyed")])
def test_under_the_other_reading_flak_destroys_what_has_no_engine_left(table, damage, out):
    plane = bomber(30, 102, damage=damage)
    flight, m = table(plane, dice=(6, 1), rulings={"destroyed": "last_engine"})
    flak(flight, m, plane, "flak.bomber")
    assert plane.out == out


@pytest.mark.rule("S-639", "S-809", "S-A16")
@pytest.mark.parametrize(("option", "guns"), [("larger_set", ["tail"]), ("all", ["tail", "top_turret"])])
def test_all_guns_that_bear_fire_under_the_other_reading(table, option, guns):
    plane = german(30, 27)
    flight, m = table(bomber(30, 40), plane, dice=[1, 6] * 2, rulings={"turret": "on", "gun_limits": option})
    fly_fighter(flight, m, plane, Path(10000), -1, None)
    assert [who.split()[1] for who, _, _ in rolls(flight)] == guns


@pytest.mark.rule("S-642", "S-A25")
@pytest.mark.parametrize(("option", "shooters"), [("yes", {"left", "last"}), ("no", {"left"})])
def test_whether_others_than_the_one_attacked_fire_at_the_stop(table, option, shooters):
    left, last = bomber(25.8, 40, key="left"), bomber(30, 36.4, key="last")
    plane = german(28, 40.2, 270)
    flight, m = table(left, last, plane, dice=[1, 6] * 9, rulings={"stopping": option})
    attack(flight, m, plane, left)
    assert {who.split()[0] for who, _, _ in rolls(flight)[1:]} == shooters


@pytest.mark.rule("S-642", "S-A25")
@pytest.mark.parametrize("stop", [9000, 10000])  # the rest of the move is lost to damage, or there is none
def test_where_the_stop_is_the_end_of_the_move_each_bomber_fires_once_under_either_reading(table, stop):
    hit = [3, 1] if stop < 10000 else [1, 6]
    for option in ("yes", "no"):
        left, last = bomber(25.8, 40, key="left"), bomber(30, 36.4, key="last")
        plane = german(28 + stop / INCH, 40.2, 270)
        flight, m = table(left, last, plane, dice=[1, 6, *hit, *[1, 6] * 4], rulings={"stopping": option})
        fly_fighter(flight, m, plane, Path(10000), stop, left)
        assert [who.split()[0] for who, _, _ in rolls(flight)[1:]] == ["left", "last"]
