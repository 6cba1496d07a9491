"""Files that found a fault: each is refused in one clear line that names it, and nothing is lost or played on.

A file that found a fault is added here as data: how it is made, and what a command says about it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from combatbox.api import fly
from combatbox.library.load import load
from combatbox.play.canonical_json import canonical_json, digest
from combatbox.play.log_validation import setup_of
from combatbox.play.logs import Log, log_text
from combatbox.play.session import Session

from .conftest import Call


def signed(body: dict[str, Any]) -> str:
    """Return the text of a save with a valid checksum."""
    body = {key: value for key, value in body.items() if key != "h"}
    return canonical_json({**body, "h": digest(body)}) + "\n"


def save_of(game: str, run: str = "mission", **header: Any) -> str:
    """Return a save of a game that has just begun, with other parts of its header."""
    book = load(game)
    session = Session(book, run=run, setup=setup_of(book, 1, {}), seed="1")
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
