"""Dice and answers of a scripted flight: faces by table, answers by decision, and what was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from combatbox.core.decisions import Decision
from combatbox.core.dice import all_throws
from combatbox.core.flight import Flight
from combatbox.core.tables import Row, Table


class TableDice:
    """Faces or wanted results by table; a throw for a table that has none left fails the test.

    A result is a string, the code of an effect (`wound pilot`) or of several (`gun_out top_turret; wound engineer`). The
    dice are the first throw that gives it, with the column and the modifiers of that roll, and then the dice of nested
    rolls. So a corrected row changes the dice, and not the test. `thrown` lists the tables and men of all throws, `columns`
    has the column of the last roll by table.
    """

    def __init__(self, faces: Mapping[str, Iterable[int | str]]) -> None:
        self.faces = {table: list(many) for table, many in faces.items()}
        self.thrown: list[tuple[str, str]] = []
        self.columns: dict[str, str] = {}
        self.roll: Roll | None = None

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """The next faces of that table."""
        if self.roll:
            self.columns[table] = self.roll.column
        left = self.faces.setdefault(table, [])
        if left and isinstance(left[0], str):
            self._choose(count, table)
        assert len(left) >= count, f"unexpected throw on {table} for {who or 'nobody'} after {self.thrown}"
        self.thrown.append((table, who))
        taken, self.faces[table] = tuple(left[:count]), left[count:]
        return taken

    def _choose(self, count: int, table: str) -> None:
        """Replace the next wanted result of a table by faces, and pass it on to a nested table that gives it."""
        assert self.roll, f"{table}: only a roll of a `ScriptedFlight` has faces for a result"
        wanted = str(self.faces[table].pop(0))
        faces, nested = self.roll.reach(table, count, wanted)
        self.faces[table][:0] = faces
        if nested:
            self.faces[nested] = [wanted, *self.faces.get(nested, [])]

    def tables(self) -> list[str]:
        """The tables thrown on, in order."""
        return [table for table, _ in self.thrown]

    def rest(self) -> dict[str, list[int | str]]:
        """Return the faces and results that were not thrown."""
        return {table: left for table, left in self.faces.items() if left}


@dataclass
class Roll:
    """The roll that a flight makes: on which table, in which column, with which added modifier."""

    flight: Flight[Any]
    table: Table
    column: str
    add: int

    def reach(self, table_id: str, count: int, wanted: str) -> tuple[list[int], str]:
        """Return the first faces whose row gives a result, and the id of the nested table that gives it, if one does.

        Args:
            table_id: the table, or one that is nested in it.
            count: the number of dice.
            wanted: all codes of the row, or one of its codes, without its last parameters if they do not matter.
        """
        nested = self._nested(table_id) if "/" in table_id else None
        throws = sorted(all_throws(count), key=lambda throw: nested is None and self._has_result_of_its_own(throw))
        rows = [(throw, self._row(nested, throw)) for throw in throws]
        for gives in (_gives_exactly, _gives_among_others):
            for throw, row in rows:
                if gives(row, wanted):
                    return list(throw), ""
            for throw, row in rows:
                if row.then and any(gives(inner, wanted) for inner in row.then.walk()):
                    return list(throw), row.then.id
        place = f"{table_id}, {self.column}" if self.column else table_id
        raise AssertionError(f"{place}: no row gives {wanted} any more; script another result, or delete this test")

    def _nested(self, table_id: str) -> Table:
        root = self.flight.tables[table_id.partition("/")[0]]
        return next(row.then for row in root.walk() if row.then and row.then.id == table_id)

    def _has_result_of_its_own(self, throw: tuple[int, ...]) -> bool:
        """Return True if a row for this natural roll is applied besides the row that is reached."""
        self.flight.natural = self.table.notation.read(throw)
        return any(row.asks is None or row.asks(self.flight) for row in self.table.first)

    def _row(self, nested: Table | None, throw: tuple[int, ...]) -> Row:
        """Return the row that a throw reaches, with the modifiers and adjustments of the table itself."""
        table = nested or self.table
        natural = table.notation.read(throw)
        if nested:
            return nested.row_for(natural, "")
        row = self.flight.row_at(table, natural, self.column, self.add)
        return self.flight._adjusted(table, row)


def _gives_exactly(row: Row, wanted: str) -> bool:
    return "; ".join(row.codes()) == wanted


def _gives_among_others(row: Row, wanted: str) -> bool:
    return any(f"{code} ".startswith(f"{wanted} ") for code in row.codes())


class ScriptedFlight(Flight[Any]):
    """A flight that tells its `TableDice` which roll it makes."""

    __slots__ = ()

    def _roll(self, table: Table, who: str, column: str, count: int, add: int, rule: str) -> Row:
        self.dice.roll = Roll(self, table, column, add)
        return super()._roll(table, who, column, count, add, rule)


class Answers:
    """Answers by kind, or by kind and man or gun (`aim tail`); the default for the rest. `asked` tells what was asked."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers = {kind: list(a) if isinstance(a, list) else a for kind, a in answers.items()}
        self.asked: list[Decision] = []

    def choose(self, decision: Decision, flight: Any) -> str:
        """The answer given for it."""
        self.asked.append(decision)
        answer = self.answers.get(f"{decision.kind} {decision.who}", self.answers.get(decision.kind))
        if isinstance(answer, list):
            answer = answer.pop(0) if answer else None
        return decision.default if answer is None else str(answer)

    def options(self, kind: str, who: str = "") -> tuple[str, ...]:
        """The options of the last decision of this kind."""
        return [d for d in self.asked if d.kind == kind and who in ("", d.who)][-1].options

    def kinds(self) -> list[str]:
        """The kinds of decisions asked, in order."""
        return [decision.kind for decision in self.asked]
