"""Tables of one's own: written to be overtyped, green at once, and compared row by row."""

from __future__ import annotations

import stat

import pytest
from tests.wing import LESS, MORE, MOVED, ONE, TWO

from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES
from combatbox.library.load import load, load_game
from combatbox.library.overlay import differences, overlay_files, write_overlay

GAME = "twentyfive"


def overtype(folder, name, old, new):
    path = folder / GAME / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def mine(tmp_path, twentyfive):
    write_overlay(twentyfive, tmp_path / "mine")
    return tmp_path / "mine"


def shown_differences(folder):
    return [str(one) for one in differences(load(GAME), load(GAME, folder))]


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_table_of_every_game_is_written_and_changes_nothing(tmp_path, game):
    book = load(game)
    written = write_overlay(book, tmp_path / "mine")
    assert len([path for path in written if path.suffix == ".yaml"]) == len(book.tables)
    laid = load(game, tmp_path / "mine")
    assert laid.digest == book.digest
    assert differences(book, laid) == []


def test_a_file_says_how_it_is_used_and_what_must_hold(mine):
    text = (mine / GAME / "t-tab-wing.yaml").read_text(encoding="utf-8")
    lines = text.splitlines()
    assert lines[0] == "# yaml-language-server: $schema=../schema/twentyfive-table.json"
    assert (mine / "schema" / "twentyfive-table.json").is_file()
    assert f"Then: combatbox verify twentyfive --tables {mine}" in " ".join(
        line.removeprefix("#").strip() for line in lines
    )
    assert "# - 1d6: each roll from 1 to 6 stands in one row" in lines
    assert any("engines_out" in line and line.startswith("# - words of this table") for line in lines)
    assert all(len(line) <= 112 or str(mine) in line for line in lines if line.startswith("#"))


def test_what_the_rulebook_says_stands_above_its_table(drill):
    drill.write("constraints", """
constraints:
  - id: CONE.1
    table: D-ONE
    by: §1
    says: A low roll is low.
    checks: [{check: row, table: D-ONE, at: 1, gives: mark low}]
  - {id: CONE.2, table: D-ONE, by: §2, says: It is fair., unchecked: what is fair is no number}
  - {id: CSOFT.1, table: D-SOFT, by: §3, says: It is soft., unchecked: a feeling}
""")  # fmt: skip
    book = drill.load()
    files = {path.name: text for path, text in overlay_files(book, drill.overlay).items() if path.suffix == ".yaml"}
    assert "# - CONE.1 (§1) A low roll is low.\n# - CONE.2* (§2) It is fair.\n" in files["d-one.yaml"]
    assert "soft" not in files["d-one.yaml"]
    assert "CSOFT.1* (§3) It is soft." in files["d-soft.yaml"]


# ---- never over somebody's work


def test_what_is_there_is_left_alone_and_nothing_is_written(mine, twentyfive):
    overtype(mine, "t-tab-wing.yaml", f"roll: {ONE}", f"roll: {LESS}")
    (mine / GAME / "t-tab-area.yaml").unlink()
    stored = {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()}
    with pytest.raises(
        CombatBoxError, match=r"t-tab-wing.yaml already exists and was edited; nothing was written. --missing"
    ):
        write_overlay(twentyfive, mine)
    assert {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()} == stored


def test_missing_files_are_added_and_others_are_left_alone(mine, twentyfive):
    overtype(mine, "t-tab-wing.yaml", f"roll: {ONE}", f"roll: {LESS}")
    (mine / GAME / "t-tab-area.yaml").unlink()
    assert [path.name for path in write_overlay(twentyfive, mine, missing=True)] == ["t-tab-area.yaml"]
    assert f"roll: {LESS}" in (mine / GAME / "t-tab-wing.yaml").read_text(encoding="utf-8")


def test_a_file_in_the_way_the_games_own_folder_and_a_folder_that_cannot_be_written(tmp_path, drill):
    book = drill.load()
    (tmp_path / "file").write_text("x")
    with pytest.raises(CombatBoxError, match="file: is not a folder"):
        write_overlay(book, tmp_path / "file")
    own = load(GAME)
    with pytest.raises(CombatBoxError, match="contains the game's own tables; choose another folder"):
        write_overlay(own, tmp_path / ".." / _tables_of(own))
    (tmp_path / "locked").mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    try:
        (tmp_path / "locked" / "probe").mkdir()
    except OSError:
        with pytest.raises(CombatBoxError, match="locked/twentyfive: cannot be written: Permission denied"):
            write_overlay(own, tmp_path / "locked")
        assert list((tmp_path / "locked").iterdir()) == []
    else:
        (tmp_path / "locked" / "probe").rmdir()  # the superuser may write anywhere


def _tables_of(book):
    from combatbox.library import paths

    return paths.home(book.key).tables.parent


# ---- what differs


def test_a_changed_row_is_reported_with_file_line_and_both_versions(mine):
    overtype(mine, "t-tab-wing.yaml", f"roll: {ONE}", f"roll: {LESS}")
    overtype(mine, "t-tab-wing.yaml", f"roll: {TWO}", f"roll: {MORE}")
    (line,) = shown_differences(mine)
    assert line.startswith(f"{mine}/twentyfive/t-tab-wing.yaml:")
    assert line.endswith(f"T-TAB-WING/{MOVED}: One engine out → Two engines out")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("title: T\n", "title: Mine\n", "d-t.yaml:2 D-T title: T → Mine"),
        ("- A note.", "- Another note.", "d-t.yaml:14 D-T note: A note. → Another note."),
        ("add: -2", "add: -1", "d-t.yaml:7 D-T modifier: The alarm has rung: −2 → The alarm has rung: −1"),
        ("clamp: [-1, 6]", "clamp: [0, 6]", "d-t.yaml:4 D-T clamp: -1 to 6 → 0 to 6"),
        ("[{mark: a}, {mark: b}]", "[{mark: a}, {mark: c}]", "D-T/−1 to 3, Two: Mark b → Mark c"),
    ],
)
def test_everything_that_a_table_says_is_compared(drill, old, new, says):
    text = """\
id: D-T
title: T
dice: 1d6
clamp: [-1, 6]
shape: columns
columns: {one: One, two: Two}
modifiers: [{when: alarmed, add: -2}]
source: {kind: rulebook, section: x}
cell: null
rows:
  - {roll: -1-3, cells: [{mark: a}, {mark: b}]}
  - {roll: 4-6, cells: [{mark: a}, {mark: a}]}
notes:
  - A note.
"""
    drill.write("d-t", text)
    assert old in text
    changed = text.replace(old, new).replace("roll: -1-3" if "clamp: [0" in new else "\0", "roll: 0-3")
    drill.over("d-t", changed)
    ours = drill.load()
    found = [str(one) for one in differences(ours, drill.load(overlay=True))]
    assert any(says.casefold() in one.casefold() for one in found), found


def test_a_ruling_of_an_overlay_is_reported(drill, drill_game):
    text = (drill.base / "drill" / "rulings.yaml").read_text()
    drill.over("rulings", text.replace('default: "no"', 'default: "yes"'))
    found = differences(drill.load(), load_game(drill_game, drill.base / "drill", drill.overlay))
    assert [str(one) for one in found] == ["ruling D-A1 (gentle).default: no → yes"]


def test_a_table_that_an_overlay_adds_is_reported(drill, drill_game):
    drill.over(
        "d-new",
        "id: D-NEW\ntitle: New\nadded: true\nsource: {kind: house, section: ours}\ndice: 1d6\nrows: [{roll: 1-6}]\n",
    )
    found = differences(drill.load(), load_game(drill_game, drill.base / "drill", drill.overlay))
    assert [one.now for one in found] == ["a new table, New"]
    assert "D-NEW: nothing →" in str(found[0])
