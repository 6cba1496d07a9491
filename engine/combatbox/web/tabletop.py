"""A table top as a drawing: the board with what lies on it, the models, plates of what was flown, figures of chapters.

Everything is worked out here in the units of the drawing, in which the long side of a table has 1000 and a figure is 600
wide; the templates (`_tabletop.html.j2`) write it down. North is up there: y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace

from markupsafe import Markup

from combatbox.core.scene import Scene
from combatbox.core.tabletop import Aim, Sight, TableTop, Way
from combatbox.drawing import svg
from combatbox.drawing.shapes import Figure, Placed, laid
from combatbox.play import scene_layout
from combatbox.play.scene_layout import MARGIN, View, view_of
from combatbox.web import art

BROAD = 600
"""Units of a figure's width."""

LEAST, AIR = 330, 45
"""Units of a plate at the least each way, and of air about what is seen on it."""


def board(top: TableTop) -> SimpleNamespace:
    """The table with its grid and what lies on it, and the drawings of its models."""
    drawn = scene_layout.board(top)
    parts = {name: [SimpleNamespace(**one) for one in drawn[name]] for name in ("zones", "models")}
    return SimpleNamespace(**{**drawn, **parts})


def shapes(names: Iterable[str]) -> dict[str, object]:
    """The drawings of models, one unit long each."""
    return {name: art.model(name) for name in dict.fromkeys(names)}


# ---- plates: what was flown in a stretch of play


def plate(top: TableTop, sights: Sequence[Sight]) -> SimpleNamespace | None:
    """All that happened on a table in a stretch of play, as it stood when it was over; None where nothing stands there."""
    view, by_key = view_of(top), {model.key: model for model in top.models}
    stands = sights[-1].stands
    if not stands:
        return None
    gone = {key: stand for sight in sights[:-1] for key, stand in sight.stands.items() if stand.state}
    models = []
    for key, stand in [*gone.items(), *stands.items()]:
        x, y = view.at(stand.x, stand.y)
        model = by_key[key]
        models.append(SimpleNamespace(
            art=model.art, group=model.group, short=model.short, x=x, y=y, heading=stand.heading, state=stand.state,
            length=view.long(model.length), smoke=svg.puffs(view.long(model.length), stand.smoke), coin=stand.coin,
        ))  # fmt: skip
    ways = [SimpleNamespace(d=view.line(way.spots), group=by_key[way.model].group) for way in _ways(sights)]
    seen = [view.at(stand.x, stand.y) for stand in [*gone.values(), *stands.values()]]
    seen += [view.at(spot[0], spot[1]) for way in _ways(sights) for spot in way.spots]
    return SimpleNamespace(
        box=_box(view, top, seen),
        models=models,
        ways=ways,
        aims=[_aim(view, aim) for sight in sights for aim in sight.aims],
    )


def _box(view: View, top: TableTop, seen: Sequence[tuple[float, float]]) -> str:
    """The part of the table in which something is seen, and not less than a third of it, as a `viewBox`."""
    edges = []
    for side, long in enumerate((view.long(top.width), view.long(top.length))):
        low, high = min(spot[side] for spot in seen) - AIR, max(spot[side] for spot in seen) + AIR
        more = max(0.0, LEAST - (high - low)) / 2
        edges.append((max(-MARGIN, low - more), min(long + MARGIN, high + more)))
    (left, right), (near, far) = edges
    return f"{left:g} {near:g} {right - left:g} {far - near:g}"


def _ways(sights: Sequence[Sight]) -> list[Way]:
    return [way for sight in sights for way in sight.ways]


def _aim(view: View, aim: Aim) -> SimpleNamespace:
    return SimpleNamespace(d=view.line((aim.start, aim.end)), hit=aim.hit, group=aim.group)


# ---- figures of chapters


def figure(drawn: Figure, name: str) -> SimpleNamespace:
    """A figure of a chapter; `name` begins its ids."""
    view = View(drawn.left, drawn.far, (drawn.right - drawn.left) / BROAD)
    shapes_here = [laid(item, lambda spot: view.at(*spot), 1 / view.unit) for item in drawn.items]
    return SimpleNamespace(
        title=drawn.title,
        text=drawn.text,
        width=BROAD,
        height=view.long(drawn.far - drawn.near),
        shapes=Markup(svg.on_page(shapes_here, name)),
        arts=shapes(item.model.art for item in drawn.items if isinstance(item, Placed)),
    )


# ---- at a glance


def glance(scene: Scene) -> SimpleNamespace | None:
    """How it stood in the end, in small: dots on the table, for a card."""
    if scene.top is None:
        return None
    view, by_key = view_of(scene.top), {model.key: model for model in scene.top.models}
    stands = scene.frames[-1].sight.stands
    dots = [
        SimpleNamespace(spot=view.at(s.x, s.y), group=by_key[key].group, state=s.state) for key, s in stands.items()
    ]
    return SimpleNamespace(board=board(scene.top), dots=dots)
