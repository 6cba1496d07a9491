"""Fires on board (7.5): who fights them, with which extinguisher, and when the crew leaves."""

from __future__ import annotations

from combatbox.bomber import crew
from combatbox.bomber.effects.damage import order_bail_out
from combatbox.bomber.enums import FlightOver
from combatbox.bomber.state import Man
from combatbox.core.decisions import Flow
from combatbox.games.superfort import combat_doctrine, compartments, crew_moves, pressure
from combatbox.games.superfort.state import SuperfortFlight


def fight(flight: SuperfortFlight) -> Flow[None]:
    """Fight each fire immediately, with a man from its compartment or from an adjacent one."""
    state = flight.state
    while state.due.fires and not state.due.bail_out:
        compartment = state.due.fires.pop(0)
        if not (yield from _put_out(flight, compartment)):
            _order_out(flight, compartment)


def _put_out(flight: SuperfortFlight, compartment: str) -> Flow[bool]:
    """Fight a fire until it is out or no man, extinguisher or attempt is left.

    Returns:
        True if the fire is out.
    """
    state, facts = flight.state, flight.const.compartments[compartment]
    if bottle_for(flight, compartment, again=False):
        yield from _let_pressure_out(flight, compartment)
    for number in range(facts.tries):
        bottle = bottle_for(flight, compartment, again=number > 0)
        men = able(flight, compartment)
        if not bottle or not men:
            if not number:
                flight.fact("fire.nobody_fights", where=compartment)
            break
        if number and (yield flight.ask("fire.again", ("again", "no"), "again", compartment)) == "no":
            break
        man = yield from crew.who_fights(flight, men, compartment, combat_doctrine.fire_fighter)
        flight.fact("fire.fights_fire", man.role, where=compartment, bottle=bottle)
        man.silent = True
        state.cabins.fought[man.role] = compartment
        state.cabins.bottles[bottle] -= 1
        state.hand.fire = compartment
        flight.roll("fire.attempt", man.role)
        if not state.hand.fire:
            return True
    state.hand.fire = ""
    return False


def _let_pressure_out(flight: SuperfortFlight, compartment: str) -> Flow[None]:
    """Release the pressure before a fire is fought.

    The player decides, unless nobody can reach the fire while there is pressure; then it must be released (A64).
    """
    if able(flight, compartment):
        if pressure.holds(flight, compartment):
            yield from pressure.give_up(flight, "fire.give_up_pressure", "give_up")
    elif able(flight, compartment, if_let_out=True) and pressure.may_give_up(flight):
        pressure.let_out_and_check_air(flight, "pressure.given_up", given_up=True)


def able(flight: SuperfortFlight, compartment: str, if_let_out: bool = False) -> list[Man]:
    """Return the men who can fight a fire.

    They are the men in the burning compartment who do nothing else this turn. If nobody there is alive, they are the
    men of adjacent compartments who can enter it.

    Args:
        flight: the flight.
        compartment: the compartment that burns.
        if_let_out: True to ignore pressure that keeps men in their cabins.
    """
    if pressure.living_in(flight, compartment):
        return _free_in(flight, compartment, compartment)
    return [
        man
        for place in compartments.neighbours(flight.const, compartment)
        if if_let_out or crew_moves.way_open(flight, place, compartment)
        for man in _free_in(flight, place, compartment)
    ]


def _free_in(flight: SuperfortFlight, place: str, burning: str) -> list[Man]:
    """Return the fit men in a compartment who are free to fight a fire.

    Such men are not bound to a seat, have fought no other fire and have carried nobody this turn.
    """
    fought, carried = flight.state.cabins.fought, flight.state.cabins.carried
    return [
        man
        for man in pressure.living_in(flight, place)
        if man.fit
        and not crew.tied_down(flight, man)
        and fought.get(man.role, burning) == burning
        and man.role not in carried
    ]


def bottle_for(flight: SuperfortFlight, compartment: str, again: bool) -> str:
    """Return the compartment of the nearest extinguisher, or an empty string.

    Args:
        flight: the flight.
        compartment: the compartment that burns.
        again: True for a second attempt, which some compartments do not allow.
    """
    bottles, facts = flight.state.cabins.bottles, flight.const.compartments

    def fits(place: str) -> bool:
        return bottles.get(place, 0) > 0 and (not again or facts[place].tries > 1)

    return compartments.nearest(flight.const, compartment, fits) or ""


def _order_out(flight: SuperfortFlight, compartment: str) -> None:
    """Order the crew to leave the bomber because a fire was not put out.

    The crew leaves at once if the fire is in one of the two forward cabins, otherwise in the next zone.
    """
    state = flight.state
    if flight.const.compartments[compartment].bail_out_at_once:
        flight.fact("fire.out_of_hand", where=compartment, at_once=True)
        order_bail_out(flight, flight.const.bail_out_controlled)
    else:
        flight.fact("fire.out_of_hand", where=compartment, at_once=False)
        state.cabins.burning.setdefault(compartment, state.track.zones_entered + 1)


def leave_burning_plane(flight: SuperfortFlight, over_base: bool = False) -> None:
    """Make the crew bail out if a fire was not put out and the zone in which they must leave is reached.

    The crew must leave even in the base square (A63).

    Raises:
        FlightOver: the crew bails out.
    """
    state = flight.state
    entered = state.track.zones_entered + over_base
    if any(entered >= deadline for deadline in state.cabins.burning.values()):
        flight.fact("fire.drives_out")
        order_bail_out(flight, flight.const.bail_out_controlled)
        raise FlightOver
