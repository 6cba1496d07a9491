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
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from combatbox.core.errors import CombatBoxError
from combatbox.core.game import Game
from combatbox.games import announced
from combatbox.library.kept import Kept, Sources
from combatbox.library.store import write_atomically
from combatbox.web import boot, precompile, pyodide

FOLDER = "assets/engine"
"""Where it stands on the site."""

FILES = "files.js"
"""The script that tells a page what there is."""

SHARED = ("combatbox.play.counter",)
"""What every game is played with: these, and all that they import."""

PAGE_SIDE = ("traceback", "linecache", "asyncio", "ast", "importlib.machinery")
"""What of the standard library is wanted beside: by errors that are told, and by the page's side of Pyodide."""

FOR_PAGES = frozenset(each.name for each in fields(Game) if each.metadata.get("pages"))
"""What a `Game` has for pages alone."""

SLICE = 384 * 1024
"""Bytes of a packed file in each script of the bundle for pages that are opened from a folder: a page stays alive between two."""

NODE = """
const [order, core, script] = process.argv.slice(1);
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


def make_engine(out: Path, kept: Kept) -> Iterator[str]:
    """Fill a folder that is not there yet with all that a page needs to play; yields a line. Raises CombatBoxError.

    kept: what was made before, and where Pyodide's own files are.
    """
    home = kept.folder or out.parent / ".kept"
    node = pyodide.node()
    facts = (pyodide.VERSION, *pyodide.FILES.values(), f"by {Path(node).name}", *announced())
    same = kept.have(
        "engine", Sources(_places(), facts), {"engine": out}, lambda: _make(out, pyodide.core_files(home), node)
    )
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    what = "nothing has changed, all as it was" if same else f"{size / 1e6:.1f} MB"
    yield f"engine   for the browser, {'compiled' if node else 'not compiled (no node here): it starts slowly'}: {what}"


def _places() -> tuple[Path, ...]:
    """What the engine of the browser is made of: our own code, and that of games from outside."""
    ours = Path(__file__).parent
    rooms = (ours.parent / room for room in ("core", "bomber", "games", "play"))
    return (*rooms, *(ours / f"{name}.py" for name in ("boot", "engine", "precompile", "pyodide")), *_guests())


def _guests() -> Iterator[Path]:
    yield from (_file(one.game.partition(":")[0]).parent for one in announced().values() if one.folder)


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
        todo += [name.rpartition(".")[0], *_imported(texts[name], late=True)]
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


@cache
def _imported(text: str, *, late: bool) -> tuple[str, ...]:
    """The names that a module imports, of modules or of things in them. late: also inside of functions."""
    tree = ast.parse(text)
    for_types = {id(line) for node in ast.walk(tree) if _only_for_types(node) for line in ast.walk(node)}
    nodes = ast.walk(tree) if late else iter(tree.body)
    names: list[str] = []
    for node in nodes:
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(names)


def _only_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def library_roots(texts: Iterable[str]) -> list[str]:
    """The modules of the standard library that ours import as they are loaded."""
    names = {name for text in texts for name in _imported(text, late=False)}
    ours = {name for name in names if name.partition(".")[0] in sys.stdlib_module_names and _is_module(name)}
    return sorted({*PAGE_SIDE, *ours})


# ---- making it


def _make(out: Path, core: Path, node: str) -> None:
    """All files, and the script that names them."""
    packs = {key: sources_of(one.game) for key, one in announced().items()}
    with tempfile.TemporaryDirectory() as room:
        stdlib, made = _compiled(Path(room), core, node, packs)
        told = _placed(out, core, stdlib, made)
    write_atomically(out / FILES, f"window.cbEngineFiles={json.dumps(told, sort_keys=True)};\n".encode())


def _compiled(
    room: Path, core: Path, node: str, games: Mapping[str, Mapping[str, str]]
) -> tuple[bytes, dict[str, bytes]]:
    """The standard library, and the pack of each game: as bytecode, or without a node as text."""
    if not node:
        return (core / "python_stdlib.zip").read_bytes(), {
            key: _packed(precompile.held(modules, compiled=False)) for key, modules in games.items()
        }
    roots = library_roots(text for modules in games.values() for text in modules.values())
    write_atomically(room / "order.json", json.dumps({"games": games, "roots": roots}).encode())
    shutil.copy(core / "python_stdlib.zip", room)
    done = subprocess.run(
        [node, "--input-type=module", "--eval", NODE, "--", str(room), str(core), str(Path(precompile.__file__))],
        capture_output=True, text=True, check=False, timeout=pyodide.PATIENCE,
    )  # fmt: skip
    if done.returncode:
        why = done.stderr.strip().rpartition("\n")[2]
        raise CombatBoxError(f"the engine cannot be compiled for the browser: {why}")
    return (room / "stdlib.zip").read_bytes(), {key: _packed((room / key).read_bytes()) for key in games}


def _packed(held: bytes) -> bytes:
    """Modules as a pack, small."""
    return lzma.compress(held, format=lzma.FORMAT_RAW, filters=[boot.FILTER])


def _placed(out: Path, core: Path, stdlib: bytes, packs: Mapping[str, bytes]) -> dict[str, Any]:
    """Everything in its place, as what the page is told: of each file where it is and how long."""
    folder = f"pyodide-{_short(b''.join((core / name).read_bytes() for name in sorted(pyodide.FILES)))}"
    loose = {
        name: (core / name).read_bytes()
        for name in ("pyodide.mjs", "pyodide.js", "pyodide.asm.mjs", "pyodide.asm.wasm")
    }
    script = classic(loose["pyodide.asm.mjs"].decode()).encode()
    for name, data in {**loose, "pyodide.asm.js": script}.items():
        write_atomically(out / folder / name, data)
    named = {
        f"stdlib-{_short(stdlib)}.zip": stdlib,
        **{f"{key}-{_short(data)}.pack": data for key, data in packs.items()},
    }
    for name, data in named.items():
        write_atomically(out / name, data)
    files = [*(f"{folder}/{name}" for name in loose), f"{folder}/pyodide.asm.js"]
    library, *rest = named
    return {
        "digest": _short("".join(named).encode()),
        "pyodide": f"{folder}/",
        "stdlib": library,
        "packs": dict(zip(packs, rest, strict=True)),
        "sizes": {name: (out / name).stat().st_size for name in (*files, *named)},
        "slices": {
            name: _slices(out, name, data)
            for name, data in {f"{folder}/pyodide.asm.wasm": loose["pyodide.asm.wasm"], **named}.items()
        },
        "lock": json.dumps({"info": json.loads((core / "pyodide-lock.json").read_bytes())["info"], "packages": {}}),
        "boot": Path(boot.__file__).read_text(encoding="utf-8"),
    }


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]


def _slices(out: Path, name: str, data: bytes) -> list[str]:
    """A file in scripts, written. Gives back where they are."""
    scripts = slices(name, data)
    for path, text in scripts.items():
        write_atomically(out / path, text.encode())
    return list(scripts)


def slices(name: str, data: bytes) -> dict[str, str]:
    """A file packed, as text in scripts: what a page that is opened from a folder can load. By where they stand."""
    packed = zlib.compress(data, 9)
    stem = f"slices/{Path(name).name}-{_short(data)}"
    return {
        f"{stem}/{number:02}.js": f'window.cbEngineSlice("{b64encode(packed[at : at + SLICE]).decode()}");\n'
        for number, at in enumerate(range(0, len(packed), SLICE))
    }


def books(texts: Mapping[str, tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
    """What pages need of the compiled books: a script that tells where they are, and each book for pages that are opened from a
    folder. texts: by game where its book stands on the site, what it holds, and by which game's code it is played. Gives paths from
    the site's root."""
    told = {}
    for key, (path, text, code) in texts.items():
        scripts = slices(f"{key}.json", text.encode())
        yield from ((f"{FOLDER}/{name}", script) for name, script in scripts.items())
        told[key] = {"path": path, "size": len(text.encode()), "slices": list(scripts), "code": code}
    yield f"{FOLDER}/books.js", f"window.cbEngineBooks={json.dumps(told, sort_keys=True)};\n"


def classic(module: str) -> str:
    """Pyodide's module as a script: a page that is opened from a folder may not import."""
    ending = "export default _createPyodideModule"
    if module.count(ending) != 1:
        raise CombatBoxError("Pyodide's module is not as it was: it cannot be made a script")
    text = module.replace("import.meta.url", "document.baseURI")
    return f"(() => {{\n{text.replace(ending, 'window.cbCreatePyodide = _createPyodideModule')}\n}})();\n"
