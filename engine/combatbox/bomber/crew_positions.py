"""Free stations, heat and oxygen, and the men who may change stations (section 14 of the rules).

The compartments of a plane are a graph. A game's data lists the neighbours of each compartment; compartments without
such a list are in a row, in the order of the data.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.conditions import oxygen_out
from combatbox.bomber.constants import BomberConstants, locked
from combatbox.bomber.enums import BomberFlight
from combatbox.bomber.state import Man

LEFT_ALONE: frozenset[str] = frozenset()


def compartment_of(flight: BomberFlight, station: str) -> str:
    """Return the compartment of a station."""
    return flight.const.crew[station].compartment


def has_heat_and_oxygen(flight: BomberFlight, station: str) -> bool:
    """Return True if a station has heat and oxygen, which high altitude requires."""
    return station not in flight.state.supply.heat_out and not oxygen_out(flight, station)


# ---- who may leave his station


def is_bound(flight: BomberFlight, man: Man) -> bool:
    """Return True if a man must stay at the controls, as a pilot or stand-in."""
    return man.role in flight.const.pilots or man.role == flight.state.pilot_at_controls


def may_move(flight: BomberFlight, man: Man) -> bool:
    """Return True if a man is fit, not trapped and not bound to the controls."""
    return man.fit and not man.trapped and not is_bound(flight, man)


def may_be_carried(man: Man) -> bool:
    """Return True if a man is seriously wounded and not trapped.

    This includes a pilot, because a seriously wounded pilot does not fly.
    """
    return man.aboard and man.serious and not man.trapped


def may_change(flight: BomberFlight, safe: bool) -> bool:
    """Return True if men may change stations now.

    Without the intercom, they may do so only in a safe turn.

    Args:
        flight: the flight.
        safe: True if no fighter has attacked this turn.
    """
    return safe or not flight.state.plane.broken("intercom_out")


# ---- where a man may go


def vacant(flight: BomberFlight) -> list[str]:
    """Return the stations without a man.

    Locked stations, such as a turret that is stuck, are not included.
    """
    state = flight.state
    free = [station for station, role in state.stations.items() if not role]
    locked_stations = locked(flight.const, state.plane.parts) if free else ()
    return [station for station in free if station not in locked_stations] if locked_stations else free


def may_be_at(flight: BomberFlight, man: Man, station: str) -> bool:
    """Return True if the rules permit this man to take a station once it is free.

    A seriously wounded man needs heat and oxygen there, except at low altitude. A fit man may take a pilot's seat only
    if it has heat or oxygen that his own station lacks. A man who is bound to the controls may leave a pilot's seat
    only for the other one.

    Args:
        flight: the flight.
        man: the man who would go or be carried.
        station: the station that he would take.
    """
    state = flight.state
    if man.serious:
        return has_heat_and_oxygen(flight, station) or state.track.altitude == "low"
    if station in flight.const.pilots:
        return improves_air(flight, man, station) and (not is_bound(flight, man) or man.station in flight.const.pilots)
    return not is_bound(flight, man)


def improves_air(flight: BomberFlight, man: Man, station: str) -> bool:
    """Return True if a station has the oxygen or heat that a man's station lacks.

    Oxygen takes precedence over heat.
    """
    if oxygen_out(flight, man.station):
        return not oxygen_out(flight, station)
    return man.station in flight.state.supply.heat_out and has_heat_and_oxygen(flight, station)


def places_for(flight: BomberFlight, man: Man, moved: set[str] | frozenset[str]) -> tuple[str, ...]:
    """Return the stations to which a man may go or be carried.

    These are the free stations and, for a fit man, the stations of men who can move elsewhere.

    Args:
        flight: the flight.
        man: the man who goes or is carried.
        moved: roles of men who have already changed stations and must stay there.
    """
    state = flight.state
    free = set(vacant(flight))
    destinations: list[str] = []
    for station, role in state.stations.items():
        if station == man.station or not may_be_at(flight, man, station):
            continue
        if not role:
            if station in free:
                destinations.append(station)
        elif (
            man.fit
            and can_be_displaced(flight, state.men[role], moved)
            and refuges_for(flight, state.men[role], man.station)
        ):
            destinations.append(station)
    return tuple(destinations)


def can_be_displaced(flight: BomberFlight, man: Man, moved: set[str] | frozenset[str]) -> bool:
    """Return True if a man can leave his station for another.

    He is carried if he is seriously wounded; otherwise he can go unless he has already moved.

    Args:
        flight: the flight.
        man: the man who would leave.
        moved: roles of men who have already changed stations.
    """
    return may_be_carried(man) or (may_move(flight, man) and man.role not in moved)


def refuges_for(flight: BomberFlight, man: Man, left: str) -> list[str]:
    """Return the stations to which a displaced man can go, from the best to the worst.

    These are the free stations and the station that the other man leaves. A displaced man goes to a station without
    heat or oxygen only if there is no better one; if he is seriously wounded, he goes there only at low altitude.

    Args:
        flight: the flight.
        man: the displaced man.
        left: the station that the man who takes his place leaves.
    """
    seats = flight.const.pilots
    free = [station for station in vacant(flight) if man.serious or station not in seats]
    stations = [left, *free]
    supplied = [station for station in stations if has_heat_and_oxygen(flight, station)]
    if not supplied and not man.serious:
        supplied = [
            station for station in vacant(flight) if has_heat_and_oxygen(flight, station)
        ]  # then it is a pilot's seat
    if supplied:
        return supplied
    if man.serious and flight.state.track.altitude != "low":
        return []
    return sorted(stations, key=lambda station: oxygen_out(flight, station))


# ---- heat and oxygen for those who lack them


def shelter_for(flight: BomberFlight, man: Man) -> dict[str, list[str]]:
    """Return the stations that have the heat or oxygen that a man's station lacks.

    These are free stations if there are any; otherwise, stations of men who can move elsewhere without harm.

    Returns:
        A dict with an entry for each such station, the best first. Its value lists the stations to which the present
        occupant could go; the list is empty for a free station.
    """
    free = [s for s in vacant(flight) if improves_air(flight, man, s) and may_be_at(flight, man, s)]
    if free:
        here = compartment_of(flight, man.station)
        seats = flight.const.pilots
        free.sort(key=lambda s: (not has_heat_and_oxygen(flight, s), s in seats, compartment_of(flight, s) != here))
        return {station: [] for station in free}
    shelters: dict[str, list[str]] = {}
    for station, role in flight.state.stations.items():
        if (
            not role
            or role == man.role
            or not improves_air(flight, man, station)
            or not may_be_at(flight, man, station)
        ):
            continue
        other = flight.state.men[role]
        if can_be_displaced(flight, other, LEFT_ALONE):
            options = refuges_for(flight, other, man.station)
            unharmed = [
                option for option in options if _stays_unharmed(flight, other, option, oxygen_out(flight, man.station))
            ]
            if unharmed:
                shelters[station] = unharmed
    return shelters


def _stays_unharmed(flight: BomberFlight, man: Man, station: str, for_oxygen: bool) -> bool:
    """Return True if a man is as well off at a station as at his present one.

    Cold does not harm a frostbitten man, and a fit man accepts cold so that another man gets oxygen.
    """
    if has_heat_and_oxygen(flight, station):
        return True
    return man.fit and not oxygen_out(flight, station) and (man.frostbitten or for_oxygen)


# ---- the ways between compartments


def neighbours(const: BomberConstants, compartment: str) -> Sequence[str]:
    """Return the compartments next to a compartment.

    These are the neighbours listed in the data, or else the compartments before and after it in the row.
    """
    compartments = const.compartments
    declared = compartments[compartment].neighbours
    if declared is not None:
        return declared
    row = list(compartments)
    here = row.index(compartment)
    return [*row[max(here - 1, 0) : here], *row[here + 1 : here + 2]]


def ways_from(const: BomberConstants, compartment: str) -> list[list[str]]:
    """Return a list for each neighbour, with the compartments in its direction, nearest first.

    Each compartment is in one of the lists only.
    """
    seen = {compartment, *neighbours(const, compartment)}
    ways = [[place] for place in neighbours(const, compartment)]
    for way in ways:
        for reached in way:
            further = [place for place in neighbours(const, reached) if place not in seen]
            seen.update(further)
            way.extend(further)
    return ways
