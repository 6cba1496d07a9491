"""Names that a player enters, validated so that they are safe to display."""

from __future__ import annotations

from collections.abc import Collection

from combatbox.core.errors import CombatBoxError

MOST = 40
"""Maximum characters of a name."""


def validate_name(text: str, taken: Collection[str] = ()) -> str:
    """Return a valid name, with single spaces between its words and none at either end.

    Args:
        text: the name as entered.
        taken: names that are already in use.

    Raises:
        CombatBoxError: the name is empty or too long, has no letter or digit, has an unprintable character (a control
            character, a direction mark or a lone surrogate), or is already in use.
    """
    name = " ".join(text.split())
    if not text.strip().isprintable() or not any(char.isalnum() for char in name) or len(name) > MOST:
        shown = text if len(text) <= MOST else f"{text[:MOST]}..."
        raise CombatBoxError(f"{shown!r}: a name is 1 to {MOST} printable characters, a letter or digit among them")
    if name in taken:
        raise CombatBoxError(f"{name!r} is already in use; choose another name")
    return name
