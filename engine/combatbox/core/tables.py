"""Compiled tables on which flights roll; `library.table_compiler` builds them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import Any, Final, Generic, Literal, TypeVar

from combatbox.core.annotations import computed, frozen
from combatbox.core.decisions import Place
from combatbox.core.dice import Notation, throw_readings
from combatbox.core.effects import Condition, Effect, Quantity
from combatbox.core.errors import UnknownName

Side = Literal["", "hit", "miss"]

Test = Callable[[Any], bool]
"""Returns True if a condition holds for a flight."""

Amount = Callable[[Any], int]
"""Reads a number from a flight."""

BEYOND: Final = 12
"""The distance beyond the ends of a table up to which rows are cached by net roll."""


@frozen
class Row:
    """One row, or one cell of a table with columns.

    While one of the conditions in `again` holds, the roll does not count and is repeated.

    Attributes:
        id: the stable id used in links, logs, page anchors and tests: `P-1/10`, nested `P-1/10/1-3`, in a column
            `B-4/2@12_high`, in a chart `G-11/paris`.
        then: the nested table to roll on next; None if there is none.
        table: the id of the printed table that contains the row, directly or nested.
        line: the id of the printed row, which is shared by all of its columns (`B-4/2`) and by both sides of a to-hit
            table.
        side: `hit` or `miss` in a to-hit table.
        column: the column that contains the cell, directly or nested; empty for a row that spans all columns.
        does: the functions that apply those effects that change the state.
        asks: the test of the row's condition; None if it has no condition.
        given: a cache of the effects as log codes.
    """

    id: str
    rolls: tuple[int, ...] = ()
    key: str = ""
    area: str = ""
    effects: tuple[Effect, ...] = ()
    then: Table | None = None
    when: Condition | None = None
    again: tuple[Condition, ...] = ()
    source: str = ""
    table: str = ""
    line: str = ""
    side: Side = ""
    origin: tuple[str, ...] = ()
    column: str = ""
    does: tuple[Callable[[Any], None], ...] = computed(default=())
    asks: Test | None = computed(default=None)
    given: list[str] = computed(default_factory=list)

    @property
    def words(self) -> tuple[str, ...]:
        """The terms in the row's key; the key of a to-hit table may have two: `12_high|nose`."""
        return tuple(self.key.split("|"))

    @property
    def says_area(self) -> bool:
        """True if the wording of the effects names the area that is struck.

        The narration can then omit the area. The value is False if a nested roll follows.
        """
        return self.then is None and any(effect.names_area() for effect in self.effects)

    def __post_init__(self) -> None:
        """Precompute the functions and the test that every roll uses."""
        object.__setattr__(self, "does", tuple(_steps(self.effects)))
        object.__setattr__(self, "asks", self.when.holds if self.when else None)

    def codes(self) -> list[str]:
        """Return the effects as log codes, in a new list that the caller may change."""
        if not self.given:
            self.given.extend([effect.code for effect in self.effects])
        return self.given.copy()


def _steps(effects: Iterable[Effect]) -> Iterator[Callable[[Any], None]]:
    """Yield the functions of the effects that change the state.

    Composites are split into their components.
    """
    for effect in effects:
        for step in effect.components():
            if isinstance(step, Effect) and not step.idle:
                yield step.apply


@frozen
class Modifier:
    """A modifier, which adds an amount to the natural roll while its condition holds.

    The amount is `add`, a number or quantity, multiplied by `times`.

    Attributes:
        asks: the test of the condition; None if the modifier always applies.
    """

    when: Condition | None = None
    add: int | Quantity = 0
    source: str = ""
    times: Quantity | None = None
    origin: tuple[str, ...] = ()
    asks: Test | None = computed(default=None)

    def __post_init__(self) -> None:
        """Precompute the test of the condition; None if the modifier always applies."""
        object.__setattr__(self, "asks", self.when.holds if self.when else None)

    @property
    def called(self) -> str:
        """The modifier's name in the log: the code of its condition or quantity."""
        if not isinstance(self.add, int):
            return self.add.code
        named = self.when or self.times
        return named.code if named else "always"

    def amount(self, flight: Any) -> int:
        """Return the amount that the modifier adds while its condition holds."""
        amount = self.add if isinstance(self.add, int) else self.add.amount(flight)
        return amount * self.times.amount(flight) if self.times else amount


@frozen
class Floor:
    """A minimum net roll, whatever the modifiers, for one natural roll."""

    natural: int
    net: int
    when: Condition | None = None
    source: str = ""
    origin: tuple[str, ...] = ()


@frozen
class Adjust:
    """An adjustment, which changes the numbers in a cell while its condition holds.

    The number is multiplied by `times` and rounded down, `add` is added, and the result is at least `least`.
    """

    when: Condition | None = None
    times: Fraction = Fraction(1)
    add: int = 0
    source: str = ""
    least: int | None = None
    origin: tuple[str, ...] = ()


@frozen
class Source:
    """The source of a table.

    The kinds of source are erratum, card-image, rulebook and others, the most reliable first.
    """

    kind: str
    section: str


@frozen
class Correction:
    """A value that differs from the printed one, with the authority for the correction."""

    row: str
    was: str
    by: str
    column: str = ""


@frozen
class Info:
    """Information about a table for readers; the engine does not use it.

    Attributes:
        note_origins: the origins of each note. This field and the `origin` of rows and modifiers are empty in a game
            whose values were copied from its printed tables.
    """

    notes: tuple[str, ...] = ()
    source: tuple[Source, ...] = ()
    corrections: tuple[Correction, ...] = ()
    told: str = ""
    deep: bool = False
    card: str = ""
    used: str = ""
    after: tuple[str, ...] = ()
    instead_of: str = ""
    per: str = ""
    printed: str = ""
    path: str = ""
    optional: bool = False
    head: str = ""
    note_origins: tuple[tuple[str, ...], ...] = ()


@frozen
class Table:
    """A table that is ready to be rolled on.

    Attributes:
        lookups: for each column (`""` if there are no columns), the row of each net roll from `low` to `high`; a net
            roll outside this range is read as the nearest end.
        keys: the rows of a chart, by key.
        most: the highest total that can be thrown if several dice may be added up.
        sides: the names of the two sides that roll on an opposed table.
        adds: the numbers that the two sides add to their dice, by column.
        forced: results that the state forces without a roll; the first whose condition holds is applied.
        first: rows that are applied after the dice are read, before the row that was rolled.
        floors: minimum net rolls for natural rolls.
        count: the number of dice.
        sums: True if the dice are added up.
        counting: the modifiers that can apply under the rulings in force.
        modified: True if the table has floors, or modifiers that can apply under the rulings in force.
        descriptions: a cache of `describe_modifiers`.
        bonus: a function that returns the sum of the modifiers that apply to a flight.
        floored: the natural rolls that have a floor.
        quick: the number of dice, one or two, if the table has neither `first` nor `adjusts`; 0 otherwise. A roll on a
            quick table takes the fast path of `Flight.roll`.
        naturals: the natural roll of each throw, for the fast path.
        by_net: a cache of the row of each net roll, by column.
        html: a function that returns the table as HTML in the words of its book, which the book sets.
    """

    id: str
    title: str
    shape: str
    notation: Notation
    rows: tuple[Row, ...] = ()
    columns: Mapping[str, str] = {}
    lookups: Mapping[str, Mapping[int, Row]] = {}
    keys: Mapping[str, Row] = {}
    low: int = 0
    high: int = 0
    most: int = 0
    modifiers: tuple[Modifier, ...] = ()
    adjusts: tuple[Adjust, ...] = ()
    info: Info = Info()  # it is frozen
    forced: tuple[Row, ...] = ()
    first: tuple[Row, ...] = ()
    floors: tuple[Floor, ...] = ()
    sides: tuple[str, ...] = ()
    adds: Mapping[str, tuple[int, int]] = {}
    count: int = computed(default=0)
    sums: bool = computed(default=False)
    modified: bool = computed(default=False)
    counting: tuple[Modifier, ...] = computed(default=())
    descriptions: tuple[tuple[Test | None, tuple[str, int], Amount | None], ...] = computed(default=())
    bonus: Amount = computed()
    floored: tuple[int, ...] = computed(default=())
    quick: int = computed(default=0)
    naturals: tuple[int, ...] = computed(default=())
    by_net: dict[str, dict[int, Row]] = computed(default_factory=dict)
    html: Callable[[Table], str] = computed(default=repr)
    _changed: dict[tuple[object, ...], Row] = computed(default_factory=dict)
    _under: dict[tuple[int, ...], Table] = computed(default_factory=dict)

    def __post_init__(self) -> None:
        """Precompute the dice, the modifiers and the data of the fast path, which every roll uses.

        It sets them on a frozen object, because properties would be computed at every roll.
        """
        count = self.notation.count
        quick = count if count in (1, 2) and not (self.first or self.adjusts) else 0
        self._compute(
            count=count,
            sums=self.notation.reading == "sum",
            floored=tuple([floor.natural for floor in self.floors]),
            quick=quick,
            naturals=throw_readings(self.notation) if quick else (),
        )
        self._set_modifiers(self.modifiers)

    def _compute(self, **values: Any) -> None:
        """Set fields that are computed."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"<Table {self.id}: {self.title}, {len(self.rows)} rows>"

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        return self.html(self)

    @property
    def fixed_modifiers(self) -> dict[str, int]:
        """The numbers that modifiers add, by the modifier's name, without the factor `times`."""
        return {each.called: each.add for each in self.modifiers if isinstance(each.add, int)}

    def with_rulings(self, rulings: Mapping[str, str]) -> Table:
        """Return the table without the modifiers that cannot apply under these rulings."""
        counting = tuple(
            [
                modifier
                for modifier in self.modifiers
                if modifier.when is None
                or (needed := modifier.when.requires_ruling()) is None
                or needed in rulings.items()
            ]
        )
        if len(counting) == len(self.modifiers):
            return self
        key = tuple(map(id, counting))
        table = self._under.get(key)
        if table is None:
            table = self._under[key] = replace(self)
            table._set_modifiers(counting)
            table._compute(by_net=self.by_net, html=self.html)  # the rows are the same
        return table

    def _set_modifiers(self, modifiers: tuple[Modifier, ...]) -> None:
        """Set the modifiers that are tested at every roll."""
        modified = bool(modifiers or self.floors)
        self._compute(counting=modifiers, descriptions=(), modified=modified, bonus=_bonus(modifiers))

    def describe_modifiers(self) -> tuple[tuple[Test | None, tuple[str, int], Amount | None], ...]:
        """Return the data of each modifier for the log, and cache it in `descriptions`.

        Returns:
            For each modifier three items: its test (None if it always applies); its name with its amount; and a
            function that reads the amount from the flight (None if the amount is constant).
        """
        descriptions = tuple(
            [
                (modifier.asks, (modifier.called, add), None)
                if isinstance(add := modifier.add, int) and modifier.times is None
                else (modifier.asks, (modifier.called, 0), modifier.amount)
                for modifier in self.counting
            ]
        )
        self._compute(descriptions=descriptions)
        return descriptions

    def row_for(self, net: int, column: str) -> Row:
        """Return the row of a net roll, and cache it unless the roll is far beyond the table."""
        row = self.at(net, column)
        if column not in self.by_net:
            self.by_net[column] = dict(self.lookups[column])
        if self.low - BEYOND <= net <= self.high + BEYOND:
            self.by_net[column][net] = row
        return row

    def at(self, net: int, column: str = "") -> Row:
        """Return the row of a net roll, or the nearest row if it is outside the table.

        Raises:
            UnknownName: the table has no such column.
        """
        rows = self.lookups.get(column)
        if rows is None:
            raise UnknownName(f"column of {self.id}", column, self.lookups)
        return rows[self.low if net < self.low else min(net, self.high)]

    def share(self, counts: Callable[[Row], bool], column: str = "", add: int = 0) -> float:
        """Return the share of all throws whose row counts, with a number added to each natural roll."""
        weights = self.notation.weights()
        counted = sum(weight for roll, weight in weights.items() if counts(self.at(roll + add, column)))
        return counted / sum(weights.values())

    def changed(self, row: Row, holding: tuple[Adjust, ...]) -> Row:
        """Return a copy of a row of this table, with its numbers changed by the given adjustments."""
        key = (row.id, *map(id, holding))
        changed = self._changed.get(key)
        if changed is None:
            effects = row.effects
            for adjust in holding:
                effects = tuple(effect.adjusted(adjust.times, adjust.add, adjust.least) for effect in effects)
            changed = self._changed[key] = replace(row, effects=effects)
        return changed

    def find(self, key: str) -> Row:
        """Return the row of the chart that has this key.

        Raises:
            UnknownName: the chart has no such key.
        """
        row = self.keys.get(key)
        if row is None:
            raise UnknownName(f"row of {self.id}", key, self.keys)
        return row

    def stated(self) -> Iterator[Condition]:
        """Yield the conditions that the table itself states, but not those of its rolled rows."""
        conditions = (
            *(m.when for m in self.modifiers),
            *(a.when for a in self.adjusts),
            *(f.when for f in self.floors),
            *(row.when for row in (*self.forced, *self.first)),
        )
        yield from (when for when in conditions if when)

    def asks(self) -> Iterator[Condition]:
        """Yield every condition that a roll on the table tests, including the conditions of nested dice."""
        yield from self.stated()
        for row in unique_rows((*self.rows, *self.results())):
            yield from row.again
            if row.then:
                yield from row.then.asks()

    def parts(self) -> Iterator[Table]:
        """Yield the table and every nested roll inside it."""
        yield self
        for row in self.results():
            if row.then:
                yield from row.then.parts()

    def hits(self, row: Row, column: str) -> dict[int, Row]:
        """Return the rolls of a row that hit in a column of a to-hit table, with the rows that they reach."""
        rows = self.lookups[f"{row.key}@{column}"]
        return {roll: reached for roll, reached in rows.items() if reached.side == "hit"}

    def results(self) -> list[Row]:
        """Return each row or cell that a roll or a look-up on the table can reach, once."""
        rows = [row for lookup in self.lookups.values() for row in lookup.values()] or self.keys.values()
        return unique_rows(rows)

    def every_row(self) -> Iterator[Row]:
        """Yield every row, printed or reached by a roll or a key; most rows occur several times."""
        yield from self.walk()
        yield from self.keys.values()
        for cells in self.lookups.values():
            yield from cells.values()

    def walk(self) -> Iterator[Row]:
        """Yield every row, nested rows after their parent.

        The rows that apply without a roll (`forced`) or before the row that was rolled (`first`) come last.
        """
        for row in self.rows:
            yield row
            if row.then:
                yield from row.then.walk()
        for cell in self.results():
            if cell.key and cell.then:
                yield cell
                yield from cell.then.walk()
        yield from self.forced
        yield from self.first


def unique_rows(rows: Iterable[Row]) -> list[Row]:
    """Return rows without repetitions, in their order."""
    return list({row.id: row for row in rows}.values())


def _bonus(modifiers: Iterable[Modifier]) -> Amount:
    """Combine modifiers into one function of the flight that returns their sum.

    Constant modifiers are combined in pairs, to save calls.
    """
    fixed: list[tuple[Test, int]] = []
    amounts: list[Amount] = []
    for modifier in modifiers:
        if modifier.asks and isinstance(modifier.add, int) and modifier.times is None:
            fixed.append((modifier.asks, modifier.add))
        else:
            amounts.append(_while_counting(modifier))
    pairs: list[Amount] = [_sum_of_two(*first, *second) for first, second in zip(fixed[::2], fixed[1::2], strict=False)]
    if len(fixed) % 2:
        pairs.append(_while_true(*fixed[-1]))
    return _sum_of([*pairs, *amounts])


def _while_true(asks: Test, add: int) -> Amount:
    return lambda flight: add if asks(flight) else 0


def _sum_of_two(asks: Test, add: int, also: Test, more: int) -> Amount:
    """Return a function for the sum of two constants, each under its condition."""
    return lambda flight: (add if asks(flight) else 0) + (more if also(flight) else 0)


def _while_counting(modifier: Modifier) -> Amount:
    """Return a function for the amount that a modifier adds to a flight.

    The amount is 0 if the modifier does not apply.
    """
    add, times, asks = modifier.add, modifier.times, modifier.asks
    amount: Amount = add.amount if not isinstance(add, int) and times is None else modifier.amount
    if asks is None:
        return amount
    counts: Test = asks
    return lambda flight: amount(flight) if counts(flight) else 0


def _sum_of(amounts: Sequence[Amount]) -> Amount:
    """Combine functions into one for their sum, without a loop for up to three."""
    if len(amounts) == 1:
        return amounts[0]
    if len(amounts) == 2:
        first, second = amounts
        return lambda flight: first(flight) + second(flight)
    if len(amounts) == 3:
        first, second, third = amounts
        return lambda flight: first(flight) + second(flight) + third(flight)

    def in_all(flight: Any) -> int:
        total = 0
        for amount in amounts:
            total += amount(flight)
        return total

    return in_all


C_co = TypeVar("C_co", covariant=True)
"""The type of a game's constants."""

R_co = TypeVar("R_co", bound=Mapping[str, object], covariant=True)
"""The type of the options of a game's rulings, by ruling key."""


def _no_rulings() -> Any:
    return {}


@frozen
class GameRulebook(Generic[C_co, R_co]):
    """The tables, constants and order of play of a game, under the rulings in force.

    Attributes:
        rulings: the option in force of each ruling, by the ruling's id.
        ruled: the options in force by the ruling's key, for code that several games share.
        drawing: the game's drawing, for figures; None if the game has none.
        rolled: a cache of the table of each place where a roll was made.
    """

    game: str
    digest: str
    tables: Mapping[str, Table]
    constants: C_co
    rulings: Mapping[str, str]
    ruled: R_co = field(default_factory=_no_rulings)
    places: Mapping[str, Place] = {}
    drawing: Any = field(default=None, repr=False)
    rolled: dict[str, Table] = computed(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Rulebook {self.game}, {len(self.tables)} tables, digest {self.digest}>"

    def table_at(self, place: str) -> Table:
        """Return the usual table of a place in the order of play, even if it is replaced in some missions."""
        return self.tables[self.places[place].table]


@frozen
class Rulebook(GameRulebook[Any, Any]):
    """The rulebook of any game, for code that is independent of its constants."""

    __repr__ = GameRulebook.__repr__


@frozen
class Keys:
    """The keys that code looks up in one table, or in a table that replaces it.

    Attributes:
        table: the id of the table, or the place in the order of play that names the table.
        needed: keys that the table must have.
        also: further keys that the table may have; None permits any.
        kind: the part of the table that has the keys: `row`, `column` or `cell`. The key of a cell is `row@column`.
        bare: True if a table without columns is accepted as well.
    """

    table: str
    needed: tuple[str, ...] = ()
    also: tuple[str, ...] | None = ()
    kind: Literal["row", "cell", "column"] = "row"
    bare: bool = False

    def present(self, table: Table) -> tuple[str, ...]:
        """Return the keys of this kind that a table has."""
        if self.kind == "column":
            return tuple(table.columns)
        if self.kind == "cell":
            return tuple(key for key in (table.keys or table.lookups) if "@" in key)
        return tuple(key for key in table.keys if "@" not in key) or tuple(row.key for row in table.rows if row.key)


KeysOf = Callable[[Any, Mapping[str, Table]], Iterable[Keys]]
"""Returns the keys that a game looks up; called with its constants and its tables by id."""


def unique(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the keys without duplicates, in their order."""
    return tuple(dict.fromkeys(keys))


# ---- the ids of rows; a compiled book leaves out what an id implies, and only these functions parse one

_COLUMN = re.compile(r"@(?P<column>[^/]+)(?:/(?:hit|miss)\Z)?")


def line_of(row: str) -> str:
    """Return the id of the printed line to which a row belongs: the row's id without column, `hit` and `miss`."""
    return _COLUMN.sub("", row)


def implied_by_id(row: str) -> dict[str, str]:
    """Return the fields of a row that its id implies: table, line, and, if the id names a column, column and key."""
    named = _COLUMN.search(row)
    line = line_of(row) if named else row
    column, key = (named["column"], line.rpartition("/")[2]) if named else ("", "")
    return {"table": row.partition("/")[0], "line": line, "column": column, "key": key}
