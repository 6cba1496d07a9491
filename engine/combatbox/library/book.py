"""The book of a game as loaded from YAML, including data that only the site and the tools need.

Such data are the names under which players know tables. Ids such as `T-TAB-FIGHTER-EFFECT` exist only in this project;
players look for `Fighter effect`. Ids such as `P-1` are printed on the cards of the game, so players know them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar, cast

from combatbox.core.annotations import computed
from combatbox.core.effects import VocabularyTerm
from combatbox.core.table_views import ModifierView, RowView, TableView
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.library import paths
from combatbox.library.schema import ChanceModel, ChangeModel, GameModel
from combatbox.library.vocabulary import Vocabulary
from combatbox.play import book
from combatbox.play.canonical_json import digest


@dataclass(slots=True, kw_only=True, repr=False)
class Book(book.Book):
    """A game as loaded from its files.

    Attributes:
        meta: the data of its `game.yaml`.
        vocabulary: the terms that its tables may use, including those of its `vocabulary.yaml`.
        scripts: the files of worked examples, by name.
        chances: the named probabilities, by id.
        seeds: the file of examples that are stored as seeds, if there is one.
        sightings: the path of `rows.yaml`, which lists missions with rows that no example shows; None for a book that
            cannot have this file.
        lesson: the file of the tutorial mission, if there is one.
        medals: the file of the medals, if there is one.
        often_missed: what players easily forget, as prose with calls, by the id of the rule that says it.
        constraints: the file with the rulebook's statements about lost printed tables, if there is one.
        changes: the corrections of its tables and rules.
        variant_folder: the folder of the variant; None if the book is not the book of a variant.
        digests: the digest of each table by its id, of everything that affects play as `EVERYTHING`, and of everything
            that affects a simulation as `SIMULATED`.
        overlay: the folder whose files take precedence: the game's folder in the overlay (`--tables`) if there is one,
            otherwise the folder of the variant; None for a game without an overlay.
    """

    meta: GameModel
    vocabulary: Vocabulary
    scripts: dict[str, Path]
    chances: dict[str, ChanceModel] = field(default_factory=dict)
    seeds: Path | None = None
    sightings: Path | None = None
    lesson: Path | None = None
    medals: Path | None = None
    often_missed: Mapping[str, str] = field(default_factory=dict)
    constraints: Path | None = None
    changes: Sequence[ChangeModel] = ()
    variant_folder: Path | None = None
    overlay: Path | None = None
    vocabulary_data: Mapping[str, Any] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    _below: list[Book] = computed(default_factory=list)

    def again(self) -> Book:
        """Return a copy whose mappings can be changed without affecting this book."""
        own: dict[str, Any] = {"meta": deepcopy(self.meta)}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.init and isinstance(value, dict):
                own[each.name] = dict(value)
        return replace(self, **{**own, "constants": own["meta"].constants, "words": own["meta"].words})

    @property
    def base_game(self) -> str:
        """The key of the game whose code, sheets and chapters this book uses.

        For a variant, this is the game that the variant names under `like`.
        """
        return self.meta.like or self.key

    @property
    def tables_option(self) -> Path | None:
        """The folder that `--tables` must name to find the variant; None for a game or a variant of the project."""
        folder = self.variant_folder.resolve().parent if self.variant_folder else None
        return None if folder == paths.variants().resolve() else folder

    @cached_property
    def names(self) -> TableNames:
        """The names of the tables, which replace the ids that do not occur in the printed game."""
        return TableNames(self.tables)

    def names_under(self, rules: Rulebook) -> TableNames:
        """Return the names of the tables under a rulebook; as they belong to `shared_digest`, no table counts as read."""
        with self.apart():
            return TableNames(rules.tables)

    def title_of(self, name: str) -> tuple[str, str]:
        """Return the id and the title of a table; as they belong to `shared_digest`, the table does not count as read."""
        with self.apart():
            table = self.table(name)
        return table.id, table.title

    @property
    def shared_digest(self) -> str:
        """The digest of what belongs to no single table: ids, titles, names of effects, and origins of values."""
        titles = [(key, table.title) for key, table in self.tables.items()]
        effects = {effect.name for row in self.rows().values() for effect in row.effects}
        return digest([titles, sorted(effects), sorted(self.origins)])

    def digest_of(self, names: Iterable[str]) -> str:
        """Return the digest of some tables, or of other parts of the book."""
        return digest({name: self.digests.get(name, "") for name in names})


EVERYTHING = "*"
"""The name by which all tables, rulings, rules and constants are noted as read."""

SIMULATED = "simulated"
"""The name of what a simulation reads: all of these without words for readers. Stored odds state its digest."""


T = TypeVar("T")


class Noted(Mapping[str, T]):
    """Tables or rows by name, each of which is reported when it is read; the names alone may be read unreported."""

    def __init__(self, values: Mapping[str, T], report: Callable[[T], None]) -> None:
        self._values, self._report = values, report

    def __getitem__(self, name: str) -> T:
        value = self._values[name]
        self._report(value)
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class NotedBook(Book):
    """A book that notes which tables are read, for one product that is made from it.

    Attributes:
        whole: the book of which it is a copy.
    """

    whole: Book

    @classmethod
    def of(cls, whole: Book) -> NotedBook:
        """Return a copy of a book that has read nothing, with caches of its own except for what belongs to `shared_digest`."""
        whole = getattr(whole, "whole", whole)
        noted = cls(**{each.name: getattr(whole, each.name) for each in fields(whole) if each.init})
        vars(noted).update(names=whole.names, origins=whole.origins)
        noted.whole = whole
        noted.tables = cast(dict[str, Table], Noted(whole.tables, noted.note_table))
        return noted

    @property
    def read(self) -> set[str]:
        """The names of what has been read."""
        return self._read

    def rulebook(self, choices: Mapping[str, str] | None = None, scenario: Mapping[str, Any] | None = None) -> Rulebook:
        """Return the rulebook of a flight, which notes the tables that are read.

        No other rulebook has its digest, so that a cache of values by digest reads the tables again.
        """
        with self.apart():
            rules = super().rulebook(choices, scenario)
        return replace(rules, tables=Noted(rules.tables, self.note_table), digest=f"{self.digest} {token_hex(8)}")

    def note_table(self, table: Table) -> None:
        """Note that a table is read."""
        self.note(table.id)

    def rows(self) -> Mapping[str, Row]:
        """Return every row of every table by id; to read a row counts as reading its table."""
        with self.apart():
            return Noted(super().rows(), lambda row: self.note(row.table))

    def modifiers(self) -> dict[str, VocabularyTerm]:
        """Return the terms that a log may name as modifiers; what a code means does not depend on a table."""
        with self.apart():
            return super().modifiers()

    def senders(self, table: Table) -> list[str]:
        """Return the ids of the tables that can precede a table, which counts as reading all tables."""
        self.note(*self.tables)
        return super().senders(table)


_WORD = re.compile(r"[A-Z]{3,}")


def code(table_id: str) -> str:
    """Return the printed code of a table; empty if its id contains a word.

    Ids that contain a word exist only in this project.
    """
    return "" if _WORD.search(table_id) else table_id


class TableNames:
    """The titles of tables, which replace the ids of tables in texts.

    An id is replaced if it exists only in this project; an id that is printed on the cards of the game is not.
    """

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self._titles = {name: table.title for name, table in tables.items() if not code(name)}
        longest = sorted(self._titles, key=len, reverse=True)
        self._ids = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])") if longest else None

    def text(self, words: str, *, quoted: bool = True) -> str:
        """Return a text with ids replaced by titles.

        Args:
            words: the text.
            quoted: True to put the titles in quotation marks; False if the titles will become links.
        """
        name = "“{}”" if quoted else "{}"
        return self._ids.sub(lambda match: name.format(self._titles[match[0]]), words) if self._ids else words

    def view(self, view: TableView) -> TableView:
        """Return a copy of a table's view in which ids of tables are replaced by titles."""
        return replace(
            view,
            used=self.text(view.used),
            rows=tuple(map(self._row, view.rows)),
            modifiers=tuple(map(self._modifier, view.modifiers)),
            notes=self._texts(view.notes),
        )

    def _row(self, row: RowView) -> RowView:
        return replace(row, area=self.text(row.area), cells=self._texts(row.cells))

    def _modifier(self, modifier: ModifierView) -> ModifierView:
        return replace(modifier, words=self.text(modifier.words), amount=self.text(modifier.amount))

    def _texts(self, texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self.text, texts))
