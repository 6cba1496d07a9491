"""Effects on engines and fuel: stopped, feathered, burning, leaking."""

from __future__ import annotations

from typing import ClassVar, Literal

from combatbox.bomber.state import Engine, State
from combatbox.bomber.terms import BomberFlight, EngineName, TankName, Unit
from combatbox.core.effects import Effect, Say
from combatbox.core.records import dataclass

# ---- engines


def stop_engine(engine: Engine) -> None:
    """The engine stands still; nothing more is due on it."""
    engine.out = True
    engine.stop_by = 0


def engine_meant(flight: BomberFlight, engine: EngineName) -> Engine:
    """The engine of that number, which is then the one in hand; `this` is the one named last."""
    state = flight.state
    if engine != "this":
        state.hand.engine = engine
    return state.engines[state.hand.engine - 1]


@dataclass(frozen=True, slots=True)
class EngineEffect(Effect):
    """Something that happens to one engine; `this` is the one named last."""

    engine: EngineName

    def which(self, flight: BomberFlight) -> Engine:
        """The engine meant."""
        return engine_meant(flight, self.engine)

    def named(self) -> str:
        """`engine 2`, or `the engine`."""
        return "the engine" if self.engine == "this" else f"engine {self.engine}"


@dataclass(frozen=True, slots=True)
class EngineHit(EngineEffect):
    """Names the engine that the next roll is about, and remembers whether it was dead already (Q-R60)."""

    name: ClassVar[str] = "engine"

    def words(self, say: Say) -> str:
        return self.named()

    def apply(self, flight: BomberFlight) -> None:
        flight.state.hand.engine_dead = self.which(flight).out


@dataclass(frozen=True, slots=True)
class EngineOut(EngineEffect):
    """The engine stops. One that an event stopped is remembered, with a leak it had, for it may start again."""

    name: ClassVar[str] = "engine_out"

    def words(self, say: Say) -> str:
        return f"{self.named()} is out"

    def names_area(self) -> bool:
        return True

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        engine = self.which(flight)
        if self.engine != "this":
            state.hand.engine_dead = engine.out
        if state.chance.engine_event:
            state.chance.engine_event = False
            state.chance.failed_engine = 0 if engine.out else engine.number
            engine.out = True
        else:
            stop_engine(engine)


@dataclass(frozen=True, slots=True)
class Propeller(Effect):
    """What becomes of the propeller of a stopped engine: feathered it no longer drags."""

    name: ClassVar[str] = "propeller"
    how: Literal["feathered", "unfeathered"]
    engine: EngineName

    def words(self, say: Say) -> str:
        return f"propeller {self.how}"

    def apply(self, flight: BomberFlight) -> None:
        engine = engine_meant(flight, self.engine)
        if self.how == "feathered":
            engine.feathered = True
        else:
            engine.unfeathered = True


@dataclass(frozen=True, slots=True)
class EngineFire(EngineEffect):
    """The engine burns until a charge puts it out; without one left the crew bails out."""

    name: ClassVar[str] = "engine_fire"

    def words(self, say: Say) -> str:
        return f"{self.brief(say)}: spend its charges one by one on {say('damage.engine_fire')}"

    def brief(self, say: Say) -> str:
        return f"{self.named()} is on fire"

    def leads(self) -> tuple[str, ...]:
        return ("damage.engine_fire",)

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        engine = self.which(flight)
        engine.burning = True
        while engine.burning and not state.due.bail_out:
            flight.roll("damage.engine_fire", f"engine {engine.number}")


@dataclass(frozen=True, slots=True)
class OilLeak(Effect):
    """The engine must be stopped after so many more zones; an earlier deadline stands."""

    name: ClassVar[str] = "oil_leak"
    engine: EngineName
    amount: int
    unit: Unit

    def words(self, say: Say) -> str:
        named = "the engine" if self.engine == "this" else f"engine {self.engine}"
        unit = self.unit if self.amount != 1 else self.unit[:-1]
        return f"oil leak; {named} must be stopped after {say(str(self.amount))} more {unit}"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        engine = engine_meant(flight, self.engine)
        by = state.track.zones_entered + self.amount
        engine.stop_by = min(engine.stop_by or by, by)


@dataclass(frozen=True, slots=True)
class EngineEvent(Effect):
    """The engine stopped next is remembered: the same event again starts it."""

    name: ClassVar[str] = "engine_event"

    def words(self, say: Say) -> str:
        return "keep in mind which engine fails: the same event again starts it"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.chance.engine_event = True


@dataclass(frozen=True, slots=True)
class EngineRestarts(Effect):
    """The engine that an event had stopped runs again and slows the bomber no more; formation stays as it is."""

    name: ClassVar[str] = "engine_restarts"

    def words(self, say: Say) -> str:
        return "that engine starts again"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        engine = state.engines[state.chance.failed_engine - 1]
        engine.out = engine.feathered = engine.unfeathered = False
        state.chance.failed_engine = 0
        # what else gives two turns a zone for good: another propeller that drags, a burst inside the plane
        state.track.two_turns = state.plane.broken("burst_inside") or any(other.unfeathered for other in state.engines)


# ---- fuel


def limit_fuel(state: State, amount: int, unit: Unit) -> None:
    """Fuel for so many more turns (or zones); never longer than an earlier limit."""
    if unit == "turns":
        by = state.track.turn + amount
        state.supply.fuel_turn = min(state.supply.fuel_turn or by, by)
    else:
        by = state.track.zones_entered + amount
        state.supply.fuel_zone = min(state.supply.fuel_zone or by, by)


@dataclass(frozen=True, slots=True)
class FuelLeak(Effect):
    """The first leaking tank gives its own limit, a second and a third that of a chart."""

    name: ClassVar[str] = "fuel_leak"
    tank: TankName
    amount: int
    unit: Unit

    def words(self, say: Say) -> str:
        return f"{self.tank} tank leaks, with fuel for {say(str(self.amount))} more {self.unit} (another leaks already: {say('damage.further_tank')})"

    def leads(self) -> tuple[str, ...]:
        return ("damage.further_tank",)

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        tank = f"{state.hand.side}_{self.tank}"
        if tank not in state.supply.leaking_tanks:
            state.supply.leaking_tanks.append(tank)
            more = flight.const["further_tanks"]
            if len(state.supply.leaking_tanks) > 1:
                key = more[min(len(state.supply.leaking_tanks) - 2, len(more) - 1)]
                flight.look_up("damage.further_tank", key)
                return
        limit_fuel(state, self.amount, self.unit)


@dataclass(frozen=True, slots=True)
class FuelLimit(Effect):
    """Fuel for so many more turns, whatever the first tank gave; a shorter limit stands."""

    name: ClassVar[str] = "fuel_limit"
    amount: int
    unit: Unit

    def words(self, say: Say) -> str:
        unit = self.unit if self.amount != 1 else self.unit[:-1]
        return f"fuel for {say(str(self.amount))} more {unit} only"

    def apply(self, flight: BomberFlight) -> None:
        limit_fuel(flight.state, self.amount, self.unit)
