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
    """The home of a game: folders among ours, or those of the folder that it announced."""
    announcement = announced().get(key)
    own = announcement.folder if announcement else None
    if own:
        return Home(own / "tables", own / "sheets", own / "site", own / "witness")
    project = checkout()
    return Home(
        tables() / key,
        sheets() / key,
        root() / "site" / key,
        project / "tests" / "witness" / key if project else None,
    )


def guests() -> dict[str, Home]:
    """The homes of the games whose data lies in a folder of their own, by key."""
    return {key: home(key) for key, announcement in announced().items() if announcement.folder}


def shown(path: Path) -> str:
    """A path as messages show it: relative to the project or the working folder where that is shorter."""
    for base in (root(), Path.cwd()):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()
