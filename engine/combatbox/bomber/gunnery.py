"""Section 9: which gun fires at which fighter, and what it does there.

Guns are asked one after the other in the order of `game.yaml`, each for one fighter in its field of fire, for a
spray where that option is in force, or to hold. Nothing is rolled before the last gun is allocated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from combatbox.bomber.decision_options import FIGHTERS, PASSING
from combatbox.bomber.enums import BomberFlight
from combatbox.bomber.fields_of_fire import fields_of
from combatbox.bomber.parts import silenced
from combatbox.core.decisions import Flow
from combatbox.core.flight import EMPTY_FLOW


@dataclass
class Shot:
    """One gun allocated: who fires it, at the fighter with this index, in that column of M-1.

    spray: the position sprayed, empty for aimed fire. passing: fired when the fighter has passed.
    """

    gun: str
    man: str
    fighter: int
    column: str
    spray: str = ""
    passing: bool = False


# ---- who mans a gun


def works(flight: BomberFlight, gun: str) -> bool:
    """Whether the gun could fire: it is whole, and no part that is out keeps it silent."""
    state = flight.state
    mount = state.guns[gun]
    if mount.out or mount.jammed or mount.thrown_out:
        return False
    return not silenced(flight.const, state.plane.parts, gun)


# ---- allocation


def announce(flight: BomberFlight, shots: list[Shot], **more: Any) -> None:
    """What every gun is aimed at is written down, with whatever more there is to say of it, and its counter placed."""
    if flight.journal:
        named = {shot.gun: _aim(shot) for shot in shots}
        flight.fact("guns.allocated", guns=named, **more)
        flight.state.battle.aimed = named


def _aim(shot: Shot) -> str:
    """What a gun is aimed at, as its counter shows it."""
    return shot.spray or (str(PASSING[shot.fighter]) if shot.passing else FIGHTERS[shot.fighter])


def pilot_status(flight: BomberFlight) -> None:
    """With that option, what kind of pilot flies each fighter, once for all its attacks."""
    if flight.ruled.get("pilot_status") == "off":
        return
    state = flight.state
    for index, fighter in enumerate(state.wave.fighters):
        if not fighter.gone and not fighter.status:
            state.hand.fighter = index
            flight.roll("guns.pilot_status", FIGHTERS[index])


# ---- fire


def fire(flight: BomberFlight, shots: list[Shot]) -> Flow[None]:
    """Every aimed gun on M-1, then the sprays and M-2 for each hit on a fighter that is still there.

    The order of the guns is the player's (Q-R37). It can matter only now, where several touch one fighter: whoever
    destroys it has the kill, and what comes after finds it gone.
    """
    if not shots:
        return EMPTY_FLOW
    battle = flight.state.battle
    hampered = battle.waves[battle.wave_now].evading or flight.state.plane.broken("intercom_out")
    due = [shot for shot in shots if shot.spray]
    for shot in shots:
        if not (shot.spray or shot.passing) and shoot(flight, shot, hampered):
            due.append(shot)
    return _take_effect(flight, due) if due else EMPTY_FLOW


def _take_effect(flight: BomberFlight, due: list[Shot]) -> Flow[None]:
    """What comes of sprays and of guns that hit, in the order of the player."""
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
    """The first of these guns, or the one the player names among those that touch a fighter of the first."""
    touched = _touched(flight, due[0])
    rivals = [shot for shot in due if touched & _touched(flight, shot)]
    if len(rivals) < 2:
        return due[0]
    shared = min(touched.intersection(*(_touched(flight, shot) for shot in rivals)) or touched)
    guns = tuple(shot.gun for shot in rivals)
    answer = yield flight.ask("guns.first_gun", guns, guns[0], FIGHTERS[shared])
    return rivals[guns.index(answer)]


def _touched(flight: BomberFlight, shot: Shot) -> set[int]:
    """The fighters still there that a hit or a spray is for."""
    battle = flight.state.battle
    fighters = battle.waves[battle.wave_now].fighters
    if shot.spray:
        return {i for i, f in enumerate(fighters) if f.position == shot.spray and not f.gone and not f.untouchable}
    return set() if fighters[shot.fighter].gone else {shot.fighter}


def shoot(flight: BomberFlight, shot: Shot, hampered: bool = True) -> bool:
    """One gun at one fighter: M-1, or M-1-HARD where M-1-NEEDS says so.

    hampered: something may make it harder that is no matter of this gun and its gunner, so that M-1-NEEDS has to be asked.
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


def damage_fighter(flight: BomberFlight, shot: Shot) -> None:
    """One hit on M-2, unless an earlier hit has destroyed the fighter (Q-R37)."""
    battle, hand = flight.state.battle, flight.state.hand
    if battle.waves[battle.wave_now].fighters[shot.fighter].gone:
        return
    hand.man, hand.gun, hand.fighter = shot.man, shot.gun, shot.fighter
    flight.roll("guns.damage", shot.gun)


def spray(flight: BomberFlight, shot: Shot) -> None:
    """A roll for each fighter at the position sprayed; a jam counts after these rolls (Q-R36)."""
    state = flight.state
    state.hand.man, state.hand.gun, state.hand.spraying = shot.man, shot.gun, True
    for index in sorted(_touched(flight, shot)):
        state.hand.fighter = index
        flight.roll("guns.spray", shot.gun)
    state.hand.spraying = False


def awaited(shots: list[Shot]) -> set[int]:
    """The fighters at which a passing shot is still to come (Q9.2-6)."""
    return {shot.fighter for shot in shots if shot.passing}
