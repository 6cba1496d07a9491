"""A cache gives back what was put, only while it is whole and asked for by what it was made of, and never outgrows its limit."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest
from tests.cli.conftest import process

from combatbox.library.atomic_files import ABANDONED
from combatbox.library.cache import Cache, pack, unpack, user_cache
from combatbox.library.cached_books import archived_books, current_books

ONE, OTHER = "1" * 64, "2" * 64


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache", 1_000)


def test_an_entry_is_found_by_its_name_and_what_it_was_made_of(cache: Cache) -> None:
    assert cache.get("a", ONE) is None
    cache.put("a", ONE, b"body\nand more")
    assert cache.get("a", ONE) == b"body\nand more"
    assert (cache.get("a", OTHER), cache.get("b", ONE)) == (None, None)
    cache.path("a", ONE).rename(cache.path("a", OTHER))
    assert cache.get("a", OTHER) is None, "it was made of something else"


@pytest.mark.parametrize("damaged", [b"", b"\xff", b"body", "cut", "longer", "folder"])
def test_a_damaged_entry_counts_as_absent_and_is_replaced(cache: Cache, damaged: bytes | str) -> None:
    cache.put("a", ONE, b"body")
    path, whole = cache.path("a", ONE), cache.path("a", ONE).read_bytes()
    path.unlink()
    if damaged == "folder":
        path.mkdir()
    else:
        path.write_bytes({"cut": whole[:-1], "longer": whole + b"x"}.get(str(damaged)) or bytes(damaged))  # type: ignore[arg-type]
    assert cache.get("a", ONE) is None
    assert cache.get_or_make("a", ONE, lambda: b"body") == b"body"
    if damaged != "folder":
        assert cache.get("a", ONE) == b"body"


def test_a_cache_that_cannot_be_written_or_has_no_folder_is_silent(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for cache in (Cache(tmp_path / "file", 1_000), Cache(None, 1_000)):
        assert cache.get_or_make("a", ONE, lambda: b"body") == b"body"
        assert cache.get("a", ONE) is None
        assert list(cache.heads("a")) == []


def test_those_used_least_recently_are_evicted_until_the_rest_fit(cache: Cache) -> None:
    for number, name in enumerate("abcd"):
        cache.put(name, ONE, b"x" * 200)
        os.utime(cache.path(name, ONE), (number, number))
    assert cache.get("a", ONE)
    cache.evict()
    assert [name for name in "abcd" if cache.path(name, ONE).exists()] == ["a", "c", "d"]


def test_halves_of_killed_processes_are_deleted_and_those_of_running_ones_are_not(cache: Cache) -> None:
    cache.put("a", ONE, b"body")
    assert cache.folder
    old, new = cache.folder / ".a.00000000", cache.folder / ".a.11111111"
    for path in (old, new):
        path.touch()
    os.utime(old, (time.time() - ABANDONED - 1,) * 2)
    cache.evict()
    assert (old.exists(), new.exists(), cache.get("a", ONE)) == (False, True, b"body")


@pytest.mark.parametrize("made", [current_books, archived_books])
def test_no_cache_in_the_folder_of_the_user_outgrows_its_limit(
    made: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    limit = made().limit  # type: ignore[operator]
    cache = user_cache(made().folder.name, limit)  # type: ignore[operator]
    for number in range(30):
        cache.get_or_make("queen", f"{number:02}" * 32, lambda: b"x" * (limit // 10))
    held = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert limit // 2 < held <= limit <= 20_000_000


def test_folders_come_out_of_an_entry_as_they_went_in(tmp_path: Path) -> None:
    (tmp_path / "one/below").mkdir(parents=True)
    (tmp_path / "one/below/a.txt").write_bytes(b"a\nb")
    (tmp_path / "one/empty").touch()
    unpack(pack({"x": tmp_path / "one", "y": tmp_path / "none"}), {"x": tmp_path / "new", "y": tmp_path / "other"})
    files = {
        path.relative_to(tmp_path / "new").as_posix(): path.read_bytes() for path in (tmp_path / "new").rglob("*.*")
    }
    assert files == {"below/a.txt": b"a\nb"}
    assert (tmp_path / "new/empty").read_bytes() == b""
    assert not (tmp_path / "other").exists()


KILLED = """
import os, signal, sys
from pathlib import Path
from combatbox.library.cache import Cache

cache, body, made_of = Cache(Path(sys.argv[1]), 100_000), b"whole" * 1000, "0" * 64
step = kills = 0
wrong = []
while True:
    pid = os.fork()
    if not pid:
        left = step

        def count(frame, event, argument):
            global left
            if event == "c_call":
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(count)
        cache.put("thing", made_of, body)
        sys.setprofile(None)
        os._exit(0)
    if not os.WIFSIGNALED(os.waitpid(pid, 0)[1]):
        break
    if cache.get("thing", made_of) not in (None, body) or cache.path("thing", made_of).exists() != bool(cache.get("thing", made_of)):
        wrong.append(step)
    kills += 1
    step += 1
print(kills, wrong, cache.get("thing", made_of) == body)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a forked process is killed at each of its steps")
def test_a_kill_at_any_moment_leaves_a_whole_entry_or_none(tmp_path: Path) -> None:
    done = process(tmp_path, command=(sys.executable, "-c", KILLED))
    kills, rest = done.stdout.split(maxsplit=1)
    assert int(kills) > 15
    assert rest.strip() == "[] True"


def test_a_user_without_a_home_folder_has_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "~")
    cache = user_cache("ready", 1_000)
    cache.put("a", ONE, b"body")
    assert cache.get("a", ONE) is None
    assert list(tmp_path.iterdir()) == []
