"""Figures for the chapters of B-17!, computed by the same code as the rules.

If a figure shows a region of the table, its outline comes from the function that implements the rule. If it shows a
move, the positions come from `Path`. A figure therefore cannot contradict a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from combatbox.core.effects import WordFormatter
from combatbox.core.shapes import Area, Figure, Item, Label, Line, Placed, Spot
from combatbox.drawing.figures import steps
from combatbox.games.skirmish.constants import SkirmishRulebook
from combatbox.games.skirmish.deploy import abreast, places_of
from combatbox.games.skirmish.doctrine import over_target
from combatbox.games.skirmish.effects import inches
from combatbox.games.skirmish.geometry import INCH, ahead, heading_of
from combatbox.games.skirmish.line_of_fire import (
    bearing_guns,
    can_fire,
    dead_ahead,
    dead_astern,
    hits_bomber,
    hits_fighter,
)
from combatbox.games.skirmish.models import model
from combatbox.games.skirmish.parameters import Measures, measures
from combatbox.games.skirmish.parameters import forces as forces_of
from combatbox.games.skirmish.paths import Path, fault
from combatbox.games.skirmish.scene import nearest_point
from combatbox.games.skirmish.state import BOMBERS, Plane

FINE = 150
"""The distance between the rows along which outlines are traced."""

TURN = ("arrival.die", "arrival.hour", "arrival.altitude", "fire.fighter", "fire.gun", "flak.bomber", "bomber.bombs")
"""The places in the order of play at which dice are rolled during a turn."""

AGAIN = ("bomber.bombs", "arrival.die")
"""The two places that the arrow to the next turn connects, from the first to the second."""

Spots = tuple[Spot, ...]


class Draw:
    """The data from which figures are drawn: the measures of a rulebook and its models.

    Attributes:
        out: the largest distance from the middle of a bomber that a figure about its guns shows.
        around: the square around a bomber at the origin that such a figure traces.
        beside: the part of the table that such a figure shows.
        plane: the bomber at the origin.
    """

    def __init__(self, book: SkirmishRulebook) -> None:
        self.book, self.m = book, measures(book)
        self.bomber, self.german, self.escort = (
            partial(Placed, model(self.m, key, key)) for key in ("leader", "german1", "escort1")
        )
        self.out = self.m.reach + self.m.nose + INCH
        self.around = (-self.out, self.out, -self.out, self.out)
        self.plane = plane(0, 0, 0)
        self.beside = (-9 * INCH, 9 * INCH, -self.out, self.out)

    def target(self) -> list[Item]:
        """Return the target and the range of its flak."""
        m = self.m
        left, right, near, far = m.target
        reach = (left - m.aa, right + m.aa, near - m.aa, far)
        return [*region(m.in_flak, reach, "ground"), Area(corners(*m.target), "ground")]


def plane(x: int, y: int, heading: int, kind: str = "bomber", damage: int = 0) -> Plane:
    """Return an aircraft with which rules can be tested."""
    return Plane("leader" if kind == "bomber" else "german1", "", kind, x, y, heading, damage)


def region(holds: Holds, window: Window, look: str) -> list[Item]:
    """Return the outlines of the region in which a rule applies.

    Args:
        holds: a function that returns True for a position where the rule applies.
        window: the part of the table to trace.
        look: the style of the region.
    """
    return [Area(corners, look) for corners in outlines(holds, window, FINE)]


def corners(left: int, right: int, near: int, far: int) -> Spots:
    """Return the corners of a part of the table."""
    return ((left, near), (left, far), (right, far), (right, near))


def figure(title: str, text: str, window: Window, items: Iterable[Item]) -> Figure:
    """Return a figure of a part of the table."""
    return Figure(title, text, *window, tuple(items))


def measure(start: Spot, end: Spot, text: str = "", aside: int = 0, part: int = 2) -> list[Item]:
    """Return a dimension line with its ends marked and a label next to its middle.

    Args:
        start: the first end.
        end: the second end.
        text: the label; by default the length.
        aside: the distance between the line and the label.
        part: what the length is divided by for the way from the first end to the label.
    """
    across, along = end[0] - start[0], end[1] - start[1]
    words = text or inches(max(abs(across), abs(along)))
    x, y = start[0] + across // part, start[1] + along // part
    return [Line((start, end), "measure"), Label(x + (0 if across else aside), y + (aside if across else 0), words)]


def drawings(book: SkirmishRulebook, _say: WordFormatter) -> dict[str, Figure]:
    """Return all figures of the chapters, by name."""
    draw = Draw(book)
    figures = {
        "table": table,
        "diamond": diamond,
        "clock": clock,
        "fighter-move": fighter_move,
        "bomber-move": bomber_move,
        "damage": damage,
        "stop": stop,
        "reach": reach,
        "head-on": head_on,
        "guns": guns,
        "bomb-run": bomb_run,
    }
    option = replace(book, ruled={**book.ruled, "turret": "on"})
    drawn = {name: figure_of(draw) for name, figure_of in figures.items()}
    return {"turn": turn(book), **drawn, "turret": turret(Draw(option))}


def turn(book: SkirmishRulebook) -> Figure:
    """Return the figure of the rolls of a turn.

    It illustrates S-509, S-510, S-611, S-613, S-629, S-704 and S-706.
    """
    text = (
        "The Germans enter, move and fire, a section at a time; then the Americans move, and their guns fire where the move "
        "ends. The line at the side leads to the next turn."
    )
    words = {"fire.fighter": "A German fires", "fire.gun": "The guns answer", "flak.bomber": "Flak at a bomber"}
    return steps(book, "How a turn runs", text, TURN, AGAIN, words=words)


# ---- setting up


def table(draw: Draw) -> Figure:
    """Return the figure of the whole table (S-201, S-501 to S-505, S-705)."""
    m = draw.m
    near, far, flank = m.deploy
    left, right, front, back = m.target
    items: list[Item] = [Area(corners(0, m.width, near, far), "ground"), *draw.target()]
    items += [
        Label((left + right) // 2, (front + back) // 2, "target"),
        Label(m.width - flank, (near + far) // 2, "strip"),
        Label((left + right) // 2, front - m.aa - 2 * INCH, "reach of its guns"),
        *(draw.bomber(x, y, 0) for x, y in _usual(draw, "bombers")),
        *(draw.escort(x, y, 0) for x, y in _usual(draw, "escorts")),
        *measure((3 * INCH, 0), (3 * INCH, m.length), f"{inches(m.length)} inches", 9 * INCH),
    ]
    half = min(50 * INCH, m.length // 2 - 4 * INCH)  # below the label of the length
    items += measure((0, half), (m.width, half), f"{inches(m.width)} inches", 3 * INCH)
    text = "The Americans start in the strip at the near end and fly to the target at the far one."
    return figure("The table", text, (0, m.width, 0, m.length), items)


def scenario_table(book: SkirmishRulebook) -> Figure:
    """Return the figure of the table of a scenario file, with its target, its strip and its Americans."""
    drawn, forces = table(Draw(book)), forces_of(book, 1)
    each = f"{forces.germans // forces.waves} Germans"
    waves = f" to each of {forces.waves} waves" if forces.waves > 1 else ""
    text = f"The table as it is set up; {each} come{waves} by the clock."
    return replace(drawn, title=book.constants.title, text=text)


def _usual(draw: Draw, who: str) -> list[Spot]:
    """Return the first of the usual starting positions of the bombers or escorts."""
    forces = forces_of(draw.book, 1)
    usual = places_of(draw.book.constants.deploy.of(who)[0])
    return list(usual[: forces.bombers // forces.waves] if who == "bombers" else usual)


def diamond(draw: Draw) -> Figure:
    """Return the figure of the formation with its gaps (S-503 to S-507)."""
    m = draw.m
    near, far, _ = m.deploy
    leader, left, right, last = usual = _usual(draw, "bombers")
    window = (leader[0] - 8 * INCH, leader[0] + 8 * INCH, near - INCH, far + INCH)
    items: list[Item] = [Line(((window[0], y), (window[1], y)), "edge") for y in (near, far)]
    for (x, y), name in zip(usual, BOMBERS, strict=True):
        items += [draw.bomber(x, y, 0), Label(x + INCH, y - INCH, name, "start")]
    items += measure((leader[0], leader[1] - m.nose), (last[0], last[1] + m.nose), aside=500, part=4)
    items += measure((left[0] + m.span, left[1]), (right[0] - m.span, right[1]), aside=500, part=4)
    items += [Label(window[0] + 500, y + 500, f"{inches(y)} from the edge", "start") for y in (near, far)]
    text = "Nothing stands outside the strip; the two gaps, tail to nose and wingtip to wingtip, are as long as guns reach."
    return figure("The diamond", text, window, items)


def clock(draw: Draw) -> Figure:
    """Return the figure of the points at which sections enter (S-511, S-512)."""
    m = draw.m
    middle = (m.width // 2, m.length // 2)
    items: list[Item] = [Area(corners(0, m.width, 0, m.length), "table")]
    for hour, (x, y) in m.entries.items():
        heading = heading_of(middle[0] - x, middle[1] - y)
        items.append(Line(((x, y), ahead(x, y, heading, 5 * INCH)), "way"))
        items += [draw.german(px, py, heading) for px, py in abreast(m, x, y)]
        items.append(Label(*ahead(x, y, heading, -3 * INCH), str(hour)))
    items.append(Label(*middle, "the clock lies over the table"))
    text = "Two dice say the hour; twelve is towards the target. The two of a section stand side by side on the edge."
    window = (-6 * INCH, m.width + 6 * INCH, -6 * INCH, m.length + 6 * INCH)
    return figure("Where sections enter", text, window, items)


# ---- moving


def _legal(draw: Draw, plane: Plane, first: int) -> Spots:
    """Return the end points of the legal moves with a given first leg."""
    length, ends = draw.m.allowance(plane), []
    for turn in (*range(-180, 0, 3), *range(3, 181, 3)):
        path = Path(first, turn, length - first)
        if not fault(draw.m, plane, path, length):
            ends.append(path.at(*plane.place, length)[:2])
    return tuple(ends)


def _fan(draw: Draw, kind: str, what: Callable[..., Placed], turn: int, far: int, text: str) -> Figure:
    """Return the figure of the end points of all moves of an aircraft that starts at the origin, with an example.

    Args:
        draw: the measures and models.
        kind: the kind of aircraft.
        what: the model of the aircraft.
        turn: the turn of the example, in degrees.
        far: the far end of the figure, in inches.
        text: the caption, in which `{moves}` stands for the rules of the moves.
    """
    start, moves = plane(0, 0, 0, kind), draw.m.moves[kind]
    length, least = draw.m.allowance(start), moves.straight * INCH
    items: list[Item] = [Line(_legal(draw, start, first), "limit") for first in range(least, length, 2 * INCH)]
    x, y, heading = Path(least, turn, length - least).at(0, 0, 0, length)
    items += [Line(((0, 0), (0, least), (x, y)), "way"), what(0, 0, 0, ghost=True), what(x, y, heading)]
    items += measure((-900, 0), (-900, least), aside=-1200)
    items.append(Label(x // 2 + 600, (least + y) // 2 - 900, inches(length - least), "start"))
    window = (-12 * INCH, 12 * INCH, -3 * INCH, far * INCH)
    return figure(f"A {kind} moves", text.format(moves=moves), window, items)


def fighter_move(draw: Draw) -> Figure:
    """Return the figure of a fighter's move (S-602, S-610, S-611)."""
    text = (
        "At least {moves.straight} inches straight, one turn to any heading, and the rest of {moves.inches} inches. "
        "Dotted: where moves end that turn later and later."
    )
    return _fan(draw, "fighter", draw.german, 60, 16, text)


def bomber_move(draw: Draw) -> Figure:
    """Return the figure of a bomber's move (S-602, S-613)."""
    text = (
        "At least {moves.straight} inches straight, one turn by {moves.turn} degrees at most, and the rest of "
        "{moves.inches} inches."
    )
    return _fan(draw, "bomber", draw.bomber, 45, 13, text)


def damage(draw: Draw) -> Figure:
    """Return the figure of how damage shortens a move (S-612, S-614)."""
    m, x = draw.m, 0
    items: list[Item] = []
    for kind, what, gap in (("bomber", draw.bomber, 5 * INCH), ("fighter", draw.german, 4 * INCH)):
        for points in range(m.toughness[kind] + 1):
            length = m.allowance(plane(x, 0, 0, kind, points))
            items += [Line(((x, 0), (x, length)), "way"), what(x, 0, 0, ghost=True, smoke=points)]
            items += [what(x, length, 0), Label(x, length + 2600, inches(length))]
            x += gap
    text = (
        "How far a bomber and a fighter fly with each point of damage, in inches; a puff of smoke stands for a point."
    )
    return figure("Damage shortens the move", text, (-4 * INCH, x, -5 * INCH, 18 * INCH), items)


# ---- fire


def stop(draw: Draw) -> Figure:
    """Return the figure of a stop to fire, with the shortened rest of the move (S-616 to S-618)."""
    m = draw.m
    x, y = m.width // 2, m.length // 2
    start = (x - 10 * INCH, y - 2500, 75)
    path = Path(7 * INCH, 70, m.allowance(plane(*start, "fighter")) - 7 * INCH)
    flown = next(n for n in range(0, path.total, m.german.stop) if can_fire(m, *path.at(*start, n), plane(x, y, 0)))
    turn, there, end = (path.at(*start, n) for n in (path.first, flown, path.total))
    shorter = path.at(*start, max(flown, path.total - m.moves["fighter"].loss * INCH))
    items: list[Item] = [
        Line((start[:2], there[:2]), "way"),
        Line((there[:2], turn[:2], end[:2]), "limit"),
        draw.german(*start, ghost=True),
        Line((there[:2], nearest_point(m, there[:2], (x, y, 0), "bomber")), "shot"),
        draw.bomber(x, y, 0),
        draw.german(*there, label="stop"),
        draw.german(*end, ghost=True, label="marker"),
        draw.german(*shorter, ghost=True, smoke=1, label="if hit"),
    ]
    text = (
        f"It flies {inches(flown)} inches, stops and fires. The marker says where the whole move ends; a hit by "
        f"the guns that answer takes {m.moves['fighter'].loss} inches off the rest."
    )
    window = (x - 12 * INCH, x + 8 * INCH, y - 9 * INCH, y + 4 * INCH)
    return figure("A stop to fire", text, window, items)


def reach(draw: Draw) -> Figure:
    """Return the figure of the positions from which a fighter can fire (S-622, S-A27)."""
    m, out, heading, far = draw.m, draw.out, 90, 8 * INCH
    spot = (-3 * INCH, INCH)
    items: list[Item] = [
        *region(lambda x, y: hits_bomber(m, x, y, heading, draw.plane), draw.around, "reach"),
        draw.bomber(0, 0, 0),
        draw.german(*spot, heading),
        Line((spot, nearest_point(m, spot, (0, 0, 0), "bomber")), "measure"),
        *region(
            lambda x, y: hits_fighter(m, far, 0, heading, plane(x, y, 0, "fighter")),
            (far, far + out, -out, out),
            "reach",
        ),
        draw.german(far, 0, heading),
        draw.escort(far + 2800, 900, 200),
        Label(-2500, 600 - out, "its reach, at the bomber"),
        Label(far + 2 * INCH, 600 - out, "its arc, at a fighter"),
    ]
    text = (
        f"Left, every place from which a fighter on this heading can fire at the bomber: its fuselage is within "
        f"{inches(m.reach)} inches and {m.arc} degrees to either side of the nose. Right, what it reaches of fighters."
    )
    return figure("Reach and arc of a fighter", text, (-out - 2 * INCH, far + out, -out, out), items)


def head_on(draw: Draw) -> Figure:
    """Return the figure of attacks from dead ahead and dead astern (S-624, S-625, S-A12)."""
    m = draw.m

    def from_there(rule: Callable[[Measures, int, int, int, Plane], bool], heading: int, look: str) -> list[Item]:
        def holds(x: int, y: int) -> bool:
            return rule(m, x, y, heading, draw.plane) and hits_bomber(m, x, y, heading, draw.plane)

        return region(holds, draw.around, look)

    items = [*from_there(dead_ahead, 180, "ahead"), *from_there(dead_astern, 0, "astern"), draw.bomber(0, 0, 0)]
    items += [draw.german(300, 4500, 180), draw.german(-300, -4500, 0)]
    items += [Label(1900, 4500, "dead ahead", "start"), Label(1900, -4500, "dead astern", "start")]
    text = f"Within {m.direct} degrees of the bomber's nose or tail, and flying within {m.direct} degrees of its line."
    return figure("Dead ahead and dead astern", text, draw.beside, items)


# ---- gunners


def _gun_areas(draw: Draw, keys: Iterable[str]) -> list[Item]:
    """Return the field of fire of each of these guns of a bomber, with the bomber."""

    def covered(key: str) -> Holds:
        return lambda x, y: key in bearing_guns(draw.m, draw.plane, x, y)

    return [*(area for key in keys for area in region(covered(key), draw.around, "reach")), draw.bomber(0, 0, 0)]


def guns(draw: Draw) -> Figure:
    """Return the figure of the fields of fire of a bomber's guns (S-637, S-638)."""
    places = {"nose": (0, 4700), "tail": (0, -4700), "left_waist": (-3300, -400), "right_waist": (3300, -400)}
    items = _gun_areas(draw, places)
    items += [Label(x, y, name.replace("_", " ")) for name, (x, y) in places.items()]
    spots = ((x, y) for y in range(2 * INCH, 4 * INCH, 50) for x in range(y + 50, 4 * INCH, 50))
    x, y = next(spot for spot in spots if not bearing_guns(draw.m, draw.plane, *spot))
    items += [draw.german(x, y, 225), Label(x + 900, y + 300, "no gun bears", "start")]
    text = f"Each gun reaches {inches(draw.m.reach)} inches from where it stands, and has strips beside it that no other covers."
    return figure("The guns of a bomber", text, draw.beside, items)


def turret(draw: Draw) -> Figure:
    """Return the figure of the optional top turret (S-808)."""
    items = _gun_areas(draw, ("nose", "tail", "left_waist", "right_waist", "top_turret"))
    items.append(Label(0, 3300, "top turret"))
    text = "It stands forward of the wing and fires all round, as far as the other guns."
    return figure("The top turret", text, draw.beside, items)


# ---- the target


def bomb_run(draw: Draw) -> Figure:
    """Return the figure of the bomb run and the range of flak (S-702, S-705)."""
    m = draw.m
    left, right, near, far = m.target
    items = draw.target()
    items += region(lambda x, y: over_target(m, plane(x, y, 0), Path(0)) == 0, m.target, "reach")
    coming = plane((left + right) // 2, near - 5 * INCH, 0)
    path = Path(m.allowance(coming))
    over, end = (path.at(coming.x, coming.y, 0, flown) for flown in (over_target(m, coming, path), path.total))
    items += [
        Line(((coming.x, coming.y), over[:2], end[:2]), "way"),
        draw.bomber(coming.x, coming.y, 0, ghost=True),
        draw.bomber(*over, label="bombs away"),
        Line(((left - m.aa, far), (right + m.aa, far)), "edge"),
        Label(left - 2 * INCH, near + INCH, "flak"),
    ]
    text = (
        "The inner field is where the middle of a bomber may be while its whole fuselage is over the target; it bombs once, at "
        f"any place of its move that lies there. The guns reach {inches(m.aa)} inches from the edge of the target."
    )
    window = (left - 7 * INCH, right + 7 * INCH, near - 8 * INCH, far + 2 * INCH)
    return figure("The bomb run", text, window, items)


# ---- the outline of a region, found by evaluating the rule at its positions


Holds = Callable[[int, int], bool]
"""A function that returns True if a rule holds at a position, given as x and y."""

Window = tuple[int, int, int, int]
"""A rectangular area of the table top, as (left, right, near, far)."""

Span = tuple[int, int]
"""An uninterrupted run of positions in a row at which the rule holds, as (leftmost, rightmost)."""


def outlines(holds: Holds, window: Window, step: int) -> list[tuple[Spot, ...]]:
    """Return the outlines of every part of a window in which a rule holds.

    Only every `step`-th row and column is scanned, but the ends of each span and of each part are exact. Parts narrower
    than a step may be missed.

    Args:
        holds: a function that returns True for a position where the rule holds.
        window: the part of the table top to scan.
        step: the distance between scanned rows and columns.
    """
    left, right, near, far = window
    finished: list[_Part] = []
    open_: list[_Part] = []
    previous_row = near
    for y in [*range(near, far, step), far]:
        spans = _spans(holds, [*range(left, right, step), right], y)
        current: list[_Part] = []
        for span in spans:
            touching = [part for part in open_ if part.touches(span)]
            is_continued = len(touching) == 1 and sum(touching[0].touches(other) for other in spans) == 1
            part = touching[0] if is_continued else _Part(_tip(holds, window, span, y, previous_row))
            part.rows.append((y, span))
            current.append(part)
        finished += [part for part in open_ if part not in current]
        for part in finished:
            if not part.end:
                last, span = part.rows[-1]
                part.end = _tip(holds, window, span, last, y)
        open_, previous_row = current, y
    for part in open_:
        last, span = part.rows[-1]
        part.end = _tip(holds, window, span, last, last)
    return [part.corners() for part in [*finished, *open_]]


class _Part:
    """A connected part of the region, built row by row.

    Attributes:
        begin: the corners of the tip before the first row.
        rows: each row with its span.
        end: the corners of the tip after the last row.
    """

    def __init__(self, begin: tuple[Spot, ...]) -> None:
        self.begin = begin
        self.rows: list[tuple[int, Span]] = []
        self.end: tuple[Spot, ...] = ()

    def touches(self, span: Span) -> bool:
        """Return True if a span of the next row overlaps the span of this part's last row."""
        _, (left, right) = self.rows[-1]
        return left <= span[1] and span[0] <= right

    def corners(self) -> tuple[Spot, ...]:
        """Return the corners of the outline, up along the left edge and down along the right edge."""
        lefts = [(span[0], y) for y, span in self.rows]
        rights = [(span[1], y) for y, span in reversed(self.rows)]
        return (*reversed(self.begin), *lefts, *self.end, *rights)


def _spans(holds: Holds, columns: Sequence[int], y: int) -> list[Span]:
    """Return the spans of a row, each with its exact ends."""
    spans: list[Span] = []
    begin: int | None = None
    previous = columns[0]
    for x in columns:
        if holds(x, y):
            if begin is None:
                begin = x if x == previous else _edge(lambda at: holds(at, y), previous, x)
        elif begin is not None:
            spans.append((begin, _edge(lambda at: not holds(at, y), previous, x) - 1))
            begin = None
        previous = x
    return [*spans, (begin, columns[-1])] if begin is not None else spans


def _edge(holds: Callable[[int], bool], without: int, within: int) -> int:
    """Return the first position at which a rule holds, found by bisection.

    Args:
        holds: a function that returns True for a position where the rule holds.
        without: a position where the rule does not hold.
        within: a later position where the rule holds.
    """
    while within - without > 1:
        middle = (without + within) // 2
        if holds(middle):
            within = middle
        else:
            without = middle
    return within


def _tip(holds: Holds, window: Window, span: Span, row: int, beyond: int) -> tuple[Spot, ...]:
    """Return the corners of a part's tip beyond a row; empty if there is none.

    Args:
        holds: a function that returns True for a position where the rule holds.
        window: the part of the table top that is scanned.
        span: the span of the row.
        row: the row.
        beyond: the next row, in which the part does not continue.
    """
    middle, way = (span[0] + span[1]) // 2, 1 if beyond > row else -1
    if row == beyond:
        return ()
    far = _edge(lambda at: not holds(middle, row + way * at), 0, abs(beyond - row)) - 1
    if not far:
        return ()
    y, half = row + way * far, (window[1] - window[0]) // 2
    left = middle + 1 - _edge(lambda at: not holds(middle - at, y), 0, half)
    right = middle - 1 + _edge(lambda at: not holds(middle + at, y), 0, half)
    return ((left, y), (right, y))
