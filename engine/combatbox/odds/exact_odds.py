"""Exact odds across tables: a roll is followed through all rolls to which it leads.

A chain is a roll with all rolls to which it leads. It is run step by step with all possible throws of the dice. After
each step, everything that can no longer matter is removed from the game's state, and equal states are merged. Each
outcome has a code; for each code, the total weight of the paths on which it has occurred is tracked. A chain of many
steps therefore needs no list of its paths. Of all throws that reach the same row, only one is run, with the total
weight of these throws.
"""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SIDES, Notation, all_throws, dice_for_total, notation
from combatbox.core.enumeration import code_odds
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.library.book import Book
from combatbox.library.schema import ChanceModel

DICE = 40
UNIT = SIDES**DICE
"""The sum of the weights of one step; weights are whole numbers for up to `DICE` dice."""

Throws = tuple[tuple[int, ...], ...]
Odds = dict[str, Fraction]


def outcomes(book: Book, table_id: str, column: str = "", *, rulings: Mapping[str, str] | None = None) -> Odds:
    """Return the probability of each outcome of a roll that is followed to its end.

    An outcome is the code of an effect that the roll causes directly or indirectly (`engine_fire this`, `roll_on
    BL-2`), or a code for the final state (`dead pilot`).

    Args:
        book: the book.
        table_id: the table of the roll.
        column: the column of the table.
        rulings: the options that differ from the defaults, as for `Book.rulebook`.

    Raises:
        UnknownName: there is no such table or column.
        CombatBoxError: the table is a chart.
    """
    return Chains(book, rulings).outcomes(table_id, column)


_LATEST: dict[str, tuple[Any, Odds]] = {}
"""For each game, the named probabilities that were computed last, with what they were computed from."""


def chances(book: Book, *, rulings: Mapping[str, str] | None = None) -> Odds:
    """Return the named probabilities of a book, keyed by their ids; the latest of each game are kept in memory."""
    made_of = book.digest, book.chances, book.chosen(rulings or {})
    if _LATEST.get(book.key, ((), {}))[0] != made_of:  # chances are not rules, so the digest omits them
        chains = Chains(book, rulings)
        _LATEST[book.key] = made_of, {chance.id: chains.chance(chance) for chance in book.chances.values()}
    return _LATEST[book.key][1]


class Chains:
    """A calculator of exact odds, which follows rolls on the tables of one book to their ends.

    The results of the steps of a roll are cached, so that other rolls can reuse them.

    Args:
        book: the book.
        rulings: the options that differ from the defaults, as for `Book.rulebook`.
    """

    def __init__(self, book: Book, rulings: Mapping[str, str] | None = None) -> None:
        self.book = book
        self.rulebook = book.rulebook(rulings)
        self.follower = book.game.follower
        self._falls = all_falls(self.rulebook.tables)
        self._fresh = pickle.dumps(book.game.new_state(self.rulebook, Setup()))
        self._odds: dict[tuple[str, str], Odds] = {}
        self._ways: dict[Hashable, tuple[StepResult, ...]] = {}

    def chance(self, chance: ChanceModel) -> Fraction:
        """Return one of the book's named probabilities; 0 for an impossible outcome."""
        return self.outcomes(chance.table, chance.column).get(chance.outcome, Fraction(0))

    def outcomes(self, table_id: str, column: str = "") -> Odds:
        """Return the probability of each outcome of a roll; the function `outcomes` defines the outcomes.

        Raises:
            UnknownName: there is no such table or column.
            CombatBoxError: the table is a chart.
        """
        if (table_id, column) not in self._odds:
            table = self.rulebook.tables.get(table_id)
            if table is None:
                raise UnknownName(f"table of {self.book.key}", table_id, self.rulebook.tables)
            if not table.lookups:
                raise CombatBoxError(f"{table_id} is a chart, which is not rolled on; name a table with dice")
            if column not in table.lookups:
                raise UnknownName(f"column of {table_id}", column, table.lookups)
            odds = self._follow(table_id, column) if self.follower else code_odds(table, column)
            self._odds[(table_id, column)] = dict(sorted(odds.items()))
        return self._odds[(table_id, column)]

    def _follow(self, table_id: str, column: str) -> Odds:
        """Follow a roll step by step from a new state until no step is left."""
        follower = self.follower
        assert follower

        def begin(flight: Flight[Any]) -> bool:
            return follower.first(flight, table_id, column)

        shares: Odds = defaultdict(Fraction)
        here: dict[str, Node] = {"": Node(1, self._fresh)}
        step: Callable[[Flight[Any]], bool] = begin
        scale = 1
        while here:
            ahead: dict[str, Node] = {}
            done = Counter[str]()
            for key, node in here.items():
                known = (table_id, column) if step is begin else key
                if known not in self._ways:
                    self._ways[known] = tuple(self._branches(node.state, step))
                for way in self._ways[known]:
                    node.go(way, ahead, done)
            scale *= UNIT
            for code, weight in done.items():
                shares[code] += Fraction(weight, scale)
            here, step = ahead, follower.then
        return shares

    def _branches(self, state: bytes, step: Callable[[Flight[Any]], bool]) -> Iterator[StepResult]:
        """Yield all possible results of one step that begins in the given state; equal results are merged."""
        assert self.follower
        ways: dict[tuple[frozenset[str], str], StepResult] = {}
        open_prefixes: list[tuple[Throws, int]] = [((), UNIT)]
        while open_prefixes:
            dice = Branching(*open_prefixes.pop(), self._falls, open_prefixes)
            flight = CodeCollectingFlight(self.rulebook, dice, pickle.loads(state), DefaultPlayer())
            more = step(flight)
            codes = frozenset((*flight.codes, *self.follower.facts(flight.state)))
            left = self.follower.rest(flight) if more else None
            key = repr(left)
            if (codes, key) in ways:
                ways[(codes, key)].weight += dice.weight
            else:
                ways[(codes, key)] = StepResult(dice.weight, codes, key, more, pickle.dumps(left) if more else b"")
        yield from ways.values()


def _part(weight: int, share: Fraction) -> int:
    """Return a fraction of a weight as a whole number.

    Raises:
        CombatBoxError: a step throws more dice than the weights permit.
    """
    part, rest = divmod(weight * share.numerator, share.denominator)
    if rest:
        raise CombatBoxError(f"a single step throws more than {DICE} dice, which is too many to enumerate")
    return part


@dataclass
class StepResult:
    """A result of one step.

    Attributes:
        weight: the probability of the result, multiplied by UNIT.
        codes: the outcomes that occurred in the step.
        key: a key for the state after the step; equal states have the same key.
        more: True if another step follows.
        state: the pickled state, if another step follows.
    """

    weight: int
    codes: frozenset[str]
    key: str
    more: bool
    state: bytes


@dataclass
class Node:
    """A state in a chain, between two steps.

    Attributes:
        weight: the probability of the state, multiplied by UNIT for each step before it.
        state: the pickled state.
        met: for each code, the weight of the paths to this state on which it has occurred.
    """

    weight: int
    state: bytes
    met: Counter[str] = field(default_factory=Counter)

    def go(self, way: StepResult, ahead: dict[str, Node], done: Counter[str]) -> None:
        """Add the weight of one result of the step that follows this node.

        The weight is added to the node of the next step or, if no step follows, to the outcomes of the chain. Weights
        are whole numbers: each step multiplies their sum by UNIT.

        Args:
            way: the result of the step.
            ahead: the nodes of the next step, by the key of their state.
            done: the weight of each code at the end of the chain.
        """
        met = done
        product = self.weight * way.weight
        if way.more:
            node = ahead.setdefault(way.key, Node(0, way.state))
            node.weight += product
            met = node.met
        for code in way.codes:
            met[code] += product
        for code, weight in self.met.items():
            if code not in way.codes:
                met[code] += weight * way.weight


class CodeCollectingFlight(Flight[Any]):
    """A flight that collects the codes of all effects in the rows that are reached."""

    __slots__ = ("codes",)

    def __init__(self, book: Rulebook, dice: Branching, state: Any, player: DefaultPlayer) -> None:
        super().__init__(book, dice, state, player)
        self.codes: set[str] = set()
        self.reconsider = self._note

    def _note(self, row: Row) -> bool:
        """Collect the codes of a row; return False, because no roll is to be repeated."""
        self.codes.update(row.codes())
        return False

    def roll_extra(self, name: str, dice: str, who: str = "") -> int:
        """Throw the extra dice that a row requires; throws with equal results are not merged."""
        reading = notation(dice)
        return reading.read(self.dice.throw(reading.count, "", who))

    def _apply_chart_row(self, table: Table, row: Row, who: str, rule: str) -> None:
        self.codes.update(row.codes())
        super()._apply_chart_row(table, row, who, rule)


# ---- dice


class Branching:
    """Dice for the enumeration of all throws.

    The dice first return the throws of the prefix, a list of throws that is already determined. After that, they return
    the first possible throw each time, and store every other possible throw in a list, as a new prefix that is to be
    run later.

    Args:
        throws: the throws of the prefix.
        weight: the weight of the prefix.
        falls: the possible throws on each table, by id.
        still_open: the list to which the new prefixes are added, with their weights.

    Attributes:
        weight: the weight of the throws so far.
    """

    __slots__ = ("_falls", "_open", "_thrown", "_throws", "weight")

    def __init__(
        self, throws: Throws, weight: int, falls: Mapping[str, Falls], still_open: list[tuple[Throws, int]]
    ) -> None:
        self._throws, self.weight, self._falls, self._open = throws, weight, falls, still_open
        self._thrown = 0

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the next throw of the prefix, or else the first possible throw."""
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
"""Throws with their probabilities; one throw represents all throws that have the same result."""


def all_falls(tables: Mapping[str, Table]) -> dict[str, Falls]:
    """Return the possible throws on each table and nested roll, by id; throws that reach the same row are merged."""
    return {part.id: _falls(part) for table in tables.values() for part in table.parts()}


def _falls(table: Table) -> Falls:
    """Return the possible throws on one table.

    Totals that reach the same rows are merged, unless the table has modifiers, floors or first results.
    """
    reading = table.notation
    if not reading.count or reading.reading == "highest":
        return _faces(reading.count)
    ways: dict[Hashable, tuple[tuple[int, ...], Fraction]] = {}
    alone = table.modifiers or table.floors or table.first
    for natural, number in reading.weights().items():
        row_key = natural if alone else tuple(id(table.at(natural, column)) for column in table.lookups)
        faces, weight = ways.get(row_key, (_faces_for(reading, natural), Fraction(0)))
        ways[row_key] = faces, weight + Fraction(number, SIDES**reading.count)
    return tuple(ways.values())


def _faces_for(reading: Notation, natural: int) -> tuple[int, ...]:
    """Return the faces of one throw that gives this natural roll."""
    if reading.count == 2 and reading.reading == "sum":
        return dice_for_total(natural)
    return next(faces for faces in all_throws(reading.count) if reading.read(faces) == natural)


@cache
def _faces(count: int) -> Falls:
    return tuple((faces, Fraction(1, SIDES**count)) for faces in all_throws(count))
