"""German fire and flak, and their immediate effects (sections 6.4 and 5.2 d of the rules)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combatbox.bomber import crew
from combatbox.bomber.enums import FIGHTERS, WINGS, BomberFlight, FlightOver, table_of
from combatbox.bomber.gunnery import Shot, fields_of, passing_targets, roll_for_fighter
from combatbox.bomber.state import Fighter
from combatbox.core.decisions import Flow
from combatbox.core.flight import EMPTY_FLOW

Strike = tuple[int, str]
"""A shell: the index of the fighter that fired it, and the section that it strikes."""


After = Callable[[Any], Flow[None]]  # Any: the flight of any bomber game
"""Resolves the immediate consequences of a shell."""


# ---- German fire


def german_fire(flight: BomberFlight, shots: list[Shot]) -> list[int]:
    """Roll on M-3 for each fighter that is not gone.

    A fighter that misses is removed, unless the bomber is out of formation or a passing shot will be fired at the
    fighter.

    Returns:
        The indexes of the fighters that hit.
    """
    columns = fields_of(flight).attack
    hitting: list[int] = []
    for index, fighter in enumerate(flight.state.wave.fighters):
        if fighter.gone:
            continue
        if rolls_to_hit(flight, index, columns[fighter.position]):
            hitting.append(index)
        elif flight.state.in_formation and index not in passing_targets(shots):
            remove_fighter(fighter, "missed")
    return hitting


def rolls_to_hit(flight: BomberFlight, index: int, column: str) -> bool:
    """Roll for the fire of one fighter, in a column of the table for its fire.

    Args:
        flight: the flight.
        index: the index of the fighter in the wave.
        column: the column of the table.

    Returns:
        True if the fighter hits.
    """
    state = flight.state
    state.hand.hits = 0
    roll_for_fighter(flight, index, "attack.fire", column)
    fighter = state.wave.fighters[index]
    fighter.hit = state.hand.hits > 0
    return fighter.hit


def remove_fighter(fighter: Fighter, why: str) -> None:
    """Remove a fighter from the battle for this reason, unless it is already gone."""
    if not fighter.gone:
        fighter.gone, fighter.why = True, why


def locate(flight: BomberFlight, hitting: list[int]) -> list[Strike]:
    """Roll the number of each fighter's shells, then the sections that they strike.

    No damage is rolled before every shell has its section.
    """
    state, positions = flight.state, flight.const.positions
    numbers: list[int] = []
    for index in hitting:
        state.hand.shells = 0
        roll_for_fighter(flight, index, "attack.shells", positions[state.wave.fighters[index].position].shells)
        numbers.append(state.hand.shells)
    strikes: list[Strike] = []
    for index, number in zip(hitting, numbers, strict=True):
        strikes += place_shells(flight, index, number)
    return strikes


def place_shells(flight: BomberFlight, index: int, number: int) -> list[Strike]:
    """Roll the sections that one fighter's shells strike.

    Walking hits replace all other shells.

    Args:
        flight: the flight.
        index: the index of the fighter in the wave.
        number: the number of shells.
    """
    state, hand = flight.state, flight.state.hand
    hand.fighter, hand.located, hand.walking = index, [], []
    column = flight.const.positions[state.wave.fighters[index].position].areas
    for _ in range(number):
        flight.roll("attack.areas", FIGHTERS[index], column)
    return [(index, section) for section in hand.walking or hand.located]


def damage(flight: BomberFlight, strikes: list[Strike], after: After | None = None) -> Flow[None]:
    """Roll the damage of each shell, and resolve its immediate consequences.

    Args:
        flight: the flight.
        strikes: the shells.
        after: a function that resolves the consequences of a shell; None for `after_shell`.
    """
    settle = after or after_shell
    for index, section in strikes:
        flight.state.hand.fighter = index
        strike(flight, section)
        if not _defers_bail_out(flight):
            yield from settle(flight)
    if _defers_bail_out(flight):
        yield from settle(flight)


def _defers_bail_out(flight: BomberFlight) -> bool:
    """Return True if the remaining shells strike before the crew jumps (Q-R82)."""
    due = flight.state.due
    return bool(due.bail_out) and not due.lost and flight.ruled.get("shells_after_bail_out") == "all_strike"


def strike(flight: BomberFlight, section: str, place: str = "attack.damage") -> None:
    """Roll the damage of one hit on a section, such as `nose` or `port_wing`, on its damage table.

    Args:
        flight: the flight.
        section: the section.
        place: the place of the roll in the order of play.
    """
    flight.state.hand.side = WINGS.get(section, flight.state.hand.side)
    flight.roll(place, section, table=table_of(flight.const, section))


def after_shell(flight: BomberFlight) -> Flow[None]:
    """Resolve urgent damage at once: the loss of plane, engines or pilot, or a fire.

    Raises:
        FlightOver: the plane or the crew is lost, or the crew bails out.
    """
    state = flight.state
    due = state.due
    if due.fires or not state.men[state.pilot_at_controls].fit:
        return _settle(flight)
    if due.lost or due.bail_out:
        raise FlightOver
    engine_left(flight)
    return EMPTY_FLOW


def _settle(flight: BomberFlight) -> Flow[None]:
    """Resolve a fire or the loss of the pilot, for which a man must be chosen."""
    state = flight.state
    if state.due.fires and not state.due.lost and not state.due.bail_out:
        yield from crew.fight_fires(flight)
    if state.due.lost or state.due.bail_out:
        raise FlightOver
    if not state.men[state.pilot_at_controls].fit:
        yield from crew.man_the_controls(flight)
    engine_left(flight)


def engine_left(flight: BomberFlight) -> None:
    """Check that at least one engine is running.

    Raises:
        FlightOver: all engines are out.
    """
    for engine in flight.state.engines:
        if not engine.out:
            return
    flight.fact("engines.no_engine")
    raise FlightOver


def send_off(flight: BomberFlight) -> None:
    """After an attack, remove the fighters that do not attack again.

    These are the fighters that broke off, missed a bomber in formation, or have made the maximum number of attacks.
    """
    for fighter in flight.state.wave.fighters:
        if fighter.gone:
            continue
        fighter.attacks += 1
        if fighter.damage == "fboa":
            remove_fighter(fighter, "broke_off")
        elif not fighter.hit and flight.state.in_formation:
            remove_fighter(fighter, "missed")
        elif fighter.attacks >= flight.const.attacks_by(fighter.type):
            remove_fighter(fighter, "spent")


# ---- flak


def flak(flight: BomberFlight, density: str, rolls: int, place: str) -> Flow[bool]:
    """Resolve flak with rolls on O-3, O-4 and O-5.

    O-4 is rolled for each hit, O-5 and its damage table for each shell.

    Args:
        flight: the flight.
        density: the column of O-3.
        rolls: the number of rolls on O-3.
        place: the purpose of the rolls, `target` on the bomb run.

    Returns:
        True if the plane was hit.
    """
    state = flight.state
    state.hand.hits = 0
    for _ in range(rolls):
        flight.roll("flak.to_hit", place, density)
    hits = state.hand.hits
    if hits and place == "target":
        state.battle.hit_by_flak = True
    for _ in range(hits):
        state.hand.shells = 0
        flight.roll("flak.effect", place)
        if not _defers_bail_out(flight):
            yield from after_shell(flight)
        for _ in range(state.hand.shells):
            state.hand.located = []
            flight.roll("flak.area", place)
            if not _defers_bail_out(flight):
                yield from after_shell(flight)
    if _defers_bail_out(flight):
        yield from after_shell(flight)
    return hits > 0
