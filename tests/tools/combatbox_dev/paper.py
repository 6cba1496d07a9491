"""The check of the PDFs: the printed tables are read by their tags and compared with the YAML files.

A table is a section whose title ends with the id. It has a heading, a table of rows, perhaps one of modifiers, and
paragraphs. The PDF of the tables has every table of the game; other PDFs may have some of the tables that are used
under the default rulings. Texts refer to other tables by their names, not their ids. A table may be cut into several
sections: by rows, or by columns, each part with the heads of its columns.

Cards and player aids print rows together that have the same result (`3, 9, 11`), whose results name their roll
(`1/2/3: engine 1/2/3 out`) or whose names pair some words (`3, 9: High, Level`); words with which all results end stand
once above the rows (`each: an airfield`), and a table with few results is turned: a line for each column, and the rolls
below each result. The check undoes this: a row is printed if a line stands for its rolls and has its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from combatbox.library.book import Book, code
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result
from combatbox.verify.independent_reader import PlainPart, PlainRow, PlainTable, span
from combatbox_dev.printed_words import expected_area, expected_words, printed_rows
from combatbox_dev.site import (
    BUILD,
    Expected,
    amount_pattern,
    compiled,
    expected_texts,
    loose,
    part_of,
    rolls_of_label,
)
from combatbox_dev.tagged_pdf import Tagged, TaggedPage, read_pages

PRINT = "combatbox print"
NO_DIE = "no die"
"""The label of a result that needs no roll."""
WHOLE = re.compile("tables")
"""A pattern for the names of PDFs that have every table."""
BLOCKS = "■□\ufffd\0"
"""The characters that the text of a PDF has in the place of characters for which the font has no glyph."""

_OTHERWISE = re.compile(r"\(without that option: (.+)\)")
"""A pattern for the result that a row has without an option; a player aid prints only this result while it is off."""
_EACH = re.compile(r"each: (.+)")
_LETTERS = re.compile(r"\([a-z](,[a-z])*\)$")  # after a result, those of its notes
_NOTHING = ("", "–", "-", "Noeffect")


@dataclass(frozen=True, slots=True)
class Line:
    """A printed row: its cells, the first of them the row's head, and the heads of the table's columns, if any."""

    cells: tuple[str, ...]
    heads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Printed:
    """What a PDF has of a table: the heading, all lines of its parts, and all its texts."""

    heading: str
    lines: tuple[Line, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All texts, one in a line."""
        return "\n".join(self.texts)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A PDF with tables.

    Attributes:
        name: the path of the file in the folder of PDFs.
        text: the text.
        whole: True if the PDF has every table.
        tables: the printed tables by id.
    """

    name: str
    text: str
    whole: bool
    tables: dict[str, Printed] = field(default_factory=dict)


def check(context: VerifyContext) -> Check:
    """Check every table in the PDFs that each game has for its tables, cards and player aids.

    A checkout must have the tables of every game as PDF; elsewhere only what was printed is checked.
    """
    if context.prints is None or not any(context.prints.rglob("*.pdf")):
        return Check("paper", not_run=f"print the sheets first ({BUILD})")
    findings: list[Finding] = []
    not_printed: list[str] = []
    tables = rows = 0
    for key, book in context.books.items():
        sheets = [read_sheet(path, context.prints, context.plain[key]) for path in table_pdfs(context.prints / key)]
        if not any(sheet.whole for sheet in sheets):
            not_printed.append(key)
        findings += _missing_notices(book, context.prints / key)
        findings += _overflowing_aids(context.prints / key)
        for sheet in sheets:
            findings += _glyphs(sheet)
            for table_id, plain in context.plain[key].items():
                if table_id in sheet.tables:
                    findings += table_findings(plain, book, sheet.name, sheet.tables[table_id])
                    tables += 1
                    rows += sum(1 for _ in printed_rows(plain))
                elif sheet.whole:
                    findings.append(Finding(f"{sheet.name} {table_id}", "the table is missing"))
    if context.project:
        findings += [Finding(f"{key}/", "the PDF of its tables is missing", f"{PRINT} {key}") for key in not_printed]
        not_printed = []
    missing = f"not printed: the tables of {', '.join(not_printed)}" if not_printed else ""
    if missing and not (tables or findings):
        return Check("paper", not_run=f"{missing} ({PRINT})")
    result = check_result("paper", findings, (tables, "table"), (rows, "row"))
    return replace(result, counted="; ".join(filter(None, (result.counted, missing))))


def _missing_notices(book: Book, folder: Path) -> Iterator[Finding]:
    """For a game with rebuilt tables, yield a finding for each PDF that does not say that tables are rebuilt.

    Each PDF should have this notice in a footer, on the cover or on the last card.
    """
    if not book.rebuilt:
        return
    for path in sorted(folder.rglob("*.pdf")):
        if not any("rebuiltbyus" in squeezed(page.text).lower() for page in read_pages(path)):
            yield Finding(
                path.relative_to(folder.parent).as_posix(), "the paper does not say that the tables are rebuilt"
            )


def _overflowing_aids(folder: Path) -> Iterator[Finding]:
    """Yield a finding for each PDF of player aids with more pages than phases; each phase should fit on one page.

    Large print takes as many pages as it needs.
    """
    import pypdfium2

    for path in sorted(path for path in folder.rglob("*aids*.pdf") if "large" not in path.stem):
        with closing(pypdfium2.PdfDocument(path)) as document:
            phases = sum(item.level == 1 for item in document.get_toc())
            pages = len(document)
        if phases and pages > phases:
            yield Finding(
                path.relative_to(folder.parent).as_posix(),
                f"{pages} pages for {phases} phases of play; move a table to another of the `faces` in shop.yaml",
            )


def _glyphs(sheet: Sheet) -> Iterator[Finding]:
    for mark in BLOCKS:
        if mark in sheet.text:
            index = sheet.text.index(mark)
            around = " ".join(sheet.text[max(0, index - 20) : index + 20].split())
            yield Finding(sheet.name, f"a glyph is missing from its font near {around!r}")


# ---- reading


def table_pdfs(folder: Path) -> list[Path]:
    """Return the PDFs of a game that contain tables."""
    return [path for path in sorted(folder.rglob("*.pdf")) if re.search("table|card|aid", path.stem)]


def read_sheet(path: Path, base: Path, known: Iterable[str]) -> Sheet:
    """Return what a PDF has of the known tables; of a table in several parts, all parts together."""
    pages = list(read_pages(path))
    sheet = Sheet(
        path.relative_to(base).as_posix(), "\n".join(page.text for page in pages), bool(WHOLE.match(path.stem))
    )
    for name, section in _sections(pages, set(known)):
        heading, *rest = section.kids
        part = Printed(
            heading.text, tuple(_lines(section)), tuple(e.text for kid in rest for e in kid.walk() if e.text)
        )
        before = sheet.tables.get(name, Printed(heading.text))
        sheet.tables[name] = replace(
            part, heading=before.heading, lines=before.lines + part.lines, texts=before.texts + part.texts
        )
    return sheet


def _sections(pages: Sequence[TaggedPage], known: set[str]) -> Iterator[tuple[str, Tagged]]:
    """Yield the section of each table, or of each part of it, with the id at the end of its title."""
    for element in (found for page in pages for root in page.elements for found in root.walk()):
        name = element.title.rpartition(" ")[2]
        if element.kind == "Sect" and name in known and element.kids and element.kids[0].kind.startswith("H"):
            yield name, element


def _lines(section: Tagged) -> Iterator[Line]:
    """Yield the rows of a section's tables; several in a line, each with a head, become a row each."""
    for table in (kid for kid in section.kids if kid.kind == "Table"):
        heads: tuple[str, ...] = ()
        for row in table.kids:
            if len(row.kids) > 1 and all(cell.kind == "TH" for cell in row.kids):
                heads = tuple(cell.text for cell in row.kids)
                continue
            starts = [index for index, cell in enumerate(row.kids) if cell.kind == "TH"]
            for start, end in zip(starts, [*starts[1:], len(row.kids)], strict=True):
                yield Line(tuple(cell.text for cell in row.kids[start:end]), heads)


def squeezed(words: str) -> str:
    """Return a text without white space, which the text of a PDF may have more or less of."""
    return "".join(words.split())


# ---- a table


def table_findings(plain: PlainTable, book: Book, sheet: str, printed: Printed) -> Iterator[Finding]:
    """Yield the differences between the printed table and its file."""
    say, is_aid = book.names.text, "aids" in sheet
    heading, title = printed.heading.removesuffix(code(plain.id) or plain.id), str(plain.data["title"])
    if not re.fullmatch(rf"{loose(title)}\s*(· continued)?\s*", heading, re.IGNORECASE):
        yield Finding(f"{sheet} {plain.id}", f'its heading is "{heading}", the file says "{title}"')
    reader, last = _Reader(plain, book, printed), -1
    for row in printed_rows(plain):
        words = row_words(plain, row, book)
        if is_aid and (otherwise := _OTHERWISE.search(words)) and otherwise[1] in printed.text.lower():
            continue
        places = reader.places(row)
        if not places:
            yield Finding(f"{sheet} {row.id}", f'the row is missing or differs from the file: "{words}"')
        elif later := [place for place in places if place > last]:
            last = later[0]
        elif WHOLE.match(sheet.rpartition("/")[2]) and not any(reader.is_shared(place, row) for place in places):
            yield Finding(f"{sheet} {row.id}", "the row is printed before the row it should follow")
    usual = book.rulebook()
    in_force = {**usual.rulings, **usual.ruled}.items()
    for expected in expected_texts(plain, book, say):
        counts = expected.only is None or expected.only in in_force
        is_printed = bool(expected.pattern.search(printed.text)) or modifier_in_text(expected, printed.text)
        if is_aid:
            counts = counts and not _cites(expected.words, (*book.rulings, *book.tables))
        elif "cards" in sheet and not is_printed:
            words = _without_rulings(book, expected.words)
            counts = counts and not _cites(words, book.rulings)
            is_printed = bool(compiled(loose(words)).search(printed.text))
        if counts and not is_printed:
            yield Finding(f"{sheet} {plain.id}", f'the {expected.what} "{expected.words}" is missing')


def _cites(words: str, names: Iterable[str]) -> bool:
    """Return True if a text mentions an erratum or one of these names, so that an aid or a card may leave it out."""
    return "errat" in words or any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words) for name in names)


def _without_rulings(book: Book, words: str) -> str:
    """Return a text without the ids of rulings in parentheses."""
    ids = sorted(map(re.escape, book.rulings), key=len, reverse=True)
    return re.sub(rf" ?\((?:{'|'.join(ids)})\)", "", words)


def modifier_in_text(modifier: Expected, text: str) -> bool:
    """Return True if a modifier is printed together with others that have the same amount.

    An example is `−1 Evasive action; bad weather`.
    """
    if modifier.amount is None:
        return False
    amount, words = modifier.amount
    between = r"[^+−]*?;\s*"  # no other amount
    return bool(compiled(rf"{amount_pattern(amount)}{between}{loose(words)}(?![\w–])", re.IGNORECASE).search(text))


def row_words(plain: PlainTable, row: PlainRow, book: Book) -> str:
    """Return the text of a row as it should be printed."""
    label = re.sub(r"-(\d)", r"−\1", span(row.rolls, "–" if row.rolls and row.rolls[0] >= 0 else " to "))
    if (part_of(plain.part, row) or plain.part).dice.endswith("highest") and row.rolls:
        label = f"die {row.rolls[0]}" if row.rolls[0] else "tie"
    return " | ".join(
        text for text in (label, expected_area(plain, row, book), *expected_words(plain, row, book)) if text
    )


class _Reader:
    """The lines of a printed table, in which the rows of its file are looked up."""

    def __init__(self, plain: PlainTable, book: Book, printed: Printed) -> None:
        self.plain, self.book, self.columns = plain, book, [squeezed(name) for name in plain.columns.values()]
        each = _EACH.search(printed.text)
        self.each = squeezed(f", {each[1]}") if each else ""
        self.lines = printed.lines
        self._parts: dict[str, PlainPart] = {}
        self._named: dict[str, set[str]] = {}
        turned = [line for line in self.lines if squeezed(line.cells[0]) in self.columns]
        self.turned = self._turned_back(turned) if turned and plain.shape == "columns" else {}

    def _turned_back(self, lines: Sequence[Line]) -> dict[tuple[str, int], set[str]]:
        """Return the results of a table with a line for each column, by column and roll."""
        results: dict[tuple[str, int], set[str]] = {}
        for line in lines:
            for result, label in zip(line.heads[1:], line.cells[1:], strict=True):
                for roll in rolls_of_label(label, self.plain.part):
                    results.setdefault((squeezed(line.cells[0]), roll), set()).add(squeezed(result))
        return results

    def places(self, row: PlainRow) -> list[int]:
        """Return the numbers of the lines that print a row; of a row in parts, of the first part; empty for none."""
        wanted = [self._forms(words) for words in expected_words(self.plain, row, self.book)]
        if self.turned:
            shown = all(self.turned.get((column, roll), set()) and self.turned[column, roll] <= words
                        for column, words in zip(self.columns, wanted, strict=True) for roll in row.rolls)  # fmt: skip
            return [0] if shown else []
        found: dict[int, set[int]] = {}
        for number, line in enumerate(self.lines):
            cells = self._columns_of(line) if len(wanted) > 1 else [0]
            if cells and self._prints(line, row, [wanted[cell] for cell in cells]):
                found[number] = set(cells)
        there = set().union(*found.values()) | {
            n for n, words in enumerate(wanted) if len(wanted) > 1 and words & {"–"}
        }
        return sorted(found) if len(there) == len(wanted) else []

    def is_shared(self, place: int, row: PlainRow) -> bool:
        """Return True if a line prints a row together with others; it stands at the place of the first."""
        head = self.lines[place].cells[0]
        if self.turned or (not row.rolls and squeezed(head) not in self._areas(row)):
            return True
        above = [other for other in self.plain.walk() if row.id.startswith(f"{other.id}/")]
        if row.rolls and ("/" in head or rolls_of_label(head, self._part_of(row)) > set(row.rolls)):
            return True
        return any("/" in self.lines[found].cells[0] for other in above for found in self.places(other))

    def _columns_of(self, line: Line) -> list[int]:
        """Return the columns of the file that a line has, in the order of the line."""
        return [self.columns.index(head) for head in map(squeezed, line.heads) if head in self.columns]

    def _forms(self, words: str) -> set[str]:
        """Return the forms in which words may be printed: with the names of tables or with their ids."""
        return {squeezed(words), squeezed(self.book.names.text(words))}

    def _prints(self, line: Line, row: PlainRow, wanted: Sequence[set[str]]) -> bool:
        """Return True if a line has the roll, the name and these cells of a row."""
        count = len(wanted)
        cells = [squeezed(cell) for cell in line.cells[-count:]]
        front = [cell for cell in line.cells[:-count] if cell]
        areas, part = self._areas(row), self._part_of(row)
        if row.rolls and front and not (areas and part.dice.endswith("highest") and len(front) == 1):
            label, *front = front
            if not self._is_label(label, row, part):
                return False
            if "/" in label:  # the results of several rows name their rolls
                front = [text.replace(label, str(row.rolls[0])) for text in front]
                cells = [text.replace(label, str(row.rolls[0])) for text in cells]
        elif row.rolls and not areas:
            return False
        elif front and front[0] == NO_DIE:
            del front[0]
        if areas and not front:  # the result names it, or begins with the name
            words, cell = wanted[0], _LETTERS.sub("", cells[0])
            begins = any(word.lower().startswith(area.lower()) for word in words for area in areas)
            return cell in {f"{area}:{word}" for area in areas for word in words} | (words if begins else set())
        if len(front) > 1 or bool(front) != bool(areas) or not (not front or self._is_named(front[0], row, part)):
            return False
        return all(self._is_word(cell, words) for cell, words in zip(cells, wanted, strict=True))

    def _is_word(self, cell: str, wanted: set[str]) -> bool:
        forms = {cell, _LETTERS.sub("", cell), cell + self.each}
        return bool(forms & wanted) or ("–" in wanted and cell in _NOTHING)

    def _is_label(self, label: str, row: PlainRow, part: PlainPart) -> bool:
        """Return True if a label stands for a row's rolls alone, or for those of all rows with the same words."""
        if "/" in label:
            return len(row.rolls) == 1 and str(row.rolls[0]) in label.split("/")
        rolls = rolls_of_label(label, part)
        if rolls == set(row.rolls):
            return True
        alike = [
            other for other in part.rows if self._words(other) == self._words(row) and not (other.then or other.thens)
        ]
        return row in alike and rolls == {roll for other in alike for roll in other.rolls}

    def _is_named(self, name: str, row: PlainRow, part: PlainPart) -> bool:
        """Return True if a printed name is that of a row, or stands for it and others that have the same cells."""
        if squeezed(name) in self._areas(row):
            return True
        names = {squeezed(each) for each in names_in(name)}
        meant = [other for other in part.rows if names & self._areas(other)]
        cells = expected_words(self.plain, row, self.book)
        return row in meant and all(expected_words(self.plain, other, self.book) == cells for other in meant)

    def _part_of(self, row: PlainRow) -> PlainPart:
        """Return the table or the nested roll that a row is in."""
        if row.id not in self._parts:
            self._parts[row.id] = part_of(self.plain.part, row) or self.plain.part
        return self._parts[row.id]

    def _areas(self, row: PlainRow) -> set[str]:
        """Return the forms in which the name of a row may be printed; none for a row without a name."""
        if row.id not in self._named:
            area = expected_area(self.plain, row, self.book)
            self._named[row.id] = self._forms(area) if area else set()
        return self._named[row.id]

    def _words(self, row: PlainRow) -> tuple[str, ...]:
        return (*sorted(self._areas(row)), *expected_words(self.plain, row, self.book))


def names_in(name: str) -> Iterator[str]:
    """Yield the names for which a common name stands: `3, 9: High, Level` for four, `3, 9 High` for two."""
    firsts, colon, lasts = name.partition(": ")
    if colon:
        yield from (
            f"{first}{joint}{last}"
            for first in firsts.split(", ")
            for last in lasts.split(", ")
            for joint in (" ", ", ")
        )
        yield from (f"{firsts}, {last}" for last in lasts.split(", "))
    first, _, level = name.rpartition(" ")
    yield from (f"{part} {level}" for part in first.split(", "))
