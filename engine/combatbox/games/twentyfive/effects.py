"""The vocabulary of 25 and Out: effects of rows, and conditions of the loss chart.

The outcomes of rolls are in the tables, not in this module.
"""

from __future__ import annotations

from typing import Literal

from combatbox.core.effects import condition, effect
from combatbox.games.twentyfive.constants import Gun, Station, Twentyfive
from combatbox.games.twentyfive.state import Place

Which = Literal["left", "centre", "right", "left_survivor", "right_survivor", "only_survivor"]
Direction = Literal["front", "rear"]
Area = Literal["left_wing", "fuselage", "right_wing"]
Cause = Literal["fuselage", "engine", "pilot"]
Fires = Literal["fires", "no_fire"]
Mark = Literal["top", "centre", "bottom"]
Rank = Literal["first_lieutenant", "captain", "major"]


@effect(
    "position", words=lambda say, place: f"your bomber flies {'in' if place == 'centre' else 'on'} the {say(place)}"
)
def position_is(flight: Twentyfive, place: Place) -> None:
    """Place the player's bomber for this mission; the wingmen fly in the other places."""
    state = flight.state
    state.position = place
    wingmen = iter(state.wingmen)
    for position, bomber in state.bombers.items():
        bomber.name = state.own_name if position == place else next(wingmen, "")


@effect("roll_again", words="a tie: throw all the dice again", stops_sequence=True)
def roll_again(flight: Twentyfive) -> None:
    """Repeat the roll of all dice (T-A01)."""
    flight.state.position = ""


@effect("no_attack", words="no fighters attack", stops_sequence=True)
def no_attack(flight: Twentyfive) -> None:
    """Decide that no fighters attack on this mission."""
    flight.state.attacked = False


@effect("attack", words="fighters attack the element")
def attack_comes(flight: Twentyfive) -> None:
    """Decide that fighters attack the element."""
    flight.state.attacked = True


@effect(
    "target", words=lambda say, which: f"the {say(which)} bomber" if "survivor" not in which else f"the {say(which)}"
)
def target_is(flight: Twentyfive, which: Which) -> None:
    """Set the bomber that is attacked; `left_survivor` is the leftmost one still flying (T-A05)."""
    flying = flight.state.flying
    survivors = {"left_survivor": flying[0], "right_survivor": flying[-1], "only_survivor": flying[0]}
    flight.state.burst.target = survivors.get(which, which)


@effect("direction", words="from the {side}")
def direction_is(flight: Twentyfive, side: Direction) -> None:
    """Set the direction from which the fighter attacks."""
    flight.state.burst.direction = side


@effect("area", words="at the {area}")
def area_is(flight: Twentyfive, area: Area) -> None:
    """Set the part of the bomber that is attacked."""
    flight.state.burst.area = area


@effect("bear", words="{guns}", in_prose="{&guns}")
def guns_bear(flight: Twentyfive, guns: tuple[Gun, ...]) -> None:
    """Set the guns that bear; each can fire while one of its gunners is alive (T-A10)."""
    gunners = flight.const.gunners
    out = flight.state.target.crew_out
    flight.state.burst.guns = [gun for gun in guns if any(station not in out for station in gunners[gun])]


@effect("miss", words="miss", stops_sequence=True)
def miss(flight: Twentyfive) -> None:
    """Count one of the dice rolled for fire as a miss."""


@effect("hit", words="hit")
def hit(flight: Twentyfive) -> None:
    """Count one of the dice rolled for fire as a hit."""
    flight.state.burst.hits += 1


@effect(
    "fighter_hit",
    words="{fighter_.cause}; {fires} (mark the {=mark} circle)",
    stops_sequence=lambda fires, **_: fires != "fires",
)
def fighter_hit(flight: Twentyfive, cause: Cause, fires: Fires, mark: Mark) -> None:
    """Remove the fighter after this pass; `fires` decides whether it still fires in the pass."""
    burst = flight.state.burst
    fighter = flight.state.fighters[burst.fighter - 1]
    fighter.gone, fighter.cause, fighter.mark = True, cause, mark
    fighter.left_in = burst.pass_name
    burst.fires = fires == "fires"


@effect("engines_out", words="{engines|engine|engines} out")
def engines_out(flight: Twentyfive, engines: int) -> None:
    """Put engines out of action.

    A fighter puts them out on the wing that it attacks; engines lost to flak count for no particular wing (T-A12).
    """
    bomber, area = flight.state.target, flight.state.burst.area
    limit = flight.const.engines_per_wing
    if area == "left_wing":
        bomber.left_wing_out = min(limit, bomber.left_wing_out + engines)
    elif area == "right_wing":
        bomber.right_wing_out = min(limit, bomber.right_wing_out + engines)
    else:
        bomber.flak_out += engines


@effect("crew_out", words="{station} out")
def crew_out(flight: Twentyfive, station: Station) -> None:
    """Put a crew position out of action; a second hit on it has no effect (T-A11)."""
    out = flight.state.target.crew_out
    if station not in out:
        out.append(station)


@effect("bomber_lost", words="the bomber is lost")
def bomber_lost(flight: Twentyfive) -> None:
    """Lose the bomber that is attacked."""
    flight.state.target.lost = True


@effect("game_over", words="the game is over")
def game_over(flight: Twentyfive) -> None:
    """End the tour because the pilot of the player's bomber is hit."""
    flight.state.tour = "lost"


@effect("rank", words="{rank}")
def rank_is(flight: Twentyfive, rank: Rank) -> None:
    """Set the player's rank, which depends on the number of completed missions (T-A19)."""
    flight.state.rank = rank


@effect("tour_won", words="the tour is won")
def tour_won(flight: Twentyfive) -> None:
    """Win the tour after its last mission."""
    flight.state.tour = "won"


@effect("column", words=lambda say, dice, **_: f"records {dice.upper()}" if dice != "-" else "records what happens")
def column(flight: Twentyfive, tables: str, dice: str) -> None:
    """Declare the tables and dice that a column of a record sheet records; this effect changes nothing in play."""


@condition("engines_out_at_least", words="{engines} or more engines are out")
def engines_out_at_least(flight: Twentyfive, engines: int) -> bool:
    """Return True if at least this many engines are out, on either wing."""
    return flight.state.target.engines_out >= engines


@condition("crew_all_out", words="{&stations} are both out")
def crew_all_out(flight: Twentyfive, stations: tuple[Station, ...]) -> bool:
    """Return True if all of these crew positions are out of action."""
    out = flight.state.target.crew_out
    return all(station in out for station in stations)


@condition("own_crew_out", words="your own bomber's {station} is out")
def own_crew_out(flight: Twentyfive, station: Station) -> bool:
    """Return True if this crew position of the player's bomber is out of action."""
    state = flight.state
    return state.burst.target == state.position and station in state.own.crew_out


@condition("flak_destroys", words="flak destroys the whole bomber")
def flak_destroys(flight: Twentyfive) -> bool:
    """Return True if a roll for flak damage destroyed the whole bomber."""
    return flight.state.target.lost
