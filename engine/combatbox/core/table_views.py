"""A table as headed rows of words: the only place where a row becomes text.

Page, card, terminal, export and golden dump are made from these views; none of them words a row itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from combatbox.core.effects import Effect, WordFormatter
from combatbox.core.phrases import number, signed
from combatbox.core.tables import Adjust, Correction, Floor, Modifier, Row, Source, Table

NOTHING = "No effect"
CLOSED = (False, False)
"""The ends of a row that no roll beside its own is read as."""


@dataclass(frozen=True)
class RowView:
    """One printed row. `rolls` are the net rolls it covers, `cells` one text for each heading; `ends`: whether rolls below
    and beyond the table are read as this row."""

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


@dataclass(frozen=True)
class ModifierView:
    """A modifier in words, with its amount as printed (`+1`, `−3`), or a case with what comes of it; nothing comes of what is
    always done."""

    words: str
    amount: str
    source: str
    origin: tuple[str, ...] = ()

    @property
    def adds(self) -> bool:
        """Whether the amount is a number to add; if not, it is said after the words."""
        return self.amount[:1] in ("+", "−", "0")


@dataclass(frozen=True)
class TableView:
    """A table ready to be set: on a page, a card or a terminal."""

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
        """Where its values come from, each named once; nothing in a game whose printed tables we have."""
        parts = (*(row.origin for row in self.rows), *(one.origin for one in self.modifiers), *self.note_origins)
        return tuple(dict.fromkeys(origin for part in parts for origin in part))

    @property
    def rebuilt(self) -> bool:
        """Whether it is not the printed table: something of it does not stand in the rulebook or in an owner's copy."""
        return bool(set(self.origins) - PROVEN)


PROVEN = frozenset(("rulebook", "owner"))
"""Where values come from that are those of the printed table."""

REBUILT = "Rebuilt by us: not the printed table"
"""The line that stands wherever a rebuilt table does."""


def view(table: Table, say: WordFormatter) -> TableView:
    """The view of a table. `say` puts words of the data into English."""
    rows = tuple(_rows(table, table, say, 0))
    headings = ("Result",) if table.shape == "opposed" else tuple(table.columns.values()) or ("Result",)
    return TableView(
        table.id, table.title, table.shape, table.notation.words, table.info.per, table.info.used,
        "Roll" if table.notation.count and table.shape not in ("to_hit", "opposed") else "", _name_heading(table),
        headings, any(row.area for row in rows), rows,
        (
            *(_modifier(m, say) for m in table.modifiers), *(_adjust(a, say) for a in table.adjusts),
            *(_floor(f, say) for f in table.floors), *(_forced(r, say, "no roll,") for r in table.forced),
            *(_forced(r, say, "first") for r in table.first),
            *(_encounter(title, table.adds[column]) for column, title in table.columns.items() if table.adds),
        ),
        table.info.notes, table.info.source, table.info.corrections, table.info.card, table.info.optional,
        table.info.note_origins,
    )  # fmt: skip


def _name_heading(table: Table) -> str:
    """What stands over the names of the rows, where rows have names instead of rolls."""
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
            yield from _unrolled(row.then, say, depth + 1)
            yield from _rows(row.then, top, say, depth + 1)
        elif table.shape == "columns":
            yield from _nested_cells(table, row, say, depth + 1)


def _unrolled(table: Table, say: WordFormatter, depth: int) -> Iterable[RowView]:
    """What a state brings about instead of an inner die."""
    for row in table.forced:
        cells, codes, leads = _cells(table, row, say)
        area = capital(row.when.words(say)) if row.when else ""
        yield RowView(row.id, anchor(row.id), (), "no die", depth, area, cells, codes, leads, row.origin)


def _nested_cells(table: Table, row: Row, say: WordFormatter, depth: int) -> Iterable[RowView]:
    """The second dice that cells of a row throw: a line for each range, a text in the columns it stands in."""
    parts = cells_of(table, row)
    lines: dict[str, list[Row | None]] = {}
    for index, part in enumerate(parts):
        for inner in part.then.rows if part and part.then else ():
            lines.setdefault(span(inner.rolls), [None] * len(parts))[index] = inner
    for label, cells in lines.items():
        known = [cell for cell in cells if cell]
        yield RowView(
            known[0].id, anchor(known[0].id), known[0].rolls, label, depth, known[0].area,
            tuple(effect_words(cell, say) if cell else "–" for cell in cells),
            tuple(code_of(cell.effects) if cell else "-" for cell in cells),
            tuple(dict.fromkeys(say(lead) for cell in known for effect in cell.effects for lead in effect.leads_to())),
            known[0].origin,
        )  # fmt: skip


def _cells(table: Table, row: Row, say: WordFormatter) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Words, codes and tables led to, one cell for each column."""
    if table.shape == "to_hit":
        found = [
            next(iter(set(table.lookups[f"{row.key}@{column}"].values()) - _misses(table, row, column)), None)
            for column in table.columns
        ]
        return tuple(span(hit.rolls) if hit else "–" for hit in found), (), ()
    parts = cells_of(table, row)
    return (
        tuple(effect_words(part, say) if part else "–" for part in parts),
        tuple(code_of(part.effects) if part else "-" for part in parts),
        tuple(
            dict.fromkeys(say(lead) for part in parts if part for effect in part.effects for lead in effect.leads_to())
        ),
    )


def _misses(table: Table, row: Row, column: str) -> set[Row]:
    return {r for r in table.lookups[f"{row.key}@{column}"].values() if r.side == "miss"}


def cells_of(table: Table, row: Row) -> list[Row | None]:
    """The row itself, or its cells in column order."""
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
    """How the total of the first side of an opposed roll compares, as printed. known: the results that have a row."""
    if wins == "more":
        return "Higher, but less than double" if "double" in known else "Higher"
    return {"no": "Equal or lower", "double": "Double or more"}[wins]


def effect_words(row: Row, say: WordFormatter, *, in_prose: bool = False) -> str:
    """What a row does, as one capitalised phrase. A row that only rolls again says so.

    in_prose: as a sentence has it.
    """
    words = [effect.in_prose(say) if in_prose else effect.words(say) for effect in row.effects]
    if row.then:
        words.append(f"roll {row.then.notation.words}")
    if row.again and not words:
        return "Roll again"
    asked = () if any(condition.noted for condition in row.again) else row.again
    again = "".join(f"roll again {condition.words(say)}, otherwise: " for condition in asked)
    return capital(again + "; ".join(word for word in words if word)) or NOTHING


def code_of(effects: Sequence[Effect]) -> str:
    """Effects as one line of codes, as transcriptions and exports have them."""
    return "; ".join(effect.code for effect in effects) or "no_effect"


def roll_label(table: Table, row: Row, top: Table) -> str:
    """The rolls of a row as printed; open at the ends where net rolls beyond the table are read so."""
    if not row.rolls:
        return ""
    if table.notation.reading == "highest":
        return "tie" if row.rolls[0] == 0 else f"die {row.rolls[0]}"
    return open_span(row.rolls, open_ends(table, row) if table is top else CLOSED)


def open_ends(table: Table, row: Row) -> tuple[bool, bool]:
    """Whether net rolls below and beyond the table are read as this row."""
    if not row.rolls or table.notation.reading == "highest":
        return CLOSED
    first, last = min(row.rolls) == table.low, max(row.rolls) == table.high
    beyond = last and bool(table.modifiers or table.high < table.most)
    below = first and bool(
        table.modifiers or table.low > min(table.notation.rolls()) or beyond
    )  # beyond: it is all of the table
    return below, beyond


def open_span(rolls: Sequence[int], ends: tuple[bool, bool]) -> str:
    """Rolls as printed, open at one end or both: `−1 or less`, `2, 6 or more`."""
    runs = _runs(rolls)
    if all(ends) and len(runs) == 1:
        return "any"
    parts = [_run(run) for run in runs]
    if ends[0]:
        parts[0] = f"{number(runs[0][-1])} or less"
    if ends[1]:
        parts[-1] = f"{number(runs[-1][0])} or more"
    return ", ".join(parts)


def span(rolls: Sequence[int]) -> str:
    """Rolls as printed, with en dashes: `7–9`, `3, 9, 11`, `−3`."""
    return ", ".join(_run(run) for run in _runs(rolls))


def _runs(rolls: Sequence[int]) -> list[list[int]]:
    """Rolls in order, neighbours together."""
    runs: list[list[int]] = []
    for roll in sorted(rolls):
        if runs and roll == runs[-1][-1] + 1:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    return runs


def _run(run: Sequence[int]) -> str:
    if len(run) == 1:
        return number(run[0])
    return f"{number(run[0])}{'–' if run[0] >= 0 else ' to '}{number(run[-1])}"


_MINUS = re.compile(r"(?<![\w-])-(?=\d)")  # that of a keyboard, which print has not


def with_minus(text: str) -> str:
    """Typed text with the sign that numbers below zero have everywhere else: `by -2` is by −2."""
    return _MINUS.sub("−", text)


def _modifier(modifier: Modifier, say: WordFormatter) -> ModifierView:
    words = modifier.when.words(say) if modifier.when else ""
    if isinstance(modifier.add, int):
        each = modifier.times.words(say) if modifier.times else ""
        amount = f"{signed(modifier.add)} {each if words else ''}".rstrip()
        return ModifierView(capital(words or each) or "Always", amount, modifier.source, modifier.origin)
    amount = modifier.add.words(say)
    said, given = capital(words) or capital(amount), amount if words else "as given"
    return ModifierView(said, given, modifier.source, modifier.origin)


def _adjust(adjust: Adjust, say: WordFormatter) -> ModifierView:
    parts = []
    if adjust.times != 1:
        parts.append(f"times {adjust.times}, rounded down")
    if adjust.add:
        parts.append(signed(adjust.add))
    if adjust.least is not None:
        parts.append(f"at least {adjust.least}")
    words = capital(adjust.when.words(say)) if adjust.when else "Always"
    return ModifierView(words, f"result {', '.join(parts)}", adjust.source, adjust.origin)


def _floor(floor: Floor, say: WordFormatter) -> ModifierView:
    words = f"natural {floor.natural}" + (f", {floor.when.words(say)}" if floor.when else "")
    return ModifierView(capital(words), f"counts as at least {number(floor.net)}", floor.source, floor.origin)


def _forced(row: Row, say: WordFormatter, when: str) -> ModifierView:
    """A result that comes about without a roll (`no roll,`), or before the row (`first`)."""
    text = "; ".join(word for effect in row.effects if (word := effect.words(say))) or NOTHING.lower()
    if not row.when:
        return ModifierView(capital(f"{when} {text}"), "", row.source, row.origin)
    return ModifierView(capital(row.when.words(say)), f"{when} {text}", row.source, row.origin)


def _encounter(title: str, adds: tuple[int, int]) -> ModifierView:
    """What both sides of an opposed table add to their dice in a column: `3 against 2`."""
    return ModifierView(title, f"adds {signed(adds[0])} against {signed(adds[1])}", "")


class Corrected(NamedTuple):
    """What a correction corrects, in words, what stands there now, and the row that it is in or below."""

    name: str
    now: str
    row: str


def corrected(table: Table, correction: Correction, say: WordFormatter) -> Corrected:
    """A correction as readers are told it: of a row, a cell, the dice, a modifier."""
    seen = view(table, say)
    if correction.row == "dice":
        return Corrected("Dice", seen.dice, "Dice")
    if correction.row.startswith("mod:"):
        named = [getattr(m.when or m.add, "code", "") for m in table.modifiers]
        found = seen.modifiers[named.index(correction.row.removeprefix("mod:"))]
        return Corrected(found.words, found.amount, found.words)
    for row in (*table.forced, *table.first):
        if row.id == f"{table.id}/{correction.row}":
            name = capital(row.when.words(say) if row.when else row.key)
            return Corrected(name, effect_words(row, say), name)
    way = _way_to(f"{table.id}/{correction.row}", seen.rows)
    index = list(table.columns).index(correction.column) if correction.column else 0
    names = [row.roll or row.area for row in way]
    column = f", {table.columns[correction.column]}" if correction.column else ""
    return Corrected(
        f"{', then '.join(names)}{column}", way[-1].cells[index], names[0] if names[1:] else names[0] + column
    )


def _way_to(row_id: str, rows: Iterable[RowView]) -> list[RowView]:
    """The rows that a printed row is nested in, the outermost first, and itself."""
    way: list[RowView] = []
    for row in rows:
        way = [*way[: row.depth], row]
        if row.id == row_id:
            return way
    raise LookupError(row_id)


def anchor(row_id: str) -> str:
    """A row id as a page anchor: lower case, everything but letters and digits a hyphen."""
    text = row_id.lower().replace("/-", "/minus-")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a, b and c`; nothing for nothing. last: what stands before the last of them."""
    return f"{', '.join(items[:-1])} {last} {items[-1]}" if len(items) > 1 else "".join(items)


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
