"""ReportLab's document, written with object streams and a cross-reference stream (PDF 1.5, ISO 32000-1, 7.5.7).

Fields, links and the structure tree are thousands of small dictionaries, which ReportLab writes as plain text. Inside
compressed object streams they take a tenth of the space.

`written` serializes dictionaries and arrays also as Python has them.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument, PDFFile, PDFObjectReference

_PER_STREAM = 500  # objects: readers must decompress a whole object stream to read one of its objects
_END_OF_STREAM = b"endstream"
_PLAIN, _COMPRESSED = 1, 2  # the types of entries in a cross-reference stream


class CompactDocument(PDFDocument):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's document, except that it is written in one pass and that its objects are compressed.

    For more than fifty thousand elements, ReportLab's method would take as long as drawing them.
    """

    def format(self) -> bytes:
        """Return the bytes of the file."""
        self.encrypt.prepare(self)  # the objects need it, though the file is not encrypted
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        file = PDFFile(self._pdfVersion)
        entries: dict[int, tuple[int, int, int]] = {}
        small: list[tuple[int, bytes]] = []
        number = 1
        while number in self.numberToId:  # objects may add others when they are written
            content = pdfdoc.format(self.idToObject[self.numberToId[number]], self, toplevel=1).rstrip(b"\n")
            if content.endswith(_END_OF_STREAM):  # a stream cannot be inside another
                entries[number] = (_PLAIN, _add(file, number, content), 0)
            else:
                small.append((number, content))
            number += 1
        for start in range(0, len(small), _PER_STREAM):
            batch = small[start : start + _PER_STREAM]
            entries |= {member: (_COMPRESSED, number, place) for place, (member, _) in enumerate(batch)}
            entries[number] = (_PLAIN, _add(file, number, _object_stream(batch)), 0)
            number += 1
        entries[number] = (_PLAIN, file.offset, 0)
        rows = b"".join(
            bytes([kind]) + at.to_bytes(4) + index.to_bytes(2) for _, (kind, at, index) in sorted(entries.items())
        )
        words = b"/Type /XRef /Size %d /W [1 4 2] /Root %b /Info %b /ID %b" % (
            number + 1,
            pdfdoc.format(root, self),
            pdfdoc.format(info, self),
            self.ID(),
        )
        start = _add(file, number, _stream(words, bytes([0, 0, 0, 0, 0, 255, 255]) + rows))
        file.add(b"startxref\n%d\n%%%%EOF\n" % start)
        content_bytes: bytes = file.format(self)
        return content_bytes


def _add(file: Any, number: int, content: bytes) -> int:
    """Add an object to the file, and return its offset."""
    offset: int = file.add(b"%d 0 obj\n%b\nendobj\n" % (number, content))
    return offset


def _object_stream(objects: list[tuple[int, bytes]]) -> bytes:
    """Return an object stream: the numbers and offsets of its objects, then the objects."""
    heads, offset = [], 0
    for number, content in objects:
        heads.append(b"%d %d" % (number, offset))
        offset += len(content) + 1
    head = b" ".join(heads) + b"\n"
    words = b"/Type /ObjStm /N %d /First %d" % (len(objects), len(head))
    return _stream(words, head + b"\n".join(content for _, content in objects))


def _stream(words: bytes, data: bytes) -> bytes:
    packed = zlib.compress(data, 9)
    return b"<<%b /Filter /FlateDecode /Length %d>>\nstream\n%b\nendstream" % (words, len(packed), packed)


_format = pdfdoc.format
pdfdoc.PDFName = lru_cache(pdfdoc.PDFName)  # which checks names letter by letter


def written(element: Any, document: Any, toplevel: int = 0) -> bytes:
    """Serialize an object; a text that begins with `/` is a name.

    This function takes the place of ReportLab's function, which has no dicts and lists of Python.
    """
    if isinstance(element, PDFObjectReference):
        return b"%d %d R" % document.idToObjectNumberAndVersion[element.name]
    if isinstance(element, dict):
        element = PDFDictionary(element)
    elif isinstance(element, list):
        element = PDFArray(element)
    return bytes(_format(element, document, toplevel))
