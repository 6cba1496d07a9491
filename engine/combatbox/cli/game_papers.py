"""The printed papers and worked examples of one game.

The code that this module imports, directly or indirectly, is part of their key in the build cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.export import json_line
from combatbox.library.player_files import write_log
from combatbox.library.replay import read_script, replay_script
from combatbox.odds.example_search import stale_examples
from combatbox.play.logs import Log
from combatbox.play.narrate import indented, narrate
from combatbox.play.replay import Replay

PAPERS = ("a4", "letter")


def write_papers(book: Book, prints: Path, examples: Path) -> Iterator[str]:
    """Write the printed papers and worked examples of a game.

    Args:
        book: the book of the game.
        prints: the folder that contains a folder of printed papers for each game.
        examples: the folder that contains a folder of examples for each game.

    Yields:
        A line for each finished product.
    """
    stale = stale_examples(book)
    for name, why in stale.items():
        if name in book.scripts:
            yield f"example  {book.key}/{name}: left out, it does not fit these tables: {why}"
    replays = {name: replay_script(book, read_script(path)) for name, path in book.scripts.items() if name not in stale}
    yield from _write_examples(examples, book, replays)
    yield from _print_all(prints, book, replays)


def _write_examples(parent: Path, book: Book, replays: Mapping[str, Replay]) -> Iterator[str]:
    for name, replay in replays.items():
        folder = parent / book.key
        write_log(folder / f"{name}.jsonl", Log(replay.journal.header, replay.journal.events, replay.summary))
        story = "\n".join(map(indented, narrate(book, replay.journal.events)))
        write_atomically(folder / f"{name}.txt", f"{story}\n".encode())
        write_atomically(folder / f"{name}.json", json_line(replay.summary))
        yield f"example  {book.key}/{name}: {len(replay.journal.events)} events, all as written"


def _print_all(parent: Path, book: Book, replays: Mapping[str, Replay]) -> Iterator[str]:
    from combatbox.press.print_run import Attempts, print_filled, print_run
    from combatbox.press.shop import open_shop, write_map, write_sheet_set
    from combatbox.press.site_images import Poster, write_poster, write_thumbnails
    from combatbox.web import service_worker

    folder, attempts = parent / book.key, Attempts(book)
    with attempts.making("maps"):
        write_map(book, folder)
    shop = open_shop(book)
    with attempts.making("sheets for the browser"):
        write_sheet_set(shop, folder)
    for paper in PAPERS:
        made: list[Path] = []
        with attempts.making(f"papers on {paper}", made):
            made += print_run(shop, folder, [paper])
        for name, replay in replays.items():
            with attempts.making(f"sheets of {name} on {paper}", made):
                made += print_filled(book, [replay.journal], folder, paper, name)
        yield f"print    {book.key}: {len(made)} PDFs on {paper}"
    write_thumbnails(sorted(folder.glob("*.pdf")), PAPERS[0])
    poster = Poster(book.meta.title, service_worker.SITE.title, book.meta.subtitle, shop.catalogue.cover)
    write_poster(service_worker.poster_of(book.key, parent), poster, service_worker.PAPER, service_worker.INK)
    attempts.check([])
