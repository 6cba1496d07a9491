"""Tables on a terminal, by rich: wrapped to the window, plain in a pipe."""

from __future__ import annotations

from fractions import Fraction

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from combatbox.core.tables import Table
from combatbox.core.wording import TableView, corrected, view
from combatbox.library.book import Book
from combatbox.odds.exact import in_words, percent, row_odds

PIPE_WIDTH = 100


def console() -> Console:
    """Where to write: the terminal's width and colours, or plain text of fixed width in a pipe."""
    out = Console(highlight=False, markup=False)
    return out if out.is_terminal else Console(width=PIPE_WIDTH, no_color=True, highlight=False, markup=False)


def show_table(book: Book, table: Table) -> None:
    """One table with its odds, modifiers, notes and source."""
    seen = view(table, book.say)
    click.echo(f"{seen.id}  {seen.title}")
    facts = [seen.dice, f"per {seen.per}" if seen.per else "", seen.used]
    click.echo("; ".join(fact for fact in facts if fact))
    console().print(_grid(table, seen))
    for modifier in seen.modifiers:
        source = f"  ({modifier.source})" if modifier.source else ""
        click.echo(f"  {modifier.amount:>4}  {modifier.words}{source}")
    for note in seen.notes:
        click.echo(f"  Note: {note}")
    for correction in seen.corrections:
        name, now = corrected(table, correction, book.say)
        click.echo(f"  Corrected: {name}: {now} (printed: {correction.was}; by {correction.by})")
    click.echo(f"  Source: {'; '.join(f'{s.kind}, {s.section}' for s in seen.source)}")


def _grid(table: Table, seen: TableView) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    if seen.roll_heading:
        grid.add_column(seen.roll_heading, no_wrap=True)
    if seen.areas:
        grid.add_column("")
    for heading in seen.headings:
        grid.add_column(heading)
    odds = _odds(table)
    if odds:
        grid.add_column("Chance", justify="right", no_wrap=True)
        grid.add_column("", no_wrap=True)
    for row in seen.rows:
        cells: list[Text] = []
        if seen.roll_heading:
            cells.append(Text("  " * row.depth + row.roll))
        if seen.areas:
            cells.append(Text(row.area))
        cells += [Text(cell) for cell in row.cells]
        if odds:
            chance = odds.get(row.id, Fraction(0))
            cells += [Text(in_words(chance)), Text(percent(chance))]
        grid.add_row(*cells)
    return grid


def _odds(table: Table) -> dict[str, Fraction]:
    """Exact odds of each row where a row has one chance: not for charts and tables with columns."""
    return row_odds(table) if "" in table.lookups else {}
