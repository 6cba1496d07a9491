"""Figures for the chapters of B-29 Superfortress, in addition to those on its sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap

from combatbox.bomber.drawings import (
    Band,
    accuracy,
    clock,
    fates,
    fields_of_fire,
    formation,
    landing,
    plan,
    rolls_that_hit,
    sections,
    victory,
    zones,
)
from combatbox.core.effects import WordFormatter
from combatbox.core.phrases import join_words, signed
from combatbox.core.shapes import Area, Figure, Item, Label, Line, Model
from combatbox.core.table_views import capital, effect_words, view
from combatbox.core.tables import Table
from combatbox.drawing.figures import (
    HALF,
    area,
    columns,
    figure,
    left,
    percentages,
    probability,
    stacked,
    steps,
    throws_by_result,
)
from combatbox.games.superfort import navigation
from combatbox.games.superfort.state import SuperfortRulebook

FIGHTER = Model("fighter", "Zeke", "", "zeke-plan", 40, "enemy")

TARGET = (
    "target.visibility",
    "flak.amount",
    "flak.to_hit",
    "flak.effect",
    "flak.area",
    "bombs.aim",
    "bombs.accuracy",
    "target.thermals",
)
"""The places over the target at which a table is used, in the order of play."""

FLAK_AGAIN = ("target.thermals", "flak.amount")
"""The start and the end of the arrow for the second flak, as places in the order of play."""

WAVE = (
    "combat.resistance",
    "combat.attack",
    "attack.type",
    "attack.area",
    "attack.angle",
    "guns.pilot_status",
    "guns.fire",
    "guns.damage",
    "attack.fire",
    "attack.shells",
    "attack.areas",
    "attack.new_position",
)
"""The places of an attack at which a table is used, in the order of play."""

AGAIN = ("attack.new_position", "attack.angle")
"""The start and the end of the arrow for returning fighters, as places in the order of play."""

NIGHT = (
    "combat.resistance",
    "night.searchlights",
    "night.fighters",
    "attack.angle",
    "night.spotted",
    "guns.fire",
    "guns.damage",
    "attack.fire",
    "attack.shells",
    "attack.areas",
)
"""The places of a night turn at which a table is used, in the order of play."""

COMPANY = ("out_of_formation", "", "escort_other", "escort_p51")
"""The modifiers of the roll for fighters that depend on who flies with the B-29; empty for a formation without escort."""

RESISTANCE = ("table", "reach", "ground", "ahead")
"""The drawing styles of the levels of resistance, the lowest first."""

BAR, ACROSS = 100, 142
"""The length of a bar that stands for a probability of 1, and the distance between two columns of bars."""


def drawings(book: SuperfortRulebook, say: WordFormatter) -> dict[str, Figure]:
    """Return all figures of the chapters, by name."""
    return {
        "clock": clock(book, say, FIGHTER),
        "sections": sections(book, say),
        "zones": way(book),
        "wave": wave(book),
        "night": night(book),
        "landing": landing(book, say),
        "formation": place(book),
        "cabins": cabins(book, say),
        "course": course(book),
        "target": target(book),
        "accuracy": accuracy(book),
        "turning": turning(book),
        "company": company(book, say),
        "guns": guns(book, say),
        "aim": aim(book, say),
        "victory": victory(book, say),
        "fates": fates(book),
    }


def place(book: SuperfortRulebook) -> Figure:
    """Return the figure of the places in the formation (F2.3A.1, F2.3B.1)."""
    text = (
        "Two dice for the place, one for the level of the squadron; on the right what it adds to the roll for resistance, by day and in "
        "formation. From the high squadron down to the low one, all fly to the right."
    )
    places = ("briefing.formation", "briefing.squadron", "combat.resistance")
    return formation(book, plan(book, 60), places, "{}_in_formation", text)


def cabins(book: SuperfortRulebook, say: WordFormatter) -> Figure:
    """Return the figure of the cabins under pressure with the tunnel between two of them (F4.2.D1, F7.5.1, F7.6A.2)."""
    looks, is_pressurized, y = iter(("reach", "ground", "ahead")), False, 52
    items: list[Item] = []
    middle, look = {}, ""
    for name, compartment in book.constants.compartments.items():
        if compartment.pressurized and not is_pressurized:
            look = next(looks)
        is_pressurized = compartment.pressurized
        middle[name] = y = y - 52
        items += [
            area(-HALF, y - 22, 416, 44, look if is_pressurized else "table"),
            Label(12 - HALF, y, capital(say(name)), "start"),
            Label(154, y, f"room for {compartment.room}", "start"),
            *(area(276 - 26 * bottle, y - 9, 18, 18, "ahead") for bottle in range(compartment.extinguishers)),
        ]
    first, last = (middle[name] for name in book.constants.tunnel)
    items.append(Line(((116, first), (136, first), (136, last), (116, last)), "way"))
    text = (
        "From nose to tail. The coloured compartments are under pressure, those of one colour share it; the line at the side is the "
        "tunnel over the bomb bays. A square on the right is an extinguisher."
    )
    return figure("The cabins", text, y - 30, 30, items)


def course(book: SuperfortRulebook) -> Figure:
    """Return the figure of the probability of being On Course, by Navigation marker (F4.5A.5, F4.5B.1)."""
    bars = [
        (signed(marker), on_course(book, marker), "reach" if marker < 0 else "ground") for marker in markers_of(book)
    ]
    text = (
        "Below each bar what the marker shows after the four methods; with nothing else that makes navigation harder."
    )
    return columns("What the Navigation marker is worth", text, "chance to be On Course, in per cent", bars)


def markers_of(book: SuperfortRulebook) -> range:
    """Return all values that the Navigation marker can have after the four methods."""
    moves = [
        [int(value) for row in book.table_at(place).rows for effect in row.effects for value in effect.parameters()]
        for place in navigation.METHODS
    ]
    return range(sum(map(min, moves)), sum(map(max, moves)) + 1)


def on_course(book: SuperfortRulebook, marker: int) -> float:
    """Return the probability of being On Course with a marker and no other modifier."""
    return probability(throws_by_result(book.table_at("course.determined"), add=marker), "on")


def target(book: SuperfortRulebook) -> Figure:
    """Return the figure of the tables over the target (F6.1.1 to F6.4.1)."""
    text = "From top to bottom; the line at the side is the second flak. Thermals are rolled for low over a great city alone."
    return steps(book, "Over the target", text, TARGET, FLAK_AGAIN)


def way(book: SuperfortRulebook) -> Figure:
    """Return the figure of the zones and the events in them (F5.1A.1, F5.1A.2)."""
    const = book.constants
    fighters, assembly, iwo = const.fighter_zones, const.assembly, const.iwo_zone
    bands = [
        Band("Iwo Jima", iwo, iwo, "ground"),
        Band("assembly, early missions", assembly.first, assembly.first, "reach"),
        Band("assembly, later ones by day", assembly.last, assembly.last, "reach"),
        Band("fighters", fighters.first, fighters.last, "ahead"),
    ]
    text = (
        f"Zone {const.home_zone} is the base. Fighters may come in zones {fighters.first} to {fighters.last}, out and home, "
        f"and on the first {const.early_missions} missions in zone {iwo} as well."
    )
    return zones(text, const.home_zone, fighters.last, bands)


def wave(book: SuperfortRulebook) -> Figure:
    """Return the figure of the tables of a daytime attack (F5.1A.1 to X5.6A)."""
    text = "By day, from top to bottom; the line at the side is the way of fighters that come again, whose angle is rolled anew."
    return steps(book, "How an attack runs", text, WAVE, AGAIN)


def night(book: SuperfortRulebook) -> Figure:
    """Return the figure of the tables of a night turn (F5.8.1 to F5.8I.4)."""
    text = (
        "By night, from top to bottom. The lights are over the target alone. Of a night fighter that nobody has seen, the fire comes "
        "before that of your guns."
    )
    return steps(book, "How a night turn runs", text, NIGHT)


def turning(book: SuperfortRulebook) -> Figure:
    """Return the figure of a B-29 that turns back, and of one that flies on to Iwo Jima (F4.7A.3 to F4.7B.4)."""
    const = book.constants
    home, iwo, turn = const.home_zone, const.iwo_zone, const.fighter_zones.first
    wide = 2 * HALF // (turn - home + 2)
    middle = {zone: (zone - home) * wide + wide - wide // 2 - HALF for zone in range(home, turn + 1)}
    items: list[Item] = []
    for zone, x in middle.items():
        look = "ahead" if zone == turn else "ground" if zone == iwo else "table"
        items += [area(x - wide // 2, 0, wide, 44, look), Label(x, 22, str(zone))]
    start, end = middle[home], middle[turn]
    items += [
        *_arrow(start, end, -30),
        Line(((end, -30), (end + wide, -30), (end + wide, -142), (end, -142)), "way"),
        *_arrow(end, start, -142),
        *_arrow(middle[const.assembly.first], middle[iwo], -196),
        left(-56, "Fight first. Drop the bombs or keep them."),
        left(-86, "Another turn in the zone, another fight."),
        left(-112, f"Fuel again: {const.costs.light}, with bombs {const.costs.loaded}."),
        left(-222, f"Up to zone {iwo}, once Iwo Jima is American:"),
        left(-248, "straight on to it, without another turn."),
    ]
    text = (
        f"An abort in zone {turn} costs one more turn in the same zone before the way home begins. Flying straight on to Iwo "
        "Jima costs none. Fuel is counted in boxes."
    )
    return figure("Turning back", text, -268, 56, items)


def _arrow(start: int, end: int, y: int) -> list[Item]:
    """Return a level line with a head at its end."""
    neck = end - 14 if end > start else end + 14
    return [Line(((start, y), (neck, y)), "shot"), Area(((end, y), (neck, y + 8), (neck, y - 8)), "ahead")]


def company(book: SuperfortRulebook, say: WordFormatter) -> Figure:
    """Return the figure of fighter resistance out of formation, in formation and with an escort (F4.8C.3, F4.8E.5)."""
    table = book.table_at("combat.resistance")
    rows = dict(zip(RESISTANCE, table.rows, strict=False))
    looks = {str(row.effects[0].parameters()[0]): look for look, row in rows.items()}
    worded = {name: (add, f"{words}, {signed(add)}") for name, add, words in _worded_modifiers(table, say)}
    bars = {}
    for name in COMPANY:
        add, words = worded.get(name, (0, "In formation"))
        bars[words] = percentages(throws_by_result(table, add=add), looks)
    key = {look: effect_words(row, say) for look, row in rows.items()}
    text = f"Each bar shows all throws on {table.id} with no other modifier; the numbers are percentages."
    return stacked("What company is worth", text, bars, key)


def guns(book: SuperfortRulebook, say: WordFormatter) -> Figure:
    """Return the figure of the fields of fire of the turrets and tail guns, with a ring for each height (F5.3A.2)."""
    table = book.table_at("guns.bear")
    rows = (
        (position, gun, table.keys.get(f"{position}@{gun}"))
        for position in book.constants.positions
        for gun in table.columns
    )
    bears = {(position, gun) for position, gun, row in rows if row and row.effects}
    drawn = fields_of_fire(book.constants.positions, say, plan(book, 84), table.columns, bears)
    guns = book.constants.guns
    aimed = (
        f"{words}: {join_words([say(man) for man in (*guns[gun].primary, *guns[gun].secondary)], 'or')}."
        for gun, words in table.columns.items()
    )
    return replace(drawn, text=f"{drawn.text} Who fires: {' '.join(aimed)}")


def aim(book: SuperfortRulebook, say: WordFormatter) -> Figure:
    """Return the figure of a fighter's chance to hit, for each direction of attack and each modifier (X5.4A)."""
    table = book.table_at("attack.fire")
    rows = [(0, "As rolled"), *((add, f"{signed(add)}: {words}") for _, add, words in _worded_modifiers(table, say))]
    rows.sort(key=lambda row: -row[0])
    sides: dict[tuple[float, ...], list[str]] = {}
    for column in table.columns:
        sides.setdefault(tuple(fighter_chance(book, table, column, add) for add, _ in rows), []).append(say(column))
    items: list[Item] = []
    for x, (hits, names) in zip(range(HALF - len(sides) * ACROSS, HALF, ACROSS), sides.items(), strict=True):
        head = wrap(capital(join_words(names)), 14)
        items += [Label(x, 66 - 24 * line, words, "start") for line, words in enumerate(head)]
        for line, (chance, (add, _)) in enumerate(zip(hits, rows, strict=True)):
            wide, y = round(BAR * chance), -40 - 40 * line
            items.append(area(x, y, wide, 26, "ahead" if add else "ground"))
            items.append(Label(x + wide + 8, y + 13, f"{100 * chance:.0f}", "start"))
    items += [left(-27 - 40 * line, words) for line, (_, words) in enumerate(rows)]
    text = "The numbers are percentages. The modifiers on the left change the roll of two dice, and are added up."
    return figure("How often a fighter hits", text, -40 * len(rows) - 12, 84, items)


def _worded_modifiers(table: Table, say: WordFormatter) -> Iterator[tuple[str, int, str]]:
    """Yield the name, number and wording of each modifier that adds a number."""
    for modifier, shown in zip(table.modifiers, view(table, say).modifiers, strict=False):  # adjusts follow in the view
        if isinstance(modifier.add, int):
            yield modifier.called, modifier.add, shown.words


def fighter_chance(book: SuperfortRulebook, table: Table, column: str, add: int) -> float:
    """Return the chance that a fighter hits.

    Args:
        book: the rulebook.
        table: the table of the fighters' fire.
        column: the column of the table.
        add: the sum of the modifiers.
    """
    weights = table.notation.weights()
    return sum(weights[roll] for roll in rolls_that_hit(book, table, column, add)) / sum(weights.values())
