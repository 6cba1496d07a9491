"""Tables of one's own: every table of a game as a file to overtype, and what differs from the game once that is done.

An overlay is a folder laid out like `tables/` (`library.load`). A file that is written here is the game's own, word for word,
below a comment that says what must hold of it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

from combatbox.core.effects import WordFormatter
from combatbox.core.errors import CombatBoxError
from combatbox.core.table_views import TableView, effect_words, span
from combatbox.core.tables import Row, Table
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.constraints import ConstraintModel, about, read_constraints
from combatbox.library.safe_read import MAX_BYTES, read_file
from combatbox.library.yaml12 import Where, read_shared
from combatbox.play.book import Ruling

WIDTH = 112


def overlay_files(book: Book, folder: Path) -> dict[Path, str]:
    """Every file of an overlay with all tables of a game, by its path below the folder, and the schema that they name."""
    constraints = read_constraints(book.constraints) if book.constraints else []
    files = {}
    for table in book.tables.values():
        source = paths.behind(table.info.path)
        text = read_file(source, MAX_BYTES).decode("utf-8")
        files[Path(book.key) / source.name] = _commented(text, _comments(book, table, constraints, folder))
    schema = paths.schema_of(book.key)
    if schema.is_file():
        files[Path("schema") / schema.name] = schema.read_text(encoding="utf-8")
    return files


def write_overlay(book: Book, folder: Path, *, missing: bool = False, overwrite: bool = False) -> list[Path]:
    """Write all tables of a game as files of an overlay: all of them, or none if one of another content is there.

    missing: leave what is there, and write what is not. overwrite: put the game's own in place of what is there.
    Gives back the files written. Raises CombatBoxError naming what stands in the way.
    """
    _check_folder(book, folder)
    files = {folder / path: text.encode() for path, text in overlay_files(book, folder).items()}
    there = [path for path, data in files.items() if path.exists() and not _same(path, data)]
    folders = [path for path in there if not path.is_file()]
    if folders:
        raise CombatBoxError(f"{folders[0]}: is no file; nothing was written")
    if there and not (missing or overwrite):
        more = f", and {len(there) - 1} more," if len(there) > 1 else ""
        raise CombatBoxError(
            f"{there[0]}{more} is there and somebody's work; nothing was written. --missing leaves what is there and adds "
            "the rest, --overwrite puts the game's own tables in its place"
        )
    todo = {path: data for path, data in files.items() if not path.exists() or (overwrite and path in there)}
    home = folder / book.key
    if not home.exists():
        _write_whole(home, {path: data for path, data in todo.items() if path.parent == home})
        rest = {path: data for path, data in todo.items() if path.parent != home}
    else:
        rest = todo
    for path, data in rest.items():
        write_atomically(path, data)
    return list(todo)


def _check_folder(book: Book, folder: Path) -> None:
    """An overlay is a folder, and not the one that it is to lie over."""
    if folder.exists() and not folder.is_dir():
        raise CombatBoxError(f"{folder}: is no folder")
    if folder.resolve() == paths.home(book.key).tables.parent.resolve():
        raise CombatBoxError(f"{folder}: holds the game's own tables; name a folder of yours")


def _same(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _write_whole(home: Path, files: dict[Path, bytes]) -> None:
    """A folder that is not there yet, in one step with all its files."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent, prefix=f".{home.name}.") as made:
            whole = Path(made) / home.name
            whole.mkdir()
            for path, data in files.items():
                (whole / path.name).write_bytes(data)
            whole.rename(home)
    except OSError as error:
        raise CombatBoxError(f"{home}: cannot be written: {error.strerror}") from error


# ---- what must hold, as a comment


def _commented(text: str, comments: Iterable[str]) -> str:
    """A file's text with a comment at its head, below the line that names its schema."""
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


def _comments(book: Book, table: Table, constraints: Sequence[ConstraintModel], folder: Path) -> Iterator[str]:
    """What whoever overtypes a table wants to know: how, what becomes of it, and what must hold."""
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
    proved = about(list(constraints), table.id)
    if proved:
        yield "What the rulebook says of it (checked by verify, but for what is marked *):"
        for one in proved:
            yield f"- {one.id}{'' if one.checks else '*'} ({one.by}) {one.says}"


def _shape(book: Book, table: Table) -> Iterator[str]:
    """What the shape of a table demands, in words."""
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
    used = sorted({effect.name for row in _all_rows(table) for effect in row.effects})
    if used:
        yield f"words of this table: {', '.join(used)}; all words of the game are in ../schema/{book.key}-table.json"


def _all_rows(table: Table) -> Iterator[Row]:
    yield from table.walk()
    yield from table.keys.values()
    for lookup in table.lookups.values():
        yield from lookup.values()


# ---- what differs


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that an overlay has otherwise than the game: what it is, what the game has, what it has, and in which file and
    line, where it is in one of its own."""

    place: str
    was: str
    now: str
    file: str = ""

    def __str__(self) -> str:
        return f"{self.file}{' ' if self.file else ''}{self.place}: {self.was or 'nothing'} → {self.now or 'nothing'}"


@dataclass(frozen=True, slots=True)
class OverlayStatus:
    """The tables of a game with an overlay, by what it does to them."""

    inherited: list[str]
    changed: list[str]
    added: list[str]


def lying_over(ours: Book, theirs: Book) -> OverlayStatus:
    """Which tables a game loaded with an overlay has as they were, has files of its own for, and has added."""
    added = [key for key in theirs.tables if key not in ours.tables]
    shared = [key for key in theirs.tables if key in ours.tables]
    changed = [key for key in shared if theirs.tables[key].info.path != ours.tables[key].info.path]
    return OverlayStatus([key for key in shared if key not in changed], sorted(changed), added)


def differences(ours: Book, theirs: Book) -> list[Difference]:
    """What a game loaded with an overlay has otherwise than the game: table by table, row by row."""
    differing = [one for table in theirs.tables.values() for one in _of_any(ours, theirs, table)]
    for key, ruling in theirs.rulings.items():
        if key in ours.rulings:
            differing += _of_ruling(ours.rulings[key], ruling)
        else:
            differing.append(Difference(f"ruling {key} ({ruling.key})", "", f"a new ruling, {ruling.question}"))
    for key, rule in theirs.rules.items():
        if ours.rules[key] != rule:
            differing.append(Difference(f"rule {key}", "as the game has it", "another wording, or other tables"))
    for key in dict.fromkeys([*ours.meta.constants, *theirs.meta.constants]):
        was, now = ours.meta.constants.get(key), theirs.meta.constants.get(key)
        if was != now:
            differing.append(Difference(f"constant {key}", str(was), str(now)))
    return differing


def _of_any(ours: Book, theirs: Book, table: Table) -> Iterator[Difference]:
    """What differs in a table; of one that the game does not have, that it is new."""
    if table.id not in ours.tables:
        yield Difference(table.id, "", f"a new table, {table.title}", f"{table.info.path}:1")
    else:
        yield from _of_table(ours, theirs, ours.tables[table.id], table)


def _of_ruling(mine: Ruling, other: Ruling) -> Iterator[Difference]:
    """What differs in a ruling: the option in force, those that there are, or what is said of it."""
    place = f"ruling {other.id} ({other.key})"
    if mine.default != other.default:
        yield Difference(f"{place} default", mine.default, other.default)
    for name in dict.fromkeys([*mine.options, *other.options]):
        was, now = mine.options.get(name), other.options.get(name)
        if was != now:
            yield Difference(f"{place} option {name}", was.words if was else "", now.words if now else "")
    if (mine.question, mine.why, mine.sources, mine.rules) != (other.question, other.why, other.sources, other.rules):
        yield Difference(place, "as the game has it", "another question, reason or source")


def _of_table(ours: Book, theirs: Book, mine: Table, other: Table) -> Iterator[Difference]:
    if mine.info.path == other.info.path:
        return
    place = _Places(other)
    for what, was, now in (
        ("title", mine.title, other.title),
        ("dice", mine.notation.text, other.notation.text),
        ("clamp", f"{mine.low} to {mine.high}", f"{other.low} to {other.high}"),
        ("columns", ", ".join(mine.columns), ", ".join(other.columns)),
    ):
        if was != now:
            yield Difference(f"{mine.id} {what}", was, now, place.of((what,)))
    yield from _of_rows(ours, theirs, mine, other, place)
    before, after = ours.view(mine), theirs.view(other)
    yield from _of_lists(place, f"{mine.id} modifier", "modifiers", _modifiers(before), _modifiers(after))
    yield from _of_lists(place, f"{mine.id} note", "notes", list(before.notes), list(after.notes))


class _Places:
    """File and line of the parts of a table."""

    def __init__(self, table: Table) -> None:
        self.path = table.info.path
        self.document = read_shared(paths.behind(table.info.path))

    def of(self, where: Where) -> str:
        return f"{self.path}:{self.document.line(where)}"


def _modifiers(seen: TableView) -> list[str]:
    return [f"{one.words}: {one.amount}".removesuffix(": ") for one in seen.modifiers]


def _of_lists(place: _Places, name: str, key: str, mine: list[str], other: list[str]) -> Iterator[Difference]:
    """What of a list is there no longer, and what is new."""
    gone, new = [one for one in mine if one not in other], [one for one in other if one not in mine]
    for index in range(max(len(gone), len(new))):
        was, now = gone[index] if index < len(gone) else "", new[index] if index < len(new) else ""
        where: Where = (key, other.index(now)) if now else (key,)
        yield Difference(name, was, now, place.of(where))


def _of_rows(ours: Book, theirs: Book, mine: Table, other: Table, place: _Places) -> Iterator[Difference]:
    """Rows that do something else; neighbouring rolls with the same difference are one."""
    before, after = _cells(mine, ours.say), _cells(other, theirs.say)
    grouped: dict[tuple[str, str, str, int], list[str]] = {}
    for at, column in dict.fromkeys([*before, *after]):
        was, now = before.get((at, column), ("", -1)), after.get((at, column), ("", -1))
        if was[0] != now[0]:
            grouped.setdefault((column, was[0], now[0], now[1]), []).append(at)
    for (column, was_words, now_words, index), ats in grouped.items():
        name = f"{mine.id}/{_joined(ats)}{f', {other.columns.get(column, column)}' if column else ''}"
        yield Difference(name, was_words, now_words, place.of(("rows", index) if index >= 0 else ("rows",)))


def _joined(ats: Sequence[str]) -> str:
    return span([int(at) for at in ats]) if all(at.lstrip("-").isdecimal() for at in ats) else ", ".join(ats)


def _cells(table: Table, say: WordFormatter) -> dict[tuple[str, str], tuple[str, int]]:
    """What each roll, or each key of a chart, gives in each column, in words, and the number of its row in the file."""
    cells: dict[tuple[str, str], tuple[str, int]] = {}
    if table.shape == "chart":
        index = {row.line: number for number, row in enumerate(table.rows)}
        for key, row in table.keys.items():
            when = row.when.words(say) if row.when else ""
            cells[row.key if row.column else key, row.column] = (_told(row, say, when), index.get(row.line, -1))
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
            cells[str(roll), column] = (_told(row, say), numbers.get(roll, keys.get(row.key, -1)))
    return cells


def _told(row: Row, say: WordFormatter, when: str = "") -> str:
    """What a row gives, in words, with its area and its second dice."""
    words = effect_words(row, say)
    if row.then:
        inner = (f"{span(one.rolls)} {_told(one, say)}" for one in row.then.rows)
        words = f"{words} ({'; '.join(inner)})"
    return ": ".join(part for part in (when, row.area, words) if part)
