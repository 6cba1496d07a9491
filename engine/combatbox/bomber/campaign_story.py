"""The log of a campaign: the Composite Mission Record (2.8), summary and tally."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.bomber import campaign, record
from combatbox.bomber.enums import BomberRulebook
from combatbox.bomber.record import shot_down
from combatbox.bomber.state import Campaign, State
from combatbox.core.events import Event, Header
from combatbox.core.log_state import LogState, is_fact, is_phase, with_states


def summary(state: State) -> dict[str, Any]:  # JSON
    """Return the outcome of a mission, or the state of a campaign, as JSON."""
    return record.summary(state) if state.campaign is None else dict(campaign.summary(state))


def tally(state: State) -> Iterator[str]:
    """Yield the tally keys of a mission or a campaign.

    A campaign that is complete has the key `survived` if only one bomber flew in it.
    """
    if state.campaign is None:
        yield from record.tally(state)
    else:
        yield from tally_campaign(state.campaign)


def tally_campaign(campaign: Campaign) -> Iterator[str]:
    """Yield the tally keys of a campaign."""
    yield f"campaign {campaign.result or 'going on'}"
    if len(campaign.services) == 1 and campaign.result:
        yield "survived"


def forms(events: list[Event], header: Header, book: BomberRulebook) -> dict[str, Any]:  # JSON
    """Return the filled-in sheets: the chart of each mission and the composite record.

    Returns:
        A dict with these keys, among others:
        `mission_chart`: the chart of the last mission.
        `campaign`: True if this is the log of a campaign; the log of a single mission has no use for the composite
        record.
    """
    charts = mission_charts(events, header, book)
    return {
        "mission_chart": charts[-1] if charts else record.Chart(book).done(header),
        "mission_charts": charts,
        "campaign": header["run"] == "tour",
        "composite": composite(events, header, book),
    }


def mission_charts(events: list[Event], header: Header, book: BomberRulebook) -> list[dict[str, Any]]:  # JSON
    """Return the filled-in chart of each mission."""
    charts = []
    chart: record.Chart | None = None
    for event, state in with_states(events):
        if is_phase(event, "mission"):
            chart = record.Chart(book)
        elif is_fact(event, "record") and chart:
            charts.append(chart.done(header))
            chart = None
        if chart:
            chart.take(event, state)
    return [*charts, chart.done(header)] if chart else charts


# ---- the composite record, filled in from the log only

Row = dict[str, Any]
"""A line of the record, as JSON."""


def composite(events: list[Event], header: Header, book: BomberRulebook) -> dict[str, list[Row]]:
    """Return the composite record of a log, as lines of two kinds.

    A line is a dict for one mission. Its keys are `mission` (the number of the mission) and `flown` (True if the
    mission was flown). If it was flown, the line also has, among others:
    `new_bomber`: True if the bomber is not the bomber of the previous line in `rows`, or if there is none.
    `per_cent`: the percentage of bombs on target; None if no bombs were dropped.
    `bomber_fate`: the fate of the bomber; empty if it flies on.
    `crew`: a dict for each man, by role. Its `new` is True if he is not the man of the previous line in `rows`, `kills`
    lists the types of the fighters that he destroyed on this mission, and `fate` is the code of his fate (section 17.0).

    Args:
        events: the log's events.
        header: the log's header, whose set-up may contain earlier lines.
        book: the rulebook of the game.

    Returns:
        A dict with two keys: `rows` has a line for each mission of the campaign, and `uncounted` has a line for each
        aborted mission that does not count.
    """
    builder = _RecordBuilder(book)
    for event, state in with_states(events):
        builder.take(event, state)
    builder.close()
    last = book.constants.missions
    blank = {number: {"mission": number, "flown": False} for number in range(1, last + 1)}
    carried = {row["mission"]: row for row in header["setup"]["names"].get("record", ())}
    rows = {**blank, **carried, **{row["mission"]: row for row in builder.rows if row["counts"]}}
    return {
        "rows": [rows[number] for number in sorted(rows)],
        "uncounted": [row for row in builder.rows if not row["counts"]],
    }


class _RecordBuilder:
    """Builds a line for each mission that the log enters in the record."""

    def __init__(self, book: BomberRulebook) -> None:
        self.const = book.constants
        self.theirs = book.constants.sides[1]
        self.state: Mapping[str, Any] = {}  # values of every kind of field
        self.rows: list[Row] = []
        self.kills: dict[str, list[str]] = {}
        self.open = False

    def take(self, event: Event, state: LogState) -> None:
        """Process one event, in the order of the log.

        Args:
            event: the event.
            state: the flat state after the event.
        """
        self.state = state.before
        if is_phase(event, "mission"):
            self.kills, self.open = {}, True
        elif is_fact(event, "record"):
            self.close()
        elif is_fact(event, "goes_home") and self.rows:
            self.rows[-1]["crew"][event["who"]]["fate"] = self.const.fates["sent_home"]
        self.state = state
        types, roles = shot_down(event, state) if self.open else ([], [])
        for role in roles:
            self.kills.setdefault(role, []).extend(types)

    def close(self) -> None:
        """Add the line of a mission that has ended."""
        if self.open and self.state.get("result"):
            self.rows.append(self._row())
        self.open = False

    def _row(self) -> Row:
        state, before = self.state, next((row for row in reversed(self.rows) if row["counts"]), None)
        bomber, result = state["bomber"], state["result"]
        fate = state.get("plane.fate", "")
        if result == self.theirs and fate not in self.const.beyond_repair:
            fate = "irreparable"  # a burst inside, safely landed
        return {
            "mission": state["mission"],
            "flown": True,
            "counts": state.get("counts", True),
            "bomber": bomber,
            "new_bomber": before is None or before["bomber"] != bomber,
            "target": state.get("city", ""),
            "type": state.get("target_type", ""),
            "aim": state.get("aim_result", ""),
            "per_cent": state["per_cent"] if state.get("bombs_dropped") else None,
            "result": result,
            "bomber_fate": fate if result == self.theirs else "",
            "crew": {role: self._cell(role, before) for role in self.const.crew},
        }

    def _cell(self, role: str, before: Row | None) -> Row:
        man = {key: self.state.get(f"men.{role}.{key}", "") for key in ("name", "rank", "missions", "kills", "fate")}
        return {
            "name": man["name"],
            "rank": man["rank"],
            "new": before is None or before["crew"][role]["name"] != man["name"],
            "missions": man["missions"],
            "kills": self.kills.get(role, []),
            "ace": man["kills"] >= self.const.ace_kills,
            "fate": self.const.fates.get(man["fate"], ""),
        }
