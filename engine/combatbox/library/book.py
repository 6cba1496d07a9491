"""The book of a game as loaded from YAML, including data that only the site and the tools need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from combatbox.library import paths
from combatbox.library.schema import ChanceModel, ChangeModel, GameModel
from combatbox.library.table_names import TableNames
from combatbox.library.vocabulary import Vocabulary
from combatbox.play import book


@dataclass(slots=True, kw_only=True)
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
        constraints: the file with the rulebook's statements about lost printed tables, if there is one.
        changes: the corrections of its tables and rules.
        variant_folder: the folder of the variant; None if the book is not the book of a variant.
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
    constraints: Path | None = None
    changes: Sequence[ChangeModel] = ()
    variant_folder: Path | None = None
    overlay: Path | None = None
    vocabulary_data: Mapping[str, Any] = field(default_factory=dict)
    _names: list[TableNames] = field(default_factory=list)
    _below: list[Book] = field(default_factory=list)

    def again(self) -> Book:
        """Return a copy whose mappings can be changed without affecting this book."""
        own: dict[str, Any] = {"meta": deepcopy(self.meta)}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name.startswith("_"):
                own[each.name] = type(value)()  # derived from the mappings, so not copied
            elif isinstance(value, dict):
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

    @property
    def names(self) -> TableNames:
        """The names of the tables, which replace the ids that do not occur in the printed game."""
        if not self._names:
            self._names.append(TableNames(self.tables))
        return self._names[0]
