"""A serializer for ReportLab's objects that writes the same bytes in a third of the time.

Most of a file consists of fields and links: dictionaries of names, numbers and references. ReportLab checks each name
letter by letter, each number for its decimals, and each text for its encoding, a hundred thousand times for one game's
products. This module checks each name and number once, and does not check texts of plain letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObjectReference, PDFString

_SHORT = 80  # letters: longer texts rarely repeat, so they are not cached
_PLAIN = re.compile(r"[ -'*-\[\]-~]*")
_at_length = pdfdoc.format


def written(element: Any, document: Any, toplevel: int = 0) -> bytes:
    """Serialize an object.

    This function takes the place of ReportLab's function, which is still called for other kinds of objects.
    """
    kind = type(element)
    if kind is PDFObjectReference:
        return b"%d %d R" % document.idToObjectNumberAndVersion[element.name]
    if kind is int or kind is float or (kind is str and len(element) < _SHORT):
        return _word(element, kind is float)
    if kind is PDFDictionary and element.multiline is True and type(element.dict) is dict:
        held = element.dict
        return b"<<\n%b\n>>" % _lined(
            [b"%b %b" % (_name(key), written(held[key], document)) for key in sorted(held)], 6
        )
    if kind is PDFArray:
        return b"[ %b ]" % _lined([written(one, document) for one in element.sequence], 10)
    if kind is PDFString and type(element.s) is str and element.enc == "auto" and _PLAIN.fullmatch(element.s):
        return b"(%b)" % element.s.encode("ascii")
    return bytes(_at_length(element, document, toplevel))


def _lined(parts: Sequence[bytes], many: int) -> bytes:
    """Join parts into lines of at most `many` parts."""
    return b" \n  ".join([b" ".join(parts[at : at + many]) for at in range(0, len(parts), many)])


@lru_cache(maxsize=1 << 14)
def _word(element: str | float, real: bool) -> bytes:
    """Serialize a short text or a number.

    `real` is True for a float, because 1 and 1.0 are equal as cache keys.
    """
    return bytes(_at_length(element, None))


@lru_cache(maxsize=1 << 12)
def _name(key: str) -> bytes:
    """Serialize the name of an entry in a dictionary."""
    return bytes(_at_length(PDFName(key), None))
