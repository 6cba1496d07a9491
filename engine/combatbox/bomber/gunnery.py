"""Section 9: which gun fires at which fighter, and what it does there.

Guns are asked one after the other in the order of `game.yaml`, each for one fighter in its field of fire, for a
spray where that option is in force, or to hold. Nothing is rolled before the last gun is allocated.
"""

from __future__ import annotations

from dataclasses import dataclass

from combatbox.bomber import doctrine
from combatbox.bomber.asking import FIGHTERS, HOLD, PASSING, TARGETS, spray_over
from combatbox.bomber.conditions.battle import at_home
from combatbox.bomber.fields import Fields, fields_of
from combatbox.bomber.parts import silenced
from combatbox.bomber.state import Man, State
from combatbox.bomber.terms import BomberFlight
from combatbox.core.decisions import Decision, Flow, Option

AT_WHOM = "At whom does this gun fire?"
LONE = tuple((target, HOLD) for target in TARGETS)
LONE_PASSING = tuple((passing, HOLD) for passing in PASSING)
"""The options of a gun that can aim at one fighter alone: there the doctrine always fires."""

Aim = tuple[int, str, int]
"""What a gun can aim at: the index of a fighter, the column of M-1 (none for a passing shot), the faces that hit."""


@dataclass(slots=True)
class Shot:
    """One gun allocated: who fires it, at the fighter with this index, in that column of M-1.

    spray: the position sprayed, empty for aimed fire. passing: fired when the fighter has passed.
    """

    gun: str
    man: str
    fighter: int
    column: str
    spray: str = ""
    passing: bool = False


# ---- who mans a gun


def ready(flight: BomberFlight, gun: str) -> bool:
    """Whether the gun works and has a burst left."""
    return flight.state.guns[gun].bursts > 0 and works(flight, gun)


def works(flight: BomberFlight, gun: str) -> bool:
    """Whether the gun could fire: it is whole, and no part that is out keeps it silent."""
    state = flight.state
    return state.guns[gun].works and not silenced(flight.const, state.plane.parts, gun)


def gunner(flight: BomberFlight, gun: str, busy: tuple[str, ...] = ()) -> Man | None:
    """The first man at a station of this gun who can fire it: fit, not silent, not busy at another gun."""
    state = flight.state
    stations = state.stations
    for station in flight.const["guns"][gun]["stations"]:
        role = stations[station]
        if role:
            man = state.men[role]
            if man.fit and not man.silent and role not in busy:
                return man
    return None


# ---- allocation


def allocate(flight: BomberFlight) -> Flow[list[Shot]]:
    """Ask each gun that can fire for its target, then mark off the bursts of all of them."""
    fields = fields_of(flight)
    const = flight.const
    targets = _targets(flight, fields)
    diver_once = flight.ruled.get("divers") == "either"
    shots: list[Shot] = []
    nose = cheeks = 0
    busy: tuple[str, ...] = ()
    for gun, facts in const["guns"].items():
        can = targets.get(gun)
        if can is None or not ready(flight, gun):
            continue
        in_nose = facts["compartment"] == "nose"
        cheek = in_nose and gun != "nose"
        if in_nose and (nose >= const["nose_guns_at_once"] or (cheek and cheeks >= const["cheek_guns_at_once"])):
            continue
        man = gunner(flight, gun, busy)
        if man is None:
            continue
        if diver_once:
            can = [aim for aim in can if not _diver_taken(flight.state, aim[0], shots)]
            if not can:
                continue
        aim = _aims(flight, gun, can, shots)
        answer = yield aim
        if answer == HOLD:
            continue
        shots.append(_shot(gun, man, can, aim.options.index(answer), answer))
        if in_nose:
            nose, cheeks, busy = nose + 1, cheeks + cheek, (*busy, man.role)
    _mark_bursts(flight, shots)
    return shots


def _targets(flight: BomberFlight, fields: Fields) -> dict[str, list[Aim]]:
    """For each gun, what it can aim at."""
    state = flight.state
    found: dict[str, list[Aim]] = {}
    positions = flight.const["positions"]
    passing_gun = flight.const["passing_gun"]
    for index, fighter in enumerate(state.wave.fighters):
        if fighter.gone or fighter.untouchable:
            continue
        for bearing in fields.bearings[fighter.position, fighter.type]:
            found.setdefault(bearing.gun, []).append((index, bearing.column, bearing.faces))
        if positions[fighter.position]["passing"] and not state.plane.broken("intercom_out"):
            found.setdefault(passing_gun, []).append((index, "", 1))
    return found


def _aims(flight: BomberFlight, gun: str, can: list[Aim], shots: list[Shot]) -> Decision:
    """One gun's choice among what it can aim at, with the sprays after them, or to hold its fire."""
    if len(can) == 1 and flight.ruled.get("spray_fire") == "off":
        index, column, _ = can[0]
        lone = LONE[index] if column else LONE_PASSING[index]
        return flight.ask("guns.aim", lone, lone[0], gun)
    options = [TARGETS[index] if column else PASSING[index] for index, column, _ in can]
    best = doctrine.best_target(flight, can, shots)
    default = options[best] if best >= 0 else HOLD
    if flight.ruled.get("spray_fire") == "on":
        options += _sprays(flight, gun, can)
    options.append(HOLD)
    return flight.ask("guns.aim", tuple(options), default, gun)


def _shot(gun: str, man: Man, can: list[Aim], place: int, answer: Option) -> Shot:
    """The shot that was chosen: a fighter from among `can`, or the spray that its option names."""
    if place >= len(can):
        return Shot(gun, man.role, -1, "", spray=str(answer.args[0]))
    index, column, _ = can[place]
    return Shot(gun, man.role, index, column, passing=not column)


def _diver_taken(state: State, index: int, shots: list[Shot]) -> bool:
    """Another gun fires at this diver already."""
    return state.wave.fighters[index].position == "vertical_dive" and any(s.fighter == index for s in shots)


def _sprays(flight: BomberFlight, gun: str, can: list[Aim]) -> list[Option]:
    """The options to spray a position, by the rule that says so, each position once."""
    if flight.state.guns[gun].bursts < flight.const["burst_per_spray"]:
        return []
    positions = flight.const["positions"]
    fighters = flight.state.wave.fighters
    found = [
        spray_over(fighters[i].position) for i, column, _ in can if column and positions[fighters[i].position]["spray"]
    ]
    return list(dict.fromkeys(found))


def _mark_bursts(flight: BomberFlight, shots: list[Shot]) -> None:
    """A burst for each gun, three for a spray, none yet for a passing shot."""
    announce(flight, shots)
    const = flight.const
    for shot in shots:
        if not shot.passing:
            flight.state.guns[shot.gun].bursts -= const["burst_per_spray"] if shot.spray else const["burst_per_shot"]


def announce(flight: BomberFlight, shots: list[Shot]) -> None:
    """What every gun is aimed at is written down, and its counter placed."""
    if flight.journal:
        named = {shot.gun: _aim(shot) for shot in shots}
        flight.fact("guns.allocated", guns=named)
        flight.state.battle.aimed = named


def _aim(shot: Shot) -> str:
    """What a gun is aimed at, as its counter shows it."""
    return shot.spray or (str(PASSING[shot.fighter]) if shot.passing else FIGHTERS[shot.fighter])


def pilot_status(flight: BomberFlight) -> None:
    """With that option, what kind of pilot flies each fighter, once for all its attacks."""
    if flight.ruled.get("pilot_status") == "off":
        return
    state = flight.state
    for index, fighter in enumerate(state.wave.fighters):
        if not fighter.gone and not fighter.status:
            state.hand.fighter = index
            flight.roll("guns.pilot_status", FIGHTERS[index])


# ---- fire


def fire(flight: BomberFlight, shots: list[Shot]) -> Flow[None]:
    """Every aimed gun on M-1, then the sprays and M-2 for each hit on a fighter that is still there.

    The order of the guns is the player's (Q-R37). It can matter only now, where several touch one fighter: whoever
    destroys it has the kill, and what comes after finds it gone.
    """
    due = [shot for shot in shots if shot.spray]
    for shot in shots:
        if not (shot.spray or shot.passing) and shoot(flight, shot):
            due.append(shot)
    while due:
        shot = due[0]
        if len(due) > 1:
            shot = yield from _next_gun(flight, due)
        due.remove(shot)
        if shot.spray:
            spray(flight, shot)
        else:
            damage_fighter(flight, shot)


def _next_gun(flight: BomberFlight, due: list[Shot]) -> Flow[Shot]:
    """The first of these guns, or the one the player names among those that touch a fighter of the first."""
    touched = _touched(flight, due[0])
    rivals = [shot for shot in due if touched & _touched(flight, shot)]
    if len(rivals) < 2:
        return due[0]
    shared = min(touched.intersection(*(_touched(flight, shot) for shot in rivals)) or touched)
    guns = tuple(shot.gun for shot in rivals)
    answer = yield flight.ask("guns.first_gun", guns, guns[0], FIGHTERS[shared])
    return rivals[guns.index(answer)]


def _touched(flight: BomberFlight, shot: Shot) -> set[int]:
    """The fighters still there that a hit or a spray is for."""
    fighters = flight.state.wave.fighters
    if shot.spray:
        return {i for i, f in enumerate(fighters) if f.position == shot.spray and not f.gone and not f.untouchable}
    return set() if fighters[shot.fighter].gone else {shot.fighter}


def shoot(flight: BomberFlight, shot: Shot) -> bool:
    """One gun at one fighter: M-1, or M-1-HARD where M-1-NEEDS says so."""
    state = flight.state
    state.hand.man, state.hand.gun, state.hand.fighter, state.hand.hits = shot.man, shot.gun, shot.fighter, 0
    man = state.men[shot.man]
    if (
        state.wave.evading
        or shot.passing
        or state.plane.broken("intercom_out")
        or man.light
        or man.frostbitten
        or shot.man not in at_home(flight.const["guns"][shot.gun])
    ):
        state.hand.aim = ""
        flight.consult("guns.needs", shot.gun)
        if state.hand.aim:
            flight.roll("guns.hard", shot.gun, column=fields_of(flight).hard[state.hand.aim])
            return state.hand.hits > 0
    flight.roll("guns.fire", shot.gun, column=shot.column)
    return state.hand.hits > 0


def damage_fighter(flight: BomberFlight, shot: Shot) -> None:
    """One hit on M-2, unless an earlier hit has destroyed the fighter (Q-R37)."""
    state = flight.state
    if state.wave.fighters[shot.fighter].gone:
        return
    state.hand.man, state.hand.gun, state.hand.fighter = shot.man, shot.gun, shot.fighter
    flight.roll("guns.damage", shot.gun)


def spray(flight: BomberFlight, shot: Shot) -> None:
    """A roll for each fighter at the position sprayed; a jam counts after these rolls (Q-R36)."""
    state = flight.state
    state.hand.man, state.hand.gun, state.hand.spraying = shot.man, shot.gun, True
    for index in sorted(_touched(flight, shot)):
        state.hand.fighter = index
        flight.roll("guns.spray", shot.gun)
    state.hand.spraying = False


# ---- the passing shot


def passing_shot(flight: BomberFlight, shots: list[Shot]) -> None:
    """The tail guns at the fighter they waited for, if guns, gunner, intercom and fighter are still there."""
    passing = [shot for shot in shots if shot.passing]
    if not passing:
        return
    shot = passing[0]
    state = flight.state
    fighter = state.wave.fighters[shot.fighter]
    man = gunner(flight, shot.gun)
    if (
        fighter.gone
        or man is None
        or man.role != shot.man
        or state.plane.broken("intercom_out")
        or not ready(flight, shot.gun)
    ):
        flight.fact("guns.no_passing_shot", FIGHTERS[shot.fighter])
        return
    flight.fact("guns.passing_shot", shot.gun, fighter=FIGHTERS[shot.fighter])
    state.guns[shot.gun].bursts -= flight.const["burst_per_shot"]
    state.hand.passing_shot = True
    if shoot(flight, shot):
        damage_fighter(flight, shot)
    state.hand.passing_shot = False


def awaited(shots: list[Shot]) -> set[int]:
    """The fighters at which a passing shot is still to come (Q9.2-6)."""
    return {shot.fighter for shot in shots if shot.passing}
