"""What B-17! needs of `constants` in its `game.yaml`: each of them here, with its type. Lengths are thousandths of an inch."""

from __future__ import annotations

from typing import Annotated, Any

from combatbox.core.declared import Keyed, Least, Most
from combatbox.core.flight import GameFlight
from combatbox.core.records import dataclass
from combatbox.core.tables import GameRulebook
from combatbox.games.skirmish.state import State

LONGEST = 1_000_000
"""Longer than any table, in thousandths of an inch."""

Length = Annotated[int, Least(0), Most(LONGEST)]
Angle = Annotated[int, Least(0), Most(90)]
Few = Annotated[int, Least(1), Most(10)]


@dataclass(frozen=True, slots=True)
class Size(Keyed):
    width: Length
    length: Length


@dataclass(frozen=True, slots=True)
class Rectangle(Keyed):
    left: Length
    right: Length
    near: Length
    far: Length


@dataclass(frozen=True, slots=True)
class Strip(Keyed):
    near: Length
    far: Length
    flank: Length
    gap: Length


@dataclass(frozen=True, slots=True)
class Usual(Keyed):
    """Places that are offered, as they are typed; the first of them is taken where nobody is asked."""

    bombers: Annotated[list[str], Least(1)]
    escorts: Annotated[list[str], Least(1)]

    def of(self, who: str) -> list[str]:
        """The places offered to the bombers or to the escorts."""
        return self.bombers if who == "bombers" else self.escorts


@dataclass(frozen=True, slots=True)
class Model(Keyed):
    half_length: Length
    half_span: Length


@dataclass(frozen=True, slots=True)
class Models(Keyed):
    """Models of another scale."""

    bomber: Model
    fighter: Model


@dataclass(frozen=True, slots=True)
class OtherModels(Keyed):
    """What `bomber` and `fighter` are at other scales (S-A35)."""

    small: Models


@dataclass(frozen=True, slots=True)
class OtherTables(Keyed):
    """Tables of other sizes (S-A36). The target keeps its size and lies centred on the far edge."""

    across: Size
    dining: Size


@dataclass(frozen=True, slots=True)
class OtherArcs(Keyed):
    """What `arc` is under the other readings of S-A32."""

    narrow: Angle
    half: Angle


Hits = Annotated[list[Annotated[int, Least(1), Most(100)]], Least(3)]


@dataclass(frozen=True, slots=True)
class Handicap(Keyed):
    """Bomb hits that win, scenario by scenario, under the option S-X3."""

    even: Hits
    hard: Hits


@dataclass(frozen=True, slots=True)
class StepSizes(Keyed):
    """How finely paths are tried: first legs, turns in degrees, stops."""

    leg: Annotated[int, Least(100), Most(LONGEST)]
    pivot: Annotated[int, Least(1), Most(90)]
    stop: Annotated[int, Least(50), Most(LONGEST)]


@dataclass(frozen=True, slots=True)
class Constants(Keyed):
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


Skirmish = GameFlight[State, Constants, Any]
SkirmishRulebook = GameRulebook[Constants, Any]
