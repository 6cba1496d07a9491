"""Conditions in battle: gunners, guns and fighters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from combatbox.bomber.conditions.plain import Plain
from combatbox.bomber.state import Man
from combatbox.bomber.terms import BomberFlight, FighterType, MountedGun
from combatbox.core.effects import Condition, Say
from combatbox.core.records import dataclass


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
    allowed = flight.const["light_wounds"]["handicap"] if flight.ruled.get("wounded_ace") == "second_wound" else 1
    return not man.frostbitten and not man.serious and man.light < allowed


def is_ace_at(flight: BomberFlight, man: Man) -> bool:
    """The gun in hand is one at which the man keeps his bonus."""
    return man.role in aces(flight.const["guns"][flight.state.hand.gun])


def at_home(gun: Mapping[str, Any]) -> list[str]:
    """Who is at home at a gun: as its facts list them, or those whose sights work a turret first."""
    found: list[str] = gun.get("at_home") or gun["primary"]
    return found


def aces(gun: Mapping[str, Any]) -> list[str]:
    """Whose ace bonus counts at a gun: as its facts list them, or all who are at home there."""
    found: list[str] | None = gun.get("aces")
    return at_home(gun) if found is None else found


@dataclass(frozen=True, slots=True)
class IsAceForADay(Plain):
    """Made an ace for the day by an event, and no ace in his own right."""

    name: ClassVar[str] = "ace_for_a_day"

    def words(self, say: Say) -> str:
        return f"ace for a day ({say('event.roll')}), unless an ace already"

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
class EvasiveAction(Plain):
    """The bomber evades in this wave."""

    name: ClassVar[str] = "evasive_action"
    said: ClassVar[str] = "evasive action"

    def holds(self, flight: BomberFlight) -> bool:
        battle = flight.state.battle
        return battle.waves[battle.wave_now].evading


@dataclass(frozen=True, slots=True)
class FighterIs(Condition):
    """The attacking fighter is of that type."""

    name: ClassVar[str] = "fighter"
    type: FighterType

    def words(self, say: Say) -> str:
        return say(self.type)

    def of_facts(self) -> tuple[str, ...]:
        return ("fighter",)

    def fits(self, kind: str, fighters: Any) -> bool:
        """Whether it is that type of fighter."""
        return kind == self.type

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        battle = state.battle
        return battle.waves[battle.wave_now].fighters[state.hand.fighter].type == self.type


@dataclass(frozen=True, slots=True)
class PassingShot(Plain):
    """The tail guns fire at a fighter that passes."""

    name: ClassVar[str] = "passing_shot"
    said: ClassVar[str] = "passing shot of the tail guns"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.hand.passing_shot


@dataclass(frozen=True, slots=True)
class GunnerNotAtHome(Plain):
    """The gunner is at a gun that is not his own, nor one his own is as good as."""

    name: ClassVar[str] = "gunner_not_at_home"
    said: ClassVar[str] = "gunner at a gun not his own"

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        return state.hand.man not in at_home(flight.const["guns"][state.hand.gun])


@dataclass(frozen=True, slots=True)
class PilotIs(Condition):
    """The fighter's pilot is of that kind."""

    name: ClassVar[str] = "pilot_is"
    status: Literal["green", "average", "ace"]

    def words(self, say: Say) -> str:
        return f"{self.status} fighter pilot"

    def of_facts(self) -> tuple[str, ...]:
        return ("pilot",)

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.attacker.status == self.status


@dataclass(frozen=True, slots=True)
class GunThatIs(Condition):
    """The gun that fires is of that kind, by its facts in game.yaml: one of a pair, a turret fired from elsewhere."""

    name: ClassVar[str] = "gun_that_is"
    kind: Literal["twin", "remote"]

    def words(self, say: Say) -> str:
        return f"{self.kind} gun"

    def of_facts(self) -> tuple[str, ...]:
        return ("gun",)

    def holds(self, flight: BomberFlight) -> bool:
        return bool(flight.const["guns"][flight.state.hand.gun][self.kind])


@dataclass(frozen=True, slots=True)
class GunIs(Condition):
    """That gun fires."""

    name: ClassVar[str] = "gun_is"
    gun: MountedGun

    def words(self, say: Say) -> str:
        return say(f"gun_{self.gun}")

    def of_facts(self) -> tuple[str, ...]:
        return ("gun",)

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.hand.gun == self.gun


@dataclass(frozen=True, slots=True)
class MarkedWith(Condition):
    """The fighter has taken a marker of that kind."""

    name: ClassVar[str] = "marked_with"
    marker: Literal["fca", "fboa"]

    def words(self, say: Say) -> str:
        return f"{say(self.marker)} on the fighter"

    def holds(self, flight: BomberFlight) -> bool:
        state = flight.state
        battle = state.battle
        fighter = battle.waves[battle.wave_now].fighters[state.hand.fighter]
        return (fighter.fca if self.marker == "fca" else fighter.fboa) > 0
