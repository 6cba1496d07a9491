"""Where each row of a table came up: the step of a replay here, or the command that flies a mission kept for it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from combatbox.library.book import Book
from combatbox.library.schema import SightingModel, SightingsModel
from combatbox.odds.row_coverage import command
from combatbox.play.printed_rows import printed_lines, shown
from combatbox.web.examples import Mission
from combatbox.web.views import Views


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a mission: the mission's page and title, the step's number there and its event in the log."""

    mission: str
    title: str
    n: int
    event: int


Steps = dict[str, Step]
"""By printed line: a row as it stands in its table."""


def steps(book: Book, accounts: Iterable[tuple[Mission, SimpleNamespace]]) -> Steps:
    """The first step in which each row came up, printed missions that keep to the rules before all others.

    A row that no step tells by itself, such as a number that the next roll needs, is at the step that follows it.
    accounts: missions with what their pages tell.
    """
    exact: Steps = {}
    near: Steps = {}
    for mission, account in sorted(accounts, key=lambda item: (bool(item[0].seed), _bent(item[0]))):
        told = [step for phase in account.phases for step in phase.steps]
        events = [step.event for step in told]
        for line, event in shown(book.rows(), mission.flown.journal.events):
            at = bisect_left(events, event["n"])
            if at < len(told):
                steps_here = exact if events[at] == event["n"] else near
                steps_here.setdefault(line, Step(mission.name, mission.flown.title, told[at].n, event["n"]))
    return near | exact


def _bent(mission: Mission) -> bool:
    """Whether the mission has its way against the rules anywhere."""
    script = mission.flown.script
    return script is not None and any(step.override for step in script.steps)


def kept_for(sightings: SightingsModel | None) -> Mapping[str, SightingModel]:
    """The mission that is kept for each line that no replay here shows."""
    return {line: kept for kept in (sightings.missions if sightings else ()) for line in kept.lines}


def rows(
    seen: SimpleNamespace, replayed: Steps, views: Views, sightings: SightingsModel | None = None
) -> SimpleNamespace | None:
    """What the page of a table says of its rows: `lines`, each with its step here; `flown`, each with the command that
    tells it; `missing`, which came up nowhere in all `tried` missions; and whether the table is only `read`, or `unused`.

    seen: the view of the table. None for a game of which nothing is known.
    """
    if not replayed and sightings is None:
        return None
    kept = kept_for(sightings)
    told = SimpleNamespace(lines=[], flown=[], missing=[], tried=sightings.flown if sightings else 0)
    above: list[str] = []
    for row in seen.rows:
        above = [*above[: row.depth], str(row.roll)]
        line = views.book.rows()[row.row].line
        words = row.label or (row.cells[0] if len(row.cells) == 1 else "")
        item = SimpleNamespace(anchor=row.id, name=" › ".join(part for part in above if part), words=words)
        if line in replayed:
            step = replayed[line]
            item.url = views.url(f"{views.book.key}/examples/{step.mission}.html#step-{step.n}")
            item.title, item.n = step.title, step.n
            told.lines.append(item)
        elif line in kept:
            typed = re.split(" (?=--)", command(views.book, kept[line], line))  # a line may break before an option
            item.command = [views.linked(part, seen.id) for part in typed]
            told.flown.append(item)
        else:
            told.missing.append(item)
    told.read = sightings is not None and seen.id in sightings.read
    told.unused = sightings is not None and seen.id in sightings.unused
    return told


def rows_json(book: Book, replayed: Steps, sightings: SightingsModel | None) -> list[dict[str, Any]]:
    """Every printed line with where it is seen, as data: `rows.json` of `/api/`."""
    kept = kept_for(sightings)
    told = []
    for line, table in printed_lines(book).items():
        item: dict[str, Any] = {"row": line, "table": table}
        if line in replayed:
            item |= {"seen": "replay", "example": replayed[line].mission, "event": replayed[line].event}
        elif line in kept:
            item |= {
                "seen": "mission",
                **kept[line].model_dump(exclude={"lines"}),
                "fly": command(book, kept[line], line),
            }
        elif sightings and table in sightings.read:
            item["seen"] = "read"
        elif sightings and table in sightings.unused:
            item["seen"] = "unused"
        else:
            item["seen"] = "missing"
        told.append(item)
    return told
