"""A print run with an overlay of which a paper cannot be made."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest

from combatbox.library import paths

from .conftest import Call


@pytest.fixture
def no_elevators(tmp_path: Path) -> Path:
    """Return tables of queen whose landing does not count elevators, which a counter names."""
    text = (paths.home("queen").tables / "g-9.yaml").read_text(encoding="utf-8")
    folder = tmp_path / "mine" / "queen"
    folder.mkdir(parents=True)
    (folder / "g-9.yaml").write_text(re.sub(r"(?m)^  - \{when: elevators_out.*\n", "", text), encoding="utf-8")
    return folder.parent


def test_a_paper_that_cannot_be_made_is_named_and_the_others_are_written(call: Call, no_elevators: Path) -> None:
    chosen = ("--only", "counters", "--only", "sequence")
    done = call("print", "queen", "--paper", "a4", *chosen, "--out", "out", "--tables", no_elevators)
    assert done.exit_code == 1
    assert done.stdout.splitlines() == ["out/queen/sequence-a4.pdf"]
    output = "combatbox: counters-a4.pdf: not made: counters.yaml:"
    assert done.stderr.startswith(output), done.stderr
    assert "pieces.landing.elevators_out" in done.stderr


@pytest.mark.thorough
def test_the_rules_on_paper_refer_to_a_table_that_house_rules_change(call: Call, no_elevators: Path) -> None:
    call("print", "queen", "--paper", "a4", "--only", "rules", "--out", "out", "--tables", no_elevators)
    with pypdfium2.PdfDocument(Path("out/queen/rules-a4.pdf")) as document:
        words = " ".join(page.get_textpage().get_text_bounded() for page in document)
    assert "none on G-9, −1 on G-10†" in re.sub(r"\s+", " ", words)
    assert "† With your tables: see G-9 and G-10." in re.sub(r"\s+", " ", words)


@pytest.mark.thorough
def test_the_list_of_papers_has_only_papers_that_were_made(call: Call, no_elevators: Path) -> None:
    """Pages offer what is listed there."""
    call("print", "queen", "--paper", "a4", "--out", "out", "--tables", no_elevators)
    listed = {one["name"] for one in json.loads(Path("out/queen/contents.json").read_text())["products"]}
    assert "counters" not in listed
    assert {"queen-bundle", "rules", "tables"} <= listed
    assert {path.name for path in Path("out/queen").glob("*.pdf")} == {f"{name}-a4.pdf" for name in listed}
