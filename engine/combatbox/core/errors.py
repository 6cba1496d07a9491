"""The exceptions that Combat Box raises on purpose.

Each has an exit code for the command line: 1 if a check failed, 2 if the input or the call is wrong.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

LONGEST = 300
"""Maximum characters in a line of a message, because the quoted value may have a million characters."""

MOST_LINES = 50
"""Maximum lines of a message."""


def format_message(message: str) -> str:
    """Shorten a message for a terminal and escape control characters.

    Both the number of lines and their length are limited.
    """
    lines = message.split("\n", MOST_LINES)
    more = f"... and {lines.pop().count(chr(10)) + 1} more" if len(lines) > MOST_LINES else ""
    return "\n".join([*map(_line, lines), *filter(None, [more])])


def _line(text: str) -> str:
    """Shorten a line to its beginning (the place) and its end (the remedy)."""
    if len(text) > LONGEST:
        half = LONGEST // 2 - 2
        text = f"{text[:half]} ... {text[-half + 1 :]}"
    if text.isprintable():
        return text
    shown = "".join(repr(c)[1:-1] if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
    return shown if len(shown) <= LONGEST else _line(shown)


_PART = 110


class CombatBoxError(Exception):
    """Base class of the errors that are reported to the user without a traceback."""

    exit_code = 2

    def __init__(self, message: str = "") -> None:
        super().__init__(format_message(message))
        self.name = ""
        """The name that does not exist or does not fit, if the error is about one."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle message and attributes, because a subclass may have other arguments than a message."""
        return _unpickle, (type(self), self.args, vars(self))


def _unpickle(kind: type[CombatBoxError], arguments: tuple[Any, ...], attributes: Mapping[str, Any]) -> CombatBoxError:
    """Return an error that another process has raised."""
    error = kind.__new__(kind)
    error.args = arguments
    vars(error).update(attributes)
    return error


def check_range(name: str, value: int, low: int, high: int, *, more: str = "") -> None:
    """Check that a number that a user gave is in its range.

    Args:
        name: the name of the option or field, for the message.
        value: the number.
        low: the lowest number that is permitted.
        high: the highest.
        more: words that the message says after the range.

    Raises:
        CombatBoxError: the number is out of range.
    """
    if not low <= value <= high:
        raise CombatBoxError(f"{name}: must be between {low} and {high}{more} (got {value})")


@dataclass(frozen=True, order=True)
class Problem:
    """One problem in the data: its file, its line and a message with the remedy.

    Attributes:
        names: the names in the data that the problem is about: those that do not exist, or do not fit.
    """

    path: str
    line: int
    message: str
    names: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class DataError(CombatBoxError):
    """Raised when data is inconsistent; lists all problems, not only the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(p) for p in self.problems))


class TableFault(CombatBoxError):
    """Raised when a table lacks what the code of its game reads, or contradicts another table.

    Args:
        message: the fault and its remedy.
        places: the id of each table concerned, with the key of a row or column.
    """

    def __init__(self, message: str, *places: tuple[str, str]) -> None:
        self.places = places
        super().__init__(message)


class DiceError(CombatBoxError):
    """Raised for invalid dice: a face that is not 1 to 6, or too many or too few dice."""


class UnknownName(CombatBoxError):
    """Raised for an unknown name; suggests the nearest known names.

    Args:
        what: the kind of name, for the message.
        name: the unknown name; empty if none was given.
        known: the names to suggest from.
        remedy: what the message says instead if no known name is near, and there are too many to list.
    """

    def __init__(self, what: str, name: str, known: Iterable[str], remedy: str = "") -> None:
        near = suggest(name, known) or (remedy and f"; {remedy}")
        super().__init__(f"unknown {what} {name!r}{near}" if name else f"no {what} is named{near}")
        self.what, self.name = what, name


class IllegalChoice(CombatBoxError):
    """Raised when the answer to a decision is not legal."""


class LogError(CombatBoxError):
    """Raised when a log cannot be read: it is truncated, edited or of another version."""


class IncompleteOutput(CombatBoxError):
    """Raised when some of the requested files could not be made; lists the reasons."""

    exit_code = 1

    def __init__(self, reasons: Iterable[str]) -> None:
        super().__init__("\n".join(dict.fromkeys(reasons)))


class RowNotReached(CombatBoxError):
    """Raised when the requested row is not reached in this run."""

    exit_code = 1


class ReplayMismatch(CombatBoxError):
    """Raised when a replay differs from its script or its log.

    Args:
        step: the step at which the replay differs.
        expected: the value in the script or log.
        got: the value that the replay produced.
    """

    exit_code = 1

    def __init__(self, step: str, expected: str, got: str) -> None:
        self.step, self.expected, self.got = step, expected, got
        super().__init__(f"{step}: expected {_part(expected)}; got {_part(got)}")


def _part(text: str) -> str:
    """Shorten one side of a difference so that both fit on a line."""
    return text if len(text) <= _PART else f"{text[: _PART - 4]} ..."


def suggest(name: str, known: Iterable[str]) -> str:
    """Return a suggestion to append to a message about an unknown name.

    It is `; did you mean ...?` with the nearest names, or else a list of all names, or empty if there are too many.

    Example:
        >>> suggest("quen", ["queen", "skirmish"])
        '; did you mean queen?'
    """
    names = sorted(known)
    near = get_close_matches(name[:LONGEST], names)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    if names and len(names) <= 12:
        return f"; known: {', '.join(names)}"
    return ""
