"""The table top: aircraft, sections that wait, the present shot, and the score."""

from __future__ import annotations

from dataclasses import dataclass, field

BOMBERS = ("leader", "left", "right", "last")
"""The positions in the diamond, in the order of moves and fire (S-A05)."""

ESCORTS = tuple(f"escort{number}" for number in range(1, 100))
GERMANS = tuple(f"german{number}" for number in range(1, 100))
"""Names of fighters, in their order: as many as any table can bring."""

NAMES = {key: key.capitalize() for key in BOMBERS} | {
    key: f"{what} {number}"
    for what, keys in (("Escort", ESCORTS), ("German", GERMANS))
    for number, key in enumerate(keys, 1)
}
"""Names of aircraft in questions."""

AWAY = "away"
"""`Plane.out` of a fighter that left the table and comes back on the next turn (S-A34)."""


@dataclass
class Plane:
    """One model.

    Attributes:
        side: `german` or `american`.
        type: `fighter` or `bomber`.
        x: position across the table, in thousandths of an inch; `y` along it.
        left: length of a move that is still to be flown.
        out: how it left the table: `destroyed`, `exited`, `away`; empty while it is on it.
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
        """Position and heading."""
        return self.x, self.y, self.heading

    @property
    def flies(self) -> bool:
        """True if it is on the table."""
        return not self.out


@dataclass
class Section:
    """Two German fighters that enter together.

    Attributes:
        hour: hour on the clock, from their arrival.
        altitude: `above`, `level` or `below`, from their arrival.
    """

    fighters: list[str]
    arrived: bool = False
    hour: int = 0
    altitude: str = ""
    first_move: int = 0
    entering: bool = False


@dataclass
class Shot:
    """The attack being resolved.

    Its text is the thrower in logs: `leader nose at german1`.

    Attributes:
        attacker: who fires.
        target: at whom.
        gun: the gun; empty for a fighter.
    """

    attacker: str = ""
    target: str = ""
    gun: str = ""

    def __str__(self) -> str:
        return f"{self.attacker}{self.gun and f' {self.gun}'} at {self.target}"


@dataclass
class State:
    """Everything that can change in a game.

    Attributes:
        result: `american` or `german` once it is over.
        first_move: inches that the altitude just rolled adds to a section's first move.
        escorts_first: the same for the escorts of this wave.
    """

    scenario: int = 1
    turn: int = 0
    wave: int = 0
    waves: int = 1
    hits: int = 0
    needed: int = 0
    german_fighters: list[int] = field(default_factory=list)
    escorts: list[int] = field(default_factory=list)
    alarmed: bool = False
    arriving: bool = False
    die: int = 0
    hour: int = 0
    altitude: str = ""
    first_move: int = 0
    escorts_first: int = 0
    lost_bombers: int = 0
    lost_germans: int = 0
    lost_escorts: int = 0
    result: str = ""
    planes: dict[str, Plane] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)
    shot: Shot = field(default_factory=Shot)

    @property
    def bombers(self) -> list[Plane]:
        """The bombers on the table, in the order in which they move and fire."""
        planes = self.planes
        return [plane for key in BOMBERS if (plane := planes.get(key)) is not None and not plane.out]

    @property
    def germans(self) -> list[Plane]:
        """The German fighters on the table, section by section."""
        return [p for p in self.planes.values() if p.side == "german" and not p.out]

    @property
    def germans_due(self) -> bool:
        """True if any German is still to come, for the first time or again."""
        return any(not section.arrived for section in self.sections) or any(
            plane.out == AWAY and plane.side == "german" for plane in self.planes.values()
        )

    def enemies_of(self, plane: Plane) -> list[Plane]:
        """Return whom a fighter may fire at (S-A26).

        Germans at bombers and escorts, escorts at Germans.
        """
        return self.bombers + self.escort_planes if plane.side == "german" else self.germans

    @property
    def escort_planes(self) -> list[Plane]:
        """The escorts on the table."""
        return [p for p in self.planes.values() if p.side == "american" and p.type == "fighter" and not p.out]
