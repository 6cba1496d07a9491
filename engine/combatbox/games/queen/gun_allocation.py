"""Allocation of guns to fighters (section 9).

Guns are allocated in the order of `game.yaml`. Each gun fires at one fighter in its field of fire, sprays a position if
spraying is in play, or holds its fire. No dice are rolled before the last gun is allocated.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.enums import FIGHTERS, HOLD, PASSING, TARGETS
from combatbox.bomber.gunnery import Fields, Shot, announce, damage_fighter, fields_of, shoot, works
from combatbox.bomber.state import Fighter, Man
from combatbox.core.decisions import Decision, Flow, Option
from combatbox.games.queen import doctrine
from combatbox.games.queen.constants import QueenFlight
from combatbox.games.queen.keys import spray_over

LONE = tuple((target, HOLD) for target in TARGETS)

LONE_PASSING = tuple((passing, HOLD) for passing in PASSING)
"""The options of a gun that can only fire a passing shot at one fighter, or hold its fire; by fighter.

The doctrine always fires such a gun.
"""

HELD = -1
"""The value that means "hold fire" in place of the index of an aim."""

Aim = tuple[int, str, int]
"""A fighter that a gun can aim at.

The three values are the index of the fighter, the column of M-1 (empty for a passing shot), and the number of faces
that hit.
"""

# ---- who mans a gun


def ready(flight: QueenFlight, gun: str) -> bool:
    """Return True if the gun works and has a burst left to fire."""
    return flight.state.guns[gun].bursts > 0 and works(flight, gun)


def gunner(flight: QueenFlight, gun: str, busy: tuple[str, ...] = ()) -> Man | None:
    """Return the first man who can fire this gun, or None.

    He must be fit and at one of the gun's stations. He must not be busy at another gun, and must not be barred from
    firing by a recent move.

    Args:
        flight: the flight.
        gun: the name of the gun.
        busy: the roles of men who already fire another gun.
    """
    state = flight.state
    for station in flight.const.guns[gun].stations:
        role = state.stations[station]
        if role and role not in busy:
            man = state.men[role]
            if not man.silent and man.fit:
                return man
    return None


# ---- allocation


def allocate(flight: QueenFlight) -> Flow[list[Shot]]:
    """Ask for the target of each gun that can fire, then use up the bursts.

    Returns:
        The shots to resolve, one for each gun that fires.
    """
    fields = fields_of(flight)
    const = flight.const
    fighters = flight.state.wave.fighters
    targets = _targets(flight, fields, fighters)
    threats = [fields.threat[fighter.position, fighter.type] for fighter in fighters]
    unwatched = flight.unwatched
    diver_once = flight.ruled["divers"] == "either"
    shots: list[Shot] = []
    nose = cheeks = 0
    busy: tuple[str, ...] = ()
    for gun, facts in const.guns.items():
        aims = targets.get(gun)
        if aims is None or not ready(flight, gun):
            continue
        in_nose = facts.compartment == const.nose
        cheek = gun in const.cheek_guns
        if in_nose and (nose >= const.nose_guns_at_once or (cheek and cheeks >= const.cheek_guns_at_once)):
            continue
        man = gunner(flight, gun, busy)
        if man is None:
            continue
        if diver_once:
            aims = [aim for aim in aims if not _diver_taken(fighters, aim[0], shots)]
            if not aims:
                continue
        best, passing = doctrine.best_target(aims, threats), ""
        if not unwatched:
            decision = _aims(flight, gun, man.role, aims, best)
            answer = yield decision
            if answer == HOLD:
                continue
            best = decision.options.index(answer)
            passing = str(answer.args[0]) if best >= len(aims) else ""
        if best == HELD:
            continue
        if best < len(aims):
            index, column, _ = aims[best]
            shots.append(Shot(gun, man.role, index, column, "", not column))
            threats[index] /= 2
        else:
            shots.append(Shot(gun, man.role, -1, "", passing))
        if in_nose:
            nose, cheeks, busy = nose + 1, cheeks + cheek, (*busy, man.role)
    _mark_bursts(flight, shots)
    return shots


def _targets(flight: QueenFlight, fields: Fields, fighters: Sequence[Fighter]) -> dict[str, list[Aim]]:
    """Return the aims of each gun that bears on a fighter, by gun."""
    aims: dict[str, list[Aim]] = {}
    positions = flight.const.positions
    passing_gun = "" if flight.state.plane.broken("intercom_out") else flight.const.passing_gun
    for index, fighter in enumerate(fighters):
        if fighter.gone or fighter.untouchable:
            continue
        for bearing in fields.bearings[fighter.position, fighter.type]:
            aim = index, bearing.column, bearing.faces
            if bearing.gun in aims:
                aims[bearing.gun].append(aim)
            else:
                aims[bearing.gun] = [aim]
        if passing_gun and positions[fighter.position].passing:
            aims.setdefault(passing_gun, []).append((index, "", 1))
    return aims


def _aims(flight: QueenFlight, gun: str, man: str, aims: list[Aim], best: int) -> Decision:
    """Return the decision for one gun: fire at one of its aims, spray a position, or hold fire.

    Args:
        flight: the flight.
        gun: the name of the gun.
        man: the role of the man who would fire the gun; the options name him if the gun has several stations.
        aims: the aims of the gun.
        best: the index in `aims` of the doctrine's choice, or `HELD`.
    """
    several = len(flight.const.guns[gun].stations) > 1
    if len(aims) == 1 and not several and flight.ruled["spray_fire"] == "off":
        index, column, _ = aims[0]
        lone = LONE[index] if column else LONE_PASSING[index]
        return flight.ask("guns.aim", lone, lone[0], gun)
    options = [TARGETS[index] if column else PASSING[index] for index, column, _ in aims]
    if several:
        options = [Option(option, option.kind, *option.args, man, number=option.number) for option in options]
    default = options[best] if best != HELD else HOLD
    if flight.ruled["spray_fire"] == "on":
        options += _sprays(flight, gun, aims)
    options.append(HOLD)
    return flight.ask("guns.aim", tuple(options), default, gun)


def _diver_taken(fighters: Sequence[Fighter], index: int, shots: list[Shot]) -> bool:
    """Return True if another gun already fires at this diving fighter."""
    return fighters[index].position == "vertical_dive" and any(s.fighter == index for s in shots)


def _sprays(flight: QueenFlight, gun: str, aims: list[Aim]) -> list[Option]:
    """Return the options to spray a position, without duplicates."""
    if flight.state.guns[gun].bursts < flight.const.burst_per_spray:
        return []
    positions = flight.const.positions
    fighters = flight.state.wave.fighters
    sprays = [
        spray_over(fighters[i].position) for i, column, _ in aims if column and positions[fighters[i].position].spray
    ]
    return list(dict.fromkeys(sprays))


def _mark_bursts(flight: QueenFlight, shots: list[Shot]) -> None:
    """Use up the bursts of the guns that fire, more for a spray than for a shot.

    A passing shot uses its burst only when it is fired.
    """
    announce(flight, shots)
    guns = flight.state.guns
    per_shot, per_spray = flight.const.burst_per_shot, flight.const.burst_per_spray
    for shot in shots:
        if not shot.passing:
            guns[shot.gun].bursts -= per_spray if shot.spray else per_shot


# ---- the passing shot


def passing_shot(flight: QueenFlight, shots: list[Shot]) -> None:
    """Fire the passing shot that the tail guns have held for a fighter, if they still can."""
    for shot in shots:
        if shot.passing:
            _fire_passing(flight, shot)
            return


def _fire_passing(flight: QueenFlight, shot: Shot) -> None:
    """Fire at the passing fighter, or log that the passing shot is not possible."""
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
    if flight.journal:
        flight.fact("guns.passing_shot", shot.gun, fighter=FIGHTERS[shot.fighter])
    state.guns[shot.gun].bursts -= flight.const.burst_per_shot
    state.hand.passing_shot = True
    if shoot(flight, shot):
        damage_fighter(flight, shot)
    state.hand.passing_shot = False
