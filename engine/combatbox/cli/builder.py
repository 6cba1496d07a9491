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

from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.atomic_files import carry_over, replace_folder, write_atomically
from combatbox.library.book import Book
from combatbox.library.export import canonical_json
from combatbox.library.kept import Kept, Sources, sources
from combatbox.library.replay import read_script, replay_script
from combatbox.library.store import write_log
from combatbox.odds.finding import overtaken
from combatbox.play.logs import Log
from combatbox.play.narrate import narrate
from combatbox.play.replay import Replay

PAPERS = ("a4", "letter")

_PAPERS = "{}-papers"
"""What is kept of a game's papers and examples, by its name there."""


def build_all(out: Path, books: Mapping[str, Book], overlay: Path | None = None) -> Iterator[str]:
    """Make every PDF, worked example and page below `out`; yields a line for each piece when it is done.

    Nothing is in its place before all of it is made: whoever is stopped, by a kill or by a full disk, has the whole of
    what was there, papers, examples and site; see `library.atomic_files`. What others keep beside papers and examples stays;
    what an earlier build made there and this one makes no more does not.
    A game of which nothing has changed is not made again; see `library.kept`. Raises CombatBoxError.
    """
    began, kept = perf_counter(), Kept.beside(out)
    with (
        replace_folder(out / "print") as prints,
        replace_folder(out / "examples") as examples,
        replace_folder(out / "engine") as engine,
        replace_folder(out / "site") as site,
    ):
        yield from _engine(engine, kept)
        for book in books.values():
            yield from _papers(kept, book, overlay, {"print": prints, "examples": examples})
        _icons(prints)
        carry_over(out / "print", prints, _made_once(kept, books, "print"))
        carry_over(out / "examples", examples, _made_once(kept, books, "examples"))
        yield from _site(site, prints, overlay, kept, engine)
        keep_books(out / "site", site)
    yield f"done in {perf_counter() - began:.1f} s: open {out / 'site' / 'index.html'}"


BOOKS = 8
"""How many earlier books of a game stay on the site, the latest: games that were begun with them end under them."""


def _engine(into: Path, kept: Kept) -> Iterator[str]:
    """What games are played with in a browser; where it cannot be had, the site is made without."""
    from combatbox.web.engine import make_engine

    try:
        yield from make_engine(into, kept)
    except CombatBoxError as error:
        yield f"engine   left out, so that nothing can be played on this site: {error}"


def _papers(kept: Kept, book: Book, overlay: Path | None, folders: Mapping[str, Path]) -> Iterator[str]:
    """Put the papers and worked examples of a game into folders, by what they hold; made anew or as they were kept."""
    told: list[str] = []

    def make() -> None:
        gone = overtaken(book)
        told.extend(
            f"example  {book.key}/{name}: left out, these tables overtake it: {why}"
            for name, why in gone.items()
            if name in book.scripts
        )
        flown = {
            name: replay_script(book, read_script(path)) for name, path in book.scripts.items() if name not in gone
        }
        told.extend(_examples(folders["examples"], book, flown))
        told.extend(_prints(folders["print"], book, flown))

    if kept.have(
        _PAPERS.format(book.key),
        paper_sources(book, overlay),
        {what: folder / book.key for what, folder in folders.items()},
        make,
    ):
        told.append(f"print    {book.key}: nothing has changed, all as it was")
    yield from told


def _icons(prints: Path) -> None:
    """What a device shows for the site when it is installed, and others for a link to it, beside the papers."""
    from combatbox.press.icons import write_icons
    from combatbox.press.posters import Poster, write_poster
    from combatbox.web import links, offline

    write_icons(prints / Path(offline.ICONS).name, offline.EMBLEM, offline.PAPER, offline.INK)
    poster = Poster(links.SITE.title, "", links.SITE.words, offline.EMBLEM)
    write_poster(links.poster_of("", prints), poster, offline.PAPER, offline.INK)


def _made_once(kept: Kept, books: Iterable[str], what: str) -> set[tuple[str, str]]:
    """The papers, or examples, that builds have made as far as they are kept, by their paths with their checksums.

    So a paper that is no product any more goes, and one that somebody printed, changed or put there stays.
    """
    return {
        (f"{key}/{below}", digest)
        for key in books
        for path, digest in kept.made(_PAPERS.format(key))
        for kind, _, below in [path.partition("/")]
        if kind == what
    }


def paper_sources(book: Book, overlay: Path | None) -> Sources:
    """What the papers of a game are made of: its sources, and the address that stands on them."""
    facts = (f"tables {book.digest}", f"at {os.environ.get('SITE_URL')}", *PAPERS)
    return sources(book.key, overlay, *facts, house=book.house)


def _examples(into: Path, book: Book, flown: Mapping[str, Replay]) -> Iterator[str]:
    for name, replay in flown.items():
        folder = into / book.key
        write_log(folder / f"{name}.jsonl", Log(replay.journal.header, replay.journal.events, replay.summary))
        story = "\n".join(f"{'  ' * line.depth}{line.shown}" for line in narrate(book, replay.journal.events))
        write_atomically(folder / f"{name}.txt", f"{story}\n".encode())
        write_atomically(folder / f"{name}.json", canonical_json(replay.summary))
        yield f"example  {book.key}/{name}: {len(replay.journal.events)} events, all as written"


def _prints(into: Path, book: Book, flown: Mapping[str, Replay]) -> Iterator[str]:
    from combatbox.press.leaves import write_leaves
    from combatbox.press.posters import Poster, write_poster
    from combatbox.press.shop import open_shop, print_filled, print_run, write_map
    from combatbox.web import links, offline

    folder = into / book.key
    write_map(book, folder)
    shop = open_shop(book)
    for paper in PAPERS:
        made = print_run(shop, folder, [paper])
        for name, replay in flown.items():
            made += print_filled(book, [replay.journal], folder, paper, name)
        yield f"print    {book.key}: {len(made)} PDFs on {paper}"
    write_leaves(sorted(folder.glob("*.pdf")), PAPERS[0])
    poster = Poster(book.meta.title, links.SITE.title, book.meta.subtitle, shop.catalogue.cover)
    write_poster(links.poster_of(book.key, into), poster, offline.PAPER, offline.INK)


def build_site(out: Path, overlay: Path | None = None) -> Iterator[str]:
    """Build the website into `out/site`, in one step. Raises CombatBoxError when a page or link is wrong."""
    with replace_folder(out / "site") as site:
        yield from _site(site, out / "print", overlay, Kept.beside(out), out / "engine")
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


def _site(into: Path, prints: Path, overlay: Path | None, kept: Kept, engine: Path) -> Iterator[str]:
    began = perf_counter()
    with _same_day_everywhere():
        _build(into, prints, overlay, kept, engine)
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


def _build(into: Path, prints: Path, overlay: Path | None, kept: Kept, engine: Path) -> None:
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
        plugin["kept"] = str(kept.folder or "")
        plugin["engine"] = str(engine.resolve())
        build(config)
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
