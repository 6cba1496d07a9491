"""A game's book as its YAML has it: what is played, and what its files say beside that for readers and makers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from combatbox.library.schema import ChanceModel, ChangeModel, GameModel
from combatbox.library.table_names import TableNames
from combatbox.library.vocabulary import Vocabulary
from combatbox.play import book


@dataclass(slots=True, kw_only=True)
class Book(book.Book):
    """One game as loaded from its files.

    meta: its `game.yaml`. vocabulary: the words that its tables may use, those of its `vocabulary.yaml` among them.
    scripts: the files of worked examples. seeds: the file of examples kept as seeds, if there is one. sightings: where
    missions that show rows are kept. constraints: the file of what the rulebook proves about tables that we lack.
    lesson: the file of the mission that a newcomer is led through. overlay: the folder of files that lie over those of the game,
    that of its key in what `--tables` names.
    """

    meta: GameModel
    vocabulary: Vocabulary
    scripts: dict[str, Path]
    chances: dict[str, ChanceModel] = field(default_factory=dict)
    seeds: Path | None = None
    sightings: Path | None = None
    lesson: Path | None = None
    constraints: Path | None = None
    changes: Sequence[ChangeModel] = ()
    overlay: Path | None = None
    _names: list[TableNames] = field(default_factory=list)
    _below: list[Book] = field(default_factory=list)

    def again(self) -> Book:
        """The same book, with maps of its own: what is put into them, or taken out, is nothing to this one."""
        own: dict[str, Any] = {"meta": self.meta.model_copy(deep=True)}
        for each in fields(self):
            held = getattr(self, each.name)
            if each.name.startswith("_"):
                own[each.name] = type(held)()  # what was gathered from the maps
            elif isinstance(held, dict):
                own[each.name] = dict(held)
        return replace(self, **{**own, "constants": own["meta"].constants, "words": own["meta"].words})

    @property
    def house(self) -> str:
        """The key of the game whose code, sheets and chapters it has: its own, or that of the game that a variant is like."""
        return self.meta.like or self.key

    @property
    def names(self) -> TableNames:
        """The names of its tables in place of ids that are ours."""
        if not self._names:
            self._names.append(TableNames(self.tables))
        return self._names[0]
