"""The images that other sites show for a link to a page: of the site or of a game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = "assets/links"
"""The folder of the images on the site. Our own pages never load them, so the service worker does not cache them."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The texts of the site's image."""

    title: str
    words: str


SITE = Shown("Combat Box", "Rules, tables, odds, printable sheets and missions of solitaire heavy-bomber games")


@dataclass(frozen=True, slots=True)
class Picture:
    """An image on the site: its path from the root, and its alternative text."""

    path: str
    alt: str


def poster_of(key: str, prints: Path) -> Path:
    """Return the file of a game's image beside its papers; without a key, that of the site."""
    return prints / key / "poster.png" if key else prints / Path(FOLDER).name / "site.png"


def picture_of(key: str, title: str) -> Picture:
    """Return the image of a game on the site; without a key, that of the site."""
    about = f"{SITE.title}, {title}: a line drawing beside the title" if key else f"{SITE.title}: {SITE.words}"
    return Picture(f"{FOLDER}/{key or 'site'}.png", about)
