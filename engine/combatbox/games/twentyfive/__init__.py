"""25 and Out.

The player leads an element of three bombers through twenty-five missions, recorded on two sheets of paper.
"""

from __future__ import annotations

from combatbox.core.plugin import GamePlugin

PLUGIN = GamePlugin(
    "twentyfive",
    "combatbox.games.twentyfive.game:GAME",
    sheets="combatbox.press.games.twentyfive.sheets:PROVIDER",
    place=1,
)
