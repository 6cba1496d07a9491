"""The check of the built site: every table on every page is compared with its YAML file, cell by cell.

The check relies on the following markup, not on the templates: `table.cb-table[data-table]` with rows `tr[data-row]`. A
row has `th[scope=row]` (the roll), `td.cb-area`, `td.cb-cell` for each column, and `td.cb-odds`. If all rows have the
same odds, the odds are stated only once, at the foot of the table (`cb-each`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from html.parser import HTMLParser
from pathlib import Path

from combatbox.core.effects import Condition
from combatbox.core.phrases import anchor
from combatbox.core.statistics import share
from combatbox.library.book import Book
from combatbox.library.vocabulary import build
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result
from combatbox.verify.independent_reader import PlainPart, PlainRow, PlainTable, at, shown_by
from combatbox.verify.odds import plain_odds
from combatbox_dev.printed_words import expected_area, expected_words, notes, printed_rows

BUILD = "combatbox build"
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_CHANCE = re.compile(r"(\d+) in (\d+)")
_LABEL = re.compile(r"(-?\d+)(?:\s*(?:–|to)\s*(-?\d+)|\s+or\s+(more|less))?")
_PERCENT = re.compile(r"\d+(?:\.\d+)?%")


@dataclass(slots=True)
class ReadRow:
    """A row that was parsed from a page."""

    row: str
    id: str
    heads: list[str] = field(default_factory=list)
    area: str = ""
    cells: list[str] = field(default_factory=list)
    odds: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ReadTable:
    """A table that was parsed from a page."""

    table: str
    page: str
    rows: list[ReadRow] = field(default_factory=list)
    rebuilt: bool = False
    each: list[str] = field(default_factory=list)
    """The odds of each row, if they are the same for all rows and the page states them once."""


class PageReader(HTMLParser):
    """A parser that collects the text of a page and its tables with a `data-table` attribute."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.page = page
        self.tables: list[ReadTable] = []
        self.text: list[str] = []
        self._stack: list[str] = []
        self._table: ReadTable | None = None
        self._row: ReadRow | None = None
        self._kind = ""
        self._cell: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the beginning of a table with a `data-table` attribute, or of one of its rows or cells."""
        if tag in _VOID:
            return
        self._stack.append(tag)
        attributes = {name: value or "" for name, value in attrs}
        classes = attributes.get("class", "").split()
        if tag == "table" and "cb-table" in classes and "data-table" in attributes:
            self._table = ReadTable(attributes["data-table"], self.page)
            self.tables.append(self._table)
        elif tag == "tr" and self._table is not None and "data-row" in attributes:
            self._row = ReadRow(attributes["data-row"], attributes.get("id", ""))
            self._table.rows.append(self._row)
        elif tag in ("th", "td") and self._table is not None and (self._row is not None or "cb-each" in classes):
            self._open_cell(tag, attributes, classes)
        elif tag == "td" and self._table is not None and "cb-rebuilt" in classes:
            self._table.rebuilt = True

    def _open_cell(self, tag: str, attributes: dict[str, str], classes: Sequence[str]) -> None:
        if tag == "th" and attributes.get("scope") == "row":
            self._kind = "head"
        else:
            self._kind = next((name[3:] for name in classes if name in ("cb-area", "cb-cell", "cb-odds")), "")
        self._cell = []

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost open element of this name, and the elements that were left open inside it."""
        if tag not in self._stack:
            return
        while self._stack:
            closed = self._stack.pop()
            if closed in ("th", "td") and self._kind:
                self._close_cell()
            elif closed == "tr":
                self._row = None
            elif closed == "table":
                self._table = None
            if closed == tag:
                return

    def _close_cell(self) -> None:
        text = " ".join("".join(self._cell).split())
        if self._row is not None:
            if self._kind == "area":
                self._row.area = text
            else:
                {"head": self._row.heads, "cell": self._row.cells, "odds": self._row.odds}[self._kind].append(text)
        elif self._table is not None:
            self._table.each.append(text)
        self._kind = ""

    def handle_data(self, data: str) -> None:
        """Collect the text of the current cell, and of the page."""
        if self._kind:
            self._cell.append(data)
        if not {"script", "style"} & set(self._stack):
            self.text.append(data)


def _has_tables(path: Path) -> bool:
    """Return True if a page may contain a table with a `data-table` attribute; other pages need not be parsed."""
    return b"data-table" in path.read_bytes().lower()


def read_page(path: Path, base: Path) -> PageReader:
    """Parse one built page."""
    reader = PageReader(path.relative_to(base).as_posix())
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    return reader


def check(context: VerifyContext) -> Check:
    """Check that the tables on the built pages of every game agree with the data files."""
    if context.site is None or not context.site.is_dir():
        return Check("site", not_run=f"build the site first ({BUILD})")
    findings: list[Finding] = []
    tables = cells = 0
    for key, book in context.books.items():
        pages = [
            read_page(path, context.site) for path in sorted((context.site / key).rglob("*.html")) if _has_tables(path)
        ]
        own_pages = {t.table: page for page in pages for t in page.tables if is_own(page.page, t.table)}
        for table_id, plain in context.plain[key].items():
            if table_id not in own_pages:
                findings.append(Finding(f"{key}/tables", f"no page carries the table {table_id}", BUILD))
                continue
            findings += _text_findings(plain, book, own_pages[table_id])
        for read in (table for page in pages for table in page.tables):
            file = context.plain[key].get(read.table)
            if file is None:
                findings.append(Finding(read.page, f"carries the table {read.table}, which is not in tables/{key}/"))
                continue
            findings += table_findings(file, book, read)
            tables += 1
            cells += sum(len(row.cells) for row in read.rows)
    return check_result("site", findings, (tables, "table"), (cells, "cell"))


def is_own(page: str, table_id: str) -> bool:
    """Return True if a page is the main page of a table, such as `tables/p-1.html` or `tables/p-1/index.html`."""
    return page.removesuffix(".html").removesuffix("/index").endswith(f"/tables/{table_id.lower()}")


# ---- a table


def table_findings(plain: PlainTable, book: Book, read: ReadTable) -> Iterator[Finding]:
    """Yield the differences between a table on a page and the file of the table."""
    rows = list(printed_rows(plain))
    wanted, got = [row.id for row in rows], [row.row for row in read.rows]
    if wanted != got:
        yield Finding(f"{read.page} {plain.id}", row_difference(wanted, got))
        return
    odds = (
        {column: plain_odds(plain, column) for column in plain.lookups}
        if plain.shape in ("rows", "columns", "opposed")
        else {}
    )
    yield from _rebuilt_findings(plain, book, read)
    is_own_page = is_own(read.page, plain.id)
    for row, read_row in zip(rows, read.rows, strict=True):
        place = f"{read.page} {row.id}"
        if (is_own_page or read_row.id) and read_row.id != anchor(row.id):
            yield Finding(place, f"its row has the anchor {read_row.id!r}, not {anchor(row.id)!r}")
        yield from _head_findings(plain, row, read_row, book, place)
        yield from _cell_findings(plain, row, read_row, book, place)
        chances = {shares[row_id] for shares in odds.values() for row_id in _odds_ids(plain, row) if row_id in shares}
        yield from odds_findings([*read_row.odds, *(read.each if chances else ())], chances, place)


def _rebuilt_findings(plain: PlainTable, book: Book, read: ReadTable) -> Iterator[Finding]:
    """Yield a finding if a page does not call a rebuilt table rebuilt, or calls another table rebuilt."""
    rebuilt = is_rebuilt(plain, book)
    if rebuilt != read.rebuilt:
        fault = (
            "the page does not say that it is rebuilt"
            if rebuilt
            else "the page says that it is rebuilt, the file does not"
        )
        yield Finding(f"{read.page} {plain.id}", fault)


def is_rebuilt(plain: PlainTable, book: Book) -> bool:
    """Return True if a table is rebuilt.

    A table is rebuilt if a value in its file comes neither from the rulebook nor from an owner of the printed game.
    """
    if not (book.meta.rebuilt or book.meta.like) or plain.id not in book.tables:
        return False
    return any(set(origin) - {"rulebook", "owner"} for origin in _marks(plain.data))


def _marks(data: object) -> Iterator[list[str]]:
    """Yield the origins of each part of a table's data that states an `origin`."""
    for value in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _marks(value)
    if isinstance(data, dict) and data.get("origin"):
        origin = data["origin"]
        yield [origin] if isinstance(origin, str) else origin


def row_difference(wanted: Sequence[str], got: Sequence[str]) -> str:
    """Return a message about the first difference between two lists of rows."""
    missing = [row for row in wanted if row not in got]
    unknown = [row for row in got if row not in wanted]
    if missing:
        return f"the row {missing[0]} is missing"
    if unknown:
        return f"the row {unknown[0]} is not in the file"
    return f"the rows are in another order: {', '.join(got)}"


def _head_findings(plain: PlainTable, row: PlainRow, read_row: ReadRow, book: Book, place: str) -> Iterator[Finding]:
    area = expected_area(plain, row, book)
    heads = [text for text in (*read_row.heads, read_row.area) if text]
    if row.rolls:
        part = part_of(plain.part, row) or plain.part
        if not read_row.heads or rolls_of_label(read_row.heads[0], part) != set(row.rolls):
            yield Finding(
                place,
                f"its roll is {read_row.heads[0] if read_row.heads else 'missing'!r}, the file has {list(row.rolls)}",
            )
        heads = heads[1:]
    if area and area not in heads:
        yield Finding(place, f"it is named {', '.join(heads) or 'nothing'!r}, the file says {area!r}")


def _cell_findings(plain: PlainTable, row: PlainRow, read_row: ReadRow, book: Book, place: str) -> Iterator[Finding]:
    wanted = [book.names.text(words, quoted=False) for words in expected_words(plain, row, book)]
    columns = list(plain.columns.values()) if len(wanted) > 1 else [""]
    if len(read_row.cells) != len(wanted):
        yield Finding(place, f"has {len(read_row.cells)} cells, the file has {len(wanted)}")
        return
    for column, ours, theirs in zip(columns, read_row.cells, wanted, strict=True):
        if ours != " ".join(theirs.split()) and not (theirs == "–" and ours in ("", "No effect")):
            where = f"{place}, {column}" if column else place
            yield Finding(where, f'the page says "{ours}", the file gives "{theirs}"')


def _odds_ids(plain: PlainTable, row: PlainRow) -> list[str]:
    if plain.shape not in ("columns", "opposed"):
        return [row.id]
    lines = {row.id: None}
    for other in plain.part.rows:  # second dice of cells share a line where they have the same rolls
        inside = [inner for second in other.thens.values() for inner in second.rows]
        if any(inner.id == row.id for inner in inside):
            lines |= {inner.id: None for inner in inside if inner.rolls == row.rolls}
    return [*lines, *(at(row.id, column) for column in plain.columns)]


def odds_findings(cells: Iterable[str], chances: set[Fraction], place: str) -> Iterator[Finding]:
    """Yield findings about odds and percentages on a page that differ from the exact probabilities."""
    for text in cells:
        for match in _CHANCE.finditer(text):
            if int(match[2]) == 0 or Fraction(int(match[1]), int(match[2])) not in chances:
                yield Finding(place, f'the odds say "{match[0]}", the exact odds are {_listed(chances)}')
        for printed in _PERCENT.findall(text):
            if printed not in {share(chance) for chance in chances} | {share(c).replace(".0%", "%") for c in chances}:
                yield Finding(
                    place,
                    f'the odds say "{printed}", the exact odds are {", ".join(sorted(share(c) for c in chances))}',
                )


def _listed(chances: set[Fraction]) -> str:
    return ", ".join(f"{c.numerator} in {c.denominator}" for c in sorted(chances))


# ---- labels


def part_of(part: PlainPart, row: PlainRow) -> PlainPart | None:
    """Return the table or nested roll that has a row with the id of the given row; None if there is none."""
    if any(other.id == row.id for other in part.rows):
        return part
    seconds = [second for other in part.rows for second in (other.then, *other.thens.values()) if second]
    return next((inner for second in seconds if (inner := part_of(second, row))), None)


def rolls_of_label(label: str, part: PlainPart) -> set[int]:
    """Return the rolls for which a label stands: `3, 9, 11`, `7–9`, `−1 to 1`, `6 or more`, `die 2`, `tie`."""
    return _rolls(label, part.dice, part.low, part.high)


@lru_cache(maxsize=1 << 12)
def _rolls(label: str, dice: str, lowest: int, highest: int) -> set[int]:
    text = label.replace("−", "-").strip()
    if text == "tie":
        return {0}
    rolls: set[int] = set()
    possible = shown_by(dice, lowest, highest)
    for piece in text.removeprefix("die ").split(","):
        match = _LABEL.fullmatch(piece.strip())
        if not match:
            return set()
        first = int(match[1])
        low, high = lowest if match[3] == "less" else first, highest if match[3] == "more" else int(match[2] or first)
        rolls |= {roll for roll in range(low, high + 1) if roll in possible or low == high}
    return rolls


# ---- notes and modifiers


def _text_findings(plain: PlainTable, book: Book, page: PageReader) -> Iterator[Finding]:
    """Yield a finding for each note and modifier of a table that is missing on the table's main page."""
    text = "".join(page.text)
    for expected in expected_texts(plain, book, partial(book.names.text, quoted=False)):
        if not expected.pattern.search(text):
            yield Finding(f"{page.page} {plain.id}", f'the {expected.what} "{expected.words}" is missing')


@dataclass(frozen=True, slots=True)
class Expected:
    """A note or modifier that must be printed with a table.

    Attributes:
        what: the kind of text: `note` or `modifier`.
        words: the text.
        pattern: the pattern that finds the text.
        only: the ruling and option to which the text is restricted; None if it always applies.
        amount: for a modifier with a fixed amount, this amount and the text without it.
    """

    what: str
    words: str
    pattern: re.Pattern[str]
    only: tuple[str, str] | None = None
    amount: tuple[str, str] | None = None


def expected_texts(plain: PlainTable, book: Book, say: Callable[[str], str] = str) -> Iterator[Expected]:
    """Yield the notes and modifiers that must be printed with a table.

    The pattern of a modifier permits its amount before or after its text.

    Args:
        plain: the table.
        book: the book of the game.
        say: a function that rewords a text as it is printed, such as with the names of tables in place of ids.
    """
    for note in map(say, notes(plain, book)):
        yield Expected("note", note, compiled(loose(note)))
    for item in plain.data.get("modifiers", []):
        if item.get("when") is None and item.get("times") is None:
            continue
        kind, spec = ("condition", item["when"]) if item.get("when") is not None else ("quantity", item["times"])
        known = plain.vocabulary.conditions if kind == "condition" else plain.vocabulary.quantities
        word = build(kind, spec, known, book.meta.constants)
        words, only = say(word.words(book.say)), word.requires_ruling() if isinstance(word, Condition) else None
        if not isinstance(item["add"], int):
            yield Expected("modifier", words, compiled(loose(words), re.IGNORECASE), only)
            continue
        amount = f"+{item['add']}" if item["add"] > 0 else f"−{-item['add']}" if item["add"] else "0"
        if kind == "condition" and item.get("times") is not None:
            amount += (
                f" {build('quantity', item['times'], plain.vocabulary.quantities, book.meta.constants).words(book.say)}"
            )
        either_order = (
            rf"(?:{amount_pattern(amount)}[\s:,.]*{loose(words)}|{loose(words)}[\s:,.]*{amount_pattern(amount)})"
        )
        yield Expected("modifier", f"{amount} {words}", compiled(either_order, re.IGNORECASE), only, (amount, words))


def amount_pattern(amount: str) -> str:
    """Return a pattern for a modifier's amount; it does not match the beginning of a longer number."""
    return rf"{loose(amount).replace('−', '[−-]')}(?![0-9])"


@lru_cache(maxsize=1 << 15)
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Compile a pattern; the result is cached, because the pattern is searched for on many pages and in many PDFs."""
    return re.compile(pattern, flags)


def loose(words: str) -> str:
    """Return a pattern for a text that permits any or no white space between its words."""
    return r"\s*".join(re.escape(word) for word in words.split())
