"""Checks that a PDF is sound, made with libraries alone: its syntax and its fonts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf

FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")


def syntax_faults(pdf: Path) -> list[str]:
    """List what is wrong with the syntax of a PDF: what `qpdf --check` reports, damage that was repaired on opening too."""
    try:
        with pikepdf.open(pdf) as document:
            return [*document.check_pdf_syntax(), *map(str, document.get_warnings())]
    except pikepdf.PdfError as error:
        return [str(error)]


def fonts(pdf: Path) -> dict[str, bool]:
    """Map the name of each font of a PDF, in forms too, to whether its file is embedded."""
    with pikepdf.open(pdf) as document:
        return dict(_fonts(document))


def _fonts(document: pikepdf.Pdf) -> Iterator[tuple[str, bool]]:
    for one in document.objects:
        # A composite font has its file in its descendant, which is a font object of its own.
        if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font" and one.get("/Subtype") != "/Type0":
            descriptor = one.get("/FontDescriptor", pikepdf.Dictionary())
            yield str(one.get("/BaseFont")), any(name in descriptor for name in FONT_FILES)
