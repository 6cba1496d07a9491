"""`print --write`: a player's own words in the fields of record sheets, as they are or refused in one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from combatbox.cli import main

from . import queen, shop
from .shop import words, written

ODD = "Łódź & <b>Big</b> {n} **Week** (\\) %s — Операция"


def run(*options: str, out: Path) -> Result:
    return CliRunner().invoke(main, ["print", "--paper", "a4", "--out", str(out), *options])


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("log") / "tour.jsonl"
    flown = CliRunner().invoke(main, ["campaign", "queen", "--seed", "12", "--missions", "3", "--log", str(path)])
    assert flown.exit_code == 0, flown.output
    return str(path)


def test_a_blank_sheet_says_what_is_written_and_the_rest_stays_fillable(tmp_path: Path) -> None:
    result = run("twentyfive", "--write", f"bomber={ODD}", "--write", "date=4 March 1943", out=tmp_path)
    assert result.exit_code == 0, result.output
    for name in ("mission-record", "twentyfive-bundle"):
        path = tmp_path / "twentyfive" / f"{name}-a4.pdf"
        fields = PdfReader(path).get_fields() or {}
        assert {"bomber", "date"} & set(fields) == set()
        assert "player" in fields
    found = written(tmp_path / "twentyfive" / "mission-record-a4.pdf", shop.blank("a4")["mission-record"])
    assert found["bomber"].split() == ODD.split()
    assert found["date"] == "4 March 1943"


def test_a_campaigns_papers_take_what_the_log_cannot_know(tmp_path: Path, tour: str) -> None:
    name = "The Long Autumn of the Hundred and Eighth"
    options = ("--flat", "--write", f"campaign={name}", "--write", "player=Ann", "--write", "mission-2-date=5 June")
    result = run("--log", tour, *options, out=tmp_path)
    assert result.exit_code == 0, result.output
    chart, record = (tmp_path / "queen" / f"tour-{sheet}-a4.pdf" for sheet in queen.SHEETS[:2])
    found = written(record, queen.blank("composite-record", "a4"))
    assert (found["campaign"], found["player"]) == (name, "Ann")
    careers = written(tmp_path / "queen" / "tour-career-log-a4.pdf", queen.blank("career-log", "a4"))
    assert careers["career-player"] == "Ann"
    assert [page for page in range(len(PdfReader(chart).pages)) if "5 June" in words(chart, page)] == [1]
    assert "mission-2-date" not in (PdfReader(chart).get_fields() or {})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("campain=x", "unknown field of these sheets 'campain'; did you mean campaign?"),
        ("campaign", "--write 'campaign': write FIELD=TEXT, for example player=Ann"),
        ("=x", "--write '=x': write FIELD=TEXT"),
        ("formation-lead=x", "unknown field of these sheets 'formation-lead'"),
        ("player=two\nlines", "--write player: 'two\\nlines' has a control character"),
        (f"begun={'long ' * 60}", "does not fit into"),
    ],
)
def test_words_that_cannot_be_written_are_refused_before_anything_is_made(
    tmp_path: Path, words: str, message: str
) -> None:
    sheets = [option for sheet in queen.SHEETS for option in ("--only", sheet)]
    result = run("queen", "--write", words, *sheets, out=tmp_path)
    assert result.exit_code == 2
    assert message in result.output
    assert len(result.output.splitlines()) == 1
    assert not files(tmp_path)


def test_a_field_that_no_sheet_has_is_refused_with_those_that_are_free(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    flown = CliRunner().invoke(main, ["fly", "queen", "--seed", "3", "--log", str(path)])
    assert flown.exit_code == 0, flown.output
    result = run("--log", str(path), "--write", "player=Ann", out=tmp_path / "out")
    assert result.exit_code == 2
    assert "unknown field of these sheets 'player'; free on them: " in result.output
    assert "date" in result.output
    assert "other sheets have other fields" in result.output
    assert len(result.output.splitlines()) == 1


def test_what_the_log_has_written_stands(tmp_path: Path, tour: str) -> None:
    result = run("--log", tour, "--write", "bomber=Another", out=tmp_path)
    assert result.exit_code == 2
    assert "field 'bomber': the log fills it with" in result.output
    assert not files(tmp_path)


@pytest.mark.parametrize("options", [(), ("--flat",)])
def test_a_text_too_long_for_its_field_is_refused_with_what_fits_and_never_cut(
    tmp_path: Path, tour: str, options: tuple[str, ...]
) -> None:
    name = "The Long Autumn of the Hundred and Eighth Bomb Group over Bremen, Kiel and Emden, and Home Again"
    result = run("--log", tour, *options, "--write", f"campaign={name}", out=tmp_path)
    assert result.exit_code == 2, result.output
    assert f"Composite Mission Record, filled, field 'campaign': '{name}' does not fit into" in result.output
    count = int(re.search(r"only its first (\d+) letters do", result.output)[1])  # type: ignore[index]
    assert not files(tmp_path)
    assert run("--log", tour, *options, "--write", f"campaign={name[:count]}", out=tmp_path).exit_code == 0


def test_a_field_is_written_once_and_on_the_sheets_of_one_game(tmp_path: Path) -> None:
    twice = run("queen", "--write", "player=Ann", "--write", "player=Bob", out=tmp_path)
    assert (twice.exit_code, "player is given twice" in twice.output) == (2, True)
    flat = run("queen", "--flat", out=tmp_path)
    assert flat.exit_code == 2
    assert "--flat: add --log FILE; a blank sheet has no values" in flat.output
    nowhere = run("--write", "player=Ann", out=tmp_path)
    assert (nowhere.exit_code, "--write: leave it out: no game is named" in nowhere.output) == (2, True)
    assert not files(tmp_path)


@pytest.mark.thorough
def test_files_for_a_print_shop_have_no_form_fields(tmp_path: Path) -> None:
    options = ("--bleed", "--only", "table-cards", "--only", "mission-record")
    assert run("twentyfive", *options, out=tmp_path).exit_code == 0
    trimmed = [
        path
        for path in files(tmp_path)
        if path.suffix == ".pdf" and PdfReader(path).pages[0].trimbox != PdfReader(path).pages[0].mediabox
    ]
    assert trimmed
    assert not any(PdfReader(path).get_fields() for path in trimmed)
