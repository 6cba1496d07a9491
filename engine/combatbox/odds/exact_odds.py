"""Exact odds across tables: a roll is followed through everything it leads to, on the real effects of the engine.

A chain is flown under every way its dice can fall, step by step; after each step, what cannot matter any more is
forgotten, and equal states are put together. For every code the weight of the ways on which it has been met travels
along, so that a chain of many steps needs no list of all its ways. Throws that reach the same row are flown once, with
the weight of them all.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SIDES, Notation, all_throws, dice_for_total, notation
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.library.book import Book
from combatbox.library.schema import ChanceModel

DICE = 40
UNIT = SIDES**DICE
"""What the weights of one step sum to, so that they are whole numbers: a step may throw so many dice."""

Throws = tuple[tuple[int, ...], ...]
Odds = dict[str, Fraction]


def outcomes(book: Book, table_id: str, column: str = "", *, rulings: Mapping[str, str] | None = None) -> Odds:
    """The chance that each outcome is met at least once, when a roll on a table is followed to its end.

    An outcome is the code of an effect that was done on the way (`engine_fire this`, `roll_on BL-2`), or what the
    state shows then (`dead pilot`). rulings: as for `Book.rulebook`.
    Raises UnknownName for a table or column that is not there, CombatBoxError for a chart.
    """
    return Chains(book, rulings).outcomes(table_id, column)


def chances(book: Book, *, rulings: Mapping[str, str] | None = None) -> Odds:
    """The named chances of a book, by id."""
    return Chains(book, rulings).chances()


class Noted(Mapping[str, Table]):
    """The tables of a game, which note what is read of them in `read`."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.all = tables
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Table:
        self.read.add(key)
        return self.all[key]

    def get(self, key: str, default: Any = None) -> Any:
        """As of any mapping, but without the detour that one takes over `[]`: every roll asks."""
        self.read.add(key)
        return self.all.get(key, default)

    def __iter__(self) -> Iterator[str]:  # who looks through them has read all
        self.read |= self.all.keys()
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)


class Chains:
    """Chains of one book under its rulings. What a step can lead to is found once for all chains.

    earlier: chains of the same game, whose steps are taken over where nothing that they read has changed.
    """

    def __init__(self, book: Book, rulings: Mapping[str, str] | None = None, earlier: Chains | None = None) -> None:
        self.book = book
        whole = book.rulebook(rulings)
        self._tables = Noted(whole.tables)
        self.rulebook = replace(whole, tables=self._tables)
        self.follower = book.game.follower
        self._falls = all_falls(whole.tables)
        self._fresh = pickle.dumps(book.game.new_state(self.rulebook, Setup()))
        self._found: dict[tuple[str, str], Odds] = {}
        self._read: dict[tuple[str, str], frozenset[str]] = {}
        self._ways: dict[Hashable, Ways] = {}
        self._codes: dict[int, frozenset[str]] = {}
        if earlier:
            self._take_over(earlier)

    def _take_over(self, earlier: Chains) -> None:
        """What earlier chains found that is as it was: from the same start, on tables that have not changed."""
        old, new = earlier.rulebook, self.rulebook
        if (old.constants, old.rulings, earlier._fresh) != (new.constants, new.rulings, self._fresh):
            return
        before, now = earlier._tables.all, self._tables.all
        changed = {key for key in before.keys() | now.keys() if before.get(key) != now.get(key)}
        self._ways = {key: ways for key, ways in earlier._ways.items() if not ways.read & changed}
        self._read = {key: read for key, read in earlier._read.items() if not read & changed}
        self._found = {key: earlier._found[key] for key in self._read}

    def chances(self) -> Odds:
        """The named chances of the book, by id."""
        return {chance.id: self.chance(chance) for chance in self.book.chances.values()}

    def chance(self, chance: ChanceModel) -> Fraction:
        """One named chance; 0 where its outcome cannot come up."""
        return self.outcomes(chance.table, chance.column).get(chance.outcome, Fraction(0))

    def outcomes(self, table_id: str, column: str = "") -> Odds:
        """As the function `outcomes`."""
        if (table_id, column) not in self._found:
            table = self.rulebook.tables.get(table_id)
            if table is None:
                raise UnknownName(f"table of {self.book.key}", table_id, self.rulebook.tables)
            if not table.lookups:
                raise CombatBoxError(f"{table_id} is a chart and not rolled on, so nothing follows from a roll")
            if column not in table.lookups:
                raise UnknownName(f"column of {table_id}", column, table.lookups)
            odds = self._followed(table_id, column) if self.follower else _rolled(table, column)
            self._found[(table_id, column)] = dict(sorted(odds.items()))
        return self._found[(table_id, column)]

    def _followed(self, table_id: str, column: str) -> Odds:
        """Step after step from a fresh state, until nothing is left to follow."""
        follower = self.follower
        assert follower

        def begin(flight: Flight[Any]) -> bool:
            return follower.first(flight, table_id, column)

        shares: Odds = {}
        read: set[str] = set()
        here: dict[str, Node] = {"": Node(1, self._fresh)}
        step: Callable[[Flight[Any]], bool] = begin
        scale = 1
        while here:
            ahead: dict[str, Node] = {}
            done: dict[str, int] = {}
            for key, node in here.items():
                known = (table_id, column) if step is begin else key
                if known not in self._ways:
                    self._tables.read.clear()
                    ways = tuple(self._branches(node.state, step))
                    self._ways[known] = Ways(ways, frozenset(self._tables.read))
                read |= self._ways[known].read
                for way in self._ways[known].ways:
                    node.go(way, ahead, done)
            scale *= UNIT
            for code, weight in done.items():
                shares[code] = shares.get(code, Fraction(0)) + Fraction(weight, scale)
            here, step = ahead, follower.then
        self._read[(table_id, column)] = frozenset(read)
        return shares

    def _branches(self, state: bytes, step: Callable[[Flight[Any]], bool]) -> Iterator[Way]:
        """Every way one step can go from a state, equal ones merged."""
        assert self.follower
        ways: dict[tuple[frozenset[str], str], Way] = {}
        open_prefixes: list[tuple[Throws, int]] = [((), UNIT)]
        while open_prefixes:
            dice = Branching(*open_prefixes.pop(), self._falls, open_prefixes)
            flight = Watched(self.rulebook, dice, pickle.loads(state), DefaultPlayer(), self._codes)
            more = step(flight)
            codes = frozenset((*flight.codes, *self.follower.facts(flight.state)))
            left = self.follower.rest(flight) if more else None
            key = repr(left)
            if (codes, key) in ways:
                ways[(codes, key)].weight += dice.weight
            else:
                ways[(codes, key)] = Way(dice.weight, codes, key, more, pickle.dumps(left) if more else b"")
        yield from ways.values()


def _part(weight: int, share: Fraction) -> int:
    """A part of a weight, which stays whole. Raises CombatBoxError where a step throws more dice than it can bear."""
    part, rest = divmod(weight * share.numerator, share.denominator)
    if rest:
        raise CombatBoxError(f"a single step throws more than {DICE} dice; that is too long to be enumerated")
    return part


@dataclass(slots=True)
class Way:
    """Where one step can lead: how likely (of UNIT), what is met on it, and the state if there is more to follow."""

    weight: int
    codes: frozenset[str]
    key: str
    more: bool
    state: bytes


@dataclass(frozen=True, slots=True)
class Ways:
    """Every way one step can go from a state, and the tables that were read to find them."""

    ways: tuple[Way, ...]
    read: frozenset[str]


@dataclass(slots=True)
class Node:
    """A state: its weight, and for each code the weight on which it has been met on the way there."""

    weight: int
    state: bytes
    met: dict[str, int] = field(default_factory=dict)

    def go(self, way: Way, ahead: dict[str, Node], done: dict[str, int]) -> None:
        """Send this node's weight along a way. Whole numbers: each step multiplies the whole by UNIT."""
        met = done
        whole = self.weight * way.weight
        if way.more:
            node = ahead.setdefault(way.key, Node(0, way.state))
            node.weight += whole
            met = node.met
        for code in way.codes:
            met[code] = met.get(code, 0) + whole
        for code, weight in self.met.items():
            if code not in way.codes:
                met[code] = met.get(code, 0) + weight * way.weight


class Watched(Flight[Any]):
    """A flight that keeps the codes of all effects that its tables brought about."""

    __slots__ = ("_of_rows", "codes")

    def __init__(
        self, book: Rulebook, dice: Branching, state: Any, player: DefaultPlayer, of_rows: dict[int, frozenset[str]]
    ) -> None:
        super().__init__(book, dice, state, player)
        self.codes: set[str] = set()
        self._of_rows = of_rows
        self.reconsider = self._note

    def _note(self, row: Row) -> bool:
        """Keep what the row brings about; it is never thrown again."""
        codes = self._of_rows.get(id(row))
        if codes is None:  # the tables outlive all flights, so an id is a row's own
            codes = self._of_rows[id(row)] = frozenset(effect.code for effect in row.effects)
        self.codes |= codes
        return False

    def roll_extra(self, name: str, dice: str, who: str = "") -> int:
        """More dice for a row are read as they fall: no table's rows put them together."""
        reading = notation(dice)
        return reading.read(self.dice.throw(reading.count, "", who))

    def _apply_chart_row(self, table: Table, row: Row, who: str, rule: str) -> None:
        self.codes.update(effect.code for effect in row.effects)
        super()._apply_chart_row(table, row, who, rule)


# ---- dice


class Branching:
    """Dice for enumeration: the given throws, then the first way each further throw can fall; the others stay open.

    weight: that of the way gone so far. still_open: takes the beginnings of the ways not gone, with their weights.
    """

    __slots__ = ("_falls", "_open", "_thrown", "_throws", "weight")

    def __init__(
        self, throws: Throws, weight: int, falls: Mapping[str, Falls], still_open: list[tuple[Throws, int]]
    ) -> None:
        self._throws, self.weight, self._falls, self._open = throws, weight, falls, still_open
        self._thrown = 0

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """The next given throw, or the first of those that can come next."""
        if self._thrown == len(self._throws):
            falls = self._falls.get(table, ())
            if not falls or len(falls[0][0]) != count:
                falls = _faces(count)
            (faces, share), *others = falls
            self._open += [((*self._throws, face), _part(self.weight, part)) for face, part in others]
            self._throws, self.weight = (*self._throws, faces), _part(self.weight, share)
        self._thrown += 1
        return self._throws[self._thrown - 1]


Falls = tuple[tuple[tuple[int, ...], Fraction], ...]
"""Faces, one throw for all that come to the same, each with the chance of them all."""


def all_falls(tables: Mapping[str, Table]) -> dict[str, Falls]:
    """How the dice of each table and second die can fall, throws that reach the same row put together."""
    falls: dict[str, Falls] = {}
    for table in tables.values():
        for part in _parts(table):
            falls[part.id] = _falls(part)
    return falls


def _parts(table: Table) -> Iterator[Table]:
    yield table
    for rows in table.lookups.values():
        for row in {id(row): row for row in rows.values()}.values():
            if row.then:
                yield from _parts(row.then)


def _falls(table: Table) -> Falls:
    """Totals of equal rows together, where nothing but the row depends on the total; else throw by throw."""
    reading = table.notation
    if not reading.count or reading.reading == "highest":
        return _faces(reading.count)
    ways: dict[Hashable, tuple[tuple[int, ...], Fraction]] = {}
    alone = table.modifiers or table.floors or table.first
    for natural, number in reading.weights().items():
        same = natural if alone else tuple(id(table.at(natural, column)) for column in table.lookups)
        faces, weight = ways.get(same, (_shown(reading, natural), Fraction(0)))
        ways[same] = faces, weight + Fraction(number, SIDES**reading.count)
    return tuple(ways.values())


def _shown(reading: Notation, natural: int) -> tuple[int, ...]:
    """Faces that are read as this roll."""
    if reading.count == 2 and reading.reading == "sum":
        return dice_for_total(natural)
    return next(faces for faces in all_throws(reading.count) if reading.read(faces) == natural)


@cache
def _faces(count: int) -> Falls:
    return tuple((faces, Fraction(1, SIDES**count)) for faces in all_throws(count))


# ---- without a state


def _rolled(table: Table, column: str) -> Odds:
    """The codes of a table's rows, nested ones included, each with the chance to meet it."""
    shares: Odds = {}

    def follow(part: Table, column: str, weight: Fraction, met: frozenset[str]) -> None:
        ways = part.notation.weights()
        whole = sum(ways.values())
        for natural, number in ways.items():
            row = part.at(natural, column)
            share = weight * number / whole
            codes = met | {effect.code for effect in row.effects}
            if row.then:
                follow(row.then, "", share, codes)
                continue
            for code in codes:
                shares[code] = shares.get(code, Fraction(0)) + share

    follow(table, column, Fraction(1), frozenset())
    return shares
