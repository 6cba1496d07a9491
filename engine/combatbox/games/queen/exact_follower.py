"""Resolution of a single roll on an undamaged bomber and of all its consequences, for exact odds.

The bomber is on the way out, in formation and under attack by one fighter; it is undamaged, nobody is hurt and the
bombs are aboard. A roll about a man or a gun is made for the man or gun in the constants' `subjects`; a roll about an
engine or a wing is made for engine 1 or the port wing.

If a roll on B-4 or O-4 gives a number of shells, the shells are not resolved here, but evaluated one by one on B-5 or
O-5. A burst inside the plane is resolved and changes the state, but the results of its table are not reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from combatbox.bomber import shells
from combatbox.bomber.constants import WING_SIDES
from combatbox.bomber.crew_positions import compartment_of
from combatbox.bomber.enums import WINGS, FlightOver
from combatbox.bomber.setup import new_state
from combatbox.bomber.state import Fighter, State, Wave
from combatbox.core.game import Setup
from combatbox.games.queen.constants import Constants, QueenFlight

AREAS = "B-5"
DAMAGE = ("O-4", "O-5", "BL-1", "BL-1-DAMAGE", "BL-2", "BL-4")
"""Tables with results whose consequences are resolved at once.

The damage tables of the compartments, which are not listed here, are treated in the same way.
"""


def begin(flight: QueenFlight, column: str) -> None:
    """Prepare the state for a roll in a column: set up an attack from a position to which the column applies.

    If the column applies to no position, the attack comes from the first position in `game.yaml`.
    """
    positions = flight.const.positions
    position = next((name for name, facts in positions.items() if column in (facts.areas, facts.shells)), "")
    attack(flight.state, flight.const, {"position": position})


def attack(state: State, const: Constants, facts: Mapping[str, str]) -> None:
    """Set up an attack by one fighter, and the subjects of a roll: those in the facts, or else the default ones."""
    subjects, hand = const.subjects, state.hand
    fighter = Fighter(1, facts.get("fighter", subjects.fighter), facts.get("position") or next(iter(const.positions)))
    state.battle.waves, state.battle.under_attack = [Wave([fighter])], True
    state.battle.wave_now = hand.fighter = 0
    hand.man, hand.gun = facts.get("man", subjects.man), facts.get("gun", subjects.gun)
    hand.side, hand.engine = facts.get("side", "port"), 1


def first(flight: QueenFlight, table: str, column: str) -> bool:
    """Roll on the table.

    Args:
        flight: the flight.
        table: the id of the table.
        column: the column of the table.

    Returns:
        True if the roll has placed shells that still have to be resolved.
    """
    state = flight.state
    begin(flight, column)
    flight.roll_on(table, column=column)
    state.hand.located, state.hand.walking = (state.hand.walking or state.hand.located) if table == AREAS else [], []
    if state.hand.located:
        return True
    tables = [part.table for part in flight.const.compartments.values()]
    if table in DAMAGE or table in tables:
        _settle(flight)
    return False


def then(flight: QueenFlight) -> bool:
    """Resolve the next shell on the damage table of its section.

    Returns:
        True if more shells have to be resolved.
    """
    shells.strike(flight, flight.state.hand.located.pop(0))
    return _settle(flight) and bool(flight.state.hand.located)


def _settle(flight: QueenFlight) -> bool:
    """Resolve the immediate consequences of a shell.

    Returns:
        False if the flight is over.
    """
    try:
        flight.run(shells.after_shell(flight))
    except FlightOver:
        return False
    return True


def rest(flight: QueenFlight) -> State:
    """Return the state, without the damage to sections that no remaining shell can strike.

    Such damage does not affect the rolls that follow. Leaving it out makes states equal that differ in nothing else. If
    a man has taken over a station in another compartment, the state is returned unchanged.
    """
    state = flight.state
    compartments = flight.const.compartments
    if any(
        man.station and compartment_of(flight, man.station) != compartment_of(flight, man.role)
        for man in state.men.values()
    ):
        return state
    reduced = new_state(flight.book, Setup())
    attack(reduced, flight.const, {})
    reduced.hand.located = state.hand.located
    reduced.plane.extinguishers = state.plane.extinguishers
    for section in dict.fromkeys(state.hand.located):
        if section not in compartments:
            continue
        for station in compartments[section].stations:
            reduced.stations[station] = state.stations[station]
            reduced.men[station] = state.men[station]
        if state.pilot_at_controls in compartments[section].stations:
            reduced.pilot_at_controls = state.pilot_at_controls
    sides = [WINGS[section] for section in state.hand.located if section in WINGS]
    if sides:
        _wings(flight, reduced, sides)
    return reduced


def _wings(flight: QueenFlight, reduced: State, sides: list[str]) -> None:
    """Copy to the reduced state the damage that affects shells in these wings.

    This includes the engines and tanks of the wings, the number of engines and tanks damaged in the other wing, and
    wing roots that the remaining shells could bring to their limit.
    """
    state = flight.state
    old, new = state.plane.parts, reduced.plane.parts
    side_of: dict[str, str] = {tank: facts.side for tank, facts in flight.const.tanks.items()}
    for part in ("feathering_system_out", "engine_extinguishers_out"):
        new[part] = old[part]
    for engine, fresh in zip(state.engines, reduced.engines, strict=True):
        if engine.side in sides:
            fresh.charges, fresh.out = engine.charges, engine.out
    for side in WING_SIDES:
        leaking = [tank for tank in state.supply.leaking_tanks if side_of[tank] == side]
        if side in sides:
            hits = old[f"{side}_root_hits"]
            if hits + sides.count(side) >= flight.const.wing_root_hits:
                new[f"{side}_root_hits"] = hits
            reduced.supply.leaking_tanks += sorted(leaking)
            continue
        reduced.supply.leaking_tanks += [tank for tank, tank_side in side_of.items() if tank_side == side][
            : len(leaking)
        ]
        out = sum(engine.out for engine in state.engines if engine.side == side)
        for engine in [engine for engine in reduced.engines if engine.side == side][:out]:
            engine.out = True


def facts(state: State) -> Iterator[str]:
    """Yield conditions of the state that the effects do not report, such as `dead pilot`.

    After `dead` and `out_of_action` comes a man's role or `anyone`. `engines_out 1` means one engine or more.
    `plane_down` means that the bomber is lost or must be abandoned.
    """
    for man in state.men.values():
        if man.dead:
            yield f"dead {man.role}"
            yield "dead anyone"
        if not man.fit:
            yield f"out_of_action {man.role}"
            yield "out_of_action anyone"
    if state.engines_out():
        yield "engines_out 1"
    if state.due.lost or state.due.bail_out:
        yield "plane_down"
