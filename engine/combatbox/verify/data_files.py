"""The checks of data files: each refers to its schema, and all that they declare is used.

The committed schemas must match the models. Every table, vocabulary term, place and ruling must be used.
In a checkout the developers' tools check the games in the same way, with what their code reads.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.effects import Declared, Word
from combatbox.core.errors import suggest
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.dataclass_schema import Schema
from combatbox.library.load import base_book
from combatbox.library.schemas import is_of_sheets, schema_text, schemas
from combatbox.library.yaml12 import read_shared
from combatbox.play.book import Ruling
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result, combine
from combatbox.verify.independent_reader import PlainTable

NO_RULE = "no rule of rules.yaml lists it under `tables:`"
NOT_USED = "no table uses it"
NAMES_NO_RULE = "the ruling names no rule; list those it concerns under `rules:`"

BOMBER = "bomber"
"""The package that all bomber games share."""


@frozen
class Reads:
    """What a game's code reads by name.

    Attributes:
        texts: the strings in the code, among them the tables and places that it names.
        rulings: the rulings, by id or key.
    """

    texts: Collection[str]
    rulings: Collection[str]


def check_use(context: VerifyContext) -> Check:
    """Check that what an overlay adds is used; the developers' tools check the games themselves.

    The code of a game reads what is in the game's own tables, and nothing that an overlay adds.
    """
    if not context.overlay:
        return Check("use", not_run="name tables of your own (--tables); those of the games are checked in a checkout")
    findings: list[Finding] = []
    for book in context.books.values():
        below = base_book(book)
        reads = Reads({*below.tables, *below.places}, {r.id for r in below.rulings.values() if _idle_options(r)})
        findings += for_overlay(unused(context, book, reads), book)
    return used_result(context, findings)


def used_result(context: VerifyContext, findings: Iterable[Finding]) -> Check:
    """Return the result of the check, with the numbers of what was checked."""
    books = context.books.values()
    counts = (
        (sum(len(book.tables) for book in books), "table"),
        (sum(len(known) for book in books for _, known in book.vocabulary.kinds()), "word"),
        (sum(len(book.rulings) for book in books), "ruling"),
    )
    return check_result("use", findings, *counts)


def unused(context: VerifyContext, book: Book, reads: Reads) -> Iterator[Finding]:
    """Yield what a book has that nothing uses."""
    yield from _tables(book, reads)
    yield from _words(context, book, context.plain[book.key])
    yield from _rulings(book, context, reads)
    for name in book.places:
        if name not in reads.texts:
            yield Finding(f"place {name}", "the game's code never reaches it; delete it")


def for_overlay(findings: Iterable[Finding], book: Book) -> Iterator[Finding]:
    """Yield the findings about an overlay, with those changed to warnings that the overlay's owner may ignore.

    These are findings about items of the game itself that the overlay no longer uses, and about tables or rulings
    without a rule. A warning for each word of the overlay that may be misspelt follows.
    """
    game_book = base_book(book)
    known = {f"table {name}" for name in game_book.tables} | {f"ruling {name}" for name in game_book.rulings}
    known |= {f"{what} {name}" for what, words in game_book.vocabulary.kinds() for name in words}
    for finding in findings:
        of_game = finding.place in known
        if of_game and finding.message.startswith(NOT_USED):
            yield replace(finding, message=f"{NOT_USED} any more, because of your tables", severity="warning")
        elif of_game or finding.message in (NO_RULE, NAMES_NO_RULE):
            yield replace(finding, severity="warning")
        else:
            yield finding
    yield from _misspelt(book, game_book)


def _misspelt(book: Book, game_book: Book) -> Iterator[Finding]:
    """Yield a warning for each word that an overlay adds, that nothing says, and that is almost a word of the game.

    Words may be made of the parts of others: `gun_chin` of a gun, `nose+tail` of two areas.
    """
    said = {*strings(book.constants), *strings(book.vocabulary_data), *game_book.words}
    for word in book.words:
        parts = (re.split(r"[+-]", text) for text in (word, word.partition("_")[2]) if text)
        is_said = word in said or any(said.issuperset(each) for each in parts)
        if not is_said and (near := suggest(word, game_book.words)):
            path = book.overlay / "game.yaml" if book.overlay else Path()
            yield Finding(paths.display_path(path), f"words: nothing says {word!r}{near}", severity="warning")


# ---- tables


def _tables(book: Book, reads: Reads) -> Iterator[Finding]:
    """Yield findings about tables that are not used, and about tables that no rule lists.

    A table is used if the code rolls on it, if a row leads to it, if a constant or a place names it, if a record sheet
    has it, or if it replaces another table.
    """
    named = {*strings(book.meta.constants), *(table for place in book.places.values() for table in place.tables)}
    named |= {name for row in book.rows().values() for name in book.leads_of(row)}
    replaced = {new: old for r in book.rulings.values() for o in r.options.values() for old, new in o.replaces.items()}
    in_rules = {name for rule in book.rules.values() for name in rule.tables}
    for table_id in book.tables:
        if not (table_id in reads.texts or table_id in named or table_id in replaced):
            yield Finding(
                f"table {table_id}",
                "nothing rolls on it, leads to it or prints it; name it in a place, a row or a ruling's `replaces`",
            )
        if table_id not in in_rules:
            yield Finding(f"table {table_id}", NO_RULE)
    for variant, original in book.variants.items():
        if replaced.get(variant) != original:
            yield Finding(
                f"table {variant}", f"the table is a variant of {original}, but no ruling replaces that by it"
            )


def strings(data: Any) -> Iterator[str]:
    """Yield every string in plain data, including keys."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from strings(key)
            yield from strings(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from strings(value)


# ---- words


def _words(context: VerifyContext, book: Book, tables: Mapping[str, PlainTable]) -> Iterator[Finding]:
    """Yield a finding for each effect, condition and quantity that neither a table nor another used term uses.

    For a term from the package that bomber games share, use in the tables of another bomber game is enough.
    """
    in_tables = {word for table in tables.values() for word in _used_words(table)}
    elsewhere = lru_cache(partial(_used_elsewhere, context, book.key))
    for what, known in book.vocabulary.kinds():
        used_words = [word for name, word in known.items() if name in in_tables]
        for word in used_words:  # the list grows while it is read
            used_words += word.uses
        used = set(map(id, used_words))
        for name, word in (*book.vocabulary.hidden.get(what, {}).items(), *known.items()):
            if id(word) not in used and not (_is_shared(word) and name in elsewhere()):
                yield Finding(f"{what} {name}", f"{NOT_USED}; delete {word.where} or list it with a reason")


_SPEC_KEYS = (
    "effects",
    "cell",
    "hit",
    "miss",
    "when",
    "add",
    "times",
    "again",
    "does",
    "holds",
    "any",
    "unless",
    "counts",
)


def _is_shared(word: Word[Any]) -> bool:
    return isinstance(word, Declared) and word.module.startswith(f"combatbox.{BOMBER}.")


def _used_elsewhere(context: VerifyContext, key: str) -> frozenset[str]:
    """Return the terms that are used in the files of other bomber games."""
    sharing = [
        other
        for other, game in GAMES.items()
        if other != key and context.tables_of(other).is_dir() and any(map(_is_shared, game.effects.values()))
    ]
    files = [path for other in sharing for path in context.tables_of(other).glob("*.yaml")]
    return frozenset(word for path in files for word in _words_below(read_shared(path).data))


def _used_words(table: PlainTable) -> Iterator[str]:
    """Yield every term of the vocabulary that a table file uses."""
    for row in table.walk():
        for cell in row.cells.values():
            yield from _words_of(cell or [])
    yield from _words_below(table.data)


def _words_below(specs: Any) -> Iterator[str]:
    for item in specs if isinstance(specs, list) else [specs]:
        if isinstance(item, dict):
            for key, value in item.items():
                yield from _words_of(value if isinstance(value, list) else [value]) if key in _SPEC_KEYS else ()
                yield from _words_below(value)


def _words_of(specs: Iterable[Any]) -> Iterator[str]:
    for spec in specs:
        if isinstance(spec, list):
            yield from _words_of(spec)
        elif isinstance(spec, str):
            yield spec
        elif isinstance(spec, dict):
            yield from spec


# ---- rulings


def _rulings(book: Book, context: VerifyContext, reads: Reads) -> Iterator[Finding]:
    """Yield findings about options of rulings that have no effect, and about unknown rulings that tables read.

    An option has an effect if code or a table reads the ruling, or if the option replaces tables.
    """
    read_in_tables = {ruling: table.id for table in context.plain[book.key].values() for ruling in _ruled(table.data)}
    read_in_tables |= dict.fromkeys(book.vocabulary.rulings(), "vocabulary.yaml")
    for name, place in read_in_tables.items():
        if name not in book.rulings:
            yield Finding(place, f"unknown ruling {name!r}; add it to rulings.yaml")
    for ruling in book.rulings.values():
        if not ruling.rules:
            yield Finding(f"ruling {ruling.id}", NAMES_NO_RULE)
        if {ruling.id, ruling.key}.isdisjoint(reads.rulings) and ruling.id not in read_in_tables:
            yield from (
                Finding(
                    f"ruling {ruling.id}",
                    f"the option {name!r} has no effect: no code reads it and it replaces no table",
                )
                for name in _idle_options(ruling)[:1]
            )


def _idle_options(ruling: Ruling) -> list[str]:
    """Return the options that replace the same tables as the usual option, so that code or a table has to read them."""
    usual = ruling.options[ruling.default].replaces
    return [name for name, option in ruling.options.items() if name != ruling.default and option.replaces == usual]


def _ruled(data: Any) -> Iterator[str]:
    """Yield the id of each ruling that a condition in a table's data names: `{ruled: {ruling: ..., option: ...}}`."""
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _ruled(item)
    if isinstance(data, dict) and isinstance(data.get("ruled"), dict):
        yield str(data["ruled"].get("ruling"))


# ---- schemas

COMMAND = "combatbox schema --out tables/schema"
_POINTER = re.compile(r"#\s*yaml-language-server:\s*\$schema=(\S+)\s*\Z")


def check_schemas(context: VerifyContext) -> Check:
    """Compare the committed schemas with the models, and check that every file refers to an existing schema.

    An installed package has no schemas of our games, so that only those of plug-ins are checked there.
    """
    if context.overlay:
        return _check_schemas_of_overlay(context, context.overlay)
    checkout = paths.checkout()
    folders = {
        context.tables_of(key).parent: paths.packaged_with(key)
        for key in context.books
        if checkout or key in paths.plug_ins()
    }
    if not folders:
        return Check("schema", not_run="those of the games are checked in a checkout")
    files = [
        ("tables", folder, path)
        for folder, keys in folders.items()
        for key in keys
        if key in context.books
        for path in sorted((folder / key).rglob("*.yaml"))
    ]
    files += [("site", context.prose_folder, path) for path in sorted(context.prose_folder.rglob("*.yaml")) if checkout]
    wanted = [(folder / "schema", schemas(keys), _command(folder, keys)) for folder, keys in folders.items()]
    findings = [
        *(finding for pair in wanted for finding in _stale(*pair)),
        *(finding for file in files for finding in _pointer(*file)),
    ]
    return check_result(
        "schema", combine(findings), (len(files), "file"), (sum(len(kinds) for _, kinds, _ in wanted), "schema")
    )


def _check_schemas_of_overlay(context: VerifyContext, overlay: Path) -> Check:
    """Check that the schemas to which files of an overlay refer exist, and that the overlay's schemas are current.

    Unlike the project's files, a file of an overlay need not refer to a schema.
    """
    files = [path for key in context.books for path in sorted((overlay / key).glob("*.yaml"))]
    command = f"combatbox schema --out {overlay / 'schema'}"
    findings = [
        replace(finding, command=command, severity="warning")  # only editors use it
        for path in files
        if _POINTER.match(_first_line(path))
        for finding in _pointer(overlay.name, overlay, path)
    ]
    own_schemas = [path for path in sorted((overlay / "schema").glob("*.json")) if not is_of_sheets(path.name)]
    wanted = schemas() if own_schemas else {}
    for path in own_schemas:
        place = f"{overlay.name}/schema/{path.name}"
        if path.name not in wanted:
            findings.append(Finding(place, "the schema belongs to no model; delete it"))
        elif path.read_text(encoding="utf-8") != schema_text(wanted[path.name]):
            findings.append(Finding(place, "the schema is of another version", command))
    tables = sum(len(book.tables) for book in context.books.values())
    return check_result("schema", findings, (tables, "table"), (len(files), "own file"), (len(own_schemas), "schema"))


def _command(folder: Path, keys: Sequence[str]) -> str:
    """Return the command that writes the schemas of a folder of tables."""
    plug_in = next((key for key in keys if key in paths.plug_ins()), "")
    return f"combatbox schema {plug_in} --out {paths.display_path(folder / 'schema')}" if plug_in else COMMAND


def _stale(folder: Path, wanted: Mapping[str, Schema], command: str) -> Iterator[Finding]:
    for name, schema in wanted.items():
        path = folder / name
        if not path.is_file():
            yield Finding(f"tables/schema/{name}", "the schema is missing", command)
        elif path.read_text(encoding="utf-8") != schema_text(schema):
            yield Finding(
                f"tables/schema/{name}", "the schema is stale: the models or the vocabulary have changed", command
            )
    for path in sorted(folder.glob("*.json")):
        if path.name not in wanted and not is_of_sheets(path.name):
            yield Finding(f"tables/schema/{path.name}", "the schema belongs to no model; delete it")


def _pointer(top: str, base: Path, path: Path) -> Iterator[Finding]:
    """Check that the first line of a file refers to an existing schema, which editors use.

    Args:
        top: the name of the folder `base`, for messages.
        base: a folder that contains the file.
        path: the file.
    """
    place = f"{top}/{path.relative_to(base).as_posix()}:1"
    match = _POINTER.match(_first_line(path))
    if not match:
        yield Finding(place, "the file names no schema; begin with `# yaml-language-server: $schema=...`")
    elif not (path.parent / match[1]).is_file():
        yield Finding(place, f"the schema {match[1]} does not exist")


def _first_line(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("\n", 1)[0]
