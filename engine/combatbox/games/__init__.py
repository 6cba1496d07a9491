"""The games. Each imports core alone and declares one `GAME`, which is loaded when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from combatbox.core.errors import UnknownName
from combatbox.core.game import Game

KEYS = ("twentyfive", "queen")


class _Games(Mapping[str, Game]):
    """The games by their keys. To list the keys loads none of them."""

    def __getitem__(self, key: str) -> Game:
        if key not in KEYS:
            raise KeyError(key)
        game: Game = import_module(f"{__name__}.{key}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)

    def __contains__(self, key: object) -> bool:
        return key in KEYS


GAMES: Mapping[str, Game] = _Games()


def game_named(key: str) -> Game:
    """The game with this key. Raises UnknownName."""
    if key not in GAMES:
        raise UnknownName("game", key, GAMES)
    return GAMES[key]
