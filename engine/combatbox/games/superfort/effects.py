"""Effects in the tables for a B-29's flight, from the briefing to the landing."""

from __future__ import annotations

from typing import Annotated, Literal

from combatbox.bomber.aircraft import leave_formation
from combatbox.bomber.constants import Station
from combatbox.bomber.effects.crew import crash_wound, end_all, kill, leave_plane
from combatbox.bomber.effects.mission import wreck
from combatbox.bomber.enums import MountedGun, TargetType, WeatherName, letters_of
from combatbox.core.annotations import OneOf
from combatbox.core.effects import WordFormatter, effect
from combatbox.core.phrases import signed
from combatbox.core.roll_context import CarriedFacts, decides
from combatbox.games.superfort import fuel, pressure
from combatbox.games.superfort.conditions import is_bombed_out
from combatbox.games.superfort.state import BAYS, SuperfortFlight

Escort = Annotated[str, OneOf("escorts", also=("none",))]
Below = Literal["W", "J", "W-J", "W-O"]
FateName = Literal[
    "rescued",
    "captured",
    "captured_at_sea",
    "died_in_camp",
    "lost_at_sea",
    "returned",
    "bailed_out",
    "went_down",
    "killed",
]


# ---- before the mission


@effect("target_type", words="{type}", next_tables=lambda constants, type: constants.city_tables[type])
def type_is(flight: SuperfortFlight, type: TargetType) -> None:
    """Set the type of target; the constants name the table of cities to roll on."""
    flight.state.orders.target_type = type


@effect("gunners", words="{&men} aboard")
def aboard(flight: SuperfortFlight, men: tuple[Station, ...]) -> None:
    """Let these gunners fly and leave the other gunners on the ground."""
    state = flight.state
    for role, job in flight.const.crew.items():
        if job.gunner and role not in men:
            leave_plane(state, state.men[role], "stood_down")


@effect("armed", words="{&gun_.guns} armed")
def armed(flight: SuperfortFlight, guns: tuple[MountedGun, ...]) -> None:
    """Arm these guns; the others fly without ammunition."""
    for name, gun in flight.state.guns.items():
        gun.thrown_out = name not in guns


@effect(
    "armed_low",
    words="in the low squadron {&gun_.guns} armed too",
)
def armed_low(flight: SuperfortFlight, guns: tuple[MountedGun, ...]) -> None:
    """Arm additional guns if the bomber is in the Low squadron."""
    if flight.state.orders.squadron == "low":
        for name in guns:
            flight.state.guns[name].thrown_out = False


@effect("escort", words="{type}")
def escort_is(flight: SuperfortFlight, type: Escort) -> None:
    """Set the type of the fighters that are to escort the formation."""
    flight.state.sortie.escort = "" if type == "none" else type


@effect("zone", words="{+modifier} {=over}")
def zone_is(flight: SuperfortFlight, modifier: int, over: Below) -> None:
    """Set the terrain of a zone, and the modifier that the zone gives to the roll for resistance."""
    flight.state.track.zone_modifier, flight.state.track.terrain = modifier, over


# ---- fuel


@effect(
    "boxes_lost",
    words="cross off {boxes|box|boxes}",
    short_words="{boxes|box|boxes} of fuel lost",
)
def boxes_lost(flight: SuperfortFlight, boxes: int) -> None:
    """Lose boxes of fuel."""
    fuel.lose(flight, boxes)


@effect(
    "head_wind",
    words="cross off {boxes|box|boxes} ({jet} at {say.high_altitude} in the fighter zones, in the jet stream)",
    short_words="{boxes|box|boxes} of fuel lost ({jet} in the jet stream)",
)
def head_wind(flight: SuperfortFlight, boxes: int, jet: int) -> None:
    """Lose boxes of fuel to a head wind: `jet` boxes in the jet stream near Japan, otherwise `boxes`."""
    fuel.lose(flight, jet if in_jet_stream(flight) else boxes)


def in_jet_stream(flight: SuperfortFlight) -> bool:
    """Return True if the bomber is in the highest band, in the zones near Japan."""
    track, zones = flight.state.track, flight.const.fighter_zones
    return track.altitude == flight.const.bands[-1] and zones.first <= track.zone <= zones.last


@effect(
    "boxes_restored",
    words="restore {boxes|box|boxes}",
    short_words="{boxes|box|boxes} of fuel saved",
)
def boxes_restored(flight: SuperfortFlight, boxes: int) -> None:
    """Restore boxes of fuel, up to the number at the start of the mission."""
    fuel.restore(flight, boxes)


@effect(
    "fair_wind",
    words="on the way home restore {boxes|box|boxes}",
    short_words="{boxes|box|boxes} of fuel saved on the way home",
)
def fair_wind(flight: SuperfortFlight, boxes: int) -> None:
    """Restore boxes of fuel, but only on the way home."""
    if flight.state.homeward:
        fuel.restore(flight, boxes)


def _bays(say: WordFormatter, bay: str) -> str:
    return "both bays" if bay == "both" else f"the {say(f'{bay}_bay')}"


def _bay_shut_words(say: WordFormatter, bay: str, else_lost: int) -> str:
    less = f"; if there are none, cross off {fuel.boxes(else_lost, say)}" if else_lost else ""
    return f"the auxiliary boxes of {_bays(say, bay)} cannot be used{less}"


def _bay_shut_short(say: WordFormatter, bay: str, else_lost: int) -> str:
    less = f", or {fuel.boxes(else_lost, say)} lost where it has none" if else_lost else ""
    return f"no more fuel from {_bays(say, bay)}{less}"


@effect("bay_shut", words=_bay_shut_words, short_words=_bay_shut_short, names_area=True)
def bay_shut(flight: SuperfortFlight, bay: Literal["fwd", "aft", "both"], else_lost: int = 0) -> None:
    """Make the auxiliary fuel of a bay unusable; if the bay has none, lose `else_lost` boxes of fuel."""
    for one_bay in BAYS if bay == "both" else (bay,):
        if flight.state.fuel.in_bay(one_bay) and one_bay not in flight.state.fuel.tanks_shut:
            flight.state.fuel.tanks_shut.append(one_bay)
        elif else_lost and not flight.state.fuel.in_bay(one_bay):
            fuel.lose(flight, else_lost)


@effect("bay_boxes_lost", words=lambda say, bay: f"the boxes of the {say(f'{bay}_bay')} are lost")
def bay_lost(flight: SuperfortFlight, bay: Literal["fwd", "aft"]) -> None:
    """Lose all boxes of fuel that are left in the tanks of a bay."""
    fuel.lose_bay(flight, bay)


@effect(
    "tank_leak",
    words="cross off {boxes|box|boxes} now and one in each zone entered from now on",
    short_words="{boxes|box|boxes} of fuel lost, and a leak",
)
def tank_leak(flight: SuperfortFlight, boxes: int) -> None:
    """Lose boxes of fuel now, and one more box of fuel in each zone entered later.

    Further leaks do not add to the loss in each zone.
    """
    fuel.lose(flight, boxes)
    flight.state.fuel.wing_leak = fuel.is_counted(flight)


# ---- weather and course


@effect("weather", words="{=weather} weather", carries=decides("weather"))
def weather_is(flight: SuperfortFlight, weather: WeatherName) -> None:
    """Set the weather of the zone; over the target, record it as the target's weather."""
    track = flight.state.track
    track.weather = weather
    flight.state.navigation.weather_in = track.zones_entered
    if flight.state.at_target and track.leg == "out":
        track.target_weather = weather


@effect(
    "marker",
    words="{+add}",
    short_words=lambda say, add: f"course {signed(add)}" if add else "no difference",
)
def marker(flight: SuperfortFlight, add: int) -> None:
    """Add the result of one method of navigation to the Navigation marker."""
    flight.state.navigation.marker += add


@effect(
    "near_collision",
    words="if formed, Out of Formation, and roll on {say.zone.collision}; if not, no effect",
    short_words="a danger to bombers in formation",
    leads_to="zone.collision",
)
def near_collision(flight: SuperfortFlight) -> None:
    """Leave the formation to avoid another B-29, and roll for a collision."""
    if flight.state.in_formation:
        leave_formation(flight, "formation.lost")
        flight.roll("zone.collision")


# ---- over the target


@effect(
    "tossed_up",
    words="tossed up thousands of feet, to medium altitude, unpressurized, and by day Out of Formation",
    short_words="tossed up thousands of feet, to medium altitude, unpressurized",
)
def tossed(flight: SuperfortFlight) -> None:
    """Throw the bomber up to medium altitude; its cabins lose their pressure.

    By day the bomber leaves its formation.
    """
    flight.state.track.altitude = flight.const.bands[1]
    if not flight.state.night:
        leave_formation(flight, "formation.lost")
    pressure.let_out_and_check_air(flight, "pressure.none_up_there", given_up=True)


# ---- coming down


DITCHED = {
    "good": "a good ditching: she stays afloat",
    "hard": "a hard ditching",
    "broken": "she breaks in two",
}


def _ditched_as_words(say: WordFormatter, how: str, table: str) -> str:
    after = "all in the rafts" if how == "good" else f"each man rolls on {table}" if table else ""
    return ", ".join(part for part in (DITCHED[how], after) if part)


@effect(
    "ditched",
    words=_ditched_as_words,
    short_words=lambda say, how, **_: DITCHED[how],
    leads_to=lambda table, **_: (table,) if table else (),
)
def ditched_as(flight: SuperfortFlight, how: Literal["good", "hard", "broken"], table: str = "") -> None:
    """Set the outcome of the ditching; if a table is named, each man rolls on it."""
    state = flight.state
    state.ending.ditched = how
    for man in state.aboard if table else ():
        state.hand.man = man.role
        flight.roll_on(table, man.role)


@effect(
    "wound_roll",
    words=lambda say, add: f"rolls on {say('damage.wound')}" + (f" at {signed(add)}" if add else ""),
    short_words="perhaps hurt",
    leads_to="damage.wound",
    carries=crash_wound,
)
def wound_roll(flight: SuperfortFlight, add: int = 0) -> None:
    """Roll for a wound of the current man, with a modifier."""
    flight.roll("damage.wound", flight.state.hand.man, add=add)


@effect(
    "somebody_hurt",
    words="one man of {say.oxygen.who} rolls on {say.damage.wound} at {+add}",
    short_words="",
    leads_to=("oxygen.who", "damage.wound"),
    carries=lambda constants, add: (
        CarriedFacts("oxygen.who"),
        CarriedFacts("damage.wound", {}, {"crash_wounds": add}),
    ),
)
def somebody_hurt(flight: SuperfortFlight, add: int) -> None:
    """Choose a man with the table of the oxygen check, and roll for his wound with a modifier."""
    hand = flight.state.hand
    hand.man = ""
    flight.roll("oxygen.who")
    if hand.man:
        flight.roll("damage.wound", hand.man, add=add)


@effect(
    "blown_out",
    words="under pressure the {station} is blown out with it and killed",
    short_words="the {station} is blown out and killed, if it was under pressure",
)
def blown_out(flight: SuperfortFlight, station: Station) -> None:
    """Kill the gunner whose blister has burst, if he is at his station and the cabin is under pressure (A61)."""
    man, state = flight.state.at(station), flight.state
    cabin = flight.const.crew[station].compartment
    burst = state.pressure.compromised.get(cabin) == state.track.turn
    if man and burst and state.pressure.pressurized:
        kill(state, man, "killed")


@effect("ends_as", words="{fate}")
def fate(flight: SuperfortFlight, fate: FateName) -> None:
    """Set the fate of the current man, who has left the plane, unless he is already dead."""
    man = flight.state.men[flight.state.hand.man]
    if man.dead:
        return
    if fate in DEADLY:
        kill(flight.state, man, fate)
    else:
        leave_plane(flight.state, man, fate)


DEADLY = ("died_in_camp", "lost_at_sea", "went_down", "killed")
"""The fates that a man does not survive."""


@effect("comes_down", words="the {=which} letter")
def comes_down(flight: SuperfortFlight, which: Literal["first", "second"]) -> None:
    """Select which of two terrains an uncontrolled bomber comes down on."""
    letters = letters_of(flight.const, flight.state.track.terrain)
    flight.state.outcome.down_terrain = letters[0 if which == "first" else -1]


@effect("box_burned", words="cross off one box of the city", short_words="another part of the city has burned down")
def box_burned(flight: SuperfortFlight) -> None:
    """Cross off one box of the city on the Target Damage Sheet."""
    tour, city = flight.state.tour, flight.state.orders.city
    if tour and not is_bombed_out(flight, city):
        tour.burned[city] = tour.burned.get(city, 0) + 1


@effect("all_killed", words="{how}: the B-29 and everyone in it are lost")
def plane_lost(flight: SuperfortFlight, how: Literal["crashed", "collided", "exploded"]) -> None:
    """Lose the bomber and its crew at once."""
    flight.state.due.lost = how
    wreck(flight.state, "destroyed")
    end_all(flight.state, "killed", True)
