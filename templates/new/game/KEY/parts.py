"""The aircraft on its way, and the words of the tables: what their rows do.

A word is a small dataclass: its fields are its parameters, which the tables are checked against.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from combatbox.core.effects import Effect, Say
from combatbox.core.flight import Flight


@dataclass(slots=True)
class Aircraft:
    """All that changes on a flight. Every field is plain data: the log tells what became of it."""

    hits: int = 0
    lost: bool = False
    stage: str = ""


Sortie = Flight[Aircraft]


@dataclass(frozen=True, slots=True)
class Hit(Effect):
    """So many hits on the aircraft."""

    name: ClassVar[str] = "hit"
    hits: int

    def words(self, say: Say) -> str:
        return f"{say(str(self.hits))} hit{'s' if self.hits > 1 else ''}"

    def apply(self, flight: Sortie) -> None:
        flight.state.hits += self.hits


@dataclass(frozen=True, slots=True)
class Lost(Effect):
    """The aircraft is lost."""

    name: ClassVar[str] = "lost"

    def words(self, say: Say) -> str:
        return say("lost")

    def apply(self, flight: Sortie) -> None:
        flight.state.lost = True
