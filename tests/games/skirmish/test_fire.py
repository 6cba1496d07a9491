"""The odds of opposed rolls, and fire from any place; the cases are in the YAML file of this name."""

from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.skirmish.keyed import keyed, throws

from combatbox.core.enumeration import row_odds
from combatbox.games.skirmish.geometry import ahead
from combatbox.games.skirmish.line_of_fire import (
    bearing_guns,
    can_fire,
    dead_ahead,
    hits_bomber,
)  # fmt: skip
from combatbox.games.skirmish.moves import flak
from combatbox.games.skirmish.parameters import measures
from combatbox.library.load import load

from .conftest import bomber

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


# ---- reach and arc


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


@given(PLACE, PLACE, HEADING, PLACE, PLACE)
def test_nose_and_tail_never_bear_together_with_a_waist(bx, by, heading, x, y):
    """Consequence G10: the cones of a point target do not overlap."""
    guns = set(bearing_guns(M, bomber(bx / 1000, by / 1000, heading), x, y))
    assert not (guns & {"nose", "tail"} and guns & {"left_waist", "right_waist"})


@given(PLACE, PLACE, HEADING, PLACE, PLACE, HEADING)
def test_a_mirrored_table_has_the_mirrored_fire(bx, by, heading, x, y, towards):
    plane, other = bomber(bx / 1000, by / 1000, heading), bomber(60 - bx / 1000, by / 1000, -heading % 360)
    assert hits_bomber(M, x, y, towards, plane) == hits_bomber(M, 60000 - x, y, -towards % 360, other)
    assert dead_ahead(M, x, y, towards, plane) == dead_ahead(M, 60000 - x, y, -towards % 360, other)
    swap = {"left_waist": "right_waist", "right_waist": "left_waist"}
    mirrored = sorted(swap.get(gun, gun) for gun in bearing_guns(M, other, 60000 - x, y))
    assert sorted(bearing_guns(M, plane, x, y)) == mirrored


@given(PLACE, PLACE, HEADING, st.integers(0, 4000), st.integers(-15, 15))
def test_whoever_attacks_from_dead_ahead_looks_into_the_nose_gun(x, y, heading, far, aside):
    plane = bomber(x / 1000, y / 1000, heading)
    nose = ahead(x, y, heading, M.nose)
    px, py = ahead(*nose, (heading + aside) % 360, far)
    if dead_ahead(M, px, py, (heading + 180) % 360, plane) and hits_bomber(M, px, py, (heading + 180) % 360, plane):
        assert "nose" in bearing_guns(M, plane, px, py)


@pytest.mark.rule("S-704", "S-802")
@pytest.mark.parametrize(("dice", "wins"), [((3, 3), "no"), ((4, 3), "more"), ((6, 3), "double"), ((1, 6), "no")])
def test_flak_with_bare_dice(table, dice, wins):
    plane = bomber(30, 102)
    flight, m = table(plane, dice={"S-TAB-AA": dice})
    flak(flight, m, plane, "flak.bomber")
    assert (f"engine_hits {plane.damage}" if plane.damage else "no_effect") == keyed("S-TAB-AA").cells[(wins,), ""]
