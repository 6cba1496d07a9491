"""The games. Each imports core alone, announces itself in the entry points and declares one `GAME`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.game import Game
from combatbox.core.plugin import GROUP, GamePlugin, load_object


@cache
def registered_games() -> Mapping[str, GamePlugin]:
    """Every game that is installed, ours and those of others, by key and in the order of lists; none is loaded.

    Raises CombatBoxError for an entry point that is no announcement, or two of one key.
    """
    from importlib.metadata import entry_points  # where a game is played from its book alone, there are none

    games: dict[str, GamePlugin] = {}
    for point in entry_points(group=GROUP):
        one = load_object(point.value)
        if not isinstance(one, GamePlugin):
            raise CombatBoxError(f"{point.value}: is no announcement of a game")
        if one != games.setdefault(one.key, one):
            raise CombatBoxError(f"two games are called {one.key!r}: {one.game} and {games[one.key].game}")
    return {one.key: one for one in sorted(games.values(), key=lambda one: (one.place, one.key))}


class _Games(Mapping[str, Game]):
    """The games by key. One is loaded when it is asked for; to go through their keys loads none."""

    def __getitem__(self, key: str) -> Game:
        return _game(key)

    def __iter__(self) -> Iterator[str]:
        return iter(registered_games())

    def __contains__(self, key: object) -> bool:
        return key in registered_games()

    def __len__(self) -> int:
        return len(registered_games())


GAMES: Mapping[str, Game] = _Games()


@cache
def _game(key: str) -> Game:
    game = load_object(registered_games()[key].game)
    if not isinstance(game, Game) or game.key != key:
        raise CombatBoxError(f"{registered_games()[key].game}: is not the game {key!r}")
    return game


def game_named(key: str) -> Game:
    """The game with this key. Raises UnknownName."""
    if key not in GAMES:
        raise UnknownName("game", key, GAMES)
    return GAMES[key]
