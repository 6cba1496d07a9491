"""The second transcription: each table against a transcription keyed from the source, cell by cell, both ways.

A transcription file is read as `tests/transcriptions/README.md` says; the table beside it is the plain reading of its YAML.
A difference is an error in one of the two, and it is settled at the source. Of the notes the numbers are compared, and
the tables that they send to; the constants of a game have a transcription of their own. A table that we lack in print has what
the rulebook says of it for a transcription instead (`verify.constraints`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from combatbox.core.errors import CombatBoxError
from combatbox.library.book import Book
from combatbox.library.constraints import read_constraints, tables_of
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result
from combatbox.verify.independent_reader import Path_, PlainPart, PlainTable, naturals, rolls_of, span
from combatbox_dev.printed_words import notes
from combatbox_dev.projects import is_homeless, project_of

SETTLE = "settle it at the source"
_LABEL = re.compile(r"-?\d+(?:-(?:-?\d+))?(?:,\s*-?\d+(?:-(?:-?\d+))?)*\Z")
_SPECIAL = (
    "dice",
    "clamp",
    "columns",
    "adds",
    "mod",
    "adjust",
    "when",
    "was",
    "forced",
    "first",
    "again",
    "floor",
    "note",
)
_COUNTED = (
    "one two three four five six seven eight nine ten eleven twelve once twice both half first second third fourth"
)
_FIGURE = re.compile(
    rf"\b[A-Z]+-[A-Z0-9-]*[A-Z0-9]\b|\d+(?:[:,.]\d+)*|\b(?:{_COUNTED.replace(' ', '|')})\b", re.IGNORECASE
)
CONSTANTS = "CONSTANTS"
"""The name of the transcription of a game's constants, beside those of its tables."""
Place = tuple[Path_, str]
K = TypeVar("K")
V = TypeVar("V")


@dataclass(slots=True)
class Transcription:
    """The contents of a transcription file, with the line of each entry."""

    path: Path
    dice: str = ""
    clamp: tuple[int, int] | None = None
    columns: tuple[str, ...] = ()
    adds: dict[str, tuple[int, int]] = field(default_factory=dict)
    cells: dict[Place, str] = field(default_factory=dict)
    mods: dict[str, int | str] = field(default_factory=dict)
    adjusts: dict[str, str] = field(default_factory=dict)
    whens: dict[str, str] = field(default_factory=dict)
    was: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    forced: dict[tuple[str, str], str] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    again: dict[str, str] = field(default_factory=dict)
    floors: dict[tuple[int, str], int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    lines: dict[Place, int] = field(default_factory=dict)


def check(context: VerifyContext) -> Check:
    """Compare every table of every game with its transcription, and every transcription with its table."""
    if is_homeless(context):
        return Check(
            "transcriptions", not_run="the transcriptions are not part of an installed copy; run it in a checkout"
        )
    findings: list[Finding] = []
    cells = tables = numbers = 0
    for key, shelf in context.plain.items():
        folder = (project_of(context, key) or Path()) / "tests" / "transcriptions" / key
        meta = context.books[key].meta
        stated = held_by(context.books[key])
        constants = constants_of(meta.constants, meta.words)
        findings += compare_constants(constants, folder / f"{CONSTANTS}.txt")
        numbers += len(constants)
        for name in sorted({path.stem for path in folder.glob("*.txt")} - {*shelf, CONSTANTS}):
            findings.append(Finding(f"tests/transcriptions/{key}/{name}.txt", "transcribes no table"))
        for table_id, table in shelf.items():
            path = folder / f"{table_id}.txt"
            if not path.is_file() and table_id in stated:
                tables += 1
                continue
            if not path.is_file():
                findings.append(
                    Finding(
                        table_id,
                        f"has no second transcription; key tests/transcriptions/{key}/{table_id}.txt from the source",
                    )
                )
                continue
            transcription = read_transcription(path, table)
            findings += compare(table, transcription)
            findings += compare_notes(table, notes(table, context.books[key]), transcription)
            cells += len(transcription.cells)
            tables += 1
    return check_result("transcriptions", findings, (tables, "table"), (cells, "cell"), (numbers, "constant"))


def held_by(book: Book) -> set[str]:
    """Return the tables that the constraints of a rebuilt game cover.

    A game whose printed tables are known has no such tables.
    """
    if not (book.constraints and book.meta.rebuilt):
        return set()
    return {name for one in read_constraints(book.constraints) for check in one.checks for name in tables_of(check)}


# ---- reading


def read_transcription(path: Path, table: PlainTable | None = None) -> Transcription:
    """Read a transcription file. `table` tells only what a label cannot: whether a number is a roll or a key.

    Raises CombatBoxError naming the line.
    """
    transcription = Transcription(path)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            _read_line(transcription, line.split("\t"), number, table)
        except (ValueError, IndexError) as error:
            raise CombatBoxError(
                f"tests/transcriptions/{path.parent.name}/{path.name}:{number}: {line!r}: {error}"
            ) from None
    return transcription


def _read_line(transcription: Transcription, parts: list[str], number: int, table: PlainTable | None) -> None:
    head, rest = parts[0], parts[1:]
    if head in _SPECIAL and rest:
        _read_special(transcription, head, rest)
        return
    columns = transcription.columns or ("",)
    if len(rest) != len(columns):
        raise ValueError(f"{len(rest)} cells where {len(columns)} are wanted")
    for path in paths_of(head, transcription, table):
        for column, text in zip(columns, rest, strict=True):
            place = (path, column)
            if place in transcription.cells:
                raise ValueError(f"{show(place)} stands twice")
            if text.strip() != "-":
                transcription.cells[place] = _codes(text)
                transcription.lines[place] = number


def _read_special(transcription: Transcription, head: str, rest: list[str]) -> None:
    if head in ("dice", "clamp", "columns", "adds"):
        _read_head(transcription, head, rest)
    elif head == "mod":
        _once(transcription.mods, rest[0], _amount(rest[1:]))
    elif head == "adjust":
        _once(transcription.adjusts, rest[0], rest[1])
    elif head == "when":
        _once(transcription.whens, rest[0], rest[1])
    elif head == "forced":
        row, _, asked = rest[0].rpartition("/")
        _once(transcription.forced, (row, condition(asked)), _codes(rest[1]))
    elif head == "first":
        _once(transcription.first, condition(rest[0]), _codes(rest[1]))
    elif head == "again":
        _once(transcription.again, rest[0], condition(_codes(rest[1])))
    elif head == "floor":
        _once(transcription.floors, (int(rest[0]), condition(rest[2]) if len(rest) > 2 else "always"), int(rest[1]))
    elif head == "note":
        transcription.notes.append(" ".join(rest[0].split()))
    else:
        row, _, column = rest[0].partition("@")
        transcription.was[(row, column)] = (rest[1], rest[2])


def _read_head(transcription: Transcription, head: str, rest: list[str]) -> None:
    """Read a line about a table as a whole: its dice, clamp, columns or additions."""
    if head == "dice":
        transcription.dice = rest[0]
    elif head == "clamp":
        transcription.clamp = (int(rest[0]), int(rest[1]))
    elif head == "columns":
        transcription.columns = tuple(rest)
    else:
        _once(transcription.adds, rest[0], (int(rest[1]), int(rest[2])))


def _once(known: dict[K, V], name: K, value: V) -> None:
    """Add an entry; raise ValueError if there is one of this name."""
    if name in known:
        raise ValueError(f"{name} stands twice")
    known[name] = value


def _amount(words: list[str]) -> int | str:
    """Return the amount of a modifier.

    It is a number, a number for `each` of a quantity, or `given` by a table or the state.
    """
    if words == ["given"]:
        return "given"
    if words[1:2] == ["each"]:
        if len(words) != 3:
            raise ValueError("`each` names a quantity: -1, each, fca_markers")
        return f"{int(words[0]):+d} each {words[2]}"
    return int(words[0])


def _codes(text: str) -> str:
    return "; ".join(part.strip() for part in text.split(";"))


def paths_of(label: str, transcription: Transcription, table: PlainTable | None) -> list[Path_]:
    """Return the single places of a label: `10/1-3` is 10/1, 10/2 and 10/3; the key of a chart is one place."""
    if not _rolled(transcription) and not (table and table.data.get("keys")):
        return [(label,)]
    dice = transcription.dice if _rolled(transcription) else "none"
    parts: list[list[str]] = []
    for depth, piece in enumerate(label.split("/")):
        if not _LABEL.match(piece):
            return [(label,)]
        parts.append([str(roll) for roll in _expand(piece, dice if depth == 0 else "1d6", transcription)])
    return list(product(*parts))


def _rolled(transcription: Transcription) -> bool:
    return transcription.dice not in ("", "none")


def _expand(piece: str, dice: str, transcription: Transcription) -> tuple[int, ...]:
    """Return the numbers of a label; a range on D66 has only those that two dice can show."""
    if dice == "d66":
        shown = naturals(dice)
        return rolls_of(piece, dice, shown[0], shown[-1])
    numbers: list[int] = []
    for part in piece.split(","):
        match = re.fullmatch(r"(-?\d+)(?:-(-?\d+))?", part.strip())
        assert match
        numbers += range(int(match[1]), int(match[2] or match[1]) + 1)
    return tuple(numbers)


# ---- comparing


def compare(table: PlainTable, transcription: Transcription) -> Iterator[Finding]:
    """Yield the differences between a table and its transcription."""
    yield from _compare_heads(table, transcription)
    yield from _compare_cells(table, transcription)
    yield from _compare_lists(
        table, "modifier", modifiers(table), {condition(k): v for k, v in transcription.mods.items()}
    )
    adjusts = {condition(name): text for name, text in adjustments(table)}
    yield from _compare_lists(table, "adjustment", adjusts, {condition(k): v for k, v in transcription.adjusts.items()})
    whens = {row.key: condition(table.asked({"when": row.when})) for row in table.part.rows if row.when is not None}
    yield from _compare_lists(table, "condition of", whens, {k: condition(v) for k, v in transcription.whens.items()})
    consulted = {path[0]: text for (path, _), text in table.cells().items() if path[0] in whens}
    asked = {path[0]: text for (path, _), text in transcription.cells.items() if path[0] in transcription.whens}
    yield from _compare_order(table, "rows", consulted, asked)
    yield from _compare_states(table, transcription)
    yield from _compare_was(table, transcription)


def modifiers(table: PlainTable) -> dict[str, int | str]:
    """Return the modifiers as in a transcription: by condition, or by quantity if there is no condition."""
    amounts: dict[str, int | str] = {}
    for item in table.modifiers():
        amount = (
            "given" if item.amount is None else f"{item.amount:+d} each {item.times}" if item.times else item.amount
        )
        name = item.when if item.when != "always" or item.amount is not None else item.quantity
        amounts[condition(name)] = amount
    return amounts


def adjustments(table: PlainTable) -> Iterator[tuple[str, str]]:
    """Yield the code of the condition of each adjustment, with its change: `x 3/2 down` or `+ 1`."""
    for item in table.data.get("adjusts", []):
        parts = [f"x {item['times']} down"] if str(item.get("times", "1")) != "1" else []
        add = item.get("add", 0)
        parts += [f"{'+' if add > 0 else '-'} {abs(add)}"] if add else []
        parts += [f"least {item['least']}"] if "least" in item else []
        yield table.asked(item), " ".join(parts)


def added(table: PlainTable) -> dict[str, tuple[int, int]]:
    """Return the amounts that an opposed table adds to the rolls of both sides, by column."""
    return {name: tuple(item["adds"]) for name, item in table.data.get("columns", {}).items() if "adds" in item}


def forced_results(table: PlainTable) -> dict[tuple[Path_, str], str]:
    """Return the codes of every result that replaces a roll, by the path of the roll and the code of the condition."""
    texts: dict[tuple[Path_, str], str] = {((), when): text for when, text in table.unrolled(table.part.forced)}
    for above, part in _nested(table.part, ()):
        texts |= {(above, when): text for when, text in table.unrolled(part.forced)}
    return texts


def _nested(part: PlainPart, above: Path_) -> Iterator[tuple[Path_, PlainPart]]:
    """Yield every nested roll inside a table or nested roll, with the path that leads to it."""
    for row in part.rows:
        for roll in row.rolls:
            for second in [*([row.then] if row.then else []), *row.thens.values()]:
                yield (*above, str(roll)), second
                yield from _nested(second, (*above, str(roll)))


def repeated_rolls(table: PlainTable) -> dict[Path_, str]:
    """Return the codes of the conditions under which a roll is repeated, by the path of the roll."""
    return {
        (str(roll),): "; ".join(table.asked({"when": spec}) for spec in row.again)
        for row in table.part.rows
        if row.again
        for roll in row.rolls
    }


def _compare_states(table: PlainTable, transcription: Transcription) -> Iterator[Finding]:
    """Yield the differences in results outside the rows.

    These are results without a roll, before the row, by rolling again, and despite modifiers.
    """
    forced = {(show((path, "")), condition(asked)): text for (path, asked), text in forced_results(table).items()}
    stated = {
        (show((path, "")), asked): text
        for (row, asked), text in transcription.forced.items()
        for path in (paths_of(row, transcription, table) if row else [()])
    }
    for row in dict.fromkeys(row for row, _ in [*forced, *stated]):
        mine = {asked: text for (place, asked), text in forced.items() if place == row}
        theirs = {asked: text for (place, asked), text in stated.items() if place == row}
        name = f"forced result of row {row}:" if row else "forced result"
        yield from _compare_lists(table, name, mine, theirs)
        yield from _compare_order(table, name, mine, theirs)
    first = {condition(asked): text for asked, text in table.first()}
    yield from _compare_lists(table, "first", first, transcription.first)
    again = {show((path, "")): condition(text) for path, text in repeated_rolls(table).items()}
    rows = {
        show((path, "")): text
        for row, text in transcription.again.items()
        for path in paths_of(row, transcription, table)
    }
    yield from _compare_lists(table, "roll again on", again, rows)
    floors = {(natural, condition(asked)): net for natural, net, asked in table.floors()}
    yield from _compare_lists(table, "floor of natural", floors, transcription.floors)


def _compare_heads(table: PlainTable, transcription: Transcription) -> Iterator[Finding]:
    dice = "none" if table.shape == "to_hit" and transcription.dice == "none" else table.part.dice
    if dice != transcription.dice:
        yield differs(table, "dice", dice, transcription.dice)
    if table.shape != "to_hit" or transcription.clamp:
        clamp = tuple(table.data["clamp"]) if table.data.get("clamp") else None
        if clamp != transcription.clamp:
            yield differs(table, "clamp", _clamp(clamp), _clamp(transcription.clamp))
    if table.shape == "opposed":
        yield from _compare_lists(table, "what both sides add in", added(table), transcription.adds)
        return
    columns = tuple(table.columns)
    if columns != transcription.columns and not (len(columns) == 1 and not transcription.columns):
        yield differs(table, "columns", " ".join(columns), " ".join(transcription.columns))


def _clamp(ends: tuple[int, ...] | None) -> str:
    return f"{ends[0]} to {ends[1]}" if ends else "none"


def _compare_cells(table: PlainTable, transcription: Transcription) -> Iterator[Finding]:
    """Yield the differences of cells; neighbouring rolls with the same difference are one finding."""
    mine, transcriptioned = leaves(table.cells()), leaves(transcription.cells)
    if len(table.columns) == 1 and not transcription.columns:
        mine = {(path, ""): text for (path, _), text in mine.items()}
    differing: dict[tuple[Path_, str, str, str], list[str]] = {}
    for path, column in dict.fromkeys([*mine, *transcriptioned]):
        ours, theirs = mine.get((path, column), ""), transcriptioned.get((path, column), "")
        if normal(ours, table) != normal(theirs, table):
            differing.setdefault((path[:-1], column, ours, theirs), []).append(path[-1])
    for (above, column, ours, theirs), lasts in differing.items():
        lines = [transcription.lines.get(((*above, last), column), 0) for last in lasts]
        yield differs(table, f"row {show(((*above, _joined(lasts)), column))}", ours, theirs, max(lines))


def leaves(cells: Mapping[Place, str]) -> dict[Place, str]:
    """Return the text of each cell at which a roll ends, after the texts of the rows above it, outermost first."""
    above = {(path[:depth], column) for path, column in cells for depth in range(1, len(path))}
    cells_below: dict[Place, str] = {}
    for path, column in cells:
        if (path, column) not in above:
            texts = [cells.get((path[:depth], column), "") for depth in range(1, len(path) + 1)]
            report = [text for text in texts if text not in ("", "no_effect")]
            cells_below[(path, column)] = "; ".join(report) or "no_effect"
    return cells_below


def normal(text: str, table: PlainTable) -> str:
    """Return a cell in the form for comparison: single blanks; in to-hit tables the rolls that hit, abbreviated."""
    if table.shape == "to_hit" and _LABEL.match(text):
        return span(rolls_of(text, table.part.dice, table.part.low, table.part.high))
    return " ".join(text.split())


def _joined(names: list[str]) -> str:
    if all(re.fullmatch(r"-?\d+", name) for name in names):
        return span([int(name) for name in names]).replace(" ", "")
    return ", ".join(names)


def _compare_lists(
    table: PlainTable, what: str, mine: Mapping[Any, Any], theirs: Mapping[Any, Any]
) -> Iterator[Finding]:
    for name in dict.fromkeys([*mine, *theirs]):
        if mine.get(name) != theirs.get(name):
            shown = " while ".join(map(str, name)).removesuffix(" while always") if isinstance(name, tuple) else name
            yield differs(table, f"{what} {shown}", _said(mine.get(name)), _said(theirs.get(name)))


def _compare_order(
    table: PlainTable, what: str, mine: Mapping[str, str], theirs: Mapping[str, str]
) -> Iterator[Finding]:
    """Where the first that holds counts, two of different effect must stand in the same order on both sides."""
    known = [name for name in mine if name in theirs]
    order = [name for name in theirs if name in mine]
    for place, name in enumerate(known):
        for later in known[place + 1 :]:
            if mine[name] != mine[later] and order.index(name) > order.index(later):
                yield differs(table, f"order of {what}", f"{name} before {later}", f"{later} before {name}")
                return


def _said(value: Any) -> str:
    """Return a value of a list as text: `-1`, or codes."""
    return f"{value:+d}" if isinstance(value, int) else str(value or "")


def condition(text: str) -> str:
    """Return a condition in the form for comparison: `weather poor` equals `weather_poor`."""
    return text.replace(" ", "_")


def _compare_was(table: PlainTable, transcription: Transcription) -> Iterator[Finding]:
    mine = {
        (path, str(item.get("column", ""))): (str(item["was"]), str(item["by"]))
        for item in table.data.get("corrected", [])
        for path in paths_of(str(item["row"]), transcription, table)
    }
    theirs = {
        (path, column): said
        for (row, column), said in transcription.was.items()
        for path in paths_of(row, transcription, table)
    }
    for place in dict.fromkeys([*mine, *theirs]):
        ours, said = mine.get(place), theirs.get(place)
        if ours is not None and said is None:
            what = f'tables say "{_was(ours)}", which no transcription confirms'
            yield Finding(f"{table.id} correction of {show(place)}", what, severity="warning")
        elif not same_correction(ours, said):
            yield differs(table, f"correction of {show(place)}", _was(ours), _was(said))


# ---- notes and constants


def figures(text: str) -> str:
    """Return the numbers of a note, in digits or words, and the tables and rulings that it names, in their order."""
    return " ".join(figure if "-" in figure else figure.lower() for figure in _FIGURE.findall(text))


def compare_notes(table: PlainTable, notes: Sequence[str], transcription: Transcription) -> Iterator[Finding]:
    """Yield the differences between the numbers in the notes of a table and in its transcription, note by note."""
    ours = [(number, in_note) for number, note in enumerate(notes, 1) if (in_note := figures(note))]
    beyond = len(notes) + 1
    for place in range(max(len(ours), len(transcription.notes))):
        number, mine = ours[place] if place < len(ours) else (beyond, "")
        transcriptioned = transcription.notes[place] if place < len(transcription.notes) else ""
        if mine != transcriptioned:
            yield differs(table, f"numbers of note {number}", mine, transcriptioned)


def constants_of(constants: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, str]:
    """Return the constants of a game by path, such as `light_wounds.serious`, and its words that contain a number."""
    leaves = dict(_leaves("", constants))
    return leaves | {f"words.{key}": text for key, text in words.items() if re.search(r"\d", text)}


def _leaves(path: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        for key, part in value.items():
            yield from _leaves(f"{path}.{key}" if path else str(key), part)
    elif path.startswith("rosters."):
        yield path, f"{len(value)} names, {len(set(value))} different"  # no source has them, and any name will do
    elif isinstance(value, list):
        yield path, "; ".join(_plain(part) for part in value) or "none"
    else:
        yield path, _plain(value)


def _plain(value: Any) -> str:
    """Return a constant as in a transcription: `true`, `""`, `12`."""
    return str(value).lower() if isinstance(value, bool) else str(value) or '""'


def compare_constants(ours: Mapping[str, str], path: Path) -> Iterator[Finding]:
    """Yield the differences between the constants of a game and their transcription."""
    name = f"tests/transcriptions/{path.parent.name}/{path.name}"
    if not path.is_file():
        yield Finding(name, "is missing: the constants of the game have no transcription")
        return
    theirs: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            key, _, value = line.partition("\t")
            if key in theirs:
                raise CombatBoxError(f"{name}:{number}: {key} stands twice")
            theirs[key] = value.strip()
    for key in dict.fromkeys([*ours, *theirs]):
        mine, transcriptioned = ours.get(key, ""), theirs.get(key, "")
        if mine != transcriptioned:
            yield Finding(
                f"constant {key} of {path.parent.name}",
                f"game.yaml says {_quoted(mine)}, transcription says {_quoted(transcriptioned)}; {SETTLE}",
            )


def same_correction(ours: tuple[str, str] | None, theirs_now: tuple[str, str] | None) -> bool:
    """Return True if two statements of what is printed agree: by the same authority, and with the same numbers.

    The tables say it for readers (`walking hits of no stated kind`), the transcription in codes (`walking_hits`), so
    that words cannot be compared; where both tell numbers, those of one must be among those of the other.
    """
    if ours is None or theirs_now is None or ours[1] != theirs_now[1]:
        return False
    mine, theirs = _numbers(ours[0]), _numbers(theirs_now[0])
    return mine <= theirs or theirs <= mine


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"-?\d+", text.replace("−", "-")))


def _was(correction: tuple[str, str] | None) -> str:
    return f"{correction[0]}, by {correction[1]}" if correction else ""


def show(place: Place) -> str:
    """Return a place as a person writes it: `10/1-3`, `7@front`."""
    path, column = place
    return "/".join(path) + (f"@{column}" if column else "")


def differs(table: PlainTable, place: str, ours: str, theirs: str, line: int = 0) -> Finding:
    """Return the finding for a difference, with the line of the transcription if there is one."""
    where = f" (line {line} of the transcription)" if line else ""
    return Finding(
        f"{table.id} {place}", f"tables say {_quoted(ours)}, transcription says {_quoted(theirs)}{where}; {SETTLE}"
    )


def _quoted(text: str) -> str:
    return f'"{text}"' if text else "nothing"
