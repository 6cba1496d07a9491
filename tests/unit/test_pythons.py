"""`make test-pythons` finds interpreters, and says which it could not get."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tests import pythons

HERE = "{}.{}".format(*sys.version_info[:2])


def test_the_versions_are_those_that_the_project_supports() -> None:
    text = (pythons.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert [version for version in pythons.VERSIONS if f'"Programming Language :: Python :: {version}"' in text] == [
        *pythons.VERSIONS
    ]
    assert f'requires-python = ">={pythons.VERSIONS[0]}"' in text


def test_an_interpreter_that_does_not_run_or_is_another_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\nexit 127\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setattr(pythons, "candidates", lambda _version: [str(broken), "/not/there", sys.executable])
    assert pythons.find_python(HERE) == (sys.executable, sys.version.split()[0])
    assert pythons.find_python("3.99") is None


def test_a_version_that_cannot_be_had_is_named_and_fails_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pythons, "candidates", lambda _version: [])
    assert pythons.main(["3.14"]) == 0
    assert capsys.readouterr().out.startswith("Python 3.14: not tested")


def test_pins_that_cannot_be_installed_fail_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_words: object) -> Path:
        raise subprocess.CalledProcessError(1, "pip")

    monkeypatch.setattr(pythons, "candidates", lambda _version: [sys.executable])
    monkeypatch.setattr(pythons, "make_environment", refuse)
    assert pythons.main([HERE]) == 1
    assert "cannot be installed" in capsys.readouterr().out


def test_the_sample_workflow_runs_the_gate_on_three_systems_with_the_oldest_and_the_newest() -> None:
    text = (pythons.ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    job = yaml.safe_load(text)["jobs"]["tests"]
    assert job["strategy"]["matrix"] == {
        "os": ["ubuntu-latest", "macos-latest", "windows-latest"],
        "python": [pythons.VERSIONS[0], pythons.VERSIONS[-1]],
    }
    assert job["steps"][-1]["run"] == "make PYTHON=python test"
