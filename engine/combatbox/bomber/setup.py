"""A bomber and its crew ready for a mission, as `game.yaml` equips them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from combatbox.bomber.careers import Campaign, campaign_of
from combatbox.bomber.parts import whole
from combatbox.bomber.state import Engine, Gun, Man, Orders, Plane, State
from combatbox.bomber.terms import Station
from combatbox.core.declared import Least
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.game import Setup
from combatbox.core.naming import proper_name
from combatbox.core.tables import Rulebook


@dataclass(frozen=True, slots=True)
class RecordCell:
    """A man of one mission, as `composite` has him in its record."""

    name: str
    rank: str
    new: bool
    missions: int
    kills: list[str]
    ace: bool
    fate: str


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One mission of the record of a campaign, as `composite` writes it."""

    mission: Annotated[int, Least(1)]
    flown: bool
    counts: bool
    bomber: str
    new_bomber: bool
    target: str
    type: str
    aim: str
    per_cent: int | None
    result: str
    bomber_fate: str
    crew: dict[Station, RecordCell]


@dataclass(frozen=True, slots=True)
class Names:
    """What a `Setup` may name.

    crew: names by role; missions (counting this one) and kills: by role, for men with a past; bomber_missions: the
    plane's; roster: the word that chooses the names given out in a campaign; campaign: what it goes on with; record: the
    lines of its record so far.
    """

    bomber: str = ""
    bomber_missions: Annotated[int, Least(1)] = 1
    rabbits_feet: Annotated[int, Least(0)] = 0
    crew: dict[Station, str] = field(default_factory=dict)
    missions: dict[Station, Annotated[int, Least(0)]] = field(default_factory=dict)
    kills: dict[Station, Annotated[int, Least(0)]] = field(default_factory=dict)
    roster: str = ""
    campaign: Campaign = field(default_factory=Campaign)
    record: list[RecordLine] = field(default_factory=list)


def new_state(book: Rulebook, setup: Setup) -> State:
    """A whole plane and ten unhurt men on the ground, before mission `setup.mission`.

    Its names are those of `Names`; what a log or a script has was checked by them. Raises CombatBoxError for a name
    that is none.
    """
    const = book.constants
    names, own = setup.names, const["names"]["bomber"]
    state = State(completed=setup.mission - 1, orders=Orders(setup.mission))
    state.bomber = proper_name(str(names["bomber"])) if names.get("bomber") else str(names.get("bomber", own))
    state.bomber_missions = int(names.get("bomber_missions", 1))
    state.rabbits_feet = int(names.get("rabbits_feet", 0))
    state.campaign = campaign_of(names)
    called, missions, kills = names.get("crew", {}), names.get("missions", {}), names.get("kills", {})
    if not isinstance(called, Mapping):
        raise CombatBoxError("names of the crew are given by role")
    for role in called:
        if role not in const["crew"]:
            raise UnknownName("man of the crew", role, const["crew"])
    for role, job in const["crew"].items():
        state.men[role] = Man(
            role,
            role,
            proper_name(str(called[role])) if called.get(role) else "",
            job["rank"],
            int(missions.get(role, 1)),
            int(kills.get(role, 0)),
        )
        state.stations[role] = role
    state.guns = {name: Gun(name, gun["bursts"]) for name, gun in const["guns"].items()}
    state.engines = [
        Engine(int(number), side, const["engine_charges"])
        for side, numbers in const["engines"].items()
        for number in numbers
    ]
    state.plane = Plane(whole(const), extinguishers=const["hand_extinguishers"])
    state.chance.lasting = dict.fromkeys(const["lasting_events"], False)
    state.track.zone = const["home_zone"]
    return state
