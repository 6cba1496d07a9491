"""The sizes that pages state.

They are the size of the engine with one game, and the size of the site when it is saved on a device.

The sizes are known when the site is finished; until then the pages say "some".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from combatbox.library.atomic_files import write_atomically
from combatbox.web.browser_engine import FILES, FOLDER, PYTHON

BOOKS = "books.js"
_PLACE = re.compile(r'(data-cb-size="?(site|papers|engine)"?>)[^<]*')


def write_sizes(out: Path, site: Iterable[Path], papers: Iterable[Path]) -> None:
    """Write the sizes into the pages of a finished site that have a place for them.

    Args:
        out: the folder of the site.
        site: the files that are cached for use without a network.
        papers: the PDFs to print, which are cached only if a reader wants them.
    """
    sizes = {"site": _megabytes(site), "papers": _megabytes(papers)}
    engines = dict(_engine_sizes(out))
    for path in chain(*(out.glob(f"*/{name}.html") for name in ("play", "downloads", "build"))):
        known = {**sizes, "engine": engines.get(path.parent.name, "")}
        text = path.read_text(encoding="utf-8")
        changed = _PLACE.sub(lambda found, known=known: found[1] + (known[found[2]] or "some"), text)  # type: ignore[misc]
        if changed != text:
            write_atomically(path, changed.encode())


def _megabytes(paths: Iterable[Path]) -> str:
    return str(round(sum(path.stat().st_size for path in paths) / 1e6))


def _engine_sizes(out: Path) -> Iterator[tuple[str, str]]:
    """Yield the key of each game with the number of megabytes that its page for playing loads."""
    folder = out / FOLDER
    if not (folder / BOOKS).is_file() or not (folder / FILES).is_file():
        return
    files, books = _data(folder / FILES), _data(folder / BOOKS)
    for key, book in books.items():
        names = (f"{files['pyodide']}{PYTHON}", files["stdlib"], files["packs"].get(book["code"], ""))
        if all(name in files["sizes"] for name in names):
            size = book["size"] + sum(files["sizes"][name] for name in names)
            yield key, f"{size / 1e6:.1f}"


def _data(script: Path) -> Mapping[str, Any]:
    """Return the data that a script assigns to its only variable."""
    data: Mapping[str, Any] = json.loads(script.read_text(encoding="utf-8").partition("=")[2].rstrip(";\n"))
    return data
