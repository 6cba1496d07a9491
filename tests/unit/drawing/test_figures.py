"""The parts of which games make their figures."""

from combatbox.core.shapes import Area, Label
from combatbox.drawing.figures import HALF, Part, cell, figure, left, percentages, probability, stacked


def test_a_cell_has_its_words_in_its_middle_and_none_if_they_are_empty():
    box, words = cell(10, 20, 30, 40, "table", "6")
    assert box == Area(((10, 20), (40, 20), (40, 60), (10, 60)), "table")
    assert words == Label(25, 40, "6")
    assert len(cell(10, 20, 30, 40, "table", "")) == 1


def test_a_figure_is_as_wide_on_both_sides_and_its_left_words_are_inside():
    drawn = figure("Title", "Text", -10, 20, [left(5, "words")])
    assert drawn.left == -drawn.right < -HALF
    assert drawn.items[0].x >= drawn.left
    assert figure("Title", "Text", -10, 20, [], HALF).right == HALF


def test_bars_are_whole_and_a_narrow_part_has_no_words():
    parts = [Part("many", 99, "table"), Part("few", 1, "ahead")]
    drawn = stacked("Title", "Text", {"A bar": parts})
    areas = [item for item in drawn.items if isinstance(item, Area)]
    assert areas[0].corners[0][0] == -HALF
    assert areas[-1].corners[1][0] == HALF
    assert [item.text for item in drawn.items if isinstance(item, Label)] == ["A bar", "many"]


def test_percentages_leave_out_what_cannot_happen():
    weights = {"hit": 1, "miss": 3, "jam": 0}
    assert probability(weights, "hit") == 1 / 4
    assert probability(weights, "explosion") == 0
    assert [part.words for part in percentages(weights, {"hit": "ahead", "jam": "reach", "miss": "table"})] == [
        "25",
        "75",
    ]
