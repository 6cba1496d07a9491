"""Figures of the chapters of Queen of the Skies.

Those of every bomber, and what each gun bears on.
"""

from __future__ import annotations

from combatbox.bomber.drawings import LEVELS, Band, clock, hour_of, landing, part_of_ring, sections, zones
from combatbox.core.effects import WordFormatter
from combatbox.core.table_views import capital, join_words
from combatbox.drawing.sequence import steps
from combatbox.drawing.shapes import Area, Figure, Item, Label, Model, Placed
from combatbox.games.queen.constants import QueenRulebook

BOMBER = Model("bomber", "B-17", "", "b17-plan", 200, "ours")
SMALL = Model("bomber", "B-17", "", "b17-plan", 90, "ours")
FIGHTER = Model("fighter", "Me 109", "", "me109-plan", 40, "enemy")

WAVE = ("wave.fighters", "cover.bracket", "guns.fire", "guns.damage", "attack.fire", "attack.shells", "attack.areas",
        "attack.new_position")  # fmt: skip
"""The places of a wave that have a table each, in the order of play."""

AGAIN = ("attack.new_position", "guns.fire")
"""From where to where fighters that come again go back."""

ACROSS = 3
"""Number of guns side by side."""

PITCH, THINNER = 300, 0.5
"""Distance between guns, and scale of their rings against those of the clock."""


def drawings(book: QueenRulebook, say: WordFormatter) -> dict[str, Figure]:
    """Return every figure of the chapters, by name."""
    return {
        "clock": clock(book, say, BOMBER, FIGHTER),
        "sections": sections(book, say, BOMBER),
        "zones": way(book),
        "wave": wave(book),
        "guns": guns(book, say),
        "landing": landing(book, say, "G-9"),
    }


def way(book: QueenRulebook) -> Figure:
    """Return the figure of escort and fighters along the way (Q5.2b-1, Q5.2c-1)."""
    home, cover = book.constants.home_zone, book.constants.cover_zones
    last = max(int(zone) for zone in book.tables["G-11"].columns)
    bands = [
        Band("home", home, home, "table"),
        Band("fighter cover", cover[0], cover[-1], "reach"),
        Band("fighters may come", home + 1, last, "ahead"),
    ]
    text = f"The farthest target lies in zone {last}. Beyond zone {cover[-1]} you fly without an escort, out and home."
    return zones(text, home, last, bands)


def wave(book: QueenRulebook) -> Figure:
    """Return the figure of the tables of a wave (Q6.1b-1 to Q6.5a-2)."""
    text = "From top to bottom; the line at the side is the way of fighters that come again, which are fired at first."
    return steps(book, "How a wave runs", text, WAVE, AGAIN)


def guns(book: QueenRulebook, say: WordFormatter) -> Figure:
    """Return the figure of what each gun bears on by M-1, in rings for three heights."""
    names, bears = list(book.constants.guns), _bears(book)
    items: list[Item] = []
    for number, gun in enumerate(names):
        x, y = (number % ACROSS - 1) * PITCH, -(number // ACROSS) * (PITCH + 30)
        items += [Placed(SMALL, x, y, 0), Label(x, y - PITCH // 2 - 2, _name(say, gun))]
        for position in book.constants.positions:
            bearing, key = hour_of(position), f"{position}|{gun}"
            if bearing and key in bears:
                ring, width = LEVELS[bearing[1]] * THINNER, 13
                corners = part_of_ring(bearing[0], ring - width, ring + width)
                items.append(Area(tuple((x + right, y + up) for right, up in corners), "reach"))
    half = PITCH * ACROSS // 2
    text = (
        "The outer ring is high, the middle one level, the inner one low, as on the clock. "
        f"{capital(say('vertical_dive'))}: {_bearing(book, say, 'vertical_dive')}. "
        f"{capital(say('vertical_climb'))}: {_bearing(book, say, 'vertical_climb')}."
    )
    rows = -(-len(names) // ACROSS)
    return Figure(
        "What each gun bears on",
        text,
        -half,
        half,
        -(rows - 1) * (PITCH + 30) - half + PITCH - 25,
        PITCH // 2,
        tuple(items),
    )


def _bears(book: QueenRulebook) -> set[str]:
    """Return the positions and guns for which M-1 has a row."""
    return {row.key for row in book.tables["M-1"].rows}


def _name(say: WordFormatter, gun: str) -> str:
    return say(f"gun_{gun}")


def _bearing(book: QueenRulebook, say: WordFormatter, position: str) -> str:
    """Return the guns that bear on a position, in words."""
    return join_words([_name(say, gun) for gun in book.constants.guns if f"{position}|{gun}" in _bears(book)])
