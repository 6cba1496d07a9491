"""A pack for printing in the browser: the modules that print record sheets, ReportLab, and the files that they read.

It is loaded when a reader prints the first chart, so that a game loads without it.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from marshal import dumps
from pathlib import Path

from combatbox.library import paths
from combatbox.web.imported import imported

ROOTS = ("combatbox.press.charts", "combatbox.press.tour_page")
_OTHERS = ("reportlab", "yaml")
"""The packages besides ours whose modules are included, with the modules that these import when they are loaded."""

_BY_NAME = {"reportlab.pdfbase": "_fontdata_"}
"""For a package that imports modules by computed names, the beginning of these names."""

_LATER = ("reportlab.rl_settings", "reportlab.lib.fonts", "reportlab.lib.pagesizes", "reportlab.lib.units")
"""The modules that ReportLab imports in functions when a record sheet is drawn."""

_NO_PICTURES = {"PIL": "", "PIL.Image": ""}
"""ReportLab imports Pillow, which is not pure Python; record sheets have only line drawings."""

_ENCODINGS = ("ascii", "cp1252", "latin_1", "mac_roman", "utf_16_be")
"""The encodings of texts and fonts in a PDF, which Python loads by name."""

_DATA = "/combatbox/_data/"
"""The folder in which `library.paths` looks for data beside the package."""


def press_modules(sheets: Mapping[str, str], games: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the source code of the modules that print record sheets, by module name.

    Modules that are already in the pack of a game are left out.

    Args:
        sheets: for each game with record sheets, the location of its `Provider`, `package.module:NAME`.
        games: for each game, the modules of its pack.
    """
    texts: dict[str, str] = {}
    for key, where in sheets.items():
        provider = where.partition(":")[0]
        printing = loaded([*ROOTS, provider, *_LATER], {"combatbox", provider.partition(".")[0], *_OTHERS})
        texts |= {name: text for name, text in printing.items() if name not in games[key]}
    return {**texts, **_NO_PICTURES} if texts else {}


def library_modules(texts: Iterable[str]) -> Iterator[str]:
    """Yield the name of every module that the given source code imports when it is loaded.

    The result can contain duplicates, and names that are not modules.
    """
    yield from (f"encodings.{name}" for name in _ENCODINGS)
    for text in texts:
        yield from imported(text)


def data_files() -> list[Path]:
    """Return the files outside the package that printing needs.

    These are fonts, styles, portraits, nose art, and the JavaScript that calculates sums.
    """
    styles, portraits = paths.templates() / "print.yaml", sorted(paths.portraits().iterdir())
    return [*sorted(paths.fonts().glob("*.ttf")), styles, *portraits, *sorted(paths.sheets().glob("*.js"))]


def pack(held: bytes) -> bytes:
    """Return a pack of modules and the files that they read, for `boot.press_added`."""
    files = {f"{_DATA}{path.relative_to(paths.root()).as_posix()}": path.read_bytes() for path in data_files()}
    return dumps((held, files))


def loaded(todo: list[str], packages: set[str]) -> dict[str, str]:
    """Return the source code of the modules in `todo`, and of all modules in `packages` that they import."""
    texts: dict[str, str] = {}
    while todo:
        name = todo.pop()
        if not name or name in texts or name.partition(".")[0] not in packages:
            continue
        path = _source(name)
        if path is None:
            continue
        texts[name] = path.read_text(encoding="utf-8")
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        todo += [name.rpartition(".")[0], *imported(texts[name], package)]
        if name in _BY_NAME:
            modules = pkgutil.iter_modules([str(path.parent)], f"{name}.")
            todo += [each.name for each in modules if each.name.rpartition(".")[2].startswith(_BY_NAME[name])]
    return texts


def _source(name: str) -> Path | None:
    """Return the file of a module; None if there is no such module, or if it is not written in Python."""
    try:
        spec = find_spec(name)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec and spec.origin and spec.origin.endswith(".py") else None
