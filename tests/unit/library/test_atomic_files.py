"""A folder that is made anew is the old one or the new one, at whatever moment its maker is killed."""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.cli.conftest import process

from combatbox.core.errors import CombatBoxError
from combatbox.library import atomic_files, build_cache
from combatbox.library.atomic_files import UNSYNCED, carry_over, remove_leftovers, replace_folder, write_atomically

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="a forked process is killed at each of its steps")

FILES = 6

SUPERVISOR = """
import json, os, random, shutil, signal, sys, time
from pathlib import Path
import filelock  # here, so that the processes that are killed need not load it
from combatbox.library import atomic_files, build_cache

folder, way, when, files = Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])


def fill(into, version):
    for number in range(files):
        (into / f"{number}.html").write_text(str(version))


def make(version):
    if way == "in place":
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        fill(folder, version)
    else:
        with atomic_files.replace_folder(folder) as new:
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
    if way == "replaced":
        atomic_files.restore_folder(folder)
    now = found()
    torn += len(now) != files or len(set(now)) != 1
    seen.add("new" if now[:1] == [str(step)] else "old")
    step += 5 if when == "every step" else 1
make(-2)
left = sorted(path.name for path in folder.parent.iterdir())
print(json.dumps({"kills": step, "torn": torn, "seen": sorted(seen), "midway": midway, "left": left, "last": found()}))
"""


def killed(folder, way, when):
    """What a maker leaves that is killed again and again, at every step it takes or at times of chance."""
    return json.loads(process(folder, way, when, FILES, command=(sys.executable, "-c", SUPERVISOR)).stdout)


@needs_fork
def test_a_kill_before_any_call_into_the_system_leaves_the_old_folder_or_the_new_one_whole(tmp_path):
    found = killed(tmp_path / "site", "replaced", "every step")
    assert found["torn"] == 0
    assert found["kills"] > 100
    assert found["seen"] == ["new", "old"]
    assert found["midway"] > 50
    assert found["left"] == ["site"], "what was killed left something that the next run did not clear away"
    assert found["last"] == ["-2"] * FILES


@needs_fork
def test_a_kill_at_any_time_leaves_the_old_folder_or_the_new_one_whole(tmp_path):
    found = killed(tmp_path / "site", "replaced", "any time")
    assert (found["kills"], found["torn"], found["left"]) == (50, 0, ["site"])


@needs_fork
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


def test_the_new_folder_takes_the_place_of_the_old_one_and_nothing_is_left_beside_it(site):
    with replace_folder(site) as new:
        (new / "new.html").write_text("new")
        assert content(site) == {"old.html": "old"}
    assert content(site) == {"new.html": "new"}
    assert names(site.parent) == ["site"]


def test_the_first_folder_is_put_where_there_was_none(tmp_path):
    with replace_folder(tmp_path / "a" / "b") as new:
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
        with replace_folder(site) as new:
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
        with replace_folder(folder) as new:
            for step in steps:
                step(new)

    with pytest.raises(CombatBoxError) as caught:
        making()
    return str(caught.value)


def broken(new):
    raise CombatBoxError(f"{new}/queen/a.pdf: cannot be written: No space left on device")


def test_what_could_not_be_written_is_reported_by_the_name_that_it_was_to_have(site):
    said = fails(site, lambda new: (new / "x").mkdir(), lambda new: (new / "x").write_text("x"))
    assert said == f"{site}/x: cannot be written: Is a directory"
    assert fails(site, broken) == f"{site}/queen/a.pdf: cannot be written: No space left on device"


def test_a_file_in_the_way_is_one_line_and_stays(tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    assert fails(file) == f"{file}: is a file, but a folder is needed here; move it away"
    assert fails(file / "below") in (f"{file}: cannot be written: {why}" for why in ("File exists", "Not a directory"))
    assert content(tmp_path) == {"file": "mine"}


def test_a_link_to_a_folder_stays_a_link(site):
    (site.parent / "link").symlink_to(site)
    with replace_folder(site.parent / "link") as new:
        (new / "new.html").write_text("new")
    assert (site.parent / "link").is_symlink()
    assert content(site) == {"new.html": "new"}


def test_the_folder_of_another_process_at_work_is_left_alone(site):
    with replace_folder(site) as first:
        with replace_folder(site) as second:
            (second / "second.html").write_text("2")
        assert first.is_dir()
        (first / "first.html").write_text("1")
    assert content(site) == {"first.html": "1"}


def test_a_new_folder_that_cannot_be_put_into_place_leaves_the_old_one(site, monkeypatch):
    """On Windows that is so where a program has a file of it open."""
    rename = Path.rename

    def refused(path, target):
        if path.name == "new":
            raise PermissionError(13, "Permission denied", str(path))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)
    assert "Permission denied" in fails(site, lambda new: (new / "x").write_text("x"))
    assert content(site.parent) == {"site/old.html": "old"}


def test_where_nothing_can_be_locked_a_folder_is_replaced_all_the_same(site, monkeypatch):
    def unsupported(path):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(atomic_files, "try_lock", unsupported)
    (site.parent / ".site.new-01234567").mkdir()  # who knows whether somebody is at work there
    with replace_folder(site) as new:
        (new / "new.html").write_text("new")
    assert content(site) == {"new.html": "new"}
    assert names(site.parent) == [".site.new-01234567", "site"]


def test_what_others_keep_in_a_folder_is_taken_along(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    for path, text in (("a.pdf", "old"), ("mine/tour.pdf", "mine"), (".a.pdf.abcd_123", "half"), (".hidden", "h")):
        (old / path).parent.mkdir(parents=True, exist_ok=True)
        (old / path).write_text(text)
    new.mkdir()
    (new / "a.pdf").write_text("new")
    carry_over(old, new)
    assert content(new) == {"a.pdf": "new", "mine/tour.pdf": "mine", ".hidden": "h"}


@pytest.mark.parametrize(("mine", "ours"), [("queen", "queen/a.pdf"), ("queen/a.pdf", "queen")])
def test_a_file_where_a_folder_is_to_be_is_not_thrown_away(tmp_path, mine, ours):
    for folder, path in (("old", mine), ("new", ours)):
        (tmp_path / folder / path).parent.mkdir(parents=True)
        (tmp_path / folder / path).write_text(folder)
    with pytest.raises(
        CombatBoxError, match="old/queen: is a (file|folder), but a (folder|file) is needed here; move it away$"
    ):
        carry_over(tmp_path / "old", tmp_path / "new")


# ---- files


def test_a_file_is_written_with_its_folders(tmp_path):
    path = tmp_path / "a" / "b" / "c.txt"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert [p.name for p in path.parent.iterdir()] == ["c.txt"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path, monkeypatch, step):
    path = tmp_path / "c.txt"
    write_atomically(path, b"old")

    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.delenv(UNSYNCED)
    monkeypatch.setattr(os, "fsync", full) if step == "fsync" else monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(CombatBoxError, match=r"c.txt: cannot be written: No space left on device"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["c.txt"]


def test_a_write_that_is_interrupted_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = tmp_path / "c.txt"
    write_atomically(path, b"old")

    def interrupted(*args):
        raise KeyboardInterrupt

    monkeypatch.delenv(UNSYNCED)
    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["c.txt"]


def test_a_place_that_cannot_be_written_is_an_error_in_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CombatBoxError, match="cannot be written") as caught:
        write_atomically(tmp_path / "file" / "below.txt", b"x")
    assert "\n" not in str(caught.value)
    (tmp_path / "folder").mkdir()
    with pytest.raises(CombatBoxError, match="folder: cannot be written"):
        write_atomically(tmp_path / "folder", b"x")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "folder"]


@pytest.fixture
def umask():
    """Sets the umask, and puts back the one that was there."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


def permissions(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_new_file_has_the_permissions_that_the_umask_allows_and_one_that_is_replaced_keeps_its_own(tmp_path, umask):
    path = tmp_path / "tonight.save"
    for mask, mode in ((0o022, 0o644), (0o027, 0o640), (0o077, 0o600)):
        umask(mask)
        write_atomically(path, b"new")
        assert permissions(path) == mode
        path.unlink()
    umask(0o022)
    for mode in (0o600, 0o640, 0o664):
        write_atomically(path, b"one")
        path.chmod(mode)
        write_atomically(path, b"two")
        assert (permissions(path), path.read_bytes()) == (mode, b"two")


def test_a_file_behind_a_link_is_replaced_there_and_the_link_stays(tmp_path):
    (tmp_path / "cloud").mkdir()
    real, link = tmp_path / "cloud" / "tonight.save", tmp_path / "tonight.save"
    link.symlink_to(real)
    for data in (b"one", b"two"):  # the link leads nowhere, and then to a file
        write_atomically(link, data)
        assert link.is_symlink()
        assert real.read_bytes() == data
    assert names(tmp_path) == ["cloud", "tonight.save"]
    assert names(tmp_path / "cloud") == ["tonight.save"]


def test_links_that_lead_round_in_a_circle_are_one_line_and_stay(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(CombatBoxError, match="a: cannot be written"):
        write_atomically(tmp_path / "a", b"x")
    assert names(tmp_path) == ["a", "b"]


WRITER = """
import json, os, signal, sys
from pathlib import Path
from combatbox.library import atomic_files

path, folder = Path(sys.argv[1]), Path(sys.argv[1]).parent
before, litter, torn = sorted(folder.iterdir()), 0, 0


def write_until(step):
    def count(frame, event, argument):
        nonlocal step
        if event == "c_call":
            step -= 1
            if step < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)
    atomic_files.write_atomically(path, b"new")
    sys.setprofile(None)
    os._exit(0)


for step in range(1000):
    child = os.fork()
    if not child:
        write_until(step)
    if not os.WIFSIGNALED(os.waitpid(child, 0)[1]):
        break
    torn += path.read_bytes() not in (b"old", b"new")
    for file in set(folder.iterdir()) - set(before):
        litter += 1
        os.utime(file, (0, 0))  # a long time ago
    atomic_files.write_atomically(path, b"old")
    torn += sorted(folder.iterdir()) != before
print(json.dumps([step, litter, torn]))
"""


@needs_fork
def test_what_a_killed_write_leaves_is_cleared_away_by_a_later_one(tmp_path):
    for name in ("c.txt", ".c.txt.settings", ".d.txt.0123abcd.half"):
        (tmp_path / name).write_bytes(b"old")
        os.utime(tmp_path / name, (0, 0))
    kills, litter, torn = json.loads(process(tmp_path / "c.txt", command=(sys.executable, "-c", WRITER)).stdout)
    assert (kills > 30, litter > 3, torn) == (True, True, 0)


def test_the_temporary_file_of_a_process_that_may_be_writing_is_left_alone(tmp_path):
    half = tmp_path / ".c.txt.0123abcd.half"
    half.write_bytes(b"ha")
    write_atomically(tmp_path / "c.txt", b"whole")
    assert half.exists()
    remove_leftovers(tmp_path / "c.txt")
    assert names(tmp_path) == ["c.txt"]


# ---- the build itself


BUILD = """
import os, signal, sys
from pathlib import Path

import mkdocs.commands.build
from combatbox.cli import build_commands, builder, main
from combatbox.library.atomic_files import write_atomically
from combatbox.library.load import load

out, fault = Path(sys.argv[1]), sys.argv[2]


def pages(config):
    for number in range(30):
        Path(config.site_dir, f"{number}.html").write_text("x" * 10_000)
        if number == 20 and fault == "kill in the site":
            os.kill(os.getpid(), signal.SIGKILL)


def papers(book, prints, examples, products):
    name = os.environ.get("SITE_URL", "https://new/").split("/")[2]  # it stands on papers: another makes others
    write_atomically(examples / book.key / "new.txt", products.product("text", lambda noted: b"new"))
    write_atomically(prints / book.key / f"{name}.pdf", b"x" * (10_000 if fault == "papers" else 100))
    if fault == "kill in the papers":
        os.kill(os.getpid(), signal.SIGKILL)
    yield "papers"


def engine(into, kept):
    write_atomically(into / "files.js", b"new")
    yield "engine"


mkdocs.commands.build.build = pages
def icons(prints):
    write_atomically(prints / "icons" / "icon.png", b"new")


builder._engine, builder._icons = engine, icons
builder.write_papers = papers
build_commands.load_all = lambda overlay: {"queen": load("queen")}
if fault in ("papers", "site"):
    import resource
    sys.dont_write_bytecode = True  # a module compiled here would be stored with at most 5,000 bytes, for every process
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
main(["build", "--out", str(out)])
"""


def built(out, fault="", **more):
    """A build that makes little: real are the command, what puts the folders into place, and the faults."""
    if fault and not hasattr(os, "fork"):
        pytest.skip("a build is killed and a disk filled by what POSIX has")
    own = {build_cache.PLACE: f"{out.parent}-kept"}  # what is faked here is nobody else's
    return process(out, fault, command=(sys.executable, "-c", BUILD), **own, **more)


@pytest.fixture
def earlier(tmp_path):
    """A build of before, with a sheet that somebody has printed into it."""
    for path in ("site/old.html", "print/queen/old.pdf", "examples/queen/old.txt"):
        (tmp_path / "build" / path).parent.mkdir(parents=True)
        (tmp_path / "build" / path).write_text("old")
    return tmp_path / "build"


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", ["kill in the papers", "kill in the site"])
def test_a_build_that_is_killed_leaves_site_papers_and_examples_as_they_were(earlier, fault):
    assert built(earlier, fault).returncode == -9
    seen = {path: text for path, text in content(earlier).items() if ".new-" not in path}
    assert seen == {"site/old.html": "old", "print/queen/old.pdf": "old", "examples/queen/old.txt": "old"}
    assert built(earlier).returncode == 0
    assert names(earlier) == ["engine", "examples", "print", "site"]
    assert names(earlier / "print" / "queen") == ["new.pdf", "old.pdf"]
    assert names(earlier / "site") == sorted(f"{number}.html" for number in range(30))


@pytest.mark.thorough
def test_what_a_build_made_once_and_makes_no_more_goes_and_nothing_else(earlier):
    prints = earlier / "print" / "queen"
    for name, there in (("first", "first.pdf old.pdf"), ("second", "old.pdf second.pdf")):
        assert built(earlier, SITE_URL=f"https://{name}/").returncode == 0
        assert " ".join(names(prints)) == there
    (prints / "second.pdf").write_text("with words of somebody's own")
    shutil.copy(prints / "old.pdf", prints / "first.pdf")  # another file of that name
    assert built(earlier, SITE_URL="https://third/").returncode == 0
    assert names(prints) == ["first.pdf", "old.pdf", "second.pdf", "third.pdf"]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("fault", "place"), [("papers", "print/queen/new.pdf"), ("site", "site")])
def test_a_full_disk_is_one_line_and_leaves_the_earlier_build(earlier, fault, place):
    """The kernel refuses to write more than five thousand bytes into a file."""
    done = built(earlier, fault)
    assert (done.returncode, done.stderr) == (2, f"combatbox: {earlier}/{place}: cannot be written: File too large\n")
    assert set(content(earlier)) == {"site/old.html", "print/queen/old.pdf", "examples/queen/old.txt"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["build", "build/site", "build/print/queen"])
def test_a_file_in_the_way_of_a_build_is_one_line_and_stays(tmp_path, path):
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("mine")
    done = built(tmp_path / "build")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert content(tmp_path) == {path: "mine"}


# ---- a full disk, and two processes


def full(*_: object, **__: object) -> None:
    """Fail as a write to a full disk does."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_write_that_fails_leaves_no_empty_folder(tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    monkeypatch.setattr(atomic_files, "_write", full)
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CombatBoxError, match="c.txt: cannot be written: No space left"):
        write_atomically(tmp_path / "mine" / "a" / "b" / "c.txt", b"")
    with pytest.raises(CombatBoxError, match="nothing was written"):
        atomic_files.write_new_folder(tmp_path / "mine" / "new" / "overlay", {"x.yaml": b""})
    with pytest.raises(CombatBoxError), replace_folder(tmp_path / "mine" / "out" / "site") as new:
        write_atomically(new / "deep" / "index.html", b"")
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")] == ["mine"]


def test_a_folder_that_cannot_be_swapped_is_named_by_its_own_name(tmp_path, monkeypatch):
    (tmp_path / "site").mkdir()

    def swap(target: Path, new: Path, old: Path) -> None:
        raise OSError(errno.ENOTEMPTY, "Directory not empty", str(target.with_name(".site.old")))

    monkeypatch.setattr(atomic_files, "_swap", swap)
    with pytest.raises(CombatBoxError) as caught, replace_folder(tmp_path / "site"):
        pass
    assert str(caught.value) == f"{tmp_path / 'site'}: cannot be written: Directory not empty"


SWAPPER = """
import sys
from pathlib import Path
from combatbox.library.atomic_files import replace_folder

for number in range(40):
    with replace_folder(Path(sys.argv[1])) as new:
        (new / "index.html").write_text(sys.argv[2])
"""


def test_two_processes_that_replace_one_folder_both_succeed(tmp_path):
    with ThreadPoolExecutor(2) as pool:
        line = (sys.executable, "-c", SWAPPER, str(tmp_path / "site"))
        done = list(pool.map(lambda name: process(name, command=line), ("one", "two")))
    assert [(child.stderr, child.returncode) for child in done] == [("", 0), ("", 0)]
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert (tmp_path / "site" / "index.html").read_text() in ("one", "two")
