"""The command `doctor`, which shows what is installed and what of it cannot be used."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path
from typing import NamedTuple

import click

from combatbox.cli.common import as_json, print_json, refuse, with_tables
from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES, left_out_games
from combatbox.library import paths
from combatbox.library.build_cache import BuildCache
from combatbox.library.folders import variants
from combatbox.library.load import load


class Item(NamedTuple):
    """One part of an installation.

    Attributes:
        part: the kind of part: `game`, `folder`, `cache` or `version`.
        name: the name of the part, such as the key of a game.
        ok: False if the part cannot be used.
        state: where it is, with its version or size; the error if it cannot be used.
        use: what it is good for.
        remedy: what to do if it cannot be used, or is in the way.
    """

    part: str
    name: str
    ok: bool
    state: str
    use: str
    remedy: str


@click.command()
@as_json
@with_tables
def doctor(json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Show what is installed: games, also those that are left out, folders, caches and versions.

    Each part is shown with its state, with what it is good for, and with a remedy. With --tables the variants in that
    folder are listed, too. Nothing is changed. The exit code is 1 if a part cannot be used.

    \b
    Example:
      combatbox doctor
      combatbox doctor --json
    """
    refuse("an installation has no rulings", ruling=rulings)
    items = [*_games(overlay), *_folders(), *_versions()]
    if json_:
        print_json({"parts": [item._asdict() for item in items]})
    else:
        for item in items:
            click.echo(f"{'ok' if item.ok else 'BAD':<4}{item.part} {item.name}: {item.state}")
            click.echo(f"      {item.use}; {item.remedy}")
    if not all(item.ok for item in items):
        raise click.exceptions.Exit(1)


def _games(overlay: Path | None) -> Iterator[Item]:
    for key in (*GAMES, *variants(overlay)):
        remedy = f"to check it: combatbox verify {key}"
        try:
            book = load(key, overlay)
        except CombatBoxError as error:
            yield Item("game", key, False, str(error), "it cannot be played", remedy)
        else:
            state = f"{len(book.tables)} tables in {book.variant_folder or paths.home(key).tables}"
            yield Item("game", key, True, state, book.title, remedy)
    for name, reason in left_out_games():
        state, _, remedy = reason.rpartition("; ")
        yield Item("game", name, False, state, "it cannot be played, the others can", remedy)


def _folders() -> Iterator[Item]:
    data, here = paths.root(), Path.cwd()
    remedy = "to restore it: pip install --force-reinstall combatbox"
    yield Item("folder", "data", (data / "tables").is_dir(), str(data), "tables, chapters, papers and fonts", remedy)
    yield Item("folder", "current", os.access(here, os.W_OK), str(here), "your files go here", "to change it: cd")
    for name, use, folder in (
        ("books", "compiled books and chances, for a quick start", paths.cache_folder()),
        ("builds", "pages and papers that need not be made again", BuildCache.beside(Path("build")).folder or here),
    ):
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        yield Item("cache", name, True, f"{size / 1e6:.1f} MB in {folder}", use, "delete it at any time")


def _versions() -> Iterator[Item]:
    python = f"{sys.version.split()[0]} in {sys.prefix}"
    yield Item("version", "Python", True, python, "it runs this program", "to use another: make a new venv with it")
    needed = [re.split(r"[^\w.-]", line)[0] for line in requires("combatbox") or () if "extra ==" not in line]
    for name in ("combatbox", *needed):
        remedy = f"to renew it: pip install -U {name}"
        try:
            about = metadata(name)
        except PackageNotFoundError:
            yield Item("version", name, False, "is not installed", "this program needs it", remedy)
        else:
            yield Item("version", name, True, about["Version"], about["Summary"].rstrip("."), remedy)
