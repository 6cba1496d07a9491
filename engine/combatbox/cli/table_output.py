"""Tables on a terminal, drawn by rich: wrapped to the window, or as plain text in a pipe."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from combatbox.cli.common import print_lines
from combatbox.cli.console import Output
from combatbox.core.enumeration import format_chance, format_chance_briefly, hit_odds, printed_odds
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.roll_context import COLUMN
from combatbox.core.statistics import share
from combatbox.core.table_views import REBUILT, TableView, correction_view
from combatbox.core.tables import Table
from combatbox.library.book import Book
from combatbox.library.provenance import describe_origins, how_to
from combatbox.odds.exact_odds import Chains

PIPE_WIDTH = 100


def console() -> Output:
    """Return a console: the terminal with its width and colours, or plain text in a pipe."""
    out = Output()
    return out if out.is_terminal else Output(width=PIPE_WIDTH, no_color=True)


def show_table(
    book: Book, table: Table, column: str = "", chains: Chains | None = None, *, follow: bool = False
) -> None:
    """Print one table: its rows with their odds, its modifiers and notes, the odds in `odds.yaml`, and its source.

    Args:
        book: the book of the game.
        table: the table to print.
        column: the column whose odds are shown, if the table has columns.
        chains: the object that computes the odds in `odds.yaml`; None to leave them out.
        follow: True to list every outcome that a roll can lead to.
    """
    view_ = book.view(table)
    click.echo(f"{view_.id}  {view_.title}")
    facts = [view_.dice, f"per {view_.per}" if view_.per else "", view_.used]
    click.echo("; ".join(filter(None, facts)))
    console().print(_grid(table, view_, column))
    for modifier in view_.modifiers:
        source = f"  ({modifier.source})" if modifier.source else ""
        click.echo(f"  {modifier.amount:>4}  {modifier.words}{source}")
    print_lines(f"  Note: {note}" for note in view_.notes)
    for correction in view_.corrections:
        name, now, _ = correction_view(table, correction, book.say)
        click.echo(f"  Corrected: {name}: {now} (printed: {correction.was}; by {correction.by})")
    if chains:
        _show_chances(book, table, column, chains)
        if follow:
            _show_outcomes(table, column, chains)
    click.echo(f"  Source: {'; '.join(f'{s.kind}, {s.section}' for s in view_.source)}")
    if view_.rebuilt:
        click.echo(f"  {REBUILT}. Your own numbers: {how_to(book).own_command}")
        print_lines(f"    {words}: {parts}" for words, parts in describe_origins(book, table))


def _show_chances(book: Book, table: Table, column: str, chains: Chains) -> None:
    """Print the odds in `odds.yaml` that start on this table, in this column or, without one, in any column."""
    for chance in book.chances.values():
        if chance.table == table.id and column in ("", chance.column):
            value = chains.chance(chance)
            click.echo(f"  Odds: {chance.words}: {format_chance_briefly(value)} ({share(value)})")


def _show_outcomes(table: Table, column: str, chains: Chains) -> None:
    """Print every outcome that a roll can lead to, the most likely first.

    Raises:
        CombatBoxError: the table is not rolled on, or a column has to be named.
    """
    if column not in table.lookups:
        why = "its rolls lead to no other table" if table.shape == "to_hit" else "a chart is not rolled on"
        if table.shape in ("columns", "opposed"):
            why = f"name a --column: {', '.join(table.lookups)}"
        raise CombatBoxError(f"--follow: {table.id}: {why}")
    odds = chains.outcomes(table.id, column)
    for code, value in sorted(odds.items(), key=lambda item: (-item[1], item[0])):
        click.echo(f"  {share(value):>6}  {format_chance_briefly(value):<16}  {code}")


def column_named(book: Book, table: Table, name: str) -> str:
    """Return the column that a user means.

    A column can be named by its key, its heading, or a fact that determines it, such as an attack from `12 High`.

    Raises:
        UnknownName: there is no such column.
        CombatBoxError: the table has no columns.
    """
    wanted = _normalize(name)
    for key, heading in table.columns.items():
        if wanted in {_normalize(key), _normalize(heading)}:
            return key
    columns_by_fact = {_normalize(value): key for value, key in _column_facts(book, table)}
    if wanted in columns_by_fact:
        return columns_by_fact[wanted]
    if not table.columns:
        raise CombatBoxError(f"--column {name!r}: {table.id} has no columns")
    raise UnknownName(f"column of {table.id}", name, table.columns)


def _normalize(text: str) -> str:
    return text.strip().lower().replace(" ", "_")


def _column_facts(book: Book, table: Table) -> Iterator[tuple[str, str]]:
    """Yield each value of a fact that alone determines the column of a table, with that column."""
    hands = book.game.pages.hands
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
        cells: list[str] = []
        if seen.roll_heading:
            cells.append("  " * row.depth + row.roll)
        if seen.areas:
            cells.append(row.area)
        cells += wanted_cells
        if row.id in odds:
            cells += format_chance(odds[row.id]), share(odds[row.id])
        grid.add_row(*map(Text, cells))
    return grid


def _odds(table: Table, column: str) -> dict[str, Fraction]:
    """Return the exact odds of each printed row by its id, including the rows of nested rolls.

    In a table with columns they are the odds in the column or, without a column, those that all columns share. In a
    to-hit table they are the probabilities of a hit in the column.
    """
    if table.shape == "to_hit":
        hits = hit_odds(table)
        return {row.id: hits.get((*table.hits(row, column),), Fraction(0)) for row in table.rows if column}
    return printed_odds(table, [column] if column in table.lookups else table.lookups)
