"""What the downloads page offers: the drawings and PDFs in the print folder, under the names the press gave them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.web.art import Drawing, drawing
from combatbox.web.pages import Download

PAPERS = {"a4": "A4", "letter": "US Letter"}
CONTENTS = "contents.json"

Contents = dict[str, tuple[int, str, str]]
"""By the name of a product: its place in the order, its title, a line about it."""


def downloads(prints: Path, keys: Iterable[str]) -> dict[str, list[Download]]:
    """The drawings of each game, `<prints>/<game>/<name>.svg`, its blank PDFs, `<name>-<paper>.pdf`, in the order of
    its contents, and those filled from an example, `<example>-<name>-<paper>.pdf`.

    Raises CombatBoxError for contents that cannot be read.
    """
    found: dict[str, list[Download]] = {}
    for key in keys:
        contents = _contents(prints / key / CONTENTS)
        drawings = [_drawing(path, key) for path in sorted((prints / key).glob("*.svg"))]
        papers = [_paper(path, key, contents) for path in sorted((prints / key).glob("*.pdf"))]
        if drawings or papers:
            last = len(contents)
            papers.sort(key=lambda one: (bool(one.filled), contents.get(one.name, (last, "", ""))[0]))
            found[key] = [*drawings, *papers]
    return found


def drawings(prints: Path, keys: Iterable[str]) -> dict[str, list[Drawing]]:
    """The drawings of each game for its pages, from the same files."""
    return {
        key: [
            drawing(path.stem, path.read_text(encoding="utf-8"), f"print/{key}/{path.name}")
            for path in sorted((prints / key).glob("*.svg"))
        ]
        for key in keys
    }


def _contents(path: Path) -> Contents:
    if not path.is_file():
        return {}
    try:
        products = json.loads(path.read_text(encoding="utf-8"))["products"]
        return {one["name"]: (place, one["title"], one["about"]) for place, one in enumerate(products)}
    except (ValueError, KeyError, TypeError) as error:
        raise CombatBoxError(f"{paths.shown(path)}: is no list of prints ({error!r}); print again") from error


def _drawing(path: Path, key: str) -> Download:
    title = path.stem.replace("-", " ").capitalize()
    return Download(f"print/{key}/{path.name}", title, "SVG", f"a drawing for screens, {_size(path)}")


def _paper(path: Path, key: str, contents: Contents) -> Download:
    stem, _, paper = path.stem.rpartition("-")
    name = max((name for name in contents if f"-{stem}".endswith(f"-{name}")), key=len, default=stem)
    _, title, about = contents.get(name, (0, name.replace("-", " ").capitalize(), ""))
    filled = stem.removesuffix(name).removesuffix("-")
    return Download(
        f"print/{key}/{path.name}", title, "PDF", f"{PAPERS.get(paper, paper)}, {_size(path)}", name, about, filled
    )


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size // 1000 + 1} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"
