"""B-17!

A game with model aircraft on a tabletop: four bombers fly in a diamond formation, and fighters enter at the hours of a
clock.
"""

from __future__ import annotations

from combatbox.core.plugin import GamePlugin

PLUGIN = GamePlugin(
    "skirmish", "combatbox.games.skirmish.game:GAME", sheets="combatbox.press.games.skirmish.sheets:PROVIDER", place=4
)
