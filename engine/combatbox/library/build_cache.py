"""The parts of a build, cached by the digest of everything that they are made of: unchanged games are not made again.

Code counts by import closure: the modules that make something, and all that these import. Whether a file has changed is
asked of what it holds, never of when it was written; but nothing is cached of sources that have changed since this process
began, which may have read them before.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path

from combatbox.core.plugin import GROUP
from combatbox.games import registered_games
from combatbox.library import paths
from combatbox.library.cache import Cache, pack, unpack

PLACE = "COMBATBOX_CACHE"
"""The variable that names the folder of the cache, in place of `.kept` beside what is built."""

BEGAN = time.time() - 1.0
"""Seconds since 1970 when this process began, less what the clock of a file system may lag behind."""

OPTIONS = ("SOURCE_DATE_EPOCH", "TZ")
"""Variables that papers and pages depend on; the address of the site is on papers alone."""

PARTS_LIMIT = 600_000_000
"""Bytes of parts that are cached: four builds of all games."""

PAGES_LIMIT = 40_000_000
"""Bytes of pages that are cached after Markdown: four builds."""

_IMPORT = re.compile(r"^[ \t]*(?:from ([\w.]+) import (\([^)]*\)|.*)|import (.*))", re.MULTILINE)
_WORD = re.compile(r"[\w.]+")

_PACKED = "_data"
"""Within an installed package the tables, templates and pages of all games; each counts where it belongs."""

_NO_SOURCE = (_PACKED, "__pycache__")


@dataclass(frozen=True, slots=True)
class Sources:
    """What something is made of: files and folders, and facts that are in no file."""

    places: tuple[Path, ...]
    facts: tuple[str, ...] = ()

    def files(self) -> Iterator[Path]:
        """Every file of them."""
        for place in self.places:
            if place.is_file():
                yield place
            for folder, folders, names in os.walk(place):
                folders[:] = sorted(name for name in folders if name not in _NO_SOURCE)
                sources = sorted(name for name in names if name not in _NO_SOURCE and not name.endswith(".pyc"))
                yield from (path for name in sources if (path := Path(folder, name)).is_file())

    @property
    def digest(self) -> str:
        """The SHA-256 of all of it. A file counts with its place among the others, and with what it holds."""
        whole = sha256("\0".join((*self.facts, *environment_fingerprint())).encode())
        for number, place in enumerate(self.places):
            whole.update(f"\0{number}:{place.is_dir()}".encode())
            for path in Sources((place,)).files():
                held = sha256(path.read_bytes()).hexdigest()
                whole.update(f"\0{path.relative_to(place).as_posix()}\0{held}".encode())
        return whole.hexdigest()

    @property
    def changed(self) -> float:
        """Seconds since 1970 when one of the files was written, moved or linked, or one taken out of a folder of data."""
        folders = (path for place in self.places if not any(place.rglob("*.py")) for path in (place, *place.rglob("*")))
        stats = (path.stat() for path in (*self.files(), *folders) if path.exists())
        return max((max(stat.st_ctime, stat.st_mtime) for stat in stats), default=0.0)  # ctime is creation on Windows

    @property
    def is_settled(self) -> bool:
        """Whether none has changed since this process began, which may have read it before."""
        return self.changed < BEGAN


@cache
def environment_fingerprint() -> tuple[str, ...]:
    """What runs: Python, and every library that is installed, with its version. Games count where they are made, with all
    their code: installing one more does not rebuild the others."""
    libraries = (one for one in distributions() if not any(point.group == GROUP for point in one.entry_points))
    return (sys.version, *sorted(f"{one.metadata['Name']} {one.version}" for one in libraries))


def closure(modules: Iterable[str]) -> tuple[Path, ...]:
    """The files of some modules and of all modules that they import, in functions too, as far as they are ours.

    Modules of a package from outside count where one of them is among `modules`. Only the text is looked at: an import in a
    comment counts as well, which costs no more than making something once too often.
    """
    known = {
        name: path
        for package in {"combatbox", *(name.partition(".")[0] for name in modules)}
        for name, path in _modules(package)
    }
    files: dict[str, Path] = {}
    todo = list(modules)
    while todo:
        name = todo.pop()
        if name in known and name not in files:
            files[name] = known[name]
            todo += [name.rpartition(".")[0], *_imports(known[name].read_text(encoding="utf-8"))]
    return tuple(files[name] for name in sorted(files))


def _modules(package: str) -> Iterator[tuple[str, Path]]:
    """Every module of a package, by name."""
    if package == "combatbox":
        folder = Path(paths.__file__).parent.parent
    else:
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            if spec and spec.origin:
                yield package, Path(spec.origin)
            return
        folder = Path(spec.submodule_search_locations[0])
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder).with_suffix("").parts
        yield ".".join((package, *(parts[:-1] if parts[-1] == "__init__" else parts))), path


@cache
def _imports(text: str) -> Collection[str]:
    """The names that a module imports, of modules or of what is in them."""
    names: set[str] = set()
    for module, inner, plain in _IMPORT.findall(text):
        names.update(
            _WORD.findall(plain) if plain else (module, *(f"{module}.{word}" for word in _WORD.findall(inner)))
        )
    return names


def paper_sources(key: str, maker: str, overlay: Path | None = None, *facts: str, house: str = "") -> Sources:
    """What the papers of one game are made of; arguments as for `page_sources`."""
    shared = tuple(path for path in _shared_templates() if path.name not in ("pages", "theme"))
    return _sources(key, maker, shared, overlay, facts, house, sheets=True)


def page_sources(key: str, maker: str, overlay: Path | None = None, *facts: str, house: str = "") -> Sources:
    """What the pages of one game are made of.

    Of the tables and pages those of the game count, and the tables of each game that is named there.

    Args:
        key: of the game.
        maker: the module that makes them.
        overlay: of tables.
        facts: everything else that decides what is made.
        house: of a variant, the game that it is like.
    """
    return _sources(key, maker, tuple(_shared_templates()), overlay, facts, house, sheets=False)


def _sources(
    key: str,
    maker: str,
    shared: tuple[Path, ...],
    overlay: Path | None,
    facts: Iterable[str],
    house: str,
    *,
    sheets: bool,
) -> Sources:
    home = paths.home(house or key)
    own = (home.tables, home.sheets, home.site, *_laid_over(overlay, key))
    named = [other for other in registered_games() if other != key and _names(own, other)]
    guest = paths.plug_ins().get(house or key)
    brought = (guest, paths.code(house or key)) if guest else ()
    stated = (
        f"game {key}",
        *(f"names {other}" for other in named),
        *(f"{name}={os.environ.get(name)}" for name in OPTIONS),
    )
    others = [place for other in named for place in (paths.home(other).tables, *_laid_over(overlay, other))]
    ours = registered_games()[house or key]
    games = [
        ours.game,
        *([ours.sheets] if sheets and ours.sheets else ()),
        *(registered_games()[other].game for other in named),
    ]
    code = closure([maker, *(game.partition(":")[0] for game in games)])
    return Sources((*code, *shared, *own, *others, *brought), (*stated, *facts))


def _laid_over(overlay: Path | None, key: str) -> Iterator[Path]:
    """The folder of an overlay that a game has; of one that has none, nothing is laid over."""
    if overlay and (overlay / key).exists():
        yield overlay / key


def _shared_templates() -> Iterator[Path]:
    """Our templates, but for what is one game's own, in folders of their kinds."""
    yield from (path for path in sorted(paths.templates().iterdir()) if path != paths.sheets())
    yield from (path for path in sorted(paths.sheets().glob("*")) if path.name not in registered_games())


def _names(places: Iterable[Path], key: str) -> bool:
    """Whether a text among the pages, or what a game says of itself, names another game."""
    name = re.compile(rf"\b{re.escape(key)}\b".encode())
    texts = (path for path in Sources(tuple(places)).files() if path.suffix == ".md" or path.name == "game.yaml")
    return any(name.search(path.read_bytes()) for path in texts)


@dataclass(frozen=True, slots=True)
class BuildCache:
    """What builds have made before. folder: None caches nothing."""

    folder: Path | None = None

    @classmethod
    def beside(cls, out: Path) -> BuildCache:
        """The cache beside a folder that is built into, or where the environment says."""
        return cls(Path(os.environ.get(PLACE) or out / ".kept").resolve())

    @property
    def parts(self) -> Cache:
        """Folders of files, by what they are."""
        return Cache(self.folder / "parts" if self.folder else None, PARTS_LIMIT)

    @property
    def pages(self) -> Cache:
        """Pages after Markdown. The caller evicts once, when all pages are put."""
        return Cache(self.folder / "pages" if self.folder else None, PAGES_LIMIT)

    def fill(self, name: str, wanted: Sources, into: Mapping[str, Path], make: Callable[[], object]) -> bool:
        """Fill folders that do not exist yet with what `make` makes there, or with a copy of what it has made before.

        Args:
            name: of the part.
            wanted: what it is made of.
            into: the folders, by what they are called in the entry.
            make: makes the folders.

        Returns:
            True where nothing had to be made.
        """
        digest = wanted.digest
        body = self.parts.get(name, digest)
        if body is not None:
            unpack(body, into)
            return True
        make()
        if self.folder and wanted.digest == digest and wanted.is_settled:
            self.parts.put(name, digest, pack(into))
            self.parts.evict()
        return False

    def is_current(self, name: str, wanted: Sources) -> bool:
        """Whether an entry of these sources is there; `fill` finds out whether it is damaged."""
        return bool(self.folder) and self.parts.path(name, wanted.digest).is_file()

    def manifest(self, name: str) -> set[tuple[str, str]]:
        """The files in all entries of a name: the path in the entry and the checksum of each."""
        files: set[tuple[str, str]] = set()
        for head in self.parts.heads(name):
            with suppress(ValueError, AttributeError):
                files.update((path, checksum) for path, (_size, checksum) in json.loads(head).items())
        return files
