"""Gunnery: the fields of fire, the allocation of guns to fighters, and the effect of their fire (section 9 of the rules).

Guns are allocated in the order of `game.yaml`: each to one fighter in its field of fire, to a spray if spraying is
in play, or to hold fire. No dice are rolled before the last gun is allocated. Which guns bear, and
their chance to hit, is read from the tables once for each rulebook, because a mission asks for it hundreds of times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from combatbox.bomber.conditions import fighter_is
from combatbox.bomber.constants import BomberConstants, PositionFacts, Station, silenced
from combatbox.bomber.drawing import drawing_of
from combatbox.bomber.effects import battle
from combatbox.bomber.enums import FIGHTERS, PASSING, BomberFlight, BomberNarration, BomberRulebook
from combatbox.core.annotations import frozen
from combatbox.core.decisions import Flow
from combatbox.core.dice import ListedDice
from combatbox.core.effects import Condition, condition, effect
from combatbox.core.flight import EMPTY_FLOW, Flight
from combatbox.core.phrases import join_words
from combatbox.core.scene import Field
from combatbox.core.table_views import capital
from combatbox.core.tables import Row, Table


@frozen
class Bearing:
    """A gun that bears on a fighter.

    Attributes:
        gun: the name of the gun.
        column: the gun's column of the to-hit table.
        faces: the number of faces, out of six, that hit in this column.
        men: the stations whose sights can aim the turret at the fighter, according to a chart; empty if the gun is
            fired from its own stations.
    """

    gun: str
    column: str
    faces: int
    men: tuple[str, ...] = ()


@frozen
class Fields:
    """The fields of fire according to one rulebook.

    Attributes:
        bearings: the guns that bear, by position and type of fighter, in the order of the guns.
        threat: the expected number of shells in an attack, by position and type of fighter.
        attack: the column of M-3, by position.
        hard: the column of M-1-HARD, by the code of the numbers that hit in it.
        alike: pairs of stations in a compartment whose men are trained on each other's guns.
    """

    bearings: Mapping[tuple[str, str], tuple[Bearing, ...]]
    threat: Mapping[tuple[str, str], float]
    attack: Mapping[str, str]
    hard: Mapping[str, str]
    alike: tuple[tuple[str, str], ...]


_cache: dict[str, Fields] = {}


def fields_of(flight: BomberFlight) -> Fields:
    """Return the fields of fire according to the flight's rulebook, which are computed once."""
    key = flight.book.digest + flight.chosen
    fields = _cache.get(key)
    if fields is None:
        fields = _cache[key] = _compute(flight)
    return fields


def shown_fields(book: BomberRulebook, words: BomberNarration) -> dict[str, Field]:
    """Return the field of fire of each gun and station, by the part of the drawing that shows it."""
    drawing, dice = drawing_of(words), ListedDice(())
    state: Any = None  # fields of fire read the book alone
    guns: dict[str, dict[str, None]] = {gun: {} for gun in drawing.guns}
    stations: dict[str, dict[str, None]] = {gun: dict.fromkeys(words.const.guns[gun].stations) for gun in guns}
    for (position, _kind), bearings in fields_of(Flight(book, dice, state)).bearings.items():
        for bearing in bearings:
            guns[bearing.gun][position] = None
            stations[bearing.gun] |= dict.fromkeys(bearing.men)
    shown = {drawing.guns[gun]: _shown(words, [gun], positions) for gun, positions in guns.items()}
    for station, part in drawing.seats.items():
        manned = [gun for gun in guns if station in stations[gun]]
        if manned:
            covered = dict.fromkeys(position for gun in manned for position in guns[gun])
            shown[part] = _shown(words, manned, covered)
    return shown


def _shown(words: BomberNarration, guns: Sequence[str], positions: Iterable[str]) -> Field:
    """Return the combined field of fire of several guns.

    Its description groups the positions by height.
    """
    comes = {position: drawing_of(words).positions[position] for position in positions}
    heights: dict[str, list[str]] = {}
    straight = []
    for position, place in comes.items():
        if place.clock[0].isdigit():
            heights.setdefault(place.level, []).append(place.clock)
        else:
            straight.append(words.say(position).lower())
    directions = [f"{level} from {join_words(clocks)} o'clock" for level, clocks in heights.items()] + straight
    names = join_words([words.say(f"gun_{gun}") for gun in guns])
    bears = "; ".join(directions) or "nothing"
    return Field(
        tuple((place.clock, place.level) for place in comes.values()), f"{capital(names)}, field of fire: {bears}."
    )


def _compute(flight: BomberFlight) -> Fields:
    positions, kinds = flight.const.positions, flight.const.fighters
    bearings: dict[tuple[str, str], tuple[Bearing, ...]] = {}
    for position, facts in positions.items():
        if "guns.bear" in flight.places:  # the chart is the same for all types
            bearings |= dict.fromkeys(
                ((position, kind) for kind in kinds), tuple(_bearings_by_chart(flight, position, facts))
            )
        else:
            bearings |= {(position, kind): tuple(_bearings_by_table(flight, position, kind)) for kind in kinds}
    attack = _attack_columns(flight)
    chances = {column: flight.table("attack.fire").share(is_hit, column) for column in {*attack.values()}}
    shells = {
        (column, kind): _mean_shells(flight, column, kind)
        for column in {facts.shells for facts in positions.values()}
        for kind in kinds
    }
    threat = {
        (position, kind): chances[attack[position]] * shells[facts.shells, kind]
        for position, facts in positions.items()
        for kind in kinds
    }
    return Fields(
        bearings,
        threat,
        attack,
        _single_columns(flight, "guns.hard"),
        tuple(_swappable_stations(flight)),
    )


def bearing(flight: BomberFlight, gun: str, index: int) -> Bearing | None:
    """Return the bearing of a gun on a fighter, or None if the gun does not bear on it."""
    fighter = flight.state.wave.fighters[index]
    return next((b for b in fields_of(flight).bearings[fighter.position, fighter.type] if b.gun == gun), None)


def _bearings_by_table(flight: BomberFlight, position: str, kind: str) -> Iterator[Bearing]:
    """Yield the guns for which the to-hit table has a line against a position."""
    fire = flight.table("guns.fire")
    for gun in flight.const.guns:
        column = f"{position}|{gun}@{kind}"
        if faces := sum(map(is_hit, fire.lookups.get(column, {}).values())):
            yield Bearing(gun, column, faces)


def _bearings_by_chart(flight: BomberFlight, position: str, facts: PositionFacts) -> Iterator[Bearing]:
    """Yield the turrets that bear according to a chart, and who aims them.

    A gun that is laid with another gun bears where that gun bears. Its to-hit column comes from the gun's entry
    (`aims`) or from the position.
    """
    chart, fire = flight.table("guns.bear"), flight.table("guns.fire")
    for gun, gun_facts in flight.const.guns.items():
        cell = chart.keys.get(f"{position}@{gun_facts.laid_with or gun}")
        if cell is not None:
            column = gun_facts.column_against(facts)
            men = next(effect["men"] for effect in cell.effects if effect.is_a(fired_by))
            yield Bearing(gun, column, sum(map(is_hit, fire.lookups[column].values())), men)


def _attack_columns(flight: BomberFlight) -> dict[str, str]:
    """Return the column of the to-hit table in which a fighter fires, by position."""
    if flight.table("attack.fire").shape == "to_hit":
        return _single_columns(flight, "attack.fire")
    return {position: facts.shells for position, facts in flight.const.positions.items()}


def _swappable_stations(flight: BomberFlight) -> Iterator[tuple[str, str]]:
    """Yield pairs of stations in a compartment whose men can swap guns.

    Each man is trained on the other's gun. Two guns of the same station (the cheek guns of a B-17G) are not a pair.
    """
    crew = flight.const.crew
    lone = [gun for gun in flight.const.guns.values() if len(gun.stations) == 1]
    for one, other in combinations(lone, 2):
        here, there = one.stations[0], other.stations[0]
        near = crew[here].compartment == crew[there].compartment
        if here != there and near and here in other.men_at_home() and there in one.men_at_home():
            yield here, there


def _single_columns(flight: BomberFlight, place: str) -> dict[str, str]:
    """Return the columns of a to-hit table by the key of their rows."""
    return {next(iter(rows.values())).key: column for column, rows in flight.table(place).lookups.items()}


def is_hit(row: Row) -> bool:
    """Return True if a row of a to-hit table is a hit."""
    return any(effect.is_a(battle.hit) for effect in row.effects)


def _mean_shells(flight: BomberFlight, column: str, kind: str) -> float:
    """Return the expected number of shells of a hit, by a column of the shells table and the type of fighter."""
    table = flight.table("attack.shells")
    dice = table.notation.weights()
    shells = (weight * _shells(flight, table, table.at(roll, column), kind) for roll, weight in dice.items())
    return sum(shells) / sum(dice.values())


def _shells(flight: BomberFlight, table: Table, row: Row, kind: str) -> int:
    """Return the number of shells in a row for a type of fighter."""
    effect = next(effect for effect in row.effects if effect.is_a(battle.shells))
    for adjust in table.adjusts:
        when = adjust.when
        if when and _applies_to(when, kind, flight.const):
            effect = effect.adjusted(adjust.times, adjust.add, adjust.least)
    return int(effect["number"])


def _applies_to(when: Condition, kind: str, const: BomberConstants) -> bool:
    """Return True if a condition tests for this type of fighter, or for its class."""
    return (when.is_a(fighter_is) and when["type"] == kind) or (
        when.is_a(fighter_of_class) and when["group"] == const.class_of(kind)
    )


@effect("fired_by", words=lambda say, men: " or ".join(say(man) for man in men), idle=True)
def fired_by(flight: BomberFlight, men: tuple[Station, ...]) -> None:
    """Change nothing: a cell of the turret chart lists the men whose sights can aim the turret."""


@condition("fighter_class", words="{class_.group}", fact_condition="fighter")
def fighter_of_class(flight: BomberFlight, group: str) -> bool:
    """Return True if the attacking fighter belongs to this class in the game's list."""
    return flight.const.class_of(flight.state.attacker.type) == group


@dataclass
class Shot:
    """The target of one allocated gun.

    Attributes:
        gun: the name of the gun.
        man: the role of the man who fires the gun.
        fighter: the index of the target in the wave.
        column: the column of M-1.
        spray: the position that is sprayed; empty for aimed fire.
        passing: True if the gun fires after the fighter has passed.
    """

    gun: str
    man: str
    fighter: int
    column: str
    spray: str = ""
    passing: bool = False


# ---- who mans a gun


def works(flight: BomberFlight, gun: str) -> bool:
    """Return True if the gun is undamaged and not silenced by a part that is out."""
    state = flight.state
    gun_state = state.guns[gun]
    is_out = gun_state.out or gun_state.jammed or gun_state.thrown_out  # asked for each gun: faster than a property
    return not is_out and not silenced(flight.const, state.plane.parts, gun)


# ---- allocation


def announce(flight: BomberFlight, shots: list[Shot], **more: Any) -> None:  # JSON
    """Log the target of each gun and place the gun counters.

    Args:
        flight: the flight.
        shots: the targets of the allocated guns.
        more: further data for the log entry.
    """
    if flight.journal:
        targets = {shot.gun: _aim(shot) for shot in shots}
        flight.fact("guns.allocated", guns=targets, **more)
        flight.state.battle.aimed = targets


def _aim(shot: Shot) -> str:
    """Return the target of a gun as its counter shows it."""
    return shot.spray or (str(PASSING[shot.fighter]) if shot.passing else FIGHTERS[shot.fighter])


def pilot_status(flight: BomberFlight) -> None:
    """Roll for the quality of each fighter's pilot, if the optional rule for pilots is in play.

    The result holds for all attacks of the fighter.
    """
    if flight.ruled.get("pilot_status") == "off":
        return
    state = flight.state
    for index, fighter in enumerate(state.wave.fighters):
        if not fighter.gone and not fighter.status:
            roll_for_fighter(flight, index, "guns.pilot_status")


def roll_for_fighter(flight: BomberFlight, index: int, place: str, column: str = "") -> None:
    """Roll for a fighter of the wave at a place in the order of play.

    Args:
        flight: the flight.
        index: the index of the fighter in the wave.
        place: the place.
        column: the column of its table.
    """
    flight.state.hand.fighter = index
    flight.roll(place, FIGHTERS[index], column)


# ---- fire


def fire(flight: BomberFlight, shots: list[Shot]) -> Flow[None]:
    """Resolve the fire of all allocated guns except passing shots.

    First every aimed gun rolls on M-1. Then sprays are resolved, and each hit on a fighter that is not gone rolls on M-2.
    The player chooses the order of the guns (Q-R37), which matters only if several guns fire at the same fighter: the
    gunner who destroys it gets the kill, and later shots at it are lost.
    """
    if not shots:
        return EMPTY_FLOW
    state = flight.state
    hampered = state.wave.evading or state.plane.broken("intercom_out")
    due = [shot for shot in shots if shot.spray]
    for shot in shots:
        if not (shot.spray or shot.passing) and shoot(flight, shot, hampered):
            due.append(shot)
    return _resolve_hits(flight, due) if due else EMPTY_FLOW


def _resolve_hits(flight: BomberFlight, due: list[Shot]) -> Flow[None]:
    """Resolve sprays and guns that hit, in the order the player chooses."""
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
    """Return the gun to resolve next.

    This is the first gun, unless others fire at one of its targets; the player then chooses one of them.
    """
    affected = _affected(flight, due[0])
    rivals = [shot for shot in due if affected & _affected(flight, shot)]
    if len(rivals) < 2:
        return due[0]
    shared = min(affected.intersection(*(_affected(flight, shot) for shot in rivals)) or affected)
    guns = tuple(shot.gun for shot in rivals)
    answer = yield flight.ask("guns.first_gun", guns, guns[0], FIGHTERS[shared])
    return rivals[guns.index(answer)]


def _affected(flight: BomberFlight, shot: Shot) -> set[int]:
    """Return the indexes of the remaining fighters that a hit or a spray affects."""
    fighters = flight.state.wave.fighters
    if shot.spray:
        return {i for i, f in enumerate(fighters) if f.position == shot.spray and not f.gone and not f.untouchable}
    return set() if fighters[shot.fighter].gone else {shot.fighter}


def shoot(flight: BomberFlight, shot: Shot, hampered: bool = True) -> bool:
    """Roll for one gun at one fighter on M-1, or on M-1-HARD if M-1-NEEDS says so.

    Args:
        flight: the flight.
        shot: the gun and its target.
        hampered: True if anything besides the gun and its gunner could make the shot harder, so that M-1-NEEDS must be
            consulted.

    Returns:
        True if the gun hits.
    """
    hand = flight.state.hand
    hand.man, hand.gun, hand.fighter = shot.man, shot.gun, shot.fighter
    if hand.hits:
        hand.hits = 0
    man = flight.state.men[shot.man]
    if hampered or man.light or man.frostbitten or shot.man not in flight.const.guns[shot.gun].men_at_home():
        hand.aim = ""
        flight.consult("guns.needs", shot.gun)
        if hand.aim:
            flight.roll("guns.hard", shot.gun, fields_of(flight).hard[hand.aim])
            return hand.hits > 0
    flight.roll("guns.fire", shot.gun, shot.column)
    return hand.hits > 0


@frozen
class HitChance:
    """The chance to hit, as the number of throws that hit.

    Attributes:
        faces: the number of throws that hit.
        of: the number of all possible throws.
        handicap: the condition that makes the gun roll on M-1-HARD; None if there is none.
        modifiers: the codes of the modifiers that apply.
    """

    faces: int
    of: int
    handicap: Condition | None = None
    modifiers: tuple[str, ...] = ()


def chance_to_hit(flight: BomberFlight, shot: Shot) -> HitChance:
    """Return a gun's chance to hit in the current state, without changing the flight."""
    state = copy(flight.state)
    state.hand = copy(state.hand)
    state.hand.man, state.hand.gun, state.hand.fighter = shot.man, shot.gun, shot.fighter
    state.hand.passing_shot = shot.passing
    scratch: BomberFlight = type(flight)(flight.book, flight.dice, state)
    row = next((row for row in scratch.table("guns.needs").rows if row.asks and row.asks(scratch)), None)
    if row:
        needed = next(str(effect["row"]) for effect in row.effects if effect.is_a(battle.hits_on))
        table, column = scratch.table("guns.hard"), fields_of(flight).hard[needed]
    else:
        table, column = scratch.table("guns.fire"), shot.column
    weights = table.notation.weights()
    hits = sum(weight for natural, weight in weights.items() if is_hit(scratch.row_at(table, natural, column)))
    counted = tuple(code for code, amount in scratch.modifiers(table) if amount)
    return HitChance(hits, sum(weights.values()), row.when if row else None, counted)


def damage_fighter(flight: BomberFlight, shot: Shot) -> None:
    """Roll on M-2 for one hit, unless the fighter is already destroyed (Q-R37)."""
    state = flight.state
    if not state.wave.fighters[shot.fighter].gone:
        state.hand.man, state.hand.gun, state.hand.fighter = shot.man, shot.gun, shot.fighter
        flight.roll("guns.damage", shot.gun)


def spray(flight: BomberFlight, shot: Shot) -> None:
    """Roll for each fighter at the sprayed position.

    A jam takes effect after these rolls (Q-R36).
    """
    state = flight.state
    state.hand.man, state.hand.gun, state.hand.spraying = shot.man, shot.gun, True
    for index in sorted(_affected(flight, shot)):
        state.hand.fighter = index
        flight.roll("guns.spray", shot.gun)
    state.hand.spraying = False


def passing_targets(shots: list[Shot]) -> set[int]:
    """Return the indexes of fighters that are targets of a passing shot (Q9.2-6)."""
    return {shot.fighter for shot in shots if shot.passing}
