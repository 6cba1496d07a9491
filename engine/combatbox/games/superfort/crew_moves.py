"""Crew moves (7.6): stations, casualties and the controls.

Men change places freely within a compartment. Between compartments a man moves as far as doors, space and pressure
allow. The seriously wounded and the dead are carried into the next compartment, never through the tunnel.
"""

from __future__ import annotations

from collections.abc import Iterator

from combatbox.bomber.conditions import oxygen_out
from combatbox.bomber.crew_positions import compartment_of, is_bound
from combatbox.bomber.state import Man
from combatbox.core.decisions import Flow
from combatbox.games.superfort import compartments, pressure
from combatbox.games.superfort.state import SuperfortFlight


def begin(flight: SuperfortFlight) -> None:
    """Begin a turn, in which all men may act again."""
    state = flight.state
    state.cabins.moved, state.cabins.fought, state.cabins.carried = [], {}, []
    for man in state.men.values():
        man.silent = False


# ---- ways through the plane


def _by_tunnel(flight: SuperfortFlight, here: str, there: str) -> bool:
    return {here, there} == set(flight.const.tunnel)


def passable(flight: SuperfortFlight, here: str, there: str) -> bool:
    """Return True if pressure and space let a man move into the next compartment."""
    full = not compartments.has_space(flight.const, flight.state, there)
    return way_open(flight, here, there) and (not full or bool(flight.const.compartments[there].stations))


def way_open(flight: SuperfortFlight, here: str, there: str) -> bool:
    """Return True if the pressure in both compartments lets a man move from one into the other."""
    state, compartments = flight.state, flight.const.compartments
    if not state.pressure.pressurized:
        return True
    if _by_tunnel(flight, here, there):
        return not state.pressure.tunnel_pierced
    return compartments[here].pressurized and compartments[there].pressurized


def reachable(flight: SuperfortFlight, man: Man) -> list[str]:
    """Return the other compartments that a man can reach, nearest first."""
    start = flight.state.rooms[man.role]
    return list(compartments.within_reach(flight.const, start, lambda here, there: passable(flight, here, there)))


# ---- places


def may_go(flight: SuperfortFlight, man: Man) -> bool:
    """Return True if a man is fit, not bound to a seat, and has not moved this turn."""
    return man.fit and not is_bound(flight, man) and man.role not in flight.state.cabins.moved


def free_for(flight: SuperfortFlight, man: Man, station: str, *, for_air: bool) -> bool:
    """Return True if a man can take a station.

    The station must be empty, or its holder must be unable to act, or he must be in the same compartment and able to
    swap stations. If the station is in another compartment, there must be space for one more man, because the holder of
    the station stays there.

    Args:
        flight: the flight.
        man: the man who would move.
        station: the station to which he would move.
        for_air: True to allow a pilot's seat as well, for its oxygen (7.4A); this does not decide who flies the bomber.
    """
    state = flight.state
    if station == man.station or (station in flight.const.pilots and not for_air):
        return False
    there, holder = compartment_of(flight, station), state.at(station)
    if there == state.rooms[man.role]:
        return holder is None or not holder.fit or may_go(flight, holder)
    return (holder is None or not holder.fit) and compartments.has_space(flight.const, state, there)


def destinations(flight: SuperfortFlight, man: Man, *, for_air: bool = False) -> tuple[str, ...]:
    """Return the places to which a man can move.

    A place is a station, or another compartment to which the man moves without taking a station.

    Args:
        flight: the flight.
        man: the man who would move.
        for_air: True to include the pilots' seats.
    """
    state, const = flight.state, flight.const
    others = reachable(flight, man)
    within = (state.rooms[man.role], *others)
    stations = [station for station in state.stations if compartment_of(flight, station) in within]
    places = [station for station in stations if free_for(flight, man, station, for_air=for_air)]
    return (*places, *(other for other in others if compartments.has_space(const, state, other)))


def take_place(flight: SuperfortFlight, man: Man, place: str) -> None:
    """Move a man to a station, or into another compartment without giving him a station there.

    A man who held the station loses it; if the two men swap, he gets the station that the first man leaves.

    Args:
        flight: the flight.
        man: the man.
        place: a station or a compartment.
    """
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
    """Return the stations with oxygen that a man can reach and that are empty because of a death."""
    state = flight.state
    if not may_go(flight, man):
        return ()
    return tuple(
        station
        for station in destinations(flight, man, for_air=True)
        if station in state.stations
        and not state.stations[station]
        and not oxygen_out(flight, station)
        and left_by_a_death(flight, station)
    )


def left_by_a_death(flight: SuperfortFlight, station: str) -> bool:
    """Return True if a station is empty because of a death.

    That is so if its regular man is dead or has another station. If he is alive and without a station at the moment,
    the station is still his.
    """
    state = flight.state
    owner = state.men[station]
    return any(man.dead for man in state.men.values()) and (owner.dead or bool(owner.station))


# ---- the moves of a turn


def moves(flight: SuperfortFlight) -> Flow[None]:
    """Let men move, carry casualties and open doors by hand, until the player is done."""
    state = flight.state
    if is_worth_moving(flight):
        if _pressure_blocks(flight):
            yield from pressure.give_up(flight, "pressure.for_moves", "keep")
        while True:
            suggestion = _suggested_move(flight)
            if not suggestion and flight.unwatched:
                break  # by default nobody else goes
            options = [*_movers(flight), *_casualties(flight)]
            if not options:
                break
            answer = yield flight.ask("crew.move", ("done", *options), suggestion[0] if suggestion else "done")
            if answer == "done":
                break
            man = state.men[answer]
            yield from (
                _ask_destination(flight, man, suggestion[1] if suggestion else "") if man.fit else _carry(flight, man)
            )
    doors_by_hand(flight)


def is_worth_moving(flight: SuperfortFlight) -> bool:
    """Return True if moves can help.

    Moves can help if a man is down, is away from his station, or has wounds that spoil his aim at a sight; if a cabin
    leaks; or if doors have to be opened by hand.
    """
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
    """Return True if a man aboard cannot act, or if his body is aboard."""
    return (man.dead and man.fate == "killed") or (man.aboard and not man.fit)


def _pressure_blocks(flight: SuperfortFlight) -> bool:
    """Return True if pressure prevents a move that would otherwise be possible."""
    state, compartments = flight.state, flight.const.compartments
    if not state.pressure.pressurized:
        return False
    if state.pressure.tunnel_pierced or state.plane.broken("door_controls_out"):
        return True
    isolated = [
        name
        for name, compartment in compartments.items()
        if compartment.pressurized
        and not any(compartments[neighbour].pressurized for neighbour in compartment.neighbours)
    ]
    return any(_down(man) and state.rooms[man.role] in isolated for man in state.men.values())


def _movers(flight: SuperfortFlight) -> Iterator[str]:
    for man in flight.state.aboard:
        if may_go(flight, man) and destinations(flight, man):
            yield man.role


def _casualties(flight: SuperfortFlight) -> Iterator[str]:
    for man in flight.state.men.values():
        if (
            _down(man)
            and man.role not in flight.state.cabins.moved
            and carry_targets(flight, man)
            and helpers(flight, man)
        ):
            yield man.role


def _suggested_move(flight: SuperfortFlight) -> tuple[str, str] | None:
    """Return the default move as a role and a station, or None.

    A man without a station returns to his regular one. The radio operator takes over the station of an engineer who
    cannot act.
    """
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


def _ask_destination(flight: SuperfortFlight, man: Man, suggestion: str) -> Flow[None]:
    options = destinations(flight, man)
    default = suggestion if suggestion in options else "stay"
    answer = yield flight.ask("crew.move_to", (*options, "stay"), default, man.role)
    if answer == "stay":
        flight.state.cabins.moved.append(man.role)
    else:
        take_place(flight, man, str(answer))


# ---- carrying


def carry_targets(flight: SuperfortFlight, man: Man) -> list[str]:
    """Return the adjacent compartments into which a casualty can be carried."""
    state, here = flight.state, flight.state.rooms[man.role]
    return [
        neighbour
        for neighbour in compartments.neighbours(flight.const, here)
        if not _by_tunnel(flight, here, neighbour)
        and passable(flight, here, neighbour)
        and compartments.has_space(flight.const, state, neighbour)
    ]


def helpers(flight: SuperfortFlight, man: Man) -> list[str]:
    """Return the men who can carry a casualty.

    They are the men who have nothing else to do this turn and can reach the casualty; they return to their stations
    afterwards. Two men may therefore be in the tail during that turn; its guns are then fired from the waist.
    """
    state, here = flight.state, flight.state.rooms[man.role]
    free = [helper for helper in state.aboard if helper is not man and may_go(flight, helper)]
    return [helper.role for helper in free if state.rooms[helper.role] == here or here in reachable(flight, helper)]


def _carry(flight: SuperfortFlight, man: Man) -> Flow[None]:
    state = flight.state
    where = yield flight.ask("crew.carry_to", (*carry_targets(flight, man), "stay"), "stay", man.role)
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
    """Lay a man down in a compartment; he loses his station."""
    state = flight.state
    if man.station:
        state.stations[man.station], man.station = "", ""
    state.rooms[man.role] = compartment


def doors_by_hand(flight: SuperfortFlight) -> None:
    """Roll for each man in a bay to open its doors by hand, if the controls cannot open them."""
    if flight.state.plane.broken("door_controls_out"):
        for bay in ("fwd_bay", "aft_bay"):
            for man in pressure.living_in(flight, bay):
                if man.fit and not flight.state.is_busy(man.role) and flight.state.plane.broken("door_controls_out"):
                    flight.roll("doors.by_hand", man.role)


# ---- the controls


def take_seat(flight: SuperfortFlight, man: Man) -> Flow[None]:
    """Put a man in an empty pilot's seat, or in the seat of a pilot who cannot act.

    If the nose is full, a casualty there is carried out, a dead man before a wounded one. The space is free at once,
    regardless of the way by which the new pilot comes (A51).
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
        if not compartments.has_space(const, state, nose):
            down = [
                casualty for casualty in state.men.values() if state.rooms[casualty.role] == nose and _down(casualty)
            ]
            removed = min(down, key=lambda casualty: not casualty.dead)
            lay(flight, removed, compartments.neighbours(const, nose)[0])
        state.rooms[man.role] = nose
    man.silent = True
    yield from ()
