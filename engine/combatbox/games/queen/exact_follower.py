"""Follows a single roll to its end for exact odds, on an undamaged bomber.

The roll is made on the way out, in formation, with everything undamaged, nobody hurt and the bombs aboard, under attack
by one Me 109. Where a table does not say for whom it rolls, it is for the pilot, the top turret, engine 1 and the port
wing.

Shells that B-4 or O-4 count are not followed: they are evaluated one by one, on B-5 or O-5. A burst inside the plane is
followed, and its effects show in the state; the single results of the table that it suffers are not reported as codes.
"""

from __future__ import annotations

from collections.abc import Iterator

from combatbox.bomber import shells
from combatbox.bomber import state as s
from combatbox.bomber.decision_options import FlightOver
from combatbox.bomber.enums import WINGS
from combatbox.bomber.setup import new_state
from combatbox.bomber.state import Fighter, State, Wave
from combatbox.core.game import Setup
from combatbox.games.queen.constants import QueenFlight

AREAS = "B-5"
DAMAGE = ("O-4", "O-5", "BL-1", "BL-1-DAMAGE", "BL-2", "BL-4")
"""Tables after which the flow resolves what cannot wait.

Those of the compartments come on top.
"""


def begin(flight: QueenFlight, column: str) -> None:
    """Set up a roll in a column."""
    positions = flight.const.positions
    position = next((name for name, facts in positions.items() if column in (facts.areas, facts.shells)), "")
    _scene(flight, flight.state, position or next(iter(positions)))


def _scene(flight: QueenFlight, state: State, position: str) -> None:
    """Set up one fighter attacking from a position, and the subjects of a lone roll."""
    subjects = flight.const.subjects
    state.battle.waves = [Wave([Fighter(1, subjects.fighter, position)])]
    state.battle.wave_now = state.hand.fighter = 0
    state.battle.under_attack = True
    state.hand.man, state.hand.gun, state.hand.engine, state.hand.side = subjects.man, subjects.gun, 1, "port"


def first(flight: QueenFlight, table: str, column: str) -> bool:
    """Make the roll itself.

    Args:
        flight: the flight.
        table: the table.
        column: its column.

    Returns:
        True if shells that it placed are still to be followed.
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
    """Roll the next shell on the table of its section.

    Returns:
        True if more shells follow.
    """
    shells.strike(flight, flight.state.hand.located.pop(0))
    return _settle(flight) and bool(flight.state.hand.located)


def _settle(flight: QueenFlight) -> bool:
    """Resolve what cannot wait after a shell; return False once the flight is over."""
    try:
        flight.run(shells.after_shell(flight))
    except FlightOver:
        return False
    return True


def rest(flight: QueenFlight) -> State:
    """Return the flight's state, undamaged wherever the shells to come cannot strike.

    Damage to other sections changes nothing that follows, so states that differ in it alone become equal. If a man has
    taken over a station in another compartment, the state is returned as it is.
    """
    state = flight.state
    compartments = flight.const.compartments
    if any(
        man.station and _compartment_of(flight, man.station) != _compartment_of(flight, man.role)
        for man in state.men.values()
    ):
        return state
    reduced = new_state(flight.book, Setup())
    _scene(flight, reduced, next(iter(flight.const.positions)))
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


def _compartment_of(flight: QueenFlight, station: str) -> str:
    """Return the compartment of a station."""
    compartment: str = flight.const.crew[station].compartment
    return compartment


def _wings(flight: QueenFlight, reduced: State, sides: list[str]) -> None:
    """Copy what shells in these wings can meet.

    Engines and tanks there, how many are out elsewhere, and wing roots close to their limit.
    """
    state = flight.state
    old, new = state.plane.parts, reduced.plane.parts
    side_of: dict[str, str] = {tank: facts.side for tank, facts in flight.const.tanks.items()}
    for part in ("feathering_system_out", "engine_extinguishers_out"):
        new[part] = old[part]
    for engine, fresh in zip(state.engines, reduced.engines, strict=True):
        if engine.side in sides:
            fresh.charges, fresh.out = engine.charges, engine.out
    for side in s.SIDES:
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
    """Yield what the state shows besides effects: `dead pilot`, `plane_down`.

    `dead` and `out_of_action` name a man, or `anyone`. `engines_out` is at least that number. `plane_down` means lost,
    or to be abandoned.
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
