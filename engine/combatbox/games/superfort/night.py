"""Night combat (5.8): searchlights, and attacks by night fighters, spotted or unseen."""

from __future__ import annotations

from combatbox.bomber import gunnery
from combatbox.bomber.enums import TARGETS
from combatbox.bomber.shells import remove_fighter
from combatbox.bomber.state import Fighter
from combatbox.core.decisions import Flow
from combatbox.core.dice import throws_again
from combatbox.games.superfort import attacks, damage, guns
from combatbox.games.superfort.state import SuperfortFlight


def fight(flight: SuperfortFlight) -> Flow[None]:
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
            attacks.place(flight, index, "6")
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
    attacks.place(flight, again, "vertical_climb")
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
