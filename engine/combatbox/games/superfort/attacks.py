"""A single attack, by day or by night (5.2 to 5.7).

An attack consists of positions, the fire of both sides, collisions and departures.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber import aircraft, gunnery, shells
from combatbox.bomber.state import Fighter
from combatbox.core.decisions import Flow
from combatbox.games.superfort import combat_doctrine, damage, guns
from combatbox.games.superfort.state import SuperfortFlight


def place_fighter(flight: SuperfortFlight, index: int, clock: str) -> None:
    """Set the clock position of a fighter and roll for its angle.

    A fighter straight above or below has no angle.

    Args:
        flight: the flight.
        index: the index of the fighter in the wave.
        clock: its clock position, or `vertical_dive` or `vertical_climb`.
    """
    fighter = flight.state.wave.fighters[index]
    fighter.position, flight.state.hand.fighter = clock, index
    if high := flight.const.positions.get(f"{clock}_high"):
        fighter.position = f"{clock}_oclock"
        gunnery.roll_for_fighter(flight, index, "attack.angle", high.shells)


def may_evade(flight: SuperfortFlight) -> bool:
    """Return True if the bomber may evade (5.7).

    Evasion is allowed out of formation and at night, unless damage or the qualification of the man at the controls
    forbids it.
    """
    state = flight.state
    if flight.ruled["game"] != "full" or flight.ruled["evasion"] != "on":
        return False
    return (state.night or not state.in_formation) and not aircraft.evasion_is_forbidden(flight)


def evade(flight: SuperfortFlight) -> Flow[None]:
    """Before anybody fires, ask whether the bomber evades for the rest of the turn."""
    state = flight.state
    if not state.clash.evading and may_evade(flight):
        answer = yield flight.ask("wave.evade", ("evade", "steady"), combat_doctrine.evade(flight))
        if answer == "evade":
            flight.fact("wave.evades")
            state.clash.evading = True


# ---- one attack


def attack(flight: SuperfortFlight) -> Flow[None]:
    """Resolve an attack: gun allocation, pilots, the fire of both sides, and departures."""
    targets = there(flight)
    flight.state.counted.attacks += len(targets)
    shots = yield from guns.allocate(flight, targets, guns.Plan())
    gunnery.pilot_status(flight)
    yield from gunnery.fire(flight, shots)
    yield from their_fire(flight, there(flight))
    send_off(flight)


def there(flight: SuperfortFlight) -> list[int]:
    """Return the indexes of the fighters that have not left."""
    return [index for index, fighter in enumerate(flight.state.wave.fighters) if not fighter.gone]


def their_fire(flight: SuperfortFlight, firing: Sequence[int]) -> Flow[None]:
    """Resolve the fire of some fighters one by one, and roll for the way in which each passes the bomber.

    Raises:
        FlightOver: the bomber is lost, or the crew must bail out.
    """
    state = flight.state
    for index in firing:
        if state.clash.air_bomb and not index and state.clash.attack_round < 2:
            yield from bomb(flight, index)
            continue
        fighter = state.wave.fighters[index]
        if shells.rolls_to_hit(flight, index, flight.const.positions[fighter.position].shells):
            yield from shells.damage(flight, shells.locate(flight, [index]), damage.settle)
        yield from pass_by(flight, index, fighter)


def bomb(flight: SuperfortFlight, index: int) -> Flow[None]:
    """Resolve a bomb dropped from above.

    The bomb misses, or it strikes like shells from a Vertical Dive.
    """
    state = flight.state
    fighter = state.wave.fighters[index]
    state.hand.shells = 0
    gunnery.roll_for_fighter(flight, index, "attack.bomb")
    fighter.hit = state.hand.shells > 0
    fighter.position = "vertical_dive"
    strikes = shells.place_shells(flight, index, state.hand.shells)
    yield from shells.damage(flight, strikes, damage.settle)


def pass_by(flight: SuperfortFlight, index: int, fighter: Fighter) -> Flow[None]:
    """Roll to determine if a fighter passes close to the bomber without a collision (X5.5A)."""
    if fighter.gone or fighter.damage == "fboa":
        return
    flight.state.ending.moment = "collision"
    gunnery.roll_for_fighter(flight, index, "attack.close")
    yield from damage.settle(flight)
    flight.state.ending.moment = "fighters"


def send_off(flight: SuperfortFlight) -> None:
    """Remove the fighters that have been forced to break off their attack."""
    for fighter in flight.state.wave.fighters:
        fighter.attacks += not fighter.gone
        if fighter.damage == "fboa":
            shells.remove_fighter(fighter, "broke_off")
