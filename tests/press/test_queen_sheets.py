"""The Mission Chart and the Composite Mission Record: blank with their fields, filled as the log has it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pdfua import validate
from pypdf import PdfReader
from tests.flights import forms

from combatbox.bomber.record import landings
from combatbox.cli.flight_commands import NameLists
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.errors import CombatBoxError
from combatbox.library.load import load
from combatbox.press import fonts
from combatbox.press.print_run import print_filled
from combatbox.press.shop import PrintOptions

from .built import flat
from .queen import MISSIONS, RECORDS, SHEETS, SHORT, blank, book, filled, flown, log
from .shop import PAPERS, alternatives, boxes, crossed, overlapping, written
from .texts import in_one_line, texts

TOURS = ("tour 12", "tour 3")

every_sheet = pytest.mark.parametrize(
    ("product", "paper"), [(product, paper) for product in SHEETS for paper in PAPERS]
)
every_mission = pytest.mark.parametrize(("name", "paper"), [(name, paper) for name in MISSIONS for paper in PAPERS])
every_tour = pytest.mark.parametrize(("name", "paper"), list(zip(TOURS, PAPERS, strict=True)))
every_short_tour = pytest.mark.parametrize(("name", "paper"), list(zip(SHORT, PAPERS, strict=True)))
"""Each tour on a paper of its own: every chart is looked at on both above."""


# ---- blank


@every_sheet
def test_fields_have_room_and_do_not_overlap(product: str, paper: str) -> None:
    found = boxes(blank(product, paper))
    for name, (left, top, right, bottom) in found.items():
        on_drawing = name.startswith(("crew-", "engine-"))
        assert right - left >= (6.0 if on_drawing else 9.0), name
        assert bottom - top >= (6.0 if on_drawing else 9.0), name
    assert overlapping(found) == []


# ---- filled


def stands(name: str, product: str, paper: str, page: int = 0) -> dict[str, str]:
    return written(filled(name, paper, RECORDS if name in TOURS else ())[product], blank(product, paper), page)


@cache
def places_to_write(product: str, paper: str) -> set[str]:
    fields = PdfReader(blank(product, paper)).get_fields() or {}
    return {name for name, field in fields.items() if field["/FT"] == "/Tx"}


@pytest.mark.sample(1)
@every_mission
def test_what_the_log_leaves_open_stays_fillable(name: str, paper: str) -> None:
    left = set(PdfReader(filled(name, paper)["mission-chart"]).get_fields() or {})
    texts = places_to_write("mission-chart", paper)
    assert left & texts == texts - set(stands(name, "mission-chart", paper))
    landing_marks = {field for field in left - texts if field.startswith("landing-")}
    assert left == (left & texts) | landing_marks
    assert len(landing_marks) == (4 if landed_on(forms(log(name))["mission_chart"]) else 8)
    assert "date" in left


def expected_words(chart: dict[str, Any]) -> dict[str, str]:
    """What a careful player writes, the notes excepted."""
    say = book().say
    found = {
        "bomber": chart["bomber"], "mission": str(chart["mission"]), "bomber-mission": str(chart["bomber_mission"]),
        "target": say(chart["target"]["city"]), "type": say(chart["target"]["type"]),
        "weather-target": chart["weather"]["target"], "weather-base": chart["weather"]["base"],
        "per-cent": f"{chart['bomb_run']['per_cent']}%" if chart["bomb_run"]["per_cent"] >= 0 else "",
        "result": say(f"victory_{chart['result']}"),
    }  # fmt: skip
    for zone, net in chart["net_modifiers"].items():
        found[f"zone-net-{zone}"] = {0: "0"}.get(net, f"{net:+}".replace("-", "−"))
    for leg in ("out", "back"):
        found |= {f"zone-{leg}-{zone}": " ".join(w).replace("-", "–") for zone, w in chart["waves"][leg].items()}
        found |= {f"cover-{leg}-{zone}": cover for zone, cover in chart["cover"][leg].items()}
    for role, man in chart["crew"].items():
        found[f"name-{role.replace('_', '-')}"] = f"{man['rank']} {man['name']}" if man["name"] else ""
    return {field: text for field, text in found.items() if text}


@pytest.mark.sample(3)
@pytest.mark.rule("Q2.7-1", "Q-MC4", "Q-MC5", "Q-MC6", "Q-MC7")
@every_mission
def test_the_chart_says_what_the_log_says(name: str, paper: str) -> None:
    chart = forms(log(name))["mission_chart"]
    notes = re.compile(r"notes-|landing-|damage|hits")
    found = {field: text for field, text in stands(name, "mission-chart", paper).items() if not notes.match(field)}
    assert found == expected_words(chart)


@pytest.mark.sample(3)
@pytest.mark.rule("Q9.4-1", "Q-MC1", "Q-MC2", "Q-MC3", "Q-MC4", "Q-MC8")
@every_mission
def test_marks_of_the_chart_are_those_of_the_log(name: str, paper: str) -> None:
    chart = forms(log(name))["mission_chart"]
    marks = [alt for alt in alternatives(filled(name, paper)["mission-chart"]) if alt.endswith(": marked")]
    for gun, facts in chart["ammunition"].items():
        spent = [f"{book().say(f'gun_{gun}')}, burst {n}: marked" for n in range(1, facts["used"] + 1)]
        assert [mark for mark in marks if mark.startswith(book().say(f"gun_{gun}"))] == spent
    said = " / ".join(marks)
    assert ("Out of formation" in said) == chart["out_of_formation"]
    assert ("At or below" in said) == chart["low"]
    assert f"{chart['squadron'].capitalize()} squadron" in said or not chart["squadron"]
    assert ("On target: marked" in said) == (chart["bomb_run"]["result"] == "on_target")
    assert ("Off target: marked" in said) == (chart["bomb_run"]["result"] == "off_target")
    for number in (1, 2, 3, 4):
        assert (f"Engine {number} out: marked" in said) == (f"engines.{number - 1}.out" in chart["damage"])
    for kind, title in (("land", "Landing on land"), ("water", "Landing in water")):
        if kind != landed_on(chart):
            assert not [mark for mark in marks if mark.startswith(title)]
            continue
        total = sum(add for _, add in chart["landing"][kind])
        boxed = [mark for mark in marks if mark.startswith(title)]
        in_a_box = -2 <= total <= 1
        sign = {0: "0"}.get(total, f"{total:+}".replace("-", "−"))
        assert boxed == ([f"{title}, sum of modifiers, {sign}: marked"] if in_a_box else [])


@pytest.mark.sample(1)
@pytest.mark.rule("Q9.4-1", "Q-MC1", "Q-MC4", "Q-MC8", "Q-MC9")
@every_mission
def test_crosses_lie_in_the_very_boxes(name: str, paper: str) -> None:
    chart = forms(log(name))["mission_chart"]
    expected = {
        f"{gun.replace('_', '-')}-{n}"
        for gun, facts in chart["ammunition"].items()
        for n in range(1, facts["used"] + 1)
    }
    bursts = {gun: facts["bursts"] for gun, facts in book().meta.constants["guns"].items()}
    expected -= {f"{gun.replace('_', '-')}-{n}" for gun, most in bursts.items() for n in range(most + 1, 99)}
    expected |= {f"{kind}-{chart[kind]}" for kind in ("formation", "squadron") if chart[kind]}
    expected |= {field for field, on in (("low", chart["low"]), ("out-of-formation", chart["out_of_formation"])) if on}
    expected |= {chart["bomb_run"]["result"].replace("_", "-")} - {""}
    expected |= {f"engine-{n}" for n in (1, 2, 3, 4) if f"engines.{n - 1}.out" in chart["damage"]}
    landings = {kind: adds for kind, adds in chart["landing"].items() if kind == landed_on(chart)}
    sums = {kind: sum(add for _, add in adds) for kind, adds in landings.items()}
    words = {1: "plus-1", 0: "plus-0", -1: "minus-1", -2: "minus-2"}
    expected |= {f"landing-{kind}-{words[total]}" for kind, total in sums.items() if total in words}
    dead = {"KIA", "DOW"}
    codes = book().meta.constants["fates"]
    gone = {man for man, facts in chart["crew"].items() if facts["serious"] or codes.get(facts["fate"]) in dead}
    expected |= {f"crew-{man.replace('_', '-')}" for man in gone}
    assert crossed(filled(name, paper)["mission-chart"], blank("mission-chart", paper)) == expected


@pytest.mark.sample(3)
@pytest.mark.rule("Q-MC5")
@every_mission
def test_waves_that_were_fought_are_struck_through(name: str, paper: str) -> None:
    waves = forms(log(name))["mission_chart"]["waves"]
    fought = sum(any(wave != "-" for wave in found) for leg in waves.values() for found in leg.values())
    assert alternatives(filled(name, paper)["mission-chart"]).count("struck through") == fought


@pytest.mark.rule("Q-MC8", "Q-MC9")
@every_mission
def test_notes_of_the_chart_are_complete(name: str, paper: str) -> None:
    chart = forms(log(name))["mission_chart"]
    found = stands(name, "mission-chart", paper)
    for role, man in chart["crew"].items():
        text = found.get(f"notes-{role.replace('_', '-')}", "")
        assert (f"{man['kills_now']} destroyed" in text) == bool(man["kills_now"])
        assert ("light wound" in text) == bool(man["light"])
        assert ("serious wound" in text) == man["serious"]
        assert ("frostbite" in text) == man["frostbitten"]
        assert book().say(man["fate"]) in text
        assert ("moved: " in text) == bool(man["moves"])
        noted = ("kills_now", "light", "serious", "frostbitten", "fate", "moves")
        assert bool(text) == any(man[about] for about in noted)
    shells = {section: 0 for _, _, section in chart["hits"]}
    for _, _, section in chart["hits"]:
        shells[section] += 1
    for section, count in shells.items():
        report = re.findall(rf"{book().say(section)}(?: ×(\d+))?(?=[,;]|$)", found.get("hits", ""))
        assert sum(int(number or 1) for number in report) == count, section
    damage = found.get("damage", "").lower()
    if chart["damage"] or chart["landed"] != "england":
        assert len(re.split(r"[;,]", damage)) >= len(chart["damage"])
    else:
        assert not damage
    for path in chart["damage"]:
        if path.startswith("plane.") and path.endswith("_out"):
            assert path.removeprefix("plane.").replace("_", " ") in damage
        elif path.startswith("engines.") and path.endswith(".out"):
            assert f"engine {int(path.split('.')[1]) + 1} out" in damage
    for kind, modifiers in chart["landing"].items():
        text = found.get(f"landing-{kind}-more", "")
        for _, add in modifiers if kind == landed_on(chart) else ():
            assert f"{add:+}".replace("-", "−") in text
        assert bool(text) == (bool(modifiers) and kind == landed_on(chart))


def landed_on(chart: dict[str, Any]) -> str:
    """The kind of landing that was flown; empty if there was none."""
    return {"destroyed": "", "abandoned": "", "sea": "water"}.get(chart["landed"], "land")


@pytest.mark.rule("Q-MC8", "Q-MC9")
@pytest.mark.parametrize(
    ("seed", "end"),
    [
        ("10", "Lost in zone 7 out: Bomb bay, bombs"),
        ("17", "Abandoned in zone 7 back: Wings, fuel tank, inboard tank, fire, explosion"),
        ("13", "Down in zone 2 back (sea): fuel used up"),
    ],
)
def test_the_chart_of_a_lost_bomber_says_where_and_by_what_and_who_jumped(seed: str, end: str) -> None:
    name = f"{seed}/12"
    found, crew = stands(name, "mission-chart", "a4"), forms(log(name))["mission_chart"]["crew"]
    assert found["damage"].endswith(end)
    jumped = {role for role, man in crew.items() if seed == "17" and man["fate"] == "captured"}
    assert {role for role in crew if "jumped" in found.get(f"notes-{role.replace('_', '-')}", "")} == jumped
    assert bool(jumped) == (seed == "17")


@pytest.mark.rule("Q-MC8")
def test_the_landing_lines_hold_all_that_can_come_together(tmp_path: Path) -> None:
    journal, found = log("miss-cue"), load("queen")
    forms_of, apart = found.game.forms, {"weather_poor", "one_engine", "pilot_veteran", "rafts_out_as_printed"}

    def worst(*about: Any) -> Any:
        chart = forms_of(*about)
        for kind, table in landings(found.const).items():
            every = [[m.when.name, m.add] for m in found.tables[table].modifiers if m.when and m.when.name not in apart]
            chart["mission_chart"]["landing"][kind] = every
        return chart

    found.game = replace(found.game, forms=worst)
    for paper in PAPERS:
        (path,) = print_filled(found, [journal], tmp_path, paper, "worst", job=PrintOptions(flat=True))
        said = written(path, blank("mission-chart", paper), 0)["landing-land-more"]
        assert said.startswith("−40: weather −2, gear −3, port brake −1")
        assert said.endswith("abroad −3, no pilot −11")


@pytest.mark.rule("Q-MC8")
@pytest.mark.parametrize("paper", PAPERS)
def test_a_plane_with_nothing_to_add_ticks_the_box_of_nought(paper: str, tmp_path: Path) -> None:
    name = next(
        f"{seed}/3" for seed in range(1, 99) if not any(forms(log(f"{seed}/3"))["mission_chart"]["landing"].values())
    )
    (path,) = flat(log(name), tmp_path, paper)
    ticks = {mark for mark in crossed(path, blank("mission-chart", paper)) if mark.startswith("landing-")}
    assert ticks == {"landing-land-plus-0"}


def test_the_missions_looked_at_are_as_various_as_they_should_be() -> None:
    charts = {name: forms(log(name))["mission_chart"] for name in MISSIONS}
    assert charts["13/14"]["landed"] == "sea"
    assert {chart["landed"] for chart in charts.values()} >= {"england", "sea", "abandoned"}
    assert max(len(chart["damage"]) for chart in charts.values()) > 20
    assert any(chart["out_of_formation"] for chart in charts.values())


# ---- a campaign


@pytest.mark.sample(1)
@every_short_tour
def test_a_campaign_gives_a_chart_for_each_mission_and_the_record(name: str, paper: str) -> None:
    made = filled(name, paper)
    assert set(made) == set(SHEETS)
    charts = forms(log(name))["mission_charts"]
    assert [entry.title for entry in PdfReader(made["mission-chart"]).outline] == [
        f"Mission {chart['mission']}" for chart in charts
    ]
    last = stands(name, "mission-chart", paper, len(charts) - 1)
    assert last["bomber"] == fonts.quoted(charts[-1]["bomber"])
    assert last["name-pilot"] == f"{charts[-1]['crew']['pilot']['rank']} {charts[-1]['crew']['pilot']['name']}"


@pytest.mark.sample(1)
@every_short_tour
def test_what_a_campaign_leaves_open_stays_fillable(name: str, paper: str) -> None:
    made, charts = filled(name, paper), forms(log(name))["mission_charts"]
    record = set(PdfReader(made["composite-record"]).get_fields() or {})
    assert record == places_to_write("composite-record", paper) - set(stands(name, "composite-record", paper))
    assert {"campaign", "player", "begun", "ended"} <= record
    left = set(PdfReader(made["mission-chart"]).get_fields() or {})
    places = places_to_write("mission-chart", paper)
    expected = {
        f"mission-{chart['mission']}-{field}"
        for number, chart in enumerate(charts)
        for field in places - set(stands(name, "mission-chart", paper, number))
    }
    assert {field for field in left if "-landing-" not in field or field.endswith("-more")} == expected


@pytest.mark.sample(1)
@pytest.mark.rule("Q2.8-1", "Q17.0-2", "Q17.0-3", "Q17.0-4", "Q17.0-5")
@every_tour
def test_the_composite_record_says_what_the_log_says(name: str, paper: str) -> None:
    say = book().say
    rows = [row for row in forms(log(name))["composite"]["rows"] if row["flown"]]
    expected: dict[str, str] = {}
    for row in rows:
        n = row["mission"]
        lines = [
            fonts.quoted(row["bomber"]) if row["new_bomber"] else "",
            say(row["bomber_fate"]) if row["bomber_fate"] else "",
        ]
        expected[f"bomber-{n}"] = " ".join(filter(None, lines))
        expected[f"target-{n}"] = f"{say(row['target'])}, {say(row['type'])}"
        expected[f"per-cent-{n}"] = "–" if row["per_cent"] is None else f"{row['per_cent']}%"
        expected[f"result-{n}"] = {"eighth_air_force": "8th AF", "german_air_defence": "German"}.get(
            row["result"], "draw"
        )
        for role, man in row["crew"].items():
            kills = [f"{man['kills'].count(kind)}×{kind[2:]}" for kind in dict.fromkeys(man["kills"])]
            notes = [*kills, "ace" if man["kills"] and man["ace"] else "", man["fate"]]
            text = [man["name"] if man["new"] else "", ", ".join(filter(None, notes))]
            expected[f"man-{n}-{role.replace('_', '-')}"] = " ".join(filter(None, text))
    dropped = [row["per_cent"] for row in rows if row["per_cent"] is not None]
    expected["total-mean"] = f"{sum(dropped) // len(dropped)}%"
    found = stands(name, "composite-record", paper)
    assert found == {field: text for field, text in expected.items() if text}


@pytest.mark.sample(1)
@pytest.mark.rule("Q17.0-3")
@every_tour
def test_who_is_gone_is_struck_out(name: str, paper: str) -> None:
    rows = [row for row in forms(log(name))["composite"]["rows"] if row["flown"]]
    gone = sum(man["fate"] not in ("", "RET") for row in rows for man in row["crew"].values())
    gone += sum(bool(row["bomber_fate"]) for row in rows)
    assert gone > 0
    assert alternatives(filled(name, paper, RECORDS)["composite-record"]).count("struck through") == gone


@every_tour
def test_the_career_log_has_a_line_for_each_man_with_all_that_he_did(name: str, paper: str) -> None:
    made = forms(log(name))
    rows = [row for row in made["composite"]["rows"] if row["flown"]]
    hurt = {chart["mission"]: chart["crew"] for chart in made["mission_charts"]}
    reader = PdfReader(filled(name, paper, RECORDS)["career-log"])
    said = in_one_line(" ".join(texts(filled(name, paper, RECORDS)["career-log"])))
    men = [(role, man["name"]) for row in rows for role, man in row["crew"].items() if man["new"]]
    assert len(reader.pages) == -(-len(men) // 40)
    for number, (role, who) in enumerate(men, start=1):
        served = [row for row in rows if row["crew"][role]["name"] == who]
        cells = [row["crew"][role] for row in served]
        kills = Counter(kind for cell in cells for kind in cell["kills"])
        wounds = [
            sum(int(hurt[row["mission"]][role][kind] or 0) for row in served)
            for kind in ("light", "serious", "frostbitten")
        ]
        fate = next((cell["fate"] for cell in cells if cell["fate"] not in ("", "RET")), "")
        parts = [
            ", ".join(f"{count}×{kind[2:]}" for kind, count in kills.items()), *(str(count or "") for count in wounds),
            str(served[-1]["mission"]) if fate else "", fate,
        ]  # fmt: skip
        start, after = f"{number} {fonts.quoted(who)} ", fonts.quoted([*men, ("", "")][number][1])
        line = said[said.index(start) + len(start) :].partition(f" {number + 1} {after}")[0]
        assert str(served[0]["mission"]) in line.split()
        assert str(cells[-1]["missions"]) in line.split()
        for part in filter(None, parts):
            assert part in line, (who, line)
    aces = sum(any(r["crew"][role]["ace"] for r in rows if r["crew"][role]["name"] == who) for role, who in men)
    assert sum(": marked" in alt for alt in alternatives(filled(name, paper, RECORDS)["career-log"])) == aces


def test_charts_of_several_logs_are_in_one_file_and_no_field_is_shared(tmp_path: Path) -> None:
    journals = [log("miss-cue"), log(SHORT[0])]
    made = {
        path.stem: path for path in print_filled(book(), journals, tmp_path, "a4", "both", job=PrintOptions(flat=True))
    }
    assert list(made) == ["both-mission-chart-a4", "both-composite-record-a4", "both-career-log-a4"]
    reader = PdfReader(made["both-mission-chart-a4"])
    charts = [forms(journals[0])["mission_chart"], *forms(journals[1])["mission_charts"]]
    assert len(reader.pages) == len(charts)
    for text, chart in zip(texts(made["both-mission-chart-a4"]), charts, strict=True):
        assert fonts.quoted(chart["bomber"]) in in_one_line(text)
    names_ = [str(widget.get_object()["/T"]) for page in reader.pages for widget in page["/Annots"]]
    assert len(names_) == len(set(names_))
    assert {name.split("-mission-")[0] for name in names_} == {"log-1", "log-2"}


# ---- names that players give

LONG = "The Forty Characters Long Bomber's Name"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "name", ["Éowyn’s Żółw", "Летающая крепость", "<b>Belle</b> & Co. (\\)", "{n} **not** %s", LONG]
)
def test_odd_names_are_written_as_they_are(tmp_path: Path, name: str) -> None:
    crew = {"pilot": f"{name[:20]} Jr.", "tail_gunner": name[:24]}
    journal = flown("2", names={"bomber": name, "crew": crew})
    for paper in PAPERS:
        (path,) = flat(journal, tmp_path, paper)
        found = written(path, blank("mission-chart", paper))
        assert found["bomber"].split() == fonts.quoted(name).split()
        assert found["name-pilot"].split() == fonts.quoted(f"Capt. {crew['pilot']}").split()
        assert validate(path).findings == ()


@pytest.mark.parametrize(
    ("name", "bomber", "pilot"),
    [
        ("W" * 40, "W+…", "Capt[.] W+…"),
        ("Щ" * 40, "Щ+…", "Capt[.] Щ+…"),
        ("日本 7", "□□ 7", "Capt[.] □□ 7"),
        ("Daisy 🌼", "Daisy □", "Capt[.] Daisy □"),
    ],
)
def test_names_that_cannot_be_written_are_shortened_or_have_boxes(
    tmp_path: Path, name: str, bomber: str, pilot: str
) -> None:
    journal = flown("2", names={"bomber": name, "crew": {"pilot": name}})
    for is_flat in (True, False):
        (path,) = print_filled(book(), [journal], tmp_path, "a4", "odd", job=PrintOptions(flat=is_flat))
        if is_flat:
            found = written(path, blank("mission-chart", "a4"))
            assert re.fullmatch(bomber, found["bomber"].strip()), found["bomber"]
            assert re.fullmatch(pilot, " ".join(found["name-pilot"].split())), found["name-pilot"]
        assert validate(path).findings == ()


@pytest.mark.parametrize(
    ("base", "role"),
    [("Maximilian Alexander Hammermann-Wagner", "bombardier"), ("MEMPHIS BELLE OF THE EIGHTH AIR FORCE", "engineer")],
)
def test_names_that_are_too_long_for_the_record_are_shortened(tmp_path: Path, base: str, role: str) -> None:
    crew = {role: f"{base:38}{number:02}" for number, role in enumerate(book().meta.constants["crew"])}
    journal = flown("3", run="tour", names={"crew": crew})
    (made,) = flat(journal, tmp_path, "a4", "composite-record")
    found = written(made, blank("composite-record", "a4"))
    assert re.match(rf"{base[:20]}.*…", found[f"man-1-{role}"])


def test_a_new_man_may_have_a_name_that_is_too_long_for_the_record(tmp_path: Path) -> None:
    men = [f"Maximilian Alexander Hammermann-Wagn{number:04}" for number in range(100)]
    journal = flown("3", run="tour", player=NameLists(men, [], DefaultPlayer()))
    (made,) = flat(journal, tmp_path, "a4", "composite-record")
    assert "Maximilian" in "".join(
        name for name in written(made, blank("composite-record", "a4")).values() if "…" in name
    )


@pytest.mark.parametrize("name", ["two\nlines", "\u202eback", "long " * 60, "W" * 90])
def test_a_name_that_is_none_is_refused_before_anything_is_flown(name: str) -> None:
    for names in ({"bomber": name}, {"crew": {"pilot": name}}):
        with pytest.raises(CombatBoxError, match="a name is"):
            flown("2", names=names)


def test_long_names_take_two_lines_in_the_record(tmp_path: Path) -> None:
    crew = {role: f"Maximilian {role.replace('_', ' ').title()} Junior" for role in book().meta.constants["crew"]}
    journal = flown("3", run="tour", names={"bomber": LONG, "crew": crew})
    for paper in PAPERS:
        (made,) = flat(journal, tmp_path, paper, "composite-record")
        found = written(made, blank("composite-record", paper))
        assert found["bomber-1"].startswith(fonts.quoted(LONG))
        assert found["man-1-starboard-waist-gunner"].startswith("Maximilian Starboard Waist Gunner Junior")
