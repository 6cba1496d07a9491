"""What a game's print shop makes: `templates/sheets/<game>/shop.yaml`, read strictly.

    title: 25 and Out
    cover: b17-plan                 # a drawing for the first page of the bundle
    products:
      - sheet: mission-record       # a layout beside this file; and others
        title: Mission Record Sheet
        about: one line for the contents page
    order:                          # every table in the order of play; left out, `order` of game.yaml holds
      - title: The mission
        tables: [T-TAB-POSITION]
    data: {...}                     # whatever the game's provider wants to know

Further kinds, and their options beside `title` and `about`:

    tables: tables          # every table on flat pages: columns, orientation
    one_page: one-page-tables  # tables on a single page in small type: columns, orientation, sections (of `order`)
    folded: reference       # every table in big type on the panels of sheets to fold: columns (panels)
    cards: table-cards      # every table as cards: stock
    counters: counters      # counters or small cards from a file beside this one (`press.counters`)
    booklet: rules          # the site's prose, two pages to a sheet's side: chapters, imposed
    page: sequence          # the site's prose on one page: chapters, columns, orientation
    summary: rules-summary  # the first sentence of every rule on one page: chapters, columns, orientation

`chapters` are pages of `site/<game>/` or folders of it. An `imposed` booklet is a file of its own and no part
of the bundle, which has it in reading order. `{edge}` in `about` is the edge over which sheets are turned.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from combatbox.core.effects import Say
from combatbox.core.tables import Table
from combatbox.core.wording import TableView, corrected, listed, view
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.provenance import any_rebuilt, how_to
from combatbox.library.yaml12 import read_yaml
from combatbox.press.errors import PressError
from combatbox.press.source import Fields, Source, parse

PROSE = ("booklet", "page", "summary")
KINDS = ("sheet", "tables", "one_page", "cards", "counters", "folded", "booklet", "page", "summary")


@dataclass(frozen=True, slots=True)
class Product:
    """A thing that is printed, and how: columns and orientation, stock of cards, chapters of the prose."""

    kind: str
    name: str
    title: str
    about: str = ""
    columns: int = 2
    landscape: bool = False
    stock: str = "poker"
    chapters: tuple[str, ...] = ()
    imposed: bool = False
    sections: tuple[str, ...] = ()

    @property
    def two_sided(self) -> bool:
        """Whether its pages are fronts and backs by turns."""
        return self.kind in ("counters", "cards", "folded")


_MINUS = re.compile(r"(?<![\w-])-(?=\d)")  # that of a keyboard, which print has not


@dataclass(frozen=True, slots=True)
class Section:
    """Tables that belong together, in the order of play."""

    title: str
    tables: tuple[TableView, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    title: str
    subtitle: str
    products: Sequence[Product]
    order: Sequence[tuple[str, tuple[str, ...]]] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    cover: str = ""
    credits: str = ""

    def sections(self, book: Book) -> list[Section]:
        """The tables as they are printed."""
        return [
            Section(title, tuple(printed_view(book.tables[name], book.say) for name in names))
            for title, names in self.order
        ]


def printed_view(table: Table, say: Say) -> TableView:
    """A table's view, with what was corrected told among its notes."""
    seen = view(table, say)
    told: dict[str, list[str]] = {}
    for correction in table.info.corrections:
        name, now = corrected(table, correction, say)
        was = _MINUS.sub("−", correction.was)
        told.setdefault(f"“{was}” is printed; “{now}” by {correction.by}.", []).append(name)
    notes = (f"{listed(names)}: {words}" for words, names in told.items())
    return replace(seen, notes=(*seen.notes, *notes), corrections=())


def read_catalogue(book: Book) -> Catalogue:
    """A game's catalogue. Without a file a game has its tables and cards. Raises PressError, DataError."""
    path = paths.home(book.key).sheets / "shop.yaml"
    if not path.is_file():
        products = [Product("tables", "tables", "Tables"), Product("cards", "table-cards", "Table cards")]
        return Catalogue(book.meta.title, book.meta.subtitle, products, _standing_order(book), credits=credits_of(book))
    file = f"{book.key}/shop.yaml"
    fields = parse(path.read_text(encoding="utf-8"), file).fields()
    fields.get("data")  # read as plain data below
    order = fields.get("order")
    catalogue = Catalogue(
        fields.need("title").text(),
        fields.text("subtitle"),
        [_product(item.fields()) for item in fields.need("products").items()],
        _order(book, order) if order else _standing_order(book),
        read_yaml(path).data.get("data", {}),
        fields.text("cover"),
        credits_of(book),
    )
    fields.done()
    return catalogue


def credits_of(book: Book) -> str:
    """Whose game it is, that we are not they, and where its tables are not the printed ones."""
    meta = book.meta
    houses = [re.sub(r", (\d{4})$", r" (\1)", house) for house in meta.publisher.split("; ") if house]
    published = f" and published by {' and '.join(houses)}" if houses else ""
    designed = f"{meta.title} was designed by {meta.designer}{published}. " if meta.designer else ""
    own = f"{designed}This is an unofficial companion in our own words and drawings."
    if not any_rebuilt(book):
        return own
    how = how_to(book)
    return f"{own} {how.words} Do you own the game? Put in your numbers: {how.own_command}"


def _product(fields: Fields) -> Product:
    kind = fields.kind(KINDS)
    product = Product(
        kind,
        fields.need(kind).text(),
        fields.need("title").text(),
        fields.text("about"),
        fields.whole("columns", 2, 1),
        fields.choice("orientation", ("portrait", "landscape"), "portrait") == "landscape",
        fields.text("stock", "poker"),
        tuple(item.text() for item in fields.need("chapters").items()) if kind in PROSE else (),
        fields.flag("imposed", False),
        tuple(item.text() for item in fields.need("sections").items()) if kind == "one_page" else (),
    )
    fields.done()
    return product


def _standing_order(book: Book) -> list[tuple[str, tuple[str, ...]]]:
    """The order that the game itself has for its tables; those that it leaves out come last."""
    if not book.meta.order:
        return [("Tables", tuple(book.tables))]
    order = [(title, tuple(names)) for title, names in book.meta.order.items()]
    rest = tuple(name for name in book.tables if not any(name in names for _, names in order))
    return [*order, ("Further tables", rest)] if rest else order


def _order(book: Book, source: Source) -> list[tuple[str, tuple[str, ...]]]:
    """The order of tables; each table of the game stands in it once."""
    order: list[tuple[str, tuple[str, ...]]] = []
    seen: set[str] = set()
    for item in source.items():
        fields = item.fields()
        names = []
        for name in fields.need("tables").items():
            if name.text() not in book.tables:
                name.fail(f"{book.meta.title} has no table {name.text()}")
            if name.text() in seen:
                name.fail(f"{name.text()} is there twice")
            seen.add(name.text())
            names.append(name.text())
        order.append((fields.need("title").text(), tuple(names)))
        fields.done()
    missing = [name for name in book.tables if name not in seen]
    if missing:
        raise PressError(f"{source.place}: tables of {book.meta.title} are left out: {', '.join(missing)}")
    return order
