"""What rows of the tables of combat and damage do (sections 5 and 7), and when their modifiers count."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from combatbox.bomber import state as s
from combatbox.bomber.conditions.plain import Plain
from combatbox.bomber.effects.battle import struck
from combatbox.bomber.effects.damage import order_bail_out
from combatbox.bomber.parts import limit
from combatbox.bomber.terms import Compartment, FighterType, PartName, Section, Station, table_of
from combatbox.core.declared import Listed
from combatbox.core.effects import Effect, Say
from combatbox.core.handing import By, Handed
from combatbox.core.records import dataclass
from combatbox.games.superfort import chance, damage, engines, pressure
from combatbox.games.superfort.state import SuperfortFlight

Level = Literal["none", "light", "moderate", "heavy"]
Clock = Literal["12", "1:30", "3", "6", "9", "10:30", "vertical_dive", "vertical_climb"]
CLOCKS = ("12", "1:30", "3", "6", "9", "10:30")
"""Where an attack has an angle; a vertical one has none."""

HOURS = {f"{hour}_oclock": hour for hour in CLOCKS}
"""By its position, of which the angle is not rolled yet, at which hour a fighter is."""

Cabin = Annotated[str, Listed("compartments", also=("this",))]

# ---- who attacks


@dataclass(frozen=True, slots=True)
class Resistance(Effect):
    """How many fighters are about in this zone."""

    name: ClassVar[str] = "resistance"
    level: Level

    def words(self, say: Say) -> str:
        return "no fighters" if self.level == "none" else f"{self.level} resistance"

    def ends(self) -> bool:
        return self.level == "none"

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed(facts={"resistance": self.level}),)

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.clash.resistance = self.level


@dataclass(frozen=True, slots=True)
class FighterComes(Effect):
    """One fighter of that type; where it attacks from is rolled next."""

    name: ClassVar[str] = "fighter_type"
    type: FighterType

    def words(self, say: Say) -> str:
        return say(self.type)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed(facts={"fighter": self.type}),)

    def apply(self, flight: SuperfortFlight) -> None:
        fighters = flight.state.wave.fighters
        fighters.append(s.Fighter(len(fighters) + 1, self.type, ""))


@dataclass(frozen=True, slots=True)
class NightFighter(Effect):
    """A night fighter, which comes in from behind, unseen as yet."""

    name: ClassVar[str] = "night_fighter"
    type: FighterType

    def words(self, say: Say) -> str:
        return f"one {say(self.type)}"

    def leads(self) -> tuple[str, ...]:
        return ("attack.angle",)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed("attack.angle", {"fighter": self.type, "clock": "6"}),)

    def apply(self, flight: SuperfortFlight) -> None:
        fighters = flight.state.wave.fighters
        fighters.append(s.Fighter(len(fighters) + 1, self.type, "6_oclock", untouchable=True, status="average"))


@dataclass(frozen=True, slots=True)
class AttackFrom(Effect):
    """A fighter attacks from there."""

    name: ClassVar[str] = "attack_from"
    clock: Clock

    def words(self, say: Say) -> str:
        return f"{self.clock} o'clock" if self.clock in CLOCKS else say(self.clock)

    def leads(self) -> tuple[str, ...]:
        return ("attack.angle",) if self.clock in CLOCKS else ()

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (
            Handed("attack.angle", {"clock": self.clock})
            if self.clock in CLOCKS
            else Handed(facts={"position": self.clock}),
        )

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.clash.clocks.append(self.clock)


@dataclass(frozen=True, slots=True)
class Coordinated(Effect):
    """Several may attack together: a die says how many get through; out of formation the higher of two."""

    name: ClassVar[str] = "coordinated_attack"

    def words(self, say: Say) -> str:
        return f"roll on {say('attack.coordinated')}"

    def brief(self, say: Say) -> str:
        return ""

    def leads(self) -> tuple[str, ...]:
        return ("attack.coordinated",)

    def apply(self, flight: SuperfortFlight) -> None:
        state = flight.state
        most: list[str] = []
        for _ in range(2 if state.alone else 1):
            state.clash.clocks = []
            flight.roll("attack.coordinated")
            most = max(most, state.clash.clocks, key=len)
        state.clash.clocks = most


@dataclass(frozen=True, slots=True)
class AirBomb(Effect):
    """The fighter drops a bomb from above and does not fire."""

    name: ClassVar[str] = "air_bomb"

    def words(self, say: Say) -> str:
        return f"an air-to-air bomb instead of gunfire: {say('attack.bomb')}"

    def brief(self, say: Say) -> str:
        return "an air-to-air bomb instead of gunfire"

    def leads(self) -> tuple[str, ...]:
        return ("attack.bomb",)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed("attack.bomb", {"position": "vertical_dive"}),)

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.clash.air_bomb = True


@dataclass(frozen=True, slots=True)
class Angle(Effect):
    """From how high the fighter in hand comes, at its place on the clock."""

    name: ClassVar[str] = "angle"
    angle: Literal["high", "level", "low"]

    def words(self, say: Say) -> str:
        return self.angle.capitalize()

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed(facts={"position": By("clock", {clock: f"{clock}_{self.angle}" for clock in CLOCKS})}),)

    def apply(self, flight: SuperfortFlight) -> None:
        fighter = flight.state.attacker
        fighter.position = f"{HOURS[fighter.position]}_{self.angle}"


@dataclass(frozen=True, slots=True)
class Spotted(Effect):
    """The night fighter in hand is seen before it fires."""

    name: ClassVar[str] = "spotted"

    def words(self, say: Say) -> str:
        return "spotted"

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.attacker.untouchable = False


@dataclass(frozen=True, slots=True)
class ThenRoll(Effect):
    """A roll at a place in the order of play, at once; only the first hits of a fighter that walk do."""

    name: ClassVar[str] = "rolls_at"
    place: Literal["attack.collision", "night.gunners", "oxygen.who", "attack.walking", "zone.collision"]

    def words(self, say: Say) -> str:
        return f"roll on {say(self.place)}"

    def leads(self) -> tuple[str, ...]:
        return (self.place,)

    def names_area(self) -> bool:
        return True

    def apply(self, flight: SuperfortFlight) -> None:
        if not (self.place == "attack.walking" and flight.state.hand.walking):
            flight.roll(self.place)


@dataclass(frozen=True, slots=True)
class Rammed(Effect):
    """The fighter in hand is destroyed by the collision; it is nobody's kill."""

    name: ClassVar[str] = "rammed"

    def words(self, say: Say) -> str:
        return "the fighter is destroyed, to nobody's credit"

    def apply(self, flight: SuperfortFlight) -> None:
        fighter = flight.state.attacker
        fighter.damage, fighter.gone, fighter.why = "destroyed", True, "collided"


# ---- where it strikes


@dataclass(frozen=True, slots=True)
class FarWing(Effect):
    """A shell strikes the wing away from the attacker."""

    name: ClassVar[str] = "far_wing"

    def words(self, say: Say) -> str:
        return "far wing"

    def sends_to(self, constants: Any) -> tuple[str, ...]:
        return (str(constants["wing_table"]),)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        sides = {name: other_side(facts["side"]) for name, facts in constants["positions"].items() if "side" in facts}
        return (Handed(str(constants["wing_table"]), {"side": By("position", sides)}),)

    def apply(self, flight: SuperfortFlight) -> None:
        near = flight.const["positions"][flight.state.attacker.position]["side"]
        flight.state.hand.located.append(f"{other_side(near)}_wing")


def other_side(side: str) -> str:
    """The wing that is not this one."""
    return next(other for other in s.SIDES if other != side)


@dataclass(frozen=True, slots=True)
class SectionStruck(Effect):
    """One hit on a section, on its damage table."""

    name: ClassVar[str] = "section_hit"
    section: Section

    def words(self, say: Say) -> str:
        return f"one hit on the {say(self.section)}"

    def sends_to(self, constants: Any) -> tuple[str, ...]:
        return (table_of(constants, self.section),)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (struck(constants, self.section),)

    def apply(self, flight: SuperfortFlight) -> None:
        damage.strike(flight, self.section)


@dataclass(frozen=True, slots=True)
class SameWing(Effect):
    """One hit on the wing that was hit last."""

    name: ClassVar[str] = "same_wing_struck"

    def words(self, say: Say) -> str:
        return "one hit on the same wing"

    def sends_to(self, constants: Any) -> tuple[str, ...]:
        return (str(constants["wing_table"]),)

    def apply(self, flight: SuperfortFlight) -> None:
        damage.strike(flight, f"{flight.state.hand.side}_wing")


# ---- pressure and air


@dataclass(frozen=True, slots=True)
class PressureCheck(Effect):
    """A die says whether a compartment that still holds its pressure goes on doing so."""

    name: ClassVar[str] = "pressure_check"
    compartment: Compartment

    def words(self, say: Say) -> str:
        return f"check the pressure of the {say(self.compartment)} on {say('pressure.check')}"

    def brief(self, say: Say) -> str:
        return ""

    def leads(self) -> tuple[str, ...]:
        return ("pressure.check",)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed("pressure.check", {"cabin": self.compartment}),)

    def apply(self, flight: SuperfortFlight) -> None:
        if not flight.state.pressure.pressure_lost and self.compartment not in flight.state.pressure.compromised:
            flight.state.pressure.cabin = self.compartment
            flight.roll("pressure.check", self.compartment)


@dataclass(frozen=True, slots=True)
class Compromised(Effect):
    """A compartment holds no pressure from now on; where it was under pressure up there, it goes at a blow."""

    name: ClassVar[str] = "compromised"
    compartment: Cabin

    def words(self, say: Say) -> str:
        where = say(self.compartment) or "compartment"
        return f"the {where} holds no pressure from now on; {say('pressure.decompression')} if it was under pressure"

    def brief(self, say: Say) -> str:
        return f"the {say(self.compartment) or 'compartment'} holds no pressure from now on"

    def leads(self) -> tuple[str, ...]:
        return ("pressure.decompression",)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed("pressure.decompression", {} if self.compartment == "this" else {"cabin": self.compartment}),)

    def apply(self, flight: SuperfortFlight) -> None:
        named = flight.state.pressure.cabin if self.compartment == "this" else self.compartment
        pressure.compromise(flight, named)


@dataclass(frozen=True, slots=True)
class PressureLost(Effect):
    """No cabin holds pressure any more, for good."""

    name: ClassVar[str] = "pressure_lost"

    def words(self, say: Say) -> str:
        return "pressure lost throughout, for good"

    def apply(self, flight: SuperfortFlight) -> None:
        pressure.lose_all(flight)


@dataclass(frozen=True, slots=True)
class Decompression(Effect):
    """A compartment under pressure up there loses it at a blow."""

    name: ClassVar[str] = "decompression"
    compartment: Compartment

    def words(self, say: Say) -> str:
        return f"{say('pressure.decompression')} for the {say(self.compartment)} if it is under pressure"

    def leads(self) -> tuple[str, ...]:
        return ("pressure.decompression",)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed("pressure.decompression", {"cabin": self.compartment}),)

    def apply(self, flight: SuperfortFlight) -> None:
        if pressure.holds(flight, self.compartment):
            pressure.decompress(flight, self.compartment)


@dataclass(frozen=True, slots=True)
class CabinWounds(Effect):
    """Men of the compartment in hand, chosen by dice, roll for wounds with something added."""

    name: ClassVar[str] = "cabin_wounds"
    men: Literal["all", "one", "two"]
    add: int

    def words(self, say: Say) -> str:
        who = {"all": "each man in it rolls", "one": "one man in it rolls", "two": "two men in it roll"}[self.men]
        return f"{who} on {say('damage.wound')}" + (f" at −{-self.add}" if self.add else "")

    def brief(self, say: Say) -> str:
        return {
            "all": "everyone in it may be hurt",
            "one": "one man in it may be hurt",
            "two": "two men in it may be hurt",
        }[self.men]

    def leads(self) -> tuple[str, ...]:
        return ("damage.wound",)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed("damage.wound", {}, {"crash_wounds": self.add}),)

    def apply(self, flight: SuperfortFlight) -> None:
        number = {"all": len(flight.state.men), "one": 1, "two": 2}[self.men]
        for man in chance.some_of(flight, pressure.living_in(flight, flight.state.pressure.cabin), number):
            flight.state.hand.man = man.role
            flight.roll("damage.wound", man.role, add=self.add)


@dataclass(frozen=True, slots=True)
class CabinMan(Effect):
    """One man of the compartment in hand, chosen by dice, is the one whom what follows is about."""

    name: ClassVar[str] = "one_in_cabin"

    def words(self, say: Say) -> str:
        return "one man in it"

    def apply(self, flight: SuperfortFlight) -> None:
        men = chance.some_of(flight, pressure.living_in(flight, flight.state.pressure.cabin), 1)
        flight.state.hand.man = men[0].role


@dataclass(frozen=True, slots=True)
class ManAt(Effect):
    """The man at that place is the one in trouble; an empty place has none."""

    name: ClassVar[str] = "man_at"
    station: Station

    def words(self, say: Say) -> str:
        return say(self.station)

    def hands(self, constants: Any) -> tuple[Handed, ...]:
        return (Handed(facts={"man": self.station}),)

    def apply(self, flight: SuperfortFlight) -> None:
        man = flight.state.at(self.station)
        flight.state.hand.man = man.role if man else ""


@dataclass(frozen=True, slots=True)
class BitterCold(Effect):
    """Every man aboard who is not frostbitten yet rolls for it."""

    name: ClassVar[str] = "bitter_cold"

    def words(self, say: Say) -> str:
        return f"every man rolls on {say('cold.frostbite')}"

    def brief(self, say: Say) -> str:
        return "the cold bites"

    def leads(self) -> tuple[str, ...]:
        return ("cold.frostbite",)

    def apply(self, flight: SuperfortFlight) -> None:
        pressure.freeze(flight, flight.state.aboard)


# ---- the plane


@dataclass(frozen=True, slots=True)
class OutAtLimit(Effect):
    """Another part is out with the very hit that brings a counted one to its number."""

    name: ClassVar[str] = "out_at_limit"
    part: PartName
    out: PartName

    def words(self, say: Say) -> str:
        return ""

    def apply(self, flight: SuperfortFlight) -> None:
        parts = flight.state.plane.parts
        if parts[self.part] >= limit(flight.const, self.part):
            parts[self.out] = True


@dataclass(frozen=True, slots=True)
class LostWith(Effect):
    """A plane that has lost this part cannot be controlled: the crew must bail out."""

    name: ClassVar[str] = "lost_with"
    part: PartName

    def words(self, say: Say) -> str:
        return ""

    def apply(self, flight: SuperfortFlight) -> None:
        if flight.state.plane.broken(self.part):
            order_bail_out(flight, flight.const["bail_out_uncontrolled"])


@dataclass(frozen=True, slots=True)
class FireIn(Effect):
    """A compartment burns, and its oxygen is none the worse: the flow has it fought."""

    name: ClassVar[str] = "fire_in"
    compartment: Compartment

    def words(self, say: Say) -> str:
        return f"fire in the {say(self.compartment)}: fight it on {say('fire.attempt')}"

    def brief(self, say: Say) -> str:
        return f"fire in the {say(self.compartment)}"

    def leads(self) -> tuple[str, ...]:
        return ("fire.attempt",)

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.due.fires.append(self.compartment)


@dataclass(frozen=True, slots=True)
class Idle(Effect):
    """The man does no duty for the rest of the mission."""

    name: ClassVar[str] = "idle"

    def words(self, say: Say) -> str:
        return "does nothing for the rest of the mission"

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.men[flight.state.hand.man].idle = True


@dataclass(frozen=True, slots=True)
class CannonOrTail(Effect):
    """The cannon is out where it is carried, else the tail guns."""

    name: ClassVar[str] = "cannon_or_tail_out"

    def words(self, say: Say) -> str:
        return f"{say('gun_tail_cannon')} out, or the {say('gun_tail')} where there is none"

    def apply(self, flight: SuperfortFlight) -> None:
        guns = flight.state.guns
        guns["tail" if guns["tail_cannon"].thrown_out else "tail_cannon"].out = True


@dataclass(frozen=True, slots=True)
class PartMended(Effect):
    """A part that was out works again."""

    name: ClassVar[str] = "part_mended"
    part: PartName

    def words(self, say: Say) -> str:
        return say(self.part)

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.plane.parts[self.part] = False


@dataclass(frozen=True, slots=True)
class EngineFails(Effect):
    """The engine in hand is out, and its propeller is rolled for; one that is out already is no worse."""

    name: ClassVar[str] = "engine_fails"

    def words(self, say: Say) -> str:
        return f"that engine is out: {say('engines.feather')}"

    def brief(self, say: Say) -> str:
        return "that engine is out"

    def leads(self) -> tuple[str, ...]:
        return ("engines.feather",)

    def apply(self, flight: SuperfortFlight) -> None:
        engines.fail(flight, flight.state.engines[flight.state.hand.engine - 1])


@dataclass(frozen=True, slots=True)
class EngineOverheats(Effect):
    """The engine in hand overheats: a box of fuel, or it is shut down, as the player likes."""

    name: ClassVar[str] = "engine_overheats"

    def words(self, say: Say) -> str:
        return "that engine overheats: cross off one box, or shut it down"

    def brief(self, say: Say) -> str:
        return "that engine overheats"

    def apply(self, flight: SuperfortFlight) -> None:
        engines.overheat(flight, flight.state.engines[flight.state.hand.engine - 1])


@dataclass(frozen=True, slots=True)
class ChargesLeft(Effect):
    """No engine has more charges than that left."""

    name: ClassVar[str] = "charges_left"
    most: int

    def words(self, say: Say) -> str:
        return f"each engine has {say(str(self.most))} charge left at most"

    def apply(self, flight: SuperfortFlight) -> None:
        for engine in flight.state.engines:
            engine.charges = min(engine.charges, self.most)


# ---- conditions


@dataclass(frozen=True, slots=True)
class InTargetZone(Plain):
    """In the zone of the target."""

    name: ClassVar[str] = "in_target_zone"
    said: ClassVar[str] = "in the zone of the target"

    def holds(self, flight: SuperfortFlight) -> bool:
        return flight.state.track.zone == flight.state.orders.target_zone


@dataclass(frozen=True, slots=True)
class AttackedFromSide(Plain):
    """The attacker comes from one side of the plane."""

    name: ClassVar[str] = "attack_from_a_side"
    said: ClassVar[str] = "attack from one side"

    def of_facts(self) -> tuple[str, ...]:
        return ("position",)

    def holds(self, flight: SuperfortFlight) -> bool:
        return bool(flight.const["positions"][flight.state.attacker.position].get("side"))


@dataclass(frozen=True, slots=True)
class OtherEyes(Plain):
    """A gunner besides the tail gunner is aboard, if only to look out."""

    name: ClassVar[str] = "eyes_besides_the_tail"
    said: ClassVar[str] = "a gunner besides the tail gunner aboard"

    def holds(self, flight: SuperfortFlight) -> bool:
        men, crew = flight.state.men, flight.const["crew"]
        return any(job.get("gunner") and role != "tail_gunner" and men[role].fit for role, job in crew.items())


@dataclass(frozen=True, slots=True)
class ThinAir(Plain):
    """At medium or high altitude, and the compartment that burns is not under pressure: a leaking one never is."""

    name: ClassVar[str] = "thin_air"
    said: ClassVar[str] = "without pressure at medium or high altitude"

    def holds(self, flight: SuperfortFlight) -> bool:
        burning = flight.state.hand.fire
        held = pressure.holds(flight, burning) if burning else flight.state.pressure.pressurized
        return pressure.high(flight) and not held
