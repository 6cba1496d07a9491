"""What pages and papers should show of a table, computed from its file without the compiler."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from combatbox.library.book import Book
from combatbox.library.vocabulary import build
from combatbox.verify.independent_reader import PlainPart, PlainRow, PlainTable, Specs, span

_RANGE = re.compile(r"(-?\d+)(?:-(-?\d+))?")
_CONSTANT = re.compile(r"\{([a-z_][a-z0-9_.]*)\}")
_WORDED: dict[int, tuple[PlainRow, Book, tuple[str, ...]]] = {}
"""The texts of rows that were asked for, by the identity of the row."""


def printed_rows(table: PlainTable) -> Iterator[PlainRow]:
    """Yield every row in the printed order, with results that replace a nested roll as separate rows.

    A row with a nested roll can list results that replace this roll under a condition. They follow the row.
    """
    for row in table.walk():
        yield row
        if row.then:
            for item in row.then.forced:
                name = table.asked(item).replace(" ", "_")
                specs: dict[str, Specs | None] = {"": list(item["effects"])}
                yield PlainRow(f"{row.id}/{name}", (), "", "", specs, {}, None, item.get("when"))


def expected_words(table: PlainTable, row: PlainRow, book: Book) -> tuple[str, ...]:
    """Return the text of each cell of a row, in the order of the columns. The result is cached."""
    known = _WORDED.get(id(row))
    if known is None or known[0] is not row or known[1] is not book:
        known = _WORDED[id(row)] = (row, book, _words(table, row, book))
    return known[2]


def _words(table: PlainTable, row: PlainRow, book: Book) -> tuple[str, ...]:
    if table.shape == "to_hit":
        return tuple(span(rolls, "–") or "–" for rolls in row.hits.values())
    return tuple(cell_words(table, specs, row.second(column), row, book) for column, specs in row.cells.items())


def cell_words(table: PlainTable, specs: Specs | None, second: PlainPart | None, row: PlainRow, book: Book) -> str:
    """Return the text that a cell should show, computed without the compiler.

    Args:
        table: the table of the cell.
        specs: the effects of the cell as the table file states them; None for an empty cell.
        second: the nested roll after the effects, if any.
        row: the row of the cell, which has the conditions under which the roll is repeated.
        book: the book of the game, for the wording.
    """
    if specs is None:
        return "–"
    words = [build("effect", spec, table.vocabulary.effects, book.meta.constants).words(book.say) for spec in specs]
    if second:
        words.append(f"roll {second.dice.upper()}")
    text = "; ".join(word for word in words if word) or "no effect"
    if row.again and not any(words):
        return "Roll again"
    conditions = [build("condition", spec, table.vocabulary.conditions, book.meta.constants) for spec in row.again]
    if not any(again_condition.noted for again_condition in conditions):
        for again_condition in reversed(conditions):
            text = f"roll again {again_condition.words(book.say)}, otherwise: {text}"
    return text[0].upper() + text[1:]


def notes(table: PlainTable, book: Book) -> list[str]:
    """Return the notes, with the values of the constants that they name filled in."""
    notes = (note["text"] if isinstance(note, dict) else note for note in table.data.get("notes", []))
    return [_CONSTANT.sub(lambda match: _constant(book, match[1]), note) for note in notes]


def expected_area(table: PlainTable, row: PlainRow, book: Book) -> str:
    """Return the text that should name the row beside its roll: the area, or the wording of a chart's key."""
    if row.area or (row.when is None and table.shape in ("rows", "columns")):
        return row.area
    if row.when is not None:
        text = build("condition", row.when, table.vocabulary.conditions, book.meta.constants).words(book.say)
    elif table.shape == "to_hit":
        text = ", ".join(book.say(part) for part in row.key.split("|"))
    elif table.shape == "opposed":
        doubles = any(other.key == "double" for other in table.part.rows)
        return {
            "no": "Equal or lower", "more": f"Higher{', but less than double' if doubles else ''}",
            "double": "Double or more",
        }[row.key]  # fmt: skip
    else:
        text = " ".join(book.say(part) for part in row.key.split())
        if _RANGE.fullmatch(text):
            text = text.replace("-", "–")
    return text[:1].upper() + text[1:]


def _constant(book: Book, name: str) -> str:
    value: Any = book.meta.constants
    for part in name.split("."):
        value = value[part]
    return str(value)
