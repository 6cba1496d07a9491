"""Overlays: folders of tables that a player edits to change a game.

This module writes the tables of a game as files to edit, and lists the differences between an overlay and its game. An
overlay has the layout of `tables/` (`library.load`). The files are copies of the game's files, each with a comment at
the top about the requirements that the table must meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import Any, TypeVar

import yaml

from combatbox.core.annotations import frozen
from combatbox.core.effects import WordFormatter
from combatbox.core.errors import CombatBoxError
from combatbox.core.phrases import span
from combatbox.core.table_views import TableView, effect_words
from combatbox.core.tables import Row, Table
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.atomic_files import MAX_BYTES, read_file, write_atomically, write_new_folder
from combatbox.library.book import Book
from combatbox.library.constraints import ConstraintModel, about, read_constraints
from combatbox.library.folders import OF_VARIANT
from combatbox.library.load import base_book
from combatbox.library.merge import BLANK, BLANK_CELLS, BLANK_PARTS, Merge, name_of, table_layers
from combatbox.library.schemas import schema_text, table_schema
from combatbox.library.yaml12 import Document, read_shared

T = TypeVar("T")

WIDTH = 112

LONGEST = 160
"""The maximum number of characters of a value in the list of differences."""


def overlay_files(book: Book, folder: Path, *, blank: bool = False) -> dict[Path, str]:
    """Return the files of an overlay with all tables of a game or variant, and the schema of the tables.

    Args:
        book: the book of the game.
        folder: the folder of the overlay, which the comments name.
        blank: True to leave the values blank, to be filled in by an owner of the printed variant.

    Returns:
        The content of each file, by its path in the folder.
    """
    constraints = read_constraints(book.constraints) if book.constraints else []
    files = {}
    for table in book.tables.values():
        comments = _comments(book, table, constraints, folder, blank=blank)
        name = Path(book.key) / Path(table.info.path).name
        files[name] = _commented(source_text(book, table.id, blank=blank), comments)
    if game := GAMES.get(book.base_game):
        files[Path("schema") / f"{game.key}-table.json"] = schema_text(table_schema(game))
    return files


def source_text(book: Book, table_id: str, *, blank: bool = False) -> str:
    """Return the text of a table as one file: its own file, or all files that edit it merged.

    Args:
        book: the book of the game.
        table_id: the table.
        blank: True to leave the values blank.
    """
    source = paths.resolve_display_path(book.tables[table_id].info.path)
    text, data = read_file(source, MAX_BYTES).decode("utf-8"), table_data(book, table_id)
    if not blank and data == read_shared(source).data:
        return text
    head = text.partition("\n")[0]
    return (f"{head}\n" if head.startswith("# yaml-language-server") else "") + table_text(data, blank=blank)


def table_data(book: Book, table_id: str) -> dict[str, Any]:
    """Return the data of a table, merged with all files that edit it, but without the key `added`."""
    path = book.tables[table_id].info.path
    data: dict[str, Any] = read_shared(paths.resolve_display_path(path)).data
    below = base_book(book) if book.overlay else None
    if below and table_id in below.tables:
        if below.tables[table_id].info.path == path:
            return table_data(below, table_id)
        if data.get("edits"):
            data = Merge().merge(*table_layers(table_data(below, table_id), data))
    return {key: value for key, value in data.items() if key != "added"}


def table_text(data: Mapping[str, Any], *, blank: bool = False) -> str:
    """Return the text of a table's file, in which each entry of a list is on a separate line.

    Args:
        data: the data of the table.
        blank: True to replace values by `BLANK`.
    """
    lines = []
    for key, value in data.items():
        if blank and key in BLANK_PARTS:
            lines.append(f"{key}: {BLANK}")
        elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
            lines.append(f"{key}:")
            lines += [f"  - {_flow(_blanked(item) if blank else item)}" for item in value]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _blanked(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with `BLANK` in place of its results."""
    return {key: BLANK if key in BLANK_CELLS else value for key, value in row.items()}


def _flow(data: Any) -> str:
    """Return data as YAML on one line."""
    text = yaml.safe_dump(data, default_flow_style=True, width=MAX_BYTES, sort_keys=False, allow_unicode=True)
    return text.removesuffix("\n").removesuffix("\n...")


def write_overlay(
    book: Book, folder: Path, *, missing: bool = False, overwrite: bool = False, blank: bool = False
) -> list[Path]:
    """Write all tables of a game as the files of an overlay.

    If an existing file was edited, an error is raised, unless `missing` or `overwrite` is set.

    Args:
        book: the book of the game.
        folder: the folder of the overlay.
        missing: True to keep existing files and write only the others.
        overwrite: True to replace existing files by the files of the game.
        blank: True to leave the values blank, to be filled in by an owner of the printed variant.

    Returns:
        The files that were written.

    Raises:
        CombatBoxError: a file cannot be replaced; the message names it.
    """
    _check_folder(book, folder)
    files = {folder / path: text.encode() for path, text in overlay_files(book, folder, blank=blank).items()}
    same = [path for path, data in files.items() if path.is_file() and path.read_bytes() == data]
    existing = [path for path in files if path.exists() and path not in same]
    folders = [path for path in existing if not path.is_file()]
    if folders:
        raise CombatBoxError(f"{folders[0]}: is not a file; nothing was written")
    if existing and not (missing or overwrite):
        more = f", and {len(existing) - 1} more," if len(existing) > 1 else ""
        raise CombatBoxError(
            f"{existing[0]}{more} already exists and was edited; nothing was written. --missing keeps it and adds "
            "the rest, --overwrite replaces it by the game's own tables"
        )
    files_to_write = {
        path: data for path, data in files.items() if not path.exists() or (overwrite and path in existing)
    }
    home = folder / book.key
    if not home.exists():
        write_new_folder(home, {path.name: data for path, data in files_to_write.items() if path.parent == home})
        rest = {path: data for path, data in files_to_write.items() if path.parent != home}
    else:
        rest = files_to_write
    for path, data in rest.items():
        write_atomically(path, data)
    return list(files_to_write)


def _check_folder(book: Book, folder: Path) -> None:
    """Check that the overlay is, or can become, a folder and is not the folder of the game."""
    if folder.exists() and not folder.is_dir():
        raise CombatBoxError(f"{folder}: is not a folder; choose another name")
    if folder.resolve() == paths.home(book.key).tables.parent.resolve():
        raise CombatBoxError(f"{folder}: contains the game's own tables; choose another folder")


# ---- what must hold, as a comment


def _commented(text: str, comments: Iterable[str]) -> str:
    """Return the text of a file with comments at the top, below the line that names the file's schema."""
    head, end, rest = text.partition("\n")
    if not head.startswith("# yaml-language-server"):
        head, end, rest = "", "", text
    lines = [line for words in comments for line in _comment(words)]
    return head + end + "\n".join(lines) + "\n" + rest


def _comment(words: str) -> list[str]:
    if not words:
        return ["#"]
    hang = "  " if words.startswith("- ") else ""
    return [
        f"# {line}"
        for line in wrap(words, WIDTH - 2, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)
    ]


def _comments(
    book: Book, table: Table, constraints: Sequence[ConstraintModel], folder: Path, *, blank: bool
) -> Iterator[str]:
    """Yield the paragraphs of the comment in a table's file: instructions, and requirements on the table."""
    if blank:
        yield (
            f"{table.id} {table.title}. Write what your printed table says in place of each `{BLANK}`, with its rolls; delete "
            "the file if you have no such table."
        )
    else:
        yield f"{table.id} {table.title}. Overtype what differs in your printed table; keep the layout, the keys and the words."
    yield f"Then: combatbox verify {book.key} --tables {folder}"
    if book.meta.rebuilt:
        yield (
            "As long as nothing here differs it counts as rebuilt; what you change makes the table yours. If all of it is "
            "right as it stands, write `origin: owner` below the title."
        )
    yield ""
    yield "What must hold of any table here:"
    yield from (f"- {words}" for words in _shape(book, table))
    statements = about(list(constraints), table.id)
    if statements:
        yield "What the rulebook says of it (checked by verify, but for what is marked *):"
        for statement in statements:
            yield f"- {statement.id}{'' if statement.checks else '*'} ({statement.by}) {statement.says}"


def _shape(book: Book, table: Table) -> Iterator[str]:
    """Yield the requirements that a table must meet because of its shape, as sentences."""
    columns = ", ".join(table.columns)
    if table.shape == "chart":
        keys = sorted(int(key) for key in table.keys if key.isdecimal())
        yield (
            f"one row for each number from {keys[0]} to {keys[-1]}"
            if keys
            else "rows are found by their keys; keep these"
        )
    elif table.shape == "to_hit":
        yield f"{table.notation.text}: in each row the rolls that hit, from {table.low} to {table.high}"
    elif table.shape == "opposed":
        yield f"one row for each result of the two throws: {', '.join(row.key for row in table.rows)}"
    else:
        net = " once modifiers are added" if table.modifiers else ""
        yield f"{table.notation.text}: each roll from {table.low} to {table.high}{net} stands in one row"
    if columns:
        yield f"a cell for each column, in this order: {columns}"
    used = sorted({effect.name for row in table.every_row() for effect in row.effects})
    if used:
        yield f"words of this table: {', '.join(used)}; all words of the game are in ../schema/{book.base_game}-table.json"


# ---- what differs


@frozen
class Difference:
    """A difference between an overlay and its game.

    Attributes:
        place: the table, row or other part that differs.
        was: the value in the game; empty if the game has none.
        now: the value in the overlay; empty if the overlay has none.
        file: the file and line in the overlay, if a table differs.
    """

    place: str
    was: str
    now: str
    file: str = ""

    def __str__(self) -> str:
        return f"{self.file}{' ' if self.file else ''}{self.place}: {self.was or 'nothing'} → {self.now or 'nothing'}"


@frozen
class OverlayStatus:
    """The ids of the tables of a game with an overlay: those that the overlay inherits, changes, and adds."""

    inherited: list[str]
    changed: list[str]
    added: list[str]


def overlay_status(ours: Book, theirs: Book) -> OverlayStatus:
    """Return the tables that an overlay inherits, changes and adds.

    Args:
        ours: the book of the game without the overlay.
        theirs: the book of the game with the overlay.
    """
    added = [key for key in theirs.tables if key not in ours.tables]
    shared = [key for key in theirs.tables if key in ours.tables]
    changed = [key for key in shared if theirs.tables[key].info.path != ours.tables[key].info.path]
    return OverlayStatus([key for key in shared if key not in changed], sorted(changed), added)


def differences(ours: Book, theirs: Book) -> list[Difference]:
    """Return everything that an overlay changes in its game: tables row by row, and every other entry.

    Args:
        ours: the book of the game without the overlay.
        theirs: the book of the game with the overlay.
    """
    changes = [difference for table in theirs.tables.values() for difference in _table_differences(ours, theirs, table)]
    for kind, was, now in (
        ("game", _described(ours), _described(theirs)),
        ("ruling", _rulings(ours), _rulings(theirs)),
        ("rule", _plain(ours.rules), _plain(theirs.rules)),
        ("constant", ours.meta.constants, theirs.meta.constants),
        ("word", ours.meta.words, theirs.meta.words),
        ("vocabulary", ours.vocabulary_data, theirs.vocabulary_data),
        ("place", _plain(ours.places), _plain(theirs.places)),
        ("drawing", _plain(ours.drawing), _plain(theirs.drawing)),
    ):
        changes += _data_differences(kind, was, now)
    return changes + [
        Difference(f"file {name}", "", "its own") for name in own_files(theirs) if name not in own_files(ours)
    ]


def _described(book: Book) -> dict[str, Any]:
    """Return what `game.yaml` says about a game, without what has entries of its own and what makes a variant one."""
    left_out = ("constants", "words", "tallied", "key", "like")
    return {name: value for name, value in asdict(book.meta).items() if name not in left_out}


def _rulings(book: Book) -> dict[str, Any]:
    """Return the rulings as plain data, by id and key."""
    return {f"{key} ({ruling.key})": _plain(ruling) for key, ruling in book.rulings.items()}


def own_files(book: Book) -> list[str]:
    """Return the paths of a variant's files other than its tables, relative to the variant's folder."""
    folder = book.variant_folder
    found = [path for name in OF_VARIANT for path in (folder / name).rglob("*") if path.is_file()] if folder else []
    return sorted(path.relative_to(folder).as_posix() for path in found) if folder else []


def _plain(data: Any) -> Any:
    """Convert dataclasses in data to mappings."""
    if is_dataclass(data) and not isinstance(data, type):
        return {each.name: _plain(getattr(data, each.name)) for each in fields(data)}
    if isinstance(data, Mapping):
        return {key: _plain(value) for key, value in data.items()}
    return [_plain(item) for item in data] if isinstance(data, list | tuple) else data


def removed_and_added(was: Sequence[T], now: Sequence[T]) -> tuple[list[T], list[T]]:
    """Return the items that only the first of two lists has, and those that only the second has."""
    gone, new = [*was], [*now]
    for item in was:
        if item in new:
            gone.remove(item)
            new.remove(item)
    return gone, new


def _data_differences(place: str, was: Any, now: Any) -> Iterator[Difference]:
    """Yield the differences between two values: for mappings by key, for lists the removed and added entries."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in dict.fromkeys([*was, *now]):
            dot = " " if " " not in place else "."
            yield from _data_differences(f"{place}{dot}{key}", was.get(key), now.get(key))
    elif isinstance(was, list) and isinstance(now, list) and was != now:
        gone, new = removed_and_added(was, now)
        if gone or new:
            yield Difference(place, _in_short(gone), _in_short(new))
        else:
            yield Difference(place, "the same entries", "in another order")
    elif was != now:
        yield Difference(place, _in_short(was), _in_short(now))


def _in_short(data: Any) -> str:
    """Format data on one line; long text is cut off."""
    if isinstance(data, dict):
        words = ", ".join(f"{key} {_in_short(value)}" for key, value in data.items() if value not in ("", [], {}, None))
    elif isinstance(data, list):
        words = ", ".join(name_of(item) if _is_named(item) else _in_short(item) for item in data)
    else:
        words = "" if data is None else str(data)
    return words if len(words) <= LONGEST else f"{words[:LONGEST].rstrip()} ..."


def _is_named(item: Any) -> bool:
    """Return True if the name of a list entry is enough to describe the entry.

    The name is not enough for a table that is used in some missions, because its conditions must be described, too.
    """
    return isinstance(item, dict) and not isinstance(item.get("when"), dict)


def _table_differences(ours: Book, theirs: Book, table: Table) -> Iterator[Difference]:
    """Yield the differences between a table and the game's table; for a new table, one difference that says so."""
    if table.id not in ours.tables:
        yield Difference(table.id, "", f"a new table, {table.title}", f"{table.info.path}:1")
    else:
        yield from _changed_table(ours, theirs, ours.tables[table.id], table)


def _changed_table(ours: Book, theirs: Book, ours_table: Table, theirs_table: Table) -> Iterator[Difference]:
    if ours_table.info.path == theirs_table.info.path:
        return
    file = read_shared(paths.resolve_display_path(theirs_table.info.path))
    for what, was, now in (
        ("title", ours_table.title, theirs_table.title),
        ("dice", ours_table.notation.text, theirs_table.notation.text),
        ("clamp", f"{ours_table.low} to {ours_table.high}", f"{theirs_table.low} to {theirs_table.high}"),
        ("columns", ", ".join(ours_table.columns), ", ".join(theirs_table.columns)),
    ):
        if was != now:
            yield Difference(f"{ours_table.id} {what}", was, now, file.place((what,)))
    yield from _row_differences(ours, theirs, ours_table, theirs_table, file)
    before, after = ours.view(ours_table), theirs.view(theirs_table)
    yield from _list_differences(file, f"{ours_table.id} modifier", "modifiers", _modifiers(before), _modifiers(after))
    yield from _list_differences(file, f"{ours_table.id} note", "notes", list(before.notes), list(after.notes))


def _modifiers(shown: TableView) -> list[str]:
    return [f"{modifier.words}: {modifier.amount}".removesuffix(": ") for modifier in shown.modifiers]


def _list_differences(file: Document, name: str, key: str, ours: list[str], theirs: list[str]) -> Iterator[Difference]:
    """Yield a difference for each item that was removed from a list of a table or added to it."""
    removed, added = removed_and_added(ours, theirs)
    for was, now in zip_longest(removed, added, fillvalue=""):
        yield Difference(name, was, now, file.place((key, theirs.index(now)) if now else (key,)))


def _row_differences(
    ours: Book, theirs: Book, ours_table: Table, theirs_table: Table, file: Document
) -> Iterator[Difference]:
    """Yield the differences between the rows of two versions of a table; rolls with the same difference are grouped."""
    before, after = _cells(ours_table, ours.say), _cells(theirs_table, theirs.say)
    if ours_table.notation != theirs_table.notation:  # no roll means what it meant, so the old rows have no counterpart
        before = {}
    grouped: dict[tuple[str, str, str, int], list[str]] = {}
    for roll, column in dict.fromkeys([*before, *after]):
        was, now = before.get((roll, column), ("", -1)), after.get((roll, column), ("", -1))
        if was[0] != now[0]:
            grouped.setdefault((column, was[0], now[0], now[1]), []).append(roll)
    for (column, was_words, now_words, index), rolls in grouped.items():
        name = f"{ours_table.id}/{_joined(rolls)}{f', {theirs_table.columns.get(column, column)}' if column else ''}"
        yield Difference(name, was_words, now_words, file.place(("rows", index) if index >= 0 else ("rows",)))


def _joined(rolls: Sequence[str]) -> str:
    return (
        span([int(roll) for roll in rolls]) if all(roll.lstrip("-").isdecimal() for roll in rolls) else ", ".join(rolls)
    )


def _cells(table: Table, say: WordFormatter) -> dict[tuple[str, str], tuple[str, int]]:
    """Return the text of each cell, and the index of the cell's row, by roll or key and by column."""
    cells: dict[tuple[str, str], tuple[str, int]] = {}
    if table.shape == "chart":
        index = {row.line: number for number, row in enumerate(table.rows)}
        for key, row in table.keys.items():
            when = row.when.words(say) if row.when else ""
            cells[row.key if row.column else key, row.column] = (_row_words(row, say, when), index.get(row.line, -1))
        return cells
    numbers = {roll: number for number, row in enumerate(table.rows) for roll in row.rolls}
    keys = {row.key: number for number, row in enumerate(table.rows)}
    for column, lookup in table.lookups.items():
        if table.shape == "to_hit":
            cell = next(iter(lookup.values()))
            hits = [roll for roll, row in lookup.items() if row.side == "hit"]
            cells[cell.key, cell.column] = (span(hits) or "–", keys[cell.key])
            continue
        for roll, row in lookup.items():
            cells[str(roll), column] = (_row_words(row, say), numbers.get(roll, keys.get(row.key, -1)))
    return cells


def _row_words(row: Row, say: WordFormatter, when: str = "") -> str:
    """Return the text of a row: its condition `when`, its area, its effects and its nested rows."""
    words = effect_words(row, say)
    if row.then:
        inner = (f"{span(nested.rolls)} {_row_words(nested, say)}" for nested in row.then.rows)
        words = f"{words} ({'; '.join(inner)})"
    return ": ".join(part for part in (when, row.area, words) if part)
