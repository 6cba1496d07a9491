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
    letters: {T5-3/9: f}            # beside which row, or modifiers of a table, the letter of a note stands
    data: {...}                     # whatever the game's provider wants to know

Further kinds, and their options beside `title` and `about`:

    tables: tables          # every table on flat pages, with its sources: columns
    aids: player-aids       # the tables of play, a phase a page: faces, a list of title, tables and perhaps rules by their ids
    cards: table-cards      # the tables of play as cards: stock, leaving (sections of `order` that are not played from)
    counters: counters      # counters or small cards from a file beside this one (`press.counters`)
    booklet: rules          # the site's prose, two pages to a sheet's side: chapters, imposed, example (a script to tell)
    page: sequence          # the site's prose on one page: chapters, columns, orientation
    summary: rules-summary  # each rule in a sentence, on as few pages as it takes: chapters, columns, orientation

`chapters` are pages of `site/<game>/` or folders of it. Where there is an `imposed` booklet, on sheets to fold, the
bundle has that one: all of it is on one size of paper. `{edge}` in `about` is the edge over which sheets are turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from combatbox.core.effects import Condition
from combatbox.core.errors import DataError, suggest
from combatbox.core.table_views import CorrectionView, TableView, join_words, with_minus
from combatbox.core.table_views import correction_view as as_told
from combatbox.core.tables import Correction, Rulebook, Table
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import meta_of
from combatbox.library.provenance import any_rebuilt, how_to
from combatbox.library.table_names import TableNames
from combatbox.library.yaml12 import read_yaml, text_of
from combatbox.play.dataclass_validation import faults
from combatbox.press.aids import Aid, barred, row_notes, rules_view
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
    """A page of player aids: a phase of play, the ids of the tables that it needs, and of rules that it tells in their words."""

    title: str
    tables: tuple[str, ...]
    rules: tuple[str, ...] = ()


_TOLD = 3  # corrections by one authority that are told one by one


@dataclass(frozen=True, slots=True)
class Section:
    """Tables that belong together, in the order of play."""

    title: str
    tables: tuple[TableView, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a game prints.

    letters: by the id of a row, or of a table for its modifiers, the letters of the notes that are about it.
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
        """The tables as they are printed: those in force under some rules, or `every` one, variants and all."""
        names = book.names if every else TableNames(rules.tables)
        found: list[Section] = []
        for title, ids in self.order:
            tables = [book.tables[name] if every else in_force(book, rules, name) for name in ids]
            views = (printed_view(book, table, None if every else rules) for table in tables if table)
            found.append(Section(title, tuple(self._set(names, view) for view in views)))
        return [section for section in found if section.tables]

    def faces(self, book: Book, rules: Rulebook, product: Product) -> list[Section]:
        """The tables of the faces of player aids, those in force."""
        for face in product.faces:
            for name in face.tables:
                if name not in book.tables:
                    raise PressError(f"{product.name}, {face.title}: {book.meta.title} has no table {name}")
        off = barred(book, {**rules.rulings, **rules.ruled})
        names, aid = TableNames(rules.tables), Aid(book, off)
        found: list[Section] = []
        for face in product.faces:
            tables = [table for name in face.tables if name not in off and (table := in_force(book, rules, name))]
            views = [
                replace(view, notes=(*view.notes, *row_notes(book, table)))
                for table in tables
                for view in [aid.trim(printed_view(book, table, rules, corrected=False))]
            ]
            if face.rules:
                views.append(rules_view(book, face.rules, rules.rulings))
            if views:
                title = f"Aid {len(found) + 1} · {face.title}"
                found.append(Section(title, tuple(self._set(names, view) for view in views)))
        return found

    def faces_of(self, book: Book, rules: Rulebook) -> dict[str, int]:
        """On which face of the player aids each table is, counted from 1; nothing for a game without aids."""
        aids = next((product for product in self.products if product.kind == "aids"), None)
        found = self.faces(book, rules, aids) if aids else []
        return {view.id: number for number, face in enumerate(found, start=1) for view in face.tables if view.id}

    def _set(self, names: TableNames, view: TableView) -> TableView:
        """A view as it is printed: what is the same once, the letters of notes beside what they are about, tables by name."""
        return names.view(compact(lettered(view, self.letters)))


def lettered(view: TableView, letters: Mapping[str, str]) -> TableView:
    """A table with the letters of its notes beside its rows, or beside its modifiers."""
    rows = tuple(
        replace(row, cells=(f"{row.cells[0]} ({letters[row.id]})", *row.cells[1:])) if row.id in letters else row
        for row in view.rows
    )
    if view.id not in letters:
        return replace(view, rows=rows)
    modifiers = tuple(replace(one, words=f"{one.words} ({letters[view.id]})") for one in view.modifiers)
    return replace(view, rows=rows, modifiers=modifiers)


def in_force(book: Book, rules: Rulebook, name: str) -> Table | None:
    """The table that is used under that name: itself, the one of another ruling in its place, or, where a name is that of
    such a ruling, none."""
    if name in book.variants:
        return None
    return book.tables[rules.tables[name].id]


def printed_view(book: Book, table: Table, rules: Rulebook | None = None, *, corrected: bool = True) -> TableView:
    """A table's view without modifiers that no ruling of these lets count; what was `corrected` is told among its notes."""
    seen = book.view(table)
    if rules:
        asked = [
            *(one.when for one in table.modifiers),
            *(one.when for one in table.adjusts),
            *(one.when for one in table.floors),
        ]
        out = {place for place, condition in enumerate(asked) if condition and not _can_hold(condition, rules)}
        seen = replace(seen, modifiers=tuple(one for place, one in enumerate(seen.modifiers) if place not in out))
    notes = _corrections([(as_told(table, one, book.say), one) for one in table.info.corrections])
    return replace(seen, notes=(*seen.notes, *(notes if corrected else ())), corrections=())


def _can_hold(condition: Condition, rules: Rulebook) -> bool:
    """Whether a condition can hold under the rulings in force."""
    needed = condition.requires_ruling()
    return needed is None or needed in {**rules.rulings, **rules.ruled}.items()


def _corrections(found: Sequence[tuple[CorrectionView, Correction]]) -> Iterator[str]:
    """What was corrected, a note for each authority: to the letter, or how many results below which row if they are many."""
    for by, group in groupby(sorted(found, key=lambda one: one[1].by), key=lambda one: one[1].by):
        told: dict[str, list[str]] = {}
        rows = []
        for one, correction in group:
            was = with_minus(correction.was)
            told.setdefault(f"“{was}” is printed; “{one.now}” by {by}.", []).append(one.name)
            rows.append(one.row)
        if len(told) <= _TOLD:
            yield from (f"{join_words(names)}: {words}" for words, names in told.items())
        else:
            yield f"{join_words(list(dict.fromkeys(rows)))}: {len(rows)} results are other than printed, by {by}."


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
        _letters(book, fields.get("letters")),
    )
    fields.done()
    return catalogue


def _letters(book: Book, source: Source | None) -> dict[str, str]:
    """The letters of notes by what they are about."""
    found = source.mapping() if source else {}
    known = {*book.tables, *book.rows()}
    for name, letters in found.items():
        if name not in known:
            letters.fail(f"{book.meta.title} has no row or table {name}{suggest(name, known)}")
    return {name: letters.text() for name, letters in found.items()}


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
    face = Face(fields.need("title").text(), _texts(fields.need("tables")), _texts(fields.get("rules")))
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
