"""The optional compiled build: which modules mypyc gets, and that nobody gets them unasked. `make fast` proves what comes out."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

import pytest

from combatbox.games import GAMES
from combatbox.library import paths

ROOT = paths.checkout() or Path()
ENGINE = ROOT / "engine" / "combatbox"


@pytest.fixture(scope="module")
def build():
    """The build hook, which is no module of the package."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_every_roll_goes_through_and_the_flow_of_games_is_compiled_and_no_class_of_data(build):
    busy = build.busy(ENGINE)
    assert {"core/flight.py", "core/watch.py", "bomber/shells.py"} <= busy
    flows = {f"games/{key}/flow.py" for key in GAMES if (ENGINE / "games" / key).is_dir()}
    without_classes = {flow for flow in flows if "\nclass " not in (ENGINE / flow).read_text(encoding="utf-8")}
    assert len(without_classes) > 1
    assert without_classes <= busy
    assert not {"bomber/state.py", "bomber/kept.py", "core/effects.py"} & busy
    assert all((ENGINE / module).is_file() for module in busy)


def test_what_is_compiled_has_pythons_own_dataclass_and_all_else_that_plays_the_one_that_is_made_sooner(build):
    rooms = ("core", "bomber", "games", "play")
    modules = {path.relative_to(ENGINE).as_posix(): path for room in rooms for path in (ENGINE / room).rglob("*.py")}
    pythons = {
        module
        for module, path in modules.items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
        if "dataclass" in {alias.name for alias in node.names}
    }
    assert "core/events.py" not in pythons
    assert {"core/tables.py", "bomber/gunnery.py"} <= pythons
    assert pythons - {"core/records.py"} <= build.busy(ENGINE)


def test_dataclasses_are_compiled_without_slots_and_nothing_else_is_changed(build):
    text = '@dataclass(frozen=True, slots=True)\nclass A:\n    """Has slots=True."""\n@dataclass(slots=True)\nclass B: ...\n'
    plain = '@dataclass(frozen=True)\nclass A:\n    """Has slots=True."""\n@dataclass()\nclass B: ...\n'
    assert build.without_slots(text) == plain


@pytest.mark.parametrize(("asked", "version"), [("", "standard"), ("1", "editable")])
def test_a_wheel_is_plain_python_unless_a_compiled_one_is_asked_for(build, monkeypatch, tmp_path, asked, version):
    monkeypatch.setenv("COMBATBOX_FAST", asked)
    monkeypatch.setattr(build, "compile_into", lambda folder: pytest.fail("something was compiled"))
    hook = build.CompiledHook(str(ROOT), {}, None, None, str(tmp_path), "wheel")
    data = {"force_include": {}, "pure_python": True}
    hook.initialize(version, data)
    assert data == {"force_include": {}, "pure_python": True}
    assert bool(hook.dependencies()) == bool(asked)


def test_compiled_modules_come_into_a_wheel_that_is_asked_for(build, monkeypatch, tmp_path):
    def laid(folder):
        for name in ("combatbox_fast__mypyc.so", "combatbox/core/flight.so", "build/combatbox/core/flight.so"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()

    monkeypatch.setenv("COMBATBOX_FAST", "1")
    monkeypatch.setattr(build, "compile_into", laid)
    hook = build.CompiledHook(str(ROOT), {}, None, None, str(tmp_path), "wheel")
    data = {"force_include": {}, "pure_python": True}
    hook.initialize("standard", data)
    assert sorted(data["force_include"].values()) == ["combatbox/core/flight.so", "combatbox_fast__mypyc.so"]
    assert (data["pure_python"], data["infer_tag"]) == (False, True)
