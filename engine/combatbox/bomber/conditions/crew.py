"""Conditions on the man for whom a roll is made."""

from __future__ import annotations

from typing import Literal

from combatbox.bomber.enums import BomberFlight, Someone, Station, Terrain
from combatbox.bomber.state import Man, is_fit
from combatbox.core.effects import condition
from combatbox.core.table_views import join_words


def is_veteran(flight: BomberFlight, man: Man) -> bool:
    """Return True if a man is fit, not handicapped by wounds, and experienced enough to be a veteran."""
    years = flight.const.veteran
    return is_fit(man) and man.light < flight.const.light_wounds.handicap and years.first <= man.missions <= years.last


def the_man(flight: BomberFlight, man: Someone) -> Man:
    """Return the man with this role; `this` is the man for whom the roll is made."""
    state = flight.state
    return state.men[state.hand.man if man == "this" else man]


def can_call_for_help(flight: BomberFlight) -> bool:
    """Return True if the crew can call for help by radio.

    The radio must be undamaged, and its regular operator must be fit and at his station (Q-R43). Once the crew has
    begun to abandon the plane, the result no longer changes.
    """
    state = flight.state
    if state.due.abandoned:
        return state.due.mayday
    operator: str = flight.const.duties.radio
    man = state.men[operator]
    return not state.plane.broken("radio_out") and man.fit and man.station == operator


@condition("man_frostbitten", words="frostbitten")
def frostbitten(flight: BomberFlight, man: Someone) -> bool:
    """Return True if a man is frostbitten."""
    return the_man(flight, man).frostbitten


@condition("light_wounds", words="light wounds", fact_condition=lambda man, **_: ("light",) if man == "this" else ())
def light_wounds(flight: BomberFlight, man: Someone, least: Literal["one", "handicap"]) -> bool:
    """Return True if a man has at least one light wound (`one`), or enough to handicap him (`handicap`)."""
    number: int = flight.const.light_wounds.handicap if least == "handicap" else 1
    return the_man(flight, man).light >= number


@condition("serious_wound", words="seriously wounded")
def seriously_wounded(flight: BomberFlight, man: Someone) -> bool:
    """Return True if a man is seriously wounded."""
    return the_man(flight, man).serious


@condition("trapped", words="trapped")
def trapped(flight: BomberFlight, man: Someone) -> bool:
    """Return True if a man is trapped at his station."""
    return the_man(flight, man).trapped


@condition("unfit", words=lambda say, men: f"{join_words([say(man) for man in men])} dead or seriously wounded")
def unfit(flight: BomberFlight, men: tuple[Station, ...]) -> bool:
    """Return True if each of these men is unfit: dead, gone or seriously wounded."""
    crew = flight.state.men
    for man in men:  # noqa: SIM110  # a hot loop; any() costs more
        if is_fit(crew[man]):
            return False
    return True


@condition("veteran", words=lambda say, men: f"veteran {join_words([say(man) for man in men])}")
def veteran(flight: BomberFlight, men: tuple[Station, ...]) -> bool:
    """Return True if at least one of these men is a veteran who is not handicapped.

    The modifier applies only once, even if there are two veterans (Q-R54).
    """
    return any(is_veteran(flight, flight.state.men[man]) for man in men)


@condition(
    "down_in", words=lambda say, terrains: "down in " + " or ".join(say(f"terrain_{letter}") for letter in terrains)
)
def down_in(flight: BomberFlight, terrains: tuple[Terrain, ...]) -> bool:
    """Return True if the plane or crew comes down on one of these terrains."""
    return flight.state.outcome.down_terrain in terrains
