"""Where the press finds its fonts, drawings and layouts: in a checkout or inside an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def templates() -> Path:
    """The folder `templates`: beside `engine/` in a checkout, under `_data/` in a wheel."""
    for folder in (_PACKAGE.parent.parent / "templates", _PACKAGE / "_data" / "templates"):
        if (folder / "fonts").is_dir():
            return folder
    raise FileNotFoundError(f"templates not found beside {_PACKAGE}: is the installation complete?")


def fonts() -> Path:
    return templates() / "fonts"


def art() -> Path:
    return templates() / "art"


def sheets() -> Path:
    return templates() / "sheets"
