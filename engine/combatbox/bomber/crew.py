"""Sections 12.2, 14 and 9.4: who fights a fire, who flies, who takes over whose station, who passes bursts on."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber import doctrine
from combatbox.bomber.asking import Down, pass_on
from combatbox.bomber.effects.crew import end_all
from combatbox.bomber.effects.damage import order_bail_out
from combatbox.bomber.effects.mission import wreck
from combatbox.bomber.fields import fields_of
from combatbox.bomber.places import (
    compartment_of,
    keeps,
    may_be_at,
    may_change,
    places_for,
    room_for,
    vacant,
)
from combatbox.bomber.rooms import ways_from
from combatbox.bomber.state import Man, State
from combatbox.bomber.terms import BomberFlight
from combatbox.core.decisions import Flow

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


# ---- oxygen fires


def fight_fires(flight: BomberFlight) -> Flow[None]:
    """Each fire that has broken out is fought at once by one man, try after try; lost, it means bailing out."""
    state = flight.state
    while state.due.fires:
        compartment = state.due.fires[0]
        able = fire_fighters(flight, compartment)
        man = (yield from _who_fights(flight, able, compartment)) if able else None
        flight.fact("fire.fights_fire" if man else "fire.nobody_fights", man.role if man else "", where=compartment)
        state.due.fires.pop(0)
        if man is None:
            order_bail_out(flight, flight.const["bail_out_controlled"])
            return
        man.silent = state.battle.under_attack
        state.hand.fire, state.hand.fire_tries = compartment, 0
        while state.hand.fire and not state.due.bail_out:
            flight.roll("fire.attempt", man.role)
        state.hand.fire = ""
        if state.due.bail_out:
            return


def _who_fights(flight: BomberFlight, able: list[Man], compartment: str) -> Flow[Man]:
    """The man the player names."""
    if len(able) == 1:
        return able[0]
    options = tuple(man.role for man in able)
    answer = yield flight.ask(
        "fire.fight_fire",
        options,
        doctrine.least_missed(flight, able).role,
        compartment,
    )
    return next(man for man in able if man.role == answer)


def fire_fighters(flight: BomberFlight, compartment: str) -> list[Man]:
    """Who may fight it: able men of that compartment, else of the next one in each direction that has any (Q-R05)."""
    able = _able_in(flight, compartment)
    for way in [] if able else ways_from(flight.const, compartment):
        able += next((men for place in way if (men := _able_in(flight, place))), [])
    return able


def _able_in(flight: BomberFlight, compartment: str) -> list[Man]:
    state = flight.state
    found: list[Man] = []
    for station in flight.const["compartments"][compartment]["stations"]:
        man = state.at(station)
        if man and man.fit and not man.trapped and not tied_down(flight, man):
            found.append(man)
    return found


def tied_down(flight: BomberFlight, man: Man) -> bool:
    """He may not leave the controls: the pilot never, the copilot unless both are fit, nor whoever flies."""
    state = flight.state
    pilot, copilot = flight.const["pilots"]
    if man.role == copilot:
        return not (state.men[pilot].fit and state.men[copilot].fit)
    return man.role in (pilot, state.pilot_at_controls)


# ---- the controls


def man_the_controls(flight: BomberFlight) -> Flow[None]:
    """Somebody else flies: the other pilot, else the engineer, else any fit man. With nobody the plane goes down."""
    state = flight.state
    man = yield from next_pilot(flight)
    if man is None:
        flight.fact("controls.nobody_to_fly")
        state.due.lost = "nobody_to_fly"
        wreck(state, "destroyed")
        end_all(state, "killed", True)
        raise Down
    flight.fact("controls.takes_controls", man.role)
    state.pilot_at_controls = man.role
    if man.station not in flight.const["pilots"]:
        yield from _take_seat(flight, man)


def _take_seat(flight: BomberFlight, man: Man) -> Flow[None]:
    """A stand-in sits down at the controls; the man whom he relieves is carried to where he has heat and oxygen.

    He takes a seat with heat and oxygen if there is one, and rather an empty one.
    """
    state = flight.state
    seats = sorted(flight.const["pilots"], key=lambda s: (not keeps(flight, s), bool(state.stations[s])))
    rooms = {seat: room_for(flight, other, man.station) if (other := state.at(seat)) else [] for seat in seats}
    free = [seat for seat in seats if not state.stations[seat]]
    seat = next((seat for seat in seats if rooms[seat] or seat in free), seats[0])
    relieved = state.at(seat)
    if relieved:
        room = yield from make_room(flight, relieved, rooms[seat] or [man.station])
        flight.fact("controls.relieved", relieved.role, to=room)
        if room != man.station:
            change_places(state, relieved, room)
    change_places(state, man, seat)


def next_pilot(flight: BomberFlight) -> Flow[Man | None]:
    """Who takes the controls now: the other pilot, else the stand-in, else whoever is named; None if nobody can."""
    state = flight.state
    for role in (*flight.const["pilots"], flight.const["stand_in_pilot"]):
        man = state.men[role]
        if man.fit and not man.trapped:
            return man
    fit = [man for man in state.aboard if man.fit and not man.trapped]
    if len(fit) < 2:
        return fit[0] if fit else None
    options = tuple(man.role for man in fit)
    answer = yield flight.ask("controls.fly", options, doctrine.least_missed(flight, fit).role)
    return state.men[answer]


# ---- moves

WHO_MOVES = "Who changes his station?"
WHERE_TO = "To which station does he go?"


def change_places(state: State, man: Man, station: str) -> None:
    """He goes to that station; whoever is there is brought to his."""
    old = man.station
    other = state.at(station)
    state.stations[old] = other.role if other else ""
    if other:
        other.station = old
    state.stations[station] = man.role
    man.station = station


def moves(flight: BomberFlight, safe: bool) -> Flow[None]:
    """Men change stations: at no cost in a safe turn or within a compartment, else silent for the attacks of a wave.

    Fit men go, seriously wounded ones are carried. Whoever is at a station that another takes over makes room for him.
    With everyone and everything whole only guns are changed, and only under attack, for in a safe turn nothing hangs on it.
    """
    if not safe and flight.unwatched:
        return  # the default under attack is to leave everyone where he is
    if not may_change(flight, safe):
        return
    if not _worth_moving(flight):
        if not safe:
            yield from change_guns(flight)
        return
    moved: set[str] = set()
    while True:
        movers = [man for man in _movable(flight) if man.role not in moved]
        if not movers:
            return
        options = ("done", *(man.role for man in movers))
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


def _movable(flight: BomberFlight) -> list[Man]:
    """Those who may leave their stations themselves, or be carried to one that is free."""
    state = flight.state
    bound = (*flight.const["pilots"], state.pilot_at_controls)
    free: list[str] | None = None  # looked for where somebody has to be carried
    found: list[Man] = []
    for man in state.men.values():
        if man.dead or man.fate or man.trapped:
            continue
        if man.serious:
            free = vacant(flight) if free is None else free
            if any(may_be_at(flight, man, station) for station in free):
                found.append(man)
        elif man.role not in bound:
            found.append(man)
    return found


def take_over(flight: BomberFlight, man: Man, station: str, safe: bool, rooms: Sequence[str] = ()) -> Flow[None]:
    """He goes to that station; whoever is there goes to one of these, or to one that the rules have for him."""
    other = flight.state.at(station)
    room = ""
    if other:
        room = yield from make_room(flight, other, rooms or room_for(flight, other, man.station))
    move(flight, man, station, safe, room)


def make_room(flight: BomberFlight, man: Man, rooms: Sequence[str]) -> Flow[str]:
    """To which of these stations he goes, or is carried, who makes room for another."""
    if len(rooms) == 1:
        return rooms[0]
    answer = yield flight.ask("crew.make_room", tuple(rooms), rooms[0], man.role)
    return answer.kind


def move(flight: BomberFlight, man: Man, station: str, safe: bool, room: str = "") -> None:
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


def _worth_moving(flight: BomberFlight) -> bool:
    """Something makes a change of stations thinkable: a man down or away from home, a gun, heat or oxygen gone."""
    state = flight.state
    if state.supply.heat_out or state.supply.oxygen_hits:
        return True
    for gun in state.guns.values():
        if gun.out or gun.jammed or gun.thrown_out or not gun.bursts:
            return True
    men = state.men.values()
    return bool([m for m in men if m.serious or m.dead or (m.station != m.role and _away(flight, m))])


def _away(flight: BomberFlight, man: Man) -> bool:
    """At no gun of his station is he at home."""
    guns = flight.const["guns"].values()
    return not any(man.station in gun["stations"] and man.role in gun["at_home"] for gun in guns)


def change_guns(flight: BomberFlight) -> Flow[None]:
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


def pass_bursts(flight: BomberFlight) -> Flow[None]:
    """In a turn without an attack, empty guns may be given bursts from others, an even number at a time."""
    state = flight.state
    while True:
        empty = [name for name, gun in state.guns.items() if not gun.bursts and not gun.thrown_out]
        if not empty:
            return
        options = [
            pass_on(number, giver, taker)
            for taker in empty
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


def _givers(flight: BomberFlight, taker: str) -> list[str]:
    """The guns that can give to this one: twin guns take from twin guns alone."""
    guns = flight.const["guns"]
    return [
        name
        for name, gun in flight.state.guns.items()
        if name != taker
        and not gun.thrown_out
        and gun.bursts >= flight.const["bursts_passed_in"]
        and (guns[name]["twin"] or not guns[taker]["twin"])
    ]


def _portions(flight: BomberFlight, giver: str, taker: str) -> range:
    step = flight.const["bursts_passed_in"]
    most = min(flight.state.guns[giver].bursts, flight.const["guns"][taker]["bursts"])
    return range(step, most + 1, step)
