"""The build of all products, which reports a line for each of them."""

from __future__ import annotations

import gc
import logging
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import copy2
from time import perf_counter
from typing import Any

from combatbox.cli.game_papers import PAPERS, write_papers
from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.atomic_files import carry_over, replace_folder
from combatbox.library.book import Book
from combatbox.library.build_cache import BuildCache, Sources, game_sources
from combatbox.library.load import load
from combatbox.odds.process_pool import run_batches


def build_all(
    out: Path,
    books: Mapping[str, Book],
    failed: list[str],
    overlay: Path | None = None,
    without: Sequence[str] = (),
) -> Iterator[str]:
    """Build every PDF, worked example and page below `out`; yield a line for each product.

    Nothing is replaced before everything is built, so an interrupted build leaves the previous printed papers, examples
    and site complete (see `library.atomic_files`). Files that users added to the folders of printed papers and examples
    remain; products of an earlier build that no longer exist are removed. The products of an unchanged game come from
    the cache (see `library.build_cache`).

    Args:
        out: the folder to build into.
        books: the games, by key.
        failed: a list for messages about products that cannot be built with the tables of an overlay. The other
            products are still built.
        overlay: a folder of tables that replace tables of the games.
        without: parts to leave out of the site, from `build_commands.OPTIONAL_PARTS`.

    Raises:
        CombatBoxError: something cannot be built.
    """
    began, cache = perf_counter(), BuildCache.beside(out)
    with (
        replace_folder(out / "print") as prints,
        replace_folder(out / "examples") as examples,
        replace_folder(out / "engine") as engine,
        replace_folder(out / "site") as site,
    ):
        yield from _engine(engine, cache)
        make = partial(_papers, cache, overlay, {"print": prints, "examples": examples})
        for _, (lines, problems) in run_batches(books, make, min(len(books), os.cpu_count() or 1)):
            failed += problems
            yield from lines
        _icons(prints)
        carry_over(out / "print", prints, _earlier_products(cache, books, "print"))
        carry_over(out / "examples", examples, _earlier_products(cache, books, "examples"))
        yield from write_site(site, prints, overlay, cache, engine, failed, without)
        keep_books(out / "site", site)
    yield f"done in {perf_counter() - began:.1f} s: open {out / 'site' / 'index.html'}"


BOOKS = 8
"""The number of earlier books of a game that stay on the site, so that games begun with them can be finished."""


def _engine(into: Path, cache: BuildCache) -> Iterator[str]:
    """Build the engine for the browser; if that is impossible, report it and build the site without it."""
    from combatbox.web.browser_engine import make_engine

    try:
        yield from make_engine(into, cache)
    except CombatBoxError as error:
        yield f"engine   left out, so that nothing can be played on this site: {error}"


def _papers(
    cache: BuildCache, overlay: Path | None, folders: Mapping[str, Path], key: str
) -> tuple[list[str], list[str]]:
    """Put the printed papers and worked examples of a game into folders, by kind.

    They are made, or taken from the cache of earlier builds.

    Returns:
        A line for each product, and messages about products that cannot be made with the tables of an overlay.
    """
    lines: list[str] = []
    book = load(key, overlay)
    try:
        with cache.products(book, sources_of(book, overlay)) as products:
            lines += write_papers(book, folders["print"], folders["examples"], products)
        if products.made:
            cache.list_files(f"{book.key}-papers", {what: folder / book.key for what, folder in folders.items()})
        else:
            lines = [f"print    {book.key}: nothing has changed since the last build"]
    except Exception as error:
        if book.overlay is None:
            raise
        reason = (
            str(error)
            if isinstance(error, CombatBoxError)
            else f"your tables lack what it needs ({type(error).__name__}: {error})"
        )
        return lines, [f"{book.key}: {line}" for line in reason.splitlines()]
    return lines, []


def _icons(prints: Path) -> None:
    """Write the icons of the installed site, and the image that is shown with links to it."""
    from combatbox.press.site_images import Poster, write_icons, write_poster
    from combatbox.web import service_worker

    write_icons(
        prints / Path(service_worker.ICONS).name, service_worker.EMBLEM, service_worker.PAPER, service_worker.INK
    )
    poster = Poster(service_worker.SITE.title, "", service_worker.SITE.words, service_worker.EMBLEM)
    write_poster(service_worker.poster_of("", prints), poster, service_worker.PAPER, service_worker.INK)


def _earlier_products(cache: BuildCache, books: Iterable[str], what: str) -> set[tuple[str, str]]:
    """Return the printed papers, or examples, that the cache has from earlier builds, as pairs of path and checksum.

    They show which files in the folder are products that no longer exist and can be removed; a file that the user
    printed, changed or added stays.
    """
    return {
        (f"{key}/{below}", digest)
        for key in books
        for path, digest in cache.manifest(f"{key}-papers")
        for kind, _, below in [path.partition("/")]
        if kind == what
    }


def sources_of(book: Book, overlay: Path | None) -> Sources:
    """Return the files and values from which a game's printed products are made.

    One of these values is the address of the site, which is printed on them.
    """
    facts = (f"tables {book.shared_digest}", f"at {os.environ.get('SITE_URL')}", *PAPERS)
    return game_sources(book.key, overlay, *facts, base_game=book.base_game, printed=True)


def keep_books(old: Path, new: Path) -> None:
    """Copy compiled books of earlier builds from the old site to the new site, for games in progress."""
    from combatbox.web.data_files import BASE

    for books in sorted((old / BASE).glob("*/books")):
        into = new / books.relative_to(old)
        superseded = sorted(
            (path for path in books.glob("*.json") if not (into / path.name).exists()),
            key=lambda path: path.stat().st_mtime,
        )
        into.mkdir(parents=True, exist_ok=True)
        for path in superseded[-BOOKS:]:
            copy2(path, into / path.name)


def write_site(
    into: Path,
    prints: Path,
    overlay: Path | None,
    cache: BuildCache,
    engine: Path,
    failed: list[str],
    without: Sequence[str] = (),
) -> Iterator[str]:
    """Build the website; yield a line for each of its sums.

    Args:
        into: the empty folder to build into.
        prints: the folder of printed papers.
        overlay: a folder of tables that replace tables of the games.
        cache: the cache of earlier builds.
        engine: the folder of the engine for the browser.
        failed: a list for messages about pages that cannot be built with the tables of an overlay.
        without: parts to leave out, from `build_commands.OPTIONAL_PARTS`.

    Raises:
        CombatBoxError: a page or link is wrong.
    """
    began = perf_counter()
    with _mkdocs_environment():
        failed += _build(into, prints, overlay, cache, engine, without)
    pages = len(list(into.rglob("*.html")))
    yield f"site     {pages} pages in {perf_counter() - began:.1f} s"
    yield f"size     {sizes(into)}"
    if not os.environ.get("REPORT_URL"):
        yield "report   REPORT_URL is not set, so the pages do not offer to report a mistake"


PARTS = (
    ("pages", re.compile(r"\.html$")),
    ("papers", re.compile(r"^print/")),
    ("engine for opening from a folder", re.compile(r"/slices/")),
    ("engine", re.compile(r"^assets/engine/")),
    ("data", re.compile(r"^api/")),
    ("search and previews", re.compile(r"^assets/(search|previews)/")),
)
"""Patterns that assign files to a part of the site; a file belongs to the first part whose pattern it matches."""


def sizes(site: Path) -> str:
    """Describe the size of a site and of its parts, the largest part first: `111 MB: papers 48, pages 21, ...`."""
    by_part: Counter[str] = Counter()
    for path in site.rglob("*"):
        if path.is_file():
            below = path.relative_to(site).as_posix()
            by_part[next((name for name, fits in PARTS if fits.search(below)), "the rest")] += path.stat().st_size
    sizes_text = ", ".join(f"{name} {size / 1e6:.0f}" for name, size in by_part.most_common())
    return f"{by_part.total() / 1e6:.0f} MB: {sizes_text}"


@contextmanager
def _mkdocs_environment() -> Iterator[None]:
    """Set the environment for MkDocs: no notice about version 2, and a fixed build date.

    Papers are not printed in this environment, because it would fix their date too.
    """
    variables = {"NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "0")}
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _build(
    into: Path, prints: Path, overlay: Path | None, cache: BuildCache, engine: Path, without: Sequence[str]
) -> list[str]:
    """Build the site, and return messages about what could not be built with the overlay."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, MkDocsException

    gc.freeze()  # books and papers stay: the garbage collector need not scan them each time
    warnings = _Warnings()
    logging.getLogger("mkdocs").addHandler(warnings)
    try:
        config = load_config(str(paths.root() / "mkdocs.yml"), site_dir=str(into.resolve()))
        # A plugin lives as long as its process, which may have run the server before.
        config.plugins.on_startup(command="build", dirty=False)
        plugin = config.plugins["combatbox"].config
        plugin["prints"] = str(prints.resolve())
        plugin["tables"] = str(overlay.resolve()) if overlay else ""
        plugin["cache_folder"] = str(cache.folder or "")
        plugin["engine"] = str(engine.resolve())
        plugin["without"] = [*without]
        build(config)
        plugin_object: Any = config.plugins["combatbox"]
        return list(plugin_object.failures)
    except (MkDocsException, Abort) as error:
        raise CombatBoxError("\n".join(warnings.messages) or f"the site was not built: {error}") from error
    finally:
        logging.getLogger("mkdocs").removeHandler(warnings)


class _Warnings(logging.Handler):
    """A logging handler that collects MkDocs' warnings, which strict mode treats as errors."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Record a message without the traceback that MkDocs adds to some messages."""
        message = record.getMessage().strip()
        if not message.startswith("Error reading page"):  # the next message has the reason
            self.messages.append(f"site: {message}")
