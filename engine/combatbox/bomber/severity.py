"""Words that stand in an order, from the least to the most: what became of a plane, what a fighter has taken."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SeverityScale:
    """A closed list of words in their order."""

    words: tuple[str, ...]

    def higher(self, one: str, other: str) -> str:
        """The one of two words that is more. Raises ValueError for a word that is none of them."""
        return one if self.words.index(one) >= self.words.index(other) else other


PLANE_FATES = SeverityScale(("", "safe", "repairable", "irreparable", "wrecked", "destroyed"))
"""What can become of the plane, from best to worst."""

FIGHTER_DAMAGE = SeverityScale(("", "fca", "fboa", "destroyed"))
"""What can be marked on a fighter, from nothing to the worst."""
