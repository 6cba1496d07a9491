"""The display of a B-29's mission in the terminal."""

from __future__ import annotations

from combatbox.bomber.board import (
    attackers_lines,
    crew_notes,
    damage_notes,
    notes_lines,
    option,
    overall_condition,
    question,
    spans,
)
from combatbox.core.board import Board
from combatbox.core.narration import NarrationContext
from combatbox.core.styled_text import Piece, Styled, joined, styled, wrapped
from combatbox.games.superfort.state import State, SuperfortFlight


def picture(flight: SuperfortFlight, words: NarrationContext, width: int = 80, drawn: bool = True) -> list[Styled]:
    """Return the display of the position, weather, fuel, fighters, crew and damage.

    Args:
        flight: the flight.
        words: the names and vocabulary of the game.
        width: the number of columns to use.
        drawn: False to leave out the fuel bar.
    """
    return [
        *wrapped(_mission(flight, words), width),
        *wrapped(_way(flight, words), width),
        *wrapped(_sky(flight, words), width - 1),
        *wrapped(_fuel(flight, drawn), width),
        *(attackers_lines(flight.state, words, width) if flight.state.battle.under_attack else []),
        *notes_lines("Crew", crew_notes(flight, words), width),
        *notes_lines("Damage", damage_notes(flight, words), width),
    ]


def _mission(flight: SuperfortFlight, words: NarrationContext) -> str:
    state, say = flight.state, words.say
    target = (
        f"{say(state.orders.city)} ({state.sortie.site or say(state.orders.target_type)})" if state.orders.city else ""
    )
    number = f"Mission {state.orders.mission} of {flight.const.missions}"
    return f"{number}   {state.bomber}   target {target or 'not known yet'}, by {state.sortie.time}"


def _way(flight: SuperfortFlight, words: NarrationContext) -> Styled:
    """Return the zones to the target with the bomber's zone marked: `Base 1 2 >3> 4`."""
    track, arrow = flight.state.track, "<" if flight.state.homeward else ">"
    far = max(flight.state.orders.target_zone, track.zone)
    names = {flight.const.home_zone: "Base"} | {zone: str(zone) for zone in range(1, far + 1)}
    zones = [Piece(f"{arrow}{name}{arrow}", "good") if zone == track.zone else name for zone, name in names.items()]
    return styled(joined(" ", zones), f" {words.say(flight.state.orders.city)}  turn {track.turn}")


def _sky(flight: SuperfortFlight, words: NarrationContext) -> Styled:
    state = flight.state
    high = state.track.altitude != flight.const.bands[0]
    alone = (
        Piece("OUT OF FORMATION", "bad")
        if state.company.assembled and not state.company.broke_up
        else "not in formation"
    )
    course = state.navigation.course
    facts = [
        words.say(f"{state.track.altitude}_altitude"),
        "" if not high else "cabins under pressure" if state.pressure.pressurized else Piece("no pressure", "warn"),
        "at night" if state.night else "in formation" if state.in_formation else alone,
        Piece(f"{course} course", "bad" if course == "off" else "") if course else "",
        f"{state.track.weather} weather" if state.track.weather else "",
        f"{words.say(state.sortie.escort)} escort" if state.company.escort_met else "",
        "bombs aboard" if state.plane.bombs_aboard else "bombs gone",
    ]
    return joined("; ", facts)


def _fuel(flight: SuperfortFlight, drawn: bool) -> str:
    """Return the number of boxes of fuel left: `Fuel 30 of 38 [##########]  fwd 4  aft 3`."""
    fuel, full = flight.state.fuel, flight.const.internal_boxes
    bar = f" [{'#' * fuel.internal}{'.' * (full - fuel.internal)}]" if drawn else ""
    bays = [f"{bay} {fuel.in_bay(bay)}{' shut' if bay in fuel.tanks_shut else ''}" for bay in fuel.tanks_carried]
    return f"Fuel {fuel.internal} of {full}{bar}{''.join(f'  {bay}' for bay in bays)}"


def condition_with_cabins(state: State) -> object:
    """Return the value of `condition`, the pressure, and the tanks in the bays as one value."""
    pressure, fuel = state.pressure, state.fuel
    cabins = (pressure.pressurized, pressure.pressure_lost, dict(pressure.compromised), pressure.tunnel_pierced)
    return overall_condition(state), cabins, list(fuel.tanks_carried), list(fuel.tanks_shut)


BOARD = Board(
    picture=picture,
    option=option,
    question=question,
    spans=spans,
    between=frozenset({"fly_on"}),
    only_names=frozenset({"name_crew"}),
    routine=frozenset({"pressure.before_combat"}),
    repeated=frozenset(
        {
            "abort.ask",
            "crew.move",
            "fuel.box",
            "pressure.before_combat",
            "pressure.for_moves",
            "zone.altitude",
        }
    ),
    condition=condition_with_cabins,
)
"""The display of `combatbox play superfort`."""
