"""Text setting: inline emphasis, line breaking, and fitting one line into a width.

In prose, `**bold**` and `*italic*` are marks of emphasis. Everything else is literal, so that players' texts never need
escaping: only text that is `marked` has emphasis.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, cycle, groupby, islice, repeat
from operator import attrgetter
from typing import TYPE_CHECKING

from combatbox.core.annotations import frozen
from combatbox.press import fonts
from combatbox.press.errors import PressError
from combatbox.press.style import TextStyle

if TYPE_CHECKING:
    from combatbox.prose.chapters import Words

_EMPHASIS = re.compile(r"\*\*([^*]+)\*\*|\*([^*]+)\*")  # bold, italic
_ROUNDING = 0.01  # points
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


@frozen
class Run:
    """A piece of text in one face; `to` is the target of its link, if any."""

    text: str
    font: str
    to: str = ""

    def saying(self, text: str) -> Run:
        """Return a run with another text in the same face."""
        return Run(text, self.font, self.to)


Line = list[Run]


def plain(text: str, style: TextStyle) -> Line:
    """Return a text as runs, without parsing marks of emphasis."""
    return _runs([(text, "", "")], style)


def marked(text: str, style: TextStyle) -> Line:
    """Return a text as runs, with its marks of emphasis applied."""
    parts = zip(_EMPHASIS.split(text), cycle(("", "bold", "italic")), repeat(""))
    return _runs((part for part in parts if part[0]), style)


def span_runs(words: Words, style: TextStyle) -> Line:
    """Return the words of a chapter as runs; ids of tables and rules are in the condensed face."""
    return _runs(((span.text, span.how, span.to) for span in words), style)


def _runs(parts: Iterable[tuple[str, str, str]], style: TextStyle) -> Line:
    """Return parts of a text as runs, each with its emphasis and the target of its link."""
    faces = {"": style.font, "id": "narrow"}
    return [
        Run(part, face, to)
        for words, how, to in parts
        for part, face in fonts.in_faces(words, faces.get(how) or fonts.emphasis_face(style.font, how))
    ]


def width(words: str | Sequence[Run], style: TextStyle) -> float:
    """Return the width of a line in a style."""
    runs = plain(words, style) if isinstance(words, str) else words
    letters = sum([len(run.text) for run in runs])
    return sum([fonts.width(run.text, run.font, style.size) for run in runs]) + style.tracking * letters


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
    for run in plain(text, style):
        fonts.check(run.text, run.font, place)
    for look in shrinking(style):
        if width(text, look) <= available + _ROUNDING:
            return look
    raise PressError(
        f"{place}: {text!r} needs {width(text, look):.1f} pt at {look.size:g} pt, but has only {available:.1f}; "
        "shorten it or widen its place"
    )


def shrinking(style: TextStyle, step: float = 0.25) -> Iterator[TextStyle]:
    """Yield a style at its largest size, then smaller by a step in points each time, down to its `least`."""
    size, least = style.size, style.least or style.size
    yield style
    while size > least:
        size = max(size - step, least)
        yield style.sized(size)


def wrap(
    words: str | Sequence[Run],
    available: float,
    style: TextStyle,
    place: str,
    *,
    emphasis: bool = False,
    first: float = 0.0,
) -> list[Line]:
    """Break a text at spaces into lines no wider than `available`; a line feed starts a new line.

    Args:
        words: the text, or its runs.
        available: the width of the lines in points.
        style: the style of the text.
        place: the name that error messages give to the text.
        emphasis: True if a text may have marks of emphasis.
        first: the width that the first line leaves free; the line is empty if not even one word fits.

    Returns:
        The lines, which callers must not change.

    Raises:
        PressError: a word is wider than the line, or no face has one of its characters.
    """
    key = words if isinstance(words, str) else tuple(words)
    try:
        return _wrapped(key, available, style, emphasis, first)
    except PressError as error:
        raise PressError(f"{place}{error}") from None


@lru_cache(maxsize=1 << 15)
def _wrapped(
    words: str | tuple[Run, ...], available: float, style: TextStyle, emphasis: bool, first: float
) -> list[Line]:
    runs = words if isinstance(words, tuple) else marked(words, style) if emphasis else plain(words, style)
    for run in runs:
        fonts.check(run.text.replace("\n", ""), run.font, "")
    return [line for paragraph in _split(runs, "\n") for line in _broken(paragraph, available, style, first)]


def _broken(runs: Line, available: float, style: TextStyle, used: float) -> list[Line]:
    """Break a paragraph into lines, of which the first one has some width used."""
    lines: list[Line] = [[]]
    most, is_short = available + _ROUNDING, used > 0
    for word, needed in chain.from_iterable(
        # words that are glued together may part at the end of a short first line
        ways[ways[0][0][1] > most - (used if is_short and not lines[1:] else 0.0)]
        for ways in _words(tuple(runs), style)
    ):
        if needed > most:
            letters = "".join(run.text for run in word)
            raise PressError(f": the word {letters!r} is wider than its column ({needed:.1f} > {available:.1f} pt)")
        first, line = word[0], lines[-1]
        apart = fonts.width(" ", first.font, style.size) + style.tracking if line else 0.0
        if used + apart + needed > most:
            lines.append(list(word))
            used = needed
        else:
            space = [Run(" ", first.font, first.to if line[-1].to == first.to else "")] if line else []
            line += [*space, *word]
            used += apart + needed
    return [_joined(line) for line in lines]


_Way = list[tuple[Line, float]]
"""Words with their widths."""


@lru_cache(maxsize=1 << 14)
def _words(runs: tuple[Run, ...], style: TextStyle) -> list[tuple[_Way, _Way]]:
    """Return each word, and the parts of words that are glued together, for lines on which they do not fit.

    The face may change inside a word, as in `**P**-1`.
    """
    joined = "".join([run.text for run in runs])  # the word after a glued blank may be in another face
    letters = iter(_NO_BREAK.sub(lambda match: match[0][:-1] + _GLUE, joined))
    glued = [run.saying("".join(islice(letters, len(run.text)))) for run in runs]
    words: list[tuple[_Way, _Way]] = []
    for parts in filter(None, _split(glued, " ")):
        whole = [run.saying(run.text.replace(_GLUE, " ")) for run in parts]
        way, other = ([(word, width(word, style)) for word in some] for some in ([whole], _split(parts, _GLUE)))
        words.append((way, other))
    return words


def _split(runs: Sequence[Run], at: str) -> list[Line]:
    """Split runs at each occurrence of a character, which is removed."""
    parts: list[Line] = [[]]
    for run in runs:
        first, *rest = run.text.split(at)
        if first:
            parts[-1].append(run.saying(first))
        parts += [[run.saying(part)] if part else [] for part in rest]
    return parts


def _joined(line: Line) -> Line:
    """Join adjacent runs with the same face and target, for fewer operators and text that can be extracted whole."""
    return [
        Run("".join([run.text for run in runs]), font, to)
        for (font, to), runs in groupby(line, key=attrgetter("font", "to"))
    ]
