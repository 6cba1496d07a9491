"""A still of a mission: one frame of its replay as SVG without a script, for the home page and the overviews."""

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
"""The distance between the aircraft of a formation, in widths and heights of a drawing."""


def busy(scene: Scene | None) -> int:
    """Return how busy the busiest moment of a mission is: the number of fighters or, on a tabletop, of shots."""
    if scene is None:
        return 0
    if scene.top:
        return max((sum(len(sight.aims) for sight in turn) for turn in _turns(scene.frames)), default=0)
    return max((len(frame.attackers) for frame in scene.frames), default=0)


def still(scene: Scene | None) -> SimpleNamespace | None:
    """Return the frame of a mission with the most fighters or shots, for `_still.html.j2`.

    Returns:
        A namespace for the template. For a tabletop it has `.plate`, `.board` and `.shapes`; for aircraft in the air it
        has `.planes`, `.fighters`, `.style` and `.box`. The result is None if there is nothing to see.
    """
    if scene is None or not scene.frames:
        return None
    if scene.top:
        return _table(scene)
    return _air(scene) if scene.planes else None


def _table(scene: Scene) -> SimpleNamespace | None:
    """Return a tabletop with the events of the turn in which the most shots were fired."""
    assert scene.top
    turns = list(_turns(scene.frames))
    sights = max(turns, key=lambda turn: sum(len(sight.aims) for sight in turn), default=[])
    plate = tabletop.plate(scene.top, sights) if sights else None
    if plate is None:
        return None
    shapes = tabletop.shapes(model.art for model in plate.models)
    return SimpleNamespace(plate=plate, board=tabletop.board(scene.top), shapes=shapes)


def _turns(frames: Iterable[Frame]) -> Iterator[list[Sight]]:
    """Yield the views of the tabletop between two stops of the track, turn by turn."""
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
    """Return the aircraft in the air with the fighters around them."""
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
    """Return the drawing of an aircraft from above; in a formation only its outline."""
    return (
        [art.embed_drawing(plane.art.plan), art.embed_drawing(plane.art.plan_marks)]
        if alone
        else [art.outline(plane.art.plan)]
    )
