"""The state of a tour in 25 and Out: bombers, fighters and the current burst of fire."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from combatbox.core.annotations import record

Place = Literal["left", "centre", "right"]
PLACES: tuple[Place, ...] = ("left", "centre", "right")


@record
class Bomber:
    """A bomber of the element.

    Engines that are out are counted by wing; those lost to flak belong to no wing (T-A13).

    Attributes:
        place: its place in the element, one of `PLACES`.
        crew_out: the men who are out of action.
        cause: what brought the bomber down; empty while it flies.
    """

    place: str
    name: str = ""
    left_wing_out: int = 0
    right_wing_out: int = 0
    flak_out: int = 0
    crew_out: list[str] = []
    lost: bool = False
    cause: str = ""

    @property
    def engines_out(self) -> int:
        """The number of engines lost to fighters and flak together."""
        return self.left_wing_out + self.right_wing_out + self.flak_out

    def wing_out(self, area: str) -> int:
        """Return the number of engines that are out on a wing, such as `left_wing`."""
        return self.left_wing_out if area == "left_wing" else self.right_wing_out


@dataclass
class Fighter:
    """A Me 109.

    Attributes:
        cause: the part whose hit removed the fighter: `fuselage`, `engine` or `pilot`.
        mark: the circle of the record sheet that is marked: `top`, `centre` or `bottom`.
        left_in: the name of the pass in which the fighter left.
    """

    number: int
    gone: bool = False
    cause: str = ""
    mark: str = ""
    left_in: str = ""


@record
class Burst:
    """A burst of fire at a bomber, in a fighter's pass or by flak.

    Attributes:
        pass_name: the name of the pass, such as the first; empty for flak.
        fighter: the number of the fighter; 0 for flak.
        target: the place of the bomber at which it is aimed.
        direction: the direction of the attack.
        area: the part of the bomber that it hits.
        guns: the guns that bear on the fighter.
        hits: the number of hits so far.
        fires: False if our hits keep the fighter from firing.
    """

    pass_name: str = ""
    fighter: int = 0
    target: str = ""
    direction: str = ""
    area: str = ""
    guns: list[str] = []
    hits: int = 0
    fires: bool = True


@record
class State:
    """The complete state of a tour.

    Attributes:
        mission: the number of the mission that is flown.
        completed: the number of missions that the player's bomber has completed.
        rank: the rank that these missions have earned.
        result: how the mission ended: completed, or lost; empty while it is flown.
        tour: how the tour ended; empty while it goes on.
        position: the place of the player's bomber in the element.
        attacked: True if fighters have attacked on this mission.
        own_name: the name of the player's bomber.
        wingmen: the names of the other bombers of the element.
        bombers: the bombers of the element, by place.
        fighters: the fighters of the mission.
        burst: the burst of fire that is being resolved.
    """

    mission: int = 1
    completed: int = 0
    rank: str = ""
    result: str = ""
    tour: str = ""
    position: str = ""
    attacked: bool = False
    own_name: str = ""
    wingmen: list[str] = []
    bombers: dict[str, Bomber] = {}
    fighters: list[Fighter] = []
    burst: Burst = field(default_factory=Burst)

    @property
    def own(self) -> Bomber:
        """The player's bomber."""
        return self.bombers[self.position]

    @property
    def target(self) -> Bomber:
        """The bomber at which the current burst is aimed."""
        return self.bombers[self.burst.target]

    @property
    def flying(self) -> list[str]:
        """The places of the bombers that are not lost, from left to right."""
        return [place for place in PLACES if not self.bombers[place].lost]
