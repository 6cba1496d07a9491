"""The frames of a replay for the player on a page: the changes from step to step, as JSON.

The script on the page only draws; it knows no rules. Its data is a list with an object for each step, which contains
the changes since the previous step (in `p`, `h`, `f`, `n`, `b`, `l`, `e` and `m` null removes a key):

- `t`: the stop of the track. `p`: the state of damaged parts by `plane/part`. `h`: the number of hits by `plane/part`.
- `f`: fighters by key: `[type, plane, x, y, heading, side x, side y, label, state, words]`.
- `n`: notes by the key of an entry. `b`: the number of boxes crossed off. `l`: the lines written in a list. `e`: the
  man in a seat.
- `i`: the fighters that are coming in. `c`: captions by plane. `o`: the player's plane, empty while unknown.
- `s`: only the shots of this step: `[fighter, plane, part, hit, ours]`. `k`: only the parts struck in this step.
- `m`: models on a table top by key: `[x, y, heading, smoke, coin, state]`.
- `w`: only the paths flown in this step: `[model, [[x, y, heading], ...], mark]`; the mark is a place or null.
- `a`: only the fire on a table top in this step: `[x, y, to x, to y, hit, group]`.
- `d`: only the dice of both sides in this step: `[face, added, label, group]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import cos, radians, sin
from typing import Any

from combatbox.core.scene import Art, Frame, Plane, Scene
from combatbox.core.tabletop import Sight

HEADINGS = {
    "12": 180,
    "1:30": 225,
    "3": 270,
    "4:30": 315,
    "6": 0,
    "7:30": 45,
    "9": 90,
    "10:30": 135,
    "over": 0,
    "under": 0,
}
VERTICAL = ("over", "under")
SIDE_STEP = 17
RINGS = {"low": (92, 118), "level": (122, 148), "high": (152, 178)}
WIDE = radians(20)
"""The size of the fields of fire in the plan drawing: `RINGS` has the inner and outer radius for each height, and
`WIDE` is half the angle of a direction.
"""

LEVELS = {"high": "▲", "low": "▼"}


class Box:
    """The edges and the centre of a drawing, parsed from a text of the form `x y width height`."""

    def __init__(self, shown: str) -> None:
        self.left, self.top, width, height = map(int, shown.split())
        self.right, self.bottom = self.left + width, self.top + height
        self.middle = (self.left + width // 2, self.top + height // 2)


def plan_positions(art: Art) -> dict[str, tuple[int, int, int, int]]:
    """Return the positions of fighters around the plan drawing, by clock position.

    Returns:
        For each clock position, the position of the middle fighter (x, y), and the offset to the next fighter (dx, dy).
    """
    box = Box(art.around)
    x, y = box.middle
    return {
        "12": (x, box.top + 24, 46, 0), "1:30": (box.right - 92, box.top + 68, 32, 32), "3": (box.right - 28, y - 11, 0, 46),
        "4:30": (box.right - 92, box.bottom - 82, -32, 32), "6": (x, box.bottom - 24, 46, 0),
        "7:30": (box.left + 92, box.bottom - 82, 32, 32), "9": (box.left + 28, y - 11, 0, 46),
        "10:30": (box.left + 92, box.top + 68, 32, -32), "over": (x + 66, y + 55, 42, 0), "under": (x - 66, y + 55, -42, 0),
    }  # fmt: skip


def side_position(art: Art, clock: str, level: str) -> tuple[int, int]:
    """Return the position of a fighter around the side view, whose nose points left."""
    box = Box(art.beside)
    x, y = box.middle
    across = {
        "12": box.left + 20, "1:30": box.left + 44, "10:30": box.left + 44, "3": x + 24, "9": x - 16,
        "4:30": box.right - 46, "7:30": box.right - 46, "6": box.right - 30, "over": x + 2, "under": x + 2,
    }  # fmt: skip
    high = {"high": box.top + 52, "level": y + 20, "low": box.bottom - 26}[level]
    return across[clock], {"over": box.top + 14, "under": box.bottom - 14}.get(clock, high)


def changes(scene: Scene, shown: Iterable[int]) -> list[dict[str, Any]]:
    """Return the changes at each of the given events; the first item is a complete frame.

    Args:
        scene: the scene of the events.
        shown: the numbers of the events, from 1, in order.
    """
    before: dict[str, Any] = {}
    steps = []
    for number in shown:
        after = frame_data(scene, number)
        steps.append(_difference(before, after))
        before = after
    return steps


def frame_data(scene: Scene, number: int) -> dict[str, Any]:
    """Return the complete frame after an event (from 1) as plain data."""
    frame = scene.frames[number - 1]
    return {
        "t": frame.stop,
        "p": _by_part(frame.parts),
        "h": _by_part(frame.hits),
        "f": {key: place for plane in scene.planes for key, place in _fighters(plane, frame)},
        "n": frame.notes,
        "b": frame.boxes,
        "l": frame.lines,
        "e": _by_part(frame.seats),
        "s": [[s.attacker, s.plane, s.part, int(s.hit), int(s.ours)] for s in frame.shots],
        "k": [f"{plane}/{part}" for plane, part in frame.struck],
        "i": frame.coming,
        "c": frame.captions,
        "o": frame.own,
        **_table_top(frame.sight),
    }


def _by_part(values: Mapping[tuple[str, str], Any]) -> dict[str, Any]:
    """Return values by `plane/part`."""
    return {f"{plane}/{part}": value for (plane, part), value in values.items()}


def fields(plane: Plane) -> dict[str, list[Any]]:
    """Return the field of fire of each gun and station, as a path on the plan drawing and in words."""
    return {
        part: ["".join(_wedge(plane.art, clock, level) for clock, level in one.bears), one.words]
        for part, one in plane.fields.items()
    }


def _wedge(art: Art, clock: str, level: str) -> str:
    """Return the path of the ring segment from which an attack comes; the outer ring is high, the inner one low."""
    if clock in VERTICAL:
        x, y = plan_positions(art)[clock][:2]
        return f"M{x - 24} {y}a24 24 0 1 0 48 0a24 24 0 1 0 -48 0Z"
    middle, (inner, outer) = Box(art.around).middle, RINGS[level]
    bearing = radians(HEADINGS[clock] + 180)
    corners = [
        (radius, bearing + turn) for radius, turn in ((outer, -WIDE), (outer, WIDE), (inner, WIDE), (inner, -WIDE))
    ]
    spots = [(round(middle[0] + far * sin(turn)), round(middle[1] - far * cos(turn))) for far, turn in corners]
    (a, b, c, d) = [f"{x} {y}" for x, y in spots]
    return f"M{a}A{outer} {outer} 0 0 1 {b}L{c}A{inner} {inner} 0 0 0 {d}Z"


def _table_top(sight: Sight) -> dict[str, Any]:
    """Return the models, paths, fire and dice on the table top as plain data."""
    return {
        "m": {key: [s.x, s.y, s.heading, s.smoke, s.coin, s.state] for key, s in sight.stands.items()},
        "w": [
            [way.model, [list(spot) for spot in way.spots], list(way.mark) if way.mark else None] for way in sight.ways
        ],
        "a": [[*aim.start, *aim.end, int(aim.hit), aim.group] for aim in sight.aims],
        "d": [[throw.face, throw.add, throw.label, throw.group] for throw in sight.throws],
    }


def _difference(was: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for key, value in now.items():
        if isinstance(value, dict):
            old = was.get(key, {})
            new = {name: item for name, item in value.items() if old.get(name) != item}
            new.update(dict.fromkeys(old.keys() - value.keys()))
            if new:
                changed[key] = dict(sorted(new.items()))
        elif (isinstance(value, list) and value) or (isinstance(value, str) and value != was.get(key)):
            changed[key] = value
    return changed


def _fighters(plane: Plane, frame: Frame) -> Iterator[tuple[str, list[Any]]]:
    """Yield each attacker of a plane by key, with its position in both drawings.

    Attackers from the same direction are drawn side by side.
    """
    order = {"high": 0, "level": 1, "low": 2}
    attackers = [one for one in frame.attackers if one.plane == plane.key]
    sides = [side_position(plane.art, one.clock, one.level) for one in attackers]
    for clock, (x, y, dx, dy) in plan_positions(plane.art).items():
        same = sorted((one for one in attackers if one.clock == clock), key=lambda one: order[one.level])
        for index, attacker in enumerate(same):
            away = index - (len(same) - 1) / 2 if clock not in VERTICAL else index
            number = attackers.index(attacker)
            side_x, side_y = sides[number]
            yield (
                attacker.key,
                [
                    attacker.type,
                    attacker.plane,
                    round(x + away * dx),
                    round(y + away * dy),
                    HEADINGS[clock],
                    side_x + SIDE_STEP * sides[:number].count(sides[number]),
                    side_y,
                    f"{attacker.label}{LEVELS.get(attacker.level, '')}",
                    attacker.state,
                    attacker.words,
                ],
            )
