"""`combatbox example`: found seeds can be flown; stored examples are checked and renewed."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from click.testing import CliRunner
from tests.wing import TWO

from combatbox.cli import main
from combatbox.library import paths
from combatbox.library.load import load
from combatbox.library.player_files import read_log
from combatbox.library.stored_examples import read_seeds, read_sightings, write_seeds
from combatbox.verify.checks import run_checks
from combatbox.web.examples import cards
from combatbox.web.site import Site
from combatbox.web.views import Views


def run(*args):
    return CliRunner().invoke(main, list(args))


def test_it_finds_a_mission_and_says_how_rare_it_is_and_how_to_fly_it(tmp_path):
    log = tmp_path / "found.jsonl"
    done = run(
        "example", "find", "queen", "--like", "Walking-hits, no serious wound", "--mission", "8", "--out", str(log)
    )
    assert done.exit_code == 0, done.output
    assert "walking hits, no serious wound" in done.output
    assert " tried; " in done.output
    command = next(line for line in done.output.splitlines() if "combatbox fly" in line).split()
    flown = run(*command[1:])
    assert flown.exit_code == 0
    assert any("walking_hits" in code for e in read_log(log).events for code in e.get("gives", ()))
    assert read_log(log).header["dice"] == f"seed {command[command.index('--seed') + 1]}"


def test_json_holds_the_same(tmp_path):
    done = run("example", "find", "twentyfive", "--like", "wingman lost", "--json", "--short", "--jobs", "1")
    found = json.loads(done.stdout)
    assert found["like"] == ["wingman lost"]
    assert found["showing"] == 12
    assert found["fly"].startswith("combatbox fly twentyfive --seed 1/")


def test_a_search_without_a_match_ends_with_exit_code_1():
    done = run("example", "find", "twentyfive", "--like", "no attack, dead wing", "--tries", "50")
    assert done.exit_code == 1
    assert "No such mission in 50 missions" in done.output
    assert (
        json.loads(
            run("example", "find", "twentyfive", "--like", "no attack, dead wing", "--tries", "50", "--json").stdout
        )["found"]
        is None
    )


def test_a_row_is_found_its_place_is_reported_and_the_command_shows_it():
    done = run("example", "find", "queen", "--row", "p-5/9", "--mission", "12")
    assert done.exit_code == 0, done.output
    head, rare, where, command = done.output.splitlines()
    assert head.endswith(", mission 12: P-5/9")
    assert " tried" in rare
    event = int(re.search(r"P-5/9: event (\d+), Turn \d", where)[1])
    flown = run(*command.split()[1:])
    assert flown.exit_code == 0
    (marked,) = [line for line in flown.output.splitlines() if line.startswith(">")]
    assert marked.strip("> ") in where
    assert f"P-5/9 is event {event} of " in flown.output
    whole = run(*command.partition(" --row")[0].split()[1:])
    assert len(flown.output.splitlines()) < len(whole.output.splitlines()) / 2
    assert marked[2:] in whole.output


def test_rows_and_happenings_are_looked_for_together_and_json_says_where():
    done = run("example", "find", "twentyfive", "--row", f"T-TAB-WING/{TWO}", "--row", "T-TAB-CREW-REAR/1", "--like", "no pilot hit",
               "--ruling", "T-A02=5-6", "--player", "random", "--json")  # fmt: skip
    found = json.loads(done.stdout)
    assert found["rows"] == [f"T-TAB-WING/{TWO}", "T-TAB-CREW-REAR/1"]
    assert [item["row"] for item in found["at"]] == found["rows"]
    flown = json.loads(run(*found["fly"].split()[1:], "--json").stdout)
    for item in found["at"]:
        event = flown["events"][item["event"] - 1]
        assert event["row"] == item["row"]
        assert item["where"]
        assert item["told"]
    assert found["rulings"]["T-A02"] == "5-6"


def test_a_row_that_a_mission_does_not_show_ends_with_exit_code_1_and_the_way_to_find_it():
    done = run("fly", "queen", "--seed", "3", "--mission", "12", "--row", "P-1/2")
    assert done.exit_code == 1
    assert (
        "P-1/2 does not come up in this mission; find one with: combatbox example find queen --row P-1/2" in done.output
    )


def test_the_json_of_a_mission_says_where_a_row_is():
    done = json.loads(run("fly", "queen", "--seed", "3", "--mission", "12", "--row", "B-6/5", "--json").stdout)
    event = done["events"][done["row"]["event"] - 1]
    assert event["row"] == done["row"]["row"] == "B-6/5"
    assert not any(e.get("row") == "B-6/5" and e["gives"] != ["again"] for e in done["events"][: event["n"] - 1])


def test_a_tour_shows_the_part_with_a_row():
    saved = next(item for item in read_sightings(load("queen")).missions if item.run == "tour")
    row = saved.lines[0]
    done = run("campaign", "queen", "--seed", saved.seed, "--row", row)
    assert done.exit_code == 0, done.output
    assert sum(line.startswith(">") for line in done.output.splitlines()) == 1
    assert f"{row} is event " in done.output


def test_everything_that_can_be_looked_for_is_listed():
    done = run("example", "list", "queen")
    assert "burst inside plane" in done.output
    assert "Q19.2a" in done.output
    found = json.loads(run("example", "list", "twentyfive", "--json").stdout)
    assert {"name", "also", "words", "rules"} == set(found["happenings"][0])


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("queen",), "nothing to search for"),
        (("queen", "--like", " , "), "nothing to search for"),
        (("queen", "--like", "walkin hops"), "did you mean walking hits"),
        (("queen", "--like", "abort", "--mission", "26"), "--mission: must be between 1 and 25 (got 26)"),
        (("queen", "--like", "abort", "--tries", "0"), "--tries 0"),
        (("queen", "--row", "P-5/10", "--tries", "0"), "--tries 0"),
        (("queen", "--row", "P-5/13"), "unknown row of queen 'P-5/13'; did you mean P-5/"),
        (("queen", "--row", "P-5"), "'P-5' is a table; name one of its rows: P-5/2, "),
        (("queen", "--row", "R-8-0/oxygen"), "no log names a row of R-8-0: the engine reads it without an event"),
        (("twentyfive", "--row", "T-TAB-SHEET-ATTACK/flak_hit"), "nothing in play uses it"),
        (("queen", "--row", "P-5/10", "--like", "walkin hops"), "did you mean walking hits"),
    ],
)
def test_wrong_orders_are_refused(args, expected):
    done = run("example", "find", *args)
    assert done.exit_code == 2
    assert expected in done.output


FORMER = [
    (("queen", "--list"), ("list", "queen")),
    (("--list", "queen", "--json"), ("list", "queen", "--json")),
    (("queen", "--list", "--renew", "--check", "--mission", "26"), ("list", "queen")),
    (("queen", "--list", "--ruling", "spray_fire=on"), ("list", "queen", "--ruling", "spray_fire=on")),
    (("--check", "twentyfive"), ("check", "twentyfive")),
    (("twentyfive", "--json", "--check", "--jobs", "1", "--tries=9", "--like", "x"), ("check", "twentyfive", "--json")),
    (("twentyfive", "--check", "--renew", "--jobs", "1"), ("renew", "twentyfive", "--jobs", "1")),
    (("twentyfive", "--renew", "--json", "--seed", "7"), ("renew", "twentyfive", "--json")),
    (("twentyfive", "--renew", "--tables", "mine"), ("renew", "twentyfive", "--tables", "mine")),
    (("--like", "wingman lost", "twentyfive"), ("find", "twentyfive", "--like", "wingman lost")),
    (("--row=P-5/9", "--mission", "12", "queen", "--short"), ("find", "queen", "--row=P-5/9", "--mission", "12", "--short")),
    (("queen",), ("find", "queen")),
    (("quen", "--check"), ("check", "quen")),
    (("--list",), ("list",)),
    (("queen", "--help", "--check"), ("check", "--help")),
]  # fmt: skip
"""Lines of 1.0.0, where `example` was one command with flags, each with the line of today."""


@pytest.mark.parametrize(("former", "line"), FORMER, ids=[" ".join(former) for former, _ in FORMER])
@pytest.mark.usefixtures("stored")
def test_the_form_of_1_0_0_is_still_understood(former, line):
    done, same = run("example", *former), run("example", *line)
    usage = len(same.stdout) if "--help" not in line else same.stdout.index("Options:")
    assert (done.exit_code, done.stdout[:usage]) == (same.exit_code, same.stdout[:usage])
    assert done.stderr == same.stderr


def test_an_unknown_option_in_the_form_of_1_0_0_names_the_help_of_the_subcommand():
    done = run("example", "queen", "--check", "--bogus")
    assert done.exit_code == 2
    assert "No such option '--bogus'" in done.stderr
    assert "(see: combatbox example check --help)" in done.stderr


def test_a_log_is_written_in_the_form_of_1_0_0_too(tmp_path):
    log = tmp_path / "found.jsonl"
    line = ("example", "twentyfive", "--like", "attacked", "--out", str(log))
    assert run(*line).exit_code == 0
    before = log.read_text(encoding="utf-8")
    assert "the file exists already" in run(*line).stderr
    assert run(*line, "--overwrite").exit_code == 0
    assert log.read_text(encoding="utf-8") == before


def test_help_shows_the_subcommands_and_not_the_flags_of_1_0_0():
    (usage, *lines) = run("example", "--help").output.splitlines()
    assert usage == "Usage: combatbox example [OPTIONS] COMMAND [ARGS]..."
    commands = [line.split()[0] for line in lines[lines.index("Commands:") + 1 :]]
    assert commands == ["check", "find", "list", "renew"]
    shown = [
        line for line in (*lines, *run("example", "queen", "--help").output.splitlines()) if line.startswith("  --")
    ]
    assert shown
    assert not [line for line in shown if line.split()[0] in ("--list", "--renew", "--check")]


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """Return a copy of the tables whose seeds may be changed."""
    shutil.copytree(paths.tables(), tmp_path / "tables")
    monkeypatch.setattr(paths, "tables", lambda: tmp_path / "tables")
    return tmp_path / "tables" / "queen" / "examples" / "seeds.yaml"


@pytest.fixture
def stale(stored):
    """Leave one stored example, whose seed is outdated."""
    text = stored.read_text(encoding="utf-8")
    lines = text.split("\n")
    place = next(i for i, line in enumerate(lines) if line.startswith('    seed: "walking-hits/'))
    lines[place] = '    seed: "unseen/1"'
    start = next(i for i, line in enumerate(lines) if line.startswith("  - id: walking-hits"))
    end = next(i for i, line in enumerate(lines) if i > start and line.startswith("  - id: "))
    head = next(i for i, line in enumerate(lines) if line == "examples:")
    stored.write_text("\n".join([*lines[: head + 1], *lines[start:end], ""]), encoding="utf-8")


@pytest.mark.usefixtures("stale")
def test_a_seed_that_no_longer_fits_is_reported_by_check():
    done = run("example", "check", "queen")
    assert done.exit_code == 1
    assert "lacks walking hits" in done.output


@pytest.mark.thorough
@pytest.mark.usefixtures("stale")
def test_a_seed_that_no_longer_fits_is_replaced_by_renew():
    done = run("example", "renew", "queen", "--jobs", "1", "--tries", "400")
    assert done.exit_code == 0, done.output
    assert done.output.count("renewed") == 2, "the seed, and missions for the rows that the other examples showed"
    assert run("example", "check", "queen", "--json").exit_code == 0


def test_writing_seeds_leaves_everything_else_as_it_is(stored):
    book = load("queen")
    before = stored.read_text(encoding="utf-8")
    examples = read_seeds(book)
    write_seeds(book, {examples[0].id: "a/1", examples[-1].id: "b/2"})
    after = stored.read_text(encoding="utf-8")
    changed = [(a, b) for a, b in zip(before.splitlines(), after.splitlines(), strict=True) if a != b]
    assert changed == [
        (f'    seed: "{examples[0].seed}"', '    seed: "a/1"'),
        (f'    seed: "{examples[-1].seed}"', '    seed: "b/2"'),
    ]
    stored.write_text(after.replace('    seed: "a/1"\n', ""), encoding="utf-8")
    write_seeds(book, {examples[0].id: "c/3"})
    assert read_seeds(book)[0].seed == "c/3"


def test_faults_of_the_file_are_named_with_their_lines(stored):
    text = stored.read_text(encoding="utf-8")
    stored.write_text(
        text.replace("  - id: lead-bomber", "  - id: quiet-mission").replace('Q-X2: "on"', 'Q-X2: "maybe"')
    )
    done = run("example", "check", "queen")
    assert done.exit_code == 2
    assert "another example has this id; ids are unique" in done.output
    assert "no option 'maybe'" in done.output


@pytest.fixture
def small(stored):
    """Return the file of rows of the smaller game, which may be changed."""
    return stored.parents[2] / "twentyfive" / "examples" / "rows.yaml"


def test_missions_are_not_stored_for_an_overlay(tmp_path):
    (tmp_path / "queen").mkdir()
    done = run("example", "renew", "queen", "--tables", str(tmp_path))
    assert done.exit_code == 2
    assert "leave --tables out" in done.output


def test_stored_missions_for_rows_that_no_longer_fit_are_replaced(small):
    before = small.read_text(encoding="utf-8")
    small.write_text(before.replace('"rows/', '"unseen/'), encoding="utf-8")
    done = run("example", "check", "twentyfive")
    assert done.exit_code == 1
    assert "does not show" in done.output
    done = run("example", "renew", "twentyfive", "--jobs", "1")
    assert done.exit_code == 0, done.output
    assert "renewed" in done.output
    renewed = read_sightings(load("twentyfive"))
    rows = {line for item in renewed.missions for line in item.lines}
    assert rows == {line.strip(' -"') for line in re.findall(r'^      - ".*"$', before, re.MULTILINE)}
    assert run("example", "check", "twentyfive").exit_code == 0
    done = run("example", "renew", "twentyfive", "--json")
    assert json.loads(done.stdout)["rows"]["renewed"] is False


def test_stored_missions_that_still_show_their_rows_stay(small):
    before = small.read_text(encoding="utf-8")
    first = before.index('"rows/')
    small.write_text(f'{before[:first]}"unseen/{before[first + 6 :]}', encoding="utf-8")
    assert run("example", "renew", "twentyfive", "--jobs", "1").exit_code == 0
    after = {line for line in small.read_text(encoding="utf-8").splitlines() if "seed:" in line}
    assert {line for line in before.splitlines() if "seed:" in line} - after <= {
        before[:first].splitlines()[-1] + before[first:].splitlines()[0]
    }
    assert run("example", "check", "twentyfive").exit_code == 0


@pytest.mark.parametrize("text", [None, "flown: [\n"])
def test_a_missing_or_broken_file_of_rows_is_written_again(small, text):
    small.unlink() if text is None else small.write_text(text, encoding="utf-8")
    assert run("example", "check", "twentyfive").exit_code == (1 if text is None else 2)
    assert run("example", "renew", "twentyfive", "--jobs", "1").exit_code == 0
    assert run("example", "check", "twentyfive").exit_code == 0
    written = small.read_text(encoding="utf-8")
    small.unlink()
    assert run("example", "renew", "twentyfive", "--jobs", "1").exit_code == 0
    assert small.read_text(encoding="utf-8") == written, "the same tables give the same missions"


def test_rows_not_found_within_the_bound_are_listed(small):
    small.unlink()
    done = run("example", "renew", "twentyfive", "--jobs", "1", "--tries", "30", "--json")
    output = json.loads(done.stdout)["rows"]
    assert output["flown"] <= 30
    assert output["missing"] == len(read_sightings(load("twentyfive")).missing) > 0
    assert run("example", "check", "twentyfive").exit_code == 0


def test_a_game_without_seeds_is_reported(stored):
    stored.unlink()
    done = run("example", "check", "queen")
    assert done.exit_code == 2
    assert "has no stored examples; write examples/seeds.yaml beside its tables" in done.output


def test_verify_names_an_example_that_no_longer_shows_it(stored):
    stored.write_text(stored.read_text(encoding="utf-8").replace("quiet-mission/", "unseen/"), encoding="utf-8")
    (check,) = run_checks([load("queen")], only=["examples"])
    (finding,) = check.findings
    assert "quiet-mission: seed 'unseen/" in finding.message
    assert finding.command == "combatbox example renew queen"
    assert f"{len(read_seeds(load('queen')))} seeds" in check.counted


def test_the_page_of_examples_has_a_card_and_a_replay_for_each():
    book = load("queen")
    site = Site({"queen": book})
    missions = site.missions.of(book)
    seen = cards(
        book,
        [(m, missions.scene(m)) for m in missions.replayed],
        Views(book, site.places, "queen/examples/index.html"),
    )
    assert [card.mission.name for card in seen["found"]] == [example.id for example in read_seeds(book)]
    assert {card.mission.flown.title for card in seen["told"]} >= {"Miss Cue"}
    assert "3 killed" in next(card for card in seen["found"] if card.mission.name == "burst-inside").facts
    assert all(card.facts for card in [*seen["told"], *seen["found"]])
