"""The registration of a game, without loading its code.

A game is a package that defines a `GamePlugin` and names it in its project's entry points, under `combatbox.games`:

    [project.entry-points."combatbox.games"]
    queen = "combatbox.games.queen:PLUGIN"
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError

if TYPE_CHECKING:
    from pathlib import Path  # not imported at run time, as the browser's engine has no folders

GROUP = "combatbox.games"
"""The group of entry points in which games are registered."""

API = "1.0"
"""The number of the plug-in API, whose names `site/authors/stable.md` lists with the promise that the number makes."""


@frozen
class GamePlugin:
    """The locations of a game's parts, as `package.module:NAME`; each part is loaded when it is first needed.

    Attributes:
        key: the key of the game, which is also the name of its folders.
        game: the `Game`.
        sheets: the `Provider` for the print shop, if the game has record sheets.
        folder: the folder with the `tables/KEY`, `templates/sheets/KEY`, `templates/art`, `site/KEY` and `tests` (with
            `transcriptions/KEY`, `playthroughs/KEY`, `golden`) of the game; None if its data is in this project.
        place: the position of the game in lists; games with the same position are sorted by key.
        api: the number of the plug-in API that the game needs, such as `1.0`.
    """

    key: str
    game: str
    sheets: str = ""
    folder: Path | None = None
    place: int = 99
    api: str = "1.0"

    def check_api(self) -> None:
        """Check that this version offers the plug-in API that the game needs.

        Raises:
            CombatBoxError: the number is not one, or the game needs another API.
        """
        if not re.fullmatch(r"\d+\.\d+", self.api):
            raise CombatBoxError(
                f"{self.game}: api is {self.api!r}; write the number of the plug-in API, such as {API!r}"
            )
        needed, offered = ([int(part) for part in number.split(".")] for number in (self.api, API))
        if needed[0] < offered[0]:
            remedy = f"install a newer version of the game {self.key}"
        elif needed > offered:
            remedy = "install a newer Combat Box: pip install --upgrade combatbox"
        else:
            return
        raise CombatBoxError(
            f"{self.key}: needs the plug-in API {self.api}, and this version of Combat Box has {API}; {remedy}"
        )


def load_object(where: str) -> Any:
    """Import the object at `package.module:NAME`.

    Code of other people may raise anything while it is imported, even `SystemExit`; only Ctrl-C passes.

    Raises:
        CombatBoxError: the module cannot be imported or has no such name.
    """
    module, _, name = where.partition(":")
    try:
        return getattr(import_module(module), name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise CombatBoxError(f"{where}: is registered but cannot be loaded: {_reason(error)}") from error


def _reason(error: BaseException) -> str:
    """Return the class, the message, and the file and line of an error that a module raised while it was imported."""
    from traceback import extract_tb  # only after an error

    frames = [f"{frame.filename}:{frame.lineno}" for frame in extract_tb(error.__traceback__)[1:]]
    if isinstance(error, SyntaxError):
        frames.append(f"{error.filename}:{error.lineno}")
    places = [place for place in frames if not place.startswith("<frozen")]
    return f"{type(error).__name__}: {error}{f' ({places[-1]})' if places else ''}"
