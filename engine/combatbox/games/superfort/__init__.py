"""B-29 Superfortress.

The player flies a B-29 with eleven men on thirty-five missions from the Marianas to Japan.
"""

from __future__ import annotations

from combatbox.core.plugin import GamePlugin

PLUGIN = GamePlugin(
    "superfort",
    "combatbox.games.superfort.game:GAME",
    place=3,
    sheets="combatbox.press.games.superfort.sheets:PROVIDER",
)
