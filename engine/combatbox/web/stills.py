"""A still of a mission: one frame of its replay as an SVG that needs no script, for the home page and the overviews."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

from combatbox.core.scene import Frame, Plane, Scene
from combatbox.core.tabletop import Sight
from combatbox.play.frames import Box, frame_data
from combatbox.web import art, tabletop
from combatbox.web.play_page import OUTLINE

STEP = (0.58, 0.42)
"""How far apart the aircraft of a formation stand, in widths and heights of a drawing."""


def busy(scene: Scene | None) -> int:
    """Return how much there is to see at the busiest moment of a mission: fighters, or shots on a table top."""
    if scene is None:
        return 0
    if scene.top:
        return max((sum(len(sight.aims) for sight in turn) for turn in _turns(scene.frames)), default=0)
    return max((len(frame.attackers) for frame in scene.frames), default=0)


def still(scene: Scene | None) -> SimpleNamespace | None:
    """Return the frame of a mission in which most fighters are seen, for `_still.html.j2`.

    Returns:
        `.plate`, `.board` and `.shapes` of a table top, or `.planes`, `.fighters`, `.style` and `.box` of aircraft in the
        air; None where there is nothing to see.
    """
    if scene is None or not scene.frames:
        return None
    if scene.top:
        return _table(scene)
    return _air(scene) if scene.planes else None


def _table(scene: Scene) -> SimpleNamespace | None:
    """A table top with what happened in the turn in which most shots were fired."""
    assert scene.top
    turns = list(_turns(scene.frames))
    sights = max(turns, key=lambda turn: sum(len(sight.aims) for sight in turn), default=[])
    plate = tabletop.plate(scene.top, sights) if sights else None
    if plate is None:
        return None
    shapes = tabletop.shapes(model.art for model in plate.models)
    return SimpleNamespace(plate=plate, board=tabletop.board(scene.top), shapes=shapes)


def _turns(frames: Iterable[Frame]) -> Iterator[list[Sight]]:
    """The views of the table from each stop of the track to the next."""
    turn: list[Sight] = []
    stop = ""
    for frame in frames:
        if frame.stop != stop and turn:
            yield turn
            turn = []
        stop = frame.stop
        turn.append(frame.sight)
    if turn:
        yield turn


def _air(scene: Scene) -> SimpleNamespace:
    """The aircraft in the air with the fighters about them."""
    number = max(range(1, len(scene.frames) + 1), key=lambda n: (len(scene.frames[n - 1].attackers), -n))
    attackers: dict[str, list[Any]] = frame_data(scene, number)["f"]
    box = Box(scene.planes[0].art.around)
    wide, high = box.right - box.left, box.bottom - box.top
    planes = []
    for place, plane in enumerate(scene.planes):
        middle = (len(scene.planes) - 1) / 2
        x, y = STEP[0] * wide * place, STEP[1] * high * abs(place - middle)
        planes.append(SimpleNamespace(
            x=x, y=y, width=wide, height=high, box=plane.art.around, shapes=_drawn(plane, alone=len(scene.planes) == 1),
            fighters=[SimpleNamespace(type=f[0], x=f[2], y=f[3], turn=f[4]) for f in attackers.values() if f[1] == plane.key],
        ))  # fmt: skip
    right, bottom = max(plane.x for plane in planes) + wide, max(plane.y for plane in planes) + high
    seen = dict.fromkeys(fighter.type for plane in planes for fighter in plane.fighters)
    return SimpleNamespace(
        plate=None,
        box=f"0 0 {right:g} {bottom:g}",
        planes=planes,
        fighters={name: art.outline(f"{name}{OUTLINE}") for name in seen},
        style=art.styles(*(plane.art.plan for plane in scene.planes)),
    )


def _drawn(plane: Plane, *, alone: bool) -> list[str]:
    """The drawing of an aircraft from above; of one in a formation its outline is enough."""
    return (
        [art.embed_drawing(plane.art.plan), art.embed_drawing(plane.art.plan_marks)]
        if alone
        else [art.outline(plane.art.plan)]
    )
