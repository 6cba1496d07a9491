"""The printed products of a game, read from `templates/sheets/<game>/shop.yaml`.

    title: 25 and Out
    cover: b17-plan                 # a drawing for the first page of the bundle
    products:
      - sheet: mission-record       # a layout beside this file
        title: Mission Record Sheet
        about: one line for the contents page
    letters: {T5-3/9: f}            # the letter of a note, by the row or table (its modifiers) that it is printed beside
    data: {...}                     # the data of the game's provider

Further kinds of product; the colon is followed by their options besides `title` and `about`:

    tables: tables          # every table with its sources, on pages: columns
    aids: player-aids       # the tables of play, a page for each phase: faces, a list of title, tables, and optional rules
    cards: table-cards      # the tables of play as cards: stock, leaving (ids of tables without cards)
    counters: counters      # counters or small cards from a file beside this one (`press.counters`)
    booklet: rules          # the site's prose, two pages on a side: chapters, imposed, example (the script of a mission)
    page: sequence          # the site's prose on one page: chapters, columns, orientation
    summary: rules-summary  # each rule in a sentence, on as few pages as possible: chapters, columns, orientation
    start: start-here       # what a first mission needs, on one page: needs, prints, rules; the first page of the bundle
    box: tuck-box           # boxes for the cards of a deck: made_from (its name), thickness (of a card, in millimetres)
    large: chart-large      # another product in large print: made_from (a sheet or aids); not in the bundle
    tour: tour-book         # the book of a tour, made only from its log: imposed
    set: tour-records       # other products in one file: parts (their names; a start page stands for what it prints, too)

Every product may have a `heading`, under which the website lists it; it does not list those with the heading `none`.

`prints` of `start` lists products to print: `paper` (the name of the product), `on` (paper or card), `then`
(instructions for the printed sheets). Its `rules` are sentences of Markdown with the calls of the site's prose.

Large aids have type of 14 points on more pages; a large sheet is printed twice as long and twice as wide, on a page of
A2 or 17 by 22 inches.

`chapters` are pages of `site/<game>/` or its folders. An `imposed` booklet is printed on sheets for folding. In the
bundle, any other booklet has two pages on each side, because all pages of the bundle have the same size. `{edge}` in
`about` is the edge over which sheets are turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Annotated, Any, Literal

from combatbox.core.annotations import Among, Key, Known, Min, frozen
from combatbox.core.errors import DataError, suggest
from combatbox.core.table_views import TableView
from combatbox.core.tables import Rulebook
from combatbox.library.book import Book, TableNames
from combatbox.library.load import meta_of
from combatbox.library.provenance import how_to
from combatbox.library.yaml12 import Document
from combatbox.play.dataclass_validation import MISSING, Fault, faults
from combatbox.press.printed_tables import (
    Aid,
    compact,
    in_force,
    lettered,
    printed_view,
    row_notes,
    rules_view,
    unused_tables,
)
from combatbox.press.provider import provider_of
from combatbox.press.sheet_files import is_own_file, read_document, read_sheet, sheet_file, where_to_write
from combatbox.press.yaml_source import PlacedText, read_model

PROSE = ("booklet", "page", "summary")
MADE_FROM = {"large": ("sheet", "aids"), "box": ("cards",)}
"""The kinds of products of which another one can be made, by its kind."""
KINDS = (
    "start",
    "sheet",
    "tables",
    "aids",
    "cards",
    "counters",
    "booklet",
    "page",
    "summary",
    "tour",
    "large",
    "box",
    "set",
)
HEADINGS = ("Tonight", "A tour", "Tables", "Rules", "To cut", "Large", "Extra", "none")
"""The headings of the list of products, in order; products under `none` are not listed."""
_OPTIONS = {
    "chapters": PROSE,
    "faces": ("aids",),
    "prints": ("start",),
    "rules": ("start",),
    "made_from": tuple(MADE_FROM),
    "thickness": ("box",),
    "parts": ("set",),
}
"""The options that products of some kinds must have, and others must not have."""


@frozen
class Product:
    """A printed product of a game, with the options for its kind of product.

    Attributes:
        stock: the name of the stock on which cards are printed; empty to print each table on the card size that it
            needs.
        leaving: the ids of tables that are not printed as cards.
        cover: the name on the cover of a booklet; empty for the product's title.
        example: the script of the mission that a booklet shows.
        needs: a text about what a first mission needs besides paper.
        prints: the products to print for a first mission.
        rules: the rules of a first mission, as Markdown.
        made_from: the name of the product from which this one is made; empty for one that stands alone.
        thickness: the thickness of a card, in millimetres.
        parts: the names of the products in a set.
        heading: the heading under which the website lists the product.
    """

    kind: Annotated[str, Among(KINDS)]
    name: str
    title: str
    about: str = ""
    columns: Annotated[int, Min(1)] = 2
    orientation: Literal["portrait", "landscape"] = "portrait"
    stock: str = ""
    chapters: tuple[str, ...] = ()
    imposed: bool = False
    leaving: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()
    cover: str = ""
    example: str = ""
    needs: str = ""
    prints: tuple[FirstPrint, ...] = ()
    rules: tuple[str, ...] = ()
    made_from: str = ""
    thickness: Annotated[float, Min(0)] = 0.0
    parts: tuple[str, ...] = ()
    heading: Annotated[str, Among(HEADINGS)] = "Extra"

    def validate(self) -> Iterator[Fault]:
        """Yield a fault for each option that the product lacks, or that belongs to products of other kinds."""
        for key, kinds in _OPTIONS.items():
            if self.kind in kinds and not getattr(self, key):
                yield (), f"'{key}' {MISSING}"
            if self.kind not in kinds and getattr(self, key):
                yield (key,), f"is an option of {' and '.join(kinds)} only; remove it"

    def origin_fault(self, products: Sequence[Product]) -> str:
        """Return the fault of a product that is made of one that is not among `products`, or is not of the right kind.

        The text is empty if there is no fault.
        """
        kinds = MADE_FROM.get(self.kind, ())
        if not kinds or any(other.name == self.made_from and other.kind in kinds for other in products):
            return ""
        return f"{self.name}: `made_from` must name a product of kind {' or '.join(kinds)} (got {self.made_from!r})"

    @property
    def landscape(self) -> bool:
        """True if the pages are wider than they are high."""
        return self.orientation == "landscape"

    @property
    def two_sided(self) -> bool:
        """True if the pages are fronts and backs in turn."""
        return self.kind in ("counters", "cards")

    @property
    def duplex(self) -> bool:
        """True if the product should be printed on both sides of the paper."""
        return self.two_sided or self.imposed or self.kind == "aids"


@frozen
class FirstPrint:
    """A product to print for a first mission.

    Attributes:
        name: the name of the product.
        stock: `paper` or `card`.
        then: the instructions for the printed sheets, such as how to cut them.
    """

    name: Annotated[str, Key("paper")]
    stock: Annotated[Literal["paper", "card"], Key("on")] = "paper"
    then: str = ""


@frozen
class Face:
    """A page of player aids: a phase of play, the ids of its tables, and the rules whose text it shows.

    The rules of a last face without tables stand beside the index, which more than one sheet of aids has.
    """

    title: str
    tables: tuple[PlacedText, ...]
    rules: tuple[str, ...] = ()


@frozen
class Section:
    """A named group of tables in the order of play."""

    title: str
    tables: tuple[TableView, ...]


@frozen
class ShopFile:
    """The contents of a `shop.yaml`; see the description of this module."""

    title: str
    products: tuple[Product, ...]
    subtitle: str = ""
    cover: str = ""
    letters: dict[str, str] = field(default_factory=dict)
    data: Any = None


@frozen
class Catalogue:
    """The products of a game, and the order of its tables.

    Attributes:
        data: the data for the game's provider.
        letters: the letters that refer to notes. The key of a letter is the id of the row beside which it is printed,
            or the id of the table if it is printed beside the table's modifiers.
    """

    title: str
    subtitle: str
    products: Sequence[Product]
    order: Sequence[tuple[str, tuple[str, ...]]] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    cover: str = ""
    credits: str = ""
    letters: Mapping[str, str] = field(default_factory=dict)

    def sections(self, book: Book, rules: Rulebook, *, every: bool = False) -> list[Section]:
        """Return the sections of the game's tables, with each table in its printed form.

        Args:
            book: the book of the game.
            rules: the rulebook with the rulings in force.
            every: True to include all tables and variants; otherwise only the tables in force, without the ids of
                rulings and what errata changed.
        """
        names, card = book.names if every else book.names_under(rules), Aid(book, ())
        sections: list[Section] = []
        for title, ids in self.order:
            tables = [book.tables[name] if every else in_force(book, rules, name) for name in ids]
            views = (
                printed_view(book, table) if every else card.trim(printed_view(book, table, rules, corrected=False))
                for table in tables
                if table
            )
            sections.append(Section(title, tuple(self._prepare(names, view) for view in views)))
        return [section for section in sections if section.tables]

    def faces(self, book: Book, rules: Rulebook, product: Product) -> list[Section]:
        """Return the pages of the player aids, each as a section; a page has only those tables that are in force.

        Raises:
            PressError: a page of the player aids names a table that the game does not have.
        """
        for face in product.faces:
            for name in face.tables:
                if name.words not in book.tables:
                    name.fail(f"{book.meta.title} has no table {name.words}")
        unused = unused_tables(book, {**rules.rulings, **rules.ruled})
        names, aid = book.names_under(rules), Aid(book, unused)
        sections: list[Section] = []
        for face in product.faces:
            views = [
                replace(view, notes=(*view.notes, *row_notes(book, table)))
                for name in face.tables
                if name.words not in unused and (table := in_force(book, rules, name.words))
                for view in [aid.trim(printed_view(book, table, rules, corrected=False))]
            ]
            if face.rules:
                views.append(aid.trim(rules_view(book, face.rules, rules.rulings)))
            if views:
                tables = tuple(self._prepare(names, view) for view in views)
                sections.append(Section(f"Aid {len(sections) + 1} · {face.title}", tables))
        return sections

    def faces_of(self, book: Book, rules: Rulebook) -> dict[str, int]:
        """Return, by table id, the number (from 1) of the player aid with this table; empty if there are no aids."""
        with book.apart():  # the numbers depend on ids alone
            faces = [face for aids in self.products if aids.kind == "aids" for face in self.faces(book, rules, aids)]
        return {view.id: number for number, face in enumerate(faces, start=1) for view in face.tables if view.id}

    def _prepare(self, names: TableNames, view: TableView) -> TableView:
        """Return a table with condensed rows and the letters of its notes, in which other tables are called by name."""
        return names.view(compact(lettered(view, self.letters)))


def read_catalogue(book: Book) -> Catalogue:
    """Return a game's catalogue; without `shop.yaml`, its products are the tables on pages and on cards.

    Raises:
        DataError: `shop.yaml` has problems, or `data` does not match the declaration of the game's provider.
    """
    path = sheet_file(book, "shop")
    if not path.is_file():
        products = [Product("tables", "tables", "Tables"), Product("cards", "table-cards", "Table cards")]
        return Catalogue(book.meta.title, book.meta.subtitle, products, _order(book), credits=credits_of(book))
    document = read_sheet(book, "shop", f"{book.key}/shop.yaml")
    data = _data(book)
    shop = read_model(_with_kinds(document), ShopFile, lambda shop: _faults(book, shop))
    return Catalogue(
        book.meta.title if book.meta.like else shop.title,
        f"A variant of {meta_of(book.base_game).title}" if book.meta.like else shop.subtitle,
        shop.products,
        _order(book),
        data,
        shop.cover,
        credits_of(book),
        shop.letters,
    )


def _with_kinds(document: Document) -> Document:
    """Return the document with the kind and name of each product as entries; in the file they are its first entry."""
    entries = document.data.get("products") if isinstance(document.data, dict) else None
    if not isinstance(entries, list):
        return document
    products = [
        {"kind": next(iter(entry)), "name": next(iter(entry.values())), **dict(list(entry.items())[1:])}
        if isinstance(entry, dict) and entry
        else entry
        for entry in entries
    ]
    return replace(document, data={**document.data, "products": products})


def _faults(book: Book, shop: ShopFile) -> Iterator[Fault]:
    """Yield the products and letters that name what does not exist."""
    names = [product.name for product in shop.products]
    for number, product in enumerate(shop.products):
        where = ("products", number)
        if product.kind in ("sheet", "counters") and not sheet_file(book, product.name).is_file():
            yield where, f"there is no {product.name}.yaml beside this file"
        if fault := product.origin_fault(shop.products):
            yield where, fault
        for name in (*product.parts, *(first.name for first in product.prints)):
            if name not in names:
                yield where, f"{product.name}: there is no paper {name!r}{suggest(name, names)}"
    known = {*book.tables, *book.rows()}
    for name in shop.letters:
        if name not in known:
            yield ("letters", name), f"{book.meta.title} has no row or table {name}{suggest(name, known)}"


def _data(book: Book) -> Mapping[str, Any]:
    """Return `data` of the file, validated against the declaration of the game's provider.

    Raises:
        DataError: the data does not match it; the message has file and line.
    """
    document = read_document(book, "shop")
    data = document.data.get("data", {}) if isinstance(document.data, dict) else {}
    declared = provider_of(book.base_game).data
    # What house rules add needs no data as long as they bring none: sheets that lack it are not printed.
    has_own_shop = bool(book.meta.like) or is_own_file(book, sheet_file(book, "shop"))
    constants = book.constants if has_own_shop else meta_of(book.key).constants
    wrong = faults(declared, data, ("data",), Known(constants, book.tables)) if declared else []
    if not isinstance(data, dict):
        wrong = [(("data",), "must be a mapping")]
    if wrong:
        rest = where_to_write(book, "shop")
        problems = [document.fault(where, f"{what}{rest}") for where, what in wrong]
        raise DataError(problems)
    return data


def credits_of(book: Book) -> str:
    """Return the credits: the designer, the publisher, and remarks.

    The remarks say that the product is unofficial and, if the game has rebuilt tables, how to enter the real numbers.
    """
    meta = book.meta
    game = meta_of(book.base_game) if meta.like else meta
    published = f" and published by {game.publisher}" if game.publisher else ""
    variant = f"{meta.title} is a variant of {game.title}. " if meta.like else ""
    designed = f"{game.title} was designed by {game.designer}{published}. " if game.designer else ""
    own = f"{variant}{designed}This is an unofficial companion in our own words and drawings."
    if not book.rebuilt:
        return own
    how = how_to(book)
    return f"{own} {how.words} Do you own the game? Put in your numbers: {how.own_command}"


def _order(book: Book) -> list[tuple[str, tuple[str, ...]]]:
    """Return the order of tables in game.yaml, followed by the tables that it leaves out."""
    if not book.meta.order:
        return [("Tables", tuple(book.tables))]
    order = [(title, tuple(names)) for title, names in book.meta.order.items()]
    rest = tuple(name for name in book.tables if not any(name in names for _, names in order))
    return [*order, ("Further tables", rest)] if rest else order
