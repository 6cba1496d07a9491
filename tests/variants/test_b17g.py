"""The B-17G of winter 1943 to 1944: a folder of data of ours, with the origin of each table."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from combatbox.cli import main
from combatbox.library import paths
from combatbox.library.folders import SPECIAL
from combatbox.library.load import load
from combatbox.library.tutorial import caption_faults, read_lesson
from combatbox.odds.stored_odds import faults, stored_for

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
