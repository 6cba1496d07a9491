"""How a single roll is followed to its end for exact odds: as the flow follows it, on a bomber still whole.

The scene is the way out, in formation, everything whole, nobody hurt and the bombs aboard, under attack by one Me 109.
Where a table does not say for whom it rolls, it is for the pilot, the top turret, engine 1 and the port wing.

Shells that B-4 or O-4 count are not followed from there: each is asked for alone, on B-5 or O-5. A burst inside the
plane is, and what it does shows in the state; the single results of the table that it suffers are not met as codes.
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
"""Tables, beside those of the compartments, after which the flow looks what cannot wait."""


def begin(flight: QueenFlight, column: str) -> None:
    """Set the scene for a roll in a column."""
    places = flight.const.positions
    spot = next((name for name, facts in places.items() if column in (facts.areas, facts.shells)), "")
    _scene(flight.state, spot or next(iter(places)))


def _scene(state: State, position: str) -> None:
    """One Me 109 attacks from there; and for whom a roll is made that does not say."""
    state.battle.waves = [Wave([Fighter(1, "me109", position)])]
    state.battle.wave_now = state.hand.fighter = 0
    state.battle.under_attack = True
    state.hand.man, state.hand.gun, state.hand.engine, state.hand.side = "pilot", "top_turret", 1, "port"


def first(flight: QueenFlight, table: str, column: str) -> bool:
    """The roll itself; True if shells that it placed are still to be followed."""
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
    """The next shell on the table of its section; True if there are more after it."""
    shells.strike(flight, flight.state.hand.located.pop(0))
    return _settle(flight) and bool(flight.state.hand.located)


def _settle(flight: QueenFlight) -> bool:
    """What cannot wait after a shell; False once the flight is over."""
    try:
        flight.run(shells.after_shell(flight))
    except FlightOver:
        return False
    return True


def rest(flight: QueenFlight) -> State:
    """The same flight with everything whole again that the shells still to be followed cannot meet.

    Damage to sections that no shell is left for changes nothing that is to come, so that states which differ in it
    alone become equal. A man who has taken over a station in another compartment is left where he is, and with him
    everything else.
    """
    state = flight.state
    parts = flight.const.compartments
    if any(man.station and _part_of(flight, man.station) != _part_of(flight, man.role) for man in state.men.values()):
        return state
    whole = new_state(flight.book, Setup())
    _scene(whole, next(iter(flight.const.positions)))
    whole.hand.located = state.hand.located
    whole.plane.extinguishers = state.plane.extinguishers
    for section in dict.fromkeys(state.hand.located):
        if section not in parts:
            continue
        for station in parts[section].stations:
            whole.stations[station] = state.stations[station]
            whole.men[station] = state.men[station]
        if state.pilot_at_controls in parts[section].stations:
            whole.pilot_at_controls = state.pilot_at_controls
    sides = [WINGS[section] for section in state.hand.located if section in WINGS]
    if sides:
        _wings(flight, whole, sides)
    return whole


def _part_of(flight: QueenFlight, station: str) -> str:
    """The compartment of a station."""
    part: str = flight.const.crew[station].compartment
    return part


def _wings(flight: QueenFlight, whole: State, sides: list[str]) -> None:
    """What shells in these wings can meet: engines and tanks there, how many are gone elsewhere, a root nearly off."""
    state = flight.state
    old, new = state.plane.parts, whole.plane.parts
    side_of: dict[str, str] = {tank: facts.side for tank, facts in flight.const.tanks.items()}
    for part in ("feathering_system_out", "engine_extinguishers_out"):
        new[part] = old[part]
    for engine, fresh in zip(state.engines, whole.engines, strict=True):
        if engine.side in sides:
            fresh.charges, fresh.out = engine.charges, engine.out
    for side in s.SIDES:
        leaking = [tank for tank in state.supply.leaking_tanks if side_of[tank] == side]
        if side in sides:
            hits = old[f"{side}_root_hits"]
            if hits + sides.count(side) >= flight.const.wing_root_hits:
                new[f"{side}_root_hits"] = hits
            whole.supply.leaking_tanks += sorted(leaking)
            continue
        whole.supply.leaking_tanks += [tank for tank, its in side_of.items() if its == side][: len(leaking)]
        out = sum(engine.out for engine in state.engines if engine.side == side)
        for engine in [engine for engine in whole.engines if engine.side == side][:out]:
            engine.out = True


def facts(state: State) -> Iterator[str]:
    """What the state shows beside the effects that brought it about: `dead pilot`, `plane_down`.

    dead, out_of_action: a man, or `anyone`. engines_out: how many at least. plane_down: lost, or to be abandoned.
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
