"""Drawings as SVG: either a complete file, or elements for an <svg> on a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol
from xml.sax.saxutils import escape

from combatbox.drawing.looks import LOOKS
from combatbox.drawing.shapes import Area, Art, Dot, Drawing, Label, Line, Outline, Placed, Plate, Point, Segment, Shape
from combatbox.library import paths

BACKED = ("map-place", "map-base")
"""Styles of text that interrupts lines: on paper the lines have gaps, on a page the text has an outline."""

COLOURS = {
    "ink": "currentColor",
    "soft": "currentColor",
    "faint": "currentColor",
    "paper": "var(--art-paper,#fff)",
    "shade": "var(--map-land,#dde2d8)",
    "sky": "var(--map-ring,#2c5876)",
    "alarm": "var(--map-limit,#9a2a1f)",
    "accent": "var(--map-route,#46553a)",
}
"""The colours of the palette on a page, which follow the page's colour scheme."""


class Type(Protocol):
    """The interface to the press's text styles: the width of a text, and the CSS of a style."""

    def width(self, label: Label) -> float:
        """Return the width of a label's text, in points."""

    def css(self, style: str) -> str:
        """Return the CSS of a text style, including a colour of the palette."""

    def colour(self, name: str) -> str:
        """Return a colour of the palette as it follows the page, or a tone, which is the same on every page."""


# ---- files


def write(drawn: Drawing, name: str, letters: Type, *, of: str = "", kind: str = "", framed: bool = False) -> str:
    """Return a drawing as a complete SVG file that contains its style sheet.

    Args:
        drawn: the drawing.
        name: the prefix of the ids in the file.
        letters: the font metrics and styles of the drawing's text.
        of: the table on whose page the drawing is shown.
        kind: the class of the root element.
        framed: True to draw a frame around the drawing.
    """
    about = "".join(f' {key}="{value}"' for key, value in (("class", kind), ("data-of", of)) if value)
    edge = f'width="{drawn.width:.1f}" height="{drawn.height:.1f}"/>'
    marks = [_mark(shape, letters) for shape in drawn.shapes]
    if framed:
        clip = f'<clipPath id="{name}-frame"><rect {edge}</clipPath>\n<g clip-path="url(#{name}-frame)">'
        marks = [clip, *marks, "</g>", f'<rect class="map-edge-mark" {edge}']
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawn.width:.0f} {drawn.height:.0f}" role="img"'
        f'{about} aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{escape(drawn.title)}</title>',
        f'<desc id="{name}-desc">{escape(drawn.description)}</desc>',
        f"<style>{_style_sheet(drawn, letters)}</style>",
        *marks,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _mark(shape: Shape, letters: Type) -> str:
    """Return the SVG element of a shape in a file, with its drawing style as the class."""
    match shape:
        case Area(corners, look):
            return f'<polygon class="map-{look}-mark" points="{_points(corners)}"/>'
        case Outline(segments, fill):
            return f'<path fill="{letters.colour(fill)}" d="{_path_data(segments)}"/>'
        case Line(spots, look):
            return f'<polyline class="map-{look}-mark" points="{_points(spots)}"/>'
        case Dot(x, y, radius, look):
            return _circle(f"map-{look}-mark", x, y, radius)
        case Plate():
            return (
                f'<rect class="map-{shape.look}-mark" x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:g}" '
                f'height="{shape.height:g}" rx="{shape.radius:g}"/>'
            )
        case Label():
            wide = f' textLength="{letters.width(shape):.1f}" lengthAdjust="spacingAndGlyphs"'
            return _words(shape, f'class="{shape.style}" ', wide)
        case Art():
            return _art(shape)
        case Placed():
            raise TypeError(f"{shape.model.name}: models cannot be written to a file; use `on_page`")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _path_data(segments: Iterable[Segment]) -> str:
    return "".join(
        command + " ".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in points) for command, points in segments
    )


def _art(art: Art) -> str:
    """Return a drawing from `templates/art` with its styles, but without ids."""
    text = paths.drawing(art.name).read_text(encoding="utf-8")
    body = text[text.index("</style>") + len("</style>") : text.rindex("</svg>")]
    first, *parts = body.split(' id="')
    plain = "".join((first, *(part.partition('"')[2] for part in parts)))
    looks = text[text.index("<style>") + len("<style>") : text.index("</style>")]
    place = f"translate({art.x:g} {art.y:g}) scale({art.scale:g})"
    return f'<style>{looks}</style><g transform="{place}">{plain}</g>'


def _style_sheet(drawn: Drawing, letters: Type) -> str:
    """Return the style sheet of a drawing, for its shapes, its text and its frame."""
    rules = []
    used = {shape.look for shape in drawn.shapes if isinstance(shape, (Area, Line, Dot, Plate))}
    for name, look in LOOKS.items():
        if name not in (*used, "edge"):
            continue
        stroke = f"stroke:{COLOURS[look.colour]};stroke-width:{look.weight:g}" if look.weight else "stroke:none"
        dash = f";stroke-dasharray:{' '.join(f'{n:g}' for n in look.dash)}" if look.dash else ""
        fill = COLOURS[look.fill] if look.fill else "none"
        rules.append(f".map-{name}-mark{{fill:{fill};{stroke}{dash};stroke-linejoin:round}}")
    for style in dict.fromkeys(label.style for label in drawn.labels()):
        rim = f";stroke:{COLOURS['shade']};stroke-width:2;paint-order:stroke" if style in BACKED else ""
        rules.append(f".{style}{{{letters.css(style)}{rim}}}")
    return "".join(rules)


# ---- pages


def on_page(shapes: Iterable[Shape], name: str) -> str:
    """Return the SVG elements of a figure for a web page, whose style sheet defines the drawing styles.

    Args:
        shapes: the shapes.
        name: the prefix of the ids of the models' drawings, which the page defines.
    """
    return "".join(_on_page(shape, name) for shape in shapes)


def _on_page(shape: Shape, name: str) -> str:
    match shape:
        case Area(corners, look):
            return f'<path class="cb-area" data-look="{look}" d="{path(corners, close=True)}"/>'
        case Line(spots, look):
            ends = (spots[0], spots[-1]) if look == "measure" else ()
            circles = "".join(_circle("cb-line__end", x, y, 3) for x, y in ends)
            return f'<path class="cb-line" data-look="{look}" d="{path(spots)}"/>{circles}'
        case Label():
            return _words(shape)
        case Placed():
            return _model(shape, name)
        case Dot() | Plate() | Art() | Outline():
            raise TypeError(f"{shape}: cannot be drawn on a page; use `write`")


def path(points: Iterable[Point], *, close: bool = False) -> str:
    """Return SVG path data through points, rounded to a tenth of a unit."""
    return "M" + "L".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in points) + ("Z" if close else "")


def _circle(kind: str, x: float, y: float, radius: float) -> str:
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>'


def _words(label: Label, style: str = "", wide: str = "") -> str:
    turn = f' transform="rotate({label.turn:g} {label.x:.1f} {label.y:.1f})"' if label.turn else ""
    place = f'x="{label.x:.1f}" y="{label.y:.1f}" text-anchor="{label.side}"'
    return f"<text {style}{place}{wide}{turn}>{escape(label.text)}</text>"


def _model(placed: Placed, name: str) -> str:
    length, ghost = round(placed.length, 1), " cb-model--ghost" if placed.ghost else ""
    smoke = "".join(f'<circle class="cb-puff" cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in puffs(length, placed.smoke))
    label = f'<text y="{length / 2}">{escape(placed.label)}</text>' if placed.label else ""
    return (
        f'<g class="cb-model{ghost}" data-group="{placed.model.group}" transform="translate({placed.x:.1f} {placed.y:.1f})">'
        f'<g transform="rotate({placed.heading})">{smoke}'
        f'<use href="#{name}-{placed.model.art}" transform="scale({length})"/></g>{label}</g>'
    )


def puffs(length: float, count: int) -> list[tuple[float, float, float]]:
    """Return puffs of smoke behind a model that points up, each as (x, y, radius).

    Args:
        length: the length of the model.
        count: the number of puffs, one for each point of damage.
    """
    size = max(4.0, length / 6)
    return [
        (round(size * (0.7 if n % 2 else -0.7), 1), round(length / 2 + size * (0.6 + n), 1), round(size, 1))
        for n in range(count)
    ]
