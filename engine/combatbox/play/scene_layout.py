"""The layout of a mission's scene for a page, as plain data, without its frames, and the scene in sentences.

A `Scene` is sent in two parts: `stage_data` has everything that frames refer to (planes, track, lists, sheet, table
top), and `frames.changes` has what changes from event to event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.decisions import Decision, Option
from combatbox.core.scene import Frame, Panel, Plane, Scene
from combatbox.core.tabletop import TableTop
from combatbox.play.frames import fields

LONG = 1000
"""The length of the longer side of a tabletop, in units of the drawing."""

MARGIN = 12
"""The width of the margin around a tabletop, in units of the drawing, so that models at its edge are visible."""


@frozen
class View:
    """The visible part of a tabletop, and the scale of its drawing.

    Attributes:
        left: the x of the left edge.
        far: the y of the upper edge; in the drawing y grows downwards.
        unit: the length of a unit of the drawing.
    """

    left: int
    far: int
    unit: float

    def long(self, length: float) -> float:
        """Convert a length to units of the drawing."""
        return round(length / self.unit, 1)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Convert a position to the coordinates of the drawing."""
        return self.long(x - self.left), self.long(self.far - y)

    def line(self, spots: Iterable[Sequence[int]], close: bool = False) -> str:
        """Return the line through some positions as an SVG path."""
        points = [self.at(spot[0], spot[1]) for spot in spots]
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + ("Z" if close else "")


def view_of(top: TableTop) -> View:
    """Return the view of a whole tabletop."""
    return View(0, top.length, max(top.width, top.length) / LONG)


def board(top: TableTop) -> dict[str, Any]:
    """Return a tabletop with its grid, zones and models, in units of the drawing."""
    view = view_of(top)
    width, height = view.long(top.width), view.long(top.length)
    across = [view.long(x) for x in range(top.step, top.width, top.step)]
    along = [view.at(0, y)[1] for y in range(top.step, top.length, top.step)]
    zones = []
    for zone in top.zones:
        x, y = view.at(zone.left, zone.far)
        zones.append(
            {
                "x": x,
                "y": y,
                "width": view.long(zone.right - zone.left),
                "height": view.long(zone.far - zone.near),
                "label": zone.label,
                "around": view.long(zone.around),
                "around_label": zone.around_label,
            }
        )
    models = [
        {
            "key": model.key,
            "name": model.name,
            "short": model.short,
            "art": model.art,
            "group": model.group,
            "length": view.long(model.length),
            "sectors": [[s.forward, s.right, s.facing, s.half, s.reach] for s in model.sectors],
        }
        for model in top.models
    ]
    return {
        "width": width,
        "height": height,
        "margin": MARGIN,
        "unit": view.unit,
        "far": top.length,
        "box": f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN:g} {height + 2 * MARGIN:g}",
        "grid": "".join(f"M{x:g} 0V{height:g}" for x in across) + "".join(f"M0 {y:g}H{width:g}" for y in along),
        "zones": zones,
        "models": models,
        "fire": dict(top.fire),
    }


def stage_data(scene: Scene) -> dict[str, Any]:
    """Return all data of a scene except its frames."""
    return {
        "planes": [{**asdict(plane), "fields": fields(plane)} for plane in scene.planes],
        "panels": [asdict(panel) for panel in scene.panels],
        "sheet": scene.sheet,
        "grids": [asdict(grid) for grid in scene.grids],
        "top": board(scene.top) if scene.top else None,
        **growing_parts(scene),
    }


def growing_parts(scene: Scene) -> dict[str, Any]:
    """Return the parts of a scene that grow while its layout stays the same: tracks, lines of lists, and facts."""
    return {
        "tracks": [asdict(track) for track in scene.tracks],
        "lists": [{"key": lines.key, "title": lines.title, "lines": list(lines.lines)} for lines in scene.lists],
        "facts": list(scene.facts),
    }


def layout_key(scene: Scene) -> tuple[Any, ...]:
    """Return a key for comparing layouts of scenes; a page rebuilds its stage when the key changes."""
    names = tuple((lines.key, lines.title) for lines in scene.lists)
    return scene.planes, scene.panels, scene.sheet, scene.grids, scene.top, names


def decision_targets(scene: Scene, decision: Decision) -> dict[str, Any]:
    """Return the objects in the current drawing that a decision concerns.

    Fighters and models are named by key, parts as `plane/part`.

    Returns:
        A mapping. `asks`: the object that decides or acts. `options`: for each option, the objects that it names.
        `reach`: the area in which a dragged model may end its move. `spots`: for each option, the positions at which it
        places models.
    """
    frame = scene.frames[-1]
    drawn = {attacker.key: attacker.key for attacker in frame.attackers} | {key: key for key in frame.sight.stands}
    for plane in scene.planes:
        drawn |= {word: f"{plane.key}/{part}" for word, part in plane.named.items()}
    moves = decision.open is not None and decision.open.reach is not None  # all of them are of one model
    options = {
        str(option): [] if moves else [drawn[word] for word in _words(option) if word in drawn]
        for option in decision.options
    }
    reach = decision.open.reach if decision.open else None
    spots = decision.open.spots if decision.open else None
    return {
        "asks": [drawn[decision.who]] if decision.who in drawn else [],
        "options": options,
        "reach": asdict(reach) if reach and reach.model in frame.sight.stands else None,
        "spots": {str(option): [list(spot) for spot in spots(option)] for option in decision.options} if spots else {},
    }


def _words(option: str) -> dict[str, None]:
    """Return the words and text arguments of an option, without repetitions."""
    args = [str(arg) for arg in option.args if isinstance(arg, str)] if isinstance(option, Option) else []
    return dict.fromkeys([*option.split(), *args])


# ---- the scene in sentences

STATES = {"hurt": "damaged", "hits": "hit", "leaves": "leaving", "down": "shot down"}
"""The words for a fighter's state, added if its description lacks them."""


def scene_sentences(scene: Scene) -> list[dict[str, str]]:
    """Return a sentence for each drawn object, with the object's key.

    A key is a stop of the track, an entry of a panel, `plane/part`, an attacker, a model, or `sight` for fighters
    without a place.
    """
    frame = scene.frames[-1]
    sentences = [
        *_tracks(scene, frame),
        *(sentence for plane in scene.planes for sentence in _plane(plane, frame)),
        *((fighter.key, _with_state(fighter.words, fighter.state)) for fighter in frame.attackers),
        *([("sight", frame.coming)] if frame.coming else ()),
        *(sentence for panel in scene.panels for sentence in _panel(panel, frame)),
        *(_models(scene.top, frame) if scene.top else ()),
    ]
    return [{"of": key, "text": _sentence(text)} for key, text in sentences]


def _sentence(text: str) -> str:
    text = " ".join(text.replace("_", " ").split())
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def _with_state(words: str, state: str) -> str:
    return f"{words}, {STATES[state]}" if state in STATES and STATES[state] not in words else words


def _tracks(scene: Scene, frame: Frame) -> Iterator[tuple[str, str]]:
    for track in scene.tracks:
        current = next((stop for stop in track.stops if stop.key == frame.stop), None)
        if current:
            yield current.key, f"{track.label}: {current.label}"


def _plane(plane: Plane, frame: Frame) -> Iterator[tuple[str, str]]:
    """Yield a sentence for each part that is damaged, hit or manned, or that has supplies noted."""
    manned = {part: man for (key, part), man in frame.seats.items() if key == plane.key and man}
    marked = [part for key, part in (*frame.parts, *frame.hits) if key == plane.key]
    for part in dict.fromkeys([*plane.parts, *marked, *manned]):
        state, hits = frame.parts.get((plane.key, part), ""), frame.hits.get((plane.key, part), 0)
        left = frame.notes.get(plane.details.get(part, ""), "")
        who, entry = plane.men.get(manned.get(part, ""), (manned.get(part, ""), ""))
        parts = [
            left,
            state if state not in left else "",
            f"{hits} hit{'s' if hits > 1 else ''}" if hits else "",
            who if who != plane.parts.get(part) else "",
            frame.notes.get(entry, ""),
        ]
        if any(parts):
            yield (
                f"{plane.key}/{part}",
                f"{plane.name}, {plane.parts.get(part, part)}: {', '.join(filter(None, parts))}",
            )


def _panel(panel: Panel, frame: Frame) -> Iterator[tuple[str, str]]:
    for entry in panel.entries:
        value, crossed = frame.notes.get(entry.key, ""), frame.boxes.get(entry.key, 0)
        boxes = f"{crossed} of {entry.boxes} boxes crossed off" if entry.boxes else ""
        words = ", ".join(filter(None, [value, boxes]))
        if words and value != "–":
            yield entry.key, f"{panel.title}, {entry.label}: {words}"


def _models(top: TableTop, frame: Frame) -> Iterator[tuple[str, str]]:
    """Yield a sentence for each model on the tabletop, with its position and heading."""
    named = {model.key: model for model in top.models}
    for key, stand in frame.sight.stands.items():
        place = (
            f"{stand.x / top.step:.1f} across and {stand.y / top.step:.1f} along, heading {stand.heading % 360} degrees"
        )
        parts = [
            named[key].name,
            place,
            f"{stand.smoke} markers of damage" if stand.smoke else "",
            STATES.get(stand.state, stand.state),
        ]
        yield key, ", ".join(filter(None, parts))
