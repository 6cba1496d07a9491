"""Where data lives: beside `engine/` in a checkout, inside the package in an installed wheel."""

from __future__ import annotations

from pathlib import Path

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


def shown(path: Path) -> str:
    """A path as messages show it: relative to the project or the working folder where that is shorter."""
    for base in (root(), Path.cwd()):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()
