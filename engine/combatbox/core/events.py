"""The event log: the only record of a mission.

A journal collects events during a flight. The narration, the replay page, the filled-in sheets and the statistics are
computed from these events. The site documents the format, whose version is `LOG_FORMAT`.

Every event has `n` (its number, from 1), `kind`, `place` (the named place in the order of play where it happened),
`rule` (the id of the rule behind it), and `changes` (the changes of the state from this event up to the next). An event
is a plain dictionary, as in JSON. The type of each kind lists its keys, and `kind` tells a type checker which type it
is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict, final

from combatbox.core.annotations import Count, Max, Min, Open, Pattern, Positive
from combatbox.core.change_tracking import SCALARS, StateTracker, get_at_path
from combatbox.core.change_tracking import Change as Change  # noqa: PLC0414
from combatbox.core.change_tracking import set_at_path as set_at_path  # noqa: PLC0414
from combatbox.core.change_tracking import snapshot as snapshot  # noqa: PLC0414

LOG_FORMAT = 1
"""Version of the log's format; readers refuse other versions."""

Face = Annotated[int, Min(1), Max(6)]

Added = tuple[str, int]
"""A modifier that was applied to a roll: its code and its amount."""


class EventBase(TypedDict):
    """The keys of every event.

    Attributes:
        n: the number of the event, from 1.
        place: the place in the order of play.
        rule: the id of the rule.
        changes: the changes of the state between this event and the next, each as a path with the old and new value.
    """

    n: Positive
    place: str
    rule: str
    changes: list[Change]


@final
class Phase(EventBase):
    """The beginning of a phase of play.

    Attributes:
        kind: the kind of the event.
        name: the phase.
        who: the man or player concerned; empty if nobody in particular.
        data: further details that the game logs.
    """

    kind: Literal["phase"]
    name: str
    who: str
    data: dict[str, Any]


@final
class Roll(EventBase):
    """A roll of dice on a table.

    Attributes:
        kind: the kind of the event.
        table: the id of the table.
        column: the column of the table; empty if it has only one.
        who: the man, gun or fighter concerned; empty if nobody in particular.
        dice: the faces of the dice, in the order in which they were thrown.
        natural: the roll without modifiers.
        modifiers: the code and amount of each modifier that applied.
        net: the roll with modifiers.
        row: the id of the row that was reached.
        gives: the codes of the row's effects; `["again"]` for a roll that is repeated.
    """

    kind: Literal["roll"]
    table: str
    column: str
    who: str
    dice: Annotated[list[Face], Min(1)]
    natural: int
    modifiers: list[Added]
    net: int
    row: str
    gives: list[str]


@final
class Consult(EventBase):
    """The application of a row of a chart, without dice.

    Attributes:
        kind: the kind of the event.
        table: the id of the chart.
        who: the man, gun or fighter concerned; empty if nobody in particular.
        row: the id of the row.
        gives: the codes of the row's effects.
    """

    kind: Literal["consult"]
    table: str
    who: str
    row: str
    gives: list[str]


@final
class Choice(EventBase):
    """A player's decision.

    Attributes:
        kind: the kind of the event.
        decision: the kind of decision.
        who: the man, gun or fighter that the decision is about.
        options: the options offered.
        taken: the option taken.
    """

    kind: Literal["choice"]
    decision: str
    who: str
    options: list[str]
    taken: str


@final
class Fact(EventBase):
    """Something that a rule causes without a roll of dice; `data` has the details.

    The fact `overruled` means that the value at the path `data.path` of the state was set to `data.value`. This happens
    where the printed example of a source contradicts its rules.

    Attributes:
        kind: the kind of the event.
        name: the fact.
        who: the man or player concerned; empty if nobody in particular.
        data: the details that the game logs.
    """

    kind: Literal["fact"]
    name: str
    who: str
    data: dict[str, Any]


Event = Phase | Roll | Consult | Choice | Fact

Reached = Roll | Consult
"""An event that reached a row of a table."""


Digest = Annotated[str, Pattern("^[0-9a-f]{16}$")]
"""The digest of a book."""


class SetupData(TypedDict):
    """The set-up of a run as JSON: the number of the mission and the names.

    Attributes:
        mission: the number of the mission.
        names: the names, as the game declares them.
        scenario: the scenario file that the players chose, without its prose.
    """

    mission: Positive
    names: dict[str, Any]
    scenario: NotRequired[dict[str, Any]]


class Header(TypedDict):
    """The first line of a log: the data needed to repeat the run.

    Attributes:
        game: the key of the game.
        run: the kind of run, such as `mission` or `tour`.
        version: the version of the program.
        digest: a digest of the tables with which the run was played.
        rulings: the chosen option of each ruling, by id.
        setup: the mission and the names.
        dice: the source of the dice: a seed, or dice entered by hand.
        title: the title of a script.
        undone: the number of steps that the player has undone.
        books: for a tour whose tables changed on the way, pairs of an event number and the digest that is used from
            this event on.
    """

    game: str
    run: str
    version: str
    digest: Digest
    rulings: dict[str, str]
    setup: Annotated[SetupData, Open()]
    dice: str
    title: NotRequired[str]
    undone: NotRequired[Count]
    books: NotRequired[list[tuple[Count, str]]]


EMPTY_HEADER: Header = {
    "game": "",
    "run": "",
    "version": "",
    "digest": "",
    "rulings": {},
    "setup": {"mission": 1, "names": {}},
    "dice": "",
}
"""The header of a journal that is not written to a log."""


def _can_replace(current: Any, value: Any) -> bool:
    """Return True if a value may replace another one.

    The new value must have the same type, or be plain data in a field that was empty.
    """
    if current is None:
        return value is None or type(value) in SCALARS
    if isinstance(current, list):
        return isinstance(value, list) and all(type(item) in SCALARS for item in value)
    return type(value) is type(current)


class Journal:
    """A journal that collects the events of one flight and the state changes between them."""

    def __init__(self, header: Header = EMPTY_HEADER) -> None:
        self.header: Header = {**header}
        self.events: list[Event] = []
        self._state: Any = None
        self._tracker: StateTracker | None = None
        self._known: Mapping[str, Any] | None = None

    def watch(self, state: Any) -> None:
        """Track the changes of a state, beginning with its initial values.

        Raises:
            TypeError: the state is not a dataclass instance.
        """
        self._state = state
        self._tracker = StateTracker(state, self._tracker.last_read() if self._tracker else self._known)

    def resume(self, events: Sequence[Event], state: Any) -> None:
        """Continue a log after some events; call this before the flight is started.

        Args:
            events: the events so far.
            state: the state after these events.
        """
        self.events = [*events]
        self._known = snapshot(state)

    def add(self, event: Event) -> None:
        """Append an event; the state changes since the previous event are first added to the previous event."""
        events, tracker = self.events, self._tracker
        if tracker and events and (changes := tracker.changes()):
            events[-1]["changes"] += changes
        events.append(event)

    def log(
        self, kind: Literal["phase", "roll", "consult", "choice", "fact"], place: str, rule: str, **data: Any
    ) -> None:
        """Append the event of a kind; `data` has the further keys of its type."""
        event: Any = {"n": len(self.events) + 1, "kind": kind, "place": place, "rule": rule, **data, "changes": []}
        self.add(event)

    def flush_changes(self) -> None:
        """Add the changes made so far to the last event."""
        if self._tracker and self.events:
            self.events[-1]["changes"] += self._tracker.changes()

    def overrule(self, path: str, value: Any, rule: str = "") -> None:
        """Set one value of the state against the rules, and log it.

        A replay does this where the printed example of a source contradicts its rules.

        Args:
            path: the path of the value in the flat state (`core.change_tracking`).
            value: the new value.
            rule: the id of the rule that is overruled.

        Raises:
            LookupError: the state has no such value.
            TypeError: the value is of another type.
        """
        current = get_at_path(self._state, path)
        if not _can_replace(current, value):
            raise TypeError(f"{path}: cannot be set to {value!r:.40}; it is {current!r:.40}")
        self.log("fact", "", rule, name="overruled", who="", data={"path": path, "value": value})
        set_at_path(self._state, path, value)


def answers_of(events: Iterable[Event]) -> list[tuple[str, str]]:
    """Return the choices among these events in order, each as (kind of decision, option taken)."""
    return [(e["decision"], e["taken"]) for e in events if e["kind"] == "choice"]


def faces_of(events: Iterable[Event]) -> list[int]:
    """Return the dice faces in these events, in order."""
    return [face for e in events if e["kind"] == "roll" for face in e["dice"]]
