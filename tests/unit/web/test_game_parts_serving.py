"""While the site is served, what a change does not reach is left as it stands."""

from __future__ import annotations

import itertools
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from combatbox.library import paths
from combatbox.web import examples
from combatbox.web.game_parts import DevServerState
from combatbox.web.plugin import CombatBoxPlugin

TABLE = "twentyfive/t-tab-bomber-loss.yaml"
PAGE = "twentyfive/tables/t-tab-bomber-loss.html"
OTHER = "twentyfive/tables/t-tab-position.html"


def test_a_page_is_the_same_only_if_text_and_surroundings_are_and_its_build_came_to_an_end():
    served = DevServerState()
    pages = {"a.md": "one", "b.md": "two"}
    assert served.begin(pages, "nav") == set()
    assert served.begin(pages, "nav") == set()  # the first build broke off
    served.done()
    assert served.begin(pages, "nav") == {"a.md", "b.md"}
    assert served.begin({**pages, "b.md": "other"}, "nav") == {"a.md"}
    assert served.begin(pages, "another nav") == set()


@dataclass
class Server:
    """The site as `make serve` keeps it, one plugin for all builds. tables: a copy that a test may change. out: the pages."""

    tables: Path
    out: Path
    plugin: CombatBoxPlugin | None = None

    def build(self) -> CombatBoxPlugin:
        """Build what has changed, and give back the plugin."""
        config = load_config(str(paths.root() / "mkdocs.yml"), site_dir=str(self.out), strict=False)
        plugin: CombatBoxPlugin = config.plugins["combatbox"]
        plugin.config.tables = ""
        if self.plugin is None:
            plugin.on_startup(command="serve", dirty=True)
        self.plugin = plugin
        build(config, dirty=True)
        return plugin

    def change(self, name: str, old: str, new: str) -> None:
        """Put other words into a table."""
        path = self.tables / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {name}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that has built its site once; every test leaves its tables whole."""
    folder = tmp_path_factory.mktemp("served")
    tables = Path(shutil.copytree(paths.tables(), folder / "tables"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "tables", lambda: tables)
        found = Server(tables, folder / "site")
        found.build()
        yield found


WORDS = itertools.cycle(
    [("the first true row", "the topmost true row"), ("the topmost true row", "the first true row")]
)
"""What a save of TABLE puts in the place of what: there and back, so that each save changes it."""


@pytest.mark.thorough
def test_a_changed_table_rebuilds_its_page_and_leaves_the_others(server):
    plugin = server.plugin
    old = {page: (server.out / page).stat().st_mtime_ns for page in (PAGE, OTHER)}
    entries = {path: len(notes.entries) for path, notes in plugin.notes.of.items()}
    before, after = next(WORDS)
    server.change(TABLE, before, after)
    again = server.build()
    assert again is plugin, "one plugin lives through all builds of a server"
    assert after in (server.out / PAGE).read_text(encoding="utf-8")
    assert (server.out / PAGE).stat().st_mtime_ns != old[PAGE]
    assert (server.out / OTHER).stat().st_mtime_ns == old[OTHER]
    assert {path: len(notes.entries) for path, notes in plugin.notes.of.items()} == entries, (
        "the search still finds all"
    )
    assert plugin.needs_replay, "the missions were flown with other tables"
    with pytest.MonkeyPatch.context() as patch:
        fly, flown = examples.missions, []
        patch.setattr(examples, "missions", lambda book: flown.append(book.key) or fly(book))
        server.build()
    assert not plugin.needs_replay
    assert flown == ["twentyfive"], "the missions of the other games fit their tables"


BREAKS = [  # a file, the old and the new text, and how many builds there are until the mistake is reported
    ("twentyfive/t-tab-wing.yaml", "rows:", "rows: [", 1, ["t-tab-wing.yaml:", "is not YAML"]),
    (
        "queen/m-3.yaml",
        '"12_high"',
        '"12_hight"',
        1,
        ["m-3.yaml:", "nothing looks up the row '12_hight'; did you mean 12_high?"],
    ),
    ("twentyfive/examples/rows.yaml", "unused:", "unused: [", 1, ["rows.yaml:", "is not YAML"]),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "old", "new", "until", "parts"), BREAKS, ids=lambda value: Path(str(value)).stem)
def test_a_broken_table_is_reported_as_itself_and_the_next_good_save_recovers(
    server, caplog, name, old, new, until, parts
):
    server.change(name, old, new)

    def build_until_reported():
        for _ in range(until):
            caplog.clear()
            assert server.build().needs_replay, "shown before the missions are flown"

    with pytest.raises(Abort):  # when the missions are flown at the latest: one on a page of prose may show it before
        build_until_reported()
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(line.splitlines()) == 1, "nothing that follows from it is told beside it"
    for words in parts:
        assert words in line
    server.change(name, new, old)
    before, after = next(WORDS)
    server.change(TABLE, before, after)
    while server.build().needs_replay:
        pass
    assert after in (server.out / PAGE).read_text(encoding="utf-8")
