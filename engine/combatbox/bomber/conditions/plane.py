"""Conditions on the bomber: its engines, fires, and damage that makes a landing worse."""

from __future__ import annotations

from typing import Annotated

from combatbox.bomber.conditions.crew import can_call_for_help
from combatbox.bomber.enums import BomberFlight, PartName
from combatbox.bomber.parts import limit
from combatbox.core.annotations import OfConstant
from combatbox.core.effects import condition

# ---- damage


@condition("part_out", words="{part}")
def part_is_out(flight: BomberFlight, part: PartName) -> bool:
    """Return True if a part of the plane is out."""
    return flight.state.plane.parts[part] > 0


@condition("part_worn", words="{part}")
def part_worn(flight: BomberFlight, part: PartName) -> bool:
    """Return True if a part has taken the number of hits that puts it out."""
    return flight.state.plane.parts[part] >= limit(flight.const, part)


@condition("engines_out", words="{least} or more engines out")
def engines_out(flight: BomberFlight, least: int | Annotated[str, OfConstant(int)]) -> bool:
    """Return True if at least this number of engines (a number or a constant) is out."""
    return flight.state.engines_out() >= (least if isinstance(least, int) else flight.const.number(least))


@condition("engines_running", words="{number} engines running")
def engines_running(flight: BomberFlight, number: int) -> bool:
    """Return True if exactly this number of engines is running."""
    return flight.state.engines_running() == number


# ---- landing


@condition("outside_england", words="on land outside England")
def outside_england(flight: BomberFlight) -> bool:
    """Return True if the plane comes down outside England and not at an airfield of its own side."""
    home: int = flight.const.home_zone
    return flight.state.track.zone != home and flight.state.outcome.landed != "england"


@condition("radio_works", words="the radio works")
def radio_works(flight: BomberFlight) -> bool:
    """Return True if the radio works, so that the crew can call for help."""
    return can_call_for_help(flight)


@condition("net_at_most", words="net roll {=net} or less", roll_condition=lambda net: {"net_at_most": net})
def net_at_most(flight: BomberFlight, net: int) -> bool:
    """Return True if the net roll is at most `net`.

    The result is False if the table sets a minimum net roll for the natural roll (Q-R50).
    """
    return flight.net <= net and not flight.floored


# ---- engines and fires


@condition("no_charge_left", words="no charge left in this engine")
def no_charge_left(flight: BomberFlight) -> bool:
    """Return True if the burning engine has no fire extinguisher charge left."""
    return flight.state.engines[flight.state.hand.engine - 1].charges <= 0


@condition("no_try_left", words="every try at this fire made, or no extinguisher left")
def no_try_left(flight: BomberFlight) -> bool:
    """Return True if no further attempt at this fire is allowed, or if no extinguisher is left (Q-R04)."""
    tries: int = flight.const.fire_tries
    return flight.state.hand.fire_tries >= tries or flight.state.plane.extinguishers <= 0
