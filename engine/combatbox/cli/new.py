"""The command `new`: templates for an overlay of tables, a table, or a game."""

from __future__ import annotations

from pathlib import Path

import click

from combatbox.cli.common import PATH, GameName, print_lines, refuse, with_tables
from combatbox.core.errors import CombatBoxError
from combatbox.library.book import Book
from combatbox.library.folders import variant_like
from combatbox.library.load import load
from combatbox.library.scaffolding import new_game, new_table, new_variant


@click.command()
@click.argument("what", type=click.Choice(["overlay", "table", "variant", "game"]))
@click.argument("name")
@click.argument("folder", metavar="[DIR]", required=False, type=PATH)
@click.option("--missing", is_flag=True, help="Keep existing files, and add the missing ones.")
@click.option("--overwrite", is_flag=True, help="Replace existing files by the game's own tables.")
@click.option("--blank", is_flag=True, help="Leave the values blank, for those of a printed variant that you own.")
@click.option("--like", metavar="GAME", help="Game on which the variant is based.")
@click.option("--for", "original", metavar="ID", help="Table of the game that the new table copies.")
@with_tables
def new(
    what: str,
    name: str,
    folder: Path | None,
    missing: bool,
    overwrite: bool,
    blank: bool,
    like: str | None,
    original: str | None,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Write a complete, commented starting point: an overlay of a game's tables, a table, a variant, a game.

    \b
      combatbox new overlay GAME DIR    all tables of GAME as files in DIR, to replace their numbers with yours
      combatbox new table ID DIR        a table in the folder of a game or of an overlay, DIR/queen; it copies the
                                        table that --for names, or with whose id ID begins
      combatbox new variant KEY DIR     a variant in DIR, which consists of data only; --like names its game
      combatbox new game KEY DIR        a new game, which can be played immediately; DIR may be left out

    \b
    An overlay is a folder of tables that replace a game's own. Every command accepts it:
      1. write the files    combatbox new overlay queen my-tables
      2. change rows        my-tables/queen/b-1.yaml, in any editor
      3. list your changes  combatbox verify queen --tables my-tables
      4. play with them     combatbox play queen --tables my-tables

    Each file is a table of the game. A comment at its beginning states its requirements: the dice, the rows, the
    columns, and, if the printed table is lost, the statements of the rulebook. You may delete the files that you do not
    change, or leave them; unchanged files have no effect.

    If the printed tables of a game are lost, the game marks its tables as rebuilt. Tables with your numbers are not
    marked.

    For a variant that was published in print, use --blank: each table is written without its values, and every command
    names the line of each value that is still to be filled in. Delete the files of tables that the variant does not
    change.

    Existing files in DIR are not changed: if there are any, nothing is written unless you give --missing or --overwrite.

    \b
    Example:
      combatbox new overlay queen my-tables
      combatbox new overlay queen my-tables --missing
      combatbox new overlay mag my-variants --blank --missing      (after: combatbox new variant mag my-variants --like queen)
      combatbox new table B-1-HOUSE my-tables/queen
      combatbox new table RAIDERS my-tables/queen --for B-1
      combatbox new variant winter my-variants --like queen
      combatbox new game liberator
    """
    if what != "overlay":
        refuse("only for an overlay", tables=overlay, missing=missing, overwrite=overwrite, blank=blank)
    if what != "variant":
        refuse("only for a variant", like=like)
    if what != "table":
        refuse("only for a table", **{"for": original})
    if what == "game":
        _game(name, folder or Path(name))
    elif what == "variant":
        _variant(name, folder, like)
    elif folder is None:
        raise CombatBoxError(f"new {what} {name}: name a folder too")
    elif what == "table":
        path = new_table(name, folder, original or "")
        click.echo(f"{path}: the table is valid; change it, and let a ruling, a place or a row lead to it")
    else:
        refuse("the files are the game's own tables", ruling=rulings, tables=overlay)
        _overlay(_book(name, folder), folder, missing=missing, overwrite=overwrite, blank=blank)


def _game(key: str, folder: Path) -> None:
    """Write a new game, and print the next steps."""
    written = new_game(key, folder)
    print_lines(
        [
            f"{len(written)} files written to {folder}",
            "It can be played at once. Install it, then change it:",
            f"  pip install -e {folder}",
            f"  combatbox schema {key} --out {folder}/{key}/data/tables/schema",
            f"  combatbox verify {key}",
            f"  combatbox play {key}",
        ]
    )


def _variant(key: str, folder: Path | None, like: str | None) -> None:
    """Write a new variant, and print the next steps."""
    if folder is None or like is None:
        raise CombatBoxError(f"new variant {key}: name a folder and --like GAME, such as my-variants --like queen")
    like = GameName().convert(like, None, None)
    written = new_variant(key, folder, like)
    click.echo(f"{len(written)} files written to {folder / key}")
    click.echo("It can be played at once. Change it, then look at it:")
    commands = (f"diff {like} {key}", f"verify {key}", f"play {key}", f"print {key}", "build")
    print_lines(f"  combatbox {command} --tables {folder}" for command in commands)


def _book(name: str, folder: Path) -> Book:
    """Return the book of a game, or of a variant of the project or in the folder."""
    if variant_like(name, folder if folder.is_dir() else None):
        return load(name, folder if (folder / name / "game.yaml").is_file() else None)
    return load(GameName().convert(name, None, click.get_current_context()))


def _overlay(book: Book, folder: Path, *, missing: bool, overwrite: bool, blank: bool) -> None:
    """Write all tables of a game as files of an overlay."""
    from combatbox.library.overlay import write_overlay

    if missing and overwrite:
        raise CombatBoxError("--missing and --overwrite cannot be used together; choose one")
    game = book.key
    written = write_overlay(book, folder, missing=missing, overwrite=overwrite, blank=blank)
    tables = len([path for path in written if path.suffix == ".yaml"])
    if not tables:
        click.echo(f"{folder / game}: all {len(book.tables)} tables are there; nothing was written")
        return
    click.echo(f"{tables} of {len(book.tables)} tables written to {folder / game}")
    click.echo(
        "Fill in the blank values, then list what is left:"
        if blank
        else "Change the rows that differ, then list your changes:"
    )
    click.echo(f"  combatbox verify {game} --tables {folder}")
