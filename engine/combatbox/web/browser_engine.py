"""The engine for the browser: Python itself and the packages that play a game, as small as possible.

`make_engine` fills a folder, which is `assets/engine` on the site. The name of each file or of its folder contains a
digest, so that a page never mixes an old engine with a new one. `files.js` has the names and sizes of the files for the
page.
"""

from __future__ import annotations

import ast
import gzip
import json
import shutil
import sys
import tempfile
import zlib
from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache, partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from combatbox.core.errors import CombatBoxError
from combatbox.core.game import Game
from combatbox.games import registered_games
from combatbox.library.atomic_files import write_atomically
from combatbox.library.build_cache import BuildCache, Sources
from combatbox.odds.process_pool import run_program
from combatbox.web import boot, bundles, precompile, press_pack, pyodide
from combatbox.web.imported import imported
from combatbox.web.precompile import LIBRARY, PRESS

FOLDER = "assets/engine"
"""The folder of the engine on the site."""

FILES = "files.js"
"""The script that lists the files for a page."""

PYTHON = "pyodide.asm.wasm.gzip"
"""The file of Python itself. The build compresses it and the packs to a third of their size, because many servers send
such files uncompressed.
"""

SHARED = ("combatbox.play.rpc",)
"""The modules that every game needs; the modules that they import are added to them."""

PAGE_SIDE = ("traceback", "linecache", "asyncio", "ast", "importlib.machinery", "pathlib")
"""Further modules of the standard library: for error messages, for Pyodide's own code, and for a plug-in's folder."""

FOR_PAGES = frozenset(each.name for each in fields(Game) if each.metadata.get("pages"))
"""The fields of `Game` that only pages use."""

CORRECTS = "correct-"
"""What the name of a pack for corrections of a game's tables begins with."""

SLICE = 384 * 1024
"""The number of bytes of a packed file in one slice (a script that contains a part of the file for pages opened from a
folder). It is small enough to keep a page responsive.
"""

NODE = """
const [order, core, script] = process.argv.slice(1);
// most of Python's interpreter is never used here: compile each function on demand
(await import("node:v8")).setFlagsFromString("--wasm-lazy-compilation");
try {
    const {loadPyodide} = await import("file://" + core + "/pyodide.mjs");
    const python = await loadPyodide({indexURL: core + "/"});
    python.mountNodeFS("/order", order);
    python.runPython((await import("node:fs")).readFileSync(script, "utf-8"));
    python.runPython("from pathlib import Path; make(Path('/order'), next(p for p in sys.path if p.endswith('.zip')))");
} catch (error) {
    console.error(error.message);
    process.exit(1);
}
"""


def make_engine(out: Path, build_cache: BuildCache) -> Iterator[str]:
    """Fill a new folder with everything that a page needs to play.

    Args:
        out: the folder, which must not exist.
        build_cache: the cache for parts of earlier builds and for Pyodide's files.

    Yields:
        A line about the result.

    Raises:
        CombatBoxError: Pyodide is not available, or something cannot be compiled.
    """
    home = build_cache.folder or out.parent / ".cache"
    node = bundles.node()
    facts = (*_compiler(node), *registered_games())
    is_unchanged = build_cache.fill(
        "engine",
        Sources(_engine_sources(), facts),
        {"engine": out},
        lambda: _build(out, pyodide.core_files(home), node, build_cache),
    )
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    what = "nothing has changed, all as it was" if is_unchanged else f"{size / 1e6:.1f} MB"
    yield f"engine   for the browser, {'compiled' if node else 'not compiled (no node here): it starts slowly'}: {what}"


def _compiler(node: str) -> tuple[str, ...]:
    """Return the versions of Pyodide and node, which compile the engine; the name of node is empty if there is none."""
    return (pyodide.VERSION, *pyodide.FILES.values(), f"by {Path(node).name}")


def _engine_sources() -> tuple[Path, ...]:
    """Return the sources of the browser's engine: our packages and the packages of plug-ins."""
    ours = Path(__file__).parent
    packages = ("drawing", "core", "bomber", "games", "play", "press", "library", "odds")
    return (
        *(ours.parent / package for package in packages),
        *press_pack.data_files(),
        *_build_modules(),
        *_plug_in_folders(),
    )


_BUILDERS = ("boot", "browser_engine", "imported", "precompile", "press_pack", "pyodide")


def _build_modules() -> tuple[Path, ...]:
    """Return the modules that build the engine."""
    return tuple(Path(__file__).parent / f"{name}.py" for name in _BUILDERS)


def _plug_in_folders() -> Iterator[Path]:
    yield from (
        _file(plug_in.game.partition(":")[0]).parent for plug_in in registered_games().values() if plug_in.folder
    )


# ---- which modules


def sources_of(game: str) -> dict[str, str]:
    """Return the source code of every module that is needed to play a game, by module name.

    The fields of a game that only pages use are left out, and so are the modules that only these fields import.

    Args:
        game: the location of the `Game` object, as `package.module:NAME`.
    """
    module, _, _name = game.partition(":")
    own = module.partition(".")[0]
    texts: dict[str, str] = {}
    todo = [*SHARED, module]
    while todo:
        name = todo.pop()
        if name in texts or name.partition(".")[0] not in ("combatbox", own) or not _is_module(name):
            continue
        text = _file(name).read_text(encoding="utf-8")
        texts[name] = _for_play(text) if name == module else text
        todo += [name.rpartition(".")[0], *imported(texts[name], later=True)]
    return texts


def _for_play(text: str) -> str:
    """Return the module of a game without the fields for pages, and without the imports that only they need."""
    tree = ast.parse(text)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == Game.__name__:
            call.keywords = [word for word in call.keywords if word.arg not in FOR_PAGES]
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for line in list(tree.body):
        if isinstance(line, ast.ImportFrom) and line.module != "__future__":
            line.names = [alias for alias in line.names if (alias.asname or alias.name) in named]
            if not line.names:
                tree.body.remove(line)
    return ast.unparse(tree)


def corrector_modules(game: str) -> dict[str, str]:
    """Return the source code of the modules that correct the tables of a game, by module name.

    Args:
        game: the location of the `Game` object, as `package.module:NAME`.
    """
    return press_pack.loaded(["combatbox.odds.correction", game.partition(":")[0]], {"combatbox", "yaml"})


@cache
def _is_module(name: str) -> bool:
    try:
        return bool(name) and find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _file(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise CombatBoxError(f"{name}: the module has no source file; a game in the browser needs one")
    return Path(spec.origin)


def library_roots(texts: Iterable[str]) -> list[str]:
    """Return the modules of the standard library that given modules import when they are loaded."""
    return sorted({*PAGE_SIDE, *_of_library(name for text in texts for name in imported(text))})


def _of_library(names: Iterable[str]) -> list[str]:
    """Return those names that are modules of the standard library."""
    return sorted(name for name in {*names} if name.partition(".")[0] in sys.stdlib_module_names and _is_module(name))


# ---- building

CORE = "engine-pyodide"
"""The cache key of Pyodide's files; the pack of each game has its own key."""


class _Pack(NamedTuple):
    """A pack to compile.

    Attributes:
        dispatcher: the location of what answers the requests of a page; empty for a pack that is added to another.
        modules: the source code of its modules by name.
        roots: the modules of the standard library that it needs besides those of all games.
    """

    dispatcher: str
    modules: Mapping[str, str]
    roots: Sequence[str] = ()


class _Modules(NamedTuple):
    """The modules to compile.

    Attributes:
        packs: the packs of games, of corrections of their tables, and of the press, by cache key.
        roots: the modules of the standard library that games import.
    """

    packs: Mapping[str, _Pack]
    roots: Sequence[str]

    def sources(self, node: str) -> dict[str, Sources]:
        """Return the sources of every part by its cache key."""
        parts = {LIBRARY: _sources(node, self.roots)}
        for key, one in self.packs.items():
            known = self.roots if one.roots else ()
            parts[key] = _sources(node, [one, known], press_pack.data_files() if key == PRESS else ())
        return parts


def _modules() -> _Modules:
    plug_ins = registered_games()
    games = {key: sources_of(one.game) for key, one in plug_ins.items()}
    packs = {f"engine-{key}": _Pack("combatbox.play.rpc:RpcDispatcher", modules) for key, modules in games.items()}
    for key, one in plug_ins.items():
        if not one.folder:
            packs[f"engine-{CORRECTS}{key}"] = _of_pack(
                "combatbox.odds.correction:dispatcher", corrector_modules(one.game)
            )
    sheets = {key: one.sheets for key, one in plug_ins.items() if one.sheets}
    if press := press_pack.press_modules(sheets, games):
        packs[PRESS] = _of_pack("", press)
    return _Modules(packs, library_roots(text for modules in games.values() for text in modules.values()))


def _of_pack(dispatcher: str, modules: Mapping[str, str]) -> _Pack:
    """Return a pack that needs further modules of the standard library."""
    return _Pack(dispatcher, modules, _of_library(press_pack.library_modules(modules.values())))


def _build(out: Path, core: Path, node: str, build_cache: BuildCache) -> None:
    """Write all files, and the script that lists them.

    Each part is cached by its sources, so that a new game compiles only its pack.
    """
    modules = _modules()
    wanted = modules.sources(node)
    missing = [name for name in wanted if not build_cache.is_current(name, wanted[name])]
    compiled = _compile_missing(core, node, modules, missing)  # all at once, because Pyodide starts slowly
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as temporary:

        def part(name: str, sources: Sources, fill: Callable[[Path], object]) -> Path:
            folder = Path(temporary) / name
            build_cache.fill(name, sources, {"part": folder}, lambda: fill(folder))
            shutil.copytree(folder, out, dirs_exist_ok=True)
            return folder

        def fill(name: str, folder: Path) -> None:  # a damaged entry was not compiled above
            _write_part(folder, name, compiled.get(name) or _compile_missing(core, node, modules, [name])[name])

        core_folder = part(CORE, _sources(node, ""), lambda folder: _core(folder, core))
        parts = {name: part(name, sources, partial(fill, name)) for name, sources in wanted.items()}
        listing = _listing(core_folder, parts)
    listing["lock"] = json.dumps(
        {"info": json.loads((core / "pyodide-lock.json").read_bytes())["info"], "packages": {}}
    )
    write_atomically(out / FILES, f"window.cbEngineFiles={json.dumps(listing, sort_keys=True)};\n".encode())


def _sources(node: str, texts: object, files: Iterable[Path] = ()) -> Sources:
    """Return the inputs of a part: its source code and files, and the modules that build the part."""
    facts = (*_compiler(node), sha256(json.dumps(texts).encode()).hexdigest())
    return Sources((*_build_modules(), *files), facts)


def _compile_missing(core: Path, node: str, modules: _Modules, missing: Collection[str]) -> dict[str, bytes]:
    """Build the missing parts, by cache key, as bytecode, or as text if there is no node."""
    if not missing:
        return {}
    packs = {name: modules.packs[name] for name in missing if name in modules.packs}
    if not node:
        data = {name: precompile.pack(one.dispatcher, one.modules) for name, one in packs.items()}
        data[LIBRARY] = (core / "python_stdlib.zip").read_bytes()
        if PRESS in packs:
            data[PRESS] = precompile.held(packs[PRESS].modules, compiled=False)
    else:
        order = {"known": modules.roots, LIBRARY: LIBRARY in missing, "packs": packs}
        with tempfile.TemporaryDirectory() as name:
            temporary = Path(name)
            write_atomically(temporary / "order.json", json.dumps(order).encode())
            shutil.copy(boot.__file__, temporary)
            _run(node, temporary, core)
            data = {name: (temporary / name).read_bytes() for name in missing}
    if PRESS in missing:
        data[PRESS] = press_pack.pack(data[PRESS])
    return {name: data[name] for name in missing}


def _run(node: str, folder: Path, core: Path) -> None:
    """Run Pyodide to compile the modules that `order.json` in a folder lists."""
    words = ("--input-type=module", "--eval", NODE, "--", folder, core, precompile.__file__)
    done = run_program([node, *words], timeout=pyodide.PATIENCE)
    if done.returncode:
        reason = done.stderr.strip().rpartition("\n")[2]
        raise CombatBoxError(f"the engine cannot be compiled for the browser: {reason}")


def _core(folder: Path, core: Path) -> None:
    """Write Pyodide's files into a folder that is named after their digest."""
    home = folder / f"pyodide-{_short(b''.join((core / name).read_bytes() for name in sorted(pyodide.FILES)))}"
    for name in ("pyodide.mjs", "pyodide.js", "pyodide.asm.mjs"):
        write_atomically(home / name, (core / name).read_bytes())
    write_atomically(home / PYTHON, gzip.compress((core / "pyodide.asm.wasm").read_bytes(), 9, mtime=0))
    write_atomically(home / "pyodide.asm.js", classic((core / "pyodide.asm.mjs").read_text(encoding="utf-8")).encode())
    _write_slices(folder, "pyodide.asm.wasm", (core / "pyodide.asm.wasm").read_bytes())


def _write_part(folder: Path, name: str, data: bytes) -> None:
    """Write the compressed file of a part with its digest in the name, and its slices.

    Args:
        folder: the folder of the part.
        name: its cache key.
        data: its data.
    """
    packed = gzip.compress(data, 9, mtime=0)
    named = f"{name[len('engine-') :]}-{_short(packed)}{'.gzip' if name == LIBRARY else '.pack'}"
    write_atomically(folder / named, packed)
    if CORRECTS not in name:  # a page opened from a folder cannot read the tables
        _write_slices(folder, named, data)


def _listing(core: Path, parts: Mapping[str, Path]) -> dict[str, Any]:
    """Return the list of files for a page, with their locations and sizes.

    Args:
        core: the folder of Pyodide's files.
        parts: the folder of each other part, by its cache key.
    """
    (home,) = (path for path in core.iterdir() if path.name != "slices")
    files = {name: next(path for path in folder.iterdir() if path.is_file()) for name, folder in parts.items()}
    press = files[PRESS].name if PRESS in files else ""
    loaded = {name: path.name for name, path in files.items() if name != PRESS}
    first_code = Path(boot.__file__).read_text(encoding="utf-8")
    return {
        "digest": _short("".join([home.name, first_code, *loaded.values()]).encode()),
        "pyodide": f"{home.name}/",
        "stdlib": loaded[LIBRARY],
        "packs": {name.removeprefix("engine-"): file for name, file in loaded.items() if name != LIBRARY},
        "press": press,
        "sizes": {
            **{_below(path, core): path.stat().st_size for path in home.iterdir()},
            **{path.name: path.stat().st_size for path in files.values()},
        },
        "slices": {
            f"{home.name}/{PYTHON}": _scripts(core),
            **{files[name].name: _scripts(folder) for name, folder in parts.items()},
        },
        "boot": first_code,
    }


def _below(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _scripts(folder: Path) -> list[str]:
    """Return the paths of the scripts that contain the slices of the file in a folder, in order."""
    return [_below(path, folder) for path in sorted(folder.glob("slices/*/*.js"))]


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]


def _write_slices(folder: Path, name: str, data: bytes) -> None:
    """Write data as slices (scripts that each contain a part of it) for pages opened from a folder."""
    for path, text in slices(name, data).items():
        write_atomically(folder / path, text.encode())


def slices(name: str, data: bytes) -> dict[str, str]:
    """Return a compressed file as slices: scripts, by path, that each contain a part of the file in base64.

    Pages that are opened from a folder load them.
    """
    packed = zlib.compress(data, 9)
    stem = f"slices/{Path(name).name}-{_short(data)}"
    return {
        f"{stem}/{number:02}.js": f'window.cbEngineSlice("{b64encode(packed[start : start + SLICE]).decode()}");\n'
        for number, start in enumerate(range(0, len(packed), SLICE))
    }


def books(
    texts: Mapping[str, tuple[str, str, str, str]],
    sheets: Mapping[str, str] | None = None,
    tables: Mapping[str, str] | None = None,
    *,
    sliced: bool = True,
) -> Iterator[tuple[str, str]]:
    """Yield the files of the compiled books: a script that lists the books, and the slices and record sheets of each.

    Slices are scripts that each contain a part of the book.

    Args:
        texts: for each game, the path of its book on the site, the text of the book, the key of the game whose code it
            uses, and its title.
        sheets: for each game whose record sheets can be printed, these sheets as JSON.
        tables: for each game whose tables can be corrected, these tables as JSON.
        sliced: True to include the slices, which are loaded by pages that are opened from a folder.

    Yields:
        The path from the site's root, and the text.
    """
    listing: dict[str, Any] = {}
    for key, (path, text, code, title) in texts.items():
        scripts = slices(f"{key}.json", text.encode()) if sliced else {}
        yield from ((f"{FOLDER}/{name}", script) for name, script in scripts.items())
        size = len(text.encode())
        listing[key] = {"path": path, "size": size, "slices": list(scripts), "code": code, "title": title}
        if own := (sheets or {}).get(key):
            listing[key]["sheets"] = f"sheets/{key}-{_short(own.encode())}.js"
            yield f"{FOLDER}/{listing[key]['sheets']}", f"window.cbEngineSheets={own};\n"
        if files := (tables or {}).get(key):
            listing[key]["tables"] = {
                "path": f"{FOLDER}/tables/{key}-{_short(files.encode())}.json",
                "size": len(files.encode()),
            }
            yield listing[key]["tables"]["path"], files
    yield f"{FOLDER}/books.js", f"window.cbEngineBooks={json.dumps(listing, sort_keys=True)};\n"


def classic(module: str) -> str:
    """Convert Pyodide's module to a classic script, because a page opened from a folder cannot import modules."""
    ending = "export default _createPyodideModule"
    if module.count(ending) != 1:
        raise CombatBoxError("Pyodide's module has changed, so that it cannot be turned into a script; adapt `classic`")
    text = module.replace("import.meta.url", "document.baseURI")
    return f"(() => {{\n{text.replace(ending, 'window.cbCreatePyodide = _createPyodideModule')}\n}})();\n"
