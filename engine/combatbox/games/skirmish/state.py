"""The table top: aircraft with their places and damage, sections that wait, the shot being resolved, and the score."""

from __future__ import annotations

from dataclasses import dataclass, field

BOMBERS = ("leader", "left", "right", "last")
"""The places in the diamond, in the order in which bombers move and fire (S-A05)."""

ESCORTS = tuple(f"escort{number}" for number in range(1, 100))
GERMANS = tuple(f"german{number}" for number in range(1, 100))

NAMES = {key: key.capitalize() for key in BOMBERS} | {
    key: f"{what} {number}"
    for what, keys in (("Escort", ESCORTS), ("German", GERMANS))
    for number, key in enumerate(keys, 1)
}
"""How a question names an aircraft."""
"""What fighters are called, in their order: as many as any table may bring."""


AWAY = "away"
"""How a fighter is out that has left the table and comes back on the next turn (S-A34)."""


@dataclass
class Plane:
    """One model. side: `german` or `american`; type: `fighter` or `bomber`. left: what is still to be flown of a move.

    out: how it left the table, empty while it is on it: `destroyed`, `exited`, `away`. x, y: thousandths of an inch.
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
        """Where it is, and its heading."""
        return self.x, self.y, self.heading

    @property
    def flies(self) -> bool:
        """Whether it is on the table."""
        return not self.out


@dataclass
class Section:
    """Two German fighters that enter together. hour: on the clock; altitude: `above`, `level`, `below`, from its arrival."""

    fighters: list[str]
    arrived: bool = False
    hour: int = 0
    altitude: str = ""
    first_move: int = 0
    entering: bool = False


@dataclass
class Shot:
    """The attack being resolved: who fires, at whom, with which gun (empty for a fighter).

    Its text is what logs say of who throws: `leader nose at german1`.
    """

    attacker: str = ""
    target: str = ""
    gun: str = ""

    def __str__(self) -> str:
        return f"{self.attacker}{self.gun and f' {self.gun}'} at {self.target}"


@dataclass
class State:
    """Everything that can change in a game. result: `american` or `german` once it is over.

    first_move: what the altitude just thrown adds to a section's first move; escorts_first: to that of the escorts of this wave.
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
        """Whether any German is still to come, for the first time or again."""
        return any(not section.arrived for section in self.sections) or any(
            plane.out == AWAY and plane.side == "german" for plane in self.planes.values()
        )

    def enemies_of(self, plane: Plane) -> list[Plane]:
        """Whom a fighter may fire at: Germans at bombers and escorts, escorts at Germans (S-A26)."""
        return self.bombers + self.escort_planes if plane.side == "german" else self.germans

    @property
    def escort_planes(self) -> list[Plane]:
        """The escorts on the table."""
        return [p for p in self.planes.values() if p.side == "american" and p.type == "fighter" and not p.out]
