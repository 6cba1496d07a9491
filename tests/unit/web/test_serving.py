"""While the site is served, what a change does not reach is left as it stands."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from combatbox.library import paths
from combatbox.web.serving import Served

TABLE = "queen/b-1.yaml"
PAGE = "queen/tables/b-1.html"
OTHER = "queen/tables/p-6.html"


def test_a_page_is_the_same_only_if_text_and_surroundings_are_and_its_build_came_to_an_end():
    served = Served()
    pages = {"a.md": "one", "b.md": "two"}
    assert served.begin(pages, "nav") == set()
    assert served.begin(pages, "nav") == set()  # the first build broke off
    served.done()
    assert served.begin(pages, "nav") == {"a.md", "b.md"}
    assert served.begin({**pages, "b.md": "other"}, "nav") == {"a.md"}
    assert served.begin(pages, "another nav") == set()


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """A copy of the tables that a test may change."""
    return Path(shutil.copytree(paths.tables(), tmp_path / "tables"))


@pytest.fixture
def built(tables, tmp_path, monkeypatch):
    """Builds the site of those tables as `make serve` does, one plugin for all builds; gives back the plugin."""
    out = tmp_path / "site"
    monkeypatch.setattr(paths, "tables", lambda: tables)

    def make():
        config = load_config(str(paths.root() / "mkdocs.yml"), site_dir=str(out), strict=False)
        config.plugins["combatbox"].config.tables = ""
        if not out.exists():
            config.plugins["combatbox"].on_startup(command="serve", dirty=True)
        build(config, dirty=True)
        return config.plugins["combatbox"]

    return make


def test_a_changed_table_makes_its_page_anew_and_leaves_the_others(tables, tmp_path, built):
    out = tmp_path / "site"
    plugin = built()
    old = {page: (out / page).stat().st_mtime_ns for page in (PAGE, OTHER)}
    entries = {path: len(notes.found) for path, notes in plugin.notes.items()}
    text = (tables / TABLE).read_text(encoding="utf-8")
    changed = text.replace("nothing is rolled", "no die is thrown")
    assert changed != text
    (tables / TABLE).write_text(changed, encoding="utf-8")
    again = built()
    assert again is plugin, "one plugin lives through all builds of a server"
    assert "no die is thrown" in (out / PAGE).read_text(encoding="utf-8")
    assert (out / PAGE).stat().st_mtime_ns != old[PAGE]
    assert (out / OTHER).stat().st_mtime_ns == old[OTHER]
    assert {path: len(notes.found) for path, notes in plugin.notes.items()} == entries, "the search still finds all"
    assert plugin.behind, "the missions were flown with other tables"
    built()
    assert not plugin.behind


BREAKS = [  # a file, what is written in it for what, and how often the site is made until that is told
    ("queen/b-1.yaml", "rows:", "rows: [", 1, ["b-1.yaml:", "is not YAML"]),
    ("queen/m-3.yaml", '"12_high"', '"12_hight"', 2, ["m-3.yaml: changed", "12_high"]),
    ("queen/examples/rows.yaml", "missing:", "missing: [", 1, ["rows.yaml:", "is not YAML"]),
]


@pytest.mark.parametrize(("name", "old", "new", "until", "told"), BREAKS, ids=lambda value: Path(str(value)).stem)
def test_a_broken_table_is_told_as_itself_and_the_next_good_save_recovers(
    tables, tmp_path, built, caplog, name, old, new, until, told
):
    built()
    page = tmp_path / "site" / PAGE
    path = tables / name
    good = path.read_text(encoding="utf-8")
    assert old in good
    path.write_text(good.replace(old, new, 1), encoding="utf-8")

    def build_until_told():
        for _ in range(until):
            caplog.clear()
            assert built().behind, "shown before the missions are flown"

    with pytest.raises(Abort):  # when the missions are flown at the latest: one on a page of prose may show it before
        build_until_told()
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(line.splitlines()) == 1, "nothing that follows from it is told beside it"
    for words in told:
        assert words in line
    path.write_text(good, encoding="utf-8")
    table = tables / TABLE
    table.write_text(
        table.read_text(encoding="utf-8").replace("nothing is rolled", "no die is thrown"), encoding="utf-8"
    )
    while built().behind:
        pass
    assert "no die is thrown" in page.read_text(encoding="utf-8")
