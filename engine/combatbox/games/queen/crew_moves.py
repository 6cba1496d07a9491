"""Changes of station, men who cannot fire after a move, and transfers of bursts (sections 12.2, 14 and 9.4)."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.crew import change_places, choose_refuge
from combatbox.bomber.crew_positions import (
    compartment_of,
    may_be_at,
    may_change,
    places_for,
    refuges_for,
    vacant,
)
from combatbox.bomber.gunnery import fields_of
from combatbox.bomber.state import Man, State
from combatbox.core.decisions import Flow
from combatbox.core.flight import EMPTY_FLOW
from combatbox.games.queen import doctrine
from combatbox.games.queen.constants import QueenFlight
from combatbox.games.queen.keys import pass_on

# ---- silence at the guns


def begin_wave(state: State) -> None:
    """Begin a wave in which men who have recently changed compartments cannot fire."""
    for man in state.men.values():
        if man.silent_next:
            man.silent, man.silent_next = True, False


def end_wave(state: State, fought: bool) -> None:
    """Let the men who could not fire in this wave fire again.

    A wave that was driven off does not count; these men then cannot fire in the next wave either.

    Args:
        state: the state.
        fought: True if the wave attacked the bomber, False if it was driven off.
    """
    for man in state.men.values():
        if man.silent:
            man.silent, man.silent_next = False, not fought


# ---- moves


def moves(flight: QueenFlight, safe: bool) -> Flow[None]:
    """Let men change stations.

    Fit men walk and seriously wounded men are carried. The occupant of a station that is taken over moves elsewhere. A
    move costs nothing in a safe turn or within a compartment; otherwise the men who move cannot fire during one wave.
    While nothing is damaged and nobody is hurt, men may only swap guns, and only under attack, because in a safe turn a
    swap makes no difference.

    Args:
        flight: the flight.
        safe: True if no attack has come this turn and none can still come.
    """
    if flight.unwatched and (not safe or doctrine.twins_manned(flight)):
        return EMPTY_FLOW  # the default is to leave everyone where he is
    if not may_change(flight, safe):
        return EMPTY_FLOW
    if not _worth_moving(flight):
        return EMPTY_FLOW if safe else change_guns(flight)
    return _ask_for_moves(flight, safe)


def _ask_for_moves(flight: QueenFlight, safe: bool) -> Flow[None]:
    """Ask who moves to which station, until the player is done."""
    moved: set[str] = set()
    while True:
        movers = _movable(flight)
        if moved:
            movers = [man for man in movers if man.role not in moved]
        if not movers:
            return
        options = ("done", *[man.role for man in movers])
        suggestion = doctrine.next_move(flight, movers) if safe else None
        answer = yield flight.ask("crew.move", options, suggestion[0] if suggestion else "done")
        if answer == "done":
            return
        moved.add(answer.kind)
        man = flight.state.men[answer]
        places = places_for(flight, man, moved)
        if not places:
            continue
        default = suggestion[1] if suggestion and suggestion[0] == answer and suggestion[1] in places else "stay"
        where = yield flight.ask("crew.move_to", (*places, "stay"), default, answer.kind)
        if where != "stay":
            yield from take_over(flight, man, where.kind, safe)


def _movable(flight: QueenFlight) -> list[Man]:
    """Return the men who may leave their stations by themselves or be carried to a free station."""
    state = flight.state
    bound = (*flight.const.pilots, state.pilot_at_controls)
    free: list[str] | None = None  # computed only when somebody has to be carried
    men: list[Man] = []
    for man in state.men.values():
        if man.dead or man.fate or man.trapped:
            continue
        if man.serious:
            free = vacant(flight) if free is None else free
            if any(may_be_at(flight, man, station) for station in free):
                men.append(man)
        elif man.role not in bound:
            men.append(man)
    return men


def take_over(flight: QueenFlight, man: Man, station: str, safe: bool, refuges: Sequence[str] = ()) -> Flow[None]:
    """Move a man to a station, and the occupant of that station to a refuge.

    Args:
        flight: the flight.
        man: the man who moves.
        station: the station to which he moves.
        safe: True if no attack has come this turn and none can still come.
        refuges: the stations to which the occupant may go; by default all that the rules allow.
    """
    other = flight.state.at(station)
    refuge = ""
    if other:
        refuge = yield from choose_refuge(flight, other, refuges or refuges_for(flight, other, man.station))
    move(flight, man, station, safe, refuge)


def move(flight: QueenFlight, man: Man, station: str, safe: bool, refuge: str = "") -> None:
    """Move a man to a station; the occupant of that station moves to the man's old station or to `refuge`.

    Unless the turn is safe, fit men who change compartments cannot fire during the current wave if it is attacking, or
    otherwise during the next wave.

    Args:
        flight: the flight.
        man: the man who moves.
        station: the station to which he moves.
        safe: True if no attack has come this turn and none can still come.
        refuge: the station to which the occupant moves; by default the station that the man leaves.
    """
    state = flight.state
    other = state.at(station)
    if other and refuge and refuge != man.station:
        move(flight, other, refuge, safe)
        other = None
    flight.fact("crew.moves", man.role, to=station, with_=other.role if other else "")
    far = compartment_of(flight, man.station) != compartment_of(flight, station)
    change_places(state, man, station)
    if far and not safe:
        for moved in (man, other):
            if moved and moved.fit:
                moved.silent = moved.silent or state.battle.under_attack
                moved.silent_next = not state.battle.under_attack


def _worth_moving(flight: QueenFlight) -> bool:
    """Return True if a change of stations can help.

    A change can help if a man is down or away from his guns, or if a gun, heat or oxygen is out.
    """
    state = flight.state
    if state.supply.heat_out or state.supply.oxygen_hits:
        return True
    for gun in state.guns.values():
        if gun.out or gun.jammed or gun.thrown_out or not gun.bursts:
            return True
    for man in state.men.values():  # a hot loop; any() costs more
        if man.serious or man.dead or (man.station != man.role and _is_away(flight, man)):
            return True
    return False


def _is_away(flight: QueenFlight, man: Man) -> bool:
    """Return True if a man is trained on none of the guns of his station."""
    guns = flight.const.guns.values()
    return not any(man.station in gun.stations and man.role in gun.at_home for gun in guns)


def change_guns(flight: QueenFlight) -> Flow[None]:
    """Let two men of a compartment swap guns, if each is trained on the other's gun.

    The player is asked this only while nothing is damaged and nobody is hurt.
    """
    state = flight.state
    for here, there in fields_of(flight).alike:
        first, other = state.men[state.stations[here]], state.men[state.stations[there]]
        if first.trapped or other.trapped:
            continue
        answer = yield flight.ask("crew.change_guns", ("done", first.role, other.role), "done")
        if answer != "done":
            man, to = (first, there) if answer == first.role else (other, here)
            where = yield flight.ask("crew.change_guns_to", (to, "stay"), "stay", man.role)
            if where != "stay":
                move(flight, man, where.kind, safe=False)


# ---- bursts


def pass_bursts(flight: QueenFlight) -> Flow[None]:
    """Let guns pass bursts to empty guns, an even number at a time."""
    return _pass_bursts(flight) if _empty_guns(flight) else EMPTY_FLOW


def _empty_guns(flight: QueenFlight) -> list[str]:
    """Return the guns that have fired all their bursts."""
    return [name for name, gun in flight.state.guns.items() if not gun.bursts and not gun.thrown_out]


def _pass_bursts(flight: QueenFlight) -> Flow[None]:
    """Ask which gun passes how many bursts to which empty gun, until the player is done."""
    state = flight.state
    while True:
        options = [
            pass_on(number, giver, taker)
            for taker in _empty_guns(flight)
            for giver in _givers(flight, taker)
            for number in _portions(flight, giver, taker)
        ]
        if not options:
            return
        default = doctrine.pass_bursts(flight, options)
        answer = yield flight.ask("crew.pass_bursts", ("done", *options), default)
        if answer == "done":
            return
        number, giver, taker = int(answer.args[0]), str(answer.args[1]), str(answer.args[2])
        flight.fact("crew.passes_bursts", giver=giver, taker=taker, number=number)
        state.guns[giver].bursts -= number
        state.guns[taker].bursts += number


def _givers(flight: QueenFlight, taker: str) -> list[str]:
    """Return the guns that can pass bursts to the gun `taker`.

    A twin gun accepts bursts only from twin guns.
    """
    guns = flight.const.guns
    return [
        name
        for name, gun in flight.state.guns.items()
        if name != taker
        and not gun.thrown_out
        and gun.bursts >= flight.const.bursts_passed_in
        and (guns[name].twin or not guns[taker].twin)
    ]


def _portions(flight: QueenFlight, giver: str, taker: str) -> range:
    step = flight.const.bursts_passed_in
    most = min(flight.state.guns[giver].bursts, flight.const.guns[taker].bursts)
    return range(step, most + 1, step)
