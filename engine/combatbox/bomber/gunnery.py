"""The allocation of guns to fighters, and the effect of the guns' fire (section 9 of the rules).

Guns are allocated in the order of `game.yaml`: each to one fighter in its field of fire, to a spray if spraying is
in play, or to hold fire. No dice are rolled before the last gun is allocated.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Any

from combatbox.bomber.constants import silenced
from combatbox.bomber.decision_options import FIGHTERS, PASSING
from combatbox.bomber.effects import battle
from combatbox.bomber.enums import BomberFlight
from combatbox.bomber.fields_of_fire import fields_of, is_hit
from combatbox.core.annotations import frozen
from combatbox.core.decisions import Flow
from combatbox.core.effects import Condition
from combatbox.core.flight import EMPTY_FLOW


@dataclass
class Shot:
    """The target of one allocated gun.

    Attributes:
        gun: the name of the gun.
        man: the role of the man who fires the gun.
        fighter: the index of the target in the wave.
        column: the column of M-1.
        spray: the position that is sprayed; empty for aimed fire.
        passing: True if the gun fires after the fighter has passed.
    """

    gun: str
    man: str
    fighter: int
    column: str
    spray: str = ""
    passing: bool = False


# ---- who mans a gun


def works(flight: BomberFlight, gun: str) -> bool:
    """Return True if the gun is undamaged and not silenced by a part that is out."""
    state = flight.state
    gun_state = state.guns[gun]
    is_out = gun_state.out or gun_state.jammed or gun_state.thrown_out  # asked for each gun: faster than a property
    return not is_out and not silenced(flight.const, state.plane.parts, gun)


# ---- allocation


def announce(flight: BomberFlight, shots: list[Shot], **more: Any) -> None:  # JSON
    """Log the target of each gun and place the gun counters.

    Args:
        flight: the flight.
        shots: the targets of the allocated guns.
        more: further data for the log entry.
    """
    if flight.journal:
        targets = {shot.gun: _aim(shot) for shot in shots}
        flight.fact("guns.allocated", guns=targets, **more)
        flight.state.battle.aimed = targets


def _aim(shot: Shot) -> str:
    """Return the target of a gun as its counter shows it."""
    return shot.spray or (str(PASSING[shot.fighter]) if shot.passing else FIGHTERS[shot.fighter])


def pilot_status(flight: BomberFlight) -> None:
    """Roll for the quality of each fighter's pilot, if the optional rule for pilots is in play.

    The result holds for all attacks of the fighter.
    """
    if flight.ruled.get("pilot_status") == "off":
        return
    state = flight.state
    for index, fighter in enumerate(state.wave.fighters):
        if not fighter.gone and not fighter.status:
            roll_for_fighter(flight, index, "guns.pilot_status")


def roll_for_fighter(flight: BomberFlight, index: int, place: str, column: str = "") -> None:
    """Roll for a fighter of the wave at a place in the order of play.

    Args:
        flight: the flight.
        index: the index of the fighter in the wave.
        place: the place.
        column: the column of its table.
    """
    flight.state.hand.fighter = index
    flight.roll(place, FIGHTERS[index], column)


# ---- fire


def fire(flight: BomberFlight, shots: list[Shot]) -> Flow[None]:
    """Resolve the fire of all allocated guns except passing shots.

    First every aimed gun rolls on M-1. Then sprays are resolved, and each hit on a fighter that is not gone rolls on M-2.
    The player chooses the order of the guns (Q-R37), which matters only if several guns fire at the same fighter: the
    gunner who destroys it gets the kill, and later shots at it are lost.
    """
    if not shots:
        return EMPTY_FLOW
    state = flight.state
    hampered = state.wave.evading or state.plane.broken("intercom_out")
    due = [shot for shot in shots if shot.spray]
    for shot in shots:
        if not (shot.spray or shot.passing) and shoot(flight, shot, hampered):
            due.append(shot)
    return _resolve_hits(flight, due) if due else EMPTY_FLOW


def _resolve_hits(flight: BomberFlight, due: list[Shot]) -> Flow[None]:
    """Resolve sprays and guns that hit, in the order the player chooses."""
    while due:
        shot = due[0]
        if len(due) > 1:
            shot = yield from _next_gun(flight, due)
        due.remove(shot)
        if shot.spray:
            spray(flight, shot)
        else:
            damage_fighter(flight, shot)


def _next_gun(flight: BomberFlight, due: list[Shot]) -> Flow[Shot]:
    """Return the gun to resolve next.

    This is the first gun, unless others fire at one of its targets; the player then chooses one of them.
    """
    affected = _affected(flight, due[0])
    rivals = [shot for shot in due if affected & _affected(flight, shot)]
    if len(rivals) < 2:
        return due[0]
    shared = min(affected.intersection(*(_affected(flight, shot) for shot in rivals)) or affected)
    guns = tuple(shot.gun for shot in rivals)
    answer = yield flight.ask("guns.first_gun", guns, guns[0], FIGHTERS[shared])
    return rivals[guns.index(answer)]


def _affected(flight: BomberFlight, shot: Shot) -> set[int]:
    """Return the indexes of the remaining fighters that a hit or a spray affects."""
    fighters = flight.state.wave.fighters
    if shot.spray:
        return {i for i, f in enumerate(fighters) if f.position == shot.spray and not f.gone and not f.untouchable}
    return set() if fighters[shot.fighter].gone else {shot.fighter}


def shoot(flight: BomberFlight, shot: Shot, hampered: bool = True) -> bool:
    """Roll for one gun at one fighter on M-1, or on M-1-HARD if M-1-NEEDS says so.

    Args:
        flight: the flight.
        shot: the gun and its target.
        hampered: True if anything besides the gun and its gunner could make the shot harder, so that M-1-NEEDS must be
            consulted.

    Returns:
        True if the gun hits.
    """
    hand = flight.state.hand
    hand.man, hand.gun, hand.fighter = shot.man, shot.gun, shot.fighter
    if hand.hits:
        hand.hits = 0
    man = flight.state.men[shot.man]
    if hampered or man.light or man.frostbitten or shot.man not in flight.const.guns[shot.gun].men_at_home():
        hand.aim = ""
        flight.consult("guns.needs", shot.gun)
        if hand.aim:
            flight.roll("guns.hard", shot.gun, fields_of(flight).hard[hand.aim])
            return hand.hits > 0
    flight.roll("guns.fire", shot.gun, shot.column)
    return hand.hits > 0


@frozen
class HitChance:
    """The chance to hit, as the number of throws that hit.

    Attributes:
        faces: the number of throws that hit.
        of: the number of all possible throws.
        handicap: the condition that makes the gun roll on M-1-HARD; None if there is none.
        modifiers: the codes of the modifiers that apply.
    """

    faces: int
    of: int
    handicap: Condition | None = None
    modifiers: tuple[str, ...] = ()


def chance_to_hit(flight: BomberFlight, shot: Shot) -> HitChance:
    """Return a gun's chance to hit in the current state, without changing the flight."""
    state = copy(flight.state)
    state.hand = copy(state.hand)
    state.hand.man, state.hand.gun, state.hand.fighter = shot.man, shot.gun, shot.fighter
    state.hand.passing_shot = shot.passing
    scratch: BomberFlight = type(flight)(flight.book, flight.dice, state)
    row = next((row for row in scratch.table("guns.needs").rows if row.asks and row.asks(scratch)), None)
    if row:
        needed = next(str(effect["row"]) for effect in row.effects if effect.is_a(battle.hits_on))
        table, column = scratch.table("guns.hard"), fields_of(flight).hard[needed]
    else:
        table, column = scratch.table("guns.fire"), shot.column
    weights = table.notation.weights()
    hits = sum(weight for natural, weight in weights.items() if is_hit(scratch.row_at(table, natural, column)))
    counted = tuple(code for code, amount in scratch.modifiers(table) if amount)
    return HitChance(hits, sum(weights.values()), row.when if row else None, counted)


def damage_fighter(flight: BomberFlight, shot: Shot) -> None:
    """Roll on M-2 for one hit, unless the fighter is already destroyed (Q-R37)."""
    state = flight.state
    if not state.wave.fighters[shot.fighter].gone:
        state.hand.man, state.hand.gun, state.hand.fighter = shot.man, shot.gun, shot.fighter
        flight.roll("guns.damage", shot.gun)


def spray(flight: BomberFlight, shot: Shot) -> None:
    """Roll for each fighter at the sprayed position.

    A jam takes effect after these rolls (Q-R36).
    """
    state = flight.state
    state.hand.man, state.hand.gun, state.hand.spraying = shot.man, shot.gun, True
    for index in sorted(_affected(flight, shot)):
        state.hand.fighter = index
        flight.roll("guns.spray", shot.gun)
    state.hand.spraying = False


def passing_targets(shots: list[Shot]) -> set[int]:
    """Return the indexes of fighters that are targets of a passing shot (Q9.2-6)."""
    return {shot.fighter for shot in shots if shot.passing}
