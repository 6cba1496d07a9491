"""A text version of the drawing, made from the same frame, for readers who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator

from combatbox.core.scene import Frame, Panel, Plane, Scene
from combatbox.core.tabletop import TableTop

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
