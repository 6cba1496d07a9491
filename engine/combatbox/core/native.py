"""Records that a watch cannot make into noting ones: those of the compiled build, and others that no class can be made from.

A compiled record notes by itself what is set in it, if nothing is made of its kind; `hatch_build.py` makes it a `Noting` one. One
of which others may be made, a state above all, cannot: it has a twin, another of its kind in which stands what was last read of
it. A record of any other kind has a `Reading` in its stead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from operator import is_
from typing import Any

from combatbox.core.records import mypyc_attr

Changed = tuple[str, Any, Any]
"""A field, what stood there and what does now."""

Note = tuple[Any, str, Any, Any]
"""A field that was set: its record, its name, what stood there until then and what does now."""


class Noting:
    """A record that notes what is set in it, while a watch gives it something to note it in."""

    _notes: list[Note] | None = None

    def __setattr__(self, name: str, value: Any) -> None:
        if self._notes is None:
            super().__setattr__(name, value)
            return
        old = getattr(self, name)
        if value is not old:
            super().__setattr__(name, value)  # which may refuse it
            self._notes.append((self, name, old, value))

    def noting(self) -> bool:
        """Whether it notes what is set at present."""
        return self._notes is not None

    def note_in(self, notes: list[Note] | None) -> None:
        """Note in this from now on what is set; None for nowhere."""
        object.__setattr__(self, "_notes", notes)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is copied: without what it notes in."""
        return _anew, (type(self), [getattr(self, part.name) for part in fields(self)])  # type: ignore[arg-type]  # a dataclass is made of it


def _anew(kind: type, values: Iterable[Any]) -> Any:
    """A record of this kind with these values in its fields."""
    return kind(*values)


@mypyc_attr(allow_interpreted_subclasses=True)
class Twin:
    """What was last read of a record."""

    def take(self, record: Any) -> None:
        """Read the record for the first time."""
        raise NotImplementedError

    def changed(self, record: Any) -> list[Changed]:
        """The fields in which something else stands than did when the record was last read, which it is anew."""
        raise NotImplementedError


class Reading(Twin):
    """The values of a record of any kind, by the names of its fields."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)
        self._values: tuple[Any, ...] = ()

    def take(self, record: Any) -> None:
        self._values = tuple([getattr(record, name) for name in self._names])

    def changed(self, record: Any) -> list[Changed]:
        old = self._values
        self.take(record)
        if all(map(is_, old, self._values)):
            return []
        each = zip(self._names, old, self._values, strict=True)
        return [(name, was, now) for name, was, now in each if now is not was]


def twin_of(record: Any, names: Iterable[str]) -> Twin:
    """What is read of a record now: a twin of its own kind, if that has all of its fields, else the values of those names."""
    kind = type(record)
    twin: Twin = kind.__new__(kind) if "changed" in vars(kind) and issubclass(kind, Twin) else Reading(names)
    twin.take(record)
    return twin
