"""A bomber and its crew ready for a mission, as `game.yaml` equips them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Annotated, TypeVar

from combatbox.bomber.careers import Campaign
from combatbox.bomber.enums import BomberRulebook, Station
from combatbox.bomber.parts import undamaged_parts
from combatbox.bomber.state import Engine, Gun, Man, Orders, Plane, State
from combatbox.core.annotations import Min
from combatbox.core.errors import UnknownName
from combatbox.core.game import Setup
from combatbox.core.player_names import validate_name


@dataclass(frozen=True)
class RecordCell:
    """A man of one mission in the record that `composite` builds."""

    name: str
    rank: str
    new: bool
    missions: int
    kills: list[str]
    ace: bool
    fate: str


@dataclass(frozen=True)
class RecordLine:
    """One mission in the record that `composite` builds."""

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
    """The names that a `Setup` may give; None for anything not named.

    Attributes:
        bomber_missions: the plane's own count.
        crew: names by role.
        missions: counts by role, this mission included, for men with a past.
        kills: kills by role.
        roster: the seed word that orders the names given out in a campaign.
        campaign: the campaign to go on with.
        record: the lines of its record so far.
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
"""The set-up of a mission in which nothing was named."""

S = TypeVar("S", bound=State)


def new_state(book: BomberRulebook, setup: Setup[Names]) -> State:
    """Return the state before a mission: plane undamaged, men unhurt, on the ground."""
    return equipped(State(), book, setup)


def equipped(state: S, book: BomberRulebook, setup: Setup[Names]) -> S:
    """Equip a state with an undamaged plane and unhurt men.

    Whatever is not named is called as `game.yaml` has it, or nothing.

    Args:
        state: a fresh state of the game.
        book: the rulebook of the game.
        setup: mission number and names.

    Raises:
        CombatBoxError: a name cannot be used, or a role does not exist.
    """
    const = book.constants
    names = setup.names or UNNAMED
    state.completed, state.orders = setup.mission - 1, Orders(setup.mission)
    state.bomber = const.names.bomber if names.bomber is None else names.bomber and validate_name(names.bomber)
    state.bomber_missions = 1 if names.bomber_missions is None else names.bomber_missions
    state.rabbits_feet = names.rabbits_feet or 0
    state.campaign = _campaign(names)
    crew_names, missions, kills = names.crew or {}, names.missions or {}, names.kills or {}
    for role in crew_names:
        if role not in const.crew:
            raise UnknownName("man of the crew", role, const.crew)
    men, stations = state.men, state.stations
    for role, job in const.crew.items():
        name = validate_name(crew_names[role]) if crew_names.get(role) else ""
        men[role] = Man(role, role, name, job.rank, missions.get(role, 1), kills.get(role, 0))
        stations[role] = role
    state.guns = {name: Gun(name, gun.bursts) for name, gun in const.guns.items()}
    state.engines = [
        Engine(int(number), side, const.engine_charges) for side, numbers in const.engines.items() for number in numbers
    ]
    state.plane = Plane(undamaged_parts(const), extinguishers=const.hand_extinguishers)
    state.chance.lasting = dict.fromkeys(const.lasting_events, False)
    state.track.zone, state.pilot_at_controls = const.home_zone, const.pilots[0]
    return state


def _campaign(names: Names) -> Campaign | None:
    """Return the campaign to go on with, or a new one with a roster.

    A copy, because the state's campaign will change.
    """
    if names.campaign is not None:
        return deepcopy(names.campaign)
    return None if names.roster is None else Campaign(names.roster)
