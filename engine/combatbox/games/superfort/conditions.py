"""Conditions and quantities in the tables for a B-29's flight, from the briefing to the landing."""

from __future__ import annotations

from typing import Literal

from combatbox.bomber.conditions import is_veteran
from combatbox.bomber.constants import Station
from combatbox.bomber.enums import City
from combatbox.core.effects import condition, quantity
from combatbox.games.superfort.state import BAYS, SuperfortFlight

# ---- the mission


@condition("bombed_out", words="if {city} is bombed out", noted=True)
def bombed_out(flight: SuperfortFlight, city: City) -> bool:
    """Return True if every box of the city has been crossed off."""
    return is_bombed_out(flight, city)


def is_bombed_out(flight: SuperfortFlight, city: str) -> bool:
    """Return True if every box of a city has been crossed off in this tour."""
    tour, const = flight.state.tour, flight.const
    if tour is None:
        return False
    boxes: int = const.boxes_of.get(city, const.other_boxes)
    return tour.burned.get(city, 0) >= boxes


# ---- the crew


@condition("novice", words="novice {&men}")
def novice(flight: SuperfortFlight, men: tuple[Station, ...]) -> bool:
    """Return True if one of these men is fit and has flown few credited missions."""
    crew, limit = flight.state.men, flight.const.novice
    return any(crew[man].fit and crew[man].missions - 1 <= limit for man in men)


@condition("pilot_flies", words="the pilot who flies is a {=what}", short_words="{=what} pilot")
def pilot_flies(flight: SuperfortFlight, what: Literal["novice", "veteran"]) -> bool:
    """Return True if the man at the controls is a pilot who is a novice or a veteran, whichever `what` names."""
    state = flight.state
    if state.pilot_at_controls not in flight.const.pilots:
        return False
    man = state.men[state.pilot_at_controls]
    if what == "veteran":
        return is_veteran(flight, man)
    return man.missions - 1 <= flight.const.novice


@condition("flies", words=lambda say, who: "the flight engineer flies" if who == "engineer" else "somebody else flies")
def stranger_at_controls(flight: SuperfortFlight, who: Literal["engineer", "other"]) -> bool:
    """Return True if the man at the controls is not a pilot.

    `who` is `engineer` if he must be the flight engineer, and `other` if he must be another man.
    """
    at, const = flight.state.pilot_at_controls, flight.const
    if at in const.pilots:
        return False
    return (at == const.stand_in_pilot) == (who == "engineer")


@condition("at_post", words="the {station} at his post")
def at_his_post(flight: SuperfortFlight, station: Station) -> bool:
    """Return True if a man is fit and free at his regular station."""
    return at_post(flight, station)


def at_post(flight: SuperfortFlight, station: str) -> bool:
    """Return True if a man is at his regular station, fit, not frostbitten and not busy."""
    man = flight.state.men[station]
    return man.fit and not man.frostbitten and man.station == station and not flight.state.is_busy(station)


@condition("stand_in", words="somebody else in the {station}'s place")
def stand_in(flight: SuperfortFlight, station: Station) -> bool:
    """Return True if another man, fit and not busy, has taken over a man's station."""
    man = flight.state.at(station)
    return man is not None and man.role != station and man.fit and not flight.state.is_busy(man.role)


@condition("unmanned", words="nobody fit and free in the {station}'s place")
def unmanned(flight: SuperfortFlight, station: Station) -> bool:
    """Return True if nobody who is fit, not frostbitten and not busy is at a station."""
    man = flight.state.at(station)
    return man is None or not man.fit or man.frostbitten or flight.state.is_busy(man.role)


# ---- in the air


@condition("natural", words="natural {=roll}")
def natural_is(flight: SuperfortFlight, roll: int) -> bool:
    """Return True if the dice show this number, before modifiers."""
    return flight.natural == roll


@condition("bay_dry", words=lambda say, bay: f"no box left in the {say(f'{bay}_bay')}")
def bay_dry(flight: SuperfortFlight, bay: Literal["fwd", "aft"]) -> bool:
    """Return True if no box of fuel is left in a bay."""
    return not flight.state.fuel.in_bay(bay)


# ---- coming down


@condition(
    "ground",
    words=lambda say, ground: {"enemy": "in Japan", "okinawa": "on Okinawa", "home": "in the Marianas or on Iwo Jima"}[
        ground
    ],
)
def laid_in(flight: SuperfortFlight, ground: Literal["enemy", "okinawa", "home"]) -> bool:
    """Return True if the bomber comes down on this kind of ground.

    On the early missions Okinawa is enemy ground.
    """
    return ground_below(flight) == ground


def ground_below(flight: SuperfortFlight) -> str:
    """Return the kind of ground on which the bomber comes down: `enemy`, `okinawa`, `home` or `sea`.

    It depends on the terrain below. On the early missions Okinawa is enemy ground.
    """
    letter = flight.state.outcome.down_terrain
    if letter == "J" or (letter == "O" and flight.state.sortie.early):
        return "enemy"
    return {"O": "okinawa", "W": "sea"}.get(letter, "home")


@condition("comes_down_by_night", words="night")
def lands_by_night(flight: SuperfortFlight) -> bool:
    """Return True if the bomber comes down by night; dusk at Iwo Jima does not count."""
    return by_night(flight)


def by_night(flight: SuperfortFlight) -> bool:
    """Return True if it is night where the bomber comes down.

    Whether it is night depends on the landing time on the last part of the way home, on the time of take-off near the
    base on the way out, and on the time of the mission elsewhere. Dusk at Iwo Jima does not count as night.
    """
    state = flight.state
    if state.outcome.down_terrain == "I":
        return False
    if state.homeward and state.track.zone < flight.const.fighter_zones.first:
        return state.sortie.landing_time == "night"
    if state.track.zone <= 1:
        return state.sortie.takeoff == "night"
    return state.night


@condition(
    "load_aboard",
    words="bombs aboard, or fuel in auxiliary tanks, and any other minus modifier above",
    short_words="bombs or fuel in the bays",
)
def load_aboard(flight: SuperfortFlight) -> bool:
    """Return True if bombs or auxiliary fuel aboard make the landing harder.

    They make it harder only if another modifier of the landing is negative.
    """
    state = flight.state
    if not state.plane.bombs_aboard and not any(state.fuel.in_bay(bay) for bay in BAYS):
        return False
    table = flight.table("landing.land")
    return any(
        isinstance(modifier.add, int)
        and modifier.add < 0
        and modifier.when
        and modifier.when.name != "load_aboard"
        and modifier.when.holds(flight)
        for modifier in table.modifiers
    )


# ---- numbers


WEIGHED = {"guns": "armed guns", "gunners": "gunners aboard"}


@quantity(
    "less",
    words=lambda say, what: f"less the number of {WEIGHED[what]}",
    short_words=lambda say, what: f"for the {WEIGHED[what]}",
)
def weight(flight: SuperfortFlight, what: Literal["guns", "gunners"]) -> int:
    """Return the number of armed guns, or of gunners aboard, as a negative number."""
    state = flight.state
    if what == "guns":
        return -len([gun for gun in state.guns.values() if not gun.thrown_out])
    return -len([role for role, job in flight.const.crew.items() if job.gunner and state.men[role].aboard])


@quantity(
    "zones_astray",
    words="+1 for each zone running off course beyond the first",
    short_words="for further zones off course",
)
def zones_astray(flight: SuperfortFlight) -> int:
    """Return the number of consecutive zones in which the bomber has been off course, minus one, but at least 0."""
    return max(flight.state.navigation.off_zones - 1, 0)
