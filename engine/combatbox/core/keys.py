"""The keys of rows, cells and columns that a game's code looks up in a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from combatbox.core.tables import Table


@dataclass(frozen=True)
class Keys:
    """The keys that code looks up in one table, or in a table that replaces it.

    Attributes:
        table: the id of the table, or the place in the order of play that names the table.
        needed: keys that the table must have.
        also: further keys that the table may have; None permits any.
        kind: the part of the table that has the keys: `row`, `column` or `cell`. The key of a cell is `row@column`.
        bare: True if a table without columns is accepted as well.
    """

    table: str
    needed: tuple[str, ...] = ()
    also: tuple[str, ...] | None = ()
    kind: Literal["row", "cell", "column"] = "row"
    bare: bool = False

    def present(self, table: Table) -> tuple[str, ...]:
        """Return the keys of this kind that a table has."""
        if self.kind == "column":
            return tuple(table.columns)
        if self.kind == "cell":
            return tuple(key for key in (table.keys or table.lookups) if "@" in key)
        return tuple(key for key in table.keys if "@" not in key) or tuple(row.key for row in table.rows if row.key)


KeysOf = Callable[[Any, Mapping[str, Table]], Iterable[Keys]]
"""Returns the keys that a game looks up; called with its constants and its tables by id."""


def unique(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the keys without duplicates, in their order."""
    return tuple(dict.fromkeys(keys))
