"""The engine for browsers: fetched and checked, or left out with one sentence; packed so that it comes out as it went in."""

import dataclasses
import io
import json
import shutil
import sys
import tarfile
import tempfile
import time
import zipfile
from hashlib import sha256
from importlib import import_module
from marshal import loads
from pathlib import Path
from types import SimpleNamespace

import pytest

from combatbox.cli.builder import _engine
from combatbox.core.errors import CombatBoxError
from combatbox.games import registered_games
from combatbox.library import build_cache
from combatbox.library.atomic_files import write_atomically
from combatbox.library.build_cache import BuildCache
from combatbox.web import boot, browser_engine, precompile, pyodide
from combatbox.web.service_worker import guarded

SOURCE = '''
"""A module."""
from __future__ import annotations
A = 1
"""What A is."""

class Thing:
    """Words."""

    def does(self, much: int, *, more: str = "x") -> tuple[int, str]:
        """Words."""
        assert much > 0, "no"
        return much, f"{more}{A}{[n for n in range(much)]}"

def late():
    """Words alone."""

def folder():
    from pathlib import Path

    return (Path(__file__).parent / "data").as_posix()
'''


class Buffer(bytes):
    """A buffer of JavaScript."""

    def to_bytes(self):
        return bytes(self)


@pytest.fixture
def opened(monkeypatch):
    """Return a function that opens a pack as a page does, and returns the source code that was compiled meanwhile."""
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])

    def open_pack(modules, importer, name):
        compiled = []
        monkeypatch.setitem(vars(boot), "exec", lambda code, *scopes: compiled.append(code) or exec(code, *scopes))
        with monkeypatch.context() as patched:
            patched.setitem(vars(dataclasses), "exec", exec)
            boot.opened(Buffer(precompile.pack("combatbox.play.rpc:RpcDispatcher", modules, importer)))
            import_module(name)
        for each in modules:
            sys.modules.pop(each, None)
        return [code for code in compiled if isinstance(code, str)]

    return open_pack


VALUES = {
    "values": """
from dataclasses import dataclass

@dataclass(frozen=True)
class Point:
    x: int
    y: int = 2
""",
    "broken": "import no_such_module\n",
}


def test_a_pack_has_the_methods_of_its_dataclasses_compiled(opened):
    assert opened(VALUES, None, "values")
    assert opened(VALUES, boot.Pack, "values") == []


@pytest.mark.parametrize("compiled", [True, False])
def test_what_is_packed_comes_out_as_it_went_in(compiled):
    pack = boot.Pack(loads(precompile.held({"sample": "", "sample.thing": SOURCE}, compiled=compiled)))
    sys.meta_path.insert(0, pack)
    try:
        from sample.thing import Thing, folder, late

        assert folder() == "/sample/data"
        assert sys.modules["sample"].__file__ == "/sample/__init__.py"
        assert Thing().does(2, more="y") == (2, "y1[0, 1]")
        assert late() is None
        with pytest.raises(AssertionError, match="no"):
            Thing().does(0)
        if compiled:
            assert Thing.does.__doc__ is None
            assert Thing.__doc__  # a data class without one makes one of its signature
            assert Thing.does.__annotations__ == {}
    finally:
        sys.meta_path.remove(pack)
        for name in ("room.thing", "room"):
            sys.modules.pop(name, None)


LOCALS = b"""
def f(one, /, *more, two=2, **rest):
    three = [four for four in (one, *more)]
    def g():
        return three, rest
    return (two, g())
"""


def test_a_module_of_the_library_is_packed_without_docstrings_and_lines():
    code = loads(precompile.small(b'"""Words."""\n\ndef f():\n    """Words."""\n    return 1\n', "m.py")[16:])
    assert [(each.co_linetable, each.co_firstlineno) for each in (code, code.co_consts[0])] == [(b"", 1)] * 2
    exec(code, names := {})
    assert (names["f"](), names["f"].__doc__) == (1, None)


def test_local_variables_are_packed_as_numbers_and_arguments_by_name():
    exec(loads(precompile.small(LOCALS, "m.py")[16:]), names := {})
    arguments, local = names["f"].__code__.co_varnames[:4], names["f"].__code__.co_varnames[4:]
    assert arguments == ("one", "two", "more", "rest")
    assert {"_0"} <= {*local} <= {"_0", "_1"}
    assert names["f"](1, 3, two=4, five=5) == (4, ([1, 3], {"five": 5}))


DECLARED = """
def offered(method):
    return method

def effect(name):
    return offered

@offered
def asked(number: int): ...

@effect("hit")
def struck(flight, area: str): ...

def helper(flight: int): ...
"""


def test_annotations_stay_where_they_declare_what_pages_and_tables_may_give():
    exec(precompile.bare(DECLARED, "declared"), names := {})
    assert [names[name].__annotations__ for name in ("asked", "struck", "helper")] == [
        {"number": int},
        {"area": str},
        {},
    ]


@pytest.mark.parametrize("key", list(registered_games()))
def test_the_tables_of_a_game_are_corrected_with_all_that_loads_them_and_with_no_other_game(key):
    modules = browser_engine.corrector_modules(registered_games()[key].game)
    assert {"combatbox.odds.correction", "combatbox.library.load", "yaml"} <= set(modules)
    assert {name.split(".")[2] for name in modules if name.startswith("combatbox.games.")} == {key}
    assert not [name for name in modules if name.startswith(("combatbox.press", "combatbox.web", "combatbox.cli"))]


@pytest.mark.parametrize("key", list(registered_games()))
def test_a_game_takes_along_what_it_is_played_with_and_nothing_of_pages(key):
    game = registered_games()[key].game
    modules = browser_engine.sources_of(game)
    assert {"combatbox.play.rpc", "combatbox.play.controller", game.partition(":")[0]} <= set(modules)
    others = {other for other in registered_games() if other != key}
    assert not [
        name
        for name in modules
        if name.split(".")[:2] == ["combatbox", "games"] and name.split(".")[2:3] and name.split(".")[2] in others
    ]
    assert not [
        name
        for name in modules
        if name.endswith((".highlights", ".roll_context")) and not name.startswith("combatbox.core")
    ]


ONE, OTHER = "a = 1\n", "from bisect import bisect\nb = bisect\n"


@pytest.fixture
def compiling(tmp_path, monkeypatch):
    """Return a function that builds an engine from modules, with a cache, and returns what it compiled and its folder."""
    core = tmp_path / "core"
    for name in pyodide.FILES:
        text = "export default _createPyodideModule" if name.endswith("asm.mjs") else '{"info": {}}'
        write_atomically(core / name, text.encode())
    (old := tmp_path / "old").touch()
    monkeypatch.setattr(browser_engine, "_build_modules", lambda: (old,))
    monkeypatch.setattr(build_cache, "BEGAN", time.time() + 60)
    monkeypatch.setattr(browser_engine, "sources_of", lambda modules: modules)
    orders = []

    def run(_node, folder, _core):
        order = json.loads((folder / "order.json").read_text())
        orders.append((sorted(order["packs"]), order[precompile.LIBRARY]))
        for key, (dispatcher, modules, _roots) in order["packs"].items():
            (folder / key).write_bytes(precompile.pack(dispatcher, modules))
        if order[precompile.LIBRARY]:
            (folder / precompile.LIBRARY).write_text(" ".join(order["known"]))

    monkeypatch.setattr(browser_engine, "_run", run)

    def make(**games):
        monkeypatch.setattr(
            browser_engine,
            "registered_games",
            lambda: {key: SimpleNamespace(game=game, sheets="", folder=tmp_path) for key, game in games.items()},
        )
        out = Path(tempfile.mkdtemp(dir=tmp_path)) / "engine"
        del orders[:]
        browser_engine._build(out, core, "node", BuildCache(tmp_path / "cache"))
        return list(orders), out

    return make


def test_each_pack_and_the_library_are_compiled_when_what_they_are_made_of_has_changed(compiling):
    assert compiling(one={"m": ONE})[0] == [(["engine-one"], True)]
    assert compiling(one={"m": ONE})[0] == []
    assert compiling(one={"m": ONE}, two={"m": "c = 1\n"})[0] == [(["engine-two"], False)]
    assert compiling(one={"m": ONE + "d = 2\n"}, two={"m": "c = 1\n"})[0] == [(["engine-one"], False)]
    assert compiling(one={"m": OTHER}, two={"m": "c = 1\n"})[0] == [(["engine-one"], True)]


def test_an_engine_of_cached_parts_equals_one_built_without_a_cache(compiling, tmp_path):
    games = {"one": {"m": ONE}, "two": {"m": OTHER}}
    compiling(two=games["two"])
    _, out = compiling(**games)
    shutil.rmtree(tmp_path / "cache")
    orders, anew = compiling(**games)
    assert orders == [(["engine-one", "engine-two"], True)]
    files = {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert files == {path.relative_to(anew): path.read_bytes() for path in anew.rglob("*") if path.is_file()}


def damage(folder, name):
    """Damage the one entry of a name in the build cache."""
    (entry,) = (folder / "cache/parts").glob(f"{name}.*")
    entry.write_bytes(entry.read_bytes()[:-1] + b"x")


def test_a_cached_pack_that_is_damaged_is_compiled_again(compiling, tmp_path):
    _, out = compiling(one={"m": ONE})
    damage(tmp_path, "engine-one")
    orders, again = compiling(one={"m": ONE})
    assert orders == [(["engine-one"], False)]
    (pack,) = out.glob("one-*.pack")
    assert (again / pack.name).read_bytes() == pack.read_bytes()


def test_a_cached_library_that_is_damaged_is_compiled_again_where_a_game_has_changed_as_well(compiling, tmp_path):
    _, out = compiling(one={"m": ONE})
    damage(tmp_path, browser_engine.LIBRARY)
    orders, again = compiling(one={"m": ONE + "d = 2\n"})
    assert orders == [(["engine-one"], False), ([], True)]
    (library,) = out.glob("stdlib-*.gzip")
    assert (again / library.name).read_bytes() == library.read_bytes()


def test_where_pyodide_cannot_be_fetched_the_site_is_built_without(tmp_path, monkeypatch):
    monkeypatch.setattr(pyodide, "WHEEL", "no-such-wheel-of-ours @ file:///nowhere/no_such-1-py3-none-any.whl")
    monkeypatch.setattr(pyodide.shutil, "which", lambda name: None)
    text = list(_engine(tmp_path / "engine", BuildCache(tmp_path / "cache")))
    assert len(text) == 1
    assert text[0].startswith(
        "engine   left out, so that nothing can be played on this site: Pyodide cannot be fetched"
    )
    assert "\n" not in text[0]
    assert not (tmp_path / "cache/pyodide").exists()


def test_a_file_that_is_not_the_pinned_one_is_never_used(tmp_path):
    wheel = tmp_path / "other.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in pyodide.FILES:
            archive.writestr(pyodide.INSIDE + name, "another")
    with pytest.raises(CombatBoxError, match="is not the pinned file"):
        pyodide._from_wheel(wheel)
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("empty", "")
    with pytest.raises(CombatBoxError, match="not the pinned wheel"):
        pyodide._from_wheel(wheel)
    (tmp_path / "nothing.whl").write_text("no zip")
    with pytest.raises(CombatBoxError, match="not the pinned wheel"):
        pyodide._from_wheel(tmp_path / "nothing.whl")


@pytest.fixture
def pinned(monkeypatch):
    """Files of Pyodide that are small, under their own digests."""
    files = {name: name.encode() for name in pyodide.FILES}
    monkeypatch.setattr(pyodide, "FILES", {name: sha256(data).hexdigest() for name, data in files.items()})
    monkeypatch.delenv(pyodide.SOURCE, raising=False)
    return files


def packed(folder, files, stem="package"):
    """What `npm pack` leaves in a folder."""
    with tarfile.open(folder / "pyodide.tgz", "w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(f"{stem}/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def test_where_pip_has_no_wheel_npm_s_package_is_taken(tmp_path, monkeypatch, pinned):
    asked = []

    def run(what, _command, folder):
        asked.append(what)
        if what == pyodide.WHEEL:
            raise CombatBoxError("no such wheel")
        packed(folder, pinned)

    monkeypatch.setattr(pyodide, "_run", run)
    monkeypatch.setattr(pyodide.shutil, "which", lambda name: name)
    folder = pyodide.core_files(tmp_path)
    assert asked == [pyodide.WHEEL, pyodide.PACKAGE]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == pinned


def test_a_folder_that_is_named_comes_first_and_is_checked_like_the_others(tmp_path, monkeypatch, pinned):
    def run(what, _command, _folder):
        raise CombatBoxError(f"{what}: is not there")

    monkeypatch.setattr(pyodide, "_run", run)
    monkeypatch.setattr(pyodide.shutil, "which", lambda name: name)
    monkeypatch.setenv(pyodide.SOURCE, str(tmp_path / "mine"))
    with pytest.raises(CombatBoxError, match="COMBATBOX_PYODIDE: .* is not in .*; flet-web.* is not there; pyodide@"):
        pyodide.core_files(tmp_path)
    for name, data in pinned.items():
        write_atomically(tmp_path / "mine" / name, data)
    assert (pyodide.core_files(tmp_path) / "pyodide.mjs").read_bytes() == b"pyodide.mjs"
    shutil.rmtree(tmp_path / "pyodide")
    write_atomically(tmp_path / "mine/pyodide.mjs", b"another")
    with pytest.raises(CombatBoxError, match="pyodide.mjs is not the pinned file"):
        pyodide.core_files(tmp_path)


def test_a_package_of_npm_that_is_not_the_pinned_one_is_never_used(tmp_path, pinned):
    packed(tmp_path, {**pinned, "pyodide.js": b"another"})
    with pytest.raises(CombatBoxError, match="pyodide.js is not the pinned file"):
        pyodide._from_package(tmp_path / "pyodide.tgz")
    packed(tmp_path, pinned, "elsewhere")
    with pytest.raises(CombatBoxError, match="not the pinned package"):
        pyodide._from_package(tmp_path / "pyodide.tgz")
    (tmp_path / "pyodide.tgz").write_text("no archive")
    with pytest.raises(CombatBoxError, match="not the pinned package"):
        pyodide._from_package(tmp_path / "pyodide.tgz")


def test_the_last_error_of_a_client_is_reported_without_addresses():
    text = "npm error code E404\nnpm error 404 Not Found - GET https://somewhere/pyodide\nnpm error A complete log of this run: /x"
    assert pyodide._last_line(text) == "404 Not Found - GET an index"
    assert pyodide._last_line("WARNING: x\nERROR: none at https://somewhere/ a\n") == "none at an index a"
    assert pyodide._last_line("") == "no reason is given"


def test_a_page_allows_the_scripts_that_are_in_it_and_no_others():
    page = guarded(
        '<head><meta charset="utf-8"><script>one()</script><script src="x.js"></script></head><script>one()</script>'
    )
    assert page.startswith('<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"')
    assert page.count("'sha256-") == 1
    assert guarded('<head><meta charset="utf-8"></head>').count("'sha256-") == 0
