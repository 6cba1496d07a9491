"""Text setting: inline emphasis, line breaking, and fitting one line into a width.

In prose, `**bold**` and `*italic*` are marks of emphasis. Everything else is literal, so that players' texts never need
escaping (pass them with `plain`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from combatbox.press import fonts
from combatbox.press.errors import PressError
from combatbox.press.style import TextStyle

if TYPE_CHECKING:
    from combatbox.prose.chapters import Words

_EMPHASIS = re.compile(r"\*\*(?P<bold>[^*]+)\*\*|\*(?P<italic>[^*]+)\*")
_STEP = 0.25  # points by which a text shrinks to fit
_ID = r"(?:[A-Z]{1,3}-[A-Z0-9]|[A-Z]\d)"
# Blanks at which no line is broken if the words on both sides fit on one: within the names of aircraft and positions,
# between a number and what it counts, after the amount of a modifier, before the name of a table, rule or ruling, after the dot before "continued".
_NO_BREAK = re.compile(
    r"(?<![\w-])(?:FW|Me|B-17) (?=\d)"
    r"|(?<![\w-])(?:[Aa]ids?|[Cc]hapters?|[Ee]rrat(?:a|um)|[Mm]issions?|[Ss]teps?|[Zz]ones?) (?=\d)"
    rf"|(?<![\w-])(?:[Rr]ulings?|[Ss]ee|on) (?=\d|{_ID})"
    r"|\d (?=(?:High|Level|Low|feet|mm|per cent)\b)"
    r"|[Vv]ertical (?=[Cc]limb|[Dd]ive)"
    r"|\S (?=· (?:continued|part ))|· (?=continued|part )"
    r"|(?:^|(?<=· ))[+−]\d+ (?=\S)"
    r"|(?<![\w-])(?:least|rolls?|FE) (?=\d)|\bat (?=least \d)|\d (?=each\b|to \d)|(?<=\d )to (?=\d)|\bper (?=cent\b)"
)
_GLUE = "\u00a0"  # replaces such blanks during line breaking; blanks are drawn, since not all faces have this character


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one face; `to` is the target of its link, if any."""

    text: str
    font: str
    to: str = ""

    def saying(self, text: str) -> Run:
        """Return a run with another text in the same face."""
        return Run(text, self.font, self.to)


Line = list[Run]


def plain(text: str, style: TextStyle) -> list[Run]:
    """Return a text as runs, without parsing marks of emphasis."""
    return [Run(part, face) for part, face in fonts.in_faces(text, style.font)]


def marked(text: str, style: TextStyle) -> list[Run]:
    """Return a text as runs, with its marks of emphasis applied."""
    parts: list[tuple[str, str]] = []
    end = 0
    for match in _EMPHASIS.finditer(text):
        parts.append((text[end : match.start()], style.font))
        how = "bold" if match["bold"] else "italic"
        parts.append((match[how], fonts.emphasis_face(style.font, how)))
        end = match.end()
    parts.append((text[end:], style.font))
    return [Run(part, face) for words, font in parts if words for part, face in fonts.in_faces(words, font)]


def span_runs(words: Words, style: TextStyle) -> list[Run]:
    """Return the words of a chapter as runs; ids of tables and rules are in the condensed face."""
    faces = {"": style.font, "id": "narrow"}
    return [
        Run(part, face, span.to)
        for span in words
        for part, face in fonts.in_faces(span.text, faces.get(span.how) or fonts.emphasis_face(style.font, span.how))
    ]


def check(runs: list[Run], place: str) -> None:
    """Raise PressError if a character has no glyph."""
    for run in runs:
        fonts.check(run.text, run.font, place)


def width(runs: list[Run], style: TextStyle) -> float:
    """Return the width of a line of runs in a style."""
    if len(runs) == 1:
        (run,) = runs
        return fonts.width(run.text, run.font, style.size) + style.tracking * len(run.text)
    letters = sum(len(run.text) for run in runs)
    return sum(fonts.width(run.text, run.font, style.size) for run in runs) + style.tracking * letters


def fit(text: str, available: float, style: TextStyle, place: str) -> TextStyle:
    """Return the style at the largest size, down to its `least`, at which a text fits on one line.

    Args:
        text: the text of the line.
        available: the available width in points.
        style: the style at its largest size.
        place: the name that error messages give to the text.

    Raises:
        PressError: the text does not fit even at the smallest size.
    """
    check(plain(text, style), place)
    size, least = style.size, style.least or style.size
    while True:
        sized = style.sized(size)
        needed = width(plain(text, sized), sized)
        if needed <= available + 0.01:
            return sized
        if size <= least:
            raise PressError(
                f"{place}: {text!r} needs {needed:.1f} pt at {size:g} pt, but has only {available:.1f}; "
                "shorten it or widen its place"
            )
        size = max(size - _STEP, least)


def wrap(runs: list[Run], available: float, style: TextStyle, place: str) -> list[Line]:
    """Break runs at spaces into lines no wider than `available`; a line feed starts a new line."""
    try:
        return list(_wrapped(tuple(runs), available, style, ""))
    except PressError:
        return _wrapped(tuple(runs), available, style, place)  # raises with the place


def set_words(words: str, marks: bool, available: float, style: TextStyle) -> list[Line]:
    """Return the lines of a text, with or without marks of emphasis; callers must not change them.

    Raises:
        PressError: a word is wider than the line; the message does not name a place, whereas the message of `wrap`
            does.
    """
    needed, line = _on_one_line(words, marks, style)  # most texts fit one line
    return line if needed <= available else _on_lines(words, marks, available, style)


@lru_cache(maxsize=1 << 14)
def _on_one_line(words: str, marks: bool, style: TextStyle) -> tuple[float, list[Line]]:
    """Return the width of a text on one line, and the line; the width is infinite if the text has line feeds."""
    runs = marked(words, style) if marks else plain(words, style)
    if "\n" in words:
        return math.inf, []
    return width(runs, style), _wrapped(tuple(runs), math.inf, style, "")


@lru_cache(maxsize=1 << 15)
def _on_lines(words: str, marks: bool, available: float, style: TextStyle) -> list[Line]:
    return _wrapped(tuple(marked(words, style) if marks else plain(words, style)), available, style, "")


@lru_cache(maxsize=1 << 15)
def _wrapped(runs: tuple[Run, ...], available: float, style: TextStyle, place: str) -> list[Line]:
    lines: list[Line] = []
    for paragraph in _paragraphs(list(runs)):
        check(paragraph, place)
        lines += _break(paragraph, available, style, place)
    return lines


def _paragraphs(runs: list[Run]) -> list[list[Run]]:
    paragraphs: list[list[Run]] = [[]]
    for run in runs:
        first, *rest = run.text.split("\n")
        paragraphs[-1].append(run.saying(first) if rest else run)
        paragraphs += [[run.saying(part)] for part in rest]
    return paragraphs


@lru_cache(maxsize=1 << 13)
def _glued(text: str) -> str:
    """Return a text with a glue character in place of each blank at which a line must not be broken."""
    return _NO_BREAK.sub(lambda match: match[0][:-1] + _GLUE, text)


def _break(runs: list[Run], available: float, style: TextStyle, place: str) -> list[Line]:
    if len(runs) == 1:
        return _break_plain(runs[0], available, style, place)
    lines: list[Line] = [[]]
    used = 0.0
    for word in _words(runs, available, style):
        led = lines[-1][-1].to if lines[-1] and lines[-1][-1].to == word[0].to else ""
        glued = [Run(" ", word[0].font, led), *word] if lines[-1] else word
        needed = width(glued, style)
        if lines[-1] and used + needed > available + 0.01:
            lines.append([])
            used, glued = 0.0, word
            needed = width(word, style)
        if needed > available + 0.01:
            raise _too_wide("".join(run.text for run in word), needed, available, place)
        lines[-1] += glued
        used += needed
    return [_joined(line) for line in lines]


def _break_plain(run: Run, available: float, style: TextStyle, place: str) -> list[Line]:
    """Break a text in one face, which is the most frequent case, five times as fast as `_break`."""
    font, size, tracking = run.font, style.size, style.tracking
    space = fonts.width(" ", font, size)
    lines: list[list[str]] = [[]]
    used = 0.0
    for word, alone in _plain_words(run, available, style):
        needed = space + alone + tracking * (len(word) + 1) if lines[-1] else alone + tracking * len(word)
        if lines[-1] and used + needed > available + 0.01:
            lines.append([])
            used, needed = 0.0, alone + tracking * len(word)
        if needed > available + 0.01:
            raise _too_wide(word, needed, available, place)
        lines[-1].append(word)
        used += needed
    return [[run.saying(" ".join(words))] if words else [] for words in lines]


def _plain_words(run: Run, available: float, style: TextStyle) -> Iterator[tuple[str, float]]:
    """Yield words with their widths; words that are glued together count as one word if they fit on one line."""
    for word, alone, parts in _held_together(run.text, run.font, style.size):
        if parts and alone + style.tracking * len(word) > available + 0.01:
            yield from parts
        else:
            yield word, alone


@lru_cache(maxsize=1 << 14)
def _held_together(text: str, font: str, size: float) -> tuple[tuple[str, float, tuple[tuple[str, float], ...]], ...]:
    """Return the words of a text with their widths; for words glued together, also each single word and its width.

    Words that are glued together count as one word. The widths do not include tracking.
    """
    result = []
    for part in _glued(text).split(" "):
        if word := part.replace(_GLUE, " "):
            words = word.split(" ") if word != part else ()
            parts = tuple([(one, fonts.width(one, font, size)) for one in words])
            result.append((word, fonts.width(word, font, size), parts))
    return tuple(result)


def _too_wide(word: str, needed: float, available: float, place: str) -> PressError:
    return PressError(f"{place}: the word {word!r} is wider than its column ({needed:.1f} > {available:.1f} pt)")


def _words(runs: list[Run], available: float, style: TextStyle) -> Iterator[list[Run]]:
    """Split runs into words, as `_plain_words` does; the face may change inside a word, as in `**P**-1`."""
    for word in _split(_glued_runs(runs), " "):
        if not any(_GLUE in run.text for run in word):
            yield word
            continue
        parts = [run.saying(run.text.replace(_GLUE, " ")) for run in word]
        if width(parts, style) > available + 0.01:
            yield from _split(word, _GLUE)
        else:
            yield parts


def _glued_runs(runs: list[Run]) -> list[Run]:
    """Return runs with a glue character in place of each blank at which a line must not be broken.

    The word after such a blank may be in another face.
    """
    full_text, start, glued = _glued("".join(run.text for run in runs)), 0, list[Run]()
    for run in runs:
        glued.append(run.saying(full_text[start : start + len(run.text)]))
        start += len(run.text)
    return glued


def _split(runs: Sequence[Run], at: str) -> list[list[Run]]:
    """Split runs at each occurrence of a character, which is removed."""
    words: list[list[Run]] = [[]]
    for run in runs:
        first, *rest = run.text.split(at)
        if first:
            words[-1].append(run.saying(first))
        words += [[run.saying(part)] if part else [] for part in rest]
    return [word for word in words if word]


def _joined(line: Line) -> Line:
    """Join adjacent runs with the same face and target, for fewer operators and text that can be extracted whole."""
    return [
        Run("".join([run.text for run in runs]), font, to)
        for (font, to), runs in groupby(line, key=attrgetter("font", "to"))
    ]
