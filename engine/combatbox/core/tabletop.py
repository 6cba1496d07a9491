"""A table top seen from above: models at their places, the ways that they fly, who fires at whom, and dice of both sides.

A game with miniatures hands it over in its `Scene`; nobody who draws it needs to know a rule. Places are whole numbers in
the game's own units, x to the right and y away from the player; headings are degrees clockwise from away.
"""

from __future__ import annotations

from dataclasses import field

from combatbox.core.records import dataclass
from combatbox.drawing.shapes import Group, Model, Spot


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangle that lies on the table. around: how far something reaches from its edge, 0 for nothing."""

    label: str
    left: int
    right: int
    near: int
    far: int
    around: int = 0
    around_label: str = ""


@dataclass(frozen=True, slots=True)
class TableTop:
    """The table: its size, what lies on it, every model that ever stands on it. step: from one line of its grid to the next."""

    width: int
    length: int
    step: int
    zones: tuple[Zone, ...]
    models: tuple[Model, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """A model as it stands. smoke: markers of damage. coin: a coin beside it, with this on its face; none where it is empty.

    state: `` (on the table), `down` or `away` (both for the one step in which it goes).
    """

    x: int
    y: int
    heading: int
    smoke: int = 0
    coin: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """What a model flies in this step, by the places and headings on it; and where its whole move would end, if not there."""

    model: str
    spots: tuple[tuple[int, int, int], ...]
    mark: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """Fire in this step, from a place to a place."""

    start: Spot
    end: Spot
    hit: bool
    group: Group


@dataclass(frozen=True, slots=True)
class Throw:
    """One side's die in this step: what it adds to it, and who throws."""

    face: int
    add: int
    label: str
    group: Group


@dataclass(slots=True)
class Sight:
    """The table top after one event, and what happened on it. Shots are fired before anybody flies on."""

    stands: dict[str, Stand] = field(default_factory=dict)
    ways: list[Way] = field(default_factory=list)
    aims: list[Aim] = field(default_factory=list)
    throws: list[Throw] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reach:
    """What a model may fly in one move, for whoever has it dragged: a straight leg, a turn on the spot, a straight leg.

    start: its place and heading. length: of the whole move. straight: the least that is flown before a turn, which is by
    `turn` degrees at the most to either side. inch: units of one of those in which a move is typed. latest: the most that is
    flown before a turn.
    """

    model: str
    start: tuple[int, int, int]
    length: int
    straight: int
    turn: int
    inch: int
    latest: int
