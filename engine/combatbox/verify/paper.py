"""The printed tables read back from their PDFs and compared with the YAML, row by row in order.

It needs to know this of the press: the pages of tables carry every table of the game, other PDFs may have some of them, those
in force under the usual rulings; each table is headed by its title, with its id beside it or, where that is ours and it is not
the pages of tables, by what it is rolled with below; other tables have their names in its words, not their ids. A row's roll,
area and cells follow each other in the text, whatever the line breaks; rows stand in the order of the file, but for such as
stand together with others of like result (`together`). A table too wide for the paper may be cut by its columns, each part
with its heading and the labels of its rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING

from combatbox.library.book import Book
from combatbox.library.provenance import any_rebuilt
from combatbox.library.table_names import code
from combatbox.verify import merged_rows
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, checked
from combatbox.verify.independent_reader import PlainPart, PlainRow, PlainTable, span
from combatbox.verify.site import BUILD, compiled, loose, part_of, told_of

if TYPE_CHECKING:
    from pypdfium2 import PdfTextPage

PRINT = "combatbox print"
WHOLE = re.compile("tables")
"""Names of the PDFs that have every table."""
BLOCKS = "■□\ufffd\0"
"""What stands in a text where a font lacks a glyph."""

APART = 6.0
"""Points between two words that no blank of ours is wide: they are no neighbours in a sentence."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A PDF with tables on it, as text."""

    name: str
    text: str
    whole: bool


def check(room: VerifyContext) -> Check:
    """Every table on every PDF of tables or cards of every game."""
    if room.prints is None or not any(room.prints.rglob("*.pdf")):
        return Check("paper", not_run=f"print the sheets first ({BUILD})")
    findings: list[Finding] = []
    tables = rows = 0
    for key, book in room.books.items():
        sheets = [read_sheet(path, room.prints) for path in table_pdfs(room.prints / key)]
        if not any(sheet.whole for sheet in sheets):
            findings.append(Finding(f"{key}/", "there is no PDF of its tables", f"{PRINT} {key}"))
        findings += _unsaid(book, room.prints / key)
        for sheet in sheets:
            findings += _glyphs(sheet)
            parts = segments(sheet.text, list(room.plain[key].values()))
            for table_id, plain in room.plain[key].items():
                if table_id in parts:
                    findings += table_findings(plain, book, sheet.name, parts[table_id])
                    tables += 1
                    rows += sum(1 for _ in plain.printed())
                elif sheet.whole:
                    findings.append(Finding(f"{sheet.name} {table_id}", "the table is missing"))
    return checked("paper", findings, (tables, "table"), (rows, "row"))


def _unsaid(book: Book, folder: Path) -> Iterator[Finding]:
    """Papers of a game with rebuilt tables that nowhere say so; each has it in its foot, on its cover or its last card."""
    if not any_rebuilt(book):
        return
    for path in sorted(folder.rglob("*.pdf")):
        if not any("rebuilt by us" in " ".join(text.split()).lower() for text in _pages(path)):
            yield Finding(path.relative_to(folder.parent).as_posix(), "does not say that the tables are rebuilt")


def table_pdfs(folder: Path) -> list[Path]:
    """The PDFs of a game that carry tables."""
    return [path for path in sorted(folder.rglob("*.pdf")) if re.search("table|card|aid", path.stem)]


def read_sheet(path: Path, base: Path) -> Sheet:
    """The text of a PDF, in the order in which it is drawn."""
    text = "\n".join(_as_drawn(path) if "aids" in path.stem else _pages(path))
    text = text.replace("’", "'").replace("‘", "'")  # paper has the quotes of print, the files those of a keyboard
    text = text.replace("\u00ad", "").replace("\u00a0", " ").replace("\u2011", "-")
    return Sheet(path.relative_to(base).as_posix(), text, bool(WHOLE.match(path.stem)))


def _as_drawn(path: Path) -> Iterator[str]:
    """The text of each page piece by piece, for papers on which the pieces of a heading stand at heights of their own: PDFium
    would put what is of nearly one height into one line."""
    from pypdf import PdfReader

    return (page.extract_text() for page in PdfReader(path).pages)


def _pages(path: Path) -> Iterator[str]:
    """The text of each page, by PDFium, which takes a tenth of the time that a reader in Python does."""
    import pypdfium2

    with closing(pypdfium2.PdfDocument(path)) as document:
        for page in document:
            words = page.get_textpage()
            if words.count_chars() and abs(pypdfium2.raw.FPDFText_GetCharAngle(words, 0) - pi) < 0.1:
                page.set_rotation((page.get_rotation() + 180) % 360)  # the back of a card: its lines would go backwards
                words = page.get_textpage()
            yield _lines(words)


def _lines(words: PdfTextPage) -> str:
    """The text of a page, a line each for what stands at one height and apart: cells, and what is in the next column."""
    import pypdfium2

    letters, drawn = list(words.get_text_range()), words.count_chars()
    if len(letters) != drawn:  # PDFium leaves out of a text what its font has no glyph for
        letters = [chr(pypdfium2.raw.FPDFText_GetUnicode(words, at)) for at in range(drawn)]
    for at in range(1, len(letters) - 1):
        if letters[at] == " " and words.get_charbox(at + 1)[0] - words.get_charbox(at - 1)[2] > APART:
            letters[at] = "\n"
    return "".join(letters).replace("\r\n", "\n")


def _glyphs(sheet: Sheet) -> Iterator[Finding]:
    for mark in BLOCKS:
        if mark in sheet.text:
            at = sheet.text.index(mark)
            around = " ".join(sheet.text[max(0, at - 20) : at + 20].split())
            yield Finding(sheet.name, f"a glyph is missing from its font near {around!r}")


# ---- where a table stands


def segments(text: str, tables: list[PlainTable]) -> dict[str, str]:
    """The text below each table's heading, up to the next heading. A table that goes on is headed again."""
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
    """A table's id and title at the beginning of a line, in that order or the other; where the id is ours the title alone,
    with what is rolled and when below it, will do."""
    name, title, joint = re.escape(table.id), loose(str(table.data["title"])), r"[\s:·|–—-]{0,6}"
    beside = rf"{joint}(?:·\s*\w+\s*)?(?<![\w-]){name}(?![\w-])"
    ways = [rf"{name}(?![\w-]){joint}{title}(?![\w,])", rf"{title}{beside}"]
    if not code(table.id):
        used = _used(table)
        begins = rf"\s*\n\s*{used}" if used == r"\S" else rf"\s+{used}"  # player aids have the dice beside the name
        ways += [rf"{title}(?={begins})", rf"{title}\s*·\s*continued"]
    return rf"(?m:^[ \t]*)(?:{'|'.join(ways)})"


def _used(table: PlainTable) -> str:
    """How the line begins that tells the dice of a table, or else when it is used; where nothing is told, the next line."""
    if table.shape in ("rows", "columns", "to_hit"):
        return r"\d?D\d"
    used = str(table.data.get("used", "")).split()[:1]
    return rf"(?i:{loose(used[0])})\b" if used else r"\S"


# ---- a table


def table_findings(plain: PlainTable, book: Book, sheet: str, text: str) -> Iterator[Finding]:
    """What the paper has otherwise than the file."""
    at, say = 0, book.names.text
    for row in plain.printed():
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
            yield Finding(place, f'is missing or other than the file has it: "{row_words(plain, row, book)}"')
        elif WHOLE.match(sheet.rpartition("/")[2]):  # backs of cards come after all the fronts of their sheet
            yield Finding(place, "stands before the row it should follow")
    usual = book.rulebook()
    in_force = {**usual.rulings, **usual.ruled}.items()
    for told in told_of(plain, book, say):
        counts = told.only is None or told.only in in_force
        if counts and not told.pattern.search(text) and not merged_rows.told(told, text):
            yield Finding(f"{sheet} {plain.id}", f'the {told.what} "{told.words}" is missing')


def row_words(plain: PlainTable, row: PlainRow, book: Book) -> str:
    """A row as it should read."""
    label = labels_of(row, part_of(plain.part, row) or plain.part)[:1]
    return " | ".join(
        text for text in (*label, plain.expected_area(row, book), *plain.expected_words(row, book)) if text
    )


def in_parts(plain: PlainTable, row: PlainRow, book: Book, text: str) -> bool:
    """Whether a row of a table too wide for the paper stands there in parts, each with the row's label."""
    last = len(plain.expected_words(row, book))

    def stand(done: int) -> bool:
        """The cells from there on stand somewhere; an empty one at the end of a part may as well begin the next."""
        ends = range(last, done, -1)
        return done == last or any(
            stand(end) for end in ends if row_pattern(plain, row, book, slice(done, end)).search(text)
        )

    return stand(0)


def row_pattern(plain: PlainTable, row: PlainRow, book: Book, part: slice = slice(None)) -> re.Pattern[str]:
    """How a row is found: its label, its area and its cells (or part of them), with nothing but blanks between."""
    labels = labels_of(row, part_of(plain.part, row) or plain.part)
    pieces = [f"(?i:{'|'.join(loose(text) for text in labels)})"] if labels else []
    area = plain.expected_area(row, book)
    cells = plain.expected_words(row, book)[part]
    pieces += [merged_rows.area_pattern(_either(area, book), area, cells)] if area else []
    pieces += [_either(text, book) if text != "–" else "(?:[–-]|No effect)?" for text in cells]
    return compiled(r"(?<![\d–−])" + r"\s*".join(pieces) + r"(?![\w–])")


def _either(words: str, book: Book) -> str:
    """Words with the names of tables or with their ids."""
    ways = dict.fromkeys((words, book.names.text(words)))
    return f"(?:{'|'.join(map(loose, ways))})" if len(ways) > 1 else loose(words)


def labels_of(row: PlainRow, part: PlainPart) -> list[str]:
    """Every way in which a row's rolls may be printed, the plainest first."""
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
    """Rolls as printed: en dashes, true minus signs, `to` between negative ends."""
    text = span(rolls, "–") if min(rolls) >= 0 else span(rolls, " to ")
    return re.sub(r"-(\d)", r"−\1", text)


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"−{-value}"
