"""A print run with an overlay of which a paper cannot be made."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from click.testing import Result

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


@pytest.mark.thorough
def test_a_paper_that_cannot_be_made_is_named_and_the_others_are_written(call: Call, no_elevators: Path) -> None:
    chosen = ("--only", "counters", "--only", "sequence")
    done = call("print", "queen", "--paper", "a4", *chosen, "--out", "out", "--tables", no_elevators)
    assert done.exit_code == 1
    assert done.stdout.splitlines() == ["out/queen/sequence-a4.pdf"]
    output = "combatbox: counters-a4.pdf: not made: counters.yaml:"
    assert done.stderr.startswith(output), done.stderr
    assert "pieces.landing.elevators_out" in done.stderr


@pytest.mark.thorough
def test_verify_reports_what_print_would_refuse(call: Call, no_elevators: Path) -> None:
    done = call("verify", "queen", "--tables", no_elevators)
    assert done.exit_code == 1
    assert "FAIL print" in done.stdout
    assert "counters-a4.pdf: counters.yaml:" in done.stdout


def chin_gun(folder: Path) -> Path:
    """House rules of queen with another gun in the nose."""
    home = folder / "house" / "queen"
    home.mkdir(parents=True)
    facts = "{bursts: 15, twin: true, compartment: nose, stations: [bombardier], at_home: [bombardier], aces: []}"
    (home / "game.yaml").write_text(f"constants: {{guns: {{chin: {facts}}}}}\nwords: {{gun_chin: chin guns}}\n")
    return home


def print_chart(call: Call, tables: Path) -> Result:
    """Print the mission chart of queen with these tables."""
    return call("print", "queen", "--paper", "a4", "--only", "mission-chart", "--out", "out", "--tables", tables)


def test_a_gun_of_house_rules_without_a_place_on_the_sheets_is_refused_with_the_file_to_write(
    call: Call, tmp_path: Path
) -> None:
    home = chin_gun(tmp_path)
    done = print_chart(call, home.parent)
    assert done.exit_code == 1
    (line,) = done.stderr.splitlines()
    assert "chin must have one place beside the drawing; list it under one of above, left, right and below" in line
    assert line.endswith(", in house/queen/sheets/shop.yaml")


def test_house_rules_may_have_files_of_sheets_which_are_merged_with_the_game_s(call: Call, tmp_path: Path) -> None:
    home = chin_gun(tmp_path)
    (home / "sheets").mkdir()
    (home / "sheets" / "shop.yaml").write_text("data: {guns: {above: {add: [chin]}}}\n")
    assert print_chart(call, home.parent).exit_code == 0
    with pypdfium2.PdfDocument(Path("out/queen/mission-chart-a4.pdf")) as document:
        assert "Chin guns 15" in re.sub(r"\s+", " ", document[0].get_textpage().get_text_bounded())
    (home / "sheets" / "shop.yaml").write_text("data: {guns: {above: {add: [tail]}}}\n")
    assert "sheets/shop.yaml:1: tail must have one place" in print_chart(call, home.parent).stderr


def test_a_gun_that_house_rules_take_out_is_refused_on_the_sheets_with_the_line_to_write(
    call: Call, tmp_path: Path
) -> None:
    home = tmp_path / "house" / "queen"
    (home / "sheets").mkdir(parents=True)
    (home / "game.yaml").write_text("constants: {guns: {radio_room: gone}}\n")
    assert "so write left: {remove: [radio_room]}, in house/queen/sheets" in print_chart(call, home.parent).stderr
    (home / "sheets" / "shop.yaml").write_text("data: {guns: {left: {remove: [radio_room]}}}\n")
    assert print_chart(call, home.parent).exit_code == 0


def test_a_city_of_house_rules_in_a_ninth_zone_is_printed(call: Call, tmp_path: Path) -> None:
    home = tmp_path / "house" / "queen"
    home.mkdir(parents=True)
    (home / "game.yaml").write_text("constants: {cities: {add: [Berlin]}}\n")
    cells = ", ".join(['{modifier: "-1", over: G}'] * 8)
    rows = f"rows: {{add: [{{key: Berlin, cells: [{cells}]}}]}}\n"
    (home / "g-11.yaml").write_text(f'id: G-11\nedits: true\ncolumns: {{"9": {{title: Zone 9}}}}\n{rows}')
    chosen = ("--only", "mission-chart", "--only", "strategic-board")
    done = call("print", "queen", "--paper", "a4", *chosen, "--out", "out", "--tables", home.parent)
    assert (done.exit_code, done.stderr) == (0, "")
    with pypdfium2.PdfDocument(Path("out/queen/mission-chart-a4.pdf")) as document:
        words = document[0].get_textpage().get_text_bounded().split()
    assert words.count("9") == 1


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
