"""What a page needs to draw a mission beside its frames: planes, track, lists and sheet, the table top; as plain data.

A `Scene` in two parts: `staged` is all of it that frames refer to, `frames.changes` what became different from event to event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from combatbox.core.decisions import Decision, Option
from combatbox.core.scene import Scene
from combatbox.core.tabletop import TableTop
from combatbox.play.frames import fields

LONG = 1000
"""Units of a drawing along the long side of a table."""

MARGIN = 12
"""Units of air about a table, so that what flies at its edge is seen."""


class View:
    """A part of a table and the scale at which it is drawn. far: what is at the top; y grows downwards there."""

    def __init__(self, left: int, far: int, unit: float) -> None:
        self.left, self.far, self.unit = left, far, unit

    def long(self, length: float) -> float:
        """A length in units of the drawing."""
        return round(length / self.unit, 1)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place in the drawing."""
        return self.long(x - self.left), self.long(self.far - y)

    def line(self, spots: Iterable[Sequence[int]], close: bool = False) -> str:
        """A line through places, as a path."""
        points = [self.at(spot[0], spot[1]) for spot in spots]
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + ("Z" if close else "")


def view_of(top: TableTop) -> View:
    """A whole table."""
    return View(0, top.length, max(top.width, top.length) / LONG)


def board(top: TableTop) -> dict[str, Any]:
    """The table with its grid and what lies on it, and the drawings of its models, in units of the drawing."""
    view = view_of(top)
    width, height = view.long(top.width), view.long(top.length)
    across = [view.long(x) for x in range(top.step, top.width, top.step)]
    along = [view.at(0, y)[1] for y in range(top.step, top.length, top.step)]
    zones = []
    for zone in top.zones:
        x, y = view.at(zone.left, zone.far)
        zones.append({
            "x": x, "y": y, "width": view.long(zone.right - zone.left), "height": view.long(zone.far - zone.near),
            "label": zone.label, "around": view.long(zone.around), "around_label": zone.around_label,
        })  # fmt: skip
    models = [
        {
            "key": model.key, "name": model.name, "short": model.short, "art": model.art, "group": model.group,
            "length": view.long(model.length),
            "sectors": [[s.forward, s.right, s.facing, s.half, s.reach] for s in model.sectors],
        }
        for model in top.models
    ]  # fmt: skip
    return {
        "width": width, "height": height, "margin": MARGIN, "unit": view.unit, "far": top.length,
        "box": f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN:g} {height + 2 * MARGIN:g}",
        "grid": "".join(f"M{x:g} 0V{height:g}" for x in across) + "".join(f"M0 {y:g}H{width:g}" for y in along),
        "zones": zones, "models": models,
    }  # fmt: skip


def staged(scene: Scene) -> dict[str, Any]:
    """Everything of a scene but its frames."""
    return {
        "planes": [{**asdict(plane), "fields": fields(plane)} for plane in scene.planes],
        "tracks": [asdict(track) for track in scene.tracks],
        "panels": [asdict(panel) for panel in scene.panels],
        "sheet": scene.sheet,
        "grids": [asdict(grid) for grid in scene.grids],
        "top": board(scene.top) if scene.top else None,
        **growing(scene),
    }


def growing(scene: Scene) -> dict[str, Any]:
    """What of a scene fills in while all that it is drawn in stays: of lists the lines that are written so far, and the facts."""
    return {
        "lists": [{"key": lines.key, "title": lines.title, "lines": list(lines.lines)} for lines in scene.lists],
        "facts": list(scene.facts),
    }


def shape(scene: Scene) -> tuple[Any, ...]:
    """What a scene is drawn in, to be compared: another one is put up anew."""
    names = tuple((lines.key, lines.title) for lines in scene.lists)
    return scene.planes, scene.tracks, scene.panels, scene.sheet, scene.grids, scene.top, names


def touched(scene: Scene, decision: Decision) -> dict[str, Any]:
    """What a decision is about in the drawing as it stands: `asks`, who is to decide or to act; `options`, by their texts what
    each names; `reach`, where a move is asked for that is dragged. Fighters and models by their keys, parts as `plane/part`."""
    frame = scene.frames[-1]
    drawn = {one.key: one.key for one in frame.attackers} | {key: key for key in frame.sight.stands}
    for plane in scene.planes:
        drawn |= {word: f"{plane.key}/{part}" for word, part in plane.named.items()}
    moves = decision.open is not None and decision.open.reach is not None  # all of them are of one model
    options = {
        str(option): [] if moves else [drawn[word] for word in _words(option) if word in drawn]
        for option in decision.options
    }
    reach = decision.open.reach if decision.open else None
    return {
        "asks": [drawn[decision.who]] if decision.who in drawn else [],
        "options": options,
        "reach": asdict(reach) if reach and reach.model in frame.sight.stands else None,
    }


def _words(option: str) -> dict[str, None]:
    """The words that an option is made of, each once."""
    args = [str(arg) for arg in option.args if isinstance(arg, str)] if isinstance(option, Option) else []
    return dict.fromkeys([*option.split(), *args])
