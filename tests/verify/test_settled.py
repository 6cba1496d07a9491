"""What both transcriptions agree on is pinned: a later slip is seen, and told by the table's name."""

from __future__ import annotations

import json

import pytest

from combatbox.library.load import load_all
from combatbox.verify import settled
from combatbox.verify.room import Room


def test_every_table_is_as_it_was_settled(project):
    """A draft has no second transcription yet that could settle anything."""
    check = settled.check(
        Room({key: book for key, book in load_all().items() if book.meta.stage != "draft"}, project=project)
    )
    assert not check.failed, "\n".join(check.lines())


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [
        ("twentyfive/t-tab-wing", "effects: [{engines_out: 1}]", "effects: [{engines_out: 2}]"),
        ("twentyfive/t-tab-bomber-loss", "engines_out_at_least: 3", "engines_out_at_least: 2"),
        ("queen/b-5", "- {section: radio_room}", "- {section: nose}"),
        ("queen/g-9", "natural: 12, net: 0", "natural: 12, net: 1"),
        ("queen/bl-1-damage", "when: engine_dead", "when: feathering_system_out"),
        ("queen/b-7", "again: [low_altitude]", "again: [lead_tail_or_out]"),
        ("queen/b-4", "times: 3/2", "times: 4/3"),
        ("queen/g-10", "first:\n  - {when: {net_at_most: 0}", "first:\n  - {when: {net_at_most: 1}"),
        ("queen/m-3", "add: -2, times: fboa_markers", "add: -2, times: fca_markers"),
        ("queen/r-15-2", "landing_modifiers_at_least: 3", "landing_modifiers_at_least: 4"),
    ],
)
def test_a_slip_in_a_settled_table_is_told_by_name(copy, table, old, new):
    copy.bend(f"tables/{table}.yaml", old, new)
    game, name = table.split("/")
    check = settled.check(Room({game: copy.any_book(game)}, project=copy.root))
    assert [f.place for f in check.findings] == [f"{game} {name.upper()}"]
    assert "settle it at the source" in str(check.findings[0])


def test_words_and_notes_are_not_what_was_settled(copy):
    copy.bend("tables/queen/b-4.yaml", "title: Shell hits by area", "title: Shells by area")
    copy.bend("tables/queen/b-4.yaml", "Place each shell on B-5.", "Each shell is placed on B-5.")
    assert settled.check(Room({"queen": copy.any_book("queen")}, project=copy.root)).findings == ()


def test_checksums_are_written_only_where_both_transcriptions_agree(copy):
    path = copy.root / settled.PLACE
    before = path.read_text()
    copy.bend("tables/queen/b-4.yaml", "{roll: 2, cells: [3,", "{roll: 2, cells: [4,")
    check = settled.settle(copy.root, {"queen": copy.any_book("queen")})
    assert check.failed
    assert "B-4 row 2@front" in check.lines()[0]
    assert path.read_text() == before
    copy.bend("tests/witness/queen/B-4.txt", "2\tshells 3", "2\tshells 4")
    assert not settled.settle(copy.root, {"queen": copy.any_book("queen")}).failed
    stored, was = json.loads(path.read_text()), json.loads(before)
    assert [key for key in stored["queen"] if stored["queen"][key] != was["queen"][key]] == ["B-4"]


def test_a_table_that_came_or_went_is_told(copy):
    path = copy.root / settled.PLACE
    stored = json.loads(path.read_text())
    stored["queen"]["B-8"] = stored["queen"].pop("B-4")
    path.write_text(json.dumps(stored))
    told = [str(f) for f in settled.check(Room({"queen": copy.any_book("queen")}, project=copy.root)).findings]
    assert told == [
        "queen B-4: has no settled cells yet; run: combatbox golden --settle",
        "queen B-8: has settled cells, but is no table; run: combatbox golden --settle",
    ]


def test_what_is_settled_holds_every_cell_of_the_plain_reading(project):
    room = Room(load_all(), project=project)
    for shelf in room.plain.values():
        for table in shelf.values():
            assert len(settled.settled_cells(table)["cells"]) == len(table.cells()) > 0
