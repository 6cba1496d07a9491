"""The installed games: each is a plug-in with an entry point and one `GAME` object.

A game imports the package `core`; a game in which the player flies a bomber also imports `bomber`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING

from combatbox.core.errors import CombatBoxError, UnknownName, format_message
from combatbox.core.game import Game
from combatbox.core.plugin import GROUP, GamePlugin, load_object

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


_used: dict[str, GamePlugin] = {}


def use(plug_ins: Mapping[str, GamePlugin]) -> None:
    """Use these plug-ins from now on, where no plug-in is installed: in a browser.

    It must be called before anything asks for the games.
    """
    _used.update(plug_ins)


@cache
def registered_games() -> Mapping[str, GamePlugin]:
    """Return the plug-in of every installed game by key, in listing order, without those that are left out.

    The games themselves are not loaded.
    """
    return _used or dict(sorted(_entries()[0].items(), key=lambda item: (item[1].place, item[0])))


def left_out_games() -> Sequence[tuple[str, str]]:
    """Return the name and the reason, with its remedy, of each installed plug-in that is left out."""
    return _entries()[1]


@cache
def _entries() -> tuple[dict[str, GamePlugin], list[tuple[str, str]]]:
    """Return the plug-ins by key, and the name and the reason of each one that is left out.

    A plug-in of other people that cannot be used is left out with a warning, so that the other games can be played. Our
    games come first, so that nobody can take their keys.

    Raises:
        CombatBoxError: a game of ours cannot be used.
    """
    from importlib.metadata import entry_points  # the browser's engine has no entry points and never comes here

    games: dict[str, GamePlugin] = {}
    left_out: list[tuple[str, str]] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: (not _is_ours(point), point.name)):
        try:
            plugin = load_object(point.value)
            _check(plugin, point)
            if plugin != games.setdefault(plugin.key, plugin):
                raise CombatBoxError(f"the key {plugin.key!r} belongs to another game")
        except (CombatBoxError, OSError) as error:
            if _is_ours(point):
                raise
            name = point.dist.name if point.dist else point.name
            reason = f"{name}: the game {point.name!r} is left out: {error}; update {name}, or: pip uninstall {name}"
            left_out.append((point.name, reason))
            _warn(reason)
    return games, left_out


def _warn(reason: str) -> None:
    """Log a warning, in one line, but not again in each worker process."""
    from logging import getLogger  # only after an error
    from multiprocessing import parent_process

    if parent_process() is None:
        getLogger("combatbox").warning("combatbox: %s", " ".join(format_message(reason).split()))


def _is_ours(point: EntryPoint) -> bool:
    return point.value.startswith(f"{__name__}.")


def _check(plugin: object, point: EntryPoint) -> None:
    """Check what an entry point names.

    Raises:
        CombatBoxError: it has a wrong type, a value of a wrong type or no tables, or needs another plug-in API.
    """
    from pathlib import Path  # not at the top, as the browser's engine has no folders

    if not isinstance(plugin, GamePlugin):
        raise CombatBoxError(f"{point.value}: the entry point names no GamePlugin")
    for each in fields(plugin):
        value = getattr(plugin, each.name)
        if not isinstance(value, {"place": int, "folder": Path | None}.get(each.name, str)):
            raise CombatBoxError(f"{point.value}: {each.name} is {value!r}, which has a wrong type")
    plugin.check_api()
    if not _is_ours(point):
        table_file = (plugin.folder or Path()) / "tables" / plugin.key / "game.yaml"
        if not (plugin.folder and table_file.is_file()):
            raise CombatBoxError(f"{point.value}: its tables are missing: there is no file {table_file}")


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
        CombatBoxError: no installed game has this key, or it is left out.
    """
    if key not in GAMES:
        raise unknown_game(key)
    return GAMES[key]


def unknown_game(key: str, known: Iterable[str] = GAMES) -> CombatBoxError:
    """Return the error for a key that no game has: why its plug-in is left out, or which keys are near."""
    reason = dict(left_out_games()).get(key)
    return CombatBoxError(reason) if reason else UnknownName("game", key, known)
