"""Filled sheets that stay editable, and the sums that viewers with JavaScript calculate in them."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from pdfua import validate
from pypdf import PdfReader

from combatbox.press.print_run import print_filled
from combatbox.press.shop import PrintOptions
from combatbox.web import bundles

from . import built, queen
from .shop import book as twentyfive
from .shop import boxes, crossed, pen, really_ready, written

VIEWER = Path(__file__).with_name("viewer.js")
"""The part of a PDF viewer that runs the scripts of a form after each entry."""

MINUS = b"\x81"
"""The code of the minus sign in the face of the fields."""


@cache
def chart(*, flat: bool) -> Path:
    job = PrintOptions(only=("mission-chart",), flat=flat)
    (path,) = print_filled(
        queen.book(), [queen.miss_cue()], Path(mkdtemp(prefix="combatbox-")), "a4", "mission", job=job
    )
    return path


def fields(path: Path) -> dict[str, Any]:
    return PdfReader(path).get_fields() or {}


def entered(path: Path, *entries: tuple[str, str | bool]) -> dict[str, str]:
    """Return the values of all fields after these entries were typed or ticked, in their order."""
    reader = PdfReader(path)
    root, found = reader.trailer["/Root"], reader.get_fields() or {}
    form = {
        "script": root["/Names"]["/JavaScript"]["/Names"][1].get_object()["/JS"],
        "values": {name: str(field.get("/V", "")).removeprefix("/") for name, field in found.items()},
        "order": [one.get_object()["/T"] for one in root["/AcroForm"]["/CO"]],
        "calls": {
            one["/T"]: one["/AA"]["/C"]["/JS"]
            for one in (reference.get_object() for reference in root["/AcroForm"]["/CO"])
        },
        "entries": entries,
    }
    line = [bundles.node(), str(VIEWER)]
    done = subprocess.run(line, input=json.dumps(form), capture_output=True, text=True, check=True)
    values: dict[str, str] = json.loads(done.stdout)
    return values


def test_a_filled_chart_has_all_fields_of_a_blank_one_with_the_values_that_the_flat_one_prints() -> None:
    blank, editable = queen.blank("mission-chart", "a4"), fields(chart(flat=False))
    assert set(editable) == set(fields(blank))
    typed = {name: str(field["/V"]) for name, field in editable.items() if field["/FT"] == "/Tx" and "/V" in field}
    printed = written(chart(flat=True), blank)
    assert typed == printed
    assert any("−" in value for value in typed.values())
    ticked = {name for name, field in editable.items() if field.get("/V") == "/On"}
    assert ticked == crossed(chart(flat=True), blank)
    assert validate(chart(flat=False)).findings == ()


def test_a_filled_field_shows_its_value_within_its_box() -> None:
    """Each filled field draws the words of its value within its box."""
    page, places = PdfReader(chart(flat=False)).pages[0], boxes(chart(flat=False))
    filled = [one for one in (one.get_object() for one in page["/Annots"]) if one.get("/V") and "/DA" in one]
    assert {str(one["/T"]) for one in filled} == {
        name for name, field in fields(chart(flat=False)).items() if field["/FT"] == "/Tx" and "/V" in field
    }
    for annotation in filled:
        code = annotation["/AP"]["/N"].get_object().get_data()
        lines = re.findall(rb"1 0 0 1 (\S+) (\S+) Tm \((.*?)\) Tj", code)
        codes = b" ".join(words for *_, words in lines)
        assert "−".join(part.decode("cp1252") for part in codes.split(MINUS)).split() == str(annotation["/V"]).split()
        left, top, right, bottom = places[str(annotation["/T"])]
        assert all(0 <= float(x) <= right - left and 0 <= float(y) <= bottom - top for x, y, _ in lines)
    assert pen(chart(flat=False)) != pen(chart(flat=True)), "the values are no longer printed on the page"


def test_letters_that_no_field_can_show_are_printed(tmp_path: Path) -> None:
    (path,) = print_filled(
        twentyfive(), [really_ready()], tmp_path, "a4", "own", job=PrintOptions(only=("fighter-attack",))
    )
    found, words = fields(path), {word for word, *_ in pen(path)[0]}
    assert "attack-1A" not in found, "an arrow is in it"
    assert {"↑", "↓"} & words
    assert found["id-1A-t"]["/V"]


def test_the_target_and_the_squadron_make_the_modifiers_of_the_zones() -> None:
    path = queen.blank("mission-chart", "a4")
    table = queen.book().rulebook().tables["G-11"].keys
    values = entered(path, ("target", "st. nazaire"), ("squadron-low", True))
    for zone in range(2, 9):
        row = table.get(f"St_Nazaire@{zone}")
        total = int(row.effects[0].parameters()[0]) + 1 if row else None
        assert values[f"zone-net-{zone}"] == (
            "" if total is None else f"{total:+}".replace("-", "−").replace("+0", "0")
        )
    assert entered(path, ("target", "Atlantis"), ("squadron-low", True))["zone-net-2"] == ""
    own = entered(path, ("target", "Rouen"), ("zone-net-3", "-9"), ("bomber", "Bad Penny"))
    assert (own["zone-net-2"], own["zone-net-3"]) == ("−2", "-9"), "what a player has entered himself stays"


@pytest.mark.parametrize(
    ("words", "shown", "box"),
    [
        ("gear -1, flaps -1", "−2: gear -1, flaps -1", "minus-2"),
        ("–5: gear −3, weather -1, veteran +1", "−3: gear −3, weather -1, veteran +1", ""),
        ("veteran +1", "veteran +1", "plus-1"),
    ],
)
def test_the_modifiers_of_a_landing_are_added_up(words: str, shown: str, box: str) -> None:
    name = "landing-land-more"
    values = entered(queen.blank("mission-chart", "a4"), ("landing-land-plus-0", True), (name, words))
    assert values[name] == shown
    ticked = {add for add in ("plus-1", "plus-0", "minus-1", "minus-2") if values[f"landing-land-{add}"] == "On"}
    assert ticked == ({box} if box else set())


def test_fuel_is_counted_and_a_night_mission_has_no_squadron() -> None:
    path = built.blank("superfort", "mission-log", "a4")
    values = entered(path, ("fuel-1", True), ("fuel-2", True), ("fuel-2", False), ("fwd-4", True))
    assert [values[f"{tank}-left"] for tank in ("fuel", "fwd", "aft")] == ["37", "3", "4"]
    night = entered(path, ("target", "Nagoya, docks"), ("time-night", True), ("squadron-low", True))
    day = entered(path, ("target", "Nagoya, docks"), ("time-day", True), ("squadron-low", True))
    assert [value["modifier-11"] for value in (night, day)] == ["−1", "0"]


def test_an_entry_elsewhere_changes_no_value_of_a_filled_chart() -> None:
    before = {name: str(field.get("/V", "")).removeprefix("/") for name, field in fields(chart(flat=False)).items()}
    after = entered(chart(flat=False), ("date", "1 May 1943"))
    assert changed(before, after) == {"date": "1 May 1943"}
    again = entered(chart(flat=False), ("target", before["target"]))
    assert {name for name in changed(before, again) if before[name]} == set()


@pytest.mark.parametrize(("game", "name"), [("queen", "composite-record"), ("superfort", "campaign-log")])
def test_the_bombs_of_a_tour_are_averaged(game: str, name: str) -> None:
    path = built.blank(game, name, "a4")
    assert entered(path, ("per-cent-1", "30%"), ("per-cent-2", "–"))["total-mean"] == "30%"
    assert entered(path, ("per-cent-1", "30%"), ("per-cent-2", "5%"))["total-mean"] == "17%", "rounded down"
    assert entered(path, ("per-cent-1", "30%"), ("per-cent-1", ""))["total-mean"] == ""


def test_the_credited_missions_of_a_tour_are_counted() -> None:
    path = built.blank("superfort", "campaign-log", "a4")
    assert entered(path, ("credited-1", True), ("credited-3", True))["total-credited"] == "2"
    assert entered(path, ("credited-1", True), ("credited-1", False))["total-credited"] == ""


@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_the_fighters_the_wounds_and_the_losses_of_a_crew_are_added_up(game: str) -> None:
    path = built.blank(game, "career-log", "a4")
    entries = (("destroyed-1", "2×190, 1×109"), ("destroyed-2", "3 destroyed"), ("light-2", "1"), ("light-7", "2"))
    values = entered(path, *entries, ("fate-7", "KIA"), ("serious-7", "1"))
    totals = {name: value for name, value in values.items() if name.startswith("total-")}
    assert totals == {
        "total-destroyed": "6",
        "total-light": "3",
        "total-serious": "1",
        "total-frostbitten": "",
        "total-fate": "1",
    }


@pytest.mark.parametrize("name", ["composite-record", "career-log"])
def test_a_filled_log_of_a_tour_has_the_totals_that_a_viewer_calculates(name: str, tmp_path: Path) -> None:
    job = PrintOptions(only=(name,))
    (path,) = print_filled(queen.book(), [queen.log("tour 12/6")], tmp_path, "a4", "tour", job=job)
    before = {field: str(value.get("/V", "")).removeprefix("/") for field, value in fields(path).items()}
    first = next(field for field in before if re.match(r"(?:campaign|.*crew-of)$", field))
    after = entered(path, (first, "Our crew"))
    assert changed(before, after) == {first: "Our crew"}
    totals = {field: value for field, value in before.items() if "total-" in field}
    assert any(totals.values())


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in after.items() if before[name] != value}
