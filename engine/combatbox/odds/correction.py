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
from combatbox.core.errors import CombatBoxError, DataError, Problem, UnknownName
from combatbox.core.plugin import GamePlugin
from combatbox.core.table_views import NESTED, effect_words
from combatbox.core.tables import Table
from combatbox.games import use
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.export import book_data, book_text
from combatbox.library.load import load
from combatbox.library.overlay import differences, source_text
from combatbox.library.yaml12 import parse_yaml
from combatbox.odds.exact_odds import Chains
from combatbox.play.rpc import RpcDispatcher
from combatbox.play.view import offered

NEVER = Fraction(0)

MOST = 20
"""The largest number of problems that a verdict lists."""


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
        """Return the text of a table for corrections, the name of its file, and the line of each row by its id.

        Raises:
            UnknownName: there is no such table.
        """
        made, text = self._table(table), source_text(self.book, table)
        return {"file": Path(made.info.path).name, "text": text, "lines": _lines(made, text)}

    @offered
    def check(self, table: str, text: str) -> dict[str, Any]:
        """Load the game with a corrected table.

        Args:
            table: the id of the table.
            text: the text of its file.

        Returns:
            `patch`: the correction as a unified diff; and `problems`: the first problems that the loader reports, each
            with its line, or 0 in another file. If there are none, also `is_same`: True if nothing in play differs;
            `changes`: what differs, each with the value before and after; `chances`: the same for the chances of a
            roll; `title`, `headings`, `rows` and `notes`: the table as text; `lines`: the line of each row; and
            `book`: the compiled book.

        Raises:
            UnknownName: there is no such table.
        """
        text = text.removesuffix("\n") + "\n"
        verdict: dict[str, Any] = {"problems": [], "patch": self._patch(table, text)}
        path = self.folder / self.book.key / Path(self._table(table).info.path).name
        write_atomically(path, text.encode(errors="surrogatepass"))
        own = paths.display_path(path)
        try:
            book = load(self.book.key, self.folder)
            if book.tables[table].info.path != own:
                raise DataError([Problem(own, 1, f"id: this is the page of {table}; leave its id as it was")])
            return verdict | self._compared(book, book.tables[table], text)
        except DataError as error:
            folder = f"{paths.display_path(self.folder)}/"
            for each in error.problems[:MOST]:
                place = "" if each.path == own else f"{each.path}:{each.line}: "
                message = f"{place}{each.message}".replace(folder, "my-tables/")
                verdict["problems"].append({"line": 0 if place else each.line, "message": message})
        except CombatBoxError as error:  # a table that can be loaded, but not followed to its end
            verdict["problems"] = [{"line": 0, "message": str(error)}]
        return verdict

    def _compared(self, book: Book, table: Table, text: str) -> dict[str, Any]:
        """Return what a book with a corrected table changes, and the table as text."""
        both = _chances(self.book, table.id), _chances(book, table.id)
        changed = [name for name in {**both[0], **both[1]} if both[0].get(name, NEVER) != both[1].get(name, NEVER)]
        played = [{**book_data(one, examples=False), "digest": ""} for one in (self.book, book)]
        return {
            "is_same": played[0] == played[1],
            "changes": [[each.place, each.was, each.now] for each in differences(self.book, book)],
            "chances": [[name, *(format_chance_briefly(odds.get(name, NEVER)) for odds in both)] for name in changed],
            **_as_text(book, table),
            "lines": _lines(table, text),
            "book": book_text(book, examples=False),
        }

    def _table(self, table: str) -> Table:
        if table not in self.book.tables:
            raise UnknownName(f"table of {self.book.key}", table, self.book.tables)
        return self.book.tables[table]

    def _patch(self, table: str, text: str) -> str:
        """Return the correction as a unified diff: of the file, or of all files that make the table merged into one."""
        name = self._table(table).info.path
        was, now = (part.splitlines(keepends=True) for part in (source_text(self.book, table), text))
        return "".join(unified_diff(was, now, f"a/{name}", f"b/{name}"))


# ---- as text


def _lines(table: Table, text: str) -> dict[str, int]:
    """Return the line of each row in the text of a table, by the id of the row."""
    lines = parse_yaml(text, table.id).lines
    return {row.id: lines[("rows", index)] for index, row in enumerate(table.rows)}


def _chances(book: Book, table_id: str) -> Mapping[str, Fraction]:
    """Return the chance of each outcome of a table, and of what is known to come of a roll on it, by their words."""
    table, chains = book.tables[table_id], Chains(book)
    chances: dict[str, Fraction] = {}
    for column in table.lookups if table.shape != "to_hit" else ():  # its rolls that hit are its rows
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
    name = [view.name_heading or "Area"] * view.areas
    rows = []
    for row in view.rows:
        chance = format_chance_briefly(odds[row.id]) if row.id in odds else ""
        rows.append([f"{NESTED * row.depth}{row.roll}", *[row.area] * view.areas, *row.cells, *[chance] * bool(odds)])
    modifiers = [f"{modifier.words}: {modifier.amount}".removesuffix(": ") for modifier in view.modifiers]
    return {
        "title": f"{view.id} {view.title}, {view.dice}",
        "headings": [view.roll_heading, *name, *view.headings, *["Chance"] * bool(odds)],
        "rows": rows,
        "notes": [*modifiers, *view.notes],
    }


# ---- in a browser


def open_corrector(text: str) -> Corrector:
    """Return a corrector in a browser, where neither games nor tables are installed.

    Args:
        text: JSON with the key of the game (`game`), the fields of the plug-in of each game by its key (`plug_ins`), and
            the text of each file of tables by its path (`files`).
    """
    data = json.loads(text)
    use({key: GamePlugin(**one) for key, one in data["plug_ins"].items()})
    for name, content in data["files"].items():
        write_atomically(paths.root() / name, content.encode())
    return Corrector(data["game"])


def dispatcher() -> RpcDispatcher:
    """Return the dispatcher of the requests of a page."""
    return RpcDispatcher(open_corrector)
