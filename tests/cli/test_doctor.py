"""`combatbox doctor`: what is installed, what it is good for, and a remedy."""

from __future__ import annotations

import json
from importlib import metadata
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from combatbox.cli import EXTRAS
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.folders import variants

from .conftest import Call
from .test_main_plug_ins import WAYS, fresh, install  # noqa: F401 `fresh` is a fixture


def parts(call: Call, *words: object, code: int = 0) -> dict[tuple[str, str], dict[str, object]]:
    done = call("doctor", "--json", *words)
    assert done.exit_code == code, done.output
    return {(part["part"], part["name"]): part for part in json.loads(done.stdout)["parts"]}


def test_every_game_folder_cache_and_version_is_shown_with_a_use_and_a_remedy(call: Call) -> None:
    shown = parts(call)
    assert {name for part, name in shown if part == "game"} == {*GAMES, *variants()}
    assert str(paths.cache_folder()) in str(shown["cache", "books"]["state"])
    assert shown["version", "click"]["state"] == version("click")
    assert all(part["ok"] and part["state"] and part["use"] and part["remedy"] for part in shown.values())
    text = call("doctor").stdout
    assert all(f"ok  {part} {name}: " in text for part, name in shown)


@pytest.mark.parametrize("package", EXTRAS)
def test_a_missing_package_is_installed_by_the_smallest_extra_that_has_it(
    call: Call, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    def about(name: str) -> object:
        if name == package:
            raise PackageNotFoundError(name)
        return found(name)

    found = metadata.metadata
    monkeypatch.setattr(metadata, "metadata", about)
    shown = parts(call)["version", package]
    assert shown["remedy"] == f"to install it: pip install 'combatbox[{EXTRAS[package]}]'"


def test_what_cannot_be_used_is_bad_and_the_exit_code_is_1(call: Call, fresh: Path, tmp_path: Path) -> None:  # noqa: F811
    install("dividing", fresh, WAYS["dividing"][0])
    (tmp_path / "mine" / "storm").mkdir(parents=True)
    (tmp_path / "mine" / "storm" / "game.yaml").write_text("like: queen\ntitle: 7\n", encoding="utf-8")
    shown = parts(call, "--tables", tmp_path / "mine", code=1)
    bad = {name: part for (_, name), part in shown.items() if not part["ok"]}
    assert set(bad) == {"dividing", "storm"}
    assert "ZeroDivisionError" in str(bad["dividing"]["state"])
    assert str(bad["dividing"]["remedy"]).endswith("pip uninstall the-dividing")
    assert "game.yaml:2" in str(bad["storm"]["state"])
