"""The keys that the code of B-17! looks up in its tables, and a check that the tables agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from combatbox.core.tables import Keys, Table
from combatbox.games.skirmish import effects
from combatbox.games.skirmish.constants import Constants, SkirmishRulebook
from combatbox.games.skirmish.guns import ENDS, TURRET
from combatbox.games.skirmish.parameters import allotted, forces_with, measures

KINDS = ("fighter", "bomber")
WAVES = ("bombers", "escorts", "germans", "germans_turret")


def keys(_const: Constants, tables: Mapping[str, Table]) -> Iterator[Keys]:
    """Yield the keys that the code looks up, each with its table."""
    for table in ("S-TAB-MOVE", "S-TAB-VALUES", "S-TAB-TOUGHNESS"):
        yield Keys(table, KINDS)
    tough = tables["S-TAB-TOUGHNESS"].keys
    hits = {
        kind: effect["hits"]
        for kind in KINDS
        for effect in (tough[kind].effects if kind in tough else ())
        if effect.is_a(effects.survives)
    }
    if len(hits) == len(KINDS):  # else the fault is in S-TAB-TOUGHNESS
        yield Keys("S-TAB-MOVE-DAMAGE", tuple(f"{kind} {n}" for kind, most in hits.items() for n in range(most + 1)))
    yield Keys("S-TAB-MOD", ("ahead_bonus", "astern_bonus"))
    yield Keys("S-TAB-GUN", also=(*sorted(ENDS), "left_waist", "right_waist", TURRET))
    columns = ("fighter", "fighter_ahead", "fighters", "gun", "tail_astern")
    yield Keys("S-TAB-COMBAT", columns, kind="column")
    yield Keys("S-TAB-SCENARIO", ("plain", "turret"), kind="column")
    yield Keys("S-TAB-WAVE", WAVES)
    yield Keys("S-TAB-SHEET-BATTLE", ("header", "aircraft", "turn", "foot"))


def check_tables(book: SkirmishRulebook) -> None:
    """Read every number of the tables, which compares tables that state the same number.

    Raises:
        TableFault: a number is missing, or two tables contradict each other.
    """
    measures(book)
    for wave in WAVES:
        allotted(book, wave)
    for scenario in range(1, book.constants.missions + 1):
        for option in ("plain", "turret"):
            forces_with(book, scenario, option)
