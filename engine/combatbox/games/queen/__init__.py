"""B-17: Queen of the Skies.

The player flies a bomber with ten men on twenty-five missions over occupied Europe.
"""

from __future__ import annotations

from combatbox.core.plugin import GamePlugin

PLUGIN = GamePlugin(
    "queen", "combatbox.games.queen.game:GAME", sheets="combatbox.press.games.queen.sheets:PROVIDER", place=2
)
