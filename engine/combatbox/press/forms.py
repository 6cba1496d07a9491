"""Fillable form fields, written directly because ReportLab supports them only with fonts that are not embedded.

A field has a name (unique in its file), a tooltip that says what to fill in, an appearance for each of its states, and
the condensed face of the record sheets, which is embedded completely in code page 1252. Fields are always empty: a
known value is printed in place of its field, in any script.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Literal

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString
from reportlab.pdfbase.ttfonts import TTFontFile

from combatbox.library import paths
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import Ink, TextStyle
from combatbox.press.tagging import TaggedCanvas

Mark = Literal["cross", "tick", "dot"]
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_ENCODING = "cp1252"
_FONT = "ArchivoNarrow-Form"
_QUADDING = {"left": 0, "centre": 1, "right": 2}
_PRINTED = 4
_MULTILINE = 1 << 12


@cache
def _face() -> Any:
    return TTFontFile(paths.fonts() / f"{_FONT}.ttf")


class Form:
    """The form fields of one file.

    Attributes:
        key: the key of the copy that is drawn, if a sheet has several copies; field names begin with it.
    """

    def __init__(self, canvas: TaggedCanvas, ink: Ink) -> None:
        self.key = ""
        self._canvas = canvas
        self._fill, self._stroke = ink.code("pen", "fill"), ink.code("pen", "stroke")
        self._fields: list[Any] = []
        self._names: set[str] = set()
        self._font: Any = None
        self._appearances: dict[tuple[str, float, float], Any] = {}

    def text(self, name: str, tooltip: str, rect: Box, style: TextStyle, *, multiline: bool = False) -> None:
        """Add a text field.

        Text is as large as the field allows (size 0), so that long names shrink to fit. Each field has a separate
        appearance stream: programs that fill a form write into it, and a shared stream would show the last text in
        every field.

        Args:
            name: the name, which must be unique in the file.
            tooltip: a description of the value to fill in.
            rect: the rectangle of the field, in the coordinates of the page.
            style: the text style, of which only the alignment is used.
            multiline: True to allow several lines.
        """
        entry = self._entry(name, tooltip, rect, "Tx")
        entry["DA"] = PDFString(f"/{_FONT} 0 Tf {self._fill}")
        entry["Q"] = _QUADDING[style.align]
        entry["Ff"] = _MULTILINE if multiline else 0
        entry["AP"] = PDFDictionary({"N": self._stream(b"/Tx BMC EMC", rect)})
        self._add(entry)

    def check(self, name: str, tooltip: str, rect: Box, *, mark: Mark = "cross") -> None:
        """Add a box or circle to tick.

        The outline is drawn on the page; the field shows only the mark.
        """
        entry = self._entry(name, tooltip, rect, "Btn")
        entry["V"] = entry["AS"] = PDFName("Off")
        entry["MK"] = PDFDictionary({"CA": PDFString({"cross": "8", "tick": "4", "dot": "l"}[mark])})
        entry["AP"] = PDFDictionary(
            {
                "N": PDFDictionary(
                    {
                        "On": self._shared(mark, rect),
                        "Off": self._shared("off", rect),
                    }
                )
            }
        )
        self._add(entry)

    def finish(self) -> None:
        """Add the form to the PDF's catalog, if it has fields."""
        if not self._fields:
            return
        resources = PDFDictionary({"Font": PDFDictionary({_FONT: self._font_object()})})
        form = PDFDictionary(
            {
                "Fields": PDFArray(self._fields),
                "DR": resources,
                "DA": PDFString(f"/{_FONT} 9 Tf {self._fill}"),
                "NeedAppearances": "false",
            }
        )
        self._canvas.document.Catalog.AcroForm = self._canvas.document.Reference(form)

    def _entry(self, name: str, tooltip: str, rect: Box, kind: str) -> Any:
        name = f"{self.key}-{name}" if self.key else name
        if not _NAME.fullmatch(name):
            raise PressError(
                f"field '{name}': a name must consist of letters, digits, - and _, and begin with a letter"
            )
        if name in self._names:
            raise PressError(f"field '{name}' is defined twice; names are unique in a file")
        if not tooltip.strip():
            raise PressError(f"field '{name}' needs a label that says what to fill in")
        if self.key:
            # Programs tell copies apart by "mission-3", screen readers say "Mission 3".
            tooltip = f"{self.key.replace('-', ' ').capitalize()}: {tooltip}"
        self._names.add(name)
        return PDFDictionary(
            {
                "Type": PDFName("Annot"),
                "Subtype": PDFName("Widget"),
                "FT": PDFName(kind),
                "F": _PRINTED,
                "T": PDFString(name),
                "TU": PDFString(tooltip),
                "P": self._canvas.document.thisPageRef(),
                "Rect": PDFArray([round(v, 3) for v in (rect.x, rect.y, rect.right, rect.bottom)]),
            }
        )

    def _add(self, entry: Any) -> None:
        self._fields.append(self._canvas.annotate(entry, "Form"))

    def _shared(self, look: str, rect: Box) -> Any:
        """Return the appearance stream that all marks of this look and size share."""
        key = (look, round(rect.width, 2), round(rect.height, 2))
        if key not in self._appearances:
            self._appearances[key] = self._stream(f"{self._stroke} ".encode() + _MARKS[look](rect), rect)
        return self._appearances[key]

    def _stream(self, code: bytes, rect: Box) -> Any:
        stream = PDFStream(content=code)
        stream.dictionary.dict.update(
            {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "BBox": PDFArray([0, 0, round(rect.width, 3), round(rect.height, 3)]),
                "Resources": PDFDictionary({"Font": PDFDictionary({_FONT: self._font_object()})}),
            }
        )
        return self._canvas.document.Reference(stream)

    def _font_object(self) -> Any:
        if self._font is None:
            self._font = self._embed()
        return self._font

    def _embed(self) -> Any:
        """Embed the complete small font, so that it can also show text that is typed into fields."""
        face, document = _face(), self._canvas.document
        data = (paths.fonts() / f"{_FONT}.ttf").read_bytes()
        file = PDFStream(content=data)
        file.dictionary["Length1"] = len(data)
        descriptor = PDFDictionary(
            {
                "Type": PDFName("FontDescriptor"),
                "FontName": PDFName(_FONT),
                "Flags": 32,
                "FontBBox": PDFArray(face.bbox),
                "ItalicAngle": 0,
                "Ascent": face.ascent,
                "Descent": face.descent,
                "CapHeight": face.capHeight,
                "StemV": face.stemV,
                "MissingWidth": face.defaultWidth,
                "FontFile2": document.Reference(file),
            }
        )
        characters = [bytes([code]).decode(_ENCODING, "replace") for code in range(32, 256)]
        widths = [face.charWidths.get(ord(char), face.defaultWidth) for char in characters]
        return document.Reference(
            PDFDictionary(
                {
                    "Type": PDFName("Font"),
                    "Subtype": PDFName("TrueType"),
                    "BaseFont": PDFName(_FONT),
                    "Encoding": PDFName("WinAnsiEncoding"),
                    "FirstChar": 32,
                    "LastChar": 255,
                    "Widths": PDFArray(widths),
                    "FontDescriptor": document.Reference(descriptor),
                }
            )
        )


def _cross(rect: Box) -> bytes:
    """Return the operators that draw a cross from edge to edge."""
    inset = 0.15 * min(rect.width, rect.height)
    left, low, right, high = inset, inset, rect.width - inset, rect.height - inset
    return (
        f"q 1.2 w 1 J {left:.2f} {low:.2f} m {right:.2f} {high:.2f} l "
        f"{left:.2f} {high:.2f} m {right:.2f} {low:.2f} l S Q"
    ).encode()


def _tick(rect: Box) -> bytes:
    w, h = rect.width, rect.height
    return (
        f"q 1.2 w 1 J 1 j {0.2 * w:.2f} {0.5 * h:.2f} m {0.42 * w:.2f} {0.25 * h:.2f} l "
        f"{0.82 * w:.2f} {0.8 * h:.2f} l S Q"
    ).encode()


def _dot(rect: Box) -> bytes:
    """Return the operators that draw a filled circle, as a line of length 0 with a round cap."""
    x, y, size = rect.width / 2, rect.height / 2, 0.6 * min(rect.width, rect.height)
    return f"q {size:.2f} w 1 J {x:.2f} {y:.2f} m {x:.2f} {y:.2f} l S Q".encode()


_MARKS: dict[str, Callable[[Box], bytes]] = {
    "cross": _cross,
    "tick": _tick,
    "dot": _dot,
    "off": lambda _: b" ",
}
