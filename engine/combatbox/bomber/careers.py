"""The data of a campaign between missions: names, victories, careers."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Career:
    """The ended career of a man.

    Attributes:
        missions: missions he survived.
        last: number of the campaign's mission in which it ended.
    """

    name: str
    role: str
    fate: str
    missions: int
    kills: int
    last: int
    rating: str = ""


@dataclass
class Service:
    """The ended service of a bomber.

    Attributes:
        fate: fate of the plane.
        missions: missions it survived.
        per_cents: sum of the percentages of its drops.
    """

    name: str
    fate: str
    missions: int
    drops: int
    per_cents: int
    rating: str = ""
    bombing: str = ""


@dataclass
class Campaign:
    """The campaign so far. Victories are of counted missions.

    Attributes:
        roster: the seed word that orders the names.
        named: number of men's names given out.
        christened: number of bombers' names given out.
        repeated: flights whose mission number is flown again.
        drops: drops of the bomber that flies now.
        per_cents: sum of their percentages.
        bombing: rating of all drops, at the end of the campaign.
        aces: names of all aces so far.
        grounded: the next mission needs a new bomber.
        result: empty while the campaign goes on, then `won`, `lost` or `drawn`.
    """

    roster: str = ""
    named: int = 0
    christened: int = 0
    eighth_air_force: int = 0
    german_air_defence: int = 0
    draw: int = 0
    repeated: int = 0
    drops: int = 0
    per_cents: int = 0
    bombing: str = ""
    aces: list[str] = field(default_factory=list)
    careers: list[Career] = field(default_factory=list)
    services: list[Service] = field(default_factory=list)
    grounded: bool = False
    result: str = ""
