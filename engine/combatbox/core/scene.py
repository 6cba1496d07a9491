"""The picture of a mission in a replay: aircraft, attackers, gauges, track, sheet.

A game's event follower builds a `Scene`: everything that can be shown, and one `Frame` for each event with the
situation after that event. Drawing a frame needs no knowledge of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from combatbox.core.events import Event
from combatbox.core.narration import NarrationContext
from combatbox.core.tables import Rulebook
from combatbox.core.tabletop import Sight, TableTop

Part = str
"""The id of a part in a drawing of the bomber: `engine-1`, `crew-pilot`, `wing-left`, `gun-tail`."""


@dataclass(frozen=True)
class Attacker:
    """A fighter in sight.

    Attributes:
        clock: the direction it comes from (`12`, `1:30`, `over`, `under`).
        level: `high`, `level` or `low`.
        label: the short text beside it.
        words: its full description.
        state: empty (undamaged), `hurt`, `hits`, `leaves` or `down`.
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
    """Fire in this event: from a part of a plane at an attacker, or back.

    Attributes:
        part: empty for the plane as a whole.
        ours: fired by the bomber.
    """

    attacker: str
    plane: str
    part: Part = ""
    hit: bool = False
    ours: bool = True


@dataclass
class Frame:
    """The situation after one event.

    Attributes:
        stop: the key of the stop reached on the track.
        parts: parts that are damaged, by plane and part.
        struck: parts hit in this event.
        notes: values by the key of an entry.
        boxes: the number of boxes crossed off, by entry.
        lines: the number of lines written, by list.
        sight: the table top, if there is one.
        coming: the fighters that are known but have no place in the drawing yet, in words.
        captions: what stands under each plane, where it is not always the plane's name.
        own: the player's plane, empty until that is known; None where it is so from the start.
    """

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
    coming: str = ""
    captions: dict[str, str] = field(default_factory=dict)
    own: str | None = None


@dataclass(frozen=True)
class Art:
    """The drawings of a plane in `templates/art`, from above and from the left.

    Attributes:
        around: the part of the plan's sheet that is shown with the air about it, as `x y width height`.
        beside: the same for the side view.
    """

    plan: str
    plan_marks: str
    side: str
    side_marks: str
    around: str
    beside: str


@dataclass(frozen=True)
class Field:
    """A field of fire.

    Attributes:
        bears: the clock directions and levels of attacks that the gun can fire at.
        words: the same in words.
    """

    bears: tuple[tuple[str, str], ...]
    words: str


@dataclass(frozen=True)
class Plane:
    """A bomber of the player's side.

    Attributes:
        parts: the names of the parts that a frame may mark.
        named: the part for each word that decisions and options use: a man's station, a gun.
        fields: the field of fire of a part, gun or station.
        details: the panel entry that describes a part.
        men: for those whom a frame puts into seats, their name and the panel entry that describes them.
    """

    key: str
    name: str
    art: Art
    own: bool = True
    parts: Mapping[Part, str] = field(default_factory=dict)
    named: Mapping[str, Part] = field(default_factory=dict)
    fields: Mapping[Part, Field] = field(default_factory=dict)
    details: Mapping[Part, str] = field(default_factory=dict)
    men: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """A labelled value that changes.

    Attributes:
        boxes: the number of boxes to cross off, 0 for none.
    """

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
    """The stops on the way, each with key and label."""

    label: str
    stops: tuple[Entry, ...]


@dataclass(frozen=True)
class Grid:
    """A part of the sheet with columns; the key of a value is `row/column`."""

    title: str
    corner: str
    columns: tuple[Entry, ...]
    rows: tuple[Entry, ...]


@dataclass(frozen=True)
class Lines:
    """A list on the sheet that grows, with every line that it will have in the end."""

    key: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """Everything that can be shown of a mission.

    Attributes:
        sheet: what the game calls the form that fills in.
        frames: one for each event.
        top: the table top that models fly on; a game has planes or a table top.
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


class SceneBuilder(Protocol):
    """Builds frames from the events of a mission, each taken once and in order."""

    def take(self, event: Event) -> Frame:
        """Return the frame after the next event."""

    def scene(self, frames: tuple[Frame, ...]) -> Scene:
        """Return the scene now, with the frames so far."""


SceneFactory = Callable[[NarrationContext, Rulebook], SceneBuilder]
"""Creates a watcher for a mission from its start."""


class EventFollower:
    """Builds the scene of a growing list of events.

    Each event is processed once, unless an earlier one has changed.
    """

    def __init__(self, show: SceneFactory, words: NarrationContext, book: Rulebook) -> None:
        self.book = book
        self._new_watcher: Callable[[], SceneBuilder] = partial(show, words, book)
        self._restart()

    def _restart(self) -> None:
        self._watcher, self._events, self._frames = self._new_watcher(), list[Event](), list[Frame]()

    def scene(self, events: Sequence[Event]) -> Scene:
        """Return the scene after these events."""
        known = len(self._events)
        if list(events[:known]) != self._events:
            self._restart()
        for event in events[len(self._events) :]:
            self._frames.append(self._watcher.take(event))
            self._events.append(event)
        return self._watcher.scene(tuple(self._frames))
