"""The keys by which a game's code looks up rows, cells and columns of its tables; the loader refuses tables without them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from combatbox.core.tables import Table


@dataclass(frozen=True)
class Keys:
    """What a game looks up in one table, and in the tables that rulings put in its place.

    table: its id, or the place in the order of play that names it. needed: the keys that must be there. also: further keys
    that may be there; None where any other may. kind: what has these keys; a cell is `row@column`. bare: a table without
    any columns will do, too.
    """

    table: str
    needed: tuple[str, ...] = ()
    also: tuple[str, ...] | None = ()
    kind: Literal["row", "cell", "column"] = "row"
    bare: bool = False

    def present(self, table: Table) -> tuple[str, ...]:
        """The keys of this kind that a table has."""
        if self.kind == "column":
            return tuple(table.columns)
        if self.kind == "cell":
            return tuple(key for key in (table.keys or table.lookups) if "@" in key)
        return tuple(key for key in table.keys if "@" not in key) or tuple(row.key for row in table.rows if row.key)


KeysOf = Callable[[Any, Mapping[str, Table]], Iterable[Keys]]
"""The keys that a game looks up, from its constants and its tables by id."""


def unique(keys: Iterable[str]) -> tuple[str, ...]:
    """The keys, each once, in their order."""
    return tuple(dict.fromkeys(keys))
