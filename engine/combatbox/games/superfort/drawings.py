"""Figures for the chapters of B-29 Superfortress, in addition to those on its sheets."""

from __future__ import annotations

from combatbox.bomber.drawings import Band, clock, formation, landing, sections, zones
from combatbox.core.effects import WordFormatter
from combatbox.core.phrases import signed
from combatbox.core.table_views import capital
from combatbox.drawing.bars import shares
from combatbox.drawing.sequence import HALF, box, steps
from combatbox.drawing.shapes import Area, Figure, Item, Label, Line, Model
from combatbox.games.superfort.state import SuperfortRulebook

BOMBER = Model("bomber", "B-29", "", "b29-plan", 200, "ours")
TINY = Model("bomber", "B-29", "", "b29-plan", 60, "ours")
FIGHTER = Model("fighter", "Zeke", "", "zeke-plan", 40, "enemy")

METHODS = ("course.pilotage", "course.reckoning", "course.stars", "course.radio")
"""The places of the four methods of navigation."""

TARGET = ("target.visibility", "flak.amount", "flak.to_hit", "flak.effect", "flak.area", "bombs.aim", "bombs.accuracy",
          "target.thermals")  # fmt: skip
"""The places over the target that have a table, in the order of play."""

FLAK_AGAIN = ("target.thermals", "flak.amount")
"""The two places that the arrow for the second flak connects, from the first to the second."""

WAVE = ("combat.resistance", "combat.attack", "attack.type", "attack.area", "attack.angle", "guns.pilot_status", "guns.fire",
        "guns.damage", "attack.fire", "attack.shells", "attack.areas", "attack.new_position")  # fmt: skip
"""The places of an attack that have a table, in the order of play."""

AGAIN = ("attack.new_position", "attack.angle")
"""The two places that the arrow for returning fighters connects, from the first to the second."""

NIGHT = ("combat.resistance", "night.searchlights", "night.fighters", "attack.angle", "night.spotted", "guns.fire", "guns.damage",
         "attack.fire", "attack.shells", "attack.areas")  # fmt: skip
"""The places of a night turn that have a table, in the order of play."""


def drawings(book: SuperfortRulebook, say: WordFormatter) -> dict[str, Figure]:
    """Return all figures of the chapters, by name."""
    return {
        "clock": clock(book, say, BOMBER, FIGHTER),
        "sections": sections(book, say, BOMBER),
        "zones": way(book),
        "wave": wave(book),
        "night": night(book),
        "landing": landing(book, say, "T8-1"),
        "formation": place(book),
        "cabins": cabins(book, say),
        "course": course(book),
        "target": target(book),
        "accuracy": accuracy(book),
    }


def place(book: SuperfortRulebook) -> Figure:
    """Return the figure of the places in the formation (F2.3A.1, F2.3B.1)."""
    text = (
        "Two dice for the place, one for the level of the squadron; on the right what it adds to the roll for resistance, by day and in "
        "formation. From the high squadron down to the low one, all fly to the right."
    )
    places = ("briefing.formation", "briefing.squadron", "combat.resistance")
    return formation(book, TINY, places, "{}_in_formation", text)


def cabins(book: SuperfortRulebook, say: WordFormatter) -> Figure:
    """Return the figure of the cabins under pressure with the tunnel between two of them (F4.2.D1, F7.5.1, F7.6A.2)."""
    compartments = book.constants.compartments
    names, looks = list(compartments), ("reach", "ground", "ahead")
    items: list[Item] = []
    cabin, middle = -1, {name: -number * 52 for number, name in enumerate(names)}
    for number, (name, compartment) in enumerate(compartments.items()):
        opens = compartment.pressurized and not (number and compartments[names[number - 1]].pressurized)
        cabin += opens
        items += [
            Area(box(-HALF, middle[name] - 22, 416, 44), looks[cabin] if compartment.pressurized else "table"),
            Label(-HALF + 12, middle[name], capital(say(name)), "start"),
            Label(154, middle[name], f"room for {compartment.room}", "start"),
        ]
        for bottle in range(compartment.extinguishers):
            items.append(Area(box(HALF - 24 - 26 * bottle, middle[name] - 9, 18, 18), "ahead"))
    first, last = (middle[name] for name in book.constants.tunnel)
    items.append(Line(((116, first), (136, first), (136, last), (116, last)), "way"))
    text = (
        "From nose to tail. The coloured compartments are under pressure, those of one colour share it; the line at the side is the "
        "tunnel over the bomb bays. A square on the right is an extinguisher."
    )
    return Figure("The cabins", text, -HALF - 8, HALF + 8, -(len(names) - 1) * 52 - 30, 30, tuple(items))


def course(book: SuperfortRulebook) -> Figure:
    """Return the figure of the probability of being On Course, by Navigation marker (F4.5A.5, F4.5B.1)."""
    markers = markers_of(book)
    wide, high = 2 * HALF // len(markers), 200
    items: list[Item] = [Label(-HALF, high + 44, "chance to be On Course, in per cent", "start")]
    for number, marker in enumerate(markers):
        x, share = -HALF + number * wide, on_course(book, marker)
        top = round(high * share)
        items += [
            Area(box(x + 4, 0, wide - 8, top), "reach" if marker < 0 else "ground"),
            Label(x + wide // 2, top + 16, f"{100 * share:.0f}"),
            Label(x + wide // 2, -18, signed(marker) if marker else "0"),
        ]
    text = (
        "Below each bar what the marker shows after the four methods; with nothing else that makes navigation harder."
    )
    return Figure("What the Navigation marker is worth", text, -HALF - 8, HALF + 8, -36, high + 60, tuple(items))


def markers_of(book: SuperfortRulebook) -> range:
    """Return all values that the Navigation marker can have after the four methods."""
    moves = [
        [int(value) for row in book.tables[table].rows for effect in row.effects for value in effect.parameters()]
        for table in (book.places[place].table for place in METHODS)
    ]
    return range(sum(map(min, moves)), sum(map(max, moves)) + 1)


def on_course(book: SuperfortRulebook, marker: int) -> float:
    """Return the probability of being On Course with a marker and no other modifier."""
    table = book.tables[book.places["course.determined"].table]
    weights = table.notation.weights()
    found = sum(
        weight for roll, weight in weights.items() if "on" in table.at(roll + marker, "").effects[0].parameters()
    )
    return found / sum(weights.values())


def accuracy(book: SuperfortRulebook) -> Figure:
    """Return the figure of the percentages of bombs on the target (F6.3A.1)."""
    text = (
        "Each bar is all throws of two dice; the numbers are percentages. The narrow parts at the right are the best."
    )
    return shares(book.tables[book.places["bombs.accuracy"].table], "How accurate the bombs are", text)


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
