"""Drawings of tabletops: the board, the models, drawings of the moves of a turn ("plates"), and figures of chapters.

Everything is computed here in units of the drawing, in which the longer side of a tabletop has 1000 units and a figure
is 600 wide; the templates (`_tabletop.html.j2`) output the results. The far edge is at the top, and y grows downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from combatbox.core.scene import Scene
from combatbox.core.shapes import Figure, Model, Placed, transform_shape
from combatbox.core.tables import unique
from combatbox.core.tabletop import Aim, Sight, Stand, TableTop
from combatbox.drawing import svg
from combatbox.play import scene_layout
from combatbox.play.scene_layout import MARGIN, View, view_of

BROAD = 600
"""The width of a figure, in units of the drawing."""

Spot = tuple[float, ...]
"""A position in units of the drawing."""

LEAST, AIR = 330, 45
"""The minimum size of a plate, and the margin around its contents, in units of the drawing."""


# ---- plates: what was flown in a stretch of play


class Plate(NamedTuple):
    """A drawing of the models, moves and shots of a stretch of play.

    Attributes:
        box: the `viewBox`.
        models: each model with its stand, its position, its length and its puffs of smoke.
        ways: each move as an SVG path, with its model.
        aims: each line of fire as an SVG path, with the shot.
    """

    box: str
    models: Sequence[tuple[Model, Stand, Spot, float, Sequence[Spot]]]
    ways: list[tuple[str, Model]]
    aims: list[tuple[str, Aim]]


def plate(top: TableTop, sights: Sequence[Sight]) -> Plate | None:
    """Return a plate of one turn; None if no model is on the tabletop at the end."""
    view, by_key = view_of(top), {model.key: model for model in top.models}
    last = sights[-1].stands
    if not last:
        return None
    removed = {key: stand for sight in sights[:-1] for key, stand in sight.stands.items() if stand.state}
    stands = [*removed.items(), *last.items()]
    ways = [way for sight in sights for way in sight.ways]
    points = [view.at(stand.x, stand.y) for _, stand in stands]
    points += [view.at(spot[0], spot[1]) for way in ways for spot in way.spots]
    models = []
    for key, stand in stands:
        length = view.long(by_key[key].length)
        models.append((by_key[key], stand, view.at(stand.x, stand.y), length, svg.puffs(length, stand.smoke)))
    return Plate(
        _box(view, top, points),
        models,
        [(view.line(way.spots), by_key[way.model]) for way in ways],
        [(view.line((aim.start, aim.end)), aim) for sight in sights for aim in sight.aims],
    )


def _box(view: View, top: TableTop, points: Sequence[tuple[float, float]]) -> str:
    """Return the `viewBox` of the part of the tabletop that contains all points, at least a third of the whole."""
    edges = []
    for side, length in enumerate((view.long(top.width), view.long(top.length))):
        low, high = min(spot[side] for spot in points) - AIR, max(spot[side] for spot in points) + AIR
        padding = max(0.0, LEAST - (high - low)) / 2
        edges.append((max(-MARGIN, low - padding), min(length + MARGIN, high + padding)))
    (left, right), (near, far) = edges
    return f"{left:g} {near:g} {right - left:g} {far - near:g}"


# ---- figures of chapters


class FigureOnPage(NamedTuple):
    """A figure of a chapter with its size, its shapes as SVG, and the names of the drawings of its models."""

    figure: Figure
    width: int
    height: float
    shapes: Markup
    arts: tuple[str, ...]


def figure(source: Figure, name: str) -> FigureOnPage:
    """Return a figure of a chapter for the template; `name` is the prefix of the ids in its SVG."""
    view = View(source.left, source.far, (source.right - source.left) / BROAD)
    shapes_here = [transform_shape(item, lambda spot: view.at(*spot), 1 / view.unit) for item in source.items]
    return FigureOnPage(
        source,
        BROAD,
        view.long(source.far - source.near),
        Markup(svg.on_page(shapes_here, name)),
        unique(item.model.art for item in source.items if isinstance(item, Placed)),
    )


# ---- at a glance


class Glance(NamedTuple):
    """A small view of a tabletop for a card, with a dot for each model and its group."""

    board: dict[str, Any]
    dots: list[tuple[Spot, str]]


def glance(scene: Scene) -> Glance | None:
    """Return a small view of the final situation; None without a tabletop."""
    if scene.top is None:
        return None
    view, groups = view_of(scene.top), {model.key: model.group for model in scene.top.models}
    stands = scene.frames[-1].sight.stands.items()
    return Glance(scene_layout.board(scene.top), [(view.at(stand.x, stand.y), groups[key]) for key, stand in stands])
