"""`constraints.yaml`: the rulebook's statements about printed tables that are lost.

A game whose printed tables are lost has no second transcription of them. Instead, this file contains each statement of
the rulebook about the tables, paraphrased and with an id. Each statement has checks that a program can make, or the
reason why it has none. `combatbox verify` makes these checks on the tables of the game; with `--tables`, it makes them
on the tables of an owner of the printed game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from combatbox.core.annotations import Count, Pattern
from combatbox.library.schema import Model
from combatbox.library.yaml12 import Where, checked_model, read_shared

Codes = str | list[str]
"""A code of effects as in the log, or alternative ones; `wound` also matches longer codes such as `wound pilot`."""

Name = str | int
Chance = Annotated[str, Pattern(r"^\d+(/\d+)?$")]


class OfTable(Model):
    """The fields that all checks of a table have in common.

    Attributes:
        table: the id of the table.
    """

    table: str


class Outcome(OfTable):
    """The fields that all checks of the result of a roll have in common.

    Attributes:
        column: the column; by default every column.
        gives: codes of which the result must have one, compared from the left: `wound` also matches `wound pilot`, and
            `fired_by *cfc*` any code that contains `cfc`; `again CONDITION` matches a row that is rolled again under
            that condition.
        leads: ids of tables; the result must lead to one of them.
        area: the areas of which the row must name one.
    """

    column: str = ""
    gives: Codes = []
    leads: Codes = []
    area: Codes = []


class Dice(OfTable):
    """A check that a table is rolled on with certain dice.

    Attributes:
        check: the kind of check: the dice of a table.
        dice: the dice in the notation of tables, such as 2d6.
    """

    check: Literal["dice"]
    dice: str


class RowCheck(Outcome):
    """A check of the result of certain rolls on a table, or of the result in a certain row of a chart.

    Attributes:
        check: the kind of check: the result of certain rolls.
        at: net rolls as in a table, such as 2-4, or the key of a row of a chart.
        lacks: codes of effects that the row must not have.
    """

    check: Literal["row"]
    at: int | str
    lacks: Codes = []


class Possible(Outcome):
    """A check that a result can occur in a table, in any of its columns or in the named column.

    Attributes:
        check: the kind of check: a result that can occur.
    """

    check: Literal["possible"]


class Never(Outcome):
    """A check that a result never occurs.

    Attributes:
        check: the kind of check: a result that never occurs.
    """

    check: Literal["never"]


class Every(Outcome):
    """A check that every roll on a table has a certain result.

    Attributes:
        check: the kind of check: a result of every roll.
    """

    check: Literal["every"]


class ChanceCheck(Outcome):
    """A check of the probability of a result, without modifiers: its exact value, minimum or maximum.

    Attributes:
        check: the kind of check: the probability of a result.
        exactly: the exact probability, as a fraction such as 1/6.
        least: the minimum of the probability.
        most: the maximum of the probability.
    """

    check: Literal["chance"]
    exactly: Chance | None = None
    least: Chance | None = None
    most: Chance | None = None


class Likelier(Outcome):
    """A check that one result is more likely than another.

    Attributes:
        check: the kind of check: a result that is more likely than another.
        than: codes of the result that is less likely.
    """

    check: Literal["likelier"]
    than: Codes


class Columns(OfTable):
    """A check of the keys of a table's columns.

    Attributes:
        check: the kind of check: the columns of a table.
        has: the keys that the columns must have.
    """

    check: Literal["columns"]
    has: list[str]


class Keys(OfTable):
    """A check of the keys of a table's rows, or of the minimum number of rows.

    Attributes:
        check: the kind of check: the keys of the rows.
        has: the keys that the table must have.
        least: the minimum number of rows.
    """

    check: Literal["keys"]
    has: list[Name] = []
    least: int = 0


class ModifierCheck(OfTable):
    """A check of a modifier's amount, or only of its sign.

    Attributes:
        check: the kind of check: a modifier.
        when: codes of conditions or of added quantities; the modifier must have one of them.
        add: the amount of the modifier.
        sign: the sign of the modifier, if its amount is not known.
    """

    check: Literal["modifier"]
    when: Codes
    add: int | None = None
    sign: Literal["", "plus", "minus"] = ""


class Notes(OfTable):
    """A check that the notes of a table mention certain names, and that there is a minimum number of notes.

    Attributes:
        check: the kind of check: the notes of a table.
        name: numbers, and ids of tables and rulings, that the notes must name.
        least: the minimum number of notes.
    """

    check: Literal["notes"]
    name: list[Name] = []
    least: int = 0


class LeadsTo(OfTable):
    """A check that a table has rows that lead to each of certain other tables.

    Attributes:
        check: the kind of check: the tables to which rows lead.
        to: the ids of tables to each of which a row must lead.
    """

    check: Literal["leads"]
    to: list[str]


class Matching(OfTable):
    """A check that the results of certain tables are exactly the keys of a chart's rows.

    Attributes:
        check: the kind of check: results that are keys of a chart.
        gives: the name of the effect whose first parameter is the key of a row.
        tables: the ids of the tables with these results.
        besides: keys that no table gives, or names that need no row.
    """

    check: Literal["matching"]
    gives: str
    tables: list[str]
    besides: list[str] = []


class Constant(Model):
    """A check of a number in `game.yaml`.

    Attributes:
        check: the kind of check: a number in `game.yaml`.
        constant: the path of the number, such as fuel.internal.
        value: the value that it must have.
    """

    check: Literal["constant"]
    constant: str
    value: int | str | bool | list[int] | list[str]


class PlaceCheck(Model):
    """A check that a place in the order of play rolls on a certain table.

    Attributes:
        check: the kind of check: the table of a place.
        place: the name of the place in `places.yaml`.
        table: the id of the table that must be used there.
    """

    check: Literal["place"]
    place: str
    table: str


class Ancestor(OfTable):
    """A check that rows or modifiers of a table are the same as in the older game on which this game is based.

    Attributes:
        check: the kind of check: a comparison with the older game.
        of: the id of the table in the older game.
        rows: for each row of this table, by its rolls or key, the row of the older table that must be the same.
        modifiers: for each condition of this table, by its code, the condition of the older table that must be the
            same.
        words: codes that have another name here, and their names in the older game.
        column: the column of this table; by default its only one.
        its: the column of the older table; by default its only one.
        only: compare only the numbers in the codes of the rows, or only the probabilities of the rows; by default
            everything.
    """

    check: Literal["ancestor"]
    of: str
    rows: dict[str, str] = {}
    modifiers: dict[str, str] = {}
    words: dict[str, str] = {}
    column: str = ""
    its: str = ""
    only: Literal["", "numbers", "chance"] = ""


AnyCheck = (
    Dice
    | RowCheck
    | Possible
    | Never
    | Every
    | ChanceCheck
    | Likelier
    | Columns
    | Keys
    | ModifierCheck
    | Notes
    | LeadsTo
    | Matching
    | Constant
    | PlaceCheck
    | Ancestor
)


class ConstraintModel(Model):
    """A statement of the rulebook, with its checks.

    Attributes:
        id: the letter C, the table and a number, such as C5-3.1.
        table: the id of the table that the statement is about; empty if it is about all tables.
        by: the section of the rulebook with the statement.
        says: the statement in our own words.
        states: the number of values that the rulebook states there.
        checks: the checks of the statement.
        unchecked: the part of the statement that cannot be checked by a program, and the reason; required if there are
            no checks.
    """

    id: Annotated[str, Pattern(r"^C[A-Z0-9][A-Z0-9-]*\.[0-9]+$")]
    table: str = ""
    by: str
    says: str
    states: Count = 0
    checks: list[AnyCheck] = []
    unchecked: str = ""


class ConstraintsModel(Model):
    """The statements of a rulebook about printed tables that are lost.

    Attributes:
        constraints: the statements, in the order of the rulebook.
    """

    constraints: list[ConstraintModel]


def read_constraints(path: Path) -> list[ConstraintModel]:
    """Read and check the constraints of a game.

    Raises:
        DataError: the file has problems.
    """
    return checked_model(read_shared(path), ConstraintsModel, _faults).constraints


def _faults(model: ConstraintsModel) -> Iterator[tuple[Where, str]]:
    seen: set[str] = set()
    for index, constraint in enumerate(model.constraints):
        if constraint.id in seen:
            yield ("constraints", index, "id"), f"the id {constraint.id} is used twice; ids are unique"
        seen.add(constraint.id)
        if not constraint.checks and not constraint.unchecked:
            message = f"{constraint.id}: has no check; add one, or explain in `unchecked` why no machine can check it"
            yield ("constraints", index), message


def about(constraints: list[ConstraintModel], table: str) -> list[ConstraintModel]:
    """Return the constraints that concern a table, or that have a check that reads this table."""
    return [
        constraint
        for constraint in constraints
        if constraint.table == table or any(getattr(c, "table", "") == table for c in constraint.checks)
    ]


def tables_of(check: AnyCheck) -> list[str]:
    """Return the ids of the tables that a check reads."""
    return [*([check.table] if hasattr(check, "table") else []), *getattr(check, "tables", ())]
