"""Files that found a fault: each is refused in one clear line that names it, and nothing is lost or played on.

A file that found a fault is added here as data: how it is made, and what a command says about it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from combatbox.api import fly
from combatbox.core.errors import LogError
from combatbox.library import paths
from combatbox.library.export import book_text
from combatbox.library.load import load
from combatbox.library.yaml12 import read_yaml
from combatbox.play.canonical_json import canonical_json, digest
from combatbox.play.logs import Log, log_text, parse_log
from combatbox.play.rpc import RpcDispatcher
from combatbox.play.saves import parse_game
from combatbox.play.session import Session

from .conftest import Call
from .test_main_bad_files import bent, clear
from .test_main_bad_files import call as run


def signed(body: dict[str, Any]) -> str:
    """Return the text of a save with a valid checksum."""
    body = {key: value for key, value in body.items() if key != "h"}
    return canonical_json({**body, "h": digest(body)}) + "\n"


def save_of(game: str, run: str = "mission", **header: Any) -> str:
    """Return a save of a game that has just begun, with other parts of its header."""
    book = load(game)
    session = Session(book, run=run, setup=book.setup(1, {}), seed="1")
    session.advance()
    body = json.loads(session.saved())
    return signed({**body, "header": {**body["header"], **header}})


def log_of(game: str, **header: Any) -> str:
    """Return the log of a mission, with other parts of its header."""
    log = fly(load(game), seed="1")
    return log_text(Log({**log.header, **header}, log.events, log.summary))  # type: ignore[typeddict-item]


def other_ruling(game: str) -> dict[str, dict[str, str]]:
    """Return the part of a header with an option that a ruling does not have, as another version may have written."""
    return {"rulings": {next(iter(load(game).rulings)): "of_another_version"}}


HOSTILE: list[tuple[str, Callable[[], str], str, str]] = [
    ("replay FILE", lambda: '{"h":"x","header":[],"kind":"save"}\n', "FILE:1: the file is a saved game, not a log", ""),
    ("campaign skirmish --resume FILE", lambda: save_of("queen"), "FILE:1: the save is of no evening", "play queen"),
    ("campaign skirmish --resume FILE", lambda: save_of("skirmish"), "FILE:1: the save is of no evening", "play skirm"),
    (
        "campaign skirmish --missions 1 --resume FILE",
        lambda: save_of("skirmish", setup={"mission": 1, "names": {}, "scenario": {"campaign": 5}}),
        "FILE:1: the save is of no evening",
        "play skirmish --resume",
    ),
    *(
        (f"{words} FILE", lambda: log_of("queen", **other_ruling("queen")), "FILE: ruling ", "has no option 'of_an")
        for words in ("replay", "recheck", "advise --step 1", "print queen --log")
    ),
    *(
        (f"{words} FILE", lambda: save_of("queen", **other_ruling("queen")), "FILE: ruling ", "has no option 'of_an")
        for words in ("fly queen --resume", "play queen --resume", "advise", "print queen --log")
    ),
]


@pytest.mark.parametrize(("words", "make", "begins", "contains"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_file_is_refused_in_one_line_that_names_it(
    call: Call, words: str, make: Callable[[], str], begins: str, contains: str
) -> None:
    file = Path("odd é.file")
    file.write_text(make(), "utf-8")
    before = file.read_bytes()
    done = call(*(str(file) if word == "FILE" else word for word in words.split()))
    assert (done.exit_code, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"combatbox: {begins.replace('FILE', str(file))}")
    assert contains in line
    assert file.read_bytes() == before


# ---- damage by chance

DAMAGED, AT_ONCE = 3000, 50
"""How many files are damaged, and how many of them by one test."""

Damage = Callable[[bytes, random.Random], bytes]


def _flipped(data: bytes, chance: random.Random) -> bytes:
    """Return data in which bits of some bytes have turned over."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 4, 30))):
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut(data: bytes, chance: random.Random) -> bytes:
    """Return data that ends, begins or has a hole somewhere."""
    first, last = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return chance.choice((data[:first], data[last:], data[:first] + data[last:]))


def _lines(data: bytes, chance: random.Random) -> bytes:
    """Return data of which a line is lost, told twice or in another place."""
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    how = chance.randrange(4)
    if how == 0:
        del lines[one]
    elif how == 1:
        lines.insert(one, lines[other])
    elif how == 2:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        lines.insert(one, b"")
    return b"\n".join(lines)


def _encoded(data: bytes, chance: random.Random) -> bytes:
    """Return data as an editor of another system may save it."""
    text = data.decode()
    return chance.choice(
        (
            b"\xef\xbb\xbf" + data,
            data.replace(b"\n", b"\r\n"),
            b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n") + b"\r\n\r\n",
            data.replace(b"\n", b"\r"),
            *(text.encode(name) for name in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7")),
            data.replace(b"e", b"\xe9", 1),
            data.replace(b"a", b"a\x00", 1),
            data.replace(b"\n", "\u2028".encode(), 1),
        )
    )


ODD_VALUES = (
    "NaN", "-Infinity", "1e999", "-0", "1" * 5000, "1e5", "0.1", "null", "true", '""', "[]", "{}", "[" * 200_000, "{\"a\":" * 5000, '"' + "x" * 2_000_000 + '"',
    '"\\ud800"', '"\\u0000"', '"\\u202e"', "[[[1]]]", "*a", "!!python/object:os.system {}", "&a [*a]", "2026-11-29", "0x10", "1_000",
)  # fmt: skip
"""Values that stand in the place of a number or a text."""


def _valued(data: bytes, chance: random.Random) -> bytes:
    """Return data with an odd value in the place of a number or a text."""
    spots = list(re.finditer(rb'(?<=[:,\[ ])(?:-?\d+|"[^"\n]*")', data))
    spot = chance.choice(spots)
    return data[: spot.start()] + chance.choice(ODD_VALUES).encode() + data[spot.end() :]


def _doubled(data: bytes, chance: random.Random) -> bytes:
    """Return data in which a key is there twice, or everything many times."""
    pairs = list(re.finditer(rb'"[a-z_]+":(?:-?\d+|"[^"\n]*")', data))
    if not pairs or chance.random() < 0.2:
        return data * chance.choice((2, 20))
    pair = chance.choice(pairs)
    return (
        data[: pair.end()] + b"," + re.sub(rb":.*", b":" + chance.choice((b"1", b'"x"')), pair[0]) + data[pair.end() :]
    )


BY_CHANCE: tuple[Damage, ...] = (_flipped, _cut, _lines, _encoded, _valued, _doubled)


# ---- the files


class Kind(NamedTuple):
    """A kind of file.

    Attributes:
        game: the game it is of.
        data: an intact file.
        name: its name, in a folder of its own; a house table is in a folder of the game in `house`.
        commands: that read it; GAME is the game, FILE the name.
        forge: returns a file with another content and valid checksums.
        method: the method of a page that reads it and the argument's name.
    """

    game: str
    data: bytes
    name: str
    commands: Sequence[str]
    forge: Callable[[random.Random], str]
    method: tuple[str, str] = ("", "")


def _forged_log(log: Log, chance: random.Random) -> str:
    """Return the text of a log of which one part is another."""
    parts: list[Any] = [log.header, log.events, log.summary, log.closed]
    number = chance.choice([0, 1, 1, 2, *([3] if log.closed else [])])
    if number == 1:
        events, place = [*log.events], chance.randrange(len(log.events))
        events[place] = bent(events[place], chance)
        parts[1] = chance.choice((events, events[:place], [*events[:place], *events[place + 1 :]]))
    elif number == 3 and chance.random() < 0.8:
        parts[3] = {**parts[3], "state": json.dumps(bent(json.loads(parts[3]["state"]), chance))}
    else:
        parts[number] = bent(parts[number], chance)
    return log_text(Log(*parts))


def _forged_odds(text: str, chance: random.Random) -> str:
    head, *lines = text.splitlines()
    whole = bent([json.loads(line) for line in lines], chance)
    lines = [json.dumps(line) for line in whole]
    head = {**json.loads(head), "sum": sha256("\n".join(lines).encode()).hexdigest()}
    return "\n".join([json.dumps(head if chance.random() < 0.8 else bent(head, chance)), *lines, ""])


def _bent_json(data: Any, chance: random.Random) -> str:
    return json.dumps(bent(data, chance))


def _made(folder: Path, words: str, stdin: str = "") -> bytes:
    """Return the file that a command writes."""
    path = folder / "made"
    path.unlink(missing_ok=True)
    run(*(path if word == "FILE" else word for word in words.split()), stdin=stdin)
    return path.read_bytes()


ADVISED = "advise FILE --step 1 --flights 10 --jobs 1"
OF_LOGS = ("replay FILE", "replay FILE --tell", "recheck FILE", ADVISED, "print GAME --log FILE --paper a4")
OF_SAVES = ("play GAME --resume FILE", "fly GAME --resume FILE", "recheck FILE", "replay FILE", ADVISED)
OF_TABLES = ("fly GAME --seed 1 --tables house", "tables GAME --tables house", "diff GAME --tables house")
OF_SCENARIOS = (
    "fly GAME --seed 1 --scenario FILE", "play GAME --seed 1 --scenario FILE", "odds GAME --missions 20 --jobs 1 --scenario FILE",
    "campaign GAME --seed 1 --missions 1 --scenario FILE",
)  # fmt: skip
TABLES = ("queen/b-1", "queen/game", "queen/rulings", "twentyfive/t-tab-wing", "superfort/vocabulary", "skirmish/rules")


def _logs(folder: Path) -> Iterator[Kind]:
    for game in ("twentyfive", "queen", "superfort", "skirmish", "b24d"):
        log = fly(load(game), seed="hostile")
        forge = partial(_forged_log, log)
        yield Kind(game, log_text(log).encode(), "odd é.jsonl", OF_LOGS, forge, ("load", "text"))
    for game in ("twentyfive", "queen", "superfort"):
        data = _made(folder, f"campaign {game} --seed 3 --missions 1 --log FILE")
        forge = partial(_forged_log, parse_log(data.decode(), "tour"))
        commands = ("replay FILE", "campaign GAME --missions 2 --resume FILE")
        yield Kind(game, data, "odd é.jsonl", commands, forge, ("load", "text"))


def _saves(folder: Path) -> Iterator[Kind]:
    runs = (
        ("twentyfive", "tour"),
        ("queen", "mission"),
        ("queen", "tour"),
        ("superfort", "mission"),
        ("skirmish", "mission"),
    )
    for game, kind in runs:
        data = _made(folder, f"play {game} --run {kind} --seed 5 --save FILE", "\n" * 12 + "q\n")
        body = json.loads(data)

        def forge(chance: random.Random, body: Any = body) -> str:
            return signed({**bent({**body, "h": ""}, chance)})

        yield Kind(game, data, "odd é.save", OF_SAVES, forge, ("load", "text"))


def _others(folder: Path) -> Iterator[Kind]:
    line = "odds GAME --missions 300 --tours 1 --seed 1 --jobs 1 --out FILE"
    data = _made(folder, line.replace("GAME", "twentyfive"))
    yield Kind("twentyfive", data, "odd é.odds", (line,), partial(_forged_odds, data.decode()))
    scripts = [paths.tables() / "queen/examples/miss-cue.yaml"]
    for path in (*sorted((paths.tables() / "skirmish/scenarios").glob("*.yaml")), *scripts):
        commands = OF_SCENARIOS if "skirmish" in path.parts else ("replay FILE", "replay FILE --tell")
        yield Kind(path.parts[-3], path.read_bytes(), "odd é.yaml", commands, partial(_bent_json, read_yaml(path).data))
    for name in TABLES:
        path = paths.tables() / f"{name}.yaml"
        yield Kind(
            path.parent.name,
            path.read_bytes(),
            f"house/{name}.yaml",
            OF_TABLES,
            partial(_bent_json, read_yaml(path).data),
        )


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> list[Kind]:
    """Return an intact file of each kind."""
    folder = tmp_path_factory.mktemp("intact")
    return [*_logs(folder), *_saves(folder), *_others(folder)]


@cache
def opened(game: str) -> RpcDispatcher:
    """Return what answers a page, with the book of a game."""
    dispatcher = RpcDispatcher()
    assert "value" in json.loads(
        dispatcher.answer(json.dumps({"method": "open", "args": {"book": book_text(load(game))}}))
    )
    return dispatcher


def _check_page(kind: Kind, data: bytes) -> None:
    """Check that a page gets an answer or an error of one sentence."""
    method, name = kind.method
    text = data.decode("utf-8", "surrogateescape")
    answer = json.loads(opened(kind.game).answer(json.dumps({"method": method, "args": {name: text}})))
    if "error" in answer:
        (line,) = answer["error"]["message"].splitlines()
        assert line.isprintable()


def _check_content(kind: Kind, data: bytes) -> None:
    """Check that a damaged log or save with its own checksums is refused, unless it says what the intact one says."""
    with suppress(LogError, UnicodeDecodeError):
        assert parse_game(data.decode(), kind.name) == parse_game(kind.data.decode(), kind.name)


def _check_command(kind: Kind, command: str, data: bytes) -> bool:
    """Check that a damaged file is refused in clear lines that name it, and stays as it is; return whether it was."""
    path = Path(kind.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    words = command.replace("GAME", kind.game).split()
    done = run(*(str(path) if word == "FILE" else word for word in words), stdin="q\n")
    if words[0] == "recheck" and done.exit_code == 1:  # a game that is not the same is a finding, not an error
        return kind.name in done.stdout and not done.stderr
    if not clear(done):
        return False
    # A table of ours that does not fit a vocabulary of the house is named where it stands.
    places = (kind.name, "house", f"tables/{kind.game}", "--scenario: ", "no decision is open")
    assert done.exit_code == 1 or any(place in done.stderr for place in places), done.stderr
    assert len(done.stderr.splitlines()) == 1 or not kind.method[0] or "--moved" in done.stderr
    assert path.read_bytes() == data or "kept in" in done.stderr
    return True


@pytest.mark.sample(4)
@pytest.mark.parametrize("part", range(DAMAGED // AT_ONCE))
def test_damaged_files_are_refused_in_clear_lines_by_commands_and_pages(
    kinds: list[Kind], part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals = 0
    for number in range(part * AT_ONCE, (part + 1) * AT_ONCE):
        chance = random.Random(f"hostile {number}")
        kind = kinds[number % len(kinds)]
        is_forged = chance.random() < 0.4
        data = (
            kind.forge(chance).encode("utf-8", "surrogatepass")
            if is_forged
            else chance.choice(BY_CHANCE)(kind.data, chance)
        )
        (folder := tmp_path / str(number)).mkdir()
        monkeypatch.chdir(folder)
        try:
            refusals += _check_command(kind, chance.choice(kind.commands), data)
            if kind.method[0]:
                _check_page(kind, data)
            if kind.method[0] and not is_forged:
                _check_content(kind, data)
        except BaseException as error:
            error.add_note(f"file {number}: {folder / kind.name}")
            raise
    assert refusals > AT_ONCE / 3
