"""Tables as JSON for others: the same rows as the compiled ones, and nothing but plain data."""

import json
from fractions import Fraction

import jsonschema
import pytest
from tests.wing import TWO

from combatbox.core.effects import VocabularyTerm
from combatbox.games import GAMES
from combatbox.library.export import game_json, row_json, table_json
from combatbox.library.load import load
from combatbox.library.schemas import schemas
from combatbox.odds.exact_odds import chances

FIELDS = {
    "id", "title", "shape", "dice", "printed", "per", "used", "after", "instead_of", "card", "optional", "variant_of", "columns", "rows",
    "modifiers", "adjusts", "floors", "forced", "first", "clamp", "notes", "source", "errata", "chances",
    "most_dice", "conditions", "quantities",
}  # fmt: skip


TO_HIT = {"to_hit": {"hit", "miss", "hit_result", "miss_result", "hit_leads", "miss_leads"}}


@pytest.fixture(scope="module")
def exported(twentyfive):
    return json.loads(json.dumps(game_json(twentyfive), allow_nan=False))


def test_a_game_is_exported_in_full_and_survives_json(twentyfive, exported):
    assert exported["game"] == "twentyfive"
    assert exported["digest"] == twentyfive.digest
    assert [t["id"] for t in exported["tables"]] == list(twentyfive.tables)
    assert [r["id"] for r in exported["rulings"]] == list(twentyfive.rulings)
    assert [r["id"] for r in exported["rules"]] == list(twentyfive.rules)
    assert all(set(table) == FIELDS | TO_HIT.get(table["shape"], set()) for table in exported["tables"])


def same_rows(exported, compiled, table):
    assert [row["id"] for row in exported] == [row.id for row in compiled]
    for plain, row in zip(exported, compiled, strict=True):
        assert plain["roll"] == list(row.rolls)
        assert plain["effects"] == [effect.code for effect in row.effects]
        assert plain["when"] == (row.when.code if row.when else "")
        if row.then:
            assert plain["then"]["dice"] == row.then.notation.text
            same_rows(plain["then"]["rows"], row.then.rows, table)
        else:
            assert plain["then"] is None


def test_the_rows_exported_are_the_rows_compiled(twentyfive, exported):
    for plain in exported["tables"]:
        table = twentyfive.tables[plain["id"]]
        same_rows(plain["rows"], table.rows, table)
        assert plain["dice"] == table.notation.text
        assert plain["shape"] == table.shape
        assert plain["variant_of"] == twentyfive.variants.get(table.id, "")


def test_a_table_can_be_rolled_on_from_its_export_alone(twentyfive, exported):
    for plain in exported["tables"]:
        if plain["clamp"] is None:
            continue
        table = twentyfive.tables[plain["id"]]
        by_roll = {roll: row["id"] for row in plain["rows"] for roll in row["roll"]}
        low, high = plain["clamp"]
        for net in range(low - 3, high + 4):
            assert by_roll[min(max(net, low), high)] == table.at(net).id


def test_columns_to_hit_nested_modifiers_and_corrections_are_exported(drill):
    drill.table(
        "id: D-COL\nshape: columns\ndice: 2d6\nprinted: 2D\nclamp: [0, 12]\ncolumns: {a: Near, b: Far}\ncell: heat\n"
        "modifiers: [{when: alarmed, add: -2, source: D-1}]\nnotes: [Mind the heat.]\n"
        "rows:\n  - {roll: 0-6, area: Tail, cells: [1, 2]}\n  - {roll: 7-12, cells: [3, null]}\n"
        "corrected: [{row: 0-6, column: b, was: '1', by: erratum 4}]\n"
    )
    drill.table(
        "id: D-HIT\nshape: to_hit\ndice: 1d6\ncolumns: {a: A, b: B}\nhit: [ring]\nmiss: []\nrows:\n"
        "  - {key: nose, hits: [5-6, null]}\n", "d-hit",
    )  # fmt: skip
    drill.table(
        "id: D-NEST\ndice: 1d6\nrows: [{roll: 1-6, then: {dice: 1d6, rows: [{roll: 1-6, effects: [ring]}]}}]\n",
        "d-nest",
    )
    book = drill.load()
    column = table_json(book, book.tables["D-COL"])
    assert column["rows"][0] == {
        "id": "D-COL/0-6", "roll": list(range(7)), "key": "", "area": "Tail", "area_said": False,
        "cells": {"a": "1 degrees hotter", "b": "2 degrees hotter"}, "codes": {"a": "heat 1", "b": "heat 2"},
        "effects": [], "when": "", "again": [], "then": None, "thens": {}, "anchor": "d-col-0-6", "leads": {},
    }  # fmt: skip
    assert column["columns"] == {"a": "Near", "b": "Far"}
    assert column["modifiers"] == [
        {"words": "The alarm has rung", "amount": "−2", "source": "D-1", "when": "alarmed", "add": -2, "times": ""}
    ]
    assert column["clamp"] == [0, 12]
    assert (column["printed"], column["notes"]) == ("2D", ["Mind the heat."])
    assert column["errata"] == [{"row": "0-6", "column": "b", "was": "1", "by": "erratum 4"}]
    hit = table_json(book, book.tables["D-HIT"])
    assert hit["rows"][0]["cells"] == {"a": "5–6", "b": "–"}
    assert hit["rows"][0]["hits"] == {"a": [5, 6], "b": []}
    assert hit["rows"][0]["codes"] == {"a": "ring", "b": "-"}
    assert (hit["hit"], hit["miss"]) == (["ring"], [])
    nest = table_json(book, book.tables["D-NEST"])
    assert nest["rows"][0]["then"]["rows"][0]["effects"] == ["ring"]


def test_a_chart_is_exported_by_its_keys(twentyfive):
    rank = table_json(twentyfive, twentyfive.tables["T-TAB-RANK"])
    assert [row["key"] for row in rank["rows"]] == ["0-11", "12-24", "25"]
    assert rank["clamp"] is None


def test_a_row_that_a_roll_reached_is_worded_and_coded(twentyfive):
    row = twentyfive.tables["T-TAB-WING"].at(5)
    assert row_json(twentyfive, row) == {
        "id": f"T-TAB-WING/{TWO}", "area": "", "words": "Two engines out", "code": "engines_out 2",
    }  # fmt: skip


def test_no_object_of_ours_is_in_an_export(twentyfive):
    def walk(thing):
        assert not isinstance(thing, VocabularyTerm)
        for inner in thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ():
            walk(inner)

    walk(game_json(twentyfive))


# ---- the export alone, against the compiled tables


@pytest.fixture(scope="module", params=list(GAMES))
def game(request):
    book = load(request.param)
    return book, json.loads(json.dumps(game_json(book, chances(book)), allow_nan=False))


@pytest.mark.sample(2)
def test_an_export_is_as_its_schema_says(game):
    _, plain = game
    schema = schemas()["export.json"]
    jsonschema.Draft202012Validator.check_schema(schema)
    errors = list(jsonschema.Draft202012Validator(schema).iter_errors(plain))
    assert not errors, errors[0].message


def read(plain, column, net):
    """What an export gives for a net roll in a column: row id, codes, and its second die."""
    if plain["shape"] == "to_hit":
        key, _, column = column.rpartition("@")
        row = next(row for row in plain["rows"] if row["key"] == key)
        side = "hit" if net in row["hits"][column] else "miss"
        return f"{row['id']}@{column}/{side}", plain[side], None
    if plain["shape"] == "opposed":
        row = next(row for row in plain["rows"] if net in row["wins"][column or "result"])
        return f"{row['id']}@{column}" if column else row["id"], row["effects"], None
    row = next(row for row in plain["rows"] if net in row["roll"])
    if plain["shape"] == "columns":
        codes = row["codes"][column]
        then = row["thens"].get(column)
        return f"{row['id']}@{column}", [] if codes in ("-", "no_effect") and then else codes.split("; "), then
    return row["id"], row["effects"], row["then"]


def same_result(exported, compiled):
    row_id, found, then = exported
    assert row_id == compiled.id
    assert (found or ["no_effect"]) == ([effect.code for effect in compiled.effects] or ["no_effect"]) or found == ["-"]
    assert (then is None) == (compiled.then is None)
    if compiled.then:
        assert then["dice"] == compiled.then.notation.text
        assert [f["effects"] for f in then["forced"]] == [[e.code for e in r.effects] for r in compiled.then.forced]
        for roll in compiled.then.notation.rolls():
            row = next(row for row in then["rows"] if roll in row["roll"])
            same_result((row["id"], row["effects"], row["then"]), compiled.then.at(roll))


def test_every_net_roll_of_every_column_gives_from_the_export_what_the_engine_gives(game):
    book, exported = game
    rolls = 0
    for plain in exported["tables"]:
        table = book.tables[plain["id"]]
        for column in table.lookups:
            low, high = plain["clamp"]
            for net in (
                table.lookups[column] if table.notation.reading in ("digits", "opposed") else range(low - 2, high + 3)
            ):
                same_result(read(plain, column, min(max(net, low), high)), table.at(net, column))
                rolls += 1
    assert rolls > 100


def test_what_depends_on_a_state_is_exported_as_data(game):
    book, exported = game
    for plain in exported["tables"]:
        table = book.tables[plain["id"]]
        assert [(m["when"], m["add"]) for m in plain["modifiers"]] == [
            (m.when.code if m.when else "", m.add if isinstance(m.add, int) else m.add.code) for m in table.modifiers
        ]
        assert [(f["natural"], f["net"]) for f in plain["floors"]] == [(f.natural, f.net) for f in table.floors]
        assert [Fraction(a["times"]) for a in plain["adjusts"]] == [a.times for a in table.adjusts]
        for name in ("forced", "first"):
            rows = getattr(table, name)
            assert [(r["id"], r["effects"]) for r in plain[name]] == [
                (row.id, [effect.code for effect in row.effects]) for row in rows
            ]
        assert [row["again"] for row in plain["rows"]] == [[c.code for c in row.again] for row in table.rows]


def test_a_chart_gives_its_cells_by_key_and_column(game):
    book, exported = game
    for plain in exported["tables"]:
        table = book.tables[plain["id"]]
        for row in plain["rows"] if plain["shape"] == "chart" else ():
            for column in plain["columns"]:
                cell = table.keys.get(f"{row['key']}@{column}")
                assert row["codes"][column] == ("; ".join(e.code for e in cell.effects) if cell else "-")


def test_named_chances_are_exported_with_their_exact_value():
    book = load("queen")
    table = book.tables["P-3"]
    message = table_json(book, table, {"bomb-bay-bombs": Fraction(2, 27), "bomb-bay-doors": Fraction(7, 108)})[
        "chances"
    ]
    assert message[0] == {
        "id": "bomb-bay-bombs", "words": "One shell in the bomb bay sets off the bombs", "column": "",
        "outcome": "bombs_explode", "exact": "2/27", "value": 2 / 27,
    }  # fmt: skip
    assert all("exact" not in chance for chance in table_json(book, table)["chances"])
