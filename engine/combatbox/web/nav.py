"""The site's navigation, generated from the front matter of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from combatbox.library.schema import GameModel

SECTIONS = {"rules": ("Rules", 30), "tables": ("Tables", 40), "examples": ("Missions", 60)}
FOLDERS = {"authors": "Make it yours"}
"""The titles, by folder, of sections that belong to no single game; they follow the sections of the games."""

LAST = 1000


def navigation(fronts: Mapping[str, Mapping[str, Any]], games: Mapping[str, GameModel]) -> list[Any]:
    """Return MkDocs' `nav`: the home page, a section for each game with those of its variants in it, then the other pages.

    The home page is the first one by `order`.

    Args:
        fronts: the front matter of the pages, by path.
        games: the descriptions of the games, by key.
    """
    top = _entries((path for path in fronts if "/" not in path), fronts)
    sections = {key: _game(key, fronts) for key in games if f"{key}/index.md" in fronts}
    of_games: list[Any] = []
    for key, section in sections.items():
        sections.get(games[key].like, of_games).append({games[key].title: section})
    return [
        *top[:1],
        *of_games,
        *({title: _folder(name, games, fronts)} for name, title in FOLDERS.items() if f"{name}/index.md" in fronts),
        *top[1:],
    ]


def _game(key: str, fronts: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    own = [path for path in fronts if path.startswith(f"{key}/") and "nav_group" not in fronts[path]]
    home = f"{key}/index.md"  # its `order` is its place among the games
    items: list[tuple[int, str, Any]] = [
        (-1 if path == home else _key(path, fronts)[0], path, _entry(path, fronts[path]))
        for path in own
        if path.count("/") == 1
    ]
    for folder, (title, order) in SECTIONS.items():
        if inside := {path for path in own if path.startswith(f"{key}/{folder}/")}:
            index = f"{key}/{folder}/index.md"
            pages = [*_entries(inside & {index}, fronts), *_entries(inside - {index}, fronts)]
            items.append((order, title, {title: pages}))
    return [entry for *_, entry in sorted(items, key=lambda item: item[:2])]


def _folder(name: str, games: Iterable[str], fronts: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    """Return the pages of a folder in order, followed by the games' pages that have a `nav_group`, by group."""
    groups: dict[str, list[Any]] = {}
    for path in (path for game in games for path in fronts if path.startswith(f"{game}/")):
        if group := fronts[path].get("nav_group"):
            groups.setdefault(group, []).append(_entry(path, fronts[path]))
    own = (path for path in fronts if path.startswith(f"{name}/"))
    return [*_entries(own, fronts), *({title: groups[title]} for title in sorted(groups))]


def _key(path: str, fronts: Mapping[str, Mapping[str, Any]]) -> tuple[int, str]:
    return int(fronts[path].get("order", LAST)), path


def _entries(paths: Iterable[str], fronts: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    """Return the entries of pages in order."""
    return [_entry(path, fronts[path]) for path in sorted(paths, key=lambda path: _key(path, fronts))]


def _entry(path: str, front: Mapping[str, Any]) -> dict[str, str] | str:
    title = front.get("nav_title") or front.get("title")
    return {str(title): path} if title else path


class PageLike(Protocol):
    """The part of a page's interface that the navigation needs."""

    url: str


class Item(Protocol):
    """A line of the navigation.

    Attributes:
        active: True if the line leads to the current page, or to a folder that contains it.
    """

    active: bool


class NavLineCache:
    """A cache for lines of the navigation that do not lead to the current page.

    Such lines differ between pages only in their relative links, so all pages of a folder share them. Templates call
    the cache with the markup of a line as content. A cache lasts for one build.
    """

    def __init__(self) -> None:
        self._lines: dict[
            tuple[object, ...], tuple[object, str]
        ] = {}  # with the item, which must stay alive since the key has its id

    def get(self, item: Item, path: str, level: int, beside: object, page: PageLike) -> str:
        """Return the cached line of an item; empty if it is not cached, or if the item is active."""
        if item.active:
            return ""
        return self._lines.get(self._key(item, path, level, beside, page), (None, ""))[1]

    def __call__(
        self, item: object, path: str, level: int, beside: object, page: PageLike, caller: Callable[[], str]
    ) -> str:
        """Return the line of an item, from the cache or rendered by the caller.

        Args:
            item: the item of the navigation.
            path: the path of the item.
            level: the nesting level of the item.
            beside: True if the item is in an open section.
            page: the page with the navigation.
            caller: a function that renders the line.
        """
        key = self._key(item, path, level, beside, page)
        if key not in self._lines:
            self._lines[key] = (item, caller())
        return self._lines[key][1]

    @staticmethod
    def _key(item: object, path: str, level: int, beside: object, page: PageLike) -> tuple[object, ...]:
        return id(item), path, level, bool(beside), page.url.rpartition("/")[0]
