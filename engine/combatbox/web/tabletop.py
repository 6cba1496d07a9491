"""Drawings of tabletops: the board, the models, drawings of the moves of a turn ("plates"), and figures of chapters.

Everything is computed here in units of the drawing, in which the longer side of a tabletop has 1000 units and a figure
is 600 wide; the templates (`_tabletop.html.j2`) output the results. The far edge is at the top, and y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace

from markupsafe import Markup

from combatbox.core.scene import Scene
from combatbox.core.shapes import Figure, Placed, transform_shape
from combatbox.core.tabletop import Aim, Sight, TableTop, Way
from combatbox.drawing import svg
from combatbox.play import scene_layout
from combatbox.play.scene_layout import MARGIN, View, view_of
from combatbox.web import art

BROAD = 600
"""The width of a figure, in units of the drawing."""

LEAST, AIR = 330, 45
"""The minimum size of a plate, and the margin around its contents, in units of the drawing."""


def board(top: TableTop) -> SimpleNamespace:
    """Return a tabletop with its grid and zones, and the drawings of its models."""
    drawn = scene_layout.board(top)
    parts = {name: [SimpleNamespace(**fields) for fields in drawn[name]] for name in ("zones", "models")}
    return SimpleNamespace(**{**drawn, **parts})


def shapes(names: Iterable[str]) -> dict[str, object]:
    """Return the drawings of models by name, each one unit long."""
    return {name: art.model(name) for name in dict.fromkeys(names)}


# ---- plates: what was flown in a stretch of play


def plate(top: TableTop, sights: Sequence[Sight]) -> SimpleNamespace | None:
    """Return the template data of a plate: a drawing of the models, moves and shots of one phase.

    The result is None if no model is on the tabletop at the end.
    """
    view, by_key = view_of(top), {model.key: model for model in top.models}
    stands = sights[-1].stands
    if not stands:
        return None
    removed = {key: stand for sight in sights[:-1] for key, stand in sight.stands.items() if stand.state}
    models = []
    for key, stand in [*removed.items(), *stands.items()]:
        x, y = view.at(stand.x, stand.y)
        model = by_key[key]
        models.append(SimpleNamespace(
            art=model.art, group=model.group, short=model.short, x=x, y=y, heading=stand.heading, state=stand.state,
            length=view.long(model.length), smoke=svg.puffs(view.long(model.length), stand.smoke), coin=stand.coin,
        ))  # fmt: skip
    paths = [SimpleNamespace(d=view.line(way.spots), group=by_key[way.model].group) for way in _paths(sights)]
    points = [view.at(stand.x, stand.y) for stand in [*removed.values(), *stands.values()]]
    points += [view.at(spot[0], spot[1]) for way in _paths(sights) for spot in way.spots]
    return SimpleNamespace(
        box=_box(view, top, points),
        models=models,
        ways=paths,
        aims=[_aim(view, aim) for sight in sights for aim in sight.aims],
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


def _paths(sights: Sequence[Sight]) -> list[Way]:
    return [way for sight in sights for way in sight.ways]


def _aim(view: View, aim: Aim) -> SimpleNamespace:
    return SimpleNamespace(d=view.line((aim.start, aim.end)), hit=aim.hit, group=aim.group)


# ---- figures of chapters


def figure(source: Figure, name: str) -> SimpleNamespace:
    """Return a figure of a chapter for the template.

    `name` is the prefix of the ids in its SVG.
    """
    view = View(source.left, source.far, (source.right - source.left) / BROAD)
    shapes_here = [transform_shape(item, lambda spot: view.at(*spot), 1 / view.unit) for item in source.items]
    return SimpleNamespace(
        title=source.title,
        text=source.text,
        width=BROAD,
        height=view.long(source.far - source.near),
        shapes=Markup(svg.on_page(shapes_here, name)),
        arts=shapes(item.model.art for item in source.items if isinstance(item, Placed)),
    )


# ---- at a glance


def glance(scene: Scene) -> SimpleNamespace | None:
    """Return a small view of the final situation, with dots on the tabletop, for a card."""
    if scene.top is None:
        return None
    view, by_key = view_of(scene.top), {model.key: model for model in scene.top.models}
    stands = scene.frames[-1].sight.stands
    dots = [
        SimpleNamespace(spot=view.at(s.x, s.y), group=by_key[key].group, state=s.state) for key, s in stands.items()
    ]
    return SimpleNamespace(board=board(scene.top), dots=dots)
