"""Fighting fires, flying the plane, and giving up stations (sections 12.2 and 14 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from combatbox.bomber.crew_positions import (
    has_heat_and_oxygen,
    refuges_for,
    ways_from,
)
from combatbox.bomber.effects.crew import end_all, roll_for
from combatbox.bomber.effects.damage import order_bail_out
from combatbox.bomber.effects.mission import wreck
from combatbox.bomber.enums import BomberFlight, FlightOver
from combatbox.bomber.state import Man, State
from combatbox.core.decisions import Flow
from combatbox.core.dice import throws_again


def least_missed(flight: BomberFlight, men: Sequence[Man]) -> Man:
    """Return the man whose role comes first in `least_needed`."""
    order = flight.const.least_needed
    return min(men, key=lambda man: order.index(man.role))


# ---- oxygen fires


def fight_fires(flight: BomberFlight) -> Flow[None]:
    """Let one man fight each fire; if he fails, the crew bails out."""
    state = flight.state
    while state.due.fires:
        compartment = state.due.fires[0]
        able = fire_fighters(flight, compartment)
        man = (yield from who_fights(flight, able, compartment, least_missed)) if able else None
        flight.fact("fire.fights_fire" if man else "fire.nobody_fights", man.role if man else "", where=compartment)
        state.due.fires.pop(0)
        if man is None:
            order_bail_out(flight, flight.const.bail_out_controlled)
            return
        man.silent = state.battle.under_attack
        state.hand.fire, state.hand.fire_tries = compartment, 0
        for _ in throws_again(f"{flight.table('fire.attempt').id}: a fire burns for ever; let its rows put it out."):
            if not state.hand.fire or state.due.bail_out:
                break
            flight.roll("fire.attempt", man.role)
        state.hand.fire = ""
        if state.due.bail_out:
            return


Choice = Callable[[Any, Sequence[Man]], Man]  # Any: the flight of any bomber game
"""Returns the man whom the doctrine chooses."""


def who_fights(flight: BomberFlight, able: list[Man], compartment: str, chooses: Choice) -> Flow[Man]:
    """Return the man whom the player chooses to fight a fire."""
    if len(able) == 1:
        return able[0]
    options = tuple(man.role for man in able)
    answer = yield flight.ask("fire.fight_fire", options, chooses(flight, able).role, compartment)
    return flight.state.men[answer]


def fire_fighters(flight: BomberFlight, compartment: str) -> list[Man]:
    """Return the men who may fight a fire.

    These are the able men in the compartment that burns. If it has none, the men are taken from other compartments: in
    each direction, all able men of the nearest compartment that has able men (Q-R05).
    """
    able = _able_in(flight, compartment)
    for way in [] if able else ways_from(flight.const, compartment):
        able += next((men for place in way if (men := _able_in(flight, place))), [])
    return able


def _able_in(flight: BomberFlight, compartment: str) -> list[Man]:
    state = flight.state
    able: list[Man] = []
    for station in flight.const.compartments[compartment].stations:
        man = state.at(station)
        if man and man.fit and not man.trapped and not tied_down(flight, man):
            able.append(man)
    return able


def tied_down(flight: BomberFlight, man: Man) -> bool:
    """Return True if a man may not leave the controls.

    This applies to the pilot, to the man who flies the plane, and to the copilot unless both pilots are fit.
    """
    state = flight.state
    pilot, copilot = flight.const.pilots
    if man.role == copilot:
        return not (state.men[pilot].fit and state.men[copilot].fit)
    return man.role in (pilot, state.pilot_at_controls)


# ---- the controls

Seating = Callable[[Any, Man], Flow[None]]  # Any: the flight of any bomber game
"""Moves the man who takes the controls to a pilot's seat."""


def man_the_controls(flight: BomberFlight, sit_down: Seating | None = None) -> Flow[None]:
    """Find a man to fly the plane; if there is none, the plane crashes.

    The other pilot is preferred, then the stand-in pilot, then any fit man.

    Args:
        flight: the flight.
        sit_down: a function that moves the new pilot to a pilot's seat; None in a game where he relieves the man who
            sits there.

    Raises:
        FlightOver: nobody can fly.
    """
    state = flight.state
    man = yield from next_pilot(flight)
    if man is None:
        flight.fact("controls.nobody_to_fly")
        state.due.lost = "nobody_to_fly"
        wreck(state, "destroyed")
        end_all(state, "killed", True)
        raise FlightOver
    flight.fact("controls.takes_controls", man.role)
    state.pilot_at_controls = man.role
    if man.station not in flight.const.pilots:
        yield from (sit_down or _take_seat)(flight, man)


def _take_seat(flight: BomberFlight, man: Man) -> Flow[None]:
    """Seat a stand-in at the controls, and move the man whom he relieves.

    A seat with heat and oxygen is preferred, then an empty one.
    """
    state = flight.state
    seats = sorted(flight.const.pilots, key=lambda s: (not has_heat_and_oxygen(flight, s), bool(state.stations[s])))
    options = {seat: refuges_for(flight, other, man.station) if (other := state.at(seat)) else [] for seat in seats}
    free = [seat for seat in seats if not state.stations[seat]]
    seat = next((seat for seat in seats if options[seat] or seat in free), seats[0])
    relieved = state.at(seat)
    if relieved:
        destination = yield from choose_refuge(flight, relieved, options[seat] or [man.station])
        flight.fact("controls.relieved", relieved.role, to=destination)
        if destination != man.station:
            change_places(state, relieved, destination)
    change_places(state, man, seat)


def next_pilot(flight: BomberFlight) -> Flow[Man | None]:
    """Return the man who takes the controls now, or None if nobody can.

    This is the other pilot, or else the stand-in pilot, or else the man whom the player chooses.
    """
    state = flight.state
    for role in (*flight.const.pilots, flight.const.stand_in_pilot):
        man = state.men[role]
        if man.fit and not man.trapped:
            return man
    fit = [man for man in state.aboard if man.fit and not man.trapped]
    if len(fit) < 2:
        return fit[0] if fit else None
    options = tuple(man.role for man in fit)
    answer = yield flight.ask("controls.fly", options, least_missed(flight, fit).role)
    return state.men[answer]


# ---- moves


def change_places(state: State, man: Man, station: str) -> None:
    """Move a man to a station; if it is occupied, the two men change places."""
    old = man.station
    other = state.at(station)
    state.stations[old] = other.role if other else ""
    if other:
        other.station = old
    state.stations[station] = man.role
    man.station = station


def choose_refuge(flight: BomberFlight, man: Man, stations: Sequence[str]) -> Flow[str]:
    """Return the station to which a displaced man goes or is carried.

    Args:
        flight: the flight.
        man: the displaced man.
        stations: the possible stations, from the best to the worst.
    """
    if len(stations) == 1:
        return stations[0]
    answer = yield flight.ask("crew.make_room", tuple(stations), stations[0], man.role)
    return answer.kind


# ---- over a field


def jump_or_stay(
    flight: BomberFlight, men: Sequence[Man], stays: Callable[[], Man | None] = lambda: None
) -> Flow[None]:
    """Ask the player for each man whether he jumps before the landing.

    Args:
        flight: the flight.
        men: the men to ask about.
        stays: a function that returns the man who stays by default, asked before each answer; the others jump by
            default.
    """
    for man in men:
        default = "stay" if man is stays() else "jump"
        answer = yield flight.ask("landing.jump_man", ("stay", "jump"), default, man.role)
        if answer == "jump":
            roll_for(flight, man, "landing.jumps", table=flight.const.bail_out_controlled)
