"""The plain kind of condition that much of the vocabulary is made of."""

from __future__ import annotations

from typing import ClassVar

from combatbox.core.effects import Condition, Say
from combatbox.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Plain(Condition):
    """A condition without parameters; `said` is its wording."""

    said: ClassVar[str] = ""

    def words(self, say: Say) -> str:
        return self.said
