"""Where in the example missions each row of a table came up: the step of a replay, by row."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from types import SimpleNamespace

from combatbox.core.tables import Table
from combatbox.library.book import Book
from combatbox.web.examples import Mission
from combatbox.web.views import Views


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a mission: the mission's page and title, and the step's number there."""

    mission: str
    title: str
    n: int


Steps = dict[str, Step]
"""By row, as the row stands in its table: without a column."""


def steps(book: Book, accounts: Iterable[tuple[Mission, SimpleNamespace]]) -> Steps:
    """The first step in which each row came up, printed missions that keep to the rules before all others.

    accounts: missions with what their pages tell.
    """
    found: Steps = {}
    for mission, account in sorted(accounts, key=lambda item: (bool(item[0].seed), bool(item[1].departures))):
        numbers = {step.event: step.n for phase in account.phases for step in phase.steps}
        for event in mission.flown.journal.events:
            if event["n"] in numbers and "row" in event and event["gives"] != ["again"]:
                table = book.tables.get(event["table"].partition("/")[0])
                row = line_of(event["row"], table)
                found.setdefault(row, Step(mission.name, mission.flown.title, numbers[event["n"]]))
    return found


def line_of(row: str, table: Table | None) -> str:
    """The printed line of a row: columns of a line share it, and so do hit and miss."""
    line = re.sub(r"@[^/]+", "", row)
    return line.rpartition("/")[0] if table and table.shape == "to_hit" else line


def rows(seen: SimpleNamespace, found: Steps, views: Views) -> SimpleNamespace | None:
    """What the page of a table says of its rows: those that came up, each with its step; how many did not.

    seen: the view of the table. None where no row came up.
    """
    lines = []
    above: list[str] = []
    for row in seen.rows:
        above = [*above[: row.depth], str(row.roll)]
        step = found.get(re.sub(r"@[^/]+", "", row.row))
        if step is None:
            continue
        url = views.url(f"{views.book.key}/examples/{step.mission}.html#step-{step.n}")
        name = " › ".join(part for part in above if part)
        words = row.label or (row.cells[0] if len(row.cells) == 1 else "")
        lines.append(SimpleNamespace(anchor=row.id, name=name, words=words, url=url, title=step.title, n=step.n))
    return SimpleNamespace(lines=lines, missing=len(seen.rows) - len(lines)) if lines else None
