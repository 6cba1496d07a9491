"""The sequence of play of B-17!, wave by wave (S-A05).

In each turn sections arrive, then German fighters, escorts and bombers move. The outcomes of rolls are in the tables,
not in this module.
"""

from __future__ import annotations

from dataclasses import replace

from combatbox.core.decisions import ORDER, Chance, Flow, FreeFormChoice, Option
from combatbox.core.errors import IllegalChoice
from combatbox.games.skirmish.constants import Skirmish
from combatbox.games.skirmish.deploy import allot_waves, arrivals, start_wave
from combatbox.games.skirmish.doctrine import (
    NO_STOP,
    best_stops,
    bomber_paths,
    escort_plans,
    german_plans,
    stop_as_ordered,
    stop_at_escort,
    stops_on,
    targets_at,
)
from combatbox.games.skirmish.effects import americans_are_asked, inches
from combatbox.games.skirmish.geometry import INCH
from combatbox.games.skirmish.moves import can_bomb, come_back, fly_bomber, fly_fighter, won
from combatbox.games.skirmish.parameters import Measures, measures
from combatbox.games.skirmish.paths import Path, any_path, input_format, reach_of, read_path, stays, units
from combatbox.games.skirmish.search import Plan, german_plan
from combatbox.games.skirmish.state import FLY_ON, NAMES, TO_TARGET, Plane, Section

OFFERED = 3
"""The number of moves and stops that are offered together with their effects.

The player may type any other legal one.
"""

TURNS = "turns"
"""The reason that is logged if a game ends because it has reached the limit of turns."""

GERMANS = "germans"
"""The name of the player who decides for the German fighters, if there is one."""


def play(flight: Skirmish) -> Flow[None]:
    """Play a whole game of one wave of bombers, or of three successive waves."""
    state = flight.state
    title = {"title": flight.const.title} if flight.const.title else {}
    flight.phase("game.start", scenario=state.scenario, needed=state.needed, **title)
    if state.waves > 1:
        allot_waves(flight)
    why = ""
    for wave in range(state.waves):
        state.wave = wave
        yield from start_wave(flight)
        while not state.result and not (why := wave_over(flight)):
            yield from turn(flight)
        if state.result:
            return
        if why == TURNS:
            break
        if state.bombers:
            flight.fact("wave.over", left=[bomber.key for bomber in state.bombers])
    if state.hits >= state.needed:  # where the game is flown to its end (S-A23)
        won(flight)
        return
    flight.fact("game.lost", hits=state.hits, needed=state.needed, why=why, turns=state.turn)
    state.result = "german"


def wave_over(flight: Skirmish) -> str:
    """Return the reason why a wave is over; empty if it is not over (S-A23, S-A31).

    A wave ends when no bomber is left, when no bomber can bomb any more, or at the limit of turns.
    """
    state, m = flight.state, measures(flight.book)
    if not state.bombers:
        return "gone"
    if flight.ruled["wave_end"] == "no_bombs_left" and not any(can_bomb(m, bomber) for bomber in state.bombers):
        return "spent"
    return TURNS if state.turn >= flight.const.turns else ""


def turn(flight: Skirmish) -> Flow[None]:
    """Play one turn (S-509, S-A05).

    Sections arrive, then the German fighters, the escorts and the bombers move.
    """
    state, m = flight.state, measures(flight.book)
    state.turn += 1
    flight.phase("turn.start", number=state.turn)
    arrivals(flight)
    come_back(flight, m)
    for section in state.sections:
        yield from section_moves(flight, m, section)
    if wave_over(flight) in ("gone", "spent"):  # (S-A21, S-A23, S-A31)
        return
    bombers_first = flight.ruled["order"] == "bombers_first"
    if bombers_first:
        yield from bombers_move(flight, m)
    over = bombers_first and wave_over(flight) in ("gone", "spent")
    for plane in state.escort_planes if not over and not state.result else []:
        yield from player_moves(flight, m, plane, m.allowance(plane, state.escorts_first), "escorts")
    state.escorts_first = 0
    if flight.ruled["order"] == "sides":
        yield from bombers_move(flight, m)


# ---- fighters


def section_moves(flight: Skirmish, m: Measures, section: Section) -> Flow[None]:
    """Move the fighters of a section (S-302, S-A07).

    They enter side by side and may separate from their next move on.
    """
    state = flight.state
    extra = section.first_move if section.entering else 0
    entering, section.entering = section.entering, False
    path: Path | None = None
    for key in section.fighters:
        plane = state.planes[key]
        if plane.out or not state.bombers:
            continue
        length = m.allowance(plane, extra)
        player = flight.ruled["german_policy"] == "player" or flight.ruled["solo"] == "germans"
        together = entering and flight.ruled["splitting"] == "after_entry"
        if together and path is not None and stays(m, plane, path):  # side by side
            if player:
                stop, target = yield from stop_to_fire(flight, m, plane, path, GERMANS, None)
            else:
                stop, target = stop_as_ordered(m, state, plane, path)
                stop, target = (stop, target) if target is not None else stop_at_escort(m, state, plane, path)
            fly_fighter(flight, m, plane, path, stop, target)
        elif player:
            path = yield from player_moves(flight, m, plane, length, GERMANS)
        else:
            plan = german_plan(m, plane, length, state.bombers)
            path = plan.path
            if plan.target:
                fly_plan(flight, m, plane, plan)
            else:
                fly_fighter(flight, m, plane, path, *stop_at_escort(m, state, plane, path))


def fly_plan(flight: Skirmish, m: Measures, plane: Plane, plan: Plan) -> None:
    """Fly a fighter according to a plan."""
    fly_fighter(flight, m, plane, plan.path, plan.stop, flight.state.planes[plan.target] if plan.target else None)


def player_moves(flight: Skirmish, m: Measures, plane: Plane, length: int, who: str) -> Flow[Path]:
    """Ask a player for a fighter's path, stop and target, and fly it (S-611, S-616).

    Args:
        flight: the flight.
        m: the measures of the game.
        plane: the fighter.
        length: the length of its move.
        who: the player who decides.

    Returns:
        The path flown.
    """
    state = flight.state
    if who != GERMANS and (state.to_target or not americans_are_asked(flight)):
        plan = escort_plans(m, state, plane, 1)[0]
        fly_plan(flight, m, plane, plan)
        return plan.path
    plans = german_plans(m, state, plane, length, OFFERED) if who == GERMANS else escort_plans(m, state, plane, OFFERED)
    path = yield from chosen_path(flight, m, plane, length, [plan.path for plan in plans], who)
    planned = next((plan for plan in plans if plan.path == path), None)
    stop, target = yield from stop_to_fire(flight, m, plane, path, who, planned)
    fly_fighter(flight, m, plane, path, stop, target)
    return path


def chosen_path(flight: Skirmish, m: Measures, plane: Plane, length: int, paths: list[Path], who: str) -> Flow[Path]:
    """Ask for an aircraft's move, offering the best moves, and return its path.

    The player may also type any other legal move. While no German is left or due, the Americans may fly on to the
    target: the doctrine then moves them until an aircraft is hit, or bombs are held, or the wave is over.

    Args:
        flight: the flight.
        m: the measures of the game.
        plane: the aircraft.
        length: the length of its move.
        paths: the moves to offer; the first is the default.
        who: the player who decides.
    """
    state = flight.state
    alone = who != GERMANS and not state.germans and not state.germans_due
    options = tuple(Option(text, "move", plane.key) for text in dict.fromkeys(path.words for path in paths))
    if alone:
        options = (Option(TO_TARGET, ORDER, plane.key), *options)
    decision = flight.ask(
        "bomber.move" if plane.type == "bomber" else "fighter.move",
        options,
        options[0],
        who,
        f"{'It' if who == plane.key else NAMES[plane.key]} flies {inches(length)} inches. Which way?",
    )
    answer = yield replace(
        decision,
        open=FreeFormChoice(
            input_format(m, plane, length),
            lambda text: read_path(text, m, plane, length).words,
            lambda chance: TO_TARGET if alone and chance() < 0.1 else any_path(m, plane, length, chance).words,
            reach_of(m, plane, length),
        ),
    )
    if answer == TO_TARGET:
        state.to_target = True
        return paths[0]
    return read_path(answer, m, plane, length)


def stop_to_fire(
    flight: Skirmish, m: Measures, plane: Plane, path: Path, who: str, planned: Plan | None
) -> Flow[tuple[int, Plane | None]]:
    """Ask whether and where a fighter stops to fire, and at which target (S-616, S-623).

    Args:
        flight: the flight.
        m: the measures of the game.
        plane: the fighter.
        path: its path.
        who: the player who decides.
        planned: the plan to which the path belongs, if any.

    Returns:
        The length flown at the stop, and the target; `NO_STOP` if it does not stop.
    """
    state = flight.state
    best = best_stops(m, state, plane, path, OFFERED)
    if planned is not None and planned.target:
        planned_stop = planned.stop, state.planes[planned.target]
        best = [planned_stop, *(stop for stop in best if stop[0] != planned.stop)][:OFFERED]
    if not best:
        return NO_STOP

    def targets(flown: int) -> list[Plane]:
        return targets_at(m, plane, state.enemies_of(plane), path, flown)

    def read(text: str) -> str:
        try:
            flown = units(text)
        except ValueError:
            raise IllegalChoice(f"{text[:40]!r}: is not a length; write inches, such as 9.25, or {FLY_ON}.") from None
        if flown > path.total:
            raise IllegalChoice(
                f"{text[:40]!r}: the whole move is only {inches(path.total)} inches; give a shorter length."
            )
        if not targets(flown):
            raise IllegalChoice(f"{text[:40]!r}: no aircraft can be fired at from there; choose another length.")
        return inches(flown)

    def draw(chance: Chance) -> str:
        stops = stops_on(m, state, plane, path)
        return inches(stops[int(chance() * len(stops))][0]) if chance() < 0.5 else FLY_ON

    options = (*(inches(flown) for flown, _ in best), FLY_ON)
    unplanned = who != GERMANS and planned is not None and not planned.target  # the doctrine would only move there
    input_format = "how many inches it has flown when it stops to fire, such as 9.25 or 3.0"
    decision = flight.ask(
        "fighter.stop", options, options[-1 if unplanned else 0], who, f"{NAMES[plane.key]}: stop and fire?"
    )
    answer = yield replace(decision, open=FreeFormChoice(input_format, read, draw))
    if answer == FLY_ON:
        return NO_STOP
    flown = units(answer)
    enemies = targets(flown)
    if len(enemies) == 1:
        return flown, enemies[0]
    first = next((enemy.key for stop, enemy in best if stop == flown), enemies[0].key)
    names = tuple(enemy.key for enemy in enemies)
    target = yield flight.ask(
        "fighter.target", names, first, who, f"{NAMES[plane.key]}: which aircraft does it fire at?"
    )
    return flown, state.planes[target]


# ---- bombers


def bombers_move(flight: Skirmish, m: Measures) -> Flow[None]:
    """Move the bombers in the order leader, left, right, last (S-303, S-A08).

    Undamaged bombers make the same move in formation; each straggler moves separately.
    """
    state = flight.state
    locked = flight.ruled["formation"] == "locked"
    group = [bomber for bomber in state.bombers if locked and not bomber.damage]
    together: Path | None = None
    for bomber in state.bombers:
        if bomber.out:
            continue
        if bomber in group:
            if together is None:
                together = yield from _bomber_path(flight, m, bomber, group)
            path = together
        else:
            path = yield from _bomber_path(flight, m, bomber, [bomber])
        yield from fly_bomber(flight, m, bomber, path)
        if state.result:
            return


def _bomber_path(flight: Skirmish, m: Measures, plane: Plane, group: list[Plane]) -> Flow[Path]:
    length = m.allowance(plane)
    asked = americans_are_asked(flight) and not flight.state.to_target
    if not asked or length <= m.moves[plane.type].straight * INCH:
        return bomber_paths(m, plane, group, 1)[0]
    paths = bomber_paths(m, plane, group, OFFERED)
    who = "formation" if len(group) > 1 else plane.key
    return (yield from chosen_path(flight, m, plane, length, paths, who))
