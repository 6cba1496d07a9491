"""Attacks, volleys, flak, and the damage and destruction of aircraft."""

from __future__ import annotations

from combatbox.games.skirmish.constants import Skirmish
from combatbox.games.skirmish.geometry import INCH
from combatbox.games.skirmish.line_of_fire import (
    dead_ahead,
    dead_astern,
    hits_fighter,
    volley_guns,
)
from combatbox.games.skirmish.parameters import Measures, measures
from combatbox.games.skirmish.state import Plane, Shot


def fire(flight: Skirmish, column: str, attacker: Plane, target: Plane, place: str, gun: str = "") -> int:
    """Roll for an attacker against a defender; no aircraft is removed yet.

    Args:
        flight: the flight.
        column: the column of S-TAB-COMBAT.
        attacker: the aircraft that fires.
        target: the aircraft that is fired at.
        place: the place in the order of play under which the roll is logged.
        gun: the gun; empty for a fighter.

    Returns:
        The number of engines hit.
    """
    shot = flight.state.shot = Shot(attacker.key, target.key, gun)
    before = target.damage
    flight.roll(place, str(shot), column=column)
    _limit_damage(flight, target, before)
    return target.damage - before


def _limit_damage(flight: Skirmish, target: Plane, before: int) -> None:
    """Limit damage so that an aircraft is destroyed only by a hit when no engine is running any more.

    This applies under one option of S-A15 only.
    """
    most = measures(flight.book).toughness[target.type]
    if flight.ruled["destroyed"] == "last_engine" and before < most < target.damage:
        target.damage = most


def attack(flight: Skirmish, m: Measures, plane: Plane, target: Plane) -> None:
    """Resolve the single attack of a fighter's move and the return fire.

    Bombers fire back with their guns; a fighter that is attacked fires back only in an attack from head-on.
    """
    state = flight.state
    plane.attacked = True
    if plane.side == "german":
        state.alarmed = True
    ahead = dead_ahead(m, *plane.place, target)
    flight.fact("fighter.attack", plane.key, target=target.key, ahead=ahead)
    if target.type == "bomber":
        fire(flight, "fighter_ahead" if ahead else "fighter", plane, target, "fire.ahead" if ahead else "fire.fighter")
        volleys(flight, m, plane, first=target, alone=flight.ruled["stopping"] == "no")
    else:
        fire(flight, "fighters", plane, target, "fire.fighter")
        falls = target.damage > m.toughness["fighter"] and flight.ruled["head_on"] == "survivors"
        if ahead and not falls and hits_fighter(m, *target.place, plane):
            fire(flight, "fighters", target, plane, "fire.head_on")
        if not fall(flight, m, plane) and flight.ruled["stopping"] == "yes":
            volleys(flight, m, plane)
    fall(flight, m, target)


def volleys(
    flight: Skirmish,
    m: Measures,
    plane: Plane,
    first: Plane | None = None,
    *,
    alone: bool = False,
    spent: Plane | None = None,
) -> None:
    """Let all bombers fire at a fighter that has stopped (S-A05, S-642).

    Bombers fire at American fighters only after the first German attack of a wave (S-644). Under one option of S-A18,
    they never do.

    Args:
        flight: the flight.
        m: the measures of the game.
        plane: the fighter.
        first: the bomber that was attacked, which fires first.
        alone: True if only the bomber `first` fires, because the others do not fire at a fighter's stop (S-A25).
        spent: a bomber that has already fired during this move.
    """
    state = flight.state
    if plane.side == "american" and not (state.alarmed and flight.ruled["friendly_fire"] == "true"):
        return
    bombers = [bomber for bomber in state.bombers if bomber is not spent]
    if first is not None:
        bombers = [first, *(bomber for bomber in bombers if bomber is not first and not alone)]
    for bomber in bombers:
        volley(flight, m, bomber, plane, attacked=bomber is first)
        if plane.out:
            return


def volley(flight: Skirmish, m: Measures, bomber: Plane, plane: Plane, *, attacked: bool = False) -> None:
    """Fire the guns of one bomber at a fighter until it is destroyed (S-641, S-A17).

    Each gun that fires has a separate roll.

    Args:
        flight: the flight.
        m: the measures of the game.
        bomber: the bomber.
        plane: the fighter.
        attacked: True if the fighter has attacked this bomber.
    """
    for gun in volley_guns(m, bomber, plane.x, plane.y):
        counts = attacked or flight.ruled["tail_bonus"] == "whenever"
        astern = counts and gun == "tail" and dead_astern(m, *plane.place, bomber)
        fire(flight, "tail_astern" if astern else "gun", bomber, plane, "fire.astern" if astern else "fire.gun", gun)
        if fall(flight, m, plane):
            return


def flak(flight: Skirmish, m: Measures, plane: Plane, place: str) -> None:
    """Roll for the target's flak against an aircraft, without modifiers (S-704, S-708).

    Args:
        flight: the flight.
        m: the measures of the game.
        plane: the aircraft.
        place: the place in the order of play under which the roll is logged.
    """
    flight.state.shot = Shot("flak", plane.key)
    before = plane.damage
    flight.roll(place, plane.key)
    _limit_damage(flight, plane, before)
    if plane.type == "bomber" and plane.damage > m.toughness["bomber"] and flight.ruled["last_volley"] == "flak_too":
        for german in flight.state.germans:
            volley(flight, m, plane, german)
    fall(flight, m, plane)


def fall(flight: Skirmish, m: Measures, plane: Plane) -> bool:
    """Remove an aircraft if it is destroyed (S-627, S-628, S-A15).

    Returns:
        True if the aircraft is no longer on the table.
    """
    if plane.out or plane.damage <= m.toughness[plane.type]:
        return bool(plane.out)
    state = flight.state
    flight.fact("plane.bomber_destroyed" if plane.type == "bomber" else "plane.fighter_destroyed", plane.key)
    plane.out = "destroyed"
    if plane.type == "bomber":
        state.lost_bombers += 1
    elif plane.side == "german":
        state.lost_germans += 1
    else:
        state.lost_escorts += 1
    return True


def shorten(m: Measures, plane: Plane, damage: int) -> None:
    """Shorten the rest of a move because of damage taken during the move (S-618, S-A11).

    Args:
        m: the measures of the game.
        plane: the aircraft.
        damage: the number of damage points taken in this move.
    """
    if m.ruled["mid_move"] == "later":
        return
    plane.left = max(0, plane.left - m.moves[plane.type].loss * damage * INCH)
