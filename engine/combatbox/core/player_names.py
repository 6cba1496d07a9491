"""Names that a player enters, made safe to display."""

from __future__ import annotations

from collections.abc import Collection

from combatbox.core.errors import CombatBoxError

MOST = 40
"""Maximum characters of a name."""


def validate_name(text: str, taken: Collection[str] = ()) -> str:
    """Return the name with single spaces between its words and none around it.

    Args:
        text: the name as entered.
        taken: names that are already in use.

    Raises:
        CombatBoxError: the name is empty, too long, has no letter or digit, has an unprintable character (control characters,
            marks of direction, lone surrogates), or is taken.
    """
    name = " ".join(text.split())
    if not text.strip().isprintable() or not any(char.isalnum() for char in name) or len(name) > MOST:
        shown = text if len(text) <= MOST else f"{text[:MOST]}..."
        raise CombatBoxError(f"{shown!r}: a name is 1 to {MOST} printable characters, a letter or digit among them")
    if name in taken:
        raise CombatBoxError(f"{name!r} is already in use; choose another name")
    return name
