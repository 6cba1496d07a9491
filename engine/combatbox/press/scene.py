"""Scenes: shapes and words in points, from the top left corner, drawn into a PDF or written as SVG for a page.

Their looks are listed here; on the web they are classes, and colours follow the page: ink is `currentColor`, land `--map-land`,
paper `--art-paper`, rings `--map-ring`, the limit of cover `--map-limit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal
from xml.sax.saxutils import escape

from reportlab.pdfgen.canvas import FILL_EVEN_ODD

from combatbox.library import paths
from combatbox.press import art, fonts, text
from combatbox.press.geometry import Box
from combatbox.press.style import BOLD, HAIR, RULE, THIN, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
_CLEARED = ("map-place", "map-base")


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
    "leader": Look(HAIR, "ink"),
    "ring": Look(RULE, "sky"),
    "limit": Look(BOLD * 1.4, "alarm", dash=(6, 3)),
    "pill": Look(None, fill="sky"),
    "land-plate": Look(None, fill="shade"),
    "sea-plate": Look(None, fill="paper"),
    "dot": Look(THIN, "paper", "ink"),
    "base": Look(BOLD, "paper", "alarm"),
    "edge": Look(RULE),
    "fig-ink": Look(1.0),
    "fig-thin": Look(THIN),
    "fig-paper": Look(0.8, fill="paper"),
    "fig-land": Look(0.8, fill="shade"),
    "fig-sky": Look(0.8, fill="sky"),
    "fig-alarm": Look(0.8, fill="alarm"),
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


@dataclass(frozen=True, slots=True)
class Art:
    """One of our drawings, so many times as large as it is."""

    name: str
    x: float
    y: float
    scale: float

    @property
    def size(self) -> Point:
        drawing = art.load(self.name)
        return drawing.width * self.scale, drawing.height * self.scale


Mark = Outline | Dot | Pill | Words | Art
_ON_PAPER = {"fig-words": "figure", "fig-small": "figure-small", "fig-head": "figure-head"}


def scaled(mark: Mark, times: float) -> Mark:
    """A mark of a figure as it stands on paper, so many times as large; words are in the type of paper, which is narrow."""
    match mark:
        case Outline():
            return replace(mark, points=tuple((x * times, y * times) for x, y in mark.points))
        case Dot():
            return replace(mark, x=mark.x * times, y=mark.y * times, radius=mark.radius * times)
        case Pill(box=box):
            return replace(mark, box=Box(box.x * times, box.y * times, box.width * times, box.height * times))
        case Words():
            return replace(mark, x=mark.x * times, y=mark.y * times, style=_ON_PAPER.get(mark.style, mark.style))
        case Art():
            return replace(mark, x=mark.x * times, y=mark.y * times, scale=mark.scale * times)


@dataclass(frozen=True, slots=True)
class Scene:
    title: str
    description: str
    width: float
    height: float
    marks: tuple[Mark, ...]

    def words(self) -> list[str]:
        return [mark.text for mark in self.marks if isinstance(mark, Words)]

    def crowded(self) -> bool:
        """Names stand over each other."""
        names = [extent(mark).inset(0.8, 1.2) for mark in self.marks if isinstance(mark, Words) and not mark.turn]
        return any(one.meets(other) for number, one in enumerate(names) for other in names[number + 1 :])

    def clear(self) -> list[Box]:
        """Where the names of places stand: lines give way to them."""
        return [extent(mark) for mark in self.marks if isinstance(mark, Words) and mark.style in _CLEARED]


def middle_of(style: str) -> float:
    """How far below its middle a line's baseline is."""
    look = style_of(style)
    return fonts.cap_height(look.font, look.size) / 2


# ---- into a PDF


def draw_scene(surface: Surface, box: Box, seen: Scene) -> None:
    """Draw a scene at the top left of a box, inside the figure under way."""
    room = Box(box.x, box.y, seen.width, seen.height)
    with surface.pen() as raw:
        raw.clipPath(_outline(surface, raw, [room]), stroke=0, fill=0)
        holes = [Box(room.x + box.x, room.y + box.y, box.width, box.height) for box in seen.clear()]
        clear = _outline(surface, raw, [room, *holes])
        for mark in seen.marks:
            _put(surface, room, mark, clear)


def _outline(surface: Surface, raw: Any, boxes: Sequence[Box]) -> Any:
    """A path around each of some boxes: what lies in two of them is outside, where it is asked even or odd."""
    path = raw.beginPath()
    for box in boxes:
        path.rect(box.x, surface.height - box.bottom, box.width, box.height)
    return path


def _put(surface: Surface, room: Box, mark: Mark, clear: Any) -> None:
    """Draw a mark of a scene. clear: the path beyond which no line is drawn."""
    if isinstance(mark, Words):
        _put_words(surface, room, mark)
        return
    if isinstance(mark, Art):
        whole = Box(room.x + mark.x, room.y + mark.y, *mark.size)
        art.draw(surface, mark.name, whole, alt="none")
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
                raw.clipPath(clear, stroke=0, fill=0, fillMode=FILL_EVEN_ODD)
                raw.drawPath(path, stroke=1, fill=0)


def extent(words: Words) -> Box:
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


def svg_of(seen: Scene, name: str, *, of: str = "", kind: str = "", framed: bool = False) -> str:
    """A scene as SVG; `name` begins its ids. of: the table whose page shows it. kind: its class. framed: with a line around it."""
    about = "".join(f' {key}="{value}"' for key, value in (("class", kind), ("data-of", of)) if value)
    edge = f'width="{seen.width:.1f}" height="{seen.height:.1f}"/>'
    marks = [_svg(mark) for mark in seen.marks]
    if framed:
        clip = f'<clipPath id="{name}-frame"><rect {edge}</clipPath>\n<g clip-path="url(#{name}-frame)">'
        marks = [clip, *marks, "</g>", f'<rect class="map-edge-mark" {edge}']
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {seen.width:.0f} {seen.height:.0f}" role="img"'
        f'{about} aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{escape(seen.title)}</title>',
        f'<desc id="{name}-desc">{escape(seen.description)}</desc>',
        f"<style>{_stylesheet(seen)}</style>",
        *marks,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _svg(mark: Mark) -> str:
    if isinstance(mark, Words):
        return _svg_words(mark)
    if isinstance(mark, Art):
        return _svg_art(mark)
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


def _svg_art(drawn: Art) -> str:
    """A drawing with its looks, its ids left out."""
    text = paths.drawing(drawn.name).read_text(encoding="utf-8")
    body = text[text.index("</style>") + len("</style>") : text.rindex("</svg>")]
    first, *parts = body.split(' id="')
    plain = "".join((first, *(part.partition('"')[2] for part in parts)))
    looks = text[text.index("<style>") + len("<style>") : text.index("</style>")]
    place = f"translate({drawn.x:g} {drawn.y:g}) scale({drawn.scale:g})"
    return f'<style>{looks}</style><g transform="{place}">{plain}</g>'


def _corners(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _stylesheet(seen: Scene) -> str:
    """The looks of what is in a scene, and of its frame."""
    rules = []
    used = {mark.look for mark in seen.marks if isinstance(mark, (Outline, Dot, Pill))}
    for name, look in LOOKS.items():
        if name not in (*used, "edge"):
            continue
        stroke = f"stroke:{_ON_PAGES[look.colour]};stroke-width:{look.weight:g}" if look.weight else "stroke:none"
        dash = f";stroke-dasharray:{' '.join(f'{n:g}' for n in look.dash)}" if look.dash else ""
        fill = _ON_PAGES[look.fill] if look.fill else "none"
        rules.append(f".map-{name}-mark{{fill:{fill};{stroke}{dash};stroke-linejoin:round}}")
    for name in dict.fromkeys(mark.style for mark in seen.marks if isinstance(mark, Words)):
        # On a page a rim of the land's colour does what the holes in the lines do on paper.
        halo = f";stroke:{_ON_PAGES['shade']};stroke-width:2;paint-order:stroke" if name in _CLEARED else ""
        rules.append(f".{name}{{{_type(style_of(name), halo)}}}")
    return "".join(rules)


def _type(look: TextStyle, halo: str) -> str:
    weight = "bold" if "bold" in look.font else "normal"
    slant = ";font-style:italic" if "italic" in look.font else ""
    spacing = f";letter-spacing:{look.tracking:g}px" if look.tracking else ""
    return f"font-size:{look.size:g}px;font-weight:{weight}{slant}{spacing};fill:{_ON_PAGES[look.colour]}{halo}"
