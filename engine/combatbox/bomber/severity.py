"""Scales of terms that are ordered by severity."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SeverityScale:
    """A closed list of terms in ascending order of severity."""

    words: tuple[str, ...]

    def higher(self, first: str, second: str) -> str:
        """Return the more severe of two terms.

        Raises:
            ValueError: a term is not on the scale.
        """
        return first if self.words.index(first) >= self.words.index(second) else second


PLANE_FATES = SeverityScale(("", "safe", "repairable", "irreparable", "wrecked", "destroyed"))
"""The fates of the plane, from best to worst."""

FIGHTER_DAMAGE = SeverityScale(("", "fca", "fboa", "destroyed"))
"""The damage of a fighter, from none to the worst."""
