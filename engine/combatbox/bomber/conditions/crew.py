"""Conditions on the man for whom a roll is made."""

from __future__ import annotations

from typing import ClassVar, Literal

from combatbox.bomber.state import Man, is_fit
from combatbox.bomber.terms import BomberFlight, Someone, Station, Terrain
from combatbox.core.effects import Condition, Say
from combatbox.core.records import dataclass
from combatbox.core.wording import listed


def veteran(flight: BomberFlight, man: Man) -> bool:
    """Fit, not handicapped by wounds, and on one of his experienced missions."""
    years = flight.const["veteran"]
    return (
        is_fit(man)
        and man.light < flight.const["light_wounds"]["handicap"]
        and years["first"] <= man.missions <= years["last"]
    )


def the_man(flight: BomberFlight, man: Someone) -> Man:
    """The man meant: `this` is the one for whom the roll is made."""
    state = flight.state
    return state.men[state.hand.man if man == "this" else man]


def radio_works(flight: BomberFlight) -> bool:
    """Whether a call for help goes out: the set is whole and its own operator at it, fit (Q-R43).

    Once the plane is abandoned it is what it was at that moment.
    """
    state = flight.state
    if state.due.abandoned:
        return state.due.mayday
    operator: str = flight.const["duties"]["radio"]
    man = state.men[operator]
    return not state.plane.broken("radio_out") and man.fit and man.station == operator


@dataclass(frozen=True, slots=True)
class Frostbitten(Condition):
    """A man is frostbitten."""

    name: ClassVar[str] = "man_frostbitten"
    man: Someone

    def words(self, say: Say) -> str:
        return "frostbitten"

    def holds(self, flight: BomberFlight) -> bool:
        return the_man(flight, self.man).frostbitten


@dataclass(frozen=True, slots=True)
class LightWounds(Condition):
    """A man has light wounds: `one`, or so many that they `handicap` him."""

    name: ClassVar[str] = "light_wounds"
    man: Someone
    least: Literal["one", "handicap"]

    def words(self, say: Say) -> str:
        return "light wounds"

    def of_facts(self) -> tuple[str, ...]:
        return ("light",) if self.man == "this" else ()

    def holds(self, flight: BomberFlight) -> bool:
        least: int = flight.const["light_wounds"]["handicap"] if self.least == "handicap" else 1
        return the_man(flight, self.man).light >= least


@dataclass(frozen=True, slots=True)
class SeriouslyWounded(Condition):
    """A man is seriously wounded."""

    name: ClassVar[str] = "serious_wound"
    man: Someone

    def words(self, say: Say) -> str:
        return "seriously wounded"

    def holds(self, flight: BomberFlight) -> bool:
        return the_man(flight, self.man).serious


@dataclass(frozen=True, slots=True)
class Trapped(Condition):
    """A man cannot get out of his station."""

    name: ClassVar[str] = "trapped"
    man: Someone

    def words(self, say: Say) -> str:
        return "trapped"

    def holds(self, flight: BomberFlight) -> bool:
        return the_man(flight, self.man).trapped


@dataclass(frozen=True, slots=True)
class Unfit(Condition):
    """None of these men can do his duty: each is dead, gone or seriously wounded."""

    name: ClassVar[str] = "unfit"
    men: tuple[Station, ...]

    def words(self, say: Say) -> str:
        return f"{listed([say(man) for man in self.men])} dead or seriously wounded"

    def holds(self, flight: BomberFlight) -> bool:
        men = flight.state.men
        for man in self.men:  # noqa: SIM110  # asked several times a turn, and a generator costs more than it goes through
            if is_fit(men[man]):
                return False
        return True


@dataclass(frozen=True, slots=True)
class Veteran(Condition):
    """One of these men is on one of his experienced missions and not handicapped; two help no more than one (Q-R54)."""

    name: ClassVar[str] = "veteran"
    men: tuple[Station, ...]

    def words(self, say: Say) -> str:
        return f"veteran {listed([say(man) for man in self.men])}"

    def holds(self, flight: BomberFlight) -> bool:
        men = flight.state.men
        return any(veteran(flight, men[man]) for man in self.men)


@dataclass(frozen=True, slots=True)
class DownIn(Condition):
    """The crew comes down over one of these."""

    name: ClassVar[str] = "down_in"
    terrains: tuple[Terrain, ...]

    def words(self, say: Say) -> str:
        return "down in " + " or ".join(say(f"terrain_{letter}") for letter in self.terrains)

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.outcome.down_terrain in self.terrains
