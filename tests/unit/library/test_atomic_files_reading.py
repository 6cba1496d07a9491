"""Paths that are not files, endless files and files that are too large are refused in one short line, without waiting."""

from __future__ import annotations

import os

import pytest

from combatbox.core.errors import (
    LONGEST,
    MOST_LINES,
    CombatBoxError,
    DataError,
    LogError,
    Problem,
    ReplayMismatch,
    UnknownName,
)
from combatbox.library import player_files, yaml12
from combatbox.library.atomic_files import Unreadable, read_file
from combatbox.library.load import load
from combatbox.library.player_files import read_log, read_save
from combatbox.library.yaml12 import parse_yaml, read_yaml
from combatbox.play import dataclass_validation
from combatbox.play.canonical_json import MAX_DIGITS, from_json

READERS = {"yaml": read_yaml, "log": read_log, "save": read_save}


@pytest.fixture(params=READERS)
def refused(request):
    """What a reader of files says of one that it refuses."""

    def says(path):
        with pytest.raises((DataError, LogError)) as caught:
            READERS[request.param](path)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    return says


def test_a_pipe_is_refused_and_not_waited_for(tmp_path, refused):
    os.mkfifo(tmp_path / "pipe.yaml")
    assert "cannot be read: it is a pipe; copy it into a file first" in refused(tmp_path / "pipe.yaml")


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full"])
def test_a_device_is_refused_and_not_read_for_ever(tmp_path, refused, device):
    (tmp_path / "link.yaml").symlink_to(device)
    assert "cannot be read: it is a device; copy it into a file first" in refused(tmp_path / "link.yaml")


def test_a_folder_is_refused(tmp_path, refused):
    (tmp_path / "folder.yaml").mkdir()
    assert "cannot be read: it is a folder; name a file" in refused(tmp_path / "folder.yaml")


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path, refused):
    assert "cannot be read: No such file" in refused(tmp_path / "gone.yaml")


def test_a_name_that_no_file_can_have(tmp_path, refused):
    assert "not a valid file name" in refused(tmp_path / "a\0b.yaml")


@pytest.mark.parametrize("limit", [(yaml12, "MAX_BYTES", read_yaml), (player_files, "MAX_FILE_BYTES", read_log)])
def test_a_file_over_the_stated_size_is_refused(tmp_path, monkeypatch, limit):
    module, name, reader = limit
    monkeypatch.setattr(module, name, 99)
    path = tmp_path / "big.yaml"
    path.write_bytes(b"#" * 100)
    with pytest.raises(CombatBoxError, match="is larger than the limit of 99 bytes"):
        reader(path)


def test_a_file_that_grows_while_it_is_read_is_no_way_round_the_limit(tmp_path):
    path = tmp_path / "big"
    path.write_bytes(b"#" * 100)
    assert read_file(path, 100) == b"#" * 100
    with pytest.raises(Unreadable, match="limit of 99 bytes"):
        read_file(path, 99)


# ---- numbers


@pytest.mark.parametrize("number", ["9" * (MAX_DIGITS + 1), "-" + "9" * 5000, "0x" + "f" * 5000, "1." + "0" * 5000])
def test_a_number_of_many_digits_is_refused_in_yaml(number):
    with pytest.raises(DataError) as caught:
        parse_yaml(f"a: 1\nb: {number}\n", "f.yaml")
    assert (
        str(caught.value)
        == f"f.yaml:2: a number has at most {MAX_DIGITS} characters (got {len(number)}); quote it if it is text"
    )


def test_digits_in_quotes_are_text():
    assert parse_yaml(f'a: "{"9" * 5000}"', "f.yaml").data == {"a": "9" * 5000}
    assert parse_yaml(f"a: {'9' * MAX_DIGITS}", "f.yaml").data == {"a": int("9" * MAX_DIGITS)}


@pytest.mark.parametrize("text", ["9" * 19, "[" + "9" * 5000 + "]", "NaN", "Infinity", "1e999", '{"a": -1e999}'])
def test_a_number_without_end_is_refused_in_logs_and_saves(text):
    with pytest.raises(ValueError, match="number"):
        from_json(text)
    assert from_json("[-999999999999999999, 1.5]") == [-999999999999999999, 1.5]


def test_a_roll_of_many_digits_is_no_roll(drill):
    drill.edit("d-one", "roll: 1-3", f'roll: "1-{"9" * 5000}"')
    (problem,) = [one for one in drill.problems() if one.startswith("d-one.yaml:6: D-ONE: ")]
    assert "is not a roll; write 7, 7-9 or 3, 9, 11" in problem
    assert len(problem) <= LONGEST


# ---- one clear line


def test_a_line_is_never_longer_than_is_read():
    for error in (CombatBoxError("x" * 3_000_000), UnknownName("game", "x" * 3_000_000, ["queen"]),
                  DataError([Problem("f", 1, "x" * 3_000_000)]), ReplayMismatch("s", "x" * 1000, "y" * 1000)):  # fmt: skip
        assert len(str(error)) <= LONGEST
    assert str(CombatBoxError(f"place: {'x' * 1000}; do this")).startswith("place: xxx")
    assert str(CombatBoxError(f"place: {'x' * 1000}; do this")).endswith("xxx; do this")
    shown = str(ReplayMismatch("step 1", "x" * 1000, "y" * 1000))
    assert "xxx" in shown
    assert "yyy" in shown


def test_what_is_wrong_is_counted_where_it_is_too_much_to_be_listed():
    error = DataError([Problem("f", number, "bad") for number in range(1, 1001)])
    assert str(error).splitlines()[0] == "f:1: bad"
    assert str(error).splitlines()[-1] == f"... and {1000 - MOST_LINES} more"
    assert len(error.problems) == 1000
    exact = DataError([Problem("f", number, "bad") for number in range(1, MOST_LINES + 1)])
    assert "more" not in str(exact)


def test_nothing_in_a_message_steers_the_terminal():
    assert str(CombatBoxError("a\x1b[2Jb\r\x07 \u2028 \ud800 ü ✈")) == "a\\x1b[2Jb\\r\\x07 \\u2028 \\ud800 ü ✈"
    assert len(str(CombatBoxError("\x1b" * 5000))) <= LONGEST


def test_of_many_problems_of_a_file_the_first_are_described_and_the_others_counted(tmp_path, monkeypatch):
    described = []
    monkeypatch.setattr(dataclass_validation, "suggest", lambda *of: described.append(of) or "")
    (tmp_path / "queen").mkdir()
    text = "".join(f"key{number}: 1\n" for number in range(20_000))
    (tmp_path / "queen" / "rulings.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as refused:
        load("queen", tmp_path)
    lines = str(refused.value).splitlines()
    assert len(described) == len(lines) == yaml12.MOST + 1
    assert lines[0].endswith("rulings.yaml:1: key0: unknown key")
    assert lines[-1].endswith(f"rulings.yaml:{yaml12.MOST + 1}: {20_000 - yaml12.MOST} more problems from here on")
