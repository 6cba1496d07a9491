"""The campaign: its missions, men and bombers, and how they end (7.0, 9.3, 17.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from functools import lru_cache
from operator import attrgetter
from random import Random
from typing import Any, TypeVar

from combatbox.bomber.conditions import is_lost
from combatbox.bomber.constants import Credit, Tour
from combatbox.bomber.effects.mission import rating
from combatbox.bomber.enums import BomberFlight
from combatbox.bomber.setup import Names, new_state
from combatbox.bomber.state import Campaign, Career, Man, Service, State
from combatbox.core.annotations import frozen
from combatbox.core.decisions import Flow
from combatbox.core.errors import CombatBoxError
from combatbox.core.game import Setup
from combatbox.core.tables import Row

CARRIED = ("campaign", "completed")
"""Fields of the state that are not reset for a new mission."""

P = TypeVar("P", Tour, Credit)

LOST_MISSION = ("captured", "captured_at_sea")
"""Fates of living men whose last mission does not count as a mission survived."""


@frozen
class TourHooks:
    """The parts of a campaign that a game can replace.

    Attributes:
        new_state: a function that creates the state before a mission.
        names: the class of the names in a set-up.
        opened: the class of the campaign's data.
        sides: the names of the three fields of `opened` that count the player's victories, the enemy's victories and
            the draws.
        retires: True if the player may send home a bomber that has flown as many missions as a campaign has.
    """

    new_state: Callable[[Any, Setup[Any]], State] = new_state  # Any: book and names of any bomber game
    names: type[Names] = Names
    opened: type[Campaign] = Campaign
    sides: tuple[str, str, str] = ("eighth_air_force", "german_air_defence", "draw")
    retires: bool = True


PLAIN = TourHooks()
"""The hooks of a campaign in which a game replaces nothing."""


# ---- the run

FlyMission = Callable[[Any], Flow[None]]  # Any: the flight of any bomber game
"""Flies one mission of a game."""


def fly_tour(
    fly_mission: FlyMission, flight: BomberFlight, kit: TourHooks = PLAIN, *, onward: bool = False
) -> Flow[None]:
    """Fly a campaign until it is complete or the player stands down.

    Args:
        fly_mission: a function that flies one mission of the game.
        flight: the flight.
        kit: the game's hooks into the campaign.
        onward: True to resume the campaign between two missions, False to fly it from its start.
    """
    while True:
        yield from (next_mission if onward else begin)(flight, kit)
        onward = True
        yield from fly_mission(flight)
        close_books(flight)
        if kit.retires:
            yield from retire(flight)
        if flight.state.completed >= flight.const.missions:
            finish(flight)
            return
        answer = yield flight.ask("campaign.fly_on", ("fly_on", "stand_down"), "fly_on")
        if answer == "stand_down":
            flight.fact("campaign.stand_down", completed=flight.state.completed)
            return


def campaign_in(flight: BomberFlight) -> Campaign:
    """Return the campaign in which the flight takes place."""
    return _campaign_of(flight.state)


def _campaign_of(state: State) -> Campaign:
    assert state.campaign is not None
    return state.campaign


def begin(flight: BomberFlight, kit: TourHooks = PLAIN) -> Flow[None]:
    """Start a campaign, and name the bomber and all men.

    The names come from the player or from the roster.

    Raises:
        CombatBoxError: two men have the same name.
    """
    state = flight.state
    campaign = state.campaign = state.campaign or kit.opened(state.bomber)
    campaign.grounded = False
    goes_on = bool(campaign.careers or campaign.services or campaign.named)
    names = [man.name for man in state.men.values() if man.name]
    for name in names:
        if names.count(name) > 1:
            raise CombatBoxError(f"crew: two men are called {name!r}; give each a name of his own.")
    asked = goes_on
    if not goes_on and (len(names) < len(state.men) or _has_default_name(flight)):
        answer = yield flight.ask("campaign.name_crew", ("roster", "own"), "roster")
        asked = answer == "own"
    yield from christen(flight, asked=asked, first=not goes_on)
    for man in state.men.values():
        if not man.name:
            man.name = yield from name_man(flight, man, asked=asked, first=not goes_on)
    flight.phase("campaign.start", of=flight.const.missions, completed=state.completed)


def next_mission(flight: BomberFlight, kit: TourHooks = PLAIN) -> Flow[None]:
    """Prepare the next mission, with an undamaged plane and unwounded men.

    If the last mission did not count, the next one has the same number. Lost men and a lost bomber are replaced, and
    their replacements are named.
    """
    state, campaign = flight.state, campaign_in(flight)
    setup = carry_on(state, kit)
    struck, grounded = _struck_out(state), campaign.grounded
    again, same = setup.mission == state.orders.mission, not struck and not grounded
    flight.phase("campaign.preparing", number=setup.mission, again=again, same=same)
    fresh = kit.new_state(flight.book, setup)
    for field in fields(fresh):
        if field.name not in CARRIED:
            setattr(state, field.name, getattr(fresh, field.name))
    campaign.grounded = False
    if grounded:
        yield from christen(flight, asked=True)
        flight.fact("campaign.new_bomber", state.bomber)
    for role in struck:
        man = state.men[role]
        man.name = yield from name_man(flight, man, asked=True)
        flight.fact("campaign.joins", role, man=man.name, rank=man.rank)


def carry_on(state: State, kit: TourHooks = PLAIN) -> Setup[Names]:
    """Return the set-up of the next mission.

    The set-up names the men and the bomber that fly on, and gives the numbers of their missions and kills. A mission
    that counted is included in these numbers. Wounds are not carried over, and a man whose career has ended is left
    out. Converted to JSON, the set-up is sufficient to resume the campaign elsewhere.
    """
    campaign, struck = _campaign_of(state), _struck_out(state)
    flies = {role: man for role, man in state.men.items() if role not in struck}
    added = 1 if state.outcome.counts else 0
    names = kit.names(
        bomber="" if campaign.grounded else state.bomber,
        bomber_missions=1 if campaign.grounded else state.bomber_missions + added,
        rabbits_feet=state.rabbits_feet,
        crew={role: man.name for role, man in flies.items()},
        missions={role: man.missions + added for role, man in flies.items()},
        kills={role: man.kills for role, man in flies.items()},
        campaign=campaign,
    )
    return Setup(state.completed + 1, names)


def _struck_out(state: State) -> list[str]:
    """Return the roles of men whose careers have ended."""
    over = {career.name for career in _campaign_of(state).careers}
    return [role for role, man in state.men.items() if man.name in over]


# ---- after a mission


def close_books(flight: BomberFlight) -> None:
    """Record a mission that has ended.

    This records its result, names new aces, sends men home, and ends the careers of lost men and the service of a lost
    bomber.
    """
    state, campaign = flight.state, campaign_in(flight)
    credit = credit_of(flight)
    # The record that follows states the missions of each man.
    for man in filter(has_survived, state.men.values()):
        man.missions += credit - 1
    flight.phase("records.start")
    flight.fact(
        "records.record",
        state.bomber,
        mission=state.orders.mission,
        counts=state.outcome.counts,
        result=state.outcome.result,
        **({"credit": credit} if flight.const.credits else {}),
    )
    if state.outcome.counts:
        state.completed += credit
        setattr(campaign, state.outcome.result, getattr(campaign, state.outcome.result) + 1)
    else:
        campaign.repeated += 1
    if state.outcome.bombs_dropped:
        campaign.drops += 1
        campaign.per_cents += state.outcome.per_cent
    if not is_lost(flight):
        state.bomber_missions += credit - 1
    for man in state.men.values():
        promote(flight, man)
        send_home(flight, man)
    for man in state.men.values():
        if man.fate not in flight.const.fit_again:
            end_career(flight, man)
    if is_lost(flight):
        fate = state.plane.fate if state.plane.fate in flight.const.beyond_repair else "irreparable"
        end_service(flight, fate)


def has_survived(man: Man) -> bool:
    """Return True if a man is neither dead nor captured, so that the mission counts for him."""
    return not man.dead and man.fate not in LOST_MISSION


def promote(flight: BomberFlight, man: Man) -> None:
    """Record a man as an ace when he first has enough kills."""
    campaign = campaign_in(flight)
    if man.kills >= flight.const.ace_kills and man.name not in campaign.aces:
        flight.fact("records.ace", man.role, man=man.name, rank=man.rank, kills=man.kills)
        campaign.aces.append(man.name)


def send_home(flight: BomberFlight, man: Man) -> None:
    """Send a man home if he has survived the number of missions of a tour."""
    state = flight.state
    if state.outcome.counts and man.fate in flight.const.fit_again and man.missions >= tour_length(flight):
        flight.fact("records.goes_home", man.role, man=man.name, rank=man.rank, missions=man.missions)
        man.fate = "sent_home"


def tour_length(flight: BomberFlight) -> int:
    """Return the number of missions after which a man goes home.

    Under some options of the ruling `tour_length`, it depends on the number of the present mission. Otherwise it is the
    number of missions in the campaign.
    """
    tour = _part_at(flight, flight.const.tours.get(flight.ruled.get("tour_length", ""), []))
    return tour.missions if tour else flight.const.missions


def _part_at(flight: BomberFlight, parts: Iterable[P]) -> P | None:
    """Return the part of the tour with the present mission: the first of them that lasts until it."""
    lasting = (part for part in parts if flight.state.orders.mission <= part.until)
    return min(lasting, key=attrgetter("until"), default=None)


def credit_of(flight: BomberFlight) -> int:
    """Return the number of missions that the mission just flown counts as.

    A mission counts more than once only if the bomber dropped its bombs on a target of `credits`.
    """
    state = flight.state
    if not (state.outcome.counts and state.outcome.bombs_dropped):
        return 1
    part = _part_at(flight, flight.const.credits)
    return part.missions if part and state.orders.city in part.cities else 1


def end_career(flight: BomberFlight, man: Man) -> None:
    """End a man's career, and record his rating and the code of his fate.

    A fate without a code, such as that of a gunner who stayed on the ground, has no part in a career.
    """
    state = flight.state
    survived = man.missions - (0 if state.outcome.counts and has_survived(man) else 1)
    fate = man.fate if flight.const.fates.get(man.fate, man.fate) else ""
    career = Career(man.name, man.role, fate, survived, man.kills, state.orders.mission)
    if man.fate not in flight.const.fit_again:
        flight.fact(
            "records.struck_out",
            man.role,
            man=man.name,
            rank=man.rank,
            fate=man.fate,
            code=flight.const.fates[man.fate],
            missions=survived,
            kills=man.kills,
        )
    career.rating = rate_survival(flight, survived, man.role)
    campaign_in(flight).careers.append(career)


def end_service(flight: BomberFlight, fate: str) -> None:
    """End a bomber's service, and rate the missions that it survived and its bombing.

    Args:
        flight: the flight.
        fate: the fate of the plane; empty at the end of the campaign.
    """
    state, campaign = flight.state, campaign_in(flight)
    survived = state.bomber_missions - (0 if state.outcome.counts and not is_lost(flight) else 1)
    flight.fact("records.bomber_leaves", state.bomber, fate=fate, missions=survived)
    service = Service(state.bomber, fate, survived, campaign.drops, campaign.per_cents)
    service.rating = rate_survival(flight, survived, state.bomber)
    service.bombing = rate_bombing(flight, campaign.drops, campaign.per_cents, state.bomber)
    campaign.services.append(service)
    campaign.drops = campaign.per_cents = 0
    campaign.grounded = True


def retire(flight: BomberFlight) -> Flow[None]:
    """Ask the player whether to send home a bomber that has flown as many missions as a campaign has."""
    state = flight.state
    done = state.bomber_missions - (0 if state.outcome.counts else 1)
    if is_lost(flight) or done < flight.const.missions:
        return
    answer = yield flight.ask("campaign.retire", ("retire", "fly_on"), "retire")
    if answer == "retire":
        end_service(flight, "retired")


def finish(flight: BomberFlight) -> None:
    """End the campaign: determine its result and rate all men and bombers."""
    state, campaign = flight.state, campaign_in(flight)
    ours, theirs, draws = (getattr(campaign, side) for side in flight.const.sides)
    result = "drawn" if ours == theirs else "won" if ours > theirs else "lost"
    struck = _struck_out(state)
    for role, man in state.men.items():
        if role not in struck:
            end_career(flight, man)
    if not campaign.grounded:
        end_service(flight, "")
    drops = sum(service.drops for service in campaign.services)
    per_cents = sum(service.per_cents for service in campaign.services)
    campaign.bombing = rate_bombing(flight, drops, per_cents, "")
    flight.fact("campaign.over", result=result, ours=ours, theirs=theirs, draws=draws)
    campaign.result = result


# ---- ratings (7.3)


def rate_survival(flight: BomberFlight, missions: int, who: str) -> str:
    """Return the rating for a number of missions survived; empty if the number is 0.

    If there are more missions than the table lists, its last row is used.

    Args:
        flight: the flight.
        missions: the number of missions.
        who: the man or bomber, for the log.
    """
    most = flight.const.missions
    return _rating(flight.look_up("records.survival", str(min(missions, most)), who)) if missions else ""


def rate_bombing(flight: BomberFlight, drops: int, per_cents: int, who: str) -> str:
    """Return the rating for the mean percentage of several drops; empty if there were no drops.

    The mean is rounded down.

    Args:
        flight: the flight.
        drops: the number of drops.
        per_cents: the sum of their percentages.
        who: the bomber, for the log; empty for the whole campaign.
    """
    if not drops:
        return ""
    return _rating(flight.look_up("records.bombing", str(per_cents // drops), who))


def _rating(row: Row) -> str:
    return next(str(effect["rating"]) for effect in row.effects if effect.is_a(rating))


# ---- names


def new_name(flight: BomberFlight) -> str:
    """Return the next name on the roster that this campaign has not used yet.

    No dice are rolled: the name depends on the seed and on the number of names already assigned. The lengths of the
    lists of first and last names have no common factor, so each pair is used once before any pair is repeated.
    """
    campaign = campaign_in(flight)
    first = _shuffled(tuple(flight.const.rosters.first), campaign.roster)
    last = _shuffled(tuple(flight.const.rosters.last), campaign.roster)
    taken = _men_named(flight)
    while True:
        index = campaign.named
        campaign.named += 1
        name = _with_numeral(
            f"{first[index % len(first)]} {last[index % len(last)]}", index // (len(first) * len(last))
        )
        if name not in taken:
            return name


def name_man(flight: BomberFlight, man: Man, *, asked: bool, first: bool = False) -> Flow[str]:
    """Return a name from the roster or from the player for a man who has no name.

    Args:
        flight: the flight.
        man: the man.
        asked: True to ask the player.
        first: True at the start of a campaign.
    """
    name = new_name(flight)
    if asked:
        place = flight.enter("campaign.first_name_man" if first else "campaign.name_man")
        name = str((yield place.naming(name, tuple(sorted(_men_named(flight))), man.role)))
    return name


def christen(flight: BomberFlight, *, asked: bool, first: bool = False) -> Flow[None]:
    """Give a name from the roster or the player to a bomber that still has the default name.

    Args:
        flight: the flight.
        asked: True to ask the player.
        first: True at the start of a campaign.
    """
    state, campaign = flight.state, campaign_in(flight)
    if not _has_default_name(flight):
        return
    names = _shuffled(tuple(flight.const.rosters.bombers), campaign.roster)
    taken = tuple(service.name for service in campaign.services)
    name = ""
    while not name or name in taken:
        index = campaign.christened
        campaign.christened += 1
        name = _with_numeral(names[index % len(names)], index // len(names))
    if asked:
        place = flight.enter("campaign.first_christen" if first else "campaign.christen")
        name = str((yield place.naming(name, taken)))
    state.bomber = name


def _has_default_name(flight: BomberFlight) -> bool:
    """Return True if the bomber still has the default name."""
    return flight.state.bomber in ("", flight.const.names.bomber)


def _men_named(flight: BomberFlight) -> set[str]:
    """Return the names of all men who fly or have flown in this campaign."""
    flown = {career.name for career in campaign_in(flight).careers}
    return flown | {man.name for man in flight.state.men.values() if man.name}


@lru_cache(maxsize=16)
def _shuffled(names: tuple[str, ...], word: str) -> tuple[str, ...]:
    """Return names in an order determined by a seed.

    The order is the same on every platform, because only `random()` is used.
    """
    draw = Random(word).random
    return tuple(name for _, name in sorted((draw(), name) for name in names))


def _with_numeral(name: str, again: int) -> str:
    """Return a name, with a numeral if it has been used before."""
    return f"{name} {'I' * (again + 1)}" if again else name


# ---- summary


def campaign_summary(state: State, kit: TourHooks = PLAIN) -> Mapping[str, Any]:  # JSON
    """Return the state of a campaign as JSON; `next` is sufficient to resume it."""
    campaign = _campaign_of(state)
    return {
        "tour": campaign.result or "going on",
        "missions_completed": state.completed,
        "victories": {side: getattr(campaign, side) for side in kit.sides},
        "repeated": campaign.repeated,
        "result": state.outcome.result,
        "bomber": {"name": state.bomber, "missions": state.bomber_missions, "plane": state.plane.fate},
        "crew": {
            role: {"name": man.name, "rank": man.rank, "missions": man.missions, "kills": man.kills, "fate": man.fate}
            for role, man in state.men.items()
        },
        "aces": list(campaign.aces),
        "bombing": campaign.bombing,
        "bombers": [asdict(service) for service in campaign.services],
        "careers": [asdict(career) for career in campaign.careers],
        "next": None if campaign.result else carry_on(state, kit).as_data(),
    }
