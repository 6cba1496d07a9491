"""The Composite Mission Record (2.8), filled in from the log only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.bomber.enums import BomberRulebook
from combatbox.bomber.record import shot_down
from combatbox.core.events import Event, Header
from combatbox.core.log_state import LogState, with_states

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
        if event["kind"] == "phase" and event["name"] == "mission":
            self.kills, self.open = {}, True
        elif event["kind"] == "fact" and event["name"] == "record":
            self.close()
        elif event["kind"] == "fact" and event["name"] == "goes_home" and self.rows:
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
