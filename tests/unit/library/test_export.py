"""Tables as JSON for others: the same rows as the compiled ones, and nothing but plain data."""

import json

import pytest

from combatbox.core.effects import Coded
from combatbox.library.export import game_json, row_json, table_json

FIELDS = {
    "id", "title", "shape", "dice", "printed", "per", "used", "card", "optional", "variant_of", "columns", "rows",
    "modifiers", "clamp", "notes", "source", "errata",
}  # fmt: skip


@pytest.fixture(scope="module")
def exported(twentyfive):
    return json.loads(json.dumps(game_json(twentyfive), allow_nan=False))


def test_a_game_is_exported_in_full_and_survives_json(twentyfive, exported):
    assert exported["game"] == "twentyfive"
    assert exported["digest"] == twentyfive.digest
    assert [t["id"] for t in exported["tables"]] == list(twentyfive.tables)
    assert [r["id"] for r in exported["rulings"]] == list(twentyfive.rulings)
    assert [r["id"] for r in exported["rules"]] == list(twentyfive.rules)
    assert all(set(table) == FIELDS for table in exported["tables"])


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
        "id": "D-COL/0-6", "roll": list(range(7)), "key": "", "area": "Tail",
        "cells": {"a": "1 degrees hotter", "b": "2 degrees hotter"}, "codes": {"a": "heat 1", "b": "heat 2"},
        "effects": [], "when": "", "then": None,
    }  # fmt: skip
    assert column["columns"] == {"a": "Near", "b": "Far"}
    assert column["modifiers"] == [{"words": "The alarm has rung", "amount": "−2", "source": "D-1"}]
    assert column["clamp"] == [0, 12]
    assert (column["printed"], column["notes"]) == ("2D", ["Mind the heat."])
    assert column["errata"] == [{"row": "0-6", "column": "b", "was": "1", "by": "erratum 4"}]
    hit = table_json(book, book.tables["D-HIT"])
    assert hit["rows"][0]["cells"] == {"a": "5–6", "b": "–"}
    nest = table_json(book, book.tables["D-NEST"])
    assert nest["rows"][0]["then"]["rows"][0]["effects"] == ["ring"]


def test_a_chart_is_exported_by_its_keys(twentyfive):
    rank = table_json(twentyfive, twentyfive.tables["T-TAB-RANK"])
    assert [row["key"] for row in rank["rows"]] == ["0-11", "12-24", "25"]
    assert rank["clamp"] is None


def test_a_row_that_a_roll_reached_is_worded_and_coded(twentyfive):
    row = twentyfive.tables["T-TAB-WING"].at(5)
    assert row_json(twentyfive, row) == {
        "id": "T-TAB-WING/5-6", "area": "", "words": "Two engines out", "code": "engines_out 2",
    }  # fmt: skip


def test_no_object_of_ours_is_in_an_export(twentyfive):
    def walk(thing):
        assert not isinstance(thing, Coded)
        for inner in thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ():
            walk(inner)

    walk(game_json(twentyfive))
