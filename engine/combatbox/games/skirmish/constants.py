"""The `constants` of B-17!'s game.yaml, with their types.

All lengths are in thousandths of an inch.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from combatbox.core.annotations import FilledList, Max, Min, frozen
from combatbox.core.flight import GameFlight
from combatbox.core.tables import GameRulebook
from combatbox.games.skirmish.state import State

LONGEST = 1_000_000
"""A limit longer than any table, in thousandths of an inch."""

Length = Annotated[int, Min(0), Max(LONGEST)]
Angle = Annotated[int, Min(0), Max(90)]
Few = Annotated[int, Min(1), Max(10)]


@frozen
class Size:
    """The size of the tabletop, in thousandths of an inch.

    Attributes:
        width: the width.
        length: the length, along which the Americans fly.
    """

    width: Length
    length: Length


@frozen
class Rectangle:
    """The edges of the target, in thousandths of an inch from the left and near edges.

    Attributes:
        left: the left edge.
        right: the right edge.
        near: the near edge.
        far: the far edge.
    """

    left: Length
    right: Length
    near: Length
    far: Length


@frozen
class Strip:
    """The strip in which the American aircraft start.

    Attributes:
        near: the distance of its near side from the edge of the table.
        far: the distance of its far side from the edge of the table.
        flank: the distance that bombers must keep from the sides of the table.
        gap: the smallest gap between bombers, nose to tail and wingtip to wingtip.
    """

    near: Length
    far: Length
    flank: Length
    gap: Length


@frozen
class Usual:
    """The usual starting positions, which the player can choose from, in the format of typed input.

    The first one in the list is used if no player decides.

    Attributes:
        bombers: the positions of the bombers.
        escorts: the positions of the escorts.
    """

    bombers: FilledList
    escorts: FilledList

    def of(self, who: str) -> list[str]:
        """Return the starting positions offered to the bombers or to the escorts."""
        return self.bombers if who == "bombers" else self.escorts


@frozen
class Model:
    """The size of a model: half its length and half its wingspan.

    Attributes:
        half_length: half the length of the model.
        half_span: half the wingspan of the model.
    """

    half_length: Length
    half_span: Length


@frozen
class Models:
    """The sizes of the models at another scale.

    Attributes:
        bomber: the size of a bomber.
        fighter: the size of a fighter.
    """

    bomber: Model
    fighter: Model


@frozen
class OtherModels:
    """The models at scales other than that of `bomber` and `fighter` (S-A35).

    Attributes:
        small: the sizes of small models.
    """

    small: Models


@frozen
class OtherTables:
    """Tabletops of other sizes (S-A36).

    The target keeps its size and is centred on the far edge.

    Attributes:
        across: the table used across its length.
        dining: a dining table.
    """

    across: Size
    dining: Size


@frozen
class OtherArcs:
    """The values that replace `arc` under the other options of S-A32.

    Attributes:
        narrow: the angle of a narrow arc, in degrees.
        half: the angle of an arc that covers half the circle, in degrees.
    """

    narrow: Angle
    half: Angle


Hits = Annotated[list[Annotated[int, Min(1), Max(100)]], Min(3)]


@frozen
class Handicap:
    """The number of bomb hits that wins each scenario under the optional rule S-X3.

    Attributes:
        even: the hits of each scenario for an even contest.
        hard: the hits of each scenario for a hard contest.
    """

    even: Hits
    hard: Hits


@frozen
class StepSizes:
    """The step sizes of a search for paths.

    Attributes:
        leg: the difference between successive first legs, in thousandths of an inch.
        pivot: the difference between successive turns, in degrees.
        stop: the distance between successive stops, in thousandths of an inch.
    """

    leg: Annotated[int, Min(100), Max(LONGEST)]
    pivot: Annotated[int, Min(1), Max(90)]
    stop: Annotated[int, Min(50), Max(LONGEST)]


@frozen
class Constants:
    """All constants of the game, in the order of game.yaml.

    Attributes:
        missions: the number of scenarios.
        turns: the maximum number of turns of a wave, after which it ends.
        table: the size of the table, in thousandths of an inch.
        target: the edges of the target.
        deployment: the strip in which the Americans start.
        deploy: the usual starting positions.
        bomber: the size of a bomber.
        fighter: the size of a fighter.
        abreast: half the distance between the two fighters of a section at their entry, in thousandths of an inch.
        reach: the range of guns, in thousandths of an inch.
        flak_reach: the range of flak, in thousandths of an inch.
        arc: the angle of an arc of fire to each side, in degrees.
        other_arcs: the angles of arcs under other options.
        after_turn: the shortest leg after a turn, in thousandths of an inch.
        other_models: the sizes of models at other scales.
        other_tables: the sizes of other tables.
        handicap: the numbers of hits that win under an optional rule.
        german_steps: the step sizes of the search for German moves.
        doctrine_steps: the step sizes of the search for the doctrine's moves.
        title: the title of a scenario file; empty for the printed scenarios.
        damage: the damage points with which the bombers of a wave start; empty if none has any.
    """

    missions: Few
    turns: Annotated[int, Min(1), Max(1000)]
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
    title: str = ""
    damage: list[Annotated[int, Min(0), Max(100)]] = []


class Rulings(TypedDict):
    """The chosen options of the rulings that the code reads, by key."""

    solo: Literal["americans", "germans"]  # S-A01
    bomb_dice: Literal["per_engine", "single"]  # S-A02
    bomb_at: Literal["any_point", "move_end"]  # S-A03
    aa_bombers: Literal["before_drop", "on_entering_6in"]  # S-A04
    order: Literal["sides", "bombers_first"]  # S-A05
    arrival: Literal["each", "together"]  # S-A06
    splitting: Literal["after_entry", "at_once"]  # S-A07
    formation: Literal["locked", "free"]  # S-A08
    altitude: Literal["first_move", "escorts_too"]  # S-A09
    german_policy: Literal["closest", "player"]  # S-A10
    mid_move: Literal["both", "this_move", "later"]  # S-A11
    direct: Literal["15", "30"]  # S-A12
    tail_bonus: Literal["offence", "whenever"]  # S-A13
    head_on: Literal["exception", "survivors"]  # S-A14
    destroyed: Literal["points", "last_engine"]  # S-A15
    gun_limits: Literal["larger_set", "all"]  # S-A16
    last_volley: Literal["bombers", "flak_too"]  # S-A17
    friendly_fire: Literal["true", "false"]  # S-A18
    ten_germans: Literal["option", "two_to_one"]  # S-A20
    waves: Literal["fresh", "stay"]  # S-A21
    wave_ties: Literal["tied", "first"]  # S-A22
    end: Literal["at_once", "to_the_end"]  # S-A23
    second_run: Literal["yes", "no"]  # S-A24
    stopping: Literal["yes", "no"]  # S-A25
    escorts: Literal["alike", "both_ways"]  # S-A26
    arc_point: Literal["nearest", "centre"]  # S-A27
    guns_counted: Literal["all", "attacked"]  # S-A28
    left_of_entry: Literal["pilot", "american"]  # S-A29
    seen_from: Literal["ends", "centre"]  # S-A30
    wave_end: Literal["no_bombs_left", "all_gone"]  # S-A31
    fighter_arc: Literal["quarter", "narrow", "half"]  # S-A32
    turn_place: Literal["to_the_end", "before_end", "at_minimum"]  # S-A33
    leaving: Literal["for_good", "fighters_return"]  # S-A34
    model_size: Literal["1_285", "small"]  # S-A35
    table_size: Literal["table_tennis", "across", "dining"]  # S-A36
    german_targets: Literal["closest", "any"]  # S-A37
    guns_at_end: Literal["no", "yes"]  # S-A38
    turret: Literal["off", "on"]  # S-X1
    escort_strength: Literal["scenario", "one", "none"]  # S-X2
    handicap: Literal["printed", "even", "hard"]  # S-X3


Skirmish = GameFlight[State, Constants, Rulings]
SkirmishRulebook = GameRulebook[Constants, Rulings]
