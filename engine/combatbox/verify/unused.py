"""The check for unused data: every table, vocabulary term, place and ruling of a game must be used."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from combatbox.core.effects import Declared, Word
from combatbox.core.errors import suggest
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.folders import variants
from combatbox.library.load import base_book
from combatbox.library.rule_traceability import parsed, walk_nodes
from combatbox.library.yaml12 import read_shared, read_yaml
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, check_result
from combatbox.verify.independent_reader import PlainTable

NO_RULE = "no rule of rules.yaml lists it under `tables:`"
NOT_USED = "no table uses it"
NAMES_NO_RULE = "the ruling names no rule; list those it concerns under `rules:`"

BOMBER = "bomber"
"""The package that all bomber games share."""


def check(context: VerifyContext) -> Check:
    """Check that tables, effects, conditions, quantities, places and ruling options are used."""
    findings: list[Finding] = []
    counts = {"table": 0, "word": 0, "ruling": 0}
    for key, book in context.books.items():
        code = Code(context.code_of(book.base_game), context.engine)
        unused = [
            *_tables(context, book, code),
            *_words(context, book, context.plain[key]),
            *_rulings(book, context, code),
        ]
        unused += _places(book, code)
        if context.overlay:
            findings += [*_for_overlay(unused, base_book(book)), *_misspelt(book)]
        else:
            findings += [*_on_paper(book), *unused]
        counts["table"] += len(book.tables)
        counts["word"] += sum(len(known) for _, known in book.vocabulary.kinds())
        counts["ruling"] += len(book.rulings)
    return check_result("use", findings, *((number, what) for what, number in counts.items()))


def _shared_packages(game: Path, engine: Path) -> list[Path]:
    """Return the folders of packages that a game's code imports and other games share, except `core`."""
    named = {
        name.split(".")[1]
        for _, tree in parsed(game)
        for node in walk_nodes(tree)
        if isinstance(node, ast.ImportFrom) and (name := node.module or "").startswith("combatbox.")
    }
    return [engine / name for name in sorted(named - {"core", "drawing", "games", "press"}) if (engine / name).is_dir()]


def _for_overlay(findings: Iterable[Finding], game_book: Book) -> Iterator[Finding]:
    """Yield the findings about an overlay, with those changed to warnings that the overlay's owner may ignore.

    These are findings about items of the game itself that the overlay no longer uses, and about tables or rulings
    without a rule.
    """
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


def _misspelt(book: Book) -> Iterator[Finding]:
    """Yield a warning for each word that an overlay adds, that nothing says, and that is almost a word of the game."""
    known = base_book(book).words
    said = {*_strings(book.constants), *_strings(book.vocabulary_data)}
    for word in book.words:
        if word not in known and word not in said and (near := suggest(word, known)):
            path = book.overlay / "game.yaml" if book.overlay else Path()
            yield Finding(paths.display_path(path), f"words: nothing says {word!r}{near}", severity="warning")


# ---- tables


class Code:
    """The strings in a game's code, and the rulings that the code reads by their ids or keys."""

    def __init__(self, game: Path, engine: Path) -> None:
        self.texts: set[str] = set()
        self.rulings: dict[str, str] = {}
        files = {
            path: _usage_of(tree)
            for folder in (game, *_shared_packages(game, engine), engine / "press", engine / "web")
            for path, tree in (parsed(folder) if folder.is_dir() else ())
            if not _of_other_game(path, game, engine)
        }
        askers = set[str]().union(*(usage.askers for usage in files.values()))
        for path, usage in files.items():
            self.texts |= usage.texts
            place = path.relative_to(engine if path.is_relative_to(engine) else game.parent).as_posix()
            for ruling, line in usage.rulings.items():
                self.rulings.setdefault(ruling, f"{place}:{line}")
            for name, ruling, line in usage.calls:
                if name in askers:
                    self.rulings.setdefault(ruling, f"{place}:{line}")


def _of_other_game(path: Path, game: Path, engine: Path) -> bool:
    """Return True if a file is code for the printed sheets of another game, which reads the rulings of that game."""
    sheets = engine / "press" / "games"
    return path.is_relative_to(sheets) and path.relative_to(sheets).parts[0].removesuffix(".py") != game.name


@dataclass(frozen=True, slots=True)
class UsageRecorder:
    """A collector of the strings in one file of code, and of the rulings that the code reads.

    Attributes:
        texts: the strings.
        rulings: for each ruling that the code reads, the number of the line that reads it.
        askers: the functions that read the ruling whose name is their last argument.
        calls: the calls with a constant as last argument: for each, the function, the constant and the line.
    """

    texts: set[str] = field(default_factory=set)
    rulings: dict[str, int] = field(default_factory=dict)
    askers: set[str] = field(default_factory=set)
    calls: list[tuple[str, str, int]] = field(default_factory=list)

    def take(self, node: ast.AST) -> None:
        """Record the string, the ruling, the call or the function in one node of the syntax tree."""
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                self.texts.add(node.value)
        elif isinstance(node, ast.Subscript) and _ends(node.value) in RULED:
            self._reads(node.slice)
        elif isinstance(node, ast.Call) and _gets_ruling(node.func):
            self._reads(node.args[0])
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[-1], ast.Constant):
            self.calls.append((_ends(node.func), str(node.args[-1].value), node.lineno))
        elif isinstance(node, ast.FunctionDef) and node.args.args and _reads_by_name(node, node.args.args[-1].arg):
            self.askers.add(node.name)

    def _reads(self, name: ast.expr) -> None:
        """Record that the code reads the ruling whose name is in this expression, if the name is a constant."""
        if isinstance(name, ast.Constant):
            self.rulings.setdefault(str(name.value), name.lineno)


@lru_cache(maxsize=1024)
def _usage_of(tree: ast.Module) -> UsageRecorder:
    usage = UsageRecorder()
    for node in walk_nodes(tree):
        usage.take(node)
    return usage


def _reads_by_name(function: ast.FunctionDef, parameter: str) -> bool:
    """Return True if a function reads the ruling whose name it gets in this parameter."""
    return any(
        isinstance(node, ast.Subscript)
        and _ends(node.value) in RULED
        and isinstance(node.slice, ast.Name)
        and node.slice.id == parameter
        for node in walk_nodes(function)
    )


RULED = ("rulings", "ruled")
"""The attributes of a flight with the option in force for each ruling, by the ruling's id and by its key."""


def _gets_ruling(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "get" and _ends(node.value) in RULED


def _ends(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _tables(context: VerifyContext, book: Book, code: Code) -> Iterator[Finding]:
    """Yield findings about tables that are not used, and about tables that no rule lists.

    A table is used if the code rolls on it, if a row leads to it, if a constant or a place names it, if a record sheet
    has it, or if it replaces another table.
    """
    named = {*_strings(book.meta.constants), *(table for place in book.places.values() for table in place.tables)}
    named |= {name for table in book.tables.values() for row in table.walk() for name in book.leads_of(row)}
    named |= {name for row in book.rows().values() for name in book.leads_of(row)}
    replaced = {new: old for r in book.rulings.values() for o in r.options.values() for old, new in o.replaces.items()}
    in_rules = {name for rule in book.rules.values() for name in rule.tables}
    sheets = _sheet_words(context)
    for table_id in book.tables:
        if not (table_id in code.texts or table_id in named or table_id in replaced or table_id in sheets):
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


def _on_paper(book: Book) -> Iterator[Finding]:
    """Yield a finding for each table that `order` of the game's `game.yaml` does not list, if it has an `order`."""
    listed = {name for names in book.meta.order.values() for name in names}
    for table_id in book.tables if listed else ():
        if table_id not in listed:
            yield Finding(
                f"table {table_id}",
                "has no place in `order` of game.yaml; add it where it is used, and to `faces` of the aids if play rolls on it",
            )


def _places(book: Book, code: Code) -> Iterator[Finding]:
    """Yield a finding for each place in the order of play that the code does not use."""
    for name in book.places:
        if name not in code.texts:
            yield Finding(f"place {name}", "the game's code never reaches it; delete it")


def _strings(data: Any) -> Iterator[str]:
    """Yield every string in plain data, including keys."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _strings(key)
            yield from _strings(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _strings(value)


def _sheet_words(context: VerifyContext) -> set[str]:
    """Return the strings in the layouts of printed sheets; they include the ids of tables that are only printed."""
    homes = [context.project or context.table_folder.parent, *paths.plug_ins().values()]
    layouts = sorted(path for home in homes for path in (home / "templates").rglob("*.yaml"))
    return {word for path in layouts for word in _strings(read_shared(path).data)}


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
    others = [other for other in GAMES if other != key and context.tables_of(other).is_dir()]
    sharing = [
        other
        for other in others
        if any(effect.module.startswith(f"combatbox.{BOMBER}.") for effect in GAMES[other].effects.values())
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


def _rulings(book: Book, context: VerifyContext, code: Code) -> Iterator[Finding]:
    """Yield findings about options of rulings that have no effect, and about unknown rulings that code or tables read.

    An option has an effect if code or a table reads the ruling, or if the option replaces tables. The shared package of
    bomber games may read a ruling that this game lacks if another game has it.
    """
    read_in_tables = {ruling: table.id for table in context.plain[book.key].values() for ruling in _ruled(table.data)}
    read_in_tables |= dict.fromkeys(book.vocabulary.rulings(), "vocabulary.yaml")
    ids = {ruling.key: ruling.id for ruling in book.rulings.values()}
    read = {ids.get(name, name): place for name, place in code.rulings.items()}
    for name, place in read_in_tables.items():
        if name not in book.rulings:
            yield Finding(place, f"unknown ruling {name!r}; add it to rulings.yaml")
    own_names = {*book.rulings, *ids}
    for name, place in code.rulings.items():
        known = _all_rulings(context) if place.startswith(BOMBER) else own_names
        if name not in known:
            yield Finding(place, f"unknown ruling {name!r}{suggest(name, known)}; add it to rulings.yaml")
    for ruling in book.rulings.values():
        place = f"ruling {ruling.id}"
        if not ruling.rules:
            yield Finding(place, NAMES_NO_RULE)
        if len(ruling.options) == 1:
            if ruling.id in read and not read[ruling.id].startswith(f"{BOMBER}/"):  # another game may have more options
                yield Finding(place, "the ruling has one option, so no code needs to read it")
        elif ruling.id not in read and ruling.id not in read_in_tables:
            usual = ruling.options[ruling.default].replaces
            idle = [name for name, o in ruling.options.items() if name != ruling.default and o.replaces == usual]
            if idle:
                yield Finding(place, f"the option {idle[0]!r} has no effect: no code reads it and it replaces no table")


def _all_rulings(context: VerifyContext) -> set[str]:
    """Return the ids and keys of the rulings of every game and variant, including those that are not checked."""
    known = {name for book in context.books.values() for r in book.rulings.values() for name in (r.id, r.key)}
    folders = {key: context.tables_of(key) for key in GAMES} | {key: paths.variants() / key for key in variants()}
    for key, folder in folders.items():
        path = folder / "rulings.yaml"
        if key not in context.books and path.is_file():
            known |= {
                str(item[name]) for item in read_yaml(path).data["rulings"] for name in ("id", "key") if name in item
            }
    return known


def _ruled(data: Any) -> Iterator[str]:
    """Yield the id of each ruling that a condition in a table's data names: `{ruled: {ruling: ..., option: ...}}`."""
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _ruled(item)
    if isinstance(data, dict) and isinstance(data.get("ruled"), dict):
        yield str(data["ruled"].get("ruling"))
