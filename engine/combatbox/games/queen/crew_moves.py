"""Sections 12.2, 14 and 9.4: who takes over whose station, who is silent for it, who passes bursts on."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.crew import change_places, make_room
from combatbox.bomber.crew_positions import (
    compartment_of,
    may_be_at,
    may_change,
    places_for,
    room_for,
    vacant,
)
from combatbox.bomber.fields_of_fire import fields_of
from combatbox.bomber.state import Man, State
from combatbox.core.decisions import Flow
from combatbox.core.flight import EMPTY_FLOW
from combatbox.games.queen import doctrine
from combatbox.games.queen.constants import QueenFlight
from combatbox.games.queen.decision_options import pass_on

# ---- silence at the guns


def begin_wave(state: State) -> None:
    """Whoever moved under attack since the last wave fires no gun in this one."""
    for man in state.men.values():
        if man.silent_next:
            man.silent, man.silent_next = True, False


def end_wave(state: State, fought: bool) -> None:
    """With the wave's attacks over the guns are free again; a wave driven off has silenced nobody."""
    for man in state.men.values():
        if man.silent:
            man.silent, man.silent_next = False, not fought


# ---- moves


def moves(flight: QueenFlight, safe: bool) -> Flow[None]:
    """Men change stations: at no cost in a safe turn or within a compartment, else silent for the attacks of a wave.

    Fit men go, seriously wounded ones are carried. Whoever is at a station that another takes over makes room for him.
    With everyone and everything whole only guns are changed, and only under attack, for in a safe turn nothing hangs on it.
    """
    if flight.unwatched and (not safe or doctrine.twins_manned(flight)):
        return EMPTY_FLOW  # the default is to leave everyone where he is
    if not may_change(flight, safe):
        return EMPTY_FLOW
    if not _worth_moving(flight):
        return EMPTY_FLOW if safe else change_guns(flight)
    return _some_move(flight, safe)


def _some_move(flight: QueenFlight, safe: bool) -> Flow[None]:
    """Ask who changes to which station, until nobody else does."""
    moved: set[str] = set()
    while True:
        movers = _movable(flight)
        if moved:
            movers = [man for man in movers if man.role not in moved]
        if not movers:
            return
        options = ("done", *[man.role for man in movers])
        wanted = doctrine.next_move(flight, movers) if safe else None
        answer = yield flight.ask("crew.move", options, wanted[0] if wanted else "done")
        if answer == "done":
            return
        moved.add(answer.kind)
        man = flight.state.men[answer]
        places = places_for(flight, man, moved)
        if not places:
            continue
        default = wanted[1] if wanted and wanted[0] == answer and wanted[1] in places else "stay"
        where = yield flight.ask("crew.move_to", (*places, "stay"), default, answer.kind)
        if where != "stay":
            yield from take_over(flight, man, where.kind, safe)


def _movable(flight: QueenFlight) -> list[Man]:
    """Those who may leave their stations themselves, or be carried to one that is free."""
    state = flight.state
    bound = (*flight.const.pilots, state.pilot_at_controls)
    free: list[str] | None = None  # looked for where somebody has to be carried
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


def take_over(flight: QueenFlight, man: Man, station: str, safe: bool, rooms: Sequence[str] = ()) -> Flow[None]:
    """He goes to that station; whoever is there goes to one of these, or to one that the rules have for him."""
    other = flight.state.at(station)
    room = ""
    if other:
        room = yield from make_room(flight, other, rooms or room_for(flight, other, man.station))
    move(flight, man, station, safe, room)


def move(flight: QueenFlight, man: Man, station: str, safe: bool, room: str = "") -> None:
    """One move; between compartments under attack those who could fire are silent for a wave.

    room: where whoever is at that station goes, by default to the one that is left.
    """
    state = flight.state
    other = state.at(station)
    if other and room and room != man.station:
        move(flight, other, room, safe)
        other = None
    flight.fact("crew.moves", man.role, to=station, with_=other.role if other else "")
    far = compartment_of(flight, man.station) != compartment_of(flight, station)
    change_places(state, man, station)
    if far and not safe:
        for one in (man, other):
            if one and one.fit:
                one.silent, one.silent_next = one.silent or state.battle.under_attack, not state.battle.under_attack


def _worth_moving(flight: QueenFlight) -> bool:
    """Something makes a change of stations thinkable: a man down or away from home, a gun, heat or oxygen gone."""
    state = flight.state
    if state.supply.heat_out or state.supply.oxygen_hits:
        return True
    for gun in state.guns.values():
        if gun.out or gun.jammed or gun.thrown_out or not gun.bursts:
            return True
    for man in state.men.values():  # noqa: SIM110  # asked before each attack, and a generator costs more than it goes through
        if man.serious or man.dead or (man.station != man.role and _away(flight, man)):
            return True
    return False


def _away(flight: QueenFlight, man: Man) -> bool:
    """At no gun of his station is he at home."""
    guns = flight.const.guns.values()
    return not any(man.station in gun.stations and man.role in gun.at_home for gun in guns)


def change_guns(flight: QueenFlight) -> Flow[None]:
    """With everyone and everything whole: two men of a compartment, at home at each other's guns, may change them."""
    state = flight.state
    for here, there in fields_of(flight).alike:
        one, other = state.men[state.stations[here]], state.men[state.stations[there]]
        if one.trapped or other.trapped:
            continue
        answer = yield flight.ask("crew.change_guns", ("done", one.role, other.role), "done")
        if answer != "done":
            man, to = (one, there) if answer == one.role else (other, here)
            where = yield flight.ask("crew.change_guns_to", (to, "stay"), "stay", man.role)
            if where != "stay":
                move(flight, man, where.kind, safe=False)


# ---- bursts


def pass_bursts(flight: QueenFlight) -> Flow[None]:
    """In a turn without an attack, empty guns may be given bursts from others, an even number at a time."""
    return _pass_bursts(flight) if _empty(flight) else EMPTY_FLOW


def _empty(flight: QueenFlight) -> list[str]:
    """The guns that have fired all their bursts."""
    return [name for name, gun in flight.state.guns.items() if not gun.bursts and not gun.thrown_out]


def _pass_bursts(flight: QueenFlight) -> Flow[None]:
    """Ask who gives how many bursts to which empty gun, until nobody does."""
    state = flight.state
    while True:
        options = [
            pass_on(number, giver, taker)
            for taker in _empty(flight)
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
    """The guns that can give to this one: twin guns take from twin guns alone."""
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
