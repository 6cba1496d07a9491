"""The doctrine outside combat: the answers of a sensible commander during the flight."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.games.superfort import engines, fuel, pressure
from combatbox.games.superfort.state import SuperfortFlight, assembly_zone, band, bands_to_climb


def altitude(flight: SuperfortFlight, choices: tuple[str, ...]) -> str:
    """Return the chosen option for a change of altitude.

    The bomber stays low on the way out until it must climb for the assembly or to bomb alone, and descends for the
    landing.
    """
    state, climb = flight.state, bands_to_climb(flight)
    if state.homeward or state.track.aborting:
        down = "dive" if band(flight) > 1 else "descend"
        return down if state.track.zone <= 1 and down in choices else "stay"
    if climb < 0:
        return "descend" if "descend" in choices else "stay"
    due = climb > 0 and climb > assembly_zone(flight) - state.track.zone
    return "climb" if due and "climb" in choices else "stay"


def initial_point(flight: SuperfortFlight) -> str:
    """Return `again` if another search for the initial point leaves enough fuel to get home, otherwise `give_up`."""
    state, costs = flight.state, flight.const.costs
    if not fuel.is_counted(flight):
        return "again"
    home = costs.turn_round + fuel.need_home(flight, state.track.zone, iwo=not state.sortie.early)
    return "again" if state.fuel.usable >= costs.loaded + home + flight.const.reserve else "give_up"


def rejoin(flight: SuperfortFlight) -> str:
    """Return `rejoin` if the box of fuel can be spared, otherwise `stay_out`."""
    return "stay_out" if _is_short(flight, 1) else "rejoin"


def _is_short(flight: SuperfortFlight, boxes: int = 0) -> bool:
    """Return True if the way home needs the fuel, without some boxes, and a reserve for a head wind."""
    state = flight.state
    in_hand = state.fuel.usable - boxes - fuel.need_home(flight, state.track.zone)
    return fuel.is_counted(flight) and (in_hand < flight.const.reserve)


def abort(flight: SuperfortFlight) -> str:
    """Decide whether to turn for home, and return `abort` or `go_on`.

    The bomber aborts if it lacks fuel, engines, altitude, or the means to aim or drop bombs. In the target zone it
    aborts only if the bombs cannot be dropped there.
    """
    state, parts = flight.state, flight.state.plane.parts
    if state.at_target:
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
    """Return True if the bomber can reach the altitude of its mission before the target.

    The bomber climbs one band per zone, and it can bomb from that altitude only.
    """
    state, climb = flight.state, bands_to_climb(flight)
    if climb <= 0 or not state.plane.bombs_aboard:
        return True
    able = engines.may_climb(flight) and not pressure.must_stay_low(flight)
    return able and climb <= state.orders.target_zone - state.track.zone


def drop_bombs(flight: SuperfortFlight) -> str:
    """Return `drop` if a bay can be opened, because the way home costs less fuel without bombs."""
    return "keep" if flight.state.all_doors_stuck else "drop"


def land_at_iwo(flight: SuperfortFlight) -> str:
    """Return `land` if an engine, a wounded man or the fuel requires it, otherwise `fly_on`.

    The fuel must include a reserve for a head wind on the last leg.
    """
    state = flight.state
    hurt = any(man.serious for man in state.aboard)
    return "land" if _is_short(flight) or hurt or state.engines_out() or state.fuel.wing_leak else "fly_on"


def come_down(flight: SuperfortFlight, letters: Sequence[str]) -> str:
    """Return the letter of the terrain to come down on.

    Friendly ground comes first, then the sea, then Japan.
    """
    friendly = ("B", "I") if flight.state.sortie.early else ("B", "I", "O")
    return next((letter for letter in (*friendly, "W") if letter in letters), letters[0])


def ditch(flight: SuperfortFlight) -> str:
    """Return `ditch`, which usually saves more men than jumping, or `jump`.

    The answer is `jump` if the man at the controls is not fit, or if the ditching is too dangerous and no seriously
    wounded man is aboard.
    """
    state = flight.state
    flown = state.men[state.pilot_at_controls].fit
    bad = flight.modified(flight.table("down.ditch")) <= WORST_DITCHING
    return "jump" if (bad and not any(man.serious for man in state.aboard)) or not flown else "ditch"


WORST_DITCHING = -5
"""The highest modifier of a ditching at which jumping is better."""

WORST_LANDING = -6
"""The highest modifier of a landing at which jumping is better."""


def land(flight: SuperfortFlight, otherwise: str) -> str:
    """Return `jump` if the modifier of the landing is too low, otherwise the other option."""
    return "jump" if flight.modified(flight.table("landing.land")) <= WORST_LANDING else otherwise


def drop_tanks(flight: SuperfortFlight, landing: bool) -> str:
    """Return the tanks to drop: a bay, `both` or `keep`.

    The doctrine drops tanks that cannot be used any more. Before a landing with a negative modifier it drops all tanks,
    because fuel in the bays worsens the modifier.
    """
    can = fuel.may_drop(flight)
    if not landing or flight.modified(flight.table("landing.land")) >= 0:
        can = [bay for bay in can if bay in flight.state.fuel.tanks_shut]
    return "both" if len(can) > 1 else next(iter(can), "keep")
