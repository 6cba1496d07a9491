"""The tables of a game as they are printed: with their corrections and letters, for player aids, and condensed.

Condensed tables join rows with the same result:

- Rolls with the same result share a row: `16, 26, 36`.
- Rolls whose results differ only in the number rolled also share a row: `1/2/3: engine 1/2/3 out`.
- Positions that need the same roll share a row: `12, 1:30, 10:30: High, Level, Low`.
- A table with few results under several headings is transposed: it has a line for each heading, with the rolls under
each result.

The text of results does not change; `verify` parses it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from combatbox.core.effects import Condition
from combatbox.core.phrases import join_words, with_minus
from combatbox.core.table_views import VARIES, CorrectionView, RowView, TableView, capital, correction_view, open_span
from combatbox.core.tables import Correction, Rulebook, Table
from combatbox.library.book import Book, code
from combatbox.prose.sentences import sentences_of

_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z(“])")
_CITES = re.compile(r"\berrat(?:a|um)\b")
_WITHOUT = re.compile(r"\(without that option: (?P<otherwise>.+)\)$")
_NUMBER = re.compile("[0-9]+")
INDEX = "Which table stands where"
_FEW = 3  # the most results of a table that is turned
_LIST = 8  # the most rows of a short list
_LONG = 5  # the least rows of a table that is turned
_COUNTED = 3  # the least rows to join that differ only in the number rolled
_NAMED = ("chart", "to_hit")
_ROLLED = "\0"
_MOST_CORRECTIONS = 3
"""The maximum number of different corrections by one authority that the notes of a table list one by one.

If there are more, the notes state only their number and their rows.
"""


def lettered(view: TableView, letters: Mapping[str, str]) -> TableView:
    """Return a table with the letters of its notes beside its rows or modifiers."""
    rows = tuple(
        replace(row, cells=(f"{row.cells[0]} ({letters[row.id]})", *row.cells[1:])) if row.id in letters else row
        for row in view.rows
    )
    if view.id not in letters:
        return replace(view, rows=rows)
    modifiers = tuple(replace(line, words=f"{line.words} ({letters[view.id]})") for line in view.modifiers)
    return replace(view, rows=rows, modifiers=modifiers)


def in_force(book: Book, rules: Rulebook, name: str) -> Table | None:
    """Return the table to use for a name: the table with this name, or the variant that replaces it.

    The result is None if the name is that of a variant.
    """
    if name in book.variants:
        return None
    return book.tables[rules.tables[name].id]


def printed_view(book: Book, table: Table, rules: Rulebook | None = None, *, corrected: bool = True) -> TableView:
    """Return the view of a table for print.

    Args:
        book: the book of the game.
        table: the table to print.
        rules: the rulebook; modifiers that cannot apply under its rulings are left out. None to include all modifiers.
        corrected: True to add the corrections of values to the notes.
    """
    view = book.view(table)
    if rules:
        conditions = [
            *(modifier.when for modifier in table.modifiers),
            *(adjust.when for adjust in table.adjusts),
            *(floor.when for floor in table.floors),
        ]
        out = {index for index, when in enumerate(conditions) if when and not _can_hold(when, rules)}
        view = replace(view, modifiers=tuple(line for index, line in enumerate(view.modifiers) if index not in out))
    notes = _corrections([(correction_view(table, one, book.say), one) for one in table.info.corrections])
    return replace(view, notes=(*view.notes, *(notes if corrected else ())), corrections=())


def _can_hold(condition: Condition, rules: Rulebook) -> bool:
    """Return True if a condition needs no ruling, or one that is in force."""
    needed = condition.requires_ruling()
    return needed is None or needed in {**rules.rulings, **rules.ruled}.items()


def _corrections(corrections: Sequence[tuple[CorrectionView, Correction]]) -> Iterator[str]:
    """Yield notes about corrections by each authority: every correction or, for many, their number and rows."""
    for by, group in groupby(sorted(corrections, key=lambda pair: pair[1].by), key=lambda pair: pair[1].by):
        names_by_text: dict[str, list[str]] = {}
        rows = []
        for view, correction in group:
            was = with_minus(correction.was)
            names_by_text.setdefault(f"“{was}” is printed; “{view.now}” by {by}.", []).append(view.name)
            rows.append(view.row)
        if len(names_by_text) <= _MOST_CORRECTIONS:
            yield from (f"{join_words(names)}: {words}" for words, names in names_by_text.items())
        else:
            yield f"{join_words(list(dict.fromkeys(rows)))}: {len(rows)} results are other than printed, by {by}."


# Player aids, without sources and without everything that the rulings in force exclude


def unused_tables(book: Book, rulings: Mapping[str, str]) -> frozenset[str]:
    """Return the ids of the tables that are used only by optional rules that are switched off."""
    off = [ruling for ruling in book.rulings.values() if "on" in ruling.options and rulings[ruling.id] == "off"]
    optional = {rule for ruling in off for rule in ruling.rules}
    used: dict[bool, set[str]] = {True: set(), False: set()}
    for rule in book.rules.values():
        used[rule.id in optional].update(rule.tables)
    return frozenset(used[True] - used[False])


def rules_view(book: Book, rule_ids: Collection[str], rulings: Mapping[str, str]) -> TableView:
    """Return a table that has only notes: each rule with its title and its text from the rules pages."""
    sentences = sentences_of(book, rule_ids, rulings)
    notes = tuple(f"**{book.rules[rule].title}** {' '.join(sentences[rule]).replace(' - ', ' ')}" for rule in rule_ids)
    return _unrolled("Rules in a few words", notes)


def _unrolled(title: str, notes: tuple[str, ...], used: str = "") -> TableView:
    """Return a table without rows."""
    return TableView("", title, "chart", "", "", used, "", "", (), True, (), (), notes, (), (), "", False)


def index_of_aids(views: Iterable[TableView], aids: Mapping[str, int]) -> TableView:
    """Return an index of tables as rows, with the number of the player aid with each table."""
    rows = tuple(
        RowView("", "", (), "", 0, name, (str(aids.get(table, "–")),), (), ()) for table, name in _by_code(views)
    )
    return replace(_unrolled(INDEX, ()), name_heading="Table", headings=("Aid",), rows=rows)


def index_of_pages(views: Iterable[TableView], aids: Mapping[str, int], pages: Mapping[str, int]) -> TableView:
    """Return an index of tables as notes, one for the tables whose codes begin alike: `B-4 Shell hits **5** (4) · …`.

    Args:
        views: the tables.
        aids: the number of the player aid with a table, by the id of the table.
        pages: the page of each table; a table that is not in it gets a number as wide as any.
    """
    groups = groupby(sorted(_by_code(views), key=lambda pair: not code(pair[0])), key=lambda pair: code(pair[0])[:2])
    notes = tuple(
        " · ".join(
            f"{name} **{pages.get(table, '000')}**{f' ({aids[table]})' if table in aids else ''}"
            for table, name in group
        )
        for _, group in groups
    )
    return _unrolled(INDEX, notes, f"the page of each table{', and in brackets its player aid' if aids else ''}")


def _by_code(views: Iterable[TableView]) -> list[tuple[str, str]]:
    """Return the id and the name of tables, in the order of their codes or, where they have none, of their titles."""
    names = {view.id: f"{code(view.id)} {view.title}".strip() for view in views if view.id}
    return sorted(names.items(), key=lambda pair: _NUMBER.sub(lambda number: number[0].zfill(3), pair[1]))


def row_notes(book: Book, table: Table) -> Iterator[str]:
    """Yield notes about the effects of a chart's rows, which the columns of the chart do not show.

    Rows with the same effects share a note; the note about the most common effects is last and begins with `All
    others`.
    """
    if table.shape != "chart" or not table.columns:
        return
    alike: dict[str, list[str]] = {}
    for row in table.rows:
        words = "; ".join(effect.short_words(book.say) for effect in row.effects)
        alike.setdefault(words, []).append(book.say(row.key))
    most = max(alike, key=lambda words: len(alike[words]))
    for words, names in alike.items():
        if words and words != most:
            yield f"{capital(words)}: {join_words(names)}."
    if most:
        yield f"All others: {most}."


class Aid:
    """A filter of table views for player aids and cards.

    Attributes:
        unused: the ids of the tables that are not in play; aids do not mention them. Empty for cards, which say what
            holds with an option and without it.
    """

    def __init__(self, book: Book, unused: Collection[str]) -> None:
        self._unused, self._has_options = _any_of(unused), not unused
        self._cited = re.compile(rf" ?\((?:see )?(?:rulings? )?{_any_of(book.rulings).pattern}\)")
        self._option = re.compile(
            rf",? (?:unless|under) the (?:other )?option (?:“[^”]+” )?of {_any_of(book.rulings).pattern}[^.,;]*"
        )

    def trim(self, view: TableView) -> TableView:
        """Return a table without errata, rulings, and references to unused tables."""
        rows = tuple(replace(row, cells=tuple(map(self._cell, row.cells))) for row in view.rows)
        modifiers = tuple(
            replace(modifier, amount="") if modifier.amount == VARIES else modifier
            for modifier in view.modifiers
            if not self._unused.search(modifier.words)
        )
        notes = tuple(note for words in view.notes if (note := " ".join(self._sentences(words))))
        used = re.sub(rf"(?:,| or|,? and) {self._unused.pattern}", "", view.used)
        return replace(view, used=used, rows=rows, modifiers=modifiers, notes=notes)

    def _cell(self, words: str) -> str:
        """Return a result with only the alternative that applies under the options in force."""
        otherwise = _WITHOUT.search(words)
        if self._has_options or not otherwise:
            return words
        return capital(otherwise["otherwise"]) if self._unused.search(words) else words[: otherwise.start()].rstrip()

    def _sentences(self, note: str) -> Iterator[str]:
        """Yield those sentences of a note that a player aid shows, without citations."""
        for sentence in _SENTENCE.split(note):
            if not (_CITES.search(sentence) or self._unused.search(sentence)):
                yield self._option.sub("", self._cited.sub("", sentence))


def _any_of(ids: Collection[str]) -> re.Pattern[str]:
    """Return a pattern that matches any of these ids; without ids, a pattern that never matches."""
    longest = sorted(ids, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?![\w-])")


# Condensed tables


def compact(view: TableView) -> TableView:
    """Return a table in which rows with the same result are joined."""
    if view.shape in _NAMED:
        return replace(view, rows=tuple(_levels(list(_named(view.rows)))))
    if view.shape == "opposed":
        return view
    if view.dice.endswith("highest") and view.areas:
        return _by_name(view)
    view = _each(view)
    rows = _counted(view.rows) if len(view.headings) == 1 else view.rows
    return _strip(view) or replace(view, rows=tuple(_rolled(rows)))


def _by_name(view: TableView) -> TableView:
    """Return a table that asks which die is highest, with the names of the dice in place of roll numbers."""
    rows = tuple(replace(row, roll="") for row in view.rows)
    return replace(view, used=f"{view.dice}, {view.used}", roll_heading="", name_heading="Dice", rows=rows)


def _each(view: TableView) -> TableView:
    """Move the ending that all results of a long list have in common to the head: `each: an airfield`."""
    ends = {row.cells[0].rpartition(", ")[2] for row in view.rows if len(row.cells) == 1 and row.roll and not row.depth}
    if len(view.rows) <= _LIST or len(ends) != 1 or any(", " not in row.cells[0] for row in view.rows):
        return view
    (end,) = ends
    rows = tuple(replace(row, cells=(row.cells[0].removesuffix(f", {end}"),)) for row in view.rows)
    return replace(view, used=f"{view.used}; each: {end}", rows=rows)


def _counted(rows: Sequence[RowView]) -> list[RowView]:
    """Join adjacent rows that differ only in the number rolled, unless these are all rows of their level.

    The joined rows have equal nested rows, which follow only once.
    """
    joined: list[RowView] = []
    families = list(_families(rows, min((row.depth for row in rows), default=0)))
    for alike, run in groupby(families, key=_numberless):
        group = list(run)
        if alike is None or not _COUNTED <= len(group) < len(families):
            for family in group:
                joined += [family[0], *_counted(family[1:])]
            continue
        first, *nested = group[0]
        rolls = tuple(family[0].rolls[0] for family in group)
        named = "/".join(map(str, rolls))
        area, cell = (text.replace(_ROLLED, named) for text in alike[:2])
        joined += [replace(first, rolls=rolls, roll=named, area=area, cells=(cell,)), *_counted(nested)]
    return joined


def _numberless(family: Sequence[RowView]) -> tuple[str, ...] | None:
    """Return the texts of a row and its nested rows, with a placeholder for the number rolled.

    The result is None if the row's text lacks the number.
    """
    head = family[0]
    if len(head.rolls) != 1 or head.roll != str(head.rolls[0]):
        return None
    number = re.compile(rf"(?<!\w){head.roll}(?!\w)")
    area, cell = (number.sub(_ROLLED, text) for text in (head.area, head.cells[0]))
    return (
        (area, cell, *(text for row in family[1:] for text in (row.roll, row.area, *row.cells)))
        if _ROLLED in cell
        else None
    )


def _rolled(rows: Sequence[RowView]) -> Iterator[RowView]:
    """Join rows with the same text into one, at the place of the first; rows with a nested roll remain separate."""
    alike: dict[tuple[str, ...], list[RowView]] = {}
    for first, *nested in _families(rows):
        key = (first.id,) if nested else (first.area, *first.cells)
        alike.setdefault(key, []).extend((first, *nested))
    for group in alike.values():
        yield from [_together(group)] if len(group) > 1 and group[-1].depth == group[0].depth else group


def _families(rows: Sequence[RowView], depth: int = 0) -> Iterator[list[RowView]]:
    """Yield each row of a level together with the rows nested below it."""
    family: list[RowView] = []
    for row in rows:
        if family and row.depth <= depth:
            yield family
            family = []
        family.append(row)
    if family:
        yield family


def _together(group: Sequence[RowView]) -> RowView:
    """Join rows with the same result into one row."""
    rolls = tuple(sorted(roll for row in group for roll in row.rolls))
    origins = tuple(dict.fromkeys(origin for row in group for origin in row.origin))
    return replace(group[0], rolls=rolls, roll=label(group), origin=origins, ends=_ends(group))


def label(group: Sequence[RowView]) -> str:
    """Return one label for the rolls of several rows; if the label of any row is open-ended, so is this one."""
    return open_span([roll for row in group for roll in row.rolls], _ends(group))


def _ends(group: Sequence[RowView]) -> tuple[bool, bool]:
    return any(row.ends[0] for row in group), any(row.ends[1] for row in group)


def _named(rows: Sequence[RowView]) -> Iterator[RowView]:
    """Join adjacent rows with the same cells, if their names can be combined."""
    for _, run in groupby(rows, key=lambda row: (row.cells, row.depth)):
        group = list(run)
        name = _product([row.area for row in group])
        if name:
            yield replace(group[0], area=name)
            continue
        for head, part in groupby(group, key=lambda row: row.area.rpartition(", ")[0]):
            alike = list(part)
            tails = ", ".join(row.area.rpartition(", ")[2] for row in alike)
            yield from [replace(alike[0], area=f"{head}: {tails}")] if head and len(alike) > 1 else alike


def _levels(rows: Sequence[RowView]) -> Iterator[RowView]:
    """Join rows of clock positions at one level that have the same cells, at the place of the first: `3, 9 High`."""
    alike: dict[tuple[tuple[str, ...], str], list[RowView]] = {}
    for row in rows:
        hour, *heights = row.area.split(" ")
        on_clock = hour[:1].isdigit() and len(heights) == 1 and not row.depth
        alike.setdefault((row.cells, heights[0] if on_clock else row.id), []).append(row)
    for (_, level), group in alike.items():
        firsts = [row.area.rpartition(" ")[0] for row in group]
        yield group[0] if len(group) == 1 else replace(group[0], area=f"{', '.join(firsts)} {level}")


def _product(names: Sequence[str]) -> str:
    """Combine names that pair each of some first words with each of some last words: `3, 9: High, Level, Low`.

    Return an empty text for other names.
    """
    pairs = [name.rpartition(" ")[::2] for name in names]
    firsts, lasts = (list(dict.fromkeys(side)) for side in zip(*pairs, strict=True))
    complete = len(lasts) > 1 and "" not in firsts and pairs == [(first, last) for first in firsts for last in lasts]
    return f"{', '.join(firsts)}: {', '.join(lasts)}" if complete and "," not in "".join(firsts) else ""


def _strip(view: TableView) -> TableView | None:
    """Transpose a table with few results under several headings; return None for other tables."""
    results = list(dict.fromkeys(cell for row in view.rows for cell in row.cells))
    plain = not view.areas and all(row.rolls and not row.depth for row in view.rows)
    if len(view.headings) < 2 or len(view.rows) < _LONG or not plain or len(results) > _FEW:
        return None
    rows = []
    for index, heading in enumerate(view.headings):
        groups = [[row for row in view.rows if row.cells[index] == result] for result in results]
        cells = tuple(label(group) if group else "–" for group in groups)
        rows.append(replace(view.rows[0], rolls=(), roll="", area=heading, cells=cells))
    return replace(
        view, shape="to_hit", roll_heading="", name_heading="For", headings=tuple(results), areas=True, rows=tuple(rows)
    )
