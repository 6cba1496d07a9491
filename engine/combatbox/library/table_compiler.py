"""Compiles a validated table model to a `core.tables.Table`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from combatbox.core.dice import Notation, notation
from combatbox.core.effects import Condition, Effect, Quantity, VocabularyTerm, Word
from combatbox.core.errors import CombatBoxError, DiceError, Problem, UnknownName
from combatbox.core.phrases import anchor, consecutive, listed
from combatbox.core.tables import Adjust, Correction, Floor, Info, Modifier, Row, Source, Table
from combatbox.library.schema import (
    CellModel,
    CellsRowModel,
    ChartTable,
    ColumnsTable,
    ForcedModel,
    ModifierModel,
    NoteModel,
    OpposedTable,
    Origin,
    RollRowModel,
    RowsTable,
    SourceModel,
    Stemming,
    SubTableModel,
    ToHitTable,
)
from combatbox.library.vocabulary import Vocabulary, build
from combatbox.library.yaml12 import Document, Where
from combatbox.play.dataclass_validation import checked

AnyTable = RowsTable | ColumnsTable | ToHitTable | ChartTable | OpposedTable
C = TypeVar("C", bound=VocabularyTerm)

OWNER: Origin = "owner"
"""The origin of values that an owner of the printed game has entered."""

MOST_ROLLS = 1000
"""The maximum number of net rolls or keys in a range."""

_CONSTANT = re.compile(r"\{([a-z_][A-Za-z0-9_.-]*)\}")
_RANGE = re.compile(r"(-?[0-9]{1,18})(?:\s*-\s*(-?[0-9]{1,18}))?\Z")


def parse_rolls(rolls: int | str | Sequence[int], valid: Sequence[int] | None = None) -> tuple[int, ...]:
    """Parse the rolls that a label covers, such as 7, `7-9`, `3, 9, 11`, `-3` or [3, 9, 11].

    Args:
        rolls: the label.
        valid: the rolls that the dice can show; for example, 16-21 on D66 means 16 and 21.

    Raises:
        CombatBoxError: the label cannot be parsed.
    """
    if isinstance(rolls, int):
        return (rolls,)
    if not isinstance(rolls, str):
        return tuple(rolls)
    read: list[int] = []
    for part in rolls.split(","):
        match = _RANGE.match(part.strip())
        if not match:
            raise CombatBoxError(f"{rolls!r:.60} is not a roll; write 7, 7-9 or 3, 9, 11")
        low = int(match[1])
        high = int(match[2]) if match[2] else low
        if high < low:
            raise CombatBoxError(f"{rolls!r} is reversed; write {high}-{low}")
        if valid is None and high - low > MOST_ROLLS:
            raise CombatBoxError(f"{rolls!r} is too long; a range has at most {MOST_ROLLS} rolls")
        inner = range(low, high + 1) if valid is None else [roll for roll in valid if low < roll < high]
        read += sorted({low, high, *inner})
    return tuple(read)


def label(rolls: Sequence[int], valid: Sequence[int]) -> str:
    """Format rolls as they are printed and as they appear in row ids: `7-9`, `3,9,11`.

    Args:
        rolls: the rolls, each of which is possible.
        valid: all possible rolls in order, which determine which rolls are consecutive.
    """
    runs = ([valid[at] for at in run] for run in consecutive(map(valid.index, rolls)))
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _wins(first: int, second: int, known: Collection[str]) -> str:
    """Return the result of an opposed roll with these totals: `no`, `more`, or `double` if the table has such a row."""
    if first <= second:
        return "no"
    return "double" if first >= 2 * second and "double" in known else "more"


class TableCompiler:
    """A compiler for one table file, which collects the problems of the file in `problems`.

    Args:
        document: the table file.
        model: the validated data of the file.
        vocabulary: the terms that the table may use.
        constants: the constants of the game, which notes may name in braces.
        owned: True if the values of the table were entered by an owner of the printed game, so that no value counts as
            rebuilt.
    """

    def __init__(
        self,
        document: Document,
        model: AnyTable,
        vocabulary: Vocabulary,
        constants: Mapping[str, Any] | None = None,
        *,
        owned: bool = False,
    ) -> None:
        self.document, self.model, self.vocabulary = document, model, vocabulary
        self.constants, self.owned = constants or {}, owned
        self.problems: list[Problem] = []
        self.leads: list[tuple[Where, str]] = []
        """For each effect that leads to a table: the effect's place in the file, and the table to which it leads.

        Instead of a table, the effect may name a place in the order of play. The loader checks that the name exists.
        """

    def fail(self, where: Where, message: str, *names: str) -> None:
        """Add a problem at a path in the table file; `names` are those of `Problem`."""
        self.problems.append(self.document.problem(where, f"{self.model.id}: {message}", *names))

    def compile(self) -> Table | None:
        """Return the compiled table, or None if there are problems."""
        reading = self._notation(self.model.dice, ("dice",))
        if reading is None:
            return None
        model = self.model
        clamp = model.clamp
        if clamp is not None and not 0 <= clamp[1] - clamp[0] <= MOST_ROLLS:
            self.fail(
                ("clamp",), f"{clamp[0]} to {clamp[1]} is not a range; write the lowest net roll, then the highest"
            )
            return None
        if model.modifiers and reading.reading != "sum":
            self.fail(("modifiers",), f"{reading.text} is not added up, so nothing can be added to it")
        if isinstance(model, ChartTable):
            if reading.count:
                self.fail(("dice",), "a chart is not rolled on; drop its dice, or give it another shape")
            table = self._chart(model, reading)
        elif reading.count == 0:
            self.fail(("dice",), f"a table of shape {model.shape} is rolled on; give its dice, such as 1d6")
            return None
        elif isinstance(model, RowsTable):
            table = self._rows(model.id, model.id, reading, model.rows, ("rows",), model.clamp)
        elif isinstance(model, ColumnsTable):
            table = self._columns(model, reading)
        elif isinstance(model, OpposedTable):
            table = self._opposed(model, reading)
        else:
            table = self._to_hit(model, reading)
        self._check_anchors(table)
        return None if self.problems else self._with_corrections(table)

    # ---- the five shapes

    def _rows(
        self,
        table_id: str,
        line: str,
        reading: Notation,
        models: Sequence[RollRowModel],
        where: Where,
        clamp: list[int] | None,
        above: Stemming | None = None,
        column: str = "",
    ) -> Table:
        wanted = self._possible_rolls(reading, clamp)
        rows: list[Row] = []
        lookup: dict[int, Row] = {}
        for index, model in enumerate(models):
            here = (*where, index)
            rolls = self._rolls(model.roll, (*here, "roll"), wanted)
            name = label(rolls, wanted)
            row_id, printed = f"{table_id}/{name}", f"{line}/{name}"
            effects = self._effects(model.effects, (*here, "effects"))
            parent = model if model.origin is not None or above is None else above
            then = self._sub_table(model.then, row_id, printed, (*here, "then"), parent, column) if model.then else None
            again, origin = self._conditions(model.again, (*here, "again")), self._origin(parent)
            row = Row(
                row_id,
                rolls,
                "",
                model.area,
                effects,
                then,
                again=again,
                table=self.model.id,
                line=printed,
                origin=origin,
                column=column,
            )
            rows.append(row)
            self._assign(lookup, rolls, row, here)
        self._check_coverage(lookup, wanted, reading, where)
        return self._table(table_id, reading, rows, {}, {"": lookup})

    def _sub_table(
        self,
        model: SubTableModel,
        row_id: str,
        line: str,
        where: Where,
        above: Stemming,
        column: str,
    ) -> Table | None:
        """Compile a nested roll, whose rows inherit the origin of the row above.

        Args:
            model: the nested roll.
            row_id: the id of the row that requires it.
            line: the id of the printed row.
            where: the place in the file.
            above: the part whose origin its rows inherit.
            column: the column of the cell that requires it; empty if it is not in a cell.
        """
        reading = self._notation(model.dice, (*where, "dice"))
        if reading is None:
            return None
        if reading.count == 0:
            self.fail((*where, "dice"), "a roll inside a row needs dice, such as 1d6")
            return None
        table = self._rows(row_id, line, reading, model.rows, (*where, "rows"), None, above, column)
        if not model.forced:
            return table
        return replace(table, forced=self._forced(row_id, line, model.forced, (*where, "forced")))

    def _columns(self, model: ColumnsTable, reading: Notation) -> Table:
        wanted = self._possible_rolls(reading, model.clamp)
        columns = list(model.columns)
        lookups: dict[str, dict[int, Row]] = {column: {} for column in columns}
        rows: list[Row] = []
        for index, row in enumerate(model.rows):
            here: Where = ("rows", index)
            rolls = self._rolls(row.roll, (*here, "roll"), wanted)
            name = label(rolls, wanted)
            line = f"{model.id}/{name}"
            printed = Row(line, rolls, area=row.area, table=model.id, line=line, origin=self._origin(row))
            rows.append(printed)
            if not self._fills_columns(f"roll {name}", row.cells, (*here, "cells"), columns):
                continue
            for column, value in zip(columns, row.cells, strict=True):
                cell = replace(printed, id=f"{line}@{column}", key=name, column=column)
                self._assign(lookups[column], rolls, self._fill(cell, model, row, value, (*here, "cells")), here)
        for column in columns:
            self._check_coverage(lookups[column], wanted, reading, ("rows",))
        return self._table(model.id, reading, rows, model.columns, lookups)

    def _fill(self, cell: Row, model: ColumnsTable, row: CellsRowModel, value: Any, where: Where) -> Row:
        """Return a cell with the effects, and the nested roll if there is one, that its value in the file states."""
        if not (isinstance(value, dict) and "then" in value):
            return replace(cell, effects=self._cell(model.cell, value, where))
        inner, wrong = checked(CellModel, value)
        if wrong:
            path, message = wrong[0]
            self.fail(where, f"cell {cell.id}: {'.'.join(map(str, path))}: {message}")
            return cell
        effects = self._effects(inner.effects, where)
        then = self._sub_table(inner.then, cell.id, cell.line, where, row, cell.column)
        return replace(cell, effects=effects, then=then)

    def _to_hit(self, model: ToHitTable, reading: Notation) -> Table:
        wanted = self._possible_rolls(reading, model.clamp)
        hit = self._effects(model.hit, ("hit",))
        miss = self._effects(model.miss, ("miss",))
        lookups: dict[str, dict[int, Row]] = {}
        rows: list[Row] = []
        columns = list(model.columns)
        for index, row in enumerate(model.rows):
            here: Where = ("rows", index)
            if not self._fills_columns(row.key, row.hits, (*here, "hits"), columns):
                continue
            if any(other.key == row.key for other in rows):
                self.fail((*here, "key"), f"the key {row.key} is used twice; keys are unique")
            line = f"{model.id}/{row.key}"
            base = Row(line, (), row.key, row.area, (), table=model.id, line=line, origin=self._origin(row))
            rows.append(base)
            for column, value in zip(columns, row.hits, strict=True):
                rolls = self._rolls(value, (*here, "hits"), wanted) if value is not None else ()
                name = f"{row.key}@{column}"
                others = tuple(r for r in wanted if r not in rolls)
                cell = replace(base, column=column)
                hits = replace(cell, id=f"{model.id}/{name}/hit", rolls=rolls, effects=hit, side="hit")
                misses = replace(cell, id=f"{model.id}/{name}/miss", rolls=others, effects=miss, side="miss")
                lookups[name] = {roll: hits if roll in rolls else misses for roll in wanted}
        return self._table(model.id, reading, rows, model.columns, lookups)

    def _opposed(self, model: OpposedTable, reading: Notation) -> Table:
        if reading.reading != "opposed":
            self.fail(("dice",), f"{reading.text} is thrown by one side; an opposed table has 1d6-opposed")
        effects = {row.wins: self._effects(row.effects, ("rows", i, "effects")) for i, row in enumerate(model.rows)}
        if len(effects) < len(model.rows):
            self.fail(("rows",), "two rows are for the same result; no, more and double have one row at most")
        for wins in {"no", "more"} - effects.keys():
            self.fail(("rows",), f"there is no row for {wins}; only double may be left out, if it is the same as more")
        origins = {row.wins: self._origin(row) for row in model.rows}
        rows = [
            Row(line, (), wins, "", row_effects, table=model.id, line=line, origin=origins[wins])
            for wins, row_effects in effects.items()
            for line in [f"{model.id}/{wins}"]
        ]
        adds = {name: (e.adds[0], e.adds[1]) for name, e in model.columns.items()} or {"": (0, 0)}
        lookups: dict[str, dict[int, Row]] = {}
        for column, (first, second) in adds.items():
            wins_of = {roll: _wins(roll // 10 + first, roll % 10 + second, effects) for roll in reading.rolls()}
            cells = {
                row.key: replace(
                    row,
                    id=f"{row.id}@{column}" if column else row.id,
                    column=column,
                    rolls=tuple(roll for roll, wins in wins_of.items() if wins == row.key),
                )
                for row in rows
            }
            lookups[column] = {roll: cells[wins] for roll, wins in wins_of.items() if wins in cells}
        columns = {name: encounter.title for name, encounter in model.columns.items()}
        table = self._table(model.id, reading, rows, columns, lookups)
        return replace(table, sides=tuple(model.sides), adds=adds)

    def _chart(self, model: ChartTable, reading: Notation) -> Table:
        numbers = self._rolls(model.keys, ("keys",), None) if model.keys else ()
        rows: list[Row] = []
        keys: dict[str, Row] = {}
        for index, row in enumerate(model.rows):
            here: Where = ("rows", index)
            key = str(row.key)
            when = self._when(row.when, here)
            effects, line = self._effects(row.effects, (*here, "effects")), f"{model.id}/{key}"
            origin = self._origin(row)
            chart_row = Row(line, (), key, row.area, effects, None, when, table=model.id, line=line, origin=origin)
            rows.append(chart_row)
            for one_key in map(str, self._rolls(key, (*here, "key"), numbers, "key")) if numbers else [key]:
                if one_key in keys:
                    self.fail((*here, "key"), f"the key {one_key} is used twice; keys are unique")
                keys[one_key] = chart_row
            self._chart_cells(model, index, chart_row, keys)
        missing = [n for n in numbers if str(n) not in keys]
        if missing:
            self.fail(("rows",), f"key {missing[0]} is not covered (keys are {model.keys})")
        return Table(
            model.id,
            model.title,
            "chart",
            reading,
            tuple(rows),
            dict(model.columns),
            keys=keys,
            adjusts=self._adjusts(),
            info=self._info(),
        )

    def _chart_cells(self, model: ChartTable, index: int, row: Row, keys: dict[str, Row]) -> None:
        cells = model.rows[index].cells
        here: Where = ("rows", index, "cells")
        if cells is None or not self._fills_columns(row.key, cells, here, model.columns):
            return
        for column, value in zip(model.columns, cells, strict=True):
            if value is not None:
                effects = self._cell(model.cell, value, here)
                cell = replace(row, id=f"{row.line}@{column}", effects=effects, when=None, column=column)
                keys[f"{row.key}@{column}"] = cell

    # ---- pieces

    def _table(
        self,
        table_id: str,
        reading: Notation,
        rows: list[Row],
        columns: Mapping[str, str],
        lookups: Mapping[str, Mapping[int, Row]],
    ) -> Table:
        """Return the table, or a nested roll of it if it has another id."""
        rolls = sorted({roll for lookup in lookups.values() for roll in lookup} or {0})
        top = table_id == self.model.id
        modifiers = (
            tuple(self._modifier(m, ("modifiers", i)) for i, m in enumerate(self.model.modifiers)) if top else ()
        )
        if modifiers and self.model.clamp is None:
            self.fail(
                ("modifiers",), "has modifiers but no clamp; add the clamp that net rolls beyond the table are read as"
            )
        return Table(
            table_id,
            self.model.title,
            self.model.shape if top else "rows",
            reading,
            tuple(rows),
            dict(columns),
            lookups,
            {},
            rolls[0],
            rolls[-1],
            6 * reading.count * (self.model.totals_of if top else 1),
            modifiers,
            self._adjusts() if top else (),
            self._info() if top else Info(),
            self._forced(table_id, table_id, self.model.forced, ("forced",)) if top else (),
            self._forced(table_id, table_id, self.model.first, ("first",)) if top else (),
            self._floors() if top else (),
        )

    def _fills_columns(self, name: str, cells: Sequence[Any], where: Where, columns: Collection[str]) -> bool:
        """Return True if a row has a cell for each column; otherwise report it."""
        if len(cells) != len(columns):
            self.fail(where, f"{name} has {len(cells)} cells; {len(columns)} columns need one each")
        return len(cells) == len(columns)

    def _possible_rolls(self, reading: Notation, clamp: list[int] | None) -> tuple[int, ...]:
        if clamp is None or reading.reading != "sum":
            return reading.rolls()
        return tuple(range(clamp[0], clamp[1] + 1))

    def _notation(self, text: str, where: Where) -> Notation | None:
        try:
            return notation(text)
        except DiceError as error:
            self.fail(where, str(error))
            return None

    def _rolls(
        self, rolls: int | str | Sequence[int], where: Where, wanted: Sequence[int] | None, what: str = "roll"
    ) -> tuple[int, ...]:
        """Return the rolls that a label covers; if some of them are impossible, report them and return no rolls."""
        try:
            covered = parse_rolls(rolls, wanted)
        except CombatBoxError as error:
            self.fail(where, str(error))
            return ()
        if not covered:
            self.fail(where, "covers no roll; write 7, 7-9 or [3, 9, 11]")
        for roll in covered:
            if wanted is not None and roll not in wanted:
                self.fail(where, f"{what} {roll} cannot come up; it must be {wanted[0]} to {wanted[-1]}")
                return ()
        return covered

    def _assign(self, lookup: dict[int, Row], rolls: Sequence[int], row: Row, here: Where) -> None:
        for roll in rolls:
            if roll in lookup:
                self.fail((*here, "roll"), f"roll {roll} is in two rows; each roll belongs to one")
            lookup[roll] = row

    def _check_coverage(
        self, lookup: Mapping[int, Row], wanted: Sequence[int], reading: Notation, where: Where
    ) -> None:
        missing = [roll for roll in wanted if roll not in lookup]
        if not missing:
            return
        span = f"{wanted[0]}{'-' if wanted[0] >= 0 else ' to '}{wanted[-1]}"
        if reading.reading == "highest":
            span = f"0 for a tie and 1-{reading.count}"
        self.fail(where, f"roll {missing[0]} is not covered ({reading.text} needs {span})")

    def _effects(self, specs: Sequence[Any], where: Where) -> tuple[Effect, ...]:
        effects = [self._effect(spec, (*where, i)) for i, spec in enumerate(specs)]
        return tuple(effect for effect in effects if effect is not None)

    def _effect(self, spec: Any, where: Where) -> Effect | None:
        effect = self._build("effect", spec, self.vocabulary.effects, where)
        if effect is not None:
            self.leads += [(where, name) for name in effect.leads_to()]
        return effect

    def _cell(self, word: str | None, value: Any, where: Where) -> tuple[Effect, ...]:
        if value is None or value == "-":
            return ()
        if word is None:
            specs = value if isinstance(value, list) else [value]
            return self._effects(specs, where)
        effect = self._effect({word: value}, where)
        return (effect,) if effect is not None else ()

    def _build(self, what: str, spec: Any, known: Mapping[str, Word[C]], where: Where) -> C | None:
        try:
            return build(what, spec, known, self.constants)
        except CombatBoxError as error:
            if self.vocabulary.whole or not isinstance(error, UnknownName):  # the word's own problem is reported
                self.fail(where, str(error), error.name)
            return None

    def _when(self, spec: Any, where: Where) -> Condition | None:
        """Return the condition of a part of the table; None if the part states no condition."""
        if spec is None:
            return None
        return self._build("condition", spec, self.vocabulary.conditions, (*where, "when"))

    def _modifier(self, model: ModifierModel, where: Where) -> Modifier:
        when = self._when(model.when, where)
        add: int | Quantity = 0
        if isinstance(model.add, int):
            add = model.add
        else:
            add = self._build("quantity", model.add, self.vocabulary.quantities, (*where, "add")) or 0
        times = None
        if model.times is not None:
            times = self._build("quantity", model.times, self.vocabulary.quantities, (*where, "times"))
        return Modifier(when, add, model.source, times, self._origin(model))

    def _conditions(self, specs: Sequence[Any], where: Where) -> tuple[Condition, ...]:
        conditions = [
            self._build("condition", spec, self.vocabulary.conditions, (*where, i)) for i, spec in enumerate(specs)
        ]
        return tuple(condition for condition in conditions if condition is not None)

    def _forced(self, table_id: str, line: str, models: Sequence[ForcedModel], where: Where) -> tuple[Row, ...]:
        rows: list[Row] = []
        for index, model in enumerate(models):
            here = (*where, index)
            when = self._when(model.when, here)
            key = when.code.replace(" ", "_") if when else "always"
            effects = self._effects(model.effects, (*here, "effects"))
            rows.append(
                Row(
                    f"{table_id}/{key}",
                    (),
                    key,
                    "",
                    effects,
                    when=when,
                    source=model.source,
                    table=self.model.id,
                    line=f"{line}/{key}",
                    origin=self._origin(model),
                )
            )
        return tuple(rows)

    def _floors(self) -> tuple[Floor, ...]:
        floors: list[Floor] = []
        for index, model in enumerate(self.model.floors):
            here: Where = ("floors", index)
            when = self._when(model.when, here)
            if model.natural not in notation(self.model.dice).rolls():
                self.fail(here, f"natural roll {model.natural} cannot come up with {self.model.dice}")
            floors.append(Floor(model.natural, model.net, when, model.source, self._origin(model)))
        return tuple(floors)

    def _adjusts(self) -> tuple[Adjust, ...]:
        adjusts: list[Adjust] = []
        for index, model in enumerate(self.model.adjusts):
            here: Where = ("adjusts", index)
            when = self._when(model.when, here)
            try:
                times = Fraction(model.times)
            except (ValueError, ZeroDivisionError):
                self.fail((*here, "times"), f"{model.times!r} is not a fraction; write 3/2")
                continue
            adjusts.append(Adjust(when, times, model.add, model.source, model.least, self._origin(model)))
        return tuple(adjusts)

    def _info(self) -> Info:
        model = self.model
        sources: list[SourceModel] = model.source if isinstance(model.source, list) else [model.source]
        return Info(
            notes=tuple(
                self._filled(note.text if isinstance(note, NoteModel) else note, ("notes", index))
                for index, note in enumerate(model.notes)
            ),
            note_origins=tuple(self._origin(note if isinstance(note, NoteModel) else None) for note in model.notes),
            source=tuple(Source(s.kind, s.section) for s in sources),
            corrections=tuple(Correction(str(c.row), c.was, c.by, c.column) for c in model.corrected),
            told=model.told,
            deep=model.deep,
            card=model.card,
            used=self._filled(model.used, ("used",)),
            after=tuple(model.after),
            instead_of=model.instead_of,
            head=model.head,
            per=model.per,
            printed=model.printed,
            path=self.document.path,
            optional=model.optional,
        )

    def _origin(self, part: Stemming | None) -> tuple[str, ...]:
        """Return the origins of a part of the table; if the part states none, return the origins of the table."""
        origin = part.origin if part is not None and part.origin is not None else self.model.origin
        if origin is None:
            return ()
        return (OWNER,) if self.owned else (origin,) if isinstance(origin, str) else tuple(origin)

    def _filled(self, text: str, where: Where) -> str:
        """Return a text of the table in which each constant's name in braces is replaced by its value."""

        def value(placeholder: re.Match[str]) -> str:
            number: Any = self.constants
            for part in placeholder[1].split("."):
                number = number.get(part) if isinstance(number, Mapping) else None
            if not isinstance(number, int | str | list):
                self.fail(where, f"there is no constant {placeholder[1]!r}; see game.yaml", placeholder[1])
            return listed(number) if isinstance(number, list) else str(number)

        return _CONSTANT.sub(value, text)

    def _check_anchors(self, table: Table) -> None:
        """Check that no two rows have the same anchor, because links lead to rows by their anchors."""
        seen: dict[str, str] = {}
        for row in table.walk():
            other = seen.setdefault(anchor(row.id), row.id)
            if other not in (row.id, f"{table.id}/"):
                self.fail(("rows",), f"{row.id} and {other} would have the same link; change one of the keys")

    def _with_corrections(self, table: Table) -> Table | None:
        """Return the table if each correction names a row, `dice`, or a modifier (`mod:rafts_out`), otherwise None.

        If a file edits the table, corrections of the rows and modifiers that it removes are left out.
        """
        ids = {row.id for row in table.walk()} | {f"{table.id}/dice"}
        for modifier in table.modifiers:
            named = modifier.when if modifier.when else modifier.add
            if isinstance(named, VocabularyTerm):
                ids.add(f"{table.id}/mod:{named.code}")
        corrections: list[Correction] = []
        for index, correction in enumerate(table.info.corrections):
            where = ("corrected", index)
            if f"{table.id}/{correction.row}" not in ids:
                if self.document.decided(where) is not self.document or not self.vocabulary.whole:
                    continue  # the row was removed, or the word of the modifier has a problem of its own
                self.fail(where, f"there is no row {correction.row} to correct")
            if correction.column and correction.column not in table.columns:
                self.fail(where, f"there is no column {correction.column} to correct")
            corrections.append(correction)
        info = replace(table.info, corrections=tuple(corrections))
        return None if self.problems else replace(table, info=info)
