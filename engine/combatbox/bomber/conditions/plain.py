"""The two plain kinds of condition that most of the vocabulary is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from combatbox.bomber.terms import BomberFlight
from combatbox.core.effects import Condition, Say


@dataclass(frozen=True, slots=True)
class Plain(Condition):
    """A condition without parameters; `said` is its wording."""

    said: ClassVar[str] = ""

    def words(self, say: Say) -> str:
        return self.said


@dataclass(frozen=True, slots=True)
class PlaneIs(Plain):
    """One system of the plane is out."""

    flag: ClassVar[str] = ""

    def holds(self, flight: BomberFlight) -> bool:
        out: bool = getattr(flight.state.plane, self.flag or self.name)
        return out
