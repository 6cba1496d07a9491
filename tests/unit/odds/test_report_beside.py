"""What odds are set beside: history and a model; where ours is far from the model's there is a reason, and nowhere else."""

from dataclasses import replace

import pytest

from combatbox.core.errors import DataError
from combatbox.core.statistics import estimate
from combatbox.library import paths
from combatbox.library.load import load
from combatbox.odds.report import NAME, beside, comparison_faults, comparison_lines, fine, read_beside
from combatbox.odds.stored_odds import read_stored
from combatbox.verify.checks import run_checks

FILE = """\
model: A model.
far: 1.5
groups:
  - title: By part
    within: by_part
    scopes: {a: Part A, b: Part B}
    figures:
      - figure: lost
        title: Lost
        model: {a: 0.1, b: 0.02}
        history: [{hits: 73, of: 31387, text: over the war, source: the booklet}, {text: many, source: a summary}]
        why: A rule does it.
      - {figure: left, title: Left, kind: count, model: {a: 3}}
"""
FIGURES = {
    "by_part": {
        "a": {"lost": estimate(100, 1_000).to_json(), "left": 3},
        "b": {"lost": estimate(100, 1_000).to_json(), "left": 5},
    }
}


@pytest.fixture
def read(tmp_path):
    def made(text=FILE):
        path = tmp_path / "drill" / "results" / NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return read_beside("drill", tmp_path)

    return made


@pytest.fixture
def stored():
    """Stored odds whose figures are put in."""
    item = read_stored("twentyfive")[0]
    return lambda figures: replace(item, found={"figures": figures})


def test_ours_stands_beside_the_models_with_what_is_on_record(read):
    (table,) = beside(read(), FIGURES).tables
    lost, left = table.lines
    assert [(cell.model, cell.far) for cell in lost.cells] == [(0.1, False), (0.02, True)]
    assert lost.history == ("73 of 31,387, 0.23% over the war (the booklet)", "many (a summary)")
    assert [(cell.ours.value, cell.model) for cell in left.cells] == [(3, 3), (5, None)]
    lines = list(comparison_lines(beside(read(), FIGURES)))
    assert any("Part B" in line and "10.0%" in line and line.endswith("model 2.00%  far") for line in lines)
    assert "    why: A rule does it." in lines


def test_small_shares_are_written_to_a_hundredth():
    assert (fine(0.00233), fine(0.64)) == ("0.23%", "64.0%")


def test_a_difference_wants_its_reason_and_a_reason_its_difference(read, stored):
    assert comparison_faults(read(), stored(FIGURES)) == []
    (fault,) = comparison_faults(read(FILE.replace("        why: A rule does it.\n", "")), stored(FIGURES))
    assert "far from the model's (b)" in fault
    near = {"by_part": {"a": FIGURES["by_part"]["a"]}}
    (fault,) = comparison_faults(read(), stored(near))
    assert "remove it" in fault


def test_a_figure_that_our_odds_lack_is_found_out(read, stored):
    (fault,) = comparison_faults(read(FILE.replace("figure: left", "figure: lfet")), stored(FIGURES))
    assert fault == "lfet: our odds have no figure of this name"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("model: {a: 3}", "model: {c: 3}", "'c' is not a scope"),
        ("hits: 73, of: 31387, text: over the war", "hits: 73", "a record needs both hits and of, or only a text"),
        ("far: 1.5", "far: 1", "far"),
        ("model: A model.", "modle: A model.", "modle"),
    ],
)
def test_what_is_wrong_in_the_file_is_reported_with_its_line(read, old, new, fault):
    assert old in FILE
    with pytest.raises(DataError) as error:
        read(FILE.replace(old, new))
    assert fault in str(error.value)
    assert f"{NAME}:" in str(error.value)


def test_most_games_have_nothing_to_be_set_beside():
    assert read_beside("twentyfive") is None


def test_verify_holds_the_reasons_to_the_stored_odds(tmp_path, monkeypatch):
    book = load("twentyfive")
    folder = tmp_path / "tables" / "twentyfive" / "results"
    folder.mkdir(parents=True)
    (folder / "odds.json").write_text((paths.tables() / "twentyfive/results/odds.json").read_text(encoding="utf-8"))
    (folder / NAME).write_text(FILE, encoding="utf-8")
    monkeypatch.setattr(paths, "tables", lambda: tmp_path / "tables")
    monkeypatch.setattr("combatbox.verify.odds.faults", lambda book, item: [])
    (check,) = run_checks([book], only=["results"], tables=tmp_path / "tables")
    assert {finding.place for finding in check.findings} == {f"tables/twentyfive/results/{NAME}"}
    assert "our odds have no figure of this name" in str(check.findings[0])
