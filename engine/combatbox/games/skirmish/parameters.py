"""All numbers of the game, read from tables and constants and converted to the units of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from combatbox.core.annotations import frozen
from combatbox.core.effects import Declared, Effect
from combatbox.core.errors import TableFault
from combatbox.core.phrases import join_words, plural
from combatbox.games.skirmish import effects
from combatbox.games.skirmish.constants import Rulings, SkirmishRulebook, StepSizes
from combatbox.games.skirmish.geometry import COS, INCH, SIN
from combatbox.games.skirmish.guns import Covers, FieldGun, sweeps, volleys_of
from combatbox.games.skirmish.state import Plane

KINDS = ("fighter", "bomber")

ROUNDED = 2
"""An upper bound of the rounding error of a computed position, in units."""


class Moves(NamedTuple):
    """How a type of aircraft moves, in inches and degrees.

    Attributes:
        inches: the length of a move.
        straight: the length that must be flown straight before the turn.
        turn: the largest turn.
        loss: the length that each damage point takes off a move.
    """

    inches: int
    straight: int
    turn: int
    loss: int


class Values(NamedTuple):
    """The modifiers of an aircraft's rolls: when it fires, and when it is fired at."""

    offence: int
    defence: int


class Forces(NamedTuple):
    """The forces of a scenario and the bomb hits that win it."""

    germans: int
    escorts: int
    bombers: int
    waves: int
    hits: int


@frozen
class Measures:
    """The numbers of a game; lengths in thousandths of an inch, angles in degrees.

    Attributes:
        moves: the rules of movement of each type of aircraft.
        toughness: the number of engine hits that each type of aircraft survives.
    """

    width: int
    length: int
    target: tuple[int, int, int, int]
    deploy: tuple[int, int, int]
    gap: int
    nose: int
    span: int
    fighter_span: int
    fighter_length: int
    reach: int
    arc: int
    after_turn: int
    direct: int
    aa: int
    abreast: int
    moves: Mapping[str, Moves]
    lengths: Mapping[str, tuple[int, ...]]
    """For each type of aircraft, the length of a move in inches after each number of damage points."""
    toughness: Mapping[str, int]
    entries: Mapping[int, tuple[int, int]]
    covers: Mapping[str, Covers]
    """The position and the arc of each gun of a bomber."""
    gun_names: tuple[str, ...]
    guns: tuple[tuple[FieldGun, ...], ...]
    """The guns of a bomber, by its heading."""
    volleys: tuple[tuple[str, ...], ...]
    """The guns that fire at one target, by the set of the guns that bear on the target."""
    german: StepSizes
    doctrine: StepSizes
    ruled: Rulings
    reach2: int
    seen2: int
    """The square of the largest distance from a bomber's centre at which its fuselage can be in range.

    It allows for the rounding of nose and tail.
    """
    swept2: int
    """The square of the largest distance from a bomber's centre at which a target can be in range of its guns."""
    nose_gun: bool
    """True if a nose gun always covers a fighter that is dead ahead of a bomber."""

    def allowance(self, plane: Plane, extra: int = 0) -> int:
        """Return the length of an aircraft's move this turn, shortened by its damage, but at least 0 (G7).

        Args:
            plane: the aircraft.
            extra: the inches that are added to the move.
        """
        damage = 0 if self.ruled["mid_move"] == "this_move" else plane.damage
        return max(0, (self.lengths[plane.type][damage] + extra) * INCH)

    def latest(self, kind: str, length: int) -> int:
        """Return the longest first leg after which an aircraft may turn (S-A33).

        Args:
            kind: the type of the aircraft.
            length: the length of the move.
        """
        if self.ruled["turn_place"] == "at_minimum":
            return self.moves[kind].straight * INCH
        return length - (self.after_turn if self.ruled["turn_place"] == "before_end" else 0)

    def last_leg(self, kind: str, length: int) -> int:
        """Return the longest first leg in a search for paths; it leaves some length for the second leg.

        Args:
            kind: the type of the aircraft.
            length: the length of the move.
        """
        return min(self.latest(kind, length), length - 1)

    def on_table(self, x: int, y: int) -> bool:
        """Return True if a position is on the table, edges included."""
        return 0 <= x <= self.width and 0 <= y <= self.length

    def in_flak(self, x: int, y: int, more: int = 0) -> bool:
        """Return True if a position is within range of the target's guns.

        Args:
            x: the position, across the table.
            y: the position, along the table.
            more: a distance that is added to the range.
        """
        left, right, near, far = self.target
        dx = max(left - x, 0, x - right)
        dy = max(near - y, 0, y - far)
        return dx * dx + dy * dy <= (self.aa + more) ** 2


def numbers_of(book: SkirmishRulebook, table: str, key: str, kind: Declared[Effect]) -> tuple[Any, ...]:  # by effect
    """Return the numbers that an effect in a row of a chart declares.

    Args:
        book: the rulebook of the game.
        table: the id of the chart.
        key: the key of the row.
        kind: the effect that declares the numbers.

    Raises:
        TableFault: the row is missing, or does not have the effect.
    """
    row = book.tables[table].keys.get(key)
    if row is None:
        raise TableFault(f"{table}: the row {key!r} is missing; add it.", (table, key))
    for effect in (component for composite in row.effects for component in composite.components()):
        if effect.is_a(kind):
            return effect.parameters()
    raise TableFault(f"{table}/{key}: the row does not state `{kind.name}`; add it.", (table, key))


def stated(book: SkirmishRulebook, table: str, key: str) -> int:
    """Return the single number that a row of a chart declares."""
    (number,) = numbers_of(book, table, key, effects.stated)
    return int(number)


def forces(book: SkirmishRulebook, scenario: int) -> Forces:
    """Return the forces of a scenario, with or without top turrets according to the ruling."""
    option = "turret" if book.ruled["turret"] == "on" else "plain"
    return forces_with(book, scenario, option)


def forces_with(book: SkirmishRulebook, scenario: int, option: str) -> Forces:
    """Return the forces of a scenario from one column of its table.

    Args:
        book: the rulebook of the game.
        scenario: the number of the scenario.
        option: the column: `plain`, or `turret` with top turrets.
    """
    return Forces(*numbers_of(book, "S-TAB-SCENARIO", f"{scenario}@{option}", effects.scenario_is))


def contest(book: SkirmishRulebook, scenario: int) -> str:
    """Return who fights whom in a scenario, and what wins it: `2 Germans against 4 bombers; 3 bomb hits win`."""
    side, needed = forces(book, scenario), hits_needed(book, scenario)
    americans = [plural(count, what) for count, what in ((side.bombers, "bomber"), (side.escorts, "escort")) if count]
    waves = f" in {side.waves} waves" if side.waves > 1 else ""
    hits = f"{plural(needed, 'bomb hit')} {'wins' if needed == 1 else 'win'}"
    return f"{plural(side.germans, 'German')} against {join_words(americans)}{waves}; {hits}"


def hits_needed(book: SkirmishRulebook, scenario: int) -> int:
    """Return the number of bomb hits that wins a scenario: the printed number or the handicap (S-707, S-X3).

    If top turrets are used, a handicap is increased by the same number as the printed hits.
    """
    printed, handicap = forces(book, scenario).hits, book.ruled["handicap"]
    handicaps = book.constants.handicap
    handicap_hits = {"printed": [], "even": handicaps.even, "hard": handicaps.hard}[handicap]
    if scenario > len(handicap_hits):
        return printed
    plain = forces_with(book, scenario, "plain").hits
    return handicap_hits[scenario - 1] + printed - plain


def allotted(book: SkirmishRulebook, what: str) -> tuple[int, ...]:
    """Return the number of fighters of one kind in each wave of the third scenario.

    The first number is for the usual waves, the last one for the wave that differs from them.

    Args:
        book: the rulebook of the game.
        what: the key of the row: `escorts`, `germans`, or `germans_turret` for Germans when top turrets are in use.
    """
    (waves,) = numbers_of(book, "S-TAB-WAVE", what, effects.allots)
    return tuple(waves)


def _lengths(book: SkirmishRulebook, kind: str, moves: Moves, most: int) -> tuple[int, ...]:
    """Return the length of a move after each number of damage points, from 0.

    Raises:
        TableFault: S-TAB-MOVE-DAMAGE contradicts S-TAB-MOVE.
    """
    lengths = tuple(stated(book, "S-TAB-MOVE-DAMAGE", f"{kind} {n}") for n in range(most + 1))
    expected = tuple(max(0, moves.inches - moves.loss * n) for n in range(most + 1))
    if lengths != expected:
        differs = next(n for n in range(most + 1) if lengths[n] != expected[n])
        raise TableFault(
            f"S-TAB-MOVE-DAMAGE: {kind} flies {lengths}, but S-TAB-MOVE gives {expected}; make the tables agree.",
            ("S-TAB-MOVE-DAMAGE", f"{kind} {differs}"),
            ("S-TAB-MOVE", kind),
        )
    return lengths


def check_columns(book: SkirmishRulebook) -> None:
    """Check the modifiers of attacks against S-TAB-VALUES and S-TAB-MOD.

    It implements S-620, S-621, S-624 and S-625.

    Raises:
        TableFault: a column of S-TAB-COMBAT has other modifiers.
    """
    fighter, bomber = (Values(*numbers_of(book, "S-TAB-VALUES", kind, effects.values)) for kind in KINDS)
    ahead, astern = (stated(book, "S-TAB-MOD", key) for key in ("ahead_bonus", "astern_bonus"))
    expected = {
        "fighter": (fighter.offence, bomber.defence),
        "fighter_ahead": (fighter.offence + ahead, bomber.defence),
        "fighters": (fighter.offence, fighter.defence),
        "gun": (bomber.offence, fighter.defence),
        "tail_astern": (bomber.offence + astern, fighter.defence),
    }
    for column, adds in book.tables["S-TAB-COMBAT"].adds.items():
        if expected.get(column) != adds:
            raise TableFault(
                f"S-TAB-COMBAT@{column}: the column adds {adds}, but by S-TAB-VALUES and S-TAB-MOD "
                f"{expected.get(column)}; make the tables agree.",
                ("S-TAB-COMBAT", column),
                ("S-TAB-VALUES", "fighter"),
                ("S-TAB-MOD", "ahead_bonus"),
            )


def _table(book: SkirmishRulebook) -> tuple[int, int]:
    """Return the width and length of the table (S-A36)."""
    chosen = book.ruled["table_size"]
    others = book.constants.other_tables
    size = {"table_tennis": book.constants.table, "across": others.across, "dining": others.dining}[chosen]
    return size.width, size.length


def _target(book: SkirmishRulebook, width: int, length: int) -> tuple[int, int, int, int]:
    """Return the left, right, near and far edges of the target.

    On a table of another size the target is centred on the far edge.
    """
    target = book.constants.target
    left, right, near, far = target.left, target.right, target.near, target.far
    if book.ruled["table_size"] == "table_tennis":
        return left, right, near, far
    return (width - right + left) // 2, (width + right - left) // 2, length - far + near, length


def _entries(book: SkirmishRulebook, width: int, length: int) -> dict[int, tuple[int, int]]:
    """Return the position at which a section enters, by hour.

    On a table of another size the positions are computed instead of read.
    """
    printed = {
        effect["hour"]: (effect["x"], effect["y"])
        for row in book.tables["S-TAB-ENTRY"].rows
        for effect in row.effects
        if effect.is_a(effects.enters)
    }
    if book.ruled["table_size"] == "table_tennis":
        return printed
    return {hour: hour_on_edge(hour, width, length) for hour in printed}


def hour_on_edge(hour: int, width: int, length: int) -> tuple[int, int]:
    """Return the point on the table's edge at an hour of a clock that is centred on the table (G6).

    Args:
        hour: the hour; 12 is towards the target.
        width: the width of the table.
        length: the length of the table.
    """
    across, along = SIN[hour * 30 % 360], COS[hour * 30 % 360]
    x, y = width // 2, length // 2
    if abs(across) * y > abs(along) * x:
        return (width if across > 0 else 0), y + round_to(x * along, abs(across))
    return x + round_to(y * across, abs(along)), (length if along > 0 else 0)


def round_to(number: int, by: int) -> int:
    """Divide a number, and round the quotient to the nearest integer symmetrically about 0."""
    return (number + by // 2) // by if number >= 0 else -((by // 2 - number) // by)


def _scaled(gun: Covers, nose: int, printed: int) -> Covers:
    """Return a gun with its position scaled to a model of another size."""
    return Covers(round_to(gun.forward * nose, printed), round_to(gun.right * nose, printed), gun.facing, gun.half)


def _guns(book: SkirmishRulebook, nose: int) -> dict[str, Covers]:
    """Return the guns of a bomber by name, scaled to half the length of its model."""
    turret, printed = book.ruled["turret"] == "on", book.constants.bomber.half_length
    return {
        row.key: _scaled(Covers(*numbers_of(book, "S-TAB-GUN", row.key, effects.covers)), nose, printed)
        for row in book.tables["S-TAB-GUN"].rows
        if turret or row.key != "top_turret"
    }


def measures(book: SkirmishRulebook) -> Measures:
    """Return the `Measures` of a rulebook.

    The measures of the last rulebook are cached, because successive games usually have the same one.
    """
    global _last  # noqa: PLW0603
    if _last is None or _last[0] is not book.tables or _last[1] is not book.ruled:
        _last = (book.tables, book.ruled, _read(book))
    return _last[2]


_last: tuple[object, object, Measures] | None = None
"""The tables, rulings and measures of the last rulebook; tables and rulings are compared by identity."""


def _read(book: SkirmishRulebook) -> Measures:
    const, arcs = book.constants, book.ruled["fighter_arc"]
    place, width, length = const.deployment, *_table(book)
    models = const if book.ruled["model_size"] == "1_285" else const.other_models.small
    reach, nose = const.reach, models.bomber.half_length
    guns = _guns(book, nose)
    check_columns(book)
    moves = {kind: Moves(*numbers_of(book, "S-TAB-MOVE", kind, effects.moves)) for kind in KINDS}
    toughness = {kind: numbers_of(book, "S-TAB-TOUGHNESS", kind, effects.survives)[0] for kind in KINDS}
    return Measures(
        width=width,
        length=length,
        target=_target(book, width, length),
        deploy=(place.near, place.far, place.flank),
        gap=place.gap,
        nose=nose,
        span=models.bomber.half_span,
        fighter_span=models.fighter.half_span,
        fighter_length=models.fighter.half_length,
        reach=reach,
        arc={"quarter": const.arc, "narrow": const.other_arcs.narrow, "half": const.other_arcs.half}[arcs],
        after_turn=const.after_turn,
        direct=int(book.ruled["direct"]),
        aa=const.flak_reach,
        abreast=const.abreast,
        moves=moves,
        lengths={kind: _lengths(book, kind, moves[kind], toughness[kind]) for kind in KINDS},
        toughness=toughness,
        entries=_entries(book, width, length),
        covers=guns,
        gun_names=tuple(guns),
        guns=sweeps(guns),
        volleys=volleys_of(tuple(guns), limited=book.ruled["gun_limits"] == "larger_set"),
        german=const.german_steps,
        doctrine=const.doctrine_steps,
        ruled=book.ruled,
        reach2=reach * reach,
        seen2=(reach + nose + ROUNDED) ** 2,
        swept2=(reach + nose + 1) ** 2,  # the place of a gun on a turned model is rounded, outwards too
        nose_gun=book.ruled["seen_from"] == "ends"
        and any(
            (gun.forward, gun.right, gun.facing) == (nose, 0, 0) and gun.half >= int(book.ruled["direct"])
            for gun in guns.values()
        ),
    )
