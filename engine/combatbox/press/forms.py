"""The PDF file of a document, and its fillable form fields, written directly because ReportLab supports them only with fonts that are not embedded.

A field has a name (unique in its file), a tooltip that says what to fill in, an appearance for each of its states, and
the condensed face of the record sheets, which is embedded completely in code page 1252, with the minus sign at a code
that this page does not use. A known value becomes the value of its field if this face has all of its letters
(`can_show`). Otherwise the value is printed, and there is no field.

Viewers with JavaScript calculate sums: the script of `templates/sheets/sums.js` is in each file that has a sum, and a
field runs one of its functions after every entry.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Literal, NamedTuple

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream, PDFString
from reportlab.pdfbase.ttfonts import TTFontFile

from combatbox.library import paths
from combatbox.library.yaml12 import text_of
from combatbox.press import fonts
from combatbox.press.errors import SheetError
from combatbox.press.style import BOLD, Box, Edge, Ink, TextStyle
from combatbox.press.tagging import Imprint, TaggedCanvas, corners

Mark = Literal["cross", "tick", "dot"]
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_ENCODING = "cp1252"
_FONT = "ArchivoNarrow-Form"
_QUADDING = {"left": 0, "centre": 1, "right": 2}
_PRINTED = 4
_MULTILINE = 1 << 12
_MINUS, _MINUS_CODE = "−", 0x81  # a code without a character in the code page


@cache
def _face() -> Any:
    return TTFontFile(paths.fonts() / f"{_FONT}.ttf")


class Sum(NamedTuple):
    """A sum that a field shows.

    Attributes:
        function: the function of `sums.js` that calculates it.
        data: the input of this function, such as the names of fields; it is written as JSON.
    """

    function: Literal["sumFields", "sumLeft", "sumNet", "sumTerms"]
    data: Mapping[str, Any]


class FieldLine(NamedTuple):
    """A line of a field's value: its words, and the position of its left end on the baseline.

    The position is measured from the lower left corner of the field.
    """

    words: str
    x: float
    y: float


class Form:
    """The form fields of one file.

    Attributes:
        key: the key of the copy that is drawn, if a sheet has several copies; field names begin with it.
        scale: the enlargement of the page, which the values in fields follow.
    """

    def __init__(self, canvas: TaggedCanvas, ink: Ink, scale: float = 1.0) -> None:
        self.key = ""
        self.scale = scale
        self._canvas = canvas
        self._fill, self._stroke = ink.code("pen", "fill"), ink.code("pen", "stroke")
        self._fields: list[Any] = []
        self._names: set[str] = set()
        self._appearances: dict[tuple[str, float, float, float], Any] = {}
        self._calculated: list[Any] = []
        self._sums: dict[str, Any] = {}

    def sum_call(self, name: str, made: Sum) -> str:
        """Return the JavaScript call that calculates a sum in the current copy of a sheet.

        The data of the sum are stored, so that `finish` writes them into the file.
        """
        self._sums[name] = made.data
        return f"{made.function}(this, event, {json.dumps(f'{self.key}-' if self.key else '')}, {json.dumps(name)});"

    def text(
        self,
        name: str,
        tooltip: str,
        rect: Box,
        style: TextStyle,
        *,
        multiline: bool = False,
        value: str = "",
        lines: Sequence[FieldLine] = (),
        sum_call: str = "",
    ) -> None:
        """Add a text field.

        Text is as large as the field allows (size 0), so that long names shrink to fit. Each field has a separate
        appearance stream: programs that fill a form write into it, and a shared stream would show the last text in
        every field.

        Args:
            name: the name, which must be unique in the file.
            tooltip: a description of the value to fill in.
            rect: the rectangle of the field, in the coordinates of the page.
            style: the text style; its size is used only if there is a value, its alignment always.
            multiline: True to allow several lines.
            value: the value of the field; the face of the fields must have all of its letters.
            lines: the value as it is drawn, line by line.
            sum_call: the JavaScript call that calculates the value of the field; empty for a field without a sum.
        """
        entry = self._entry(name, tooltip, rect, "/Tx")
        entry["DA"] = PDFString(f"/{_FONT} 0 Tf {self._fill}")
        entry["Q"] = _QUADDING[style.align]
        entry["Ff"] = _MULTILINE if multiline else 0
        entry["AP"] = {"N": self._stream(self._written(lines, style.size), rect)}
        if value:
            entry["V"] = PDFString(value)
        if sum_call:
            entry["AA"] = {"C": _script(sum_call)}
        self._add(entry)
        if sum_call:
            self._calculated.append(self._fields[-1])

    def check(
        self, name: str, tooltip: str, rect: Box, *, mark: Mark = "cross", on: bool = False, weight: float = BOLD
    ) -> None:
        """Add a box or circle to tick.

        The outline is drawn on the page; the field shows only the mark.
        """
        entry = self._entry(name, tooltip, rect, "/Btn")
        entry["V"] = entry["AS"] = "/On" if on else "/Off"
        entry["MK"] = {"CA": PDFString({"cross": "8", "tick": "4", "dot": "l"}[mark])}
        entry["AP"] = {"N": {"On": self._shared(mark, rect, weight), "Off": self._shared("off", rect, weight)}}
        self._add(entry)

    def finish(self) -> None:
        """Add the form to the PDF's catalog, if it has fields."""
        if not self._fields:
            return
        form = PDFDictionary(
            {
                "Fields": self._fields,
                "DR": self._resources,
                "DA": PDFString(f"/{_FONT} 9 Tf {self._fill}"),
                "NeedAppearances": "false",
            }
        )
        if self._calculated:
            form["CO"] = self._calculated
            code = f"var SUMS = {json.dumps(self._sums)};\n{text_of(paths.sheets() / 'sums.js')}"
            names = {"Names": [PDFString("sums"), _script(code)]}
            self._canvas.document.Catalog.Names = PDFDictionary({"JavaScript": names})
        self._canvas.document.Catalog.AcroForm = self._canvas.document.Reference(form)

    def _entry(self, name: str, tooltip: str, rect: Box, kind: str) -> Any:
        name = f"{self.key}-{name}" if self.key else name
        if not _NAME.fullmatch(name):
            raise SheetError(
                f"field '{name}': a name must consist of letters, digits, - and _, and begin with a letter"
            )
        if name in self._names:
            raise SheetError(f"field '{name}' is defined twice; names are unique in a file")
        if not tooltip.strip():
            raise SheetError(f"field '{name}' needs a label that says what to fill in")
        if self.key:
            # Programs tell copies apart by "mission-3", screen readers say "Mission 3".
            tooltip = f"{self.key.replace('-', ' ').capitalize()}: {tooltip}"
        self._names.add(name)
        return PDFDictionary(
            {
                "Type": "/Annot",
                "Subtype": "/Widget",
                "FT": kind,
                "F": _PRINTED,
                "T": PDFString(name),
                "TU": PDFString(tooltip),
                "P": self._canvas.document.thisPageRef(),
                "Rect": corners(rect),
            }
        )

    def _add(self, entry: Any) -> None:
        self._fields.append(self._canvas.annotate(entry, "Form"))

    def _written(self, lines: Sequence[FieldLine], size: float) -> bytes:
        """Return the operators that draw the lines of a value."""
        if not lines:
            return b"/Tx BMC EMC"
        times = self.scale
        code = [f"/Tx BMC q BT /{_FONT} {size * times:g} Tf {self._fill}".encode()]
        for line in lines:
            letters = bytes([_MINUS_CODE]).join(part.encode(_ENCODING) for part in line.words.split(_MINUS))
            letters = letters.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
            code.append(f"1 0 0 1 {line.x * times:.2f} {line.y * times:.2f} Tm (".encode() + letters + b") Tj")
        return b" ".join([*code, b"ET Q EMC"])

    def _shared(self, look: str, rect: Box, weight: float) -> Any:
        """Return the appearance stream that all boxes with this kind of mark and this size share."""
        weight *= self.scale
        key = (look, round(rect.width, 2), round(rect.height, 2), weight)
        if key not in self._appearances:
            self._appearances[key] = self._stream(f"{self._stroke} ".encode() + _MARKS[look](rect, weight), rect)
        return self._appearances[key]

    def _stream(self, code: bytes, rect: Box) -> Any:
        stream = PDFStream(content=code, filters=[])  # so short that compression would make it longer
        stream.dictionary.dict.update(
            {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": [0, 0, round(rect.width, 3), round(rect.height, 3)],
                "Resources": self._resources,
            }
        )
        return self._canvas.document.Reference(stream)

    @cached_property
    def _resources(self) -> Any:
        """The reference to the resources of all appearance streams: the small font."""
        return self._canvas.document.Reference(PDFDictionary({"Font": {_FONT: self._embed()}}))

    def _embed(self) -> Any:
        """Embed the complete small font, so that it can also show text that is typed into fields."""
        face, document = _face(), self._canvas.document
        data = (paths.fonts() / f"{_FONT}.ttf").read_bytes()
        file = PDFStream(content=data)
        file.dictionary["Length1"] = len(data)
        descriptor = PDFDictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": PDFName(_FONT),
                "Flags": 32,
                "FontBBox": list(face.bbox),
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
        characters[_MINUS_CODE - 32] = _MINUS
        widths = [face.charWidths.get(ord(char), face.defaultWidth) for char in characters]
        return document.Reference(
            PDFDictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/TrueType",
                    "BaseFont": PDFName(_FONT),
                    "Encoding": {
                        "Type": "/Encoding",
                        "BaseEncoding": "/WinAnsiEncoding",
                        "Differences": [_MINUS_CODE, "/minus"],
                    },
                    "FirstChar": 32,
                    "LastChar": 255,
                    "Widths": widths,
                    "FontDescriptor": document.Reference(descriptor),
                }
            )
        )


class PdfFile:
    """A PDF file into which surfaces draw: its canvas, form fields, link targets and outline.

    Attributes:
        fillable: True if empty fields become form fields.
        editable: True if fields with a value become form fields, too.
        duplex: the edge over which two-sided sheets are turned.
        scale: the enlargement of everything on a page, together with the page itself.
        names: the names that players have chosen, which are shortened where a field has no space for them.
    """

    def __init__(
        self, imprint: Imprint, ink: Ink, *, fillable: bool, editable: bool, duplex: Edge, scale: float = 1.0
    ) -> None:
        self.imprint, self.ink, self.scale = imprint, ink, scale
        self.fillable, self.editable = fillable, editable
        self.duplex: Edge = duplex
        self.names: Collection[str] = ()
        self.canvas = TaggedCanvas(imprint)
        self.canvas.separated = ink.separated
        self.form = Form(self.canvas, ink, scale)
        self._bookmarks = 0
        self._level = -1

    def anchor(self, name: str, top: float | None = None) -> None:
        """Give the current page, or its part below `top`, a name that links can use."""
        if top is None:
            self.canvas.raw.bookmarkPage(name)
        else:
            self.canvas.raw.bookmarkPage(name, fit="XYZ", left=0, top=top)

    def bookmark(self, title: str, level: int = 0) -> None:
        """Add an entry to the outline that leads to the current page."""
        self._bookmarks += 1
        key = f"b{self._bookmarks}"  # unique, since ReportLab renames entries with the same key
        self._level = min(level, self._level + 1)  # an outline cannot skip a level
        self.canvas.raw.bookmarkPage(key)
        self.canvas.raw.addOutlineEntry(title, key, level=self._level)


def can_show(words: str) -> bool:
    """Return True if the face of the fields has all letters of a text."""
    plain = words.replace(_MINUS, "-")
    return fonts.covers(plain, "narrow") and plain.encode(_ENCODING, "replace").decode(_ENCODING) == plain


def _script(code: str) -> dict[str, Any]:
    return {"S": "/JavaScript", "JS": PDFString(code)}


def _cross(rect: Box, weight: float) -> bytes:
    """Return the operators that draw a cross from edge to edge."""
    inset = 0.15 * min(rect.width, rect.height)
    left, low, right, high = inset, inset, rect.width - inset, rect.height - inset
    return (
        f"q {weight:g} w 1 J {left:.2f} {low:.2f} m {right:.2f} {high:.2f} l "
        f"{left:.2f} {high:.2f} m {right:.2f} {low:.2f} l S Q"
    ).encode()


def _tick(rect: Box, _: float) -> bytes:
    w, h = rect.width, rect.height
    return (
        f"q 1.2 w 1 J 1 j {0.2 * w:.2f} {0.5 * h:.2f} m {0.42 * w:.2f} {0.25 * h:.2f} l "
        f"{0.82 * w:.2f} {0.8 * h:.2f} l S Q"
    ).encode()


def _dot(rect: Box, _: float) -> bytes:
    """Return the operators that draw a filled circle, as a line of length 0 with a round cap."""
    x, y, size = rect.width / 2, rect.height / 2, 0.6 * min(rect.width, rect.height)
    return f"q {size:.2f} w 1 J {x:.2f} {y:.2f} m {x:.2f} {y:.2f} l S Q".encode()


_MARKS: dict[str, Callable[[Box, float], bytes]] = {
    "cross": _cross,
    "tick": _tick,
    "dot": _dot,
    "off": lambda *_: b" ",
}
