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


def test_what_every_roll_goes_through_is_compiled_and_the_flow_and_vocabulary_of_games(build):
    busy = build.busy(ENGINE)
    assert {
        "core/flight.py",
        "core/watch.py",
        "bomber/shells.py",
        "bomber/state.py",
        "bomber/effects/damage.py",
    } <= busy
    flows = {f"games/{key}/flow.py" for key in GAMES if (ENGINE / "games" / key).is_dir()}
    assert len(flows) > 1
    assert flows <= busy
    assert not {"bomber/kept.py", "bomber/vocabulary.py", "core/records.py", "games/queen/story.py"} & busy
    assert all((ENGINE / module).is_file() for module in busy)


def test_all_that_plays_has_the_dataclass_that_is_made_sooner_and_knows_what_it_was_annotated_with():
    rooms = ("core", "bomber", "games", "play")
    pythons = [
        path.relative_to(ENGINE).as_posix()
        for room in rooms
        for path in (ENGINE / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
        if "dataclass" in {alias.name for alias in node.names}
    ]
    assert pythons == ["core/records.py"]


RECORDS = '''"""Records."""

from __future__ import annotations

from combatbox.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """Has slots=True."""

    name: ClassVar[str] = ""
    about: Annotated[int, "of what"]


@dataclass(slots=True)
class Man:
    name: str
    kills: int = 0


@dataclass(slots=True)
class Ace(Man):
    rank: str = ""


@dataclass(slots=True)
class Gun:
    """A gun."""

    bursts: int = 0
'''


def test_a_dataclass_is_compiled_without_slots_and_with_the_words_of_its_annotations(build):
    native = build.native(RECORDS, {"Man"})
    assert "@dataclass(frozen=True)\nclass Word:" in native
    assert (
        """    _annotated: _typing.ClassVar[dict[str, str]] = {'name': 'ClassVar[str]', 'about': "Annotated[int, 'of what']"}"""
        in native
    )
    assert '"""Has slots=True."""' in native
    assert native.endswith("\n_document(Gun, 'A gun.')")
    assert "\n_document(Word, 'Has slots=True.')\n" in native
    assert native.count("\nimport typing as _typing\n") == 1
    assert build.native("def plain():\n    pass\n", set()) == "def plain():\n    pass\n"


def test_a_compiled_record_of_a_kind_of_which_others_are_made_has_a_twin_and_any_other_notes_by_itself(build):
    native = build.native(RECORDS, {"Man"})
    heads = [line for line in native.splitlines() if line.startswith("class ")]
    assert heads == ["class Word:", "class Man(_native.Twin):", "class Ace(Man):", "class Gun(_native.Noting):"]
    assert native.count(build.MARK) == 3  # nothing can be made of a gun
    assert native.count("def take(self") == native.count("def changed(self") == 2
    assert "if self.name is not other.name:" in native
    assert "if self.kills != other.kills:" in native
    assert "super().take(record)" in native


def test_of_a_compiled_class_plain_ones_are_made_only_where_it_is_open_to_them(build):
    busy = {f"combatbox.{module[:-3].replace('/', '.')}" for module in build.busy(ENGINE)}
    closed = {
        f"{module}.{node.name}"
        for module in busy
        for node in ast.parse(_native(build, module)).body
        if isinstance(node, ast.ClassDef)
        if node.name != "Noting"  # of which the transformed sources make theirs where they are tried
        if "mypyc_attr" not in " ".join(map(ast.unparse, node.decorator_list))
        if not {"Protocol", "TypedDict", "NamedTuple", "Exception"} & {ast.unparse(base) for base in node.bases}
    }
    plain = {path: ast.parse(path.read_text(encoding="utf-8")) for path in _plain_modules(build)}
    made = {(path.name, base) for path, tree in plain.items() for base in _bases_taken(tree)}
    assert ("chains.py", "combatbox.core.flight.Flight") in made
    assert sorted((name, base) for name, base in made if base in closed) == []


def _native(build, module):
    path = ENGINE / f"{module.partition('.')[2].replace('.', '/')}.py"
    return build.native(path.read_text(encoding="utf-8"), build.bases(ENGINE))


def _plain_modules(build):
    """All that is not compiled, a guest and the tests too."""
    compiled = {ENGINE / module for module in build.busy(ENGINE)}
    return [path for root in (ENGINE, ROOT / "tests") for path in root.rglob("*.py") if path not in compiled]


def _bases_taken(tree):
    """The classes of other modules of which a module makes its own, in full."""
    whence = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for node in ast.walk(tree):
        for base in node.bases if isinstance(node, ast.ClassDef) else ():
            name, _, inner = ast.unparse(base).partition("[")[0].partition(".")
            yield whence.get(name, name) + (f".{inner}" if inner else "")


def test_a_state_and_a_campaign_are_open_to_games_of_others(build):
    assert {"State", "Campaign"} <= build.bases(ENGINE)


def test_what_notes_is_compiled_before_what_is_set(build):
    modules = ["bomber/effects/crew.py", "bomber/state.py", "core/native.py", "games/queen/flow.py"]
    assert build._grouped(modules) == [
        ("combatbox_bomber", ["combatbox/bomber/effects/crew.py", "combatbox/bomber/state.py"]),
        ("combatbox_core", ["combatbox/core/native.py"]),
        ("combatbox_games_queen", ["combatbox/games/queen/flow.py"]),
    ]


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
