"""Aborting a mission (4.7): its causes, whether it counts, and the bombs."""

from __future__ import annotations

from combatbox.core.decisions import Flow
from combatbox.games.superfort import doctrine, engines, fuel, navigation
from combatbox.games.superfort.formation import can_still_rejoin
from combatbox.games.superfort.state import SuperfortFlight, assembly_zone


def causes(flight: SuperfortFlight) -> frozenset[str]:
    """Return the causes of an abort that are listed in 4.7 D and apply now.

    Being off course at the target is also a cause, which `navigation.note_cause` records.
    """
    state = flight.state
    broken = state.plane.parts.get
    present = {part for part in flight.const.abort_for.parts if broken(part)}
    low = flight.const.bands[0]
    if state.sortie.band != low and (state.pressure.pressure_lost or state.pressure.compromised):
        present.add("pressure")
    present |= {role for role in flight.const.abort_for.men if state.men[role].dead or state.men[role].serious}
    if state.engines_out():
        present.add("engine")
    if _is_short_of_fuel(flight):
        present.add("fuel")
    if state.plane.broken("electrical_out"):
        present.add("electrical")
    return frozenset(present)


def _is_short_of_fuel(flight: SuperfortFlight, in_hand: int = 0) -> bool:
    """Return True if the bombs are still to be dropped and there is too little fuel to bomb the target and return.

    Args:
        flight: the flight.
        in_hand: the number of boxes of fuel to keep in reserve.
    """
    state = flight.state
    return state.track.leg == "out" and state.plane.bombs_aboard and not fuel.enough_to_bomb(flight, in_hand)


def note(flight: SuperfortFlight, before: frozenset[str]) -> None:
    """Record the new causes of an abort that a fight or flak has brought about; they make the abort count.

    Args:
        flight: the flight.
        before: the causes that existed before the fight or flak.
    """
    noted = flight.state.ending.causes
    new = sorted(causes(flight) - before - set(noted))
    noted += new


def reasons(flight: SuperfortFlight) -> list[str]:
    """Return the names of the reasons for an abort.

    The reasons are the causes of 4.7 D, the loss of the bombs, and the loss of the formation.
    """
    state = flight.state
    late = state.track.zone >= assembly_zone(flight)
    alone = state.alone and late and not can_still_rejoin(flight)
    losses = [name for name, is_so in (("formation", alone), ("bombs", not state.plane.bombs_aboard)) if is_so]
    present = set(causes(flight))
    if flight.ruled["fuel_margin"] == "reserve" and _is_short_of_fuel(flight, flight.const.reserve):
        present.add("fuel")
    return [*sorted({"doors" if "door" in cause else cause for cause in present}), *losses]


def allowed(flight: SuperfortFlight) -> bool:
    """Return True if the mission may be aborted now.

    Any of the `reasons` allows an abort, whether or not it is due to the enemy.
    """
    return bool(reasons(flight))


def ordered(flight: SuperfortFlight) -> bool:
    """Return True if the mission must be aborted.

    That is the case if the bomber is at the target with bombs aboard and no bay can be opened.
    """
    state = flight.state
    stuck = state.plane.bombs_aboard and state.all_doors_stuck
    return stuck and state.at_target


def consider(flight: SuperfortFlight) -> Flow[None]:
    """On the way out, after all combat in a zone, ask whether to turn for home."""
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
    """Leave the formation, and turn for home or fly straight on to Iwo Jima.

    Args:
        flight: the flight.
        how: `abort` to turn for home, or `iwo_jima` to fly straight on.
    """
    state = flight.state
    low = [] if doctrine.reaches_altitude(flight) else ["altitude"]
    flight.fact("abort.aborts", how, credited=bool(state.ending.causes), why=[*reasons(flight), *low])
    state.track.aborting, state.track.out_of_formation = True, True
    state.company.escort_met = False
    state.ending.to_iwo = how == "iwo_jima"


def give_up_target(flight: SuperfortFlight) -> None:
    """Give up the target because the initial point was not found.

    Bombs that can be dropped are counted as dropped on another target, and so not on the assigned one.
    """
    state = flight.state
    droppable = engines.can_drop(flight)
    flight.fact("course.gives_up", bombs=droppable)
    if droppable:
        state.outcome.bombs_dropped, state.plane.bombs_aboard = True, False
        state.outcome.aim_result, state.outcome.per_cent = "off_target", 0
    state.track.aborting = state.track.out_of_formation = True
    state.company.escort_met = False
    navigation.note_cause(flight)


def drop_bombs(flight: SuperfortFlight) -> Flow[None]:
    """Ask whether a bomber that turns for home first drops its bombs."""
    if not engines.can_drop(flight):
        return
    answer = yield flight.ask("abort.bombs", ("keep", "drop"), doctrine.drop_bombs(flight))
    if answer == "drop":
        let_fall(flight)


def let_fall(flight: SuperfortFlight) -> None:
    """Drop the bombs without a target."""
    flight.fact("abort.bombs_fall")
    flight.state.plane.bombs_aboard = False
