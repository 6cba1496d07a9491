"""The locations of data: next to `engine/` in a checkout, or inside the package."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError
from combatbox.games import registered_games

_PACKAGE = Path(__file__).resolve().parent.parent
_PACKED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent.parent


def cache_folder() -> Path:
    """Return the cache folder of Combat Box, in `$XDG_CACHE_HOME` or `~/.cache`.

    For a user without a home folder it is a path at which no folder can be made, so that nothing is cached.
    """
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "combatbox"
    except RuntimeError:
        return Path(os.devnull) / "combatbox"


def root() -> Path:
    """Return the folder that contains `tables/`, `templates/` and `site/`."""
    return _PACKED if _PACKED.is_dir() else _CHECKOUT


def checkout() -> Path | None:
    """Return the folder of the project in a checkout; otherwise None."""
    return _CHECKOUT if (_CHECKOUT / "tests").is_dir() and not _PACKED.is_dir() else None


def tables() -> Path:
    """Return the folder of the tables of all games in the project."""
    return root() / "tables"


def variants() -> Path:
    """Return the folder of the project's variants, which are games that consist of data alone."""
    return root() / "variants"


def templates() -> Path:
    """Return the folder of Jinja2 templates, sheet layouts, drawings and fonts."""
    return root() / "templates"


def fonts() -> Path:
    """Return the folder of the fonts for printed products."""
    return templates() / "fonts"


def portraits() -> Path:
    """Return the folder with the parts of portraits and the motifs of nose art."""
    return templates() / "story"


def art() -> Path:
    """Return the folder of the project's drawings."""
    return templates() / "art"


_variants_art: dict[Path, None] = {}


def add_art(folder: Path) -> None:
    """Register a variant's folder of drawings.

    The names of its drawings must differ from those of all other drawings.
    """
    _variants_art[folder] = None


def drawings() -> dict[str, Path]:
    """Return the files of all drawings by name.

    They are the drawings of the project, of plug-ins, and of the variants that were loaded.
    """
    folders = [*_variants_art, *(folder / "templates" / "art" for folder in plug_ins().values())]
    return {path.stem: path for folder in (*folders, art()) for path in sorted(folder.glob("*.svg"))}


def drawing(name: str) -> Path:
    """Return the file of a drawing, which may not exist."""
    ours = art() / f"{name}.svg"
    return ours if ours.is_file() else drawings().get(name, ours)


def sheets() -> Path:
    """Return the folder of the layouts, counters and lists of printed products."""
    return templates() / "sheets"


@frozen
class Home:
    """The folders of the data of one game.

    Attributes:
        transcription: the folder of the second transcription of its tables, or None.
    """

    tables: Path
    sheets: Path
    site: Path
    transcription: Path | None


def home(key: str) -> Home:
    """Return the folders of a game, in the project or in its plug-in."""
    own = plug_ins().get(key)
    if own:
        below = (own / "tables", own / "templates" / "sheets", own / "site", own / "tests" / "transcriptions")
        return Home(*(folder / key for folder in below))
    project = checkout()
    transcription = project / "tests" / "transcriptions" / key if project else None
    return Home(tables() / key, sheets() / key, root() / "site" / key, transcription)


def plug_ins() -> dict[str, Path]:
    """Return the folders of the games whose data is in a plug-in, by key."""
    return {key: plug_in.folder for key, plug_in in registered_games().items() if plug_in.folder}


def packaged_with(key: str = "") -> tuple[str, ...]:
    """Return the keys of the games whose data is in the same folders as the data of a game.

    A game from a plug-in shares its folders with no other game.

    Args:
        key: the key of the game; empty for the games of the project.
    """
    alone = plug_ins()
    return (key,) if key in alone else tuple(name for name in registered_games() if name not in alone)


def code(key: str) -> Path:
    """Return the folder of a game's code, which contains the module that defines its `Game`.

    The module is not imported.

    Raises:
        CombatBoxError: the module has no source file.
    """
    module = registered_games()[key].game.partition(":")[0]
    try:
        spec = find_spec(module)  # imports the packages that the module is in
    except Exception:
        spec = None
    if spec is None or spec.origin is None:
        raise CombatBoxError(f"{module}: is registered but has no source file; install it, or correct the entry point")
    return Path(spec.origin).parent


def display_path(path: Path) -> str:
    """Return a path as text for messages: relative to the project or the working folder if it is inside one of them."""
    for base in (root(), Path.cwd()):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()


def resolve_display_path(shown_path: str) -> Path:
    """Return the file for a path that `display_path` has returned."""
    return root() / shown_path if (root() / shown_path).is_file() else Path(shown_path)
