"""What the booklet proves about the lost tables: it holds of ours, and each check has been seen to fail on a bent copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from combatbox.core.dice import notation
from combatbox.core.effects import Effect
from combatbox.core.tables import Row, Table
from combatbox.library.book import Book
from combatbox.library.constraints import AnyCheck, ConstraintModel, read_constraints
from combatbox.library.load import load
from combatbox.library.overlay import write_overlay
from combatbox.verify.constraints import Judge, findings_of

BOOK = load("superfort")
assert BOOK.constraints
STATED = read_constraints(BOOK.constraints)
CHECKS = [(one, check) for one in STATED for check in one.checks]


@pytest.mark.keyed
def test_all_that_the_booklet_says_holds() -> None:
    assert [str(one) for one in findings_of(BOOK, STATED)] == []


def test_every_statement_is_there_with_its_numbers() -> None:
    said = [
        one for one in STATED if one.id.startswith(tuple(f"C{n}" for n in range(2, 10))) and one.by != "the older game"
    ]
    assert len(said) == 162
    assert sum(one.states for one in STATED) == 118
    assert [one.id for one in STATED if not one.checks and len(one.unchecked) < 20] == []


def test_every_table_is_held_by_a_statement() -> None:
    held = {name for _, check in CHECKS for name in (getattr(check, "table", ""), *getattr(check, "tables", ()))}
    loose = [key for key in BOOK.tables if key not in held]
    assert loose == []


# ---- each check is seen to fail


class Filled(Effect):
    """An effect that has whatever code is asked for."""

    name = ""
    arguments: Mapping[str, Any] = {}
    idle = True

    def __init__(self, code: str) -> None:
        object.__setattr__(self, "said", code.replace("*", "x"))

    @property
    def code(self) -> str:
        said: str = self.said  # type: ignore[attr-defined]
        return said


def emptied(table: Table, code: str, kind: str) -> Table:
    """The table with rows that all do one thing; without modifiers, notes and columns, and other dice where those are asked."""

    def bare(row: Row) -> Row:
        return replace(row, effects=(Filled(code),), then=None, again=(), area="")

    return replace(
        table,
        notation=notation("9d6") if kind == "dice" else table.notation,
        rows=() if kind == "keys" else tuple(bare(row) for row in table.rows),
        lookups={name: {roll: bare(row) for roll, row in rows.items()} for name, rows in table.lookups.items()},
        keys={key: bare(row) for key, row in table.keys.items()},
        columns={} if kind == "columns" else table.columns,
        modifiers=(),
        forced=(),
        first=(),
        info=replace(table.info, notes=()),
    )


def bent(check: AnyCheck) -> Book:
    """The book with what a check looks at bent: what it asks for is gone, or what it forbids stands everywhere."""
    kind = check.check
    meta = replace(BOOK.meta, constants={}) if kind == "constant" else BOOK.meta
    names = check.tables if kind == "matching" else [check.table] if hasattr(check, "table") else []
    too_much = kind == "never" or getattr(check, "most", None)
    wanted = getattr(check, "lacks", []) or (check.gives if too_much else "") or "bent away"
    code = wanted if isinstance(wanted, str) else wanted[0]
    tables = BOOK.tables | {name: emptied(BOOK.tables[name], code, kind) for name in names}
    return replace(BOOK, meta=meta, tables=tables, places={})


@pytest.mark.sample(120)
@pytest.mark.parametrize(("stated", "check"), CHECKS, ids=[f"{one.id}-{n}" for n, (one, _) in enumerate(CHECKS)])
def test_each_check_is_seen_to_fail_on_a_bent_copy(stated: ConstraintModel, check: AnyCheck) -> None:
    assert list(Judge(bent(check)).faults(check)), f"{stated.id}: nothing breaks {check}"


# ---- an owner's tables


@pytest.mark.keyed
def test_an_owner_is_told_which_of_his_rows_breaks_what(tmp_path: Path) -> None:
    write_overlay(BOOK, tmp_path)
    path = tmp_path / "superfort" / "t5-3.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count("effects: [coordinated_attack]") == 1
    path.write_text(text.replace("effects: [coordinated_attack]", 'effects: [{attack_from: "12"}]'), encoding="utf-8")
    his = load("superfort", tmp_path)
    found = [str(one) for one in findings_of(his, STATED)]
    (account,) = [one for one in found if "C5-3.1" in one]
    line = next(
        n for n, row in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if "Coordinated attack" in row
    )
    assert account.startswith(f"{path}:{line} T5-3/5: gives attack_from 12 and not coordinated_attack; C5-3.1, §5.2C")
    assert not his.view(his.tables["T5-3"]).rebuilt
    assert his.view(his.tables["T5-4"]).rebuilt


def test_what_the_booklet_says_stands_at_the_head_of_his_files(tmp_path: Path) -> None:
    write_overlay(BOOK, tmp_path)
    head = (tmp_path / "superfort" / "t4-11.yaml").read_text(encoding="utf-8").partition("\nid:")[0]
    for one in STATED:
        if one.table == "T4-11":
            assert f"# - {one.id}" in head
