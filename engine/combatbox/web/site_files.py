"""The generated pages and the downloads of the site."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Page:
    """A page generated from data.

    Attributes:
        path: the path from the site's root (`.md`).
        text: the Markdown.
        order: the position in the navigation.
        made_of: its sources among the files and folders of the game's tables; empty for all of them.
    """

    path: str
    text: str
    order: int
    made_of: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download.

    Attributes:
        path: the path from the site's root.
        kind: the kind of file.
        name: the name of the product, if the file is a paper.
        about: a line about the paper.
        filled: the example from which the paper is filled.
        picture: the path of an image of the paper's first page.
    """

    path: str
    title: str
    kind: str
    note: str = ""
    name: str = ""
    about: str = ""
    filled: str = ""
    picture: str = ""
