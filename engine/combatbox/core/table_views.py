"""Views of tables as rows of text with headings: the only module that converts rows to text.

Pages, cards, terminal output, exports and golden dumps are made from these views; none of them formats a row itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from combatbox.core.annotations import frozen
from combatbox.core.effects import Effect, WordFormatter
from combatbox.core.phrases import anchor, consecutive, number, run_words, signed, span
from combatbox.core.tables import Adjust, Correction, Floor, Modifier, Row, Source, Table

NO_EFFECT = "No effect"
CLOSED = (False, False)
"""The value of `ends` for a row that covers only the rolls listed for it."""


@frozen
class RowView:
    """One printed row.

    Attributes:
        rolls: the net rolls that the row covers.
        roll: the printed form of these rolls.
        depth: 0 for a row of the table, 1 or more for rows of nested dice.
        area: the name of the row if it has no rolls, or the area that is struck.
        cells: the text under each heading.
        codes: the effect codes of each cell.
        leads: the tables that the row leads to, as text.
        ends: two flags: whether rolls below the table count as this row, and whether rolls above the table do.
    """

    id: str
    anchor: str
    rolls: tuple[int, ...]
    roll: str
    depth: int
    area: str
    cells: tuple[str, ...]
    codes: tuple[str, ...]
    leads: tuple[str, ...]
    origin: tuple[str, ...] = ()
    ends: tuple[bool, bool] = CLOSED


@frozen
class ModifierView:
    """A modifier as text, or another special case of the table with its result.

    Attributes:
        amount: the printed number (`+1`, `−3`), or the result of a special case; empty for a result that always
            applies.
    """

    words: str
    amount: str
    source: str
    origin: tuple[str, ...] = ()

    @property
    def adds(self) -> bool:
        """True if the amount is a number to add; other amounts are printed after the text."""
        return self.amount[:1] in ("+", "−", "0")


@frozen
class TableView:
    """A table as text, ready for a page, a card or a terminal."""

    id: str
    title: str
    shape: str
    dice: str
    per: str
    used: str
    roll_heading: str
    name_heading: str
    headings: tuple[str, ...]
    areas: bool
    rows: tuple[RowView, ...]
    modifiers: tuple[ModifierView, ...]
    notes: tuple[str, ...]
    source: tuple[Source, ...]
    corrections: tuple[Correction, ...]
    card: str
    optional: bool
    note_origins: tuple[tuple[str, ...], ...] = ()

    @property
    def origins(self) -> tuple[str, ...]:
        """The distinct origins of the table's values.

        It is empty for a game whose values were copied from its printed tables.
        """
        parts = (
            *(row.origin for row in self.rows),
            *(modifier.origin for modifier in self.modifiers),
            *self.note_origins,
        )
        return tuple(dict.fromkeys(origin for part in parts for origin in part))

    @property
    def rebuilt(self) -> bool:
        """True if some values come neither from the rulebook nor from the printed tables of an owner of the game."""
        return bool(set(self.origins) - PROVEN)

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it: rolls, areas and results."""
        name = [self.name_heading] * self.areas
        rows = [(f"{NESTED * row.depth}{row.roll}", *[row.area] * self.areas, *row.cells) for row in self.rows]
        return html_table(f"{self.id} {self.title}", [self.roll_heading, *name, *self.headings], rows)


NESTED = "\N{EM SPACE}"
"""What precedes the roll of a nested row, once for each level."""


def html_table(caption: str, headings: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table as HTML that needs no style sheet, for notebooks.

    Example:
        >>> html_table("Odds", ["Event", "Share"], [["Lost", 0.2]]).partition("</caption>")[2]
        '<tr><th>Event</th><th>Share</th></tr><tr><td>Lost</td><td>0.2</td></tr></table>'
    """
    from html import escape  # loads much that play does not need

    lines = [("th", headings), *(("td", row) for row in rows)]
    cells = ("".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in line) for tag, line in lines)
    return f"<table><caption>{escape(caption)}</caption>{''.join(f'<tr>{line}</tr>' for line in cells)}</table>"


PROVEN = frozenset(("rulebook", "owner"))
"""Origins that guarantee the values of the printed table."""

REBUILT = "Rebuilt by us: not the printed table"
"""The note printed beside every rebuilt table."""


VARIES = "varies"
"""The amount of a modifier whose text states the amount."""


def view(table: Table, say: WordFormatter) -> TableView:
    """Return the view of a table.

    Args:
        table: the table.
        say: a function that translates terms of the data into English.
    """
    rows = tuple(_rows(table, table, say, 0))
    headings = ("Result",) if table.shape == "opposed" else tuple(table.columns.values()) or ("Result",)
    return TableView(
        table.id,
        table.title,
        table.shape,
        table.notation.words,
        table.info.per,
        table.info.used,
        "Roll" if table.notation.count and table.shape not in ("to_hit", "opposed") else "",
        _name_heading(table),
        headings,
        any(row.area for row in rows),
        rows,
        (
            *(_modifier_view(m, say) for m in table.modifiers),
            *(_adjust_view(a, say) for a in table.adjusts),
            *(_floor_view(f, say) for f in table.floors),
            *(_unrolled_view(r, say, "no roll,") for r in table.forced),
            *(_unrolled_view(r, say, "first" if r.when else "before the result") for r in table.first),
            *(_opposed_view(title, table.adds[column]) for column, title in table.columns.items() if table.adds),
        ),
        table.info.notes,
        table.info.source,
        table.info.corrections,
        table.info.card,
        table.info.optional,
        table.info.note_origins,
    )


def _name_heading(table: Table) -> str:
    """Return the heading over the names of rows that have no rolls."""
    if table.shape == "opposed":
        return table.info.head or f"{capital(table.sides[0])} against {table.sides[1]}"
    return table.info.head or {"to_hit": "Attack and gun", "chart": "When"}.get(table.shape, "")


def _rows(table: Table, top: Table, say: WordFormatter, depth: int) -> Iterable[RowView]:
    for row in table.rows:
        cells, codes, leads = _cells(table, row, say)
        area = row.area or _chart_area(table, row, say)
        roll, ends = roll_label(table, row, top), open_ends(table, row) if table is top else CLOSED
        yield RowView(row.id, anchor(row.id), row.rolls, roll, depth, area, cells, codes, leads, row.origin, ends)
        if row.then:
            yield from _forced_rows(row.then, say, depth + 1)
            yield from _rows(row.then, top, say, depth + 1)
        elif table.shape == "columns":
            yield from _nested_cells(table, row, say, depth + 1)


def _forced_rows(table: Table, say: WordFormatter, depth: int) -> Iterable[RowView]:
    """Yield the rows for results that the state forces, so that a nested die is not rolled."""
    for row in table.forced:
        cells, codes, leads = _cells(table, row, say)
        area = capital(row.when.words(say)) if row.when else ""
        yield RowView(row.id, anchor(row.id), (), "no die", depth, area, cells, codes, leads, row.origin)


def _nested_cells(table: Table, row: Row, say: WordFormatter, depth: int) -> Iterable[RowView]:
    """Yield the rows of the nested rolls that cells require.

    There is one row for each range of rolls, with text in the columns that have this range.
    """
    parts = cells_of(table, row)
    lines: dict[str, list[Row | None]] = {}
    for index, part in enumerate(parts):
        for inner in part.then.rows if part and part.then else ():
            lines.setdefault(span(inner.rolls), [None] * len(parts))[index] = inner
    for label, cells in lines.items():
        first = next(filter(None, cells))
        texts = _texts(cells, say)
        yield RowView(first.id, anchor(first.id), first.rolls, label, depth, first.area, *texts, first.origin)


def _cells(table: Table, row: Row, say: WordFormatter) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the text and the codes for each column, and the tables to which the row leads."""
    if table.shape == "to_hit":
        return tuple(span([*table.hits(row, column)]) or "–" for column in table.columns), (), ()
    return _texts(cells_of(table, row), say)


def _texts(cells: Sequence[Row | None], say: WordFormatter) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the text and the codes of cells, and the tables to which they lead."""
    leads = (say(lead) for cell in cells if cell for effect in cell.effects for lead in effect.leads_to())
    return (
        tuple(effect_words(cell, say) if cell else "–" for cell in cells),
        tuple(code_of(cell.effects) if cell else "-" for cell in cells),
        tuple(dict.fromkeys(leads)),
    )


def cells_of(table: Table, row: Row) -> list[Row | None]:
    """Return the cells of a row, in the order of the columns.

    An item is None for a column in which the row has no cell. Without columns, the only item is the row itself.
    """
    if not table.columns or table.shape == "opposed":
        return [row]
    if table.shape == "chart":
        return [table.keys.get(f"{row.key}@{column}") for column in table.columns]
    return [table.lookups[column].get(row.rolls[0]) if row.rolls else None for column in table.columns]


def _chart_area(table: Table, row: Row, say: WordFormatter) -> str:
    if table.shape == "to_hit":
        return capital(", ".join(say(word) for word in row.words))
    if table.shape == "opposed":
        return wins_words(row.key, {other.key for other in table.rows})
    if table.shape != "chart":
        return ""
    if row.when is not None:
        return capital(row.when.words(say))
    if re.fullmatch(r"[0-9]+(-[0-9]+)?", row.key):
        return row.key.replace("-", "–")
    return capital(" ".join(say(part) for part in row.key.split()))


def wins_words(wins: str, known: Collection[str]) -> str:
    """Return the printed form of a result of an opposed roll, which compares the totals of the two sides.

    Args:
        wins: the result: `more`, `no` or `double`.
        known: the results for which the table has a row.
    """
    if wins == "more":
        return "Higher, but less than double" if "double" in known else "Higher"
    return {"no": "Equal or lower", "double": "Double or more"}[wins]


def effect_words(row: Row, say: WordFormatter, *, in_prose: bool = False) -> str:
    """Return the effects of a row as one capitalised phrase, including the conditions for a reroll.

    Args:
        row: the row.
        say: a function that translates terms of the data into English.
        in_prose: True to use the wording for a sentence of prose.
    """
    words = [effect.in_prose(say) if in_prose else effect.words(say) for effect in row.effects]
    if row.then:
        words.append(f"roll {row.then.notation.words}")
    if row.again and not words:
        return "Roll again"
    asked = () if any(condition.noted for condition in row.again) else row.again
    again = "".join(f"roll again {condition.words(say)}, otherwise: " for condition in asked)
    return capital(again + "; ".join(word for word in words if word)) or NO_EFFECT


def code_of(effects: Sequence[Effect]) -> str:
    """Return effects as one line of effect codes, in the notation of transcriptions and exports."""
    return "; ".join(effect.code for effect in effects) or "no_effect"


def roll_label(table: Table, row: Row, top: Table) -> str:
    """Return the printed form of the rolls of a row.

    Rows at the ends of the table include `or less` or `or more`.

    Args:
        table: the table of the row, nested or not.
        row: the row.
        top: the printed table; only its rows can have open ends.
    """
    if not row.rolls:
        return ""
    if table.notation.reading == "highest":
        return "tie" if row.rolls[0] == 0 else f"die {row.rolls[0]}"
    return open_span(row.rolls, open_ends(table, row) if table is top else CLOSED)


def open_ends(table: Table, row: Row) -> tuple[bool, bool]:
    """Return two flags: whether the row covers rolls below the table, and whether it covers rolls above the table."""
    if not row.rolls or table.notation.reading == "highest":
        return CLOSED
    first, last = min(row.rolls) == table.low, max(row.rolls) == table.high
    beyond = last and bool(table.modifiers or table.high < table.most)
    below = first and bool(
        table.modifiers or table.low > min(table.notation.rolls()) or beyond
    )  # with `beyond` this row is the whole table
    return below, beyond


def open_span(rolls: Sequence[int], ends: tuple[bool, bool]) -> str:
    """Format rolls with one or both ends open: `−1 or less`, `2, 6 or more`."""
    runs = consecutive(sorted(rolls))
    if all(ends) and len(runs) == 1:
        return "any"
    parts = [run_words(run) for run in runs]
    if ends[0]:
        parts[0] = f"{number(runs[0][-1])} or less"
    if ends[1]:
        parts[-1] = f"{number(runs[-1][0])} or more"
    return ", ".join(parts)


def _modifier_view(modifier: Modifier, say: WordFormatter) -> ModifierView:
    words = modifier.when.words(say) if modifier.when else ""
    if isinstance(modifier.add, int):
        each = modifier.times.words(say) if modifier.times else ""
        amount = f"{signed(modifier.add)} {each if words else ''}".rstrip()
        return ModifierView(capital(words or each) or "Always", amount, modifier.source, modifier.origin)
    amount = modifier.add.words(say)
    shown, printed = capital(words) or capital(amount), amount if words else VARIES
    return ModifierView(shown, printed, modifier.source, modifier.origin)


def _adjust_view(adjust: Adjust, say: WordFormatter) -> ModifierView:
    parts = []
    if adjust.times != 1:
        parts.append(f"times {adjust.times}, rounded down")
    if adjust.add:
        parts.append(signed(adjust.add))
    if adjust.least is not None:
        parts.append(f"at least {adjust.least}")
    words = capital(adjust.when.words(say)) if adjust.when else "Always"
    return ModifierView(words, f"result {', '.join(parts)}", adjust.source, adjust.origin)


def _floor_view(floor: Floor, say: WordFormatter) -> ModifierView:
    words = f"natural {floor.natural}" + (f", {floor.when.words(say)}" if floor.when else "")
    return ModifierView(capital(words), f"counts as at least {number(floor.net)}", floor.source, floor.origin)


def _unrolled_view(row: Row, say: WordFormatter, when: str) -> ModifierView:
    """Return the view of a result that applies without a roll, or before the row that was rolled."""
    text = "; ".join(word for effect in row.effects if (word := effect.words(say))) or NO_EFFECT.lower()
    if not row.when:
        return ModifierView(capital(f"{when} {text}"), "", row.source, row.origin)
    return ModifierView(capital(row.when.words(say)), f"{when} {text}", row.source, row.origin)


def _opposed_view(title: str, adds: tuple[int, int]) -> ModifierView:
    """Return the view of the numbers that two sides add to their dice."""
    return ModifierView(title, f"adds {signed(adds[0])} against {signed(adds[1])}", "")


class CorrectionView(NamedTuple):
    """A correction as text.

    Attributes:
        name: the row, cell, dice or modifier that is corrected.
        now: the corrected value.
        row: the row that contains the corrected value.
    """

    name: str
    now: str
    row: str


def correction_view(table: Table, correction: Correction, say: WordFormatter) -> CorrectionView:
    """Return a correction as text.

    Args:
        table: the table.
        correction: a correction of a row, a cell, the dice or a modifier.
        say: a function that translates terms of the data into English.
    """
    shown = view(table, say)
    if correction.row == "dice":
        return CorrectionView("Dice", shown.dice, "Dice")
    if correction.row.startswith("mod:"):
        named = [getattr(m.when or m.add, "code", "") for m in table.modifiers]
        modifier = shown.modifiers[named.index(correction.row.removeprefix("mod:"))]
        return CorrectionView(modifier.words, modifier.amount, modifier.words)
    for row in (*table.forced, *table.first):
        if row.id == f"{table.id}/{correction.row}":
            name = capital(row.when.words(say) if row.when else row.key)
            return CorrectionView(name, effect_words(row, say), name)
    path = _path_to(f"{table.id}/{correction.row}", shown.rows)
    index = list(table.columns).index(correction.column) if correction.column else 0
    names = [row.roll or row.area for row in path]
    column = f", {table.columns[correction.column]}" if correction.column else ""
    return CorrectionView(
        f"{', then '.join(names)}{column}", path[-1].cells[index], names[0] if names[1:] else names[0] + column
    )


def _path_to(row_id: str, rows: Iterable[RowView]) -> list[RowView]:
    """Return a printed row and the rows in which it is nested, outermost first."""
    path: list[RowView] = []
    for row in rows:
        path = [*path[: row.depth], row]
        if row.id == row_id:
            return path
    raise LookupError(row_id)


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]
