"""Pieces are arranged on pages under the heading of their section, in reasonable time."""

from random import Random

from combatbox.press.page_packing import Item, PageFrame, _fullest, deal

BELOW = 3.5


def section(seed, count, low=20, high=160):
    """Return the items of a section whose first one has its heading, with random heights."""
    draw = Random(seed)
    return [Item(number, 1, draw.uniform(low, high), "a", number == 0) for number in range(count)]


def test_a_column_without_space_for_the_heading_of_a_section_gets_nothing_of_it():
    assert not _fullest([Item("heading", 1, 90.0, "a", True), Item("small", 1, 20.0, "a")], 60, BELOW)
    assert [item.piece for item in _fullest([Item("large", 1, 90.0, "a"), Item("small", 1, 20.0, "a")], 60, BELOW)] == [
        "small"
    ]


def test_a_long_section_of_small_pieces_is_packed_without_trying_every_choice():
    items = section(1, 60, 20, 30)  # every choice of sixty pieces could not be tried in years
    pages = deal(60, [PageFrame(500, 700, 2, 6, BELOW)], lambda bed, number: items[number])
    assert pages
    assert len(pages) == 2
