"""Crew moves (7.6): who goes where through the graph of compartments, who is carried, who takes whose place, who flies.

Inside a compartment places are changed freely. Between compartments a man goes as far as doors, room and pressure let
him; the seriously wounded and the dead are carried into the next one, never through the tunnel.
"""

from __future__ import annotations

from collections.abc import Iterator

from combatbox.bomber.conditions.rules import oxygen_out
from combatbox.bomber.crew_positions import bound, compartment_of
from combatbox.bomber.state import Man
from combatbox.core.decisions import Flow
from combatbox.games.superfort import compartments, pressure
from combatbox.games.superfort.state import SuperfortFlight


def begin(flight: SuperfortFlight) -> None:
    """A new turn: everyone may act again."""
    state = flight.state
    state.cabins.moved, state.cabins.fought, state.cabins.carried = [], {}, []
    for man in state.men.values():
        man.silent = False


# ---- ways through the plane


def _by_tunnel(flight: SuperfortFlight, here: str, there: str) -> bool:
    return {here, there} == set(flight.const.tunnel)


def passable(flight: SuperfortFlight, here: str, there: str) -> bool:
    """Whether a man can go from one compartment into the next: by the pressure on both sides, and by the room there."""
    full = not compartments.has_room(flight.const, flight.state, there)
    return way_open(flight, here, there) and (not full or bool(flight.const.compartments[there].stations))


def way_open(flight: SuperfortFlight, here: str, there: str) -> bool:
    """Whether the pressure on both sides lets a man from one compartment into the next."""
    state, compartments = flight.state, flight.const.compartments
    if not state.pressure.pressurized:
        return True
    if _by_tunnel(flight, here, there):
        return not state.pressure.tunnel_pierced
    return bool(compartments[here].pressurized and compartments[there].pressurized)


def reachable(flight: SuperfortFlight, man: Man) -> list[str]:
    """The other compartments a man can go to, nearest first."""
    start = flight.state.rooms[man.role]
    return list(compartments.within_reach(flight.const, start, lambda here, there: passable(flight, here, there)))


# ---- places


def may_go(flight: SuperfortFlight, man: Man) -> bool:
    """Fit, bound to no seat, and not moved yet this turn."""
    return man.fit and not bound(flight, man) and man.role not in flight.state.cabins.moved


def free_for(flight: SuperfortFlight, man: Man, station: str, *, for_air: bool = False) -> bool:
    """Whether he can take that place: empty, held by a man who cannot act, or by one who changes with him there and then.

    In another compartment there must be room for him, for whoever was in that place stays in it. for_air: a pilot's seat
    is a place too, for its oxygen (7.4A); who flies is settled otherwise.
    """
    state = flight.state
    if station == man.station or (station in flight.const.pilots and not for_air):
        return False
    there, holder = compartment_of(flight, station), state.at(station)
    if there == state.rooms[man.role]:
        return holder is None or not holder.fit or may_go(flight, holder)
    return (holder is None or not holder.fit) and compartments.has_room(flight.const, state, there)


def destinations(flight: SuperfortFlight, man: Man, *, for_air: bool = False) -> tuple[str, ...]:
    """The places and, without one, the compartments where a man can go. for_air: pilots' seats among them."""
    state, const = flight.state, flight.const
    far = reachable(flight, man)
    near = (state.rooms[man.role], *far)
    stations = [one for one in state.stations if compartment_of(flight, one) in near]
    places = [one for one in stations if free_for(flight, man, one, for_air=for_air)]
    return (*places, *(one for one in far if compartments.has_room(const, state, one)))


def take_place(flight: SuperfortFlight, man: Man, place: str) -> None:
    """He goes to a place, or stands in a compartment; whoever held the place has none, or has his where they change."""
    state = flight.state
    station = place if place in state.stations else ""
    there = compartment_of(flight, station) if station else place
    holder, left = state.at(station) if station else None, man.station
    flight.fact("crew.moves", man.role, to=place, with_=holder.role if holder else "")
    if left:
        state.stations[left] = ""
    if holder:
        holder.station = ""
        if holder.fit and left:
            holder.station, state.stations[left] = left, holder.role
    if station:
        state.stations[station] = man.role
    man.station = station
    state.cabins.moved.append(man.role)
    if state.rooms[man.role] != there:
        state.rooms[man.role], man.silent = there, True


def places_with_air(flight: SuperfortFlight, man: Man) -> tuple[str, ...]:
    """The empty places that deaths have left and that have oxygen, as far as a man without it can come to them."""
    state = flight.state
    if not may_go(flight, man):
        return ()
    return tuple(
        station
        for station in destinations(flight, man, for_air=True)
        if station in state.stations and not state.stations[station] and not oxygen_out(flight, station)
        and left_by_a_death(flight, station)
    )  # fmt: skip


def left_by_a_death(flight: SuperfortFlight, station: str) -> bool:
    """Whether an empty place is one that a death has left: that of a dead man, or of one who sits in another's place.

    The place of a living man who has none at the moment is his own.
    """
    state = flight.state
    owner = state.men[station]
    return any(man.dead for man in state.men.values()) and (owner.dead or bool(owner.station))


# ---- the step of a turn


def moves(flight: SuperfortFlight) -> Flow[None]:
    """Men change places and compartments, casualties are carried, doors are opened by hand: until the player is done."""
    state = flight.state
    if worth(flight):
        if _shut_in(flight):
            yield from pressure.give_up(flight, "pressure.for_moves", "keep")
        while True:
            wanted = _wanted(flight)
            if not wanted and flight.unwatched:
                break  # by default nobody else goes
            can = [*_movers(flight), *_carried(flight)]
            if not can:
                break
            answer = yield flight.ask("crew.move", ("done", *can), wanted[0] if wanted else "done")
            if answer == "done":
                break
            man = state.men[answer]
            yield from (_goes(flight, man, wanted[1] if wanted else "") if man.fit else _is_carried(flight, man))
    doors_by_hand(flight)


def worth(flight: SuperfortFlight) -> bool:
    """Whether anything makes moves thinkable: a man down, away from his place, or at a sight with wounds that spoil his aim,
    a cabin that leaks, doors to be opened."""
    state = flight.state
    if state.pressure.compromised or state.plane.broken("door_controls_out") or state.supply.oxygen_hits:
        return True
    handicap = flight.const.light_wounds.handicap
    for man in state.men.values():
        if man.light >= handicap and man.aboard and flight.const.crew[man.role].sight:
            return True
        if not (man.fit and man.station == man.role) and (_down(man) or (man.aboard and man.station != man.role)):
            return True
    return False


def _down(man: Man) -> bool:
    """Aboard, and no use to anyone; or his body is."""
    return (man.dead and man.fate == "killed") or (man.aboard and not man.fit)


def _shut_in(flight: SuperfortFlight) -> bool:
    """Whether pressure keeps somebody from a place or a compartment that he could come to without it."""
    state, compartments = flight.state, flight.const.compartments
    if not state.pressure.pressurized:
        return False
    if state.pressure.tunnel_pierced or state.plane.broken("door_controls_out"):
        return True
    alone = [
        name
        for name, room in compartments.items()
        if room.pressurized and not any(compartments[one].pressurized for one in room.neighbours)
    ]
    return any(_down(man) and state.rooms[man.role] in alone for man in state.men.values())


def _movers(flight: SuperfortFlight) -> Iterator[str]:
    for man in flight.state.aboard:
        if may_go(flight, man) and destinations(flight, man):
            yield man.role


def _carried(flight: SuperfortFlight) -> Iterator[str]:
    for man in flight.state.men.values():
        if (
            _down(man)
            and man.role not in flight.state.cabins.moved
            and next_rooms(flight, man)
            and helpers(flight, man)
        ):
            yield man.role


def _wanted(flight: SuperfortFlight) -> tuple[str, str] | None:
    """By default a man without a place goes back to his own, and somebody of its cabin takes over an engineer's."""
    state, duties = flight.state, flight.const.duties
    engineer, radio = duties.engineer, duties.radio
    for man in state.aboard:
        if not man.station and may_go(flight, man) and man.role in destinations(flight, man):
            return man.role, man.role
        if man.role == radio == man.station and may_go(flight, man):
            holder = state.at(engineer)
            if (holder is None or not holder.fit) and engineer in destinations(flight, man):
                return man.role, engineer
    return None


def _goes(flight: SuperfortFlight, man: Man, wanted: str) -> Flow[None]:
    options = destinations(flight, man)
    answer = yield flight.ask("crew.move_to", (*options, "stay"), wanted if wanted in options else "stay", man.role)
    if answer == "stay":
        flight.state.cabins.moved.append(man.role)
    else:
        take_place(flight, man, str(answer))


# ---- carrying


def next_rooms(flight: SuperfortFlight, man: Man) -> list[str]:
    """The next compartments into which a casualty can be carried."""
    state, here = flight.state, flight.state.rooms[man.role]
    return [
        one
        for one in compartments.neighbours(flight.const, here)
        if not _by_tunnel(flight, here, one)
        and passable(flight, here, one)
        and compartments.has_room(flight.const, state, one)
    ]


def helpers(flight: SuperfortFlight, man: Man) -> list[str]:
    """Who can carry him: men with nothing else to do this turn who can come to where he is; they go back to their places.

    So the tail may hold two for that turn, and its guns are fired from the waist.
    """
    state, here = flight.state, flight.state.rooms[man.role]
    able = [one for one in state.aboard if one is not man and may_go(flight, one)]
    return [one.role for one in able if state.rooms[one.role] == here or here in reachable(flight, one)]


def _is_carried(flight: SuperfortFlight, man: Man) -> Flow[None]:
    state = flight.state
    where = yield flight.ask("crew.carry_to", (*next_rooms(flight, man), "stay"), "stay", man.role)
    state.cabins.moved.append(man.role)
    if where == "stay":
        return
    able = helpers(flight, man)
    helper = able[0] if len(able) == 1 else str((yield flight.ask("crew.helper", tuple(able), able[0], man.role)))
    flight.fact("crew.carried", man.role, to=str(where), by=helper)
    lay(flight, man, str(where))
    state.cabins.moved.append(helper)
    state.cabins.carried.append(helper)
    state.men[helper].silent = True


def lay(flight: SuperfortFlight, man: Man, compartment: str) -> None:
    """He lies in a compartment and has no place."""
    state = flight.state
    if man.station:
        state.stations[man.station], man.station = "", ""
    state.rooms[man.role] = compartment


def doors_by_hand(flight: SuperfortFlight) -> None:
    """A man in a bay tries to open the doors that the controls keep shut."""
    if flight.state.plane.broken("door_controls_out"):
        for bay in ("fwd_bay", "aft_bay"):
            for man in pressure.living_in(flight, bay):
                if man.fit and not flight.state.is_busy(man.role) and flight.state.plane.broken("door_controls_out"):
                    flight.roll("doors.by_hand", man.role)


# ---- the controls


def take_seat(flight: SuperfortFlight, man: Man) -> Flow[None]:
    """He sits down in an empty pilot's seat, or in that of a man who cannot act; in a full nose one changes with him.

    The dead are carried out before the wounded: a place is made at once, however far he came (A51).
    """
    state, const = flight.state, flight.const
    seats = sorted(const.pilots, key=lambda seat: state.stations[seat] != "")
    seat, nose = seats[0], compartment_of(flight, seats[0])
    holder = state.at(seat)
    come_from = state.rooms[man.role]
    if man.station:
        state.stations[man.station] = ""
    if holder:
        holder.station = ""
    state.stations[seat], man.station = man.role, seat
    if come_from != nose:
        if not compartments.has_room(const, state, nose):
            down = [one for one in state.men.values() if state.rooms[one.role] == nose and _down(one)]
            out = min(down, key=lambda one: not one.dead)
            lay(flight, out, compartments.neighbours(const, nose)[0])
        state.rooms[man.role] = nose
    man.silent = True
    yield from ()
