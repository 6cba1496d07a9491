"""25 and Out.

An element of three bombers, twenty-five missions on two sheets of paper.
"""

from __future__ import annotations

from combatbox.core.plugin import GamePlugin

PLUGIN = GamePlugin(
    "twentyfive",
    "combatbox.games.twentyfive.game:GAME",
    sheets="combatbox.press.games.twentyfive.sheets:PROVIDER",
    place=1,
)
