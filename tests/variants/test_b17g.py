"""The B-17G of winter 1943 to 1944: a folder of data of ours, with the origin of each table."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

import combatbox
from combatbox.cli import main
from combatbox.library import paths
from combatbox.library.folders import SPECIAL
from combatbox.library.load import load
from combatbox.library.tutorial import caption_faults, read_lesson
from combatbox.odds.stored_odds import faults, stored_for
from combatbox_dev.fuzz import Fuzz, play

VARIANTS = paths.root() / "variants"
HOME = VARIANTS / "b17g"
TABLES = sorted(path for path in HOME.glob("*.yaml") if path.name not in SPECIAL and path.name != "odds.yaml")
GOLDEN = Path(__file__).with_name("b17g-berlin.txt")


def test_it_is_data_alone():
    assert not list(HOME.rglob("*.py"))
    assert TABLES


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_each_table_says_where_its_values_come_from(path):
    table = yaml.safe_load(path.read_text("utf-8"))
    assert table["origin"] in ("history", "reconstruction")
    assert table.get("edits") or table["source"]["kind"] == "reconstruction"


def test_a_mission_to_berlin_goes_as_it_went():
    words = ["fly", "b17g", "--tables", str(VARIANTS), "--seed", "berlin/4", "--mission", "20"]
    assert CliRunner().invoke(main, words).stdout == GOLDEN.read_text("utf-8")


def test_what_it_brings_is_flown_with_its_own_tables():
    book = load("b17g", VARIANTS)
    assert book.seeds == HOME / "examples" / "seeds.yaml"
    lesson = read_lesson(book)
    assert lesson
    assert not list(caption_faults(book, lesson))
    (item,) = stored_for(book)
    assert item.digest == book.digest
    assert 0.75 < item.found["mission_survival"]["value"] < 0.85
    assert not faults(book, item)


def test_each_man_is_offered_once_where_men_swap_guns():
    found = play(Fuzz(load("b17g", VARIANTS)), 0, 12)
    assert found.faults == {}
    assert found.asked["move"] > 0


def test_a_log_of_it_is_replayed_rechecked_advised_on_printed_and_continued(tmp_path):
    log, tour = tmp_path / "one.jsonl", tmp_path / "tour.jsonl"
    flown = ("b17g", "--tables", VARIANTS, "--seed", "5")
    for words in (
        ("fly", *flown, "--log", log),
        ("campaign", *flown, "--missions", "1", "--log", tour),
        ("campaign", "b17g", "--tables", VARIANTS, "--resume", tour, "--missions", "1"),
        ("replay", log, "--tables", VARIANTS),
        ("recheck", log, tour, "--tables", VARIANTS),
        ("advise", log, "--tables", VARIANTS, "--step", "2", "--flights", "2", "--jobs", "1"),
        ("print", "--log", tour, "--tables", VARIANTS, "--only", "tour-book", "--paper", "a4", "--out", tmp_path),
    ):
        result = CliRunner().invoke(main, [str(word) for word in words])
        assert result.exit_code == 0, result.output
    assert list(tmp_path.rglob("*tour-book-a4.pdf"))
    assert combatbox.read_log(log, VARIANTS).header["game"] == "b17g"


def test_a_log_of_a_variant_without_its_folder_is_refused_with_the_option_to_give(tmp_path):
    log = tmp_path / "one.jsonl"
    CliRunner().invoke(main, ["fly", "b17g", "--tables", str(VARIANTS), "--seed", "5", "--log", str(log)])
    result = CliRunner().invoke(main, ["replay", str(log)])
    assert result.exit_code != 0
    assert "(got 'b17g'); if b17g is a variant, name its folder with --tables" in result.output
