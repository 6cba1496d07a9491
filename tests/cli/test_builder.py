"""A build with an overlay, from worked examples to papers: an outdated example does not stop it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.press.texts import in_one_line, texts

from combatbox.cli import builder, game_papers
from combatbox.library.build_cache import BuildCache

GAME = "like: twentyfive\nkey: storm\ntitle: Twenty-five in the Storm\nconstants: {missions: 30}\n"
AREA = (
    "id: T-TAB-AREA\ntitle: Area\ndice: 1d6\nsource: {kind: house, section: ours}\n"
    "rows:\n  - {roll: 1-2, effects: [{area: right_wing}]}\n  - {roll: 3-4, effects: [{area: left_wing}]}\n"
    "  - {roll: 5-6, effects: [{area: fuselage}]}\n"
)
"""What every hit of the worked example reads is another part of the plane."""


def test_papers_and_examples_of_a_variant_are_made_and_an_outdated_example_is_left_out_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storm = tmp_path / "mine" / "storm"
    storm.mkdir(parents=True)
    (storm / "game.yaml").write_text(GAME, "utf-8")
    (storm / "t-tab-area.yaml").write_text(AREA, "utf-8")
    monkeypatch.setattr(game_papers, "PAPERS", ("a4",))
    folders = {"print": tmp_path / "print", "examples": tmp_path / "examples"}
    output, _ = builder._papers(BuildCache(), tmp_path / "mine", folders, "storm")
    assert output[0].startswith("example  storm/really-ready: left out, it does not fit these tables: ")
    assert not (tmp_path / "examples" / "storm").exists()
    made = {path.name for path in (tmp_path / "print" / "storm").glob("*.pdf")}
    assert {"mission-record-a4.pdf", "tables-a4.pdf", "rules-a4.pdf"} < made
    assert not [name for name in made if "really-ready" in name]
    (words,) = texts(tmp_path / "print" / "storm" / "rules-a4.pdf", 0)
    assert "Twenty-five in the Storm is a variant of 25 and Out." in in_one_line(words)


def test_the_build_reports_what_takes_the_space(tmp_path):
    for name, size in {
        "index.html": 2_000_000, "print/queen/rules-a4.pdf": 5_000_000, "assets/engine/slices/core/1.js": 3_000_000,
        "assets/engine/core.pack": 1_000_000, "favicon.png": 40,
    }.items():  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(size))
    output = builder.sizes(tmp_path)
    assert output == "11 MB: papers 5, engine for opening from a folder 3, pages 2, engine 1, the rest 0"


def test_a_build_begins_by_deleting_what_a_killed_build_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "_engine", lambda folder, cache: iter(["engine"]))
    left = [tmp_path / f".{part}.new-01234567" for part in ("print", "examples", "engine", "site")]
    for folder in left:
        (folder / "new").mkdir(parents=True)
        folder.with_name(f"{folder.name}.lock").touch()
    lines = builder.build_all(tmp_path, {}, [])
    next(lines)
    assert not any(folder.exists() or folder.with_name(f"{folder.name}.lock").exists() for folder in left)
    lines.close()
    assert list(tmp_path.iterdir()) == []
