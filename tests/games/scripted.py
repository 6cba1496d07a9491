"""Dice and answers of a scripted flight: faces by table, answers by decision, and what was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from combatbox.core.decisions import Decision
from combatbox.core.dice import all_throws
from combatbox.core.tables import Table


class TableDice:
    """Faces by table; a throw for a table that has none left fails the test. `thrown` tells what was thrown."""

    def __init__(self, faces: Mapping[str, Iterable[int]]) -> None:
        self.faces = {table: list(many) for table, many in faces.items()}
        self.thrown: list[tuple[str, str]] = []

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """The next faces of that table."""
        left = self.faces.get(table, [])
        assert len(left) >= count, f"unexpected throw on {table} for {who or 'nobody'} after {self.thrown}"
        self.thrown.append((table, who))
        taken, self.faces[table] = tuple(left[:count]), left[count:]
        return taken

    def tables(self) -> list[str]:
        """The tables thrown on, in order."""
        return [table for table, _ in self.thrown]

    def rest(self) -> dict[str, list[int]]:
        """Faces that nobody asked for."""
        return {table: left for table, left in self.faces.items() if left}


def faces_for(tables: Mapping[str, Table], gives: Mapping[str, str]) -> dict[str, list[int]]:
    """Return the faces that reach rows with these effects, by table: a corrected row changes the dice and not the test.

    Args:
        tables: the tables of a rulebook.
        gives: the code of an effect by table, or by `TABLE@column`; its last parameters may be left out. The row is
            found without modifiers. A row with a nested roll adds the faces of that roll.
    """
    faces: dict[str, list[int]] = {}
    for name, code in gives.items():
        table, _, column = name.partition("@")
        found = _reach(tables[table], code, column)
        assert found, f"{table}: no row gives {code}"
        faces |= found
    return faces


def _reach(table: Table, code: str, column: str = "") -> dict[str, list[int]]:
    """Return the first throw that reaches an effect, on a table and on its nested rolls; empty if there is none."""
    for throw in all_throws(table.count):
        row = table.row_for(sum(throw) if table.sums else table.notation.read(throw), column)
        if any(f"{given} ".startswith(f"{code} ") for given in row.codes()):
            return {table.id: list(throw)}
        if row.then and (nested := _reach(row.then, code)):
            return {table.id: list(throw), **nested}
    return {}


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
