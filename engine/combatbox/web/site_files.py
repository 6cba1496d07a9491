"""The generated pages and the downloads of the site, and JSON for them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Page:
    """A page generated from data.

    Attributes:
        path: the path from the site's root (`.md`).
        text: the Markdown.
        order: the position in the navigation.
        made_of: those files and folders of the game's tables from which the page is built; empty for all of them.
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
        name: the name of the printed product, if the file is a PDF.
        about: a line about this product.
        filled: the example mission from which the PDF is filled; empty for a blank one.
        picture: the path of an image of the PDF's first page.
    """

    path: str
    title: str
    kind: str
    note: str = ""
    name: str = ""
    about: str = ""
    filled: str = ""
    picture: str = ""


def compact_json(data: Any) -> str:
    """Return data as JSON without needless white space."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def json_in_page(data: Any) -> Markup:
    """Return data as JSON that is safe inside a script element."""
    return Markup(compact_json(data).replace("<", "\\u003c").replace("&", "\\u0026"))
