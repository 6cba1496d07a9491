"""Conditions and quantities in the tables of any bomber.

They are about the mission, the plane, its men and its battles, and about the charts in the rules.
"""

from __future__ import annotations

from typing import Annotated, Literal

from combatbox.bomber.constants import Station
from combatbox.bomber.enums import BomberFlight, FighterType, LastingEvent, MountedGun, PartName, Someone, Terrain
from combatbox.bomber.state import Man
from combatbox.core.annotations import OfConstant
from combatbox.core.effects import condition, quantity

# ---- weather, formation, events


@condition("place_in", words=lambda say, what, places: f"{' or '.join(places)} in the {what}")
def place_in(
    flight: BomberFlight,
    what: Literal["formation", "squadron"],
    places: tuple[Literal["lead", "high", "middle", "low", "tail"], ...],
) -> bool:
    """Return True if the place of the bomber in its squadron, or of the squadron in its group, is one of these.

    Args:
        flight: the flight.
        what: `formation` for the bomber's place in the squadron, `squadron` for the squadron's place in the group.
        places: the places.
    """
    orders = flight.state.orders
    return (orders.formation if what == "formation" else orders.squadron) in places


@condition("event_lasts", words="{event}")
def lasting(flight: BomberFlight, event: LastingEvent) -> bool:
    """Return True if a lasting event is in force."""
    return flight.state.chance.lasting[event]


@condition("in_formation", words="in formation")
def in_formation(flight: BomberFlight) -> bool:
    """Return True if the bomber is in formation at this moment."""
    return flight.state.in_formation


@condition("event_happened", words="if it happened before")
def event_happened(flight: BomberFlight, event: LastingEvent) -> bool:
    """Return True if an event that can happen only once has happened."""
    return event in flight.state.chance.events


@condition(
    "ruled", words="under the option “{option}” of {=ruling}", ruling_condition=lambda ruling, option: (ruling, option)
)
def ruled(flight: BomberFlight, ruling: str, option: str) -> bool:
    """Return True if this option of a ruling is in force."""
    return flight.rulings.get(ruling) == option


# ---- damage to the plane


@condition("part_out", words="{part}")
def part_is_out(flight: BomberFlight, part: PartName) -> bool:
    """Return True if a part of the plane is out."""
    return flight.state.plane.parts[part] > 0


@condition("part_worn", words="{part}")
def part_worn(flight: BomberFlight, part: PartName) -> bool:
    """Return True if a part has taken the number of hits that puts it out."""
    return flight.state.plane.parts[part] >= flight.const.limit_of(part)


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


# ---- men


def is_veteran(flight: BomberFlight, man: Man) -> bool:
    """Return True if a man is fit, not handicapped by wounds, and experienced enough to be a veteran."""
    years = flight.const.veteran
    return man.fit and man.light < flight.const.light_wounds.handicap and years.first <= man.missions <= years.last


def the_man(flight: BomberFlight, man: Someone) -> Man:
    """Return the man with this role; `this` is the man for whom the roll is made."""
    state = flight.state
    return state.men[state.hand.man if man == "this" else man]


def can_call_for_help(flight: BomberFlight) -> bool:
    """Return True if the crew can call for help by radio.

    The radio must be undamaged, and its regular operator must be fit and at his station (Q-R43). Once the crew has
    begun to abandon the plane, the result no longer changes.
    """
    state = flight.state
    if state.due.abandoned:
        return state.due.mayday
    operator: str = flight.const.duties.radio
    man = state.men[operator]
    return not state.plane.broken("radio_out") and man.fit and man.station == operator


@condition("man_frostbitten", words="frostbitten")
def frostbitten(flight: BomberFlight, man: Someone) -> bool:
    """Return True if a man is frostbitten."""
    return the_man(flight, man).frostbitten


@condition("light_wounds", words="light wounds", fact_condition=lambda man, **_: ("light",) if man == "this" else ())
def light_wounds(flight: BomberFlight, man: Someone, least: Literal["one", "handicap"]) -> bool:
    """Return True if a man has at least one light wound (`one`), or enough to handicap him (`handicap`)."""
    number: int = flight.const.light_wounds.handicap if least == "handicap" else 1
    return the_man(flight, man).light >= number


@condition("serious_wound", words="seriously wounded")
def seriously_wounded(flight: BomberFlight, man: Someone) -> bool:
    """Return True if a man is seriously wounded."""
    return the_man(flight, man).serious


@condition("trapped", words="trapped")
def trapped(flight: BomberFlight, man: Someone) -> bool:
    """Return True if a man is trapped at his station."""
    return the_man(flight, man).trapped


@condition("unfit", words="{&men} dead or seriously wounded")
def unfit(flight: BomberFlight, men: tuple[Station, ...]) -> bool:
    """Return True if each of these men is unfit: dead, gone or seriously wounded."""
    crew = flight.state.men
    for man in men:  # noqa: SIM110  # a hot loop; any() costs more
        if crew[man].fit:
            return False
    return True


@condition("veteran", words="veteran {&men}")
def veteran(flight: BomberFlight, men: tuple[Station, ...]) -> bool:
    """Return True if at least one of these men is a veteran who is not handicapped.

    The modifier applies only once, even if there are two veterans (Q-R54).
    """
    return any(is_veteran(flight, flight.state.men[man]) for man in men)


@condition(
    "down_in", words=lambda say, terrains: "down in " + " or ".join(say(f"terrain_{letter}") for letter in terrains)
)
def down_in(flight: BomberFlight, terrains: tuple[Terrain, ...]) -> bool:
    """Return True if the plane or crew comes down on one of these terrains."""
    return flight.state.outcome.down_terrain in terrains


# ---- battle: gunners, guns and fighters


@condition("ace_gunner", words="ace gunner at his own gun, not wounded or frostbitten")
def ace_gunner(flight: BomberFlight) -> bool:
    """Return True if the gunner is an unhurt ace at a gun that he is trained on."""
    state = flight.state
    man = state.men[state.hand.man]
    return man.kills >= flight.const.ace_kills and keeps_bonus(flight, man) and is_ace_at(flight, man)


def keeps_bonus(flight: BomberFlight, man: Man) -> bool:
    """Return True if neither wounds nor frostbite take away the man's ace bonus (9.3, Q-R31)."""
    allowed = flight.const.light_wounds.handicap if flight.ruled.get("wounded_ace") == "second_wound" else 1
    return not man.frostbitten and not man.serious and man.light < allowed


def is_ace_at(flight: BomberFlight, man: Man) -> bool:
    """Return True if the ace bonus of the man applies at the gun that fires."""
    return man.role in flight.const.guns[flight.state.hand.gun].men_as_aces()


@condition("ace_for_a_day", words="ace for a day ({say.event.roll}), unless an ace already")
def is_ace_for_a_day(flight: BomberFlight) -> bool:
    """Return True if the gunner is an ace for this mission only and his ace bonus applies."""
    state = flight.state
    man = state.men[state.hand.man]
    return (
        man.ace_for_a_day and man.kills < flight.const.ace_kills and keeps_bonus(flight, man) and is_ace_at(flight, man)
    )


@condition("evasive_action", words="evasive action")
def evasive_action(flight: BomberFlight) -> bool:
    """Return True if the bomber takes evasive action in this wave."""
    return flight.state.wave.evading


@condition("fighter", words="{type}", fact_condition="fighter")
def fighter_is(flight: BomberFlight, type: FighterType) -> bool:
    """Return True if the attacking fighter is of this type."""
    return flight.state.attacker.type == type


@condition("passing_shot", words="passing shot of the tail guns")
def passing_shot(flight: BomberFlight) -> bool:
    """Return True if the tail guns fire at a passing fighter."""
    return flight.state.hand.passing_shot


@condition("gunner_not_at_home", words="gunner at a gun not his own")
def gunner_not_at_home(flight: BomberFlight) -> bool:
    """Return True if the gunner is not trained on the gun that he fires."""
    state = flight.state
    return state.hand.man not in flight.const.guns[state.hand.gun].men_at_home()


@condition("pilot_is", words="{=status} fighter pilot", fact_condition="pilot")
def pilot_is(flight: BomberFlight, status: Literal["green", "average", "ace"]) -> bool:
    """Return True if the fighter's pilot is of this quality."""
    return flight.state.attacker.status == status


@condition("gun_that_is", words="{=kind} gun", fact_condition="gun")
def gun_that_is(flight: BomberFlight, kind: Literal["twin", "remote"]) -> bool:
    """Return True if the firing gun is of this kind, according to game.yaml.

    A `twin` gun is one of a pair; a `remote` gun is a turret that is fired from another station.
    """
    return bool(getattr(flight.const.guns[flight.state.hand.gun], kind))


@condition("gun_is", words="{gun_.gun}", fact_condition="gun")
def gun_is(flight: BomberFlight, gun: MountedGun) -> bool:
    """Return True if this gun is firing."""
    return flight.state.hand.gun == gun


@quantity("markers", words="each")
def markers(flight: BomberFlight, marker: Literal["fca", "fboa"]) -> int:
    """Return the number of markers of this kind that the fighter has taken."""
    number: int = getattr(flight.state.attacker, marker)
    return number


@condition("marked_with", words="{marker} on the fighter")
def marked_with(flight: BomberFlight, marker: Literal["fca", "fboa"]) -> bool:
    """Return True if the fighter has a marker of this kind."""
    return bool(getattr(flight.state.attacker, marker))


@quantity(
    "crash_wounds",
    words="what the result of {say.landing.land} adds",
    short_words="for the landing",
)
def crash_wounds(flight: BomberFlight) -> int:
    """Return the modifier of each man's wound roll after a crash landing."""
    return flight.state.hand.wound_add


# ---- charts in the rules: victory, aborting, evasive action


@condition("plane_lost", words="plane destroyed, down elsewhere than at home, or beyond repair")
def plane_lost(flight: BomberFlight) -> bool:
    """Return True if the bomber will never fly again.

    It is destroyed or beyond repair, or it came down where its side cannot recover it.
    """
    return is_lost(flight)


def is_lost(flight: BomberFlight) -> bool:
    """Return True if the bomber will never fly again."""
    state, const = flight.state, flight.const
    if state.due.lost or state.plane.broken("burst_inside") or state.plane.fate in const.beyond_repair:
        return True
    return state.outcome.landed not in const.safe_landings


@condition("bombs_on_target", words="bombs on target, plane home and not beyond repair")
def bombs_on_target(flight: BomberFlight) -> bool:
    """Return True if the bombs were dropped and hit the target."""
    return flight.state.outcome.bombs_dropped and flight.state.outcome.aim_result == "on_target"


@condition("otherwise", words="otherwise", always=True)
def otherwise(flight: BomberFlight) -> bool:
    """Always return True, for the last row of a chart."""
    return True


@condition("someone_cold", words="heat out for a man")
def someone_cold(flight: BomberFlight) -> bool:
    """Return True if a living man is at a station whose heat is out."""
    state = flight.state
    return any(state.at(station) for station in state.supply.heat_out)


def oxygen_out(flight: BomberFlight, station: str) -> bool:
    """Return True if the oxygen of a station is out."""
    state = flight.state
    hits = state.supply.oxygen_hits.get(station, 0)
    return bool(state.plane.parts.get("oxygen_system_out") or hits >= flight.const.oxygen_hits)


def stations_without(flight: BomberFlight) -> list[str]:
    """Return the stations whose individual oxygen supply is out.

    The oxygen system of the whole plane is a separate part (`oxygen_system_out`).
    """
    limit: int = flight.const.oxygen_hits
    return [station for station, hits in flight.state.supply.oxygen_hits.items() if hits >= limit]


@condition("someone_without_oxygen", words="oxygen out for a man")
def someone_without_oxygen(flight: BomberFlight) -> bool:
    """Return True if a living man is at a station whose oxygen is out."""
    state = flight.state
    if state.plane.broken("oxygen_system_out"):
        return any(state.stations.values())
    return any(state.stations.get(station) for station in stations_without(flight))


@condition("fuel_too_short", words="fuel leak that leaves too little for target and return")
def fuel_too_short(flight: BomberFlight) -> bool:
    """Return True if a fuel leak puts the target and the return out of reach.

    The calculation assumes the present speed for the whole way, but a bomber that only its bombs slow down is faster on
    the way back.
    """
    state = flight.state
    if not state.supply.fuel_turn and not state.supply.fuel_zone:
        return False
    out = max(state.orders.target_zone - state.track.zone, 0)
    back = state.orders.target_zone - flight.const.home_zone
    zones = out + back
    slow = state.track.two_turns
    heavy = state.plane.bombs_aboard and not state.in_formation and state.engines_out() > 0
    turns_in_zone: int = flight.const.turns_in_zone
    turns = out * (turns_in_zone if slow or heavy else 1) + back * (turns_in_zone if slow else 1) + 1
    left = state.supply.fuel_turn - state.track.turn if state.supply.fuel_turn else turns
    return left < turns or (state.supply.fuel_zone > 0 and state.supply.fuel_zone - state.track.zones_entered < zones)


@condition("stranger_flies", words="neither pilot at the controls")
def stranger_flies(flight: BomberFlight) -> bool:
    """Return True if a man other than the two pilots flies the plane."""
    return flight.state.pilot_at_controls not in flight.const.pilots


@condition("landing_modifiers_at_least", words="{number} or more negative landing modifiers from damage to the plane")
def too_much_damage(flight: BomberFlight, number: int) -> bool:
    """Return True if damage causes at least this number of negative landing modifiers.

    Under one option of Q-R40, the sum of these modifiers is compared with the number instead.
    """
    adds = damage_modifiers(flight)
    if flight.ruled.get("evasion_limit") == "total":
        return -sum(adds) >= number
    return len(adds) >= number


def damage_modifiers(flight: BomberFlight) -> list[int]:
    """Return the negative landing modifiers that are caused by damage to the plane.

    Some modifiers can also have another cause (a radio without its operator). Such a modifier is included only if its
    part of the plane is damaged.
    """
    amounts: dict[str, int] = {}
    for table in flight.const.landing_tables:
        for name, add in landing_damage(flight, table).items():
            amounts[name] = min(add, amounts.get(name, 0))
    return [add for add in amounts.values() if add < 0]


def landing_damage(flight: BomberFlight, table: str) -> dict[str, int]:
    """Return the modifiers of a landing table that are caused by damage.

    The result maps the name of each modifier's condition to the amount of the modifier.
    """
    counted = flight.const.damage_modifiers
    amounts: dict[str, int] = {}
    for modifier in flight.tables[table].modifiers:
        when, add = modifier.when, modifier.add
        if not when or not isinstance(add, int) or when.name not in counted:
            continue
        part = counted[when.name]
        if when.holds(flight) and (not part or flight.state.plane.broken(part)):
            amounts[when.name] = add
    return amounts
