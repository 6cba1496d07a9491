"""The picture of a mission in a replay: aircraft, attackers, gauges and sheet.

A game's scene builder makes a `Scene`, which contains everything that can be shown, and a `Frame` for each event with
the situation after this event. Drawing a frame requires no knowledge of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Protocol

from combatbox.core.annotations import frozen, record
from combatbox.core.events import Event
from combatbox.core.log_state import TAKE_BACK, settled
from combatbox.core.narration import NarrationContext
from combatbox.core.tables import Rulebook
from combatbox.core.tabletop import Sight, TableTop

Part = str
"""The id of a part in a drawing of the bomber: `engine-1`, `crew-pilot`, `wing-left`, `gun-tail`."""


@frozen
class Attacker:
    """A fighter in sight.

    Attributes:
        clock: the direction from which it attacks (`12`, `1:30`, `over`, `under`).
        level: `high`, `level` or `low`.
        label: the short text beside the fighter.
        words: the full description.
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


@frozen
class Shot:
    """Fire in the current event, between a part of a plane and an attacker.

    Attributes:
        part: the part of the plane; empty for the whole plane.
        hit: True if the shot hits.
        ours: True if a gun of the player's plane fires.
    """

    attacker: str
    plane: str
    part: Part = ""
    hit: bool = False
    ours: bool = True


@record
class Frame:
    """The situation after one event.

    Attributes:
        stop: the key of the stop on the track that has been reached.
        parts: the mark of each part that is marked, for instance as damaged or firing, by plane and part.
        struck: the parts hit in this event, as pairs of plane and part.
        notes: the text of each entry on the record sheet, by the key of the entry.
        boxes: for each row of boxes on the record sheet, by its key, the number of boxes that are crossed off.
        lines: for each list of the scene, by its key, the number of lines written so far.
        sight: the table top, if there is one.
        coming: a description of the fighters that are known but have no position in the drawing yet.
        captions: the caption of each plane, if it is not always the plane's name.
        own: the key of the player's plane, empty until it is known; None in games in which it is always the same plane.
    """

    stop: str = ""
    parts: dict[tuple[str, Part], str] = {}
    hits: dict[tuple[str, Part], int] = {}
    attackers: list[Attacker] = []
    shots: list[Shot] = []
    struck: list[tuple[str, Part]] = []
    notes: dict[str, str] = {}
    boxes: dict[str, int] = {}
    lines: dict[str, int] = {}
    seats: dict[tuple[str, Part], str] = {}
    sight: Sight = field(default_factory=Sight)
    coming: str = ""
    captions: dict[str, str] = {}
    own: str | None = None


@frozen
class Art:
    """The drawings of a plane in `templates/art`, from above and from the left.

    Attributes:
        plan: the name of the drawing from above.
        plan_marks: the name of the drawing with marks of damage from above.
        side: the name of the drawing from the left.
        side_marks: the name of the drawing with marks of damage from the left.
        around: the area of the plan to show, including the air around the plane, as `x y width height`.
        beside: the corresponding area of the side view.
    """

    plan: str
    plan_marks: str
    side: str
    side_marks: str
    around: str
    beside: str


@frozen
class Field:
    """A field of fire.

    Attributes:
        bears: the attacks at which the gun can fire, as pairs of clock direction and level.
        words: a description of the field of fire.
    """

    bears: tuple[tuple[str, str], ...]
    words: str


@frozen
class Plane:
    """A bomber of the player's side.

    Attributes:
        parts: the name of each part of the drawing that a frame may mark.
        named: for each term that decisions and options use (a man's station, a gun), the part of the drawing that shows
            it.
        fields: for each part of the drawing that shows a gun or a gunner's station, its field of fire.
        details: for each part of the drawing, the key of the panel entry that describes it.
        men: for each man who can occupy a seat in a frame, his name and the key of the panel entry that describes him.
    """

    key: str
    name: str
    art: Art
    own: bool = True
    parts: Mapping[Part, str] = {}
    named: Mapping[str, Part] = {}
    fields: Mapping[Part, Field] = {}
    details: Mapping[Part, str] = {}
    men: Mapping[str, tuple[str, str]] = {}


@frozen
class Entry:
    """A labelled value that changes during the mission.

    Attributes:
        boxes: the number of boxes to cross off; 0 if there are none.
    """

    key: str
    label: str
    boxes: int = 0


@frozen
class Panel:
    """A titled group of entries."""

    title: str
    entries: tuple[Entry, ...]


@frozen
class Track:
    """The stops on the route, each with a key and a label."""

    label: str
    stops: tuple[Entry, ...]


@frozen
class Grid:
    """A grid of entries on the sheet; the key of a value is `row/column`."""

    title: str
    corner: str
    columns: tuple[Entry, ...]
    rows: tuple[Entry, ...]


@frozen
class Lines:
    """A list on the sheet that grows during the mission.

    Attributes:
        lines: all lines that the list has at the end of the mission.
    """

    key: str
    title: str
    lines: tuple[str, ...]


@frozen
class Scene:
    """Everything that a replay can show of a mission.

    Attributes:
        sheet: the game's name for the form that is filled in.
        frames: one frame for each event.
        top: the table top on which models fly; a game has either planes or a table top.
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
    """A builder of frames from the events of a mission; each event must be passed once, in order."""

    def take(self, event: Event) -> Frame:
        """Process the next event and return the frame after it."""

    def scene(self, frames: tuple[Frame, ...]) -> Scene:
        """Return the scene after the events processed so far, with these frames."""


SceneFactory = Callable[[NarrationContext, Rulebook], SceneBuilder]
"""Creates a scene builder for a mission from its start."""


class EventFollower:
    """A builder of the scene of a growing list of events.

    Each event is processed once; if an earlier event has changed, or its roll is taken back, all are processed again.
    """

    def __init__(self, show: SceneFactory, words: NarrationContext, book: Rulebook) -> None:
        self.book = book
        self._new_builder: Callable[[], SceneBuilder] = partial(show, words, book)
        self._restart()

    def _restart(self) -> None:
        self._builder, self._events, self._frames = self._new_builder(), list[Event](), list[Frame]()

    def scene(self, events: Sequence[Event]) -> Scene:
        """Return the scene after these events."""
        known = len(self._events)
        taken_back = [(e.get("decision"), e.get("taken")) for e in events[known : known + 1]] == [(TAKE_BACK, "again")]
        if list(events[:known]) != self._events or taken_back:
            self._restart()
            known = 0
        self._frames += map(self._builder.take, settled(events[known:]))
        self._events += events[known:]
        return self._builder.scene(tuple(self._frames))
