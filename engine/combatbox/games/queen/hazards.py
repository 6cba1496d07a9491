"""Engines, formation, altitude, cold, oxygen, aborting, flak and the bomb run (5.2 d, sections 8 and 10 to 13)."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber import crew_positions, shells
from combatbox.bomber.aircraft import engine_shot_out, jettison_bombs, leave_formation, lose_pace
from combatbox.bomber.conditions import stations_without
from combatbox.bomber.effects.crew import roll_for
from combatbox.bomber.enums import FlightOver
from combatbox.bomber.state import Engine, Man
from combatbox.core.decisions import Flow
from combatbox.core.flight import EMPTY_FLOW
from combatbox.games.queen import crew_moves, doctrine
from combatbox.games.queen.constants import QueenFlight

# ---- after a wave or flak


def after_fighting(flight: QueenFlight) -> Flow[None]:
    """Resolve the consequences of combat for the formation, the engines and the bomb load."""
    state = flight.state
    if state.track.leaves_formation:
        state.track.leaves_formation = False
        leave_formation(flight, "formation.lost")
    out = state.engines_out()
    if out != state.due.engines_seen:
        resolve_engines_out(flight, out)
    if out and state.plane.bombs_aboard and state.in_formation and not state.in_target_zone_out:
        return lose_pace(flight, can_jettison(flight))
    return EMPTY_FLOW


def back_in_formation(flight: QueenFlight) -> Flow[None]:
    """End a shallow dive.

    If an engine is out, the player either jettisons the bombs or leaves the formation. The exception in 10.1 for the
    target zone does not apply, because the engine failed before the bomber reached that zone.
    """
    state = flight.state
    if state.in_formation and state.plane.bombs_aboard and state.engines_out():
        yield from lose_pace(flight, can_jettison(flight))


# ---- engines


def resolve_engines_out(flight: QueenFlight, out: int) -> None:
    """Resolve a change in the number of engines that are out.

    Args:
        flight: the flight.
        out: the number of engines out now.
    """
    state = flight.state
    before, state.due.engines_seen = state.due.engines_seen, out
    slow = flight.const.engines_out_slow
    if out >= slow:
        flight.fact("engines.engines_out" if out > before else "engines.still_out", number=out)
        if can_jettison(flight):
            jettison_bombs(flight, "engines.jettisons")
        leave_formation(flight, "engines.leaves_formation", engine_shot_out(state))
        go_down(flight, "engines.descends", "engines")
    if state.engines_running() > 1:
        state.supply.range_zone = 0
    elif before < out:
        state.supply.range_zone = -1  # chosen when the turn's fighting is over


def choose_range(flight: QueenFlight) -> Flow[None]:
    """Set the range of the last engine, after asking whether to throw everything out."""
    state = flight.state
    if state.supply.range_zone >= 0 or state.engines_running() != 1:
        return
    zones = flight.const.one_engine_zones
    if not state.plane.thrown_out:
        answer = yield flight.ask("engines.throw_out", ("throw_out", "keep"), doctrine.throw_out(flight))
        if answer == "throw_out":
            throw_everything_out(flight)
    light = state.plane.thrown_out
    flight.fact("engines.range", thrown_out=light)
    state.supply.range_zone = state.track.zones_entered + (zones.thrown_out if light else zones.as_it_is)


def throw_everything_out(flight: QueenFlight) -> None:
    """Throw guns, bursts, extinguishers and, if possible, the bombs overboard."""
    state = flight.state
    present = {
        "guns": True,
        "bursts": any(gun.bursts for gun in state.guns.values()),
        "extinguishers": state.plane.extinguishers > 0,
        "bombs": can_jettison(flight),
    }
    flight.fact("engines.overboard", things=[name for name, is_present in present.items() if is_present])
    for gun in state.guns.values():
        gun.thrown_out, gun.bursts = True, 0
    state.plane.thrown_out, state.plane.extinguishers = True, 0
    if can_jettison(flight):
        state.plane.bombs_aboard = False


# ---- bombs


def can_jettison(flight: QueenFlight) -> bool:
    """Return True if the bombs are aboard and can be jettisoned."""
    plane = flight.state.plane
    return plane.bombs_aboard and (not plane.broken("bomb_doors_out") or flight.ruled["stuck_doors"] == "salvo")


def jettison(flight: QueenFlight, coming_down: bool = False) -> Flow[None]:
    """Let the player jettison the bombs while the bomber is out of formation.

    The player is asked before every event that bombs aboard would make worse. A bomber that comes down, at home or
    short of it, counts as out of formation (Q-R80).
    """
    state = flight.state
    if not state.plane.bombs_aboard or (state.in_formation and not coming_down) or not can_jettison(flight):
        return EMPTY_FLOW
    return _may_jettison(flight, coming_down)


def _may_jettison(flight: QueenFlight, coming_down: bool) -> Flow[None]:
    """Ask the player whether to jettison the bombs now."""
    default = "jettison" if coming_down else doctrine.jettison(flight)
    answer = yield flight.ask("bombs.jettison", ("keep", "jettison"), default)
    if answer == "jettison":
        jettison_bombs(flight, "bombs.jettisons")


# ---- speed


def is_slow(flight: QueenFlight) -> bool:
    """Return True if the bomber needs two turns to cross a zone, for any reason."""
    state = flight.state
    if state.track.two_turns:
        return True
    out = state.engines_out()
    if out and (out >= flight.const.engines_out_slow or (state.plane.bombs_aboard and not state.in_formation)):
        return True
    if state.track.zone % 2 == 0 or state.in_formation:
        return False
    return state.plane.broken("navigator_equipment_out") or not state.men[flight.const.duties.navigator].fit


def last_turn_here(flight: QueenFlight) -> bool:
    """Return True if this is the last turn in the zone.

    The second turn is skipped if nothing slows the bomber any more because its bombs are gone or an engine runs again.
    """
    state = flight.state
    if (
        state.track.turn_in_zone < state.track.turns_here
        and not is_slow(flight)
        and flight.ruled["second_turn"] == "at_once"
    ):
        state.track.turns_here = state.track.turn_in_zone
    return state.track.turn_in_zone >= state.track.turns_here


# ---- altitude, oxygen and heat


def go_down(flight: QueenFlight, place: str, why: str) -> None:
    """Descend to 10,000 feet; guns that the cold has jammed work again.

    Args:
        flight: the flight.
        place: the place in the order of play under which the descent is logged.
        why: `oxygen`, `heat` or `engines`.
    """
    state = flight.state
    if state.track.altitude == "low":
        return
    flight.fact(place)
    state.track.altitude, state.track.low_why = "low", why
    for gun in state.guns.values():
        if gun.jammed == "cold":
            gun.jammed = ""


def descend_for_oxygen(flight: QueenFlight) -> None:
    """At the start of a turn, leave formation and descend if a man lacks oxygen."""
    state = flight.state
    if state.track.altitude == "low" or not (state.supply.oxygen_hits or state.plane.broken("oxygen_system_out")):
        return
    if not without_oxygen(flight):
        return
    if flight.ruled["oxygen_descent"] == "next_zone" and not entering(flight) and not _someone_lacks_outlet(flight):
        return  # the failure of the whole system takes effect in the next zone
    leave_formation(flight, "oxygen.leaves_formation", shot_out="oxygen" not in state.battle.flak_causes)
    go_down(flight, "oxygen.descends", "oxygen")


def entering(flight: QueenFlight) -> bool:
    """Return True in the first turn of a zone that the bomber has just entered.

    The result is False in a second turn in the zone, and in the turn after turning round.
    """
    track = flight.state.track
    turned = flight.state.at_target and track.leg == "back"
    return track.turn_in_zone == 1 and not turned


def _someone_lacks_outlet(flight: QueenFlight) -> bool:
    """Return True if a living man is at a station whose oxygen outlet is out."""
    return any(flight.state.at(station) for station in stations_without(flight))


def without_oxygen(flight: QueenFlight) -> list[Man]:
    """Return the men at stations whose oxygen is out."""
    state = flight.state
    if state.plane.broken("oxygen_system_out"):
        return state.aboard
    out = stations_without(flight)
    return [man for man in state.aboard if man.station in out] if out else []


def share_oxygen(flight: QueenFlight) -> Flow[None]:
    """Let men without oxygen move to stations that have oxygen; men who cannot walk are carried."""
    state = flight.state
    if state.plane.broken("oxygen_system_out"):
        return  # no station is better
    if crew_positions.may_change(flight, not state.battle.attacked) and not _stays_low(flight):
        for man in wounded_first(without_oxygen(flight)):
            shelters = shelters_of(flight, man)
            if shelters:
                goes = doctrine.can_all_shelter(flight, without_oxygen(flight))
                yield from _shelter(flight, man, shelters, "crew.oxygen", goes)


def share_heat(flight: QueenFlight) -> Flow[None]:
    """Let men in the cold move to stations that have heat; men who cannot walk are carried.

    At low altitude these moves are offered only if the bomber could climb afterwards.
    """
    low = flight.state.track.altitude == "low"
    if low and (_stays_low(flight) or without_oxygen(flight)):
        return
    if crew_positions.may_change(flight, not flight.state.battle.attacked):
        for man in wounded_first(in_the_cold(flight)):
            shelters = shelters_of(flight, man) if low or _risks_frostbite(flight, man) else {}
            if shelters:
                goes = not low or doctrine.can_all_shelter(flight, in_the_cold(flight))
                yield from _shelter(flight, man, shelters, "crew.warmth", goes)


def _risks_frostbite(flight: QueenFlight, man: Man) -> bool:
    """Return True if a man may have to roll for frostbite on BL-5 before the bomber is home."""
    state = flight.state
    if man.frostbitten:
        return False
    home: int = flight.const.home_zone
    grace: int = flight.const.heat_free_zones
    outward = state.orders.target_zone - state.track.zone if state.track.leg == "out" else 0
    last = state.track.zones_entered + outward + (state.track.zone + outward) - (home + 1)
    next_roll = state.track.zones_entered + (flight.ruled["frostbite_rolls"] != "per_turn")
    return last >= max(next_roll, state.supply.heat_out[man.station] + grace + 1)


def shelters_of(flight: QueenFlight, man: Man) -> dict[str, list[str]]:
    """Return the stations to which a man can move for the oxygen or heat that he lacks.

    For each station, the result lists the stations to which its present occupant could move. The result is empty for a
    trapped man.
    """
    return {} if man.trapped else crew_positions.shelter_for(flight, man)


def _shelter(flight: QueenFlight, man: Man, shelters: dict[str, list[str]], place: str, goes: bool) -> Flow[None]:
    """Ask whether a man moves to one of the shelters.

    Args:
        flight: the flight.
        man: the man.
        shelters: the stations, each with the stations to which its occupant could move.
        place: the place of the decision in the order of play.
        goes: True if moving is the default answer.
    """
    default = next(iter(shelters)) if goes else "stay"
    answer = yield flight.ask(place, (*shelters, "stay"), default, man.role)
    if answer != "stay":
        yield from crew_moves.take_over(
            flight, man, answer.kind, not flight.state.battle.attacked, shelters[answer.kind]
        )


def wounded_first(men: Sequence[Man]) -> list[Man]:
    """Return the men, sorted so that the seriously wounded come first."""
    return sorted(men, key=lambda man: not man.serious)


def in_the_cold(flight: QueenFlight) -> list[Man]:
    """Return the living men at stations whose heat is out."""
    return [man for station in flight.state.supply.heat_out if (man := flight.state.at(station))]


def climb_back(flight: QueenFlight) -> Flow[None]:
    """Let the bomber climb back to high altitude once everyone has oxygen again.

    This is possible only if the bomber descended because of oxygen alone; it stays out of formation. It cannot climb if
    too few engines run, or if somebody would be cold at high altitude (Q-R25).
    """
    state = flight.state
    if state.track.altitude == "high" or _stays_low(flight) or without_oxygen(flight) or in_the_cold(flight):
        return EMPTY_FLOW
    return _may_climb(flight)


def _may_climb(flight: QueenFlight) -> Flow[None]:
    """Ask the player whether the bomber climbs now."""
    answer = yield flight.ask("turn.climb", ("climb", "stay"), "climb")
    if answer == "climb":
        flight.fact("turn.climbs")
        flight.state.track.altitude, flight.state.track.low_why = "high", ""


def _stays_low(flight: QueenFlight) -> bool:
    """Return True if the bomber is low and cannot climb again.

    Either it descended for a reason other than oxygen, or too few engines run.
    """
    state = flight.state
    if state.track.altitude == "high":
        return False
    return state.track.low_why != "oxygen" or state.engines_out() >= flight.const.engines_out_slow


def cold(flight: QueenFlight) -> Flow[None]:
    """Let the bomber descend because of the cold, or roll for frostbite on BL-5.

    No roll is made in the first zones after the loss of heat; `heat_free_zones` is their number.
    """
    state = flight.state
    if not state.supply.heat_out or state.track.altitude == "low":
        return EMPTY_FLOW
    if not entering(flight) and flight.ruled["frostbite_rolls"] != "per_turn":
        return EMPTY_FLOW
    men = _freezing(flight)
    return _freeze(flight, men) if men else EMPTY_FLOW


def _freeze(flight: QueenFlight, men: Sequence[Man]) -> Flow[None]:
    """Ask whether the bomber descends; if it does not, roll for frostbite of these men."""
    answer = yield flight.ask("cold.heat", ("descend", "stay"), doctrine.heat(flight))
    if answer == "descend":
        leave_formation(flight, "cold.leaves_formation", shot_out="heat" not in flight.state.battle.flak_causes)
        go_down(flight, "cold.descends", "heat")
        return
    for man in men:
        roll_for(flight, man, "cold.frostbite")


def _freezing(flight: QueenFlight) -> list[Man]:
    """Return the men without frostbite who have been in the cold for longer than the rules allow without a roll."""
    state = flight.state
    grace = flight.const.heat_free_zones
    return [
        man
        for station, since in state.supply.heat_out.items()
        if (man := state.at(station)) and not man.frostbitten and state.track.zones_entered > since + grace
    ]


def light_flak(flight: QueenFlight) -> Flow[None]:
    """Resolve light flak, once for each zone and direction of flight.

    Light flak fires at a bomber that is low, out of formation and over land.
    """
    state = flight.state
    if state.track.altitude == "high" or state.in_formation or state.track.low_flak_done:
        return EMPTY_FLOW
    if state.track.terrain not in flight.const.low_flak_over:
        return EMPTY_FLOW
    flight.phase("light_flak.start")
    state.track.low_flak_done = True
    return under_flak(flight, flight.const.low_flak, flight.const.flak_rolls.low, "low")


def under_flak(flight: QueenFlight, density: str, rolls: int, place: str) -> Flow[None]:
    """Resolve flak of one density and its immediate consequences.

    The player may jettison the bombs before the flak, and men may change guns after it.

    Args:
        flight: the flight.
        density: the density of the flak.
        rolls: the number of rolls to hit.
        place: `target` for flak over the target, `low` for light flak.
    """
    yield from jettison(flight)
    before = done_by_the_enemy(flight)
    yield from shells.flak(flight, density, rolls, place)
    yield from after_fighting(flight)
    blame_flak(flight, before)
    yield from crew_moves.moves(flight, safe=False)  # a wave may still come, so the turn is not safe yet


def only_fighters_count(flight: QueenFlight) -> bool:
    """Return True if, under the ruling Q-R41, an aborted mission counts only because of damage by fighters, not by flak."""
    return flight.ruled["abort"] in ("fighters_only", "both")


def done_by_the_enemy(flight: QueenFlight) -> list[str]:
    """Return the causes of an abort and the oil leaks that are due to the enemy.

    The list is empty if the ruling Q-R41 treats flak and fighters alike.
    """
    if not only_fighters_count(flight):
        return []
    return [
        *enemy_causes(flight, causes(flight)),
        *(_oil_leak(engine) for engine in flight.state.engines if engine.stop_by),
    ]


def _oil_leak(engine: Engine) -> str:
    """Return the entry in `flak_causes` that stands for an oil leak of an engine."""
    return f"oil_{engine.number}"


def leaks_by_flak(flight: QueenFlight) -> bool:
    """Return True if all engines that must stop now have lost their oil because of flak."""
    state = flight.state
    due = [engine for engine in state.engines if engine.stop_by and engine.stop_by <= state.track.zones_entered]
    return all(_oil_leak(engine) in state.battle.flak_causes for engine in due)


def blame_flak(flight: QueenFlight, before: Sequence[str]) -> None:
    """Attribute to flak the causes of an abort that did not exist before it.

    A fuel leak is excluded, because the cause of a leak does not matter (erratum 16).

    Args:
        flight: the flight.
        before: the causes due to the enemy that existed before the flak.
    """
    new = [cause for cause in done_by_the_enemy(flight) if cause not in before and cause != "fuel"]
    if new:
        flight.state.battle.flak_causes += new


# ---- the end of a turn


def end_turn(flight: QueenFlight) -> Flow[None]:
    """After the fighting, resolve the moves of the crew, and set the range of the last engine."""
    state = flight.state
    supply = state.supply
    safe = not state.battle.attacked
    if safe:
        for man in state.men.values():
            if man.silent_next:
                man.silent_next = False
    if safe or supply.oxygen_hits or supply.heat_out or supply.range_zone < 0:
        return _tend_crew(flight, safe)
    return EMPTY_FLOW


def _tend_crew(flight: QueenFlight, safe: bool) -> Flow[None]:
    """Share oxygen and heat, move men and bursts, and set the range of the last engine.

    Men change stations and pass bursts only in a turn without an attack.
    """
    supply = flight.state.supply
    if supply.oxygen_hits:
        yield from share_oxygen(flight)
    if supply.heat_out:
        yield from share_heat(flight)
    if safe:
        yield from crew_moves.moves(flight, safe=True)
        yield from crew_moves.pass_bursts(flight)
    if supply.range_zone < 0:
        yield from choose_range(flight)


def fly_on(flight: QueenFlight) -> None:
    """Check that the bomber can fly on after this turn.

    Raises:
        FlightOver: the fuel is used up, or the range of the last engine is reached.
    """
    state = flight.state
    out_of_fuel = bool(state.supply.fuel_turn) and state.track.turn >= state.supply.fuel_turn
    last_zone = bool(state.supply.fuel_zone) and state.track.zones_entered >= state.supply.fuel_zone
    out_of_range = state.supply.range_zone > 0 and state.track.zones_entered >= state.supply.range_zone
    if out_of_fuel or ((last_zone or out_of_range) and last_turn_here(flight)):
        flight.fact("engines.out_of_range" if out_of_range else "engines.out_of_fuel")
        raise FlightOver


# ---- aborting


def causes(flight: QueenFlight) -> list[str]:
    """Return the keys of those rows in the chart of abort causes that apply now."""
    return [row.key for row in flight.table("abort.causes").rows if row.asks is not None and row.asks(flight)]


def abort_or_go_on(flight: QueenFlight) -> Flow[None]:
    """Before the bomb run, turn for home if the rules order it or the player chooses to."""
    present = causes(flight)
    if _ordered(flight, present):
        _abort(flight, True, present)
        return EMPTY_FLOW
    bombing = flight.state.in_target_zone_out and last_turn_here(flight)
    default = doctrine.abort(flight, bool(enemy_causes(flight, present)), bombing)
    return EMPTY_FLOW if flight.unwatched and default == "go_on" else _may_abort(flight, present, default)


def _may_abort(flight: QueenFlight, present: Sequence[str], default: str) -> Flow[None]:
    """Ask the player whether the bomber turns for home."""
    answer = yield flight.ask("abort.abort", ("go_on", "abort"), default)
    if answer == "abort":
        _abort(flight, False, present)


def abort_if_ordered(flight: QueenFlight) -> None:
    """Between two zones, turn for home if the rules order it."""
    present = causes(flight)
    if _ordered(flight, present):
        _abort(flight, True, present)


def _ordered(flight: QueenFlight, present: Sequence[str]) -> bool:
    """Return True if a random event or one of the current causes orders an abort."""
    if flight.state.track.must_abort or not present:
        return flight.state.track.must_abort
    chart = flight.table("abort.causes")
    return any(effect.name == "abort" for cause in present for effect in chart.find(cause).effects)


def enemy_causes(flight: QueenFlight, present: Sequence[str]) -> list[str]:
    """Return those of the current causes of an abort that are due to enemy fire (Q-R41).

    If the list is not empty, the aborted mission counts.

    Args:
        flight: the flight.
        present: the causes of an abort that apply now.
    """
    if not present:
        return []
    state = flight.state
    mishaps = set(state.battle.flak_causes)
    if not engine_shot_out(state):
        mishaps |= {"engine", "two_engines_out"}
    if not state.track.shot_out:
        mishaps.add("out_of_formation")
    return [cause for cause in present if cause not in mishaps]


def _abort(flight: QueenFlight, ordered: bool, present: Sequence[str]) -> None:
    """Turn the bomber for home; the mission counts if the enemy caused the abort."""
    state = flight.state
    by_enemy = enemy_causes(flight, present)
    flight.fact("abort.aborts", ordered=ordered, causes=by_enemy)
    state.track.aborting, state.track.leg, state.track.turns_here = True, "back", state.track.turn_in_zone
    state.outcome.counts = bool(by_enemy)
    if flight.ruled["abort"] in ("leaves_formation", "both"):
        leave_formation(flight, "abort.leaves_formation")


def flak_over_target(flight: QueenFlight) -> Flow[None]:
    """Roll the amount of flak on O-2, then resolve the flak."""
    state = flight.state
    flight.phase("flak.start")
    flight.roll("flak.amount")
    if state.battle.flak in flight.table("flak.to_hit").columns:
        yield from under_flak(flight, state.battle.flak, flight.const.flak_rolls.target, "target")


def bomb_run(flight: QueenFlight) -> None:
    """Roll for aim and accuracy, and drop the bombs.

    If no bombs are aboard or the bomb bay doors are stuck, there is no bomb run.
    """
    state = flight.state
    if not state.plane.bombs_aboard or state.plane.broken("bomb_doors_out"):
        flight.fact("bombs.no_bomb_run", aboard=state.plane.bombs_aboard)
        return
    flight.phase("bombs.bomb_run")
    bombardier = flight.const.duties.bombardier
    flight.roll("bombs.aim", bombardier)
    flight.roll("bombs.accuracy", bombardier, state.outcome.aim_result)
    flight.fact("bombs.bombs_away")
    state.outcome.bombs_dropped, state.plane.bombs_aboard = True, False
