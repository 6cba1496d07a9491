"""The social-card images that other sites show for a link to a page: one for the site, and one for each game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = "assets/links"
"""The folder of the images on the site. The pages of the site never load them, so the service worker does not cache
them.
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """The texts on the social card of the whole site."""

    title: str
    words: str


SITE = Shown("Combat Box", "Rules, tables, odds, printable sheets and missions of solitaire heavy-bomber games")


@dataclass(frozen=True, slots=True)
class Picture:
    """An image on the site: its path from the root, and its alternative text."""

    path: str
    alt: str


def poster_of(key: str, prints: Path) -> Path:
    """Return the path of a game's social card in its print folder, or of the site's card if `key` is empty."""
    return prints / key / "poster.png" if key else prints / Path(FOLDER).name / "site.png"


def picture_of(key: str, title: str) -> Picture:
    """Return the social card of a game on the site, or the site's card if `key` is empty."""
    about = f"{SITE.title}, {title}: a line drawing beside the title" if key else f"{SITE.title}: {SITE.words}"
    return Picture(f"{FOLDER}/{key or 'site'}.png", about)
