"""Damaged logs, saves, scripts and tables: one clear line and an exit code, never a traceback.

Anyone who edits a file can give it a valid checksum, so the damaged logs and saves here have valid ones.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from combatbox.cli import main
from combatbox.core.errors import LONGEST
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.player_files import read_log
from combatbox.library.yaml12 import read_yaml
from combatbox.play.canonical_json import canonical_json, digest
from combatbox.play.logs import Log, log_text

from .conftest import INTERNALS

MUTATED = 6
"""The number of mutated tables of a part."""
PARTS = 10
"""The number of parts, of which the gate runs one."""

ODD: list[Any] = [
    None, True, -1, 0, 10**17, 10**30, 1.5, "", "x", "queen", "9" * 5000, "\x1b[2J", [], {}, [1], [None], {"x": 1},
    [[1, 2, 3]], {"mission": 1, "names": {}}, "../../etc", "[x](javascript:alert(1))",
]  # fmt: skip

Path_ = tuple[str | int, ...]


def call(*words: object, stdin: str = "") -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words], input=stdin)
    assert not INTERNALS.search(done.stderr), done.stderr
    return done


def refused(shown: Result, code: int = 2) -> str:
    """Return the line of the error, without the name of the program."""
    assert isinstance(shown.exception, SystemExit), shown.exception
    assert shown.exit_code == code, shown.output
    (line,) = shown.stderr.splitlines()
    assert len(line) <= LONGEST + len("combatbox: ")
    return line.removeprefix("combatbox: ")


def clear(shown: Result) -> bool:
    """Whether a file was refused in clear lines; a damaged file may still be valid."""
    assert shown.exception is None or isinstance(shown.exception, SystemExit), shown.exception
    assert shown.exit_code in (0, 1, 2)
    if shown.exit_code == 0:
        return False
    lines = shown.stderr.splitlines()
    assert 1 <= len(lines) <= 51
    for line in lines:
        assert line.startswith("combatbox: ")
        assert line.isprintable()
        assert len(line) <= LONGEST + len("combatbox: ")
    return True


# ---- damage


def spots(thing: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yield the path of every value in nested data."""
    if path:
        yield path
    for key, value in thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ():
        yield from spots(value, (*path, key))


def at(thing: Any, path: Path_) -> Any:
    for part in path:
        thing = thing[part]
    return thing


def bent(thing: Any, chance: random.Random) -> Any:
    """Return a copy in which a value has another type, is missing, has another name or another place."""
    thing = copy.deepcopy(thing)
    *way, last = path = chance.choice(list(spots(thing)))
    inside, how = at(thing, tuple(way)), chance.random()
    if how < 0.5:
        inside[last] = copy.deepcopy(chance.choice(ODD))
    elif how < 0.65:
        del inside[last]
    elif how < 0.75 and isinstance(inside, dict):
        inside["x"] = inside.pop(last)
    else:
        other = copy.deepcopy(at(thing, chance.choice(list(spots(thing)))))
        if isinstance(inside, list):
            inside.insert(chance.randrange(len(inside) + 1), other)
        else:
            at(thing, path[:-1])[last] = other
    return thing


# ---- logs


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Log]:
    """Return a mission of each game, and a tour that is not over."""
    found, folder = {}, tmp_path_factory.mktemp("logs")
    for game in GAMES:
        path = folder / f"{game}-mission.jsonl"
        assert call("fly", game, "--seed", 3, "--log", path).exit_code == 0
        found[f"{game} mission"] = read_log(path)
        if "tour" in GAMES[game].runs:
            path = folder / f"{game}-tour.jsonl"
            assert call("campaign", game, "--seed", 3, "--missions", 2, "--log", path).exit_code == 0
            found[f"{game} tour"] = read_log(path)
    return found


def written(path: Path, header: Any, events: Any, summary: Any, closed: Any = None) -> Path:
    """Write a log with valid checksums."""
    path.write_text(log_text(Log(header, events, summary, closed)), "utf-8")
    return path


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("game", 5, "game: must be text (got 5)"),
        ("game", ["queen"], "game: must be text (got ['queen'])"),
        ("game", "cheese", "the header.game: must be twentyfive or queen"),
        ("run", ["tour"], "run: must be text (got ['tour'])"),
        ("digest", "x", "digest: 'x' does not match "),
        ("rulings", {"Q-X1": 1}, "rulings.Q-X1: must be text (got 1)"),
        ("setup", [], "setup: must be a mapping (got [])"),
        ("setup", {"mission": True, "names": {}}, "setup.mission: must be a whole number (got True)"),
        ("setup", {"mission": 0, "names": {}}, "setup.mission: must be at least 1 (got 0)"),
        ("setup", {"mission": 1}, "setup.names: is missing"),
        ("dice", None, "dice: must be text (got None)"),
    ],
)
def test_a_header_with_the_right_check_and_the_wrong_parts_is_refused_with_its_line(
    logs: dict[str, Log], tmp_path: Path, field: str, value: Any, said: str
) -> None:
    log = logs["queen mission"]
    path = written(tmp_path / "m.jsonl", {**log.header, field: value}, log.events, log.summary)
    assert f"{path}:1: the header" in (line := refused(call("replay", path)))
    assert said in line


@pytest.mark.parametrize(
    ("kind", "field", "value", "said"),
    [
        ("roll", "dice", [7], "dice.0: must be at most 6 (got 7)"),
        ("roll", "dice", [], "dice: must have at least 1 item (got 0)"),
        ("roll", "dice", "66", "dice: must be a list (got '66')"),
        ("roll", "net", "6", "net: must be a whole number (got '6')"),
        ("roll", "gives", [1], "gives.0: must be text (got 1)"),
        ("roll", "modifiers", [["x"]], "modifiers.0: must have 2 items (got 1)"),
        ("choice", "taken", None, "taken: must be text (got None)"),
        ("phase", "data", [], "data: must be a mapping (got [])"),
        ("fact", "changes", [["path", 1]], "changes.0: must have 3 items (got 2)"),
        ("fact", "extra", 1, "extra: unknown key"),
        ("fact", "kind", ["fact"], "unknown kind ['fact']"),
    ],
)
def test_an_event_with_the_right_check_and_the_wrong_parts_is_refused_with_its_line(
    logs: dict[str, Log], tmp_path: Path, kind: str, field: str, value: Any, said: str
) -> None:
    log = logs["queen tour"]
    number = next(index for index, event in enumerate(log.events) if event["kind"] == kind)
    events = [*log.events]
    events[number] = {**events[number], field: value}
    path = written(tmp_path / "m.jsonl", log.header, events, log.summary)
    line = refused(call("replay", path))
    assert line.startswith(f"{path}:{number + 2}: the line is not an event of a Combat Box log: ")
    assert said in line


def test_a_closing_line_without_a_summary_is_refused(logs: dict[str, Log], tmp_path: Path) -> None:
    log = logs["queen mission"]
    path = written(tmp_path / "m.jsonl", log.header, log.events, [1])
    assert refused(call("replay", path)) == (f"{path}:{len(log.events) + 2}: the closing line has no readable summary")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({"crew": {"pilto": "Ann"}}, "names.crew.pilto: 'pilto' is not a known word; did you mean pilot"),
        ({"crew": {"pilot": 7}}, "names.crew.pilot: must be text (got 7)"),
        ({"bombr": "Daisy"}, "names.bombr: unknown key; did you mean bomber"),
        ({"record": [{"flown": True}]}, "names.record.0.mission: is missing; add it"),
        ({"missions": {"pilot": -1}}, "names.missions.pilot: must be at least 0 (got -1)"),
        ({"roster": "x", "campaign": {"careers": [{}]}}, "names.campaign.careers.0.name: is missing; add it"),
    ],
)
def test_names_of_a_log_are_those_that_the_game_knows(
    logs: dict[str, Log], tmp_path: Path, names: dict[str, Any], said: str
) -> None:
    log = logs["queen tour"]
    header = {**log.header, "setup": {"mission": 1, "names": names}}
    assert said in refused(call("replay", written(tmp_path / "m.jsonl", header, log.events, log.summary)))


def state_of(log: Log, **parts: Any) -> dict[str, str]:
    """Return the state of a tour, with some parts replaced."""
    return {**log.closed, "state": json.dumps({**json.loads(log.closed["state"]), **parts})}


@pytest.mark.parametrize(
    ("bend", "said"),
    [
        (lambda log: 7, "the state of the tour cannot be read: closed: must be a mapping (got 7)"),
        (lambda log: {"form": "x"}, "closed.state: is missing"),
        (lambda log: {**log.closed, "state": "{"}, "the state between two missions cannot be read: it is not valid JSON"),
        (lambda log: state_of(log, men=3), "the state between two missions is damaged: men: must be a mapping (got 3)"),
        (lambda log: {**state_of(log, more=1), "form": "old"}, "of another version of the game, which this one cannot read: more"),
        (lambda log: state_of(log, campaign=None), "the state between two missions is inconsistent: "),
    ],
)  # fmt: skip
def test_a_tour_whose_state_was_edited_is_refused_with_its_line_and_the_log_stays(
    logs: dict[str, Log], tmp_path: Path, bend: Any, said: str
) -> None:
    log = logs["queen tour"]
    path = written(tmp_path / "m.jsonl", log.header, log.events, log.summary, bend(log))
    before = path.read_bytes()
    output = refused(call("campaign", "queen", "--resume", path))
    assert said in output
    assert f"m.jsonl:{len(log.events) + 2}: " in output
    assert "use a log that nobody has edited" in output
    assert path.read_bytes() == before


def test_a_tour_whose_events_cannot_be_described_is_refused(logs: dict[str, Log], tmp_path: Path) -> None:
    log = logs["queen tour"]
    events = copy.deepcopy(log.events)
    for event in events:
        if event["kind"] == "fact":
            event["data"] = {}
    path = written(tmp_path / "m.jsonl", log.header, events, log.summary, log.closed)
    assert ": the events of the log cannot be narrated: " in refused(call("campaign", "queen", "--resume", path))


# ---- saves


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Return a mission of one game and a tour of another, after a few decisions."""
    found, path = {}, tmp_path_factory.mktemp("saves") / "a.save"
    for game, run in (("queen", "mission"), ("twentyfive", "tour")):
        call("play", game, "--run", run, "--seed", 5, "--save", path, stdin="\n" * 12 + "q\n")
        found[game] = json.loads(path.read_text("utf-8"))
        del found[game]["h"]
        path.unlink()
    return found


def saved(path: Path, body: dict[str, Any]) -> Path:
    """Write a save with a valid checksum."""
    path.write_text(canonical_json({**body, "h": digest(body)}), "utf-8")
    return path


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("faces", [0], "faces.0: must be at least 1 (got 0)"),
        ("faces", ["1"], "faces.0: must be a whole number (got '1')"),
        ("faces", {"0": 1}, "faces: must be a list (got {'0': 1})"),
        ("answers", [["a", "b", 1]], "answers.0: must have 4 items (got 3)"),
        ("answers", [["a", "b", True, 1]], "answers.0.2: must be a whole number (got True)"),
        ("answers", [["a", "b", 10**9, 1]], "answers: their numbers of dice do not fit `faces`"),
        ("answers", [["a", "b", 0, 2], ["a", "b", 0, 1]], "answers: their steps must not decrease"),
        ("header", None, "header: must be a mapping (got None)"),
    ],
)
def test_a_save_with_the_right_check_and_the_wrong_parts_is_refused(
    saves: dict[str, dict[str, Any]], tmp_path: Path, part: str, value: Any, said: str
) -> None:
    path = saved(tmp_path / "a.save", {**saves["queen"], part: value})
    line = refused(call("play", "queen", "--resume", path, stdin="q\n"))
    assert line.startswith(f"{path}:1: the line is not a Combat Box save: ")
    assert said in line


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("setup", {"mission": 26, "names": {}}, "mission 26: a tour has missions 1 to 25"),
        ("setup", {"mission": 1, "names": {"bomber": 5}}, "names.bomber: must be text (got 5)"),
        ("undone", "many", "header.undone: must be a whole number (got 'many')"),
        ("dice", 7, "header.dice: must be text (got 7)"),
    ],
)
def test_the_head_of_a_save_is_checked_as_well(
    saves: dict[str, dict[str, Any]], tmp_path: Path, part: str, value: Any, said: str
) -> None:
    body = {**saves["queen"], "header": {**saves["queen"]["header"], part: value}}
    assert said in refused(call("play", "queen", "--resume", saved(tmp_path / "a.save", body), stdin="q\n"))


# ---- scripts and tables


PRINTED = paths.tables() / "queen" / "examples" / "miss-cue-as-printed.yaml"
"""A worked example that sets the state against the rules."""


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("squadron", 7, "cannot be set to 7; it is 'middle'"),
        ("squadron", ["low"], "cannot be set to ['low']; it is 'middle'"),
        ("men", "pilot", "expected a state with men; got no such field"),
        ("men.pilot", None, "expected a state with men.pilot; got no such field"),
        ("squadron.__class__", "x", "expected a state with squadron.__class__; got no such field"),
        ("waves.0.fighters.0.position", "nowhere", "'nowhere': expected a state to continue from; got KeyError"),
    ],
)
def test_an_override_that_the_state_cannot_hold_or_go_on_from_is_a_departure(
    tmp_path: Path, path: str, value: Any, said: str
) -> None:
    script = read_yaml(PRINTED).data
    step = next(step for step in script["steps"] if "override" in step)
    step["override"] = {path: value}
    (tmp_path / "m.yaml").write_text(json.dumps(script))
    assert said in refused(call("replay", tmp_path / "m.yaml"), code=1)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "expected a value of the state to overrule; got {} (None)"),
        ({"path": "men", "value": 1}, "expected a value of the state to overrule; got"),
        (
            {"path": "waves.0.fighters.0.position", "value": "nowhere"},
            "expected a state to continue from; got KeyError",
        ),
    ],
)
def test_overrides_in_a_log_are_checked_too(tmp_path: Path, data: dict[str, Any], said: str) -> None:
    flown = json.loads(call("replay", PRINTED, "--json").stdout)
    event = next(event for event in flown["events"] if event.get("name") == "overruled")
    event["data"] = data
    path = written(tmp_path / "m.jsonl", flown["header"], flown["events"], flown["summary"])
    assert said in refused(call("replay", path), code=1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_tables_are_refused_in_clear_lines_or_can_be_flown(tmp_path: Path, part: int) -> None:
    chance, refusals = random.Random(f"tables {part}"), 0
    for number in range(MUTATED):
        game = chance.choice(list(GAMES))
        found = [
            path
            for path in sorted((paths.tables() / game).glob("*.yaml"))
            if path.name not in ("odds.yaml", "drawing.yaml")
        ]
        source = chance.choice([*found, *[path for path in found if path.stem in ("game", "rulings", "rules")] * 9])
        folder = tmp_path / str(number) / game
        folder.mkdir(parents=True)
        (folder / source.name).write_text(json.dumps(bent(read_yaml(source).data, chance)))
        refusals += clear(call("fly", game, "--seed", number, "--tables", folder.parent))
    assert refusals > MUTATED / 4


def test_a_table_of_many_faults_is_reported_in_few_lines(tmp_path: Path) -> None:
    (tmp_path / "queen").mkdir()
    (tmp_path / "queen" / "b-1.yaml").write_text("id: B-1\n" * 60_000)
    shown = call("tables", "queen", "--tables", tmp_path)
    assert clear(shown)
    assert len(shown.stderr) < 10_000
    assert shown.stderr.splitlines()[-1].startswith("combatbox: ... and ")


HOUSE = "id: B-1-X\ntitle: X\nadded: true\ndice: 1d6\nsource: {{kind: house, section: x}}\n{}rows: [{{roll: 1-6}}]\n"


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"queen/b-1-x.yaml": HOUSE.format("after: [B-1-X]\n")}, "b-1-x.yaml:6: B-1-X: comes after itself"),
        ({"queen/rulings.yaml": "rulings: [{id: Q-R66, default: nope}]\n"}, "rulings.yaml:1: Q-R66: default 'nope' is not an option"),
        ({"queen/rulings.yaml": "rulings: [{id: Q-R666}]\n"}, "rulings.yaml:1: replaces nothing: no ruling Q-R666"),
        ({"queen/rulings.yaml": "rulings: 5\n"}, "rulings.yaml:1: rulings: must be a list"),
        ({"queen/game.yaml": "constants: [1]\n"}, "game.yaml:1: constants: must be a mapping"),
        ({"queen/game.yaml": "order: {x: [NOPE]}\n"}, "game.yaml:1: order: unknown table 'NOPE'"),
        ({"queen/rules.yaml": "rules: [{id: Q-NEW}]\n"}, "rules.yaml:1: replaces nothing: no rule Q-NEW"),
        ({"queen/vocabulary.yaml": "effects: []\n"}, "vocabulary.yaml:1: effects: must be a mapping"),
        ({"storm/game.yaml": "like: [queen]\n"}, "storm/game.yaml:1: like: unknown game ['queen']"),
        (
            {
                "queen/b-1-x.yaml": HOUSE.format(""),
                "queen/rulings.yaml": "rulings: [{id: Q-R66, options: {h: {words: x, replaces: {O-1: B-1-X}}}}]\n",
            },
            "rulings.yaml:1: Q-R66: B-1-X cannot stand in for O-1: it lacks target, base; give it the same columns",
        ),
    ],
)  # fmt: skip
def test_one_fault_of_an_overlay_is_one_line_with_file_and_remedy(
    tmp_path: Path, files: dict[str, str], said: str
) -> None:
    """The game's own files, over which it lies, are whole: nothing is said of them."""
    for place, text in files.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text, "utf-8")
    game = "storm" if (tmp_path / "storm").is_dir() else "queen"
    assert said in refused(call("tables", game, "--tables", tmp_path))
