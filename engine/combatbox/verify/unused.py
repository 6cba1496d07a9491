"""Check that nothing of a game is unused: tables, words of the vocabulary, places and rulings."""

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
from combatbox.library.load import base_book
from combatbox.library.rule_traceability import parsed, walked
from combatbox.library.yaml12 import read_shared, read_yaml
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, checked
from combatbox.verify.independent_reader import PlainTable

NO_RULE = "no rule of rules.yaml has it among its tables"
NAMES_NO_RULE = "names no rule that it is about"

BOMBER = "bomber"
"""The package that bomber games share."""


def check(room: VerifyContext) -> Check:
    """Check that tables, effects, conditions, quantities, places and ruling options are used."""
    findings: list[Finding] = []
    counts = {"table": 0, "word": 0, "ruling": 0}
    for key, book in room.books.items():
        code = Code(room.code_of(book.house), room.engine)
        unused = [*_tables(room, book, code), *_words(room, book, room.plain[key]), *_rulings(book, room, code)]
        unused += _places(book, code)
        if room.overlay:
            findings += _of_owner(unused, base_book(book))
        else:
            findings += [*_on_paper(room, book), *unused]
        counts["table"] += len(book.tables)
        counts["word"] += sum(len(known) for _, known in book.vocabulary.kinds())
        counts["ruling"] += len(book.rulings)
    return checked("use", findings, *((number, what) for what, number in counts.items()))


def _shared_rooms(game: Path, engine: Path) -> list[Path]:
    """The folders of the rooms that a game shares with others of its kind: what its code takes from below it but `core`."""
    named = {
        name.split(".")[1]
        for _, tree in parsed(game)
        for node in walked(tree)
        if isinstance(node, ast.ImportFrom) and (name := node.module or "").startswith("combatbox.")
    }
    return [engine / name for name in sorted(named - {"core", "drawing", "games", "press"}) if (engine / name).is_dir()]


def _of_owner(findings: Iterable[Finding], ours: Book) -> Iterator[Finding]:
    """What is found of somebody's own tables. What the game itself has, and nothing uses any more, is only told: to lead
    elsewhere is his business. So is a table or ruling of his that no rule names, or that names none."""
    known = {f"table {name}" for name in ours.tables} | {f"ruling {name}" for name in ours.rulings}
    known |= {f"{what} {name}" for what, words in ours.vocabulary.kinds() for name in words}
    for finding in findings:
        told = finding.place in known or finding.message in (NO_RULE, NAMES_NO_RULE)
        yield replace(finding, severity="warning") if told else finding


# ---- tables


class Code:
    """The strings of a game's code and what it reads of the rulings, by id or by key."""

    def __init__(self, game: Path, engine: Path) -> None:
        self.texts: set[str] = set()
        self.rulings: dict[str, str] = {}
        files = {
            path: _told_by(tree)
            for folder in (game, *_shared_rooms(game, engine), engine / "press", engine / "web")
            for path, tree in (parsed(folder) if folder.is_dir() else ())
            if not _of_another(path, game, engine)
        }
        askers = set[str]().union(*(told.askers for told in files.values()))
        for path, told in files.items():
            self.texts |= told.texts
            place = path.relative_to(engine if path.is_relative_to(engine) else game.parent).as_posix()
            for ruling, line in told.rulings.items():
                self.rulings.setdefault(ruling, f"{place}:{line}")
            for name, ruling, line in told.calls:
                if name in askers:
                    self.rulings.setdefault(ruling, f"{place}:{line}")


def _of_another(path: Path, game: Path, engine: Path) -> bool:
    """A file has the sheets of another game, which reads rulings of its own."""
    sheets = engine / "press" / "games"
    return path.is_relative_to(sheets) and path.relative_to(sheets).parts[0].removesuffix(".py") != game.name


@dataclass(frozen=True, slots=True)
class UsageRecorder:
    """What one file says: its strings, and the rulings it reads, with the line.

    askers: functions that read the ruling which is their last argument. calls: of whatever functions with a constant there.
    """

    texts: set[str] = field(default_factory=set)
    rulings: dict[str, int] = field(default_factory=dict)
    askers: set[str] = field(default_factory=set)
    calls: list[tuple[str, str, int]] = field(default_factory=list)

    def take(self, node: ast.AST) -> None:
        """Note what a piece of code says."""
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
        """Note that the code reads a ruling, by subscript or by `get`."""
        if isinstance(name, ast.Constant):
            self.rulings.setdefault(str(name.value), name.lineno)


@lru_cache(maxsize=1024)
def _told_by(tree: ast.Module) -> UsageRecorder:
    told = UsageRecorder()
    for node in walked(tree):
        told.take(node)
    return told


def _reads_by_name(function: ast.FunctionDef, parameter: str) -> bool:
    """Whether a function reads the ruling that a parameter names."""
    return any(
        isinstance(node, ast.Subscript)
        and _ends(node.value) in RULED
        and isinstance(node.slice, ast.Name)
        and node.slice.id == parameter
        for node in walked(function)
    )


RULED = ("rulings", "ruled")
"""What a flight calls the rulings in force: by id, and by key."""


def _gets_ruling(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "get" and _ends(node.value) in RULED


def _ends(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _tables(room: VerifyContext, book: Book, code: Code) -> Iterator[Finding]:
    """Every table is rolled on, led to, named by a constant, or stands in for another; and a rule has it."""
    named = {*_strings(book.meta.constants), *(place.table for place in book.places.values())}
    named |= {name for table in book.tables.values() for row in table.walk() for name in book.leads_of(row)}
    named |= {name for row in book.rows().values() for name in book.leads_of(row)}
    replaced = {new: old for r in book.rulings.values() for o in r.options.values() for old, new in o.replaces.items()}
    in_rules = {name for rule in book.rules.values() for name in rule.tables}
    sheets = _sheet_words(room)
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
            yield Finding(f"table {variant}", f"is a variant of {original}, but no ruling puts it in its place")


def _on_paper(room: VerifyContext, book: Book) -> Iterator[Finding]:
    """Every table has its place in the order that the game's `shop.yaml` has for them, if it has one."""
    home = room.project_of(book.key) or paths.root()
    path = home / "templates" / "sheets" / book.key / "shop.yaml"
    document = read_shared(path) if path.is_file() else None
    order = document.data.get("order") if document and isinstance(document.data, dict) else None
    if document is None or not order:
        return
    listed = set(_strings([part["tables"] for part in order]))
    place = f"{document.path}:{document.line(('order',))}"
    for table_id in book.tables:
        if table_id not in listed:
            yield Finding(
                place,
                f"{table_id} has no place in `order`; add it where it is used, and to `faces` of the aids if play rolls on it",
            )


def _places(book: Book, code: Code) -> Iterator[Finding]:
    """Play comes to every named place in the order of play."""
    for name in book.places:
        if name not in code.texts:
            yield Finding(f"place {name}", "nothing in the game's code comes to it; delete it")


def _strings(data: Any) -> Iterator[str]:
    """Every word of plain data, keys among them."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _strings(key)
            yield from _strings(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _strings(value)


def _sheet_words(room: VerifyContext) -> set[str]:
    """Words of the sheets' layouts, where a table that is only printed is named."""
    homes = [room.project or room.table_folder.parent, *paths.plug_ins().values()]
    layouts = sorted(path for home in homes for path in (home / "templates").rglob("*.yaml"))
    return {word for path in layouts for word in _strings(read_shared(path).data)}


# ---- words


def _words(room: VerifyContext, book: Book, tables: Mapping[str, PlainTable]) -> Iterator[Finding]:
    """Every effect, condition and quantity stands in some table, or a word that does is made of it.

    A word of the room that games share may stand in the tables of another of them.
    """
    in_tables = {word for table in tables.values() for word in _used_words(table)}
    elsewhere = lru_cache(partial(_used_elsewhere, room, book.key))
    for what, known in book.vocabulary.kinds():
        met = [word for name, word in known.items() if name in in_tables]
        for word in met:  # grows as it goes
            met += word.uses
        used = set(map(id, met))
        for name, word in (*book.vocabulary.hidden.get(what, {}).items(), *known.items()):
            if id(word) not in used and not (_is_shared(word) and name in elsewhere()):
                yield Finding(f"{what} {name}", f"no table uses it; delete {word.where} or list it with a reason")


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


def _used_elsewhere(room: VerifyContext, key: str) -> frozenset[str]:
    """The words that files of other games use which share the room."""
    others = [other for other in GAMES if other != key and room.tables_of(other).is_dir()]
    sharing = [
        other
        for other in others
        if any(one.module.startswith(f"combatbox.{BOMBER}.") for one in GAMES[other].effects.values())
    ]
    files = [path for other in sharing for path in room.tables_of(other).glob("*.yaml")]
    return frozenset(word for path in files for word in _words_below(read_shared(path).data))


def _used_words(table: PlainTable) -> Iterator[str]:
    """Every word of the vocabulary that a table file uses, wherever it stands."""
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


def _rulings(book: Book, room: VerifyContext, code: Code) -> Iterator[Finding]:
    """Every option makes a difference: code or a table asks for the ruling, or the option replaces tables.

    A room that games share may read by its key a ruling that this game has not, but not one that no game has.
    """
    asked = {ruling: table.id for table in room.plain[book.key].values() for ruling in _ruled(table.data)}
    asked |= dict.fromkeys(book.vocabulary.rulings(), "vocabulary.yaml")
    ids = {ruling.key: ruling.id for ruling in book.rulings.values()}
    read = {ids.get(name, name): place for name, place in code.rulings.items()}
    for name, place in asked.items():
        if name not in book.rulings:
            yield Finding(place, f"asks for the ruling {name!r}, which is not in rulings.yaml")
    own = {*book.rulings, *ids}
    for name, place in code.rulings.items():
        known = _known_somewhere(room) if place.startswith(BOMBER) else own
        if name not in known:
            yield Finding(place, f"reads the ruling {name!r}, which is not in rulings.yaml{suggest(name, known)}")
    for ruling in book.rulings.values():
        place = f"ruling {ruling.id}"
        if not ruling.rules:
            yield Finding(place, NAMES_NO_RULE)
        if len(ruling.options) == 1:
            if ruling.id in read and not read[ruling.id].startswith(f"{BOMBER}/"):  # there another game has a choice
                yield Finding(place, "has one option, so no code needs to read it")
        elif ruling.id not in read and ruling.id not in asked:
            usual = ruling.options[ruling.default].replaces
            idle = [name for name, o in ruling.options.items() if name != ruling.default and o.replaces == usual]
            if idle:
                yield Finding(
                    place, f"its option {idle[0]!r} changes nothing: no code reads it and it replaces no table"
                )


def _known_somewhere(room: VerifyContext) -> set[str]:
    """Ids and keys of the rulings of every game, of those that are not being checked too."""
    known = {name for book in room.books.values() for r in book.rulings.values() for name in (r.id, r.key)}
    for key in GAMES:
        path = room.tables_of(key) / "rulings.yaml"
        if key not in room.books and path.is_file():
            known |= {str(item[name]) for item in read_yaml(path).data["rulings"] for name in ("id", "key")}
    return known


def _ruled(data: Any) -> Iterator[str]:
    """The rulings that conditions of a table ask for, `{ruled: {ruling: ..., option: ...}}`."""
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _ruled(item)
    if isinstance(data, dict) and isinstance(data.get("ruled"), dict):
        yield str(data["ruled"].get("ruling"))
