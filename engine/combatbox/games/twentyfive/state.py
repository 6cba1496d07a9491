"""The state of a tour in 25 and Out: bombers, fighters and the present burst."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Place = Literal["left", "centre", "right"]
PLACES: tuple[Place, ...] = ("left", "centre", "right")


@dataclass
class Bomber:
    """One bomber of the element.

    Engines are counted by wing; flak losses belong to no wing (T-A13).
    """

    place: str
    name: str = ""
    left_wing_out: int = 0
    right_wing_out: int = 0
    flak_out: int = 0
    crew_out: list[str] = field(default_factory=list)
    lost: bool = False
    cause: str = ""

    @property
    def engines_out(self) -> int:
        """Engines lost to fighters and flak together."""
        return self.left_wing_out + self.right_wing_out + self.flak_out

    def wing_out(self, area: str) -> int:
        """Return the engines out on the wing `area`."""
        return self.left_wing_out if area == "left_wing" else self.right_wing_out


@dataclass
class Fighter:
    """One Me 109.

    Attributes:
        cause: why it is gone: `fuselage`, `engine` or `pilot`.
        left_in: the pass in which it left.
    """

    number: int
    gone: bool = False
    cause: str = ""
    mark: str = ""
    left_in: str = ""


@dataclass
class Burst:
    """A fighter's pass at a bomber, or the flak at one."""

    pass_name: str = ""
    fighter: int = 0
    target: str = ""
    direction: str = ""
    area: str = ""
    guns: list[str] = field(default_factory=list)
    hits: int = 0
    fires: bool = True


@dataclass
class State:
    """Everything that can change during a tour."""

    mission: int = 1
    completed: int = 0
    rank: str = ""
    result: str = ""
    tour: str = ""
    position: str = ""
    attacked: bool = False
    own_name: str = ""
    wingmen: list[str] = field(default_factory=list)
    bombers: dict[str, Bomber] = field(default_factory=dict)
    fighters: list[Fighter] = field(default_factory=list)
    burst: Burst = field(default_factory=Burst)

    @property
    def own(self) -> Bomber:
        """The player's bomber."""
        return self.bombers[self.position]

    @property
    def target(self) -> Bomber:
        """The bomber at which the present burst is aimed."""
        return self.bombers[self.burst.target]

    @property
    def flying(self) -> list[str]:
        """Places of the bombers that still fly, left to right."""
        return [place for place in PLACES if not self.bombers[place].lost]
