"""A folder of YAML to a book. Every problem of a run is found and reported at once; then nothing is built."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from combatbox.core.errors import CombatBoxError, DataError, Problem, UnknownName, suggest
from combatbox.core.game import Game
from combatbox.core.tables import Table
from combatbox.games import GAMES, game_named
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.compile import TableCompiler
from combatbox.library.schema import (
    SHAPES,
    GameModel,
    RulesModel,
    RulingsModel,
)
from combatbox.library.store import digest
from combatbox.library.yaml12 import Document, Where, read_yaml

M = TypeVar("M", bound=BaseModel)

SPECIAL = ("game.yaml", "rulings.yaml", "rules.yaml")


def load(key: str, overlay: Path | None = None, base: Path | None = None) -> Book:
    """Load and validate one game.

    overlay: a folder laid out like `tables/`; its files `KEY/*.yaml` replace single tables (by id) or
    rulings (by id). base: another folder of tables instead of the project's own.
    Raises UnknownName for a game nobody knows, DataError with all problems of the data.
    """
    game = game_named(key)
    return _Loader(game, (base or paths.tables()) / key, _overlay_folder(overlay, key)).book()


def load_all(overlay: Path | None = None) -> dict[str, Book]:
    """Every game, with the problems of all of them reported together."""
    books: dict[str, Book] = {}
    problems: list[Problem] = []
    for key in GAMES:
        try:
            books[key] = load(key, overlay)
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return books


def _overlay_folder(overlay: Path | None, key: str) -> Path | None:
    if overlay is None:
        return None
    if not overlay.is_dir():
        raise CombatBoxError(f"--tables {overlay}: is no folder")
    strangers = [p.name for p in sorted(overlay.iterdir()) if p.is_dir() and p.name not in (*GAMES, "schema")]
    if strangers:
        raise UnknownName(f"game folder in {overlay}", strangers[0], GAMES)
    return overlay / key if (overlay / key).is_dir() else None


def model_of(document: Document, cls: type[M], problems: list[Problem]) -> M | None:
    """The document as a model; its faults are added to `problems` with their lines."""
    try:
        return cls.model_validate(document.data)
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            where = _existing(document, tuple(fault["loc"]))
            name = ".".join(str(part) for part in fault["loc"])
            problems.append(document.problem(where, f"{name}: {_advice(fault, cls)}"))
        return None


def _existing(document: Document, loc: Where) -> Where:
    """The longest leading part of a pydantic location that is a node of the file."""
    while loc and loc not in document.lines:
        loc = loc[:-1]
    return loc


def _advice(fault: Any, cls: type[BaseModel]) -> str:
    if fault["type"] == "extra_forbidden":
        return f"unknown key{suggest(str(fault['loc'][-1]), cls.model_fields)}"
    if fault["type"] == "missing":
        return "is missing; add it"
    message: str = fault["msg"]
    return f"{message[0].lower()}{message[1:]}, found {fault['input']!r}"[:300]


class _Loader:
    def __init__(self, game: Game, folder: Path, overlay: Path | None) -> None:
        self.game, self.folder, self.overlay = game, folder, overlay
        self.problems: list[Problem] = []
        self.files: dict[str, Any] = {}
        self.table_docs: dict[str, tuple[Document, Table]] = {}
        self.variants: dict[str, str] = {}
        self.constants: dict[str, Any] = {}

    def book(self) -> Book:
        meta = self._special("game.yaml", GameModel)
        self.constants = meta.constants if meta else {}
        rulings = self._special("rulings.yaml", RulingsModel)
        rules = self._special("rules.yaml", RulesModel)
        base = self._tables(self.folder, replacing=False)
        self._tables(self.overlay, replacing=True) if self.overlay else None
        if not base and not self.problems:
            self.problems.append(Problem(paths.shown(self.folder), 1, "holds no table"))
        if meta and rulings and rules:
            tables = {key: table for key, (_, table) in sorted(self.table_docs.items())}
            book = Book(
                self.game,
                meta,
                tables,
                {r.id: r for r in rulings.rulings},
                {r.id: r for r in rules.rules},
                self._scripts(),
                digest(self.files),
                self.variants,
            )
            self._check_references(book)
            if not self.problems:
                return book
        raise DataError(self.problems)

    def _read(self, path: Path) -> Document | None:
        try:
            document = read_yaml(path)
        except DataError as error:
            self.problems += error.problems
            return None
        if not isinstance(document.data, dict):
            self.problems.append(document.problem((), "a mapping is wanted at the top"))
            return None
        return document

    def _special(self, name: str, cls: type[M]) -> M | None:
        path = self.folder / name
        document = self._read(path)
        if document is None:
            return None
        if self.overlay and (self.overlay / name).is_file():
            document = self._overlaid(document, self.overlay / name)
            if document is None:
                return None
        self.files[name] = document.data
        model = model_of(document, cls, self.problems)
        if isinstance(model, RulingsModel):
            self._unique(document, "rulings", [r.id for r in model.rulings])
            self._check_rulings(document, model)
        if isinstance(model, RulesModel):
            self._unique(document, "rules", [r.id for r in model.rules])
        return model

    def _overlaid(self, document: Document, path: Path) -> Document | None:
        """Rulings and rules of an overlay replace those of the same id; other files replace whole."""
        upper = self._read(path)
        if upper is None:
            return None
        name = path.stem
        if name not in ("rulings", "rules") or not isinstance(upper.data.get(name), list):
            return upper
        mine = {item.get("id"): item for item in upper.data[name] if isinstance(item, dict)}
        lower = document.data.get(name) or []
        known = {item.get("id") for item in lower}
        merged = [mine.get(item.get("id"), item) for item in lower]
        merged += [item for key, item in mine.items() if key not in known]
        return Document(upper.path, {name: merged}, upper.lines)

    def _unique(self, document: Document, name: str, ids: list[str]) -> None:
        seen: set[str] = set()
        for index, item in enumerate(ids):
            if item in seen:
                self.problems.append(document.problem((name, index), f"the id {item} stands twice; ids are unique"))
            seen.add(item)

    def _check_rulings(self, document: Document, model: RulingsModel) -> None:
        for index, ruling in enumerate(model.rulings):
            if ruling.default not in ruling.options:
                self.problems.append(
                    document.problem(
                        ("rulings", index, "default"),
                        f"{ruling.id}: default {ruling.default!r} is no option{suggest(ruling.default, ruling.options)}",
                    )
                )

    def _tables(self, folder: Path, *, replacing: bool) -> int:
        seen: dict[str, str] = {}
        for path in sorted(folder.glob("*.yaml")):
            if path.name in SPECIAL:
                continue
            document = self._read(path)
            if document is None:
                continue
            table_id = document.data.get("id")
            if isinstance(table_id, str) and table_id in seen:
                self.problems.append(document.problem(("id",), f"the id {table_id} stands in {seen[table_id]} too"))
                continue
            compiled = self._table(document)
            if compiled is None:
                continue
            seen[compiled.id] = document.path
            if replacing and compiled.id not in self.table_docs:
                self.problems.append(
                    document.problem(
                        ("id",), f"replaces no table: {compiled.id}{suggest(compiled.id, self.table_docs)}"
                    )
                )
            self.table_docs[compiled.id] = (document, compiled)
            self.files[compiled.id] = document.data
        return len(seen)

    def _table(self, document: Document) -> Table | None:
        shape = document.data.get("shape", "rows")
        cls = SHAPES.get(shape) if isinstance(shape, str) else None
        if cls is None:
            self.problems.append(document.problem(("shape",), f"unknown shape {shape!r}{suggest(str(shape), SHAPES)}"))
            return None
        model = model_of(Document(document.path, {**document.data, "shape": shape}, document.lines), cls, self.problems)
        if model is None:
            return None
        if model.variant_of:
            self.variants[model.id] = model.variant_of
        compiler = TableCompiler(document, model, self.game, self.constants)
        table = compiler.compile()
        self.problems += compiler.problems
        return table

    def _scripts(self) -> dict[str, Path]:
        return {path.stem: path for path in sorted((self.folder / "examples").glob("*.yaml"))}

    def _check_references(self, book: Book) -> None:
        for document, table in self.table_docs.values():
            self._check_table_references(document, table)
        rulings = Document(paths.shown(self.folder / "rulings.yaml"), None)
        for ruling in book.rulings.values():
            for option in ruling.options.values():
                for pair in option.replaces.items():
                    self._known("table", pair, book.tables, rulings, ruling.id)
            self._known("rule", ruling.rules, book.rules, rulings, ruling.id)
        rules = Document(paths.shown(self.folder / "rules.yaml"), None)
        for rule in book.rules.values():
            self._known("table", rule.tables, book.tables, rules, rule.id)
        for variant, original in book.variants.items():
            document = self.table_docs[variant][0]
            self._known("table", [original], book.tables, document, variant)

    def _known(self, what: str, names: Any, known: Any, document: Document, place: str) -> None:
        for name in names:
            if name not in known:
                self.problems.append(document.problem((), f"{place}: unknown {what} {name!r}{suggest(name, known)}"))

    def _check_table_references(self, document: Document, table: Table) -> None:
        rows = [*table.walk(), *(row for lookup in table.lookups.values() for row in lookup.values())]
        for row in rows:
            for effect in row.effects:
                for name in effect.leads():
                    if name not in self.table_docs:
                        self.problems.append(
                            document.problem((), f"{row.id}: unknown table {name!r}{suggest(name, self.table_docs)}")
                        )
