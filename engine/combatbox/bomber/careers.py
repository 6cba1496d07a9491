"""The data of a campaign between missions: names, victories and careers."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Career:
    """The career of a man whose service in the campaign has ended.

    Attributes:
        missions: the number of missions that he survived.
        last: the number of the mission of the campaign in which his career ended.
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
    """The service record of a bomber that has flown its last mission.

    Attributes:
        name: the name of the bomber.
        fate: the fate of the bomber.
        missions: the number of missions that it survived.
        drops: the number of times that it dropped bombs.
        per_cents: the sum of the percentages of its drops.
        rating: the rating for the missions that it survived, as a term of the vocabulary; empty if it survived none.
        bombing: the rating of its bombing, as a term of the vocabulary; empty if it dropped no bombs.
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
    """The results of the campaign so far; only a mission that counts can be a victory.

    Attributes:
        roster: the seed that determines the order of the names.
        named: the number of men's names that have been assigned.
        christened: the number of bombers' names that have been assigned.
        repeated: the number of missions that did not count and are flown again.
        drops: the number of times that the current bomber dropped bombs.
        per_cents: the sum of the percentages of these drops.
        bombing: the rating of all drops, at the end of the campaign.
        aces: the names of all aces so far.
        grounded: True if the next mission needs a new bomber.
        result: empty during the campaign, then `won`, `lost` or `drawn`.
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
