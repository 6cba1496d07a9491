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

    tables: tables          # every table on flat pages, with its sources: columns
    aids: player-aids       # the tables of play, a phase a page: faces, a list of title and tables, perhaps landscape
    cards: table-cards      # the tables of play as cards: stock, leaving (sections of `order` that are not played from)
    counters: counters      # counters or small cards from a file beside this one (`press.counters`)
    booklet: rules          # the site's prose, two pages to a sheet's side: chapters, imposed, example (a script to tell)
    page: sequence          # the site's prose on one page: chapters, columns, orientation
    summary: rules-summary  # the first sentence of every rule on one page: chapters, columns, orientation

`chapters` are pages of `site/<game>/` or folders of it. Where there is an `imposed` booklet, on sheets to fold, the
bundle has that one: all of it is on one size of paper. `{edge}` in `about` is the edge over which sheets are turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from combatbox.core.errors import DataError
from combatbox.core.table_views import Corrected, TableView, corrected, listed, with_minus
from combatbox.core.tables import Correction, Modifier, Rulebook, Table
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import meta_of
from combatbox.library.provenance import any_rebuilt, how_to
from combatbox.library.yaml12 import read_yaml, text_of
from combatbox.play.dataclass_validation import faults
from combatbox.press.condensed_tables import compact
from combatbox.press.errors import PressError
from combatbox.press.provider import provider_of
from combatbox.press.yaml_source import Fields, Source, parse

PROSE = ("booklet", "page", "summary")
KINDS = ("sheet", "tables", "aids", "cards", "counters", "booklet", "page", "summary")


@dataclass(frozen=True, slots=True)
class Product:
    """A thing that is printed, and how: columns and orientation, stock of cards, chapters of the prose.

    Cards without a stock take the size that each table needs. `leaving` are sections that have no cards. `cover` is the
    name on the cover of a booklet, where it is another than the title.
    """

    kind: str
    name: str
    title: str
    about: str = ""
    columns: int = 2
    landscape: bool = False
    stock: str = ""
    chapters: tuple[str, ...] = ()
    imposed: bool = False
    leaving: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()
    cover: str = ""
    example: str = ""

    @property
    def two_sided(self) -> bool:
        """Whether its pages are fronts and backs by turns."""
        return self.kind in ("counters", "cards")


@dataclass(frozen=True, slots=True)
class Face:
    """A page of player aids: a phase of play and the ids of the tables that it needs."""

    title: str
    tables: tuple[str, ...]


_TOLD = 3  # corrections by one authority that are told one by one


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

    def sections(self, book: Book, rules: Rulebook, *, every: bool = False) -> list[Section]:
        """The tables as they are printed: those in force under some rules, or `every` one, variants and all."""
        return _sections(book, rules, self.order, every=every)

    def faces(self, book: Book, rules: Rulebook, product: Product) -> list[Section]:
        """The tables of the faces of player aids, those in force."""
        for face in product.faces:
            for name in face.tables:
                if name not in book.tables:
                    raise PressError(f"{product.name}, {face.title}: {book.meta.title} has no table {name}")
        return _sections(book, rules, [(face.title, face.tables) for face in product.faces])


def _sections(
    book: Book, rules: Rulebook, order: Sequence[tuple[str, tuple[str, ...]]], *, every: bool = False
) -> list[Section]:
    names, found = book.names, []
    for title, ids in order:
        tables = [book.tables[name] if every else in_force(book, rules, name) for name in ids]
        views = (printed_view(book, table, None if every else rules) for table in tables if table)
        found.append(Section(title, tuple(names.view(compact(view)) for view in views)))
    return [section for section in found if section.tables]


def in_force(book: Book, rules: Rulebook, name: str) -> Table | None:
    """The table that is used under that name: itself, the one of another ruling in its place, or, where a name is that of
    such a ruling, none."""
    if name in book.variants:
        return None
    return book.tables[rules.tables[name].id]


def printed_view(book: Book, table: Table, rules: Rulebook | None = None) -> TableView:
    """A table's view, with what was corrected told among its notes, and without modifiers that no ruling of these lets count."""
    seen, say = book.view(table), book.say
    if rules:
        barred = {place for place, one in enumerate(table.modifiers) if not _counts(one, rules)}
        kept = tuple(one for place, one in enumerate(seen.modifiers) if place not in barred)
        seen = replace(seen, modifiers=kept)
    notes = _corrections([(corrected(table, one, say), one) for one in table.info.corrections])
    return replace(seen, notes=(*seen.notes, *notes), corrections=())


def _counts(modifier: Modifier, rules: Rulebook) -> bool:
    """Whether a modifier can count under the rulings in force."""
    needed = modifier.when.requires_ruling() if modifier.when else None
    return needed is None or needed in {**rules.rulings, **rules.ruled}.items()


def _corrections(found: Sequence[tuple[Corrected, Correction]]) -> Iterator[str]:
    """What was corrected, a note for each authority: to the letter, or how many results below which row if they are many."""
    for by, group in groupby(sorted(found, key=lambda one: one[1].by), key=lambda one: one[1].by):
        told: dict[str, list[str]] = {}
        rows = []
        for one, correction in group:
            was = with_minus(correction.was)
            told.setdefault(f"“{was}” is printed; “{one.now}” by {by}.", []).append(one.name)
            rows.append(one.row)
        if len(told) <= _TOLD:
            yield from (f"{listed(names)}: {words}" for words, names in told.items())
        else:
            yield f"{listed(list(dict.fromkeys(rows)))}: {len(rows)} results are other than printed, by {by}."


def read_catalogue(book: Book) -> Catalogue:
    """A game's catalogue. Without a file a game has its tables and cards. Raises PressError, DataError."""
    path = paths.home(book.house).sheets / "shop.yaml"
    if not path.is_file():
        products = [Product("tables", "tables", "Tables"), Product("cards", "table-cards", "Table cards")]
        return Catalogue(book.meta.title, book.meta.subtitle, products, _standing_order(book), credits=credits_of(book))
    fields = parse(text_of(path), f"{book.key}/shop.yaml").fields()
    data = _data(book, path)
    fields.get("data")  # read as plain data
    order = fields.get("order")
    title, subtitle = fields.need("title").text(), fields.text("subtitle")
    catalogue = Catalogue(
        book.meta.title if book.meta.like else title,
        f"A variant of {title}" if book.meta.like else subtitle,
        [_product(item.fields(), path.parent) for item in fields.need("products").items()],
        _order(book, order) if order else _standing_order(book),
        data,
        fields.text("cover"),
        credits_of(book),
    )
    fields.done()
    return catalogue


def _data(book: Book, path: Path) -> Mapping[str, Any]:
    """What the file has for the game's provider, checked by what it declares. Raises DataError with file and line."""
    document = read_yaml(path)
    data = document.data.get("data", {}) if isinstance(document.data, dict) else {}
    declared = provider_of(book.house).data
    wrong = (
        faults(declared, data, ("data",), tables=book.tables, constants=meta_of(book.house).constants)
        if declared
        else []
    )
    if not isinstance(data, dict):
        wrong = [(("data",), "a mapping is wanted")]
    if wrong:
        raise DataError([document.problem(where, f"{'.'.join(map(str, where))}: {what}") for where, what in wrong])
    return data


def credits_of(book: Book) -> str:
    """Whose game it is, that we are not they, and where its tables are not the printed ones."""
    meta = book.meta
    published = f" and published by {meta.publisher}" if meta.publisher else ""
    title = meta_of(book.house).title if meta.like else meta.title
    variant = f"{meta.title} is a variant of {title}. " if meta.like else ""
    designed = f"{title} was designed by {meta.designer}{published}. " if meta.designer else ""
    own = f"{variant}{designed}This is an unofficial companion in our own words and drawings."
    if not any_rebuilt(book):
        return own
    how = how_to(book)
    return f"{own} {how.words} Do you own the game? Put in your numbers: {how.own_command}"


def _product(fields: Fields, folder: Path) -> Product:
    kind = fields.kind(KINDS)
    name = fields.need(kind)
    if kind in ("sheet", "counters") and not (folder / f"{name.text()}.yaml").is_file():
        name.fail(f"there is no {name.text()}.yaml beside this file")
    product = Product(
        kind,
        name.text(),
        fields.need("title").text(),
        fields.text("about"),
        fields.whole("columns", 2, 1),
        fields.choice("orientation", ("portrait", "landscape"), "portrait") == "landscape",
        fields.text("stock"),
        tuple(item.text() for item in fields.need("chapters").items()) if kind in PROSE else (),
        fields.flag("imposed", False),
        _texts(fields.get("leaving")),
        tuple(_face(item.fields()) for item in fields.need("faces").items()) if kind == "aids" else (),
        fields.text("cover"),
        fields.text("example"),
    )
    fields.done()
    return product


def _texts(source: Source | None) -> tuple[str, ...]:
    return tuple(item.text() for item in source.items()) if source else ()


def _face(fields: Fields) -> Face:
    face = Face(fields.need("title").text(), _texts(fields.need("tables")))
    fields.done()
    return face


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
