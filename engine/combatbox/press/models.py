"""Paper models: aircraft from above to cut out and their stands, packed on as few sheets as possible.

A stand is a strip that is folded into a square tube. The model is glued on its upper face, and the name can be read
from both sides. The size of a model follows from its drawing and a scale in points per metre. Sheets are packed for the
smallest paper, so that they have the same pieces on all papers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from math import ceil

from combatbox.core.annotations import frozen
from combatbox.press import art
from combatbox.press.errors import PressError
from combatbox.press.rulers import INCH, UNITS, read_inches
from combatbox.press.style import MM, THIN, Box
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

Draw = Callable[[Surface, Box], None]

_GAP = 2.5 * MM  # between pieces, for scissors
_CAPTION = 3.6 * MM
_ROW = 8 * MM  # pieces begin at multiples of it, so that neighbours stand in a line
_TAB = 6.0 * MM
_DOT = 0.45 * MM


@frozen
class Airframe:
    """The measurements of an aircraft's drawing, in units of the drawing: wingspan, nose, tail and edges.

    Nose and tail are the ends of the fuselage, without guns and stations.
    """

    span: float
    left: float
    nose: float
    tail: float
    top: float
    bottom: float

    @property
    def centre(self) -> tuple[float, float]:
        """The centre of the aircraft, as x and y."""
        return self.left + self.span / 2, (self.nose + self.tail) / 2


@cache
def airframe(name: str, hull: str = "") -> Airframe:
    """Return the measurements of a drawing.

    Args:
        name: the name of the drawing.
        hull: the id of the part that is its fuselage, from nose to tail; empty if the whole drawing counts.
    """
    drawing = art.load(name)
    if hull and hull not in drawing.ids:
        raise PressError(f"{name}.svg: unknown id '{hull}'")
    seen = art.part_bounds(shape for shape in drawing.shapes if shape.look != "art-station")
    body = art.part_bounds(drawing.ids[hull]) if hull else seen
    return Airframe(seen.width, seen.x, body.y, body.bottom, seen.y, seen.bottom)


@frozen
class Model:
    """A paper model of an aircraft, to cut out.

    Attributes:
        scale: the number of points per unit of the drawing.
        dots: the named points from which players measure, as distances forward and right of the centre, in points.
        turned: True if the model is rotated to fit the paper.
    """

    title: str
    art: str
    hull: str
    scale: float
    dots: tuple[tuple[str, float, float], ...] = ()
    turned: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in points."""
        frame = airframe(self.art, self.hull)
        wide, high = frame.span * self.scale, (frame.bottom - frame.top) * self.scale
        return (high, wide) if self.turned else (wide, high)


@frozen
class Stand:
    """A tube to fold: its name, the side of its upper and lower faces, and its height, in points."""

    title: str
    face: float
    height: float

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the unfolded strip in points."""
        return self.face, 2 * (self.face + self.height) + _TAB


Piece = Model | Stand


@frozen
class Placed:
    """A piece and its position on a sheet, from the top left of the space for pieces."""

    piece: Piece
    x: float
    y: float

    @property
    def taken(self) -> Box:
        """The place of the piece, with its caption and the space for scissors."""
        width, height = self.piece.size
        below = _CAPTION if isinstance(self.piece, Model) else 0.0
        return Box(self.x, self.y, width + _GAP, height + below + _GAP)


def pack(pieces: Sequence[Piece], width: float, height: float) -> list[list[Placed]]:
    """Pack pieces on sheets, the largest first, each at the highest free place.

    Raises:
        PressError: a piece is larger than a sheet.
    """
    sheets: list[list[Placed]] = []
    for piece in sorted(pieces, key=lambda one: -one.size[0] * one.size[1]):
        new = list[Placed]()
        for sheet in (*sheets, new):
            if spot := _highest(sheet, piece, width + _GAP, height + _GAP):
                sheet.append(spot)
                break
        else:
            wide, high = piece.size
            raise PressError(
                f"model '{piece.title}': {wide / MM:.0f} by {high / MM:.0f} mm do not fit on a sheet of "
                f"{width / MM:.0f} by {height / MM:.0f}"
            )
        sheets += [new] if new else []
    return sheets


def _highest(sheet: Sequence[Placed], piece: Piece, width: float, height: float) -> Placed | None:
    """Return the highest place for a piece below those on a sheet, the leftmost of several; None if there is none."""
    boxes = [one.taken for one in sheet]
    spots = []
    for left in (0.0, *(box.right for box in boxes)):
        strip = Placed(piece, left, 0.0).taken.inset(0.01, 0)
        below = max((box.bottom for box in boxes if box.x < strip.right and strip.x < box.right), default=0.0)
        y = ceil(below / _ROW) * _ROW
        if strip.right <= width and y + strip.height <= height:
            spots.append(Placed(piece, left, y))
    return min(spots, key=lambda spot: (spot.y, spot.x), default=None)


# ---- drawing


def draw_sheet(surface: Surface, box: Box, sheet: Sequence[Placed]) -> None:
    """Draw the pieces of a sheet, centred horizontally."""
    wide = max(one.x + one.piece.size[0] for one in sheet)
    left = box.aligned(wide).x
    for one in sorted(sheet, key=lambda placed: (round(placed.y), placed.x)):
        width, height = one.piece.size
        place = Box(left + one.x, box.y + one.y, width, height)
        if isinstance(one.piece, Stand):
            draw_stand(surface, place, one.piece)
        else:
            draw_model(surface, place, one.piece)
            caption = replace(place, y=place.bottom + 0.4 * MM, height=_CAPTION - 0.4 * MM)
            surface.text(one.piece.title, caption, style_of("board-label"), place="model")


def draw_model(surface: Surface, box: Box, model: Model) -> None:
    """Draw an aircraft in its box, with a dot at each point from which players measure."""
    marks = f": {', '.join(name for name, _, _ in model.dots)} marked" if model.dots else ""
    frame = airframe(model.art, model.hull)
    inches = read_inches(round(frame.span * model.scale / INCH * 10) * UNITS // 10)
    with surface.figure(f"{model.title}, {inches} inches from wingtip to wingtip{marks}"):
        if model.turned:
            with surface.turned(box.x, box.y, -90, box.height, box.width) as inner:
                _draw_upright(inner, inner.whole, model)
        else:
            _draw_upright(surface, box, model)


def _draw_upright(surface: Surface, box: Box, model: Model) -> None:
    frame = airframe(model.art, model.hull)
    art.draw_at(surface, model.art, (box.x, box.y), model.scale, (frame.left, frame.top))
    x = box.x - frame.left * model.scale + frame.centre[0] * model.scale
    y = box.y - frame.top * model.scale + frame.centre[1] * model.scale
    for _, forward, right in model.dots:
        surface.circle(x + right, y - forward, _DOT, weight=None, fill="alarm")


def draw_stand(surface: Surface, box: Box, stand: Stand) -> None:
    """Draw the strip of a stand: upper face, side, lower face, side, tab, with dashed lines at the folds."""
    words = f"A stand for {stand.title}: a strip of four faces and a tab, to fold into a tube"
    with surface.figure(words):
        surface.box(box)
        y = box.y
        for number, high in enumerate((stand.face, stand.height, stand.face, stand.height, _TAB)):
            face = Box(box.x, y, box.width, high)
            if number:
                surface.dashed((face.x, y), (face.right, y))
            _draw_face(surface, face, stand, number)
            y += high


def _draw_face(surface: Surface, face: Box, stand: Stand, number: int) -> None:
    x, y = face.centre
    look = style_of("corner", "centre")
    if number == 0:
        surface.arrow(x, y, min(face.width, face.height) * 0.6, "up", weight=THIN, colour="soft")
    elif number == 4:
        surface.put_at("glue", x, y, look)
    elif number == 2:
        surface.put_at("below", x, y, look)
    else:
        _name_upright(surface, face, stand.title, turned=number == 3)


def _name_upright(surface: Surface, face: Box, title: str, *, turned: bool) -> None:
    """Draw the name on a side face, upside down on the far side, so that both are upright when folded."""
    look, available = style_of("counter-large"), face.width - 2 * MM
    lines = [title] if look.width(title) <= available else title.split()
    widest = max(look.width(words) for words in lines)
    look = look.sized(min(look.size, look.size * available / widest))
    top = -(len(lines) - 1) * look.leading / 2
    with surface.turned(*face.centre, 180 if turned else 0) as inner:
        for number, words in enumerate(lines):
            inner.put_at(words, 0, top + number * look.leading, look)
