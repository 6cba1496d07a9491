"""What every variant that is shipped holds: data alone, with their origin, a golden account, a lesson, and odds of its tables."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from combatbox.cli import main
from combatbox.library import paths
from combatbox.library.folders import SPECIAL, variants
from combatbox.library.load import load
from combatbox.library.tutorial import caption_faults, read_lesson
from combatbox.odds.stored_odds import faults, is_stale, stored_for
from combatbox_dev.fuzz import Fuzz, play

STORED = {"b17g": ("berlin/4", 0.8), "b24d": ("kiel/84", 0.75), "foggia": ("ploesti/43", 0.86)}
"""The seed of the golden account of each variant, and the part of its missions that are survived, within a twentieth."""


@pytest.mark.parametrize("key", variants())
def test_it_has_no_code_and_each_table_states_its_origin(key: str) -> None:
    home = paths.variants() / key
    assert not list(home.rglob("*.py"))
    tables = [path for path in home.glob("*.yaml") if path.name not in (*SPECIAL, "odds.yaml")]
    assert tables
    for path in tables:
        table = yaml.safe_load(path.read_text("utf-8"))
        assert table["origin"] in ("history", "reconstruction"), path
        assert table.get("edits") or table["source"]["kind"] == "reconstruction", path


@pytest.mark.parametrize("key", variants())
def test_a_table_for_some_targets_names_each_of_them(key: str) -> None:
    book = load(key)
    others = [other for place in book.places.values() for other in place.instead]
    for other in others:
        for city in other.when.get("target", ()):
            assert book.say(str(city)) in book.view(book.tables[other.table]).used, (other.table, city)


@pytest.mark.parametrize("key", variants())
def test_the_account_of_a_mission_is_the_golden_one(key: str) -> None:
    seed = STORED[key][0]
    words = ["fly", key, "--seed", seed, "--mission", "20"]
    golden = Path(__file__).with_name(f"{key}-{seed.partition('/')[0]}.txt")
    assert CliRunner().invoke(main, words).stdout == golden.read_text("utf-8")


@pytest.mark.parametrize("key", variants())
def test_its_first_mission_and_its_stored_odds_are_those_of_its_tables(key: str) -> None:
    book = load(key)
    lesson = read_lesson(book)
    assert lesson
    assert not list(caption_faults(book, lesson))
    (item,) = stored_for(book)
    assert not is_stale(book, item)
    assert item.found["mission_survival"]["value"] == pytest.approx(STORED[key][1], abs=0.05)
    assert not faults(book, item)


@pytest.mark.parametrize("key", variants())
def test_random_decisions_cause_no_errors(key: str) -> None:
    found = play(Fuzz(load(key)), 0, 12)
    assert found.faults == {}
    assert found.asked["move"] > 0
