"""The frames of a replay, put together from the changes that a page receives."""

from collections.abc import Iterable, Mapping
from typing import Any

ALONE = ("s", "k", "w", "a", "d")
"""The keys whose values belong to a single step, and are not carried over to the next step."""


def decode(steps: Iterable[Mapping[str, Any]], upto: int) -> dict[str, Any]:
    """Return the complete frame of step `upto` (from 1), merged in the same way as by the page's script."""
    frame: dict[str, Any] = {}
    for _, step in zip(range(upto), steps, strict=False):
        for key in ALONE:
            frame.pop(key, None)
        for key, value in step.items():
            if isinstance(value, dict):
                part = frame.setdefault(key, {})
                part.update(value)
                for removed in [name for name, new in value.items() if new is None]:
                    del part[removed]
            else:
                frame[key] = value
    return frame
