"""Loads a folder of YAML files as a book, and reports all problems at once."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from combatbox.core.annotations import Known
from combatbox.core.decisions import OtherTable, Place, Sentence
from combatbox.core.errors import DataError, Problem, TableFault, suggest
from combatbox.core.game import Game
from combatbox.core.statistics import DayScore
from combatbox.core.tables import Table
from combatbox.games import GAMES, game_named
from combatbox.library import paths
from combatbox.library.atomic_files import folder_digest
from combatbox.library.book import EVERYTHING, SIMULATED, Book
from combatbox.library.folders import (
    ART,
    CHANGES,
    CONSTRAINTS,
    DRAWING,
    EXAMPLES,
    LESSON,
    MEDALS,
    ROWS,
    SEEDS,
    SPECIAL,
    VOCABULARY,
    overlay_folder,
    unread_files,
    variant_folder,
    variant_like,
    variants,
)
from combatbox.library.merge import (
    Merge,
    blank_places,
    merge_document,
    merge_table,
    report_repeated,
    without_origins,
)
from combatbox.library.references import References, is_changed, place_of
from combatbox.library.schema import (
    SHAPES,
    ChanceModel,
    ChancesModel,
    ChangeModel,
    ChangesModel,
    GameModel,
    OtherTableModel,
    PlaceModel,
    PlacesModel,
    RebuiltModel,
    RuleModel,
    RulesModel,
    RulingModel,
    RulingsModel,
    TableBase,
    VocabularyModel,
)
from combatbox.library.table_compiler import OWNER, TableCompiler
from combatbox.library.vocabulary import Vocabulary, vocabulary_of
from combatbox.library.yaml12 import Document, M, entry_at, model_of, read_shared
from combatbox.play.book import Choice, Rule, Ruling, tally_word_name
from combatbox.play.canonical_json import digest
from combatbox.play.dataclass_validation import Where, checked


def load(key: str, overlay: Path | None = None, base: Path | None = None) -> Book:
    """Load and validate a game.

    Args:
        key: the key of a game or of a variant, in the project or in the overlay.
        overlay: a folder with the layout of `tables/`. Its files `KEY/*.yaml` replace single tables (by id), add
            tables, or change parts of the other files. A folder in it whose `game.yaml` has a `like` key is a variant,
            and its name is the key of the variant.
        base: another folder of tables to use instead of the project's.

    Raises:
        UnknownName: there is no such game.
        DataError: the data has problems; all of them are listed.
    """
    variant = variant_folder(key, overlay)
    if variant:
        like = variant_like(key, overlay)
        if (variant / ART).is_dir():
            paths.add_art(variant / ART)
        upper = overlay_folder(overlay, key)
        layers = (variant,) if upper in (None, variant) else (variant, upper)
        return _Loader(replace(game_named(like), key=key), paths.home(like).tables, layers, like).book()
    return load_game(game_named(key), base / key if base else paths.home(key).tables, overlay)


def base_book(book: Book) -> Book:
    """Return the book that a book modifies; the result is cached for each book.

    A book with house rules modifies the book of its game or variant without house rules. A book of a variant modifies
    the book of the game on which the variant is based.
    """
    book.note(EVERYTHING)
    if not book._below:
        book._below.append(load(book.base_game if book.overlay == book.variant_folder else book.key))
    return book._below[0]


def load_game(game: Game, folder: Path, overlay: Path | None = None) -> Book:
    """Load and validate the tables of a game from a folder; the game need not be registered.

    Args:
        game: the game.
        folder: the folder of its tables.
        overlay: an overlay, as for `load`.

    Raises:
        DataError: the data has problems; all of them are listed.
    """
    upper = overlay_folder(overlay, game.key)
    return _Loader(game, folder, (upper,) if upper else ()).book()


def load_all(overlay: Path | None = None) -> dict[str, Book]:
    """Load all games, all variants of the project and those of an overlay, and report all problems at once.

    What a variant finds wrong in a file that its game has reported follows from that, and is not reported.
    """
    books: dict[str, Book] = {}
    problems: list[Problem] = []
    for key in (*GAMES, *variants(overlay)):
        try:
            books[key] = load(key, overlay)
        except DataError as error:
            reported = {problem.path for problem in problems}
            problems += [problem for problem in error.problems if problem.path not in reported]
    if problems:
        raise DataError(problems)
    return books


def meta_of(key: str) -> GameModel:
    """Return the data in the `game.yaml` of a game, or of a variant of the project.

    Neither the code of the game nor its tables are loaded.

    Raises:
        DataError: the file has problems.
    """
    problems: list[Problem] = []
    document = read_shared(paths.home(variant_like(key) or key).tables / "game.yaml")
    if variant := variant_folder(key):
        document = merge_document(problems, document, read_shared(variant / "game.yaml")) or document
    meta = model_of(document, GameModel, problems)
    if meta is None:
        raise DataError(problems)
    return meta


def vocabulary_in(game: Game, folder: Path) -> Vocabulary:
    """Return the vocabulary of a game from a folder that may lack other files.

    Raises:
        DataError: the vocabulary has problems.
    """
    loader = _Loader(game, folder)
    vocabulary = loader.words()
    if loader.problems:
        raise DataError(loader.problems)
    return vocabulary


UNPLAYED = ("code", "erratum", "often_missed")
"""The keys of a rule or ruling that do not affect play: its references to code and to errata, and a reminder."""


def _as_played(files: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a game's files without the parts that do not affect play, for the book's digest.

    If only the omitted parts change, logs and stored odds therefore remain valid.
    """
    bare = dict(files)
    game = {key: value for key, value in files["game.yaml"].items() if key not in ("tallied", "day")}
    bare["game.yaml"] = game | {"stage": "proven"}  # of every game whose digest was stored before stages were left out
    if "rebuilt" in files["game.yaml"]:
        bare = {name: without_origins(file) for name, file in bare.items()}
        bare["game.yaml"].pop("rebuilt")
    if "places.yaml" in bare:
        played = ("called", "instead", "rule", "table")
        named = files["places.yaml"]["places"].items()
        bare["places.yaml"] = {name: {key: place[key] for key in played if key in place} for name, place in named}
    for name in ("rules", "rulings"):
        file = files[f"{name}.yaml"]
        items = [{key: value for key, value in item.items() if key not in UNPLAYED} for item in file[name]]
        bare[f"{name}.yaml"] = {**file, name: items}
    return bare


FOR_READERS = ("title", "subtitle", "summary", "card", "used", "notes", "source", "corrected", "rules")
"""The keys of a table, of `game.yaml` and of `rules.yaml` that no simulation reads."""


def _as_simulated(played: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data that affects play without that which is only for readers, for the digest of stored odds."""
    return {
        name: {key: value for key, value in file.items() if key not in FOR_READERS} for name, file in played.items()
    }


def _place(name: str, model: PlaceModel) -> Place:
    """Convert the data model of a place in the order of play."""
    fields = asdict(model)
    lines = [model.says] if isinstance(model.says, str) else model.says
    fields["instead"] = tuple(_other_table(other) for other in model.instead)
    fields["says"] = tuple(
        Sentence(line) if isinstance(line, str) else Sentence(line.line, dict(line.given)) for line in lines
    )
    return Place(name, fields.pop("called") or name.rpartition(".")[2], **fields)


def _other_table(model: OtherTableModel) -> OtherTable:
    """Convert the data model of a table that replaces another one in some missions."""
    numbers: list[int] = []
    for part in model.missions.split(",") if model.missions else ():
        first, _, last = part.strip().partition("-")
        numbers += range(int(first), int(last or first) + 1)
    named: dict[str, Sequence[str | int]] = {
        "mission": numbers,
        "period": model.periods,
        "target": model.targets,
        "target_type": model.target_types,
    }
    return OtherTable(model.table, {fact: tuple(values) for fact, values in named.items() if values})


def _rule(model: RuleModel) -> Rule:
    """Convert the data model of a rule."""
    fields = asdict(model)
    del fields["often_missed"]
    return Rule(**fields)


def _ruling(model: RulingModel) -> Ruling:
    """Convert the data model of a ruling."""
    fields = asdict(model)
    del fields["added"]
    return Ruling(**{**fields, "options": {name: Choice(**option) for name, option in fields["options"].items()}})


def _optional(rulings: Iterable[RulingModel], rules: Mapping[str, Rule]) -> frozenset[str]:
    """Return the ids of the rulings that enable an optional rule; the optional rule is the first in a ruling's list."""
    first = {ruling.id: rules.get(ruling.rules[0]) for ruling in rulings if ruling.rules}
    return frozenset(name for name, rule in first.items() if rule and rule.optional)


def _natural(table_id: str) -> list[tuple[int, str]]:
    """Return a sort key for table ids that compares numbers by value, so that O-10 comes after O-9."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", table_id)]


_MISSIONS = re.compile(r"\b(?:twen|thir|for|fif)ty(?:-[a-z]+)? missions\b")
"""A pattern for the number of missions in a tour, as the text of a summary states it: `twenty-five missions`."""

MOST = 8
"""The maximum number of books that a process caches; the least recently used is removed."""

_compiled: dict[Hashable, Book] = {}
"""The cached books by `_Loader._cache_key`, the most recently used last.

The key contains the `id()` of a game. The cached book refers to this game, so no other game can get the same `id()`.
"""


NEEDED = {("constants",), ("effects",), ("conditions",), ("quantities",)}
"""The parts of `game.yaml` and `vocabulary.yaml` whose entries other files need."""


class _Loader:
    def __init__(self, game: Game, folder: Path, layers: Sequence[Path] = (), like: str = "") -> None:
        """Prepare to load a game.

        Args:
            game: the game.
            folder: the folder of its tables.
            layers: the folders that override `folder`, the lowest first: the variant's folder, then the overlay's.
            like: for a variant, the key of the game whose tables are in `folder`.
        """
        self.game, self.folder, self.layers, self.like = game, folder, layers, like
        self.variant_folder = layers[0] if like else None
        self.overlay = layers[-1] if layers else None
        self.problems: list[Problem] = []
        self.files: dict[str, Any] = {}
        self.documents: dict[str, Document] = {}
        self.left_out: list[tuple[Document, Sequence[tuple[str, Where]]]] = []
        self.tables: dict[str, Table] = {}
        self.ids: set[str] = set()
        self.table_problems: dict[str, list[Problem]] = {}
        self.leads: list[tuple[Document, Where, str, str]] = []
        self.variants: dict[str, str] = {}
        self.constants: dict[str, Any] = {}
        self.rebuilt: RebuiltModel | None = None
        self.vocabulary = Vocabulary({}, {}, {})

    def words(self) -> Vocabulary:
        """Load only the vocabulary."""
        return self._vocabulary(self._meta())

    def _meta(self) -> GameModel | None:
        meta = self._special("game.yaml", GameModel)
        self.constants, self.rebuilt = (meta.constants, meta.rebuilt) if meta else ({}, None)
        if self.rebuilt and self.rebuilt.ancestor not in ("", *GAMES):
            message = f"unknown game {self.rebuilt.ancestor!r}{suggest(self.rebuilt.ancestor, GAMES)}"
            self._report(self.documents["game.yaml"], ("rebuilt", "ancestor"), message)
        return replace(meta, summary=self._summary(meta)) if meta and self.like else meta

    def _summary(self, meta: GameModel) -> str:
        """Return the summary of a variant.

        If the variant has no summary of its own, this is the game's summary with the variant's number of missions.
        """
        game = meta_of(self.like)
        if meta.summary != game.summary or meta.constants.get("missions") == game.constants.get("missions"):
            return meta.summary
        return _MISSIONS.sub(f"{meta.constants['missions']} missions", meta.summary)

    def book(self) -> Book:
        """Return the book, from the cache of this process if its files have not changed.

        Cached books share tables, rulings and rules, which are never changed; each returned book has separate mappings.

        Raises:
            DataError: the data has problems; all of them are listed.
        """
        key = self._cache_key()
        book = _compiled.pop(key, None)
        if book is None:
            book = self._book()
            if self._cache_key() != key:  # a file was changed while it was read
                return book
        _compiled[key] = book
        for oldest in list(_compiled)[:-MOST]:
            del _compiled[oldest]
        return book.again()

    def _cache_key(self) -> Hashable:
        """Return the cache key: the game, its folders, and the content of their YAML files."""
        game = game_named(self.like) if self.like else self.game
        digest_of_files = folder_digest(self.folder, *self.layers)
        folders = self.folder, *self.layers, Path.cwd()  # what problems are shown by
        return id(game), self.game.key, *map(str, folders), tuple(GAMES), digest_of_files

    def _book(self) -> Book:
        meta = self._meta()
        if self.like and self.problems:  # everything else is read by the merged constants
            raise DataError(self.problems)
        self.vocabulary = self._vocabulary(meta)
        rulings = self._special("rulings.yaml", RulingsModel)
        rules = self._special("rules.yaml", RulesModel)
        places = self._special("places.yaml", PlacesModel) if (self.folder / "places.yaml").is_file() else None
        self._tables(self.folder, replacing=False)
        self.problems += unread_files(self.folder, replacing=False)
        for layer in self.layers:
            self._tables(layer, replacing=True)
            self.problems += unread_files(layer, replacing=True, variant=layer == self.variant_folder)
        if not self.ids and not self.problems:
            self.problems.append(Problem(paths.display_path(self.folder), 1, "has no tables"))
        chances = self._chances()
        drawing, changes = self._drawing(), self._changes(rules)
        references = self._references()
        references.check_ids(rulings, rules)
        references.check_leads(places)
        references.check_places(places, rules, rulings)
        if places and rulings and not self.problems and self.ids == self.tables.keys():
            references.check_needs(places, rulings)
        order, day = (self._in_order(meta), self._day(meta)) if meta else ([], None)
        if self.problems or not (meta and rulings and rules):
            raise DataError(self._at_overlay())
        rules_by_id = {rule.id: _rule(rule) for rule in rules.rules}
        meta.words.update({tally_word_name(key): words for key, words in meta.tallied.items()})
        played = _as_played(self.files)
        digests = {EVERYTHING: digest(played), SIMULATED: digest(_as_simulated(played))}
        book = Book(
            self.game,
            meta.title,
            meta.constants,
            meta.words,
            {key: self.tables[key] for key in order},
            {ruling.id: _ruling(ruling) for ruling in rulings.rulings},
            rules_by_id,
            {name: _place(name, place) for name, place in places.places.items()} if places else {},
            digests[EVERYTHING],
            self.variants,
            drawing,
            optional=_optional(rulings.rulings, rules_by_id),
            lost=meta.rebuilt.lost if meta.rebuilt else "",
            day=day,
            meta=meta,
            vocabulary=self.vocabulary,
            scripts=self._scripts(),
            chances={chance.id: chance for chance in chances},
            seeds=self._seeds(),
            sightings=self._sightings(),
            variant_folder=self.variant_folder,
            overlay=self.overlay,
            vocabulary_data=self.files.get(VOCABULARY, {}),
            lesson=self._lesson(),
            medals=self._medals(),
            often_missed={rule.id: rule.often_missed for rule in rules.rules if rule.often_missed},
            constraints=self.folder / CONSTRAINTS if (self.folder / CONSTRAINTS).is_file() else None,
            changes=changes,
            digests=digests | {key: digest(self.files[key]) for key in self.tables},
        )
        self._check_tables(book)
        return book

    def _check_tables(self, book: Book) -> None:
        """Check by the code of the game that its tables do not contradict each other.

        Raises:
            DataError: they do; the problem is at a table of the overlay if it changes one of the tables concerned.
        """
        if self.game.pages.check_tables is None:
            return
        try:
            self.game.pages.check_tables(book.rulebook())
        except TableFault as fault:
            own = [place for place in fault.places if is_changed(self.documents[place[0]], self.overlay)]
            table, key = (own or fault.places)[0]
            document = self.documents[table]
            line = document.line(place_of(key, document))
            raise DataError([Problem(document.path, line, str(fault))]) from fault

    def _references(self) -> References:
        """Return the object that checks references between the files, after all files have been read."""
        return References(
            self.game,
            self.folder,
            self.overlay,
            self.problems,
            self.documents,
            self.tables,
            self.ids,
            self.leads,
            self.variants,
            self.constants,
            self.vocabulary,
        )

    def _at_overlay(self) -> list[Problem]:
        """Return the problems; those that an overlay causes by leaving out entries are reported at its lines.

        These are entries of the constants in `game.yaml` and of `vocabulary.yaml`.
        """
        problems = self.problems
        for document, removed in self.left_out:
            problems = self._at_left_out(document, removed, problems)
        return problems

    def _at_left_out(
        self, document: Document, removed: Sequence[tuple[str, Where]], problems: list[Problem]
    ) -> list[Problem]:
        """Return the problems, with those that a file of the overlay causes by leaving out entries at its lines.

        Args:
            document: the file of the overlay.
            removed: the entries that it leaves out, each with the path of its list or mapping.
            problems: the problems.
        """
        missing = [item for item in removed if item[1][:1] in NEEDED]
        problems_shown: list[Problem] = []
        needed: dict[tuple[str, Where], list[Problem]] = {}
        for problem in problems:
            if cause := next((item for item in missing if item[0] in problem.names), None):
                needed.setdefault(cause, []).append(problem)
            else:
                problems_shown.append(problem)
        for (word, where), causes in needed.items():
            first, several = min(causes, key=lambda item: (item.path == document.path, item)), len(causes) > 1
            needs = f"{first.path}:{first.line}{f' and {len(causes) - 1} more need' if several else ' needs'} it"
            is_replaced = isinstance(entry_at(document.data, where), list)
            remedy = (
                "add it (a list replaces the game's)"
                if is_replaced
                else "keep it, or change what needs it in files of your own"
            )
            message = f"{'.'.join(map(str, where))}: {word!r} is left out, but {needs}; {remedy}"
            problems_shown.append(document.problem(where, message))
        return problems_shown

    def _vocabulary(self, meta: GameModel | None) -> Vocabulary:
        """Return the terms that tables may use, from the code and `vocabulary.yaml`."""
        is_there = any((folder / VOCABULARY).is_file() for folder in (self.folder, *self.layers))
        model = self._special(VOCABULARY, VocabularyModel) if is_there else None

        def fail(where: Where, message: str, *names: str) -> None:
            if document := self.documents.get(VOCABULARY):
                self._report(document, where, message, *names)

        vocabulary = vocabulary_of(self.game, model, self.constants, meta.words if meta else (), fail)
        return replace(vocabulary, whole=False) if is_there and not model else vocabulary

    def _layered(self, name: str) -> Document | None:
        """Return a file merged with the variant's file of the same name.

        Without a variant, or if only one of the two files exists, that file is returned; None if neither exists.
        """
        document = self._read(self.folder / name) if (self.folder / name).is_file() else None
        if not (self.variant_folder and (self.variant_folder / name).is_file()):
            return document
        upper = self._read(self.variant_folder / name)
        if document is None or upper is None:
            return upper or document
        return merge_document(self.problems, document, upper) or document

    def _drawing(self) -> Any:
        """Return the data of `drawing.yaml`: the names of the aircraft's parts in the game's drawings.

        These names do not affect play, so the book's digest omits them.
        """
        path = self.folder / DRAWING
        if self.game.types.drawing is None:
            return None
        if not path.is_file():
            self.problems.append(Problem(paths.display_path(path), 1, "is missing; the game shows its parts by it"))
            return None
        document = self._layered(DRAWING)
        if document is None or not self.constants:
            return None
        if self.variant_folder and document.below is None:  # faults in what a variant adds are reported at its file
            document = Document(paths.display_path(self.variant_folder / DRAWING), document.data)
        drawing, wrong = checked(self.game.types.drawing, document.data, known=Known(self._drawn_constants()))
        self._check_fighters()
        self.problems += [document.fault(*each) for each in wrong]
        return None if wrong else drawing

    def _drawn_constants(self) -> Mapping[str, Any]:
        """Return the constants of the game or variant without those of an overlay, for which there are no drawings."""
        own: Any = read_shared(self.folder / "game.yaml").data
        variant = read_shared(self.variant_folder / "game.yaml").data if self.variant_folder else {}
        merged = Merge().merge(own, variant)
        constants: Mapping[str, Any] = merged.get("constants", {})
        return constants

    def _check_fighters(self) -> None:
        """Check that each type of fighter that a variant adds has an outline for pages."""
        known = read_shared(self.folder / "game.yaml").data["constants"].get("fighters", ())
        for name in self._drawn_constants().get("fighters", ()) if self.like else ():
            if name not in known and not paths.drawing(f"{name}-plan").is_file():
                message = f"{name}: has no outline for the pages; draw {ART}/{name}-plan.svg beside this file"
                self._report(self.documents["game.yaml"], ("constants", "fighters"), message)

    def _changes(self, rules: RulesModel | None) -> list[ChangeModel]:
        """Return the list of corrections, or an empty list if there are none.

        Corrections do not affect play, so the book's digest omits them.
        """
        document = self._layered(CHANGES)
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
        """Return the named probabilities, or an empty list if there are none.

        Named probabilities do not affect play, so the book's digest omits them.
        """
        document = self._layered("odds.yaml")
        model = model_of(document, ChancesModel, self.problems) if document else None
        if document is None or model is None:
            return []
        report_repeated(self.problems, document, "chances", [chance.id for chance in model.chances])
        for index, chance in enumerate(model.chances):
            where: Where = ("chances", index)
            if chance.table not in self.ids:
                message = f"unknown table {chance.table!r}{suggest(chance.table, self.ids)}"
                self._report(document, (*where, "table"), message)
            elif chance.table in self.tables and chance.column not in self.tables[chance.table].lookups:
                if self.overlay and is_changed(self.documents[chance.table], self.overlay):
                    continue  # an overlay may have other columns; `verify` reports it
                known = self.tables[chance.table].lookups
                message = f"{chance.table} has no column {chance.column!r}{suggest(chance.column, known)}"
                self._report(document, (*where, "column"), message)
        return model.chances

    def _day(self, meta: GameModel) -> DayScore | None:
        """Return how a mission of the day is counted; None for a game without one."""
        if meta.day is None:
            return None
        measures = {measure.key for measure in self.game.measures + self.game.scored}
        for part, names, known in (("guns", meta.day.guns, self.ids), ("points", meta.day.points, measures)):
            for name in names:
                if name not in known:
                    message = f"day: {part}: unknown name {name!r}{suggest(name, known)}"
                    self._report(self.documents["game.yaml"], ("day", part), message)
        return meta.day

    def _in_order(self, meta: GameModel) -> list[str]:
        """Return the ids of the tables in the order of game.yaml.

        Tables that game.yaml does not list come last.
        """
        by_id = sorted(self.ids, key=_natural)
        if not meta.order:
            return by_id
        document = self.documents["game.yaml"]
        listed = [key for keys in meta.order.values() for key in keys]
        for key in listed:
            if key not in self.ids:
                what = f"order: unknown table {key!r}{suggest(key, self.ids)}"
                self._report(document, ("order",), what)
        for key in sorted({key for key in listed if listed.count(key) > 1}):
            self._report(document, ("order",), f"order: {key} is listed twice; remove one")
        missing = [key for key in by_id if key not in listed]  # a table that is not listed comes last
        return [key for key in dict.fromkeys(listed) if key in self.ids] + missing

    def _report(self, document: Document, where: Where, message: str, *names: str) -> None:
        """Add a problem at a place in a file."""
        self.problems.append(document.problem(where, message, *names))

    def _read(self, path: Path) -> Document | None:
        try:
            document = read_shared(path)
        except DataError as error:
            self.problems += error.problems
            return None
        if not isinstance(document.data, dict):
            self._report(document, (), "the top level must be a mapping")
            return None
        return document

    def _special(self, name: str, cls: type[M]) -> M | None:
        """Return the model of a file other than a table, merged with the files of all layers that are valid."""
        there = [folder for folder in (self.folder, *self.layers) if (folder / name).is_file()] or [self.folder]
        document = self._read(there[0] / name)
        if document is None:
            return None
        model = self._model(name, document, cls)
        for layer in there[1:] if model else ():
            below, faults = (self.files[name], self.documents[name]), len(self.problems)
            upper = self._overlaid(document, layer / name)
            merged = self._model(name, upper, cls) if upper else None
            if not (upper and merged and len(self.problems) == faults):
                self.files[name], self.documents[name] = (
                    below  # valid by itself: only the layer's problems are reported
                )
                return model
            document, model = upper, merged
        return model

    def _model(self, name: str, document: Document, cls: type[M]) -> M | None:
        """Validate a file other than a table, including requirements that a schema cannot express."""
        self.files[name] = document.data
        self.documents[name] = document
        model = model_of(document, cls, self.problems)
        if isinstance(model, GameModel) and model.key != (wanted := self._wanted_key(document)):
            if document.below and ("key",) not in document.lines:  # it is the key of the variant's game
                self._report(document, (), f"key: is missing; add `key: {wanted}`")
            else:
                message = f"the key is {model.key!r} in the folder of {wanted!r}; write {wanted}"
                self._report(document, ("key",), message)
        if isinstance(model, RulingsModel):
            report_repeated(self.problems, document, "rulings", [r.id for r in model.rulings])
            report_repeated(self.problems, document, "rulings", [r.key for r in model.rulings])
            self._check_rulings(document, model)
        if isinstance(model, RulesModel):
            report_repeated(self.problems, document, "rules", [r.id for r in model.rules])
        return model

    def _overlaid(self, document: Document, path: Path) -> Document | None:
        """Return a file of the game merged with a file of the overlay; None if they cannot be merged."""
        upper = self._read(path)
        merged = merge_document(self.problems, document, upper) if upper else None
        if upper and merged and path.parent == self.overlay:
            self.left_out.append((upper, merged.removed))
        return merged

    def _wanted_key(self, document: Document) -> str:
        """Return the key that a `game.yaml` must have, which is the name of its folder."""
        return (
            self.like if self.like and document.path == paths.display_path(self.folder / "game.yaml") else self.game.key
        )

    def _check_rulings(self, document: Document, model: RulingsModel) -> None:
        for index, ruling in enumerate(model.rulings):
            if ruling.added and document.path == paths.display_path(self.folder / "rulings.yaml"):
                message = f"{ruling.id}: only an overlay adds rulings; remove `added`"
                self._report(document, ("rulings", index, "added"), message)
            if ruling.default not in ruling.options:
                near = suggest(ruling.default, ruling.options)
                message = f"{ruling.id}: default {ruling.default!r} is not an option{near}"
                where: Where = ("rulings", index, "default")
                is_own = document.decided(where) is document
                self._report(document, where if is_own else ("rulings", index, "options"), message)

    def _tables(self, folder: Path, *, replacing: bool) -> None:
        seen: dict[str, str] = {}
        for path in sorted(folder.glob("*.yaml")):
            if path.name in SPECIAL:
                continue
            document = self._read(path)
            if document and "edits" in document.data:
                document = self._edited_table(document, path)
            if document is None:
                self.ids.add(path.stem.upper())  # so that references to it are not reported as well
                continue
            table_id = document.data.get("id", path.stem.upper())
            if blanks := list(blank_places(document.data)):
                message = f"{table_id}: is blank; write what your table says, or delete the line or the file"
                self.problems += [document.problem(place, message) for place in blanks]
                self.ids.add(str(table_id))
                continue
            if isinstance(table_id, str):
                if table_id in seen:
                    message = f"the id {table_id} is also used in {seen[table_id]}; ids are unique"
                    self._report(document, ("id",), message)
                    continue
                seen[table_id] = document.path
                if replacing and table_id in self.ids and not isinstance(document.data.get("rows"), list):
                    message = (
                        f"{table_id}: has no list of rows, as a whole table has; add `edits: true` to change entries"
                    )
                    self._report(document, (), message)
                    continue
                self._check_added(document, table_id, replacing=replacing)
                self.ids.add(table_id)
            self._table(document, replacing=replacing)

    def _edited_table(self, upper: Document, path: Path) -> Document | None:
        """Return a table of the game merged with a file that edits it, or None on an error."""
        table_id = str(upper.data.get("id", path.stem.upper()))
        document = self.documents.get(table_id)
        if upper.data["edits"] is not True:
            message = f"edits: must be true (got {upper.data['edits']!r:.60}); a whole table leaves it out"
            self._report(upper, ("edits",), message)
            return None
        if document is None or table_id not in self.ids:
            message = f"edits no table: {table_id}{suggest(table_id, self.ids)}"
            self._report(upper, ("id",), message)
            return None
        return merge_table(self.problems, document, upper)

    def _check_added(self, document: Document, table_id: str, *, replacing: bool) -> None:
        """Check that a table of an overlay replaces a table or is marked as an addition."""
        added, known = document.data.get("added", False), table_id in self.ids
        if replacing and not known and not added:
            near = suggest(table_id, self.ids) or "; a new one says `added: true`"
            self._report(document, ("id",), f"replaces no table: {table_id}{near}")
        elif added and (known or not replacing):
            fault = "already exists" if known else "only an overlay adds tables"
            self._report(document, ("id",), f"{table_id}: {fault}; remove `added`")

    def _table(self, document: Document, *, replacing: bool) -> None:
        shape = document.data.get("shape", "rows")
        cls = SHAPES.get(shape) if isinstance(shape, str) else None
        if cls is None:
            self._report(document, ("shape",), f"unknown shape {shape!r}{suggest(str(shape), SHAPES)}")
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
        replaced = self.table_problems.get(model.id, ())  # of the table that this one replaces
        self.problems = [problem for problem in self.problems if problem not in replaced] + compiler.problems
        self.table_problems[model.id] = compiler.problems
        self.leads = [lead for lead in self.leads if lead[2] != model.id]
        self.leads += [(document, where, model.id, name) for where, name in compiler.leads]
        self.documents[model.id] = document
        self.files[model.id] = document.data
        if table:
            self.tables[model.id] = table

    def _check_origin(self, document: Document, model: TableBase, *, replacing: bool) -> None:
        """Check that the tables of a rebuilt game state an origin, and that the tables of other games do not."""
        if self.rebuilt and model.origin is None and not replacing:
            message = f"{model.id}: does not say where its values come from; add `origin`, as game.yaml has `rebuilt`"
            self._report(document, (), message)
        if model.origin is not None and not self.rebuilt and not (self.like and replacing):
            message = (
                f"{model.id}: says where its values come from, but the game's tables are not rebuilt; remove `origin`"
            )
            self._report(document, ("origin",), message)
        if model.origin == OWNER and not replacing:
            message = f"{model.id}: an owner's numbers belong into a folder of his own; see combatbox new overlay"
            self._report(document, ("origin",), message)

    def _owned(self, document: Document, model: TableBase) -> bool:
        """Return True if a table in an overlay has the values of an owner of the printed game.

        In a game with rebuilt tables, this is assumed unless the table states another origin and is otherwise the same
        as the table that it replaces.
        """
        if not self.rebuilt or self.like or model.id not in self.files:
            return False
        return model.origin in (None, OWNER) or without_origins(document.data) != without_origins(self.files[model.id])

    def _examples(self) -> Path:
        """Return the folder of the examples: the variant's folder if there is one, otherwise the game's."""
        own = self.variant_folder / EXAMPLES if self.variant_folder else None
        return own if own and own.is_dir() else self.folder / EXAMPLES

    def _scripts(self) -> dict[str, Path]:
        examples = sorted(self._examples().glob("*.yaml"))
        return {path.stem: path for path in examples if path.name not in (SEEDS, ROWS)}

    def _seeds(self) -> Path | None:
        path = self._examples() / SEEDS
        return path if path.is_file() else None

    def _sightings(self) -> Path | None:
        """Return the path of `rows.yaml`; None if its missions do not apply.

        They do not apply to house rules, because they were simulated without them. A variant may have its own file.
        """
        path = self._examples() / ROWS
        return path if not self.overlay or (path.is_relative_to(self.overlay) and path.is_file()) else None

    def _lesson(self) -> Path | None:
        """Return the path of the file with the tutorial mission of the game or variant.

        The result is None if there is no such file, and with house rules, which the tutorial would not fit.
        """
        path = (self.variant_folder or self.folder) / LESSON
        return path if path.is_file() and self.overlay == self.variant_folder else None

    def _medals(self) -> Path | None:
        """Return the path of the file of medals: that of the variant if it has one, else that of the game."""
        folders = [folder for folder in (self.variant_folder, self.folder) if folder]
        return next((path for folder in folders if (path := folder / MEDALS).is_file()), None)
