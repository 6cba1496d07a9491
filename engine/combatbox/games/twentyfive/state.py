"""The state of a tour in 25 and Out: three bombers, four fighters, and the burst being resolved."""

from __future__ import annotations

from dataclasses import dataclass, field

PLACES = ("left", "centre", "right")


@dataclass
class Bomber:
    """One bomber of the element. Engines are counted by wing; flak losses are not tied to a wing (T-A13)."""

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
        """Engines out on the wing called `area`."""
        return self.left_wing_out if area == "left_wing" else self.right_wing_out


@dataclass
class Fighter:
    """One Me 109. `cause` says why it is gone (`fuselage`, `engine`, `pilot`), `left_in` in which pass."""

    number: int
    gone: bool = False
    cause: str = ""
    mark: str = ""
    left_in: str = ""


@dataclass
class Burst:
    """What is being resolved: a fighter's pass at a bomber, or the flak at one."""

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
    """Everything that can change while a tour is flown."""

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
        """The bomber that the present burst is aimed at."""
        return self.bombers[self.burst.target]

    @property
    def flying(self) -> list[str]:
        """Places of the bombers that still fly, left to right."""
        return [place for place in PLACES if not self.bombers[place].lost]
