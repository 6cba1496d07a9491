"""A strict reader of the subset of SVG that our drawings use.

- Elements: svg (with viewBox), title, desc, style, g, path, line, rect, circle, ellipse, polygon, polyline.
- Attributes: geometry, id, class (one of those that the caller permits), and, only on g, transform (translate, scale,
  rotate, matrix).
- Commands of paths: M L H V C Q A Z, absolute or relative.

Everything is converted to moves, lines and cubic curves in the coordinates of the viewBox.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from xml.etree import ElementTree

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError
from combatbox.core.shapes import Point, Segment

# a b c d e f of an SVG matrix: x' = ax + cy + e, y' = bx + dy + f
Matrix = tuple[float, float, float, float, float, float]

_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_SVG = "{http://www.w3.org/2000/svg}"
_QUARTER = 4 / 3 * (math.sqrt(2) - 1)  # handle length of a cubic that draws a quarter circle


@frozen
class ArtShape:
    """An outline in a drawing, and the name of its drawing style."""

    look: str
    segments: tuple[Segment, ...]

    def points(self) -> Iterator[Point]:
        """Yield all points of the outline."""
        for _, points in self.segments:
            yield from points


@dataclass(slots=True)
class ArtFile:
    """The contents of a drawing's file: all shapes in drawing order, and the shapes of each id."""

    name: str
    width: float
    height: float
    title: str = ""
    description: str = ""
    style: str = ""
    shapes: list[ArtShape] = field(default_factory=list)
    ids: dict[str, list[ArtShape]] = field(default_factory=dict)
    looks: Collection[str] = ()


def read(name: str, text: str, looks: Collection[str]) -> ArtFile:
    """Parse a drawing from the text of its file.

    Args:
        name: the name of the file without suffix, for messages.
        text: the content of the file.
        looks: the classes that the drawing may use.

    Raises:
        CombatBoxError: the file contains anything outside the supported subset.
    """
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise CombatBoxError(f"{name}.svg: {error}") from None
    _refuse_unknown(name, root, {"viewBox", "role", "aria-labelledby"})
    left, top, width, height = _numbers(root.get("viewBox", ""), name, 4)
    drawing = ArtFile(name, width, height, looks=looks)
    _read_children(drawing, root, (1, 0, 0, 1, -left, -top))
    return drawing


def _read_children(drawing: ArtFile, parent: ElementTree.Element, matrix: Matrix) -> list[ArtShape]:
    return [shape for child in parent for shape in _read_element(drawing, child, matrix)]


def _read_element(drawing: ArtFile, element: ElementTree.Element, matrix: Matrix) -> list[ArtShape]:
    kind = element.tag.removeprefix(_SVG)
    if kind in ("title", "desc", "style"):
        _refuse_unknown(drawing.name, element, {"id"})
        words = {"title": "title", "desc": "description", "style": "style"}[kind]
        setattr(drawing, words, (element.text or "").strip())
        return []
    if kind == "g":
        _refuse_unknown(drawing.name, element, {"id", "transform"})
        inner = _times(matrix, _transform(element.get("transform", ""), drawing.name))
        shapes = _read_children(drawing, element, inner)
    else:
        shapes = [_read_shape(drawing, kind, element, matrix)]
        drawing.shapes += shapes
    if identity := element.get("id"):
        if identity in drawing.ids:
            raise CombatBoxError(f"{drawing.name}.svg: the id '{identity}' is used twice; ids are unique")
        drawing.ids[identity] = shapes
    return shapes


def _read_shape(drawing: ArtFile, kind: str, element: ElementTree.Element, matrix: Matrix) -> ArtShape:
    if kind not in _SHAPES:
        raise CombatBoxError(f"{drawing.name}.svg: <{kind}> is not supported; use {', '.join(_SHAPES)}")
    attributes, outline = _SHAPES[kind]
    _refuse_unknown(drawing.name, element, {"id", "class", *attributes})
    look = element.get("class", "")
    if look not in drawing.looks:
        raise CombatBoxError(
            f"{drawing.name}.svg: class '{look}' of <{kind}> must be one of {', '.join(drawing.looks)}"
        )
    if attributes in (("d",), ("points",)):
        segments = outline(drawing.name, element.get(attributes[0], ""))
    else:
        segments = outline(*(_numbers(element.get(a, "0"), drawing.name, 1)[0] for a in attributes))
    return ArtShape(look, tuple((c, tuple(_apply(matrix, p) for p in points)) for c, points in segments))


def _refuse_unknown(name: str, element: ElementTree.Element, allowed: set[str]) -> None:
    for attribute in element.attrib:
        if attribute not in allowed:
            kind = element.tag.removeprefix(_SVG)
            raise CombatBoxError(f"{name}.svg: attribute '{attribute}' of <{kind}> is not supported")


def _numbers(text: str, name: str, count: int) -> list[float]:
    try:
        numbers = [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        numbers = []
    if len(numbers) != count:
        raise CombatBoxError(f"{name}.svg: expected {count} numbers, found '{text}'")
    return numbers


def _apply(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def _times(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, _, _ = outer
    e, f = _apply(outer, (inner[4], inner[5]))
    ia, ib, ic, id_ = inner[:4]
    return (a * ia + c * ib, b * ia + d * ib, a * ic + c * id_, b * ic + d * id_, e, f)


def _transform(text: str, name: str) -> Matrix:
    matrix = _IDENTITY
    rest = re.sub(r"\s*(\w+)\(([^)]*)\)\s*,?", "", text)
    if rest.strip():
        raise CombatBoxError(f"{name}.svg: transform '{text}' is not supported")
    for kind, values in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = tuple(float(part) for part in values.replace(",", " ").split())
        matrix = _times(matrix, _one_transform(kind, numbers, name))
    return matrix


def _one_transform(kind: str, numbers: tuple[float, ...], name: str) -> Matrix:
    match kind, numbers:
        case "translate", (x, y):
            return (1, 0, 0, 1, x, y)
        case "scale", (x,):
            return (x, 0, 0, x, 0, 0)
        case "scale", (x, y):
            return (x, 0, 0, y, 0, 0)
        case "rotate", (angle,):
            sin, cos = math.sin(math.radians(angle)), math.cos(math.radians(angle))
            return (cos, sin, -sin, cos, 0, 0)
        case "matrix", (a, b, c, d, e, f):
            return (a, b, c, d, e, f)
    raise CombatBoxError(f"{name}.svg: transform {kind}{numbers} is not supported")


# Outlines


def _line(x1: float, y1: float, x2: float, y2: float) -> list[Segment]:
    return [("M", ((x1, y1),)), ("L", ((x2, y2),))]


def _rect(x: float, y: float, width: float, height: float) -> list[Segment]:
    corners = [(x + width, y), (x + width, y + height), (x, y + height)]
    return [("M", ((x, y),)), *(("L", (corner,)) for corner in corners), ("Z", ())]


def _circle(cx: float, cy: float, r: float) -> list[Segment]:
    return _ellipse(cx, cy, r, r)


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> list[Segment]:
    segments: list[Segment] = [("M", ((cx + rx, cy),))]
    directions = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)]
    for (ux, uy), (vx, vy) in pairwise(directions):
        first = (cx + rx * (ux + _QUARTER * vx), cy + ry * (uy + _QUARTER * vy))
        second = (cx + rx * (vx + _QUARTER * ux), cy + ry * (vy + _QUARTER * uy))
        segments.append(("C", (first, second, (cx + rx * vx, cy + ry * vy))))
    return [*segments, ("Z", ())]


def _polygon(name: str, text: str) -> list[Segment]:
    return [*_polyline(name, text), ("Z", ())]


def _polyline(name: str, text: str) -> list[Segment]:
    numbers = _numbers(text, name, len(text.replace(",", " ").split()))
    first, *rest = zip(numbers[::2], numbers[1::2], strict=True)
    return [("M", (first,)), *(("L", (point,)) for point in rest)]


_TOKEN = re.compile(r"\s*,?\s*(?:([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?))")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


def _path(name: str, text: str) -> list[Segment]:
    segments: list[Segment] = []
    start = here = (0.0, 0.0)
    for letter, numbers in _commands(name, text):
        command = letter.upper()
        values = _absolute(command, numbers, here) if letter.islower() else numbers
        if command == "Z":
            segments.append(("Z", ()))
            here = start
            continue
        drawn = _segments(command, values, here)
        segments += drawn
        here = drawn[-1][1][-1]
        if command == "M":
            start = here
    return segments


def _commands(name: str, text: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of a path with their numbers; positions after the first one of an M are yielded as L."""
    letter, at = "", 0
    numbers: list[float] = []
    text = text.strip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match or (match[1] and match[1].upper() not in _COUNTS) or (match[1] and numbers):
            raise CombatBoxError(f"{name}.svg: the path is not supported at '{text[at : at + 12]}'")
        at = match.end()
        if match[1]:
            letter = match[1]
        else:
            numbers.append(float(match[2]))
        if letter and len(numbers) == _COUNTS[letter.upper()]:
            yield letter, numbers
            letter, numbers = {"M": "L", "m": "l", "Z": "", "z": ""}.get(letter, letter), []
    if numbers:
        raise CombatBoxError(f"{name}.svg: a path ends before the last number of {letter}")


def _absolute(command: str, numbers: list[float], here: Point) -> list[float]:
    if command == "V":
        return [numbers[0] + here[1]]
    if command == "A":
        return [*numbers[:5], numbers[5] + here[0], numbers[6] + here[1]]
    return [value + here[i % 2] for i, value in enumerate(numbers)]


def _segments(command: str, values: list[float], here: Point) -> list[Segment]:
    if command == "H":
        return [("L", ((values[0], here[1]),))]
    if command == "V":
        return [("L", ((here[0], values[0]),))]
    if command == "A":
        return _arc(here, values)
    points = tuple(zip(values[::2], values[1::2], strict=True))
    if command == "Q":  # a quadratic curve as a cubic one
        (qx, qy), (x, y) = points
        first = (here[0] + 2 / 3 * (qx - here[0]), here[1] + 2 / 3 * (qy - here[1]))
        return [("C", (first, (x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y)), (x, y)))]
    return [(command, points)]


def _arc(start: Point, values: list[float]) -> list[Segment]:
    """Convert an elliptical arc to cubic curves, each over at most a quarter turn (SVG 1.1, F.6)."""
    rx, ry, angle, large, sweep, x, y = values
    turn: Matrix = _one_transform("rotate", (angle,), "arc")
    back = _one_transform("rotate", (-angle,), "arc")
    px, py = _apply(back, ((start[0] - x) / 2, (start[1] - y) / 2))
    grow = max(1.0, math.hypot(px / rx, py / ry))
    rx, ry = rx * grow, ry * grow
    ux, uy = px / rx, py / ry
    root = math.sqrt(max(0.0, 1 / (ux * ux + uy * uy) - 1)) * (-1 if large == sweep else 1)
    cx, cy = root * uy, -root * ux  # the centre, in the circle's own units
    begin = math.atan2(uy - cy, ux - cx)
    span = (math.atan2(-uy - cy, -ux - cx) - begin) % math.tau - (0 if sweep else math.tau)
    steps = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    middle = ((start[0] + x) / 2, (start[1] + y) / 2)

    def out(u: float, v: float) -> Point:
        dx, dy = _apply(turn, ((u + cx) * rx, (v + cy) * ry))
        return middle[0] + dx, middle[1] + dy

    handle = 4 / 3 * math.tan(span / steps / 4)
    segments: list[Segment] = []
    for step in range(steps):
        a, b = (begin + span * (step + k) / steps for k in (0, 1))
        first = out(math.cos(a) - handle * math.sin(a), math.sin(a) + handle * math.cos(a))
        second = out(math.cos(b) + handle * math.sin(b), math.sin(b) - handle * math.cos(b))
        segments.append(("C", (first, second, out(math.cos(b), math.sin(b)))))
    return segments


_SHAPES: dict[str, tuple[tuple[str, ...], Callable[..., list[Segment]]]] = {
    "path": (("d",), _path),
    "polygon": (("points",), _polygon),
    "polyline": (("points",), _polyline),
    "line": (("x1", "y1", "x2", "y2"), _line),
    "rect": (("x", "y", "width", "height"), _rect),
    "circle": (("cx", "cy", "r"), _circle),
    "ellipse": (("cx", "cy", "rx", "ry"), _ellipse),
}
