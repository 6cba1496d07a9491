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

from pydantic import Field

from combatbox.library.schema import Model
from combatbox.library.validate import checked_model
from combatbox.library.yaml12 import Where, read_shared

Codes = str | list[str]
"""A code of effects as in the log, or alternative ones; `wound` also matches longer codes such as `wound pilot`."""

Name = str | int
Chance = Annotated[str, Field(pattern=r"^\d+(/\d+)?$")]

_GIVES = (
    "Codes of which the result must have one, compared from the left: `wound` also matches `wound pilot`, and `fired_by *cfc*`"
    " any code that contains `cfc`; `again CONDITION` matches a row that is rolled again under that condition."
)
_LEADS = "Ids of tables; the result must lead to one of them."
_COLUMN = "The column; by default every column."


class OfTable(Model):
    """The fields that all checks of a table have in common."""

    table: str


class Outcome(OfTable):
    """The fields that all checks of the result of a roll have in common."""

    column: str = Field("", description=_COLUMN)
    gives: Codes = Field([], description=_GIVES)
    leads: Codes = Field([], description=_LEADS)
    area: Codes = Field([], description="The areas of which the row must name one.")


class Dice(OfTable):
    """A check that a table is rolled on with certain dice."""

    check: Literal["dice"]
    dice: str = Field(description="The dice in the notation of tables, such as 2d6.")


class RowCheck(Outcome):
    """A check of the result of certain rolls on a table, or of the result in a certain row of a chart."""

    check: Literal["row"]
    at: int | str = Field(description="Net rolls as in a table, such as 2-4, or the key of a row of a chart.")
    lacks: Codes = Field([], description="Codes of effects that the row must not have.")


class Possible(Outcome):
    """A check that a result can occur in a table, in any of its columns or in the named column."""

    check: Literal["possible"]


class Never(Outcome):
    """A check that a result never occurs."""

    check: Literal["never"]


class Every(Outcome):
    """A check that every roll on a table has a certain result."""

    check: Literal["every"]


class ChanceCheck(Outcome):
    """A check of the probability of a result, without modifiers: its exact value, minimum or maximum."""

    check: Literal["chance"]
    exactly: Chance | None = None
    least: Chance | None = None
    most: Chance | None = None


class Likelier(Outcome):
    """A check that one result is more likely than another."""

    check: Literal["likelier"]
    than: Codes


class Columns(OfTable):
    """A check of the keys of a table's columns."""

    check: Literal["columns"]
    has: list[str]


class Keys(OfTable):
    """A check of the keys of a table's rows, or of the minimum number of rows."""

    check: Literal["keys"]
    has: list[Name] = Field([], description="The keys that the table must have.")
    least: int = 0


class ModifierCheck(OfTable):
    """A check of a modifier's amount, or only of its sign."""

    check: Literal["modifier"]
    when: Codes = Field(description="Codes of conditions or of added quantities; the modifier must have one of them.")
    add: int | None = None
    sign: Literal["", "plus", "minus"] = ""


class Notes(OfTable):
    """A check that the notes of a table mention certain names, and that there is a minimum number of notes."""

    check: Literal["notes"]
    name: list[Name] = Field([], description="Numbers, and ids of tables and rulings, that the notes must name.")
    least: int = 0


class LeadsTo(OfTable):
    """A check that a table has rows that lead to each of certain other tables."""

    check: Literal["leads"]
    to: list[str]


class Matching(OfTable):
    """A check that the results of certain tables are exactly the keys of a chart's rows."""

    check: Literal["matching"]
    gives: str = Field(description="The name of the effect whose first parameter is the key of a row.")
    tables: list[str]
    besides: list[str] = Field([], description="Keys that no table gives, or names that need no row.")


class Constant(Model):
    """A check of a number in `game.yaml`."""

    check: Literal["constant"]
    constant: str = Field(description="The path of the number, such as fuel.internal.")
    value: int | str | bool | list[int] | list[str]


class PlaceCheck(Model):
    """A check that a place in the order of play rolls on a certain table."""

    check: Literal["place"]
    place: str
    table: str


class Ancestor(OfTable):
    """A check that rows or modifiers of a table are the same as in the older game on which this game is based."""

    check: Literal["ancestor"]
    of: str = Field(description="The id of the table in the older game.")
    rows: dict[str, str] = Field(
        {},
        description="For each row of this table, by its rolls or key, the row of the older table that must be the same.",
    )
    modifiers: dict[str, str] = Field(
        {},
        description="For each condition of this table, by its code, the condition of the older table that must be the same.",
    )
    words: dict[str, str] = Field(
        {}, description="Codes that have another name here, and their names in the older game."
    )
    column: str = Field("", description="The column of this table; by default its only one.")
    its: str = Field("", description="The column of the older table; by default its only one.")
    only: Literal["", "numbers", "chance"] = Field(
        "",
        description="Compare only the numbers in the codes of the rows, or only the probabilities of the rows; by default everything.",
    )


AnyCheck = Annotated[
    Dice | RowCheck | Possible | Never | Every | ChanceCheck | Likelier | Columns | Keys | ModifierCheck | Notes | LeadsTo
    | Matching | Constant | PlaceCheck | Ancestor,
    Field(discriminator="check"),
]  # fmt: skip


class ConstraintModel(Model):
    """A statement of the rulebook, with its checks."""

    id: str = Field(
        pattern=r"^C[A-Z0-9][A-Z0-9-]*\.[0-9]+$", description="The letter C, the table and a number, such as C5-3.1."
    )
    table: str = Field(
        "", description="The id of the table that the statement is about; empty if it is about all tables."
    )
    by: str = Field(description="The section of the rulebook with the statement.")
    says: str = Field(description="The statement in our own words.")
    states: int = Field(0, ge=0, description="The number of values that the rulebook states there.")
    checks: list[AnyCheck] = Field([], description="The checks of the statement.")
    unchecked: str = Field(
        "",
        description="The part of the statement that cannot be checked by a program, and the reason; required if there are no checks.",
    )


class ConstraintsModel(Model):
    """The statements of a rulebook about printed tables that are lost."""

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
