"""The PDF file of a document: its canvas, form fields, link targets and outline."""

from __future__ import annotations

from collections.abc import Collection

from combatbox.press.forms import Form
from combatbox.press.style import Edge, Ink
from combatbox.press.tagging import Imprint, TaggedCanvas


class PdfFile:
    """A PDF file into which surfaces draw.

    Attributes:
        fillable: True if empty fields become form fields.
        editable: True if fields with a value become form fields, too.
        duplex: the edge over which two-sided sheets are turned.
        names: the names that players have chosen, which are shortened where a field has no space for them.
    """

    def __init__(self, imprint: Imprint, ink: Ink, *, fillable: bool, editable: bool, duplex: Edge) -> None:
        self.imprint = imprint
        self.ink = ink
        self.fillable = fillable
        self.editable = editable
        self.duplex: Edge = duplex
        self.names: Collection[str] = ()
        self.canvas = TaggedCanvas(imprint)
        self.canvas.separated = ink.separated
        self.form = Form(self.canvas, ink)
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
