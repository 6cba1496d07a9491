"""Which code carries which rule: a mark on functions and classes, read back by the traceability check."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def rule(*ids: str) -> Callable[[T], T]:
    """Mark a function or class as carrying the rules with these ids (`T-303`, `Q6.3a-1`).

    The mark changes nothing at run time; `combatbox verify` reads it from the source.
    """

    def mark(thing: T) -> T:
        return thing

    return mark
