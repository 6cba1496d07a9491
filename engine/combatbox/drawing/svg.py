"""Shapes as SVG elements on a page; `press.drawings` writes files of their own."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from combatbox.core.shapes import Area, Art, Dot, Label, Line, Outline, Placed, Plate, Point, Shape

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
            circles = "".join(circle("cb-line__end", x, y, 3) for x, y in ends)
            return f'<path class="cb-line" data-look="{look}" d="{path(spots)}"/>{circles}'
        case Label():
            return words(shape)
        case Placed():
            return _model(shape, name)
        case Dot() | Plate() | Art() | Outline():
            raise TypeError(f"{shape}: cannot be drawn on a page; use `press.drawings.write`")


def path(points: Iterable[Point], *, close: bool = False) -> str:
    """Return SVG path data through points, rounded to a tenth of a unit."""
    return "M" + "L".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in points) + ("Z" if close else "")


def circle(kind: str, x: float, y: float, radius: float) -> str:
    """Return a circle of a class."""
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>'


def words(label: Label, style: str = "", wide: str = "") -> str:
    """Return a line of text; `style` and `wide` are attributes for its look and its width."""
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
