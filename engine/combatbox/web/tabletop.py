"""A table top as a drawing: the board with what lies on it, the models, plates of what was flown, figures of chapters.

Everything is worked out here in the units of the drawing, in which the long side of a table has 1000 and a figure is 600
wide; the templates (`_tabletop.html.j2`) write it down. North is up there: y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace

from combatbox.core.scene import Scene
from combatbox.core.tabletop import Aim, Sight, TableTop, Way
from combatbox.drawing.shapes import Area, Figure, Label, Line, Placed
from combatbox.play import stage
from combatbox.play.stage import MARGIN, View, view_of
from combatbox.web import art

BROAD = 600
"""Units of a figure's width."""

LEAST, AIR = 330, 45
"""Units of a plate at the least each way, and of air about what is seen on it."""


def board(top: TableTop) -> SimpleNamespace:
    """The table with its grid and what lies on it, and the drawings of its models."""
    drawn = stage.board(top)
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
            length=view.long(model.length), smoke=puffs(view.long(model.length), stand.smoke), coin=stand.coin,
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


def puffs(length: float, count: int) -> list[tuple[float, float, float]]:
    """Smoke behind a model that points up: a puff for each point of damage, as x, y and radius."""
    size = max(4.0, length / 6)
    return [(round(size * (0.7 if n % 2 else -0.7), 1), round(length / 2 + size * (0.6 + n), 1), round(size, 1))
            for n in range(count)]  # fmt: skip


# ---- figures of chapters


def figure(drawn: Figure) -> SimpleNamespace:
    """A figure of a chapter, in the order in which its items lie on each other."""
    view = View(drawn.left, drawn.far, (drawn.right - drawn.left) / BROAD)
    items = [_item(view, item) for item in drawn.items]
    height = view.long(drawn.far - drawn.near)
    arts = [item.model.art for item in drawn.items if isinstance(item, Placed)]
    return SimpleNamespace(
        title=drawn.title, text=drawn.text, width=BROAD, height=height, items=items, arts=shapes(arts)
    )


def _item(view: View, item: Placed | Area | Line | Label) -> SimpleNamespace:
    if isinstance(item, Placed):
        x, y = view.at(item.x, item.y)
        length = view.long(item.model.length)
        return SimpleNamespace(
            kind="model", art=item.model.art, group=item.model.group, x=x, y=y, heading=item.heading, ghost=item.ghost,
            length=length, smoke=puffs(length, item.smoke), label=item.label,
        )  # fmt: skip
    if isinstance(item, Area):
        return SimpleNamespace(kind="area", d=view.line(item.corners, close=True), look=item.look)
    if isinstance(item, Line):
        ends = [view.at(*spot) for spot in (item.spots[0], item.spots[-1])] if item.look == "measure" else []
        return SimpleNamespace(kind="line", d=view.line(item.spots), look=item.look, ends=ends)
    x, y = view.at(item.x, item.y)
    return SimpleNamespace(kind="label", x=x, y=y, text=item.text, side=item.side)


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
