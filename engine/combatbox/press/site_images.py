"""The images of the site: social cards for links to it, icons of the installed site, thumbnails of the PDFs.

A social card has one of our drawings beside the name of the site or of a game. Icons are made from an SVG of
`templates/art`. A thumbnail shows the first page of a PDF on the downloads page, with the number of its pages.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from combatbox.core.annotations import frozen
from combatbox.drawing.reader import ArtFile
from combatbox.library.atomic_files import write_atomically
from combatbox.library.cache import Cache
from combatbox.press import art, fonts
from combatbox.press.images import INCH, png, rendered

WIDE, HIGH = 1200, 630
"""The usual size of social-card images in pixels."""

_EDGE, _WIDTH, _DRAWN = 70, 585, 430
"""The margin, the width of the words, and the side of the drawing's square, in pixels."""

_TITLE, _LEAST, _SMALL = 84.0, 48.0, 28.0
"""The largest and smallest size of the title, and the size of the other words."""

_COLOURS = 24
"""The number of colours: enough tones for two inks on paper, at a third of the file size."""


@frozen
class Poster:
    """The contents of a social-card image.

    Attributes:
        above: the line above the title.
        below: the line below the title, which may be empty.
        drawing: the name of one of our drawings; empty for an image with only words.
    """

    title: str
    above: str
    below: str
    drawing: str


def write_poster(path: Path, poster: Poster, paper: str, ink: str) -> None:
    """Write the image; `ink` is the colour of text and drawing, `paper` that of the background (`#rrggbb`)."""

    def draw(canvas: Canvas) -> None:
        if poster.drawing:
            middle = (WIDE - _EDGE - _DRAWN / 2, HIGH / 2 + _EDGE / 4)
            stroke(canvas, art.load(poster.drawing), middle, _DRAWN, paper, ink)
        canvas.setFillColor(HexColor(ink))
        canvas.rect(_EDGE, _EDGE, WIDE - 2 * _EDGE, 4, stroke=0, fill=1)
        _write(canvas, poster)

    image = _image((WIDE, HIGH), paper, draw)
    write_atomically(path, png(image.quantize(_COLOURS, dither=Image.Dither.NONE)))


def _image(size: tuple[int, int], paper: str, draw: Callable[[Canvas], None]) -> Image.Image:
    """Return an image with a background, as a function draws it."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=size, invariant=1)
    canvas.setFillColor(HexColor(paper))
    canvas.rect(0, 0, *size, stroke=0, fill=1)
    draw(canvas)
    canvas.save()
    ((image, _inches),) = rendered(file.getvalue(), round(INCH))
    return image


def _write(canvas: Canvas, poster: Poster) -> None:
    """Draw the words, with the title at the middle of the height."""
    size, lines = _fit_title(poster.title)
    apart = size * 1.08
    y = HIGH / 2 + _EDGE / 4 + apart * (len(lines) - 1) / 2 - size / 3
    _line(canvas, poster.above, "sans-bold", _SMALL, y + size)
    for number, line in enumerate(lines):
        _line(canvas, line, "serif-bold", size, y - apart * number)
    for number, line in enumerate(_broken(poster.below, "sans", _SMALL)):
        _line(canvas, line, "sans", _SMALL, y - apart * (len(lines) - 1) - _SMALL * (2 + 1.3 * number))


def _line(canvas: Canvas, words: str, face: str, size: float, y: float) -> None:
    fonts.face(face)
    fonts.check(words, face, "a picture for links")
    canvas.setFont(face, size)
    canvas.drawString(_EDGE, y, fonts.quoted(words))


def _fit_title(title: str) -> tuple[float, list[str]]:
    """Return the largest size at which a title fits into three lines, and the lines."""
    size = _TITLE
    while len(_broken(title, "serif-bold", size)) > 3 and size > _LEAST:
        size -= 6
    return size, _broken(title, "serif-bold", size)


def _broken(words: str, face: str, size: float) -> list[str]:
    """Break words into lines that fit; a line with a single long word may be wider."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fonts.width(longer, face, size) <= _WIDTH:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# ---- icons


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
    drawing, middle = art.load(name), (size / 2, size / 2)
    return png(
        _image((size, size), paper, lambda canvas: stroke(canvas, drawing, middle, size * share, paper, ink)),
    )


def stroke(canvas: Canvas, drawing: ArtFile, middle: tuple[float, float], side: float, paper: str, ink: str) -> None:
    """Draw the outlines of a drawing in a square around a point of the page; `ink` and `paper` are their colours."""
    scale = side / max(drawing.width, drawing.height)
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
        art.trace(path, shape.segments)
        canvas.setLineWidth(look.weight or 0)
        canvas.setDash(list(look.dash))
        canvas.setFillColor(HexColor(ink if look.fill == "ink" else paper))
        canvas.drawPath(path, stroke=int(look.weight is not None), fill=int(look.fill is not None), fillMode=0)
    canvas.restoreState()


# ---- thumbnails


THUMBNAIL = 180
"""The width of an image in pixels, which is twice the displayed width for high-resolution screens."""

COUNTS = "pages.json"
"""The name of the file that holds the number of pages of each PDF."""


def write_thumbnails(papers: Iterable[Path], shown: str, cache: Cache) -> None:
    """Write images and page counts into the folders of the PDFs.

    Args:
        papers: the PDF files.
        shown: the only paper size for which images are written; the page counts cover all sizes.
        cache: the cache of the images, by the content of the PDF.
    """
    counts: dict[Path, dict[str, int]] = {}
    for path in papers:
        document = pypdfium2.PdfDocument(path)
        try:
            counts.setdefault(path.parent, {})[path.name] = len(document)
            if path.stem.endswith(f"-{shown}"):
                made_of = sha256(path.read_bytes()).hexdigest()
                picture = cache.get("thumbnail", made_of)
                if picture is None:
                    picture = _first_page(document)
                    cache.put("thumbnail", made_of, picture)
                write_atomically(path.with_suffix(".webp"), picture)
        finally:
            document.close()
    for folder, folder_counts in counts.items():
        write_atomically(folder / COUNTS, f"{json.dumps(folder_counts, indent=1, sort_keys=True)}\n".encode())


def _first_page(document: pypdfium2.PdfDocument) -> bytes:
    page, stream = document[0], BytesIO()
    page.render(scale=THUMBNAIL / page.get_width(), may_draw_forms=False).to_pil().convert("RGB").save(
        stream, "WEBP", quality=60
    )
    return stream.getvalue()
