"""The generated pages and the files to download that the site consists of."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Page:
    """A page generated from data: its path from the site's root (`.md`), its Markdown, its position.

    made_of: its sources among the tables of its game, files and folders; empty for all of them.
    """

    path: str
    text: str
    order: int
    made_of: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download: its path from the site's root, and its kind.

    A paper also has the name of the product, a line about it, the example that it is filled from, and the path of an image of its first
    page.
    """

    path: str
    title: str
    kind: str
    note: str = ""
    name: str = ""
    about: str = ""
    filled: str = ""
    picture: str = ""
