"""The generated pages and the downloads of the site, and JSON for them.

Downloads are the drawings and PDFs in the print folder, which `press` has written and named.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError
from combatbox.core.phrases import plural
from combatbox.library import paths
from combatbox.play.canonical_json import compact_json
from combatbox.web.art import Drawing, drawing

if TYPE_CHECKING:
    from combatbox.web.views import Views


@frozen
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


@frozen
class Download:
    """A file to download.

    Attributes:
        path: the path from the site's root; in the data of a page, the address relative to the page.
        kind: the kind of file.
        name: the name of the printed product, if the file is a PDF.
        about: a line about this product.
        filled: the example mission from which the PDF is filled; empty for a blank one.
        picture: the path of an image of the PDF's first page.
        heading: the heading under which a PDF is listed.
    """

    path: str
    title: str
    kind: str
    note: str = ""
    name: str = ""
    about: str = ""
    filled: str = ""
    picture: str = ""
    heading: str = ""


def json_in_page(data: Any) -> Markup:
    """Return data as JSON that is safe inside a script element."""
    return Markup(compact_json(data).replace("<", "\\u003c").replace("&", "\\u0026"))


# ---- downloads

PAPERS = {"a4": "A4", "letter": "US Letter"}
"""The sizes of files that `contents.json` does not list."""
CONTENTS, COUNTS = "contents.json", "pages.json"


@frozen
class Product:
    """A product of the print shop, as `contents.json` lists it.

    Attributes:
        place: its position on the page.
        title: its title.
        about: a line about it.
        heading: the heading under which it is listed.
        papers: the size of its pages for readers, by the name of the paper in the names of its files.
    """

    place: int
    title: str
    about: str
    heading: str = "Extra"
    papers: Mapping[str, str] = field(default_factory=lambda: PAPERS)


Contents = Mapping[str, Product]
"""The products of a game, by name."""


def downloads(prints: Path, keys: Iterable[str]) -> dict[str, list[Download]]:
    """Return the downloads of each game, by its key.

    The order is: the drawings `<prints>/<game>/<name>.svg`, the blank PDFs `<name>-<paper>.pdf` in the order of the
    file `contents.json`, and the PDFs filled from an example, `<example>-<name>-<paper>.pdf`.

    Raises:
        CombatBoxError: `contents.json` or `pages.json` in the folder of a game cannot be read.
    """
    by_game: dict[str, list[Download]] = {}
    for key in keys:
        contents = _contents(prints / key / CONTENTS)
        drawings = [_drawing(path, key) for path in sorted((prints / key).glob("*.svg"))]
        counts = _counts(prints / key / COUNTS)
        papers = [
            _paper(path, key, contents, counts.get(path.name, 0)) for path in sorted((prints / key).glob("*.pdf"))
        ]
        if drawings or papers:
            last = Product(len(contents), "", "")
            papers.sort(key=lambda item: (bool(item.filled), contents.get(item.name, last).place))
            by_game[key] = [*drawings, *papers]
    return by_game


def drawings(prints: Path, keys: Iterable[str]) -> dict[str, list[Drawing]]:
    """Return the drawings of each game, by its key, in the form in which pages show them."""
    return {
        key: [
            drawing(path.stem, path.read_text(encoding="utf-8"), f"print/{key}/{path.name}")
            for path in sorted((prints / key).glob("*.svg"))
        ]
        for key in keys
    }


def _contents(path: Path) -> Contents:
    with _data(path, "a list of prints; print again") as data:
        return {
            one["name"]: Product(place, one["title"], one["about"], one["heading"], one["papers"])
            for place, one in enumerate(data["products"] if path.is_file() else ())
        }


def _counts(path: Path) -> dict[str, int]:
    """Return the number of pages of each paper, by file name; empty if no build has counted them."""
    with _data(path, "a list of page counts; build again") as data:
        return {str(name): int(pages) for name, pages in data.items()}


@contextmanager
def _data(path: Path, what: str) -> Iterator[dict[str, Any]]:
    """Yield the data of a JSON file, empty without a file; report that it is not `what` if the caller cannot use it."""
    try:
        yield json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CombatBoxError(f"{paths.display_path(path)}: the file is not {what}") from error


def _drawing(path: Path, key: str) -> Download:
    title = path.stem.replace("-", " ").capitalize()
    return Download(f"print/{key}/{path.name}", title, "SVG", f"a drawing for screens, {_size(path)}")


def _paper(path: Path, key: str, contents: Contents, pages: int) -> Download:
    stem, _, paper = path.stem.rpartition("-")
    name = max((name for name in contents if f"-{stem}".endswith(f"-{name}")), key=len, default=stem)
    product = contents.get(name) or Product(0, name.replace("-", " ").capitalize(), "")
    filled = stem.removesuffix(name).removesuffix("-")
    counted = [plural(pages, "page")] if pages else []
    note = ", ".join([product.papers.get(paper, paper), *counted, _size(path)])
    picture = path.with_suffix(".webp")
    thumbnail = f"print/{key}/{picture.name}" if picture.is_file() else ""
    place, heading = f"print/{key}/{path.name}", product.heading
    return Download(place, product.title, "PDF", note, name, product.about, filled, thumbnail, heading)


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size // 1000 + 1} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


class Paper(NamedTuple):
    """A printed paper on a page: its first page as a picture, and the address and note of each paper size."""

    title: str
    about: str
    picture: str
    links: list[tuple[str, str]]


def papers(views: Views, files: Iterable[Download], titles: Mapping[str, str] = MappingProxyType({})) -> list[Paper]:
    """Return each printed paper once, with a link for every paper size.

    Args:
        views: the object that builds the links of the page.
        files: the PDFs.
        titles: the titles of the missions from which papers are filled in.
    """
    by_name: dict[tuple[str, str], list[Download]] = {}
    for file in files:
        by_name.setdefault((file.name, file.filled), []).append(file)
    listed = []
    for first, *others in by_name.values():
        mission = titles.get(first.filled, first.filled)
        title, about = (f"{first.title}, {mission}", "") if mission else (first.title, first.about)
        picture = next((views.url(file.picture) for file in (first, *others) if file.picture), "")
        listed.append(Paper(title, about, picture, [(views.url(file.path), file.note) for file in (first, *others)]))
    return listed
