"""Where each row of a table came up: the step of a replay here, or the command that flies a mission kept for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace

from combatbox.library.book import Book
from combatbox.library.lines import printed, shown
from combatbox.library.schema import SightingModel, SightingsModel
from combatbox.odds.sightings import command
from combatbox.web.examples import Mission
from combatbox.web.views import Views


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a mission: the mission's page and title, and the step's number there."""

    mission: str
    title: str
    n: int


Steps = dict[str, Step]
"""By printed line: a row as it stands in its table."""


def steps(book: Book, accounts: Iterable[tuple[Mission, SimpleNamespace]]) -> Steps:
    """The first step in which each row came up, printed missions that keep to the rules before all others.

    accounts: missions with what their pages tell.
    """
    found: Steps = {}
    for mission, account in sorted(accounts, key=lambda item: (bool(item[0].seed), bool(item[1].departures))):
        numbers = {step.event: step.n for phase in account.phases for step in phase.steps}
        for line, event in shown(book.tables, mission.flown.journal.events):
            if event["n"] in numbers:
                found.setdefault(line, Step(mission.name, mission.flown.title, numbers[event["n"]]))
    return found


def kept_for(sightings: SightingsModel | None) -> Mapping[str, SightingModel]:
    """The mission that is kept for each line that no replay here shows."""
    return {line: kept for kept in (sightings.missions if sightings else ()) for line in kept.lines}


def rows(
    seen: SimpleNamespace, found: Steps, views: Views, sightings: SightingsModel | None = None
) -> SimpleNamespace | None:
    """What the page of a table says of its rows: `lines`, each with its step here; `flown`, each with the command that
    tells it; `missing`, which came up nowhere in all `tried` missions; and whether the table is only `read`, or `unused`.

    seen: the view of the table. None for a game of which nothing is known.
    """
    if not found and sightings is None:
        return None
    kept = kept_for(sightings)
    told = SimpleNamespace(lines=[], flown=[], missing=[], tried=sightings.flown if sightings else 0)
    above: list[str] = []
    for row in seen.rows:
        above = [*above[: row.depth], str(row.roll)]
        line = printed(row.row)
        words = row.label or (row.cells[0] if len(row.cells) == 1 else "")
        item = SimpleNamespace(anchor=row.id, name=" › ".join(part for part in above if part), words=words)
        if line in found:
            step = found[line]
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
