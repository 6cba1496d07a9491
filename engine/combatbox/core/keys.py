"""What a game's code needs of a table: the keys of rows, cells and columns that it looks up, and what rows decide."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from combatbox.core.tables import Row, Table


@dataclass(frozen=True)
class Keys:
    """The keys that code looks up in one table, or in a table that replaces it.

    Attributes:
        table: the id of the table, or the place in the order of play that names the table.
        needed: keys that the table must have.
        also: further keys that the table may have; None permits any.
        kind: the part of the table that has the keys: `row`, `column` or `cell`. The key of a cell is `row@column`.
        bare: True if a table without columns is accepted as well.
        decides: the names of effects of which each row must have one, unless it leads to another table.
    """

    table: str
    needed: tuple[str, ...] = ()
    also: tuple[str, ...] | None = ()
    kind: Literal["row", "cell", "column"] = "row"
    bare: bool = False
    decides: tuple[str, ...] = ()

    def present(self, table: Table) -> tuple[str, ...]:
        """Return the keys of this kind that a table has."""
        if self.kind == "column":
            return tuple(table.columns)
        if self.kind == "cell":
            return tuple(key for key in (table.keys or table.lookups) if "@" in key)
        return tuple(key for key in table.keys if "@" not in key) or tuple(row.key for row in table.rows if row.key)


def decides(row: Row, names: Collection[str]) -> bool:
    """Return True if a row, or else each row of its nested roll, has one of these effects or leads to another table."""
    terms = [part for effect in row.effects for part in (effect, *effect.components())]
    if any(term.name in names for term in terms) or any(effect.leads_to() for effect in row.effects):
        return True
    return row.then is not None and all(decides(nested, names) for nested in row.then.rows)


KeysOf = Callable[[Any, Mapping[str, Table]], Iterable[Keys]]
"""Returns the keys that a game looks up; called with its constants and its tables by id."""


def unique(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the keys without duplicates, in their order."""
    return tuple(dict.fromkeys(keys))
