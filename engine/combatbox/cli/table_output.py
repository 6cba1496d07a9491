"""Tables on a terminal, by rich: wrapped to the window, plain in a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from combatbox.cli.console import Paper
from combatbox.core.enumeration import in_words, nearly, percent, row_odds
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.roll_context import COLUMN
from combatbox.core.table_views import REBUILT, TableView, corrected
from combatbox.core.tables import Table
from combatbox.library.book import Book
from combatbox.library.provenance import how_to, told
from combatbox.odds.chance_cache import named
from combatbox.odds.exact_odds import Chains

PIPE_WIDTH = 100


def console() -> Paper:
    """Where to write: the terminal's width and colours, or plain text of fixed width in a pipe."""
    out = Paper()
    return out if out.is_terminal else Paper(width=PIPE_WIDTH, no_color=True)


def show_table(
    book: Book, table: Table, column: str = "", chains: Chains | None = None, *, follow: bool = False
) -> None:
    """One table with its odds, modifiers, notes, named chances and source.

    column: whose odds are shown, in a table with columns. chains: to work out named chances with.
    follow: list every outcome that a roll can lead to.
    """
    seen = book.view(table)
    click.echo(f"{seen.id}  {seen.title}")
    facts = [seen.dice, f"per {seen.per}" if seen.per else "", seen.used]
    click.echo("; ".join(fact for fact in facts if fact))
    console().print(_grid(table, seen, column))
    for modifier in seen.modifiers:
        source = f"  ({modifier.source})" if modifier.source else ""
        click.echo(f"  {modifier.amount:>4}  {modifier.words}{source}")
    for note in seen.notes:
        click.echo(f"  Note: {note}")
    for correction in seen.corrections:
        name, now, _ = corrected(table, correction, book.say)
        click.echo(f"  Corrected: {name}: {now} (printed: {correction.was}; by {correction.by})")
    if chains:
        _show_chances(book, table, column, chains)
        if follow:
            _show_outcomes(table, column, chains)
    click.echo(f"  Source: {'; '.join(f'{s.kind}, {s.section}' for s in seen.source)}")
    if seen.rebuilt:
        click.echo(f"  {REBUILT}. Your own numbers: {how_to(book).own_command}")
        for words, parts in told(book, table):
            click.echo(f"    {words}: {parts}")


def _show_chances(book: Book, table: Table, column: str, chains: Chains) -> None:
    """The named chances that start on this table, in this column or, without one, in any.

    Under the default rulings they are at hand; under others each is followed.
    """
    odds = named(book) if chains.rulebook.rulings == book.chosen({}) else {}
    for chance in book.chances.values():
        if chance.table == table.id and column in ("", chance.column):
            value = odds[chance.id] if odds else chains.chance(chance)
            click.echo(f"  Odds: {chance.words}: {nearly(value)} ({percent(value)})")


def _show_outcomes(table: Table, column: str, chains: Chains) -> None:
    """Every outcome that a roll can lead to, the likeliest first. Those of a column need it named."""
    if column not in table.lookups:
        why = "rolls on it lead nowhere" if table.shape == "to_hit" else "a chart is not rolled on"
        if table.shape in ("columns", "opposed"):
            why = f"name a --column: {', '.join(table.lookups)}"
        raise CombatBoxError(f"--follow: {table.id}: {why}")
    odds = chains.outcomes(table.id, column)
    for code, value in sorted(odds.items(), key=lambda item: (-item[1], item[0])):
        click.echo(f"  {percent(value):>6}  {nearly(value):<16}  {code}")


def column_named(book: Book, table: Table, name: str) -> str:
    """The column meant: by its key, its heading, or something that decides it, such as an attack from `12 High`.

    Raises UnknownName, or CombatBoxError for a table without columns.
    """
    wanted = _plain(name)
    for key, heading in table.columns.items():
        if wanted in {_plain(key), _plain(heading)}:
            return key
    deciding = {_plain(value): key for value, key in _deciding(book, table)}
    if wanted in deciding:
        return deciding[wanted]
    if not table.columns:
        raise CombatBoxError(f"--column {name!r}: {table.id} has no columns")
    raise UnknownName(f"column of {table.id}", name, table.columns)


def _plain(text: str) -> str:
    return text.strip().lower().replace(" ", "_")


def _deciding(book: Book, table: Table) -> Iterator[tuple[str, str]]:
    """What decides the column of a table by itself, as the game hands it on from roll to roll, each with its column."""
    hands = book.game.hands
    for reading in hands(book.rulebook(), book.say).readings.get(table.id, ()) if hands else ():
        if reading.of == COLUMN and len(reading.facts) == 1:
            yield from ((value, str(column)) for value, column in reading.values.items())


def _grid(table: Table, seen: TableView, column: str) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    shown = [not column or key == column for key in table.columns] or [True]
    if table.shape == "opposed":  # its columns differ in what both sides add, and have one result
        shown = [True]
    if seen.roll_heading:
        grid.add_column(seen.roll_heading, no_wrap=True)
    if seen.areas:
        grid.add_column("")
    for heading, wanted in zip(seen.headings, shown, strict=True):
        if wanted:
            grid.add_column(heading)
    odds = _odds(table, column)
    if odds:
        grid.add_column("Chance", justify="right", no_wrap=True)
        grid.add_column("", no_wrap=True)
    for row in seen.rows:
        wanted_cells = [cell for cell, wanted in zip(row.cells, shown, strict=True) if wanted]
        if column and row.depth and wanted_cells == ["–"]:
            continue  # a second die of other columns
        cells: list[Text] = []
        if seen.roll_heading:
            cells.append(Text("  " * row.depth + row.roll))
        if seen.areas:
            cells.append(Text(row.area))
        cells += [Text(cell) for cell in wanted_cells]
        if odds:
            chance = odds.get(row.id)
            cells += [Text(in_words(chance)), Text(percent(chance))] if chance is not None else [Text(""), Text("")]
        grid.add_row(*cells)
    return grid


def _odds(table: Table, column: str) -> dict[str, Fraction]:
    """Exact odds by the id of each printed row, second dice included.

    Of a table with columns: those of the column, or without one the rolls, which are the same in all. Of a to-hit
    table: the chance to hit in the column.
    """
    if "" in table.lookups:
        return row_odds(table)
    if table.shape == "to_hit":
        whole = sum(table.notation.weights().values())
        return {row.id: _to_hit(table, f"{row.key}@{column}") / whole for row in table.rows} if column else {}
    if table.shape == "opposed":
        won = row_odds(table, column) if column else {}
        return {row.id: won[f"{row.id}@{column}"] for row in table.rows if f"{row.id}@{column}" in won}
    if table.shape != "columns":
        return {}
    odds = row_odds(table, column or next(iter(table.lookups)))
    rows = {row.id: odds[f"{row.id}@{key}"] for row in table.rows for key in table.columns if f"{row.id}@{key}" in odds}
    return rows | _by_printed_line(table, column, odds) if column else rows


def _to_hit(table: Table, place: str) -> Fraction:
    """How many of the ways the dice can fall hit."""
    ways = table.notation.weights().items()
    return Fraction(sum(number for natural, number in ways if table.at(natural, place).side == "hit"))


def _by_printed_line(table: Table, column: str, odds: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Second dice of a column's cells by whatever column's id their line has: it is printed with that of the first one."""
    inside = [
        row for lookup in table.lookups.values() for cell in lookup.values() if cell.then for row in cell.then.rows
    ]
    of_line = {row.line: odds[row.id] for row in inside if row.column == column}
    return {row.id: of_line[row.line] for row in inside if row.line in of_line}
