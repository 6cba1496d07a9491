"""The sequence of play of Queen of the Skies, in the order of sections 5 and 6 of the rules.

The outcomes of rolls are in the tables, not in this module.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from combatbox.bomber import gunnery, shells
from combatbox.bomber.aircraft import evasion_is_forbidden, stop_for_oil
from combatbox.bomber.effects.battle import MOST_WAVES
from combatbox.bomber.enums import FIGHTERS, TARGETS, VERTICAL, FlightOver
from combatbox.bomber.state import Fighter, Wave
from combatbox.core.decisions import Flow
from combatbox.core.flight import EMPTY_FLOW
from combatbox.core.tables import Row
from combatbox.games.queen import crew_moves, doctrine, gun_allocation, hazards, landing
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
    yield from flight.step("turn.waves", fight_waves)
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


# ---- the waves of a turn (section 6)


def fight_waves(flight: QueenFlight) -> Flow[None]:
    """Roll the waves of this turn and fight them one after another."""
    state = flight.state
    over_target = state.at_target
    state.battle.waves, state.battle.attacked = [], False
    flight.roll("waves.number_over_target" if over_target else "waves.number")
    due = state.battle.waves_due
    at_once = flight.ruled["wave_rolls"] == "at_once"
    if at_once:
        for number in range(due):
            roll_wave(flight, number)
    for number in range(due):
        if at_once:
            state.battle.wave_now = number
        else:
            roll_wave(flight, number)
        yield from fight_wave(flight)
    state.battle.wave_now = -1


def roll_wave(flight: QueenFlight, number: int) -> None:
    """Roll the fighters of one wave."""
    state = flight.state
    state.battle.waves.append(Wave())
    state.battle.wave_now = number
    flight.roll("wave.fighters", WAVES[number])


WAVES = tuple(f"wave {number}" for number in range(1, MOST_WAVES + 1))
"""The names of the waves of a turn, as they are logged."""


def fight_wave(flight: QueenFlight) -> Flow[None]:
    """Fight one wave: its fighters, the cover, up to three attacks, and the consequences."""
    state = flight.state
    wave = state.wave
    if not (yield from fighters_come(flight)):
        wave.done = True
        return
    if flight.journal:
        flight.phase("wave.start", WAVES[state.battle.wave_now], fighters=len(wave.fighters))
    state.battle.under_attack = True
    crew_moves.begin_wave(state)
    yield from bad_communications(flight)
    yield from flight.step("wave.cover", cover)
    fought = not wave.over()
    if fought:
        yield from flight.step("wave.evasion", evade)
        yield from flight.step("wave.attacks", attacks)
    if flight.journal:
        flight.fact("wave.over", WAVES[state.battle.wave_now], fought=fought)
    wave.done, state.battle.under_attack = True, False
    crew_moves.end_wave(state, fought)
    yield from hazards.after_fighting(flight)
    if fought:
        yield from crew_moves.moves(flight, safe=False)


def fighters_come(flight: QueenFlight) -> Flow[bool]:
    """Decide whether the wave is fought, and add the extra fighter if it is.

    A random event or a row without attackers ends the wave. If the bomber is out of formation, a row without attackers
    is rolled again instead.

    Returns:
        True if the wave is fought.
    """
    state = flight.state
    wave = state.wave
    while wave.no_attackers and not state.in_formation:
        flight.fact("wave.rolled_again", WAVES[state.battle.wave_now])
        wave.no_attackers = False
        flight.roll("wave.fighters_again", WAVES[state.battle.wave_now])
    if wave.random_event:
        yield from random_event(flight)
        return False
    if wave.no_attackers:
        return False
    place = state.orders.formation if state.in_formation else "out_of_formation"
    if place in flight.table("wave.extra_fighter").keys:
        flight.look_up("wave.extra_fighter", place, WAVES[state.battle.wave_now])
    return True


def random_event(flight: QueenFlight) -> Flow[None]:
    """Roll for a random event in place of a wave, and resolve its consequences."""
    flight.phase("event.start")
    flight.state.chance.in_event = True
    flight.roll("event.roll")
    flight.state.chance.in_event = False
    yield from shells.after_shell(flight)
    yield from hazards.after_fighting(flight)


def bad_communications(flight: QueenFlight) -> Flow[None]:
    """Let the player remove one fighter from the wave while bad communications last."""
    attackers = flight.state.wave.attackers if flight.state.chance.lasting.get("bad_communications") else []
    return _take_out(flight, attackers) if attackers else EMPTY_FLOW


def _take_out(flight: QueenFlight, attackers: list[Fighter]) -> Flow[None]:
    """Ask the player for one of the attackers and remove it from the wave."""
    fighter = yield from pick(flight, attackers, "wave.bad_communications")
    flight.fact("wave.left", FIGHTERS[fighter.number - 1])
    shells.remove_fighter(fighter, "driven_off")


# ---- fighter cover


def cover(flight: QueenFlight) -> Flow[None]:
    """Roll once per wave for the effect of the fighter cover, and let the cover drive off fighters.

    The roll also determines how many fighters the cover drives off before later attacks of the wave (6.5a). It is
    therefore made even if the only fighter is a diver, which cover cannot drive off.
    """
    state = flight.state
    wave = state.wave
    if not state.track.cover or wave.over():
        return EMPTY_FLOW
    flight.roll("cover.bracket", WAVES[state.battle.wave_now], state.track.cover)
    return drive_off(flight, wave.driven_first)


def drive_off(flight: QueenFlight, number: int) -> Flow[None]:
    """Let the cover drive off this number of the fighters that it can reach (Q-R09)."""
    return _drive_off(flight, number) if number else EMPTY_FLOW


def _drive_off(flight: QueenFlight, number: int) -> Flow[None]:
    """Drive off fighters; ask the player which ones if there is a choice."""
    for left in range(number, 0, -1):
        able = _within_reach(flight)
        if not able:
            return
        fighter = able[0] if len(able) <= left else (yield from pick(flight, able, "cover.drive_off"))
        flight.fact("cover.driven_off", FIGHTERS[fighter.number - 1])
        shells.remove_fighter(fighter, "driven_off")


def _within_reach(flight: QueenFlight) -> list[Fighter]:
    """Return the fighters that cover can drive off: all except divers."""
    positions = flight.const.positions
    return [f for f in flight.state.wave.fighters if not f.gone and positions[f.position].cover]


def pick(flight: QueenFlight, fighters: list[Fighter], place: str) -> Flow[Fighter]:
    """Return the fighter that the player chooses; do not ask if there is only one.

    Args:
        flight: the flight.
        fighters: the fighters to choose from.
        place: the place of the decision in the order of play.
    """
    if len(fighters) == 1:
        return fighters[0]
    worst = doctrine.most_dangerous(flight, fighters)
    if flight.unwatched:
        return worst
    options = tuple([TARGETS[f.number - 1] for f in fighters])
    answer = yield flight.ask(place, options, FIGHTERS[worst.number - 1])
    return flight.state.wave.fighters[TARGETS.index(answer)]


# ---- evasive action


def evade(flight: QueenFlight) -> Flow[None]:
    """Let a bomber out of formation evade this wave, unless a chart forbids it."""
    state = flight.state
    if state.in_formation or evasion_is_forbidden(flight):
        return EMPTY_FLOW
    return _may_evade(flight)


def _may_evade(flight: QueenFlight) -> Flow[None]:
    """Ask the player whether the bomber evades."""
    answer = yield flight.ask(
        "wave.evade",
        ("evade", "steady"),
        "evade" if doctrine.should_evade(flight) else "steady",
    )
    if answer == "evade":
        flight.fact("wave.evades")
        flight.state.wave.evading = True


# ---- the attacks of a wave


def attacks(flight: QueenFlight) -> Flow[None]:
    """Resolve the first attack of a wave and the later attacks of fighters that return.

    Before each attack, men may change guns.
    """
    state = flight.state
    wave = state.wave
    for number in range(max(flight.const.attacks, *flight.const.attacks_of.values(), 0)):
        if number:
            if flight.journal:
                flight.phase("attack.successive", WAVES[state.battle.wave_now], number=number)
            yield from come_again(flight)
            yield from drive_off(flight, wave.driven_later)
        if wave.over():
            return
        if state.plane.bombs_aboard:
            yield from hazards.jettison(flight)
        yield from crew_moves.moves(flight, safe=False)
        yield from attack(flight)
        if wave.over():
            return


def attack(flight: QueenFlight) -> Flow[None]:
    """Resolve one attack: guns, fighters, damage, the passing shot, and departures."""
    state = flight.state
    shots = yield from gun_allocation.allocate(flight)
    state.battle.attacked = True
    gunnery.pilot_status(flight)
    yield from gunnery.fire(flight, shots)
    hitting = shells.german_fire(flight, shots)
    if hitting:
        yield from shells.damage(flight, shells.locate(flight, hitting))
    gun_allocation.passing_shot(flight, shots)
    shells.send_off(flight)


def come_again(flight: QueenFlight) -> Flow[None]:
    """Give every returning fighter a new position.

    The position is rolled. In a two-player game the German player may choose it instead.
    """
    state = flight.state
    two_player = flight.ruled["two_player"] == "on"
    taken: set[str] = set()
    for index, fighter in enumerate(state.wave.fighters):
        if fighter.gone:
            continue
        state.hand.fighter = index
        position = (yield from _german_choice(flight, taken)) if two_player else ""
        if position:
            flight.fact("attack.position_chosen", FIGHTERS[index], position=position)
            fighter.position, fighter.untouchable = position, False
        else:
            flight.roll("attack.new_position", FIGHTERS[index])
        taken.add(fighter.position)


def _german_choice(flight: QueenFlight, taken: set[str]) -> Flow[str]:
    """Ask the German player to choose a free position or to let the die decide.

    Returns:
        The position; empty if the die decides.
    """
    free = [place for place in flight.const.positions if place not in VERTICAL and place not in taken]
    answer = yield flight.ask("attack.position", (*free, "roll"), "roll", "german")
    return "" if answer == "roll" else answer.kind
