"""The book of a game: its compiled tables, rules and rulings, for play, narration and print.

It is compiled from YAML (`library.load`), or parsed from its JSON form (`play.book_codec`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from combatbox import __version__
from combatbox.core.effects import VocabularyTerm
from combatbox.core.errors import CombatBoxError, UnknownName, suggest
from combatbox.core.game import Game
from combatbox.core.places import Place
from combatbox.core.table_views import TableView, view
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.play.dataclass_validation import build_declared

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Choice:
    """One option of a ruling. replaces: by table, the one that stands in for it."""

    words: str
    replaces: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ruling:
    """A decision between contradictory or silent sources: a question, options and a default.

    why: the reason for the default. rules: the rules it concerns. code: what reads it.
    """

    id: str
    key: str
    question: str
    options: Mapping[str, Choice]
    default: str
    why: str
    sources: Sequence[str] = ()
    rules: Sequence[str] = ()
    code: Sequence[str] = ()


@dataclass(frozen=True)
class Rule:
    """A rule. tables: those it uses. code: what implements it. erratum: its id in the publisher's errata."""

    id: str
    kind: str
    title: str
    tables: Sequence[str] = ()
    code: Sequence[str] = ()
    optional: bool = False
    erratum: str = ""


@dataclass
class Book:
    """One game as it is played. `tables` has variants too; `rulebook` puts rulings in force.

    words: the wording of words of the data. digest: of everything that affects play. drawing: its `drawing.yaml` as an object of the
    game, or None. variants: by table, the one that it replaces under a ruling. optional: ids of the rulings that put an optional
    rule in force. version: of the program that compiled it.
    """

    game: Game
    title: str
    constants: Mapping[str, Any]
    words: Mapping[str, str]
    tables: dict[str, Table]
    rulings: dict[str, Ruling]
    rules: dict[str, Rule]
    places: dict[str, Place]
    digest: str
    variants: dict[str, str] = field(default_factory=dict)
    drawing: Any = None
    version: str = __version__
    optional: frozenset[str] = frozenset()
    _views: dict[str, TableView] = field(default_factory=dict)
    _senders: dict[str, list[str]] = field(default_factory=dict)
    _rules: dict[str, list[str]] = field(default_factory=dict)
    _choosers: dict[str, list[str]] = field(default_factory=dict)
    _const: list[Any] = field(default_factory=list)
    _by_id: dict[str, Row] = field(default_factory=dict)
    _origins: list[frozenset[str]] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The game's key."""
        return self.game.key

    @property
    def const(self) -> Any:
        """The constants as an object of the game, built once."""
        if not self._const:
            self._const.append(constants_of(self.game, self.constants))
        return self._const[0]

    @property
    def base_game(self) -> str:
        """The key of the game whose code it uses: its own."""
        return self.game.key

    @property
    def missions(self) -> int:
        """The number of missions of a tour (constant `missions`); 1 if the game has no tour."""
        return int(self.constants.get("missions", 1))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of decision that the game asks: those called at places that have a question."""
        return tuple(sorted({place.called for place in self.places.values() if place.question}))

    def options(self) -> dict[str, tuple[str, ...]]:
        """Return by kind of decision every option that may ever be legal; none where a name is asked.

        The options are those that the places of the kind list, where each lists more than one, else those that the game lists. Kinds
        without either are checked when they are asked.
        """
        asked: dict[str, list[Mapping[str, str]]] = {}
        for place in self.places.values():
            if place.question:
                asked.setdefault(place.called, []).append(place.options)
        listed = {
            kind: tuple(dict.fromkeys(chain.from_iterable(options)))
            for kind, options in asked.items()
            if min(map(len, options)) > 1
        }
        return {**listed, **self.game.options(self.const)}

    def say(self, word: str) -> str:
        """Return a word of the data in English.

        It comes from the game's list, as a number in words, as the table of a place in the order of play, or with spaces for
        underscores.
        """
        known = self.words.get(word)
        if known is not None:
            return known
        if word in self.places:
            return self.places[word].table or word
        if word.isdecimal() and int(word) < len(_NUMBERS):
            return _NUMBERS[int(word)]
        return word.replace("_", " ")

    def view(self, table: Table) -> TableView:
        """Return a table in words; those of the book are cached."""
        if self.tables.get(table.id) is not table:
            return view(table, self.say)
        if table.id not in self._views:
            self._views[table.id] = view(table, self.say)
        return self._views[table.id]

    @property
    def origins(self) -> frozenset[str]:
        """The sources of the tables' values; cached."""
        if not self._origins:
            views_origins = (self.view(table).origins for table in self.tables.values())
            self._origins.append(frozenset(origin for origins in views_origins for origin in origins))
        return self._origins[0]

    def leads_of(self, row: Row) -> list[str]:
        """Return the tables that a row leads to, in order."""
        sent = (self.say(led) for e in row.effects for led in (*e.leads_to(), *e.next_tables(self.const)))
        return list(dict.fromkeys(sent))

    def leads(self, table: Table) -> list[str]:
        """Return the tables that follow a table; itself too where a row leads back to it."""
        return [key for key, other in self.tables.items() if table.id in self.senders(other)]

    def senders(self, table: Table) -> list[str]:
        """Return the tables that precede this one, in the order of play.

        They are those with a row that leads here, those in the table's `after`, and those used in place of such a table (`instead_of`).
        """
        if not self._senders:
            predecessors: dict[str, set[str]] = {key: set(other.info.after) for key, other in self.tables.items()}
            for other in self.tables.values():
                for target in {
                    target for row in _rows_of(other) for target in self.leads_of(row)
                } & predecessors.keys():
                    predecessors[target].add(other.id)
            for other in self.tables.values():
                replaced = self._replaced(other)
                for before in predecessors.values():
                    before.update({other.id} if before & replaced else ())
            self._senders = {
                key: [sender for sender in self.tables if sender in before] for key, before in predecessors.items()
            }
        return self._senders[table.id]

    def followers(self, table: Table) -> list[str]:
        """Return the tables to roll on that name this one in `after`.

        The table that it replaces (`instead_of`) counts too, unless a row leads to the follower. Variants and optional tables are
        never a next step.
        """
        led = {name for row in _rows_of(table) for name in self.leads_of(row)}
        replaced = self._replaced(table)
        followers = []
        for key, other in self.tables.items():
            before = set(other.info.after)
            next_step = table.id in before or (before & replaced and key not in led)
            if next_step and other.lookups and not other.info.optional and key not in self.variants:
                followers.append(key)
        return followers

    def _replaced(self, table: Table) -> set[str]:
        """Return the table in whose place this one is used, if any."""
        return {table.info.instead_of} - {""}

    def rules_on(self, table_id: str) -> list[str]:
        """Return the rules that use a table."""
        if not self._rules:
            for key, rule in self.rules.items():
                for used in rule.tables:
                    self._rules.setdefault(used, []).append(key)
        return self._rules.get(table_id, [])

    def choosers(self, table_id: str) -> list[str]:
        """Return the rulings that choose between a table and another."""
        if not self._choosers:
            for key, ruling in self.rulings.items():
                pairs = [pair for option in ruling.options.values() for pair in option.replaces.items()]
                for chosen in {name for pair in pairs for name in pair}:
                    self._choosers.setdefault(chosen, []).append(key)
        return self._choosers.get(table_id, [])

    def modifiers(self) -> dict[str, VocabularyTerm]:
        """Return the conditions and quantities that a log may name as modifiers, by code."""
        by_code: dict[str, VocabularyTerm] = {}
        for table in self.tables.values():
            for modifier in table.modifiers:
                named = (modifier.when, modifier.add, modifier.times)
                by_code |= {coded.code: coded for coded in named if isinstance(coded, VocabularyTerm)}
        return by_code

    def table(self, name: str) -> Table:
        """Return a table by its id, in any case, or by a unique end of its id.

        Raises:
            UnknownName: there is none.
            CombatBoxError: there are several.
        """
        wanted = name.upper()
        if wanted in self.tables:
            return self.tables[wanted]
        matches = [table for key, table in self.tables.items() if key.endswith(f"-{wanted}")]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise CombatBoxError(
                f"table {name!r} is ambiguous: {' or '.join(table.id for table in matches)}; write more of its id"
            )
        raise UnknownName(f"table of {self.key}", name, self.tables)

    def ruling(self, name: str) -> Ruling:
        """Return the ruling with this id or key.

        Raises:
            UnknownName: there is none.
        """
        for ruling in self.rulings.values():
            if name in (ruling.id, ruling.key):
                return ruling
        raise UnknownName(f"ruling of {self.key}", name, [r.key for r in self.rulings.values()])

    def chosen(self, choices: Mapping[str, str]) -> dict[str, str]:
        """Return every ruling's option in force: the defaults, replaced by these choices.

        Args:
            choices: option by id or key of the ruling.

        Raises:
            UnknownName: there is no such ruling.
            CombatBoxError: a ruling has no such option.
        """
        options = {ruling.id: ruling.default for ruling in self.rulings.values()}
        for name, option in choices.items():
            ruling = self.ruling(name)
            if option not in ruling.options:
                raise CombatBoxError(
                    f"ruling {ruling.id} ({ruling.key}) has no option {option!r}{suggest(option, ruling.options)}"
                )
            options[ruling.id] = option
        return options

    def rulebook(self, choices: Mapping[str, str] | None = None) -> Rulebook:
        """Return what a flight plays by: tables and constants under the rulings in force."""
        chosen = self.chosen(choices or {})
        tables = dict(self.tables)
        for ruling_id, option in chosen.items():
            for old, new in self.rulings[ruling_id].options[option].replaces.items():
                tables[old] = self.tables[new]
        ruled = {self.rulings[name].key: option for name, option in chosen.items()}
        tables = {key: table.with_rulings({**chosen, **ruled}) for key, table in tables.items()}
        return Rulebook(self.key, self.digest, tables, self.const, chosen, ruled, self.places)

    def rows(self) -> Mapping[str, Row]:
        """Return every row of every table by id, with nested rows and cells of columns; cached."""
        by_id = self._by_id
        if by_id:
            return by_id
        for table in self.tables.values():
            for row in table.walk():
                by_id[row.id] = row
            for lookup in table.lookups.values():
                for row in lookup.values():
                    by_id.setdefault(row.id, row)
            for row in table.keys.values():
                by_id.setdefault(row.id, row)
        return by_id


def constants_of(game: Game, data: Mapping[str, Any]) -> Any:
    """Return the validated constants as an object of the game, or unchanged where it has none."""
    return data if game.constants is None else build_declared(game.constants, data)


def _rows_of(table: Table) -> list[Row]:
    """Return every row of a table, with those that apply without a roll."""
    return [*table.walk(), *table.keys.values(), *(row for lookup in table.lookups.values() for row in lookup.values())]
