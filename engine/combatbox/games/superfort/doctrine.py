"""The doctrine for the way: the default of every decision of a sensible commander."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.games.superfort import engines, fuel, pressure
from combatbox.games.superfort.state import SuperfortFlight


def altitude(flight: SuperfortFlight, choices: tuple[str, ...]) -> str:
    """Return the choice of altitude.

    Low on the way out until the assembly, up again alone to bomb, down for the landing.
    """
    state, bands = flight.state, flight.const.bands
    here = bands.index(state.track.altitude)
    wanted = bands.index(state.sortie.band)
    if state.homeward or state.track.aborting:
        down = "dive" if here > 1 else "descend"
        return down if state.track.zone <= 1 and down in choices else "stay"
    if here > wanted:
        return "descend" if "descend" in choices else "stay"
    if here < wanted and "climb" in choices:
        zones = flight.const.assembly
        assembly = zones.first if state.sortie.early else zones.last
        if wanted - here >= assembly - state.track.zone + 1:
            return "climb"
    return "stay"


def initial_point(flight: SuperfortFlight) -> str:
    """Return `again`, as long as it leaves enough fuel to get home."""
    state, costs = flight.state, flight.const.costs
    if not fuel.counted(flight):
        return "again"
    home = costs.turn_round + fuel.need_home(flight, state.track.zone, iwo=not state.sortie.early)
    return "again" if state.fuel.usable >= costs.loaded + home + int(flight.const.reserve) else "give_up"


def rejoin(flight: SuperfortFlight) -> str:
    """Return `rejoin` wherever the box of fuel can be spared."""
    state = flight.state
    short = fuel.counted(flight) and state.fuel.usable <= fuel.need_home(flight, state.track.zone) + int(
        flight.const.reserve
    )
    return "stay_out" if short else "rejoin"


def abort(flight: SuperfortFlight) -> str:
    """Return whether to `abort` or `go_on`.

    Abort for want of fuel, engines, altitude, or anything to aim or drop with. Over the target, which is bombed on the
    way, only bombs that cannot be dropped there are a reason.
    """
    state, parts = flight.state, flight.state.plane.parts
    if state.track.zone == state.orders.target_zone:
        can_bomb = engines.can_drop(flight) and state.track.altitude == state.sortie.band
        return "go_on" if can_bomb or state.in_formation else "abort"
    blind = parts["bombsight_out"] and parts["radar_out"]
    crippled = state.engines_out() >= flight.const.engines_out_slow
    is_pointless = (
        crippled or blind or state.all_doors_stuck or not state.plane.bombs_aboard or not reaches_altitude(flight)
    )
    if is_pointless or not fuel.enough_to_bomb(flight):
        return "abort"
    if state.engines_out() and state.track.zone < flight.const.iwo_zone:
        return "abort"
    pilots = [state.men[role].fit for role in flight.const.pilots]
    return "go_on" if all(pilots) and flight.state.at("bombardier") else "abort"


def reaches_altitude(flight: SuperfortFlight) -> bool:
    """Return True if the bomber can reach the altitude of its mission by the target.

    It climbs a band a zone; no other altitude is bombed from.
    """
    state, bands = flight.state, flight.const.bands
    climb = bands.index(state.sortie.band) - bands.index(state.track.altitude)
    if climb <= 0 or not state.plane.bombs_aboard:
        return True
    able = engines.may_climb(flight) and not pressure.must_stay_low(flight)
    return bool(able and climb <= state.orders.target_zone - state.track.zone)


def drop_bombs(flight: SuperfortFlight) -> str:
    """Return `drop`: a bomber that turns back burns less fuel without bombs."""
    return "keep" if flight.state.all_doors_stuck else "drop"


def land_at_iwo(flight: SuperfortFlight) -> str:
    """Return `land` when fuel, engines or wounded men call for it.

    A head wind on the last leg must not be the end.
    """
    state = flight.state
    short = fuel.counted(flight) and state.fuel.usable < fuel.need_home(flight, state.track.zone) + int(
        flight.const.reserve
    )
    hurt = any(man.serious for man in state.aboard)
    return "land" if short or hurt or state.engines_out() or state.fuel.wing_leak else "fly_on"


def come_down(flight: SuperfortFlight, letters: Sequence[str]) -> str:
    """Return the friendliest ground, or the sea rather than Japan."""
    friendly = ("B", "I") if flight.state.sortie.early else ("B", "I", "O")
    return next((letter for letter in (*friendly, "W") if letter in letters), letters[0])


def ditch(flight: SuperfortFlight) -> str:
    """Return `ditch`, which saves more men than jumping.

    Unless nobody can fly, or the sea is too rough and no wounded man is aboard.
    """
    state = flight.state
    flown = state.men[state.pilot_at_controls].fit
    bad = flight.modified(flight.table("down.ditch")) <= WORST_DITCHING
    return "jump" if (bad and not any(man.serious for man in state.aboard)) or not flown else "ditch"


WORST_DITCHING = -5
"""Modifier of a ditching from which jumping is better."""

WORST_LANDING = -6
"""Modifier of a landing from which jumping is better."""


def land(flight: SuperfortFlight) -> str:
    """Return `land`, unless the landing is hopeless."""
    return "jump" if flight.modified(flight.table("landing.land")) <= WORST_LANDING else "land"


def jumps(flight: SuperfortFlight) -> str:
    """Return `jump` over base when the landing is likely to kill."""
    return "jump" if flight.modified(flight.table("landing.land")) <= WORST_LANDING else "stay"


def drop_tanks(flight: SuperfortFlight, landing: bool) -> str:
    """Return the tanks to drop.

    Those that no pump empties any more; all of them before a landing that they make worse.
    """
    can = fuel.may_drop(flight)
    if not landing or flight.modified(flight.table("landing.land")) >= 0:
        can = [bay for bay in can if bay in flight.state.fuel.tanks_shut]
    return "both" if len(can) > 1 else next(iter(can), "keep")
