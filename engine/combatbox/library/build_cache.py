"""A cache of the products of a build, such as the pages or a printed paper of one game.

A product is cached under the digest of its sources. These include the packages of the engine that create it. Files are compared by content, not by date. A product is not cached if its sources have changed since the
process began, because the process may have read them before the change.

Of the tables of a book, only those that a paper has read belong to its digest: a `NotedBook` notes them while the paper
is made, and the cache stores their names beside it. All other sources count for every paper.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path

from combatbox.core.annotations import frozen
from combatbox.core.plugin import GROUP
from combatbox.games import registered_games
from combatbox.library import paths
from combatbox.library.book import Book, NotedBook
from combatbox.library.cache import Cache, index_of, pack, unpack
from combatbox.library.folders import CHANGES, RESULTS, ROWS, SPECIAL
from combatbox.play.canonical_json import digest

PLACE = "COMBATBOX_CACHE"
"""The environment variable with the folder of the cache; the default is `.cache` in the output folder."""

BEGAN = time.time() - 1.0
"""The start of this process in Unix seconds, minus one second, because a file system's clock may lag behind."""

OPTIONS = ("SOURCE_DATE_EPOCH", "TZ")
"""Environment variables on which the content of printed products and pages depends."""

PARTS_LIMIT = 600_000_000
"""The maximum total size of cached products in bytes, enough for four builds of all games."""

_PACKED = "_data"
"""The folder of game data within an installed package; as it holds all games, it is not a source as a whole."""

_NO_SOURCE = (_PACKED, "__pycache__")


@frozen
class Sources:
    """The sources of a product of the build.

    Attributes:
        places: the files and folders from which the product is made.
        facts: other values on which the product depends.
        noted: files that `digest` leaves out, because each product notes whether it reads them.
    """

    places: tuple[Path, ...]
    facts: tuple[str, ...] = ()
    noted: frozenset[Path] = frozenset()

    def files(self) -> Iterator[Path]:
        """Yield all files in `places`, including those in its folders."""
        for place in self.places:
            if place.is_file():
                yield place
            for folder, folders, names in os.walk(place):
                folders[:] = sorted(name for name in folders if name not in _NO_SOURCE)
                sources = sorted(name for name in names if name not in _NO_SOURCE and not name.endswith(".pyc"))
                yield from (path for name in sources if (path := Path(folder, name)).is_file())

    @property
    def digest(self) -> str:
        """The SHA-256 of the facts, the environment, and the paths and contents of the files."""
        combined = sha256("\0".join((*self.facts, *environment_fingerprint())).encode())
        for number, place in enumerate(self.places):
            combined.update(f"\0{number}:{place.is_dir()}".encode())
            for path in (path for path in Sources((place,)).files() if path not in self.noted):
                file_digest = sha256(path.read_bytes()).hexdigest()
                combined.update(f"\0{path.relative_to(place).as_posix()}\0{file_digest}".encode())
        return combined.hexdigest()

    @property
    def changed(self) -> float:
        """The time of the last change to a source file or to a folder of data, in Unix seconds.

        Writing, moving or linking a file counts as a change; so does deleting a file from a folder of data.
        """
        folders = (path for place in self.places if not any(place.rglob("*.py")) for path in (place, *place.rglob("*")))
        stats = (path.stat() for path in (*self.files(), *folders) if path.exists())
        return max((max(stat.st_ctime, stat.st_mtime) for stat in stats), default=0.0)  # ctime is creation on Windows

    @property
    def is_settled(self) -> bool:
        """True if no source has changed since this process began."""
        return self.changed < BEGAN


@cache
def environment_fingerprint() -> tuple[str, ...]:
    """Return the versions of Python and of every installed library.

    Plug-ins with games are left out, because the sources of a product include the files of the games that it needs.
    """
    libraries = (
        library for library in distributions() if not any(point.group == GROUP for point in library.entry_points)
    )
    return (sys.version, *sorted(f"{library.metadata['Name']} {library.version}" for library in libraries))


def game_sources(
    key: str, overlay: Path | None = None, *facts: str, base_game: str = "", printed: bool = False
) -> Sources:
    """Return the sources of the pages or printed products of a game.

    The sources of pages include the game's tables and pages, and the tables of every other game that the pages mention.
    Printed products show one game alone, and note which of its tables they read.

    Args:
        key: the key of the game or variant.
        overlay: an overlay, if one is used.
        *facts: other values on which the products depend.
        base_game: for a variant, the key of the game on which it is based.
        printed: True for printed products, which need the code for sheets but no templates of pages.
    """
    home, ours = paths.home(base_game or key), registered_games()[base_game or key]
    tables = (home.tables, *_laid_over(paths.variants(), key), *_laid_over(overlay, key))
    own = (*tables, home.sheets, home.site)
    named = [other for other in registered_games() if other != key and not printed and _names(own, other)]
    shared = (path for path in _shared_templates() if not printed or path.name not in ("pages", "theme"))
    others = [place for other in named for place in (paths.home(other).tables, *_laid_over(overlay, other))]
    code = _code(base_game or key, printed=printed)
    more = [*map(paths.code, named), *([ours.folder] if ours.folder else [])]
    game_facts = (
        f"game {key}",
        *(f"names {other}" for other in named),
        *(f"{name}={os.environ.get(name)}" for name in OPTIONS),
    )
    noted = frozenset(path for path in Sources(tables).files() if printed and _is_noted(path, tables))
    return Sources((*code, *more, *shared, *own, *others), (*game_facts, *facts), noted)


PACKAGES = ("core", "bomber", "drawing", "library", "odds", "play", "prose")
"""The packages of the engine on which pages and printed products depend."""


def _code(key: str, *, printed: bool) -> tuple[Path, ...]:
    """Return the modules and packages that make the pages or the printed products of a game."""
    engine = Path(paths.__file__).parent.parent
    shared = (*(engine / package for package in PACKAGES), paths.code(key))
    if not printed:
        return (*shared, engine / "web")
    makers = (engine / "cli" / "game_papers.py", engine / "web" / "service_worker.py")
    return (*shared, *makers, *sorted((engine / "press").glob("*.py")), engine / "press" / "games" / key)


def _is_noted(path: Path, tables: Sequence[Path]) -> bool:
    """Return True for a table, for stored odds, and for files that no printed product reads."""
    is_table = path.suffix == ".yaml" and path.name not in SPECIAL and path.parent in tables
    return is_table or path.parent.name == RESULTS or path.name in (ROWS, CHANGES)


def _laid_over(overlay: Path | None, key: str) -> Iterator[Path]:
    """Yield the folder of a game in an overlay, if it exists."""
    if overlay and (overlay / key).exists():
        yield overlay / key


def _shared_templates() -> Iterator[Path]:
    """Yield the templates that all games share."""
    yield from (path for path in sorted(paths.templates().iterdir()) if path != paths.sheets())
    yield from (path for path in sorted(paths.sheets().glob("*")) if path.name not in registered_games())


def _names(places: Iterable[Path], key: str) -> bool:
    """Return True if a game's key occurs in a page or a `game.yaml` in some files and folders."""
    name = re.compile(rf"\b{re.escape(key)}\b".encode())
    texts = (path for path in Sources(tuple(places)).files() if path.suffix == ".md" or path.name == "game.yaml")
    return any(name.search(path.read_bytes()) for path in texts)


def _results(wanted: Sources) -> Sources:
    """Return the stored odds among the sources of printed products."""
    return Sources(tuple(sorted(path for path in wanted.noted if path.parent.name == RESULTS)))


@frozen
class Products:
    """The products of one book, each of which is cached under the digest of what it reads of the book.

    Attributes:
        cache: the cache.
        shared: the digest of what all products depend on.
        digests: the digest of each part of the book that a product may read, by the name that the book notes.
        made: the entries for the cache, by name and digest, of products that the cache lacked.
    """

    book: Book
    cache: Cache
    shared: str
    digests: Mapping[str, str]
    made: dict[tuple[str, str], bytes] = field(default_factory=dict)

    def product(self, name: str, make: Callable[[NotedBook], bytes]) -> bytes:
        """Return a product from the cache, or make it and note what it reads.

        Args:
            name: the name of the product among those of the book.
            make: a function that makes the product from a book that notes what is read.
        """
        entry = f"{self.book.key}-papers-{name}"
        read = self.cache.get(f"{entry}-reads", self.shared)
        body = self.cache.get(entry, self._made_of(json.loads(read))) if read else None
        if body is None:
            noted = NotedBook.of(self.book)
            body = make(noted)
            self.made[f"{entry}-reads", self.shared] = json.dumps(sorted(noted.read)).encode()
            self.made[entry, self._made_of(noted.read)] = body
        return body

    def _made_of(self, read: Iterable[str]) -> str:
        """Return the digest of everything that a product is made of, from the names of what it reads of the book."""
        parts = digest({name: self.digests[name] for name in read})
        return sha256(f"{self.shared} {parts}".encode()).hexdigest()


@frozen
class BuildCache:
    """The cache of earlier builds.

    Attributes:
        folder: the folder that holds the cache entries; None to cache nothing.
    """

    folder: Path | None = None

    @classmethod
    def beside(cls, out: Path) -> BuildCache:
        """Return the cache of the earlier builds into an output folder.

        The cache is in the output folder unless the environment variable `COMBATBOX_CACHE` names another folder.
        """
        return cls(Path(os.environ.get(PLACE) or out / ".cache").resolve())

    @property
    def parts(self) -> Cache:
        """The cache of products, such as the pages of one game; an entry contains the product's folders."""
        return Cache(self.folder / "parts" if self.folder else None, PARTS_LIMIT)

    def fill(self, name: str, wanted: Sources, into: Mapping[str, Path], make: Callable[[], object]) -> bool:
        """Fill the folders of a product from the cache, or by calling `make` if the product is not cached.

        Args:
            name: the name of the product.
            wanted: the sources of the product.
            into: the folders to fill, by their names in the cache entry; none of them may exist yet.
            make: a function that creates and fills the folders.

        Returns:
            True if the product was cached.
        """
        made: list[bytes] = []

        def packed() -> bytes:
            make()
            made.append(pack(into))
            return made[0]

        body = self.make(name, wanted, packed)
        if not made:
            unpack(body, into)
        return not made

    def make(self, name: str, wanted: Sources, make: Callable[[], bytes]) -> bytes:
        """Return a product from the cache, or make it.

        Args:
            name: the name of the product.
            wanted: the sources of the product.
            make: a function that makes the product.
        """
        made_of = wanted.digest
        body = self.parts.get(name, made_of)
        if body is None:
            body = make()
            if self.folder and wanted.digest == made_of and wanted.is_settled:
                self.parts.put(name, made_of, body)
                self.parts.evict()
        return body

    @contextmanager
    def products(self, book: Book, wanted: Sources) -> Iterator[Products]:
        """Yield the cached products of a book, and cache those that are made in the `with` block.

        Args:
            book: the book.
            wanted: the sources of all of them.
        """
        products = Products(book, self.parts, wanted.digest, {**book.digests, RESULTS: _results(wanted).digest})
        yield products
        if products.made and self.folder and wanted.digest == products.shared and wanted.is_settled:
            for (name, made_of), body in products.made.items():
                self.parts.put(name, made_of, body)
            self.parts.evict()

    def list_files(self, name: str, folders: Mapping[str, Path]) -> None:
        """Store the paths and checksums of the files in some folders, for `manifest`."""
        index = index_of(folders)
        self.parts.put(name, sha256(index).hexdigest(), index)

    def is_current(self, name: str, wanted: Sources) -> bool:
        """Return True if a product with these sources is cached.

        The result can be True for a damaged cache entry; only `fill` detects damage.
        """
        return bool(self.folder) and self.parts.path(name, wanted.digest).is_file()

    def manifest(self, name: str) -> set[tuple[str, str]]:
        """Return the path and checksum of each file in all cached versions of the product called `name`."""
        files: set[tuple[str, str]] = set()
        for head in self.parts.heads(name):
            with suppress(ValueError, AttributeError):
                files.update((path, checksum) for path, (_size, checksum) in json.loads(head).items())
        return files
