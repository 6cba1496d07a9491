"""The file of missions that show rows: written as it is read, refused in one line with file, line and remedy."""

import pytest

from combatbox.core.errors import DataError
from combatbox.library.load import load
from combatbox.library.schema import SightingModel, SightingsModel
from combatbox.library.stored_examples import read_sightings, sightings_text, write_sightings

HEAD = "# yaml-language-server: $schema=../../schema/rows.json\nflown: 10\n"
ONE = 'missions:\n  - seed: "a/1"\n    lines: ["P-1/2"]\n'


@pytest.fixture
def book(tmp_path):
    book = load("queen")
    book.sightings = tmp_path / "examples" / "rows.yaml"
    book.sightings.parent.mkdir()
    return book


def faults(book, text):
    book.sightings.write_text(HEAD + text, encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_sightings(book)
    return [(problem.line, problem.message) for problem in error.value.problems]


def test_what_was_written_is_read_again(book):
    model = SightingsModel(
        flown=10_000,
        missions=[
            SightingModel(mission=12, player="random", rulings={"Q-X2": "on"}, seed="rows/7", lines=["B-7/4", "P-1/2"]),
            SightingModel(run="tour", seed='with "quotes": and #', lines=["R-7-3-SURVIVAL/25"]),
        ],
        missing=["B-7/5"],
        read=["R-8-0"],
    )
    write_sightings(book, model)
    assert read_sightings(book) == model
    text = sightings_text(book, model)
    assert text.splitlines()[0] == "# yaml-language-server: $schema=../../schema/rows.json"
    assert "run: mission" not in text, "what is usual is not said"


def test_the_stored_files_are_as_they_would_be_written():
    for game in ("queen", "twentyfive"):
        book = load(game)
        assert book.sightings.read_text(encoding="utf-8") == sightings_text(book, read_sightings(book))


def test_pages_of_tables_that_are_being_edited_leave_out_what_is_no_more(book):
    book.sightings.write_text(HEAD + ONE.replace('"P-1/2"', '"P-1/22", "P-1/2"') + 'missing: ["B-7/99"]\nread: [X-1]\n')
    model = read_sightings(book, fitting=True)
    assert [stored.lines for stored in model.missions] == [["P-1/2"]]
    assert model.missing == model.read == []
    assert faults(book, ONE.replace("P-1/2", "P-1/22")), "the check of the project finds it"


def test_a_game_with_house_rules_has_no_stored_missions_for_rows(tmp_path):
    (tmp_path / "queen").mkdir()
    assert load("queen", tmp_path).sightings is None
    assert load("twentyfive", tmp_path).sightings is not None


def test_a_game_without_the_file_has_no_stored_missions_for_rows(book):
    assert read_sightings(book) is None


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        (ONE.replace("P-1/2", "P-1/22"), 5, "unknown row of queen 'P-1/22'; did you mean P-1/2"),
        (ONE.replace('"P-1/2"', '"P-1/2", "P-1/2"'), 5, "the row P-1/2 is listed twice; remove one"),
        (ONE + 'missing: ["P-1/2"]\n', 6, "the row P-1/2 is listed twice; remove one"),
        (ONE + 'missing: ["P-1/1"]\n', 6, "unknown row of queen 'P-1/1'"),
        (ONE + '  - seed: "a/1"\n    lines: ["P-1/4"]\n', 6, "the mission of seed 'a/1' is listed twice"),
        (ONE.replace('"a/1"', '""'), 4, "at least 1 character"),
        (ONE.replace('"a/1"', "7"), 4, "must be text (got 7)"),
        (ONE.replace('["P-1/2"]', "[]"), 5, "at least 1 item"),
        (ONE + "    mission: 26\n", 4, "mission 26: must be between 1 and 25"),
        (ONE + "    mission: 0\n", 6, "must be at least 1 (got 0)"),
        (ONE + '    rulings: {Q-X2: "maybe"}\n', 4, "ruling Q-X2 (random_events) has no option 'maybe'"),
        (ONE + "    player: nobody\n", 6, "'nobody' is not a known word; known: doctrine, random"),
        (ONE + "read: [R-8-1]\n", 6, "unknown table 'R-8-1'; did you mean R-8-0"),
        (ONE + "read: [R-8-0]\nunused: [R-8-0]\n", 7, "the table R-8-0 is listed twice"),
        (ONE + "lost: []\n", 6, "unknown key"),
        ("missions: [\n", 4, "is not YAML"),
    ],
)  # fmt: skip
def test_a_fault_is_reported_in_one_line_with_its_place_and_the_command_that_mends_it(book, text, line, expected):
    (found,) = faults(book, text)
    assert found[0] == line
    assert expected in found[1]
    assert found[1].endswith("; to renew the file run: combatbox example renew queen")
    assert "\n" not in found[1]
