"""Figures for a bomber's chapters: clock and heights, sections, zones, landings.

All figures are computed from the constants, tables and places of a game. A figure is 600 units wide. Figures that only
one game needs (of its guns, for instance) are drawn by that game, with functions of this module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from textwrap import wrap
from typing import Literal

from combatbox.bomber.enums import BomberRulebook
from combatbox.core.effects import WordFormatter
from combatbox.core.phrases import signed
from combatbox.core.table_views import capital, effect_words, join_words, span, view
from combatbox.core.tables import Table
from combatbox.drawing.sequence import HALF, area, figure
from combatbox.drawing.shapes import Area, Figure, Item, Label, Line, Model, Placed, Spot

LEVELS = {"low": 125, "level": 185, "high": 245}
"""The distance of a fighter from the bomber at each height."""

LOOKS = {"front": "ahead", "side": "ground", "rear": "astern"}
"""The drawing style of an attack, which determines its colour, by its column in the table of shells."""

AIR, LETTER = 60, 9
"""The extra width on either side of a figure with names, and the width of a letter."""

EDGE = 22 - AIR
"""The distance from the end of a label to the line that leads to it."""

BROAD, STEP = 20, 5
"""The degrees between the middle of a ring segment and its ends, and between two of its corners."""


# ---- rings about the bomber


def hour_of(position: str) -> tuple[float, str] | None:
    """Return the bearing and height of a position.

    For example, they are 45 degrees and `high` for `1:30_high`. The result is None for a position directly above or
    below the bomber.
    """
    clock_time, _, level = position.partition("_")
    if level not in LEVELS:
        return None
    hours, _, minutes = clock_time.partition(":")
    return (int(hours) + int(minutes or 0) / 60) % 12 * 30, level


def around(bearing: float, far: float) -> Spot:
    """Return the point at a bearing and distance from the centre of the bomber.

    Args:
        bearing: degrees from the nose.
        far: the distance in units of the figure.
    """
    return round(far * sin(radians(bearing))), round(far * cos(radians(bearing)))


def part_of_ring(bearing: float, inner: float, outer: float) -> tuple[Spot, ...]:
    """Return the corners of a ring segment that is centred on a bearing.

    Args:
        bearing: degrees from the nose to the middle of the segment.
        inner: the inner radius.
        outer: the outer radius.
    """
    turns = range(-BROAD, BROAD + 1, STEP)
    return (*(around(bearing + turn, outer) for turn in turns), *(around(bearing - turn, inner) for turn in turns))


def clock(book: BomberRulebook, say: WordFormatter, bomber: Model, fighter: Model) -> Figure:
    """Return the figure of all positions, arranged by clock and height.

    A fighter is drawn at each position; its colour shows the column of the table of shells.

    Args:
        book: the rulebook of the game.
        say: a function that translates terms of the data into English.
        bomber: the model in the middle.
        fighter: the model at each position.
    """
    items: list[Item] = [Placed(bomber, 0, 0, 0)]
    straight, hours, width = [], {}, (LEVELS["high"] - LEVELS["level"]) // 2
    for position, facts in book.constants.positions.items():
        place = hour_of(position)
        if place is None:
            straight.append(say(position))
            continue
        bearing, level = place
        far = LEVELS[level]
        hours[bearing] = position.partition("_")[0]
        items.append(Area(part_of_ring(bearing, far - width, far + width), LOOKS[facts.shells]))
        items.append(Placed(fighter, *around(bearing, far), round(bearing + 180) % 360))
    items += [Label(*around(bearing, LEVELS["high"] + 46), hour) for bearing, hour in hours.items()]
    free = _widest_gap(sorted(hours))
    items += [Label(*around(free, far), level) for level, far in LEVELS.items()]
    text = (
        "The outer ring is high, the middle one level, the inner one low. The colours are the columns of the shells: "
        f"front, side and rear. {capital(join_words(straight))} have columns of their own."
    )
    return Figure("Clock and heights", text, -HALF - 10, HALF + 10, -HALF - 10, HALF + 10, tuple(items))


def _widest_gap(bearings: Sequence[float]) -> float:
    """Return the middle of the widest gap between bearings."""
    after = [*bearings[1:], bearings[0] + 360]
    gap, first = max((later - first, first) for first, later in zip(bearings, after, strict=True))
    return first + gap / 2


# ---- the guns

ACROSS = 3
"""The number of guns that are drawn side by side."""

GUN_LETTERS, BROKEN_LETTERS, GUN_LINE = 16, 12, 30
"""The most letters of a gun's name on one line and, if it is longer, on each of its lines, and the height of a line.

So the names of neighbours do not touch on a phone, where letters are largest.
"""

PITCH, THINNER = 300, 0.5
"""The distance between the drawings of guns, and the width of their rings relative to the rings of the clock."""


def fields_of_fire(
    positions: Iterable[str],
    say: WordFormatter,
    bomber: Model,
    guns: Mapping[str, str],
    bears: Collection[tuple[str, str]],
) -> Figure:
    """Return the figure of the fields of fire of the guns, each with a ring for each height.

    Args:
        positions: the positions from which fighters attack.
        say: a function that translates terms of the data into English.
        bomber: the model in the middle of each gun's rings.
        guns: the names of the guns, by their keys.
        bears: pairs of a position and a gun that bears on it.
    """
    items: list[Item] = []
    straight = []
    labels = {gun: [name] if len(name) <= GUN_LETTERS else wrap(name, BROKEN_LETTERS) for gun, name in guns.items()}
    below = max(map(len, labels.values())) * GUN_LINE
    for number, gun in enumerate(guns):
        x, y = (number % ACROSS - 1) * PITCH, -(number // ACROSS) * (PITCH + below)
        items.append(Placed(bomber, x, y, 0))
        items += [Label(x, y - PITCH // 2 - 2 - line * GUN_LINE, text) for line, text in enumerate(labels[gun])]
        for position in positions:
            bearing = hour_of(position)
            if bearing and (position, gun) in bears:
                ring, width = LEVELS[bearing[1]] * THINNER, 13
                corners = part_of_ring(bearing[0], ring - width, ring + width)
                items.append(Area(tuple((x + right, y + up) for right, up in corners), "reach"))
    for position in positions:
        if hour_of(position) is None:
            bearing_guns = join_words([name for gun, name in guns.items() if (position, gun) in bears])
            straight.append(f"{capital(say(position))}: {bearing_guns}.")
    half = PITCH * ACROSS // 2
    text = f"The outer ring is high, the middle one level, the inner one low, as on the clock. {' '.join(straight)}"
    rows = -(-len(guns) // ACROSS)
    low = -(rows - 1) * (PITCH + below) - PITCH // 2 - below + 5
    return Figure("What each gun bears on", text, -half, half, low, PITCH // 2, tuple(items))


# ---- the plane


def sections(book: BomberRulebook, say: WordFormatter, bomber: Model) -> Figure:
    """Return the figure of the plane's sections with their damage tables and stations."""
    compartments = book.constants.compartments
    height = 2 * HALF * 3 // 4
    spacing = height // len(compartments)
    items: list[Item] = [Placed(bomber, 0, 0, 0)]
    for number, (name, compartment) in enumerate(compartments.items()):
        y = height // 2 - spacing // 2 - number * spacing
        along = round(bomber.length * (0.45 - 0.9 * number / (len(compartments) - 1)))
        words, men = (capital(say(name)), compartment.table), [say(man) for man in compartment.stations]
        items.append(Line(((EDGE - HALF + _text_width(words), y), (-8, along)), "measure"))
        items += _lines(-HALF - AIR, y, words, "start")
        if men:
            items.append(Line(((8, along), (HALF - EDGE - _text_width(men), y)), "measure"))
            items += _lines(HALF + AIR, y, men, "end")
    wings = book.constants.wing_table
    items += [Label(side * bomber.length * 2 // 5, bomber.length // 12, wings) for side in (-1, 1)]
    text = (
        f"On the left the sections and the table that says what a shell does there, on the right who sits in each. {wings} is the "
        "table of the wings."
    )
    return Figure(
        "Sections and stations", text, -HALF - AIR - 8, HALF + AIR + 8, -height // 2, height // 2, tuple(items)
    )


def _text_width(lines: Sequence[str]) -> int:
    """Return the approximate width of lines of text."""
    return max(map(len, lines)) * LETTER


def _lines(x: int, y: int, words: Sequence[str], side: Literal["start", "end"]) -> list[Item]:
    """Return labels for lines of text, centred on a height."""
    top = y + (len(words) - 1) * 10
    return [Label(x, top - number * 20, text, side) for number, text in enumerate(words)]


# ---- zones


@dataclass(frozen=True)
class Band:
    """A range of zones and a text that applies there."""

    words: str
    first: int
    last: int
    look: str = "reach"


def zones(text: str, first: int, last: int, bands: Sequence[Band]) -> Figure:
    """Return the figure of the zones on the way to the target, with a bar for each band.

    Args:
        text: the caption.
        first: the first zone.
        last: the last zone.
        bands: ranges of zones, each with a text that applies there.
    """
    wide = 2 * HALF // (last - first + 1)
    left = -wide * (last - first + 1) // 2
    items: list[Item] = []
    for zone in range(first, last + 1):
        x = left + (zone - first) * wide
        items += [area(x, 0, wide, 44, "table"), Label(x + wide // 2, 22, str(zone))]
    for number, band in enumerate(bands):
        x, y = left + (band.first - first) * wide, -56 - number * 50
        length = (band.last - band.first + 1) * wide
        items += [area(x, y, length, 40, band.look)]
        short = len(band.words) * (LETTER + 1) < length
        end: Literal["start", "middle", "end"] = "middle" if short else "end" if x + length > 0 else "start"
        at = x + length // 2 if short else x - 8 if end == "end" else x + length + 8
        items.append(Label(at, y + 20, band.words, end))
    return figure("Zone by zone", text, -70 - len(bands) * 50 + 40, 56, items)


# ---- how a landing adds up

MOST = 21
"""A label beside a line of a landing figure has fewer letters than this."""


def landing(book: BomberRulebook, say: WordFormatter) -> Figure:
    """Return the figure of a landing table; lines show the net rolls that are possible with each modifier.

    Args:
        book: the rulebook of the game.
        say: a function that translates terms of the data into English.
    """
    table = book.table_at("landing.land")
    fixed = _fixed_modifiers(table, say)
    low, high = table.low, table.high
    wide = 380 // (high - low + 1)
    zero = HALF - wide * (high + 1)
    rows = sorted(fixed, reverse=True)
    bottom = -40 * (len(rows) + 1) - 16
    items: list[Item] = []
    for row in table.rows:
        look = "reach" if row is table.rows[-1] else "ahead" if row is table.rows[0] else "ground"
        first, last = zero + wide * row.rolls[0], zero + wide * row.rolls[-1]
        items.append(area(first, bottom, last - first + wide, 32 - bottom, look))
    items += [Label(zero + wide * net + wide // 2, 16, str(net).replace("-", "−")) for net in range(low, high + 1)]
    dice = range(table.notation.count, table.notation.count * 6 + 1)
    for number, add in enumerate([0, *rows]):
        y = -28 - 40 * number
        ends = [zero + wide * min(max(net + add, low), high) + wide // 2 for net in (dice[0], dice[-1])]
        items += [
            Label(-HALF, y, "the dice alone" if not add else f"{signed(add)}: {_label_of_amount(fixed[add])}", "start"),
            Line(((ends[0], y), (ends[1], y)), "edge" if not add else "way"),
        ]
    text = (
        f"The numbers are net rolls. The lowest: {effect_words(table.rows[0], say, in_prose=True)}. The highest: "
        f"{effect_words(table.rows[-1], say, in_prose=True)}. Each line is what the dice can come to with one thing added; several of "
        "them add up."
    )
    return figure("How a landing adds up", text, bottom - 6, 40, items)


def _fixed_modifiers(table: Table, say: WordFormatter) -> dict[int, list[str]]:
    """Return the wording of modifiers with a fixed amount, by that amount."""
    by_amount: dict[int, list[str]] = {}
    for modifier, shown in zip(table.modifiers, view(table, say).modifiers, strict=False):
        if isinstance(modifier.add, int) and modifier.times is None:
            by_amount.setdefault(modifier.add, []).append(shown.words)
    return by_amount


def _label_of_amount(words: Sequence[str]) -> str:
    """Return the label for modifiers of one amount: a single modifier's wording if short, otherwise their number."""
    count = "1 thing" if len(words) == 1 else f"{len(words)} things"
    return words[0] if len(words) == 1 and len(words[0]) < MOST else count


# ---- the place in the formation

PLACES, SQUADRONS = ("tail", "middle", "lead"), ("high", "middle", "low")
"""Places in a squadron from behind, and levels of squadrons from above, by their names in the tables."""

APART, BELOW = 110, 104
"""Distance between the bombers of a squadron, and between squadrons."""


def formation(book: BomberRulebook, bomber: Model, places: tuple[str, str, str], conditions: str, text: str) -> Figure:
    """Return the figure of the places in a formation, with the rolls for each place and the modifier of each squadron.

    Args:
        book: the rulebook of the game.
        bomber: the model of each bomber.
        places: three places in the order of play: where the bomber's place in its squadron is rolled, where its
            squadron is rolled, and where the fighters are rolled.
        conditions: the pattern for the names of the squadrons' modifiers in the table of fighters; `{}` stands for the
            squadron.
        text: the caption.
    """
    place, squadron, fighters = (book.table_at(name) for name in places)
    items: list[Item] = [Label(HALF, 106, fighters.id, "end")]
    for number, name in enumerate(PLACES):
        x = (number - 1) * APART + 10
        items += [Label(x, 106, name), Label(x, 80, span(rolls_that_give(place, name)))]
    for number, name in enumerate(SQUADRONS):
        y = -number * BELOW
        items += [Placed(bomber, column * APART + 10, y, 90) for column in (-1, 0, 1)]
        items.append(Label(-HALF, y, f"{name}, {span(rolls_that_give(squadron, name))}", "start"))
        add = fighters.fixed_modifiers.get(conditions.format(name), 0)
        items.append(Label(HALF, y, signed(add) if add else "as rolled", "end"))
    return figure("Places in the formation", text, -2 * BELOW - 56, 126, items)


def rolls_that_give(table: Table, value: str) -> list[int]:
    """Return the rolls on a table whose rows have an effect with this argument."""
    return sorted(
        roll for row in table.rows if any(value in effect.parameters() for effect in row.effects) for roll in row.rolls
    )
