"""A bomber and its crew ready for a mission, as `game.yaml` equips them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Annotated, TypeVar

from combatbox.bomber.careers import Campaign
from combatbox.bomber.enums import BomberRulebook, Station
from combatbox.bomber.parts import whole
from combatbox.bomber.state import Engine, Gun, Man, Orders, Plane, State
from combatbox.core.annotations import Min
from combatbox.core.errors import UnknownName
from combatbox.core.game import Setup
from combatbox.core.player_names import proper_name


@dataclass(frozen=True)
class RecordCell:
    """A man of one mission, as `composite` has him in its record."""

    name: str
    rank: str
    new: bool
    missions: int
    kills: list[str]
    ace: bool
    fate: str


@dataclass(frozen=True)
class RecordLine:
    """One mission of the record of a campaign, as `composite` writes it."""

    mission: Annotated[int, Min(1)]
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


@dataclass(frozen=True)
class Names:
    """What a `Setup` may name; None for what was not named.

    crew: names by role; missions (counting this one) and kills: by role, for men with a past; bomber_missions: the
    plane's; roster: the word that chooses the names given out in a campaign; campaign: what it goes on with; record: the
    lines of its record so far.
    """

    bomber: str | None = None
    bomber_missions: Annotated[int, Min(1)] | None = None
    rabbits_feet: Annotated[int, Min(0)] | None = None
    crew: dict[Station, str] | None = None
    missions: dict[Station, Annotated[int, Min(0)]] | None = None
    kills: dict[Station, Annotated[int, Min(0)]] | None = None
    roster: str | None = None
    campaign: Campaign | None = None
    record: list[RecordLine] | None = None


UNNAMED = Names()
"""The names of a mission that nobody has named anything for."""


S = TypeVar("S", bound=State)


def new_state(book: BomberRulebook, setup: Setup[Names]) -> State:
    """A whole plane and its unhurt men on the ground, before mission `setup.mission`; the rest as for `equipped`."""
    return equipped(State(), book, setup)


def equipped(state: S, book: BomberRulebook, setup: Setup[Names]) -> S:
    """The state given, with a whole plane and unhurt men on the ground, before mission `setup.mission`.

    What is not named is called as `game.yaml` has it, or nothing. Raises CombatBoxError for a name that is none.
    """
    const = book.constants
    names = setup.names or UNNAMED
    state.completed, state.orders = setup.mission - 1, Orders(setup.mission)
    state.bomber = const.names.bomber if names.bomber is None else names.bomber and proper_name(names.bomber)
    state.bomber_missions = 1 if names.bomber_missions is None else names.bomber_missions
    state.rabbits_feet = names.rabbits_feet or 0
    state.campaign = _campaign(names)
    called, missions, kills = names.crew or {}, names.missions or {}, names.kills or {}
    for role in called:
        if role not in const.crew:
            raise UnknownName("man of the crew", role, const.crew)
    men, stations = state.men, state.stations
    for role, job in const.crew.items():
        name = proper_name(called[role]) if called.get(role) else ""
        men[role] = Man(role, role, name, job.rank, missions.get(role, 1), kills.get(role, 0))
        stations[role] = role
    state.guns = {name: Gun(name, gun.bursts) for name, gun in const.guns.items()}
    state.engines = [
        Engine(int(number), side, const.engine_charges) for side, numbers in const.engines.items() for number in numbers
    ]
    state.plane = Plane(whole(const), extinguishers=const.hand_extinguishers)
    state.chance.lasting = dict.fromkeys(const.lasting_events, False)
    state.track.zone = const.home_zone
    return state


def _campaign(names: Names) -> Campaign | None:
    """The campaign that a set-up goes on with, or begins with a roster; a state's own, for it will change."""
    if names.campaign is not None:
        return deepcopy(names.campaign)
    return None if names.roster is None else Campaign(names.roster)
