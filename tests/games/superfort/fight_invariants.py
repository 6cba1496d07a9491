"""What must hold of every fight, hit and move of a B-29's mission, whatever is decided: looked at with every event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.bomber.gunnery import fired_by
from combatbox.core.events import Event
from combatbox.core.tables import Rulebook
from combatbox.games.superfort import compartments

WORSE: Mapping[str, tuple[int, ...]] = {
    "T5-1": (6, 6), "R5-2": (1,), "T5-3": (1, 4), "T5-3-COORDINATED": (6,), "T5-9": (6, 6), "T5-10": (6, 6), "T5-15": (6, 6),
    "R5-5": (1, 1), "R7-1-PRESSURE": (6,), "T7-11": (1, 1), "R4-2-OXYGEN": (6, 6), "T7-13": (4,), "T7-2": (1, 1), "T7-12": (6,),
    "T7-1": (2, 1), "T7-5": (4, 5), "T7-6": (1, 1), "T7-7": (1, 3), "T7-9": (6, 6), "T7-14": (1,), "T6-4": (1, 1),
}  # fmt: skip
"""Dice that bring a fight and what hurts, by table."""

LEANS = {"move": 0.4, "carry_to": 0.6, "abort": 0.9, "altitude": 0.5}


def check(state: Any, book: Rulebook) -> None:
    """The state between two events: men where there is room for them, pressure where it can be, places held by the living."""
    const = book.constants
    for compartment, facts in const.compartments.items():
        assert compartments.taken(state, compartment) <= facts.room, f"too many men in {compartment}: {state.rooms}"
    if state.outcome.landed:
        return  # what becomes of men and plane on the ground is another matter
    for station, role in state.stations.items():
        if role:
            man = state.men[role]
            assert (man.aboard, man.station) == (True, station), f"{station} is held by {man}"
            assert state.rooms[role] == const.crew[station].compartment, f"{role} sits in another compartment"
    pressure = state.pressure
    if pressure.pressurized:
        assert not pressure.pressure_lost, "pressure that is lost for good is there"
    flies = state.men[state.pilot_at_controls]
    assert flies.station in const.pilots or not flies.aboard or not flies.fit, f"{flies} flies from elsewhere"
    assert all(left >= 0 for left in state.cabins.bottles.values()), "an extinguisher was used twice"


def check_event(state: Any, event: Event, book: Rulebook) -> None:
    """What is done: guns fired by men who can, moves by men who can, pressure checks where there is pressure to lose."""
    place, who = event["place"], event["who"]
    if place in ("guns.fire", "guns.hard"):
        _fires(state, who, book)
    elif place in ("crew.moves", "fire.fights_fire", "controls.takes_controls"):
        assert state.men[who].fit, f"{who} cannot act: {place}"
    elif place == "crew.carried":
        assert event["kind"] == "fact"
        assert state.men[event["data"]["by"]].fit
    elif place == "pressure.decompression" and who:
        compartment = book.constants.compartments[who]
        assert compartment.pressurized, f"decompression of {who}"
        assert state.track.altitude != book.constants.bands[0], f"decompression of {who} low down"
    elif place in ("oxygen.check", "cold.frostbite", "cold.throughout"):
        assert state.track.altitude != book.constants.bands[0], f"{place} low down"


def _fires(state: Any, gun: str, book: Rulebook) -> None:
    """A gun fires: armed and whole, by a man fit and free, at a sight that works this gun where the fighter is."""
    weapon, man, fighter = state.guns[gun], state.men[state.hand.man], state.attacker
    assert weapon.works, f"{gun} is out or not armed"
    assert (man.fit, man.silent, man.frostbitten) == (True, False, False), f"{man} fires {gun}"
    assert (fighter.untouchable, fighter.gone) == (False, False), f"{gun} fires at {fighter}"
    sight = book.constants.crew[man.station].sight
    assert sight, f"{man} has no sight"
    assert not state.plane.broken(f"{sight}_out"), f"the sight of {man} is out"
    laid = book.constants.guns[gun].laid_with or gun
    cell = book.tables["T5-6"].keys[f"{fighter.position}@{laid}"]
    able = next(effect["men"] for effect in cell.effects if effect.is_a(fired_by))
    assert man.station in able, f"{gun} by {man.station} at {fighter.position}"
