"""The correction of a table by a reader: what the loader says of it, what it changes, and what to hand on.

A page calls it through `play.rpc`. The corrected table alone is in an overlay, as a house rule, and the overlay is loaded
over the tables of the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from difflib import unified_diff
from fractions import Fraction
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from combatbox.core.enumeration import format_chance_briefly, outcome_odds, printed_odds
from combatbox.core.errors import DataError, UnknownName
from combatbox.core.plugin import GamePlugin
from combatbox.core.table_views import NESTED, effect_words
from combatbox.core.tables import Table
from combatbox.games import use
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.export import book_text
from combatbox.library.load import load
from combatbox.library.overlay import differences, source_text
from combatbox.library.yaml12 import parse_yaml
from combatbox.odds.exact_odds import Chains
from combatbox.play.rpc import RpcDispatcher
from combatbox.play.view import offered

NEVER = Fraction(0)


class Corrector:
    """Corrects the tables of a game, one at a time.

    Attributes:
        book: the book of the game, without corrections.
        folder: the folder of the overlay.
    """

    def __init__(self, key: str) -> None:
        self.book = load(key)
        self.folder = Path(mkdtemp())

    def guarded(self) -> AbstractContextManager[None]:
        """Return the context in which a method runs: none is needed, because the loader checks everything."""
        return nullcontext()

    @offered
    def describe(self) -> dict[str, str]:
        """Return the digest of the tables without corrections."""
        return {"digest": self.book.digest}

    @offered
    def text(self, table: str) -> dict[str, Any]:
        """Return the name of the file of a table (`file`), its text for corrections, and the line of each row by its id.

        Raises:
            UnknownName: there is no such table.
        """
        made, text = self._table(table), source_text(self.book, table)
        lines = parse_yaml(text, made.info.path).lines
        rows = {row.id: lines[("rows", index)] for index, row in enumerate(made.rows)}
        return {"file": made.info.path, "text": text, "rows": rows}

    @offered
    def check(self, table: str, text: str) -> dict[str, Any]:
        """Load the game with a corrected table.

        Args:
            table: the id of the table.
            text: the text of its file.

        Returns:
            `problems`: the problems that the loader reports, each with its line, or 0 in another file. If there are none, also `changes`:
            what is different, each with the value before and after; `chances`: the same for the chances that are
            different; `headings`, `rows` and `notes`: the table as text; `book`: the compiled book; and `patch`.

        Raises:
            UnknownName: there is no such table.
        """
        path = self.folder / self.book.key / Path(self._table(table).info.path).name
        write_atomically(path, text.encode())
        try:
            book = load(self.book.key, self.folder)
        except DataError as error:
            own = paths.display_path(path)
            return {
                "problems": [
                    {"line": each.line, "message": each.message}
                    if each.path == own
                    else {"line": 0, "message": f"{each.path}:{each.line}: {each.message}"}
                    for each in error.problems
                ]
            }
        both = _chances(self.book, table), _chances(book, table)
        changed = [name for name in {**both[0], **both[1]} if both[0].get(name, NEVER) != both[1].get(name, NEVER)]
        return {
            "problems": [],
            "changes": [[each.place, each.was, each.now] for each in differences(self.book, book)],
            "chances": [[name, *(format_chance_briefly(odds.get(name, NEVER)) for odds in both)] for name in changed],
            **_as_text(book, book.tables[table]),
            "book": book_text(book, examples=False),
            "patch": self._patch(table, text),
        }

    def _table(self, table: str) -> Table:
        if table not in self.book.tables:
            raise UnknownName(f"table of {self.book.key}", table, self.book.tables)
        return self.book.tables[table]

    def _patch(self, table: str, text: str) -> str:
        """Return the correction as a unified diff."""
        name = self._table(table).info.path
        was, now = (part.splitlines(keepends=True) for part in (source_text(self.book, table), text))
        return "".join(unified_diff(was, now, f"a/{name}", f"b/{name}"))


# ---- as text


def _chances(book: Book, table_id: str) -> Mapping[str, Fraction]:
    """Return the chance of each outcome of a table, and of what is known to come of a roll on it, by their words."""
    table, chains = book.tables[table_id], Chains(book)
    chances: dict[str, Fraction] = {}
    for column in table.lookups:
        named = f"{table.columns[column]}: " if column else ""
        for row, chance in outcome_odds(table, column).values():
            words = named + effect_words(row, book.say)
            chances[words] = chances.get(words, Fraction(0)) + chance
    own = [known for known in book.chances.values() if known.table == table_id]
    chances.update({known.words: chains.chance(known) for known in own})
    return chances


def _as_text(book: Book, table: Table) -> dict[str, Any]:
    """Return the headings of a table, its rows as text with their chances, and its modifiers and notes."""
    view, odds = book.view(table), {} if table.shape == "to_hit" else printed_odds(table, table.lookups)
    name = [view.name_heading] * view.areas
    rows = []
    for row in view.rows:
        chance = [format_chance_briefly(odds[row.id])] if row.id in odds else []
        rows.append([f"{NESTED * row.depth}{row.roll}", *[row.area] * view.areas, *row.cells, *chance])
    modifiers = [f"{modifier.words}: {modifier.amount}".removesuffix(": ") for modifier in view.modifiers]
    return {
        "headings": [view.roll_heading, *name, *view.headings, *["Chance"] * bool(odds)],
        "rows": rows,
        "notes": [*modifiers, *view.notes],
    }


# ---- in a browser


def open_corrector(text: str) -> Corrector:
    """Return a corrector in a browser, where neither games nor tables are installed.

    Args:
        text: JSON with the key of the game (`game`), the fields of the plug-in of each game by its key (`plug_ins`), and the text of
            each file of tables by its path (`files`).
    """
    data = json.loads(text)
    use({key: GamePlugin(**one) for key, one in data["plug_ins"].items()})
    for name, content in data["files"].items():
        write_atomically(paths.root() / name, content.encode())
    return Corrector(data["game"])


def dispatcher() -> RpcDispatcher:
    """Return the dispatcher of the requests of a page."""
    return RpcDispatcher(open_corrector)
