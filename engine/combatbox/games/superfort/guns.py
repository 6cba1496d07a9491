"""The guns of a B-29: whose sight works which turret at whom (5.3), with the intercom and without.

Every gun that bears is asked for a fighter and the man who fires it. A man may fire several turrets, at one fighter. With
the intercom out the fighters are dealt with one by one, and a die says in which cabin a gun is fired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from combatbox.bomber.decision_options import FIGHTERS, HOLD, TARGETS
from combatbox.bomber.fields_of_fire import Bearing, fields_of
from combatbox.bomber.gunnery import Shot, announce, works
from combatbox.bomber.state import Man
from combatbox.core.decisions import Flow, Option
from combatbox.games.superfort import combat_doctrine
from combatbox.games.superfort.state import SuperfortFlight


def aim_by(index: int, man: str) -> Option:
    """To fire at a fighter, by the man of that role."""
    return Option(f"{FIGHTERS[index]} by {man}", "aim", index, man)


@dataclass
class Plan:
    """The guns allocated so far. firing: at which fighter each man fires. settled: guns that are done with this round.

    alone: by night without the intercom the die has named the tail gunner, so that nobody else fires in this round.
    """

    shots: list[Shot] = field(default_factory=list)
    firing: dict[str, int] = field(default_factory=dict)
    settled: set[str] = field(default_factory=set)
    alone: bool = False

    def add(self, gun: str, man: str, index: int, column: str) -> None:
        """One gun more."""
        self.shots.append(Shot(gun, man, index, column))
        self.firing[man] = index
        self.settled.add(gun)


# ---- who can


def at_sight(flight: SuperfortFlight, station: str) -> Man | None:
    """The man at a place with a sight that works, if he can fire: fit, not at another task, not off between cabins."""
    state = flight.state
    man = state.at(station)
    sight = flight.const.crew[station].sight
    if man is None or not man.fit or man.silent or not sight or state.plane.broken(f"{sight}_out"):
        return None
    return man


def bearing(flight: SuperfortFlight, gun: str, index: int) -> Bearing | None:
    """How a gun bears on a fighter, or None."""
    fighter = flight.state.wave.fighters[index]
    return next((b for b in fields_of(flight).bearings[fighter.position, fighter.type] if b.gun == gun), None)


def able(flight: SuperfortFlight, plan: Plan, gun: str, index: int) -> list[Man]:
    """The men who can fire a gun at a fighter and do not fire at another one already."""
    bears = bearing(flight, gun, index)
    men = [man for station in bears.men if (man := at_sight(flight, station))] if bears else []
    return [man for man in men if plan.firing.get(man.role, index) == index]


def ready(flight: SuperfortFlight, gun: str) -> bool:
    """Whether a gun is armed and works, and has not fired at a searchlight this turn."""
    return works(flight, gun) and gun not in flight.state.clash.at_light


# ---- allocation


def allocate(flight: SuperfortFlight, targets: Sequence[int], plan: Plan, first: bool = True) -> Flow[list[Shot]]:
    """The guns that fire at these fighters now, by the player's choice; what is given out already stays as it is.

    first: it is the first round of a fight, in which a tail gunner of the night may have to fire alone.
    """
    before = len(plan.shots)
    if flight.state.plane.broken("intercom_out"):
        gun = yield from _without_intercom(flight, targets, plan)
        if gun and first and flight.state.night:
            plan.shots[before:] = [shot for shot in plan.shots[before:] if shot.gun == gun]
            plan.alone = True
    else:
        for gun in flight.const.guns:
            if gun not in plan.settled and ready(flight, gun):
                yield from _aim(flight, gun, targets, plan)
    shots = plan.shots[before:]
    announce(flight, shots, men={shot.gun: shot.man for shot in shots})
    return shots


def aims(flight: SuperfortFlight, gun: str, targets: Sequence[int], plan: Plan) -> list[combat_doctrine.Aim]:
    """Each fighter that a gun can fire at, with each man who can fire it."""
    return [(index, man.role) for index in targets for man in able(flight, plan, gun, index)]


def asked(flight: SuperfortFlight, plan: Plan) -> list[str]:
    """The guns that are still to be given a fighter: those laid with another follow it."""
    guns = flight.const.guns
    return [gun for gun in guns if gun not in plan.settled and ready(flight, gun) and not guns[gun].laid_with]


def _aim(flight: SuperfortFlight, gun: str, targets: Sequence[int], plan: Plan) -> Flow[None]:
    """One gun: at whom, and by whom, or not at all. One laid with another fires where that one does."""
    partner = _laid_with(flight, gun, plan)
    if partner:
        bears = bearing(flight, gun, partner.fighter)
        assert bears
        plan.add(gun, partner.man, partner.fighter, bears.column)
        return
    can = aims(flight, gun, targets, plan)
    if not can or _partner_holds(flight, gun, plan):
        return
    options = [aim_by(*one) for one in can]
    to_come = {name: aims(flight, name, targets, plan) for name in asked(flight, plan)}
    best = combat_doctrine.best_aim(flight, gun, to_come, plan.shots)
    answer = yield flight.ask("guns.aim", (*options, HOLD), aim_by(*best) if best else HOLD, gun)
    plan.settled.add(gun)
    if answer != HOLD:
        index, man = can[options.index(answer)]
        bears = bearing(flight, gun, index)
        assert bears
        plan.add(gun, man, index, bears.column)


def _laid_with(flight: SuperfortFlight, gun: str, plan: Plan) -> Shot | None:
    """The shot of the gun with which this one is laid."""
    partner = flight.const.guns[gun].laid_with
    return next((shot for shot in plan.shots if shot.gun == partner), None)


def _partner_holds(flight: SuperfortFlight, gun: str, plan: Plan) -> bool:
    """The gun with which this one is laid could have fired, and does not."""
    return flight.const.guns[gun].laid_with in plan.settled


# ---- without the intercom


def _without_intercom(flight: SuperfortFlight, targets: Sequence[int], plan: Plan) -> Flow[str]:
    """Fighter by fighter, in the player's order, each gun that bears: it fires or holds, and a die says who fires it.

    Gives back the gun for which the die named the tail gunner, if it did.
    """
    named, left = "", list(targets)
    while left:
        index = left[0]
        if len(left) > 1:
            worst = combat_doctrine.worst_first(flight, left)
            answer = yield flight.ask("guns.order", tuple(TARGETS[one] for one in left), TARGETS[worst])
            index = TARGETS.index(answer)
        left.remove(index)
        for gun in flight.const.guns:
            if gun in plan.settled or not ready(flight, gun) or not bearing(flight, gun, index):
                continue
            if (yield from _by_die(flight, gun, index, plan)):
                named = gun
    return named


def _by_die(flight: SuperfortFlight, gun: str, index: int, plan: Plan) -> Flow[bool]:
    """One gun at one fighter; True where the die has named the tail gunner."""
    bears = bearing(flight, gun, index)
    assert bears
    partner = _laid_with(flight, gun, plan)
    if partner:
        if partner.fighter == index:
            plan.add(gun, partner.man, index, bears.column)
        return False
    men = [man for station in bears.men if (man := at_sight(flight, station))]
    if not men or _partner_holds(flight, gun, plan):
        return False
    if (yield flight.ask("guns.aim", (TARGETS[index], HOLD), TARGETS[index], gun)) == HOLD:
        return False
    plan.settled.add(gun)
    cabins = list(dict.fromkeys(flight.state.rooms[man.role] for man in men))
    rolled = len(cabins) > 1
    if rolled:
        column = flight.const.crew[bears.men[0]].compartment
        flight.roll("guns.who_fires", gun, column=column)
        men = [man for man in men if flight.state.rooms[man.role] == flight.state.clash.cabin_fires]
    men = [man for man in men if plan.firing.get(man.role, index) == index]
    if not men:
        flight.fact("guns.silent", gun)
        return False
    man = men[0]
    if len(men) > 1:
        roles = tuple(one.role for one in men)
        man = flight.state.men[(yield flight.ask("guns.who", roles, roles[0], gun))]
    plan.add(gun, man.role, index, bears.column)
    return rolled and flight.const.crew[man.station].compartment == "tail"


# ---- at a searchlight


def fire_at_light(flight: SuperfortFlight) -> Flow[None]:
    """Each lower turret with a man at its sight may fire at the light that has the bomber fixed (note b of T5-14)."""
    state = flight.state
    for gun in flight.const.lower_turrets:
        facts = flight.const.guns[gun]
        men = [m for station in (*facts.primary, *facts.secondary) if (m := at_sight(flight, station))]
        if not state.clash.searchlit or not works(flight, gun) or not men:
            continue
        roles = tuple(man.role for man in men)
        answer = yield flight.ask("night.fire_at_light", (*roles, HOLD), roles[0], gun)
        if answer != HOLD:
            state.clash.at_light.append(gun)
            state.men[answer].silent = True
            flight.roll("night.light", gun)
