"""The games. Each imports core alone and declares one `GAME`."""

from __future__ import annotations

from collections.abc import Mapping

from combatbox.core.errors import UnknownName
from combatbox.core.game import Game
from combatbox.games.queen import GAME as QUEEN
from combatbox.games.twentyfive import GAME as TWENTYFIVE

GAMES: Mapping[str, Game] = {game.key: game for game in (TWENTYFIVE, QUEEN)}


def game_named(key: str) -> Game:
    """The game with this key. Raises UnknownName."""
    if key not in GAMES:
        raise UnknownName("game", key, GAMES)
    return GAMES[key]
