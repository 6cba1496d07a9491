"""Output in any encoding, to a full device, to a closed stream, to a reader that has gone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from combatbox.cli.output import to_ascii

from .conftest import EXAMPLE, environment, process

COMBATBOX = f"{sys.executable} -m combatbox"

LINES = [
    "fly --help",
    "--version",
    "tables twentyfive --json",  # This is more than a buffer holds.
    "table queen B-5",
    "fly queen --seed 1",
    "play queen --seed 1 </dev/null",
    f"replay {EXAMPLE} --tell",
    "odds queen --missions 20 --jobs 1",
]


def shell(script: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, check=False, timeout=300, env=environment(**more)
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize("line", LINES)
def test_a_full_device_is_one_clear_line_and_exit_code_2(line: str) -> None:
    done = shell(f"{COMBATBOX} {line} > /dev/full")
    assert (done.returncode, done.stderr.decode().splitlines()) == (
        2, ["combatbox: the output cannot be written: No space left on device"])  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize("line", ["games", "table queen B-5", "play queen --seed 1 </dev/null", "fly --help"])
def test_a_closed_standard_output_is_one_clear_line_and_exit_code_2(line: str) -> None:
    done = shell(f"{COMBATBOX} {line} >&-")
    assert (done.returncode, done.stderr.decode().splitlines()) == (
        2, ["combatbox: the output cannot be written: Bad file descriptor"])  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize("stream", ["2>/dev/full", "2>&-"])
def test_the_exit_code_is_right_where_errors_cannot_be_printed(stream: str) -> None:
    assert shell(f"{COMBATBOX} fly nowhere {stream}").returncode == 2
    done = shell(f"{COMBATBOX} odds queen --missions 20 --jobs 1 {stream}")
    assert (done.returncode, b"mission survival" in done.stdout) == (0, True)


def test_a_closed_standard_input_is_an_input_that_has_ended() -> None:
    done = shell(f"{COMBATBOX} play queen --seed 1 <&-")
    assert (done.returncode, done.stderr) == (2, b"combatbox: the input ended before the game was over\n")


@pytest.mark.sample(1)
@pytest.mark.parametrize("words", [("table", "queen", "B-5"), ("play", "queen", "--seed", "1"), ("fly", "--help")])
def test_a_reader_that_closes_before_the_first_word_causes_no_error(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    line = [sys.executable, "-m", "combatbox", *words]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE, check=False,
                          timeout=300, env=environment())  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


LOCALES = [
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"LANG": "C", "LC_ALL": "C"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "cp1252"},
    {"LANG": "tr_TR.UTF-8", "TZ": "Nowhere/At-All"},
]


ONE_AFTER_THE_OTHER = """
import sys
from pathlib import Path
from contextlib import suppress
from combatbox.__main__ import main
sys.argv[1:] = ["table", "queen", "B-5"]
with suppress(SystemExit):
    main()
sys.argv[1:] = ["play", "queen", "--seed", "1"]
main()
"""
"""Two commands in one process: what an encoding can show is settled when Python starts."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("locale", LOCALES, ids=str)
def test_output_is_readable_in_every_locale(locale: dict[str, str]) -> None:
    done = shell(f"{sys.executable} -c '{ONE_AFTER_THE_OTHER}' </dev/null", **locale)
    assert (done.returncode, done.stderr) == (2, b"combatbox: the input ended before the game was over\n")
    assert b"Area damage" in done.stdout
    assert b"?" not in re.sub(
        rb"Type \?|\?\n", b"", done.stdout
    )  # Prompts have a `?` of their own; others replace characters.


def test_json_in_an_encoding_without_all_characters_is_the_same_document() -> None:
    plain, whole = (
        process("fly", "queen", "--seed", "1", "--name", "Ångström", "--json", PYTHONIOENCODING=code)
        for code in ("ascii", "utf-8")
    )
    assert plain.stdout.isascii()
    assert not whole.stdout.isascii()
    assert json.loads(plain.stdout) == json.loads(whole.stdout)


def test_characters_missing_in_ascii_are_written_with_others() -> None:
    assert to_ascii("−2 – “Ångström’s” † 3 × 4… 機") == '-2 - "Angstrom\'s" + 3 x 4... ?'.replace("機", "?")


@pytest.mark.parametrize("code", ["utf-16", "utf-32"])
@pytest.mark.parametrize(
    "line", [("play", "queen", "--seed", "1"), ("fly", "queen", "--manual")], ids=lambda line: line[0]
)
def test_an_input_of_another_encoding_is_one_error_with_the_remedy(
    tmp_path: Path, code: str, line: tuple[str, ...]
) -> None:
    command = [sys.executable, "-m", "combatbox", *line]
    env = environment(PYTHONIOENCODING=code)
    done = subprocess.run(
        command, input=b"\n" * 8, capture_output=True, check=False, cwd=tmp_path, env=env, timeout=300
    )
    assert done.returncode == 2
    error = done.stderr.decode(code)
    assert "combatbox: the input cannot be read: " in error
    assert "name its encoding with PYTHONIOENCODING, such as utf-8" in error
    assert "Traceback" not in error
