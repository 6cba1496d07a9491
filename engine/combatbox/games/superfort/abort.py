"""Aborting (4.7): what allows or orders it, what makes it count, and the bombs."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort import doctrine, engines, fuel, navigation
from combatbox.games.superfort.formation import assembly_zone, can_still_rejoin
from combatbox.games.superfort.state import SuperfortFlight


def causes(flight: SuperfortFlight) -> frozenset[str]:
    """The causes of 4.7 D that hold now, but for being off course over the target."""
    state = flight.state
    broken = state.plane.parts.get
    found = {part for part in flight.const.abort_for.parts if broken(part)}
    low = flight.const.bands[0]
    if state.sortie.band != low and (state.pressure.pressure_lost or state.pressure.compromised):
        found.add("pressure")
    found |= {role for role in flight.const.abort_for.men if state.men[role].dead or state.men[role].serious}
    if state.engines_out():
        found.add("engine")
    if _lacks_fuel(flight):
        found.add("fuel")
    if state.plane.broken("electrical_out"):
        found.add("electrical")
    return frozenset(found)


def _lacks_fuel(flight: SuperfortFlight, in_hand: int = 0) -> bool:
    """Whether bombs are still to be dropped, and boxes too few to do so and get back with some in hand."""
    state = flight.state
    return state.track.leg == "out" and state.plane.bombs_aboard and not fuel.enough_to_bomb(flight, in_hand)


def note(flight: SuperfortFlight, before: frozenset[str]) -> None:
    """Those that a fight or flak has just brought about are kept: they make an abort count."""
    kept = flight.state.ending.causes
    new = sorted(causes(flight) - before - set(kept))
    kept += new


def reasons(flight: SuperfortFlight) -> list[str]:
    """The words for what an abort is for, or may be: causes, bombs or formation that are gone."""
    state = flight.state
    late = state.track.zone >= assembly_zone(flight)
    alone = state.alone and late and not can_still_rejoin(flight)
    gone = [name for name, is_so in (("formation", alone), ("bombs", not state.plane.bombs_aboard)) if is_so]
    found = set(causes(flight))
    if flight.ruled["fuel_margin"] == "reserve" and _lacks_fuel(flight, flight.const.reserve):
        found.add("fuel")
    return [*sorted({"doors" if "door" in cause else cause for cause in found}), *gone]


def allowed(flight: SuperfortFlight) -> bool:
    """The mission may be aborted now: for a cause of any origin, or a day alone that no rejoining will end (4.8 C)."""
    return bool(reasons(flight))


def ordered(flight: SuperfortFlight) -> bool:
    """Whether it must be: with bombs aboard, and no way over the target to let them go."""
    state = flight.state
    stuck = state.plane.bombs_aboard and state.all_doors_stuck
    return stuck and state.track.zone == state.orders.target_zone


def consider(flight: SuperfortFlight) -> Flow[None]:
    """After all combat in a zone on the way out: go on, or turn for home."""
    state = flight.state
    if state.track.aborting or not allowed(flight):
        return
    straight_on = not state.sortie.early and state.track.zone <= flight.const.iwo_zone
    if ordered(flight):
        abort(flight, "abort")
        return
    options = ("go_on", "abort", *(("iwo_jima",) if straight_on else ()))
    answer = yield flight.ask("abort.ask", options, doctrine.abort(flight))
    if answer != "go_on":
        abort(flight, str(answer))


def abort(flight: SuperfortFlight, how: str) -> None:
    """The bomber leaves the formation and heads for home, or straight on for Iwo Jima."""
    state = flight.state
    low = [] if doctrine.reaches_altitude(flight) else ["altitude"]
    flight.fact("abort.aborts", how, credited=bool(state.ending.causes), why=[*reasons(flight), *low])
    state.track.aborting, state.track.out_of_formation = True, True
    state.company.escort_met = False
    state.ending.to_iwo = how == "iwo_jima"


def give_up_target(flight: SuperfortFlight) -> None:
    """The initial point is not found: bombs that can be dropped count as dropped on another target, off the one given."""
    state = flight.state
    can = engines.can_drop(flight)
    flight.fact("course.gives_up", bombs=can)
    if can:
        state.outcome.bombs_dropped, state.plane.bombs_aboard = True, False
        state.outcome.aim_result, state.outcome.per_cent = "off_target", 0
    state.track.aborting = state.track.out_of_formation = True
    state.company.escort_met = False
    navigation.note_cause(flight)


def drop_bombs(flight: SuperfortFlight) -> Flow[None]:
    """A bomber that turns for home may drop its bombs before that turn."""
    if not engines.can_drop(flight):
        return
    answer = yield flight.ask("abort.bombs", ("keep", "drop"), doctrine.drop_bombs(flight))
    if answer == "drop":
        let_fall(flight)


def let_fall(flight: SuperfortFlight) -> None:
    """The bombs fall where nobody meant them to."""
    flight.fact("abort.bombs_fall")
    flight.state.plane.bombs_aboard = False
