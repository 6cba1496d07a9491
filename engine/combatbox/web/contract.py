"""The page for authors about the parts of a game, the parts that each game has, and the stages of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup, escape

from combatbox.core.game import Game
from combatbox.core.plugin import GROUP, GamePlugin
from combatbox.games import registered_games
from combatbox.library.book import Book
from combatbox.library.schema import STAGES

PAGE = "api/games.md"


def page(books: Mapping[str, Book]) -> dict[str, Any]:
    """Return the data of the page: the parts of a plug-in and of a game, and the games that have them."""
    return {
        "group": GROUP,
        "announcement": list(_parts(GamePlugin)),
        "parts": list(_parts(Game)),
        "games": [
            SimpleNamespace(
                title=book.meta.title,
                stage=book.meta.stage,
                has={field.name for field in fields(Game) if _has(book.game, field.name)},
                announces={field.name for field in fields(GamePlugin) if getattr(registered_games()[key], field.name)},
            )
            for key, book in books.items()
            if key in registered_games()
        ],
        "stages": STAGES,
    }


def _parts(kind: type[Any]) -> Iterable[SimpleNamespace]:
    """Yield the fields of a dataclass, each with its purpose."""
    for field in fields(kind):
        needed = field.default is MISSING and field.default_factory is MISSING
        yield SimpleNamespace(name=field.name, about=_coded(field.metadata["about"]), needed=needed)


def _has(game: Game, name: str) -> bool:
    """Return True if a game defines a part and does not use its default."""
    field = next(field for field in fields(Game) if field.name == name)
    default = field.default_factory() if field.default_factory is not MISSING else field.default
    return bool(getattr(game, name) != default)


def _coded(text: str) -> Markup:
    """Return a text as HTML, with the parts between backticks as code."""
    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(
        part if index % 2 == 0 else Markup(f"<code>{part}</code>") for index, part in enumerate(parts)
    )
