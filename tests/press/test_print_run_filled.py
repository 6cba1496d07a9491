"""Filled sheets say what the log says, in the boxes where a careful player would have written it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from pdfua import validate
from pypdf import PdfReader
from tests.flights import forms

from combatbox.core.events import Journal
from combatbox.press import fonts
from combatbox.press.print_run import print_filled
from combatbox.press.shop import PrintOptions

from .built import flat
from .shop import LOGS, PAPERS, alternatives, blank, book, filled, flown, words, written

every_log = pytest.mark.parametrize(("log", "paper"), [(log, paper) for log in LOGS for paper in PAPERS])
PLACES = ("left", "centre", "right")


def stands(log: str, product: str, paper: str, page: int = 0) -> dict[str, str]:
    return written(filled(log, paper)[product], blank(paper)[product], page)


@pytest.mark.sample(1)
@every_log
def test_what_the_log_leaves_open_stays_fillable(log: str, paper: str) -> None:
    text = forms(LOGS[log]())
    assert set(filled(log, paper)) == {"mission-record", "fighter-attack"}
    for name, path in filled(log, paper).items():
        fields = PdfReader(path).get_fields() or {}
        marks = {field for field, data in fields.items() if data["/FT"] == "/Btn"}
        blank_fields = PdfReader(blank(paper)[name]).get_fields() or {}
        places = {field for field, data in blank_fields.items() if data["/FT"] == "/Tx"}
        pages = len(PdfReader(path).pages)
        for page in range(pages):
            key = f"mission-{text['attacks'][page]['mission']}-" if pages > 1 else ""
            left = {field.removeprefix(key) for field in set(fields) - marks if field.startswith(key)}
            assert left == places - set(stands(log, name, paper, page)), name
        flown = {mission["number"] for mission in text["missions"]}
        promotions = {f"rank-{n}" for n in (12, 25) if n not in flown}
        assert marks == (promotions if name == "mission-record" else set())


@pytest.mark.sample(3)
@pytest.mark.rule("T-106", "T-107", "T-111", "T-901")
@every_log
def test_the_mission_record_says_what_the_log_says(log: str, paper: str) -> None:
    text = forms(LOGS[log]())
    expected = {"bomber": text["own"]}
    for mission in text["missions"]:
        n = mission["number"]
        expected |= {f"position-{n}-{place}": str(d) for place, d in zip(PLACES, mission["position"], strict=True)}
        expected[f"attack-{n}"] = str(mission["fighters"][0])
        expected |= {f"barrage-{n}-{place}": str(die) for place, die in mission["flak"].items()}
        expected |= {f"damage-{n}-{place}": str(die) for place, die in mission["damage"].items()}
        expected[f"outcome-{n}"] = {"completed": "home", "lost": "LOST"}[mission["result"]]
    assert stands(log, "mission-record", paper) == expected


@pytest.mark.rule("T-107", "T-108", "T-901")
@every_log
def test_the_own_place_is_circled_and_promotions_are_ticked(log: str, paper: str) -> None:
    text = forms(LOGS[log]())
    expected = []
    for mission in text["missions"]:
        expected.append(f"Mission {mission['number']}, position die, {mission['place']}: circled")
        if mission["result"] == "completed" and mission["number"] in (12, 25):
            rank = {12: "Captain", 25: "Major; the tour is won"}[mission["number"]]
            expected.append(f"Mission {mission['number']} completed. Promoted: {rank}: marked")
    assert alternatives(filled(log, paper)["mission-record"]) == expected


def lines_of(attack: dict[str, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, line in attack["lines"].items():
        found |= {f"id-{name}-{part}": str(die) for part, die in zip("tda", line["id"], strict=True)}
        place, direction, area = line["approach"]
        arrow = {"front": "↓", "rear": "↑"}[direction]
        letters = {"left_wing": "LW", "fuselage": "F", "right_wing": "RW"}[area]
        found[f"attack-{name}"] = f"{place[0].upper()} {arrow} {letters}"
        for field, column in (
            ("fire", "fire"),
            ("effect", "effect"),
            ("shots", "fighter_fire"),
            ("hits", "fighter_effect"),
        ):
            found |= {f"{field}-{name}-{n}": str(die) for n, die in enumerate(line[column], 1)}
    return found


@pytest.mark.sample(3)
@pytest.mark.rule("T-111", "T-204", "T-903")
@every_log
def test_each_attack_has_a_sheet_with_all_its_dice(log: str, paper: str) -> None:
    text = forms(LOGS[log]())
    path = filled(log, paper)["fighter-attack"]
    assert len(PdfReader(path).pages) == len(text["attacks"])
    for page, attack in enumerate(text["attacks"]):
        expected = {"name": text["own"], "mission": str(attack["mission"]), "place": attack["place"].capitalize()}
        expected |= lines_of(attack)
        expected |= {f"barrage-{place}": str(die) for place, die in attack["flak"].items()}
        expected |= {f"flak-{place}": str(die) for place, die in attack["damage"].items()}
        named = {place: bomber["name"] for place, bomber in attack["bombers"].items()}
        usual = book().rulebook().constants.names.wingmen  # "Right wingman" on the panel "Centre" would contradict it
        expected |= {f"bomber-{place}": name for place, name in named.items() if name not in usual}
        assert stands(log, "fighter-attack", paper, page) == expected


@pytest.mark.sample(3)
@pytest.mark.rule("T-206", "T-411", "T-501", "T-904")
@every_log
def test_circles_losses_strikes_and_arrows(log: str, paper: str) -> None:
    text = forms(LOGS[log]())
    found = alternatives(filled(log, paper)["fighter-attack"])
    marks = losses = 0
    for attack in text["attacks"]:
        for place, bomber in attack["bombers"].items():
            for station in bomber["crew_out"]:
                assert f"{place} bomber, {book().say(station)} out: marked" in found
            engines = min(4, sum(bomber[key] for key in ("left_wing_out", "right_wing_out", "flak_out")))
            marks += engines + len(bomber["crew_out"]) + bomber["lost"]
            losses += bomber["lost"]
        marks += sum(bool(fighter["mark"]) for fighter in attack["fighters"].values())
    assert sum(alt.endswith(": marked") for alt in found) == marks
    assert found.count("crossed out") == losses
    assert sum(" at the " in alt for alt in found) == sum(len(attack["lines"]) for attack in text["attacks"])
    assert found.count("struck through") == sum(map(struck, text["attacks"]))


def struck(attack: dict[str, Any]) -> int:
    """Passes left to fighters that were gone, as the rules of play have it."""
    count = 0
    for number in range(1, 5):
        hit_in = [letter for letter in "ABC" if attack["lines"].get(f"{number}{letter}", {}).get("effect")]
        count += len("ABC"[("ABC".index(hit_in[0]) + 1) :]) if hit_in else 0
    return count


@pytest.mark.rule("T-501", "T-904")
def test_really_ready_as_its_player_saved_it() -> None:
    path = filled("really-ready", "a4")["fighter-attack"]
    found = alternatives(path)
    assert "1A from the rear at the fuselage" in found
    assert "3C from the front at the right wing" in found
    for alt in (
        "left bomber, engine 1 out: marked",
        "centre bomber, engine 1 out: marked",
        "centre bomber, engine 2 out: marked",
        "right bomber, belly turret gunner out: marked",
        "Fighter 1, fuselage damaged: marked",
        "Fighter 3, pilot killed, the fighter explodes: marked",
    ):
        assert alt.replace("belly turret gunner", book().say("belly_gunner")) in found, alt
    assert found.count("struck through") == 4
    text = words(path)
    for name in ("Lucky Lady", "Careful Cathy", "Really Ready"):
        assert name in text


def test_a_mission_without_fighters_has_no_attack_sheet(tmp_path: Path) -> None:
    seed = next(str(s) for s in range(50) if not forms(flown(str(s)))["attacks"])
    made = flat(flown(seed), tmp_path)
    assert [path.name for path in made] == ["flat-mission-record-a4.pdf"]


@pytest.mark.rule("T-902")
def test_heads_follow_the_rulings_of_the_log(tmp_path: Path) -> None:
    made = flat(flown("1", rulings={"T-A02": "5-6"}), tmp_path)
    assert "Fighter attack 1D6 [5, 6]" in words(made[0])


# Names that players give


@pytest.mark.sample(1)
@pytest.mark.rule("T-102")
@pytest.mark.parametrize(
    "name",
    [
        "Éowyn’s Żółw",
        "Летающая крепость",
        "Ιπτάμενο φρούριο",
        "Pháo đài bay Đồng Tháp",
        "<b>Belle</b> & Co. (\\)",
        "{n} **not bold** %s",
        "The forty characters long bomber's name!",
        "x",
    ],
)
def test_odd_names_are_written_as_they_are(tmp_path: Path, name: str) -> None:
    for paper in PAPERS:
        for path in flat(flown("2", own=name), tmp_path, paper):
            assert fonts.quoted(name) in words(path), path.name
            assert validate(path).findings == ()


def test_accents_that_were_typed_by_themselves_join_their_letters(tmp_path: Path) -> None:
    made = flat(flown("2", own=normalize("NFD", "Đồng Tháp é")), tmp_path)
    assert "Đồng Tháp é" in words(made[0])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("W" * 60, r"W{9,}…"),
        ("日本 7", "□□ 7"),
        ("Daisy \U0001f33c", "Daisy □"),
        ("قلعة", "□□□□"),
        ("\u202eback", "□back"),  # from a log that another program wrote
        ("two\nlines", r"two\s+lines"),
    ],
)
def test_names_that_do_not_fit_or_have_no_glyphs_are_shortened_or_have_boxes(
    tmp_path: Path, name: str, shown: str
) -> None:
    made = flat(flown("2", own=name), tmp_path)
    assert re.search(shown, words(made[0]))


def test_same_log_same_bytes(tmp_path: Path) -> None:
    def made(folder: str) -> list[bytes]:
        return [path.read_bytes() for path in flat(flown("7", run="tour", own="Old Reliable"), tmp_path / folder)]

    assert made("one") == made("two")
    assert set(made("one")) == {path.read_bytes() for path in filled("tour", "a4").values()}


def test_a_log_without_header_is_filled_all_the_same(tmp_path: Path) -> None:
    journal = Journal()
    journal.events = flown("2").events
    assert print_filled(book(), [journal], tmp_path, "a4", "bare", job=PrintOptions(flat=True))
