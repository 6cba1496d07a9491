"""Names that the player gives to his bomber and men: by option, by script and at the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.press.texts import texts

from combatbox.cli import main
from combatbox.library import paths
from combatbox.library.player_files import read_log

from .conftest import Call

ODD = "O'Brien <b>&</b> Söhne"
"""A name that would break a page or a form that took it as it is."""


def run(*args, typed=""):
    return CliRunner().invoke(main, ["play", *args], input=typed)


# ---- at the start


@pytest.mark.rule("Q5.1a-1")
@pytest.mark.parametrize("command", ["fly", "campaign"])
def test_bomber_and_men_have_the_names_that_options_give(call: Call, tmp_path: Path, command: str) -> None:
    log = tmp_path / "log.jsonl"
    crew = ("--crew", f"pilot={ODD}", "--crew", "Tail gunner=  Lou   Jones ")
    end = ("--missions", "1") if command == "campaign" else ()
    done = call(command, "queen", "--seed", "3", "--name", "Ann's <i>Own</i>", *crew, *end, "--log", log)
    assert done.exit_code == 0, done.stderr
    read = read_log(log)
    assert read.header["setup"]["names"]["crew"] == {"pilot": ODD, "tail_gunner": "Lou Jones"}
    assert "Ann's <i>Own</i>" in done.stdout
    assert call("replay", log).exit_code == 0
    if command == "campaign":
        assert f"Pilot: Capt. {ODD}." in done.stdout


@pytest.mark.rule("Q5.1a-1")
def test_a_script_names_the_crew(call: Call, tmp_path: Path) -> None:
    source = paths.root() / "tables/queen/examples/miss-cue.yaml"
    script = tmp_path / "named.yaml"
    text = source.read_text(encoding="utf-8")
    script.write_text(
        text.replace("names: {bomber: Miss Cue}", 'names: {bomber: Miss Cue, crew: {pilot: "Ann Smith"}}')
    )
    flown = json.loads(call("replay", script, "--json").stdout)
    assert flown["header"]["setup"]["names"]["crew"] == {"pilot": "Ann Smith"}
    script.write_text(text.replace("names: {bomber: Miss Cue}", 'names: {bomber: "Miss\\u0007Cue"}'))
    assert "a name is 1 to 40 printable characters" in call("replay", script).stderr


HEBREW, WARNING = "משה", "the printed sheets have no מ (HEBREW LETTER MEM)"


@pytest.mark.parametrize("command", ["fly", "campaign", "play", "print"])
def test_a_name_that_the_sheets_cannot_show_is_taken_with_a_warning(call: Call, tmp_path: Path, command: str) -> None:
    if command == "print":
        done = call("print", "twentyfive", "--only", "mission-record", "--write", f"player={HEBREW}", "--out", tmp_path)
    else:
        done = call(command, "queen", "--seed", "3", "--name", "Ann", "--crew", f"pilot={HEBREW}", stdin="q\n" * 9)
    assert done.exit_code == 0, done.stderr
    assert done.stderr.count(WARNING) == 1


def test_a_name_typed_at_the_table_is_taken_with_a_warning() -> None:
    done = run("queen", "--run", "tour", "--seed", "4", typed=f"own\n{HEBREW}\nq\n\n")
    assert done.output.count(WARNING) == 1


BAD = ["", "  ", "x" * 41, "Bell\a", "turned \u202e about", "line\u2028two", "nul\0", "--", "<>", "\ud800"]


@pytest.mark.rule("Q5.1a-1")
@pytest.mark.parametrize("name", BAD, ids=ascii)
def test_an_invalid_name_is_refused_everywhere(name: str) -> None:
    for options in (("--name", name), ("--crew", f"pilot={name}")):
        done = run("queen", "--seed", "1", *options)
        assert done.exit_code == 2, done.output
        assert "1 to 40 printable characters" in done.output
        assert not {"\a", "\u202e"} & set(done.output)


@pytest.mark.parametrize(
    ("game", "crew", "message"),
    [
        ("queen", ("cook=Bill",), "write ROLE=NAME, with a role of bombardier"),
        ("queen", ("Bill",), "write ROLE=NAME"),
        ("queen", ("pilot=Bill", "pilot=Joe"), "pilot is given twice"),
        ("queen", ("pilot=Bill", "copilot=Bill"), "'Bill' is already in use"),
        ("twentyfive", ("pilot=Bill",), "the men of 25 and Out have no names"),
    ],
)
def test_wrong_orders_for_the_crew_are_refused(game, crew, message):
    done = run(game, "--seed", "1", *(part for text in crew for part in ("--crew", text)))
    assert done.exit_code == 2
    assert message in done.output


@pytest.mark.rule("Q5.1a-1")
def test_at_the_table_a_tour_begins_with_the_player_s_names(tmp_path: Path) -> None:
    save, log = tmp_path / "tour.save", tmp_path / "tour.jsonl"
    typed = f"own\nQueen Ann\n{ODD}\nAnn Smith\nAnn Smith\nS Jones\nBell\a\n\nq\n"
    done = run("queen", "--run", "tour", "--seed", "4", "--save", str(save), typed=typed)
    assert done.exit_code == 0, done.output
    assert "'Ann Smith' is already in use; choose another name" in done.output
    assert "printable characters" in done.output
    assert "Saved in Jones" not in done.output
    rest = "auto tour\n"
    done = run("queen", "--resume", str(save), "--log", str(log), typed=rest)
    assert done.exit_code == 0, done.output
    output = [e["taken"] for e in read_log(log).events if e["kind"] == "choice" and e["decision"] == "name_man"][:3]
    assert output == [ODD, "Ann Smith", "S Jones"]
    again = tmp_path / "again.jsonl"
    run("queen", "--resume", str(save), "--log", str(again), typed=rest)
    assert again.read_bytes() == log.read_bytes()


def test_a_name_that_is_taken_back_is_asked_for_again(tmp_path: Path) -> None:
    done = run("queen", "--run", "tour", "--seed", "4", typed="own\nQueen Ann\nAnn Smith\nu\nu\nq\n\n")
    assert done.output.count("What is the bomber called?") == 2
    assert done.output.count("Bombardier: what is his name?") == 2


# ---- when a new man comes


@pytest.fixture(scope="module")
def tour(tmp_path_factory):
    """Return a tour with names for new men, flown without a break."""
    log = tmp_path_factory.mktemp("names") / "tour.jsonl"
    names = ("--new-man", ODD, "--new-man", "Lou Jones", "--new-bomber", "Second <i>Wind</i>")
    done = CliRunner().invoke(main, ["campaign", "queen", "--seed", "12", *names, "--log", str(log)])
    assert done.exit_code == 0, done.output
    return log, done.output


@pytest.mark.rule("Q17.0-3")
def test_new_men_and_bombers_are_called_as_the_player_says(tour, call: Call) -> None:
    log, output = tour
    joined = [e["data"]["man"] for e in read_log(log).events if e["kind"] == "fact" and e["name"] == "joins"]
    assert joined[:2] == [ODD, "Lou Jones"]
    assert len(joined) == len(set(joined)) > 2
    assert f"{ODD} joins the crew" in output
    assert "Second <i>Wind</i>" in output
    assert call("replay", log).exit_code == 0


@pytest.mark.rule("Q17.0-3")
def test_names_in_sittings_are_those_of_one_go(tour, call: Call, tmp_path: Path) -> None:
    whole, log = tour[0], tmp_path / "sittings.jsonl"
    names = ("--new-man", ODD, "--new-man", "Lou Jones", "--new-bomber", "Second <i>Wind</i>")
    call("campaign", "queen", "--seed", "12", *names, "--missions", "12", "--log", log)
    half = [e["data"]["man"] for e in read_log(log).events if e["kind"] == "fact" and e["name"] == "joins"]
    assert half[:2] == [ODD, "Lou Jones"]
    done = call("campaign", "queen", "--resume", log, "--log", log)
    assert done.exit_code == 0, done.stderr
    assert log.read_bytes() == whole.read_bytes()


@pytest.mark.rule("Q17.0-3")
def test_a_new_man_can_be_named_when_a_tour_is_resumed(tour, call: Call, tmp_path: Path) -> None:
    log = tmp_path / "late.jsonl"
    call("campaign", "queen", "--seed", "12", "--missions", "1", "--log", log)
    done = call("campaign", "queen", "--resume", log, "--new-man", "Late Arrival", "--log", log)
    assert done.exit_code == 0, done.stderr
    assert "Late Arrival joins the crew" in done.stdout
    assert (
        "--crew: leave it out: the file contains it"
        in call("campaign", "queen", "--resume", log, "--crew", "pilot=Bill").stderr
    )


def test_a_new_man_with_the_name_of_another_is_refused(call: Call) -> None:
    done = call("campaign", "queen", "--seed", "12", "--new-man", "Bill", "--new-man", "Bill")
    assert done.exit_code == 2
    assert "'Bill' is already in use" in done.stderr


# ---- where names are shown


@pytest.mark.thorough
@pytest.mark.rule("Q5.1a-1")
def test_names_are_text_on_paper(tour, call: Call, tmp_path: Path) -> None:
    call("print", "queen", "--log", tour[0], "--flat", "--paper", "a4", "--out", tmp_path)
    text = "".join(page for path in tmp_path.rglob("*.pdf") for page in texts(path))
    assert "<b>&</b>" in text
    assert "<i>Wind</i>" in text
