"""Figures for the chapters of B-29 Superfortress, in addition to those on its sheets."""

from __future__ import annotations

from combatbox.bomber.drawings import Band, clock, landing, sections, zones
from combatbox.core.effects import WordFormatter
from combatbox.drawing.sequence import steps
from combatbox.drawing.shapes import Figure, Model
from combatbox.games.superfort.state import SuperfortRulebook

BOMBER = Model("bomber", "B-29", "", "b29-plan", 200, "ours")
FIGHTER = Model("fighter", "Zeke", "", "zeke-plan", 40, "enemy")

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
    }


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
