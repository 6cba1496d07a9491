"""Portraits and nose art: drawings that are put together from parts (`templates/story`).

A part is a group in an SVG file. The beginning of a group's id names the part, and all groups of a part are choices, so
that a new face needs only a new group. The choice follows from a number (`face_of`), so that a man always looks the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar
from zlib import crc32

from combatbox.core.shapes import Outline, Point
from combatbox.drawing import reader
from combatbox.drawing.reader import ArtFile
from combatbox.library import paths
from combatbox.library.yaml12 import checked_model, read_yaml
from combatbox.play.dataclass_validation import Fault
from combatbox.press.style import TONES

T = TypeVar("T")

_RELATIVE = ("skin", "shade", "deep", "hair", "hair-light")
"""The classes of shapes whose colours depend on the man."""

_OFFICER, _ENLISTED = "-officer", "-enlisted"
"""The endings of the ids of parts that only officers, or only enlisted men, wear."""

_RANKS = ("sgt", "cpl", "pvt", "pfc")
"""What the ranks of enlisted men contain."""

_SKINS = (0, 0, 0, 1, 1, 1, 2, 3)
_HAIRS = {0: (0, 1, 2, 3), 1: (0, 0, 1, 2), 2: (0, 0, 0, 1), 3: (0,)}
"""The tones of hair by the tone of skin."""

_SELDOM = {"moustache": 4, "scarf": 5}
"""Parts that only one man in four or five has."""

_HATLESS = "hat-none"


@cache
def _file(name: str) -> ArtFile:
    path = paths.portraits() / f"{name}.svg"
    return reader.read(name, path.read_text(encoding="utf-8"), (*TONES, *_RELATIVE))


def face_of(name: str, station: str) -> int:
    """Return the number that decides what a man looks like."""
    return crc32(f"{name}/{station}".encode())


def portrait(face: int, rank: str, left: float, top: float, width: float) -> Iterator[Outline]:
    """Yield the shapes of a portrait, whose height is 1.2 times its width.

    Args:
        face: the number of the man, from `face_of`.
        rank: his rank, which decides on his cap and coat.
        left: the left edge of the portrait.
        top: the upper edge.
        width: the width.
    """
    skin = _SKINS[face % len(_SKINS)]
    hair = _pick(face, "tone", _HAIRS[skin])
    tones = {"skin": f"skin-{skin}", "shade": f"skin-{skin}-shade", "deep": f"skin-{skin}-deep"}
    tones |= {"hair": f"hair-{hair}", "hair-light": f"hair-{hair}-light"}
    drawing = _file("portrait")
    for part in chosen_parts(face, rank):
        yield from _placed(drawing, part, tones, left, top, width / drawing.width)


def chosen_parts(face: int, rank: str) -> list[str]:
    """Return the ids of the parts of a portrait, from back to front."""
    not_worn = _OFFICER if any(word in rank.lower() for word in _RANKS) else _ENLISTED
    choices: dict[str, list[str]] = {}
    for name in _file("portrait").ids:
        if not name.endswith(not_worn):
            choices.setdefault(name.partition("-")[0], []).append(name)
    has_hat = _pick(face, "hat", choices["hat"]) != _HATLESS
    chosen = []
    for part, names in choices.items():
        is_seldom = part in _SELDOM and _pick(face, f"{part}?", range(_SELDOM[part]))
        if not is_seldom and part != ("hair" if has_hat else "sides"):
            chosen.append(_pick(face, part, names))
    return chosen


def _pick(face: int, part: str, choices: Sequence[T]) -> T:
    """Return the choice for a part; it depends on the man alone."""
    return choices[crc32(f"{face} {part}".encode()) % len(choices)]


def motifs() -> list[str]:
    """Return the names of the motifs of nose art."""
    return list(_file("nose-art").ids)


def motifs_of_words() -> dict[str, str]:
    """Return the motif for each word in a bomber's name, as listed in `nose-art.yaml`.

    Raises:
        DataError: a line of the file is not a list of words, or its motif is not drawn.
    """

    def unknown(listed: dict[str, list[str]]) -> Iterator[Fault]:
        for motif in listed.keys() - motifs():
            yield (motif,), f"{motif}: unknown motif"

    listed = checked_model(read_yaml(paths.portraits() / "nose-art.yaml"), dict[str, list[str]], unknown)
    return {word: motif for motif, words in listed.items() for word in words}


def motif_for(bomber: str) -> str:
    """Return the motif for a bomber's name: that of the first word that it contains, or else one by its checksum."""
    name, names = bomber.lower(), motifs()
    words = {**motifs_of_words(), **{motif: motif for motif in names}}
    named = next((motif for word, motif in words.items() if word in name), "")
    return named or names[crc32(bomber.encode()) % len(names)]


def nose_art(motif: str, left: float, top: float, width: float) -> Iterator[Outline]:
    """Yield the shapes of a motif in a square."""
    drawing = _file("nose-art")
    yield from _placed(drawing, motif, {}, left, top, width / drawing.width)


def mark(name: str, left: float, top: float) -> Iterator[Outline]:
    """Yield the shapes of a mark on the nose: a `mission`, or a `kill`."""
    yield from _placed(_file("marks"), name, {}, left, top, 1)


def _placed(
    drawing: ArtFile, group: str, tones: Mapping[str, str], left: float, top: float, scale: float
) -> Iterator[Outline]:
    def at(point: Point) -> Point:
        return left + point[0] * scale, top + point[1] * scale

    for shape in drawing.ids[group]:
        segments = tuple((command, tuple(map(at, points))) for command, points in shape.segments)
        yield Outline(segments, tones.get(shape.look, shape.look))
