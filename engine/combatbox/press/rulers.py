"""Measuring tools: lines, sticks and templates with their true length on paper.

Lengths are given in the unit of the game, thousandths of an inch. Nothing is scaled to fit; something that does not fit
is reported as an error. A calibration line shows whether the printer has scaled the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

from combatbox.core.annotations import frozen
from combatbox.press.errors import PressError
from combatbox.press.style import BOLD, HAIR, MM, RULE, THIN, Box
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

INCH = 72.0
UNITS = 1000
"""The number of length units per inch."""

_SLACK = 0.01
_TICK, _HALF, _MARK = 2.2 * MM, 1.2 * MM, 5.0 * MM  # lengths of ticks on a stick: inches, halves, notches
_LONG, _SHORT = 3.0 * MM, 1.6 * MM  # lengths of ticks on a circle of degrees
_TINY = "corner"


def to_points(units: float) -> float:
    """Convert thousandths of an inch to points."""
    return units * INCH / UNITS


def read_inches(units: int) -> str:
    """Return a length in inches as text: `4`, `2.5`."""
    return f"{units / UNITS:g}"


def read_feet(units: int) -> str:
    """Return a length in feet and inches as text, to the nearest quarter of an inch: `7 ft 1¼ in`."""
    feet, rest = divmod((units + UNITS // 8) * 4 // UNITS, 48)
    inches, quarters = divmod(rest, 4)
    words = f"{inches or '' if quarters else inches}{('', '¼', '½', '¾')[quarters]} in"
    return " ".join([*([f"{feet} ft"] if feet else []), *([words] if rest or not feet else [])])


def millimetres(units: int) -> str:
    """Return a length in millimetres as text: `101.6`."""
    return f"{units * 25.4 / UNITS:.1f}".removesuffix(".0")


def must_fit(what: str, width: float, height: float, box: Box) -> None:
    """Raise PressError if something is larger than the space for it."""
    if width > box.width + _SLACK or height > box.height + _SLACK:
        needs = f"{width / MM:.1f} by {height / MM:.1f} mm"
        raise PressError(f"{what}: needs {needs}, but has {box.width / MM:.1f} by {box.height / MM:.1f}")


@contextmanager
def clipped(surface: Surface, box: Box) -> Iterator[None]:
    """Clip everything that is drawn in the `with` block to a box."""
    surface.raw.saveState()
    surface.clip(box)
    yield
    surface.raw.restoreState()


# ---- the calibration line


def draw_calibration(surface: Surface, box: Box, length: int) -> None:
    """Draw a line of a known length with a tick at each inch, and instructions in case a ruler shows another length.

    `length` is the length in thousandths of an inch.
    """
    wide, y = to_points(length), box.y + box.height / 2
    must_fit("calibration line", wide, _TICK, box)
    with surface.figure(f"A line {read_inches(length)} inches long, with a tick at each inch"):
        surface.line(box.x, y, box.x + wide, y)
        for tick in range(length // UNITS + 1):
            end = tick in (0, length // UNITS)
            half = _TICK if end else _HALF
            x = box.x + to_points(tick * UNITS)
            surface.line(x, y - half, x, y + half, weight=THIN if end else HAIR)
    instructions = (
        f"**{read_inches(length)} inches, {millimetres(length)} mm:** hold a ruler to this line. If it is longer or shorter, "
        "the printer has scaled the page; print again at actual size (100%)."
    )
    words = box.after(wide + 4 * MM)
    surface.paragraph(instructions, words, style_of("key"), place="calibration line", valign="middle")


# ---- sticks


@frozen
class Notch:
    """A mark on a stick: its distance from the end of the stick, and its meaning."""

    at: int
    words: str


@frozen
class Stick:
    """A strip to measure with.

    Attributes:
        title: the name of the strip.
        length: the length of the strip in thousandths of an inch.
        notches: the marks at which players measure.
        pieces: the number of pieces into which the strip is divided to fit on paper.
        times: how many inches on paper are an inch of the game, for large models.
    """

    title: str
    length: int
    notches: tuple[Notch, ...] = ()
    pieces: int = 1
    times: int = 1

    def piece(self, number: int) -> tuple[int, int]:
        """Return the positions on the whole stick at which a piece begins and ends."""
        return self.length * number // self.pieces, self.length * (number + 1) // self.pieces

    def wide(self, number: int) -> float:
        """Return the width of a piece on paper, in points."""
        start, end = self.piece(number)
        return self.on_paper(end - start)

    def on_paper(self, units: int) -> float:
        """Convert a length of the game to points on paper."""
        return to_points(units * self.times)


def draw_stick(surface: Surface, box: Box, stick: Stick, number: int = 0) -> None:
    """Draw a piece of a stick along the top of a box; players measure with its upper edge."""
    start, end = stick.piece(number)
    wide = stick.wide(number)
    must_fit(f"stick '{stick.title}'", wide, box.height, box)
    strip = box.start(wide)
    notches = "; ".join(f"{read_inches(notch.at)} inches: {notch.words}" for notch in stick.notches)
    part = f", piece {number + 1} of {stick.pieces}" if stick.pieces > 1 else ""
    with surface.figure(f"{stick.title}, {read_inches(stick.length)} inches{part}{f'. {notches}' if notches else ''}"):
        surface.box(strip, fill="tint")
        _draw_inches(surface, strip, stick, number)
        for notch in stick.notches:
            if start < notch.at <= end:
                _draw_notch(surface, strip, stick.on_paper(notch.at - start), notch, whole=notch.at == end)
        _draw_name(surface, strip, stick, number)


def _draw_inches(surface: Surface, strip: Box, stick: Stick, number: int) -> None:
    """Draw a tick at every half inch, and the number of each full inch, which stands beside the tick at a notch."""
    look, marked = style_of(_TINY), {notch.at for notch in stick.notches}
    start, end = stick.piece(number)
    first = -(-start // (UNITS // 2))
    for half in range(first, end * 2 // UNITS + 1):
        x = strip.x + stick.on_paper(half * UNITS // 2 - start)
        whole = half % 2 == 0
        inside = strip.x < x < strip.right - _SLACK
        if inside:
            surface.line(x, strip.y, x, strip.y + (_TICK if whole else _HALF), weight=THIN if whole else HAIR)
        if whole and inside and half:
            y = strip.y + _TICK + 1.3 * MM
            if half * UNITS // 2 in marked:
                surface.put_at(str(half // 2), x + 1 * MM, y, look)
            else:
                surface.put_at(str(half // 2), x, y, look.aligned("centre"))


def _draw_notch(surface: Surface, strip: Box, at: float, notch: Notch, *, whole: bool) -> None:
    """Draw the bold tick of a notch, with its words to the left in one or two lines."""
    x = strip.x + at
    if not whole:
        surface.line(x, strip.y, x, strip.bottom - 3.6 * MM, weight=BOLD, colour="alarm")
    look = style_of("board-key", "right")
    for number, words in enumerate(notch.words.split("\n")):
        surface.put_at(words, x - 1 * MM, strip.y + _MARK + (0.6 + 3.0 * number) * MM, look)


def _draw_name(surface: Surface, strip: Box, stick: Stick, number: int) -> None:
    look = style_of("overline")
    y = strip.bottom - 2.0 * MM
    surface.put_at(stick.title.upper(), strip.x + 2 * MM, y, look)
    if stick.pieces > 1:
        fine = style_of(_TINY)
        before, after = number > 0, number + 1 < stick.pieces
        if after:
            surface.put_at("tape the next piece here", strip.right - 2 * MM, y, fine.aligned("right"))
        if before:
            wide = look.width(stick.title.upper()) + look.tracking * len(stick.title)
            surface.put_at("tape to the piece before, edge to edge", strip.x + wide + 6 * MM, y, fine)


# ---- arcs and degrees


def point_on_bearing(x: float, y: float, bearing: float, length: float) -> tuple[float, float]:
    """Return the point at a distance and bearing from another point.

    Bearings are clockwise from the top of the page.
    """
    turn = math.radians(bearing)
    return x + length * math.sin(turn), y - length * math.cos(turn)


def draw_sector(
    surface: Surface,
    apex: tuple[float, float],
    radius: float,
    facing: float,
    half: float,
    *,
    fill: str | None = None,
    weight: float = RULE,
) -> None:
    """Draw the outline of a sector that extends `half` degrees to either side of a bearing."""
    x, y = apex
    with surface.pen(weight) as raw:
        raw.setLineJoin(1)
        raw.setFillColor(surface.ink.of(fill or "paper"))
        path = raw.beginPath()
        path.moveTo(x, surface.height - y)
        path.arcTo(*_corners(surface, apex, radius), startAng=90 - facing - half, extent=2 * half)
        path.close()
        raw.drawPath(path, stroke=1, fill=int(surface.ink.fills(fill)))


def draw_arc(surface: Surface, apex: tuple[float, float], radius: float, half: float) -> None:
    """Draw only the arc of a sector that points to the top of the page."""
    with surface.pen(HAIR) as raw:
        path = raw.beginPath()
        path.arc(*_corners(surface, apex, radius), startAng=90 - half, extent=2 * half)
        raw.drawPath(path)


def _corners(surface: Surface, apex: tuple[float, float], radius: float) -> tuple[float, float, float, float]:
    """Return the left, lower, right and upper end of a circle, upwards from the bottom of the page."""
    x, y = apex[0], surface.height - apex[1]
    return x - radius, y - radius, x + radius, y + radius


def draw_reach(surface: Surface, box: Box, reach: int, arc: int, direct: int) -> None:
    """Draw the template with which players measure the reach and arc of a gun.

    It is a sector with the narrow wedge that counts as straight ahead or astern. Players place its corner at the gun,
    and its middle line along the gun's direction.

    Args:
        surface: the surface to draw on.
        box: the box for the template.
        reach: the radius, in thousandths of an inch.
        arc: the angle from the middle line to either side of the sector, in degrees.
        direct: the angle from the middle line to either side of the wedge, in degrees.
    """
    radius = to_points(reach)
    wide, high = 2 * radius * math.sin(math.radians(arc)), radius
    must_fit("arc template", wide, high, box)
    apex = (box.x + box.width / 2, box.y + high)
    description = f"A sector of {2 * arc} degrees and {read_inches(reach)} inches, with a wedge of {direct} degrees to either side"
    with surface.figure(description):
        draw_sector(surface, apex, radius, 0, arc, fill="tint")
        for inch in range(1, reach // UNITS):
            draw_arc(surface, apex, to_points(inch * UNITS), arc)
        for bearing in (-direct, direct):
            surface.dashed(apex, point_on_bearing(*apex, bearing, radius), weight=THIN, dash=(3, 2))
        surface.line(*apex, *point_on_bearing(*apex, 0, radius), weight=HAIR)
        _letter_reach(surface, apex, reach, arc, direct)


def _letter_reach(surface: Surface, apex: tuple[float, float], reach: int, arc: int, direct: int) -> None:
    look = style_of("board-key", "centre")
    for inch in range(1, reach // UNITS + 1):
        words = f"{inch} in" if inch * UNITS == reach else str(inch)
        surface.put_at(words, *point_on_bearing(*apex, arc * 0.72, to_points(inch * UNITS) - 2.2 * MM), look)
    for side, words in ((-1, "ahead or"), (1, f"astern: {direct}°")):
        x, y = point_on_bearing(*apex, side * direct / 2, to_points(reach) - 7 * MM)
        surface.put_at(words, x, y, look)
    for side in (-1, 1):
        surface.put_at(f"{arc}°", *point_on_bearing(*apex, side * (arc - 5), to_points(reach) * 0.44), look)


def draw_turning(surface: Surface, box: Box, radius: int, most: int) -> None:
    """Draw a circle divided into degrees; players place it under an aircraft's centre, with 0 along its heading.

    Args:
        surface: the surface to draw on.
        box: the box for the template.
        radius: the radius, in thousandths of an inch.
        most: the maximum turn of slow aircraft to either side, in degrees; the rest is shaded.
    """
    r = to_points(radius)
    must_fit("turning template", 2 * r, 2 * r, box)
    x, y = box.centre[0], box.y + r
    description = f"A circle of degrees, {read_inches(2 * radius)} inches across; beyond {most} to either side is a part of its own"
    with surface.figure(description):
        surface.circle(x, y, r, weight=RULE)
        if most < 180:
            draw_sector(surface, (x, y), r - _LONG - 5 * MM, 180, 180 - most, fill="shade")
        for bearing in range(0, 360, 5):
            _draw_degree(surface, x, y, r, bearing)
        surface.circle(x, y, 1.2 * MM, fill="paper")
        for turn in (0, 90, 180, 270):
            surface.line(*point_on_bearing(x, y, turn, 1.2 * MM), *point_on_bearing(x, y, turn, 4 * MM), weight=HAIR)
        surface.arrow(x, y - r * 0.42, r * 0.3, "up")


def _draw_degree(surface: Surface, x: float, y: float, r: float, bearing: int) -> None:
    long = bearing % 15 == 0
    start, end = point_on_bearing(x, y, bearing, r), point_on_bearing(x, y, bearing, r - (_LONG if long else _SHORT))
    surface.line(*start, *end, weight=THIN if long else HAIR)
    if long:
        words = str(min(bearing, 360 - bearing))
        surface.put_at(
            words,
            *point_on_bearing(x, y, bearing, r - _LONG - 2.6 * MM),
            style_of("board-key", "centre"),
        )
