"""Drawings for a game with models: the tabletop with everything on it, and the arcs of a model's guns.

Lengths are thousandths of an inch, and positions are measured from the left and the near edge. Bearings are degrees
clockwise from straight ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.core.annotations import frozen
from combatbox.press import art
from combatbox.press.models import airframe
from combatbox.press.rulers import clipped, draw_sector, must_fit, point_on_bearing, read_feet, read_inches
from combatbox.press.style import HAIR, MM, RULE, THIN, Box
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

_EDGE = 7 * MM  # outside the table, for labels
_THICK = 4.0  # the sides of cards along edges
_LEAST = 3.4 * MM  # the smallest drawing of a model
Spot = tuple[int, int]


@frozen
class TableTop:
    """The contents of a tabletop.

    Attributes:
        target: the left, right, near and far edge of the target.
        flak: the reach of the target's guns.
        strip: the near and far edge of the strip where the Americans start, and the bombers' distance from the flanks.
        models: for each drawing of a model, its wingspan and its positions.
        entries: for each clock position, the place on the edge where fighters enter.
        times: how many inches of the table are an inch of the game, for large models.
    """

    width: int
    length: int
    target: tuple[int, int, int, int]
    flak: int
    strip: tuple[int, int, int]
    models: tuple[tuple[str, int, tuple[Spot, ...]], ...]
    entries: tuple[tuple[int, Spot], ...]
    times: int = 1

    def read(self, *lengths: int, between: str = "") -> str:
        """Return one or two lengths of the game as text: in inches, or for large models in feet and inches."""
        if self.times > 1:
            return f" {between} ".join(read_feet(length * self.times) for length in lengths)
        return f"{f' {between} '.join(map(read_inches, lengths))} inches"

    @property
    def size(self) -> str:
        """The width and length of the table as text."""
        return self.read(self.width, self.length, between="by")


class _Map:
    """A conversion from positions on the tabletop to coordinates on paper."""

    def __init__(self, top: TableTop, box: Box) -> None:
        inside = box.inset(_EDGE)
        self.scale = min(inside.width / top.width, inside.height / top.length)
        wide, high = top.width * self.scale, top.length * self.scale
        self.table = inside.aligned(wide).top(high)

    def at(self, x: int, y: int) -> tuple[float, float]:
        return self.table.x + x * self.scale, self.table.bottom - y * self.scale

    def area(self, left: int, right: int, near: int, far: int) -> Box:
        (x1, y2), (x2, y1) = self.at(left, near), self.at(right, far)
        return Box(x1, y1, x2 - x1, y2 - y1)


def draw_table(surface: Surface, box: Box, top: TableTop) -> None:
    """Draw the tabletop as seen by the Americans, who fly away from the viewer."""
    plan = _Map(top, box)
    left, right, near, far = top.target
    alt = (
        f"The table, {top.size}. The target lies in the middle of the far edge; "
        f"its guns reach {top.read(top.flak)}. The Americans start in a strip along the near edge. The hours at which "
        "Germans enter stand round the edges like those of a clock"
    )
    with surface.figure(alt):
        surface.box(plan.table, weight=RULE)
        _draw_flak(surface, plan, top)
        surface.box(plan.area(left, right, near, far), weight=RULE, fill="shade")
        _draw_strip(surface, plan, top)
        for name, span, spots in top.models:
            for spot in spots:
                frame = airframe(name)
                scale = max(span * plan.scale, _LEAST) / frame.span
                art.draw_at(surface, name, plan.at(*spot), scale, frame.centre)
        for hour, spot in top.entries:
            _draw_entry(surface, plan, top, hour, spot)
        _letter(surface, plan, top)


def _draw_flak(surface: Surface, plan: _Map, top: TableTop) -> None:
    """Draw the range of the target's guns, with its round corners, clipped to the tabletop."""
    left, right, near, far = top.target
    reach = plan.area(left - top.flak, right + top.flak, near - top.flak, far + top.flak)
    with clipped(surface, plan.table), surface.pen(THIN, "alarm", (3, 2)) as raw:
        raw.roundRect(reach.x, surface.height - reach.bottom, reach.width, reach.height, top.flak * plan.scale)


def _draw_strip(surface: Surface, plan: _Map, top: TableTop) -> None:
    near, far, flank = top.strip
    strip = plan.area(0, top.width, near, far)
    surface.box(strip, weight=None, fill="tint")
    surface.edge(strip, "top", weight=HAIR)
    surface.edge(strip, "bottom", weight=HAIR)
    for x in (flank, top.width - flank):
        surface.dashed(plan.at(x, far), plan.at(x, near))


def _draw_entry(surface: Surface, plan: _Map, top: TableTop, hour: int, spot: Spot) -> None:
    """Draw a dot on the edge, and the clock position outside it."""
    x, y = plan.at(*spot)
    surface.circle(x, y, 0.9 * MM, weight=None, fill="sky")
    dx = -1 if spot[0] == 0 else 1 if spot[0] == top.width else 0
    dy = 0 if dx else 1 if spot[1] == 0 else -1
    look = style_of("number")
    surface.put_at(str(hour), x + dx * 3.6 * MM, y + dy * 3.4 * MM, look)


def _letter(surface: Surface, plan: _Map, top: TableTop) -> None:
    look = style_of("board-key", "centre")
    left, right, near, far = top.target
    x, y = plan.area(left, right, near, far).centre
    surface.put_at("Target", x, y, style_of("number"))
    x, y = plan.at((left + right) // 2, near - top.flak)
    surface.put_at(f"flak: {top.read(top.flak)}", x, y + 2.2 * MM, look)
    low, high, _ = top.strip
    x, y = plan.at(top.width, high)
    surface.put_at(
        f"strip: {top.read(low, high, between='to')}",
        x - 1.4 * MM,
        y - 2.0 * MM,
        look.aligned("right"),
    )
    x, y = plan.at(top.width // 2, (near + high) // 2)
    surface.put_at(top.size, x, y - 6 * MM, look)
    surface.put_at("the Americans fly this way", x, y + 8 * MM, look)
    surface.arrow(x, y + 0.6 * MM, 8 * MM, "up", weight=THIN, colour="soft")


# ---- guns


_POSTER = 120 * MM  # wider figures have larger labels


@frozen
class Gun:
    """A gun of a model: its position forward and right of the centre, its direction, and its arc to either side."""

    name: str
    forward: int
    right: int
    facing: int
    half: int


def draw_guns(surface: Surface, box: Box, guns: Sequence[Gun], reach: int, drawing: str, span: int) -> None:
    """Draw a model from above with the arcs of its guns, at the largest scale that fits the box.

    A gun that fires all round has a dashed circle.
    """
    sides = [gun for gun in guns if gun.half < 180]
    extent = max(abs(gun.forward) for gun in guns) + reach
    across = max(reach + abs(gun.right) for gun in sides if gun.facing in (90, 270))
    scale = min(box.height / (2 * extent), box.width / (2 * across))
    x, y = box.centre
    names = ", ".join(gun.name for gun in guns)

    def place(gun: Gun) -> tuple[float, float]:
        return x + gun.right * scale, y - gun.forward * scale

    with surface.figure(f"What the guns cover within {read_inches(reach)} inches, from above: {names}"):
        for gun in guns:
            apex_x, apex_y = place(gun)
            if gun.half >= 180:
                with surface.pen(THIN, "sky", (3, 2)) as raw:
                    raw.circle(apex_x, surface.height - apex_y, reach * scale)
            else:
                draw_sector(surface, (apex_x, apex_y), reach * scale, gun.facing, gun.half, fill="tint", weight=THIN)
        frame = airframe(drawing)
        art.draw_at(surface, drawing, (x, y), span * scale / frame.span, frame.centre)
        look = style_of("poster-key" if box.width > _POSTER else "board-key", "centre")
        for gun in guns:
            if gun.half < 180:
                surface.put_at(gun.name, *point_on_bearing(*place(gun), gun.facing, reach * scale * 0.74), look)
            else:  # in the corner that the arcs leave free
                corner_x, corner_y = x + 0.87 * across * scale, y + 0.72 * extent * scale
                surface.put_at(f"{gun.name}:", corner_x, corner_y, look)
                surface.put_at("all round", corner_x, corner_y + look.leading, look)


# ---- a target too wide for the paper


_FLAP = 9 * MM


@frozen
class Tile:
    """A part of a drawing that is divided into columns and rows, each numbered from 0, from the top left."""

    column: int
    columns: int
    row: int = 0
    rows: int = 1


def draw_part_of(surface: Surface, box: Box, drawing: str, size: tuple[float, float], tile: Tile, alt: str) -> Box:
    """Draw a part of a drawing at full size, and return its box.

    At its right and lower edge it has flaps to which the next parts are glued.

    Args:
        surface: the surface to draw on.
        box: the box at whose top the part is centred.
        drawing: the name of the drawing.
        size: the width and height of the whole drawing.
        tile: the part to draw.
        alt: the alternative text.
    """
    wide, high = size[0] / tile.columns, size[1] / tile.rows
    part = box.aligned(wide + (_FLAP if tile.columns > 1 else 0.0)).start(wide).top(high)
    with surface.figure(alt):
        with clipped(surface, part):
            whole = Box(part.x - tile.column * wide, part.y - tile.row * high, *size)
            art.draw(surface, drawing, whole, alt="none")
        surface.box(part)
        if tile.column + 1 < tile.columns:
            _draw_flap(surface, Box(part.right, part.y, _FLAP, high), turn=90)
        if tile.row + 1 < tile.rows:
            _draw_flap(surface, Box(part.x, part.bottom, wide, _FLAP), turn=0)
    return part


def _draw_flap(surface: Surface, flap: Box, turn: int) -> None:
    with surface.pen(HAIR, "ink", (2, 2)) as raw:
        raw.rect(flap.x, surface.height - flap.bottom, flap.width, flap.height)
    with surface.turned(*flap.centre, turn) as inner:
        inner.put_at("glue the next part on here, edge to edge", 0, 0, style_of("corner", "centre"))


# ---- cards that mark a table out


@frozen
class EdgeCard:
    """A card that marks a place on the edge of a table.

    Attributes:
        title: the name of the place.
        words: how far it is from other places.
        sides: the sides of the card that lie along edges or lines of the table: `left`, `right`, `top`, `bottom`.
        at: the side in whose middle the place is; empty if the place is where the sides meet.
    """

    title: str
    words: str
    sides: tuple[str, ...]
    at: str = ""


EDGE_CARD = (61 * MM, 30 * MM)


def draw_edge_cards(surface: Surface, box: Box, cards: Sequence[EdgeCard]) -> None:
    """Draw cards to cut out, edge to edge, in as many columns as fit."""
    wide, high = EDGE_CARD
    columns = int(box.width // wide)
    must_fit("cards for the edges of the table", columns * wide, -(-len(cards) // columns) * high, box)
    first = box.aligned(columns * wide).start(wide).top(high)
    for number, card in enumerate(cards):
        row, column = divmod(number, columns)
        _draw_edge_card(surface, first.moved(column * wide, row * high), card)


def _draw_edge_card(surface: Surface, box: Box, card: EdgeCard) -> None:
    """Draw a card: thick lines inside the sides that lie along something, and a dot at its place."""
    surface.box(box, weight=HAIR)
    inner = box.inset(0.8 * MM)
    for side in card.sides:
        surface.edge(inner, side, weight=_THICK, colour="accent")
    if card.at:
        surface.circle(*inner.along(card.at).centre, 1.6 * MM, weight=None, fill="sky")
    head, look = style_of("cover").sized(24).aligned("centre"), style_of("dense").sized(9).aligned("centre")
    words = inner.inset(4 * MM, 3 * MM)
    words = surface.heading(card.title, words, head, place=card.title)
    surface.paragraph(card.words, words, look, place=card.title)
