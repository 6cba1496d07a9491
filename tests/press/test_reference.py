"""Pieces are arranged on pages under the heading of their section, in reasonable time."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

from combatbox.press.reference import Item, PageFrame, _filled, _fullest, _is_misfiled

BELOW = 3.5


def section(seed, count, low=20, high=160):
    """Return the items of a section whose first one has its heading, with random heights."""
    draw = Random(seed)
    return [item(draw.uniform(low, high), opens=number == 0) for number in range(count)]


def item(height, *, opens=False):
    """Return a table of this height in one column; what it contains has no effect on its place."""
    view = SimpleNamespace(view=SimpleNamespace(id=str(height)))
    return Item(view, 1, height, "a", opens)


def test_a_column_without_space_for_the_heading_of_a_section_gets_nothing_of_it():
    small = item(20.0)
    assert not _fullest([item(90.0, opens=True), small], 60, BELOW)
    assert _fullest([small, item(90.0)], 60, BELOW) == [small]


def test_a_column_begins_with_the_first_table_that_is_left_however_well_others_fill_it():
    first, other, full = item(10.0), item(20.0), item(55.0)
    assert _fullest([first, other, full], 60, BELOW) == [first, other]


def test_a_long_section_of_small_pieces_is_packed_without_trying_every_choice():
    items = section(1, 45, 20, 30)  # every choice of 45 pieces could not be tried in years
    spots = _filled(items, PageFrame(500, 700, 2, 6, BELOW), 700)
    assert spots
    assert len(spots) == len(items)


def test_a_part_of_a_table_is_not_read_before_the_part_that_it_continues():
    first = item(90.0)
    rest = replace(first, height=20.0)
    assert _is_misfiled([first, rest], [(first, 1, 0.0), (rest, 0, 0.0)])
    assert not _is_misfiled([first, rest], [(first, 0, 0.0), (rest, 0, 95.0)])
