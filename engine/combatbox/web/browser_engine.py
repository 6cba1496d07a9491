"""The engine as a browser runs it: Python itself, and the rooms that a game is played with, as few and as small as can be.

`make_engine` fills a folder, which the site has under `assets/engine`. Each file has its digest in its name, or in that of its
folder, so that a page never gets half of an old engine and half of a new one; `files.js` tells the page their names and sizes.
"""

from __future__ import annotations

import ast
import json
import lzma
import shutil
import subprocess
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
from combatbox.web import boot, precompile, pyodide

FOLDER = "assets/engine"
"""Where it stands on the site."""

FILES = "files.js"
"""The script that tells a page what there is."""

SHARED = ("combatbox.play.rpc",)
"""What every game is played with: these, and all that they import."""

PAGE_SIDE = ("traceback", "linecache", "asyncio", "ast", "importlib.machinery", "pathlib")
"""What of the standard library is wanted beside: by errors that are told, by the page's side of Pyodide, and by the folder that a
game from outside names as its own."""

FOR_PAGES = frozenset(each.name for each in fields(Game) if each.metadata.get("pages"))
"""What a `Game` has for pages alone."""

SLICE = 384 * 1024
"""Bytes of a packed file in each script of the bundle for pages that are opened from a folder: a page stays alive between two."""

NODE = """
const [order, core, script] = process.argv.slice(1);
// most of Python's interpreter is never asked for here: each function is compiled when it is
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
    """Fill a folder that is not there yet with all that a page needs to play; yields a line. Raises CombatBoxError.

    build_cache: what was made before, and where Pyodide's own files are.
    """
    home = build_cache.folder or out.parent / ".kept"
    node = pyodide.node()
    facts = (*_compiler(node), *registered_games())
    same = build_cache.fill(
        "engine",
        Sources(_places(), facts),
        {"engine": out},
        lambda: _make(out, pyodide.core_files(home), node, build_cache),
    )
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    what = "nothing has changed, all as it was" if same else f"{size / 1e6:.1f} MB"
    yield f"engine   for the browser, {'compiled' if node else 'not compiled (no node here): it starts slowly'}: {what}"


def _compiler(node: str) -> tuple[str, ...]:
    """What compiles: Pyodide, and the node that runs it, if there is one."""
    return (pyodide.VERSION, *pyodide.FILES.values(), f"by {Path(node).name}")


def _places() -> tuple[Path, ...]:
    """What the engine of the browser is made of: our own code, and that of games from outside."""
    ours = Path(__file__).parent
    rooms = (ours.parent / room for room in ("drawing", "core", "bomber", "games", "play"))
    return (*rooms, *_makers(), *_guests())


def _makers() -> tuple[Path, ...]:
    """What makes the engine of the browser and is no part of it, but for its start."""
    return tuple(Path(__file__).parent / f"{name}.py" for name in ("boot", "engine", "precompile", "pyodide"))


def _guests() -> Iterator[Path]:
    yield from (_file(one.game.partition(":")[0]).parent for one in registered_games().values() if one.folder)


# ---- which modules


def sources_of(game: str) -> dict[str, str]:
    """The modules that a game is played with, by name, as text: what is loaded when it is, and what is imported later.

    What pages alone ask of a game is left out, and what only that would load. game: where its `Game` stands.
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
        todo += [name.rpartition(".")[0], *_imported(texts[name]).ever]
    return texts


def _for_play(text: str) -> str:
    """The module of a game without what its `Game` has for pages alone, and without the imports that nothing else names."""
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


@cache
def _is_module(name: str) -> bool:
    try:
        return bool(name) and find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _file(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise CombatBoxError(f"{name}: has no source, so that it cannot be played in a browser")
    return Path(spec.origin)


class _Imported(NamedTuple):
    """The names that a module imports, of modules or of things in them: as it is loaded, and these with those in functions."""

    loaded: tuple[str, ...]
    ever: tuple[str, ...]


@cache
def _imported(text: str) -> _Imported:
    body = ast.parse(text).body
    return _Imported(tuple(_names(body)), tuple(_names(_statements(body))))


def _names(lines: Iterable[ast.AST]) -> Iterator[str]:
    for line in lines:
        if isinstance(line, ast.Import):
            yield from (alias.name for alias in line.names)
        elif isinstance(line, ast.ImportFrom) and line.module:
            yield from (line.module, *(f"{line.module}.{alias.name}" for alias in line.names))


def _statements(lines: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Statements, and those in them: an import stands nowhere else. What is for checkers of types alone is left out."""
    for line in lines:
        yield line
        if not (isinstance(line, ast.If) and isinstance(line.test, ast.Name) and line.test.id == "TYPE_CHECKING"):
            for part in ("body", "handlers", "orelse", "finalbody", "cases"):
                inner = getattr(line, part, None)
                yield from _statements(inner if isinstance(inner, list) else ())


def library_roots(texts: Iterable[str]) -> list[str]:
    """The modules of the standard library that ours import as they are loaded."""
    names = {name for text in texts for name in _imported(text).loaded}
    ours = {name for name in names if name.partition(".")[0] in sys.stdlib_module_names and _is_module(name)}
    return sorted({*PAGE_SIDE, *ours})


# ---- making it

LIBRARY = "engine-stdlib"
CORE = "engine-pyodide"
"""What the standard library and Pyodide's own files are cached under; each game's pack has its key there."""


def _make(out: Path, core: Path, node: str, build_cache: BuildCache) -> None:
    """All files, and the script that names them. Each part is cached by what it alone is made of: announcing
    one more game compiles its pack alone."""
    games = {key: sources_of(one.game) for key, one in registered_games().items()}
    roots = library_roots(text for modules in games.values() for text in modules.values())
    wanted = {LIBRARY: _sources(node, roots)} | {
        f"engine-{key}": _sources(node, modules) for key, modules in games.items()
    }
    missing = [name for name in wanted if not build_cache.is_current(name, wanted[name])]
    made = _compiled(core, node, games, roots, missing)  # at once, for Pyodide is slow to start
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as room:

        def part(name: str, sources: Sources, fill: Callable[[Path], object]) -> Path:
            folder = Path(room) / name
            build_cache.fill(name, sources, {"part": folder}, lambda: fill(folder))
            shutil.copytree(folder, out, dirs_exist_ok=True)
            return folder

        def fill(name: str, folder: Path) -> None:  # what was there and is damaged has not been compiled above
            _held(folder, *(made if name in made else _compiled(core, node, games, roots, [name]))[name])

        pyodides = part(CORE, _sources(node, ""), lambda folder: _core(folder, core))
        library, *packs = [part(name, sources, partial(fill, name)) for name, sources in wanted.items()]
        told = _told(pyodides, library, dict(zip(games, packs, strict=True)))
    told["lock"] = json.dumps({"info": json.loads((core / "pyodide-lock.json").read_bytes())["info"], "packages": {}})
    write_atomically(out / FILES, f"window.cbEngineFiles={json.dumps(told, sort_keys=True)};\n".encode())


def _sources(node: str, texts: object) -> Sources:
    """What a part is made of: texts, and what makes it of them."""
    return Sources(_makers(), (*_compiler(node), sha256(json.dumps(texts).encode()).hexdigest()))


def _compiled(
    core: Path, node: str, games: Mapping[str, Mapping[str, str]], roots: Sequence[str], missing: Collection[str]
) -> dict[str, tuple[str, bytes]]:
    """What of the standard library and the games' packs is missing: as bytecode, or without a node as text. By what it is
    cached under; with a name, in which its digest has a place."""
    wanted = {key: modules for key, modules in games.items() if f"engine-{key}" in missing}
    if not missing:
        return {}
    if not node:
        packs = {key: precompile.held(modules, compiled=False) for key, modules in wanted.items()}
        stdlib = (core / "python_stdlib.zip").read_bytes()
    else:
        with tempfile.TemporaryDirectory() as name:
            room = Path(name)
            order = {"games": wanted, "roots": roots if LIBRARY in missing else None}
            write_atomically(room / "order.json", json.dumps(order).encode())
            shutil.copy(core / "python_stdlib.zip", room)
            _run(node, room, core)
            packs = {key: (room / key).read_bytes() for key in wanted}
            stdlib = (room / "stdlib.zip").read_bytes() if LIBRARY in missing else b""
    made = {f"engine-{key}": (f"{key}-{{}}.pack", _packed(held)) for key, held in packs.items()}
    return {LIBRARY: ("stdlib-{}.zip", stdlib), **made} if LIBRARY in missing else made


def _run(node: str, room: Path, core: Path) -> None:
    """Have Pyodide compile what is ordered in a folder."""
    done = subprocess.run(
        [node, "--input-type=module", "--eval", NODE, "--", str(room), str(core), str(Path(precompile.__file__))],
        capture_output=True, text=True, encoding="utf-8", errors="replace", check=False, timeout=pyodide.PATIENCE,
    )  # fmt: skip
    if done.returncode:
        why = done.stderr.strip().rpartition("\n")[2]
        raise CombatBoxError(f"the engine cannot be compiled for the browser: {why}")


def _packed(held: bytes) -> bytes:
    """Modules as a pack, small."""
    return lzma.compress(held, format=lzma.FORMAT_RAW, filters=[boot.FILTER])


def _core(folder: Path, core: Path) -> None:
    """Pyodide's own files, in a folder named after their digest."""
    home = folder / f"pyodide-{_short(b''.join((core / name).read_bytes() for name in sorted(pyodide.FILES)))}"
    for name in ("pyodide.mjs", "pyodide.js", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        write_atomically(home / name, (core / name).read_bytes())
    write_atomically(home / "pyodide.asm.js", classic((core / "pyodide.asm.mjs").read_text(encoding="utf-8")).encode())
    _sliced(folder, "pyodide.asm.wasm", (core / "pyodide.asm.wasm").read_bytes())


def _held(folder: Path, name: str, data: bytes) -> None:
    """A file under its digest, and in scripts."""
    named = name.format(_short(data))
    write_atomically(folder / named, data)
    _sliced(folder, named, data)


def _told(core: Path, library: Path, packs: Mapping[str, Path]) -> dict[str, Any]:
    """What a page is told of folders with the parts: of each file where it is and how long."""
    (home,) = (path for path in core.iterdir() if path.name != "slices")
    held = {name: next(path for path in folder.iterdir() if path.is_file()) for name, folder in packs.items()}
    stdlib = next(path for path in library.iterdir() if path.is_file())
    files = [*home.iterdir(), stdlib, *held.values()]
    return {
        "digest": _short("".join(path.name for path in (stdlib, *held.values())).encode()),
        "pyodide": f"{home.name}/",
        "stdlib": stdlib.name,
        "packs": {key: path.name for key, path in held.items()},
        "sizes": {_below(path, core if path.parent == home else path.parent): path.stat().st_size for path in files},
        "slices": {
            f"{home.name}/pyodide.asm.wasm": _scripts(core),
            stdlib.name: _scripts(library),
            **{path.name: _scripts(packs[key]) for key, path in held.items()},
        },
        "boot": Path(boot.__file__).read_text(encoding="utf-8"),
    }


def _below(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _scripts(folder: Path) -> list[str]:
    """The scripts that hold the sliced file of a folder, in order."""
    return [_below(path, folder) for path in sorted(folder.glob("slices/*/*.js"))]


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]


def _sliced(folder: Path, name: str, data: bytes) -> None:
    """A file in scripts, written."""
    for path, text in slices(name, data).items():
        write_atomically(folder / path, text.encode())


def slices(name: str, data: bytes) -> dict[str, str]:
    """A file packed, as text in scripts: what a page that is opened from a folder can load. By where they stand."""
    packed = zlib.compress(data, 9)
    stem = f"slices/{Path(name).name}-{_short(data)}"
    return {
        f"{stem}/{number:02}.js": f'window.cbEngineSlice("{b64encode(packed[at : at + SLICE]).decode()}");\n'
        for number, at in enumerate(range(0, len(packed), SLICE))
    }


def books(texts: Mapping[str, tuple[str, str, str, str]]) -> Iterator[tuple[str, str]]:
    """What pages need of the compiled books: a script that tells where they are, and each book for pages that are opened from a
    folder. texts: by game where its book stands on the site, what it holds, by which game's code it is played, and its title. Gives
    paths from the site's root."""
    told = {}
    for key, (path, text, code, title) in texts.items():
        scripts = slices(f"{key}.json", text.encode())
        yield from ((f"{FOLDER}/{name}", script) for name, script in scripts.items())
        size = len(text.encode())
        told[key] = {"path": path, "size": size, "slices": list(scripts), "code": code, "title": title}
    yield f"{FOLDER}/books.js", f"window.cbEngineBooks={json.dumps(told, sort_keys=True)};\n"


def classic(module: str) -> str:
    """Pyodide's module as a script: a page that is opened from a folder may not import."""
    ending = "export default _createPyodideModule"
    if module.count(ending) != 1:
        raise CombatBoxError("Pyodide's module is not as it was: it cannot be made a script")
    text = module.replace("import.meta.url", "document.baseURI")
    return f"(() => {{\n{text.replace(ending, 'window.cbCreatePyodide = _createPyodideModule')}\n}})();\n"
