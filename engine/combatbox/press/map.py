"""The strategic map as an image, drawn into a PDF or written as SVG for a page, from one scene.

```python
draw_map(surface, box, atlas)
svg_text(atlas)  # a complete <svg> with a description, and with the names as text
```
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from combatbox.drawing import svg
from combatbox.drawing.shapes import Anchor, Area, Dot, Drawing, Label, Line, Plate, Point, Shape
from combatbox.press import text
from combatbox.press.drawings import Letters, draw, extent, middle_of
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box, around
from combatbox.press.map_data import Atlas
from combatbox.press.style import RULE
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

MAP = "strategic-map"
_STEP = 3  # degrees from point to point of a ring
_CHORD = 40.0  # miles from point to point at most, so that a ring far from the base shows no corners on a detail map
_REACHES = (
    0.0,
    6.0,
    12.0,
    18.0,
)  # points between a dot and its name, which gets a leader line if it is far
_DOT = 1.9  # points
_SVG_WIDTH = 560.0
_PILL = Box(0, 0, 28, 9.6)
_TURNS = (0, 3, -3, 6, -6, 9, -9, 12, -12)  # degrees from a bearing at which a zone may be labelled
_TAB = 9.0  # from the number of a zone to its targets, in the list of them
_SIDES = ("e", "w", "s", "n", "ne", "se", "nw", "sw")


def scene(atlas: Atlas, width: float, height: float) -> Drawing:
    """Return a drawing of the map in its frame, as large as fits."""
    scale = min(width / atlas.frame.width, height / atlas.frame.height)
    paint = _Painter(atlas, scale)
    return Drawing(
        atlas.title, describe(atlas), atlas.frame.width * scale, atlas.frame.height * scale, tuple(paint.marks())
    )


def describe(atlas: Atlas) -> str:
    """Return a description of the map for screen readers, with the targets in each zone."""
    zones = [f"zone {zone} {', '.join(names)}" for zone, names in atlas.targets_by_zone()]
    first, last = atlas.rings.zones[0], atlas.rings.zones[-1]
    description = (
        f"A map of {atlas.about}, with rings for zones {first} to {last} around the base and the targets: "
        f"{'; '.join(zones)}."
    )
    return description + (f" {atlas.limit[0]} is the outer edge of zone {max(atlas.cover)}." if atlas.limit else "")


@dataclass(frozen=True, slots=True)
class _Painter:
    """A converter of the map to shapes at one scale."""

    atlas: Atlas
    scale: float

    def place(self, point: Point) -> Point:
        """Convert miles from the base to points of the image."""
        return (point[0] - self.atlas.frame.x) * self.scale, (point[1] - self.atlas.frame.y) * self.scale

    def spot(self, north: float, east: float) -> Point:
        return self.place(self.atlas.spot(north, east))

    def around(self, bearing: float, miles: float) -> Point:
        return self.place(self.atlas.at(bearing, miles))

    def marks(self) -> Iterator[Shape]:
        frame = self.frame()
        yield Area(frame, "sea")
        for look, outlines in (("land", self.atlas.land), ("lake", self.atlas.lakes)):
            for outline in outlines.values():
                yield Area(tuple(self.spot(*point) for point in outline), look)
        for outline in self.atlas.frontiers.values():
            yield Line(tuple(self.spot(*point) for point in outline), "frontier")
        yield from self.rings()
        names = list(self.names())
        base = list(self.base())
        taken = [Box(mark.x, mark.y, mark.width, mark.height) for mark in names if isinstance(mark, Plate)]
        taken += [extent(mark) for mark in base if isinstance(mark, Label)]
        targets = list(self.targets(taken))
        taken += [extent(mark) for mark in targets if isinstance(mark, Label)]
        limit = [self.limit(*self.atlas.limit, taken)] if self.atlas.limit else []
        taken += [box for mark in limit for box in _pieces(mark)]
        yield from self.letters(taken)
        yield from (*names, *targets, *base, *limit)
        yield from self.listed(taken)

    def listed(self, taken: Sequence[Box]) -> Iterator[Shape]:
        """Yield a plate with the targets by zone, if the map has a position for it and there is space."""
        if self.atlas.listed is None:
            return
        x, y = self.spot(*self.atlas.listed)
        available, look = self.atlas.frame.width * self.scale - x - _TAB - 3, style_of("map-list")
        lines = [("", "Targets by zone")]
        for zone, names in self.atlas.targets_by_zone():
            try:
                wrapped = text.wrap(text.plain(", ".join(names), look), available, look, "targets by zone")
            except PressError:
                return
            lines += [("" if number else str(zone), line[0].text) for number, line in enumerate(wrapped)]
        wide = _TAB + max(text.width(text.plain(words, look), look) for _, words in lines)
        plate = Box(x, y, wide, (len(lines) + 0.5) * look.leading).inset(-2)
        if self.free(plate, taken):
            corners = ((plate.x, plate.y), (plate.right, plate.y), (plate.right, plate.bottom), (plate.x, plate.bottom))
            yield Area(corners, "land-plate")
            for row, (mark, words) in enumerate(lines, start=1):
                if mark:
                    yield Label(x, y + row * look.leading, mark, "start", "map-list-zone")
                yield Label(x + _TAB * (row > 1), y + row * look.leading, words, "start", "map-list")

    def frame(self) -> tuple[Point, ...]:
        box = self.atlas.frame
        corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
        return tuple(self.place(corner) for corner in corners)

    def names(self) -> Iterator[Shape]:
        """Yield the names of lands and waters, on plates that interrupt the rings."""
        for name in self.atlas.names:
            words = name.name.upper() if name.style == "land" else name.name
            x, y = self.spot(name.north, name.east)
            style = f"map-{name.style}"
            look = style_of(style)
            width = text.width(text.plain(words, look), look) + 4
            yield _plate(Box(x - width / 2, y - look.leading / 2, width, look.leading), f"{name.style}-plate")
            yield Label(x, y + middle_of(style), words, style=style)

    def rings(self) -> Iterator[Shape]:
        rings, limit = self.atlas.rings, max(self.atlas.cover, default=0)
        for zone in rings.zones:
            look = "limit" if zone == limit else "ring"
            count = max(360 // _STEP, math.ceil(math.tau * rings.end(zone, 0) / _CHORD))
            bearings = (360 * number / count for number in range(count))
            points = (self.around(bearing, rings.end(zone, bearing)) for bearing in bearings)
            yield Area(tuple(points), look)

    def letters(self, taken: Sequence[Box]) -> Iterator[Shape]:
        """Yield the labels of the zones at free places, on the bearings that the map prefers if possible."""
        for zone in self.atlas.rings.zones:
            along = [[bearing + turn for turn in _TURNS] for bearing in self.atlas.lettered]
            plates = [self.plate(zone, bearings, taken) for bearings in along]
            for plate in plates if any(plates) else [self.plate(zone, range(0, 360, _STEP), taken)]:
                if plate:
                    yield _plate(plate, "pill")
                    x, y = plate.centre
                    yield Label(x, y + middle_of("map-zone"), f"Zone {zone}", style="map-zone")

    def plate(self, zone: int, bearings: Iterable[float], taken: Sequence[Box]) -> Box | None:
        """Return the first free place for a zone's label on these bearings; None if there is none."""
        for bearing in bearings:
            x, y = self.around(bearing, self.atlas.rings.middle(zone, bearing))
            plate = Box(x - _PILL.width / 2, y - _PILL.height / 2, _PILL.width, _PILL.height)
            if self.free(plate, taken):
                return plate
        return None

    def free(self, box: Box, taken: Sequence[Box]) -> bool:
        """Return True if a place is inside the frame and does not overlap the places taken."""
        across, down = self.atlas.frame.width * self.scale, self.atlas.frame.height * self.scale
        inside = box.x >= 0 and box.y >= 0 and box.right <= across and box.bottom <= down
        return inside and not any(box.meets(other) for other in taken)

    def limit(self, name: str, bearing: float, taken: Sequence[Box]) -> Label:
        """Return the label for the limit of fighter cover along its ring, at the first free place from a bearing on."""
        ways = [
            self.along(name, bearing + turn) for turn in (0, *(sign * 4 * n for n in range(1, 45) for sign in (1, -1)))
        ]
        return next((words for words in ways if all(self.free(box, taken) for box in _pieces(words))), ways[0])

    def along(self, name: str, bearing: float) -> Label:
        upright = math.cos(math.radians(bearing)) > 0
        gap = (4.5 if upright else 6 + 2 * middle_of("map-limit")) / self.scale
        x, y = self.around(bearing, self.atlas.rings.end(max(self.atlas.cover), bearing) + gap)
        return Label(x, y, name, style="map-limit", turn=bearing if upright else bearing - 180)

    def targets(self, taken: Sequence[Box]) -> Iterator[Shape]:
        """Yield dots with names, on the side that the map prefers or on the first free side."""
        places = [
            (target, *self.spot(target.north, target.east)) for target in (*self.atlas.targets, *self.atlas.places)
        ]
        full = [*taken, *(around(x, y, _DOT / 2) for _, x, y in places)]
        for target, x, y in places:
            named = target.side != "none"
            yield Dot(x, y, _DOT if named else _DOT / 2, "dot")
            if named:
                labels = [
                    _label(target.name, x, y, _DOT + reach, side, "map-place")
                    for reach in _REACHES
                    for side in (target.side, *_SIDES)
                ]
                label = next((one for one in labels if self.free(extent(one), full)), labels[0])
                full.append(extent(label))
                if label not in labels[: len(_SIDES) + 1]:
                    box = extent(label).inset(1)
                    yield Line(((x, y), (_within(x, box.x, box.right), _within(y, box.y, box.bottom))), "leader")
                yield label

    def base(self) -> Iterator[Shape]:
        base = self.atlas.base
        x, y = self.spot(base.north, base.east)
        if not self.atlas.seen(base):
            return
        yield Dot(x, y, 2 * _DOT, "base")
        yield _label(base.name, x, y, 2 * _DOT, base.side, "map-base")


def _pieces(words: Label) -> list[Box]:
    """Return small squares along rotated words, because one box around them would block too much space."""
    look = style_of(words.style)
    half, turn = text.width(text.plain(words.text, look), look) / 2, math.radians(words.turn)
    high = look.size / 2
    steps = [half * step / 6 for step in range(-6, 7)]
    return [around(words.x + step * math.cos(turn), words.y + step * math.sin(turn) - high / 2, high) for step in steps]


def _plate(box: Box, look: str) -> Plate:
    return Plate(box.x, box.y, box.width, box.height, look, box.height / 2)


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def _label(words: str, x: float, y: float, radius: float, side: str, style: str) -> Label:
    """Return a name beside its dot."""
    gap = radius + 1.6
    slant = 0.75 if len(side) == 2 else 1.0
    across = (("e" in side) - ("w" in side)) * gap * slant
    down = (("s" in side) - ("n" in side)) * slant
    anchor: Anchor = "start" if "e" in side else "end" if "w" in side else "middle"
    half = middle_of(style)
    return Label(x + across, y + half + down * (gap + half), words, anchor, style)


def draw_map(surface: Surface, box: Box, atlas: Atlas) -> None:
    """Draw the map at the top left of a box as one figure."""
    draw_seen(surface, box, scene(atlas, box.width, box.height))


def draw_seen(surface: Surface, box: Box, seen: Drawing) -> None:
    """Draw a map from its scene, which has already been computed."""
    with surface.figure(f"{seen.title}. {seen.description}"):
        draw(surface, box, seen)
        surface.box(
            Box(box.x, box.y, seen.width, seen.height), weight=RULE
        )  # after the clipping, which would cut it in half


def svg_text(atlas: Atlas, *, name: str = MAP) -> str:
    """Return the map as SVG for a page or file. name: the prefix of the ids in the SVG."""
    return svg.write(scene(atlas, _SVG_WIDTH, math.inf), name, Letters(), of=atlas.gazetteer, kind=MAP, framed=True)
