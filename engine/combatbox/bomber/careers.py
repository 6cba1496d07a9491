"""What a campaign carries from mission to mission: who is named, what is tallied, and the careers that are over."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Career:
    """A man who flies no more. missions: those he survived; last: the campaign's mission of his end."""

    name: str
    role: str
    fate: str
    missions: int
    kills: int
    last: int
    rating: str = ""


@dataclass
class Service:
    """A bomber that flies no more. missions: survived; per_cents: the sum over its drops; fate: that of the plane."""

    name: str
    fate: str
    missions: int
    drops: int
    per_cents: int
    rating: str = ""
    bombing: str = ""


@dataclass
class Campaign:
    """The campaign so far. `roster` chooses the names, `named` and `christened` count those given out.

    Victories are of counted missions; `repeated` counts flights whose mission number is flown again. `drops` and
    `per_cents` are those of the bomber that flies now, `bombing` is the rating of all drops at the end. `aces` are
    the names of all aces so far. `grounded`: the next mission wants a new bomber. `result` is empty while the
    campaign goes on, then `won`, `lost` or `drawn`.
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
