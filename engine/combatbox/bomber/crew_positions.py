"""Section 14: where a man can be: which stations are free, what heat and oxygen they have, and who may leave his own."""

from __future__ import annotations

from combatbox.bomber.conditions.rules import oxygen_out
from combatbox.bomber.enums import BomberFlight
from combatbox.bomber.parts import locked
from combatbox.bomber.state import Man

LEFT_ALONE: frozenset[str] = frozenset()


def compartment_of(flight: BomberFlight, station: str) -> str:
    """The compartment in which a station is."""
    compartment: str = flight.const.crew[station].compartment
    return compartment


def keeps(flight: BomberFlight, station: str) -> bool:
    """A station has what a man needs up there: heat and oxygen."""
    return station not in flight.state.supply.heat_out and not oxygen_out(flight, station)


# ---- who may leave his station


def bound(flight: BomberFlight, man: Man) -> bool:
    """He stays at the controls: a pilot, or whoever flies."""
    return man.role in flight.const.pilots or man.role == flight.state.pilot_at_controls


def may_move(flight: BomberFlight, man: Man) -> bool:
    """Fit and not bound to his seat: no pilot, not whoever flies, nobody trapped."""
    return man.fit and not man.trapped and not bound(flight, man)


def may_be_carried(man: Man) -> bool:
    """Seriously wounded and not trapped: a pilot too, for he flies no more."""
    return man.aboard and man.serious and not man.trapped


def may_change(flight: BomberFlight, safe: bool) -> bool:
    """Men may change their stations now: without the intercom in a safe turn alone."""
    return safe or not flight.state.plane.broken("intercom_out")


# ---- where he may go


def vacant(flight: BomberFlight) -> list[str]:
    """The stations where nobody is; one that is locked, such as a turret that is stuck, is not among them."""
    state = flight.state
    free = [station for station, role in state.stations.items() if not role]
    shut = locked(flight.const, state.plane.parts) if free else ()
    return [station for station in free if station not in shut] if shut else free


def may_be_at(flight: BomberFlight, man: Man, station: str) -> bool:
    """Whether the rules let this man be put at a station, were it free.

    A seriously wounded man needs heat and oxygen there, low down neither. Into a pilot's seat a fit man goes only for
    what his own station lacks, and those who are bound to the controls leave one of these seats for the other alone.
    """
    state = flight.state
    if man.serious:
        return keeps(flight, station) or state.track.altitude == "low"
    if station in flight.const.pilots:
        return betters(flight, man, station) and (not bound(flight, man) or man.station in flight.const.pilots)
    return not bound(flight, man)


def betters(flight: BomberFlight, man: Man, station: str) -> bool:
    """The station has what this man lacks at his own: oxygen above all, else heat."""
    if oxygen_out(flight, man.station):
        return not oxygen_out(flight, station)
    return man.station in flight.state.supply.heat_out and keeps(flight, station)


def places_for(flight: BomberFlight, man: Man, moved: set[str] | frozenset[str] = LEFT_ALONE) -> tuple[str, ...]:
    """The stations a man may go or be carried to: free ones, and for a fit man those of men who can make room for him.

    moved: men who have changed their stations already and stay where they are.
    """
    state = flight.state
    free = set(vacant(flight))
    found: list[str] = []
    for station, role in state.stations.items():
        if station == man.station or not may_be_at(flight, man, station):
            continue
        if not role:
            if station in free:
                found.append(station)
        elif man.fit and makes_room(flight, state.men[role], moved) and room_for(flight, state.men[role], man.station):
            found.append(station)
    return tuple(found)


def makes_room(flight: BomberFlight, man: Man, moved: set[str] | frozenset[str]) -> bool:
    """He can leave his station to another: he is carried, or goes himself unless he has moved already."""
    return may_be_carried(man) or (may_move(flight, man) and man.role not in moved)


def room_for(flight: BomberFlight, man: Man, left: str) -> list[str]:
    """Where a man goes who makes room for another: to the station which that one leaves, or to a free one.

    Nobody is put in the cold or without oxygen for another's sake while there is a better place; then a fit man may
    be, and a seriously wounded one only low down. The best place comes first.
    """
    seats = flight.const.pilots
    free = [station for station in vacant(flight) if man.serious or station not in seats]
    places = [left, *free]
    good = [station for station in places if keeps(flight, station)]
    if not good and not man.serious:
        good = [station for station in vacant(flight) if keeps(flight, station)]  # then it is a pilot's seat
    if good:
        return good
    if man.serious and flight.state.track.altitude != "low":
        return []
    return sorted(places, key=lambda station: oxygen_out(flight, station))


# ---- heat and oxygen for those who lack them


def shelter_for(flight: BomberFlight, man: Man) -> dict[str, list[str]]:
    """The stations that have what a man lacks at his own, the best first, and where whoever is there would go.

    Free stations, with nobody to make room there. Only if there are none, stations of others who come to no harm
    where they can go instead.
    """
    free = [s for s in vacant(flight) if betters(flight, man, s) and may_be_at(flight, man, s)]
    if free:
        here = compartment_of(flight, man.station)
        seats = flight.const.pilots
        free.sort(key=lambda s: (not keeps(flight, s), s in seats, compartment_of(flight, s) != here))
        return {station: [] for station in free}
    found: dict[str, list[str]] = {}
    for station, role in flight.state.stations.items():
        if not role or role == man.role or not betters(flight, man, station) or not may_be_at(flight, man, station):
            continue
        other = flight.state.men[role]
        if makes_room(flight, other, LEFT_ALONE):
            rooms = room_for(flight, other, man.station)
            unharmed = [room for room in rooms if _unharmed(flight, other, room, oxygen_out(flight, man.station))]
            if unharmed:
                found[station] = unharmed
    return found


def _unharmed(flight: BomberFlight, man: Man, station: str, for_oxygen: bool) -> bool:
    """He is no worse off there: frostbitten already he feels no cold, and others bear it for a man's oxygen."""
    if keeps(flight, station):
        return True
    return man.fit and not oxygen_out(flight, station) and (man.frostbitten or for_oxygen)
