"""Conditions and quantities in battle: gunners, guns and fighters."""

from __future__ import annotations

from typing import Literal

from combatbox.bomber.enums import BomberFlight, FighterType, MountedGun
from combatbox.bomber.state import Man
from combatbox.core.effects import condition, quantity


@condition("ace_gunner", words="ace gunner at his own gun, not wounded or frostbitten")
def ace_gunner(flight: BomberFlight) -> bool:
    """Return True if the gunner is an unhurt ace at a gun that he is trained on."""
    state = flight.state
    man = state.men[state.hand.man]
    return man.kills >= flight.const.ace_kills and keeps_bonus(flight, man) and is_ace_at(flight, man)


def keeps_bonus(flight: BomberFlight, man: Man) -> bool:
    """Return True if neither wounds nor frostbite take away the man's ace bonus (9.3, Q-R31)."""
    allowed = flight.const.light_wounds.handicap if flight.ruled.get("wounded_ace") == "second_wound" else 1
    return not man.frostbitten and not man.serious and man.light < allowed


def is_ace_at(flight: BomberFlight, man: Man) -> bool:
    """Return True if the ace bonus of the man applies at the gun that fires."""
    return man.role in flight.const.guns[flight.state.hand.gun].men_as_aces()


@condition("ace_for_a_day", words="ace for a day ({say.event.roll}), unless an ace already")
def is_ace_for_a_day(flight: BomberFlight) -> bool:
    """Return True if the gunner is an ace for this mission only and his ace bonus applies."""
    state = flight.state
    man = state.men[state.hand.man]
    return (
        man.ace_for_a_day and man.kills < flight.const.ace_kills and keeps_bonus(flight, man) and is_ace_at(flight, man)
    )


@condition("evasive_action", words="evasive action")
def evasive_action(flight: BomberFlight) -> bool:
    """Return True if the bomber takes evasive action in this wave."""
    battle = flight.state.battle
    return battle.waves[battle.wave_now].evading


@condition("fighter", words="{type}", fact_condition="fighter")
def fighter_is(flight: BomberFlight, type: FighterType) -> bool:
    """Return True if the attacking fighter is of this type."""
    state = flight.state
    battle = state.battle
    return battle.waves[battle.wave_now].fighters[state.hand.fighter].type == type


@condition("passing_shot", words="passing shot of the tail guns")
def passing_shot(flight: BomberFlight) -> bool:
    """Return True if the tail guns fire at a passing fighter."""
    return flight.state.hand.passing_shot


@condition("gunner_not_at_home", words="gunner at a gun not his own")
def gunner_not_at_home(flight: BomberFlight) -> bool:
    """Return True if the gunner is not trained on the gun that he fires."""
    state = flight.state
    return state.hand.man not in flight.const.guns[state.hand.gun].men_at_home()


@condition("pilot_is", words="{=status} fighter pilot", fact_condition="pilot")
def pilot_is(flight: BomberFlight, status: Literal["green", "average", "ace"]) -> bool:
    """Return True if the fighter's pilot is of this quality."""
    return flight.state.attacker.status == status


@condition("gun_that_is", words="{=kind} gun", fact_condition="gun")
def gun_that_is(flight: BomberFlight, kind: Literal["twin", "remote"]) -> bool:
    """Return True if the firing gun is of this kind, according to game.yaml.

    A `twin` gun is one of a pair; a `remote` gun is a turret that is fired from another station.
    """
    return bool(getattr(flight.const.guns[flight.state.hand.gun], kind))


@condition("gun_is", words=lambda say, gun: say(f"gun_{gun}"), fact_condition="gun")
def gun_is(flight: BomberFlight, gun: MountedGun) -> bool:
    """Return True if this gun is firing."""
    return flight.state.hand.gun == gun


@condition("marked_with", words="{marker} on the fighter")
def marked_with(flight: BomberFlight, marker: Literal["fca", "fboa"]) -> bool:
    """Return True if the fighter has a marker of this kind."""
    state = flight.state
    battle = state.battle
    fighter = battle.waves[battle.wave_now].fighters[state.hand.fighter]
    return (fighter.fca if marker == "fca" else fighter.fboa) > 0


@quantity("markers", words="each")
def markers(flight: BomberFlight, marker: Literal["fca", "fboa"]) -> int:
    """Return the number of markers of this kind that the fighter has taken."""
    fighter = flight.state.attacker
    return fighter.fca if marker == "fca" else fighter.fboa


@quantity(
    "crash_wounds",
    words="added by the result of {say.landing.land} that asks for the roll",
    short_words="for the landing",
)
def crash_wounds(flight: BomberFlight) -> int:
    """Return the modifier of each man's wound roll after a crash landing."""
    return flight.state.hand.wound_add
