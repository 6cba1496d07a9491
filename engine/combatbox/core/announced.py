"""How a game announces itself: what lists need of it before a line of its code is loaded.

A game is a package that has an `Announcement` and names it in its project's entry points, in `combatbox.games`:

    [project.entry-points."combatbox.games"]
    queen = "combatbox.games.queen:ANNOUNCEMENT"
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from combatbox.core.errors import CombatBoxError

GROUP = "combatbox.games"
"""The group of entry points in which games announce themselves."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Where the parts of a game are, as `package.module:NAME`, so that each is loaded by those alone who use it.

    game: its `Game`. sheets: its `Provider` for the print shop, if it has record sheets. folder: what holds its own
    `tables/KEY`, `templates/sheets/KEY`, `site/KEY` and `tests/witness/KEY`; None for a game whose data stands among
    ours. place: where it stands in lists; games of one place stand there by their keys.
    """

    key: str
    game: str
    sheets: str = ""
    folder: Path | None = None
    place: int = 99


def loaded(where: str) -> Any:
    """The thing that stands at `package.module:NAME`. Raises CombatBoxError where there is none."""
    module, _, name = where.partition(":")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise CombatBoxError(f"{where}: is announced and cannot be loaded: {error}") from error
