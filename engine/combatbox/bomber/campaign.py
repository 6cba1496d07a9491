"""The campaign: twenty-five missions, the men and bombers that fly them, and what becomes of each (7.0, 9.3, 17.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from random import Random
from typing import Any

from combatbox.bomber.careers import Campaign, Career, Service
from combatbox.bomber.conditions.rules import is_lost
from combatbox.bomber.effects.mission import rating
from combatbox.bomber.enums import BomberFlight
from combatbox.bomber.setup import Names, new_state
from combatbox.bomber.state import Man, State
from combatbox.core.decisions import Flow
from combatbox.core.errors import CombatBoxError
from combatbox.core.game import Setup
from combatbox.core.tables import Row

CARRIED = ("campaign", "completed")
"""What of the state a new mission leaves as it is."""

LOST_MISSION = ("captured", "captured_at_sea")
"""Fates of living men whose last mission does not count as survived."""


@dataclass(frozen=True)
class TourHooks:
    """What a campaign is made of in a game: how its missions begin, what is named, opened and counted.

    sides: the fields of its campaign that tally results: ours, theirs, neither. retires: a bomber with as many missions as a
    campaign has may be sent home.
    """

    new_state: Callable[[Any, Setup[Any]], State] = new_state
    names: type[Names] = Names
    opened: type[Campaign] = Campaign
    sides: tuple[str, str, str] = ("eighth_air_force", "german_air_defence", "draw")
    retires: bool = True


PLAIN = TourHooks()
"""A campaign with nothing of its own."""


# ---- the run


def fly_tour(fly_mission: Callable[[Any], Flow[None]], flight: BomberFlight, kit: TourHooks = PLAIN) -> Flow[None]:
    """Mission after mission until as many as the campaign has are counted, or the player stands down for now.

    fly_mission: how the game flies one.
    """
    yield from begin(flight, kit)
    yield from missions(fly_mission, flight, kit)


def onward(fly_mission: Callable[[Any], Flow[None]], flight: BomberFlight, kit: TourHooks = PLAIN) -> Flow[None]:
    """A campaign gone on with between two missions: the next is prepared, and it and those after it are flown."""
    yield from next_mission(flight, kit)
    yield from missions(fly_mission, flight, kit)


def missions(fly_mission: Callable[[Any], Flow[None]], flight: BomberFlight, kit: TourHooks = PLAIN) -> Flow[None]:
    """The missions of a campaign from one that is about to begin."""
    while True:
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
        yield from next_mission(flight, kit)


def campaign_in(flight: BomberFlight) -> Campaign:
    """The campaign that is being flown."""
    campaign = flight.state.campaign
    assert campaign is not None
    return campaign


def begin(flight: BomberFlight, kit: TourHooks = PLAIN) -> Flow[None]:
    """A campaign is opened: a bomber and ten men, those without a name given one, by the player or by the roster."""
    state = flight.state
    campaign = state.campaign = state.campaign or kit.opened(state.bomber)
    campaign.grounded = False
    goes_on = bool(campaign.careers or campaign.services or campaign.named)
    given = [man.name for man in state.men.values() if man.name]
    for name in given:
        if given.count(name) > 1:
            raise CombatBoxError(f"two men of the crew are called {name!r}; give each a name of his own")
    asked = goes_on
    if not goes_on and (len(given) < len(state.men) or _nameless(flight)):
        answer = yield flight.ask("campaign.name_crew", ("roster", "own"), "roster")
        asked = answer == "own"
    yield from christen(flight, asked=asked, first=not goes_on)
    for man in state.men.values():
        if not man.name:
            man.name = yield from name_man(flight, man, asked=asked, first=not goes_on)
    flight.phase("campaign.start", of=flight.const.missions, completed=state.completed)


def next_mission(flight: BomberFlight, kit: TourHooks = PLAIN) -> Flow[None]:
    """New names for what was struck out; a whole plane, unhurt men, and the number of the mission."""
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
    """What the next mission begins with: who and what flies on, with missions and kills so far.

    As plain data it is enough to go on with the campaign elsewhere. A man's or plane's own count is raised by a
    mission that counted; light wounds are healed; whoever is struck out is left without a name.
    """
    campaign = state.campaign
    assert campaign is not None
    struck = _struck_out(state)
    flies = {role: man for role, man in state.men.items() if role not in struck}
    one = 1 if state.outcome.counts else 0
    names = kit.names(
        bomber="" if campaign.grounded else state.bomber,
        bomber_missions=1 if campaign.grounded else state.bomber_missions + one,
        rabbits_feet=state.rabbits_feet,
        crew={role: man.name for role, man in flies.items()},
        missions={role: man.missions + one for role, man in flies.items()},
        kills={role: man.kills for role, man in flies.items()},
        campaign=campaign,
    )
    return Setup(state.completed + 1, names)


def _struck_out(state: State) -> list[str]:
    """The stations whose men's careers are over."""
    assert state.campaign is not None
    over = {career.name for career in state.campaign.careers}
    return [role for role, man in state.men.items() if man.name in over]


# ---- after a mission


def close_books(flight: BomberFlight) -> None:
    """What a mission comes to: the line of the record, who is an ace, who goes home, who and what is struck out."""
    state, campaign = flight.state, campaign_in(flight)
    flight.phase("records.start")
    flight.fact(
        "records.record",
        state.bomber,
        mission=state.orders.mission,
        counts=state.outcome.counts,
        result=state.outcome.result,
    )
    if state.outcome.counts:
        state.completed += 1
        setattr(campaign, state.outcome.result, getattr(campaign, state.outcome.result) + 1)
    else:
        campaign.repeated += 1
    if state.outcome.bombs_dropped:
        campaign.drops += 1
        campaign.per_cents += state.outcome.per_cent
    for man in state.men.values():
        promote(flight, man)
        send_home(flight, man)
    for man in state.men.values():
        if man.fate not in flight.const.fit_again:
            end_career(flight, man)
    if is_lost(flight):
        fate = state.plane.fate if state.plane.fate in flight.const.beyond_repair else "irreparable"
        end_service(flight, fate)


def promote(flight: BomberFlight, man: Man) -> None:
    """A man is an ace from his fifth fighter on; here it is entered, once."""
    campaign = campaign_in(flight)
    if man.kills >= flight.const.ace_kills and man.name not in campaign.aces:
        flight.fact("records.ace", man.role, man=man.name, rank=man.rank, kills=man.kills)
        campaign.aces.append(man.name)


def send_home(flight: BomberFlight, man: Man) -> None:
    """A man who has survived as many missions as a campaign has goes home to the United States."""
    state = flight.state
    if state.outcome.counts and man.fate in flight.const.fit_again and man.missions >= flight.const.missions:
        flight.fact("records.goes_home", man.role, man=man.name, rank=man.rank, missions=man.missions)
        man.fate = "sent_home"


def end_career(flight: BomberFlight, man: Man) -> None:
    """A man is struck out, with the code of his fate and the rating of what he survived."""
    state = flight.state
    survived = man.missions - 1
    if state.outcome.counts and not man.dead and man.fate not in LOST_MISSION:
        survived = man.missions
    career = Career(man.name, man.role, man.fate, survived, man.kills, state.orders.mission)
    if man.fate not in flight.const.fit_again:
        flight.fact("records.struck_out", man.role,
            man=man.name, rank=man.rank, fate=man.fate, code=flight.const.fates[man.fate],
            missions=survived, kills=man.kills,
        )  # fmt: skip
    career.rating = rate_survival(flight, survived, man.role)
    campaign_in(flight).careers.append(career)


def end_service(flight: BomberFlight, fate: str) -> None:
    """A bomber is struck out, rated by the missions it survived and by the mean of its drops."""
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
    """A bomber with as many missions as a campaign has may be sent home too, or fly on."""
    state = flight.state
    done = state.bomber_missions - (0 if state.outcome.counts else 1)
    if is_lost(flight) or done < flight.const.missions:
        return
    answer = yield flight.ask("campaign.retire", ("retire", "fly_on"), "retire")
    if answer == "retire":
        end_service(flight, "retired")


def finish(flight: BomberFlight) -> None:
    """The last mission is counted: whose campaign it is, and a rating for everyone and everything."""
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
    """The rating of so many missions survived; none for none, and more than the table has count as its last row."""
    most = flight.const.missions
    return _rating(flight.look_up("records.survival", str(min(missions, most)), who)) if missions else ""


def rate_bombing(flight: BomberFlight, drops: int, per_cents: int, who: str) -> str:
    """The rating of the mean of some drops, fractions left off; none without a drop."""
    if not drops:
        return ""
    return _rating(flight.look_up("records.bombing", str(per_cents // drops), who))


def _rating(row: Row) -> str:
    return next(str(effect["rating"]) for effect in row.effects if effect.is_a(rating))


# ---- names


def new_name(flight: BomberFlight) -> str:
    """The next name of the roster for a man: never that of a man who flies or has flown in this campaign.

    No dice are thrown for it: the roster's word and how many have been named choose it. The two lists are of
    lengths without a common factor, so that no pair comes again before all have come.
    """
    campaign = campaign_in(flight)
    first = _shuffled(tuple(flight.const.rosters.first), campaign.roster)
    last = _shuffled(tuple(flight.const.rosters.last), campaign.roster)
    taken = _men_named(flight)
    while True:
        index = campaign.named
        campaign.named += 1
        name = _generation(f"{first[index % len(first)]} {last[index % len(last)]}", index // (len(first) * len(last)))
        if name not in taken:
            return name


def name_man(flight: BomberFlight, man: Man, *, asked: bool, first: bool = False) -> Flow[str]:
    """The name of a man who has none: the roster's, or where the player is asked any that no other man has had."""
    name = new_name(flight)
    if asked:
        place = flight.enter("campaign.first_name_man" if first else "campaign.name_man")
        name = str((yield place.naming(name, tuple(sorted(_men_named(flight))), man.role)))
    return name


def christen(flight: BomberFlight, *, asked: bool, first: bool = False) -> Flow[None]:
    """A name for a bomber that has none of its own: of the roster or the player's, never one that has flown."""
    state, campaign = flight.state, campaign_in(flight)
    if not _nameless(flight):
        return
    names = _shuffled(tuple(flight.const.rosters.bombers), campaign.roster)
    taken = tuple(service.name for service in campaign.services)
    name = ""
    while not name or name in taken:
        index = campaign.christened
        campaign.christened += 1
        name = _generation(names[index % len(names)], index // len(names))
    if asked:
        place = flight.enter("campaign.first_christen" if first else "campaign.christen")
        name = str((yield place.naming(name, taken)))
    state.bomber = name


def _nameless(flight: BomberFlight) -> bool:
    """Whether the bomber is still called what any bomber is."""
    return flight.state.bomber in ("", flight.const.names.bomber)


def _men_named(flight: BomberFlight) -> set[str]:
    """Names of men who fly or have flown in this campaign."""
    flown = {career.name for career in campaign_in(flight).careers}
    return flown | {man.name for man in flight.state.men.values() if man.name}


@lru_cache(maxsize=16)
def _shuffled(names: tuple[str, ...], word: str) -> tuple[str, ...]:
    """The names in the order that a word puts them in: the same everywhere, for only `random()` is used."""
    draw = Random(word).random
    return tuple(name for _, name in sorted((draw(), name) for name in names))


def _generation(name: str, again: int) -> str:
    """A name given out again is told from the first by a numeral."""
    return f"{name} {'I' * (again + 1)}" if again else name


# ---- how it stands, as plain data


def summary(state: State, kit: TourHooks = PLAIN) -> Mapping[str, Any]:
    """How a campaign stands or ended, as plain data. `next` is all that is needed to go on with it."""
    campaign = state.campaign
    assert campaign is not None
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
