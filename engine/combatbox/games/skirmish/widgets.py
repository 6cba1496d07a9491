"""Data for the interactive widgets on the pages of B-17!, from tables and geometry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from combatbox.games.skirmish import effects
from combatbox.games.skirmish.constants import SkirmishRulebook
from combatbox.games.skirmish.geometry import INCH
from combatbox.games.skirmish.models import BOMBER, ESCORT, GERMAN, fire_rules
from combatbox.games.skirmish.parameters import measures

WINDOW = (22 * INCH, 16 * INCH)
"""The width and depth of the part of the table that the widget shows."""

STARTS = (
    ("abeam", "bomber", (7400, 8100, 80), (11000, 8000, 0)),
    ("dead ahead", "bomber", (11300, 12800, 180), (11000, 7500, 0)),
    ("dead astern", "bomber", (10800, 4600, 0), (11000, 10000, 0)),
    ("where no gun bears", "bomber", (14000, 10500, 220), (11000, 8000, 0)),
    ("fighters head-on", "fighter", (9000, 8000, 90), (12500, 8300, 270)),
)
"""The starting positions: each has a name, the type of the target, and the positions of fighter and target."""


def aim(book: SkirmishRulebook) -> dict[str, Any]:  # JSON
    """Return the data for the widget that shows an attacker and its target: range, arcs, modifiers and odds."""
    full = replace(book, ruled={**book.ruled, "turret": "on"})
    m = measures(full)
    return {
        "window": WINDOW,
        **fire_rules(m),
        "odds": odds(book),
        "columns": dict(book.tables["S-TAB-COMBAT"].columns),
        "says": list(m.gun_names),
        "tough": dict(m.toughness),
        "starts": STARTS,
        "art": {"bomber": BOMBER, "escort": ESCORT, "german": GERMAN[0]},
    }


def odds(book: SkirmishRulebook) -> dict[str, Any]:  # JSON
    """Return, for each kind of attack, the modifiers and how many of the 36 rolls give each outcome.

    The outcomes are hits on no engine, on one engine and on two engines.
    """
    table = book.tables["S-TAB-COMBAT"]
    by_column = {}
    for column, adds in table.adds.items():
        counts = [0, 0, 0]
        for row in table.lookups[column].values():
            counts[sum(effect["engines"] for effect in row.effects if effect.is_a(effects.engine_hits))] += 1
        by_column[column] = [*adds, counts]
    return by_column
