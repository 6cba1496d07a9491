"""The print shop: every product of a game as PDFs, blank or filled from a log.

Which products a game has is data: `templates/sheets/<game>/shop.yaml`, with the layouts of its record
sheets beside it. What layouts may mention and how a log fills them is the game's provider (`press.games`).

    print_game(book, Path("out"), "a4")                     # mission-record-a4.pdf, tables-a4.pdf, ...
    print_filled(book, [journal], Path("out"), "a4", "seven")   # seven-mission-record-a4.pdf, ...
"""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from combatbox import __version__
from combatbox.core.errors import suggest
from combatbox.core.events import Journal
from combatbox.library import paths, provenance
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.press import layout, style
from combatbox.press.blocks import Writing
from combatbox.press.catalogue import PROSE, Catalogue, Product, Section, read_catalogue
from combatbox.press.document import Document
from combatbox.press.errors import Attempts, PressError
from combatbox.press.layout import Layout
from combatbox.press.print_options import PrintOptions
from combatbox.press.provider import FieldValues, Fillings, Provider, SheetContext, provider_of
from combatbox.press.tagging import Imprint

if TYPE_CHECKING:
    from combatbox.prose.chapters import Chapter

T = TypeVar("T")
_TOLD = 4  # rulings that have room at the foot of a page


def web_edition() -> str:
    """The address of the accessible edition: that which the site is built for; nothing where none is configured."""
    return os.environ.get("SITE_URL", "")


@dataclass(frozen=True, slots=True)
class Shop:
    """One game's print shop, with the rulings in force that its tables and column heads follow."""

    book: Book
    catalogue: Catalogue
    provider: Provider
    stuff: SheetContext
    web: str
    job: PrintOptions
    writing: Writing
    laid: dict[tuple[Any, ...], Any] = field(default_factory=dict)

    def document(self, title: str, paper: str, *, fillable: bool, cut: bool = False) -> Document:
        """A new file with its imprint. What is `cut` out of its sheets is made for a print shop, if that is asked for."""
        game = self.catalogue.title or self.book.meta.title
        imprint = Imprint(
            game,
            title,
            f"{title} for {game}, an unofficial companion",
            __version__,
            self.book.digest,
            self.web,
            remark=self._remark(),
        )
        job, bleed = self.job, self.job.bleed_points if cut else 0.0
        return Document(
            imprint,
            paper=style.paper(paper),
            ink=replace(job.ink, separated=bool(bleed)),
            fillable=fillable,
            duplex=job.duplex,
            bleed=bleed,
        )

    def _remark(self) -> str:
        """What the foot of each page says of the tables: that they are rebuilt, and the rulings that differ from the usual."""
        told = ("tables rebuilt by us" if provenance.any_rebuilt(self.book) else "", self._ruled())
        return " · ".join(part for part in told if part)

    def _ruled(self) -> str:
        """The rulings that differ from the usual ones."""
        usual = self.book.chosen({})
        other = [f"{key}={option}" for key, option in self.stuff.rules.rulings.items() if usual[key] != option]
        more = f" and {len(other) - _TOLD} more" if len(other) > _TOLD else ""
        return f"rulings {', '.join(other[:_TOLD])}{more}" if other else ""

    def draw(
        self,
        product: Product,
        document: Document,
        fillings: Sequence[FieldValues] = (FieldValues(),),
        *,
        keyed: bool = False,
    ) -> None:
        """Draw a product's pages into a document, once for each filling; fields are `keyed` where it gets more than one."""
        if product.kind == "sheet":
            sheet, names = self.layout(product), dict(self.provider.names(self.stuff))
            rooms = self.provider.rooms(self.stuff)
            for filling in fillings:
                layout.render(
                    sheet,
                    document,
                    {**names, **filling.names},
                    values=filling.values,
                    rooms=rooms,
                    writing=self.writing,
                    key=filling.key if keyed else "",
                )
        elif product.kind == "counters":
            from combatbox.press import counters

            found = counters.read(self.book.house, product.name, self.provider.names(self.stuff))
            counters.draw(document, product.title, found)
        elif product.kind in PROSE:
            self._draw_prose(product, document)
        elif product.kind == "tables":
            from combatbox.press import reference

            pages = self._once(
                ("tables", document.paper),
                lambda: reference.lay_out(document.paper, self._sections(every=True), reference.TABLES),
            )
            reference.draw(document, product.title, pages, reference.TABLES, told=reference.ABOUT_CODES)
        elif product.kind == "aids":
            self._draw_aids(product, document)
        else:
            self._draw_cards(product, document)

    def _draw_aids(self, product: Product, document: Document) -> None:
        """A page for each phase of play."""
        from combatbox.press import reference

        sections = self.catalogue.faces(self.book, self.stuff.rules, product)
        found = self._once(("aids", document.paper), lambda: reference.faces(document.paper, sections))
        for number, (title, pages) in enumerate(reference.printing_order(found)):
            reference.draw(document, title, pages, reference.AIDS, part_of="" if number else product.title)

    def _draw_cards(self, product: Product, document: Document) -> None:
        """The tables of play on cards of one stock, or each on the size that it needs."""
        from combatbox.press import deck

        paper = document.paper
        stocks = deck.sizes(paper, self.job.stock or product.stock)
        sections = [one for one in self._sections() if one.title not in product.leaving]
        found = self._once(("cards", paper, stocks, product.leaving), lambda: deck.lay_out(sections, stocks))
        deck.draw(document, self.catalogue, product.title, found)

    def _sections(self, *, every: bool = False) -> list[Section]:
        rules = self.stuff.rules
        return self._once(("sections", every), lambda: self.catalogue.sections(self.book, rules, every=every))

    def _once(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What was laid out before for one file, again for another."""
        if key not in self.laid:
            self.laid[key] = make()
        found: T = self.laid[key]
        return found

    def _draw_prose(self, product: Product, document: Document) -> None:
        """A booklet, a summary or a page of the game's prose; only here is what reads it needed."""
        from combatbox.press import chapters

        found = [one for name in product.chapters for one in self._chapters(name)]
        if product.kind == "booklet":
            self._draw_booklet(product, document, found)
            return
        draw, matter = chapters.draw_pages, chapters.summary(found)
        if product.kind == "page":
            draw, matter = chapters.draw_page, [b for one in found for b in chapters.Matter().of(one)[1:]]
        draw(document, product.title, matter, columns=product.columns, landscape=product.landscape)

    def _draw_booklet(self, product: Product, document: Document, found: Sequence[Chapter]) -> None:
        """Chapters, a mission told, and the rulings that these name; what leads to a table leads to the paper of tables."""
        from combatbox.press import chapters
        from combatbox.prose.chapters import narrated_mission, rulings_chapter

        book = self.book
        example = (
            product.example if book.scripts or book.house == book.key else ""
        )  # a variant may have none of its own
        told = [self._once(("told", example), lambda: narrated_mission(book, example))] if example else []
        named = rulings_chapter(book, [*found, *told], self.stuff.rules.rulings)
        whole = [*found, *told, *([named] if named else [])]
        tables = next((one.name for one in self.catalogue.products if one.kind == "tables"), "")
        document.canvas.tables_file = f"{tables}-{document.paper.name}.pdf"
        ids = {*book.rules, *book.rulings}
        links = None if product.imposed else chapters.Links(whole, ids, book.tables if tables else ())
        pictures = self._once(
            ("pictures", document.paper),
            lambda: chapters.pictures(book, self.provider.figures(self.stuff), document.paper),
        )
        matter = chapters.Matter(pictures, links)
        chapters.draw_booklet(document, self.catalogue, product, whole, matter)

    def _chapters(self, name: str) -> list[Chapter]:
        from combatbox.prose.chapters import chapters

        rules = self.stuff.rules
        aids = self._once(("faces",), lambda: self.catalogue.faces_of(self.book, rules))
        return self._once(("prose", name), lambda: chapters(self.book, [name], rules.rulings, aids))

    @property
    def products(self) -> Sequence[Product]:
        """What is made: all of the catalogue, or what was asked for. Raises PressError for a name that it does not have."""
        products, only = self.catalogue.products, self.job.only
        names = [product.name for product in products]
        for name in only:
            if name not in names:
                near = suggest(name, names)
                raise PressError(f"{self.book.meta.title} has no paper {name!r}{near}; there are {', '.join(names)}")
        return [product for product in products if not only or product.name in only]

    def layout(self, product: Product) -> Layout:
        return layout.load(paths.home(self.book.house).sheets / f"{product.name}.yaml")


BUNDLE = "Everything in one file"
BUNDLE_ABOUT = "All of the papers below, with a page of contents and bookmarks."


def open_shop(
    book: Book, rulings: Mapping[str, str] | None = None, *, web: str | None = None, job: PrintOptions | None = None
) -> Shop:
    """The print shop of a game under these rulings (the usual ones by default)."""
    catalogue = read_catalogue(book)
    stuff = SheetContext(book, book.rulebook(rulings), catalogue.data)
    job = job or PrintOptions()
    writing = Writing(dict(job.writing))
    return Shop(book, catalogue, provider_of(book.house), stuff, web_edition() if web is None else web, job, writing)


def print_game(
    book: Book,
    folder: Path,
    paper: str,
    *,
    rulings: Mapping[str, str] | None = None,
    web: str | None = None,
    job: PrintOptions | None = None,
) -> list[Path]:
    """Every blank product of a game, and all of them in one bundle. The files written, in order.

    Raises PapersFailed naming table and cell, or file and line, where something does not fit its place; the other papers are
    written.
    """
    return print_run(open_shop(book, rulings, web=web, job=job), folder, [paper])


def print_run(shop: Shop, folder: Path, papers: Sequence[str], done: Callable[[], None] = lambda: None) -> list[Path]:
    """The same on several papers from one open shop; says after each paper that it is `done`.

    Nothing is written before everything has been tried. Raises PapersFailed once the papers that can be made are written.
    """
    files: dict[Path, bytes] = {}
    attempts = Attempts(shop.book, writes=bool(shop.job.writing))
    with _collector_resting():
        for paper in papers:
            files.update(_files(shop, folder, paper, attempts))
            done()
    if not attempts.failed:
        shop.writing.check()
    for path, pdf in files.items():
        write_atomically(path, pdf)
    if not shop.job.only:
        _write_contents(shop, folder, {path.name for path in files}, papers)
    attempts.check(list(files))
    return list(files)


def _files(shop: Shop, folder: Path, paper: str, attempts: Attempts) -> Iterator[tuple[Path, bytes]]:
    """Each product as a file of its own, then the bundle of those that could be made."""
    pages: list[tuple[Product, int]] = []
    for product in shop.products:
        name = f"{product.name}-{paper}.pdf"
        with attempts.making(name):
            with shop.document(product.title, paper, fillable=True, cut=product.two_sided) as document:
                shop.draw(product, document)
            pdf = document.pdf()
            pages.append((product, document.pages))
        if name not in attempts.failed:
            yield folder / name, pdf
    if len(pages) > 1 and not shop.job.only and not shop.job.bleed:
        from combatbox.press import bundle

        chosen = bundle.parts_of([product for product, _ in pages])
        counts = dict(pages)
        parts = bundle.begins([(product, counts[product]) for product in chosen])
        with shop.document("the whole print run", paper, fillable=True) as document:
            bundle.draw_contents(document, shop.book, shop.catalogue, parts)
            for product, page in parts:
                if document.pages + 1 < page:
                    bundle.draw_blank(document)
                document.anchor_next(product.name)
                shop.draw(product, document)
        yield folder / f"{shop.book.key}-bundle-{paper}.pdf", document.pdf()


def _write_contents(shop: Shop, folder: Path, made: Collection[str], papers: Sequence[str]) -> None:
    """What the files of a folder are, in order: the website offers them by these names.

    made: the names of the files that could be made, on one of the papers at least.
    """
    whole = {"name": f"{shop.book.key}-bundle", "title": BUNDLE, "about": BUNDLE_ABOUT}
    found = [whole] if any(f"{whole['name']}-{paper}.pdf" in made for paper in papers) else []
    found += [
        {"name": one.name, "title": one.title, "about": one.about.replace("{edge}", shop.job.duplex)}
        for one in shop.products
        if any(f"{one.name}-{paper}.pdf" in made for paper in papers)
    ]
    text = json.dumps({"products": found}, ensure_ascii=False, indent=1)
    write_atomically(folder / "contents.json", f"{text}\n".encode())


def write_map(book: Book, folder: Path) -> list[Path]:
    """The game's maps as drawings for screens (SVG), from the data that its board is printed from.

    Nothing for a game that has none.
    """
    from combatbox.press.map import MAP, svg_text
    from combatbox.press.map_data import atlases, read_atlas

    written = []
    for name in atlases(book):
        drawing = MAP if name == "map" else name
        written.append(folder / f"{drawing}.svg")
        write_atomically(written[-1], svg_text(read_atlas(book, name), name=drawing).encode())
    return [*written, *_write_figures(book, folder)]


def _write_figures(book: Book, folder: Path) -> Iterator[Path]:
    """What the game draws for its pages beside its maps."""
    provider = provider_of(book.house)
    for figure in provider.figures(SheetContext(book, book.rulebook(), read_catalogue(book).data)):
        yield folder / f"{figure.name}.svg"
        write_atomically(folder / f"{figure.name}.svg", figure.svg().encode())


@contextmanager
def _collector_resting() -> Iterator[None]:
    """Leave the cyclic garbage be. A print run makes a million objects that all live until their file is
    written; looking through them again and again took a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # all that is there counts as old now, and is not looked through at once
        if was_on:
            gc.enable()


def print_filled(
    book: Book,
    journals: Sequence[Journal],
    folder: Path,
    paper: str,
    name: str,
    *,
    web: str | None = None,
    job: PrintOptions | None = None,
) -> list[Path]:
    """The record sheets of a game as a careful player kept them while these logs were flown, all copies of a sheet in one file.

    What a log says is printed; where it says nothing of a date, a name or a note there is a form field. A sheet that
    the logs give nothing to write on is left out. Raises PressError, before any file is written, for words that a
    sheet cannot hold; with tables of somebody's own PapersFailed, once the other sheets are written.
    """
    kept = [_kept(book, journal, web, job) for journal in journals]
    if len(kept) > 1:
        kept = [(shop, _numbered(fillings, number)) for number, (shop, fillings) in enumerate(kept, start=1)]
    first = kept[0][0]
    kept = [(replace(shop, writing=first.writing), fillings) for shop, fillings in kept]
    drawn = []
    attempts = Attempts(book)
    for product in first.products:
        copies = sum(len(fillings.get(product.name, ())) for _, fillings in kept)
        if product.kind != "sheet" or not copies:
            continue
        path = folder / f"{name}-{product.name}-{paper}.pdf"
        with attempts.making(path.name) if book.overlay else nullcontext():
            with first.document(f"{product.title}, filled", paper, fillable=True) as document:
                for shop, fillings in kept:
                    shop.draw(product, document, fillings.get(product.name, ()), keyed=copies > 1)
            drawn.append((document, path))
    if not attempts.failed:
        first.writing.check()
    made = [_write(document, path) for document, path in drawn]
    attempts.check(made)
    return made


def _kept(book: Book, journal: Journal, web: str | None, job: PrintOptions | None) -> tuple[Shop, Fillings]:
    """The shop of a log, with its rulings, and the copies of each sheet that it fills."""
    shop = open_shop(book, journal.header.get("rulings"), web=web, job=job)
    journal.flush_changes()
    forms: dict[str, Any] = book.game.forms(journal.events, journal.header, shop.stuff.rules)
    return shop, shop.provider.fill(shop.stuff, forms)


def _numbered(fillings: Fillings, number: int) -> Fillings:
    """The copies of a log among several: `log-2-mission-3`."""
    return {
        name: [replace(one, key="-".join(part for part in (f"log-{number}", one.key) if part)) for one in copies]
        for name, copies in fillings.items()
    }


def _write(document: Document, path: Path) -> Path:
    write_atomically(path, document.pdf())
    return path
