"""The strategic map as an image: the same scene is drawn into a PDF or written as SVG for a page.

```python
draw_map(surface, box, atlas)
svg_text(atlas)  # a complete <svg> with a description, and with the names as text
```
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from combatbox.core.annotations import frozen
from combatbox.core.shapes import Anchor, Area, Dot, Drawing, Label, Line, Plate, Point, Shape
from combatbox.press import text
from combatbox.press.drawings import draw, extent, middle_of, write_svg
from combatbox.press.errors import PressError
from combatbox.press.map_data import Atlas, Place
from combatbox.press.style import RULE, Box, bounds, square_around
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tour_data import Route, Zone

MAP = "strategic-map"
_STEP = 3  # degrees from point to point of a ring
_CHORD = 40.0  # the most miles between two points, so that a ring far from the base shows no corners on a detail map
_REACHES = (0.0, 6.0, 12.0, 18.0)  # points between a dot and its name; a distant name gets a leader line
_DOT = 1.9  # points
_SVG_WIDTH = 560.0
_PILL = (28, 9.6)  # points: the width and height of the label of a zone
_TURNS = (0, 3, -3, 6, -6, 9, -9, 12, -12)  # degrees from a bearing at which a zone may be labelled
_TAB = 9.0  # the distance from the number of a zone to its targets, in the list of targets
_SIDES = ("e", "w", "s", "n", "ne", "se", "nw", "sw")


def map_drawing(atlas: Atlas, width: float, height: float) -> Drawing:
    """Return a drawing of the map in its frame, at the largest scale that fits."""
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


@frozen
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

    def ground(self) -> Iterator[Shape]:
        """Yield the shapes of sea, land, lakes and frontiers."""
        yield Area(self.frame(), "sea")
        for look, outlines in (("land", self.atlas.land), ("lake", self.atlas.lakes)):
            for outline in outlines.values():
                yield Area(tuple(self.spot(*point) for point in outline), look)
        for outline in self.atlas.frontiers.values():
            yield Line(tuple(self.spot(*point) for point in outline), "frontier")

    def marks(self) -> Iterator[Shape]:
        yield from self.ground()
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
                wrapped = text.wrap(", ".join(names), available, look, "targets by zone")
            except PressError:
                return
            lines += [("" if number else str(zone), line[0].text) for number, line in enumerate(wrapped)]
        wide = _TAB + max(text.width(words, look) for _, words in lines)
        plate = Box(x, y, wide, (len(lines) + 0.5) * look.leading).inset(-2)
        if self.free(plate, taken):
            yield Area(plate.corners, "land-plate")
            for row, (mark, words) in enumerate(lines, start=1):
                if mark:
                    yield Label(x, y + row * look.leading, mark, "start", "map-list-zone")
                yield Label(x + _TAB * (row > 1), y + row * look.leading, words, "start", "map-list")

    def frame(self) -> tuple[Point, ...]:
        return tuple(self.place(corner) for corner in self.atlas.frame.corners)

    def names(self) -> Iterator[Shape]:
        """Yield the names of lands and waters, on plates that interrupt the rings."""
        for name in self.atlas.names:
            words = name.name.upper() if name.style == "land" else name.name
            x, y = self.spot(name.north, name.east)
            style = f"map-{name.style}"
            look = style_of(style)
            width = text.width(words, look) + 4
            yield _plate(Box(x, y, 0, 0).middle(width, look.leading), f"{name.style}-plate")
            yield Label(x, y + middle_of(style), words, style=style)

    def rings(self) -> Iterator[Shape]:
        rings, limit = self.atlas.rings, max(self.atlas.cover) if self.atlas.limit else 0
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
            plate = Box(x, y, 0, 0).middle(*_PILL)
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
        """Yield dots with names, on the side that the map prefers or on the first free side.

        Targets that are named on another map are left out.
        """
        places = [
            (target, *self.spot(target.north, target.east))
            for target in (*self.atlas.targets, *self.atlas.places)
            if target.side != "none"
        ]
        full = [*taken, *(square_around(x, y, _DOT / 2) for _, x, y in places)]
        for target, x, y in places:
            yield Dot(x, y, _DOT, "dot")
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
    half, turn = text.width(words.text, look) / 2, math.radians(words.turn)
    high = look.size / 2
    steps = [half * step / 6 for step in range(-6, 7)]
    return [
        square_around(words.x + step * math.cos(turn), words.y + step * math.sin(turn) - high / 2, high)
        for step in steps
    ]


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


_ROUND, _SHARE = 60.0, 0.09  # the margin around a route on its map: miles or, if that is more, a share of the way
_LEAST = 330.0  # the minimum width and height of such a map in miles
_BOW = 0.045  # the most that the curves out and back leave the straight line, as a share of the way
_POINTS = 24  # the number of intervals between the points of a way


def route_scene(atlas: Atlas, route: Route, width: float, height: float) -> Drawing | None:
    """Return a map of a mission's route out and back; None if the map lacks its target.

    Args:
        atlas: the map.
        route: the route.
        width: the width of the image in points.
        height: the height of the image in points.
    """
    target = next((place for place in atlas.targets if place.key == route.target), None)
    if target is None:
        return None
    field = next((one for one in (*atlas.targets, *atlas.places) if one.key == route.landed), None)
    places = [target, *([field] if field else [])]
    frame = _frame_around([atlas.spot(place.north, place.east) for place in (atlas.base, *places)], width / height)
    base = replace(atlas.base, side="e")  # its own side may be beyond the frame
    paint = _Painter(replace(atlas, frame=frame, base=base), width / frame.width)
    way = _Way(atlas, target, field)
    out, back = way.leg("out", route.lost), way.leg("back", route.lost)
    shapes: list[Shape] = [*paint.ground()]
    for leg, look in ((out, "route-out"), (back, "route-back")):
        if len(leg) > 1:
            shapes.append(Line(tuple(paint.place(point) for point in leg), look))
    for fight in route.fought:
        radius = 4.4 if fight[1] >= target.zone else 2.6  # over the target, around its own dot
        shapes.append(Dot(*paint.place(way.at(*fight)), radius, "route-fight"))
    if route.lost:
        x, y = paint.place(way.at(*route.lost))
        shapes += [Line(((x - 4, y - s * 4), (x + 4, y + s * 4)), "route-lost") for s in (1, -1)]
    for place in places:
        x, y = paint.spot(place.north, place.east)
        side = "w" if x > width * 0.6 else "e"
        shapes += [Dot(x, y, _DOT, "dot"), _label(place.name, x, y, 2 * _DOT, side, "map-place")]
    shapes += paint.base()
    words = f"The way to {target.name} and back, with a dot in each zone where fighters attacked"
    return Drawing(f"Route to {target.name}", words, width, height, tuple(shapes))


def _frame_around(points: Sequence[Point], aspect: float) -> Box:
    """Return a frame around points, in miles, with a given ratio of width to height."""
    way = bounds(points)
    margin = 2 * max(_ROUND, _SHARE * max(way.width, way.height))
    height = max(way.height + margin, max(way.width + margin, _LEAST) / aspect)
    x, y = way.centre
    return Box(x - height * aspect / 2, y - height / 2, height * aspect, height)


@frozen
class _Way:
    """The route to a target and back, to the base or to another field."""

    atlas: Atlas
    target: Place
    field: Place | None

    def at(self, leg: str, zone: int) -> Point:
        """Return the place of a zone on a leg, in miles to the east and south of the base."""
        bearing, miles = self.atlas.polar(self.target.north, self.target.east)
        middle = self.atlas.rings.middle(zone, bearing) if zone in self.atlas.rings.zones else 0.0
        return self._bowed(leg, min(middle / miles, 1.0) if zone < self.target.zone else 1.0)

    def _bowed(self, leg: str, part: float) -> Point:
        """Return a point on the curve of a leg.

        `part` is the fraction of the distance from the nearer end of the leg to the target.
        """
        end = self.atlas.spot(self.target.north, self.target.east)
        home = self.atlas.spot(self.field.north, self.field.east) if self.field and leg == "back" else (0.0, 0.0)
        along = (end[0] - home[0], end[1] - home[1])
        side = (1 if leg == "out" else -1) * _BOW * math.sin(math.pi * part)
        return home[0] + part * along[0] + side * along[1], home[1] + part * along[1] - side * along[0]

    def leg(self, leg: str, lost: Zone | None) -> list[Point]:
        """Return the points of a leg, as far as the bomber flew it.

        Args:
            leg: `out` or `back`.
            lost: the leg and zone in which the bomber was lost; None if it was not lost.

        Returns:
            The points from the start of the leg; empty for the way back if the bomber was lost on the way out.
        """
        if lost and lost[0] == "out" and leg == "back":
            return []
        points = [self._bowed(leg, number / _POINTS) for number in range(_POINTS + 1)]
        if leg == "back":
            points.reverse()
        if not lost or lost[0] != leg:
            return points
        x, y = self.at(*lost)
        nearest = min(range(len(points)), key=lambda number: math.dist(points[number], (x, y)))
        return points[: nearest + 1]


def draw_map(surface: Surface, box: Box, atlas: Atlas) -> None:
    """Draw a map at the top left of a box, as one PDF figure."""
    draw_seen(surface, box, map_drawing(atlas, box.width, box.height))


def draw_seen(surface: Surface, box: Box, seen: Drawing) -> None:
    """Draw a map whose drawing has already been computed (`scene`), as one PDF figure."""
    with surface.figure(f"{seen.title}. {seen.description}"):
        draw(surface, box, seen)
        surface.box(
            box.top(seen.height).start(seen.width), weight=RULE
        )  # after the clipping, which would cut it in half


def svg_text(atlas: Atlas, *, name: str = MAP) -> str:
    """Return the map as SVG for a page or file.

    `name` is the prefix of the ids in the SVG.
    """
    return write_svg(map_drawing(atlas, _SVG_WIDTH, math.inf), name, of=atlas.gazetteer, kind=MAP, framed=True)
