"""Effects on the bomber: damaged parts, guns, engines and fuel tanks, and counted hits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from combatbox.bomber.constants import WING_SIDES, Station
from combatbox.bomber.enums import BomberFlight, EngineName, GunName, PartName, Side, SidePart, TankName, Unit
from combatbox.bomber.state import Engine, Gun, State
from combatbox.core.annotations import OfConstant
from combatbox.core.dice import throws_again
from combatbox.core.effects import WordFormatter, effect


def order_bail_out(flight: BomberFlight, table: str) -> None:
    """Order the crew to bail out now, with rolls on a table.

    An uncontrolled bail-out is never replaced by a controlled one.
    """
    due = flight.state.due
    if due.bail_out != flight.const.bail_out_uncontrolled:
        due.bail_out = table


def put_out_of_formation(state: State) -> None:
    """Make the bomber leave its formation now or, during an attack, at the end of the wave (13.0, Q-R17)."""
    state.track.shot_out = state.track.shot_out or not state.chance.in_event
    if state.battle.under_attack:
        state.track.leaves_formation = True
    else:
        state.track.out_of_formation = True


def lose_heat(state: State, station: str) -> None:
    """Record that the heat of a station is out; doing so again has no effect."""
    state.supply.heat_out.setdefault(station, state.track.zones_entered)


def the_side(state: State, side: Side) -> str:
    """Return `port` or `starboard`; `this` stands for the side of the wing that was hit."""
    return state.hand.side if side == "this" else side


# ---- parts


@effect("part_out", words="{part}", names_area=True)
def part_out(flight: BomberFlight, part: PartName) -> None:
    """Put a part of the plane out of action; further hits on it have no effect."""
    flight.state.plane.parts[part] = True


@effect("side_out", words="{side} {part}", names_area=True)
def side_out(flight: BomberFlight, part: SidePart, side: Side) -> None:
    """Put a part that exists on both sides out of action on one side."""
    flight.state.plane.parts[f"{the_side(flight.state, side)}_{part}"] = True


@effect("part_hit", words="one hit: {part}", names_area=True)
def part_hit(flight: BomberFlight, part: PartName) -> None:
    """Count a hit on a part; the condition `part_worn` tests whether the hits have reached its limit."""
    flight.state.plane.parts[part] += 1


@effect("root_hit", words="one hit: {side} {root}", names_area=True)
def root_hit(flight: BomberFlight, root: SidePart, off: SidePart, lost: Literal["one", "both"], side: Side) -> None:
    """Count a hit on the root of a part on one side; at the limit the part comes off.

    Args:
        flight: the flight.
        root: the part that is hit, which holds the part `off`.
        off: the part that comes off.
        lost: `one` if the plane becomes uncontrollable when the part comes off on one side, `both` if it becomes
            uncontrollable only when the part comes off on both sides.
        side: the side, or `this` for the wing that was hit.
    """
    state, parts = flight.state, flight.state.plane.parts
    on = the_side(state, side)
    parts[f"{on}_{root}"] += 1
    if parts[f"{on}_{root}"] >= flight.const.limit_of(root):
        parts[f"{on}_{off}"] = True
        if lost == "one" or all(parts[f"{each}_{off}"] for each in WING_SIDES):
            order_bail_out(flight, flight.const.bail_out_uncontrolled)


@effect("heat_at_limit", words="")
def heat_at_limit(flight: BomberFlight, part: PartName, stations: Annotated[str, OfConstant(list)]) -> None:
    """Put the heat of stations out of action when a hit brings a part to its limit.

    Further hits on the part do not affect the heat again.
    """
    state = flight.state
    if state.plane.parts[part] == flight.const.limit_of(part):
        for station in flight.const.listed(stations):
            lose_heat(state, station)


@effect("man_trapped", words="{station} trapped")
def man_trapped(flight: BomberFlight, station: Station) -> None:
    """Trap the man at a station; nothing happens if nobody is there."""
    man = flight.state.at(station)
    if man:
        man.trapped = True


# ---- guns


def gun_meant(flight: BomberFlight, gun: GunName) -> Gun:
    """Return the gun with this name; `this` is the gun of the current roll."""
    state = flight.state
    return state.guns[state.hand.gun if gun == "this" else gun]


def _gun_words(this: str, named: str) -> Callable[[WordFormatter, str], str]:
    """Return a wording: a text for the gun of the roll, or the name of another gun with a text after it."""
    return lambda say, gun: this if gun == "this" else f"{say(f'gun_{gun}')} {named}"


@effect(
    "gun_out",
    words=_gun_words("the gun is out for good", "out"),
    names_area=True,
)
def gun_out(flight: BomberFlight, gun: GunName) -> None:
    """Put a gun, or all guns of a mount, out of action; its bursts can still be passed to other guns."""
    gun_meant(flight, gun).out = True


@effect("gun_jammed", words=_gun_words("the gun jams", "jammed"))
def gun_jammed(flight: BomberFlight, gun: GunName) -> None:
    """Jam the gun, by spraying or by cold; descending clears only a jam by cold."""
    jammed = gun_meant(flight, gun)
    if jammed.works:
        jammed.jammed = "spray" if flight.state.hand.spraying else "cold"


@effect(
    "gun_unjammed",
    words=_gun_words("the gun works again", "works again"),
)
def gun_unjammed(flight: BomberFlight, gun: GunName) -> None:
    """Clear a jammed gun."""
    gun_meant(flight, gun).jammed = ""


# ---- engines


def stop_engine(engine: Engine) -> None:
    """Stop an engine and clear the deadline of its oil leak."""
    engine.out = True
    engine.stop_by = 0


def engine_meant(flight: BomberFlight, engine: EngineName) -> Engine:
    """Return the engine with this number and make it the current engine.

    `this` stands for the engine that is already current.
    """
    state = flight.state
    if engine != "this":
        state.hand.engine = engine
    return state.engines[state.hand.engine - 1]


def the_engine(engine: EngineName) -> str:
    """Return `engine 2`, or `the engine` for the engine that was named last."""
    return "the engine" if engine == "this" else f"engine {engine}"


def more(say: WordFormatter, amount: int, unit: Unit) -> str:
    """Return an amount as text: `two more turns`, `one more turn`."""
    return f"{say(str(amount))} more {unit if amount != 1 else unit[:-1]}"


@effect("engine", words=lambda say, engine: the_engine(engine))
def engine_hit(flight: BomberFlight, engine: EngineName) -> None:
    """Make an engine the subject of the next roll, and record whether it was already out (Q-R60)."""
    flight.state.hand.engine_dead = engine_meant(flight, engine).out


@effect("engine_out", words=lambda say, engine: f"{the_engine(engine)} is out", names_area=True)
def engine_out(flight: BomberFlight, engine: EngineName) -> None:
    """Stop an engine.

    An engine that a random event stops can start again: its number is stored as `failed_engine`, and its oil leak is
    not cleared.
    """
    state = flight.state
    stopped = engine_meant(flight, engine)
    if engine != "this":
        state.hand.engine_dead = stopped.out
    if state.chance.engine_event:
        state.chance.engine_event = False
        state.chance.failed_engine = 0 if stopped.out else stopped.number
        stopped.out = True
    else:
        stop_engine(stopped)


@effect("propeller", words="propeller {=how}")
def propeller(flight: BomberFlight, how: Literal["feathered", "unfeathered"], engine: EngineName) -> None:
    """Feather the propeller of a stopped engine, or let it drag."""
    stopped = engine_meant(flight, engine)
    if how == "feathered":
        stopped.feathered = True
    else:
        stopped.unfeathered = True


@effect(
    "engine_fire",
    words=lambda say, engine: (
        f"{the_engine(engine)} is on fire: spend its charges one by one on {say('damage.engine_fire')}"
    ),
    short_words=lambda say, engine: f"{the_engine(engine)} is on fire",
    leads_to="damage.engine_fire",
)
def engine_fire(flight: BomberFlight, engine: EngineName) -> None:
    """Set an engine on fire until a fire extinguisher charge puts it out or the crew bails out."""
    state = flight.state
    burning_engine = engine_meant(flight, engine)
    burning_engine.burning = True
    table = flight.table("damage.engine_fire").id
    for _ in throws_again(f"{table}: an engine burns for ever; let its rows put the fire out."):
        if not burning_engine.burning or state.due.bail_out:
            break
        flight.roll("damage.engine_fire", f"engine {burning_engine.number}")


@effect(
    "oil_leak",
    words=lambda say, engine, amount, unit: (
        f"oil leak; {the_engine(engine)} must be stopped after {more(say, amount, unit)}"
    ),
)
def oil_leak(flight: BomberFlight, engine: EngineName, amount: int, unit: Unit) -> None:
    """Set a deadline for stopping an engine, unless an earlier one is set."""
    state = flight.state
    leaking = engine_meant(flight, engine)
    deadline = state.track.zones_entered + amount
    leaking.stop_by = min(leaking.stop_by or deadline, deadline)


@effect("engine_event", words="keep in mind which engine fails: the same event again starts it")
def engine_event(flight: BomberFlight) -> None:
    """Count the next engine that stops as stopped by a random event, so that it can restart later."""
    flight.state.chance.engine_event = True


@effect("engine_restarts", words="that engine starts again")
def engine_restarts(flight: BomberFlight) -> None:
    """Restart the engine that an event stopped; the bomber does not regain a formation that it has lost."""
    state = flight.state
    engine = state.engines[state.chance.failed_engine - 1]
    engine.out = engine.feathered = engine.unfeathered = False
    state.chance.failed_engine = 0
    # two turns a zone stay if another propeller drags or a burst inside has slowed the plane
    state.track.two_turns = state.plane.broken("burst_inside") or any(other.unfeathered for other in state.engines)


# ---- fuel


def limit_fuel(state: State, amount: int, unit: Unit) -> None:
    """Limit the fuel to a number of turns or zones, unless a shorter limit is set.

    Args:
        state: the state.
        amount: the number of turns or zones from now on.
        unit: `turns` or `zones`.
    """
    if unit == "turns":
        deadline = state.track.turn + amount
        state.supply.fuel_turn = min(state.supply.fuel_turn or deadline, deadline)
    else:
        deadline = state.track.zones_entered + amount
        state.supply.fuel_zone = min(state.supply.fuel_zone or deadline, deadline)


@effect(
    "fuel_leak",
    words="{=tank} tank leaks, with fuel for {amount} more {=unit} (another leaks already: {say.damage.further_tank})",
    leads_to="damage.further_tank",
)
def fuel_leak(flight: BomberFlight, tank: TankName, amount: int, unit: Unit) -> None:
    """Make a tank leak; the first leak limits the fuel to this amount, later leaks are looked up in a chart."""
    state = flight.state
    leaking = f"{state.hand.side}_{tank}"
    if leaking not in state.supply.leaking_tanks:
        state.supply.leaking_tanks.append(leaking)
        further = flight.const.further_tanks
        if len(state.supply.leaking_tanks) > 1:
            key = further[min(len(state.supply.leaking_tanks) - 2, len(further) - 1)]
            flight.look_up("damage.further_tank", key)
            return
    limit_fuel(state, amount, unit)


@effect("fuel_limit", words=lambda say, amount, unit: f"fuel for {more(say, amount, unit)} only")
def fuel_limit(flight: BomberFlight, amount: int, unit: Unit) -> None:
    """Limit the fuel to a number of turns or zones, unless a shorter limit is set."""
    limit_fuel(flight.state, amount, unit)
