"""What the print shop raises."""

from __future__ import annotations

from combatbox.core.errors import CombatBoxError


class PressError(CombatBoxError):
    """Something cannot be put on paper as asked: one line that names the place and the remedy."""
