"""The page for authors of games: the parts that a game can have, and the parts and the stage of each game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup, escape

from combatbox.core.game import DataTypes, Game, GamePages
from combatbox.core.plugin import GROUP, GamePlugin
from combatbox.games import registered_games
from combatbox.library.book import Book
from combatbox.library.schema import STAGES

PAGE = "api/games.md"


def page(books: Mapping[str, Book]) -> dict[str, Any]:
    """Return the data of the page for authors of games.

    It lists the parts that a plug-in and a game can define, and for each game the parts that it defines.
    """
    return {
        "group": GROUP,
        "announcement": list(_parts(GamePlugin)),
        "parts": list(_parts(Game)),
        "games": [
            SimpleNamespace(
                title=book.meta.title,
                stage=book.meta.stage,
                has=set(_given(book.game)),
                announces={field.name for field in fields(GamePlugin) if getattr(registered_games()[key], field.name)},
            )
            for key, book in books.items()
            if key in registered_games()
        ],
        "stages": STAGES,
    }


GROUPS: Mapping[str, type[Any]] = {"types": DataTypes, "pages": GamePages}
"""The fields of a game that are records with further fields, with the class of each record."""


def _parts(kind: type[Any], within: str = "") -> Iterable[SimpleNamespace]:
    """Yield the fields of a dataclass with their purpose, and the fields of the records inside it.

    Args:
        kind: the dataclass.
        within: the prefix of the names.
    """
    for field in fields(kind):
        needed = field.default is MISSING and field.default_factory is MISSING
        if kind is Game and field.name in GROUPS:
            yield from _parts(GROUPS[field.name], f"{field.name}.")
        else:
            yield SimpleNamespace(name=within + field.name, about=_coded(field.metadata["about"]), needed=needed)


def _given(part: Any, within: str = "") -> Iterable[str]:
    """Yield the names of the parts that a game defines itself, without using their defaults."""
    for field in fields(part):
        value = getattr(part, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if isinstance(part, Game) and field.name in GROUPS:
            yield from _given(value, f"{field.name}.")
        elif value != default:
            yield within + field.name


def _coded(text: str) -> Markup:
    """Return a text as HTML, with the parts between backticks as code."""
    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(
        part if index % 2 == 0 else Markup(f"<code>{part}</code>") for index, part in enumerate(parts)
    )
