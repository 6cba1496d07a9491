"""Pressure, oxygen and cold (4.2, 7.3, 7.4), and their effects on the men."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.aircraft import leave_formation
from combatbox.bomber.conditions import oxygen_out
from combatbox.bomber.effects.crew import roll_for
from combatbox.bomber.state import Man
from combatbox.core.decisions import Flow
from combatbox.games.superfort.state import SuperfortFlight

# ---- state of the pressure


def high(flight: SuperfortFlight) -> bool:
    """Return True if the bomber is so high that the cabins need pressure."""
    return flight.state.track.altitude != flight.const.bands[0]


def can_hold(flight: SuperfortFlight) -> bool:
    """Return True if the cabins can be pressurized.

    This requires that pressure is not permanently lost and that an inboard engine runs.
    """
    state = flight.state
    inboard = flight.const.inboard
    return not state.pressure.pressure_lost and any(not state.engines[number - 1].out for number in inboard)


def holds(flight: SuperfortFlight, compartment: str) -> bool:
    """Return True if a compartment is under pressure now."""
    pressure = flight.state.pressure
    return (
        pressure.pressurized
        and flight.const.compartments[compartment].pressurized
        and compartment not in pressure.compromised
    )


def living_in(flight: SuperfortFlight, compartment: str) -> list[Man]:
    """Return the living men in a compartment, in crew order."""
    state = flight.state
    return [man for man in state.aboard if state.rooms.get(man.role) == compartment]


def _functioning(flight: SuperfortFlight, station: str) -> bool:
    man = flight.state.at(station)
    return man is not None and man.fit and not flight.state.is_busy(man.role)


def may_give_up(flight: SuperfortFlight) -> bool:
    """Return True if somebody can release the pressure.

    This is possible from the engineer's station, the pilot's station and the waist.
    """
    state, const = flight.state, flight.const
    if not (state.pressure.pressurized and high(flight)):
        return False
    places = (const.duties.engineer, const.pilots[0])
    waist = const.tunnel[1]
    in_waist = any(man.fit and not state.is_busy(man.role) for man in living_in(flight, waist))
    return in_waist or any(_functioning(flight, place) for place in places)


def may_restore(flight: SuperfortFlight) -> bool:
    """Return True if the cabins can be pressurized again.

    Somebody must be at the engineer's station, and no wounded man may be outside the pressurized cabins.
    """
    if flight.state.pressure.pressurized or not high(flight) or not can_hold(flight):
        return False
    return _functioning(flight, flight.const.duties.engineer) and not wounded_outside(flight)


def wounded_outside(flight: SuperfortFlight) -> bool:
    """Return True if a wounded man is in a compartment that cannot be pressurized (7.6C)."""
    state, compartments = flight.state, flight.const.compartments
    return any(man.wounded and not compartments[state.rooms[man.role]].pressurized for man in state.aboard)


# ---- altitude


def follow_altitude(flight: SuperfortFlight) -> None:
    """Pressurize the cabins at altitude and release the pressure at low altitude (4.2A).

    If there is no pressure at altitude, the present turn is recorded as the first one without it.
    """
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


def let_out_and_check_air(flight: SuperfortFlight, place: str, given_up: bool) -> None:
    """Release the pressure of the cabins and check the oxygen masks in the same turn.

    Args:
        flight: the flight.
        place: the place in the order of play under which the event is logged.
        given_up: True if the pressure is released on purpose.
    """
    let_out(flight, place, given_up)
    check_air(flight)


def let_out(flight: SuperfortFlight, place: str, given_up: bool) -> None:
    """Release the pressure of the cabins and record the turn.

    Args:
        flight: the flight.
        place: the place in the order of play under which the event is logged.
        given_up: True if the pressure is released on purpose.
    """
    pressure = flight.state.pressure
    flight.fact(place)
    pressure.pressurized, pressure.given_up = False, given_up
    pressure.thin_since = flight.state.track.turn
    for compartment, since in pressure.compromised.items():  # 0 if the bomber was low until now
        pressure.compromised[compartment] = since or flight.state.track.turn


def lose_all(flight: SuperfortFlight) -> None:
    """Make all cabins lose their pressure permanently."""
    if flight.state.pressure.pressurized:
        let_out_and_check_air(flight, "pressure.lost", given_up=False)
    flight.state.pressure.pressure_lost = True


def let_out_if_lost(flight: SuperfortFlight) -> None:
    """Release the pressure of the cabins if they cannot hold it, for example because both inboard engines are out."""
    if flight.state.pressure.pressurized and not can_hold(flight):
        let_out_and_check_air(flight, "pressure.lost", given_up=False)


def compromise(flight: SuperfortFlight, compartment: str) -> None:
    """Let one compartment lose its pressure permanently.

    A second loss has no effect. After a shell burst inside the bomber, only the compartment of the burst decompresses
    suddenly; others that it damages do not (6.2F).
    """
    pressure = flight.state.pressure
    if compartment in pressure.compromised:
        return
    held = holds(flight, compartment)
    pressure.compromised[compartment] = flight.state.track.turn if high(flight) else 0
    if held and not flight.state.hand.bursting:
        decompress(flight, compartment)


def decompress(flight: SuperfortFlight, compartment: str) -> None:
    """Decompress a compartment suddenly, which can hurt the men in it."""
    if living_in(flight, compartment):
        flight.state.pressure.cabin = compartment
        flight.roll("pressure.decompression", compartment)


# ---- given up and restored


def restore(flight: SuperfortFlight) -> Flow[None]:
    """At the start of a turn, ask whether to restore pressure that was released (4.2B)."""
    if flight.state.pressure.given_up and may_restore(flight):
        answer = yield flight.ask("pressure.restore", ("restore", "stay"), "restore")
        if answer == "restore":
            pressure = flight.state.pressure
            flight.fact("pressure.comes")
            pressure.pressurized, pressure.given_up, pressure.thin_since = True, False, 0
            pressure.repressurized = flight.state.track.turn


def give_up(flight: SuperfortFlight, place: str, default: str) -> Flow[bool]:
    """Ask whether to release the pressure.

    Args:
        flight: the flight.
        place: the place of the decision in the order of play; each place stands for one reason to release the pressure.
        default: the default answer.

    Returns:
        True if the pressure was released.
    """
    if not may_give_up(flight):
        return False
    answer = yield flight.ask(place, ("keep", "give_up"), default)
    if answer == "give_up":
        let_out_and_check_air(flight, "pressure.given_up", given_up=True)
    return answer == "give_up"


def before_combat(flight: SuperfortFlight) -> Flow[None]:
    """Ask whether to release the pressure before combat (5.1B).

    It cannot be released in the turn in which it was restored.
    """
    if flight.state.pressure.repressurized != flight.state.track.turn:
        yield from give_up(flight, "pressure.before_combat", "keep")


def before_leaving(flight: SuperfortFlight, controlled: bool) -> Flow[None]:
    """Before a bail-out, let the player release the pressure, or decompress the cabins (8.2).

    The pressure can be released while the bomber is under control. Oxygen masks are not checked (4.2D).
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
    """Roll to determine if every man has his mask on (4.2D).

    The roll is made once per turn while the bomber is at altitude without pressure.
    """
    state = flight.state
    if state.pressure.pressurized or not high(flight) or state.pressure.air_checked == state.track.turn:
        return
    state.pressure.air_checked = state.track.turn
    state.hand.man = ""
    flight.roll("oxygen.check")
    if state.hand.man:
        flight.roll("oxygen.revived", state.hand.man)


def without_air(flight: SuperfortFlight) -> list[Man]:
    """Return the men who have no oxygen because the outlet at their station or the whole system is out."""
    state = flight.state
    if not state.supply.oxygen_hits and not state.plane.broken("oxygen_system_out"):
        return []
    return [
        man
        for man in state.aboard
        if (oxygen_out(flight, man.station) if man.station else state.plane.broken("oxygen_system_out"))
    ]


def all_under_pressure(flight: SuperfortFlight) -> bool:
    """Return True if every man is in a compartment under pressure."""
    return all(holds(flight, flight.state.rooms[man.role]) for man in flight.state.aboard)


def descend_for_oxygen(flight: SuperfortFlight) -> None:
    """Descend and leave formation, if a man lacks both oxygen and pressure (7.4A)."""
    if high(flight) and without_air(flight) and not all_under_pressure(flight):
        go_low(flight, "oxygen.descends")
        flight.state.company.gasping = True


def must_stay_low(flight: SuperfortFlight) -> bool:
    """Return True if the bomber may not climb because a man would be without air."""
    if not without_air(flight):
        return False
    cabins = flight.const.compartments
    places = {flight.state.rooms[man.role] for man in flight.state.aboard}
    leaking = any(not cabins[place].pressurized or place in flight.state.pressure.compromised for place in places)
    return leaking or not can_hold(flight)


def go_low(flight: SuperfortFlight, place: str) -> None:
    """Descend to low altitude; by day the bomber leaves its formation."""
    state = flight.state
    flight.fact(place)
    state.track.altitude = flight.const.bands[0]
    if not state.night:
        leave_formation(flight, "formation.lost", shot_out=True)
    follow_altitude(flight)


def freeze(flight: SuperfortFlight, men: Sequence[Man]) -> None:
    """Roll for frostbite for each of these men who has none yet."""
    for man in men:
        if man.aboard and not man.frostbitten:
            roll_for(flight, man, "cold.frostbite")
