"""Checks that a PDF is sound, made with libraries alone: its syntax, its tags, the rules of PDF/UA, and its characters."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pikepdf
from pdfua import validate

from .tagged import findings
from .texts import texts

BLOCKS = "■□\ufffd"
"""What the text of a PDF has in the place of characters for which the font has no glyph."""


def syntax_faults(pdf: Path) -> list[str]:
    """List what is wrong with the syntax of a PDF: what `qpdf --check` reports, damage that was repaired on opening too."""
    try:
        with pikepdf.open(pdf) as document:
            return [*document.check_pdf_syntax(), *map(str, document.get_warnings())]
    except pikepdf.PdfError as error:
        return [str(error)]


def faults(pdf: Path) -> list[str]:
    """List all that is wrong with a PDF."""
    missing = [f"no glyph: {block}" for block in BLOCKS if block in "".join(texts(pdf))]
    return [*syntax_faults(pdf), *findings(pdf), *(one.message for one in validate(pdf).findings), *missing]


def unsound(pdfs: Iterable[Path]) -> dict[str, list[str]]:
    """Map the names of those PDFs with which something is wrong to what it is."""
    return {pdf.name: found for pdf in pdfs if (found := faults(pdf))}
