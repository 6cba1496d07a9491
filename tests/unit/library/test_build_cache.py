"""What was made of a game is used again while nothing has changed that it is made of, and never after."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path

import pytest
from tests.bends import bend, table_file
from tests.cli.conftest import process

from combatbox.cli import game_papers
from combatbox.cli.builder import sources_of
from combatbox.library import build_cache, paths
from combatbox.library.build_cache import BuildCache, Sources, game_sources
from combatbox.library.load import load
from combatbox.web import data_files, game_parts
from combatbox.web.game_parts import PartsBuilder
from combatbox.web.pages import other_inputs
from combatbox.web.site import Site
from combatbox.web.site_files import Download
from combatbox.web.site_missions import SiteMissions

KEY, OTHER, YOUNG = "twentyfive", "queen", "superfort"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project's sources that a test may bend and leaves as it was."""
    copy = tmp_path_factory.mktemp("house")
    for name in ("tables", "templates", "site", "engine"):
        shutil.copytree(paths.root() / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "root", lambda: copy)
        patch.setattr(paths, "__file__", str(copy / "engine/combatbox/library/paths.py"))
        patch.setattr(paths, "code", lambda key: copy / "engine/combatbox/games" / key)
        yield copy


PAGES = {"pages of one", "pages of another"}
MINE = {"papers of one", "pages of one"}
EVERYTHING = {"papers of one", "pages of one", "papers of another", "pages of another"}
MUTATED = {  # what of the sources of a game is changed, and what is made again
    "table": ("tables/twentyfive/t-tab-wing.yaml", {"pages of one"}),  # each paper notes whether it reads it
    "words": ("tables/twentyfive/game.yaml", MINE),
    "ruling": ("tables/twentyfive/rulings.yaml", MINE),
    "stored odds": ("tables/twentyfive/results/odds.json", {"pages of one"}),
    "example": ("tables/twentyfive/examples/really-ready.yaml", MINE),
    "prose": ("site/twentyfive/quick-start.md", MINE),
    "layout": ("templates/sheets/twentyfive/shop.yaml", MINE),
    "page template": ("templates/pages/table.md.j2", PAGES),
    "macro": ("templates/pages/replay.md.j2", PAGES),
    "drawing": ("templates/art/emblem.svg", EVERYTHING),
    "code of the site": ("engine/combatbox/web/views.py", PAGES),
    "code of the parts of a game": ("engine/combatbox/web/game_parts.py", PAGES),
    "code of the plugin": ("engine/combatbox/web/plugin.py", PAGES),
    "code of papers": ("engine/combatbox/press/deck.py", {"papers of one", "papers of another"}),
    "code of the papers of a game": ("engine/combatbox/press/games/twentyfive/sheets.py", {"papers of one"}),
    "code of a game": ("engine/combatbox/games/twentyfive/flow.py", MINE),
    "code that loads tables": ("engine/combatbox/library/table_compiler.py", EVERYTHING),
    "code of a command": ("engine/combatbox/cli/log_commands.py", set()),
    "code of checks": ("engine/combatbox/verify/independent_reader.py", set()),
}


def all_digests() -> dict[str, str]:
    games = {"one": KEY, "another": OTHER}
    papers = {f"papers of {name}": game_sources(key, printed=True).digest for name, key in games.items()}
    return papers | {f"pages of {name}": game_sources(key).digest for name, key in games.items()}


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", MUTATED)
def test_a_changed_source_makes_again_what_is_made_of_it_and_nothing_else(project, kind):
    path, wanted = MUTATED[kind]
    before = all_digests()
    text = (project / path).read_bytes()
    when = (project / path).stat()
    (project / path).write_bytes(text[:-2] + b"x" + text[-1:])
    os.utime(project / path, ns=(when.st_atime_ns, when.st_mtime_ns))  # the cache compares contents, not times
    after = all_digests()
    (project / path).write_bytes(text)
    assert {name for name in after if after[name] != before[name]} == wanted
    assert all_digests() == before


def test_a_source_that_is_added_removed_or_renamed_rebuilds_the_game(project):
    before, page = game_sources(KEY).digest, project / "site" / KEY / "more.md"
    page.write_text("More.", encoding="utf-8")
    more = game_sources(KEY).digest
    page = page.rename(page.with_name("other.md"))
    other = game_sources(KEY).digest
    page.unlink()
    assert len({before, more, other}) == 3
    assert game_sources(KEY).digest == before


def test_a_game_goes_by_the_tables_of_one_that_it_names(project):
    table = project / "tables" / OTHER / "game.yaml"
    before, text = game_sources(YOUNG).digest, table.read_bytes()
    table.write_bytes(text + b"# more\n")
    after = game_sources(YOUNG).digest
    table.write_bytes(text)
    assert after != before


def test_papers_go_by_the_address_that_stands_on_them(monkeypatch):
    book = load(KEY)
    monkeypatch.setenv("SITE_URL", "https://example.org/")
    there = sources_of(book, None).digest
    monkeypatch.setenv("SITE_URL", "https://example.com/")
    assert sources_of(book, None).digest != there


def test_an_overlay_an_option_a_fact_and_a_library_rebuild_the_game(project, tmp_path, monkeypatch):
    found = {game_sources(KEY).digest, game_sources(KEY, None, "a fact").digest}
    mine = tmp_path / KEY / "t-tab-wing.yaml"
    mine.parent.mkdir()
    for words in ("one", "two"):
        mine.write_text(words, encoding="utf-8")
        found.add(game_sources(KEY, tmp_path).digest)
    with monkeypatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "86400")
        found.add(game_sources(KEY).digest)
    with monkeypatch.context() as patch:
        patch.setattr(build_cache, "environment_fingerprint", lambda: ("another library",))
        found.add(game_sources(KEY).digest)
    assert len(found) == 6


def test_pages_go_by_the_papers_that_are_there():
    book = load(KEY)
    paper = Download(f"print/{KEY}/tables-a4.pdf", "Tables", "PDF", "A4, 12 kB", "tables")
    other = Download(f"print/{OTHER}/tables-a4.pdf", "Tables", "PDF", "A4, 12 kB", "tables")
    without, with_it, and_other = (
        json.dumps(other_inputs(Site({KEY: book}, found), book, {"a.md": "words"}), default=str)
        for found in ({}, {KEY: [paper]}, {KEY: [paper], OTHER: [other]})
    )
    assert without != with_it == and_other
    naming = json.dumps(
        other_inputs(Site({KEY: book}, {KEY: [paper], OTHER: [other]}), book, {"a.md": OTHER}), default=str
    )
    assert naming != with_it


def test_pages_and_data_of_an_unchanged_game_are_not_made_again_and_come_out_the_same(tmp_path, monkeypatch):
    book = load(KEY)
    builder = PartsBuilder(Site({KEY: book}), tmp_path)
    prose = {f"{KEY}/a.md": "{{ table('T-TAB-WING') }}", "index.md": "Home."}
    monkeypatch.setattr(build_cache, "BEGAN", time.time() + 1)
    made = builder.parts(book, prose)
    assert set(made.answers) == {f"{KEY}/a.md"}
    with monkeypatch.context() as patch:
        for module, name in (
            (game_parts, "replace_calls"), (game_parts, "own_pages"), (data_files, "own_data"), (SiteMissions, "of")
        ):  # fmt: skip
            patch.setattr(module, name, lambda *_: pytest.fail("nothing has changed"))
        assert builder.parts(book, prose) == made
    other = builder.parts(book, {f"{KEY}/a.md": "{{ table('T-TAB-RANK') }}"})
    assert other.answers != made.answers
    assert (other.pages, other.data) == (made.pages, made.data)


# ---- entries


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Something made of one file, its store, and how often it was made."""

    class Shelf:
        def __init__(self):
            self.source = tmp_path / "source"
            self.store = BuildCache(tmp_path / "cache")
            self.made = 0
            self.number = 0
            self.source.write_text("one", encoding="utf-8")
            self.settle()

        def settle(self):
            """As if this process had begun now."""
            monkeypatch.setattr(build_cache, "BEGAN", self.source.stat().st_ctime + 1)

        def make(self, into):
            self.made += 1
            (into / "below").mkdir()
            (into / "below" / "a.txt").write_text(self.source.read_text(encoding="utf-8"), encoding="utf-8")

        def get(self):
            self.number += 1
            into = tmp_path / f"into-{self.number}"
            into.mkdir()
            self.store.fill("thing", Sources((self.source,)), {"all": into}, lambda: self.make(into))
            return (into / "below" / "a.txt").read_text(encoding="utf-8")

        @property
        def entries(self):
            return sorted((tmp_path / "cache" / "parts").glob("thing.*"))

    return Shelf()


def test_what_has_not_changed_is_made_once(shelf):
    assert [shelf.get() for _ in range(3)] == ["one"] * 3
    assert shelf.made == 1
    shelf.source.write_text("two", encoding="utf-8")
    shelf.settle()
    assert [shelf.get() for _ in range(2)] == ["two"] * 2
    shelf.source.write_text("one", encoding="utf-8")
    assert (shelf.get(), shelf.made) == ("one", 2)


def test_what_changed_since_we_began_is_not_cached_for_we_may_have_read_it_before(shelf, monkeypatch):
    monkeypatch.setattr(build_cache, "BEGAN", shelf.source.stat().st_ctime)
    assert [shelf.get() for _ in range(2)] == ["one"] * 2
    assert shelf.made == 2


def test_what_changes_while_it_is_made_is_not_cached(shelf):
    make = shelf.make

    def slow(into):
        make(into)
        shelf.source.write_text("two", encoding="utf-8")

    shelf.make = slow
    assert shelf.get() == "one"
    shelf.make = make
    shelf.settle()
    assert (shelf.get(), shelf.made) == ("two", 2)


@pytest.mark.parametrize("damage", ["cut", "gone", "another head", "bytes"])
def test_a_damaged_entry_counts_as_absent_and_is_made_again(shelf, damage):
    shelf.get()
    (entry,) = shelf.entries
    whole = entry.read_bytes()
    {
        "cut": lambda: entry.write_bytes(whole[:-1]),
        "gone": entry.unlink,
        "another head": lambda: entry.write_bytes(b"x" + whole[1:]),
        "bytes": lambda: entry.write_bytes(whole.replace(b"one", b"two")),
    }[damage]()
    assert [shelf.get() for _ in range(2)] == ["one"] * 2
    assert shelf.made == 2


def test_a_store_that_cannot_be_written_to_keeps_nothing_and_says_nothing(shelf):
    (shelf.store.folder).write_text("a file", encoding="utf-8")
    assert [shelf.get() for _ in range(2)] == ["one"] * 2
    assert shelf.made == 2


def test_another_installed_game_rebuilds_nothing_of_the_others_and_another_library_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = build_cache.environment_fingerprint()
    monkeypatch.syspath_prepend(tmp_path)
    for name, points in (("liberator", "[combatbox.games]\nliberator = liberator:PLUGIN\n"), ("paint", "")):
        info = tmp_path / f"{name}-0.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n")
        (info / "entry_points.txt").write_text(points)
    build_cache.environment_fingerprint.cache_clear()
    try:
        assert sorted(set(build_cache.environment_fingerprint()) ^ set(before)) == ["paint 0.1"]
    finally:
        build_cache.environment_fingerprint.cache_clear()


def test_an_overlay_that_has_nothing_for_a_game_changes_nothing_of_it(tmp_path):
    assert game_sources(KEY, tmp_path).digest == game_sources(KEY).digest
    (tmp_path / KEY).mkdir()
    assert game_sources(KEY, tmp_path).digest != game_sources(KEY).digest


# ---- which files


OPENED = """
import sys
from pathlib import Path

opened = set()


def hear(event, args):
    if event == "open" and isinstance(args[0], str):
        opened.add(args[0])


sys.addaudithook(hear)
from combatbox.cli import game_papers
from combatbox.cli.builder import sources_of
from combatbox.library import paths
from combatbox.library.build_cache import BuildCache
from combatbox.library.load import load

game_papers.PAPERS = ("a4",)
book, out = load("twentyfive"), Path(sys.argv[1])
with BuildCache().products(book, sources_of(book, None)) as products:
    list(game_papers.write_papers(book, out, out, products))
known = {path.resolve() for path in sources_of(book, None).files()}
data = [paths.root() / part for part in ("tables", "templates", "site", "tests")]
read = {path for path in (Path(name).resolve() for name in opened) if any(path.is_relative_to(one) for one in data)}
code = {Path(module.__file__).resolve() for name, module in list(sys.modules.items()) if name.startswith("combatbox.")}
builder = {path for path in code if path.name in ("builder.py", "build_cache.py")}
others = {path for path in code if "games" in path.parts and "twentyfive" not in path.as_posix()}
others |= {path for path in code if path.parent.name in ("cli", "web")}  # papers use constants of two of them
print(*sorted(path.as_posix() for path in read | code - builder - others if path not in known))
"""


@pytest.mark.thorough
def test_papers_read_no_file_and_run_no_module_that_they_are_not_cached_by(tmp_path):
    done = process(tmp_path, command=(sys.executable, "-c", OPENED))
    assert (done.stderr, done.stdout.strip()) == ("", "")


# ---- what each paper reads


def papers_of(key: str, cache: Path, out: Path) -> tuple[dict[str, bytes], set[str]]:
    """Make the papers and examples of a game, and return its files, and the names of what was made anew."""
    shutil.rmtree(out, ignore_errors=True)
    book = load(key)
    with BuildCache(cache).products(book, sources_of(book, None)) as products:
        list(game_papers.write_papers(book, out / "print", out / "examples", products))
    made = {name for name, _ in products.made if not name.endswith("-reads")}
    files = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    return files, {name.removeprefix(f"{key}-papers-") for name in made}


@pytest.fixture
def one_paper(monkeypatch):
    monkeypatch.setattr(game_papers, "PAPERS", ("a4",))
    monkeypatch.setattr(build_cache, "BEGAN", time.time() + 3600)  # as if nothing had changed since we began


@pytest.mark.parametrize(
    ("game", "table"),
    [
        (KEY, "T-TAB-FLAK-DAMAGE"),
        *(
            pytest.param(game, name, marks=pytest.mark.thorough)
            for game, names in (
                (KEY, ("T-TAB-CREW-FRONT", "T-TAB-TARGET2")),
                (OTHER, ("BL-3", "O-2", "P-1", "G-9")),
                (YOUNG, ("T4-9", "T7-4")),
                ("skirmish", ("S-TAB-WAVE-ESCORT",)),
            )
            for name in names
        ),
    ],
)
def test_papers_made_after_a_changed_cell_are_those_of_a_whole_build(project, one_paper, tmp_path, game, table):
    path = table_file(project, game, table)
    text = path.read_bytes()
    _, made = papers_of(game, tmp_path / "cache", tmp_path / "out")
    bend(path)
    try:
        kept, again = papers_of(game, tmp_path / "cache", tmp_path / "out")
        whole, _ = papers_of(game, tmp_path / "another", tmp_path / "out")
    finally:
        path.write_bytes(text)
    assert kept == whole
    assert {"tables-a4.pdf", "others"} <= again < made
    assert "sequence-a4.pdf" not in again
