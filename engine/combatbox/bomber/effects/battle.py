"""Effects in battle: waves and fighters, fire and its hits, flak, shells and where they strike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Literal

from combatbox.bomber import state as s
from combatbox.bomber.effects.crew import kill
from combatbox.bomber.ranks import FIGHTER_DAMAGE
from combatbox.bomber.terms import (
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
from combatbox.core.effects import Effect, Say
from combatbox.core.handing import By, Handed
from combatbox.core.records import dataclass
from combatbox.core.tables import Row, Table


@dataclass(frozen=True, slots=True)
class NoEffect(Effect):
    """Nothing happens."""

    name: ClassVar[str] = "no_effect"
    idle: ClassVar[bool] = True

    def words(self, say: Say) -> str:
        return "no effect"

    def apply(self, flight: BomberFlight) -> None:
        return


@dataclass(frozen=True, slots=True)
class RollOn(Effect):
    """Roll there at once, for the wing, engine, gun or man in hand; once for each gun or wing where it says so.

    A table by side is read in the column of the wing that was hit. The damage table that a shell's area names is not
    rolled on when a burst inside the plane is being placed (Q-O4a).
    """

    name: ClassVar[str] = "roll_on"
    table: str

    def words(self, say: Say) -> str:
        return f"roll on {self.table}"

    def leads(self) -> tuple[str, ...]:
        return (self.table,)

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        if state.hand.bursting:
            return
        each = flight.const["rolled_for_each"].get(self.table)
        if each == "gun":
            for gun in state.guns:
                state.hand.gun = gun
                flight.roll_on(self.table, gun)
        elif each == "wing":
            for side in s.SIDES:
                state.hand.side = side
                flight.roll_on(self.table, WING_OF[side])
        else:
            column = state.hand.side if state.hand.side in flight.tables[self.table].columns else ""
            flight.roll_on(self.table, column=column)


@dataclass(frozen=True, slots=True)
class Told(Effect):
    """Nothing changes by it: it is told, or play asks which rows that hold say it."""

    name: ClassVar[str] = "told"
    idle: ClassVar[bool] = True

    def words(self, say: Say) -> str:
        return ""

    def ends(self) -> bool:
        return False

    def apply(self, flight: BomberFlight) -> None:
        return


# ---- waves


@dataclass(frozen=True, slots=True)
class Waves(Effect):
    """So many waves come this turn."""

    name: ClassVar[str] = "waves"
    number: int

    def words(self, say: Say) -> str:
        if not self.number:
            return "no wave"
        return f"{say(str(self.number))} wave{'s' if self.number > 1 else ''}: roll on {say('wave.fighters')} for each"

    def leads(self) -> tuple[str, ...]:
        return ("wave.fighters",) if self.number else ()

    def ends(self) -> bool:
        return not self.number

    def apply(self, flight: BomberFlight) -> None:
        flight.state.battle.waves_due = self.number


@dataclass(frozen=True, slots=True)
class FighterComes(Effect):
    """One fighter of the wave in hand."""

    name: ClassVar[str] = "fighter"
    type: FighterType
    position: Position

    def words(self, say: Say) -> str:
        return placed(say, self.type, self.position)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed("guns.fire", {"fighter": self.type, "position": self.position}),)

    def apply(self, flight: BomberFlight) -> None:
        battle = flight.state.battle
        fighters = battle.waves[battle.wave_now].fighters
        fighters.append(s.Fighter(len(fighters) + 1, self.type, self.position))


@dataclass(frozen=True, slots=True)
class DiverUntouchable(Effect):
    """No gun may fire at the diver of this wave while it dives."""

    name: ClassVar[str] = "diver_untouchable"

    def words(self, say: Say) -> str:
        return "no gun may fire at the diver, and cover cannot drive it off"

    def bars(self) -> Mapping[str, str]:
        return {"position": "vertical_dive"}

    def apply(self, flight: BomberFlight) -> None:
        for fighter in flight.state.wave.fighters:
            if fighter.position == "vertical_dive":
                fighter.untouchable = True


@dataclass(frozen=True, slots=True)
class NoAttackers(Effect):
    """The other bombers drive the wave off; out of formation the flow rolls again."""

    name: ClassVar[str] = "no_attackers"

    def words(self, say: Say) -> str:
        return "no attackers, and no extra fighter; out of formation roll again"

    def ends(self) -> bool:
        return True

    def apply(self, flight: BomberFlight) -> None:
        flight.state.wave.no_attackers = True


@dataclass(frozen=True, slots=True)
class RandomEvent(Effect):
    """A random event instead of a wave; with that optional rule off it reads as no attackers."""

    name: ClassVar[str] = "random_event"

    def words(self, say: Say) -> str:
        return f"random event: roll on {say('event.roll')} (without that option: no attackers)"

    def leads(self) -> tuple[str, ...]:
        return ("event.roll",)

    def apply(self, flight: BomberFlight) -> None:
        wave = flight.state.wave
        if flight.ruled.get("random_events") == "on":
            wave.random_event = True
        else:
            wave.no_attackers = True


@dataclass(frozen=True, slots=True)
class PositionIs(Effect):
    """Where the returning fighter attacks from; it is a fighter like any other now (Q-R39)."""

    name: ClassVar[str] = "position"
    position: Position

    def words(self, say: Say) -> str:
        return say(self.position)

    def apply(self, flight: BomberFlight) -> None:
        fighter = flight.state.attacker
        fighter.position = self.position
        if fighter.untouchable:
            fighter.untouchable = False


@dataclass(frozen=True, slots=True)
class CoverIs(Effect):
    """Fighter cover in this zone."""

    name: ClassVar[str] = "cover"
    quality: CoverName

    def words(self, say: Say) -> str:
        return f"{self.quality} cover"

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed(facts={"cover": self.quality}),)

    def apply(self, flight: BomberFlight) -> None:
        flight.state.track.cover = self.quality


@dataclass(frozen=True, slots=True)
class DrivenOff(Effect):
    """How many fighters cover drives off before the initial attack and before each successive one."""

    name: ClassVar[str] = "driven_off"
    first: int
    later: int

    def words(self, say: Say) -> str:
        return f"{self.first} ({self.later})"

    def apply(self, flight: BomberFlight) -> None:
        wave = flight.state.wave
        wave.driven_first, wave.driven_later = self.first, self.later


@dataclass(frozen=True, slots=True)
class FighterPilot(Effect):
    """What kind of pilot flies the fighter in hand, for all its attacks."""

    name: ClassVar[str] = "fighter_pilot"
    status: Literal["green", "average", "ace"]

    def words(self, say: Say) -> str:
        return f"{self.status} pilot"

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed(facts={"pilot": self.status}),)

    def apply(self, flight: BomberFlight) -> None:
        flight.state.attacker.status = self.status


# ---- fire


@dataclass(frozen=True, slots=True)
class Hit(Effect):
    """A hit; the flow counts them from nought."""

    name: ClassVar[str] = "hit"

    def words(self, say: Say) -> str:
        return "hit"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.hand.hits += 1


@dataclass(frozen=True, slots=True)
class HitsOn(Effect):
    """The gun rolls on M-1-HARD instead of M-1, in that row (Q-R32)."""

    name: ClassVar[str] = "hits_on"
    row: Literal["six", "five_six"]

    def words(self, say: Say) -> str:
        return f"roll on {say('guns.hard')}: {say(self.row)}"

    def leads(self) -> tuple[str, ...]:
        return ("guns.hard",)

    def apply(self, flight: BomberFlight) -> None:
        flight.state.hand.aim = self.row


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


@dataclass(frozen=True, slots=True)
class Marked(Effect):
    """The fighter in hand is damaged, and a marker says how badly."""

    name: ClassVar[str] = "marked"
    marker: Literal["fca", "fboa"]

    def words(self, say: Say) -> str:
        return say(self.marker)

    def apply(self, flight: BomberFlight) -> None:
        mark(flight, self.marker)


@dataclass(frozen=True, slots=True)
class Destroyed(Effect):
    """Shot down before it fires."""

    name: ClassVar[str] = "destroyed"

    def words(self, say: Say) -> str:
        return "destroyed, does not fire"

    def apply(self, flight: BomberFlight) -> None:
        shoot_down(flight)


@dataclass(frozen=True, slots=True)
class FighterBreaksOff(Effect):
    """The sprayed fighter leaves without firing and does not come back."""

    name: ClassVar[str] = "fighter_breaks_off"

    def words(self, say: Say) -> str:
        return "fighter breaks off without firing"

    def apply(self, flight: BomberFlight) -> None:
        fighter = flight.state.attacker
        fighter.gone = True
        fighter.why = "broke_off"


# ---- flak and shells


@dataclass(frozen=True, slots=True)
class FlakIs(Effect):
    """How much flak there is over the target."""

    name: ClassVar[str] = "flak"
    density: FlakName

    def words(self, say: Say) -> str:
        return "no flak" if self.density == "none" else f"{self.density} flak"

    def ends(self) -> bool:
        return self.density == "none"

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed(facts={"flak": self.density}),)

    def apply(self, flight: BomberFlight) -> None:
        flight.state.battle.flak = self.density


@dataclass(frozen=True, slots=True)
class Shells(Effect):
    """So many shells hit; the flow places each."""

    name: ClassVar[str] = "shells"
    number: int

    def words(self, say: Say) -> str:
        return str(self.number)

    def adjusted(self, times: Fraction, add: int, least: int | None = None) -> Effect:
        number = int(self.number * times) + add
        return Shells(number if least is None else max(number, least))

    def apply(self, flight: BomberFlight) -> None:
        flight.state.hand.shells = self.number


def place(flight: BomberFlight, section: Section) -> str:
    """The section by its own name: the attacking side is that of the fighter in hand. A wing is the side in hand."""
    state = flight.state
    placed: str = section
    if section == ATTACKED_WING:
        placed = WING_OF[flight.const["positions"][state.attacker.position]["side"]]
    if placed in WINGS:
        state.hand.side = WINGS[placed]
    return placed


def struck(constants: Any, section: Section) -> Handed:
    """A shell in a section: on which table, and in which wing; that on the attacking side is said by the position."""
    table = table_of(constants, section)
    if section == ATTACKED_WING:
        sides = {name: facts["side"] for name, facts in constants["positions"].items() if "side" in facts}
        return Handed(table, {"side": By("position", sides)})
    return Handed(table, {"side": WINGS[section]} if section in WINGS else {})


@dataclass(frozen=True, slots=True)
class SectionHit(Effect):
    """Where one shell strikes."""

    name: ClassVar[str] = "section"
    section: Section

    def words(self, say: Say) -> str:
        return say(self.section)

    def sends_to(self, constants: Any) -> tuple[str, ...]:
        return (table_of(constants, self.section),)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (struck(constants, self.section),)

    def apply(self, flight: BomberFlight) -> None:
        flight.state.hand.located.append(place(flight, self.section))


@dataclass(frozen=True, slots=True)
class WalkingHits(Effect):
    """One shell on each section named, in place of all other shells of this attack; the first such result, whatever comes after."""

    name: ClassVar[str] = "walking_hits"
    sections: tuple[Section, ...]

    def words(self, say: Say) -> str:
        return f"walking hits: {self._which(say)}"

    def brief(self, say: Say) -> str:
        return f"walking hits on {self._which(say)}"

    def _which(self, say: Say) -> str:
        known = say("+".join(self.sections))
        if "+" not in known:
            return known
        each = {section: self.sections.count(section) for section in self.sections}
        return ", ".join(say(section) + (f" × {number}" if number > 1 else "") for section, number in each.items())

    def sends_to(self, constants: Any) -> tuple[str, ...]:
        return tuple(table_of(constants, section) for section in self.sections)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return tuple(struck(constants, section) for section in dict.fromkeys(self.sections))

    def apply(self, flight: BomberFlight) -> None:
        if not flight.state.hand.walking:
            flight.state.hand.walking = [place(flight, section) for section in self.sections]


# ---- a burst inside the plane


@dataclass(frozen=True, slots=True)
class BurstInside(Effect):
    """A shell bursts inside: one table says in which section, another what comes of it."""

    name: ClassVar[str] = "burst_inside"

    def words(self, say: Say) -> str:
        return f"burst inside the plane: place it on {say('flak.burst_area')}, then see {say('flak.burst')}"

    def brief(self, say: Say) -> str:
        return "a burst inside the plane"

    def leads(self) -> tuple[str, ...]:
        return ("flak.burst_area", "flak.burst")

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        state.hand.bursting = True
        state.hand.located = []
        flight.roll("flak.burst_area")
        flight.look_up("flak.burst", state.hand.located.pop())
        state.hand.bursting = False


@dataclass(frozen=True, slots=True)
class CompartmentKilled(Effect):
    """Everyone in that compartment is killed."""

    name: ClassVar[str] = "compartment_killed"
    section: Section

    def words(self, say: Say) -> str:
        return f"everyone in the {say(self.section)} is killed"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        stations = flight.const["compartments"][self.section]["stations"]
        men = (state.at(station) for station in stations)
        if state.rooms:  # where a man may be in a compartment without a station there
            men = (man for man in state.aboard if state.rooms[man.role] == self.section)
        for man in men:
            if man:
                kill(state, man, "killed")


@dataclass(frozen=True, slots=True)
class BurstSurvived(Effect):
    """A worse landing, no evasive action, and a plane beyond repair even if it comes home."""

    name: ClassVar[str] = "burst_survived"

    def words(self, say: Say) -> str:
        return "no evasive action, a worse landing, and the plane is beyond repair"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.plane.parts["burst_inside"] = not flight.state.due.lost


@dataclass(frozen=True, slots=True)
class EveryResult(Effect):
    """Every result of a damage table is taken as suffered, each once: those of inner dice too (Q-R63), or one of them."""

    name: ClassVar[str] = "every_result"
    table: str

    def words(self, say: Say) -> str:
        return f"every result of {self.table} is suffered"

    def leads(self) -> tuple[str, ...]:
        return (self.table,)

    def apply(self, flight: BomberFlight) -> None:
        if flight.state.due.lost:
            return  # the bombs have gone off: nothing is left to be broken
        done: set[str] = set()
        rolled = flight.ruled.get("every_result") == "rolled"
        for row in flight.tables[self.table].rows if rolled else rows_of(flight.tables[self.table]):
            for effect in (*row.effects, *(_inner(flight, row) if rolled else ())):
                if effect.code not in done:
                    done.add(effect.code)
                    effect.apply(flight)


def _inner(flight: BomberFlight, row: Row) -> list[Effect]:
    """What inner dice of a row give, each thrown once; a result that the state brings about needs none."""
    found: list[Effect] = []
    while row.then:
        inner = row.then
        held = next((one for one in inner.forced if one.when is None or one.when.holds(flight)), None)
        flight.row = row  # whose further dice these are
        row = held or inner.at(flight.more("flak.every_result", inner.notation.text))
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
