"""Figures for a bomber's chapters: clock and heights, sections, zones, landings, bombs, and the fates of men.

All figures are computed from the constants, tables and places of a game. A figure is 600 units wide. Figures that only
one game needs (of its guns, for instance) are drawn by that game, with functions of this module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import cos, radians, sin
from textwrap import wrap
from typing import Any, Literal

from combatbox.bomber.conditions import bombs_on_target, otherwise, plane_lost
from combatbox.bomber.effects import battle
from combatbox.bomber.effects.mission import mission_result
from combatbox.bomber.enums import BomberRulebook
from combatbox.core.annotations import frozen
from combatbox.core.dice import SeededDice
from combatbox.core.effects import WordFormatter
from combatbox.core.flight import GameFlight
from combatbox.core.phrases import join_words, number_word, signed, span
from combatbox.core.shapes import Area, Figure, Item, Label, Line, Model, Placed, Spot
from combatbox.core.table_views import capital, effect_words, view
from combatbox.core.tables import GameRulebook, Table
from combatbox.drawing.figures import (
    HALF,
    area,
    cell,
    distribution,
    figure,
    left,
    percentages,
    rolls_that_give,
    stacked,
    throws_by_result,
    way_out,
)

LEVELS = {"low": 125, "level": 185, "high": 245}
"""The distance of a fighter from the bomber at each height."""

LOOKS = {"front": "ahead", "side": "ground", "rear": "astern"}
"""The drawing style of an attack, which determines its colour, by its column in the table of shells."""

AIR, LETTER = 60, 12
"""The extra width on either side of a figure with names, and the width of a letter."""

EDGE = 22 - AIR
"""The distance from the end of a label to the line that leads to it."""

BROAD, STEP = 20, 5
"""The degrees between the middle of a ring segment and its ends, and between two of its corners."""


def plan(book: GameRulebook[Any, Any], length: int) -> Model:
    """Return the player's bomber seen from above, as long as this in a figure."""
    return Model("bomber", "bomber", "", book.drawing.art.plan, length, "ours")


def rolls_that_hit(book: GameRulebook[Any, Any], table: Table, key: str, add: int = 0) -> list[int]:
    """Return the natural rolls (the numbers on the dice, before modifiers) that hit, while no condition holds.

    Args:
        book: the rulebook of the game.
        table: a table on which guns fire.
        key: the row of a to-hit table, or the column of another table.
        add: the sum of the modifiers.
    """
    flight = GameFlight(book, SeededDice("none"), None, dry=True)
    rows = {roll: flight.row_at(table, roll, key, add) for roll in table.notation.weights()}
    return [roll for roll, row in rows.items() if any(effect.is_a(battle.hit) for effect in row.effects)]


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


def at_bearing(bearing: float, far: float) -> Spot:
    """Return the point at a bearing and distance from the centre of the bomber.

    Args:
        bearing: degrees from the nose.
        far: the distance in units of the figure.
    """
    return round(far * sin(radians(bearing))), round(far * cos(radians(bearing)))


def part_of_ring(bearing: float, far: float, half: float, x: int = 0, y: int = 0) -> tuple[Spot, ...]:
    """Return the corners of a ring segment that is centred on a bearing.

    Args:
        bearing: degrees from the nose to the middle of the segment.
        far: the radius of the middle of the ring.
        half: half the width of the ring.
        x: the centre of the ring.
        y: the centre of the ring.
    """
    turns = range(-BROAD, BROAD + 1, STEP)
    corners = [at_bearing(bearing + sign * turn, far + sign * half) for sign in (1, -1) for turn in turns]
    return tuple((x + right, y + up) for right, up in corners)


def clock(book: BomberRulebook, say: WordFormatter, fighter: Model) -> Figure:
    """Return the figure of all positions, arranged by clock and height.

    A fighter is drawn at each position; its colour shows the column of the table of shells.

    Args:
        book: the rulebook of the game.
        say: a function that translates terms of the data into English.
        fighter: the model at each position.
    """
    items: list[Item] = [Placed(plan(book, 200), 0, 0, 0)]
    straight, hours = [], {}
    for position, facts in book.constants.positions.items():
        place = hour_of(position)
        if place is None:
            straight.append(say(position))
            continue
        bearing, far = place[0], LEVELS[place[1]]
        hours[bearing] = position.partition("_")[0]
        items.append(Area(part_of_ring(bearing, far, 30), LOOKS[facts.shells]))
        items.append(Placed(fighter, *at_bearing(bearing, far), round(bearing + 180) % 360))
    items += [Label(*at_bearing(bearing, LEVELS["high"] + 46), hour) for bearing, hour in hours.items()]
    bearings = sorted(hours)
    gap, first = max((after - before, before) for before, after in pairwise([*bearings, bearings[0] + 360]))
    items += [Label(*at_bearing(first + gap / 2, far), level) for level, far in LEVELS.items()]
    text = (
        "The outer ring is high, the middle one level, the inner one low. The colours are the columns of the shells: "
        f"front, side and rear. {capital(join_words(straight))} have columns of their own."
    )
    return figure("Clock and heights", text, -HALF - 10, HALF + 10, items, HALF + 10)


# ---- the guns

ACROSS = 3
"""The number of guns that are drawn side by side."""

GUN_LETTERS, BROKEN_LETTERS, GUN_LINE = 16, 12, 30
"""The most letters of a name on one line and, if that of a gun is longer, on each of its lines, and the height of a line.

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
    places = {position: hour_of(position) for position in positions}
    labels = {gun: [name] if len(name) <= GUN_LETTERS else wrap(name, BROKEN_LETTERS) for gun, name in guns.items()}
    pitch = PITCH + max(map(len, labels.values())) * GUN_LINE
    y = 0
    for number, (gun, lines) in enumerate(labels.items()):
        x, y = (number % ACROSS - 1) * PITCH, -(number // ACROSS) * pitch
        items.append(Placed(bomber, x, y, 0))
        items += [Label(x, y - PITCH // 2 - 8 - line * GUN_LINE, text) for line, text in enumerate(lines)]
        for position, place in places.items():
            if place and (position, gun) in bears:
                items.append(Area(part_of_ring(place[0], LEVELS[place[1]] * THINNER, 13, x, y), "reach"))
    straight = [
        f"{capital(say(position))}: {join_words([name for gun, name in guns.items() if (position, gun) in bears])}."
        for position, place in places.items()
        if place is None
    ]
    text = f"The outer ring is high, the middle one level, the inner one low, as on the clock. {' '.join(straight)}"
    near = y - pitch + PITCH // 2 - 5
    return figure("What each gun bears on", text, near, PITCH // 2, items, PITCH * ACROSS // 2)


# ---- the plane

BESIDE_FUSELAGE = (-18, 62), (-88, -50)
"""The ends of the wings with their engines, and of the tailplane, along a bomber of length 200."""

OUTSIDE, SPREAD = 64, 2.4
"""The distance at which a line is outside the tailplane, and how much farther apart labels are than their sections."""


def sections(book: BomberRulebook, say: WordFormatter) -> Figure:
    """Return the figure of the plane's sections with their damage tables and stations, neighbours on opposite sides."""
    compartments, bomber = book.constants.compartments, plan(book, 200)
    items: list[Item] = [Placed(bomber, 0, 0, 0)]
    for number, (name, compartment) in enumerate(compartments.items()):
        along = round(94 - 188 * number / (len(compartments) - 1))
        turn = round(way_out(along, along, BESIDE_FUSELAGE))
        side, y = -1 if number % 2 else 1, round(turn * SPREAD)
        words = [*wrap(f"{capital(say(name))} {compartment.table}", GUN_LETTERS), *map(say, compartment.stations)]
        end = HALF - EDGE - max(map(len, words)) * LETTER
        spots = [(side * x, at) for x, at in ((8, along), (8, turn), (OUTSIDE, turn), (end, y))]
        items.append(Line(tuple(dict.fromkeys(spots)), "measure"))
        items += _lines(side * (HALF + AIR), y, words, "start" if number % 2 else "end")
    wings = book.constants.wing_table
    items += [Label(side * 80, 16, wings) for side in (-1, 1)]
    text = (
        f"Beside each section stands the table that says what a shell does there, and below it who sits there. {wings} is the "
        "table of the wings."
    )
    return figure("Sections and stations", text, -HALF, HALF, items, HALF + AIR + 8)


End = Literal["start", "middle", "end"]


def _lines(x: int, y: int, words: Sequence[str], side: End = "middle", pitch: int = 26) -> list[Item]:
    """Return labels for lines of text, centred on a height."""
    top = y + (len(words) - 1) * (pitch // 2)
    return [Label(x, top - number * pitch, text, side) for number, text in enumerate(words)]


# ---- zones


@frozen
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
    count = last - first + 1
    wide = 2 * HALF // count
    edges = {zone: -wide * count // 2 + (zone - first) * wide for zone in range(first, last + 1)}
    items = [item for zone, x in edges.items() for item in cell(x, 0, wide, 44, "table", str(zone))]
    y = -6
    for band in bands:
        x, y = edges[band.first], y - 50
        length = (band.last - band.first + 1) * wide
        if len(band.words) * LETTER < length:
            items += cell(x, y, length, 40, band.look, band.words)
            continue
        end: End = "end" if x + length > 0 else "start"
        at = x - 8 if end == "end" else x + length + 8
        items += [area(x, y, length, 40, band.look), Label(at, y + 20, band.words, end)]
    return figure("Zone by zone", text, y - 24, 56, items)


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
    fixed = {0: "the dice alone", **dict(sorted(_fixed_modifiers(table, say).items(), reverse=True))}
    nets = range(table.low, table.high + 1)
    wide = 380 // len(nets)
    edges = {net: HALF - wide * (table.high + 1 - net) for net in nets}
    bottom = -40 * len(fixed) - 16
    items: list[Item] = []
    for row in table.rows:
        look = "reach" if row is table.rows[-1] else "ahead" if row is table.rows[0] else "ground"
        items.append(area(edges[row.rolls[0]], bottom, wide * len(row.rolls), 32 - bottom, look))
    items += [Label(x + wide // 2, 16, str(net).replace("-", "−")) for net, x in edges.items()]
    dice = table.notation.count
    for number, (add, words) in enumerate(fixed.items()):
        y = -28 - 40 * number
        start, end = (edges[min(max(net + add, table.low), table.high)] + wide // 2 for net in (dice, dice * 6))
        items.append(left(y, f"{signed(add)}: {words}" if add else words))
        items.append(Line(((start, y), (end, y)), "way" if add else "edge"))
    lowest, highest = (effect_words(table.rows[end], say, in_prose=True) for end in (0, -1))
    text = (
        f"The numbers are net rolls. The lowest: {lowest}. The highest: {highest}. Each line is what the dice can come to "
        "with one thing added; several of them add up."
    )
    return figure("How a landing adds up", text, bottom - 6, 40, items)


def _fixed_modifiers(table: Table, say: WordFormatter) -> dict[int, str]:
    """Return the label of the modifiers with a fixed amount, by that amount.

    It is a single modifier's wording if short, otherwise the number of the modifiers.
    """
    by_amount: dict[int, list[str]] = {}
    for modifier, shown in zip(table.modifiers, view(table, say).modifiers, strict=False):
        if isinstance(modifier.add, int) and modifier.times is None:
            by_amount.setdefault(modifier.add, []).append(shown.words)
    return {
        add: f"{len(words)} things" if len(words) > 1 else words[0] if len(words[0]) < MOST else "1 thing"
        for add, words in by_amount.items()
    }


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
    across = (10 - APART, 10, 10 + APART)
    items: list[Item] = [Label(HALF, 106, fighters.id, "end")]
    for x, name in zip(across, PLACES, strict=True):
        items += [Label(x, 106, name), Label(x, 80, span(rolls_that_give(place, name)))]
    for number, name in enumerate(SQUADRONS):
        y = -number * BELOW
        items += [Placed(bomber, x, y, 90) for x in across]
        items.append(left(y, f"{name}, {span(rolls_that_give(squadron, name))}"))
        add = fighters.fixed_modifiers.get(conditions.format(name), 0)
        items.append(Label(HALF, y, signed(add) if add else "as rolled", "end"))
    return figure("Places in the formation", text, -2 * BELOW - 56, 126, items)


# ---- the results of a mission

FATES = {"recovers": "reach", "invalided": "ground", "dies": "ahead"}
"""The drawing style of each effect that decides a man's fate, from the best to the worst."""

SIDE_LOOKS = ("reach", "ahead", "table")
"""The drawing styles of the results of a mission: our victory, their victory, a draw."""

ROW, COLUMN = 96, 210
"""The height of a row and the width of a column of the figure of results."""

LETTERS = 16
"""The most letters in a line of a column."""


def accuracy(book: BomberRulebook) -> Figure:
    """Return the figure of the percentages of bombs on the target (Q-O6d, Q-O7, F6.3A.1)."""
    table = book.table_at("bombs.accuracy")
    text = (
        f"Each bar shows all throws of {number_word(table.notation.count)} dice; the numbers are percentages. The narrow parts at the right "
        "are the best."
    )
    return distribution(table, "How accurate the bombs are", text)


def victory(book: BomberRulebook, say: WordFormatter) -> Figure:
    """Return the figure that shows who wins a mission, depending on the bomb run and the fate of the bomber.

    Args:
        book: the rulebook of the game.
        say: a function that translates terms of the data into English.
    """
    looks = dict(zip(book.constants.sides, SIDE_LOOKS, strict=False))
    items: list[Item] = []
    for x, is_lost, head in (
        (HALF - 2 * COLUMN, False, "home, fit for repair"),
        (HALF - COLUMN, True, "lost or past repair"),
    ):
        items.append(Label(x + COLUMN // 2, ROW + 20, head))
        for y, is_on_target in ((0, True), (-ROW, False)):
            side = winner(book, lost=is_lost, on_target=is_on_target)
            words = wrap(capital(say(f"victory_{side}")), LETTERS)
            items.append(area(x + 4, y + 4, COLUMN - 8, ROW - 8, looks[side]))
            items += _lines(x + COLUMN // 2, y + ROW // 2, words)
    items += [left(48, "bombs on target"), left(-38, "off target"), left(-64, "or not dropped")]
    text = "On the left what became of the bombs, above what became of the bomber; where they meet stands who has won."
    return figure("Who has won a mission", text, -ROW - 8, ROW + 42, items)


def winner(book: BomberRulebook, *, lost: bool, on_target: bool) -> str:
    """Return the result of a mission: the first result in the chart of results for which the condition holds.

    Args:
        book: the rulebook of the game.
        lost: True if the bomber will never fly again.
        on_target: True if its bombs fell on the target.
    """
    facts = [otherwise, *([plane_lost] if lost else []), *([bombs_on_target] if on_target else [])]
    for row in book.table_at("debriefing.result").rows:
        if row.when is None or all(any(part.is_a(fact) for fact in facts) for part in row.when.components()):
            return str(next(effect["side"] for effect in row.effects if effect.is_a(mission_result)))
    return book.constants.sides[-1]


def fates(book: BomberRulebook) -> Figure:
    """Return the figure of the fates of men who come home seriously wounded, frostbitten, or both.

    It shows the chances that they fly again, are invalided home, or die.
    """
    wounded, frozen = (book.table_at(f"debriefing.{name}") for name in ("survival", "recovery"))
    weights = {
        "Seriously wounded": throws_by_result(wounded),
        "Frostbitten": throws_by_result(frozen),
        "Both": of_both(wounded, frozen),
    }
    key = {"reach": "flies again", "ground": "is invalided home", "ahead": "dies of his wounds"}
    text = (
        "The numbers are percentages. A man who is both wounded and frostbitten flies again only if both rolls let him."
    )
    bars = {name: percentages(results, FATES) for name, results in weights.items()}
    return stacked("What becomes of the men", text, bars, key)


def of_both(wounded: Table, frozen: Table) -> dict[str, int]:
    """Return, for a man who rolls for wounds and then for frostbite, the number of throws that lead to each fate."""
    add = sum(add for name, add in wounded.fixed_modifiers.items() if name.endswith("frostbitten"))
    weights = dict.fromkeys(FATES, 0)
    for first, ways in throws_by_result(wounded, add=add).items():
        for second, further in throws_by_result(frozen).items():
            weights[max(first, second, key=list(FATES).index)] += ways * further
    return weights
