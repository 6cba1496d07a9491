"""Building everything, with a line for each piece that is made."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import copy2
from time import perf_counter
from typing import Any

from combatbox.cli.game_papers import PAPERS, write_papers
from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.atomic_files import carry_over, replace_folder
from combatbox.library.book import Book
from combatbox.library.build_cache import BuildCache, Sources, paper_sources

_PAPERS = "{}-papers"
"""The name of a game's papers and examples in the build cache."""


def build_all(
    out: Path, books: Mapping[str, Book], overlay: Path | None = None, failed: list[str] | None = None
) -> Iterator[str]:
    """Make every PDF, worked example and page below `out`; yields a line for each piece when it is done.

    Nothing is in its place before all of it is made: whoever is stopped, by a kill or by a full disk, has the whole of
    what was there, papers, examples and site; see `library.atomic_files`. What others keep beside papers and examples stays;
    what an earlier build made there and this one makes no more does not.
    A game of which nothing has changed is not made again; see `library.build_cache`. Raises CombatBoxError.

    failed: with an overlay, what its tables make impossible is noted here and the rest is built.
    """
    began, cache = perf_counter(), BuildCache.beside(out)
    failed = failed if failed is not None else []
    with (
        replace_folder(out / "print") as prints,
        replace_folder(out / "examples") as examples,
        replace_folder(out / "engine") as engine,
        replace_folder(out / "site") as site,
    ):
        yield from _engine(engine, cache)
        for book in books.values():
            yield from _papers(cache, book, overlay, {"print": prints, "examples": examples}, failed)
        _icons(prints)
        carry_over(out / "print", prints, _made_once(cache, books, "print"))
        carry_over(out / "examples", examples, _made_once(cache, books, "examples"))
        yield from _site(site, prints, overlay, cache, engine, failed)
        keep_books(out / "site", site)
    yield f"done in {perf_counter() - began:.1f} s: open {out / 'site' / 'index.html'}"


BOOKS = 8
"""How many earlier books of a game stay on the site, the latest: games that were begun with them end under them."""


def _engine(into: Path, cache: BuildCache) -> Iterator[str]:
    """What games are played with in a browser; where it cannot be had, the site is made without."""
    from combatbox.web.browser_engine import make_engine

    try:
        yield from make_engine(into, cache)
    except CombatBoxError as error:
        yield f"engine   left out, so that nothing can be played on this site: {error}"


def _papers(
    cache: BuildCache, book: Book, overlay: Path | None, folders: Mapping[str, Path], failed: list[str]
) -> Iterator[str]:
    """Put the papers and worked examples of a game into folders, by what they hold: made again, or from the cache."""
    lines: list[str] = []

    def make() -> None:
        lines.extend(write_papers(book, folders["print"], folders["examples"]))

    try:
        if cache.fill(
            _PAPERS.format(book.key),
            sources_of(book, overlay),
            {what: folder / book.key for what, folder in folders.items()},
            make,
        ):
            lines.append(f"print    {book.key}: nothing has changed, all as it was")
    except Exception as error:
        if book.overlay is None:
            raise
        words = str(error) if isinstance(error, CombatBoxError) else f"your tables lack what it needs ({error!r})"
        failed += [f"{book.key}: {line}" for line in words.splitlines()]
    yield from lines


def _icons(prints: Path) -> None:
    """What a device shows for the site when it is installed, and others for a link to it, beside the papers."""
    from combatbox.press.icons import write_icons
    from combatbox.press.social_images import Poster, write_poster
    from combatbox.web import service_worker, social_cards

    write_icons(
        prints / Path(service_worker.ICONS).name, service_worker.EMBLEM, service_worker.PAPER, service_worker.INK
    )
    poster = Poster(social_cards.SITE.title, "", social_cards.SITE.words, service_worker.EMBLEM)
    write_poster(social_cards.poster_of("", prints), poster, service_worker.PAPER, service_worker.INK)


def _made_once(cache: BuildCache, books: Iterable[str], what: str) -> set[tuple[str, str]]:
    """The papers, or examples, of earlier builds that are in the cache, by path with their checksums.

    So a paper that is no product any more goes, and one that somebody printed, changed or put there stays.
    """
    return {
        (f"{key}/{below}", digest)
        for key in books
        for path, digest in cache.manifest(_PAPERS.format(key))
        for kind, _, below in [path.partition("/")]
        if kind == what
    }


def sources_of(book: Book, overlay: Path | None) -> Sources:
    """What the papers of a game are made of: its sources, and the address that stands on them."""
    facts = (f"tables {book.digest}", f"at {os.environ.get('SITE_URL')}", *PAPERS)
    return paper_sources(book.key, write_papers.__module__, overlay, *facts, house=book.house)


def build_site(out: Path, overlay: Path | None = None, failed: list[str] | None = None) -> Iterator[str]:
    """Build the website into `out/site`, in one step. Raises CombatBoxError when a page or link is wrong.

    failed: takes what an overlay makes impossible, as for `build_all`.
    """
    with replace_folder(out / "site") as site:
        yield from _site(
            site, out / "print", overlay, BuildCache.beside(out), out / "engine", failed if failed is not None else []
        )
        keep_books(out / "site", site)


def keep_books(old: Path, new: Path) -> None:
    """Take the compiled books of a site along into the one that takes its place: games in progress end under them."""
    from combatbox.web.api import BASE

    for books in sorted((old / BASE).glob("*/books")):
        into = new / books.relative_to(old)
        gone = sorted(
            (path for path in books.glob("*.json") if not (into / path.name).exists()),
            key=lambda path: path.stat().st_mtime,
        )
        into.mkdir(parents=True, exist_ok=True)
        for path in gone[-BOOKS:]:
            copy2(path, into / path.name)


def _site(
    into: Path, prints: Path, overlay: Path | None, cache: BuildCache, engine: Path, failed: list[str]
) -> Iterator[str]:
    began = perf_counter()
    with _same_day_everywhere():
        failed += _build(into, prints, overlay, cache, engine)
    pages = len(list(into.rglob("*.html")))
    yield f"site     {pages} pages in {perf_counter() - began:.1f} s"


@contextmanager
def _same_day_everywhere() -> Iterator[None]:
    """The environment as MkDocs is to have it: no word of its next version, and one day for every build that is told none.

    Papers are not printed within: they would have that day too.
    """
    wanted = {"NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "0")}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _build(into: Path, prints: Path, overlay: Path | None, cache: BuildCache, engine: Path) -> list[str]:
    """Build the site; what of it could not be made with the overlay is given back, in words."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, MkDocsException

    gc.freeze()  # books and papers stay: nobody need look through them for rings while pages are made
    warnings = _Warnings()
    logging.getLogger("mkdocs").addHandler(warnings)
    try:
        config = load_config(str(paths.root() / "mkdocs.yml"), site_dir=str(into.resolve()))
        # a plugin lives as long as its process, which may have served
        config.plugins.on_startup(command="build", dirty=False)
        plugin = config.plugins["combatbox"].config
        plugin["prints"] = str(prints.resolve())
        plugin["tables"] = str(overlay.resolve()) if overlay else ""
        plugin["kept"] = str(cache.folder or "")
        plugin["engine"] = str(engine.resolve())
        build(config)
        maker: Any = config.plugins["combatbox"]
        return list(maker.not_made)
    except (MkDocsException, Abort) as error:
        raise CombatBoxError("\n".join(warnings.said) or f"the site was not built: {error}") from error
    finally:
        logging.getLogger("mkdocs").removeHandler(warnings)


class _Warnings(logging.Handler):
    """Keeps MkDocs' warnings and errors, which strict mode turns into a failed build."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one, without the mark-up and the traceback that MkDocs puts into some."""
        message = record.getMessage().strip()
        if not message.startswith("Error reading page"):  # what is wrong with it follows
            self.said.append(f"site: {message}")
