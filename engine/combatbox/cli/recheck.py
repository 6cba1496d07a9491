"""Flying kept games again, many at once, to see what a mended rule has done to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from combatbox.cli.common import as_json, open_book, open_log, print_json, refuse, with_tables
from combatbox.core.errors import CombatBoxError
from combatbox.library.book import Book
from combatbox.library.savefile import saves_in
from combatbox.play.recheck import KINDS, RecheckResult, rechecked, rechecked_save


@click.command()
@click.argument(
    "files", nargs=-1, required=True, metavar="LOG...", type=click.Path(path_type=Path, exists=True, dir_okay=False)
)
@as_json
@with_tables
def recheck(files: tuple[Path, ...], json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Fly kept logs and saves again, and count which are the same, and which are not.

    A log is the same, or has other words (a rule or a row is called otherwise), or another outcome (its dice and choices fit, and
    something else came of them), or departs (they do not fit any more). Each that is not the same is told with the first
    event that differs. Exit code 1 when there is one. A file may hold many saves, one a line.

    \b
    Example:
      combatbox recheck tour.jsonl seven.save
      combatbox recheck kept/*.jsonl --tables my-tables --json
    """
    refuse("a kept game holds the rulings it was flown under", ruling=rulings)
    books: dict[str, Book] = {}
    verdicts = [(name, verdict) for file in files for name, verdict in _verdicts(file, overlay, books)]
    counts = Counter(verdict.kind for _, verdict in verdicts)
    if json_:
        print_json({"counts": {kind: counts[kind] for kind in KINDS}, "games": [_told(*each) for each in verdicts]})
    else:
        for name, verdict in verdicts:
            if verdict.kind != "same":
                click.echo(f"{name}: {verdict}")
        click.echo(f"{len(verdicts)} kept games: {', '.join(f'{counts[kind]} {kind}' for kind in KINDS)}")
    if counts["same"] < len(verdicts):
        raise click.exceptions.Exit(1)


def _told(name: str, verdict: RecheckResult) -> dict[str, Any]:
    return {
        "game": name, "verdict": verdict.kind, "event": verdict.event, "place": verdict.place, "row": verdict.row,
        "why": verdict.why,
    }  # fmt: skip


def _verdicts(file: Path, overlay: Path | None, books: dict[str, Book]) -> Iterator[tuple[str, RecheckResult]]:
    """Each game of a file by its name, with what became of it. books: those that are loaded, by key."""

    def book_of(key: str) -> Book:
        if key not in books:
            books[key], _ = open_book(key, overlay, ())
        return books[key]

    saves = saves_in(file)
    if saves is None:
        log = open_log(file)
        yield str(file), rechecked(book_of(log.header["game"]), log)
        return
    for number, save in enumerate(saves, 1):
        try:
            yield f"{file}:{number}", rechecked_save(book_of(save["header"]["game"]), save)
        except CombatBoxError as error:
            yield f"{file}:{number}", RecheckResult("departs", why=str(error))
