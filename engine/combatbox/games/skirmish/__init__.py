"""B-17!

Model aircraft on a table top: four bombers in a diamond, and fighters that attack by the clock.
"""

from __future__ import annotations

from combatbox.core.plugin import GamePlugin

PLUGIN = GamePlugin(
    "skirmish", "combatbox.games.skirmish.game:GAME", sheets="combatbox.press.games.skirmish:PROVIDER", place=4
)
