"""A second reader of table files, for checks that must not rely on the compiler.

This reader shares with the rest of the package only the YAML reader and the declarations of the vocabulary (which terms
exist, and the order of their parameters). It derives rolls, rows, cells, ids, codes and wording from the raw data
separately. If it disagrees with the compiler, one of the two is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.effects import Word
from combatbox.core.errors import CombatBoxError
from combatbox.library.book import Book
from combatbox.library.overlay import table_data
from combatbox.library.paths import resolve_display_path
from combatbox.library.vocabulary import Vocabulary
from combatbox.library.yaml12 import read_yaml

Specs = list[Any]
Path_ = tuple[str, ...]
"""The path of a cell: the rolls that lead to the cell, beginning with the first, or the key of a chart's row."""

_RANGE = re.compile(r"(-?\d+)(?:-(-?\d+))?")
_DICE = re.compile(r"(?:(\d)d6(-highest)?|d66)")


@dataclass(slots=True)
class PlainRow:
    """A row as it is written in the file.

    Attributes:
        cells: the effects of each cell as the file states them, by column (`""` if the table has no columns); None for
            an empty cell.
        hits: in a to-hit table, the rolls that hit, by column; in an opposed table, the throws with this result.
        then: the nested roll of the row.
        thens: the nested rolls of single cells, by column.
    """

    id: str
    rolls: tuple[int, ...]
    key: str
    area: str
    cells: dict[str, Specs | None]
    hits: dict[str, tuple[int, ...]]
    then: PlainPart | None
    when: Any = None
    thens: dict[str, PlainPart] = field(default_factory=dict)
    again: Specs = field(default_factory=list)

    def second(self, column: str) -> PlainPart | None:
        """Return the nested roll of the row in a column, if there is one."""
        return self.thens.get(column, self.then)


@dataclass(slots=True)
class PlainPart:
    """A table or a nested roll: its rows, and the dice that choose among them."""

    dice: str
    low: int
    high: int
    rows: list[PlainRow]
    forced: list[Mapping[str, Any]] = field(default_factory=list)

    def read(self, faces: Sequence[int]) -> int:
        """Return the natural roll for the faces that the dice show."""
        if self.dice in ("d66", "1d6-opposed"):
            return int("".join(str(face) for face in faces[:2]))
        if self.dice.endswith("highest"):
            positions = [place for place, face in enumerate(faces, 1) if face == max(faces)]
            return positions[0] if len(positions) == 1 else 0
        return sum(faces)

    @property
    def count(self) -> int:
        """The number of dice."""
        return dice_count(self.dice)

    def row(self, net: int) -> PlainRow | None:
        """Return the first row for a net roll; a roll beyond either end of the table counts as that end."""
        wanted = max(self.low, min(self.high, net))
        return next((row for row in self.rows if wanted in row.rolls), None)


@frozen
class PlainModifier:
    """A modifier of a table; its terms are given as codes.

    Attributes:
        when: the code of its condition; `always` if it has none.
        amount: the amount; None if a quantity determines it.
        quantity: the code of this quantity; empty for a fixed amount.
        times: the code of the quantity by which the amount is multiplied; empty if there is none.
    """

    when: str
    amount: int | None
    quantity: str
    times: str


@dataclass(slots=True)
class PlainTable:
    """A table file as this reader parses it."""

    path: str
    data: dict[str, Any]
    vocabulary: Vocabulary
    part: PlainPart

    @property
    def id(self) -> str:
        """The table's id."""
        return str(self.data["id"])

    @property
    def shape(self) -> str:
        """The shape of the table: `rows`, `columns`, `to_hit`, `opposed` or `chart`."""
        return str(self.data.get("shape", "rows"))

    @property
    def rolled(self) -> bool:
        """True if the table is rolled on."""
        return self.shape != "chart"

    @property
    def columns(self) -> dict[str, str]:
        """The headings of the columns, by key."""
        heads = self.data.get("columns", {}).items()
        return {str(key): str(head["title"] if isinstance(head, dict) else head) for key, head in heads}

    @property
    def lookups(self) -> tuple[str, ...]:
        """The names under which the engine looks up rolls: columns, or in a to-hit table pairs of key and column."""
        if self.shape == "to_hit":
            return tuple(at(row.key, column) for row in self.part.rows for column in row.hits)
        return tuple(self.columns) or ("",)

    def codes(self, specs: Specs | None) -> str:
        """Return the codes of a cell as one line; `-` for an empty cell."""
        if specs is None:
            return "-"
        return "; ".join(code(spec, self.vocabulary.effects) for spec in specs) or "no_effect"

    def cells(self) -> dict[tuple[Path_, str], str]:
        """Return the content of every cell that is not empty, by path and column.

        The content is the cell's codes; in a to-hit table it is the rolls.
        """
        if self.shape == "opposed":
            return {((row.key,), ""): self.codes(row.cells[""]) for row in self.part.rows}
        return dict(self._cells(self.part, ()))

    def _cells(self, part: PlainPart, above: Path_) -> Iterator[tuple[tuple[Path_, str], str]]:
        for row in part.rows:
            names = [str(roll) for roll in row.rolls] or chart_keys(self.data, row.key)
            for name in names:
                for column, rolls in row.hits.items():
                    if rolls:
                        yield ((*above, name), column), span(rolls)
                for column, specs in row.cells.items():
                    if specs is not None and not (row.second(column) and not specs):
                        yield ((*above, name), column), self.codes(specs)
                    if column in row.thens:
                        inside = self._cells(row.thens[column], (*above, name))
                        yield from (((path, column), text) for (path, _), text in inside)
                if row.then:
                    yield from self._cells(row.then, (*above, name))

    def modifiers(self) -> list[PlainModifier]:
        """Return the modifiers as they are written, in order."""
        return [self._modifier(item) for item in self.data.get("modifiers", [])]

    def _modifier(self, item: Mapping[str, Any]) -> PlainModifier:
        add = item["add"]
        fixed = isinstance(add, int)
        return PlainModifier(
            self.asked(item),
            add if fixed else None,
            "" if fixed else code(add, self.vocabulary.quantities),
            code(item["times"], self.vocabulary.quantities) if item.get("times") is not None else "",
        )

    def floors(self) -> list[tuple[int, int, str]]:
        """Return the floors: for each, the natural roll, the minimum net roll, and the code of the condition."""
        return [(item["natural"], item["net"], self.asked(item)) for item in self.data.get("floors", [])]

    def unrolled(self, items: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
        """Return results that apply without a row: for each, the codes of its condition and effects."""
        return [(self.asked(item), self.codes(item["effects"])) for item in items]

    def first(self) -> list[tuple[str, str]]:
        """Return the results that apply before the row's own, as `unrolled` does."""
        return self.unrolled(self.data.get("first", []))

    def asked(self, item: Mapping[str, Any]) -> str:
        """Return the code of the condition in an item such as a modifier or a floor; `always` if it has none."""
        return code(item["when"], self.vocabulary.conditions) if item.get("when") is not None else "always"

    def walk(self) -> Iterator[PlainRow]:
        """Yield every row in the printed order, with nested rows after their parent."""
        yield from _walk(self.part)


def _walk(part: PlainPart) -> Iterator[PlainRow]:
    for row in part.rows:
        yield row
        if row.then:
            yield from _walk(row.then)
        yield from _merged_lines(row)


def _merged_lines(row: PlainRow) -> Iterator[PlainRow]:
    """Yield the printed lines for the nested rolls of a row's cells.

    There is a line for each range of rolls, with a result in each column whose nested roll has this range.
    """
    lines: dict[tuple[int, ...], PlainRow] = {}
    for column, second in row.thens.items():
        for inner in second.rows:
            line = lines.setdefault(
                inner.rolls, PlainRow(inner.id, inner.rolls, "", inner.area, dict.fromkeys(row.cells), {}, None)
            )
            line.cells[column] = inner.cells[""]
    yield from lines.values()


def at(key: str, column: str) -> str:
    """Return the name by which the engine knows a row's key in a column: `KEY@COLUMN`."""
    return f"{key}@{column}" if column else key


# ---- reading


def read_book(book: Book) -> dict[str, PlainTable]:
    """Read every table file of a book, by table id."""
    return {
        key: read_plain(resolve_display_path(table.info.path), book.vocabulary, table_data(book, key))
        for key, table in book.tables.items()
    }


def read_plain(path: Path, vocabulary: Vocabulary, merged: dict[str, Any] | None = None) -> PlainTable:
    """Read one table file.

    Args:
        path: the path of the file.
        vocabulary: the vocabulary of the book.
        merged: the data of the table, if the file only edits it; otherwise the data of the file.

    Raises:
        CombatBoxError: the data is not a valid table.
    """
    data: dict[str, Any] = merged or read_yaml(path).data
    dice = str(data.get("dice", "none"))
    low, high = data.get("clamp") or _ends(dice)
    part = PlainPart(dice, low, high, [])
    try:
        part.rows = [_row(data, str(data["id"]), raw, part) for raw in data["rows"]]
        part.forced = list(data.get("forced", []))
    except (KeyError, TypeError, ValueError) as error:
        raise CombatBoxError(
            f"{path.name}: {data.get('id')}: the independent reader cannot read it: {type(error).__name__}: {error}"
        ) from error
    return PlainTable(path.as_posix(), data, vocabulary, part)


def _row(data: Mapping[str, Any], above: str, raw: Mapping[str, Any], part: PlainPart) -> PlainRow:
    columns = [str(column) for column in data.get("columns", {})] or [""]
    key = str(raw.get("key", ""))
    rolls = rolls_of(raw["roll"], part.dice, part.low, part.high) if "roll" in raw else ()
    name = key or label(rolls, part)
    row = PlainRow(f"{above}/{name}", rolls, key, str(raw.get("area", "")), {}, {}, None, raw.get("when"))
    row.again = list(raw.get("again", []))
    if "hits" in raw:
        row.hits = {
            column: rolls_of(value, part.dice, part.low, part.high) if value is not None else ()
            for column, value in zip(columns, raw["hits"], strict=True)
        }
    elif "wins" in raw:
        row.id, row.key, row.cells = f"{above}/{raw['wins']}", str(raw["wins"]), {"": list(raw.get("effects", []))}
        row.hits = {column: _winning_throws(data, column, row.key, part) for column in columns}
    elif "cells" in raw and raw["cells"] is not None:
        for column, value in zip(columns, raw["cells"], strict=True):
            row.cells[column] = _specs(data.get("cell"), value)
            if isinstance(value, dict) and "then" in value:
                row.thens[column] = _second(value["then"], f"{row.id}@{column}")
    else:
        row.cells = {"": list(raw.get("effects", []))}
    if "then" in raw:
        row.then = _second(raw["then"], row.id)
    return row


def _winning_throws(data: Mapping[str, Any], column: str, wins: str, part: PlainPart) -> tuple[int, ...]:
    """Return the throws of an opposed roll that have this result in a column; 35 if the sides roll 3 and 5."""
    ours, theirs = data["columns"][column]["adds"] if column else (0, 0)
    doubles = any(row["wins"] == "double" for row in data["rows"])
    throws = []
    for a, b in product(range(1, 7), repeat=2):
        total, other_total = a + ours, b + theirs
        result = "no" if total <= other_total else "double" if doubles and total / other_total >= 2 else "more"
        throws += [part.read((a, b))] if result == wins else []
    return tuple(throws)


def _second(raw: Mapping[str, Any], above: str) -> PlainPart:
    """Read a nested roll with its rows."""
    dice = str(raw["dice"])
    part = PlainPart(dice, *_ends(dice), [])
    part.rows = [_row({}, above, inner, part) for inner in raw["rows"]]
    part.forced = list(raw.get("forced", []))
    return part


def _specs(word: str | None, value: Any) -> Specs | None:
    """Return the effects of a cell as a list of specs; None for an empty cell.

    Args:
        word: the effect that the table names under `cell`; the cell then has only the argument of this effect.
        value: the cell as it is written in the file.
    """
    if value is None or value == "-":
        return None
    if isinstance(value, dict) and "then" in value:
        return list(value.get("effects", []))
    if word is not None:
        return [{word: value}]
    return list(value) if isinstance(value, list) else [value]


def rolls_of(value: Any, dice: str, low: int, high: int) -> tuple[int, ...]:
    """Return the single rolls that a label covers: 7, `7-9`, `3, 9, 11`, `-3`, or a list.

    Ranges skip numbers that the dice cannot show.
    """
    if isinstance(value, int):
        return (value,)
    if isinstance(value, list):
        return tuple(int(item) for item in value)
    rolls: list[int] = []
    for piece in str(value).split(","):
        match = _RANGE.fullmatch(piece.strip())
        if not match:
            raise ValueError(f"{value!r} is not a roll")
        first, last = int(match[1]), int(match[2] or match[1])
        possible = shown_by(dice, low, high)
        rolls += [roll for roll in range(first, last + 1) if first == last or roll in possible]
    return tuple(rolls)


def label(rolls: Sequence[int], part: PlainPart) -> str:
    """Return the label that stands for some rolls in the id of a row, such as `2-4,6`.

    Adjacent rolls become ranges; the order of the rolls is preserved.

    Args:
        rolls: the rolls.
        part: the table or nested roll to which the row belongs.
    """
    order = shown_by(part.dice, part.low, part.high)
    return ",".join(_range([order[at] for at in piece], "-") for piece in _pieces(map(order.index, rolls)))


def chart_keys(data: Mapping[str, Any], key: str) -> list[str]:
    """Return the keys that a row of a chart covers; a range such as `0-11` is expanded to its numbers."""
    match = _RANGE.fullmatch(key) if data.get("keys") else None
    if not match:
        return [key]
    return [str(number) for number in range(int(match[1]), int(match[2] or match[1]) + 1)]


def dice_count(dice: str) -> int:
    """Return the number of dice in a dice notation.

    Raises:
        CombatBoxError: the text is not a dice notation.
    """
    if dice == "none":
        return 0
    if dice == "1d6-opposed":
        return 2
    match = _DICE.fullmatch(dice)
    if not match:
        raise CombatBoxError(f"{dice!r} is not a dice notation")
    return int(match[1] or 2)


def naturals(dice: str) -> list[int]:
    """Return all natural rolls that the dice can show, in ascending order."""
    count = dice_count(dice)
    if not count:
        return []
    part = PlainPart(dice, 0, 0, [])
    return sorted({part.read(faces) for faces in product(range(1, 7), repeat=count)})


def shown_by(dice: str, low: int, high: int) -> list[int]:
    """Return the net rolls for which a table must have a row, given its dice and its lowest and highest roll."""
    thrown = naturals(dice)
    if not thrown or dice in ("d66", "1d6-opposed") or dice.endswith("highest"):
        return thrown
    return list(range(low, high + 1))


def _ends(dice: str) -> tuple[int, int]:
    thrown = naturals(dice) or [0]
    return thrown[0], thrown[-1]


def code(spec: Any, known: Mapping[str, Word[Any]]) -> str:
    """Return the code of a spec: its term, and the term's arguments in the declared order.

    Raises:
        CombatBoxError: the term or a parameter is unknown.
    """
    name, value = next(iter(spec.items())) if isinstance(spec, dict) else (spec, None)
    if name not in known:
        raise CombatBoxError(f"unknown word {name!r}")
    parameters = known[name].parameters
    names = list(parameters)
    if isinstance(value, dict):
        unknown = [key for key in value if key not in names]
        if unknown:
            raise CombatBoxError(f"{name} has no parameter {unknown[0]!r}; it has {', '.join(names)}")
        values = [value.get(name, parameter.default) for name, parameter in parameters.items()]
    else:
        values = [value] if names and value is not None else []
    flat = [item for entry in values for item in (entry if isinstance(entry, (list, tuple)) else [entry])]
    return " ".join([name, *(str(item) for item in flat if item is not None)])


def span(rolls: Sequence[int], dash: str = "-") -> str:
    """Return rolls as a short text: `3-6`, `3, 9, 11`."""
    return ", ".join(_range(piece, dash) for piece in _pieces(sorted(rolls)))


def _pieces(numbers: Iterable[int]) -> list[list[int]]:
    """Return numbers in pieces of consecutive ones."""
    pieces: list[list[int]] = []
    for number in numbers:
        if pieces and number == pieces[-1][-1] + 1:
            pieces[-1].append(number)
        else:
            pieces.append([number])
    return pieces


def _range(piece: Sequence[int], dash: str) -> str:
    return str(piece[0]) if len(piece) == 1 else f"{piece[0]}{dash}{piece[-1]}"
