"""Effects in battle: waves and fighters, gunfire and its hits, flak, shells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from combatbox.bomber import state as s
from combatbox.bomber.constants import WING_SIDES, BomberConstants
from combatbox.bomber.effects.crew import kill
from combatbox.bomber.enums import (
    ATTACKED_WING,
    WING_OF,
    WINGS,
    BomberFlight,
    CoverName,
    FighterType,
    FlakName,
    Position,
    Section,
    placed,
    table_of,
)
from combatbox.core.annotations import Max, Min
from combatbox.core.effects import Effect, WordFormatter, effect
from combatbox.core.roll_context import CarriedFacts, DerivedFact, decides
from combatbox.core.tables import Row, Table


@effect("no_effect", words="no effect", idle=True)
def no_effect(flight: BomberFlight) -> None:
    """Change nothing in the state."""


@effect("roll_on", words="roll on {=table}", leads_to=lambda table: table)
def roll_on(flight: BomberFlight, table: str) -> None:
    """Roll on a table immediately, for the wing, engine, gun or man of the current roll.

    If the constants say so, one roll is made for each gun or wing. A table whose columns are sides is read in the
    column of the wing that was hit. No roll is made while the section of a burst inside the plane is being determined
    (Q-O4a); after that, each result of the burst is rolled once (A25).
    """
    state = flight.state
    if state.hand.bursting and state.hand.located:
        return
    each = flight.const.rolled_for_each.get(table)
    if each == "gun":
        for gun in state.guns:
            state.hand.gun = gun
            flight.roll_on(table, gun)
    elif each == "wing":
        for side in WING_SIDES:
            state.hand.side = side
            flight.roll_on(table, WING_OF[side])
    else:
        column = state.hand.side if state.hand.side in flight.tables[table].columns else ""
        flight.roll_on(table, column=column)


@effect("told", words="", idle=True, stops_sequence=False)
def told(flight: BomberFlight) -> None:
    """Change nothing: the row is only reported, or the game's code tests whether the row applies."""


# ---- waves


MOST_WAVES = 9
"""The highest number of waves of a turn, each of which has a name in accounts."""


def _waves_words(say: WordFormatter, number: int) -> str:
    if not number:
        return "no wave"
    return f"{say(str(number))} wave{'s' if number > 1 else ''}: roll on {say('wave.fighters')} for each"


@effect(
    "waves",
    words=_waves_words,
    leads_to=lambda number: ("wave.fighters",) if number else (),
    stops_sequence=lambda number: not number,
)
def waves(flight: BomberFlight, number: Annotated[int, Min(0), Max(MOST_WAVES)]) -> None:
    """Set the number of waves that attack this turn."""
    flight.state.battle.waves_due = number


@effect(
    "fighter",
    words=placed,
    carries=lambda constants, type, position: CarriedFacts("guns.fire", {"fighter": type, "position": position}),
)
def fighter_comes(flight: BomberFlight, type: FighterType, position: Position) -> None:
    """Add a fighter to the current wave."""
    fighters = flight.state.wave.fighters
    fighters.append(s.Fighter(len(fighters) + 1, type, position))


@effect(
    "diver_untouchable",
    words="no gun may fire at the diver, and cover cannot drive it off",
    suppresses={"position": "vertical_dive"},
)
def diver_untouchable(flight: BomberFlight) -> None:
    """Protect the diving fighter of this wave from all guns."""
    for fighter in flight.state.wave.fighters:
        if fighter.position == "vertical_dive":
            fighter.untouchable = True


@effect("no_attackers", words="no attackers, and no extra fighter; out of formation roll again", stops_sequence=True)
def no_attackers(flight: BomberFlight) -> None:
    """End the wave without attackers; if the bomber is out of formation, the wave is rolled again."""
    flight.state.wave.no_attackers = True


@effect(
    "random_event",
    words="random event: roll on {say.event.roll} (without that option: no attackers, out of formation roll again)",
    leads_to="event.roll",
)
def random_event(flight: BomberFlight) -> None:
    """Start a random event or, if random events are not in play, leave the wave without attackers."""
    wave = flight.state.wave
    if flight.ruled.get("random_events") == "on":
        wave.random_event = True
    else:
        wave.no_attackers = True


@effect("position", words="{position}")
def position_is(flight: BomberFlight, position: Position) -> None:
    """Set the position from which a fighter returns; a diver can be fired at again once it has returned (Q-R39)."""
    fighter = flight.state.attacker
    fighter.position = position
    if fighter.untouchable:
        fighter.untouchable = False


@effect("cover", words="{=quality} cover", carries=decides("cover"))
def cover_is(flight: BomberFlight, quality: CoverName) -> None:
    """Set the fighter cover in this zone."""
    flight.state.track.cover = quality


@effect("driven_off", words="{=first} ({=later})")
def driven_off(flight: BomberFlight, first: int, later: int) -> None:
    """Set how many fighters are driven off before the first attack, and before each later attack."""
    wave = flight.state.wave
    wave.driven_first, wave.driven_later = first, later


@effect("fighter_pilot", words="{=status} pilot", carries=decides("pilot"))
def fighter_pilot(flight: BomberFlight, status: Literal["green", "average", "ace"]) -> None:
    """Set the quality of the attacking fighter's pilot for all its attacks."""
    flight.state.attacker.status = status


# ---- fire


@effect("hit", words="hit")
def hit(flight: BomberFlight) -> None:
    """Count one more hit by the fire that is being resolved."""
    flight.state.hand.hits += 1


@effect("hits_on", words="roll on {say.guns.hard}: {row}", leads_to="guns.hard")
def hits_on(flight: BomberFlight, row: Literal["six", "five_six"]) -> None:
    """Make the gun roll in this row of M-1-HARD instead of on M-1 (Q-R32)."""
    flight.state.hand.aim = row


FIGHTER_DAMAGE = ("", "fca", "fboa", "destroyed")
"""The damage of a fighter, from none to the worst."""


def mark(flight: BomberFlight, what: Literal["fca", "fboa"]) -> None:
    """Add a marker to the attacking fighter and combine its markers (Q-R12).

    M-2-SUM determines the result of two markers.
    """
    fighter = flight.state.attacker
    if what == "fca":
        fighter.fca += 1
    else:
        fighter.fboa += 1
    if not fighter.damage:
        fighter.damage = what
        return
    sums = flight.table("guns.markers").keys
    for first, second in _pairs(flight, fighter):
        row = sums.get(f"{first}+{second}") or sums[f"{second}+{first}"]
        fighter.damage = max(fighter.damage, row.effects[0].name, key=FIGHTER_DAMAGE.index)
    if fighter.damage == "destroyed":
        shoot_down(flight)


def _pairs(flight: BomberFlight, fighter: s.Fighter) -> Iterator[tuple[str, str]]:
    """Yield the pairs of the fighter's markers for which M-2-SUM has a row.

    Under one option of Q-R12, an FBOA that results from two FCAs counts like one that was rolled.
    """
    if fighter.fca > 1:
        yield "fca", "fca"
    if fighter.fca and fighter.fboa:
        yield "fca", "fboa"
    derived = fighter.fca > 1 and flight.ruled.get("derived_fboa") == "derived_too"
    if fighter.fboa + derived > 1:
        yield "fboa", "fboa"


def shoot_down(flight: BomberFlight) -> None:
    """Destroy the attacking fighter and credit the gunner with a kill."""
    state = flight.state
    fighter = state.attacker
    fighter.damage = "destroyed"
    if not fighter.gone:
        fighter.gone, fighter.why = True, "destroyed"
        if state.hand.man:
            state.men[state.hand.man].kills += 1


@effect("marked", words="{marker}")
def marked(flight: BomberFlight, marker: Literal["fca", "fboa"]) -> None:
    """Damage the fighter, and place a marker that shows the damage."""
    mark(flight, marker)


@effect("destroyed", words="destroyed, does not fire")
def destroyed(flight: BomberFlight) -> None:
    """Destroy the fighter before it fires."""
    shoot_down(flight)


@effect("fighter_breaks_off", words="fighter breaks off without firing")
def fighter_breaks_off(flight: BomberFlight) -> None:
    """Make the sprayed fighter leave the battle without firing."""
    fighter = flight.state.attacker
    fighter.gone = True
    fighter.why = "broke_off"


# ---- flak and shells


@effect(
    "flak",
    words=lambda say, density: "no flak" if density == "none" else f"{density} flak",
    stops_sequence=lambda density: density == "none",
    carries=decides("flak"),
)
def flak_is(flight: BomberFlight, density: FlakName) -> None:
    """Set the density of the flak over the target."""
    flight.state.battle.flak = density


@effect("shells", words="{=number}", adjusts="number")
def shells(flight: BomberFlight, number: int) -> None:
    """Set the number of shells that hit; afterwards the section of each shell is rolled."""
    flight.state.hand.shells = number


def hit_section(flight: BomberFlight, section: Section) -> str:
    """Return the name of a section, and store the side in `hand.side` if the section is a wing.

    For `attacking_side_wing` the result is the wing that faces the current fighter's position.
    """
    state = flight.state
    name: str = section
    if section == ATTACKED_WING:
        name = WING_OF[flight.const.positions[state.attacker.position].side]
    if name in WINGS:
        state.hand.side = WINGS[name]
    return name


def carry_section(constants: BomberConstants, section: Section) -> CarriedFacts:
    """Return the facts for the next roll after a shell strikes a section: the damage table and, for a wing, its side.

    If the section is the wing that faces the attacker, the attacker's position decides whether the side is port or
    starboard.
    """
    table = table_of(constants, section)
    if section == ATTACKED_WING:
        sides = {name: facts.side for name, facts in constants.positions.items() if facts.side}
        return CarriedFacts(table, {"side": DerivedFact("position", sides)})
    return CarriedFacts(table, {"side": WINGS[section]} if section in WINGS else {})


@effect("section", words="{section}", next_tables=table_of, carries=carry_section)
def section_hit(flight: BomberFlight, section: Section) -> None:
    """Add a shell that strikes a section."""
    flight.state.hand.located.append(hit_section(flight, section))


def sections_struck(say: WordFormatter, sections: Sequence[str]) -> list[str]:
    """Return the wording of sections that are struck together: one for all of them, or one for each of them."""
    known = say("+".join(sections))
    if "+" not in known:
        return [known]
    each = {section: sections.count(section) for section in sections}
    return [say(section) + (f" × {number}" if number > 1 else "") for section, number in each.items()]


@effect(
    "walking_hits",
    words=lambda say, sections: f"walking hits: {', '.join(sections_struck(say, sections))}",
    short_words=lambda say, sections: f"walking hits on {', '.join(sections_struck(say, sections))}",
    next_tables=lambda constants, sections: tuple(table_of(constants, section) for section in sections),
    carries=lambda constants, sections: tuple(carry_section(constants, section) for section in dict.fromkeys(sections)),
)
def walking_hits(flight: BomberFlight, sections: tuple[Section, ...]) -> None:
    """Place one shell in each section, replacing all other shells of this attack.

    Only the first result of this kind in an attack counts.
    """
    if not flight.state.hand.walking:
        flight.state.hand.walking = [hit_section(flight, section) for section in sections]


# ---- a burst inside the plane


@effect(
    "burst_inside",
    words="burst inside the plane: place it on {say.flak.burst_area}, then see {say.flak.burst}",
    short_words="a burst inside the plane",
    leads_to=("flak.burst_area", "flak.burst"),
)
def burst_inside(flight: BomberFlight) -> None:
    """Roll for the section of a burst inside the plane on one table, and look up the effect in another."""
    state = flight.state
    state.hand.bursting = True
    state.hand.located = []
    flight.roll("flak.burst_area")
    flight.look_up("flak.burst", state.hand.located.pop())
    state.hand.bursting = False


@effect("compartment_killed", words="everyone in the {section} is killed")
def compartment_killed(flight: BomberFlight, section: Section) -> None:
    """Kill all men in a compartment."""
    state = flight.state
    stations = flight.const.compartments[section].stations
    men = (state.at(station) for station in stations)
    if state.rooms:  # a man can be in a compartment where he has no station
        men = (man for man in state.aboard if state.rooms[man.role] == section)
    for man in men:
        if man:
            kill(state, man, "killed")


@effect("burst_survived", words="no evasive action, a worse landing, and the plane is beyond repair")
def burst_survived(flight: BomberFlight) -> None:
    """Forbid evasive action, make the landing worse, and put the plane beyond repair."""
    flight.state.plane.parts["burst_inside"] = not flight.state.due.lost


@effect("every_result", words="every result of {=table} is suffered", leads_to=lambda table: table)
def every_result(flight: BomberFlight, table: str) -> None:
    """Apply every result of a damage table, each once.

    This includes every result of a nested roll, unless the option of Q-R63 in force requires nested rolls to be made.
    """
    if flight.state.due.lost:
        return  # the bombs have exploded: nothing is left to break
    applied: set[str] = set()
    rolled = flight.ruled.get("every_result") == "rolled"
    for row in flight.tables[table].rows if rolled else rows_of(flight.tables[table]):
        for result in (*row.effects, *(_inner_effects(flight, row) if rolled else ())):
            if result.code not in applied:
                applied.add(result.code)
                result.apply(flight)


def _inner_effects(flight: BomberFlight, row: Row) -> list[Effect]:
    """Return the effects that the nested rolls of a row lead to.

    Each roll is made once; it is not made if the state forces its result.
    """
    effects: list[Effect] = []
    while row.then:
        inner = row.then
        forced = next((choice for choice in inner.forced if choice.when is None or choice.when.holds(flight)), None)
        flight.row = row  # the log names the row whose inner die is thrown
        row = forced or inner.at(flight.roll_extra("flak.every_result", inner.notation.text))
        effects += row.effects
    return effects


def rows_of(table: Table) -> list[Row]:
    """Return the rows of a damage table and its nested tables, without results that are forced without a roll."""
    rows: list[Row] = []
    for row in table.rows:
        rows.append(row)
        if row.then:
            rows += rows_of(row.then)
    return rows
