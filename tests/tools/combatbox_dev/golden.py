"""The command `combatbox golden`: check or update the stored dumps of all tables and the playthroughs."""

from __future__ import annotations

from pathlib import Path

import click

from combatbox.cli.common import GameName, refuse, with_tables
from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.load import load
from combatbox_dev.goldens import goldens


@click.command()
@click.argument("game", type=GameName(), required=False)
@click.option("--check", "mode", flag_value="check", help="Compare with what is stored; exit code 1 on a difference.")
@click.option("--update", "mode", flag_value="update", help="Write them again; read the difference before committing.")
@click.option("--settle", "mode", flag_value="settle", hidden=True, help="Gone: use --update.")
@with_tables
def golden(game: str | None, mode: str | None, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Check or update the stored dumps of all tables and the playthroughs (in a checkout, or of a plug-in's game).

    \b
    Example:
      combatbox golden --check
      combatbox golden --update
    """
    if mode == "settle":
        raise CombatBoxError("golden: --settle is gone, for the transcriptions hold each cell; use --update")
    if mode is None:
        raise CombatBoxError("golden: say --check or --update")
    refuse("the goldens are of the project's tables, each under its own rulings", ruling=rulings, tables=overlay)
    project = paths.plug_ins().get(game or "", paths.checkout())
    if project is None:
        raise CombatBoxError("golden: the goldens are in a checkout of the project, not in an installed package")
    books = {key: load(key, overlay) for key in ([game] if game else paths.packaged_with())}
    check = goldens(project, books, update=mode == "update")
    for line in check.lines():
        click.echo(line)
    if not check.ok:
        raise click.exceptions.Exit(1)
