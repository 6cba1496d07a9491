"""Conditions in battle: gunners, guns and fighters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from combatbox.bomber.conditions.plain import Plain
from combatbox.bomber.state import Man
from combatbox.bomber.terms import BomberFlight, FighterType
from combatbox.core.effects import Condition, Say


@dataclass(frozen=True, slots=True)
class AceGunner(Condition):
    """Enough kills, unhurt, not frostbitten, and at a gun where he is at home."""

    name: ClassVar[str] = "ace_gunner"

    def words(self, say: Say) -> str:
        return "ace gunner at his own gun, not wounded or frostbitten"

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        man = state.men[state.hand.man]
        return man.kills >= flight.const["ace_kills"] and keeps_bonus(flight, man) and is_ace_at(flight, man)


def keeps_bonus(flight: BomberFlight, man: Man) -> bool:
    """No wound or frostbite has cost the man his bonus (9.3, Q-R31)."""
    allowed = flight.const["light_wounds"]["handicap"] if flight.rulings["Q-R31"] == "second_wound" else 1
    return not man.frostbitten and not man.serious and man.light < allowed


def is_ace_at(flight: BomberFlight, man: Man) -> bool:
    """The gun in hand is one at which the man keeps his bonus."""
    return man.role in flight.const["guns"][flight.state.hand.gun]["aces"]


@dataclass(frozen=True, slots=True)
class IsAceForADay(Plain):
    """Made an ace for the day by an event, and no ace in his own right."""

    name: ClassVar[str] = "ace_for_a_day"
    said: ClassVar[str] = "ace for a day (B-7), unless an ace already"

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        man = state.men[state.hand.man]
        return (
            man.ace_for_a_day
            and man.kills < flight.const["ace_kills"]
            and keeps_bonus(flight, man)
            and is_ace_at(flight, man)
        )


@dataclass(frozen=True, slots=True)
class GreenPilot(Plain):
    """The fighter's pilot is green."""

    name: ClassVar[str] = "green_pilot"
    only_under: ClassVar[tuple[str, str] | None] = ("Q-X3", "on")
    said: ClassVar[str] = "green fighter pilot"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.attacker.status == "green"


@dataclass(frozen=True, slots=True)
class AcePilot(Plain):
    """The fighter's pilot is an ace."""

    name: ClassVar[str] = "ace_pilot"
    only_under: ClassVar[tuple[str, str] | None] = ("Q-X3", "on")
    said: ClassVar[str] = "ace fighter pilot"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.attacker.status == "ace"


@dataclass(frozen=True, slots=True)
class TwinGunNotFw190(Plain):
    """Twin guns at anything but an FW 190."""

    name: ClassVar[str] = "twin_gun_not_fw190"
    said: ClassVar[str] = "twin guns (top turret, ball turret, tail), except at an FW 190"

    def of_facts(self) -> tuple[str, ...]:
        return ("gun", "fighter")

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        return flight.const["guns"][state.hand.gun]["twin"] and state.attacker.type != "fw190"


@dataclass(frozen=True, slots=True)
class SingleGunFw190(Plain):
    """A single gun at an FW 190."""

    name: ClassVar[str] = "single_gun_fw190"
    said: ClassVar[str] = "single gun at an FW 190"

    def of_facts(self) -> tuple[str, ...]:
        return ("gun", "fighter")

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        return not flight.const["guns"][state.hand.gun]["twin"] and state.attacker.type == "fw190"


@dataclass(frozen=True, slots=True)
class FcaMarked(Plain):
    """The fighter has taken FCA."""

    name: ClassVar[str] = "fca"
    said: ClassVar[str] = "FCA on the fighter"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.attacker.fca > 0


@dataclass(frozen=True, slots=True)
class FboaMarked(Plain):
    """The fighter has taken FBOA."""

    name: ClassVar[str] = "fboa"
    said: ClassVar[str] = "FBOA on the fighter"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.attacker.fboa > 0


@dataclass(frozen=True, slots=True)
class EvasiveAction(Plain):
    """The bomber evades in this wave."""

    name: ClassVar[str] = "evasive_action"
    said: ClassVar[str] = "evasive action"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.wave.evading


@dataclass(frozen=True, slots=True)
class TwoEnginesOut(Condition):
    """Two engines or more are out."""

    name: ClassVar[str] = "two_engines_out"

    def words(self, say: Say) -> str:
        return "two or more engines out"

    def holds(self, flight: BomberFlight) -> bool:
        few: int = flight.const["engines_out_slow"]
        return flight.state.engines_out() >= few


@dataclass(frozen=True, slots=True)
class FighterIs(Condition):
    """The attacking fighter is of that type."""

    name: ClassVar[str] = "fighter"
    type: FighterType

    def words(self, say: Say) -> str:
        return say(self.type)

    def of_facts(self) -> tuple[str, ...]:
        return ("fighter",)

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.attacker.type == self.type


@dataclass(frozen=True, slots=True)
class PassingShot(Plain):
    """The tail guns fire at a fighter that passes."""

    name: ClassVar[str] = "passing_shot"
    said: ClassVar[str] = "passing shot of the tail guns"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.hand.passing_shot


@dataclass(frozen=True, slots=True)
class GunnerTwoLightWounds(Plain):
    """The gunner is handicapped by light wounds."""

    name: ClassVar[str] = "gunner_two_light_wounds"
    said: ClassVar[str] = "gunner with two light wounds"

    def holds(self, flight: BomberFlight) -> bool:
        handicap: int = flight.const["light_wounds"]["handicap"]
        return flight.state.gunner.light >= handicap


@dataclass(frozen=True, slots=True)
class GunnerFrostbitten(Plain):
    """The gunner is frostbitten."""

    name: ClassVar[str] = "gunner_frostbitten"
    said: ClassVar[str] = "gunner frostbitten"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.gunner.frostbitten


@dataclass(frozen=True, slots=True)
class GunnerNotAtHome(Plain):
    """The gunner is at a gun that is not his own, nor one his own is as good as."""

    name: ClassVar[str] = "gunner_not_at_home"
    said: ClassVar[str] = "gunner at a gun not his own"

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        return state.hand.man not in flight.const["guns"][state.hand.gun]["at_home"]


@dataclass(frozen=True, slots=True)
class TailGunsWithoutIntercom(Plain):
    """The tail guns fire with the intercom out."""

    name: ClassVar[str] = "tail_guns_without_intercom"
    said: ClassVar[str] = "tail guns with the intercom out"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.hand.gun == "tail" and flight.state.plane.intercom_out
