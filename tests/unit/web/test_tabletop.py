"""Table tops as drawings, for any game: an invented one with a ship and a fort."""

import re

import pytest
from tests.replayed_frames import decode

from combatbox.core.scene import Frame, Scene
from combatbox.core.shapes import Area, Figure, Label, Line, Model, Placed, Sector
from combatbox.core.tabletop import Aim, Sight, Stand, TableTop, Throw, Way, Zone
from combatbox.drawing import svg
from combatbox.library import paths
from combatbox.play import frames, scene_layout
from combatbox.web import art, tabletop

SHIP = Model("ship", "The ship", "S", "b17-plan", 40, "ours", (Sector("bow", 20, 0, 0, 30, 100),))
RAIDER = Model("raider", "The raider", "R", "me109-plan", 20, "enemy")
TOP = TableTop(500, 1000, 100, (Zone("Fort", 200, 300, 900, 1000, 50, "its guns"),), (SHIP, RAIDER))


def sights():
    first = Sight({"ship": Stand(100, 100, 0), "raider": Stand(100, 900, 180)})
    second = Sight(
        {"ship": Stand(100, 200, 0, smoke=2), "raider": Stand(100, 700, 180, state="down")},
        ways=[Way("ship", ((100, 100, 0), (100, 200, 0)), (100, 250, 0))],
        aims=[Aim((100, 200), (100, 700), True, "ours")],
        throws=[Throw(5, 1, "The ship", "ours"), Throw(2, 0, "The raider", "enemy")],
    )
    third = Sight({"ship": Stand(100, 250, 90)}, ways=[Way("ship", ((100, 200, 0), (100, 250, 0), (100, 250, 90)))])
    return [first, second, third]


def scene():
    return Scene((), (), (), "", (), (), (), tuple(Frame(sight=sight) for sight in sights()), TOP)


def test_the_board_has_the_far_end_at_the_top_and_its_long_side_a_thousand_units_long():
    board = scene_layout.board(TOP)
    assert (board["width"], board["height"], board["unit"]) == (500, 1000, 1)
    (fort,) = board["zones"]
    assert tuple(fort[key] for key in ("x", "y", "width", "height", "around")) == (200, 0, 100, 100, 50)
    assert board["grid"].count("M") == 4 + 9
    assert [(model["key"], model["length"], model["sectors"]) for model in board["models"]] == [
        ("ship", 40, [[20, 0, 0, 30, 100]]),
        ("raider", 20, []),
    ]


def test_a_plate_has_every_way_and_shot_and_whoever_went_down():
    plate = tabletop.plate(TOP, sights())
    assert [d for d, _ in plate.ways] == ["M100 900L100 800", "M100 800L100 750L100 750"]
    assert [(d, aim.hit) for d, aim in plate.aims] == [("M100 800L100 300", True)]
    assert [(model.short, stand.state, stand.heading) for model, stand, *_ in plate.models] == [
        ("R", "down", 180),
        ("S", "", 90),
    ]
    assert tabletop.plate(TOP, [Sight()]) is None


def test_a_plate_shows_the_part_of_the_table_in_which_something_is_seen():
    left, near, width, height = map(float, tabletop.plate(TOP, sights()).box.split())
    assert (left, width) == (-12, 277)  # cut at the edge of the table, a third of it at the least
    assert (near, height) == (255, 690)


def test_smoke_lies_behind_a_model_a_puff_for_each_point():
    assert svg.puffs(40, 0) == []
    puffs = svg.puffs(40, 3)
    assert len(puffs) == 3
    assert all(y > 20 for _, y, _ in puffs)


def test_frames_say_what_stands_what_is_flown_and_fired_and_forget_what_is_over():
    data = frames.changes(scene(), [1, 2, 3])
    assert data[1]["m"] == {"raider": [100, 700, 180, 0, "", "down"], "ship": [100, 200, 0, 2, "", ""]}
    assert data[1]["w"] == [["ship", [[100, 100, 0], [100, 200, 0]], [100, 250, 0]]]
    assert data[1]["a"] == [[100, 200, 100, 700, 1, "ours"]]
    assert data[1]["d"] == [[5, 1, "The ship", "ours"], [2, 0, "The raider", "enemy"]]
    last = decode(data, 3)
    assert last["m"] == {"ship": [100, 250, 90, 0, "", ""]}
    assert "a" not in last
    assert "d" not in last


def test_a_figure_is_drawn_in_the_order_of_its_items():
    items = (
        Area(((0, 0), (0, 100), (100, 100))),
        Line(((0, 0), (100, 0)), "measure"),
        Label(50, 50, "here", "start"),
        Placed(SHIP, 100, 100, 45, smoke=1, label="ship"),
    )
    figure = tabletop.figure(Figure("T", "X.", 0, 300, 0, 200, items), "fig")
    assert (figure.width, figure.height) == (600, 400)
    assert figure.shapes == (
        '<path class="cb-area" data-look="reach" d="M0 400L0 200L200 200Z"/>'
        '<path class="cb-line" data-look="measure" d="M0 400L200 400"/>'
        '<circle class="cb-line__end" cx="0.0" cy="400.0" r="3"/><circle class="cb-line__end" cx="200.0" cy="400.0" r="3"/>'
        '<text x="100.0" y="300.0" text-anchor="start">here</text>'
        '<g class="cb-model" data-group="ours" transform="translate(200.0 200.0)"><g transform="rotate(45)">'
        '<circle class="cb-puff" cx="-9.3" cy="48.0" r="13.3"/><use href="#fig-b17-plan" transform="scale(80.0)"/></g>'
        '<text y="40.0">ship</text></g>'
    )
    assert list(figure.arts) == ["b17-plan"]


def test_a_card_shows_how_it_stood_in_the_end():
    seen = tabletop.glance(scene())
    assert seen.dots == [((100, 750), "ours")]
    assert tabletop.glance(Scene((), (), (), "", (), (), (), ())) is None


@pytest.mark.parametrize("name", [name for name in paths.drawings() if name.endswith("-plan")])
def test_the_drawing_of_a_model_is_centred_and_a_unit_long(name):
    drawn = str(art.model(name))
    scale, x, y = (float(n) for n in re.search(r"scale\(([\d.]+)\) translate\((-?[\d.]+) (-?[\d.]+)\)", drawn).groups())
    numbers = [float(n) for skin in re.findall(r' d="([^"]+)"', drawn) for n in re.findall(r"-?[0-9.]+", skin)]
    across, along = [scale * (n + x) for n in numbers[::2]], [scale * (n + y) for n in numbers[1::2]]
    assert abs(min(along) + 0.5) < 0.01
    assert abs(max(along) - 0.5) < 0.01
    assert abs(min(across) + max(across)) < 0.01
