"""Effects on the course of a mission, from its target to its end."""

from __future__ import annotations

from typing import Annotated, Literal

from combatbox.bomber.constants import Station
from combatbox.bomber.effects.crew import end_all
from combatbox.bomber.effects.damage import put_out_of_formation
from combatbox.bomber.enums import BomberFlight, City, LastingEvent, TargetType, Terrain, WeatherName, letters_of
from combatbox.bomber.state import State
from combatbox.core.annotations import OneOf
from combatbox.core.dice import notation
from combatbox.core.effects import WordFormatter, effect
from combatbox.core.roll_context import decides

# ---- before the mission


@effect("target", words="{city}, {type}")
def target_is(flight: BomberFlight, city: City, type: TargetType) -> None:
    """Set the target of the mission."""
    flight.state.orders.city, flight.state.orders.target_type = city, type


@effect("formation", words=lambda say, place: say(f"{place}_bomber"))
def formation_is(flight: BomberFlight, place: Literal["lead", "middle", "tail"]) -> None:
    """Set the bomber's place in its squadron."""
    flight.state.orders.formation = place


@effect("zone", words=lambda say, modifier, over: f"{modifier.replace('-', '−')} {over}")
def zone_is(flight: BomberFlight, modifier: Literal["-3", "-2", "-1", "0", "+1"], over: Terrain) -> None:
    """Set the wave modifier and the terrain of a zone of the route."""
    flight.state.track.zone_modifier, flight.state.track.terrain = int(modifier), over


# ---- in the air


@effect("weather", words="{=weather}")
def weather_is(flight: BomberFlight, weather: WeatherName) -> None:
    """Set the weather at the bomber's position, and store it as the weather over the target or the base."""
    state = flight.state
    state.track.weather = weather
    if state.track.zone == flight.const.home_zone:
        state.track.base_weather = weather
    else:
        state.track.target_weather = weather


@effect("out_of_formation", words="out of formation")
def out_of_formation(flight: BomberFlight) -> None:
    """Make the bomber leave its formation now or, during an attack, at the end of the wave."""
    put_out_of_formation(flight.state)


@effect("out_of_formation_one_zone", words="out of formation for the rest of this zone and the next")
def out_of_formation_one_zone(flight: BomberFlight) -> None:
    """Make the bomber leave its formation for the rest of this zone and the next, and then rejoin it (Q-R64)."""
    state = flight.state
    state.track.diving_until = state.track.zones_entered + 1 + flight.const.dive_zones


# ---- bombs


@effect(
    "bombs_explode",
    words="the bombs, if aboard, explode, and plane and crew are lost",
    short_words="the bombs explode, and plane and crew are lost",
)
def bombs_explode(flight: BomberFlight) -> None:
    """If the bombs are aboard, lose the plane and all men in it."""
    state = flight.state
    if state.plane.bombs_aboard:
        state.due.lost = "bombs_explode"
        wreck(state, "destroyed")
        end_all(state, "killed", True)


@effect("aim", words="{result}", carries=decides("aim"))
def aim(flight: BomberFlight, result: Literal["on_target", "off_target"]) -> None:
    """Set whether the bombs fall on the target."""
    flight.state.outcome.aim_result = result


def base_and_dice(amount: int | str) -> tuple[int, str]:
    """Split `88+2d6` into its fixed number and the dice to add, if any."""
    base, added, dice = str(amount).partition("+")
    return int(base), notation(dice).text if added else ""


def _per_cent_words(say: WordFormatter, amount: int | str) -> str:
    base, dice = base_and_dice(amount)
    return f"{base} + {dice.upper()}%" if dice else f"{base}%"


@effect("per_cent", words=_per_cent_words, size=lambda amount: base_and_dice(amount)[0], check=base_and_dice)
def per_cent(flight: BomberFlight, amount: int | str) -> None:
    """Set the percentage of bombs within the circle; `88+2d6` means 88 plus a roll of two dice."""
    base, dice = base_and_dice(amount)
    flight.state.outcome.per_cent = base + (flight.roll_extra("bombs.accuracy", dice) if dice else 0)


# ---- random events


@effect("event_lasts", words="{event}", names_area=True)
def event_lasts(flight: BomberFlight, event: LastingEvent) -> None:
    """Start an event that can happen only once and lasts for the rest of the mission."""
    chance = flight.state.chance
    chance.lasting[event] = True
    if event not in chance.events:
        chance.events.append(event)


@effect("event_turns", words="{event}", names_area=True)
def event_turns(flight: BomberFlight, event: LastingEvent) -> None:
    """Start a lasting event, or end the event if it is in force."""
    lasting = flight.state.chance.lasting
    lasting[event] = not lasting[event]


@effect(
    "rabbits_foot", words="rabbit's foot: you may make any one later roll again; keep it until used", names_area=True
)
def rabbits_foot(flight: BomberFlight) -> None:
    """Add a rabbit's foot, which lets one roll be repeated in this or a later mission."""
    flight.state.rabbits_feet += 1


@effect("ace_for_a_day", words="{station} is an ace for the day")
def ace_for_a_day(flight: BomberFlight, station: Station) -> None:
    """Let a gunner fire like an ace in this mission; a gunner who is already an ace gains nothing."""
    flight.state.men[station].ace_for_a_day = True


# ---- the end of the mission


PLANE_FATES = ("", "safe", "repairable", "irreparable", "wrecked", "destroyed")
"""The fates of the plane, from best to worst."""


def wreck(state: State, fate: str) -> None:
    """Set the fate of the plane, unless its fate is already worse."""
    state.plane.fate = max(state.plane.fate, fate, key=PLANE_FATES.index)


@effect("plane_ends", words="plane {fate}")
def plane_ends(
    flight: BomberFlight, fate: Literal["safe", "repairable", "irreparable", "wrecked", "destroyed"]
) -> None:
    """Set the fate of the plane, unless its fate is already worse."""
    wreck(flight.state, fate)


@effect("comes_down", words=lambda say, where: f"comes down {'in water' if where == 'water' else 'on land'}")
def comes_down(flight: BomberFlight, where: Literal["water", "land"]) -> None:
    """Set where an uncontrolled plane comes down in a zone of land and water (Q-R56)."""
    track = flight.state.track
    letters = [
        letter
        for letter in letters_of(flight.const, track.terrain)
        if (letter == flight.const.water) == (where == "water")
    ]
    flight.state.outcome.down_terrain = letters[0] if letters else track.terrain


@effect("mission_result", words="{victory_.side}")
def mission_result(flight: BomberFlight, side: Annotated[str, OneOf("sides")]) -> None:
    """Set the side that wins the mission."""
    flight.state.outcome.result = side


@effect("rating", words="{=rating}")
def rating(flight: BomberFlight, rating: Literal["poor", "fair", "good", "excellent", "superb"]) -> None:
    """Change nothing: the row states a rating (section 7.3 of the rules)."""
