"""The combat of one turn (section 5): resistance, attackers, fire and consequences."""

from __future__ import annotations

from combatbox.bomber import gunnery, shells
from combatbox.bomber.enums import FIGHTERS, TARGETS
from combatbox.bomber.gunnery import roll_for_fighter
from combatbox.bomber.shells import remove_fighter
from combatbox.bomber.state import Fighter, Wave
from combatbox.core.decisions import Flow
from combatbox.core.dice import throws_again
from combatbox.games.superfort import attacks, damage, guns, pressure
from combatbox.games.superfort.attacks import attack, evade, place_fighter, there
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
            yield from fight_at_night(flight)
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
        place_fighter(flight, index, clock)


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
            place_fighter(flight, index, state.clash.clocks.pop())
        else:
            shells.remove_fighter(fighter, "spent")


# ---- by night (5.8)


def fight_at_night(flight: SuperfortFlight) -> Flow[None]:
    """Resolve the searchlights over the target, then the night fighters."""
    state = flight.state
    if state.at_target:
        yield from searchlights(flight)
    if state.clash.resistance == "none":
        return
    flight.roll("night.fighters")
    yield from damage.settle(flight)
    if not state.wave.fighters:
        return
    close_in(flight)
    state.battle.under_attack = state.battle.attacked = True
    flight.phase("combat.start", fighters=len(state.wave.fighters))
    yield from first_round(flight)
    yield from second_round(flight)


def searchlights(flight: SuperfortFlight) -> Flow[None]:
    """Resolve searchlights (5.8A).

    The player may evade, a roll decides whether a light holds the bomber, and the lower turrets may fire at that light.
    """
    state = flight.state
    if not state.sortie.searchlights:
        return
    yield from attacks.evade(flight)
    state.clash.aim_spoiled = state.clash.evading
    flight.roll("night.searchlights")
    if state.clash.searchlit:
        yield from guns.fire_at_light(flight)


def close_in(flight: SuperfortFlight) -> None:
    """For each fighter, which comes from behind, roll for its angle and roll to spot it (5.8C, D).

    Raises:
        CombatBoxError: a table of house rules has fewer angles than there are fighters.
    """
    state = flight.state
    table = flight.table("attack.angle").id
    taken: set[str] = set()
    for index, fighter in enumerate(state.wave.fighters):
        for _ in throws_again(f"{table}: places every night fighter alike; let its rows give more angles."):
            attacks.place_fighter(flight, index, "6")
            if fighter.position not in taken:
                break
        taken.add(fighter.position)
        gunnery.roll_for_fighter(flight, index, "night.spotted")


def first_round(flight: SuperfortFlight) -> Flow[None]:
    """Resolve the first attack.

    Spotted fighters are fired at before they fire. Unseen fighters fire first, and then the remaining guns fire at them
    (A23).
    """
    state = flight.state
    state.clash.attack_round = 1
    state.counted.attacks += len(attacks.there(flight))
    plan = guns.Plan()
    spotted = [index for index in attacks.there(flight) if not state.wave.fighters[index].untouchable]
    shots = (yield from guns.allocate(flight, spotted, plan)) if spotted else []
    yield from gunnery.fire(flight, shots)
    if attacks.there(flight) and spotted and not state.plane.broken("intercom_out"):
        yield from attacks.evade(flight)
    unseen = [index for index in attacks.there(flight) if index not in spotted]
    yield from attacks.their_fire(flight, unseen)
    yield from attacks.their_fire(flight, [index for index in spotted if not state.wave.fighters[index].gone])
    for index in unseen:
        state.wave.fighters[index].untouchable = False
    unseen = [index for index in unseen if not state.wave.fighters[index].gone]
    by_letter = bool(spotted) and flight.ruled["two_night_fighters"] == "none_spotted"
    if unseen and not plan.alone and not by_letter:
        yield from gunnery.fire(flight, (yield from guns.allocate(flight, unseen, plan)))
    attacks.send_off(flight)


def second_round(flight: SuperfortFlight) -> Flow[None]:
    """Resolve the second attack: at most one fighter attacks, from below, and it is spotted (5.8I)."""
    state = flight.state
    returning = [index for index in attacks.there(flight) if returns(flight, state.wave.fighters[index])]
    again = returning[0] if returning else -1
    if len(returning) > 1:
        answer = yield flight.ask("night.returns", tuple(TARGETS[index] for index in returning), TARGETS[returning[0]])
        again = TARGETS.index(answer)
    for index in attacks.there(flight):
        if index != again:
            remove_fighter(state.wave.fighters[index], "spent")
    if again < 0:
        return
    flight.phase("attack.successive", number=1)
    state.clash.attack_round = 2
    state.counted.attacks += 1
    attacks.place_fighter(flight, again, "vertical_climb")
    yield from attacks.evade(flight)
    state.clash.aim_spoiled = state.clash.evading
    shots = yield from guns.allocate(flight, [again], guns.Plan(), first=False)
    yield from gunnery.fire(flight, shots)
    yield from attacks.their_fire(flight, attacks.there(flight))
    attacks.send_off(flight)


def returns(flight: SuperfortFlight, fighter: Fighter) -> bool:
    """Return True if a fighter is undamaged and its type attacks again.

    Some types always attack again; others attack again only if the bomber has an engine out.
    """
    way = flight.const.fighters[fighter.type].night
    return not fighter.damage and (way == "always" or (way == "engine_out" and flight.state.engines_out() > 0))
