"""A small image of the first page of each PDF, and the number of its pages, for the downloads page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pypdfium2

from combatbox.library.atomic_files import write_atomically

WIDE = 180
"""The width of an image in pixels, which is twice the displayed width for high-resolution screens."""

COUNTS = "pages.json"
"""The name of the file that holds the number of pages of each PDF."""


def write_thumbnails(papers: Iterable[Path], shown: str) -> None:
    """Write images and page counts into the folders of the PDFs.

    Args:
        papers: the PDF files.
        shown: the only paper size for which images are written; the page counts cover all sizes.
    """
    counts: dict[Path, dict[str, int]] = {}
    for path in papers:
        document = pypdfium2.PdfDocument(path)
        try:
            counts.setdefault(path.parent, {})[path.name] = len(document)
            if path.stem.endswith(f"-{shown}"):
                write_atomically(path.with_suffix(".webp"), _first_page(document))
        finally:
            document.close()
    for folder, folder_counts in counts.items():
        write_atomically(folder / COUNTS, f"{json.dumps(folder_counts, indent=1, sort_keys=True)}\n".encode())


def _first_page(document: pypdfium2.PdfDocument) -> bytes:
    page, stream = document[0], BytesIO()
    page.render(scale=WIDE / page.get_width(), may_draw_forms=False).to_pil().convert("RGB").save(
        stream, "WEBP", quality=60
    )
    return stream.getvalue()
