"""A dictionary of a state that can be followed: one that changes seldom, so that nobody compares it with a copy after every event."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Followed(dict[K, V]):
    """A dictionary. While its state is watched it notes that it is changed (`core.watch`), as a record does."""

    __slots__ = ()
