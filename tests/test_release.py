"""Problems that prevent a release are reported, each with its remedy."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from tests import release

from combatbox.core.plugin import API
from combatbox.library import paths
from combatbox.web import news
from combatbox_dev import bill_of_materials, stable_page


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with one commit, whose changelog begins with 1.2.0."""
    monkeypatch.setattr(release, "releases", lambda: (news.Release("1.2.0", "2027-01-02", "- New."),))
    monkeypatch.setattr(stable_page, "RELEASED", API)
    bill = tmp_path / "bill.json"
    bill.write_text(bill_of_materials.text(), encoding="utf-8")
    monkeypatch.setattr(bill_of_materials, "FILE", bill)
    (tmp_path / "file").write_text("a", encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(project: Path, *words: str) -> None:
    name = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *name, *words], check=True, cwd=project)


def commit(project: Path) -> None:
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", "tests: add a file")


def test_a_clean_tree_with_tag_and_dated_changelog_can_be_released(project: Path) -> None:
    git(project, "tag", "v1.2.0")
    assert list(release.problems("1.2.0", project)) == []


def test_a_version_between_releases_is_in_the_way(project: Path) -> None:
    (problem,) = release.problems("1.2.0.dev0", project)
    assert problem.startswith("__version__: is 1.2.0.dev0; write the version to be released")


def test_a_change_that_is_not_committed_is_in_the_way(project: Path) -> None:
    git(project, "tag", "v1.2.0")
    (project / "file").write_text("b", encoding="utf-8")
    assert list(release.problems("1.2.0", project)) == ["working tree: has changes; commit them or put them away"]


def test_a_tag_that_is_missing_or_on_another_commit_is_in_the_way(project: Path) -> None:
    assert list(release.problems("1.2.0", project)) == ["tag v1.2.0: is not there; `git tag v1.2.0`"]
    git(project, "tag", "v1.2.0")
    (project / "file").write_text("b", encoding="utf-8")
    commit(project)
    (problem,) = release.problems("1.2.0", project)
    assert problem.startswith("tag v1.2.0: is on another commit (")


def test_a_number_of_the_plug_in_api_that_is_not_marked_as_released_is_in_the_way(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(project, "tag", "v1.2.0")
    monkeypatch.setattr(stable_page, "RELEASED", "0.9")
    assert list(release.problems("1.2.0", project)) == [
        f"stable_page.py: RELEASED is '0.9'; write the number of the plug-in API, {API}"
    ]


def test_a_bill_of_materials_of_other_packages_is_in_the_way(project: Path) -> None:
    (project / "bill.json").write_text("{}", encoding="utf-8")
    commit(project)
    git(project, "tag", "v1.2.0")
    assert list(release.problems("1.2.0", project)) == [
        "bill.json: is outdated; `python -m combatbox_dev.bill_of_materials`"
    ]


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ([], "CHANGELOG.md: begins with no version;"),
        ([news.Release("Unreleased", "", "- New.")], "CHANGELOG.md: begins with Unreleased;"),
        ([news.Release("1.2.0", "", "- New.")], "CHANGELOG.md: 1.2.0 has no date;"),
    ],
)
def test_a_changelog_without_the_version_and_its_date_is_in_the_way(
    project: Path, monkeypatch: pytest.MonkeyPatch, first: list[news.Release], message: str
) -> None:
    git(project, "tag", "v1.2.0")
    monkeypatch.setattr(release, "releases", lambda: tuple(first))
    (problem,) = release.problems("1.2.0", project)
    assert problem.startswith(message)


def test_the_image_of_the_site_sends_modules_as_javascript_and_answers_with_the_page_of_missing_pages(
    tmp_path: Path,
) -> None:
    text = (paths.root() / "deploy" / "Dockerfile").read_text("utf-8").replace("\\\n", "")
    (step,) = re.findall(r"^RUN (sed .*) && nginx -t$", text, re.MULTILINE)
    types, server = tmp_path / "mime.types", tmp_path / "conf.d" / "default.conf"
    server.parent.mkdir()
    types.write_text(
        "types {\n    text/css                              css;\n    application/javascript                js;\n}\n"
    )
    server.write_text("server {\n    listen  80;\n    location / {\n        root  /usr/share/nginx/html;\n    }\n}\n")
    subprocess.run(["sh", "-c", step.replace("/etc/nginx", str(tmp_path))], check=True)
    assert re.search(r"^ *application/javascript +js mjs;$", types.read_text(), re.MULTILINE)
    assert re.search(r"^ *application/manifest\+json +webmanifest;$", types.read_text(), re.MULTILINE)
    assert server.read_text().index("error_page 404 /404.html;") < server.read_text().index("location / {")


@pytest.mark.parametrize(("made", "succeeds"), [("build/site", False), ("build/site/assets/engine", True)])
def test_the_image_of_the_site_is_refused_if_nothing_can_be_played_on_it(
    tmp_path: Path, made: str, succeeds: bool
) -> None:
    text = (paths.root() / "deploy" / "Dockerfile").read_text("utf-8")
    assert "libatomic1" in text
    (step,) = re.findall(r"^RUN (make build .*)$", text, re.MULTILINE)
    script = f"make() {{ mkdir -p {made}; }}; {step}"
    done = subprocess.run(["sh", "-c", script], check=False, cwd=tmp_path)
    assert (done.returncode == 0) is succeeds


def test_every_package_in_the_image_of_the_command_comes_from_a_file_with_a_known_hash() -> None:
    text = (paths.root() / "deploy" / "Dockerfile").read_text("utf-8").replace("\\\n", "")
    steps = [step for line in re.findall(r"^RUN (.*)$", text, re.MULTILINE) for step in line.split("&&")]
    installed = [step for step in steps if re.search(r"\bpip (download|install|wheel)\b", step)]
    assert any("--require-hashes" in step for step in installed)
    assert all("--require-hashes" in step or "--no-index" in step for step in installed)


@pytest.fixture
def verapdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a program in the place of veraPDF, which passes every paper but `bad.pdf`."""
    program = tmp_path / "bin" / "verapdf"
    program.parent.mkdir()
    lines = [
        "#!/bin/sh",
        'for one in "$@"; do case $one in *bad.pdf) echo "FAIL $one ua1";; *.pdf) echo "PASS $one ua1";; esac; done',
    ]
    program.write_text("\n".join(lines), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    return program


def test_papers_that_verapdf_passes_are_counted(verapdf: Path, tmp_path: Path) -> None:
    (tmp_path / "good.pdf").touch()
    assert release.check_papers(tmp_path) == "veraPDF passes 1 papers"


def test_a_paper_that_verapdf_refuses_ends_the_release(verapdf: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").touch()
    with pytest.raises(SystemExit, match=r"veraPDF refuses\nFAIL .*bad\.pdf"):
        release.check_papers(tmp_path)


def test_the_release_says_if_verapdf_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert release.check_papers(tmp_path) == "veraPDF is not installed: no paper was checked with it"
