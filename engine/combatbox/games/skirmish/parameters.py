"""All the numbers of the game in the engine's units, read once from its tables and constants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from combatbox.core.effects import Declared, Effect
from combatbox.core.errors import CombatBoxError
from combatbox.games.skirmish import effects
from combatbox.games.skirmish.constants import Rulings, SkirmishRulebook, StepSizes
from combatbox.games.skirmish.geometry import COS, INCH, SIN
from combatbox.games.skirmish.guns import Covers, FieldGun, sweeps, volleys_of
from combatbox.games.skirmish.state import Plane

KINDS = ("fighter", "bomber")

ROUNDED = 2
"""A place that is worked out is rounded by less than so many units."""

LONGEST = 1_000_000
MOST: Mapping[Declared[Effect], int] = {
    effects.moves: 180,
    effects.survives: 20,
    effects.scenario_is: 100,
    effects.allots: 100,
}
"""Numbers above these would have a game never end; others have no more than a table's length in thousandths."""


class Moves(NamedTuple):
    """How an aircraft moves, in inches and degrees: straight first, then one turn; what a damage point takes off."""

    inches: int
    straight: int
    turn: int
    loss: int


class Values(NamedTuple):
    """What an aircraft adds to its die: as the one that fires, and as the one fired at."""

    offence: int
    defence: int


class Forces(NamedTuple):
    """The forces of a scenario and the bomb hits that win it."""

    germans: int
    escorts: int
    bombers: int
    waves: int
    hits: int


@dataclass(frozen=True)
class Measures:
    """Lengths in thousandths of an inch, angles in degrees. moves, toughness: by type of aircraft."""

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
    """How far an aircraft flies by its damage points, in inches, by its type."""
    toughness: Mapping[str, int]
    entries: Mapping[int, tuple[int, int]]
    covers: Mapping[str, Covers]
    """Where each gun of a bomber stands, and what it covers."""
    gun_names: tuple[str, ...]
    guns: tuple[tuple[FieldGun, ...], ...]
    """What the guns of a bomber sweep, by its heading."""
    volleys: tuple[tuple[str, ...], ...]
    """Which guns fire at one target, by the set of those that bear on it."""
    german: StepSizes
    doctrine: StepSizes
    ruled: Rulings
    reach2: int
    seen2: int
    """No bomber's centre is farther from a fighter within reach of its fuselage, squared: nose and tail are rounded places."""
    swept2: int
    """The square of how far a fighter may be from the centre of a bomber whose guns reach it."""
    nose_gun: bool
    """Whether whoever can fire from dead ahead of a bomber stands before a gun in its nose that bears."""

    def allowance(self, plane: Plane, extra: int = 0) -> int:
        """How far an aircraft flies this turn: its length less what damage takes, and never less than nothing (G7)."""
        damage = 0 if self.ruled["mid_move"] == "this_move" else plane.damage
        return max(0, (self.lengths[plane.type][damage] + extra) * INCH)

    def latest(self, kind: str, length: int) -> int:
        """The longest first leg after which an aircraft may turn in a move of that length (S-A33)."""
        if self.ruled["turn_place"] == "at_minimum":
            return self.moves[kind].straight * INCH
        return length - (self.after_turn if self.ruled["turn_place"] == "before_end" else 0)

    def last_leg(self, kind: str, length: int) -> int:
        """The longest first leg that is tried: something is flown after it, whatever the ruling allows."""
        return min(self.latest(kind, length), length - 1)

    def on_table(self, x: int, y: int) -> bool:
        """Whether a place is on the table, edges included."""
        return 0 <= x <= self.width and 0 <= y <= self.length

    def near_target(self, x: int, y: int, reach: int) -> bool:
        """Whether a place is within reach of the target's rectangle."""
        left, right, near, far = self.target
        dx = max(left - x, 0, x - right)
        dy = max(near - y, 0, y - far)
        return dx * dx + dy * dy <= reach * reach


def numbers_of(book: SkirmishRulebook, table: str, key: str, kind: Declared[Effect]) -> tuple[Any, ...]:
    """What a row of a chart states. Raises CombatBoxError where it states nothing of the kind, or what no game can have."""
    for effect in (piece for done in book.tables[table].find(key).effects for piece in done.components()):
        if effect.is_a(kind):
            most = MOST.get(kind, LONGEST)
            if any(
                abs(n) > most for value in effect.parameters() for n in (value if type(value) is tuple else (value,))
            ):
                raise CombatBoxError(f"{table}/{key}: {effect.code:.60}: numbers are {most} at most")
            return effect.parameters()
    raise CombatBoxError(f"{table}/{key}: states no {kind.name}")


def stated(book: SkirmishRulebook, table: str, key: str) -> int:
    """The one number that a row of a chart states."""
    (number,) = numbers_of(book, table, key, effects.stated)
    return int(number)


def forces(book: SkirmishRulebook, scenario: int) -> Forces:
    """The forces of a scenario, with the option of a top turret or without."""
    option = "turret" if book.ruled["turret"] == "on" else "plain"
    return forces_with(book, scenario, option)


def forces_with(book: SkirmishRulebook, scenario: int, option: str) -> Forces:
    """The forces of a scenario in a column of its table: `plain`, or `turret` with top turrets."""
    return Forces(*numbers_of(book, "S-TAB-SCENARIO", f"{scenario}@{option}", effects.scenario_is))


def hits_needed(book: SkirmishRulebook, scenario: int) -> int:
    """The bomb hits that win a scenario: as printed, or by the handicap (S-707, S-X3).

    With top turrets a handicap asks for as many more as the scenario itself does.
    """
    printed, handicap = forces(book, scenario).hits, book.ruled["handicap"]
    of = book.constants.handicap
    wanted = {"printed": [], "even": of.even, "hard": of.hard}[handicap]
    if scenario > len(wanted):
        return printed
    plain = forces_with(book, scenario, "plain").hits
    return wanted[scenario - 1] + printed - plain


def allotted(book: SkirmishRulebook, what: str) -> tuple[int, ...]:
    """How many of a kind each wave of the third scenario gets, the one singled out last."""
    (waves,) = numbers_of(book, "S-TAB-WAVE", what, effects.allots)
    return tuple(waves)


def _lengths(book: SkirmishRulebook, kind: str, moves: Moves, most: int) -> tuple[int, ...]:
    """How far an aircraft flies with each number of damage points that it survives; a chart that says otherwise is refused."""
    lengths = tuple(stated(book, "S-TAB-MOVE-DAMAGE", f"{kind} {n}") for n in range(most + 1))
    wanted = tuple(max(0, moves.inches - moves.loss * n) for n in range(most + 1))
    if lengths != wanted:
        raise CombatBoxError(f"S-TAB-MOVE-DAMAGE: {kind} flies {lengths}, and by S-TAB-MOVE {wanted}")
    return lengths


def check_columns(book: SkirmishRulebook) -> None:
    """What is added to the dice of an attack is what S-TAB-VALUES and S-TAB-MOD make it (S-620, S-621, S-624, S-625).

    Raises CombatBoxError where the columns of S-TAB-COMBAT have anything else.
    """
    fighter, bomber = (Values(*numbers_of(book, "S-TAB-VALUES", kind, effects.values)) for kind in KINDS)
    ahead, astern = (stated(book, "S-TAB-MOD", key) for key in ("ahead_bonus", "astern_bonus"))
    wanted = {
        "fighter": (fighter.offence, bomber.defence),
        "fighter_ahead": (fighter.offence + ahead, bomber.defence),
        "fighters": (fighter.offence, fighter.defence),
        "gun": (bomber.offence, fighter.defence),
        "tail_astern": (bomber.offence + astern, fighter.defence),
    }
    for column, adds in book.tables["S-TAB-COMBAT"].adds.items():
        if wanted.get(column) != adds:
            raise CombatBoxError(
                f"S-TAB-COMBAT@{column}: adds {adds}, and by S-TAB-VALUES and S-TAB-MOD {wanted.get(column)}"
            )


def _table(book: SkirmishRulebook) -> tuple[int, int]:
    """How wide and how long the table is (S-A36)."""
    chosen = book.ruled["table_size"]
    others = book.constants.other_tables
    size = {"table_tennis": book.constants.table, "across": others.across, "dining": others.dining}[chosen]
    return size.width, size.length


def _target(book: SkirmishRulebook, width: int, length: int) -> tuple[int, int, int, int]:
    """The target's left, right, near and far edge: on another table it lies centred on the far edge as well."""
    target = book.constants.target
    left, right, near, far = target.left, target.right, target.near, target.far
    if book.ruled["table_size"] == "table_tennis":
        return left, right, near, far
    return (width - right + left) // 2, (width + right - left) // 2, length - far + near, length


def _entries(book: SkirmishRulebook, width: int, length: int) -> dict[int, tuple[int, int]]:
    """Where a section enters, by the hour: as the table says, or on another size of table where the hour points."""
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
    """Where an hour of a clock on the middle of a table points to its edge; 12 is towards the target (G6)."""
    across, along = SIN[hour * 30 % 360], COS[hour * 30 % 360]
    x, y = width // 2, length // 2
    if abs(across) * y > abs(along) * x:
        return (width if across > 0 else 0), y + round_to(x * along, abs(across))
    return x + round_to(y * across, abs(along)), (length if along > 0 else 0)


def round_to(number: int, by: int) -> int:
    """A quotient, rounded to the nearest whole number and alike on both sides of nothing."""
    return (number + by // 2) // by if number >= 0 else -((by // 2 - number) // by)


def _scaled(gun: Covers, nose: int, printed: int) -> Covers:
    """A gun on a model of another size."""
    return Covers(round_to(gun.forward * nose, printed), round_to(gun.right * nose, printed), gun.facing, gun.half)


def measures(book: SkirmishRulebook) -> Measures:
    """The measures of a book; kept for the last one asked, which is what a run of many games asks for."""
    global _last  # noqa: PLW0603
    if _last is None or _last[0] is not book.tables or _last[1] is not book.ruled:
        _last = (book.tables, book.ruled, _read(book))
    return _last[2]


_last: tuple[Any, Any, Measures] | None = None


def _read(book: SkirmishRulebook) -> Measures:
    const, turret, arcs = book.constants, book.ruled["turret"] == "on", book.ruled["fighter_arc"]
    place, width, length = const.deployment, *_table(book)
    models = const if book.ruled["model_size"] == "1_285" else const.other_models.small
    guns = {
        row.key: Covers(*numbers_of(book, "S-TAB-GUN", row.key, effects.covers))
        for row in book.tables["S-TAB-GUN"].rows
        if turret or row.key != "top_turret"
    }
    reach, nose = const.reach, models.bomber.half_length
    guns = {key: _scaled(gun, nose, const.bomber.half_length) for key, gun in guns.items()}
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
