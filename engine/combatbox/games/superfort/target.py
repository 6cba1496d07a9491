"""The steps over the target (section 6): visibility, flak, bomb run, thermals, flak."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort import damage
from combatbox.games.superfort.formation import at_mission_altitude
from combatbox.games.superfort.state import BAYS, SuperfortFlight, plays


def bomb(flight: SuperfortFlight) -> Flow[None]:
    """Resolve the steps over the target (section 6 of the rules), up to the turn for home.

    The steps are visibility, flak, the bomb run and thermals; under an optional rule, flak follows once more.
    """
    state = flight.state
    flight.phase("target.start", site=state.sortie.site)
    flight.roll("target.visibility")
    yield from flight.step("target.flak", flak)
    yield from flight.step("target.bomb_run", bomb_run)
    yield from flight.step("target.thermals", thermals)
    has_run = state.outcome.bombs_dropped or flight.ruled["flak_without_run"] == "always"
    if plays(flight, "second_flak") and has_run:
        state.over_target.flak_time = "after"
        yield from flight.step("target.flak_again", flak)


def flak(flight: SuperfortFlight) -> Flow[None]:
    """Roll for the amount of flak and for each burst, and resolve the bursts that hit."""
    state = flight.state
    flight.phase("flak.again" if state.over_target.flak_time else "flak.start")
    flight.roll("flak.amount")
    if state.battle.flak not in flight.table("flak.to_hit").columns:
        return
    state.hand.hits = 0
    for _ in range(flight.const.flak_rolls):
        flight.roll("flak.to_hit", column=state.battle.flak)
    hits = state.hand.hits
    state.battle.hit_by_flak = state.battle.hit_by_flak or hits > 0
    for _ in range(hits):
        yield from flak_hit(flight)


def flak_hit(flight: SuperfortFlight) -> Flow[None]:
    """Place all shells of one flak hit, then roll for the damage of each."""
    state = flight.state
    state.hand.shells, state.hand.located = 0, []
    flight.roll("flak.effect")
    yield from damage.settle(flight)
    for _ in range(state.hand.shells):
        flight.roll("flak.area")
    located = list(state.hand.located)
    for section in located:
        damage.strike(flight, section)
        yield from damage.settle(flight)


def bomb_run(flight: SuperfortFlight) -> None:
    """Roll for aim and accuracy, and drop the bombs.

    There is no bomb run if no bay can be opened, or at an altitude other than the mission's (A60).
    """
    state = flight.state
    stuck = [bay for bay in BAYS if state.doors_stuck(bay)]
    wrong_height = not at_mission_altitude(flight)
    if not state.plane.bombs_aboard or state.all_doors_stuck or wrong_height:
        flight.fact("bombs.no_bomb_run", aboard=state.plane.bombs_aboard, stuck=state.all_doors_stuck)
        return
    flight.phase("bombs.bomb_run")
    flight.roll("bombs.aim", "bombardier")
    on_urban = state.outcome.aim_result == "on_target" and state.orders.target_type == "urban"
    flight.roll("bombs.accuracy", "bombardier", column="urban" if on_urban else state.outcome.aim_result)
    if stuck:
        flight.fact("bombs.halved", stuck[0], per_cent=state.outcome.per_cent // 2)
        state.outcome.per_cent //= 2
    flight.fact("bombs.bombs_away")
    state.outcome.bombs_dropped, state.plane.bombs_aboard = True, False


def thermals(flight: SuperfortFlight) -> Flow[None]:
    """Roll for the thermals of a burning city, if the bomber is low over a great city."""
    state = flight.state
    low = state.track.altitude == flight.const.bands[0]
    if plays(flight, "thermals") and state.sortie.great_city and low and state.orders.target_type == "urban":
        flight.roll("target.thermals")
        yield from damage.settle(flight)
