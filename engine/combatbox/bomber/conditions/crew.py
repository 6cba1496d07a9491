"""Conditions on the man for whom a roll is made."""

from __future__ import annotations

from typing import Literal

from combatbox.bomber.enums import BomberFlight, Someone, Station, Terrain
from combatbox.bomber.state import Man, is_fit
from combatbox.core.effects import condition
from combatbox.core.table_views import listed


def is_veteran(flight: BomberFlight, man: Man) -> bool:
    """Fit, not handicapped by wounds, and on one of his experienced missions."""
    years = flight.const.veteran
    return is_fit(man) and man.light < flight.const.light_wounds.handicap and years.first <= man.missions <= years.last


def the_man(flight: BomberFlight, man: Someone) -> Man:
    """The man meant: `this` is the one for whom the roll is made."""
    state = flight.state
    return state.men[state.hand.man if man == "this" else man]


def can_call_for_help(flight: BomberFlight) -> bool:
    """Whether a call for help goes out: the set is whole and its own operator at it, fit (Q-R43).

    Once the plane is abandoned it is what it was at that moment.
    """
    state = flight.state
    if state.due.abandoned:
        return state.due.mayday
    operator: str = flight.const.duties.radio
    man = state.men[operator]
    return not state.plane.broken("radio_out") and man.fit and man.station == operator


@condition("man_frostbitten", words="frostbitten")
def frostbitten(flight: BomberFlight, man: Someone) -> bool:
    """A man is frostbitten."""
    return the_man(flight, man).frostbitten


@condition("light_wounds", words="light wounds", fact_condition=lambda man, **_: ("light",) if man == "this" else ())
def light_wounds(flight: BomberFlight, man: Someone, least: Literal["one", "handicap"]) -> bool:
    """A man has light wounds: `one`, or so many that they `handicap` him."""
    number: int = flight.const.light_wounds.handicap if least == "handicap" else 1
    return the_man(flight, man).light >= number


@condition("serious_wound", words="seriously wounded")
def seriously_wounded(flight: BomberFlight, man: Someone) -> bool:
    """A man is seriously wounded."""
    return the_man(flight, man).serious


@condition("trapped", words="trapped")
def trapped(flight: BomberFlight, man: Someone) -> bool:
    """A man cannot get out of his station."""
    return the_man(flight, man).trapped


@condition("unfit", words=lambda say, men: f"{listed([say(man) for man in men])} dead or seriously wounded")
def unfit(flight: BomberFlight, men: tuple[Station, ...]) -> bool:
    """None of these men can do his duty: each is dead, gone or seriously wounded."""
    crew = flight.state.men
    for man in men:  # noqa: SIM110  # asked several times a turn, and a generator costs more than it goes through
        if is_fit(crew[man]):
            return False
    return True


@condition("veteran", words=lambda say, men: f"veteran {listed([say(man) for man in men])}")
def veteran(flight: BomberFlight, men: tuple[Station, ...]) -> bool:
    """One of these men is on one of his experienced missions and not handicapped; two help no more than one (Q-R54)."""
    return any(is_veteran(flight, flight.state.men[man]) for man in men)


@condition(
    "down_in", words=lambda say, terrains: "down in " + " or ".join(say(f"terrain_{letter}") for letter in terrains)
)
def down_in(flight: BomberFlight, terrains: tuple[Terrain, ...]) -> bool:
    """The crew comes down over one of these."""
    return flight.state.outcome.down_terrain in terrains
