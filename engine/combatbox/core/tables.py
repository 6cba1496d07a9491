"""Compiled tables: what `roll_on` works with. Made by `library.table_compiler`, pure data and pure look-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Generic, Literal, TypeVar

from combatbox.core.dice import Notation, throw_readings
from combatbox.core.effects import Condition, Effect, Quantity
from combatbox.core.errors import UnknownName
from combatbox.core.places import Place

Side = Literal["", "hit", "miss"]

Test = Callable[[Any], bool]
"""What asks a flight whether something is so."""

Amount = Callable[[Any], int]
"""What reads a number off a flight."""

BEYOND: Final = 12
"""So far beyond the ends of a table it is kept which row a net roll reaches; for one further out the row is looked for."""


@dataclass(frozen=True, slots=True)  # read at every roll
class Row:
    """One row, or one cell of a table with columns.

    `id` is stable and shared by links, log, page anchors and tests: `P-1/10`, nested `P-1/10/1-3`,
    in a column `B-4/2@12_high`, in a chart `G-11/paris`. While one of the conditions in `again` holds, the
    roll does not count and is thrown again.

    `table` is the printed table that it stands in, nested or not; `line` the row that a reader sees, which columns
    share (`B-4/2`) and, in a to-hit table, both sides: `side` is `hit` or `miss` there. `column` is the one that it is
    a cell of, or stands in a cell of; empty for a row of all columns. `given` are its effects as log codes, once they were asked for.
    """

    id: str
    rolls: tuple[int, ...]
    key: str
    area: str
    effects: tuple[Effect, ...]
    then: Table | None = None
    when: Condition | None = None
    again: tuple[Condition, ...] = ()
    source: str = ""
    table: str = ""
    line: str = ""
    side: Side = ""
    origin: tuple[str, ...] = ()
    column: str = ""
    does: tuple[Callable[[Any], None], ...] = field(init=False, repr=False, compare=False, default=())
    asks: Test | None = field(init=False, repr=False, compare=False, default=None)
    given: list[str] = field(init=False, repr=False, compare=False, default_factory=list)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its key; one of a to-hit table may have two, as `12_high|nose`."""
        return tuple(self.key.split("|"))

    @property
    def says_area(self) -> bool:
        """Its effects name its area themselves, so that a story need not (`intercom out`); with a second die it names that."""
        return self.then is None and any(effect.names_area() for effect in self.effects)

    def __post_init__(self) -> None:
        """Read once what every roll asks: the effects that do something, and the test of its condition."""
        object.__setattr__(self, "does", tuple(_steps(self.effects)))
        object.__setattr__(self, "asks", self.when.holds if self.when else None)

    def codes(self) -> list[str]:
        """The effects as log codes, a list of the caller's own; the words are made once."""
        if not self.given and self.effects:
            self.given.extend(codes(self.effects))
        return self.given.copy()


def codes(effects: Iterable[Effect]) -> list[str]:
    """The effects as log codes."""
    return [effect.code for effect in effects]


def _steps(effects: Iterable[Effect]) -> Iterator[Callable[[Any], None]]:
    """What the effects do, each by itself; one that data made of others is those others."""
    for effect in effects:
        for step in effect.components():
            if isinstance(step, Effect) and not step.idle:
                yield step.apply


@dataclass(frozen=True)
class Modifier:
    """Adds `add` (or a quantity) to the natural roll while its condition holds, as often as `times` says."""

    when: Condition | None
    add: int | Quantity
    source: str
    times: Quantity | None = None
    origin: tuple[str, ...] = ()
    asks: Test | None = field(init=False, repr=False, compare=False, default=None)
    _called: list[str] = field(init=False, repr=False, compare=False, default_factory=list)

    def __post_init__(self) -> None:
        """Read once the test of its condition; None where it always counts."""
        object.__setattr__(self, "asks", self.when.holds if self.when else None)

    @property
    def called(self) -> str:
        """How the log names it: by its condition, or by the quantity that it adds or is counted by."""
        if not self._called:
            self._called.append(self._name())
        return self._called[0]

    def _name(self) -> str:
        if not isinstance(self.add, int):
            return self.add.code
        named = self.when or self.times
        return named.code if named else "always"

    def amount(self, flight: Any) -> int:
        """What it adds to the roll of this flight while it counts."""
        amount = self.add if isinstance(self.add, int) else self.add.amount(flight)
        return amount * self.times.amount(flight) if self.times else amount


@dataclass(frozen=True)
class Floor:
    """A natural roll that counts as at least this net roll, whatever the modifiers."""

    natural: int
    net: int
    when: Condition | None
    source: str
    origin: tuple[str, ...] = ()


@dataclass(frozen=True)
class Adjust:
    """Changes the numbers a cell gives while its condition holds: times a fraction rounded down, plus, at least `least`."""

    when: Condition | None
    times: Fraction
    add: int
    source: str
    least: int | None = None
    origin: tuple[str, ...] = ()


@dataclass(frozen=True)
class Source:
    """Where a table was read and what that place is worth (erratum > card-image > rulebook > ...)."""

    kind: str
    section: str


@dataclass(frozen=True)
class Correction:
    """A value that differs from what is printed, and by whose authority."""

    row: str
    was: str
    by: str
    column: str = ""


@dataclass(frozen=True)
class Info:
    """What a reader is told about a table; the engine does not act on it.

    note_origins: where each note comes from. Both it and the `origin` of rows, modifiers and the like are empty in a
    game whose printed tables we have.
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


@dataclass(frozen=True, slots=True)  # read at every roll
class Table:
    """A table ready to be rolled on.

    `lookups` holds, for each column (`""` for a table without), the row of each net roll from `low` to
    `high`; a net roll beyond them is read as the nearest. `most` is the highest total that can be thrown
    where several dice may be added up. A chart has `keys` instead. Of an opposed table, `sides` are the names of the
    two who throw, and `adds` what each of them adds to its die, by column.

    `forced` are results that a state brings about without a roll, the first that holds; `first` is done once
    the dice are read and before the row; `floors` are natural rolls that modifiers cannot spoil.

    `count` and `sums` say how many dice are thrown and whether they are added up; `counting` are the modifiers that can count
    under the rulings in force, `modified` says whether there are any, or floors, `bonus` reads off a flight what they add in all.

    `quick` is the number of dice, one or two, of a table with nothing `first` and no `adjusts`: a roll on it goes the short
    way (`Flight.roll`), by what each of the throws is read as (`naturals`) to the row of a net roll by column (`by_net`, filled
    as rows are reached). `floored` are natural rolls with a floor, `told` what a log asks of the modifiers.
    """

    id: str
    title: str
    shape: str
    notation: Notation
    rows: tuple[Row, ...]
    columns: Mapping[str, str] = field(default_factory=dict)
    lookups: Mapping[str, Mapping[int, Row]] = field(default_factory=dict)
    keys: Mapping[str, Row] = field(default_factory=dict)
    low: int = 0
    high: int = 0
    most: int = 0
    modifiers: tuple[Modifier, ...] = ()
    adjusts: tuple[Adjust, ...] = ()
    info: Info = Info()
    forced: tuple[Row, ...] = ()
    first: tuple[Row, ...] = ()
    floors: tuple[Floor, ...] = ()
    sides: tuple[str, ...] = ()
    adds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    count: int = field(init=False, repr=False, compare=False, default=0)
    sums: bool = field(init=False, repr=False, compare=False, default=False)
    modified: bool = field(init=False, repr=False, compare=False, default=False)
    counting: tuple[Modifier, ...] = field(init=False, repr=False, compare=False, default=())
    told: tuple[tuple[Test | None, tuple[str, int], Amount | None], ...] = field(
        init=False, repr=False, compare=False, default=()
    )
    bonus: Amount = field(init=False, repr=False, compare=False)
    floored: tuple[int, ...] = field(init=False, repr=False, compare=False, default=())
    quick: int = field(init=False, repr=False, compare=False, default=0)
    naturals: tuple[int, ...] = field(init=False, repr=False, compare=False, default=())
    by_net: dict[str, dict[int, Row]] = field(init=False, repr=False, compare=False, default_factory=dict)
    _changed: dict[tuple[object, ...], Row] = field(init=False, repr=False, compare=False, default_factory=dict)
    _under: dict[tuple[int, ...], Table] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Read once what every roll asks: how many dice, added up or not, what modifiers add, and whether there is a short way."""
        object.__setattr__(self, "count", self.notation.count)
        object.__setattr__(self, "sums", self.notation.reading == "sum")
        self._ask(self.modifiers)
        object.__setattr__(self, "floored", tuple([floor.natural for floor in self.floors]))
        quick = self.count if self.count in (1, 2) and not (self.first or self.adjusts) else 0
        object.__setattr__(self, "quick", quick)
        object.__setattr__(self, "naturals", throw_readings(self.notation) if quick else ())

    def with_rulings(self, rulings: Mapping[str, str]) -> Table:
        """The same table for a flight under these rulings: it does not ask for modifiers that cannot count then."""
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
        found = self._under.get(key)
        if found is None:
            found = self._under[key] = replace(self)
            found._ask(counting)
            object.__setattr__(found, "by_net", self.by_net)  # the rows are the same
        return found

    def _ask(self, modifiers: tuple[Modifier, ...]) -> None:
        """Have these modifiers asked at every roll."""
        object.__setattr__(self, "counting", modifiers)
        object.__setattr__(self, "told", ())
        object.__setattr__(self, "modified", bool(modifiers or self.floors))
        object.__setattr__(self, "bonus", _bonus(modifiers))

    def describe_modifiers(self) -> tuple[tuple[Test | None, tuple[str, int], Amount | None], ...]:
        """What a log asks of each modifier that can count, kept in `told`: when it does, and its code with what it adds; the last
        reads that off the flight where it is not always the same.
        """
        told = tuple([
            (modifier.asks, (modifier.called, add), None)
            if isinstance(add := modifier.add, int) and modifier.times is None
            else (modifier.asks, (modifier.called, 0), modifier.amount)
            for modifier in self.counting
        ])  # fmt: skip
        object.__setattr__(self, "told", told)
        return told

    def row_for(self, net: int, column: str) -> Row:
        """The row of a net roll in a column, as `at` has it, kept in `by_net` unless it lies far beyond the table."""
        row = self.at(net, column)
        if column not in self.by_net:
            self.by_net[column] = dict(self.lookups[column])
        if self.low - BEYOND <= net <= self.high + BEYOND:
            self.by_net[column][net] = row
        return row

    def at(self, net: int, column: str = "") -> Row:
        """The row of a net roll in a column; rolls beyond the table are read as the nearest row.

        Raises UnknownName for a column the table does not have.
        """
        rows = self.lookups.get(column)
        if rows is None:
            raise UnknownName(f"column of {self.id}", column, self.lookups)
        return rows[self.low if net < self.low else min(net, self.high)]

    def changed(self, row: Row, holding: tuple[Adjust, ...]) -> Row:
        """A row of this table with its numbers as these adjusts have them."""
        key = (row.id, *map(id, holding))
        found = self._changed.get(key)
        if found is None:
            effects = row.effects
            for adjust in holding:
                effects = tuple(effect.adjusted(adjust.times, adjust.add, adjust.least) for effect in effects)
            found = self._changed[key] = replace(row, effects=effects)
        return found

    def find(self, key: str) -> Row:
        """The row of a chart with this key. Raises UnknownName."""
        row = self.keys.get(key)
        if row is None:
            raise UnknownName(f"row of {self.id}", key, self.keys)
        return row

    def stated(self) -> Iterator[Condition]:
        """The conditions that the table itself states, beside those that its rows ask."""
        whens = (
            *(m.when for m in self.modifiers), *(a.when for a in self.adjusts), *(f.when for f in self.floors),
            *(row.when for row in (*self.forced, *self.first)),
        )  # fmt: skip
        yield from (when for when in whens if when)

    def asks(self) -> Iterator[Condition]:
        """Every condition that a roll on the table asks, those of its second dice included."""
        yield from self.stated()
        for row in self.rows:
            yield from row.again
            if row.then:
                yield from row.then.asks()
        for cell in {id(row): row for lookup in self.lookups.values() for row in lookup.values()}.values():
            if cell.then:
                yield from cell.then.asks()

    def walk(self) -> Iterator[Row]:
        """Every row, nested ones after their parent (those of cells too), then what comes without a roll."""
        for row in self.rows:
            yield row
            if row.then:
                yield from row.then.walk()
        for cells in self.lookups.values():
            for cell in {id(row): row for row in cells.values() if row.key and row.then}.values():
                yield cell
                if cell.then:
                    yield from cell.then.walk()
        yield from self.forced
        yield from self.first


def _bonus(modifiers: Iterable[Modifier]) -> Amount:
    """What modifiers add in all, as one function: plain numbers under a condition by twos, then what reads a quantity."""
    plain: list[tuple[Test, int]] = []
    amounts: list[Amount] = []
    for modifier in modifiers:
        if modifier.asks and isinstance(modifier.add, int) and modifier.times is None:
            plain.append((modifier.asks, modifier.add))
        else:
            amounts.append(_counted(modifier))
    pairs: list[Amount] = [_pair(*one, *other) for one, other in zip(plain[::2], plain[1::2], strict=False)]
    if len(plain) % 2:
        pairs.append(_fixed(*plain[-1]))
    return _in_all([*pairs, *amounts])


def _fixed(asks: Test, add: int) -> Amount:
    return lambda flight: add if asks(flight) else 0


def _pair(asks: Test, add: int, also: Test, more: int) -> Amount:
    """Two plain numbers, each under its condition."""
    return lambda flight: (add if asks(flight) else 0) + (more if also(flight) else 0)


def _counted(modifier: Modifier) -> Amount:
    """What a modifier adds while it counts, else nothing."""
    add, times, asks = modifier.add, modifier.times, modifier.asks
    amount: Amount = add.amount if not isinstance(add, int) and times is None else modifier.amount
    if asks is None:
        return amount
    counts: Test = asks
    return lambda flight: amount(flight) if counts(flight) else 0


def _in_all(amounts: Sequence[Amount]) -> Amount:
    """The sum of these, as one function."""
    if len(amounts) == 1:
        return amounts[0]
    if len(amounts) == 2:
        one, other = amounts
        return lambda flight: one(flight) + other(flight)
    if len(amounts) == 3:
        one, other, third = amounts
        return lambda flight: one(flight) + other(flight) + third(flight)

    def in_all(flight: Any) -> int:
        total = 0
        for amount in amounts:
            total += amount(flight)
        return total

    return in_all


C_co = TypeVar("C_co", covariant=True)
"""The constants of a game, as it declares them."""

R_co = TypeVar("R_co", bound=Mapping[str, object], covariant=True)
"""The options of its rulings by their keys, as it declares them."""


def _no_rulings() -> Any:
    return {}


@dataclass(frozen=True)
class GameRulebook(Generic[C_co, R_co]):
    """All that a flight needs to know of a game: tables and constants under the rulings in force, and its order of play.

    rulings: the option of each ruling by its id. ruled: the same by its key, for rooms that games share. rolled: the tables of
    places that have been rolled at, by place, filled by flights.
    """

    game: str
    digest: str
    tables: Mapping[str, Table]
    constants: C_co
    rulings: Mapping[str, str]
    ruled: R_co = field(default_factory=_no_rulings)
    places: Mapping[str, Place] = field(default_factory=dict)
    rolled: dict[str, Table] = field(init=False, repr=False, compare=False, default_factory=dict)


@dataclass(frozen=True)
class Rulebook(GameRulebook[Any, Any]):
    """The rulebook of any game, to code that knows none of its constants and rulings."""
