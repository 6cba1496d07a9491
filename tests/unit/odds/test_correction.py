"""Corrections of tables by a reader: what the loader says, what changes, and what is handed on."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path

import pytest

from combatbox import games
from combatbox.core.errors import UnknownName
from combatbox.library import paths
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.odds.correction import MOST, Corrector, dispatcher
from combatbox.play.book_codec import parse_book
from combatbox.web.data_files import can_be_corrected, tables_of

KEYS = [*games.GAMES, *variants()]


@pytest.fixture(scope="module")
def queen():
    return Corrector("queen")


def corrected(corrector, table, was, now):
    """The verdict on the text of a table in which the first `was` is `now`."""
    text = corrector.text(table)["text"]
    assert was in text
    return corrector.check(table, text.replace(was, now, 1))


NOTHING = "7-9, area: Superficial damage, effects: [no_effect]"
WOUND = "7-9, area: Superficial damage, effects: [{wound: navigator}]"


@pytest.mark.parametrize("key", KEYS)
def test_the_text_of_every_table_has_its_rows_where_it_says(key):
    corrector = Corrector(key)
    for table in corrector.book.tables:
        text = corrector.text(table)
        lines = text["text"].splitlines()
        assert all(lines[line - 1].lstrip().startswith("- ") for line in text["lines"].values()), table


@pytest.mark.parametrize("key", KEYS)
def test_a_table_that_is_left_as_it_is_changes_nothing(key):
    corrector = Corrector(key)
    shapes = {table.shape: name for name, table in corrector.book.tables.items()}
    for table in {*shapes.values(), *list(corrector.book.tables)[::25]}:
        verdict = corrector.check(table, corrector.text(table)["text"] + "# a comment\n")
        assert (verdict["problems"], verdict["changes"], verdict["chances"]) == ([], [], []), table
        assert verdict["is_same"], table


def test_a_corrected_row_is_told_with_its_odds_before_and_after(queen):
    verdict = corrected(queen, "P-1", NOTHING, WOUND)
    assert verdict["problems"] == []
    words = "Superficial damage: Navigator wounded: roll on BL-4"
    assert verdict["changes"] == [["P-1/7–9", "Superficial damage: No effect", words]]
    assert ["No effect", "5 in 12", "never"] in verdict["chances"]
    assert ["Navigator wounded: roll on BL-4", "1 in 9", "19 in 36"] in verdict["chances"]
    assert ["7–9", "Superficial damage", "Navigator wounded: roll on BL-4", "5 in 12"] in verdict["rows"]
    assert len({len(row) for row in verdict["rows"]} | {len(verdict["headings"])}) == 1


def test_what_a_roll_leads_to_is_counted_through_all_tables_that_follow(queen):
    verdict = corrected(queen, "P-1", "{roll: 5, area: Navigator, effects: [{wound: navigator}]}",
                        "{roll: 5, area: Navigator, effects: [{wound: bombardier}]}")  # fmt: skip
    assert ["One shell in the nose puts the bombardier out of action", "1 in 9", "1 in 6"] in verdict["chances"]


def test_faults_are_reported_with_the_line_of_the_text(queen):
    lines = queen.text("P-1")["text"].splitlines()
    verdict = corrected(queen, "P-1", "roll: 4", "roll: 4-5")
    (problem,) = verdict["problems"]
    assert lines[problem["line"] - 1].startswith("  - {roll: 5")
    assert problem["message"] == "P-1: roll 5 is in two rows; each roll belongs to one"
    assert {*verdict} == {"problems", "patch"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("rows: [", "is not YAML"),
        ("id: P-1\n\ttitle: x", "a tab in the indentation"),
        ("id: &a P-1\ntitle: *a", "an alias"),
        ("id: P-99\nrows: []\nedits: true", "edits no table: P-99"),
        ("!!python/object/apply:os.system [ls]", "the tag"),
        ("[" * 60, "nested deeper than 40 levels"),
    ],
)
def test_text_that_is_no_table_gets_a_message_and_nothing_else(queen, text, words):
    (problem, *_) = queen.check("P-1", text)["problems"]
    assert words in problem["message"]
    assert queen.check("P-1", queen.text("P-1")["text"])["problems"] == []


def test_the_book_plays_by_the_correction_as_the_file_does_in_a_folder_of_house_rules(queen, tmp_path):
    verdict = corrected(queen, "P-1", NOTHING, WOUND)
    (tmp_path / "queen").mkdir()
    (tmp_path / "queen/p-1.yaml").write_text(queen.text("P-1")["text"].replace(NOTHING, WOUND), encoding="utf-8")
    played, written = parse_book(verdict["book"]), load("queen", tmp_path)
    assert played.digest == written.digest != queen.book.digest
    assert played.tables["P-1"].lookups[""][8].codes() == ["wound navigator"]


def test_the_patch_corrects_the_table_of_the_project(queen, tmp_path):
    verdict = corrected(queen, "P-1", NOTHING, WOUND)
    file = tmp_path / queen.book.tables["P-1"].info.path
    file.parent.mkdir(parents=True)
    file.write_text(queen.text("P-1")["text"], encoding="utf-8")
    subprocess.run(["git", "apply"], cwd=tmp_path, input=verdict["patch"], text=True, check=True)
    assert file.read_text(encoding="utf-8") == queen.text("P-1")["text"].replace(NOTHING, WOUND)


def test_a_table_that_a_variant_edits_is_corrected_as_the_variant_has_it():
    corrector = Corrector("b17g")
    edited = next(name for name in corrector.book.tables if "edits: true" in paths.resolve_display_path(
        corrector.book.tables[name].info.path).read_text(encoding="utf-8"))  # fmt: skip
    text = corrector.text(edited)["text"]
    assert "edits: true" not in text
    assert corrector.check(edited, text)["changes"] == []


def test_an_unknown_table_is_refused(queen):
    with pytest.raises(UnknownName, match="unknown table of queen 'P-11'"):
        queen.check("P-11", "id: P-1")


@pytest.mark.parametrize(
    ("table", "was", "now"),
    [
        (
            "G-9",
            "  - {when: no_pilot, add: -11",
            "  - {when: no_pilot, add: -11, source: x}\n  - {when: no_pilot, add: -11",
        ),
        ("P-3", "when: no_bombs", "when: bomb_doors_out"),
        ("M-1", "hits: [5-6", "hits: [6"),
    ],
)
def test_nothing_is_said_to_be_the_same_that_plays_otherwise(queen, table, was, now):
    verdict = corrected(queen, table, was, now)
    assert verdict["problems"] == []
    assert not verdict["is_same"]


def test_the_lines_of_rows_follow_the_text(queen):
    text = queen.text("P-1")["text"]
    verdict = queen.check("P-1", "# one\n# two\n" + text)
    assert verdict["lines"] == {row: line + 2 for row, line in queen.text("P-1")["lines"].items()}


def test_a_text_without_its_last_line_break_gives_a_patch_that_applies(queen, tmp_path):
    text = queen.text("P-1")["text"].replace(NOTHING, WOUND)
    file = tmp_path / queen.book.tables["P-1"].info.path
    file.parent.mkdir(parents=True)
    file.write_text(queen.text("P-1")["text"], encoding="utf-8")
    patch = queen.check("P-1", text.rstrip("\n"))["patch"]
    subprocess.run(["git", "apply"], cwd=tmp_path, input=patch, text=True, check=True)
    assert file.read_text(encoding="utf-8") == text


def test_a_table_keeps_its_id(queen):
    (problem,) = corrected(queen, "P-1", "id: P-1", "id: P-2")["problems"]
    assert problem["message"] == "id: this is the page of P-1; leave its id as it was"


def test_a_table_without_an_end_is_refused_with_the_reason(queen):
    (problem,) = corrected(queen, "BL-4", "effects: [light_wound]", "effects: [{roll_on: BL-4}]")["problems"]
    assert problem["message"].endswith("which is too many to enumerate")


def test_a_fault_in_another_file_is_placed_in_the_readers_own_folder():
    skirmish = Corrector("skirmish")
    text = skirmish.text("S-TAB-TOUGHNESS")["text"]
    problems = skirmish.check("S-TAB-TOUGHNESS", text.replace("survives: 1", "survives: 2"))["problems"]
    assert problems
    assert not [problem for problem in problems if "/tmp" in problem["message"] or "tmp/" in problem["message"]]


def test_no_more_than_a_screen_of_problems_is_listed(queen):
    rows = "".join(f"  - {{roll: {number}, effects: [no_effect]}}\n" for number in range(100, 400))
    text = queen.text("P-1")["text"].replace("corrected:", f"{rows}corrected:", 1)
    assert len(queen.check("P-1", text)["problems"]) == MOST


def test_half_a_character_is_a_message(queen):
    assert "UTF-8" in queen.check("P-1", "title: \ud800")["problems"][0]["message"]


# ---- in a browser


@pytest.fixture
def empty_machine(monkeypatch, tmp_path):
    """A machine on which neither games nor tables are installed."""
    monkeypatch.setattr(paths, "root", lambda: tmp_path)
    monkeypatch.setattr(games, "_used", {})
    monkeypatch.setattr(games, "_entries", lambda: ({}, []))
    games.registered_games.cache_clear()
    yield tmp_path
    games.registered_games.cache_clear()


@pytest.mark.parametrize("key", KEYS)
def test_a_page_corrects_the_tables_that_the_site_sends(key, request):
    book = load(key)
    assert can_be_corrected(book)
    sent = tables_of(book)
    request.getfixturevalue("empty_machine")
    asked = dispatcher()

    def answer(method, **args):
        return json.loads(asked.answer(json.dumps({"method": method, "args": args})))

    assert answer("open", book=sent)["value"] == answer("describe")["value"] == {"digest": book.digest}
    table = next(iter(book.tables))
    text = answer("text", table=table)["value"]["text"]
    assert answer("check", table=table, text=text)["value"]["problems"] == []
    assert answer("check", table=table, text="rows: [")["value"]["problems"][0]["message"].startswith("is not YAML")
    assert answer("check", table="none", text="")["error"]["message"].startswith("unknown table")
    assert answer("book", table=table)["error"]["message"] == "unknown method 'book'"
    assert answer("check", table=table)["error"]["message"] == "check: text is missing"


def test_the_plug_ins_that_the_site_sends_are_those_of_the_project():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    assert {*json.loads(tables_of(load("queen")))["plug_ins"]} == {
        *project["project"]["entry-points"]["combatbox.games"]
    }


def test_house_rules_of_the_builder_are_not_offered_for_correction(tmp_path):
    (tmp_path / "queen").mkdir()
    text = paths.home("queen").tables.joinpath("p-1.yaml").read_text(encoding="utf-8")
    (tmp_path / "queen/p-1.yaml").write_text(text, encoding="utf-8")
    assert not can_be_corrected(load("queen", tmp_path))
