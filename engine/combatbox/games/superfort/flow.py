"""The sequence of play of B-29 Superfortress, in the order of its sections.

The outcomes of rolls are in the tables, not in this module.
"""

from __future__ import annotations

from combatbox.bomber.enums import FlightOver
from combatbox.core.decisions import Flow
from combatbox.games.superfort import (
    abort,
    altitude,
    combat,
    combat_doctrine,
    crew_moves,
    damage,
    doctrine,
    engines,
    fires,
    formation,
    fuel,
    landing,
    navigation,
    pressure,
)
from combatbox.games.superfort.conditions import is_bombed_out
from combatbox.games.superfort.formation import at_mission_altitude
from combatbox.games.superfort.state import BAYS, SuperfortFlight, goes_to_truk, plays


def fly_mission(flight: SuperfortFlight) -> Flow[None]:
    """Fly one mission, from the briefing to the debriefing.

    The bomber takes off and flies to the target and home; the flight can end early wherever the bomber is lost or has
    to come down.
    """
    state = flight.state
    flight.phase("mission.start", state.bomber, number=state.orders.mission, of=flight.const.missions)
    yield from flight.step("mission.briefing", brief)
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


# ---- the briefing (section 2)


def brief(flight: SuperfortFlight) -> None:
    """Make all rolls that precede the take-off."""
    state = flight.state
    flight.phase("briefing.start")
    find_target(flight)
    flight.look_up("briefing.route", state.orders.city)
    flight.roll("briefing.formation")
    flight.roll("briefing.squadron")
    flight.roll("briefing.resistance")
    if state.night:
        flight.roll("briefing.gunners")
    fuel.load(flight)
    if not state.night:
        flight.roll("briefing.escort", column=escort_column(flight))
    if plays(flight, "take_off"):
        flight.roll("briefing.times", column=times_column(flight))


# ---- the target (2.2)


def find_target(flight: SuperfortFlight) -> None:
    """Determine the target; on early missions a single table determines it.

    The optional mission to Truk has a fixed target.
    """
    state = flight.state
    tour = state.tour
    if goes_to_truk(flight.ruled, state):
        state.sortie.truk = True
        flight.fact("briefing.truk", city=flight.const.truk.city)
        if tour:
            tour.shaken_down = True
        state.orders.city, state.orders.target_type = flight.const.truk.city, flight.const.truk.type
        state.sortie.band = flight.const.bands[-1]
    elif state.sortie.early:
        flight.roll("briefing.target")
    else:
        find_later_target(flight)


def find_later_target(flight: SuperfortFlight) -> None:
    """Roll the time, type, altitude and city of a later mission, one after another."""
    state, const = flight.state, flight.const
    if plays(flight, "night"):
        flight.roll("briefing.time")
    flight.roll("briefing.type", column=state.sortie.time)
    if state.night:
        flight.fact("briefing.low_at_night")
        state.sortie.band = const.bands[0]
    else:
        flight.roll("briefing.band")
    flight.roll("briefing.city", table=const.city_tables[state.orders.target_type])
    if state.orders.target_type == "urban" and state.sortie.great_city and is_bombed_out(flight, state.orders.city):
        flight.fact("briefing.bombed_out", city=state.orders.city)
        state.sortie.great_city = False
        flight.roll("briefing.other_city")


# ---- columns


def to_japan(flight: SuperfortFlight) -> bool:
    """Return True if the target is in Japan, rather than Iwo Jima or Truk."""
    return flight.state.orders.target_zone >= flight.const.fighter_zones.first


def escort_column(flight: SuperfortFlight) -> str:
    """Return the column of T2-8 for the escort."""
    state = flight.state
    if state.sortie.early:
        return "early" if to_japan(flight) else "near"
    columns = flight.const.escort_columns
    return next((name for name, until in columns.items() if state.orders.mission <= until), "late")


def times_column(flight: SuperfortFlight) -> str:
    """Return the column of T3-1 for the times of take-off and landing."""
    if flight.state.night:
        return "night"
    if not to_japan(flight):
        return "near"
    return "early" if flight.state.sortie.early else "late"


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
        yield from flight.step("turn.crew", crew_step)
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
    yield from flight.step("turn.crew", crew_step)
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
        formation.end_escort(flight)


def fight(flight: SuperfortFlight) -> Flow[None]:
    """Resolve the combat of a turn, and record damage that lets an aborted mission count as flown."""
    before, flight.state.ending.moment = abort.causes(flight), "fighters"
    yield from flight.step("turn.combat", combat.fight)
    yield from damage.settle(flight)
    formation.end_escort(flight)
    abort.note(flight, before)
    engines.fly_on(flight)


# ---- the crew's step of a turn (4.0, 4.2, 7.3, 7.4)


def crew_step(flight: SuperfortFlight) -> Flow[None]:
    """Adjust the pressure to the altitude, then resolve fires, moves, oxygen and cold.

    Raises:
        FlightOver: the crew leaves the bomber because a fire was not put out.
    """
    pressure.follow_altitude(flight)
    fires.leave_burning_plane(flight)
    crew_moves.begin(flight)
    yield from pressure.restore(flight)
    yield from crew_moves.moves(flight)
    yield from share_oxygen(flight)
    pressure.descend_for_oxygen(flight)
    yield from cold(flight)
    pressure.check_air(flight)


def share_oxygen(flight: SuperfortFlight) -> Flow[None]:
    """Ask whether a man without oxygen takes the station of a dead man (7.4A)."""
    men = pressure.without_air(flight)
    if not men or not pressure.high(flight) or flight.state.plane.broken("oxygen_system_out"):
        return
    for man in men if not pressure.all_under_pressure(flight) else ():
        free = crew_moves.places_with_air(flight, man)
        if free:
            answer = yield flight.ask("crew.oxygen", (*free, "stay"), free[0], man.role)
            if answer != "stay":
                crew_moves.take_place(flight, man, str(answer))


def cold(flight: SuperfortFlight) -> Flow[None]:
    """Roll for frostbite, or descend, if men are without pressure at altitude (7.3).

    In the first turn without pressure, no roll is made.
    """
    state = flight.state
    grace = flight.const.cold_free_turns
    if not pressure.high(flight):
        return
    free_until = state.pressure.thin_since + grace
    throughout = not state.pressure.pressurized and state.pressure.thin_since > 0 and state.track.turn > free_until
    leaking = [c for c, since in state.pressure.compromised.items() if since and state.track.turn > since + grace]
    freezing = [man for man in state.aboard if state.rooms[man.role] in leaking and not man.frostbitten]
    if throughout and all(man.frostbitten for man in state.aboard):
        throughout = False
    if not freezing and not throughout:
        return
    at_risk = sum(not man.frostbitten for man in state.aboard) if throughout else len(freezing)
    answer = yield flight.ask("cold.stay", ("stay", "descend"), combat_doctrine.cold(flight, at_risk))
    if answer == "descend":
        pressure.go_low(flight, "cold.descends")
        return
    pressure.freeze(flight, freezing)
    if throughout:
        flight.roll("cold.throughout", column=f"{state.track.altitude}@hits")


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
        yield from flight.step("turn.crew", crew_step)
        navigation.check(flight, again=True, corrected=False)
        yield from happen(flight)
        yield from fight(flight)
        if not navigation.astray(flight):
            yield from abort.consider(flight)
    if state.track.aborting:
        return
    before, state.ending.moment = abort.causes(flight), "flak"
    yield from bomb(flight)
    formation.end_escort(flight)
    abort.note(flight, before)


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
