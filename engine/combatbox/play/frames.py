"""The frames of a replay as the player on its page reads them: what changes from step to step, in compact JSON.

The script on the page draws and knows no rule. Its data are a list, an object a step, with what became different
since the step before (in `p`, `h`, `f`, `n`, `b`, `l`, `e` and `m` null takes a key away):

- `t`: the stop of the track. `p`: parts by `plane/part`, with what is wrong. `h`: hits by `plane/part`.
- `f`: fighters by key: `[type, plane, x, y, heading, side x, side y, label, state, words]`.
- `n`: notes by the key of an entry. `b`: boxes crossed off. `l`: lines written of a list. `e`: who is in a seat.
- `s`: shots of this step alone: `[fighter, plane, part, hit, ours]`. `k`: parts struck in this step alone.
- `m`: models on a table top by key: `[x, y, heading, smoke, coin, state]`.
- `w`: ways flown in this step alone: `[model, [[x, y, heading], ...], mark]`, the mark as a place or null.
- `a`: fire on a table top in this step alone: `[x, y, to x, to y, hit, group]`. `d`: the dice of both sides in this step
  alone: `[face, added, label, group]`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from combatbox.core.scene import Attacker, Frame, Scene
from combatbox.core.tabletop import Sight

PLAN = {
    "12": (170, -36, 46, 0), "1:30": (312, 8, 32, 32), "3": (376, 116, 0, 46), "4:30": (312, 232, -32, 32),
    "6": (170, 290, 46, 0), "7:30": (28, 232, 32, 32), "9": (-36, 116, 0, 46), "10:30": (28, 8, 32, -32),
    "over": (236, 182, 42, 0), "under": (104, 182, -42, 0),
}  # fmt: skip
"""Where fighters stand about the plan drawing, in its units: the middle one, and the way from one to the next."""

HEADINGS = {"12": 180, "1:30": 225, "3": 270, "4:30": 315, "6": 0, "7:30": 45, "9": 90, "10:30": 135, "over": 0,
            "under": 0}  # fmt: skip
SIDE_X = {
    "12": -44, "1:30": -20, "10:30": -20, "3": 200, "9": 160, "4:30": 370, "7:30": 370, "6": 386, "over": 178, "under": 178,
}  # fmt: skip
SIDE_Y = {"high": 4, "level": 78, "low": 138}
SIDE_Y_VERTICAL = {"over": -34, "under": 150}
SIDE_STEP = 17
LEVELS = {"high": "▲", "low": "▼"}


ALONE = ("s", "k", "w", "a", "d")
"""What belongs to its step alone and does not last."""


def changes(scene: Scene, shown: Iterable[int]) -> list[dict[str, Any]]:
    """What became different at each of the events with these numbers (from 1), in their order; the first is whole."""
    was: dict[str, Any] = {}
    steps = []
    for number in shown:
        now = spread(scene.frames[number - 1])
        steps.append(_difference(was, now))
        was = now
    return steps


def encode(scene: Scene, shown: Sequence[int]) -> str:
    """The frames after the events with these numbers (from 1), in their order, as JSON for a page."""
    text = json.dumps(changes(scene, shown), ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("&", "\\u0026")  # safe in a script element, whatever the names say


def decode(steps: Iterable[Mapping[str, Any]], upto: int) -> dict[str, Any]:
    """The whole frame of step `upto` (from 1), put together as the page's script does it."""
    whole: dict[str, Any] = {}
    for _, step in zip(range(upto), steps, strict=False):
        for key in ALONE:
            whole.pop(key, None)
        for key, value in step.items():
            if isinstance(value, dict):
                part = whole.setdefault(key, {})
                part.update(value)
                for gone in [name for name, new in value.items() if new is None]:
                    del part[gone]
            else:
                whole[key] = value
    return whole


def spread(frame: Frame) -> dict[str, Any]:
    """A frame as plain data, everything of it."""
    return {
        "t": frame.stop,
        "p": {f"{plane}/{part}": state for (plane, part), state in frame.parts.items()},
        "h": {f"{plane}/{part}": count for (plane, part), count in frame.hits.items()},
        "f": _placed(frame.attackers),
        "n": frame.notes,
        "b": frame.boxes,
        "l": frame.lines,
        "e": {f"{plane}/{part}": text for (plane, part), text in frame.seats.items()},
        "s": [[s.attacker, s.plane, s.part, int(s.hit), int(s.ours)] for s in frame.shots],
        "k": [f"{plane}/{part}" for plane, part in frame.struck],
        **_seen(frame.sight),
    }


def _seen(sight: Sight) -> dict[str, Any]:
    """The table top as plain data."""
    return {
        "m": {key: [s.x, s.y, s.heading, s.smoke, s.coin, s.state] for key, s in sight.stands.items()},
        "w": [
            [way.model, [list(spot) for spot in way.spots], list(way.mark) if way.mark else None] for way in sight.ways
        ],
        "a": [[*aim.start, *aim.end, int(aim.hit), aim.group] for aim in sight.aims],
        "d": [[throw.face, throw.add, throw.label, throw.group] for throw in sight.throws],
    }


def _difference(was: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in now.items():
        if isinstance(value, dict):
            old = was.get(key, {})
            new = {name: item for name, item in value.items() if old.get(name) != item}
            new.update(dict.fromkeys(old.keys() - value.keys()))
            if new:
                found[key] = dict(sorted(new.items()))
        elif (isinstance(value, list) and value) or (isinstance(value, str) and value != was.get(key)):
            found[key] = value
    return found


def _placed(attackers: Sequence[Attacker]) -> dict[str, list[Any]]:
    """Each attacker with its place in both drawings; those from the same direction stand side by side."""
    found: dict[str, list[Any]] = {}
    order = {"high": 0, "level": 1, "low": 2}
    for clock, (x, y, dx, dy) in PLAN.items():
        same = sorted((a for a in attackers if a.clock == clock), key=lambda a: order[a.level])
        for index, attacker in enumerate(same):
            away = index - (len(same) - 1) / 2 if clock not in ("over", "under") else index
            level = [a for a in attackers if a.level == attacker.level and SIDE_X[a.clock] == SIDE_X[clock]]
            side_y = SIDE_Y_VERTICAL.get(clock, SIDE_Y[attacker.level])
            side_x = SIDE_X[clock] + SIDE_STEP * level.index(attacker)
            label = f"{attacker.label}{LEVELS.get(attacker.level, '')}"
            found[attacker.key] = [
                attacker.type, attacker.plane, round(x + away * dx), round(y + away * dy), HEADINGS[clock],
                side_x, side_y, label, attacker.state, attacker.words,
            ]  # fmt: skip
    return found
