"""The icons of the installed site: PNG files, made from an SVG of `templates/art`."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from combatbox.drawing.reader import ArtFile
from combatbox.library.atomic_files import write_atomically
from combatbox.press import art
from combatbox.press.images import INCH, png, rendered

ICONS = {"icon-192": (192, 0.86), "icon-512": (512, 0.86), "icon-maskable-512": (512, 0.56)}
"""For each name of an icon, its width in pixels, and the share of the width that the drawing takes. Maskable icons are
cropped to a circle or a drop.
"""


def write_icons(folder: Path, drawing: str, paper: str, ink: str) -> list[Path]:
    """Write a drawing as PNG icons of all required sizes, and return their paths.

    Args:
        folder: the folder for the files.
        drawing: the name of the drawing.
        paper: the background colour, `#rrggbb`.
        ink: the colour of the drawing.
    """
    files = {folder / f"{name}.png": _icon(drawing, size, share, paper, ink) for name, (size, share) in ICONS.items()}
    for path, data in files.items():
        write_atomically(path, data)
    return list(files)


def _icon(name: str, size: int, share: float, paper: str, ink: str) -> bytes:
    drawing, file = art.load(name), BytesIO()
    scale = size * share / max(drawing.width, drawing.height)
    canvas = Canvas(file, pagesize=(size, size), invariant=1)
    canvas.setFillColor(HexColor(paper))
    canvas.rect(0, 0, size, size, stroke=0, fill=1)
    stroke(canvas, drawing, (size / 2, size / 2), scale, paper, ink)
    canvas.save()
    ((image, _inches),) = rendered(file.getvalue(), round(INCH))
    return png(image)


def stroke(canvas: Canvas, drawing: ArtFile, middle: tuple[float, float], scale: float, paper: str, ink: str) -> None:
    """Draw the outlines of a drawing, centred at a point of the page; `ink` and `paper` are their colours."""
    canvas.saveState()
    canvas.setStrokeColor(HexColor(ink))
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    # centre the drawing, whose y grows downwards
    canvas.translate(middle[0] - drawing.width * scale / 2, middle[1] + drawing.height * scale / 2)
    canvas.scale(scale, -scale)
    for shape in drawing.shapes:
        look = art.LOOKS[shape.look]
        path = canvas.beginPath()
        draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
        for command, points in shape.segments:
            draw[command](*(number for point in points for number in point))
        canvas.setLineWidth(look.weight or 0)
        canvas.setDash(list(look.dash))
        canvas.setFillColor(HexColor(ink if look.fill == "ink" else paper))
        canvas.drawPath(path, stroke=int(look.weight is not None), fill=int(look.fill is not None), fillMode=0)
    canvas.restoreState()
