"""Effects on the crew: wounds, cold, oxygen, leaving the plane, and what becomes of the men."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from combatbox.bomber.effects.damage import lose_heat, order_bail_out
from combatbox.bomber.state import Man, State
from combatbox.bomber.terms import BomberFlight, Compartment, Station
from combatbox.core.effects import Effect, Say
from combatbox.core.handing import Handed
from combatbox.core.records import dataclass


def owner(say: Say, station: Station) -> str:
    """`the tail gunner's`."""
    return f"{say(station)}'s"


def kill(state: State, man: Man, fate: str) -> None:
    """The man is dead; his station is free."""
    man.dead = True
    leave_plane(state, man, fate)


def leave_plane(state: State, man: Man, fate: str) -> None:
    """The man is no longer aboard; his station is free."""
    man.fate = fate
    if state.stations.get(man.station) == man.role:
        state.stations[man.station] = ""
    man.station = ""


# ---- wounds


@dataclass(frozen=True, slots=True)
class Wound(Effect):
    """Whoever is at that station rolls for his wounds; with nobody living there it does nothing (Q-R29)."""

    name: ClassVar[str] = "wound"
    station: Station

    def words(self, say: Say) -> str:
        return f"{self.brief(say)}: roll on {say('damage.wound')}"

    def brief(self, say: Say) -> str:
        return f"{say(self.station)} wounded"

    def leads(self) -> tuple[str, ...]:
        return ("damage.wound",)

    def hands(self, constants: Mapping[str, Any]) -> tuple[Handed, ...]:
        return (Handed("damage.wound", {"man": self.station}, {"crash_wounds": 0}),)

    def names_area(self) -> bool:
        return True

    def apply(self, flight: BomberFlight) -> None:
        man = flight.state.at(self.station)
        if man:
            flight.state.hand.man = man.role
            flight.roll("damage.wound", man.role)


@dataclass(frozen=True, slots=True)
class WoundCrew(Effect):
    """Every man aboard rolls for wounds, with so much added."""

    name: ClassVar[str] = "wound_crew"
    add: int

    def words(self, say: Say) -> str:
        return f"every man rolls on {say('damage.wound')}" + (f" at +{self.add}" if self.add else "")

    def leads(self) -> tuple[str, ...]:
        return ("damage.wound",)

    def hands(self, constants: Mapping[str, Any]) -> tuple[Handed, ...]:
        return (Handed("damage.wound", {}, {"crash_wounds": self.add}),)

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        state.hand.wound_add = self.add
        for man in state.aboard:
            state.hand.man = man.role
            flight.roll("damage.crash_wound", man.role)
        state.hand.wound_add = 0


@dataclass(frozen=True, slots=True)
class LightWound(Effect):
    """Counted: handicaps, then a serious wound, then death; deadly to a man seriously wounded."""

    name: ClassVar[str] = "light_wound"

    def words(self, say: Say) -> str:
        return "light wound: goes on with his duties"

    def brief(self, say: Say) -> str:
        return "light wound, and goes on with his duties"

    def apply(self, flight: BomberFlight) -> None:
        state, limits = flight.state, flight.const["light_wounds"]
        man = state.men[state.hand.man]
        man.light += 1
        if man.serious or man.light >= limits["dead"]:
            kill(state, man, "killed")
        elif man.light >= limits["serious"]:
            man.serious = True


@dataclass(frozen=True, slots=True)
class SeriousWound(Effect):
    """No more duties and no bailing out; together with any other wound it kills (Q-R30)."""

    name: ClassVar[str] = "serious_wound"

    def words(self, say: Say) -> str:
        return "serious wound: no more duties, cannot bail out"

    def brief(self, say: Say) -> str:
        return "serious wound; no more duties, cannot bail out"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        man = state.men[state.hand.man]
        if man.wounded:
            kill(state, man, "killed")
        else:
            man.serious = True


# ---- cold and oxygen


@dataclass(frozen=True, slots=True)
class HeatOut(Effect):
    """The heat of a station is out, whoever sits there."""

    name: ClassVar[str] = "heat_out"
    station: Station

    def words(self, say: Say) -> str:
        return f"{owner(say, self.station)} heat out"

    def apply(self, flight: BomberFlight) -> None:
        lose_heat(flight.state, self.station)


@dataclass(frozen=True, slots=True)
class Frostbite(Effect):
    """The man is frostbitten for the rest of the mission."""

    name: ClassVar[str] = "frostbite"

    def words(self, say: Say) -> str:
        return "frostbite for the rest of the mission"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.men[flight.state.hand.man].frostbitten = True


@dataclass(frozen=True, slots=True)
class OxygenHit(Effect):
    """A hit on the oxygen of a station, counted; at the number it is out."""

    name: ClassVar[str] = "oxygen_hit"
    station: Station

    def words(self, say: Say) -> str:
        return f"one hit on the {owner(say, self.station)} oxygen"

    def apply(self, flight: BomberFlight) -> None:
        hits = flight.state.supply.oxygen_hits
        hits[self.station] = hits.get(self.station, 0) + 1


@dataclass(frozen=True, slots=True)
class OxygenFire(Effect):
    """All oxygen of a compartment is out, and it burns: the flow has it fought."""

    name: ClassVar[str] = "oxygen_fire"
    compartment: Compartment

    def words(self, say: Say) -> str:
        return f"{self.brief(say)}, fight it on {say('fire.attempt')}"

    def brief(self, say: Say) -> str:
        return f"fire, and all oxygen in the {say(self.compartment)} out"

    def leads(self) -> tuple[str, ...]:
        return ("fire.attempt",)

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        out = flight.const["oxygen_hits"]
        for station in flight.const["compartments"][self.compartment]["stations"]:
            state.supply.oxygen_hits[station] = max(out, state.supply.oxygen_hits.get(station, 0))
        if state.hand.bursting and flight.ruled.get("burst_inside") == "no_fire":
            return
        state.due.fires.append(self.compartment)


@dataclass(frozen=True, slots=True)
class FireOut(Effect):
    """This try puts the fire out. An engine put out is out and feathered."""

    name: ClassVar[str] = "fire_out"

    def words(self, say: Say) -> str:
        return "fire out"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        spend_try(state)
        if state.hand.fire:
            state.hand.fire = ""
        else:
            engine = state.engines[state.hand.engine - 1]
            engine.burning, engine.out, engine.feathered, engine.stop_by = False, True, True, 0
            if state.chance.failed_engine == engine.number:
                state.chance.failed_engine = 0  # whatever stopped it before, now it is the enemy's fire


@dataclass(frozen=True, slots=True)
class FireContinues(Effect):
    """This try was in vain."""

    name: ClassVar[str] = "fire_continues"

    def words(self, say: Say) -> str:
        return "still burning: try again"

    def brief(self, say: Say) -> str:
        return "still burning"

    def apply(self, flight: BomberFlight) -> None:
        spend_try(flight.state)


def spend_try(state: State) -> None:
    """A try uses up a hand extinguisher (with `fire` set to the compartment) or an engine's charge."""
    if state.hand.fire:
        state.hand.fire_tries += 1
        state.plane.extinguishers -= 1
    else:
        state.engines[state.hand.engine - 1].charges -= 1


# ---- leaving the plane


@dataclass(frozen=True, slots=True)
class BailOut(Effect):
    """The crew must bail out at once, on that table."""

    name: ClassVar[str] = "bail_out"
    table: str

    def words(self, say: Say) -> str:
        return f"{self.brief(say)} on {self.table}"

    def brief(self, say: Say) -> str:
        return "the crew must bail out at once"

    def leads(self) -> tuple[str, ...]:
        return (self.table,)

    def apply(self, flight: BomberFlight) -> None:
        order_bail_out(flight, self.table)


# ---- what becomes of the men


Who = Literal["this", "crew"]
"""The man for whom the roll is made, or everyone aboard."""


def those(state: State, who: Who) -> list[Man]:
    """The men meant."""
    return state.aboard if who == "crew" else [state.men[state.hand.man]]


def end_all(state: State, fate: str, dead: bool) -> None:
    """Everyone aboard meets the same end."""
    for man in state.aboard:
        if dead:
            kill(state, man, fate)
        else:
            leave_plane(state, man, fate)


@dataclass(frozen=True, slots=True)
class Dies(Effect):
    """Someone is dead, with that as the last word on him."""

    name: ClassVar[str] = "dead"
    who: Who
    fate: Literal["killed", "went_down", "lost_at_sea", "died_of_wounds"]

    def words(self, say: Say) -> str:
        return say(self.fate)

    def apply(self, flight: BomberFlight) -> None:
        for man in those(flight.state, self.who):
            kill(flight.state, man, self.fate)


@dataclass(frozen=True, slots=True)
class Leaves(Effect):
    """Someone is no longer aboard, and alive."""

    name: ClassVar[str] = "leaves"
    who: Who
    fate: Literal["bailed_out", "captured", "returned", "rescued"]

    def words(self, say: Say) -> str:
        return say(self.fate)

    def apply(self, flight: BomberFlight) -> None:
        for man in those(flight.state, self.who):
            leave_plane(flight.state, man, self.fate)


@dataclass(frozen=True, slots=True)
class Fares(Effect):
    """How a man fares after the landing. unless: he is dead, or another roll has said something of him already (Q-R67)."""

    name: ClassVar[str] = "fares"
    fate: Literal["recovers", "invalided"]
    unless: Literal["dead", "told"]

    def words(self, say: Say) -> str:
        return say(self.fate)

    def apply(self, flight: BomberFlight) -> None:
        man = flight.state.men[flight.state.hand.man]
        if not (man.dead if self.unless == "dead" else man.fate):
            man.fate = self.fate
