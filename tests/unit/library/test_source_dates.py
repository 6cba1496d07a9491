"""The days of sources: what the history says, and nothing where it does not."""

import os
import subprocess

import pytest

from combatbox.library.source_dates import Dates, day_in_words, read_dates


def git(folder, *words, day="2026-01-02"):
    at = f"{day}T12:00:00+14:00"
    own = {"GIT_COMMITTER_DATE": at, "GIT_AUTHOR_DATE": at, "GIT_CONFIG_GLOBAL": os.devnull}
    named = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *named, *words], cwd=folder, check=True, env={**os.environ, **own}, capture_output=True)


def write(folder, **files):
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def project(tmp_path):
    """A project of two days, below the top of what git keeps."""
    folder = tmp_path / "above" / "project"
    write(folder, site__one="1", site__two="2", tables__game__a="a", tables__game__b="b", elsewhere="e")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    write(folder, site__two="2 again", tables__game__b="b again")
    git(tmp_path, "commit", "-qam", "second", day="2026-02-03")
    return folder


def test_a_file_has_the_day_of_the_last_commit_that_changed_it_and_a_folder_that_of_its_latest(project):
    dates = read_dates(project)
    assert dates.latest(["site/one"]) == "2026-01-02"
    assert dates.latest(["site/one", "site/two"]) == "2026-02-03"
    assert dates.latest(["tables/game"]) == "2026-02-03"
    assert dates.latest(["elsewhere"]) == ""


def test_what_is_changed_and_not_committed_has_no_day(project):
    write(project, site__one="open", site__new="new", tables__game__a="staged")
    git(project, "add", "tables/game/a")
    dates = read_dates(project)
    for places in (["site/one"], ["site/new"], ["site/two", "site/one"], ["tables/game"], ["tables/game/a"]):
        assert dates.latest(places) == ""
    assert dates.latest(["site/two"]) == "2026-02-03"


def test_without_git_or_its_whole_history_nothing_is_dated(project, tmp_path, monkeypatch):
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{tmp_path}", "cut")
    assert read_dates(tmp_path / "cut" / "above" / "project") == Dates()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert read_dates(project) == Dates()


def test_a_day_is_written_in_words():
    assert day_in_words("1944-06-06") == "6 June 1944"
