"""Making something of one's own to begin with: an overlay of tables."""

from __future__ import annotations

from pathlib import Path

import click

from combatbox.cli.common import GameName, refuse, with_tables
from combatbox.core.errors import CombatBoxError
from combatbox.library.load import load


@click.command()
@click.argument("what", type=click.Choice(["overlay"]))
@click.argument("game", type=GameName())
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--missing", is_flag=True, help="Leave what is there, and add the files that are not.")
@click.option("--overwrite", is_flag=True, help="Put the game's own tables in the place of what is there.")
@with_tables
def new(
    what: str,
    game: str,
    folder: Path,
    missing: bool,
    overwrite: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Write all tables of GAME as files in DIR, for numbers of your own.

    \b
    An overlay is a folder of tables that lies over a game's own. Every command takes it:
      1. write it            combatbox new overlay queen my-tables
      2. overtype rows       my-tables/queen/b-1.yaml, in any editor
      3. see what you did    combatbox verify queen --tables my-tables
      4. play with it        combatbox play queen --tables my-tables

    Each file is a table of the game, with what must hold of it as a comment at its head: the dice, the rows, the
    columns, and what the rulebook says, where we have no printed table to go by. Delete the files that you do not
    change, or leave them: as they are written they change nothing.

    A game whose printed tables we lack calls its tables rebuilt. Those into which you have put your numbers are yours,
    and are not called so any more.

    What is in DIR already is left alone: then nothing is written, unless you say --missing or --overwrite.

    \b
    Example:
      combatbox new overlay queen my-tables
      combatbox new overlay queen my-tables --missing
    """
    from combatbox.library.overlay import write_overlay

    refuse("the files hold the game's own tables, under any ruling", ruling=rulings, tables=overlay)
    if missing and overwrite:
        raise CombatBoxError("--missing and --overwrite: choose one, what is there stays or it goes")
    book = load(game)
    written = write_overlay(book, folder, missing=missing, overwrite=overwrite)
    tables = len([path for path in written if path.suffix == ".yaml"])
    if not tables:
        click.echo(f"{folder / game}: all {len(book.tables)} tables are there; nothing was written")
        return
    click.echo(f"{tables} of {len(book.tables)} tables written to {folder / game}")
    click.echo("Overtype what differs, then see what you did:")
    click.echo(f"  combatbox verify {game} --tables {folder}")
