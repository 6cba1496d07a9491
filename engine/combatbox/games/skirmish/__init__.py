"""B-17!: model aircraft on a table top, four bombers in a diamond and what comes at them by the clock."""

from __future__ import annotations

from combatbox.core.plugin import GamePlugin

PLUGIN = GamePlugin(
    "skirmish", "combatbox.games.skirmish.game:GAME", sheets="combatbox.press.games.skirmish:PROVIDER", place=4
)
