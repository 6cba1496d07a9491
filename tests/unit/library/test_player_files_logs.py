"""Files written whole or not at all, and logs of which no byte can be changed unseen."""

import json
import shutil
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.flights import logged

from combatbox.core.errors import LogError
from combatbox.core.events import LOG_FORMAT
from combatbox.library import player_files
from combatbox.library.player_files import read_log, write_log
from combatbox.play import logs
from combatbox.play.canonical_json import canonical_json, digest, text_lines
from combatbox.play.logs import Log, log_text
from combatbox.play.replay import replay_log


def test_canonical_json_does_not_depend_on_the_order_of_keys():
    assert canonical_json({"b": 1, "a": [True, None, "ü"]}) == '{"a":[true,null,"ü"],"b":1}'
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})
    # The digest of all logs and books to come: it may not change.
    assert digest({"a": 1}) == "015abd7f5cc57a2d"


# ---- logs


def flown(book, path, names=None):
    log = logged(book, "5", names=names)
    write_log(path, log)
    return log


@pytest.fixture(scope="module")
def log_path(twentyfive, tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "mission.jsonl"
    flown(twentyfive, path)
    return path


@pytest.fixture
def bent(log_path, tmp_path):
    """Writes the log with something done to its lines and gives back what reading it says."""

    def bend(change):
        lines = log_path.read_text().splitlines()
        path = tmp_path / "bent.jsonl"
        changed = change(lines)
        path.write_bytes(changed if isinstance(changed, bytes) else ("\n".join(changed) + "\n").encode())
        with pytest.raises(LogError) as caught:
            read_log(path)
        assert "\n" not in str(caught.value)
        return str(caught.value).removeprefix(str(path))

    return bend


def test_a_log_is_read_back_as_it_was_written(twentyfive, tmp_path):
    written = flown(twentyfive, tmp_path / "m.jsonl", {"own": "Really Ready", "wingmen": ["A", "Ü"]})
    log = read_log(tmp_path / "m.jsonl")
    assert (log.header, log.events, log.summary) == (written.header, written.events, written.summary)


def test_the_same_flight_gives_the_same_bytes(twentyfive, tmp_path, log_path):
    flown(twentyfive, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == log_path.read_bytes()


def test_a_log_is_one_json_object_a_line_with_its_format_first(log_path):
    lines = log_path.read_text().splitlines()
    assert json.loads(lines[0])["format"] == LOG_FORMAT
    assert json.loads(lines[0])["kind"] == "header"
    assert json.loads(lines[-1])["kind"] == "end"
    assert all(len(json.loads(line)["h"]) == 12 for line in lines)


@pytest.mark.parametrize("name", ["A\u2028B", "A\x85B", "A\x1cB", "A\nB", 'A"\\B', "Übung 🛩"])
def test_a_name_of_any_letters_survives_the_log(twentyfive, tmp_path, name):
    path = tmp_path / "m.jsonl"
    flown(twentyfive, path, names={"own": name})
    log = read_log(path)
    assert log.header["setup"]["names"]["own"] == name
    replay_log(twentyfive, log)


def test_a_log_cut_anywhere_is_refused_with_the_last_line(log_path, bent):
    count = len(log_path.read_text().splitlines())
    for stored in range(1, count):
        assert (
            bent(lambda lines, stored=stored: lines[:stored])
            == f":{stored}: the log is cut short: its closing line is missing"
        )


def test_a_log_cut_inside_a_line_is_refused_with_that_line(bent):
    assert bent(lambda lines: "\n".join([*lines[:4], lines[4][:-9]]).encode()) == (
        ":5: the log is cut short in this line"
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.removesuffix(b"\n"),
        lambda data: data + b"\n",
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n") + b"\r\n",
    ],
    ids=["no last line end", "blank last line", "byte order mark", "Windows line ends", "all"],
)
def test_a_log_that_an_editor_has_saved_opens(log_path, tmp_path, change):
    path = tmp_path / "edited.jsonl"
    path.write_bytes(change(log_path.read_bytes()))
    assert read_log(path) == read_log(log_path)


def test_an_edit_of_any_line_is_refused_with_that_line(log_path, bent):
    count = len(log_path.read_text().splitlines())

    def edited(number):
        def change(lines):
            item = json.loads(lines[number])
            item["extra"] = 1
            return [*lines[:number], canonical_json(item), *lines[number + 1 :]]

        return change

    for number in range(count):
        assert bent(edited(number)) == f":{number + 1}: the line was edited: its checksum is wrong"


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]],
        lambda lines: [*lines[:3], *lines[4:]],
        lambda lines: [*lines[:3], lines[2], *lines[3:]],
        lambda lines: [*lines[:3], lines[3].replace('":', '": ', 1), *lines[4:]],
        lambda lines: [*lines[:3], " " + lines[3], *lines[4:]],
    ],
    ids=["reordered", "left out", "repeated", "a space more", "a space before"],
)
def test_lines_reordered_left_out_repeated_or_respaced_are_refused(bent, change):
    assert bent(change) == ":4: the line was edited: its checksum is wrong"


def test_a_line_more_after_the_end_is_refused(log_path, bent):
    count = len(log_path.read_text().splitlines())
    assert bent(lambda lines: [*lines, lines[-1]]) == f":{count + 1}: the line was edited: its checksum is wrong"


def test_a_key_that_stands_twice_in_a_line_is_refused(bent):
    assert bent(lambda lines: [*lines[:3], '{"n":9,' + lines[3][1:], *lines[4:]]) == (
        ":4: the line was edited: its checksum is wrong"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", ":1: the file is empty"),
        (b"\n", ":1: the file is empty"),
        (b"hello\n", ":1: the line is not JSON (cut short or edited)"),
        (b"[1, 2]\n", ":1: the line does not belong to a Combat Box log"),
        (b"{}\n", ":1: the line does not belong to a Combat Box log"),
        (b'{"h": "x"}\n', ":1: the file is not a Combat Box log of format 1 (got no format)"),
        (b"[" * 100_000 + b"\n", ":1: the line is not JSON (cut short or edited)"),
        (b"\xff\xfe\x00\x01", ":1: is not UTF-8 text; the file is not one of Combat Box, or is damaged"),
        (b"\x89PNG\r\n\x1a\n", ":1: is not UTF-8 text; the file is not one of Combat Box, or is damaged"),
        (b"{}\n{}\n\xff", ":3: is not UTF-8 text; the file is not one of Combat Box, or is damaged"),
        (b'{"kind":"header","format":1,"h":"","x":"\\ud800"}\n', ":1: the line was edited: its checksum is wrong"),
    ],
)
def test_what_is_no_log_is_refused_with_the_line(bent, text, message):
    assert bent(lambda lines: text) == message


@pytest.mark.parametrize("number", [0, 2, "1", None])
def test_a_log_of_another_format_is_refused_though_its_checks_fit(tmp_path, number):
    path = tmp_path / "m.jsonl"
    lines = log_text(Log({}, [], {})).splitlines()
    assert f'"format":{LOG_FORMAT}' in lines[0]
    path.write_text("\n".join(_chained([{"kind": "header", "format": number}, {"kind": "end", "summary": {}}])) + "\n")
    with pytest.raises(LogError, match=f":1: the file is not a Combat Box log of format 1 \\(got {number!r}\\)"):
        read_log(path)


def _chained(items):
    chain, lines = "", []
    for item in items:
        chain = logs._link(chain, item)
        lines.append(canonical_json({**item, "h": chain}))
    return lines


def test_a_log_that_is_not_there_or_is_a_folder_is_refused(tmp_path):
    for path, why in ((tmp_path / "none.jsonl", "cannot be read"), (tmp_path, "is a folder; name a file")):
        with pytest.raises(LogError, match=why):
            read_log(path)


def test_a_log_over_the_limit_is_refused_unread(log_path, monkeypatch):
    monkeypatch.setattr(player_files, "MAX_FILE_BYTES", 100)
    with pytest.raises(LogError, match="is larger than the limit of 100 bytes"):
        read_log(log_path)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_any_single_byte_edit_of_a_log_is_refused_but_for_line_ends(log_path, tmp_path_factory, data):
    whole = log_path.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    kind = data.draw(st.sampled_from(["change", "delete", "insert"]))
    byte = bytes([data.draw(st.integers(0, 255) | st.sampled_from(b' \n\r\t0123456789",:{}[]'))])
    cut = place + (kind != "insert")
    edited = whole[:place] + (b"" if kind == "delete" else byte) + whole[cut:]
    path = tmp_path_factory.getbasetemp() / "edited.jsonl"
    path.write_bytes(edited)
    with suppress(UnicodeDecodeError):
        if text_lines(edited.decode()) == text_lines(whole.decode()):
            assert read_log(path) == read_log(log_path)
            return
    with pytest.raises(LogError) as caught:
        read_log(path)
    line = whole.count(b"\n", 0, place) + 1
    named = int(str(caught.value).removeprefix(f"{path}:").split(":")[0])
    assert named in (line, line + 1)


def test_a_copied_log_is_still_good(log_path, tmp_path):
    shutil.copy(log_path, tmp_path / "copy.jsonl")
    assert read_log(tmp_path / "copy.jsonl").events
