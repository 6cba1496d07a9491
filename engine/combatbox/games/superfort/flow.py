"""The sequence of play of B-29 Superfortress, in the order of its sections.

The outcomes of rolls are in the tables, not in this module.
"""

from __future__ import annotations

from combatbox.bomber.enums import FlightOver
from combatbox.core.decisions import Flow
from combatbox.games.superfort import (
    abort,
    altitude,
    briefing,
    cabins,
    combat,
    crew_moves,
    damage,
    doctrine,
    engines,
    fires,
    formation,
    fuel,
    landing,
    navigation,
    target,
)
from combatbox.games.superfort.state import SuperfortFlight, plays


def fly_mission(flight: SuperfortFlight) -> Flow[None]:
    """Fly one mission, from the briefing to the debriefing.

    The bomber takes off and flies to the target and home; the flight can end early wherever the bomber is lost or has
    to come down.
    """
    state = flight.state
    flight.phase("mission.start", state.bomber, number=state.orders.mission, of=flight.const.missions)
    yield from flight.step("mission.briefing", briefing.brief)
    try:
        yield from flight.step("mission.take_off", take_off)
        if not state.ending.scrubbed:
            yield from flight.step("mission.out", fly_out)
            yield from flight.step("mission.home", fly_home)
    except FlightOver:
        state.battle.under_attack = False
        state.ending.lost_to = "fuel" if state.ending.out_of_fuel else state.ending.moment
        yield from flight.step("mission.down", landing.come_down)
    yield from flight.step("mission.debriefing", landing.debrief)


# ---- take-off (section 3)


def take_off(flight: SuperfortFlight) -> Flow[None]:
    """Roll for the take-off, which can succeed, fail, or cause an immediate emergency.

    Raises:
        FlightOver: the bomber runs off the runway, or is lost.
    """
    state = flight.state
    begin_turn(flight, flight.const.home_zone)
    if not plays(flight, "take_off"):
        flight.fact("takeoff.safe")
        return
    state.ending.moment = "take-off"
    flight.roll("takeoff.roll")
    if state.ending.off_runway:
        raise FlightOver
    yield from damage.settle(flight)


# ---- out, and home (section 4)


def fly_out(flight: SuperfortFlight) -> Flow[None]:
    """Fly zone by zone to the target, until the mission is aborted.

    After an abort, the bomber may fly straight on to Iwo Jima.
    """
    state = flight.state
    while state.track.zone < state.orders.target_zone and not state.track.aborting:
        yield from cross(flight, state.track.zone + 1)
    if state.ending.to_iwo:
        yield from abort.drop_bombs(flight)
    while state.ending.to_iwo and state.track.zone < flight.const.iwo_zone:
        yield from cross(flight, state.track.zone + 1)


def fly_home(flight: SuperfortFlight) -> Flow[None]:
    """Turn for home, fly zone by zone to Iwo Jima or the base, and land."""
    state = flight.state
    if state.ending.to_iwo:
        yield from reach_iwo(flight)
        return
    if state.track.zone:
        yield from turn_round(flight)
    while state.track.zone > 1:
        yield from cross(flight, state.track.zone - 1)
        over_iwo = state.track.zone == flight.const.iwo_zone and not state.sortie.early
        if over_iwo and (yield from landing.wants_iwo(flight)):
            yield from reach_iwo(flight)
            return
    yield from reach_base(flight)


def reach_iwo(flight: SuperfortFlight) -> Flow[None]:
    """Find the airfield of Iwo Jima and land there."""
    yield from seek_field(flight)
    yield from come_in(flight)
    yield from landing.land_at_iwo(flight)


def come_in(flight: SuperfortFlight) -> Flow[None]:
    """Descend to low altitude for a landing; the player may drop the auxiliary tanks."""
    altitude.go_in(flight)
    yield from fuel.drop_tanks(flight, doctrine.drop_tanks(flight, landing=True))


def seek_field(flight: SuperfortFlight) -> Flow[None]:
    """Search for a field while off course, turn after turn, as long as the fuel lasts."""
    state = flight.state
    while navigation.astray(flight):
        go_on(flight)
        begin_turn(flight, state.track.zone)
        flight.fact("course.looks_for")
        climb = yield from altitude.change(flight)
        yield from fuel.pay(flight, flight.const.costs.light + climb, "search")
        yield from flight.step("turn.crew", cabins.turn)
        navigation.check(flight, again=True, corrected=False)
        yield from happen(flight)
        engines.fly_on(flight)


def reach_base(flight: SuperfortFlight) -> Flow[None]:
    """Find the base from zone 1, descend, and land there."""
    state = flight.state
    yield from seek_field(flight)
    yield from come_in(flight)
    go_on(flight)
    yield from engines.leave_zone(flight)
    begin_turn(flight, flight.const.home_zone)
    state.track.terrain = "B"
    fires.leave_burning_plane(flight, over_base=True)
    yield from landing.land_at_field(flight, "B")


def cross(flight: SuperfortFlight, zone: int) -> Flow[None]:
    """Leave a zone and fly the turns in the next one: one turn, or two for a slow bomber.

    A slow bomber that turns round in the zone flies one turn there.
    """
    state = flight.state
    turned_back = state.track.aborting
    yield from engines.leave_zone(flight)
    go_on(flight)
    enter(flight, zone)
    if zone == 1 and state.track.leg == "out":
        fuel.weigh(flight)
    yield from formation.rejoin(flight)
    climb = yield from altitude.change(flight)
    if combat.fighters_about(flight) or state.fuel.tanks_shut:
        yield from fuel.drop_tanks(flight, doctrine.drop_tanks(flight, landing=False))
    yield from fuel.pay(flight, fuel.zone_cost(flight) + climb, "zone")
    fuel.leak(flight)
    yield from turn(flight, fresh=True, last=not engines.slow(flight))
    engines.fly_on(flight)
    turned_back = state.track.aborting and not turned_back and not state.ending.to_iwo
    turned_back = turned_back and flight.ruled["slow_turning"] == "at_once"
    bombed_here = state.over_target.turned and not state.homeward
    if engines.slow(flight) and not turned_back and not bombed_here:
        yield from second_turn(flight)
    engines.fly_on(flight)


def second_turn(flight: SuperfortFlight) -> Flow[None]:
    """Fly the second turn of a slow bomber in a zone.

    Weather and course do not change, and fuel is used only for a climb or after a shell burst inside the bomber.
    """
    begin_turn(flight, flight.state.track.zone)
    flight.state.track.turn_in_zone += 1
    climb = yield from altitude.change(flight)
    burst = flight.const.costs.light if flight.state.plane.broken("burst_inside") else 0
    yield from fuel.pay(flight, burst + climb, "burst" if burst else "climb")
    yield from turn(flight, fresh=False, last=True)


def turn_round(flight: SuperfortFlight) -> Flow[None]:
    """Turn for home.

    This takes a game turn and uses fuel; over the target after a shell burst inside the bomber, it takes two turns.
    """
    state = flight.state
    over_target = state.over_target.turned
    yield from abort.drop_bombs(flight)
    due = fuel.zone_cost(flight)
    go_on(flight)
    begin_turn(flight, state.track.zone, turning=True)
    state.track.leg, state.track.turn_in_zone = "back", 1
    yield from formation.rejoin(flight)
    climb = yield from altitude.change(flight)
    yield from fuel.pay(flight, due + climb, "turning")
    yield from turn(flight, fresh=False, last=True)
    if state.plane.broken("burst_inside") and over_target:
        for _ in range(flight.const.turns_in_zone - 1):
            yield from second_turn(flight)
    engines.fly_on(flight)


def go_on(flight: SuperfortFlight) -> None:
    """End a turn, so that all men may act again.

    Raises:
        FlightOver: the fuel does not last for another turn.
    """
    crew_moves.begin(flight)
    fuel.last_drops(flight)


def begin_turn(flight: SuperfortFlight, zone: int, turning: bool = False) -> None:
    """Begin the next turn.

    Args:
        flight: the flight.
        zone: the zone of the turn.
        turning: True if the bomber turns for home in this turn.
    """
    state = flight.state
    if flight.journal:
        flight.phase("zone.turn", turn=state.track.turn + 1, zone=zone, leg=state.track.leg, turning=turning)
    state.track.turn += 1
    state.track.zone = zone


def enter(flight: SuperfortFlight, zone: int) -> None:
    """Enter a zone; look up its terrain and the modifier that it gives to the roll for resistance."""
    state = flight.state
    begin_turn(flight, zone)
    state.track.turn_in_zone, state.track.zones_entered = 1, state.track.zones_entered + 1
    state.track.zone_modifier, state.navigation.compass = 0, 0
    if not navigation.is_checked(flight):
        state.navigation.course = ""
    friendly = zone == flight.const.iwo_zone and not state.sortie.early
    state.track.terrain = "I" if friendly else "W"
    key = f"{state.orders.city}@{zone}"
    if key in flight.table("zone.below").keys and not friendly:
        flight.look_up("zone.below", key)


# ---- a turn (4.0)


def turn(flight: SuperfortFlight, *, fresh: bool, last: bool) -> Flow[None]:
    """Fly a turn: crew, weather, course, random event, formation, combat, the decision on an abort, and the target.

    Args:
        flight: the flight.
        fresh: True if the bomber has just entered the zone.
        last: True if this is the bomber's last turn in the zone in this direction.
    """
    state = flight.state
    over_target = state.track.leg == "out" and state.at_target
    state.clash.ahead = combat.fighters_about(flight)
    yield from flight.step("turn.crew", cabins.turn)
    if fresh:
        state.ending.moment = "weather"
        flight.roll("zone.weather")
        yield from damage.settle(flight)
        formation.break_up(flight)
        if navigation.is_checked(flight):
            navigation.check(flight)
    yield from happen(flight)
    if fresh:
        formation.assemble(flight)
        yield from damage.settle(flight)
        formation.meet(flight)
    yield from fight(flight)
    if state.track.leg == "out" and not (over_target and last and navigation.astray(flight)):
        yield from abort.consider(flight)
    if over_target and last and not state.track.aborting:
        yield from at_target(flight)


def happen(flight: SuperfortFlight) -> Flow[None]:
    """Roll for a random event, if the rules for random events are in force."""
    if plays(flight, "random_events"):
        flight.state.chance.in_event, flight.state.ending.moment = True, "machinery"
        flight.roll("zone.event")
        yield from damage.settle(flight)
        flight.state.chance.in_event = False
        formation.settle(flight)


def fight(flight: SuperfortFlight) -> Flow[None]:
    """Resolve the combat of a turn, and record damage that lets an aborted mission count as flown."""
    before, flight.state.ending.moment = abort.causes(flight), "fighters"
    yield from flight.step("turn.combat", combat.fight)
    yield from damage.settle(flight)
    formation.settle(flight)
    abort.note(flight, before)
    engines.fly_on(flight)


# ---- over the target (section 6)


def at_target(flight: SuperfortFlight) -> Flow[None]:
    """Bomb the target if the bomber is on course; otherwise look for the initial point or give up.

    A bomber that cannot drop bombs does not look for the initial point (A66).
    """
    state = flight.state
    state.over_target.turned = True
    while navigation.astray(flight):
        again = engines.can_drop(flight) and (yield from navigation.seek_initial_point(flight))
        if not again:
            abort.give_up_target(flight)
            return
        go_on(flight)
        begin_turn(flight, state.track.zone)
        climb = yield from altitude.change(flight)
        state.clash.ahead = combat.fighters_about(flight)
        yield from fuel.pay(flight, flight.const.costs.loaded + climb, "initial_point")
        yield from flight.step("turn.crew", cabins.turn)
        navigation.check(flight, again=True, corrected=False)
        yield from happen(flight)
        yield from fight(flight)
        if not navigation.astray(flight):
            yield from abort.consider(flight)
    if state.track.aborting:
        return
    before, state.ending.moment = abort.causes(flight), "flak"
    yield from target.bomb(flight)
    formation.settle(flight)
    abort.note(flight, before)
