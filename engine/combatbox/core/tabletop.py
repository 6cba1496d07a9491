"""A table top seen from above: models, moves, shots and dice.

A game with miniatures puts it into its `Scene`; drawing it needs no knowledge of the rules. Places are whole numbers in
the game's own units, x to the right and y away from the player; headings are degrees clockwise from away.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from combatbox.drawing.shapes import Group, Model, Spot


@dataclass(frozen=True)
class Zone:
    """A rectangle on the table.

    Attributes:
        around: how far its effect reaches from its edge, 0 for none.
    """

    label: str
    left: int
    right: int
    near: int
    far: int
    around: int = 0
    around_label: str = ""


@dataclass(frozen=True)
class TableTop:
    """The table: its size, its zones, and every model that ever appears on it.

    Attributes:
        step: the distance between the lines of its grid.
    """

    width: int
    length: int
    step: int
    zones: tuple[Zone, ...]
    models: tuple[Model, ...]


@dataclass(frozen=True)
class Stand:
    """A model on the table.

    Attributes:
        smoke: the number of damage markers.
        coin: the text on a coin beside it; empty for no coin.
        state: empty (on the table), `down` or `away` (both for the one step in which it leaves).
    """

    x: int
    y: int
    heading: int
    smoke: int = 0
    coin: str = ""
    state: str = ""


@dataclass(frozen=True)
class Way:
    """The move of a model in this step.

    Attributes:
        spots: the places and headings on it, as (x, y, heading).
        mark: the end of the whole move, if it is not the last spot.
    """

    model: str
    spots: tuple[tuple[int, int, int], ...]
    mark: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Aim:
    """Fire in this step, from a place to a place."""

    start: Spot
    end: Spot
    hit: bool
    group: Group


@dataclass(frozen=True)
class Throw:
    """One side's die in this step.

    Attributes:
        add: what the side adds to it.
        label: who throws.
    """

    face: int
    add: int
    label: str
    group: Group


@dataclass
class Sight:
    """The table top after one event; shots are fired before any model moves on."""

    stands: dict[str, Stand] = field(default_factory=dict)
    ways: list[Way] = field(default_factory=list)
    aims: list[Aim] = field(default_factory=list)
    throws: list[Throw] = field(default_factory=list)


@dataclass(frozen=True)
class Reach:
    """The points that a model can reach in one move: a leg, a turn on the spot, a leg.

    Attributes:
        start: its place and heading.
        length: the length of the whole move.
        straight: the minimum length before a turn.
        turn: the maximum turn to either side, in degrees.
        inch: units in one of the inches in which a move is typed.
        latest: the maximum length before a turn.
    """

    model: str
    start: tuple[int, int, int]
    length: int
    straight: int
    turn: int
    inch: int
    latest: int
