"""A game's book: what its tables, rules and rulings say, compiled, and read by whatever plays, tells or prints it.

It is made from YAML (`library.load`), or read from the JSON that is made of one (`play.book_codec`).
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
from combatbox.play.dataclass_validation import made

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Choice:
    """One option of a ruling. replaces: tables that other tables stand in for."""

    words: str
    replaces: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ruling:
    """Where the sources contradict each other or are silent: what is asked, the options, and the one in force by default.

    why: the reason for that. rules: those that it is about. code: what reads it.
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
    """A rule by its id. tables: those that it uses. code: what carries it. erratum: what the publisher's errata call it."""

    id: str
    kind: str
    title: str
    tables: Sequence[str] = ()
    code: Sequence[str] = ()
    optional: bool = False
    erratum: str = ""


@dataclass
class Book:
    """One game as it is played. `tables` holds variants too; `rulebook` puts the rulings in force.

    words: how its words of data are said. digest: of all that is played. drawing: its `drawing.yaml`, as the game declares
    it; None for a game that draws nothing. variants: by table, the one that it stands in for under a ruling. optional: the rulings
    that put an optional rule in force, by id.
    version: of the program that compiled it.
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
        """Its constants as the game declares them, made once."""
        if not self._const:
            self._const.append(constants_of(self.game, self.constants))
        return self._const[0]

    @property
    def house(self) -> str:
        """The key of the game whose code it has: its own."""
        return self.game.key

    @property
    def missions(self) -> int:
        """How many missions a tour of the game has: its constant `missions`; one, where it has no tour."""
        return int(self.constants.get("missions", 1))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of decision that the game asks for: what is called for at places that have a question."""
        return tuple(sorted({place.called for place in self.places.values() if place.question}))

    def options(self) -> dict[str, tuple[str, ...]]:
        """By kind of decision every option that may ever be legal; none where a name is asked.

        They are what the places of that kind say that their options mean, where each says so of more than one; of the
        others what the game knows. Kinds that neither has are checked when they are asked.
        """
        asked: dict[str, list[Mapping[str, str]]] = {}
        for place in self.places.values():
            if place.question:
                asked.setdefault(place.called, []).append(place.options)
        told = {
            kind: tuple(dict.fromkeys(chain.from_iterable(options)))
            for kind, options in asked.items()
            if min(map(len, options)) > 1
        }
        return {**told, **self.game.options(self.const)}

    def say(self, word: str) -> str:
        """A word of the data in English: from the game's list, a number in words, or with spaces.

        The name of a place in the order of play is said by the table that is used there.
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
        """A table in words. Those of the book are put into words once: pages, cards and checks ask again and again."""
        if self.tables.get(table.id) is not table:
            return view(table, self.say)
        if table.id not in self._views:
            self._views[table.id] = view(table, self.say)
        return self._views[table.id]

    @property
    def origins(self) -> frozenset[str]:
        """Where the values of its tables come from; gathered once, every page of a table asks."""
        if not self._origins:
            seen = (self.view(table).origins for table in self.tables.values())
            self._origins.append(frozenset(origin for origins in seen for origin in origins))
        return self._origins[0]

    def leads_of(self, row: Row) -> list[str]:
        """The tables that a row sends one to, in order."""
        sent = (self.say(led) for e in row.effects for led in (*e.leads_to(), *e.next_tables(self.const)))
        return list(dict.fromkeys(sent))

    def leads(self, table: Table) -> list[str]:
        """The tables that come after a table, in the order of play; itself too where a row sends one back."""
        return [key for key, other in self.tables.items() if table.id in self.senders(other)]

    def senders(self, table: Table) -> list[str]:
        """The tables that come before this one, in the order of play: those with a row that leads here, those that its
        file names in `after`, and those rolled on in place of such a table (`instead_of`)."""
        if not self._senders:
            froms: dict[str, set[str]] = {key: set(other.info.after) for key, other in self.tables.items()}
            for other in self.tables.values():
                for led in {led for row in _rows_of(other) for led in self.leads_of(row)} & froms.keys():
                    froms[led].add(other.id)
            for other in self.tables.values():
                replaced = self._replaced(other)
                for known in froms.values():
                    known.update({other.id} if known & replaced else ())
            self._senders = {key: [name for name in self.tables if name in known] for key, known in froms.items()}
        return self._senders[table.id]

    def followers(self, table: Table) -> list[str]:
        """The tables to roll on that say (`after`) that they are used after this one, or after the one in whose place
        it is rolled on and to which no row of it leads. Variants and what is optional are nobody's next step."""
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
        """The table in whose place this one is rolled on, if it says so."""
        return {table.info.instead_of} - {""}

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

    def modifiers(self) -> dict[str, VocabularyTerm]:
        """What the log may name as a modifier, by its code: conditions and quantities that tables state."""
        by_code: dict[str, VocabularyTerm] = {}
        for table in self.tables.values():
            for modifier in table.modifiers:
                named = (modifier.when, modifier.add, modifier.times)
                by_code |= {coded.code: coded for coded in named if isinstance(coded, VocabularyTerm)}
        return by_code

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

    def ruling(self, name: str) -> Ruling:
        """The ruling with this id or key. Raises UnknownName."""
        for ruling in self.rulings.values():
            if name in (ruling.id, ruling.key):
                return ruling
        raise UnknownName(f"ruling of {self.key}", name, [r.key for r in self.rulings.values()])

    def chosen(self, choices: Mapping[str, str]) -> dict[str, str]:
        """Every ruling's option in force: the defaults, with these choices put in.

        choices: ruling id or key to option. Raises UnknownName, or CombatBoxError for an unknown option.
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
        """What a flight is handed: tables and constants under the rulings in force."""
        chosen = self.chosen(choices or {})
        tables = dict(self.tables)
        for ruling_id, option in chosen.items():
            for old, new in self.rulings[ruling_id].options[option].replaces.items():
                tables[old] = self.tables[new]
        ruled = {self.rulings[name].key: option for name, option in chosen.items()}
        tables = {key: table.with_rulings({**chosen, **ruled}) for key, table in tables.items()}
        return Rulebook(self.key, self.digest, tables, self.const, chosen, ruled, self.places)

    def rows(self) -> Mapping[str, Row]:
        """Every row of every table by its id, nested rows and cells of columns included; found once."""
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
    """The constants of a game, checked before, as it declares them; the data as they are where it declares none."""
    return data if game.constants is None else made(game.constants, data)


def _rows_of(table: Table) -> list[Row]:
    """Every row of a table, those that come without a roll included."""
    return [*table.walk(), *table.keys.values(), *(row for lookup in table.lookups.values() for row in lookup.values())]
