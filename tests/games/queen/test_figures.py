"""The figures of Queen of the Skies agree with the functions that its rules are played by."""

import pytest
from tests.games.figures import of

from combatbox.bomber import shells
from combatbox.bomber.effects import crew
from combatbox.core.table_views import capital
from combatbox.drawing.shapes import Area, Label
from combatbox.games.queen.drawings import CAUSE_LINE
from combatbox.games.queen.two_player import BOMBER, GERMAN, who_rolls
from combatbox.library.load import load

BOOK = load("queen")
FIGURES = BOOK.game.pages.drawings(BOOK.rulebook(), BOOK.say)


def filled(figure, evades, row):
    """The faces that are filled in a row of the figure of evasive action, of one of its two columns."""
    boxes = [area for area in of(figure, Area) if (area.corners[0][0] > 0) is evades]
    heights = sorted({area.corners[0][1] for area in boxes}, reverse=True)
    there = sorted((area for area in boxes if area.corners[0][1] == heights[row]), key=lambda area: area.corners[0])
    return [face for face, area in enumerate(there, 1) if area.look == "ahead"]


@pytest.mark.rule("Q15.1a")
@pytest.mark.parametrize(("row", "position"), [(0, "12_level"), (1, "3_level"), (2, "6_level")])
@pytest.mark.parametrize("evades", [False, True])
def test_the_faces_of_evasive_action_are_those_that_hit(rig, row, position, evades):
    hits = []
    for face in range(1, 7):
        r = rig({"M-3": [face]}, zone=5, out_of_formation=True).wave(("me109", position))
        r.state.wave.evading = evades
        if shells.german_fire(r.flight, []):
            hits.append(face)
    assert filled(FIGURES["evasion"], evades, row) == hits
    assert len(hits) < 6


@pytest.mark.rule("Q8.0d", "Q8.0e", "Q8.0h-2")
def test_the_causes_are_all_of_the_chart_and_those_that_order_stand_first():
    rows = BOOK.tables["R-8-0"].rows
    ordered = [row for row in rows if row.effects[0].name == "abort"]
    others = [row for row in rows if row not in ordered]
    boxes = sorted(of(FIGURES["causes"], Area), key=lambda area: -area.corners[0][1])
    assert [area.look for area in boxes] == ["ahead"] * len(ordered) + ["reach"] * len(others)
    lines = [item for item in of(FIGURES["causes"], Label) if not item.text.startswith("You ")]
    assert max(len(line.text) for line in lines) <= CAUSE_LINE
    words = [" ".join(line.text for line in lines if is_within(line, area)) for area in boxes]
    assert words == [capital(row.when.words(BOOK.say)) for row in (*ordered, *others)]


def is_within(label: Label, area: Area) -> bool:
    heights = [y for _, y in area.corners]
    return min(heights) < label.y < max(heights)


@pytest.mark.rule("Q21.0-1")
def test_each_table_of_a_wave_stands_on_the_side_of_who_rolls_on_it():
    labels = [item for item in of(FIGURES["players"], Label) if item.text.split()[0] in BOOK.tables]
    german = {item.text.split()[0] for item in labels if item.x < 0}
    for item in labels:
        name = item.text.split()[0]
        assert who_rolls(name, {"Q-X4": "on"}) == (GERMAN if name in german else BOMBER)
    assert len(german) not in (0, len(labels))


STATES = {(False, False): "at his duties", (True, False): "as if serious", (True, True): "dead", (False, True): "dead"}


@pytest.mark.rule("Q-BL4a-1", "Q-BL4a-2", "Q-BL4a-3")
def test_the_boxes_of_light_wounds_say_what_they_add_up_to(rig):
    flight = rig({}, zone=5).flight
    man = flight.state.men["tail_gunner"]
    flight.state.hand.man = "tail_gunner"
    boxes = sorted(
        (area for area in of(FIGURES["wounds"], Area) if area.corners[0][1] == 0), key=lambda a: a.corners[0]
    )
    below = [item.text for item in sorted(of(FIGURES["wounds"], Label), key=lambda item: item.x) if item.y == -22]
    assert len(boxes) == len(below) == BOOK.const.light_wounds.dead
    for number, words in enumerate(below, 1):
        crew.light_wound.function(flight)
        state = STATES[man.serious, man.dead]
        assert words == ("impaired" if number == BOOK.const.light_wounds.handicap else state)


@pytest.mark.rule("Q-BL4a-4")
@pytest.mark.parametrize("wounds", [(crew.light_wound, crew.serious_wound), (crew.serious_wound, crew.light_wound)])
def test_a_serious_wound_and_any_other_kill_as_the_figure_says(rig, wounds):
    flight = rig({}, zone=5).flight
    flight.state.hand.man = "tail_gunner"
    for wound in wounds:
        wound.function(flight)
    assert flight.state.men["tail_gunner"].dead
    assert {item.text for item in of(FIGURES["wounds"], Label)} >= {"1 and any other", "dead", "can do nothing"}
