"""Changes of altitude: climbing and descending (4.1)."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort import doctrine, engines, fuel, pressure
from combatbox.games.superfort.state import SuperfortFlight, band

STEPS = {"stay": 0, "climb": 1, "descend": -1, "dive": -2}
"""The number of altitude bands that the bomber climbs with each choice."""


def change(flight: SuperfortFlight) -> Flow[int]:
    """Let the bomber change its altitude at the start of a turn.

    A bomber with too few engines descends instead.

    Returns:
        The number of boxes of fuel that the change costs.
    """
    if flight.state.engines_out() >= flight.const.engines_out_slow:
        yield from _sink(flight)
        return 0
    choices = legal(flight)
    if len(choices) < 2:
        return 0
    default = doctrine.altitude(flight, choices)
    if default == "stay" and flight.unwatched:
        return 0
    answer = yield flight.ask("zone.altitude", choices, default)
    steps = STEPS[str(answer)]
    if steps:
        move(flight, steps, "chosen")
    return flight.const.costs.climb * max(steps, 0)


def _sink(flight: SuperfortFlight) -> Flow[None]:
    """Descend one band if engines that are out require it, or two if the player chooses to."""
    if not engines.must_sink(flight):
        return
    answer = "descend"
    if band(flight) > 1 and not flight.unwatched:
        answer = str((yield flight.ask("zone.altitude", ("descend", "dive"), "descend")))
    engines.sink(flight)
    if answer == "dive":
        move(flight, -1, "chosen")


def legal(flight: SuperfortFlight) -> tuple[str, ...]:
    """Return the legal options for a change of altitude; `stay` is always one of them.

    In formation, and in the first zone on the way out, `stay` is the only legal option. The bomber cannot climb with an
    engine out and bombs aboard, or while lack of oxygen keeps it low.
    """
    state = flight.state
    here, top = band(flight), len(flight.const.bands) - 1
    if state.in_formation or (state.track.zone <= 1 and not state.homeward):
        return ("stay",)
    choices = ["stay"]
    if here < top and may_climb(flight):
        choices.append("climb")
    if here > 0:
        choices.append("descend")
    if here > 1:
        choices.append("dive")
    return tuple(choices)


def may_climb(flight: SuperfortFlight) -> bool:
    """Return True if engines, air and fuel allow a climb.

    The bomber may not climb while a wounded man is outside the pressurized cabins (A70).
    """
    if not engines.may_climb(flight) or pressure.must_stay_low(flight):
        return False
    if not pressure.high(flight) and pressure.can_hold(flight) and pressure.wounded_outside(flight):
        return False
    return fuel.can_pay(flight, flight.const.costs.climb)


def move(flight: SuperfortFlight, steps: int, why: str) -> None:
    """Climb or descend some bands.

    Args:
        flight: the flight.
        steps: the number of bands to climb; a negative number descends.
        why: the reason, for the log.
    """
    bands = flight.const.bands
    to = bands[max(min(band(flight) + steps, len(bands) - 1), 0)]
    flight.fact("zone.climbs" if steps > 0 else "zone.descends", why, to=to)
    flight.state.track.altitude = to


def go_in(flight: SuperfortFlight) -> None:
    """Descend to low altitude for a landing; the cabins lose their pressure."""
    while band(flight):
        move(flight, -2, "landing")
    pressure.follow_altitude(flight)
