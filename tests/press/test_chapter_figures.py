"""Figures of chapters on paper: labels are inside, and a line to a section crosses no wing, no tailplane and no label."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest

from combatbox.core.shapes import Line, Point
from combatbox.library.load import load
from combatbox.press import art, chapter_figures
from combatbox.press.drawings import extent
from combatbox.press.models import airframe
from combatbox.press.shop import open_shop
from combatbox.press.style import Box

STEPS = 40
"""The number of points at which a part of a line is tried."""


def along(start: Point, end: Point) -> list[Point]:
    """Points on a part of a line; none on one that follows the fuselage."""
    (x, y), (right, down) = start, end
    shares = [step / STEPS for step in range(STEPS + 1)] if abs(x - right) > 1e-6 else []
    return [(x + (right - x) * share, y + (down - y) * share) for share in shares]


def holds(box: Box, point: Point) -> bool:
    return box.x < point[0] < box.right and box.y < point[1] < box.bottom


bombers = pytest.mark.parametrize("game", ["queen", "superfort", "b17g", "b24d", "foggia"])


@bombers
def test_every_label_of_a_figure_is_inside_its_frame(game: str) -> None:
    context = open_shop(load(game)).context
    figures = context.book.game.pages.drawings
    assert figures
    for name, figure in figures(context.rules, context.say).items():
        scale = chapter_figures.height_of(figure) / (figure.far - figure.near)
        wide, high = (figure.right - figure.left) * scale, (figure.far - figure.near) * scale
        for label in chapter_figures.figure_drawing(figure, scale).labels():
            box = extent(label)
            assert 0 <= box.x < box.right <= wide, (name, label.text)
            assert 0 <= box.y < box.bottom <= high, (name, label.text)


@bombers
def test_a_line_to_a_section_crosses_no_wing_no_tailplane_and_no_label(game: str) -> None:
    context = open_shop(load(game)).context
    figures = context.book.game.pages.drawings
    assert figures
    drawn = chapter_figures.figure_drawing(figures(context.rules, context.say)["sections"], 1.0)
    plan = context.book.drawing.art.plan
    (placed,) = [shape for shape in drawn.shapes if isinstance(shape, chapter_figures.Art)]
    parts = [
        art.part_bounds(shapes)
        for name, shapes in art.load(plan).ids.items()
        if name.startswith(("wing-", "engine-", "tailplane-"))
    ]
    middle, scale = airframe(plan).centre, placed.scale
    taken = [
        Box(
            placed.x + (part.x - middle[0]) * scale,
            placed.y + (part.y - middle[1]) * scale,
            part.width * scale,
            part.height * scale,
        )
        for part in parts
    ]
    assert len(taken) >= 6, "wings, engines and tailplane are named in the drawing"
    taken += [extent(label) for label in drawn.labels()]
    lines = [
        shape
        for shape in drawn.shapes
        if isinstance(shape, Line)
        and len(shape.spots) > 1
        and shape.look == "measure"
        and hypot(shape.spots[0][0] - shape.spots[-1][0], shape.spots[0][1] - shape.spots[-1][1]) > 20
    ]
    assert len(lines) >= 6
    crossed = [
        (start, end)
        for line in lines
        for start, end in pairwise(line.spots)
        if any(holds(box, point) for point in along(start, end) for box in taken)
    ]
    assert not crossed
