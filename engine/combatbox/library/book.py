"""A game's book: everything its YAML says, validated and compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from combatbox.core.errors import CombatBoxError, UnknownName, suggest
from combatbox.core.game import Game
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.core.wording import TableView, view
from combatbox.library.schema import ChanceModel, GameModel, RuleModel, RulingModel

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(slots=True)
class Book:
    """One game as loaded. `tables` holds variants too; `rulebook` puts the rulings in force.

    seeds: the file of examples kept as seeds, if there is one. sightings: where missions that show rows are kept.
    """

    game: Game
    meta: GameModel
    tables: dict[str, Table]
    rulings: dict[str, RulingModel]
    rules: dict[str, RuleModel]
    scripts: dict[str, Path]
    digest: str
    variants: dict[str, str] = field(default_factory=dict)
    chances: dict[str, ChanceModel] = field(default_factory=dict)
    seeds: Path | None = None
    sightings: Path | None = None
    _views: dict[str, TableView] = field(default_factory=dict)
    _senders: dict[str, list[str]] = field(default_factory=dict)
    _rules: dict[str, list[str]] = field(default_factory=dict)
    _choosers: dict[str, list[str]] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The game's key."""
        return self.meta.key

    def say(self, word: str) -> str:
        """A word of the data in English: from the game's list, a number in words, or with spaces."""
        known = self.meta.words.get(word)
        if known is not None:
            return known
        if word.isdecimal() and int(word) < len(_NUMBERS):
            return _NUMBERS[int(word)]
        return word.replace("_", " ")

    def view(self, table: Table) -> TableView:
        """A table in words. Those of the book are put into words once: pages, cards and checks ask again and again."""
        if self.tables.get(table.id) is not table:
            return view(table, self.say)
        if table.id not in self._views:
            self._views[table.id] = view(table, self.say)
        return self._views[table.id]

    def senders(self, table: Table) -> list[str]:
        """Tables with a row that leads to this one, itself included where it sends one back."""
        if not self._senders:
            self._senders.update({key: [] for key in self.tables})
            for other in self.tables.values():
                for led in leads(other):
                    self._senders.setdefault(led, []).append(other.id)
        return self._senders[table.id]

    def rules_on(self, table_id: str) -> list[str]:
        """The rules that use a table."""
        if not self._rules:
            for key, rule in self.rules.items():
                for used in rule.tables:
                    self._rules.setdefault(used, []).append(key)
        return self._rules.get(table_id, [])

    def choosers(self, table_id: str) -> list[str]:
        """The rulings that choose between a table and another."""
        if not self._choosers:
            for key, ruling in self.rulings.items():
                pairs = [pair for option in ruling.options.values() for pair in option.replaces.items()]
                for chosen in {name for pair in pairs for name in pair}:
                    self._choosers.setdefault(chosen, []).append(key)
        return self._choosers.get(table_id, [])

    def table(self, name: str) -> Table:
        """The table with this id, in any case, or the only one whose id ends so. Raises UnknownName."""
        wanted = name.upper()
        if wanted in self.tables:
            return self.tables[wanted]
        ends = [table for key, table in self.tables.items() if key.endswith(f"-{wanted}")]
        if len(ends) == 1:
            return ends[0]
        if ends:
            raise CombatBoxError(f"table {name!r} may be {' or '.join(table.id for table in ends)}; write more of it")
        raise UnknownName(f"table of {self.key}", name, self.tables)

    def ruling(self, name: str) -> RulingModel:
        """The ruling with this id or key. Raises UnknownName."""
        for ruling in self.rulings.values():
            if name in (ruling.id, ruling.key):
                return ruling
        raise UnknownName(f"ruling of {self.key}", name, [r.key for r in self.rulings.values()])

    def chosen(self, choices: Mapping[str, str]) -> dict[str, str]:
        """Every ruling's option in force: the defaults, with these choices put in.

        choices: ruling id or key to option. Raises UnknownName, or CombatBoxError for an unknown option.
        """
        found = {ruling.id: ruling.default for ruling in self.rulings.values()}
        for name, option in choices.items():
            ruling = self.ruling(name)
            if option not in ruling.options:
                raise CombatBoxError(
                    f"ruling {ruling.id} ({ruling.key}) has no option {option!r}{suggest(option, ruling.options)}"
                )
            found[ruling.id] = option
        return found

    def rulebook(self, choices: Mapping[str, str] | None = None) -> Rulebook:
        """What a flight is handed: tables and constants under the rulings in force."""
        chosen = self.chosen(choices or {})
        tables = dict(self.tables)
        for ruling_id, option in chosen.items():
            for old, new in self.rulings[ruling_id].options[option].replaces.items():
                tables[old] = self.tables[new]
        tables = {key: table.under(chosen) for key, table in tables.items()}
        return Rulebook(self.key, self.digest, tables, self.meta.constants, chosen)

    def rows(self) -> dict[str, Row]:
        """Every row of every table by its id, nested rows and cells of columns included."""
        found: dict[str, Row] = {}
        for table in self.tables.values():
            for row in table.walk():
                found[row.id] = row
            for lookup in table.lookups.values():
                for row in lookup.values():
                    found.setdefault(row.id, row)
            for row in table.keys.values():
                found.setdefault(row.id, row)
        return found


def leads(table: Table) -> list[str]:
    """The tables that a table's rows lead to, in order, those that come without a roll included."""
    rows = [*table.walk(), *table.keys.values(), *(row for found in table.lookups.values() for row in found.values())]
    return list(dict.fromkeys(led for row in rows for effect in row.effects for led in effect.leads()))
