"""What was made of a game is used again while nothing has changed that it is made of, and never after."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from combatbox.cli.builder import paper_sources
from combatbox.library import kept, paths
from combatbox.library.kept import Kept, Sources, reading, sources
from combatbox.library.load import load
from combatbox.web.pages import Download, Site
from combatbox.web.plugin import CombatBoxPlugin

KEY, OTHER, YOUNG = "twentyfive", "queen", "superfort"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the project's sources that a test may bend and leaves as it was."""
    copy = tmp_path_factory.mktemp("house")
    for name in ("tables", "templates", "site", "engine"):
        shutil.copytree(paths.root() / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "root", lambda: copy)
        patch.setattr(paths, "__file__", str(copy / "engine/combatbox/library/paths.py"))
        yield copy


BENT = {  # what of the sources of a game is bent, and whether the others go by it as well
    "table": ("tables/twentyfive/t-tab-wing.yaml", False),
    "words": ("tables/twentyfive/game.yaml", False),
    "ruling": ("tables/twentyfive/rulings.yaml", False),
    "stored odds": ("tables/twentyfive/results/odds.json", False),
    "example": ("tables/twentyfive/examples/really-ready.yaml", False),
    "prose": ("site/twentyfive/quick-start.md", False),
    "layout": ("templates/sheets/twentyfive/shop.yaml", False),
    "page template": ("templates/pages/table.md.j2", True),
    "macro": ("templates/pages/replay.md.j2", True),
    "drawing": ("templates/art/emblem.svg", True),
    "code": ("engine/combatbox/web/views.py", True),
    "code of a game": ("engine/combatbox/games/twentyfive/flow.py", True),
}


@pytest.mark.parametrize("kind", BENT)
def test_a_changed_source_of_any_kind_makes_the_game_anew(house, kind):
    path, shared = BENT[kind]
    before = {key: sources(key).digest for key in (KEY, OTHER)}
    text = (house / path).read_bytes()
    when = (house / path).stat()
    (house / path).write_bytes(text[:-2] + b"x" + text[-1:])
    os.utime(house / path, ns=(when.st_atime_ns, when.st_mtime_ns))  # it is not by its time that it is known
    after = {key: sources(key).digest for key in (KEY, OTHER)}
    (house / path).write_bytes(text)
    assert after[KEY] != before[KEY]
    assert (after[OTHER] != before[OTHER]) is shared
    assert {key: sources(key).digest for key in (KEY, OTHER)} == before


def test_a_source_that_comes_goes_or_is_renamed_makes_the_game_anew(house):
    before, page = sources(KEY).digest, house / "site" / KEY / "more.md"
    page.write_text("More.", encoding="utf-8")
    more = sources(KEY).digest
    page = page.rename(page.with_name("other.md"))
    other = sources(KEY).digest
    page.unlink()
    assert len({before, more, other}) == 3
    assert sources(KEY).digest == before


def test_a_game_goes_by_the_tables_of_one_that_it_names(house):
    table = house / "tables" / OTHER / "game.yaml"
    before, text = sources(YOUNG).digest, table.read_bytes()
    table.write_bytes(text + b"# more\n")
    after = sources(YOUNG).digest
    table.write_bytes(text)
    assert after != before


def test_papers_go_by_the_address_that_stands_on_them(monkeypatch):
    book = load(KEY)
    monkeypatch.setenv("SITE_URL", "https://example.org/")
    there = paper_sources(book, None).digest
    monkeypatch.setenv("SITE_URL", "https://example.com/")
    assert paper_sources(book, None).digest != there


def test_an_overlay_an_option_a_fact_and_a_library_make_it_anew(house, tmp_path, monkeypatch):
    found = {sources(KEY).digest, sources(KEY, None, "a fact").digest}
    mine = tmp_path / KEY / "t-tab-wing.yaml"
    mine.parent.mkdir()
    for words in ("one", "two"):
        mine.write_text(words, encoding="utf-8")
        found.add(sources(KEY, tmp_path).digest)
    with monkeypatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "86400")
        found.add(sources(KEY).digest)
    with monkeypatch.context() as patch:
        patch.setattr(kept, "machine", lambda: ("another library",))
        found.add(sources(KEY).digest)
    assert len(found) == 6


def test_pages_go_by_the_papers_that_are_there():
    book = load(KEY)
    paper = Download(f"print/{KEY}/tables-a4.pdf", "Tables", "PDF", "A4, 12 kB", "tables")
    other = Download(f"print/{OTHER}/tables-a4.pdf", "Tables", "PDF", "A4, 12 kB", "tables")
    without, with_it, and_other = (
        json.dumps(Site({KEY: book}, found).beside(book, {"a.md": "words"}), default=str)
        for found in ({}, {KEY: [paper]}, {KEY: [paper], OTHER: [other]})
    )
    assert without != with_it == and_other
    naming = json.dumps(Site({KEY: book}, {KEY: [paper], OTHER: [other]}).beside(book, {"a.md": OTHER}), default=str)
    assert naming != with_it


def test_pages_and_data_of_an_unchanged_game_are_not_made_again_and_come_out_the_same(tmp_path, monkeypatch):
    plugin, book = CombatBoxPlugin(), load(KEY)
    plugin.config = SimpleNamespace(kept=str(tmp_path), tables="")
    plugin.site = Site({KEY: book})
    prose = {f"{KEY}/a.md": "{{ table('T-TAB-WING') }}", "index.md": "Home."}
    monkeypatch.setattr(kept, "BEGAN", time.time() + 1)
    made = plugin._game(book, prose)
    assert set(made.answers) == {f"{KEY}/a.md"}
    with monkeypatch.context() as patch:
        for name in ("prose", "own_pages", "own_data", "missions"):
            patch.setattr(Site, name, lambda *_: pytest.fail("nothing has changed"))
        assert plugin._game(book, prose) == made
    other = plugin._game(book, {f"{KEY}/a.md": "{{ table('T-TAB-RANK') }}"})
    assert other.answers != made.answers
    assert (other.pages, other.data) == (made.pages, made.data)


# ---- entries


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Something made of one file, its store, and how often it was made."""

    class Shelf:
        def __init__(self):
            self.source = tmp_path / "source"
            self.store = Kept(tmp_path / "kept")
            self.made = 0
            self.number = 0
            self.source.write_text("one", encoding="utf-8")
            self.settle()

        def settle(self):
            """As if this process had begun now."""
            monkeypatch.setattr(kept, "BEGAN", self.source.stat().st_ctime + 1)

        def make(self, into):
            self.made += 1
            (into / "below").mkdir()
            (into / "below" / "a.txt").write_text(self.source.read_text(encoding="utf-8"), encoding="utf-8")

        def get(self):
            self.number += 1
            into = tmp_path / f"into-{self.number}"
            into.mkdir()
            self.store.have("thing", Sources((self.source,)), {"all": into}, lambda: self.make(into))
            return (into / "below" / "a.txt").read_text(encoding="utf-8")

        @property
        def entries(self):
            return sorted((tmp_path / "kept" / "thing").glob("[0-9a-f]*"))

    return Shelf()


def test_what_has_not_changed_is_made_once(shelf):
    assert [shelf.get() for _ in range(3)] == ["one"] * 3
    assert shelf.made == 1
    shelf.source.write_text("two", encoding="utf-8")
    shelf.settle()
    assert [shelf.get() for _ in range(2)] == ["two"] * 2
    shelf.source.write_text("one", encoding="utf-8")
    assert (shelf.get(), shelf.made) == ("one", 2)


def test_what_changed_since_we_began_is_not_kept_for_we_may_have_read_it_before(shelf, monkeypatch):
    monkeypatch.setattr(kept, "BEGAN", shelf.source.stat().st_ctime)
    assert [shelf.get() for _ in range(2)] == ["one"] * 2
    assert shelf.made == 2


def test_what_changes_while_it_is_made_is_not_kept(shelf):
    make = shelf.make

    def slow(into):
        make(into)
        shelf.source.write_text("two", encoding="utf-8")

    shelf.make = slow
    assert shelf.get() == "one"
    shelf.make = make
    shelf.settle()
    assert (shelf.get(), shelf.made) == ("two", 2)


def test_what_read_a_file_of_ours_that_is_not_among_its_sources_is_not_kept(shelf):
    make = shelf.make

    def curious(into):
        make(into)
        (paths.tables() / KEY / "game.yaml").read_text(encoding="utf-8")

    shelf.make = curious
    assert [shelf.get() for _ in range(2)] == ["one"] * 2
    assert shelf.made == 2


@pytest.mark.parametrize("damage", ["cut", "gone", "no sums", "strange sums"])
def test_a_damaged_entry_counts_as_none_and_is_made_again(shelf, damage):
    shelf.get()
    (entry,) = shelf.entries
    held, sums = entry / "all" / "below" / "a.txt", entry / "sums.json"
    {
        "cut": lambda: held.write_text("", encoding="utf-8"),
        "gone": held.unlink,
        "no sums": sums.unlink,
        "strange sums": lambda: sums.write_text("{", encoding="utf-8"),
    }[damage]()
    assert [shelf.get() for _ in range(2)] == ["one"] * 2
    assert shelf.made == 2


def test_of_many_entries_those_used_last_are_kept(shelf):
    for number in range(kept.MOST + 3):
        shelf.source.write_text(str(number), encoding="utf-8")
        shelf.settle()
        shelf.get()
    assert len(shelf.entries) == kept.MOST
    made = shelf.made
    shelf.source.write_text(str(number - 1), encoding="utf-8")
    assert (shelf.get(), shelf.made) == (str(number - 1), made)


def test_a_store_that_cannot_be_written_to_keeps_nothing_and_says_nothing(shelf):
    (shelf.store.folder).write_text("a file", encoding="utf-8")
    assert [shelf.get() for _ in range(2)] == ["one"] * 2
    assert shelf.made == 2


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="a forked process is killed at each of its steps")

KILLED = """
import os, signal, sys
from pathlib import Path
import filelock  # here, so that the processes that are killed need not load it
from combatbox.library import kept

place, room, source = map(Path, sys.argv[1:])
kept.machine()
kept.BEGAN = source.stat().st_ctime + 1


def make(into):
    for number in range(4):
        (into / f"{number}.txt").write_text("whole")


def child(step):
    left = step

    def count(frame, event, argument):
        nonlocal left
        if event == "c_call":
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    into = room / str(step)
    into.mkdir()
    make(into)
    sys.setprofile(count)
    kept.Kept(place)._keep("thing", "0" * 64, {"all": into})
    sys.setprofile(None)
    os._exit(0)


step = kills = 0
wrong = []
while True:
    pid = os.fork()
    if not pid:
        child(step)
    if not os.WIFSIGNALED(os.waitpid(pid, 0)[1]):
        break
    into = room / f"seen-{step}"
    into.mkdir()
    there = kept.Kept(place)._copied("thing", "0" * 64, {"all": into})
    if there != bool(list(into.iterdir())) or there and len(list(into.iterdir())) != 4:
        wrong.append(step)
    kills += 1
    step += 7
left = [path.name for path in (place / "thing").iterdir()]
print(kills, wrong, sorted(left))
"""


@needs_fork
def test_a_kill_at_any_moment_leaves_a_whole_entry_or_none(tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / "source").write_text("one", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    line = [sys.executable, "-c", KILLED, *(str(tmp_path / name) for name in ("kept", "room", "source"))]
    done = subprocess.run(line, capture_output=True, text=True, check=True, timeout=300, env=environment)
    kills, told = done.stdout.split(maxsplit=1)
    assert int(kills) > 30
    assert told.strip() == f"[] {['.lock', '0' * 64]}"


def test_what_is_opened_is_heard_and_only_of_our_folders(tmp_path):
    (tmp_path / "else").write_text("x", encoding="utf-8")
    table = paths.tables() / KEY / "game.yaml"
    with reading() as seen:
        (tmp_path / "else").read_text(encoding="utf-8")
        table.read_text(encoding="utf-8")
    table.with_name("rulings.yaml").read_text(encoding="utf-8")
    assert seen == {table.resolve()}


def test_a_game_more_that_is_installed_makes_nothing_of_the_others_anew_and_another_library_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept.machine()
    monkeypatch.syspath_prepend(tmp_path)
    for name, points in (("liberator", "[combatbox.games]\nliberator = liberator:ANNOUNCEMENT\n"), ("paint", "")):
        info = tmp_path / f"{name}-0.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n")
        (info / "entry_points.txt").write_text(points)
    kept.machine.cache_clear()
    try:
        assert sorted(set(kept.machine()) ^ set(before)) == ["paint 0.1"]
    finally:
        kept.machine.cache_clear()


# ---- texts


def test_a_text_is_kept_by_its_digest_and_one_that_is_damaged_counts_as_none(tmp_path):
    texts = Kept(tmp_path).shelf("texts")
    assert texts.take("a") is None
    texts.put("a", "Wörter\nund mehr")
    assert texts.take("a") == "Wörter\nund mehr"
    path = tmp_path / "texts" / "a"
    for damaged in (path.read_bytes()[:-1], path.read_bytes() + b"x", b"", b"\xff"):
        path.write_bytes(damaged)
        assert texts.take("a") is None
    texts.put("a", "again")
    assert texts.take("a") == "again"


def test_of_many_texts_those_used_last_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "TEXTS", 2)
    texts = Kept(tmp_path).shelf("texts")
    for number, name in enumerate("abc"):
        texts.put(name, name)
        os.utime(tmp_path / "texts" / name, (number, number))
    texts.take("a")
    texts.tidy()
    assert {path.name for path in (tmp_path / "texts").iterdir()} == {"a", "c"}


def test_without_a_folder_no_text_is_kept(tmp_path):
    texts = Kept().shelf("texts")
    texts.put("a", "a")
    texts.tidy()
    assert texts.take("a") is None


def test_an_overlay_that_has_nothing_for_a_game_changes_nothing_of_it(tmp_path):
    assert sources(KEY, tmp_path).digest == sources(KEY).digest
    (tmp_path / KEY).mkdir()
    assert sources(KEY, tmp_path).digest != sources(KEY).digest
