"""Where data lives: beside `engine/` in a checkout, inside the package in an installed wheel."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from combatbox.games import announced

_PACKAGE = Path(__file__).resolve().parent.parent
_PACKED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent.parent


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
    folders = [folder / "templates" / "art" for folder in guests().values()]
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
    witness: Path | None


def home(key: str) -> Home:
    """The home of a game: folders of its name among ours, or among those of the folder that it announced."""
    own = guests().get(key)
    if own:
        below = (own / "tables", own / "templates" / "sheets", own / "site", own / "tests" / "witness")
        return Home(*(folder / key for folder in below))
    project = checkout()
    witness = project / "tests" / "witness" / key if project else None
    return Home(tables() / key, sheets() / key, root() / "site" / key, witness)


def guests() -> dict[str, Path]:
    """The folders of the games that bring their data along, by key; each is laid out as ours is."""
    return {key: one.folder for key, one in announced().items() if one.folder}


def shown(path: Path) -> str:
    """A path as messages show it: relative to the project or the working folder where that is shorter."""
    for base in (root(), Path.cwd()):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()
