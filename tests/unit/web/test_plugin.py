"""A site can be built without its papers, without the bundles, and without what playing from a folder needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.structure.files import File, Files

from combatbox.library import paths
from combatbox.web import browser_engine
from combatbox.web import plugin as site_plugin
from combatbox.web.game_parts import DevServerState
from combatbox.web.site_files import Download

FILES = [
    Download("print/queen/map.svg", "Map", "SVG", name="map"),
    Download("print/queen/rules-a4.pdf", "Rules", "PDF", name="rules"),
    Download("print/queen/queen-bundle-a4.pdf", "All", "PDF", name="queen-bundle"),
]


@pytest.mark.parametrize(
    ("without", "left"),
    [([], ["map", "rules", "queen-bundle"]), (["bundles"], ["map", "rules"]), (["papers"], ["map"]),
     (["papers", "bundles"], ["map"]), (["folder"], ["map", "rules", "queen-bundle"])],
)  # fmt: skip
def test_papers_and_bundles_are_left_out_and_drawings_stay(
    monkeypatch: pytest.MonkeyPatch, without: list[str], left: list[str]
) -> None:
    monkeypatch.setattr(site_plugin, "downloads", lambda prints, books: {"queen": FILES})
    made = site_plugin.CombatBoxPlugin()
    made.load_config({"without": without})
    assert [item.name for item in made._downloads(Path(), {})["queen"]] == left


def test_books_are_listed_with_their_slices_or_without() -> None:
    texts = {"queen": ("api/v1/queen/book.json", '{"a": 1}', "queen", "Queen")}
    with_slices, without = dict(browser_engine.books(texts)), dict(browser_engine.books(texts, sliced=False))
    (listing,) = without.values()
    assert '"slices": []' in listing
    assert [name for name in with_slices if site_plugin.FOLDER_ONLY in name]
    assert '"slices": []' not in next(text for name, text in with_slices.items() if name.endswith("books.js"))


def test_the_second_attempt_of_a_served_build_adds_to_the_files_that_mkdocs_has_collected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first attempt may fail after it has added pages, which MkDocs lets nobody add twice."""
    config, plugin = load_config(str(paths.root() / "mkdocs.yml")), site_plugin.CombatBoxPlugin()
    plugin.load_config({})
    plugin.served = DevServerState(needs_replay=True)
    attempts = []

    def add(files: Files, *_: object, fitting: bool) -> Files:
        files.append(File("queen/a.md", "", "", use_directory_urls=False))
        attempts.append([file.src_uri for file in files])
        plugin.served = DevServerState(needs_replay=True)
        if len(attempts) == 1:
            raise ValueError("a mission does not fit these tables")
        return files

    monkeypatch.setattr(plugin, "_add_files", add)
    collected = File("index.md", "", "", use_directory_urls=False)
    shown = plugin.on_files(Files([collected]), config=config)
    assert attempts == [["index.md", "queen/a.md"]] * 2
    assert [file.src_uri for file in shown] == ["index.md", "queen/a.md"]
