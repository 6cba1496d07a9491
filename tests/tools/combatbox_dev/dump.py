"""All tables of a game as aligned plain text, so that a golden shows each row that a changed word affects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatbox.core.enumeration import format_chance, row_odds
from combatbox.core.statistics import share
from combatbox.core.table_views import TableView
from combatbox.core.tables import Table
from combatbox.library.book import Book


def dump(book: Book) -> str:
    """Return every table of a book as text, in the order of their ids."""
    lines = [f"{book.meta.title}: all tables in words", ""]
    for table in book.tables.values():
        lines += [*_table(book, table), ""]
    return "\n".join(lines)


def _table(book: Book, table: Table) -> Iterator[str]:
    seen = book.view(table)
    yield f"{seen.id}  {seen.title}"
    yield f"  {'; '.join(_facts(book, seen))}"
    yield from _rows(table, seen)
    if seen.modifiers:
        yield f"  modifiers (net rolls {table.low} to {table.high})"
    counted = [getattr(modifier.times, "code", "") for modifier in table.modifiers]
    counted += [""] * (len(seen.modifiers) - len(counted))  # adjustments of a result follow the modifiers
    for modifier, each in zip(seen.modifiers, counted, strict=True):
        source = f"  [{modifier.source}]" if modifier.source else ""
        yield f"    {modifier.amount:<4} {modifier.words}{source}{f'  (each {each})' if each else ''}"
    for note in seen.notes:
        yield f"  note: {note}"
    for item in seen.corrections:
        column = f", {item.column}" if item.column else ""
        yield f"  corrected: row {item.row}{column} was {item.was}, by {item.by}"
    yield f"  source: {'; '.join(f'{source.kind}, {source.section}' for source in seen.source)}"


def _facts(book: Book, seen: TableView) -> Iterator[str]:
    yield f"{seen.dice} per {seen.per}" if seen.per else seen.dice
    for word, text in (("used", seen.used), ("card", seen.card), ("instead of", book.variants.get(seen.id, ""))):
        if text:
            yield f"{word}: {text}"
    if seen.optional:
        yield "optional"


def _rows(table: Table, seen: TableView) -> Iterator[str]:
    odds = row_odds(table, next(iter(table.lookups))) if table.lookups and table.shape != "to_hit" else {}
    column = f"@{next(iter(table.columns))}" if table.shape in ("columns", "opposed") and table.columns else ""
    grid = [["", seen.roll_heading, "", *seen.headings, ""]]
    for row in seen.rows:
        chance = odds.get(f"{row.id}{column}", odds.get(row.id))
        words = f"{format_chance(chance)}, {share(chance)}" if chance is not None else ""
        grid.append([f"{'  ' * row.depth}{row.id}", row.roll, row.area, *row.cells, words])
    yield from _aligned(grid)


def _aligned(grid: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(line[place]) for line in grid) for place in range(len(grid[0]))]
    for line in grid:
        cells = [f"{text:<{width}}" for text, width in zip(line, widths, strict=True) if width]
        yield f"    {'  '.join(cells)}".rstrip()
