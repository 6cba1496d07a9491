"""Checksums of what both transcriptions agree on, table by table, so that a later slip is seen by name.

`tests/witness/settled.json` holds them. They are written anew by one command alone, after a difference was
settled at the source: `combatbox golden --settle`, which refuses while tables and witnesses differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.play.plain import canonical
from combatbox.verify import witness
from combatbox.verify.findings import Check, Finding, checked
from combatbox.verify.plain import PlainTable
from combatbox.verify.room import Room

COMMAND = "combatbox golden --settle"
PLACE = Path("tests") / "witness" / "settled.json"


def settled_cells(table: PlainTable) -> dict[str, Any]:
    """All of a table that two people transcribed: dice, cells, and what depends on a state."""
    return {
        "dice": table.part.dice,
        "clamp": table.data.get("clamp"),
        "columns": list(table.columns),
        **({"adds": {name: list(adds) for name, adds in table.adds.items()}} if table.adds else {}),
        "cells": {witness.show(place): text for place, text in table.cells().items()},
        "when": {row.key: table.asked({"when": row.when}) for row in table.part.rows if row.when is not None},
        "modifiers": [[m.when, m.amount, m.quantity, m.times] for m in table.modifiers()],
        "adjusts": [list(item) for item in table.adjusts()],
        "floors": [list(item) for item in table.floors()],
        "forced": [[witness.show((path, "")), when, text] for (path, when), text in table.forced().items()],
        "first": [list(item) for item in table.first()],
        "again": {witness.show((path, "")): text for path, text in table.again().items()},
        "corrected": [[str(c["row"]), c.get("column", ""), c["by"]] for c in table.data.get("corrected", [])],
    }


def checksum(table: PlainTable) -> str:
    """A checksum of the settled cells; wording, notes and titles are no part of it."""
    return sha256(canonical(settled_cells(table)).encode()).hexdigest()[:16]


def checksums(tables: Mapping[str, PlainTable]) -> dict[str, str]:
    """The checksum of each table, by id."""
    return {table_id: checksum(table) for table_id, table in sorted(tables.items())}


def check(room: Room) -> Check:
    """Compare every table with its settled cells, where those of its game are kept."""
    homes = {key: home for key in room.books if (home := room.project_of(key)) and (home / PLACE).is_file()}
    if not homes:
        return Check("settled", not_run="no settled cells are kept here; run it in a checkout")
    findings = [
        item
        for key, home in homes.items()
        for item in _differences(key, read(home).get(key, {}), checksums(room.plain[key]))
    ]
    return checked("settled", findings, (sum(len(room.plain[key]) for key in homes), "table"))


def read(project: Path) -> dict[str, dict[str, str]]:
    """The stored checksums, by game and table; none where there is no file."""
    path = project / PLACE
    stored: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return stored


def _differences(game: str, stored: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Finding]:
    for table_id in sorted({*stored, *now}):
        if table_id not in stored:
            yield Finding(f"{game} {table_id}", "has no settled cells yet", COMMAND)
        elif table_id not in now:
            yield Finding(f"{game} {table_id}", "has settled cells, but is no table", COMMAND)
        elif stored[table_id] != now[table_id]:
            yield Finding(f"{game} {table_id}", f"its settled cells have changed; {witness.SETTLE}, then", COMMAND)


def settle(project: Path, books: Mapping[str, Book]) -> Check:
    """Write the checksums anew; refused while a table and its witness differ."""
    room = Room(books, project=project)
    agreed = witness.check(room)
    if agreed.failed:
        return agreed
    sums = {key: checksums(shelf) for key, shelf in room.plain.items()}
    whole = dict(sorted({**read(project), **sums}.items()))
    write_atomically(project / PLACE, f"{json.dumps(whole, indent=1)}\n".encode())
    return checked("settled", (), (sum(len(shelf) for shelf in sums.values()), "table"))
