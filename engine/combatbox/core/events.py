"""The event log: the only account of a mission.

A journal collects events while a flight is flown. Narration, replay page, filled sheet and statistics are
functions of these events. `docs` of the format: `LOG_FORMAT` below, published on the site.

Every event has `n` (its number, from 1), `kind`, `place` (the named place in the order of play where it happened), `rule`
(the rule that has it so), and `changes`: what became different in the state through it, up to the next event. It is a
plain dictionary, as JSON has it; which keys each kind has, its type says: `kind` tells a type checker which of them it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, final

from combatbox.core.change_tracking import Change as Change  # noqa: PLC0414
from combatbox.core.change_tracking import StateTracker
from combatbox.core.state_paths import INLINE as INLINE  # noqa: PLC0414  # the log's own words, wherever they are explained
from combatbox.core.state_paths import SCALARS, get_at_path
from combatbox.core.state_paths import set_at_path as set_at_path  # noqa: PLC0414
from combatbox.core.state_paths import snapshot as snapshot  # noqa: PLC0414

LOG_FORMAT = 1
"""Version of the log's format; a reader refuses others."""

Added = tuple[str, int]
"""A modifier that counted in a roll: its code and what it added."""


class _Told(TypedDict):
    """What every event has."""

    n: int
    place: str
    rule: str
    changes: list[Change]


@final
class Phase(_Told):
    """A stretch of play begins. data: what the game says of it."""

    kind: Literal["phase"]
    name: str
    who: str
    data: dict[str, Any]


@final
class Roll(_Told):
    """Dice are thrown on a table. row: its id. gives: codes of effects; `again` for a throw that is made again."""

    kind: Literal["roll"]
    table: str
    column: str
    who: str
    dice: list[int]
    natural: int
    modifiers: list[Added]
    net: int
    row: str
    gives: list[str]


@final
class Consult(_Told):
    """A row of a chart applies."""

    kind: Literal["consult"]
    table: str
    who: str
    row: str
    gives: list[str]


@final
class Choice(_Told):
    """A player decides. decision: its kind. who: whom it is about."""

    kind: Literal["choice"]
    decision: str
    who: str
    options: list[str]
    taken: str


@final
class Fact(_Told):
    """Something the rules bring about without a roll. data: what the game says of it.

    The fact `overruled` sets `data.path` of the state to `data.value` where a source's own example departs from its rules.
    """

    kind: Literal["fact"]
    name: str
    who: str
    data: dict[str, Any]


Event = Phase | Roll | Consult | Choice | Fact

Reached = Roll | Consult
"""What names a row of a table."""


class SetupData(TypedDict):
    """What was decided before a run, as JSON has it: the number of the mission, and names as the game declares them."""

    mission: int
    names: dict[str, Any]


class Header(TypedDict):
    """The first line of a log: all that is needed to fly it again, with its dice and choices, elsewhere.

    digest: of the tables it was flown with. dice: where they came from. title: of a script. undone: steps taken back. books:
    of a tour whose book has changed on the way, from which event on it was flown by which other: its number, and the digest.
    """

    game: str
    run: str
    version: str
    digest: str
    rulings: dict[str, str]
    setup: SetupData
    dice: str
    title: NotRequired[str]
    undone: NotRequired[int]
    books: NotRequired[list[tuple[int, str]]]


UNKEPT: Header = {
    "game": "", "run": "", "version": "", "digest": "", "rulings": {}, "setup": {"mission": 1, "names": {}}, "dice": "",
}  # fmt: skip
"""The header of a journal of which no log is made."""


def _alike(now: Any, value: Any) -> bool:
    """Whether a value can stand where another does: of its kind, or plain where nothing was."""
    if now is None:
        return value is None or type(value) in SCALARS
    if isinstance(now, list):
        return isinstance(value, list) and all(type(item) in SCALARS for item in value)
    return type(value) is type(now)


class Journal:
    """Collects the events of one flight and the state changes between them."""

    def __init__(self, header: Header = UNKEPT) -> None:
        self.header: Header = {**header}
        self.events: list[Event] = []
        self._state: Any = None
        self._tracker: StateTracker | None = None
        self._known: Mapping[str, Any] | None = None

    def watch(self, state: Any) -> None:
        """Follow the changes of this state, a dataclass; what it holds at first is credited to the first event.

        Raises TypeError for any other kind of thing.
        """
        self._state = state
        self._tracker = StateTracker(state, self._tracker.last_read() if self._tracker else self._known)

    def resume(self, events: Sequence[Event], state: Any) -> None:
        """Go on after these events with a state as they have left it, before a flight is begun with that."""
        self.events = [*events]
        self._known = snapshot(state)

    def add(self, event: Event) -> None:
        """Append one event; what changed since the last one is credited to the last one."""
        events, tracker = self.events, self._tracker
        if tracker and events and (changes := tracker.changes()):
            events[-1]["changes"] += changes
        events.append(event)

    def phase(self, name: str, place: str, rule: str, who: str, data: dict[str, Any]) -> None:
        """A stretch of play begins."""
        self.add({
            "n": len(self.events) + 1, "kind": "phase", "name": name, "place": place, "rule": rule, "who": who, "data": data, "changes": [],
        })  # fmt: skip

    def roll(
        self,
        table: str,
        row: str,
        dice: list[int],
        *,
        place: str,
        rule: str,
        who: str,
        natural: int,
        net: int,
        column: str = "",
        modifiers: list[Added] | None = None,
        gives: list[str] | None = None,
    ) -> None:
        """Dice were thrown on a table and read."""
        self.add({
            "n": len(self.events) + 1, "kind": "roll", "place": place, "rule": rule, "table": table, "column": column, "who": who,
            "dice": dice, "natural": natural, "modifiers": modifiers or [], "net": net, "row": row, "gives": gives or [],
            "changes": [],
        })  # fmt: skip

    def consult(self, table: str, row: str, place: str, rule: str, who: str, gives: list[str]) -> None:
        """A row of a chart applies."""
        self.add({
            "n": len(self.events) + 1, "kind": "consult", "place": place, "rule": rule, "table": table, "who": who, "row": row,
            "gives": gives, "changes": [],
        })  # fmt: skip

    def choice(self, decision: str, options: list[str], taken: str, place: str, rule: str, who: str) -> None:
        """A player decided."""
        self.add({
            "n": len(self.events) + 1, "kind": "choice", "place": place, "rule": rule, "decision": decision, "who": who,
            "options": options, "taken": taken, "changes": [],
        })  # fmt: skip

    def fact(self, name: str, place: str, rule: str, who: str, data: dict[str, Any]) -> None:
        """The rules bring something about without a roll."""
        self.add({
            "n": len(self.events) + 1, "kind": "fact", "name": name, "place": place, "rule": rule, "who": who, "data": data, "changes": [],
        })  # fmt: skip

    def flush_changes(self) -> None:
        """Credit the changes made so far to the last event."""
        if self._tracker and self.events:
            self.events[-1]["changes"] += self._tracker.changes()

    @property
    def state(self) -> Any:
        """The state that is followed, or None."""
        return self._state

    def overrule(self, path: str, value: Any, rule: str = "") -> None:
        """Set one value of the state against the rules, as a source's own example does; the log says so.

        Raises LookupError where the state has no such value, TypeError for one of another kind than is there.
        """
        now = get_at_path(self._state, path)
        if not _alike(now, value):
            raise TypeError(f"{path} is {now!r:.40}")
        self.fact("overruled", "", rule, "", {"path": path, "value": value})
        set_at_path(self._state, path, value)

    @property
    def faces(self) -> list[int]:
        """All dice faces in the order they fell."""
        return faces_of(self.events)

    @property
    def answers(self) -> list[tuple[str, str]]:
        """All choices in the order they were made."""
        return answers_of(self.events)


def answers_of(events: Iterable[Event]) -> list[tuple[str, str]]:
    """The choices among events, as (kind, option taken)."""
    return [(e["decision"], e["taken"]) for e in events if e["kind"] == "choice"]


def faces_of(events: Iterable[Event]) -> list[int]:
    """The dice faces among events, in order."""
    return [face for e in events if e["kind"] == "roll" for face in e["dice"]]
