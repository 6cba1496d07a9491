"""The combat of one turn (section 5): resistance, attackers, fire and consequences."""

from __future__ import annotations

from combatbox.bomber import shells
from combatbox.bomber.enums import FIGHTERS
from combatbox.bomber.gunnery import roll_for_fighter
from combatbox.bomber.state import Wave
from combatbox.core.decisions import Flow
from combatbox.games.superfort import damage, night, pressure
from combatbox.games.superfort.attacks import attack, evade, place, there
from combatbox.games.superfort.state import Clash, SuperfortFlight


def fight(flight: SuperfortFlight) -> Flow[None]:
    """Resolve the combat of this turn, by day or by night, with its consequences.

    Raises:
        FlightOver: the bomber is lost, or the crew must bail out.
    """
    state = flight.state
    state.clash = Clash()
    if not fighters_about(flight):
        return
    yield from pressure.before_combat(flight)
    flight.roll("combat.resistance")
    state.battle.waves, state.battle.wave_now, state.battle.attacked = [Wave()], 0, False
    try:
        if state.night:
            yield from night.fight(flight)
        elif state.clash.resistance != "none":
            yield from by_day(flight)
    finally:
        state.battle.wave_now, state.battle.under_attack = -1, False
    yield from damage.settle(flight)


def fighters_about(flight: SuperfortFlight) -> bool:
    """Return True if Japanese fighters can attack in this zone on this mission (5.1A).

    They can attack near Japan, and near Iwo Jima while the island is Japanese.
    """
    state, const = flight.state, flight.const
    zone = state.track.zone
    if state.sortie.truk:
        return zone == state.orders.target_zone
    if state.sortie.early and zone == const.iwo_zone:
        by_night = state.sortie.takeoff == "day" and state.sortie.landing_time == "night"
        return not (state.homeward and by_night)
    return const.fighter_zones.first <= zone <= const.fighter_zones.last


# ---- by day


def by_day(flight: SuperfortFlight) -> Flow[None]:
    """Roll for an attack, its fighters and their positions, and resolve up to three rounds of combat."""
    state = flight.state
    state.hand.hits = 0
    flight.roll("combat.attack", column=f"{state.clash.resistance}@hits")
    if not state.hand.hits:
        return
    attackers(flight)
    flight.phase("combat.start", fighters=len(state.wave.fighters))
    state.battle.under_attack = state.battle.attacked = True
    yield from evade(flight)
    state.clash.aim_spoiled = state.clash.evading
    for number in range(flight.const.attacks):
        state.clash.attack_round = number + 1
        if number:
            come_again(flight, last=number == flight.const.attacks - 1)
        if not state.wave.attackers:
            break
        if number:
            flight.phase("attack.successive", number=number)
        yield from attack(flight)


def attackers(flight: SuperfortFlight) -> None:
    """Roll for the type, clock position and angle of each fighter (5.2).

    The type of the first fighter is rolled before the clock positions.
    """
    state = flight.state
    column = (
        "islands"
        if state.track.zone < flight.const.fighter_zones.first
        else ("japan_early" if state.sortie.early else "japan_late")
    )
    flight.roll("attack.type", column=column)
    state.clash.clocks = []
    flight.roll("attack.area")
    clocks, state.clash.clocks = state.clash.clocks, []
    for index, clock in enumerate(clocks):
        if index:
            flight.roll("attack.type", FIGHTERS[index], column=column)
        place(flight, index, clock)


def come_again(flight: SuperfortFlight, last: bool) -> None:
    """Decide which fighters attack again, and roll for their new positions (X5.6).

    A fighter that has scored a hit attacks again. Against a lone bomber every fighter attacks again, except in the last
    round. In the last round only fighters that have scored a hit attack, and only if the bomber is alone or has an
    engine out.

    Args:
        flight: the flight.
        last: True for the last round.
    """
    state = flight.state
    hurt = state.alone or state.engines_out() > 0
    for index in there(flight):
        fighter = state.wave.fighters[index]
        if (fighter.hit and hurt) if last else (fighter.hit or state.alone):
            state.clash.clocks = []
            roll_for_fighter(flight, index, "attack.new_position")
            place(flight, index, state.clash.clocks.pop())
        else:
            shells.remove_fighter(fighter, "spent")
