"""What a replay shows of a mission: the aircraft, who attacks them, gauges, the track, the sheet filling in.

A game hands over who follows its events to a `Scene`: what there is to see, and one `Frame` for each event that
says how it looks once that event is over. Nobody who draws a frame needs to know a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol

from combatbox.core.events import Event
from combatbox.core.tables import Rulebook
from combatbox.core.tabletop import Sight, TableTop

if TYPE_CHECKING:
    from combatbox.core.game import NarrationContext

Part = str
"""A part of a drawing of the bomber by its id there: `engine-1`, `crew-pilot`, `wing-left`, `gun-tail`."""


@dataclass(frozen=True)
class Attacker:
    """A fighter in sight. clock: from where it comes (`12`, `1:30`, `over`, `under`); level: `high`, `level` or `low`.

    label: what stands beside it, short. words: all there is to say of it. state: `` (as new), `hurt`, `hits`,
    `leaves` or `down`.
    """

    key: str
    type: str
    plane: str
    clock: str
    level: str
    label: str
    words: str
    state: str = ""


@dataclass(frozen=True)
class Shot:
    """Fire in this event: from a part of a plane at an attacker, or from an attacker at a part (empty: the plane)."""

    attacker: str
    plane: str
    part: Part = ""
    hit: bool = False
    ours: bool = True


@dataclass
class Frame:
    """How it looks after one event. parts: what is not as new, by plane and part. notes: values by the key of an
    entry. boxes: how many boxes of an entry are crossed off. lines: how many lines of a list are written.
    struck: parts hit in this event. sight: the table top, where there is one."""

    stop: str = ""
    parts: dict[tuple[str, Part], str] = field(default_factory=dict)
    hits: dict[tuple[str, Part], int] = field(default_factory=dict)
    attackers: list[Attacker] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    struck: list[tuple[str, Part]] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    boxes: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    seats: dict[tuple[str, Part], str] = field(default_factory=dict)
    sight: Sight = field(default_factory=Sight)


@dataclass(frozen=True)
class Art:
    """The drawings of a plane in `templates/art`, by name: from above and from the left, each with its marks.

    around, beside: what of each drawing's sheet is shown, and the air about it (`x y width height`).
    """

    plan: str
    plan_marks: str
    side: str
    side_marks: str
    around: str
    beside: str


@dataclass(frozen=True)
class Field:
    """A field of fire: from where attacks come that a gun bears on, by the clock and how high; and the same in words."""

    bears: tuple[tuple[str, str], ...]
    words: str


@dataclass(frozen=True)
class Plane:
    """A bomber of ours. parts: what its parts are called, for those that a frame may mark. named: a part by each word that
    decisions and options have for it: a man's station, a gun. fields: what can be fired at from a part, a gun or a station.
    told: the entry of a panel that tells of a part. men: what those are called whom a frame writes into seats, with the entry
    that tells of each."""

    key: str
    name: str
    art: Art
    own: bool = True
    parts: Mapping[Part, str] = field(default_factory=dict)
    named: Mapping[str, Part] = field(default_factory=dict)
    fields: Mapping[Part, Field] = field(default_factory=dict)
    told: Mapping[Part, str] = field(default_factory=dict)
    men: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """Something with a changing value. boxes: how many boxes it has to cross off, 0 for none."""

    key: str
    label: str
    boxes: int = 0


@dataclass(frozen=True)
class Panel:
    """Entries under a title."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Track:
    """A row of stops on the way: key and label each."""

    label: str
    stops: tuple[Entry, ...]


@dataclass(frozen=True)
class Grid:
    """A part of the sheet with columns: `rows` by key of the row and its label; a value's key is `row/column`."""

    title: str
    corner: str
    columns: tuple[Entry, ...]
    rows: tuple[Entry, ...]


@dataclass(frozen=True)
class Lines:
    """A list on the sheet that grows: every line it will have in the end."""

    key: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """Everything to be seen of a mission. sheet: what the game calls the form that fills in. frames: one an event.

    top: the table top that models fly on, where the game has one; a game has planes or a table top.
    """

    planes: tuple[Plane, ...]
    tracks: tuple[Track, ...]
    panels: tuple[Panel, ...]
    sheet: str
    grids: tuple[Grid, ...]
    lists: tuple[Lines, ...]
    facts: tuple[str, ...]
    frames: tuple[Frame, ...]
    top: TableTop | None = None


class Watcher(Protocol):
    """Follows the events of a mission, each once and in order."""

    def take(self, event: Event) -> Frame:
        """The frame after one event."""

    def scene(self, frames: tuple[Frame, ...]) -> Scene:
        """Everything to be seen now, with the frames so far."""


SceneFactory = Callable[["NarrationContext", Rulebook], Watcher]
"""Makes who follows a mission from its start."""


class EventFollower:
    """The scene of events that grow: none is followed again, unless one of them has become another."""

    def __init__(self, show: SceneFactory, words: NarrationContext, book: Rulebook) -> None:
        self.book = book
        self._begun: Callable[[], Watcher] = partial(show, words, book)
        self._back()

    def _back(self) -> None:
        self._watcher, self._events, self._frames = self._begun(), list[Event](), list[Frame]()

    def scene(self, events: Sequence[Event]) -> Scene:
        """Everything to be seen after these events."""
        known = len(self._events)
        if list(events[:known]) != self._events:
            self._back()
        for event in events[len(self._events) :]:
            self._frames.append(self._watcher.take(event))
            self._events.append(event)
        return self._watcher.scene(tuple(self._frames))
