"""The printed papers and worked examples of one game.

The code that this module imports, directly or indirectly, is part of their key in the build cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import EVERYTHING, Book, NotedBook
from combatbox.library.build_cache import Products
from combatbox.library.cache import pack, unpack
from combatbox.library.export import json_line
from combatbox.library.folders import RESULTS
from combatbox.library.player_files import write_log
from combatbox.library.replay import read_script, replay_script
from combatbox.odds.example_search import stale_examples
from combatbox.play.logs import Log
from combatbox.play.narrate import indented, narrate
from combatbox.play.replay import Replay
from combatbox.press.print_run import Attempts, print_filled, print_run
from combatbox.press.shop import open_shop, write_map, write_sheet_set
from combatbox.press.site_images import Poster, write_poster, write_thumbnails
from combatbox.web import service_worker

PAPERS = ("a4", "letter")


def write_papers(book: Book, prints: Path, examples: Path, products: Products) -> Iterator[str]:
    """Write the printed papers and worked examples of a game.

    Args:
        book: the book of the game.
        prints: the folder that contains a folder of printed papers for each game.
        examples: the folder that contains a folder of examples for each game.
        products: the papers of earlier builds.

    Yields:
        A line for each finished product.
    """
    folder, shop, attempts = prints / book.key, open_shop(book), Attempts(book)
    lines: list[str] = []

    def others(noted: NotedBook) -> bytes:
        noted.note(EVERYTHING, RESULTS)
        return _others(book, lines, attempts)

    unpack(products.product("others", others), {"print": folder, "examples": examples / book.key})
    yield from lines
    for paper in PAPERS:
        made: list[Path] = []
        with attempts.making(f"papers on {paper}", made):
            made += print_run(shop, folder, [paper], product=products.product)
        yield f"print    {book.key}: {len(made)} PDFs on {paper}"
    poster = Poster(book.meta.title, service_worker.SITE.title, book.meta.subtitle, shop.catalogue.cover)
    write_poster(service_worker.poster_of(book.key, prints), poster, service_worker.PAPER, service_worker.INK)
    write_thumbnails(sorted(folder.glob("*.pdf")), PAPERS[0], products.cache)
    attempts.check([])


def _others(book: Book, lines: list[str], attempts: Attempts) -> bytes:
    """Make what names the digest of all tables, or is quickly made, and return it packed.

    These are the worked examples with the sheets filled from them, drawings for the site, and sheets for the browser.
    A line about each example is added to `lines`.
    """
    stale = stale_examples(book)
    for name, why in stale.items():
        if name in book.scripts:
            lines.append(f"example  {book.key}/{name}: left out, it does not fit these tables: {why}")
    replays = {name: replay_script(book, read_script(path)) for name, path in book.scripts.items() if name not in stale}
    with TemporaryDirectory() as place:
        folder, examples = Path(place, "print"), Path(place, "examples")
        for name, replay in replays.items():
            lines.append(_write_example(examples, book, name, replay))
            for paper in PAPERS:
                with attempts.making(f"sheets of {name} on {paper}"):
                    print_filled(book, [replay.journal], folder, paper, name)
        with attempts.making("maps"):
            write_map(book, folder)
        with attempts.making("sheets for the browser"):
            write_sheet_set(open_shop(book), folder)
        return pack({"print": folder, "examples": examples})


def _write_example(folder: Path, book: Book, name: str, replay: Replay) -> str:
    """Write the log, the account and the summary of a worked example, and return a line about it."""
    write_log(folder / f"{name}.jsonl", Log(replay.journal.header, replay.journal.events, replay.summary))
    story = "\n".join(map(indented, narrate(book, replay.journal.events)))
    write_atomically(folder / f"{name}.txt", f"{story}\n".encode())
    write_atomically(folder / f"{name}.json", json_line(replay.summary))
    return f"example  {book.key}/{name}: {len(replay.journal.events)} events, all as written"
