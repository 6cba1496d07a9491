"""The names under which players know tables: titles or printed codes.

Ids such as `T-TAB-FIGHTER-EFFECT` and `BL-1-FEATHERING` exist only in this project; players look for `Fighter effect`
and `Feathering`. Ids such as `P-1` are printed on the cards of the game, so players know them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from combatbox.core.table_views import ModifierView, RowView, TableView
from combatbox.core.tables import Table

_WORD = re.compile(r"[A-Z]{3,}")


def code(table_id: str) -> str:
    """Return the printed code of a table; empty if its id contains a word.

    Ids that contain a word exist only in this project.
    """
    return "" if _WORD.search(table_id) else table_id


class TableNames:
    """The titles of tables, which replace the ids of tables in texts.

    An id is replaced if it exists only in this project; an id that is printed on the cards of the game is not.
    """

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self._titles = {name: table.title for name, table in tables.items() if not code(name)}
        longest = sorted(self._titles, key=len, reverse=True)
        self._ids = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])") if longest else None

    def text(self, words: str, *, quoted: bool = True) -> str:
        """Return a text with ids replaced by titles.

        Args:
            words: the text.
            quoted: True to put the titles in quotation marks; False if the titles will become links.
        """
        name = "“{}”" if quoted else "{}"
        return self._ids.sub(lambda match: name.format(self._titles[match[0]]), words) if self._ids else words

    def view(self, view: TableView) -> TableView:
        """Return a copy of a table's view in which ids of tables are replaced by titles."""
        return replace(
            view,
            used=self.text(view.used),
            rows=tuple(map(self._row, view.rows)),
            modifiers=tuple(map(self._modifier, view.modifiers)),
            notes=self._texts(view.notes),
        )

    def _row(self, row: RowView) -> RowView:
        return replace(row, area=self.text(row.area), cells=self._texts(row.cells))

    def _modifier(self, modifier: ModifierView) -> ModifierView:
        return replace(modifier, words=self.text(modifier.words), amount=self.text(modifier.amount))

    def _texts(self, texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self.text, texts))
