"""Figures for the chapters of 25 and Out: attack, approach, guns, hits and the tour.

Their contents come from the tables; only the positions on the drawing of the bomber are defined here.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Literal

from combatbox.core.effects import WordFormatter
from combatbox.core.phrases import join_words, span
from combatbox.core.shapes import Area, Figure, Item, Label, Line, Model, Placed, Spot
from combatbox.core.table_views import capital, effect_words
from combatbox.core.tables import Row, Table
from combatbox.drawing.figures import HALF, area, cell, figure, left, rolls_that_give, steps
from combatbox.games.twentyfive import effects
from combatbox.games.twentyfive.constants import TwentyfiveRulebook

ATTACK = (
    "pass.target",
    "pass.direction",
    "pass.area",
    "guns.bearing",
    "guns.fire",
    "guns.effect",
    "pass.fire",
    "pass.wing",
    "pass.crew",
    "pass.loss",
)
"""The places of one fighter's pass, in the order of play."""

AGAIN = ("pass.loss", "pass.target")
"""The start and the end of the arrow to the next fighter, as places in the order of play."""

FRONT, REAR = "T-TAB-CREW-FRONT", "T-TAB-CREW-REAR"
"""The tables of hits on the fuselage, by the direction of the attack."""

SIDES = {"left_wing": -1, "fuselage": 0, "right_wing": 1}
"""The side of the bomber for each area of attack: -1 is left, 1 is right."""

GUNS: Mapping[str, tuple[float, float]] = {
    "nose": (0, 0.46),
    "top_turret": (0, 0.24),
    "belly": (0, -0.02),
    "left_waist": (-0.03, -0.12),
    "right_waist": (0.03, -0.12),
    "tail": (0, -0.48),
}
"""The positions of guns on the drawing, relative to the centre, in lengths of the bomber."""

STATIONS = {
    "bombardier": 0.45,
    "navigator": 0.37,
    "pilot": 0.3,
    "copilot": 0.27,
    "top_gunner": 0.22,
    "radioman": 0.04,
    "belly_gunner": -0.02,
    "left_gunner": -0.11,
    "right_gunner": -0.13,
    "tail_gunner": -0.47,
}
"""The distance of each man ahead of the bomber's centre, in lengths of the bomber."""

MISSION = ("position.dice", "fighters.attack", "flak.to_hit", "flak.damage", "tour.rank")
"""The places of a mission at which dice are recorded or a rank is won, in the order of play."""

NEXT = ("tour.rank", "position.dice")
"""The start and the end of the arrow to the next mission, as places in the order of play."""

ENGINES = (0.19, 0.355)
"""The distance of each engine from the middle of the bomber, in lengths of the bomber."""

MEN_AT = {"pilot": (-0.05, 0.29), "copilot": (0.05, 0.29), "left_gunner": (-0.05, -0.13), "right_gunner": (0.05, -0.13)}
"""The positions of the circles for men who sit side by side, relative to the centre, in lengths of the bomber."""

ROWS = (132, 84, -20, -66, -112)
"""The heights of the labels beside the bomber, clear of the tips of its wings."""

MARKS = {"top": 0.3, "centre": 0.04, "bottom": -0.22}
"""The distance of a fighter's circles ahead of its centre, in lengths of the fighter."""

LOOKS = ("table", "reach", "ahead")
"""The drawing styles of missions, by the player's rank; the lowest rank comes first."""

ACROSS = 5
"""The number of missions that are drawn side by side."""

LETTER, CLEAR = 11, 20
"""The width of a letter on a phone, and the distance from the centre at which a line begins."""

LARGE, MIDDLE, SMALL = 300, 250, 120
"""The lengths at which the bomber is drawn: alone, between labels, and as one of several."""


def bomber(length: int, x: int = 0, y: int = 0) -> Placed:
    """Return the player's bomber, drawn at this length."""
    return Placed(Model("bomber", "B-17", "", "b17-plan", length, "ours"), x, y, 0)


def fighter(length: int, x: int, y: int, heading: int) -> Placed:
    """Return a German fighter, drawn at this length."""
    return Placed(Model("fighter", "Me 109", "", "me109-plan", length, "enemy"), x, y, heading)


def rows_by_man(table: Table) -> dict[str, Row]:
    """Return the row of each man in a table of hits on the crew."""
    return {effect["station"]: row for row in table.rows for effect in row.effects if effect.is_a(effects.crew_out)}


def drawings(book: TwentyfiveRulebook, say: WordFormatter) -> dict[str, Figure]:
    """Return all figures of the chapters, by name."""
    return {
        "attack": attack(book),
        "approach": approach(book, say),
        "guns": guns(book, say),
        "burst": burst(book, say),
        "tour": tour(book, say),
        "element": element(book, say),
        "flak": flak(book),
        "missions": missions(book),
        "circles": circles(book, say),
    }


def element(book: TwentyfiveRulebook, say: WordFormatter) -> Figure:
    """Return the figure of the element: its places and the die for each place (T-107, T-108)."""
    const = book.constants
    items: list[Item] = []
    for number, name in enumerate(const.places):
        x = (number - (len(const.places) - 1) // 2) * 190
        y = 0 if x else 40
        items += [bomber(MIDDLE * 3 // 5, x, y), *cell(x - 42, y - 134, 84, 38, "table", const.colours[name])]
        items.append(Label(x, y - 156, say(name)))
    text = "The colour with the highest number is where you fly; the wingmen have the other two places."
    return figure("The element", text, -178, 130, items, HALF)


def flak(book: TwentyfiveRulebook) -> Figure:
    """Return the figure of the flak damage that brings a bomber down (T-604, T-605).

    It shows the damage dice by the number of engines that the bomber has lost.
    """
    items: list[Item] = [left(44, "Engines out already")]
    y = 56
    for out in range(engines_that_lose(book)):
        y -= 56
        items.append(Label(20 - HALF, y, str(out), "start"))
        for die in book.table_at("flak.damage").notation.weights():
            look = "ahead" if is_lost_to_flak(book, die, out) else "table"
            items += cell(52 - HALF + die * 78, y - 22, 70, 44, look, str(die))
    text = "The coloured dice bring the bomber down, by its engines or outright."
    return figure("Which damage dice bring a bomber down", text, y - 34, 64, items)


def engines_that_lose(book: TwentyfiveRulebook) -> int:
    """Return the number of engines out at which a bomber is lost."""
    conditions = [row.when for row in book.table_at("flak.loss").rows if row.when]
    limits = [when["engines"] for when in conditions if when.is_a(effects.engines_out_at_least)]
    return min(limits, default=book.constants.engines)


def is_lost_to_flak(book: TwentyfiveRulebook, die: int, out: int) -> bool:
    """Return True if a damage die brings down a bomber with this number of engines out."""
    effects_of_die = book.table_at("flak.damage").at(die, "").effects
    if any(effect.is_a(effects.bomber_lost) for effect in effects_of_die):
        return True
    taken = sum(int(value) for effect in effects_of_die for value in effect.parameters())
    return out + taken >= engines_that_lose(book)


def attack(book: TwentyfiveRulebook) -> Figure:
    """Return the figure of one fighter's pass (T-302, T-203 to T-305, T-401 to T-508)."""
    text = (
        "From top to bottom; the line at the side leads to the next fighter. A fighter that is hit may not get to fire."
    )
    tables = {"pass.target": book.constants.target_tables[-1], "pass.crew": FRONT}
    words = {"pass.target": "Which bomber", "pass.crew": "Fuselage hit, by direction"}
    return steps(book, "How an attack runs", text, ATTACK, AGAIN, tables=tables, words=words)


def approach(book: TwentyfiveRulebook, say: WordFormatter) -> Figure:
    """Return the figure of the approach dice (T-303 to T-305)."""
    colours = book.constants.approach_colours
    items: list[Item] = [bomber(LARGE)]
    directions, areas = book.table_at("pass.direction"), book.table_at("pass.area")
    for side, heading, y, nearer in (("front", 180, 205, 165), ("rear", 0, -265, -225)):
        items += [fighter(44, place * 150, y, heading) for place in SIDES.values()]
        items += [Line(((place * 150, nearer), (place * 150, nearer * 3 // 4)), "shot") for place in SIDES.values()]
        thrown = f"{colours.direction} {span(rolls_that_give(directions, side))}: from the {say(side)}"
        items.append(Label(0, 2 * y - nearer, thrown))
    items += [Line(((x, 150), (x, -150)), "edge") for x in (-60, 60)]
    for side, place in SIDES.items():
        thrown = f"{colours.area} {span(rolls_that_give(areas, side))}"
        items.append(Label(place * 200, -152, f"{say(side)}: {thrown}"))
    text = "Left and right are as the pilot sees them. The third die, for the bomber attacked, depends on how many still fly."
    return figure("Direction and area", text, -320, 265, items, HALF)


def guns(book: TwentyfiveRulebook, say: WordFormatter) -> Figure:
    """Return the figure of the guns that bear, by direction and area of the attack (T-402 to T-404)."""
    cases: dict[tuple[str, ...], list[list[str]]] = {}
    for row in book.table_at("guns.bearing").rows:
        for effect in row.effects:
            if effect.is_a(effects.guns_bear):
                cases.setdefault(effect["guns"], []).append(row.key.split())
    items: list[Item] = []
    y = 0
    for number, (bearing, attacks) in enumerate(cases.items()):
        x, y = number % 2 * 300 - 150, -(number // 2) * 265
        items.append(bomber(SMALL, x, y))
        for direction, side in attacks:
            sign, heading = (1, 180) if direction == "front" else (-1, 0)
            there = x + SIDES[side] * 90
            items += [Line((_gun(x, y, gun), (there, y + sign * 78)), "shot") for gun in bearing]
            items.append(fighter(36, there, y + sign * 100, heading))
        items += [Label(x, y - 134 - 20 * line, capital(say(gun))) for line, gun in enumerate(bearing)]
    text = "From the front it makes no difference what the fighter goes for. A gun whose gunner is out stays silent."
    return figure("Guns that bear", text, y - 188, 128, items, HALF)


def _gun(x: int, y: int, gun: str) -> Spot:
    right, ahead = GUNS[gun]
    return x + round(right * SMALL), y + round(ahead * SMALL)


def burst(book: TwentyfiveRulebook, say: WordFormatter) -> Figure:
    """Return the figure of hits on the fuselage and on a wing (T-503 to T-506)."""
    items: list[Item] = [bomber(MIDDLE)]
    tables = {side: rows_by_man(book.tables[name]) for side, name in ((-1, FRONT), (1, REAR))}
    for side, rows in tables.items():
        end: Literal["start", "end"] = "start" if side < 0 else "end"
        items.append(Label(side * HALF, 190, "From the front" if side < 0 else "From the rear", end))
        for number, station in enumerate(sorted(rows, key=lambda station: -STATIONS[station])):
            y = 150 - number * 50
            words = f"{span(rows[station].rolls)}  {say(station)}"
            items.append(Label(side * HALF, y, words, end))
            inner = HALF - len(words) * LETTER - 12
            if inner > CLEAR:
                items.append(Line(((side * inner, y), (side * 10, round(STATIONS[station] * MIDDLE))), "measure"))
    wing = book.table_at("pass.wing")
    wing_results = ", ".join(f"{span(row.rolls)} {effect_words(row, say, in_prose=True).lower()}" for row in wing.rows)
    items += [Label(0, -180, "A hit on a wing"), Label(0, -204, wing_results)]
    both = [f"the {say(station)}" for station in STATIONS if all(station in rows for rows in tables.values())]
    text = (
        f"The numbers are rolls for a hit on the fuselage, by the direction of the attack. {capital(join_words(both))} "
        "can be hit from both."
    )
    return figure("Where a burst strikes", text, -222, 210, items, HALF + 4)


def tour(book: TwentyfiveRulebook, say: WordFormatter) -> Figure:
    """Return the figure of a tour with its ranks (T-103, T-703) and its losses (T-701)."""
    ranks = book.table_at("tour.rank").keys
    first: dict[str, tuple[int, str]] = {}  # the first mission of each rank, and its drawing style
    items: list[Item] = []
    y = 0
    for mission in range(1, book.constants.missions + 1):
        x, y = (mission - 1) % ACROSS * 120 - HALF, (mission - 1) // ACROSS * -46
        rank = next((str(item["rank"]) for item in ranks[str(mission)].effects if item.is_a(effects.rank_is)), "")
        _, look = first.setdefault(rank, (mission, LOOKS[min(len(first), len(LOOKS) - 1)] if rank else LOOKS[-1]))
        items += cell(x, y, 114, 40, look, str(mission))
    first.pop("", None)
    for rank, (mission, look) in first.items():
        y -= 34
        since = f"with mission {mission}" if mission > 1 else "at first"
        won = "; the tour is won" if mission == book.constants.missions else ""
        items += [area(-HALF, y - 11, 22, 22, look), Label(34 - HALF, y, f"{capital(say(rank))} {since}{won}", "start")]
    losses = [row.when.words(say) for row in book.table_at("pass.loss").rows if row.when]
    text = "The squares are completed missions."
    if losses:
        text += f" Your bomber is lost, and the tour with it, if {join_words(losses, 'or')}."
    return figure("A tour", text, y - 20, 52, items)


def missions(book: TwentyfiveRulebook) -> Figure:
    """Return the figure of the rolls from one mission to the next (T-101, T-104, T-106)."""
    text = (
        f"From top to bottom, the steps that fill one line of the sheet; the arrow at the side leads to the next mission, up to mission {book.constants.missions}. "
        "The rank changes once a mission is completed; a bomber that is lost ends the tour."
    )
    return steps(book, "From mission to mission", text, MISSION, NEXT)


def circles(book: TwentyfiveRulebook, say: WordFormatter) -> Figure:
    """Return the figure of the circles on the Fighter Attack Record Sheet (T-904)."""
    const = book.constants
    items: list[Item] = [bomber(LARGE)]
    at = [side * round(along * LARGE) for side in (-1, 1) for along in ENGINES[: const.engines_per_wing]]
    items += [_circle(x, round(0.15 * LARGE), "ahead") for x in at]
    beside: dict[int, list[tuple[int, int, str]]] = {-1: [], 1: []}
    for number, station in enumerate(const.stations):
        right, ahead = MEN_AT.get(station, (0, STATIONS[station]))
        side = -1 if right < 0 or (not right and number % 2 == 0) else 1
        beside[side].append((round(ahead * LARGE), round(right * LARGE), say(station).partition(" (")[0]))
    for side, men in beside.items():
        end: Literal["start", "end"] = "start" if side < 0 else "end"
        for height, (y, x, words) in zip(ROWS, sorted(men, reverse=True), strict=False):
            items.append(Line(((side * (HALF - len(words) * LETTER - 18), height), (x, y)), "measure"))
            items += [_circle(x, y, "ground"), Label(side * HALF, height, words, end)]
    low = -LARGE // 2 - 84
    items.append(fighter(130, -215, low, 0))
    for effect in (effect for row in book.table_at("guns.effect").rows for effect in row.effects):
        y = low + round(MARKS[effect["mark"]] * 130)
        items.append(Line(((-190, y), (-130, y)), "measure"))
        items += [_circle(-215, y, "ground"), Label(-120, y, say(f"fighter_{effect['cause']}"), "start")]
    text = "A cross in a circle: the man is out, the engine has stopped, or the fighter is hit there. The circles on the wings are engines."
    return figure("The circles of the sheet", text, low - 75, LARGE // 2 + 14, items)


def _circle(x: int, y: int, look: str) -> Area:
    """Return a polygon that is drawn as a circle around a position, for a player to mark."""
    turns = map(radians, range(0, 360, 20))
    return Area(tuple((x + round(10 * cos(turn)), y + round(10 * sin(turn))) for turn in turns), look)
