"""The book of a game: its compiled tables, rules and rulings, for play, narration and print.

A book is compiled from YAML (`library.load`), or parsed from its JSON form (`play.book_codec`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from combatbox import __version__
from combatbox.core.annotations import Known, computed, frozen
from combatbox.core.decisions import Place
from combatbox.core.effects import VocabularyTerm
from combatbox.core.errors import CombatBoxError, UnknownName, suggest
from combatbox.core.events import Header
from combatbox.core.game import Game, Setup
from combatbox.core.phrases import number_word, numbered
from combatbox.core.statistics import DayScore
from combatbox.core.table_views import PROVEN, TableView, view
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.play.dataclass_validation import Fault, build_declared, faults


@frozen
class Choice:
    """One option of a ruling.

    Attributes:
        words: the wording of the option.
        replaces: for each table that the option replaces, the id of its substitute.
    """

    words: str
    replaces: Mapping[str, str] = {}


@frozen
class Ruling:
    """A decision on a point where the sources are contradictory or silent: it has a question, options and a default.

    Attributes:
        why: the reason for the default.
        rules: the ids of the rules that the ruling concerns.
        code: the places in the code that read the ruling.
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


@frozen
class Rule:
    """A rule of the game.

    Attributes:
        tables: the ids of the tables that the rule uses.
        code: the places in the code that implement the rule.
        erratum: the id of the rule in the publisher's errata; empty if it is not one.
    """

    id: str
    kind: str
    title: str
    tables: Sequence[str] = ()
    code: Sequence[str] = ()
    optional: bool = False
    erratum: str = ""


@dataclass
class Book:
    """One game, compiled for play.

    Attributes:
        words: the wording of the terms that occur in the data, by term.
        tables: all tables, including the variants that a ruling can choose.
        digest: the digest of everything that affects play.
        variants: for each variant table, the id of the table that it replaces under a ruling.
        drawing: the data of `drawing.yaml`, in the type that the game declares; None if the game has no such file.
        version: the version of the program that compiled the book.
        optional: the ids of the rulings that activate an optional rule.
        lost: the printed tables that we lack, so that ours are rebuilt: `its Charts and Tables book`; empty if none.
        day: how a mission of the day is counted; None for a game without one.
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
    lost: str = ""
    day: DayScore | None = None
    _views: dict[str, TableView] = computed(default_factory=dict)
    _read: set[str] = computed(default_factory=set)

    def __post_init__(self) -> None:
        """Give the tables the book's words, in which a notebook shows them."""
        for table in self.tables.values():
            object.__setattr__(table, "html", self._table_html)

    def _table_html(self, table: Table) -> str:
        return self.view(table)._repr_html_()

    def __repr__(self) -> str:
        return f"<Book {self.key}: {self.title}, {len(self.tables)} tables, digest {self.digest}>"

    @property
    def key(self) -> str:
        """The game's key."""
        return self.game.key

    @cached_property
    def const(self) -> Any:
        """The constants as an instance of the game's constants class, created at the first access and then reused."""
        return constants_of(self.game, self.constants)

    @property
    def base_game(self) -> str:
        """The key of the game whose code the book uses, which is the game itself."""
        return self.game.key

    @property
    def missions(self) -> int:
        """The number of missions of a tour (constant `missions`); 1 if the game has no tour."""
        return int(self.constants.get("missions", 1))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of decision that players make, taken from all places in the order of play that ask a question."""
        return tuple(sorted({place.called for place in self.places.values() if place.question}))

    def note(self, *names: str) -> None:
        """Note that tables, or other parts of the book, are read; `library.book.NotedBook` notes its tables itself."""
        self._read.update(names)

    @contextmanager
    def apart(self) -> Iterator[set[str]]:
        """Yield the names of what is read in the `with` block, which do not count as read outside of it."""
        before, self._read = self._read, set()
        try:
            yield self._read
        finally:
            self._read = before

    def options(self) -> dict[str, tuple[str, ...]]:
        """Return every option that may ever be legal, by kind of decision.

        The options of a kind come from its places, if each place lists more than one; otherwise they come from the
        game. A decision that asks for a name has no options. A kind whose options are not listed is left out; its
        answers are checked when the decision is made.
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
        """Return the English wording of a word in the data.

        The wording is the first that exists of these: the entry in the game's word list, the name of the table at the
        place with this name in the order of play, the number in words, or the word itself with spaces for underscores.
        A word with a number, such as `german12`, has the wording of the first of its kind, with its own number.
        """
        known = self.words.get(word, numbered(self.words, word) or None)
        if known is not None:
            return known
        if word in self.places:
            return self.places[word].table or word
        return number_word(int(word)) if word.isdecimal() else word.replace("_", " ")

    def view(self, table: Table) -> TableView:
        """Return the view of a table, with its cells in words; views of the book's tables are cached."""
        if self.tables.get(table.id) is not table:
            return view(table, self.say)
        if table.id not in self._views:
            self._views[table.id] = view(table, self.say)
        return self._views[table.id]

    @cached_property
    def origins(self) -> frozenset[str]:
        """All origins that values of the book's tables have; they are computed once."""
        return frozenset(origin for table in self.tables.values() for origin in self.view(table).origins)

    @property
    def rebuilt(self) -> str:
        """A sentence that says that tables are rebuilt; empty if all of them are printed ones."""
        is_rebuilt = self.lost and self.origins - PROVEN
        return f"The tables of {self.title} are rebuilt by us: we lack {self.lost}." if is_rebuilt else ""

    def leads_of(self, row: Row) -> list[str]:
        """Return the ids of the tables to which a row leads, in the order of its effects."""
        sent = (self.say(led) for e in row.effects for led in (*e.leads_to(), *e.next_tables(self.const)))
        return list(dict.fromkeys(sent))

    def leads(self, table: Table) -> list[str]:
        """Return the ids of the tables that can follow a table (also the table itself, if a row leads back to it)."""
        return [key for key, other in self.tables.items() if table.id in self.senders(other)]

    def senders(self, table: Table) -> list[str]:
        """Return the ids of the tables that can precede a table, in the order of the book's tables.

        These are the tables with a row that leads to `table`, the tables that `table` names in `after`, and the tables
        that are used in place of one of those.
        """
        return self._senders[table.id]

    @cached_property
    def _senders(self) -> dict[str, list[str]]:
        predecessors = {key: set(other.info.after) for key, other in self.tables.items()}
        for other in self.tables.values():
            for target in {target for row in other.every_row() for target in self.leads_of(row)} & predecessors.keys():
                predecessors[target].add(other.id)
        for other in self.tables.values():
            replaced = self._replaced(other)
            for before in predecessors.values():
                before.update({other.id} if before & replaced else ())
        return {key: [sender for sender in self.tables if sender in before] for key, before in predecessors.items()}

    def followers(self, table: Table) -> list[str]:
        """Return the ids of the tables that come next after a table because they name it in `after`.

        If `table` is used in place of other tables, the tables that name one of these come next as well, except those to
        which a row of `table` leads. Variants and optional tables are never included.
        """
        led = {name for row in table.every_row() for name in self.leads_of(row)}
        replaced = self._replaced(table)
        followers = []
        for key, other in self.tables.items():
            before = set(other.info.after)
            next_step = table.id in before or (before & replaced and key not in led)
            if next_step and other.lookups and not other.info.optional and key not in self.variants:
                followers.append(key)
        return followers

    def _replaced(self, table: Table) -> set[str]:
        """Return the ids of the tables in whose place this one is used: by `instead_of`, or in some missions."""
        usual = (
            place.table for place in self.places.values() if any(other.table == table.id for other in place.instead)
        )
        return {table.info.instead_of, *usual} - {""}

    def rules_on(self, table_id: str) -> list[str]:
        """Return the ids of the rules that use a table."""
        return [key for key, rule in self.rules.items() if table_id in rule.tables]

    def choosers(self, table_id: str) -> list[str]:
        """Return the ids of the rulings that choose between the table with this id and another table."""
        return [
            key
            for key, ruling in self.rulings.items()
            if any(table_id in pair for option in ruling.options.values() for pair in option.replaces.items())
        ]

    def modifiers(self) -> dict[str, VocabularyTerm]:
        """Return the conditions and quantities that a log may name as modifiers, by their codes."""
        by_code: dict[str, VocabularyTerm] = {}
        for table in self.tables.values():
            for modifier in table.modifiers:
                named = (modifier.when, modifier.add, modifier.times)
                by_code |= {coded.code: coded for coded in named if isinstance(coded, VocabularyTerm)}
        return by_code

    def table(self, name: str) -> Table:
        """Return the table with this id, in upper or lower case, or the only table whose id ends in this name.

        Raises:
            UnknownName: there is no such table.
            CombatBoxError: the name is ambiguous.
        """
        wanted = name.upper()
        if wanted in self.tables:
            return self.tables[wanted]
        matches = [key for key in self.tables if key.endswith(f"-{wanted}")]
        if len(matches) == 1:
            return self.tables[matches[0]]
        if matches:
            raise CombatBoxError(f"table {name!r} is ambiguous: {' or '.join(matches)}; write more of its id")
        raise UnknownName(f"table of {self.key}", name, self.tables, f"`combatbox tables {self.key}` lists them")

    def ruling(self, name: str) -> Ruling:
        """Return the ruling with this id or key.

        Raises:
            UnknownName: there is no such ruling.
        """
        for ruling in self.rulings.values():
            if name in (ruling.id, ruling.key):
                return ruling
        keys = [ruling.key for ruling in self.rulings.values()]
        raise UnknownName(f"ruling of {self.key}", name, keys, f"`combatbox rulings {self.key}` lists them")

    def chosen(self, choices: Mapping[str, str]) -> dict[str, str]:
        """Return the option of every ruling: the chosen one, or else the default.

        Args:
            choices: the chosen options, by id or key of the ruling.

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

    def rulebook(self, choices: Mapping[str, str] | None = None, scenario: Mapping[str, Any] | None = None) -> Rulebook:
        """Return the rulebook of a flight: the tables and constants under the chosen rulings.

        Args:
            choices: the options of rulings, by key or id; they take precedence over those of the scenario.
            scenario: a scenario of the players' own as plain data, in place of the first mission.

        Raises:
            UnknownName: there is no such ruling or option.
            CombatBoxError: the game has no scenario files, or this one is not valid.
        """
        if scenario is not None:
            return self._scenario_rulebook(choices or {}, scenario)
        chosen = self.chosen(choices or {})
        tables = dict(self.tables)
        for ruling_id, option in chosen.items():
            for old, new in self.rulings[ruling_id].options[option].replaces.items():
                tables[old] = self.tables[new]
        ruled = {self.rulings[name].key: option for name, option in chosen.items()}
        tables = {key: table.with_rulings({**chosen, **ruled}) for key, table in tables.items()}
        return Rulebook(self.key, self.digest, tables, self.const, chosen, ruled, self.places, self.drawing)

    def _scenario_rulebook(self, choices: Mapping[str, str], scenario: Mapping[str, Any]) -> Rulebook:
        for where, message in self.scenario_faults(scenario, choices):
            raise CombatBoxError(": ".join(filter(None, ("scenario", ".".join(map(str, where)), message))))
        spec = self.game.scenarios
        assert spec
        played = self.rulebook(self._choices_in(scenario, choices))
        rulebook: Rulebook = spec.apply(played, build_declared(spec.type, scenario))
        return rulebook

    def _choices_in(self, scenario: Mapping[str, Any], choices: Mapping[str, str]) -> dict[str, str]:
        """Return the options of rulings, by id, that a scenario and `choices` state; the latter take precedence."""
        stated = (*scenario.get("rules", {}).items(), *choices.items())
        return {self.ruling(name).id: option for name, option in stated}

    def setup(self, mission: Any, names: Any, scenario: Mapping[str, Any] | None = None) -> Setup[Any]:
        """Build the set-up of a run from plain data, and validate it.

        Args:
            mission: the number of the mission.
            names: the names, as the game declares them.
            scenario: a scenario of the players' own, which `rulebook` validates.

        Raises:
            CombatBoxError: there is no such mission or name, or a value has another type.
        """
        last = self.constants.get("missions")
        if not isinstance(mission, int) or isinstance(mission, bool) or mission < 1 or (last and mission > last):
            raise CombatBoxError(f"mission {mission!r:.60}: a tour has missions 1 to {last}")
        if scenario is not None and mission != 1:
            raise CombatBoxError(f"mission {mission}: a scenario of the players' own counts as mission 1")
        declared = self.game.types.names
        if declared is None:
            if names:
                raise CombatBoxError(f"names: {self.title} has no names to give; leave them out")
            return Setup(mission, scenario=scenario)
        for where, message in faults(declared, names, ("names",), Known(self.constants)):
            raise CombatBoxError(f"{'.'.join(map(str, where))}: {message}")
        return Setup(mission, build_declared(declared, names), scenario)

    def setup_in(self, head: Mapping[str, Any]) -> Setup[Any]:
        """Build the set-up of a run from the header of its log or save, and validate it.

        Raises:
            CombatBoxError: the header has a mission or name that the game does not have.
        """
        setup = head["setup"]
        return self.setup(setup["mission"], setup["names"], setup.get("scenario"))

    def header(self, run: str, rulings: Mapping[str, str], setup: Setup[Any], dice: str) -> Header:
        """Return the header of a log, with everything that is needed to replay the log's dice and choices.

        Args:
            run: the kind of run, such as `mission`.
            rulings: the options in force, by the id of the ruling.
            setup: the set-up of the run.
            dice: a description of the origin of the dice.
        """
        return {
            "game": self.key,
            "run": run,
            "version": __version__,
            "digest": self.digest,
            "rulings": dict(sorted(rulings.items())),
            "setup": setup.as_data(),
            "dice": dice,
        }

    def as_played(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        """Return a scenario without the prose for readers, as logs and saves contain it."""
        prose = self.game.scenarios.prose if self.game.scenarios else ()
        return {key: value for key, value in scenario.items() if key not in prose}

    def scenario_points(self, scenario: Mapping[str, Any], values: Mapping[str, float]) -> dict[str, float]:
        """Return the points of both sides of a valid scenario, and the chance of the first side.

        Args:
            scenario: the scenario as plain data.
            values: the values of a scenario's parts.

        Raises:
            CombatBoxError: the game has no scenario files, or the values are not those of a scenario's parts.
        """
        spec = self.game.scenarios
        if spec is None:
            raise CombatBoxError(f"{self.title} has no scenarios of the players' own; leave it out")
        try:
            return spec.points(build_declared(spec.type, scenario), values, self.const)
        except (LookupError, TypeError, ArithmeticError) as error:
            raise CombatBoxError(f"values: there must be a number for each part of a scenario ({error})") from error

    def scenario_faults(self, scenario: Any, choices: Mapping[str, str] | None = None) -> Iterator[Fault]:
        """Yield what is wrong with a scenario under the options played, each with its path in the data.

        Args:
            scenario: the scenario as plain data.
            choices: the options of rulings, by key or id; they take precedence over those of the scenario.

        Raises:
            CombatBoxError: the game has no scenario files.
        """
        spec = self.game.scenarios
        if spec is None:
            raise CombatBoxError(f"{self.title} has no scenarios of the players' own; leave it out")
        wrong = faults(spec.type, scenario)
        yield from wrong
        rules = scenario.get("rules", {}) if not wrong else {}
        stated: dict[str, str] = {}
        for name, option in rules.items():
            try:
                self.chosen({name: option})
                other = stated.setdefault(self.ruling(name).id, name)
                if other != name:
                    raise CombatBoxError(f"it is the ruling {other} once more; keep one")
            except CombatBoxError as error:
                wrong.append((("rules", name), str(error)))
                yield wrong[-1]
        if wrong:
            return
        for name, option in {**rules, **self._choices_in({}, choices or {})}.items():
            ruling = self.ruling(name)
            if option != ruling.default and (own := spec.settled.get(ruling.key)):
                why = f"it has no effect, because a scenario states its own {own}; leave it out and change {own}"
                yield ("rules", name), why
        played = self.rulebook(self._choices_in(scenario, choices or {}))
        yield from spec.faults(played, build_declared(spec.type, scenario))

    def rows(self) -> Mapping[str, Row]:
        """Return every row of every table by id, including nested rows and cells of columns. The result is cached."""
        return self._by_id

    @cached_property
    def _by_id(self) -> dict[str, Row]:
        by_id: dict[str, Row] = {}
        for table in self.tables.values():
            for row in table.every_row():
                by_id.setdefault(row.id, row)
        return by_id


def tally_word_name(key: str) -> str:
    """Return the name of the vocabulary entry that can contain a special wording for a tally key."""
    return f"tallied {key}"


def constants_of(game: Game, data: Mapping[str, Any]) -> Any:
    """Return the constants as a validated instance of the game's constants class, or unchanged if it declares none."""
    return data if game.types.constants is None else build_declared(game.types.constants, data)
