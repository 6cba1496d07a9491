"""Where data lives: beside `engine/` in a checkout, inside the package in an installed wheel."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from combatbox.core.errors import CombatBoxError
from combatbox.games import registered_games

_PACKAGE = Path(__file__).resolve().parent.parent
_PACKED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent.parent


def cache_folder() -> Path:
    """Where a user's programs keep what they can make again: `$XDG_CACHE_HOME` or `~/.cache`, in a folder of our own."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "combatbox"


def root() -> Path:
    """The folder that holds `tables/`, `templates/` and `site/`."""
    return _PACKED if _PACKED.is_dir() else _CHECKOUT


def checkout() -> Path | None:
    """The project's folder when running from a checkout (tests and sources are there), else None."""
    return _CHECKOUT if (_CHECKOUT / "tests").is_dir() and not _PACKED.is_dir() else None


def tables() -> Path:
    """The tables of all games, one folder a game."""
    return root() / "tables"


def templates() -> Path:
    """Jinja2 templates, sheet layouts, art and fonts."""
    return root() / "templates"


def fonts() -> Path:
    """The typefaces of paper."""
    return templates() / "fonts"


def art() -> Path:
    """Our drawings."""
    return templates() / "art"


def drawings() -> dict[str, Path]:
    """Every drawing by name: ours, and those that games bring along."""
    folders = [folder / "templates" / "art" for folder in plug_ins().values()]
    return {path.stem: path for folder in (*folders, art()) for path in sorted(folder.glob("*.svg"))}


def drawing(name: str) -> Path:
    """The file of a drawing, which need not be there."""
    ours = art() / f"{name}.svg"
    return ours if ours.is_file() else drawings().get(name, ours)


def sheets() -> Path:
    """Layouts, counters and lists of what is printed, one folder a game."""
    return templates() / "sheets"


@dataclass(frozen=True, slots=True)
class Home:
    """Where the data of one game lies: its tables, its sheets and counters, its pages, the second transcription."""

    tables: Path
    sheets: Path
    site: Path
    transcription: Path | None


def home(key: str) -> Home:
    """The home of a game: folders of its name among ours, or among those of the folder that it announced."""
    own = plug_ins().get(key)
    if own:
        below = (own / "tables", own / "templates" / "sheets", own / "site", own / "tests" / "transcriptions")
        return Home(*(folder / key for folder in below))
    project = checkout()
    transcription = project / "tests" / "transcriptions" / key if project else None
    return Home(tables() / key, sheets() / key, root() / "site" / key, transcription)


def schema_of(key: str) -> Path:
    """The schema of a game's tables, which editors read; it need not be there."""
    folder = home(key).tables.parent if key in registered_games() else tables()
    return folder / "schema" / f"{key}-table.json"


def plug_ins() -> dict[str, Path]:
    """The folders of the games that bring their data along, by key; each is laid out as ours is."""
    return {key: one.folder for key, one in registered_games().items() if one.folder}


def packaged_with(key: str = "") -> tuple[str, ...]:
    """The games whose data lie where this one's do: a guest is alone in its folder. Of no game: ours, side by side."""
    alone = plug_ins()
    return (key,) if key in alone else tuple(name for name in registered_games() if name not in alone)


def code(key: str) -> Path:
    """The folder of a game's code: that of the module which holds its `Game`. Nothing of it is loaded."""
    module = registered_games()[key].game.partition(":")[0]
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise CombatBoxError(f"{module}: is announced and has no source")
    return Path(spec.origin).parent


def shown(path: Path) -> str:
    """A path as messages show it: relative to the project or the working folder where that is shorter."""
    for base in (root(), Path.cwd()):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()


def behind(shown_path: str) -> Path:
    """The file behind a path as messages show it."""
    return root() / shown_path if (root() / shown_path).is_file() else Path(shown_path)
