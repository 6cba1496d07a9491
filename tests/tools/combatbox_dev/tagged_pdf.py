"""Reading a tagged PDF: the elements of its structure tree, each with the text that is its own."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

ARTIFACT = -1
"""PDFium's number for what the tree does not contain: rules, running feet, repeated heads."""

_PLAIN = str.maketrans({"’": "'", "‘": "'", "\u00ad": None, "\u00a0": " ", "\u2011": "-"})
"""Paper has typographic quotes, hyphens and blanks; the files have plain ones."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """An element of the structure tree on one page.

    Attributes:
        kind: the structure type, such as `Sect`, `TR` or `P`.
        title: the title; empty if it has none.
        text: the text that belongs to this element and not to an element inside it.
    """

    kind: str
    title: str
    text: str
    kids: tuple[Tagged, ...]

    def walk(self) -> Iterator[Tagged]:
        """Yield the element and all elements inside it, in the reading order."""
        yield self
        for kid in self.kids:
            yield from kid.walk()


@dataclass(frozen=True, slots=True)
class TaggedPage:
    """A page: its elements, and all its text, with that of artifacts."""

    elements: tuple[Tagged, ...]
    text: str


def read_pages(path: Path) -> Iterator[TaggedPage]:
    """Yield the pages of a PDF."""
    with closing(pypdfium2.PdfDocument(path)) as document:
        for page in document:
            texts = _texts(page)
            tree = pdfium.FPDF_StructTree_GetForPage(page)
            roots = [
                pdfium.FPDF_StructTree_GetChildAtIndex(tree, n)
                for n in range(pdfium.FPDF_StructTree_CountChildren(tree))
            ]
            elements = tuple(_element(root, texts) for root in roots)
            pdfium.FPDF_StructTree_Close(tree)
            yield TaggedPage(elements, "\n".join(texts.values()))


def _texts(page: pypdfium2.PdfPage) -> dict[int, str]:
    """Return the text of each piece of marked content, by its number on the page, in the order of drawing.

    PDFium has letters in the order of their places, which on the back of a card, printed upside down, is no order.
    """
    words = page.get_textpage()
    letters: dict[int, list[str]] = {}
    for index in range(words.count_chars()):
        if drawn := pdfium.FPDFText_GetTextObject(words, index):  # none for a blank that PDFium supplies
            letter = chr(pdfium.FPDFText_GetUnicode(words, index))
            letters.setdefault(ctypes.addressof(drawn.contents), []).append(letter)
    texts: dict[int, str] = {}
    for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]):
        number = pdfium.FPDFPageObj_GetMarkedContentID(thing)
        text = "".join(letters.get(ctypes.addressof(thing.raw.contents), ()))
        texts[number] = texts.get(number, "") + text.translate(_PLAIN)
    return texts


def _element(node: Any, texts: dict[int, str]) -> Tagged:
    kids: list[Tagged] = []
    own: list[str] = []
    for index in range(pdfium.FPDF_StructElement_CountChildren(node)):
        if kid := pdfium.FPDF_StructElement_GetChildAtIndex(node, index):
            kids.append(_element(kid, texts))
        elif (number := pdfium.FPDF_StructElement_GetChildMarkedContentID(node, index)) != ARTIFACT:
            own.append(texts.get(number, ""))
    kind, title = _string(pdfium.FPDF_StructElement_GetType, node), _string(pdfium.FPDF_StructElement_GetTitle, node)
    return Tagged(kind, title, " ".join("".join(own).split()), tuple(kids))


def _string(read: Callable[[Any, Any, int], int], node: Any) -> str:
    """Return a string of PDFium, which writes it as UTF-16 with a zero at its end into a buffer."""
    size = read(node, None, 0)
    buffer = ctypes.create_string_buffer(size)
    read(node, buffer, size)
    return buffer.raw[: max(size - 2, 0)].decode("utf-16-le")
