"""Effects in battle: waves and fighters, fire and its hits, flak, shells and where they strike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from combatbox.bomber import state as s
from combatbox.bomber.constants import BomberConstants
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
from combatbox.bomber.severity import FIGHTER_DAMAGE
from combatbox.core.effects import Effect, WordFormatter, effect
from combatbox.core.roll_context import CarriedFacts, DerivedFact
from combatbox.core.tables import Row, Table


@effect("no_effect", words="no effect", idle=True)
def no_effect(flight: BomberFlight) -> None:
    """Nothing happens."""


@effect("roll_on", words="roll on {=table}", leads_to=lambda table: table)
def roll_on(flight: BomberFlight, table: str) -> None:
    """Roll there at once, for the wing, engine, gun or man in hand; once for each gun or wing where it says so.

    A table by side is read in the column of the wing that was hit. The damage table that a shell's area names is not
    rolled on when a burst inside the plane is being placed (Q-O4a).
    """
    state = flight.state
    if state.hand.bursting:
        return
    each = flight.const.rolled_for_each.get(table)
    if each == "gun":
        for gun in state.guns:
            state.hand.gun = gun
            flight.roll_on(table, gun)
    elif each == "wing":
        for side in s.SIDES:
            state.hand.side = side
            flight.roll_on(table, WING_OF[side])
    else:
        column = state.hand.side if state.hand.side in flight.tables[table].columns else ""
        flight.roll_on(table, column=column)


@effect("told", words="", idle=True, stops_sequence=False)
def told(flight: BomberFlight) -> None:
    """Nothing changes by it: it is told, or play asks which rows that hold say it."""


# ---- waves


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
def waves(flight: BomberFlight, number: int) -> None:
    """So many waves come this turn."""
    flight.state.battle.waves_due = number


@effect(
    "fighter",
    words=placed,
    carries=lambda constants, type, position: CarriedFacts("guns.fire", {"fighter": type, "position": position}),
)
def fighter_comes(flight: BomberFlight, type: FighterType, position: Position) -> None:
    """One fighter of the wave in hand."""
    battle = flight.state.battle
    fighters = battle.waves[battle.wave_now].fighters
    fighters.append(s.Fighter(len(fighters) + 1, type, position))


@effect(
    "diver_untouchable",
    words="no gun may fire at the diver, and cover cannot drive it off",
    suppresses={"position": "vertical_dive"},
)
def diver_untouchable(flight: BomberFlight) -> None:
    """No gun may fire at the diver of this wave while it dives."""
    for fighter in flight.state.wave.fighters:
        if fighter.position == "vertical_dive":
            fighter.untouchable = True


@effect("no_attackers", words="no attackers, and no extra fighter; out of formation roll again", stops_sequence=True)
def no_attackers(flight: BomberFlight) -> None:
    """The other bombers drive the wave off; out of formation the flow rolls again."""
    flight.state.wave.no_attackers = True


@effect(
    "random_event",
    words="random event: roll on {say.event.roll} (without that option: no attackers)",
    leads_to="event.roll",
)
def random_event(flight: BomberFlight) -> None:
    """A random event instead of a wave; with that optional rule off it reads as no attackers."""
    wave = flight.state.wave
    if flight.ruled.get("random_events") == "on":
        wave.random_event = True
    else:
        wave.no_attackers = True


@effect("position", words="{position}")
def position_is(flight: BomberFlight, position: Position) -> None:
    """Where the returning fighter attacks from; it is a fighter like any other now (Q-R39)."""
    fighter = flight.state.attacker
    fighter.position = position
    if fighter.untouchable:
        fighter.untouchable = False


@effect("cover", words="{=quality} cover", carries=lambda constants, quality: CarriedFacts(facts={"cover": quality}))
def cover_is(flight: BomberFlight, quality: CoverName) -> None:
    """Fighter cover in this zone."""
    flight.state.track.cover = quality


@effect("driven_off", words="{=first} ({=later})")
def driven_off(flight: BomberFlight, first: int, later: int) -> None:
    """How many fighters cover drives off before the initial attack and before each successive one."""
    wave = flight.state.wave
    wave.driven_first, wave.driven_later = first, later


@effect(
    "fighter_pilot", words="{=status} pilot", carries=lambda constants, status: CarriedFacts(facts={"pilot": status})
)
def fighter_pilot(flight: BomberFlight, status: Literal["green", "average", "ace"]) -> None:
    """What kind of pilot flies the fighter in hand, for all its attacks."""
    flight.state.attacker.status = status


# ---- fire


@effect("hit", words="hit")
def hit(flight: BomberFlight) -> None:
    """A hit; the flow counts them from nought."""
    flight.state.hand.hits += 1


@effect("hits_on", words="roll on {say.guns.hard}: {row}", leads_to="guns.hard")
def hits_on(flight: BomberFlight, row: Literal["six", "five_six"]) -> None:
    """The gun rolls on M-1-HARD instead of M-1, in that row (Q-R32)."""
    flight.state.hand.aim = row


def mark(flight: BomberFlight, what: Literal["fca", "fboa"]) -> None:
    """A marker on the fighter in hand, and what all its markers come to by M-2-SUM (Q-R12)."""
    fighter = flight.state.attacker
    if what == "fca":
        fighter.fca += 1
    else:
        fighter.fboa += 1
    if not fighter.damage:
        fighter.damage = what
        return
    sums = flight.table("guns.markers").keys
    for one, other in _pairs(flight, fighter):
        row = sums.get(f"{one}+{other}") or sums[f"{other}+{one}"]
        fighter.damage = FIGHTER_DAMAGE.higher(fighter.damage, row.effects[0].name)
    if fighter.damage == "destroyed":
        shoot_down(flight)


def _pairs(flight: BomberFlight, fighter: s.Fighter) -> Iterator[tuple[str, str]]:
    """The rows of M-2-SUM that two of the fighter's markers make, in whatever order they came.

    With that option of Q-R12 the FBOA that two FCA have made counts on like one that was rolled.
    """
    if fighter.fca > 1:
        yield "fca", "fca"
    if fighter.fca and fighter.fboa:
        yield "fca", "fboa"
    derived = fighter.fca > 1 and flight.ruled.get("derived_fboa") == "derived_too"
    if fighter.fboa + derived > 1:
        yield "fboa", "fboa"


def shoot_down(flight: BomberFlight) -> None:
    """The fighter in hand is destroyed, and the gunner in hand has another kill."""
    state = flight.state
    fighter = state.attacker
    fighter.damage = "destroyed"
    if not fighter.gone:
        fighter.gone, fighter.why = True, "destroyed"
        if state.hand.man:
            state.men[state.hand.man].kills += 1


@effect("marked", words="{marker}")
def marked(flight: BomberFlight, marker: Literal["fca", "fboa"]) -> None:
    """The fighter in hand is damaged, and a marker says how badly."""
    mark(flight, marker)


@effect("destroyed", words="destroyed, does not fire")
def destroyed(flight: BomberFlight) -> None:
    """Shot down before it fires."""
    shoot_down(flight)


@effect("fighter_breaks_off", words="fighter breaks off without firing")
def fighter_breaks_off(flight: BomberFlight) -> None:
    """The sprayed fighter leaves without firing and does not come back."""
    fighter = flight.state.attacker
    fighter.gone = True
    fighter.why = "broke_off"


# ---- flak and shells


@effect(
    "flak",
    words=lambda say, density: "no flak" if density == "none" else f"{density} flak",
    stops_sequence=lambda density: density == "none",
    carries=lambda constants, density: CarriedFacts(facts={"flak": density}),
)
def flak_is(flight: BomberFlight, density: FlakName) -> None:
    """How much flak there is over the target."""
    flight.state.battle.flak = density


@effect("shells", words="{=number}", adjusts="number")
def shells(flight: BomberFlight, number: int) -> None:
    """So many shells hit; the flow places each."""
    flight.state.hand.shells = number


def place(flight: BomberFlight, section: Section) -> str:
    """The section by its own name: the attacking side is that of the fighter in hand. A wing is the side in hand."""
    state = flight.state
    placed: str = section
    if section == ATTACKED_WING:
        placed = WING_OF[flight.const.positions[state.attacker.position].side]
    if placed in WINGS:
        state.hand.side = WINGS[placed]
    return placed


def struck(constants: BomberConstants, section: Section) -> CarriedFacts:
    """A shell in a section: on which table, and in which wing; that on the attacking side is said by the position."""
    table = table_of(constants, section)
    if section == ATTACKED_WING:
        sides = {name: facts.side for name, facts in constants.positions.items() if facts.side}
        return CarriedFacts(table, {"side": DerivedFact("position", sides)})
    return CarriedFacts(table, {"side": WINGS[section]} if section in WINGS else {})


@effect("section", words="{section}", next_tables=table_of, carries=struck)
def section_hit(flight: BomberFlight, section: Section) -> None:
    """Where one shell strikes."""
    flight.state.hand.located.append(place(flight, section))


def _sections(say: WordFormatter, sections: tuple[Section, ...]) -> str:
    known = say("+".join(sections))
    if "+" not in known:
        return known
    each = {section: sections.count(section) for section in sections}
    return ", ".join(say(section) + (f" × {number}" if number > 1 else "") for section, number in each.items())


@effect(
    "walking_hits",
    words=lambda say, sections: f"walking hits: {_sections(say, sections)}",
    short_words=lambda say, sections: f"walking hits on {_sections(say, sections)}",
    next_tables=lambda constants, sections: tuple(table_of(constants, section) for section in sections),
    carries=lambda constants, sections: tuple(struck(constants, section) for section in dict.fromkeys(sections)),
)
def walking_hits(flight: BomberFlight, sections: tuple[Section, ...]) -> None:
    """One shell on each section named, in place of all other shells of this attack; the first such result, whatever comes after."""
    if not flight.state.hand.walking:
        flight.state.hand.walking = [place(flight, section) for section in sections]


# ---- a burst inside the plane


@effect(
    "burst_inside",
    words="burst inside the plane: place it on {say.flak.burst_area}, then see {say.flak.burst}",
    short_words="a burst inside the plane",
    leads_to=("flak.burst_area", "flak.burst"),
)
def burst_inside(flight: BomberFlight) -> None:
    """A shell bursts inside: one table says in which section, another what comes of it."""
    state = flight.state
    state.hand.bursting = True
    state.hand.located = []
    flight.roll("flak.burst_area")
    flight.look_up("flak.burst", state.hand.located.pop())
    state.hand.bursting = False


@effect("compartment_killed", words="everyone in the {section} is killed")
def compartment_killed(flight: BomberFlight, section: Section) -> None:
    """Everyone in that compartment is killed."""
    state = flight.state
    stations = flight.const.compartments[section].stations
    men = (state.at(station) for station in stations)
    if state.rooms:  # where a man may be in a compartment without a station there
        men = (man for man in state.aboard if state.rooms[man.role] == section)
    for man in men:
        if man:
            kill(state, man, "killed")


@effect("burst_survived", words="no evasive action, a worse landing, and the plane is beyond repair")
def burst_survived(flight: BomberFlight) -> None:
    """A worse landing, no evasive action, and a plane beyond repair even if it comes home."""
    flight.state.plane.parts["burst_inside"] = not flight.state.due.lost


@effect("every_result", words="every result of {=table} is suffered", leads_to=lambda table: table)
def every_result(flight: BomberFlight, table: str) -> None:
    """Every result of a damage table is taken as suffered, each once: those of inner dice too (Q-R63), or one of them."""
    if flight.state.due.lost:
        return  # the bombs have gone off: nothing is left to be broken
    done: set[str] = set()
    rolled = flight.ruled.get("every_result") == "rolled"
    for row in flight.tables[table].rows if rolled else rows_of(flight.tables[table]):
        for result in (*row.effects, *(_inner(flight, row) if rolled else ())):
            if result.code not in done:
                done.add(result.code)
                result.apply(flight)


def _inner(flight: BomberFlight, row: Row) -> list[Effect]:
    """What inner dice of a row give, each thrown once; a result that the state brings about needs none."""
    found: list[Effect] = []
    while row.then:
        inner = row.then
        held = next((one for one in inner.forced if one.when is None or one.when.holds(flight)), None)
        flight.row = row  # whose further dice these are
        row = held or inner.at(flight.roll_extra("flak.every_result", inner.notation.text))
        found += row.effects
    return found


def rows_of(table: Table) -> list[Row]:
    """The rows of a damage table and of its inner dice, without what comes about unrolled."""
    found: list[Row] = []
    for row in table.rows:
        found.append(row)
        if row.then:
            found += rows_of(row.then)
    return found
