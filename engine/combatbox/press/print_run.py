"""Printing of all products of a game as PDFs, blank or filled from a log.

A run goes on with the other products after one has failed (`Attempts`).

    print_game(book, Path("out"), "a4")                     # mission-record-a4.pdf, tables-a4.pdf, ...
    print_filled(book, [journal], Path("out"), "a4", "seven")   # seven-mission-record-a4.pdf, ...
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Journal
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book, NotedBook
from combatbox.play.session import TOUR
from combatbox.press import cards, charts, style
from combatbox.press.blocks import Writing
from combatbox.press.catalogue import HEADINGS, Product
from combatbox.press.document import Document, imprint
from combatbox.press.errors import PapersFailed, PressError
from combatbox.press.provider import Fillings
from combatbox.press.sheet_files import where_to_write
from combatbox.press.shop import PrintOptions, Shop, open_shop
from combatbox.press.tour_data import Tour

BUNDLE = "Everything in one file"
BUNDLE_ABOUT = "Every paper of the game, with a page of contents and bookmarks."


class Attempts:
    """A record of the products that a print run could not print: the reason for each, by name.

    Args:
        book: the book of the game that is printed.
        writes: True if the caller gave texts for fields; an error in such a text stops the run before any file is
            written.
    """

    def __init__(self, book: Book, *, writes: bool = False) -> None:
        self.book, self.writes = book, writes
        self.failed: dict[str, str] = {}

    @contextmanager
    def making(self, name: str, made: list[Path] | None = None) -> Iterator[None]:
        """Record an error that is raised in the `with` block, and do not raise it again.

        Unexpected errors are recorded only if the game has an overlay, because its tables may lack data that a sheet
        reads; otherwise they are raised.

        Args:
            name: the name of the product that the block prints.
            made: a list for the files that a print run inside the block wrote before it raised PapersFailed.
        """
        try:
            yield
        except PapersFailed as error:
            self.failed |= error.failed
            if made is not None:
                made += error.made
        except CombatBoxError as error:
            if self.writes:
                raise
            self.failed[name] = str(error)
        except Exception as error:
            if self.book.overlay is None:
                raise
            self.failed[name] = (
                f"the sheets lack an entry for what your tables have otherwise ({type(error).__name__}: {error}); "
                f"add it under `data`{where_to_write(self.book, 'shop')}"
            )

    def check(self, made: Sequence[Path]) -> None:
        """Raise PapersFailed if any product failed; `made` lists the files that were written."""
        if self.failed:
            raise PapersFailed(self.failed, made)


def print_game(
    book: Book,
    folder: Path,
    paper: str,
    *,
    job: PrintOptions | None = None,
) -> list[Path]:
    """Print every blank product of a game, and a bundle of all of them.

    Args:
        book: the book of the game.
        folder: the folder to write into.
        paper: the name of the paper size, such as `a4`.
        job: the options of the print run.

    Returns:
        The files written, in order.

    Raises:
        PapersFailed: a table or a text does not fit into its place; the message names table and cell, or file and line.
            The other products are written.
    """
    return print_run(open_shop(book, job=job), folder, [paper])


def print_run(
    shop: Shop,
    folder: Path,
    papers: Sequence[str],
    done: Callable[[], None] = lambda: None,
    product: Callable[[str, Callable[[NotedBook], bytes]], bytes] | None = None,
) -> list[Path]:
    """Print the products of a shop on several sizes of paper.

    Files are written only at the end, after an attempt to print every product.

    Args:
        shop: the `Shop` of the game.
        folder: the folder to write into.
        papers: the names of the paper sizes.
        done: a function to call after each paper size.
        product: returns a product by the name of its file, from a cache or by calling the function that makes it.

    Returns:
        The files written, in order.

    Raises:
        PapersFailed: some products cannot be printed; the others are written.
    """
    files: dict[Path, bytes] = {}
    attempts = Attempts(shop.book, writes=bool(shop.job.writing))
    with _without_garbage_collection():
        for paper in papers:
            files.update(
                _files(shop, folder, paper, attempts, product or (lambda _, make: make(NotedBook.of(shop.book))))
            )
            done()
    if not attempts.failed:
        shop.writing.check()
    for path, pdf in files.items():
        write_atomically(path, pdf)
    if not shop.job.only:
        write_contents(shop, folder)
    attempts.check(list(files))
    return list(files)


def _files(
    shop: Shop,
    folder: Path,
    paper: str,
    attempts: Attempts,
    product_of: Callable[[str, Callable[[NotedBook], bytes]], bytes],
) -> Iterator[tuple[Path, bytes]]:
    """Yield the path and PDF of each product, then of the bundle of all products that could be made."""
    made: list[Product] = []
    for product in shop.products:
        name = f"{product.name}-{paper}.pdf"
        with attempts.making(name):
            number, _, pdf = product_of(name, partial(_product, shop, product, paper)).partition(b"\n")
            made.append(product)
            shop.laid["pages", product.name, paper] = int(number), NotedBook.of(shop.book)
        if name not in attempts.failed:
            yield folder / name, pdf
    if len(made) > 1 and not shop.job.only and not shop.job.bleed:
        name = f"{shop.book.key}-bundle-{paper}.pdf"
        yield folder / name, product_of(name, partial(_bundle, shop, made, paper))


def _product(shop: Shop, product: Product, paper: str, book: NotedBook) -> bytes:
    """Return the number of pages of a product, as a line, and its PDF."""
    noting = shop.noting(book)
    with noting.document(product.title, paper, fillable=True, product=product) as document:
        noting.draw(product, document)
    return f"{document.pages}\n".encode() + document.pdf()


def _bundle(shop: Shop, products: Sequence[Product], paper: str, book: NotedBook) -> bytes:
    """Return the PDF of the bundle of some products."""
    from combatbox.press import bundle

    noting = shop.noting(book)
    with noting.document("the whole print run", paper, fillable=True) as document:
        noting.draw_together(bundle.bundled_products(products), document, contents=True)
    return document.pdf()


def print_test_of_backs(folder: Path, papers: Sequence[str]) -> Iterator[Path]:
    """Print the test of backs for each paper size, and yield the files."""
    for paper in papers:
        marks = imprint(str, "Combat Box", "Test of backs", (), "")
        with Document(marks, paper=style.paper(paper)) as document:
            cards.draw_test(document)
        yield _write(document, folder / f"back-test-{paper}.pdf")


def write_contents(shop: Shop, folder: Path) -> None:
    """Write `contents.json`, the list of products of which the folder has a file on any paper."""
    name = f"{shop.book.key}-bundle"
    titles = {paper: style.paper(paper).title for paper in style.PAPERS}
    everything = {"name": name, "title": BUNDLE, "about": BUNDLE_ABOUT, "heading": "Extra", "papers": titles}
    products = [
        {
            "name": product.name,
            "title": product.title,
            "about": product.about.replace("{edge}", shop.job.duplex),
            "heading": product.heading,
            "papers": {paper: shop.paper_title(product, paper) for paper in titles},
        }
        for product in sorted(shop.products, key=lambda product: HEADINGS.index(product.heading))
    ]
    products = [
        one
        for one in (*products, everything)
        if any((folder / f"{one['name']}-{paper}.pdf").is_file() for paper in titles)
    ]
    text = json.dumps({"products": products}, ensure_ascii=False, indent=1)
    write_atomically(folder / "contents.json", f"{text}\n".encode())


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Disable the cyclic garbage collector.

    A print run makes a million objects that live until their file is written; checking them took a third of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # all objects count as old now, so that the next collection does not check them
        if was_on:
            gc.enable()


def print_filled(
    book: Book,
    journals: Sequence[Journal],
    folder: Path,
    paper: str,
    name: str,
    *,
    job: PrintOptions | None = None,
) -> list[Path]:
    """Print the record sheets of a game, filled from logs, or the book of a tour.

    All copies of a sheet are in one file. All fields are form fields, which contain the values of the log. If the option
    `flat` of the run is True, these values are printed, and only dates, names and notes that the log lacks are form
    fields. A sheet for which the logs have no values is left out.

    Args:
        book: the book of the game.
        journals: the logs.
        folder: the folder to write into.
        paper: the name of the paper size, such as `a4`.
        name: the beginning of the names of the files.
        job: the options of the print run.

    Returns:
        The files written, in order.

    Raises:
        PressError: a sheet has no space for a text; nothing is written.
        PapersFailed: a sheet has no space for a text of an overlay; the other sheets are written.
    """
    logs = [_read_log(book, journal, job) for journal in journals]
    if len(logs) > 1:
        logs = [(shop, _numbered(fillings, number)) for number, (shop, fillings) in enumerate(logs, start=1)]
    first = logs[0][0]
    names = {name for journal in journals for name in charts.names_in(journal)}
    drawn: list[tuple[Document, Path]] = []
    attempts = Attempts(book)
    for product in first.chosen:
        if product.kind == "tour":
            drawn += _tour_books(first, journals, product, folder, paper, name)
            continue
        sheet = first.original(product)
        copies = sum(len(fillings.get(sheet.name, ())) for _, fillings in logs)
        if sheet.kind != "sheet" or not copies or (product.made_from and not first.job.only):
            continue
        path = folder / f"{name}-{product.name}-{paper}.pdf"
        with attempts.making(path.name) if book.overlay else nullcontext():
            with first.document(
                f"{product.title}, filled", paper, fillable=True, editable=not first.job.flat, product=product
            ) as document:
                document.names = names
                for shop, fillings in logs:
                    sharing = replace(shop, writing=first.writing)
                    sharing.draw(product, document, fillings.get(sheet.name, ()), keyed=copies > 1)
            drawn.append((document, path))
    if not attempts.failed:
        if not drawn and job and job.only:
            raise PressError(f"{job.only[0]}: {_nothing_drawn(first, journals)}")
        first.writing.check()
    written = [_write(document, path) for document, path in drawn]
    attempts.check(written)
    return written


def _nothing_drawn(shop: Shop, journals: Sequence[Journal]) -> str:
    """Return a message that says why the logs fill none of the chosen products, and the remedy."""
    if any(product.kind == "tour" for product in shop.chosen):
        is_tour = any(journal.header["run"] == TOUR for journal in journals)
        return "the tour has no finished mission yet" if is_tour else "is made from a tour; the log is of one mission"
    return "the log fills nothing on it; leave --log out for a blank one"


def _read_log(book: Book, journal: Journal, job: PrintOptions | None) -> tuple[Shop, Fillings]:
    """Return the shop under the rulings of a log, and the copies of each sheet that the log fills."""
    header = journal.header
    shop = open_shop(book, header.get("rulings"), job=job, scenario=header["setup"].get("scenario"))
    journal.flush_changes()
    forms: dict[str, Any] = book.game.forms(journal.events, journal.header, shop.context.rules)
    return shop, shop.provider.fill(shop.context, forms)


def _tour_books(
    shop: Shop, journals: Sequence[Journal], product: Product, folder: Path, paper: str, name: str
) -> Iterator[tuple[Document, Path]]:
    """Yield the path and the PDF of a book for each log of a tour."""
    from combatbox.press import tour_book
    from combatbox.press.map_data import atlases, read_atlas

    book = shop.book
    tours = [tour for journal in journals if (tour := shop.read_tour(journal))]
    atlas = read_atlas(book) if "map" in atlases(book) else None
    for number, tour in enumerate(tours, start=1):
        if tour.missions:
            beginning = f"{name}-{number}" if len(tours) > 1 else name
            with shop.document(f"{product.title}: {tour.title}", paper, fillable=False) as document:
                tour_book.draw_book(document, shop.catalogue, product, _with_notes(tour, shop.writing), atlas)
            yield document, folder / f"{beginning}-{product.name}-{paper}.pdf"


def _with_notes(tour: Tour, writing: Writing) -> Tour:
    """Return a tour with the player's own notes: `mission-3-note` on a mission, and a man's name on this man."""
    missions = [replace(entry, note=writing.use("note", f"mission-{entry.number}", "")) for entry in tour.missions]
    notes = {name: writing.use(name, "", "") for name, *_ in tour.honours[1]}
    return replace(tour, missions=missions, notes=[item for item in notes.items() if item[1]])


def _numbered(fillings: Fillings, number: int) -> Fillings:
    """Return the copies from one of several logs, with the log's number in their keys: `log-2-mission-3`."""
    return {
        name: [replace(copy, key=f"log-{number}-{copy.key}".removesuffix("-")) for copy in copies]
        for name, copies in fillings.items()
    }


def _write(document: Document, path: Path) -> Path:
    write_atomically(path, document.pdf())
    return path
