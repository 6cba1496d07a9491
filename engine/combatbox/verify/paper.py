"""The check of the PDFs: the printed tables are parsed and compared with the YAML files.

The check makes these assumptions about the PDFs. The PDF of the tables has every table of the game; other PDFs may have
some of the tables that are used under the default rulings. The heading of each table is its title, with the id beside
it. If the id is not printed on the original table, the heading may lack it; the next line then has the dice of the
table, or its use. Texts refer to other tables by their names, not their ids. The roll, area and cells of a row follow
each other in the text, regardless of line breaks. Rows are in the order of the file, except for rows that are printed
together with others of the same result (`merged_rows`). A table that is too wide for the page may be split by columns;
each part of the table then has the heading, and the label of each row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING

from combatbox.library.book import Book
from combatbox.library.table_names import code
from combatbox.verify import merged_rows
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, check_result
from combatbox.verify.independent_reader import PlainPart, PlainRow, PlainTable, span
from combatbox.verify.site import BUILD, compiled, expected_texts, loose, part_of

if TYPE_CHECKING:
    from pypdfium2 import PdfTextPage

PRINT = "combatbox print"
WHOLE = re.compile("tables")
"""A pattern for the names of PDFs that have every table."""
BLOCKS = "■□\ufffd\0"
"""The characters that the text of a PDF has in the place of characters for which the font has no glyph."""

_OTHERWISE = re.compile(r"\(without that option: (.+)\)")
"""A pattern for the result that a row has without an option; a player aid prints only this result while it is off."""

APART = 6.0
"""The minimum distance in points between words of different columns; it is wider than any blank in a sentence."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The text of a PDF with tables.

    Attributes:
        name: the path of the file in the folder of PDFs.
        text: the text.
        whole: True if the PDF has every table.
    """

    name: str
    text: str
    whole: bool


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
        sheets = [read_sheet(path, context.prints) for path in table_pdfs(context.prints / key)]
        if not any(sheet.whole for sheet in sheets):
            not_printed.append(key)
        findings += _missing_notices(book, context.prints / key)
        findings += _overflowing_aids(context.prints / key)
        for sheet in sheets:
            findings += _glyphs(sheet)
            parts = segments(sheet.text, list(context.plain[key].values()))
            for table_id, plain in context.plain[key].items():
                if table_id in parts:
                    findings += table_findings(plain, book, sheet.name, parts[table_id])
                    tables += 1
                    rows += sum(1 for _ in plain.printed())
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
        if not any("rebuilt by us" in " ".join(text.split()).lower() for text in _pages(path)):
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


def table_pdfs(folder: Path) -> list[Path]:
    """Return the PDFs of a game that contain tables."""
    return [path for path in sorted(folder.rglob("*.pdf")) if re.search("table|card|aid", path.stem)]


def read_sheet(path: Path, base: Path) -> Sheet:
    """Return the text of a PDF."""
    text = "\n".join(_as_drawn(path) if "aids" in path.stem else _pages(path))
    text = text.replace("’", "'").replace("‘", "'")  # paper has typographic quotes, the files straight ones
    text = text.replace("\u00ad", "").replace("\u00a0", " ").replace("\u2011", "-")
    return Sheet(path.relative_to(base).as_posix(), text, bool(WHOLE.match(path.stem)))


def _as_drawn(path: Path) -> Iterator[str]:
    """Yield the text of each page of a PDF in the order in which it was drawn.

    Player aids are read in this way, because their headings have parts at slightly different heights, which PDFium
    would join with other text into one line.
    """
    from pypdf import PdfReader

    return (page.extract_text() for page in PdfReader(path).pages)


def _pages(path: Path) -> Iterator[str]:
    """Yield the text of each page of a PDF, read by PDFium, which is ten times as fast as a reader in Python."""
    import pypdfium2

    with closing(pypdfium2.PdfDocument(path)) as document:
        for page in document:
            words = page.get_textpage()
            if words.count_chars() and abs(pypdfium2.raw.FPDFText_GetCharAngle(words, 0) - pi) < 0.1:
                page.set_rotation((page.get_rotation() + 180) % 360)  # the back of a card is upside down
                words = page.get_textpage()
            yield _lines(words)


def _lines(words: PdfTextPage) -> str:
    """Return the text of a page, with a line break in place of each wide gap between cells or columns."""
    import pypdfium2

    letters, drawn = list(words.get_text_range()), words.count_chars()
    if len(letters) != drawn:  # PDFium's text omits characters without a glyph
        letters = [chr(pypdfium2.raw.FPDFText_GetUnicode(words, index)) for index in range(drawn)]
    for index in range(1, len(letters) - 1):
        if letters[index] == " " and words.get_charbox(index + 1)[0] - words.get_charbox(index - 1)[2] > APART:
            letters[index] = "\n"
    return "".join(letters).replace("\r\n", "\n")


def _glyphs(sheet: Sheet) -> Iterator[Finding]:
    for mark in BLOCKS:
        if mark in sheet.text:
            index = sheet.text.index(mark)
            around = " ".join(sheet.text[max(0, index - 20) : index + 20].split())
            yield Finding(sheet.name, f"a glyph is missing from its font near {around!r}")


# ---- finding tables


def segments(text: str, tables: list[PlainTable]) -> dict[str, str]:
    """Return the text between each table's heading and the next heading, by the id of the table.

    A table that continues on another page has its heading there again; the texts below both headings are joined.
    """
    places: list[tuple[int, int, str]] = []
    for table in tables:
        for match in re.finditer(heading(table), text, re.IGNORECASE):
            places.append((match.start(), match.end(), table.id))
    places.sort()
    texts: dict[str, str] = {}
    for index, (_, end, table_id) in enumerate(places):
        until = places[index + 1][0] if index + 1 < len(places) else len(text)
        texts[table_id] = texts.get(table_id, "") + "\n" + text[end:until]
    return texts


def heading(table: PlainTable) -> str:
    """Return a pattern for a table's heading: the id and title, in either order, at the start of a line.

    If the id is not printed on the original table, the pattern also matches the title alone, provided that the table's
    dice or use follow the title.
    """
    name, title, joint = re.escape(table.id), loose(str(table.data["title"])), r"[\s:·|–—-]{0,6}"
    beside = rf"{joint}(?:·\s*\w+\s*)?(?<![\w-]){name}(?![\w-])"
    alternatives = [rf"{name}(?![\w-]){joint}{title}(?![\w,])", rf"{title}{beside}"]
    if not code(table.id):
        used = _used(table)
        begins = rf"\s*\n\s*{used}" if used == r"\S" else rf"\s+{used}"  # player aids have the dice beside the name
        alternatives += [rf"{title}(?={begins})", rf"{title}\s*·\s*continued"]
    return rf"(?m:^[ \t]*)(?:{'|'.join(alternatives)})"


def _used(table: PlainTable) -> str:
    """Return a pattern for the beginning of the line below a heading, which has the dice or the use of the table."""
    if table.shape in ("rows", "columns", "to_hit"):
        return r"\d?D\d"
    used = str(table.data.get("used", "")).split()[:1]
    return rf"(?i:{loose(used[0])})\b" if used else r"\S"


# ---- a table


def table_findings(plain: PlainTable, book: Book, sheet: str, text: str) -> Iterator[Finding]:
    """Yield the differences between the printed table and its file."""
    at, say, is_aid = 0, book.names.text, "aids" in sheet
    for row in plain.printed():
        if is_aid and (otherwise := _OTHERWISE.search(row_words(plain, row, book))) and otherwise[1] in text.lower():
            continue
        pattern = row_pattern(plain, row, book)
        match = pattern.search(text, at)
        if match:
            at = match.end()
            continue
        place = f"{sheet} {row.id}"
        if len(plain.columns) > 1 and in_parts(plain, row, book, text):
            continue
        if any(all(one.search(text) for one in way) for way in merged_rows.patterns(plain, row, book, say)):
            continue
        if not pattern.search(text):
            yield Finding(place, f'the row is missing or differs from the file: "{row_words(plain, row, book)}"')
        elif WHOLE.match(sheet.rpartition("/")[2]):  # backs of cards follow all fronts of their sheet
            yield Finding(place, "the row is printed before the row it should follow")
    usual = book.rulebook()
    in_force = {**usual.rulings, **usual.ruled}.items()
    for expected in expected_texts(plain, book, say):
        counts = (expected.only is None or expected.only in in_force) and not (is_aid and _cites(book, expected.words))
        if counts and not expected.pattern.search(text) and not merged_rows.modifier_in_text(expected, text):
            yield Finding(f"{sheet} {plain.id}", f'the {expected.what} "{expected.words}" is missing')


def _cites(book: Book, words: str) -> bool:
    """Return True if a text mentions an erratum, a ruling or a table, so that a player aid may leave it out."""
    names = (*book.rulings, *book.tables)
    return "errat" in words or any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words) for name in names)


def row_words(plain: PlainTable, row: PlainRow, book: Book) -> str:
    """Return the text of a row as it should be printed."""
    label = labels_of(row, part_of(plain.part, row) or plain.part)[:1]
    return " | ".join(
        text for text in (*label, plain.expected_area(row, book), *plain.expected_words(row, book)) if text
    )


def in_parts(plain: PlainTable, row: PlainRow, book: Book, text: str) -> bool:
    """Return True if a row of a wide table is printed in parts, each with the row's label."""
    last = len(plain.expected_words(row, book))

    def are_printed(done: int) -> bool:
        """Return True if all cells from index `done` on are printed, in one part of the table or in several."""
        ends = range(last, done, -1)
        return done == last or any(
            are_printed(end) for end in ends if row_pattern(plain, row, book, slice(done, end)).search(text)
        )

    return are_printed(0)


def row_pattern(plain: PlainTable, row: PlainRow, book: Book, part: slice = slice(None)) -> re.Pattern[str]:
    """Return a pattern for a printed row: its label, area and cells, separated only by white space.

    Args:
        plain: the table.
        row: the row.
        book: the book of the game.
        part: the cells to include; by default, all.
    """
    labels = labels_of(row, part_of(plain.part, row) or plain.part)
    area, dice = plain.expected_area(row, book), (part_of(plain.part, row) or plain.part).dice
    is_place = bool(area) and dice.endswith("highest")  # that of a die, which its name says
    pieces = [f"(?i:{'|'.join(loose(text) for text in labels)})"] if labels and not is_place else []
    cells = plain.expected_words(row, book)[part]
    pieces += [merged_rows.area_pattern(_either(area, book), area, cells)] if area else []
    pieces += [_either(text, book) if text != "–" else "(?:[–-]|No effect)?" for text in cells]
    return compiled(r"(?<![\d–−])" + r"\s*".join(pieces) + r"(?![\w–])")


def _either(words: str, book: Book) -> str:
    """Return a pattern for words in which tables are named either by their names or by their ids."""
    variants = dict.fromkeys((words, book.names.text(words)))
    return f"(?:{'|'.join(map(loose, variants))})" if len(variants) > 1 else loose(words)


def labels_of(row: PlainRow, part: PlainPart) -> list[str]:
    """Return the forms in which a row's rolls may be printed, beginning with the simplest."""
    if not row.rolls:
        return []
    if part.dice.endswith("highest"):
        return ["tie" if row.rolls[0] == 0 else f"die {row.rolls[0]}"]
    low, high = min(row.rolls), max(row.rolls)
    labels = [_printed(row.rolls)]
    labels += [f"{_number(low)} or more"] if high == part.high else []
    labels += [f"{_number(high)} or less"] if low == part.low else []
    return labels


def _printed(rolls: tuple[int, ...]) -> str:
    """Return rolls as they are printed: with en dashes and minus signs, and with `to` if a roll is negative."""
    text = span(rolls, "–") if min(rolls) >= 0 else span(rolls, " to ")
    return re.sub(r"-(\d)", r"−\1", text)


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"−{-value}"
