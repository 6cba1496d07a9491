"""The print shop of a game: its products, with the options of a print run, drawn into documents.

`templates/sheets/<game>/shop.yaml` lists a game's products, with the layouts of its record sheets beside it. The game's
provider (`press.games`) defines the names to which layouts may refer, and fills the sheets from a log. `print_run`
writes the files.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from combatbox.core.annotations import frozen
from combatbox.core.errors import suggest
from combatbox.core.events import Journal
from combatbox.core.table_views import TableView
from combatbox.games import registered_games
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book, NotedBook
from combatbox.library.medals import read_medals
from combatbox.play.session import TOUR
from combatbox.press import charts, style
from combatbox.press.blocks import Writing
from combatbox.press.catalogue import PROSE, Catalogue, Product, Section, read_catalogue
from combatbox.press.document import Document, imprint, rebuilt_remark, rulings_remark
from combatbox.press.errors import PressError
from combatbox.press.layout import Layout
from combatbox.press.printed_tables import INDEX, index_of_aids, index_of_pages
from combatbox.press.provider import FieldValues, Provider, SheetContext, provider_of
from combatbox.press.sheet_files import read_sheet, sheet_text
from combatbox.press.style import MM, Edge, Ink
from combatbox.press.tour_data import Tour, tour_odds
from combatbox.press.yaml_source import read_model

if TYPE_CHECKING:
    from combatbox.press.deck import CardFaces
    from combatbox.prose.chapters import Chapter

T = TypeVar("T")

_SHEET = 2
"""The player aids that a sheet of paper holds; more of them need an index."""

_MANY = 40
"""The tables up to which their pages need no index."""

_LARGE_SHEET = 2.0  # the enlargement of large sheets: from labels of 7 points to 14, on four sheets of the paper


MOST_BLEED = 10.0  # millimetres; print shops ask for 3 to 5


def web_edition() -> str:
    """Return the address of the accessible web edition (`SITE_URL`); empty if none is configured."""
    return os.environ.get("SITE_URL", "")


@frozen
class PrintOptions:
    """The options of one print run.

    Attributes:
        duplex: the edge of the paper over which sheets are turned.
        stock: the stock of table cards; empty for the stock in the catalogue.
        counters: the size of small counters (`counter-SIZE` among the stocks); empty for that in their file.
        shift: how far the backs of cards and counters are moved to the right and down, in millimetres.
        fold_over: True to print the back of a card beside it, to be folded.
        bleed: the bleed in millimetres. If it is above 0, the files are made for a print shop, with a page for each
            side of a card.
        writing: pairs of texts: the name of a field on the record sheets, and the text to print in this field.
        only: the names of the products to make; empty for all of them.
        flat: True to print the values of a log on the page; False to put them into form fields, which can be edited.
    """

    ink: Ink = field(default_factory=Ink)
    duplex: Edge = "long"
    stock: str = ""
    bleed: float = 0.0
    writing: tuple[tuple[str, str], ...] = ()
    only: tuple[str, ...] = ()
    flat: bool = False
    counters: str = ""
    shift: tuple[float, float] = (0.0, 0.0)
    fold_over: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.bleed <= MOST_BLEED:
            raise PressError(f"--bleed: must be between 0 and {MOST_BLEED:g} mm (got {self.bleed:g})")
        if self.bleed and self.fold_over:
            raise PressError("--fold-over: cannot be used with --bleed; a print shop prints both sides")

    @property
    def bleed_points(self) -> float:
        """The bleed in points."""
        return self.bleed * MM


@frozen
class Shop:
    """A printer of the products of one game under chosen rulings.

    Attributes:
        web: the address of the web edition.
        job: the options of the print run.
        writing: the texts that the player puts into fields.
        laid: a cache of page layouts, by product and paper.
    """

    book: Book
    catalogue: Catalogue
    provider: Provider
    context: SheetContext
    web: str
    job: PrintOptions
    writing: Writing
    laid: dict[tuple[Any, ...], Any] = field(default_factory=dict)

    def document(
        self,
        title: str,
        paper: str,
        *,
        fillable: bool,
        editable: bool = False,
        product: Product | None = None,
    ) -> Document:
        """Return a new document with the imprint of the game.

        Args:
            title: the title of the file.
            paper: the name of the paper size, such as `a4`.
            fillable: True if empty fields become form fields.
            editable: True if fields with a value become form fields, too.
            product: the product that the document will contain, which gets the bleed and the enlargement that it needs;
                None if the document will contain several.
        """
        game, context = self.catalogue.title or self.book.meta.title, self.context
        remarks = [
            rebuilt_remark(self.book),
            rulings_remark(self.book, context.rules),
        ]
        marks = imprint(self._tables_digest, game, title, remarks, self.web)
        job, bleed = self.job, self.job.bleed_points if product and product.two_sided else 0.0
        return Document(
            marks,
            paper=style.paper(paper),
            ink=replace(job.ink, separated=bool(bleed)),
            fillable=fillable,
            editable=editable,
            duplex=job.duplex,
            bleed=bleed,
            scale=_LARGE_SHEET if product and self._is_large_sheet(product) else 1.0,
            shift=(job.shift[0] * MM, job.shift[1] * MM),
            fold_over=job.fold_over,
        )

    def named(self, name: str) -> Product:
        """Return the product with a name."""
        return next(product for product in self.catalogue.products if product.name == name)

    def noting(self, book: NotedBook) -> Shop:
        """Return a shop for one document, whose book notes what the document reads."""
        context = replace(self.context, book=book, rules=book.rulebook(self.context.rules.rulings))
        return replace(self, book=book, context=context)

    def _tables_digest(self) -> str:
        """Return the digest of what a blank paper has read; that of all tables for a paper filled from a log."""
        book = self.book
        return book.digest_of(book.read) if isinstance(book, NotedBook) else book.digest

    def original(self, product: Product) -> Product:
        """Return the product from which another one is made, in large print or as its box; any other product itself."""
        return self.named(product.made_from or product.name)

    def _is_large_sheet(self, product: Product) -> bool:
        return product.kind == "large" and self.original(product).kind == "sheet"

    def paper_title(self, product: Product, paper: str) -> str:
        """Return the size of a product's pages for readers: of large sheets, of booklets to read, of all others."""
        sheet = style.paper(paper)
        if self._is_large_sheet(product):
            return sheet.twice
        return sheet.half if product.kind == "booklet" and not product.imposed else sheet.title

    def draw(
        self,
        product: Product,
        document: Document,
        fillings: Sequence[FieldValues] = (FieldValues(),),
        *,
        keyed: bool = False,
        bundled: bool = False,
    ) -> None:
        """Draw a product's pages into a document.

        Args:
            product: the product to draw.
            document: the document to draw into.
            fillings: the field values of each copy of a record sheet.
            keyed: True to begin field names with the key of the copy of the sheet, because there are several copies.
            bundled: True if the document also contains other products, so that each page must have the paper's size.
        """
        if product.kind in ("sheet", "large"):
            self._draw_sheet(product, document, fillings, keyed)
        elif product.kind in PROSE:
            self._draw_prose(product, document, bundled)
        else:
            draw: Mapping[str, Callable[[Product, Document], None]] = {
                "start": self._draw_start,
                "set": self._draw_set,
                "counters": self._draw_counters,
                "tables": self._draw_tables,
                "aids": self._draw_aids,
                "cards": self._draw_cards,
                "box": self._draw_box,
            }
            draw[product.kind](product, document)

    def _draw_sheet(self, product: Product, document: Document, fillings: Sequence[FieldValues], keyed: bool) -> None:
        """Draw a record sheet once for each set of field values, which a document may enlarge, or large player aids."""
        original = self.original(product)
        if original.kind == "aids":
            self._draw_aids(replace(original, title=product.title), document, large=True)
            return
        charts.draw_sheet(
            self.layout(original), document, self.provider, self.context, fillings, keyed=keyed, writing=self.writing
        )

    def _draw_set(self, product: Product, document: Document) -> None:
        self.draw_together([self.named(name) for name in product.parts], document)

    def _draw_counters(self, product: Product, document: Document) -> None:
        from combatbox.press import counters

        sheet = counters.read(self.book, product.name, self.provider.names(self.context))
        counters.draw(document, product.title, sheet, self.job.counters)

    def _draw_tables(self, product: Product, document: Document) -> None:
        """Draw the pages with every table of the game; the last of many tables is an index."""
        from combatbox.press import reference

        paper, sections, aids = document.paper, self._sections(every=True), self._faces
        tables = list(_views(sections))
        blank = index_of_pages(tables, aids, {})
        index = [Section("Index", (blank,))] if len(tables) > _MANY else []
        pages = self._once(("tables", paper), lambda _: reference.lay_out(paper, [*sections, *index], reference.TABLES))
        numbers = {
            item.view.view.id: number
            for number, page in reversed([*enumerate(pages, start=document.pages + 1)])  # a table begins on its first
            for item in page.items
        }
        notes = dict(zip(blank.notes, index_of_pages(tables, aids, numbers).notes, strict=True))
        about = reference.ABOUT_CODES
        reference.draw(document, product.title, pages, reference.TABLES, subtitle=about, notes=notes)

    def _draw_aids(self, product: Product, document: Document, *, large: bool = False) -> None:
        """Draw the player aids, a page for each phase of play; in large type, as many pages as each phase needs."""
        from combatbox.press import reference

        kind = reference.LARGE_AIDS if large else reference.AIDS
        sections = self.catalogue.faces(self.book, self.context.rules, product)
        paper, index = document.paper, list[reference.Face]()
        if len(sections) > _SHEET:
            rules = () if sections[-1].tables[0].id else sections.pop().tables
            view = index_of_aids(_views(sections), self._faces)
            index = reference.faces(paper, [Section(f"Aid {len(sections) + 1} · {INDEX}", (view, *rules))], kind)
        faces = self._once(("aids", paper, large), lambda _: reference.faces(paper, sections, kind))
        for number, (title, pages) in enumerate([*(faces if large else reference.printing_order(faces)), *index]):
            reference.draw(document, title, pages, kind, part_of="" if number else product.title)

    def _draw_cards(self, product: Product, document: Document) -> None:
        """Draw the tables of play on cards of one stock, or each table on the size that it needs."""
        from combatbox.press import deck

        deck.draw(document, product.title, self._laid_cards(product, document.paper))

    def _draw_box(self, product: Product, document: Document) -> None:
        """Draw boxes for the cards of a deck, as they are laid out for the same paper and stock."""
        from combatbox.press import tuck_box

        boxes = tuck_box.contents(self._laid_cards(self.original(product), document.paper))
        game = self.catalogue.title or self.book.meta.title
        tuck_box.draw(document, product.title, game, self.catalogue.cover, boxes, product.thickness)

    def _laid_cards(self, product: Product, paper: style.Paper) -> list[CardFaces]:
        """Return the cards of a deck for a paper size, on the stock of the print run or of the product."""
        from combatbox.press import deck

        stocks = deck.stocks(paper, self.job.stock or product.stock)
        sections = [
            Section(section.title, tables)
            for section in self._sections()
            if (tables := tuple(table for table in section.tables if table.id not in product.leaving))
        ]
        return self._once(("cards", paper, stocks, product.leaving), lambda _: deck.lay_out(paper, sections, stocks))

    def _sections(self, *, every: bool = False) -> list[Section]:
        return self._once(
            ("sections", every),
            lambda shop: self.catalogue.sections(shop.book, shop.context.rules, every=every),
        )

    def _once(self, key: tuple[Any, ...], make: Callable[[Shop], T]) -> T:
        """Return the cached value for a key; call `make` and cache its result if there is none.

        What `make` reads of the book of the shop that it gets counts as read by all who get the value.
        """
        if key not in self.laid:
            shop = self.noting(NotedBook.of(self.book))
            self.laid[key] = make(shop), shop.book
        value: T
        value, book = self.laid[key]
        self.book.note(*book.read)
        return value

    def _draw_prose(self, product: Product, document: Document, bundled: bool) -> None:
        """Draw a booklet, a summary or a page of the game's prose."""
        from combatbox.press import chapters

        own = [chapter for name in product.chapters for chapter in self._chapters(name)]
        if product.kind == "booklet":
            self._draw_booklet(product, document, own, paired=bundled)
            return
        matter, is_page = chapters.rules_summary(own), product.kind == "page"
        if is_page:
            matter = [block for chapter in own for block in chapters.Matter().blocks_of(chapter)[1:]]
        columns, landscape = product.columns, product.landscape
        chapters.draw_pages(document, product.title, matter, columns=columns, landscape=landscape, single=is_page)

    def draw_together(self, products: Sequence[Product], document: Document, *, contents: bool = False) -> None:
        """Draw several products, each on the front of a sheet.

        Args:
            products: the products in order; a page "Start here" comes first.
            document: the document to draw into.
            contents: True for a page of contents; otherwise what "Start here" asks for follows it.
        """
        from combatbox.press import bundle

        paper = document.paper.name
        opening = [product for product in products if product.kind == "start"]
        parts = [product for product in products if product not in opening]
        if not contents:
            parts += [self.named(first.name) for product in opening for first in product.prints]
        counts = {part: bundle.pages_in(part, self.page_count(part, paper)) for part in parts}
        begins = bundle.begins(list(counts.items()), after=contents + len(opening))
        pages = {part.name: (page, page + counts[part] - 1) for part, page in begins}
        for product in opening:
            self._draw_start(product, document, pages)
        if contents:
            bundle.draw_contents(document, self.book, self.catalogue, begins)
        for part, page in begins:
            if document.pages + 1 < page:
                bundle.draw_blank(document)
            document.anchor_next(part.name)
            self.draw(part, document, bundled=True)

    def _draw_start(
        self, product: Product, document: Document, bundled: Mapping[str, tuple[int, int]] | None = None
    ) -> None:
        """Draw the page "Start here".

        Args:
            product: the page as a product.
            document: the document to draw into.
            bundled: by product name, the first and last page of the product in the document; None if each product has
                its own file.
        """
        from combatbox.press import bundle, chapters
        from combatbox.prose.chapters import sentences

        paper = document.paper.name
        papers = []
        for first in product.prints:
            of = self.named(first.name)
            begin, end = (bundled or {}).get(of.name, (0, 0))
            where = (
                f"{of.name}-{paper}.pdf" if not begin else f"page {begin}" if begin == end else f"pages {begin}–{end}"
            )
            papers.append(bundle.FirstPaper(first, of, self.page_count(of, paper), where))
        rules = sentences(self.book, product.rules, self.context.rules.rulings, self._faces)
        blocks = bundle.first_matter(product, papers, rules, document.duplex)
        chapters.draw_pages(document, product.title, blocks, columns=1, landscape=False, single=True)

    def page_count(self, product: Product, paper: str) -> int:
        """Return the number of pages of a blank product."""

        def count(shop: Shop) -> int:
            with shop.document(product.title, paper, fillable=False, product=product) as document:
                shop.draw(product, document)
            return document.pages

        return self._once(("pages", product.name, paper), count)

    def _draw_booklet(self, product: Product, document: Document, own: Sequence[Chapter], *, paired: bool) -> None:
        """Draw chapters, an example mission, and the rulings that they mention, as a booklet.

        Links to tables lead to the file of tables.
        """
        from combatbox.press import chapters
        from combatbox.prose.chapters import narrated_mission, rulings_chapter

        book = self.book
        # A variant may have no examples of its own.
        example = product.example if book.scripts or book.base_game == book.key else ""
        missions = (
            [self._once(("narrated", example), lambda shop: narrated_mission(shop.book, example))] if example else []
        )
        rulings = rulings_chapter(book, [*own, *missions], self.context.rules.rulings)
        all_chapters = [*own, *missions, *([rulings] if rulings else [])]
        tables = next((other.name for other in self.catalogue.products if other.kind == "tables"), "")
        document.canvas.tables_file = f"{tables}-{document.paper.name}.pdf"
        ids = {*book.rules, *book.rulings}
        links = None if product.imposed else chapters.Links(all_chapters, ids, book.tables if tables else ())
        pictures = self._once(
            ("pictures", document.paper),
            lambda shop: chapters.pictures(shop.book, self.provider.figures(shop.context), document.paper),
        )
        matter = chapters.Matter(pictures, links)
        chapters.draw_booklet(document, self.catalogue, product, all_chapters, matter, paired=paired)

    def _chapters(self, name: str) -> list[Chapter]:
        from combatbox.prose.chapters import chapters

        return self._once(
            ("prose", name),
            lambda shop: chapters(shop.book, [name], shop.context.rules.rulings, shop._faces),
        )

    @property
    def _faces(self) -> Mapping[str, int]:
        """The number of the player aid with each table, by the table's id."""
        return self._once(("faces",), lambda shop: self.catalogue.faces_of(shop.book, shop.context.rules))

    @property
    def products(self) -> Sequence[Product]:
        """The blank products to print: the whole catalogue, or the products that `job.only` names.

        Raises:
            PressError: `job.only` names a product that is not in the catalogue, or that can only be made from a log.
        """
        chosen = self.chosen
        if from_log := [product.name for product in chosen if product.kind == "tour"]:
            raise PressError(f"{from_log[0]}: is made from the log of a tour; add --log FILE")
        return chosen

    @property
    def chosen(self) -> Sequence[Product]:
        """All products of the catalogue except tour books, or the products that `job.only` names.

        Raises:
            PressError: `job.only` names a product that is not in the catalogue.
        """
        products, only = self.catalogue.products, self.job.only
        names = [product.name for product in products]
        for name in only:
            if name not in names:
                remedy = suggest(name, names) or f"; its papers are {', '.join(names)}"
                raise PressError(f"{self.book.meta.title} has no paper {name!r}{remedy}")
        return [product for product in products if (product.name in only if only else product.kind != "tour")]

    def read_tour(self, journal: Journal) -> Tour | None:
        """Return the contents of a tour book; None if the log is not of a tour, or the game has no tour book."""
        read = self.provider.tour
        if read is None or journal.header["run"] != TOUR:
            return None
        rules = self.book.rulebook(journal.header.get("rulings"))
        context = replace(self.context, rules=rules, odds=tour_odds(self.book), medals=read_medals(self.book))
        return read(context, journal.events, journal.header)

    def layout(self, product: Product) -> Layout:
        """Return the layout of a record sheet."""
        return read_model(read_sheet(self.book, product.name), Layout)


def _views(sections: Sequence[Section]) -> Iterator[TableView]:
    return (view for section in sections for view in section.tables)


def write_sheet_set(shop: Shop, folder: Path) -> None:
    """Write `sheets.json`, from which the page for playing prints filled sheets."""
    write_atomically(folder / "sheets.json", sheet_set(shop).encode())


def sheet_set(shop: Shop) -> str:
    """Return the record sheets of a game, and what its tour book needs, as JSON for `charts` and `tour_page`."""
    from combatbox.press.map_data import atlases, read_atlas

    book, catalogue = shop.book, shop.catalogue
    sheets = {
        product.name: [product.title, sheet_text(book, product.name)]
        for product in catalogue.products
        if product.kind == "sheet"
    }
    facts: dict[str, Any] = {
        "title": catalogue.title or book.meta.title,
        "provider": registered_games()[book.base_game].sheets,
        "remark": rebuilt_remark(book),
        "web": shop.web,
        "data": catalogue.data,
        "sheets": sheets,
        "cover": catalogue.cover,
    }
    if shop.provider.tour:
        atlas = read_atlas(book) if "map" in atlases(book) else None
        medals = [asdict(medal) for medal in read_medals(book)]
        facts |= {"odds": asdict(tour_odds(book)), "atlas": atlas and asdict(atlas), "medals": medals}
    text = json.dumps([facts, book.drawing and asdict(book.drawing)], default=str)
    drawings = {name: path for name, path in paths.drawings().items() if name in text}
    facts["art"] = {name: path.read_text(encoding="utf-8") for name, path in drawings.items()}
    return json.dumps(facts, ensure_ascii=False)


def open_shop(
    book: Book,
    rulings: Mapping[str, str] | None = None,
    *,
    web: str | None = None,
    job: PrintOptions | None = None,
    scenario: Mapping[str, Any] | None = None,
) -> Shop:
    """Return the `Shop` that prints the products of a game.

    Args:
        book: the book of the game.
        rulings: the rulings that differ from the defaults.
        web: the address of the web edition; by default `web_edition`.
        job: the options of the print run.
        scenario: a scenario of the players' own that was played.
    """
    catalogue = read_catalogue(book)
    context = SheetContext(book, book.rulebook(rulings, scenario), catalogue.data)
    job = job or PrintOptions()
    writing = Writing(dict(job.writing))
    return Shop(
        book, catalogue, provider_of(book.base_game), context, web_edition() if web is None else web, job, writing
    )


def write_map(book: Book, folder: Path) -> list[Path]:
    """Write the game's maps and figures as SVG, from the same data as the printed boards; return the files."""
    from combatbox.press.map import MAP, svg_text
    from combatbox.press.map_data import atlases, read_atlas

    written = []
    for name in atlases(book):
        drawing = MAP if name == "map" else name
        written.append(folder / f"{drawing}.svg")
        write_atomically(written[-1], svg_text(read_atlas(book, name), name=drawing).encode())
    return [*written, *_write_figures(book, folder)]


def _write_figures(book: Book, folder: Path) -> Iterator[Path]:
    """Write the game's figures, and yield their paths."""
    provider = provider_of(book.base_game)
    for figure in provider.figures(SheetContext(book, book.rulebook(), read_catalogue(book).data)):
        yield folder / f"{figure.name}.svg"
        write_atomically(folder / f"{figure.name}.svg", figure.svg().encode())
