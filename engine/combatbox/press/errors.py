"""The errors of printing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from combatbox.core.errors import CombatBoxError

T = TypeVar("T")


class PressError(CombatBoxError):
    """Raised if something cannot be printed as requested; the message is one line with place and remedy."""


class SheetError(PressError):
    """Raised by code that draws a part of a sheet and does not know its line; `located` adds file and line."""


def known(what: str, name: str, among: Mapping[str, T]) -> T:
    """Return the item with a name.

    Args:
        what: the kind of item, for the message.
        name: the name.
        among: the items by name.

    Raises:
        PressError: no item has this name; the message lists the names.
    """
    if name not in among:
        raise PressError(f"unknown {what} '{name}'; known: {', '.join(among)}")
    return among[name]


@contextmanager
def located(place: str) -> Iterator[None]:
    """Add file and line to any `SheetError` that is raised in the `with` block."""
    try:
        yield
    except SheetError as error:
        raise PressError(f"{place}: {error}") from error


class UnprintableText(PressError):
    """Raised if a text is too long for its place.

    Args:
        message: the message for authors of sheets, with the place and its size.
        text: the text.
    """

    def __init__(self, message: str, text: str) -> None:
        self.text = text
        super().__init__(message)


class PapersFailed(PressError):
    """Raised if some products cannot be printed; the other products are written, and `made` lists their files."""

    exit_code = 1

    def __init__(self, failed: Mapping[str, str], made: Sequence[Path]) -> None:
        self.failed, self.made = dict(failed), list(made)
        reasons: dict[str, list[str]] = {}
        for name, why in failed.items():
            reasons.setdefault(why, []).append(name)
        super().__init__("\n".join(f"{', '.join(names)}: not made: {why}" for why, names in reasons.items()))
