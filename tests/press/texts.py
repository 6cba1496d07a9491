"""What stands on the pages of a PDF. PDFium reads them in a twentieth of the time that a reader in Python takes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pypdfium2
from pypdf import PdfReader


def texts(pdf: Path | bytes, *pages: int) -> list[str]:
    """The text of each page, or of some by their numbers from 0 (from the end: -1), line by line in the order of drawing."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        wanted = pages or range(len(document))
        return [document[page % len(document)].get_textpage().get_text_range().replace("\r\n", "\n") for page in wanted]


def in_one_line(text: str) -> str:
    """A text without its breaks."""
    return " ".join(text.split())


def parted(pdf: Path | bytes, deep: float) -> list[tuple[str, str]]:
    """The text of each page in two: what stands no deeper than so many points from its upper edge, and what stands below."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [_parted(page, page.get_height() - deep) for page in document]


def _parted(page: pypdfium2.PdfPage, height: float) -> tuple[str, str]:
    words = page.get_textpage()
    upper, lower = words.get_text_bounded(bottom=height), words.get_text_bounded(top=height)
    return upper.replace("\r\n", "\n"), lower.replace("\r\n", "\n")


def tables_digest(pdf: Path) -> str:
    """Return the digest of the tables that a PDF has read, from its keywords."""
    metadata = PdfReader(pdf).metadata
    assert metadata
    first, _, digest = str(metadata["/Keywords"]).partition(";")[0].partition(" ")
    assert first == "tables"
    return digest
