"""What tables hold beyond rows is compared with the transcription and flown: forced results, first, again, floors, adjusts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.core.tables import Adjust, Floor
from combatbox.library.load import load
from combatbox.verify.checks import run_checks
from combatbox.verify.engine import Case, reading, table_findings
from combatbox.verify.findings import Finding
from combatbox.verify.independent_reader import read_book
from combatbox_dev.transcriptions import read_transcription


@pytest.fixture(scope="module")
def book():
    return load("queen")


@pytest.fixture(scope="module")
def plain(book):
    return read_book(book)


def transcription_findings(copy):
    (check,) = run_checks([copy.any_book("queen")], project=copy.root, only=["transcriptions"])
    return [str(finding) for finding in check.findings]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("table", "old", "new", "says"),
    [
        ("g-7", "cannot_jump", "seriously_wounded", "G-7 forced result cannot_jump"),
        ("p-3", "when: no_bombs", "when: bombs_by_hand", "P-3 forced result of row 3: no_bombs"),
        ("g-5", "cover: good}], source", "cover: fair}], source", "G-5 forced result mission_at_most_5"),
        ("g-10", "net_at_most: 0", "net_at_most: 1", "G-10 first net_at_most_0"),
        ("b-7", "again: [low_altitude]", "again: [out_of_formation]", "B-7 roll again on 10"),
        ("m-3", "{natural: 6, net: 6", "{natural: 5, net: 6", "M-3 floor of natural 5"),
        ("g-9", "option: plane_too", "option: crew", "G-9 floor of natural 12 while ruled_Q-R50_plane_too"),
        ("m-3", ", times: fca_markers", "", 'M-3 modifier fca: tables say "-1", transcription says "-1 each fca_markers"'),
        ("bl-4", "{add: crash_wounds, ", "{add: 1, ", "BL-4 modifier always"),
        (
            "bl-1-damage",
            "        - {when: engine_dead, effects: [no_effect], source: ruling Q-R60}\n"
            "        - {when: feathering_system_out, effects: [{bail_out: G-6}], source: BL-2 roll 10}\n",
            "        - {when: feathering_system_out, effects: [{bail_out: G-6}], source: BL-2 roll 10}\n"
            "        - {when: engine_dead, effects: [no_effect], source: ruling Q-R60}\n",
            "BL-1-DAMAGE order of forced result of row 5:",
        ),
        (
            "r-7-1",
            "  - {key: eighth_air_force, when: bombs_on_target, effects: [{mission_result: eighth_air_force}]}\n"
            "  - {key: draw, when: otherwise, effects: [{mission_result: draw}]}\n",
            "  - {key: draw, when: otherwise, effects: [{mission_result: draw}]}\n"
            "  - {key: eighth_air_force, when: bombs_on_target, effects: [{mission_result: eighth_air_force}]}\n",
            "R-7-1 order of rows",
        ),
    ],
)  # fmt: skip
def test_a_table_that_differs_from_its_transcription_is_reported(copy, table, old, new, says):
    copy.bend(f"tables/queen/{table}.yaml", old, new)
    assert any(says in text for text in transcription_findings(copy)), "\n".join(transcription_findings(copy))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("transcription", "line"),
    [
        ("G-7", "forced\tcannot_jump\tgoes_down"),
        ("P-3", "forced\t3,9,11/no_bombs\tno_effect"),
        ("G-9", "first\tnet_at_most 0\troll_on G-10-EXPLOSION"),
        ("B-7", "again\t10\tlow_altitude"),
        ("M-1", "floor\t6\t6"),
        ("B-1", "mod\tzone_modifier\tgiven"),
    ],
)
def test_a_transcription_without_the_line_is_reported_too(copy, transcription, line):
    copy.bend(f"tests/transcriptions/queen/{transcription}.txt", f"{line}\n", "")
    found = transcription_findings(copy)
    assert any(text.startswith(transcription) and "transcription says nothing" in text for text in found), "\n".join(
        found
    )


@pytest.mark.parametrize(
    "lines",
    ["floor\t6\t6\nfloor\t6\t5", "forced\ta\thit\nforced\ta\tmiss", "again\t1\ta\nagain\t1\tb", "floor\tsix\t6"],
)
def test_a_line_that_stands_twice_or_is_no_number_is_refused(tmp_path, lines):
    path = tmp_path / "game" / "X-1.txt"
    path.parent.mkdir()
    path.write_text(f"dice\t1d6\n1-6\thit\n{lines}\n")
    with pytest.raises(CombatBoxError, match=r"X-1.txt:[34]"):
        read_transcription(path)


def engine_findings(table, plain):
    return [str(item) for item in table_findings(table, plain) if isinstance(item, Finding)]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("table", "change", "says"),
    [
        ("G-9", lambda t: {"floors": ()}, "the engine has the floors []"),
        ("G-9", lambda t: {"floors": (Floor(12, 3, None, ""), *t.floors[1:])}, "dice 6 6, modifiers -"),
        ("G-7", lambda t: {"forced": ()}, "forced: the engine has {}"),
        ("B-7-ENGINE", lambda t: {"first": ()}, "first: the engine has []"),
        ("B-4", lambda t: {"adjusts": (Adjust(t.adjusts[0].when, 2, 0, ""), *t.adjusts[1:])}, "shells 6"),
        ("M-3", lambda t: {"modifiers": (replace(t.modifiers[0], times=None), *t.modifiers[1:])}, "'fca_markers'"),
    ],
)  # fmt: skip
def test_an_engine_that_does_otherwise_than_the_file_says_is_reported(book, plain, table, change, says):
    bent = replace(book.tables[table], **change(book.tables[table]))
    found = engine_findings(bent, plain[table])
    assert any(says in text for text in found), "\n".join(found[:5])


def test_an_engine_that_forgets_to_roll_again_is_reported(book, plain):
    table = book.tables["B-7"]
    rows = {net: replace(row, again=()) for net, row in table.lookups[""].items()}
    bent = replace(table, rows=tuple(replace(row, again=()) for row in table.rows), lookups={"": rows})
    found = engine_findings(bent, plain["B-7"])
    assert found[0].startswith("B-7: again: the engine has {}")
    assert any("with again" in text for text in found)


@pytest.mark.parametrize(
    ("table", "switch", "throws", "reached"),
    [
        ("B-4", ("adjust", "B-4", 0), ((1, 1),), ("B-4/2@front", "shells 4")),
        ("B-4", ("adjust", "B-4", 1), ((1, 1),), ("B-4/2@front", "shells 4")),
        ("P-3", ("forced", "P-3/3,9,11", 0), ((1, 2),), ("P-3/3,9,11/no_bombs", "no_effect")),
        ("G-10", ("first", "G-10", 0), ((1, 1),), ("G-10/2-3", "roll_on G-10-EXPLOSION; crew_lost")),
        ("B-7", ("again", "B-7/10", 0), ((4, 6), (3, 4)), ("B-7/7", "rabbits_foot")),
        ("G-7", ("forced", "G-7", 0), (), ("G-7/cannot_jump", "goes_down")),
    ],
)
def test_the_plain_reading_of_what_a_state_brings_about(plain, table, switch, throws, reached):
    column = "front" if table == "B-4" else ""
    assert reading(plain[table], Case(column, on=frozenset({switch})), throws) == reached


def test_both_effects_of_a_fighter_type_on_shells_are_taken_in_turn(plain):
    both = frozenset({("adjust", "B-4", 0), ("adjust", "B-4", 1)})
    assert reading(plain["B-4"], Case("rear", on=both), ((6, 6),)) == ("B-4/12@rear", "shells 11")
