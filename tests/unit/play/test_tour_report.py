"""What comes after a mission: another like it, a tour with its crew, and a tour at a glance."""

from __future__ import annotations

import csv
from functools import cache
from io import StringIO
from typing import Any

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.library.load import load as loaded
from combatbox.play.controller import GameController
from combatbox.play.tour_report import csv_text

load = cache(loaded)
TOURS = ("queen", "superfort", "twentyfive")


def flown(desk: GameController, seen: dict[str, Any], missions: int = 0) -> dict[str, Any]:
    """Play by the defaults to the end, or until a number of missions are done."""
    while not seen["over"] and not (missions and desk.session.mission > missions):
        seen = desk.answer(seen["asked"]["default"])
    return seen


@pytest.mark.parametrize("key", ["queen", "superfort", "skirmish", "twentyfive"])
def test_another_is_begun_as_the_last_one_was(key):
    desk = GameController(load(key))
    names = {"bomber": "Paper Moon"} if key in ("queen", "superfort") else {}
    mission = 2 if key == "skirmish" else 1
    flown(desk, desk.begin(seed="5", mission=mission, names=names))
    before, log = desk.session.header, desk.log()
    desk.begin_again("6")
    assert {**desk.session.header, "dice": before["dice"]} == {key: v for key, v in before.items() if key != "undone"}
    assert desk.session.header["dice"] != before["dice"]
    flown(desk, desk.begin_again("5"))
    assert desk.log() == log


def test_another_has_the_same_dice_by_hand():
    desk = GameController(load("twentyfive"))
    for dice, by_hand in (("own", []), ("mixed", ["T-TAB-GUNS"])):
        desk.begin(seed="5", dice=dice, by_hand=by_hand)
        before = desk.session.header["dice"]
        desk.begin_again("5")
        assert desk.session.header["dice"] == before


@pytest.mark.parametrize("key", TOURS)
def test_a_mission_becomes_the_first_of_a_tour_with_its_crew(key):
    desk = GameController(load(key))
    seen = flown(desk, desk.begin(seed="5"))
    assert seen["can"]["tour"]
    assert not seen["can"]["report"]
    faces, summary = list(desk.session.faces), seen["summary"]
    seen = desk.become_tour()
    assert desk.session.run == "tour"
    assert desk.session.faces[: len(faces)] == faces
    assert seen["can"]["report"]
    assert not seen["over"]
    assert desk.session.decision.kind in desk.book.game.board.between
    if "crew" in summary:
        men = desk.session.flight.state.men
        assert {role: man["kills"] for role, man in summary["crew"].items()} == {r: m.kills for r, m in men.items()}
    again = GameController(load(key))
    assert again.load(desk.save())["asked"] == seen["asked"]
    flown(desk, seen, 2)
    assert desk.tour()["flown"] >= 2


def test_what_cannot_become_a_tour_does_not_offer_it():
    for key, order in (("queen", {"mission": 3}), ("skirmish", {}), ("queen", {"run": "tour"})):
        desk = GameController(load(key))
        seen = desk.begin(seed="5", **order)
        assert not seen["can"]["tour"]
        if order.get("run") != "tour":
            assert not flown(desk, seen)["can"]["tour"]
        with pytest.raises(CombatBoxError, match="cannot become the first of a tour"):
            desk.become_tour()
    with pytest.raises(CombatBoxError, match="single mission"):
        begun("skirmish").tour()


def begun(key: str) -> GameController:
    desk = GameController(load(key))
    desk.begin(seed="1")
    return desk


@pytest.mark.parametrize("key", ["queen", "superfort"])
def test_a_tour_at_a_glance_is_what_the_composite_record_says(key):
    desk = GameController(load(key))
    flown(desk, desk.begin(seed="5", run="tour"), 6)
    report = desk.tour()
    desk.session.journal.flush_changes()
    forms = desk.book.game.forms(desk.session.journal.events, desk.session.journal.header, desk.session.rulebook)
    rows = [row for row in forms["composite"]["rows"] if row["flown"]]
    tables = {table["title"]: table for table in report["tables"]}
    assert report["flown"] == len(rows)
    assert report["flown"] + report["left"] == desk.book.missions
    missions = [row for row in tables["Missions"]["rows"] if "does not count" not in row[3]]
    assert [row[0] for row in missions] == [str(row["mission"]) for row in rows]
    names = {man["name"] for row in rows for man in row["crew"].values()}
    assert {row[1] for row in tables["Crew"]["rows"]} == names
    shot = sum(int(part.split()[0]) for row in tables["Crew"]["rows"] for part in row[3].split(", ") if part)
    assert shot == sum(len(man["kills"]) for row in rows for man in row["crew"].values())
    gone = [row for row in tables["Crew"]["rows"] if row[5]]
    assert len(gone) >= len({man["name"] for row in rows for man in row["crew"].values() if man["fate"]}) > 0
    assert [row[0] for row in tables["Bombers"]["rows"]] == [row["bomber"] for row in rows if row["new_bomber"]]
    for table in report["tables"]:
        assert all(len(row) == len(table["columns"]) for row in table["rows"])
        assert not any("_" in cell for row in table["rows"] for cell in row)


def test_a_tour_without_a_crew_lists_its_missions():
    desk = GameController(load("twentyfive"))
    flown(desk, desk.begin(seed="5", run="tour"), 3)
    (table,) = desk.tour()["tables"]
    assert [row[0] for row in table["rows"]] == [str(number) for number in range(1, len(table["rows"]) + 1)]
    assert len(table["rows"]) >= 3
    assert desk.tour()["left"] == desk.book.missions - len(table["rows"])


def read_csv(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file, which begins with a BOM."""
    assert text[0] == "\ufeff"
    return list(csv.DictReader(StringIO(text[1:], newline="")))


@pytest.mark.parametrize("key", ["queen", "superfort"])
def test_the_files_of_a_tour_have_the_numbers_of_the_composite_record(key):
    desk = GameController(load(key))
    flown(desk, desk.begin(seed="5", run="tour"), 6)
    files = {name: read_csv(text) for name, text in desk.tour()["files"].items()}
    forms = desk.book.game.forms(desk.session.journal.events, desk.session.journal.header, desk.session.rulebook)
    record = forms["composite"]
    rows = [*(row for row in record["rows"] if row["flown"]), *record["uncounted"]]
    assert [(row["Mission"], row["Bomber"]) for row in files["missions.csv"]] == [
        (str(row["mission"]), row["bomber"]) for row in rows
    ]
    lost = sum(bool(man["fate"]) for row in rows for man in row["crew"].values())
    assert sum(int(row["Men lost"]) for row in files["missions.csv"]) == lost
    kills = sum(len(man["kills"]) for row in rows for man in row["crew"].values())
    assert sum(int(row["Shot down"]) for row in files["kills.csv"]) == kills > 0
    assert {row["Name"] for row in files["careers.csv"]} >= {row["Name"] for row in files["kills.csv"]}
    (crew,) = (table for table in desk.tour()["tables"] if table["title"] == "Crew")
    assert [(row["Station"], row["Missions"]) for row in files["careers.csv"]] == [
        (row[0], row[2]) for row in crew["rows"]
    ]


def test_the_file_of_a_tour_without_a_crew_is_its_table():
    desk = GameController(load("twentyfive"))
    flown(desk, desk.begin(seed="5", run="tour"), 2)
    (missions,) = desk.tour()["files"].values()
    (table,) = desk.tour()["tables"]
    assert [list(row.values()) for row in read_csv(missions)] == table["rows"]


@pytest.mark.parametrize("name", ["=1+1", "+49", "-2", "@SUM(A1)", "\t=1"])
def test_a_name_that_a_spreadsheet_takes_for_a_formula_is_neutral(name):
    lines = [["Name", "Kills"], [name, -2], ['Ann "Ace", Lee', 0]]
    ((first, second),) = [read_csv(csv_text(lines))]
    assert first == {"Name": f"'{name}", "Kills": "-2"}
    assert second["Name"] == 'Ann "Ace", Lee'
