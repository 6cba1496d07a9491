"""The command `recheck`, which replays archived logs and saves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from combatbox.cli.common import as_json, naming, open_book, open_games, print_json, refuse, with_tables
from combatbox.core.errors import CombatBoxError
from combatbox.library.book import Book
from combatbox.play.logs import Log
from combatbox.play.recheck import KINDS, RecheckResult, recheck_log, recheck_save


@click.command()
@click.argument(
    "files", nargs=-1, required=True, metavar="LOG...", type=click.Path(path_type=Path, exists=True, dir_okay=False)
)
@as_json
@with_tables
def recheck(files: tuple[Path, ...], json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Replay logs and saves with the current tables and code, and report which games are still the same.

    The command reports a game as `same`, as `other words` if only names of rules or rows differ, as `other outcome` if
    its dice and choices still fit but the result differs, or as `departs` if they no longer fit. Every game that is not
    the same is listed with the first event that differs, and the exit code is 1. A file may have many saves, one in
    each line.

    \b
    Example:
      combatbox recheck tour.jsonl seven.save
      combatbox recheck logs/*.jsonl --tables my-tables --json
    """
    refuse("the files have the rulings that they were played under", ruling=rulings)
    books: dict[str, Book] = {}
    results = [(name, result) for file in files for name, result in _results(file, overlay, books)]
    counts = Counter(result.kind for _, result in results)
    if json_:
        print_json({"counts": {kind: counts[kind] for kind in KINDS}, "games": [_as_data(*each) for each in results]})
    else:
        for name, result in results:
            if result.kind != "same":
                click.echo(f"{name}: {result}")
        click.echo(f"{len(results)} rechecked: {', '.join(f'{counts[kind]} {kind}' for kind in KINDS)}")
    if counts["same"] < len(results):
        raise click.exceptions.Exit(1)


def _as_data(name: str, result: RecheckResult) -> dict[str, Any]:
    return {
        "game": name, "verdict": result.kind, "event": result.event, "place": result.place, "row": result.row,
        "why": result.why,
    }  # fmt: skip


def _results(file: Path, overlay: Path | None, books: dict[str, Book]) -> Iterator[tuple[str, RecheckResult]]:
    """Yield the name and result of each game in a file.

    `books` holds the books loaded so far, by key; newly loaded ones are added.
    """

    def book_of(key: str) -> Book:
        if key not in books:
            books[key], _ = open_book(key, overlay, ())
        return books[key]

    for number, game in enumerate(open_games(file, overlay), 1):
        if isinstance(game, Log):
            with naming(file):
                yield str(file), recheck_log(book_of(game.header["game"]), game)
            return
        try:
            yield f"{file}:{number}", recheck_save(book_of(game["header"]["game"]), game)
        except CombatBoxError as error:
            yield f"{file}:{number}", RecheckResult("departs", why=str(error))
