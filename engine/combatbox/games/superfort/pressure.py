"""Pressure, oxygen and cold (4.2, 7.3, 7.4): what holds, what is lost, and what the men without it suffer."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.aircraft import leave_formation
from combatbox.bomber.conditions.rules import oxygen_out
from combatbox.bomber.state import Man
from combatbox.core.decisions import Flow
from combatbox.games.superfort import compartments
from combatbox.games.superfort.state import SuperfortFlight

# ---- what holds


def high(flight: SuperfortFlight) -> bool:
    """Whether the bomber is so high that pressure matters."""
    return bool(flight.state.track.altitude != flight.const.bands[0])


def can_hold(flight: SuperfortFlight) -> bool:
    """Whether there is anything that could put the cabins under pressure: not lost, and an inboard engine runs."""
    state = flight.state
    inboard = flight.const.inboard
    return not state.pressure.pressure_lost and any(not state.engines[number - 1].out for number in inboard)


def holds(flight: SuperfortFlight, compartment: str) -> bool:
    """Whether a compartment is under pressure now."""
    pressure = flight.state.pressure
    return (
        pressure.pressurized
        and bool(flight.const.compartments[compartment].pressurized)
        and compartment not in pressure.compromised
    )


def living_in(flight: SuperfortFlight, compartment: str) -> list[Man]:
    """The living men in a compartment."""
    return compartments.inside(flight.state, compartment)


def _functioning(flight: SuperfortFlight, station: str) -> bool:
    man = flight.state.at(station)
    return man is not None and man.fit and not flight.state.is_busy(man.role)


def may_give_up(flight: SuperfortFlight) -> bool:
    """Whether somebody can let the pressure out: at the engineer's place or the pilot's, or in the waist."""
    state, const = flight.state, flight.const
    if not (state.pressure.pressurized and high(flight)):
        return False
    places = (const.duties.engineer, const.pilots[0])
    waist = const.tunnel[1]
    in_waist = any(man.fit and not state.is_busy(man.role) for man in living_in(flight, waist))
    return in_waist or any(_functioning(flight, place) for place in places)


def may_restore(flight: SuperfortFlight) -> bool:
    """Whether the cabins can be put under pressure again: by the engineer's place, with no wounded man left outside them."""
    if flight.state.pressure.pressurized or not high(flight) or not can_hold(flight):
        return False
    return _functioning(flight, flight.const.duties.engineer) and not wounded_outside(flight)


def wounded_outside(flight: SuperfortFlight) -> bool:
    """Whether a wounded man is in a compartment that no pressure comes to (7.6C)."""
    state, compartments = flight.state, flight.const.compartments
    return any(man.wounded and not compartments[state.rooms[man.role]].pressurized for man in state.aboard)


# ---- up and down


def follow_altitude(flight: SuperfortFlight) -> None:
    """On the way up pressure comes by itself, low down it goes; without it up there its turns are counted (4.2A)."""
    state = flight.state
    pressure, turn = state.pressure, state.track.turn
    if not high(flight):
        if pressure.pressurized:
            flight.fact("pressure.let_out")
        pressure.pressurized = pressure.given_up = False
        pressure.thin_since = 0
        for compartment in pressure.compromised:
            pressure.compromised[compartment] = 0
        return
    for compartment, since in pressure.compromised.items():
        pressure.compromised[compartment] = since or turn
    if pressure.pressurized or pressure.thin_since:
        return
    if can_hold(flight):
        flight.fact("pressure.comes")
        pressure.pressurized = True
    else:
        pressure.thin_since = turn


def go_thin(flight: SuperfortFlight, place: str, given_up: bool) -> None:
    """The cabins lose their pressure; the check for oxygen masks comes with that very turn."""
    let_out(flight, place, given_up)
    check_air(flight)


def let_out(flight: SuperfortFlight, place: str, given_up: bool) -> None:
    """The pressure goes from the cabins, and the turns without it are counted from now on."""
    pressure = flight.state.pressure
    flight.fact(place)
    pressure.pressurized, pressure.given_up = False, given_up
    pressure.thin_since = flight.state.track.turn
    for compartment, since in pressure.compromised.items():  # it may have been low down a moment before
        pressure.compromised[compartment] = since or flight.state.track.turn


def lose_all(flight: SuperfortFlight) -> None:
    """Pressure is lost throughout and for good."""
    if flight.state.pressure.pressurized:
        go_thin(flight, "pressure.lost", given_up=False)
    flight.state.pressure.pressure_lost = True


def no_more(flight: SuperfortFlight) -> None:
    """What nothing keeps up any more goes: without both inboard engines."""
    if flight.state.pressure.pressurized and not can_hold(flight):
        go_thin(flight, "pressure.lost", given_up=False)


def compromise(flight: SuperfortFlight, compartment: str) -> None:
    """One compartment holds no pressure from now on; a second time changes nothing.

    What a burst inside breaks in other compartments than its own decompresses none of them (6.2F).
    """
    pressure = flight.state.pressure
    if compartment in pressure.compromised:
        return
    held = holds(flight, compartment)
    pressure.compromised[compartment] = flight.state.track.turn if high(flight) else 0
    if held and not flight.state.hand.bursting:
        decompress(flight, compartment)


def decompress(flight: SuperfortFlight, compartment: str) -> None:
    """The air goes out of a compartment at a blow, to the harm of whoever is in it."""
    if living_in(flight, compartment):
        flight.state.pressure.cabin = compartment
        flight.roll("pressure.decompression", compartment)


# ---- given up, and had again


def restore(flight: SuperfortFlight) -> Flow[None]:
    """Pressure given up before may be had again, at the start of a turn alone (4.2B)."""
    if flight.state.pressure.given_up and may_restore(flight):
        answer = yield flight.ask("pressure.restore", ("restore", "stay"), "restore")
        if answer == "restore":
            pressure = flight.state.pressure
            flight.fact("pressure.comes")
            pressure.pressurized, pressure.given_up, pressure.thin_since = True, False, 0
            pressure.repressurized = flight.state.track.turn


def give_up(flight: SuperfortFlight, place: str, default: str) -> Flow[bool]:
    """Whether pressure is given up, for the reason of that place; True if it was."""
    if not may_give_up(flight):
        return False
    answer = yield flight.ask(place, ("keep", "give_up"), default)
    if answer == "give_up":
        go_thin(flight, "pressure.given_up", given_up=True)
    return bool(answer == "give_up")


def before_combat(flight: SuperfortFlight) -> Flow[None]:
    """Before the roll for resistance: give pressure up or not, unless it has been restored this very turn (5.1B)."""
    if flight.state.pressure.repressurized != flight.state.track.turn:
        yield from give_up(flight, "pressure.before_combat", "keep")


def before_leaving(flight: SuperfortFlight, controlled: bool) -> Flow[None]:
    """Before a bail-out: with the plane under control pressure can be let out first; else it goes at a blow (8.2).

    Nobody goes on oxygen for it (4.2D).
    """
    if controlled and may_give_up(flight):
        answer = yield flight.ask("pressure.before_leaving", ("keep", "give_up"), "give_up")
        if answer == "give_up":
            let_out(flight, "pressure.let_out_first", given_up=True)
    for compartment in flight.const.compartments:
        if high(flight) and holds(flight, compartment):
            decompress(flight, compartment)
    flight.state.pressure.pressurized = False


# ---- air


def check_air(flight: SuperfortFlight) -> None:
    """Once a turn without pressure up there: has every man his mask on (4.2D)?"""
    state = flight.state
    if state.pressure.pressurized or not high(flight) or state.pressure.air_checked == state.track.turn:
        return
    state.pressure.air_checked = state.track.turn
    state.hand.man = ""
    flight.roll("oxygen.check")
    if state.hand.man:
        flight.roll("oxygen.revived", state.hand.man)


def without_air(flight: SuperfortFlight) -> list[Man]:
    """The men whose own oxygen is out: where they sit, or throughout."""
    state = flight.state
    if not state.supply.oxygen_hits and not state.plane.broken("oxygen_system_out"):
        return []
    return [
        man
        for man in state.aboard
        if (oxygen_out(flight, man.station) if man.station else state.plane.broken("oxygen_system_out"))
    ]


def all_under_pressure(flight: SuperfortFlight) -> bool:
    """Whether no man is outside a cabin that holds its pressure."""
    return all(holds(flight, flight.state.rooms[man.role]) for man in flight.state.aboard)


def descend_for_oxygen(flight: SuperfortFlight) -> None:
    """With a man still without oxygen and without pressure the bomber goes low, out of its formation (7.4A)."""
    if high(flight) and without_air(flight) and not all_under_pressure(flight):
        go_low(flight, "oxygen.descends")
        flight.state.company.gasping = True


def must_stay_low(flight: SuperfortFlight) -> bool:
    """Whether the bomber may not climb from low altitude, for a man would be without air up there."""
    if not without_air(flight):
        return False
    cabins = flight.const.compartments
    places = {flight.state.rooms[man.role] for man in flight.state.aboard}
    leaking = any(not cabins[place].pressurized or place in flight.state.pressure.compromised for place in places)
    return leaking or not can_hold(flight)


def go_low(flight: SuperfortFlight, place: str) -> None:
    """Down to low altitude, and out of the formation by day."""
    state = flight.state
    flight.fact(place)
    state.track.altitude = flight.const.bands[0]
    if not state.night:
        leave_formation(flight, "formation.lost", shot_out=True)
    follow_altitude(flight)


def freeze(flight: SuperfortFlight, men: Sequence[Man]) -> None:
    """Each of these men who is not frostbitten rolls for it."""
    for man in men:
        if man.aboard and not man.frostbitten:
            flight.state.hand.man = man.role
            flight.roll("cold.frostbite", man.role)
