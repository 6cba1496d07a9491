"""The sequence of play of Queen of the Skies, in the order of section 5 of the rules.

The outcomes of rolls are in the tables, not in this module.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from combatbox.bomber.aircraft import stop_for_oil
from combatbox.bomber.enums import FlightOver
from combatbox.core.decisions import Flow
from combatbox.core.flight import EMPTY_FLOW
from combatbox.core.tables import Row
from combatbox.games.queen import doctrine, hazards, landing, waves
from combatbox.games.queen.constants import QueenFlight
from combatbox.games.queen.gun_allocation import gunner


def fly_mission(flight: QueenFlight) -> Flow[None]:
    """Fly one mission, from the briefing to the debriefing.

    The bomber flies to the target and home; the flight can end early wherever it is lost or has to come down.
    """
    state = flight.state
    flight.phase("mission.start", state.bomber, number=state.orders.mission, of=flight.const.missions)
    if state.rabbits_feet or flight.ruled["random_events"] == "on":
        flight.reconsider = rabbits_foot(flight)
    yield from flight.step("mission.briefing", brief)
    try:
        yield from flight.step("mission.out", fly_out)
        yield from flight.step("mission.home", fly_home)
    except FlightOver:
        state.battle.under_attack = False
    yield from flight.step("mission.down", landing.come_down)
    yield from flight.step("mission.debriefing", landing.debrief)


def rabbits_foot(flight: QueenFlight) -> Callable[[Row], bool]:
    """Return a function that asks after a roll whether to spend a rabbit's foot and roll again."""
    state = flight.state

    def reconsider(row: Row) -> bool:
        if not state.rabbits_feet:
            return False
        place, default = flight.place, doctrine.rabbits_foot(row)
        again = flight.decide(flight.ask("mission.rabbits_foot", ("keep", "again"), default)) == "again"
        flight.place = place
        state.rabbits_feet -= again
        return again

    return reconsider


# ---- before the mission (5.1)


def brief(flight: QueenFlight) -> None:
    """Roll for the target and for the bomber's place in its squadron and group, and log the route."""
    state = flight.state
    flight.phase("briefing.start")
    const, mission = flight.const, state.orders.mission
    facts: dict[str, str | int] = {"mission": mission, "period": const.period(mission)}
    flight.choose_tables(facts)
    tables = sorted(const.target_tables.items(), key=itemgetter(1))
    chosen = next((name for name, until in tables if mission <= until), tables[-1][0])
    flight.roll("briefing.target", table=chosen)
    flight.choose_tables(facts | {"target": state.orders.city, "target_type": state.orders.target_type})
    flight.roll("briefing.formation")
    flight.roll("briefing.squadron")
    route = flight.table("zone.below")
    zones = [int(zone) for zone in route.columns if f"{state.orders.city}@{zone}" in route.keys]
    flight.fact("briefing.route", city=state.orders.city, zones=len(zones))
    state.orders.target_zone = max(zones)


# ---- out, over the target, and home (5.2)


def fly_out(flight: QueenFlight) -> Flow[None]:
    """Fly zone by zone to the target, or until the mission is aborted."""
    state = flight.state
    begin_turn(flight)
    while state.track.zone < state.orders.target_zone and not state.track.aborting:
        yield from cross_zone(flight, state.track.zone + 1)


def fly_home(flight: QueenFlight) -> Flow[None]:
    """Fly home zone by zone; turning round in the target zone takes a separate turn."""
    state = flight.state
    home = flight.const.home_zone
    if state.at_target:
        yield from turn_round(flight)
    while state.track.zone - 1 > home:
        yield from cross_zone(flight, state.track.zone - 1)
    yield from flight.step("zone.leaving", leave_zone)
    enter(flight, home)


def cross_zone(flight: QueenFlight, zone: int) -> Flow[None]:
    """Leave a zone and fly the turns in the next one: one turn, or two for a slow bomber."""
    state = flight.state
    leg = state.track.leg
    yield from flight.step("zone.leaving", leave_zone)
    if state.track.leg != leg:
        return  # an engine stopped on leaving turned the bomber round: it never enters the zone ahead
    enter(flight, zone)
    if state.track.diving_until == state.track.zones_entered:
        yield from hazards.back_in_formation(flight)
    yield from flight.step("zone.arriving", arrive)
    yield from stay(flight)


def turn_round(flight: QueenFlight) -> Flow[None]:
    """Turn for home in the target zone, which takes one turn, or two turns for a slow bomber."""
    state = flight.state
    begin_turn(flight, turning=True)
    state.track.leg, state.track.turn_in_zone, state.track.low_flak_done = "back", 1, False
    if flight.ruled["cover_after_turning"] == "again":
        yield from flight.step("zone.cover", roll_cover)
    yield from hazards.after_fighting(flight)
    yield from stay(flight)


def stay(flight: QueenFlight) -> Flow[None]:
    """Fly one turn in the zone, or two turns if the bomber is slow.

    The second turn has new waves, but the same cover and weather.
    """
    state = flight.state
    state.track.turns_here = flight.const.turns_in_zone if hazards.is_slow(flight) else 1
    yield from fly_turn(flight)
    if not hazards.last_turn_here(flight):
        begin_turn(flight)
        state.track.turn_in_zone += 1
        yield from fly_turn(flight)


def begin_turn(flight: QueenFlight, turning: bool = False) -> None:
    """Begin the next turn in the zone where the bomber is."""
    state = flight.state
    if flight.journal:
        flight.phase(
            "zone.turn", turn=state.track.turn + 1, zone=state.track.zone, leg=state.track.leg, turning=turning
        )
    state.track.turn += 1


# ---- entering a zone


def leave_zone(flight: QueenFlight) -> Flow[None]:
    """On leaving a zone, stop the engines that have lost their oil.

    Afterwards, on the way out, turn the bomber for home if the rules order an abort.
    """
    for engine in flight.state.engines:
        if engine.stop_by and engine.stop_by <= flight.state.track.zones_entered:
            return _stop_engines(flight)
    return EMPTY_FLOW


def _stop_engines(flight: QueenFlight) -> Flow[None]:
    """Stop the engines that have lost their oil, and resolve the consequences.

    Raises:
        FlightOver: no engine is left running.
    """
    state = flight.state
    by_flak, before = hazards.leaks_by_flak(flight), hazards.done_by_the_enemy(flight)
    stop_for_oil(flight)
    if not state.engines_running():
        raise FlightOver
    yield from hazards.after_fighting(flight)
    if by_flak:
        hazards.blame_flak(flight, before)
    yield from hazards.jettison(flight)
    yield from hazards.choose_range(flight)
    if state.track.leg == "out":
        hazards.abort_if_ordered(flight)


def enter(flight: QueenFlight, zone: int) -> None:
    """Enter a zone; look up its terrain and the modifier that it gives to rolls for waves."""
    state = flight.state
    if flight.journal:
        flight.phase("zone.turn", turn=state.track.turn + 1, zone=zone, leg=state.track.leg, turning=False)
    track = state.track
    track.turn += 1
    track.zone, track.turn_in_zone, track.zones_entered = zone, 1, track.zones_entered + 1
    track.weather = track.cover = track.terrain = ""
    track.zone_modifier, track.low_flak_done = 0, False
    if zone != flight.const.home_zone:
        flight.look_up("zone.below", f"{state.orders.city}@{zone}")


def arrive(flight: QueenFlight) -> Flow[None]:
    """After entering a zone, roll for the weather if it is the target zone, for cover, and to clear jammed guns."""
    state = flight.state
    if state.at_target and not state.track.aborting:
        flight.roll("zone.weather", column="target")
    yield from flight.step("zone.cover", roll_cover)
    clear_jams(flight)


def roll_cover(flight: QueenFlight) -> None:
    """Roll on G-5 for cover, in the zones that friendly fighters reach."""
    if flight.state.track.zone in flight.const.cover_zones:
        flight.roll("zone.cover")


def clear_jams(flight: QueenFlight) -> None:
    """Let a fit man at each jammed gun try to clear the jam, once in each new zone."""
    state = flight.state
    for name, gun in state.guns.items():
        if gun.jammed and not gun.out and not gun.thrown_out and gunner(flight, name):
            state.hand.gun = name
            flight.roll("zone.clear_jam", name)


# ---- a turn


def fly_turn(flight: QueenFlight) -> Flow[None]:
    """Fly one turn, from changes of altitude to the moves of the crew.

    The flak and the bomb run belong to the last turn over the target on the way out. A slow bomber has two turns there.
    If it aborts or loses its bombs in the first one, that turn becomes the last, and the flak is rolled before the
    moves of the crew.
    """
    state = flight.state
    outward = state.track.leg == "out"
    over_target = outward and state.at_target
    yield from flight.step("turn.altitude", hazards.climb_back)
    yield from flight.step("turn.oxygen", hazards.descend_for_oxygen)
    yield from flight.step("turn.cold", hazards.cold)
    if state.track.turn_in_zone == 1 and hazards.is_slow(flight):
        state.track.turns_here = flight.const.turns_in_zone  # it may have left the formation by now
    yield from flight.step("turn.light_flak", hazards.light_flak)
    yield from flight.step("turn.waves", waves.fight_waves)
    bombing = over_target and hazards.last_turn_here(flight)
    if bombing:
        yield from flight.step("target.flak", hazards.flak_over_target)
    if outward:
        yield from flight.step("turn.abort", hazards.abort_or_go_on)
    if bombing and not state.track.aborting:
        yield from flight.step("target.bomb_run", hazards.bomb_run)
    yield from hazards.jettison(flight)
    if over_target and not bombing and hazards.last_turn_here(flight):
        yield from flight.step("target.flak", hazards.flak_over_target)
    yield from flight.step("turn.crew", hazards.end_turn)
    yield from flight.step("turn.range", hazards.fly_on)
