"""What the layouts of each game are filled with: names for blank sheets, and values from a log.

A game that only has tables to print needs no entry here.
"""

from __future__ import annotations

from collections.abc import Mapping

from combatbox.press.games import queen, twentyfive
from combatbox.press.games.provider import Provider

PROVIDERS: Mapping[str, Provider] = {"queen": queen.PROVIDER, "twentyfive": twentyfive.PROVIDER}
