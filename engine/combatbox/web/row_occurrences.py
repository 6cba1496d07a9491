"""The occurrence of each row of a table: the step of a replay on the site, or the command for a stored mission."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import asdict, field
from typing import Any, NamedTuple

from markupsafe import Markup

from combatbox.core.annotations import frozen
from combatbox.library.book import Book
from combatbox.library.schema import SightingModel, SightingsModel
from combatbox.odds.example_search import command
from combatbox.play.narrate import lines_in_log, printed_lines
from combatbox.web.examples import Mission
from combatbox.web.replays import Account
from combatbox.web.views import TableOnPage


@frozen
class Step:
    """A step of a mission.

    Attributes:
        mission: the name of the mission's page.
        title: the title of the mission.
        n: the number of the step.
        event: the number of its event in the log.
    """

    mission: str
    title: str
    n: int
    event: int


Steps = dict[str, Step]
"""For each printed line (a row as it appears in its table), the step in which it occurs."""


def steps(book: Book, accounts: Iterable[tuple[Mission, Account]]) -> Steps:
    """Return the first step in which each row occurs.

    Missions with a script that overrides no rule take precedence, followed by other missions with a script and by
    stored seeds. If a row has no step, for example because it only gives a number for the next roll, the following step
    is used.

    Args:
        book: the book of the game.
        accounts: the missions, with the data of their pages.
    """
    exact: Steps = {}
    following: Steps = {}
    for mission, account in sorted(accounts, key=lambda item: (bool(item[0].seed), _breaks_rules(item[0]))):
        mission_steps = [step for phase in account.phases for step in phase.steps]
        events = [step.event for step in mission_steps]
        for line, event in lines_in_log(book.rows(), mission.flown.journal.events):
            index = bisect_left(events, event["n"])
            if index < len(mission_steps):
                steps_here = exact if events[index] == event["n"] else following
                steps_here.setdefault(line, Step(mission.name, mission.flown.title, mission_steps[index].n, event["n"]))
    return following | exact


def _breaks_rules(mission: Mission) -> bool:
    """Return True if the mission overrides a rule anywhere."""
    script = mission.flown.script
    return script is not None and any(step.override for step in script.steps)


def stored_missions(sightings: SightingsModel | None) -> Mapping[str, SightingModel]:
    """Return the stored mission for each printed line that occurs in no replay."""
    return {line: mission for mission in (sightings.missions if sightings else ()) for line in mission.lines}


class RowName(NamedTuple):
    """The name of a row on the page of its table: its anchor, its rolls with those above it, and what it says."""

    anchor: str
    name: str
    words: str


@frozen
class Occurrences:
    """The occurrences of a table's rows.

    Attributes:
        tried: the number of missions that were simulated to find the rows; 0 if none are stored.
        read: True if the table is only looked up and never rolled on.
        unused: True if the table is never used.
        lines: the rows that occur in a replay, with the address of the step and the step.
        flown: the rows that occur in a stored mission, with the parts of the command that replays it.
        missing: the rows that occur in neither.
    """

    tried: int
    read: bool
    unused: bool
    lines: list[tuple[RowName, str, Step]] = field(default_factory=list)
    flown: list[tuple[RowName, list[Markup]]] = field(default_factory=list)
    missing: list[RowName] = field(default_factory=list)


def rows(table: TableOnPage, replayed: Steps, sightings: SightingsModel | None = None) -> Occurrences | None:
    """Return the occurrences of a table's rows; None if the game has neither replays nor stored missions.

    Args:
        table: the table.
        replayed: for each printed line that occurs in a replay, the step to link to.
        sightings: the stored missions.
    """
    if not replayed and sightings is None:
        return None
    views, missions, key = table.views, stored_missions(sightings), table.link.id
    result = Occurrences(
        tried=sightings.flown if sightings else 0,
        read=sightings is not None and key in sightings.read,
        unused=sightings is not None and key in sightings.unused,
    )
    above: list[str] = []
    for row in (row.seen for row in table.rows):
        above = [*above[: row.depth], row.roll]
        line = views.book.rows()[row.id].line
        words = row.area or (row.cells[0] if len(row.cells) == 1 else "")
        name = RowName(row.anchor, " › ".join(filter(None, above)), words)
        if line in replayed:
            step = replayed[line]
            url = views.url(f"{views.book.key}/examples/{step.mission}.html#step-{step.n}")
            result.lines.append((name, url, step))
        elif line in missions:
            # Lines may break before options.
            parts = re.split(" (?=--)", command(views.book.key, missions[line], missions[line].seed, line))
            result.flown.append((name, [views.with_links(part, key) for part in parts]))
        else:
            result.missing.append(name)
    return result


def rows_json(book: Book, replayed: Steps, sightings: SightingsModel | None) -> list[dict[str, Any]]:
    """Return every printed line with its occurrence as plain data, for `rows.json` of `/api/`."""
    missions = stored_missions(sightings)
    items = []
    for line, table in printed_lines(book).items():
        item: dict[str, Any] = {"row": line, "table": table}
        if line in replayed:
            item |= {"seen": "replay", "example": replayed[line].mission, "event": replayed[line].event}
        elif line in missions:
            item |= {
                "seen": "mission",
                **{name: value for name, value in asdict(missions[line]).items() if name != "lines"},
                "fly": command(book.key, missions[line], missions[line].seed, line),
            }
        elif sightings and table in sightings.read:
            item["seen"] = "read"
        elif sightings and table in sightings.unused:
            item["seen"] = "unused"
        else:
            item["seen"] = "missing"
        items.append(item)
    return items
