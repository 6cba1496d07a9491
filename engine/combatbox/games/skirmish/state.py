"""The state of the tabletop: aircraft, waiting sections, the current shot and the score."""

from __future__ import annotations

from dataclasses import dataclass, field

from combatbox.core.annotations import record

BOMBERS = ("leader", "left", "right", "last")
"""The positions in the diamond, in the order in which bombers move and fire (S-A05)."""

ESCORTS = tuple(f"escort{number}" for number in range(1, 100))
GERMANS = tuple(f"german{number}" for number in range(1, 100))
"""The names of the German fighters in order, enough for any table."""

NAMES = {key: key.capitalize() for key in BOMBERS} | {
    key: f"{what} {number}"
    for what, keys in (("Escort", ESCORTS), ("German", GERMANS))
    for number, key in enumerate(keys, 1)
}
"""The names of aircraft as they appear in questions."""

FLY_ON = "fly_on"
"""The answer of a fighter that does not stop to fire."""

TO_TARGET = "to_target"
"""The answer of the Americans who let the doctrine fly them to the target while no German is left or due."""

AWAY = "away"
"""The value of `Plane.out` for a fighter that has left the table and returns next turn.

It occurs only under the option of S-A34 that lets fighters return.
"""


@dataclass
class Plane:
    """An aircraft.

    Attributes:
        side: `german` or `american`.
        type: `fighter` or `bomber`.
        x: the position across the table, in thousandths of an inch.
        y: the position along the table, in thousandths of an inch.
        heading: the heading in degrees.
        damage: the number of damage points.
        left: the length of the current move that is still to be flown, in thousandths of an inch.
        out: the way in which the aircraft left the table, such as `destroyed`, `exited` or `away`; empty while it is on
            the table.
    """

    key: str
    side: str
    type: str
    x: int = 0
    y: int = 0
    heading: int = 0
    damage: int = 0
    left: int = 0
    out: str = ""
    bombed: bool = False
    attacked: bool = False
    flaked: bool = False

    @property
    def place(self) -> tuple[int, int, int]:
        """The position and the heading."""
        return self.x, self.y, self.heading

    @property
    def flies(self) -> bool:
        """True if the aircraft is on the table."""
        return not self.out

    def square_to(self, x: int, y: int) -> int:
        """Return the square of the distance from the aircraft's centre to a position."""
        return (self.x - x) ** 2 + (self.y - y) ** 2


@dataclass
class Section:
    """Two German fighters that enter together.

    Attributes:
        hour: the hour of the clock at which the section enters, known from its arrival on.
        altitude: `above`, `level` or `below`, known from its arrival on.
    """

    fighters: list[str]
    arrived: bool = False
    hour: int = 0
    altitude: str = ""
    first_move: int = 0
    entering: bool = False


@dataclass
class Shot:
    """The attack that is being resolved.

    The string form of a shot names its roll in logs: `leader nose at german1`.

    Attributes:
        attacker: the aircraft that fires.
        target: the aircraft that is fired at.
        gun: the gun; empty for a fighter.
    """

    attacker: str = ""
    target: str = ""
    gun: str = ""

    def __str__(self) -> str:
        return f"{self.attacker}{self.gun and f' {self.gun}'} at {self.target}"


@record
class State:
    """The complete state of a game.

    Attributes:
        result: `american` or `german` once the game is over.
        first_move: the inches that the last altitude roll adds to a section's first move.
        escorts_first: the inches that the altitude roll adds to the first move of this wave's escorts.
        to_target: True while the Americans fly on to the target and are asked for no moves; otherwise None, which older
            logs have as well.
    """

    scenario: int = 1
    turn: int = 0
    wave: int = 0
    waves: int = 1
    hits: int = 0
    needed: int = 0
    german_fighters: list[int] = []
    escorts: list[int] = []
    alarmed: bool = False
    arriving: bool = False
    die: int = 0
    hour: int = 0
    altitude: str = ""
    first_move: int = 0
    escorts_first: int = 0
    to_target: bool | None = None
    lost_bombers: int = 0
    lost_germans: int = 0
    lost_escorts: int = 0
    result: str = ""
    planes: dict[str, Plane] = {}
    sections: list[Section] = []
    shot: Shot = field(default_factory=Shot)

    @property
    def bombers(self) -> list[Plane]:
        """The bombers on the table, in the order in which they move and fire."""
        planes = self.planes
        return [plane for key in BOMBERS if (plane := planes.get(key)) is not None and not plane.out]

    @property
    def germans(self) -> list[Plane]:
        """The German fighters on the table, in the order of their sections."""
        return [p for p in self.planes.values() if p.side == "german" and not p.out]

    @property
    def germans_due(self) -> bool:
        """True if a German fighter will still enter or return."""
        return any(not section.arrived for section in self.sections) or any(
            plane.out == AWAY and plane.side == "german" for plane in self.planes.values()
        )

    def enemies_of(self, plane: Plane) -> list[Plane]:
        """Return the aircraft at which a fighter may fire (S-A26).

        German fighters fire at bombers and escorts, escorts at German fighters.
        """
        return self.bombers + self.escort_planes if plane.side == "german" else self.germans

    @property
    def escort_planes(self) -> list[Plane]:
        """The escorts on the table."""
        return [p for p in self.planes.values() if p.side == "american" and p.type == "fighter" and not p.out]
