"""Whole numbers in place of sines: against the floats of the machine, and alike in a mirror."""

import math

from hypothesis import given
from hypothesis import strategies as st

from combatbox.games.skirmish.geometry import COS, ONE, SIN, ahead, apart, heading_of, in_arc, offset, turned

PLACE = st.integers(-120_000, 120_000)
HEADING = st.integers(0, 359)


def test_the_table_of_sines_is_the_nearest_millionth():
    for degrees in range(360):
        assert SIN[degrees] == round(math.sin(math.radians(degrees)) * ONE)
        assert COS[degrees] == round(math.cos(math.radians(degrees)) * ONE)


@given(PLACE, PLACE)
def test_a_bearing_is_the_nearest_degree(dx, dy):
    if (dx, dy) != (0, 0):
        exact = math.degrees(math.atan2(dx, dy))
        assert abs((heading_of(dx, dy) - exact + 180) % 360 - 180) <= 0.5005


@given(PLACE, PLACE, HEADING, st.integers(1, 89))
def test_an_arc_is_what_the_angle_says(dx, dy, heading, half):
    off = abs((math.degrees(math.atan2(dx, dy)) - heading + 180) % 360 - 180)
    if abs(off - half) > 0.001 and (dx, dy) != (0, 0):
        assert in_arc(dx, dy, heading, half) == (off < half)


def test_the_edges_of_an_arc_are_in_it():
    assert in_arc(4000, 4000, 0, 45)
    assert in_arc(-4000, 4000, 0, 45)
    assert not in_arc(4001, 4000, 0, 45)


@given(PLACE, PLACE, HEADING, st.integers(-30_000, 30_000))
def test_a_leg_in_a_mirror_is_the_mirrored_leg(x, y, heading, length):
    there = ahead(x, y, heading, length)
    assert ahead(-x, y, -heading % 360, length) == (-there[0], there[1])
    assert abs(math.dist(there, (x, y)) - abs(length)) < 2


@given(HEADING, st.integers(-2000, 2000), st.integers(-2000, 2000))
def test_gun_positions_in_a_mirror_are_mirrored(heading, forward, right):
    x, y = offset(heading, forward, right)
    assert offset(-heading % 360, forward, -right) == (-x, y)


@given(HEADING, HEADING)
def test_turns_are_the_short_way_round(one, other):
    assert -180 <= turned(one - other) < 180
    assert apart(one, other) == apart(other, one) <= 180
