"""The commands games, tables, rules, rulings, search, rule, diff, export, table, roll and doctor."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, NamedTuple

import click

from combatbox.cli import EXTRAS
from combatbox.cli.common import (
    FILE,
    GameName,
    PartName,
    as_json,
    claim,
    fresh_seed,
    open_book,
    print_json,
    print_paged,
    refuse,
    with_game,
    with_overwrite,
    with_tables,
)
from combatbox.core.dice import parse_faces
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Journal, Roll
from combatbox.core.phrases import plural
from combatbox.core.table_views import REBUILT, effect_words
from combatbox.core.tables import Table
from combatbox.games import GAMES, left_out_games
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.export import game_json, row_json, table_json
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.play import book as played

WIDTH = 100
"""The maximum width of the text of rules, in characters."""


@click.command()
@as_json
@with_tables
def games(json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """List the games that can be played, printed and replayed.

    \b
    Example:
      combatbox games
    """
    refuse("rulings belong to a single game", ruling=rulings)
    books = {book.key: book for book in _readable_books(overlay)}
    if json_:
        print_json({"games": [_game_data(book) for book in books.values()]})
        return
    for key, book in books.items():
        meta = book.meta
        by = f", by {meta.designer}" if meta.designer else ""
        if meta.like:
            by = f", a reconstruction by us, like {books[meta.like].title}"
        players = "one player" if meta.players == 1 else f"{meta.players} players"
        minutes = " to ".join(map(str, meta.minutes))
        click.echo(f"{key}: {meta.title}{by}")
        click.echo(f"  {meta.summary.strip()}")
        click.echo(f"  {players}, {minutes} minutes a mission; {STAGED[meta.stage]}")


def _readable_books(overlay: Path | None) -> Iterator[Book]:
    """Yield the book of each game; one of a plug-in that cannot be read is left out with a warning."""
    for key in (*GAMES, *variants(overlay)):
        try:
            yield load(key, overlay)
        except CombatBoxError as error:
            if key not in paths.plug_ins():
                raise
            click.echo(f"combatbox: {key} is left out: {str(error).splitlines()[0]}", err=True)


STAGED = {"draft": "a draft: its tables are here", "playable": "playable", "proven": "playable, and every rule checked"}
"""A description of each stage of completeness of a game."""


def _game_data(book: Book) -> dict[str, Any]:
    """Return the facts about a game as plain data."""
    meta = book.meta
    return {
        "game": book.key,
        "title": meta.title,
        "summary": meta.summary,
        "designer": meta.designer,
        "publisher": meta.publisher,
        "players": meta.players,
        "stage": meta.stage,
        "links": meta.links,
        "tables": len(book.tables),
        "rules": len(book.rules),
        "rulings": len(book.rulings),
        "play": sorted(book.game.runs),
        "replay": sorted(book.scripts),
        "digest": book.digest,
    }


@click.command()
@with_game
@as_json
@with_tables
def tables(game: str, json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """List all tables of a game; with --json every table in full.

    \b
    Example:
      combatbox tables twentyfive --json > tables.json
    """
    refuse("all tables are listed, also variants; use `combatbox table` to see one under a ruling", ruling=rulings)
    book, _ = open_book(game, overlay, rulings)
    if json_:
        from combatbox.odds.exact_odds import chances

        print_json(game_json(book, chances(book)))
        return
    width = max(len(key) for key in book.tables)
    variants = {key: f"  (variant of {original})" for key, original in book.variants.items()}
    print_paged(
        f"{key:<{width}}  {each.notation.words:<12}  {each.title}{variants.get(key, '')}"
        for key, each in book.tables.items()
    )


class Entry(NamedTuple):
    """A rule, table or ruling that can be looked up.

    Attributes:
        kind: `rule`, `table` or `ruling`.
        key: the key of a ruling; empty for anything else.
    """

    kind: str
    id: str
    title: str
    key: str = ""

    def is_at(self, name: str) -> bool:
        """Return True for the entry's id or key, or a section, table note or erratum from which a rule comes.

        The id of a rule begins with a letter for its game: Q6.3a-1 is in section 6.3a of that book.
        """
        wanted = _as_number(name)
        if name == self.key or wanted == _as_number(self.id):
            return True
        number = _as_number(re.sub(r"^[A-Z]-?(?=\w)", "", self.id))
        end = r"(?!\d)" if wanted[-1:].isdigit() else r"(?![a-z])"
        is_number = any(map(str.isdigit, wanted))
        return self.kind == "rule" and is_number and bool(re.match(re.escape(wanted) + end, number))


def _as_number(text: str) -> str:
    """Return a reference in short: `BL-1 note g` is bl1g, `erratum 5` e5, `§ 14.2 d` 14.2d."""
    short = re.sub(r"section|rule|note|[§\s]", "", text.lower()).replace("erratum", "e").rstrip(".")
    return re.sub(r"(?<=[a-z])-?0*(?=\d)", "", short)


def _entries(book: played.Book) -> Iterator[Entry]:
    yield from (Entry("rule", rule.id, rule.title) for rule in book.rules.values())
    yield from (Entry("table", table.id, table.title) for table in book.tables.values())
    yield from (Entry("ruling", ruling.id, ruling.question, ruling.key) for ruling in book.rulings.values())


def _list(entries: Iterable[Entry]) -> None:
    print_paged(f"{each.kind:<6}  {each.id:<12}  {each.title}" for each in entries)


@click.command()
@with_game
@with_tables
def rules(game: str, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """List all rules of a game with their ids, which contain the sections of its book.

    \b
    Example:
      combatbox rules queen
    """
    _list(each for each in _entries(open_book(game, overlay, rulings)[0]) if each.kind == "rule")


@click.command()
@with_game
@click.argument("words", nargs=-1, required=True)
@with_tables
def search(game: str, words: tuple[str, ...], overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """List the rules, tables and rulings with an id, a section, or words in their titles.

    \b
    Example:
      combatbox search queen 9.2
      combatbox search queen ball turret
    """
    book, _ = open_book(game, overlay, rulings)
    found = [
        each
        for each in _entries(book)
        if each.is_at(" ".join(words)) or all(word.lower() in f"{each.title} {each.key}".lower() for word in words)
    ]
    if not found:
        raise CombatBoxError(
            f"{' '.join(words)!r}: no title of {game} has these words; `combatbox rules {game}` lists all"
        )
    _list(found)


@click.command()
@with_game
@click.argument("name", type=PartName(lambda book: [*book.rules, *book.rulings]))
@with_tables
def rule(game: str, name: str, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Show what a rule says, or all rules of a section, with their tables and rulings.

    NAME is the id of a rule or ruling, or the number of a section as the book prints it.

    \b
    Example:
      combatbox rule queen Q6.3a-1
      combatbox rule queen 9.2
      combatbox rule superfort 4.3B
    """
    book, choices = open_book(game, overlay, rulings)
    found = [each for each in _entries(book) if each.is_at(name)]
    ids = [each.id for each in found if each.kind == "rule"]
    lines = [*rule_lines(book, book, ids, book.chosen(choices))]
    lines += [line for each in found if each.key for line in _ruling_lines(book, choices, each.id)]
    if not lines:
        raise UnknownName(f"rule of {game}", name, book.rules, f"`combatbox rules {game}` lists them")
    _print_folded(lines)


@click.command()
@with_game
@with_tables
def rulings(game: str, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """List the points where the sources of a game are silent, with the options that --ruling takes.

    The option in force is marked.

    \b
    Example:
      combatbox rulings twentyfive
      combatbox rulings twentyfive --ruling attack_on=5-6
    """
    book, choices = open_book(game, overlay, rulings)
    _print_folded(line for ruling_id in book.rulings for line in _ruling_lines(book, choices, ruling_id))


def _print_folded(lines: Iterable[str]) -> None:
    from combatbox.cli.console import fold  # rich loads slowly

    width = min(WIDTH, get_terminal_size((WIDTH, 24)).columns)
    print_paged(folded for line in lines for folded in fold(line, width))


def _ruling_lines(book: Book, choices: dict[str, str], ruling_id: str) -> Iterator[str]:
    """Yield the question of a ruling, its options with a mark at the one in force, and the reason for the default."""
    ruling = book.rulings[ruling_id]
    yield f"{ruling.id} ({ruling.key}): {ruling.question}"
    for option, choice in ruling.options.items():
        mark = ">" if option == book.chosen(choices)[ruling_id] else " "
        yield f"  {mark} {option}: {choice.words}"
    yield f"    Why {ruling.default}: {ruling.why}"


def rule_lines(book: played.Book, prose: Book, ids: Iterable[str], rulings: Mapping[str, str]) -> Iterator[str]:
    """Yield the text of rules, the tables that they use, and their rulings.

    Args:
        book: the book that is played.
        prose: the book whose chapters state the rules.
        ids: the ids of the rules.
        rulings: the option in force of every ruling.

    Raises:
        CombatBoxError: a chapter cannot be read.
    """
    from combatbox.prose.rule_texts import rule_texts

    stated = rule_texts(prose, [*ids], rulings)
    for rule in (book.rules[rule_id] for rule_id in stated):
        yield f"Rule {rule.id}: {rule.title}"
        yield from (f"  {text}" for text in stated[rule.id])
        tables = [f"{key} {book.tables[key].title}" for key in rule.tables if key in book.tables]
        if tables:
            yield f"Tables: {'; '.join(tables)}. See one with: combatbox table {book.key} {rule.tables[0]}"
        for ruling in book.rulings.values():
            if rule.id in ruling.rules:
                option = rulings[ruling.id]
                yield f"Ruling {ruling.id} ({ruling.key}={option}): {ruling.options[option].words}"


@click.command()
@click.argument("game", type=GameName())
@click.argument("variant", metavar="[VARIANT]", type=GameName(variants=True), required=False)
@as_json
@with_tables
def diff(game: str, variant: str | None, json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Compare the tables in the folder of --tables with GAME: inherited, changed, added.

    VARIANT is the key of a variant of GAME (with `like: GAME` in its game.yaml), in that folder or in the project;
    without VARIANT, the tables for GAME itself are compared. GAME may also be a variant of the project, to show how
    house rules change it.

    \b
    Example:
      combatbox diff queen --tables my-tables
      combatbox diff queen b17g
      combatbox diff queen storm --tables my-variants
    """
    from combatbox.library.overlay import differences, overlay_status

    refuse("the comparison does not depend on rulings", ruling=rulings)
    if overlay is None and variant is None:
        raise CombatBoxError("diff: there is no folder to compare; name one with --tables")
    base, overlaid = load(game), load(variant or game, overlay)
    if variant and overlaid.meta.like != game:
        raise CombatBoxError(f"{variant} is not a variant of {game}; name a variant whose game.yaml has `like: {game}`")
    status = overlay_status(base, overlaid)
    differing = [str(difference) for difference in differences(base, overlaid)]
    reworded = list(reworded_rules(base, overlaid))
    if json_:
        print_json({"game": game, **asdict(status), "differences": differing, "rules": reworded})
        return
    print_paged(
        [
            f"inherited  {len(status.inherited)} of {len(base.tables)} tables{_listed(status.inherited)}",
            f"own files  {plural(len(status.changed), 'table')}{_listed(status.changed)}",
            f"added      {plural(len(status.added), 'table')}{_listed(status.added)}",
            f"differs    {len(differing) or 'nothing'}",
            *(f"  {line}" for line in (*differing, *reworded)),
        ]
    )


def reworded_rules(base: Book, overlaid: Book) -> Iterator[str]:
    """Yield a line for each rule that reads otherwise under an overlay: the sentences that go, and those that come."""
    from combatbox.library.overlay import removed_and_added

    try:
        from combatbox.prose.sentences import sentences_of
    except ModuleNotFoundError:
        yield "rules that read otherwise: to list them, pip install 'combatbox[print]'"
        return
    before, after = (sentences_of(book, book.rules, book.chosen({})) for book in (base, overlaid))
    for rule, now in after.items():
        was = before.get(rule, [])
        gone, new = removed_and_added(was, now)
        if gone or new:
            yield f"rule {rule} reads: {' '.join(gone) or 'nothing'} → {' '.join(new) or 'nothing'}"


def _listed(names: list[str]) -> str:
    """Return a list of table names for a message; empty if there are too many."""
    few = 12
    return f": {', '.join(names)}" if 0 < len(names) <= few else ""


@click.command()
@with_game
@click.option("--out", type=FILE, help="Write to this file instead of standard output.")
@with_overwrite
@with_tables
def export(game: str, out: Path | None, overwrite: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Write the compiled book of a game: JSON from which the engine can play the game without its table files.

    The file has the tables, vocabulary, wording, rulings with their options, places, examples and a digest. Play needs
    only this file and the engine, and no code that reads YAML or builds pages. Rulings are chosen when a game begins.

    \b
    Example:
      combatbox export queen --out queen.json
      combatbox export queen --tables my-tables | gzip > mine.json.gz
    """
    from combatbox.library.export import book_text

    refuse("the book has all options of every ruling, to be chosen at play", ruling=rulings)
    file = claim(out, overwrite=overwrite)
    book, _ = open_book(game, overlay, rulings)
    text = book_text(book)
    if file is None:
        click.echo(text, nl=False)
        return
    file.write(text)
    click.echo(f"{out}: {book.meta.title}, book {book.digest}, {len(text.encode())} bytes")


@click.command()
@with_game
@click.argument("table_id", metavar="ID", type=PartName(lambda book: book.tables))
@click.option(
    "--column",
    default="",
    show_default=False,
    help="Show the odds of one column: its key, its heading or a part of it.",
)
@click.option(
    "--follow",
    is_flag=True,
    help="List every result of a roll, including those on the tables it leads to, with exact odds.",
)
@as_json
@with_tables
def table(
    game: str,
    table_id: str,
    column: str,
    follow: bool,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Show one table with its odds. ID may be in upper or lower case; a unique ending of it is enough.

    \b
    Example:
      combatbox table twentyfive T-TAB-WING
      combatbox table twentyfive wing
      combatbox table queen B-5 --column "12 High" --follow
    """
    from combatbox.cli.table_output import column_named, show_table
    from combatbox.odds.exact_odds import Chains, chances

    book, choices = open_book(game, overlay, rulings)
    in_force = _in_force(book, choices, table_id)
    if json_:
        refuse("the document has all columns of the table and no further rolls", column=column, follow=follow)
        print_json(table_json(book, in_force, chances(book, rulings=choices)))
        return
    chosen = column_named(book, in_force, column) if column else ""
    show_table(book, in_force, chosen, Chains(book, choices), follow=follow)


def _in_force(book: Book, choices: dict[str, str], table_id: str) -> Table:
    """Return the table that is used under the chosen rulings."""
    return book.rulebook(choices).tables[book.table(table_id).id]


@click.command()
@with_game
@click.argument("table_id", metavar="ID", type=PartName(lambda book: book.tables))
@click.option(
    "--dice",
    metavar="FACES",
    help="Faces of dice that you have thrown, in order: 3,4; by default the command throws the dice.",
)
@click.option("--column", default="", show_default=False, help="Column, if the table has several.")
@click.option("--seed", help="Seed of the dice.")
@click.option("--modifier", default=0, help="Modifier of the natural roll.")
@as_json
@with_tables
def roll(
    game: str,
    table_id: str,
    dice: str | None,
    column: str,
    seed: str | None,
    modifier: int,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Roll on a table and follow nested rolls.

    \b
    Example:
      combatbox roll twentyfive wing --dice 5
      combatbox roll twentyfive T-TAB-FIGHTER-EFFECT --dice 4,3 --json
    """
    book, choices = open_book(game, overlay, rulings)
    in_force = _in_force(book, choices, table_id)
    if in_force.notation.count == 0:
        raise CombatBoxError(
            f"{in_force.id} is a chart, which is not rolled on; show it with: combatbox table {game} {in_force.id}"
        )
    journal = _roll(book, choices, in_force, dice, column, seed, modifier)
    rolls = [_roll_json(book, event) for event in journal.events if event["kind"] == "roll"]
    if json_:
        print_json({"game": game, "table": in_force.id, "column": column, "rolls": rolls, **rolls[-1]})
        return
    for step in rolls:
        change = f" {'+' if modifier > 0 else ''}{modifier} = {step['net']}" if modifier and step is rolls[0] else ""
        click.echo(f"{step['on']}: {', '.join(str(face) for face in step['dice'])}{change}  {step['words']}")
    if book.view(in_force).rebuilt:
        click.echo(REBUILT)


def _roll(
    book: Book, choices: dict[str, str], table: Table, dice: str | None, column: str, seed: str | None, modifier: int
) -> Journal:
    """Roll on a table, outside of any mission; raise an error if some of the given dice are not used."""
    from combatbox.api import journal_of_roll

    if column and column not in table.lookups:
        from combatbox.cli.table_output import column_named

        column = column_named(book, table, column)
    if dice is not None and seed is not None:
        raise CombatBoxError("--dice and --seed: choose one, faces that were thrown or a seed")
    faces = None if dice is None else parse_faces(dice)
    return journal_of_roll(
        book.rulebook(choices), table, faces, fresh_seed() if seed is None else seed, column, modifier
    )


def _roll_json(book: Book, event: Roll) -> dict[str, Any]:
    row = book.rows()[event["row"]]
    return {
        "on": event["table"],
        "dice": event["dice"],
        "natural": event["natural"],
        "modifiers": event["modifiers"],
        "net": event["net"],
        "row": row_json(book, row),
        "words": effect_words(row, book.say),
        "area": row.area,
        "seen": book.view(book.tables[row.table]).title,
    }


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
    from combatbox.library.build_cache import BuildCache

    data, here = paths.root(), Path.cwd()
    remedy = "to restore it: pip install --force-reinstall combatbox"
    yield Item("folder", "data", (data / "tables").is_dir(), str(data), "tables, chapters, papers and fonts", remedy)
    yield Item("folder", "current", os.access(here, os.W_OK), str(here), "your files go here", "to change it: cd")
    for name, use, folder in (
        ("books", "compiled books, for a quick start", paths.cache_folder()),
        ("builds", "pages and papers that need not be made again", BuildCache.beside(Path("build")).folder or here),
    ):
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        yield Item("cache", name, True, f"{size / 1e6:.1f} MB in {folder}", use, "delete it at any time")


_REQUIRED = re.compile(r"""(?P<name>[\w.-]+)[^;]*(?:;.*extra == ['"](?P<extra>\w+))?""")
"""A requirement in the metadata of a distribution."""


def _versions() -> Iterator[Item]:
    from importlib.metadata import PackageNotFoundError, metadata, requires

    from combatbox.library.source_dates import version

    python = f"{sys.version.split()[0]} in {sys.prefix}"
    yield Item("version", "Python", True, python, "it runs this program", "to use another: make a new venv with it")
    listed = (_REQUIRED.match(line) for line in requires("combatbox") or ())
    needed = {found["name"]: found["extra"] for found in listed if found and found["extra"] in (None, "print", "site")}
    for name, extra in ({"combatbox": None} | needed | {"combatbox": None}).items():
        try:
            about = metadata(name)
        except PackageNotFoundError:
            user = f"combatbox[{EXTRAS.get(name, extra)}]" if extra else "this program"
            wanted = f"to install it: pip install '{user if extra else name}'"
            yield Item("version", name, bool(extra), "is not installed", f"{user} needs it", wanted)
        else:
            renew = f"to renew it: pip install -U {name}"
            number = version() if name == "combatbox" else about["Version"]
            yield Item("version", name, True, number, about["Summary"].rstrip("."), renew)
