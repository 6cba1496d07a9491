"""Effects on the bomber: damaged parts, guns, and counted hits."""

from __future__ import annotations

from typing import Annotated, Literal

from combatbox.bomber.enums import BomberFlight, GunName, PartName, Side, SidePart, Station
from combatbox.bomber.parts import limit
from combatbox.bomber.state import SIDES, Gun, State
from combatbox.core.annotations import OfConstant
from combatbox.core.effects import effect


def order_bail_out(flight: BomberFlight, table: str) -> None:
    """Order the crew to bail out now, with rolls on a table.

    An uncontrolled bail-out is never replaced by a controlled one.
    """
    due = flight.state.due
    if due.bail_out != flight.const.bail_out_uncontrolled:
        due.bail_out = table


def leave_formation(state: State) -> None:
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
    if parts[f"{on}_{root}"] >= limit(flight.const, root):
        parts[f"{on}_{off}"] = True
        if lost == "one" or all(parts[f"{each}_{off}"] for each in SIDES):
            order_bail_out(flight, flight.const.bail_out_uncontrolled)


@effect("heat_at_limit", words="")
def heat_at_limit(flight: BomberFlight, part: PartName, stations: Annotated[str, OfConstant(list)]) -> None:
    """Put the heat of stations out of action when a hit brings a part to its limit.

    Further hits on the part do not affect the heat again.
    """
    state = flight.state
    if state.plane.parts[part] == limit(flight.const, part):
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


@effect(
    "gun_out",
    words=lambda say, gun: "the gun is out for good" if gun == "this" else f"{say(f'gun_{gun}')} out",
    names_area=True,
)
def gun_out(flight: BomberFlight, gun: GunName) -> None:
    """Put a gun, or all guns of a mount, out of action; its bursts can still be passed to other guns."""
    gun_meant(flight, gun).out = True


@effect("gun_jammed", words=lambda say, gun: "the gun jams" if gun == "this" else f"{say(f'gun_{gun}')} jammed")
def gun_jammed(flight: BomberFlight, gun: GunName) -> None:
    """Jam the gun, by spraying or by cold; descending clears only a jam by cold."""
    jammed = gun_meant(flight, gun)
    if jammed.works:
        jammed.jammed = "spray" if flight.state.hand.spraying else "cold"


@effect(
    "gun_unjammed",
    words=lambda say, gun: "the gun works again" if gun == "this" else f"{say(f'gun_{gun}')} works again",
)
def gun_unjammed(flight: BomberFlight, gun: GunName) -> None:
    """Clear a jammed gun."""
    gun_meant(flight, gun).jammed = ""
