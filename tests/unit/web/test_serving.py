"""While the site is served, what a change does not reach is left as it stands."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

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


def test_a_changed_table_makes_its_page_anew_and_leaves_the_others(tables, tmp_path, monkeypatch):
    out = tmp_path / "site"

    def built():
        config = load_config(str(paths.root() / "mkdocs.yml"), site_dir=str(out), strict=False)
        config.plugins["combatbox"].config.tables = ""
        if not out.exists():
            config.plugins["combatbox"].on_startup(command="serve", dirty=True)
        build(config, dirty=True)
        return config.plugins["combatbox"]

    monkeypatch.setattr(paths, "tables", lambda: tables)
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
