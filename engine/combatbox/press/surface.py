"""Surfaces to draw on: pages, cards on a sheet, and pages of a booklet on sheets for folding.

Coordinates are points from the top left corner, y downwards. Words become content of the structure tree (as `tag`);
shapes are artifacts unless they are part of a `figure`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import normalize

from combatbox.core.annotations import frozen
from combatbox.press import fonts, text
from combatbox.press.errors import PressError, UnprintableText
from combatbox.press.forms import FieldLine, Mark, PdfFile, can_show
from combatbox.press.style import BOLD, HAIR, RULE, THIN, Box, TextStyle, bounds
from combatbox.press.text import Line

if TYPE_CHECKING:
    from combatbox.press.tagging import Element

Direction = Literal["up", "down", "left", "right"]
Valign = Literal["top", "middle", "bottom"]
_TAIL = 0.22  # the descent of a g as a share of the size; the font's own value is that of its lowest letter
_CLEAR = 4.0  # the space in points above and below several lines, unless they are in the smallest type
_TURN = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class OwnWords(str):
    """A text of the player for a field, which is printed whole or refused."""


class Surface:
    """A rectangle to draw on.

    Attributes:
        body: the part of the surface inside its margins and above its foot.
        bleed: the width of the border around the surface, which is cut off after printing.
    """

    def __init__(
        self,
        document: PdfFile,
        width: float,
        height: float,
        *,
        margin: float = 0.0,
        foot: float = 0.0,
        bleed: float = 0.0,
    ) -> None:
        self.document = document
        self.canvas = document.canvas
        self.raw: Any = document.canvas.raw
        self.ink = document.ink
        self.width = width
        self.height = height
        self.bleed = bleed
        self.body = Box(margin, margin, width - 2 * margin, height - 2 * margin - foot)

    @property
    def whole(self) -> Box:
        """The whole surface."""
        return Box(0, 0, self.width, self.height)

    @contextmanager
    def placed(
        self, box: Box, *, turned: bool = False, within: Box | None = None, bleed: float = 0.0
    ) -> Iterator[Surface]:
        """Yield a surface inside this one.

        Args:
            box: the place of the new surface.
            turned: True to turn the new surface upside down.
            within: the box to which the bleed of the new surface is clipped.
            bleed: the width of this bleed.
        """
        self.raw.saveState()
        if within:
            self.clip(within)
        self.raw.translate(box.x, self.height - box.bottom)
        if turned:
            self.raw.translate(box.width, box.height)
            self.raw.rotate(180)
        yield Surface(self.document, box.width, box.height, bleed=bleed)
        self.raw.restoreState()

    def clip(self, box: Box) -> None:
        """Clip everything that is drawn to a box, until the state of the canvas is restored."""
        path = self.raw.beginPath()
        path.rect(box.x, self.height - box.bottom, box.width, box.height)
        self.raw.clipPath(path, stroke=0, fill=0)

    @contextmanager
    def turned(self, x: float, y: float, degrees: float, width: float = 0.0, height: float = 0.0) -> Iterator[Surface]:
        """Yield a surface with its origin at a point of this one, rotated counterclockwise by some degrees."""
        self.raw.saveState()
        self.raw.translate(x, self.height - y)
        self.raw.rotate(degrees)
        yield Surface(self.document, width, height)
        self.raw.restoreState()

    # Words

    def put(self, words: str, x: float, y: float, style: TextStyle) -> None:
        """Draw letters with their baseline at `y`; the caller must have opened a tag or an artifact."""
        fonts.check(words, style.font, "text")
        self.raw._code.append(self.ink.code(style.colour, "fill"))
        self.canvas.draw_letters(words, x, self.height - y, style.font, style.size, style.tracking)

    def anchors(self, names: Sequence[str], box: Box) -> None:
        """Make the top of a box the target of links with these names."""
        for name in names:
            place = self._on_paper(box)
            self.document.anchor(name, place.y + place.height)

    def draw_linked_line(
        self, line: Line, box: Box, style: TextStyle, element: Element, *, goes_on: bool = False
    ) -> None:
        """Draw a line of text at the left of a box, as content of `element`; words that have a target become links.

        `goes_on` is True if the text of the element continues on another line.
        """
        baseline = box.y + style.baseline
        for target, group in groupby(line, key=lambda run: run.to):
            runs = list(group)
            wide = text.width(runs, style)
            with self.canvas.content_of(element.plan("Link") if target else element):
                last = runs[-1] is line[-1]
                self._line(runs, box, baseline, style, goes_on=goes_on and last, within=not last)
                if target:
                    alt = "".join(run.text for run in runs)
                    self.canvas.link(target, self._on_paper(Box(box.x, box.y, wide, style.leading)), alt=alt)
            box = box.after(wide)

    def link(self, words: str, x: float, y: float, style: TextStyle, target: str, area: Box, *, alt: str = "") -> None:
        """Draw words with their baseline at `y`, and a link.

        Args:
            words: the words to draw.
            x: the left end of the words.
            y: the height of the baseline.
            style: the style of the words.
            target: a web address or, with `alt`, the name of a place in the document.
            area: the clickable area.
            alt: the description of a place in the document.
        """
        with self.canvas.content("Link"):
            self.put(words, x, y, style)
            self.canvas.link(target, self._on_paper(area), alt=alt)

    def text(
        self,
        words: str,
        box: Box,
        style: TextStyle,
        *,
        place: str = "text",
        tag: str | None = "P",
        valign: Valign = "middle",
    ) -> TextStyle:
        """Draw one line, fitted into a box, and return the style in which it was drawn.

        Args:
            words: the words of the line.
            box: the box for the line.
            style: the style at its largest size.
            place: the name that error messages give to the text.
            tag: the tag of its element; None to use the current element.
            valign: the vertical position.

        Raises:
            PressError: the line does not fit.
        """
        fitted = text.fit(words, box.width, style, place)
        cap = fitted.cap_height
        if cap > box.height + 0.01:
            raise PressError(f"{place}: {words!r} is {cap:.1f} pt high, but has only {box.height:.1f}")
        baseline = {"top": box.y + cap, "middle": box.y + (box.height + cap) / 2, "bottom": box.bottom}[valign]
        line = text.plain(words, fitted)
        with self.canvas.content(tag) if tag else self.canvas.mark():
            self._line(line, box, baseline, fitted)
        return fitted

    def heading(self, words: str, box: Box, style: TextStyle, *, place: str, tag: str | None = "P") -> Box:
        """Draw one line at the top of a box, as `text` does, and return the rest of the box."""
        self.text(words, box.top(style.leading), style, place=place, tag=tag)
        return box.below(style.leading)

    def paragraph(
        self,
        words: str,
        box: Box,
        style: TextStyle,
        *,
        place: str = "text",
        tag: str | None = "P",
        valign: Valign = "top",
        marked: bool = True,
    ) -> float:
        """Draw wrapped text, and return its height. Text that does not fit is an error and is never clipped.

        Args:
            words: the text.
            box: the box for the text.
            style: the style of the text.
            place: the name that error messages give to the text.
            tag: the tag of its element; None to use the current element.
            valign: the vertical position.
            marked: True if `words` may contain marks of emphasis.

        Raises:
            PressError: the text does not fit.
        """
        lines = text.wrap(words, box.width, style, place, emphasis=marked)
        height = len(lines) * style.leading
        if height > box.height + 0.01:
            raise PressError(
                f"{place}: {words[:40]!r} needs {len(lines)} lines of {height:.0f} pt, but has only {box.height:.0f}"
            )
        slack = {"top": 0.0, "middle": (box.height - height) / 2, "bottom": box.height - height}[valign]
        with self.canvas.content(tag) if tag else self.canvas.mark():
            self.lines(lines, box.below(slack), style)
        return height

    def lines(self, lines: Sequence[Line], box: Box, style: TextStyle, *, goes_on: bool = False) -> None:
        """Draw lines of text inside an open tag; `goes_on` is True if more lines follow."""
        baseline = box.y + style.baseline
        for number, line in enumerate(lines, start=1):
            self._line(line, box, baseline, style, goes_on=goes_on or number < len(lines))
            baseline += style.leading

    def _line(
        self,
        line: Line,
        box: Box,
        baseline: float,
        style: TextStyle,
        *,
        goes_on: bool = False,
        within: bool = False,
    ) -> None:
        x = box.x if style.align == "left" else box.aligned(text.width(line, style), style.align).x
        self.raw._code.append(self.ink.code(style.colour, "fill"))
        for run in line:
            # Without a space at its end, text extraction would join the last word with the next line's first.
            words = run.text + " " if goes_on and run is line[-1] else run.text
            at = (x, self.height - baseline)
            self.canvas.draw_letters(
                words, *at, run.font, style.size, style.tracking, within=within and run is line[-1]
            )
            if run is not line[-1]:
                x += text.width([run], style)

    def put_at(self, words: str, x: float, y: float, style: TextStyle) -> None:
        """Draw text in the current figure element, aligned by its style and vertically centred on a point."""
        left = Box(x, y, 0, 0).aligned(style.width(words), style.align).x
        self.put(words, left, y + style.cap_height / 2, style)

    # Shapes

    def figure(self, alt: str) -> AbstractContextManager[Element]:
        """Combine the shapes that are drawn in the `with` block into one figure with an alternative text."""
        return self.canvas.content("Figure", alt=alt)

    @contextmanager
    def pen(self, weight: float = THIN, colour: str = "ink", dash: Sequence[float] = ()) -> Iterator[Any]:
        """Yield the raw canvas with line settings.

        Shapes drawn on it are part of the current figure; without a figure they are an artifact.
        """
        with self.canvas.artifact():
            self.raw.saveState()
            self.raw.setStrokeColor(self.ink.of(colour))
            self.raw.setLineWidth(weight)
            if dash:
                self.raw.setDash(list(dash))
            yield self.raw
            self.raw.restoreState()

    def line(self, x1: float, y1: float, x2: float, y2: float, *, weight: float = THIN, colour: str = "ink") -> None:
        """Draw a line."""
        high = self.height
        pen = f"{self.ink.code(colour, 'stroke')} {weight:g} w"
        self.canvas.append_operators(f"q {pen} {x1:.2f} {high - y1:.2f} m {x2:.2f} {high - y2:.2f} l S Q")

    def edge(self, box: Box, side: str, *, weight: float = THIN, colour: str = "ink") -> None:
        """Draw a line along one side of a box."""
        line = box.along(side)
        self.line(line.x, line.y, line.right, line.bottom, weight=weight, colour=colour)

    def box(
        self,
        box: Box,
        *,
        weight: float | None = THIN,
        colour: str = "ink",
        fill: str | None = None,
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle: outlined unless `weight` is None, filled if `fill` names a colour."""
        paint = {"stroke": int(weight is not None), "fill": int(self.ink.fills(fill))}
        if not any(paint.values()):
            return
        if not radius:
            self._rectangle(box, weight, colour, fill if paint["fill"] else None)
            return
        with self.pen(weight or 0, colour) as raw:
            raw.setFillColor(self.ink.of(fill or "paper"))
            raw.roundRect(box.x, self.height - box.bottom, box.width, box.height, radius, **paint)

    def _rectangle(self, box: Box, weight: float | None, colour: str, fill: str | None) -> None:
        """Draw a rectangle with sharp corners in few operators, because there are thousands of them."""
        code = self.ink.code
        fills = f"{code(fill, 'fill')} " if fill else ""
        strokes = f"{code(colour, 'stroke')} {weight:g} w " if weight is not None else ""
        shape = f"{box.x:.2f} {self.height - box.bottom:.2f} {box.width:.2f} {box.height:.2f} re"
        paint = {(True, True): "B", (True, False): "f", (False, True): "S"}[bool(fill), weight is not None]
        self.canvas.append_operators(f"q {fills}{strokes}{shape} {paint} Q")

    def ground(self, fill: str) -> None:
        """Colour the whole surface, including its bleed."""
        self.box(self.whole.inset(-self.bleed), weight=None, fill=fill)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        weight: float | None = THIN,
        colour: str = "ink",
        fill: str | None = None,
    ) -> None:
        """Draw a circle: outlined unless `weight` is None, filled if `fill` names a colour."""
        with self.pen(weight or 0, colour) as raw:
            raw.setFillColor(self.ink.of(fill or "paper"))
            raw.circle(x, self.height - y, radius, int(weight is not None), int(self.ink.fills(fill)))

    def crossed(self, box: Box, *, weight: float = BOLD, colour: str = "ink") -> None:
        """Draw both diagonals of a box, slightly inset."""
        inner = box.inset(0.15 * box.width, 0.15 * box.height)
        self.line(inner.x, inner.y, inner.right, inner.bottom, weight=weight, colour=colour)
        self.line(inner.x, inner.bottom, inner.right, inner.y, weight=weight, colour=colour)

    def ring(self, box: Box, *, alt: str) -> None:
        """Draw a ring around the content of a box, as a player would with a pen."""
        with self.figure(alt), self.pen(BOLD, "pen") as raw:
            radius = min(box.width, box.height) / 2 - 1.5
            x, y = box.centre
            wide = min(radius * 1.35, box.width / 2 - 0.6)
            raw.ellipse(x - wide, self.height - y - radius, x + wide, self.height - y + radius)

    def ticked(self, box: Box) -> None:
        """Draw a tick in a box, in the colour of the player's writing."""
        x, y, w, h = box.x, box.y, box.width, box.height
        points = [(x + 0.2 * w, y + 0.5 * h), (x + 0.42 * w, y + 0.75 * h), (x + 0.82 * w, y + 0.2 * h)]
        self.polyline(points, weight=BOLD, colour="pen")

    def polyline(self, points: Sequence[tuple[float, float]], *, weight: float = THIN, colour: str = "ink") -> None:
        """Draw a line through points."""
        with self.pen(weight, colour) as raw:
            raw.setLineCap(1)
            raw.setLineJoin(1)
            path = raw.beginPath()
            path.moveTo(points[0][0], self.height - points[0][1])
            for x, y in points[1:]:
                path.lineTo(x, self.height - y)
            raw.drawPath(path)

    def dashed(
        self,
        *points: tuple[float, float],
        weight: float = HAIR,
        colour: str = "ink",
        dash: Sequence[float] = (2, 2),
    ) -> None:
        """Draw a dashed line through points; each point starts a new dash."""
        with self.pen(weight, colour, dash) as raw:
            for (x1, y1), (x2, y2) in pairwise(points):
                raw.line(x1, self.height - y1, x2, self.height - y2)

    def arrow(
        self,
        x: float,
        y: float,
        length: float,
        direction: Direction,
        *,
        weight: float = BOLD,
        colour: str = "ink",
    ) -> None:
        """Draw an arrow centred at (x, y): the symbol for an attack from the front (down) or the rear (up)."""
        dx, dy = _TURN[direction]
        half, barb = length / 2, length * 0.32
        tip = (x + dx * half, y + dy * half)
        back = (tip[0] - dx * barb, tip[1] - dy * barb)
        barbs = [(back[0] + sign * dy * barb * 0.8, back[1] + sign * dx * barb * 0.8) for sign in (-1, 1)]
        self.polyline([(x - dx * half, y - dy * half), tip], weight=weight, colour=colour)
        self.polyline([barbs[0], tip, barbs[1]], weight=weight, colour=colour)

    # Fields

    def entry(
        self,
        name: str,
        label: str,
        box: Box,
        style: TextStyle,
        *,
        value: str = "",
        multiline: bool = False,
        beneath: str = "",
        struck: bool = False,
        sum_call: str = "",
    ) -> None:
        """Draw a field: a form field in a fillable document, otherwise only its value.

        The value is printed in place of the field if the document is not `editable`, or if the typeface of form fields
        lacks a letter of the value.

        Args:
            name: the name of the field.
            label: the description of the value to fill in.
            box: the box for the field.
            style: the style of the text.
            value: the value to print.
            multiline: True to allow several lines.
            beneath: a remark in separate lines below the value.
            struck: True to strike the value out.
            sum_call: the JavaScript call that calculates the field; empty for a field without a sum.
        """
        place, form = f"{self.document.imprint.title}, field '{name}'", self.document.form
        if not value and not beneath:
            if self.document.fillable:
                form.text(name, label, self._on_paper(box), style, multiline=multiline, sum_call=sum_call)
            return
        names = () if isinstance(value, OwnWords) else self.document.names
        # compose separate accents
        parts = [fonts.with_boxes(normalize("NFC", part)) for part in (value, beneath) if part]
        words = "".join(parts)
        is_field = self.document.editable and can_show(words)
        faces = "narrow" if is_field else style.font, *fonts.FURTHER
        face = next((name for name in faces if fonts.covers(words, name)), faces[-1])
        written = _typeset(parts, box, replace(style, font=face), place, multiline, names)
        if is_field:
            form.text(
                name,
                label,
                self._on_paper(box),
                written.style,
                multiline=multiline or bool(beneath),
                value="\n".join(parts),
                lines=list(written.in_field(box)),
                sum_call=sum_call,
            )
        else:
            with self.canvas.content("P"):
                self.lines(written.lines, written.area, written.style)
        if struck:
            self._strike(written)

    def _strike(self, written: _Typeset) -> None:
        """Draw a line through each line of the first part of a value."""
        with self.figure("struck through"):
            for _, row in written.rows(written.paragraphs[0]):
                width = text.width(text.plain(written.first, written.style), written.style) or row.width
                middle = row.centre[1]
                self.line(row.x - 1.5, middle, row.x + width + 1.5, middle, weight=RULE, colour="pen")

    def check(
        self,
        name: str,
        label: str,
        box: Box,
        *,
        shape: Literal["box", "circle", "none"] = "box",
        mark: Mark = "cross",
        on: bool | None = None,
        weight: float = BOLD,
    ) -> None:
        """Draw a box or circle, with or without a mark. If `on` is None, a fillable document gets a form field.

        Args:
            name: the name of the field.
            label: the description of the box.
            box: the place of the box.
            shape: the outline to draw; `none` if the drawing below already has one.
            mark: the kind of mark.
            on: True if the box is marked, False if it is not, None if that is unknown.
            weight: the weight of a cross.
        """
        if shape == "box":
            self.box(box)
        elif shape == "circle":
            self.circle(*box.centre, box.width / 2, fill="paper")
        if self.document.editable or (on is None and self.document.fillable):
            self.document.form.check(name, label, self._on_paper(box), mark=mark, on=bool(on), weight=weight)
        elif on:
            with self.figure(alt=f"{label}: marked"):
                self._mark(mark, box, weight)

    def _mark(self, mark: Mark, box: Box, weight: float) -> None:
        if mark == "cross":
            self.crossed(box, colour="pen", weight=weight)
        elif mark == "tick":
            self.ticked(box)
        else:
            self.circle(*box.centre, 0.3 * box.width, weight=None, fill="pen")

    def _on_paper(self, box: Box) -> Box:
        """Return a box in the coordinates of the page, which begin at the lower left."""
        ends = (box.x, box.bottom), (box.right, box.y)
        return bounds(self.raw.absolutePosition(x, self.height - y) for x, y in ends)


@frozen
class _Typeset:
    """The value of a field, broken into lines: the lines of each part, their style, and the area that they fill.

    `first` is the first part if all parts share one line.
    """

    paragraphs: Sequence[Sequence[Line]]
    style: TextStyle
    area: Box
    first: str = ""

    @property
    def lines(self) -> list[Line]:
        return [line for paragraph in self.paragraphs for line in paragraph]

    def in_field(self, box: Box) -> Iterator[FieldLine]:
        """Yield the lines with their positions in a field as large as a box."""
        for line, row in self.rows(self.lines):
            words = fonts.quoted("".join(run.text for run in line))
            yield FieldLine(words, row.x - box.x, box.bottom - (row.y + self.style.baseline))

    def rows(self, lines: Sequence[Line]) -> Iterator[tuple[Line, Box]]:
        """Yield lines with the places of their words, from the top of the area on."""
        style, area = self.style, self.area
        for line in lines:
            yield line, area.top(style.leading).aligned(text.width(line, style), style.align)
            area = area.below(style.leading)


def _typeset(
    parts: Sequence[str], box: Box, style: TextStyle, place: str, multiline: bool, names: Collection[str]
) -> _Typeset:
    """Set the parts of a value into a field, in the largest size that fits.

    Args:
        parts: the parts of the value.
        box: the box of the field.
        style: the style at its largest size.
        place: the name that error messages give to the field.
        multiline: True to wrap the value as a note.
        names: the names that are shortened if a short value does not fit.

    Raises:
        PressError: the parts do not fit even in the smallest size.
    """
    if not multiline:
        inside = box.inset(2, 0)
        paragraphs, look, first = _fit_parts(parts, inside, style, place, names)
        height = sum(map(len, paragraphs)) * look.leading
        return _Typeset(paragraphs, look, inside.below((inside.height - height) / 2), first)
    inside, value = box.inset(2, 1), "\n".join(parts)
    for look in text.shrinking(style, 0.5):
        if len(text.wrap(value, inside.width, look, place)) * look.leading <= inside.height:
            break
    for shorter in _shortened([value], names):
        lines = text.wrap(shorter[0], inside.width, look, place)
        if len(lines) * look.leading <= inside.height + 0.01:
            return _Typeset([lines], look, inside)
    raise _too_long(place, value, inside, look)


def _fit_parts(
    parts: Sequence[str], box: Box, style: TextStyle, place: str, names: Collection[str]
) -> tuple[list[list[Line]], TextStyle, str]:
    """Return the lines of each part of a short text, and the style at the largest size at which they fit.

    If they do not fit even in the smallest size, names in them are shortened; then the parts share one line, and the
    first part is returned as well.
    """
    for look in text.shrinking(style):
        if found := _fitted(parts, box, look, place, _CLEAR):
            return found, look, ""
    for join in (False, True):
        for shorter in _shortened(parts, names):
            if found := _fitted([", ".join(shorter)] if join else shorter, box, look, place, 0.0):
                return found, look, shorter[0] if join else ""
    raise _too_long(place, ", ".join(parts), box, look)


def _too_long(place: str, words: str, box: Box, look: TextStyle) -> UnprintableText:
    """Return the error for a text that does not fit into the box of its field, with the letters that do."""
    count = bisect_left(
        range(1, len(words)), True, key=lambda count: not _fitted([words[:count]], box, look, place, 0.0)
    )
    return UnprintableText(
        f"{place}: {words!r} does not fit into {box.width:.0f} by {box.height:.0f} pt, only its first {count} letters do; "
        "shorten it or widen its place",
        words,
    )


def _shortened(parts: Sequence[str], names: Collection[str]) -> Iterator[Sequence[str]]:
    """Yield a text as it is, then with ever fewer letters of the longest name in it, then of the next one.

    A text that is filled in from a log, which has names, then loses letters at its end.
    """
    yield parts
    for name in sorted(names, key=lambda name: (-len(name), name)):
        shorter = parts
        for length in range(len(name) - 1, 0, -1):
            begin = name[:length].rstrip()
            whole = re.compile(f"({re.escape(begin)}){re.escape(name[len(begin) :])}", re.IGNORECASE)
            shorter = [whole.sub(r"\1…", part) for part in parts]
            if shorter == parts:
                break
            yield shorter
        parts = shorter
    for length in range(len(parts[-1]) - 1 if names else 0, 0, -1):
        yield [*parts[:-1], f"{parts[-1][:length].rstrip(' ,;')}…"]


def _fitted(parts: Sequence[str], box: Box, look: TextStyle, place: str, clear: float) -> list[list[Line]]:
    """Return the lines of each part in a style; empty if they do not fit.

    `clear` is the minimum space between several lines and the rules above and below them.
    """
    if look.cap_height > box.height + 0.01:
        return []
    try:
        paragraphs = [text.wrap(part, box.width, look, place) for part in parts]
    except PressError:
        return []
    count = sum(map(len, paragraphs))
    inked = (count - 1) * look.leading + look.cap_height + _TAIL * look.size
    return paragraphs if count == 1 or inked + clear <= box.height + 0.01 else []
