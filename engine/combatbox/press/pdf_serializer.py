"""How ReportLab's objects are written: the same bytes, in a third of the time.

Fields and links make most of a file: dictionaries of names, numbers and references. ReportLab asks of each name letter by letter
whether it may stand there, of each number how many places it needs, and of each text in which encoding it is, a hundred thousand
times for one game's papers. Here each name and number is asked once, and a text of plain letters not at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObjectReference, PDFString

_SHORT = 80  # letters: what is longer is hardly ever written twice
_PLAIN = re.compile(r"[ -'*-\[\]-~]*")
_at_length = pdfdoc.format


def written(element: Any, document: Any, toplevel: int = 0) -> bytes:
    """Stands in for the function by which everything in ReportLab has its parts written. A kind that is not seen here is left to it."""
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
    """Parts, so many in a line."""
    return b" \n  ".join([b" ".join(parts[at : at + many]) for at in range(0, len(parts), many)])


@lru_cache(maxsize=1 << 14)
def _word(element: str | float, real: bool) -> bytes:
    """A short text, or a number. real: whether it is one with a point, for 1 and 1.0 are alike."""
    return bytes(_at_length(element, None))


@lru_cache(maxsize=1 << 12)
def _name(key: str) -> bytes:
    """The name of an entry in a dictionary."""
    return bytes(_at_length(PDFName(key), None))
