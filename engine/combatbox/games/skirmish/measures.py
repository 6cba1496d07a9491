"""All the numbers of the game in the engine's units, read once from its tables and constants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from combatbox.core.effects import Effect
from combatbox.core.errors import CombatBoxError
from combatbox.core.records import dataclass
from combatbox.core.tables import Rulebook
from combatbox.games.skirmish.geometry import INCH
from combatbox.games.skirmish.guns import FieldGun, sweeps, volleys_of
from combatbox.games.skirmish.parts import Allots, Covers, Enters, Moves, ScenarioIs, Stated, Survives, Values
from combatbox.games.skirmish.state import Plane

E = TypeVar("E", bound=Effect)

KINDS = ("fighter", "bomber")

ROUNDED = 2
"""A place that is worked out is rounded by less than so many units."""

LONGEST = 1_000_000
MOST: Mapping[type[Effect], int] = {Moves: 180, Survives: 20, ScenarioIs: 100, Allots: 100}
"""Numbers above these would have a game never end; others have no more than a table's length in thousandths."""


@dataclass(frozen=True, slots=True)
class Steps:
    """How finely a fighter's paths are tried: lengths of the first leg, degrees of the turn, stops on the way."""

    leg: int
    pivot: int
    stop: int


@dataclass(frozen=True, slots=True)
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
    direct: int
    aa: int
    abreast: int
    moves: Mapping[str, Moves]
    lengths: Mapping[str, tuple[int, ...]]
    """How far an aircraft flies by its damage points, in inches, by its type."""
    toughness: Mapping[str, int]
    entries: Mapping[int, tuple[int, int]]
    gun_names: tuple[str, ...]
    guns: tuple[tuple[FieldGun, ...], ...]
    """What the guns of a bomber sweep, by its heading."""
    volleys: tuple[tuple[str, ...], ...]
    """Which guns fire at one target, by the set of those that bear on it."""
    german: Steps
    doctrine: Steps
    rulings: Mapping[str, str]
    reach2: int
    seen2: int
    """No bomber's centre is farther from a fighter within reach of its fuselage, squared: nose and tail are rounded places."""
    swept2: int
    """The square of how far a fighter may be from the centre of a bomber whose guns reach it."""
    nose_gun: bool
    """Whether whoever can fire from dead ahead of a bomber stands before a gun in its nose that bears."""

    def allowance(self, plane: Plane, extra: int = 0) -> int:
        """How far an aircraft flies this turn: its length less what damage takes, and never less than nothing (G7)."""
        damage = 0 if self.rulings["S-A11"] == "this_move" else plane.damage
        return max(0, (self.lengths[plane.type][damage] + extra) * INCH)

    def on_table(self, x: int, y: int) -> bool:
        """Whether a place is on the table, edges included."""
        return 0 <= x <= self.width and 0 <= y <= self.length

    def near_target(self, x: int, y: int, reach: int) -> bool:
        """Whether a place is within reach of the target's rectangle."""
        left, right, near, far = self.target
        dx = max(left - x, 0, x - right)
        dy = max(near - y, 0, y - far)
        return dx * dx + dy * dy <= reach * reach


def number_of(book: Rulebook, table: str, key: str, kind: type[E]) -> E:
    """What a row of a chart states. Raises CombatBoxError where it states nothing of the kind, or what no game can have."""
    for effect in (piece for done in book.tables[table].find(key).effects for piece in done.made_of()):
        if isinstance(effect, kind):
            most = MOST.get(kind, LONGEST)
            if any(
                abs(n) > most for value in effect.parameters() for n in (value if type(value) is tuple else (value,))
            ):
                raise CombatBoxError(f"{table}/{key}: {effect.code:.60}: numbers are {most} at most")
            return effect
    raise CombatBoxError(f"{table}/{key}: states no {kind.name}")


def forces(book: Rulebook, scenario: int) -> ScenarioIs:
    """The forces of a scenario, with the option of a top turret or without."""
    option = "turret" if book.rulings["S-X1"] == "on" else "plain"
    return number_of(book, "S-TAB-SCENARIO", f"{scenario}@{option}", ScenarioIs)


def allotted(book: Rulebook, what: str) -> tuple[int, ...]:
    """How many of a kind each wave of the third scenario gets, the one singled out last."""
    return number_of(book, "S-TAB-WAVE", what, Allots).waves


def _lengths(book: Rulebook, kind: str, moves: Moves, most: int) -> tuple[int, ...]:
    """How far an aircraft flies with each number of damage points that it survives; a chart that says otherwise is refused."""
    lengths = tuple(number_of(book, "S-TAB-MOVE-DAMAGE", f"{kind} {n}", Stated).number for n in range(most + 1))
    wanted = tuple(max(0, moves.inches - moves.loss * n) for n in range(most + 1))
    if lengths != wanted:
        raise CombatBoxError(f"S-TAB-MOVE-DAMAGE: {kind} flies {lengths}, and by S-TAB-MOVE {wanted}")
    return lengths


def check_columns(book: Rulebook) -> None:
    """What is added to the dice of an attack is what S-TAB-VALUES and S-TAB-MOD make it (S-620, S-621, S-624, S-625).

    Raises CombatBoxError where the columns of S-TAB-COMBAT have anything else.
    """
    fighter, bomber = (number_of(book, "S-TAB-VALUES", kind, Values) for kind in KINDS)
    ahead, astern = (number_of(book, "S-TAB-MOD", key, Stated).number for key in ("ahead_bonus", "astern_bonus"))
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


def measures(book: Rulebook) -> Measures:
    """The measures of a book; kept for the last one asked, which is what a run of many games asks for."""
    global _last  # noqa: PLW0603
    if _last is None or _last[0] is not book.tables or _last[1] is not book.rulings:
        _last = (book.tables, book.rulings, _read(book))
    return _last[2]


_last: tuple[Any, Any, Measures] | None = None


def _read(book: Rulebook) -> Measures:
    const, turret = book.constants, book.rulings["S-X1"] == "on"
    table, place = const["table"], const["deployment"]
    guns = {
        row.key: number_of(book, "S-TAB-GUN", row.key, Covers)
        for row in book.tables["S-TAB-GUN"].rows
        if turret or row.key != "top_turret"
    }
    reach = const["reach"]
    nose = const["bomber"]["half_length"]
    check_columns(book)
    moves = {kind: number_of(book, "S-TAB-MOVE", kind, Moves) for kind in KINDS}
    toughness = {kind: number_of(book, "S-TAB-TOUGHNESS", kind, Survives).hits for kind in KINDS}
    return Measures(
        width=table["width"],
        length=table["length"],
        target=tuple(const["target"][side] for side in ("left", "right", "near", "far")),
        deploy=(place["near"], place["far"], place["flank"]),
        gap=place["gap"],
        nose=nose,
        span=const["bomber"]["half_span"],
        fighter_span=const["fighter"]["half_span"],
        fighter_length=const["fighter"]["half_length"],
        reach=reach,
        arc=const["arc"],
        direct=int(book.rulings["S-A12"]),
        aa=const["flak_reach"],
        abreast=const["abreast"],
        moves=moves,
        lengths={kind: _lengths(book, kind, moves[kind], toughness[kind]) for kind in KINDS},
        toughness=toughness,
        entries={
            effect.hour: (effect.x, effect.y)
            for row in book.tables["S-TAB-ENTRY"].rows
            for effect in row.effects
            if isinstance(effect, Enters)
        },
        gun_names=tuple(guns),
        guns=sweeps(guns),
        volleys=volleys_of(tuple(guns), limited=book.rulings["S-A16"] == "larger_set"),
        german=Steps(**const["german_steps"]),
        doctrine=Steps(**const["doctrine_steps"]),
        rulings=book.rulings,
        reach2=reach * reach,
        seen2=(reach + nose + ROUNDED) ** 2,
        swept2=(reach + nose + 1) ** 2,  # the place of a gun on a turned model is rounded, outwards too
        nose_gun=book.rulings["S-A30"] == "ends"
        and any(
            (gun.forward, gun.right, gun.facing) == (nose, 0, 0) and gun.half >= int(book.rulings["S-A12"])
            for gun in guns.values()
        ),
    )
