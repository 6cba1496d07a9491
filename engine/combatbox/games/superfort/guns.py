"""Allocation of a B-29's guns: which man fires which turret at which fighter (5.3).

The player chooses a fighter and a gunner for every gun that bears. A man may fire several turrets at one fighter. If
the intercom is out, the fighters are resolved one by one, and a die selects the cabin from which a gun is fired.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from combatbox.bomber.enums import FIGHTERS, HOLD, TARGETS
from combatbox.bomber.gunnery import Shot, announce, bearing, works
from combatbox.bomber.state import Man
from combatbox.core.annotations import record
from combatbox.core.decisions import Flow, Option
from combatbox.games.superfort import combat_doctrine
from combatbox.games.superfort.state import SuperfortFlight


def aim_by(index: int, man: str) -> Option:
    """Return the option with which the man with this role fires at a fighter."""
    return Option(f"{FIGHTERS[index]} by {man}", "aim", index, man, number=index + 1)


@record
class Plan:
    """The allocation of guns so far.

    Attributes:
        shots: the allocated guns.
        firing: the index of the fighter at which each man fires, by role.
        settled: the guns for which this round's decision has been made.
        alone: True if at night, with the intercom out, the die has selected the tail gunner; nobody else then fires
            this round.
    """

    shots: list[Shot] = []
    firing: dict[str, int] = {}
    settled: set[str] = field(default_factory=set)
    alone: bool = False

    def add(self, flight: SuperfortFlight, gun: str, man: str, index: int) -> None:
        """Allocate a gun that bears on a fighter.

        Args:
            flight: the flight.
            gun: the name of the gun.
            man: the role of the man who fires it.
            index: the index of the fighter.
        """
        bears = bearing(flight, gun, index)
        assert bears
        self.shots.append(Shot(gun, man, index, bears.column))
        self.firing[man] = index
        self.settled.add(gun)


# ---- able men


def at_sights(flight: SuperfortFlight, stations: Iterable[str]) -> list[Man]:
    """Return the men at the working sights of some stations who can fire.

    They must be fit, not busy with another task, and not moving between cabins.
    """
    state, men = flight.state, []
    for station in stations:
        man, sight = state.at(station), flight.const.crew[station].sight
        if man and man.fit and not man.silent and sight and not state.plane.broken(f"{sight}_out"):
            men.append(man)
    return men


def able(flight: SuperfortFlight, plan: Plan, gun: str, index: int) -> list[Man]:
    """Return the men who can fire a gun at a fighter and do not already fire at another fighter.

    Args:
        flight: the flight.
        plan: the allocation so far.
        gun: the name of the gun.
        index: the index of the fighter.
    """
    bears = bearing(flight, gun, index)
    men = at_sights(flight, bears.men) if bears else []
    return [man for man in men if plan.firing.get(man.role, index) == index]


def ready(flight: SuperfortFlight, gun: str) -> bool:
    """Return True if a gun is armed, works, and has not fired at a searchlight."""
    return works(flight, gun) and gun not in flight.state.clash.at_light


# ---- allocation


def allocate(flight: SuperfortFlight, targets: Sequence[int], plan: Plan, first: bool = True) -> Flow[list[Shot]]:
    """Let the player allocate guns to fighters.

    Guns that are already allocated do not change.

    Args:
        flight: the flight.
        targets: the indexes of the fighters.
        plan: the allocation so far.
        first: True in the first round of a fight, when a tail gunner at night may have to fire alone.

    Returns:
        The guns allocated by this call.
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
    """Return all aims of a gun: pairs of a fighter and a man who can fire at it.

    Args:
        flight: the flight.
        gun: the name of the gun.
        targets: the indexes of the fighters.
        plan: the allocation so far.
    """
    return [(index, man.role) for index in targets for man in able(flight, plan, gun, index)]


def undecided(flight: SuperfortFlight, plan: Plan) -> list[str]:
    """Return the guns that still need a target.

    A gun that shares the target of another gun is not included.
    """
    guns = flight.const.guns
    return [gun for gun in guns if gun not in plan.settled and ready(flight, gun) and not guns[gun].laid_with]


def _aim(flight: SuperfortFlight, gun: str, targets: Sequence[int], plan: Plan) -> Flow[None]:
    """Ask for the target and gunner of one gun, or to hold its fire.

    A gun that is laid with another gun gets the same target and gunner; the player is not asked.
    """
    partner = _laid_with(flight, gun, plan)
    if partner:
        plan.add(flight, gun, partner.man, partner.fighter)
        return
    choices = aims(flight, gun, targets, plan)
    if not choices or _partner_holds(flight, gun, plan):
        return
    options = [aim_by(*choice) for choice in choices]
    remaining = {name: aims(flight, name, targets, plan) for name in undecided(flight, plan)}
    best = combat_doctrine.best_aim(flight, gun, remaining, plan.shots)
    answer = yield flight.ask("guns.aim", (*options, HOLD), aim_by(*best) if best else HOLD, gun)
    plan.settled.add(gun)
    if answer != HOLD:
        index, man = choices[options.index(answer)]
        plan.add(flight, gun, man, index)


def _laid_with(flight: SuperfortFlight, gun: str, plan: Plan) -> Shot | None:
    """Return the shot of the gun with which this gun is laid, or None."""
    partner = flight.const.guns[gun].laid_with
    return next((shot for shot in plan.shots if shot.gun == partner), None)


def _partner_holds(flight: SuperfortFlight, gun: str, plan: Plan) -> bool:
    """Return True if the gun with which this gun is laid could fire but holds its fire."""
    return flight.const.guns[gun].laid_with in plan.settled


# ---- without the intercom


def _without_intercom(flight: SuperfortFlight, targets: Sequence[int], plan: Plan) -> Flow[str]:
    """Allocate guns fighter by fighter, in the player's order; a die selects who fires.

    Returns:
        The gun for which the die selected the tail gunner; empty if it did not select him.
    """
    named, remaining = "", list(targets)
    while remaining:
        index = remaining[0]
        if len(remaining) > 1:
            worst = combat_doctrine.worst_first(flight, remaining)
            answer = yield flight.ask("guns.order", tuple(TARGETS[target] for target in remaining), TARGETS[worst])
            index = TARGETS.index(answer)
        remaining.remove(index)
        for gun in flight.const.guns:
            if gun in plan.settled or not ready(flight, gun) or not bearing(flight, gun, index):
                continue
            if (yield from _by_die(flight, gun, index, plan)):
                named = gun
    return named


def _by_die(flight: SuperfortFlight, gun: str, index: int, plan: Plan) -> Flow[bool]:
    """Allocate one gun to one fighter, with a die if men in several cabins can fire it.

    Returns:
        True if the die selected the tail gunner.
    """
    bears = bearing(flight, gun, index)
    assert bears
    partner = _laid_with(flight, gun, plan)
    if partner:
        if partner.fighter == index:
            plan.add(flight, gun, partner.man, index)
        return False
    men = at_sights(flight, bears.men)
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
        roles = tuple(candidate.role for candidate in men)
        man = flight.state.men[(yield flight.ask("guns.who", roles, roles[0], gun))]
    plan.add(flight, gun, man.role, index)
    return rolled and flight.const.crew[man.station].compartment == "tail"


# ---- at a searchlight


def fire_at_light(flight: SuperfortFlight) -> Flow[None]:
    """Let each lower turret fire at the searchlight that holds the bomber (note b of T5-14)."""
    state = flight.state
    for gun in flight.const.lower_turrets:
        facts = flight.const.guns[gun]
        men = at_sights(flight, (*facts.primary, *facts.secondary))
        if not state.clash.searchlit or not works(flight, gun) or not men:
            continue
        roles = tuple(man.role for man in men)
        answer = yield flight.ask("night.fire_at_light", (*roles, HOLD), roles[0], gun)
        if answer != HOLD:
            state.clash.at_light.append(gun)
            state.men[answer].silent = True
            flight.roll("night.light", gun)
