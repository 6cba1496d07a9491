"""The boards and figures of B-29 Superfortress.

Boards are the Game Map with tracks, the placement chart of fighters and the crew sheet. Figures show the fuel of a
mission, sights and turrets, fields of fire, cabins and tunnel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from combatbox.core.table_views import capital
from combatbox.games.superfort.constants import Constants
from combatbox.press import art, boards
from combatbox.press.art import part_bounds
from combatbox.press.blocks import DrawFunction
from combatbox.press.drawings import SQUARE, Figure
from combatbox.press.map import draw_map
from combatbox.press.map_data import read_atlas
from combatbox.press.provider import SheetContext


def constants(context: SheetContext) -> Constants:
    """Return the constants of the game, typed as its class `Constants`."""
    const: Constants = context.book.const
    return const


def zones_of(const: Constants) -> range:
    """Return the zones from the base to the farthest target, without the base square."""
    return range(const.home_zone + 1, const.fighter_zones.last + 1)


def draw_functions(context: SheetContext) -> dict[str, DrawFunction]:
    """Return the functions that layouts of boards may call."""
    const, data = constants(context), context.data
    zones = [const.home_zone, *zones_of(const)]
    marked = {int(zone): words for zone, words in data["marked_zones"].items()}
    titles = ("Fighter Placement Chart", "Crew Placement Sheet")
    return {
        **boards.board_functions(context, read_fire, data["guns"], lambda atlas: zones, marked, titles),
        "map-west": lambda surface, box, scope: draw_map(surface, box, read_atlas(context.book, "map-west")),
        "map-east": lambda surface, box, scope: draw_map(surface, box, read_atlas(context.book, "map-east")),
        "gauges": lambda surface, box, scope: boards.draw_gauges(surface, box, data["gauges"]),
    }


def read_fire(context: SheetContext) -> boards.Fire:
    """Return the content of T5-6 by position of attack: the turrets that can fire there, and the men who aim them."""
    table, const, words = context.table("T5-6"), constants(context), context.data["guns"]
    positions = {}
    for key in const.positions:
        guns = []
        for gun in table.columns:
            row = table.keys.get(f"{key}@{gun}")
            if row and row.effects:
                men = [str(man) for effect in row.effects for man in _listed(effect.parameters())]
                guns.append((words[gun], (" ".join(const.crew[man].code for man in men),)))
        positions[key] = boards.Position(key, context.say(key), "", tuple(guns))
    legend = (
        "**Beside a turret**: who may fire it there (T5-6), by the letters of the Mission Log.",
        "**Beside a part**: the table of hits on it; damage is laid there.",
        "Two fighters on one place lie fanned: both names can be read.",
    )
    return boards.Fire(positions, legend, ("Turret", "Fired by"))


def _listed(parameters: tuple[Any, ...]) -> Iterator[Any]:
    for parameter in parameters:
        if isinstance(parameter, list | tuple):
            yield from parameter
        else:
            yield parameter


# ---- figures


_EXAMPLE = 12
"""The zone of the large cities, which the fuel figure uses as its example."""


def figures(context: SheetContext) -> list[Figure]:
    """Return all figures of the chapters."""
    return [fuel(context), sights(context), fields(context), cabins(context)]


# ---- fuel


def spent(const: Constants, zone: int, bands: int) -> list[tuple[str, int]]:
    """Return how many boxes of fuel each part of an uneventful mission to a zone uses (F4.3A).

    `bands` is the number of altitude bands that the bomber climbs.
    """
    cost = const.costs
    return [
        ("out, with the bombs", zone * cost.loaded),
        ("climbing to high altitude", bands * cost.climb),
        ("turning round", cost.turn_round),
        ("home, without them", (zone - 1) * cost.light),
    ]


def fuel(context: SheetContext) -> Figure:
    """Return a figure that shows the boxes of fuel aboard, and which of them a high mission to a large city uses."""
    const = constants(context)
    inner, bay = const.internal_boxes, const.bay_boxes
    parts = spent(const, _EXAMPLE, len(const.bands) - 1)
    left = inner + 2 * bay - sum(boxes for _, boxes in parts)
    spent_on = ", ".join(f"{boxes} {words}" for words, boxes in parts)
    about = (
        f"{inner} internal boxes and {bay} in each bay. A mission to zone {_EXAMPLE} takes {spent_on}; {left} are left."
    )
    figure = Figure("fuel-track", f"Fuel for a mission to zone {_EXAMPLE}", about, 560, 150, "T4-1")
    keys = dict(
        zip(("sky", "alarm", "ink", "land", "paper"), (*parts, ("left for all that goes wrong", left)), strict=True)
    )
    looks = [look for look, (_, boxes) in keys.items() for _ in range(boxes)]
    _boxes(figure, f"Internal, {inner} boxes", 10, inner // 2, looks[:inner])
    _boxes(figure, f"Forward bay, {bay}", 300, bay, looks[inner : inner + bay])
    _boxes(figure, f"Aft bay, {bay}", 410, bay, looks[inner + bay :])
    for number, (look, (words, boxes)) in enumerate(keys.items()):
        figure.key(10 + number % 2 * 270, 83 + number // 2 * 20, look, f"{boxes} {words}")
    return figure


def _boxes(figure: Figure, head: str, x: float, across: int, looks: Sequence[str]) -> None:
    figure.words(head, x, 15, "head")
    for number, look in enumerate(looks):
        row, column = divmod(number, across)
        left, top = x + column * (SQUARE + 2), 22 + row * (SQUARE + 4)
        figure.box(left, top, SQUARE, SQUARE, look)
        if look == "ink":
            figure.line((left, top), (left + SQUARE, top + SQUARE))


# ---- sights and turrets


def sights(context: SheetContext) -> Figure:
    """Return a figure of the gunners' sights.

    A filled mark shows that a sight is the first choice for a turret, a hollow mark that it is the second choice.
    """
    const, say, names = constants(context), context.say, context.data["guns"]
    guns = const.guns
    men = [man for man in const.crew if any(man in (*gun.primary, *gun.secondary) for gun in guns.values())]
    about = "; ".join(
        f"{names[gun]}: {', '.join(say(man) for man in facts.primary)}"
        + (f", or else {', '.join(say(man) for man in facts.secondary)}" if facts.secondary else "")
        for gun, facts in guns.items()
    )
    figure = Figure("sights", "Sights and turrets", about, 560, 70 + 24 * len(guns), "T5-6")
    across = {man: 163.0 + 86 * column for column, man in enumerate(men)}
    for man, x in across.items():
        figure.words(capital(context.data["on_boards"].get(man, say(man))), x, 20, "head", "middle")
    y = 20.0
    for gun, facts in guns.items():
        y += 24
        figure.line((10, y + 10), (550, y + 10), look="thin")
        figure.words(names[gun], 10, y + 4)
        for man, x in across.items():
            if man in (*facts.primary, *facts.secondary):
                figure.dot(x, y, 6.5, "sky" if man in facts.primary else "paper")
    for x, look, words in ((18, "sky", "his own"), (88, "paper", "second choice")):
        figure.dot(x, y + 34, 5, look)
        figure.words(words, x + 10, y + 38)
    return figure


def fields(context: SheetContext) -> Figure:
    """Return a figure that shows which turrets can fire at each clock position and level."""
    fire = read_fire(context)
    codes = {context.data["guns"][gun]: facts.code for gun, facts in constants(context).guns.items()}
    guns = {key: " ".join(codes[name] for name, _ in position.guns) for key, position in fire.positions.items()}
    about = "; ".join(f"{fire.positions[key].name}: {bear}" for key, bear in guns.items())
    figure = Figure("fields-of-fire", "Turrets that bear, by the clock", about, 560, 430, "T5-6")
    drawing = context.book.drawing.art.plan
    figure.art(drawing, 140, 100, 280 / art.load(drawing).width)
    places = {"10:30": (8, 24), "12": (208, 24), "1:30": (408, 24), "9": (8, 170), "3": (432, 170), "6": (208, 330)}
    for hour, (x, y) in places.items():
        figure.words(f"{hour} o’clock", x, y, "head")
        for row, level in enumerate(("high", "level", "low")):
            figure.words(capital(level), x, y + 18 + row * 16, "small")
            figure.words(guns[f"{hour}_{level}"], x + 36, y + 18 + row * 16)
    for row, key in enumerate(("vertical_dive", "vertical_climb")):
        figure.words(fire.positions[key].name, 408, 346 + row * 34, "head")
        figure.words(guns[key], 408, 362 + row * 34)
    figure.words("; ".join(f"{code} {name.lower()}" for name, code in codes.items()), 8, 420, "small")
    return figure


# ---- cabins and tunnel


def cabins(context: SheetContext) -> Figure:
    """Return a figure of the bomber from the left, with its crew and compartments; pressurized ones are marked."""
    const, data, say = constants(context), context.data, context.say
    compartments = const.compartments
    about = "; ".join(
        f"{say(name)}, room for {facts.room}, {'under pressure' if facts.pressurized else 'no pressure'}"
        for name, facts in compartments.items()
    )
    tunnel = " and ".join(say(name) for name in const.tunnel)
    figure = Figure("cabins", "Cabins, bays and the tunnel", f"{about}. A tunnel joins {tunnel}.", 560, 300)
    drawing = context.book.drawing.art.side
    page = art.load(drawing)
    scale = 540 / page.width
    figure.art(drawing, 10, 6, scale)
    for man, circle in data["stations"].items():
        x, y = part_bounds(page.ids[circle]).centre
        figure.words(const.crew[man].code, 10 + x * scale, 6 + y * scale + 3.4, "small", "middle")
    step = 540 / len(compartments)
    for number, (name, facts) in enumerate(compartments.items()):
        left, middle = 10 + number * step, 8 + (number + 0.5) * step
        x = 10 + part_bounds(page.ids[data["rooms"][name]]).centre[0] * scale
        figure.line((x, 158), (x, 176), (middle, 194), (middle, 206), look="thin")
        figure.box(left, 206, step - 4, 62, "land" if facts.pressurized else "paper")
        figure.words(data["on_boards"].get(name, capital(say(name))), middle, 222, "head", "middle")
        figure.words(f"room for {facts.room}", middle, 240, "small", "middle")
        figure.words("extinguisher" if facts.extinguishers else "", middle, 256, "small", "middle")
    figure.key(10, 280, "land", "under pressure")
    figure.words("Dashed: the tunnel over the bomb bays", 150, 290)
    return figure
