"""Figures for the chapters of B-17!, computed by the same code as the rules.

If a figure shows a region of the table, its outline comes from the function that implements the rule. If it shows a
move, the positions come from `Path`. A figure therefore cannot contradict a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from combatbox.core.effects import WordFormatter
from combatbox.drawing.outlines import Holds, Window, outlines
from combatbox.drawing.sequence import steps
from combatbox.drawing.shapes import Area, Figure, Item, Label, Line, Model, Placed, Spot
from combatbox.games.skirmish.constants import SkirmishRulebook
from combatbox.games.skirmish.deploy import abreast, places_of
from combatbox.games.skirmish.doctrine import over_target
from combatbox.games.skirmish.effects import inches
from combatbox.games.skirmish.geometry import INCH, ahead, bearing
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
from combatbox.games.skirmish.state import Plane

FINE = 150
"""The distance between the rows along which outlines are traced."""

TURN = ("arrival.die", "arrival.hour", "arrival.altitude", "fire.fighter", "fire.gun", "flak.bomber", "bomber.bombs")
"""The places in the order of play at which dice are rolled during a turn."""

AGAIN = ("bomber.bombs", "arrival.die")
"""The two places that the arrow to the next turn connects, from the first to the second."""

Spots = tuple[Spot, ...]


class Draw:
    """The data from which figures are drawn: the measures of a rulebook and its models."""

    def __init__(self, book: SkirmishRulebook) -> None:
        self.book, self.m = book, measures(book)
        self.bomber = self._model("leader")
        self.german = self._model("german1")
        self.escort = self._model("escort1")

    def _model(self, key: str) -> Model:
        return model(self.m, key, key)

    def area(self, holds: Holds, window: Window, look: str) -> list[Item]:
        """Return the outlines of the region in which a rule applies.

        Args:
            holds: a function that returns True for a position where the rule applies.
            window: the part of the table to trace.
            look: the style of the region.
        """
        return [Area(corners, look) for corners in outlines(holds, window, FINE)]

    def plane(self, x: int, y: int, heading: int, kind: str = "bomber", damage: int = 0) -> Plane:
        """Return an aircraft with which rules can be tested."""
        return Plane("leader" if kind == "bomber" else "german1", "", kind, x, y, heading, damage)


def measure(start: Spot, end: Spot, text: str = "", aside: int = 0) -> list[Item]:
    """Return a dimension line with its ends marked and a label next to its middle.

    Args:
        start: the first end.
        end: the second end.
        text: the label; by default the length.
        aside: the distance between the line and the label.
    """
    across, along = end[0] - start[0], end[1] - start[1]
    words = text or inches(max(abs(across), abs(along)))
    x, y = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
    return [Line((start, end), "measure"), Label(x + (0 if across else aside), y + (aside if across else 0), words)]


def drawings(book: SkirmishRulebook, _say: WordFormatter) -> dict[str, Figure]:
    """Return all figures of the chapters, by name."""
    draw = Draw(book)
    figures = {
        "turn": turn(book),
        "table": table(draw),
        "diamond": diamond(draw),
        "clock": clock(draw),
        "fighter-move": fighter_move(draw),
        "bomber-move": bomber_move(draw),
        "damage": damage(draw),
        "stop": stop(draw),
        "reach": reach(draw),
        "head-on": head_on(draw),
        "guns": guns(draw),
        "bomb-run": bomb_run(draw),
    }
    option = replace(book, ruled={**book.ruled, "turret": "on"})
    return {**figures, "turret": turret(Draw(option))}


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
    window = (0, m.width, 0, m.length)
    strip = ((0, near), (0, far), (m.width, far), (m.width, near))
    items: list[Item] = [Area(strip, "ground")]
    items += draw.area(
        lambda x, y: m.near_target(x, y, m.aa), (left - m.aa, right + m.aa, front - m.aa, m.length), "ground"
    )
    items += [Area(((left, front), (left, back), (right, back), (right, front)), "ground")]
    items += [
        Label((left + right) // 2, (front + back) // 2, "target"),
        Label(m.width - flank, (near + far) // 2, "strip"),
    ]
    items += [Label((left + right) // 2, front - m.aa - 2 * INCH, "reach of its guns")]
    items += _formation(draw, draw.bomber, "bombers") + _formation(draw, draw.escort, "escorts")
    items += measure((3 * INCH, 0), (3 * INCH, m.length), f"{inches(m.length)} inches", 9 * INCH)
    half = min(50 * INCH, m.length // 2 - 4 * INCH)  # below the label of the length
    items += measure((0, half), (m.width, half), f"{inches(m.width)} inches", 3 * INCH)
    text = "The Americans start in the strip at the near end and fly to the target at the far one."
    return Figure("The table", text, *window, tuple(items))


def scenario_table(book: SkirmishRulebook) -> Figure:
    """Return the figure of the table of a scenario file, with its target, its strip and its Americans."""
    figure, forces = table(Draw(book)), forces_of(book, 1)
    each = f"{forces.germans // forces.waves} Germans"
    waves = f" to each of {forces.waves} waves" if forces.waves > 1 else ""
    return replace(
        figure, title=book.constants.title, text=f"The table as it is set up; {each} come{waves} by the clock."
    )


def _usual(draw: Draw, who: str) -> list[Spot]:
    """Return the first of the usual starting positions of the bombers or escorts."""
    forces = forces_of(draw.book, 1)
    usual = places_of(draw.book.constants.deploy.of(who)[0])
    return list(usual[: forces.bombers // forces.waves]) if who == "bombers" else list(usual)


def _formation(draw: Draw, what: Model, who: str) -> list[Item]:
    return [Placed(what, x, y, 0) for x, y in _usual(draw, who)]


def diamond(draw: Draw) -> Figure:
    """Return the figure of the formation with its gaps (S-503 to S-507)."""
    m = draw.m
    near, far, _ = m.deploy
    leader, left, right, last = _usual(draw, "bombers")
    window = (leader[0] - 10 * INCH, leader[0] + 10 * INCH, near - 2 * INCH, far + 2 * INCH)
    items: list[Item] = [Line(((window[0], y), (window[1], y)), "edge") for y in (near, far)]
    for (x, y), name in zip((leader, left, right, last), ("leader", "left", "right", "last"), strict=True):
        items.append(Placed(draw.bomber, x, y, 0, label=name))
    items += measure((leader[0], leader[1] - m.nose), (last[0], last[1] + m.nose), aside=900)
    items += measure((left[0] + m.span, left[1]), (right[0] - m.span, right[1]), aside=700)
    items += [Label(window[0] + INCH, y + 700, f"{inches(y)} from the edge", "start") for y in (near, far)]
    text = "Nothing stands outside the strip; the two gaps, tail to nose and wingtip to wingtip, are as long as guns reach."
    return Figure("The diamond", text, *window, tuple(items))


def clock(draw: Draw) -> Figure:
    """Return the figure of the points at which sections enter (S-511, S-512)."""
    m = draw.m
    middle = (m.width // 2, m.length // 2)
    out = 6 * INCH
    items: list[Item] = [Area(((0, 0), (0, m.length), (m.width, m.length), (m.width, 0)), "table")]
    for hour, (x, y) in m.entries.items():
        heading = bearing(middle[0] - x, middle[1] - y)
        items.append(Line(((x, y), ahead(x, y, heading, 5 * INCH)), "way"))
        items += [Placed(draw.german, px, py, heading) for px, py in abreast(m, x, y)]
        items.append(Label(*ahead(x, y, heading, -out // 2), str(hour)))
    items.append(Label(*middle, "the clock lies over the table"))
    text = "Two dice say the hour; twelve is towards the target. The two of a section stand side by side on the edge."
    return Figure("Where sections enter", text, -out, m.width + out, -out, m.length + out, tuple(items))


# ---- moving


def _legal(draw: Draw, plane: Plane, first: int, turns: Iterable[int]) -> Spots:
    """Return the end points of legal moves with a given first leg and given turns."""
    length, ends = draw.m.allowance(plane), []
    for turn in turns:
        path = Path(first, turn, length - first)
        if not fault(draw.m, plane, path, length):
            ends.append(path.at(plane.x, plane.y, plane.heading, length)[:2])
    return tuple(ends)


def _fan(draw: Draw, kind: str, what: Model, turn: int) -> list[Item]:
    """Draw the end points of all moves of an aircraft that starts at the origin, and one move as an example."""
    m, plane = draw.m, draw.plane(0, 0, 0, kind)
    moves = m.moves[kind]
    length, least = m.allowance(plane), moves.straight * INCH
    every = [n for n in range(-180, 181, 3) if n]
    items: list[Item] = [Line(_legal(draw, plane, first, every), "limit") for first in range(least, length, 2 * INCH)]
    path = Path(least, turn, length - least)
    x, y, heading = path.at(0, 0, 0, length)
    corner = (0, least)
    items += [Line(((0, 0), corner, (x, y)), "way"), Placed(what, 0, 0, 0, ghost=True), Placed(what, x, y, heading)]
    items += measure((-900, 0), (-900, least), aside=-1200)
    items.append(Label((corner[0] + x) // 2 + 600, (corner[1] + y) // 2 - 900, inches(length - least), "start"))
    return items


def fighter_move(draw: Draw) -> Figure:
    """Return the figure of a fighter's move (S-602, S-610, S-611)."""
    moves = draw.m.moves["fighter"]
    text = (
        f"At least {moves.straight} inches straight, one turn to any heading, and the rest of {moves.inches} inches. "
        "Dotted: where moves end that turn later and later."
    )
    return Figure(
        "A fighter moves",
        text,
        -12 * INCH,
        12 * INCH,
        -3 * INCH,
        16 * INCH,
        tuple(_fan(draw, "fighter", draw.german, 60)),
    )


def bomber_move(draw: Draw) -> Figure:
    """Return the figure of a bomber's move (S-602, S-613)."""
    moves = draw.m.moves["bomber"]
    text = (
        f"At least {moves.straight} inches straight, one turn by {moves.turn} degrees at most, and the rest of "
        f"{moves.inches} inches."
    )
    return Figure(
        "A bomber moves",
        text,
        -12 * INCH,
        12 * INCH,
        -3 * INCH,
        13 * INCH,
        tuple(_fan(draw, "bomber", draw.bomber, 45)),
    )


def damage(draw: Draw) -> Figure:
    """Return the figure of how damage shortens a move (S-612, S-614)."""
    m, x = draw.m, 0
    items: list[Item] = []
    for kind, what, gap in (("bomber", draw.bomber, 5 * INCH), ("fighter", draw.german, 4 * INCH)):
        for points in range(m.toughness[kind] + 1):
            length = m.allowance(draw.plane(x, 0, 0, kind, points))
            items += [Line(((x, 0), (x, length)), "way"), Placed(what, x, 0, 0, ghost=True, smoke=points)]
            items += [Placed(what, x, length, 0), Label(x, length + 2600, inches(length))]
            x += gap
    text = (
        "How far a bomber and a fighter fly with each point of damage, in inches; a puff of smoke stands for a point."
    )
    return Figure("Damage shortens the move", text, -4 * INCH, x, -5 * INCH, 18 * INCH, tuple(items))


# ---- fire


def stop(draw: Draw) -> Figure:
    """Return the figure of a stop to fire, with the shortened rest of the move (S-616 to S-618)."""
    m = draw.m
    place = (m.width // 2, m.length // 2, 0)
    bomber, fighter = draw.plane(*place), draw.plane(place[0] - 10 * INCH, place[1] - 2500, 75, "fighter")
    start, path = (fighter.x, fighter.y, fighter.heading), Path(7 * INCH, 70, m.allowance(fighter) - 7 * INCH)
    flown = next(n for n in range(0, path.total, m.german.stop) if can_fire(m, *path.at(*start, n), bomber))
    turn, there, end = (path.at(*start, n) for n in (path.first, flown, path.total))
    shorter = path.at(*start, max(flown, path.total - m.moves["fighter"].loss * INCH))
    items: list[Item] = [
        Line((start[:2], there[:2]), "way"), Line((there[:2], turn[:2], end[:2]), "limit"), Placed(draw.german, *start, ghost=True),
        Line((there[:2], nearest_point(m, there[:2], place, "bomber")), "shot"), Placed(draw.bomber, *place),
        Placed(draw.german, *there, label="stop"), Placed(draw.german, *end, ghost=True, label="marker"),
        Placed(draw.german, *shorter, ghost=True, smoke=1, label="with a hit"),
    ]  # fmt: skip
    text = (
        f"It flies {inches(flown)} inches, stops and fires. The marker says where the whole move ends; a hit by "
        f"the guns that answer takes {m.moves['fighter'].loss} inches off the rest."
    )
    x, y, _ = place
    window = (x - 12 * INCH, x + 8 * INCH, y - 9 * INCH, y + 4 * INCH)
    return Figure("A stop to fire", text, *window, tuple(items))


def reach(draw: Draw) -> Figure:
    """Return the figure of the positions from which a fighter can fire (S-622, S-A27)."""
    m, heading = draw.m, 90
    bomber = draw.plane(0, 0, 0)
    out = m.reach + m.nose + INCH
    items: list[Item] = draw.area(lambda x, y: hits_bomber(m, x, y, heading, bomber), (-out, out, -out, out), "reach")
    items.append(Placed(draw.bomber, 0, 0, 0))
    spot = (-3 * INCH, INCH)
    items += [Placed(draw.german, *spot, heading), Line((spot, nearest_point(m, spot, (0, 0, 0), "bomber")), "measure")]
    far = 8 * INCH
    other = (far, 0)
    items += draw.area(
        lambda x, y: hits_fighter(m, *other, heading, draw.plane(x, y, 0, "fighter")),
        (far, far + out, -out, out),
        "reach",
    )
    items += [Placed(draw.german, *other, heading), Placed(draw.escort, far + 2800, 900, 200)]
    items += [
        Label(-2500, -out + 600, "stop here to fire at the bomber"),
        Label(far + 2 * INCH, -out + 600, "its arc, at a fighter"),
    ]
    text = (
        f"Left, every place from which a fighter on this heading can fire at the bomber: its fuselage is within "
        f"{inches(m.reach)} inches and {m.arc} degrees to either side of the nose. Right, what it reaches of fighters."
    )
    return Figure("Reach and arc of a fighter", text, -out - 2 * INCH, far + out, -out, out, tuple(items))


def head_on(draw: Draw) -> Figure:
    """Return the figure of attacks from dead ahead and dead astern (S-624, S-625, S-A12)."""
    m, bomber = draw.m, draw.plane(0, 0, 0)
    out = m.reach + m.nose + INCH
    window = (-out, out, -out, out)
    items: list[Item] = []

    def from_there(rule: Callable[[Measures, int, int, int, Plane], bool], heading: int) -> Holds:
        return lambda x, y: rule(m, x, y, heading, bomber) and hits_bomber(m, x, y, heading, bomber)

    items += draw.area(from_there(dead_ahead, 180), window, "ahead")
    items += draw.area(from_there(dead_astern, 0), window, "astern")
    items += [Placed(draw.bomber, 0, 0, 0), Placed(draw.german, 300, 4500, 180), Placed(draw.german, -300, -4500, 0)]
    items += [Label(1900, 4500, "dead ahead", "start"), Label(1900, -4500, "dead astern", "start")]
    text = f"Within {m.direct} degrees of the bomber's nose or tail, and flying within {m.direct} degrees of its line."
    return Figure("Dead ahead and dead astern", text, -9 * INCH, 9 * INCH, -out, out, tuple(items))


# ---- gunners


def _gun_areas(draw: Draw, keys: Iterable[str]) -> list[Item]:
    m, bomber = draw.m, draw.plane(0, 0, 0)
    out = m.reach + m.nose + INCH
    items: list[Item] = []

    def covered(key: str) -> Holds:
        return lambda x, y: key in bearing_guns(m, bomber, x, y)

    for key in keys:
        items += draw.area(covered(key), (-out, out, -out, out), "reach")
    return items


def guns(draw: Draw) -> Figure:
    """Return the figure of the fields of fire of a bomber's guns (S-637, S-638)."""
    m = draw.m
    places = {"nose": (0, 4700), "tail": (0, -4700), "left_waist": (-3300, -400), "right_waist": (3300, -400)}
    items = _gun_areas(draw, places)
    items.append(Placed(draw.bomber, 0, 0, 0))
    items += [Label(x, y, name.replace("_", " ")) for name, (x, y) in places.items()]
    blind = next((x, y) for y in range(2 * INCH, 4 * INCH, 50) for x in range(INCH, 4 * INCH, 50)
                 if not bearing_guns(m, draw.plane(0, 0, 0), x, y) and x > y)  # fmt: skip
    items += [Placed(draw.german, *blind, 225), Label(blind[0] + 900, blind[1] + 300, "no gun bears", "start")]
    text = f"Each gun reaches {inches(m.reach)} inches from where it stands, and has strips beside it that no other covers."
    out = m.reach + m.nose + INCH
    return Figure("The guns of a bomber", text, -9 * INCH, 9 * INCH, -out, out, tuple(items))


def turret(draw: Draw) -> Figure:
    """Return the figure of the optional top turret (S-808)."""
    m = draw.m
    out = m.reach + m.nose + INCH
    items = _gun_areas(draw, ("nose", "tail", "left_waist", "right_waist", "top_turret"))
    items += [Placed(draw.bomber, 0, 0, 0), Label(0, 3300, "top turret")]
    text = "It stands forward of the wing and fires all round, as far as the other guns."
    return Figure("The top turret", text, -9 * INCH, 9 * INCH, -out, out, tuple(items))


# ---- the target


def bomb_run(draw: Draw) -> Figure:
    """Return the figure of the bomb run and the range of flak (S-702, S-705)."""
    m = draw.m
    left, right, near, far = m.target
    middle = (left + right) // 2
    items = draw.area(lambda x, y: m.near_target(x, y, m.aa), (left - m.aa, right + m.aa, near - m.aa, far), "ground")
    items += [Area(((left, near), (left, far), (right, far), (right, near)), "ground")]
    items += draw.area(
        lambda x, y: over_target(m, draw.plane(x, y, 0), Path(0)) == 0, (left, right, near, far), "reach"
    )
    coming = draw.plane(middle, near - 5 * INCH, 0)
    path = Path(m.allowance(coming))
    over = path.at(coming.x, coming.y, 0, over_target(m, coming, path))
    items += [Line(((coming.x, coming.y), over[:2], path.at(coming.x, coming.y, 0, path.total)[:2]), "way")]
    items += [Placed(draw.bomber, coming.x, coming.y, 0, ghost=True), Placed(draw.bomber, *over, label="bombs away")]
    items += [Line(((left - m.aa, far), (right + m.aa, far)), "edge"), Label(left - 2 * INCH, near + INCH, "flak")]
    text = (
        "The inner field is where the middle of a bomber may be while its whole fuselage is over the target; it bombs once, at "
        f"any place of its move that lies there. The guns reach {inches(m.aa)} inches from the edge of the target."
    )
    return Figure(
        "The bomb run", text, left - 7 * INCH, right + 7 * INCH, near - 8 * INCH, far + 2 * INCH, tuple(items)
    )
