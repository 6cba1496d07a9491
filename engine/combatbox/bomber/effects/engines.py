"""Effects on engines and fuel: stopped, feathered, burning, leaking."""

from __future__ import annotations

from typing import Literal

from combatbox.bomber.enums import BomberFlight, EngineName, TankName, Unit
from combatbox.bomber.state import Engine, State
from combatbox.core.effects import WordFormatter, effect

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


def the_engine(engine: EngineName) -> str:
    """`engine 2`, or `the engine` that was named last."""
    return "the engine" if engine == "this" else f"engine {engine}"


def more(say: WordFormatter, amount: int, unit: Unit) -> str:
    """`two more turns`, `one more turn`."""
    return f"{say(str(amount))} more {unit if amount != 1 else unit[:-1]}"


@effect("engine", words=lambda say, engine: the_engine(engine))
def engine_hit(flight: BomberFlight, engine: EngineName) -> None:
    """Names the engine that the next roll is about, and remembers whether it was dead already (Q-R60)."""
    flight.state.hand.engine_dead = engine_meant(flight, engine).out


@effect("engine_out", words=lambda say, engine: f"{the_engine(engine)} is out", names_area=True)
def engine_out(flight: BomberFlight, engine: EngineName) -> None:
    """The engine stops. One that an event stopped is remembered, with a leak it had, for it may start again."""
    state = flight.state
    meant = engine_meant(flight, engine)
    if engine != "this":
        state.hand.engine_dead = meant.out
    if state.chance.engine_event:
        state.chance.engine_event = False
        state.chance.failed_engine = 0 if meant.out else meant.number
        meant.out = True
    else:
        stop_engine(meant)


@effect("propeller", words="propeller {=how}")
def propeller(flight: BomberFlight, how: Literal["feathered", "unfeathered"], engine: EngineName) -> None:
    """What becomes of the propeller of a stopped engine: feathered it no longer drags."""
    meant = engine_meant(flight, engine)
    if how == "feathered":
        meant.feathered = True
    else:
        meant.unfeathered = True


@effect(
    "engine_fire",
    words=lambda say, engine: (
        f"{the_engine(engine)} is on fire: spend its charges one by one on {say('damage.engine_fire')}"
    ),
    short_words=lambda say, engine: f"{the_engine(engine)} is on fire",
    leads_to="damage.engine_fire",
)
def engine_fire(flight: BomberFlight, engine: EngineName) -> None:
    """The engine burns until a charge puts it out; without one left the crew bails out."""
    state = flight.state
    meant = engine_meant(flight, engine)
    meant.burning = True
    while meant.burning and not state.due.bail_out:
        flight.roll("damage.engine_fire", f"engine {meant.number}")


@effect(
    "oil_leak",
    words=lambda say, engine, amount, unit: (
        f"oil leak; {the_engine(engine)} must be stopped after {more(say, amount, unit)}"
    ),
)
def oil_leak(flight: BomberFlight, engine: EngineName, amount: int, unit: Unit) -> None:
    """The engine must be stopped after so many more zones; an earlier deadline stands."""
    state = flight.state
    meant = engine_meant(flight, engine)
    by = state.track.zones_entered + amount
    meant.stop_by = min(meant.stop_by or by, by)


@effect("engine_event", words="keep in mind which engine fails: the same event again starts it")
def engine_event(flight: BomberFlight) -> None:
    """The engine stopped next is remembered: the same event again starts it."""
    flight.state.chance.engine_event = True


@effect("engine_restarts", words="that engine starts again")
def engine_restarts(flight: BomberFlight) -> None:
    """The engine that an event had stopped runs again and slows the bomber no more; formation stays as it is."""
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


@effect(
    "fuel_leak",
    words="{=tank} tank leaks, with fuel for {amount} more {=unit} (another leaks already: {say.damage.further_tank})",
    leads_to="damage.further_tank",
)
def fuel_leak(flight: BomberFlight, tank: TankName, amount: int, unit: Unit) -> None:
    """The first leaking tank gives its own limit, a second and a third that of a chart."""
    state = flight.state
    leaking = f"{state.hand.side}_{tank}"
    if leaking not in state.supply.leaking_tanks:
        state.supply.leaking_tanks.append(leaking)
        more = flight.const.further_tanks
        if len(state.supply.leaking_tanks) > 1:
            key = more[min(len(state.supply.leaking_tanks) - 2, len(more) - 1)]
            flight.look_up("damage.further_tank", key)
            return
    limit_fuel(state, amount, unit)


@effect("fuel_limit", words=lambda say, amount, unit: f"fuel for {more(say, amount, unit)} only")
def fuel_limit(flight: BomberFlight, amount: int, unit: Unit) -> None:
    """Fuel for so many more turns, whatever the first tank gave; a shorter limit stands."""
    limit_fuel(flight.state, amount, unit)
