"""A folder that is made anew is the old one or the new one, at whatever moment its maker is killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.library import kept, whole
from combatbox.library.whole import exchange, replaced, take_along

FILES = 6

SUPERVISOR = """
import json, os, random, shutil, signal, sys, time
from pathlib import Path
from combatbox.library import kept, whole

folder, way, when, files = Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
if way == "two steps":
    whole.exchange = lambda one, other: False


def fill(into, version):
    for number in range(files):
        (into / f"{number}.html").write_text(str(version))


def make(version):
    if way == "in place":
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        fill(folder, version)
    else:
        with whole.replaced(folder) as new:
            fill(new, version)


def found():
    return [path.read_text() for path in sorted(folder.iterdir())] if folder.is_dir() else []


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def kill_at(step):
    '''Whether a maker was killed before the call into the system (or any other call of C) of this number.'''
    pid = os.fork()
    if pid:
        return os.WIFSIGNALED(os.waitpid(pid, 0)[1])
    left = step

    def count(frame, event, argument):
        nonlocal left
        if event == "c_call":
            left -= 1
            if left < 0:
                die()

    sys.setprofile(count)
    make(step)
    sys.setprofile(None)
    os._exit(0)


def kill_after(seconds, version):
    pid = os.fork()
    if not pid:
        while True:
            make(version)
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


make(-1)
chance, torn, seen, midway, step = random.Random("kill"), 0, set(), 0, 0
while True:
    before = found()
    if when == "every step":
        if not kill_at(step):
            break
    elif step == 50:
        break
    else:
        kill_after(chance.random() * 0.02, step)
    midway += any(folder.parent.glob(".site.new-*"))
    if way == "two steps" and not folder.is_dir():
        whole._put_back(folder)
    now = found()
    torn += len(now) != files or len(set(now)) != 1
    seen.add("new" if now[:1] == [str(step)] else "old")
    step += 1
make(-2)
left = sorted(path.name for path in folder.parent.iterdir())
print(json.dumps({"kills": step, "torn": torn, "seen": sorted(seen), "midway": midway, "left": left, "last": found()}))
"""


def killed(folder, way, when):
    """What a maker leaves that is killed again and again, at every step it takes or at times of chance."""
    line = [sys.executable, "-c", SUPERVISOR, str(folder), way, when, str(FILES)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(line, capture_output=True, text=True, check=True, timeout=300, env=environment)
    return json.loads(done.stdout)


@pytest.mark.parametrize("way", ["exchange", "two steps"])
def test_a_kill_before_any_call_into_the_system_leaves_the_old_folder_or_the_new_one_whole(tmp_path, way):
    found = killed(tmp_path / "site", way, "every step")
    assert found["torn"] == 0
    assert found["kills"] > 100
    assert found["seen"] == ["new", "old"]
    assert found["midway"] > 50
    assert found["left"] == ["site"], "what was killed left something that the next run did not clear away"
    assert found["last"] == ["-2"] * FILES


@pytest.mark.parametrize("way", ["exchange", "two steps"])
def test_a_kill_at_any_time_leaves_the_old_folder_or_the_new_one_whole(tmp_path, way):
    found = killed(tmp_path / "site", way, "any time")
    assert (found["kills"], found["torn"], found["left"]) == (50, 0, ["site"])


def test_the_kills_above_tear_a_folder_that_is_written_in_place(tmp_path):
    assert killed(tmp_path / "site", "in place", "every step")["torn"] > FILES


# ---- without a kill


def content(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def site(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "old.html").write_text("old")
    return tmp_path / "site"


@pytest.mark.parametrize("one_step", [True, False])
def test_the_new_folder_takes_the_place_of_the_old_one_and_nothing_is_left_beside_it(site, monkeypatch, one_step):
    if not one_step:
        monkeypatch.setattr(whole, "exchange", lambda one, other: False)
    with replaced(site) as new:
        (new / "new.html").write_text("new")
        assert content(site) == {"old.html": "old"}
    assert content(site) == {"new.html": "new"}
    assert names(site.parent) == ["site"]


def test_the_first_folder_is_put_where_there_was_none(tmp_path):
    with replaced(tmp_path / "a" / "b") as new:
        (new / "x").write_text("x")
    assert content(tmp_path) == {"a/b/x": "x"}
    umask = os.umask(0)
    os.umask(umask)
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o777 & ~umask


@pytest.mark.parametrize(
    "fault", [OSError(28, "No space left on device"), CombatBoxError("bad page"), KeyboardInterrupt]
)
def test_what_goes_wrong_on_the_way_leaves_the_old_folder(site, fault):
    kind = fault if isinstance(fault, type) else CombatBoxError

    def failing():
        with replaced(site) as new:
            (new / "half.html").write_text("half")
            raise fault

    with pytest.raises(kind) as caught:
        failing()
    assert content(site.parent) == {"site/old.html": "old"}
    if isinstance(fault, OSError):
        assert str(caught.value) == f"{site}: cannot be written: No space left on device"


def fails(folder, *steps):
    """What is said when making a folder fails at the last of these steps, each a function of the new folder."""

    def making():
        with replaced(folder) as new:
            for step in steps:
                step(new)

    with pytest.raises(CombatBoxError) as caught:
        making()
    return str(caught.value)


def broken(new):
    raise CombatBoxError(f"{new}/queen/a.pdf: cannot be written: No space left on device")


def test_what_could_not_be_written_is_told_by_the_name_that_it_was_to_have(site):
    said = fails(site, lambda new: (new / "x").mkdir(), lambda new: (new / "x").write_text("x"))
    assert said == f"{site}/x: cannot be written: Is a directory"
    assert fails(site, broken) == f"{site}/queen/a.pdf: cannot be written: No space left on device"


def test_a_file_in_the_way_is_one_line_and_stays(tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    assert fails(file) == f"{file}: is a file where a folder is to be; move it away"
    assert fails(file / "below") in (f"{file}: cannot be written: {why}" for why in ("File exists", "Not a directory"))
    assert content(tmp_path) == {"file": "mine"}


def test_a_link_to_a_folder_stays_a_link(site):
    (site.parent / "link").symlink_to(site)
    with replaced(site.parent / "link") as new:
        (new / "new.html").write_text("new")
    assert (site.parent / "link").is_symlink()
    assert content(site) == {"new.html": "new"}


def test_the_room_of_another_that_is_still_at_work_is_left_alone(site):
    with replaced(site) as first:
        with replaced(site) as second:
            (second / "second.html").write_text("2")
        assert first.is_dir()
        (first / "first.html").write_text("1")
    assert content(site) == {"first.html": "1"}


def test_exchange_says_where_a_file_system_cannot(tmp_path, monkeypatch):
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match="No such file"):
        exchange(tmp_path / "a", tmp_path / "b")
    monkeypatch.setattr(whole.ctypes, "CDLL", lambda *args, **more: object())
    assert exchange(tmp_path / "a", tmp_path / "b") is False


def test_what_others_keep_in_a_folder_is_taken_along(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    for path, text in (("a.pdf", "old"), ("mine/tour.pdf", "mine"), (".a.pdf.abcd_123", "half"), (".hidden", "h")):
        (old / path).parent.mkdir(parents=True, exist_ok=True)
        (old / path).write_text(text)
    new.mkdir()
    (new / "a.pdf").write_text("new")
    take_along(old, new)
    assert content(new) == {"a.pdf": "new", "mine/tour.pdf": "mine", ".hidden": "h"}


@pytest.mark.parametrize(("mine", "ours"), [("queen", "queen/a.pdf"), ("queen/a.pdf", "queen")])
def test_a_file_where_a_folder_is_to_be_is_not_thrown_away(tmp_path, mine, ours):
    for folder, path in (("old", mine), ("new", ours)):
        (tmp_path / folder / path).parent.mkdir(parents=True)
        (tmp_path / folder / path).write_text(folder)
    with pytest.raises(
        CombatBoxError, match="old/queen: is a (file|folder) where a (folder|file) is to be; move it away$"
    ):
        take_along(tmp_path / "old", tmp_path / "new")


# ---- the build itself


BUILD = """
import os, resource, signal, sys
from pathlib import Path
from types import SimpleNamespace

import mkdocs.commands.build
from combatbox.cli import builder, main, make
from combatbox.library.store import write_atomically

out, fault = Path(sys.argv[1]), sys.argv[2]


def pages(config):
    for number in range(30):
        Path(config.site_dir, f"{number}.html").write_text("x" * 10_000)
        if number == 20 and fault == "kill in the site":
            os.kill(os.getpid(), signal.SIGKILL)


def papers(into, book, flown):
    name = os.environ.get("SITE_URL", "https://new/").split("/")[2]  # it stands on papers: another makes others
    write_atomically(into / book.key / f"{name}.pdf", b"x" * (10_000 if fault == "papers" else 100))
    if fault == "kill in the papers":
        os.kill(os.getpid(), signal.SIGKILL)
    yield "papers"


def examples(into, book, flown):
    write_atomically(into / book.key / "new.txt", b"new")
    yield "examples"


def engine(into, kept):
    write_atomically(into / "files.js", b"new")
    yield "engine"


mkdocs.commands.build.build = pages
def icons(prints):
    write_atomically(prints / "icons" / "icon.png", b"new")


builder._prints, builder._examples, builder._engine, builder._icons = papers, examples, engine, icons
make.load_all = lambda overlay: {"queen": SimpleNamespace(key="queen", scripts={}, digest="", overlay=None, house="queen")}
if fault in ("papers", "site"):
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
main(["build", "--out", str(out)])
"""


def built(out, fault="", **more):
    """A build that makes little: real are the command, what puts the folders into place, and the faults."""
    own = {kept.PLACE: f"{out.parent}-kept"}  # what is faked here is nobody else's
    environment = {**os.environ, **own, **more, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    line = [sys.executable, "-c", BUILD, str(out), fault]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=300, env=environment)


@pytest.fixture
def earlier(tmp_path):
    """A build of before, with a sheet that somebody has printed into it."""
    for path in ("site/old.html", "print/queen/old.pdf", "examples/queen/old.txt"):
        (tmp_path / "build" / path).parent.mkdir(parents=True)
        (tmp_path / "build" / path).write_text("old")
    return tmp_path / "build"


@pytest.mark.parametrize("fault", ["kill in the papers", "kill in the site"])
def test_a_build_that_is_killed_leaves_site_papers_and_examples_as_they_were(earlier, fault):
    assert built(earlier, fault).returncode == -9
    seen = {path: text for path, text in content(earlier).items() if ".new-" not in path}
    assert seen == {"site/old.html": "old", "print/queen/old.pdf": "old", "examples/queen/old.txt": "old"}
    assert built(earlier).returncode == 0
    assert names(earlier) == ["engine", "examples", "print", "site"]
    assert names(earlier / "print" / "queen") == ["new.pdf", "old.pdf"]
    assert names(earlier / "site") == sorted(f"{number}.html" for number in range(30))


def test_what_a_build_made_once_and_makes_no_more_goes_and_nothing_else(earlier):
    prints = earlier / "print" / "queen"
    for name, there in (("first", "first.pdf old.pdf"), ("second", "old.pdf second.pdf")):
        assert built(earlier, SITE_URL=f"https://{name}/").returncode == 0
        assert " ".join(names(prints)) == there
    (prints / "second.pdf").write_text("with words of somebody's own")
    shutil.copy(prints / "old.pdf", prints / "first.pdf")  # another file of that name
    assert built(earlier, SITE_URL="https://third/").returncode == 0
    assert names(prints) == ["first.pdf", "old.pdf", "second.pdf", "third.pdf"]


@pytest.mark.parametrize(("fault", "place"), [("papers", "print/queen/new.pdf"), ("site", "site")])
def test_a_full_disk_is_one_line_and_leaves_the_earlier_build(earlier, fault, place):
    """The kernel refuses to write more than five thousand bytes into a file."""
    done = built(earlier, fault)
    assert (done.returncode, done.stderr) == (2, f"combatbox: {earlier}/{place}: cannot be written: File too large\n")
    assert set(content(earlier)) == {"site/old.html", "print/queen/old.pdf", "examples/queen/old.txt"}


@pytest.mark.parametrize("path", ["build", "build/site", "build/print/queen"])
def test_a_file_in_the_way_of_a_build_is_one_line_and_stays(tmp_path, path):
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("mine")
    done = built(tmp_path / "build")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert content(tmp_path) == {path: "mine"}
