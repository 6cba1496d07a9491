"""How a game announces itself: what lists need of it before a line of its code is loaded.

A game is a package that has an `GamePlugin` and names it in its project's entry points, in `combatbox.games`:

    [project.entry-points."combatbox.games"]
    queen = "combatbox.games.queen:PLUGIN"
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from combatbox.core.errors import CombatBoxError

if TYPE_CHECKING:
    from pathlib import Path  # a game that is played from its book has no folder

GROUP = "combatbox.games"
"""The group of entry points in which games announce themselves."""


@dataclass(frozen=True)
class GamePlugin:
    """Where the parts of a game are, as `package.module:NAME`, so that each is loaded by those alone who use it."""

    key: str = field(metadata={"about": "its short name, that of its folders"})
    game: str = field(metadata={"about": "its `Game`"})
    sheets: str = field(default="", metadata={"about": "its `Provider` for the print shop, if it has record sheets"})
    folder: Path | None = field(
        default=None,
        metadata={
            "about": "what holds its own `tables/KEY`, `templates/sheets/KEY`, `templates/art`, `site/KEY` and "
            "`tests` (with `transcriptions/KEY`, `playthroughs/KEY`, `golden`); none for a game whose data stands among ours"
        },
    )
    place: int = field(
        default=99, metadata={"about": "where it stands in lists; those of one place stand by their keys"}
    )


def load_object(where: str) -> Any:
    """The thing that stands at `package.module:NAME`. Raises CombatBoxError where there is none."""
    module, _, name = where.partition(":")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise CombatBoxError(f"{where}: is announced and cannot be loaded: {error}") from error
