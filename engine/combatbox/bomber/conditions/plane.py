"""Conditions on the bomber: what makes a landing worse, engines and fires."""

from __future__ import annotations

from typing import Annotated

from combatbox.bomber.conditions.crew import can_call_for_help
from combatbox.bomber.enums import BomberFlight, PartName
from combatbox.bomber.parts import limit
from combatbox.core.annotations import OfConstant
from combatbox.core.effects import condition

# ---- what is broken


@condition("part_out", words="{part}")
def part_is_out(flight: BomberFlight, part: PartName) -> bool:
    """A part of the plane is out."""
    return flight.state.plane.parts[part] > 0


@condition("part_worn", words="{part}")
def part_worn(flight: BomberFlight, part: PartName) -> bool:
    """A counted part has taken its number of hits."""
    return flight.state.plane.parts[part] >= limit(flight.const, part)


@condition("engines_out", words="{least} or more engines out")
def engines_out(flight: BomberFlight, least: int | Annotated[str, OfConstant(int)]) -> bool:
    """So many engines or more are out: a number, or that of a constant."""
    return flight.state.engines_out() >= (least if isinstance(least, int) else flight.const.number(least))


@condition("engines_running", words="{number} engines running")
def engines_running(flight: BomberFlight, number: int) -> bool:
    """So many engines run."""
    return flight.state.engines_running() == number


# ---- landing


@condition("outside_england", words="on land outside England")
def outside_england(flight: BomberFlight) -> bool:
    """The plane comes down elsewhere than in England."""
    home: int = flight.const.home_zone
    return flight.state.track.zone != home


@condition("radio_works", words="the radio works")
def radio_works(flight: BomberFlight) -> bool:
    """A call for help goes out."""
    return can_call_for_help(flight)


@condition("net_at_most", words="net roll {=net} or less", roll_condition=lambda net: {"net_at_most": net})
def net_at_most(flight: BomberFlight, net: int) -> bool:
    """The net roll is this or less, and no natural roll stood against it (Q-R50)."""
    return flight.net <= net and not flight.floored


# ---- engines and fires


@condition("no_charge_left", words="no charge left in this engine")
def no_charge_left(flight: BomberFlight) -> bool:
    """The burning engine has no charge left."""
    return flight.state.engines[flight.state.hand.engine - 1].charges <= 0


@condition("no_try_left", words="every try at this fire made, or no extinguisher left")
def no_try_left(flight: BomberFlight) -> bool:
    """All tries at this fire are made, or no extinguisher is left (Q-R04)."""
    tries: int = flight.const.fire_tries
    return flight.state.hand.fire_tries >= tries or flight.state.plane.extinguishers <= 0
