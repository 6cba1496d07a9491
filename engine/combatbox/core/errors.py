"""Every exception Combat Box raises on purpose.

Each carries the exit code a command line should end with: 1 when something that was checked is wrong,
2 when the input or the way of calling is wrong.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

LONGEST = 300
"""Characters of a line that tells what is wrong; what was found there may be a million."""

MOST_LINES = 50
"""Lines that are told of what was found wrong at once."""


def format_message(message: str) -> str:
    """A message as it is shown: lines of a length that is read, few enough of them, and nothing that steers a terminal."""
    lines = message.split("\n", MOST_LINES)
    more = f"... and {lines.pop().count(chr(10)) + 1} more" if len(lines) > MOST_LINES else ""
    return "\n".join([*map(_line, lines), *filter(None, [more])])


def _line(text: str) -> str:
    """The beginning and the end of a line: first the place, last what would be right."""
    if len(text) > LONGEST:
        half = LONGEST // 2 - 2
        text = f"{text[:half]} ... {text[-half + 1 :]}"
    if text.isprintable():
        return text
    shown = "".join(repr(c)[1:-1] if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
    return shown if len(shown) <= LONGEST else _line(shown)


_PART = 110


class CombatBoxError(Exception):
    """Base of all errors meant for a person: one clear line, no traceback."""

    exit_code = 2

    def __init__(self, message: str = "") -> None:
        super().__init__(format_message(message))


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong with one place of the data: file, line, what it is and what would be right."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class DataError(CombatBoxError):
    """The data does not hold together. Carries every problem of the run, not the first alone."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(p) for p in self.problems))


class DiceError(CombatBoxError):
    """Dice that cannot be: a face that is not 1 to 6, too many or too few of them."""


class UnknownName(CombatBoxError):
    """A name nobody knows, with the nearest known ones."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown {what} {name!r}{suggest(name, known)}")


class IllegalChoice(CombatBoxError):
    """A player answered a decision with something that is not among its options."""


class LogError(CombatBoxError):
    """A log that cannot be trusted: cut short, edited or of another version. Names the line."""


class NotMade(CombatBoxError):
    """Some of what was asked for cannot be made; the rest is there. Names each with the reason."""

    exit_code = 1

    def __init__(self, reasons: Iterable[str]) -> None:
        super().__init__("\n".join(dict.fromkeys(reasons)))


class RowNotReached(CombatBoxError):
    """What was asked for does not come up there."""

    exit_code = 1


class ReplayMismatch(CombatBoxError):
    """A replay left its script or its log: names the step, what was expected and what came."""

    exit_code = 1

    def __init__(self, step: str, expected: str, got: str) -> None:
        self.step, self.expected, self.got = step, expected, got
        super().__init__(f"{step}: expected {_part(expected)}; got {_part(got)}")


def _part(text: str) -> str:
    """One of the two sides of a difference, so short that the other has room beside it."""
    return text if len(text) <= _PART else f"{text[: _PART - 4]} ..."


def suggest(name: str, known: Iterable[str]) -> str:
    """`; did you mean ...?` for the nearest known names, or the whole list when it is short."""
    names = sorted(known)
    near = get_close_matches(name[:LONGEST], names, n=3, cutoff=0.5)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    if names and len(names) <= 12:
        return f"; known: {', '.join(names)}"
    return ""
