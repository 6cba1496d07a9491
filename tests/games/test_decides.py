"""What the rows of a table must decide: a table that leaves it out is refused when it is loaded, or harmless."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.accounts.test_accounts import GAMES as RULES

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import DataError
from combatbox.core.events import Event
from combatbox.core.game import Setup, fly
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.library.overlay import table_data
from combatbox_dev.fuzz import PLAYERS, Fuzz, Watch

ROOT = Path(__file__).parents[2]
NOBODY_HIT = "the hits or shells are counted from none before each roll, so nobody is hit"
NO_DAMAGE = "a result of damage or an event: nothing is damaged, and nothing happens"
NO_LIMIT = "a list of cases: none of them applies"
UNCHANGED = "what the roll could change stays as the flow set it before"
ON_PAPER = "read by sheets alone"

HARMLESS = {
    "queen": {
        "B-3-EXTRA": "no further fighter comes",
        "M-4": "a wave begins with no fighter driven off",
        NOBODY_HIT: "M-1 M-1-HARD M-2 M-3 B-5 O-3 O-4 M-5",
        NO_DAMAGE: (
            "P-1 P-2 P-3 P-4 P-5 P-6 BL-1 BL-1-DAMAGE BL-1-FEATHERING BL-2 BL-4 BL-5 R-19-2 G-9-GEAR G-10-EXPLOSION "
            "B-7 B-7-ENGINE B-7-COLD B-7-ACCIDENT B-7-WING G-10-OILFIELD"
        ),
        NO_LIMIT: "BL-1-TANKS BL-1-TANKS-ZONES R-15-2 R-8-0",
        UNCHANGED: "M-5-REPAIR P-4-FUEL",
    },
    "twentyfive": {
        NOBODY_HIT: "T-TAB-GUN-HIT T-TAB-FIGHTER-FIRE T-TAB-FLAK-HIT",
        NO_DAMAGE: (
            "T-TAB-FIGHTER-EFFECT T-TAB-WING T-TAB-CREW-FRONT T-TAB-CREW-REAR T-TAB-FLAK-DAMAGE T-TAB-FLAK-DAMAGE-INTRO"
        ),
        NO_LIMIT: "T-TAB-GUNS T-TAB-GUNS-EITHER T-TAB-BOMBER-LOSS",
        UNCHANGED: "T-TAB-RANK",
        ON_PAPER: "T-TAB-SHEET-MISSION T-TAB-SHEET-ATTACK",
    },
    "superfort": {
        NOBODY_HIT: "R5-2 T5-3-BOMB T5-7 T5-7-HARD T5-8 T5-9 T5-11 T5-12 T5-14-LIGHT T5-15 T5-15-GUNNERS T6-3 T6-4",
        NO_DAMAGE: (
            "T3-2 T3-2-EMERGENCY T4-3 R4-6 T4-9 R4-8 R5-5 R5-5-COLLISION T6-8 T6-9 R6-2-BURST T7-1 T7-2 T7-3 T7-4 T7-5 "
            "T7-5-CONTROL T7-5-ENGINE T7-5-FEATHER T7-6 T7-7 T7-8 T7-9 T7-10 T7-10-WHICH R7-1-PRESSURE T7-11 T7-13 T7-14 "
            "R7-3 T8-3-BROKEN T8-3-HARD R8-1 R4-2-OXYGEN R4-2-WHO"
        ),
        NO_LIMIT: "R5-7 T4-1",
        UNCHANGED: (
            "T2-7 T2-8 R4-3A R4-3A-GUNNERS T4-4 T4-5 T4-6 T4-7 R4-5C R4-5C-ASSEMBLY T4-10 T4-11 T5-14 R5-8 T7-9-DOORS "
            "T8-7 T9-1"
        ),
    },
    "skirmish": {NOBODY_HIT: "S-TAB-COMBAT S-TAB-AA S-TAB-BOMB", ON_PAPER: "S-TAB-SHEET-BATTLE"},
}
"""For each game, the tables whose rows may do nothing, by the reason, or the reason by the table."""


def harmless(game: str) -> set[str]:
    entries = HARMLESS.get(game, {})
    return {table for key, value in entries.items() for table in (value.split() if " " in key else [key])}


def emptied(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a table whose rows do nothing."""
    table = {key: value for key, value in data.items() if key not in ("corrected", "cell")}
    table |= {side: [] for side in ("hit", "miss") if side in table}
    rows = [
        {key: value for key, value in row.items() if key not in ("effects", "then", "again")} for row in table["rows"]
    ]
    return table | {"rows": [row | {"cells": [[] for _ in row["cells"]]} if "cells" in row else row for row in rows]}


def refused(key: str, folder: Path, name: str = "", text: str = "") -> list[str]:
    """Return the messages about an overlay, with one more file if it is given; none if it loads."""
    if name:
        (folder / key).mkdir(exist_ok=True)
        (folder / key / name).write_text(text, encoding="utf-8")
    try:
        load(key, folder)
    except DataError as error:
        return [f"{Path(problem.path).name}:{problem.line}: {problem.message}" for problem in error.problems]
    return []


def effects_in(book: Book, table: str) -> bool:
    return any(row.effects for row in (*book.tables[table].results(), *book.tables[table].walk()))


def empty(book: Book, tables: set[str], folder: Path) -> None:
    """Write an overlay in which the rows of these tables do nothing."""
    for table in tables:
        text = yaml.safe_dump(emptied(table_data(book, table)), sort_keys=False)
        path = folder / book.key / f"{table.lower()}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("key", [*GAMES, *variants()])
def test_tables_whose_rows_do_nothing_are_refused_at_load_or_harmless(key: str, tmp_path: Path) -> None:
    book = load(key)
    left = {table for table in book.tables if effects_in(book, table)}
    empty(book, left, tmp_path)
    reported: set[str] = set()
    while problems := refused(key, tmp_path):
        for problem in problems:
            found = re.match(r"(.*)\.yaml:\d+: (.*); .*(give|add|write|there is no column)", problem)
            assert found, problem
            assert found[2].startswith(found[1].upper()), problem
            reported.add(found[1].upper())
            (tmp_path / key / f"{found[1]}.yaml").unlink(missing_ok=True)
    assert left - reported == harmless(book.base_game) & left


@pytest.mark.parametrize(("key", "table"), [(key, table) for key in HARMLESS for table in sorted(harmless(key))])
def test_a_table_whose_rows_may_do_nothing_is_played_to_the_end(key: str, table: str, tmp_path: Path) -> None:
    book = load(key)
    if table not in book.tables:
        pytest.skip("a table of a variant")
    empty(book, {table}, tmp_path)
    book = load(key, tmp_path)
    missions = book.constants.get("missions", len(book.constants.get("scenarios", "1234")))
    for mission in (1, missions):
        fly(book.game, book.rulebook(), SeededDice(mission), setup=Setup(mission=mission), player=DefaultPlayer())


CANNOT = "cannot stand in here: not each of its rows gives `waves`; choose another table"
HOUSE_RULING = """\
rulings:
  - {id: Q-H1, added: true, key: house_waves, question: Which table?, default: house, why: Ours.,
     options: {printed: {words: The game's.}, house: {words: Ours., replaces: {B-1: %s}}}}
"""
HOUSE_TABLE = """\
id: B-1-HOUSE
title: B-1 house
added: true
dice: 1d6
clamp: [1, 6]
source: {kind: house, section: ours}
rows:
  - {roll: 1-3, effects: [%s]}
  - {roll: 4-6, effects: [{waves: 1}]}
"""


@pytest.mark.parametrize("effect", ["", "no_effect"])
def test_a_table_that_a_ruling_puts_in_place_of_another_decides_the_same(effect: str, tmp_path: Path) -> None:
    refused("queen", tmp_path, "rulings.yaml", HOUSE_RULING % "B-1-HOUSE")
    problems = refused("queen", tmp_path, "b-1-house.yaml", HOUSE_TABLE % effect)
    assert problems == ["b-1-house.yaml:8: B-1-HOUSE/1-3: decides nothing; give it `waves`"]
    assert not refused("queen", tmp_path, "b-1-house.yaml", HOUSE_TABLE % "{waves: 0}")


def test_a_row_may_lead_to_a_table_that_decides_but_to_no_other(tmp_path: Path) -> None:
    refused("queen", tmp_path, "rulings.yaml", HOUSE_RULING % "B-1-HOUSE")
    assert not refused("queen", tmp_path, "b-1-house.yaml", HOUSE_TABLE % "{roll_on: B-2}")
    problems = refused("queen", tmp_path, "b-1-house.yaml", HOUSE_TABLE % "{roll_on: BL-4}")
    assert problems == [f"rulings.yaml:3: B-1-HOUSE {CANNOT}"]


def test_a_table_of_the_game_that_cannot_stand_in_is_reported_where_it_is_put(tmp_path: Path) -> None:
    problems = refused("queen", tmp_path, "rulings.yaml", HOUSE_RULING % "BL-4")
    assert problems == [f"rulings.yaml:3: BL-4 {CANNOT}"]
    assert not refused("queen", tmp_path, "rulings.yaml", HOUSE_RULING % "B-2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("decides: {waves.numbr: [waves]}", "waves.numbr: there is no such place with a table, constant or table"),
        ("decides: {waves.number: [wavs]}", "waves.number: unknown effect 'wavs'; did you mean waves"),
    ],
)
def test_what_must_be_decided_names_places_and_effects_of_the_game(text: str, message: str, tmp_path: Path) -> None:
    (problem,) = refused("queen", tmp_path, "places.yaml", f"places: {{}}\n{text}\n")
    assert problem.startswith(f"places.yaml:2: {message}")


def unrolled(data: Any) -> Iterator[dict[str, Any]]:
    """Yield the rows that apply without a roll, in the data of a table."""
    for key, part in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from part if key == "forced" else unrolled(part)


@pytest.mark.parametrize("key", [*GAMES, *variants()])
def test_rows_that_replace_a_roll_decide_what_it_would_or_are_harmless(key: str, tmp_path: Path) -> None:
    book, left, reported = load(key), set[str](), set[str]()
    for table in book.tables:
        data = deepcopy(table_data(book, table))
        if not (rows := list(unrolled(data))):
            continue
        left.add(table)
        for row in rows:
            row["effects"] = []
        name = f"{table.lower()}.yaml"
        if problems := refused(key, tmp_path, name, yaml.safe_dump(data, sort_keys=False)):
            assert all("; give it" in problem for problem in problems)
            reported.add(table)
        (tmp_path / key / name).unlink()
    assert left - reported == (harmless(book.base_game) | NESTED) & left


NESTED = {"T5-3"}
"""The tables in which only a nested roll is replaced: the row above it has decided, here where the attack comes from."""


@pytest.mark.parametrize("rows", [slice(1, 2), slice(None)])
def test_a_row_of_a_chart_decides_apart_from_its_cells(rows: slice, tmp_path: Path) -> None:
    data = deepcopy(table_data(load("superfort"), "T2-9"))
    for row in data["rows"][rows]:
        del row["effects"]
    problems = refused("superfort", tmp_path, "t2-9.yaml", yaml.safe_dump(data, sort_keys=False))
    assert [problem.partition(": ")[2] for problem in problems] == [
        f"T2-9/{row['key']}: decides nothing; give it `target_zone`" for row in data["rows"][rows]
    ]


SETS = {
    "queen": "zone=terrain zone=zone_modifier waves=waves_due bails_out=man.fate comes_down=down_terrain position=fighter.position cover=cover",
    "superfort": (
        "day_mission=time night_mission=time band=band target_zone=target_zone zone=zone_modifier briefed=briefed "
        "day_day=takeoff day_night=takeoff night_day=takeoff day_day=landing_time day_night=landing_time "
        "night_day=landing_time weather=weather_in course=course resistance=resistance "
        "cabin_fires=cabin_fires visibility=visibility sea=sea comes_down=down_terrain ditched=ditched good_ditching=ditched jumps_clear=man.fate dies_jumping=man.fate captured_at_sea=man.fate "
        "target_type=target_type"
    ),
    "twentyfive": "attack=attacked no_attack=attacked target=burst.target direction=burst.direction area=burst.area",
    "skirmish": "shows=die enters=hour altitude=altitude arrives=arriving not_yet=arriving",
}
BOMBERS = (
    "target=city formation=formation squadron=squadron weather=weather fighter_pilot=fighter.status hits_on=aim shells=shells engine=engine flak=flak "
    "on_target=aim_result off_target=aim_result per_cent=per_cent captured=man.fate returned=man.fate "
    "rescued=man.fate drowns=man.fate recovers=man.fate "
    "invalided=man.fate mission_result=result"
)
"""The field of the state that each effect of `decides` sets, which lives longer than its roll."""

KEEPS = {
    "adds to what is decided before it, or is as bad as that": (
        "angle fog section fca fboa destroyed plane_safe plane_repairable plane_irreparable plane_wrecked"
    ),
    "the flow empties the list to which the roll adds": "fighter no_attackers random_event fighter_type attack_from",
    "what is done is all that the flow reads": (
        "fire_out fire_continues bail_out revived killed dies goes_down crew_rescued crew_lost all_lost_at_sea no_effect"
    ),
    "the flow reads the row itself": "rating fired_by roll_again",
    "a board is drawn from it once": "position",
}
"""Effects of `decides` that set no such field, by the reason."""


def fields(key: str) -> dict[str, list[str]]:
    """Return the fields that the effects of a game's `decides` set, by effect."""
    bomber = BOMBERS if key in ("queen", "superfort") else ""
    found: dict[str, list[str]] = {}
    for effect, _, field in (item.partition("=") for item in f"{bomber} {SETS[key]}".split()):
        found.setdefault(effect, []).append(field)
    return found


@pytest.mark.parametrize("key", SETS)
def test_each_effect_that_must_be_decided_is_known_to_set_a_field_or_to_keep_none(key: str) -> None:
    places = yaml.safe_load((ROOT / "tables" / key / "places.yaml").read_text(encoding="utf-8"))
    wanted = {effect for effects in places["decides"].values() for effect in effects}
    assert wanted <= {*fields(key), *(effect for effects in KEEPS.values() for effect in effects.split())}


def holder(state: Any, field: str, who: str) -> tuple[Any, str]:
    """Return the part of a state that has a field, and the name of the field in it."""
    owner, _, name = field.rpartition(".")
    if owner == "fighter":
        return state.attacker, name
    if owner == "man":
        return state.men[who], name
    if owner:
        return getattr(state, owner), name
    return next(part for part in (state, *vars(state).values()) if hasattr(part, name)), name


def spoil(key: str, spoilt: set[str]) -> Watch:
    """Return a watch that spoils what a row decides before it is applied, so that no earlier value can be read."""
    set_by = fields(key)

    def watch(state: Any, event: Event) -> None:
        for effect in {code.partition(" ")[0] for code in event.get("gives", ())} & {*set_by}:  # type: ignore[attr-defined]
            for field in set_by[effect]:
                part, name = holder(state, field, event["who"])
                old = getattr(part, name)
                spoilt.add(f"{effect}={field}")
                setattr(part, name, "spoilt" if isinstance(old, str) else -99 if isinstance(old, int) else [-99])

    return watch


@pytest.mark.parametrize("key", SETS)
def test_no_turn_reads_what_an_earlier_turn_left(key: str, tmp_path: Path, gate: bool) -> None:
    (tmp_path / key).mkdir()
    if key == "queen":
        refused("queen", tmp_path, "rulings.yaml", HOUSE_RULING % "B-1-HOUSE")
        assert not refused("queen", tmp_path, "b-1-house.yaml", HOUSE_TABLE % "{waves: 0}")
    book, rules, spoilt = load(key, tmp_path), RULES[key], set[str]()

    def flown(number: int, watch: Watch | None) -> list[tuple[Any, ...]]:
        watched = watch and (lambda rulebook, doctrine: watch)
        fuzz = Fuzz(book, worse=rules.worse, leans=rules.leans, watch=watched)
        events = fuzz.flown(number, player=[*PLAYERS][number % len(PLAYERS)]).journal.events
        return [(event["place"], event.get("dice"), event.get("row"), event.get("taken")) for event in events]

    wanted = {f"{effect}={field}" for effect, found in fields(key).items() for field in found}
    for number in range(10 if gate else 1000):
        assert flown(number, spoil(key, spoilt)) == flown(number, None)
        if number >= 100 and spoilt == wanted:
            break
    assert gate or spoilt == wanted
