"""A page is turned from Markdown to HTML once, and again when anything changes that it was turned by."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from mkdocs.config import load_config
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils.meta import get_data

from combatbox.library import build_cache
from combatbox.library.build_cache import BuildCache, Sources
from combatbox.web.markdown_cache import Converter
from combatbox.web.nav import NavLineCache

TEXT = """---
title: Fuel
---

# Fuel

Read [of engines](engine.md#oil "oil"), [above](#fuel), [elsewhere](https://example.org/) and ![a drum](drum.svg).

<p id="raw">As it stands.</p>

## Tanks

A *leak*.[^1]

[^1]: Of fuel.
"""
OPTIONS = {"toc": {"permalink": "#"}}


@dataclass
class Project:
    """A project of three files, whose pages are converted with a cache; `turned` counts those that were not in it."""

    folder: Path
    cache: BuildCache
    turned: list[str] = field(default_factory=list)

    def page(self, text=TEXT, *, name="fuel.md", other="engine.md", extensions=("toc", "footnotes"), options=OPTIONS,
             directories=False):  # fmt: skip
        """A page turned, as a build of its own does it."""
        config = load_config(
            str(self.folder / "mkdocs.yml"), site_name="A site", use_directory_urls=directories, plugins=[]
        )
        config.markdown_extensions[:] = extensions
        config.mdx_configs = options
        names = (name, other, "drum.svg")
        files = Files([File(path, config.docs_dir, config.site_dir, directories) for path in names])
        for file in files.documentation_pages():
            Page(None, file, config)
        page = files.get_file_from_path(name).page
        page.markdown, page.meta = get_data(text)
        converter = Converter(self.cache)
        config.markdown_extensions.append(converter.noting)
        converter.render(page, config, files)
        return page


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").touch()
    found, render = Project(tmp_path, BuildCache(tmp_path / "cache")), Page.render

    def counted(page, *more):
        found.turned.append(page.file.src_uri)
        render(page, *more)

    monkeypatch.setattr(Page, "render", counted)
    monkeypatch.setattr(build_cache, "BEGAN", time.time() + 1)
    return found


def page_data(page):
    """All that the rest of a build takes from a turned page."""
    headings = [(item.title, item.url, [child.url for child in item.children]) for item in page.toc]
    anchors = {file.src_uri: links for file, links in page.links_to_anchors.items()}
    return page.content, headings, page.present_anchor_ids, anchors, page.title


def test_an_unchanged_page_is_turned_once_and_comes_out_the_same(project):
    first, again = project.page(), project.page()
    assert project.turned == ["fuel.md"]
    assert page_data(again) == page_data(first)
    content, headings, ids, anchors, _ = page_data(again)
    assert 'href="engine.html#oil"' in content
    assert headings == [("Fuel", "#fuel", ["#tanks"])]
    assert {"raw", "tanks", "fn:1"} <= ids
    assert anchors["engine.md"] == {"oil": "engine.md#oil"}


BENT = {
    "text": {"text": TEXT.replace("leak", "loss")},
    "place": {"name": "tanks.md"},
    "addresses": {"directories": True},
    "extensions": {"extensions": ("toc", "footnotes", "tables")},
    "options": {"options": {"toc": {"permalink": "*"}}},
}


@pytest.mark.parametrize("kind", BENT)
def test_another_text_place_or_option_converts_a_page_again(project, kind):
    project.page()
    bent = project.page(**BENT[kind])
    assert len(project.turned) == 2
    assert page_data(bent) == page_data(Project(project.folder, BuildCache()).page(**BENT[kind])), (
        "as if nothing had been kept"
    )


def test_another_library_and_other_code_convert_a_page_again(project, monkeypatch):
    project.page()
    with monkeypatch.context() as patch:
        patch.setattr(build_cache, "environment_fingerprint", lambda: ("another library",))
        project.page()
    with monkeypatch.context() as patch:
        patch.setattr(Sources, "digest", property(lambda _: "other code"))
        project.page()
    assert len(project.turned) == 3


def test_what_runs_may_be_older_than_code_that_has_changed_so_nothing_is_cached(project, monkeypatch):
    monkeypatch.setattr(build_cache, "BEGAN", 0.0)
    project.page()
    project.page()
    assert len(project.turned) == 2


def test_a_link_whose_target_was_renamed_is_reported_every_time(project, caplog):
    project.page()
    for number in (2, 3):
        caplog.clear()
        with caplog.at_level(logging.WARNING, "mkdocs"):
            project.page(other="motor.md")
        assert len(project.turned) == number
        assert [record.getMessage().count("engine.md") for record in caplog.records] == [2], "named, and told once"


def test_a_page_without_a_title_takes_that_of_its_heading_every_time(project):
    text = TEXT.replace("title: Fuel", "order: 1").replace("# Fuel", "# Petrol")
    assert [project.page(text).title, project.page(text).title] == ["Petrol", "Petrol"]


def test_lines_of_the_navigation_are_shared_by_the_pages_of_a_folder_and_by_no_others():
    laid, made = NavLineCache(), []

    def line(item, url, *, path="__nav_1", level=1, beside=False):
        page = SimpleNamespace(url=url)
        known = laid.get(item, path, level, beside, page)
        line = laid(item, path, level, beside, page, lambda: made.append(url) or str(len(made)))
        assert known in ("", line)
        return line

    one, other = SimpleNamespace(active=False), SimpleNamespace(active=False)
    assert line(one, "queen/a.html") == line(one, "queen/b.html") == "1"
    differing = [line(other, "queen/a.html"), line(one, "queen/rules/a.html"), line(one, "index.html"),
                 line(one, "queen/a.html", path="__nav_2"), line(one, "queen/a.html", level=2),
                 line(one, "queen/a.html", beside=True)]  # fmt: skip
    assert differing == ["2", "3", "4", "5", "6", "7"]
    one.active = True
    assert not laid.get(one, "__nav_1", 1, False, SimpleNamespace(url="queen/a.html")), "on its own page it is another"
