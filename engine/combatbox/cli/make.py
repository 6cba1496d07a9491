"""Making and proving: print, verify, schema, golden, build."""

from __future__ import annotations

from pathlib import Path

import click

from combatbox.cli.common import GameName, as_json, open_book, open_log, print_json, progress, with_tables
from combatbox.core.errors import CombatBoxError, LogError
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.load import load, load_all
from combatbox.library.replay import replay_log

OUT = Path("build")


@click.command(name="print")
@click.argument("game", type=GameName(), required=False)
@click.option("--paper", type=click.Choice(["a4", "letter"]), help="One paper alone; without it both are made.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=OUT / "print", show_default=True)
@click.option(
    "--log", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="Fill the sheets from this log."
)
@with_tables
def print_(
    game: str | None, paper: str | None, out: Path, log: Path | None, overlay: Path | None, rulings: tuple[str, ...]
) -> None:
    """Print record sheets and table cards as PDF: blank, or filled from a log.

    \b
    Example:
      combatbox print twentyfive --paper a4
      combatbox fly twentyfive --seed 7 --log seven.jsonl
      combatbox print twentyfive --log seven.jsonl --out sheets
    """
    from combatbox.press.shop import print_filled, print_game

    papers = [paper] if paper else ["a4", "letter"]
    if log:
        found = open_log(log)
        key = found.header["game"]
        if game and game != key:
            raise LogError(f"{log}:1: is a log of {key}, not of {game}")
        book, _ = open_book(key, overlay, rulings)
        flown = replay_log(book, found)
        made = [path for size in papers for path in print_filled(book, flown.journal, out / key, size, log.stem)]
    else:
        keys = [game] if game else list(GAMES)
        made = []
        with progress("printing", len(keys) * len(papers)) as reach:
            for number, key in enumerate(keys):
                book, choices = open_book(key, overlay, rulings)
                for turn, size in enumerate(papers):
                    made += print_game(book, out / key, size, rulings=choices)
                    reach(number * len(papers) + turn + 1)
    for path in made:
        click.echo(path.as_posix())


@click.command()
@click.argument("game", type=GameName(), required=False)
@click.option("--site", type=click.Path(path_type=Path), default=OUT / "site", help="The built site to read back.")
@click.option("--prints", type=click.Path(path_type=Path), default=OUT / "print", help="The printed PDFs to read back.")
@as_json
@with_tables
def verify(
    game: str | None, site: Path, prints: Path, json_: bool, overlay: Path | None, rulings: tuple[str, ...]
) -> None:
    """Prove that tables, witnesses, engine, odds, prose, site and paper agree. One line a check.

    \b
    Example:
      combatbox verify
      combatbox verify twentyfive
    """
    from combatbox.verify.checks import run_checks

    books = {game: load(game, overlay)} if game else load_all(overlay)
    checks = run_checks(books, site=site, prints=prints, project=paths.checkout())
    if json_:
        print_json({"checks": [check.to_json() for check in checks], "ok": all(check.ok for check in checks)})
    else:
        for check in checks:
            for line in check.lines():
                click.echo(line)
    if not all(check.ok for check in checks):
        raise click.exceptions.Exit(1)


@click.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=OUT / "schema", show_default=True)
@with_tables
def schema(out: Path, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Write the JSON Schemas of the data files and of the event log.

    \b
    Example:
      combatbox schema --out tables/schema
    """
    from combatbox.library.schemas import write_schemas

    for path in write_schemas(out):
        click.echo(path.as_posix())


@click.command()
@click.option("--check", "mode", flag_value="check", help="Compare with what is stored; exit code 1 on a difference.")
@click.option("--update", "mode", flag_value="update", help="Write them anew; read the difference before committing.")
@click.option(
    "--settle",
    "mode",
    flag_value="settle",
    help="Write the checksums of settled cells anew, after a difference was settled at the source.",
)
@with_tables
def golden(mode: str | None, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Check or update the stored dumps of all tables and the playthroughs (in a checkout).

    \b
    Example:
      combatbox golden --check
      combatbox golden --update
    """
    from combatbox.verify.goldens import goldens
    from combatbox.verify.settled import settle

    if mode is None:
        raise CombatBoxError("golden: say --check, --update or --settle")
    project = paths.checkout()
    if project is None:
        raise CombatBoxError("golden: the goldens are in a checkout of the project, not in an installed package")
    books = load_all(overlay)
    found = settle(project, books) if mode == "settle" else goldens(project, books, update=mode == "update")
    for line in found.lines():
        click.echo(line)
    if not found.ok:
        raise click.exceptions.Exit(1)


@click.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=OUT, show_default=True)
@with_tables
def build(out: Path, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Build everything: every PDF, the worked examples, the site.

    \b
    Example:
      combatbox build
      combatbox build --out /tmp/combatbox
    """
    from combatbox.cli.builder import build_all

    for line in build_all(out, load_all(overlay), overlay):
        click.echo(line)
