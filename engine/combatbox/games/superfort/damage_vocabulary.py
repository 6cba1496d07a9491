"""Effects and conditions of the tables of combat and damage (sections 5 and 7), and men picked by dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from combatbox.bomber import state as s
from combatbox.bomber.constants import WING_SIDES, Station
from combatbox.bomber.effects.battle import carry_section
from combatbox.bomber.effects.crew import crash_wound, roll_for
from combatbox.bomber.effects.damage import order_bail_out
from combatbox.bomber.enums import Compartment, FighterType, PartName, Section, table_of
from combatbox.bomber.state import Man
from combatbox.core.annotations import OneOf
from combatbox.core.dice import SIDES
from combatbox.core.effects import WordFormatter, condition, effect
from combatbox.core.roll_context import CarriedFacts, DerivedFact, decides
from combatbox.games.superfort import damage, engines, pressure
from combatbox.games.superfort.constants import Constants
from combatbox.games.superfort.state import SuperfortFlight

Level = Literal["none", "light", "moderate", "heavy"]
Clock = Literal["12", "1:30", "3", "6", "9", "10:30", "vertical_dive", "vertical_climb"]
CLOCKS = ("12", "1:30", "3", "6", "9", "10:30")
"""The clock positions of attacks that have an angle; vertical attacks have none."""

HOURS = {f"{hour}_oclock": hour for hour in CLOCKS}
"""The clock positions, by the position that a fighter has until its angle is rolled: `12_oclock`, for example."""

Cabin = Annotated[str, OneOf("compartments", also=("this",))]

# ---- who attacks


@effect(
    "resistance",
    words=lambda say, level: "no fighters" if level == "none" else f"{level} resistance",
    stops_sequence=lambda level: level == "none",
    carries=decides("resistance"),
)
def resistance(flight: SuperfortFlight, level: Level) -> None:
    """Set the strength of the resistance by fighters in this zone."""
    flight.state.clash.resistance = level


@effect("fighter_type", words="{type}", carries=decides("fighter"))
def fighter_comes(flight: SuperfortFlight, type: FighterType) -> None:
    """Add a fighter of this type; its position is rolled next."""
    fighters = flight.state.wave.fighters
    fighters.append(s.Fighter(len(fighters) + 1, type, ""))


@effect(
    "night_fighter",
    words="one {type}",
    leads_to="attack.angle",
    carries=lambda constants, type: CarriedFacts("attack.angle", {"fighter": type, "clock": "6"}),
)
def night_fighter(flight: SuperfortFlight, type: FighterType) -> None:
    """Add a night fighter, which comes from behind and has not been spotted yet."""
    fighters = flight.state.wave.fighters
    fighters.append(s.Fighter(len(fighters) + 1, type, "6_oclock", untouchable=True, status="average"))


@effect(
    "attack_from",
    words=lambda say, clock: f"{clock} o'clock" if clock in CLOCKS else say(clock),
    leads_to=lambda clock: ("attack.angle",) if clock in CLOCKS else (),
    carries=lambda constants, clock: (
        CarriedFacts("attack.angle", {"clock": clock}) if clock in CLOCKS else CarriedFacts(facts={"position": clock})
    ),
)
def attack_from(flight: SuperfortFlight, clock: Clock) -> None:
    """Let a fighter attack from this clock position."""
    flight.state.clash.clocks.append(clock)


@effect("coordinated_attack", words="roll on {say.attack.coordinated}", short_words="", leads_to="attack.coordinated")
def coordinated(flight: SuperfortFlight) -> None:
    """Roll for the number of fighters that attack together; against a lone bomber, take the higher of two rolls."""
    state = flight.state
    most: list[str] = []
    for _ in range(2 if state.alone else 1):
        state.clash.clocks = []
        flight.roll("attack.coordinated")
        most = max(most, state.clash.clocks, key=len)
    state.clash.clocks = most


@effect(
    "air_bomb",
    words="an air-to-air bomb instead of gunfire: {say.attack.bomb}",
    short_words="an air-to-air bomb instead of gunfire",
    leads_to="attack.bomb",
    carries=lambda constants: CarriedFacts("attack.bomb", {"position": "vertical_dive"}),
)
def air_bomb(flight: SuperfortFlight) -> None:
    """Let the first fighter drop a bomb from above instead of firing."""
    flight.state.clash.air_bomb = True


@effect(
    "angle",
    words=lambda say, angle: angle.capitalize(),
    carries=lambda constants, angle: CarriedFacts(
        facts={"position": DerivedFact("clock", {clock: f"{clock}_{angle}" for clock in CLOCKS})}
    ),
)
def angle(flight: SuperfortFlight, angle: Literal["high", "level", "low"]) -> None:
    """Set the angle from which the fighter attacks: high, level or low."""
    fighter = flight.state.attacker
    fighter.position = f"{HOURS[fighter.position]}_{angle}"


@effect("spotted", words="spotted")
def spotted(flight: SuperfortFlight) -> None:
    """Record that the night fighter is spotted before it fires."""
    flight.state.attacker.untouchable = False


@effect("rolls_at", words="roll on {place}", names_area=True, leads_to=lambda place: place)
def then_roll(
    flight: SuperfortFlight,
    place: Literal["attack.collision", "night.gunners", "oxygen.who", "attack.walking", "zone.collision"],
) -> None:
    """Roll at once on the table of this place in the order of play.

    The shells of a fighter can have walking hits only once; a second result of walking hits is ignored.
    """
    if not (place == "attack.walking" and flight.state.hand.walking):
        flight.roll(place)


@effect("rammed", words="the fighter is destroyed, to nobody's credit")
def rammed(flight: SuperfortFlight) -> None:
    """Destroy the fighter in a collision, without credit for any gunner."""
    fighter = flight.state.attacker
    fighter.damage, fighter.gone, fighter.why = "destroyed", True, "collided"


# ---- where it strikes


def _far_wing_carries(constants: Constants) -> CarriedFacts:
    sides = {name: other_side(facts.side) for name, facts in constants.positions.items() if facts.side}
    return CarriedFacts(constants.wing_table, {"side": DerivedFact("position", sides)})


@effect("far_wing", words="far wing", next_tables=lambda constants: constants.wing_table, carries=_far_wing_carries)
def far_wing(flight: SuperfortFlight) -> None:
    """Place a shell in the wing away from the attacker."""
    near = flight.const.positions[flight.state.attacker.position].side
    flight.state.hand.located.append(f"{other_side(near)}_wing")


def other_side(side: str) -> str:
    """Return the opposite side of the plane."""
    return next(other for other in WING_SIDES if other != side)


@effect("section_hit", words="one hit on the {section}", next_tables=table_of, carries=carry_section)
def section_struck(flight: SuperfortFlight, section: Section) -> None:
    """Roll for one hit on the damage table of a section."""
    damage.strike(flight, section)


@effect("same_wing_struck", words="one hit on the same wing", next_tables=lambda constants: constants.wing_table)
def same_wing(flight: SuperfortFlight) -> None:
    """Roll for one hit on the wing that was hit last."""
    damage.strike(flight, f"{flight.state.hand.side}_wing")


# ---- pressure and air


@effect(
    "pressure_check",
    words="check the pressure of the {compartment} on {say.pressure.check}",
    short_words="",
    leads_to="pressure.check",
    carries=lambda constants, compartment: CarriedFacts("pressure.check", {"cabin": compartment}),
)
def pressure_check(flight: SuperfortFlight, compartment: Compartment) -> None:
    """Roll to determine if a compartment keeps its pressure."""
    if not flight.state.pressure.pressure_lost and compartment not in flight.state.pressure.compromised:
        flight.state.pressure.cabin = compartment
        flight.roll("pressure.check", compartment)


def _compromised_short(say: WordFormatter, compartment: str) -> str:
    return f"the {say(compartment) or 'compartment'} holds no pressure from now on"


def _compromised_words(say: WordFormatter, compartment: str) -> str:
    return f"{_compromised_short(say, compartment)}; {say('pressure.decompression')} if it was under pressure"


@effect(
    "compromised",
    words=_compromised_words,
    short_words=_compromised_short,
    leads_to="pressure.decompression",
    carries=lambda constants, compartment: CarriedFacts(
        "pressure.decompression", {} if compartment == "this" else {"cabin": compartment}
    ),
)
def compromised(flight: SuperfortFlight, compartment: Cabin) -> None:
    """Depressurize a compartment permanently, with a sudden decompression if it was under pressure."""
    cabin = flight.state.pressure.cabin if compartment == "this" else compartment
    pressure.compromise(flight, cabin)


@effect("pressure_lost", words="pressure lost throughout, for good")
def pressure_lost(flight: SuperfortFlight) -> None:
    """Make all cabins lose their pressure permanently."""
    pressure.lose_all(flight)


@effect(
    "decompression",
    words="{say.pressure.decompression} for the {compartment} if it is under pressure",
    leads_to="pressure.decompression",
    carries=lambda constants, compartment: CarriedFacts("pressure.decompression", {"cabin": compartment}),
)
def decompression(flight: SuperfortFlight, compartment: Compartment) -> None:
    """Decompress a compartment, if it is under pressure."""
    if pressure.holds(flight, compartment):
        pressure.decompress(flight, compartment)


WHO = {"all": "each man", "one": "one man", "two": "two men"}


def _cabin_wounds_words(say: WordFormatter, men: str, add: int) -> str:
    who = f"{WHO[men]} in it roll{'' if men == 'two' else 's'}"
    return f"{who} on {say('damage.wound')}" + (f" at −{-add}" if add else "")


@effect(
    "cabin_wounds",
    words=_cabin_wounds_words,
    short_words=lambda say, men, **_: f"{'everyone' if men == 'all' else WHO[men]} in it may be hurt",
    leads_to="damage.wound",
    carries=crash_wound,
)
def cabin_wounds(flight: SuperfortFlight, men: Literal["all", "one", "two"], add: int) -> None:
    """Roll for the wounds of men in the current compartment, with a modifier."""
    number = {"all": len(flight.state.men), "one": 1, "two": 2}[men]
    for man in some_of(flight, pressure.living_in(flight, flight.state.pressure.cabin), number):
        roll_for(flight, man, "damage.wound", add=add)


@effect("one_in_cabin", words="one man in it")
def cabin_man(flight: SuperfortFlight) -> None:
    """Use dice to select one man in the current compartment for the effects that follow."""
    men = some_of(flight, pressure.living_in(flight, flight.state.pressure.cabin), 1)
    flight.state.hand.man = men[0].role


@effect("man_at", words="{station}", carries=decides("man"))
def man_at(flight: SuperfortFlight, station: Station) -> None:
    """Select the man at a station for the effects that follow; nobody if it is empty."""
    man = flight.state.at(station)
    flight.state.hand.man = man.role if man else ""


@effect(
    "bitter_cold",
    words="every man rolls on {say.cold.frostbite}",
    short_words="the cold bites",
    leads_to="cold.frostbite",
)
def bitter_cold(flight: SuperfortFlight) -> None:
    """Roll for frostbite of every man aboard who has none yet."""
    pressure.freeze(flight, flight.state.aboard)


# ---- the plane


@effect("out_at_limit", words="")
def out_at_limit(flight: SuperfortFlight, part: PartName, out: PartName) -> None:
    """Put the part `out` out of action if the hits on `part` have reached their limit."""
    parts = flight.state.plane.parts
    if parts[part] >= flight.const.limit_of(part):
        parts[out] = True


@effect("lost_with", words="")
def lost_with(flight: SuperfortFlight, part: PartName) -> None:
    """Order the crew to bail out if a part is broken, because the bomber cannot be controlled."""
    if flight.state.plane.broken(part):
        order_bail_out(flight, flight.const.bail_out_uncontrolled)


@effect(
    "fire_in",
    words="fire in the {compartment}: fight it on {say.fire.attempt}",
    short_words="fire in the {compartment}",
    leads_to="fire.attempt",
)
def fire_in(flight: SuperfortFlight, compartment: Compartment) -> None:
    """Start a fire in a compartment, without damage to its oxygen."""
    flight.state.due.fires.append(compartment)


@effect("idle", words="does nothing for the rest of the mission")
def idle(flight: SuperfortFlight) -> None:
    """Relieve the current man of all duties for the rest of the mission."""
    flight.state.men[flight.state.hand.man].idle = True


@effect("cannon_or_tail_out", words="{say.gun_tail_cannon} out, or the {say.gun_tail} where there is none")
def cannon_or_tail(flight: SuperfortFlight) -> None:
    """Put the tail cannon out of action, or the tail guns if no cannon is carried."""
    guns = flight.state.guns
    guns["tail" if guns["tail_cannon"].thrown_out else "tail_cannon"].out = True


@effect("part_mended", words="{part}")
def part_mended(flight: SuperfortFlight, part: PartName) -> None:
    """Repair a part that was out of action."""
    flight.state.plane.parts[part] = False


@effect(
    "engine_fails",
    words="that engine is out: {say.engines.feather}",
    short_words="that engine is out",
    leads_to="engines.feather",
)
def engine_fails(flight: SuperfortFlight) -> None:
    """Stop the current engine and roll for its propeller, unless it is already out."""
    engines.fail(flight, flight.state.engines[flight.state.hand.engine - 1])


@effect(
    "engine_overheats",
    words="that engine overheats: cross off one box, or shut it down",
    short_words="that engine overheats",
)
def engine_overheats(flight: SuperfortFlight) -> None:
    """Overheat the current engine: the player pays a box of fuel or shuts it down."""
    engines.overheat(flight, flight.state.engines[flight.state.hand.engine - 1])


@effect("charges_left", words="each engine has {most} charge left at most")
def charges_left(flight: SuperfortFlight, most: int) -> None:
    """Limit the number of extinguisher charges that each engine has left."""
    for engine in flight.state.engines:
        engine.charges = min(engine.charges, most)


# ---- conditions


@condition("in_target_zone", words="in the zone of the target")
def in_target_zone(flight: SuperfortFlight) -> bool:
    """Return True if the bomber is in the target zone."""
    return flight.state.at_target


@condition("attack_from_a_side", words="attack from one side", fact_condition="position")
def attacked_from_side(flight: SuperfortFlight) -> bool:
    """Return True if the attacker comes from one side of the bomber."""
    return bool(flight.const.positions[flight.state.attacker.position].side)


@condition("eyes_besides_the_tail", words="a gunner besides the tail gunner aboard")
def other_eyes(flight: SuperfortFlight) -> bool:
    """Return True if a fit gunner other than the tail gunner is aboard."""
    men, crew = flight.state.men, flight.const.crew
    return any(job.gunner and role != "tail_gunner" and men[role].fit for role, job in crew.items())


@condition("thin_air", words="without pressure at medium or high altitude")
def thin_air(flight: SuperfortFlight) -> bool:
    """Return True if the bomber is at altitude and the burning compartment is not under pressure.

    If there is no fire, the pressure of the cabins counts instead.
    """
    burning = flight.state.hand.fire
    is_pressurized = pressure.holds(flight, burning) if burning else flight.state.pressure.pressurized
    return pressure.high(flight) and not is_pressurized


def some_of(flight: SuperfortFlight, men: Sequence[Man], number: int) -> list[Man]:
    """Return the given number of men, selected by dice.

    If there are not more men than this number, all of them are returned and no dice are rolled.

    Args:
        flight: the flight.
        men: the men to choose from.
        number: the number of men to choose.
    """
    left = list(men)
    if number >= len(left):
        return left
    picked = []
    for _ in range(number):
        man = left.pop(_place(flight, len(left)))
        flight.fact("crew.picked", man.role)
        picked.append(man)
    return picked


def _place(flight: SuperfortFlight, count: int) -> int:
    """Return a random index below `count`, all with the same probability.

    One die suffices for up to six men; for more men two dice are read as two digits. Rolls beyond the largest multiple
    of `count` are repeated, so that all indexes are equally probable.
    """
    if count < 2:
        return 0
    faces = SIDES if count <= SIDES else SIDES * SIDES
    while True:
        roll = flight.roll_extra("crew.by_chance", "1d6" if count <= SIDES else "d66")
        index = roll - 1 if count <= SIDES else (roll // 10 - 1) * SIDES + roll % 10 - 1
        if index < faces - faces % count:
            return index % count
