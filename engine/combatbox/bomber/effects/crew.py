"""Effects on the crew: wounds, cold, oxygen, leaving the plane, fates."""

from __future__ import annotations

from typing import Literal

from combatbox.bomber.constants import Station
from combatbox.bomber.effects.damage import lose_heat, order_bail_out
from combatbox.bomber.enums import BomberFlight, Compartment
from combatbox.bomber.state import Man, State
from combatbox.core.effects import effect
from combatbox.core.roll_context import CarriedFacts


def kill(state: State, man: Man, fate: str) -> None:
    """Kill a man and free his station."""
    man.dead = True
    leave_plane(state, man, fate)


def leave_plane(state: State, man: Man, fate: str) -> None:
    """Record that a man leaves the plane, with this fate, and free his station."""
    man.fate = fate
    if state.stations.get(man.station) == man.role:
        state.stations[man.station] = ""
    man.station = ""


def roll_for(flight: BomberFlight, man: Man, place: str, *, add: int = 0, table: str = "") -> None:
    """Roll for a man at a place in the order of play.

    Args:
        flight: the flight.
        man: the man.
        place: the place.
        add: a modifier in addition to the modifiers of the table.
        table: the id of a table to use instead of the place's table.
    """
    flight.state.hand.man = man.role
    flight.roll(place, man.role, add=add, table=table)


# ---- wounds


@effect(
    "wound",
    words="{station} wounded: roll on {say.damage.wound}",
    short_words="{station} wounded",
    names_area=True,
    leads_to="damage.wound",
    carries=lambda constants, station: CarriedFacts("damage.wound", {"man": station}, {"crash_wounds": 0}),
)
def wound(flight: BomberFlight, station: Station) -> None:
    """Roll for the wounds of the living man at a station, if any (Q-R29)."""
    man = flight.state.at(station)
    if man:
        roll_for(flight, man, "damage.wound")


def crash_wound(constants: object, add: int, **_: object) -> CarriedFacts:
    """Return the modifier that an effect with the argument `add` gives to the next roll for a wound."""
    return CarriedFacts("damage.wound", {}, {"crash_wounds": add})


@effect(
    "wound_crew",
    words=lambda say, add: f"every man rolls on {say('damage.wound')}" + (f" at +{add}" if add else ""),
    leads_to="damage.wound",
    carries=crash_wound,
)
def wound_crew(flight: BomberFlight, add: int) -> None:
    """Roll for the wounds of every man aboard, with this modifier."""
    state = flight.state
    state.hand.wound_add = add
    for man in state.aboard:
        roll_for(flight, man, "damage.crash_wound")
    state.hand.wound_add = 0


@effect(
    "light_wound", words="light wound: goes on with his duties", short_words="light wound, and goes on with his duties"
)
def light_wound(flight: BomberFlight) -> None:
    """Add a light wound; after several, the man is seriously wounded or killed.

    It kills a man who is already seriously wounded.
    """
    state, limits = flight.state, flight.const.light_wounds
    man = state.men[state.hand.man]
    man.light += 1
    if man.serious or man.light >= limits.dead:
        kill(state, man, "killed")
    elif man.light >= limits.serious:
        man.serious = True


@effect(
    "serious_wound",
    words="serious wound: no more duties, cannot bail out",
    short_words="serious wound; no more duties, cannot bail out",
)
def serious_wound(flight: BomberFlight) -> None:
    """Wound a man seriously; if he already has a wound, he dies (Q-R30)."""
    state = flight.state
    man = state.men[state.hand.man]
    if man.wounded:
        kill(state, man, "killed")
    else:
        man.serious = True


# ---- cold and oxygen


@effect("heat_out", words="{station}'s heat out")
def heat_out(flight: BomberFlight, station: Station) -> None:
    """Put the heat of a station out of action."""
    lose_heat(flight.state, station)


@effect("frostbite", words="frostbite for the rest of the mission")
def frostbite(flight: BomberFlight) -> None:
    """Give the man frostbite for the rest of the mission."""
    flight.state.men[flight.state.hand.man].frostbitten = True


@effect("oxygen_hit", words="one hit on the {station}'s oxygen")
def oxygen_hit(flight: BomberFlight, station: Station) -> None:
    """Count a hit on the oxygen of a station; a certain number of hits puts this oxygen out."""
    hits = flight.state.supply.oxygen_hits
    hits[station] = hits.get(station, 0) + 1


@effect(
    "oxygen_fire",
    words="fire, and all oxygen in the {compartment} out, fight it on {say.fire.attempt}",
    short_words="fire, and all oxygen in the {compartment} out",
    leads_to="fire.attempt",
)
def oxygen_fire(flight: BomberFlight, compartment: Compartment) -> None:
    """Set a compartment on fire and put its oxygen out; a man must fight the fire."""
    state = flight.state
    out = flight.const.oxygen_hits
    for station in flight.const.compartments[compartment].stations:
        state.supply.oxygen_hits[station] = max(out, state.supply.oxygen_hits.get(station, 0))
    if state.hand.bursting and flight.ruled.get("burst_inside") == "no_fire":
        return
    state.due.fires.append(compartment)


@effect("fire_out", words="fire out")
def fire_out(flight: BomberFlight) -> None:
    """Extinguish the fire; an engine that burned is then out and feathered."""
    state = flight.state
    spend_try(state)
    if state.hand.fire:
        state.hand.fire = ""
    else:
        engine = state.engines[state.hand.engine - 1]
        engine.burning, engine.out, engine.feathered, engine.stop_by = False, True, True, 0
        if state.chance.failed_engine == engine.number:
            state.chance.failed_engine = 0  # from now on it counts as stopped by the enemy


@effect("fire_continues", words="still burning: try again", short_words="still burning")
def fire_continues(flight: BomberFlight) -> None:
    """Use up one attempt to put out a fire that continues to burn."""
    spend_try(flight.state)


def spend_try(state: State) -> None:
    """Use up a hand extinguisher, or a fire extinguisher charge of the burning engine.

    The hand extinguisher is used if a compartment is on fire (`hand.fire`).
    """
    if state.hand.fire:
        state.hand.fire_tries += 1
        state.plane.extinguishers -= 1
    else:
        state.engines[state.hand.engine - 1].charges -= 1


# ---- leaving the plane


@effect(
    "bail_out",
    words="the crew must bail out at once on {=table}",
    short_words="the crew must bail out at once",
    leads_to=lambda table: table,
)
def bail_out(flight: BomberFlight, table: str) -> None:
    """Order the crew to bail out at once, with rolls on a table."""
    order_bail_out(flight, table)


# ---- fates of the men


Who = Literal["this", "crew"]
"""`this`, the man for whom the roll is made, or `crew`, all men aboard."""


def those(state: State, who: Who) -> list[Man]:
    """Return the men to whom `who` refers."""
    return state.aboard if who == "crew" else [state.men[state.hand.man]]


def end_all(state: State, fate: str, dead: bool) -> None:
    """Give all men aboard the same fate.

    Args:
        state: the state.
        fate: the fate.
        dead: True if the fate kills the men.
    """
    for man in state.aboard:
        if dead:
            kill(state, man, fate)
        else:
            leave_plane(state, man, fate)


@effect("dead", words="{fate}")
def dies(flight: BomberFlight, who: Who, fate: Literal["killed", "went_down", "lost_at_sea", "died_of_wounds"]) -> None:
    """Kill a man or the whole crew, and record this fate."""
    for man in those(flight.state, who):
        kill(flight.state, man, fate)


@effect("leaves", words="{fate}")
def leaves(flight: BomberFlight, who: Who, fate: Literal["bailed_out", "captured", "returned", "rescued"]) -> None:
    """Record that a man or the whole crew has left the plane alive, and record this fate."""
    for man in those(flight.state, who):
        leave_plane(flight.state, man, fate)


@effect("fares", words="{fate}")
def fares(flight: BomberFlight, fate: Literal["recovers", "invalided"], unless: Literal["dead", "told"]) -> None:
    """Set the fate of a man after the landing, unless he already has one.

    Args:
        flight: the flight.
        fate: the fate.
        unless: the earlier fates that remain: `dead` for the fate of a dead man, `told` for any fate (Q-R67).
    """
    man = flight.state.men[flight.state.hand.man]
    if not (man.dead if unless == "dead" else man.fate):
        man.fate = fate
