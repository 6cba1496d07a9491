"""The strategic map as a picture, drawn into a PDF or written as SVG for a page; both from one scene.

    draw_map(surface, box, atlas)
    svg_text(atlas)                  # a whole <svg>, described, with the names as text

A scene is shapes and words in points, from the top left corner of the picture. Its looks are listed here;
on the web they are classes, and colours follow the page: ink is `currentColor`, land `--map-land`, paper
`--art-paper`, rings `--map-ring`, the limit of cover `--map-limit`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from xml.sax.saxutils import escape

from reportlab.pdfgen.canvas import FILL_EVEN_ODD

from combatbox.press import fonts, text
from combatbox.press.atlas import Atlas, Place, Point
from combatbox.press.geometry import Box
from combatbox.press.style import BOLD, HAIR, RULE, THIN, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

MAP = "strategic-map"
_STEP = 3  # degrees from point to point of a ring
_DOT = 1.9  # points
_SVG_WIDTH = 560.0
_PILL = Box(0, 0, 28, 9.6)

_CLEARED = ("map-place", "map-base")

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Look:
    """How shapes of a kind are drawn; colours are the palette's."""

    weight: float | None
    colour: str = "ink"
    fill: str | None = None
    dash: tuple[float, ...] = ()


LOOKS = {
    "sea": Look(None, fill="paper"),
    "land": Look(THIN, "soft", "shade"),
    "lake": Look(HAIR, "soft", "paper"),
    "frontier": Look(THIN, "faint", dash=(3, 2)),
    "ring": Look(RULE, "sky"),
    "limit": Look(BOLD * 1.4, "alarm", dash=(6, 3)),
    "pill": Look(None, fill="sky"),
    "land-plate": Look(None, fill="shade"),
    "sea-plate": Look(None, fill="paper"),
    "dot": Look(THIN, "paper", "ink"),
    "base": Look(BOLD, "paper", "alarm"),
    "edge": Look(RULE),
}
_ON_PAGES = {
    "ink": "currentColor",
    "soft": "currentColor",
    "faint": "currentColor",
    "paper": "var(--art-paper,#fff)",
    "shade": "var(--map-land,#dde2d8)",
    "sky": "var(--map-ring,#2c5876)",
    "alarm": "var(--map-limit,#9a2a1f)",
}


@dataclass(frozen=True, slots=True)
class Outline:
    look: str
    points: tuple[Point, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    look: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Pill:
    """A plate behind words."""

    look: str
    box: Box


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text on its baseline, turned clockwise by so many degrees about its anchor."""

    text: str
    x: float
    y: float
    style: str
    anchor: Anchor = "middle"
    turn: float = 0.0


Mark = Outline | Dot | Pill | Words


@dataclass(frozen=True, slots=True)
class Scene:
    title: str
    description: str
    width: float
    height: float
    marks: tuple[Mark, ...]

    def words(self) -> list[str]:
        return [mark.text for mark in self.marks if isinstance(mark, Words)]

    def clear(self) -> list[Box]:
        """Where the names of places stand: lines give way to them."""
        return [_extent(mark) for mark in self.marks if isinstance(mark, Words) and mark.style in _CLEARED]


def scene(atlas: Atlas, width: float, height: float) -> Scene:
    """The map as large as fits into a room, in its frame."""
    scale = min(width / atlas.frame.width, height / atlas.frame.height)
    paint = _Painter(atlas, scale)
    return Scene(
        atlas.title, describe(atlas), atlas.frame.width * scale, atlas.frame.height * scale, tuple(paint.marks())
    )


def describe(atlas: Atlas) -> str:
    """What the picture says, for those who cannot see it: the targets by their zones."""
    zones = []
    for zone in atlas.rings.zones:
        names = [target.name for target in atlas.targets if target.zone == zone]
        if names:
            zones.append(f"zone {zone} {', '.join(names)}")
    first, last = atlas.rings.zones[0], atlas.rings.zones[-1]
    told = (
        f"A map of {atlas.about}, with rings for zones {first} to {last} around the base and the targets: "
        f"{'; '.join(zones)}."
    )
    return told + (f" {atlas.limit[0]} is the outer edge of zone {max(atlas.cover)}." if atlas.limit else "")


@dataclass(frozen=True, slots=True)
class _Painter:
    atlas: Atlas
    scale: float

    def place(self, point: Point) -> Point:
        """From miles about the base to points of the picture."""
        return (point[0] - self.atlas.frame.x) * self.scale, (point[1] - self.atlas.frame.y) * self.scale

    def spot(self, north: float, east: float) -> Point:
        return self.place(self.atlas.spot(north, east))

    def around(self, bearing: float, miles: float) -> Point:
        return self.place(self.atlas.at(bearing, miles))

    def marks(self) -> Iterator[Mark]:
        frame = self.frame()
        yield Outline("sea", frame, closed=True)
        for look, outlines in (("land", self.atlas.land), ("lake", self.atlas.lakes)):
            for outline in outlines.values():
                yield Outline(look, tuple(self.spot(*point) for point in outline), closed=True)
        for outline in self.atlas.frontiers.values():
            yield Outline("frontier", tuple(self.spot(*point) for point in outline))
        yield from self.rings()
        yield from self.names()
        for target in (*self.atlas.targets, *self.atlas.places):
            yield from self.target(target)
        yield from self.base()

    def frame(self) -> tuple[Point, ...]:
        box = self.atlas.frame
        corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
        return tuple(self.place(corner) for corner in corners)

    def names(self) -> Iterator[Mark]:
        """Lands and waters, each on a plate of its own ground where rings give way to it."""
        for name in self.atlas.names:
            words = name.name.upper() if name.style == "land" else name.name
            x, y = self.spot(name.north, name.east)
            style = f"map-{name.style}"
            look = style_of(style)
            width = text.width(text.plain(words, look), look) + 4
            yield Pill(f"{name.style}-plate", Box(x - width / 2, y - look.leading / 2, width, look.leading))
            yield Words(words, x, y + _middle(style), style)

    def rings(self) -> Iterator[Mark]:
        rings, limit = self.atlas.rings, max(self.atlas.cover, default=0)
        for zone in rings.zones:
            look = "limit" if zone == limit else "ring"
            points = (self.around(bearing, rings.end(zone, bearing)) for bearing in range(0, 360, _STEP))
            yield Outline(look, tuple(points), closed=True)
        if self.atlas.limit:
            yield self.limit(*self.atlas.limit)
        for bearing in self.atlas.lettered:
            for zone in rings.zones:
                yield from self.letter(zone, *self.around(bearing, rings.middle(zone, bearing)))

    def limit(self, name: str, bearing: float) -> Mark:
        """The name of the limit of cover, along its ring."""
        upright = math.cos(math.radians(bearing)) > 0
        gap = (4.5 if upright else 6 + 2 * _middle("map-limit")) / self.scale
        x, y = self.around(bearing, self.atlas.rings.end(max(self.atlas.cover), bearing) + gap)
        return Words(name, x, y, "map-limit", turn=bearing if upright else bearing - 180)

    def letter(self, zone: int, x: float, y: float) -> Iterator[Mark]:
        plate = Box(x - _PILL.width / 2, y - _PILL.height / 2, _PILL.width, _PILL.height)
        across, down = self.atlas.frame.width * self.scale, self.atlas.frame.height * self.scale
        if plate.x < 0 or plate.y < 0 or plate.right > across or plate.bottom > down:
            return
        yield Pill("pill", plate)
        yield Words(f"Zone {zone}", x, y + _middle("map-zone"), "map-zone")

    def target(self, target: Place) -> Iterator[Mark]:
        x, y = self.spot(target.north, target.east)
        yield Dot("dot", x, y, _DOT if target.side != "none" else _DOT / 2)
        if target.side != "none":
            yield _label(target.name, x, y, _DOT, target.side, "map-place")

    def base(self) -> Iterator[Mark]:
        base = self.atlas.base
        x, y = self.spot(base.north, base.east)
        if not self.atlas.seen(base):
            return
        yield Dot("base", x, y, 2 * _DOT)
        yield _label(base.name, x, y, 2 * _DOT, base.side, "map-base")


def _label(words: str, x: float, y: float, radius: float, side: str, style: str) -> Words:
    """A name beside its dot."""
    gap = radius + 1.6
    slant = 0.75 if len(side) == 2 else 1.0
    across = (("e" in side) - ("w" in side)) * gap * slant
    down = (("s" in side) - ("n" in side)) * slant
    anchor: Anchor = "start" if "e" in side else "end" if "w" in side else "middle"
    half = _middle(style)
    return Words(words, x + across, y + half + down * (gap + half), style, anchor)


def _middle(style: str) -> float:
    """How far below its middle a line's baseline is."""
    look = style_of(style)
    return fonts.cap_height(look.font, look.size) / 2


# ---- into a PDF


def draw_map(surface: Surface, box: Box, atlas: Atlas) -> None:
    """Draw the map at the top left of a box, as one picture: flush with what stands above and below it."""
    seen = scene(atlas, box.width, box.height)
    room = Box(box.x, box.y, seen.width, seen.height)
    with surface.figure(f"{seen.title}. {seen.description}"), surface.pen() as raw:
        clip = raw.beginPath()
        clip.rect(room.x, surface.height - room.bottom, room.width, room.height)
        raw.clipPath(clip, stroke=0, fill=0)
        holes = [Box(room.x + box.x, room.y + box.y, box.width, box.height) for box in seen.clear()]
        for mark in seen.marks:
            _put(surface, room, mark, holes)
        raw.restoreState()
        raw.saveState()  # the frame is drawn on the edge, not cut in half by it
        surface.box(room, weight=RULE)


def _put(surface: Surface, room: Box, mark: Mark, holes: Sequence[Box]) -> None:
    if isinstance(mark, Words):
        _put_words(surface, room, mark)
        return
    look = LOOKS[mark.look]
    if isinstance(mark, Dot):
        x, y = room.x + mark.x, room.y + mark.y
        surface.circle(x, y, mark.radius, weight=look.weight, colour=look.colour, fill=look.fill)
    elif isinstance(mark, Pill):
        plate = Box(room.x + mark.box.x, room.y + mark.box.y, mark.box.width, mark.box.height)
        fill = look.fill if surface.ink.fills(look.fill) else "paper"  # an ink saver's land is white
        surface.box(plate, weight=look.weight, colour=look.colour, fill=fill, radius=mark.box.height / 2)
    else:
        with surface.pen(look.weight or 0, look.colour, look.dash) as raw:
            raw.setFillColor(surface.ink.of(look.fill or "paper"))
            raw.setLineJoin(1)
            path = raw.beginPath()
            path.moveTo(room.x + mark.points[0][0], surface.height - room.y - mark.points[0][1])
            for x, y in mark.points[1:]:
                path.lineTo(room.x + x, surface.height - room.y - y)
            if mark.closed:
                path.close()
            if look.fill:
                raw.drawPath(path, stroke=0, fill=1)
            if look.weight:
                _clip_out(surface, raw, room, holes)
                raw.drawPath(path, stroke=1, fill=0)


def _clip_out(surface: Surface, raw: Any, room: Box, holes: Sequence[Box]) -> None:
    """Draw no more in the holes, until the state of the page is restored."""
    clip = raw.beginPath()
    for box in (room, *holes):
        clip.rect(box.x, surface.height - box.bottom, box.width, box.height)
    raw.clipPath(clip, stroke=0, fill=0, fillMode=FILL_EVEN_ODD)


def _extent(words: Words) -> Box:
    """The room that upright words take, with a little air."""
    look = style_of(words.style)
    width = text.width(text.plain(words.text, look), look)
    left = words.x - {"start": 0.0, "middle": width / 2, "end": width}[words.anchor]
    high = fonts.cap_height(look.font, look.size)
    return Box(left - 0.8, words.y - high - 1.2, width + 1.6, high + 3.2)


def _put_words(surface: Surface, room: Box, words: Words) -> None:
    look = style_of(words.style)
    width = text.width(text.plain(words.text, look), look)
    shift = {"start": 0.0, "middle": -width / 2, "end": -width}[words.anchor]
    if not words.turn:
        surface.put(words.text, room.x + words.x + shift, room.y + words.y, look)
        return
    surface.raw.saveState()
    surface.raw.translate(room.x + words.x, surface.height - room.y - words.y)
    surface.raw.rotate(-words.turn)
    surface.put(words.text, shift, surface.height, look)
    surface.raw.restoreState()


# ---- onto a page


def svg_text(atlas: Atlas, *, name: str = MAP) -> str:
    """The map as SVG to be put into a page or a file; `name` begins its ids."""
    seen = scene(atlas, _SVG_WIDTH, math.inf)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {seen.width:.0f} {seen.height:.0f}" role="img" '
        f'class="{MAP}" data-of="{atlas.gazetteer}" aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{escape(seen.title)}</title>',
        f'<desc id="{name}-desc">{escape(seen.description)}</desc>',
        f"<style>{_stylesheet()}</style>",
        f'<clipPath id="{name}-frame"><rect width="{seen.width:.1f}" height="{seen.height:.1f}"/></clipPath>',
        f'<g clip-path="url(#{name}-frame)">',
        *(_svg(mark) for mark in seen.marks),
        f'</g><rect class="map-edge-mark" width="{seen.width:.1f}" height="{seen.height:.1f}"/></svg>',
    ]
    return "\n".join(parts) + "\n"


def _svg(mark: Mark) -> str:
    if isinstance(mark, Words):
        return _svg_words(mark)
    if isinstance(mark, Dot):
        return f'<circle class="map-{mark.look}-mark" cx="{mark.x:.1f}" cy="{mark.y:.1f}" r="{mark.radius:g}"/>'
    if isinstance(mark, Pill):
        box = mark.box
        return (
            f'<rect class="map-{mark.look}-mark" x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:g}" '
            f'height="{box.height:g}" rx="{box.height / 2:g}"/>'
        )
    kind = "polygon" if mark.closed else "polyline"
    return f'<{kind} class="map-{mark.look}-mark" points="{_corners(mark.points)}"/>'


def _svg_words(words: Words) -> str:
    """Words as wide as in our own type, so that they keep to their places in any other."""
    look = style_of(words.style)
    wide = text.width(text.plain(words.text, look), look)
    turn = f' transform="rotate({words.turn:g} {words.x:.1f} {words.y:.1f})"' if words.turn else ""
    return (
        f'<text class="{words.style}" x="{words.x:.1f}" y="{words.y:.1f}" text-anchor="{words.anchor}" '
        f'textLength="{wide:.1f}" lengthAdjust="spacingAndGlyphs"{turn}>{escape(words.text)}</text>'
    )


def _corners(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _stylesheet() -> str:
    rules = []
    for name, look in LOOKS.items():
        stroke = f"stroke:{_ON_PAGES[look.colour]};stroke-width:{look.weight:g}" if look.weight else "stroke:none"
        dash = f";stroke-dasharray:{' '.join(f'{n:g}' for n in look.dash)}" if look.dash else ""
        fill = _ON_PAGES[look.fill] if look.fill else "none"
        rules.append(f".map-{name}-mark{{fill:{fill};{stroke}{dash};stroke-linejoin:round}}")
    for name in ("map-place", "map-base", "map-land", "map-sea", "map-zone", "map-limit"):
        # On a page a rim of the land's colour does what the holes in the lines do on paper.
        halo = f";stroke:{_ON_PAGES['shade']};stroke-width:2;paint-order:stroke" if name in _CLEARED else ""
        rules.append(f".{name}{{{_type(style_of(name), halo)}}}")
    return "".join(rules)


def _type(look: TextStyle, halo: str) -> str:
    weight = "bold" if "bold" in look.font else "normal"
    slant = ";font-style:italic" if "italic" in look.font else ""
    spacing = f";letter-spacing:{look.tracking:g}px" if look.tracking else ""
    return f"font-size:{look.size:g}px;font-weight:{weight}{slant}{spacing};fill:{_ON_PAGES[look.colour]}{halo}"
