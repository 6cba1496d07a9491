"""What the tables of the map board say at a glance: which gun bears where, how well, and how bad a fighter is.

Read once from the tables of a book and kept, for a mission asks hundreds of times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from combatbox.bomber.effects.battle import Hit, Shells
from combatbox.bomber.terms import BomberFlight
from combatbox.core.tables import Row, Table


@dataclass(frozen=True, slots=True)
class Bearing:
    """A gun that bears on a fighter: the column of M-1 and how many of the six faces hit there."""

    gun: str
    column: str
    faces: int


@dataclass(frozen=True, slots=True)
class Fields:
    """bearings: by position and type, in the order of the guns. threat: the shells to be expected of an attack.

    attack, hard: the columns of M-3 by position, and those of M-1-HARD by what a gun needs. alike: two stations of a
    compartment whose men are at home at each other's guns.
    """

    bearings: Mapping[tuple[str, str], tuple[Bearing, ...]]
    threat: Mapping[tuple[str, str], float]
    attack: Mapping[str, str]
    hard: Mapping[str, str]
    alike: tuple[tuple[str, str], ...]


_kept: dict[str, Fields] = {}


def fields_of(flight: BomberFlight) -> Fields:
    """The fields of fire of this book, found once."""
    found = _kept.get(flight.book.digest)
    if found is None:
        found = _kept[flight.book.digest] = _find(flight)
    return found


def _find(flight: BomberFlight) -> Fields:
    fire = flight.table("guns.fire")
    types = tuple(fire.columns)
    bearings: dict[tuple[str, str], tuple[Bearing, ...]] = {}
    threat: dict[tuple[str, str], float] = {}
    for position, facts in flight.const["positions"].items():
        for kind in types:
            found = []
            for gun in flight.const["guns"]:
                column = f"{position}|{gun}@{kind}"
                rows = fire.lookups.get(column)
                if rows is not None and any(_hits(row) for row in rows.values()):
                    found.append(Bearing(gun, column, sum(1 for row in rows.values() if _hits(row))))
            bearings[position, kind] = tuple(found)
            threat[position, kind] = _threat(flight, position, facts, kind)
    return Fields(
        bearings,
        threat,
        _lone_columns(flight, "attack.fire"),
        _lone_columns(flight, "guns.hard"),
        tuple(_alike(flight)),
    )


def _alike(flight: BomberFlight) -> Iterator[tuple[str, str]]:
    """Pairs of stations in a compartment with a gun each that either man fires as his own."""
    lone = [gun for gun in flight.const["guns"].values() if len(gun["stations"]) == 1]
    for one, other in combinations(lone, 2):
        here, there = one["stations"][0], other["stations"][0]
        near = one["compartment"] == other["compartment"]
        if near and here in other["at_home"] and there in one["at_home"]:
            yield here, there


def _lone_columns(flight: BomberFlight, place: str) -> dict[str, str]:
    """The columns of a to-hit table that has but one, by the keys of its rows."""
    return {column.partition("@")[0]: column for column in flight.table(place).lookups}


def _hits(row: Row) -> bool:
    return any(isinstance(effect, Hit) for effect in row.effects)


def _threat(flight: BomberFlight, position: str, facts: Mapping[str, Any], kind: str) -> float:
    attack = flight.table("attack.fire").lookups[_lone_columns(flight, "attack.fire")[position]]
    shells = flight.table("attack.shells")
    chance = sum(1 for row in attack.values() if _hits(row)) / len(attack)
    weights = shells.notation.weights()
    mean = sum(
        weight * _shells(shells, shells.at(roll, facts["shells"]), kind) for roll, weight in weights.items()
    ) / sum(weights.values())
    return chance * mean


def _shells(table: Table, row: Row, kind: str) -> int:
    """The shells of a row of B-4 for a type of fighter."""
    effect = next(effect for effect in row.effects if isinstance(effect, Shells))
    for adjust in table.adjusts:
        if adjust.when is not None and getattr(adjust.when, "type", "") == kind:
            changed = effect.adjusted(adjust.times, adjust.add)
            assert isinstance(changed, Shells)
            effect = changed
    return effect.number
