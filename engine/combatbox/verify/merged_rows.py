"""The lines in which several rows may be printed together, computed independently of the press.

Rows can share a line if their results are equal, or if the result of each names its roll (`1/2/3: engine 1/2/3 out`).
Adjacent positions that need the same roll share a line; so do positions of the same level. If all results of a list end
with the same words, these words are printed once above the list. A table with few results under several headings is
printed sideways, with a line for each heading. Modifiers with the same amount share a line. A row counts as printed if
the line that it shares is printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from combatbox.library.book import Book
from combatbox.verify.independent_reader import PlainRow, PlainTable, span
from combatbox.verify.site import Expected, amount_pattern, compiled, loose

_ROLLED = "#"  # stands for the number of a roll
Say = Callable[[str], str]
"""A function that replaces the ids of tables by their names."""


def patterns(plain: PlainTable, row: PlainRow, book: Book, say: Say) -> Iterator[list[re.Pattern[str]]]:
    """Yield the ways in which a row may be printed together with others.

    Each way is a list of patterns, all of which must match the printed text.
    """
    rows = plain.part.rows
    yield from _naming(plain, row, book, say)
    if not any(row is one for one in rows) or row.then or row.thens:
        return
    if plain.shape in ("to_hit", "chart"):
        yield from ([_line([area], _cells(plain, row, book, say))] for area in _areas(plain, row, book, say))
        return
    words, area = _cells(plain, row, book, say), plain.expected_area(row, book)
    single_rows = [one for one in rows if not one.then and not one.thens]
    alike = [o for o in single_rows if _cells(plain, o, book, say) == words and plain.expected_area(o, book) == area]
    if len(alike) > 1:
        named = [area_pattern(loose(say(area)), area, words)] if area else []
        yield [_line([f"(?:{labels(alike, plain)})", *named], words, raw=True)]
    if plain.columns and not area:
        yield _strip(plain, book, say)
    if len(words) == 1 and ", " in words[0]:
        result, _, end = words[0].rpartition(", ")
        yield [re.compile(rf"each:\s*{loose(end)}"), _line([f"(?:{labels([row], plain)})"], [result], raw=True)]


def _naming(plain: PlainTable, row: PlainRow, book: Book, say: Say) -> Iterator[list[re.Pattern[str]]]:
    """Yield the patterns for a row that shares a line because its result names its roll, or that is nested in one."""
    for part in (plain.part, *(one.then for one in plain.walk() if one.then)):
        for texts, run in groupby(part.rows, key=lambda one: _unnumbered(plain, one, book, say)):
            group = list(run)
            if not texts or len(group) < 2:
                continue
            if any(row is one for one in group):
                rolls = "/".join(str(one.rolls[0]) for one in group)
                area, result = (words.replace(_ROLLED, rolls) for words in texts)
                heads = [loose(rolls), *([area_pattern(loose(area), area, [result])] if area else [])]
                yield [_line(heads, [result], raw=True)]
            elif any(row.id.startswith(f"{one.id}/") for one in group):
                area, cells = say(plain.expected_area(row, book)), _cells(plain, row, book, say)
                heads = [f"(?:{labels([row], plain)})"] if row.rolls else []
                yield [_line([*heads, *([area_pattern(loose(area), area, cells)] if area else [])], cells, raw=True)]


def _unnumbered(plain: PlainTable, row: PlainRow, book: Book, say: Say) -> tuple[str, str] | None:
    """Return a row's area and result with a placeholder for its roll; None if the result does not name the roll."""
    if len(row.rolls) != 1 or plain.columns or plain.shape != "rows":
        return None
    number = re.compile(rf"\b{row.rolls[0]}\b")
    area, result = (
        number.sub(_ROLLED, words) for words in (say(plain.expected_area(row, book)), *_cells(plain, row, book, say))
    )
    return (area, result) if _ROLLED in result else None


def area_pattern(pattern: str, area: str, cells: Sequence[str]) -> str:
    """Return a pattern for the area that precedes a row's result; it is optional if the result begins with the area."""
    return f"(?:{pattern}:?)?" if cells[0].lower().startswith(area.lower()) else f"{pattern}:?"


def modifier_in_text(modifier: Expected, text: str) -> bool:
    """Return True if a modifier is printed together with others that have the same amount.

    An example is `−1 Evasive action; bad weather`.
    """
    if modifier.amount is None:
        return False
    amount, words = modifier.amount
    between = r"[^+−]*?;\s*"  # no other amount
    return bool(compiled(rf"{amount_pattern(amount)}{between}{loose(words)}(?![\w–])", re.IGNORECASE).search(text))


def _cells(plain: PlainTable, row: PlainRow, book: Book, say: Say) -> list[str]:
    return [say(words) for words in plain.expected_words(row, book)]


def _line(heads: Sequence[str], cells: Sequence[str], *, raw: bool = False) -> re.Pattern[str]:
    """Return a pattern for a line of headings and cells that are separated only by white space."""
    parts = [head if raw else loose(head) for head in heads]
    parts += [loose(cell) if cell != "–" else "(?:[–-])?" for cell in cells]
    return re.compile(r"(?<![\d–−])" + r"\s*".join(parts) + r"(?![\w–])")


def labels(rows: Sequence[PlainRow], plain: PlainTable) -> str:
    """Return a pattern for the common label of several rows: `3, 9, 11`, or `9 or more` at an end of the table."""
    rolls = sorted(roll for row in rows for roll in row.rolls)
    parts = re.sub(r"-(\d)", r"−\1", span(tuple(rolls), "–" if rolls[0] >= 0 else " to ")).split(", ")
    patterns = [loose(part) for part in parts]
    low, high = plain.part.low, plain.part.high
    if rolls[0] == low:
        patterns[0] = rf"(?:{patterns[0]}|{loose(re.split('–| to ', parts[0])[-1])}\s*or\s*less)"
    if rolls[-1] == high:
        patterns[-1] = rf"(?:{patterns[-1]}|{loose(re.split('–| to ', parts[-1])[0])}\s*or\s*more)"
    return r",\s*".join(patterns)


def _areas(plain: PlainTable, row: PlainRow, book: Book, say: Say) -> Iterator[str]:
    """Yield the common names of areas under which a row may be printed together with rows that have the same cells."""

    def words(one: PlainRow) -> list[str]:
        return _cells(plain, one, book, say)

    level = say(plain.expected_area(row, book)).rpartition(" ")[2]
    alike = [say(plain.expected_area(one, book)) for one in plain.part.rows if words(one) == words(row)]
    yield f"{', '.join(name.removesuffix(f' {level}') for name in alike if name.endswith(f' {level}'))} {level}"
    for _, run in groupby(plain.part.rows, key=words):
        group = list(run)
        if not any(one is row for one in group):
            continue
        names = [say(plain.expected_area(one, book)) for one in group]
        pairs = [name.rpartition(" ")[::2] for name in names]
        firsts, lasts = (", ".join(dict.fromkeys(side)) for side in zip(*pairs, strict=True))
        yield f"{firsts}: {lasts}"
        head = say(plain.expected_area(row, book)).rpartition(", ")[0]
        parts = [list(part) for at, part in groupby(names, key=lambda name: name.rpartition(", ")[0]) if at == head]
        yield from (f"{head}: {', '.join(name.rpartition(', ')[2] for name in part)}" for part in parts)


def _strip(plain: PlainTable, book: Book, say: Say) -> list[re.Pattern[str]]:
    """Return patterns for the lines of a table that is printed sideways.

    Each line has the heading of a column, and the rolls for each result in this column.
    """
    rows = plain.part.rows
    results = list(dict.fromkeys(cell for row in rows for cell in _cells(plain, row, book, say)))
    lines = []
    for index, head in enumerate(plain.columns.values()):
        cells = []
        for result in results:
            alike = [row for row in rows if _cells(plain, row, book, say)[index] == result]
            cells.append(f"(?:{labels(alike, plain)})" if alike else "–")
        lines.append(re.compile(r"\s*".join([loose(head), *cells]) + r"(?![\w–])"))
    return lines
