"""What a sensible commander does: the default of every decision of the way."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.games.superfort import engines, fuel, pressure
from combatbox.games.superfort.state import SuperfortFlight


def altitude(flight: SuperfortFlight, choices: tuple[str, ...]) -> str:
    """Low on the way out until the assembly calls; back up alone to bomb; down for the landing."""
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
    """Once more, as long as it leaves enough to get home."""
    state, costs = flight.state, flight.const.costs
    if not fuel.counted(flight):
        return "again"
    home = costs.turn_round + fuel.need_home(flight, state.track.zone, iwo=not state.sortie.early)
    return "again" if state.fuel.usable >= costs.loaded + home + int(flight.const.reserve) else "give_up"


def rejoin(flight: SuperfortFlight) -> str:
    """Into the formation wherever the box can be spared."""
    state = flight.state
    short = fuel.counted(flight) and state.fuel.usable <= fuel.need_home(flight, state.track.zone) + int(
        flight.const.reserve
    )
    return "stay_out" if short else "rejoin"


def abort(flight: SuperfortFlight) -> str:
    """For want of fuel, of engines, of the altitude to bomb from, or of anything to aim or drop with.

    Over the target only bombs that cannot be dropped there are a reason: it is bombed on the way.
    """
    state, parts = flight.state, flight.state.plane.parts
    if state.track.zone == state.orders.target_zone:
        can_bomb = engines.can_drop(flight) and state.track.altitude == state.sortie.band
        return "go_on" if can_bomb or state.in_formation else "abort"
    blind = parts["bombsight_out"] and parts["radar_out"]
    crippled = state.engines_out() >= flight.const.engines_out_slow
    vain = crippled or blind or state.all_doors_stuck or not state.plane.bombs_aboard or not reaches_altitude(flight)
    if vain or not fuel.enough_to_bomb(flight):
        return "abort"
    if state.engines_out() and state.track.zone < flight.const.iwo_zone:
        return "abort"
    pilots = [state.men[role].fit for role in flight.const.pilots]
    return "go_on" if all(pilots) and flight.state.at("bombardier") else "abort"


def reaches_altitude(flight: SuperfortFlight) -> bool:
    """The bomber can come to the altitude of its mission by the target, a band a zone: no other is bombed from."""
    state, bands = flight.state, flight.const.bands
    climb = bands.index(state.sortie.band) - bands.index(state.track.altitude)
    if climb <= 0 or not state.plane.bombs_aboard:
        return True
    able = engines.may_climb(flight) and not pressure.must_stay_low(flight)
    return bool(able and climb <= state.orders.target_zone - state.track.zone)


def drop_bombs(flight: SuperfortFlight) -> str:
    """Lighter is cheaper: a bomber that turns back carries no bombs home."""
    return "keep" if flight.state.all_doors_stuck else "drop"


def land_at_iwo(flight: SuperfortFlight) -> str:
    """There, when fuel, engines or wounded men ask for it: a head wind on the last leg must not be the end."""
    state = flight.state
    short = fuel.counted(flight) and state.fuel.usable < fuel.need_home(flight, state.track.zone) + int(
        flight.const.reserve
    )
    hurt = any(man.serious for man in state.aboard)
    return "land" if short or hurt or state.engines_out() or state.fuel.wing_leak else "fly_on"


def come_down(flight: SuperfortFlight, letters: Sequence[str]) -> str:
    """The friendliest ground, else the sea before Japan."""
    friendly = ("B", "I") if flight.state.sortie.early else ("B", "I", "O")
    return next((letter for letter in (*friendly, "W") if letter in letters), letters[0])


def ditch(flight: SuperfortFlight) -> str:
    """Ditching saves more men than jumping, unless nobody can fly her or the sea is at its worst."""
    state = flight.state
    flown = state.men[state.pilot_at_controls].fit
    bad = flight.modified(flight.table("down.ditch")) <= WORST_DITCHING
    return "jump" if (bad and not any(man.serious for man in state.aboard)) or not flown else "ditch"


WORST_DITCHING = -5
"""With modifiers of so much, jumping is better."""

WORST_LANDING = -6
"""With modifiers of so much, jumping is better than landing."""


def land(flight: SuperfortFlight) -> str:
    """A landing is better than jumping, unless it is hopeless."""
    return "jump" if flight.modified(flight.table("landing.land")) <= WORST_LANDING else "land"


def jumps(flight: SuperfortFlight) -> str:
    """Some jump over base when the landing is likely to kill."""
    return "jump" if flight.modified(flight.table("landing.land")) <= WORST_LANDING else "stay"


def drop_tanks(flight: SuperfortFlight, landing: bool) -> str:
    """Those that no pump empties any more; all of them before a landing that counts them against the bomber."""
    can = fuel.may_drop(flight)
    if not landing or flight.modified(flight.table("landing.land")) >= 0:
        can = [bay for bay in can if bay in flight.state.fuel.tanks_shut]
    return "both" if len(can) > 1 else next(iter(can), "keep")
