"""The installed games: each is a plug-in with an entry point and one `GAME` object.

A game imports the package `core`; a game in which the player flies a bomber also imports `bomber`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.game import Game
from combatbox.core.plugin import GROUP, GamePlugin, load_object


@cache
def registered_games() -> Mapping[str, GamePlugin]:
    """Return the plug-in of every installed game by key, in listing order.

    The games themselves are not loaded.

    Raises:
        CombatBoxError: an entry point does not name a `GamePlugin`, a game needs another plug-in API, or two games have the
            same key.
    """
    from importlib.metadata import entry_points  # the browser's engine has no entry points and never comes here

    games: dict[str, GamePlugin] = {}
    for point in entry_points(group=GROUP):
        plugin = load_object(point.value)
        if not isinstance(plugin, GamePlugin):
            raise CombatBoxError(f"{point.value}: the entry point names no GamePlugin; point it at one.")
        plugin.check_api()
        if plugin != games.setdefault(plugin.key, plugin):
            raise CombatBoxError(
                f"{point.value}: the key {plugin.key!r} is taken by {games[plugin.key].game}; give the game another key."
            )
    return {plugin.key: plugin for plugin in sorted(games.values(), key=lambda plugin: (plugin.place, plugin.key))}


class _Games(Mapping[str, Game]):
    """The installed games by key; a game is loaded when it is first accessed.

    Iterating over the keys loads no game.
    """

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
        raise CombatBoxError(f"{registered_games()[key].game}: this is not the game {key!r}; correct its plug-in.")
    return game


def game_named(key: str) -> Game:
    """Return the game with this key.

    Raises:
        UnknownName: no installed game has this key.
    """
    if key not in GAMES:
        raise UnknownName("game", key, GAMES)
    return GAMES[key]
