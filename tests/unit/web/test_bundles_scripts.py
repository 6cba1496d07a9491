"""The scripts of the site: their own tests in node, what bundles hold, and their form."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.web import bundles

SCRIPTS = bundles.sources()
WIDEST = 100
"""Columns of a line."""


def test_the_tests_in_node_pass() -> None:
    line = [bundles.node(), "--test", *map(str, sorted((SCRIPTS / "test").glob("*.mjs")))]
    done = subprocess.run(line, capture_output=True, text=True, check=False, cwd=SCRIPTS)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_line_is_wider_than_a_screen() -> None:
    files = [path for name in ("entries", "src", "test") for path in (SCRIPTS / name).rglob("*.*")]
    assert len(files) > 50
    wide = [
        f"{path.relative_to(SCRIPTS)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert wide == []


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((SCRIPTS / "package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
    assert all(package.get("integrity") for name, package in lock["packages"].items() if name)


def test_each_entry_has_a_bundle_with_a_source_map(tmp_path: Path) -> None:
    code = bundles.write_bundles(tmp_path)
    written = {path.name for path in (tmp_path / bundles.FOLDER).iterdir()}
    entries = {path.stem for path in (SCRIPTS / "entries").glob("*.js")} - {"service-worker"}
    scripts = {f"{name}.mjs" if name == "engine-worker" else f"{name}.js" for name in entries}
    assert written == scripts | {f"{name}.map" for name in scripts}
    assert "FILES" in code
    assert not [path for path in tmp_path.rglob("*") if path.stat().st_mode & 0o044 != 0o044]


def test_an_installed_wheel_copies_its_bundles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed, site = tmp_path / "packed", tmp_path / "site"
    packed.mkdir()
    for name in ("page.js", "page.js.map", bundles.SERVICE_WORKER, f"{bundles.SERVICE_WORKER}.map"):
        (packed / name).write_text(name, encoding="utf-8")
    monkeypatch.setattr(bundles, "sources", lambda: packed)
    monkeypatch.setattr(bundles, "node", lambda: pytest.fail("node is asked for"))
    assert bundles.write_bundles(site) == bundles.SERVICE_WORKER
    assert sorted(path.name for path in (site / bundles.FOLDER).iterdir()) == ["page.js", "page.js.map"]


def test_a_script_that_cannot_be_bundled_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "scripts"
    (broken / "entries").mkdir(parents=True)
    (broken / "entries" / "page.js").write_text("let of of;", encoding="utf-8")
    (broken / "build.mjs").write_bytes((SCRIPTS / "build.mjs").read_bytes())
    (broken / "node_modules").symlink_to(SCRIPTS / "node_modules")
    (broken / "entries" / "engine-worker.js").write_text("", encoding="utf-8")
    with pytest.raises(CombatBoxError, match=r"entries/page\.js"):
        bundles.bundle(tmp_path / "out", broken)


def test_without_node_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bundles, "find_spec", lambda name: None)
    monkeypatch.setattr(bundles.shutil, "which", lambda name: None)
    with pytest.raises(CombatBoxError, match="no node"):
        bundles.bundle(tmp_path, SCRIPTS)
