"""The notation of transcription files: every line kind that the transcriptions of both games use."""

from __future__ import annotations

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox_dev.transcriptions import CONSTANTS, leaves, paths_of, read_transcription, same_correction

FOLDER = paths.root() / "tests" / "transcriptions"
FILES = sorted(path for path in FOLDER.glob("*/*.txt") if path.stem != CONSTANTS)


def queen(name):
    return read_transcription(FOLDER / "queen" / f"{name}.txt")


def test_there_are_transcriptions():
    assert len(FILES) >= 80


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_transcription_can_be_read(path):
    transcription = read_transcription(path)
    assert transcription.dice
    assert transcription.cells


def test_nested_rows():
    cells = queen("BL-1").cells
    assert cells[("10", "4", "3", "6"), ""] == "fuel_leak inboard 6 turns"
    assert cells[("10", "1", "1", "6"), ""] == "fuel_fire; bail_out G-7"
    assert (("10",), "") not in cells
    assert queen("P-6").cells[("9", "6"), ""] == queen("P-6").cells[("10", "6"), ""] == "tailplane_root_hit starboard"


def test_columns_empty_cells_and_second_dice_of_some_columns():
    transcription = queen("B-5")
    assert len(transcription.columns) == 11
    assert (("8",), "front_high") not in transcription.cells
    assert transcription.cells[("8",), "rear_low"] == "section starboard_wing"
    assert transcription.cells[("8", "2"), "front_low"] == "section port_wing"
    assert (("8", "2"), "rear_low") not in transcription.cells
    assert transcription.was == {("11", "rear_high"): ("walking_hits", "erratum 10")}


def test_negative_rolls_and_clamp():
    transcription = queen("G-9")
    assert transcription.clamp == (-3, 12)
    assert transcription.cells[("-3",), ""] == "crew_killed; plane_wrecked"
    assert transcription.cells[("-1",), ""] == "wound_crew 0; plane_wrecked"
    assert transcription.mods["no_pilot"] == -11
    assert transcription.mods["pilot_veteran"] == 1


def test_charts_keep_their_keys():
    assert queen("G-11").cells[("Romilly-sur-Seine",), "3"] == "zone 0 F"
    assert queen("M-2-SUM").cells[("fca+fca",), ""] == "fboa"
    assert queen("M-1").cells[("1:30_high|starboard_waist",), "me110"] == "6"
    assert queen("B-3-EXTRA").cells[("out_of_formation",), ""] == "fighter me109 12_level"


def test_two_digits():
    cells = queen("G-3").cells
    assert len(cells) == 36
    assert cells[("34",), ""] == "target Brest u_boats; increased_flak"


def test_lists_of_rolls():
    cells = queen("B-7-ENGINE").cells
    assert {path[0] for (path, _), text in cells.items() if text.startswith("engine_out 2")} == {"4", "10", "11", "12"}


def test_adjustments_and_corrections():
    assert queen("B-4").adjusts == {"fighter fw190": "x 3/2 down", "fighter me110": "+ 1"}
    assert queen("G-10").was[("mod:rafts_out", "")] == ("-2", "rulebook erratum 3")
    assert queen("BL-3").was[("dice", "")] == ("2d6", "erratum 1")
    assert queen("G-7").was[("mod:lightly_wounded", "")] == ("-", "erratum 37")


def test_corrections_of_several_rows_are_compared_roll_by_roll():
    transcription = queen("B-7-ENGINE")
    assert paths_of("4,10-12", transcription, None) == [("4",), ("10",), ("11",), ("12",)]
    assert paths_of("mod:rafts_out", transcription, None) == [("mod:rafts_out",)]


def test_a_slip_is_reported_with_its_line(tmp_path):
    path = tmp_path / "game" / "X-1.txt"
    path.parent.mkdir()
    path.write_text("dice\t1d6\n1-3\thit\n3-6\tmiss\n")
    with pytest.raises(CombatBoxError, match=r"tests/transcriptions/game/X-1.txt:3: .*3 stands twice"):
        read_transcription(path)
    path.write_text("dice\t1d6\nclamp\tlow\thigh\n")
    with pytest.raises(CombatBoxError, match=r"X-1.txt:2"):
        read_transcription(path)


def test_what_a_row_gives_before_its_second_die_counts_for_each_of_its_rows():
    above = {(("10",), ""): "fuel_fire", (("10", "1"), ""): "bail_out G-6", (("10", "2"), ""): "no_effect"}
    below = {(("10", "1"), ""): "fuel_fire; bail_out G-6", (("10", "2"), ""): "fuel_fire"}
    assert leaves(above) == leaves(below) == below


def test_corrections_agree_in_authority_and_numbers():
    said = ("fuel_leak inboard 4 zones", "erratum 18")
    assert same_correction(("4 zones", "erratum 18"), said)
    assert same_correction(("zones instead of turns", "erratum 18"), said)
    assert not same_correction(("5 zones", "erratum 18"), said)
    assert not same_correction(("4 zones", "erratum 19"), said)
    assert not same_correction(None, said)
