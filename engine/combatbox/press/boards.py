"""The boards of a bomber game: movement track, battle board, crew placement board.

The boards of each game (`press.games`) read their contents, wording and numbers from the tables of the game. Each
place on a board has the size of the counter or fighter card that players put on it (`cards.stock`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.phrases import join_words
from combatbox.core.table_views import capital
from combatbox.drawing.figures import way_out
from combatbox.press import art, text
from combatbox.press.art import PlacedArt
from combatbox.press.blocks import DrawFunction
from combatbox.press.bomber_sheets import constants
from combatbox.press.cards import stock
from combatbox.press.chapter_figures import draw_poster
from combatbox.press.errors import SheetError
from combatbox.press.map import draw_map
from combatbox.press.map_data import Atlas, read_atlas
from combatbox.press.provider import SheetContext, up_to
from combatbox.press.style import MM, RULE, THIN, Box, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Direction, Surface

_SPARE = 0.7 * MM  # the width by which a place is larger than its counter
_SIDE = stock("counter").width + _SPARE  # of the square place for a counter
_HEAD = 4.6 * MM
_GAUGE = 4.2 * MM  # the height of the title of a short track
_CLEAR = 3  # units of the drawing, between a line and a wing
_ASIDE = 6  # the same between a line and the middle of the fuselage
_LEVELS = 3  # places at each hour of the clock
_FAN = 5.5 * MM  # the offset of the second fighter of a place, so that the name of the first stays visible


def board_functions(
    context: SheetContext,
    fire: Callable[[SheetContext], Fire],
    guns: Mapping[str, str],
    zones: Callable[[Atlas], Sequence[int]],
    marked: Mapping[int, str],
    titles: tuple[str, str] = ("Battle Board", "Crew Placement"),
) -> dict[str, DrawFunction]:
    """Return the functions that the layouts of boards may call in every bomber game, by name.

    Args:
        context: the book and its rules.
        fire: a function that returns the rolls to hit for each position of fighters.
        guns: the name of each gun.
        zones: a function that returns the zones of the track from the game's map.
        marked: the labels of some zones.
        titles: the titles of the board of the battle, and of that of the crew.
    """
    atlas = cache(lambda: read_atlas(context.book))
    return {
        "map": lambda surface, box, scope: draw_map(surface, box, atlas()),
        "track": lambda surface, box, scope: draw_track(surface, box, zones(atlas()), marked),
        "battle": lambda surface, box, scope: draw_battle(surface, box, context, fire(context), titles[0]),
        "crew": lambda surface, box, scope: draw_crew(surface, box, context, titles[1]),
        "guns": lambda surface, box, scope: draw_poster(surface, box, context, "guns"),
        "armed": lambda surface, box, scope: draw_guns(surface, box, context, guns),
    }


def draw_gauges(surface: Surface, box: Box, rows: Sequence[Sequence[Mapping[str, Any]]]) -> None:
    """Draw rows of short tracks; each track has a `title` above it and `places` for a marker."""
    gap, tall = 4 * MM, _GAUGE + _SIDE + 2.5 * MM
    if tall * len(rows) > box.height:
        raise SheetError(f"{len(rows)} rows of tracks do not fit into {box.height / MM:.0f} mm")
    for number, row in enumerate(rows):
        x, y = box.x, box.y + number * tall
        for gauge in row:
            x += _draw_gauge(surface, Box(x, y, box.right - x, tall), gauge) + gap


def _draw_gauge(surface: Surface, box: Box, gauge: Mapping[str, Any]) -> float:
    """Draw a short track below its title; return the width of the track."""
    width = _SIDE * len(gauge["places"])
    if width > box.width + 0.1:
        raise SheetError(f"the track '{gauge['title']}' is wider than the paper; shorten it")
    with surface.canvas.element("Sect", title=gauge["title"]):
        surface.text(gauge["title"], box.top(_GAUGE).start(width), style_of("board-head"), place="tracks")
        places = box.below(_GAUGE).top(_SIDE).start(width).split(len(gauge["places"]))
        for words, place in zip(gauge["places"], places, strict=True):
            spot = place.inset(0.4 * MM, 0)
            surface.box(spot, fill="shade" if words in gauge.get("shaded", ()) else None, radius=1 * MM)
            surface.text(words, spot, style_of("board-label"), place=gauge["title"])
    return width


# ---- the track


def draw_track(surface: Surface, box: Box, zones: Sequence[int], marked: Mapping[int, str]) -> None:
    """Draw a place for the bomber in each zone: on the left side for the way out, on the right side for the way back.

    Args:
        surface: the surface to draw on.
        box: the area of the track.
        zones: the numbers of the zones; zone 0 is the base.
        marked: the labels of some zones, whose places are shaded.
    """
    head = 5 * MM
    pitch = min((box.height - head) / len(zones), _SIDE + 2.5 * MM)
    if pitch < _SIDE:
        raise SheetError(f"the movement track: {len(zones)} counters do not fit into {box.height / MM:.0f} mm")
    side, columns = _SIDE + 1.5 * MM, box.below(head).top(pitch * len(zones))
    left, right = columns.start(side), columns.end(side)
    ways: tuple[tuple[Box, str, Direction], ...] = ((left, "Out", "down"), (right, "Back", "up"))
    for column, words, direction in ways:
        look = style_of("table-head", "centre")
        surface.text(words, replace(column, y=box.y, height=head - 1 * MM), look, place="track")
        y = box.y + 0.5 * (head - 1 * MM)
        surface.arrow(column.right - 2.2 * MM, y, 3.4 * MM, direction, colour="sky")
    for number, zone in enumerate(zones):
        row = replace(box, y=left.y + number * pitch, height=pitch)
        _draw_zone(surface, row, side, zone, marked.get(zone, ""))


def _draw_zone(surface: Surface, row: Box, side: float, zone: int, mark: str) -> None:
    for x in (row.x, row.right - side):
        place = Box(x, row.y, side, row.height).inset(0, 0.4 * MM)
        surface.box(place, weight=RULE if mark else THIN, fill="shade" if mark else None, radius=1 * MM)
    middle = row.inset(side, 0)
    surface.text(str(zone or "B"), middle, style_of("letter"), place="track")
    if mark:
        look = style_of("corner", "centre")
        surface.text(mark, middle.inset(0, 1.6 * MM), look, place="track", valign="bottom")


# ---- the battle board


@frozen
class Position:
    """A position from which fighters attack.

    It has a name, the rolls with which fighters at this position hit, and the guns that can fire at these fighters,
    with the rolls that each gun needs.
    """

    key: str
    name: str
    fire: str
    guns: tuple[tuple[str, tuple[str, ...]], ...]


@frozen
class Fire:
    """The rolls to hit for each position of fighters: those of the fighters, and those of the bomber's guns.

    Attributes:
        positions: the positions, by key.
        legend: the lines that explain what is printed at a position's place on the board.
        heads: the headings of the columns: the names of guns come first, followed by columns of rolls.
    """

    positions: Mapping[str, Position]
    legend: tuple[str, ...]
    heads: tuple[str, ...]

    def widths(self) -> list[float]:
        """Return the width of the column with the names of guns, followed by the width of each column of rolls."""
        gun, need = style_of("board-gun"), style_of("board-need")
        rows = [(name, *needs) for position in self.positions.values() for name, needs in position.guns]
        looks = ((gun, 0.4 * MM), *((need, 1 * MM) for _ in self.heads[1:]))
        return [
            max(text.width(head, gun), *(text.width(words, look) for words in column)) + gap
            for head, column, (look, gap) in zip(self.heads, zip(*rows, strict=True), looks, strict=True)
        ]


def hours(context: SheetContext, positions: Iterable[str]) -> dict[str, list[str]]:
    """Group the keys of positions by clock position; positions directly above and below the bomber are last."""
    by_hour: dict[str, list[str]] = {}
    for key in positions:
        by_hour.setdefault(context.book.drawing.positions[key].clock, []).append(key)
    return by_hour


def draw_battle(surface: Surface, box: Box, context: SheetContext, fire: Fire, title: str) -> None:
    """Draw the bomber, with a place for two fighters at each clock position and level around it."""
    clock = hours(context, fire.positions)
    gap = 3 * MM
    lines = 1 + max(len(position.guns) for position in fire.positions.values())
    tall = _HEAD + _FAN + stock("fighter").height + _SPARE + lines * style_of("board-gun").leading + 1 * MM
    top, bottom = box.top(tall), box.foot(tall)
    middle = box.inset(0, tall + gap)
    rows = _battle_rows(top, middle, bottom, gap, 2 * (stock("fighter").width + _SPARE) + sum(fire.widths()) + 2.6 * MM)
    left, _, right = bottom.split(3, gap)
    _draw_title(surface, left, context, [context.book.drawing.positions[key].level for key in clock["12"]], title)
    for hour, place in rows.items():
        upright = hour in ("3", "9")
        for key, cell in zip(clock[hour], _cells(place, upright=upright), strict=True):
            _draw_position(surface, cell, fire.positions[key], fire, beside=upright)
    _draw_bomber(surface, middle.inset(rows["9"].width + 3 * MM, 0), context)
    cells = _cells(right, upright=False)
    for key, cell in zip((*clock["over"], *clock["under"]), cells, strict=False):
        _draw_position(surface, cell, fire.positions[key], fire, beside=False)
    _draw_key(surface, cells[-1], fire)


def _battle_rows(top: Box, middle: Box, bottom: Box, gap: float, wide: float) -> dict[str, Box]:
    """Return a box for the three places of each clock position, arranged as the crew sees the clock."""
    upper, lower = top.split(3, gap), bottom.split(3, gap)
    return {
        "10:30": upper[0],
        "12": upper[1],
        "1:30": upper[2],
        "9": middle.start(wide),
        "3": middle.end(wide),
        "6": lower[1],
    }


def _cells(box: Box, *, upright: bool) -> list[Box]:
    if not upright:
        return box.split(_LEVELS)
    height = box.height / _LEVELS
    return [box.below(number * height).top(height) for number in range(_LEVELS)]


def _draw_position(surface: Surface, cell: Box, position: Position, fire: Fire, *, beside: bool) -> None:
    """Draw a place for two fighter cards under a heading, with the guns that fire at it, below or beside the cards."""
    card = stock("fighter")
    with surface.canvas.element("Sect", title=position.name):
        head = cell.top(_HEAD)
        surface.box(head, weight=None, fill="shade")
        surface.box(cell, weight=RULE)
        inner = head.inset(1 * MM, 0)
        surface.text(position.name, inner, style_of("board-head"), place=position.name)
        surface.text(position.fire, inner, style_of("board-need", "right"), place=position.name)
        body = cell.below(_HEAD)
        if beside:
            spot = body.after(_SPARE).start(card.width).middle(card.width, card.height)
            spots = [spot, replace(spot, x=spot.right + _SPARE)]
            left = spots[-1].right + 1.2 * MM
            guns = Box(left, body.y + 1 * MM, body.right - left - 1 * MM, body.height)
        else:
            spot = body.below(_SPARE / 2).aligned(card.width).top(card.height)
            spots = [spot, replace(spot, y=spot.y + _FAN)]
            below = spots[-1].bottom + 0.4 * MM
            guns = Box(body.x + 0.7 * MM, below, body.width - 2.2 * MM, body.bottom - below)
        for number, spot in enumerate(spots):
            _draw_spot(surface, spot, whole=beside or bool(number))
        for number, (gun, needs) in enumerate(((fire.heads[0], fire.heads[1:]), *position.guns)):
            guns = _draw_gun(surface, guns, gun, needs, fire.widths(), position.name, head=not number)


def _draw_spot(surface: Surface, spot: Box, *, whole: bool) -> None:
    """Draw the outline for a fighter card; unless it is `whole`, another card covers all but its upper part."""
    seen = spot if whole else spot.top(_FAN)
    path = [(seen.x, seen.bottom), (seen.x, seen.y), (seen.right, seen.y), (seen.right, seen.bottom)]
    surface.dashed(*path, *path[:whole], colour="soft")


def _draw_gun(
    surface: Surface, box: Box, gun: str, needs: Sequence[str], widths: Sequence[float], place: str, *, head: bool
) -> Box:
    """Draw a line with a gun and its rolls in columns, or with the headings of the columns; return the box below it."""
    look, need = style_of("board-gun"), style_of("board-need", "right")
    if head:
        look, need = (replace(one, colour="soft") for one in (look, style_of("board-gun", "right")))
    line, needed = box.top(look.leading), sum(widths[1:])
    columns = line.end(needed).columns(widths[1:])
    names = replace(line, width=columns[0].right - text.width(needs[0], need) - 0.8 * MM - line.x)
    with surface.canvas.element("P"):
        surface.text(gun, names, look, place=place, tag="Span")
        for words, column in zip(needs, columns, strict=True):
            surface.text(words, column, need, place=place, tag="Span")
    return box.below(look.leading)


def _draw_bomber(surface: Surface, box: Box, context: SheetContext) -> None:
    """Draw the bomber from above with numbered engines, and label each section with its name and hit table."""
    say, look = context.say, style_of("board-part")
    words = f"{say('bomber').capitalize()} from above, its nose at 12 o’clock; damage is laid on it"
    placed = art.draw(surface, context.book.drawing.art.plan, box.inset(0, 1 * MM), alt=words)
    for engine in constants(context).engine_numbers:
        circle = placed.anchor(f"engine-{engine}")
        line = Box(circle.x, circle.y - 30 * placed.scale, circle.width, look.leading)
        surface.text(str(engine), line, look.aligned("centre"), place="engines")
    tables, spots = sections(context), context.data["sections"]
    context.check_names(
        "sections", tables, "sections must be the compartments of game.yaml and the wings; '{}' is not in both"
    )
    for name, table in tables.items():
        dot, label = (placed.spot(*spots[name][key]) for key in ("dot", "label"))
        turn = dot[1] if name.endswith("_wing") else _way_out(placed, dot[1], label[1])
        _draw_section(surface, dot, label, turn, f"**{capital(_short(context, name))}** {table}", placed.scale)


def sections(context: SheetContext) -> dict[str, str]:
    """Return the id of the hit table for each compartment and wing of the bomber, by its name."""
    const = constants(context)
    tables = {name: compartment.table for name, compartment in const.compartments.items()}
    return {**tables, **{f"{side}_wing": const.wing_table for side in const.engines}}


def _way_out(placed: PlacedArt, y: float, near: float) -> float:
    """Return the height at which a line from a dot in the fuselage leaves it without crossing wings, engines or tail.

    Args:
        placed: the bomber seen from above.
        y: the height of the dot.
        near: the height to which the line goes on, which decides between the ends of a wing.
    """
    parts: list[tuple[float, float]] = []
    for kinds in (("wing-", "engine-"), ("tailplane-",)):
        named = [shape for name, shapes in placed.drawing.ids.items() if name.startswith(kinds) for shape in shapes]
        bounds = art.part_bounds(named)
        parts.append((placed.spot(0, bounds.y - _CLEAR)[1], placed.spot(0, bounds.bottom + _CLEAR)[1]))
    return way_out(y, near, parts)


def _draw_section(
    surface: Surface,
    dot: tuple[float, float],
    label: tuple[float, float],
    turn: float,
    words: str,
    scale: float,
) -> None:
    """Draw a dot in a section, and a leader line from the dot to a label; the line leaves the fuselage at `turn`."""
    look, (x, y), (dot_x, dot_y) = style_of("board-part"), label, dot
    line = text.marked(words, look)
    wide, outward = text.width(line, look), 1 if x > dot_x else -1
    beside = dot_x + outward * _ASIDE * scale
    points = [dot, (beside, dot_y), (beside, turn), (x - outward * 3 * MM, y), label]
    surface.polyline(points, colour="soft")
    surface.circle(dot_x, dot_y, 0.6 * MM, weight=None, fill="soft")
    left = x + 0.8 * MM if outward > 0 else x - 0.8 * MM - wide
    with surface.canvas.content("P"):
        surface.lines([line], Box(left, y - look.leading / 2, wide, look.leading), look)


def _draw_title(surface: Surface, box: Box, context: SheetContext, levels: Sequence[str], name: str) -> None:
    """Draw the name of the board, the bomber with the levels of attack, and the track of a fighter's attacks."""
    box = _draw_name(surface, box, context, name)
    track = _SIDE + _GAUGE
    _draw_levels(surface, box.top(box.height - track - 1 * MM), levels, context.book.drawing.art.side)
    box = box.below(box.height - track)
    attacks = [str(number) for number in up_to(constants(context).attacks)]
    width = _draw_gauge(surface, box, {"title": "Attack", "places": attacks, "shaded": attacks[:1]})
    note = box.top(track).below(_GAUGE).after(width + 2 * MM)
    surface.paragraph(context.data["attack_track"], note, style_of("board-key"), place="attack track", valign="middle")


def _draw_name(surface: Surface, box: Box, context: SheetContext, name: str) -> Box:
    """Draw the names of the game and of the board at the top of a box, and return the rest of it."""
    box = surface.heading(context.book.title.upper(), box, style_of("overline"), place=name)
    return surface.heading(name, box, style_of("title"), place=name, tag="H1")


def _draw_levels(surface: Surface, box: Box, levels: Sequence[str], drawing: str) -> None:
    """Draw the levels from which fighters attack, one below the other, and the bomber from the side across them."""
    look, lane = style_of("board-head"), box.height / len(levels)
    picture = box.after(16 * MM)
    for number, level in enumerate(levels):
        row = box.below(number * lane).top(lane)
        surface.text(capital(level), row, look, place="levels")
        if number:
            surface.dashed((row.x, row.y), (row.right, row.y), weight=THIN, colour="faint", dash=(3, 2))
    alt = f"The bomber from the side: {', '.join(levels)}, from above to below it"
    art.draw(surface, drawing, picture.inset(0, lane * 0.3), alt=alt)


def _draw_key(surface: Surface, cell: Box, fire: Fire) -> None:
    """Draw the legend, which explains what is printed at a position."""
    box = cell.inset(1.5 * MM, 0.5 * MM)
    look = style_of("board-key")
    for words in fire.legend:
        box = box.below(surface.paragraph(words, box, look, place="key") + 1.2 * MM)


# ---- the guns of a bomber, for the poster


def draw_guns(surface: Surface, box: Box, context: SheetContext, names: Mapping[str, str]) -> None:
    """Draw the bomber from above with the names of its guns at both sides, each with a line to its gun.

    Args:
        surface: the surface to draw on.
        box: the box for drawing and names.
        context: the book and its rules.
        names: the name of each gun.
    """
    drawing = context.book.drawing
    words = f"{capital(context.say('bomber'))} from above, with its guns: {join_words(list(names.values()))}"
    placed = art.draw(surface, drawing.art.plan, box, alt=words)
    marks = replace(placed, drawing=art.load(drawing.art.plan_marks))
    spots = {gun: marks.anchor(drawing.guns[gun]).centre for gun in names}
    middle, left, right = placed.box.centre[0], list[str](), list[str]()
    for gun, (x, _) in sorted(spots.items(), key=lambda item: item[1][1]):
        nearer = left if x < middle - 1 or (x < middle + 1 and len(left) <= len(right)) else right
        nearer.append(gun)
    for x, guns in ((placed.box.x - 4 * MM, left), (placed.box.right + 4 * MM, right)):
        y = 0.0
        for gun in guns:
            turn = _way_out(placed, spots[gun][1], spots[gun][1])
            y = max(turn, y + style_of("board-part").leading)
            _draw_section(surface, spots[gun], (x, y), turn, f"**{capital(names[gun])}**", placed.scale)


# ---- the crew placement board


def draw_crew(surface: Surface, box: Box, context: SheetContext, title: str) -> None:
    """Draw the bomber from the side, with a panel for each compartment below it and the wings at the bottom."""
    gap = 2 * MM
    compartments = constants(context).compartments
    panels = [_panel(context, name) for name in compartments]
    wings = _WING_HEAD + _LABEL + _SIDE + 2 * MM
    rows = max(len(panel.rows) for panel in panels)
    tall = _WING_HEAD + rows * (_LABEL + _SIDE + 1 * MM) + 1 * MM
    strip, body = box.top(box.height - tall - wings - gap), box.top(box.height - wings - gap).foot(tall)
    widths = _widths(panels, body.width, gap)
    boxes = body.columns(widths, gap)
    _draw_side_view(surface, strip, context, title, list(compartments), boxes)
    look = style_of("board-head")
    for panel, place in zip(panels, boxes, strict=True):  # the narrowest panel determines the size of all headings
        look = text.fit(panel.title, _head_box(place).width, look, panel.title)
    for panel, place in zip(panels, boxes, strict=True):
        _draw_panel(surface, place, panel, look)
    _draw_wings(surface, box.foot(wings), context, gap)


_WING_HEAD = 5 * MM
_LABEL = 6.4 * MM


@frozen
class Panel:
    """A compartment or a wing: its name, its hit table, and its rows of labelled places for counters."""

    title: str
    table: str
    rows: tuple[tuple[tuple[str, str], ...], ...]  # label and ground of each place


def _panel(context: SheetContext, name: str) -> Panel:
    const, say = constants(context), context.say
    compartment = const.compartments[name]
    men = tuple((capital(_short(context, man)), "tint") for man in compartment.stations)
    across = context.data.get("men_across", len(men) or 1)
    rows = [men[first : first + across] for first in range(0, len(men), across)]
    rows.append(tuple((capital(say(f"gun_{gun}")), "paper") for gun in _guns_at(context, name)))
    hung = const.extinguishers_in(name)
    rows.append(tuple((f"Extinguisher {number}" if hung > 1 else "Extinguisher", "shade") for number in up_to(hung)))
    return Panel(capital(_short(context, name)), compartment.table, tuple(row for row in rows if row))


def _short(context: SheetContext, man: str) -> str:
    """Return the name of a station or compartment, or its shorter name for boards if there is one."""
    return str(context.data.get("on_boards", {}).get(man, context.say(man)))


def _guns_at(context: SheetContext, compartment: str) -> Sequence[str]:
    """Return the guns of a compartment, from `guns_at` in shop.yaml (for remote turrets) or else from game.yaml."""
    at: Mapping[str, Sequence[str]] = context.data.get("guns_at", {})
    return at.get(compartment, ()) if at else constants(context).guns_in(compartment)


def _widths(panels: Sequence[Panel], total: float, gap: float) -> list[float]:
    """Return the widths of panels: each has space for its longest row, and the rest is shared."""
    least = [max((len(row) for row in panel.rows), default=1) * (_SIDE + 1 * MM) + 2 * MM for panel in panels]
    spare = total - gap * (len(panels) - 1) - sum(least)
    if spare < 0:
        raise SheetError(f"the crew placement board needs {-spare / MM:.0f} mm more than the paper is wide")
    return [width + spare / len(panels) for width in least]


def _draw_side_view(
    surface: Surface, box: Box, context: SheetContext, name: str, compartments: Sequence[str], panels: Sequence[Box]
) -> None:
    """Draw the name of the board, the bomber, and a line from each compartment to its panel."""
    words = _draw_name(surface, box.start(62 * MM), context, name).below(1.5 * MM)
    caption = "Each man at his station. Lay wounds on the man, damage on its place, a gun that is out on its gun."
    surface.paragraph(caption, words, style_of("note"), place=name)
    lines = 9 * MM
    picture = box.top(box.height - lines).after(66 * MM)
    men = constants(context).crew
    captions = {spot: men[man].code for man, spot in context.data["stations"].items()}
    placed = art.draw(surface, context.book.drawing.art.side, picture, captions=captions, stations=True)
    spots = context.data["rooms"]
    context.check_names(
        "rooms", compartments, "rooms must be the compartments of game.yaml; '{}' is only in one of them"
    )
    for compartment, panel in zip(compartments, panels, strict=True):
        bounds = placed.anchor(spots[compartment])
        x, y = bounds.centre[0], placed.box.bottom - 2 * MM
        points = [(x, y), (x, y + 3 * MM), (panel.centre[0], box.bottom - 3 * MM), (panel.centre[0], box.bottom)]
        surface.polyline(points, colour="soft")


def _draw_panel(surface: Surface, box: Box, panel: Panel, head: TextStyle) -> None:
    with surface.canvas.element("Sect", title=panel.title):
        _draw_head(surface, box, panel, head)
        y = box.y + _WING_HEAD + 0.5 * MM
        for row in panel.rows:
            places = box.aligned(_pitch(box, len(row)) * len(row)).split(len(row))
            for (label, ground), place in zip(row, places, strict=True):
                _draw_place(surface, replace(place, y=y, height=_LABEL + _SIDE), label, ground)
            y += _LABEL + _SIDE + 1 * MM
        _draw_damage(surface, box, panel, y)


def _draw_damage(surface: Surface, box: Box, panel: Panel, below: float) -> None:
    """Draw the heading `Damage` in the space below the rows or, if that is too low, beside the first row."""
    beside = _before(box, len(panel.rows[0])) if panel.rows else 0.0
    if box.bottom - below > _SIDE:
        label_box = replace(box, y=below, height=_LABEL - 0.4 * MM)
    elif beside + 1.5 * MM > _SIDE:  # including the space left of the first place
        label_box = box.below(_WING_HEAD + 0.5 * MM).top(_LABEL - 0.4 * MM).start(beside)
    else:
        return
    surface.text("Damage", label_box, style_of("board-label"), place=panel.title, valign="bottom")


def _pitch(box: Box, count: int) -> float:
    return min((box.width - 2 * MM) / count, _SIDE + 3 * MM)


def _before(box: Box, count: int) -> float:
    """Return the width of the space to the left of a centred row of `count` places."""
    return (box.width - _pitch(box, count) * count) / 2


def _head_box(box: Box) -> Box:
    """Return the box of a panel's name, to the left of the name of its table."""
    return Box(box.x + 1.2 * MM, box.y, box.width - 7.2 * MM, _WING_HEAD)


def _draw_head(surface: Surface, box: Box, panel: Panel, look: TextStyle) -> None:
    head = box.top(_WING_HEAD)
    surface.box(head, weight=None, fill="shade")
    surface.box(box, weight=RULE)
    surface.text(panel.title, _head_box(box), look, place=panel.title, tag="H2")
    surface.text(panel.table, head.inset(1.2 * MM, 0), style_of("board-need", "right"), place=panel.title)


def _draw_place(surface: Surface, box: Box, label: str, ground: str) -> None:
    """Draw a place for a counter, with its label above it."""
    look = style_of("board-label")
    surface.paragraph(label, box.top(_LABEL - 0.4 * MM), look, place=label, valign="bottom", marked=False)
    wide = min(_SIDE, box.width - 0.5 * MM)
    spot = box.below(_LABEL).aligned(wide).top(_SIDE)
    surface.box(spot, fill=ground, radius=0.8 * MM)


def _draw_wings(surface: Surface, box: Box, context: SheetContext, gap: float) -> None:
    """Draw each wing with its engines, their fire extinguisher charges, and its tanks."""
    const, say = constants(context), context.say
    wings = box.split(2, gap)
    for (wing, engines), place in zip(const.engines.items(), wings, strict=True):
        row: list[tuple[str, str]] = []
        for engine in engines:
            row.append((f"Engine {engine}", "tint"))
            row += [(f"Charge {n}", "shade") for n in up_to(const.engine_charges)]
        tanks = [(capital(f"{place} tank"), "paper") for place in const.tanks_in(wing)]
        panel = Panel(f"{capital(say(wing))} wing", const.wing_table, ((*row, *tanks),))
        _draw_panel(surface, place, panel, style_of("board-head"))
