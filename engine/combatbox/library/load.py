"""A folder of YAML to a book. Every problem of a run is found and reported at once; then nothing is built."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from combatbox.core.errors import CombatBoxError, DataError, Problem, UnknownName, suggest
from combatbox.core.game import Game
from combatbox.core.keys import Keys
from combatbox.core.order import Place, Saying
from combatbox.core.tables import Table
from combatbox.core.telling import parts_of
from combatbox.games import GAMES, game_named
from combatbox.library import parsed, paths
from combatbox.library.book import Book
from combatbox.library.compile import OWNER, TableCompiler
from combatbox.library.parsed import read_shared
from combatbox.library.reading import folder_digest
from combatbox.library.schema import (
    SHAPES,
    ChanceModel,
    ChancesModel,
    ChangeModel,
    ChangesModel,
    GameModel,
    PlaceModel,
    PlacesModel,
    RebuiltModel,
    RulesModel,
    RulingModel,
    RulingsModel,
    TableBase,
    VocabularyModel,
)
from combatbox.library.vocabulary import Vocabulary, vocabulary_of
from combatbox.library.yaml12 import Document
from combatbox.play.book import Choice, Rule, Ruling, constants_of
from combatbox.play.declared import Where, faults, made
from combatbox.play.flown import tallied
from combatbox.play.plain import digest

M = TypeVar("M", bound=BaseModel)

VOCABULARY = "vocabulary.yaml"
DRAWING = "drawing.yaml"
CONSTRAINTS = "constraints.yaml"
CHANGES = "changes.yaml"
LESSON = "first-mission.yaml"
SPECIAL = (
    "game.yaml",
    "places.yaml",
    "rulings.yaml",
    "rules.yaml",
    "odds.yaml",
    CONSTRAINTS,
    CHANGES,
    LESSON,
    VOCABULARY,
    DRAWING,
)


def load(key: str, overlay: Path | None = None, base: Path | None = None) -> Book:
    """Load and validate one game.

    overlay: a folder laid out like `tables/`; its files `KEY/*.yaml` replace single tables (by id), add some, or change what
    they name of the other files. A folder there whose `game.yaml` says which game it is `like` is a variant with a key of
    its own. base: another folder of tables instead of the project's own.
    Raises UnknownName for a game nobody knows, DataError with all problems of the data.
    """
    like = variant_like(key, overlay)
    if like:
        return _Loader(replace(game_named(like), key=key), paths.home(like).tables, overlay / key, like).book()  # type: ignore[operator]
    return load_game(game_named(key), base / key if base else paths.home(key).tables, overlay)


def beneath(book: Book) -> Book:
    """The game's own book, below the overlay of this one; loaded once for each book."""
    if not book._below:
        book._below.append(load(book.house))
    return book._below[0]


def variants(overlay: Path | None) -> list[str]:
    """The variants in an overlay by their keys: folders of no game with a `game.yaml`."""
    games = sorted(overlay.glob("*/game.yaml")) if overlay else []
    return [path.parent.name for path in games if path.parent.name not in GAMES and path.parent.name[0] != "."]


def variant_like(key: str, overlay: Path | None) -> str:
    """The game that a variant in an overlay says it is like; nothing where it is no variant.

    Raises DataError where its `game.yaml` cannot be read, or names a game nobody knows.
    """
    path = overlay / key / "game.yaml" if overlay else None
    if path is None or key in GAMES or not path.is_file():
        return ""
    document = read_shared(path)
    like = document.data.get("like", "") if isinstance(document.data, dict) else ""
    if not isinstance(like, str) or like not in GAMES:
        fault = (
            f"there is no game {like!r}{suggest(str(like), GAMES)}"
            if like
            else f"add `like`: one of {', '.join(GAMES)}"
        )
        raise DataError([document.problem(("like",), f"like: {fault}")])
    return like


def load_game(game: Game, folder: Path, overlay: Path | None = None) -> Book:
    """Load and validate the tables of a game, which need not have announced itself, from a folder.

    overlay: as for `load`. Raises DataError with all problems of the data.
    """
    return _Loader(game, folder, _overlay_folder(overlay, game.key)).book()


def load_all(overlay: Path | None = None) -> dict[str, Book]:
    """Every game, and every variant of an overlay, with the problems of all of them reported together."""
    books: dict[str, Book] = {}
    problems: list[Problem] = []
    for key in (*GAMES, *variants(overlay)):
        try:
            books[key] = load(key, overlay)
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return books


def meta_of(key: str) -> GameModel:
    """What a game says of itself, without its code or its tables. Raises DataError with the problems of its file."""
    problems: list[Problem] = []
    meta = model_of(read_shared(paths.home(key).tables / "game.yaml"), GameModel, problems)
    if meta is None:
        raise DataError(problems)
    return meta


def vocabulary_in(game: Game, folder: Path) -> Vocabulary:
    """The words of a game whose tables lie in a folder, which need not be whole. Raises DataError with what is wrong."""
    loader = _Loader(game, folder, None)
    vocabulary = loader.words()
    if loader.problems:
        raise DataError(loader.problems)
    return vocabulary


def _overlay_folder(overlay: Path | None, key: str) -> Path | None:
    if overlay is None:
        return None
    if not overlay.is_dir():
        raise CombatBoxError(f"--tables {overlay}: is no folder")
    folders = [p.name for p in sorted(overlay.iterdir()) if p.is_dir() and not p.name.startswith(".")]
    known = {*GAMES, key}
    strangers = [
        name for name in folders if name not in {*known, "schema"} and not (overlay / name / "game.yaml").is_file()
    ]
    if strangers:
        raise UnknownName(f"game folder in {overlay}", strangers[0], known)
    if not known.intersection(folders) and all(name == "schema" for name in folders):
        raise CombatBoxError(f"--tables {overlay}: holds no folder of a game; put the files into {overlay / key}")
    stray = [path for path in sorted(overlay.iterdir()) if path.suffix.lower() in (".yaml", ".yml")]
    if stray:
        raise CombatBoxError(
            f"--tables {overlay}: {stray[0].name} is in no folder of a game; put it into {overlay / key}"
        )
    return overlay / key if key in folders else None


def _unread(folder: Path, *, replacing: bool) -> list[Problem]:
    """Files of a folder that look like ours and would be passed over in silence, each with what mends it."""
    problems: list[Problem] = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        name = paths.shown(path)
        if path.suffix.lower() in (".yml", ".yaml") and path.suffix != ".yaml":
            problems.append(Problem(name, 1, f"is not read; call it {path.stem}.yaml"))
        elif replacing and path.name == "odds.yaml":
            problems.append(Problem(name, 1, "is not read from an overlay; its chances are the game's own"))
        elif replacing and path.name == DRAWING:
            problems.append(Problem(name, 1, "is not read from an overlay; its drawings are the game's own"))
        elif replacing and path.name == CONSTRAINTS:
            problems.append(Problem(name, 1, "is not read from an overlay; what the rulebook says stands fast"))
        elif replacing and path.name == LESSON:
            problems.append(
                Problem(name, 1, "is not read from an overlay; it tells of a mission by the game's own tables")
            )
        elif replacing and path.name == CHANGES:
            problems.append(
                Problem(name, 1, "is not read from an overlay; it tells how the game's own tables were corrected")
            )
        elif replacing and path.is_dir() and not path.name.startswith(".") and any(path.glob("*.y*ml")):
            problems.append(Problem(name, 1, "is a folder and not read; an overlay has single files"))
    return problems


def model_of(document: Document, cls: type[M], problems: list[Problem]) -> M | None:
    """The document as a model; its faults are added to `problems` with their lines."""
    try:
        return cls.model_validate(document.data)
    except ValidationError as error:
        faulty: dict[tuple[Where, str], list[Any]] = {}
        for fault in error.errors(include_url=False):
            where = _node(document, fault["loc"])
            name = str(fault["loc"][-1]) if fault["type"] == "missing" else ""
            faulty.setdefault((where, name), []).append(fault)
        for (where, name), faults in faulty.items():
            if any(len(other) > len(where) and other[: len(where)] == where for other, _ in faulty) and not name:
                continue  # one of several shapes did not fit; the one that nearly fits tells more
            place = ".".join(str(part) for part in (*where, name) if part != "")
            problems.append(document.problem(where, f"{place}: {_advice(faults, where, cls)}"))
        return None


def _node(document: Document, loc: Where) -> Where:
    """The node of the file that a pydantic location means; names of types among its parts are left out."""
    where: Where = ()
    for part in loc:
        if (*where, part) in document.lines:
            where = (*where, part)
    return where


def _advice(faults: list[Any], where: Where, cls: type[BaseModel]) -> str:
    kind = faults[0]["type"]
    if kind == "extra_forbidden":
        model = _model_at(cls, where[:-1])
        return f"unknown key{suggest(str(where[-1]), model.model_fields if model else ())}"
    if kind == "missing":
        return "is missing; add it"
    wants = " or ".join(dict.fromkeys(fault["msg"].removeprefix("Input should be ") for fault in faults))
    wants = wants if wants[:1].isupper() else f"should be {wants}"
    return f"{wants[0].lower()}{wants[1:]}; found {faults[0]['input']!r}"[:300]


def _model_at(cls: type[BaseModel], where: Where) -> type[BaseModel] | None:
    """The model of the mapping at that place of a file."""
    model: type[BaseModel] | None = cls
    for part in where:
        known = model.model_fields.get(str(part)) if model else None
        if known:
            model = _inner_model(known.annotation)
    return model


def _inner_model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_inner_model, get_args(annotation))), None)


UNPLAYED = ("code", "erratum")
"""What an entry of rules or rulings says of the code and of the publisher's sheets; nothing of it is played."""


def _as_played(files: dict[str, Any]) -> dict[str, Any]:
    """The files without what names the code and what is only said: no log and no odds go stale by that."""
    bare = dict(files)
    bare["game.yaml"] = {key: value for key, value in files["game.yaml"].items() if key != "tallied"}
    if "rebuilt" in files["game.yaml"]:
        bare = {name: unmarked(file) for name, file in bare.items()}
        bare["game.yaml"].pop("rebuilt")
    if "places.yaml" in bare:
        played = ("called", "rule", "table")
        named = files["places.yaml"]["places"].items()
        bare["places.yaml"] = {name: {key: place[key] for key in played if key in place} for name, place in named}
    for name in ("rules", "rulings"):
        file = files[f"{name}.yaml"]
        items = [{key: value for key, value in item.items() if key not in UNPLAYED} for item in file[name]]
        bare[f"{name}.yaml"] = {**file, name: items}
    return bare


GONE = "gone"
"""What an overlay writes in the place of an entry of a map that it takes out; in `words` it is a text like any other."""


def laid_over(below: Any, above: Any) -> Any:
    """Data with other data over it: maps are merged key by key, lists and all else replaced; `gone` takes an entry out."""
    if not (isinstance(below, dict) and isinstance(above, dict)):
        return above
    merged = dict(below)
    for key, value in above.items():
        if value == GONE and key in below and key != "words":
            del merged[key]
        elif key == "words" and isinstance(value, dict) and isinstance(below.get(key), dict):
            merged[key] = {**below[key], **value}
        else:
            merged[key] = laid_over(below[key], value) if key in below else value
    return merged


def takes_nothing_out(below: Any, above: Any, where: Where = ()) -> Iterator[Where]:
    """The places of an overlay's file where `gone` stands for an entry that is not there."""
    for key, value in above.items() if isinstance(above, dict) else ():
        known = isinstance(below, dict) and key in below
        if value == GONE and not known:
            yield (*where, key)
        elif key != "words":
            yield from takes_nothing_out(below[key] if known else {}, value, (*where, key))


def left_out(below: Any, above: Any, where: Where = ()) -> Iterator[tuple[str, Where]]:
    """The words that were in lists and maps and are there no longer, each with the way to the list or map."""
    if isinstance(below, dict) and isinstance(above, dict):
        yield from ((str(key), where) for key in below if key not in above)
        for key, value in below.items():
            yield from left_out(value, above[key], (*where, key)) if key in above else ()
    elif isinstance(below, dict) and isinstance(above, list):
        yield from ((str(key), where) for key in below if key not in above)
    elif isinstance(below, list) and isinstance(above, list):
        yield from ((str(item), where) for item in below if isinstance(item, str) and item not in above)


def unmarked(data: Any) -> Any:
    """The data of a table file as if nowhere were said where its values come from: what the table does and tells."""
    if isinstance(data, list):
        return [unmarked(item) for item in data]
    if not isinstance(data, dict):
        return data
    bare = {key: unmarked(value) for key, value in data.items() if key != "origin"}
    return bare["text"] if list(bare) == ["text"] else bare


def _where(keys: Keys, key: str, document: Document) -> Where:
    """Where a table's file has a key, or the rows or columns among which it is missing."""
    if keys.kind == "column":
        return ("columns", key)
    row = key.partition("@")[0]
    rows = enumerate(document.data["rows"])
    return next((("rows", index, "key") for index, one in rows if str(one.get("key")) == row), ("rows",))


def _place(name: str, model: PlaceModel) -> Place:
    """A place as the engine has it."""
    given = model.model_dump()
    lines = [model.says] if isinstance(model.says, str) else model.says
    given["says"] = tuple(
        Saying(line) if isinstance(line, str) else Saying(line.line, dict(line.given)) for line in lines
    )
    return Place(name, given.pop("called") or name.rpartition(".")[2], **given)


def _ruling(model: RulingModel) -> Ruling:
    """A ruling as the book has it."""
    given = model.model_dump(exclude={"added"})
    return Ruling(**{**given, "options": {name: Choice(**option) for name, option in given["options"].items()}})


def _optional(rulings: Iterable[RulingModel], rules: Mapping[str, Rule]) -> frozenset[str]:
    """The rulings that put an optional rule in force: where the first that they are about is optional."""
    first = {ruling.id: rules.get(ruling.rules[0]) for ruling in rulings if ruling.rules}
    return frozenset(name for name, rule in first.items() if rule and rule.optional)


def _natural(table_id: str) -> list[tuple[int, str]]:
    """A key that puts O-10 after O-9."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", table_id)]


SEEDS = "seeds.yaml"
"""Among the examples of a game, those found by their seeds; the others are scripts."""

ROWS = "rows.yaml"
"""Beside them the missions that show the rows which no example shows."""


MOST = 8
"""How many books a process keeps at hand: those that were asked for last."""

_compiled: dict[Hashable, Book] = {}
"""Books by what they are made of, the one asked for last at the end. Each holds its game, so that no other has its identity."""


class _Loader:
    def __init__(self, game: Game, folder: Path, overlay: Path | None, like: str = "") -> None:
        """like: of a variant, the game whose tables lie in the folder."""
        self.game, self.folder, self.overlay, self.like = game, folder, overlay, like
        self.problems: list[Problem] = []
        self.files: dict[str, Any] = {}
        self.documents: dict[str, Document] = {}
        self.tables: dict[str, Table] = {}
        self.ids: set[str] = set()
        self.leads: list[tuple[Document, Where, str, str]] = []
        self.variants: dict[str, str] = {}
        self.constants: dict[str, Any] = {}
        self.rebuilt: RebuiltModel | None = None
        self.vocabulary = Vocabulary({}, {}, {})

    def words(self) -> Vocabulary:
        """The vocabulary alone."""
        return self._vocabulary(self._meta())

    def _meta(self) -> GameModel | None:
        meta = self._special("game.yaml", GameModel)
        self.constants, self.rebuilt = (meta.constants, meta.rebuilt) if meta else ({}, None)
        if self.rebuilt and self.rebuilt.ancestor not in ("", *GAMES):
            message = f"there is no game {self.rebuilt.ancestor!r}{suggest(self.rebuilt.ancestor, GAMES)}"
            self.problems.append(self.documents["game.yaml"].problem(("rebuilt", "ancestor"), message))
        return meta

    def book(self) -> Book:
        """The book. What the same files have given before is not compiled again: each book has maps of its own, with the
        same tables, rulings and rules in them, which nobody changes. Raises DataError with all problems of the data."""
        before = self._made_of()
        known = _compiled.pop(before, None)
        if known is None:
            at_home = self.folder == paths.home(self.like or self.game.key).tables
            if at_home:
                parsed.take(self.folder)
            known = self._book()
            if self._made_of() != before:  # somebody writes while we read
                return known
            if at_home:
                parsed.keep(self.folder)
        _compiled[before] = known
        for oldest in list(_compiled)[:-MOST]:
            del _compiled[oldest]
        return known.again()

    def _made_of(self) -> Hashable:
        """All that the book is made of: the game and its place, the names of its files, and what the YAML among them holds."""
        game = game_named(self.like) if self.like else self.game
        held = folder_digest(*filter(None, (self.folder, self.overlay)))
        folders = self.folder, self.overlay, Path.cwd()  # what problems are shown by
        return id(game), self.game.key, *map(str, folders), tuple(GAMES), held

    def _book(self) -> Book:
        meta = self._meta()
        self.vocabulary = self._vocabulary(meta)
        rulings = self._special("rulings.yaml", RulingsModel)
        rules = self._special("rules.yaml", RulesModel)
        places = self._special("places.yaml", PlacesModel) if (self.folder / "places.yaml").is_file() else None
        self._tables(self.folder, replacing=False)
        self.problems += _unread(self.folder, replacing=False)
        if self.overlay:
            self._tables(self.overlay, replacing=True)
            self.problems += _unread(self.overlay, replacing=True)
        if not self.ids and not self.problems:
            self.problems.append(Problem(paths.shown(self.folder), 1, "holds no table"))
        chances = self._chances()
        drawing, changes = self._drawing(), self._changes(rules)
        self._check_references(rulings, rules)
        self._check_leads(places)
        self._check_places(places, rules, rulings)
        if places and rulings and not self.problems and self.ids == self.tables.keys():
            self._check_keys(places, rulings)
        order = self._in_order(meta) if meta else []
        if self.problems or not (meta and rulings and rules):
            raise DataError(self._blamed())
        known = {rule.id: Rule(**rule.model_dump()) for rule in rules.rules}
        meta.words.update({tallied(key): words for key, words in meta.tallied.items()})
        return Book(
            self.game,
            meta.title,
            meta.constants,
            meta.words,
            {key: self.tables[key] for key in order},
            {ruling.id: _ruling(ruling) for ruling in rulings.rulings},
            known,
            {name: _place(name, place) for name, place in places.places.items()} if places else {},
            digest(_as_played(self.files)),
            self.variants,
            drawing,
            optional=_optional(rulings.rulings, known),
            meta=meta,
            vocabulary=self.vocabulary,
            scripts=self._scripts(),
            chances={chance.id: chance for chance in chances},
            seeds=self._seeds(),
            sightings=None if self.overlay else self.folder / "examples" / ROWS,  # flown with our own tables
            overlay=self.overlay,
            lesson=self._lesson(),
            constraints=self.folder / CONSTRAINTS if (self.folder / CONSTRAINTS).is_file() else None,
            changes=changes,
        )

    def _blamed(self) -> list[Problem]:
        """The problems, with those that an overlay causes in the game's own files told at the overlay's line that does so."""
        upper = self.overlay / "game.yaml" if self.overlay else None
        document = read_shared(upper) if upper and upper.is_file() else None
        if not (document and isinstance(document.data, dict) and isinstance(document.data.get("constants"), dict)):
            return self.problems
        own = read_shared(self.folder / "game.yaml").data
        merged = laid_over(own, document.data)
        gone = list(left_out(own["constants"], merged["constants"], ("constants",)))
        told: list[Problem] = []
        needed: dict[tuple[str, Where], list[Problem]] = {}
        for problem in self.problems:
            culprit = next((one for one in gone if f"'{one[0]}'" in problem.message), None)
            if culprit:
                needed.setdefault(culprit, []).append(problem)
            else:
                told.append(problem)
        for (word, where), problems in needed.items():
            first, several = min(problems, key=lambda one: (one.path == document.path, one)), len(problems) > 1
            needs = f"{first.path}:{first.line}{f' and {len(problems) - 1} more need' if several else ' needs'} it"
            message = (
                f"{'.'.join(map(str, where))}: {word!r} is left out, but {needs}; add it (a list replaces the game's)"
            )
            told.append(document.problem(where, message))
        return told

    def _vocabulary(self, meta: GameModel | None) -> Vocabulary:
        """The words that tables may use: those of the game's code, and what its `vocabulary.yaml` makes of them."""
        there = [folder for folder in (self.folder, self.overlay) if folder and (folder / VOCABULARY).is_file()]
        document = self._read(there[0] / VOCABULARY) if there else None
        model = self._model(VOCABULARY, document, VocabularyModel) if document else None
        if document and model and len(there) > 1:
            upper = self._overlaid(document, there[1] / VOCABULARY)
            merged = self._model(VOCABULARY, upper, VocabularyModel) if upper else None
            document, model = (upper, merged) if merged else (document, model)

        def fail(where: Where, message: str) -> None:
            if document:
                self.problems.append(document.problem(where, message))

        vocabulary = vocabulary_of(self.game, model, self.constants, meta.words if meta else (), fail)
        return replace(vocabulary, whole=False) if there and not model else vocabulary

    def _drawing(self) -> Any:
        """What the game's drawings call its parts, if it has any; nothing of it is played, so the digest leaves it out."""
        path = self.folder / DRAWING
        if self.game.drawing is None:
            return None
        if not path.is_file():
            self.problems.append(Problem(paths.shown(path), 1, "is missing; the game shows its parts by it"))
            return None
        document = self._read(path)
        if document is None or not self.constants:
            return None
        house = read_shared(self.folder / "game.yaml").data  # an overlay has no drawing for what it adds
        wrong = faults(self.game.drawing, document.data, constants=house.get("constants"))
        self.problems += [document.problem(where, f"{'.'.join(map(str, where))}: {what}") for where, what in wrong]
        return None if wrong else made(self.game.drawing, document.data)

    def _changes(self, rules: RulesModel | None) -> list[ChangeModel]:
        """How the game's tables and rules were corrected, if it says so; no rule, so the digest leaves it out."""
        path = self.folder / CHANGES
        document = self._read(path) if path.is_file() else None
        model = model_of(document, ChangesModel, self.problems) if document else None
        if document is None or model is None:
            return []
        rows = {row.id for table in self.tables.values() for row in table.walk()}
        known = {"rules": {rule.id for rule in rules.rules} if rules else set(), "rows": rows | self.ids}
        for index, change in enumerate(model.changes):
            for part, names in (("rules", change.rules), ("rows", change.rows)):
                self.problems += [
                    document.problem(("changes", index, part, at), f"there is no {name!r}{suggest(name, known[part])}")
                    for at, name in enumerate(names)
                    if name not in known[part]
                ]
        return model.changes

    def _chances(self) -> list[ChanceModel]:
        """The named chances, if the game has any; they are no rule, so the digest leaves them out."""
        path = self.folder / "odds.yaml"
        document = self._read(path) if path.is_file() else None
        model = model_of(document, ChancesModel, self.problems) if document else None
        if document is None or model is None:
            return []
        self._unique(document, "chances", [chance.id for chance in model.chances])
        for index, chance in enumerate(model.chances):
            where: Where = ("chances", index)
            if chance.table not in self.ids:
                message = f"unknown table {chance.table!r}{suggest(chance.table, self.ids)}"
                self.problems.append(document.problem((*where, "table"), message))
            elif chance.table in self.tables and chance.column not in self.tables[chance.table].lookups:
                if self.overlay and self._is_changed(self.documents[chance.table]):
                    continue  # columns of somebody's own: `verify` tells that the chance cannot be
                known = self.tables[chance.table].lookups
                message = f"{chance.table} has no column {chance.column!r}{suggest(chance.column, known)}"
                self.problems.append(document.problem((*where, "column"), message))
        return model.chances

    def _in_order(self, meta: GameModel) -> list[str]:
        """The tables' ids as `order` of game.yaml has them, then those it leaves out by number."""
        by_id = sorted(self.ids, key=_natural)
        if not meta.order:
            return by_id
        document = self.documents["game.yaml"]
        listed = [key for keys in meta.order.values() for key in keys]
        for key in listed:
            if key not in self.ids:
                what = f"order: unknown table {key!r}{suggest(key, self.ids)}"
                self.problems.append(document.problem(("order",), what))
        for key in sorted({key for key in listed if listed.count(key) > 1}):
            self.problems.append(document.problem(("order",), f"order: {key} stands twice; once is right"))
        missing = [key for key in by_id if key not in listed]  # a table that is not listed comes last
        return [key for key in dict.fromkeys(listed) if key in self.ids] + missing

    def _read(self, path: Path) -> Document | None:
        try:
            document = read_shared(path)
        except DataError as error:
            self.problems += error.problems
            return None
        if not isinstance(document.data, dict):
            self.problems.append(document.problem((), "a mapping is wanted at the top"))
            return None
        return document

    def _special(self, name: str, cls: type[M]) -> M | None:
        document = self._read(self.folder / name)
        if document is None:
            return None
        model = self._model(name, document, cls)
        if model is None or not self.overlay or not (self.overlay / name).is_file():
            return model
        below, faults = (self.files[name], self.documents[name]), len(self.problems)
        upper = self._overlaid(document, self.overlay / name)
        merged = self._model(name, upper, cls) if upper else None
        if merged and len(self.problems) == faults:
            return merged
        self.files[name], self.documents[name] = (
            below  # whole by itself: the faults of what lies over it are told alone
        )
        return model

    def _model(self, name: str, document: Document, cls: type[M]) -> M | None:
        """A special file as its model, checked for what a schema cannot say."""
        self.files[name] = document.data
        self.documents[name] = document
        model = model_of(document, cls, self.problems)
        if isinstance(model, GameModel) and model.key != (wanted := self._wanted_key(document)):
            message = f"the key is {model.key!r} in the folder of {wanted!r}; write {wanted}"
            self.problems.append(document.problem(("key",), message))
        if isinstance(model, RulingsModel):
            self._unique(document, "rulings", [r.id for r in model.rulings])
            self._unique(document, "rulings", [r.key for r in model.rulings])
            self._check_rulings(document, model)
        if isinstance(model, RulesModel):
            self._unique(document, "rules", [r.id for r in model.rules])
        return model

    def _wanted_key(self, document: Document) -> str:
        """The key that a `game.yaml` must have: that of the folder it lies in."""
        return self.like if self.like and document.path == paths.shown(self.folder / "game.yaml") else self.game.key

    def _overlaid(self, document: Document, path: Path) -> Document | None:
        """What an overlay's file names is laid over what the game has of it: rulings and rules by their ids, all else by its keys."""
        upper = self._read(path)
        if upper is None:
            return None
        name = path.stem
        items = upper.data.get(name)
        if name not in ("rulings", "rules") or not isinstance(items, list):
            if not self._takes_out(upper, document.data, upper.data, ()):
                return None
            return Document(upper.path, laid_over(document.data, upper.data), upper.lines)
        merged = list(document.data[name])
        known = {item["id"]: index for index, item in enumerate(merged)}
        lines: dict[Where, int] = {}
        faults = len(self.problems)
        mine = [str(item.get("id") if isinstance(item, dict) else None) for item in items]
        for index, item in enumerate(items):
            place = known.get(mine[index])
            if self._is_added(upper, name, index, item, known=place is not None):
                place = len(merged)
                merged.append({})
            if place is None:
                near = suggest(mine[index], known)
                new = "" if near or name != "rulings" else "; a new one says `added: true`"
                message = f"replaces nothing: no {name[:-1]} {mine[index]:.60}{near}{new}"
                self.problems.append(upper.problem((name, index), message))
                continue
            self._takes_out(upper, merged[place], item, (name, index))
            merged[place] = laid_over(merged[place], item)
            for where, line in upper.lines.items():
                if where[:2] == (name, index):
                    lines[(name, place, *where[2:])] = line
                elif len(where) < 2 or where[0] != name:
                    lines[where] = line
        self._unique(upper, name, mine)
        return Document(upper.path, {**upper.data, name: merged}, lines) if len(self.problems) == faults else None

    def _takes_out(self, upper: Document, below: Any, above: Any, where: Where) -> bool:
        """Whether an overlay's file takes out only what is there."""
        wrong = list(takes_nothing_out(below, above, where))
        for place in wrong:
            message = f"{'.'.join(map(str, place))}: takes nothing out, for the game has no such entry; drop it"
            self.problems.append(upper.problem(place, message))
        return not wrong

    def _is_added(self, upper: Document, name: str, index: int, item: Any, *, known: bool) -> bool:
        """Whether an overlay adds a ruling, as it adds a table: it says so, and the game has none of that id."""
        if name != "rulings" or not isinstance(item, dict) or not item.get("added", False):
            return False
        if known:
            message = f"{item.get('id')}: is there already; drop `added`"
            self.problems.append(upper.problem((name, index), message))
        return not known

    def _unique(self, document: Document, name: str, ids: list[str]) -> None:
        seen: set[str] = set()
        for index, item in enumerate(ids):
            if item in seen:
                self.problems.append(document.problem((name, index), f"the id {item} stands twice; ids are unique"))
            seen.add(item)

    def _check_rulings(self, document: Document, model: RulingsModel) -> None:
        for index, ruling in enumerate(model.rulings):
            if ruling.added and document.path == paths.shown(self.folder / "rulings.yaml"):
                message = f"{ruling.id}: only an overlay adds rulings; drop `added`"
                self.problems.append(document.problem(("rulings", index, "added"), message))
            if ruling.default not in ruling.options:
                self.problems.append(
                    document.problem(
                        ("rulings", index, "default"),
                        f"{ruling.id}: default {ruling.default!r} is no option{suggest(ruling.default, ruling.options)}",
                    )
                )

    def _tables(self, folder: Path, *, replacing: bool) -> None:
        seen: dict[str, str] = {}
        for path in sorted(folder.glob("*.yaml")):
            if path.name in SPECIAL:
                continue
            document = self._read(path)
            if document is None:
                self.ids.add(path.stem.upper())  # it is there, and its one fault is not told again by all that name it
                continue
            table_id = document.data.get("id", path.stem.upper())
            if isinstance(table_id, str):
                if table_id in seen:
                    message = f"the id {table_id} stands in {seen[table_id]} too; ids are unique"
                    self.problems.append(document.problem(("id",), message))
                    continue
                seen[table_id] = document.path
                self._check_added(document, table_id, replacing=replacing)
                self.ids.add(table_id)
            self._table(document, replacing=replacing)

    def _check_added(self, document: Document, table_id: str, *, replacing: bool) -> None:
        """A table of an overlay replaces one, or says that it is new: a slip in an id is no new table."""
        added, known = document.data.get("added", False), table_id in self.ids
        message = ""
        if replacing and not known and not added:
            near = suggest(table_id, self.ids)
            message = (
                f"replaces no table: {table_id}{near}"
                if near
                else f"replaces no table: {table_id}; a new one says `added: true`"
            )
        elif added and (known or not replacing):
            message = (
                f"{table_id}: is there already; drop `added`"
                if known
                else f"{table_id}: only an overlay adds tables; drop `added`"
            )
        if message:
            self.problems.append(document.problem(("id",), message))

    def _table(self, document: Document, *, replacing: bool) -> None:
        shape = document.data.get("shape", "rows")
        cls = SHAPES.get(shape) if isinstance(shape, str) else None
        if cls is None:
            self.problems.append(document.problem(("shape",), f"unknown shape {shape!r}{suggest(str(shape), SHAPES)}"))
            return
        model = model_of(Document(document.path, {**document.data, "shape": shape}, document.lines), cls, self.problems)
        if model is None:
            return
        self.variants.pop(model.id, None)
        if model.variant_of:
            self.variants[model.id] = model.variant_of
        self._check_origin(document, model, replacing=replacing)
        owned = replacing and self._owned(document, model)
        compiler = TableCompiler(document, model, self.vocabulary, self.constants, owned=owned)
        table = compiler.compile()
        self.problems += compiler.problems
        self.leads = [lead for lead in self.leads if lead[2] != model.id]
        self.leads += [(document, where, model.id, name) for where, name in compiler.leads]
        self.documents[model.id] = document
        self.files[model.id] = document.data
        if table:
            self.tables[model.id] = table

    def _check_origin(self, document: Document, model: TableBase, *, replacing: bool) -> None:
        """A game whose tables are rebuilt marks every one of them, another none."""
        if self.rebuilt and model.origin is None and not replacing:
            message = f"{model.id}: says not where its values come from; give `origin`, as game.yaml has `rebuilt`"
            self.problems.append(document.problem((), message))
        if model.origin is not None and not self.rebuilt:
            message = (
                f"{model.id}: says where its values come from, but the game's tables are not rebuilt; drop `origin`"
            )
            self.problems.append(document.problem(("origin",), message))
        if model.origin == OWNER and not replacing:
            message = (
                f"{model.id}: an owner's numbers stand in a folder of his own, not here; see combatbox new overlay"
            )
            self.problems.append(document.problem(("origin",), message))

    def _owned(self, document: Document, model: TableBase) -> bool:
        """Whether a table of an overlay is an owner's own: he says so, or something in it is other than ours."""
        if not self.rebuilt or model.id not in self.files:
            return False
        return model.origin in (None, OWNER) or unmarked(document.data) != unmarked(self.files[model.id])

    def _scripts(self) -> dict[str, Path]:
        examples = sorted((self.folder / "examples").glob("*.yaml"))
        return {path.stem: path for path in examples if path.name not in (SEEDS, ROWS)}

    def _seeds(self) -> Path | None:
        path = self.folder / "examples" / SEEDS
        return path if path.is_file() else None

    def _lesson(self) -> Path | None:
        """The first mission that a newcomer is led through, by our own tables."""
        path = self.folder / LESSON
        return path if path.is_file() and not self.overlay else None

    def _check_references(self, rulings: RulingsModel | None, rules: RulesModel | None) -> None:
        """Whatever a file names by its id exists. Files with faults of their own still count as existing."""
        self._check_constants()
        known_rules = {rule.id for rule in rules.rules} if rules else None
        for index, ruling in enumerate(rulings.rulings if rulings else ()):
            for key, option in ruling.options.items():
                for old, new in option.replaces.items():
                    where: Where = ("rulings", index, "options", key, "replaces", old)
                    for name in (old, new):
                        self._known("table", name, self.ids, "rulings.yaml", where, ruling.id)
                    self._check_columns(old, new, where, ruling.id)
            for number, name in enumerate(ruling.rules if known_rules is not None else ()):
                self._known("rule", name, known_rules, "rulings.yaml", ("rulings", index, "rules", number), ruling.id)
        for index, rule in enumerate(rules.rules if rules else ()):
            for number, name in enumerate(rule.tables):
                self._known("table", name, self.ids, "rules.yaml", ("rules", index, "tables", number), rule.id)
        for variant, original in self.variants.items():
            self._known("table", original, self.ids, variant, ("variant_of",), variant)
        self._check_ways()

    def _check_columns(self, old: str, new: str, where: Where, ruling: str) -> None:
        """A table that stands in for another is found by the same columns; one without columns has one that is nameless."""
        if old not in self.tables or new not in self.tables or self.tables[new].shape == "chart":
            return
        missing = [
            column or "no column" for column in self.tables[old].lookups if column not in self.tables[new].lookups
        ]
        if missing:
            message = (
                f"{ruling}: {new} cannot stand in for {old}: it lacks {', '.join(missing)}; give it the same columns"
            )
            self.problems.append(self.documents["rulings.yaml"].problem(where, message))

    def _check_leads(self, places: PlacesModel | None) -> None:
        """The tables to which rows lead, by themselves or by the place where they are rolled on, exist."""
        for document, where, name_of, led in self.leads:
            name = places.places[led].table if places and led in places.places else led
            if name not in self.ids:
                message = f"{name_of}: unknown table {name!r}{suggest(name, self.ids)}"
                self.problems.append(document.problem(where, message))

    def _check_places(self, places: PlacesModel | None, rules: RulesModel | None, rulings: RulingsModel | None) -> None:
        """What a place names exists, and so do the places that a game puts something at."""
        known = places.places if places and self.ids else {}
        for name, place in known.items():
            where: Where = ("places", name)
            if place.rule and rules:
                self._known(
                    "rule", place.rule, {rule.id for rule in rules.rules}, "places.yaml", (*where, "rule"), name
                )
            if place.table:
                self._known("table", place.table, self.ids, "places.yaml", (*where, "table"), name)
            for field, needs in (
                ("under", place.under),
                *(("options_under", one) for one in place.options_under.values()),
            ):
                self._check_under(needs, rulings, (*where, field), name)
            self._check_sayings(name, place)
        for name in self.game.hooks:
            if name not in known:
                message = f"the game puts something at {name!r}, no place in its order of play{suggest(name, known)}"
                self.problems.append(Problem(paths.shown(self.folder / "places.yaml"), 1, message))

    def _check_keys(self, places: PlacesModel, rulings: RulingsModel) -> None:
        """Tables have the rows, cells and columns that the game's code looks up by their keys, also those under a ruling."""
        swaps = [
            swap for ruling in rulings.rulings for option in ruling.options.values() for swap in option.replaces.items()
        ]
        const = constants_of(self.game, self.constants)
        for keys in self.game.keys(const, self.tables) if self.game.keys else ():
            own = places.places[keys.table].table if keys.table in places.places else keys.table
            for name in dict.fromkeys((own, *(new for old, new in swaps if old == own))):
                if name in self.tables and not (keys.bare and not self.tables[name].columns):
                    self._check_keys_of(keys, self.tables[name])

    def _is_changed(self, document: Document) -> bool:
        """Whether a file is part of what is loaded: with an overlay only its own files are, the game's are as they were."""
        return self.overlay is None or document.path.startswith(f"{paths.shown(self.overlay)}/")

    def _check_keys_of(self, keys: Keys, table: Table) -> None:
        """One table has the keys that are looked up in it, and none that nothing looks up."""
        document, present = self.documents[table.id], keys.present(table)
        missing = [key for key in keys.needed if key not in present]
        known = () if keys.also is None or not self._is_changed(document) else (*keys.needed, *keys.also)
        for key in present if known else ():
            if key not in known:
                meant = get_close_matches(key, missing, n=1)
                near = f"; did you mean {meant[0]}?" if meant else suggest(key, known)
                message = f"{table.id}: nothing looks up the {keys.kind} {key!r}{near}"
                self.problems.append(document.problem(_where(keys, key, document), message))
                missing = [one for one in missing if one not in meant]
        if missing:
            first, names = missing[0], ", ".join(map(repr, missing))
            wants = f"s {names} are missing; the game looks them up, so add them"
            one = f" {names} is missing; the game looks it up, so add it"
            message = f"{table.id}: the {keys.kind}{wants if missing[1:] else one}"
            self.problems.append(document.problem(_where(keys, first, document), message))

    def _check_sayings(self, name: str, place: PlaceModel) -> None:
        """The sentences of a place can be read, and those for decisions are for options that it has."""
        where: Where = ("places", name)
        sayings = [place.says] if isinstance(place.says, str) else place.says
        for line in [*(one if isinstance(one, str) else one.line for one in sayings), *place.chosen.values()]:
            try:
                parts_of(line)
            except CombatBoxError as error:
                self.problems.append(self.documents["places.yaml"].problem((*where, "says"), f"{name}: {error}"))
        for option in place.chosen if place.options else ():
            self._known("option", option, place.options, "places.yaml", (*where, "chosen"), name)

    def _check_under(self, needs: Mapping[str, str], rulings: RulingsModel | None, where: Where, name: str) -> None:
        """The rulings that a place names by their keys exist, and so do their options."""
        known = {ruling.key: ruling.options for ruling in rulings.rulings} if rulings else {}
        for key, option in needs.items():
            self._known("ruling", key, known, "places.yaml", where, name)
            if key in known:
                self._known(f"option of {key}", option, known[key], "places.yaml", where, name)

    def _check_ways(self) -> None:
        """The tables that a table says it comes after, or in whose place it is used, exist."""
        for key, table in self.tables.items():
            for number, name in enumerate(table.info.after):
                self._known("table", name, self.ids, key, ("after", number), key)
            if table.info.instead_of:
                self._known("table", table.info.instead_of, self.ids, key, ("instead_of",), key)
        told: set[str] = set()
        for key in self.tables:
            before = self._before(key)
            if key in before and key not in told:
                round_ = [name for name in before if key in self._before(name)]
                told.update(round_)
                message = f"{key}: comes after itself, by way of {', '.join(round_)}; take one out of an `after`"
                self.problems.append(self.documents[key].problem(("after",), message))

    def _before(self, key: str) -> list[str]:
        """The tables that one comes after, near and far; itself among them where they go in a round."""
        senders: list[str] = []
        ahead = list(self.tables[key].info.after)
        while ahead:
            name = ahead.pop()
            if name in self.tables and name not in senders:
                senders.append(name)
                ahead += self.tables[name].info.after
        return senders

    def _check_constants(self) -> None:
        """The constants are those that the game has declared, each of its kind; all tables are known by now."""
        document = self.documents.get("game.yaml")
        if document is None or self.game.constants is None or not self.constants:
            return
        wrong = faults(
            self.game.constants,
            self.constants,
            ("constants",),
            tables=self.ids,
            conditions=self.vocabulary.conditions,
            constants=self.constants,
        )
        for where, message in wrong:
            self.problems.append(document.problem(where, f"{'.'.join(map(str, where))}: {message}"))

    def _known(self, what: str, name: str, known: Any, file: str, where: Where, place: str) -> None:
        if name not in known:
            message = f"{place}: unknown {what} {name!r}{suggest(name, known)}"
            self.problems.append(self.documents[file].problem(where, message))
