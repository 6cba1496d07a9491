"""Names that a player gives: text that is safe wherever it is shown, and no more than fits a line of a sheet."""

from __future__ import annotations

from collections.abc import Collection

from combatbox.core.errors import CombatBoxError

MOST = 40
"""Characters of a name."""


def proper_name(text: str, taken: Collection[str] = ()) -> str:
    """The name as it is kept: without blanks around it, one between its words.

    Raises CombatBoxError for what is empty, too long, holds anything that does not print (control characters, marks
    of direction, halves of a character) or no letter and no digit, or is `taken` already by another.
    """
    name = " ".join(text.split())
    if not text.strip().isprintable() or not any(char.isalnum() for char in name) or len(name) > MOST:
        shown = text if len(text) <= MOST else f"{text[:MOST]}..."
        raise CombatBoxError(f"{shown!r}: a name is 1 to {MOST} printable characters, a letter or digit among them")
    if name in taken:
        raise CombatBoxError(f"{name!r} is the name of another; give one of its own")
    return name
