"""What B-17! needs of `constants` in its `game.yaml`: each of them here, with its type. Lengths are thousandths of an inch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from combatbox.core.declared import Least, Most

LONGEST = 1_000_000
"""Longer than any table, in thousandths of an inch."""

Length = Annotated[int, Least(0), Most(LONGEST)]
Angle = Annotated[int, Least(0), Most(90)]
Few = Annotated[int, Least(1), Most(10)]


@dataclass(frozen=True)
class Size:
    width: Length
    length: Length


@dataclass(frozen=True)
class Rectangle:
    left: Length
    right: Length
    near: Length
    far: Length


@dataclass(frozen=True)
class Strip:
    near: Length
    far: Length
    flank: Length
    gap: Length


@dataclass(frozen=True)
class Usual:
    """Places that are offered, as they are typed; the first of them is taken where nobody is asked."""

    bombers: Annotated[list[str], Least(1)]
    escorts: Annotated[list[str], Least(1)]


@dataclass(frozen=True)
class Model:
    half_length: Length
    half_span: Length


@dataclass(frozen=True)
class Models:
    """Models of another scale."""

    bomber: Model
    fighter: Model


@dataclass(frozen=True)
class OtherModels:
    """What `bomber` and `fighter` are at other scales (S-A35)."""

    small: Models


@dataclass(frozen=True)
class OtherTables:
    """Tables of other sizes (S-A36). The target keeps its size and lies centred on the far edge."""

    across: Size
    dining: Size


@dataclass(frozen=True)
class OtherArcs:
    """What `arc` is under the other readings of S-A32."""

    narrow: Angle
    half: Angle


Hits = Annotated[list[Annotated[int, Least(1), Most(100)]], Least(3)]


@dataclass(frozen=True)
class Handicap:
    """Bomb hits that win, scenario by scenario, under the option S-X3."""

    even: Hits
    hard: Hits


@dataclass(frozen=True)
class StepSizes:
    """How finely paths are tried: first legs, turns in degrees, stops."""

    leg: Annotated[int, Least(100), Most(LONGEST)]
    pivot: Annotated[int, Least(1), Most(90)]
    stop: Annotated[int, Least(50), Most(LONGEST)]


@dataclass(frozen=True)
class Constants:
    """All of them, in the order of the file."""

    missions: Few
    turns: Annotated[int, Least(1), Most(1000)]
    table: Size
    target: Rectangle
    deployment: Strip
    deploy: Usual
    bomber: Model
    fighter: Model
    abreast: Length
    reach: Length
    flak_reach: Length
    arc: Angle
    other_arcs: OtherArcs
    after_turn: Length
    other_models: OtherModels
    other_tables: OtherTables
    handicap: Handicap
    german_steps: StepSizes
    doctrine_steps: StepSizes
