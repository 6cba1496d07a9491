"""A table top seen from above: models, moves, shots and dice.

A game with miniatures adds a table top to its `Scene`; drawing it requires no knowledge of the rules. Positions are
whole numbers in the game's units, x to the right and y away from the player; headings are degrees clockwise from the
direction away from the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.core.annotations import frozen, record
from combatbox.core.shapes import Group, Model, Spot


@frozen
class Zone:
    """A rectangle on the table top.

    Attributes:
        around: the distance from its edge at which the zone still has an effect, 0 for none.
    """

    label: str
    left: int
    right: int
    near: int
    far: int
    around: int = 0
    around_label: str = ""


@frozen
class TableTop:
    """The table top: its size, its zones, and all models that ever appear on it.

    Attributes:
        step: the distance between the grid lines.
        fire: the reach and arcs of fire as plain data, with which a page measures between two models; empty if models
            cannot be measured.
    """

    width: int
    length: int
    step: int
    zones: tuple[Zone, ...]
    models: tuple[Model, ...]
    fire: Mapping[str, Any] = {}


@frozen
class Stand:
    """A model on the table top.

    Attributes:
        smoke: the number of damage markers.
        coin: the text on a coin beside the model; empty for no coin.
        state: empty for a model that remains on the table; `down` or `away` in the step in which it leaves.
    """

    x: int
    y: int
    heading: int
    smoke: int = 0
    coin: str = ""
    state: str = ""


@frozen
class Way:
    """The move of a model in this step.

    Attributes:
        spots: the positions and headings along the move, as (x, y, heading).
        mark: the end of the whole move, if it is not the last spot.
    """

    model: str
    spots: tuple[tuple[int, int, int], ...]
    mark: tuple[int, int, int] | None = None


@frozen
class Aim:
    """Fire in this step, from one position to another."""

    start: Spot
    end: Spot
    hit: bool
    group: Group


@frozen
class Throw:
    """The die that one side rolls in this step.

    Attributes:
        add: the modifier of the die.
        label: the name of the side that rolls.
    """

    face: int
    add: int
    label: str
    group: Group


@record
class Sight:
    """The table top after one event; shots are fired before any model moves."""

    stands: dict[str, Stand] = {}
    ways: list[Way] = []
    aims: list[Aim] = []
    throws: list[Throw] = []


@frozen
class Reach:
    """The points that a model can reach in a move that includes one turn on the spot.

    Attributes:
        start: the position and heading of the model.
        length: the length of the whole move.
        straight: the minimum length before a turn.
        turn: the maximum turn to either side, in degrees.
        inch: the number of units in an inch; the player types the length of a move in inches.
        latest: the maximum length before a turn.
    """

    model: str
    start: tuple[int, int, int]
    length: int
    straight: int
    turn: int
    inch: int
    latest: int
