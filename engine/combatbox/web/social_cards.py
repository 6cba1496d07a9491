"""What others show of a link to a page: a picture of the site, or of the game that the page is about, and what is on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = "assets/links"
"""Where the pictures are on the site. Its own pages never ask for them, so the service worker keeps none."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the picture of the site says."""

    title: str
    words: str


SITE = Shown("Combat Box", "Rules, tables, odds, printable sheets and missions of solitaire heavy-bomber games")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on the site: its path from the root, and what it shows, for those who do not see it."""

    path: str
    alt: str


def poster_of(key: str, prints: Path) -> Path:
    """The file of a game's picture beside its papers; of no game, that of the site."""
    return prints / key / "poster.png" if key else prints / Path(FOLDER).name / "site.png"


def picture_of(key: str, title: str) -> Picture:
    """The picture of a game on the site; of no game, that of the site itself."""
    about = f"{SITE.title}, {title}: a line drawing beside the title" if key else f"{SITE.title}: {SITE.words}"
    return Picture(f"{FOLDER}/{key or 'site'}.png", about)
