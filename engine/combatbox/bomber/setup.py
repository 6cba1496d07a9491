"""The state of a bomber and its crew before a mission, with the equipment listed in `game.yaml`."""

from __future__ import annotations

from copy import deepcopy
from typing import TypeVar

from combatbox.bomber.constants import Station, undamaged_parts
from combatbox.bomber.enums import BomberRulebook
from combatbox.bomber.state import Campaign, Engine, Gun, Man, Orders, Plane, State
from combatbox.core.annotations import Count, Positive, frozen
from combatbox.core.decisions import validate_name
from combatbox.core.errors import UnknownName
from combatbox.core.game import Setup


@frozen
class RecordCell:
    """A man's entry in a line of the composite record, which lists the missions of a campaign."""

    name: str
    rank: str
    new: bool
    missions: int
    kills: list[str]
    ace: bool
    fate: str


@frozen
class RecordLine:
    """A line of the composite record, which lists the missions of a campaign with their results."""

    mission: Positive
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


@frozen
class Names:
    """The names and counts in a `Setup`; a field that is not set is None.

    Attributes:
        bomber: the name of the bomber.
        bomber_missions: the number of missions of this bomber, including the present one.
        rabbits_feet: the number of rabbit's feet.
        crew: the name of each man, by role.
        missions: the number of missions of each man by role, including the present one; men who are not listed have
            one.
        kills: the number of kills of each man, by role.
        roster: the seed that determines the order of the names assigned in a campaign.
        campaign: the campaign to continue.
        record: the lines of the campaign's record so far.
    """

    bomber: str | None = None
    bomber_missions: Positive | None = None
    rabbits_feet: Count | None = None
    crew: dict[Station, str] | None = None
    missions: dict[Station, Count] | None = None
    kills: dict[Station, Count] | None = None
    roster: str | None = None
    campaign: Campaign | None = None
    record: list[RecordLine] | None = None


UNNAMED = Names()
"""The set-up of a mission without any names."""

S = TypeVar("S", bound=State)


def new_state(book: BomberRulebook, setup: Setup[Names]) -> State:
    """Return the state before a mission: no damage, no wounds, on the ground."""
    return equipped(State(), book, setup)


def equipped(state: S, book: BomberRulebook, setup: Setup[Names]) -> S:
    """Return a state, after equipping it with an undamaged plane and an unwounded crew.

    A bomber that the set-up does not name gets the default name in `game.yaml`; a man whom it does not name has no
    name.

    Args:
        state: a new state of the game.
        book: the rulebook of the game.
        setup: the number of the mission and the names.

    Raises:
        CombatBoxError: a name is not valid, or a role does not exist.
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
        Engine(number, side, const.engine_charges) for side, numbers in const.engines.items() for number in numbers
    ]
    state.plane = Plane(undamaged_parts(const), extinguishers=const.hand_extinguishers)
    state.chance.lasting = dict.fromkeys(const.lasting_events, False)
    state.track.zone, state.pilot_at_controls = const.home_zone, const.pilots[0]
    return state


def _campaign(names: Names) -> Campaign | None:
    """Return a copy of the campaign to continue, or a new campaign, or None for a single mission.

    The campaign is copied because the mission changes it. A new campaign is returned if the names have a roster.
    """
    if names.campaign is not None:
        return deepcopy(names.campaign)
    return None if names.roster is None else Campaign(names.roster)
