"""The check for unused data of our games: what neither their tables nor their code use.

`combatbox.verify.data_files` says what is used; here is what the code of a game reads.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from combatbox.core.errors import suggest
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.folders import variants
from combatbox.library.yaml12 import read_shared, read_yaml
from combatbox.verify.data_files import BOMBER, Reads, for_overlay, strings, unused, used_result
from combatbox.verify.findings import Check, Finding, VerifyContext
from combatbox.verify.independent_reader import read_book
from combatbox_dev.projects import code_of, engine_of
from combatbox_dev.syntax_trees import parsed, walk_nodes


def check(context: VerifyContext) -> Check:
    """Check that tables, effects, conditions, quantities, places and ruling options are used."""
    findings: list[Finding] = []
    for book in context.books.values():
        code = Code(code_of(context, book.base_game), engine_of(context))
        found = [
            *unused(context, book, Reads(code.texts | _sheet_words(context), code.rulings)),
            *_rulings(book, context, code),
        ]
        findings += for_overlay(found, book) if context.overlay else [*_on_paper(book), *_typed(book), *found]
    return used_result(context, findings)


def _shared_packages(game: Path, engine: Path) -> list[Path]:
    """Return the folders of packages that a game's code imports and other games share, except `core`."""
    named = {
        name.split(".")[1]
        for _, tree in parsed(game)
        for node in walk_nodes(tree)
        if isinstance(node, ast.ImportFrom) and (name := node.module or "").startswith("combatbox.")
    }
    return [engine / name for name in sorted(named - {"core", "drawing", "games", "press"}) if (engine / name).is_dir()]


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


def _rulings(book: Book, context: VerifyContext, code: Code) -> Iterator[Finding]:
    """Yield a finding for each unknown ruling that code reads, and for each that it reads without need.

    The shared package of bomber games may read a ruling that this game lacks, or of which it has one option, if another
    game has it.
    """
    own_names = {name for ruling in book.rulings.values() for name in (ruling.id, ruling.key)}
    alone = [ruling for ruling in book.rulings.values() if len(ruling.options) == 1]
    single = {name: ruling.id for ruling in alone for name in (ruling.id, ruling.key)}
    for name, place in code.rulings.items():
        is_shared = place.startswith(f"{BOMBER}/")
        known = _all_rulings(context) if is_shared else own_names
        if name not in known:
            yield Finding(place, f"unknown ruling {name!r}{suggest(name, known)}; add it to rulings.yaml")
        elif name in single and not is_shared:
            yield Finding(f"ruling {single[name]}", "the ruling has one option, so no code needs to read it")


def _on_paper(book: Book) -> Iterator[Finding]:
    """Yield a finding for each table that `order` of the game's `game.yaml` does not list, if it has an `order`."""
    listed = {name for names in book.meta.order.values() for name in names}
    for table_id in book.tables if listed else ():
        if table_id not in listed:
            yield Finding(
                f"table {table_id}",
                "has no place in `order` of game.yaml; add it where it is used, and to `faces` of the aids if play rolls on it",
            )


_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_ZONES = r"\b[Zz]ones? [0-9]"
_TYPED = re.compile(
    rf"{_ZONES}|\b[Mm]issions? (?!1 to {{)[0-9]|\b(?:in|from|until|of|to) (?:{_MONTHS})\b|\b(?:three|four|[0-9]+) times\b"
)
_IN_TITLES = re.compile(_ZONES)
"""A zone in a title; missions and months are names there, as in "Targets, missions 1 to 5"."""


def _typed(book: Book) -> Iterator[Finding]:
    """Yield a finding for each zone, mission, month and count that the texts of a table type instead of calling it."""
    for table_id, table in read_book(book).items():
        notes = [note["text"] if isinstance(note, dict) else note for note in table.data.get("notes", [])]
        texts = [("title", _IN_TITLES, table.data["title"]), ("used", _TYPED, table.data.get("used", ""))]
        for key, pattern, text in [*texts, *(("notes", _TYPED, note) for note in notes)]:
            if match := pattern.search(text):
                yield Finding(
                    f"table {table_id}",
                    f"`{key}` has {match[0]!r}, which a variant cannot change; call the constant, as in {{home_zone}}",
                )


def _sheet_words(context: VerifyContext) -> set[str]:
    """Return the strings in the layouts of printed sheets; they include the ids of tables that are only printed."""
    homes = [context.project or context.table_folder.parent, *paths.plug_ins().values()]
    layouts = sorted(path for home in homes for path in (home / "templates").rglob("*.yaml"))
    return {word for path in layouts for word in strings(read_shared(path).data)}


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
