"""The page with the full licences of all parts that the site ships, read from the packages."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from combatbox.library import paths
from combatbox.web import pyodide

PAGE = "about/licences.md"


@dataclass(frozen=True, slots=True)
class Shipped:
    """A part of the site that was made by others.

    Attributes:
        title: the name of the part.
        use: its use on the site.
        licence: the name of the licence.
        source: the address of the source.
        package: the distribution whose files contain the licence; empty if it is a file in `templates`.
        file: the last part of the path of the licence file.
        engine: True if the part belongs to Python in the browser.
    """

    title: str
    use: str
    licence: str
    source: str
    package: str
    file: str
    engine: bool = False

    def text(self) -> str:
        """Return the full text of the licence; empty if the installed package lacks it."""
        if not self.package:
            return (paths.templates() / self.file).read_text(encoding="utf-8")
        try:
            files = distribution(self.package).files or []
        except PackageNotFoundError:
            return ""
        matches = [Path(str(each.locate())) for each in files if each.as_posix().endswith(self.file)]
        return matches[0].read_text(encoding="utf-8") if matches and matches[0].is_file() else ""


LICENSE = "/licenses/LICENSE"
SHIPPED = (
    Shipped("Combat Box", "this site, its scripts and the engine", "MIT", "", "combatbox", LICENSE),
    Shipped("Material for MkDocs", "the frame and the styles of every page", "MIT", "https://github.com/squidfunk/mkdocs-material", "mkdocs-material", LICENSE),
    Shipped("Material Design Icons", "the signs for day and night and others like them", "Pictogrammers Free License (Apache 2.0)", "https://github.com/Templarian/MaterialDesign", "mkdocs-material", ".icons/material/LICENSE"),
    Shipped("Apache License", "the Material Design Icons, whose licence names it", "Apache License 2.0", "https://www.apache.org/licenses/LICENSE-2.0", "packaging", "/licenses/LICENSE.APACHE"),
    Shipped("Libre Franklin", "headings, labels and tables, on pages and on paper", "SIL Open Font License 1.1", "https://github.com/impallari/Libre-Franklin", "", "fonts/OFL-LibreFranklin.txt"),
    Shipped("Source Serif 4", "running text, on pages and on paper", "SIL Open Font License 1.1", "https://github.com/adobe-fonts/source-serif", "", "fonts/OFL-SourceSerif4.txt"),
    Shipped("Archivo Narrow", "record sheets", "SIL Open Font License 1.1", "https://github.com/Omnibus-Type/ArchivoNarrow", "", "fonts/OFL-ArchivoNarrow.txt"),
    Shipped("DejaVu Sans Condensed", "names that players type on sheets", "the licence of DejaVu", "https://github.com/dejavu-fonts/dejavu-fonts", "", "fonts/LICENSE-DejaVu.txt"),
    Shipped("yaml", "scenario files in the browser", "ISC License", "https://github.com/eemeli/yaml", "", "licences/yaml.txt"),
    Shipped("Pyodide", "Python in the browser; its files stand here as they were published", "Mozilla Public License 2.0", f"https://github.com/pyodide/pyodide/tree/{pyodide.VERSION}", "pathspec", LICENSE, engine=True),
    Shipped("Python", "the interpreter within Pyodide, and what games use of its library, compiled", "PSF License 2", "https://github.com/python/cpython", "typing_extensions", LICENSE, engine=True),
    Shipped("ReportLab", "the printing of record sheets in the browser, compiled", "BSD", "https://www.reportlab.com/opensource/", "reportlab", LICENSE, engine=True),
    Shipped("PyYAML", "the reading of the layouts of these sheets, compiled", "MIT", "https://github.com/yaml/pyyaml", "pyyaml", LICENSE, engine=True),
    Shipped("Emscripten", "what Pyodide is compiled by, and its part of the C library", "MIT, or NCSA", "https://github.com/emscripten-core/emscripten", "", "licences/emscripten.txt", engine=True),
    Shipped("musl", "the C library within Pyodide", "MIT", "https://musl.libc.org", "", "licences/musl.txt", engine=True),
    Shipped("zlib", "compression, within Pyodide", "zlib", "https://zlib.net", "", "licences/zlib.txt", engine=True),
    Shipped("bzip2", "compression, within Pyodide", "BSD-style", "https://sourceware.org/bzip2", "", "licences/bzip2.txt", engine=True),
    Shipped("XZ Utils", "compression, within Pyodide", "public domain", "https://tukaani.org/xz", "", "licences/xz.txt", engine=True),
    Shipped("libffi", "calls of C functions, within Pyodide", "MIT", "https://sourceware.org/libffi", "", "licences/libffi.txt", engine=True),
)  # fmt: skip
"""The parts in the order in which the page of licences shows them.

Pyodide ships no licence text; its text and that of Python come from packages under the same licence. The texts in
`templates/licences` come from Debian's packages.
"""


def page(engine: bool) -> dict[str, Any]:
    """Return the data of the page of licences.

    Args:
        engine: True if games can be played on the site, which then ships Python.
    """
    return {"shipped": [part for part in SHIPPED if engine or not part.engine]}
