"""How a single roll is followed to its end for exact odds: as the flow follows it, on a bomber still whole.

The scene is the way out, in formation, everything whole, nobody hurt and the bombs aboard, under attack by one Me 109.
Where a table does not say for whom it rolls, it is for the pilot, the top turret, engine 1 and the port wing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from combatbox.core.rules import rule
from combatbox.games.queen import shells
from combatbox.games.queen.asking import Down
from combatbox.games.queen.state import Fighter, Man, State, Wave
from combatbox.games.queen.terms import Queen

AREAS = "B-5"
DAMAGE = ("O-4", "O-5", "BL-1", "BL-1-DAMAGE", "BL-2", "BL-4")
"""Tables, beside those of the compartments, after which the flow looks what cannot wait."""


def begin(flight: Queen, column: str) -> None:
    """Set the scene for a roll in a column."""
    state = flight.state
    places = flight.const["positions"]
    spot = next((name for name, facts in places.items() if column in (facts["areas"], facts["shells"])), "")
    state.waves = [Wave([Fighter(1, "me109", spot or next(iter(places)))])]
    state.wave_now = state.fighter = 0
    state.under_attack = True
    state.man, state.gun, state.engine, state.side = "pilot", "top_turret", 1, "port"


@rule("Q6.4c-1", "Q6.4d-1", "Q-B5-2")
def first(flight: Queen, table: str, column: str) -> bool:
    """The roll itself; True if shells that it placed are still to be followed."""
    state = flight.state
    begin(flight, column)
    flight.roll_on(table, column=column)
    state.located, state.walking = (state.walking or state.located) if table == AREAS else [], []
    if state.located:
        return True
    tables = [part["table"] for part in flight.const["compartments"].values()]
    if table in DAMAGE or table in tables:
        _settle(flight)
    return False


@rule("Q6.4d-1")
def then(flight: Queen) -> bool:
    """The next shell on the table of its section; True if there are more after it."""
    shells.strike(flight, flight.state.located.pop(0))
    return _settle(flight) and bool(flight.state.located)


def _settle(flight: Queen) -> bool:
    """What cannot wait after a shell; False once the flight is over."""
    try:
        flight.run(shells.after_shell(flight))
    except Down:
        return False
    return True


def key(flight: Queen) -> Hashable:
    """All of a state that the shells still to be followed can meet: states of equal keys go on alike.

    Damage to sections that no shell is left for changes nothing that is to come.
    """
    state = flight.state
    if not state.located:
        return ()
    parts = flight.const["compartments"]
    men = tuple(
        (station, _condition(state.at(station)))
        for section in dict.fromkeys(state.located)
        for station in (parts[section]["stations"] if section in parts else ())
    )
    wings = [section.removesuffix("_wing") for section in state.located if section not in parts]
    return (tuple(state.located), men, state.pilot_at_controls, state.plane.extinguishers, _wings(flight, wings))


def _wings(flight: Queen, sides: list[str]) -> Hashable:
    """What shells in these wings can meet: engines and tanks there, how many are gone elsewhere, a root nearly off."""
    if not sides:
        return ()
    state, plane = flight.state, flight.state.plane
    near = flight.const["wing_root_hits"]
    roots = [(side, getattr(plane, f"{side}_root_hits")) for side in dict.fromkeys(sides)]
    return (
        tuple((e.number, e.charges, e.out) for e in state.engines if e.side in sides),
        state.engines_out(),
        frozenset(tank for tank in state.leaking_tanks if tank.startswith(tuple(sides))),
        len(state.leaking_tanks),
        (plane.feathering_system_out, plane.engine_extinguishers_out),
        tuple((side, hits) for side, hits in roots if hits + sides.count(side) >= near),
    )


def _condition(man: Man | None) -> Hashable:
    return (man.role, man.light, man.serious, man.trapped) if man else None


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
    if state.lost or state.bail_out:
        yield "plane_down"
