"""What was made of a game before, kept by the digest of everything that it is made of: unchanged games are not made again.

An entry is a folder named after its digest. It comes into its place in one step and holds a checksum of each of its files,
so that whoever is killed, or fills the disk, leaves a whole one or none, and what is damaged counts as not there. Whether
something changed is asked of what the files hold, never of when they were written; but nothing is kept of sources that
have changed since this process began, for it may have read them before, nor of what read a file of ours that is not among
its sources.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING

from combatbox.core.announced import GROUP
from combatbox.games import announced
from combatbox.library import paths
from combatbox.library.atomic_files import file_lock

if TYPE_CHECKING:
    from filelock import BaseFileLock

PLACE = "COMBATBOX_KEPT"
"""The variable that names the folder of what is kept, in place of `.kept` beside what is built."""

BEGAN = time.time() - 1.0
"""Seconds since 1970 when this process began, less what the clock of a file system may lag behind."""

OPTIONS = ("SOURCE_DATE_EPOCH", "TZ")
"""Variables that papers and pages depend on; the address of the site is on papers alone."""

MOST = 4
"""How many entries of one name are kept: those used last."""

TEXTS = 4000
"""How many texts of one name."""

_READ = ("tables", "templates", "site", "tests")
_SUMS = "sums.json"
_PACKED = "_data"
"""Within an installed package the tables, templates and pages of all games; each counts where it belongs."""

_NO_SOURCE = (_PACKED, "__pycache__")


@dataclass(frozen=True, slots=True)
class Sources:
    """What something is made of: files and folders, and facts that stand in no file."""

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
        whole = sha256("\0".join((*self.facts, *machine())).encode())
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
        return max((path.stat().st_ctime for path in (*self.files(), *folders) if path.exists()), default=0.0)

    @property
    def settled(self) -> bool:
        """Whether they are as they were when this process began: what it has read is what their digest says."""
        return self.changed < BEGAN


@cache
def machine() -> tuple[str, ...]:
    """What runs: Python, and every library that is installed, with its version. Games count where they are made, with all
    their code: one more that is installed makes nothing of the others anew."""
    libraries = (one for one in distributions() if not any(point.group == GROUP for point in one.entry_points))
    return (sys.version, *sorted(f"{one.metadata['Name']} {one.version}" for one in libraries))


def sources(key: str, overlay: Path | None = None, *facts: str, house: str = "") -> Sources:
    """What the papers and the pages of one game are made of.

    The engine and the templates count whole, of the tables and pages those of the game, and the tables of each game that
    is named there. overlay: of tables. facts: whatever else decides what is made. house: of a variant, the game that it is
    like.
    """
    home, engine = paths.home(house or key), Path(paths.__file__).parent.parent
    own = (home.tables, home.sheets, home.site, *_laid_over(overlay, key))
    named = [other for other in announced() if other != key and _names(own, other)]
    guest = paths.guests().get(house or key)
    brought = (guest, paths.code(house or key)) if guest else ()
    told = (
        f"game {key}",
        *(f"names {other}" for other in named),
        *(f"{name}={os.environ.get(name)}" for name in OPTIONS),
    )
    others = [place for other in named for place in (paths.home(other).tables, *_laid_over(overlay, other))]
    shared = (engine, *_shared_templates())
    return Sources((*shared, *own, *others, *brought), (*told, *facts))


def _laid_over(overlay: Path | None, key: str) -> Iterator[Path]:
    """The folder of an overlay that a game has; of one that has none, nothing is laid over."""
    if overlay and (overlay / key).exists():
        yield overlay / key


def _shared_templates() -> Iterator[Path]:
    """Our templates, but for what is one game's own, in folders of their kinds."""
    yield from (path for path in sorted(paths.templates().iterdir()) if path != paths.sheets())
    yield from (path for path in sorted(paths.sheets().glob("*")) if path.name not in announced())


def _names(places: Iterable[Path], key: str) -> bool:
    """Whether a text among the pages, or what a game says of itself, names another game."""
    name = re.compile(rf"\b{re.escape(key)}\b".encode())
    texts = (path for path in Sources(tuple(places)).files() if path.suffix == ".md" or path.name == "game.yaml")
    return any(name.search(path.read_bytes()) for path in texts)


@dataclass(frozen=True, slots=True)
class Kept:
    """A folder of entries. folder: None keeps nothing, so that all is made whenever it is asked for."""

    folder: Path | None = None

    @classmethod
    def beside(cls, out: Path) -> Kept:
        """What is kept beside a folder that is built into, or where the environment says."""
        return cls(Path(os.environ.get(PLACE) or out / ".kept").resolve())

    def shelf(self, name: str) -> Shelf:
        """The texts of a name."""
        return Shelf(self.folder / name if self.folder else None)

    def have(self, name: str, wanted: Sources, into: Mapping[str, Path], fill: Callable[[], object]) -> bool:
        """Put into folders that are not there yet what `fill` makes there of these sources, or a copy of what is kept.

        into: by what they are called in the entry. True where nothing had to be made.
        """
        digest = wanted.digest
        if self._copied(name, digest, into):
            return True
        with reading() as seen:
            fill()
        known = {path.resolve() for path in wanted.files()}
        if self.folder and seen <= known and wanted.digest == digest and wanted.settled:
            with suppress(OSError):  # whoever cannot keep it makes it again
                self._keep(name, digest, into)
        return False

    def has(self, name: str, wanted: Sources) -> bool:
        """Whether something made of these sources is there. `have` looks whether it is whole."""
        return bool(self.folder) and (Path(self.folder or "") / name / wanted.digest).is_dir()

    def made(self, name: str) -> set[tuple[str, str]]:
        """What the entries of a name hold: each file by its path in the entry, with its checksum."""
        held: set[tuple[str, str]] = set()
        for path in sorted((self.folder / name).glob(f"*/{_SUMS}")) if self.folder else ():
            with suppress(OSError, ValueError, AttributeError):
                held.update(json.loads(path.read_text(encoding="utf-8")).items())
        return held

    def _copied(self, name: str, digest: str, into: Mapping[str, Path]) -> bool:
        """Copy an entry, if it is there and whole; else write nothing."""
        entry = self.folder / name / digest if self.folder else None
        if not entry or not entry.is_dir():
            return False
        try:
            with _locked(entry.parent):
                sums: dict[str, str] = json.loads((entry / _SUMS).read_text(encoding="utf-8"))
                held = {path: (entry / path).read_bytes() for path in sums}
                os.utime(entry)
        except (OSError, ValueError):
            return False
        if any(sha256(held[path]).hexdigest() != sums[path] for path in sums):
            return False
        for path, data in held.items():
            what, _, below = path.partition("/")
            place = into[what] / below
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        return True

    def _keep(self, name: str, digest: str, made: Mapping[str, Path]) -> None:
        """Keep a copy of what was made; of several of one name those used last."""
        assert self.folder
        home = self.folder / name
        home.mkdir(parents=True, exist_ok=True)
        with _locked(home):
            for old in home.glob(".half.*"):  # of somebody who was killed: whoever is at work holds the lock
                shutil.rmtree(old, ignore_errors=True)
            half = Path(tempfile.mkdtemp(dir=home, prefix=".half."))
            for what, folder in made.items():
                if folder.is_dir():
                    shutil.copytree(folder, half / what)
            files = [path for path in sorted(half.rglob("*")) if path.is_file()]
            sums = {path.relative_to(half).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}
            (half / _SUMS).write_text(json.dumps(sums), encoding="utf-8", newline="\n")
            shutil.rmtree(home / digest, ignore_errors=True)  # one that was damaged
            half.rename(home / digest)
            entries = sorted((path for path in home.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
            for old in entries[:-MOST]:
                shutil.rmtree(old, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Small texts, each by the digest of all that it is made of: too many to be entries. Whoever asks vouches that the digest
    says all. folder: None keeps nothing."""

    folder: Path | None

    def take(self, digest: str) -> str | None:
        """A text that is there and whole."""
        if not self.folder:
            return None
        try:
            path = self.folder / digest
            checksum, _, text = path.read_text(encoding="utf-8").partition("\n")
            os.utime(path)
        except (OSError, ValueError):
            return None
        return text if sha256(text.encode()).hexdigest() == checksum else None

    def put(self, digest: str, text: str) -> None:
        """Keep a text, in one step. It is not waited for the disk: what is damaged counts as not there."""
        if not self.folder:
            return
        with suppress(OSError):  # whoever cannot keep it makes it again
            self.folder.mkdir(parents=True, exist_ok=True)
            half = self.folder / f".half.{digest}.{os.getpid()}"
            half.write_text(f"{sha256(text.encode()).hexdigest()}\n{text}", encoding="utf-8", newline="\n")
            half.replace(self.folder / digest)

    def tidy(self) -> None:
        """Leave as many texts as may be kept, those used last."""
        if not self.folder or not self.folder.is_dir():
            return
        texts = list(self.folder.iterdir())
        used = {path: when for path in texts if (when := _used(path)) is not None} if len(texts) > TEXTS else {}
        for path in sorted(used, key=used.__getitem__)[:-TEXTS]:
            path.unlink(missing_ok=True)


def _used(path: Path) -> float | None:
    """When a file was last used; None if another has taken it away."""
    with suppress(OSError):
        return path.stat().st_mtime
    return None


_readers: list[set[str]] = []


@contextmanager
def reading() -> Iterator[set[Path]]:
    """Gathers the files of tables, templates, pages and tests, ours or a guest's, that this process opens meanwhile."""
    _listen()
    houses = (paths.root(), *paths.guests().values())
    ours = tuple((house / part).resolve() for house in houses for part in _READ)
    opened: set[str] = set()
    seen: set[Path] = set()
    _readers.append(opened)
    try:
        yield seen
    finally:
        _readers[:] = [one for one in _readers if one is not opened]
        seen.update(
            path for path in map(Path.resolve, map(Path, opened)) if any(path.is_relative_to(folder) for folder in ours)
        )


@cache
def _listen() -> None:
    """Have Python tell what it opens, from now on and to its end: such a listener cannot be taken away."""

    def hear(event: str, args: tuple[object, ...]) -> None:
        if event == "open" and _readers and isinstance(args[0], (str, os.PathLike)):
            path = os.fspath(args[0])
            for opened in _readers:
                opened.add(os.fsdecode(path))

    sys.addaudithook(hear)


def _locked(folder: Path) -> BaseFileLock:
    """The lock of a folder of entries, as a context: one process at a time reads or writes there."""
    return file_lock(folder / ".lock")
